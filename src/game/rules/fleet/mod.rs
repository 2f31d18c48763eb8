//! Battles of fleets in the window: plans that are made in secret, forecast, confirmed, and watched as
//! they resolve.
//!
//! **Invariant:** looks at the battle through what the player's side knows; a plan leaves as one order
//! once it is confirmed, by [`planning`] alone.

mod actions;
mod assessment;
mod chart;
#[cfg(test)]
mod computer_tests;
mod debrief;
mod draft;
mod edits;
mod ghosts;
#[cfg(test)]
mod hidden_tests;
mod hud;
mod input;
mod looks;
mod on_show;
mod smoke;
mod tell;
mod tutorial;

use bevy::prelude::*;
use tiny_skia::Pixmap;

use self::assessment::Assessed;
use self::draft::Draft;
use self::tutorial::TUTORIAL;
use crate::battle::fingerprint::stable_hash;
use crate::battle::grid::{Direction, TileId};
use crate::battle::phase::Verdict;
use crate::battle::unit::{Side, UnitId};
use crate::content::Catalog;
use crate::game::PutAway;
use crate::game::kit::keys::{Entry, KeyAction};
use crate::game::kit::panels::Panels;
use crate::game::kit::piece::Pieces;
use crate::game::kit::turn_report::TurnTeller;
use crate::game::kit::{overlay, planning, title};
use crate::game::rules::playable::{Failure, Playable, Poster, is_played};
use crate::game::shell::session::Moment;
use crate::game::shell::smoke::Act;
use crate::game::table::art::Relation;
use crate::game::table::input::{InputSystems, is_on_panels};
use crate::game::table::palette::Palette;
use crate::game::table::unit_view::{Figure, Look};
use crate::mission::{Mission, MissionSource};
use crate::playing::{Chapter, Game, Setting};
use crate::rules::fleet::Fleet;
use crate::rules::fleet::content::FleetContent;
use crate::rules::fleet::event::Event;
use crate::rules::fleet::order::Order;
use crate::rules::fleet::panel::book::{chapters, differences};
use crate::rules::fleet::scenario::{FleetSide, Scenario};
use crate::rules::fleet::tell::{goal, roster};

/// Adds battles of fleets.
pub fn plugin(app: &mut App) {
    app.init_resource::<Draft>()
        .init_resource::<Assessed>()
        .add_systems(
            Update,
            (
                (
                    draft::follow,
                    |world: &mut World| TUTORIAL.follow(world),
                    assessment::work_out,
                    planning::pointer::<Fleet>.run_if(not(is_on_panels)),
                )
                    .chain()
                    .in_set(InputSystems::Choose),
                (
                    draft::follow,
                    assessment::work_out,
                    overlay::follow(Moment::of, chart::strokes),
                    overlay::follow(ghosts::drawn_for, ghosts::strokes),
                )
                    .chain()
                    .in_set(InputSystems::Draw),
            )
                .run_if(is_played::<Fleet>),
        )
        .add_systems(PutAway, Fleet::forget);
}

impl Playable for Fleet {
    type Teller = TurnTeller<Self>;

    const CALLED: &'static str = "Fleets";
    const ABOUT: &'static str = "Carriers and squadrons. Both sides plan each turn in secret, then all plans resolve at once.";
    const EMBLEM: &'static str = "Fleet";
    const ACTIONS: &'static [Entry] = actions::ACTIONS;
    const SWITCHES: &'static [(&'static str, &'static str)] = &[(
        TUTORIAL.switch,
        "Show hints in the first turns of fleet missions",
    )];
    const SHOWS_ALL: bool = true;
    const BASICS: &'static str = include_str!("basics.md");
    const POINTER: &'static str = "Mouse: left click selects, moves and aims, or drag a ship; right click on a ship clears its orders; the wheel zooms; drag with the middle button to scroll.";
    const KEYS: &'static [(KeyAction, &'static str)] = &[
        (KeyAction::ACT, "select, move or aim at the cursor; confirm"),
        (
            KeyAction::BACK,
            "leave the review or a tool; close a panel; open the menu",
        ),
        (KeyAction::NEXT_UNIT, "next ship"),
        (KeyAction::PREVIOUS_UNIT, "previous ship"),
        (KeyAction::UNDO, "undo the last change of the plan"),
        (KeyAction::END_TURN, "review all plans, then confirm them"),
        (KeyAction::CENTER, "center on the selected ship"),
    ];

    fn forget(world: &mut World) {
        world.insert_resource(Draft::default());
        world.get_resource_or_init::<Assessed>().forget();
    }

    fn chosen(world: &World) -> Option<UnitId> {
        world.resource::<Draft>().chosen
    }

    fn choose(world: &mut World, unit: UnitId) {
        world.resource_mut::<Draft>().chosen = Some(unit);
    }

    fn remark(_: &World, _: Side, _: &[Event]) -> Option<String> {
        None
    }

    fn looks(world: &World) -> Vec<(UnitId, TileId, Direction, Look)> {
        looks::looks(world)
    }

    fn choice(world: &World) -> u64 {
        let draft = world.resource::<Draft>();
        stable_hash(&(draft.chosen, draft.revision(), draft::is_planning(world)))
    }

    fn lights(_: &World) -> (bool, Vec<(TileId, u8)>) {
        (false, Vec::new())
    }

    fn draft(world: &World) -> Option<String> {
        planning::text::<Self>(world)
    }

    fn take_up_draft(world: &mut World, draft: &str) -> Result<(), String> {
        planning::take_up::<Self>(world, draft)
    }

    fn acts() -> Vec<Act> {
        smoke::acts()
    }

    fn perform(world: &mut World, action: KeyAction) {
        input::perform(world, action);
    }

    fn back(world: &mut World) -> bool {
        planning::back::<Self>(world)
    }

    fn objective(world: &World) -> String {
        title(&goal(world, Side::FIRST))
    }

    fn play_on() -> Option<Order> {
        Some(Order::PlayOn)
    }

    fn failure(world: &World) -> Failure {
        let limit = world.resource::<Setting>().mission.turn_limit;
        let ending = world.resource::<Verdict>().0;
        let is_late = limit.is_some_and(|limit| ending.is_some_and(|one| one.turn >= limit));
        match is_late {
            true => Failure::by_time(limit),
            false => Failure {
                why: "Stalemate: too long without action".into(),
                ..Failure::by_time(None)
            },
        }
    }

    fn renewal(source: Box<MissionSource>) -> Option<Order> {
        Some(Order::Renew(source))
    }

    fn panels(world: &World) -> Panels {
        hud::panels(world)
    }

    fn portrait(world: &World, unit: UnitId) -> Option<Figure> {
        Some(looks::figure_of(world, unit))
    }

    fn show_debrief(debrief: &<Self as Game>::Debrief, side: Side) -> Pieces {
        debrief::pieces(debrief, side)
    }

    fn chapters(catalog: &Catalog, shipped: &Catalog) -> Vec<Chapter> {
        chapters(catalog, shipped.part::<FleetContent>())
    }

    fn figure(catalog: &Catalog, post: usize, kind: &str) -> Option<Figure> {
        looks::figure(catalog.part::<FleetContent>(), post, kind)
    }

    fn picture(catalog: &Catalog, sort: &str, key: &str) -> Option<Pixmap> {
        let post = match sort {
            "carrier" => 0,
            "ship" => 1,
            _ => return None,
        };
        let color = Palette::Normal.color(Relation::Own.meaning());
        let figure = looks::figure(catalog.part::<FleetContent>(), post, key)?;
        Some(figure.picture(color))
    }

    fn poster(mission: &Mission, shipped: &Catalog) -> Poster {
        let fleets = &Scenario::of(mission).fleets;
        let own = fleets.iter().take(1).flat_map(FleetSide::units);
        let places = own.filter_map(|unit| unit.start.place());
        Poster {
            starts: places.map(|(tile, _)| tile).collect(),
            units: fleets.iter().map(|fleet| roster(mission, fleet)).collect(),
            differences: differences(
                mission.catalog.part::<FleetContent>(),
                shipped.part::<FleetContent>(),
            ),
            fixed: Some("fleets are set by the mission"),
            ..Poster::default()
        }
    }
}

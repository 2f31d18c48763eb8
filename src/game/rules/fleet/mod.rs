//! Battles of fleets in the window: plans that are made in secret, forecast, confirmed, and watched as
//! they resolve.
//!
//! **Invariant:** looks at the battle through what the player's side knows; a plan leaves as one order
//! once it is confirmed, by [`acts::confirm`] alone.

mod actions;
mod acts;
mod assessment;
mod chart;
mod debrief;
mod draft;
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
use bevy_egui::input::egui_wants_any_pointer_input;

use self::{
    assessment::{Assessment, Overlays},
    draft::Draft,
    tutorial::Tutorial,
};
use crate::{
    battle::{
        fingerprint::stable_hash,
        grid::{Direction, TileId},
        phase::Verdict,
        unit::{Side, UnitId},
    },
    content::Catalog,
    game::{
        PutAway,
        kit::{
            keys::{Entry, KeyAction},
            overlay,
            panels::Panels,
            piece::Pieces,
            title,
        },
        rules::playable::{Failure, Playable, Poster, is_played},
        shell::{session::Moment, smoke::Act},
        table::{
            input::InputSystems,
            unit_view::{Figure, Look},
        },
    },
    mission::{Mission, MissionSource},
    playing::{Chapter, Game, Setting},
    rules::fleet::{
        Fleet,
        content::FleetContent,
        event::Event,
        order::Order,
        panel::book::{chapters, differences},
        progress::Progress,
        scenario::{Carriers, FleetSide, Scenario, Start, Time},
        setup,
    },
};

/// Adds battles of fleets.
pub fn plugin(app: &mut App) {
    app.init_resource::<Draft>()
        .init_resource::<Overlays>()
        .init_resource::<Assessment>()
        .init_resource::<Tutorial>()
        .add_systems(
            Update,
            (
                (
                    draft::follow,
                    tutorial::follow,
                    assessment::work_out,
                    input::pointer.run_if(not(egui_wants_any_pointer_input)),
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
    type Teller = tell::FleetTeller;

    const ACTIONS: &'static [Entry] = actions::ACTIONS;
    const SWITCHES: &'static [(&'static str, &'static str)] =
        &[(tutorial::HINTS, "Hints for the first turns of fleets")];
    const SHOWS_ALL: bool = true;
    const BASICS: &'static str = include_str!("basics.md");
    const POINTER: &'static str = "Mouse: left click chooses, sends and aims, or drag a ship; right click \
                                   on a ship clears its orders; the wheel zooms; the middle button drags \
                                   the view.";
    const KEYS: &'static [(KeyAction, &'static str)] = &[
        (KeyAction::ACT, "choose, send, aim as a click does; confirm"),
        (
            KeyAction::BACK,
            "leave the review or a tool, close a panel, menu",
        ),
        (KeyAction::NEXT_UNIT, "next ship"),
        (KeyAction::PREVIOUS_UNIT, "ship before"),
        (KeyAction::UNDO, "take the last change of the plan back"),
        (
            KeyAction::END_TURN,
            "look all plans over, then confirm them",
        ),
        (KeyAction::CENTER, "center on the chosen ship"),
    ];

    fn forget(world: &mut World) {
        *world.resource_mut::<Draft>() = Draft::default();
        world.resource_mut::<Assessment>().renew();
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
        draft::text(world)
    }

    fn take_up_draft(world: &mut World, draft: &str) -> Result<(), String> {
        draft::take_up(world, draft)
    }

    fn acts() -> Vec<Act> {
        smoke::acts()
    }

    fn perform(world: &mut World, action: KeyAction) {
        input::perform(world, action);
    }

    fn back(world: &mut World) -> bool {
        input::back(world)
    }

    fn objective(world: &World) -> String {
        goal(world, Side::FIRST)
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
                why: "Nothing has happened for too long".into(),
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

    fn show_debrief(debrief: &<Self as Game>::Debrief, side: Side) -> Pieces {
        debrief::pieces(debrief, side)
    }

    fn chapters(catalog: &Catalog, shipped: &Catalog) -> Vec<Chapter> {
        chapters(catalog, shipped.part::<FleetContent>())
    }

    fn figure(catalog: &Catalog, post: usize, kind: &str) -> Option<Figure> {
        looks::figure(catalog.part::<FleetContent>(), post, kind)
    }

    fn poster(mission: &Mission, shipped: &Catalog) -> Poster {
        let fleets = &Scenario::of(mission).fleets;
        let own = fleets.first();
        let ships = own.into_iter().flat_map(|fleet| &fleet.ships);
        let starts = ships.filter_map(|ship| match ship.start {
            Start::Board { tile, .. } => Some(tile),
            Start::Docked | Start::Waiting => None,
        });
        let home = own.and_then(|fleet| fleet.carrier.as_ref());
        Poster {
            starts: starts.chain(home.map(|carrier| carrier.tile)).collect(),
            units: fleets.iter().map(|fleet| roll(mission, fleet)).collect(),
            differences: differences(
                mission.catalog.part::<FleetContent>(),
                shipped.part::<FleetContent>(),
            ),
            fixed: Some("fleets are flown as the mission has them"),
            ..Poster::default()
        }
    }
}

/// Says what a side has to do.
fn goal(world: &World, own: Side) -> String {
    let mission = &world.resource::<Setting>().mission;
    let scenario = Scenario::of(mission);
    let (fleets, objectives) = (&scenario.fleets, scenario.objectives);
    let names = mission.sides.iter().map(|side| side.name.as_str());
    let sides = || (0..).map(Side).zip(fleets.iter().zip(names.clone()));
    let others = || sides().filter(|(side, _)| *side != own);
    let foes: Vec<_> = others()
        .map(|(side, (fleet, name))| {
            let counts = side == Side::FIRST || objectives.carriers == Carriers::AllSides;
            let ships = match objectives.wings && !fleet.ships.is_empty() {
                true => " or all its ships",
                false => "",
            };
            match fleet.carrier.as_ref().filter(|_| counts) {
                Some(carrier) => format!("destroy {}{ships}", carrier.name),
                None if !ships.is_empty() => format!("destroy all ships of {name}"),
                None => format!("destroy all of {name}"),
            }
        })
        .collect();
    let mut text = foes.join(" and ");
    let full = setup::content(world).figures.drive_turns;
    let progress = world.resource::<Progress>();
    if fleets.get(own.index()).is_some_and(|fleet| fleet.drive) {
        let charge = progress.of(own).drive;
        text.push_str(&format!(", or charge the jump drive: {charge} of {full}"));
    }
    for (side, (_, name)) in others().filter(|(_, (fleet, _))| fleet.drive) {
        let charge = progress.of(side).drive;
        text.push_str(&format!(
            ", before {name} charges its drive: {charge} of {full}"
        ));
    }
    if objectives.time == Time::MostHull {
        text.push_str("; most hull wins once time is up");
    }
    title(&text)
}

/// Lists what a side brings, in words.
fn roll(mission: &Mission, fleet: &FleetSide) -> Vec<String> {
    let content = mission.catalog.part::<FleetContent>();
    let admiral = fleet.admiral.iter();
    let admiral = admiral.map(|&ability| format!("Admiral: {}", content.admiral(ability).name));
    let carrier = fleet.carrier.iter().map(|carrier| {
        let kind = &content.carrier(carrier.kind).name;
        let upgrades = carrier.upgrades.iter();
        let upgrades: String = upgrades
            .map(|&upgrade| format!(", {}", content.upgrade(upgrade).name))
            .collect();
        format!("{}: {kind}{upgrades}", carrier.name)
    });
    let ships = fleet.ships.iter().map(|ship| {
        let kind = &content.ship(ship.kind).name;
        let start = match ship.start {
            Start::Docked => ", docked",
            Start::Waiting => ", may come later",
            Start::Board { .. } => "",
        };
        let traits = ship.traits.iter();
        let traits: String = traits
            .map(|&quirk| format!(", {}", content.quirk(quirk).name))
            .collect();
        let perks = ship.pilot.perks_in_force(content).iter();
        let perks: String = perks
            .map(|&perk| format!(", {}", content.perk(perk).name))
            .collect();
        let start = format!("{traits}{perks}{start}");
        match ship.name.starts_with(kind.as_str()) {
            true => format!("{}{start}", ship.name),
            false => format!("{}: {kind}{start}", ship.name),
        }
    });
    admiral.chain(carrier).chain(ships).collect()
}

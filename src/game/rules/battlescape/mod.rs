//! Battles of squads in the window: what their events, tokens, keys and pages are.
//!
//! **Invariant:** everything is looked at through the player's [`SideView`].

mod actions;
mod aim;
mod debrief;
mod everything;
mod eyes;
mod hud;
mod input;
mod keys;
mod lessons;
mod looks;
mod markers;
#[cfg(test)]
pub mod sample;
pub mod setup;
mod smoke;
mod tell;

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use tiny_skia::Pixmap;

use crate::battle::fingerprint::stable_hash;
use crate::battle::grid::{Direction, TileId};
use crate::battle::journal::Journal;
use crate::battle::step::HumanSides;
use crate::battle::unit::{Side, UnitId};
use crate::content::Catalog;
use crate::game::kit::PanelSystems;
use crate::game::kit::keys::{Entry, KeyAction};
use crate::game::kit::panels::Panels;
use crate::game::kit::piece::Pieces;
use crate::game::rules::battlescape::input::Selection;
use crate::game::rules::playable::{
    Failure, MenuLine, Playable, Poster, end_of, is_set_up, place_of,
};
use crate::game::shell::smoke::Act;
use crate::game::table::art::Pose;
use crate::game::table::board_view::viewer;
use crate::game::table::unit_view::{Figure, Look};
use crate::game::{Menu, Screen};
use crate::mission::{Mission, MissionSource};
use crate::playing::{Chapter, Game};
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::content::BattlescapeContent;
use crate::rules::battlescape::event::{Event, Mark};
use crate::rules::battlescape::log::Log;
use crate::rules::battlescape::objective::{self, Loss};
use crate::rules::battlescape::order::Order;
use crate::rules::battlescape::panel::book::chapters;
use crate::rules::battlescape::scenario::Scenario;
use crate::rules::battlescape::side_view::SideView;
use crate::rules::kit::book;

/// Adds battles of squads.
pub fn plugin(app: &mut App) {
    app.init_resource::<setup::SetUp>()
        .add_plugins((markers::plugin, input::plugin, hud::plugin))
        .add_systems(
            EguiPrimaryContextPass,
            setup::show
                .run_if(in_state(Screen::SetUp))
                .run_if(in_state(Menu::None))
                .run_if(is_set_up::<Battlescape>)
                .in_set(PanelSystems),
        );
}

impl Playable for Battlescape {
    type Teller = tell::SquadTeller;

    const CALLED: &'static str = "Squads";
    const ABOUT: &'static str = "Lead a small squad: time units, cover and reaction fire, and a dice roll for every round fired.";
    const EMBLEM: &'static str = "Squad";
    const ACTIONS: &'static [Entry] = actions::ACTIONS;
    const SHOWS_ALL: bool = false;
    const BASICS: &'static str = include_str!("basics.md");
    const POINTER: &'static str = "Mouse: left click selects, walks, aims and fires; Shift+click adds a waypoint; right click removes it or turns the unit; the wheel zooms; drag with the middle button to scroll.";
    const KEYS: &'static [(KeyAction, &'static str)] = &[
        (KeyAction::ACT, "select, walk, aim or fire at the cursor"),
        (
            KeyAction::BACK,
            "lower the weapon; remove a waypoint; close a panel; open the menu",
        ),
    ];

    fn forget(world: &mut World) {
        input::forget(world);
    }

    fn chosen(world: &World) -> Option<UnitId> {
        let view = look(world);
        let chosen = world.resource::<Selection>().unit;
        chosen.filter(|&id| view.own().any(|own| own == id))
    }

    fn choose(world: &mut World, unit: UnitId) {
        input::choose(world, unit);
    }

    fn remark(world: &World, side: Side, events: &[Event]) -> Option<String> {
        stop(world, side, events)
    }

    fn looks(world: &World) -> Vec<(UnitId, TileId, Direction, Look)> {
        looks::looks(world)
    }

    fn hexes(world: &World, order: &Order) -> Vec<TileId> {
        let at = |unit| Some(place_of(world, unit));
        let end = |unit, steps: &[_]| end_of(world, unit, steps);
        let tile = match order {
            Order::Move(unit, _, steps) => end(*unit, steps),
            Order::TakeCover(unit, step, _) => end(*unit, step.as_slice()),
            Order::Door(unit, direction) => end(*unit, &[*direction]),
            Order::Attack(_, target, _)
            | Order::Use(_, _, target)
            | Order::Cast(_, _, Mark::Unit(target)) => at(*target),
            Order::FireAt(_, tile, _)
            | Order::Throw(_, _, tile)
            | Order::Toss(_, _, tile)
            | Order::Lay(_, _, tile)
            | Order::Cast(_, _, Mark::Hex(tile))
            | Order::Interact(_, tile)
            | Order::Deploy(_, tile) => Some(*tile),
            order => order.unit().and_then(at),
        };
        tile.into_iter().collect()
    }

    fn choice(world: &World) -> u64 {
        let selection = world.resource::<Selection>();
        stable_hash(&(selection.unit, selection.target))
    }

    fn lights(world: &World) -> (bool, Vec<(TileId, u8)>) {
        let view = look(world);
        let lights = view.lights().map(|light| (light.tile, light.radius));
        (view.is_night(), lights.collect())
    }

    fn open_set_up(world: &mut World, file: PathBuf, seed: Option<u64>, difficulty: u16) {
        setup::open(world, file, seed, difficulty);
    }

    fn acts() -> Vec<Act> {
        smoke::acts()
    }

    fn perform(world: &mut World, action: KeyAction) {
        keys::perform(world, action);
    }

    fn back(world: &mut World) -> bool {
        keys::back(world)
    }

    fn objective(world: &World) -> String {
        Log::new(world).objective()
    }

    fn play_on() -> Option<Order> {
        Some(Order::PlayOn)
    }

    fn failure(world: &World) -> Failure {
        let limit = look(world).turn_limit();
        match objective::loss(world) {
            Some(loss) => Failure {
                why: Log::new(world).loss(loss),
                playing_on: match loss {
                    Loss::Turns { .. } => "The squad fights on without a turn limit",
                    _ => "The squad fights on, though the mission can no longer be won",
                },
            },
            None => Failure::by_time(limit),
        }
    }

    fn renewal(source: Box<MissionSource>) -> Option<Order> {
        Some(Order::Renew(source))
    }

    fn renew(world: &mut World) {
        hud::renew(world);
    }

    fn panels(world: &World) -> Panels {
        hud::panels(world)
    }

    fn everything(world: &World) -> Option<(String, Vec<MenuLine>)> {
        everything::list(world)
    }

    fn portrait(world: &World, unit: UnitId) -> Option<Figure> {
        Some(looks::figure_of(look(world), unit, Pose::Stand))
    }

    fn show_debrief(debrief: &<Self as Game>::Debrief, side: Side) -> Pieces {
        debrief::pieces(debrief, side)
    }

    fn chapters(catalog: &Catalog, shipped: &Catalog) -> Vec<Chapter> {
        chapters(catalog, &shipped.part::<BattlescapeContent>().figures)
    }

    fn figure(catalog: &Catalog, _: usize, kind: &str) -> Option<Figure> {
        looks::figure(catalog.part::<BattlescapeContent>(), kind)
    }

    fn picture(catalog: &Catalog, sort: &str, key: &str) -> Option<Pixmap> {
        looks::picture(catalog.part::<BattlescapeContent>(), sort, key)
    }

    fn poster(mission: &Mission, shipped: &Catalog) -> Poster {
        let scenario = Scenario::of(mission);
        let content = mission.catalog.part::<BattlescapeContent>();
        let own = scenario.squads.first().into_iter().flatten();
        let starts = own.map(|unit| unit.tile);
        let starts = starts.chain(scenario.deployment.iter().copied()).collect();
        let units = scenario.squads.iter().map(|squad| {
            let told = squad.iter().map(|unit| {
                let kind = &content.unit(unit.kind).name;
                let weapon = &content.weapon(unit.weapon).name;
                format!("{}: {kind}, {weapon}", unit.name)
            });
            told.collect()
        });
        Poster {
            starts,
            exits: scenario.exits.to_vec(),
            is_night: scenario.night,
            units: units.collect(),
            differences: book::differences(
                &content.figures,
                &shipped.part::<BattlescapeContent>().figures,
            ),
            fixed: None,
        }
    }
}

/// Returns the battle as the player's side knows it.
fn look(world: &World) -> SideView<'_> {
    SideView::new(world, viewer(world.resource::<HumanSides>()))
}

/// Says why a walk ended before its goal, if somebody came into sight.
fn stop(world: &World, own: Side, events: &[Event]) -> Option<String> {
    let entry = world.resource::<Journal<Battlescape>>().entries.last()?;
    let Order::Move(walker, _, way) = &entry.order else {
        return None;
    };
    let steps = (events.iter())
        .filter(|event| matches!(event, Event::Stepped { unit, .. } if unit == walker))
        .count();
    if steps >= way.len() {
        return None;
    }
    let view = SideView::new(world, own);
    let seen: Vec<_> = (events.iter())
        .filter_map(|event| match event {
            Event::Spotted { side, unit, .. } if *side == own => Some(view.name(*unit)),
            _ => None,
        })
        .collect();
    let name = view.name(*walker);
    (!seen.is_empty()).then(|| format!("{name} stops: {} in sight", seen.join(", ")))
}

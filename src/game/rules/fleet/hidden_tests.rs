//! What the window shows of a battle does not depend on what its side cannot know.
//!
//! `SECRET_CASES=10000 cargo test --lib fleet::hidden_tests` tries more pairs.

use bevy::prelude::*;
use bevy_egui::egui;

use super::assessment::{self, Assessed, Assessment};
use super::draft::{Draft, Tool};
use super::{chart, draft, ghosts};
use crate::battle::board::Board;
use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::grid::TileId;
use crate::battle::knowledge::{self, Knowledge};
use crate::battle::snapshot::seat_units;
use crate::battle::unit::{Presence, Roster, UnitId};
use crate::game::kit::keys::KeyAction;
use crate::game::kit::testing::{
    self, Compared, OWN, check_secrets, check_shown, is_over, play_turn, shipped, show,
};
use crate::game::table::input::Hover;
use crate::mission::{Mission, MissionSource};
use crate::rules::fleet::Fleet;
use crate::rules::fleet::craft::UnitState;

/// All shipped missions of fleets.
pub(super) fn missions() -> Vec<MissionSource> {
    let names = "cold_start the_shallows bare_knuckles long_watch ore_train last_light";
    names.split(' ').map(shipped).collect()
}

/// A battle with all that the window keeps beside it.
pub(super) fn window(mission: &Mission, seed: u64) -> World {
    let mut world = testing::window::<Fleet>(mission, seed);
    world.init_resource::<Draft>();
    world.init_resource::<Assessed>();
    world
}

impl Compared for Fleet {
    const OVERLAYS: &'static [KeyAction] = &[KeyAction::LINKS, KeyAction::ARCS, KeyAction::RINGS];

    fn missions() -> Vec<MissionSource> {
        missions()
    }

    fn window(mission: &Mission, seed: u64) -> World {
        window(mission, seed)
    }

    fn stir(world: &mut World, draws: &mut Dice) {
        stir(world, draws);
    }

    fn tool(number: u32, unit: UnitId) -> Tool {
        match number {
            0 => Tool::Deploy,
            1 => Tool::Launch(unit),
            _ => Tool::Order,
        }
    }

    fn work_out(world: &mut World) {
        draft::follow(world);
        assessment::work_out(world);
    }

    fn drawn(world: &World) -> String {
        let now = Assessment::now(world);
        let strokes = [chart::strokes(world), ghosts::strokes(world)];
        format!(
            "{:?} {:?} {:?} {:?} {:?} {:?} {strokes:?}",
            now.outlooks, now.reach, now.links, now.arc, now.detected, now.refusal
        )
    }
}

/// Changes what the own side cannot know of other sides' units: hull, shots, weapons, morale, and where
/// they are out of its sight.
fn stir(world: &mut World, draws: &mut Dice) {
    let ids: Vec<_> = world.resource::<Roster>().ids().collect();
    for id in ids {
        let known = world.resource::<Knowledge>().of(OWN);
        let is_hidden = world.resource::<Roster>().side(id) != OWN && !known.sees_unit(id);
        let mut state = UnitState::read(world, id);
        if !is_hidden || state.presence == Presence::Dead {
            continue;
        }
        let mut pick = |count: u32| draws.die(Label::Ai, count) - 1;
        state.hull.now = 1 + pick(u32::from(state.hull.max)) as u16;
        state.stores.ammo = pick(4) as u8;
        state.gun.remaining = pick(3) as u8;
        state.morale.0 = pick(101) as u8;
        let board = world.resource::<Board>();
        let remembered = |tile: TileId| {
            let mut sightings = known.sightings.iter().flatten();
            sightings.any(|last| last.tile == tile)
        };
        let is_free = |tile: &TileId| {
            !known.sees(*tile) && board.occupants(*tile).next().is_none() && !remembered(*tile)
        };
        let free: Vec<_> = board.grid.tiles().filter(is_free).collect();
        if let (Presence::OnBoard, false) = (state.presence, free.is_empty()) {
            state.tile = free[pick(free.len() as u32) as usize];
        }
        state.write(world, id);
        seat_units(world);
        knowledge::renew_view(world, id);
    }
}

#[test]
fn hidden_ships_and_sealed_plans_change_nothing_on_the_screen() {
    check_secrets::<Fleet>();
}

#[test]
fn after_all_scenes_cards_bars_and_fog_say_what_the_battle_says() {
    check_shown::<Fleet>();
}

#[test]
fn an_enemy_in_sight_changes_the_screen() {
    // The pairs above would agree, too, if nothing of enemies were compared.
    let missions = missions();
    let mission = missions[0].build(5).expect("it is shipped");
    let contexts = [egui::Context::default(), egui::Context::default()];
    let mut worlds = [window(&mission, 5), window(&mission, 5)];
    let seen = |world: &World| {
        let known = world.resource::<Knowledge>().of(OWN);
        let roster = world.resource::<Roster>();
        let mut others = roster.ids().filter(|&id| roster.side(id) != OWN);
        others.find(|&id| known.sees_unit(id))
    };
    let mut found: Option<UnitId> = None;
    for _ in 0..20 {
        found = seen(&worlds[0]);
        if found.is_some() || is_over(&worlds[0]) {
            break;
        }
        play_turn::<Fleet>(&mut worlds);
    }
    let foe = found.expect("the fleets meet");
    let mut state = UnitState::read(&worlds[1], foe);
    state.hull.max += 1;
    let tile = state.tile;
    state.write(&mut worlds[1], foe);
    let [one, other] = [0, 1].map(|at| {
        worlds[at].resource_mut::<Hover>().tile = Some(tile);
        show::<Fleet>(&mut worlds[at], &contexts[at])
    });
    assert!(one.looks != other.looks && one.texts != other.texts);
}

//! Sets a battle of the party up: board and characters, before anything happens.
//!
//! **Invariant:** characters have their ids by side, in the order of the mission.

use bevy::prelude::*;

use crate::battle::state::UnitParts;
use crate::battle::unit::{self, Health, Presence, Side, Title, UnitId, Vision};
use crate::battle::{self, knowledge};
use crate::mission::Mission;
use crate::playing::{Setting, lay_out};
use crate::rules::party::Party;
use crate::rules::party::character::{Effects, Memory, POINT, Purse, UnitReader, UnitState};
use crate::rules::party::content::PartyContent;
use crate::rules::party::objects::Objects;
use crate::rules::party::progress::Progress;
use crate::rules::party::scenario::{Scenario, UnitSetup};

/// Returns definitions and figures in force.
pub fn content(world: &World) -> &PartyContent {
    world.resource::<Setting>().mission.catalog.part()
}

/// Returns what the mission asks.
pub fn scenario(world: &World) -> &Scenario {
    world.resource::<Setting>().mission.asked()
}

/// Sets up a battle of a mission under a seed; what happens at its beginning is not yet done.
pub fn set_up(world: &mut World, mission: &Mission, seed: u64) {
    let (content, scenario) = (
        mission.catalog.part::<PartyContent>(),
        mission.asked::<Scenario>(),
    );
    let sides = mission.sides.len() as u8; // A mission has few.
    world.insert_resource(Progress {
        objects: Objects::set_up(&scenario.objects, sides),
        ..Progress::default()
    });
    world.insert_resource(Setting::new(mission, seed));
    let units = scenario.units().count();
    lay_out::<Party>(world, mission, seed, &content.figures.sight, units);
    for (id, side, setup) in scenario.units() {
        unit::enlist(world, id, side);
        unit::unit_mut(world, id).insert((
            setup.sheet.clone(),
            Title(setup.name.clone()),
            Vision(content.figures.sight_radius),
        ));
        put(world, id, setup);
    }
    UnitReader::prepare(world);
    battle::open_up(world);
    // Maps are known: who lives there knows them, and the party has been told.
    let tiles: Vec<_> = mission.board.grid.tiles().collect();
    for side in 0..battle::side_count(world) {
        knowledge::survey(world, Side(side), &tiles);
    }
}

/// Gives a character the state it begins in.
fn put(world: &mut World, id: UnitId, setup: &UnitSetup) {
    let hp = setup.hp * POINT;
    let tile = setup.tile.unwrap_or_default();
    let state = UnitState {
        tile,
        presence: match setup.tile {
            Some(_) => Presence::OnBoard,
            None => Presence::Reserve,
        },
        facing: setup.facing,
        health: Health { now: hp, max: hp },
        purse: Purse {
            ap: setup.sheet.ap,
            ..Purse::default()
        },
        mana: setup.mp,
        gear: setup.gear.clone(),
        memory: Memory {
            start: tile,
            before: tile,
            ..Memory::default()
        },
        effects: Effects(setup.effects.clone()),
        ..UnitState::default()
    };
    state.insert(world, id);
}

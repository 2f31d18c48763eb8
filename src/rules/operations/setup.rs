//! Sets a battle of operations up: board and units, before anything happens.
//!
//! **Invariant:** units have their ids by side, in the order of the mission; everybody sees the whole board, but
//! not what enemy units are.

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::state::UnitParts;
use crate::battle::unit::{self, Facing, Health, Presence, Side, Title, Vision};
use crate::battle::{self, knowledge};
use crate::mission::Mission;
use crate::playing::{Setting, lay_out};
use crate::rules::kit::seal::Seal;
use crate::rules::operations::content::OperationsContent;
use crate::rules::operations::field::Field;
use crate::rules::operations::progress::{FacilityState, Progress, Tally};
use crate::rules::operations::scenario::{Scenario, UnitSetup};
use crate::rules::operations::unit::{Condition, UnitReader, UnitState};
use crate::rules::operations::{Operations, field};

/// Returns definitions and figures in force.
pub fn content(world: &World) -> &OperationsContent {
    world.resource::<Setting>().mission.catalog.part()
}

/// Returns what the mission asks.
pub fn scenario(world: &World) -> &Scenario {
    world.resource::<Setting>().mission.asked()
}

/// Sets up a battle of a mission under a seed; what happens at its beginning is not yet done.
pub fn set_up(world: &mut World, mission: &Mission, seed: u64) {
    let scenario = mission.asked::<Scenario>();
    let content = mission.catalog.part::<OperationsContent>();
    world.insert_resource(progress(scenario, mission.sides.len()));
    world.insert_resource(Setting::new(mission, seed));
    let units = scenario.units.len();
    lay_out::<Operations>(world, mission, seed, &content.figures.sight, units);
    for (id, setup) in scenario.all() {
        unit::enlist(world, id, setup.side);
        unit::unit_mut(world, id).insert((
            setup.build.clone(),
            Title(setup.name.clone()),
            Facing::default(),
            Vision(0),
        ));
        state(setup, content).insert(world, id);
    }
    UnitReader::prepare(world);
    field::set_up(world);
    battle::open_up(world);
    open_eyes(world);
}

/// Returns how far a battle is that begins.
fn progress(scenario: &Scenario, sides: usize) -> Progress {
    let facilities = scenario.facilities.iter().map(|facility| FacilityState {
        level: facility.level,
        stock: facility.stock,
        ..FacilityState::default()
    });
    let tally = |side: u8| {
        let own = scenario.units.iter().filter(|unit| unit.side == Side(side));
        let combat = own.filter(|unit| unit.build.class.is_combat());
        let start = combat.flat_map(|unit| &unit.toe).map(|&toe| u16::from(toe));
        Tally {
            start: start.sum(),
            ..Tally::default()
        }
    };
    Progress {
        seals: vec![Seal::default(); sides],
        firing: vec![Default::default(); sides],
        facilities: facilities.collect(),
        holders: scenario
            .objectives
            .iter()
            .map(|objective| {
                let mut there = scenario
                    .units
                    .iter()
                    .filter(|unit| unit.tile == objective.tile);
                there
                    .next()
                    .map_or(Field::foe(scenario.attacker), |unit| unit.side)
            })
            .collect(),
        tallies: (0..sides as u8).map(tally).collect(),
        ..Progress::default()
    }
}

/// Lets all sides see the whole board.
pub(super) fn open_eyes(world: &mut World) {
    let tiles: Vec<_> = world.resource::<Board>().grid.tiles().collect();
    let sides = (0..battle::side_count(world)).map(Side);
    let eyes = sides.map(|side| (side, tiles.clone())).collect();
    knowledge::set_eyes(world, eyes);
    world.resource_mut::<knowledge::Knowledge>().discoveries = knowledge::Discoveries::default();
    knowledge::show_fog(world);
}

/// Returns the state that a unit begins in.
fn state(setup: &UnitSetup, content: &OperationsContent) -> UnitState {
    let strength = |points: &[u8]| points.iter().map(|&toe| u16::from(toe)).sum::<u16>();
    let rounds = u16::from(setup.trucks.ammo) * u16::from(content.figures.supply.truck);
    UnitState {
        tile: setup.tile,
        presence: Presence::OnBoard,
        health: Health {
            now: strength(&setup.toe).max(1),
            max: strength(&setup.build.full).max(1),
        },
        body: Condition {
            toe: setup.toe.clone(),
            cohesion: setup.cohesion,
            ammo: setup.ammo,
            trucks: setup.trucks,
            rounds,
            identified: setup.identified,
            ..Condition::default()
        },
    }
}

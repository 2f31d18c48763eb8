//! Sets a battle of caskets up: board and units, before anything happens.
//!
//! **Invariant:** units have their ids by side, in the order of the mission; everybody sees the whole board
//! (clarification 20).

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::state::UnitParts;
use crate::battle::unit::{self, Health, Presence, Side, Title, Vision};
use crate::battle::{self, knowledge};
use crate::mission::Mission;
use crate::playing::{Setting, lay_out};
use crate::rules::casket::content::CasketContent;
use crate::rules::casket::machine::{Build, CardNo, Frame, Piles, UnitReader, UnitState, Wear};
use crate::rules::casket::progress::Progress;
use crate::rules::casket::scenario::{Scenario, UnitSetup};
use crate::rules::casket::{Casket, duel};

/// Returns definitions and figures in force.
pub fn content(world: &World) -> &CasketContent {
    world.resource::<Setting>().mission.catalog.part()
}

/// Returns what the mission asks.
pub fn scenario(world: &World) -> &Scenario {
    world.resource::<Setting>().mission.asked()
}

/// Sets up a battle of a mission under a seed; what happens at its beginning is not yet done.
pub fn set_up(world: &mut World, mission: &Mission, seed: u64) {
    let scenario = mission.asked::<Scenario>();
    let content = mission.catalog.part::<CasketContent>();
    world.insert_resource(Progress {
        points: vec![0; mission.sides.len()],
        held: vec![None; scenario.zones.len()],
        ..Progress::default()
    });
    world.insert_resource(Setting::new(mission, seed));
    let units = scenario.units.len();
    lay_out::<Casket>(world, mission, seed, &content.figures.sight, units);
    for (id, setup) in scenario.all() {
        unit::enlist(world, id, setup.side);
        unit::unit_mut(world, id).insert((
            setup.build.clone(),
            Title(setup.name.clone()),
            Vision(0),
        ));
        state(setup, content).insert(world, id);
    }
    UnitReader::prepare(world);
    duel::set_up(world);
    battle::open_up(world);
    open_eyes(world);
}

/// Has all sides see the whole board.
pub(super) fn open_eyes(world: &mut World) {
    let tiles: Vec<_> = world.resource::<Board>().grid.tiles().collect();
    let sides = (0..battle::side_count(world)).map(Side);
    let eyes = sides.map(|side| (side, tiles.clone())).collect();
    knowledge::set_eyes(world, eyes);
    world.resource_mut::<knowledge::Knowledge>().discoveries = knowledge::Discoveries::default();
    knowledge::show_fog(world);
}

/// Returns the state that a unit begins in.
fn state(setup: &UnitSetup, content: &CasketContent) -> UnitState {
    let deck: Vec<_> = (0..setup.cards.len() as u8).map(CardNo).collect();
    let hp = match setup.build {
        Build::Casket { .. } => deck.len() as u16,
        _ => setup.hp,
    };
    let wear = |damage| Wear { damage, issued: 0 };
    UnitState {
        tile: setup.tile,
        presence: Presence::OnBoard,
        facing: setup.facing,
        health: Health { now: hp, max: hp },
        body: Frame {
            heat: setup.heat,
            taint: setup.taint.min(content.figures.most_taint),
            parts: setup.damage.map(wear),
            ..Frame::default()
        },
        piles: Piles {
            cards: setup.cards.clone(),
            deck,
            ..Piles::default()
        },
    }
}

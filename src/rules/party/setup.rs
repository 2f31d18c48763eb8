//! Sets a battle of the party up: board and characters, before anything happens.
//!
//! **Invariant:** characters have their ids by side, in the order of the mission.

use bevy::prelude::*;

use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::map::{MapId, Maps};
use crate::battle::state::UnitParts;
use crate::battle::unit::{self, Health, Presence, Side, Title, Vision};
use crate::battle::{self, knowledge};
use crate::mission::Mission;
use crate::playing::{Setting, lay_out};
use crate::rules::party::Party;
use crate::rules::party::character::{Effects, Home, Memory, POINT, Purse, UnitReader, UnitState};
use crate::rules::party::content::PartyContent;
use crate::rules::party::journey::Journey;
use crate::rules::party::objects::Objects;
use crate::rules::party::progress::Progress;
use crate::rules::party::scenario::{Area, Goal, Map, Scenario, UnitSetup};

/// Returns definitions and figures in force.
pub fn content(world: &World) -> &PartyContent {
    world.resource::<Setting>().mission.catalog.part()
}

/// Returns what the mission asks.
pub fn scenario(world: &World) -> &Scenario {
    world.resource::<Setting>().mission.asked()
}

/// Returns the journey that the mission is, if it is one.
pub fn journey(world: &World) -> Option<&Journey> {
    scenario(world).journey.as_ref()
}

/// Returns what the map in play is for.
fn area(world: &World) -> &Area {
    let now = world.resource::<Maps>().now();
    &scenario(world).areas[now.index()]
}

/// Returns what kind of map is in play.
pub fn map(world: &World) -> Map {
    area(world).map
}

/// Returns where the party and its enemies arrive on the map in play, if that is drawn.
pub fn start(world: &World) -> Option<&[Vec<TileId>; 2]> {
    area(world).start.as_ref()
}

/// Returns where the party escapes from the map in play.
pub fn escape(world: &World) -> &[TileId] {
    &area(world).escape
}

/// Returns where the party leaves the local map in play to go on with its journey.
pub fn gate(world: &World) -> &[TileId] {
    &area(world).gate
}

/// Returns the zone that the party has to reach, if it has to and that is on the map in play.
pub fn goal(world: &World) -> Option<&[TileId]> {
    match &scenario(world).goal {
        Goal::Reach(zone) if world.resource::<Maps>().now() == MapId::FIRST => Some(zone),
        _ => None,
    }
}

/// Puts the objects of another map in the place of those of the map in play, which are kept for when it is
/// entered again if `keeps`.
pub(super) fn change_objects(world: &mut World, map: MapId, keeps: bool) {
    let from = world.resource::<Maps>().now();
    let first = &scenario(world).areas[map.index()].objects;
    let first = Objects::set_up(first, battle::side_count(world));
    let mut progress = world.resource_mut::<Progress>();
    let objects = progress.course.left.remove(&map).unwrap_or(first);
    let left = std::mem::replace(&mut progress.objects, objects);
    progress.course.left.extend(keeps.then_some((from, left)));
}

/// Has all characters see as far as they do on a kind of map.
pub fn set_vision(world: &mut World, map: Map) {
    let figures = &content(world).figures;
    let hexes = match map {
        Map::Overland => figures.overland_sight_radius,
        Map::Combat | Map::Local => figures.sight_radius,
    };
    for id in world.resource::<unit::Roster>().ids() {
        unit::unit_mut(world, id).insert(Vision(hexes));
    }
}

/// Has all sides know the map in play: who lives there knows it, and the party has been told.
pub fn survey(world: &mut World) {
    let tiles: Vec<_> = world.resource::<Board>().grid.tiles().collect();
    for side in 0..battle::side_count(world) {
        knowledge::survey(world, Side(side), &tiles);
    }
}

/// Sets up a battle of a mission under a seed; what happens at its beginning is not yet done.
pub fn set_up(world: &mut World, mission: &Mission, seed: u64) {
    let (content, scenario) = (
        mission.catalog.part::<PartyContent>(),
        mission.asked::<Scenario>(),
    );
    let first = &scenario.areas[0];
    let sides = mission.sides.len() as u8; // A mission has few.
    world.insert_resource(Progress {
        objects: Objects::set_up(&first.objects, sides),
        ..Progress::default()
    });
    world.insert_resource(Setting::new(mission, seed));
    let units = scenario.units().count();
    let is_journey = scenario.journey.is_some();
    lay_out::<Party>(world, mission, seed, &content.figures.sight, units);
    for (id, side, setup) in scenario.units() {
        unit::enlist(world, id, side);
        unit::unit_mut(world, id).insert((setup.sheet.clone(), Title(setup.name.clone())));
        begins(setup, is_journey).insert(world, id);
    }
    set_vision(world, first.map);
    UnitReader::prepare(world);
    battle::open_up(world);
    survey(world);
}

/// Returns the state that a character begins in.
pub(super) fn begins(setup: &UnitSetup, is_journey: bool) -> UnitState {
    let hp = setup.hp * POINT;
    let tile = setup.tile.unwrap_or_default();
    UnitState {
        tile,
        presence: match setup.tile {
            Some(_) if setup.map == MapId::FIRST => Presence::OnBoard,
            Some(_) | None => Presence::Reserve,
        },
        facing: setup.facing,
        health: Health { now: hp, max: hp },
        purse: Purse {
            ap: setup.sheet.ap,
            ..Purse::default()
        },
        mana: setup.mp,
        gear: setup.gear.clone(),
        memory: Memory::at(tile),
        effects: Effects(setup.effects.clone()),
        home: Home(setup.tile.filter(|_| is_journey).map(|_| setup.map)),
        ..UnitState::default()
    }
}

//! How far a battle of the party has come: whose phase it is and which computer character acts.
//!
//! **Invariant:** the party's side is side 0; a computer's character acts only once a turn.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::map::MapId;
use crate::battle::unit::{Roster, Side, UnitId, Units, units_on_board};
use crate::rules::party::character::{Effects, Memory, Purse};
use crate::rules::party::content;
use crate::rules::party::objects::Objects;
use crate::rules::party::scenario::Map;

/// The side of the player's characters (§4).
pub const PARTY: Side = Side::FIRST;

/// Whose phase it is (§4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Before the first turn.
    #[default]
    Arrival,
    /// The party acts, in any order.
    Party,
    /// Every other character acts, one at a time.
    Others,
}

/// Whether there is combat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// The party explores: characters may share hexes, and nobody fights.
    #[default]
    Exploring,
    /// There is combat.
    Combat,
}

/// How far a battle has come.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Progress {
    /// Whose phase it is.
    pub phase: Phase,
    /// The computer's character that acts now.
    pub acting: Option<UnitId>,
    /// Those that have acted this turn, by id.
    pub acted: Vec<UnitId>,
    /// Whether there is combat.
    pub stage: Stage,
    /// Turns of the party in a row that began with no hostile in sight, nor one between (§6).
    pub calm: u8,
    /// Whether a hostile was in sight since the party's turn began.
    pub stirred: bool,
    /// Doors, chests, traps and what lies about on the map in play.
    pub objects: Objects,
    /// How far a journey has come.
    pub course: Course,
}

/// How far a journey over several maps has come; of a battle of one map it is as at first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// How it stands.
    pub trip: Trip,
    /// Doors, chests, traps and what lies about on maps that the party left.
    pub left: BTreeMap<MapId, Objects>,
}

impl Hash for Course {
    /// A battle of one map has no share of it.
    fn hash<H: Hasher>(&self, state: &mut H) {
        if *self != Self::default() {
            (&self.trip, &self.left).hash(state);
        }
    }
}

/// How a journey stands (§7).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trip {
    /// Hexes of the overland map that the party went since its last encounter.
    pub tiles: u8,
    /// The hex of the overland map from which the party went over to another map.
    pub origin: TileId,
    /// The hex from which it had come there.
    pub from: TileId,
    /// Whom it fights on a combat map.
    pub met: Vec<UnitId>,
}

impl Progress {
    /// Whether there is combat.
    pub fn fights(&self) -> bool {
        self.stage == Stage::Combat
    }

    /// Begins a phase of the turn.
    pub(super) fn begin(&mut self, phase: Phase) {
        self.phase = phase;
        self.acting = None;
        self.acted.clear();
    }
}

/// Whether the party sees an enemy.
pub fn is_hunted(world: &World) -> bool {
    hunters(world).next().is_some()
}

/// Lists the enemies that the party sees, in id order.
pub fn hunters(world: &World) -> impl Iterator<Item = UnitId> + '_ {
    let known = world.resource::<Knowledge>().of(PARTY);
    foes(world, PARTY).filter(|&foe| known.sees_unit(foe))
}

/// Returns who of the party spots which enemy, or is spotted by it (§3): the nearest two that are awake, of
/// equals those with the lowest ids. On an overland map spotting starts nothing.
pub fn spotted(world: &World) -> Option<(UnitId, UnitId)> {
    if super::setup::map(world) == Map::Overland {
        return None;
    }
    let units = Units::of(world);
    let awake = party(world).filter(|&id| is_up(world, id));
    let pairs = awake.flat_map(|id| seen_foes(world, id).map(move |foe| (id, foe)));
    let pairs = pairs.filter(|&(_, foe)| is_up(world, foe));
    pairs.min_by_key(|&(id, foe)| (units.distance(id, foe), (id, foe)))
}

/// Whether a character is on the board and awake.
pub fn is_up(world: &World, id: UnitId) -> bool {
    let units = Units::of(world);
    let effects = units.part::<Effects>(id);
    let sleeps = || effects.sleeps(super::setup::content(world));
    units.seat(id).is_some() && (effects.0.is_empty() || !sleeps())
}

/// Whether a character can still do something this turn.
pub fn can_act(world: &World, id: UnitId) -> bool {
    is_up(world, id) && Units::of(world).part::<Purse>(id).ap > 0
}

/// Whether a computer's character has done as much as it may in a turn (§9).
pub fn is_worn_out(world: &World, id: UnitId) -> bool {
    let units = Units::of(world);
    let most = || super::setup::content(world).figures.most_actions;
    units.side(id) != PARTY && units.part::<Purse>(id).acts >= most()
}

/// Lists the enemies of a side on the board, in id order.
pub fn foes(world: &World, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    let units = Units::of(world);
    let ids = units.ids();
    ids.filter(move |&id| {
        units.seat(id).is_some() && units.roster().are_hostile(side, units.side(id))
    })
}

/// Lists the enemies out of the party's sight that it saw come to know where it was, and the hex they know.
pub fn searchers(world: &World) -> impl Iterator<Item = (UnitId, TileId)> + '_ {
    let known = world.resource::<Knowledge>().of(PARTY);
    let units = Units::of(world);
    let ids = units.ids();
    ids.filter_map(move |id| {
        let is_lost = known.sightings[id.index()].is_some() && !known.sees_unit(id);
        let shown = units.part::<Memory>(id).shown.filter(|_| is_lost);
        Some((id, shown?))
    })
}

/// Lists where a side last saw each enemy that it has seen, those in sight included, in id order.
pub fn sighted(world: &World, side: Side) -> impl Iterator<Item = TileId> + '_ {
    let roster = world.resource::<Roster>();
    let known = world.resource::<Knowledge>().of(side);
    let hostile = roster
        .ids()
        .filter(move |&id| roster.are_hostile(side, roster.side(id)));
    hostile.filter_map(|id| Some(known.sightings[id.index()]?.tile))
}

/// Lists the enemies that a character itself sees, in id order.
pub fn seen_foes(world: &World, id: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    let knowledge = world.resource::<Knowledge>();
    let units = Units::of(world);
    let seen = move |foe: &UnitId| {
        let seat = units.seat(*foe);
        seat.is_some_and(|tile| knowledge.unit_sees(id, tile))
    };
    foes(world, units.side(id)).filter(seen)
}

/// Lists the living characters of the party on the board.
pub fn party(world: &World) -> impl Iterator<Item = UnitId> + '_ {
    units_on_board(world, PARTY)
}

/// Whether all of the party stand in a zone.
pub(super) fn is_in(world: &World, zone: &[TileId]) -> bool {
    let units = Units::of(world);
    party(world).all(|id| units.seat(id).is_some_and(|tile| zone.contains(&tile)))
}

/// Lists the characters that the computer phase is for, in the order they act: most AP first, then by id
/// (§4).
pub fn queue(world: &World) -> Vec<UnitId> {
    let roster = world.resource::<Roster>();
    let others = roster
        .ids()
        .filter(|&id| roster.side(id) != PARTY && is_up(world, id));
    let mut queue: Vec<_> = others.collect();
    queue.sort_by_key(|&id| (std::cmp::Reverse(most_ap(world, id)), id));
    queue
}

/// Returns the AP that a character gets at the end of a turn, with the effects on it.
pub fn most_ap(world: &World, id: UnitId) -> u8 {
    let content: &content::PartyContent = super::setup::content(world);
    let units = Units::of(world);
    let base = units.part::<super::character::Sheet>(id).ap;
    let more = units.part::<Effects>(id).ap(content);
    (i32::from(base) + more).clamp(0, u8::MAX.into()) as u8
}

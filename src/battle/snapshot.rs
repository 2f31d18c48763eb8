//! The whole state of a battle as plain data: for undo and saves.
//!
//! **Invariant:** restoring a snapshot into a battle of the same mission gives the same fingerprint.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::board::{Board, TileState};
use crate::battle::dice::{Dice, DiceState};
use crate::battle::grid::TileId;
use crate::battle::knowledge::{self, Knowledge};
use crate::battle::map::{self, BoardState, Course, KnownBoard, Maps};
use crate::battle::order::{BattleDice, Pending};
use crate::battle::phase::{Turn, Verdict};
use crate::battle::rules::{Rules, Waiting};
use crate::battle::side_count;
use crate::battle::state::{OwnState, UnitParts};
use crate::battle::unit::{self, Position, Presence, Roster, UnitId};

/// State of a battle of a known mission.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Snapshot<R: Rules> {
    turn: Turn,
    verdict: Verdict,
    dice: DiceState,
    units: Vec<(UnitId, R::UnitState)>,
    extra: R::Extra,
    tiles: Vec<(TileId, TileState)>,
    known: Vec<KnownBoard>,
    waiting: Option<Waiting<R>>,
    #[serde(default, skip_serializing_if = "Course::is_plain")]
    course: Course,
}

impl<R: Rules> Snapshot<R> {
    /// Copies the present state.
    pub fn take(world: &World) -> Self {
        let BoardState { tiles, known } = BoardState::take(world);
        Self {
            turn: *world.resource::<Turn>(),
            verdict: *world.resource::<Verdict>(),
            dice: (world.resource::<BattleDice>().0.as_ref())
                .and_then(Dice::state)
                .expect("battles are played with seeded dice and no plan runs"),
            units: (world.resource::<Roster>().ids())
                .map(|id| (id, R::UnitState::read(world, id)))
                .collect(),
            extra: R::Extra::read(world),
            tiles,
            known,
            waiting: world.resource::<Pending<R>>().0.clone(),
            course: world.resource::<Maps>().course(),
        }
    }

    /// Goes over to the map on which the snapshot was taken, in a battle that was just set up; returns
    /// whether there are the maps that it knows.
    pub fn go_to_map(&self, world: &mut World) -> bool {
        let maps = world.resource::<Maps>();
        let is_there = maps.fits(&self.course, world, self.turn);
        if is_there {
            map::resume(world, &self.course);
        }
        is_there
    }

    /// Whether the snapshot fits the battle that is set up and on its map: same units, board and sides,
    /// and nothing seen in turns to come. The sides it names exist.
    pub fn fits(&self, world: &World) -> bool {
        let sides = side_count(world);
        let asked = self.waiting.as_ref().map(|waiting| waiting.side);
        let mut named = [self.turn.active].into_iter().chain(asked);
        if named.any(|side| side.0 >= sides) {
            return false;
        }
        let roster = world.resource::<Roster>();
        let grid = world.resource::<Board>().grid;
        R::fits(world, &self.units, &self.extra)
            && self.units.len() == roster.len()
            && self
                .units
                .iter()
                .zip(roster.ids())
                .all(|((id, _), other)| *id == other)
            && self.state().fits(world, grid, self.turn)
    }

    fn state(&self) -> BoardState {
        BoardState {
            tiles: self.tiles.clone(),
            known: self.known.clone(),
        }
    }

    /// Puts the state back into the battle of the same mission.
    pub fn restore(&self, world: &mut World) {
        *world.resource_mut::<Turn>() = self.turn;
        *world.resource_mut::<Verdict>() = self.verdict;
        world.resource_mut::<BattleDice>().0 = Some(Dice::restore(self.dice));
        world
            .resource_mut::<Pending<R>>()
            .0
            .clone_from(&self.waiting);
        map::resume(world, &self.course);
        let state = self.state();
        state.put_tiles(world);
        for (id, state) in &self.units {
            R::restore_unit(world, *id, state);
        }
        self.extra.write(world);
        seat_units(world);
        state.put_known(world);
        R::settle(world);
        knowledge::renew_all_views(world);
        world.resource_mut::<Knowledge>().discoveries = knowledge::Discoveries::default();
        knowledge::show_fog(world);
        // The fingerprint above counts no unit yet.
        world.resource_mut::<Roster>().mark_all_dirty();
    }
}

/// Rebuilds the occupancy from the units' positions.
pub fn seat_units(world: &mut World) {
    world.resource_mut::<Board>().clear_occupants();
    for id in world.resource::<Roster>().ids() {
        let unit = unit::unit(world, id);
        if unit.get::<Presence>() == Some(&Presence::OnBoard) {
            let tile = unit.get::<Position>().expect("units have a position").0;
            world.resource_mut::<Board>().enter(tile, id);
        }
    }
}

//! The whole state of a battle as plain data: for undo and saves.
//!
//! **Invariant:** restoring a snapshot into a battle of the same mission gives the same fingerprint.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::board::{Board, TileState};
use crate::battle::dice::{Dice, DiceState};
use crate::battle::fingerprint::Fingerprint;
use crate::battle::grid::TileId;
use crate::battle::knowledge::{self, Knowledge, Sighting};
use crate::battle::order::{BattleDice, Pending};
use crate::battle::phase::{Turn, Verdict};
use crate::battle::rules::{Rules, Waiting};
use crate::battle::state::{OwnState, UnitParts};
use crate::battle::unit::{self, Position, Presence, Roster, Side, UnitId};

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
}

/// What one side remembers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct KnownBoard {
    tiles: Vec<(TileId, TileState)>,
    /// Turn in which each hex last went out of sight.
    left: Vec<u16>,
    sightings: Vec<Option<Sighting>>,
}

impl<R: Rules> Snapshot<R> {
    /// Copies the present state.
    pub fn take(world: &World) -> Self {
        let board = world.resource::<Board>();
        let knowledge = world.resource::<Knowledge>();
        let all = |keep: &dyn Fn(TileId) -> Option<TileState>| {
            board
                .grid
                .tiles()
                .filter_map(|tile| Some((tile, keep(tile)?)))
                .collect()
        };
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
            tiles: all(&|tile| Some(board.layers.state(tile))),
            known: (0..knowledge.side_count())
                .map(|side| knowledge.of(Side(u8::try_from(side).expect("few sides"))))
                .map(|side| KnownBoard {
                    tiles: all(&|tile| side.layers.is_known(tile).then(|| side.layers.state(tile))),
                    left: (board.grid.tiles())
                        .map(|tile| side.left_sight(tile))
                        .collect(),
                    sightings: side.sightings.clone(),
                })
                .collect(),
            waiting: world.resource::<Pending<R>>().0.clone(),
        }
    }

    /// Whether the snapshot fits the battle that is set up: same units, board and sides, and nothing
    /// seen in turns to come.
    pub fn fits(&self, world: &World) -> bool {
        let board = world.resource::<Board>();
        let roster = world.resource::<Roster>();
        let on_board = |tiles: &[(TileId, TileState)]| {
            tiles.iter().all(|(tile, state)| {
                tile.index() < board.grid.len() && board.layers.is_valid(*state)
            })
        };
        R::fits(world, &self.units, &self.extra)
            && self.units.len() == roster.len()
            && self
                .units
                .iter()
                .zip(roster.ids())
                .all(|((id, _), other)| *id == other)
            && self.tiles.len() == board.grid.len()
            && on_board(&self.tiles)
            && self.known.len() == world.resource::<Knowledge>().side_count()
            && self.known.iter().all(|known| {
                on_board(&known.tiles)
                    && known.left.len() == board.grid.len()
                    && known.left.iter().all(|&turn| turn <= self.turn.number)
                    && known.sightings.len() == roster.len()
                    && (known.sightings.iter().flatten()).all(|sighting| {
                        sighting.tile.index() < board.grid.len()
                            && sighting.turn <= self.turn.number
                    })
            })
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
        for &(tile, state) in &self.tiles {
            super::set_tile(world, tile, state);
        }
        super::print_tiles(world);
        for (id, state) in &self.units {
            R::restore_unit(world, *id, state);
        }
        self.extra.write(world);
        seat_units(world);

        let units = self.units.len();
        world.resource_scope(|world, mut all: Mut<Knowledge>| {
            let board = world.resource::<Board>();
            let figures = all.figures().clone();
            all.reset(board, self.known.len(), units, figures);
            let mut change = 0;
            for (index, known) in self.known.iter().enumerate() {
                let id = Side(u8::try_from(index).expect("few sides"));
                let side = all.of_mut(id);
                side.sightings.clone_from(&known.sightings);
                for (index, &turn) in known.left.iter().enumerate() {
                    side.leave(index / 64, 1 << (index % 64), turn);
                }
                for &(tile, state) in &known.tiles {
                    side.layers
                        .recall(&world.resource::<Board>().layers, tile, state);
                    let digest = side.layers.digest(tile);
                    change ^= knowledge::known_fact(id, tile, digest);
                }
            }
            world.resource_mut::<Fingerprint>().change(change);
        });
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

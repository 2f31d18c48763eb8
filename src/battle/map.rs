//! The maps of one battle: which board is in play, and how the others were left.
//!
//! **Invariant:** the map in play changes by [`enter`] and by a snapshot that is restored, and by nothing
//! else. A battle of one board has no other maps, and nothing of this shows in its fingerprint.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::board::{Board, BoardSetup, TileState};
use crate::battle::fingerprint::{Fingerprint, stable_hash};
use crate::battle::grid::{Grid, TileId};
use crate::battle::knowledge::{self, Knowledge, Sighting};
use crate::battle::phase::Turn;
use crate::battle::unit::{Position, Presence, Roster, Side, UnitId, edit};

/// Kind of the fact in the fingerprint that tells which map is in play and how the others were left.
const FACT_MAPS: u8 = 10;

/// Names a map of a battle: its place in the list of all, of which the first is where it begins.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct MapId(pub u8);

impl MapId {
    /// The map on which a battle begins.
    pub const FIRST: Self = Self(0);

    /// Returns the index into the list of maps.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A map that can be played on.
#[derive(Clone, Debug, Default)]
pub struct MapSetup {
    /// Name shown to people.
    pub name: String,
    /// Its board as it is when it is first entered.
    pub board: BoardSetup,
}

/// What a board looks like, and what the sides know of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct BoardState {
    pub(super) tiles: Vec<(TileId, TileState)>,
    pub(super) known: Vec<KnownBoard>,
}

/// What one side remembers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct KnownBoard {
    tiles: Vec<(TileId, TileState)>,
    /// Turn in which each hex last went out of sight.
    left: Vec<u16>,
    sightings: Vec<Option<Sighting>>,
}

/// Which map is in play, and how those were left that were left behind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Course {
    now: MapId,
    left: BTreeMap<MapId, BoardState>,
}

impl Course {
    /// Returns the course of a battle that is on a map and kept nothing of others.
    pub(super) fn to(now: MapId) -> Self {
        Self {
            now,
            left: BTreeMap::new(),
        }
    }

    /// Whether no map was ever changed.
    pub(super) fn is_plain(&self) -> bool {
        *self == Self::default()
    }
}

/// The maps of the battle.
#[derive(Resource, Clone, Debug, Default)]
pub struct Maps {
    /// All maps; empty where the first one is the only one.
    all: Arc<[MapSetup]>,
    course: Course,
}

impl Maps {
    /// Begins a battle on the first of these.
    pub(super) fn of(all: Arc<[MapSetup]>) -> Self {
        Self {
            all,
            course: Course::default(),
        }
    }

    /// Returns the map in play.
    pub fn now(&self) -> MapId {
        self.course.now
    }

    /// Returns layout and size of a map; nothing where there are no others than the first.
    pub fn grid(&self, map: MapId) -> Option<Grid> {
        self.all.get(map.index()).map(|setup| setup.board.grid)
    }

    /// Returns the hexes of the largest map; 0 where there are no others than the first.
    pub fn most_hexes(&self) -> usize {
        let hexes = self.all.iter().map(|setup| setup.board.grid.len());
        hexes.max().unwrap_or(0)
    }

    /// Lists the names of all maps; none where there are no others than the first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|setup| setup.name.as_str())
    }

    /// Returns the name of the map in play; empty where there are no others.
    pub fn name(&self) -> &str {
        let setup = self.all.get(self.course.now.index());
        setup.map_or("", |setup| &setup.name)
    }

    /// Returns the share in the fingerprint: none as long as no map was changed.
    pub(super) fn print(&self) -> u64 {
        match self.course.is_plain() {
            true => 0,
            false => Fingerprint::fact(FACT_MAPS, 0, stable_hash(&self.course)),
        }
    }

    /// Copies what a snapshot keeps of it.
    pub(super) fn course(&self) -> Course {
        self.course.clone()
    }

    /// Whether there are the maps that a course has been on, as large as they were then.
    pub(super) fn fits(&self, course: &Course, world: &World, turn: Turn) -> bool {
        let is_there = |map: MapId| map == MapId::FIRST || self.grid(map).is_some();
        is_there(course.now)
            && course.left.iter().all(|(&map, state)| {
                let grid = self.grid(map);
                map != course.now && grid.is_some_and(|grid| state.fits(world, grid, turn))
            })
    }
}

impl BoardState {
    /// Copies the board in play and what the sides know of it.
    pub(super) fn take(world: &World) -> Self {
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
        }
    }

    /// Whether it is that of a board in a battle: of its size, with its sides and units, and nothing seen
    /// in turns to come.
    pub(super) fn fits(&self, world: &World, grid: Grid, turn: Turn) -> bool {
        let board = world.resource::<Board>();
        let units = world.resource::<Roster>().len();
        let on_board = |tiles: &[(TileId, TileState)]| {
            tiles
                .iter()
                .all(|(tile, state)| tile.index() < grid.len() && board.layers.is_valid(*state))
        };
        self.tiles.len() == grid.len()
            && on_board(&self.tiles)
            && self.known.len() == world.resource::<Knowledge>().side_count()
            && self.known.iter().all(|known| {
                on_board(&known.tiles)
                    && known.left.len() == grid.len()
                    && known.left.iter().all(|&left| left <= turn.number)
                    && known.sightings.len() == units
                    && (known.sightings.iter().flatten()).all(|sighting| {
                        sighting.tile.index() < grid.len() && sighting.turn <= turn.number
                    })
            })
    }

    /// Has the hexes of the board in play look so.
    pub(super) fn put_tiles(&self, world: &mut World) {
        super::set_tiles(world, &self.tiles);
        super::print_tiles(world);
    }

    /// Has the sides know that of the board in play, and nothing else.
    pub(super) fn put_known(&self, world: &mut World) {
        let units = world.resource::<Roster>().len();
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
    }
}

/// Changes the map in play, as `apply` of a rule set may: those who are `placed` are on it, and whoever was
/// on the board and is not among them waits in reserve.
///
/// How the map is left that was in play, and what the sides know of it, is kept if `keeps`; else it is as at
/// first when it is entered again. Of a map that is entered for the first time nobody knows anything but
/// what is seen of it.
///
/// # Panics
/// If the mission has no such map, or a hex is not on it.
pub fn enter(world: &mut World, map: MapId, placed: &[(UnitId, TileId)], keeps: bool) {
    let left = keeps.then(|| BoardState::take(world));
    for id in world.resource::<Roster>().ids() {
        if world.resource::<Board>().seat(id).is_some() {
            edit(world, id).set(Presence::Reserve);
        }
    }
    let course = &mut world.resource_mut::<Maps>().course;
    let from = std::mem::replace(&mut course.now, map);
    course.left.extend(left.map(|state| (from, state)));
    let kept = course.left.remove(&map);
    lay(world);
    match kept {
        Some(state) => {
            state.put_tiles(world);
            state.put_known(world);
        }
        None => super::print_tiles(world),
    }
    for &(id, tile) in placed {
        edit(world, id).set(Presence::OnBoard).set(Position(tile));
        world.resource_mut::<Board>().enter(tile, id);
    }
    knowledge::renew_all_views(world);
    // The fingerprint begins anew with the hexes.
    world.resource_mut::<Roster>().mark_all_dirty();
}

/// Goes over to the map that a course is on, before its state is put back; returns whether it is another
/// one than that in play.
pub(super) fn resume(world: &mut World, course: &Course) -> bool {
    let is_other = {
        let mut maps = world.resource_mut::<Maps>();
        let before = std::mem::replace(&mut maps.course, course.clone());
        before.now != course.now
    };
    if is_other {
        lay(world);
    }
    is_other
}

/// Lays the board of the map in play as it is at first: nobody is on it and nobody knows it.
fn lay(world: &mut World) {
    let maps = world.resource::<Maps>();
    let (all, now) = (maps.all.clone(), maps.course.now);
    let setup = all.get(now.index());
    let setup = &setup.expect("rule sets enter maps that there are").board;
    let (units, sides) = (
        world.resource::<Roster>().len(),
        world.resource::<Knowledge>().side_count(),
    );
    world.resource_scope(|world, mut board: Mut<Board>| {
        board.lay(setup, units);
        super::load_tiles(world, &mut board);
        let mut knowledge = world.resource_mut::<Knowledge>();
        let figures = knowledge.figures().clone();
        knowledge.reset(&board, sides, units, figures);
    });
}

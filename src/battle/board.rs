//! The board: dense per-hex layers, hexsides, tile entities and who stands where.
//!
//! **Invariant:** layers and occupancy are caches of the components on tile and unit entities;
//! `battle::set_tile` and `apply` keep them right together.

mod mark;

use std::collections::BTreeSet;
use std::sync::Arc;

use bevy::prelude::*;
use hexx::Hex;
use serde::{Deserialize, Serialize};

pub(super) use self::mark::BoardMark;
use crate::battle::grid::{Direction, Grid, TileId};
use crate::battle::revision::Revision;
use crate::battle::tile_set::{TileSet, tiles_of};
use crate::battle::unit::UnitId;
use crate::content::terrain::{Cover, Hexside, HexsideId, Obstacle, Terrain, TerrainId};

/// What a hex looks like; elevation never changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TileState {
    /// Terrain kind.
    pub terrain: TerrainId,
    /// Turns it still burns.
    pub fire: u8,
    /// Smoke density, 0 to 3.
    pub smoke: u8,
    /// Turns a poisonous cloud still hangs over it.
    pub gas: u8,
    /// Hit points the terrain has lost.
    pub wear: u8,
    /// Whether the thing to interact with that stands here was used.
    pub spent: bool,
}

/// A board as it is before anything happens on it.
#[derive(Clone, Debug, Default)]
pub struct BoardSetup {
    /// Layout and size.
    pub grid: Grid,
    /// Terrain, fire and smoke of each hex.
    pub tiles: Vec<TileState>,
    /// Elevation of each hex in levels.
    pub elevation: Vec<i8>,
    /// Features on hexsides.
    pub hexsides: Vec<(TileId, Direction, HexsideId)>,
}

/// What the geometry needs of a terrain kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ground {
    obstacle: Obstacle,
    move_percent: u16,
    cover: Cover,
    covers_behind: bool,
    is_door: bool,
    is_harmful: bool,
}

impl Ground {
    fn of_all(terrains: &[Terrain]) -> Arc<[Self]> {
        let ground = terrains.iter().map(|terrain| Self {
            obstacle: terrain.obstacle,
            move_percent: terrain.move_percent.unwrap_or(0),
            cover: terrain.cover,
            covers_behind: !terrain.cover_own_hex_only,
            is_door: terrain.door_to.is_some(),
            is_harmful: terrain.hazard_damage > 0 || terrain.poisons,
        });
        ground.collect()
    }
}

/// Sight code of a hex: what stands in it, packed for fast scans.
pub(super) mod code {
    /// Counts as a tree.
    pub const TREE: u8 = 1;
    /// Has a low obstacle.
    pub const LOW: u8 = 2;
    /// Has a tall obstacle.
    pub const TALL: u8 = 4;
    /// Blocks at any height.
    pub const BLOCKS: u8 = 8;
    /// Holds smoke.
    pub const SMOKE: u8 = 16;
}

/// Dense layers of a board, true or remembered.
#[derive(Debug, Default)]
pub struct Layers {
    /// Changes with anything else of them.
    revision: Revision,
    states: Vec<TileState>,
    elevation: Vec<i8>,
    known: Vec<bool>,
    codes: Vec<u8>,
    /// Cover that each hex gives a unit in it, and one behind it.
    covers: Vec<[Cover; 2]>,
    /// Entry cost in percent of a plain hex; 0 cannot be entered (or was never seen).
    entry: Vec<u16>,
    /// Known hexes that cannot be entered, and those of them that are closed doors.
    closed: TileSet,
    doors: TileSet,
    /// Known hexes that may harm whoever enters: they burn, or gas or deadly ground is there.
    harmful: TileSet,
    /// Those that may matter to a view.
    marked: TileSet,
    /// Known hexes that give cover.
    sheltering: TileSet,
    ground: Option<Arc<[Ground]>>,
    /// Entry costs of all kinds that can be entered, each once, percent of a plain hex.
    entry_percents: Arc<[u16]>,
    /// Levels between the lowest and the highest hex.
    relief: u8,
    /// Hexes of each elevation, where there are several.
    levels: Vec<(i8, TileSet)>,
}

impl Layers {
    /// Loads a board, reusing storage; all of it is known.
    pub fn load(&mut self, terrains: &[Terrain], states: &[TileState], elevation: &[i8]) {
        self.set_ground(terrains);
        self.lay(states, elevation);
    }

    /// Becomes another board of the terrain kinds that hold; all of it is known.
    fn lay(&mut self, states: &[TileState], elevation: &[i8]) {
        self.resize(states.len(), true);
        let (low, high) = (elevation.iter().min(), elevation.iter().max());
        self.relief = low.zip(high).map_or(0, |(low, high)| high.abs_diff(*low));
        self.begin_levels();
        for ((tile, &level), &state) in (0..).map(TileId).zip(elevation).zip(states) {
            self.set_elevation(tile, level);
            self.put_state(tile, state);
        }
    }

    /// Whether they are those of a board that was loaded and never changed.
    fn are_of(&self, terrains: &[Terrain], states: &[TileState], elevation: &[i8]) -> bool {
        self.states == states
            && self.elevation == elevation
            && (self.ground.as_ref()).is_some_and(|ground| **ground == *Ground::of_all(terrains))
    }

    /// Has new definitions of the same terrain kinds hold; what is not known stays unknown.
    pub(super) fn renew_ground(&mut self, terrains: &[Terrain]) {
        self.set_ground(terrains);
        for index in 0..self.states.len() {
            if self.known[index] {
                self.put_state(TileId(index as u32), self.states[index]);
            }
        }
    }

    /// Becomes a board of the same size and relief of which nothing is known.
    pub fn reset_unknown_like(&mut self, truth: &Self) {
        self.ground.clone_from(&truth.ground);
        self.entry_percents.clone_from(&truth.entry_percents);
        self.resize(truth.states.len(), false);
        self.relief = truth.relief;
        self.begin_levels();
    }

    /// Lists all hexes at elevation 0, where they begin.
    fn begin_levels(&mut self) {
        self.levels.clear();
        if self.relief > 0 {
            let mut all = TileSet::new(self.elevation.len());
            (0..self.elevation.len() as u32).for_each(|tile| all.insert(TileId(tile)));
            self.levels.push((0, all));
        }
    }

    fn set_elevation(&mut self, tile: TileId, level: i8) {
        let before = std::mem::replace(&mut self.elevation[tile.index()], level);
        if before == level || self.relief == 0 {
            return;
        }
        for (other, tiles) in &mut self.levels {
            if *other == before {
                tiles.remove(tile);
            }
        }
        let place = self.levels.iter().position(|(other, _)| *other == level);
        let place = place.unwrap_or_else(|| {
            self.levels
                .push((level, TileSet::new(self.elevation.len())));
            self.levels.len() - 1
        });
        self.levels[place].1.insert(tile);
    }

    fn resize(&mut self, len: usize, known: bool) {
        self.revision = Revision::fresh();
        self.states.clear();
        self.states.resize(len, TileState::default());
        self.elevation.clear();
        self.elevation.resize(len, 0);
        self.known.clear();
        self.known.resize(len, known);
        self.codes.clear();
        self.codes.resize(len, 0);
        self.covers.clear();
        self.covers.resize(len, [Cover::None; 2]);
        self.entry.clear();
        self.entry.resize(len, 0);
        self.closed.reset(len);
        self.doors.reset(len);
        self.harmful.reset(len);
        self.marked.reset(len);
        self.sheltering.reset(len);
    }

    fn set_ground(&mut self, terrains: &[Terrain]) {
        self.revision = Revision::fresh();
        let ground = Ground::of_all(terrains);
        let percents = ground.iter().map(|kind| kind.move_percent);
        let percents: BTreeSet<_> = percents.filter(|&percent| percent > 0).collect();
        self.entry_percents = percents.into_iter().collect();
        self.ground = Some(ground);
    }

    fn ground(&self, terrain: TerrainId) -> &Ground {
        &self.ground.as_ref().expect("loaded before use")[usize::from(terrain.0)]
    }

    /// Returns the number of hexes.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether no board is loaded.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Returns what a hex looks like.
    #[inline]
    pub fn state(&self, tile: TileId) -> TileState {
        self.states[tile.index()]
    }

    /// Whether a state names a terrain kind that exists.
    pub fn is_valid(&self, state: TileState) -> bool {
        let kinds = self.ground.as_ref().map_or(0, |ground| ground.len());
        usize::from(state.terrain.0) < kinds
    }

    /// Changes what a hex looks like, which makes it known.
    pub fn set_state(&mut self, tile: TileId, state: TileState) {
        self.revision = Revision::fresh();
        self.put_state(tile, state);
    }

    fn put_state(&mut self, tile: TileId, state: TileState) {
        let ground = *self.ground(state.terrain);
        let index = tile.index();
        self.states[index] = state;
        self.known[index] = true;
        self.entry[index] = ground.move_percent;
        let behind = match ground.covers_behind {
            true => ground.cover,
            false => Cover::None,
        };
        self.covers[index] = [ground.cover, behind];
        self.sheltering.set(tile, ground.cover != Cover::None);
        let obstacle = match ground.obstacle {
            Obstacle::Open => 0,
            Obstacle::Low => code::LOW,
            Obstacle::Tall => code::TALL,
            Obstacle::Partial => code::TREE,
            Obstacle::Blocks => code::BLOCKS,
        };
        self.codes[index] = obstacle | if state.smoke > 0 { code::SMOKE } else { 0 };
        let is_closed = ground.move_percent == 0;
        self.closed.set(tile, is_closed);
        self.doors.set(tile, is_closed && ground.is_door);
        let is_harmful = ground.is_harmful || state.fire > 0 || state.gas > 0;
        self.harmful.set(tile, is_harmful);
        // On level ground every eye is above what is low.
        let code = self.codes[index];
        let is_marked = code != 0 && (code != code::LOW || self.has_relief());
        self.marked.set(tile, is_marked);
    }

    /// Puts a remembered hex back: its relief is that of the true board.
    pub fn recall(&mut self, truth: &Self, tile: TileId, state: TileState) {
        self.set_elevation(tile, truth.elevation[tile.index()]);
        self.set_state(tile, state);
    }

    /// Copies the hexes of a word of sets from another board of the same size and relief.
    pub fn copy_tiles(&mut self, from: &Self, word: usize, hexes: u64) {
        self.revision = Revision::fresh();
        for (set, from) in [
            (&mut self.closed, &from.closed),
            (&mut self.doors, &from.doors),
            (&mut self.harmful, &from.harmful),
            (&mut self.marked, &from.marked),
            (&mut self.sheltering, &from.sheltering),
        ] {
            set.take(word, hexes);
            match from.word(word) & hexes {
                0 => {}
                copied => set.put(word, copied),
            }
        }
        for tile in tiles_of(word, hexes) {
            let index = tile.index();
            self.states[index] = from.states[index];
            self.set_elevation(tile, from.elevation[index]);
            self.known[index] = true;
            self.codes[index] = from.codes[index];
            self.covers[index] = from.covers[index];
            self.entry[index] = from.entry[index];
        }
    }

    /// Returns one number for what a hex looks like, for the fingerprint.
    #[inline]
    pub fn digest(&self, tile: TileId) -> u64 {
        let TileState {
            terrain,
            fire,
            smoke,
            gas,
            wear,
            spent,
        } = self.states[tile.index()];
        let elevation = self.elevation[tile.index()].cast_unsigned();
        u64::from_le_bytes([
            terrain.0,
            fire,
            smoke,
            elevation,
            gas,
            wear,
            spent.into(),
            0,
        ])
    }

    /// Whether the hex was ever seen (always, on the true board).
    #[inline]
    pub fn is_known(&self, tile: TileId) -> bool {
        self.known[tile.index()]
    }

    /// Returns the terrain kind.
    #[inline]
    pub fn terrain(&self, tile: TileId) -> TerrainId {
        self.states[tile.index()].terrain
    }

    /// Returns the elevation in levels.
    #[inline]
    pub fn elevation(&self, tile: TileId) -> i8 {
        self.elevation[tile.index()]
    }

    /// Whether elevations differ anywhere.
    pub fn has_relief(&self) -> bool {
        self.relief > 0
    }

    /// Returns the levels between the lowest and the highest hex.
    pub fn relief(&self) -> u8 {
        self.relief
    }

    /// Returns the turns a hex still burns.
    #[inline]
    pub fn fire(&self, tile: TileId) -> u8 {
        self.states[tile.index()].fire
    }

    /// Returns the turns a poisonous cloud still hangs over a hex.
    #[inline]
    pub fn gas(&self, tile: TileId) -> u8 {
        self.states[tile.index()].gas
    }

    /// Whether a wall or closed door stops blasts and clouds.
    #[inline]
    pub fn stops_blasts(&self, tile: TileId) -> bool {
        self.codes[tile.index()] & code::TALL != 0
    }

    /// Returns the smoke density.
    #[inline]
    pub fn smoke(&self, tile: TileId) -> u8 {
        self.states[tile.index()].smoke
    }

    /// Returns the entry cost in percent of a plain hex; `None` cannot be entered.
    #[inline]
    pub fn entry_percent(&self, tile: TileId) -> Option<u16> {
        let percent = self.entry[tile.index()];
        (percent > 0).then_some(percent)
    }

    /// Returns the known hexes that cannot be entered as they are, closed doors among them.
    pub fn closed(&self) -> &TileSet {
        &self.closed
    }

    /// Returns the known hexes that hold a closed door.
    pub fn doors(&self) -> &TileSet {
        &self.doors
    }

    /// Returns the known hexes that may harm whoever enters: they burn, or gas or deadly ground is there.
    pub fn harmful(&self) -> &TileSet {
        &self.harmful
    }

    /// Returns the known hexes whose obstacle gives cover, to a unit in it or behind it.
    pub fn sheltering(&self) -> &TileSet {
        &self.sheltering
    }

    /// Lists the entry costs of all terrain that can be entered, each once, in percent of a plain hex,
    /// whether or not it occurs on the board.
    pub fn entry_percents(&self) -> impl Iterator<Item = u16> {
        self.entry_percents.iter().copied()
    }

    /// Returns the cover the hex's obstacle gives a unit standing in it.
    #[inline]
    pub fn own_cover(&self, tile: TileId) -> Cover {
        self.covers[tile.index()][0]
    }

    /// Returns the cover the hex's obstacle gives the hex behind it (rubble gives none).
    #[inline]
    pub fn cover_behind(&self, tile: TileId) -> Cover {
        self.covers[tile.index()][1]
    }

    /// Whether a bush or tree stands in the hex.
    #[inline]
    pub fn is_tree(&self, tile: TileId) -> bool {
        self.codes[tile.index()] & code::TREE != 0
    }

    #[inline]
    pub(super) fn code(&self, index: usize) -> u8 {
        self.codes[index]
    }

    pub(super) fn codes(&self) -> &[u8] {
        &self.codes
    }

    /// Returns the hexes that may matter to a view: those with a [`code`](Self::code), but for what is low
    /// on level ground.
    pub(super) fn marked(&self) -> &TileSet {
        &self.marked
    }

    pub(super) fn entries(&self) -> &[u16] {
        &self.entry
    }

    pub(super) fn elevations(&self) -> &[i8] {
        &self.elevation
    }

    /// Lists elevations and the hexes of each; none of a board without relief.
    pub(super) fn levels(&self) -> &[(i8, TileSet)] {
        &self.levels
    }

    /// Returns the top of a hex in half levels; the eye is at twice the elevation plus one.
    #[inline]
    pub(super) fn top(&self, index: usize) -> i16 {
        let ground = 2 * i16::from(self.elevation[index]);
        match self.codes[index] {
            code if code & code::BLOCKS != 0 => i16::MAX,
            code if code & code::TALL != 0 => ground + 3,
            code if code & code::LOW != 0 => ground + 1,
            _ => ground,
        }
    }
}

/// No further occupant in a chain.
const NOBODY: u16 = u16::MAX;

/// The true board.
#[derive(Resource, Clone, Debug, Default)]
pub struct Board {
    /// Coordinates.
    pub grid: Grid,
    /// What each hex looks like.
    pub layers: Layers,
    /// What each looked like at first: battle after battle begins on the same board.
    loaded: Layers,
    hexsides: Vec<[HexsideId; 6]>,
    has_hexsides: bool,
    /// Surcharge of each hexside kind in percent of a plain hex; `None` cannot be crossed.
    surcharges: Vec<Option<u16>>,
    entities: Vec<Entity>,
    /// First occupant of each hex.
    first: Vec<u16>,
    /// Next occupant of the same hex, by unit.
    next: Vec<u16>,
    /// Where each unit stands.
    seats: Vec<Option<TileId>>,
    /// Coordinates of where each unit stands or stood last.
    places: Vec<Hex>,
    /// Changes whenever somebody comes or goes, or the ground is another.
    revision: Revision,
}

impl Board {
    /// Loads a board, reusing storage; hexsides start plain and nobody stands on it.
    pub fn load(
        &mut self,
        terrains: &[Terrain],
        hexsides: &[Hexside],
        grid: Grid,
        states: &[TileState],
        elevation: &[i8],
        units: usize,
    ) {
        if !self.loaded.are_of(terrains, states, elevation) {
            self.loaded.load(terrains, states, elevation);
        }
        self.layers = self.loaded.clone();
        self.set_surcharges(hexsides);
        self.clear(grid, units);
    }

    /// Becomes another board by the definitions that hold, hexsides included; nobody stands on it.
    pub(super) fn lay(&mut self, setup: &BoardSetup, units: usize) {
        self.layers.lay(&setup.tiles, &setup.elevation);
        self.clear(setup.grid, units);
        for &(tile, direction, feature) in &setup.hexsides {
            self.set_hexside(tile, direction, feature);
        }
    }

    /// Makes room for a board of a size, without features on hexsides and without units.
    fn clear(&mut self, grid: Grid, units: usize) {
        self.grid = grid;
        self.revision = Revision::fresh();
        self.hexsides.clear();
        self.hexsides.resize(grid.len(), [HexsideId::default(); 6]);
        self.has_hexsides = false;
        self.first.clear();
        self.first.resize(grid.len(), NOBODY);
        self.next.clear();
        self.next.resize(units, NOBODY);
        self.seats.clear();
        self.seats.resize(units, None);
        self.places.clear();
        self.places.resize(units, Hex::ZERO);
    }

    fn set_surcharges(&mut self, hexsides: &[Hexside]) {
        self.surcharges.clear();
        self.surcharges
            .extend(hexsides.iter().map(|side| side.surcharge_percent));
    }

    /// Has new definitions of the same terrain and hexside kinds hold.
    pub(super) fn renew(&mut self, terrains: &[Terrain], hexsides: &[Hexside]) {
        self.revision = Revision::fresh();
        self.layers.renew_ground(terrains);
        self.set_surcharges(hexsides);
    }

    /// Returns a revision that changes whenever a unit comes to a hex or leaves one, or other rules of
    /// the ground hold.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// Takes the tile entities, to be used again.
    pub fn take_entities(&mut self) -> Vec<Entity> {
        std::mem::take(&mut self.entities)
    }

    /// Names the tile entities, in tile order.
    pub fn set_entities(&mut self, entities: Vec<Entity>) {
        self.entities = entities;
    }

    /// Returns the tile entities, in tile order.
    pub fn entities(&self) -> &[Entity] {
        &self.entities
    }

    /// Returns the entity of a tile.
    #[inline]
    pub fn entity(&self, tile: TileId) -> Entity {
        self.entities[tile.index()]
    }

    /// Puts a feature on a hexside, seen from both hexes.
    pub fn set_hexside(&mut self, tile: TileId, direction: Direction, feature: HexsideId) {
        self.revision = Revision::fresh();
        self.has_hexsides |= feature != HexsideId::default();
        self.hexsides[tile.index()][usize::from(direction.number())] = feature;
        if let Some(other) = self.grid.neighbor(tile, direction) {
            let back = usize::from(direction.opposite().number());
            self.hexsides[other.index()][back] = feature;
        }
    }

    /// Whether any hexside has a feature.
    pub fn has_hexsides(&self) -> bool {
        self.has_hexsides
    }

    /// Returns the feature on a hexside.
    pub fn hexside(&self, tile: TileId, direction: Direction) -> HexsideId {
        self.hexsides[tile.index()][usize::from(direction.number())]
    }

    /// Returns the surcharge for crossing a hexside in percent of a plain hex; `None` cannot be
    /// crossed.
    #[inline]
    pub fn crossing_percent(&self, tile: TileId, direction: Direction) -> Option<u16> {
        match self.hexside(tile, direction) {
            HexsideId(0) => Some(0),
            HexsideId(kind) => self.surcharges[usize::from(kind)],
        }
    }

    /// Returns the largest surcharge of any hexside kind, in percent of a plain hex.
    pub fn most_crossing_percent(&self) -> u16 {
        self.surcharges.iter().flatten().copied().max().unwrap_or(0)
    }

    /// Lists the units on a hex, last come first.
    pub fn occupants(&self, tile: TileId) -> impl Iterator<Item = UnitId> + '_ {
        let next = |id: &UnitId| Some(self.next[id.index()]);
        let start = Some(UnitId(self.first[tile.index()])).filter(|id| id.0 != NOBODY);
        std::iter::successors(start, move |id| {
            next(id).filter(|&n| n != NOBODY).map(UnitId)
        })
    }

    /// Returns the unit that came last to a hex.
    #[inline]
    pub fn first_occupant(&self, tile: TileId) -> Option<UnitId> {
        let first = self.first[tile.index()];
        (first != NOBODY).then_some(UnitId(first))
    }

    /// Returns where a unit stands; `None` when it is off the board.
    #[inline]
    pub fn seat(&self, unit: UnitId) -> Option<TileId> {
        self.seats[unit.index()]
    }

    /// Returns the coordinates of where a unit stands; `None` when it is off the board.
    #[inline]
    pub fn place(&self, unit: UnitId) -> Option<Hex> {
        (self.seats[unit.index()].is_some()).then(|| self.places[unit.index()])
    }

    /// Puts a unit on a hex, from another if it stood on one.
    pub fn enter(&mut self, tile: TileId, unit: UnitId) {
        self.leave(unit);
        self.revision = Revision::fresh();
        self.seats[unit.index()] = Some(tile);
        self.places[unit.index()] = self.grid.hex(tile);
        self.next[unit.index()] = std::mem::replace(&mut self.first[tile.index()], unit.0);
    }

    /// Takes a unit off the board.
    pub fn leave(&mut self, unit: UnitId) {
        let Some(tile) = self.seats[unit.index()].take() else {
            return;
        };
        self.revision = Revision::fresh();
        let after = std::mem::replace(&mut self.next[unit.index()], NOBODY);
        let mut at = self.first[tile.index()];
        if at == unit.0 {
            self.first[tile.index()] = after;
            return;
        }
        while at != NOBODY {
            let next = self.next[usize::from(at)];
            if next == unit.0 {
                self.next[usize::from(at)] = after;
                return;
            }
            at = next;
        }
    }

    /// Takes all units off the board.
    pub fn clear_occupants(&mut self) {
        self.revision = Revision::fresh();
        self.first.fill(NOBODY);
        self.next.fill(NOBODY);
        self.seats.fill(None);
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// Each hex is in the set of its elevation and in no other.
    #[track_caller]
    fn check_levels(layers: &Layers) {
        for tile in (0..layers.len() as u32).map(TileId) {
            let listed: Vec<_> = (layers.levels().iter())
                .filter(|(_, tiles)| tiles.contains(tile))
                .map(|(level, _)| *level)
                .collect();
            assert_eq!(listed, [layers.elevation(tile)], "{tile:?}");
        }
    }

    #[test]
    fn levels_list_every_hex_at_its_elevation_alone() {
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        let (mut truth, mut known) = (Layers::default(), Layers::default());
        for tiles in [1_000, 70, 300] {
            let states = vec![TileState::default(); tiles];
            let elevation: Vec<i8> = (0..tiles).map(|_| dice.random_range(-3..9)).collect();
            truth.load(&[Terrain::default()], &states, &elevation);
            check_levels(&truth);
            // What was never seen counts as at elevation 0.
            known.reset_unknown_like(&truth);
            check_levels(&known);
            for round in 0..tiles {
                let tile = TileId(dice.random_range(0..tiles as u32));
                match round % 2 {
                    0 => known.copy_tiles(&truth, tile.index() / 64, 1 << (tile.index() % 64)),
                    _ => known.recall(&truth, tile, TileState::default()),
                }
                assert_eq!(known.elevation(tile), truth.elevation(tile));
            }
            check_levels(&known);
        }
        let plain = vec![TileState::default(); 9];
        truth.load(&[Terrain::default()], &plain, &[4; 9]);
        assert!(!truth.has_relief() && truth.levels().is_empty());
    }
}

//! Going back to how a board was: copies of its layers and of who stood where.
//!
//! **Invariant:** layers with the same revision are alike, so that only what changed is copied.

use hexx::Hex;

use crate::battle::board::{Board, Layers, TileState};
use crate::battle::grid::{Direction, TileId};
use crate::battle::revision::Revision;
use crate::battle::tile_set::TileSet;

impl Clone for Layers {
    fn clone(&self) -> Self {
        let mut layers = Self::default();
        layers.copy(self);
        layers
    }

    fn clone_from(&mut self, from: &Self) {
        if self.revision != from.revision {
            self.copy(from);
        }
    }
}

impl Layers {
    /// Becomes what others are, reusing storage.
    fn copy(&mut self, from: &Self) {
        let Self {
            revision,
            states,
            elevation,
            known,
            codes,
            covers,
            entry,
            closed,
            doors,
            harmful,
            marked,
            sheltering,
            ground,
            entry_percents,
            relief,
            levels,
        } = self;
        *revision = from.revision;
        states.clone_from(&from.states);
        elevation.clone_from(&from.elevation);
        known.clone_from(&from.known);
        codes.clone_from(&from.codes);
        covers.clone_from(&from.covers);
        entry.clone_from(&from.entry);
        closed.clone_from(&from.closed);
        doors.clone_from(&from.doors);
        harmful.clone_from(&from.harmful);
        marked.clone_from(&from.marked);
        sheltering.clone_from(&from.sheltering);
        ground.clone_from(&from.ground);
        entry_percents.clone_from(&from.entry_percents);
        *relief = from.relief;
        levels.clone_from(&from.levels);
    }

    /// Has all that is not known look like this, and be known.
    pub(in crate::battle) fn fill_unknown(&mut self, state: TileState, level: i8) {
        self.revision = Revision::fresh();
        for tile in (0..self.len() as u32).map(TileId) {
            if !self.is_known(tile) {
                self.set_elevation(tile, level);
                self.put_state(tile, state);
            }
        }
    }

    /// Lists the hexes that look otherwise on another board of the same size; few comparisons where the
    /// two are known to be alike.
    pub(in crate::battle) fn differences(&self, other: &Self) -> Vec<TileId> {
        if self.revision == other.revision {
            return Vec::new();
        }
        let looks = |layers: &Self, index: usize| (layers.states[index], layers.elevation[index]);
        (0..self.states.len())
            .filter(|&index| looks(self, index) != looks(other, index))
            .map(|index| TileId(index as u32))
            .collect()
    }

    /// Puts in a set the hexes that only one of two boards of the same size knows.
    pub(in crate::battle) fn put_news(&self, other: &Self, set: &mut TileSet) {
        if self.revision == other.revision {
            return;
        }
        let pairs = (0..).map(TileId).zip(self.known.iter().zip(&other.known));
        let news = pairs.filter(|(_, (one, other))| one != other);
        news.for_each(|(tile, _)| set.insert(tile));
    }
}

/// What changes of a board as a battle goes on, to go back to.
#[derive(Clone, Debug, Default)]
pub(in crate::battle) struct BoardMark {
    layers: Layers,
    first: Vec<u16>,
    next: Vec<u16>,
    seats: Vec<Option<TileId>>,
    places: Vec<Hex>,
    revision: Revision,
}

impl Board {
    /// Copies what changes as a battle goes on.
    pub(in crate::battle) fn mark(&self, mark: &mut BoardMark) {
        mark.layers.clone_from(&self.layers);
        mark.first.clone_from(&self.first);
        mark.next.clone_from(&self.next);
        mark.seats.clone_from(&self.seats);
        mark.places.clone_from(&self.places);
        mark.revision = self.revision;
    }

    /// Takes the features over from another board's hexsides that border on a hex that is known.
    pub(in crate::battle) fn copy_hexsides(&mut self, from: &Self, known: &Layers) {
        if !from.has_hexsides && !self.has_hexsides {
            return;
        }
        self.revision = Revision::fresh();
        // Ways are found otherwise where there are none, which everybody knows.
        self.has_hexsides = from.has_hexsides;
        for tile in self.grid.tiles() {
            for direction in Direction::ALL {
                let other = self.grid.neighbor(tile, direction);
                let is_known = known.is_known(tile) || other.is_some_and(|at| known.is_known(at));
                let feature = match is_known {
                    true => from.hexside(tile, direction),
                    false => Default::default(),
                };
                self.hexsides[tile.index()][usize::from(direction.number())] = feature;
            }
        }
    }

    /// Goes back to a copy of a board of the same size; returns the hexes that look otherwise now.
    pub(in crate::battle) fn go_back(&mut self, mark: &BoardMark) -> Vec<TileId> {
        let differing = self.layers.differences(&mark.layers);
        self.layers.clone_from(&mark.layers);
        if self.revision != mark.revision {
            self.first.clone_from(&mark.first);
            self.next.clone_from(&mark.next);
            self.seats.clone_from(&mark.seats);
            self.places.clone_from(&mark.places);
            self.revision = mark.revision;
        }
        differing
    }
}

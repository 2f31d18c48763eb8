//! What one side knows: what it sees, what it remembers of the ground, and where it last saw others.
//!
//! **Invariant:** hexes in sight are remembered as they are.

use serde::{Deserialize, Serialize};

use crate::battle::board::Layers;
use crate::battle::fingerprint::Fingerprint;
use crate::battle::grid::TileId;
use crate::battle::revision::Revision;
use crate::battle::tile_set::{TileSet, tiles_of};
use crate::battle::unit::{Side, UnitId};

/// Kinds of facts in the fingerprint that this module changes, one for each of eight sides. When a hex
/// or unit was seen last is left out: it follows from the rest and the orders before.
const FACT_KNOWN: u8 = 2;

/// What a side knows of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sight {
    /// Never seen.
    Hidden,
    /// Seen before: terrain as it was then, no units.
    Remembered,
    /// Seen now.
    Visible,
}

/// Where and when a side last saw an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sighting {
    /// The hex.
    pub tile: TileId,
    /// The turn.
    pub turn: u16,
}

/// Knowledge of one side.
#[derive(Debug, Default)]
pub struct SideKnowledge {
    /// The board as remembered; hexes never seen are unknown in it.
    pub layers: Layers,
    /// Hexes the side sees now.
    pub(super) visible: TileSet,
    /// Hexes remembered as they are.
    pub(super) current: TileSet,
    /// Turn in which each hex last went out of sight; 0 is never.
    pub(super) left: Vec<u16>,
    /// Hexes that ever did.
    pub(super) ever_left: TileSet,
    /// Last sighting of each unit of another side.
    pub sightings: Vec<Option<Sighting>>,
    /// Which units of other sides the side sees now.
    pub(super) in_sight: Vec<bool>,
    /// Changes with what the side sees and remembers.
    pub(super) revision: Revision,
    /// Changes with what the side remembers of the ground.
    pub(super) memory: Revision,
}

impl SideKnowledge {
    /// Returns what the side knows of a hex.
    #[inline]
    pub fn sight(&self, tile: TileId) -> Sight {
        if self.visible.contains(tile) {
            Sight::Visible
        } else if self.layers.is_known(tile) {
            Sight::Remembered
        } else {
            Sight::Hidden
        }
    }

    /// Whether the side sees a unit of another side now.
    pub fn sees_unit(&self, unit: UnitId) -> bool {
        self.in_sight[unit.index()]
    }

    /// Returns a revision that changes whenever the side learns or loses sight of anything.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// Returns a revision that changes whenever the side remembers the ground otherwise.
    pub fn memory(&self) -> Revision {
        self.memory
    }

    /// Notes that the side may remember any ground otherwise.
    pub(super) fn renew_revisions(&mut self) {
        self.revision = Revision::fresh();
        self.memory = self.revision;
    }

    /// Returns the turn in which a hex last went out of the side's sight; 0 is never.
    pub fn left_sight(&self, tile: TileId) -> u16 {
        self.left[tile.index()]
    }

    /// Notes the turn in which the hexes of a word of sets went out of sight.
    pub(in crate::battle) fn leave(&mut self, word: usize, hexes: u64, turn: u16) {
        match turn {
            0 => self.ever_left.take(word, hexes),
            _ => self.ever_left.put(word, hexes),
        }
        for tile in tiles_of(word, hexes) {
            self.left[tile.index()] = turn;
        }
    }

    /// Whether the side sees a hex now.
    #[inline]
    pub fn sees(&self, tile: TileId) -> bool {
        self.visible.contains(tile)
    }

    /// Returns the hexes the side sees now.
    pub fn visible(&self) -> &TileSet {
        &self.visible
    }

    /// Returns the hexes that ever went out of the side's sight.
    pub fn ever_left(&self) -> &TileSet {
        &self.ever_left
    }

    /// Copies a hex as it is into memory; returns the change of the fingerprint.
    pub(super) fn learn(&mut self, side: Side, truth: &Layers, tile: TileId) -> u64 {
        let (word, hex) = (tile.index() / 64, 1 << (tile.index() % 64));
        self.learn_all(side, truth, word, hex).change
    }

    /// Copies the hexes of a word of sets into memory, as they are.
    pub(super) fn learn_all(
        &mut self,
        side: Side,
        truth: &Layers,
        word: usize,
        hexes: u64,
    ) -> Lesson {
        self.current.put(word, hexes);
        let (mut lesson, mut taught) = (Lesson::default(), 0);
        for tile in tiles_of(word, hexes) {
            let now = truth.digest(tile);
            if self.layers.is_known(tile) {
                let before = self.layers.digest(tile);
                if before == now {
                    continue;
                }
                lesson.change ^= known_fact(side, tile, before);
            } else {
                lesson.new += 1;
            }
            lesson.change ^= known_fact(side, tile, now);
            taught |= 1 << (tile.index() % 64);
        }
        if taught != 0 {
            self.layers.copy_tiles(truth, word, taught);
            self.renew_revisions();
        }
        lesson
    }
}

/// What looking at hexes taught a side.
#[derive(Default)]
pub(super) struct Lesson {
    /// Hexes that were never seen before.
    pub(super) new: u32,
    /// Change of the fingerprint.
    pub(super) change: u64,
}

/// Returns the share in the fingerprint of a side remembering a hex as this.
pub(in crate::battle) fn known_fact(side: Side, tile: TileId, digest: u64) -> u64 {
    Fingerprint::fact(FACT_KNOWN + side.0, tile.0, digest)
}

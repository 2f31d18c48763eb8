//! Where units die.
//!
//! **Invariant:** every death is counted on one hex.

use std::collections::BTreeMap;

use serde::Serialize;

use super::side::SideTally;
use crate::battle::grid::{Grid, TileId};
use crate::battle::unit::Side;
use crate::chronicle::record::{BattleRecord, Vocabulary};

/// Deaths of a side by hex.
#[derive(Clone, Debug, Default)]
pub struct PlaceTally(BTreeMap<u32, u64>);

impl PlaceTally {
    /// Counts the deaths of a side in one battle.
    pub fn add(&mut self, battle: &BattleRecord, side: Side) {
        for loss in battle.losses.iter().filter(|loss| loss.side == side) {
            *self.0.entry(loss.at.0).or_default() += 1;
        }
    }
}

/// The board and where units died on it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardFindings {
    /// Layout and size.
    pub grid: Grid,
    /// Whether boards or places differ from seed to seed.
    pub is_drawn_anew: bool,
    /// Names of terrain that [`Self::grounds`] stands for.
    pub terrain: Vec<String>,
    /// Terrain of each hex in row order, of the first seed's board.
    pub grounds: Vec<u16>,
    /// Hexes where units died, in row order.
    pub deaths: Vec<Deaths>,
}

/// Deaths on one hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Deaths {
    /// Index of the hex, row × width + column.
    pub tile: u32,
    /// Deaths of each side.
    pub by_side: Vec<u64>,
}

/// The hex where most units of a side die.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deadliest {
    /// Index of the hex.
    pub tile: TileId,
    /// Deaths there.
    pub deaths: u64,
    /// Share of all deaths of the side, from 0 to 1.
    pub share: f64,
}

impl BoardFindings {
    /// Finds the hex where most units of a side die, the first of several; `None` if none dies.
    pub fn deadliest(&self, side: usize) -> Option<Deadliest> {
        let counts = || self.deaths.iter().map(|deaths| deaths.by_side[side]);
        let deaths = counts().max().filter(|deaths| *deaths > 0)?;
        let at = counts().position(|count| count == deaths)?;
        Some(Deadliest {
            tile: TileId(self.deaths[at].tile),
            deaths,
            share: deaths as f64 / counts().sum::<u64>() as f64,
        })
    }
}

/// Gathers the deaths of all sides.
pub fn findings(words: &Vocabulary, sides: &[SideTally]) -> BoardFindings {
    let mut deaths: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    for (index, side) in sides.iter().enumerate() {
        for (&tile, &count) in &side.places.0 {
            deaths.entry(tile).or_insert_with(|| vec![0; sides.len()])[index] = count;
        }
    }
    BoardFindings {
        grid: words.board.grid,
        is_drawn_anew: words.board.is_drawn_anew,
        terrain: words
            .grounds
            .iter()
            .map(|ground| ground.name.clone())
            .collect(),
        grounds: words.board.grounds.clone(),
        deaths: (deaths.into_iter())
            .map(|(tile, by_side)| Deaths { tile, by_side })
            .collect(),
    }
}

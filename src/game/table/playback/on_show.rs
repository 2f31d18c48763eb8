//! What is shown of the own side while scenes are left: the state by the scene on show, not the end.
//!
//! **Invariant:** taken from the battle before an order is carried out; from then on only scenes change
//! it.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::battle::grid::TileId;
use crate::battle::knowledge::Sight;
use crate::battle::tile_set::TileSet;
use crate::battle::unit::{Health, UnitId};

/// Where a unit is by the scene on show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    Board,
    /// Off the board, and may come back to it.
    Docked,
    /// Has not come yet.
    Awaited,
    /// Destroyed.
    Gone,
}

/// What the card of a unit shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitOnShow {
    /// Hit points.
    pub health: Health,
    /// Shots left.
    pub ammo: u8,
    /// Ends of turns until its weapon is ready.
    pub wait: u8,
    /// Where it is.
    pub place: Whereabouts,
}

/// A figure of a unit, and what it is made of, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    /// The figure.
    pub total: i32,
    pub parts: String,
}

/// What a unit fights with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// How hard it hits.
    pub attack: Figure,
    /// How hard it is to hit.
    pub defense: Figure,
}

/// What the own side sees by the scene on show.
#[derive(Clone, Debug, Default)]
pub struct Lookout {
    /// Hexes it sees.
    visible: TileSet,
    /// Hexes it saw before that, or remembers.
    known: TileSet,
    /// Grows when it sees others.
    revision: u32,
}

impl Lookout {
    /// Begins with the hexes of a board as a side knows them.
    pub fn new(tiles: impl IntoIterator<Item = TileId>, of: impl Fn(TileId) -> Sight) -> Self {
        let tiles: Vec<_> = tiles.into_iter().collect();
        let mut lookout = Self {
            visible: TileSet::new(tiles.len()),
            known: TileSet::new(tiles.len()),
            revision: 0,
        };
        for tile in tiles {
            lookout.visible.set(tile, of(tile) == Sight::Visible);
            lookout.known.set(tile, of(tile) != Sight::Hidden);
        }
        lookout
    }

    /// Has the side see these hexes and no others from now on.
    pub fn see(&mut self, tiles: &[TileId]) {
        self.visible.clear();
        for &tile in tiles {
            self.visible.insert(tile);
            self.known.insert(tile);
        }
        self.revision += 1;
    }

    /// Returns what the side knows of a hex.
    pub fn sight(&self, tile: TileId) -> Sight {
        match () {
            () if self.visible.contains(tile) => Sight::Visible,
            () if self.known.contains(tile) => Sight::Remembered,
            () => Sight::Hidden,
        }
    }

    /// Returns a number that grows with every change.
    pub fn revision(&self) -> u32 {
        self.revision
    }
}

/// What cards, bars and fog show while scenes are left.
#[derive(Resource, Clone, Debug, Default)]
pub struct OnShow {
    /// The turn that is played back.
    pub turn: u16,
    /// What wins, as it was told when the turn began.
    pub objective: String,
    pub units: BTreeMap<UnitId, UnitOnShow>,
    /// What own units fight with.
    pub figures: BTreeMap<UnitId, Figures>,
    /// What is seen, where scenes tell that; else fog is as the battle has it.
    pub lookout: Option<Lookout>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_out_of_sight_is_remembered_and_what_was_never_seen_stays_hidden() {
        let tiles = (0..4).map(TileId);
        let mut lookout = Lookout::new(tiles, |tile| match tile.0 {
            0 => Sight::Visible,
            1 => Sight::Remembered,
            _ => Sight::Hidden,
        });
        lookout.see(&[TileId(1), TileId(2)]);
        let seen = [0, 1, 2, 3].map(|tile| lookout.sight(TileId(tile)));
        let (visible, hidden) = (Sight::Visible, Sight::Hidden);
        assert_eq!(seen, [Sight::Remembered, visible, visible, hidden]);
        assert_eq!(lookout.revision(), 1);
    }
}

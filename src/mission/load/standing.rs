//! Hexes and zones of missions in which somebody has to be able to stand.
//!
//! **Invariant:** what a mission does not draw itself is taken as it is said.

use crate::battle::grid::TileId;
use crate::content::Catalog;
use crate::content::tree::Node;
use crate::mission::{BoardSetup, Ground};

use super::Loader;

impl BoardSetup {
    /// Whether the ground of a hex lets somebody stand there.
    pub fn can_stand(&self, catalog: &Catalog, tile: TileId) -> bool {
        let state = self.tiles.get(tile.index());
        state.is_some_and(|state| catalog.terrain(state.terrain).move_percent.is_some())
    }
}

impl Loader {
    /// Reads a zone in which somebody can stand; returns its hexes where one can.
    pub fn standing_zone(&mut self, node: &Node, (board, zones): &Ground) -> Option<Vec<TileId>> {
        let mut zone = self.zone(node, zones)?;
        if self.is_drawn {
            zone.retain(|&tile| board.can_stand(&self.catalog, tile));
            if zone.is_empty() {
                let message = "no unit can stand anywhere in this zone";
                self.reader.problem(node.place, message);
            }
        }
        Some(zone)
    }

    /// Reads where somebody or something begins, which has to be ground that can be stood on.
    pub fn standing_place(&mut self, node: &Node, (board, zones): &Ground) -> Option<TileId> {
        let tile = self.place(node, board, zones, &|_| true)?;
        let terrain = self.catalog.terrain(board.tiles.get(tile.index())?.terrain);
        if self.is_drawn && terrain.move_percent.is_none() {
            let message = format!("no unit can stand on {}", terrain.name.to_lowercase());
            self.reader.problem(node.place, message);
        }
        Some(tile)
    }
}

//! What the player's side may be told of units and hexes.
//!
//! **Invariant:** units are where they are once the event that is told has landed, and so is knowledge.

use bevy::prelude::*;

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::content::terrain::{Obstacle, Terrain};
use crate::game::kit::eyes;
use crate::game::table::playback::{Flesh, Ground};
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::side_view::SideView;

/// What the side may be told of units and hexes.
#[derive(Clone, Copy, Deref)]
pub(super) struct Eyes<'w> {
    #[deref]
    eyes: eyes::Eyes<'w>,
    pub(super) view: SideView<'w>,
}

impl<'w> Eyes<'w> {
    pub(super) fn new(world: &'w World, own: Side) -> Self {
        Self {
            eyes: eyes::Eyes::new(world, own),
            view: SideView::new(world, own),
        }
    }

    pub(super) fn sees_mark(self, mark: Mark) -> bool {
        match mark {
            Mark::Unit(unit) => self.sees(unit),
            Mark::Hex(tile) => self.knows(tile),
        }
    }

    pub(super) fn spot(self, mark: Mark) -> TileId {
        match mark {
            Mark::Unit(unit) => self.at(unit),
            Mark::Hex(tile) => tile,
        }
    }

    fn terrain(self, tile: TileId) -> &'w Terrain {
        let view = self.view;
        view.rulebook()
            .catalog()
            .terrain(view.layers().terrain(tile))
    }

    /// Returns the ground of a hex as the side knows it.
    pub(super) fn ground(self, tile: TileId) -> Ground {
        Ground::of(self.terrain(tile))
    }

    /// Whether something tall stands on a hex, as far as the side knows.
    pub(super) fn is_tall(self, tile: TileId) -> bool {
        self.view.layers().is_known(tile) && self.terrain(tile).obstacle == Obstacle::Tall
    }

    pub(super) fn flesh(self, unit: UnitId) -> Flesh {
        Flesh::of(self.view.kind(unit).silhouette)
    }
}

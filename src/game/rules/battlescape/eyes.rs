//! What the player's side may be told of units and hexes.
//!
//! **Invariant:** units are where they are once the event that is told has landed, and so is knowledge.

use bevy::prelude::*;

use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{Position, Side, UnitId, part, side_of};
use crate::content::terrain::{Obstacle, Terrain};
use crate::game::table::board_view::BoardView;
use crate::game::table::playback::{Flesh, Ground, Scene, Tone};
use crate::game::table::sound::Cue;
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::side_view::SideView;

/// What the side may be told of units and hexes.
#[derive(Clone, Copy)]
pub(super) struct Eyes<'w> {
    pub(super) world: &'w World,
    pub(super) own: Side,
    pub(super) board: &'w BoardView,
    pub(super) view: SideView<'w>,
}

impl<'w> Eyes<'w> {
    pub(super) fn new(world: &'w World, own: Side) -> Self {
        Self {
            world,
            own,
            board: world.resource(),
            view: SideView::new(world, own),
        }
    }

    /// Where a unit stands once the event that is told has landed, or stood last.
    pub(super) fn at(self, unit: UnitId) -> TileId {
        part::<Position>(self.world, unit).0
    }

    pub(super) fn center(self, unit: UnitId) -> Vec2 {
        self.board.center(self.at(unit))
    }

    pub(super) fn is_own(self, unit: UnitId) -> bool {
        side_of(self.world, unit) == self.own
    }

    pub(super) fn knows(self, tile: TileId) -> bool {
        self.world.resource::<Knowledge>().of(self.own).sees(tile)
    }

    pub(super) fn sees(self, unit: UnitId) -> bool {
        self.is_own(unit) || self.knows(self.at(unit))
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

    pub(super) fn note(self, unit: UnitId, text: &str, tone: Tone) -> Scene {
        Scene::Note {
            at: self.center(unit),
            text: text.into(),
            tone,
        }
    }

    /// Says what is bad for a unit.
    pub(super) fn bad(self, unit: UnitId, text: &str) -> Scene {
        let is_own = self.is_own(unit);
        self.note(unit, text, if is_own { Tone::Bad } else { Tone::Good })
    }

    /// Says what is good for a unit.
    pub(super) fn good(self, unit: UnitId, text: &str) -> Scene {
        let is_own = self.is_own(unit);
        self.note(unit, text, if is_own { Tone::Good } else { Tone::Bad })
    }

    /// Says what is neither good nor bad.
    pub(super) fn plain(self, unit: UnitId, text: &str) -> Scene {
        self.note(unit, text, Tone::Plain)
    }

    pub(super) fn turn(self, unit: UnitId, angle: f32) -> Scene {
        let at = self.center(unit);
        Scene::Turn { unit, at, angle }
    }

    pub(super) fn heard(self, unit: UnitId, cue: Cue) -> Scene {
        let at = self.center(unit);
        Scene::Heard { at, cue }
    }
}

//! What a side may be told of units and hexes, and scenes of what it sees.
//!
//! **Invariant:** units are where they are once the event that is told has landed, and so is knowledge.

use bevy::prelude::*;

use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{Side, UnitId, side_of};
use crate::game::rules::playable::place_of;
use crate::game::table::board_view::BoardView;
use crate::game::table::playback::{Ground, Scene, Tone, Walk};
use crate::game::table::sound::Cue;
use crate::game::table::unit_view::Look;

/// What a side may be told.
#[derive(Clone, Copy)]
pub struct Eyes<'w> {
    pub world: &'w World,
    pub own: Side,
    pub board: &'w BoardView,
}

impl<'w> Eyes<'w> {
    pub fn new(world: &'w World, own: Side) -> Self {
        let board = world.resource();
        Self { world, own, board }
    }

    /// Where a unit stands once the event that is told has landed, or stood last.
    pub fn at(self, unit: UnitId) -> TileId {
        place_of(self.world, unit)
    }

    pub fn center(self, unit: UnitId) -> Vec2 {
        self.board.center(self.at(unit))
    }

    pub fn is_own(self, unit: UnitId) -> bool {
        side_of(self.world, unit) == self.own
    }

    pub fn knows(self, tile: TileId) -> bool {
        self.world.resource::<Knowledge>().of(self.own).sees(tile)
    }

    pub fn sees(self, unit: UnitId) -> bool {
        self.is_own(unit) || self.knows(self.at(unit))
    }

    pub fn note(self, unit: UnitId, text: &str, tone: Tone) -> Scene {
        Scene::Note {
            at: self.center(unit),
            text: text.into(),
            tone,
        }
    }

    /// Shows words over a unit that are bad for it.
    pub fn bad(self, unit: UnitId, text: &str) -> Scene {
        let is_own = self.is_own(unit);
        self.note(unit, text, if is_own { Tone::Bad } else { Tone::Good })
    }

    /// Shows words over a unit that are good for it.
    pub fn good(self, unit: UnitId, text: &str) -> Scene {
        let is_own = self.is_own(unit);
        self.note(unit, text, if is_own { Tone::Good } else { Tone::Bad })
    }

    /// Shows words over a unit that are neither good nor bad.
    pub fn plain(self, unit: UnitId, text: &str) -> Scene {
        self.note(unit, text, Tone::Plain)
    }

    pub fn turn(self, unit: UnitId, angle: f32) -> Scene {
        let at = self.center(unit);
        Scene::Turn { unit, at, angle }
    }

    pub fn heard(self, unit: UnitId, cue: Cue) -> Scene {
        let at = self.center(unit);
        Scene::Heard { at, cue }
    }

    /// Shows what is seen of a step that takes so many seconds, over some ground if it does not fly.
    pub fn walk(
        self,
        unit: UnitId,
        [from, to]: [TileId; 2],
        seconds: f32,
        ground: Option<Ground>,
        look: impl FnOnce() -> Look,
    ) -> Option<Scene> {
        let is_own = self.is_own(unit);
        let [sees_from, sees_to] = [from, to].map(|tile| is_own || self.knows(tile));
        if !sees_from && !sees_to {
            return None;
        }
        let [from, to] = [from, to].map(|tile| self.board.center(tile));
        Some(Scene::Walk(Walk {
            unit,
            from,
            to,
            angle: (to - from).to_angle(),
            seconds,
            ground,
            is_appearing: !sees_from,
            is_vanishing: !sees_to,
            look: (!is_own).then(|| Box::new(look())),
        }))
    }
}

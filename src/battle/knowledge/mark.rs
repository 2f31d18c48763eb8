//! Going back to what the sides knew and saw.
//!
//! **Invariant:** what is kept of the board itself, such as views that were worked out before, is not part
//! of a mark, since it holds for every state.

use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::knowledge::{Discoveries, Knowledge, SideKnowledge, View};
use crate::battle::tile_set::TileSet;

/// What the sides know and see, to go back to.
#[derive(Clone, Debug, Default)]
pub(in crate::battle) struct KnowledgeMark {
    sides: Vec<SideKnowledge>,
    views: Vec<View>,
    eyes: Vec<View>,
    lit: TileSet,
    is_behind: bool,
    changed: Vec<TileId>,
    noted: u16,
}

impl Clone for SideKnowledge {
    fn clone(&self) -> Self {
        let mut knowledge = Self::default();
        knowledge.clone_from(self);
        knowledge
    }

    fn clone_from(&mut self, from: &Self) {
        let Self {
            layers,
            visible,
            current,
            left,
            ever_left,
            sightings,
            in_sight,
            revision,
            memory,
        } = self;
        layers.clone_from(&from.layers);
        visible.clone_from(&from.visible);
        current.clone_from(&from.current);
        left.clone_from(&from.left);
        ever_left.clone_from(&from.ever_left);
        sightings.clone_from(&from.sightings);
        in_sight.clone_from(&from.in_sight);
        *revision = from.revision;
        *memory = from.memory;
    }
}

impl Clone for View {
    fn clone(&self) -> Self {
        Self {
            side: self.side,
            eye: self.eye,
            tiles: self.tiles.clone(),
        }
    }

    fn clone_from(&mut self, from: &Self) {
        self.side = from.side;
        self.eye = from.eye;
        self.tiles.clone_from(&from.tiles);
    }
}

impl Knowledge {
    /// Copies what the sides know and see.
    pub(in crate::battle) fn mark(&self, mark: &mut KnowledgeMark) {
        let KnowledgeMark {
            sides,
            views,
            eyes,
            lit,
            is_behind,
            changed,
            noted,
        } = mark;
        sides.clone_from(&self.sides);
        views.clone_from(&self.views);
        eyes.clone_from(&self.eyes);
        lit.clone_from(&self.lit);
        *is_behind = self.is_behind;
        changed.clone_from(&self.changed);
        *noted = self.noted;
    }

    /// Goes back to what the sides knew and saw, on the board as it was then; `differing` are the hexes
    /// that looked otherwise until now.
    pub(in crate::battle) fn go_back(
        &mut self,
        mark: &KnowledgeMark,
        board: &Board,
        differing: &[TileId],
    ) {
        for (now, then) in self.sides.iter_mut().zip(&mark.sides) {
            self.stale.put_differences(&now.visible, &then.visible);
            now.layers.put_news(&then.layers, &mut self.stale);
            now.clone_from(then);
        }
        self.views.clone_from(&mark.views);
        self.eyes.clone_from(&mark.eyes);
        self.lit.clone_from(&mark.lit);
        self.is_behind = mark.is_behind;
        self.changed.clone_from(&mark.changed);
        self.noted = mark.noted;
        self.discoveries = Discoveries::default();
        self.memo.follow(board.grid, &board.layers, differing);
    }
}

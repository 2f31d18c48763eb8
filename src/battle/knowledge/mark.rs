//! Going back to what the sides knew and saw.
//!
//! **Invariant:** what is kept of the board itself, such as views that were worked out before, is not part
//! of a mark, since it holds for every state.

use bevy::prelude::World;

use crate::battle::board::{Board, Layers};
use crate::battle::grid::TileId;
use crate::battle::knowledge::{
    Discoveries, Knowledge, SideKnowledge, View, known_fact, look, with_knowledge,
};
use crate::battle::phase::Turn;
use crate::battle::tile_set::TileSet;
use crate::battle::unit::{Roster, Side, UnitId};

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

    /// Follows a board of the same size where some hexes look otherwise now.
    pub(in crate::battle) fn follow(&mut self, board: &Board, differing: &[TileId]) {
        self.memo.follow(board.grid, &board.layers, differing);
    }

    /// Returns the share in the fingerprint of what the sides remember.
    pub(in crate::battle) fn print_memories(&self) -> u64 {
        let mut print = 0;
        for (side, known) in (0..).map(Side).zip(&self.sides) {
            let tiles = (0..known.layers.len() as u32).map(TileId);
            for tile in tiles.filter(|&tile| known.layers.is_known(tile)) {
                print ^= known_fact(side, tile, known.layers.digest(tile));
            }
        }
        print
    }
}

/// Gives the sides of a twin what they know: one what it knows in the battle and its units see there, the
/// others the whole board and what their units see of it. Nobody but that one side remembers any unit.
pub(in crate::battle) fn imagine(truth: &Knowledge, side: Side, own: &[UnitId], into: &mut World) {
    with_knowledge(into, |into, knowledge| {
        let (board, roster) = (into.resource::<Board>(), into.resource::<Roster>());
        let turn = into.resource::<Turn>().number;
        for (index, known) in (0..).map(Side).zip(&mut knowledge.sides) {
            if index == side {
                known.clone_from(truth.of(side));
                // On this board nearly everything is as it is remembered.
                let SideKnowledge {
                    layers, current, ..
                } = known;
                for tile in board.grid.tiles() {
                    let is_same = layers.state(tile) == board.layers.state(tile);
                    current.set(tile, layers.is_known(tile) && is_same);
                }
            } else {
                known.forget_all(&board.layers);
            }
        }
        for (id, view) in roster.ids().zip(&mut knowledge.views) {
            match own.contains(&id) {
                true => view.clone_from(&truth.views[id.index()]),
                false => {
                    view.side = None;
                    view.tiles.clear();
                }
            }
        }
        let own_eyes = truth.eyes.iter().filter(|eye| eye.side == Some(side));
        knowledge.eyes = own_eyes.cloned().collect();
        knowledge.lit.clone_from(&truth.lit);
        knowledge.is_behind = false;
        knowledge.changed.clear();
        board
            .grid
            .tiles()
            .for_each(|tile| knowledge.stale.insert(tile));
        let mut change = 0;
        for id in roster.ids().filter(|id| !own.contains(id)) {
            change ^= look(into, board, roster, knowledge, id, turn);
        }
        knowledge.note_sightings(board, roster, turn);
        change
    });
}

impl SideKnowledge {
    /// Knows a whole board from now on, and has seen nothing else.
    fn forget_all(&mut self, board: &Layers) {
        self.renew_revisions();
        self.layers.clone_from(board);
        self.visible.clear();
        self.current.clear();
        self.left.fill(0);
        self.ever_left.clear();
        self.sightings.fill(None);
        self.in_sight.fill(false);
    }
}

//! Where a side's units can go, what it costs them, and the cover there.
//!
//! **Invariant:** ground is as the side remembers it; of units only those it sees are in the way.

use crate::{
    battle::{
        grid::{Direction, TileId},
        path::{Reach, RunningCost, step_cost},
        unit::{Position, UnitId},
    },
    content::{battlescape::Gait, terrain::Cover},
    rules::battlescape::{check, shot, side_view::SideView},
};

impl SideView<'_> {
    /// Returns the cover a unit could take on a hex towards a side.
    pub fn cover_towards(self, tile: TileId, facing: Direction) -> Cover {
        check::cover_towards(self.board, &self.knowledge.layers, tile, facing)
    }

    /// Returns the cover a unit could take on a hex towards a neighbor of it, if that is on the board.
    pub fn cover_beside(self, tile: TileId, next: Option<TileId>) -> Cover {
        check::cover_beside(&self.knowledge.layers, tile, next)
    }

    /// Returns the gait of one's own unit when nothing special is asked for.
    pub fn gait(self, id: UnitId) -> Gait {
        match self.read(id, |state| state.footing.prone) {
            true => Gait::Crawl,
            false => Gait::Walk,
        }
    }

    /// Returns how many hexes one's own unit may still move if it is Suppressed.
    pub fn steps_left(self, id: UnitId) -> Option<u8> {
        self.read(id, |state| state.steps_left(self.figures()))
    }

    /// Floods the hexes one's own unit can move to in a gait with so many TU.
    pub fn reach(self, id: UnitId, gait: Gait, tu: u16, reach: &mut Reach) {
        let budget = self.running_cost(id).budget(tu);
        let board = self.board;
        let start = self.read(id, |state| state.tile);
        let walk = shot::move_cost(self.figures(), gait, self.kind(id).flies);
        let left = self.steps_left(id);
        let in_the_way = (self.units.ids())
            .filter(|&other| self.is_visible(other))
            .filter_map(|other| board.seat(other));
        // Nobody comes past a closed ring.
        let too_far = left.map(|left| board.grid.hex(start).ring(u32::from(left) + 1));
        let too_far = too_far
            .into_iter()
            .flatten()
            .filter_map(|hex| board.grid.tile(hex));
        let blocked = in_the_way.chain(too_far);
        reach.flood(board, self.layers(), &walk, start, budget, blocked);
        if let Some(left) = left {
            reach.limit_steps(usize::from(left));
        }
    }

    /// Returns how what a walk of one's own unit costs is counted.
    pub fn running_cost(self, id: UnitId) -> RunningCost {
        let health = self.read(id, |state| state.health);
        check::running_cost(self.figures(), health, self.armor(id))
    }

    /// Returns what each step of a path costs one's own unit in a gait, in TU.
    pub fn step_costs(self, id: UnitId, gait: Gait, path: &[Direction]) -> Vec<(TileId, u16)> {
        let board = self.board;
        let walk = shot::move_cost(self.figures(), gait, self.kind(id).flies);
        let mut cost = self.running_cost(id);
        let mut at = self.units.part::<Position>(id).0;
        let mut steps = Vec::new();
        for &direction in path {
            let step = step_cost(board, self.layers(), &walk, at, direction);
            let (Some(step), Some(to)) = (step, board.grid.neighbor(at, direction)) else {
                break;
            };
            at = to;
            steps.push((to, cost.pay(step)));
        }
        steps
    }
}

//! Where a side's units can go, what it costs them, and the cover there.
//!
//! **Invariant:** ground is as the side remembers it; of units only those it sees are in the way.

use crate::battle::grid::{Direction, TileId};
use crate::battle::path::{Reach, RunningCost, step_cost};
use crate::battle::unit::{Position, UnitId};
use crate::content::terrain::Cover;
use crate::rules::battlescape::content::Gait;
use crate::rules::battlescape::event::Cause;
use crate::rules::battlescape::ground::{EntryHarm, entry_harm};
use crate::rules::battlescape::side_view::SideView;
use crate::rules::battlescape::{check, shot};

/// Levels a unit comes down in one step unharmed.
pub const UNHARMED: u8 = 1;

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

    /// Returns what a step does to one's own unit, as far as the side knows the hex.
    pub fn entry_harm(self, id: UnitId, from: TileId, to: TileId) -> EntryHarm {
        let flies = self.kind(id).flies;
        let mut harm = entry_harm(self.layers(), self.rulebook(), from, to, flies);
        harm.poisons &= !self.armor(id).no_poison;
        harm
    }

    /// Whether steps down do harm to one's own unit.
    pub fn falls(self, id: UnitId) -> bool {
        !self.kind(id).flies && self.figures().environment.fall_per_level > 0
    }

    /// Returns the hit points that steps are known to take from one's own unit: by falls, and by the ground
    /// they lead to.
    pub fn losses_on(
        self,
        id: UnitId,
        steps: impl IntoIterator<Item = (TileId, TileId)>,
    ) -> (u32, u32) {
        let harms = steps
            .into_iter()
            .map(|(from, to)| self.entry_harm(id, from, to));
        let losses = harms.flat_map(|harm| harm.losses);
        losses.fold((0, 0), |(falls, ground), (cause, loss)| match cause {
            Cause::Fall(_) => (falls + u32::from(loss), ground),
            _ => (falls, ground + u32::from(loss)),
        })
    }

    /// Floods the hexes one's own unit can move to in a gait with so many TU; ways go around what the side
    /// knows to do harm, wherever the TU allow it.
    pub fn reach(self, id: UnitId, gait: Gait, tu: u16, reach: &mut Reach) {
        self.reach_on(id, gait, tu, &[], reach);
    }

    /// Floods the hexes one's own unit can move on to once it went along a path, with so many TU for all of
    /// it; returns what the path costs in hundredths of TU before the factor.
    pub fn reach_on(
        self,
        id: UnitId,
        gait: Gait,
        tu: u16,
        path: &[Direction],
        reach: &mut Reach,
    ) -> u32 {
        let board = self.board;
        let walk = shot::move_cost(self.figures(), gait, self.kind(id).flies);
        let (mut start, mut spent) = (self.read(id, |state| state.tile), 0);
        for &direction in path {
            let step = step_cost(board, self.layers(), &walk, start, direction);
            let (Some(step), Some(to)) = (step, board.grid.neighbor(start, direction)) else {
                break;
            };
            (start, spent) = (to, spent + step);
        }
        let budget = self.running_cost(id).budget(tu).saturating_sub(spent);
        let steps = u8::try_from(path.len()).unwrap_or(u8::MAX);
        let left = self.steps_left(id).map(|left| left.saturating_sub(steps));
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
        let layers = self.layers();
        let does_harm = |tile: &TileId| self.entry_harm(id, *tile, *tile) != EntryHarm::default();
        let harmful = layers.harmful().iter().filter(does_harm);
        let deepest = if self.falls(id) { UNHARMED } else { u8::MAX };
        reach.flood_sparing(
            board, layers, &walk, start, budget, blocked, harmful, deepest,
        );
        if let Some(left) = left {
            reach.limit_steps(usize::from(left));
        }
        spent
    }

    /// Returns how what a walk of one's own unit costs is counted.
    pub fn running_cost(self, id: UnitId) -> RunningCost {
        check::running_cost(self.figures(), self.health(id), self.armor(id))
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

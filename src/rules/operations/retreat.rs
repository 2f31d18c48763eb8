//! Retreats: where units can go that leave an assault, and what hexes they cannot go cost (§7, §11).
//!
//! **Invariant:** every path that is listed passes the check.

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::rules::operations::field::Field;
use crate::rules::operations::order::Refusal;

impl Field<'_> {
    /// Returns how far a hex is from the nearest of some.
    fn distance_from(&self, tile: TileId, from: &[TileId]) -> u32 {
        let distances = from.iter().map(|&other| self.grid.distance(tile, other));
        distances.min().unwrap_or(0)
    }

    /// Returns what a retreating step costs each unit, half points; nothing if it cannot be taken.
    pub fn retreat_step(
        &self,
        units: &[UnitId],
        (at, to): (TileId, TileId),
        from: &[TileId],
    ) -> Result<Vec<u16>, Refusal> {
        let first = *units.first().ok_or(Refusal::NoUnits)?;
        let side = self.get(first).side;
        let direction = self.direction(at, to).ok_or(Refusal::RetreatPath)?;
        if self.distance_from(to, from) <= self.distance_from(at, from) {
            return Err(Refusal::RetreatCloser);
        }
        // Enemy trucks and broken units bar the way, too: a retreat takes nobody (ours).
        if self.is_in(Self::foe(side), to) {
            return Err(Refusal::Enemy);
        }
        if self.holds_movers(side, to, units) {
            return Err(Refusal::RetreatZone);
        }
        let costs = units.iter().map(|&id| {
            let name = self.name(id).to_owned();
            self.step_cost(id, at, direction)
                .ok_or(Refusal::Impassable { name })
        });
        costs.collect()
    }

    /// Checks a path of a retreat of so many hexes at most, or as far as there is a way if they `must`.
    ///
    /// # Errors
    /// The first step that cannot be taken, a full hex at its end, or a path that could go on and must.
    pub fn check_retreat(
        &self,
        units: &[UnitId],
        path: &[TileId],
        (hexes, must): (u8, bool),
        from: &[TileId],
    ) -> Result<(), Refusal> {
        if must && !self.is_in_city(path) {
            let ways = self.retreats(units, (hexes, must), from);
            let longest = ways.iter().map(Vec::len).max().unwrap_or(0);
            if path.len() < longest {
                let hexes = longest as u8;
                return Err(Refusal::RetreatLittle { hexes });
            }
        }
        if path.len() > usize::from(hexes) {
            return Err(Refusal::RetreatMuch { hexes });
        }
        let Some((&first, last)) = units.first().zip(path.last()) else {
            return Ok(());
        };
        let mut at = self.get(first).tile();
        for &to in path {
            if to.index() >= self.grid.len() {
                return Err(Refusal::UnknownHex);
            }
            self.retreat_step(units, (at, to), from)?;
            at = to;
        }
        self.check_stacking(units, *last)
    }

    /// Lists all paths of a retreat, the shortest first. Staying is one of them, unless the units `must` go as
    /// far as they can, or into a major city on the way.
    pub fn retreats(
        &self,
        units: &[UnitId],
        (hexes, must): (u8, bool),
        from: &[TileId],
    ) -> Vec<Vec<TileId>> {
        let mut paths = vec![Vec::new()];
        let Some(&first) = units.first() else {
            return paths;
        };
        let start = self.get(first).tile();
        let mut begun = 0;
        for _ in 0..hexes {
            let end = paths.len();
            for at in begun..end {
                let here = paths[at].last().copied().unwrap_or(start);
                for (_, to) in self.grid.neighbors(here) {
                    if self.retreat_step(units, (here, to), from).is_ok() {
                        let mut path = paths[at].clone();
                        path.push(to);
                        paths.push(path);
                    }
                }
            }
            begun = end;
        }
        paths.retain(|path| {
            let stacks = |&tile| self.check_stacking(units, tile).is_ok();
            path.last().is_none_or(stacks)
        });
        if must {
            let longest = paths.iter().map(Vec::len).max().unwrap_or(0);
            paths.retain(|path| path.len() == longest || self.is_in_city(path));
        }
        paths
    }

    /// Whether a path of a retreat ends in a major city, which may end it (clarification 10).
    fn is_in_city(&self, path: &[TileId]) -> bool {
        path.last().is_some_and(|&tile| self.ground(tile).city)
    }

    /// Returns the hexes of a mandated retreat that a path leaves out; none where it stops in a major city
    /// (clarification 10).
    pub fn ignored(&self, path: &[TileId], hexes: u8) -> u8 {
        match self.is_in_city(path) {
            true => 0,
            false => hexes.saturating_sub(path.len() as u8),
        }
    }

    /// Lists the units of a hex that can be made to retreat: all that are not broken and can move.
    pub fn movable(&self, units: &[UnitId]) -> Vec<UnitId> {
        let can = |id: &&UnitId| !self.is_broken(**id) && self.build(**id).cpa > 0;
        units.iter().filter(can).copied().collect()
    }
}

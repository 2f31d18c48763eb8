//! What was worked out already: odds of blows, and distances on a board.
//!
//! **Invariant:** what a value depends on is what it is looked up by, so that it holds in all battles.

use bevy::prelude::Resource;

use crate::battle::grid::{Grid, TileId};
use crate::rules::fleet::damage::{Blow, Guard};
use crate::rules::fleet::forecast::{self, Odds};

/// Pages on which odds are kept.
const PAGES: usize = 256;
/// Most odds on a page; then it is begun anew.
const MOST_ON_PAGE: usize = 16;
/// Most kinds of ground that are kept; then all are forgotten.
const MOST_GROUNDS: usize = 32;

/// All that is kept from plan to plan.
#[derive(Resource, Debug, Default)]
pub(super) struct Memory {
    pub(super) odds: KnownOdds,
    pub(super) distances: Distances,
}

/// Known odds, on pages by what differs most.
#[derive(Debug)]
pub(super) struct KnownOdds(Vec<Vec<(Blow, Guard, Odds)>>);

impl Default for KnownOdds {
    fn default() -> Self {
        Self(vec![Vec::new(); PAGES])
    }
}

impl KnownOdds {
    /// Returns the odds of a blow.
    pub(super) fn of(&mut self, blow: Blow, guard: Guard) -> Odds {
        let differs = blow.modifier + i32::from(blow.sides) + i32::from(guard.hull) * 11;
        let page = &mut self.0[differs as usize % PAGES];
        let known = |entry: &&(Blow, Guard, Odds)| entry.0 == blow && entry.1 == guard;
        if let Some((_, _, odds)) = page.iter().find(known) {
            return *odds;
        }
        let odds = forecast::odds(blow, guard);
        if page.len() == MOST_ON_PAGE {
            page.clear();
        }
        page.push((blow, guard, odds));
        odds
    }
}

/// Distances to hexes of one board, where they were asked for.
#[derive(Debug, Default)]
pub(super) struct Distances {
    grid: Grid,
    /// On the straight way, by hex.
    straight: Vec<Vec<u16>>,
    grounds: Vec<Known>,
}

/// Distances on ways over one ground, by goal.
#[derive(Debug)]
struct Known {
    ground: Ground,
    fields: Vec<Vec<u16>>,
}

/// What ways lead over.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ground {
    /// Hexes that nobody enters.
    pub(super) closed: Vec<TileId>,
    /// Steps that it takes to leave each hex.
    pub(super) costs: Vec<u16>,
}

impl Distances {
    /// Turns to a board; those of another are forgotten.
    pub(super) fn turn_to(&mut self, grid: Grid) {
        if self.grid != grid {
            *self = Self {
                grid,
                straight: vec![Vec::new(); grid.len()],
                grounds: Vec::new(),
            };
        }
    }

    /// Lists how far all hexes are from one on the straight way.
    pub(super) fn straight(&mut self, from: TileId) -> &[u16] {
        let grid = self.grid;
        let row = &mut self.straight[from.index()];
        if row.is_empty() {
            let far = |tile| u16::try_from(grid.distance(tile, from)).unwrap_or(u16::MAX);
            row.extend(grid.tiles().map(far));
        }
        row
    }

    /// Returns the number of a ground for [`Self::measure`].
    pub(super) fn ground(&mut self, ground: Ground) -> usize {
        let known = self.grounds.iter().position(|one| one.ground == ground);
        known.unwrap_or_else(|| {
            if self.grounds.len() == MOST_GROUNDS {
                self.grounds.clear();
            }
            let fields = vec![Vec::new(); self.grid.len()];
            self.grounds.push(Known { ground, fields });
            self.grounds.len() - 1
        })
    }

    /// Works out how many steps each hex is from a goal over a ground.
    pub(super) fn measure(&mut self, ground: usize, goal: TileId) {
        let known = &mut self.grounds[ground];
        let field = &mut known.fields[goal.index()];
        if field.is_empty() {
            *field = known.ground.flood(self.grid, goal);
        }
    }

    /// Returns how many steps a hex is from a goal that was measured.
    pub(super) fn steps(&self, ground: usize, goal: TileId, tile: TileId) -> u32 {
        self.grounds[ground].fields[goal.index()][tile.index()].into()
    }
}

impl Ground {
    fn flood(&self, grid: Grid, goal: TileId) -> Vec<u16> {
        let mut field = vec![u16::MAX; grid.len()];
        field[goal.index()] = 0;
        // Hexes by distance: with a detour a hex is reached late.
        let mut rings = vec![vec![goal]];
        let mut far = 0;
        while far < rings.len() {
            for tile in std::mem::take(&mut rings[far]) {
                if usize::from(field[tile.index()]) < far {
                    continue;
                }
                let reached = field[tile.index()] + self.costs[tile.index()];
                for (_, next) in grid.neighbors(tile) {
                    if reached < field[next.index()] && !self.closed.contains(&next) {
                        field[next.index()] = reached;
                        let ring = usize::from(reached);
                        rings.resize_with(rings.len().max(ring + 1), Vec::new);
                        rings[ring].push(next);
                    }
                }
            }
            far += 1;
        }
        field
    }
}

//! Which parts of a board are connected before the battle begins.
//!
//! **Invariant:** doors count as open, locked ones too, and units do not block the way: a unit that
//! cannot get somewhere by this never can, unless a script or a rule moves it.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::grid::{Direction, Grid, TileId};
use crate::content::Catalog;
use crate::content::terrain::{Obstacle, Terrain};
use crate::mission::{BoardSetup, SideSetup};

/// What is passed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Through {
    /// Ground that can be walked on.
    Ways,
    /// Walls as well that can be shot away or burn down.
    Breaches,
    /// What can be walked on or looked across.
    Sight,
    /// Walls as well that can be shot away or burn down.
    Ruins,
}

impl Through {
    /// Whether walls count as open that can be shot away or burn down.
    fn breaks(self) -> bool {
        matches!(self, Self::Breaches | Self::Ruins)
    }

    /// Whether what can be looked across counts as open.
    fn looks(self) -> bool {
        matches!(self, Self::Sight | Self::Ruins)
    }
}

/// The connected parts of a board.
pub struct Parts {
    /// Number of the part of each hex; none of those that bar the way.
    of: Vec<Option<u32>>,
    /// Hexes of each part.
    sizes: Vec<usize>,
}

impl Parts {
    /// Parts a board; what a script opens counts as open, too.
    pub fn of(
        catalog: &Catalog,
        board: &BoardSetup,
        through: Through,
        opened: &BTreeSet<TileId>,
    ) -> Self {
        let grid = board.grid;
        let highest = board.elevation.iter().copied().max().unwrap_or(0);
        let is_open = |tile: TileId| {
            let terrain = catalog.terrain(board.tiles[tile.index()].terrain);
            // From two levels above its foot a wall is looked over.
            let is_low = highest >= board.elevation[tile.index()].saturating_add(2);
            terrain.move_percent.is_some()
                || terrain.door_to.is_some()
                || opened.contains(&tile)
                || (through.breaks() && can_break(catalog, terrain))
                || (through.looks() && can_look(terrain, is_low))
        };
        let cuts: BTreeSet<_> = (board.hexsides.iter())
            .filter(|(.., kind)| catalog.hexside(*kind).surcharge_percent.is_none())
            .map(|&(tile, side, _)| (tile, side))
            .collect();
        let is_cut = |tile, direction: Direction, to| {
            !through.looks()
                && (cuts.contains(&(tile, direction)) || cuts.contains(&(to, direction.opposite())))
        };
        Self::by(grid, is_open, is_cut)
    }

    /// Parts a board by what a rule set says is open, and between which neighbors nobody gets.
    pub fn by(
        grid: Grid,
        is_open: impl Fn(TileId) -> bool,
        is_cut: impl Fn(TileId, Direction, TileId) -> bool,
    ) -> Self {
        let mut parts = Self {
            of: vec![None; grid.len()],
            sizes: Vec::new(),
        };
        for start in grid.tiles() {
            if parts.of[start.index()].is_some() || !is_open(start) {
                continue;
            }
            let number = parts.sizes.len() as u32;
            parts.of[start.index()] = Some(number);
            let (mut open, mut size) = (vec![start], 0);
            while let Some(tile) = open.pop() {
                size += 1;
                for (direction, to) in grid.neighbors(tile) {
                    if !is_cut(tile, direction, to) && parts.of[to.index()].is_none() && is_open(to)
                    {
                        parts.of[to.index()] = Some(number);
                        open.push(to);
                    }
                }
            }
            parts.sizes.push(size);
        }
        parts
    }

    /// Returns the part that a hex is of; none of a hex that bars the way.
    pub fn at(&self, tile: TileId) -> Option<u32> {
        self.of.get(tile.index()).copied().flatten()
    }

    /// Returns the parts that hexes are of.
    pub fn of_all(&self, tiles: impl IntoIterator<Item = TileId>) -> BTreeSet<u32> {
        let parts = tiles.into_iter().filter_map(|tile| self.at(tile));
        parts.collect()
    }

    /// Counts the hexes of a part.
    fn size(&self, part: u32) -> usize {
        self.sizes[part as usize]
    }
}

/// Whether a terrain can be shot away or burn down to one that can be entered.
fn can_break(catalog: &Catalog, terrain: &Terrain) -> bool {
    let ruins = [
        terrain.breaks_to.filter(|_| terrain.health.is_some()),
        terrain.burns_to.filter(|_| terrain.flammable),
    ];
    let mut ruins = ruins.into_iter().flatten();
    ruins.any(|ruins| catalog.terrain(ruins).move_percent.is_some())
}

/// Whether a terrain that cannot be entered can be looked across, by its height or where it is `low`.
fn can_look(terrain: &Terrain, is_low: bool) -> bool {
    match terrain.obstacle {
        Obstacle::Open | Obstacle::Low | Obstacle::Partial => true,
        Obstacle::Tall => is_low,
        Obstacle::Blocks => false,
    }
}

/// Whether two sides fight each other.
pub fn are_hostile(one: &SideSetup, other: &SideSetup) -> bool {
    match (one.neutral, other.neutral) {
        (false, false) => true,
        (true, true) => false,
        (true, false) => other.hunts,
        (false, true) => one.hunts,
    }
}

/// Lists which of some units no enemy can get to or see, by their places in the list, those that are shut in
/// together in one group. Each unit is given with its side and hex. Of two such groups the one is meant
/// that has less ground.
pub fn shut_in(parts: &Parts, sides: &[SideSetup], units: &[(usize, TileId)]) -> Vec<Vec<usize>> {
    let fighters = units.iter().enumerate().filter_map(|(at, &(side, tile))| {
        let setup = sides.get(side).filter(|setup| !setup.neutral)?;
        Some((at, side, setup, parts.at(tile)?))
    });
    let fighters: Vec<_> = fighters.collect();
    let main = (fighters.iter())
        .map(|&(at, .., part)| (parts.size(part), std::cmp::Reverse(at), part))
        .max()
        .map(|(.., part)| part);
    let mut groups: BTreeMap<(usize, u32), Vec<usize>> = BTreeMap::new();
    for &(at, side, setup, part) in &fighters {
        let is_met = |&(_, other, foe, there): &(usize, usize, &SideSetup, u32)| {
            other != side && there == part && are_hostile(setup, foe)
        };
        if Some(part) != main && !fighters.iter().any(is_met) {
            groups.entry((side, part)).or_default().push(at);
        }
    }
    groups.into_values().collect()
}

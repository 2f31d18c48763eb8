//! The board being painted: drawing tools, connection and fairness.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::battle::board::TileState;
use crate::battle::grid::{Grid, TileId};
use crate::content::Catalog;
use crate::content::terrain::TerrainId;
use crate::mission::{BoardSetup, rectangle};

use super::{BoardPlan, Generated, PLACE_LEAST, UNFAIR_PERCENT};

/// Deployment zones are so many hexes deep, and so many to each side of the middle.
const ZONE: (i32, i32) = (3, 4);

/// Hexes around the middle that form the zone `center`.
const CENTER: u32 = 3;

/// Declares the terrain that generators paint with, each by its key in the content.
macro_rules! palette {
    ($($name:ident: $key:literal,)*) => {
        /// The terrain generators paint with.
        #[derive(Clone, Copy)]
        pub(super) struct Palette {
            $(pub(super) $name: TerrainId,)*
        }

        impl Palette {
            /// Finds the terrain in a catalog, or lists what is missing.
            pub(super) fn of(catalog: &Catalog) -> Result<Self, Vec<&'static str>> {
                let is_missing = |key: &&str| catalog.terrain_named(key).is_none();
                let missing: Vec<_> = [$($key),*].into_iter().filter(is_missing).collect();
                match missing.is_empty() {
                    true => Ok(Self { $($name: catalog.terrain_named($key).unwrap_or_default(),)* }),
                    false => Err(missing),
                }
            }
        }
    };
}

palette! {
    floor: "floor",
    road: "road",
    grass: "grass",
    sand: "sand",
    mud: "mud",
    rubble: "rubble",
    bush: "bush",
    tree: "tree",
    low_wall: "low_wall",
    chest: "crate",
    window: "window",
    wall: "wall",
    wood_wall: "wood_wall",
    door: "door",
    shallow: "shallow_water",
    deep: "deep_water",
    acid: "acid",
}

/// A board being painted.
pub(super) struct Canvas<'c> {
    pub(super) grid: Grid,
    pub(super) palette: Palette,
    /// What a way through something is made of.
    pub(super) ground: TerrainId,
    catalog: &'c Catalog,
    density: u16,
    /// Turns and smoke of a hex on fire.
    fire: (u8, u8),
    rng: ChaCha8Rng,
    tiles: Vec<TileState>,
    elevation: Vec<i8>,
    zones: BTreeMap<String, Vec<TileId>>,
}

impl<'c> Canvas<'c> {
    pub(super) fn new(
        grid: Grid,
        palette: Palette,
        catalog: &'c Catalog,
        plan: &BoardPlan,
        seed: u64,
    ) -> Self {
        let mut canvas = Self {
            grid,
            palette,
            ground: palette.grass,
            catalog,
            density: plan.density,
            fire: plan.fire,
            rng: ChaCha8Rng::seed_from_u64(seed),
            tiles: vec![TileState::default(); grid.len()],
            elevation: vec![0; grid.len()],
            zones: BTreeMap::new(),
        };
        canvas.fill(palette.grass);
        canvas
    }

    /// Draws a number below `n`.
    pub(super) fn below(&mut self, n: i32) -> i32 {
        let n = u64::try_from(n.max(1)).unwrap_or(1);
        ((u64::from(self.rng.next_u32()) * n) >> 32) as i32
    }

    /// Draws a number of a range, both ends included.
    pub(super) fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below(high - low + 1)
    }

    /// Draws whether something of a chance in percent happens.
    pub(super) fn chance(&mut self, percent: i32) -> bool {
        self.below(100) < percent
    }

    /// Draws how many of something stand on the board: one on so many hexes, by the density asked for.
    pub(super) fn count(&self, hexes_each: i32) -> i32 {
        let hexes = i32::try_from(self.grid.len()).unwrap_or(i32::MAX);
        hexes / hexes_each.max(1) * i32::from(self.density) / 100
    }

    /// Returns columns and rows.
    pub(super) fn size(&self) -> (i32, i32) {
        (i32::from(self.grid.width), i32::from(self.grid.height))
    }

    /// Draws any hex.
    pub(super) fn anywhere(&mut self) -> TileId {
        let hexes = i32::try_from(self.grid.len()).unwrap_or(i32::MAX);
        TileId(self.below(hexes).unsigned_abs())
    }

    pub(super) fn fill(&mut self, terrain: TerrainId) {
        for tile in &mut self.tiles {
            tile.terrain = terrain;
        }
    }

    pub(super) fn terrain(&self, tile: TileId) -> TerrainId {
        self.tiles[tile.index()].terrain
    }

    pub(super) fn set(&mut self, tile: TileId, terrain: TerrainId) {
        self.tiles[tile.index()].terrain = terrain;
    }

    /// Paints a place of the board; those off it are left out.
    pub(super) fn put(&mut self, column: i32, row: i32, terrain: TerrainId) {
        if let Some(tile) = self.grid.from_offset(column, row) {
            self.set(tile, terrain);
        }
    }

    /// Sets a hex on fire.
    pub(super) fn ignite(&mut self, tile: TileId) {
        let state = &mut self.tiles[tile.index()];
        (state.fire, state.smoke) = self.fire;
    }

    pub(super) fn raise(&mut self, tile: TileId, level: i8) {
        let height = &mut self.elevation[tile.index()];
        *height = (*height).max(level);
    }

    /// Notes a place of the scene.
    pub(super) fn zone(&mut self, name: &str, tiles: Vec<TileId>) {
        self.zones.insert(name.to_owned(), tiles);
    }

    /// Draws a patch of so many hexes that grows from one.
    pub(super) fn patch(&mut self, start: TileId, hexes: i32) -> Vec<TileId> {
        let mut patch = vec![start];
        let mut tries = hexes * 8;
        while i32::try_from(patch.len()).is_ok_and(|len| len < hexes) && tries > 0 {
            tries -= 1;
            let at = self.below(i32::try_from(patch.len()).unwrap_or(1));
            let from = patch[at.unsigned_abs() as usize];
            let turn = self.below(6);
            let direction = crate::battle::grid::Direction::new(turn as u8);
            if let Some(next) = self.grid.neighbor(from, direction)
                && !patch.contains(&next)
            {
                patch.push(next);
            }
        }
        patch
    }

    /// Paints a way between two places that wanders.
    pub(super) fn way(&mut self, from: (i32, i32), to: (i32, i32), terrain: TerrainId) {
        let (mut column, mut row) = from;
        self.put(column, row, terrain);
        while (column, row) != to {
            let (dx, dy) = ((to.0 - column).signum(), (to.1 - row).signum());
            let wander = self.chance(25);
            match (dx, dy) {
                (0, dy) => row += dy,
                (dx, 0) if !wander => column += dx,
                (dx, 0) => {
                    column += dx;
                    self.put(column, row, terrain);
                    let (_, height) = self.size();
                    let step = if self.chance(50) { 1 } else { -1 };
                    row = (row + step).clamp(1, height - 2);
                }
                (dx, dy) => match self.chance(65) {
                    true => column += dx,
                    false => row += dy,
                },
            }
            self.put(column, row, terrain);
        }
    }

    /// Lists the hexes within so many of one.
    pub(super) fn disc(&self, center: TileId, radius: u32) -> Vec<TileId> {
        let grid = self.grid;
        grid.tiles()
            .filter(|&tile| grid.distance(center, tile) <= radius)
            .collect()
    }

    /// Returns the hex in the middle.
    pub(super) fn middle(&self) -> TileId {
        let (width, height) = self.size();
        (self.grid.from_offset(width / 2, height / 2)).expect("the middle is on the board")
    }

    fn can_pass(&self, tile: TileId) -> bool {
        let terrain = self.catalog.terrain(self.terrain(tile));
        terrain.move_percent.is_some() || terrain.door_to.is_some()
    }

    /// Clears the deployment zones, mirrors the board if asked for, and connects what is apart.
    pub(super) fn finish(&mut self, mirrored: bool) {
        let (width, height) = self.size();
        let (depth, reach) = ZONE;
        let (left, right) = (width / 2 - reach, width / 2 + reach);
        let (top, bottom) = (height / 2 - reach, height / 2 + reach);
        let (east, south) = (width - 1, height - 1);
        let grid = self.grid;
        for (name, zone, edge) in [
            (
                "west",
                ((0, top), (depth - 1, bottom)),
                ((0, 0), (0, south)),
            ),
            (
                "east",
                ((width - depth, top), (east, bottom)),
                ((east, 0), (east, south)),
            ),
            (
                "north",
                ((left, 0), (right, depth - 1)),
                ((0, 0), (east, 0)),
            ),
            (
                "south",
                ((left, height - depth), (right, south)),
                ((0, south), (east, south)),
            ),
        ] {
            let zone = rectangle(grid, zone.0, zone.1);
            for &tile in &zone {
                self.set(tile, self.ground);
                self.elevation[tile.index()] = 0;
                let state = &mut self.tiles[tile.index()];
                (state.fire, state.smoke) = (0, 0);
            }
            self.zone(name, zone);
            self.zone(&format!("{name} edge"), rectangle(grid, edge.0, edge.1));
        }
        self.zone("center", self.disc(self.middle(), CENTER));
        if mirrored {
            let len = grid.len();
            for at in 0..len / 2 {
                self.tiles[len - 1 - at] = self.tiles[at];
                self.elevation[len - 1 - at] = self.elevation[at];
            }
            let turned = |tile: &TileId| TileId((len - 1 - tile.index()) as u32);
            for (one, other) in [("west", "east"), ("north", "south")] {
                let zone = self.zones[one].iter().map(turned).rev().collect();
                self.zone(other, zone);
            }
        }
        self.connect();
        for tile in grid.tiles() {
            // Nothing burns on water or bare ground for long: fires start where they can last.
            if !self.can_pass(tile) {
                self.tiles[tile.index()].fire = 0;
            }
        }
        let is_open = |tile: &TileId| {
            let terrain = self.catalog.terrain(self.tiles[tile.index()].terrain);
            terrain.move_percent.is_some()
        };
        let mut zones = std::mem::take(&mut self.zones);
        for tiles in zones.values_mut() {
            tiles.retain(is_open);
        }
        zones.retain(|_, tiles| !tiles.is_empty());
        self.zones = zones;
    }

    /// Breaks ways through what separates hexes that can be entered.
    fn connect(&mut self) {
        let grid = self.grid;
        let start = self.zones["west"][0];
        loop {
            let mut from: Vec<Option<TileId>> = vec![None; grid.len()];
            let mut is_reached = vec![false; grid.len()];
            is_reached[start.index()] = true;
            let mut reached = vec![start];
            let mut next = 0;
            while let Some(&tile) = reached.get(next) {
                next += 1;
                for (_, to) in grid.neighbors(tile) {
                    if self.can_pass(to) && !std::mem::replace(&mut is_reached[to.index()], true) {
                        reached.push(to);
                    }
                }
            }
            // From all that is reached, through anything, to the nearest hex that is not.
            let mut open: VecDeque<_> = reached.into();
            let mut goal = None;
            while let Some(tile) = open.pop_front() {
                if self.can_pass(tile) && from[tile.index()].is_some() {
                    goal = Some(tile);
                    break;
                }
                for (_, to) in grid.neighbors(tile) {
                    if !std::mem::replace(&mut is_reached[to.index()], true) {
                        from[to.index()] = Some(tile);
                        open.push_back(to);
                    }
                }
            }
            let Some(mut at) = goal else {
                return;
            };
            while let Some(before) = from[at.index()] {
                if !self.can_pass(at) {
                    self.set(at, self.ground);
                }
                at = before;
            }
        }
    }

    /// Whether a zone has room for those who are to stand there.
    pub(super) fn has_place(&self, name: &str) -> bool {
        self.zones
            .get(name)
            .is_some_and(|tiles| tiles.len() >= PLACE_LEAST)
    }

    /// Whether the ways from west and east to the middle are about as long.
    pub(super) fn is_fair(&self) -> bool {
        let cost = |zone: &str| {
            let tiles = self.zones.get(zone)?;
            self.cost_to_middle(tiles[tiles.len() / 2])
        };
        match (cost("west"), cost("east")) {
            (Some(one), Some(other)) => {
                let (short, long) = (one.min(other), one.max(other));
                (long - short) * 100 <= short * UNFAIR_PERCENT
            }
            _ => false,
        }
    }

    /// Returns the cost of the cheapest way to the middle in percent of a plain hex.
    fn cost_to_middle(&self, start: TileId) -> Option<u32> {
        let goal = self.middle();
        let mut best = vec![u32::MAX; self.grid.len()];
        let mut open = BinaryHeap::from([Reverse((0, start))]);
        best[start.index()] = 0;
        while let Some(Reverse((cost, tile))) = open.pop() {
            // The middle itself may be a wall.
            if self.grid.distance(tile, goal) <= 1 {
                return Some(cost);
            }
            if cost > best[tile.index()] {
                continue;
            }
            for (_, to) in self.grid.neighbors(tile) {
                if !self.can_pass(to) {
                    continue;
                }
                let entry = self.catalog.terrain(self.terrain(to)).move_percent;
                let up = self.elevation[to.index()] - self.elevation[tile.index()];
                let next =
                    cost + u32::from(entry.unwrap_or(100)) + 100 * u32::from(up.max(0) as u8);
                if next < best[to.index()] {
                    best[to.index()] = next;
                    open.push(Reverse((next, to)));
                }
            }
        }
        None
    }

    pub(super) fn into_board(self) -> Generated {
        Generated {
            board: BoardSetup {
                grid: self.grid,
                tiles: self.tiles,
                elevation: self.elevation,
                hexsides: Vec::new(),
            },
            zones: self.zones,
        }
    }
}

//! Reads the board of a mission: legend, rows, heights, hexsides, smoke and fire, zones.
//!
//! **Invariant:** a drawing with mistakes is made even, so that what stands on it can be checked too.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::board::TileState;
use crate::battle::grid::{Direction, Grid, Layout, TileId};
use crate::content::problem::{Place, suggest};
use crate::content::reader::Reader;
use crate::content::terrain::{HexsideId, TerrainId};
use crate::content::tree::{Node, Value};
use crate::mission::{ALLOWED_LEVELS, BoardSetup, Feature, level_of};

use super::{Loader, MAX_SIDE, MAX_ZONE_HEXES, directions, rectangle};

impl BoardSetup {
    /// A stand-in for a board that cannot be read: every position may be on it.
    pub(super) fn largest() -> Self {
        let side = u16::try_from(MAX_SIDE).expect("the largest side is a small number");
        let grid = Grid::new(Layout::PointyOddRows, side, side);
        Self {
            grid,
            tiles: vec![TileState::default(); grid.len()],
            elevation: vec![0; grid.len()],
            hexsides: Vec::new(),
        }
    }
}

impl Loader {
    /// Reads a drawn board.
    pub(super) fn drawn(&mut self, node: &Node) -> Option<BoardSetup> {
        let mut fields = self.reader.fields(node, "board")?;
        let layout = fields.choice_or(
            &mut self.reader,
            "layout",
            Layout::CHOICES,
            Layout::PointyOddRows,
        );
        let legend = fields
            .need(&mut self.reader, "legend")
            .map(|node| self.legend(node));
        let rows = fields.need(&mut self.reader, "rows");
        let heights = fields.get("heights");
        let hexsides = fields.get("hexsides");
        let smoke = fields.get("smoke");
        let fire = fields.get("fire");
        fields.done(&mut self.reader);

        let (width, height, terrain) = self.terrain(rows?, legend.as_ref())?;
        let grid = Grid::new(layout.unwrap_or(Layout::PointyOddRows), width, height);
        let elevation = heights.and_then(|node| self.heights(node, grid));
        let tiles = terrain.into_iter().map(|terrain| TileState {
            terrain,
            ..TileState::default()
        });
        let mut tiles: Vec<_> = tiles.collect();
        for node in smoke.map_or(&[][..], |node| self.reader.list(node, "smoke")) {
            if let Some((tile, density)) = self.smoke(node, grid) {
                tiles[tile.index()].smoke = density;
            }
        }
        for node in fire.map_or(&[][..], |node| self.reader.list(node, "burning hexes")) {
            if let Some(tile) = self.tile(node, grid) {
                self.set_on_fire(node.place, &mut tiles[tile.index()]);
            }
        }
        let nodes = hexsides.map_or(&[][..], |node| self.reader.list(node, "hexsides"));
        let board = BoardSetup {
            grid,
            tiles,
            elevation: elevation.unwrap_or_else(|| vec![0; grid.len()]),
            hexsides: self.hexsides(nodes, grid),
        };
        self.check_features(&board, [heights, smoke, hexsides]);
        Some(board)
    }

    /// Notes heights, smoke and hexsides of a board that its rules leave aside.
    fn check_features(&mut self, board: &BoardSetup, drawn: [Option<&Node>; 3]) {
        let catalog = self.catalog.clone();
        let rules = self.rules;
        let has_hexside = |is_barrier: bool| {
            let mut kinds = board.hexsides.iter().map(|(.., kind)| *kind);
            kinds.any(|kind| catalog.hexside(kind).surcharge_percent.is_none() == is_barrier)
        };
        let [heights, smoke, hexsides] = drawn;
        for (node, feature, is_there, what) in [
            (
                heights,
                Feature::Heights,
                board.elevation.iter().any(|level| *level != 0),
                "heights only block sight: moves and attacks are the same on all levels",
            ),
            (
                smoke,
                Feature::Smoke,
                board.tiles.iter().any(|tile| tile.smoke > 0),
                "smoke only dims sight, and never clears",
            ),
            (
                hexsides,
                Feature::Hurdles,
                has_hexside(false),
                "hexsides that can be crossed have no effect",
            ),
            (
                hexsides,
                Feature::Barriers,
                has_hexside(true),
                "hexsides do not block movement",
            ),
        ] {
            if let Some(node) = node.filter(|_| is_there && !rules.minds(feature)) {
                let message = format!("in the rules of {}, {what}", rules.name());
                self.reader.doubt(node.place, message);
            }
        }
    }

    /// Reads the drawing of terrain; what is not in the legend is told once, however often it is drawn.
    fn terrain(
        &mut self,
        rows: &Node,
        legend: Option<&BTreeMap<char, TerrainId>>,
    ) -> Option<(u16, u16, Vec<TerrainId>)> {
        let mut strange = BTreeSet::new();
        self.drawing(rows, "row", |reader, place, c| {
            let kind = legend.and_then(|legend| legend.get(&c).copied());
            if let (None, Some(legend)) = (kind, legend)
                && strange.insert(c)
            {
                let known: String = legend.keys().collect();
                let message = format!("{c:?} is not in the legend (known: {known:?})");
                reader.problem(place, message);
            }
            kind.unwrap_or_default()
        })
    }

    /// Reads the drawing of heights; it has to be as large as the board.
    fn heights(&mut self, node: &Node, grid: Grid) -> Option<Vec<i8>> {
        let mut strange = BTreeSet::new();
        let (width, height, drawn) = self.drawing(node, "height row", |reader, place, c| {
            let level = level_of(c);
            if level.is_none() && strange.insert(c) {
                let message = format!("{c:?} is not a height (allowed: {ALLOWED_LEVELS})");
                reader.problem(place, message);
            }
            level.unwrap_or(0)
        })?;
        if (width, height) != (grid.width, grid.height) {
            let message = format!(
                "heights have {width}×{height} hexes, the board has {}×{}",
                grid.width, grid.height
            );
            self.reader.problem(node.place, message);
            return None;
        }
        Some(drawn)
    }

    /// Reads a hex with smoke, and how dense it is.
    fn smoke(&mut self, node: &Node, grid: Grid) -> Option<(TileId, u8)> {
        let mut fields = self.reader.fields(node, "smoke")?;
        let tile = fields.need(&mut self.reader, "at");
        let tile = tile.and_then(|node| self.tile(node, grid));
        let density = fields.need(&mut self.reader, "density");
        let density = density.and_then(|node| self.reader.int(node, "smoke density", 1..=3_u8));
        fields.done(&mut self.reader);
        tile.zip(density)
    }

    /// Has a hex burn as the rules say.
    fn set_on_fire(&mut self, place: Place, tile: &mut TileState) {
        match self.rules.fire(&self.catalog) {
            Some((turns, density)) => {
                (tile.fire, tile.smoke) = (turns, tile.smoke.max(density));
            }
            None => {
                let message = format!("nothing burns in the rules of {}", self.rules.name());
                self.reader.doubt(place, message);
            }
        }
    }

    /// Reads the features on hexsides; each is given once, from whichever side.
    fn hexsides(&mut self, nodes: &[Node], grid: Grid) -> Vec<(TileId, Direction, HexsideId)> {
        let mut drawn = Vec::new();
        let mut taken = BTreeSet::new();
        for node in nodes {
            let Some((tile, side, kind)) = self.hexside(node, grid) else {
                continue;
            };
            let beyond = grid.neighbor(tile, side).unwrap_or(tile);
            let is_new = taken.insert((tile, side)) & taken.insert((beyond, side.opposite()));
            if !is_new {
                let message = "this hexside is given twice";
                self.reader.problem(node.place, message);
            }
            drawn.push((tile, side, kind));
        }
        drawn
    }

    pub(super) fn legend(&mut self, node: &Node) -> BTreeMap<char, TerrainId> {
        let entries = self.reader.entries(node, "{'.': \"grass\"}");
        let mut legend = BTreeMap::new();
        for (key, value) in entries.unwrap_or_default() {
            let terrains = &self.catalog.terrains;
            let found = self.reader.definition(value, "terrain", terrains);
            match key.value {
                Value::Char(c) if c.is_whitespace() => {
                    self.reader
                        .problem(key.place, "white space only separates hexes");
                }
                Value::Char(c) => {
                    if legend.insert(c, found.unwrap_or_default()).is_some() {
                        self.reader
                            .problem(key.place, format!("{c:?} is in the legend twice"));
                    }
                }
                _ => {
                    self.reader.wrong::<()>(key, "a character such as '.'");
                }
            }
        }
        legend
    }

    /// Reads rows of one character a hex; white space is left out.
    pub(super) fn drawing<T: Clone + Default>(
        &mut self,
        node: &Node,
        what: &str,
        mut read: impl FnMut(&mut Reader, Place, char) -> T,
    ) -> Option<(u16, u16, Vec<T>)> {
        let rows = self.reader.list(node, "rows");
        let sizes = 2..=MAX_SIDE;
        let mut lines = Vec::new();
        for row in rows {
            let text = self.reader.text(row, what).unwrap_or_default();
            // With escapes or lines in it, a hex is somewhere in its row.
            let is_plain = row.span.range().len() == text.len() + 2 && !text.contains('\n');
            let mut cells = Vec::new();
            for (column, c) in (row.place.column + 1..).zip(text.chars()) {
                if !c.is_whitespace() {
                    let place = match is_plain {
                        true => Place {
                            column,
                            ..row.place
                        },
                        false => row.place,
                    };
                    cells.push(read(&mut self.reader, place, c));
                }
            }
            lines.push(cells);
        }
        let (width, height) = (lines.first().map_or(0, Vec::len), lines.len());
        if !sizes.contains(&width) || !sizes.contains(&height) {
            // What is no drawing was reported above.
            let is_list = matches!(node.value, Value::List(_));
            if is_list && rows.iter().all(|row| row.as_text().is_some()) {
                let message = format!(
                    "the drawing has {width}×{height} hexes; 2 to {MAX_SIDE} are allowed each way"
                );
                self.reader.problem(node.place, message);
            }
            return None;
        }
        for (row, cells) in rows.iter().zip(&lines) {
            let count = cells.len();
            if count != width && matches!(row.value, Value::Text(_)) {
                let message = format!("this {what} has {count} hexes, the first one has {width}");
                self.reader.problem(row.place, message);
            }
        }
        // A mistaken drawing is made even, so that what stands on it can be checked too.
        let mut cells = Vec::with_capacity(width * height);
        for mut line in lines {
            line.resize(width, T::default());
            cells.append(&mut line);
        }
        Some((
            u16::try_from(width).ok()?,
            u16::try_from(height).ok()?,
            cells,
        ))
    }

    /// Reads a position (column, row).
    pub fn tile(&mut self, node: &Node, grid: Grid) -> Option<TileId> {
        let Some((column, row)) = node.as_pair() else {
            return self.reader.wrong(node, "a hex as (column, row)");
        };
        let tile = i32::try_from(column)
            .ok()
            .zip(i32::try_from(row).ok())
            .and_then(|(column, row)| grid.from_offset(column, row));
        if tile.is_none() {
            let message = format!(
                "({column}, {row}) is off the board (columns 0 to {}, rows 0 to {})",
                grid.width - 1,
                grid.height - 1
            );
            self.reader.problem(node.place, message);
        }
        tile
    }

    pub(super) fn hexside(
        &mut self,
        node: &Node,
        grid: Grid,
    ) -> Option<(TileId, Direction, HexsideId)> {
        let mut fields = self.reader.fields(node, "hexside")?;
        let tile = fields
            .need(&mut self.reader, "at")
            .and_then(|node| self.tile(node, grid));
        let side = fields.need(&mut self.reader, "side").and_then(|node| {
            self.reader
                .choice(node, "direction", &directions(grid.layout))
        });
        let hexsides = &self.catalog.hexsides;
        let kind = fields.definition(&mut self.reader, "kind", "hexside", hexsides);
        fields.done(&mut self.reader);
        let (tile, side) = (tile?, side?);
        if grid.neighbor(tile, side).is_none() {
            self.reader
                .problem(node.place, "there is no hex beyond that side");
        }
        Some((tile, side, kind?))
    }

    pub(super) fn zones(&mut self, node: &Node, grid: Grid) -> BTreeMap<String, Vec<TileId>> {
        let entries = self.reader.entries(node, "{\"name\": [hexes]}");
        let mut zones = BTreeMap::new();
        let mut left = MAX_ZONE_HEXES;
        for (key, value) in entries.unwrap_or_default() {
            let mut tiles = Vec::new();
            for part in self.reader.list(value, "hexes") {
                let area = self.area(part, grid).unwrap_or_default();
                let Some(rest) = left.checked_sub(area.len()) else {
                    let message = format!("zones of more than {MAX_ZONE_HEXES} hexes in all");
                    self.reader.problem(part.place, message);
                    return zones;
                };
                left = rest;
                tiles.extend(area);
            }
            tiles.sort_unstable();
            tiles.dedup();
            if let Some(name) = self.reader.name(key, "zone name") {
                if tiles.is_empty() {
                    self.reader
                        .problem(value.place, format!("zone {name:?} has no hexes"));
                }
                if zones.insert(name.to_owned(), tiles).is_some() {
                    self.reader
                        .problem(key.place, format!("zone {name:?} is given twice"));
                }
            }
        }
        zones
    }

    /// Reads `(column, row)` or `Rect((column, row), (column, row))`.
    pub(super) fn area(&mut self, node: &Node, grid: Grid) -> Option<Vec<TileId>> {
        let Value::Tuple(Some(name), corners) = &node.value else {
            return self.tile(node, grid).map(|tile| vec![tile]);
        };
        let [first, last] = corners.as_slice() else {
            self.reader
                .problem(node.place, "expected Rect((column, row), (column, row))");
            return None;
        };
        if name != "Rect" {
            let hint = suggest(name, ["Rect"]);
            self.reader
                .problem(node.place, format!("area `{name}` is unknown{hint}"));
            return None;
        }
        let (first, last) = (self.tile(first, grid), self.tile(last, grid));
        let corners = (grid.to_offset(first?), grid.to_offset(last?));
        Some(rectangle(grid, corners.0, corners.1))
    }

    /// Returns the hexes of a zone, by its name.
    pub fn zone(
        &mut self,
        node: &Node,
        zones: &BTreeMap<String, Vec<TileId>>,
    ) -> Option<Vec<TileId>> {
        let names: Vec<_> = zones.keys().map(String::as_str).collect();
        self.reader
            .key(node, "zone", |name| zones.get(name).cloned(), &names)
    }
}

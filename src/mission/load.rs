//! Reads mission files, gathering every problem in them.
//!
//! **Invariant:** a mission that loads can be set up and played; whatever could go wrong is a
//! located problem here.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use crate::{
    battle::{
        board::TileState,
        grid::{Direction, Grid, Layout, TileId},
        unit::Side,
    },
    content::{
        Catalog, ContentText, figures,
        problem::{Place, Problems, suggest},
        read_text,
        reader::{Fields, Reader},
        terrain::{HexsideId, TerrainId},
        tree::{self, Node, Value},
    },
    mission::{AiMode, BoardSetup, Controller, Mission, Objective, SideSetup, UnitSetup},
};

/// Largest board side, hexes.
const MAX_SIDE: usize = 512;
/// Most units of all sides.
const MAX_UNITS: usize = 500;
/// Most sides: fog keeps one bit each.
const MAX_SIDES: usize = 8;

/// Everything a mission is built from: what a journal carries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissionSource {
    /// Name of the mission file, for messages.
    pub file: String,
    /// Text of the mission file.
    pub text: String,
    /// Text of the content files.
    pub content: ContentText,
}

impl MissionSource {
    /// Reads a mission file and the content of a folder.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn read(file: &Path, content: &Path) -> Result<Self, Problems> {
        let text = read_text(file)?;
        let content = ContentText::read(content)?;
        Ok(Self {
            file: file.display().to_string(),
            text,
            content,
        })
    }

    /// Builds the mission.
    ///
    /// # Errors
    /// All problems of content and mission.
    pub fn build(&self) -> Result<Mission, Problems> {
        let catalog = self.content.catalog("content")?;
        parse(&self.file, &self.text, &catalog)
    }
}

/// Loads a mission file with definitions already read.
///
/// # Errors
/// All problems of the file.
pub fn load(file: &Path, catalog: &Catalog) -> Result<Mission, Problems> {
    parse(&file.display().to_string(), &read_text(file)?, catalog)
}

/// Reads a mission from its text.
///
/// # Errors
/// All problems of the text.
pub fn parse(file: &str, text: &str, catalog: &Catalog) -> Result<Mission, Problems> {
    let root = tree::parse(file, text)?;
    let mut loader = Loader {
        reader: Reader::new(file),
        catalog: Arc::new(catalog.clone()),
    };
    let mission = loader.mission(&root);
    match mission {
        Some(mission) if loader.reader.problems.is_empty() => Ok(mission),
        _ => {
            let mut problems = loader.reader.problems;
            problems.sort_by_key(|problem| problem.place);
            Err(Problems(problems))
        }
    }
}

struct Loader {
    reader: Reader,
    catalog: Arc<Catalog>,
}

/// Who takes part, as far as it can be told from sides that may hold mistakes.
#[derive(Default)]
struct Roster<'n> {
    /// Names of the sides; none if one is missing.
    names: Vec<&'n str>,
    /// Units of side 0, if they are listed.
    own: Option<usize>,
}

impl<'n> Roster<'n> {
    fn read(node: &'n Node) -> Self {
        let Value::List(sides) = &node.value else {
            return Self::default();
        };
        let field = |side: &'n Node, name: &str| match &side.value {
            Value::Struct(_, fields) => fields.iter().find(|field| field.name == name),
            _ => None,
        };
        let name = |side| match &field(side, "name")?.node.value {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        };
        let own = sides.first().and_then(|side| field(side, "units"));
        Self {
            names: (sides.iter().map(name).collect::<Option<_>>()).unwrap_or_default(),
            own: own.and_then(|field| match &field.node.value {
                Value::List(units) if !units.is_empty() => Some(units.len()),
                _ => None,
            }),
        }
    }
}

impl BoardSetup {
    /// A stand-in for a board that cannot be read: every position may be on it.
    fn largest() -> Self {
        let side = u16::try_from(MAX_SIDE).expect("the largest side is a small number");
        let grid = Grid::new(Layout::PointyOddRows, side, side);
        Self {
            grid,
            tiles: vec![
                TileState {
                    terrain: TerrainId::default(),
                    fire: 0,
                    smoke: 0,
                };
                grid.len()
            ],
            elevation: vec![0; grid.len()],
            hexsides: Vec::new(),
        }
    }
}

const MODES: [(&str, AiMode); 4] = [
    ("Aggressive", AiMode::Aggressive),
    ("Defensive", AiMode::Defensive),
    ("Search", AiMode::Search),
    ("Hold", AiMode::Hold),
];

fn directions(layout: Layout) -> [(&'static str, Direction); 6] {
    let names = match layout {
        Layout::PointyOddRows => [
            "East",
            "SouthEast",
            "SouthWest",
            "West",
            "NorthWest",
            "NorthEast",
        ],
        Layout::FlatOddColumns => [
            "SouthEast",
            "South",
            "SouthWest",
            "NorthWest",
            "North",
            "NorthEast",
        ],
    };
    std::array::from_fn(|i| (names[i], Direction::ALL[i]))
}

/// Returns the name of a direction in mission files.
pub fn direction_name(layout: Layout, direction: Direction) -> &'static str {
    directions(layout)[usize::from(direction.number())].0
}

impl Loader {
    fn mission(&mut self, root: &Node) -> Option<Mission> {
        if let Value::Struct(Some(name), _) | Value::Tuple(Some(name), _) | Value::Name(name) =
            &root.value
            && name != "Mission"
        {
            let message = format!("expected `Mission(...)`, found `{name}`");
            self.reader.problem(root.place, message);
            return None;
        }
        let mut fields = self.reader.fields(root, "mission")?;
        let name = self.need_text(&mut fields, "name");
        let briefing = match fields.get("briefing") {
            Some(node) => self.reader.text(node, "briefing").map(str::to_owned),
            None => Some(String::new()),
        };
        let rules = fields.need(&mut self.reader, "rules");
        let rules = rules.and_then(|node| self.rules(node));
        let board = fields.need(&mut self.reader, "board");
        let board = board.and_then(|node| self.board(node));
        let sides = fields.need(&mut self.reader, "sides");
        let zones = fields.get("zones");
        let exits = fields.get("exits");
        let objectives = fields.need(&mut self.reader, "objectives");
        fields.done(&mut self.reader);

        // Without a board the rest is checked against the largest one there may be.
        let is_drawn = board.is_some();
        let setup = board.unwrap_or_else(BoardSetup::largest);
        let zones = zones
            .map(|node| self.zones(node, setup.grid))
            .unwrap_or_default();
        let exits = exits
            .and_then(|node| self.zone(node, &zones))
            .unwrap_or_default();
        let place = objectives.map_or(root.place, |node| node.place);
        let roster = sides.map(Roster::read).unwrap_or_default();
        let sides = sides.and_then(|node| self.sides(node, &setup));
        let objectives = objectives.and_then(|node| self.objectives(node, &zones, &exits, &roster));
        let (sides, (objective, turn_limit)) = (sides?, objectives?);
        if !is_drawn {
            return None;
        }
        let mission = Mission {
            name: name?,
            briefing: briefing?,
            catalog: rules?,
            board: setup,
            sides,
            objective,
            turn_limit,
            exits,
        };
        self.check_reachable(&mission, place);
        Some(mission)
    }

    fn need_text(&mut self, fields: &mut Fields, name: &'static str) -> Option<String> {
        let node = fields.need(&mut self.reader, name)?;
        self.reader.text(node, name).map(str::to_owned)
    }

    fn rules(&mut self, node: &Node) -> Option<Arc<Catalog>> {
        match self
            .reader
            .variant(node, "the rule set, such as Battlescape()")?
        {
            "Battlescape" => {}
            other => {
                let hint = suggest(other, ["Battlescape"]);
                self.reader
                    .problem(node.place, format!("rule set `{other}` is unknown{hint}"));
                return None;
            }
        }
        let overrides = match &node.value {
            Value::Name(_) => return Some(self.catalog.clone()),
            Value::Struct(_, fields) if fields.is_empty() => return Some(self.catalog.clone()),
            Value::Tuple(_, items) if items.len() == 1 => &items[0],
            _ => node,
        };
        if !matches!(overrides.value, Value::Struct(..)) {
            let message = format!(
                "expected overrides such as (tu: (carry_max: 30)), found {}",
                overrides.describe()
            );
            self.reader.problem(overrides.place, message);
            return None;
        }
        let base = &self.catalog.battlescape.figures;
        let figures = figures::overlay(base, overrides, &mut self.reader)?;
        let mut catalog = Catalog::clone(&self.catalog);
        catalog.battlescape.figures = figures;
        Some(Arc::new(catalog))
    }

    fn board(&mut self, node: &Node) -> Option<BoardSetup> {
        let kind = self.reader.variant(node, "the board, Drawn(...)")?;
        if kind != "Drawn" {
            let hint = suggest(kind, ["Drawn"]);
            self.reader
                .problem(node.place, format!("board `{kind}` is unknown{hint}"));
        }
        let mut fields = self.reader.fields(node, "board")?;
        let layout = match fields.get("layout") {
            Some(node) => self.reader.choice(
                node,
                "layout",
                &[
                    ("PointyOddRows", Layout::PointyOddRows),
                    ("FlatOddColumns", Layout::FlatOddColumns),
                ],
            ),
            None => Some(Layout::PointyOddRows),
        };
        let legend = fields
            .need(&mut self.reader, "legend")
            .map(|node| self.legend(node));
        let rows = fields.need(&mut self.reader, "rows");
        let heights = fields.get("heights");
        let hexsides = fields.get("hexsides");
        let smoke = fields.get("smoke");
        let fire = fields.get("fire");
        fields.done(&mut self.reader);

        let layout = layout.unwrap_or(Layout::PointyOddRows);
        // A character is told once, however often it is drawn.
        let mut strange = BTreeSet::new();
        let (width, height, terrain) = self.drawing(rows?, "row", |reader, place, c| {
            let kind = legend.as_ref().and_then(|legend| legend.get(&c).copied());
            if let (None, Some(legend)) = (kind, &legend)
                && strange.insert(c)
            {
                let known: String = legend.keys().collect();
                let message = format!("{c:?} is not in the legend (which has {known:?})");
                reader.problem(place, message);
            }
            kind.unwrap_or_default()
        })?;
        let grid = Grid::new(layout, width, height);
        let mut elevation = vec![0; grid.len()];
        let mut strange = BTreeSet::new();
        if let Some(node) = heights
            && let Some((w, h, drawn)) = self.drawing(node, "height row", |reader, place, c| {
                let level = if c == '.' { Some(0) } else { c.to_digit(10) };
                if level.is_none() && strange.insert(c) {
                    reader.problem(
                        place,
                        format!("{c:?} is not a height (allowed: . and 0 to 9)"),
                    );
                }
                i8::try_from(level.unwrap_or(0)).unwrap_or(0)
            })
        {
            if (w, h) == (width, height) {
                elevation = drawn;
            } else {
                let message = format!("heights are {w}×{h} hexes, the board is {width}×{height}");
                self.reader.problem(node.place, message);
            }
        }
        let mut tiles: Vec<_> = terrain
            .into_iter()
            .map(|terrain| TileState {
                terrain,
                fire: 0,
                smoke: 0,
            })
            .collect();
        for node in smoke
            .map(|node| self.reader.list(node, "smoke"))
            .unwrap_or_default()
        {
            let mut at = |loader: &mut Self| {
                let mut fields = loader.reader.fields(node, "smoke")?;
                let tile = fields.need(&mut loader.reader, "at");
                let tile = tile.and_then(|node| loader.tile(node, grid));
                let density = fields.need(&mut loader.reader, "density");
                let density =
                    density.and_then(|node| loader.reader.int(node, "smoke density", 1..=3_u8));
                fields.done(&mut loader.reader);
                tiles[tile?.index()].smoke = density?;
                Some(())
            };
            at(self);
        }
        for node in fire
            .map(|node| self.reader.list(node, "burning hexes"))
            .unwrap_or_default()
        {
            if let Some(tile) = self.tile(node, grid) {
                let figures = &self.catalog.battlescape.figures.environment;
                let (turns, density) = (figures.fire_turns, figures.fire_smoke);
                let state = &mut tiles[tile.index()];
                (state.fire, state.smoke) = (turns, state.smoke.max(density));
            }
        }
        let mut drawn_sides = Vec::new();
        let mut taken = BTreeSet::new();
        for node in hexsides
            .map(|node| self.reader.list(node, "hexsides"))
            .unwrap_or_default()
        {
            let Some((tile, side, kind)) = self.hexside(node, grid) else {
                continue;
            };
            let beyond = grid.neighbor(tile, side).unwrap_or(tile);
            let is_new = taken.insert((tile, side)) & taken.insert((beyond, side.opposite()));
            if !is_new {
                self.reader
                    .problem(node.place, "this hexside is given twice");
            }
            drawn_sides.push((tile, side, kind));
        }
        let setup = BoardSetup {
            grid,
            tiles,
            elevation,
            hexsides: drawn_sides,
        };
        Some(setup)
    }

    fn legend(&mut self, node: &Node) -> BTreeMap<char, TerrainId> {
        let Value::Map(entries) = &node.value else {
            let message = format!("expected {{'.': \"grass\"}}, found {}", node.describe());
            self.reader.problem(node.place, message);
            return BTreeMap::new();
        };
        let catalog = self.catalog.clone();
        let keys: Vec<_> = catalog.terrains.iter().map(|t| t.key.as_str()).collect();
        let mut legend = BTreeMap::new();
        for (key, value) in entries {
            let found = self
                .reader
                .key(value, "terrain", |key| catalog.terrain_named(key), &keys);
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
                    let message =
                        format!("expected a character such as '.', found {}", key.describe());
                    self.reader.problem(key.place, message);
                }
            }
        }
        legend
    }

    /// Reads rows of one character a hex; white space is left out.
    fn drawing<T: Clone + Default>(
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
            let mut cells = Vec::new();
            for (column, c) in (row.place.column + 1..).zip(text.chars()) {
                if !c.is_whitespace() {
                    let place = Place {
                        column,
                        ..row.place
                    };
                    cells.push(read(&mut self.reader, place, c));
                }
            }
            lines.push(cells);
        }
        let (width, height) = (lines.first().map_or(0, Vec::len), lines.len());
        if !sizes.contains(&width) || !sizes.contains(&height) {
            let message = format!(
                "the drawing is {width}×{height} hexes; from 2 to {MAX_SIDE} are allowed each way"
            );
            self.reader.problem(node.place, message);
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
    fn tile(&mut self, node: &Node, grid: Grid) -> Option<TileId> {
        let found = match &node.value {
            Value::Tuple(None, items) => match items.as_slice() {
                [
                    Node {
                        value: Value::Int(column),
                        ..
                    },
                    Node {
                        value: Value::Int(row),
                        ..
                    },
                ] => Some((*column, *row)),
                _ => None,
            },
            _ => None,
        };
        let Some((column, row)) = found else {
            let message = format!("expected a hex as (column, row), found {}", node.describe());
            self.reader.problem(node.place, message);
            return None;
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

    fn hexside(&mut self, node: &Node, grid: Grid) -> Option<(TileId, Direction, HexsideId)> {
        let mut fields = self.reader.fields(node, "hexside")?;
        let tile = fields
            .need(&mut self.reader, "at")
            .and_then(|node| self.tile(node, grid));
        let side = fields.need(&mut self.reader, "side").and_then(|node| {
            self.reader
                .choice(node, "direction", &directions(grid.layout))
        });
        let catalog = self.catalog.clone();
        let keys: Vec<_> = catalog.hexsides.iter().map(|h| h.key.as_str()).collect();
        let find = |key: &str| {
            let at = keys.iter().position(|other| *other == key)?;
            u8::try_from(at).ok().map(HexsideId)
        };
        let kind = fields
            .need(&mut self.reader, "kind")
            .and_then(|node| self.reader.key(node, "hexside", find, &keys));
        fields.done(&mut self.reader);
        let (tile, side) = (tile?, side?);
        if grid.neighbor(tile, side).is_none() {
            self.reader
                .problem(node.place, "no hex lies beyond that side");
        }
        Some((tile, side, kind?))
    }

    fn zones(&mut self, node: &Node, grid: Grid) -> BTreeMap<String, Vec<TileId>> {
        let Value::Map(entries) = &node.value else {
            let message = format!("expected {{\"name\": [hexes]}}, found {}", node.describe());
            self.reader.problem(node.place, message);
            return BTreeMap::new();
        };
        let mut zones = BTreeMap::new();
        for (key, value) in entries {
            let mut tiles = Vec::new();
            for part in self.reader.list(value, "hexes") {
                tiles.extend(self.area(part, grid).unwrap_or_default());
            }
            tiles.sort_unstable();
            tiles.dedup();
            if let Some(name) = self.reader.text(key, "zone name") {
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
    fn area(&mut self, node: &Node, grid: Grid) -> Option<Vec<TileId>> {
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
        let ((c0, r0), (c1, r1)) = (grid.to_offset(first?), grid.to_offset(last?));
        let rows = r0.min(r1)..=r0.max(r1);
        let hexes = rows.flat_map(|row| {
            (c0.min(c1)..=c0.max(c1)).filter_map(move |column| grid.from_offset(column, row))
        });
        Some(hexes.collect())
    }

    fn zone(&mut self, node: &Node, zones: &BTreeMap<String, Vec<TileId>>) -> Option<Vec<TileId>> {
        let names: Vec<_> = zones.keys().map(String::as_str).collect();
        self.reader
            .key(node, "zone", |name| zones.get(name).cloned(), &names)
    }

    fn sides(&mut self, node: &Node, board: &BoardSetup) -> Option<Vec<SideSetup>> {
        let nodes = self.reader.list(node, "sides");
        if !(2..=MAX_SIDES).contains(&nodes.len()) {
            let message = format!(
                "a mission has 2 to {MAX_SIDES} sides, this has {}",
                nodes.len()
            );
            self.reader.problem(node.place, message);
        }
        let mut taken = BTreeMap::new();
        let mut sides = Vec::new();
        let mut is_whole = true;
        for (index, node) in nodes.iter().enumerate() {
            match self.side(node, index, board, &mut taken) {
                Some(side) => sides.push(side),
                None => is_whole = false,
            }
        }
        for (index, side) in sides.iter().enumerate() {
            if sides[..index].iter().any(|other| other.name == side.name) {
                let message = format!("two sides are named {:?}", side.name);
                self.reader.problem(nodes[index].place, message);
            }
        }
        if taken.len() > MAX_UNITS {
            let message = format!(
                "at most {MAX_UNITS} units are allowed, these are {}",
                taken.len()
            );
            self.reader.problem(node.place, message);
        }
        is_whole.then_some(sides)
    }

    fn side(
        &mut self,
        node: &Node,
        index: usize,
        board: &BoardSetup,
        taken: &mut BTreeMap<TileId, String>,
    ) -> Option<SideSetup> {
        let mut fields = self.reader.fields(node, "side")?;
        let name = self.need_text(&mut fields, "name");
        let stand_in = match fields.get("stand_in") {
            Some(node) => self.reader.choice(node, "AI mode", &MODES),
            None => Some(AiMode::Aggressive),
        };
        let controller = fields
            .need(&mut self.reader, "controller")
            .and_then(|node| self.controller(node, stand_in.unwrap_or_default()));
        let units = fields.need(&mut self.reader, "units");
        fields.done(&mut self.reader);
        let nodes = units
            .map(|node| self.reader.list(node, "units"))
            .unwrap_or_default();
        if let (Some(node), true) = (units, nodes.is_empty()) {
            self.reader
                .problem(node.place, "a side needs at least one unit");
        }
        let mut setups = Vec::new();
        let mut counts = BTreeMap::<_, usize>::new();
        for node in nodes {
            let Some((mut setup, is_named)) = self.unit(node, index, board) else {
                continue;
            };
            if !is_named {
                let count = counts.entry(setup.kind).or_default();
                *count += 1;
                setup.name = format!("{} {count}", setup.name);
            }
            if let Some(other) = taken.insert(setup.tile, setup.name.clone()) {
                let (column, row) = board.grid.to_offset(setup.tile);
                let message = format!("{other} already stands on ({column}, {row})");
                self.reader.problem(node.place, message);
            }
            setups.push(setup);
        }
        let is_whole = stand_in.is_some() && setups.len() == nodes.len();
        is_whole.then_some(SideSetup {
            name: name?,
            controller: controller?,
            units: setups,
        })
    }

    fn controller(&mut self, node: &Node, stand_in: AiMode) -> Option<Controller> {
        let expected = "the controller, one of Human, Open, Ai(Aggressive)";
        match (self.reader.variant(node, expected)?, &node.value) {
            ("Human", Value::Name(_)) => Some(Controller::Human { stand_in }),
            ("Open", Value::Name(_)) => Some(Controller::Open { stand_in }),
            ("Ai", Value::Tuple(_, items)) if items.len() == 1 => self
                .reader
                .choice(&items[0], "AI mode", &MODES)
                .map(Controller::Ai),
            (name, _) => {
                let hint = suggest(name, ["Human", "Open", "Ai(Aggressive)", "Ai(Defensive)"]);
                self.reader
                    .problem(node.place, format!("controller `{name}` is unknown{hint}"));
                None
            }
        }
    }

    fn unit(&mut self, node: &Node, side: usize, board: &BoardSetup) -> Option<(UnitSetup, bool)> {
        let catalog = self.catalog.clone();
        let content = &catalog.battlescape;
        let mut fields = self.reader.fields(node, "unit")?;
        let kinds: Vec<_> = content.units.iter().map(|unit| unit.key.as_str()).collect();
        let kind = fields.need(&mut self.reader, "kind").and_then(|node| {
            self.reader
                .key(node, "unit kind", |key| content.unit_named(key), &kinds)
        });
        let name = match fields.get("name") {
            Some(node) => (self.reader.text(node, "name")).map(|name| Some(name.to_owned())),
            None => Some(None),
        };
        let at = fields.need(&mut self.reader, "at");
        let tile = at.and_then(|node| self.tile(node, board.grid));
        let facing = match fields.get("facing") {
            Some(node) => self
                .reader
                .choice(node, "direction", &directions(board.grid.layout)),
            None => Some(Direction::new(if side == 0 { 0 } else { 3 })),
        };
        let weapons: Vec<_> = content
            .weapons
            .iter()
            .map(|weapon| weapon.key.as_str())
            .collect();
        let weapon = match fields.get("weapon") {
            Some(node) => {
                self.reader
                    .key(node, "weapon", |key| content.weapon_named(key), &weapons)
            }
            None => kind.map(|kind| content.unit(kind).weapon),
        };
        let suits: Vec<_> = content.suits.iter().map(|suit| suit.key.as_str()).collect();
        let suit = match fields.get("suit") {
            Some(node) => (self.reader).key(
                node,
                "suit",
                |key| content.suit_named(key).map(Some),
                &suits,
            ),
            None => Some(None),
        };
        let mode = match fields.get("mode") {
            Some(node) => self.reader.choice(node, "AI mode", &MODES).map(Some),
            None => Some(None),
        };
        fields.done(&mut self.reader);
        if let (Some(tile), Some(node)) = (tile, at) {
            let terrain = catalog.terrain(board.tiles[tile.index()].terrain);
            if terrain.move_percent.is_none() {
                let (column, row) = board.grid.to_offset(tile);
                let message = format!(
                    "({column}, {row}) is {}, where no unit can stand",
                    terrain.name
                );
                self.reader.problem(node.place, message);
            }
        }
        let (kind, name, suit, mode) = (kind?, name?, suit?, mode?);
        let is_named = name.is_some();
        let name = name.unwrap_or_else(|| content.unit(kind).name.clone());
        let (tile, facing, weapon) = (tile?, facing?, weapon?);
        Some((
            UnitSetup {
                kind,
                name,
                tile,
                facing,
                weapon,
                suit,
                mode,
            },
            is_named,
        ))
    }

    fn objectives(
        &mut self,
        node: &Node,
        zones: &BTreeMap<String, Vec<TileId>>,
        exits: &[TileId],
        roster: &Roster,
    ) -> Option<(Objective, Option<u16>)> {
        let mut fields = self.reader.fields(node, "objectives")?;
        let primary = fields.need(&mut self.reader, "primary");
        let limit = fields.get("turn_limit");
        fields.done(&mut self.reader);
        let turn_limit = match limit.and_then(|node| self.reader.option(node)) {
            Some(node) => (self.reader.int(node, "turn limit", 1..=500_u16)).map(Some),
            None => Some(None),
        };
        let node = primary?;
        let objective = self.objective(node, zones, exits, roster)?;
        let turn_limit = turn_limit?;
        if let (Objective::Hold { turns, .. }, Some(limit)) = (&objective, turn_limit)
            && *turns > limit
        {
            let message = format!("cannot hold for {turns} turns within {limit}");
            self.reader.problem(node.place, message);
        }
        Some((objective, turn_limit))
    }

    fn objective(
        &mut self,
        node: &Node,
        zones: &BTreeMap<String, Vec<TileId>>,
        exits: &[TileId],
        roster: &Roster,
    ) -> Option<Objective> {
        let kind = self
            .reader
            .variant(node, "the objective, such as EliminateAll(\"Name\")")?;
        match (kind, &node.value) {
            ("EliminateAll", Value::Tuple(_, items)) if items.len() == 1 => {
                let names = roster.names.get(1..)?;
                let find = |name: &str| {
                    let index = names.iter().position(|other| *other == name)?;
                    u8::try_from(index + 1).ok().map(Side)
                };
                let side = self.reader.key(&items[0], "enemy side", find, names)?;
                Some(Objective::Eliminate { side })
            }
            ("Reach" | "Escape" | "Hold", Value::Struct(..)) => {
                let mut fields = self.reader.fields(node, kind)?;
                let zone = match kind {
                    "Escape" => None,
                    _ => fields.need(&mut self.reader, "zone"),
                };
                let zone = zone.map(|node| self.zone(node, zones));
                let most = u16::try_from(roster.own.unwrap_or(MAX_UNITS)).ok()?;
                let units = match kind {
                    "Hold" => None,
                    _ => Some(match fields.get("units") {
                        Some(node) => self.reader.int(node, "units", 1..=most),
                        None => Some(most),
                    }),
                };
                let turns = match kind {
                    "Hold" => fields
                        .need(&mut self.reader, "turns")
                        .and_then(|node| self.reader.int(node, "turns", 1..=100_u16)),
                    _ => None,
                };
                fields.done(&mut self.reader);
                match kind {
                    "Reach" => Some(Objective::Reach {
                        zone: zone??,
                        units: usize::from(units??),
                    }),
                    "Hold" => Some(Objective::Hold {
                        zone: zone??,
                        turns: turns?,
                    }),
                    _ if exits.is_empty() => {
                        let message = "Escape needs exits: give `exits` the name of a zone";
                        self.reader.problem(node.place, message);
                        None
                    }
                    _ => Some(Objective::Escape {
                        units: usize::from(units??),
                    }),
                }
            }
            _ => {
                let forms = [
                    "EliminateAll(\"side\")",
                    "Reach(zone: \"name\", units: 1)",
                    "Escape(units: 1)",
                    "Hold(zone: \"name\", turns: 3)",
                ];
                let message = format!(
                    "objective {} is unknown (allowed: {})",
                    node.describe(),
                    forms.join(", ")
                );
                self.reader.problem(node.place, message);
                None
            }
        }
    }

    /// Notes an objective zone that side 0 can never walk to; doors count as open.
    fn check_reachable(&mut self, mission: &Mission, place: Place) {
        let zone = match &mission.objective {
            Objective::Reach { zone, .. } | Objective::Hold { zone, .. } => zone,
            Objective::Escape { .. } => &mission.exits,
            Objective::Eliminate { .. } => return,
        };
        let grid = mission.board.grid;
        let can_enter = |tile: TileId| {
            let terrain = mission
                .catalog
                .terrain(mission.board.tiles[tile.index()].terrain);
            terrain.move_percent.is_some() || terrain.door_to.is_some()
        };
        let cuts: BTreeSet<_> = (mission.board.hexsides.iter())
            .filter(|(.., kind)| mission.catalog.hexside(*kind).surcharge_percent.is_none())
            .map(|&(tile, side, _)| (tile, side))
            .collect();
        // Hexes that can be walked between form parts; each is worth the units that can get there.
        let zone: BTreeSet<_> = zone
            .iter()
            .copied()
            .filter(|&tile| can_enter(tile))
            .collect();
        let own: BTreeSet<_> = (mission.sides[0].units.iter())
            .map(|unit| unit.tile)
            .collect();
        let mut is_reached = vec![false; grid.len()];
        let mut able = 0;
        for &start in &zone {
            let (mut units, mut hexes) = (0, 0);
            let mut open = vec![start];
            while let Some(tile) = open.pop() {
                if std::mem::replace(&mut is_reached[tile.index()], true) {
                    continue;
                }
                hexes += usize::from(zone.contains(&tile));
                units += usize::from(own.contains(&tile));
                open.extend(grid.neighbors(tile).filter_map(|(direction, to)| {
                    let is_cut = cuts.contains(&(tile, direction))
                        || cuts.contains(&(to, direction.opposite()));
                    (can_enter(to) && !is_cut).then_some(to)
                }));
            }
            // Who leaves the map makes room for the next.
            able += match mission.objective {
                Objective::Escape { .. } => units,
                _ => units.min(hexes),
            };
        }
        let needed = match &mission.objective {
            Objective::Reach { units, .. } | Objective::Escape { units } => *units,
            _ => 1,
        };
        if able < needed {
            let name = &mission.sides[0].name;
            let message = match able {
                0 => format!("{name} cannot reach any hex of the objective"),
                _ => format!("the objective needs {needed} units of {name}; {able} can get there"),
            };
            self.reader.problem(place, message);
        }
    }
}

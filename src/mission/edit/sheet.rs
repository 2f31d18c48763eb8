//! What an editor shows on the board of a mission's text: ground, zones, sides, units.
//!
//! **Invariant:** any text that parses gives a sheet; what cannot be read of it is left out here and
//! told by the loader.

use crate::battle::grid::{Direction, Grid, Layout, TileId};
use crate::content::tree::{Node, Value};
use crate::mission::load::{MAX_SIDE, MAX_ZONE_HEXES, directions, rectangle};
use crate::mission::{RuleSet, level_of};

use super::outline::{Outline, Post};
use super::path::Path;
use super::troops::unit_nodes;

/// Contents of a mission's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// Name shown to people.
    pub name: String,
    /// Where its rule set has units.
    pub outline: &'static Outline,
    /// The board as far as it is drawn.
    pub board: Drawing,
    /// Zones in the order of the text.
    pub zones: Vec<Zone>,
    /// Things that units can use: name, kind and place.
    pub objects: Vec<(String, String, At)>,
    /// The sides.
    pub sides: Vec<SideDraft>,
}

/// A board drawn in characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// Layout and size.
    pub grid: Grid,
    /// Whether it is drawn at all, and not made from a seed.
    pub is_drawn: bool,
    /// Characters and the keys of the terrain they stand for.
    pub legend: Vec<(char, String)>,
    /// Character of each hex.
    pub cells: Vec<char>,
    /// Elevation of each hex in levels.
    pub heights: Vec<i8>,
    /// Features on hexsides, with their keys.
    pub hexsides: Vec<(TileId, Direction, String)>,
    /// Smoke by density.
    pub smoke: Vec<(TileId, u8)>,
    /// Burning hexes.
    pub fire: Vec<TileId>,
}

impl Drawing {
    /// Returns the key of a hex's terrain, if the legend knows it.
    pub fn terrain(&self, tile: TileId) -> Option<&str> {
        let cell = self.cells.get(tile.index())?;
        let entry = self.legend.iter().find(|(c, _)| c == cell);
        entry.map(|(_, key)| key.as_str())
    }

    /// Returns the elevation of a hex in levels.
    pub fn height(&self, tile: TileId) -> i8 {
        self.heights.get(tile.index()).copied().unwrap_or(0)
    }

    /// Returns the kind of the feature on a hexside, whichever hex it is told for.
    pub fn hexside(&self, tile: TileId, side: Direction) -> Option<&str> {
        let beyond = self.grid.neighbor(tile, side);
        let is_it = |(at, way, _): &&(TileId, Direction, String)| {
            (*at, *way) == (tile, side) || (Some(*at), *way) == (beyond, side.opposite())
        };
        let found = self.hexsides.iter().find(is_it);
        found.map(|(.., kind)| kind.as_str())
    }
}

/// A named part of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zone {
    /// Its name.
    pub name: String,
    /// Its hexes in order.
    pub hexes: Vec<TileId>,
}

/// Where something stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum At {
    /// On a hex: column and row.
    Hex(i32, i32),
    /// Somewhere in a zone.
    Zone(String),
}

impl At {
    /// Returns the hex, if it is one of the board.
    pub fn tile(&self, grid: Grid) -> Option<TileId> {
        match *self {
            Self::Hex(column, row) => grid.from_offset(column, row),
            Self::Zone(_) => None,
        }
    }
}

/// One side as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideDraft {
    /// Name shown to people.
    pub name: String,
    /// What else it says but for its units: fields and what is written of each.
    pub more: Vec<(String, String)>,
    /// Its units, post by post.
    pub units: Vec<UnitDraft>,
}

impl SideDraft {
    /// Makes a side without units; `controller` is who decides for it, as it is written.
    pub fn new(name: &str, controller: &str) -> Self {
        Self {
            name: name.to_owned(),
            more: vec![("controller".to_owned(), controller.to_owned())],
            units: Vec::new(),
        }
    }
}

/// One unit as it is written; what is left out is the kind's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitDraft {
    /// Which of the rule set's posts it has.
    pub post: usize,
    /// Key of its kind.
    pub kind: String,
    /// Name shown to people.
    pub name: Option<String>,
    /// Where it starts, if it has a place on the board.
    pub at: Option<At>,
    /// Facing.
    pub facing: Option<Direction>,
    /// What else it says: fields and what is written of each.
    pub more: Vec<(String, String)>,
}

impl UnitDraft {
    /// Makes a unit of a kind.
    pub fn new(post: usize, kind: &str, at: Option<At>) -> Self {
        let kind = kind.to_owned();
        Self {
            post,
            kind,
            at,
            ..Self::default()
        }
    }

    /// Says something else of it, as it is written.
    pub fn with(mut self, field: &str, written: &str) -> Self {
        self.more.push((field.to_owned(), written.to_owned()));
        self
    }

    /// Returns what is written of a field.
    pub fn field(&self, name: &str) -> Option<&str> {
        let field = self.more.iter().find(|(known, _)| known == name);
        field.map(|(_, written)| written.as_str())
    }

    /// Whether it stands on another map of the mission, which it names.
    pub fn is_elsewhere(&self) -> bool {
        self.field("map").is_some()
    }

    /// Returns the hex it stands on, if it is one of the board.
    pub fn tile(&self, grid: Grid) -> Option<TileId> {
        if self.is_elsewhere() {
            return None;
        }
        self.at.as_ref()?.tile(grid)
    }

    /// Whether it is not on the board from the start.
    pub fn is_later(&self, outline: &Outline) -> bool {
        let later = outline
            .posts
            .get(self.post)
            .map_or(&[][..], |post| post.later);
        let mut later = later.iter().filter_map(|name| self.field(name));
        later.any(|written| written != "false")
    }
}

impl Sheet {
    /// Returns the side and index of the unit that starts on a hex; of those who come later only if
    /// nobody else does.
    pub fn unit_at(&self, tile: TileId) -> Option<(usize, usize)> {
        let grid = self.board.grid;
        let find = |is_later: bool| {
            self.sides.iter().enumerate().find_map(|(side, draft)| {
                let is_it = |unit: &UnitDraft| {
                    unit.tile(grid) == Some(tile) && unit.is_later(self.outline) == is_later
                };
                let index = draft.units.iter().position(is_it);
                index.map(|index| (side, index))
            })
        };
        find(false).or_else(|| find(true))
    }

    /// Returns a zone.
    pub fn zone(&self, name: &str) -> Option<&Zone> {
        self.zones.iter().find(|zone| zone.name == name)
    }

    /// Returns a unit.
    pub fn unit(&self, side: usize, index: usize) -> Option<&UnitDraft> {
        self.sides.get(side)?.units.get(index)
    }

    /// Returns what a unit has: its post.
    pub fn post(&self, unit: &UnitDraft) -> Option<&'static Post> {
        self.outline.posts.get(unit.post)
    }

    /// Returns the path of a unit.
    pub fn unit_path(&self, side: usize, index: usize) -> Option<Path> {
        let unit = self.unit(side, index)?;
        let post = self.post(unit)?;
        let path = Path::of("sides").item(side).field(post.field);
        let before = &self.sides[side].units[..index];
        let at = before
            .iter()
            .filter(|other| other.post == unit.post)
            .count();
        Some(if post.is_list { path.item(at) } else { path })
    }

    pub(super) fn read(root: &Node) -> Self {
        let board = root.field("board").map(drawing).unwrap_or_default();
        let grid = board.grid;
        let sides = root.field("sides").map(Node::items).unwrap_or_default();
        let outline = RuleSet::of_mission(root).outline();
        Self {
            name: root.field("name").and_then(text).unwrap_or_default(),
            outline,
            zones: root
                .field("zones")
                .map_or(Vec::new(), |node| zones(node, grid)),
            objects: (root
                .field("objects")
                .map(Node::items)
                .unwrap_or_default()
                .iter())
            .filter_map(object)
            .collect(),
            sides: (sides.iter())
                .map(|node| side(node, grid.layout, outline))
                .collect(),
            board,
        }
    }
}

/// Returns the value of a string.
pub(super) fn text(node: &Node) -> Option<String> {
    node.as_text().map(str::to_owned)
}

/// Returns the column and row of a position.
pub(super) fn position(node: &Node) -> Option<(i32, i32)> {
    let (column, row) = node.as_pair()?;
    Some((column.try_into().ok()?, row.try_into().ok()?))
}

/// Returns a name out of a table.
fn named<T: Copy>(node: &Node, table: &[(&str, T)]) -> Option<T> {
    let Value::Name(found) = &node.value else {
        return None;
    };
    let entry = table.iter().find(|(name, _)| name == found);
    entry.map(|(_, value)| *value)
}

/// Returns the characters of the rows of a drawing.
fn rows(node: &Node) -> Vec<Vec<char>> {
    let cells = |row: &Node| {
        let text = row.as_text().unwrap_or_default();
        text.chars().filter(|c| !c.is_whitespace()).collect()
    };
    node.items().iter().map(cells).collect()
}

fn drawing(node: &Node) -> Drawing {
    let is_drawn = matches!(&node.value, Value::Struct(Some(name), _) if name != "Generated");
    let layout = node.field("layout");
    let layout = layout.and_then(|node| named(node, Layout::CHOICES));
    let layout = layout.unwrap_or_default();
    let lines = node.field("rows").map(rows).unwrap_or_default();
    let side = |length: usize| u16::try_from(length.min(MAX_SIDE)).unwrap_or(0);
    let (width, height) = match node.field("size").and_then(position) {
        Some((width, height)) if !is_drawn => (width.max(0) as usize, height.max(0) as usize),
        _ => (lines.first().map_or(0, Vec::len), lines.len()),
    };
    let grid = Grid::new(layout, side(width), side(height));
    let legend: Vec<_> = match node.field("legend").map(|node| &node.value) {
        Some(Value::Map(entries)) => (entries.iter())
            .filter_map(|(key, value)| match &key.value {
                Value::Char(c) => Some((*c, text(value)?)),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    let blank = legend.first().map_or('.', |(c, _)| *c);
    let cells = even(&lines, grid, blank);
    let levels = node.field("heights").map(rows).unwrap_or_default();
    let heights = (even(&levels, grid, '.').into_iter())
        .map(|c| level_of(c).unwrap_or_default())
        .collect();
    let listed = |name| node.field(name).map(Node::items).unwrap_or_default().iter();
    let tile = |node: &Node| {
        let (column, row) = position(node)?;
        grid.from_offset(column, row)
    };
    let hexside = |node: &Node| {
        let way = named(node.field("side")?, &directions(layout))?;
        Some((tile(node.field("at")?)?, way, text(node.field("kind")?)?))
    };
    let cloud = |node: &Node| {
        let Value::Int(density) = node.field("density")?.value else {
            return None;
        };
        Some((tile(node.field("at")?)?, u8::try_from(density).ok()?))
    };
    Drawing {
        grid,
        is_drawn,
        legend,
        cells,
        heights,
        hexsides: listed("hexsides").filter_map(hexside).collect(),
        smoke: listed("smoke").filter_map(cloud).collect(),
        fire: listed("fire").filter_map(tile).collect(),
    }
}

/// Returns the characters of a board's hexes, rows cut or filled to its size.
fn even(lines: &[Vec<char>], grid: Grid, blank: char) -> Vec<char> {
    let width = usize::from(grid.width);
    let mut cells = vec![blank; grid.len()];
    for (row, line) in lines.iter().enumerate().take(usize::from(grid.height)) {
        for (column, c) in line.iter().enumerate().take(width) {
            cells[row * width + column] = *c;
        }
    }
    cells
}

fn zones(node: &Node, grid: Grid) -> Vec<Zone> {
    let Value::Map(entries) = &node.value else {
        return Vec::new();
    };
    let mut left = MAX_ZONE_HEXES;
    let zone = |(key, value): &(Node, Node)| {
        let mut hexes = Vec::new();
        for part in value.items() {
            let area = area(part, grid);
            left = left.checked_sub(area.len())?;
            hexes.extend(area);
        }
        hexes.sort_unstable();
        hexes.dedup();
        Some(Zone {
            name: text(key)?,
            hexes,
        })
    };
    entries.iter().filter_map(zone).collect()
}

/// Returns the hexes of a part of a zone that are on the board.
fn area(node: &Node, grid: Grid) -> Vec<TileId> {
    let corners = match &node.value {
        Value::Tuple(Some(_), items) => match items.as_slice() {
            [first, last] => position(first).zip(position(last)),
            _ => None,
        },
        _ => position(node).map(|at| (at, at)),
    };
    corners.map_or_else(Vec::new, |(first, last)| rectangle(grid, first, last))
}

fn at(node: &Node) -> Option<At> {
    if let Some((column, row)) = position(node) {
        return Some(At::Hex(column, row));
    }
    match &node.value {
        Value::Tuple(Some(name), items) if name == "Zone" => {
            items.first().and_then(text).map(At::Zone)
        }
        _ => None,
    }
}

fn object(node: &Node) -> Option<(String, String, At)> {
    let Value::Name(kind) = &node.field("kind")?.value else {
        return None;
    };
    let name = text(node.field("name")?)?;
    Some((name, kind.clone(), at(node.field("at")?)?))
}

fn side(node: &Node, layout: Layout, outline: &'static Outline) -> SideDraft {
    let posts = outline.posts.iter().map(|post| post.field);
    let head: Vec<_> = posts.chain(["name"]).collect();
    let units = unit_nodes(node, outline).into_iter();
    SideDraft {
        name: node.field("name").and_then(text).unwrap_or_default(),
        more: more(node, &head),
        units: units
            .map(|(post, _, node)| unit(node, post, layout))
            .collect(),
    }
}

/// Lists fields but for some, and what is written of each.
fn more(node: &Node, head: &[&str]) -> Vec<(String, String)> {
    let fields = match &node.value {
        Value::Struct(_, fields) => fields.as_slice(),
        _ => &[],
    };
    let more = fields
        .iter()
        .filter(|field| !head.contains(&field.name.as_str()));
    more.map(|field| (field.name.clone(), field.node.to_ron()))
        .collect()
}

fn unit(node: &Node, post: usize, layout: Layout) -> UnitDraft {
    let field = |name| node.field(name).and_then(text);
    UnitDraft {
        post,
        kind: field("kind").unwrap_or_default(),
        name: field("name"),
        at: node.field("at").and_then(at),
        facing: node
            .field("facing")
            .and_then(|node| named(node, &directions(layout))),
        more: more(node, &["kind", "name", "at", "facing"]),
    }
}

//! Strokes: what the tool in hand does from press to release.
//!
//! **Invariant:** a stroke is one step to take back, and does nothing twice to a hex.

use std::collections::BTreeSet;

use super::Editor;
use super::hand::{Hand, Level, Shape, Tool, usual_facing};
use crate::battle::grid::{Direction, Grid, TileId};
use crate::mission::edit::{At, Drawing, Edit, UnitDraft};
use crate::mission::{LEVELS, direction_name, rectangle};

/// A stroke that is being made.
pub(super) struct Going {
    first: TileId,
    last: TileId,
    done: BTreeSet<TileId>,
    /// Whether it adds, where a tool can take away too.
    adds: bool,
    /// Whether a unit is carried.
    carries: bool,
}

/// Returns the hexes a tool would work on with a stroke between two hexes.
pub(super) fn shaped(hand: &Hand, board: &Drawing, first: TileId, last: TileId) -> Vec<TileId> {
    let grid = board.grid;
    match hand.shape {
        _ if !hand.tool.has_shape() => vec![last],
        Shape::Brush => disc(grid, last, hand.size),
        Shape::Fill => fill(hand, board, last),
        Shape::Line => {
            let line: BTreeSet<_> = (line(grid, first, last).into_iter())
                .flat_map(|tile| disc(grid, tile, hand.size))
                .collect();
            line.into_iter().collect()
        }
        Shape::Rectangle => rectangle(grid, grid.to_offset(first), grid.to_offset(last)),
    }
}

fn disc(grid: Grid, middle: TileId, size: u32) -> Vec<TileId> {
    let rings = hexx::shapes::hexagon(grid.hex(middle), size.saturating_sub(1));
    rings.filter_map(|hex| grid.tile(hex)).collect()
}

fn line(grid: Grid, first: TileId, last: TileId) -> Vec<TileId> {
    let hexes = grid.hex(first).line_to(grid.hex(last));
    hexes.filter_map(|hex| grid.tile(hex)).collect()
}

/// Lists the hexes that are like one and hang together with it.
fn fill(hand: &Hand, board: &Drawing, first: TileId) -> Vec<TileId> {
    let grid = board.grid;
    let is_alike = |tile: TileId| match hand.tool {
        Tool::Height => board.height(tile) == board.height(first),
        _ => board.terrain(tile) == board.terrain(first),
    };
    let mut found = BTreeSet::from([first]);
    let mut open = vec![first];
    while let Some(tile) = open.pop() {
        for (_, next) in grid.neighbors(tile) {
            if is_alike(next) && found.insert(next) {
                open.push(next);
            }
        }
    }
    found.into_iter().collect()
}

impl Editor {
    /// Begins a stroke on a hex, at one of its sides.
    pub(super) fn press(&mut self, tile: TileId, side: Direction) {
        self.notice = None;
        let page = &mut self.page;
        page.draft.begin_stroke();
        let sheet = page.draft.sheet();
        let adds = match self.hand.tool {
            Tool::Side => sheet.board.hexside(tile, side) != self.hand.hexside.as_deref(),
            Tool::Zone => !(self.hand.zone.as_deref())
                .and_then(|name| sheet.zone(name))
                .is_some_and(|zone| zone.hexes.contains(&tile)),
            _ => true,
        };
        let mut going = Going {
            first: tile,
            last: tile,
            done: BTreeSet::new(),
            adds,
            carries: false,
        };
        match self.hand.tool {
            Tool::Unit => match sheet.unit_at(tile) {
                Some(unit) => {
                    self.chosen = Some(unit);
                    going.carries = true;
                }
                None => self.place_unit(tile),
            },
            Tool::Pick => self.pick(tile),
            _ if matches!(self.hand.shape, Shape::Brush | Shape::Fill) => {
                self.work(tile, side, &mut going);
            }
            Tool::Side => self.work(tile, side, &mut going),
            _ => {}
        }
        self.going = Some(going);
    }

    /// Goes on with the stroke on a hex.
    pub(super) fn drag(&mut self, tile: TileId, side: Direction) {
        let Some(mut going) = self.going.take() else {
            return;
        };
        let from = std::mem::replace(&mut going.last, tile);
        match self.hand.tool {
            Tool::Unit if going.carries && from != tile => self.carry(tile),
            Tool::Side => self.work(tile, side, &mut going),
            tool if tool.has_shape() && self.hand.shape == Shape::Brush && from != tile => {
                let grid = self.sheet_grid();
                for step in line(grid, from, tile) {
                    self.work(step, side, &mut going);
                }
            }
            _ => {}
        }
        self.going = Some(going);
    }

    /// Ends the stroke.
    pub(super) fn release(&mut self) {
        let Some(mut going) = self.going.take() else {
            return;
        };
        if self.hand.tool.has_shape() && matches!(self.hand.shape, Shape::Line | Shape::Rectangle) {
            let last = going.last;
            self.work(last, Direction::default(), &mut going);
        }
        self.page.draft.end_stroke();
        self.changed();
    }

    /// Returns the hexes that a click would work on, or that the stroke would.
    pub(super) fn reach(&self) -> Vec<TileId> {
        let Some(cursor) = self.cursor else {
            return Vec::new();
        };
        let first = self.going.as_ref().map_or(cursor, |going| going.first);
        shaped(&self.hand, &self.page.draft.sheet().board, first, cursor)
    }

    /// Does what the tool does to the hexes of its shape.
    fn work(&mut self, tile: TileId, side: Direction, going: &mut Going) {
        let page = &self.page;
        let sheet = page.draft.sheet();
        let board = &sheet.board;
        let hexes: Vec<_> = (shaped(&self.hand, board, going.first, tile).into_iter())
            .filter(|tile| self.hand.tool == Tool::Side || going.done.insert(*tile))
            .collect();
        if hexes.is_empty() {
            return;
        }
        let edits = match self.hand.tool {
            Tool::Terrain => vec![Edit::Terrain(hexes, self.hand.terrain.clone())],
            Tool::Height => {
                let level = |tile: TileId| match self.hand.level {
                    Level::Up => (board.height(tile) + 1).min(*LEVELS.end()),
                    Level::Down => (board.height(tile) - 1).max(*LEVELS.start()),
                    Level::Set(level) => level,
                };
                vec![Edit::Heights(
                    hexes.into_iter().map(|tile| (tile, level(tile))).collect(),
                )]
            }
            Tool::Side => {
                let kind = self.hand.hexside.clone().filter(|_| going.adds);
                match board.grid.neighbor(tile, side) {
                    Some(_) => vec![Edit::Hexside(tile, side, kind)],
                    None => Vec::new(),
                }
            }
            Tool::Zone => {
                let name = self.hand.zone.clone().unwrap_or_else(|| "zone 1".into());
                let old = sheet
                    .zone(&name)
                    .map(|zone| zone.hexes.clone())
                    .unwrap_or_default();
                let mut all: BTreeSet<_> = old.into_iter().collect();
                for tile in hexes {
                    match going.adds {
                        true => all.insert(tile),
                        false => all.remove(&tile),
                    };
                }
                self.hand.zone = Some(name.clone());
                vec![Edit::Zone(name, all.into_iter().collect())]
            }
            Tool::Air => match self.hand.smoke {
                0 => vec![Edit::Fire(hexes, true)],
                density => vec![Edit::Smoke(hexes, density)],
            },
            Tool::Eraser => self.erased(&hexes),
            Tool::Unit | Tool::Pick => Vec::new(),
        };
        for edit in edits {
            self.apply(&edit);
        }
    }

    /// Lists the edits that clear hexes.
    fn erased(&self, hexes: &[TileId]) -> Vec<Edit> {
        let page = &self.page;
        let sheet = page.draft.sheet();
        let board = &sheet.board;
        let mut edits = Vec::new();
        for (side, draft) in sheet.sides.iter().enumerate() {
            // The last first, so that the others keep their numbers.
            for (index, unit) in draft.units.iter().enumerate().rev() {
                let tile = unit.tile(board.grid);
                if tile.is_some_and(|tile| hexes.contains(&tile)) {
                    edits.push(Edit::RemoveUnit(side, index));
                }
            }
        }
        for (tile, side, _) in &board.hexsides {
            let beyond = board.grid.neighbor(*tile, *side);
            if hexes.contains(tile) || beyond.is_some_and(|tile| hexes.contains(&tile)) {
                edits.push(Edit::Hexside(*tile, *side, None));
            }
        }
        if board.fire.iter().any(|tile| hexes.contains(tile)) {
            edits.push(Edit::Fire(hexes.to_vec(), false));
        }
        if board.smoke.iter().any(|(tile, _)| hexes.contains(tile)) {
            edits.push(Edit::Smoke(hexes.to_vec(), 0));
        }
        for zone in &sheet.zones {
            let left: Vec<_> = (zone.hexes.iter().copied())
                .filter(|tile| !hexes.contains(tile))
                .collect();
            if left.len() < zone.hexes.len() {
                edits.push(Edit::Zone(zone.name.clone(), left));
            }
        }
        edits
    }

    fn place_unit(&mut self, tile: TileId) {
        let (column, row) = self.sheet_grid().to_offset(tile);
        let side = self.hand.side;
        let (post, kind) = self.hand.kind.clone();
        let unit = UnitDraft {
            facing: Some(self.hand.facing),
            ..UnitDraft::new(post, &kind, Some(At::Hex(column, row)))
        };
        if self.apply(&Edit::AddUnit(side, unit)) {
            self.chosen = self.page.draft.sheet().unit_at(tile);
        }
    }

    /// Moves the chosen unit to a free hex.
    fn carry(&mut self, tile: TileId) {
        let sheet = self.page.draft.sheet();
        let Some((side, index)) = self.chosen else {
            return;
        };
        let unit = sheet.unit_path(side, index);
        if let (Some(unit), None) = (unit, sheet.unit_at(tile)) {
            let (column, row) = sheet.board.grid.to_offset(tile);
            let at = format!("({column}, {row})");
            self.apply(&Edit::Set(unit.field("at"), Some(at)));
        }
    }

    /// Takes up what is on a hex, and the tool for it.
    pub(super) fn pick(&mut self, tile: TileId) {
        let sheet = self.page.draft.sheet();
        if let Some((side, index)) = sheet.unit_at(tile) {
            let unit = &sheet.sides[side].units[index];
            self.hand.kind = (unit.post, unit.kind.clone());
            self.hand.side = side;
            self.hand.facing = unit.facing.unwrap_or_default();
            self.hand.tool = Tool::Unit;
            self.chosen = Some((side, index));
        } else if let Some(key) = sheet.board.terrain(tile) {
            self.hand.terrain = key.to_owned();
            self.hand.tool = Tool::Terrain;
        }
    }

    /// Turns the chosen unit, or the one to be placed, by sixths of a circle.
    pub(super) fn turn(&mut self, sixths: u8) {
        let facing = |facing: Direction| facing.turned(sixths);
        self.face(facing);
    }

    /// Has the chosen unit face a hex.
    pub(super) fn face_hex(&mut self, tile: TileId) {
        let grid = self.sheet_grid();
        let at = self.chosen_unit().and_then(|unit| unit.tile(grid));
        if let Some(at) = at.filter(|at| *at != tile) {
            self.face(|_| grid.direction_towards(at, tile));
        }
    }

    fn face(&mut self, turned: impl Fn(Direction) -> Direction) {
        let sheet = self.page.draft.sheet();
        let chosen = self.chosen.and_then(|(side, index)| {
            let unit = sheet.unit(side, index)?;
            Some((side, unit, sheet.unit_path(side, index)?))
        });
        let Some((side, unit, path)) = chosen else {
            self.hand.facing = turned(self.hand.facing);
            return;
        };
        // Who has no place on the board faces nowhere.
        if unit.at.is_some() {
            let facing = turned(unit.facing.unwrap_or(usual_facing(side)));
            let facing = direction_name(sheet.board.grid.layout, facing).to_owned();
            self.apply(&Edit::Set(path.field("facing"), Some(facing)));
        }
    }

    /// Returns the unit whose fields are shown.
    pub(super) fn chosen_unit(&self) -> Option<&UnitDraft> {
        let (side, index) = self.chosen?;
        self.page.draft.sheet().unit(side, index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::grid::Layout;
    use crate::mission::RuleSet;
    use crate::mission::edit::{Draft, fresh};

    fn board() -> Drawing {
        let board = (Layout::PointyOddRows, 8, 6);
        let text = fresh(RuleSet::default(), "Test", board).expect("there are new missions");
        let mut draft = Draft::from_text("test", text).expect("it parses");
        let road: Vec<_> = (0..8).map(|column| TileId(16 + column)).collect();
        draft
            .apply(&Edit::Terrain(road, "road".into()))
            .expect("it can be painted");
        draft.sheet().board.clone()
    }

    fn with(shape: Shape, size: u32) -> Hand {
        Hand {
            shape,
            size,
            ..Hand::default()
        }
    }

    #[test]
    fn a_brush_is_a_disc_of_its_size() {
        let board = board();
        let middle = board.grid.from_offset(4, 3).expect("on the board");
        for (size, count) in [(1, 1), (2, 7), (3, 19)] {
            let hexes = shaped(&with(Shape::Brush, size), &board, middle, middle);
            assert_eq!(hexes.len(), count);
            assert!(
                hexes
                    .iter()
                    .all(|&tile| board.grid.distance(middle, tile) < size)
            );
        }
    }

    #[test]
    fn a_fill_stops_at_other_ground() {
        let board = board();
        let above = shaped(&with(Shape::Fill, 1), &board, TileId(0), TileId(0));
        assert_eq!(above, (0..16).map(TileId).collect::<Vec<_>>());
        let road = shaped(&with(Shape::Fill, 1), &board, TileId(0), TileId(20));
        assert_eq!(road.len(), 8);
    }

    #[test]
    fn a_line_joins_its_ends_and_a_box_its_corners() {
        let board = board();
        let (first, last) = (TileId(1), TileId(45));
        let line = shaped(&with(Shape::Line, 1), &board, first, last);
        assert_eq!(line.len() as u32, board.grid.distance(first, last) + 1);
        assert!(line.contains(&first) && line.contains(&last));
        let hexes = shaped(&with(Shape::Rectangle, 1), &board, TileId(27), TileId(10));
        let expected = [10, 11, 18, 19, 26, 27].map(TileId);
        assert_eq!(hexes, expected);
    }
}

//! Reads boards that are made from a seed, and places drawn in zones.
//!
//! **Invariant:** what is drawn depends on the mission's text and the seed alone.

use std::collections::BTreeMap;

use rand_chacha::rand_core::Rng;

use crate::battle::grid::{Layout, Orientation, TileId};
use crate::content::problem::suggest;
use crate::content::tree::{Node, Value};
use crate::mission::BoardSetup;
use crate::mission::generate::{self, BoardPlan, Landscape, MIN_SIDE};

use super::{Ground, Loader, MAX_SIDE};

impl Loader {
    /// Reads a board of either kind.
    pub(super) fn any_board(&mut self, node: &Node) -> Option<Ground> {
        let expected = "the board, Drawn(...) or Generated(...)";
        match self.reader.variant(node, expected)? {
            "Generated" => self.generated(node),
            "Drawn" => Some((self.drawn(node)?, BTreeMap::new())),
            other => {
                let hint = suggest(other, ["Drawn", "Generated"]);
                let message = format!("board `{other}` is unknown{hint}");
                self.reader.problem(node.place, message);
                self.drawn(node).map(|board| (board, BTreeMap::new()))
            }
        }
    }

    fn generated(&mut self, node: &Node) -> Option<Ground> {
        let mut fields = self.reader.fields(node, "board")?;
        let scene = fields.choice(&mut self.reader, "scene", "scene", Landscape::CHOICES);
        let layout = fields.choice_or(
            &mut self.reader,
            "layout",
            Layout::CHOICES,
            Layout::PointyOddRows,
        );
        let size = fields.need(&mut self.reader, "size");
        let size = size.and_then(|node| self.size(node));
        let density = fields.int_or(&mut self.reader, "density", 0..=300_u16, 100);
        let is_mirrored = fields.flag(&mut self.reader, "mirrored");
        let seed = fields
            .get("seed")
            .map(|node| self.reader.int(node, "seed", 0..=u32::MAX));
        fields.done(&mut self.reader);
        let seed = match seed {
            Some(seed) => u64::from(seed?),
            None => {
                self.drawn_anew = true;
                self.terms.seed
            }
        };
        let (width, height) = size?;
        let plan = BoardPlan {
            scene: scene?,
            layout: layout?,
            width,
            height,
            density: density?,
            mirrored: is_mirrored?,
            fire: self.rules.fire(&self.catalog).unwrap_or_default(),
        };
        let turned = match plan.layout.orientation() {
            Orientation::Pointy => height,
            Orientation::Flat => width,
        };
        if turned % 2 == 1 {
            let lines = match plan.layout.orientation() {
                Orientation::Pointy => "rows",
                Orientation::Flat => "columns",
            };
            let message =
                format!("a generated board needs an even number of {lines}, not {turned}");
            self.reader.problem(node.place, message);
            return None;
        }
        match generate::generate(&plan, seed, &self.catalog) {
            Ok(made) => Some((made.board, made.zones)),
            Err(missing) => {
                let message = format!("the content lacks terrain for it: {}", missing.join(", "));
                self.reader.problem(node.place, message);
                None
            }
        }
    }

    /// Reads (columns, rows).
    fn size(&mut self, node: &Node) -> Option<(u16, u16)> {
        let most = MAX_SIDE as u16;
        match &node.value {
            Value::Tuple(None, items) if items.len() == 2 => {
                let width = self.reader.int(&items[0], "columns", MIN_SIDE..=most);
                let height = self.reader.int(&items[1], "rows", MIN_SIDE..=most);
                width.zip(height)
            }
            _ => self.reader.wrong(node, "a size as (columns, rows)"),
        }
    }

    /// Reads where something stands: a hex, or a free one drawn in a zone, `Zone("name")`.
    pub fn place(
        &mut self,
        node: &Node,
        board: &BoardSetup,
        zones: &BTreeMap<String, Vec<TileId>>,
        is_free: &dyn Fn(TileId) -> bool,
    ) -> Option<TileId> {
        let Value::Tuple(Some(name), items) = &node.value else {
            return self.tile(node, board.grid);
        };
        let ("Zone", [zone]) = (name.as_str(), items.as_slice()) else {
            let expected = "a hex as (column, row) or Zone(\"name\")";
            return self.reader.wrong(node, expected);
        };
        let tiles = self.zone(zone, zones)?;
        let catalog = self.catalog.clone();
        let free: Vec<_> = (tiles.into_iter())
            .filter(|&tile| {
                let terrain = catalog.terrain(board.tiles[tile.index()].terrain);
                terrain.move_percent.is_some() && is_free(tile)
            })
            .collect();
        self.drawn_anew = true;
        if free.is_empty() {
            let message = "this zone has no free hex";
            self.reader.problem(node.place, message);
            return None;
        }
        let drawn = (u64::from(self.draws.next_u32()) * free.len() as u64) >> 32;
        Some(free[drawn as usize])
    }
}

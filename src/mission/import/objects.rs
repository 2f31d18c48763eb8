//! Objects of a map as hexes: points and tiles stand on one, shapes cover some.
//!
//! **Invariant:** only shapes and places in pixels are floating-point; what comes out are hexes.

use crate::battle::grid::{Grid, Orientation, TileId};

use super::map::Map;
use super::source::ObjectSource;

/// Most corners of shapes times hexes of the map that are looked at.
const MOST_LOOKS: usize = 1 << 27;

/// Where hexes lie on a map, in pixels from the upper left.
pub(super) struct Lattice {
    grid: Grid,
    width: f64,
    height: f64,
    /// From one line to the next: rows of pointy-top hexes, columns of flat-top ones.
    line: f64,
    /// Looks at shapes that are left.
    looks: usize,
}

impl Lattice {
    /// Returns where the hexes of a map lie; nothing if they have no size.
    pub fn of(map: &Map) -> Option<Self> {
        let (width, height, side) = map.hex;
        let across = match map.grid.layout.orientation() {
            Orientation::Pointy => height,
            Orientation::Flat => width,
        };
        let line = (across + side) / 2.0;
        (width > 0.0 && height > 0.0).then_some(Self {
            grid: map.grid,
            width,
            height,
            line,
            looks: MOST_LOOKS,
        })
    }

    /// Returns the middle of a hex.
    fn middle(&self, tile: TileId) -> (f64, f64) {
        let (column, row) = self.grid.to_offset(tile);
        let shift = |line: i32| match self.grid.layout.is_shifted(line) {
            true => 0.5,
            false => 0.0,
        };
        let (x, y) = (f64::from(column), f64::from(row));
        let (x, y) = match self.grid.layout.orientation() {
            Orientation::Pointy => ((x + shift(row)) * self.width, y * self.line),
            Orientation::Flat => (x * self.line, (y + shift(column)) * self.height),
        };
        (x + self.width / 2.0, y + self.height / 2.0)
    }

    /// Returns the hex that an object without a shape stands on.
    pub fn hex(&mut self, object: &ObjectSource) -> Option<TileId> {
        self.looks = self.looks.checked_sub(self.grid.len())?;
        // Pictures of tiles hang from their lower left corner.
        let up = match object.gid {
            Some(_) => -object.height / 2.0,
            None => object.height / 2.0,
        };
        let (x, y) = (object.x + object.width / 2.0, object.y + up);
        let distance = |tile: TileId| {
            let middle = self.middle(tile);
            (middle.0 - x).powi(2) + (middle.1 - y).powi(2)
        };
        let nearest = (self.grid.tiles()).min_by(|&a, &b| distance(a).total_cmp(&distance(b)))?;
        let most = self.width.max(self.height).powi(2);
        (distance(nearest) <= most).then_some(nearest)
    }

    /// Lists the hexes whose middles a shape covers; nothing if there are too many to look at.
    pub fn covered(&mut self, object: &ObjectSource) -> Option<Vec<TileId>> {
        let looks = self.grid.len() * object.polygon.len().max(1);
        self.looks = self.looks.checked_sub(looks)?;
        let is_in = |tile: &TileId| {
            let (x, y) = self.middle(*tile);
            covers(object, x - object.x, y - object.y)
        };
        Some(self.grid.tiles().filter(is_in).collect())
    }
}

/// Whether an object covers an area.
pub(super) fn has_shape(object: &ObjectSource) -> bool {
    let is_box = object.width > 0.0 && object.height > 0.0;
    object.gid.is_none() && (is_box || object.polygon.len() > 2)
}

/// Whether a shape covers a place, counted from the place of its object.
fn covers(object: &ObjectSource, x: f64, y: f64) -> bool {
    if !object.polygon.is_empty() {
        let ends = object.polygon.iter().cycle().skip(1);
        let crossed = object.polygon.iter().zip(ends).filter(|(a, b)| {
            let is_between = (a.y > y) != (b.y > y);
            is_between && x < a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)
        });
        return crossed.count() % 2 == 1;
    }
    let (across, down) = (x / object.width, y / object.height);
    match object.ellipse {
        true => (across - 0.5).powi(2) + (down - 0.5).powi(2) <= 0.25,
        false => (0.0..=1.0).contains(&across) && (0.0..=1.0).contains(&down),
    }
}

//! Tables of the windows that fields of view are computed in.
//!
//! **Invariant:** a hex of a window is in the shadow of another exactly when its line with that
//! nudge passes through it.

use std::ops::Range;
use std::sync::OnceLock;

use hexx::Hex;

use crate::battle::grid::{Grid, Orientation, TileId};
use crate::battle::sight::{Nudge, line_point};
use crate::battle::view::MAX_VISION;

/// Lengths of bit sets in words: fixed, so that the compiler unrolls loops over them.
pub(super) const SIZES: [usize; 7] = [2, 4, 6, 8, 12, 20, 30];

/// Shadows and rings of one radius and layout.
///
/// A window is scanned line by line (rows on pointy-top, columns on flat-top boards), so that
/// neighboring bits are neighboring tiles.
pub(super) struct Window {
    /// Length of a set in words, one of [`SIZES`].
    pub(super) words: usize,
    /// For each line: first step along it, its first bit and number of hexes.
    pub(super) lines: Vec<(i32, usize, usize)>,
    /// Ring (distance) of each bit.
    pub(super) rings: Vec<u8>,
    /// Shadow of each bit for both nudges, `words` each.
    shadows: [Vec<u64>; 2],
    /// Hexes within each distance, `words` each.
    within: Vec<u64>,
}

impl Window {
    fn new(orientation: Orientation, radius: i32) -> Self {
        let to_hex = |line: i32, along: i32| match orientation {
            Orientation::Pointy => Hex::new(along, line),
            Orientation::Flat => Hex::new(line, along),
        };
        let mut lines = Vec::new();
        let mut hexes = Vec::new();
        for line in -radius..=radius {
            let first = (-radius).max(-radius - line);
            let last = radius.min(radius - line);
            lines.push((first, hexes.len(), (last - first + 1) as usize));
            hexes.extend((first..=last).map(|along| to_hex(line, along)));
        }
        let bit_of = |hex: Hex| {
            let (line, along) = match orientation {
                Orientation::Pointy => (hex.y, hex.x),
                Orientation::Flat => (hex.x, hex.y),
            };
            let (first, start, _) = lines[(line + radius) as usize];
            start + (along - first) as usize
        };
        let needed = hexes.len().div_ceil(64);
        let words = *(SIZES.iter().find(|&&size| size >= needed)).expect("the last size fits all");
        let mut shadows = [vec![0; words * hexes.len()], vec![0; words * hexes.len()]];
        let rings: Vec<u8> = hexes.iter().map(|hex| hex.length() as u8).collect();
        let mut within = vec![0; words * (radius as usize + 1)];
        for (bit, &hex) in hexes.iter().enumerate() {
            let n = hex.length();
            for ring in n..=radius {
                within[ring as usize * words + bit / 64] |= 1 << (bit % 64);
            }
            for k in 1..n {
                for (shadow, nudge) in shadows.iter_mut().zip([Nudge::Plus, Nudge::Minus]) {
                    let by = bit_of(line_point(hex, k, n, nudge));
                    shadow[by * words + bit / 64] |= 1 << (bit % 64);
                }
            }
        }
        Self {
            words,
            lines,
            rings,
            shadows,
            within,
        }
    }

    /// Returns the table of a radius of at most [`MAX_VISION`].
    pub(super) fn get(orientation: Orientation, radius: u8) -> &'static Self {
        static POINTY: [OnceLock<Window>; MAX_VISION as usize + 1] =
            [const { OnceLock::new() }; MAX_VISION as usize + 1];
        static FLAT: [OnceLock<Window>; MAX_VISION as usize + 1] =
            [const { OnceLock::new() }; MAX_VISION as usize + 1];
        let tables = match orientation {
            Orientation::Pointy => &POINTY,
            Orientation::Flat => &FLAT,
        };
        tables[usize::from(radius)].get_or_init(|| Self::new(orientation, i32::from(radius)))
    }

    /// Returns the shadows of all bits for one nudge; `W` is `words`.
    pub(super) fn shadows<const W: usize>(&self, nudge: usize) -> &[[u64; W]] {
        self.shadows[nudge].as_chunks().0
    }

    /// Returns the hexes within each distance; `W` is `words`.
    pub(super) fn within<const W: usize>(&self) -> &[[u64; W]] {
        self.within.as_chunks().0
    }
}

/// Window coordinates on a board.
#[derive(Clone, Copy)]
pub(super) struct Geometry {
    grid: Grid,
    center: Hex,
    /// Index step to the next hex of a line.
    pub(super) stride: usize,
}

impl Geometry {
    pub(super) fn new(grid: &Grid, eye: TileId) -> Self {
        let stride = match grid.layout.orientation() {
            Orientation::Pointy => 1,
            Orientation::Flat => usize::from(grid.width),
        };
        Self {
            grid: *grid,
            center: grid.hex(eye),
            stride,
        }
    }

    /// Whether the eye is not on the edge of the board.
    pub(super) fn is_inner(&self) -> bool {
        (self.grid.tile(self.center)).is_some_and(|eye| self.grid.is_inner(eye))
    }

    /// Returns the board's line of a window line and the place on it where step 0 would be.
    fn origin(&self, line: i32) -> (i32, i32) {
        let (center_line, center_along) = match self.grid.layout.orientation() {
            Orientation::Pointy => (self.center.y, self.center.x),
            Orientation::Flat => (self.center.x, self.center.y),
        };
        let line = center_line + line;
        (line, center_along + self.grid.layout.ahead(line))
    }

    /// Returns which of `count` steps from `first` on a window line are on the board.
    pub(super) fn clip(&self, line: i32, first: i32, count: usize) -> Range<usize> {
        let (width, height) = (i32::from(self.grid.width), i32::from(self.grid.height));
        let (lines, length) = match self.grid.layout.orientation() {
            Orientation::Pointy => (height, width),
            Orientation::Flat => (width, height),
        };
        let (line, origin) = self.origin(line);
        if !(0..lines).contains(&line) {
            return 0..0;
        }
        let clip = |at: i32| at.clamp(0, count as i32) as usize;
        clip(-(origin + first))..clip(length - (origin + first))
    }

    /// Returns the index of a place that is on the board.
    pub(super) fn index(&self, line: i32, along: i32) -> usize {
        let (line, origin) = self.origin(line);
        let width = usize::from(self.grid.width);
        match self.grid.layout.orientation() {
            Orientation::Pointy => line as usize * width + (origin + along) as usize,
            Orientation::Flat => (origin + along) as usize * width + line as usize,
        }
    }
}

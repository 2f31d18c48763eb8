//! Floods level ground in waves: all hexes that cost the same at once, a row of hexes in one number.
//!
//! Where every step into a hex costs the same, whichever side it comes from, the hexes of one cost are
//! the neighbors of the hexes of lower costs; for a whole row that takes a few shifts.
//!
//! **Invariant:** a hex is reached at its least cost, as by any other search.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not, RangeInclusive, Shl, Shr};

use crate::battle::{
    board::EntryClass,
    grid::{Grid, Layout, TileId},
};

/// Most waves that the dearest step may span.
const MOST_SPAN: u32 = 64;

/// A row of hexes, one bit each from the left.
trait Row:
    Copy
    + Default
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const HEXES: u32;
    /// Every other hex, the first among them.
    const EVEN: Self;
    /// The leftmost hex.
    const FIRST: Self;

    /// Makes a row of up to 128 hexes.
    fn of(bits: u128) -> Self;

    /// Returns the place of the first hex of a row that is not empty.
    fn first(self) -> u32;
}

macro_rules! row {
    ($number:ty) => {
        impl Row for $number {
            const HEXES: u32 = Self::BITS;
            const EVEN: Self = Self::MAX / 3;
            const FIRST: Self = 1;

            #[inline]
            fn of(bits: u128) -> Self {
                bits as Self
            }

            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }
        }
    };
}
row!(u64);
row!(u128);

/// What a wave runs over.
pub(super) struct Ground<'a> {
    pub grid: &'a Grid,
    /// Hexes by what it costs to enter them, and that cost in hundredths of TU.
    pub classes: &'a [(u32, &'a EntryClass)],
    pub start: TileId,
    /// Most hundredths of TU to spend.
    pub budget: u32,
}

/// Storage of waves, used again.
#[derive(Clone, Debug, Default)]
pub(super) struct Waves {
    narrow: Storage<u64>,
    wide: Storage<u128>,
}

#[derive(Clone, Debug, Default)]
struct Storage<R> {
    /// Hexes of each class that occurs, row by row.
    open: Vec<R>,
    /// How many waves on each class is reached.
    reaches: Vec<usize>,
    /// Hexes that coming waves reach, in a ring of waves.
    coming: Vec<R>,
    /// First and last row of each coming wave.
    spans: Vec<Option<(usize, usize)>>,
    /// Hexes that can be entered and are not reached yet.
    left: Vec<R>,
    front: Vec<R>,
}

impl Waves {
    /// Floods from the start and hands over every hex in reach with its cost, cheapest first, the
    /// start among them; returns whether it could.
    ///
    /// It cannot where rows are too long or costs too fine; nothing is handed over then.
    pub fn flood(
        &mut self,
        ground: &Ground,
        is_blocked: impl Fn(TileId) -> bool,
        found: impl FnMut(TileId, u32),
    ) -> bool {
        let costs = ground.classes.iter().map(|(cost, _)| *cost);
        let (unit, dearest) = costs.clone().fold((0, 0), |(unit, most), cost| {
            (greatest_divisor(unit, cost), most.max(cost))
        });
        let cheapest = costs.min().unwrap_or(0);
        if cheapest == 0 || dearest / unit > MOST_SPAN {
            return false;
        }
        let radius = ground.budget / cheapest;
        let fits = |hexes: u32| u32::from(ground.grid.width) <= hexes || radius < hexes / 2;
        if fits(u64::HEXES) {
            self.narrow.flood(ground, unit, radius, is_blocked, found);
        } else if fits(u128::HEXES) {
            self.wide.flood(ground, unit, radius, is_blocked, found);
        } else {
            return false;
        }
        true
    }
}

impl<R: Row> Storage<R> {
    fn flood(
        &mut self,
        ground: &Ground,
        unit: u32,
        radius: u32,
        is_blocked: impl Fn(TileId) -> bool,
        mut found: impl FnMut(TileId, u32),
    ) {
        let window = Window::new(ground.grid, ground.start, radius, R::HEXES);
        let height = window.height;
        self.open.clear();
        self.reaches.clear();
        for (cost, class) in ground.classes {
            let begin = self.open.len();
            self.open
                .extend((0..height).map(|row| R::of(window.row(class, row))));
            if self.open[begin..].iter().all(|row| *row == R::default()) {
                self.open.truncate(begin);
            } else {
                self.reaches.push((cost / unit) as usize);
            }
        }
        let ring = self.reaches.iter().max().map_or(1, |most| most + 1);
        self.left.clear();
        self.left.resize(height, R::default());
        for class in self.open.chunks(height) {
            for (left, open) in self.left.iter_mut().zip(class) {
                *left |= *open;
            }
        }
        // With a row that stays empty at either end.
        self.front.clear();
        self.front.resize(height + 2, R::default());
        self.coming.clear();
        self.coming.resize(ring * height, R::default());
        self.spans.clear();
        self.spans.resize(ring, None);
        let (row, place) = window.start;
        self.coming[row] = R::FIRST << place;
        self.left[row] |= R::FIRST << place;
        self.spans[0] = Some((row, row));
        let last = (ground.budget / unit) as usize;
        let mut pending = 1;
        for wave in 0..=last {
            if pending == 0 {
                break;
            }
            let slot = wave % ring;
            let Some((top, bottom)) = self.spans[slot].take() else {
                continue;
            };
            pending -= 1;
            let rows = (self.coming[slot * height..][top..=bottom].iter_mut())
                .zip(&mut self.left[top..=bottom])
                .zip(&mut self.front[top + 1..=bottom + 1]);
            for (row, ((coming, left), front)) in (top..).zip(rows) {
                let mut fresh = std::mem::take(coming) & *left;
                *left = *left & !fresh;
                let mut rest = fresh;
                while rest != R::default() {
                    let place = rest.first();
                    let bit = R::FIRST << place;
                    rest = rest & !bit;
                    let tile = window.tile(row, place);
                    if wave > 0 && is_blocked(tile) {
                        fresh = fresh & !bit;
                    } else {
                        found(tile, wave as u32 * unit);
                    }
                }
                *front = fresh;
            }
            let (first, end) = (top.saturating_sub(1), (bottom + 2).min(height));
            for row in first..end {
                let beside = window.beside(&self.front[row..row + 3], row) & self.left[row];
                if beside == R::default() {
                    continue;
                }
                for (class, &reach) in self.reaches.iter().enumerate() {
                    let next = beside & self.open[class * height + row];
                    if next == R::default() || wave + reach > last {
                        continue;
                    }
                    let slot = (wave + reach) % ring;
                    self.coming[slot * height + row] |= next;
                    let span = &mut self.spans[slot];
                    pending += u32::from(span.is_none());
                    let (above, below) = span.unwrap_or((row, row));
                    *span = Some((above.min(row), below.max(row)));
                }
            }
            self.front[top + 1..=bottom + 1].fill(R::default());
        }
    }
}

/// The part of the board that a flood can reach.
struct Window {
    layout: Layout,
    width: usize,
    /// Row and column of the board that the window begins with.
    origin: (usize, usize),
    height: usize,
    /// Bits of the hexes that are on the board.
    mask: u128,
    /// Row of the start, and its place in it.
    start: (usize, u32),
}

impl Window {
    fn new(grid: &Grid, start: TileId, radius: u32, hexes: u32) -> Self {
        let (width, hexes) = (usize::from(grid.width), hexes as usize);
        let (column, row) = grid.to_offset(start);
        let (column, row) = (column as usize, row as usize);
        let left = (column.saturating_sub(hexes / 2)).min(width.saturating_sub(hexes));
        let rows: RangeInclusive<usize> = row.saturating_sub(radius as usize)
            ..=(row + radius as usize).min(usize::from(grid.height) - 1);
        let columns = (width - left).min(hexes);
        Self {
            layout: grid.layout,
            width,
            origin: (*rows.start(), left),
            height: rows.end() - rows.start() + 1,
            mask: u128::MAX >> (128 - columns),
            start: (row - rows.start(), (column - left) as u32),
        }
    }

    /// Returns the hexes of a class in a row.
    fn row(&self, class: &EntryClass, row: usize) -> u128 {
        let (top, left) = self.origin;
        class.bits((top + row) * self.width + left) & self.mask
    }

    /// Returns the hex at a place of a row.
    #[inline]
    fn tile(&self, row: usize, place: u32) -> TileId {
        let (top, left) = self.origin;
        TileId(((top + row) * self.width + left) as u32 + place)
    }

    /// Returns the places in a row that are next to hexes of the front, by the front's rows above, in
    /// and below it.
    #[inline]
    fn beside<R: Row>(&self, front: &[R], row: usize) -> R {
        let (top, left) = self.origin;
        let [above, here, below] = [front[0], front[1], front[2]];
        match self.layout {
            Layout::PointyOddRows => {
                // The rows above and below an even one lie half a hex to the right of it.
                let around = above | below;
                let shifted = match (top + row) % 2 {
                    0 => around << 1,
                    _ => around >> 1,
                };
                here << 1 | here >> 1 | around | shifted
            }
            Layout::FlatOddColumns => {
                // Even columns are half a hex higher than odd ones.
                let (even, odd) = match left % 2 {
                    0 => (R::EVEN, !R::EVEN),
                    _ => (!R::EVEN, R::EVEN),
                };
                let aslant = here | (below & even) | (above & odd);
                above | below | aslant << 1 | aslant >> 1
            }
        }
    }
}

fn greatest_divisor(a: u32, b: u32) -> u32 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

//! Field of view of one unit: every hex it sees, in one pass over bit sets.
//!
//! For each radius a table holds, for every hex of the window and either nudge, the set of hexes
//! whose line passes through it (its *shadow*). A blocking hex takes its shadow out, a tree adds
//! its shadow to a two-bit counter. Relief is handled once per level among the targets: whether a
//! hex is too high depends, along one line, only on how far the target lies, so it blocks the part
//! of its shadow within a range of rings.
//!
//! **Invariant:** a hex is in view exactly when [`trace`](super::sight::trace) is open and its
//! distance is within [`vision`](super::sight::vision) of that line.

use std::{ops::Range, sync::OnceLock};

use hexx::Hex;

use crate::{
    battle::{
        board::{Layers, code},
        grid::{Grid, Layout, TileId},
        sight::{self, Nudge, line_point},
    },
    content::battlescape::SightFigures,
};

/// Longest vision in hexes.
pub const MAX_VISION: u8 = 24;

/// Shadows and rings of one radius and layout.
///
/// A window is scanned line by line (rows on pointy-top, columns on flat-top boards), so that
/// neighboring bits are neighboring tiles.
struct Window {
    words: usize,
    /// For each line: first step along it, its first bit and number of hexes.
    lines: Vec<(i32, usize, usize)>,
    /// Line number and step of each bit.
    places: Vec<(i16, i16)>,
    /// Ring (distance) of each bit.
    rings: Vec<u8>,
    /// Shadow of each bit for both nudges, `words` each.
    shadows: [Vec<u64>; 2],
    /// Words of each shadow that are not empty.
    spans: [Vec<(u8, u8)>; 2],
    /// Hexes within each distance, `words` each.
    within: Vec<u64>,
}

impl Window {
    fn new(layout: Layout, radius: i32) -> Self {
        let to_hex = |line: i32, along: i32| match layout {
            Layout::PointyOddRows => Hex::new(along, line),
            Layout::FlatOddColumns => Hex::new(line, along),
        };
        let mut lines = Vec::new();
        let mut places = Vec::new();
        for line in -radius..=radius {
            let first = (-radius).max(-radius - line);
            let last = radius.min(radius - line);
            lines.push((first, places.len(), (last - first + 1) as usize));
            places.extend((first..=last).map(|along| (line as i16, along as i16)));
        }
        let hexes: Vec<_> = places
            .iter()
            .map(|&(l, a)| to_hex(i32::from(l), i32::from(a)))
            .collect();
        let bit_of = |hex: Hex| {
            let (line, along) = match layout {
                Layout::PointyOddRows => (hex.y, hex.x),
                Layout::FlatOddColumns => (hex.x, hex.y),
            };
            let (first, start, _) = lines[(line + radius) as usize];
            start + (along - first) as usize
        };
        let words = hexes.len().div_ceil(64);
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
        let spans = shadows.each_ref().map(|shadows| spans(shadows, words));
        Self {
            words,
            lines,
            places,
            rings,
            shadows,
            spans,
            within,
        }
    }

    fn get(layout: Layout, radius: u8) -> &'static Self {
        static POINTY: [OnceLock<Window>; MAX_VISION as usize + 1] =
            [const { OnceLock::new() }; MAX_VISION as usize + 1];
        static FLAT: [OnceLock<Window>; MAX_VISION as usize + 1] =
            [const { OnceLock::new() }; MAX_VISION as usize + 1];
        let tables = match layout {
            Layout::PointyOddRows => &POINTY,
            Layout::FlatOddColumns => &FLAT,
        };
        tables[usize::from(radius)].get_or_init(|| Self::new(layout, i32::from(radius)))
    }

    /// Returns the shadow of a bit as its first word and the words that are not empty.
    fn shadow(&self, nudge: usize, bit: usize) -> (usize, &[u64]) {
        let (first, end) = self.spans[nudge][bit];
        let words = bit * self.words + usize::from(first)..bit * self.words + usize::from(end);
        (usize::from(first), &self.shadows[nudge][words])
    }

    fn within(&self, ring: usize) -> &[u64] {
        &self.within[ring * self.words..(ring + 1) * self.words]
    }
}

/// Window coordinates on a board.
#[derive(Clone, Copy)]
struct Geometry {
    grid: Grid,
    center: Hex,
    /// Index distance of neighbors along a line.
    stride: usize,
}

impl Geometry {
    fn new(grid: &Grid, eye: TileId) -> Self {
        let stride = match grid.layout {
            Layout::PointyOddRows => 1,
            Layout::FlatOddColumns => usize::from(grid.width),
        };
        Self {
            grid: *grid,
            center: grid.hex(eye),
            stride,
        }
    }

    /// Returns the board's line of a window line and the place on it where step 0 would be.
    fn origin(&self, line: i32) -> (i32, i32) {
        let (center_line, center_along) = match self.grid.layout {
            Layout::PointyOddRows => (self.center.y, self.center.x),
            Layout::FlatOddColumns => (self.center.x, self.center.y),
        };
        let line = center_line + line;
        (line, center_along + (line >> 1))
    }

    /// Returns which of `count` steps from `first` on a window line are on the board.
    fn clip(&self, line: i32, first: i32, count: usize) -> Range<usize> {
        let (width, height) = (i32::from(self.grid.width), i32::from(self.grid.height));
        let (lines, length) = match self.grid.layout {
            Layout::PointyOddRows => (height, width),
            Layout::FlatOddColumns => (width, height),
        };
        let (line, origin) = self.origin(line);
        if !(0..lines).contains(&line) {
            return 0..0;
        }
        let clip = |at: i32| at.clamp(0, count as i32) as usize;
        clip(-(origin + first))..clip(length - (origin + first))
    }

    /// Returns the index of a place that is on the board.
    fn index(&self, line: i32, along: i32) -> usize {
        let (line, origin) = self.origin(line);
        let width = usize::from(self.grid.width);
        match self.grid.layout {
            Layout::PointyOddRows => line as usize * width + (origin + along) as usize,
            Layout::FlatOddColumns => (origin + along) as usize * width + line as usize,
        }
    }
}

/// A hex of the window that may matter for sight.
#[derive(Clone, Copy, Debug)]
struct Feature {
    bit: u16,
    code: u8,
    /// Top in half levels.
    top: i16,
}

/// What one nudge's lines meet, as sets of targets.
#[derive(Clone, Debug, Default)]
struct Lines {
    blocked: Vec<u64>,
    /// Tree counts: ones and twos of a two-bit counter that stays at three.
    ones: Vec<u64>,
    twos: Vec<u64>,
    smoky: Vec<u64>,
}

/// Reusable storage for computing fields of view.
#[derive(Clone, Debug, Default)]
pub struct FieldOfView {
    on_board: Vec<u64>,
    features: Vec<Feature>,
    lines: [Lines; 2],
    targets: Vec<u64>,
    visible: Vec<u64>,
    /// Elevation of each bit, on boards with relief.
    levels: Vec<i8>,
    /// The elevations that occur in the window.
    distinct: Vec<i8>,
}

impl FieldOfView {
    /// Lists the hexes seen from `eye` with this vision (hexes, at most [`MAX_VISION`]), adding
    /// them to `out` line by line.
    pub fn compute(
        &mut self,
        grid: &Grid,
        layers: &Layers,
        eye: TileId,
        vision: u8,
        figures: &SightFigures,
        out: &mut Vec<TileId>,
    ) {
        let vision = vision.min(MAX_VISION);
        let window = Window::get(grid.layout, vision);
        let geometry = Geometry::new(grid, eye);
        self.scan(&geometry, layers, vision, window);
        if self.features.is_empty() {
            self.visible.clone_from(&self.on_board);
        } else {
            self.solve(layers, eye, vision, figures, window);
        }
        for (word, &bits) in self.visible.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let (line, along) = window.places[word * 64 + bits.trailing_zeros() as usize];
                let index = geometry.index(i32::from(line), i32::from(along));
                out.push(TileId(index as u32));
                bits &= bits - 1;
            }
        }
    }

    /// Finds the hexes of the window that are on the board and those that matter for sight.
    fn scan(&mut self, geometry: &Geometry, layers: &Layers, vision: u8, window: &Window) {
        clear(&mut self.on_board, window.words);
        self.features.clear();
        let has_relief = layers.has_relief();
        self.levels.clear();
        if has_relief {
            self.levels.resize(window.places.len(), 0);
        }
        let (codes, elevations) = (layers.codes(), layers.elevations());
        for (number, &(first, start_bit, count)) in window.lines.iter().enumerate() {
            let line = number as i32 - i32::from(vision);
            let inside = geometry.clip(line, first, count);
            if inside.is_empty() {
                continue;
            }
            // A line may stray off the board by half a hex, and does not pass there.
            let off = [
                inside.start.checked_sub(1),
                Some(inside.end).filter(|&i| i < count),
            ];
            self.features
                .extend(off.into_iter().flatten().map(|i| Feature {
                    bit: (start_bit + i) as u16,
                    code: code::BLOCKS,
                    top: i16::MAX,
                }));
            set_bits(
                &mut self.on_board,
                start_bit + inside.start..start_bit + inside.end,
            );
            let start = geometry.index(line, first + inside.start as i32);
            for (i, bit) in (start_bit + inside.start..start_bit + inside.end).enumerate() {
                let index = start + i * geometry.stride;
                if has_relief {
                    self.levels[bit] = elevations[index];
                } else if codes[index] == 0 {
                    continue;
                }
                let (bit, code, top) = (bit as u16, codes[index], layers.top(index));
                self.features.push(Feature { bit, code, top });
            }
        }
    }

    /// Takes out what features hide.
    fn solve(
        &mut self,
        layers: &Layers,
        eye: TileId,
        vision: u8,
        figures: &SightFigures,
        window: &Window,
    ) {
        clear(&mut self.visible, window.words);
        let codes = self
            .features
            .iter()
            .fold(0, |codes, feature| codes | feature.code);
        let is_dim = codes & (code::TREE | code::SMOKE) != 0;
        if is_dim {
            self.count_dimming(layers, eye, window);
        }
        let own = layers.elevation(eye);
        let mut distinct = std::mem::take(&mut self.distinct);
        distinct.clear();
        if layers.has_relief() {
            for (word, &bits) in self.on_board.iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    let level = self.levels[word * 64 + bits.trailing_zeros() as usize];
                    bits &= bits - 1;
                    if !distinct.contains(&level) {
                        distinct.push(level);
                    }
                }
            }
        } else {
            distinct.push(own);
        }
        let seen = SeenBy {
            vision,
            figures,
            is_dim,
            eye_level: own,
        };
        for &level in &distinct {
            self.solve_level(&seen, level, layers.has_relief(), window);
        }
        self.distinct = distinct;
    }

    /// Adds the visible targets of one elevation.
    fn solve_level(&mut self, seen: &SeenBy, level: i8, has_relief: bool, window: &Window) {
        let words = window.words;
        self.targets.clone_from(&self.on_board);
        if has_relief {
            for (word, bits) in self.targets.iter_mut().enumerate() {
                let levels = &self.levels[word * 64..self.levels.len().min(word * 64 + 64)];
                let same = (levels.iter().enumerate())
                    .fold(0, |same, (i, &other)| same | u64::from(other == level) << i);
                *bits &= same;
            }
        }
        let eye = 2 * i32::from(seen.eye_level) + 1;
        let rise = 2 * (i32::from(level) - i32::from(seen.eye_level));
        for lines in &mut self.lines {
            clear(&mut lines.blocked, words);
        }
        for feature in &self.features {
            let bit = usize::from(feature.bit);
            let ring = i32::from(window.rings[bit]);
            // The hex is above the eye line to targets `n` hexes away if over · n > rise · ring.
            let over = i32::from(feature.top) - eye;
            let all = (0, i32::from(seen.vision));
            let (nearest, farthest) = match (over, rise) {
                (_, _) if feature.top == i16::MAX => all,
                (1.., 1..) => (rise * ring / over + 1, all.1),
                (1.., _) | (0, ..0) => all,
                (..0, ..0) => (0, (rise * ring + 1) / over),
                _ => continue,
            };
            if nearest > all.1 || farthest <= ring {
                continue;
            }
            for (nudge, lines) in self.lines.iter_mut().enumerate() {
                let (first, shadow) = window.shadow(nudge, bit);
                let blocked = &mut lines.blocked[first..];
                if (nearest, farthest.min(all.1)) == all {
                    or(blocked, shadow);
                } else {
                    let upper = &window.within(farthest.min(all.1) as usize)[first..];
                    if nearest > 0 {
                        let lower = &window.within(nearest as usize - 1)[first..];
                        for (i, &word) in shadow.iter().enumerate() {
                            blocked[i] |= word & upper[i] & !lower[i];
                        }
                    } else {
                        for (i, &word) in shadow.iter().enumerate() {
                            blocked[i] |= word & upper[i];
                        }
                    }
                }
            }
        }
        for word in 0..words {
            let open = if seen.is_dim {
                self.dimmed(seen, word, window)
            } else {
                !(self.lines[0].blocked[word] & self.lines[1].blocked[word])
            };
            self.visible[word] |= self.targets[word] & open;
        }
    }

    /// Counts trees and finds smoke on the lines to every target.
    fn count_dimming(&mut self, layers: &Layers, eye: TileId, window: &Window) {
        let eye_in_smoke = layers.smoke(eye) > 0;
        for (nudge, lines) in self.lines.iter_mut().enumerate() {
            clear(&mut lines.ones, window.words);
            clear(&mut lines.twos, window.words);
            clear(&mut lines.smoky, window.words);
            if eye_in_smoke {
                lines.smoky.fill(u64::MAX);
            }
            for feature in &self.features {
                let bit = usize::from(feature.bit);
                let (first, shadow) = window.shadow(nudge, bit);
                if feature.code & code::TREE != 0 {
                    let counters = lines.ones[first..].iter_mut().zip(&mut lines.twos[first..]);
                    for ((one, two), &more) in counters.zip(shadow) {
                        let carry = *one & more;
                        let full = carry & *two;
                        *one = (*one ^ more) | full;
                        *two |= carry;
                    }
                }
                if feature.code & code::SMOKE != 0 {
                    or(&mut lines.smoky[first..], shadow);
                    lines.smoky[bit / 64] |= 1 << (bit % 64);
                }
            }
        }
    }

    /// Returns the open targets of one word where trees or smoke lie in the window: the better line
    /// of each (fewer trees, then less smoke) must reach as far as the target.
    fn dimmed(&self, seen: &SeenBy, word: usize, window: &Window) -> u64 {
        let [plus, minus] = &self.lines;
        let pick = |lines: &Lines| {
            let (one, two) = (lines.ones[word], lines.twos[word]);
            let too_many = match seen.figures.trees_block {
                0 | 1 => one | two,
                2 => two,
                _ => one & two,
            };
            (
                !(lines.blocked[word] | too_many),
                one,
                two,
                lines.smoky[word],
            )
        };
        let (open_p, one_p, two_p, smoke_p) = pick(plus);
        let (open_m, one_m, two_m, smoke_m) = pick(minus);
        let fewer = (two_p & !two_m) | (!(two_p ^ two_m) & one_p & !one_m);
        let equal = !(two_p ^ two_m) & !(one_p ^ one_m);
        let minus = open_m & (!open_p | fewer | (equal & smoke_p & !smoke_m));
        let choose = |p: u64, m: u64| (m & minus) | (p & !minus);
        let (one, two) = (choose(one_p, one_m), choose(two_p, two_m));
        let smoke = choose(smoke_p, smoke_m);
        let penalty = seen.figures.tree_penalty;
        let mut reached = 0;
        for trees in 0..4_u8 {
            let counted = (if trees & 1 == 0 { !one } else { one })
                & (if trees & 2 == 0 { !two } else { two });
            let clear = usize::from(seen.vision.saturating_sub(trees.saturating_mul(penalty)));
            let dim = sight::smoky(seen.vision, seen.figures);
            let dim = usize::from(dim.saturating_sub(trees.saturating_mul(penalty)));
            reached |= counted & !smoke & window.within(clear)[word];
            reached |= counted & smoke & window.within(dim)[word];
        }
        (open_p | open_m) & reached
    }
}

/// What a field of view is computed for.
struct SeenBy<'a> {
    vision: u8,
    figures: &'a SightFigures,
    is_dim: bool,
    eye_level: i8,
}

/// Returns the range of words that are not empty in each set.
fn spans(sets: &[u64], words: usize) -> Vec<(u8, u8)> {
    sets.chunks(words)
        .map(|set| {
            let first = set.iter().position(|&word| word != 0).unwrap_or(0);
            let end = set
                .iter()
                .rposition(|&word| word != 0)
                .map_or(first, |last| last + 1);
            (first as u8, end as u8)
        })
        .collect()
}

fn clear(set: &mut Vec<u64>, words: usize) {
    set.clear();
    set.resize(words, 0);
}

fn or(set: &mut [u64], other: &[u64]) {
    for (word, &more) in set.iter_mut().zip(other) {
        *word |= more;
    }
}

fn set_bits(set: &mut [u64], bits: Range<usize>) {
    for (word, slot) in set
        .iter_mut()
        .enumerate()
        .take(bits.end.div_ceil(64))
        .skip(bits.start / 64)
    {
        let low = bits.start.saturating_sub(word * 64);
        let high = (bits.end - word * 64).min(64);
        if low < high {
            *slot |= (u64::MAX >> (64 - (high - low))) << low;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::{
        battle::{board::TileState, sight::trace},
        content::terrain::{Cover, Obstacle, Terrain, TerrainId},
    };

    fn terrain(obstacle: Obstacle) -> Terrain {
        Terrain {
            key: String::new(),
            name: String::new(),
            move_percent: Some(100),
            obstacle,
            cover: Cover::None,
            cover_own_hex_only: false,
            flammable: false,
            hazard_damage: 0,
            door_to: None,
        }
    }

    fn figures() -> SightFigures {
        SightFigures {
            tree_penalty: 3,
            trees_block: 3,
            smoke_percent: 50,
        }
    }

    /// A random board: `density` percent of obstacles, relief or not.
    fn board(rng: &mut ChaCha8Rng, layout: Layout, density: u32, relief: bool) -> (Grid, Layers) {
        let terrains = [
            Obstacle::Open,
            Obstacle::Low,
            Obstacle::Tall,
            Obstacle::Partial,
            Obstacle::Blocks,
        ]
        .map(terrain);
        let grid = Grid::new(layout, 30, 26);
        let states: Vec<_> = (0..grid.len())
            .map(|_| {
                let is_feature = rng.random_range(0..100) < density;
                let kind = if is_feature {
                    rng.random_range(0..5)
                } else {
                    0
                };
                let smoke = u8::from(is_feature && rng.random_range(0..8) == 0);
                TileState {
                    terrain: TerrainId(kind),
                    fire: 0,
                    smoke,
                }
            })
            .collect();
        let elevation: Vec<_> = (0..grid.len())
            .map(|_| {
                if relief {
                    (rng.random_range(0..30_i8) - 26).max(-1)
                } else {
                    0
                }
            })
            .collect();
        let mut layers = Layers::default();
        layers.load(&terrains, &states, &elevation);
        (grid, layers)
    }

    #[test]
    fn a_view_holds_exactly_the_hexes_a_trace_reaches() {
        let mut fov = FieldOfView::default();
        for seed in 0..60 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let layout = [Layout::PointyOddRows, Layout::FlatOddColumns][seed as usize % 2];
            let density = [0, 10, 40][seed as usize % 3];
            let (grid, layers) = board(&mut rng, layout, density, seed % 5 < 2);
            let eye = TileId(rng.random_range(0..grid.len() as u32));
            let vision = rng.random_range(1..=16);
            let mut seen = Vec::new();
            fov.compute(&grid, &layers, eye, vision, &figures(), &mut seen);
            seen.sort_unstable();
            let expected: Vec<_> = (grid.tiles())
                .filter(|&to| {
                    let line = trace(&grid, &layers, eye, to, &figures(), |_| true);
                    line.open
                        && grid.distance(eye, to)
                            <= u32::from(sight::vision(vision, &line, &figures()))
                })
                .collect();
            assert_eq!(seen, expected, "seed {seed}, eye {:?}", grid.to_offset(eye));
        }
    }
}

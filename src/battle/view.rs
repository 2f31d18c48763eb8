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

mod memo;
mod window;

use std::mem::take;

use crate::battle::board::{Layers, code};
use crate::battle::grid::{Grid, TileId};
use crate::battle::sight;
use crate::battle::tile_set::TileSet;
use crate::battle::view::window::{Geometry, SIZES, Window};
use crate::content::sight::{HeightSight, SightFigures, SmokeSight};

pub use self::memo::ViewMemo;

/// Longest vision in hexes.
pub const MAX_VISION: u8 = 24;

/// Terrain that stands above its ground.
const HIGH: u8 = code::LOW | code::TALL | code::BLOCKS;

/// A hex that may be too high to see over.
#[derive(Clone, Copy, Debug)]
struct Blocker {
    bit: u16,
    /// Half levels above the eye.
    over: i16,
}

/// Trees on the lines of one nudge, as a two-bit counter per target that stays at three, and the
/// targets it sees through smoke.
#[derive(Clone, Copy)]
struct Dimming<const W: usize> {
    ones: [u64; W],
    twos: [u64; W],
    smoky: [u64; W],
}

/// What a field of view is computed for.
#[derive(Clone, Copy)]
struct Seer<'a> {
    geometry: Geometry,
    window: &'static Window,
    layers: &'a Layers,
    figures: &'a SightFigures,
    eye: TileId,
    vision: u8,
}

impl<'a> Seer<'a> {
    fn new(
        grid: &Grid,
        layers: &'a Layers,
        eye: TileId,
        vision: u8,
        figures: &'a SightFigures,
    ) -> Self {
        Self {
            geometry: Geometry::new(grid, eye),
            window: Window::get(grid.layout.orientation(), vision),
            layers,
            figures,
            eye,
            vision,
        }
    }

    /// Puts the hexes of a window set, all of them on the board, in a set of the board.
    fn put_in<const W: usize>(self, visible: &[u64; W], out: &mut TileSet) {
        for (number, &(first, start, count)) in self.window.lines.iter().enumerate() {
            let (word, shift) = (start / 64, start % 64);
            let mut bits = visible[word] >> shift;
            if shift + count > 64 {
                bits |= visible[word + 1] << (64 - shift);
            }
            bits &= u64::MAX >> (64 - count);
            if bits == 0 {
                continue;
            }
            // A row of the window is one of the board; hexes off the board are not in the set.
            let skipped = bits.trailing_zeros();
            let line = number as i32 - i32::from(self.vision);
            let at = self.geometry.index(line, first + skipped as i32);
            bits >>= skipped;
            if self.geometry.stride == 1 {
                out.put_row(at, bits);
                continue;
            }
            while bits != 0 {
                let step = bits.trailing_zeros() as usize;
                out.insert(TileId((at + step * self.geometry.stride) as u32));
                bits &= bits - 1;
            }
        }
    }
}

/// Traces to every hex in reach, for rules of sight that sets cannot tell.
fn trace_all(
    grid: &Grid,
    layers: &Layers,
    eye: TileId,
    vision: u8,
    figures: &SightFigures,
    out: &mut TileSet,
) {
    for tile in grid.tiles() {
        let distance = grid.distance(eye, tile);
        if distance > u32::from(vision) {
            continue;
        }
        let line = sight::trace(grid, layers, eye, tile, figures, |_| true);
        if line.open && distance <= u32::from(sight::vision(vision, 0, &line, figures)) {
            out.insert(tile);
        }
    }
}

/// Reusable storage for computing fields of view.
#[derive(Clone, Debug, Default)]
pub struct FieldOfView {
    /// Hexes that block everything, those above the eye, and those not above it.
    walls: Vec<u16>,
    above: Vec<Blocker>,
    below: Vec<Blocker>,
    /// Hexes with a tree.
    trees: Vec<u16>,
    /// Hexes with smoke.
    smoke: Vec<u16>,
    /// Elevations of the targets in the window.
    levels: Vec<i8>,
    /// Targets of each of them.
    level_sets: Vec<u64>,
}

impl FieldOfView {
    /// Puts the hexes seen from `eye` with this vision (hexes, at most [`MAX_VISION`]) in `out`.
    pub fn compute(
        &mut self,
        grid: &Grid,
        layers: &Layers,
        eye: TileId,
        vision: u8,
        figures: &SightFigures,
        out: &mut TileSet,
    ) {
        if figures.height == HeightSight::Level || figures.smoke == SmokeSight::PerHex {
            trace_all(grid, layers, eye, vision.min(MAX_VISION), figures, out);
            return;
        }
        let seer = Seer::new(grid, layers, eye, vision.min(MAX_VISION), figures);
        match seer.window.words {
            size if size == SIZES[0] => self.see::<{ SIZES[0] }>(seer, out),
            size if size == SIZES[1] => self.see::<{ SIZES[1] }>(seer, out),
            size if size == SIZES[2] => self.see::<{ SIZES[2] }>(seer, out),
            size if size == SIZES[3] => self.see::<{ SIZES[3] }>(seer, out),
            size if size == SIZES[4] => self.see::<{ SIZES[4] }>(seer, out),
            size if size == SIZES[5] => self.see::<{ SIZES[5] }>(seer, out),
            _ => self.see::<{ SIZES[6] }>(seer, out),
        }
    }

    /// Computes a view in sets of `W` words.
    fn see<const W: usize>(&mut self, seer: Seer<'_>, out: &mut TileSet) {
        let on_board = self.scan::<W>(seer);
        let is_clear = self.walls.is_empty()
            && self.above.is_empty()
            && self.below.is_empty()
            && self.trees.is_empty()
            && self.smoke.is_empty();
        let visible = match is_clear {
            true => on_board,
            false => self.solve(seer, &on_board),
        };
        seer.put_in(&visible, out);
    }

    /// Finds the hexes of the window that are on the board and those that matter for sight.
    fn scan<const W: usize>(&mut self, seer: Seer<'_>) -> [u64; W] {
        let Seer {
            geometry,
            window,
            layers,
            vision,
            ..
        } = seer;
        self.walls.clear();
        self.above.clear();
        self.below.clear();
        self.trees.clear();
        self.smoke.clear();
        self.levels.clear();
        self.level_sets.clear();
        let (mut on_board, mut high) = ([0; W], [0; W]);
        let has_relief = layers.has_relief();
        let eye = 2 * i16::from(layers.elevation(seer.eye)) + 1;
        let (codes, elevations) = (layers.codes(), layers.elevations());
        // No line from within the board to its edge strays off it.
        let may_stray = !geometry.is_inner();
        let mut note = |scene: &mut Self, bit: usize, index: usize| {
            let code = codes[index];
            let is_high = code & HIGH != 0;
            if has_relief {
                high[bit / 64] |= u64::from(is_high) << (bit % 64);
            }
            let bit = bit as u16;
            if is_high && window.rings[usize::from(bit)] < vision {
                match layers.top(index) {
                    i16::MAX => scene.walls.push(bit),
                    top if top > eye || has_relief => scene.add_blocker(bit, top - eye),
                    _ => {}
                }
            }
            if code & code::TREE != 0 {
                scene.trees.push(bit);
            }
            if code & code::SMOKE != 0 {
                scene.smoke.push(bit);
            }
        };
        for (number, &(first, start_bit, count)) in window.lines.iter().enumerate() {
            let line = number as i32 - i32::from(vision);
            let inside = geometry.clip(line, first, count);
            if inside.is_empty() {
                continue;
            }
            if may_stray {
                // By half a hex, and it does not pass there.
                let off = [
                    inside.start.checked_sub(1),
                    Some(inside.end).filter(|&i| i < count),
                ];
                let off = off.into_iter().flatten();
                self.walls.extend(off.map(|i| (start_bit + i) as u16));
            }
            let start = geometry.index(line, first + inside.start as i32);
            let bits = start_bit + inside.start..start_bit + inside.end;
            put_line(&mut on_board, bits.start, u64::MAX >> (64 - bits.len()));
            if geometry.stride == 1 {
                // Most hexes are of no matter.
                let mut marked = layers.marked().row(start, bits.len());
                while marked != 0 {
                    let i = marked.trailing_zeros() as usize;
                    marked &= marked - 1;
                    note(self, bits.start + i, start + i);
                }
            } else {
                let line = (start..codes.len()).step_by(geometry.stride);
                for (bit, index) in bits
                    .clone()
                    .zip(line)
                    .filter(|&(_, index)| codes[index] != 0)
                {
                    note(self, bit, index);
                }
            }
            if !has_relief {
                continue;
            }
            if geometry.stride == 1 {
                for (level, tiles) in layers.levels() {
                    self.add_level::<W>(*level, bits.start, tiles.row(start, bits.len()));
                }
            } else {
                let line = elevations[start..].iter().step_by(geometry.stride);
                bits.zip(line)
                    .for_each(|(bit, &level)| self.add_level::<W>(level, bit, 1));
            }
        }
        if self.levels.len() > 1 {
            self.add_ground(seer, eye, &high);
        }
        on_board
    }

    /// Notes the elevation of hexes of a line, one for each bit set.
    fn add_level<const W: usize>(&mut self, level: i8, first: usize, hexes: u64) {
        if hexes == 0 {
            return;
        }
        let place = self.levels.iter().position(|&other| other == level);
        let place = place.unwrap_or_else(|| {
            self.levels.push(level);
            self.level_sets.extend([0; W]);
            self.levels.len() - 1
        });
        put_line(
            &mut self.level_sets[place * W..(place + 1) * W],
            first,
            hexes,
        );
    }

    /// Adds bare ground to the blockers: only ground above the lowest can hide anything.
    fn add_ground<const W: usize>(&mut self, seer: Seer<'_>, eye: i16, high: &[u64; W]) {
        let lowest = *self.levels.iter().min().expect("there are several levels");
        let inner = &seer.window.within::<W>()[usize::from(seer.vision) - 1];
        let (levels, sets) = (take(&mut self.levels), take(&mut self.level_sets));
        for (&level, tiles) in levels.iter().zip(sets.as_chunks::<W>().0) {
            if level == lowest {
                continue;
            }
            for word in 0..W {
                let mut bare = tiles[word] & inner[word] & !high[word];
                while bare != 0 {
                    let bit = 64 * word as u16 + bare.trailing_zeros() as u16;
                    self.add_blocker(bit, 2 * i16::from(level) - eye);
                    bare &= bare - 1;
                }
            }
        }
        (self.levels, self.level_sets) = (levels, sets);
    }

    /// Notes a hex whose top lies so many half levels above the eye.
    fn add_blocker(&mut self, bit: u16, over: i16) {
        let list = match over > 0 {
            true => &mut self.above,
            false => &mut self.below,
        };
        list.push(Blocker { bit, over });
    }

    /// Takes out what the window holds.
    fn solve<const W: usize>(&self, seer: Seer<'_>, on_board: &[u64; W]) -> [u64; W] {
        let is_dim = !(self.trees.is_empty() && self.smoke.is_empty());
        let dimming = is_dim.then(|| [0, 1].map(|nudge| self.dim::<W>(seer, nudge)));
        let own = seer.layers.elevation(seer.eye);
        let walled = [0, 1].map(|nudge| self.wall::<W>(seer, nudge));
        // To targets no higher than the eye, all that stands above it blocks as walls do.
        let crowned = [0, 1].map(|nudge| self.crown::<W>(seer, nudge, &walled[nudge]));
        let mut visible = [0; W];
        let mut see_level = |level: i8, targets: &[u64; W]| {
            let rise = 2 * (i32::from(level) - i32::from(own));
            let blocked = match rise > 0 {
                true => self.block_upwards::<W>(seer, rise, walled),
                false => self.block_downwards::<W>(seer, rise, crowned),
            };
            let open: [u64; W] = match &dimming {
                Some(dimming) => dimmed(seer, &blocked, dimming),
                None => std::array::from_fn(|word| !(blocked[0][word] & blocked[1][word])),
            };
            for word in 0..W {
                visible[word] |= targets[word] & open[word];
            }
        };
        if self.levels.len() > 1 {
            let sets = self.level_sets.as_chunks().0;
            for (&level, targets) in self.levels.iter().zip(sets) {
                see_level(level, targets);
            }
        } else {
            see_level(*self.levels.first().unwrap_or(&own), on_board);
        }
        visible
    }

    /// Returns the targets behind walls on a nudge's lines.
    fn wall<const W: usize>(&self, seer: Seer<'_>, nudge: usize) -> [u64; W] {
        let shadows = seer.window.shadows::<W>(nudge);
        let mut blocked = [0; W];
        for &bit in &self.walls {
            add(&mut blocked, &shadows[usize::from(bit)]);
        }
        blocked
    }

    /// Returns the targets behind walls or anything above the eye on a nudge's lines.
    fn crown<const W: usize>(&self, seer: Seer<'_>, nudge: usize, walled: &[u64; W]) -> [u64; W] {
        let shadows = seer.window.shadows::<W>(nudge);
        let mut blocked = *walled;
        for &Blocker { bit, .. } in &self.above {
            add(&mut blocked, &shadows[usize::from(bit)]);
        }
        blocked
    }

    /// Adds the targets that either nudge's lines do not reach if they lie `rise` half levels higher than
    /// the eye: a hex is above the line to those `n` hexes away if over · n > rise · ring.
    fn block_upwards<const W: usize>(
        &self,
        seer: Seer<'_>,
        rise: i32,
        mut blocked: [[u64; W]; 2],
    ) -> [[u64; W]; 2] {
        let window = seer.window;
        let shadows = [0, 1].map(|nudge| window.shadows::<W>(nudge));
        let within = window.within::<W>();
        for &Blocker { bit, over } in &self.above {
            let bit = usize::from(bit);
            let (over, ring) = (i32::from(over), i32::from(window.rings[bit]));
            // Many are above no line within vision, which takes no division to tell.
            if over * i32::from(seer.vision) > rise * ring {
                let nearer = &within[(rise * ring / over) as usize];
                for (blocked, shadows) in blocked.iter_mut().zip(shadows) {
                    for ((word, &more), &nearer) in
                        blocked.iter_mut().zip(&shadows[bit]).zip(nearer)
                    {
                        *word |= more & !nearer;
                    }
                }
            }
        }
        blocked
    }

    /// Adds the targets that either nudge's lines do not reach if they lie so many half levels lower than
    /// the eye (`rise` is not positive): what is not above the eye hides those near behind it.
    fn block_downwards<const W: usize>(
        &self,
        seer: Seer<'_>,
        rise: i32,
        mut blocked: [[u64; W]; 2],
    ) -> [[u64; W]; 2] {
        if rise == 0 {
            return blocked;
        }
        let window = seer.window;
        let shadows = [0, 1].map(|nudge| window.shadows::<W>(nudge));
        let within = window.within::<W>();
        for &Blocker { bit, over } in &self.below {
            let bit = usize::from(bit);
            let (over, ring) = (i32::from(over), i32::from(window.rings[bit]));
            let farthest = match over {
                0 => i32::from(seer.vision),
                _ => (rise * ring + 1) / over,
            };
            if farthest > ring {
                let upper = &within[farthest.min(i32::from(seer.vision)) as usize];
                for (blocked, shadows) in blocked.iter_mut().zip(shadows) {
                    for ((word, &more), &upper) in blocked.iter_mut().zip(&shadows[bit]).zip(upper)
                    {
                        *word |= more & upper;
                    }
                }
            }
        }
        blocked
    }

    /// Counts trees and finds smoke on a nudge's lines to every target.
    fn dim<const W: usize>(&self, seer: Seer<'_>, nudge: usize) -> Dimming<W> {
        let shadows = seer.window.shadows::<W>(nudge);
        let (mut ones, mut twos) = ([0; W], [0; W]);
        for &bit in &self.trees {
            let shadow = &shadows[usize::from(bit)];
            for word in 0..W {
                let carry = ones[word] & shadow[word];
                ones[word] = (ones[word] ^ shadow[word]) | (carry & twos[word]);
                twos[word] |= carry;
            }
        }
        let eye_in_smoke = seer.layers.smoke(seer.eye) > 0;
        let mut smoky = [if eye_in_smoke { u64::MAX } else { 0 }; W];
        for &bit in &self.smoke {
            let bit = usize::from(bit);
            for (word, &more) in smoky.iter_mut().zip(&shadows[bit]) {
                *word |= more;
            }
            smoky[bit / 64] |= 1 << (bit % 64);
        }
        Dimming { ones, twos, smoky }
    }
}

/// Adds a set of targets to another.
fn add<const W: usize>(targets: &mut [u64; W], more: &[u64; W]) {
    for (word, more) in targets.iter_mut().zip(more) {
        *word |= more;
    }
}

/// Returns the open targets where trees or smoke lie in the window: the better line of each (fewer
/// trees, then less smoke) must reach as far as the target.
fn dimmed<const W: usize>(
    seer: Seer<'_>,
    blocked: &[[u64; W]; 2],
    dimming: &[Dimming<W>; 2],
) -> [u64; W] {
    let within = seer.window.within::<W>();
    let penalty = seer.figures.tree_penalty;
    let smoky_vision = sight::smoky(seer.vision, seer.figures);
    // How far sight reaches past so many trees, in clear air and in smoke.
    let reaches: [_; 4] = std::array::from_fn(|trees| {
        let lost = (trees as u8).saturating_mul(penalty);
        [seer.vision, smoky_vision].map(|vision| &within[usize::from(vision.saturating_sub(lost))])
    });
    std::array::from_fn(|word| {
        let [plus, minus] = [0, 1].map(|nudge| {
            let (one, two) = (dimming[nudge].ones[word], dimming[nudge].twos[word]);
            let too_many = match seer.figures.trees_block {
                0 | 1 => one | two,
                2 => two,
                _ => one & two,
            };
            let open = !(blocked[nudge][word] | too_many);
            (open, one, two, dimming[nudge].smoky[word])
        });
        let (open_p, one_p, two_p, smoke_p) = plus;
        let (open_m, one_m, two_m, smoke_m) = minus;
        let fewer = (two_p & !two_m) | (!(two_p ^ two_m) & one_p & !one_m);
        let equal = !(two_p ^ two_m) & !(one_p ^ one_m);
        let minus = open_m & (!open_p | fewer | (equal & smoke_p & !smoke_m));
        let choose = |p: u64, m: u64| (m & minus) | (p & !minus);
        let (one, two) = (choose(one_p, one_m), choose(two_p, two_m));
        let smoke = choose(smoke_p, smoke_m);
        let mut reached = 0;
        for (trees, [clear, dim]) in reaches.iter().enumerate() {
            let counted = (if trees & 1 == 0 { !one } else { one })
                & (if trees & 2 == 0 { !two } else { two });
            reached |= counted & ((!smoke & clear[word]) | (smoke & dim[word]));
        }
        (open_p | open_m) & reached
    })
}

/// Puts hexes of a line in a set, one for each bit set.
fn put_line(set: &mut [u64], first: usize, hexes: u64) {
    let (word, shift) = (first / 64, first % 64);
    set[word] |= hexes << shift;
    let rest = hexes >> (63 - shift) >> 1;
    if rest != 0 {
        set[word + 1] |= rest;
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::battle::board::TileState;
    use crate::battle::grid::Layout;
    use crate::battle::sight::trace;
    use crate::content::terrain::{Cover, Obstacle, Terrain, TerrainId};

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
            ..Terrain::default()
        }
    }

    pub(super) fn figures() -> SightFigures {
        SightFigures {
            tree_penalty: 3,
            trees_block: 3,
            smoke_percent: 50,
            night_percent: 50,
            light_bonus: 3,
            height: HeightSight::EyeLine,
            units_block: false,
            smoke: SmokeSight::Once,
        }
    }

    /// A random board: `density` percent of obstacles, relief or not.
    pub(super) fn board(
        rng: &mut ChaCha8Rng,
        layout: Layout,
        density: u32,
        relief: bool,
    ) -> (Grid, Layers) {
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
                    ..TileState::default()
                }
            })
            .collect();
        let elevation: Vec<_> = (0..grid.len())
            .map(|_| match rng.random_range(0..80) {
                _ if !relief => 0,
                0 => -9,
                1 => 30,
                _ => (rng.random_range(0..30_i8) - 26).max(-1),
            })
            .collect();
        let mut layers = Layers::default();
        layers.load(&terrains, &states, &elevation);
        (grid, layers)
    }

    #[test]
    fn a_view_holds_exactly_the_hexes_a_trace_reaches() {
        let mut fov = FieldOfView::default();
        for seed in 0..120 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let layout = Layout::ALL[(seed / 6) as usize % 4];
            let density = [0, 10, 40][seed as usize % 3];
            let (grid, layers) = board(&mut rng, layout, density, seed % 5 < 2);
            let eye = TileId(rng.random_range(0..grid.len() as u32));
            let vision = rng.random_range(1..=16);
            let mut seen = TileSet::new(grid.len());
            fov.compute(&grid, &layers, eye, vision, &figures(), &mut seen);
            let seen: Vec<_> = seen.iter().collect();
            let expected: Vec<_> = (grid.tiles())
                .filter(|&to| {
                    let line = trace(&grid, &layers, eye, to, &figures(), |_| true);
                    line.open
                        && grid.distance(eye, to)
                            <= u32::from(sight::vision(vision, 0, &line, &figures()))
                })
                .collect();
            assert_eq!(seen, expected, "seed {seed}, eye {:?}", grid.to_offset(eye));
        }
    }
}

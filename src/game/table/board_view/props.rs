//! Which pictures stand on a hex, and where: trees scattered, walls joined to their neighbors.
//!
//! **Invariant:** a hex always looks the same; chance is a fixed hash of its number.

use bevy::math::{Vec2, vec2};

use super::scenery::Scenery;
use crate::battle::grid::{Direction, TileId};
use crate::content::terrain::HexsideId;
use crate::game::table::art::{self, Bed, Fall, HEX, Masonry, Prop, Standing, scatter};

/// A picture in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    pub prop: Prop,
    pub variant: u32,
    /// Where its foot is in the world.
    pub at: Vec2,
    pub scale: f32,
    /// Radians, counter-clockwise.
    pub turn: f32,
    pub tint: [f32; 3],
    /// 1 opaque, 0 not to be seen.
    pub strength: f32,
}

impl Placed {
    /// Whether it lies on the ground under all that stands.
    pub fn is_shade(&self) -> bool {
        matches!(self.prop, Prop::Shade | Prop::ArmShade(..))
    }
}

/// Fixed chance for one hex.
struct Chance(u32);

impl Chance {
    fn bits(&mut self) -> u32 {
        self.0 = scatter(self.0.wrapping_add(0x9E37));
        self.0
    }
    fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.bits() >> 8) as f32 / (1 << 24) as f32
    }
    fn happens(&mut self, percent: u32) -> bool {
        self.bits() % 100 < percent
    }
}

/// Puts the pictures of one hex, from the back to the front.
struct Builder<'a> {
    scenery: &'a Scenery,
    tile: TileId,
    center: Vec2,
    tint: [f32; 3],
    chance: Chance,
    placed: &'a mut Vec<Placed>,
}

/// Lists the pictures that stand on a hex with its middle there.
pub fn props(scenery: &Scenery, center: Vec2, tile: TileId, placed: &mut Vec<Placed>) {
    let look = scenery.look(tile);
    if !look.is_known() {
        return;
    }
    // Higher ground is lighter, as in the shader of the ground.
    let light = art::relief_light(f32::from(look.elevation));
    let mut builder = Builder {
        scenery,
        tile,
        center,
        tint: [light; 3],
        chance: Chance(scatter(tile.0 ^ 0x5EED)),
        placed,
    };
    let terrain = scenery.terrain(tile);
    match art::standing(terrain) {
        Standing::Nothing => builder.open_ground(art::surface(terrain)),
        Standing::Tree => builder.trees(),
        Standing::Bush => builder.bushes(),
        Standing::Crate => {
            builder.shade(vec2(6.0, -8.0), 0.85, 0.8);
            builder.add(Prop::Crate, Vec2::ZERO, 1.0);
        }
        Standing::Rubble => builder.add(Prop::Heap, Vec2::ZERO, 1.0),
        Standing::Rocks => builder.add(Prop::Rocks, Vec2::ZERO, 1.0),
        Standing::Boulders => builder.boulders(),
        Standing::Pebbles => builder.pebbles(),
        Standing::Peaks => builder.add(Prop::Peaks, Vec2::ZERO, 1.0),
        Standing::Dunes => builder.add(Prop::Dunes, Vec2::ZERO, 1.0),
        Standing::Reeds => builder.add(Prop::Reeds, Vec2::ZERO, 1.0),
        Standing::Houses => builder.add(Prop::Houses, Vec2::ZERO, 1.0),
        Standing::LowWall => builder.wall(Masonry::Low),
        kind @ (Standing::Wall | Standing::WoodWall) => {
            builder.low_arms();
            builder.wall(builder.masonry(kind));
        }
        kind @ (Standing::Window | Standing::Door | Standing::OpenDoor) => builder.opening(kind),
    }
    builder.sides();
}

/// Whether walls of stone and wood join this.
fn is_wall(standing: Standing) -> bool {
    matches!(
        standing,
        Standing::Wall
            | Standing::WoodWall
            | Standing::Window
            | Standing::Door
            | Standing::OpenDoor
    )
}

/// Whether this is a wall of any kind, or part of one.
fn is_structure(standing: Standing) -> bool {
    is_wall(standing) || standing == Standing::LowWall
}

/// Whether this lies in the run of a wall.
fn is_opening(standing: Standing) -> bool {
    matches!(
        standing,
        Standing::Window | Standing::Door | Standing::OpenDoor
    )
}

impl Builder<'_> {
    fn add(&mut self, prop: Prop, aside: Vec2, scale: f32) {
        let variant = self.chance.bits();
        self.put(prop, variant, aside, scale, 0.0);
    }

    fn put(&mut self, prop: Prop, variant: u32, aside: Vec2, scale: f32, turn: f32) {
        self.placed.push(Placed {
            prop,
            variant,
            at: self.center + aside,
            scale,
            turn,
            tint: self.tint,
            strength: 1.0,
        });
    }

    /// Puts it right on its place.
    fn lay(&mut self, prop: Prop, variant: u32) {
        self.put(prop, variant, Vec2::ZERO, 1.0, 0.0);
    }

    fn shade(&mut self, aside: Vec2, scale: f32, strength: f32) {
        self.placed.push(Placed {
            prop: Prop::Shade,
            variant: 0,
            at: self.center + aside,
            scale,
            turn: 0.0,
            tint: [1.0; 3],
            strength,
        });
    }

    fn open_ground(&mut self, surface: u8) {
        // Grass, forest floor, sand, mud, road: percent of tufts and of stones.
        let (tufts, stones) = match surface {
            0 => (34, 9),
            1 => (40, 10),
            2 => (5, 16),
            3 => (22, 14),
            4 => (3, 7),
            _ => return,
        };
        for (prop, percent) in [
            (Prop::Stones, stones),
            (Prop::Tuft, tufts),
            (Prop::Tuft, tufts),
        ] {
            if self.chance.happens(percent) {
                let aside = self.aside(40.0);
                let scale = self.chance.range(0.75, 1.1);
                self.add(prop, aside, scale);
            }
        }
    }

    /// Rocks in the middle and around it, where a counter does not hide them.
    fn boulders(&mut self) {
        self.shade(Vec2::ZERO, 1.35, 0.4);
        let [red, green, blue] = self.tint;
        self.tint = [red, green * 0.9, blue * 0.78];
        let start = self.chance.range(0.0, std::f32::consts::TAU);
        let mut spots = vec![(Vec2::ZERO, 0.72)];
        spots.extend((0..6).map(|at| {
            let angle = start + at as f32 * std::f32::consts::TAU / 6.0;
            let angle = angle + self.chance.range(-0.25, 0.25);
            let far = self.chance.range(33.0, 40.0);
            (Vec2::from_angle(angle) * far, self.chance.range(0.34, 0.5))
        }));
        spots.sort_by(|a, b| b.0.y.total_cmp(&a.0.y));
        for (at, scale) in spots {
            self.add(Prop::Rocks, at, scale);
        }
    }

    /// Small stones all over.
    fn pebbles(&mut self) {
        for _ in 0..9 {
            let aside = self.aside(43.0);
            let scale = self.chance.range(0.5, 0.85);
            self.add(Prop::Stones, aside, scale);
        }
    }

    /// A place somewhere near the middle.
    fn aside(&mut self, reach: f32) -> Vec2 {
        let angle = self.chance.range(0.0, std::f32::consts::TAU);
        let far = self.chance.range(0.0, 1.0).sqrt() * reach;
        Vec2::from_angle(angle) * far
    }

    fn trees(&mut self) {
        let mut stems = vec![(self.aside(9.0), self.chance.range(0.92, 1.12), Prop::Tree)];
        let start = self.chance.range(0.0, std::f32::consts::TAU);
        let few = 1 + self.chance.bits() % 2;
        for i in 0..few {
            let angle = start + i as f32 * 2.6 + self.chance.range(-0.4, 0.4);
            let far = self.chance.range(33.0, 42.0);
            let scale = self.chance.range(0.75, 1.05);
            stems.push((Vec2::from_angle(angle) * far, scale, Prop::Sapling));
        }
        stems.sort_by(|a, b| b.0.y.total_cmp(&a.0.y));
        for (at, scale, prop) in stems {
            let size = if prop == Prop::Tree { 1.0 } else { 0.55 };
            self.shade(at + vec2(13.0, -15.0) * size, 0.92 * size * scale, 0.9);
            let turn = self.chance.range(-0.25, 0.25);
            let variant = self.chance.bits();
            self.put(prop, variant, at, scale, turn);
        }
    }

    fn bushes(&mut self) {
        let count = 4 + self.chance.bits() % 3;
        let start = self.chance.range(0.0, std::f32::consts::TAU);
        let mut spots: Vec<_> = (0..count)
            .map(|i| {
                let angle = start + i as f32 * std::f32::consts::TAU / (count - 1) as f32;
                let far = if i == 0 {
                    4.0
                } else {
                    self.chance.range(20.0, 31.0)
                };
                (Vec2::from_angle(angle) * far, self.chance.range(0.8, 1.15))
            })
            .collect();
        spots.sort_by(|a, b| b.0.y.total_cmp(&a.0.y));
        for (at, scale) in spots {
            self.shade(at + vec2(5.0, -6.0), 0.36 * scale, 0.85);
            let turn = self.chance.range(-0.4, 0.4);
            let variant = self.chance.bits();
            self.put(Prop::Bush, variant, at, scale, turn);
        }
    }

    fn neighbor(&self, tile: TileId, direction: u8) -> Option<TileId> {
        (self.scenery.grid()).neighbor(tile, Direction::new(direction % 6))
    }

    /// Returns what stands on a hex, as far as it is known.
    fn standing_on(&self, tile: Option<TileId>) -> Standing {
        tile.filter(|&tile| self.scenery.look(tile).is_known())
            .map_or(Standing::Nothing, |tile| {
                art::standing(self.scenery.terrain(tile))
            })
    }

    /// Returns what stands on a neighbor, as far as it is known.
    fn beside(&self, direction: u8) -> Standing {
        self.standing_on(self.neighbor(self.tile, direction))
    }

    /// Whether a wall of any kind stands beside a hex.
    fn has_wall(&self, tile: TileId, direction: u8) -> bool {
        is_structure(self.standing_on(self.neighbor(tile, direction)))
    }

    /// Returns the two hexes that are not joined if this one and its neighbors in a direction and the next one
    /// are walls that stand alone: a joint of three would be a filled triangle. Thicker walls are solid.
    fn unjoined(&self, direction: u8) -> Option<[TileId; 2]> {
        let a = self.tile;
        let (b, c) = (
            self.neighbor(a, direction)?,
            self.neighbor(a, direction + 1)?,
        );
        let is_built = |tile| {
            let standing = self.standing_on(Some(tile));
            is_structure(standing) && !is_opening(standing)
        };
        let is_thick = self.has_wall(a, direction + 5)
            || self.has_wall(a, direction + 2)
            || self.has_wall(b, direction + 1);
        if is_thick || ![a, b, c].into_iter().all(is_built) {
            return None;
        }
        let is_low = |tile| self.standing_on(Some(tile)) == Standing::LowWall;
        let degree = |tile| (0..6).filter(|&side| self.has_wall(tile, side)).count();
        // Houses stay closed, nothing becomes a loose end, and straight runs stay whole, in this order.
        let cost = |&(from, to, way): &(TileId, TileId, u8)| {
            let is_house = !is_low(from) && !is_low(to);
            let loose = [from, to].map(degree).into_iter().filter(|&ends| ends < 3);
            let straight = [(from, way + 3), (to, way)]
                .into_iter()
                .filter(|&(end, way)| self.has_wall(end, way));
            let place = from.0.min(to.0);
            (
                is_house,
                loose.count(),
                straight.count(),
                place,
                from.0.max(to.0),
            )
        };
        let joints = [
            (a, b, direction),
            (a, c, direction + 1),
            (b, c, direction + 2),
        ];
        let (from, to, _) = joints.into_iter().min_by_key(cost)?;
        Some([from, to])
    }

    /// Takes out of directions, as bits, those in which a wall is not joined.
    fn joined(&self, mask: u8) -> u8 {
        let is_joined = |&direction: &u8| {
            let beside = self.neighbor(self.tile, direction);
            [direction, direction + 5].into_iter().all(|corner| {
                (self.unjoined(corner % 6)).is_none_or(|ends| {
                    !ends.contains(&self.tile) || beside.is_none_or(|tile| !ends.contains(&tile))
                })
            })
        };
        (0..6)
            .filter(|direction| mask >> direction & 1 == 1)
            .filter(is_joined)
            .fold(0, |mask, direction| mask | 1 << direction)
    }

    /// Returns the directions, as bits, in which something stands.
    fn mask(&self, joins: impl Fn(Standing) -> bool) -> u8 {
        (0..6)
            .filter(|&direction| joins(self.beside(direction)))
            .fold(0, |mask, direction| mask | 1 << direction)
    }

    /// Doors and windows are of the wood or stone of the wall they sit in.
    fn masonry(&self, kind: Standing) -> Masonry {
        let is_wood = match kind {
            Standing::WoodWall => true,
            Standing::Wall => false,
            _ => self.mask(|standing| standing == Standing::WoodWall) != 0,
        };
        match is_wood {
            true => Masonry::Wood,
            false => Masonry::Stone,
        }
    }

    fn wall(&mut self, masonry: Masonry) {
        let mask = match masonry {
            Masonry::Low => {
                self.mask(|standing| is_wall(standing) || standing == Standing::LowWall)
            }
            Masonry::Stone | Masonry::Wood => self.mask(is_wall),
        };
        // A field wall of one hex lies across it.
        let mask = match (masonry, mask) {
            (Masonry::Low, 0) => 0b00_1001,
            _ => self.joined(mask),
        };
        self.arms(masonry, mask, true);
    }

    /// Field walls go on to the middle of a house's wall.
    fn low_arms(&mut self) {
        let mask = self.joined(self.mask(|standing| standing == Standing::LowWall));
        self.arms(Masonry::Low, mask, false);
    }

    /// A wall's arms in some directions, and its middle.
    fn arms(&mut self, masonry: Masonry, mask: u8, has_post: bool) {
        let has = |direction: u8| mask >> (direction % 6) & 1 == 1;
        let variants: [u32; 6] = std::array::from_fn(|_| self.chance.bits());
        // Those that point away from the looker come first.
        let mut order: Vec<u8> = (0..6).filter(|&direction| has(direction)).collect();
        order.sort_by_key(|&direction| match direction {
            4 | 5 => 0,
            3 | 0 => 1,
            _ => 2,
        });
        let scale = if mask == 0 { 1.6 } else { 1.0 };
        for &direction in &order {
            self.add(Prop::ArmShade(masonry, direction), Vec2::ZERO, 1.0);
        }
        if has_post {
            if mask == 0 {
                self.shade(vec2(8.0, -7.0), 0.5, 0.9);
            }
            self.put(Prop::PostFace(masonry), 0, Vec2::ZERO, scale, 0.0);
        }
        let variant = |direction: u8| variants[usize::from(direction)];
        for &direction in &order {
            self.lay(Prop::ArmFace(masonry, direction), variant(direction));
        }
        // The core of a thick wall lies between the tops of its arms.
        for direction in (0..6).filter(|&direction| has(direction) && has(direction + 1)) {
            if self.unjoined(direction).is_some() {
                continue;
            }
            self.lay(Prop::Wedge(masonry, direction), variant(direction));
        }
        for &direction in &order {
            self.lay(Prop::ArmTop(masonry, direction), variant(direction));
        }
        if has_post {
            self.put(Prop::PostTop(masonry), 0, Vec2::ZERO, scale, 0.0);
        }
    }

    /// A door or window, in the run of the wall it sits in.
    fn opening(&mut self, kind: Standing) {
        let masonry = self.masonry(kind);
        let mask = self.mask(is_wall);
        let run = run(mask);
        let ends = match run {
            0..3 => [run, run + 3],
            bend => [(bend + 2) % 6, (bend - 2) % 6],
        };
        self.low_arms();
        let rest = ends.iter().fold(mask, |mask, end| mask & !(1 << end));
        if rest != 0 {
            self.arms(masonry, rest, false);
        }
        if kind != Standing::OpenDoor {
            for end in ends {
                self.add(Prop::ArmShade(masonry, end), Vec2::ZERO, 1.0);
            }
        }
        let prop = match kind {
            Standing::Window => Prop::Window(masonry, run),
            Standing::OpenDoor => Prop::OpenDoor(masonry, run),
            _ => Prop::Door(masonry, run),
        };
        self.lay(prop, 0);
    }

    /// Fences and the like on the hex's sides; each side is shown by one of its two hexes.
    fn sides(&mut self) {
        let scenery = self.scenery;
        let Some(catalog) = scenery.catalog() else {
            return;
        };
        let look = scenery.look(self.tile);
        for direction in Direction::ALL {
            let feature = look.hexsides[usize::from(direction.number())];
            if feature == HexsideId::default() {
                continue;
            }
            let beyond = scenery.grid().neighbor(self.tile, direction);
            let is_shown_there = beyond.is_some_and(|tile| scenery.look(tile).is_known());
            if direction.number() >= 3 && is_shown_there {
                continue;
            }
            let lie = direction.number() % 3;
            let definition = catalog.hexside(feature);
            // Hachures run down to the lower hex.
            let beyond_is_lower =
                beyond.is_none_or(|tile| scenery.look(tile).elevation < look.elevation);
            let down = match beyond_is_lower {
                true => direction.number(),
                false => (direction.number() + 3) % 6,
            };
            let prop = match (definition.key.as_str(), definition.surcharge_percent) {
                ("fence", _) => Prop::Fence(lie),
                ("ditch", _) => Prop::Ditch(lie),
                ("wadi", _) => Prop::Bed(Bed::Wadi, lie),
                ("minor_river", _) => Prop::Bed(Bed::Minor, lie),
                ("major_river", _) => Prop::Bed(Bed::Major, lie),
                ("ridge", _) => Prop::Bed(Bed::Ridge, lie),
                ("slope", _) => Prop::Fall(Fall::Slope, down),
                ("escarpment", _) => Prop::Fall(Fall::Escarpment, down),
                (_, None) => Prop::Cliff(lie),
                _ => Prop::Feature(lie),
            };
            let angle = super::angle(scenery.grid().layout, direction);
            self.add(prop, Vec2::from_angle(angle) * HEX.x / 2.0, 1.0);
        }
    }
}

/// Returns the run of a wall with these arms, as [`Prop`] numbers them.
fn run(mask: u8) -> u8 {
    let has = |direction: u8| mask >> (direction % 6) & 1 == 1;
    let straight = (0..3).find(|&run| has(run) && has(run + 3));
    let bend = || {
        (0..6)
            .find(|&bend| has(bend + 5) && has(bend + 1))
            .map(|bend| bend + 3)
    };
    let end = || {
        (0..6)
            .find(|&direction| has(direction))
            .map(|direction| direction % 3)
    };
    straight.or_else(bend).or_else(end).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::scenery::HexLook;
    use super::*;
    use crate::battle::grid::{Grid, Layout, Orientation};
    use crate::battle::knowledge::Sight;
    use crate::content;

    /// Builds a board of rows of terrain keys; `?` was never seen.
    fn board(rows: &[&str]) -> Scenery {
        let catalog = Arc::new(content::load_default().unwrap_or_else(|error| panic!("{error}")));
        let rows: Vec<Vec<&str>> = rows.iter().map(|row| row.split(' ').collect()).collect();
        let (width, height) = (rows[0].len() as u16, rows.len() as u16);
        let grid = Grid::new(Layout::PointyOddRows, width, height);
        let mut scenery = Scenery::default();
        scenery.begin(grid, &catalog, false);
        for (tile, key) in grid.tiles().zip(rows.concat()) {
            if let Some(terrain) = catalog.terrain_named(key) {
                let look = HexLook {
                    terrain,
                    sight: Sight::Visible,
                    ..HexLook::default()
                };
                scenery.set(tile, look);
            }
        }
        scenery
    }

    fn props_of(scenery: &Scenery, column: i32, row: i32) -> Vec<Prop> {
        let tile = scenery
            .grid()
            .from_offset(column, row)
            .expect("on the board");
        let mut placed = Vec::new();
        props(scenery, Vec2::ZERO, tile, &mut placed);
        placed.iter().map(|placed| placed.prop).collect()
    }

    #[test]
    fn walls_reach_out_to_known_walls_only() {
        let scenery = board(&["wall wall ? grass"]);
        let arms = |column| -> Vec<u8> {
            let found = props_of(&scenery, column, 0);
            let arm = |prop| match prop {
                Prop::ArmTop(Masonry::Stone, direction) => Some(direction),
                _ => None,
            };
            found.into_iter().filter_map(arm).collect()
        };
        assert_eq!(arms(0), [0]);
        assert_eq!(arms(1), [3]);
        assert!(
            props_of(&scenery, 2, 0).is_empty(),
            "nothing unseen is shown"
        );
    }

    #[test]
    fn doors_and_windows_lie_along_their_wall_and_are_made_of_it() {
        let scenery = board(&["wood_wall door wood_wall wall window wall"]);
        assert!(props_of(&scenery, 1, 0).contains(&Prop::Door(Masonry::Wood, 0)));
        assert!(props_of(&scenery, 4, 0).contains(&Prop::Window(Masonry::Stone, 0)));
        let upright = board(&["grass wall", "door grass", "grass wall"]);
        assert!(
            props_of(&upright, 0, 1).contains(&Prop::Door(Masonry::Stone, 3)),
            "between north-east and south-east"
        );
    }

    #[test]
    fn a_solid_block_of_wall_has_no_holes() {
        let scenery = board(&["wall wall wall", "wall wall wall", "wall wall wall"]);
        let found = props_of(&scenery, 1, 1);
        for direction in 0..6 {
            assert!(found.contains(&Prop::Wedge(Masonry::Stone, direction)));
        }
    }

    #[test]
    fn the_tops_of_a_thick_wall_lie_over_its_core() {
        let scenery = board(&["wall wall wall", "wall wall wall", "wall wall wall"]);
        let found = props_of(&scenery, 1, 1);
        let is_core = |prop: &Prop| matches!(prop, Prop::Wedge(..));
        let is_top = |prop: &Prop| matches!(prop, Prop::ArmTop(..));
        let core = found.iter().rposition(is_core);
        let top = found.iter().position(is_top);
        assert!(core.is_some() && core < top, "{found:?}");
    }

    /// Counts the tops of arms, and of the corners between them, on hexes of a board.
    fn tops(scenery: &Scenery, hexes: &[(i32, i32)]) -> [usize; 2] {
        let all = hexes.iter();
        let props: Vec<_> = all
            .flat_map(|&(column, row)| props_of(scenery, column, row))
            .collect();
        let count = |is_it: fn(&Prop) -> bool| props.iter().filter(|prop| is_it(prop)).count();
        [
            count(|prop| matches!(prop, Prop::ArmTop(..))),
            count(|prop| matches!(prop, Prop::Wedge(..))),
        ]
    }

    #[test]
    fn walls_that_meet_are_joined_like_strokes_and_fill_no_triangle() {
        for kind in ["wall", "low_wall", "wood_wall"] {
            let upper = format!("grass {kind} {kind} grass");
            let lower = format!("grass {kind} grass grass");
            let scenery = board(&[&upper, &lower, "grass grass grass grass"]);
            let found = tops(&scenery, &[(1, 0), (2, 0), (1, 1)]);
            assert_eq!(found, [4, 0], "{kind}: two arms for each of two joints");
        }
    }

    #[test]
    fn the_corner_of_a_house_has_no_loose_end() {
        let scenery = board(&[
            "wall wall wall wall",
            "wall grass grass grass",
            "wall grass grass grass",
        ]);
        // The corner is joined to both its neighbors, these are not joined to each other.
        assert_eq!(tops(&scenery, &[(0, 0)]), [2, 0]);
        assert_eq!(tops(&scenery, &[(1, 0), (0, 1)]), [4, 0]);
    }

    #[test]
    fn a_field_wall_at_a_house_leaves_the_house_closed() {
        let scenery = board(&[
            "wall wall wall wall",
            "grass low_wall grass grass",
            "grass low_wall grass grass",
        ]);
        for hex in [(1, 0), (2, 0)] {
            let stone = props_of(&scenery, hex.0, hex.1).into_iter();
            let arms = stone.filter(|prop| matches!(prop, Prop::ArmTop(Masonry::Stone, _)));
            assert_eq!(arms.count(), 2, "{hex:?}");
        }
        assert_eq!(tops(&scenery, &[(1, 1)])[1], 0);
    }

    #[test]
    fn every_picture_a_hex_may_ask_for_is_on_the_sheet() {
        let catalog = content::load_default().unwrap_or_else(|error| panic!("{error}"));
        let sheet = art::standing_sheet(Orientation::Pointy);
        for terrain in &catalog.terrains {
            let around = format!("wall {} low_wall", terrain.key);
            let scenery = board(&[&around, &format!("grass {} wood_wall", terrain.key)]);
            for column in 0..3 {
                for row in 0..2 {
                    for prop in props_of(&scenery, column, row) {
                        assert!(sheet.stamps.contains_key(&prop), "{prop:?}");
                    }
                }
            }
        }
    }
}

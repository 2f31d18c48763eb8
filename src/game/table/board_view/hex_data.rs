//! One texel for each hex: what the shaders of the board read.
//!
//! **Invariant:** the texture follows [`Scenery`]; sight eases in and out, all else changes at once.

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, ShaderType, TextureDimension, TextureFormat};

use super::BoardView;
use super::scenery::Scenery;
use crate::battle::grid::{Direction, Grid, Orientation, TileId};
use crate::battle::knowledge::Sight;
use crate::game::table::art::{self, HEX, Standing};

/// Seconds in which a hex comes into sight or goes out of it.
const EASE: f32 = 0.3;

/// Surfaces up to this one are green: grass, and the floor of a forest.
const FOREST_FLOOR: u8 = 1;

/// Where in a texel is what.
const SURFACE: usize = 0;
const ELEVATION: usize = 1;
const LIGHT: usize = 2;
const SIGHT: usize = 3;

/// What shaders have to know of the board as a whole.
#[derive(ShaderType, Clone, Copy, Debug, Default)]
pub(super) struct BoardShape {
    /// Where the first line lies in the world.
    top: f32,
    /// 1 where hexes are flat-top, and 2 more where even lines are the shifted ones.
    layout: u32,
    /// 1 at night.
    is_night: f32,
    /// What lies around the board, for the fog: a [`Surroundings`]. Other layers put what they need in its
    /// place.
    spare: f32,
}

/// What lies around a board, as the shader of the fog numbers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Surroundings {
    /// More of the map on which the board itself is drawn as far as it is unknown.
    Map = 0,
    Space,
    Forest,
    Rock,
}

impl Surroundings {
    /// Returns what fits the outer hexes of a board. Nothing is made up around ground that is unknown.
    fn of(scenery: &Scenery) -> Self {
        let grid = scenery.grid();
        let mut known = grid.tiles().filter(|&tile| scenery.look(tile).is_known());
        if known.any(|tile| art::is_space(scenery.terrain(tile))) {
            return Self::Space;
        }
        if grid.tiles().any(|tile| !scenery.look(tile).is_known()) {
            return Self::Map;
        }
        let is_outer = |&tile: &TileId| {
            let mut sides = Direction::ALL.into_iter();
            sides.any(|side| grid.neighbor(tile, side).is_none())
        };
        let outer: Vec<_> = grid.tiles().filter(is_outer).collect();
        let is_green = |&&tile: &&TileId| {
            let terrain = scenery.terrain(tile);
            art::standing(terrain) != Standing::Wall && art::surface(terrain) <= FOREST_FLOOR
        };
        match outer.iter().filter(is_green).count() * 2 >= outer.len() {
            true => Self::Forest,
            false => Self::Rock,
        }
    }
}

/// The texels, and the texture made of them.
#[derive(Resource, Default)]
pub(super) struct HexData {
    /// The texture; of flat-top boards it holds columns as rows.
    pub image: Handle<Image>,
    /// The board as a whole.
    pub shape: BoardShape,
    generation: u32,
    grid: Grid,
    texels: Vec<[u8; 4]>,
    /// Hexes whose sight has not yet become what it is to be.
    easing: Vec<TileId>,
    /// What light there was when it was last spread.
    lights: Vec<(TileId, u8)>,
}

impl BoardShape {
    /// Returns the same with what a layer needs in place of the surroundings.
    pub fn with_spare(self, spare: f32) -> Self {
        Self { spare, ..self }
    }
}

impl HexData {
    /// Returns where a hex is among the texels.
    pub fn index(&self, tile: TileId) -> usize {
        let (column, row) = self.grid.to_offset(tile);
        match self.grid.layout.orientation() {
            Orientation::Pointy => tile.index(),
            Orientation::Flat => column as usize * usize::from(self.grid.height) + row as usize,
        }
    }

    fn texel(&mut self, tile: TileId) -> &mut [u8; 4] {
        let index = self.index(tile);
        &mut self.texels[index]
    }

    /// Makes a texture of one texel for each hex, in the order of [`index`](Self::index).
    pub fn texture(&self, texels: &[[u8; 4]], usage: RenderAssetUsages) -> Image {
        let (columns, rows) = (u32::from(self.grid.width), u32::from(self.grid.height));
        let (width, height) = match self.grid.layout.orientation() {
            Orientation::Pointy => (columns, rows),
            Orientation::Flat => (rows, columns),
        };
        Image::new(
            Extent3d {
                width,
                height,
                depth_or_array_layers: 1,
            },
            TextureDimension::D2,
            texels.as_flattened().to_vec(),
            TextureFormat::Rgba8Uint,
            usage,
        )
    }

    /// Starts over for another board.
    fn begin(&mut self, scenery: &Scenery, images: &mut Assets<Image>) {
        let grid = scenery.grid();
        let last = f32::from(grid.height.max(1) - 1);
        let (top, is_flat) = match grid.layout.orientation() {
            Orientation::Pointy => (last * 0.75 * HEX.y, 0),
            Orientation::Flat => (last * HEX.x, 1),
        };
        *self = Self {
            shape: BoardShape {
                top,
                layout: is_flat + 2 * u32::from(grid.layout.is_shifted(0)),
                is_night: f32::from(u8::from(scenery.is_night())),
                spare: 0.0,
            },
            generation: scenery.generation(),
            grid,
            texels: vec![[art::UNKNOWN_SURFACE, 128, 0, 0]; grid.len()],
            ..default()
        };
        if grid.is_empty() {
            return;
        }
        self.image = images.add(self.texture(&self.texels, RenderAssetUsages::all()));
    }

    /// Spreads the light of fires and flares, if there is other light than before.
    fn spread_light(&mut self, scenery: &Scenery) {
        let grid = self.grid;
        let lights: Vec<_> = (grid.tiles())
            .filter_map(|tile| {
                let look = scenery.look(tile);
                let light = match (look.fire > 0, look.is_lit) {
                    (true, _) => 255,
                    (_, true) => 120,
                    _ => return None,
                };
                Some((tile, light))
            })
            .collect();
        if lights == self.lights {
            return;
        }
        self.texels.iter_mut().for_each(|texel| texel[LIGHT] = 0);
        for &(tile, light) in &lights {
            let reach = if light == 255 { 2 } else { 0 };
            let hex = grid.hex(tile);
            for near in hex.range(reach) {
                if let Some(to) = grid.tile(near) {
                    let share = [1.0, 0.6, 0.25][near.unsigned_distance_to(hex) as usize];
                    let texel = self.texel(to);
                    texel[LIGHT] = texel[LIGHT].max((f32::from(light) * share) as u8);
                }
            }
        }
        self.lights = lights;
    }
}

/// How much of a hex is seen, as a byte.
fn seen(sight: Sight) -> u8 {
    match sight {
        Sight::Hidden => 0,
        Sight::Remembered => 128,
        Sight::Visible => 255,
    }
}

/// Returns the surface of a hex as the shader reads it. A wall has no ground of its own: the shader blends in that
/// of its neighbors. Where three walls meet there is none to blend, so the wall takes the surface around it, if
/// that is the same on all sides.
fn surface(scenery: &Scenery, tile: TileId) -> u8 {
    let of = |tile: TileId| {
        let is_known = scenery.look(tile).is_known();
        is_known.then(|| scenery.terrain(tile))
    };
    let Some(terrain) = of(tile) else {
        return art::UNKNOWN_SURFACE;
    };
    if art::layer(terrain).is_none() {
        let grid = scenery.grid();
        let around = Direction::ALL.map(|way| of(grid.neighbor(tile, way)?));
        let shares = |at: usize| around[at % 6].is_some_and(|near| art::layer(near).is_none());
        let is_joint = (0..6).any(|at| shares(at) && shares(at + 1));
        let mut open = around
            .into_iter()
            .flatten()
            .filter(|near| art::layer(near).is_some());
        if let Some(first) = open.next().map(art::surface)
            && is_joint
            && open.all(|near| art::surface(near) == first)
        {
            return art::growing(first);
        }
    }
    art::growing(art::surface(terrain))
}

/// Follows the scenery and eases sight.
pub(super) fn follow(
    scenery: Res<Scenery>,
    time: Res<Time>,
    mut data: ResMut<HexData>,
    mut images: ResMut<Assets<Image>>,
    mut board: ResMut<BoardView>,
) {
    let is_new = data.generation != scenery.generation();
    if !is_new && scenery.changed().is_empty() && data.easing.is_empty() {
        return;
    }
    let data = &mut *data;
    if is_new {
        data.begin(&scenery, &mut images);
        board.grid = scenery.grid();
    }
    if data.grid.is_empty() {
        return;
    }
    if is_new {
        data.shape.spare = f32::from(Surroundings::of(&scenery) as u8);
    }
    for &tile in scenery.changed() {
        let look = scenery.look(tile);
        data.texel(tile)[SURFACE] = surface(&scenery, tile);
        let near = scenery.grid().neighbors(tile).map(|(_, near)| near);
        for near in near.filter(|&near| art::layer(scenery.terrain(near)).is_none()) {
            data.texel(near)[SURFACE] = surface(&scenery, near);
        }
        let texel = data.texel(tile);
        texel[ELEVATION] = (i16::from(look.elevation) + 128).clamp(0, 255) as u8;
        if is_new {
            texel[SIGHT] = seen(look.sight);
        } else if texel[SIGHT] != seen(look.sight) {
            data.easing.push(tile);
        }
    }
    if !scenery.changed().is_empty() {
        data.spread_light(&scenery);
    }
    let step = (255.0 * time.delta_secs() / EASE).clamp(1.0, 255.0) as u8;
    let mut easing = std::mem::take(&mut data.easing);
    easing.retain(|&tile| {
        let goal = seen(scenery.look(tile).sight);
        let now = &mut data.texel(tile)[SIGHT];
        *now = match *now < goal {
            true => now.saturating_add(step).min(goal),
            false => now.saturating_sub(step).max(goal),
        };
        *now != goal
    });
    data.easing = easing;
    if let Some(mut image) = images.get_mut(&data.image) {
        image.data = Some(data.texels.as_flattened().to_vec());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::scenery::HexLook;
    use super::*;
    use crate::battle::grid::Layout;
    use crate::content;

    /// Returns what lies around a board of nine hexes: the outer ones, and the one in the middle.
    fn around(outer: &str, middle: &str) -> Surroundings {
        let catalog = Arc::new(content::load_default().unwrap_or_else(|error| panic!("{error}")));
        let grid = Grid::new(Layout::PointyOddRows, 3, 3);
        let mut scenery = Scenery::default();
        scenery.begin(grid, &catalog, false);
        for tile in grid.tiles() {
            let key = if tile.index() == 4 { middle } else { outer };
            if let Some(terrain) = catalog.terrain_named(key) {
                let look = HexLook {
                    terrain,
                    sight: Sight::Remembered,
                    ..HexLook::default()
                };
                scenery.set(tile, look);
            }
        }
        Surroundings::of(&scenery)
    }

    #[test]
    fn what_lies_around_a_board_fits_its_edge_and_tells_nothing_of_unknown_ground() {
        for (outer, middle, expected) in [
            ("grass", "wall", Surroundings::Forest),
            ("tree", "floor", Surroundings::Forest),
            ("wall", "floor", Surroundings::Rock),
            ("floor", "grass", Surroundings::Rock),
            ("open_space", "nebula", Surroundings::Space),
            ("unknown", "nebula", Surroundings::Space),
            ("grass", "unknown", Surroundings::Map),
            ("unknown", "wall", Surroundings::Map),
        ] {
            assert_eq!(around(outer, middle), expected, "{outer} around {middle}");
        }
    }

    #[test]
    fn walls_that_meet_on_grass_stand_on_grass() {
        let catalog = Arc::new(content::load_default().unwrap_or_else(|error| panic!("{error}")));
        let grid = Grid::new(Layout::PointyOddRows, 5, 5);
        let named = |key: &str| catalog.terrain_named(key).expect("there is such terrain");
        let build = |other: &str| {
            let mut scenery = Scenery::default();
            scenery.begin(grid, &catalog, false);
            for tile in grid.tiles() {
                let key = match grid.to_offset(tile) {
                    (1 | 2, 1) | (2, 2) => "low_wall",
                    (0, 1) => other,
                    _ => "grass",
                };
                let look = HexLook {
                    terrain: named(key),
                    sight: Sight::Visible,
                    ..HexLook::default()
                };
                scenery.set(tile, look);
            }
            let at = |column, row| grid.from_offset(column, row).expect("it is on the board");
            [at(1, 1), at(2, 1), at(4, 4)].map(|tile| surface(&scenery, tile))
        };
        let [joint, end, grass] = build("grass");
        assert_eq!((joint, end), (grass, grass));
        let [beside_a_floor, ..] = build("floor");
        assert_ne!(
            beside_a_floor, grass,
            "neighbors settle between them what it stands on"
        );
    }
}

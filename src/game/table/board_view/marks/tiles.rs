//! Marks that cover hexes: one tilemap for each kind, with a tile on every hex that ever bore one.
//!
//! **Invariant:** only tiles that show something else than before are written.

use std::collections::BTreeMap;
use std::mem;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::render_resource::{
    AsBindGroup, RenderPipelineDescriptor, TextureFormat, TextureUsages,
};
use bevy_ecs_tilemap::map::{
    HexCoordSystem, TilemapGridSize, TilemapId, TilemapSize, TilemapTexture, TilemapTileSize,
    TilemapType,
};
use bevy_ecs_tilemap::prelude::{
    MaterialTilemap, MaterialTilemapHandle, MaterialTilemapKey, MaterialTilemapPlugin,
};
use bevy_ecs_tilemap::tiles::{
    TileBundle, TileColor, TilePos, TileStorage, TileTextureIndex, TileVisible,
};
use bevy_ecs_tilemap::{FrustumCulling, MaterialTilemapBundle, TilemapPlugin};

use super::{Layer, Look, Marks, Wanted, wanted};
use crate::battle::grid::{Grid, Layout, Orientation, TileId};
use crate::game::shell::settings::Settings;
use crate::game::table::art::{self, HEX, mark};
use crate::game::table::board_view::layer::{premultiplied, texture};
use crate::game::table::board_view::{BoardView, OfBoard, Scenery};
use crate::game::table::palette::Palette;

/// Over the ground and what stands on it, under the units; each kind a little over the one before.
const MARKS_Z: f32 = 4.0;

/// The pictures of marks are premultiplied by alpha.
#[derive(AsBindGroup, Asset, TypePath, Clone, Default)]
pub struct MarkMaterial {}

impl MaterialTilemap for MarkMaterial {
    fn specialize(descriptor: &mut RenderPipelineDescriptor, _: MaterialTilemapKey<Self>) {
        premultiplied(descriptor);
    }
}

/// What is shown of the marks on hexes.
#[derive(Resource, Default)]
pub struct MarkTiles {
    generation: u32,
    palette: Palette,
    art: MarkArt,
    maps: BTreeMap<Layer, Entity>,
    tiles: BTreeMap<(Layer, TileId), Entity>,
    shown: Wanted,
}

/// The pictures, painted when they are first wanted.
#[derive(Clone, Default)]
struct MarkArt {
    /// Pictures by whether hexes are flat-top.
    pictures: BTreeMap<Orientation, Handle<Image>>,
    material: Handle<MarkMaterial>,
}

/// Adds the tiles.
pub fn plugin(app: &mut App) {
    // It draws, and can do nothing without who does.
    if app.get_sub_app(RenderApp).is_some() {
        app.add_plugins(TilemapPlugin);
    }
    app.add_plugins(MaterialTilemapPlugin::<MarkMaterial>::default())
        .init_resource::<MarkTiles>();
}

/// Whether there is anything to show anew.
pub fn is_stale(
    scenery: Res<Scenery>,
    marks: Res<Marks>,
    settings: Res<Settings>,
    tiles: Res<MarkTiles>,
) -> bool {
    let now = (scenery.generation(), settings.palette);
    marks.is_changed() || (tiles.generation, tiles.palette) != now
}

/// What lays maps and tiles.
#[derive(SystemParam)]
pub struct Floor<'w, 's> {
    commands: Commands<'w, 's>,
    board: Res<'w, BoardView>,
    images: ResMut<'w, Assets<Image>>,
    materials: ResMut<'w, Assets<MarkMaterial>>,
}

/// Shows what differs.
pub fn show(
    scenery: Res<Scenery>,
    marks: Res<Marks>,
    settings: Res<Settings>,
    mut tiles: ResMut<MarkTiles>,
    mut floor: Floor,
) {
    let (generation, grid) = (scenery.generation(), scenery.grid());
    if tiles.generation != generation {
        // What was laid went with the board it was on.
        *tiles = MarkTiles {
            generation,
            art: mem::take(&mut tiles.art),
            ..default()
        };
    }
    tiles.palette = settings.palette;
    if grid.is_empty() {
        return;
    }
    let mut wanted = wanted(&marks, grid, tiles.palette);
    // Marks of the board before may still be there.
    wanted.retain(|(_, tile), _| tile.index() < grid.len());
    let before = mem::take(&mut tiles.shown);
    for (&key, &look) in &wanted {
        if before.get(&key) != Some(&look) {
            tiles.put(&mut floor, grid, key, look);
        }
    }
    for key in before.keys().filter(|key| !wanted.contains_key(key)) {
        if let Some(&tile) = tiles.tiles.get(key) {
            floor.commands.entity(tile).insert(TileVisible(false));
        }
    }
    tiles.shown = wanted;
}

/// Returns where a hex is on a map.
fn place(grid: Grid, tile: TileId) -> TilePos {
    let (column, row) = grid.to_offset(tile);
    TilePos::new(column.cast_unsigned(), row.cast_unsigned())
}

/// Returns how the tiles of a layout lie: rows go down from the first, so heights of the lattice are
/// below zero.
fn lattice(layout: Layout) -> (TilemapType, TilemapGridSize) {
    match layout {
        Layout::PointyOddRows => (
            TilemapType::Hexagon(HexCoordSystem::RowOdd),
            TilemapGridSize::new(HEX.x, -HEX.y),
        ),
        Layout::FlatOddColumns => (
            TilemapType::Hexagon(HexCoordSystem::ColumnOdd),
            TilemapGridSize::new(HEX.y, -HEX.x),
        ),
        Layout::PointyEvenRows => (
            TilemapType::Hexagon(HexCoordSystem::RowEven),
            TilemapGridSize::new(HEX.x, -HEX.y),
        ),
        Layout::FlatEvenColumns => (
            TilemapType::Hexagon(HexCoordSystem::ColumnEven),
            TilemapGridSize::new(HEX.y, -HEX.x),
        ),
    }
}

impl MarkTiles {
    /// Shows a mark on a hex.
    fn put(&mut self, floor: &mut Floor, grid: Grid, key: (Layer, TileId), look: Look) {
        let (picture, [red, green, blue]) = look;
        let picture = TileTextureIndex(picture);
        let color = TileColor(Color::srgb_u8(red, green, blue));
        if let Some(&tile) = self.tiles.get(&key) {
            let shown = (picture, color, TileVisible(true));
            floor.commands.entity(tile).insert(shown);
            return;
        }
        let (layer, tile) = key;
        let map = self.map(floor, layer, grid);
        let mark = TileBundle {
            position: place(grid, tile),
            texture_index: picture,
            tilemap_id: TilemapId(map),
            color,
            ..default()
        };
        let entity = floor.commands.spawn((OfBoard(self.generation), mark)).id();
        self.tiles.insert(key, entity);
    }

    /// Returns the map of a layer, laid when it is first wanted.
    fn map(&mut self, floor: &mut Floor, layer: Layer, grid: Grid) -> Entity {
        let Self {
            generation,
            art,
            maps,
            ..
        } = self;
        let lay = || {
            let (map_type, grid_size) = lattice(grid.layout);
            let size = TilemapSize::new(u32::from(grid.width), u32::from(grid.height));
            let tile = Vec2::splat(art::MARK as f32);
            let first = floor.board.center(TileId(0));
            let height = MARKS_Z + 0.01 * f32::from(layer as u8);
            let map = MaterialTilemapBundle {
                grid_size,
                map_type,
                size,
                storage: TileStorage::empty(size),
                texture: TilemapTexture::TextureContainer(art.pictures(floor, grid.layout)),
                tile_size: TilemapTileSize::from(tile),
                transform: Transform::from_translation(first.extend(height)),
                frustum_culling: FrustumCulling(false),
                material: MaterialTilemapHandle(art.material.clone()),
                ..default()
            };
            floor.commands.spawn((OfBoard(*generation), map)).id()
        };
        *maps.entry(layer).or_insert_with(lay)
    }
}

impl MarkArt {
    /// Returns the pictures of a layout, one layer of a texture each.
    fn pictures(&mut self, floor: &mut Floor, layout: Layout) -> Handle<Image> {
        if self.material == Handle::default() {
            self.material = floor.materials.add(MarkMaterial {});
        }
        let paint = || {
            let (size, pixels) = (
                UVec2::splat(art::MARK),
                art::mark_layers(layout.orientation()),
            );
            let format = TextureFormat::Rgba8UnormSrgb;
            let mut image = texture(size, mark::COUNT, format, pixels);
            // The tilemap asks to be able to copy it.
            image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
            floor.images.add(image)
        };
        self.pictures
            .entry(layout.orientation())
            .or_insert_with(paint)
            .clone()
    }
}

#[cfg(test)]
mod tests {
    use bevy_ecs_tilemap::anchor::TilemapAnchor;

    use super::*;

    #[test]
    fn tiles_lie_on_the_middles_of_their_hexes() {
        for layout in Layout::ALL {
            let grid = Grid::new(layout, 9, 8);
            let board = BoardView { grid };
            let (map_type, grid_size) = lattice(layout);
            let tile_size = TilemapTileSize::from(Vec2::splat(art::MARK as f32));
            let (size, anchor) = (TilemapSize::new(9, 8), TilemapAnchor::None);
            for tile in grid.tiles() {
                let off = place(grid, tile)
                    .center_in_world(&size, &grid_size, &tile_size, &map_type, &anchor);
                let center = board.center(TileId(0)) + off;
                let far = center.distance(board.center(tile));
                assert!(far < 0.1, "{layout:?}: {tile:?} is {far} off");
            }
        }
    }

    #[test]
    fn a_hex_keeps_its_tile_and_only_what_differs_is_written() {
        let mut world = World::new();
        let catalog = crate::content::load_default().unwrap_or_else(|error| panic!("{error}"));
        let grid = Grid::new(Layout::PointyOddRows, 6, 4);
        let mut scenery = Scenery::default();
        scenery.begin(grid, &catalog.into(), false);
        world.insert_resource(scenery);
        world.insert_resource(BoardView { grid });
        world.init_resource::<Settings>();
        world.init_resource::<Assets<Image>>();
        world.init_resource::<Assets<MarkMaterial>>();
        world.init_resource::<MarkTiles>();
        let mut tiles = world.query::<(Entity, &TilePos, Ref<TileVisible>, &TileTextureIndex)>();
        let mut mark = |world: &mut World, area: &[(u32, u8)]| {
            world.clear_trackers();
            world.insert_resource(Marks {
                area: (area.iter().map(|&(tile, ring)| (TileId(tile), ring))).collect(),
                ..default()
            });
            world
                .run_system_cached(show)
                .expect("what marks need is there");
            let mut shown: Vec<_> = tiles.iter(world).collect();
            shown.sort_by_key(|(_, at, ..)| **at);
            let told = shown.into_iter().map(|(tile, _, visible, picture)| {
                let ring = picture.0 - mark::AREA;
                (tile, visible.0, ring, visible.is_changed())
            });
            told.collect::<Vec<_>>()
        };
        let first = mark(&mut world, &[(7, 0), (8, 1)]);
        let [(one, true, 0, true), (two, true, 1, true)] = first[..] else {
            panic!("two hexes are marked: {first:?}");
        };
        let then = mark(&mut world, &[(8, 1), (999, 0)]);
        assert_eq!(then, [(one, false, 0, true), (two, true, 1, false)]);
        let again = mark(&mut world, &[(7, 2), (8, 1)]);
        assert_eq!(again, [(one, true, 2, true), (two, true, 1, false)]);
    }
}

//! The board as tilemaps: ground, relief and weather, marks, fog.
//!
//! **Invariant:** shows what the player's side knows; tiles are written only when what they show
//! changed.

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;

use crate::{
    battle::{
        grid::{Direction, Grid, Layout, TileId},
        knowledge::Sight,
        step::HumanSides,
        unit::Side,
    },
    content::terrain::HexsideId,
    game::{
        Screen,
        art::{self, HEX, PICTURE, VARIANTS, overlay},
        session::Session,
    },
    mission::Objective,
    rules::battlescape::side_view::SideView,
};

/// Layers of the board, from the ground up.
const LAYERS: usize = 6;
const GROUND: usize = 0;

const FOG: usize = 5;

/// Where hexes are in the world, and the tile entities of each layer.
#[derive(Resource, Default)]
pub struct BoardView {
    /// Layout and size.
    pub grid: Grid,
    centers: Vec<Vec2>,
    layers: [Vec<Entity>; LAYERS],
    shown: [Vec<u32>; LAYERS],
    generation: u32,
}

/// What the marks layer shows beside zones: reach by tile.
#[derive(Resource, Default)]
pub struct Marks {
    /// Levels of reach by tile, 0 to 3.
    pub reach: Vec<(TileId, u8)>,
}

/// The pictures.
#[derive(Resource)]
struct Sheets {
    overlay: Handle<Image>,
}

/// Marks entities of the board for removal.
#[derive(Component)]
struct OfBoard;

/// Adds the board.
pub fn plugin(app: &mut App) {
    app.init_resource::<BoardView>()
        .init_resource::<Marks>()
        .add_systems(Startup, load)
        .add_systems(
            Update,
            (rebuild, show).chain().run_if(not(in_state(Screen::Title))),
        )
        .add_systems(OnEnter(Screen::Title), remove);
}

fn load(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let overlay = images.add(art::sheet(&art::overlay_pictures()));
    commands.insert_resource(Sheets { overlay });
}

impl BoardView {
    /// Returns the middle of a hex in the world.
    pub fn center(&self, tile: TileId) -> Vec2 {
        self.centers.get(tile.index()).copied().unwrap_or_default()
    }

    /// Returns the hex at a place in the world.
    pub fn tile_at(&self, place: Vec2) -> Option<TileId> {
        let (index, distance) = (self.centers.iter().enumerate())
            .map(|(index, center)| (index, center.distance_squared(place)))
            .min_by(|a, b| a.1.total_cmp(&b.1))?;
        (distance < (HEX.y / 2.0).powi(2)).then_some(TileId(u32::try_from(index).ok()?))
    }

    /// Returns the corners of the rectangle around all hexes.
    pub fn bounds(&self) -> Rect {
        self.centers
            .iter()
            .fold(Rect::EMPTY, |bounds, &center| bounds.union_point(center))
    }

    /// Returns the angle by which pictures of pointy-top hexes are turned in the world, radians.
    pub fn turn(&self) -> f32 {
        self.angle(Direction::default())
    }

    /// Returns the angle of a direction in the world, radians.
    pub fn angle(&self, direction: Direction) -> f32 {
        let offset = match self.grid.layout {
            Layout::PointyOddRows => 0.0,
            Layout::FlatOddColumns => 30.0_f32,
        };
        -(60.0 * f32::from(direction.number()) + offset).to_radians()
    }
}

fn remove(mut commands: Commands, mut view: ResMut<BoardView>, old: Query<Entity, With<OfBoard>>) {
    old.iter()
        .for_each(|entity| commands.entity(entity).despawn());
    *view = BoardView::default();
}

fn rebuild(
    mut commands: Commands,
    session: Res<Session>,
    mut view: ResMut<BoardView>,
    mut images: ResMut<Assets<Image>>,
    sheets: Res<Sheets>,
    old: Query<Entity, With<OfBoard>>,
) {
    let Some(mission) = &session.mission else {
        return;
    };
    if view.generation == session.generation {
        return;
    }
    view.generation = session.generation;
    old.iter()
        .for_each(|entity| commands.entity(entity).despawn());
    let grid = mission.board.grid;
    view.grid = grid;
    let pictures: Vec<_> = mission
        .catalog
        .terrains
        .iter()
        .flat_map(|terrain| (0..VARIANTS).map(move |v| art::terrain_picture(terrain, v)))
        .collect();
    // All art is painted for pointy-top hexes.
    let is_turned = grid.layout == Layout::FlatOddColumns;
    let (ground, overlay) = if is_turned {
        let turn = |pictures: &[_]| pictures.iter().map(art::turned).collect::<Vec<_>>();
        (
            images.add(art::sheet(&turn(&pictures))),
            images.add(art::sheet(&turn(&art::overlay_pictures()))),
        )
    } else {
        (images.add(art::sheet(&pictures)), sheets.overlay.clone())
    };
    // Rows count upwards in the world and downwards on the board.
    let system = match (grid.layout, grid.height % 2) {
        (Layout::PointyOddRows, 1) => HexCoordSystem::RowOdd,
        (Layout::PointyOddRows, _) => HexCoordSystem::RowEven,
        (Layout::FlatOddColumns, _) => HexCoordSystem::ColumnEven,
    };
    let size = TilemapSize {
        x: u32::from(grid.width),
        y: u32::from(grid.height),
    };
    let kind = TilemapType::Hexagon(system);
    let grid_size = match grid.layout {
        Layout::PointyOddRows => TilemapGridSize { x: HEX.x, y: HEX.y },
        Layout::FlatOddColumns => TilemapGridSize { x: HEX.y, y: HEX.x },
    };
    let picture = if is_turned { PICTURE.yx() } else { PICTURE }.as_vec2();
    let tile_size = TilemapTileSize::from(picture);
    let position = |tile: TileId| {
        let (column, row) = grid.to_offset(tile);
        TilePos {
            x: column as u32,
            y: u32::from(grid.height) - 1 - row as u32,
        }
    };
    view.centers = grid
        .tiles()
        .map(|tile| {
            position(tile).center_in_world(
                &size,
                &grid_size,
                &tile_size,
                &kind,
                &TilemapAnchor::None,
            )
        })
        .collect();
    for layer in 0..LAYERS {
        let map = commands.spawn(OfBoard).id();
        let mut storage = TileStorage::empty(size);
        let mut tiles = Vec::with_capacity(grid.len());
        for tile in grid.tiles() {
            let at = position(tile);
            let entity = commands
                .spawn((
                    TileBundle {
                        position: at,
                        tilemap_id: TilemapId(map),
                        ..default()
                    },
                    OfBoard,
                ))
                .id();
            storage.set(&at, entity);
            tiles.push(entity);
        }
        let texture = if layer == GROUND {
            ground.clone()
        } else {
            overlay.clone()
        };
        commands.entity(map).insert(TilemapBundle {
            grid_size,
            map_type: kind,
            size,
            storage,
            texture: TilemapTexture::Single(texture),
            tile_size,
            // Units walk below the fog and above everything else.
            transform: Transform::from_xyz(
                0.0,
                0.0,
                if layer == FOG { 20.0 } else { layer as f32 },
            ),
            ..default()
        });
        view.layers[layer] = tiles;
        view.shown[layer] = vec![u32::MAX; grid.len()];
    }
}

/// Returns the side the player looks for.
pub fn viewer(humans: &HumanSides) -> Side {
    humans.0.first().copied().unwrap_or_default()
}

fn show(world: &mut World, mut seconds: Local<f32>) {
    *seconds += world.resource::<Time>().delta_secs();
    let frame = (*seconds * 6.0) as u32 % 3;
    if world
        .get_resource::<crate::battle::board::Board>()
        .is_none()
    {
        return;
    }
    world.resource_scope(|world, mut board: Mut<BoardView>| {
        let board = &mut *board;
        if board.layers[GROUND].is_empty() {
            return;
        }
        let side = viewer(world.resource::<HumanSides>());
        let mut changes = Vec::new();
        let view = SideView::new(world, side);
        let grid = board.grid;
        if view.grid() != grid {
            return;
        }
        let mut marks = vec![overlay::NONE; grid.len()];
        zones(view, &mut marks);
        for &(tile, level) in &world.resource::<Marks>().reach {
            marks[tile.index()] = overlay::REACH + u32::from(level.min(3));
        }
        for tile in grid.tiles() {
            let pictures = tile_pictures(view, grid, tile, marks[tile.index()], frame);
            for (layer, picture) in pictures.into_iter().enumerate() {
                if board.shown[layer][tile.index()] != picture {
                    board.shown[layer][tile.index()] = picture;
                    changes.push((layer, tile, picture));
                }
            }
        }
        for (layer, tile, picture) in changes {
            let entity = board.layers[layer][tile.index()];
            let tint = tint(world, side, layer, tile);
            let Ok(mut entity) = world.get_entity_mut(entity) else {
                continue;
            };
            if let Some(mut index) = entity.get_mut::<TileTextureIndex>() {
                index.0 = picture;
            }
            if let Some(mut color) = entity.get_mut::<TileColor>() {
                color.0 = tint;
            }
        }
    });
}

/// Higher ground is lighter.
fn tint(world: &World, side: Side, layer: usize, tile: TileId) -> Color {
    if layer != GROUND {
        return Color::WHITE;
    }
    let level = f32::from(SideView::new(world, side).layers().elevation(tile));
    let light = (0.86 + 0.13 * level).clamp(0.5, 1.5);
    Color::linear_rgb(light, light, light * 0.97)
}

fn zones(view: SideView, marks: &mut [u32]) {
    for tile in view.exits() {
        marks[tile.index()] = overlay::EXIT;
    }
    let zones: Vec<_> = match view.objective() {
        Objective::Reach { zone, .. } | Objective::Hold { zone, .. } => zone.clone(),
        Objective::Control { zones } => zones.concat(),
        _ => Vec::new(),
    };
    for tile in zones {
        marks[tile.index()] = overlay::GOAL;
    }
}

/// Returns the picture of a hex on each layer.
fn tile_pictures(view: SideView, grid: Grid, tile: TileId, mark: u32, frame: u32) -> [u32; LAYERS] {
    let layers = view.layers();
    let sight = view.sight(tile);
    if sight == Sight::Hidden {
        let nothing = overlay::NONE;
        return [0, nothing, nothing, nothing, mark, overlay::HIDDEN];
    }
    let mask = |test: &dyn Fn(Direction, TileId) -> bool| {
        grid.neighbors(tile)
            .filter(|&(direction, to)| test(direction, to))
            .fold(0, |mask, (direction, _)| mask | 1 << direction.number())
    };
    let variant = (tile.0.wrapping_mul(2_654_435_761) >> 13) % VARIANTS;
    let ground = u32::from(layers.terrain(tile).0) * VARIANTS + variant;
    let drops = mask(&|_, to| layers.is_known(to) && layers.elevation(to) < layers.elevation(tile));
    let fences = mask(&|direction, _| view.hexside(tile, direction) != HexsideId::default());
    let weather = match (layers.fire(tile), layers.smoke(tile)) {
        _ if layers.gas(tile) > 0 => overlay::GAS,
        (1.., _) => overlay::FIRE + (frame + tile.0) % 3,
        (0, density @ 1..) => overlay::SMOKE + u32::from(density.min(3)) - 1,
        (0, 0) => overlay::NONE,
    };
    let hidden = mask(&|_, to| view.sight(to) == Sight::Hidden);
    let remembered = mask(&|_, to| view.sight(to) == Sight::Remembered);
    let fog = match sight {
        Sight::Remembered => overlay::REMEMBERED + hidden,
        _ if hidden != 0 => overlay::EDGE_HIDDEN + hidden,
        _ if remembered != 0 => overlay::EDGE_REMEMBERED + remembered,
        _ => overlay::NONE,
    };
    let cliffs = if drops == 0 {
        overlay::NONE
    } else {
        overlay::CLIFF + drops
    };
    let fences = if fences == 0 {
        overlay::NONE
    } else {
        overlay::FENCE + fences
    };
    [ground, cliffs, fences, weather, mark, fog]
}

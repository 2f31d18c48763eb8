//! The board: where hexes are, and its layers from the ground to the fog.
//!
//! **Invariant:** draws what [`Scenery`] and [`Marks`] say and looks at no battle; what did not change
//! is not touched.

mod scenery;

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;

pub use self::scenery::{Scenery, viewer};
use crate::{
    battle::{
        grid::{Direction, Grid, Layout, TileId},
        knowledge::Sight,
        step::HumanSides,
    },
    content::terrain::HexsideId,
    game::{
        Screen,
        art::{self, HEX, PICTURE, VARIANTS, overlay},
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
    layers: [Vec<Entity>; LAYERS],
    shown: [Vec<u32>; LAYERS],
    generation: u32,
}

/// What the marks layer shows beside zones: reach by tile.
#[derive(Resource, Default)]
pub struct Marks {
    /// Levels of reach by tile, 0 to 3.
    pub reach: Vec<(TileId, u8)>,
    /// Hexes that enemies could fire at, and how many could.
    pub danger: Vec<(TileId, u8)>,
    /// A line of sight, and the hex that blocks it.
    pub line: Option<(Vec<TileId>, Option<TileId>)>,
    /// Sides of hexes with cover.
    pub cover: Vec<(TileId, Direction, crate::content::terrain::Cover)>,
    /// Sides of hexes that lie open to an enemy.
    pub flanks: Vec<(TileId, Direction)>,
    /// Hexes the tool in hand would strike, with their rings.
    pub area: Vec<(TileId, u8)>,
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
        .init_resource::<Scenery>()
        .init_resource::<Marks>()
        .add_systems(Startup, load)
        // Between the changes of state and the systems that ask where hexes are.
        .add_systems(
            RunFixedMainLoop,
            (
                scenery::follow_battle
                    .run_if(in_state(Screen::Battle).or_else(in_state(Screen::End))),
                lay_out,
            )
                .chain()
                .in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
        )
        .add_systems(
            PostUpdate,
            (rebuild, show, |mut scenery: ResMut<Scenery>| {
                scenery.bypass_change_detection().note_drawn()
            })
                .chain(),
        )
        .add_systems(OnEnter(Screen::Title), |mut scenery: ResMut<Scenery>| {
            scenery.clear();
        });
}

fn load(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    let overlay = images.add(art::sheet(&art::overlay_pictures()));
    commands.insert_resource(Sheets { overlay });
}

/// Distance between rows of pointy-top hexes, or columns of flat-top ones, in the world.
const LINE: f32 = 0.75 * HEX.y;

impl BoardView {
    /// Returns the middle of a hex in the world.
    pub fn center(&self, tile: TileId) -> Vec2 {
        if self.grid.is_empty() {
            return Vec2::ZERO;
        }
        let hex = self.grid.hex(tile);
        let (x, y) = (hex.x as f32, hex.y as f32);
        let last = f32::from(self.grid.height.max(1) - 1);
        match self.grid.layout {
            Layout::PointyOddRows => Vec2::new(HEX.x * (x + y / 2.0), LINE * (last - y)),
            Layout::FlatOddColumns => Vec2::new(LINE * x, HEX.x * (last - y - x / 2.0)),
        }
    }

    /// Returns the hex at a place in the world.
    pub fn tile_at(&self, place: Vec2) -> Option<TileId> {
        if self.grid.is_empty() {
            return None;
        }
        let last = f32::from(self.grid.height.max(1) - 1);
        let axial = match self.grid.layout {
            Layout::PointyOddRows => {
                let y = last - place.y / LINE;
                Vec2::new(place.x / HEX.x - y / 2.0, y)
            }
            Layout::FlatOddColumns => {
                let x = place.x / LINE;
                Vec2::new(x, last - place.y / HEX.x - x / 2.0)
            }
        };
        self.grid.tile(hexx::Hex::round(axial.to_array()))
    }

    /// Returns the corners of the rectangle around the middles of all hexes.
    pub fn bounds(&self) -> Rect {
        let (width, height) = (f32::from(self.grid.width), f32::from(self.grid.height));
        if self.grid.is_empty() {
            return Rect::EMPTY;
        }
        // Every other line is half a hex off.
        let half = |lines: u16| if lines > 1 { 0.5 } else { 0.0 };
        match self.grid.layout {
            Layout::PointyOddRows => Rect::new(
                0.0,
                0.0,
                HEX.x * (width - 1.0 + half(self.grid.height)),
                LINE * (height - 1.0),
            ),
            Layout::FlatOddColumns => Rect::new(
                0.0,
                -HEX.x * half(self.grid.width),
                LINE * (width - 1.0),
                HEX.x * (height - 1.0),
            ),
        }
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

/// Takes over layout and size of the board on show.
fn lay_out(scenery: Res<Scenery>, mut view: ResMut<BoardView>) {
    if view.grid != scenery.grid() {
        view.grid = scenery.grid();
    }
}

fn rebuild(
    mut commands: Commands,
    scenery: Res<Scenery>,
    mut view: ResMut<BoardView>,
    mut images: ResMut<Assets<Image>>,
    sheets: Res<Sheets>,
    old: Query<Entity, With<OfBoard>>,
) {
    if view.generation == scenery.generation() {
        return;
    }
    *view = BoardView {
        grid: scenery.grid(),
        generation: scenery.generation(),
        ..default()
    };
    old.iter()
        .for_each(|entity| commands.entity(entity).despawn());
    let Some(catalog) = scenery.catalog() else {
        return;
    };
    let grid = scenery.grid();
    let pictures: Vec<_> = catalog
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
    // Where the tilemap has its first hex, which is elsewhere than ours.
    let first = position(TileId(0));
    let first = first.center_in_world(&size, &grid_size, &tile_size, &kind, &TilemapAnchor::None);
    let shift = view.center(TileId(0)) - first;
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
            transform: Transform::from_translation(shift.extend(if layer == FOG {
                20.0
            } else {
                layer as f32
            })),
            ..default()
        });
        view.layers[layer] = tiles;
        view.shown[layer] = vec![u32::MAX; grid.len()];
    }
}

fn show(world: &mut World, mut seconds: Local<f32>) {
    *seconds += world.resource::<Time>().delta_secs();
    let frame = (*seconds * 6.0) as u32 % 3;
    world.resource_scope(|world, mut board: Mut<BoardView>| {
        let board = &mut *board;
        if board.layers[GROUND].is_empty() {
            return;
        }
        let grid = board.grid;
        let mut marks = vec![overlay::NONE; grid.len()];
        if world.contains_resource::<crate::battle::board::Board>() {
            let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
            if view.grid() == grid {
                zones(view, &mut marks);
            }
        }
        for &(tile, level) in &world.resource::<Marks>().reach {
            marks[tile.index()] = overlay::REACH + u32::from(level.min(3));
        }
        let mut changes = Vec::new();
        let scenery = world.resource::<Scenery>();
        for tile in grid.tiles() {
            let pictures = tile_pictures(scenery, tile, marks[tile.index()], frame);
            for (layer, picture) in pictures.into_iter().enumerate() {
                if board.shown[layer][tile.index()] != picture {
                    board.shown[layer][tile.index()] = picture;
                    let tint = tint(scenery, layer, tile);
                    changes.push((board.layers[layer][tile.index()], picture, tint));
                }
            }
        }
        for (entity, picture, tint) in changes {
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
fn tint(scenery: &Scenery, layer: usize, tile: TileId) -> Color {
    if layer != GROUND {
        return Color::WHITE;
    }
    let level = f32::from(scenery.look(tile).elevation);
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
fn tile_pictures(scenery: &Scenery, tile: TileId, mark: u32, frame: u32) -> [u32; LAYERS] {
    let (grid, look) = (scenery.grid(), scenery.look(tile));
    let sight = look.sight;
    let sight_of = |tile: TileId| scenery.look(tile).sight;
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
    let ground = u32::from(look.terrain.0) * VARIANTS + variant;
    let drops =
        mask(&|_, to| scenery.look(to).is_known() && scenery.look(to).elevation < look.elevation);
    let fences = mask(&|direction, _| {
        look.hexsides[usize::from(direction.number())] != HexsideId::default()
    });
    let weather = match (look.fire, look.smoke) {
        _ if look.gas > 0 => overlay::GAS,
        (1.., _) => overlay::FIRE + (frame + tile.0) % 3,
        (0, density @ 1..) => overlay::SMOKE + u32::from(density.min(3)) - 1,
        (0, 0) => overlay::NONE,
    };
    let hidden = mask(&|_, to| sight_of(to) == Sight::Hidden);
    let remembered = mask(&|_, to| sight_of(to) == Sight::Remembered);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn boards() -> impl Iterator<Item = BoardView> {
        let layouts = [Layout::PointyOddRows, Layout::FlatOddColumns];
        let sizes = [(1, 1), (7, 5), (6, 8), (2, 1)];
        layouts.into_iter().flat_map(move |layout| {
            sizes.map(|(width, height)| BoardView {
                grid: Grid::new(layout, width, height),
                ..BoardView::default()
            })
        })
    }

    #[test]
    fn every_place_near_the_middle_of_a_hex_is_that_hex() {
        for board in boards() {
            for tile in board.grid.tiles() {
                for direction in Direction::ALL {
                    let aside = Vec2::from_angle(board.angle(direction)) * HEX.x * 0.49;
                    let place = board.center(tile) + aside;
                    assert_eq!(board.tile_at(place), Some(tile), "{:?}", board.grid);
                    let beyond = board.center(tile) + aside * 1.1;
                    let neighbor = board.grid.neighbor(tile, direction);
                    assert_eq!(board.tile_at(beyond), neighbor, "{:?}", board.grid);
                }
            }
        }
    }

    #[test]
    fn the_bounds_just_hold_the_middles_of_all_hexes() {
        for board in boards() {
            let centers = board.grid.tiles().map(|tile| board.center(tile));
            let expected = centers.fold(Rect::EMPTY, |all, center| all.union_point(center));
            let bounds = board.bounds();
            let off = (bounds.min - expected.min).abs() + (bounds.max - expected.max).abs();
            assert!(off.max_element() < 0.01, "{bounds:?} for {expected:?}");
        }
    }
}

//! What stands on the ground, as meshes of pictures from one sheet, in blocks of the board.
//!
//! **Invariant:** a block is built anew only when a hex in it, or beside it, shows something else.

use bevy::asset::{RenderAssetUsages, uuid_handle};
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::render::render_resource::{AsBindGroup, TextureFormat};
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::layer::{add_material, blended, texture};
use super::props::{Placed, props};
use super::scenery::Scenery;
use super::{BoardView, OfBoard};
use crate::battle::grid::{Orientation, TileId};
use crate::game::table::art;

const SHADER: Handle<Shader> = uuid_handle!("9c0a58d2-77e6-4f0a-b2a4-0b6f2f0c4a33");
const TEXT: &str = include_str!("../../../../assets/shaders/standing.wgsl");

/// Hexes along the side of a block.
const BLOCK: i32 = 16;
/// Heights of shadows and of what throws them; each row of blocks lies a little over the one before.
const SHADE_Z: f32 = 2.0;
const THINGS_Z: f32 = 3.0;

/// Pictures from the sheet.
#[derive(AsBindGroup, Asset, TypePath, Clone)]
pub(super) struct StandingMaterial {
    #[texture(0)]
    #[sampler(1)]
    sheet: Handle<Image>,
}

blended!(StandingMaterial, SHADER);

/// A sheet being painted, with all its sizes.
type Painting = Task<(art::Sheet, Vec<u8>)>;

/// The sheet of one orientation.
#[derive(Resource, Default)]
pub(super) struct StandingArt {
    orientation: Option<Orientation>,
    painting: Option<Painting>,
    sheet: Option<(art::Sheet, Handle<StandingMaterial>)>,
}

impl StandingArt {
    /// Whether the sheet is there.
    pub fn is_painted(&self) -> bool {
        self.sheet.is_some()
    }
}

/// One block of the board.
struct Block {
    /// Its hexes from the back to the front.
    tiles: Vec<TileId>,
    meshes: [Handle<Mesh>; 2],
    is_stale: bool,
}

/// The blocks of the board on show.
#[derive(Resource, Default)]
pub(super) struct Blocks {
    generation: u32,
    across: i32,
    blocks: Vec<Block>,
}

/// Adds what stands on the ground.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<StandingArt>()
        .init_resource::<Blocks>()
        .add_systems(Startup, |mut art: ResMut<StandingArt>| {
            // What most boards need.
            art.orientation = Some(Orientation::Pointy);
            art.painting = Some(begin_painting(Orientation::Pointy));
        });
    add_material::<StandingMaterial>(app, &SHADER, "standing.wgsl", TEXT);
}

fn begin_painting(orientation: Orientation) -> Painting {
    AsyncComputeTaskPool::get().spawn(async move {
        let mut sheet = art::standing_sheet(orientation);
        let pixels = std::mem::take(&mut sheet.pixels);
        (sheet, art::with_smaller(pixels, art::SHEET, art::SHEET))
    })
}

/// Takes over the sheet when it is painted, and has another painted for another orientation.
pub(super) fn collect(
    mut art: ResMut<StandingArt>,
    scenery: Res<Scenery>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<StandingMaterial>>,
) {
    if let Some(painting) = &mut art.painting {
        let Some((sheet, pixels)) = check_ready(painting) else {
            return;
        };
        let (size, format) = (UVec2::splat(art::SHEET), TextureFormat::Rgba8UnormSrgb);
        let image = images.add(texture(size, 1, format, pixels));
        let material = materials.add(StandingMaterial { sheet: image });
        art.painting = None;
        art.sheet = Some((sheet, material));
    }
    let orientation = scenery.grid().layout.orientation();
    if !scenery.grid().is_empty() && art.orientation != Some(orientation) {
        *art = StandingArt {
            orientation: Some(orientation),
            painting: Some(begin_painting(orientation)),
            sheet: None,
        };
    }
}

/// Triangles of pictures, being gathered for a mesh.
#[derive(Default)]
struct Quads {
    places: Vec<[f32; 3]>,
    uvs: Vec<[f32; 2]>,
    colors: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

impl Quads {
    /// Adds a picture: its corners in the world and on the sheet, clockwise from the upper left.
    fn add(&mut self, corners: [Vec2; 4], uv: [Vec2; 2], color: [f32; 4]) {
        let first = self.places.len() as u32;
        let [low, high] = uv;
        let uvs = [
            low,
            Vec2::new(high.x, low.y),
            high,
            Vec2::new(low.x, high.y),
        ];
        for (corner, uv) in corners.into_iter().zip(uvs) {
            self.places.push([corner.x, corner.y, 0.0]);
            self.uvs.push(uv.to_array());
            self.colors.push(color);
        }
        let around = [0, 3, 2, 0, 2, 1];
        self.indices.extend(around.map(|corner| first + corner));
    }

    /// Makes a mesh of them.
    fn mesh(mut self) -> Mesh {
        if self.places.is_empty() {
            // An empty mesh cannot be drawn; one without extent is not seen.
            self.add([Vec2::ZERO; 4], [Vec2::ZERO; 2], [0.0; 4]);
        }
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::all())
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.places)
            .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, self.uvs)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colors)
            .with_inserted_indices(Indices::U32(self.indices))
    }
}

/// Builds the blocks that show something else than before.
pub(super) fn build(
    mut commands: Commands,
    scenery: Res<Scenery>,
    board: Res<BoardView>,
    art: Res<StandingArt>,
    mut blocks: ResMut<Blocks>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let Some((sheet, material)) = &art.sheet else {
        return;
    };
    let blocks = &mut *blocks;
    let grid = scenery.grid();
    if blocks.generation != scenery.generation() {
        blocks.generation = scenery.generation();
        blocks.blocks.clear();
        blocks.across = (i32::from(grid.width) + BLOCK - 1) / BLOCK;
        let down = (i32::from(grid.height) + BLOCK - 1) / BLOCK;
        for index in 0..blocks.across * down {
            let (left, top) = (index % blocks.across * BLOCK, index / blocks.across * BLOCK);
            let mut tiles: Vec<_> = (top..top + BLOCK)
                .flat_map(|row| (left..left + BLOCK).map(move |column| (column, row)))
                .filter_map(|(column, row)| grid.from_offset(column, row))
                .collect();
            tiles.sort_by(|&a, &b| board.center(b).y.total_cmp(&board.center(a).y));
            let meshes = [(); 2].map(|()| meshes.add(mesh(&[], sheet)));
            for (mesh, height) in meshes.iter().zip([SHADE_Z, THINGS_Z]) {
                let height = height + 0.01 * (top / BLOCK) as f32;
                commands.spawn((
                    OfBoard(scenery.generation()),
                    Mesh2d(mesh.clone()),
                    MeshMaterial2d(material.clone()),
                    Transform::from_xyz(0.0, 0.0, height),
                ));
            }
            blocks.blocks.push(Block {
                tiles,
                meshes,
                is_stale: true,
            });
        }
    } else {
        for &tile in scenery.changed() {
            let near = grid.neighbors(tile).map(|(_, near)| near);
            for touched in std::iter::once(tile).chain(near) {
                let (column, row) = grid.to_offset(touched);
                let index = row / BLOCK * blocks.across + column / BLOCK;
                blocks.blocks[index as usize].is_stale = true;
            }
        }
    }
    let mut placed = Vec::new();
    for block in blocks.blocks.iter_mut().filter(|block| block.is_stale) {
        block.is_stale = false;
        placed.clear();
        for &tile in &block.tiles {
            props(&scenery, board.center(tile), tile, &mut placed);
        }
        let (shades, things): (Vec<_>, Vec<_>) = placed.iter().partition(|one| one.is_shade());
        for (handle, list) in block.meshes.iter().zip([shades, things]) {
            if let Some(mut old) = meshes.get_mut(handle) {
                *old = mesh(&list, sheet);
            }
        }
    }
}

/// Makes the mesh of some pictures.
fn mesh(placed: &[Placed], sheet: &art::Sheet) -> Mesh {
    let mut quads = Quads::default();
    for one in placed {
        let Some(variants) = sheet.stamps.get(&one.prop) else {
            continue;
        };
        let stamp = &variants[one.variant as usize % variants.len()];
        let turn = Vec2::from_angle(one.turn);
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| {
            let corner = stamp.corner + stamp.size * Vec2::new(x, -y);
            one.at + turn.rotate(corner * one.scale)
        });
        let [red, green, blue] = one.tint;
        quads.add(corners, stamp.uv, [red, green, blue, one.strength]);
    }
    quads.mesh()
}

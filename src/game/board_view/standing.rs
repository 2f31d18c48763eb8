//! What stands on the ground, as meshes of pictures from one sheet, in blocks of the board.
//!
//! **Invariant:** a block is built anew only when a hex in it, or beside it, shows something else.

use bevy::{
    asset::{RenderAssetUsages, uuid_handle},
    image::{ImageFilterMode, ImageSampler, ImageSamplerDescriptor},
    mesh::{Indices, MeshVertexBufferLayoutRef, PrimitiveTopology},
    prelude::*,
    render::render_resource::{
        AsBindGroup, BlendState, Extent3d, RenderPipelineDescriptor, SpecializedMeshPipelineError,
        TextureDimension, TextureFormat, TextureUsages,
    },
    shader::ShaderRef,
    sprite_render::{AlphaMode2d, Material2d, Material2dKey, Material2dPlugin},
    tasks::{AsyncComputeTaskPool, Task, futures::check_ready},
};

use super::{
    BoardView, OfBoard,
    pieces::{Placed, pieces},
    scenery::Scenery,
};
use crate::{
    battle::grid::{Layout, TileId},
    game::art,
};

const SHADER: Handle<Shader> = uuid_handle!("9c0a58d2-77e6-4f0a-b2a4-0b6f2f0c4a33");
const TEXT: &str = include_str!("../../../assets/shaders/standing.wgsl");

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

impl Material2d for StandingMaterial {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }
    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Blend
    }
    fn specialize(
        descriptor: &mut RenderPipelineDescriptor,
        _: &MeshVertexBufferLayoutRef,
        _: Material2dKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        premultiplied(descriptor);
        Ok(())
    }
}

/// Has a material's colors taken as premultiplied by alpha.
pub(super) fn premultiplied(descriptor: &mut RenderPipelineDescriptor) {
    let targets = descriptor.fragment.iter_mut().flat_map(|f| &mut f.targets);
    for target in targets.flatten() {
        target.blend = Some(BlendState::PREMULTIPLIED_ALPHA_BLENDING);
    }
}

/// A sheet being painted, with all its sizes.
type Painting = Task<(art::Sheet, Vec<u8>)>;

/// The sheet of one layout.
#[derive(Resource, Default)]
pub(super) struct StandingArt {
    layout: Layout,
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
    app.add_plugins(Material2dPlugin::<StandingMaterial>::default())
        .init_resource::<StandingArt>()
        .init_resource::<Blocks>()
        .add_systems(Startup, |mut art: ResMut<StandingArt>| {
            art.painting = Some(begin_painting(Layout::default()));
        });
    let mut shaders = app.world_mut().resource_mut::<Assets<Shader>>();
    super::add_shader(&mut shaders, &SHADER, "standing.wgsl", TEXT);
}

fn begin_painting(layout: Layout) -> Painting {
    AsyncComputeTaskPool::get().spawn(async move {
        let mut sheet = art::standing_sheet(layout);
        let pixels = std::mem::take(&mut sheet.pixels);
        (sheet, art::with_smaller(pixels, art::SHEET as usize))
    })
}

/// Takes over the sheet when it is painted, and has another painted for another layout.
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
        let image = images.add(sheet_image(pixels));
        let material = materials.add(StandingMaterial { sheet: image });
        art.painting = None;
        art.sheet = Some((sheet, material));
    }
    let layout = scenery.grid().layout;
    if !scenery.grid().is_empty() && art.layout != layout {
        *art = StandingArt {
            layout,
            painting: Some(begin_painting(layout)),
            sheet: None,
        };
    }
}

fn sheet_image(pixels: Vec<u8>) -> Image {
    let extent = Extent3d {
        width: art::SHEET,
        height: art::SHEET,
        depth_or_array_layers: 1,
    };
    let (format, usage) = (
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    );
    let mut image = Image::new_uninit(extent, TextureDimension::D2, format, usage);
    image.data = Some(pixels);
    image.texture_descriptor.mip_level_count = art::SHEET.ilog2() + 1;
    image.texture_descriptor.usage = TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST;
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        mipmap_filter: ImageFilterMode::Linear,
        ..ImageSamplerDescriptor::linear()
    });
    image
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
            pieces(&scenery, board.center(tile), tile, &mut placed);
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
    let (mut places, mut uvs) = (Vec::<[f32; 3]>::new(), Vec::<[f32; 2]>::new());
    let (mut colors, mut indices) = (Vec::<[f32; 4]>::new(), Vec::<u32>::new());
    for one in placed {
        let Some(variants) = sheet.stamps.get(&one.piece) else {
            continue;
        };
        let stamp = &variants[one.variant as usize % variants.len()];
        let first = places.len() as u32;
        let turn = Vec2::from_angle(one.turn);
        for (x, y) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
            let corner = stamp.corner + stamp.size * Vec2::new(x, -y);
            let place = one.at + turn.rotate(corner * one.scale);
            places.push([place.x, place.y, 0.0]);
            let uv = stamp.uv[0] + (stamp.uv[1] - stamp.uv[0]) * Vec2::new(x, y);
            uvs.push(uv.to_array());
            let [red, green, blue] = one.tint;
            colors.push([red, green, blue, one.strength]);
        }
        indices.extend([0, 3, 2, 0, 2, 1].map(|corner| first + corner));
    }
    if places.is_empty() {
        // An empty mesh cannot be drawn; one without extent is not seen.
        places.extend([[0.0; 3]; 3]);
        uvs.extend([[0.0; 2]; 3]);
        colors.extend([[0.0; 4]; 3]);
        indices.extend([0, 1, 2]);
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::all())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, places)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
        .with_inserted_indices(Indices::U32(indices))
}

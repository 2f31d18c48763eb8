//! What the layers of the board that shaders paint have in common: how their shaders are added, how they
//! blend, their textures, and the rectangle over the whole board.
//!
//! **Invariant:** a rectangle is laid once for each board, when the pictures it needs are painted.

use std::hash::Hash;

use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::{
    BlendState, Extent3d, RenderPipelineDescriptor, TextureDimension, TextureFormat, TextureUsages,
    TextureViewDescriptor, TextureViewDimension,
};
use bevy::sprite_render::{Material2d, Material2dPlugin};

use super::ground::GroundArt;
use super::hex_data::HexData;
use super::scenery::Scenery;
use super::{BoardView, OfBoard};

/// A material that covers the whole board.
pub(super) trait Covering: Material2d {
    /// How high it lies; units are at 10.
    const HEIGHT: f32;
    /// How far it goes on beyond the middles of the outer hexes, in the world.
    const MARGIN: f32 = 260.0;

    /// Makes it for the board on show.
    fn of(data: &HexData, art: &GroundArt) -> Self;
}

/// Lays the material over a new board.
pub(super) fn lay<M: Covering>(
    mut commands: Commands,
    scenery: Res<Scenery>,
    board: Res<BoardView>,
    data: Res<HexData>,
    art: Res<GroundArt>,
    mut laid: Local<u32>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<M>>,
) {
    if *laid == scenery.generation() || !art.is_painted() {
        return;
    }
    *laid = scenery.generation();
    if scenery.grid().is_empty() {
        return;
    }
    let material = materials.add(M::of(&data, &art));
    let bounds = board.bounds().inflate(M::MARGIN);
    commands.spawn((
        OfBoard(scenery.generation()),
        rectangle(bounds, M::HEIGHT, material, &mut meshes),
    ));
}

/// Returns a rectangle of a material at a height.
pub(super) fn rectangle<M: Material2d>(
    area: Rect,
    height: f32,
    material: Handle<M>,
    meshes: &mut Assets<Mesh>,
) -> impl Bundle {
    (
        Mesh2d(meshes.add(Rectangle::from_size(area.size()))),
        MeshMaterial2d(material),
        Transform::from_translation(area.center().extend(height)),
    )
}

/// Adds a material and the text of its shader, which goes by `handle`.
pub(super) fn add_material<M: Material2d<Data: Clone + Eq + Hash>>(
    app: &mut App,
    handle: &Handle<Shader>,
    name: &str,
    text: &'static str,
) {
    app.add_plugins(Material2dPlugin::<M>::default());
    add_shader(app, handle, name, text);
}

/// Adds the text of a shader, which goes by `handle`.
pub(super) fn add_shader(app: &mut App, handle: &Handle<Shader>, name: &str, text: &'static str) {
    let shader = Shader::from_wgsl(text, format!("hexscape/{name}"));
    let mut shaders = app.world_mut().resource_mut::<Assets<Shader>>();
    shaders
        .insert(handle, shader)
        .expect("a handle with a number of its own can be filled");
}

/// Makes a texture of some layers of pictures with all their smaller sizes.
pub(super) fn texture(size: UVec2, layers: u32, format: TextureFormat, pixels: Vec<u8>) -> Image {
    let usage = RenderAssetUsages::RENDER_WORLD;
    let extent = Extent3d {
        width: size.x,
        height: size.y,
        depth_or_array_layers: layers,
    };
    let mut image = Image::new_uninit(extent, TextureDimension::D2, format, usage);
    image.data = Some(pixels);
    image.texture_descriptor.mip_level_count = size.max_element().ilog2() + 1;
    image.texture_descriptor.usage = TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST;
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        mipmap_filter: ImageFilterMode::Linear,
        ..ImageSamplerDescriptor::linear()
    });
    if layers > 1 {
        image.texture_view_descriptor = Some(TextureViewDescriptor {
            dimension: Some(TextureViewDimension::D2Array),
            ..default()
        });
    }
    image
}

/// Makes a material of a shader whose colors are premultiplied by alpha and lie over what is below.
macro_rules! blended {
    ($material:ty, $shader:expr) => {
        impl bevy::sprite_render::Material2d for $material {
            fn fragment_shader() -> bevy::shader::ShaderRef {
                $shader.into()
            }
            fn alpha_mode(&self) -> bevy::sprite_render::AlphaMode2d {
                bevy::sprite_render::AlphaMode2d::Blend
            }
            fn specialize(
                descriptor: &mut bevy::render::render_resource::RenderPipelineDescriptor,
                _: &bevy::mesh::MeshVertexBufferLayoutRef,
                _: bevy::sprite_render::Material2dKey<Self>,
            ) -> Result<(), bevy::render::render_resource::SpecializedMeshPipelineError> {
                $crate::game::table::board_view::layer::premultiplied(descriptor);
                Ok(())
            }
        }
    };
}
pub(super) use blended;

/// Declares such a material of a shader that reads the hexes and the grain.
macro_rules! grained {
    ($(#[$about:meta])* $material:ident, $shader:expr) => {
        $(#[$about])*
        #[derive(bevy::render::render_resource::AsBindGroup, Asset, TypePath, Clone)]
        pub(super) struct $material {
            #[uniform(0)]
            shape: BoardShape,
            #[texture(1, sample_type = "u_int")]
            data: Handle<Image>,
            #[texture(2)]
            #[sampler(3)]
            grain: Handle<Image>,
        }

        $crate::game::table::board_view::layer::blended!($material, $shader);
    };
}
pub(super) use grained;

/// Has a material's colors taken as premultiplied by alpha.
pub(super) fn premultiplied(descriptor: &mut RenderPipelineDescriptor) {
    let targets = descriptor.fragment.iter_mut().flat_map(|f| &mut f.targets);
    for target in targets.flatten() {
        target.blend = Some(BlendState::PREMULTIPLIED_ALPHA_BLENDING);
    }
}

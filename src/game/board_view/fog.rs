//! Fog and night, in one rectangle over everything.
//!
//! **Invariant:** what was never seen stays dark whatever lies below.

use bevy::{
    asset::uuid_handle,
    mesh::MeshVertexBufferLayoutRef,
    prelude::*,
    render::render_resource::{
        AsBindGroup, RenderPipelineDescriptor, SpecializedMeshPipelineError,
    },
    shader::ShaderRef,
    sprite_render::{AlphaMode2d, Material2d, Material2dKey, Material2dPlugin},
};

use super::{
    BoardView, OfBoard,
    ground::{GroundArt, MARGIN},
    hex_data::{BoardShape, HexData},
    scenery::Scenery,
    standing::premultiplied,
};

const SHADER: Handle<Shader> = uuid_handle!("c2a7b3de-51f1-4f7b-8f3e-6f0a91b7d044");
const TEXT: &str = include_str!("../../../assets/shaders/fog.wgsl");

/// Over units and all they do.
const FOG_Z: f32 = 20.0;

/// The fog of one board.
#[derive(AsBindGroup, Asset, TypePath, Clone)]
pub(super) struct FogMaterial {
    #[uniform(0)]
    shape: BoardShape,
    #[texture(1, sample_type = "u_int")]
    data: Handle<Image>,
    #[texture(2)]
    #[sampler(3)]
    grain: Handle<Image>,
}

impl Material2d for FogMaterial {
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

/// Adds the fog.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins(Material2dPlugin::<FogMaterial>::default());
    let mut shaders = app.world_mut().resource_mut::<Assets<Shader>>();
    super::add_shader(&mut shaders, &SHADER, "fog.wgsl", TEXT);
}

/// Lays the fog over a new board.
pub(super) fn lay(
    mut commands: Commands,
    scenery: Res<Scenery>,
    board: Res<BoardView>,
    data: Res<HexData>,
    art: Res<GroundArt>,
    mut laid: Local<u32>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<FogMaterial>>,
) {
    if *laid == scenery.generation() || !art.is_painted() {
        return;
    }
    *laid = scenery.generation();
    if scenery.grid().is_empty() {
        return;
    }
    let bounds = board.bounds().inflate(MARGIN);
    commands.spawn((
        OfBoard(scenery.generation()),
        Mesh2d(meshes.add(Rectangle::from_size(bounds.size()))),
        MeshMaterial2d(materials.add(FogMaterial {
            shape: data.shape,
            data: data.image.clone(),
            grain: art.grain.clone(),
        })),
        Transform::from_translation(bounds.center().extend(FOG_Z)),
    ));
}

//! The ground: one rectangle whose shader paints every hex and what lies between them.
//!
//! **Invariant:** the pictures of surfaces are painted once, beside the title screen.

use bevy::asset::uuid_handle;
use bevy::image::{ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::{AsBindGroup, TextureFormat};
use bevy::shader::ShaderRef;
use bevy::sprite_render::Material2d;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::hex_data::{BoardShape, HexData};
use super::layer::{Covering, add_material, add_shader, texture};
use crate::game::table::art;

/// What every shader of the board imports.
pub(super) const LATTICE: Handle<Shader> = uuid_handle!("0d7c3f5e-6c0e-4a0c-9a52-8f2a3e9f7b10");
const SHADER: Handle<Shader> = uuid_handle!("4b1f9a52-0f0c-4f25-8a36-5d1e1b8f0c21");

/// The ground of one board.
#[derive(AsBindGroup, Asset, TypePath, Clone)]
pub(super) struct GroundMaterial {
    #[uniform(0)]
    shape: BoardShape,
    #[texture(1, sample_type = "u_int")]
    data: Handle<Image>,
    #[texture(2, dimension = "2d_array")]
    #[sampler(3)]
    surfaces: Handle<Image>,
    #[texture(4)]
    #[sampler(5)]
    grain: Handle<Image>,
}

impl Material2d for GroundMaterial {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }
}

impl Covering for GroundMaterial {
    /// Under everything.
    const HEIGHT: f32 = -50.0;

    fn of(data: &HexData, art: &GroundArt) -> Self {
        Self {
            shape: data.shape,
            data: data.image.clone(),
            surfaces: art.surfaces.clone(),
            grain: art.grain.clone(),
        }
    }
}

/// The pictures, once they are painted.
#[derive(Resource, Default)]
pub(super) struct GroundArt {
    surfaces: Handle<Image>,
    /// Grain in four channels.
    pub grain: Handle<Image>,
    painting: Vec<Task<Vec<u8>>>,
    /// Surfaces one after another, as far as they are there.
    painted: Vec<u8>,
}

impl GroundArt {
    /// Whether all pictures are there.
    pub fn is_painted(&self) -> bool {
        self.painting.is_empty()
    }
}

/// Adds the ground.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<GroundArt>()
        .add_systems(Startup, begin_painting);
    add_shader(app, &LATTICE, "lattice.wgsl", LATTICE_TEXT);
    add_material::<GroundMaterial>(app, &SHADER, "ground.wgsl", TEXT);
}

const LATTICE_TEXT: &str = include_str!("../../../../assets/shaders/lattice.wgsl");
const TEXT: &str = include_str!("../../../../assets/shaders/ground.wgsl");

/// Paints the pictures on other threads.
fn begin_painting(mut art: ResMut<GroundArt>) {
    let pool = AsyncComputeTaskPool::get();
    // With their smaller sizes, which take a third of each.
    art.painted = Vec::with_capacity(art::LAYERS * art::SURFACE * art::SURFACE * 4 * 3 / 2);
    art.painting = (0..art::LAYERS)
        .map(|layer| {
            let size = art::SURFACE as u32;
            pool.spawn(async move { art::with_smaller(art::surface_picture(layer), size, size) })
        })
        .collect();
    let grain =
        async { art::with_smaller(art::grain_picture(), art::GRAIN as u32, art::GRAIN as u32) };
    art.painting.push(pool.spawn(grain));
}

/// Takes over the pictures when all are there.
pub(super) fn collect(mut art: ResMut<GroundArt>, mut images: ResMut<Assets<Image>>) {
    if art.painting.is_empty() {
        return;
    }
    let art = &mut *art;
    while let Some(next) = art.painting.first_mut() {
        let Some(picture) = check_ready(next) else {
            return;
        };
        drop(art.painting.remove(0));
        // Each picture is let go as soon as it is copied. The grain is painted last.
        match art.painting.is_empty() {
            false => art.painted.extend(picture),
            true => {
                let format = TextureFormat::Rgba8Unorm;
                art.grain = images.add(repeating(art::GRAIN, 1, format, picture));
            }
        }
    }
    art.surfaces = images.add(repeating(
        art::SURFACE,
        art::LAYERS,
        TextureFormat::Rgba8UnormSrgb,
        std::mem::take(&mut art.painted),
    ));
}

/// Makes a texture that repeats itself, of pictures with their smaller sizes.
fn repeating(size: usize, layers: usize, format: TextureFormat, pixels: Vec<u8>) -> Image {
    let mut image = texture(UVec2::splat(size as u32), layers as u32, format, pixels);
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::Repeat,
        address_mode_v: ImageAddressMode::Repeat,
        mipmap_filter: ImageFilterMode::Nearest,
        ..ImageSamplerDescriptor::linear()
    });
    image
}

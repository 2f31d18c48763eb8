//! Fog and night, in one rectangle over everything.
//!
//! **Invariant:** what was never seen stays dark whatever lies below.

use bevy::asset::uuid_handle;
use bevy::prelude::*;

use super::ground::GroundArt;
use super::hex_data::{BoardShape, HexData};
use super::layer::{Covering, add_material, grained};

const SHADER: Handle<Shader> = uuid_handle!("c2a7b3de-51f1-4f7b-8f3e-6f0a91b7d044");
const TEXT: &str = include_str!("../../../../assets/shaders/fog.wgsl");

grained! {
    /// The fog of one board.
    FogMaterial, SHADER
}

impl Covering for FogMaterial {
    /// Over units and all they do.
    const HEIGHT: f32 = 20.0;
    /// The map goes on as far as the camera sees.
    const MARGIN: f32 = 6000.0;

    fn of(data: &HexData, art: &GroundArt) -> Self {
        Self {
            shape: data.shape,
            data: data.image.clone(),
            grain: art.grain.clone(),
        }
    }
}

/// Adds the fog.
pub(super) fn plugin(app: &mut App) {
    add_material::<FogMaterial>(app, &SHADER, "fog.wgsl", TEXT);
}

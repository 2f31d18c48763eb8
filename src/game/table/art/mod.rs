//! Pictures: what is drawn in the SVG files of `assets/art`, and ground, walls and borders, which are
//! painted in code.
//!
//! **Invariant:** the same pictures every time; variety comes from a fixed hash, not from chance.

mod card;
mod drawing;
mod ground;
#[cfg(test)]
mod likeness;
mod marks;
mod mip;
mod paint;
mod person;
mod sign;
mod standing;
mod surface;
mod swatch;
mod token;
mod vet;

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages};
use tiny_skia::Pixmap;

pub use self::card::{CardKind, card_picture};
pub use self::drawing::{has_picture, pack_picture, picture};
pub use self::ground::{
    STONE, Standing, UNKNOWN_SURFACE, ground_color, growing, is_space, layer, standing, surface,
};
pub use self::marks::{MARK, mark, mark_layers};
pub use self::mip::image_with_copies;
pub(crate) use self::paint::scatter;
pub use self::person::Person;
pub use self::sign::{Badge, Effect, Sign, badge_picture, effect_picture, sign_picture};
pub use self::standing::{Bed, Fall, Masonry, Prop, SHEET, Sheet, Stamp, standing_sheet};
pub use self::surface::{
    GRAIN, LAYERS, SIZE as SURFACE, grain_picture, surface_picture, with_smaller,
};
pub use self::swatch::swatch;
pub use self::token::{
    ARC_STEPS, Arm, ArmShape, Arms, Counter, Drawing, PIP, Pip, Pose, Relation, Round, Stock,
    Symbol, TOKEN, arc_cell, arc_sheet, counter_picture, figure_picture, frame_picture,
    ghost_picture, held_picture, machine_picture, pip_sheet, plate_picture, portrait_picture,
    ship_picture, stock_picture, upright_picture, weapon_picture,
};

/// Size of one hex picture in pixels, a little more than the hex so that no seams show.
pub const PICTURE: UVec2 = UVec2::new(100, 116);
/// Width and height of a pointy-top hex in pixels.
pub const HEX: Vec2 = Vec2::new(96.0, 110.85);

/// Returns how bright ground of a height is, 1 at level 0: a level makes most difference near it, and some
/// at any height. The shader of the ground has the same.
pub fn relief_light(level: f32) -> f32 {
    let near = level.clamp(-3.0, 5.0);
    let far = level - near;
    1.0 + 0.09 * near + if far > 0.0 { 0.014 } else { 0.04 } * far
}

/// Makes a Bevy image of a picture.
pub fn image(picture: &Pixmap) -> Image {
    // Bevy blends straight alpha; tiny-skia paints with premultiplied alpha.
    let data = picture
        .pixels()
        .iter()
        .flat_map(|pixel| {
            let pixel = pixel.demultiply();
            [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
        })
        .collect();
    let size = Extent3d {
        width: picture.width(),
        height: picture.height(),
        depth_or_array_layers: 1,
    };
    let mut image = Image::new(
        size,
        TextureDimension::D2,
        data,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD | RenderAssetUsages::MAIN_WORLD,
    );
    image.texture_descriptor.usage =
        TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_SRC | TextureUsages::COPY_DST;
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_has_a_picture_of_its_own() {
        let mut seen = Vec::new();
        for sign in Sign::ALL {
            let picture = sign_picture(sign).take();
            assert!(picture.iter().any(|&byte| byte > 40), "{sign:?} is blank");
            assert!(!seen.contains(&picture), "{sign:?} looks like another");
            seen.push(picture);
        }
    }
}

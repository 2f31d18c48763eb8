//! Art painted in code: terrain, fog, marks and unit tokens, as vector shapes on pixel buffers.
//!
//! **Invariant:** the same pictures every time; variety comes from a fixed hash, not from chance.

mod badge;
mod drawing;
mod effect;
mod ground;
#[cfg(test)]
mod likeness;
mod marks;
mod mip;
mod paint;
mod sign;
mod sketch;
mod standing;
mod surface;
mod token;

use bevy::{
    asset::RenderAssetUsages,
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages},
};
use tiny_skia::Pixmap;

pub(crate) use self::paint::scatter;
pub use self::{
    badge::{Badge, badge_picture},
    effect::{Effect, effect_picture},
    ground::{Standing, UNKNOWN_SURFACE, ground_color, growing, standing, surface},
    marks::{mark, mark_layers, mark_size, outline_picture},
    mip::image_with_copies,
    sign::{Sign, sign_picture},
    standing::{Masonry, Prop, SHEET, Sheet, Stamp, standing_sheet},
    surface::{GRAIN, LAYERS, SIZE as SURFACE, grain_picture, surface_picture, with_smaller},
    token::{
        ARC_STEPS, Arm, ArmShape, Hull, PIP, Pip, Pose, Relation, Round, Stock, TOKEN, aim_picture,
        arc_cell, arc_sheet, figure_picture, ghost_picture, pip_sheet, plate_picture, ring_picture,
        ship_picture, stock_picture, wedge_picture,
    },
};

/// Size of one hex picture in pixels, a little more than the hex so that no seams show.
pub const PICTURE: UVec2 = UVec2::new(100, 116);
/// Width and height of a pointy-top hex in pixels.
pub const HEX: Vec2 = Vec2::new(96.0, 110.85);

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
    use crate::content::silhouette::Silhouette;

    #[test]
    fn every_token_and_sign_has_a_picture_of_its_own() {
        let mut seen = Vec::new();
        let arm = Arm {
            shape: ArmShape::None,
            round: Round::Bullet,
        };
        for kind in Silhouette::ALL {
            for relation in Relation::ALL {
                let name = format!("{kind:?} as {relation:?}");
                let color = [90, 140, 200];
                let mut token = plate_picture(relation, color).take();
                token.extend(figure_picture(kind, arm, color, Pose::Stand).take());
                seen.push((name, token));
            }
        }
        for sign in Sign::ALL {
            seen.push((format!("{sign:?}"), sign_picture(sign).take()));
        }
        for (i, (name, picture)) in seen.iter().enumerate() {
            assert!(picture.iter().any(|&byte| byte > 40), "{name} is blank");
            for (other, same) in &seen[..i] {
                assert!(picture != same, "{name} looks like {other}");
            }
        }
    }
}

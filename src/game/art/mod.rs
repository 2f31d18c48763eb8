//! Art painted in code: terrain, fog, marks and unit tokens, as vector shapes on pixel buffers.
//!
//! **Invariant:** the same pictures every time; variety comes from a fixed hash, not from chance.

mod ground;
mod overlays;
mod paint;
mod token;

use bevy::{
    asset::RenderAssetUsages,
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages},
};
use tiny_skia::{Pixmap, PixmapPaint, Transform as Shift};

pub use self::{
    ground::terrain_picture,
    overlays::{outline_picture, overlay, overlay_pictures},
    token::{dot_picture, ring_picture, token_picture, wedge_picture},
};

/// Size of one hex picture in pixels, a little more than the hex so that no seams show.
pub const PICTURE: UVec2 = UVec2::new(100, 116);
/// Width and height of a pointy-top hex in pixels.
pub const HEX: Vec2 = Vec2::new(96.0, 110.85);
/// Pictures of each terrain kind.
pub const VARIANTS: u32 = 4;
/// Size of a unit token in pixels.
pub const TOKEN: u32 = 96;

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

/// Joins hex pictures side by side, 16 a row, into one sheet for the tilemap.
pub fn sheet(pictures: &[Pixmap]) -> Image {
    let columns = 16;
    let rows = u32::try_from(pictures.len())
        .expect("few pictures")
        .div_ceil(columns);
    let mut sheet =
        Pixmap::new(PICTURE.x * columns, PICTURE.y * rows).expect("the size is not zero");
    for (i, picture) in (0_u32..).zip(pictures) {
        let (x, y) = (i % columns * PICTURE.x, i / columns * PICTURE.y);
        sheet.draw_pixmap(
            x.cast_signed(),
            y.cast_signed(),
            picture.as_ref(),
            &PixmapPaint::default(),
            Shift::identity(),
            None,
        );
    }
    image(&sheet)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_terrain_and_token_has_a_picture_of_its_own() {
        let catalog = crate::content::load_default().unwrap_or_else(|error| panic!("{error}"));
        let mut seen = Vec::new();
        for terrain in &catalog.terrains {
            for variant in 0..VARIANTS {
                seen.push(terrain_picture(terrain, variant).take());
            }
        }
        for unit in &catalog.battlescape.units {
            seen.push(token_picture(unit.silhouette, 0).take());
            seen.push(token_picture(unit.silhouette, 1).take());
        }
        for (i, picture) in seen.iter().enumerate() {
            assert!(
                picture.iter().any(|&byte| byte > 40),
                "picture {i} is blank"
            );
        }
        let overlays = overlay_pictures();
        assert_eq!(overlays.len(), overlay::COUNT as usize);
    }
}

//! Art painted in code: terrain, fog, marks and unit tokens, as vector shapes on pixel buffers.
//!
//! **Invariant:** the same pictures every time; variety comes from a fixed hash, not from chance.

mod ground;
mod overlays;
mod paint;
mod sign;
mod token;

use bevy::{
    asset::RenderAssetUsages,
    prelude::*,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages},
};
use tiny_skia::{FilterQuality, Pixmap, PixmapPaint, Transform as Shift};

pub use self::{
    ground::{ground_color, terrain_picture},
    overlays::{outline_picture, overlay, overlay_pictures},
    sign::{Sign, sign_picture},
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

/// Turns a hex picture by 30° clockwise, for boards of flat-top hexes: its side `i` then faces
/// direction `i` of that layout.
pub fn turned(picture: &Pixmap) -> Pixmap {
    let mut turned = Pixmap::new(PICTURE.y, PICTURE.x).expect("the size is not zero");
    let (x, y) = (PICTURE.x as f32 / 2.0, PICTURE.y as f32 / 2.0);
    let shift = Shift::from_translate(-x, -y)
        .post_rotate(30.0)
        .post_translate(y, x);
    let paint = PixmapPaint {
        quality: FilterQuality::Bicubic,
        ..PixmapPaint::default()
    };
    turned.draw_pixmap(0, 0, picture.as_ref(), &paint, shift, None);
    turned
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

/// Joins hex pictures of one size side by side, 16 a row, into one sheet for the tilemap.
pub fn sheet(pictures: &[Pixmap]) -> Image {
    let columns = 16;
    let rows = u32::try_from(pictures.len())
        .expect("few pictures")
        .div_ceil(columns);
    let (width, height) = (pictures.first()).map_or((PICTURE.x, PICTURE.y), |picture| {
        (picture.width(), picture.height())
    });
    let mut sheet =
        Pixmap::new(width * columns, height * rows.max(1)).expect("the size is not zero");
    for (i, picture) in (0_u32..).zip(pictures) {
        let (x, y) = (i % columns * width, i / columns * height);
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
                let name = format!("{} {variant}", terrain.key);
                seen.push((name, terrain_picture(terrain, variant).take()));
            }
        }
        for unit in &catalog.battlescape.units {
            for side in 0..4 {
                let name = format!("{} of side {side}", unit.key);
                seen.push((name, token_picture(unit.silhouette, side).take()));
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

    #[test]
    fn overlays_are_blank_only_where_nothing_is_to_be_shown() {
        let masks = [
            overlay::EDGE_HIDDEN,
            overlay::EDGE_REMEMBERED,
            overlay::CLIFF,
            overlay::FENCE,
        ];
        for (index, picture) in (0..).zip(overlay_pictures()) {
            let is_blank = picture.pixels().iter().all(|pixel| pixel.alpha() == 0);
            let is_nothing = index == overlay::NONE || masks.contains(&index);
            assert_eq!(is_blank, is_nothing, "overlay {index}");
        }
    }

    #[test]
    fn a_turned_picture_keeps_side_and_direction_together() {
        // A fence to the East of a pointy-top hex is a fence to the south-east of a flat-top one.
        let east = overlay_pictures().swap_remove(overlay::FENCE as usize + 1);
        let turned = turned(&east);
        assert_eq!((turned.width(), turned.height()), (PICTURE.y, PICTURE.x));
        let (mut x, mut y, mut count) = (0.0, 0.0, 0.0);
        for (index, pixel) in turned.pixels().iter().enumerate() {
            if pixel.alpha() > 0 {
                x += (index % PICTURE.y as usize) as f32 - PICTURE.y as f32 / 2.0;
                y += (index / PICTURE.y as usize) as f32 - PICTURE.x as f32 / 2.0;
                count += 1.0;
            }
        }
        let angle = f32::atan2(y / count, x / count).to_degrees();
        assert!(
            (angle - 30.0).abs() < 2.0,
            "the fence is at {angle} degrees"
        );
    }
}

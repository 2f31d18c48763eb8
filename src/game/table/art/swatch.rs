//! Kinds of terrain as small pictures, for panels.
//!
//! **Invariant:** the same pictures as on the board.

use bevy::math::Vec2;
use tiny_skia::{
    Color, FillRule, FilterQuality, Paint, Path, PathBuilder, Pattern, Pixmap, PixmapRef, Rect,
    Shader, SpreadMode, Transform as Shift,
};

use super::{
    LAYERS, Masonry, PICTURE, Prop, SHEET, SURFACE, Sheet, Stamp, Standing, ground_color, standing,
    surface, surface_picture,
};
use crate::content::terrain::{Obstacle, Terrain};

/// Paints a hex of a terrain kind with what stands on it, as the board shows it.
pub fn swatch(terrain: &Terrain, sheet: &Sheet) -> Pixmap {
    let mut picture = Pixmap::new(PICTURE.x, PICTURE.y).expect("the size is not zero");
    // What has no ground of its own stands on grass.
    let surface = usize::from(surface(terrain)).min(LAYERS) % LAYERS;
    let mut pixels = surface_picture(surface);
    pixels.chunks_exact_mut(4).for_each(|pixel| pixel[3] = 255);
    let side = u32::try_from(SURFACE).expect("surfaces are small");
    if let Some(ground) = PixmapRef::from_bytes(&pixels, side, side) {
        let shader = Pattern::new(
            ground,
            SpreadMode::Repeat,
            FilterQuality::Bilinear,
            1.0,
            Shift::identity(),
        );
        fill_hex(&mut picture, shader);
        // Water is tinted by the board's light; here by its color from afar.
        let [red, green, blue] = ground_color(terrain);
        let alpha = match (standing(terrain), terrain.obstacle) {
            (Standing::Nothing, Obstacle::Blocks) => 215,
            (Standing::Nothing, _) => 120,
            _ => 0,
        };
        fill_hex(
            &mut picture,
            Shader::SolidColor(Color::from_rgba8(red, green, blue, alpha)),
        );
    }
    for piece in pieces(standing(terrain)) {
        let stamp = sheet.stamps.get(&piece).and_then(|stamps| stamps.first());
        if let Some(stamp) = stamp {
            stamp_on(&mut picture, sheet, stamp);
        }
    }
    picture
}

/// Lists the pictures that make up what stands there, the lowest first.
fn pieces(standing: Standing) -> Vec<Prop> {
    let run = |masonry: Masonry| {
        vec![
            Prop::ArmFace(masonry, 3),
            Prop::ArmFace(masonry, 0),
            Prop::PostFace(masonry),
            Prop::ArmTop(masonry, 3),
            Prop::ArmTop(masonry, 0),
            Prop::PostTop(masonry),
        ]
    };
    let with = |piece: Prop| {
        let mut all = run(Masonry::Stone);
        all.push(piece);
        all
    };
    match standing {
        Standing::Nothing => Vec::new(),
        Standing::Tree => vec![Prop::Shade, Prop::Tree],
        Standing::Bush => vec![Prop::Bush],
        Standing::LowWall => run(Masonry::Low),
        Standing::Wall => run(Masonry::Stone),
        Standing::WoodWall => run(Masonry::Wood),
        Standing::Window => with(Prop::Window(Masonry::Stone, 0)),
        Standing::Door => with(Prop::Door(Masonry::Stone, 0)),
        Standing::OpenDoor => with(Prop::OpenDoor(Masonry::Stone, 0)),
        Standing::Crate => vec![Prop::Crate],
        Standing::Rubble => vec![Prop::Heap],
        Standing::Rocks | Standing::Boulders => vec![Prop::Rocks],
        Standing::Pebbles => vec![Prop::Stones],
        Standing::Peaks => vec![Prop::Peaks],
        Standing::Dunes => vec![Prop::Dunes],
        Standing::Reeds => vec![Prop::Reeds],
        Standing::Houses => vec![Prop::Houses],
    }
}

/// Draws a picture of the sheet with its foot in the middle.
fn stamp_on(picture: &mut Pixmap, sheet: &Sheet, stamp: &Stamp) {
    let Some(source) = PixmapRef::from_bytes(&sheet.pixels, SHEET, SHEET) else {
        return;
    };
    let [low, high] = stamp.uv.map(|uv| uv * SHEET as f32);
    let middle = PICTURE.as_vec2() / 2.0;
    let corner = Vec2::new(middle.x + stamp.corner.x, middle.y - stamp.corner.y);
    let scale = stamp.size / (high - low);
    let shift = Shift::from_translate(-low.x, -low.y)
        .post_scale(scale.x, scale.y)
        .post_translate(corner.x, corner.y);
    let area = Rect::from_xywh(corner.x, corner.y, stamp.size.x, stamp.size.y);
    if let Some(area) = area {
        let paint = Paint {
            shader: Pattern::new(source, SpreadMode::Pad, FilterQuality::Bilinear, 1.0, shift),
            ..Paint::default()
        };
        picture.fill_rect(area, &paint, Shift::identity(), None);
    }
}

fn hex_path() -> Option<Path> {
    let middle = PICTURE.as_vec2() / 2.0;
    let mut path = PathBuilder::new();
    for corner in 0..6_u8 {
        let angle = (f32::from(corner) * 60.0 + 30.0).to_radians();
        let place = middle + Vec2::from_angle(angle) * 50.0;
        match corner {
            0 => path.move_to(place.x, place.y),
            _ => path.line_to(place.x, place.y),
        }
    }
    path.close();
    path.finish()
}

fn fill_hex(picture: &mut Pixmap, shader: Shader) {
    if let Some(path) = hex_path() {
        let paint = Paint {
            anti_alias: true,
            shader,
            ..Paint::default()
        };
        picture.fill_path(&path, &paint, FillRule::Winding, Shift::identity(), None);
    }
}

//! Marks laid over hexes: borders, reach, danger, zones; white, to be tinted.
//!
//! **Invariant:** each mark differs from all others in shape; there is one picture for
//! every index of [`mark`].

use tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::drawing::{Style, painted, picture, shipped};
use super::standing::in_light;
use super::surface::with_smaller;
use crate::battle::grid::Orientation;

/// Pictures of marks, by index.
pub mod mark {
    /// First of 64: a solid border on a mask of sides.
    pub const BORDER: u32 = 0;
    /// First of 64: a border of dashes.
    pub const DASHES: u32 = BORDER + 64;
    /// First of 4: a tint, from faint to strong.
    pub const TINT: u32 = DASHES + 64;
    /// First of 4: danger, from some to most.
    pub const DANGER: u32 = TINT + 4;
    /// First of 4: where a blow lands, from the middle outwards.
    pub const AREA: u32 = DANGER + 4;
    /// A way out.
    pub const EXIT: u32 = AREA + 4;
    /// A goal.
    pub const GOAL: u32 = EXIT + 1;
    /// Where a unit may be placed.
    pub const PLACE: u32 = GOAL + 1;
    /// Number of pictures.
    pub const COUNT: u32 = PLACE + 1;
}

/// Width and height of a mark in pixels.
pub const MARK: u32 = 116;

/// Paints all marks for an orientation, each with its smaller sizes, premultiplied by alpha.
pub fn mark_layers(orientation: Orientation) -> Vec<u8> {
    let mut column = Pixmap::new(MARK, MARK * mark::COUNT).expect("the size is not zero");
    let slots = column.pixels_mut().chunks_mut((MARK * MARK) as usize);
    for (slot, picture) in slots.zip(mark_pictures(orientation)) {
        slot.copy_from_slice(picture.pixels());
    }
    let column = in_light(column);
    let mut layers = Vec::with_capacity(column.len() * 3 / 2);
    for picture in column.chunks(4 * (MARK * MARK) as usize) {
        layers.extend(with_smaller(picture.to_vec(), MARK, MARK));
    }
    layers
}

/// How opaque tints are.
const TINTS: [f32; 4] = [0.02, 0.035, 0.05, 0.07];

/// Marks that are drawn in files, in the order of [`mark`], each with how opaque the hex under it is.
const DRAWN: [(&str, f32); 11] = [
    ("danger-0", 0.07),
    ("danger-1", 0.12),
    ("danger-2", 0.17),
    ("danger-3", 0.22),
    ("area-0", 0.3),
    ("area-1", 0.23),
    ("area-2", 0.16),
    ("area-3", 0.09),
    ("exit", 0.0),
    ("goal", 0.0),
    ("place", 0.04),
];

/// Paints all marks for an orientation, [`mark::COUNT`] of them.
pub(super) fn mark_pictures(orientation: Orientation) -> Vec<Pixmap> {
    let mut pictures = Vec::new();
    for kind in ["solid", "dashes"] {
        pictures.extend((0..64).map(|mask| hex(orientation, 0.03, kind, mask)));
    }
    pictures.extend(TINTS.map(|alpha| hex(orientation, alpha, "", 0)));
    pictures.extend(DRAWN.map(|(name, alpha)| {
        let (mut under, drawing) = (
            hex(orientation, alpha, "", 0),
            picture("marks", name, 1.0, 0),
        );
        let aside = (MARK - drawing.width()).cast_signed() / 2;
        let (paint, place) = (PixmapPaint::default(), Transform::identity());
        under.draw_pixmap(aside, aside, drawing.as_ref(), &paint, place, None);
        under
    }));
    assert_eq!(
        pictures.len(),
        mark::COUNT as usize,
        "every index has its picture"
    );
    pictures
}

/// Paints a hex as opaque as that, with a kind of border on some sides.
fn hex(orientation: Orientation, alpha: f32, border: &str, mask: u32) -> Pixmap {
    let turn = match orientation {
        Orientation::Pointy => 0,
        Orientation::Flat => 30,
    };
    let sides = (0..6).filter(|side| mask >> side & 1 == 1);
    let sides =
        sides.map(|side| format!("<use href='#{border}' transform='rotate({})'/>", 60 * side));
    let shown = format!(
        "<g transform='rotate({turn})'><use href='#hex' fill-opacity='{alpha}'/>{}</g></svg>",
        sides.collect::<String>()
    );
    let svg = shipped("marks", "hex").replace("</svg>", &shown);
    painted(&svg, 1.0, Style::default())
}

#[cfg(test)]
mod tests {
    use bevy::math::{Vec2, vec2};

    use super::*;

    #[test]
    fn every_mark_has_a_picture_of_its_own() {
        for orientation in [Orientation::Pointy, Orientation::Flat] {
            let mut seen: Vec<Vec<u8>> = Vec::new();
            for picture in mark_pictures(orientation) {
                let alpha: Vec<u8> = picture.pixels().iter().map(|pixel| pixel.alpha()).collect();
                assert!(alpha.iter().any(|&alpha| alpha > 4), "a mark is blank");
                // Without a side, solid and dashed borders are the same fill.
                let is_plain_fill = alpha.iter().all(|&alpha| alpha < 20);
                assert!(is_plain_fill || !seen.contains(&alpha), "two are alike");
                seen.push(alpha);
            }
        }
    }

    #[test]
    fn a_border_lies_on_its_side_of_the_hex() {
        for (orientation, expected) in [(Orientation::Pointy, 0.0), (Orientation::Flat, 30.0)] {
            let picture = &mark_pictures(orientation)[mark::BORDER as usize + 1];
            let (width, height) = (picture.width() as f32, picture.height() as f32);
            let mut sum = Vec2::ZERO;
            for (index, pixel) in picture.pixels().iter().enumerate() {
                if pixel.alpha() > 100 {
                    let (x, y) = (
                        index as u32 % picture.width(),
                        index as u32 / picture.width(),
                    );
                    sum += vec2(x as f32 - width / 2.0, y as f32 - height / 2.0);
                }
            }
            let angle = sum.to_angle().to_degrees();
            assert!(
                (angle - expected).abs() < 2.0,
                "{orientation:?}: at {angle} degrees"
            );
        }
    }
}

//! Marks laid over hexes: borders, reach, danger, zones; white, to be tinted.
//!
//! **Invariant:** each mark differs from all others in shape; there is one picture for
//! every index of [`mark`].

use bevy::math::{UVec2, Vec2, vec2};
use tiny_skia::{PathBuilder, Pixmap, Transform};

use super::{
    HEX, PICTURE,
    drawing::{MARKS, Pen},
    paint::{circle, corners, line, polygon, rgba, shape, stroke},
    sketch::Sketch,
    standing::in_light,
    surface::with_smaller,
};
use crate::battle::grid::Layout;

/// Pictures of marks, by index.
pub mod mark {
    /// First of 64: a solid border on a mask of sides.
    pub const BORDER: u32 = 0;
    /// First of 64: a border of dashes.
    pub const DASHES: u32 = BORDER + 64;
    /// First of 4: pips, none to three.
    pub const PIPS: u32 = DASHES + 64;
    /// First of 4: danger, from some to most.
    pub const DANGER: u32 = PIPS + 4;
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

/// Returns the size of the marks of a layout, pixels.
pub fn mark_size(layout: Layout) -> UVec2 {
    match layout {
        Layout::PointyOddRows => PICTURE,
        Layout::FlatOddColumns => UVec2::new(PICTURE.y, PICTURE.x),
    }
}

/// Paints all marks for a layout, each with its smaller sizes, premultiplied by alpha.
pub fn mark_layers(layout: Layout) -> Vec<u8> {
    let UVec2 { x, y } = mark_size(layout);
    let mut column = Pixmap::new(x, y * mark::COUNT).expect("the size is not zero");
    let length = (x * y) as usize;
    let slots = column.pixels_mut().chunks_mut(length);
    for (slot, picture) in slots.zip(mark_pictures(layout)) {
        slot.copy_from_slice(picture.pixels());
    }
    (in_light(column).chunks(4 * length))
        .flat_map(|picture| with_smaller(picture.to_vec(), x, y))
        .collect()
}

/// A hex on a picture of a layout.
struct Frame {
    picture: Pixmap,
    center: Vec2,
    /// Angle of the middle of side 0.
    turn: f32,
}

impl Frame {
    fn new(layout: Layout) -> Self {
        let size = mark_size(layout);
        let turn = match layout {
            Layout::PointyOddRows => 0.0,
            Layout::FlatOddColumns => 30.0_f32,
        };
        Self {
            picture: Pixmap::new(size.x, size.y).expect("the size is not zero"),
            center: size.as_vec2() / 2.0,
            turn: turn.to_radians(),
        }
    }

    /// The corner where side `i` begins, clockwise, so far inside the hex.
    fn corner(&self, i: usize, inset: f32) -> Vec2 {
        let angle = self.turn + (60.0 * i as f32 - 30.0).to_radians();
        self.center + Vec2::from_angle(angle) * (HEX.y / 2.0 - inset)
    }

    fn ring(&self, inset: f32) -> Vec<(f32, f32)> {
        (0..6).map(|i| self.corner(i, inset).into()).collect()
    }

    fn fill(&mut self, inset: f32, alpha: f32) {
        let ring = self.ring(inset);
        shape(&mut self.picture, &ring, rgba(0xFF_FFFF, alpha));
    }

    fn stroke(&mut self, points: &[Vec2], alpha: f32, width: f32) {
        let points: Vec<(f32, f32)> = points.iter().map(|&point| point.into()).collect();
        stroke(&mut self.picture, &points, rgba(0xFF_FFFF, alpha), width);
    }
}

/// Paints all marks for a layout, [`mark::COUNT`] of them.
pub(super) fn mark_pictures(layout: Layout) -> Vec<Pixmap> {
    let frame = || Frame::new(layout);
    let mut pictures = Vec::new();
    for is_dashed in [false, true] {
        pictures.extend((0..64).map(|mask| border(frame(), mask, is_dashed)));
    }
    let degrees: [fn(Frame, u32) -> Pixmap; 3] = [pips, danger, area];
    for paint in degrees {
        pictures.extend((0..4).map(|level| paint(frame(), level)));
    }
    pictures.extend(["exit", "goal", "place"].map(|name| drawn(frame(), name)));
    assert_eq!(
        pictures.len(),
        mark::COUNT as usize,
        "every index has its picture"
    );
    pictures
}

/// A band along some sides that fades inwards, and a faint fill of the whole hex.
fn border(mut frame: Frame, mask: u32, is_dashed: bool) -> Pixmap {
    frame.fill(0.0, 0.03);
    for side in (0..6).filter(|side| mask >> side & 1 == 1) {
        for (inset, alpha, width) in [(2.2, 0.95, 2.6), (4.8, 0.32, 3.4), (8.0, 0.12, 4.5)] {
            let (from, to) = (frame.corner(side, inset), frame.corner(side + 1, inset));
            if !is_dashed {
                frame.stroke(&[from, to], alpha, width);
                continue;
            }
            for dash in [0.08, 0.42, 0.76] {
                let ends = [from.lerp(to, dash), from.lerp(to, dash + 0.16)];
                frame.stroke(&ends, alpha, width);
            }
        }
    }
    frame.picture
}

/// So many pips at the foot of the hex: the more, the more can be fired from there.
fn pips(mut frame: Frame, level: u32) -> Pixmap {
    let foot = frame.center.y + 33.0;
    for i in 0..level {
        let x = frame.center.x + 10.0 * (i as f32 - (level as f32 - 1.0) / 2.0);
        circle(&mut frame.picture, x, foot + 0.8, 3.4, rgba(0, 0.35));
        circle(&mut frame.picture, x, foot, 2.6, rgba(0xFF_FFFF, 0.8));
    }
    if level == 0 {
        let from = vec2(frame.center.x - 4.5, foot);
        frame.stroke(&[from, from + vec2(9.0, 0.0)], 0.7, 2.2);
    }
    frame.picture
}

/// Slanting stripes, closer the worse it is.
fn danger(mut frame: Frame, level: u32) -> Pixmap {
    frame.fill(0.5, 0.07 + 0.05 * level as f32);
    let gap = [26.0, 19.0, 14.0, 10.5][level as usize];
    let reach = HEX.x / 2.0 - 5.0;
    let along = vec2(0.7, -0.714);
    let mut at = -reach;
    while at <= reach {
        // Within the circle inside the hex.
        let half = (reach * reach - at * at).max(0.0).sqrt();
        let middle = frame.center + along.perp() * at;
        let ends = [middle - along * half, middle + along * half];
        frame.stroke(&ends, 0.22 + 0.08 * level as f32, 2.4 + 0.5 * level as f32);
        at += gap;
    }
    frame.picture
}

/// Circles within circles: many in the middle of the blow, one at its edge.
fn area(mut frame: Frame, ring: u32) -> Pixmap {
    frame.fill(1.0, 0.3 - 0.07 * ring as f32);
    let Vec2 { x, y } = frame.center;
    for radius in (0..4 - ring).map(|i| HEX.x / 2.0 - 5.0 - 9.0 * i as f32) {
        if let Some(path) = PathBuilder::from_circle(x, y, radius) {
            line(&mut frame.picture, &path, rgba(0xFF_FFFF, 0.55), 2.2);
        }
    }
    frame.picture
}

/// Three chevrons, a flag or the prints of two boots.
fn drawn(mut frame: Frame, name: &str) -> Pixmap {
    let center = frame.center;
    let mut sketch = Sketch::default();
    let pen = Pen {
        at: &|place| (center.x + place.x, center.y + place.y),
        ..Pen::new(&[])
    };
    MARKS.draw(name, &mut sketch, &pen);
    sketch.paint(&mut frame.picture, Transform::identity());
    frame.picture
}

/// Paints the outline of a hex, for the one pointed at.
pub fn outline_picture() -> Pixmap {
    let mut picture = super::paint::new_picture();
    if let Some(path) = polygon(&corners(2.0)) {
        line(&mut picture, &path, rgba(0x0A_0E14, 0.55), 5.0);
        line(&mut picture, &path, rgba(0xF7_EFD2, 0.95), 2.8);
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_has_a_picture_of_its_own() {
        for layout in [Layout::PointyOddRows, Layout::FlatOddColumns] {
            let mut seen: Vec<Vec<u8>> = Vec::new();
            for picture in mark_pictures(layout) {
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
        for (layout, expected) in [(Layout::PointyOddRows, 0.0), (Layout::FlatOddColumns, 30.0)] {
            let picture = &mark_pictures(layout)[mark::BORDER as usize + 1];
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
                "{layout:?}: at {angle} degrees"
            );
        }
    }
}

//! What stands on the ground: trees, walls, boxes, fences, painted once into one sheet. What does not depend
//! on the layout of hexes is drawn in files.
//!
//! **Invariant:** light comes from the upper left; every picture knows where its foot is.

mod country;
mod edge;
mod fence;
mod wall;

use std::collections::BTreeMap;

use bevy::math::Vec2;
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Path, PathBuilder, Pixmap, PixmapPaint, Stroke, Transform,
};

pub use self::edge::{Bed, Fall};
use super::drawing::picture;
use super::paint::{outline, paint};
use crate::battle::grid::Orientation;

/// Pixels of a picture for each unit of the world.
const FINENESS: f32 = 1.5;
/// Width and height of the sheet in pixels.
pub const SHEET: u32 = 2048;

/// Material of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Masonry {
    /// Hewn stone.
    Stone,
    /// Planks.
    Wood,
    /// Field stones, low.
    Low,
}

/// A kind of picture; directions are those of the layout.
///
/// Runs of wall are numbered: 0 to 2 go straight along a direction and its opposite, 3 to 8 bend
/// around direction 0 to 5, from the side before it to the one after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Prop {
    /// A broad-leaved tree or a conifer.
    Tree,
    /// A young tree.
    Sapling,
    Bush,
    /// Boxes and barrels.
    Crate,
    /// A heap of broken stones.
    Heap,
    /// Rocks adrift.
    Rocks,
    /// Bare peaks.
    Peaks,
    Dunes,
    /// Reeds and puddles of brine.
    Reeds,
    /// The flat roofs of a city.
    Houses,
    /// A few stones, on open ground.
    Stones,
    /// Flowers and high grass, on open ground.
    Tuft,
    /// The shadow of something round.
    Shade,
    /// The shadow of a wall's arm, by direction.
    ArmShade(Masonry, u8),
    /// The sides of a wall's arm.
    ArmFace(Masonry, u8),
    /// The top of a wall's arm.
    ArmTop(Masonry, u8),
    /// The sides of a wall's middle.
    PostFace(Masonry),
    /// The top of a wall's middle.
    PostTop(Masonry),
    /// The top between an arm and the next one clockwise.
    Wedge(Masonry, u8),
    /// A window in a run of wall.
    Window(Masonry, u8),
    /// A door in a run of wall.
    Door(Masonry, u8),
    OpenDoor(Masonry, u8),
    /// A fence on a side in a direction.
    Fence(u8),
    /// A ditch on a side.
    Ditch(u8),
    /// A rock face on a side.
    Cliff(u8),
    /// A bed or crest on a side.
    Bed(Bed, u8),
    /// A slope or escarpment on a side, by the direction in which it falls.
    Fall(Fall, u8),
    /// Any other feature of a side.
    Feature(u8),
}

/// Where a picture is on the sheet, and how it lies on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stamp {
    /// Upper left and lower right corner on the sheet, 0 to 1.
    pub uv: [Vec2; 2],
    /// Upper left corner relative to the foot, in units of the world (y upwards).
    pub corner: Vec2,
    /// Width and height in units of the world.
    pub size: Vec2,
}

/// All pictures of what stands on the ground.
pub struct Sheet {
    /// Pixels with premultiplied alpha, [`SHEET`] wide and high.
    pub pixels: Vec<u8>,
    /// Variants of each picture.
    pub stamps: BTreeMap<Prop, Vec<Stamp>>,
}

/// What is drawn in files, and in how many variants.
const DRAWN: [(Prop, u8); 9] = [
    (Prop::Tree, 9),
    (Prop::Sapling, 5),
    (Prop::Bush, 6),
    (Prop::Crate, 5),
    (Prop::Heap, 5),
    (Prop::Rocks, 5),
    (Prop::Stones, 5),
    (Prop::Tuft, 6),
    (Prop::Shade, 1),
];

/// Paints the sheet for an orientation.
pub fn standing_sheet(orientation: Orientation) -> Sheet {
    let mut packer = Packer::new();
    for (prop, variants) in DRAWN {
        for variant in 0..variants {
            packer.add(prop, Picture::drawn(&format!("{prop:?}-{variant}")));
        }
    }
    wall::paint_all(&mut packer, orientation);
    fence::paint_all(&mut packer, orientation);
    edge::paint_all(&mut packer, orientation);
    country::paint_all(&mut packer);
    packer.finish()
}

/// Returns the direction on pictures (y downwards) that a direction of the layout has.
fn way(orientation: Orientation, direction: u8) -> Vec2 {
    let offset = match orientation {
        Orientation::Pointy => 0.0,
        Orientation::Flat => 30.0_f32,
    };
    Vec2::from_angle((60.0 * f32::from(direction) + offset).to_radians())
}

/// A picture being painted, in units of the world around its foot, y downwards.
pub(super) struct Picture {
    map: Pixmap,
    shift: Transform,
    corner: Vec2,
}

impl Picture {
    /// Begins one that reaches from `low` to `high`.
    fn new(low: Vec2, high: Vec2) -> Self {
        let size = ((high - low) * FINENESS).ceil().as_uvec2();
        Self {
            map: Pixmap::new(size.x.max(1), size.y.max(1)).expect("the size is not zero"),
            shift: Transform::from_translate(-low.x, -low.y).post_scale(FINENESS, FINENESS),
            corner: low,
        }
    }

    /// Begins one that reaches so far to all sides.
    fn square(reach: f32) -> Self {
        Self::new(Vec2::splat(-reach), Vec2::splat(reach))
    }

    /// Paints a drawing, whose foot is in its middle.
    fn drawn(name: &str) -> Self {
        let map = picture("standing", name, FINENESS, 0);
        let size = Vec2::new(map.width() as f32, map.height() as f32);
        Self {
            map,
            shift: Transform::identity(),
            corner: -size / 2.0 / FINENESS,
        }
    }

    fn fill(&mut self, path: Option<Path>, color: Color) {
        if let Some(path) = path {
            (self.map).fill_path(&path, &paint(color), FillRule::Winding, self.shift, None);
        }
    }

    fn polygon(&mut self, points: &[Vec2], color: Color) {
        self.fill(
            outline(points.iter().map(|&point| point.into()), true),
            color,
        );
    }

    fn dot(&mut self, at: Vec2, radius: f32, color: Color) {
        self.fill(
            PathBuilder::from_circle(at.x, at.y, radius.max(0.05)),
            color,
        );
    }

    fn line(&mut self, points: &[Vec2], color: Color, width: f32) {
        let Some(path) = outline(points.iter().map(|&point| point.into()), false) else {
            return;
        };
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        (self.map).stroke_path(&path, &paint(color), &stroke, self.shift, None);
    }

    /// Returns the part of it that shows anything.
    fn cropped(self) -> Self {
        let (width, height) = (self.map.width() as usize, self.map.height() as usize);
        let shown = |x: usize, y: usize| self.map.pixels()[y * width + x].alpha() > 0;
        let columns = || (0..width).filter(|&x| (0..height).any(|y| shown(x, y)));
        let rows = || (0..height).filter(|&y| (0..width).any(|x| shown(x, y)));
        let (Some(left), Some(right)) = (columns().next(), columns().next_back()) else {
            return self;
        };
        let (Some(top), Some(bottom)) = (rows().next(), rows().next_back()) else {
            return self;
        };
        let (width, height) = ((right - left + 1) as u32, (bottom - top + 1) as u32);
        let part = tiny_skia::IntRect::from_xywh(left as i32, top as i32, width, height);
        match part.and_then(|part| self.map.as_ref().clone_rect(part)) {
            Some(map) => Self {
                map,
                corner: self.corner + Vec2::new(left as f32, top as f32) / FINENESS,
                shift: self.shift,
            },
            None => self,
        }
    }

    /// Blurs what is painted so far, by so many units.
    fn blur(&mut self, units: f32) {
        let (width, height) = (self.map.width() as usize, self.map.height() as usize);
        let reach = (units * FINENESS) as usize;
        // Twice a mean over a window, along rows and then along columns.
        for _ in 0..2 {
            blur_lines(self.map.data_mut(), width, height, 4, width * 4, reach);
            blur_lines(self.map.data_mut(), height, width, width * 4, 4, reach);
        }
    }
}

/// Replaces every byte of lines of pixels by the mean of those near it on its line.
fn blur_lines(
    data: &mut [u8],
    length: usize,
    lines: usize,
    step: usize,
    next: usize,
    reach: usize,
) {
    let mut sums = vec![0_u32; length + 1];
    for line in 0..lines {
        for channel in 0..4 {
            let start = line * next + channel;
            for i in 0..length {
                sums[i + 1] = sums[i] + u32::from(data[start + i * step]);
            }
            for i in 0..length {
                let (low, high) = (i.saturating_sub(reach), (i + reach + 1).min(length));
                let mean = (sums[high] - sums[low]) / (2 * reach + 1) as u32;
                data[start + i * step] = mean as u8;
            }
        }
    }
}

/// Collects pictures and lays them on the sheet, in rows.
struct Packer(Vec<(Prop, Picture)>);

/// Free pixels around pictures, so that none shows at its neighbor's edge where the sheet is seen small.
const GAP: u32 = 3;

impl Packer {
    fn new() -> Self {
        Self(Vec::new())
    }

    fn add(&mut self, prop: Prop, picture: Picture) {
        self.0.push((prop, picture.cropped()));
    }

    fn finish(mut self) -> Sheet {
        // Rows hold pictures of about one height. Sorting keeps the order of a prop's variants.
        self.0
            .sort_by_key(|(_, picture)| std::cmp::Reverse(picture.map.height()));
        let mut sheet = Pixmap::new(SHEET, SHEET).expect("the size is not zero");
        let mut stamps = BTreeMap::<Prop, Vec<Stamp>>::new();
        let ((mut x, mut y), mut row) = ((GAP, GAP), 0);
        for (prop, picture) in self.0 {
            let (width, height) = (picture.map.width(), picture.map.height());
            if x + width + GAP > SHEET {
                (x, y) = (GAP, y + row + GAP);
                row = 0;
            }
            assert!(y + height <= SHEET, "the sheet is full");
            row = row.max(height);
            sheet.draw_pixmap(
                x.cast_signed(),
                y.cast_signed(),
                picture.map.as_ref(),
                &PixmapPaint::default(),
                Transform::identity(),
                None,
            );
            let (place, pixels) = (
                Vec2::new(x as f32, y as f32),
                Vec2::new(width as f32, height as f32),
            );
            stamps.entry(prop).or_default().push(Stamp {
                uv: [place / SHEET as f32, (place + pixels) / SHEET as f32],
                corner: Vec2::new(picture.corner.x, -picture.corner.y),
                size: pixels / FINENESS,
            });
            x += width + GAP;
        }
        Sheet {
            pixels: in_light(sheet),
            stamps,
        }
    }
}

/// Multiplies colors by alpha as light adds up, not as bytes do, so that soft edges do not darken.
pub(super) fn in_light(map: Pixmap) -> Vec<u8> {
    let light: Vec<f32> = (0..256)
        .map(|byte| {
            let value = byte as f32 / 255.0;
            match value <= 0.040_45 {
                true => value / 12.92,
                false => ((value + 0.055) / 1.055).powf(2.4),
            }
        })
        .collect();
    let bytes: Vec<u8> = (0..4096)
        .map(|i| {
            let value = i as f32 / 4095.0;
            let byte = match value <= 0.003_130_8 {
                true => value * 12.92,
                false => 1.055 * value.powf(1.0 / 2.4) - 0.055,
            };
            (byte * 255.0 + 0.5) as u8
        })
        .collect();
    let mut data = map.take();
    for pixel in data.chunks_mut(4) {
        let alpha = pixel[3];
        if alpha == 0 || alpha == 255 {
            continue;
        }
        let share = f32::from(alpha) / 255.0;
        for channel in &mut pixel[..3] {
            let plain = (f32::from(*channel) / share).min(255.0) as usize;
            *channel = bytes[(light[plain] * share * 4095.0) as usize];
        }
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_is_on_the_sheet_and_shows_something() {
        for orientation in [Orientation::Pointy, Orientation::Flat] {
            let sheet = standing_sheet(orientation);
            let mut seen: Vec<[Vec2; 2]> = Vec::new();
            for (prop, stamps) in &sheet.stamps {
                for stamp in stamps {
                    let [low, high] = stamp.uv.map(|uv| (uv * SHEET as f32).round().as_uvec2());
                    let opaque = (low.y..high.y)
                        .flat_map(|y| (low.x..high.x).map(move |x| (y * SHEET + x) as usize))
                        .filter(|&i| sheet.pixels[i * 4 + 3] > 30)
                        .count();
                    assert!(opaque > 40, "{prop:?} is blank");
                    for other in &seen {
                        let apart = stamp.uv[0].cmpge(other[1]) | stamp.uv[1].cmple(other[0]);
                        assert!(apart.any(), "{prop:?} lies over another picture");
                    }
                    seen.push(stamp.uv);
                }
            }
        }
    }

    #[test]
    fn what_grows_or_was_left_lying_comes_in_at_least_four_shapes() {
        let sheet = standing_sheet(Orientation::Pointy);
        let loose = [
            Prop::Tree,
            Prop::Sapling,
            Prop::Bush,
            Prop::Crate,
            Prop::Heap,
            Prop::Rocks,
            Prop::Stones,
            Prop::Tuft,
        ];
        for prop in loose {
            assert!(sheet.stamps[&prop].len() >= 4, "{prop:?}");
        }
    }
}

//! Unit tokens: a plate by side, a figure by kind, weapon and pose, and what lies around them.
//!
//! **Invariant:** sides differ in the shape of the plate as well as in color; kinds differ in outline,
//! poses in outline, pips in shape.

mod beast;
mod human;
mod pip;
mod ship;
mod weapon;

use tiny_skia::{FillRule, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};

pub use self::{
    pip::{PIP, Pip, pip_sheet},
    ship::{Hull, Stock, ship_picture, stock_picture},
    weapon::{Arm, ArmShape, Round},
};
use super::paint::{fading, outline, paint, polygon, radiating, rgba, shade};
use crate::{content::silhouette::Silhouette, game::table::palette::Meaning};

/// Width and height of the space tokens are drawn in.
const CANVAS: f32 = 144.0;
const MIDDLE: f32 = CANVAS / 2.0;
/// Size of a token picture in pixels.
pub const TOKEN: u32 = 192;
/// Steps of the health arc; the last one is full.
pub const ARC_STEPS: u32 = 24;
/// Pictures of arcs in a row of their sheet.
const ARC_COLUMNS: u32 = 5;
/// Distance of the health arc from the middle.
const ARC: f32 = 58.0;

/// How a figure holds itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Pose {
    /// Upright.
    #[default]
    Stand,
    /// Walking: one of four moments.
    Step(u8),
    /// On one knee, behind cover.
    Kneel,
    /// On the belly.
    Prone,
    /// Out of action.
    Down,
}

listed! {
    /// What a side is to the one who looks: each has a plate of its own shape.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
    pub enum Relation {
        /// His own: a disc.
        #[default]
        Own,
        /// Enemies: a hexagon.
        Enemy,
        /// A third side: a diamond.
        Third,
        /// Those who fight nobody: a square.
        Neutral,
    }
}

impl Relation {
    /// Returns what its color stands for.
    pub fn meaning(self) -> Meaning {
        match self {
            Self::Own => Meaning::OwnSide,
            Self::Enemy => Meaning::EnemySide,
            Self::Third => Meaning::ThirdSide,
            Self::Neutral => Meaning::NeutralSide,
        }
    }
}

fn new_token() -> Pixmap {
    Pixmap::new(TOKEN, TOKEN).expect("the size is not zero")
}

/// From the canvas to pixels.
fn shift() -> Transform {
    let scale = TOKEN as f32 / CANVAS;
    Transform::from_scale(scale, scale)
}

/// Outline of the plate of a side.
fn frame(relation: Relation, radius: f32) -> Option<Path> {
    let (count, turn, stretch) = match relation {
        Relation::Own => return PathBuilder::from_circle(MIDDLE, MIDDLE, radius),
        Relation::Enemy => (6, 0.0_f32, 1.07),
        Relation::Third => (4, 0.0, 1.16),
        Relation::Neutral => (4, 45.0, 1.16),
    };
    let points: Vec<_> = (0..count)
        .map(|i| {
            let angle = turn.to_radians() + i as f32 * std::f32::consts::TAU / count as f32;
            let radius = radius * stretch;
            (MIDDLE + radius * angle.cos(), MIDDLE + radius * angle.sin())
        })
        .collect();
    polygon(&points)
}

fn fill(picture: &mut Pixmap, path: &Path, paint: &tiny_skia::Paint) {
    picture.fill_path(path, paint, FillRule::Winding, shift(), None);
}

fn line(picture: &mut Pixmap, path: &Path, color: tiny_skia::Color, stroke: &Stroke) {
    picture.stroke_path(path, &paint(color), stroke, shift(), None);
}

fn wide(width: f32) -> Stroke {
    Stroke {
        width,
        line_join: tiny_skia::LineJoin::Round,
        ..Stroke::default()
    }
}

/// Paints the plate under a figure: its side's shape and color, and the track of the health arc.
pub fn plate_picture(relation: Relation, color: [u8; 3]) -> Pixmap {
    let mut picture = new_token();
    let color = hex(color);
    // The ground below is darkened, so that the plate stands out on sand and in water.
    for (grow, alpha) in [(68.0, 0.12), (65.0, 0.2), (62.0, 0.3)] {
        if let Some(path) = PathBuilder::from_circle(MIDDLE, MIDDLE + 2.0, grow) {
            fill(&mut picture, &path, &paint(rgba(0x04_0507, alpha)));
        }
    }
    if let Some(track) = PathBuilder::from_circle(MIDDLE, MIDDLE, ARC) {
        line(&mut picture, &track, rgba(0x07_090C, 0.92), &wide(9.0));
        line(&mut picture, &track, rgba(0x2A_3038, 1.0), &wide(4.0));
    }
    if let Some(path) = frame(relation, 52.5) {
        fill(&mut picture, &path, &paint(rgba(0x07_090C, 1.0)));
    }
    if let Some(path) = frame(relation, 50.0) {
        fill(&mut picture, &path, &paint(rgba(color, 1.0)));
        line(
            &mut picture,
            &path,
            rgba(shade(color, 0.6), 0.9),
            &wide(1.6),
        );
    }
    if let Some(path) = frame(relation, 44.0) {
        line(
            &mut picture,
            &path,
            rgba(shade(color, 0.42), 1.0),
            &wide(2.0),
        );
        let stops = [(0.0, 0.74), (0.6, 0.46), (1.0, 0.26)]
            .map(|(at, light)| (at, rgba(shade(color, light), 1.0)));
        let inside = radiating((MIDDLE, MIDDLE - 8.0), 52.0, &stops);
        fill(&mut picture, &path, &inside);
    }
    // Light on the upper rim.
    if let Some(path) = frame(relation, 48.4) {
        let stops = [(0.0, 0.6), (0.5, 0.0)].map(|(at, alpha)| (at, rgba(0xFF_FFFF, alpha)));
        let light = fading((0.0, 20.0), (0.0, 124.0), &stops);
        picture.stroke_path(&path, &light, &wide(2.0), shift(), None);
    }
    picture
}

/// Paints the dashed outline of the plate of somebody who was seen before.
pub fn ghost_picture(relation: Relation, color: [u8; 3]) -> Pixmap {
    let mut picture = new_token();
    let color = hex(color);
    if let Some(path) = frame(relation, 49.0) {
        fill(&mut picture, &path, &paint(rgba(0x06_080B, 0.42)));
        let dashed = |width| Stroke {
            dash: StrokeDash::new(vec![11.0, 8.0], 0.0),
            ..wide(width)
        };
        line(&mut picture, &path, rgba(0x06_080B, 0.8), &dashed(7.0));
        line(
            &mut picture,
            &path,
            rgba(shade(color, 1.25), 0.95),
            &dashed(3.6),
        );
    }
    picture
}

/// Paints a figure that faces right.
pub fn figure_picture(kind: Silhouette, arm: Arm, color: [u8; 3], pose: Pose) -> Pixmap {
    let mut picture = new_token();
    let tint = mixed(hex(color), 0xC8_C4BC, 0.2);
    // Figures are drawn around (64, 64).
    let place = shift().pre_translate(MIDDLE - 64.0, MIDDLE - 68.0);
    match kind {
        Silhouette::Ripper
        | Silhouette::Walker
        | Silhouette::Drone
        | Silhouette::Drifter
        | Silhouette::Wisp => {
            let place = match pose {
                Pose::Stand | Pose::Step(_) => place,
                Pose::Kneel => squashed(place, 0.82),
                Pose::Prone => squashed(place, 0.62),
                Pose::Down => squashed(
                    place.pre_concat(Transform::from_rotate_at(172.0, 64.0, 74.0)),
                    0.8,
                ),
            };
            beast::sketch(kind, arm, tint, pose).paint(&mut picture, place);
        }
        _ => {
            let size = if kind == Silhouette::Brute {
                1.06
            } else {
                1.22
            };
            let around = Transform::from_translate(62.0, 79.0)
                .pre_scale(size, size)
                .pre_translate(-62.0, -79.0);
            let place = place.pre_concat(around);
            human::sketch(kind, arm, tint, pose).paint(&mut picture, place);
        }
    }
    picture
}

/// Flattened towards the ground.
fn squashed(place: Transform, share: f32) -> Transform {
    place.pre_concat(Transform::from_row(
        1.0,
        0.0,
        0.0,
        share,
        0.0,
        103.0 * (1.0 - share),
    ))
}

/// Paints a facing wedge that points East, just outside the health arc.
pub fn wedge_picture(color: [u8; 3]) -> Pixmap {
    let mut picture = new_token();
    let tip = |grow: f32| {
        polygon(&[
            (MIDDLE + 52.0 - grow, MIDDLE - 12.5 - grow * 1.3),
            (MIDDLE + 68.5 + grow, MIDDLE),
            (MIDDLE + 52.0 - grow, MIDDLE + 12.5 + grow * 1.3),
            (MIDDLE + 56.0 - grow, MIDDLE),
        ])
    };
    if let Some(path) = tip(2.2) {
        fill(&mut picture, &path, &paint(rgba(0x06_080B, 0.95)));
    }
    if let Some(path) = tip(0.0) {
        fill(&mut picture, &path, &paint(rgba(hex(color), 1.0)));
    }
    picture
}

/// Paints all health arcs, empty to full, in white; [`arc_cell`] tells where each is.
pub fn arc_sheet() -> Pixmap {
    let rows = (ARC_STEPS + 1).div_ceil(ARC_COLUMNS);
    let mut sheet = Pixmap::new(ARC_COLUMNS * TOKEN, rows * TOKEN).expect("the size is not zero");
    for step in 1..=ARC_STEPS {
        let mut picture = new_token();
        let share = step as f32 / ARC_STEPS as f32;
        if let Some(path) = arc(ARC, -90.0, -90.0 + 360.0 * share) {
            let round = Stroke {
                line_cap: tiny_skia::LineCap::Butt,
                ..wide(5.0)
            };
            line(&mut picture, &path, rgba(0xFF_FFFF, 1.0), &round);
        }
        let (x, y) = (step % ARC_COLUMNS * TOKEN, step / ARC_COLUMNS * TOKEN);
        sheet.draw_pixmap(
            x.cast_signed(),
            y.cast_signed(),
            picture.as_ref(),
            &tiny_skia::PixmapPaint::default(),
            Transform::identity(),
            None,
        );
    }
    sheet
}

/// Returns the corner of an arc's picture on its sheet, pixels.
pub fn arc_cell(step: u32) -> (u32, u32) {
    (step % ARC_COLUMNS * TOKEN, step / ARC_COLUMNS * TOKEN)
}

/// Part of a circle around the middle, from one angle to another in degrees clockwise.
fn arc(radius: f32, from: f32, to: f32) -> Option<Path> {
    let steps = ((to - from).abs() / 5.0).ceil().max(2.0);
    let point = |i: u32| {
        let angle = (from + (to - from) * i as f32 / steps).to_radians();
        (MIDDLE + radius * angle.cos(), MIDDLE + radius * angle.sin())
    };
    outline((0..=steps as u32).map(point), false)
}

/// Paints the ring around the chosen unit.
pub fn ring_picture(color: [u8; 3]) -> Pixmap {
    let mut picture = new_token();
    let color = hex(color);
    for (radius, width, tone, alpha) in [
        (65.0, 7.0, 0x05_0608, 0.7),
        (65.0, 4.0, color, 0.35),
        (65.0, 2.6, mixed(color, 0xFF_FFFF, 0.35), 1.0),
    ] {
        for quarter in 0..4 {
            let from = 90.0 * quarter as f32 + 14.0;
            if let Some(path) = arc(radius, from, from + 62.0) {
                line(&mut picture, &path, rgba(tone, alpha), &wide(width));
            }
        }
    }
    picture
}

/// Paints the sight around the unit aimed at: four corners that point inwards.
pub fn aim_picture(color: [u8; 3]) -> Pixmap {
    let mut picture = new_token();
    let color = hex(color);
    for (width, grow, tone, alpha) in [(7.5, 1.5, 0x05_0608, 0.75), (3.4, 0.0, color, 1.0)] {
        for quarter in 0..4 {
            let middle = 90.0 * quarter as f32 + 45.0;
            if let Some(path) = arc(65.0, middle - 24.0, middle + 24.0) {
                line(&mut picture, &path, rgba(tone, alpha), &wide(width));
            }
            let (sin, cos) = (90.0 * quarter as f32).to_radians().sin_cos();
            let at = |radius: f32| (MIDDLE + radius * cos, MIDDLE + radius * sin);
            let (from, to) = (at(70.0 + grow), at(56.0 - grow));
            if let Some(path) = polygon(&[from, to]) {
                line(&mut picture, &path, rgba(tone, alpha), &wide(width));
            }
        }
    }
    picture
}

/// A color as one number.
fn hex([red, green, blue]: [u8; 3]) -> u32 {
    u32::from(red) << 16 | u32::from(green) << 8 | u32::from(blue)
}

/// Mixes two colors; a share of 1 is the second.
fn mixed(a: u32, b: u32, share: f32) -> u32 {
    let channel = |shift: u32| {
        let of = |color: u32| ((color >> shift) & 0xFF) as f32;
        ((of(a) * (1.0 - share) + of(b) * share) as u32) << shift
    };
    channel(16) | channel(8) | channel(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which pixels a picture covers, coarsely.
    fn outline(picture: &Pixmap) -> Vec<bool> {
        picture
            .pixels()
            .iter()
            .map(|pixel| pixel.alpha() > 128)
            .collect()
    }

    fn difference(a: &[bool], b: &[bool]) -> usize {
        a.iter().zip(b).filter(|(a, b)| a != b).count()
    }

    /// What a kind carries in most missions.
    fn usual_arm(kind: Silhouette) -> Arm {
        let (shape, round) = match kind {
            Silhouette::Soldier | Silhouette::Officer => (ArmShape::Rifle, Round::Bullet),
            Silhouette::Marksman => (ArmShape::Long, Round::Bullet),
            Silhouette::Gunner => (ArmShape::Heavy, Round::Bullet),
            Silhouette::Medic => (ArmShape::Short, Round::Bullet),
            Silhouette::Psion | Silhouette::Drone => (ArmShape::Pistol, Round::Beam),
            Silhouette::Drifter => (ArmShape::Rifle, Round::Beam),
            Silhouette::Sectoid => (ArmShape::Short, Round::Bolt),
            Silhouette::SectoidLeader | Silhouette::Brute => (ArmShape::Rifle, Round::Bolt),
            Silhouette::Walker => (ArmShape::Heavy, Round::Bolt),
            Silhouette::Ripper | Silhouette::Wisp | Silhouette::Civilian => {
                (ArmShape::None, Round::Bullet)
            }
        };
        Arm { shape, round }
    }

    #[test]
    fn kinds_differ_in_outline_and_not_in_color_alone() {
        let color = [80, 140, 200];
        let outlines = Silhouette::ALL.map(|kind| {
            let picture = figure_picture(kind, usual_arm(kind), color, Pose::Stand);
            (kind, outline(&picture))
        });
        for (i, (name, one)) in outlines.iter().enumerate() {
            for (other, two) in &outlines[..i] {
                let pixels = difference(one, two);
                assert!(
                    pixels > 350,
                    "{name:?} and {other:?} differ in {pixels} pixels"
                );
            }
        }
    }

    #[test]
    fn poses_weapons_and_plates_differ_in_outline() {
        let color = [80, 140, 200];
        let rifle = usual_arm(Silhouette::Soldier);
        let poses = [
            Pose::Stand,
            Pose::Step(0),
            Pose::Step(1),
            Pose::Kneel,
            Pose::Prone,
            Pose::Down,
        ];
        let shapes = [
            ArmShape::None,
            ArmShape::Pistol,
            ArmShape::Short,
            ArmShape::Rifle,
            ArmShape::Long,
            ArmShape::Heavy,
            ArmShape::Tube,
            ArmShape::Claws,
        ];
        let groups: [Vec<_>; 3] = [
            poses
                .map(|pose| outline(&figure_picture(Silhouette::Soldier, rifle, color, pose)))
                .into(),
            shapes
                .map(|shape| {
                    let arm = Arm { shape, ..rifle };
                    outline(&figure_picture(
                        Silhouette::Soldier,
                        arm,
                        color,
                        Pose::Stand,
                    ))
                })
                .into(),
            Relation::ALL
                .map(|relation| outline(&ghost_picture(relation, color)))
                .into(),
        ];
        for group in groups {
            for (i, one) in group.iter().enumerate() {
                for (j, two) in group[..i].iter().enumerate() {
                    assert!(difference(one, two) > 150, "{i} looks like {j}");
                }
            }
        }
    }

    #[test]
    fn the_health_arc_grows_with_every_step() {
        let sheet = arc_sheet();
        let lit = |step: u32| {
            let (left, top) = arc_cell(step);
            let cell = (0..TOKEN).flat_map(|y| (0..TOKEN).map(move |x| (left + x, top + y)));
            cell.filter(|&(x, y)| sheet.pixel(x, y).is_some_and(|pixel| pixel.alpha() > 0))
                .count()
        };
        let counts: Vec<_> = (0..=ARC_STEPS).map(lit).collect();
        assert!(counts.is_sorted_by(|a, b| a < b), "{counts:?}");
    }
}

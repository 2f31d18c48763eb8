//! Unit tokens: a plate by side, a figure by kind, weapon and pose, and what lies around them.
//!
//! **Invariant:** sides differ in the shape of the plate as well as in color; kinds differ in outline,
//! poses in outline, people of a kind in outline and number, pips in shape.

mod counter;
mod figure;
mod machine;
mod pip;
mod stock;

use tiny_skia::{Pixmap, PixmapPaint, Transform};

pub use self::counter::{Counter, Symbol, counter_picture};
pub use self::figure::{
    Arm, ArmShape, Drawing, Pose, Round, figure_picture, portrait_picture, ship_picture,
    weapon_picture,
};
pub use self::machine::{Arms, held_picture, machine_picture, upright_picture};
pub use self::pip::{PIP, Pip, pip_sheet};
pub use self::stock::{Stock, stock_picture};
use super::drawing::{Style, painted, picture, shipped};
use crate::game::table::palette::Meaning;

/// Width and height of the space tokens are drawn in.
const CANVAS: f32 = 144.0;
const MIDDLE: f32 = CANVAS / 2.0;
/// Size of a token picture in pixels.
pub const TOKEN: u32 = 192;
/// Pixels of a unit of the canvas.
const SCALE: f32 = TOKEN as f32 / CANVAS;
/// Steps of the health arc; the last one is full.
pub const ARC_STEPS: u32 = 24;
/// Pictures of arcs in a row of their sheet.
const ARC_COLUMNS: u32 = 5;
/// Distance of the health arc from the middle.
const ARC: f32 = 58.0;
/// Where the digit of a number is that is nearest to the middle, behind a figure that looks to the right, and
/// how far digits stand apart.
const NUMBER: (f32, f32) = (35.0, 42.0);
const DIGIT: f32 = 12.0;

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
    Transform::from_scale(SCALE, SCALE)
}

/// Paints a drawing made by the program, on the canvas of tokens.
fn drawn(svg: &str) -> Pixmap {
    painted(svg, SCALE, Style::default())
}

/// Paints the plate under a figure: its side's shape and color, the track of the health arc, and a number
/// above 0 where its weapon does not cover it: behind a figure that looks to the left or to the right.
pub fn plate_picture(relation: Relation, color: [u8; 3], number: u8, looks_left: bool) -> Pixmap {
    let mut plate = frame_picture(&format!("{relation:?}"), color);
    if number > 0 {
        let (paint, place) = (PixmapPaint::default(), Transform::identity());
        let number = number_picture(number, looks_left);
        plate.draw_pixmap(0, 0, number.as_ref(), &paint, place, None);
    }
    plate
}

/// Paints a number at the upper left of a token, or at the upper right behind a figure that looks to the left.
fn number_picture(number: u8, looks_left: bool) -> Pixmap {
    let digits = number.to_string();
    let rest = digits.len() - 1;
    let digits = digits.chars().rev().enumerate().map(|(at, digit)| {
        let across = match looks_left {
            true => CANVAS - NUMBER.0 + (rest - at) as f32 * DIGIT,
            false => NUMBER.0 - at as f32 * DIGIT,
        };
        let down = NUMBER.1;
        format!("<use href='#d{digit}' x='{across}' y='{down}'/>")
    });
    let digits = digits.collect::<String>() + "</svg>";
    drawn(&shipped("plates", "Number").replace("</svg>", &digits))
}

/// Paints the dashed outline of the plate of somebody who was seen before.
pub fn ghost_picture(relation: Relation, color: [u8; 3]) -> Pixmap {
    frame_picture(&format!("Ghost{relation:?}"), color)
}

/// Paints what lies around a figure: the `Ring` around the chosen unit, the `Aim` around one that is aimed
/// at, or the `Wedge` of a facing, which points East.
pub fn frame_picture(name: &str, color: [u8; 3]) -> Pixmap {
    picture("plates", name, SCALE, hex(color))
}

/// Paints all health arcs, empty to full, in white; [`arc_cell`] tells where each is.
pub fn arc_sheet() -> Pixmap {
    let rows = (ARC_STEPS + 1).div_ceil(ARC_COLUMNS);
    let round = std::f32::consts::TAU * ARC;
    let arcs = (1..=ARC_STEPS).map(|step| {
        let (x, y) = arc_cell(step);
        let (x, y) = (x as f32 / SCALE + MIDDLE, y as f32 / SCALE + MIDDLE);
        let length = round * step as f32 / ARC_STEPS as f32;
        format!(
            "<circle r='{ARC}' stroke-dasharray='{length} {round}' \
             transform='translate({x} {y}) rotate(-90)'/>"
        )
    });
    let arcs: String = arcs.collect();
    let (width, height) = (ARC_COLUMNS as f32 * CANVAS, rows as f32 * CANVAS);
    drawn(&format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}'>\
         <g fill='none' stroke='#fff' stroke-width='5'>{arcs}</g></svg>"
    ))
}

/// Returns the corner of an arc's picture on its sheet, pixels.
pub fn arc_cell(step: u32) -> (u32, u32) {
    (step % ARC_COLUMNS * TOKEN, step / ARC_COLUMNS * TOKEN)
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
pub(super) mod tests {
    use super::*;

    /// Which pixels a picture covers, coarsely.
    pub(super) fn outline(picture: &Pixmap) -> Vec<bool> {
        picture
            .pixels()
            .iter()
            .map(|pixel| pixel.alpha() > 128)
            .collect()
    }

    pub(super) fn difference(a: &[bool], b: &[bool]) -> usize {
        a.iter().zip(b).filter(|(a, b)| a != b).count()
    }

    #[test]
    fn ghosts_differ_in_outline_and_so_do_the_plates_in_their_shadow() {
        let color = [80, 140, 200];
        let ghosts = Relation::ALL.map(|relation| outline(&ghost_picture(relation, color)));
        let plates = Relation::ALL.map(|relation| plate_picture(relation, color, 0, false).take());
        for (i, one) in ghosts.iter().enumerate() {
            for (j, two) in ghosts[..i].iter().enumerate() {
                assert!(difference(one, two) > 150, "{i} looks like {j}");
                assert!(plates[i] != plates[j], "{i} looks like {j}");
            }
        }
    }

    #[test]
    fn every_number_has_a_picture_of_its_own() {
        let mut seen = vec![plate_picture(Relation::Own, [80, 140, 200], 0, false).take()];
        for (number, looks_left) in (1..=20).flat_map(|number| [(number, false), (number, true)]) {
            let picture = plate_picture(Relation::Own, [80, 140, 200], number, looks_left).take();
            assert!(!seen.contains(&picture), "{number} {looks_left}");
            seen.push(picture);
        }
    }

    #[test]
    fn a_number_stands_behind_the_figure() {
        for (number, looks_left) in [(7, false), (7, true), (12, false), (12, true)] {
            let picture = number_picture(number, looks_left);
            let columns = (0..TOKEN * TOKEN)
                .filter(|at| picture.pixels()[*at as usize].alpha() > 0)
                .map(|at| at % TOKEN);
            let (first, last) = (columns.clone().min(), columns.max());
            let [first, last] = [first, last].map(|column| column.expect("it is painted"));
            let behind = if looks_left {
                first > TOKEN / 2
            } else {
                last < TOKEN / 2
            };
            assert!(
                behind && last < TOKEN - 1,
                "{number} {looks_left}: {first} to {last}"
            );
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

//! How alike two pictures are in shape, whatever their color and size; and that what they stand for on
//! the board is told by shape alone.
//!
//! **Invariant:** a picture is compared by where it is light, since dark edges only lift it off the
//! ground.

use tiny_skia::Pixmap;

use super::marks::mark_pictures;
use super::{
    Badge, Relation, Sign, badge_picture, frame_picture, mark, plate_picture, sign_picture,
};
use crate::battle::grid::Orientation;
use crate::game::table::palette::Meaning;

/// Width and height all shapes are brought to.
const SIZE: usize = 48;
/// Shapes this much alike could be taken for each other. The same one in another color
/// or size is above 0.8.
const TOO_ALIKE: f32 = 0.55;
const WHITE: [u8; 3] = [255; 3];

/// Where a picture is at least half as light as at its lightest, scaled to fill a square.
fn shape(picture: &Pixmap) -> Vec<bool> {
    let light: Vec<u8> = (picture.pixels().iter())
        .map(|pixel| pixel.red().max(pixel.green()).max(pixel.blue()))
        .collect();
    let most = light.iter().copied().max().unwrap_or(0);
    assert!(most > 20, "the picture is blank");
    let width = picture.width() as usize;
    let is_lit = |x: usize, y: usize| light[y * width + x] > most / 2;
    let places = (0..light.len()).map(|i| (i % width, i / width));
    let lit: Vec<_> = places.filter(|&(x, y)| is_lit(x, y)).collect();
    let ends = |of: fn(&(usize, usize)) -> usize| {
        let values = || lit.iter().map(of);
        let (low, high) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
        (low as f32, (high + 1 - low) as f32)
    };
    let ((left, across), (top, down)) = (ends(|place| place.0), ends(|place| place.1));
    let side = across.max(down);
    let at = |cell: usize, low: f32, extent: f32| {
        let place = (cell as f32 + 0.5) / SIZE as f32 * side - (side - extent) / 2.0;
        (0.0..extent)
            .contains(&place)
            .then_some((low + place) as usize)
    };
    (0..SIZE * SIZE)
        .map(|cell| {
            let x = at(cell % SIZE, left, across);
            x.zip(at(cell / SIZE, top, down))
                .is_some_and(|(x, y)| is_lit(x, y))
        })
        .collect()
}

/// Returns how alike two pictures are: what both light as a share of what either does.
fn likeness(one: &Pixmap, other: &Pixmap) -> f32 {
    let pairs = || shape(one).into_iter().zip(shape(other));
    let both = pairs().filter(|&(a, b)| a && b).count();
    let either = pairs().filter(|&(a, b)| a || b).count();
    both as f32 / either as f32
}

/// Where something is drawn.
#[derive(PartialEq)]
enum Spot {
    /// At the foot of a hex.
    Foot,
    /// On the sides of a hex.
    Sides,
    /// Over a hex, or in the middle of it.
    Hex,
    /// Across hexes.
    Line,
}

fn spot(meaning: Meaning) -> Spot {
    match meaning {
        Meaning::Reach | Meaning::ReachFire => Spot::Foot,
        Meaning::Cover | Meaning::Flank => Spot::Sides,
        Meaning::SightLine | Meaning::SightBlocked => Spot::Line,
        _ => Spot::Hex,
    }
}

/// Lists the pictures that tell a meaning on the board, all its degrees.
fn pictures(meaning: Meaning, orientation: Orientation) -> Vec<Pixmap> {
    let all = mark_pictures(orientation);
    let marks = |first: u32, count: u32| {
        let first = first as usize;
        all[first..first + count as usize].to_vec()
    };
    match meaning {
        Meaning::OwnSide => vec![plate_picture(Relation::Own, WHITE, 0, false)],
        Meaning::EnemySide => vec![plate_picture(Relation::Enemy, WHITE, 0, false)],
        Meaning::ThirdSide => vec![plate_picture(Relation::Third, WHITE, 0, false)],
        Meaning::NeutralSide => vec![plate_picture(Relation::Neutral, WHITE, 0, false)],
        // A tint has no shape; the border round it tells which reach it is.
        Meaning::Reach => marks(mark::DASHES + 63, 1),
        Meaning::ReachFire => marks(mark::BORDER + 63, 1),
        Meaning::Exit => marks(mark::EXIT, 1),
        Meaning::Goal => marks(mark::GOAL, 1),
        Meaning::Place => marks(mark::PLACE, 1),
        Meaning::Danger => marks(mark::DANGER, 4),
        Meaning::Path => vec![badge_picture(Badge::Step)],
        Meaning::PathWatched => vec![badge_picture(Badge::Watched)],
        Meaning::Aim => vec![frame_picture("Aim", WHITE)],
        Meaning::Area => marks(mark::AREA, 4),
        Meaning::Noise => vec![sign_picture(Sign::Noise)],
        Meaning::Cover => vec![badge_picture(Badge::Half), badge_picture(Badge::Full)],
        Meaning::Flank => vec![badge_picture(Badge::Flank)],
        Meaning::SightLine => vec![badge_picture(Badge::Sight)],
        Meaning::SightBlocked => vec![badge_picture(Badge::Blocked)],
    }
}

#[track_caller]
fn check_apart(one: &str, a: &Pixmap, other: &str, b: &Pixmap) {
    let alike = likeness(a, b);
    assert!(
        alike < TOO_ALIKE,
        "{one} and {other} are alike by {alike:.2}"
    );
}

#[test]
fn a_copy_in_another_color_or_size_is_the_same_shape() {
    for badge in Badge::ALL {
        let picture = badge_picture(badge);
        let mut red = picture.clone();
        for pixel in red.pixels_mut() {
            let alpha = pixel.alpha();
            let [r, g, b] = [pixel.red() / 2, pixel.green() / 5, pixel.blue() / 9];
            *pixel = tiny_skia::PremultipliedColorU8::from_rgba(r, g, b, alpha).expect("darker");
        }
        assert!(likeness(&picture, &red) > 0.8, "{badge:?} in red");
        let mut large = Pixmap::new(128, 104).expect("the size is not zero");
        let paint = tiny_skia::PixmapPaint {
            quality: tiny_skia::FilterQuality::Bicubic,
            ..Default::default()
        };
        let place = tiny_skia::Transform::from_scale(2.0, 2.0).post_translate(30.0, 5.0);
        large.draw_pixmap(0, 0, picture.as_ref(), &paint, place, None);
        let alike = likeness(&picture, &large);
        assert!(alike > 0.8, "{badge:?} in large: {alike}");
    }
}

#[test]
fn two_shapes_of_one_color_are_told_apart() {
    let [cross, shield] = [Badge::Blocked, Badge::Full].map(badge_picture);
    assert!(likeness(&cross, &shield) < TOO_ALIKE);
    assert!((likeness(&cross, &cross) - 1.0).abs() < f32::EPSILON);
}

#[test]
fn what_can_lie_at_one_place_differs_in_shape() {
    for orientation in [Orientation::Pointy, Orientation::Flat] {
        let all = Meaning::ALL.map(|meaning| (meaning, pictures(meaning, orientation)));
        for (i, (one, these)) in all.iter().enumerate() {
            for (other, those) in &all[..i] {
                let is_line = spot(*one) == Spot::Line || spot(*other) == Spot::Line;
                if !is_line && spot(*one) != spot(*other) {
                    continue;
                }
                for (a, b) in these.iter().flat_map(|a| those.iter().map(move |b| (a, b))) {
                    check_apart(&format!("{one:?}"), a, &format!("{other:?}"), b);
                }
            }
        }
    }
}

#[test]
fn borders_that_run_along_the_same_hexes_differ_in_shape() {
    for orientation in [Orientation::Pointy, Orientation::Flat] {
        let all = mark_pictures(orientation);
        let whole = |first: u32| &all[first as usize + 63];
        let (dashed, solid) = (whole(mark::DASHES), whole(mark::BORDER));
        check_apart("dashes", dashed, "a solid border", solid);
        for ring in 0..4 {
            let area = &all[mark::AREA as usize + ring];
            check_apart("an area", area, "a border", solid);
            check_apart("an area", area, "dashes", dashed);
        }
    }
}

#[test]
fn half_and_full_cover_differ_in_shape() {
    let [half, full] = [Badge::Half, Badge::Full].map(badge_picture);
    check_apart("half cover", &half, "full cover", &full);
}

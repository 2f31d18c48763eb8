//! Badges: small signs on the sides of hexes and along ways and lines; white, to be tinted.
//!
//! **Invariant:** each has a shape of its own, and a dark edge to stand out on any ground.

use tiny_skia::Pixmap;

use super::paint::{circle, fill, line, polygon, rgba, shape, stroke};

/// Size of a badge in pixels.
const BADGE: u32 = 48;

/// What a badge says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Badge {
    /// Half cover: half a shield.
    Half,
    /// Full cover: a whole shield.
    Full,
    /// Open to an enemy: a broken arrow inwards.
    Flank,
    /// Sight ends here, or would go on: a cross.
    Blocked,
    /// Sight goes this way: a chevron.
    Sight,
    /// A step of the way: a dot.
    Step,
    /// A step that is watched: an eye in a warning triangle.
    Watched,
}

impl Badge {
    /// All badges.
    pub const ALL: [Self; 7] = [
        Self::Half,
        Self::Full,
        Self::Flank,
        Self::Blocked,
        Self::Sight,
        Self::Step,
        Self::Watched,
    ];
}

/// Paints a badge.
pub fn badge_picture(badge: Badge) -> Pixmap {
    let mut picture = Pixmap::new(BADGE, BADGE).expect("the size is not zero");
    let p = &mut picture;
    let white = |alpha| rgba(0xFF_FFFF, alpha);
    let dark = |alpha| rgba(0x0A_0E14, alpha);
    let shield = [
        (8.0, 9.0),
        (24.0, 4.0),
        (40.0, 9.0),
        (38.0, 28.0),
        (24.0, 44.0),
        (10.0, 28.0),
    ];
    let inner = shield.map(|(x, y)| (24.0 + (x - 24.0) * 0.72, 23.0 + (y - 23.0) * 0.72));
    match badge {
        Badge::Full | Badge::Half => {
            shape(p, &shield, dark(0.85));
            let width = if badge == Badge::Full { 3.0 } else { 2.2 };
            if let Some(path) = polygon(&shield) {
                line(p, &path, white(1.0), width);
            }
            match badge {
                Badge::Full => shape(p, &inner, white(0.95)),
                _ => {
                    // Only its lower half is filled.
                    let low = [
                        (12.0, 25.5),
                        (36.0, 25.5),
                        (35.0, 28.5),
                        (24.0, 39.5),
                        (13.0, 28.5),
                    ];
                    shape(p, &low, white(0.95));
                }
            }
        }
        Badge::Flank => {
            let arrow = [
                (24.0, 43.0),
                (6.0, 14.0),
                (18.0, 14.0),
                (18.0, 4.0),
                (30.0, 4.0),
                (30.0, 14.0),
                (42.0, 14.0),
            ];
            shape(p, &arrow, white(0.95));
            if let Some(path) = polygon(&arrow) {
                line(p, &path, dark(0.9), 2.0);
            }
            stroke(p, &[(24.0, 9.0), (24.0, 22.0)], dark(1.0), 4.0);
            circle(p, 24.0, 29.0, 2.4, dark(1.0));
        }
        Badge::Blocked => {
            for ends in [[(10.0, 10.0), (38.0, 38.0)], [(38.0, 10.0), (10.0, 38.0)]] {
                stroke(p, &ends, dark(0.9), 11.0);
            }
            for ends in [[(10.0, 10.0), (38.0, 38.0)], [(38.0, 10.0), (10.0, 38.0)]] {
                stroke(p, &ends, white(1.0), 6.0);
            }
        }
        Badge::Sight => {
            let chevron = [(16.0, 9.0), (33.0, 24.0), (16.0, 39.0)];
            stroke(p, &chevron, dark(0.7), 14.0);
            stroke(p, &chevron, white(1.0), 8.5);
        }
        Badge::Step => {
            circle(p, 24.0, 24.0, 12.5, dark(0.75));
            circle(p, 24.0, 24.0, 9.0, white(1.0));
        }
        Badge::Watched => {
            let triangle = [(24.0, 7.0), (43.0, 40.0), (5.0, 40.0)];
            if let Some(path) = polygon(&triangle) {
                fill(p, &path, dark(0.85));
                line(p, &path, dark(0.85), 8.0);
                line(p, &path, white(1.0), 4.0);
            }
            let eye = [
                (13.5, 30.5),
                (18.5, 26.0),
                (24.0, 24.6),
                (29.5, 26.0),
                (34.5, 30.5),
                (29.5, 34.4),
                (24.0, 35.6),
                (18.5, 34.4),
            ];
            shape(p, &eye, white(1.0));
            circle(p, 24.0, 30.0, 3.9, dark(1.0));
        }
    }
    picture
}

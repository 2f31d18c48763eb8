//! Badges: small signs on the sides of hexes and along ways and lines; white, to be tinted.
//!
//! **Invariant:** each has a shape of its own, and a dark edge to stand out on any ground.

use tiny_skia::{Pixmap, Transform};

use super::drawing::{BADGES, Pen};

/// Size of a badge in pixels.
const BADGE: u32 = 48;

listed! {
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
}

/// Paints a badge.
pub fn badge_picture(badge: Badge) -> Pixmap {
    let mut picture = Pixmap::new(BADGE, BADGE).expect("the size is not zero");
    let sketch = BADGES.sketch(badge, &Pen::new(&[]));
    sketch.paint(&mut picture, Transform::identity());
    picture
}

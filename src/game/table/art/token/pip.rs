//! Pips: small signs of what a unit is doing and what was done to it.
//!
//! **Invariant:** each has a shape of its own; color only helps.

use tiny_skia::{Pixmap, PixmapPaint, Transform};

use crate::game::table::art::drawing::picture;

/// Width and height of a pip's picture in pixels.
pub const PIP: u32 = 64;
/// Pips in a row of their sheet.
const COLUMNS: u32 = 4;

listed! {
    /// What a pip tells, in the order of urgency.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Pip {
        /// Out of its senses: two Z.
        Unconscious,
        /// Loses a turn to stun: a star.
        Stunned,
        /// Does not obey for fear: an exclamation mark.
        Panicking,
        /// Obeys somebody else: rings.
        Controlled,
        /// Burns: a flame.
        Burning,
        /// Poisoned: a drop.
        Poisoned,
        /// Pinned down: chevrons downwards.
        Suppressed,
        /// Hardly stands: a broken heart.
        Critical,
        /// Hurt: a cross.
        Wounded,
        /// Watches for movement: an eye.
        Watching,
        /// Will suppress: three rounds.
        SuppressionReady,
        /// Behind full cover: a full shield.
        FullCover,
        /// Behind half cover: a half-filled shield.
        HalfCover,
        /// Lies prone: an arrow to the ground.
        Prone,
        /// Ran, and is unsteady: chevrons forward.
        Ran,
        /// Has done all it will: a tick.
        Done,
        /// Pinned by a barrage: a nail.
        Pinned,
        /// In close combat that goes on: crossed blades.
        Engaged,
        /// Guns placed Back: an arrow from a line.
        GunsBack,
        /// Rides trucks: a wheel.
        Riding,
    }
}

impl Pip {
    /// Returns the corner of its picture on the sheet, pixels.
    pub fn cell(self) -> (u32, u32) {
        let index = self as u32;
        (index % COLUMNS * PIP, index / COLUMNS * PIP)
    }
}

/// Paints all pips side by side.
pub fn pip_sheet() -> Pixmap {
    let rows = u32::try_from(Pip::ALL.len())
        .expect("few pips")
        .div_ceil(COLUMNS);
    let mut sheet = Pixmap::new(COLUMNS * PIP, rows * PIP).expect("the size is not zero");
    for pip in Pip::ALL {
        let (x, y) = pip.cell();
        let (x, y) = (x.cast_signed(), y.cast_signed());
        let picture = picture("pips", &format!("{pip:?}"), 2.0, 0);
        let (paint, place) = (PixmapPaint::default(), Transform::identity());
        sheet.draw_pixmap(x, y, picture.as_ref(), &paint, place, None);
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pip_has_a_shape_of_its_own() {
        let sheet = pip_sheet();
        // What is lighter than the badge it lies on.
        let shape = |pip: Pip| -> Vec<bool> {
            let (left, top) = pip.cell();
            (0..PIP * PIP)
                .map(|i| sheet.pixel(left + i % PIP, top + i / PIP))
                .map(|pixel| pixel.is_some_and(|pixel| pixel.red().max(pixel.green()) > 90))
                .collect()
        };
        for (i, one) in Pip::ALL.into_iter().enumerate() {
            for two in &Pip::ALL[..i] {
                let (a, b) = (shape(one), shape(*two));
                let pixels = a.iter().zip(&b).filter(|(a, b)| a != b).count();
                assert!(pixels > 80, "{one:?} and {two:?} differ in {pixels} pixels");
            }
        }
    }
}

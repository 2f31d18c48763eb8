//! Signs that lie or stand on hexes: objects, things, mines, flares, noises, glows.
//!
//! **Invariant:** each kind differs in shape, not by color alone.

use tiny_skia::{Pixmap, Transform};

use super::{
    drawing::{Pen, SIGNS},
    paint::{circle, rgba},
};

/// Size of a sign in pixels.
const SIGN: u32 = 64;

listed! {
    /// What a sign shows.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Sign {
        /// A computer to use.
        Console,
        /// A cage to open.
        Cage,
        /// A generator to use.
        Generator,
        /// A box to open.
        Container,
        /// Things on the ground.
        Things,
        /// One's own mine.
        Mine,
        Flare,
        /// A noise, somewhere near.
        Noise,
        /// Somebody moves there.
        Blip,
        /// Fire seen through the fog.
        Glow,
    }
}

/// Paints a sign.
pub fn sign_picture(sign: Sign) -> Pixmap {
    let mut picture = Pixmap::new(SIGN, SIGN).expect("the size is not zero");
    match sign {
        Sign::Glow => glow(&mut picture),
        _ => (SIGNS.sketch(sign, &Pen::new(&[]))).paint(&mut picture, Transform::identity()),
    }
    picture
}

fn glow(p: &mut Pixmap) {
    // Rings that grow fainter outwards, so that it ends nowhere.
    for step in 0..32 {
        let share = step as f32 / 31.0;
        let alpha = 0.003 + 0.028 * share * share;
        circle(p, 32.0, 32.0, 32.0 * (1.0 - share), rgba(0xFF_8A2E, alpha));
    }
    circle(p, 32.0, 32.0, 5.0, rgba(0xFF_B060, 0.12));
}

//! Small pictures: signs on hexes, badges on their sides, and what flies, flashes, burns and drifts.
//!
//! **Invariant:** each differs in shape from all others of its kind, not by color alone; badges and most
//! effects are white, to be tinted.

use tiny_skia::Pixmap;

use super::drawing::picture;

listed! {
    /// What a sign shows that lies or stands on a hex.
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
        /// Houses on a map of a country.
        Place,
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
    picture("signs", &format!("{sign:?}"), 1.0, 0)
}

listed! {
    /// What a badge says on the side of a hex, or along a way or line.
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
    picture("badges", &format!("{badge:?}"), 1.0, 0)
}

listed! {
    /// A picture of an effect.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Effect {
        /// A round light.
        Glow,
        /// A cloud of smoke, dust or gas.
        Puff,
        /// A ring, as of a shockwave.
        Ring,
        /// A streak, brightest at its right end.
        Streak,
        /// A beam, as bright at both ends.
        Beam,
        /// A star of light, as at a muzzle or where metal is struck.
        Flash,
        /// A splinter.
        Chunk,
        /// A tongue of fire.
        Flame,
        /// A thrown grenade.
        Grenade,
        /// Three lines a blade draws in the air.
        Slash,
    }
}

/// Paints an effect.
pub fn effect_picture(effect: Effect) -> Pixmap {
    picture("effects", &format!("{effect:?}"), 1.0, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_are_bright_inside_and_clear_at_their_corners() {
        for effect in Effect::ALL {
            let picture = effect_picture(effect);
            let most = picture.pixels().iter().map(|pixel| pixel.alpha()).max();
            assert!(most > Some(120), "{effect:?} is faint: {most:?}");
            let (right, bottom) = (picture.width() - 1, picture.height() - 1);
            for (x, y) in [(0, 0), (right, 0), (0, bottom), (right, bottom)] {
                let corner = picture.pixel(x, y).map_or(0, |pixel| pixel.alpha());
                assert!(corner < 30, "{effect:?} shows its corner: {corner}");
            }
        }
    }
}

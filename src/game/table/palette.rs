//! Colors by meaning, with palettes for color-blind eyes.
//!
//! **Invariant:** every pair of meanings stays apart to the eyes its palette is made for, and no
//! meaning is told by color alone: each has a shape of its own where it is drawn.

use serde::{Deserialize, Serialize};

listed! {
    /// A set of colors.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Palette {
        /// For eyes that tell all colors.
        #[default]
        Normal,
        /// For eyes without green cones.
        Deuteranopia,
        /// For eyes without red cones.
        Protanopia,
        /// For eyes without blue cones.
        Tritanopia,
    }
}

listed! {
    /// What a color stands for on the board.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Meaning {
        /// Units of the side that looks.
        OwnSide,
        /// Units of its first enemy.
        EnemySide,
        /// Units of another enemy.
        ThirdSide,
        /// Units that fight nobody.
        NeutralSide,
        /// A hex in reach.
        Reach,
        /// A hex in reach from which there is still something to fire.
        ReachFire,
        /// A hex from which units leave the map.
        Exit,
        /// A hex of the objective.
        Goal,
        /// A hex on which a unit may be placed.
        Place,
        /// A hex that enemies could fire at.
        Danger,
        /// The way to the hex pointed at.
        Path,
        /// A step of it that a watching enemy could fire at.
        PathWatched,
        Aim,
        /// A hex that the tool in hand would strike.
        Area,
        Noise,
        /// A side of a hex with cover.
        Cover,
        /// A side of a hex that lies open to an enemy.
        Flank,
        SightLine,
        /// Where a line of sight ends.
        SightBlocked,
    }
}

const NORMAL: [u32; 19] = [
    0x5F_A8E6, 0xE2_604A, 0xB0_7AE0, 0xC9_C2A8, 0x8C_97A3, 0x6F_C4DA, 0x5F_C98B, 0xE8_C15A,
    0xA8_D86A, 0xBD_333A, 0xF5_E6AE, 0xFF_8D5E, 0xFF_6F3E, 0xFF_9D40, 0xD8_D0FF, 0x95_B8DD,
    0xFF_CF3F, 0xE8_F4FF, 0xFF_5F7A,
];
const DEUTERANOPIA: [u32; 19] = [
    0x22_79B0, 0xED_6214, 0xC0_8CF6, 0xC2_C1B1, 0x7B_8593, 0x61_B9D4, 0x14_9164, 0xFF_F26C,
    0xBE_F78D, 0xB3_3639, 0xFF_FFCB, 0xF6_8658, 0xC3_2214, 0xFF_B21A, 0xF6_CFFF, 0x14_9BFF,
    0xFF_FF14, 0xFE_FFFF, 0xFF_5E79,
];
const PROTANOPIA: [u32; 19] = [
    0x3D_7DB2, 0xF3_6F58, 0xB7_85F5, 0xC9_C2A8, 0x92_A1AE, 0x2C_BFFF, 0x4E_CC80, 0xFF_FF7B,
    0xCC_FF3E, 0xBA_3236, 0xFF_FEC0, 0xAB_5014, 0xFE_BC5C, 0xE0_7C14, 0xE6_D7FF, 0x15_5CD3,
    0xF0_C223, 0xF6_FFFE, 0xEE_3F6E,
];
const TRITANOPIA: [u32; 19] = [
    0x44_86C2, 0xCE_1421, 0xB0_7AE0, 0xC7_BFA2, 0x8C_97A3, 0x6F_C3DC, 0x67_FDC0, 0xEC_C75F,
    0x94_D063, 0x97_4D55, 0xFF_FEC2, 0xA9_4417, 0xFF_7757, 0xA5_8114, 0xFF_98F2, 0x6B_5D80,
    0xEC_A114, 0xD4_FDFF, 0xF6_4469,
];

impl Palette {
    /// Names the palette.
    pub fn name(self) -> &'static str {
        match self {
            Self::Normal => "Full color",
            Self::Deuteranopia => "Deuteranopia (green-blind)",
            Self::Protanopia => "Protanopia (red-blind)",
            Self::Tritanopia => "Tritanopia (blue-blind)",
        }
    }

    /// Returns the color of a meaning: red, green, blue (sRGB).
    pub fn color(self, meaning: Meaning) -> [u8; 3] {
        let colors = match self {
            Self::Normal => &NORMAL,
            Self::Deuteranopia => &DEUTERANOPIA,
            Self::Protanopia => &PROTANOPIA,
            Self::Tritanopia => &TRITANOPIA,
        };
        let [_, red, green, blue] = colors[meaning as usize].to_be_bytes();
        [red, green, blue]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Matrix = [[f64; 3]; 3];

    /// Full loss of one kind of cones in linear RGB (Machado, Oliveira and Fernandes 2009).
    fn simulation(palette: Palette) -> Matrix {
        match palette {
            Palette::Normal => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Palette::Deuteranopia => [
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ],
            Palette::Protanopia => [
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ],
            Palette::Tritanopia => [
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ],
        }
    }

    fn times(matrix: &Matrix, [x, y, z]: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row[0] * x + row[1] * y + row[2] * z)
    }

    /// Lightness and the two color axes (CIE 1976) as eyes of a kind see them.
    fn lab(color: [u8; 3], eyes: Palette) -> [f64; 3] {
        let linear = color.map(|channel| {
            let c = f64::from(channel) / 255.0;
            match c <= 0.04045 {
                true => c / 12.92,
                false => ((c + 0.055) / 1.055).powf(2.4),
            }
        });
        let seen = times(&simulation(eyes), linear).map(|c| c.clamp(0.0, 1.0));
        let [x, y, z] = times(
            &[
                [0.4124564, 0.3575761, 0.1804375],
                [0.2126729, 0.7151522, 0.0721750],
                [0.0193339, 0.1191920, 0.9503041],
            ],
            seen,
        );
        let f = |t: f64| match t > 0.008856 {
            true => t.cbrt(),
            false => 7.787 * t + 16.0 / 116.0,
        };
        let (x, y, z) = (f(x / 0.95047), f(y), f(z / 1.08883));
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
        a.iter()
            .zip(b)
            .map(|(a, b)| (a - b).powi(2))
            .sum::<f64>()
            .sqrt()
    }

    #[test]
    fn every_pair_of_meanings_stays_apart_to_the_eyes_a_palette_is_for() {
        for palette in Palette::ALL {
            for eyes in [palette, Palette::Normal] {
                for (i, a) in Meaning::ALL.into_iter().enumerate() {
                    assert_eq!(a as usize, i, "the list follows the palettes");
                    for b in Meaning::ALL[..i].iter().copied() {
                        let apart =
                            distance(lab(palette.color(a), eyes), lab(palette.color(b), eyes));
                        // A difference of 2 is seen side by side, of 10 at a glance.
                        assert!(
                            apart >= 15.0,
                            "{palette:?}: {a:?} and {b:?} are {apart:.1} apart to {eyes:?} eyes"
                        );
                    }
                }
            }
        }
    }
}

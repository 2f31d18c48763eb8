//! Which side of a target an attack comes from, and what that leaves of its cover.
//!
//! **Invariant:** angles are compared exactly in integers between hex centers; a tie favors the
//! defender (battlescape §6, §15.5).

use hexx::Hex;
use serde::{Deserialize, Serialize};

use crate::content::terrain::Cover;
use crate::rules::battlescape::content::{CoverFigures, SideCover};

/// Side of the target that an attack meets (§6).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Arc {
    /// Where the target faces.
    #[default]
    Front,
    /// Left or right.
    Side,
    /// Behind it.
    Rear,
}

/// The six unit steps, clockwise; a facing is an index into it.
const STEPS: [(i64, i64); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// Squared cosine of 0° to 90°, in billionths.
#[rustfmt::skip]
const COS_SQUARED: [i128; 91] = [
    1_000_000_000, 999_695_414, 998_782_025, 997_260_948, 995_134_034, 992_403_877,
    989_073_800, 985_147_863, 980_630_848, 975_528_258, 969_846_310, 963_591_927,
    956_772_729, 949_397_023, 941_473_796, 933_012_702, 924_024_048, 914_518_786,
    904_508_497, 894_005_377, 883_022_222, 871_572_413, 859_669_900, 847_329_185,
    834_565_303, 821_393_805, 807_830_738, 793_892_626, 779_596_452, 764_959_632,
    750_000_000, 734_735_781, 719_185_573, 703_368_322, 687_303_297, 671_010_072,
    654_508_497, 637_818_678, 620_960_948, 603_955_845, 586_824_089, 569_586_550,
    552_264_232, 534_878_237, 517_449_748, 500_000_000, 482_550_252, 465_121_763,
    447_735_768, 430_413_450, 413_175_911, 396_044_155, 379_039_052, 362_181_322,
    345_491_503, 328_989_928, 312_696_703, 296_631_678, 280_814_427, 265_264_219,
    250_000_000, 235_040_368, 220_403_548, 206_107_374, 192_169_262, 178_606_195,
    165_434_697, 152_670_815, 140_330_100, 128_427_587, 116_977_778, 105_994_623,
    95_491_503, 85_481_214, 75_975_952, 66_987_298, 58_526_204, 50_602_977,
    43_227_271, 36_408_073, 30_153_690, 24_471_742, 19_369_152, 14_852_137,
    10_926_200, 7_596_123, 4_865_966, 2_739_052, 1_217_975, 304_586,
    0,
];

impl Arc {
    /// Returns the arc of a target with this facing (0 to 5, clockwise) in which an attacker lies
    /// that stands `offset` from it. A target's own hex counts as its front.
    pub fn of(figures: &CoverFigures, facing: u8, offset: Hex) -> Self {
        if is_within(facing, offset, figures.front_degrees) {
            Self::Front
        } else if is_within(facing, offset, figures.side_degrees) {
            Self::Side
        } else {
            Self::Rear
        }
    }

    /// Returns what an attack from this arc leaves of a cover (§6, C3).
    pub fn leaves(self, cover: Cover, side: SideCover) -> Cover {
        match (self, side, cover) {
            (Self::Front, ..) | (Self::Side, SideCover::Keep, _) => cover,
            (Self::Side, SideCover::StepDown | SideCover::Halve, Cover::Full)
            | (Self::Side, SideCover::Halve, Cover::Half) => Cover::Half,
            (Self::Side, ..) | (Self::Rear, ..) => Cover::None,
        }
    }
}

/// Whether the angle between a facing and an offset is at most so many degrees.
fn is_within(facing: u8, offset: Hex, degrees: u16) -> bool {
    let (step_q, step_r) = STEPS[usize::from(facing % 6)];
    let (q, r) = (i64::from(offset.x), i64::from(offset.y));
    // In a frame where a hex is 2 wide, with the square root of 3 taken out of the second axis.
    let dot = i128::from((2 * q + r) * (2 * step_q + step_r) + 3 * r * step_r);
    let length_squared = i128::from((2 * q + r).pow(2) + 3 * r.pow(2));
    // The step has length 2, so cos = dot / (2 · length).
    let scaled = dot * dot * 1_000_000_000;
    match degrees {
        180.. => true,
        0..=90 => dot >= 0 && scaled >= 4 * length_squared * COS_SQUARED[usize::from(degrees)],
        _ => dot >= 0 || scaled <= 4 * length_squared * COS_SQUARED[usize::from(180 - degrees)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::battlescape::content::{CoverDamage, CoverLayers, FullFront};

    const FIGURES: CoverFigures = CoverFigures {
        layers: CoverLayers {
            accuracy: true,
            damage: CoverDamage::Percent,
            stance: true,
        },
        facing: crate::content::small_map::SmallMap::new(),
        full_front: FullFront::Halve,
        side: SideCover::StepDown,
        full_blocks_fire: true,
        front_degrees: 90,
        side_degrees: 150,
        step: true,
    };

    #[test]
    fn facing_east_the_arcs_by_bearing_are_front_front_side_rear_side_front() {
        use Arc::{Front, Rear, Side};
        let expected = [Front, Front, Side, Rear, Side, Front];
        for facing in 0..6_u8 {
            for bearing in 0..6_u8 {
                let (q, r) = STEPS[usize::from((facing + bearing) % 6)];
                for length in [1, 2, 9] {
                    let offset = Hex::new(q as i32 * length, r as i32 * length);
                    assert_eq!(
                        Arc::of(&FIGURES, facing, offset),
                        expected[usize::from(bearing)],
                        "facing {facing}, bearing {bearing}"
                    );
                }
            }
        }
    }

    #[test]
    fn off_the_axes_a_tie_favors_the_defender() {
        let rows = [
            // Exactly 90° down the screen, and a little beyond.
            ((-1, 2), Arc::Front),
            ((-6, 11), Arc::Side),
            ((-5, 11), Arc::Front),
            // Exactly 150°, and a little beyond.
            ((-2, 1), Arc::Side),
            ((-11, 5), Arc::Rear),
            ((-11, 6), Arc::Side),
            ((0, 0), Arc::Front),
        ];
        for ((q, r), arc) in rows {
            assert_eq!(Arc::of(&FIGURES, 0, Hex::new(q, r)), arc, "{q}, {r}");
        }
    }

    #[test]
    fn other_sectors_are_honored() {
        let narrow = CoverFigures {
            front_degrees: 30,
            side_degrees: 100,
            ..FIGURES
        };
        for ((q, r), arc) in [
            ((1, 1), Arc::Front),
            ((0, 1), Arc::Side),
            ((-1, 2), Arc::Side),
            ((-1, 1), Arc::Rear),
        ] {
            assert_eq!(Arc::of(&narrow, 0, Hex::new(q, r)), arc, "{q}, {r}");
        }
    }

    #[test]
    fn arcs_leave_cover_as_the_switch_says() {
        use Cover::{Full, Half, None};
        let rows = [
            (Arc::Front, SideCover::StepDown, [None, Half, Full]),
            (Arc::Side, SideCover::StepDown, [None, None, Half]),
            (Arc::Side, SideCover::Halve, [None, Half, Half]),
            (Arc::Side, SideCover::Keep, [None, Half, Full]),
            (Arc::Side, SideCover::None, [None, None, None]),
            (Arc::Rear, SideCover::Keep, [None, None, None]),
        ];
        for (arc, side, left) in rows {
            assert_eq!(
                [None, Half, Full].map(|cover| arc.leaves(cover, side)),
                left,
                "{arc:?} {side:?}"
            );
        }
    }
}

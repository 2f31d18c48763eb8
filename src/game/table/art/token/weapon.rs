//! Weapons as figures carry them: one outline per class, an accent per damage type.
//!
//! **Invariant:** weapons point right; every class is longer, thicker or shaped unlike the others.

use super::sketch::{At, Sketch};

/// What a weapon fires, to the eye and ear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Round {
    /// Bullets, and blows.
    Bullet,
    /// Beams of light.
    Beam,
    /// Bolts of hot gas.
    Bolt,
    /// Acid.
    Acid,
}

/// What a weapon looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arm {
    /// Its shape.
    pub shape: ArmShape,
    /// What it fires; its accent.
    pub round: Round,
}

/// Shapes of weapons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ArmShape {
    /// Bare hands.
    None,
    /// A handgun.
    Pistol,
    /// A short automatic.
    Short,
    /// A rifle.
    Rifle,
    /// A long gun with a scope.
    Long,
    /// A crew weapon with a drum.
    Heavy,
    /// A tube over the shoulder.
    Tube,
    /// Blades.
    Claws,
}

impl Arm {
    /// Returns what a weapon of a shape that fires such rounds looks like.
    pub const fn new(shape: ArmShape, round: Round) -> Self {
        Self { shape, round }
    }

    /// Whether it is held with both hands.
    pub(super) fn is_gun(self) -> bool {
        !matches!(self.shape, ArmShape::None | ArmShape::Claws)
    }
}

const STEEL: u32 = 0x8C_959F;
const DARK: u32 = 0x3C_434C;
const WOOD: u32 = 0x6E_5038;

fn accent(round: Round) -> u32 {
    match round {
        Round::Bullet => 0xD9_B45A,
        Round::Beam => 0xFF_5A48,
        Round::Bolt => 0x62_F08A,
        Round::Acid => 0xC8_DC3C,
    }
}

/// Draws a weapon held at a place and turned by an angle, clockwise in radians.
pub(super) fn draw(sketch: &mut Sketch, arm: Arm, grip: At, angle: f32) {
    let (sin, cos) = angle.sin_cos();
    let at = |x: f32, y: f32| (grip.0 + x * cos - y * sin, grip.1 + x * sin + y * cos);
    let glow = accent(arm.round);
    let is_energy = arm.round != Round::Bullet;
    let body = if is_energy { 0x6B_7688 } else { STEEL };
    match arm.shape {
        ArmShape::None => {}
        ArmShape::Pistol => {
            sketch.limb(&[at(0.0, 0.0), at(-1.0, 6.0)], 4.0, DARK);
            sketch.limb(&[at(-1.0, -1.0), at(12.0, -1.0)], 4.6, body);
            sketch.mark(&[at(4.0, -1.0), at(12.0, -1.0)], 1.8, glow);
        }
        ArmShape::Short => {
            sketch.limb(&[at(-7.0, 0.0), at(-1.0, -1.0)], 4.0, DARK);
            sketch.limb(&[at(5.0, 1.0), at(4.0, 10.0)], 3.8, DARK);
            sketch.limb(&[at(-1.0, -1.0), at(13.0, -1.0)], 6.0, body);
            sketch.limb(&[at(13.0, -1.0), at(19.0, -1.0)], 3.0, DARK);
            sketch.mark(&[at(1.0, -1.6), at(10.0, -1.6)], 1.8, glow);
        }
        ArmShape::Rifle => {
            let stock = if is_energy { DARK } else { WOOD };
            sketch.body(
                &[
                    at(-12.0, -1.0),
                    at(-3.0, -2.0),
                    at(-3.0, 2.0),
                    at(-12.0, 5.0),
                ],
                2.0,
                stock,
            );
            sketch.limb(&[at(6.0, 1.0), at(8.0, 9.0)], 4.2, DARK);
            sketch.limb(&[at(-3.0, -0.5), at(16.0, -0.5)], 6.0, body);
            sketch.limb(&[at(16.0, -1.0), at(29.0, -1.0)], 2.8, DARK);
            sketch.mark(&[at(-1.0, -1.4), at(13.0, -1.4)], 2.0, glow);
        }
        ArmShape::Long => {
            sketch.body(
                &[
                    at(-14.0, 0.0),
                    at(-3.0, -2.0),
                    at(-3.0, 2.0),
                    at(-14.0, 6.0),
                ],
                2.0,
                WOOD,
            );
            sketch.limb(&[at(-3.0, 0.0), at(18.0, -1.0)], 5.0, body);
            sketch.limb(&[at(18.0, -1.0), at(41.0, -1.0)], 2.6, DARK);
            sketch.limb(&[at(37.0, -1.0), at(41.0, -1.0)], 4.0, body);
            sketch.limb(&[at(2.0, -6.0), at(13.0, -6.0)], 4.0, DARK);
            sketch.spot(at(13.5, -6.0), (1.8, 1.8), 0x8F_E3F0);
            sketch.mark(&[at(0.0, -0.6), at(16.0, -1.0)], 1.6, glow);
        }
        ArmShape::Heavy => {
            sketch.limb(&[at(-12.0, 0.0), at(-2.0, 0.0)], 6.0, DARK);
            sketch.oval(
                at(6.0, 8.0),
                (7.0, 6.5),
                if is_energy { glow } else { DARK },
            );
            sketch.limb(&[at(-2.0, -1.0), at(18.0, -1.0)], 9.0, body);
            sketch.limb(&[at(18.0, -1.0), at(33.0, -1.0)], 5.4, DARK);
            sketch.limb(&[at(31.0, -1.0), at(33.0, -1.0)], 7.4, body);
            for x in [1.0, 6.0, 11.0] {
                sketch.mark(&[at(x, -3.6), at(x + 2.4, -3.6)], 2.0, glow);
            }
        }
        ArmShape::Tube => {
            sketch.limb(&[at(-20.0, -12.0), at(26.0, -12.0)], 9.6, 0x5C_6A4C);
            sketch.limb(&[at(26.0, -12.0), at(28.0, -12.0)], 12.0, DARK);
            sketch.limb(&[at(-20.0, -12.0), at(-22.0, -12.0)], 12.0, DARK);
            sketch.limb(&[at(1.0, -6.0), at(0.0, 2.0)], 3.6, DARK);
            sketch.mark(&[at(17.0, -16.0), at(17.0, -8.0)], 3.0, glow);
        }
        ArmShape::Claws => {
            for (x, y) in [(13.0, -7.0), (16.0, 0.0), (13.0, 7.0)] {
                sketch.limb(&[at(2.0, y * 0.3), at(x, y)], 2.8, 0xF0_E6CC);
            }
        }
    }
}

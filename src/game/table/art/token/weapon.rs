//! Weapons as figures carry them: one outline per class, an accent per damage type.
//!
//! **Invariant:** weapons point right; every class is longer, thicker or shaped unlike the others.

use crate::game::table::art::{
    drawing::{Pen, Place, WEAPONS},
    sketch::{At, Sketch},
};

/// What a weapon fires, to the eye and ear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Round {
    /// Bullets, and blows.
    Bullet,
    /// Beams of light.
    Beam,
    /// Bolts of hot gas.
    Bolt,
    Acid,
}

/// What a weapon looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arm {
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
    let glow = accent(arm.round);
    let (body, stock, drum) = match arm.round {
        Round::Bullet => (0x8C_959F, 0x6E_5038, 0x3C_434C),
        Round::Beam | Round::Bolt | Round::Acid => (0x6B_7688, 0x3C_434C, glow),
    };
    let inks = [
        ("glow", glow),
        ("body", body),
        ("stock", stock),
        ("drum", drum),
    ];
    let pen = Pen {
        at: &|Place { x, y, .. }| (grip.0 + x * cos - y * sin, grip.1 + x * sin + y * cos),
        ..Pen::new(&inks)
    };
    WEAPONS.draw(&format!("{:?}", arm.shape), sketch, &pen);
}

//! Machines on tokens, seen from above: a body that faces right, and what its arms hold.
//!
//! **Invariant:** what the right arm holds is painted at the right of the machine and what the left arm holds
//! at its left, whichever way it faces, since the picture is turned and never mirrored.

use tiny_skia::{Pixmap, Transform};

use super::figure::over_token;
use super::{Drawing, MIDDLE, Pose, hex, mixed};
use crate::content::silhouette::Held;
use crate::game::table::art::drawing::{Style, painted, read, shipped};

/// Pixels of a unit of the drawing of what is held, where it is shown alone.
const HELD: f32 = 2.0;

/// What the arms of a machine hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arms {
    pub right: Option<Held>,
    pub left: Option<Held>,
}

impl Arms {
    /// Returns the drawings of what is held at the right, at the left, and by both arms.
    fn drawings(self) -> [Option<&'static str>; 3] {
        let drawn = |held: Held| shipped("arms", name(held));
        let of = |held: Option<Held>| held.filter(|held| !takes_both(*held)).map(drawn);
        let mut arms = [self.right, self.left].into_iter().flatten();
        let both = arms.find(|held| takes_both(*held));
        [of(self.right), of(self.left), both.map(drawn)]
    }
}

fn takes_both(held: Held) -> bool {
    held == Held::Longbow
}

fn name(held: Held) -> &'static str {
    let (name, _) = Held::CHOICES[held as usize];
    name
}

/// Paints a machine that faces right, in the color of its side.
pub fn machine_picture(drawing: &Drawing, arms: Arms, color: [u8; 3]) -> Pixmap {
    turned(drawing, arms, color, 0.0)
}

/// Paints a machine that faces up, in the color of its side: its right arm is at the right.
pub fn upright_picture(drawing: &Drawing, arms: Arms, color: [u8; 3]) -> Pixmap {
    turned(drawing, arms, color, -90.0)
}

fn turned(drawing: &Drawing, arms: Arms, color: [u8; 3], degrees: f32) -> Pixmap {
    let style = Style {
        tint: mixed(hex(color), 0xC8_C4BC, 0.2),
        pose: Pose::Stand.id(),
        held: arms.drawings(),
        ..Style::default()
    };
    let place = Transform::from_rotate_at(degrees, MIDDLE, MIDDLE);
    over_token(read(drawing.svg(), style).ok(), place)
}

/// Paints what an arm can hold alone, its point to the right, in a color.
pub fn held_picture(held: Held, color: [u8; 3]) -> Pixmap {
    let style = Style {
        tint: hex(color),
        ..Style::default()
    };
    painted(shipped("arms", name(held)), HELD, style)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::silhouette::Machine;
    use crate::game::table::art::TOKEN;
    use crate::game::table::art::token::tests::{difference, outline};

    const COLOR: [u8; 3] = [80, 140, 200];

    fn drawn(machine: Machine, arms: Arms) -> Vec<bool> {
        outline(&machine_picture(
            &Drawing::of_machine(None, machine),
            arms,
            COLOR,
        ))
    }

    #[track_caller]
    fn check_apart(outlines: &[Vec<bool>], pixels: usize) {
        for (i, one) in outlines.iter().enumerate() {
            for (j, two) in outlines[..i].iter().enumerate() {
                let apart = difference(one, two);
                assert!(apart > pixels, "{i} looks like {j}: {apart}");
            }
        }
    }

    #[test]
    fn machines_differ_in_outline() {
        let machines = Machine::ALL.map(|machine| drawn(machine, Arms::default()));
        check_apart(&machines, 1200);
    }

    #[test]
    fn every_casket_shows_what_either_arm_holds_where_it_is() {
        use Machine::{AssaultCasket, HeavyCasket, ScoutCasket, StrayedCasket, SupportCasket};
        for machine in [
            ScoutCasket,
            SupportCasket,
            HeavyCasket,
            AssaultCasket,
            StrayedCasket,
        ] {
            let bare = Arms::default();
            let rights = Held::ALL.map(|held| Arms {
                right: Some(held),
                ..bare
            });
            let rights = rights.into_iter();
            let all = rights.chain([bare]).map(|arms| drawn(machine, arms));
            check_apart(&all.collect::<Vec<_>>(), 100);
            let empty = drawn(machine, bare);
            for held in Held::ALL.into_iter().filter(|held| !takes_both(*held)) {
                let side = |arms: Arms| {
                    let shown = drawn(machine, arms);
                    let pixels = shown.iter().zip(&empty).enumerate();
                    let new = pixels.filter(|(_, (shown, empty))| shown != empty);
                    let below = |at: usize| at as u32 / TOKEN >= TOKEN / 2;
                    let (right, left): (Vec<_>, Vec<_>) = new.partition(|(at, _)| below(*at));
                    right.len() > 3 * left.len()
                };
                let (right, left) = (Some(held), Some(held));
                assert!(side(Arms { right, ..bare }), "{machine:?} {held:?}");
                assert!(!side(Arms { left, ..bare }), "{machine:?} {held:?}");
            }
        }
    }

    #[test]
    fn a_bow_is_held_by_both_arms() {
        let bow = Some(Held::Longbow);
        let right = Arms {
            right: bow,
            left: None,
        };
        let both = Arms {
            right: bow,
            left: bow,
        };
        assert_eq!(right.drawings(), both.drawings());
        assert_eq!(right.drawings()[..2], [None, None]);
    }

    #[test]
    fn upright_the_right_arm_is_at_the_right() {
        let drawing = Drawing::of_machine(None, Machine::HeavyCasket);
        let columns = |arms: Arms| {
            let picture = outline(&upright_picture(&drawing, arms, COLOR));
            let empty = outline(&upright_picture(&drawing, Arms::default(), COLOR));
            let new = picture.iter().zip(&empty).enumerate();
            let new = new.filter(|(_, (shown, empty))| shown != empty);
            new.map(|(at, _)| at as u32 % TOKEN).collect::<Vec<_>>()
        };
        let right = columns(Arms {
            right: Some(Held::Warhammer),
            left: None,
        });
        assert!(right.len() > 100);
        assert!(right.iter().all(|&column| column > TOKEN / 2));
    }
}

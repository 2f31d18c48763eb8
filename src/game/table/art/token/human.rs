//! Figures on two legs: soldiers, civilians and the aliens built like them, in every pose.
//!
//! **Invariant:** they face right; a pose moves joints and nothing else, so a kind is known in any of
//! them.

use super::{
    Pose,
    weapon::{self, Arm, ArmShape},
};
use crate::{
    content::silhouette::Silhouette,
    game::table::art::{
        drawing::{FIGURES, Pen, Place},
        paint::shade,
        sketch::{At, Sketch},
    },
};

/// Joints of a figure; its feet stand at 103.
struct Bones {
    hip: At,
    neck: At,
    head: At,
    feet: [At; 2],
    /// Where the weapon is held, and its angle.
    grip: At,
    aim: f32,
}

impl Bones {
    fn of(pose: Pose) -> Self {
        match pose {
            Pose::Stand => Self {
                hip: (59.0, 72.0),
                neck: (60.0, 46.0),
                head: (62.0, 34.0),
                feet: [(49.0, 103.0), (71.0, 103.0)],
                grip: (69.0, 59.0),
                aim: -0.08,
            },
            Pose::Step(frame) => {
                let phase = f32::from(frame % 4) * std::f32::consts::FRAC_PI_2 + 0.5;
                let foot = |phase: f32| {
                    let lift = (phase.sin() * 9.0).max(0.0);
                    (60.0 + 14.0 * phase.cos(), 103.0 - lift)
                };
                let rise = (phase * 2.0).cos() * 1.6;
                Self {
                    hip: (59.0, 72.0 + rise),
                    neck: (64.0, 47.0 + rise),
                    head: (68.0, 35.5 + rise),
                    feet: [foot(phase + std::f32::consts::PI), foot(phase)],
                    grip: (71.0, 61.0 + rise),
                    aim: 0.2,
                }
            }
            Pose::Kneel => Self {
                hip: (54.0, 84.0),
                neck: (59.0, 61.0),
                head: (62.0, 50.0),
                feet: [(40.0, 103.0), (73.0, 103.0)],
                grip: (69.0, 71.0),
                aim: -0.05,
            },
            Pose::Prone => Self {
                hip: (46.0, 83.0),
                neck: (69.0, 77.0),
                head: (79.0, 70.0),
                feet: [(19.0, 86.0), (21.0, 90.0)],
                grip: (84.0, 81.0),
                aim: -0.02,
            },
            Pose::Down => Self {
                hip: (63.0, 88.0),
                neck: (40.0, 86.0),
                head: (28.0, 85.0),
                feet: [(91.0, 81.0), (94.0, 91.0)],
                grip: (50.0, 97.0),
                aim: 0.1,
            },
        }
    }
}

/// How a kind is built and dressed.
struct Build {
    /// Thickness of limbs and trunk, 1 is a soldier's.
    girth: f32,
    /// Height, 1 is a soldier's.
    height: f32,
    cloth: u32,
    armor: u32,
    skin: u32,
}

const CLOTH: u32 = 0x4A_5058;
const SKIN: u32 = 0xD8_A988;
const BOOTS: u32 = 0x33_302E;
const ALIEN: u32 = 0xB9_B0BE;

impl Build {
    fn of(kind: Silhouette, tint: u32) -> Self {
        let soldier = Self {
            girth: 1.0,
            height: 1.0,
            cloth: CLOTH,
            armor: tint,
            skin: SKIN,
        };
        match kind {
            Silhouette::Marksman => Self {
                girth: 0.9,
                cloth: 0x5A_5A44,
                ..soldier
            },
            Silhouette::Gunner => Self {
                girth: 1.32,
                height: 1.03,
                ..soldier
            },
            Silhouette::Officer => Self {
                cloth: shade(tint, 0.6),
                ..soldier
            },
            Silhouette::Psion => Self {
                girth: 0.92,
                cloth: 0x3E_3454,
                armor: shade(tint, 0.8),
                ..soldier
            },
            Silhouette::Civilian => Self {
                girth: 0.9,
                height: 0.95,
                cloth: 0x5D_6A80,
                armor: 0xC9_9A5C,
                ..soldier
            },
            Silhouette::Sectoid => Self {
                girth: 0.72,
                height: 0.84,
                cloth: 0x8D_8592,
                armor: shade(tint, 0.9),
                skin: ALIEN,
            },
            Silhouette::SectoidLeader => Self {
                girth: 0.78,
                height: 0.94,
                cloth: 0x8D_8592,
                armor: tint,
                skin: 0xC8_B8B0,
            },
            Silhouette::Brute => Self {
                girth: 1.62,
                height: 1.1,
                cloth: 0x5E_4038,
                armor: tint,
                skin: 0xA8_6A52,
            },
            _ => soldier,
        }
    }
}

/// Sketches a figure on two legs with its weapon.
pub(super) fn sketch(kind: Silhouette, arm: Arm, tint: u32, pose: Pose) -> Sketch {
    let mut sketch = Sketch::default();
    let build = Build::of(kind, tint);
    let mut bones = Bones::of(pose);
    if !matches!(pose, Pose::Prone | Pose::Down) {
        let tall = |(x, y): At| (x, 103.0 - (103.0 - y) * build.height);
        bones.hip = tall(bones.hip);
        bones.neck = tall(bones.neck);
        bones.head = tall(bones.head);
        bones.grip = tall(bones.grip);
    }
    let girth = build.girth;
    let is_armed = arm.is_gun() && pose != Pose::Down;
    let fore = reach(bones.grip, bones.aim, 13.0);
    if pose == Pose::Down {
        weapon::draw(&mut sketch, arm, bones.grip, bones.aim);
    }
    // From back to front: the far leg and arm, the trunk, the near leg, head, weapon, near arm.
    leg(&mut sketch, &bones, 0, &build, 0.7);
    let far_hand = match arm.shape {
        _ if is_armed => fore,
        ArmShape::Claws => (bones.neck.0 + 22.0, bones.neck.1 + 12.0),
        _ => (bones.hip.0 + 13.0, bones.hip.1 - 2.0),
    };
    let shoulder = (bones.neck.0 + 1.0, bones.neck.1 + 5.0);
    arm_to(&mut sketch, shoulder, far_hand, &build, 0.7);
    own(&mut sketch, kind, "back", &bones, &build, tint);
    trunk(&mut sketch, &bones, &build);
    leg(&mut sketch, &bones, 1, &build, 1.0);
    own(&mut sketch, kind, "dress", &bones, &build, tint);
    own(&mut sketch, kind, "head", &bones, &build, tint);
    if is_armed {
        weapon::draw(&mut sketch, arm, bones.grip, bones.aim);
    }
    let near_hand = match arm.shape {
        _ if is_armed => bones.grip,
        ArmShape::Claws => (bones.neck.0 + 18.0, bones.neck.1 + 24.0),
        _ => (bones.hip.0 - 8.0, bones.hip.1 + 2.0),
    };
    if arm.shape == ArmShape::Claws {
        weapon::draw(&mut sketch, arm, far_hand, -0.3);
        weapon::draw(&mut sketch, arm, near_hand, 0.2);
    }
    let shoulder = (bones.neck.0 - 4.0, bones.neck.1 + 6.0);
    arm_to(&mut sketch, shoulder, near_hand, &build, 1.0);
    if is_armed {
        sketch.oval(fore, (2.6 * girth, 2.4 * girth), shade(build.skin, 0.9));
    }
    sketch
}

/// Draws what a kind has of its own: what it carries on its back, what it wears over the trunk, its head.
fn own(sketch: &mut Sketch, kind: Silhouette, part: &str, bones: &Bones, build: &Build, tint: u32) {
    let inks = [
        ("tint", tint),
        ("skin", build.skin),
        ("armor", build.armor),
        ("cloth", build.cloth),
    ];
    let from = if part == "head" {
        bones.head
    } else {
        bones.neck
    };
    let pen = Pen {
        at: &|place: Place| {
            let (x, y) = if place.is_of_hip { bones.hip } else { from };
            (x + place.x, y + place.y)
        },
        ..Pen::new(&inks)
    };
    FIGURES.draw(&format!("{kind:?} {part}"), sketch, &pen);
}

/// The place so far along an angle.
fn reach(from: At, angle: f32, length: f32) -> At {
    (from.0 + length * angle.cos(), from.1 + length * angle.sin())
}

/// The joint between two ends of a limb, bent to the left of the way when `bend` is positive.
fn joint(from: At, to: At, length: f32, bend: f32) -> At {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let far = dx.hypot(dy).max(0.1);
    let out = (length * length - far * far / 4.0).max(0.0).sqrt() * bend;
    (
        (from.0 + to.0) / 2.0 + dy / far * out,
        (from.1 + to.1) / 2.0 - dx / far * out,
    )
}

fn leg(sketch: &mut Sketch, bones: &Bones, index: usize, build: &Build, light: f32) {
    let foot = bones.feet[index];
    let side = if index == 0 { -4.0 } else { 3.0 };
    let hip = (bones.hip.0 + side * build.girth, bones.hip.1);
    let knee = joint(hip, foot, 18.0 * build.height, 1.0);
    let cloth = shade(build.cloth, light);
    sketch.limb(&[hip, knee, foot], 8.6 * build.girth, cloth);
    sketch.limb(
        &[foot, (foot.0 + 5.0, foot.1)],
        5.6 * build.girth,
        shade(BOOTS, light),
    );
    sketch.spot(
        knee,
        (3.4 * build.girth, 3.8 * build.girth),
        shade(build.armor, 0.75 * light),
        1.0,
    );
}

fn arm_to(sketch: &mut Sketch, shoulder: At, hand: At, build: &Build, light: f32) {
    let elbow = joint(
        shoulder,
        hand,
        12.0 * build.height.max(build.girth * 0.9),
        -1.0,
    );
    sketch.limb(
        &[shoulder, elbow],
        7.6 * build.girth,
        shade(build.armor, 0.85 * light),
    );
    sketch.limb(
        &[elbow, hand],
        6.2 * build.girth,
        shade(build.cloth, 1.15 * light),
    );
    sketch.oval(
        hand,
        (3.0 * build.girth, 2.8 * build.girth),
        shade(build.skin, light),
    );
}

/// Shoulders to hips, in armor.
fn trunk(sketch: &mut Sketch, bones: &Bones, build: &Build) {
    let (dx, dy) = (bones.hip.0 - bones.neck.0, bones.hip.1 - bones.neck.1);
    let far = dx.hypot(dy).max(0.1);
    let (ux, uy) = (dx / far, dy / far);
    let at = |along: f32, side: f32| {
        let side = side * build.girth;
        (
            bones.neck.0 + ux * along * far - uy * side,
            bones.neck.1 + uy * along * far + ux * side,
        )
    };
    sketch.body(
        &[at(0.62, 6.5), at(0.62, -6.5), at(1.06, -6.0), at(1.06, 6.0)],
        3.0,
        build.cloth,
    );
    sketch.body(
        &[
            at(0.08, 9.5),
            at(0.08, -8.5),
            at(0.6, -8.0),
            at(0.7, 0.0),
            at(0.6, 8.0),
        ],
        4.0,
        build.armor,
    );
    // Breastplate and belt.
    sketch.mark(
        &[at(0.36, -8.5), at(0.42, 0.0), at(0.36, 8.5)],
        1.8,
        shade(build.armor, 0.55),
        1.0,
    );
    sketch.mark(&[at(0.9, -7.0), at(0.9, 7.0)], 3.2, shade(BOOTS, 1.2), 1.0);
    sketch.mark(&[at(0.9, -2.0), at(0.9, 0.0)], 3.2, 0xD9_B45A, 1.0);
}

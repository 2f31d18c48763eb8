//! Figures that are not built like people: beasts, machines, beings of light.
//!
//! **Invariant:** they face right; lying low presses them flat, out of action they lie on their side.

use super::{
    Pose,
    sketch::{At, Sketch},
    weapon::{self, Arm},
};
use crate::{content::silhouette::Silhouette, game::table::art::paint::shade};

const PALE: u32 = 0xF4_E7C0;
const METAL: u32 = 0x78_828E;
const GLASS: u32 = 0x9C_F0FF;

/// Sketches a figure that is no biped with its weapon.
pub(super) fn sketch(kind: Silhouette, arm: Arm, tint: u32, pose: Pose) -> Sketch {
    let mut sketch = Sketch::default();
    let stride = match pose {
        Pose::Step(frame) => [6.0, 0.0, -6.0, 0.0][usize::from(frame % 4)],
        _ => 0.0,
    };
    match kind {
        Silhouette::Ripper => ripper(&mut sketch, tint, stride),
        Silhouette::Walker => walker(&mut sketch, arm, tint, stride),
        Silhouette::Drone => drone(&mut sketch, arm, tint),
        Silhouette::Drifter => drifter(&mut sketch, arm, tint, stride),
        _ => wisp(&mut sketch, tint, stride),
    }
    sketch
}

fn ripper(sketch: &mut Sketch, tint: u32, stride: f32) {
    let hide = 0x6E_3F4A;
    let leg = |sketch: &mut Sketch, root: At, knee: At, foot: At, light: f32| {
        sketch.limb(&[root, knee, foot], 5.4, shade(hide, light));
    };
    // Tail and far legs.
    sketch.limb(
        &[(42.0, 72.0), (26.0, 66.0), (15.0, 52.0)],
        5.6,
        shade(hide, 0.8),
    );
    leg(
        sketch,
        (52.0, 74.0),
        (42.0, 64.0),
        (36.0 - stride, 102.0),
        0.6,
    );
    leg(
        sketch,
        (70.0, 72.0),
        (80.0, 66.0),
        (84.0 + stride, 102.0),
        0.6,
    );
    sketch.limb(
        &[(78.0, 60.0), (90.0, 44.0), (101.0, 54.0), (110.0, 72.0)],
        4.6,
        0xC9_BFA6,
    );
    // Trunk with plates in its side's color.
    sketch.bent(
        (36.0, 74.0),
        &[
            [(38.0, 54.0), (62.0, 54.0)],
            [(82.0, 52.0), (86.0, 62.0)],
            [(82.0, 80.0), (60.0, 82.0)],
            [(42.0, 84.0), (36.0, 74.0)],
        ],
        hide,
    );
    for (x, y) in [(44.0, 63.0), (56.0, 57.0), (68.0, 55.0)] {
        sketch.body(
            &[(x - 5.0, y + 4.0), (x - 1.0, y - 9.0), (x + 8.0, y + 3.0)],
            2.0,
            tint,
        );
    }
    leg(
        sketch,
        (50.0, 78.0),
        (44.0, 70.0),
        (46.0 + stride, 103.0),
        1.0,
    );
    leg(
        sketch,
        (68.0, 78.0),
        (76.0, 72.0),
        (72.0 - stride, 103.0),
        1.0,
    );
    // Head with jaws.
    sketch.bent(
        (74.0, 58.0),
        &[
            [(76.0, 42.0), (90.0, 46.0)],
            [(102.0, 50.0), (104.0, 58.0)],
            [(92.0, 60.0), (90.0, 66.0)],
            [(80.0, 70.0), (74.0, 58.0)],
        ],
        shade(hide, 1.15),
    );
    sketch.patch(&[(94.0, 58.0), (97.0, 64.0), (99.0, 57.5)], PALE);
    sketch.patch(&[(88.0, 60.0), (91.0, 66.0), (93.0, 59.0)], PALE);
    sketch.spot((88.0, 52.0), (2.8, 2.2), 0xFF_5A38);
    // The near claw.
    sketch.limb(&[(74.0, 66.0), (86.0, 56.0), (98.0, 70.0)], 5.4, hide);
    sketch.limb(&[(98.0, 70.0), (108.0, 82.0), (106.0, 96.0)], 4.2, PALE);
}

fn walker(sketch: &mut Sketch, arm: Arm, tint: u32, stride: f32) {
    for (root, knee, foot, light) in [
        ((52.0, 60.0), (34.0, 62.0), (30.0 + stride, 103.0), 0.6),
        ((76.0, 60.0), (94.0, 62.0), (96.0 - stride, 103.0), 0.6),
        ((44.0, 60.0), (22.0, 68.0), (18.0 - stride, 103.0), 1.0),
        ((84.0, 60.0), (104.0, 68.0), (108.0 + stride, 103.0), 1.0),
    ] {
        sketch.limb(&[root, knee], 7.0, shade(METAL, light));
        sketch.limb(&[knee, foot], 5.0, shade(METAL, light * 0.8));
    }
    weapon::draw(sketch, arm, (64.0, 72.0), 0.0);
    sketch.oval((64.0, 56.0), (40.0, 13.0), shade(tint, 0.75));
    sketch.oval((64.0, 51.0), (33.0, 9.0), tint);
    sketch.oval((64.0, 43.0), (16.0, 12.0), 0x4E_94A8);
    sketch.spot((59.0, 38.0), (5.0, 3.2), 0xE8_FCFF);
    for x in [32.0, 48.0, 64.0, 80.0, 96.0] {
        sketch.spot((x, 60.0), (2.4, 1.8), 0xFF_E08A);
    }
}

fn drone(sketch: &mut Sketch, arm: Arm, tint: u32) {
    shadow(sketch);
    weapon::draw(sketch, arm, (66.0, 78.0), 0.0);
    for x in [34.0, 94.0] {
        sketch.limb(&[(64.0, 60.0), (x, 52.0)], 6.0, shade(METAL, 0.7));
        sketch.oval((x, 52.0), (13.0, 6.0), shade(METAL, 0.9));
        sketch.limb(&[(x - 15.0, 44.0), (x + 15.0, 44.0)], 2.6, 0xC6_CED6);
        sketch.limb(&[(x, 46.0), (x, 50.0)], 3.0, METAL);
    }
    sketch.oval((64.0, 62.0), (20.0, 17.0), tint);
    sketch.oval((70.0, 63.0), (10.0, 10.0), 0x20_2A34);
    sketch.spot((71.0, 63.0), (5.6, 5.6), GLASS);
    sketch.glow((71.0, 63.0), 15.0, GLASS);
    // The shield before it.
    let arc: Vec<_> = (0..9)
        .map(|i| {
            let angle = (-56.0 + 14.0 * i as f32).to_radians();
            (64.0 + 46.0 * angle.cos(), 62.0 + 38.0 * angle.sin())
        })
        .collect();
    sketch.mark(&arc, 3.0, 0x9A_D8F2);
    sketch.mark(&arc, 1.2, 0xFF_FFFF);
}

fn drifter(sketch: &mut Sketch, arm: Arm, tint: u32, stride: f32) {
    shadow(sketch);
    for (x, bend) in [(46.0, -7.0), (56.0, -3.0), (68.0, 4.0), (78.0, 8.0)] {
        let sway = stride * 0.6;
        sketch.limb(
            &[
                (x, 66.0),
                (x + bend + sway, 80.0),
                (x + bend * 0.4 - sway, 95.0),
            ],
            4.4,
            shade(tint, 0.75),
        );
    }
    weapon::draw(sketch, arm, (72.0, 74.0), 0.0);
    sketch.bent(
        (30.0, 60.0),
        &[
            [(30.0, 26.0), (64.0, 26.0)],
            [(98.0, 26.0), (98.0, 60.0)],
            [(82.0, 72.0), (64.0, 70.0)],
            [(46.0, 72.0), (30.0, 60.0)],
        ],
        tint,
    );
    sketch.spot((48.0, 37.0), (8.0, 4.6), shade(tint, 1.5));
    sketch.oval((74.0, 51.0), (15.0, 14.0), PALE);
    sketch.spot((78.0, 51.0), (8.6, 9.6), 0x9A_4FD0);
    sketch.spot((80.0, 51.0), (4.0, 7.6), 0x16_0E1C);
    sketch.spot((76.0, 46.0), (2.2, 2.2), 0xFF_FFFF);
}

fn wisp(sketch: &mut Sketch, tint: u32, stride: f32) {
    shadow(sketch);
    sketch.glow((64.0, 58.0), 50.0, 0x9A_E4FF);
    for (x, tip) in [(-16.0, -22.0), (0.0, 2.0), (16.0, 24.0)] {
        sketch.bent(
            (64.0 + x - 7.0, 66.0),
            &[
                [(64.0 + x - 4.0, 84.0), (64.0 + tip + stride, 98.0)],
                [(64.0 + x + 8.0, 84.0), (64.0 + x + 7.0, 66.0)],
            ],
            shade(tint, 1.2),
        );
    }
    sketch.bent(
        (64.0, 20.0),
        &[
            [(92.0, 34.0), (90.0, 60.0)],
            [(84.0, 80.0), (64.0, 78.0)],
            [(44.0, 80.0), (38.0, 60.0)],
            [(36.0, 34.0), (64.0, 20.0)],
        ],
        0xBF_EFFF,
    );
    sketch.glow((64.0, 56.0), 24.0, 0xFF_FFFF);
    sketch.spot((58.0, 54.0), (4.0, 6.4), 0x1C_4A68);
    sketch.spot((75.0, 54.0), (3.6, 6.0), 0x1C_4A68);
}

/// On the ground below what flies.
fn shadow(sketch: &mut Sketch) {
    sketch.spot((64.0, 102.0), (22.0, 4.6), 0x08_090C);
}

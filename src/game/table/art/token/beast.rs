//! Figures that are not built like people: beasts, machines, beings of light.
//!
//! **Invariant:** they face right; lying low presses them flat, out of action they lie on their side.

use super::{
    Pose,
    weapon::{self, Arm},
};
use crate::{
    content::silhouette::Silhouette,
    game::table::art::{
        drawing::{FIGURES, Pen, Place},
        sketch::Sketch,
    },
};

/// Sketches a figure that is no biped with its weapon.
pub(super) fn sketch(kind: Silhouette, arm: Arm, tint: u32, pose: Pose) -> Sketch {
    let stride = match pose {
        Pose::Step(frame) => [6.0, 0.0, -6.0, 0.0][usize::from(frame % 4)],
        _ => 0.0,
    };
    let inks = [("tint", tint)];
    let pen = Pen {
        at: &|Place { x, y, sway, .. }| (x + sway * stride, y),
        weapon: &|sketch, grip| weapon::draw(sketch, arm, grip, 0.0),
        ..Pen::new(&inks)
    };
    FIGURES.sketch(kind, &pen)
}

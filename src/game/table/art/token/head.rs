//! Heads of figures on two legs: faces, helmets, horns and crests.
//!
//! **Invariant:** no two kinds have the same head.

use super::sketch::{At, Sketch};
use crate::{content::silhouette::Silhouette, game::table::art::paint::shade};

const PALE: u32 = 0xF4_E7C0;
const PSI: u32 = 0xC7_8AF2;

/// Draws the head of a kind.
pub(super) fn draw(sketch: &mut Sketch, kind: Silhouette, at: At, skin: u32, tint: u32) {
    match kind {
        Silhouette::Sectoid | Silhouette::SectoidLeader => {
            sectoid(sketch, kind == Silhouette::SectoidLeader, at, skin);
        }
        Silhouette::Brute => brute(sketch, at, skin),
        Silhouette::Marksman => marksman(sketch, at, skin, tint),
        Silhouette::Officer => officer(sketch, at, skin),
        Silhouette::Civilian => civilian(sketch, at, skin),
        Silhouette::Psion => psion(sketch, at, skin),
        _ => soldier(sketch, kind, at, skin, tint),
    }
}

fn sectoid(sketch: &mut Sketch, is_leader: bool, (x, y): At, skin: u32) {
    if is_leader {
        let crest = [
            (x - 15.0, y + 2.0),
            (x - 19.0, y - 18.0),
            (x - 8.0, y - 13.0),
            (x - 2.0, y - 24.0),
            (x + 5.0, y - 13.0),
            (x + 13.0, y - 16.0),
            (x + 10.0, y),
        ];
        sketch.body(&crest, 1.6, 0xE8_BE58);
    }
    sketch.bent(
        (x + 3.0, y + 13.0),
        &[
            [(x - 5.0, y + 11.0), (x - 14.0, y + 1.0)],
            [(x - 19.0, y - 15.0), (x - 1.0, y - 16.0)],
            [(x + 17.0, y - 15.0), (x + 15.0, y)],
            [(x + 13.0, y + 10.0), (x + 3.0, y + 13.0)],
        ],
        skin,
    );
    // Slanted black eyes, one on each side of the face.
    sketch.spot((x + 11.0, y + 1.0), (2.6, 4.6), 0x0E_0A12);
    sketch.spot((x + 1.5, y + 1.5), (4.2, 5.2), 0x0E_0A12);
    sketch.spot((x + 0.2, y - 1.0), (1.3, 1.3), 0xFF_FFFF);
    sketch.spot((x + 10.4, y - 1.0), (0.9, 0.9), 0xFF_FFFF);
    if is_leader {
        sketch.spot((x + 5.0, y - 9.0), (2.8, 2.8), 0x8A_2CBF);
    }
}

fn brute(sketch: &mut Sketch, (x, y): At, skin: u32) {
    for side in [-1.0, 1.0] {
        let root = x + side * 6.0;
        sketch.bent(
            (root - 3.0, y - 6.0),
            &[
                [
                    (root + side * 12.0, y - 10.0),
                    (root + side * 13.0, y - 22.0),
                ],
                [(root + side * 4.0, y - 18.0), (root + 4.0, y - 8.0)],
            ],
            PALE,
        );
    }
    sketch.oval((x, y), (12.0, 11.5), skin);
    sketch.oval((x + 4.0, y + 6.0), (9.5, 6.5), shade(skin, 0.85));
    sketch.mark(&[(x - 2.0, y - 3.5), (x + 4.0, y - 1.0)], 2.6, 0x2A_1610);
    sketch.mark(&[(x + 12.0, y - 3.5), (x + 7.5, y - 1.0)], 2.6, 0x2A_1610);
    sketch.spot((x + 3.4, y + 0.8), (1.6, 1.4), 0xFF_C850);
    sketch.spot((x + 9.0, y + 0.8), (1.4, 1.4), 0xFF_C850);
    for dx in [0.0, 8.0] {
        sketch.patch(
            &[
                (x + dx - 1.8, y + 9.0),
                (x + dx, y + 2.5),
                (x + dx + 1.8, y + 9.0),
            ],
            PALE,
        );
    }
}

fn marksman(sketch: &mut Sketch, (x, y): At, skin: u32, tint: u32) {
    sketch.oval((x + 2.0, y + 1.0), (7.6, 8.8), skin);
    sketch.mark(&[(x + 3.5, y), (x + 9.0, y)], 2.4, 0x2A_2420);
    sketch.bent(
        (x + 6.0, y - 10.5),
        &[
            [(x - 15.0, y - 15.0), (x - 11.0, y + 5.0)],
            [(x - 12.0, y + 14.0), (x - 2.0, y + 15.0)],
            [(x + 4.0, y + 14.0), (x + 3.0, y + 8.0)],
            [(x - 3.0, y - 2.0), (x + 6.0, y - 10.5)],
        ],
        shade(tint, 0.62),
    );
}

fn officer(sketch: &mut Sketch, (x, y): At, skin: u32) {
    sketch.oval((x, y), (8.2, 9.2), skin);
    sketch.mark(&[(x + 3.0, y - 0.5), (x + 7.0, y - 0.5)], 2.0, 0x2A_2420);
    sketch.mark(&[(x - 6.0, y + 1.0), (x - 6.0, y + 5.0)], 3.0, 0x3A_2C22);
    sketch.bent(
        (x + 8.5, y - 5.0),
        &[
            [(x + 9.0, y - 12.0), (x - 2.0, y - 13.0)],
            [(x - 18.0, y - 13.0), (x - 15.0, y - 2.0)],
            [(x - 8.0, y - 4.0), (x + 8.5, y - 5.0)],
        ],
        0xB8_3A3A,
    );
    sketch.spot((x + 3.0, y - 8.0), (2.2, 2.2), 0xFF_D978);
}

fn civilian(sketch: &mut Sketch, (x, y): At, skin: u32) {
    sketch.oval((x, y), (8.0, 9.0), skin);
    sketch.mark(&[(x + 3.5, y), (x + 6.5, y)], 1.8, 0x2A_2420);
    sketch.bent(
        (x + 7.0, y - 6.0),
        &[
            [(x + 2.0, y - 14.0), (x - 7.0, y - 9.0)],
            [(x - 12.0, y - 2.0), (x - 8.0, y + 5.0)],
            [(x - 4.0, y - 4.0), (x + 7.0, y - 6.0)],
        ],
        0x6A_452A,
    );
}

fn psion(sketch: &mut Sketch, (x, y): At, skin: u32) {
    sketch.glow((x, y - 2.0), 26.0, PSI);
    sketch.oval((x, y), (8.0, 9.4), skin);
    sketch.mark(&[(x + 3.0, y), (x + 7.0, y)], 1.8, 0x2A_2420);
    sketch.limb(
        &[(x - 8.0, y - 3.0), (x, y - 5.0), (x + 7.5, y - 4.0)],
        3.0,
        0x55_5C68,
    );
    sketch.spot((x + 6.0, y - 4.4), (2.6, 2.6), PSI);
}

fn soldier(sketch: &mut Sketch, kind: Silhouette, (x, y): At, skin: u32, tint: u32) {
    sketch.oval((x + 1.0, y + 2.0), (7.6, 8.0), skin);
    sketch.bent(
        (x - 10.0, y + 5.0),
        &[
            [(x - 13.0, y - 12.5), (x, y - 12.5)],
            [(x + 12.0, y - 12.5), (x + 11.5, y - 1.0)],
            [(x + 2.0, y - 3.0), (x - 2.0, y + 5.0)],
            [(x - 6.0, y + 8.0), (x - 10.0, y + 5.0)],
        ],
        if kind == Silhouette::Medic {
            PALE
        } else {
            shade(tint, 0.95)
        },
    );
    sketch.mark(&[(x + 3.0, y + 1.0), (x + 9.0, y + 1.0)], 3.6, 0x1C_2A34);
    sketch.mark(&[(x + 4.0, y + 0.2), (x + 7.0, y + 0.2)], 1.2, 0x8F_D8F0);
    if kind == Silhouette::Medic {
        sketch.mark(&[(x - 3.0, y - 10.0), (x - 3.0, y - 3.0)], 2.4, 0xC8_3434);
        sketch.mark(&[(x - 6.5, y - 6.5), (x + 0.5, y - 6.5)], 2.4, 0xC8_3434);
    }
    if kind == Silhouette::Gunner {
        sketch.mark(&[(x + 3.0, y + 6.0), (x + 9.0, y + 5.0)], 4.0, 0x30_363E);
    }
}

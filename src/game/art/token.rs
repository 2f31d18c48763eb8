//! Unit tokens, their facing wedges and rings, and the dot of tracers.
//!
//! **Invariant:** sides differ in the shape of the frame as well as in color.

use tiny_skia::{
    Color, FillRule, Mask, Path, PathBuilder, Pixmap, PixmapPaint, Rect, Stroke, Transform,
};

use super::{
    TOKEN,
    paint::{circle, fill, line, paint, polygon, rgba, shade, shape, stroke},
};
use crate::content::battlescape::Silhouette;

/// Colors of the sides; shapes differ too.
const SIDE_COLORS: [u32; 4] = [0x3F_7FB8, 0xC4_5A35, 0x8A_8F3C, 0x8A_5AA8];
/// Colors of the figures on the tokens of each side.
const FIGURE_COLORS: [u32; 4] = [0xA9_CBE2, 0xEB_AE88, 0xD3_D69A, 0xCF_B2E0];
/// Weapons, helmets and crests.
const PALE: u32 = 0xF4_E7C0;
const CENTER: f32 = TOKEN as f32 / 2.0;

/// Paints a unit token: a frame by side, a silhouette by kind.
pub fn token_picture(silhouette: Silhouette, side: usize) -> Pixmap {
    let mut picture = new_token();
    let side = side.min(SIDE_COLORS.len() - 1);
    let color = SIDE_COLORS[side];
    for (radius, lift, tone, alpha) in [
        (39.5, -4.0, 0x05_0608, 0.55),
        (38.5, 0.0, shade(color, 0.4), 1.0),
        (36.5, 1.0, shade(color, 0.95), 1.0),
        (32.0, 1.0, shade(color, 0.28), 1.0),
        (31.0, 1.0, shade(color, 0.42), 1.0),
    ] {
        if let Some(path) = frame(side, radius, lift) {
            fill(&mut picture, &path, rgba(tone, alpha));
        }
    }
    // The figure stands inside the frame, lit from above.
    let mut inside = new_token();
    for (radius, alpha) in [(26.0, 0.10), (19.0, 0.12), (12.0, 0.12)] {
        circle(
            &mut inside,
            CENTER,
            38.0,
            radius,
            rgba(shade(color, 1.3), alpha),
        );
    }
    figure(&mut inside, silhouette, FIGURE_COLORS[side]);
    let mut mask = Mask::new(TOKEN, TOKEN).expect("the size is not zero");
    if let Some(path) = frame(side, 31.0, 1.0) {
        mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
    }
    inside.apply_mask(&mask);
    picture.draw_pixmap(
        0,
        0,
        inside.as_ref(),
        &PixmapPaint::default(),
        Transform::identity(),
        None,
    );
    // Light on the upper rim.
    if let Some(path) = arc(37.0, 200.0, 290.0).filter(|_| side == 0) {
        line(&mut picture, &path, rgba(0xFF_FFFF, 0.35), 1.6);
    }
    picture
}

fn new_token() -> Pixmap {
    Pixmap::new(TOKEN, TOKEN).expect("the size is not zero")
}

/// Outline of the token of a side: a disc, a hex, a diamond or a square.
fn frame(side: usize, radius: f32, lift: f32) -> Option<Path> {
    let (count, turn, stretch) = match side {
        0 => return PathBuilder::from_circle(CENTER, CENTER - lift, radius),
        1 => (6, 0.0_f32, 1.06),
        2 => (4, 0.0, 1.2),
        _ => (4, 45.0, 1.2),
    };
    let points: Vec<_> = (0..count)
        .map(|i| {
            let angle = turn.to_radians() + i as f32 * std::f32::consts::TAU / count as f32;
            let radius = radius * stretch;
            (
                CENTER + radius * angle.cos(),
                CENTER - lift + radius * angle.sin(),
            )
        })
        .collect();
    polygon(&points)
}

/// Part of a circle around the middle, from one angle to another in degrees clockwise.
fn arc(radius: f32, from: f32, to: f32) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for i in 0..=12 {
        let angle = (from + (to - from) * i as f32 / 12.0).to_radians();
        let (x, y) = (CENTER + radius * angle.cos(), CENTER + radius * angle.sin());
        match i {
            0 => builder.move_to(x, y),
            _ => builder.line_to(x, y),
        }
    }
    builder.finish()
}

/// An ellipse.
fn oval(picture: &mut Pixmap, (x, y): (f32, f32), (rx, ry): (f32, f32), color: Color) {
    let bounds = Rect::from_xywh(x - rx, y - ry, rx * 2.0, ry * 2.0);
    if let Some(path) = bounds.and_then(PathBuilder::from_oval) {
        fill(picture, &path, color);
    }
}

/// A closed shape of curves, each bent by its first point: `(bend, end)`.
fn curve(picture: &mut Pixmap, from: (f32, f32), bends: &[[(f32, f32); 2]], color: Color) {
    let mut builder = PathBuilder::new();
    builder.move_to(from.0, from.1);
    for [bend, end] in bends {
        builder.quad_to(bend.0, bend.1, end.0, end.1);
    }
    builder.close();
    if let Some(path) = builder.finish() {
        fill(picture, &path, color);
    }
}

/// Head and shoulders down to the edge of the token, `half` wide from the middle.
fn bust(picture: &mut Pixmap, half: f32, color: u32) {
    let (left, right) = (CENTER - half, CENTER + half);
    let body = |picture: &mut Pixmap, left: f32, right: f32, color: Color| {
        curve(
            picture,
            (left, 82.0),
            &[
                [(left, 58.0), (CENTER - 7.0, 52.0)],
                [(CENTER, 55.0), (CENTER + 7.0, 52.0)],
                [(right, 58.0), (right, 82.0)],
            ],
            color,
        );
    };
    body(
        picture,
        left - 1.5,
        right + 1.5,
        rgba(shade(color, 0.2), 1.0),
    );
    body(picture, left, right, rgba(shade(color, 0.62), 1.0));
    body(
        picture,
        left + 1.0,
        right - 7.0,
        rgba(shade(color, 0.82), 1.0),
    );
    // Straps of the harness.
    let strap = rgba(shade(color, 0.36), 0.9);
    stroke(picture, &[(40.0, 56.0), (42.5, 80.0)], strap, 2.6);
    stroke(picture, &[(56.0, 56.0), (53.5, 80.0)], strap, 2.6);
}

/// A face under a helmet.
fn helmet(picture: &mut Pixmap, size: f32, color: u32) {
    let (x, y) = (CENTER, 42.0);
    oval(
        picture,
        (x, y + 1.0),
        (size + 1.5, size + 2.5),
        rgba(shade(color, 0.2), 1.0),
    );
    oval(picture, (x, y + 1.0), (size, size + 1.0), rgba(color, 1.0));
    let dome = |picture: &mut Pixmap, grow: f32, color: Color| {
        let (l, r) = (x - size - 2.5 - grow, x + size + 2.5 + grow);
        curve(
            picture,
            (l, y + grow),
            &[
                [(l, y - size * 1.55 - grow), (x, y - size * 1.55 - grow)],
                [(r, y - size * 1.55 - grow), (r, y + grow)],
                [(x, y - 4.0 + grow), (l, y + grow)],
            ],
            color,
        );
    };
    dome(picture, 1.5, rgba(shade(color, 0.2), 1.0));
    dome(picture, 0.0, rgba(shade(PALE, 0.8), 1.0));
    oval(
        picture,
        (x - 3.5, y - size * 0.95),
        (4.0, 2.6),
        rgba(PALE, 0.9),
    );
    // Visor.
    stroke(
        picture,
        &[(x - size * 0.6, y + 2.5), (x + size * 0.6, y + 2.5)],
        rgba(shade(color, 0.3), 1.0),
        3.4,
    );
}

/// A weapon from butt to muzzle: a thick stock, a thinner barrel.
fn gun(picture: &mut Pixmap, from: (f32, f32), to: (f32, f32), width: f32) {
    let along = |t: f32| (from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t);
    let dark = rgba(0x12_1418, 1.0);
    stroke(picture, &[from, along(0.6)], dark, width + 4.0);
    stroke(picture, &[from, to], dark, width * 0.55 + 3.4);
    stroke(
        picture,
        &[along(0.55), to],
        rgba(shade(PALE, 0.82), 1.0),
        width * 0.55,
    );
    stroke(picture, &[from, along(0.6)], rgba(PALE, 1.0), width);
}

/// A big smooth head with slanted black eyes.
fn alien_head(picture: &mut Pixmap, color: u32) {
    curve(
        picture,
        (33.0, 82.0),
        &[
            [(35.0, 64.0), (44.0, 58.0)],
            [(48.0, 60.0), (52.0, 58.0)],
            [(61.0, 64.0), (63.0, 82.0)],
        ],
        rgba(shade(color, 0.6), 1.0),
    );
    let skull = |picture: &mut Pixmap, grow: f32, color: Color| {
        curve(
            picture,
            (CENTER, 61.0 + grow),
            &[
                [(36.0 - grow, 57.0), (30.5 - grow, 39.0)],
                [(29.0 - grow, 20.0 - grow), (CENTER, 20.0 - grow)],
                [(67.0 + grow, 20.0 - grow), (65.5 + grow, 39.0)],
                [(60.0 + grow, 57.0), (CENTER, 61.0 + grow)],
            ],
            color,
        );
    };
    skull(picture, 1.5, rgba(shade(color, 0.2), 1.0));
    skull(picture, 0.0, rgba(shade(color, 0.88), 1.0));
    oval(
        picture,
        (43.0, 28.0),
        (9.0, 5.5),
        rgba(shade(color, 1.1), 0.8),
    );
    for (outer, inner) in [(34.0, 46.0), (62.0, 50.0)] {
        let middle = (outer + inner) / 2.0;
        curve(
            picture,
            (outer, 39.0),
            &[
                [(middle, 38.0), (inner, 49.0)],
                [(middle - 1.0, 52.0), (outer, 39.0)],
            ],
            rgba(0x14_0E10, 1.0),
        );
        circle(picture, middle - 1.5, 43.5, 1.3, rgba(0xFF_FFFF, 0.75));
    }
}

/// Draws the silhouette of a unit kind in the middle of a token.
fn figure(picture: &mut Pixmap, silhouette: Silhouette, color: u32) {
    let tone = rgba(shade(color, 0.9), 1.0);
    let edge = rgba(shade(color, 0.2), 1.0);
    match silhouette {
        Silhouette::Soldier => {
            bust(picture, 22.0, color);
            helmet(picture, 9.5, color);
            gun(picture, (31.0, 74.0), (67.0, 56.0), 6.0);
        }
        Silhouette::Marksman => {
            bust(picture, 20.0, color);
            // A hood instead of a helmet, and a long barrel over the shoulder.
            curve(
                picture,
                (35.0, 56.0),
                &[[(33.0, 24.0), (48.0, 24.0)], [(63.0, 24.0), (61.0, 56.0)]],
                edge,
            );
            curve(
                picture,
                (37.0, 55.0),
                &[[(35.0, 26.0), (48.0, 26.0)], [(61.0, 26.0), (59.0, 55.0)]],
                rgba(shade(color, 0.5), 1.0),
            );
            oval(picture, (48.0, 43.0), (7.5, 9.5), rgba(color, 1.0));
            stroke(picture, &[(43.0, 42.0), (53.0, 42.0)], edge, 3.0);
            gun(picture, (28.0, 76.0), (73.0, 24.0), 4.6);
            circle(picture, 48.0, 50.0, 3.8, rgba(0x12_1418, 1.0));
            circle(picture, 48.0, 50.0, 2.0, rgba(0x8F_E3F0, 1.0));
        }
        Silhouette::Officer => {
            bust(picture, 21.0, color);
            oval(picture, (48.0, 43.0), (11.0, 12.0), edge);
            oval(picture, (48.0, 43.0), (9.5, 10.5), rgba(color, 1.0));
            stroke(picture, &[(42.5, 44.0), (53.5, 44.0)], edge, 3.0);
            // Beret, worn to one side.
            curve(
                picture,
                (34.0, 38.0),
                &[
                    [(30.0, 24.0), (48.0, 25.0)],
                    [(68.0, 24.0), (66.0, 35.0)],
                    [(58.0, 32.0), (34.0, 38.0)],
                ],
                edge,
            );
            curve(
                picture,
                (36.0, 36.0),
                &[
                    [(33.0, 26.0), (48.0, 27.0)],
                    [(65.0, 26.0), (64.0, 33.0)],
                    [(56.0, 30.5), (36.0, 36.0)],
                ],
                rgba(0xC2_4040, 1.0),
            );
            circle(picture, 41.0, 33.0, 2.2, rgba(0xFF_D978, 1.0));
            for y in [61.0, 66.5] {
                let chevron = [(29.5, y), (33.0, y - 3.0), (36.5, y)];
                stroke(picture, &chevron, rgba(0xFF_D978, 1.0), 2.2);
            }
            gun(picture, (40.0, 77.0), (68.0, 60.0), 5.0);
        }
        Silhouette::Medic => {
            bust(picture, 21.0, color);
            helmet(picture, 10.0, color);
            circle(picture, 48.0, 66.0, 9.5, edge);
            circle(picture, 48.0, 66.0, 8.2, rgba(PALE, 1.0));
            let red = rgba(0xC2_3A3A, 1.0);
            stroke(picture, &[(48.0, 60.5), (48.0, 71.5)], red, 3.6);
            stroke(picture, &[(42.5, 66.0), (53.5, 66.0)], red, 3.6);
        }
        Silhouette::Psion => {
            bust(picture, 20.0, color);
            oval(picture, (48.0, 42.0), (10.5, 12.0), edge);
            oval(picture, (48.0, 42.0), (9.0, 10.5), rgba(color, 1.0));
            for radius in [16.0_f32, 21.0, 26.0] {
                let arc: Vec<_> = (0..9)
                    .map(|i| {
                        let angle = (200.0 + 17.5 * i as f32).to_radians();
                        (48.0 + radius * angle.cos(), 42.0 + radius * angle.sin())
                    })
                    .collect();
                stroke(picture, &arc, rgba(0xC7_8AF2, 0.9), 2.0);
            }
            circle(picture, 48.0, 70.0, 5.0, rgba(0xC7_8AF2, 1.0));
        }
        Silhouette::Drifter => {
            oval(picture, (48.0, 48.0), (24.0, 17.0), edge);
            oval(picture, (48.0, 48.0), (22.0, 15.0), tone);
            oval(picture, (48.0, 48.0), (11.0, 11.0), rgba(PALE, 1.0));
            circle(picture, 48.0, 48.0, 5.4, rgba(0x20_1428, 1.0));
            circle(picture, 46.5, 46.5, 1.8, rgba(PALE, 1.0));
            for x in [34.0, 43.0, 53.0, 62.0] {
                stroke(
                    picture,
                    &[(x, 62.0), (x - 2.0, 70.0), (x + 1.5, 78.0)],
                    edge,
                    4.6,
                );
                stroke(
                    picture,
                    &[(x, 62.0), (x - 2.0, 70.0), (x + 1.5, 78.0)],
                    tone,
                    2.6,
                );
            }
        }
        Silhouette::Wisp => {
            for (radius, alpha) in [(30.0, 0.16), (22.0, 0.24), (14.0, 0.45)] {
                circle(picture, 48.0, 48.0, radius, rgba(0xBF_EFFF, alpha));
            }
            circle(picture, 48.0, 48.0, 8.0, rgba(0xFF_FFFF, 1.0));
            for i in 0..6 {
                let angle = (60.0 * i as f32 + 15.0).to_radians();
                let at = |r: f32| (48.0 + r * angle.cos(), 48.0 + r * angle.sin());
                stroke(picture, &[at(11.0), at(27.0)], rgba(0xBF_EFFF, 0.9), 2.2);
            }
        }
        Silhouette::Civilian => {
            bust(picture, 20.0, color);
            oval(picture, (48.0, 42.0), (10.5, 12.0), edge);
            oval(picture, (48.0, 42.0), (9.0, 10.5), rgba(PALE, 1.0));
            stroke(
                picture,
                &[(39.5, 37.0), (48.0, 31.0), (56.5, 37.0)],
                edge,
                4.0,
            );
        }
        Silhouette::Gunner => {
            bust(picture, 28.0, color);
            for x in [26.0, 70.0] {
                oval(picture, (x, 62.0), (8.5, 8.0), edge);
                oval(
                    picture,
                    (x, 62.0),
                    (7.0, 6.5),
                    rgba(shade(color, 0.75), 1.0),
                );
            }
            helmet(picture, 10.5, color);
            gun(picture, (24.0, 70.0), (74.0, 64.0), 9.0);
            for x in [38.0, 42.0, 46.0] {
                stroke(picture, &[(x, 73.0), (x, 78.0)], rgba(0xD9_B45A, 1.0), 2.4);
            }
        }
        Silhouette::Sectoid => {
            alien_head(picture, color);
            gun(picture, (37.0, 75.0), (62.0, 67.0), 4.6);
        }
        Silhouette::SectoidLeader => {
            alien_head(picture, color);
            // A circlet with three points.
            let circlet = [
                (31.5, 33.0),
                (31.0, 20.0),
                (39.5, 27.0),
                (48.0, 17.0),
                (56.5, 27.0),
                (65.0, 20.0),
                (64.5, 33.0),
                (48.0, 37.0),
            ];
            shape(picture, &circlet, rgba(0xFF_D978, 1.0));
            if let Some(path) = polygon(&circlet) {
                line(picture, &path, edge, 1.6);
            }
            circle(picture, 48.0, 30.0, 3.2, rgba(0x8A_2CBF, 1.0));
            gun(picture, (37.0, 75.0), (64.0, 67.0), 4.6);
        }
        Silhouette::Brute => {
            bust(picture, 31.0, color);
            for (dx, sign) in [(-12.0_f32, -1.0_f32), (12.0, 1.0)] {
                let root = CENTER + dx * 0.7;
                curve(
                    picture,
                    (root, 36.0),
                    &[
                        [(root + sign * 13.0, 34.0), (root + sign * 14.0, 20.0)],
                        [(root + sign * 8.0, 27.0), (root - sign * 2.0, 29.0)],
                    ],
                    rgba(PALE, 1.0),
                );
            }
            oval(picture, (48.0, 42.0), (13.5, 13.0), edge);
            oval(picture, (48.0, 42.0), (12.0, 11.5), tone);
            stroke(picture, &[(39.0, 37.0), (46.0, 40.5)], edge, 3.0);
            stroke(picture, &[(57.0, 37.0), (50.0, 40.5)], edge, 3.0);
            stroke(picture, &[(42.0, 48.5), (54.0, 48.5)], edge, 2.6);
            for x in [43.5, 52.5] {
                let tusk = [(x - 2.0, 49.0), (x, 43.5), (x + 2.0, 49.0)];
                shape(picture, &tusk, rgba(PALE, 1.0));
            }
            gun(picture, (28.0, 74.0), (70.0, 62.0), 8.0);
        }
        Silhouette::Ripper => {
            for sign in [-1.0_f32, 1.0] {
                for (i, reach) in [(0.0_f32, 24.0_f32), (1.0, 27.0), (2.0, 23.0)] {
                    let y = 36.0 + 11.0 * i;
                    let leg = [
                        (CENTER, 46.0 + 4.0 * i),
                        (CENTER + sign * reach * 0.65, y),
                        (CENTER + sign * reach, y + 11.0),
                    ];
                    stroke(picture, &leg, edge, 6.4);
                    stroke(picture, &leg, tone, 3.8);
                }
                let claw = [
                    (CENTER + sign * 5.0, 34.0),
                    (CENTER + sign * 13.0, 25.0),
                    (CENTER + sign * 5.0, 19.5),
                ];
                stroke(picture, &claw, edge, 6.4);
                stroke(picture, &claw, rgba(PALE, 1.0), 3.6);
            }
            oval(picture, (48.0, 58.0), (12.5, 15.0), edge);
            oval(
                picture,
                (48.0, 58.0),
                (11.0, 13.5),
                rgba(shade(color, 0.68), 1.0),
            );
            for y in [54.0, 60.0, 66.0] {
                stroke(picture, &[(41.0, y), (48.0, y + 2.5), (55.0, y)], edge, 1.8);
            }
            oval(picture, (48.0, 39.0), (10.5, 9.5), edge);
            oval(picture, (48.0, 39.0), (9.0, 8.0), tone);
            circle(picture, 44.0, 36.5, 2.3, rgba(0xE0_3A2A, 1.0));
            circle(picture, 52.0, 36.5, 2.3, rgba(0xE0_3A2A, 1.0));
        }
        Silhouette::Walker => {
            for dx in [-23.0_f32, -9.0, 9.0, 23.0] {
                let leg = [
                    (CENTER + dx * 0.5, 46.0),
                    (CENTER + dx * 1.1, 57.0),
                    (CENTER + dx * 0.95, 74.0),
                ];
                stroke(picture, &leg, edge, 6.4);
                stroke(picture, &leg, rgba(shade(color, 0.72), 1.0), 3.8);
            }
            oval(picture, (48.0, 43.0), (27.0, 12.0), edge);
            oval(
                picture,
                (48.0, 43.0),
                (25.5, 10.5),
                rgba(shade(color, 0.66), 1.0),
            );
            oval(picture, (48.0, 40.5), (22.0, 7.5), tone);
            oval(picture, (48.0, 36.0), (11.5, 10.0), edge);
            oval(picture, (48.0, 36.0), (10.0, 8.5), rgba(0x9C_F0FF, 0.9));
            oval(picture, (45.0, 33.0), (4.0, 2.6), rgba(0xFF_FFFF, 0.8));
            gun(picture, (48.0, 52.0), (48.0, 72.0), 7.0);
        }
        Silhouette::Drone => {
            for sign in [-1.0_f32, 1.0] {
                let x = CENTER + sign * 20.0;
                stroke(picture, &[(CENTER, 48.0), (x, 44.0)], edge, 8.0);
                stroke(picture, &[(CENTER, 48.0), (x, 44.0)], tone, 4.6);
                oval(picture, (x, 43.0), (10.5, 10.5), edge);
                oval(picture, (x, 43.0), (9.0, 9.0), rgba(shade(color, 0.6), 1.0));
                stroke(picture, &[(x - 6.5, 46.5), (x + 6.5, 39.5)], tone, 2.6);
                circle(picture, x, 43.0, 2.4, edge);
            }
            oval(picture, (48.0, 51.0), (15.0, 14.0), edge);
            oval(picture, (48.0, 51.0), (13.5, 12.5), tone);
            circle(picture, 48.0, 53.0, 7.0, edge);
            circle(picture, 48.0, 53.0, 5.0, rgba(0x9C_F0FF, 1.0));
            gun(picture, (48.0, 64.0), (48.0, 73.0), 4.0);
        }
    }
}

/// Paints a facing wedge that points East.
pub fn wedge_picture() -> Pixmap {
    let mut picture = Pixmap::new(TOKEN, TOKEN).expect("the size is not zero");
    shape(
        &mut picture,
        &[(84.0, 36.0), (95.0, 48.0), (84.0, 60.0)],
        rgba(0x0A_0C10, 0.8),
    );
    shape(
        &mut picture,
        &[(85.5, 39.5), (93.0, 48.0), (85.5, 56.5)],
        rgba(0xF4_E7C0, 1.0),
    );
    picture
}

/// Paints a ring (selection, target).
pub fn ring_picture(color: u32, is_dashed: bool) -> Pixmap {
    let mut picture = Pixmap::new(TOKEN + 16, TOKEN + 16).expect("the size is not zero");
    let center = (TOKEN + 16) as f32 / 2.0;
    if let Some(path) = PathBuilder::from_circle(center, center, 47.0) {
        let dash = is_dashed
            .then(|| tiny_skia::StrokeDash::new(vec![16.0, 9.0], 0.0))
            .flatten();
        let stroke = Stroke {
            width: 4.0,
            dash,
            ..Stroke::default()
        };
        picture.stroke_path(
            &path,
            &paint(rgba(color, 0.95)),
            &stroke,
            Transform::identity(),
            None,
        );
    }
    picture
}

/// Paints a soft white dot, tinted for paths, tracers and flashes.
pub fn dot_picture() -> Pixmap {
    let mut picture = Pixmap::new(32, 32).expect("the size is not zero");
    for (radius, alpha) in [(15.0, 0.18), (11.0, 0.3), (7.5, 1.0)] {
        circle(&mut picture, 16.0, 16.0, radius, rgba(0xFF_FFFF, alpha));
    }
    picture
}

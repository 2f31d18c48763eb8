//! Signs that lie or stand on hexes: objects, things, mines, flares, noises, glows.
//!
//! **Invariant:** each kind differs in shape, not by color alone.

use tiny_skia::Pixmap;

use super::paint::{circle, rgba, shade, shape, stroke};

/// Size of a sign in pixels.
const SIGN: u32 = 64;

/// What a sign shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// A computer to use.
    Console,
    /// A cage to open.
    Cage,
    /// A generator to use.
    Generator,
    /// A box to open.
    Container,
    /// Things on the ground.
    Things,
    /// One's own mine.
    Mine,
    /// A flare.
    Flare,
    /// A noise, somewhere near.
    Noise,
    /// Somebody moves there.
    Blip,
    /// Fire seen through the fog.
    Glow,
}

impl Sign {
    /// All signs.
    pub const ALL: [Self; 10] = [
        Self::Console,
        Self::Cage,
        Self::Generator,
        Self::Container,
        Self::Things,
        Self::Mine,
        Self::Flare,
        Self::Noise,
        Self::Blip,
        Self::Glow,
    ];
}

/// Paints a sign.
pub fn sign_picture(sign: Sign) -> Pixmap {
    let mut picture = Pixmap::new(SIGN, SIGN).expect("the size is not zero");
    let p = &mut picture;
    match sign {
        Sign::Console => console(p),
        Sign::Cage => cage(p),
        Sign::Generator => generator(p),
        Sign::Container => container(p),
        Sign::Things => things(p),
        Sign::Mine => mine(p),
        Sign::Flare => flare(p),
        Sign::Noise => noise(p),
        Sign::Blip => blip(p),
        Sign::Glow => glow(p),
    }
    picture
}

/// A box seen from above the front edge: left, top, width, height, depth of the lid.
fn block(p: &mut Pixmap, (x, y, w, h): (f32, f32, f32, f32), lid: f32, tone: u32) {
    shape(
        p,
        &[
            (x - 2.0, y + 3.0),
            (x + w + 4.0, y + 3.0),
            (x + w + 4.0, y + h + 4.0),
            (x - 2.0, y + h + 4.0),
        ],
        rgba(0, 0.35),
    );
    shape(
        p,
        &[(x, y), (x + w, y), (x + w, y + h), (x, y + h)],
        rgba(shade(tone, 0.75), 1.0),
    );
    shape(
        p,
        &[
            (x, y),
            (x + w, y),
            (x + w - 4.0, y - lid),
            (x + 4.0, y - lid),
        ],
        rgba(shade(tone, 1.2), 1.0),
    );
    stroke(p, &[(x, y), (x + w, y)], rgba(shade(tone, 1.5), 0.9), 1.5);
}

fn console(p: &mut Pixmap) {
    block(p, (14.0, 30.0, 36.0, 22.0), 12.0, 0x5A_6673);
    shape(
        p,
        &[(20.0, 28.0), (44.0, 28.0), (41.5, 20.0), (22.5, 20.0)],
        rgba(0x6F_E3FF, 1.0),
    );
    for row in 0..2 {
        let y = 37.0 + 7.0 * row as f32;
        for column in 0..4 {
            let x = 20.0 + 8.0 * column as f32;
            circle(
                p,
                x,
                y,
                2.0,
                rgba(
                    if (row + column) % 3 == 0 {
                        0xFF_C96B
                    } else {
                        0xA7_D8E8
                    },
                    0.95,
                ),
            );
        }
    }
}

fn cage(p: &mut Pixmap) {
    block(p, (13.0, 22.0, 38.0, 30.0), 8.0, 0x4A_4F57);
    shape(
        p,
        &[(17.0, 25.0), (47.0, 25.0), (47.0, 50.0), (17.0, 50.0)],
        rgba(0x15_1A20, 1.0),
    );
    for bar in 0..5 {
        let x = 19.0 + 6.5 * bar as f32;
        stroke(p, &[(x, 24.0), (x, 51.0)], rgba(0xC7_CED6, 1.0), 2.6);
    }
    stroke(p, &[(16.0, 37.0), (48.0, 37.0)], rgba(0xC7_CED6, 1.0), 2.6);
}

fn generator(p: &mut Pixmap) {
    block(p, (15.0, 26.0, 34.0, 26.0), 10.0, 0x8C_6A2F);
    let bolt = [
        (36.0, 22.0),
        (25.0, 38.0),
        (32.0, 38.0),
        (27.0, 51.0),
        (41.0, 33.0),
        (33.0, 33.0),
    ];
    shape(p, &bolt, rgba(0xFF_E27A, 1.0));
    stroke(p, &bolt, rgba(0x40_2F10, 0.8), 1.2);
}

fn container(p: &mut Pixmap) {
    block(p, (13.0, 30.0, 38.0, 22.0), 14.0, 0xA3_7B48);
    stroke(p, &[(13.0, 40.0), (51.0, 40.0)], rgba(0x5C_4222, 1.0), 2.0);
    shape(
        p,
        &[(28.0, 34.0), (36.0, 34.0), (36.0, 44.0), (28.0, 44.0)],
        rgba(0xE7_CB86, 1.0),
    );
    circle(p, 32.0, 38.0, 2.0, rgba(0x5C_4222, 1.0));
}

fn things(p: &mut Pixmap) {
    circle(p, 32.0, 44.0, 14.0, rgba(0, 0.3));
    // A rifle across a satchel.
    shape(
        p,
        &[(22.0, 36.0), (42.0, 36.0), (44.0, 50.0), (20.0, 50.0)],
        rgba(0x7C_6A45, 1.0),
    );
    shape(
        p,
        &[(22.0, 36.0), (42.0, 36.0), (40.0, 42.0), (24.0, 42.0)],
        rgba(0x9C_8758, 1.0),
    );
    stroke(p, &[(14.0, 48.0), (48.0, 28.0)], rgba(0x1D_2126, 1.0), 4.6);
    stroke(p, &[(14.0, 48.0), (48.0, 28.0)], rgba(0xC3_CAD2, 1.0), 2.4);
    stroke(p, &[(24.0, 42.5), (27.0, 49.0)], rgba(0xC3_CAD2, 1.0), 2.4);
}

fn mine(p: &mut Pixmap) {
    circle(p, 32.0, 36.0, 15.0, rgba(0, 0.35));
    for spike in 0..6 {
        let angle = (60.0 * spike as f32).to_radians();
        let (dx, dy) = (angle.cos(), angle.sin());
        stroke(
            p,
            &[
                (32.0 + 9.0 * dx, 34.0 + 9.0 * dy),
                (32.0 + 16.0 * dx, 34.0 + 16.0 * dy),
            ],
            rgba(0x9A_A2AB, 1.0),
            3.0,
        );
    }
    circle(p, 32.0, 34.0, 11.0, rgba(0x3A_4049, 1.0));
    circle(p, 32.0, 34.0, 4.5, rgba(0xFF_5A45, 1.0));
    circle(p, 30.6, 32.6, 1.5, rgba(0xFF_D8C8, 1.0));
}

fn flare(p: &mut Pixmap) {
    for (radius, alpha) in [(30.0, 0.10), (22.0, 0.16), (14.0, 0.28)] {
        circle(p, 32.0, 30.0, radius, rgba(0xFF_F0B0, alpha));
    }
    stroke(p, &[(32.0, 34.0), (28.0, 50.0)], rgba(0xB8_4A3A, 1.0), 5.0);
    for ray in 0..8 {
        let angle = (45.0 * ray as f32 + 12.0).to_radians();
        let length = if ray % 2 == 0 { 15.0 } else { 10.0 };
        stroke(
            p,
            &[
                (32.0, 30.0),
                (32.0 + length * angle.cos(), 30.0 + length * angle.sin()),
            ],
            rgba(0xFF_FBE0, 0.95),
            2.4,
        );
    }
    circle(p, 32.0, 30.0, 5.0, rgba(0xFF_FFFF, 1.0));
}

/// White, to be tinted.
fn noise(p: &mut Pixmap) {
    circle(p, 24.0, 36.0, 6.2, rgba(0x20_1808, 0.6));
    circle(p, 24.0, 36.0, 5.0, rgba(0xFF_FFFF, 1.0));
    for ring in 1..4 {
        let radius = 5.0 + 7.0 * ring as f32;
        let points: Vec<_> = (-4..=4)
            .map(|step| {
                let angle = (-35.0 + 11.0 * step as f32).to_radians();
                (24.0 + radius * angle.cos(), 36.0 + radius * angle.sin())
            })
            .collect();
        stroke(p, &points, rgba(0x20_1808, 0.6), 5.0);
        stroke(p, &points, rgba(0xFF_FFFF, 1.0), 3.0);
    }
}

fn blip(p: &mut Pixmap) {
    for (radius, alpha) in [(24.0, 0.12), (16.0, 0.2)] {
        circle(p, 32.0, 32.0, radius, rgba(0x62_F0FF, alpha));
    }
    for radius in [22.0_f32, 14.0] {
        let ring: Vec<_> = (0..=24)
            .map(|step| {
                let angle = (15.0 * step as f32).to_radians();
                (32.0 + radius * angle.cos(), 32.0 + radius * angle.sin())
            })
            .collect();
        stroke(p, &ring, rgba(0x62_F0FF, 0.9), 2.0);
    }
    circle(p, 32.0, 32.0, 5.5, rgba(0xE8_FEFF, 1.0));
}

fn glow(p: &mut Pixmap) {
    // Rings that grow fainter outwards, so that it ends nowhere.
    for step in 0..32 {
        let share = step as f32 / 31.0;
        let alpha = 0.003 + 0.028 * share * share;
        circle(p, 32.0, 32.0, 32.0 * (1.0 - share), rgba(0xFF_8A2E, alpha));
    }
    circle(p, 32.0, 32.0, 5.0, rgba(0xFF_B060, 0.12));
}

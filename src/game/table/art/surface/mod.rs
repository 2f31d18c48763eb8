//! Surfaces of the ground: pictures that tile without a seam, and the grain that breaks their edges.
//!
//! **Invariant:** every picture is [`SIZE`] pixels wide and high and joins itself on all sides.

mod tile;

pub use self::tile::with_smaller;
use self::tile::{Tile, field};
use super::paint::{Noise, rgba, shade};

/// Width and height of a surface in pixels, which are units of the world.
pub const SIZE: usize = 512;
/// Width and height of the grain.
pub const GRAIN: usize = 256;
/// Pictures of surfaces.
pub const LAYERS: usize = PAINTERS.len();

/// What paints each of them.
const PAINTERS: [fn(&mut Tile, &mut Noise); 14] = [
    grass, forest, sand, mud, road, boards, stone, rubble, bed, rock, lava, acid, space, nebula,
];

/// Paints a surface: red, green, blue, and in place of alpha how far each spot stands out.
pub fn surface_picture(layer: usize) -> Vec<u8> {
    let mut tile = Tile::new();
    let noise = &mut Noise(0x51_7C * (layer as u32 + 1));
    PAINTERS[layer](&mut tile, noise);
    tile.finish()
}

/// Makes four fields of grain: three for edges, one of ripples.
pub fn grain_picture() -> Vec<u8> {
    let edges = [(11, 7), (23, 8), (37, 9)];
    let edges = edges.map(|(seed, cells)| field::<GRAIN>(seed, cells, 4, 0.55));
    let (a, b) = (field::<GRAIN>(41, 6, 3, 0.5), field::<GRAIN>(53, 7, 3, 0.5));
    let byte = |value: f32| (value.clamp(0.0, 1.0) * 255.0) as u8;
    (0..GRAIN * GRAIN)
        .flat_map(|i| {
            // Ridges where two fields cross their middles look like light on water.
            let ridge = 1.0 - (a[i] - 0.5).abs().min((b[i] - 0.5).abs()) * 5.0;
            let ripple = ridge.max(0.0).powf(1.6) * 0.75 + a[i] * 0.25;
            let [x, y, z] = [&edges[0], &edges[1], &edges[2]].map(|edge| byte(edge[i]));
            [x, y, z, byte(ripple)]
        })
        .collect()
}

fn rgb(hex: u32) -> [f32; 3] {
    [16, 8, 0].map(|shift| ((hex >> shift) & 0xFF) as f32 / 255.0)
}

fn mix(a: [f32; 3], b: [f32; 3], part: f32) -> [f32; 3] {
    let part = part.clamp(0.0, 1.0);
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * part)
}

fn scaled(color: [f32; 3], factor: f32) -> [f32; 3] {
    color.map(|value| value * factor)
}

/// A soft step from 0 to 1.
fn step(low: f32, high: f32, value: f32) -> f32 {
    let part = ((value - low) / (high - low)).clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

/// Makes fields of noise, each from its seed, humps across, octaves and gain.
fn fields<const N: usize>(each: [(u32, usize, u32, f32); N]) -> [Vec<f32>; N] {
    each.map(|(seed, cells, octaves, gain)| field::<SIZE>(seed, cells, octaves, gain))
}

/// A place anywhere.
fn anywhere(noise: &mut Noise) -> (f32, f32) {
    let size = SIZE as f32;
    (noise.range(0.0, size), noise.range(0.0, size))
}

/// One of some tones, by chance.
fn pick(tones: &[u32], noise: &mut Noise) -> u32 {
    tones[(noise.next() * (tones.len() as f32 - 0.01)) as usize]
}

/// Flat stones of some tones strewn about, of radii between two.
fn pebbles(tile: &mut Tile, noise: &mut Noise, count: u32, radii: (f32, f32), tones: &[u32]) {
    for _ in 0..count {
        let (x, y) = anywhere(noise);
        let radius = noise.range(radii.0, radii.1);
        let tone = match tones {
            [tone] => *tone,
            _ => pick(tones, noise),
        };
        tile.pebble(x, y, radius, tone, noise);
    }
}

/// Blades that bend out of common roots.
fn clumps(tile: &mut Tile, noise: &mut Noise, count: u32, tones: [u32; 4], length: f32) {
    for _ in 0..count {
        let (x, y) = anywhere(noise);
        let tone = pick(&tones, noise);
        let blades = 4 + (noise.next() * 5.0) as u32;
        for _ in 0..blades {
            let (rx, ry) = (x + noise.range(-4.0, 4.0), y + noise.range(-3.0, 3.0));
            let (lean, rise) = (
                noise.range(-0.5, 0.5) * length,
                length * noise.range(0.5, 1.0),
            );
            let middle = (rx + lean * 0.3, ry - rise * 0.6);
            let color = rgba(shade(tone, noise.range(0.85, 1.15)), noise.range(0.35, 0.8));
            tile.line(&[(rx, ry), middle, (rx + lean, ry - rise)], color, 1.15);
        }
    }
}

fn grass(tile: &mut Tile, noise: &mut Noise) {
    let [broad, fine] = fields([(101, 5, 5, 0.55), (102, 48, 3, 0.6)]);
    let (dark, plain, dry) = (rgb(0x39_4630), rgb(0x4B_5839), rgb(0x63_6644));
    tile.wash(|i| {
        let base = mix(dark, plain, step(0.2, 0.6, broad[i]));
        let base = mix(base, dry, step(0.58, 0.9, broad[i]) * 0.7);
        scaled(base, 0.84 + 0.3 * fine[i])
    });
    clumps(
        tile,
        noise,
        1500,
        [0x55_6540, 0x3B_4A30, 0x66_7048, 0x4C_5E3A],
        8.5,
    );
    for _ in 0..60 {
        let (x, y) = anywhere(noise);
        tile.dot(x, y, noise.range(0.8, 1.4), rgba(0xA8_A070, 0.5));
    }
}

fn forest(tile: &mut Tile, noise: &mut Noise) {
    let [broad, fine] = fields([(111, 6, 5, 0.55), (112, 56, 3, 0.6)]);
    let (dark, moss, litter) = (rgb(0x2E_3526), rgb(0x3F_4A30), rgb(0x4E_4630));
    tile.wash(|i| {
        let base = mix(dark, moss, step(0.25, 0.65, broad[i]));
        let base = mix(
            base,
            litter,
            step(0.55, 0.85, broad[(i + 70_000) % broad.len()]) * 0.8,
        );
        scaled(base, 0.8 + 0.36 * fine[i])
    });
    for _ in 0..1400 {
        let (x, y) = anywhere(noise);
        let tone = pick(&[0x5C_4A30, 0x4A_4A2C, 0x6B_5636, 0x38_3D26], noise);
        let angle = noise.range(0.0, std::f32::consts::TAU);
        let (dx, dy) = (angle.cos() * 2.6, angle.sin() * 2.6);
        let color = rgba(tone, noise.range(0.4, 0.8));
        tile.line(&[(x - dx, y - dy), (x + dx, y + dy)], color, 1.8);
    }
    clumps(
        tile,
        noise,
        500,
        [0x4A_5A38, 0x35_4229, 0x56_6240, 0x42_5233],
        7.5,
    );
}

fn sand(tile: &mut Tile, noise: &mut Noise) {
    let [broad, bend, fine] = fields([(121, 4, 4, 0.5), (122, 3, 3, 0.5), (123, 128, 2, 0.7)]);
    let (low, high) = (rgb(0x74_6850), rgb(0x91_846A));
    tile.wash(|i| {
        // Ripples of the wind, bent by a slow field; whole waves fit the picture.
        let y = (i / SIZE) as f32 / SIZE as f32;
        let x = (i % SIZE) as f32 / SIZE as f32;
        let wave = ((y * 30.0 + x * 6.0) * std::f32::consts::TAU + bend[i] * 14.0).sin();
        let ripple = wave * 0.045 * step(0.35, 0.7, broad[i]);
        scaled(mix(low, high, broad[i]), 0.92 + 0.16 * fine[i] + ripple)
    });
    pebbles(tile, noise, 90, (0.8, 2.6), &[0x8E_8268]);
}

fn mud(tile: &mut Tile, noise: &mut Noise) {
    let [broad, fine] = fields([(131, 6, 5, 0.55), (132, 64, 3, 0.6)]);
    let (wet, plain, dry) = (rgb(0x33_2B22), rgb(0x4E_4232), rgb(0x5E_513D));
    tile.wash(|i| {
        let base = mix(wet, plain, step(0.3, 0.5, broad[i]));
        let base = mix(base, dry, step(0.6, 0.85, broad[i]));
        // Puddles mirror a little sky.
        let sheen = step(0.3, 0.2, broad[i]) * 0.35;
        mix(scaled(base, 0.86 + 0.28 * fine[i]), rgb(0x56_5C60), sheen)
    });
    pebbles(tile, noise, 140, (1.2, 4.0), &[0x55_493A]);
}

fn road(tile: &mut Tile, noise: &mut Noise) {
    let [broad, fine] = fields([(141, 6, 4, 0.5), (142, 150, 2, 0.7)]);
    let (low, high) = (rgb(0x4C_4A46), rgb(0x62_5F58));
    tile.wash(|i| scaled(mix(low, high, broad[i]), 0.86 + 0.26 * fine[i]));
    let tones = [0x6E_6A62, 0x56_534E, 0x7A_756A];
    pebbles(tile, noise, 1300, (0.9, 2.6), &tones);
    for _ in 0..10 {
        crack(tile, noise, 0x2A_2A2A, 16);
    }
}

/// A crack that wanders for so many steps.
fn crack(tile: &mut Tile, noise: &mut Noise, color: u32, steps: u32) {
    let mut at = anywhere(noise);
    let mut angle = noise.range(0.0, std::f32::consts::TAU);
    for step in 0..steps {
        angle += noise.range(-0.7, 0.7);
        let next = (at.0 + 9.0 * angle.cos(), at.1 + 9.0 * angle.sin());
        let width = 1.8 * (1.0 - step as f32 / steps as f32) + 0.4;
        let under = [(at.0 + 0.8, at.1 + 1.0), (next.0 + 0.8, next.1 + 1.0)];
        tile.line(&under, rgba(0xC8_C4BA, 0.12), width);
        tile.line(&[at, next], rgba(color, 0.6), width);
        at = next;
    }
}

fn boards(tile: &mut Tile, noise: &mut Noise) {
    const ROWS: usize = 16;
    const HEIGHT: usize = SIZE / ROWS;
    let [fine, broad] = fields([(151, 64, 3, 0.6), (152, 5, 4, 0.5)]);
    let ends: Vec<usize> = (0..ROWS)
        .map(|_| (noise.next() * SIZE as f32) as usize)
        .collect();
    let tones: Vec<f32> = (0..ROWS * 3).map(|_| noise.range(0.86, 1.12)).collect();
    let (low, high) = (rgb(0x55_4A3B), rgb(0x74_6650));
    tile.wash(|i| {
        let (x, y) = (i % SIZE, i / SIZE);
        let (row, inside) = (y / HEIGHT, y % HEIGHT);
        let along = (x + ends[row]) % SIZE;
        let board = along / (SIZE / 3 + 1);
        // Grain runs along the boards: the field is stretched that way.
        let stretched = (y * SIZE + (x / 6 + row * 37) % SIZE) % fine.len();
        let tone = tones[row * 3 + board] * (0.84 + 0.24 * fine[stretched]);
        let gap = match (inside, along % (SIZE / 3 + 1)) {
            (0, _) | (_, 0) => 0.45,
            (1, _) | (_, 1) => 1.1,
            (last, _) if last == HEIGHT - 1 => 0.72,
            _ => 1.0,
        };
        scaled(mix(low, high, broad[i]), tone * gap)
    });
    for (row, end) in ends.iter().enumerate() {
        for board in 0..3 {
            let x = ((board * (SIZE / 3 + 1)) as f32 - *end as f32).rem_euclid(SIZE as f32);
            let y = (row * HEIGHT) as f32;
            for (dx, dy) in [(5.0, 7.0), (5.0, 25.0), (-5.0, 7.0), (-5.0, 25.0)] {
                tile.dot(x + dx, y + dy, 1.1, rgba(0x22_1C16, 0.8));
            }
        }
    }
}

fn stone(tile: &mut Tile, noise: &mut Noise) {
    let [broad, fine] = fields([(161, 6, 5, 0.55), (162, 120, 2, 0.7)]);
    let (low, high) = (rgb(0x45_4849), rgb(0x5E_605F));
    tile.wash(|i| scaled(mix(low, high, broad[i]), 0.88 + 0.22 * fine[i]));
    for _ in 0..16 {
        crack(tile, noise, 0x22_2426, 12);
    }
    pebbles(tile, noise, 160, (0.8, 2.0), &[0x66_6866]);
}

fn rubble(tile: &mut Tile, noise: &mut Noise) {
    let [broad, fine] = fields([(171, 7, 5, 0.55), (172, 90, 3, 0.7)]);
    let (low, high) = (rgb(0x3E_3B37), rgb(0x59_554E));
    tile.wash(|i| scaled(mix(low, high, broad[i]), 0.84 + 0.3 * fine[i]));
    let tones = [0x6A_665E, 0x5A_5852, 0x77_7268, 0x66_5848];
    pebbles(tile, noise, 900, (1.5, 4.0), &tones);
    let tones = [0x72_6E66, 0x62_605A, 0x6E_6252];
    pebbles(tile, noise, 150, (5.0, 9.0), &tones);
}

fn bed(tile: &mut Tile, noise: &mut Noise) {
    let [broad, fine] = fields([(181, 6, 5, 0.55), (182, 80, 3, 0.6)]);
    let (low, high) = (rgb(0x5C_5A48), rgb(0x82_7B60));
    tile.wash(|i| scaled(mix(low, high, broad[i]), 0.88 + 0.24 * fine[i]));
    let tones = [0x6C_6A5A, 0x80_7A66, 0x58_5C52];
    pebbles(tile, noise, 420, (1.5, 5.0), &tones);
}

fn rock(tile: &mut Tile, noise: &mut Noise) {
    let [broad, fine] = fields([(191, 9, 5, 0.6), (192, 60, 3, 0.6)]);
    let (low, high) = (rgb(0x3F_3B36), rgb(0x7A_7265));
    tile.wash(|i| {
        let strata = ((i / SIZE) as f32 / SIZE as f32 * 40.0 * std::f32::consts::TAU
            + broad[i] * 16.0)
            .sin();
        let base = mix(low, high, broad[i] * 0.8 + 0.1 + strata * 0.08);
        scaled(base, 0.84 + 0.3 * fine[i])
    });
    for _ in 0..40 {
        crack(tile, noise, 0x1C_1A18, 9);
    }
    pebbles(tile, noise, 160, (2.0, 7.0), &[0x75_6E62]);
}

fn lava(tile: &mut Tile, _noise: &mut Noise) {
    let [a, b, fine] = fields([(201, 7, 4, 0.5), (202, 6, 4, 0.5), (203, 60, 3, 0.6)]);
    let (crust, ember, glow, white) = (
        rgb(0x48_3830),
        rgb(0x8A_2C10),
        rgb(0xE8_6A1C),
        rgb(0xFF_C468),
    );
    tile.wash(|i| {
        let gap = (a[i] - 0.5).abs().min((b[i] - 0.5).abs());
        let heat = 1.0 - step(0.0, 0.07, gap);
        let base = scaled(crust, 0.7 + 0.6 * fine[i]);
        let base = mix(base, ember, step(0.05, 0.45, heat));
        let base = mix(base, glow, step(0.4, 0.8, heat));
        mix(base, white, step(0.8, 1.0, heat))
    });
}

fn acid(tile: &mut Tile, noise: &mut Noise) {
    let [broad, fine] = fields([(211, 7, 4, 0.5), (212, 30, 3, 0.6)]);
    let (deep, plain, scum) = (rgb(0x2C_3A12), rgb(0x5E_7A1E), rgb(0x96_B03A));
    tile.wash(|i| {
        let base = mix(deep, plain, step(0.25, 0.65, broad[i]));
        scaled(
            mix(base, scum, step(0.62, 0.85, fine[i])),
            0.85 + 0.25 * fine[i],
        )
    });
    for _ in 0..260 {
        let (x, y) = anywhere(noise);
        let radius = noise.range(1.2, 4.0);
        tile.dot(x, y, radius, rgba(0xC8_E06A, 0.35));
        tile.dot(
            x - radius * 0.3,
            y - radius * 0.3,
            radius * 0.4,
            rgba(0xF0_FFC0, 0.7),
        );
    }
}

/// Stars of some sizes and colors.
fn stars(tile: &mut Tile, noise: &mut Noise, count: u32, light: f32) {
    for _ in 0..count {
        let (x, y) = anywhere(noise);
        let tone = pick(&[0xFF_FFFF, 0xC8_DCFF, 0xFF_E8C8, 0xD8_E8FF], noise);
        let radius = 0.5 + 1.1 * noise.next().powi(4);
        tile.dot(x, y, radius * 2.6, rgba(tone, 0.10 * light));
        tile.dot(x, y, radius, rgba(tone, light * noise.range(0.35, 0.95)));
    }
}

fn space(tile: &mut Tile, noise: &mut Noise) {
    let [broad, dust] = fields([(221, 4, 5, 0.55), (222, 7, 5, 0.6)]);
    let (deep, blue, violet) = (rgb(0x07_0A14), rgb(0x11_1B33), rgb(0x1C_1630));
    tile.wash(|i| {
        let base = mix(deep, blue, step(0.4, 0.85, broad[i]));
        mix(base, violet, step(0.55, 0.95, dust[i]) * 0.7)
    });
    stars(tile, noise, 260, 1.0);
}

fn nebula(tile: &mut Tile, noise: &mut Noise) {
    let [broad, veil, fine] = fields([(231, 5, 5, 0.55), (232, 8, 5, 0.6), (233, 26, 3, 0.55)]);
    let (dark, plain, bright, core) = (
        rgb(0x1C_1230),
        rgb(0x46_2A6A),
        rgb(0x7A_4A9C),
        rgb(0x4E_86B4),
    );
    tile.wash(|i| {
        let base = mix(dark, plain, step(0.25, 0.6, broad[i]));
        let base = mix(base, bright, step(0.5, 0.85, veil[i]) * 0.8);
        let base = mix(
            base,
            core,
            step(0.62, 0.9, broad[(i + 91_000) % broad.len()]) * 0.55,
        );
        scaled(base, 0.86 + 0.28 * fine[i])
    });
    stars(tile, noise, 120, 0.6);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surfaces_join_themselves_without_a_seam() {
        for layer in 0..LAYERS {
            let picture = surface_picture(layer);
            let at = |x: usize, y: usize| i32::from(picture[(y * SIZE + x) * 4 + 1]);
            let mean = |pairs: &mut dyn Iterator<Item = (i32, i32)>| {
                pairs.map(|(a, b)| (a - b).abs()).sum::<i32>() as f32 / SIZE as f32
            };
            // Boards have a gap there on purpose, as between all of them.
            let inside = mean(&mut (0..SIZE).map(|i| (at(i, 287), at(i, 288))));
            let seam = mean(&mut (0..SIZE).map(|i| (at(i, SIZE - 1), at(i, 0))));
            assert!(
                seam < inside * 1.6 + 5.0,
                "{layer}: {seam} across, {inside} inside"
            );
            let inside = mean(&mut (0..SIZE).map(|i| (at(255, i), at(256, i))));
            let seam = mean(&mut (0..SIZE).map(|i| (at(SIZE - 1, i), at(0, i))));
            assert!(
                seam < inside * 1.6 + 5.0,
                "{layer}: {seam} along, {inside} inside"
            );
        }
    }

    #[test]
    fn smaller_pictures_keep_the_mean_and_end_with_one_pixel() {
        let picture: Vec<u8> = (0..4 * 4 * 4).map(|i| (i * 3) as u8).collect();
        let all = with_smaller(picture.clone(), 4, 4);
        assert_eq!(all.len(), (16 + 4 + 1) * 4);
        for channel in 0..4 {
            let mean = picture
                .iter()
                .skip(channel)
                .step_by(4)
                .map(|&v| u32::from(v))
                .sum::<u32>()
                / 16;
            assert!(u32::from(all[80 + channel]).abs_diff(mean) <= 1);
        }
    }
}

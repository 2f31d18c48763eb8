//! Ships and carriers seen from above, and what they carry.
//!
//! **Invariant:** bows point right; kinds differ in outline, so that they can be told apart without
//! color and from afar.

use tiny_skia::{PathBuilder, Pixmap, Stroke};

use super::{
    MIDDLE, hex, line, mixed, new_token, shift,
    sketch::{At, Sketch},
};
use crate::game::table::art::paint::{rgba, shade};

const METAL: u32 = 0x8E_98A4;
const DARK: u32 = 0x4A_525E;
const GLASS: u32 = 0x9C_F0FF;
const FLAME: u32 = 0x7F_D4FF;
const BONE: u32 = 0xC8_B49A;

/// Shape of a hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hull {
    /// A dart with swept wings.
    Interceptor,
    /// A broad wing with bombs under it.
    Bomber,
    /// A stout body between two gun pods.
    Gunship,
    /// A long hull with a dish.
    Frigate,
    /// An arrowhead with torpedo tubes.
    Destroyer,
    /// A dome of sensors on booms.
    Scout,
    /// A box with arms.
    Miner,
    /// A deck.
    Carrier,
    /// Something that grew.
    Leviathan,
}

#[cfg(test)]
impl Hull {
    /// All shapes.
    pub const ALL: [Self; 9] = [
        Self::Interceptor,
        Self::Bomber,
        Self::Gunship,
        Self::Frigate,
        Self::Destroyer,
        Self::Scout,
        Self::Miner,
        Self::Carrier,
        Self::Leviathan,
    ];
}

/// Mirrors points about the keel.
fn twin(points: &[At]) -> Vec<At> {
    points.iter().map(|&(x, y)| (x, 2.0 * MIDDLE - y)).collect()
}

/// Adds a shape on both sides of the keel.
fn both(sketch: &mut Sketch, points: &[At], round: f32, color: u32) {
    sketch.body(points, round, color);
    sketch.body(&twin(points), round, color);
}

/// Paints a hull whose bow points right.
pub fn ship_picture(hull: Hull, color: [u8; 3]) -> Pixmap {
    let mut picture = new_token();
    let tint = mixed(hex(color), 0xF0_F2F4, 0.34);
    let mut sketch = Sketch::default();
    let s = &mut sketch;
    match hull {
        Hull::Interceptor => interceptor(s, tint),
        Hull::Bomber => bomber(s, tint),
        Hull::Gunship => gunship(s, tint),
        Hull::Frigate => frigate(s, tint),
        Hull::Destroyer => destroyer(s, tint),
        Hull::Scout => scout(s, tint),
        Hull::Miner => miner(s, tint),
        Hull::Carrier => carrier(s, tint),
        Hull::Leviathan => leviathan(s, tint),
    }
    sketch.paint(&mut picture, shift());
    picture
}

fn interceptor(s: &mut Sketch, tint: u32) {
    s.glow((34.0, 72.0), 15.0, FLAME);
    both(
        s,
        &[(84.0, 69.0), (44.0, 40.0), (34.0, 40.0), (50.0, 70.0)],
        2.0,
        tint,
    );
    s.body(
        &[
            (110.0, 72.0),
            (76.0, 63.0),
            (42.0, 66.0),
            (42.0, 78.0),
            (76.0, 81.0),
        ],
        2.0,
        METAL,
    );
    s.spot((82.0, 72.0), (8.0, 3.6), GLASS);
    s.mark(&[(46.0, 72.0), (64.0, 72.0)], 2.6, DARK);
}

fn bomber(s: &mut Sketch, tint: u32) {
    s.glow((38.0, 62.0), 11.0, FLAME);
    s.glow((38.0, 82.0), 11.0, FLAME);
    s.body(
        &[
            (104.0, 72.0),
            (88.0, 62.0),
            (52.0, 33.0),
            (40.0, 34.0),
            (48.0, 58.0),
            (40.0, 72.0),
            (48.0, 86.0),
            (40.0, 110.0),
            (52.0, 111.0),
            (88.0, 82.0),
        ],
        3.0,
        tint,
    );
    s.body(
        &[
            (98.0, 72.0),
            (84.0, 65.0),
            (48.0, 66.0),
            (48.0, 78.0),
            (84.0, 79.0),
        ],
        2.0,
        METAL,
    );
    for y in [50.0, 60.0, 84.0, 94.0] {
        s.spot((60.0, y), (6.0, 3.0), 0x26_2A32);
    }
    s.spot((88.0, 72.0), (5.0, 3.6), GLASS);
}

fn gunship(s: &mut Sketch, tint: u32) {
    s.glow((36.0, 72.0), 15.0, FLAME);
    for y in [45.0, 99.0] {
        s.limb(&[(66.0, y), (66.0, 72.0)], 9.0, DARK);
        s.limb(&[(46.0, y), (84.0, y)], 13.0, METAL);
        s.limb(&[(84.0, y), (102.0, y)], 5.0, DARK);
    }
    s.body(
        &[
            (98.0, 64.0),
            (104.0, 72.0),
            (98.0, 80.0),
            (56.0, 89.0),
            (40.0, 82.0),
            (40.0, 62.0),
            (56.0, 55.0),
        ],
        4.0,
        tint,
    );
    s.patch(
        &[(62.0, 62.0), (84.0, 66.0), (84.0, 78.0), (62.0, 82.0)],
        shade(tint, 0.7),
    );
    s.spot((91.0, 72.0), (5.0, 4.4), GLASS);
}

fn frigate(s: &mut Sketch, tint: u32) {
    s.glow((26.0, 72.0), 13.0, FLAME);
    both(
        s,
        &[(62.0, 62.0), (42.0, 48.0), (34.0, 50.0), (40.0, 64.0)],
        2.0,
        DARK,
    );
    s.body(
        &[
            (116.0, 72.0),
            (104.0, 64.0),
            (44.0, 60.0),
            (30.0, 65.0),
            (30.0, 79.0),
            (44.0, 84.0),
            (104.0, 80.0),
        ],
        3.0,
        METAL,
    );
    s.mark(&[(40.0, 72.0), (106.0, 72.0)], 5.0, tint);
    s.oval((66.0, 72.0), (17.0, 17.0), tint);
    s.spot((66.0, 72.0), (12.0, 12.0), shade(tint, 0.6));
    s.spot((66.0, 72.0), (4.0, 4.0), GLASS);
    s.mark(&[(66.0, 72.0), (78.0, 62.0)], 2.4, 0xF0_F2F4);
}

fn destroyer(s: &mut Sketch, tint: u32) {
    for y in [58.0, 86.0] {
        s.glow((30.0, y), 12.0, FLAME);
    }
    s.body(
        &[
            (118.0, 72.0),
            (92.0, 58.0),
            (44.0, 44.0),
            (30.0, 50.0),
            (40.0, 72.0),
            (30.0, 94.0),
            (44.0, 100.0),
            (92.0, 86.0),
        ],
        3.0,
        METAL,
    );
    s.patch(
        &[
            (108.0, 72.0),
            (84.0, 64.0),
            (50.0, 66.0),
            (50.0, 78.0),
            (84.0, 80.0),
        ],
        tint,
    );
    for y in [53.0, 91.0] {
        let inwards = if y < MIDDLE { 8.0 } else { -8.0 };
        s.mark(&[(50.0, y), (78.0, y + inwards)], 5.0, 0x2A_2F38);
        s.spot((80.0, y + inwards), (4.0, 3.0), 0xFF_A050);
    }
    s.spot((70.0, 72.0), (6.0, 4.4), GLASS);
}

fn scout(s: &mut Sketch, tint: u32) {
    s.glow((44.0, 72.0), 12.0, FLAME);
    for y in [50.0, 94.0] {
        s.limb(&[(44.0, y), (70.0, 72.0)], 4.4, DARK);
        s.limb(&[(38.0, y), (56.0, y)], 5.0, METAL);
    }
    s.body(
        &[(84.0, 64.0), (84.0, 80.0), (48.0, 79.0), (48.0, 65.0)],
        4.0,
        METAL,
    );
    s.oval((88.0, 72.0), (17.0, 17.0), tint);
    s.spot((90.0, 72.0), (11.0, 11.0), shade(tint, 0.62));
    s.spot((93.0, 69.0), (5.0, 4.0), GLASS);
}

fn miner(s: &mut Sketch, tint: u32) {
    s.glow((36.0, 72.0), 11.0, FLAME);
    both(
        s,
        &[
            (82.0, 58.0),
            (104.0, 46.0),
            (112.0, 54.0),
            (104.0, 56.0),
            (86.0, 65.0),
        ],
        2.0,
        DARK,
    );
    s.body(
        &[(90.0, 56.0), (90.0, 88.0), (42.0, 88.0), (42.0, 56.0)],
        5.0,
        METAL,
    );
    for (x, y) in [(54.0, 64.0), (54.0, 80.0), (70.0, 64.0), (70.0, 80.0)] {
        s.oval((x, y), (7.0, 7.0), tint);
    }
    s.spot((84.0, 72.0), (4.0, 6.0), GLASS);
}

fn carrier(s: &mut Sketch, tint: u32) {
    for y in [56.0, 72.0, 88.0] {
        s.glow((20.0, y), 12.0, FLAME);
    }
    s.body(
        &[
            (120.0, 62.0),
            (124.0, 72.0),
            (120.0, 82.0),
            (96.0, 96.0),
            (34.0, 102.0),
            (24.0, 94.0),
            (24.0, 50.0),
            (34.0, 42.0),
            (96.0, 48.0),
        ],
        4.0,
        METAL,
    );
    s.patch(
        &[(112.0, 66.0), (112.0, 78.0), (34.0, 84.0), (34.0, 60.0)],
        0x2A_303A,
    );
    s.mark(&[(38.0, 72.0), (108.0, 72.0)], 3.0, tint);
    for x in [48.0, 64.0, 80.0] {
        s.patch(
            &[(x, 62.5), (x + 9.0, 62.8), (x + 9.0, 68.0), (x, 68.0)],
            tint,
        );
        s.patch(
            &[(x, 76.0), (x + 9.0, 76.0), (x + 9.0, 81.2), (x, 81.5)],
            tint,
        );
    }
    s.body(
        &[(72.0, 46.0), (90.0, 49.0), (88.0, 57.0), (70.0, 56.0)],
        2.0,
        tint,
    );
    s.spot((82.0, 52.0), (4.0, 2.6), GLASS);
}

fn leviathan(s: &mut Sketch, tint: u32) {
    for (y, bend) in [(48.0, 26.0), (96.0, 118.0), (62.0, 56.0), (82.0, 88.0)] {
        s.limb(&[(52.0, y), (30.0, bend), (14.0, y)], 7.0, shade(BONE, 0.7));
    }
    s.bent(
        (120.0, 72.0),
        &[
            [(112.0, 44.0), (72.0, 42.0)],
            [(30.0, 44.0), (30.0, 72.0)],
            [(30.0, 100.0), (72.0, 102.0)],
            [(112.0, 100.0), (120.0, 72.0)],
        ],
        BONE,
    );
    for x in [48.0, 64.0, 80.0] {
        s.mark(&[(x, 50.0), (x + 8.0, 72.0), (x, 94.0)], 4.0, tint);
    }
    s.spot((104.0, 64.0), (5.0, 4.0), 0xFF_DE6E);
    s.spot((104.0, 80.0), (5.0, 4.0), 0xFF_DE6E);
}

/// What a ship has left to fire and to burn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stock {
    /// Shots left.
    pub ammo: u8,
    /// Shots it can carry.
    pub full: u8,
    /// Fuel left.
    pub fuel: u8,
}

/// Most ticks of each kind that are drawn.
const TICKS: u8 = 8;
/// Distance of the ticks from the middle.
const RIM: f32 = 66.5;

/// Paints shots as bars at the upper left of a token's rim, fuel as drops at the upper right.
pub fn stock_picture(stock: Stock) -> Pixmap {
    let mut picture = new_token();
    let place = |degrees: f32, far: f32| {
        let angle = degrees.to_radians();
        (MIDDLE + far * angle.cos(), MIDDLE + far * angle.sin())
    };
    for number in 0..stock.full.max(stock.ammo).min(TICKS) {
        let at = -98.0 - 10.0 * f32::from(number);
        let (from, to) = (place(at, RIM - 4.0), place(at, RIM + 4.0));
        let mut builder = PathBuilder::new();
        builder.move_to(from.0, from.1);
        builder.line_to(to.0, to.1);
        let color = match number < stock.ammo {
            true => 0xFF_C25A,
            false => 0x3C_4048,
        };
        if let Some(path) = builder.finish() {
            line(&mut picture, &path, rgba(0x06_080B, 0.95), &thick(8.0));
            line(&mut picture, &path, rgba(color, 1.0), &thick(4.6));
        }
    }
    for number in 0..stock.fuel.min(TICKS) {
        let at = place(-82.0 + 9.0 * f32::from(number), RIM);
        for (radius, color) in [(3.9, 0x06_080B), (2.7, 0x6F_C4DA)] {
            if let Some(path) = PathBuilder::from_circle(at.0, at.1, radius) {
                super::fill(
                    &mut picture,
                    &path,
                    &crate::game::table::art::paint::paint(rgba(color, 1.0)),
                );
            }
        }
    }
    picture
}

fn thick(width: f32) -> Stroke {
    Stroke {
        width,
        ..Stroke::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hull_and_stock_has_a_picture_of_its_own() {
        let mut seen = Vec::new();
        for hull in Hull::ALL {
            seen.push((
                format!("{hull:?}"),
                ship_picture(hull, [95, 168, 230]).take(),
            ));
        }
        for (ammo, fuel) in [(0, 0), (3, 2), (2, 3), (3, 3)] {
            let stock = Stock {
                ammo,
                full: 3,
                fuel,
            };
            seen.push((format!("{stock:?}"), stock_picture(stock).take()));
        }
        for (i, (name, picture)) in seen.iter().enumerate() {
            assert!(picture.iter().any(|&byte| byte > 40), "{name} is blank");
            for (other, same) in &seen[..i] {
                assert!(picture != same, "{name} looks like {other}");
            }
        }
    }
}

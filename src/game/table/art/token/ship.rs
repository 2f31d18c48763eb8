//! Ships and carriers seen from above, and what they carry.
//!
//! **Invariant:** bows point right; kinds differ in outline, so that they can be told apart without
//! color and from afar.

use tiny_skia::{PathBuilder, Pixmap, Stroke};

use super::{MIDDLE, fill, hex, line, mixed, new_token, shift};
use crate::game::table::art::{
    drawing::{Pen, SHIPS},
    paint::{outline, paint, rgba},
};

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

/// Paints a hull whose bow points right.
pub fn ship_picture(hull: Hull, color: [u8; 3]) -> Pixmap {
    let mut picture = new_token();
    let tint = mixed(hex(color), 0xF0_F2F4, 0.34);
    let sketch = SHIPS.sketch(hull, &Pen::new(&[("tint", tint)]));
    sketch.paint(&mut picture, shift());
    picture
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
        let color = match number < stock.ammo {
            true => 0xFF_C25A,
            false => 0x3C_4048,
        };
        if let Some(path) = outline([from, to], false) {
            line(&mut picture, &path, rgba(0x06_080B, 0.95), &thick(8.0));
            line(&mut picture, &path, rgba(color, 1.0), &thick(4.6));
        }
    }
    for number in 0..stock.fuel.min(TICKS) {
        let at = place(-82.0 + 9.0 * f32::from(number), RIM);
        for (radius, color) in [(3.9, 0x06_080B), (2.7, 0x6F_C4DA)] {
            if let Some(path) = PathBuilder::from_circle(at.0, at.1, radius) {
                fill(&mut picture, &path, &paint(rgba(color, 1.0)));
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

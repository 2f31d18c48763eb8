//! What a ship has left to fire and to burn, drawn on the rim of its token.
//!
//! **Invariant:** shots lie on the left and fuel on the right, one sign for each.

use tiny_skia::Pixmap;

use super::{MIDDLE, drawn};
use crate::game::table::art::drawing::shipped;

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

/// Most signs of each kind that are drawn.
const MOST: u8 = 8;

/// Paints shots as bars at the upper left of a token's rim, fuel as drops at the upper right.
pub fn stock_picture(stock: Stock) -> Pixmap {
    let shots = (0..stock.full.max(stock.ammo).min(MOST)).map(|number| {
        let sign = if number < stock.ammo { "shot" } else { "spent" };
        (sign, -98 - 10 * i32::from(number))
    });
    let fuel = (0..stock.fuel.min(MOST)).map(|number| ("fuel", -82 + 9 * i32::from(number)));
    let signs = shots.chain(fuel).map(|(sign, degrees)| {
        format!("<use href='#{sign}' transform='rotate({degrees} {MIDDLE} {MIDDLE})'/>")
    });
    let signs = signs.collect::<String>() + "</svg>";
    drawn(&shipped("plates", "Stock").replace("</svg>", &signs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stock_has_a_picture_of_its_own() {
        let mut seen = Vec::new();
        for (ammo, fuel) in [(0, 0), (3, 2), (2, 3), (3, 3)] {
            let full = 3;
            let picture = stock_picture(Stock { ammo, full, fuel }).take();
            assert!(picture.iter().any(|&byte| byte > 40), "{ammo} {fuel}");
            assert!(!seen.contains(&picture), "{ammo} {fuel}");
            seen.push(picture);
        }
    }
}

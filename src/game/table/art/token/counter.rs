//! Counters of formations: a square with the customary symbol, the size above it, and how many lie below.
//!
//! **Invariant:** symbols and sizes differ in outline; counters of others have cut corners, so that sides are
//! told without color.

use tiny_skia::Pixmap;

use super::{drawn, hex, mixed};
use crate::game::table::art::drawing::shipped;

listed! {
    /// What a counter stands for, by its symbol.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
    pub enum Symbol {
        /// A box with both diagonals.
        #[default]
        Infantry,
        /// An arrow on a bar.
        MachineGun,
        /// An arrow on a ring.
        Mortar,
        /// An oval.
        Tank,
        /// One diagonal.
        Recce,
        /// A dot.
        Artillery,
        /// A peak.
        AntiTank,
        /// A dome.
        AntiAir,
        /// A bridge.
        Engineer,
        /// A band and a staff.
        Headquarters,
        /// A truck.
        Truck,
        /// A hull.
        Ship,
    }
}

/// A counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Counter {
    pub symbol: Symbol,
    /// 0 a company, then battalion, brigade, division.
    pub size: u8,
    /// Whether it has wheels.
    pub has_wheels: bool,
    /// Steps left, where they are known.
    pub steps: Option<u8>,
    /// How many lie in the pile, itself among them.
    pub pile: u8,
    /// Whether it is of another side than the one that looks.
    pub is_foreign: bool,
}

/// How far the counters of a pile lie apart, and how many edges of it are drawn at most.
const EDGE: (i32, u8) = (6, 2);

/// Paints a counter in the color of its side.
pub fn counter_picture(counter: Counter, color: [u8; 3]) -> Pixmap {
    let color = hex(color);
    let (light, dark) = (mixed(color, 0xFF_FFFF, 0.16), mixed(color, 0x10_1418, 0.28));
    let face = mixed(color, 0xF4_ECD8, 0.66);
    let below = counter.pile.saturating_sub(1).min(EDGE.1);
    let edges: String = (1..=below)
        .rev()
        .map(|at| {
            let off = EDGE.0 * i32::from(at);
            let shade = mixed(dark, 0x10_1418, 0.15 * f32::from(at));
            let body = body(counter.is_foreign);
            format!(
                "<path d='{body}' transform='translate({off} {})' fill='#{shade:06x}' stroke='#14181c' \
                 stroke-width='2.5'/>",
                -off
            )
        })
        .collect();
    let body = body(counter.is_foreign);
    let symbol = symbol(counter.symbol);
    let wheels = match counter.has_wheels {
        true => "<circle cx='52' cy='113.5' r='3.6'/><circle cx='84' cy='113.5' r='3.6'/>",
        false => "",
    };
    let size = size(counter.size);
    let steps = counter
        .steps
        .map_or(String::new(), |steps| number(steps, 97, 47));
    let pile = match counter.pile {
        0 | 1 => String::new(),
        pile => format!(
            "<circle cx='119' cy='27' r='15' fill='#1c2128' stroke='#f6ecd6' stroke-width='2'/>{}",
            number(pile, if pile > 9 { 125 } else { 119 }, 27)
        ),
    };
    let drawing = format!(
        "<g stroke-linejoin='round'>{edges}\
         <path d='{body}' fill='#{light:06x}' stroke='#14181c' stroke-width='3'/>\
         <path d='M27 118H109V74H27Z' fill='#{dark:06x}' fill-opacity='.45'/>\
         <rect x='36' y='60' width='64' height='50' fill='#{face:06x}' stroke='#14181c' stroke-width='3.4'/>\
         <g fill='none' stroke='#14181c' stroke-width='4'>{symbol}{wheels}</g>\
         <g fill='none' stroke='#14181c' stroke-width='3.6'>{size}</g></g>{steps}{pile}</svg>"
    );
    drawn(&shipped("plates", "Number").replace("</svg>", &drawing))
}

/// The outline of the square: round corners for the own side, cut ones for others.
fn body(is_foreign: bool) -> &'static str {
    match is_foreign {
        false => "M34 32H102Q112 32 112 42V110Q112 120 102 120H34Q24 120 24 110V42Q24 32 34 32Z",
        true => "M36 32H100L112 44V108L100 120H36L24 108V44Z",
    }
}

fn symbol(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Infantry => "<path d='M36 60L100 110M100 60L36 110'/>",
        Symbol::MachineGun => "<path d='M68 103V68M59 77L68 67L77 77M54 103H82'/>",
        Symbol::Mortar => "<path d='M68 91V68M59 77L68 67L77 77'/><circle cx='68' cy='98' r='7'/>",
        Symbol::Tank => "<ellipse cx='68' cy='85' rx='24' ry='14'/>",
        Symbol::Recce => "<path d='M36 110L100 60'/>",
        Symbol::Artillery => "<circle cx='68' cy='85' r='10' fill='#14181c'/>",
        Symbol::AntiTank => "<path d='M36 110L68 61L100 110'/>",
        Symbol::AntiAir => "<path d='M36 110Q40 66 68 66Q96 66 100 110'/>",
        Symbol::Engineer => "<path d='M46 97V74H90V97M68 74V94'/>",
        Symbol::Headquarters => {
            "<rect x='36' y='60' width='64' height='13' fill='#14181c'/><path d='M36 110V119'/>"
        }
        Symbol::Truck => {
            "<path d='M44 95V74H76V95M76 82H90V95H44'/><circle cx='54' cy='98' r='5'/>\
             <circle cx='82' cy='98' r='5'/>"
        }
        Symbol::Ship => "<path d='M42 88H94L84 102H52ZM68 88V68M58 76H78'/>",
    }
}

fn size(size: u8) -> &'static str {
    match size {
        0 => "<path d='M68 40V54'/>",
        1 => "<path d='M63 40V54M73 40V54'/>",
        2 => "<path d='M62 40L74 54M74 40L62 54'/>",
        _ => "<path d='M54 40L66 54M66 40L54 54M70 40L82 54M82 40L70 54'/>",
    }
}

/// Writes a number that ends at a place.
fn number(number: u8, across: i32, down: i32) -> String {
    let digits = number.to_string();
    let digits = digits.chars().rev().enumerate();
    digits
        .map(|(at, digit)| {
            let across = across - 12 * at as i32;
            format!("<use href='#d{digit}' x='{across}' y='{down}'/>")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLOR: [u8; 3] = [80, 140, 200];

    #[test]
    fn every_counter_has_a_picture_of_its_own() {
        let mut seen = Vec::new();
        for symbol in Symbol::ALL {
            for (size, is_foreign, pile) in
                [(0, false, 1), (1, false, 2), (2, true, 1), (3, true, 3)]
            {
                let counter = Counter {
                    symbol,
                    size,
                    is_foreign,
                    pile,
                    steps: Some(7),
                    ..Counter::default()
                };
                let picture = counter_picture(counter, COLOR).take();
                assert!(
                    picture.iter().any(|&byte| byte > 40),
                    "{counter:?} is blank"
                );
                assert!(!seen.contains(&picture), "{counter:?} looks like another");
                seen.push(picture);
            }
        }
    }

    #[test]
    fn sides_differ_in_outline() {
        let [own, foreign] = [false, true].map(|is_foreign| {
            let counter = Counter {
                is_foreign,
                ..Counter::default()
            };
            let picture = counter_picture(counter, COLOR);
            let covered = picture.pixels().iter().map(|pixel| pixel.alpha() > 128);
            covered.collect::<Vec<_>>()
        });
        let apart = own.iter().zip(&foreign).filter(|(one, other)| one != other);
        assert!(apart.count() > 40);
    }
}

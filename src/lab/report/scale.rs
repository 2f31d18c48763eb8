//! Where numbers are drawn: scales, round numbers on axes, path data.
//!
//! **Invariant:** coordinates have one decimal, so that equal findings give equal bytes.

use std::fmt::Write;

use serde::Serialize;

use crate::lab::words::fixed;

/// A place in a drawing, in user units, which scale with the page.
pub(super) type Point = (f64, f64);

/// A number on an axis.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Tick {
    /// Where it stands.
    pub(super) at: f64,
    /// What is written there.
    pub(super) name: String,
}

/// Takes numbers to places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    numbers: (f64, f64),
    places: (f64, f64),
}

impl Scale {
    /// Takes the first range to the second.
    pub(super) fn new(numbers: (f64, f64), places: (f64, f64)) -> Self {
        Self { numbers, places }
    }

    /// Returns the place of a number; a range of one number is all at its start.
    pub(super) fn at(&self, number: f64) -> f64 {
        let (low, high) = self.numbers;
        let share = match high == low {
            true => 0.0,
            false => (number - low) / (high - low),
        };
        place(self.places.0 + share * (self.places.1 - self.places.0))
    }

    /// Lists round numbers within the range, about so many.
    pub(super) fn round_numbers(&self, about: usize) -> Vec<f64> {
        let (low, high) = self.numbers;
        let step = round_step((high - low) / about.max(1) as f64);
        let first = (low / step - 1e-9).ceil() as i64;
        (first..)
            .map(|index| index as f64 * step)
            .take_while(|tick| *tick <= high + step * 1e-9)
            .collect()
    }

    /// Lists round numbers with where they stand, about so many, a unit such as `%` behind each.
    pub(super) fn ticks(&self, about: usize, unit: &str) -> Vec<Tick> {
        let numbers = self.round_numbers(about).into_iter();
        let tick = |number: f64| Tick {
            at: self.at(number),
            name: written(number) + unit,
        };
        numbers.map(tick).collect()
    }
}

/// Returns a number of an axis with the decimals it needs.
fn written(tick: f64) -> String {
    let decimals = (0..4).find(|&decimals| {
        let text = format!("{tick:.decimals$}");
        text.parse()
            .is_ok_and(|rounded: f64| (rounded - tick).abs() < 1e-9)
    });
    fixed(tick, decimals.unwrap_or(4))
}

/// Returns the smallest of 1, 2, 5, 10… times a power of ten that is no less.
fn round_step(least: f64) -> f64 {
    let mut power = 1e-9;
    while power * 10.0 <= least {
        power *= 10.0;
    }
    [1.0, 2.0, 5.0, 10.0]
        .map(|times| times * power)
        .into_iter()
        .find(|step| *step >= least * (1.0 - 1e-9))
        .unwrap_or(1.0)
}

/// Returns a coordinate with one decimal.
pub(super) fn place(value: f64) -> f64 {
    // Nothing is added but to minus zero.
    (value * 10.0).round() / 10.0 + 0.0
}

/// Returns path data through points.
pub(super) fn through(points: impl IntoIterator<Item = Point>) -> String {
    let mut data = String::new();
    for (index, (x, y)) in points.into_iter().enumerate() {
        let letter = if index == 0 { 'M' } else { 'L' };
        write!(data, "{letter}{x} {y}").expect("writing to a string does not fail");
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_have_one_decimal() {
        assert_eq!(
            through([(1.0, place(2.26)), (place(-0.04), 3.5)]),
            "M1 2.3L0 3.5"
        );
    }

    #[test]
    fn ticks_are_round_and_inside() {
        let scale = Scale::new((0.0, 1.0), (0.0, 100.0));
        assert_eq!(scale.round_numbers(4).len(), 3);
        assert_eq!(
            Scale::new((3.0, 38.0), (0.0, 1.0)).round_numbers(7),
            [5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0]
        );
        assert_eq!(scale.at(0.25), 25.0);
        assert_eq!(Scale::new((2.0, 2.0), (5.0, 9.0)).at(2.0), 5.0);
        let tick = |at, name: &str| Tick {
            at,
            name: name.into(),
        };
        let expected = [tick(0.0, "0%"), tick(50.0, "0.5%"), tick(100.0, "1%")];
        assert_eq!(scale.ticks(2, "%"), expected);
    }
}

//! A plot's frame: axes with round numbers and what they count.
//!
//! **Invariant:** every axis says what it is in plain words.

use super::svg::{Scale, Svg};
use crate::lab::words::fixed;

/// A plot with two axes.
pub struct Frame {
    /// What is drawn so far.
    pub svg: Svg,
    /// Takes numbers to the right.
    pub x: Scale,
    /// Takes numbers upwards.
    pub y: Scale,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// An axis: its range, what it counts, what stands behind its numbers.
pub struct Axis<'a> {
    /// Range.
    pub range: (f64, f64),
    /// What it counts.
    pub title: &'a str,
    /// Behind each number, such as `%`.
    pub unit: &'a str,
}

impl Frame {
    /// Begins a plot of a size, with room at the right for labels.
    pub fn new(size: (f64, f64), room: f64, about: &str, x: &Axis, y: &Axis) -> Self {
        let (left, right) = (58.0, size.0 - room);
        let (top, bottom) = (12.0, size.1 - 42.0);
        let mut frame = Self {
            svg: Svg::new(size.0, size.1, about),
            x: Scale::new(x.range, (left, right)),
            y: Scale::new(y.range, (bottom, top)),
            left,
            right,
            top,
            bottom,
        };
        frame.draw_y(y);
        frame.draw_title(x);
        frame
    }

    fn draw_y(&mut self, axis: &Axis) {
        for tick in self.y.ticks(5) {
            let y = self.y.at(tick);
            self.svg.line("grid", (self.left, y), (self.right, y));
            let text = number(tick) + axis.unit;
            self.svg.text("end soft", (self.left - 8.0, y + 4.0), &text);
        }
        let middle = f64::midpoint(self.top, self.bottom);
        self.svg.upwards("mid soft", (14.0, middle), axis.title);
    }

    fn draw_title(&mut self, axis: &Axis) {
        let (bottom, middle) = (self.bottom, f64::midpoint(self.left, self.right));
        self.svg
            .line("axis", (self.left, bottom), (self.right, bottom));
        self.svg
            .text("mid soft", (middle, bottom + 36.0), axis.title);
    }

    /// Draws round numbers below the plot.
    pub fn numbers(&mut self, about: usize, unit: &str) {
        for tick in self.x.ticks(about) {
            self.named(tick, &(number(tick) + unit));
        }
    }

    /// Draws a name below the plot.
    pub fn named(&mut self, at: f64, name: &str) {
        let (x, y) = (self.x.at(at), self.bottom);
        self.svg.line("axis", (x, y), (x, y + 4.0));
        self.svg.text("mid soft", (x, y + 18.0), name);
    }
}

/// Returns a number of an axis with the decimals it needs.
fn number(tick: f64) -> String {
    let decimals = (0..4).find(|&decimals| {
        let text = format!("{tick:.decimals$}");
        text.parse()
            .is_ok_and(|rounded: f64| (rounded - tick).abs() < 1e-9)
    });
    fixed(tick, decimals.unwrap_or(4))
}

//! Drawing: scales, axes, marks and text as SVG.
//!
//! **Invariant:** coordinates have one decimal and text is escaped, so that equal findings give equal
//! bytes.

use std::fmt::Write;

/// A drawing in user units, which scale with the page.
#[derive(Clone, Debug)]
pub struct Svg {
    out: String,
}

/// Shapes that tell series apart without color.
const SHAPES: usize = 4;

/// Series with styles of their own.
pub const STYLES: usize = 6;

impl Svg {
    /// Begins a drawing with a description for those who do not see it.
    pub fn new(width: f64, height: f64, about: &str) -> Self {
        let about = escape(about);
        Self {
            out: format!(
                "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{about}\">",
                place(width),
                place(height)
            ),
        }
    }

    /// Ends the drawing.
    pub fn finish(mut self) -> String {
        self.out.push_str("</svg>");
        self.out
    }

    fn write(&mut self, element: std::fmt::Arguments) {
        self.out
            .write_fmt(element)
            .expect("writing to a string does not fail");
    }

    /// Draws a line.
    pub fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(place);
        self.write(format_args!(
            "<path class=\"{class}\" d=\"M{x1} {y1}L{x2} {y2}\"/>"
        ));
    }

    /// Draws a line through points.
    pub fn path(&mut self, class: &str, points: &[(f64, f64)]) {
        let d = through(points);
        self.write(format_args!("<path class=\"{class}\" d=\"{d}\"/>"));
    }

    /// Fills the area within points.
    pub fn area(&mut self, class: &str, points: &[(f64, f64)]) {
        let d = through(points);
        self.write(format_args!("<path class=\"{class}\" d=\"{d}Z\"/>"));
    }

    /// Fills any path, with a tooltip.
    pub fn shape(&mut self, class: &str, d: &str, title: &str) {
        let title = tooltip(title);
        self.write(format_args!(
            "<path class=\"{class}\" d=\"{d}\">{title}</path>"
        ));
    }

    /// Fills a rectangle, with a tooltip.
    pub fn bar(&mut self, class: &str, corner: (f64, f64), size: (f64, f64), title: &str) {
        let title = tooltip(title);
        let [x, y, w, h] = [corner.0, corner.1, size.0, size.1].map(place);
        self.write(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\">{title}</rect>"
        ));
    }

    /// Draws the mark of a series: disc, square, triangle or diamond.
    pub fn mark(&mut self, series: usize, at: (f64, f64), radius: f64, title: &str) {
        let title = tooltip(title);
        let (x, y) = at;
        let r = radius;
        let corners: &[(f64, f64)] = match series % SHAPES {
            0 => {
                let [x, y, r] = [x, y, r].map(place);
                let fill = fill(series);
                return self.write(format_args!(
                    "<circle class=\"dot {fill}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\">{title}</circle>"
                ));
            }
            1 => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
            2 => &[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)],
            _ => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
        };
        let points: Vec<_> = (corners.iter())
            .map(|(dx, dy)| (x + dx * r, y + dy * r))
            .collect();
        let (d, fill) = (through(&points), fill(series));
        self.write(format_args!(
            "<path class=\"dot {fill}\" d=\"{d}Z\">{title}</path>"
        ));
    }

    /// Writes text; classes `end` and `mid` say what is at the place, else the start is.
    pub fn text(&mut self, class: &str, at: (f64, f64), text: &str) {
        let ([x, y], text) = ([at.0, at.1].map(place), escape(text));
        self.write(format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>"
        ));
    }

    /// Writes text upwards.
    pub fn upwards(&mut self, class: &str, at: (f64, f64), text: &str) {
        let ([x, y], text) = ([at.0, at.1].map(place), escape(text));
        self.write(format_args!(
            "<text class=\"{class}\" transform=\"translate({x} {y}) rotate(-90)\">{text}</text>"
        ));
    }
}

/// Returns the class that fills as a series does.
pub fn fill(series: usize) -> String {
    format!("f{}", series % STYLES)
}

/// Returns the class that strokes as a series does.
pub fn stroke(series: usize) -> String {
    format!("s{}", series % STYLES)
}

fn tooltip(title: &str) -> String {
    match title.is_empty() {
        true => String::new(),
        false => format!("<title>{}</title>", escape(title)),
    }
}

/// Returns path data through points.
pub fn through(points: &[(f64, f64)]) -> String {
    let mut d = String::new();
    for (index, &(x, y)) in points.iter().enumerate() {
        let letter = if index == 0 { 'M' } else { 'L' };
        let (x, y) = (place(x), place(y));
        write!(d, "{letter}{x} {y}").expect("writing to a string does not fail");
    }
    d
}

/// Returns a coordinate with one decimal at most.
pub fn place(value: f64) -> String {
    let text = fixed_plain(value);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Returns one decimal without commas between thousands.
fn fixed_plain(value: f64) -> String {
    let text = format!("{value:.1}");
    match text.as_str() {
        "-0.0" => "0.0".to_owned(),
        _ => text,
    }
}

/// Returns text that HTML and SVG show as it is.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Takes numbers to places.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    numbers: (f64, f64),
    places: (f64, f64),
}

impl Scale {
    /// Takes the first range to the second.
    pub fn new(numbers: (f64, f64), places: (f64, f64)) -> Self {
        Self { numbers, places }
    }

    /// Returns the place of a number; a range of one number is all at its start.
    pub fn at(&self, number: f64) -> f64 {
        let (low, high) = self.numbers;
        let share = match high == low {
            true => 0.0,
            false => (number - low) / (high - low),
        };
        self.places.0 + share * (self.places.1 - self.places.0)
    }

    /// Lists round numbers within the range, about so many.
    pub fn ticks(&self, about: usize) -> Vec<f64> {
        let (low, high) = self.numbers;
        let step = round_step((high - low) / about.max(1) as f64);
        let first = (low / step - 1e-9).ceil() as i64;
        (first..)
            .map(|index| index as f64 * step)
            .take_while(|tick| *tick <= high + step * 1e-9)
            .collect()
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        let mut svg = Svg::new(10.0, 10.0, "\"a\" & b");
        svg.text("mid", (1.0, 2.25), "<b> & 'c'");
        let expected = "<svg viewBox=\"0 0 10 10\" role=\"img\" aria-label=\"&quot;a&quot; &amp; b\">\
            <text class=\"mid\" x=\"1\" y=\"2.2\">&lt;b&gt; &amp; &#39;c&#39;</text></svg>";
        assert_eq!(svg.finish(), expected);
    }

    #[test]
    fn ticks_are_round_and_inside() {
        let scale = Scale::new((0.0, 1.0), (0.0, 100.0));
        assert_eq!(scale.ticks(4).len(), 3);
        assert_eq!(
            Scale::new((3.0, 38.0), (0.0, 1.0)).ticks(7),
            [5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0]
        );
        assert_eq!(scale.at(0.25), 25.0);
        assert_eq!(Scale::new((2.0, 2.0), (5.0, 9.0)).at(2.0), 5.0);
    }
}

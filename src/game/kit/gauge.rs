//! A gauge: a value among zones and thresholds, and its forecast.
//!
//! **Invariant:** a gauge is plain data; what lies beyond its ends is shown at its ends.

use bevy_egui::egui::{self, Align2, Color32, FontId, Rect, Sense, Stroke, StrokeKind, pos2, vec2};

use super::piece::Ink;
use super::theme::{FAINT, LINE, SAND, SMALLEST, TEXT};

/// Height of the bar of a gauge, points.
const BAR: f32 = 14.0;
/// Height of what is written above it, points.
const HEAD: f32 = 16.0;

/// A part of a gauge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// Its first value.
    pub from: i32,
    /// Its last value.
    pub to: i32,
    pub ink: Ink,
    /// What it is called while the value is in it.
    pub word: String,
}

/// How much there is of something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gauge {
    pub name: String,
    pub value: i32,
    /// The value of a full gauge.
    pub most: i32,
    pub zones: Vec<Zone>,
    /// Thresholds, and what is said of each.
    pub marks: Vec<(i32, String)>,
    /// What the value will be, shown as a ghost.
    pub forecast: Option<i32>,
    /// What is said when it is pointed at.
    pub about: String,
    /// Its width, points; all there is if `None`.
    pub width: Option<u16>,
}

impl Gauge {
    /// Returns the zone of a value.
    pub fn zone(&self, value: i32) -> Option<&Zone> {
        self.zones
            .iter()
            .find(|zone| (zone.from..=zone.to).contains(&value))
    }

    /// Returns the text on it: its value, the zone it is in, and its forecast.
    pub fn words(&self) -> String {
        let [whole, ..] = self.wordings();
        whole
    }

    /// Returns its text in three lengths, the longest first.
    fn wordings(&self) -> [String; 3] {
        let word = |value| match self.zone(value) {
            Some(zone) if !zone.word.is_empty() => format!(" {}", zone.word),
            _ => String::new(),
        };
        let Self { value, most, .. } = *self;
        let plain = format!("{value} / {most}");
        let now = format!("{plain}{}", word(value));
        match self.forecast.filter(|&then| then != value) {
            Some(then) => [
                format!("{now}, then {then}{}", word(then)),
                format!("{value} → {then} / {most}{}", word(then)),
                format!("{value} → {then} / {most}"),
            ],
            None => [now.clone(), now, plain],
        }
    }

    /// Lists the thresholds between the value and its forecast.
    pub fn crossed(&self) -> impl Iterator<Item = &(i32, String)> {
        let then = self.forecast.unwrap_or(self.value);
        let (least, most) = (self.value.min(then), self.value.max(then));
        let marks = self.marks.iter();
        marks.filter(move |(at, _)| (least + 1..=most).contains(at))
    }

    /// Returns how far a value is along the bar, 0 to 1.
    fn share(&self, value: i32) -> f32 {
        value.clamp(0, self.most.max(0)) as f32 / self.most.max(1) as f32
    }

    /// Returns the color of a value.
    fn color(&self, value: i32) -> Color32 {
        self.zone(value).map_or(SAND, |zone| zone.ink.color())
    }

    /// Returns what is said when it is pointed at.
    fn told(&self) -> String {
        let marks = self.marks.iter().filter(|(_, word)| !word.is_empty());
        let marks = marks.map(|(at, word)| format!("{at}: {word}"));
        let about = (!self.about.is_empty()).then(|| self.about.clone());
        about
            .into_iter()
            .chain(marks)
            .collect::<Vec<_>>()
            .join("\n")
    }
}

/// Shows a gauge.
pub fn show(ui: &mut egui::Ui, gauge: &Gauge) {
    let width = gauge.width.map_or(ui.available_width(), f32::from);
    let (rect, response) = ui.allocate_exact_size(vec2(width, HEAD + BAR + 2.0), Sense::hover());
    response.widget_info(|| {
        let text = format!("{}: {}", gauge.name, gauge.words());
        egui::WidgetInfo::labeled(egui::WidgetType::ProgressIndicator, true, text)
    });
    let painter = ui.painter();
    let line = rect.top() + HEAD / 2.0;
    let name = painter.text(
        pos2(rect.left(), line),
        Align2::LEFT_CENTER,
        &gauge.name,
        FontId::proportional(SMALLEST),
        FAINT,
    );
    let crosses = gauge.crossed().next().is_some();
    let then = gauge.forecast.unwrap_or(gauge.value);
    let color = if crosses { gauge.color(then) } else { TEXT };
    // Fewer words where there is no room beside the name.
    let room = rect.right() - name.right() - 6.0;
    let lay = |words| painter.layout_no_wrap(words, FontId::proportional(SMALLEST), color);
    let [whole, short, shortest] = gauge.wordings();
    let words = [whole, short].map(lay);
    let mut fits = words.into_iter().filter(|words| words.size().x <= room);
    let words = fits.next().unwrap_or_else(|| lay(shortest));
    let corner = pos2(rect.right() - words.size().x, line - words.size().y / 2.0);
    painter.galley(corner, words, color);
    let bar = Rect::from_min_size(rect.min + vec2(0.0, HEAD), vec2(width, BAR));
    draw_bar(painter, bar, gauge);
    let told = gauge.told();
    if !told.is_empty() {
        response.on_hover_text(told);
    }
    // The words of one must not run into the name of the next.
    if ui.layout().is_horizontal() {
        ui.add_space(6.0);
    }
}

/// Draws zones, the value, its ghost and the thresholds.
fn draw_bar(painter: &egui::Painter, bar: Rect, gauge: &Gauge) {
    let inner = bar.shrink(1.0);
    let across = |share: f32| inner.left() + inner.width() * share;
    let part = |from: f32, to: f32| {
        let (left, right) = (across(from), across(to));
        Rect::from_min_max(pos2(left, inner.top()), pos2(right, inner.bottom()))
    };
    painter.rect_filled(bar, 3.0, Color32::from_rgb(8, 10, 13));
    for zone in &gauge.zones {
        let from = gauge.share(zone.from - i32::from(zone.from > 0));
        let dark = zone.ink.color().gamma_multiply(0.22);
        painter.rect_filled(part(from, gauge.share(zone.to)), 0.0, dark);
    }
    let now = gauge.share(gauge.value);
    let then = gauge.share(gauge.forecast.unwrap_or(gauge.value));
    let color = gauge.color(gauge.value);
    painter.rect_filled(part(0.0, now.min(then)), 2.0, color);
    if (now - then).abs() > f32::EPSILON {
        let ghost = part(now.min(then), now.max(then));
        let is_more = then > now;
        let color = match is_more {
            true => gauge.color(gauge.forecast.unwrap_or(gauge.value)),
            false => color,
        };
        painter.rect_filled(ghost, 0.0, color.gamma_multiply(0.45));
        let edge = Stroke::new(1.0, color);
        painter.rect_stroke(ghost, 0.0, edge, StrokeKind::Inside);
    }
    for (at, _) in &gauge.marks {
        let place = across(gauge.share(*at)).clamp(inner.left() + 1.0, inner.right() - 1.0);
        for (off, color) in [(1.0, Color32::BLACK), (0.0, Color32::WHITE)] {
            let line = Stroke::new(1.5, color);
            painter.vline(place + off, bar.expand(2.0).y_range(), line);
        }
    }
    let edge = Stroke::new(1.0, LINE);
    painter.rect_stroke(bar, 3.0, edge, StrokeKind::Inside);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heat() -> Gauge {
        let zone = |from, to, ink, word: &str| Zone {
            from,
            to,
            ink,
            word: word.to_owned(),
        };
        Gauge {
            name: "Heat".to_owned(),
            value: 4,
            most: 12,
            zones: vec![
                zone(0, 5, Ink::Good, ""),
                zone(6, 8, Ink::Worn, "hot"),
                zone(9, 12, Ink::Bad, "over the red line"),
            ],
            marks: vec![(6, "hot".to_owned()), (9, "red line".to_owned())],
            ..Gauge::default()
        }
    }

    #[test]
    fn a_gauge_says_in_which_zone_its_value_is_and_will_be() {
        let mut gauge = heat();
        assert_eq!(gauge.words(), "4 / 12");
        gauge.forecast = Some(4);
        assert_eq!(gauge.words(), "4 / 12");
        gauge.forecast = Some(7);
        assert_eq!(gauge.words(), "4 / 12, then 7 hot");
        let shorter = ["4 → 7 / 12 hot".to_owned(), "4 → 7 / 12".to_owned()];
        assert_eq!(gauge.wordings()[1..], shorter);
        gauge.value = 10;
        assert_eq!(gauge.words(), "10 / 12 over the red line, then 7 hot");
        assert_eq!(gauge.zone(13), None);
    }

    #[test]
    fn thresholds_count_as_crossed_once_they_are_reached() {
        let crossed = |value, forecast| {
            let gauge = Gauge {
                value,
                forecast,
                ..heat()
            };
            gauge.crossed().map(|(at, _)| *at).collect::<Vec<_>>()
        };
        assert_eq!(crossed(4, None), Vec::<i32>::new());
        assert_eq!(crossed(4, Some(5)), Vec::<i32>::new());
        assert_eq!(crossed(4, Some(6)), [6]);
        assert_eq!(crossed(4, Some(11)), [6, 9]);
        assert_eq!(crossed(6, Some(8)), Vec::<i32>::new());
        assert_eq!(crossed(9, Some(8)), [9]);
    }

    #[test]
    fn values_beyond_the_ends_are_shown_at_the_ends() {
        let gauge = heat();
        assert_eq!(gauge.share(-3), 0.0);
        assert_eq!(gauge.share(30), 1.0);
        assert_eq!(gauge.share(6), 0.5);
        let empty = Gauge::default();
        assert_eq!(empty.share(0), 0.0);
    }
}

//! The combat log.

use bevy::prelude::*;
use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{self, FontId, Rangef, RichText};

use crate::battle::grid::TileId;
use crate::battle::step::HumanSides;
use crate::battle::unit::Side;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::panels::WIDTH;
use crate::game::kit::piece::Ask;
use crate::game::kit::theme::widget::{heading, scroll};
use crate::game::kit::theme::{self, FAINT, PANEL, TEXT};
use crate::game::kit::{PanelOptions, key_of};
use crate::game::rules::playable::Recap;
use crate::game::table::board_view::viewer;

/// Lines of the combat log, the newest last, each with the hex it is about and whose it is.
#[derive(Resource, Default)]
pub struct CombatLog {
    lines: Vec<LogLine>,
    /// Turns in short, each with whose it is and the orders given by then, the newest last.
    recaps: Vec<(Side, usize, Recap)>,
}

/// What lines begin with that are shown on demand only: the dice and sums that what is told came from.
const DETAIL: &str = "  ";

/// Returns a line that is shown on demand only.
pub fn detail(text: &str) -> String {
    format!("{DETAIL}{text}")
}

/// What happened, in words.
struct LogLine {
    text: String,
    /// The side that knows of it.
    side: Side,
    /// How often in a row.
    times: usize,
    /// How often of these it waits for what is shown to come so far.
    unread: usize,
    /// The hex it is about.
    place: Option<TileId>,
    /// Orders given by then.
    orders: usize,
    /// How high it was when it was last drawn, points; 0 before that.
    height: f32,
}

impl CombatLog {
    /// Forgets the hexes that lines are about: they are of a map that is not in play any more.
    pub fn forget_places(&mut self) {
        for line in &mut self.lines {
            line.place = None;
        }
    }

    /// Adds a line for a side that so many orders led to; the same again only counts up.
    pub fn push(&mut self, side: Side, text: String, place: Option<TileId>, orders: usize) {
        let last = self.lines.iter_mut().rev().find(|line| line.side == side);
        if let Some(last) = last.filter(|last| last.text == text) {
            last.times += 1;
            (last.place, last.orders, last.height) = (place, orders, 0.0);
            return;
        }
        self.lines.push(LogLine {
            text,
            side,
            times: 1,
            unread: 0,
            place,
            orders,
            height: 0.0,
        });
        let surplus = self.lines.len().saturating_sub(800);
        self.lines.drain(..surplus);
    }

    /// Lists what a side has read, the oldest line first, each with the hex it is about.
    pub fn told(&self, side: Side) -> impl Iterator<Item = (String, Option<TileId>)> {
        let read = move |line: &&LogLine| line.side == side && line.times > line.unread;
        let lines = self.lines.iter().filter(read);
        lines.map(|line| {
            let text = match line.times - line.unread {
                1 => line.text.clone(),
                times => format!("{} (×{times})", line.text),
            };
            (text, line.place)
        })
    }

    /// Lists the lines of all sides.
    #[cfg(test)]
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(|line| line.text.as_str())
    }

    /// Counts the lines of all sides.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Holds the line that was added last back until it is read.
    pub fn hold_back(&mut self) {
        if let Some(last) = self.lines.last_mut() {
            last.unread += 1;
        }
    }

    /// Whether lines wait.
    pub fn waits(&self) -> bool {
        self.lines.last().is_some_and(|line| line.unread > 0)
    }

    /// Marks the first waiting line as read.
    pub fn read(&mut self) {
        let waiting = self.lines.iter_mut().find(|line| line.unread > 0);
        if let Some(line) = waiting {
            line.unread -= 1;
            line.height = 0.0;
        }
    }

    /// Marks all lines as read.
    pub fn read_all(&mut self) {
        for line in &mut self.lines {
            line.unread = 0;
        }
    }

    /// Keeps a turn in short that so many orders led to.
    pub fn keep(&mut self, side: Side, orders: usize, recap: Option<Recap>) {
        self.recaps.extend(recap.map(|recap| (side, orders, recap)));
        let surplus = self.recaps.len().saturating_sub(60);
        self.recaps.drain(..surplus);
    }

    /// Returns the last turn of a side in short.
    pub fn recap(&self, side: Side) -> Option<&Recap> {
        let mut recaps = self.recaps.iter().rev();
        let last = recaps.find(|(of, ..)| *of == side);
        last.map(|(.., recap)| recap)
    }

    /// Forgets the results of orders that were undone: all but the first so many.
    pub fn take_back(&mut self, orders: usize) {
        self.lines.retain(|line| line.orders <= orders);
        self.recaps.retain(|(_, given, _)| *given <= orders);
    }
}

/// Lines that are shown while the log is folded.
const NEWEST: usize = 3;
/// Rows that each of them may take: the result may stand at the end.
const ROWS: usize = 3;

/// Shows the newest lines of the log over the board, the older the fainter; a click opens the log.
pub fn newest(world: &World, ui: &mut egui::Ui, asks: &mut Vec<Ask>) {
    let side = viewer(world.resource::<HumanSides>());
    let lines = &world.resource::<CombatLog>().lines;
    let is_shown = |line: &&LogLine| {
        line.side == side && line.times > line.unread && !line.text.starts_with(DETAIL)
    };
    let newest: Vec<_> = lines.iter().rev().filter(is_shown).take(NEWEST).collect();
    ui.set_width(WIDTH);
    ui.spacing_mut().item_spacing.y = 2.0;
    for (age, line) in newest.iter().enumerate().rev() {
        let faded = 1.0 - 0.14 * age as f32;
        let format = TextFormat {
            background: PANEL,
            ..TextFormat::simple(FontId::proportional(12.5), TEXT.gamma_multiply(faded))
        };
        let mut text = LayoutJob::single_section(line.text.clone(), format);
        text.wrap.max_rows = ROWS;
        ui.add(egui::Label::new(text).wrap());
    }
    let key = key_of(world, KeyAction::LOG);
    let right = egui::Layout::right_to_left(egui::Align::Center);
    // So high: else it would be as high as what stood here before.
    ui.allocate_ui_with_layout(egui::vec2(WIDTH, 18.0), right, |ui| {
        let open =
            egui::Button::new(RichText::new(format!("log [{key}]")).size(theme::SMALLEST)).small();
        if ui.add(open).on_hover_text(KeyAction::LOG.text()).clicked() {
            asks.push(Ask::Key(KeyAction::LOG));
        }
    });
}

/// Shows the log of the side that looks, in so many points.
pub fn log(world: &mut World, room: f32, ui: &mut egui::Ui, asks: &mut Vec<Ask>) {
    let side = viewer(world.resource::<HumanSides>());
    let has_details = world.resource::<PanelOptions>().dice;
    let key = key_of(world, KeyAction::TRACES);
    ui.horizontal(|ui| {
        heading(ui, "Log");
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| {
            let close = format!("fold [{}]", key_of(world, KeyAction::LOG));
            if ui
                .selectable_label(false, RichText::new(close).size(theme::SMALLEST))
                .clicked()
            {
                asks.push(Ask::Key(KeyAction::LOG));
            }
            let text = RichText::new(format!("dice [{key}]")).size(theme::SMALLEST);
            let button = ui.selectable_label(has_details, text);
            if button.on_hover_text(KeyAction::TRACES.text()).clicked() {
                asks.push(Ask::Key(KeyAction::TRACES));
            }
        });
    });
    let mut log = world.resource_mut::<CombatLog>();
    // It is as high whatever it holds: if it grew, it would cover the enemy pointed at.
    let room = room - 34.0;
    scroll(room)
        .id_salt("log")
        .auto_shrink(false)
        .stick_to_bottom(true)
        .show_viewport(ui, |ui, seen| {
            ui.set_width(WIDTH - 8.0);
            let is_shown = |line: &&mut LogLine| {
                line.times > line.unread && (has_details || !line.text.starts_with(DETAIL))
            };
            let lines = log.lines.iter_mut().filter(|line| line.side == side);
            let lines = lines.filter(is_shown);
            if list(lines, seen.y_range(), ui, asks) == 0 {
                let text = RichText::new("nothing has happened yet");
                ui.label(text.color(FAINT).size(theme::SMALLEST));
            }
        });
}

/// Lists lines, drawing only those in sight, but for new ones; returns how many there are.
fn list<'a>(
    lines: impl Iterator<Item = &'a mut LogLine>,
    seen: Rangef,
    ui: &mut egui::Ui,
    asks: &mut Vec<Ask>,
) -> usize {
    let gap = ui.spacing().item_spacing.y;
    let (mut count, mut top, mut skipped) = (0, 0.0, 0.0);
    for line in lines {
        count += 1;
        let is_seen = Rangef::new(top, top + line.height).intersects(seen);
        if line.height == 0.0 || is_seen {
            ui.add_space(std::mem::take(&mut skipped));
            line.height = show(line, ui, asks);
        } else {
            skipped += line.height + gap;
        }
        top += line.height + gap;
    }
    ui.add_space(skipped);
    count
}

/// Shows a line; returns how high it is, points.
fn show(line: &LogLine, ui: &mut egui::Ui, asks: &mut Vec<Ask>) -> f32 {
    let text = match line.times.saturating_sub(line.unread) {
        0 | 1 => line.text.clone(),
        times => format!("{} (×{times})", line.text),
    };
    let mut text = RichText::new(text).size(theme::SMALLEST);
    if line.text.starts_with("Turn ") {
        text = text.strong();
    }
    let label = egui::Label::new(text).wrap().sense(egui::Sense::click());
    let response = ui.add(label);
    let height = response.rect.height();
    if let Some(tile) = line.place {
        let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
        if response.on_hover_text("Show the hex").clicked() {
            asks.push(Ask::Look(tile));
        }
    }
    height
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_held_back_are_read_one_by_one() {
        let mut log = CombatLog::default();
        for text in ["one", "two", "two", "three"] {
            log.push(Side(0), text.into(), None, 1);
            log.hold_back();
        }
        let read = |log: &CombatLog| -> Vec<_> {
            let lines = log.lines.iter();
            lines.map(|line| line.times - line.unread).collect()
        };
        assert_eq!(read(&log), [0, 0, 0]);
        for expected in [[1, 0, 0], [1, 1, 0], [1, 2, 0]] {
            assert!(log.waits());
            log.read();
            assert_eq!(read(&log), expected);
        }
        log.read_all();
        assert_eq!(read(&log), [1, 2, 1]);
        assert!(!log.waits());
    }

    #[test]
    fn the_last_turn_in_short_goes_with_the_orders_that_are_taken_back() {
        let mut log = CombatLog::default();
        let recap = |text: &str| Recap {
            text: text.into(),
            ..Recap::default()
        };
        log.keep(Side(0), 2, Some(recap("first")));
        log.keep(Side(1), 2, Some(recap("theirs")));
        log.keep(Side(0), 4, Some(recap("second")));
        log.keep(Side(0), 5, None);
        let last = |log: &CombatLog| log.recap(Side(0)).map(|one| one.text.clone());
        assert_eq!(last(&log).as_deref(), Some("second"));
        log.take_back(3);
        assert_eq!(last(&log).as_deref(), Some("first"));
        log.take_back(0);
        assert_eq!(last(&log), None);
    }

    #[test]
    fn a_long_log_is_as_high_whether_all_of_it_is_drawn_or_only_what_is_in_sight() {
        let mut log = CombatLog::default();
        for number in 0..200 {
            let text = format!("{number}: {}", "somebody fires ".repeat(number % 7 + 1));
            log.push(Side(0), text, None, number);
        }
        let context = egui::Context::default();
        let mut draw = |from: f32| {
            let (mut height, mut asks) = (0.0, Vec::<Ask>::new());
            let mut output = context.run_ui(egui::RawInput::default(), |ui| {
                ui.set_width(WIDTH);
                let top = ui.cursor().top();
                let seen = Rangef::new(from, from + 300.0);
                list(log.lines.iter_mut(), seen, ui, &mut asks);
                height = ui.cursor().top() - top;
            });
            output.textures_delta.clear();
            (height, output.shapes.len())
        };
        let (all, shapes) = draw(0.0);
        assert!(all > 3000.0, "lines wrap: {all}");
        for from in [0.0, 1200.0, all - 300.0] {
            let (height, fewer) = draw(from);
            assert!((height - all).abs() < 1.0, "{height} for {all}");
            assert!(fewer * 4 < shapes, "{fewer} of {shapes} are drawn");
        }
    }
}

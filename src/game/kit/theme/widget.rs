//! Widgets of the panels: buttons with an icon, bars, headings, keys.
//!
//! **Invariant:** a widget shows what it is given and tells what was clicked; it knows no battle.

use bevy_egui::egui::{self, Color32, FontId, Response, RichText, Sense, Stroke, WidgetInfo, vec2};

use super::icon::{self, Icon};
use super::{self as theme, FAINT, LINE, SAND, TEXT};

/// A button with an icon, a name and a line below it.
pub struct IconButton<'a> {
    /// Its picture.
    pub icon: Icon,
    /// How wide it is, points, if not as wide as what is written on it.
    pub width: Option<f32>,
    pub name: &'a str,
    /// Smaller, below: cost and key.
    pub below: String,
    /// Whether it can be clicked.
    pub is_open: bool,
    /// Whether it is the one chosen.
    pub is_on: bool,
    /// Color of its name.
    pub color: Color32,
}

impl IconButton<'_> {
    /// Shows it; the response is hovered also when it cannot be clicked.
    pub fn show(self, ui: &mut egui::Ui) -> Response {
        let color = if self.is_open {
            self.color
        } else {
            theme::DISABLED
        };
        // Written smaller where there is no room.
        let room = self.width.map_or(f32::INFINITY, |width| width - 36.0);
        let written = |text: &str, size: f32, color| {
            let layout = |size| {
                let font = FontId::proportional(size);
                ui.painter().layout_no_wrap(text.to_owned(), font, color)
            };
            let whole = layout(size);
            match whole.size().x > room {
                true => layout((size * room / whole.size().x).max(theme::SMALLEST)),
                false => whole,
            }
        };
        let name = written(self.name, 13.5, color);
        let faint = if self.is_open { FAINT } else { theme::DISABLED };
        let below = written(&self.below, theme::SMALLEST, faint);
        let own = 30.0 + name.size().x.max(below.size().x) + 9.0;
        // The smallest text may need more room than there is.
        let least = 32.0 + name.size().x.max(below.size().x) + 4.0;
        let width = self.width.map_or(own, |width| width.max(least));
        let sense = if self.is_open {
            Sense::click()
        } else {
            Sense::hover()
        };
        let (rect, response) = ui.allocate_exact_size(vec2(width, 36.0), sense);
        response
            .widget_info(|| WidgetInfo::labeled(egui::WidgetType::Button, self.is_open, self.name));
        let is_pointed_at = self.is_open && response.hovered();
        let painter = ui.painter();
        let fill = face(painter, rect, self.is_on, is_pointed_at, self.is_open);
        let square =
            egui::Rect::from_center_size(rect.left_center() + vec2(17.0, 0.0), vec2(18.0, 18.0));
        icon::draw(painter, square, self.icon, color);
        let left = rect.left() + 32.0;
        // In the middle of its line, whatever its size.
        for (line, galley, color) in [(11.5, name, color), (26.5, below, faint)] {
            let corner = egui::pos2(left, rect.top() + line - galley.size().y / 2.0);
            let color = theme::as_text(color, fill);
            painter.galley_with_override_text_color(corner, galley, color);
        }
        response
    }
}

/// Draws the face of a button; returns its ground.
fn face(
    painter: &egui::Painter,
    rect: egui::Rect,
    is_on: bool,
    has_focus: bool,
    is_open: bool,
) -> Color32 {
    let (fill, edge) = match () {
        () if is_on => (theme::PRESSED, SAND),
        () if has_focus => (theme::HOVERED, SAND),
        () if is_open => (theme::IDLE, LINE),
        () => (theme::DISABLED_GROUND, LINE),
    };
    let stroke = Stroke::new(1.0, edge);
    painter.rect(rect, 5.0, fill, stroke, egui::StrokeKind::Inside);
    fill
}

/// Shows a small icon in the line.
pub fn small_icon(ui: &mut egui::Ui, icon: Icon, color: Color32) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(15.0, 15.0), Sense::hover());
    icon::draw(ui.painter(), rect, icon, color);
    response
}

/// Shows a square button with an icon alone; its name is told when it is pointed at.
pub fn icon_only(ui: &mut egui::Ui, icon: Icon, is_on: bool, name: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(27.0, 25.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(egui::WidgetType::Button, true, name));
    let has_focus = response.hovered() || response.has_focus();
    face(ui.painter(), rect, is_on, has_focus, true);
    let square = egui::Rect::from_center_size(rect.center(), vec2(14.0, 14.0));
    icon::draw(ui.painter(), square, icon, TEXT);
    response.on_hover_text(name)
}

/// Shows a switch that is on or off; one that cannot be turned is dim.
pub fn switch(ui: &mut egui::Ui, is_on: bool, is_open: bool, name: &str) -> Response {
    let sense = if is_open {
        Sense::click()
    } else {
        Sense::hover()
    };
    let (rect, response) = ui.allocate_exact_size(vec2(38.0, 20.0), sense);
    response.widget_info(|| WidgetInfo::selected(egui::WidgetType::Checkbox, is_open, is_on, name));
    let has_focus = is_open && (response.hovered() || response.has_focus());
    let fill = match (is_open, is_on) {
        (false, _) => theme::DISABLED_GROUND,
        (true, true) => theme::PRESSED,
        (true, false) => theme::IDLE,
    };
    let edge = if has_focus { SAND } else { LINE };
    let painter = ui.painter();
    let stroke = Stroke::new(1.0, edge);
    painter.rect(rect, 10.0, fill, stroke, egui::StrokeKind::Inside);
    let (at, knob) = match is_on {
        true => (rect.right() - 10.0, SAND),
        false => (rect.left() + 10.0, FAINT),
    };
    let knob = if is_open {
        knob
    } else {
        FAINT.gamma_multiply(0.4)
    };
    painter.circle_filled(egui::pos2(at, rect.center().y), 6.5, knob);
    response
}

/// Returns an area that scrolls and is so high, whatever is in it.
pub fn scroll(height: f32) -> egui::ScrollArea {
    egui::ScrollArea::vertical()
        .max_height(height)
        .min_scrolled_height(height)
}

/// Scrolls the area that is being filled by a page, by keys.
pub fn page_by_keys(ui: &egui::Ui) {
    let page = ui.clip_rect().height() * 0.9;
    scroll_by(
        ui,
        [(egui::Key::PageDown, -page), (egui::Key::PageUp, page)],
    );
}

/// Does the same, and goes to either end.
pub fn scroll_by_keys(ui: &egui::Ui) {
    const FAR: f32 = 1e6;
    page_by_keys(ui);
    scroll_by(ui, [(egui::Key::End, -FAR), (egui::Key::Home, FAR)]);
}

fn scroll_by(ui: &egui::Ui, ways: [(egui::Key, f32); 2]) {
    // A field that is typed into has these keys to itself.
    if ui.ctx().text_edit_focused() {
        return;
    }
    for (key, way) in ways {
        if ui.input(|input| input.key_pressed(key)) {
            ui.scroll_with_delta(vec2(0.0, way));
        }
    }
}

/// Whether the arrow keys just moved the focus from one entry of a list to this one. Tab only passes over
/// entries on its way to the rest of the screen, so it chooses none. Call it once a frame for each entry.
pub fn is_walked_to(ui: &egui::Ui, response: &Response) -> bool {
    const ARROWS: [egui::Key; 4] = [
        egui::Key::ArrowUp,
        egui::Key::ArrowDown,
        egui::Key::ArrowLeft,
        egui::Key::ArrowRight,
    ];
    if !response.has_focus() {
        return false;
    }
    let pass = ui.ctx().cumulative_pass_nr();
    let walk = egui::Id::new("walk through a list");
    let began = ui.data(|data| data.get_temp::<u64>(walk));
    let walks = ui.input(|input| {
        let is_pressed = ARROWS.into_iter().any(|key| input.key_pressed(key));
        is_pressed && !input.modifiers.any()
    });
    if walks {
        ui.data_mut(|data| data.insert_temp(walk, pass));
    }
    // The focus moves at the end of the pass that has the key.
    began.is_some_and(|began| began + 1 == pass)
}

/// Shows the heading of a panel.
pub fn heading(ui: &mut egui::Ui, text: &str) {
    ui.label(
        RichText::new(text.to_uppercase())
            .color(SAND)
            .size(theme::SMALLEST),
    );
}

/// Shows the name of a key.
pub fn key(ui: &mut egui::Ui, name: &str) {
    let text = RichText::new(name).monospace().size(12.5).color(SAND);
    egui::Frame::new()
        .fill(Color32::from_rgb(30, 35, 43))
        .stroke(Stroke::new(1.0, LINE))
        .corner_radius(4)
        .inner_margin(egui::Margin::symmetric(5, 1))
        .show(ui, |ui| ui.label(text));
}

/// Shows facts as two columns.
pub fn facts(ui: &mut egui::Ui, id: &str, facts: &[(String, String)]) {
    egui::Grid::new(id)
        .num_columns(2)
        .spacing(vec2(14.0, 2.0))
        .show(ui, |ui| {
            for (name, value) in facts {
                ui.label(RichText::new(name).color(FAINT).size(12.5));
                ui.add(egui::Label::new(RichText::new(value).size(12.5)).wrap());
                ui.end_row();
            }
        });
}

/// Draws a bar with a label on it.
pub fn bar(ui: &mut egui::Ui, width: f32, share: f32, color: Color32, label: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(width, 15.0), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, theme::WELL);
    let mut full = rect.shrink(1.0);
    full.set_width(full.width() * share.clamp(0.0, 1.0));
    painter.rect_filled(full, 3.0, theme::below_text(color));
    let font = FontId::proportional(theme::SMALLEST);
    let center = egui::Align2::CENTER_CENTER;
    for (off, color) in [(1.0, Color32::BLACK), (0.0, Color32::WHITE)] {
        let at = rect.center() + vec2(off, off);
        painter.text(at, center, label, font.clone(), color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Presses keys, one a frame, over a list of three entries and a button below; returns which entry was
    /// walked to in each of the frames that follow a key, and whether the button has the focus at last.
    fn walked(keys: &[egui::Key]) -> (Vec<Option<usize>>, bool) {
        let context = egui::Context::default();
        let (mut all, mut at_button) = (Vec::new(), false);
        let mut frame = |key: Option<egui::Key>, is_first: bool| {
            let mut input = egui::RawInput::default();
            input.events.extend(key.map(|key| egui::Event::Key {
                key,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers: egui::Modifiers::default(),
            }));
            let mut walked = None;
            let mut output = context.run_ui(input, |ui| {
                for entry in 0..3 {
                    let response = ui.button(format!("entry {entry}"));
                    if is_first && entry == 0 {
                        response.request_focus();
                    }
                    if is_walked_to(ui, &response) {
                        walked = Some(entry);
                    }
                }
                at_button = ui.button("Begin").has_focus();
            });
            output.textures_delta.clear();
            walked
        };
        frame(None, true);
        frame(None, false);
        for &key in keys {
            let at_once = frame(Some(key), false);
            all.push(at_once.or(frame(None, false)));
        }
        (all, at_button)
    }

    #[test]
    fn arrows_choose_in_a_list_and_tab_passes_over_it() {
        use egui::Key::{ArrowDown, ArrowUp, Tab};
        assert_eq!(
            walked(&[ArrowDown, ArrowDown, ArrowUp]).0,
            [Some(1), Some(2), Some(1)]
        );
        assert_eq!(walked(&[Tab, Tab, Tab]), (vec![None; 3], true));
        assert_eq!(walked(&[Tab, ArrowDown]).0, [None, Some(2)]);
    }
}

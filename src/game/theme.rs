//! Palette and look of the panels.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{self, Color32, CornerRadius, FontId, Margin, RichText, Stroke, TextStyle},
};

/// Ground of panels.
pub const PANEL: Color32 = Color32::from_rgba_premultiplied(17, 21, 27, 238);
/// Lines and idle borders.
pub const LINE: Color32 = Color32::from_rgb(58, 66, 77);
/// Text.
pub const TEXT: Color32 = Color32::from_rgb(222, 218, 205);
/// Text of less weight.
pub const FAINT: Color32 = Color32::from_rgb(150, 154, 156);
/// The accent: sand.
pub const SAND: Color32 = Color32::from_rgb(226, 196, 132);
/// Good news.
pub const GOOD: Color32 = Color32::from_rgb(126, 196, 140);
/// Bad news.
pub const BAD: Color32 = Color32::from_rgb(226, 112, 84);
/// Time units.
pub const TIME: Color32 = Color32::from_rgb(110, 174, 216);
/// Energy.
pub const ENERGY: Color32 = Color32::from_rgb(176, 132, 226);
/// Morale.
pub const MORALE: Color32 = Color32::from_rgb(214, 160, 96);

/// Applies the look once egui is there.
pub fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, apply);
}

fn apply(mut contexts: EguiContexts, mut done: Local<bool>) -> Result {
    let context = contexts.ctx_mut()?;
    if std::mem::replace(&mut *done, true) {
        return Ok(());
    }
    context.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Heading, FontId::proportional(22.0)),
            (TextStyle::Body, FontId::proportional(14.5)),
            (TextStyle::Button, FontId::proportional(14.5)),
            (TextStyle::Small, FontId::proportional(12.0)),
            (TextStyle::Monospace, FontId::monospace(13.0)),
        ]
        .into();
        style.spacing.item_spacing = egui::vec2(7.0, 5.0);
        style.spacing.button_padding = egui::vec2(10.0, 6.0);
        let visuals = &mut style.visuals;
        *visuals = egui::Visuals::dark();
        visuals.override_text_color = Some(TEXT);
        visuals.window_fill = PANEL;
        visuals.panel_fill = PANEL;
        visuals.extreme_bg_color = Color32::from_rgb(10, 13, 17);
        visuals.window_stroke = Stroke::new(1.0, LINE);
        visuals.selection.bg_fill = Color32::from_rgb(92, 78, 44);
        let corner = CornerRadius::same(5);
        for widget in [
            &mut visuals.widgets.inactive,
            &mut visuals.widgets.hovered,
            &mut visuals.widgets.active,
            &mut visuals.widgets.noninteractive,
        ] {
            widget.corner_radius = corner;
        }
        visuals.widgets.inactive.weak_bg_fill = Color32::from_rgb(38, 45, 55);
        visuals.widgets.hovered.weak_bg_fill = Color32::from_rgb(58, 68, 82);
        visuals.widgets.active.weak_bg_fill = Color32::from_rgb(92, 78, 44);
        visuals.widgets.hovered.bg_stroke = Stroke::new(1.0, SAND);
    });
    Ok(())
}

/// Returns the frame of a panel.
pub fn frame() -> egui::Frame {
    egui::Frame::new()
        .fill(PANEL)
        .stroke(Stroke::new(1.0, LINE))
        .corner_radius(CornerRadius::same(7))
        .inner_margin(Margin::same(10))
}

/// Draws a bar with a label on it.
pub fn bar(ui: &mut egui::Ui, width: f32, share: f32, color: Color32, label: &str) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(width, 15.0), egui::Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, Color32::from_rgb(8, 10, 13));
    let mut full = rect.shrink(1.0);
    full.set_width(full.width() * share.clamp(0.0, 1.0));
    painter.rect_filled(full, 3.0, color);
    let font = FontId::proportional(11.5);
    let shadow = rect.center() + egui::vec2(1.0, 1.0);
    painter.text(
        shadow,
        egui::Align2::CENTER_CENTER,
        label,
        font.clone(),
        Color32::BLACK,
    );
    painter.text(
        rect.center(),
        egui::Align2::CENTER_CENTER,
        label,
        font,
        Color32::WHITE,
    );
}

/// Returns text of less weight.
pub fn faint(text: impl Into<String>) -> RichText {
    RichText::new(text).color(FAINT).size(12.5)
}

/// Returns the color of health.
pub fn health_color(now: u16, max: u16) -> Color32 {
    match u32::from(now) * 100 / u32::from(max.max(1)) {
        0..=25 => BAD,
        26..=75 => Color32::from_rgb(220, 170, 80),
        _ => Color32::from_rgb(96, 160, 104),
    }
}

//! Palette and look of the panels.

pub mod icon;
pub mod widget;

use std::fmt::Debug;
use std::hash::Hash;

use bevy::asset::AssetEventSystems;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::egui::{
    self, Color32, CornerRadius, FontId, Margin, RichText, Stroke, TextStyle, TextureHandle,
    TextureOptions,
};
use bevy_egui::{EguiContexts, EguiPostUpdateSet, EguiPrimaryContextPass};
use tiny_skia::Pixmap;

use crate::game::shell::settings::Settings;

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
/// Ground of buttons.
pub const IDLE: Color32 = Color32::from_rgb(38, 45, 55);
/// The same, of what is pointed at.
pub const HOVERED: Color32 = Color32::from_rgb(58, 68, 82);
/// The same, of what is pressed or on.
pub const PRESSED: Color32 = Color32::from_rgb(92, 78, 44);
/// Time units.
pub const TIME: Color32 = Color32::from_rgb(110, 174, 216);
/// Energy.
pub const ENERGY: Color32 = Color32::from_rgb(176, 132, 226);
/// Morale.
pub const MORALE: Color32 = Color32::from_rgb(214, 160, 96);

/// Height of a row of fields in points: what stands in it is centered.
pub const FIELD: f32 = 30.0;

/// Height in points that the panels are laid out for; the window is brought to it.
const HEIGHT: f32 = 860.0;
/// Least room in points that is left to the panels, however large the text.
const LEAST: Vec2 = Vec2::new(1120.0, 630.0);

/// Applies the look once egui is there, and the size of text whenever it changes.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, share_font)
        .add_systems(EguiPrimaryContextPass, (apply, scale).chain())
        // What is told of changed pictures after the pass is drawn with it: no letter or portrait is
        // missing on the frame that first wants it.
        .configure_sets(
            PostUpdate,
            EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems),
        );
}

/// Has words on the board written in the type of the panels.
fn share_font(mut fonts: ResMut<Assets<Font>>) -> Result {
    let definitions = egui::FontDefinitions::default();
    let family = &definitions.families[&egui::FontFamily::Proportional];
    let font = &definitions.font_data[&family[0]];
    fonts.insert(AssetId::default(), Font::from_bytes(font.font.to_vec()))?;
    Ok(())
}

/// Returns the size of the interface for a window, pixels a point: as large as the window and the setting want, as
/// small as the panels need.
pub fn zoom(window: Vec2, text_percent: u16) -> f32 {
    let wanted = (window.y / HEIGHT).clamp(0.85, 2.5) * f32::from(text_percent) / 100.0;
    let most = (window.x / LEAST.x).min(window.y / LEAST.y);
    wanted.min(most).max(0.5)
}

fn scale(
    settings: Res<Settings>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut contexts: EguiContexts,
) -> Result {
    let Ok(window) = windows.single() else {
        return Ok(());
    };
    let zoom = zoom(window.size(), settings.text_percent);
    let context = contexts.ctx_mut()?;
    if (context.zoom_factor() - zoom).abs() > 0.001 {
        context.set_zoom_factor(zoom);
    }
    Ok(())
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
        style.interaction.tooltip_delay = 0.25;
        let visuals = &mut style.visuals;
        *visuals = egui::Visuals::dark();
        visuals.override_text_color = Some(TEXT);
        visuals.window_fill = PANEL;
        visuals.panel_fill = PANEL;
        visuals.extreme_bg_color = Color32::from_rgb(10, 13, 17);
        visuals.window_stroke = Stroke::new(1.0, LINE);
        visuals.selection.bg_fill = PRESSED;
        visuals.selection.stroke = Stroke::new(1.5, SAND);
        let corner = CornerRadius::same(5);
        for widget in [
            &mut visuals.widgets.inactive,
            &mut visuals.widgets.hovered,
            &mut visuals.widgets.active,
            &mut visuals.widgets.noninteractive,
        ] {
            widget.corner_radius = corner;
        }
        visuals.widgets.inactive.weak_bg_fill = IDLE;
        visuals.widgets.hovered.weak_bg_fill = HOVERED;
        visuals.widgets.active.weak_bg_fill = PRESSED;
        visuals.widgets.hovered.bg_stroke = Stroke::new(1.0, SAND);
    });
    Ok(())
}

/// Pictures by what they show, each with the pass that last asked for it.
type Pictures = egui::IdMap<(TextureHandle, u64)>;

/// Pictures that are kept whether they are on show or not.
const KEPT: usize = 64;
/// Passes after which a picture that nobody asked for is let go of, some ten seconds.
const FORGOTTEN_AFTER: u64 = 600;

/// Returns a picture to be shown, painted if it is not kept by that key.
pub fn texture(
    context: &egui::Context,
    key: impl Hash + Debug,
    paint: impl FnOnce() -> Pixmap,
) -> TextureHandle {
    let pass = context.cumulative_pass_nr();
    let all = egui::Id::new("pictures");
    let id = all.with(key);
    let known = context.data_mut(|data| {
        let pictures: &mut Pictures = data.get_temp_mut_or_default(all);
        let (texture, asked) = pictures.get_mut(&id)?;
        *asked = pass;
        Some(texture.clone())
    });
    known.unwrap_or_else(|| {
        let picture = paint();
        let size = [picture.width() as usize, picture.height() as usize];
        let image = egui::ColorImage::from_rgba_premultiplied(size, picture.data());
        let options = TextureOptions {
            mipmap_mode: Some(egui::TextureFilter::Linear),
            ..TextureOptions::LINEAR
        };
        let texture = context.load_texture("picture", image, options);
        context.data_mut(|data| {
            let pictures: &mut Pictures = data.get_temp_mut_or_default(all);
            if pictures.len() >= KEPT {
                pictures.retain(|_, (_, asked)| pass - *asked < FORGOTTEN_AFTER);
            }
            pictures.insert(id, (texture.clone(), pass));
        });
        texture
    })
}

/// Returns the frame of a panel.
pub fn frame() -> egui::Frame {
    egui::Frame::new()
        .fill(PANEL)
        .stroke(Stroke::new(1.0, LINE))
        .corner_radius(CornerRadius::same(7))
        .inner_margin(Margin::same(10))
}

/// Returns text of less weight.
pub fn faint(text: impl Into<String>) -> RichText {
    RichText::new(text).color(FAINT).size(12.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_have_the_room_they_are_laid_out_for_in_every_window() {
        for window in [
            Vec2::new(1280.0, 720.0),
            Vec2::new(1920.0, 1080.0),
            Vec2::new(2560.0, 1440.0),
            Vec2::new(3840.0, 2160.0),
            Vec2::new(1024.0, 768.0),
        ] {
            for percent in [75, 100, 150, 200] {
                let points = window / zoom(window, percent);
                let fits = points.x >= LEAST.x - 0.5 && points.y >= LEAST.y - 0.5;
                assert!(fits, "{points} points at {window} and {percent}%");
            }
        }
        let large = Vec2::new(2560.0, 1440.0);
        assert!(zoom(large, 125) > zoom(large, 100));
    }
}

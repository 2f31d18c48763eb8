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
pub const PANEL: Color32 = Color32::from_rgba_premultiplied(18, 22, 28, 248);
/// Lines and idle borders.
pub const LINE: Color32 = Color32::from_rgb(58, 66, 77);
/// Text.
pub const TEXT: Color32 = Color32::from_rgb(222, 218, 205);
/// Text of what cannot be chosen now.
pub const DISABLED: Color32 = Color32::from_rgb(142, 146, 149);
/// Ground of what cannot be chosen now.
pub const DISABLED_GROUND: Color32 = Color32::from_rgb(24, 29, 36);
/// Ground of bars and charts.
pub const WELL: Color32 = Color32::from_rgb(8, 10, 13);
/// Text of less weight.
pub const FAINT: Color32 = Color32::from_rgb(164, 168, 170);
/// The accent: sand.
pub const SAND: Color32 = Color32::from_rgb(226, 196, 132);
/// Good news.
pub const GOOD: Color32 = Color32::from_rgb(126, 196, 140);
/// Bad news.
pub const BAD: Color32 = Color32::from_rgb(226, 112, 84);
/// Ground of buttons.
pub const IDLE: Color32 = Color32::from_rgb(38, 45, 55);
/// The same, of what is pointed at.
pub const HOVERED: Color32 = Color32::from_rgb(50, 59, 72);
/// The same, of what is pressed or on.
pub const PRESSED: Color32 = Color32::from_rgb(92, 78, 44);
/// Ground of the card of a unit that is chosen.
pub const CHOSEN: Color32 = Color32::from_rgb(44, 41, 30);
/// Time units.
pub const TIME: Color32 = Color32::from_rgb(110, 174, 216);
/// Energy.
pub const ENERGY: Color32 = Color32::from_rgb(176, 132, 226);
/// Morale.
pub const MORALE: Color32 = Color32::from_rgb(214, 160, 96);

/// Size of the smallest text, points.
pub const SMALLEST: f32 = 12.5;
/// Least contrast between text and its ground (WCAG 2.2, AA).
pub const CONTRAST: f32 = 4.5;
/// The lightest that the plate of words on the board looks over any ground.
pub const CHIP_GROUND: Color32 = Color32::from_rgb(52, 50, 47);
/// Share of its color that text keeps that egui shows as disabled.
pub const DISABLED_ALPHA: f32 = 0.72;
/// How much of its strength the content of a card keeps that cannot be played.
pub const BARRED: f32 = 0.66;

/// Height of a row of fields in points: what stands in it is centered.
pub const FIELD: f32 = 30.0;

/// Height in points that the panels are laid out for; the window is brought to it.
const HEIGHT: f32 = 860.0;
/// Least size of a point in pixels, at the usual size of text: the smallest text can be read.
const LEAST_ZOOM: f32 = 0.885;
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

/// Uses the typeface of the panels for words on the board.
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
    let percent = text_percent.min(most_text(window).max(100));
    let wanted = usual_zoom(window) * f32::from(percent) / 100.0;
    wanted.min(most_zoom(window)).max(0.5)
}

/// Returns the largest text size that a window allows, in percent, by steps of 5; larger settings have no further
/// effect.
pub fn most_text(window: Vec2) -> u16 {
    let most = most_zoom(window) / usual_zoom(window) * 100.0;
    most as u16 / 5 * 5
}

fn usual_zoom(window: Vec2) -> f32 {
    (window.y / HEIGHT).clamp(LEAST_ZOOM, 2.5)
}

fn most_zoom(window: Vec2) -> f32 {
    (window.x / LEAST.x).min(window.y / LEAST.y)
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
    // However long a button is held, or a frame takes, letting go of it is a click.
    context.options_mut(|options| options.input_options.max_click_duration = f64::INFINITY);
    context.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Heading, FontId::proportional(22.0)),
            (TextStyle::Body, FontId::proportional(14.5)),
            (TextStyle::Button, FontId::proportional(14.5)),
            (TextStyle::Small, FontId::proportional(SMALLEST)),
            (TextStyle::Monospace, FontId::monospace(13.0)),
        ]
        .into();
        style.spacing.item_spacing = egui::vec2(7.0, 5.0);
        style.spacing.button_padding = egui::vec2(10.0, 6.0);
        style.interaction.tooltip_delay = 0.25;
        // That there is more to see is seen before the pointer is there.
        style.spacing.scroll.dormant_handle_opacity = 0.5;
        let visuals = &mut style.visuals;
        *visuals = egui::Visuals::dark();
        visuals.override_text_color = Some(TEXT);
        visuals.disabled_alpha = DISABLED_ALPHA;
        // Lists that drop down lie over other words.
        visuals.window_fill = PANEL.to_opaque();
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
        // With small boxes, such corners would look like those of round buttons.
        style.spacing.icon_width = 18.0;
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

/// Returns how bright a color without transparency is, 0 to 1 (relative luminance of WCAG 2.2).
fn luminance(color: Color32) -> f32 {
    let linear = |channel: u8| {
        let share = f32::from(channel) / 255.0;
        match share <= 0.04045 {
            true => share / 12.92,
            false => ((share + 0.055) / 1.055).powf(2.4),
        }
    };
    let [red, green, blue] = [color.r(), color.g(), color.b()].map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Returns the contrast between two colors, 1 to 21 (WCAG 2.2).
pub fn contrast(one: Color32, other: Color32) -> f32 {
    let [one, other] = [one, other].map(|color| luminance(color) + 0.05);
    one.max(other) / one.min(other)
}

/// Returns the color nearest to one on the way to another that text can be told from its ground by.
fn legible(color: Color32, towards: Color32, fails: impl Fn(Color32) -> bool) -> Color32 {
    (0..=20)
        .map(|step| color.lerp_to_gamma(towards, step as f32 / 20.0))
        .find(|color| !fails(*color))
        .unwrap_or(towards)
}

/// Returns a color, as dark as it takes for white text to be read on it.
pub fn below_text(color: Color32) -> Color32 {
    legible(color, WELL, |ground| {
        contrast(Color32::WHITE, ground) < CONTRAST
    })
}

/// Returns a color, as light as it takes to be read as text on a ground.
pub fn as_text(color: Color32, ground: Color32) -> Color32 {
    legible(color, Color32::WHITE, |text| {
        contrast(text, ground) < CONTRAST
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
    use crate::game::kit::piece::Ink;
    use crate::game::table::palette::{Meaning, Palette};

    #[test]
    fn contrast_is_what_the_standard_says() {
        let gray = Color32::from_rgb(0x76, 0x76, 0x76);
        for (one, other, expected) in [
            (Color32::BLACK, Color32::WHITE, 21.0),
            (gray, Color32::WHITE, 4.54),
            (gray, gray, 1.0),
        ] {
            let found = contrast(one, other);
            assert!((found - expected).abs() < 0.01, "{found} for {expected}");
            assert_eq!(found, contrast(other, one));
        }
    }

    #[test]
    fn all_text_can_be_told_from_its_ground() {
        // Panels let a little of the board through: at worst bright sand.
        let sand = Color32::from_rgb(190, 170, 130);
        let panel = sand.lerp_to_gamma(PANEL.to_opaque(), f32::from(PANEL.a()) / 255.0);
        let inks = [
            Ink::Text,
            Ink::Faint,
            Ink::Accent,
            Ink::Good,
            Ink::Bad,
            Ink::Worn,
            Ink::Whole,
            Ink::Time,
            Ink::Energy,
            Ink::Morale,
        ];
        let inks = inks.map(|ink| (format!("{ink:?}"), ink.color()));
        for (name, text) in &inks {
            for ground in [PANEL.to_opaque(), panel, CHOSEN, DISABLED_GROUND, WELL] {
                let found = contrast(*text, ground);
                assert!(found >= CONTRAST, "{name} on {ground:?}: {found}");
            }
            let on_bar = contrast(Color32::WHITE, below_text(*text));
            assert!(on_bar >= CONTRAST, "white on {name}: {on_bar}");
        }
        for (text, ground) in [
            (DISABLED, DISABLED_GROUND),
            (DISABLED, panel),
            (TEXT, IDLE),
            (TEXT, HOVERED),
            (TEXT, PRESSED),
            (SAND, IDLE),
            (SAND, HOVERED),
            (SAND, PRESSED),
            (FAINT, IDLE),
            (SAND.lerp_to_gamma(panel, 1.0 - DISABLED_ALPHA), panel),
            (FAINT.lerp_to_gamma(panel, 1.0 - DISABLED_ALPHA), panel),
        ] {
            let found = contrast(text, ground);
            let least = if ground == panel && text != DISABLED {
                3.0
            } else {
                CONTRAST
            };
            assert!(found >= least, "{text:?} on {ground:?}: {found}");
        }
    }

    #[test]
    fn words_of_every_meaning_can_be_read_in_every_palette() {
        let ground = CHIP_GROUND;
        for palette in Palette::ALL {
            for meaning in Meaning::ALL {
                let [red, green, blue] = palette.color(meaning);
                let color = Color32::from_rgb(red, green, blue);
                let found = contrast(as_text(color, ground), ground);
                assert!(found >= CONTRAST, "{meaning:?} of {palette:?}: {found}");
            }
        }
        let readable = Color32::WHITE;
        assert_eq!(as_text(readable, ground), readable, "it stays as it is");
    }

    #[test]
    fn the_smallest_text_can_be_read_in_every_window() {
        for window in [
            Vec2::new(1280.0, 720.0),
            Vec2::new(1440.0, 900.0),
            Vec2::new(1920.0, 1080.0),
        ] {
            let size = SMALLEST * zoom(window, 100);
            assert!(size >= 11.0, "{size} pixels at {window}");
        }
    }

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
        for window in [large, Vec2::new(1280.0, 720.0)] {
            let most = most_text(window);
            assert!(zoom(window, most) > zoom(window, most - 5));
            assert!(zoom(window, most + 50) - zoom(window, most) < 0.02);
        }
    }
}

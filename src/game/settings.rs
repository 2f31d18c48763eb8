//! What the player has set: look, speed, sound, keys. Kept in the platform's folder for settings.
//!
//! **Invariant:** a file that cannot be read is told of and left alone until something is set.

use bevy::{
    prelude::*,
    window::{MonitorSelection, PresentMode, PrimaryWindow, WindowMode},
};
use serde::{Deserialize, Serialize};

use crate::{
    files::write_whole,
    game::{folders, keys::bindings::Bindings, palette::Palette, session::Session},
};

/// What the player has set.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Colors of the board.
    pub palette: Palette,
    /// Size of text and panels, percent.
    pub text_percent: u16,
    /// Speed of everything that is played back, percent.
    pub animation_percent: u16,
    /// Volume of everything, percent.
    pub master: u8,
    /// Volume of what happens, percent.
    pub effects: u8,
    /// Volume of the surroundings, percent.
    pub ambience: u8,
    /// Whether the camera goes where something happens.
    pub follow: bool,
    /// Whether attacks, items and abilities want a second click.
    pub confirm: bool,
    /// Whether a turn is ended at once although units could still act.
    pub end_at_once: bool,
    /// Whether the window fills the screen.
    pub fullscreen: bool,
    /// Whether frames wait for the screen.
    pub vsync: bool,
    /// Whether the guided mission's hints are shown.
    pub hints: bool,
    /// Whether the first turns of fleets are explained; off once they were.
    pub fleet_hints: bool,
    /// Keys that differ from the defaults.
    pub keys: Bindings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            palette: Palette::Normal,
            text_percent: 100,
            animation_percent: 100,
            master: 80,
            effects: 80,
            ambience: 50,
            follow: true,
            confirm: true,
            end_at_once: false,
            fullscreen: false,
            vsync: true,
            hints: true,
            fleet_hints: true,
            keys: Bindings::default(),
        }
    }
}

impl Settings {
    /// Smallest and largest size of text, percent.
    pub const TEXT_PERCENT: (u16, u16) = (75, 200);
    /// Slowest and fastest playback, percent.
    pub const ANIMATION_PERCENT: (u16, u16) = (50, 800);

    /// Reads settings from text; values beyond their limits are brought to the next one.
    ///
    /// # Errors
    /// Where the text cannot be read and why.
    pub fn from_text(text: &str) -> Result<Self, String> {
        let mut settings: Self = ron::from_str(text).map_err(|error| {
            let at = error.span.start;
            format!("{}:{}: {}", at.line, at.col, error.code)
        })?;
        let (least, most) = Self::TEXT_PERCENT;
        settings.text_percent = settings.text_percent.clamp(least, most);
        let (least, most) = Self::ANIMATION_PERCENT;
        settings.animation_percent = settings.animation_percent.clamp(least, most);
        for volume in [
            &mut settings.master,
            &mut settings.effects,
            &mut settings.ambience,
        ] {
            *volume = (*volume).min(100);
        }
        Ok(settings)
    }

    /// Writes settings as text.
    pub fn to_text(&self) -> String {
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::new());
        text.expect("settings are plain data") + "\n"
    }
}

/// Adds the settings.
pub fn plugin(app: &mut App) {
    let (settings, problem) = load();
    app.insert_resource(settings)
        .add_systems(Startup, move |mut session: ResMut<Session>| {
            session.notice = problem.clone().map(|problem| (problem, true));
        })
        .add_systems(
            Update,
            (keep, apply_to_window).run_if(resource_changed::<Settings>),
        );
}

fn load() -> (Settings, Option<String>) {
    let Some(file) = folders::settings() else {
        return (Settings::default(), None);
    };
    let Ok(text) = std::fs::read_to_string(&file) else {
        return (Settings::default(), None);
    };
    match Settings::from_text(&text) {
        Ok(settings) => (settings, None),
        Err(error) => {
            let problem = format!(
                "{}:{error}; the defaults are used, and replace the file once something is set",
                file.display()
            );
            (Settings::default(), Some(problem))
        }
    }
}

/// Writes the settings down when they changed.
fn keep(
    settings: Res<Settings>,
    mut written: Local<Option<Settings>>,
    mut session: ResMut<Session>,
) {
    // What was read at the start is already in the file.
    if written
        .replace(settings.clone())
        .is_none_or(|before| before == *settings)
    {
        return;
    }
    let Some(file) = folders::settings() else {
        return;
    };
    let folder = file.parent().map_or(Ok(()), std::fs::create_dir_all);
    let result = folder.map_err(|error| error.to_string()).and_then(|()| {
        write_whole(&file, settings.to_text().as_bytes()).map_err(|error| error.to_string())
    });
    if let Err(error) = result {
        session.notice = Some((format!("the settings cannot be kept: {error}"), true));
    }
}

fn apply_to_window(settings: Res<Settings>, mut windows: Query<&mut Window, With<PrimaryWindow>>) {
    let Ok(mut window) = windows.single_mut() else {
        return;
    };
    let mode = match settings.fullscreen {
        true => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
        false => WindowMode::Windowed,
    };
    let present = match settings.vsync {
        true => PresentMode::AutoVsync,
        false => PresentMode::AutoNoVsync,
    };
    if window.mode != mode {
        window.mode = mode;
    }
    if window.present_mode != present {
        window.present_mode = present;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_as_they_were_written() {
        let mut settings = Settings {
            palette: Palette::Tritanopia,
            text_percent: 150,
            ..Settings::default()
        };
        settings.keys.bind(
            crate::game::keys::bindings::Deed::EndTurn,
            "Ctrl+N".parse().unwrap(),
        );
        assert_eq!(Settings::from_text(&settings.to_text()), Ok(settings));
    }

    #[test]
    fn what_is_left_out_has_its_default_and_what_is_too_much_its_limit() {
        let settings = Settings::from_text("(text_percent: 900, master: 255)").unwrap();
        assert_eq!((settings.text_percent, settings.master), (200, 100));
        assert_eq!(settings.effects, Settings::default().effects);
    }

    #[test]
    fn a_damaged_file_is_told_with_line_and_column() {
        let error = Settings::from_text("(\n  palette: Sepia,\n)").unwrap_err();
        assert!(error.starts_with("2:"), "{error}");
        assert!(
            error.contains("Sepia") && error.contains("Tritanopia"),
            "{error}"
        );
    }
}

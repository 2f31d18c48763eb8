//! What the player has set: look, speed, sound, keys. Kept in the platform's folder for settings.
//!
//! **Invariant:** a file that cannot be read is told of and kept beside; fields that a newer version put
//! into it stay in it.

use std::ops::Range;
use std::path::Path;

use bevy::prelude::*;
use bevy::window::{MonitorSelection, PresentMode, PrimaryWindow, WindowMode};
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

use crate::content::mode::Skill;
use crate::content::ron_text;
use crate::content::tree::{self, Value};
use crate::game::kit::keys::KeyAction;
use crate::game::kit::keys::bindings::Bindings;
use crate::game::kit::keys::layout::Layout;
use crate::game::shell::folders::{self, Own};
use crate::game::shell::merge::merge;
use crate::game::shell::packs::PackChoice;
use crate::game::shell::session::Session;
use crate::game::table::palette::Palette;

/// What the player has set.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Fields of rule sets and of other versions, as they were written.
    #[serde(skip)]
    pub others: Vec<String>,
    /// Board colors.
    pub palette: Palette,
    /// Text and panel size, percent.
    pub text_percent: u16,
    /// Speed of everything that is played back, percent.
    pub animation_percent: u16,
    /// Volume of everything, percent.
    pub master: u8,
    /// Volume of what happens, percent.
    pub effects: u8,
    /// Volume of the surroundings, percent.
    pub ambience: u8,
    /// Volume of the music, percent.
    pub music: u8,
    /// Whether the camera goes where something happens.
    pub follow: bool,
    /// Whether attacks, items and abilities want a second click.
    pub confirm: bool,
    /// Whether a turn is ended at once although units could still act.
    pub end_at_once: bool,
    /// How well computers play where the mission does not say it.
    pub computers: Skill,
    /// Whether the window fills the screen.
    pub fullscreen: bool,
    /// Whether frames wait for the screen.
    pub vsync: bool,
    /// Whether the guided mission's hints are shown.
    pub hints: bool,
    /// Content packs in their order, and which of them are switched on.
    pub packs: Vec<PackChoice>,
    /// Keys that differ from the defaults.
    pub keys: Bindings,
    /// What is on the keys.
    pub layout: Layout,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            others: Vec::new(),
            palette: Palette::Normal,
            text_percent: 100,
            animation_percent: 200,
            master: 80,
            effects: 80,
            ambience: 50,
            music: 60,
            follow: true,
            confirm: true,
            end_at_once: false,
            computers: Skill::Veteran,
            fullscreen: false,
            vsync: true,
            hints: true,
            packs: Vec::new(),
            keys: Bindings::default(),
            layout: Layout::default(),
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
        let (own, others) = part(text);
        let mut settings: Self = ron::from_str(&own).map_err(|error| {
            let at = error.span.start;
            format!("{}:{}: {}", at.line, at.col, error.code)
        })?;
        settings.others = others;
        let (least, most) = Self::TEXT_PERCENT;
        settings.text_percent = settings.text_percent.clamp(least, most);
        let (least, most) = Self::ANIMATION_PERCENT;
        settings.animation_percent = settings.animation_percent.clamp(least, most);
        for volume in [
            &mut settings.master,
            &mut settings.effects,
            &mut settings.ambience,
            &mut settings.music,
        ] {
            *volume = (*volume).min(100);
        }
        Ok(settings)
    }

    /// Returns the sign of an action's key.
    pub fn sign(&self, action: KeyAction) -> String {
        self.keys.chord(action).sign(&self.layout)
    }

    /// Whether a switch of a rule set is on; all are until they are turned off.
    pub fn is_on(&self, switch: &str) -> bool {
        !self.others.contains(&format!("{switch}: false"))
    }

    /// Turns a switch of a rule set on or off.
    pub fn turn(&mut self, switch: &str, is_on: bool) {
        let start = format!("{switch}:");
        self.others.retain(|field| !field.starts_with(&start));
        if !is_on {
            self.others.push(format!("{switch}: false"));
        }
    }

    /// Returns these settings with all that changed from some settings to others.
    fn with_changes(&self, before: &Self, after: &Self) -> Self {
        let [theirs, before, text] = [self, before, after].map(Self::to_text);
        let merged = merge(&theirs, &before, &text);
        // Three texts of this program always merge into one.
        Self::from_text(&merged).unwrap_or_else(|_| after.clone())
    }

    /// Writes settings as text.
    pub fn to_text(&self) -> String {
        let text = ron_text::to_pretty_text(self, PrettyConfig::new());
        let own = text.strip_suffix(')').unwrap_or(&text);
        let others: String = (self.others.iter())
            .map(|field| format!("    {field},\n"))
            .collect();
        format!("{own}{others})\n")
    }
}

/// Parts the text of settings from fields that this version has not: what is left, with blanks in their
/// place, and the fields.
fn part(text: &str) -> (String, Vec<String>) {
    let usual = ron_text::to_pretty_text(&Settings::default(), PrettyConfig::new());
    let known: Vec<_> = fields(&usual).into_iter().map(|(name, _)| name).collect();
    let (mut own, mut others) = (text.to_owned(), Vec::new());
    let unknown = fields(text).into_iter();
    for (name, place) in unknown.filter(|(name, _)| !known.contains(name)) {
        let value = text[place.clone()].split_once(':');
        let value = value.map_or("", |(_, value)| value.trim());
        others.push(format!("{name}: {value}"));
        // With the comma, so that lines and columns of all else stay.
        let end = tree::gap_end(text, place.end);
        let end = end + usize::from(text[end..].starts_with(','));
        let blank =
            |letter: char| if letter == '\n' { "\n" } else { " " }.repeat(letter.len_utf8());
        let blanks: String = text[place.start..end].chars().map(blank).collect();
        own.replace_range(place.start..end, &blanks);
    }
    (own, others)
}

/// Lists the fields of the struct that a text is: names, and where they and their values stand.
fn fields(text: &str) -> Vec<(String, Range<usize>)> {
    // What is wrong with it is told when it is read.
    let root = tree::parse("", text).map(|root| root.value);
    let Ok(Value::Struct(_, fields)) = root else {
        return Vec::new();
    };
    let fields = fields.into_iter();
    fields
        .map(|field| (field.name, field.span.range()))
        .collect()
}

/// What unreadable settings lead to.
const THEN: &str = "using the defaults";

/// Adds the settings.
pub fn plugin(app: &mut App) {
    let load = folders::load_own(folders::settings(), THEN, Settings::from_text);
    let Own { value, problem, .. } = load;
    app.insert_resource(Kept(value.clone()))
        .insert_resource::<Settings>(value)
        .add_systems(Startup, move |mut session: ResMut<Session>| {
            if let Some(problem) = &problem {
                session.warn(problem);
            }
        })
        .add_systems(
            Update,
            (keep, apply_to_window).run_if(resource_changed::<Settings>),
        );
}

/// The settings as this window last wrote or read them.
#[derive(Resource)]
struct Kept(Settings);

/// Writes the settings down when they changed.
fn keep(settings: Res<Settings>, mut kept: ResMut<Kept>, mut session: ResMut<Session>) {
    if kept.0 == *settings {
        return;
    }
    let before = std::mem::replace(&mut kept.0, settings.clone());
    let Some(file) = folders::settings() else {
        return;
    };
    match write(&file, &before, &settings) {
        Ok(None) => {}
        Ok(Some(problem)) => session.warn(&problem),
        Err(error) => {
            session.notice = Some((format!("the settings cannot be saved: {error}"), true));
        }
    }
}

/// Writes down what changed, so that what another window changed stays; returns why what the file held
/// is lost to it.
///
/// # Errors
/// Why nothing is written.
fn write(file: &Path, before: &Settings, after: &Settings) -> Result<Option<String>, String> {
    folders::change_own(file, THEN, Settings::from_text, |theirs| match theirs {
        Some(theirs) => theirs.with_changes(before, after).to_text(),
        None => after.to_text(),
    })
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
        assert_eq!(Settings::default().computers, Skill::Veteran);
        let mut settings = Settings {
            palette: Palette::Tritanopia,
            computers: Skill::Quick,
            text_percent: 150,
            ..Settings::default()
        };
        settings
            .keys
            .bind(KeyAction::END_TURN, "Ctrl+N".parse().unwrap());
        assert_eq!(Settings::from_text(&settings.to_text()), Ok(settings));
    }

    #[test]
    fn switches_of_rule_sets_are_kept_and_read_from_settings_of_before() {
        let mut settings = Settings::from_text("(hints: true, lamps: false)").unwrap();
        assert!(!settings.is_on("lamps") && settings.is_on("horns"));
        settings.turn("horns", false);
        settings.turn("lamps", true);
        let read = Settings::from_text(&settings.to_text()).unwrap();
        assert!(read.is_on("lamps") && !read.is_on("horns"));
        assert_eq!(read, settings);
    }

    #[test]
    fn what_is_left_out_has_its_default_and_what_is_too_much_its_limit() {
        let settings = Settings::from_text("(text_percent: 900, master: 255)").unwrap();
        assert_eq!((settings.text_percent, settings.master), (200, 100));
        assert_eq!(settings.effects, Settings::default().effects);
    }

    #[test]
    fn fields_of_a_newer_version_stay_as_they_were_written() {
        let text = "(\n  palette: Tritanopia,\n  glow: (strength: [1, 2], name: \"a, \\\"b)\"),\n  \
                    master: 40, last: Some(3)\n)";
        let mut settings = Settings::from_text(text).unwrap();
        assert_eq!(
            (settings.palette, settings.master),
            (Palette::Tritanopia, 40)
        );
        settings.master = 50;
        let text = settings.to_text();
        assert!(
            text.contains(r#"glow: (strength: [1, 2], name: "a, \"b)"),"#),
            "{text}"
        );
        assert!(text.contains("last: Some(3),"), "{text}");
        assert_eq!(Settings::from_text(&text), Ok(settings));
        // Mistakes after such a field are told where they are.
        let error = Settings::from_text("(\n  glow: 3,\n  master: loud,\n)").unwrap_err();
        assert!(error.starts_with("3:"), "{error}");
    }

    #[test]
    fn settings_that_cannot_be_read_are_kept_beside_their_file() {
        let folder = tempfile::tempdir().expect("there is room");
        let file = folder.path().join("settings.ron");
        let beside = folder.path().join("settings.ron.bad");
        std::fs::write(&file, "(palette: Sepia)").unwrap();
        let read =
            |file: &Path| folders::load_own(Some(file.to_owned()), THEN, Settings::from_text);
        let Own { value, problem, .. } = read(&file);
        assert_eq!(value, Settings::default());
        assert_eq!(
            std::fs::read_to_string(&beside).unwrap(),
            "(palette: Sepia)"
        );
        let told = problem.expect("it is told");
        assert!(
            told.contains("Sepia") && told.contains("settings.ron.bad"),
            "{told}"
        );
        std::fs::write(&file, "(master: 3)").unwrap();
        assert_eq!(read(&file).problem, None);
        // As an editor of another time writes it.
        std::fs::write(&file, b"(\n    palette: Normal, // caf\xe9\n)").unwrap();
        let told = read(&file).problem.expect("it is told");
        assert!(told.contains("settings.ron:2: is not text"), "{told}");
        assert!(folder.path().join("settings.ron.bad-2").exists());
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

    /// Another window's switches, keys and fields of a newer version stay; the last change of one field holds.
    #[test]
    fn two_windows_keep_the_settings_of_each_other() {
        let folder = tempfile::tempdir().expect("there is room");
        let file = folder.path().join("settings.ron");
        std::fs::write(&file, "(master: 40, glow: (strength: 3), lamps: false)").unwrap();
        let read = || Settings::from_text(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let begun = read();
        let change = |change: &dyn Fn(&mut Settings)| {
            let mut after = begun.clone();
            change(&mut after);
            assert_eq!(write(&file, &begun, &after), Ok(None));
        };
        change(&|one| {
            one.palette = Palette::Tritanopia;
            one.keys
                .bind(KeyAction::END_TURN, "Ctrl+N".parse().unwrap());
            one.turn("horns", false);
            one.music = 1;
        });
        change(&|other| {
            other.master = 7;
            other.keys.bind(KeyAction::FILM, "Ctrl+L".parse().unwrap());
            other.turn("lamps", true);
            other.music = 2;
        });
        let both = read();
        assert_eq!((both.palette, both.master), (Palette::Tritanopia, 7));
        assert_eq!((both.effects, both.music), (begun.effects, 2));
        let chord = |action| both.keys.chord(action).to_string();
        assert_eq!(chord(KeyAction::END_TURN), "Ctrl+N");
        assert_eq!(chord(KeyAction::FILM), "Ctrl+L");
        assert!(both.is_on("lamps") && !both.is_on("horns"));
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("glow: (strength: 3)"), "{text}");
        // A file that was deleted meanwhile is written whole.
        std::fs::remove_file(&file).unwrap();
        let mut after = begun.clone();
        after.master = 9;
        assert_eq!(write(&file, &begun, &after), Ok(None));
        assert_eq!(read(), after);
    }
}

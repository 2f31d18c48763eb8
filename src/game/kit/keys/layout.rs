//! What keys produce under the keyboard layout in use, so that labels name what the player's keys show.
//!
//! **Invariant:** a key is bound by its position; the layout changes labels alone. What a key produced last is
//! what it is labeled with.

use std::collections::BTreeMap;

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::bindings::Chord;
use crate::game::shell::settings::Settings;

/// Keys whose signs differ between layouts, in the order of [`LAYOUTS`]. Digits are on their keys everywhere.
const POSITIONS: [KeyCode; 37] = [
    KeyCode::KeyA,
    KeyCode::KeyB,
    KeyCode::KeyC,
    KeyCode::KeyD,
    KeyCode::KeyE,
    KeyCode::KeyF,
    KeyCode::KeyG,
    KeyCode::KeyH,
    KeyCode::KeyI,
    KeyCode::KeyJ,
    KeyCode::KeyK,
    KeyCode::KeyL,
    KeyCode::KeyM,
    KeyCode::KeyN,
    KeyCode::KeyO,
    KeyCode::KeyP,
    KeyCode::KeyQ,
    KeyCode::KeyR,
    KeyCode::KeyS,
    KeyCode::KeyT,
    KeyCode::KeyU,
    KeyCode::KeyV,
    KeyCode::KeyW,
    KeyCode::KeyX,
    KeyCode::KeyY,
    KeyCode::KeyZ,
    KeyCode::Comma,
    KeyCode::Period,
    KeyCode::Slash,
    KeyCode::Semicolon,
    KeyCode::Quote,
    KeyCode::BracketLeft,
    KeyCode::BracketRight,
    KeyCode::Backslash,
    KeyCode::Backquote,
    KeyCode::Minus,
    KeyCode::Equal,
];

/// The layout that positions are named after.
const US: &str = "abcdefghijklmnopqrstuvwxyz,./;'[]\\`-=";

/// Common layouts, with the languages whose computers usually have them. One is assumed until a key that was
/// pressed tells otherwise, since the signs of a layout cannot be asked for.
const LAYOUTS: [(&[&str], &str); 11] = [
    (&["en_US"], US),
    (&["en_GB"], "abcdefghijklmnopqrstuvwxyz,./;'[]#`-="),
    (&["de", "de_AT"], "abcdefghijklmnopqrstuvwxzy,.-öäü+#^ß´"),
    (&["de_CH", "fr_CH"], "abcdefghijklmnopqrstuvwxzy,.-öäü¨$§'^"),
    (&["fr"], "qbcdefghijkl,noparstuvzxyw;:!mù^$*²)="),
    (&["es"], "abcdefghijklmnopqrstuvwxyz,.-ñ´`+çº'¡"),
    (&["it"], "abcdefghijklmnopqrstuvwxyz,.-òàè+ù\\'ì"),
    (&["sv", "fi"], "abcdefghijklmnopqrstuvwxyz,.-öäå¨'§+´"),
    (&["da", "nb"], "abcdefghijklmnopqrstuvwxyz,.-æøå¨'½+´"),
    (&["ru"], "фисвуапршолдьтщзйкыегмцчняюб.жэхъ\\ё-="),
    (&[], "axje.uidchtnmbrl'poygk,qf;wvzs-/=\\`[]"),
];

/// What keys were seen to produce that a US keyboard's do not tell, by what they would produce there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Layout(BTreeMap<char, char>);

impl Layout {
    /// Returns the sign of a key, if it depends on the layout.
    pub fn sign(&self, key: KeyCode) -> Option<String> {
        let position = position(key)?;
        Some(match self.char_at(position) {
            '-' => "−".to_owned(),
            '=' => "+".to_owned(),
            letter => {
                let large = letter.to_uppercase();
                let is_one = large.clone().count() == 1;
                if is_one {
                    large.collect()
                } else {
                    letter.to_string()
                }
            }
        })
    }

    /// Puts the signs of keys into a text that names the keys: `{Ctrl+Z} takes it back`.
    pub fn fill(&self, text: &str) -> String {
        let mut parts = text.split('{');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_once('}').unwrap_or((part, ""));
            let chord = name.parse::<Chord>();
            filled += &chord.map_or(name.to_owned(), |chord| chord.sign(self));
            filled += rest;
        }
        filled
    }

    /// Notes what a key has produced; returns the layout with it, if it tells anything new.
    fn with(&self, key: KeyCode, produced: char) -> Option<Self> {
        let position = position(key)?;
        if self.char_at(position) == produced {
            return None;
        }
        let sign = sign_at(US, position);
        let mut layout = self.clone();
        let differs = layout.0.insert(sign, produced).is_some();
        let fits = |layout: &Self| LAYOUTS.iter().any(|(_, signs)| layout.is_of(signs));
        let alone = Self([(sign, produced)].into());
        // The layout was changed: what others keys produced before does not hold any more.
        Some(match differs || !fits(&layout) && fits(&alone) {
            true => alone,
            false => layout,
        })
    }

    fn char_at(&self, position: usize) -> char {
        let seen = self.0.get(&sign_at(US, position)).copied();
        seen.unwrap_or_else(|| sign_at(self.likely(), position))
    }

    /// Returns the layout that all keys seen so far are of; the usual one before, or if there is none.
    fn likely(&self) -> &'static str {
        let mut layouts = LAYOUTS.iter().map(|(_, signs)| *signs);
        let found = layouts.find(|signs| self.is_of(signs));
        found.unwrap_or(US)
    }

    fn is_of(&self, signs: &str) -> bool {
        let seen = US.chars().zip(signs.chars());
        self.0.iter().all(|(key, produced)| {
            seen.clone()
                .any(|(sign, one)| (sign, one) == (*key, *produced))
        })
    }
}

impl Layout {
    /// Returns the usual layout of a language, by the name of a locale such as `de_AT.UTF-8`.
    pub fn of_locale(locale: &str) -> Self {
        let name = locale.split(['.', '@']).next().unwrap_or_default();
        let language = name.split('_').next().unwrap_or_default();
        let named = |name: &str| LAYOUTS.iter().find(|(names, _)| names.contains(&name));
        let signs = named(name)
            .or_else(|| named(language))
            .map_or(US, |found| found.1);
        let pairs = US.chars().zip(signs.chars());
        Self(pairs.filter(|(key, sign)| key != sign).collect())
    }
}

fn position(key: KeyCode) -> Option<usize> {
    POSITIONS.iter().position(|&one| one == key)
}

fn sign_at(signs: &str, position: usize) -> char {
    signs.chars().nth(position).unwrap_or_default()
}

/// Returns the sign that a key press tells to be on its key: a small letter, or what needs no Shift.
fn produced(key: &Key, has_shift: bool) -> Option<char> {
    let letter = match key {
        Key::Character(text) => {
            let mut letters = text.chars().flat_map(char::to_lowercase);
            letters.next().filter(|_| letters.next().is_none())?
        }
        Key::Dead(accent) => match (*accent)? {
            '\u{300}' => '`',
            '\u{301}' => '´',
            '\u{302}' => '^',
            '\u{308}' => '¨',
            other => other,
        },
        _ => return None,
    };
    (!has_shift || letter.is_alphabetic()).then_some(letter)
}

/// Takes the layout of the computer's language for the player's, until keys are pressed.
pub fn guess(mut settings: ResMut<Settings>) {
    if settings.layout == Layout::default() {
        let mut names = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter();
        let locale =
            names.find_map(|name| std::env::var(name).ok().filter(|text| !text.is_empty()));
        let usual = Layout::of_locale(&locale.unwrap_or_default());
        if usual != Layout::default() {
            settings.layout = usual;
        }
    }
}

/// Learns from each key that is pressed what is on it.
pub fn learn(
    mut inputs: MessageReader<KeyboardInput>,
    keys: Res<ButtonInput<KeyCode>>,
    mut settings: ResMut<Settings>,
) {
    let has = |both: [KeyCode; 2]| keys.any_pressed(both);
    let has_shift = has([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let is_other = has([KeyCode::ControlLeft, KeyCode::ControlRight])
        || has([KeyCode::AltLeft, KeyCode::AltRight])
        || has([KeyCode::SuperLeft, KeyCode::SuperRight]);
    for input in inputs.read() {
        let is_plain = input.state == ButtonState::Pressed && !input.repeat && !is_other;
        let told = produced(&input.logical_key, has_shift).filter(|_| is_plain);
        let told = told.and_then(|letter| settings.layout.with(input.key_code, letter));
        if let Some(layout) = told {
            settings.layout = layout;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the signs of keys, by their names.
    fn signs(layout: &Layout, keys: &[&str]) -> Vec<String> {
        let chords = keys.iter().map(|key| key.parse::<Chord>().expect("a key"));
        chords.map(|chord| chord.sign(layout)).collect()
    }

    fn pressed(layout: &Layout, key: KeyCode, letter: char) -> Layout {
        layout.with(key, letter).unwrap_or_else(|| layout.clone())
    }

    const TELLTALE: [&str; 7] = [
        "Y",
        "Ctrl+Z",
        "Semicolon",
        "BracketLeft",
        "Slash",
        "Minus",
        "4",
    ];

    #[test]
    fn every_layout_tells_each_key_once() {
        for (names, layout) in LAYOUTS {
            assert_eq!(layout.chars().count(), POSITIONS.len(), "{names:?}");
            for letter in 'a'..='z' {
                let is_latin = !names.contains(&"ru");
                assert_eq!(layout.contains(letter), is_latin, "{names:?} {letter}");
            }
        }
    }

    #[test]
    fn one_key_tells_a_layout_and_labels_the_others() {
        let us = Layout::default();
        assert_eq!(
            signs(&us, &TELLTALE),
            ["Y", "Ctrl+Z", ";", "[", "/", "−", "4"]
        );
        assert_eq!(us.with(KeyCode::KeyY, 'y'), None, "it is as assumed");
        let german = pressed(&us, KeyCode::KeyY, 'z');
        assert_eq!(
            signs(&german, &TELLTALE),
            ["Z", "Ctrl+Y", "Ö", "Ü", "−", "ß", "4"]
        );
        let french = pressed(&us, KeyCode::KeyQ, 'a');
        assert_eq!(
            signs(&french, &["Q", "A", "W", "M", "Semicolon"]),
            ["A", "Q", "Z", ",", "M"]
        );
    }

    #[test]
    fn texts_name_keys_by_their_signs() {
        let german = pressed(&Layout::default(), KeyCode::KeyY, 'z');
        let text = "{Ctrl+Z} undoes, {R} turns, {Esc";
        assert_eq!(german.fill(text), "Ctrl+Y undoes, R turns, Esc");
        assert_eq!(Layout::default().fill(text), "Ctrl+Z undoes, R turns, Esc");
    }

    #[test]
    fn another_layout_takes_the_place_of_the_one_before() {
        let german = pressed(&Layout::default(), KeyCode::KeyY, 'z');
        for (key, letter) in [(KeyCode::KeyY, 'y'), (KeyCode::Semicolon, ';')] {
            let us = pressed(&german, key, letter);
            assert_eq!(signs(&us, &["Y", "Semicolon"]), ["Y", ";"]);
            let again = pressed(&us, KeyCode::BracketLeft, 'ü');
            assert_eq!(signs(&again, &["Y", "Semicolon"]), ["Z", "Ö"]);
        }
    }

    #[test]
    fn a_key_of_an_unknown_layout_is_labeled_once_it_was_pressed() {
        let first = pressed(&Layout::default(), KeyCode::KeyK, 'ל');
        let second = pressed(&first, KeyCode::KeyL, 'ך');
        assert_eq!(second.sign(KeyCode::KeyL).as_deref(), Some("ך"));
        assert_ne!(second.sign(KeyCode::KeyK), second.sign(KeyCode::KeyL));
        let third = pressed(&second, KeyCode::KeyK, 'к');
        assert_eq!(third.sign(KeyCode::KeyK).as_deref(), Some("К"));
    }

    #[test]
    fn a_locale_names_its_usual_layout() {
        for (locale, sign) in [
            ("de_DE.UTF-8", "Ö"),
            ("de_CH", "Ö"),
            ("fr", "M"),
            ("C", ";"),
            ("", ";"),
        ] {
            let layout = Layout::of_locale(locale);
            assert_eq!(
                layout.sign(KeyCode::Semicolon).as_deref(),
                Some(sign),
                "{locale}"
            );
        }
        let swiss = Layout::of_locale("de_CH.UTF-8");
        assert_eq!(swiss.sign(KeyCode::Minus).as_deref(), Some("'"));
    }

    #[test]
    fn modifiers_and_accents_tell_what_is_on_the_key() {
        let character = |text: &str| Key::Character(text.into());
        assert_eq!(produced(&character("Z"), true), Some('z'));
        assert_eq!(produced(&character(";"), false), Some(';'));
        assert_eq!(
            produced(&character(":"), true),
            None,
            "Shift makes it another"
        );
        assert_eq!(produced(&Key::Dead(Some('\u{301}')), false), Some('´'));
        assert_eq!(produced(&Key::Enter, false), None);
    }

    #[test]
    fn what_keys_showed_is_kept_with_the_settings() {
        let mut settings = Settings::default();
        settings.layout = pressed(&settings.layout, KeyCode::KeyY, 'z');
        let read = Settings::from_text(&settings.to_text()).expect("it was written");
        assert_eq!(read.layout, settings.layout);
    }

    #[test]
    fn labels_follow_the_keys_that_are_pressed() {
        let mut app = App::new();
        app.add_message::<KeyboardInput>()
            .init_resource::<ButtonInput<KeyCode>>()
            .init_resource::<Settings>()
            .add_systems(Update, learn);
        let window = app.world_mut().spawn_empty().id();
        for (key_code, logical_key, label) in [
            (KeyCode::KeyZ, "y", "Z"),
            (KeyCode::KeyY, "y", "Y"),
            (KeyCode::KeyQ, "a", "Y"),
            (KeyCode::KeyY, "z", "Z"),
        ] {
            app.world_mut().write_message(KeyboardInput {
                key_code,
                logical_key: Key::Character(logical_key.into()),
                state: ButtonState::Pressed,
                text: None,
                repeat: false,
                window,
            });
            app.update();
            let layout = &app.world().resource::<Settings>().layout;
            assert_eq!(layout.sign(KeyCode::KeyY).as_deref(), Some(label));
        }
    }
}

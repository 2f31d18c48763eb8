//! Keys by name, what the player changed of them, and what gets in each other's way.
//!
//! **Invariant:** only what differs from the defaults is kept in the settings.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use bevy::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::KeyAction;
use super::layout::Layout;

/// A key, with the modifiers that must be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chord {
    pub key: KeyCode,
    /// Whether Ctrl is held.
    pub ctrl: bool,
    /// Whether Shift is held.
    pub shift: bool,
    /// Whether Alt is held.
    pub alt: bool,
}

/// Declares keys by their names.
macro_rules! keys {
    ($($name:literal $code:ident,)*) => {
        /// Keys that can be bound, with their names.
        const KEYS: &[(KeyCode, &str)] = &[$((KeyCode::$code, $name),)*];
    };
}

keys! {
    "A" KeyA, "B" KeyB, "C" KeyC, "D" KeyD, "E" KeyE, "F" KeyF, "G" KeyG, "H" KeyH, "I" KeyI,
    "J" KeyJ, "K" KeyK, "L" KeyL, "M" KeyM, "N" KeyN, "O" KeyO, "P" KeyP, "Q" KeyQ, "R" KeyR,
    "S" KeyS, "T" KeyT, "U" KeyU, "V" KeyV, "W" KeyW, "X" KeyX, "Y" KeyY, "Z" KeyZ, "0" Digit0,
    "1" Digit1, "2" Digit2, "3" Digit3, "4" Digit4, "5" Digit5, "6" Digit6, "7" Digit7,
    "8" Digit8, "9" Digit9, "F1" F1, "F2" F2, "F3" F3, "F4" F4, "F5" F5, "F6" F6, "F7" F7,
    "F8" F8, "F9" F9, "F10" F10, "F11" F11, "F12" F12, "Up" ArrowUp, "Down" ArrowDown,
    "Left" ArrowLeft, "Right" ArrowRight, "Enter" Enter, "Space" Space, "Tab" Tab,
    "Escape" Escape, "Backspace" Backspace, "Delete" Delete, "Insert" Insert, "Home" Home,
    "End" End, "PageUp" PageUp, "PageDown" PageDown, "Comma" Comma, "Period" Period,
    "Slash" Slash, "Semicolon" Semicolon, "Quote" Quote, "BracketLeft" BracketLeft,
    "BracketRight" BracketRight, "Backslash" Backslash, "Backquote" Backquote, "Minus" Minus,
    "Equal" Equal, "NumpadAdd" NumpadAdd, "NumpadSubtract" NumpadSubtract,
    "NumpadEnter" NumpadEnter, "Numpad4" Numpad4, "Numpad6" Numpad6, "Numpad8" Numpad8,
    "Numpad2" Numpad2, "NumpadDecimal" NumpadDecimal,
}

impl Chord {
    /// Returns a key with the modifiers that are held now, or were let go of in this frame: a slow frame sees a quick
    /// press only after it is over.
    pub fn held(key: KeyCode, keys: &ButtonInput<KeyCode>) -> Self {
        let either = |both: [KeyCode; 2]| keys.any_pressed(both) || keys.any_just_released(both);
        Self {
            key,
            ctrl: either([KeyCode::ControlLeft, KeyCode::ControlRight]),
            shift: either([KeyCode::ShiftLeft, KeyCode::ShiftRight]),
            alt: either([KeyCode::AltLeft, KeyCode::AltRight]),
        }
    }

    /// Whether the key can be bound.
    pub fn knows(key: KeyCode) -> bool {
        KEYS.iter().any(|(known, _)| *known == key)
    }

    /// Returns the sign on the key under a keyboard layout, short enough for a button.
    pub fn sign(self, layout: &Layout) -> String {
        if let Some(sign) = layout.sign(self.key) {
            return self.with_modifiers(&sign);
        }
        self.with_modifiers(match self.key {
            KeyCode::Escape => "Esc",
            KeyCode::Delete => "Del",
            _ => self.name(),
        })
    }

    fn name(self) -> &'static str {
        let known = KEYS.iter().find(|(key, _)| *key == self.key);
        known.map_or("?", |(_, name)| name)
    }

    fn with_modifiers(self, key: &str) -> String {
        let ctrl = if self.ctrl { "Ctrl+" } else { "" };
        let shift = if self.shift { "Shift+" } else { "" };
        let alt = if self.alt { "Alt+" } else { "" };
        format!("{ctrl}{alt}{shift}{key}")
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_modifiers(self.name()))
    }
}

impl FromStr for Chord {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (mut ctrl, mut alt, mut shift, mut rest) = (false, false, false, text);
        loop {
            if let Some(after) = rest.strip_prefix("Ctrl+") {
                (ctrl, rest) = (true, after);
            } else if let Some(after) = rest.strip_prefix("Alt+") {
                (alt, rest) = (true, after);
            } else if let Some(after) = rest.strip_prefix("Shift+") {
                (shift, rest) = (true, after);
            } else {
                break;
            }
        }
        let known = KEYS.iter().find(|(_, name)| *name == rest);
        let (key, _) = known.ok_or_else(|| {
            format!("`{text}` is not a key; expected a key such as A, F5, Up or Ctrl+Shift+1")
        })?;
        Ok(Self {
            key: *key,
            ctrl,
            shift,
            alt,
        })
    }
}

impl Serialize for Chord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Chord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Keys that differ from the defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bindings(BTreeMap<KeyAction, Chord>);

impl Bindings {
    /// Returns the key of an action.
    pub fn chord(&self, action: KeyAction) -> Chord {
        (self.0.get(&action).copied()).unwrap_or_else(|| action.default_chord())
    }

    /// Sets the key of an action.
    pub fn bind(&mut self, action: KeyAction, chord: Chord) {
        match chord == action.default_chord() {
            true => self.0.remove(&action),
            false => self.0.insert(action, chord),
        };
    }

    /// Goes back to the defaults.
    pub fn reset(&mut self) {
        self.0.clear();
    }

    /// Whether any key differs from the defaults.
    pub fn is_changed(&self) -> bool {
        !self.0.is_empty()
    }

    /// Lists the other actions that have the key of an action where it counts.
    pub fn rivals(&self, action: KeyAction) -> impl Iterator<Item = KeyAction> {
        let chord = self.chord(action);
        KeyAction::all()
            .filter(move |&other| other != action && self.chord(other) == chord)
            .filter(move |other| other.meets(action))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_default_keys_get_in_each_others_way() {
        let bindings = Bindings::default();
        for action in KeyAction::all() {
            let rivals: Vec<_> = bindings.rivals(action).collect();
            assert!(
                rivals.is_empty(),
                "{action:?} shares its key with {rivals:?}"
            );
        }
    }

    #[test]
    fn every_key_has_one_name() {
        for (i, (key, name)) in KEYS.iter().enumerate() {
            let mut before = KEYS[..i].iter();
            assert!(!before.any(|other| other.0 == *key || other.1 == *name));
        }
    }

    #[test]
    fn a_chord_that_is_over_within_a_frame_keeps_its_modifiers() {
        let mut keys = ButtonInput::default();
        keys.press(KeyCode::AltLeft);
        keys.press(KeyCode::Digit1);
        keys.release(KeyCode::Digit1);
        keys.release(KeyCode::AltLeft);
        let chord = Chord::held(KeyCode::Digit1, &keys);
        assert_eq!(chord.to_string(), "Alt+1");
        keys.clear();
        let later = Chord::held(KeyCode::Digit1, &keys);
        assert_eq!(later.to_string(), "1");
    }

    #[test]
    fn keys_are_read_as_they_are_written() {
        for text in ["A", "Ctrl+Shift+1", "Shift+Tab", "BracketLeft"] {
            let chord: Chord = text.parse().unwrap();
            assert_eq!(chord.to_string(), text);
        }
        let error = "Ctrl+Hyper".parse::<Chord>().unwrap_err();
        assert!(error.contains("Hyper"), "{error}");
    }

    #[test]
    fn a_key_given_twice_is_reported_on_both() {
        let mut bindings = Bindings::default();
        bindings.bind(KeyAction::RELOAD, KeyAction::WATCH.default_chord());
        assert_eq!(
            bindings.rivals(KeyAction::RELOAD).collect::<Vec<_>>(),
            [KeyAction::WATCH]
        );
        assert_eq!(
            bindings.rivals(KeyAction::WATCH).collect::<Vec<_>>(),
            [KeyAction::RELOAD]
        );
        bindings.bind(KeyAction::RELOAD, KeyAction::RELOAD.default_chord());
        assert!(!bindings.is_changed());
    }
}

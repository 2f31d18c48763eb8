//! What keys do: a table of every battle's actions here, one of its own in each rule set.
//!
//! **Invariant:** everything a battle can be told has a key; an action is known by its name, which
//! settings keep.

use std::fmt;
use std::sync::LazyLock;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::bindings::Chord;
use crate::game::rules::playable::Playable;
use crate::mission::RuleSet;
use crate::with_rules;

/// Something that a key does, known by its name in the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyAction(&'static str);

/// An action in a table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub action: KeyAction,
    /// Heading under which help and settings list it.
    pub group: &'static str,
    /// The key it has unless the player sets another.
    pub key: &'static str,
    /// What it does.
    pub text: &'static str,
}

/// Declares a table of actions by group, each with its name in the settings, usual key and what it does,
/// and a constant of [`KeyAction`] for each.
macro_rules! key_actions {
    ($(#[$about:meta])* $table:ident $($group:literal { $($name:ident = $id:literal, $key:literal, $text:literal;)* })*) => {
        impl $crate::game::kit::keys::KeyAction {
            $($(
                #[doc = $text]
                pub const $name: Self = Self::new($id);
            )*)*
        }

        $(#[$about])*
        pub const $table: &[$crate::game::kit::keys::Entry] = &[$($(
            $crate::game::kit::keys::Entry {
                action: $crate::game::kit::keys::KeyAction::$name,
                group: $group,
                key: $key,
                text: $text,
            },
        )*)*];
    };
}
pub(crate) use key_actions;

key_actions! {
    /// Actions of every battle.
    SHARED
    "Cursor" {
        CURSOR_UP = "CursorUp", "Up", "move cursor up";
        CURSOR_DOWN = "CursorDown", "Down", "move cursor down";
        CURSOR_LEFT = "CursorLeft", "Left", "move cursor left";
        CURSOR_RIGHT = "CursorRight", "Right", "move cursor right";
        ACT = "Act", "Enter", "act on the hex under the cursor; confirm";
        BACK = "Back", "Escape", "go back; close a panel; open the menu";
        NEXT_UNIT = "NextUnit", "Tab", "next unit";
        PREVIOUS_UNIT = "PreviousUnit", "Shift+Tab", "previous unit";
        UNIT_1 = "Unit1", "Alt+1", "unit 1";
        UNIT_2 = "Unit2", "Alt+2", "unit 2";
        UNIT_3 = "Unit3", "Alt+3", "unit 3";
        UNIT_4 = "Unit4", "Alt+4", "unit 4";
        UNIT_5 = "Unit5", "Alt+5", "unit 5";
        UNIT_6 = "Unit6", "Alt+6", "unit 6";
        UNIT_7 = "Unit7", "Alt+7", "unit 7";
        UNIT_8 = "Unit8", "Alt+8", "unit 8";
        UNIT_9 = "Unit9", "Alt+9", "unit 9";
    }
    "Moving" {
        UNDO = "Undo", "U", "undo the last order";
        END_TURN = "EndTurn", "N", "end the turn";
    }
    "Information" {
        INSPECT = "Inspect", "Semicolon", "inspect the hex under the cursor";
        TRACES = "Traces", "F3", "show dice rolls in the log";
        ADVICE = "Advice", "F10", "what the computer would do, and why";
        LOG = "Log", "F4", "open or close the log";
        BOOK = "Book", "F2", "encyclopedia";
        HELP = "Help", "F1", "help";
    }
    "View and game" {
        PAN_UP = "PanUp", "W", "scroll up";
        PAN_DOWN = "PanDown", "S", "scroll down";
        PAN_LEFT = "PanLeft", "A", "scroll left";
        PAN_RIGHT = "PanRight", "D", "scroll right";
        ZOOM_IN = "ZoomIn", "Equal", "zoom in";
        ZOOM_OUT = "ZoomOut", "Minus", "zoom out";
        CENTER = "Center", "Home", "center on the selected unit";
        WHOLE_MAP = "WholeMap", "End", "show the whole map";
        MINIMAP = "Minimap", "M", "show or hide the minimap";
        SKIP = "Skip", "Space", "skip playback (hold to speed up); next hint";
        SLOWER = "Slower", "BracketLeft", "slower playback";
        FASTER = "Faster", "BracketRight", "faster playback";
        QUICK_SAVE = "QuickSave", "F5", "save";
        QUICK_LOAD = "QuickLoad", "F9", "load your newest save";
        PANELS = "Panels", "F6", "show or hide the panels";
        PICTURE = "Picture", "F12", "save a screenshot";
        FILM = "Film", "Shift+F12", "save a film of the last turn";
        FULLSCREEN = "Fullscreen", "F11", "fullscreen";
    }
}

/// An action, whose it is, and its usual key.
struct Known {
    entry: Entry,
    /// The rule set that brings it; `None` is known in every battle.
    rules: Option<RuleSet>,
    chord: Chord,
}

/// Every action, in the order of help and settings.
static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let shared = SHARED.iter().map(|entry| (*entry, None));
    let own = RuleSet::all().iter().copied().flat_map(|set| {
        let entries = with_rules!(set, R => R::ACTIONS);
        entries.iter().map(move |entry| (*entry, Some(set)))
    });
    let known = shared.chain(own).map(|(entry, rules)| Known {
        entry,
        rules,
        chord: entry.key.parse().expect("tables name keys"),
    });
    known.collect()
});

impl KeyAction {
    /// Those that select a unit by its number, from 1 on.
    pub const UNITS: [Self; 9] = [
        Self::UNIT_1,
        Self::UNIT_2,
        Self::UNIT_3,
        Self::UNIT_4,
        Self::UNIT_5,
        Self::UNIT_6,
        Self::UNIT_7,
        Self::UNIT_8,
        Self::UNIT_9,
    ];

    /// Names an action; tables alone do.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// Finds an action by its name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|action| action.0 == name)
    }

    /// Lists all actions.
    pub fn all() -> impl Iterator<Item = Self> {
        KNOWN.iter().map(|known| known.entry.action)
    }

    /// Lists the actions of battles of a rule set, or those known in every battle.
    pub fn of(rules: Option<RuleSet>) -> impl Iterator<Item = Self> {
        let known = KNOWN.iter();
        let known = known.filter(move |known| known.rules.is_none() || known.rules == rules);
        known.map(|known| known.entry.action)
    }

    /// Returns some actions by the groups that help and settings list, in their order.
    pub fn grouped(actions: impl Iterator<Item = Self>) -> Vec<(&'static str, Vec<Self>)> {
        let mut groups: Vec<(&'static str, Vec<Self>)> = Vec::new();
        for action in actions {
            let group = action.known().entry.group;
            match groups.iter_mut().find(|(name, _)| *name == group) {
                Some((_, actions)) => actions.push(action),
                None => groups.push((group, vec![action])),
            }
        }
        groups
    }

    fn known(self) -> &'static Known {
        let mut known = KNOWN.iter();
        known
            .find(|known| known.entry.action == self)
            .expect("tables alone name actions")
    }

    /// Returns what it does, in any rule set.
    pub fn text(self) -> &'static str {
        self.known().entry.text
    }

    /// Returns the key it has unless the player sets another.
    pub fn default_chord(self) -> Chord {
        self.known().chord
    }

    /// Whether both are ever in force together.
    pub fn meets(self, other: Self) -> bool {
        let (one, other) = (self.known().rules, other.known().rules);
        one == other || one.is_none() || other.is_none()
    }
}

// Settings write actions as variants of an enum, bare words.

impl Serialize for KeyAction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit_variant("KeyAction", 0, self.0)
    }
}

impl<'de> Deserialize<'de> for KeyAction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_identifier(Word)
    }
}

/// Reads an action as a bare word.
struct Word;

impl<'de> Visitor<'de> for Word {
    type Value = KeyAction;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("the name of an action")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<KeyAction, E> {
        let found = KeyAction::all().find(|action| action.0 == name);
        found.ok_or_else(|| E::custom(format!("unknown action `{name}`")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_named_once() {
        let mut actions: Vec<_> = KeyAction::all().collect();
        let count = actions.len();
        actions.sort();
        actions.dedup();
        assert_eq!(actions.len(), count);
        let grouped = KeyAction::grouped(KeyAction::all());
        assert_eq!(
            grouped
                .iter()
                .map(|(_, actions)| actions.len())
                .sum::<usize>(),
            count
        );
    }

    #[test]
    fn actions_are_read_as_they_are_written() {
        let written = ron::to_string(&KeyAction::QUICK_SAVE).expect("a word");
        assert_eq!(written, "QuickSave");
        assert_eq!(ron::from_str(&written), Ok(KeyAction::QUICK_SAVE));
        let error = ron::from_str::<KeyAction>("Dance").unwrap_err().to_string();
        assert!(error.contains("Dance"), "{error}");
    }
}

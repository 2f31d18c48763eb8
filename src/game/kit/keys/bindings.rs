//! Which key does what: the defaults, what the player changed, and what gets in each other's way.
//!
//! **Invariant:** everything a battle can be told has a key; only what differs from the defaults is
//! kept in the settings.

use std::{collections::BTreeMap, fmt, str::FromStr};

use bevy::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use Deed::*;

/// What a key does in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Deed {
    CursorUp,
    CursorDown,
    CursorLeft,
    CursorRight,
    Act,
    WayPoint,
    TurnTo,
    Back,
    NextUnit,
    PreviousUnit,
    NextTarget,
    PreviousTarget,
    Undo,
    EndUnit,
    EndTurn,
    Mode1,
    Mode2,
    Mode3,
    Mode4,
    Mode5,
    AtHex,
    Gait,
    Reserve,
    TakeCover,
    Prone,
    Stand,
    Disengage,
    Reload,
    Watch,
    PinDown,
    Door,
    Interact,
    Leave,
    Slot1,
    Slot2,
    Slot3,
    Slot4,
    Slot5,
    Slot6,
    Prime,
    Toss,
    Drop,
    PickUp,
    Ability1,
    Ability2,
    Ability3,
    Ability4,
    Everything,
    Scan,
    Danger,
    SightLine,
    Inspect,
    Advice,
    Traces,
    Book,
    PanUp,
    PanDown,
    PanLeft,
    PanRight,
    ZoomIn,
    ZoomOut,
    Center,
    WholeMap,
    Minimap,
    Skip,
    Slower,
    Faster,
    QuickSave,
    QuickLoad,
    Fullscreen,
    ShipAttack,
    ShipDefend,
    ShipLand,
    ShipFire,
    ShipClear,
    Carrier,
    Deploy,
    Repair,
    Rearm,
    Choice1,
    Choice2,
    Choice3,
    Choice4,
    Choice5,
    Choice6,
    NextEnemy,
    Links,
    Arcs,
    Rings,
    FillIn,
    Help,
}

/// Groups of deeds, as help and settings list them.
pub const GROUPS: [(&str, &[Deed]); 7] = [
    (
        "Pointing",
        &[
            CursorUp,
            CursorDown,
            CursorLeft,
            CursorRight,
            Act,
            WayPoint,
            TurnTo,
            Back,
            NextUnit,
            PreviousUnit,
            NextTarget,
            PreviousTarget,
        ],
    ),
    (
        "Fighting",
        &[
            Mode1, Mode2, Mode3, Mode4, Mode5, AtHex, Watch, PinDown, Reload, Reserve,
        ],
    ),
    (
        "Moving",
        &[
            Gait, TakeCover, Prone, Stand, Disengage, Door, Interact, Leave, Undo, EndUnit, EndTurn,
        ],
    ),
    (
        "Things and abilities",
        &[
            Slot1, Slot2, Slot3, Slot4, Slot5, Slot6, Prime, Toss, Drop, PickUp, Ability1,
            Ability2, Ability3, Ability4, Everything,
        ],
    ),
    (
        "Knowing",
        &[Scan, Danger, SightLine, Inspect, Advice, Traces, Book, Help],
    ),
    (
        "View and game",
        &[
            PanUp, PanDown, PanLeft, PanRight, ZoomIn, ZoomOut, Center, WholeMap, Minimap, Skip,
            Slower, Faster, QuickSave, QuickLoad, Fullscreen,
        ],
    ),
    (
        "Fleets",
        &[
            ShipAttack, ShipDefend, ShipLand, ShipFire, ShipClear, Carrier, Deploy, Repair, Rearm,
            Choice1, Choice2, Choice3, Choice4, Choice5, Choice6, NextEnemy, Links, Arcs, Rings,
            FillIn,
        ],
    ),
];

/// Battles a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Realm {
    /// Battles of every kind.
    All,
    /// Battles of squads.
    Squads,
    /// Battles of fleets.
    Fleets,
}

impl Realm {
    /// Whether a key of one and a key of the other are ever in force together.
    pub fn meets(self, other: Self) -> bool {
        self == other || self == Self::All || other == Self::All
    }
}

impl Deed {
    /// Says what the key does, and its default.
    fn about(self) -> (&'static str, &'static str) {
        match self {
            CursorUp => ("hex cursor up", "Up"),
            CursorDown => ("hex cursor down", "Down"),
            CursorLeft => ("hex cursor left", "Left"),
            CursorRight => ("hex cursor right", "Right"),
            Act => ("what a click on the cursor does; confirm", "Enter"),
            WayPoint => (
                "walk by way of the cursor; one step back takes it back",
                "Shift+Enter",
            ),
            TurnTo => ("turn to the cursor", "Y"),
            Back => ("one step back; close a panel, menu", "Escape"),
            NextUnit => ("next unit", "Tab"),
            PreviousUnit => ("unit before", "Shift+Tab"),
            NextTarget => ("next target", "F"),
            PreviousTarget => ("target before", "Shift+F"),
            Undo => ("take the last order back", "U"),
            EndUnit => ("end the unit's turn", "X"),
            EndTurn => ("end the turn", "N"),
            Mode1 => ("first mode of fire", "1"),
            Mode2 => ("second mode of fire", "2"),
            Mode3 => ("third mode of fire", "3"),
            Mode4 => ("fourth mode of fire", "4"),
            Mode5 => ("fifth mode of fire", "5"),
            AtHex => ("aim at a hex instead of a unit", "K"),
            Gait => ("walk, run or sneak", "G"),
            Reserve => ("keep TU back for a shot", "J"),
            TakeCover => ("take cover", "C"),
            Prone => ("lie down", "P"),
            Stand => ("stand up", "T"),
            Disengage => ("slip away from contact", "E"),
            Reload => ("reload", "R"),
            Watch => ("ready reaction fire", "V"),
            PinDown => ("ready suppression", "B"),
            Door => ("open or close the door", "O"),
            Interact => ("interact", "I"),
            Leave => ("leave the map", "L"),
            Slot1 => ("first thing carried", "Shift+1"),
            Slot2 => ("second thing carried", "Shift+2"),
            Slot3 => ("third thing carried", "Shift+3"),
            Slot4 => ("fourth thing carried", "Shift+4"),
            Slot5 => ("fifth thing carried", "Shift+5"),
            Slot6 => ("sixth thing carried", "Shift+6"),
            Prime => ("prime the grenade in hand", "Z"),
            Toss => ("toss the thing in hand to a comrade", "Shift+T"),
            Drop => ("drop the thing in hand", "Delete"),
            PickUp => ("pick up what lies here", "Comma"),
            Ability1 => ("first ability", "Ctrl+1"),
            Ability2 => ("second ability", "Ctrl+2"),
            Ability3 => ("third ability", "Ctrl+3"),
            Ability4 => ("fourth ability", "Ctrl+4"),
            Everything => ("list of everything the unit can do", "Slash"),
            Scan => ("whom the unit sees and could shoot", "Q"),
            Danger => ("danger map", "H"),
            SightLine => ("line of sight from the cursor", "Shift+L"),
            Inspect => ("inspect the cursor's hex", "Semicolon"),
            Advice => ("what a computer would do", "F10"),
            Traces => ("dice and sums in the log", "F3"),
            Book => ("encyclopedia", "F2"),
            PanUp => ("view up", "W"),
            PanDown => ("view down", "S"),
            PanLeft => ("view left", "A"),
            PanRight => ("view right", "D"),
            ZoomIn => ("zoom in", "Equal"),
            ZoomOut => ("zoom out", "Minus"),
            Center => ("center on the unit", "Home"),
            WholeMap => ("show the whole map", "End"),
            Minimap => ("minimap on and off", "M"),
            Skip => ("show the rest at once; the next hint", "Space"),
            Slower => ("slower playback", "BracketLeft"),
            Faster => ("faster playback", "BracketRight"),
            QuickSave => ("save", "F5"),
            QuickLoad => ("load the newest save", "F9"),
            Fullscreen => ("full screen", "F11"),
            ShipAttack => ("attack", "Q"),
            ShipDefend => ("defend", "E"),
            ShipLand => ("land on the carrier", "L"),
            ShipFire => ("hold fire, or fire", "F"),
            ShipClear => ("clear the orders", "X"),
            Carrier => ("the carrier and its hangar", "C"),
            Deploy => ("begin elsewhere, in the first turn", "P"),
            Repair => ("have the carrier repair", "R"),
            Rearm => ("have the carrier rearm", "T"),
            Choice1 => ("first berth; in a queue: forward", "1"),
            Choice2 => ("second berth; in a queue: left", "2"),
            Choice3 => ("third berth; in a queue: right", "3"),
            Choice4 => ("fourth berth; in a queue: hold", "4"),
            Choice5 => ("fifth berth; in a queue: land", "5"),
            Choice6 => ("sixth berth", "6"),
            NextEnemy => ("cursor to the next known enemy", "V"),
            Links => ("fire control links", "G"),
            Arcs => ("weapon arcs", "H"),
            Rings => ("detection", "J"),
            FillIn => ("let the computer fill the plan in", "B"),
            Help => ("help", "F1"),
        }
    }

    /// Says what the key does, whatever is played.
    pub fn text(self) -> &'static str {
        self.about().0
    }

    /// Returns the key it has unless the player sets another.
    pub fn default_chord(self) -> Chord {
        self.about().1.parse().expect("defaults name keys")
    }

    /// Returns the battles its key is for.
    pub fn realm(self) -> Realm {
        match self {
            ShipAttack | ShipDefend | ShipLand | ShipFire | ShipClear | Carrier | Deploy
            | Repair | Rearm | Choice1 | Choice2 | Choice3 | Choice4 | Choice5 | Choice6
            | NextEnemy | Links | Arcs | Rings | FillIn => Realm::Fleets,
            WayPoint | TurnTo | NextTarget | PreviousTarget | EndUnit | Mode1 | Mode2 | Mode3
            | Mode4 | Mode5 | AtHex | Gait | Reserve | TakeCover | Prone | Stand | Disengage
            | Reload | Watch | PinDown | Door | Interact | Leave | Slot1 | Slot2 | Slot3
            | Slot4 | Slot5 | Slot6 | Prime | Toss | Drop | PickUp | Ability1 | Ability2
            | Ability3 | Ability4 | Everything | Scan | Danger | SightLine | Advice => {
                Realm::Squads
            }
            CursorUp | CursorDown | CursorLeft | CursorRight | Act | Back | NextUnit
            | PreviousUnit | Undo | EndTurn | Inspect | Traces | Book | PanUp | PanDown
            | PanLeft | PanRight | ZoomIn | ZoomOut | Center | WholeMap | Minimap | Skip
            | Slower | Faster | QuickSave | QuickLoad | Fullscreen | Help => Realm::All,
        }
    }

    /// Lists all deeds.
    pub fn all() -> impl Iterator<Item = Self> {
        GROUPS.iter().flat_map(|(_, deeds)| deeds.iter().copied())
    }
}

/// A key, with the modifiers that must be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chord {
    /// The key.
    pub key: KeyCode,
    /// Whether Ctrl is held.
    pub ctrl: bool,
    /// Whether Shift is held.
    pub shift: bool,
}

/// Keys that can be bound, with their names.
const KEYS: [(KeyCode, &str); 82] = [
    (KeyCode::KeyA, "A"),
    (KeyCode::KeyB, "B"),
    (KeyCode::KeyC, "C"),
    (KeyCode::KeyD, "D"),
    (KeyCode::KeyE, "E"),
    (KeyCode::KeyF, "F"),
    (KeyCode::KeyG, "G"),
    (KeyCode::KeyH, "H"),
    (KeyCode::KeyI, "I"),
    (KeyCode::KeyJ, "J"),
    (KeyCode::KeyK, "K"),
    (KeyCode::KeyL, "L"),
    (KeyCode::KeyM, "M"),
    (KeyCode::KeyN, "N"),
    (KeyCode::KeyO, "O"),
    (KeyCode::KeyP, "P"),
    (KeyCode::KeyQ, "Q"),
    (KeyCode::KeyR, "R"),
    (KeyCode::KeyS, "S"),
    (KeyCode::KeyT, "T"),
    (KeyCode::KeyU, "U"),
    (KeyCode::KeyV, "V"),
    (KeyCode::KeyW, "W"),
    (KeyCode::KeyX, "X"),
    (KeyCode::KeyY, "Y"),
    (KeyCode::KeyZ, "Z"),
    (KeyCode::Digit0, "0"),
    (KeyCode::Digit1, "1"),
    (KeyCode::Digit2, "2"),
    (KeyCode::Digit3, "3"),
    (KeyCode::Digit4, "4"),
    (KeyCode::Digit5, "5"),
    (KeyCode::Digit6, "6"),
    (KeyCode::Digit7, "7"),
    (KeyCode::Digit8, "8"),
    (KeyCode::Digit9, "9"),
    (KeyCode::F1, "F1"),
    (KeyCode::F2, "F2"),
    (KeyCode::F3, "F3"),
    (KeyCode::F4, "F4"),
    (KeyCode::F5, "F5"),
    (KeyCode::F6, "F6"),
    (KeyCode::F7, "F7"),
    (KeyCode::F8, "F8"),
    (KeyCode::F9, "F9"),
    (KeyCode::F10, "F10"),
    (KeyCode::F11, "F11"),
    (KeyCode::F12, "F12"),
    (KeyCode::ArrowUp, "Up"),
    (KeyCode::ArrowDown, "Down"),
    (KeyCode::ArrowLeft, "Left"),
    (KeyCode::ArrowRight, "Right"),
    (KeyCode::Enter, "Enter"),
    (KeyCode::Space, "Space"),
    (KeyCode::Tab, "Tab"),
    (KeyCode::Escape, "Escape"),
    (KeyCode::Backspace, "Backspace"),
    (KeyCode::Delete, "Delete"),
    (KeyCode::Insert, "Insert"),
    (KeyCode::Home, "Home"),
    (KeyCode::End, "End"),
    (KeyCode::PageUp, "PageUp"),
    (KeyCode::PageDown, "PageDown"),
    (KeyCode::Comma, "Comma"),
    (KeyCode::Period, "Period"),
    (KeyCode::Slash, "Slash"),
    (KeyCode::Semicolon, "Semicolon"),
    (KeyCode::Quote, "Quote"),
    (KeyCode::BracketLeft, "BracketLeft"),
    (KeyCode::BracketRight, "BracketRight"),
    (KeyCode::Backslash, "Backslash"),
    (KeyCode::Backquote, "Backquote"),
    (KeyCode::Minus, "Minus"),
    (KeyCode::Equal, "Equal"),
    (KeyCode::NumpadAdd, "NumpadAdd"),
    (KeyCode::NumpadSubtract, "NumpadSubtract"),
    (KeyCode::NumpadEnter, "NumpadEnter"),
    (KeyCode::Numpad4, "Numpad4"),
    (KeyCode::Numpad6, "Numpad6"),
    (KeyCode::Numpad8, "Numpad8"),
    (KeyCode::Numpad2, "Numpad2"),
    (KeyCode::NumpadDecimal, "NumpadDecimal"),
];

impl Chord {
    /// Whether the key can be bound.
    pub fn knows(key: KeyCode) -> bool {
        KEYS.iter().any(|(known, _)| *known == key)
    }

    /// Returns the sign on the key, short enough for a button.
    pub fn sign(self) -> String {
        let sign = match self.key {
            KeyCode::Comma => ",",
            KeyCode::Period => ".",
            KeyCode::Slash => "/",
            KeyCode::Semicolon => ";",
            KeyCode::BracketLeft => "[",
            KeyCode::BracketRight => "]",
            KeyCode::Minus => "−",
            KeyCode::Equal => "+",
            KeyCode::Escape => "Esc",
            KeyCode::Delete => "Del",
            _ => self.name(),
        };
        self.with_modifiers(sign)
    }

    fn name(self) -> &'static str {
        let known = KEYS.iter().find(|(key, _)| *key == self.key);
        known.map_or("?", |(_, name)| name)
    }

    fn with_modifiers(self, key: &str) -> String {
        let ctrl = if self.ctrl { "Ctrl+" } else { "" };
        let shift = if self.shift { "Shift+" } else { "" };
        format!("{ctrl}{shift}{key}")
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
        let (mut ctrl, mut shift, mut rest) = (false, false, text);
        loop {
            if let Some(after) = rest.strip_prefix("Ctrl+") {
                (ctrl, rest) = (true, after);
            } else if let Some(after) = rest.strip_prefix("Shift+") {
                (shift, rest) = (true, after);
            } else {
                break;
            }
        }
        let known = KEYS.iter().find(|(_, name)| *name == rest);
        let (key, _) = known.ok_or_else(|| {
            format!("`{text}` is no key; expected one such as A, F5, Up or Ctrl+Shift+1")
        })?;
        Ok(Self {
            key: *key,
            ctrl,
            shift,
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
pub struct Bindings(BTreeMap<Deed, Chord>);

impl Bindings {
    /// Returns the key of a deed.
    pub fn chord(&self, deed: Deed) -> Chord {
        (self.0.get(&deed).copied()).unwrap_or_else(|| deed.default_chord())
    }

    /// Sets the key of a deed.
    pub fn bind(&mut self, deed: Deed, chord: Chord) {
        match chord == deed.default_chord() {
            true => self.0.remove(&deed),
            false => self.0.insert(deed, chord),
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

    /// Lists the other deeds that have the key of a deed where it counts.
    pub fn rivals(&self, deed: Deed) -> impl Iterator<Item = Deed> {
        let chord = self.chord(deed);
        Deed::all()
            .filter(move |&other| other != deed && self.chord(other) == chord)
            .filter(move |other| other.realm().meets(deed.realm()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_default_keys_get_in_each_others_way() {
        let bindings = Bindings::default();
        for deed in Deed::all() {
            let rivals: Vec<_> = bindings.rivals(deed).collect();
            assert!(rivals.is_empty(), "{deed:?} shares its key with {rivals:?}");
        }
    }

    #[test]
    fn every_deed_is_listed_once_and_every_key_has_one_name() {
        let mut deeds: Vec<_> = Deed::all().collect();
        let count = deeds.len();
        deeds.sort();
        deeds.dedup();
        assert_eq!(deeds.len(), count);
        // The last of the list by its own order: none is missing.
        assert_eq!(Help as usize + 1, count);
        for (i, (key, name)) in KEYS.iter().enumerate() {
            assert!(
                !KEYS[..i]
                    .iter()
                    .any(|other| other.0 == *key || other.1 == *name)
            );
        }
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
        bindings.bind(Reload, Watch.default_chord());
        assert_eq!(bindings.rivals(Reload).collect::<Vec<_>>(), [Watch]);
        assert_eq!(bindings.rivals(Watch).collect::<Vec<_>>(), [Reload]);
        bindings.bind(Reload, Reload.default_chord());
        assert!(!bindings.is_changed());
    }
}

//! The primary objective as it is written, by names.
//!
//! **Invariant:** what is written is read back the same.

use crate::content::tree::{Node, Value};

use super::{
    patch::{quoted, value},
    sheet::{text, texts, whole},
};

/// What side 0 has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// No unit of a side is left.
    Eliminate(String),
    /// Units stand in a zone: all, if no number is given.
    Reach {
        /// The zone.
        zone: String,
        /// Units needed.
        units: Option<u16>,
    },
    /// Units left through the exits: all, if no number is given.
    Escape {
        /// Units needed.
        units: Option<u16>,
    },
    /// A zone is held for so many turns.
    Hold {
        /// The zone.
        zone: String,
        /// Turns in a row.
        turns: u16,
    },
    /// Zones are held at the same time.
    Control(Vec<String>),
    /// Somebody is left in this turn.
    Survive(u16),
    /// A unit is dead.
    Kill(String),
    /// A unit is taken alive.
    Capture(String),
    /// A unit is alive in this turn.
    Protect {
        /// The unit.
        unit: String,
        /// The turn.
        turns: u16,
    },
    /// A unit left through the exits.
    Rescue(String),
    /// So many of an item are carried.
    Secure {
        /// Key of the item.
        item: String,
        /// How many.
        count: u16,
    },
}

impl Goal {
    /// Returns its name in mission files.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Eliminate(_) => "EliminateAll",
            Self::Reach { .. } => "Reach",
            Self::Escape { .. } => "Escape",
            Self::Hold { .. } => "Hold",
            Self::Control(_) => "Control",
            Self::Survive(_) => "Survive",
            Self::Kill(_) => "Kill",
            Self::Capture(_) => "Capture",
            Self::Protect { .. } => "Protect",
            Self::Rescue(_) => "Rescue",
            Self::Secure { .. } => "Secure",
        }
    }

    /// Reads a goal, if it is one.
    pub(super) fn read(node: &Node) -> Option<Self> {
        let (Value::Struct(Some(word), _) | Value::Tuple(Some(word), _)) = &node.value else {
            return None;
        };
        let name = |field| value(node, field).and_then(text);
        let number = |field| value(node, field).and_then(whole);
        Some(match (word.as_str(), &node.value) {
            ("EliminateAll", Value::Tuple(_, items)) => Self::Eliminate(text(items.first()?)?),
            ("Reach", _) => Self::Reach {
                zone: name("zone")?,
                units: number("units"),
            },
            ("Escape", _) => Self::Escape {
                units: number("units"),
            },
            ("Hold", _) => Self::Hold {
                zone: name("zone")?,
                turns: number("turns")?,
            },
            ("Control", _) => Self::Control(texts(value(node, "zones")?)),
            ("Survive", _) => Self::Survive(number("turns")?),
            ("Kill", _) => Self::Kill(name("unit")?),
            ("Capture", _) => Self::Capture(name("unit")?),
            ("Protect", _) => Self::Protect {
                unit: name("unit")?,
                turns: number("turns")?,
            },
            ("Rescue", _) => Self::Rescue(name("unit")?),
            ("Secure", _) => Self::Secure {
                item: name("item")?,
                count: number("count").unwrap_or(1),
            },
            _ => return None,
        })
    }

    /// Writes the goal.
    pub(super) fn written(&self) -> String {
        let units = |units: &Option<u16>| units.map(|units| format!("units: {units}"));
        let word = self.word();
        match self {
            Self::Eliminate(side) => format!("{word}({})", quoted(side)),
            Self::Reach { zone, units: some } => {
                let more = units(some).map_or(String::new(), |units| format!(", {units}"));
                format!("{word}(zone: {}{more})", quoted(zone))
            }
            Self::Escape { units: some } => {
                format!("{word}({})", units(some).unwrap_or_default())
            }
            Self::Hold { zone, turns } => {
                format!("{word}(zone: {}, turns: {turns})", quoted(zone))
            }
            Self::Control(zones) => {
                let zones: Vec<_> = zones.iter().map(|zone| quoted(zone)).collect();
                format!("{word}(zones: [{}])", zones.join(", "))
            }
            Self::Survive(turns) => format!("{word}(turns: {turns})"),
            Self::Kill(unit) | Self::Capture(unit) | Self::Rescue(unit) => {
                format!("{word}(unit: {})", quoted(unit))
            }
            Self::Protect { unit, turns } => {
                format!("{word}(unit: {}, turns: {turns})", quoted(unit))
            }
            Self::Secure { item, count } => {
                format!("{word}(item: {}, count: {count})", quoted(item))
            }
        }
    }
}

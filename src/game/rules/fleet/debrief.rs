//! The debrief of fleets: what every ship did.
//!
//! **Invariant:** shows a debrief; works nothing out.

use crate::battle::unit::Side;
use crate::game::kit::piece::{Ink, Piece, Pieces, Words, faint, say};
use crate::rules::fleet::debrief::{Debrief, Service};

/// Heads of the table.
const HEADS: [&str; 9] = [
    "ship",
    "",
    "fate",
    "kills",
    "hits / attacks",
    "dealt",
    "taken",
    "hull",
    "morale",
];

/// Returns what the ships of a side did.
pub(super) fn pieces(debrief: &Debrief, side: Side) -> Pieces {
    let own = |unit: &&Service| unit.side == side.0 && unit.fate != "never came";
    Pieces(vec![Piece::Table {
        name: "ships",
        heads: HEADS.to_vec(),
        rows: debrief.units.iter().filter(own).map(row).collect(),
    }])
}

fn row(unit: &Service) -> Vec<Words> {
    let is_lost = unit.fate == "destroyed";
    let name = say(&unit.name).ink(if is_lost { Ink::Bad } else { Ink::Text });
    let morale = match unit.is_carrier {
        true => "–".to_owned(),
        false => unit.morale.to_string(),
    };
    vec![
        name.strong(),
        faint(unit.kind.as_str()),
        say(unit.fate).ink(Ink::good_if(!is_lost)),
        say(unit.kills.to_string()),
        say(format!("{} / {}", unit.hits, unit.attacks)),
        say(unit.dealt.to_string()),
        say(unit.taken.to_string()),
        say(format!("{} / {}", unit.hull, unit.hull_most)),
        say(morale),
    ]
}

//! The debrief of squads: what units did, secondary objectives, salvage and losses.
//!
//! **Invariant:** shows a debrief; works nothing out.

use crate::battle::unit::Side;
use crate::game::kit::piece::{Ink, Piece, Pieces, Words, faint, say};
use crate::rules::battlescape::debrief::{Debrief, Lot, Service};

/// Heads of the table.
const HEADS: [&str; 9] = [
    "unit",
    "",
    "kills",
    "assists",
    "hits / shots",
    "luck",
    "dealt",
    "taken",
    "XP",
];

/// Returns what units did, secondary objectives, salvage and losses.
pub(super) fn pieces(debrief: &Debrief, side: Side) -> Pieces {
    let mut pieces = Pieces::default();
    for (name, is_done) in &debrief.secondary {
        let mark = if *is_done {
            "completed"
        } else {
            "not completed"
        };
        let mark = say(mark).ink(Ink::good_if(*is_done));
        pieces.line([say(name).into(), mark.into()]);
    }
    let own = |unit: &&Service| unit.side == side.0 && unit.fate != "never came";
    pieces.0.push(Piece::Table {
        name: "units",
        heads: HEADS.to_vec(),
        rows: debrief.units.iter().filter(own).map(row).collect(),
    });
    for (head, lots, value) in [
        ("Salvage", &debrief.salvage, debrief.salvage_value()),
        ("Lost equipment", &debrief.lost, debrief.lost_value()),
    ] {
        if !lots.is_empty() {
            let text = format!("{head}, {value} credits");
            pieces.add(say(text).ink(Ink::Accent));
            pieces.add(faint(names(lots)));
        }
    }
    pieces
}

fn row(unit: &Service) -> Vec<Words> {
    let name = match unit.fate == "dead" {
        true => say(&unit.name).ink(Ink::Bad),
        false => say(&unit.name),
    };
    let luck = i64::from(unit.hits) * 100 - i64::from(unit.expected_hits_percent);
    let luck_text = format!("{:+.1}", luck as f64 / 100.0);
    vec![
        name.strong().about(format!("{}, {}", unit.kind, unit.fate)),
        faint(unit.rank.as_str()),
        say(unit.kills.to_string()),
        say(unit.assists.to_string()),
        say(format!("{} / {}", unit.hits, unit.shots)),
        say(luck_text)
            .ink(Ink::good_if(luck >= 0))
            .about("hits above or below expectation"),
        say(unit.dealt.to_string()),
        say(unit.taken.to_string()),
        say(unit.experience.to_string()).strong().ink(Ink::Accent),
    ]
}

fn names(lots: &[Lot]) -> String {
    let names = lots.iter().map(|lot| match lot.count {
        1 => lot.name.clone(),
        count => format!("{count} × {}", lot.name),
    });
    names.collect::<Vec<_>>().join(", ")
}

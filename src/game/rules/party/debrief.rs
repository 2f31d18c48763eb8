//! The debrief of the party: what characters did.
//!
//! **Invariant:** shows a debrief; works nothing out.

use crate::battle::unit::Side;
use crate::game::kit::piece::{Ink, Piece, Pieces, Words, faint, say};
use crate::rules::party::debrief::{Debrief, Service};
use crate::rules::party::log::whole;

/// Heads of the table.
const HEADS: [&str; 10] = [
    "character",
    "",
    "fate",
    "kills",
    "assists",
    "hits / attacks",
    "luck",
    "spells",
    "dealt",
    "taken",
];

/// Returns what the characters of a side did, and which enemies fell.
pub(super) fn pieces(debrief: &Debrief, side: Side) -> Pieces {
    let own = |unit: &&Service| unit.side == side.0 && unit.fate != "never came";
    Pieces(vec![Piece::Table {
        name: "characters",
        heads: HEADS.to_vec(),
        rows: debrief.units.iter().filter(own).map(row).collect(),
    }])
}

fn row(unit: &Service) -> Vec<Words> {
    let is_dead = unit.fate == "dead";
    let name = say(&unit.name).ink(if is_dead { Ink::Bad } else { Ink::Text });
    let luck = i64::from(unit.hits) * 100 - i64::from(unit.expected_hits_percent);
    let points = |hundredths: u32| {
        let points = u16::try_from(hundredths).unwrap_or(u16::MAX);
        say(whole(points).to_string())
    };
    let healed = match unit.healed {
        0 => String::new(),
        healed => format!("healed {} HP", points(healed).text),
    };
    vec![
        name.strong(),
        faint(unit.kind.as_str()),
        say(unit.fate).ink(Ink::good_if(!is_dead)),
        say(unit.kills.to_string()),
        say(unit.assists.to_string()),
        say(format!("{} / {}", unit.hits, unit.attacks)),
        say(format!("{:+.1}", luck as f64 / 100.0))
            .ink(Ink::good_if(luck >= 0))
            .about("hits above or below expectation"),
        say((unit.spells + unit.items).to_string()).about(healed),
        points(unit.dealt),
        points(unit.taken),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::tests::play;
    use super::*;
    use crate::battle::journal::Journal;
    use crate::game::kit::testing::{OWN, shipped, window};
    use crate::game::rules::playable::Playable;
    use crate::playing::Game;
    use crate::rules::party::Party;

    #[test]
    fn the_debrief_tells_what_everybody_did_and_who_fell() {
        let mission = shipped("party_first_blood").build(1).expect("it is sound");
        for seed in 1..4 {
            let mut world = window::<Party>(&mission, seed);
            while play(&mut world).is_some() {}
            let entries = world.resource::<Journal<Party>>().entries.clone();
            let debrief = Party::debrief(&mission, seed, &entries).expect("it was played");
            let sum = |side: u8, of: fn(&Service) -> u32| -> u32 {
                let units = debrief.units.iter().filter(|unit| unit.side == side);
                units.map(of).sum()
            };
            for side in [0, 1] {
                // What one side deals the other takes, and whoever was killed is dead.
                assert_eq!(
                    sum(side, |unit| unit.dealt),
                    sum(1 - side, |unit| unit.taken)
                );
                let dead = sum(1 - side, |unit| u32::from(unit.fate == "dead"));
                assert_eq!(sum(side, |unit| unit.kills), dead);
                assert!(sum(side, |unit| unit.attacks) > sum(side, |unit| unit.hits));
            }
            let table = format!("{:?}", Party::show_debrief(&debrief, OWN));
            for unit in &debrief.units {
                assert_eq!(table.contains(&unit.name), unit.side == 0, "{}", unit.name);
            }
            assert_eq!(
                table.matches("\"dead\"").count() > 0,
                sum(1, |unit| unit.kills) > 0
            );
        }
    }
}

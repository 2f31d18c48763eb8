//! Numbers of one battle that battles are compared by: who won, what it cost, measures, use of means.
//!
//! **Invariant:** [`of_case`] and [`of_battle`] list the same facts in the same order.

use crate::{
    battle::unit::Side,
    chronicle::record::{BattleRecord, EARLY, Means, Sort, Vocabulary},
};

/// A number that every battle of a case has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Index of the side it is of.
    pub side: usize,
    /// What tells it apart among those of its side.
    pub key: String,
    /// Name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// What it is counted in.
    pub unit: String,
    /// What it may be used for.
    pub role: FactRole,
}

/// What a fact may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactRole {
    /// Whether the side won, 0 or 1.
    Win,
    /// How the battle ended, which explains nothing.
    Result,
    /// How it went on the way there.
    Course,
}

/// Facts that every side has, whatever the rule set: key, name, unit, role, what it is.
const COMMON: [(&str, &str, &str, FactRole, &str); 6] = [
    ("win", "wins", "yes", FactRole::Win, "Whether it won"),
    (
        "turns",
        "turns",
        "turns",
        FactRole::Result,
        "Turns of the battle",
    ),
    (
        "dead",
        "units lost",
        "units",
        FactRole::Result,
        "Its units that died",
    ),
    (
        "orders",
        "orders",
        "orders",
        FactRole::Result,
        "Orders it gave",
    ),
    (
        "early_damage",
        "Damage by turn 2",
        "hit points",
        FactRole::Course,
        "Damage it did to enemies in the first two turns",
    ),
    (
        "early_losses",
        "Units lost by turn 2",
        "units",
        FactRole::Course,
        "Its units that died in the first two turns",
    ),
];

/// What is counted of each means: key, what follows its name, unit, what it is.
const OF_MEANS: [(&str, &str, &str, FactRole, &str); 3] = [
    (
        "uses",
        "uses",
        "times",
        FactRole::Course,
        "How often it was used",
    ),
    (
        "damage",
        "damage",
        "hit points",
        FactRole::Result,
        "Damage it did to enemies",
    ),
    (
        "kills",
        "kills",
        "units",
        FactRole::Result,
        "Enemies it killed",
    ),
];

/// Lists the facts of a case's battles, side by side.
pub fn of_case(words: &Vocabulary) -> Vec<Fact> {
    let mut facts = Vec::new();
    for side in 0..words.sides.len() {
        facts.extend(COMMON.iter().map(|&(key, name, unit, role, about)| Fact {
            side,
            key: key.to_owned(),
            name: name.to_owned(),
            about: about.to_owned(),
            unit: unit.to_owned(),
            role,
        }));
        facts.extend(words.measures.iter().map(|measure| Fact {
            side,
            key: format!("measure.{}", measure.key),
            name: measure.name.clone(),
            about: measure.about.clone(),
            unit: measure.unit.clone(),
            role: match measure.is_result {
                true => FactRole::Result,
                false => FactRole::Course,
            },
        }));
        for (_, means) in used(words) {
            let term = &means.term;
            facts.extend(OF_MEANS.iter().map(|&(key, name, unit, role, about)| Fact {
                side,
                key: format!("{key}.{}", term.key),
                name: format!("{}: {name}", term.name),
                about: about.to_owned(),
                unit: unit.to_owned(),
                role,
            }));
        }
    }
    facts
}

/// Lists what a side may use, with its index.
fn used(words: &Vocabulary) -> impl Iterator<Item = (usize, &Means)> {
    let means = words.means.iter().enumerate();
    means.filter(|(_, means)| means.sort != Sort::Hazard)
}

/// Lists the facts of one battle; `None` where one does not apply.
pub fn of_battle(words: &Vocabulary, battle: &BattleRecord) -> Vec<Option<i64>> {
    let mut values = Vec::new();
    for (index, own) in battle.sides.iter().enumerate() {
        let side = Side(index as u8);
        let early = own
            .uses_by_means
            .iter()
            .map(|sums| i64::from(sums.early_damage));
        let losses = battle.losses.iter();
        let early_losses = losses.filter(|loss| loss.side == side && loss.turn <= EARLY);
        values.extend([
            battle.winner.map(|winner| i64::from(winner == side)),
            Some(battle.turns.into()),
            Some(own.dead.into()),
            Some(own.orders.into()),
            Some(early.sum()),
            Some(early_losses.count() as i64),
        ]);
        values.extend(&own.measures);
        values.extend(used(words).flat_map(|(means, _)| {
            let sums = own.uses_of(means);
            [sums.uses, sums.damage, sums.kills].map(|sum| Some(i64::from(sum)))
        }));
    }
    values
}

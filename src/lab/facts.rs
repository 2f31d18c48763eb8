//! Numbers of one battle that battles are compared by: who won, what it cost, measures, use of means.
//!
//! **Invariant:** [`of_case`] and [`of_battle`] list the same facts in the same order.

use crate::battle::unit::Side;
use crate::chronicle::measures::{Maybe, measures};
use crate::chronicle::record::{BattleRecord, EARLY, Means, Measure, SideRecord, Sort, Vocabulary};

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

/// A side of a battle.
struct Own<'a> {
    battle: &'a BattleRecord,
    side: Side,
    record: &'a SideRecord,
}

impl Own<'_> {
    fn early_damage(&self) -> i64 {
        let uses = self.record.uses_by_means.iter();
        uses.map(|sums| i64::from(sums.early_damage)).sum()
    }

    fn early_losses(&self) -> i64 {
        let losses = self.battle.losses.iter();
        let early = losses.filter(|loss| loss.side == self.side && loss.turn <= EARLY);
        early.count() as i64
    }
}

measures! {
    /// Takes the facts that every side has, whatever the rule set.
    fn common(own: &Own);

    win: "wins", "yes", result, "Whether it won"
        = Maybe(own.battle.has_won(own.side).map(i64::from));
    turns: "turns", "turns", result, "Turns of the battle" = own.battle.turns;
    dead: "units lost", "units", result, "Its units that died" = own.record.dead;
    orders: "orders", "orders", result, "Orders it gave" = own.record.orders;
    early_damage: "Damage by turn 2", "hit points",
        "Damage it did to enemies in the first two turns" = own.early_damage();
    early_losses: "Units lost by turn 2", "units",
        "Its units that died in the first two turns" = own.early_losses();
}

/// What is counted of each means.
mod of_means {
    use crate::chronicle::measures::measures;
    use crate::chronicle::record::UseSums;

    measures! {
        /// Takes what a side did with one means; keys and names go on with those of the means.
        pub fn values(sums: &UseSums);

        uses: "uses", "times", "Times it was used" = sums.uses;
        damage: "damage", "hit points", result, "Damage it did to enemies" = sums.damage;
        kills: "kills", "units", result, "Enemies it killed" = sums.kills;
    }
}

impl Fact {
    fn new(side: usize, measure: Measure) -> Self {
        let role = match (measure.key.as_str(), measure.is_result) {
            ("win", _) => FactRole::Win,
            (_, true) => FactRole::Result,
            (_, false) => FactRole::Course,
        };
        let Measure {
            key,
            name,
            about,
            unit,
            ..
        } = measure;
        Self {
            side,
            key,
            name,
            about,
            unit,
            role,
        }
    }
}

/// Lists the facts of a case's battles, side by side.
pub fn of_case(words: &Vocabulary) -> Vec<Fact> {
    let own = words.measures.iter().map(|measure| Measure {
        key: format!("measure.{}", measure.key),
        ..measure.clone()
    });
    let of_means = used(words).flat_map(|(_, Means { term, .. })| {
        of_means::ROWS
            .iter()
            .map(Measure::from)
            .map(|measure| Measure {
                key: format!("{}.{}", measure.key, term.key),
                name: format!("{}: {}", term.name, measure.name),
                ..measure
            })
    });
    let common = ROWS.iter().map(Measure::from);
    let all: Vec<_> = common.chain(own).chain(of_means).collect();
    let sides = 0..words.sides.len();
    sides
        .flat_map(|side| {
            all.iter()
                .map(move |measure| Fact::new(side, measure.clone()))
        })
        .collect()
}

/// Lists what a side may use, with its index.
fn used(words: &Vocabulary) -> impl Iterator<Item = (usize, &Means)> {
    let means = words.means.iter().enumerate();
    means.filter(|(_, means)| means.sort != Sort::Hazard)
}

/// Lists the facts of one battle; `None` where one does not apply.
pub fn of_battle(words: &Vocabulary, battle: &BattleRecord) -> Vec<Option<i64>> {
    let mut values = Vec::new();
    for (index, record) in battle.sides.iter().enumerate() {
        let side = Side(index as u8);
        values.extend(common(&Own {
            battle,
            side,
            record,
        }));
        values.extend(&record.measures);
        let used = used(words).map(|(means, _)| record.uses_of(means));
        values.extend(used.flat_map(|sums| of_means::values(&sums)));
    }
    values
}

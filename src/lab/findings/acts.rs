//! What is used, how often it hits, what it does, and how its kills go with winning.
//!
//! **Invariant:** every act is counted once in each way of dividing acts. **Invariant:** counts of some
//! battles merge with those of others to the counts of all.

use serde::{Deserialize, Serialize};

use crate::battle::unit::Side;
use crate::chronicle::record::{Act, BattleRecord, MOST, Sort, Term, Vocabulary};
use crate::lab::stats::calibration::{Calibration, Sums};
use crate::lab::stats::cluster::Clusters;
use crate::lab::stats::difference::{Share, independent};
use crate::lab::stats::mean::Moments;
use crate::lab::stats::quantile::Histogram;
use crate::lab::stats::{Confidence, Estimate};

/// Hexes in one band of distances.
const BAND: u16 = 5;

/// Bands; the last holds all that is farther.
const BANDS: usize = 6;

/// Battles with a kill, and without, from which on their win rates are compared.
const FEWEST: u64 = 10;

/// Counts of all acts in battles of one case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActTallies {
    /// Whether promised chances came true.
    pub calibration: Calibration,
    /// By side.
    pub sides: Vec<ActTally>,
}

impl ActTallies {
    /// Begins with no battle.
    pub fn new(words: &Vocabulary) -> Self {
        let sides = words.sides.iter();
        Self {
            calibration: Calibration::default(),
            sides: sides.map(|_| ActTally::new(words)).collect(),
        }
    }

    /// Counts the acts of one battle.
    pub fn add(&mut self, battle: &BattleRecord) {
        for act in &battle.acts {
            if let (Some(permille), Some(is_hit)) = (act.promised, act.hit) {
                self.calibration.add(permille, is_hit);
            }
        }
        for (side, tally) in (0..).map(Side).zip(&mut self.sides) {
            let has_won = battle.has_won(side);
            tally.add(battle, side, has_won);
        }
    }

    /// Whether they are counts of acts in these words, as far as lengths and bounds tell.
    pub fn is_of(&self, words: &Vocabulary) -> bool {
        let empty = ActTally::new(words);
        self.sides.len() == words.sides.len()
            && self.calibration.is_sound()
            && self.sides.iter().all(|side| side.is_like(&empty))
    }

    /// Adds the acts of other battles.
    pub fn merge(&mut self, other: &Self) {
        self.calibration.merge(&other.calibration);
        for (side, more) in self.sides.iter_mut().zip(&other.sides) {
            side.merge(more);
        }
    }
}

/// Counts of one side's acts, divided in several ways.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActTally {
    /// All keys of all divisions, one after the other.
    keys: Vec<KeyTally>,
    /// Where each division begins.
    starts: [usize; DIVISIONS + 1],
    /// Damage of each hit by means.
    damage: Vec<Histogram>,
    decided: Share,
}

/// Means, kinds, modes, grounds, covers, arcs, distances.
const DIVISIONS: usize = 7;

/// Counts of the acts of one key.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct KeyTally {
    uses: u64,
    battles: u64,
    hits: Clusters,
    promises: Sums,
    damage: Moments,
    own_damage: u64,
    kills: u64,
    own_kills: u64,
    /// Wins among battles in which it was used.
    using: Share,
    /// Wins among battles in which it killed.
    killing: Share,
    #[serde(skip)]
    now: Now,
}

/// Counts of the battle that is being added.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Now {
    uses: u64,
    hits: u64,
    rolls: u64,
    kills: u64,
}

/// The results of the acts of one key.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UseFindings {
    /// Key.
    pub key: String,
    /// Name.
    pub name: String,
    /// Weapon, item or ability, if it is one.
    pub sort: Option<Sort>,
    /// How often it was used.
    pub uses: u64,
    /// The same for each battle.
    pub uses_per_battle: f64,
    /// Battles in which it was.
    pub battles: u64,
    /// Win rate of these.
    pub won_with: Option<Estimate>,
    /// Win rate of the others.
    pub won_without: Option<Estimate>,
    /// Mean promised chance, from 0 to 1.
    pub promised: Option<f64>,
    /// Share of hits.
    pub hit: Option<Estimate>,
    /// Standard deviations of hits from what was promised.
    pub z: Option<f64>,
    /// Damage of each use.
    pub damage: Option<Estimate>,
    /// Hits by their damage; of means only.
    pub damage_of_hits: Vec<(i64, u64)>,
    /// Enemies it killed.
    pub kills: u64,
    /// Damage to its own side.
    pub own_damage: u64,
    /// Units of its own side it killed.
    pub own_kills: u64,
    /// Battles in which it killed, of those that reached an outcome.
    pub killing_battles: u64,
    /// Win rate of these less that of the others, if there are ten of each: what goes together, not
    /// what causes what.
    pub contribution: Option<Estimate>,
}

impl ActTally {
    /// Begins with no battle.
    fn new(words: &Vocabulary) -> Self {
        let sizes = [
            words.means.len(),
            words.kinds.len(),
            words.modes.len(),
            words.grounds.len(),
            COVERS.len(),
            ARCS.len(),
            BANDS,
        ];
        let mut starts = [0; DIVISIONS + 1];
        for (index, size) in sizes.into_iter().enumerate() {
            starts[index + 1] = starts[index] + size;
        }
        Self {
            keys: vec![KeyTally::default(); starts[DIVISIONS]],
            starts,
            damage: vec![Histogram::default(); words.means.len()],
            decided: Share::default(),
        }
    }

    /// Whether it divides acts as another does, and its numbers may be counts.
    fn is_like(&self, other: &Self) -> bool {
        let damages = || self.damage.iter();
        self.starts == other.starts
            && self.keys.len() == other.keys.len()
            && self.damage.len() == other.damage.len()
            && self.decided.is_sound(MOST)
            && damages().all(|damage| damage.is_sound(0..=MOST as i64))
            && self.keys.iter().all(|key| key.is_sound(self.decided))
    }

    /// Counts the acts of a side in one battle; `has_won` is `None` if it was broken off.
    fn add(&mut self, battle: &BattleRecord, side: Side, has_won: Option<bool>) {
        if let Some(has_won) = has_won {
            self.decided.add(has_won);
        }
        for act in battle.acts.iter().filter(|act| act.side == side) {
            for (division, key) in keys(act).into_iter().enumerate() {
                self.keys[self.starts[division] + key].add(act);
            }
            if act.hit == Some(true) || (act.hit.is_none() && act.damage > 0) {
                self.damage[usize::from(act.means)].add(i64::from(act.damage));
            }
        }
        for key in &mut self.keys {
            key.close(has_won);
        }
    }

    /// Adds the counts of other battles.
    fn merge(&mut self, other: &Self) {
        for (key, more) in self.keys.iter_mut().zip(&other.keys) {
            key.merge(more);
        }
        for (damage, more) in self.damage.iter_mut().zip(&other.damage) {
            damage.merge(more);
        }
        self.decided.merge(other.decided);
    }

    /// Returns the results of the counts over so many battles, division by division: all kinds of the vocabulary,
    /// and of everything else what was used.
    pub fn findings(
        &self,
        words: &Vocabulary,
        battles: u64,
        confidence: Confidence,
    ) -> [Vec<UseFindings>; DIVISIONS] {
        let division = |index: usize, name: &dyn Fn(usize) -> (Term, Option<Sort>)| {
            let keys = &self.keys[self.starts[index]..self.starts[index + 1]];
            let found = keys.iter().enumerate();
            found
                .map(|(key, tally)| {
                    let mut found = tally.findings(name(key), battles, self.decided, confidence);
                    if index == 0 {
                        found.damage_of_hits = self.damage[key].iter().collect();
                    }
                    found
                })
                .collect::<Vec<_>>()
        };
        let used = |found: Vec<UseFindings>| -> Vec<UseFindings> {
            found.into_iter().filter(|found| found.uses > 0).collect()
        };
        let plain = |name: &str| (Term::new(name, name), None);
        [
            used(division(0, &|key| {
                let means = &words.means[key];
                (means.term.clone(), Some(means.sort))
            })),
            division(1, &|key| (words.kinds[key].clone(), None)),
            used(division(2, &|key| plain(&words.modes[key]))),
            used(division(3, &|key| (words.grounds[key].clone(), None))),
            used(division(4, &|key| plain(COVERS[key]))),
            used(division(5, &|key| plain(ARCS[key]))),
            used(division(6, &|key| plain(&band(key)))),
        ]
    }
}

const COVERS: [&str; 3] = ["no cover", "half cover", "full cover"];
const ARCS: [&str; 3] = ["front", "flank", "rear"];

/// Returns the key of an act in each division.
fn keys(act: &Act) -> [usize; DIVISIONS] {
    [
        usize::from(act.means),
        usize::from(act.kind),
        usize::from(act.mode),
        usize::from(act.ground),
        usize::from(act.cover).min(COVERS.len() - 1),
        usize::from(act.arc).min(ARCS.len() - 1),
        usize::from(act.distance.saturating_sub(1) / BAND).min(BANDS - 1),
    ]
}

/// Names a band of distances.
fn band(key: usize) -> String {
    let first = key * usize::from(BAND) + 1;
    match key + 1 {
        BANDS => format!("{first} hexes or more"),
        _ => format!("{first} to {} hexes", first + usize::from(BAND) - 1),
    }
}

/// Whether some battles may be among others.
fn is_part(some: Share, all: Share) -> bool {
    some.is_sound(all.trials)
        && some.successes <= all.successes
        && some.trials - some.successes <= all.trials - all.successes
}

/// Returns the battles that are not among some.
fn rest(all: Share, some: Share) -> Share {
    Share {
        successes: all.successes - some.successes,
        trials: all.trials - some.trials,
    }
}

impl KeyTally {
    fn add(&mut self, act: &Act) {
        self.now.uses += 1;
        self.now.kills += u64::from(act.kills);
        if let Some(is_hit) = act.hit {
            self.now.rolls += 1;
            self.now.hits += u64::from(is_hit);
            if let Some(permille) = act.promised {
                self.promises.roll(permille, is_hit);
            }
        }
        self.damage.add(i64::from(act.damage));
        self.own_damage += u64::from(act.own_damage);
        self.own_kills += u64::from(act.own_kills);
    }

    /// Takes over what one battle brought.
    fn close(&mut self, has_won: Option<bool>) {
        let now = std::mem::take(&mut self.now);
        if now.uses == 0 {
            return;
        }
        self.uses += now.uses;
        self.battles += 1;
        self.kills += now.kills;
        self.hits.add(now.hits, now.rolls);
        if let Some(has_won) = has_won {
            self.using.add(has_won);
            if now.kills > 0 {
                self.killing.add(has_won);
            }
        }
    }

    /// Whether its numbers may be counts over battles of which so many were won.
    fn is_sound(&self, decided: Share) -> bool {
        let counts = [
            self.uses,
            self.battles,
            self.own_damage,
            self.kills,
            self.own_kills,
        ];
        counts.into_iter().all(|count| count <= MOST)
            && self.hits.is_sound()
            && self.promises.is_sound()
            && self.damage.is_sound()
            && is_part(self.using, decided)
            && is_part(self.killing, self.using)
    }

    fn merge(&mut self, other: &Self) {
        self.uses += other.uses;
        self.battles += other.battles;
        self.hits.merge(&other.hits);
        self.promises.merge(&other.promises);
        self.damage.merge(&other.damage);
        self.own_damage += other.own_damage;
        self.kills += other.kills;
        self.own_kills += other.own_kills;
        self.using.merge(other.using);
        self.killing.merge(other.killing);
    }

    fn findings(
        &self,
        (Term { key, name }, sort): (Term, Option<Sort>),
        battles: u64,
        decided: Share,
        confidence: Confidence,
    ) -> UseFindings {
        let others = rest(decided, self.killing);
        UseFindings {
            key,
            name,
            sort,
            uses: self.uses,
            uses_per_battle: self.uses as f64 / battles.max(1) as f64,
            battles: self.battles,
            won_with: self.using.interval(confidence),
            won_without: rest(decided, self.using).interval(confidence),
            promised: (self.promises.rolls > 0).then(|| self.promises.promised()),
            hit: self.hits.interval(confidence),
            z: self.promises.z(),
            damage: self.damage.interval(confidence),
            damage_of_hits: Vec::new(),
            kills: self.kills,
            own_damage: self.own_damage,
            own_kills: self.own_kills,
            killing_battles: self.killing.trials,
            contribution: independent(others, self.killing, confidence)
                .filter(|_| self.killing.trials.min(others.trials) >= FEWEST),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::phase::Outcome;
    use crate::chronicle::record::Means;

    fn battle(means: &[u16], has_won: bool) -> BattleRecord {
        let act = |&means: &u16| Act {
            means,
            ..Act::default()
        };
        let (outcome, winner) = match has_won {
            true => (Outcome::Victory, Side(0)),
            false => (Outcome::Defeat, Side(1)),
        };
        BattleRecord {
            outcome: Some(outcome),
            winner: Some(winner),
            acts: means.iter().map(act).collect(),
            ..BattleRecord::default()
        }
    }

    #[test]
    fn win_rates_with_and_without_a_means_are_of_the_battles_that_it_was_used_in() {
        let words = Vocabulary {
            sides: vec!["Own".to_owned(), "Foes".to_owned()],
            kinds: vec![Term::default()],
            means: ["bow", "axe"]
                .map(|key| Means::new(Sort::Weapon, key, key))
                .to_vec(),
            modes: vec!["plain".to_owned()],
            grounds: vec![Term::default()],
            ..Vocabulary::default()
        };
        let mut tallies = [ActTallies::new(&words), ActTallies::new(&words)];
        let battles = [
            battle(&[0, 0, 1], true),
            battle(&[0], true),
            battle(&[0], false),
            battle(&[1], false),
            battle(&[], false),
        ];
        for (at, battle) in battles.iter().enumerate() {
            tallies[at % 2].add(battle);
        }
        let [mut all, more] = tallies;
        all.merge(&more);
        assert!(all.is_of(&words));
        let [means, ..] = all.sides[0].findings(&words, 5, Confidence::default());
        let rates = means.iter().map(|of| {
            let value = |rate: Option<Estimate>| {
                (rate.map_or(-1.0, |rate| rate.value) * 6.0).round() as i32
            };
            (of.key.as_str(), value(of.won_with), value(of.won_without))
        });
        let rates: Vec<_> = rates.collect();
        // In sixths: the bow won 2 of 3 and 0 of 2, the axe 1 of 2 and 1 of 3.
        assert_eq!(rates, [("bow", 4, 0), ("axe", 3, 2)]);
    }
}

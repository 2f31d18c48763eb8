//! What separates the battles a side wins from those it loses.
//!
//! Every fact of how a battle went is ranked by the area under the curve: of a won and a lost battle
//! drawn at random, how often the won one has more of it. What separates need not be the cause.
//!
//! **Invariant:** what is called real holds after Holm's correction over all facts of the side, and a
//! number that has nothing to do with battles is ranked among them as a check.

use serde::Serialize;

use crate::chronicle::record::BattleRecord;
use crate::lab::case::Run;
use crate::lab::facts::{self, Fact, FactRole};
use crate::lab::stats::multiple::{LEVEL, correct};
use crate::lab::stats::rank::Separation;
use crate::lab::stats::special::normal_quantile;
use crate::lab::stats::{Confidence, Estimate};
use crate::lab::words::{count, figure, of_them, percent, share};

/// What `explain.json` holds, as JSON Schema.
pub const SCHEMA: &str = include_str!("explain.schema.json");

/// Facts that are told; the data has all.
const TOLD: usize = 15;

/// Counts over the battles of a run.
#[derive(Clone, Debug)]
pub struct Explainer<'a> {
    run: &'a Run,
    cases: Vec<Vec<(Fact, Separation)>>,
    /// The check: one for each side of each case.
    noise: Vec<Vec<Separation>>,
}

/// What separates wins from losses of one side in one case.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// The case.
    pub case: String,
    /// The side.
    pub side: String,
    /// Battles it won.
    pub wins: u64,
    /// Battles it lost.
    pub losses: u64,
    /// Area that the best of so many facts reaches by chance alone in one of twenty runs.
    pub by_chance: f64,
    /// Facts, best first.
    pub reasons: Vec<Reason>,
}

/// A fact and how well it separates.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reason {
    /// Key; none for the check.
    pub key: Option<String>,
    /// Name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// What it is counted in.
    pub unit: String,
    /// Battles in which it applies.
    pub battles: u64,
    /// Mean in wins.
    pub in_wins: f64,
    /// Mean in losses.
    pub in_losses: f64,
    /// Chance that a won battle has more of it than a lost one.
    pub area: Estimate,
    /// How likely chance alone gives this, after correction for looking at so many.
    pub chance: f64,
    /// Whether it is real.
    pub is_real: bool,
}

impl<'a> Explainer<'a> {
    /// Begins with no battle.
    pub fn new(run: &'a Run) -> Self {
        let facts = |words| -> Vec<_> {
            let facts = facts::of_case(words).into_iter();
            facts.map(|fact| (fact, Separation::default())).collect()
        };
        let words = || run.cases.iter().map(|case| &case.vocabulary);
        Self {
            run,
            cases: words().map(facts).collect(),
            noise: words()
                .map(|words| vec![Separation::default(); words.sides.len()])
                .collect(),
        }
    }

    /// Counts one battle; one that was broken off says nothing. The order does not matter.
    pub fn add(&mut self, battle: &BattleRecord) {
        if battle.outcome.is_none() {
            return;
        }
        let has_won = |side: usize| battle.winner.is_some_and(|winner| winner.index() == side);
        let case = battle.case as usize;
        let values = facts::of_battle(&self.run.cases[case].vocabulary, battle);
        for ((fact, separation), value) in self.cases[case].iter_mut().zip(values) {
            if let Some(value) = value.filter(|_| fact.role == FactRole::Course) {
                separation.add(value, has_won(fact.side));
            }
        }
        for (side, noise) in self.noise[case].iter_mut().enumerate() {
            noise.add(scrambled(battle.seed), has_won(side));
        }
    }

    /// Ranks facts for every side that won some battles and lost some.
    pub fn explanations(&self, confidence: Confidence) -> Vec<Explanation> {
        let mut all = Vec::new();
        for ((case, facts), noise) in self.run.cases.iter().zip(&self.cases).zip(&self.noise) {
            for (side, name) in case.vocabulary.sides.iter().enumerate() {
                let (losses, wins) = noise[side].totals();
                if losses == 0 || wins == 0 {
                    continue;
                }
                let own = facts.iter().filter(|(fact, _)| fact.side == side);
                let mut reasons: Vec<_> = own
                    .filter_map(|(fact, separation)| reason(Some(fact), separation, confidence))
                    .chain(reason(None, &noise[side], confidence))
                    .collect();
                correct(&mut reasons, |of| (&mut of.chance, &mut of.is_real));
                reasons.sort_by(|a, b| {
                    let strength = |reason: &Reason| (reason.area.value - 0.5).abs();
                    (strength(b).total_cmp(&strength(a))).then_with(|| a.name.cmp(&b.name))
                });
                all.push(Explanation {
                    case: case.label.clone(),
                    side: name.clone(),
                    wins,
                    losses,
                    by_chance: by_chance(wins, losses, reasons.len()),
                    reasons,
                });
            }
        }
        all
    }
}

/// Weighs one fact; `None` if it is the same in all battles or applies to wins or losses only.
fn reason(fact: Option<&Fact>, found: &Separation, confidence: Confidence) -> Option<Reason> {
    let area = found.area(confidence).filter(|_| found.varies())?;
    let (in_losses, in_wins) = found.means();
    let (losses, wins) = found.totals();
    let told = |pick: fn(&Fact) -> &String, check: &str| {
        fact.map_or_else(|| check.to_owned(), |fact| pick(fact).clone())
    };
    Some(Reason {
        key: fact.map(|fact| fact.key.clone()),
        name: told(|fact| &fact.name, "(check: the seed, scrambled)"),
        about: told(|fact| &fact.about, "Unrelated to the battle"),
        unit: told(|fact| &fact.unit, "number"),
        battles: losses + wins,
        in_wins: in_wins?,
        in_losses: in_losses?,
        area,
        chance: found.chance(),
        is_real: false,
    })
}

/// Returns the area that the best of so many facts without meaning exceeds once in twenty runs.
fn by_chance(wins: u64, losses: u64, facts: usize) -> f64 {
    let (n, m) = (losses as f64, wins as f64);
    let deviation = ((n + m + 1.0) / (12.0 * n * m)).sqrt();
    let z = normal_quantile(1.0 - LEVEL / (2.0 * facts.max(1) as f64));
    (0.5 + z * deviation).min(1.0)
}

/// Returns a number from 0 to 999 that says nothing (`SplitMix64`, Steele et al. 2014).
fn scrambled(seed: u64) -> i64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) % 1000) as i64
}

impl Explanation {
    /// Lists what is found in sentences, the strongest first.
    pub(super) fn sentences(&self) -> Vec<String> {
        let real: Vec<_> = self
            .reasons
            .iter()
            .filter(|reason| reason.is_real)
            .collect();
        let mut said = vec![format!(
            "{} of {} distinguish {} from {} of {}; chance alone would lift the best of them to {}",
            count(real.len() as u64),
            of_them(self.reasons.len() as u64 - 1, "fact"),
            of_them(self.wins, "win"),
            of_them(self.losses, "defeat"),
            self.side,
            share(self.by_chance)
        )];
        said.extend(real.iter().take(3).map(|reason| {
            let more = if reason.area.value > 0.5 { "more" } else { "less" };
            format!(
                "{}: {more} in wins ({} against {} in defeats); a win has more than a defeat {} of the time",
                reason.name,
                figure(reason.in_wins, &reason.unit),
                figure(reason.in_losses, &reason.unit),
                percent(&reason.area)
            )
        }));
        said
    }

    /// Lists what is told: the strongest facts and the check.
    pub(super) fn told(&self) -> impl Iterator<Item = &Reason> {
        let reasons = self.reasons.iter().enumerate();
        reasons
            .filter(|(rank, reason)| *rank < TOLD || reason.key.is_none())
            .map(|(_, reason)| reason)
    }
}

/// What goes with winning need not bring it about.
pub(super) const HONEST: &str = "Correlation is not causation: a winning side lives longer, shoots more and is shot at less. Change a figure and compare two runs to find causes";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::phase::Outcome;
    use crate::battle::unit::Side;
    use crate::chronicle::record::{Measure, SideRecord, Vocabulary};
    use crate::lab::case::{Case, Keep};

    /// Battles in which the first measure goes with winning and the second does not.
    fn explanations(battles: u64) -> Vec<Explanation> {
        let measure = |key: &str| Measure {
            key: key.into(),
            name: key.into(),
            about: String::new(),
            unit: "shots".into(),
            is_result: false,
        };
        let run = Run {
            cases: vec![Case {
                mission: "m".into(),
                file: "m.ron".into(),
                label: "m".into(),
                factors: Vec::new(),
                replay: String::new(),
                vocabulary: Vocabulary {
                    sides: vec!["A".into(), "B".into()],
                    measures: vec![measure("telling"), measure("idle")],
                    ..Vocabulary::default()
                },
            }],
            first_seed: 1,
            battles,
            keep: Keep::Shots,
        };
        let mut explainer = Explainer::new(&run);
        for seed in 1..=battles {
            let luck = scrambled(seed.wrapping_mul(7919));
            let winner = u8::from(luck % 10 < 5);
            let measures = |side: u8| {
                let tells = (luck / 10) % 10 + i64::from(side == winner) * 3;
                vec![
                    Some(tells),
                    Some(scrambled(seed + 1_000_000 * u64::from(side))),
                ]
            };
            explainer.add(&BattleRecord {
                seed,
                outcome: Some(Outcome::Victory),
                winner: Some(Side(winner)),
                sides: [0, 1]
                    .map(|side| SideRecord {
                        measures: measures(side),
                        ..SideRecord::default()
                    })
                    .into(),
                ..BattleRecord::default()
            });
        }
        explainer.explanations(Confidence::default())
    }

    #[test]
    fn what_tells_is_real_and_noise_is_not() {
        let found = explanations(400);
        assert_eq!(found.len(), 2);
        let side = &found[0];
        assert_eq!(side.reasons[0].name, "telling");
        assert!(side.reasons[0].is_real && side.reasons[0].in_wins > side.reasons[0].in_losses);
        for noise in side
            .reasons
            .iter()
            .filter(|reason| reason.name != "telling")
        {
            assert!(!noise.is_real, "{noise:?}");
        }
        assert!(
            side.reasons.iter().any(|reason| reason.key.is_none()),
            "the check is there"
        );
        assert!((0.5..0.65).contains(&side.by_chance), "{}", side.by_chance);
    }

    #[test]
    fn few_battles_make_nothing_real() {
        let found = explanations(6);
        let real = found.iter().flat_map(|side| &side.reasons);
        assert!(real.into_iter().all(|reason| !reason.is_real));
    }
}

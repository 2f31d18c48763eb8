//! What a gate says: what was seen of each claim, and battles worth a look.
//!
//! **Invariant:** a failure holds what was expected, the interval seen, the number of battles, the
//! most revealing seed and a command that shows its battle.

use std::fmt;

use super::play::{Tested, happened};
use super::{Claim, Happening, Judged};
use crate::lab::case::{Case, Run};
use crate::lab::findings::outliers::{Brief, Outlier, Outliers};
use crate::lab::stats::Estimate;
use crate::lab::stats::sequential::Judgment;
use crate::lab::words::{listed, of_them, percent};

/// What a gate that holds says.
#[derive(Clone, Debug, PartialEq)]
pub struct GateReport {
    /// Battles that were played.
    pub battles: u64,
    /// One sentence a claim.
    pub said: Vec<String>,
    /// Battles worth a look.
    pub outliers: String,
}

/// What a gate that does not hold says.
#[derive(Clone, Debug, PartialEq)]
pub struct GateFailure {
    /// The claims that do not hold, one sentence each.
    pub said: Vec<String>,
    /// Share of battles in which the first of them came true.
    pub seen: Estimate,
    /// Battles that were played.
    pub battles: u64,
    /// Seed of the battle that tells most.
    pub seed: u64,
    /// What that battle is.
    pub telling: String,
    /// What a user types to read it.
    pub read: String,
    /// Battles worth a look.
    pub outliers: String,
}

impl fmt::Display for GateReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for sentence in &self.said {
            writeln!(f, "{sentence}")?;
        }
        write!(f, "  {}", self.outliers)
    }
}

impl fmt::Display for GateFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for sentence in &self.said {
            writeln!(f, "{sentence}")?;
        }
        writeln!(f, "  most revealing: seed {}, {}", self.seed, self.telling)?;
        writeln!(f, "  read it:  {} --log", self.read)?;
        writeln!(
            f,
            "  watch it: {} --journal battle.journal && hexscape play --journal battle.journal",
            self.read
        )?;
        write!(f, "  {}", self.outliers)
    }
}

/// Judges what was played.
pub(super) fn of(run: &Run, tests: &[Tested], played: &[Brief]) -> Judged {
    let case = &run.cases[0];
    let battles = played.len() as u64;
    let mut held = Vec::new();
    let mut broken: Vec<(&Tested, Estimate, String)> = Vec::new();
    for test in tests {
        let successes = played
            .iter()
            .filter(|battle| happened(test, battle))
            .count() as u64;
        let seen = test.2.interval(successes, battles);
        let judgment = test.2.judge(successes, battles);
        let sentence = sentence(case, test, &seen, judgment, battles);
        match judgment {
            Judgment::Outside => broken.push((test, seen, sentence)),
            _ => held.push(sentence),
        }
    }
    let outliers = outliers(case, played);
    let Some((test, seen, _)) = broken.first() else {
        return Ok(GateReport {
            battles,
            said: held,
            outliers,
        });
    };
    let telling = telling(test, seen, played);
    Err(Box::new(GateFailure {
        seen: *seen,
        battles,
        seed: telling.seed,
        telling: told(case, telling),
        read: format!("{} --seed {}", case.replay, telling.seed),
        said: broken
            .into_iter()
            .map(|(_, _, sentence)| sentence)
            .collect(),
        outliers,
    }))
}

/// Describes what was expected and what was seen.
fn sentence(
    case: &Case,
    (claim, side, test): &Tested,
    seen: &Estimate,
    judgment: Judgment,
    battles: u64,
) -> String {
    let Claim { what, band } = claim;
    let expected = format!("{} to {}%", band.start(), band.end());
    let (claimed, saw) = match what {
        Happening::Wins(_) => {
            let name = &case.vocabulary.sides[*side];
            (format!("{name} to win {expected}"), "wins".to_owned())
        }
        Happening::EndsWithin(turns) => (
            format!("{expected} of battles to end within {turns} turns"),
            "they are".to_owned(),
        ),
    };
    let label = &case.label;
    let seen = format!("{saw} {}", percent(seen));
    let confidence = test.confidence.as_percent();
    match judgment {
        Judgment::Inside => format!(
            "{label}: expected {claimed}; {seen}: confirmed at {confidence}% confidence after {}",
            of_them(battles, "battle")
        ),
        Judgment::Outside => format!(
            "{label}: expected {claimed}, but {seen}: wrong at {confidence}% confidence after {}",
            of_them(battles, "battle")
        ),
        Judgment::Open => {
            let rest = match test.last.saturating_sub(battles) {
                0 => String::new(),
                rest => format!(" and nothing that {rest} more could bring"),
            };
            format!(
                "{label}: expected {claimed}; {seen}: nothing against it in {}{rest} ({}=N plays more)",
                of_them(battles, "battle"),
                super::RUNS
            )
        }
    }
}

/// Finds the battle that shows best what went wrong.
fn telling<'a>((claim, side, test): &Tested, seen: &Estimate, played: &'a [Brief]) -> &'a Brief {
    let is_too_rare = seen.value < test.low;
    let score = |brief: &Brief| match claim.what {
        Happening::Wins(_) if (brief.winner == Some(*side)) == is_too_rare => i64::MIN,
        Happening::Wins(_) => brief.margin,
        Happening::EndsWithin(_) if is_too_rare => brief.turns.into(),
        Happening::EndsWithin(_) => -i64::from(brief.turns),
    };
    let first = &played[0];
    (played.iter()).fold(first, |best, brief| match score(brief) > score(best) {
        true => brief,
        false => best,
    })
}

/// Describes the course of a battle.
fn told(case: &Case, brief: &Brief) -> String {
    let turns = of_them(brief.turns.into(), "turn");
    match brief.winner {
        Some(winner) => format!(
            "{} wins in {turns}, keeping {} points more of its units than the others",
            case.vocabulary.sides[winner],
            brief.margin / 10
        ),
        None if brief.is_over => format!("no winner in {turns}"),
        None => format!("no outcome after {turns}"),
    }
}

/// Names the battles that stand out.
fn outliers(case: &Case, played: &[Brief]) -> String {
    let mut outliers = Outliers::default();
    played.iter().for_each(|battle| outliers.add(battle));
    let named = outliers.findings(&case.vocabulary).into_iter();
    let named = named.map(|Outlier { what, seed, turns }| {
        format!("{what} {seed} ({})", of_them(turns.into(), "turn"))
    });
    format!("seeds worth a look: {}", listed(&named.collect::<Vec<_>>()))
}

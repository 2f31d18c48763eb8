//! What a run found as text that reads well on a terminal, and as one HTML page: headline first, then
//! plots, then tables.
//!
//! The templates say what stands where; here is what they are filled with.
//!
//! **Invariant:** what is written depends on findings alone; the page loads nothing and can be read
//! without scripts. **Invariant:** what matters most comes first; every rate has its interval.

mod heat;
mod plots;
mod render;
mod scale;
mod table;

use minijinja::context;
use minijinja::value::{Serde, Value};
use serde::Serialize;

use self::render::{Form, render};
use crate::lab::against::Against;
use crate::lab::explain::{Explanation, HONEST};
use crate::lab::findings::factors::Sensitivity;
use crate::lab::findings::{CaseFindings, Findings};
use crate::lab::words::share;

/// With more cases than this text has a line for each, and only the page has their details.
const DETAILED: usize = 4;

/// Cases with a section of their own; further ones are in the overview and in the data only.
const SECTIONS: usize = 24;

/// What to add to a command that plays one battle.
const TO_SEE: &str =
    "--log to read it, or --journal FILE to watch it with: hexscape play --journal FILE";

/// Returns what a run found, as text.
pub fn text(found: &Findings) -> String {
    let cases = match found.cases.len() {
        0..=DETAILED => found.cases.iter().map(details).collect(),
        _ => Vec::new(),
    };
    let factors: Vec<_> = found.sensitivity.iter().map(factor).collect();
    let of = context! { cases, factors, ..overview(found) };
    render(Form::Text, "findings.txt", of)
}

/// Returns what differs from another run, as text.
pub fn text_against(against: &Against) -> String {
    render(Form::Text, "against.txt", comparison(against))
}

/// Returns what separates wins from defeats, as text.
pub fn text_of_reasons(explanations: &[Explanation]) -> String {
    render(Form::Text, "explain.txt", reasons(explanations))
}

/// Returns the page of a run, with what else was asked.
pub fn page(found: &Findings, explanations: &[Explanation], against: Option<&Against>) -> String {
    let cases = found.cases.iter().take(SECTIONS);
    let cases: Vec<_> = cases
        .map(|case| context! { ..details(case), ..drawn(case) })
        .collect();
    let factors = found.sensitivity.iter();
    let factors =
        factors.map(|found| context! { plot => Serde(plots::factor(found)), ..factor(found) });
    let (title, headline) = match found.cases.as_slice() {
        [only] => (only.label.clone(), only.headlines().into_iter().next()),
        all => (format!("{} cases compared", all.len()), extremes(found)),
    };
    let of = context! {
        title,
        headline,
        cases,
        factors => factors.collect::<Vec<_>>(),
        against => comparison(against.unwrap_or(&Against::default())),
        explanations => reasons(explanations),
        ..overview(found)
    };
    render(Form::Html, "page", of)
}

/// Takes all of some things for a template.
fn all<'a, T: Serialize + 'a>(of: impl IntoIterator<Item = &'a T>) -> Vec<Value> {
    of.into_iter().map(|one| Value::from(Serde(one))).collect()
}

/// Returns what is said of a run as a whole, and of each case in a line.
fn overview(found: &Findings) -> Value {
    let case = |case: &CaseFindings| {
        let first = case.sides.first();
        context! {
            label => &case.label,
            battles => case.battles,
            wins => Serde(first.and_then(|side| side.win_rate)),
            lost => Serde(first.and_then(|side| side.dead_share)),
            turns => Serde(case.turns),
            orders => Serde(case.orders),
        }
    };
    context! {
        battles => found.battles,
        planned => found.planned,
        confidence => found.confidence_percent,
        overview => found.cases.iter().map(case).collect::<Vec<_>>(),
        to_see => TO_SEE,
    }
}

/// Returns all that is said of a case.
fn details(case: &CaseFindings) -> Value {
    let telling = case.fighting().filter_map(CaseFindings::most_telling);
    context! {
        found => Serde(case),
        verdict => case.verdict(),
        headlines => case.headlines(),
        telling => telling.collect::<Vec<_>>(),
        sides => all(case.fighting()),
        measures => measures(case),
    }
}

/// Lists measures with their means of each side that fights, but those that are zero everywhere.
fn measures(case: &CaseFindings) -> Vec<Vec<Value>> {
    let first = case.fighting().next();
    let measures = first
        .map_or(&[][..], |side| &side.measures)
        .iter()
        .enumerate();
    let rows = measures.filter_map(|(index, measure)| {
        let means: Vec<_> = case
            .fighting()
            .map(|side| side.measures[index].mean)
            .collect();
        let tells = means.iter().flatten().any(|mean| mean.value != 0.0);
        tells.then(|| vec![Value::from(Serde(measure)), Value::from(Serde(means))])
    });
    rows.collect()
}

/// Returns what is drawn of a case.
fn drawn(case: &CaseFindings) -> Value {
    let damage = case.fighting().enumerate();
    let maps = case.sides.iter().enumerate();
    let maps = maps.filter_map(|(index, side)| heat::map(&case.board, index, &side.name));
    let contributions = case.fighting().flat_map(|side| &side.means);
    context! {
        survival => Serde(plots::survival(case)),
        promises => Serde(plots::promises(case)),
        damage => Serde(damage.filter_map(|(style, side)| plots::damage(side, style)).collect::<Vec<_>>()),
        contributes => contributions.filter_map(|of| of.contribution).next().is_some(),
        maps => Serde(maps.collect::<Vec<_>>()),
        legend => Serde(heat::legend(&case.board)),
    }
}

/// Returns what is said of a factor.
fn factor(found: &Sensitivity) -> Value {
    context! {
        found => Serde(found),
        sentence => found.sentence(),
        about => found.about_differences(),
    }
}

/// Returns the cases with the lowest and highest win rates, in a sentence.
fn extremes(found: &Findings) -> Option<String> {
    let rate = |case: &CaseFindings| Some(case.sides.first()?.win_rate?.value);
    let mut rated: Vec<_> = (found.cases.iter())
        .filter_map(|case| Some((rate(case)?, &case.label)))
        .collect();
    rated.sort_by(|a, b| a.0.total_cmp(&b.0));
    let ((low, first), (high, last)) = (rated.first()?, rated.last()?);
    Some(format!(
        "The first side wins {} ({first}) to {} ({last})",
        share(*low),
        share(*high)
    ))
}

/// Returns what is said of two runs.
fn comparison(against: &Against) -> Value {
    let cases = against.cases.iter().map(|case| {
        let told = case.told();
        context! {
            label => &case.label,
            lead => case.lead(),
            sentences => told.iter().map(|row| row.sentence()).collect::<Vec<_>>(),
            rows => all(told),
        }
    });
    context! { cases => cases.collect::<Vec<_>>(), unmatched => against.unmatched() }
}

/// Returns what is said of wins and defeats.
fn reasons(explanations: &[Explanation]) -> Value {
    let cases = explanations.iter().map(|found| {
        let Explanation { case, side, .. } = found;
        context! {
            title => format!("What separates wins from defeats of {side} ({case})"),
            sentences => found.sentences(),
            rows => all(found.told()),
        }
    });
    context! { cases => cases.collect::<Vec<_>>(), honest => HONEST }
}

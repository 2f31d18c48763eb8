//! Findings as text that reads well on a terminal of 100 columns.
//!
//! **Invariant:** what matters most comes first; every rate has its interval.

pub mod text;

use std::{collections::BTreeSet, fmt::Write};

use self::text::{TextTable, wrapped};
use crate::{
    chronicle::record::Sort,
    lab::{
        findings::{
            CaseFindings, Findings,
            acts::UseFindings,
            factors::Sensitivity,
            side::{KindFindings, SideFindings},
            spread::Spread,
        },
        stats::Estimate,
        words::{
            chance, count, cut, fixed, measured, number, of_them, percent, plain, points, real,
            share, signed, unit,
        },
    },
};

/// Columns of a terminal.
const WIDTH: usize = 100;

/// With more cases than this each gets a line, and only the report has their details.
const DETAILED: usize = 4;

/// Letters of a name at most.
const NAME: usize = 14;

/// Letters of a value of a factor at most.
const VALUE: usize = 26;

/// Rows of a table at most; the report has all.
const ROWS: usize = 8;

/// What to add to a command that plays one battle.
pub const TO_SEE: &str =
    "--log to read it, or --journal FILE to watch it with: hexscape play --journal FILE";

/// What a column means.
const WITH_A_KILL: &str = "Wins with a kill: win rate where it killed less where it did not, in points; \
                           no proof of a cause.";

/// Returns what a run found, as text.
pub fn text(findings: &Findings) -> String {
    let mut text = String::new();
    let out = &mut text;
    if findings.battles < findings.planned {
        line(
            out,
            &format!(
                "PARTIAL: {} of {}",
                count(findings.battles),
                of_them(findings.planned, "battle")
            ),
        );
        line(out, "");
    }
    if findings.cases.len() > 1 {
        cases(out, findings);
    }
    if findings.cases.len() <= DETAILED {
        for case in &findings.cases {
            detail(out, case);
        }
    }
    for sensitivity in &findings.sensitivity {
        follow(out, sensitivity);
    }
    line(
        out,
        &format!(
            "Intervals hold the truth with {}% confidence.",
            fixed(findings.confidence_percent, 0)
        ),
    );
    if findings.cases.len() <= DETAILED {
        line(out, WITH_A_KILL);
    }
    text
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("writing to a string does not fail");
}

/// Writes a title, a table below it and an empty line, unless the table is empty.
fn titled(out: &mut String, title: &str, table: &TextTable) {
    if !table.is_empty() {
        line(out, &wrapped(title, WIDTH, "  "));
        line(out, &table.to_string());
    }
}

/// One line a case.
fn cases(out: &mut String, findings: &Findings) {
    let rows = |labels: &[String]| {
        let mut table = TextTable::new(&["case", "wins", ">battles", ">turns", ">lost", ">orders"]);
        for (case, label) in findings.cases.iter().zip(labels) {
            let side = case.sides.first();
            let lost = side.and_then(|side| side.dead_share.as_ref());
            table.row([
                label.clone(),
                rate(side),
                count(case.battles),
                median(case.turns.as_ref()),
                lost.map_or_else(dash, |lost| share(lost.value)),
                median(case.orders.as_ref()),
            ]);
        }
        table
    };
    let unnamed = vec![String::new(); findings.cases.len()];
    let labels = findings.cases.iter().map(|case| case.label.as_str());
    // The figures take what they need, names the rest.
    let room = WIDTH + "case".len() - rows(&unnamed).width();
    let labels = apart(labels.collect(), room);
    titled(out, "Win rate and losses of the first side", &rows(&labels));
}

/// Cuts labels to so many letters; those that would look the same are numbered.
fn apart(labels: Vec<&str>, most: usize) -> Vec<String> {
    let short: Vec<_> = labels.iter().map(|label| cut(label, most)).collect();
    let mut known = BTreeSet::new();
    if short.iter().all(|label| known.insert(label)) {
        return short;
    }
    let numbered = (1..).zip(&labels);
    numbered
        .map(|(number, label)| cut(&format!("{number}: {label}"), most))
        .collect()
}

fn detail(out: &mut String, case: &CaseFindings) {
    line(out, &plain(&case.label));
    for sentence in case.headlines() {
        line(out, &wrapped(&format!("  {sentence}."), WIDTH, "    "));
    }
    line(out, "");
    sides(out, case);
    for side in case.fighting() {
        let name = &side.name;
        for (sort, title) in [
            (Sort::Weapon, "weapons"),
            (Sort::Item, "items"),
            (Sort::Ability, "abilities"),
        ] {
            let means: Vec<_> = (side.means.iter())
                .filter(|found| found.sort == Some(sort))
                .collect();
            uses(out, &format!("{name}: {title}"), &means);
        }
        kinds(out, &format!("{name}: units"), &side.kinds);
        for (found, title) in [
            (&side.modes, "modes"),
            (&side.grounds, "terrain under the target"),
            (&side.covers, "cover of the target"),
            (&side.arcs, "side of the target"),
            (&side.distances, "distance"),
        ] {
            uses(
                out,
                &format!("{name}: {title}"),
                &found.iter().collect::<Vec<_>>(),
            );
        }
    }
    measures(out, case);
    outliers(out, case);
}

fn sides(out: &mut String, case: &CaseFindings) {
    let mut table = TextTable::new(&[
        "side",
        "wins",
        ">odd",
        ">even",
        "units lost",
        ">of",
        ">orders",
    ]);
    for side in case.fighting() {
        let half = |half: Option<Estimate>| half.map_or_else(dash, |half| share(half.value));
        table.row([
            side.name.clone(),
            rate(Some(side)),
            half(side.first.odd),
            half(side.first.even),
            side.dead.map_or_else(dash, |dead| number(&dead.mean)),
            side.began.map_or_else(dash, |began| fixed(began, 1)),
            median(side.orders.as_ref()),
        ]);
    }
    titled(out, "Sides (odd and even seeds are two halves)", &table);
}

/// Returns those used most first.
fn by_use<'a>(found: &[&'a UseFindings]) -> Vec<&'a UseFindings> {
    let mut found = found.to_vec();
    found.sort_by(|a, b| b.uses.cmp(&a.uses).then_with(|| a.name.cmp(&b.name)));
    found
}

fn uses(out: &mut String, title: &str, found: &[&UseFindings]) {
    let mut table = TextTable::new(&[
        "what",
        ">uses",
        ">promised",
        "hit",
        ">z",
        ">damage",
        ">kills",
        "wins with a kill",
    ]);
    for found in by_use(found).into_iter().take(ROWS) {
        table.row([
            cut(&found.name, NAME),
            count(found.uses),
            found.promised.map_or_else(dash, share),
            found.hit.as_ref().map_or_else(dash, percent),
            found.z.map_or_else(dash, |z| signed(z, 1)),
            found
                .damage
                .map_or_else(dash, |damage| fixed(damage.value, 1)),
            count(found.kills),
            found.contribution.as_ref().map_or_else(dash, points),
        ]);
    }
    if found.len() > ROWS {
        let more = found.len() - ROWS;
        table.row([format!("and {more} more")]);
    }
    titled(out, title, &table);
}

fn kinds(out: &mut String, title: &str, found: &[KindFindings]) {
    let mut table = TextTable::new(&[
        "what",
        ">fielded",
        "died",
        ">hit",
        ">z",
        ">damage",
        ">kills",
        "wins with a kill",
    ]);
    for kind in found {
        let acts = &kind.acts;
        table.row([
            cut(&acts.name, NAME),
            count(kind.fielded),
            kind.died.as_ref().map_or_else(dash, percent),
            acts.hit.map_or_else(dash, |hit| share(hit.value)),
            acts.z.map_or_else(dash, |z| signed(z, 1)),
            acts.damage
                .map_or_else(dash, |damage| fixed(damage.value, 1)),
            count(acts.kills),
            acts.contribution.as_ref().map_or_else(dash, points),
        ]);
    }
    titled(out, title, &table);
}

fn measures(out: &mut String, case: &CaseFindings) {
    let fighting: Vec<_> = case.fighting().collect();
    let Some(first) = fighting.first() else {
        return;
    };
    let mut titles = vec!["measure", "unit"];
    titles.extend(fighting.iter().map(|side| side.name.as_str()));
    let mut table = TextTable::new(&titles);
    for (index, measure) in first.measures.iter().enumerate() {
        let means = || fighting.iter().map(|side| side.measures[index].mean);
        if means().flatten().all(|mean| mean.value == 0.0) {
            continue;
        }
        let told =
            |mean: Option<Estimate>| mean.map_or_else(dash, |mean| measured(&mean, &measure.unit));
        let mut cells = vec![measure.name.clone(), unit(&measure.unit).to_owned()];
        cells.extend(means().map(told));
        table.row(cells);
    }
    titled(out, "Measures, mean of a battle", &table);
}

fn outliers(out: &mut String, case: &CaseFindings) {
    let mut table = TextTable::new(&["battles worth a look", ">seed", ">turns"]);
    for outlier in &case.outliers {
        table.row([
            outlier.what.clone(),
            outlier.seed.to_string(),
            outlier.turns.to_string(),
        ]);
    }
    if !table.is_empty() {
        line(out, table.to_string().trim_end());
        let replay = plain(&case.replay);
        line(out, &format!("  see one with: {replay} --seed SEED"));
        line(out, &format!("  and {TO_SEE}"));
        line(out, "");
    }
}

fn follow(out: &mut String, found: &Sensitivity) {
    let titles = [&found.factor, "wins", ">battles", "difference", ">p", ""];
    let mut table = TextTable::new(&titles);
    for value in &found.values {
        let difference = value.difference.as_ref();
        table.row([
            cut(&value.value, VALUE),
            percent(&value.win_rate),
            count(value.battles),
            difference.map_or_else(dash, |of| points(&of.difference)),
            difference.map_or_else(dash, |of| chance(of.chance)),
            difference.map_or("", |of| real(of.is_real)).to_owned(),
        ]);
    }
    let about = found.about_differences();
    let about = about.map_or_else(String::new, |about| format!(". {about}"));
    titled(out, &format!("{}{about}.", found.sentence()), &table);
}

fn dash() -> String {
    "–".to_owned()
}

fn rate(side: Option<&SideFindings>) -> String {
    let rate = side.and_then(|side| side.win_rate.as_ref());
    rate.map_or_else(dash, percent)
}

/// Returns median and middle half: `9 (7 to 12)`.
fn median(spread: Option<&Spread>) -> String {
    spread.map_or_else(dash, |spread| {
        format!(
            "{} ({} to {})",
            fixed(spread.median.value, 0),
            spread.lower_quartile,
            spread.upper_quartile
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_are_cut_stay_apart() {
        let labels = vec![
            "Skirmish, damage d18, armor 3",
            "Skirmish, damage d22, armor 3",
        ];
        assert_eq!(apart(labels.clone(), 30), labels);
        assert_eq!(apart(labels, 16), ["1: Skirm…armor 3", "2: Skirm…armor 3"]);
    }
}

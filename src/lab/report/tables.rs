//! Tables of the page, sorted by a click on a head where scripts run.
//!
//! **Invariant:** a cell carries the plain number it is sorted by.

use super::svg::escape;
use crate::lab::{
    findings::{
        CaseFindings, acts::UseFindings, factors::Sensitivity, outliers::Outlier,
        side::KindFindings,
    },
    stats::Estimate,
    words::{chance, count, fixed, measured, percent, points, real, share, signed, unit},
};

/// A cell: its text and what it is sorted by.
pub struct TableCell {
    text: String,
    /// Attributes: what it is sorted by, a tooltip.
    attributes: String,
    class: &'static str,
}

impl TableCell {
    /// Words.
    pub fn words(text: &str) -> Self {
        Self {
            text: escape(text),
            attributes: String::new(),
            class: "",
        }
    }

    /// Words with a tooltip that says what they mean.
    pub fn explained(text: &str, about: &str) -> Self {
        Self {
            attributes: format!(" title=\"{}\"", escape(about)),
            ..Self::words(text)
        }
    }

    /// Words that may take several lines.
    pub fn about(text: &str) -> Self {
        Self {
            class: " class=\"about\"",
            ..Self::words(text)
        }
    }

    /// A number in words, sorted by itself.
    pub fn number(value: f64, text: String) -> Self {
        Self {
            text: escape(&text),
            attributes: format!(" data-v=\"{value}\""),
            class: " class=\"n\"",
        }
    }

    /// A number that may not apply.
    pub fn maybe(value: Option<f64>, text: impl Fn(f64) -> String) -> Self {
        match value {
            Some(value) => Self::number(value, text(value)),
            None => Self::none(),
        }
    }

    /// An estimate that may not apply.
    pub fn estimate(estimate: Option<Estimate>, text: impl Fn(&Estimate) -> String) -> Self {
        match estimate {
            Some(estimate) => Self::number(estimate.value, text(&estimate)),
            None => Self::none(),
        }
    }

    /// Nothing to say.
    fn none() -> Self {
        Self {
            text: "–".to_owned(),
            attributes: " data-v=\"\"".to_owned(),
            class: " class=\"n\"",
        }
    }
}

/// Returns a table; a head that begins with `>` is of a column of numbers.
pub fn table(heads: &[&str], rows: &[Vec<TableCell>]) -> String {
    let heads: String = (heads.iter())
        .map(|head| match head.strip_prefix('>') {
            Some(head) => format!("<th class=\"n\">{}</th>", escape(head)),
            None => format!("<th>{}</th>", escape(head)),
        })
        .collect();
    let cell =
        |cell: &TableCell| format!("<td{}{}>{}</td>", cell.class, cell.attributes, cell.text);
    let rows: String = (rows.iter())
        .map(|row| format!("<tr>{}</tr>\n", row.iter().map(cell).collect::<String>()))
        .collect();
    format!(
        "<div class=\"scroll\"><table class=\"sortable\"><thead><tr>{heads}</tr></thead>\n\
         <tbody>{rows}</tbody></table></div>"
    )
}

/// Returns the table of what was used.
pub fn uses(what: &str, found: &[&UseFindings]) -> String {
    let mut found = found.to_vec();
    found.sort_by(|a, b| b.uses.cmp(&a.uses).then_with(|| a.name.cmp(&b.name)));
    let rows: Vec<_> = (found.iter())
        .map(|of| {
            vec![
                TableCell::words(&of.name),
                TableCell::number(of.uses as f64, count(of.uses)),
                TableCell::number(of.uses_per_battle, fixed(of.uses_per_battle, 1)),
                TableCell::maybe(of.promised, share),
                TableCell::estimate(of.hit, percent),
                TableCell::maybe(of.z, |z| signed(z, 1)),
                TableCell::estimate(of.damage, |damage| fixed(damage.value, 1)),
                TableCell::number(of.kills as f64, count(of.kills)),
                TableCell::number(of.own_kills as f64, count(of.own_kills)),
                TableCell::estimate(of.contribution, points),
            ]
        })
        .collect();
    table(
        &[
            what,
            ">uses",
            ">a battle",
            ">promised",
            ">hit",
            ">z",
            ">damage a use",
            ">kills",
            ">own killed",
            ">win points with a kill",
        ],
        &rows,
    )
}

/// Returns the table of kinds of units.
pub fn kinds(found: &[KindFindings]) -> String {
    let rows: Vec<_> = (found.iter())
        .map(|kind| {
            let acts = &kind.acts;
            vec![
                TableCell::words(&acts.name),
                TableCell::number(kind.fielded as f64, count(kind.fielded)),
                TableCell::estimate(kind.died, percent),
                TableCell::number(acts.uses_per_battle, fixed(acts.uses_per_battle, 1)),
                TableCell::estimate(acts.hit, percent),
                TableCell::estimate(acts.damage, |damage| fixed(damage.value, 1)),
                TableCell::number(acts.kills as f64, count(acts.kills)),
                TableCell::estimate(acts.contribution, points),
            ]
        })
        .collect();
    table(
        &[
            "unit",
            ">fielded",
            ">died",
            ">acts a battle",
            ">hit",
            ">damage an act",
            ">kills",
            ">win points with a kill",
        ],
        &rows,
    )
}

/// Returns the table of measures, a column for each side.
pub fn measures(case: &CaseFindings) -> String {
    let sides: Vec<_> = case.fighting().collect();
    let Some(first) = sides.first() else {
        return String::new();
    };
    let heads: Vec<_> = (["measure".to_owned(), "counted in".to_owned()].into_iter())
        .chain(sides.iter().map(|side| format!(">{}", side.name)))
        .chain(["what it is".to_owned()])
        .collect();
    let heads: Vec<_> = heads.iter().map(String::as_str).collect();
    let rows: Vec<_> = (first.measures.iter().enumerate())
        .filter(|(index, _)| {
            let means = sides.iter().filter_map(|side| side.measures[*index].mean);
            means.into_iter().any(|mean| mean.value != 0.0)
        })
        .map(|(index, measure)| {
            let means = sides.iter().map(|side| {
                let mean = side.measures[index].mean;
                TableCell::estimate(mean, |mean| measured(mean, &measure.unit))
            });
            let mut row = vec![
                TableCell::words(&measure.name),
                TableCell::words(unit(&measure.unit)),
            ];
            row.extend(means);
            row.push(TableCell::about(&measure.about));
            row
        })
        .collect();
    table(&heads, &rows)
}

/// Returns the table of how win rates at the values of a factor differ from that at its base.
pub fn differences(found: &Sensitivity) -> String {
    let Some(about) = found.about_differences() else {
        return String::new();
    };
    let rows: Vec<_> = (found.values.iter())
        .map(|value| {
            let difference = value.difference.as_ref();
            vec![
                TableCell::words(&value.value),
                TableCell::estimate(Some(value.win_rate), percent),
                TableCell::estimate(difference.map(|of| of.difference), points),
                TableCell::maybe(difference.map(|of| of.chance), chance),
                TableCell::words(difference.map_or("", |of| real(of.is_real))),
            ]
        })
        .collect();
    format!(
        "<p class=\"note\">{}.</p>{}",
        escape(&about),
        table(&["value", ">wins", ">difference", ">p", ""], &rows)
    )
}

/// Returns the table of battles worth a look.
pub fn outliers(found: &[Outlier]) -> String {
    let rows: Vec<_> = (found.iter())
        .map(|outlier| {
            vec![
                TableCell::words(&outlier.what),
                TableCell::number(outlier.seed as f64, outlier.seed.to_string()),
                TableCell::number(f64::from(outlier.turns), outlier.turns.to_string()),
            ]
        })
        .collect();
    table(&["battle", ">seed", ">turns"], &rows)
}

//! One HTML file with everything a run found: headline first, then plots, then tables.
//!
//! **Invariant:** the page loads nothing, depends on findings alone, and can be read without scripts.

mod frame;
mod heat;
mod plots;
mod svg;
mod tables;

pub use self::tables::TableCell;
use self::{
    plots::{Row, fighting},
    svg::{STYLES, escape},
};
use crate::lab::{
    findings::{CaseFindings, Findings, side::SideFindings},
    table::TO_SEE,
    words::{count, fixed, of_them, percent, points, share},
};

/// Cases with a section of their own; further ones are in the overview and in the data only.
const SECTIONS: usize = 24;

/// Sections that are open at first.
const OPEN: usize = 3;

/// Returns the page of a run with further sections, such as a comparison.
pub fn page(findings: &Findings, sections: &[ReportSection]) -> String {
    let mut body = String::new();
    let cases = &findings.cases;
    let title = match cases.as_slice() {
        [only] => only.label.clone(),
        _ => format!("{} compared", of_them(cases.len() as u64, "case")),
    };
    body += &format!("<h1>{}</h1>\n", escape(&title));
    body += &format!(
        "<p class=\"lead\">Balance report: {}, computer against computer. Intervals hold the truth \
         with {}% confidence.</p>\n",
        of_them(findings.battles, "battle"),
        fixed(findings.confidence_percent, 0)
    );
    if findings.battles < findings.planned {
        body += &format!(
            "<p class=\"warn\">Partial: {} of {} are played.</p>\n",
            count(findings.battles),
            of_them(findings.planned, "battle")
        );
    }
    match cases.as_slice() {
        [only] => {
            let said = escape(&only.headlines()[0]);
            body += &format!("<p class=\"headline\">{said}.</p>\n");
        }
        _ => body += &overview(findings),
    }
    let before = others(sections, SectionPlace::Before);
    let battles = if before.is_empty() {
        ""
    } else {
        "<h2>The battles</h2>\n"
    };
    body += &before;
    body += &factors(findings);
    for (index, case) in cases.iter().take(SECTIONS).enumerate() {
        body += &match cases.len() {
            1 => battles.to_owned() + &of_case(case),
            all => {
                let title = format!("{}: {}", case.label, case.verdict());
                folded(&format!("case{index}"), &title, &of_case(case), all <= OPEN)
            }
        };
    }
    if cases.len() > SECTIONS {
        body += &format!(
            "<p class=\"note\">Details of {} more are in findings.json.</p>\n",
            of_them((cases.len() - SECTIONS) as u64, "case")
        );
    }
    body += &others(sections, SectionPlace::After);
    body += READING;
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{} – balance report</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n{body}\
         </main>\n<script>\n{}</script>\n</body>\n</html>\n",
        escape(&title),
        include_str!("page.css"),
        include_str!("page.js"),
    )
}

/// Returns the sections of one place, folded if they are many.
fn others(sections: &[ReportSection], place: SectionPlace) -> String {
    let own = || sections.iter().filter(|section| section.place == place);
    let many = own().count() > OPEN;
    own()
        .map(|ReportSection { title, html, .. }| match many {
            true => folded("", title, html, false),
            false => format!("<h2>{}</h2>\n{html}", escape(title)),
        })
        .collect()
}

/// Returns a part of the page that is unfolded by a click on its title.
fn folded(id: &str, title: &str, html: &str, is_open: bool) -> String {
    let open = if is_open { " open" } else { "" };
    let title = escape(title);
    // The anchor is inside, so that a link to it unfolds the part.
    let id = match id {
        "" => String::new(),
        id => format!(" id=\"{id}\""),
    };
    format!(
        "<details class=\"part\"{open}><summary>{title}</summary>\n<div{id}>\n{html}</div>\n\
         </details>\n"
    )
}

/// Where a section stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionPlace {
    /// Below the headline.
    Before,
    /// Below the cases.
    After,
}

/// A part of the page that another module writes.
#[derive(Clone, Debug)]
pub struct ReportSection {
    place: SectionPlace,
    /// Title.
    pub title: String,
    /// Content.
    html: String,
}

impl ReportSection {
    /// Makes a section of sentences and one table; a head that begins with `>` is of numbers.
    pub fn new(
        place: SectionPlace,
        title: &str,
        sentences: &[String],
        heads: &[&str],
        rows: &[Vec<TableCell>],
    ) -> Self {
        let mut html = list(sentences);
        if !rows.is_empty() {
            html += &format!("<div class=\"card\">{}</div>\n", tables::table(heads, rows));
        }
        Self {
            place,
            title: title.to_owned(),
            html,
        }
    }
}

fn list(sentences: &[String]) -> String {
    let items: String = (sentences.iter())
        .map(|sentence| format!("<li>{}.</li>\n", escape(sentence)))
        .collect();
    format!("<ul class=\"said\">{items}</ul>\n")
}

fn card(title: &str, note: &str, content: &str, is_wide: bool) -> String {
    let class = if is_wide { "card wide" } else { "card" };
    let note = match note.is_empty() {
        true => String::new(),
        false => format!("<p class=\"note\">{}</p>\n", escape(note)),
    };
    format!(
        "<div class=\"{class}\"><h3>{}</h3>\n{note}{content}</div>\n",
        escape(title)
    )
}

/// Says between which cases the win rates lie.
fn extremes(findings: &Findings) -> Option<String> {
    let rate = |case: &CaseFindings| Some(case.sides.first()?.win_rate?.value);
    let mut rated: Vec<_> = (findings.cases.iter())
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

/// All cases side by side.
fn overview(findings: &Findings) -> String {
    let rows: Vec<_> = (findings.cases.iter())
        .filter_map(|case| {
            let side = case.sides.first()?;
            let rate = side.win_rate?;
            Some(Row {
                name: case.label.clone(),
                series: 0,
                estimate: rate,
                told: percent(&rate),
                is_head: false,
            })
        })
        .collect();
    let about = "Win rate of the first side in each case";
    let plot = plots::rows(&rows, about, "battles that the first side wins", true);
    let headline = extremes(findings).map_or_else(String::new, |said| {
        format!("<p class=\"headline\">{}.</p>\n", escape(&said))
    });
    let shown = findings.cases.iter().take(SECTIONS).enumerate();
    let links: String = shown
        .map(|(index, case)| format!("<a href=\"#case{index}\">{}</a>\n", escape(&case.label)))
        .collect();
    format!(
        "{headline}<div class=\"cards\">{}</div>\n<nav>{links}</nav>\n",
        card(about, "", &plot, true)
    )
}

fn factors(findings: &Findings) -> String {
    if findings.sensitivity.is_empty() {
        return String::new();
    }
    let cards: String = (findings.sensitivity.iter())
        .map(|found| {
            let content = plots::factor(found) + &tables::differences(found);
            let note = match &found.slope {
                Some(_) => format!("{}.", found.sentence()),
                None => String::new(),
            };
            card(&found.factor, &note, &content, false)
        })
        .collect();
    format!("<h2>What the varied figures do</h2>\n<div class=\"cards\">{cards}</div>\n")
}

fn of_case(case: &CaseFindings) -> String {
    // The first is the headline above.
    let mut sentences = case.headlines().split_off(1);
    let mut html = String::new();
    sentences.extend(case.fighting().filter_map(CaseFindings::most_telling));
    html += &list(&sentences);
    html += "<div class=\"cards\">";
    html += &card("Who wins", "", &win_rates(case), true);
    if let Some(plot) = plots::survival(case) {
        let note = "Share of all units of a side, those that come later among them; battles that are \
                    over count as they ended.";
        html += &card("Who is still standing", note, &plot, false);
    }
    if let Some(plot) = plots::promises(case) {
        let note = "Points on the dotted line keep their promise; larger points are more rolls.";
        html += &card("Promised chances", note, &plot, false);
    }
    for (series, side) in fighting(case) {
        if let Some(plot) = plots::damage(side, series) {
            html += &card(&format!("Damage of {}", side.name), "", &plot, false);
        }
    }
    html += &contributions(case);
    html += &heat_maps(case);
    html += "</div>\n";
    for side in case.fighting() {
        html += &side_tables(side);
    }
    html += "<div class=\"cards\">";
    html += &card(
        "Measures",
        "Mean of a battle.",
        &tables::measures(case),
        true,
    );
    let see = format!(
        "<p class=\"note\">See one: <code>{} --seed SEED</code> and {TO_SEE}</p><div class=\"narrow\">{}</div>",
        escape(&case.replay),
        tables::outliers(&case.outliers)
    );
    html += &card("Battles worth a look", "", &see, true);
    html += "</div>\n";
    html
}

/// Win rates of all sides, by seed half and by who moves first.
fn win_rates(case: &CaseFindings) -> String {
    let mut rows = Vec::new();
    for (series, side) in fighting(case) {
        let first = &side.first;
        for (name, rate) in [
            (side.name.clone(), side.win_rate),
            ("odd seeds".to_owned(), first.odd),
            ("even seeds".to_owned(), first.even),
            (
                "moving first".to_owned(),
                first.advantage.and(first.moving_first),
            ),
            (
                "moving later".to_owned(),
                first.advantage.and(first.moving_later),
            ),
        ] {
            if let Some(estimate) = rate {
                rows.push(Row {
                    is_head: name == side.name,
                    name,
                    series,
                    estimate,
                    told: percent(&estimate),
                });
            }
        }
    }
    plots::rows(&rows, "Win rates with intervals", "battles won", true)
}

/// How winning goes with kills of each weapon.
fn contributions(case: &CaseFindings) -> String {
    let mut rows = Vec::new();
    for (series, side) in fighting(case) {
        let mut found: Vec<_> = (side.means.iter())
            .filter_map(|of| Some((of, of.contribution?)))
            .collect();
        found.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
        rows.extend(
            found
                .into_iter()
                .enumerate()
                .map(|(index, (of, estimate))| Row {
                    name: format!("{}: {}", side.name, of.name),
                    series,
                    estimate,
                    told: points(&estimate),
                    is_head: index == 0,
                }),
        );
    }
    if rows.is_empty() {
        return String::new();
    }
    let plot = plots::rows(
        &rows,
        "Win rate with a kill less without",
        "percentage points of win rate with a kill, less without",
        false,
    );
    let note = "Battles in which a side killed with it against those in which it did not. What goes \
                together need not cause each other: a side that is winning gets more kills.";
    card("What goes with winning", note, &plot, true)
}

fn heat_maps(case: &CaseFindings) -> String {
    let mut html = String::new();
    for (index, side) in case.sides.iter().enumerate() {
        if let Some(map) = heat::map(&case.board, index, &side.name) {
            let note = match case.board.is_drawn_anew {
                true => "Boards or places differ from seed to seed, so this is where, not on what.",
                false => "Point at a hex for its ground and count. Colors rise by the same factor.",
            };
            html += &card(
                &format!("Where units of {} die", side.name),
                note,
                &map,
                false,
            );
        }
    }
    if !html.is_empty() && !case.board.is_drawn_anew {
        let swatches: String = (heat::legend(&case.board).into_iter())
            .map(|(class, names)| heat::swatch(&class, &names.join(", ")))
            .collect();
        html += &format!("<p class=\"note wide\">Ground: {swatches}</p>\n");
    }
    html
}

fn side_tables(side: &SideFindings) -> String {
    let mut html = String::new();
    if !side.means.is_empty() {
        let means: Vec<_> = side.means.iter().collect();
        html += &tables::uses("weapon, item, ability", &means);
    }
    if !side.kinds.is_empty() {
        html += &tables::kinds(&side.kinds);
    }
    html += "<details><summary>By mode, terrain, cover, arc and distance</summary>\n";
    for (title, found) in [
        ("mode", side.modes.iter().collect()),
        ("terrain under the target", side.grounds.iter().collect()),
        ("cover of the target", side.covers.iter().collect()),
        ("side of the target", side.arcs.iter().collect()),
        ("distance", side.distances.iter().collect()),
    ] {
        let found: Vec<_> = found;
        if !found.is_empty() {
            html += &tables::uses(title, &found);
        }
    }
    html += "</details>
";
    let dead = side.dead_share.as_ref().map_or_else(String::new, |dead| {
        format!("It loses {} of its units.", percent(dead))
    });
    let wins = side
        .win_rate
        .map_or_else(String::new, |rate| share(rate.value));
    format!(
        "<div class=\"cards\">{}</div>\n",
        card(&format!("{} (wins {wins})", side.name), &dead, &html, true)
    )
}

/// What the words mean.
const READING: &str = "<h2>How to read this</h2>\n<ul class=\"said\">\n\
<li><b>Intervals.</b> 58.3% (57.3 to 59.2): 58.3% was seen, and the truth is most likely between the \
other two. Fewer battles, wider interval. Rates of shots allow for shots of one battle having much in \
common.</li>\n\
<li><b>Promised, hit and z.</b> The chance the rules stated, how often it came true, and how many \
standard deviations lie between. Beyond 4 either way is no accident.</li>\n\
<li><b>Win points with a kill.</b> Win rate of battles in which a side killed with it, less that of the \
others. It shows what goes together, not what causes what.</li>\n\
<li><b>Standing.</b> Alive on the board; who left it is not counted.</li>\n\
<li><b>Odd and even seeds.</b> Two halves that should agree.</li>\n</ul>\n";

const _: () = assert!(STYLES == 6, "page.css has as many styles");

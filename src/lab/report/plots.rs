//! What plots show, with where it is drawn: survival curves, promises, damage, factors.
//!
//! The template `plots.jinja` draws them.
//!
//! **Invariant:** every axis says what it counts in plain words; every mark has a tooltip with its
//! numbers.

use serde::Serialize;

use super::scale::{Scale, Tick, place, through};
use crate::chronicle::record::Sort;
use crate::lab::findings::CaseFindings;
use crate::lab::findings::acts::UseFindings;
use crate::lab::findings::factors::Sensitivity;
use crate::lab::findings::side::SideFindings;
use crate::lab::stats::Estimate;
use crate::lab::stats::quantile::Histogram;
use crate::lab::words::{count, cut, of_them, percent, share};

/// Left and right end of a plot's axis, in a drawing of 520 by 320.
const ACROSS: (f64, f64) = (58.0, 500.0);

/// Bottom and top of it.
const UP: (f64, f64) = (278.0, 12.0);

/// Room at the right for names of curves.
const NAMES: f64 = 66.0;

/// Shares with intervals over an axis.
#[derive(Debug, Serialize)]
pub(super) struct Plot {
    /// What it is, for those who do not see it.
    about: String,
    /// What the axis to the right counts, and the one upwards.
    titles: [String; 2],
    /// Numbers or names below, and numbers at the left.
    ticks: [Vec<Tick>; 2],
    /// Where the axis ends.
    right: f64,
    /// Path of a dotted line to compare with; nothing without one.
    even: String,
    series: Vec<Series>,
    /// Names of curves beside their ends: series, place and name.
    names: Vec<(usize, f64, String)>,
}

/// What is drawn alike.
#[derive(Debug, Serialize)]
struct Series {
    /// Which style it has.
    style: usize,
    /// Paths of a line through all marks and of the band of their intervals, of a curve.
    line: Option<[String; 2]>,
    marks: Vec<Mark>,
}

/// A share with its interval.
#[derive(Debug, Serialize)]
struct Mark {
    x: f64,
    /// The share, and the ends of its interval.
    y: [f64; 3],
    radius: f64,
    told: String,
}

/// A plot that is being made.
struct Frame {
    x: Scale,
    y: Scale,
    right: f64,
}

impl Frame {
    /// Begins a plot over a range, with room at the right.
    fn new(range: (f64, f64), room: f64) -> Self {
        let right = ACROSS.1 - room;
        Self {
            x: Scale::new(range, (ACROSS.0, right)),
            y: Scale::new((0.0, 1.0), UP),
            right,
        }
    }

    fn mark(&self, x: f64, share: &Estimate, radius: f64, told: String) -> Mark {
        Mark {
            x: self.x.at(x),
            y: [share.value, share.low, share.high].map(|share| self.y.at(share)),
            radius: place(radius),
            told,
        }
    }

    /// Returns the path of a straight line between two shares.
    fn line(&self, from: f64, to: f64) -> String {
        through([(ACROSS.0, self.y.at(from)), (self.right, self.y.at(to))])
    }

    fn finish(self, about: String, titles: [String; 2], below: Vec<Tick>) -> Plot {
        Plot {
            about,
            titles,
            ticks: [below, Scale::new((0.0, 100.0), UP).ticks(5, "%")],
            right: self.right,
            even: String::new(),
            series: Vec::new(),
            names: Vec::new(),
        }
    }
}

impl Series {
    /// Joins marks by a line, with a band about it.
    fn curve(style: usize, marks: Vec<Mark>) -> Self {
        let line = through(marks.iter().map(|mark| (mark.x, mark.y[0])));
        let upper = marks.iter().map(|mark| (mark.x, mark.y[2]));
        let lower = marks.iter().rev().map(|mark| (mark.x, mark.y[1]));
        Self {
            style,
            line: Some([line, through(upper.chain(lower))]),
            marks,
        }
    }
}

/// Shows the share of each side that stands by turn.
pub(super) fn survival(case: &CaseFindings) -> Option<Plot> {
    let turns = case.fighting().map(|side| side.survival.len()).max()?;
    if turns < 2 {
        return None;
    }
    // To the turn by which 99% of battles are over; the rest is a flat tail.
    let last = turns - 1;
    let shown = case.turns.map_or(last, |turns| {
        last.min((turns.upper_quartile as usize * 2).max(4))
    });
    let frame = Frame::new((0.0, shown as f64), NAMES);
    let curve = |(style, side): (usize, &SideFindings)| {
        let shares = side.survival.iter().take(shown + 1).enumerate();
        let marks = shares.map(|(turn, share)| {
            let told = format!("{}, turn {turn}: {} standing", side.name, percent(share));
            frame.mark(turn as f64, share, 3.2, told)
        });
        Series::curve(style, marks.collect())
    };
    let series: Vec<_> = case.fighting().enumerate().map(curve).collect();
    let ends = case.fighting().zip(&series).filter_map(|(side, series)| {
        let end = series.marks.last()?;
        Some((series.style, end.y[0], cut(&side.name, 12)))
    });
    let mut names: Vec<_> = ends.collect();
    // Far enough apart to read.
    names.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut free = 0.0_f64;
    for (_, y, _) in &mut names {
        *y = y.max(free);
        free = *y + 16.0;
    }
    let below = frame.x.ticks(8, "");
    let titles = ["turn".into(), "units standing".into()];
    Some(Plot {
        series,
        names,
        ..frame.finish("Share of units standing by turn".into(), titles, below)
    })
}

/// Shows promised chances against what came true.
pub(super) fn promises(case: &CaseFindings) -> Option<Plot> {
    let most = case.promises.iter().map(|bucket| bucket.rolls).max()?;
    let frame = Frame::new((0.0, 100.0), 0.0);
    let marks = case.promises.iter().map(|bucket| {
        let told = format!(
            "promised {}: {} of {} came true",
            share(bucket.promised),
            percent(&bucket.observed),
            of_them(bucket.rolls, "roll")
        );
        let radius = 2.5 + 4.5 * (bucket.rolls as f64 / most as f64).sqrt();
        frame.mark(bucket.promised * 100.0, &bucket.observed, radius, told)
    });
    let series = Series {
        style: 0,
        line: None,
        marks: marks.collect(),
    };
    let below = frame.x.ticks(5, "%");
    let about = "Promised chances and actual results".into();
    let titles = ["promised chance".into(), "came true".into()];
    Some(Plot {
        even: frame.line(0.0, 1.0),
        series: vec![series],
        ..frame.finish(about, titles, below)
    })
}

/// Shows how the win rate follows a factor.
pub(super) fn factor(found: &Sensitivity) -> Plot {
    let Sensitivity { factor, values, .. } = found;
    let numbers: Option<Vec<f64>> = values.iter().map(|value| value.number).collect();
    let is_number = numbers.is_some();
    let places = numbers.unwrap_or_else(|| (0..values.len()).map(|index| index as f64).collect());
    let (first, last) = (places[0], places[places.len() - 1]);
    let margin = (last - first).abs() * 0.08;
    let frame = Frame::new((first - margin, last + margin), 0.0);
    let marks = values.iter().zip(&places).map(|(value, &x)| {
        let told = format!(
            "{factor} {}: {} of {} battles",
            value.value,
            percent(&value.win_rate),
            count(value.battles)
        );
        frame.mark(x, &value.win_rate, 4.5, told)
    });
    let marks: Vec<_> = marks.collect();
    let often = values.len().div_ceil(9);
    let names = values.iter().zip(&marks).step_by(often);
    let below = names.map(|(value, mark)| Tick {
        at: mark.x,
        name: cut(&value.value, 16),
    });
    let below = below.collect();
    let series = match is_number {
        true => Series::curve(0, marks),
        false => Series {
            style: 0,
            line: None,
            marks,
        },
    };
    let titles = [factor.clone(), format!("{} wins", found.side)];
    Plot {
        even: frame.line(0.5, 0.5),
        series: vec![series],
        ..frame.finish(format!("Win rate by {factor}"), titles, below)
    }
}

/// How much damage hits do, a row for each weapon.
#[derive(Debug, Serialize)]
pub(super) struct DamagePlot {
    /// Index of the side among those that fight, which is its style.
    style: usize,
    side: String,
    /// Where the rows begin.
    left: f64,
    height: f64,
    rows: Vec<DamageRow>,
    ticks: Vec<Tick>,
}

/// Hits of one weapon by their damage.
#[derive(Debug, Serialize)]
struct DamageRow {
    name: String,
    hits: u64,
    /// Where it stands.
    base: f64,
    bars: Vec<Bar>,
    /// Where half of the hits do less.
    median: Option<f64>,
}

/// Hits of some damage.
#[derive(Debug, Serialize)]
struct Bar {
    x: f64,
    width: f64,
    height: f64,
    told: String,
}

/// Height of a row of damage.
const ROW: f64 = 54.0;

/// Shows how much damage hits do, those that hit most first.
pub(super) fn damage(side: &SideFindings, style: usize) -> Option<DamagePlot> {
    const BINS: i64 = 30;
    const NAME: usize = 22;
    let hits = |of: &UseFindings| of.damage_of_hits.iter().map(|(_, hits)| hits).sum::<u64>();
    let mut means: Vec<_> = (side.means.iter())
        .filter(|of| {
            of.sort != Some(Sort::Ability) && of.damage_of_hits.iter().any(|(d, _)| *d > 0)
        })
        .collect();
    means.sort_by(|a, b| hits(b).cmp(&hits(a)).then_with(|| a.name.cmp(&b.name)));
    means.truncate(6);
    // A few hits among thousands have no shape.
    let fewest = means.first().map_or(0, |of| hits(of)) / 2000;
    means.retain(|of| hits(of) > fewest);
    let histograms: Vec<_> = (means.iter())
        .map(|of| Histogram::from_counts(&of.damage_of_hits))
        .collect();
    // The last hundredth of each would squeeze all else together.
    let most = (histograms.iter())
        .filter_map(|histogram| histogram.quantile(0.99))
        .max()?
        .max(1);
    let step = (most / BINS + 1).max(1);
    let bins = (most / step + 1) as usize;
    let names = means.iter().map(|of| of.name.chars().count());
    let longest = names.max().unwrap_or(0).min(NAME);
    let left = place((longest as f64 * 6.8 + 18.0).max(90.0));
    let x = Scale::new((0.0, (bins as i64 * step) as f64), (left, 508.0));
    let rows = (1..).zip(means.iter().zip(&histograms));
    let rows = rows.map(|(number, (of, histogram))| DamageRow {
        name: cut(&of.name, NAME),
        hits: histogram.total(),
        base: f64::from(number) * ROW,
        bars: bars(&of.name, histogram, bins, step, &x),
        median: histogram
            .quantile(0.5)
            .map(|median| x.at(median as f64 + step as f64 / 2.0)),
    });
    let ticks = x.ticks(6, "").into_iter().map(|tick| Tick {
        at: place(tick.at + x.at(0.5 * step as f64) - left),
        ..tick
    });
    Some(DamagePlot {
        style,
        side: side.name.clone(),
        left,
        height: means.len() as f64 * ROW + 46.0,
        rows: rows.collect(),
        ticks: ticks.filter(|tick| tick.at < 508.0).collect(),
    })
}

/// Gathers hits in so many bins of some damage each.
fn bars(name: &str, histogram: &Histogram, bins: usize, step: i64, x: &Scale) -> Vec<Bar> {
    let mut sums = vec![0_u64; bins];
    for (damage, count) in histogram.iter() {
        sums[((damage / step) as usize).min(bins - 1)] += count;
    }
    let tallest = sums.iter().copied().max().unwrap_or(1).max(1) as f64;
    let total = histogram.total();
    let bar = |(bin, &sum): (i64, &u64)| {
        let first = bin * step;
        let (from, to) = (x.at(first as f64), x.at((first + step) as f64));
        let what = match step {
            1 => first.to_string(),
            _ => format!("{first} to {}", first + step - 1),
        };
        Bar {
            x: from,
            width: place(to - from - 1.0),
            height: place((ROW - 14.0) * sum as f64 / tallest),
            told: format!(
                "{name}: {what} damage in {} of {}",
                share(sum as f64 / total as f64),
                of_them(total, "hit")
            ),
        }
    };
    let sums = (0..).zip(&sums).filter(|(_, sum)| **sum > 0);
    sums.map(bar).collect()
}

//! Plots: win rates and differences in rows, survival curves, promises, damage, factors.
//!
//! **Invariant:** series differ in color, dash and shape; every mark has a tooltip with its numbers.

use super::{
    frame::{Axis, Frame},
    svg::{Scale, Svg, escape, fill, place, stroke},
};
use crate::{
    chronicle::record::Sort,
    lab::{
        findings::{CaseFindings, acts::UseFindings, factors::Sensitivity, side::SideFindings},
        stats::{Estimate, quantile::Histogram},
        words::{count, cut, fixed, of_them, percent, share},
    },
};

/// One row of a plot of intervals.
pub struct Row {
    /// What it is.
    pub name: String,
    /// Series it is drawn as.
    pub series: usize,
    /// Number and interval.
    pub estimate: Estimate,
    /// The same in words.
    pub told: String,
    /// Whether it begins a group.
    pub is_head: bool,
}

/// Draws intervals in rows, in percent against a line at 50 or in points against one at 0. The rows are
/// of text, which stays as large as all other text where the page is narrow.
pub fn rows(rows: &[Row], about: &str, title: &str, is_rate: bool) -> String {
    let (even, range, unit) = match is_rate {
        true => (50.0, (0.0, 100.0), "%"),
        false => (0.0, (-100.0, 100.0), ""),
    };
    let scale = Scale::new(range, (0.0, 100.0));
    let at = |number: f64| place(scale.at(number.clamp(range.0, range.1)));
    let line = |class: &str, number: f64| {
        let at = at(number);
        format!("<i class=\"{class}\" style=\"left:{at}%\"></i>")
    };
    let ticks = scale.ticks(5);
    let lines: String = ticks.iter().map(|&tick| line("tick", tick)).collect();
    let lines = lines + &line("even", even);
    let mut html = format!(
        "<div class=\"rows\" role=\"group\" aria-label=\"{}\">\n",
        escape(about)
    );
    for Row {
        name,
        series,
        estimate,
        told,
        is_head,
    } in rows
    {
        let percent = estimate.times(100.0);
        let within = |number: f64| scale.at(number.clamp(range.0, range.1));
        let (low, high) = (within(percent.low), within(percent.high));
        let (class, fill) = (if *is_head { "row head" } else { "row" }, fill(*series));
        let (name, told) = (escape(name), escape(told));
        let mut pin = Svg::new(16.0, 16.0, &told);
        pin.mark(*series, (8.0, 8.0), 5.0, "");
        html += &format!(
            "<div class=\"{class}\"><span class=\"name\">{name}</span><span class=\"track\">{lines}\
             <i class=\"whisker {fill}\" style=\"left:{}%;width:{}%\"></i>\
             <span class=\"pin\" style=\"left:{}%\">{}</span></span>\
             <span class=\"told\">{told}</span></div>\n",
            place(low),
            place(high - low),
            at(percent.value),
            pin.finish()
        );
    }
    let numbers: String = (ticks.iter())
        .map(|&tick| {
            let (at, tick) = (at(tick), fixed(tick, 0));
            format!("<b style=\"left:{at}%\">{tick}{unit}</b>")
        })
        .collect();
    html += &format!(
        "<div class=\"row axis\"><span class=\"name\"></span><span class=\"track\">{numbers}</span>\
         <span class=\"told\"></span></div>\n<p class=\"note\">{}</p></div>",
        escape(title)
    );
    html
}

/// Draws the share of each side that stands by turn.
pub fn survival(case: &CaseFindings) -> Option<String> {
    let sides: Vec<_> = fighting(case).collect();
    let turns = sides.iter().map(|(_, side)| side.survival.len()).max()?;
    if turns < 2 {
        return None;
    }
    // To the turn by which 99% of battles are over; the rest is a flat tail.
    let last = turns - 1;
    let shown = case.turns.map_or(last, |turns| {
        last.min((turns.upper_quartile as usize * 2).max(4))
    });
    let mut frame = Frame::new(
        (520.0, 320.0),
        86.0,
        "Share of units standing by turn",
        &Axis {
            range: (0.0, shown as f64),
            title: "turn",
            unit: "",
        },
        &Axis {
            range: (0.0, 100.0),
            title: "units standing",
            unit: "%",
        },
    );
    frame.numbers(8, "");
    let mut ends: Vec<(f64, usize, &str)> = Vec::new();
    for (series, side) in sides {
        let curve: Vec<_> = (side.survival.iter().take(shown + 1).enumerate())
            .map(|(turn, share)| (turn as f64, share.times(100.0)))
            .collect();
        let at = |turn: f64, value: f64| (frame.x.at(turn), frame.y.at(value));
        let upper = curve.iter().map(|(turn, share)| at(*turn, share.high));
        let lower = curve.iter().rev().map(|(turn, share)| at(*turn, share.low));
        let band: Vec<_> = upper.chain(lower).collect();
        let line: Vec<_> = (curve.iter())
            .map(|(turn, share)| at(*turn, share.value))
            .collect();
        frame.svg.area(&format!("band {}", fill(series)), &band);
        frame.svg.path(&format!("line {}", stroke(series)), &line);
        for ((turn, estimate), &place) in curve.iter().zip(&line) {
            let title = format!(
                "{}, turn {turn}: {} stand",
                side.name,
                percent(&estimate.times(0.01))
            );
            frame.svg.mark(series, place, 3.2, &title);
        }
        if let Some(end) = line.last() {
            ends.push((end.1, series, &side.name));
        }
    }
    // Names beside the ends of the lines, far enough apart to read.
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut free = 0.0_f64;
    for (y, series, name) in ends {
        let y = y.max(free);
        free = y + 16.0;
        let class = format!("strong {}", fill(series));
        frame.svg.text(&class, (442.0, y + 4.0), &cut(name, 12));
    }
    Some(frame.svg.finish())
}

/// Returns the sides that fight with the series each is drawn as.
pub fn fighting(case: &CaseFindings) -> impl Iterator<Item = (usize, &SideFindings)> {
    case.fighting().enumerate()
}

/// Draws promised chances against what came true.
pub fn promises(case: &CaseFindings) -> Option<String> {
    let most = case.promises.iter().map(|bucket| bucket.rolls).max()?;
    let axis = |title| Axis {
        range: (0.0, 100.0),
        title,
        unit: "%",
    };
    let mut frame = Frame::new(
        (520.0, 320.0),
        20.0,
        "Promised chances against what came true",
        &axis("promised chance"),
        &axis("came true"),
    );
    frame.numbers(5, "%");
    let corner = |percent| (frame.x.at(percent), frame.y.at(percent));
    let (from, to) = (corner(0.0), corner(100.0));
    frame.svg.line("mark", from, to);
    for bucket in &case.promises {
        let observed = bucket.observed.times(100.0);
        let x = frame.x.at(bucket.promised * 100.0);
        let y = |value| frame.y.at(value);
        let (low, value, high) = (y(observed.low), y(observed.value), y(observed.high));
        frame.svg.line("whisker s0", (x, low), (x, high));
        let title = format!(
            "promised {}: {} came true of {}",
            share(bucket.promised),
            percent(&bucket.observed),
            of_them(bucket.rolls, "roll")
        );
        let size = 2.5 + 4.5 * (bucket.rolls as f64 / most as f64).sqrt();
        frame.svg.mark(0, (x, value), size, &title);
    }
    Some(frame.svg.finish())
}

/// Draws how much damage hits do, a row for each weapon, those that hit most first.
pub fn damage(side: &SideFindings, series: usize) -> Option<String> {
    const ROW: f64 = 54.0;
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
    let (left, right) = ((longest as f64 * 6.8 + 18.0).max(90.0), 508.0);
    let height = means.len() as f64 * ROW + 46.0;
    let about = format!("Damage of hits of {}", side.name);
    let mut svg = Svg::new(520.0, height, &about);
    let x = Scale::new((0.0, (bins as i64 * step) as f64), (left, right));
    for (index, (of, histogram)) in means.iter().zip(&histograms).enumerate() {
        let base = (index + 1) as f64 * ROW;
        let mut sums = vec![0_u64; bins];
        for (damage, count) in histogram.iter() {
            sums[((damage / step) as usize).min(bins - 1)] += count;
        }
        let tallest = sums.iter().copied().max().unwrap_or(1).max(1) as f64;
        let total = histogram.total();
        for (bin, &sum) in sums.iter().enumerate().filter(|(_, sum)| **sum > 0) {
            let first = bin as i64 * step;
            let (from, to) = (x.at(first as f64), x.at((first + step) as f64));
            let size = (to - from - 1.0, (ROW - 14.0) * sum as f64 / tallest);
            let what = match step {
                1 => first.to_string(),
                _ => format!("{first} to {}", first + step - 1),
            };
            let title = format!(
                "{}: {what} damage in {} of {}",
                of.name,
                share(sum as f64 / total as f64),
                of_them(total, "hit")
            );
            svg.bar(
                &format!("bar {}", fill(series)),
                (from, base - size.1),
                size,
                &title,
            );
        }
        svg.line("axis", (left, base), (right, base));
        svg.text(
            "end strong",
            (left - 10.0, base - 18.0),
            &cut(&of.name, NAME),
        );
        svg.text(
            "end soft small",
            (left - 10.0, base - 4.0),
            &of_them(total, "hit"),
        );
        if let Some(median) = histogram.quantile(0.5) {
            let at = x.at(median as f64 + step as f64 / 2.0);
            svg.line("mark", (at, base - ROW + 10.0), (at, base));
        }
    }
    let base = means.len() as f64 * ROW;
    for tick in x.ticks(6) {
        let at = x.at(tick + 0.5 * step as f64);
        if at < right {
            svg.text("mid soft", (at, base + 16.0), &fixed(tick, 0));
        }
    }
    let middle = f64::midpoint(left, right);
    let title = "damage of a hit, dotted line at the median";
    svg.text("mid soft", (middle, base + 36.0), title);
    Some(svg.finish())
}

/// Draws how the win rate follows a factor.
pub fn factor(found: &Sensitivity) -> String {
    let numbers: Option<Vec<f64>> = found.values.iter().map(|value| value.number).collect();
    let places = numbers
        .clone()
        .unwrap_or_else(|| (0..found.values.len()).map(|index| index as f64).collect());
    let (first, last) = (places[0], places[places.len() - 1]);
    let margin = (last - first).abs() * 0.08;
    let mut frame = Frame::new(
        (520.0, 320.0),
        20.0,
        &format!("Win rate by {}", found.factor),
        &Axis {
            range: (first - margin, last + margin),
            title: &found.factor,
            unit: "",
        },
        &Axis {
            range: (0.0, 100.0),
            title: &format!("{} wins", found.side),
            unit: "%",
        },
    );
    let often = found.values.len().div_ceil(9);
    for (index, (value, &at)) in found.values.iter().zip(&places).enumerate() {
        if index % often == 0 {
            frame.named(at, &cut(&value.value, 16));
        }
    }
    let (left, right) = (frame.x.at(first - margin), frame.x.at(last + margin));
    let even = frame.y.at(50.0);
    frame.svg.line("mark", (left, even), (right, even));
    let at = |x: f64, share: f64| (frame.x.at(x), frame.y.at(100.0 * share));
    let rates = || {
        found
            .values
            .iter()
            .map(|value| &value.win_rate)
            .zip(&places)
    };
    if numbers.is_some() {
        let upper = rates().map(|(rate, &x)| at(x, rate.high));
        let lower = rates().rev().map(|(rate, &x)| at(x, rate.low));
        let band: Vec<_> = upper.chain(lower).collect();
        let line: Vec<_> = rates().map(|(rate, &x)| at(x, rate.value)).collect();
        frame.svg.area("band f0", &band);
        frame.svg.path("line s0", &line);
    }
    for (value, &x) in found.values.iter().zip(&places) {
        let rate = &value.win_rate;
        let place = |share: f64| (frame.x.at(x), frame.y.at(100.0 * share));
        let (low, middle, high) = (place(rate.low), place(rate.value), place(rate.high));
        frame.svg.line("whisker s0", low, high);
        let title = format!(
            "{} {}: {} of {} battles",
            found.factor,
            value.value,
            percent(rate),
            count(value.battles)
        );
        frame.svg.mark(0, middle, 4.5, &title);
    }
    frame.svg.finish()
}

//! Numbers in words, the same in tables, reports and gates.
//!
//! **Invariant:** a value and its interval are rounded alike; nothing prints as minus zero.

use crate::lab::stats::Estimate;

/// Returns a number with so many decimals and commas between thousands.
pub fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) if digits.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) => ("-", digits),
        Some(digits) => ("", digits),
        None => ("", text.as_str()),
    };
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
    let dot = if rest.is_empty() { "" } else { "." };
    format!("{sign}{}{dot}{rest}", separated(whole))
}

/// Returns a count with commas between thousands.
pub fn count(count: u64) -> String {
    separated(&count.to_string())
}

fn separated(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a count with its noun: `1 battle`, `2 battles`.
pub fn of_them(number: u64, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", count(number))
}

/// Returns a share in percent with its interval: `58.3% (57.3 to 59.2)`.
pub fn percent(share: &Estimate) -> String {
    let percent = share.times(100.0);
    format!("{}% ({})", fixed(percent.value, 1), range(&percent, 1))
}

/// Returns a share in percent: `58.3%`.
pub fn share(share: f64) -> String {
    format!("{}%", fixed(100.0 * share, 1))
}

/// Returns a difference of shares in percentage points with its sign: `+3.1 (2.0 to 4.2)`.
pub fn points(difference: &Estimate) -> String {
    let points = difference.times(100.0);
    format!("{} ({})", signed(points.value, 1), range(&points, 1))
}

/// Returns a number with its interval: `9.1 (8.8 to 9.4)`.
pub fn number(estimate: &Estimate) -> String {
    let decimals = decimals(estimate);
    format!(
        "{} ({})",
        fixed(estimate.value, decimals),
        range(estimate, decimals)
    )
}

/// Returns the ends of an interval: `57.3 to 59.2`.
pub fn range(estimate: &Estimate, decimals: usize) -> String {
    format!(
        "{} to {}",
        fixed(estimate.low, decimals),
        fixed(estimate.high, decimals)
    )
}

/// Returns a number with its sign, nothing before zero.
pub fn signed(value: f64, decimals: usize) -> String {
    let text = fixed(value, decimals);
    let is_zero = !text.bytes().any(|digit| (b'1'..=b'9').contains(&digit));
    match text.starts_with('-') || is_zero {
        true => text,
        false => format!("+{text}"),
    }
}

/// Returns how many decimals a number needs beside the width of its interval, 0 to 3.
pub fn decimals(estimate: &Estimate) -> usize {
    let width = estimate.high - estimate.low;
    match width {
        _ if width >= 20.0 || (width == 0.0 && estimate.value.fract() == 0.0) => 0,
        _ if width >= 0.5 => 1,
        _ if width >= 0.05 => 2,
        _ => 3,
    }
}

/// Returns a figure in its unit, without an interval.
pub fn figure(value: f64, unit: &str) -> String {
    match unit {
        "yes" => share(value),
        "permille" => share(value / 1000.0),
        "percent" => share(value / 100.0),
        _ if value.abs() >= 100.0 => fixed(value, 0),
        _ => fixed(value, 2),
    }
}

/// Returns names in a row: `a`, `a and b`, `a, b and c`.
pub fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Returns a text of so many letters at most, cut in its middle: names that are long often begin
/// alike, and end alike as often.
pub fn cut(text: &str, most: usize) -> String {
    let letters = text.chars().count();
    if letters <= most {
        return text.to_owned();
    }
    let ending = most.saturating_sub(1) / 2;
    let start = most.saturating_sub(1) - ending;
    let (start, ending) = (
        text.chars().take(start),
        text.chars().skip(letters - ending),
    );
    start.chain(['…']).chain(ending).collect()
}

/// Returns a number in its unit: whole hexes, percent for shares.
pub fn measured(estimate: &Estimate, unit: &str) -> String {
    match unit {
        "yes" => percent(estimate),
        "permille" => percent(&estimate.times(0.001)),
        "percent" => percent(&estimate.times(0.01)),
        _ => number(estimate),
    }
}

/// Returns what [`measured`] counts in, for the head of a column.
pub fn unit(unit: &str) -> &str {
    match unit {
        "yes" => "of battles",
        "permille" | "percent" => "share",
        other => other,
    }
}

/// Returns a difference in the unit that is told, and what follows the number.
pub fn scaled(difference: &Estimate, unit: &str) -> (Estimate, &'static str) {
    match unit {
        "yes" => (difference.times(100.0), " points"),
        "permille" => (difference.times(0.1), " points"),
        "percent" => (*difference, " points"),
        _ => (*difference, ""),
    }
}

/// Returns a difference in the unit that is told, with its sign and interval.
pub fn gap(difference: &Estimate, unit: &str) -> String {
    let (gap, points) = scaled(difference, unit);
    let decimals = decimals(&gap).max(1);
    format!(
        "{}{points} ({})",
        signed(gap.value, decimals),
        range(&gap, decimals)
    )
}

/// Returns whether a difference is real, in words.
pub fn real(is_real: bool) -> &'static str {
    match is_real {
        true => "real",
        false => "may be chance",
    }
}

/// Returns how likely chance alone does it, in words.
pub fn chance(chance: f64) -> String {
    match chance {
        _ if chance < 0.0001 => "< 0.0001".to_owned(),
        _ if chance < 0.01 => fixed(chance, 4),
        _ => fixed(chance, 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(fixed(12345.678, 1), "12,345.7");
        assert_eq!(fixed(-0.04, 1), "0.0");
        assert_eq!(fixed(-1234.0, 0), "-1,234");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(of_them(1, "battle"), "1 battle");
        assert_eq!(signed(0.31, 1), "+0.3");
        assert_eq!(signed(-0.04, 1), "0.0");
        assert_eq!(chance(0.0), "< 0.0001");
        assert_eq!(listed(&["a".into(), "b".into(), "c".into()]), "a, b and c");
    }

    #[test]
    fn texts_that_are_too_long_are_cut() {
        assert_eq!(cut("Assault Rifle", 13), "Assault Rifle");
        assert_eq!(cut("Assault Rifle", 8), "Assa…fle");
        assert_eq!(cut("Assault Rifle", 7), "Ass…fle");
        assert_eq!(cut("Gewehr ä", 1), "…");
    }

    #[test]
    fn intervals_are_rounded_like_their_value() {
        let rate = Estimate {
            value: 0.5829,
            low: 0.5731,
            high: 0.5924,
        };
        assert_eq!(percent(&rate), "58.3% (57.3 to 59.2)");
        assert_eq!(points(&rate), "+58.3 (57.3 to 59.2)");
        assert_eq!(number(&rate.times(100.0)), "58.3 (57.3 to 59.2)");
        assert_eq!(number(&rate.times(10.0)), "5.83 (5.73 to 5.92)");
    }
}

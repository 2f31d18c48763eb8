//! How the win rate follows each factor that the plan varies.
//!
//! Rates are over all cases with a value, whatever the other factors are. Battles of one seed in
//! several cases are taken for independent, which dice that part soon after the start all but are.
//!
//! **Invariant:** values stand in rising order if they are numbers, else as the plan has them.

use serde::Serialize;

use super::CaseTally;
use crate::lab::{
    record::Factor,
    stats::{Confidence, Estimate, difference::Share, special::normal_two_sided, wilson::wilson},
};

/// How the first side's win rate follows one factor.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sensitivity {
    /// The factor.
    pub factor: String,
    /// Whose win rate it is.
    pub side: String,
    /// Values.
    pub values: Vec<ValueFindings>,
    /// Change of the win rate from one value to the next, by weighted least squares.
    pub slope_per_step: Option<Estimate>,
    /// How likely chance alone gives such a slope.
    pub chance: f64,
}

/// Win rate at one value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ValueFindings {
    /// The value as it was written; `as it is` for a setting that is left alone.
    pub value: String,
    /// The number it is, dice by their mean, if all values are numbers.
    pub number: Option<f64>,
    /// Battles that reached an outcome.
    pub battles: u64,
    /// Share that the side won.
    pub win_rate: Estimate,
}

/// Finds every factor with more than one value, missions aside.
pub fn sensitivity(cases: &[CaseTally], confidence: Confidence) -> Vec<Sensitivity> {
    let Some(first) = cases.first() else {
        return Vec::new();
    };
    let names = first.case.factors.iter().map(|factor| factor.name.as_str());
    names
        .filter(|name| *name != "mission")
        .filter_map(|name| of_factor(cases, name, confidence))
        .collect()
}

fn of_factor(cases: &[CaseTally], name: &str, confidence: Confidence) -> Option<Sensitivity> {
    let mut shares: Vec<(String, Share)> = Vec::new();
    for case in cases {
        let value = value_of(&case.case.factors, name)?;
        let (wins, decided) = case.sides.first()?.wins();
        let index = match shares.iter().position(|(known, _)| known == value) {
            Some(index) => index,
            None => {
                shares.push((value.to_owned(), Share::default()));
                shares.len() - 1
            }
        };
        shares[index].1.successes += wins;
        shares[index].1.trials += decided;
    }
    shares.retain(|(_, share)| share.trials > 0);
    if shares.len() < 2 {
        return None;
    }
    let mut numbers: Vec<_> = shares.iter().map(|(value, _)| number(value)).collect();
    if numbers.iter().all(Option::is_some) {
        shares.sort_by(|(a, _), (b, _)| number(a).partial_cmp(&number(b)).expect("no NaN"));
        numbers = shares.iter().map(|(value, _)| number(value)).collect();
    } else {
        numbers.fill(None);
    }
    let (slope_per_step, chance) = slope(&shares, confidence);
    let names = cases.iter().map(|case| &case.vocabulary().sides[0]);
    let is_one_name = names
        .clone()
        .all(|name| *name == cases[0].vocabulary().sides[0]);
    Some(Sensitivity {
        factor: name.to_owned(),
        side: match is_one_name {
            true => cases[0].vocabulary().sides[0].clone(),
            false => "the first side".to_owned(),
        },
        values: (shares.iter().zip(numbers))
            .filter_map(|((value, share), number)| {
                Some(ValueFindings {
                    value: match value.is_empty() {
                        true => "as it is".to_owned(),
                        false => value.clone(),
                    },
                    number,
                    battles: share.trials,
                    win_rate: wilson(share.successes, share.trials, confidence)?,
                })
            })
            .collect(),
        slope_per_step,
        chance,
    })
}

fn value_of<'a>(factors: &'a [Factor], name: &str) -> Option<&'a str> {
    let factor = factors.iter().find(|factor| factor.name == name)?;
    Some(&factor.value)
}

/// Returns the number that a value is, but for a percent sign after it; dice are their mean.
fn number(value: &str) -> Option<f64> {
    let plain = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
    let value = value.trim_end_matches('%');
    let Some((count, sides)) = value.split_once('d') else {
        return plain(value);
    };
    let count = if count.is_empty() { 1.0 } else { plain(count)? };
    let (sides, bonus) = sides.split_once('+').unwrap_or((sides, "0"));
    Some(count * (plain(sides)? + 1.0) / 2.0 + plain(bonus)?)
}

/// Returns the slope over values one step apart, weighted by how sure each rate is, and its chance.
fn slope(shares: &[(String, Share)], confidence: Confidence) -> (Option<Estimate>, f64) {
    let points: Vec<_> = (shares.iter().enumerate())
        .map(|(step, (_, share))| {
            let (s, n) = (share.successes as f64, share.trials as f64);
            // One win and one loss more, so that no rate is beyond doubt.
            let shrunk = (s + 1.0) / (n + 2.0);
            (step as f64, s / n, n / (shrunk * (1.0 - shrunk)))
        })
        .collect();
    let weight: f64 = points.iter().map(|(_, _, w)| w).sum();
    let center = points.iter().map(|(x, _, w)| x * w).sum::<f64>() / weight;
    let spread: f64 = (points.iter())
        .map(|(x, _, w)| w * (x - center) * (x - center))
        .sum();
    if points.len() < 2 || spread <= 0.0 {
        return (None, 1.0);
    }
    let rise: f64 = points.iter().map(|(x, y, w)| w * (x - center) * y).sum();
    let (value, error) = (rise / spread, 1.0 / spread.sqrt());
    let half = confidence.z() * error;
    let estimate = Estimate {
        value,
        low: value - half,
        high: value + half,
    };
    (Some(estimate), normal_two_sided(value / error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_out_of_values() {
        for (value, expected) in [
            ("12", Some(12.0)),
            ("d22", Some(11.5)),
            ("2d13", Some(14.0)),
            ("2d6+3", Some(10.0)),
            ("default", None),
            ("125%", Some(125.0)),
            ("-3", Some(-3.0)),
            ("Aggressive", None),
            ("inf", None),
            ("", None),
        ] {
            assert_eq!(number(value), expected, "{value:?}");
        }
    }

    #[test]
    fn the_slope_is_the_change_from_value_to_value() {
        let share = |successes| {
            (
                String::new(),
                Share {
                    successes,
                    trials: 1000,
                },
            )
        };
        let (rising, chance) = slope(&[share(400), share(500), share(600)], Confidence::default());
        let rising = rising.expect("three values");
        assert!(
            (rising.value - 0.1).abs() < 1e-3 && rising.low > 0.07,
            "{rising:?}"
        );
        assert!(chance < 1e-6);
        let (flat, chance) = slope(&[share(500), share(500)], Confidence::default());
        assert!(flat.is_some_and(|flat| flat.holds(0.0)) && chance > 0.9);
    }
}

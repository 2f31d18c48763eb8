//! How the win rate follows each factor that the plan varies.
//!
//! Rates are over all cases with a value, whatever the other factors are. Cases share their seeds, so
//! differences between values pair the battles of one seed that differ in nothing but the factor.
//!
//! **Invariant:** values stand in rising order if they are numbers, else as the plan has them; names
//! have no slope.

use std::collections::BTreeMap;

use serde::Serialize;

use super::CaseTally;
use super::seeds::{SeedBits, Together};
use crate::lab::case::Factor;
use crate::lab::plan::{FIRST, MISSION, VARIANT, is_of_sides};
use crate::lab::settings::DEFAULT;
use crate::lab::stats::difference::{Pairs, Share};
use crate::lab::stats::multiple::correct;
use crate::lab::stats::special::{student_quantile, student_two_sided};
use crate::lab::stats::{Confidence, Estimate};
use crate::lab::words::{count, fixed, points};

/// How the first side's win rate follows one factor.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sensitivity {
    /// The factor.
    pub factor: String,
    /// Whose win rate it is.
    pub side: String,
    /// Values.
    pub values: Vec<ValueFindings>,
    /// The straight line that rates follow; none unless all values are numbers.
    pub slope: Option<Slope>,
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
    /// The same less that of the base, by pairs of battles of one seed; none for the base.
    pub difference: Option<ValueDifference>,
}

/// How the win rate at a value differs from that at the base: what is left as it is, or the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ValueDifference {
    /// Value of the base.
    pub base: String,
    /// Pairs of battles of one seed that both reached an outcome.
    pub pairs: u64,
    /// Win rate less that of the base.
    pub difference: Estimate,
    /// How likely chance alone gives this, after Holm's correction over the values of the factor.
    pub chance: f64,
    /// Whether it is real.
    pub is_real: bool,
}

/// A straight line through win rates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Slope {
    /// What the factor changes by: the least gap between its values.
    pub per: f64,
    /// Whether values are dice, which count by their mean.
    pub is_dice: bool,
    /// What the win rate changes by then.
    pub change: Estimate,
    /// How likely chance alone gives such a slope.
    pub chance: f64,
}

/// Finds every factor with more than one value, missions aside.
pub fn sensitivity(cases: &[CaseTally], confidence: Confidence) -> Vec<Sensitivity> {
    let Some(first) = cases.first() else {
        return Vec::new();
    };
    let names = first.case.factors.iter().map(|factor| factor.name.as_str());
    names
        .filter(|name| *name != MISSION)
        .filter_map(|name| of_factor(cases, name, confidence))
        .collect()
}

/// A value of a factor and the results of its cases.
struct Valued<'a> {
    value: &'a str,
    number: Option<f64>,
    share: Share,
    /// Its cases by all other factors.
    cases: BTreeMap<Vec<(&'a str, &'a str)>, &'a SeedBits>,
}

fn of_factor(cases: &[CaseTally], name: &str, confidence: Confidence) -> Option<Sensitivity> {
    let mut values: Vec<Valued> = Vec::new();
    for case in cases {
        let factors = case.case.factors.iter();
        let (own, others): (Vec<_>, Vec<_>) =
            factors.map(pair).partition(|(factor, _)| *factor == name);
        let (_, value) = *own.first()?;
        let wins = case.sides.first()?.wins;
        let index = match values.iter().position(|known| known.value == value) {
            Some(index) => index,
            None => {
                values.push(Valued {
                    value,
                    number: number(name, value),
                    share: Share::default(),
                    cases: BTreeMap::new(),
                });
                values.len() - 1
            }
        };
        let valued = &mut values[index];
        valued.share.merge(wins);
        valued.cases.insert(others, &case.seeds);
    }
    values.retain(|valued| valued.share.trials > 0);
    if values.len() < 2 {
        return None;
    }
    let numbers: Option<Vec<f64>> = values.iter().map(|valued| valued.number).collect();
    if numbers.is_some() {
        let of = |valued: &Valued| valued.number.unwrap_or_default();
        values.sort_by(|a, b| of(a).total_cmp(&of(b)));
    } else {
        values.iter_mut().for_each(|valued| valued.number = None);
    }
    let sides = || cases.iter().map(|case| &case.vocabulary().sides[0]);
    let side = sides().next()?;
    let slope = numbers.and_then(|_| slope(&values, confidence));
    let differences = differences(&values, confidence);
    Some(Sensitivity {
        factor: name.to_owned(),
        side: match sides().all(|other| other == side) {
            true => side.clone(),
            false => "the first side".to_owned(),
        },
        values: (values.iter().zip(differences))
            .filter_map(|(valued, difference)| {
                Some(ValueFindings {
                    value: shown(valued.value),
                    number: valued.number,
                    battles: valued.share.trials,
                    win_rate: valued.share.interval(confidence)?,
                    difference,
                })
            })
            .collect(),
        slope,
    })
}

fn pair(factor: &Factor) -> (&str, &str) {
    (&factor.name, &factor.value)
}

fn shown(value: &str) -> String {
    match value {
        "" | DEFAULT => "as it is".to_owned(),
        _ => value.to_owned(),
    }
}

/// Compares every value with the base, battles of one seed in pairs.
fn differences(values: &[Valued], confidence: Confidence) -> Vec<Option<ValueDifference>> {
    let is_base = |valued: &Valued| matches!(valued.value, "" | DEFAULT);
    let base = values.iter().position(is_base).unwrap_or(0);
    let pairs: Vec<_> = (values.iter())
        .map(|valued| {
            let mut pairs = Pairs::default();
            for (others, case) in &valued.cases {
                if let Some(before) = values[base].cases.get(others) {
                    pairs.merge(before.pairs(case));
                }
            }
            pairs
        })
        .collect();
    let difference = |(index, pairs): (usize, &Pairs)| {
        Some(ValueDifference {
            base: shown(values[base].value),
            pairs: pairs.count(),
            difference: pairs.difference(confidence).filter(|_| index != base)?,
            chance: pairs.chance(),
            is_real: false,
        })
    };
    let mut found: Vec<_> = pairs.iter().enumerate().map(difference).collect();
    correct(found.iter_mut().flatten(), |of| {
        (&mut of.chance, &mut of.is_real)
    });
    found
}

/// Returns the number that a value of a factor is, but for a percent sign after it; dice are their
/// mean. What a factor chooses by name is no number, whatever the name.
fn number(factor: &str, value: &str) -> Option<f64> {
    if [MISSION, VARIANT, FIRST].contains(&factor) || is_of_sides(factor) {
        return None;
    }
    let plain = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
    let value = value.trim_end_matches('%');
    let Some((dice, sides)) = value.split_once('d') else {
        return plain(value);
    };
    let dice = if dice.is_empty() { 1.0 } else { plain(dice)? };
    let (sides, bonus) = match sides.find(['+', '-']) {
        Some(at) => (&sides[..at], plain(&sides[at..])?),
        None => (sides, 0.0),
    };
    Some(dice * (plain(sides)? + 1.0) / 2.0 + bonus)
}

/// Returns the line of least squares through wins and numbers, seed by seed: each seed that all values
/// decided has a slope of its own, and their mean has Student's interval, so that what a seed brings
/// to all values does not blur it.
fn slope(values: &[Valued], confidence: Confidence) -> Option<Slope> {
    let numbers: Vec<_> = values.iter().filter_map(|valued| valued.number).collect();
    let gaps = numbers.windows(2).map(|pair| pair[1] - pair[0]);
    let per = gaps.filter(|gap| *gap > 0.0).min_by(f64::total_cmp)?;
    let mut together = Together::new(values.len());
    for others in values[0].cases.keys() {
        let cases = values
            .iter()
            .map(|valued| valued.cases.get(others).copied());
        if let Some(cases) = cases.collect::<Option<Vec<_>>>() {
            together.add(&cases);
        }
    }
    if together.seeds < 2 {
        return None;
    }
    let center = numbers.iter().sum::<f64>() / numbers.len() as f64;
    let spread: f64 = numbers.iter().map(|x| (x - center) * (x - center)).sum();
    let weights: Vec<_> = (numbers.iter())
        .map(|x| per * (x - center) / spread)
        .collect();
    let seeds = together.seeds as f64;
    let (mut value, mut squares) = (0.0, 0.0);
    for (index, (weight, wins)) in weights.iter().zip(&together.wins).enumerate() {
        value += weight * wins[index] as f64 / seeds;
        let row = weights.iter().zip(wins).map(|(w, &wins)| w * wins as f64);
        squares += weight * row.sum::<f64>() / seeds;
    }
    // One seed more goes another way, so that no slope is beyond doubt.
    let doubt = (seeds + 1.0) / ((seeds + 2.0) * (seeds + 2.0));
    let doubt = doubt * weights.iter().map(|weight| weight * weight).sum::<f64>();
    let variance = (squares - value * value).max(0.0) * seeds / (seeds - 1.0) + doubt;
    let error = (variance / seeds).sqrt();
    let half = student_quantile(1.0 - confidence.miss() / 2.0, seeds - 1.0) * error;
    Some(Slope {
        per,
        is_dice: values.iter().any(|valued| valued.value.contains('d')),
        change: Estimate::around(value, half),
        chance: student_two_sided(value / error, seeds - 1.0),
    })
}

impl Sensitivity {
    /// Describes the effect of the factor: `Each 2 of damage (mean of the dice) moves the win rate of Squad by
    /// +3.3 (2.0 to 4.6) points`; of names only whose win rate stands below.
    pub fn sentence(&self) -> String {
        let Self { factor, side, .. } = self;
        match &self.slope {
            None => format!("Win rate of {side} by {factor}"),
            Some(slope) => format!(
                "Each {}{} of {factor} moves the win rate of {side} by {} points{}",
                number_in_words(slope.per),
                if slope.is_dice { " of the mean" } else { "" },
                points(&slope.change),
                match slope.change.holds(0.0) {
                    true => ", which may be chance",
                    false => "",
                }
            ),
        }
    }

    /// Returns what differences refer to: `Differences are to "as it is": 2,000 pairs of one seed or fewer`.
    pub fn about_differences(&self) -> Option<String> {
        let differences = || {
            self.values
                .iter()
                .filter_map(|value| value.difference.as_ref())
        };
        let base = &differences().next()?.base;
        let most = differences().map(|difference| difference.pairs).max()?;
        let least = differences().map(|difference| difference.pairs).min()?;
        let pairs = match least == most {
            true => count(most),
            false => format!("{} to {}", count(least), count(most)),
        };
        Some(format!(
            "Differences from {base:?}, over {pairs} pairs of battles with the same seed"
        ))
    }
}

/// Writes a number with the decimals it has, two at most.
fn number_in_words(number: f64) -> String {
    let text = fixed(number, 2);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_out_of_values() {
        for (factor, value, expected) in [
            ("a.b", "12", Some(12.0)),
            ("a.b", "d22", Some(11.5)),
            ("a.b", "2d13", Some(14.0)),
            ("a.b", "2d6+3", Some(10.0)),
            ("a.b", "2d6-3", Some(4.0)),
            ("a.b", "default", None),
            ("difficulty", "125%", Some(125.0)),
            ("a.b", "-3", Some(-3.0)),
            ("modes of Squad", "Aggressive", None),
            ("a.b", "inf", None),
            ("a.b", "", None),
            ("variant", "12", None),
            ("first", "7", None),
        ] {
            assert_eq!(number(factor, value), expected, "{factor} {value:?}");
        }
    }

    /// Values with the seeds that each wins, of so many.
    fn valued<'a>(all: &'a [SeedBits], values: &[&'a str]) -> Vec<Valued<'a>> {
        (all.iter().zip(values))
            .map(|(seeds, value)| Valued {
                value,
                number: number("a.b", value),
                share: Share::default(),
                cases: [(Vec::new(), seeds)].into(),
            })
            .collect()
    }

    fn winning(count: u64, wins: impl Fn(u64) -> bool) -> SeedBits {
        let mut seeds = SeedBits::default();
        (0..count).for_each(|seed| seeds.add(seed, wins(seed)));
        seeds
    }

    #[test]
    fn unequal_dice_are_no_equal_steps() {
        let all = [400, 450, 600].map(|wins| winning(1000, |seed| seed < wins));
        let sure = Confidence::default();
        // Means of 3.5, 4.5 and 7.5: 5 points for each.
        let found = slope(&valued(&all, &["d6", "d8", "d14"]), sure).expect("they are numbers");
        assert!(found.is_dice && found.per == 1.0);
        assert!((found.change.value - 0.05).abs() < 1e-9, "{found:?}");
        assert!(found.change.low > 0.04 && found.chance < 1e-6, "{found:?}");
        let steps = slope(&valued(&all, &["10", "20", "50"]), sure).expect("they are numbers");
        assert!((steps.change.value - 0.05).abs() < 1e-9 && steps.per == 10.0);
        let flat = slope(
            &valued(&[all[0].clone(), all[0].clone()], &["1", "2"]),
            sure,
        );
        assert!(flat.is_some_and(|flat| flat.change.holds(0.0) && flat.chance > 0.9));
    }

    #[test]
    fn battles_of_one_seed_are_paired() {
        // The same seeds win, and twenty more.
        let alike = [
            winning(1000, |seed| seed < 500),
            winning(1000, |seed| seed < 520),
        ];
        let apart = [
            winning(1000, |seed| seed % 2 == 0),
            winning(1000, |seed| seed % 50 < 13 || seed % 50 >= 37),
        ];
        let find = |all: &[SeedBits]| {
            let values = valued(all, &["Cautious", DEFAULT]);
            let mut found = differences(&values, Confidence::default());
            assert_eq!(found[1], None, "what is left as it is, is the base");
            found.remove(0).expect("it has pairs")
        };
        let paired = find(&alike);
        assert!(paired.is_real && paired.difference.high < 0.0, "{paired:?}");
        assert_eq!((paired.pairs, paired.base.as_str()), (1000, "as it is"));
        let loose = find(&apart);
        assert!((loose.difference.value + 0.02).abs() < 1e-9, "{loose:?}");
        assert!(!loose.is_real && loose.difference.holds(0.0), "{loose:?}");
    }
}

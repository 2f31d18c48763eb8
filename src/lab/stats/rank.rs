//! How well a number separates wins from losses.
//!
//! **Invariant:** an area of 0.5 says nothing, 1 that every win has the greater number, 0 the smaller.

use std::collections::BTreeMap;

use super::special::{logistic, normal_two_sided};
use super::wilson::wilson_effective;
use super::{Confidence, Estimate};

/// How often each number occurred in losses and in wins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Separation {
    counts: BTreeMap<i64, (u64, u64)>,
}

impl Separation {
    /// Adds the number of one battle.
    pub fn add(&mut self, value: i64, is_win: bool) {
        let (losses, wins) = self.counts.entry(value).or_default();
        *if is_win { wins } else { losses } += 1;
    }

    /// Returns the number of losses and of wins.
    pub fn totals(&self) -> (u64, u64) {
        (self.counts.values()).fold((0, 0), |(losses, wins), (l, w)| (losses + l, wins + w))
    }

    /// Whether there are at least two different numbers.
    pub fn varies(&self) -> bool {
        self.counts.len() > 1
    }

    /// Returns the mean in losses and in wins; `None` where there are none.
    pub fn means(&self) -> (Option<f64>, Option<f64>) {
        let (losses, wins) = self.totals();
        let sum = |pick: fn(&(u64, u64)) -> u64| -> i128 {
            let each = self.counts.iter();
            each.map(|(&value, counts)| i128::from(value) * i128::from(pick(counts)))
                .sum()
        };
        let mean = |sum: i128, count: u64| (count > 0).then(|| sum as f64 / count as f64);
        (
            mean(sum(|counts| counts.0), losses),
            mean(sum(|counts| counts.1), wins),
        )
    }

    /// Returns the area under the curve, the chance that a win has the greater number than a loss,
    /// with the interval of `DeLong` et al. (1988, Biometrics 44:837–845) on the logit scale, as Qin and
    /// Hotilovac (2008, Stat. Methods Med. Res. 17:207–221) advise; `None` without wins or losses.
    pub fn area(&self, confidence: Confidence) -> Option<Estimate> {
        let (losses, wins) = self.totals();
        if losses == 0 || wins == 0 {
            return None;
        }
        let (n, m) = (losses as f64, wins as f64);
        // Of each number: the share of losses below it, of wins above it, ties for half.
        let (mut lower, mut higher) = (0.0, m);
        let (mut sum, mut win_squares, mut loss_squares) = (0.0, 0.0, 0.0);
        for &(l, w) in self.counts.values() {
            let (l, w) = (l as f64, w as f64);
            higher -= w;
            let (of_win, of_loss) = ((lower + l / 2.0) / n, (higher + w / 2.0) / m);
            lower += l;
            sum += w * of_win;
            win_squares += w * of_win * of_win;
            loss_squares += l * of_loss * of_loss;
        }
        let area = sum / m;
        let spread = |squares: f64, count: f64| match count > 1.0 {
            true => ((squares - count * area * area) / (count - 1.0)).max(0.0),
            // One battle tells no spread; take the widest there can be.
            false => 0.25,
        };
        let variance = spread(win_squares, m) / m + spread(loss_squares, n) / n;
        if variance == 0.0 {
            // All on one side, or all alike: as sure as so many coins as there are of the rarer kind.
            return wilson_effective(area, n.min(m), confidence);
        }
        // Clear of the ends by half a pair, where the logit has none.
        let pairs = n * m;
        let inner = (area * pairs + 0.5) / (pairs + 1.0);
        let logit = libm::log(inner / (1.0 - inner));
        let half = confidence.z() * variance.sqrt() / (inner * (1.0 - inner));
        Some(Estimate {
            value: area,
            low: logistic(logit - half).min(area),
            high: logistic(logit + half).max(area),
        })
    }

    /// Returns how likely an area is as far from 0.5 by chance alone (Mann and Whitney 1947, Ann.
    /// Math. Statist. 18:50–60, with the correction for ties).
    pub fn chance(&self) -> f64 {
        let (losses, wins) = self.totals();
        let Some(area) = self.area(Confidence::default()) else {
            return 1.0;
        };
        let (n, m) = (losses as f64, wins as f64);
        let all = n + m;
        let ties: f64 = (self.counts.values())
            .map(|&(l, w)| (l + w) as f64)
            .map(|tied| tied * tied * tied - tied)
            .sum();
        let variance = ((all + 1.0) - ties / (all * (all - 1.0))) / (12.0 * n * m);
        match variance > 0.0 {
            true => normal_two_sided((area.value - 0.5) / variance.sqrt()),
            false => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn separation(losses: &[i64], wins: &[i64]) -> Separation {
        let mut separation = Separation::default();
        losses
            .iter()
            .for_each(|&value| separation.add(value, false));
        wins.iter().for_each(|&value| separation.add(value, true));
        separation
    }

    #[test]
    fn the_area_counts_pairs() {
        let mixed = separation(&[1, 2, 3], &[2, 4]);
        let area = mixed.area(Confidence::default()).expect("both are there");
        // Of six pairs 4 win, one is a tie.
        assert!((area.value - 4.5 / 6.0).abs() < 1e-12);
        assert!(area.low < 0.5 && area.high > 0.9, "{area:?}");
        assert_eq!(mixed.means(), (Some(2.0), Some(3.0)));
    }

    #[test]
    fn the_same_in_both_says_nothing() {
        let same: Vec<_> = (0..100).collect();
        let alike = separation(&same, &same);
        let area = alike.area(Confidence::default()).expect("both are there");
        assert!(area.value == 0.5 && area.holds(0.5));
        assert!(alike.chance() > 0.99);
        assert_eq!(separation(&[5; 9], &[5; 9]).chance(), 1.0);
    }

    #[test]
    fn apart_is_certain_but_not_beyond_doubt() {
        let apart = separation(
            &(0..40).collect::<Vec<_>>(),
            &(100..140).collect::<Vec<_>>(),
        );
        let area = apart.area(Confidence::default()).expect("both are there");
        assert_eq!((area.value, area.high), (1.0, 1.0));
        assert!((0.9..1.0).contains(&area.low), "{area:?}");
        assert!(apart.chance() < 1e-12);
        assert_eq!(separation(&[], &[1]).area(Confidence::default()), None);
    }
}

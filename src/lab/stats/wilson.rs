//! Intervals of one proportion.
//!
//! **Invariant:** the interval is within 0 and 1 and holds the share that was seen.

use super::special::beta_quantile;
use super::{Confidence, Estimate};

/// Returns the score interval of a share (Wilson 1927, JASA 22:209–212); `None` without trials.
pub fn wilson(successes: u64, trials: u64, confidence: Confidence) -> Option<Estimate> {
    (trials > 0).then(|| score(successes as f64, trials as f64, confidence.z()))
}

/// Returns the score interval of a share whose trials count for fewer because they come in clusters:
/// Wilson's formula with the effective number of trials (Dean and Pagano 2015, JSSAM 3:484–503).
pub fn wilson_effective(share: f64, trials: f64, confidence: Confidence) -> Option<Estimate> {
    (trials > 0.0).then(|| score(share * trials, trials, confidence.z()))
}

fn score(successes: f64, trials: f64, z: f64) -> Estimate {
    let share = successes / trials;
    let square = z * z;
    let center = (successes + square / 2.0) / (trials + square);
    let half = z / (trials + square) * (trials * share * (1.0 - share) + square / 4.0).sqrt();
    Estimate {
        value: share,
        // Rounding must not push the ends past what was seen.
        low: (center - half).clamp(0.0, share),
        high: (center + half).clamp(share, 1.0),
    }
}

/// Returns the exact interval of a share, which holds the truth at least as often as stated (Clopper
/// and Pearson 1934, Biometrika 26:404–413); `None` without trials.
pub fn exact(successes: u64, trials: u64, confidence: Confidence) -> Option<Estimate> {
    if trials == 0 {
        return None;
    }
    let (s, f) = (successes as f64, (trials - successes) as f64);
    let tail = confidence.miss() / 2.0;
    Some(Estimate {
        value: s / (s + f),
        low: match successes {
            0 => 0.0,
            _ => beta_quantile(tail, s, f + 1.0),
        },
        high: match trials - successes {
            0 => 1.0,
            _ => beta_quantile(1.0 - tail, s + 1.0, f),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::stats::check_interval as check;

    #[test]
    fn intervals_are_those_of_newcombes_table() {
        // Newcombe 1998, Stat. Med. 17:857–872, table I, methods 3 and 5.
        let sure = Confidence::percent(95.0);
        check(wilson(81, 263, sure), 0.2553, 0.3662);
        check(wilson(15, 148, sure), 0.0624, 0.1605);
        check(wilson(0, 20, sure), 0.0, 0.1611);
        check(wilson(1, 29, sure), 0.0061, 0.1718);
        check(exact(81, 263, sure), 0.2527, 0.3676);
        check(exact(15, 148, sure), 0.0578, 0.1617);
        check(exact(0, 20, sure), 0.0, 0.1684);
        check(exact(1, 29, sure), 0.0009, 0.1776);
    }

    #[test]
    fn nothing_is_said_of_nothing() {
        assert_eq!(wilson(0, 0, Confidence::default()), None);
        assert_eq!(exact(0, 0, Confidence::default()), None);
        assert_eq!(wilson_effective(0.0, 0.0, Confidence::default()), None);
    }

    #[test]
    fn fewer_effective_trials_widen_the_interval() {
        let all = wilson(30, 100, Confidence::default()).expect("there are trials");
        let half = wilson_effective(0.3, 50.0, Confidence::default()).expect("there are trials");
        assert!(
            half.low < all.low && half.high > all.high,
            "{half:?} {all:?}"
        );
    }
}

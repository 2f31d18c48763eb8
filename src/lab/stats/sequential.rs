//! A test that may stop as soon as it is certain, without losing its error rate.
//!
//! The interval is a confidence sequence: with the stated confidence it holds the truth after *every*
//! number of trials at once, so that looking often costs nothing. It is the beta-binomial mixture of
//! Robbins (1970, Ann. Math. Statist. 41:1397–1409) with a uniform prior, valid by Ville's inequality;
//! Howard et al. (2021, Ann. Statist. 49:1055–1080) call it the two-sided beta-binomial mixture.
//! A test with a last look spends half of its error there, on the narrower exact interval.
//!
//! **Invariant:** a true share inside the band fails, and one outside is accepted, at most as often as
//! the confidence leaves open, whatever the number of looks.

use super::special::{bisect, ln_beta};
use super::wilson::exact;
use super::{Confidence, Estimate};

/// Returns the interval that holds the truth after every number of trials at once; everything
/// without trials.
pub fn sequence(successes: u64, trials: u64, confidence: Confidence) -> Estimate {
    let (s, f) = (successes as f64, (trials - successes) as f64);
    if trials == 0 {
        return Estimate {
            value: 0.5,
            low: 0.0,
            high: 1.0,
        };
    }
    let value = s / (s + f);
    let mixture = ln_beta(s + 1.0, f + 1.0);
    let bound = -libm::log(confidence.miss());
    let term = |count: f64, share: f64| match count == 0.0 {
        true => 0.0,
        false => count * libm::log(share),
    };
    // The mixture's likelihood ratio against a share is beyond the bound there.
    let is_out = |share: f64| mixture - term(s, share) - term(f, 1.0 - share) >= bound;
    Estimate {
        value,
        low: bisect(0.0, value, is_out),
        high: bisect(value, 1.0, |share| !is_out(share)),
    }
}

/// What is known of a share and a band it should be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgment {
    /// It is inside, certainly.
    Inside,
    /// It is outside, certainly.
    Outside,
    /// More trials are needed.
    Open,
}

/// A test whether a share is within a band, ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SequentialTest {
    /// Lower end of the band, from 0 to 1.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// How sure the judgment is to be right.
    pub confidence: Confidence,
    /// Trials after which the last look is taken.
    pub last: u64,
}

impl SequentialTest {
    /// Returns the interval after so many trials: narrower at the last look, where no more follow.
    pub fn interval(&self, successes: u64, trials: u64) -> Estimate {
        let half = Confidence::percent(100.0 - 50.0 * self.confidence.miss());
        let running = sequence(successes, trials, half);
        match exact(successes, trials, half) {
            Some(last) if trials >= self.last => Estimate {
                value: running.value,
                low: running.low.max(last.low),
                high: running.high.min(last.high),
            },
            _ => running,
        }
    }

    /// Judges after so many trials.
    pub fn judge(&self, successes: u64, trials: u64) -> Judgment {
        let seen = self.interval(successes, trials);
        if seen.high < self.low || seen.low > self.high {
            Judgment::Outside
        } else if seen.low >= self.low && seen.high <= self.high {
            Judgment::Inside
        } else {
            Judgment::Open
        }
    }

    /// Whether the trials to come, up to the last, could still have it judged outside.
    pub fn can_fail(&self, successes: u64, trials: u64) -> bool {
        // The interval lies lowest after nothing but failures, and highest after nothing but successes.
        let most = successes + self.last.saturating_sub(trials);
        let last = self.last.max(trials);
        [successes, most]
            .into_iter()
            .any(|successes| self.judge(successes, last) == Judgment::Outside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_solves_its_equation() {
        let confidence = Confidence::percent(95.0);
        let found = sequence(30, 100, confidence);
        let ratio = |share: f64| {
            ln_beta(31.0, 71.0) - 30.0 * libm::log(share) - 70.0 * libm::log(1.0 - share)
        };
        for end in [found.low, found.high] {
            assert!((ratio(end) - libm::log(20.0)).abs() < 1e-9, "{found:?}");
        }
        assert!(
            found.holds(0.3) && found.low > 0.15 && found.high < 0.47,
            "{found:?}"
        );
    }

    #[test]
    fn ends_are_held_where_nothing_speaks_against_them() {
        let all = sequence(50, 50, Confidence::default());
        assert!(all.high == 1.0 && all.low > 0.8, "{all:?}");
        let none = sequence(0, 50, Confidence::default());
        assert!(none.low == 0.0 && none.high < 0.2, "{none:?}");
        let nothing = sequence(0, 0, Confidence::default());
        assert_eq!((nothing.low, nothing.high), (0.0, 1.0));
    }

    #[test]
    fn judgments_need_evidence() {
        let test = SequentialTest {
            low: 0.4,
            high: 0.6,
            confidence: Confidence::percent(99.0),
            last: 10_000,
        };
        assert_eq!(test.judge(5, 10), Judgment::Open);
        assert_eq!(test.judge(0, 20), Judgment::Outside);
        assert_eq!(test.judge(1000, 2000), Judgment::Inside);
        assert_eq!(test.judge(1400, 2000), Judgment::Outside);
        assert!(test.interval(5000, 10_000).low > sequence(5000, 10_000, test.confidence).low);
    }

    #[test]
    fn what_cannot_fail_any_more_never_does() {
        for (low, high, last) in [
            (0.4, 0.6, 40),
            (0.85, 1.0, 30),
            (0.0, 0.1, 25),
            (0.5, 0.5, 60),
        ] {
            let test = SequentialTest {
                low,
                high,
                confidence: Confidence::percent(95.0),
                last,
            };
            // Backwards from the last trial: whether any way from here leads outside.
            let mut fails = vec![false; last as usize + 2];
            let mut safe = 0;
            for trials in (0..=last).rev() {
                for successes in 0..=trials {
                    let is_outside = test.judge(successes, trials) == Judgment::Outside;
                    let place = successes as usize;
                    let leads = trials < last && (fails[place] || fails[place + 1]);
                    fails[place] = is_outside || leads;
                    let expected = is_outside || leads;
                    let told = is_outside || test.can_fail(successes, trials);
                    assert_eq!(told, expected, "{successes} of {trials}, {test:?}");
                    safe += u64::from(!expected && trials < last);
                }
            }
            assert!(safe > 0, "some stop before the last");
        }
    }
}

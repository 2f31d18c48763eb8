//! The laboratory's statistics against simulations of known odds.
//!
//! `STATS_DEPTH=20 cargo test lab_stats -- --nocapture` simulates twenty times as much and prints the
//! coverage of every method.

use std::collections::BTreeMap;

use hexscape::lab::gate::CAP;
use hexscape::lab::stats::calibration::Calibration;
use hexscape::lab::stats::cluster::Clusters;
use hexscape::lab::stats::difference::{Pairs, Share, independent};
use hexscape::lab::stats::mean::{self, Moments};
use hexscape::lab::stats::quantile::Histogram;
use hexscape::lab::stats::rank::Separation;
use hexscape::lab::stats::sequential::{Judgment, SequentialTest, sequence};
use hexscape::lab::stats::wilson::{exact, wilson};
use hexscape::lab::stats::{Confidence, Estimate};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How often 95% intervals have to hold the truth.
const COVERAGE: std::ops::RangeInclusive<f64> = 0.935..=0.965;

/// Battles between two looks of a gate.
const LOOK: u64 = 20;

fn depth() -> u64 {
    let text = std::env::var("STATS_DEPTH").unwrap_or_else(|_| "1".into());
    text.parse().expect("STATS_DEPTH is a number")
}

fn sure() -> Confidence {
    Confidence::percent(95.0)
}

/// Counts how often intervals hold the truth.
#[derive(Default)]
struct Coverage {
    held: u64,
    all: u64,
}

impl Coverage {
    fn add(&mut self, interval: Option<Estimate>, truth: f64) {
        let Some(interval) = interval else { return };
        self.all += 1;
        self.held += u64::from(interval.holds(truth));
    }

    fn share(&self) -> f64 {
        self.held as f64 / self.all as f64
    }

    #[track_caller]
    fn check(&self, what: &str) {
        println!("{what}: {:.4} of {} intervals", self.share(), self.all);
        assert!(
            self.all > 1000,
            "{what}: {} intervals say nothing",
            self.all
        );
        assert!(
            COVERAGE.contains(&self.share()),
            "{what}: {:.4}",
            self.share()
        );
    }
}

fn coins(rng: &mut ChaCha8Rng, odds: f64, count: u64) -> u64 {
    (0..count).filter(|_| rng.random_bool(odds)).count() as u64
}

#[test]
fn intervals_of_a_share_hold_the_truth_as_often_as_they_say() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut pooled, mut safe) = (Coverage::default(), Coverage::default());
    for odds in [0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95] {
        for count in [30, 100, 300, 1000, 3000] {
            let mut here = Coverage::default();
            for _ in 0..400 * depth() {
                let wins = coins(&mut rng, odds, count);
                here.add(wilson(wins, count, sure()), odds);
                safe.add(exact(wins, count, sure()), odds);
            }
            println!("odds {odds}, {count} battles: {:.3}", here.share());
            assert!(
                here.share() > 0.9,
                "odds {odds}, {count} battles: {:.3}",
                here.share()
            );
            pooled.held += here.held;
            pooled.all += here.all;
        }
    }
    pooled.check("share (Wilson)");
    assert!(
        safe.share() >= 0.95,
        "exact intervals never hold it less often: {}",
        safe.share()
    );
}

#[test]
fn intervals_of_differences_hold_the_truth_as_often_as_they_say() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let (mut loose, mut paired) = (Coverage::default(), Coverage::default());
    for (first, second) in [(0.5, 0.5), (0.3, 0.4), (0.6, 0.9), (0.1, 0.15)] {
        for count in [60, 250, 1000] {
            for _ in 0..250 * depth() {
                let [a, b] = [(first, count), (second, 2 * count)].map(|(odds, trials)| Share {
                    successes: coins(&mut rng, odds, trials),
                    trials,
                });
                loose.add(independent(a, b, sure()), second - first);
                // Half of the pairs share their luck.
                let mut pairs = Pairs::default();
                for _ in 0..count {
                    let luck: f64 = rng.random();
                    let other = match rng.random_bool(0.5) {
                        true => luck,
                        false => rng.random(),
                    };
                    pairs.add(luck < first, other < second);
                }
                paired.add(pairs.difference(sure()), second - first);
            }
        }
    }
    loose.check("difference of independent shares");
    paired.check("difference of paired shares");
}

#[test]
fn intervals_of_hit_rates_allow_for_shots_of_one_battle_being_alike() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (mut clustered, mut naive) = (Coverage::default(), Coverage::default());
    for battles in [60, 200, 500] {
        for _ in 0..500 * depth() {
            let mut clusters = Clusters::default();
            for _ in 0..battles {
                // In half of all battles the range is short.
                let odds = if rng.random_bool(0.5) { 0.55 } else { 0.25 };
                let shots = rng.random_range(5..=35);
                clusters.add(coins(&mut rng, odds, shots), shots);
            }
            clustered.add(clusters.interval(sure()), 0.4);
            naive.add(wilson(clusters.successes, clusters.trials, sure()), 0.4);
        }
    }
    clustered.check("hit rate over battles");
    assert!(
        naive.share() < 0.85,
        "plain intervals would claim too much: {}",
        naive.share()
    );
}

#[test]
fn intervals_of_means_and_medians_hold_the_truth_as_often_as_they_say() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (mut means, mut gaps) = (Coverage::default(), Coverage::default());
    let mut medians = Coverage::default();
    for count in [50, 200, 600] {
        for _ in 0..500 * depth() {
            let (mut one, mut other) = (Moments::default(), Moments::default());
            let mut numbers = Histogram::default();
            for _ in 0..count {
                // The larger of two dice of twelve, skewed as turns are: mean 203/24.
                let mut die = || rng.random_range(1..=12_i64);
                one.add(die().max(die()));
                other.add(die());
                numbers.add(rng.random_range(0..1_000_001));
            }
            means.add(one.interval(sure()), 203.0 / 24.0);
            let gap = mean::difference(&one, &other, sure());
            gaps.add(gap.map(|(gap, _)| gap), 6.5 - 203.0 / 24.0);
            medians.add(numbers.interval(0.5, sure()), 500_000.0);
        }
    }
    means.check("mean");
    gaps.check("difference of means");
    println!("median: {:.4}", medians.share());
    // Between order statistics: never less than stated, and little more.
    assert!(
        (0.94..0.98).contains(&medians.share()),
        "median: {}",
        medians.share()
    );
}

#[test]
fn intervals_of_the_area_under_the_curve_hold_the_truth_as_often_as_they_say() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut areas = Coverage::default();
    for shift in [0, 3, 8] {
        // Uniform on 0 to 19, wins so much higher: counted out over all pairs.
        let pairs = (0..20).flat_map(|loss| (0..20).map(move |win| (loss, win + shift)));
        let truth: f64 = pairs
            .map(|(loss, win): (i64, i64)| match win.cmp(&loss) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            })
            .sum::<f64>()
            / 400.0;
        for _ in 0..500 * depth() {
            let mut found = Separation::default();
            for _ in 0..150 {
                let is_win = rng.random_bool(0.4);
                let value = rng.random_range(0..20) + if is_win { shift } else { 0 };
                found.add(value, is_win);
            }
            areas.add(found.area(sure()), truth);
        }
    }
    areas.check("area under the curve");
}

/// Judgments of a test, kept, since simulations ask for the same ones again and again.
struct Judge {
    test: SequentialTest,
    known: BTreeMap<(u64, u64), Judgment>,
}

impl Judge {
    fn new(low: f64, high: f64, confidence: f64) -> Self {
        Self {
            test: SequentialTest {
                low,
                high,
                confidence: Confidence::percent(confidence),
                last: CAP,
            },
            known: BTreeMap::new(),
        }
    }

    /// Plays one gate at these odds; returns the judgment and the battles it took.
    fn play(&mut self, rng: &mut ChaCha8Rng, odds: f64) -> (Judgment, u64) {
        let mut wins = 0;
        for count in 1..=CAP {
            wins += u64::from(rng.random_bool(odds));
            if count.is_multiple_of(LOOK) || count == CAP {
                let test = &self.test;
                let judge = || test.judge(wins, count);
                let judgment = *self.known.entry((wins, count)).or_insert_with(judge);
                if judgment != Judgment::Open {
                    return (judgment, count);
                }
            }
        }
        (Judgment::Open, CAP)
    }

    /// Returns the share of this judgment over many gates and the mean number of battles.
    fn share(&mut self, rng: &mut ChaCha8Rng, odds: f64, of: Judgment) -> (f64, f64) {
        let tests = 10_000 * depth();
        let (mut found, mut battles) = (0, 0);
        for _ in 0..tests {
            let (judgment, count) = self.play(rng, odds);
            found += u64::from(judgment == of);
            battles += count;
        }
        (found as f64 / tests as f64, battles as f64 / tests as f64)
    }
}

#[test]
fn the_sequential_test_keeps_its_error_rates_both_ways() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for confidence in [95.0, 99.0] {
        let level = 1.0 - confidence / 100.0;
        for (low, high) in [(0.4, 0.6), (0.8, 1.0)] {
            let mut judge = Judge::new(low, high, confidence);
            // The worst truth that is inside, and the best that is outside.
            let (wrongly_out, _) = judge.share(&mut rng, low, Judgment::Outside);
            let (wrongly_in, _) = judge.share(&mut rng, low - 1e-6, Judgment::Inside);
            println!("{confidence}%, {low} to {high}: {wrongly_out} out, {wrongly_in} in");
            assert!(wrongly_out <= level, "{wrongly_out} of those inside fail");
            assert!(
                wrongly_in <= level,
                "{wrongly_in} of those outside are called certain"
            );
        }
    }
}

#[test]
fn a_gate_finds_the_drift_that_its_documentation_states() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for (low, high, odds) in [(0.4, 0.6, 0.26), (0.4, 0.6, 0.74), (0.85, 1.0, 0.71)] {
        let mut judge = Judge::new(low, high, 99.0);
        let (found, battles) = judge.share(&mut rng, odds, Judgment::Outside);
        println!("odds {odds} against {low} to {high}: found {found}, after {battles} battles");
        assert!(
            found >= 0.95,
            "odds {odds} against {low} to {high}: {found}"
        );
    }
    // What is far out is found early.
    let (found, battles) = Judge::new(0.4, 0.6, 99.0).share(&mut rng, 0.1, Judgment::Outside);
    assert!(
        found == 1.0 && battles < 60.0,
        "{found} after {battles} battles"
    );
}

#[test]
fn the_confidence_sequence_holds_the_truth_at_every_look() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut missed = 0;
    let tests = 2000 * depth();
    for _ in 0..tests {
        let mut wins = 0;
        let is_missed = (1..=300_u64).any(|count| {
            wins += u64::from(rng.random_bool(0.3));
            // Every fifth is enough to be unfair to an interval made for one look.
            count.is_multiple_of(5) && !sequence(wins, count, sure()).holds(0.3)
        });
        missed += u64::from(is_missed);
    }
    let share = missed as f64 / tests as f64;
    println!("missed at some look: {share}");
    assert!(share <= 0.05, "{share}");
}

#[test]
fn calibration_finds_two_points_and_keeps_quiet_about_none() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let mut shots = |lie: f64, count: u64| {
        let mut calibration = Calibration::default();
        for _ in 0..count {
            let permille = rng.random_range(1..=19_u16) * 50;
            let odds = f64::from(permille) / 1000.0 + lie;
            calibration.add(permille, rng.random_bool(odds.clamp(0.0, 1.0)));
        }
        calibration.verdict().expect("there are shots")
    };
    let tests = 300 * depth();
    let rejected = (0..tests)
        .filter(|_| !shots(0.0, 5000).is_kept(0.05))
        .count();
    let share = rejected as f64 / tests as f64;
    println!("kept promises rejected at 5%: {share}");
    // Two looks, at the sum and at the buckets.
    assert!((0.02..0.14).contains(&share), "{share}");
    assert!(!shots(0.02, 60_000).is_kept(0.001), "two points are found");
    assert!(shots(0.0, 60_000).is_kept(0.001));
}

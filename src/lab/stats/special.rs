//! Distribution functions and their inverses.
//!
//! **Invariant:** every function is total: arguments outside its domain give the nearest limit.

use std::f64::consts::SQRT_2;

use libm::{erfc, exp, lgamma, log};

/// Returns the normal quantile of a probability, by bisection of the tail.
pub fn normal_quantile(p: f64) -> f64 {
    let tail = p.min(1.0 - p).max(1e-300);
    let z = bisect(0.0, 40.0, |z| erfc(z / SQRT_2) / 2.0 > tail);
    if p < 0.5 { -z } else { z }
}

/// Returns how often a normal number is at least `z` from 0 on either side.
pub fn normal_two_sided(z: f64) -> f64 {
    erfc(z.abs() / SQRT_2).clamp(0.0, 1.0)
}

/// Returns the natural logarithm of the beta function.
pub fn ln_beta(a: f64, b: f64) -> f64 {
    lgamma(a) + lgamma(b) - lgamma(a + b)
}

/// Returns the regularized incomplete beta function (Lentz's continued fraction; DLMF 8.17.22).
pub fn beta_cdf(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let front = exp(a * log(x) + b * libm::log1p(-x) - ln_beta(a, b));
    // The fraction converges fast on one side of the mean only.
    if x < (a + 1.0) / (a + b + 2.0) {
        front * beta_fraction(x, a, b) / a
    } else {
        1.0 - front * beta_fraction(1.0 - x, b, a) / b
    }
}

fn beta_fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let apart = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / apart(1.0 - (a + b) * x / (a + 1.0));
    let mut value = d;
    for step in 1..10_000 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for term in [even, odd] {
            d = 1.0 / apart(1.0 + term * d);
            c = apart(1.0 + term / c);
            change = c * d;
            value *= change;
        }
        if (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    value
}

/// Returns where the regularized incomplete beta function reaches `p`, by bisection.
pub fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    bisect(0.0, 1.0, |x| beta_cdf(x, a, b) < p)
}

/// Returns the quantile of Student's t distribution for `p` from 0.5 to 1 (DLMF 8.17.21).
pub fn student_quantile(p: f64, degrees: f64) -> f64 {
    let tail = 2.0 * (1.0 - p).clamp(1e-300, 0.5);
    // The share beyond ±t is the beta function at degrees / (degrees + t²).
    let x = beta_quantile(tail, degrees / 2.0, 0.5);
    (degrees * (1.0 - x) / x.max(1e-300)).sqrt()
}

/// Returns how often Student's t is at least `t` from 0 on either side.
pub fn student_two_sided(t: f64, degrees: f64) -> f64 {
    beta_cdf(degrees / (degrees + t * t), degrees / 2.0, 0.5)
}

/// Returns how often a chi-square number of one degree of freedom or more is at least `x`: the tail of
/// one degree or two, and what each two more add (DLMF 8.8.6).
pub fn chi_square_tail(x: f64, degrees: u32) -> f64 {
    let x = x / 2.0;
    if x <= 0.0 {
        return 1.0;
    }
    let (mut half, mut tail) = match degrees % 2 {
        1 => (0.5, erfc(x.sqrt())),
        _ => (1.0, exp(-x)),
    };
    while 2.0 * half < f64::from(degrees) {
        tail += exp(half * log(x) - x - lgamma(half + 1.0));
        half += 1.0;
    }
    tail.min(1.0)
}

/// Returns the chance of at least `least` successes of `trials` at even odds.
pub fn fair_tail(least: u64, trials: u64) -> f64 {
    match least {
        0 => 1.0,
        _ if least > trials => 0.0,
        _ => beta_cdf(0.5, least as f64, (trials - least + 1) as f64),
    }
}

/// Halves an interval until nothing is between its ends; returns where `is_below` stops to hold.
pub fn bisect(low: f64, high: f64, is_below: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (low, high);
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if is_below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low + (high - low) / 2.0
}

/// Returns the logistic function, `1 / (1 + e^-x)`.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + exp(-x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, expected: f64) {
        let gap = (found - expected).abs() / expected.abs().max(1.0);
        assert!(gap < 1e-9, "{found}, not {expected}");
    }

    #[test]
    fn quantiles_are_those_of_printed_tables() {
        near(normal_quantile(0.975), 1.959_963_984_540_054);
        near(normal_quantile(0.5), 0.0);
        near(normal_quantile(1e-10), -6.361_340_902_404_056);
        near(normal_quantile(0.01), -2.326_347_874_040_841);
        near(student_quantile(0.975, 1.0), 12.706_204_736_174_698);
        near(student_quantile(0.975, 10.0), 2.228_138_851_964_939);
        near(student_quantile(0.995, 120.0), 2.617_421_145_106_8);
    }

    #[test]
    fn distributions_are_those_of_printed_tables() {
        near(normal_two_sided(1.959_963_984_540_054), 0.05);
        near(chi_square_tail(18.307_038_053_275_146, 10), 0.05);
        near(chi_square_tail(1.0, 3), 0.801_251_956_901_2);
        near(beta_cdf(0.3, 2.0, 5.0), 0.579_825);
        near(beta_quantile(0.579_825, 2.0, 5.0), 0.3);
        near(student_two_sided(2.228_138_851_964_939, 10.0), 0.05);
    }

    #[test]
    fn the_fair_tail_is_counted_out() {
        near(fair_tail(0, 4), 1.0);
        near(fair_tail(3, 4), 5.0 / 16.0);
        near(fair_tail(4, 4), 1.0 / 16.0);
        near(fair_tail(5, 4), 0.0);
    }
}

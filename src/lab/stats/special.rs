//! Distribution functions and their inverses.
//!
//! **Invariant:** every function is total: arguments outside its domain give the nearest limit.

use std::f64::consts::SQRT_2;

use libm::{erfc, exp, lgamma, log};

/// Returns the normal quantile of a probability (Wichura 1988, algorithm AS 241), to about 1e-15.
pub fn normal_quantile(p: f64) -> f64 {
    let p = p.clamp(1e-300, 1.0 - 1e-16);
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180_625 - q * q;
        return q * ratio(
            r,
            &[
                2_509.080_928_730_122_7,
                33_430.575_583_588_13,
                67_265.770_927_008_7,
                45_921.953_931_549_87,
                13_731.693_765_509_46,
                1_971.590_950_306_551_3,
                133.141_667_891_784_38,
                3.387_132_872_796_366_5,
            ],
            &[
                5_226.495_278_852_854,
                28_729.085_735_721_943,
                39_307.895_800_092_71,
                21_213.794_301_586_597,
                5_394.196_021_424_751,
                687.187_007_492_057_9,
                42.313_330_701_600_91,
                1.0,
            ],
        );
    }
    let tail = if q < 0.0 { p } else { 1.0 - p };
    let r = (-log(tail)).sqrt();
    let z = if r <= 5.0 {
        ratio(
            r - 1.6,
            &[
                7.745_450_142_783_414e-4,
                0.022_723_844_989_269_184,
                0.241_780_725_177_450_6,
                1.270_458_252_452_368_4,
                3.647_848_324_763_204_5,
                5.769_497_221_460_691,
                4.630_337_846_156_546,
                1.423_437_110_749_683_5,
            ],
            &[
                1.050_750_071_644_416_9e-9,
                5.475_938_084_995_345e-4,
                0.015_198_666_563_616_457,
                0.148_103_976_427_480_08,
                0.689_767_334_985_1,
                1.676_384_830_183_803_8,
                2.053_191_626_637_759,
                1.0,
            ],
        )
    } else {
        ratio(
            r - 5.0,
            &[
                2.010_334_399_292_288_1e-7,
                2.711_555_568_743_487_6e-5,
                0.001_242_660_947_388_078_4,
                0.026_532_189_526_576_124,
                0.296_560_571_828_504_87,
                1.784_826_539_917_291_3,
                5.463_784_911_164_114,
                6.657_904_643_501_103,
            ],
            &[
                2.044_263_103_389_939_8e-15,
                1.421_511_758_316_446e-7,
                1.846_318_317_510_054_8e-5,
                7.868_691_311_456_133e-4,
                0.014_875_361_290_850_615,
                0.136_929_880_922_735_8,
                0.599_832_206_555_888,
                1.0,
            ],
        )
    };
    if q < 0.0 { -z } else { z }
}

/// Returns one polynomial over another, highest power first.
fn ratio(x: f64, over: &[f64], under: &[f64]) -> f64 {
    let value = |of: &[f64]| of.iter().fold(0.0, |sum, term| sum * x + term);
    value(over) / value(under)
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

/// Returns how often a chi-square number is at least `x` (series and continued fraction; DLMF 8.11.4
/// and 8.9.2).
pub fn chi_square_tail(x: f64, degrees: f64) -> f64 {
    let (a, x) = (degrees / 2.0, x / 2.0);
    if x <= 0.0 {
        return 1.0;
    }
    let front = exp(a * log(x) - x - lgamma(a));
    if x < a + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        while term > sum * 1e-16 {
            n += 1.0;
            term *= x / n;
            sum += term;
        }
        return (1.0 - front * sum).clamp(0.0, 1.0);
    }
    let mut b = x + 1.0 - a;
    let mut c = 1e300;
    let mut d = 1.0 / b;
    let mut value = d;
    for step in 1..10_000 {
        let i = f64::from(step);
        let term = -i * (i - a);
        b += 2.0;
        d = 1.0 / (term * d + b);
        c = b + term / c;
        let change = c * d;
        value *= change;
        if (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    (front * value).clamp(0.0, 1.0)
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
        near(chi_square_tail(18.307_038_053_275_146, 10.0), 0.05);
        near(chi_square_tail(1.0, 3.0), 0.801_251_956_901_2);
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

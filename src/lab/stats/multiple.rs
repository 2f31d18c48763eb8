//! Corrections for looking at many comparisons at once.
//!
//! **Invariant:** an adjusted chance is never below the plain one, nor above 1, and keeps the order.

/// Returns chances adjusted so that among all that are called real at a level, *any* is false at most
/// as often as the level (Holm 1979, Scand. J. Statist. 6:65–70).
pub fn holm(chances: &[f64]) -> Vec<f64> {
    let count = chances.len();
    let mut adjusted = vec![1.0; count];
    let mut least: f64 = 0.0;
    for (rank, index) in ascending(chances).into_iter().enumerate() {
        least = least.max(chances[index] * (count - rank) as f64).min(1.0);
        adjusted[index] = least;
    }
    adjusted
}

/// Returns chances adjusted so that the *share* of false ones among those called real at a level is at
/// most the level (Benjamini and Hochberg 1995, J. R. Statist. Soc. B 57:289–300).
pub fn benjamini_hochberg(chances: &[f64]) -> Vec<f64> {
    let count = chances.len();
    let mut adjusted = vec![1.0; count];
    let mut most: f64 = 1.0;
    for (rank, index) in ascending(chances).into_iter().enumerate().rev() {
        most = most.min(chances[index] * count as f64 / (rank + 1) as f64);
        adjusted[index] = most;
    }
    adjusted
}

fn ascending(chances: &[f64]) -> Vec<usize> {
    let mut order: Vec<_> = (0..chances.len()).collect();
    order.sort_by(|&a, &b| chances[a].total_cmp(&chances[b]).then(a.cmp(&b)));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(found: &[f64], expected: &[f64]) {
        let is_near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-12;
        assert!(
            found.iter().zip(expected).all(is_near),
            "{found:?}, not {expected:?}"
        );
    }

    #[test]
    fn corrections_are_counted_out() {
        let chances = [0.01, 0.04, 0.03, 0.005];
        check(&holm(&chances), &[0.03, 0.06, 0.06, 0.02]);
        check(&benjamini_hochberg(&chances), &[0.02, 0.04, 0.04, 0.02]);
        check(&holm(&[0.9, 0.8]), &[1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}

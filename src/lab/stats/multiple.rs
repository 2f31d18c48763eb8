//! Corrections for looking at many comparisons at once.
//!
//! **Invariant:** an adjusted chance is never below the plain one, nor above 1, and keeps the order.

/// Returns chances adjusted so that among all that are called real at a level, *any* is false at most
/// as often as the level (Holm 1979, Scand. J. Statist. 6:65–70).
pub fn holm(chances: &[f64]) -> Vec<f64> {
    let count = chances.len();
    let mut adjusted = vec![1.0; count];
    let mut least: f64 = 0.0;
    let mut order: Vec<_> = (0..count).collect();
    order.sort_by(|&a, &b| chances[a].total_cmp(&chances[b]).then(a.cmp(&b)));
    for (rank, index) in order.into_iter().enumerate() {
        least = least.max(chances[index] * (count - rank) as f64).min(1.0);
        adjusted[index] = least;
    }
    adjusted
}

/// Below this adjusted chance a difference is called real.
pub const LEVEL: f64 = 0.05;

/// Adjusts the chances of things that are looked at together and says which are real; `of` is the chance
/// of one and whether it is.
pub fn correct<'a, T: 'a>(
    found: impl IntoIterator<Item = &'a mut T>,
    of: impl Fn(&'a mut T) -> (&'a mut f64, &'a mut bool),
) {
    let mut found: Vec<_> = found.into_iter().map(of).collect();
    let plain: Vec<_> = found.iter().map(|(chance, _)| **chance).collect();
    for ((chance, is_real), adjusted) in found.iter_mut().zip(holm(&plain)) {
        (**chance, **is_real) = (adjusted, adjusted < LEVEL);
    }
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
        check(&holm(&[0.9, 0.8]), &[1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}

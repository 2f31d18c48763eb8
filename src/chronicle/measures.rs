//! Declares measures of a side once: what they are called, counted in and told as, and how each is taken.
//!
//! **Invariant:** names and values are in the same order.

/// A value as it is recorded; `None` where a measure does not apply.
pub trait Taken {
    /// Returns the value.
    fn taken(self) -> Option<i64>;
}

impl<T: Into<i64>> Taken for T {
    fn taken(self) -> Option<i64> {
        Some(self.into())
    }
}

/// What a measure is that does not apply in every battle.
#[derive(Clone, Copy, Debug)]
pub struct Maybe(pub Option<i64>);

impl Taken for Maybe {
    fn taken(self) -> Option<i64> {
        self.0
    }
}

/// Returns a share in thousandths, rounded down; nothing of nothing.
pub fn permille(part: impl Into<u64>, all: impl Into<u64>) -> Maybe {
    let (part, all) = (part.into(), all.into());
    Maybe((all > 0).then(|| (part * 1000 / all) as i64))
}

/// Returns a mean, rounded down; nothing of nothing.
pub fn mean(sum: impl Into<u64>, count: impl Into<u64>) -> Maybe {
    let (sum, count) = (sum.into(), count.into());
    Maybe((count > 0).then(|| (sum / count) as i64))
}

/// Declares measures: key, name, unit, what it is, and its value. `result` marks one that tells how a
/// battle ended rather than what led to it.
///
/// ```text
/// measures! {
///     /// Takes the measures of a side.
///     fn values(side: &Tally);
///     hexes_moved: "Hexes moved", "hexes", "Hexes all its units moved" = side.hexes;
///     panics: "Panics", "times", result, "Times a unit lost its nerve" = side.panics;
/// }
/// ```
macro_rules! measures {
    (@is) => { false };
    (@is result) => { true };
    (
        $(#[$meta:meta])*
        $visible:vis fn $values:ident($side:ident: &$of:ty);
        $($key:ident: $name:literal, $unit:literal, $($is:ident,)? $about:literal = $value:expr;)*
    ) => {
        /// All measures, in the order of their values.
        $visible const ROWS: &[$crate::chronicle::record::MeasureRow] = &[$((
            stringify!($key),
            $name,
            $unit,
            $crate::chronicle::measures::measures!(@is $($is)?),
            $about,
        )),*];

        $(#[$meta])*
        $visible fn $values($side: &$of) -> Vec<Option<i64>> {
            use $crate::chronicle::measures::Taken;
            vec![$($value.taken()),*]
        }
    };
}
pub(crate) use measures;

//! Declares enums with what each of their variants reads as, and counts things in words.

/// Counts hexes in words: `1 hex`, `3 hexes`.
pub fn hexes(count: u32) -> String {
    match count {
        1 => "1 hex".to_owned(),
        count => format!("{count} hexes"),
    }
}

/// Declares an enum and its text, so that no variant is without words.
///
/// ```text
/// worded! {
///     /// Why an order was turned down.
///     #[derive(Clone, Debug, PartialEq, Eq)]
///     pub enum Refusal {
///         BattleOver = "the battle is over",
///         NoTu { needs: u16, has: u16 } = "needs {needs} TU, has {has}",
///         Unknown(id: UnitId) = "there is no unit {}" (id.0),
///     }
/// }
/// ```
///
/// An enum of bare variants that stands alone has a list of them, `ALL`.
macro_rules! worded {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[$variant_meta:meta])* $variant:ident = $text:literal),* $(,)?
        }
    ) => {
        worded! { @each
            $(#[$meta])*
            $vis enum $name { $($(#[$variant_meta])* $variant = $text),* }
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$($text),*].len()] = [$(Self::$variant),*];
        }
    };
    ($(#[$meta:meta])* $vis:vis enum $($rest:tt)*) => {
        worded! { @each $(#[$meta])* $vis enum $($rest)* }
    };
    (@each $(
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[$variant_meta:meta])*
                $variant:ident
                $(($($part:ident: $part_type:ty),*))?
                $({ $($field:ident: $field_type:ty),* })?
                = $text:literal $(($($value:expr),*))?
            ),* $(,)?
        }
    )*) => {$(
        $(#[$meta])*
        $vis enum $name {
            $(
                $(#[$variant_meta])*
                #[doc = $text]
                $variant $(($($part_type),*))? $({ $($field: $field_type),* })?,
            )*
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$variant $(($($part),*))? $({ $($field),* })? => {
                        $($(let _ = $part;)*)?
                        $($(let _ = $field;)*)?
                        write!(f, $text $(, $($value),*)?)
                    })*
                }
            }
        }
    )*};
}
pub(crate) use worded;

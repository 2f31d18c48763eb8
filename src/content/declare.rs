//! Declares figures and choices once: what they are for, their type, and what files may say.
//!
//! **Invariant:** every figure of the shipped files has bounds, and any content within them can be
//! played: no sum or product of figures at their bounds leaves its type, and no order is free for
//! ever. `tests/it/extremes.rs` tries each at both and one beyond.

/// Largest cost, percentage, weight or modifier: products of several stay far from overflow.
pub const MOST: i64 = 1000;

/// Declares figures: plain data that a file gives field by field.
///
/// ```text
/// figures! {
///     /// Throws (§12).
///     pub struct ThrowFigures where least <= most {
///         /// Hexes anybody throws, from 0 to 100.
///         pub least: u16 [0..=100],
///         /// Hexes nobody throws; 9 where a file older than this figure lacks it.
///         pub most: u16 [0..=100] = 9,
///     }
/// }
/// ```
///
/// A range holds for all numbers of a list, map or pair. Of the two figures after `where`, the first is
/// never above the second. Figures that are all the content of a rule set say in which file they are:
/// `pub struct Figures in "bids.ron"`.
#[macro_export]
macro_rules! figures {
    (@maybe) => { None };
    (@maybe $value:expr) => { Some($value) };
    ($(
        $(#[$meta:meta])*
        $vis:vis struct $name:ident $(in $file:literal)? $(where $low:ident <= $high:ident)? {
            $(
                $(#[$field_meta:meta])*
                $field_vis:vis $field:ident: $type:ty $([$range:expr])? $(= $default:expr)?
            ),* $(,)?
        }
    )*) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
        $vis struct $name {
            $($(#[$field_meta])* $field_vis $field: $type,)*
        }

        impl $crate::content::decode::Figure for $name {
            fn read(
                node: &$crate::content::tree::Node,
                course: &mut $crate::content::decode::Course,
            ) -> Option<Self> {
                let fields = course.fields(node, &[$(stringify!($field)),*])?;
                $(let $field: Option<$type> = fields.read(
                    course,
                    stringify!($field),
                    $crate::figures!(@maybe $($range)?),
                    $crate::figures!(@maybe $($default)?),
                );)*
                $(if $low.zip($high).is_some_and(|(low, high)| low > high) {
                    fields.tell_above(course, stringify!($low), stringify!($high));
                })?
                Some(Self { $($field: $field?),* })
            }

            fn kind(outer: Option<std::ops::RangeInclusive<i64>>) -> $crate::content::form::Kind {
                $crate::content::form::Kind::Fields(vec![$(
                    $crate::content::form::Field::of_figure(
                        stringify!($field),
                        &[$(stringify!($field_meta)),*],
                        <$type as $crate::content::decode::Figure>::kind(
                            $crate::figures!(@maybe $($range)?).or(outer.clone()),
                        ),
                    ),
                )*])
            }
        }

        $(impl $crate::content::section::FiguresFile for $name {
            const FILE: &'static str = $file;
        })?
    )*};
}
pub use figures;

/// Declares enums that files give by the bare names of their variants.
#[macro_export]
macro_rules! choices {
    ($(
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[$variant_meta:meta])* $variant:ident),* $(,)?
        }
    )*) => {$(
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize,
            serde::Deserialize,
        )]
        $vis enum $name {
            $($(#[$variant_meta])* $variant,)*
        }

        impl $name {
            /// Every choice by its name in files.
            pub const CHOICES: &'static [(&'static str, Self)] =
                &[$((stringify!($variant), Self::$variant)),*];

            /// Every choice.
            #[allow(dead_code, reason = "not all choices are gone through one by one")]
            pub const ALL: [Self; Self::CHOICES.len()] = [$(Self::$variant),*];
        }

        impl $crate::content::decode::Figure for $name {
            fn read(
                node: &$crate::content::tree::Node,
                course: &mut $crate::content::decode::Course,
            ) -> Option<Self> {
                course.choice(node, Self::CHOICES)
            }

            fn kind(
                _: Option<std::ops::RangeInclusive<i64>>,
            ) -> $crate::content::form::Kind {
                $crate::content::form::Kind::words([$(
                    $crate::content::form::Choosable {
                        written: stringify!($variant).to_owned(),
                        label: $crate::content::form::spoken(stringify!($variant)),
                        about: $crate::content::form::documented(
                            &[$(stringify!($variant_meta)),*],
                        ),
                    },
                )*])
            }
        }

        impl $crate::content::definition::Entry for $name {
            type Bounds = ();

            fn read(
                node: &$crate::content::tree::Node,
                reader: &mut $crate::content::reader::Reader,
                what: &str,
                (): (),
            ) -> Option<Self> {
                reader.choice(node, what, Self::CHOICES)
            }
        }
    )*};
}
pub use choices;

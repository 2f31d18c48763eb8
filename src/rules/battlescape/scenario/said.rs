//! Declares what scripts and objectives can say, once: its type, how it is read, and what an editor offers.
//!
//! **Invariant:** an editor offers exactly what is read, with the same bounds.

use std::ops::RangeInclusive;

use crate::content::Catalog;
use crate::content::definition::Entry;
use crate::content::form::{Field, Kind};
use crate::content::reader::Fields;
use crate::content::tree::{Node, Value};
use crate::mission::Loader;
use crate::rules::battlescape::scenario::names::Names;

/// What a value stands for.
pub(super) trait Term<T> {
    /// Reads it; `what` names it in messages. `None` notes why it cannot be had.
    fn read(&self, loader: &mut Loader, node: &Node, names: &Names, what: &str) -> Option<T>;

    /// Returns what an editor offers.
    fn kind(&self, catalog: &Catalog) -> Kind;

    /// Returns what holds where it is left out, and how an editor says so; `None` must be given.
    fn usual(&self) -> Option<(fn(&Names) -> T, &'static str)> {
        None
    }
}

/// A whole number of a range.
pub(super) struct Whole<T>(pub(super) RangeInclusive<T>);

impl<T: Entry<Bounds = RangeInclusive<T>> + Copy + Into<i64>> Term<T> for Whole<T> {
    fn read(&self, loader: &mut Loader, node: &Node, _: &Names, what: &str) -> Option<T> {
        T::read(node, &mut loader.reader, what, self.0.clone())
    }

    fn kind(&self, _: &Catalog) -> Kind {
        Kind::Whole((*self.0.start()).into()..=(*self.0.end()).into())
    }
}

/// Something that is named, or written in a way of its own.
pub(super) struct Said<T> {
    /// Reads it.
    pub(super) read: fn(&mut Loader, &Node, &Names) -> Option<T>,
    /// Returns what an editor offers.
    pub(super) kind: fn(&Catalog) -> Kind,
}

impl<T> Term<T> for Said<T> {
    fn read(&self, loader: &mut Loader, node: &Node, names: &Names, _: &str) -> Option<T> {
        (self.read)(loader, node, names)
    }

    fn kind(&self, catalog: &Catalog) -> Kind {
        (self.kind)(catalog)
    }
}

/// A term that may be left out, with what holds then, and how an editor says so.
pub(super) struct Or<X, T>(
    pub(super) X,
    pub(super) fn(&Names) -> T,
    pub(super) &'static str,
);

impl<T, X: Term<T>> Term<T> for Or<X, T> {
    fn read(&self, loader: &mut Loader, node: &Node, names: &Names, what: &str) -> Option<T> {
        self.0.read(loader, node, names, what)
    }

    fn kind(&self, catalog: &Catalog) -> Kind {
        self.0.kind(catalog)
    }

    fn usual(&self) -> Option<(fn(&Names) -> T, &'static str)> {
        Some((self.1, self.2))
    }
}

/// Reads a field.
pub(super) fn field<T>(
    loader: &mut Loader,
    fields: &mut Fields,
    names: &Names,
    name: &'static str,
    term: &impl Term<T>,
) -> Option<T> {
    let node = match term.usual() {
        None => fields.need(&mut loader.reader, name)?,
        Some((usual, _)) => match fields.get(name) {
            Some(node) => node,
            None => return Some(usual(names)),
        },
    };
    term.read(loader, node, names, name)
}

/// Returns what an editor offers for a field.
pub(super) fn form<T>(
    catalog: &Catalog,
    name: &'static str,
    label: String,
    term: &impl Term<T>,
) -> Field {
    let kind = term.kind(catalog);
    match term.usual() {
        None => Field::needed(name, label, kind),
        Some((_, usual)) => Field::new(name, label, kind).usual(usual),
    }
}

/// Returns the word that an example begins with.
pub(super) fn word_of(example: &'static str) -> &'static str {
    example.split('(').next().unwrap_or_default()
}

/// Returns the value of a word that has one: `Turn(3)`.
pub(super) fn single(node: &Node) -> Option<&Node> {
    match &node.value {
        Value::Tuple(_, items) if items.len() == 1 => items.first(),
        _ => None,
    }
}

/// Declares enums whose variants files give by words: `Turn(3)`, `Enters(zone: "hill", side: "Squad")`.
///
/// An enum says what messages call it and what they expect. What belongs to a variant says which [`Term`] it
/// is; a field may have another name in files, and a label in editors. After `=` stand an example, which begins
/// with the word, and what an editor says it means. A field in square brackets is not named in files.
///
/// ```text
/// said! {
///     /// What a trigger waits for.
///     pub enum Condition: "condition", "a condition, such as Turn(3)" {
///         /// This turn begins.
///         Turn(u16 as TURN) = "Turn(3)", "A turn begins",
///         /// Light falls.
///         Light { tile in "at": TileId as HEX, radius "Hexes": u8 as Whole(0..=20) }
///             = "Light(at: (0, 0), radius: 3)", "Light a hex",
///     }
/// }
/// ```
macro_rules! said {
    (@or $usual:expr) => { $usual };
    (@or $usual:expr, $given:expr) => { $given };

    // Reads a variant, if its word is the one.
    (@read $at:tt $example:literal $variant:ident ($type:ty as $term:expr)) => {
        said!(@alone $at $example ($term) Self::$variant)
    };
    (@read $at:tt $example:literal $variant:ident [$field:ident: $type:ty as $term:expr]) => {
        said!(@alone $at $example ($term) |$field| Self::$variant { $field })
    };
    (@alone ($loader:ident $node:ident $names:ident $word:ident) $example:literal ($term:expr) $make:expr) => {
        if let (true, Some(node)) = ($word == word_of($example), single($node)) {
            let what = $word.to_lowercase();
            return Term::read(&$term, $loader, node, $names, &what).map($make);
        }
    };
    (@read ($loader:ident $node:ident $names:ident $word:ident) $example:literal $variant:ident { $(
        $field:ident $(in $file:literal)? $($label:literal)?: $type:ty as $term:expr
    ),* $(,)? }) => {
        if $word == word_of($example) && single($node).is_none() {
            let mut fields = $loader.reader.fields($node, $word)?;
            $(let $field: Option<$type> = field(
                $loader, &mut fields, $names, said!(@or stringify!($field) $(, $file)?), &$term,
            );)*
            fields.done(&mut $loader.reader);
            return Some(Self::$variant { $($field: $field?),* });
        }
    };

    // Says what an editor offers for a variant.
    (@form $catalog:ident $example:literal $about:literal ($type:ty as $term:expr)) => {
        Variant::one(word_of($example), $about, Term::<$type>::kind(&$term, $catalog))
    };
    (@form $catalog:ident $example:literal $about:literal [$field:ident: $type:ty as $term:expr]) => {
        Variant::one(word_of($example), $about, Term::<$type>::kind(&$term, $catalog))
    };
    (@form $catalog:ident $example:literal $about:literal { $(
        $field:ident $(in $file:literal)? $($label:literal)?: $type:ty as $term:expr
    ),* $(,)? }) => {
        Variant::new(word_of($example), $about, vec![$({
            let name = said!(@or stringify!($field) $(, $file)?);
            form::<$type>($catalog, name, said!(@or spoken(name) $(, $label.to_owned())?), &$term)
        }),*])
    };

    // Declares the enum.
    (@enum $(#[$meta:meta])* pub enum $name:ident: $what:literal, $expected:literal { $(
        $(#[$doc:meta])*
        $variant:ident $(($single:ty as $single_term:expr))?
        $([$alone:ident: $alone_type:ty as $alone_term:expr])? $({ $(
            $field:ident $(in $file:literal)? $($label:literal)?: $type:ty as $term:expr
        ),* $(,)? })? = $example:literal, $about:literal,
    )* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$doc])* $variant $(($single))? $({ $alone: $alone_type })? $({ $($field: $type),* })?,)*
        }
    };

    ($(#[$meta:meta])* pub enum $name:ident: $what:literal, $expected:literal { $(
        $(#[$doc:meta])* $variant:ident $body:tt = $example:literal, $about:literal,
    )* }) => {
        said!(@enum $(#[$meta])* pub enum $name: $what, $expected { $(
            $(#[$doc])* $variant $body = $example, $about,
        )* });

        impl $name {
            /// Reads what is said; `None` notes why it cannot be had.
            pub(in crate::rules::battlescape::scenario) fn read(
                loader: &mut $crate::mission::Loader,
                node: &$crate::content::tree::Node,
                names: &$crate::rules::battlescape::scenario::names::Names,
            ) -> Option<Self> {
                use $crate::rules::battlescape::scenario::said::{Term, field, single, word_of};

                let word = loader.reader.variant(node, $expected)?;
                $(said!(@read (loader node names word) $example $variant $body);)*
                let (found, allowed) = (node.describe(), [$($example),*].join(", "));
                let message = format!("{} {found} is unknown (allowed: {allowed})", $what);
                loader.reader.problem(node.place, message);
                None
            }

            /// Lists what can be said, for editors.
            pub(in crate::rules::battlescape) fn forms(
                catalog: &$crate::content::Catalog,
            ) -> Vec<$crate::content::form::Variant> {
                use $crate::{
                    content::form::{Variant, spoken},
                    rules::battlescape::scenario::said::{Term, form, word_of},
                };

                vec![$(said!(@form catalog $example $about $body)),*]
            }
        }
    };
}
pub(super) use said;

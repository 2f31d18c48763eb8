//! Declares enums that files write as calls: a name, with parts in parentheses or with named fields.
//!
//! **Invariant:** a call is handed out only when every part of it was read; one that is unknown, or has other
//! parts, is told with how it is written.

use crate::content::problem::suggest;
use crate::content::reader::Reader;
use crate::content::tree::{Node, Value};

impl Reader {
    /// Splits `Name`, `Name(part, part)` and `Name(field: value)`, which has no parts; `expected` is for
    /// messages.
    pub fn call<'n>(&mut self, node: &'n Node, expected: &str) -> Option<(&'n str, &'n [Node])> {
        let name = self.variant(node, expected)?;
        match &node.value {
            Value::Tuple(_, parts) => Some((name, parts)),
            _ => Some((name, &[])),
        }
    }

    /// Notes a call that is none of some forms, or one of them with other parts; returns nothing.
    pub fn strange<T>(&mut self, node: &Node, what: &str, forms: &[&'static str]) -> Option<T> {
        let found = node.word().unwrap_or_default();
        let name = |form: &'static str| form.split('(').next().unwrap_or_default();
        let message = match forms.iter().find(|form| name(form) == found) {
            Some(form) => format!("{what} `{found}` is written {form}"),
            None => {
                let names = forms.iter().map(|form| name(form));
                format!("{what} `{found}` is unknown{}", suggest(found, names))
            }
        };
        self.problem(node.place, message);
        None
    }
}

/// Declares enums by what files write, each with an example.
///
/// A part has bounds where its type asks for some, and may have another name in messages; what has named
/// fields is a record.
///
/// ```text
/// calls! {
///     /// What a card does.
///     pub enum Effect: "effect", "an effect, such as Draw(2)" {
///         /// Its owner draws cards.
///         Draw(count: u8 [1..=10] as "number of cards") = "Draw(2)",
///         /// It stays on the table.
///         Stays,
///         /// It bursts: `Burst(radius: 2, harm: 3)`.
///         Burst { Burst } = "Burst(radius: 2, harm: 3)",
///     }
/// }
/// ```
macro_rules! calls {
    (@form $variant:ident) => { stringify!($variant) };
    (@form $variant:ident $form:literal) => { $form };
    ($(
        $(#[$meta:meta])*
        pub enum $name:ident: $what:literal, $expected:literal {
            $(
                $(#[$variant_meta:meta])*
                $variant:ident
                $(($($part:ident: $type:ty $([$bounds:expr])? $(as $word:literal)?),*))?
                $({ $record:ty })?
                $(= $form:literal)?
            ),* $(,)?
        }
    )*) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
        pub enum $name {
            $($(#[$variant_meta])* $variant $(($($type),*))? $(($record))?,)*
        }

        impl $crate::content::definition::Entry for $name {
            type Bounds = ();

            fn read(
                node: &$crate::content::tree::Node,
                reader: &mut $crate::content::reader::Reader,
                _: &str,
                (): (),
            ) -> Option<Self> {
                use $crate::content::definition::read_field;
                let (name, parts) = reader.call(node, $expected)?;
                $(if name == stringify!($variant) && let [$($($part),*)?] = parts {
                    $($(let $part = <$type as $crate::content::definition::Entry>::read(
                        $part,
                        reader,
                        read_field!(@or stringify!($part) $(, $word)?),
                        read_field!(@or () $(, $bounds)?),
                    );)*)?
                    return Some(Self::$variant
                        $(($($part?),*))?
                        $((<$record as $crate::content::definition::Entry>::read(node, reader, $what, ())?))?);
                })*
                let forms = [$($crate::content::call::calls!(@form $variant $($form)?)),*];
                reader.strange(node, $what, &forms)
            }
        }

        impl $crate::content::definition::Entry for Box<$name> {
            type Bounds = ();

            fn read(
                node: &$crate::content::tree::Node,
                reader: &mut $crate::content::reader::Reader,
                what: &str,
                (): (),
            ) -> Option<Self> {
                <$name as $crate::content::definition::Entry>::read(node, reader, what, ())
                    .map(Box::new)
            }
        }

        impl $crate::content::definition::Entry for Vec<$name> {
            type Bounds = ();

            fn read(
                node: &$crate::content::tree::Node,
                reader: &mut $crate::content::reader::Reader,
                what: &str,
                (): (),
            ) -> Option<Self> {
                let nodes = reader.list(node, what).iter();
                $crate::content::reader::all_read(nodes.map(|node| {
                    <$name as $crate::content::definition::Entry>::read(node, reader, what, ())
                }))
            }
        }
    )*};
}
pub(crate) use calls;

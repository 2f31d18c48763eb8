//! Declares definitions once: their fields with bounds, their ids, and how files name them.
//!
//! **Invariant:** a definition is handed out only when every field of it was read; its id is its place in
//! the list of its kind.

use std::ops::RangeInclusive;

use crate::content::{
    position,
    reader::{Fields, Reader},
    tree::Node,
};

/// A definition that files name by its key.
pub trait Definition {
    /// Names it by its place in the list of its kind.
    type Id: From<u8> + PartialEq;

    /// Returns the key.
    fn key(&self) -> &str;
}

/// What a field of a definition holds.
pub trait Entry: Sized {
    /// What files may say.
    type Bounds;

    /// Reads it; `what` names it in messages. `None` notes why it cannot be had.
    fn read(node: &Node, reader: &mut Reader, what: &str, bounds: Self::Bounds) -> Option<Self>;
}

/// Text of a definition.
#[derive(Clone, Copy, Debug)]
pub enum Text {
    /// One line that is not long.
    Name,
    /// Some lines.
    Prose,
}

impl Entry for String {
    type Bounds = Text;

    fn read(node: &Node, reader: &mut Reader, what: &str, text: Text) -> Option<Self> {
        let read = match text {
            Text::Name => reader.name(node, what),
            Text::Prose => reader.prose(node, what),
        };
        read.map(str::to_owned)
    }
}

impl Entry for bool {
    type Bounds = ();

    fn read(node: &Node, reader: &mut Reader, what: &str, (): ()) -> Option<Self> {
        reader.bool(node, what)
    }
}

impl<T: Entry> Entry for Option<T> {
    type Bounds = T::Bounds;

    fn read(node: &Node, reader: &mut Reader, what: &str, bounds: T::Bounds) -> Option<Self> {
        T::read(node, reader, what, bounds).map(Some)
    }
}

/// Reads whole numbers of some types.
macro_rules! ints {
    ($($int:ident)*) => {$(
        impl Entry for $int {
            type Bounds = RangeInclusive<Self>;

            fn read(
                node: &Node,
                reader: &mut Reader,
                what: &str,
                range: RangeInclusive<Self>,
            ) -> Option<Self> {
                reader.int(node, what, range)
            }
        }
    )*};
}
ints!(i16 u8 u16);

impl Fields<'_> {
    /// Reads a field; left out, it is what is usual, if anything is.
    pub fn entry<T: Entry>(
        &mut self,
        reader: &mut Reader,
        name: &'static str,
        bounds: T::Bounds,
        usual: Option<T>,
    ) -> Option<T> {
        let node = match usual {
            Some(usual) => match self.get(name) {
                Some(node) => node,
                None => return Some(usual),
            },
            None => self.need(reader, name)?,
        };
        T::read(node, reader, name, bounds)
    }
}

impl Reader {
    /// Reads the key of a definition in quotes; its id among `all`.
    pub fn definition<T: Definition>(
        &mut self,
        node: &Node,
        what: &str,
        all: &[T],
    ) -> Option<T::Id> {
        let keys: Vec<_> = all.iter().map(T::key).collect();
        let find = |key: &str| position(keys.iter().copied(), key).map(T::Id::from);
        self.key(node, what, find, &keys)
    }
}

/// Declares definitions, which files list by key: `"laser": (name: "Laser", range: 3)`.
///
/// ```text
/// definitions! {
///     /// One weapon (§9).
///     pub struct Weapon: "weapon" {
///         /// Name shown to people.
///         pub name: String [Text::Name],
///         /// Range in hexes, from 1 to 20.
///         pub range: u8 [1..=20],
///         /// Whether it is silent, which it is not unless the file says so.
///         pub silent: bool = false,
///     }
/// }
/// ```
macro_rules! definitions {
    ($(
        $(#[$meta:meta])*
        pub struct $name:ident: $what:literal {
            $(
                $(#[$field_meta:meta])*
                pub $field:ident: $type:ty $([$bounds:expr])? $(= $usual:expr)?
            ),* $(,)?
        }
    )*) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            /// Key in files.
            pub key: String,
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl $name {
            /// Reads the definition of a key.
            fn read(
                reader: &mut $crate::content::reader::Reader,
                key: &str,
                node: &$crate::content::tree::Node,
            ) -> Option<Self> {
                $crate::content::definition::read_fields!(
                    reader, node, $what, $($field: $type $([$bounds])? $(= $usual)?,)*
                );
                Some(Self { key: key.to_owned(), $($field: $field?),* })
            }
        }
    )*};
}
pub(crate) use definitions;

/// Declares parts of definitions: plain data without a key.
macro_rules! parts {
    ($(
        $(#[$meta:meta])*
        pub struct $name:ident: $what:literal {
            $(
                $(#[$field_meta:meta])*
                pub $field:ident: $type:ty $([$bounds:expr])? $(= $usual:expr)?
            ),* $(,)?
        }
    )*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl $crate::content::definition::Entry for $name {
            type Bounds = ();

            fn read(
                node: &$crate::content::tree::Node,
                reader: &mut $crate::content::reader::Reader,
                _: &str,
                (): (),
            ) -> Option<Self> {
                $crate::content::definition::read_fields!(
                    reader, node, $what, $($field: $type $([$bounds])? $(= $usual)?,)*
                );
                Some(Self { $($field: $field?),* })
            }
        }
    )*};
}
pub(crate) use parts;

/// Reads the fields of a struct into variables of their names, all before any is missed.
macro_rules! read_fields {
    (@bounds) => { () };
    (@bounds $bounds:expr) => { $bounds };
    (@usual) => { None };
    (@usual $usual:expr) => { Some($usual) };
    (
        $reader:ident, $node:ident, $what:literal,
        $($field:ident: $type:ty $([$bounds:expr])? $(= $usual:expr)?,)*
    ) => {
        let mut fields = $reader.fields($node, $what)?;
        $(let $field: Option<$type> = fields.entry(
            $reader,
            stringify!($field),
            $crate::content::definition::read_fields!(@bounds $($bounds)?),
            $crate::content::definition::read_fields!(@usual $($usual)?),
        );)*
        fields.done($reader);
    };
}
pub(crate) use read_fields;

/// Declares the ids of a rule set's definitions and how its content finds them by id and by key.
///
/// ```text
/// ids! { OwnContent:
///     weapons: Weapon = WeaponId, weapon, weapon_named;
/// }
/// ```
macro_rules! ids {
    ($content:ident: $($list:ident: $name:ident = $id:ident, $get:ident, $find:ident;)*) => {$(
        #[doc = concat!("Index of a definition in [`", stringify!($content), "::", stringify!($list), "`].")]
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize,
            serde::Deserialize,
        )]
        pub struct $id(pub u8);

        impl $id {
            /// Returns the index into the list.
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }

        impl From<u8> for $id {
            fn from(index: u8) -> Self {
                Self(index)
            }
        }

        impl $crate::content::definition::Definition for $name {
            type Id = $id;

            fn key(&self) -> &str {
                &self.key
            }
        }

        impl $content {
            /// Returns a definition.
            pub fn $get(&self, id: $id) -> &$name {
                &self.$list[id.index()]
            }

            /// Finds a definition by its key.
            pub fn $find(&self, key: &str) -> Option<$id> {
                let keys = self.$list.iter().map(|one| one.key.as_str());
                $crate::content::position(keys, key).map($id)
            }
        }
    )*};
}
pub(crate) use ids;

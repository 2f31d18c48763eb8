//! Declares definitions once: their fields with bounds, their ids, and how files name them.
//!
//! **Invariant:** a definition is handed out only when every field of it was read; its id is its place in
//! the list of its kind.

use std::ops::RangeInclusive;

use crate::content::position;
use crate::content::reader::{Fields, Reader, all_read};
use crate::content::tree::{Node, Value};

/// A definition that files name by its key.
pub trait Definition {
    /// Names it by its place in the list of its kind.
    type Id: From<u8> + PartialEq;

    /// Returns the key.
    fn key(&self) -> &str;

    /// Returns the name shown to people.
    fn name(&self) -> &str;

    /// Returns what it is in a sentence; nothing where names say it all.
    fn about(&self) -> &str;
}

/// Lists the names of definitions, in their order.
pub fn names<T: Definition>(all: &[T]) -> Vec<String> {
    all.iter().map(|one| one.name().to_owned()).collect()
}

/// Plain data that files give field by field.
pub trait Record: Sized {
    /// What messages call it.
    const WHAT: &'static str;

    /// Reads it from fields, all of its own before any is missed.
    fn of_fields(fields: &mut Fields, reader: &mut Reader) -> Option<Self>;
}

/// What a field of a definition holds.
pub trait Entry: Sized {
    /// What files may say.
    type Bounds;

    /// Reads it; `what` names it in messages. `None` notes why it cannot be had.
    fn read(node: &Node, reader: &mut Reader, what: &str, bounds: Self::Bounds) -> Option<Self>;
}

impl<T: Record> Entry for T {
    type Bounds = ();

    fn read(node: &Node, reader: &mut Reader, _: &str, (): ()) -> Option<Self> {
        let mut fields = reader.fields(node, T::WHAT)?;
        let read = T::of_fields(&mut fields, reader);
        fields.done(reader);
        read
    }
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
        match reader.option(node) {
            Some(node) => T::read(node, reader, what, bounds).map(Some),
            None => Some(None),
        }
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
    /// Reads a field by its name, with what messages call it; left out, it is what is usual, if anything is.
    pub fn entry<T: Entry>(
        &mut self,
        reader: &mut Reader,
        [name, what]: [&'static str; 2],
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
        T::read(node, reader, what, bounds)
    }
}

impl<'n> Fields<'n> {
    /// Reads a field that may be left out; the inner `None` is that.
    pub fn maybe<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&'n Node) -> Option<T>,
    ) -> Option<Option<T>> {
        self.or(name, None, |node| read(node).map(Some))
    }

    /// Reads the definition that a field names.
    pub fn definition<T: Definition>(
        &mut self,
        reader: &mut Reader,
        name: &'static str,
        what: &str,
        all: &[T],
    ) -> Option<T::Id> {
        let node = self.need(reader, name)?;
        reader.definition(node, what, all)
    }

    /// Reads the definitions that a field lists; left out, none.
    pub fn definitions<T: Definition>(
        &mut self,
        reader: &mut Reader,
        name: &'static str,
        what: &str,
        all: &[T],
    ) -> Option<Vec<T::Id>> {
        let nodes = self
            .get(name)
            .map_or(&[][..], |node| reader.list(node, what));
        let read = nodes.iter().map(|node| reader.definition(node, what, all));
        all_read(read)
    }
}

/// Most definitions of one kind, so that every id fits.
pub(super) const MOST: usize = 250;

/// Definitions that a field maps by key: `weapons: {"laser": (...)}`.
impl<'n> Fields<'n> {
    /// Lists the keys as they are written: those with mistakes, too, since each mistake is told once.
    pub fn keys(&mut self, name: &'static str) -> Vec<&'n str> {
        let Some(Value::Map(entries)) = self.get(name).map(|node| &node.value) else {
            return Vec::new();
        };
        entries
            .iter()
            .filter_map(|(key, _)| key.as_text())
            .collect()
    }

    /// Lists the entries with sound keys; ids of definitions are their places among these.
    pub fn by_key(&mut self, reader: &mut Reader, name: &'static str) -> Vec<Keyed<'n>> {
        let Some(node) = self.need(reader, name) else {
            return Vec::new();
        };
        let expected = format!("{name} as {{\"key\": (...)}}");
        let entries = reader.entries(node, &expected).unwrap_or_default();
        if matches!(node.value, Value::Map(_)) && !(1..=MOST).contains(&entries.len()) {
            reader.problem(node.place, format!("{name} must be from 1 to {MOST}"));
            return Vec::new();
        }
        let mut found = Vec::new();
        for (at, (key, node)) in entries.iter().enumerate() {
            let Some(text) = reader.name(key, "key") else {
                continue;
            };
            if entries[..at]
                .iter()
                .any(|(other, _)| other.value == key.value)
            {
                reader.problem(key.place, format!("{text:?} is given twice"));
            }
            found.push(Keyed { text, key, node });
        }
        found
    }

    /// Reads all definitions of a kind.
    pub fn list<T>(
        &mut self,
        reader: &mut Reader,
        name: &'static str,
        read: fn(&mut Reader, &str, &Node) -> Option<T>,
    ) -> Vec<T> {
        let entries = self.by_key(reader, name).into_iter();
        let read = entries.filter_map(|one| read(reader, one.text, one.node));
        read.collect()
    }
}

/// An entry of a map of definitions.
#[derive(Clone, Copy, Debug)]
pub struct Keyed<'n> {
    /// The key.
    pub text: &'n str,
    /// Where the key stands.
    pub key: &'n Node,
    /// The definition.
    pub node: &'n Node,
}

impl Reader {
    /// Keeps the keys of definitions, for ids that are read.
    pub fn know_all<T: Definition + Record>(&mut self, all: &[T]) {
        self.know_by(T::WHAT, all);
    }

    /// Keeps the keys of definitions by what messages call them.
    pub fn know_by<T: Definition>(&mut self, what: &'static str, all: &[T]) {
        let keys: Vec<_> = all.iter().map(T::key).collect();
        self.know(what, &keys);
    }

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
///     pub struct Weapon: "weapon", name {
///         /// Range in hexes, from 1 to 20.
///         pub range: u8 [1..=20],
///         /// Whether it is silent, which it is not unless the file says so.
///         pub silent: bool = false,
///     }
/// }
/// ```
macro_rules! definitions {
    (@doc name) => { "Name shown to people." };
    (@doc description) => { "One sentence for the encyclopedia and inspection." };
    (@text name) => { $crate::content::definition::Text::Name };
    (@text description) => { $crate::content::definition::Text::Prose };
    ($(
        $(#[$meta:meta])*
        pub struct $name:ident: $what:literal $(, $text:ident)* {
            $(
                $(#[$field_meta:meta])*
                pub $field:ident: $type:ty $([$bounds:expr])? $(= $usual:expr)?
            ),* $(,)?
        }
    )*) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
        pub struct $name {
            /// Key in files.
            pub key: String,
            $(
                #[doc = $crate::content::definition::definitions!(@doc $text)]
                pub $text: String,
            )*
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl $name {
            /// What messages call it.
            pub const WHAT: &'static str = $what;

            /// Reads the definition of a key.
            pub(crate) fn read(
                reader: &mut $crate::content::reader::Reader,
                key: &str,
                node: &$crate::content::tree::Node,
            ) -> Option<Self> {
                let mut fields = reader.fields(node, $what)?;
                $(let $text: Option<String> = $crate::content::definition::read_field!(
                    reader, fields, $text [$crate::content::definition::definitions!(@text $text)]
                );)*
                $(let $field: Option<$type> = $crate::content::definition::read_field!(
                    reader, fields, $field $([$bounds])? $(= $usual)?
                );)*
                fields.done(reader);
                Some(Self { key: key.to_owned(), $($text: $text?,)* $($field: $field?),* })
            }
        }
    )*};
}
pub(crate) use definitions;

/// Declares records: definitions that hold their own key, and parts of definitions.
///
/// A field may have another name in files, and another in messages; or it is read from all the fields.
///
/// ```text
/// records! {
///     /// One gun (§12).
///     pub struct Gun: "gun" {
///         /// Damage type.
///         pub damage_type in "type": DamageType as "damage type" = DamageType::Kinetic,
///         /// Which way it works, with the fields that belong to that.
///         pub action in all: Action,
///     }
/// }
/// ```
macro_rules! records {
    ($(
        $(#[$meta:meta])*
        pub struct $name:ident: $what:literal {
            $(
                $(#[$field_meta:meta])*
                pub $field:ident $(in $file:tt)?: $type:ty $([$bounds:expr])? $(as $word:literal)?
                    $(= $usual:expr)?
            ),* $(,)?
        }
    )*) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl $name {
            /// What messages call it.
            pub const WHAT: &'static str = $what;
        }

        impl $crate::content::definition::Record for $name {
            const WHAT: &'static str = Self::WHAT;

            fn of_fields(
                fields: &mut $crate::content::reader::Fields,
                reader: &mut $crate::content::reader::Reader,
            ) -> Option<Self> {
                $(let $field: Option<$type> = $crate::content::definition::read_field!(
                    reader, fields, $field $(in $file)? $([$bounds])? $(as $word)? $(= $usual)?
                );)*
                Some(Self { $($field: $field?),* })
            }
        }
    )*};
}
pub(crate) use records;

/// Reads a field of a struct as it is declared.
macro_rules! read_field {
    (@or $usual:expr) => { $usual };
    (@or $usual:expr, $given:expr) => { $given };
    ($reader:ident, $fields:ident, $field:ident in all) => {
        $crate::content::definition::Record::of_fields($fields, $reader)
    };
    ($reader:ident, $fields:ident, $field:ident $([$bounds:expr])? $(as $word:literal)? $(= $usual:expr)?) => {
        $crate::content::definition::read_field!(@entry $reader, $fields, stringify!($field), $([$bounds])? $(as $word)? $(= $usual)?)
    };
    ($reader:ident, $fields:ident, $field:ident in $file:literal $([$bounds:expr])? $(as $word:literal)? $(= $usual:expr)?) => {
        $crate::content::definition::read_field!(@entry $reader, $fields, $file, $([$bounds])? $(as $word)? $(= $usual)?)
    };
    (@entry $reader:ident, $fields:ident, $name:expr, $([$bounds:expr])? $(as $word:literal)? $(= $usual:expr)?) => {
        $fields.entry(
            $reader,
            [$name, $crate::content::definition::read_field!(@or $name $(, $word)?)],
            $crate::content::definition::read_field!(@or () $(, $bounds)?),
            $crate::content::definition::read_field!(@or None $(, Some($usual))?),
        )
    };
}
pub(crate) use read_field;

/// Declares the ids of a rule set's definitions and how its content finds them by id and by key.
///
/// ```text
/// ids! { OwnContent:
///     weapons: Weapon = WeaponId, weapon, weapon_named;
///     ships: Ship = ShipId, ship, ship_named, description;
/// }
/// ```
macro_rules! ids {
    ($content:ident:
        $($list:ident: $name:ident = $id:ident, $get:ident, $find:ident $(, $about:ident)?;)*
    ) => {$(
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

        impl $crate::content::definition::Entry for $id {
            type Bounds = ();

            fn read(
                node: &$crate::content::tree::Node,
                reader: &mut $crate::content::reader::Reader,
                _: &str,
                (): (),
            ) -> Option<Self> {
                reader.known(node, $name::WHAT).map(Self)
            }
        }

        impl $crate::content::definition::Entry for Vec<$id> {
            type Bounds = ();

            fn read(
                node: &$crate::content::tree::Node,
                reader: &mut $crate::content::reader::Reader,
                _: &str,
                (): (),
            ) -> Option<Self> {
                let nodes = reader.list(node, stringify!($list)).iter();
                nodes.map(|node| reader.known(node, $name::WHAT).map($id)).collect()
            }
        }

        impl $crate::content::definition::Definition for $name {
            type Id = $id;

            fn key(&self) -> &str {
                &self.key
            }

            fn name(&self) -> &str {
                &self.name
            }

            fn about(&self) -> &str {
                $crate::content::definition::read_field!(@or "" $(, &self.$about)?)
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

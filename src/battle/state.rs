//! The state of a battle that a rule set brings: that of a unit, declared once, and what is beside
//! units and tiles.
//!
//! **Invariant:** whoever reads, writes, hashes or saves a unit as a whole does it by this list.

use std::hash::Hash;

use bevy::prelude::{Resource, World};

use crate::battle::fingerprint::stable_hash;
use crate::battle::rules::Record;
use crate::battle::unit::UnitId;

/// All changing components of a unit as one value.
pub trait UnitParts: Record + Hash {
    /// Prepares a world whose units have all their components for [`Self::read`].
    fn prepare(world: &mut World);

    /// Reads the components of a unit.
    fn read(world: &World, id: UnitId) -> Self;

    /// Reads the components of many units, in order.
    fn read_all(world: &World, ids: &[UnitId]) -> impl Iterator<Item = Self>;

    /// Gives a unit these components.
    fn insert(&self, world: &mut World, id: UnitId);
}

/// State of a rule set beside units and tiles.
pub trait OwnState: Record + Hash {
    /// Reads it.
    fn read(world: &World) -> Self;

    /// Puts it back.
    fn write(&self, world: &mut World);

    /// Returns its share in the fingerprint.
    fn print(world: &World) -> u64 {
        stable_hash(&Self::read(world))
    }
}

impl<T: Resource + Record + Hash> OwnState for T {
    fn read(world: &World) -> Self {
        world.resource::<Self>().clone()
    }

    fn write(&self, world: &mut World) {
        world.insert_resource(self.clone());
    }

    fn print(world: &World) -> u64 {
        stable_hash(world.resource::<Self>())
    }
}

/// Declares the value that holds every changing component of a unit.
///
/// ```text
/// unit_state! {
///     /// Every changing component of one unit.
///     pub struct UnitState {
///         /// Hex, or the last one: what the component `Position` wraps.
///         pub tile: TileId as Position,
///         /// Hit points, which are a component themselves.
///         pub health: Health,
///     }
/// }
/// ```
///
/// [`Position`](crate::battle::unit::Position) and [`Presence`](crate::battle::unit::Presence) have to be
/// among them, since the core seats units by these. The value has `read` and `of` to read a unit, and
/// `insert` to write one ([`UnitParts`]).
#[macro_export]
macro_rules! unit_state {
    (@part $type:ty) => { $type };
    (@part $type:ty, $part:ident) => { $part };
    (@read $value:expr) => { Clone::clone($value) };
    (@read $value:expr, $part:ident) => { $value.0 };
    (@write $value:expr) => { Clone::clone(&$value) };
    (@write $value:expr, $part:ident) => { $part($value) };
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[$field_meta:meta])* pub $field:ident: $type:ty $(as $part:ident)?,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
        }

        #[derive(bevy::ecs::query::QueryData)]
        struct Components {
            $($field: &'static $crate::battle::state::unit_state!(@part $type $(, $part)?),)*
        }

        #[derive(bevy::prelude::Bundle)]
        struct Body {
            $($field: $crate::battle::state::unit_state!(@part $type $(, $part)?),)*
        }

        /// Reads all components of a unit at once; prepared when a battle is set up.
        #[derive(bevy::prelude::Resource)]
        pub struct UnitReader(bevy::prelude::QueryState<Components>);

        impl UnitReader {
            /// Prepares the reader for the units of a world.
            pub fn prepare(world: &mut bevy::prelude::World) {
                let reader = Self(world.query());
                world.insert_resource(reader);
            }
        }

        impl $name {
            /// Reads the components of a unit.
            ///
            /// # Panics
            /// If the unit lacks one.
            pub fn read(
                world: &bevy::prelude::World,
                id: $crate::battle::unit::UnitId,
            ) -> Self {
                Self::of($crate::battle::unit::Units::of(world), id)
            }

            /// Reads the components of a unit among those that were looked up.
            ///
            /// # Panics
            /// If the unit lacks one.
            pub fn of(
                units: $crate::battle::unit::Units,
                id: $crate::battle::unit::UnitId,
            ) -> Self {
                let reader = units.world().resource::<UnitReader>();
                Self::by(reader, units, id)
            }

            fn by(
                reader: &UnitReader,
                units: $crate::battle::unit::Units,
                id: $crate::battle::unit::UnitId,
            ) -> Self {
                let (world, entity) = (units.world(), units.roster().entity(id));
                let parts = (reader.0.get_manual(world, entity))
                    .expect("every unit has the components of its rule set");
                Self {
                    $($field: $crate::battle::state::unit_state!(@read parts.$field $(, $part)?),)*
                }
            }

        }

        impl $crate::battle::state::UnitParts for $name {
            fn prepare(world: &mut bevy::prelude::World) {
                UnitReader::prepare(world);
            }

            fn read(
                world: &bevy::prelude::World,
                id: $crate::battle::unit::UnitId,
            ) -> Self {
                Self::read(world, id)
            }

            fn read_all(
                world: &bevy::prelude::World,
                ids: &[$crate::battle::unit::UnitId],
            ) -> impl Iterator<Item = Self> {
                let units = $crate::battle::unit::Units::of(world);
                let reader = world.resource::<UnitReader>();
                ids.iter().map(move |&id| Self::by(reader, units, id))
            }

            fn insert(
                &self,
                world: &mut bevy::prelude::World,
                id: $crate::battle::unit::UnitId,
            ) {
                $crate::battle::unit::unit_mut(world, id).insert(Body {
                    $($field: $crate::battle::state::unit_state!(@write self.$field $(, $part)?),)*
                });
            }
        }
    };
}
pub use unit_state;

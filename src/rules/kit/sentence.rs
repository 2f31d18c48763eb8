//! Sentences in which units, hexes and sides stand by name.

use bevy::prelude::World;

use crate::{
    battle::{
        board::Board,
        grid::TileId,
        unit::{Roster, Side, Title, UnitId, part},
    },
    playing::Setting,
};

/// Something that people call by a name.
pub trait Named {
    /// Returns the name.
    fn named(&self, world: &World) -> String;
}

impl Named for UnitId {
    fn named(&self, world: &World) -> String {
        match world.resource::<Roster>().contains(*self) {
            true => part::<Title>(world, *self).0.clone(),
            false => format!("unit {}", self.0),
        }
    }
}

impl Named for TileId {
    fn named(&self, world: &World) -> String {
        let (column, row) = world.resource::<Board>().grid.to_offset(*self);
        format!("({column}, {row})")
    }
}

impl Named for Side {
    fn named(&self, world: &World) -> String {
        world.resource::<Setting>().mission.sides[self.index()]
            .name
            .clone()
    }
}

impl<T: Named> Named for [T] {
    fn named(&self, world: &World) -> String {
        let names: Vec<_> = self.iter().map(|one| one.named(world)).collect();
        names.join(", ")
    }
}

/// A unit, and how much of something it has: `Vega 3`.
impl Named for (UnitId, u16) {
    fn named(&self, world: &World) -> String {
        format!("{} {}", self.0.named(world), self.1)
    }
}

/// Writes a sentence: `say!(world, [unit, tile], "{unit} moves to {tile}")`.
macro_rules! say {
    ($world:expr, [$($what:ident),* $(,)?], $text:literal) => {{
        $(let $what = $what.named($world);)*
        format!($text)
    }};
}
pub(crate) use say;

/// Says an event by the sentence of its variant, if that has one here: units, hexes and sides stand in it
/// by name, what follows a semicolon as it is.
///
/// ```text
/// sentences!(world, event, Event:
///     Launched { ship, tile } = "{ship} is launched to {tile}";
///     Repaired { unit; hull } = "{unit} is repaired by {hull}";
/// )
/// ```
macro_rules! sentences {
    ($world:expr, $event:expr, $events:ident:
        $($variant:ident { $($what:ident),* $(; $($plain:ident),*)? } = $text:literal;)*
    ) => {
        match $event {
            $($events::$variant { $($what,)* $($($plain,)*)? .. } => {
                Some($crate::rules::kit::sentence::say!($world, [$($what),*], $text))
            })*
            _ => None,
        }
    };
}
pub(crate) use sentences;

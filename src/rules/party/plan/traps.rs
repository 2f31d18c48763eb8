//! Skills tried on locks and traps, traps that spring, and traps that are found (§4).
//!
//! **Invariant:** decides and rolls; writes nothing.

use bevy::prelude::World;

use super::{Plan, Task};
use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::grid::TileId;
use crate::battle::unit::{UnitId, Units};
use crate::rules::party::event::{Event, Trial};
use crate::rules::party::objects::{self, Deed, Sort, objects};
use crate::rules::party::{magic, setup};

impl Plan {
    /// Tries a skill; a trap springs on whoever fails to disarm it (ours).
    pub(super) fn attempt(
        &mut self,
        world: &World,
        unit: UnitId,
        deed: Deed,
        tile: TileId,
        dice: &mut Dice,
    ) -> Option<Event> {
        let (sort, odds, chance) = objects::odds(world, unit, deed, tile)?;
        let check = dice.chance(Label::Fx, chance);
        if deed == Deed::Disarm && !check.passed {
            self.0.push(Task::Spring(unit, tile, sort));
        }
        Some(Event::Tried(Box::new(Trial {
            unit,
            tile,
            sort,
            deed,
            ap: setup::content(world).figures.costs.skill,
            odds,
            chance,
            roll: check.roll - 1,
        })))
    }

    /// Springs the trap of an object on a character, who goes no farther.
    pub(super) fn spring(
        &mut self,
        world: &World,
        unit: UnitId,
        (tile, sort): (TileId, Sort),
        dice: &mut Dice,
    ) -> Option<Event> {
        let trap = objects(world).get(tile, sort)?.trap?;
        Units::of(world).seat(unit)?;
        self.halt();
        let kind = setup::content(world).trap(trap);
        let (rolled, results) = magic::work(world, (kind.spell, kind.rank), unit, dice);
        Some(Event::Sprung {
            unit,
            tile,
            sort,
            trap,
            rolled,
            results,
        })
    }

    /// Has the side of a character find traps, which stops its walk.
    pub(super) fn find(&mut self, world: &World, unit: UnitId) -> Option<Event> {
        let traps = objects::found(world, Units::of(world).side(unit));
        if traps.is_empty() {
            return None;
        }
        self.halt();
        Some(Event::Found { unit, traps })
    }

    /// Has whoever walks stop.
    fn halt(&mut self) {
        self.0.retain(|task| !matches!(task, Task::Walk { .. }));
    }
}

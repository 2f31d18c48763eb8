//! Whether a primary objective can still be met, whatever the sides do from here on (§15.27).
//!
//! Escape is never lost while somebody can leave: all survivors off the map is a victory, too (§2).
//!
//! **Invariant:** a loss is certain; what may still come, join or be found counts as there.

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::phase::Turn;
use crate::battle::unit::{Presence, Roster, UnitId, part};
use crate::rules::battlescape::content::items::ItemId;
use crate::rules::battlescape::gear::{Carried, Pack, Props};
use crate::rules::battlescape::objective::{Goal, PLAYER, Plot, Progress, Stage, home, presence};
use crate::rules::battlescape::scenario::Objective;
use crate::rules::battlescape::scenario::script::{Action, Condition};

/// Why an objective can no longer be met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Loss {
    /// Somebody who has to live is dead.
    Dead(UnitId),
    /// Somebody has left the map.
    Left(UnitId),
    /// Somebody who waits off the board never comes.
    Absent(UnitId),
    /// Too few units are left.
    Units {
        /// Units it takes.
        needs: usize,
        /// Units there can be.
        left: usize,
    },
    /// Too few of an item are left.
    Items {
        /// The item.
        item: ItemId,
        /// How many it takes.
        needs: usize,
        /// How many there can be.
        left: usize,
    },
    /// Too few turns are left.
    Turns {
        /// Turns it takes.
        needs: u16,
        /// Turns there can be.
        left: u16,
    },
}

/// Returns why an objective can no longer be met, if it cannot.
pub(super) fn of(world: &World, objective: &Objective) -> Option<Loss> {
    let fate = |unit: UnitId| match presence(world, unit) {
        Presence::Dead => Some(Loss::Dead(unit)),
        Presence::Escaped => Some(Loss::Left(unit)),
        Presence::Reserve => (!may_come(world, unit)).then_some(Loss::Absent(unit)),
        Presence::OnBoard => None,
    };
    match objective {
        Objective::Eliminate { .. } | Objective::Escape { .. } | Objective::Survive { .. } => None,
        Objective::Kill { unit } => fate(*unit).filter(|loss| !matches!(loss, Loss::Dead(_))),
        Objective::Capture { unit } => fate(*unit),
        Objective::Rescue { unit } => fate(*unit).filter(|loss| !matches!(loss, Loss::Left(_))),
        Objective::Protect { unit, .. } => fate(*unit).filter(|loss| matches!(loss, Loss::Dead(_))),
        Objective::Reach { units, .. } => too_few(world, *units),
        Objective::Control { zones } => too_few(world, apart(zones)),
        Objective::Secure { item, count } => {
            let left = left_of(world, *item);
            (left < *count).then_some(Loss::Items {
                item: *item,
                needs: *count,
                left,
            })
        }
        Objective::Hold { turns, .. } => {
            let progress = world.resource::<Progress>();
            let needs = turns.saturating_sub(progress.held);
            let left = turns_left(world)?;
            (left < needs).then_some(Loss::Turns { needs, left })
        }
    }
}

/// Returns how many turns will still be judged; `None` without a last turn.
pub(super) fn turns_left(world: &World) -> Option<u16> {
    let progress = world.resource::<Progress>();
    let limit = world.resource::<Goal>().limit(progress)?;
    let now = u16::from(progress.stage != Stage::Resolving);
    Some((limit + now).saturating_sub(world.resource::<Turn>().number))
}

/// Lists what the script may still do.
pub(super) fn to_come(world: &World) -> impl Iterator<Item = &Action> {
    let progress = world.resource::<Progress>();
    let turn = world.resource::<Turn>().number;
    let limit = world.resource::<Goal>().limit(progress);
    (0..)
        .zip(&world.resource::<Plot>().0.triggers)
        .filter(|(index, _)| progress.triggered >> index & 1 == 0)
        .filter(move |(_, trigger)| match trigger.when {
            Condition::Turn(when) => when > turn && limit.is_none_or(|limit| when <= limit),
            Condition::Dies(unit) => {
                matches!(presence(world, unit), Presence::OnBoard | Presence::Reserve)
            }
            Condition::Enters { .. } | Condition::Interacts(_) | Condition::Completes(_) => true,
        })
        .flat_map(|(_, trigger)| &trigger.then)
}

/// Whether a unit that waits off the board may still be brought.
fn may_come(world: &World, unit: UnitId) -> bool {
    to_come(world).any(|action| matches!(action, Action::Spawn(units) if units.contains(&unit)))
}

/// Whether a unit is on the board or may still be.
pub(super) fn is_about(world: &World, unit: UnitId) -> bool {
    match presence(world, unit) {
        Presence::OnBoard => true,
        Presence::Reserve => may_come(world, unit),
        Presence::Dead | Presence::Escaped => false,
    }
}

/// Whether side 0 has fewer units than it takes, all counted that may still join it.
fn too_few(world: &World, needs: usize) -> Option<Loss> {
    let joins = |id: UnitId| {
        to_come(world).any(|action| {
            matches!(action, Action::Join { unit, side } if *unit == id && *side == PLAYER)
        })
    };
    let (own, others): (Vec<_>, Vec<_>) = (world.resource::<Roster>().ids())
        .filter(|&id| is_about(world, id))
        .partition(|&id| home(world, id) == PLAYER);
    if own.len() >= needs {
        return None;
    }
    let left = own.len() + others.into_iter().filter(|&id| joins(id)).count();
    (left < needs).then_some(Loss::Units { needs, left })
}

/// Returns how many units it takes at least to stand in all of some zones: one for each of those that
/// share no hex.
fn apart(zones: &[Vec<TileId>]) -> usize {
    let mut chosen: Vec<&[TileId]> = Vec::new();
    for zone in zones {
        if !(chosen.iter()).any(|other| zone.iter().any(|tile| other.contains(tile))) {
            chosen.push(zone);
        }
    }
    chosen.len()
}

/// Counts an item wherever side 0 may still get it: on the ground, in boxes nobody opened, with whoever
/// is about, and with its own who escaped.
fn left_of(world: &World, item: ItemId) -> usize {
    let is_one =
        |thing: &Carried| matches!(thing, Carried::Item { item: other, .. } if *other == item);
    let carried = (world.resource::<Roster>().ids())
        .filter(|&id| {
            let is_out = presence(world, id) == Presence::Escaped && home(world, id) == PLAYER;
            is_out || is_about(world, id)
        })
        .flat_map(|id| part::<Pack>(world, id).slots)
        .flatten()
        .filter(is_one);
    let litter = &world.resource::<Props>().get().litter;
    let litter = litter.iter().filter(|(_, thing)| is_one(thing));
    let layers = &world.resource::<Board>().layers;
    let boxes = &world.resource::<Plot>().0.objects;
    let boxed = (boxes.iter())
        .filter(|object| !layers.state(object.tile).spent)
        .flat_map(|object| &object.items)
        .filter(|other| **other == item);
    carried.count() + litter.count() + boxed.count()
}

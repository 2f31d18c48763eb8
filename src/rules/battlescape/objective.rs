//! Objectives and outcome (§2).
//!
//! **Invariant:** judged from the truth; outcomes are told for side 0.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    battle::{
        board::Board,
        grid::TileId,
        phase::{Ending, Outcome, Turn},
        unit::{self, Position, Presence, Roster, Side, UnitId, units_on_board},
    },
    mission::Objective,
    rules::battlescape::{nerve::is_conscious, soldier::Loyalty},
};

/// The side outcomes are told for.
pub const PLAYER: Side = Side(0);

/// The objective in force, set up from the mission.
#[derive(Resource, Clone, Debug)]
pub struct Goal {
    /// Primary objective.
    pub primary: Objective,
    /// Last turn, if there is one.
    pub turn_limit: Option<u16>,
    /// Hexes from which a unit may leave.
    pub exits: Vec<TileId>,
}

/// Where the loop of §2 stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// The active side orders.
    #[default]
    Acting,
    /// The next side's phase is about to begin.
    HandOver,
    /// All sides are done; the resolution is about to run.
    Resolving,
}

/// Where the battle stands.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Progress {
    /// Stage of the turn.
    pub stage: Stage,
    /// Turns in a row the zone was held at resolution.
    pub held: u16,
    /// Whether the side plays on without a turn limit.
    pub unlimited: bool,
}

/// Whether no conscious unit of a side is left on the board.
fn is_gone(world: &World, side: Side) -> bool {
    let board = world.resource::<Board>();
    let mut units = world.resource::<Roster>().ids();
    !units.any(|id| {
        unit::part::<Loyalty>(world, id).home == side
            && board.seat(id).is_some()
            && is_conscious(*unit::part(world, id), *unit::part(world, id))
    })
}

fn escaped(world: &World, side: Side) -> usize {
    let units = world.resource::<Roster>().of_side(side);
    units
        .filter(|&id| *unit::part::<Presence>(world, id) == Presence::Escaped)
        .count()
}

fn in_zone<'a>(
    world: &'a World,
    side: Side,
    zone: &'a [TileId],
) -> impl Iterator<Item = UnitId> + 'a {
    units_on_board(world, side)
        .filter(|&id| zone.contains(&unit::part::<Position>(world, id).0))
        .filter(|&id| is_conscious(*unit::part(world, id), *unit::part(world, id)))
}

/// Returns for how many turns in a row the zone of a Hold objective is held, this one included.
pub fn held_turns(world: &World) -> u16 {
    let Objective::Hold { zone, .. } = &world.resource::<Goal>().primary else {
        return 0;
    };
    let held = in_zone(world, PLAYER, zone).next().is_some();
    let contested = (1..crate::battle::side_count(world))
        .any(|side| in_zone(world, Side(side), zone).next().is_some());
    match held && !contested {
        true => world.resource::<Progress>().held + 1,
        false => 0,
    }
}

/// Whether the primary objective is complete, with this many held turns.
pub fn is_complete(world: &World, held: u16) -> bool {
    match &world.resource::<Goal>().primary {
        Objective::Eliminate { side } => is_gone(world, *side),
        Objective::Reach { zone, units } => in_zone(world, PLAYER, zone).count() >= *units,
        Objective::Escape { units, .. } => escaped(world, PLAYER) >= *units,
        Objective::Hold { turns, .. } => held >= *turns,
    }
}

/// Returns the ending the battle has now, first match of §2, if it has one.
pub fn verdict(world: &World, held: u16) -> Option<Ending> {
    let turn = world.resource::<Turn>().number;
    let goal = world.resource::<Goal>();
    let (is_gone, escaped) = (is_gone(world, PLAYER), escaped(world, PLAYER));
    let late = !world.resource::<Progress>().unlimited
        && goal.turn_limit.is_some_and(|limit| turn >= limit);
    let outcome = if is_gone && escaped == 0 {
        Outcome::Defeat
    } else if is_complete(world, held) {
        Outcome::Victory
    } else if is_gone {
        match goal.primary {
            Objective::Escape { .. } => Outcome::Victory,
            _ => Outcome::MissionFailed,
        }
    } else if late {
        Outcome::MissionFailed
    } else {
        return None;
    };
    let winner = if outcome == Outcome::Victory {
        PLAYER
    } else {
        Side(1)
    };
    Some(Ending {
        outcome,
        winner,
        turn,
    })
}

/// Whether nothing the sides could still do would change the outcome, so that the turn is resolved
/// at once.
pub fn is_settled(world: &World) -> bool {
    let instant = !matches!(world.resource::<Goal>().primary, Objective::Hold { .. });
    is_gone(world, PLAYER) || (instant && is_complete(world, 0))
}

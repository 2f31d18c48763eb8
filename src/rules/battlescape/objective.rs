//! Objectives and outcome (§2).
//!
//! **Invariant:** judged from the truth; outcomes are told for side 0. Units count for the side they
//! belong to, whomever they obey.

mod loss;
mod unopposed;

use std::hash::{Hash, Hasher};

pub use self::loss::Loss;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::phase::{Ending, Outcome, Reason, Turn};
use crate::battle::unit::{self, Presence, Roster, Side, UnitId, Units, Vision};
use crate::content::mode::AiMode;
use crate::rules::battlescape::content::items::ItemId;
use crate::rules::battlescape::gear::{Carried, Pack, Props};
use crate::rules::battlescape::nerve::is_conscious;
use crate::rules::battlescape::scenario::script::Action;
use crate::rules::battlescape::scenario::{Objective, Script};
use crate::rules::battlescape::soldier::Loyalty;

/// The side outcomes are told for.
pub const PLAYER: Side = Side::FIRST;

/// The objective in force, set up from the mission.
#[derive(Resource, Clone, Debug)]
pub struct Goal {
    /// Primary objective.
    pub primary: Objective,
    /// Last turn, if there is one.
    pub turn_limit: Option<u16>,
    /// Hexes from which a unit may leave.
    pub exits: Vec<TileId>,
    /// Hexes on which side 0 may place its units before the first order.
    pub deployment: Vec<TileId>,
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
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Stage of the turn.
    pub stage: Stage,
    /// Turns in a row the zone was held at resolution.
    pub held: u16,
    /// Whether the side plays on without a turn limit.
    pub unlimited: bool,
    /// Whether the side plays on though the objective can no longer be met.
    #[serde(default)]
    pub forlorn: bool,
    /// Units that obey another side than their own.
    pub controlled: u8,
    /// Triggers that were set off, a bit each.
    pub triggered: u64,
    /// Secondary objectives that are complete, a bit each.
    pub done: u64,
    /// Modes that the script gave to sides.
    pub modes: [Option<AiMode>; 8],
}

/// What battles gained since the first saves counts only where it is so: older saves keep their
/// fingerprint.
impl Hash for Progress {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Self {
            stage,
            held,
            unlimited,
            forlorn,
            controlled,
            triggered,
            done,
            modes,
        } = self;
        (stage, held, unlimited, controlled, triggered, done, modes).hash(hasher);
        if *forlorn {
            forlorn.hash(hasher);
        }
    }
}

/// What happens by itself, set up from the mission.
#[derive(Resource, Clone, Debug, Default)]
pub struct Plot(pub Script);

impl Goal {
    /// Returns the last turn in force, if there is one.
    pub(super) fn limit(&self, progress: &Progress) -> Option<u16> {
        self.turn_limit.filter(|_| !progress.unlimited)
    }
}

/// Whether no conscious unit that belongs to a side is left on the board.
pub(super) fn is_gone(units: Units, side: Side) -> bool {
    // Who has no senses has no vision.
    let is_here = |id: UnitId| {
        units.seat(id).is_some()
            && units.part::<Loyalty>(id).home == side
            && units.part::<Vision>(id).0 > 0
    };
    // Few units fight for another side than their own, so those come last.
    let obeys = |id: &UnitId| units.side(*id) == side;
    !units.ids().filter(obeys).chain(units.ids()).any(is_here)
}

/// Returns the side a unit belongs to, whomever it obeys.
pub(super) fn home(world: &World, unit: UnitId) -> Side {
    unit::part::<Loyalty>(world, unit).home
}

/// Counts the units of side 0 that left the map.
pub(super) fn escaped(world: &World) -> usize {
    let ids = world.resource::<Roster>().ids();
    ids.filter(|&id| presence(world, id) == Presence::Escaped && home(world, id) == PLAYER)
        .count()
}

/// Lists the conscious units that belong to a side and stand in a zone.
fn in_zone<'a>(
    world: &'a World,
    side: Side,
    zone: &'a [TileId],
) -> impl Iterator<Item = UnitId> + 'a {
    let board = world.resource::<Board>();
    let ids = world.resource::<Roster>().ids();
    ids.filter(move |&id| home(world, id) == side)
        .filter(|&id| board.seat(id).is_some_and(|seat| zone.contains(&seat)))
        .filter(|&id| is_conscious(*unit::part(world, id), *unit::part(world, id)))
}

/// Returns the damage that danger zones do on a hex at the end of a turn, if any does: the highest (§2).
pub fn zone_damage(world: &World, tile: TileId, turn: u16) -> Option<u16> {
    let triggers = &world.resource::<Plot>().0.triggers;
    let open = world.resource::<Props>().get().dangers.iter();
    let damages = open
        .filter(|danger| danger.from <= turn)
        .filter_map(|danger| {
            let trigger = &triggers[usize::from(danger.trigger)];
            match &trigger.then[usize::from(danger.action)] {
                Action::Danger { zone, damage, .. } if zone.contains(&tile) => Some(*damage),
                _ => None,
            }
        });
    damages.max()
}

/// Returns for how many turns in a row the zone of a Hold objective is held, this one included.
pub fn held_turns(world: &World) -> u16 {
    let Objective::Hold { zone, .. } = &world.resource::<Goal>().primary else {
        return 0;
    };
    match is_held(world, zone) {
        true => world.resource::<Progress>().held + 1,
        false => 0,
    }
}

fn presence(world: &World, unit: UnitId) -> Presence {
    *unit::part::<Presence>(world, unit)
}

/// Whether an objective is complete, with this many held turns.
pub fn is_met(world: &World, objective: &Objective, held: u16) -> bool {
    let turn = world.resource::<Turn>().number;
    match objective {
        Objective::Eliminate { side } => is_gone(Units::of(world), *side),
        Objective::Reach { zone, units } => in_zone(world, PLAYER, zone).count() >= *units,
        Objective::Escape { units, .. } => escaped(world) >= *units,
        Objective::Hold { turns, .. } => held >= *turns,
        Objective::Kill { unit } => presence(world, *unit) == Presence::Dead,
        Objective::Capture { unit } => is_captured(world, *unit),
        Objective::Protect { unit, turns } => {
            turn >= *turns && presence(world, *unit) != Presence::Dead
        }
        Objective::Rescue { unit } => presence(world, *unit) == Presence::Escaped,
        Objective::Survive { turns } => turn >= *turns && !is_gone(Units::of(world), PLAYER),
        Objective::Secure { item, count } => carried(world, *item) >= *count,
        Objective::Control { zones } => zones.iter().all(|zone| is_held(world, zone)),
    }
}

/// Returns why the primary objective can no longer be met, if it cannot and nobody plays on for all that.
pub fn loss(world: &World) -> Option<Loss> {
    match world.resource::<Progress>().forlorn {
        true => None,
        false => loss::of(world, &world.resource::<Goal>().primary),
    }
}

/// Returns why the primary objective cannot be met that the side plays on without.
pub fn forgone(world: &World) -> Option<Loss> {
    match world.resource::<Progress>().forlorn {
        true => loss::of(world, &world.resource::<Goal>().primary),
        false => None,
    }
}

/// Whether the last turn is over at its resolution.
pub(super) fn is_late(world: &World) -> bool {
    let limit = world.resource::<Goal>().limit(world.resource());
    limit.is_some_and(|limit| world.resource::<Turn>().number >= limit)
}

/// Whether a unit lies unconscious with a conscious unit of side 0 next to it.
fn is_captured(world: &World, unit: UnitId) -> bool {
    let board = world.resource::<Board>();
    let Some(seat) = board.seat(unit) else {
        return false;
    };
    !is_conscious(*unit::part(world, unit), *unit::part(world, unit))
        && (board.grid.neighbors(seat))
            .filter_map(|(_, tile)| board.first_occupant(tile))
            .any(|id| {
                home(world, id) == PLAYER
                    && is_conscious(*unit::part(world, id), *unit::part(world, id))
            })
}

/// Counts an item in the packs of side 0's units that are on the board or escaped.
pub(super) fn carried(world: &World, item: ItemId) -> usize {
    let units = world.resource::<Roster>().ids();
    units
        .filter(|&id| home(world, id) == PLAYER)
        .filter(|&id| matches!(presence(world, id), Presence::OnBoard | Presence::Escaped))
        .flat_map(|id| unit::part::<Pack>(world, id).slots)
        .flatten()
        .filter(|thing| matches!(thing, Carried::Item { item: other, .. } if *other == item))
        .count()
}

/// Whether a unit of side 0 stands in a zone and no enemy does.
pub(super) fn is_held(world: &World, zone: &[TileId]) -> bool {
    let roster = world.resource::<Roster>();
    let is_contested = (1..crate::battle::side_count(world))
        .map(Side)
        .filter(|&side| roster.are_hostile(PLAYER, side))
        .any(|side| in_zone(world, side, zone).next().is_some());
    in_zone(world, PLAYER, zone).next().is_some() && !is_contested
}

/// Returns the ending of a battle that is decided, first match of §2, with this many held turns.
pub(super) fn verdict(world: &World, held: u16) -> Option<Ending> {
    let goal = world.resource::<Goal>();
    let (is_gone, escaped) = (is_gone(Units::of(world), PLAYER), escaped(world));
    let outcome = if is_gone && escaped == 0 {
        Outcome::Defeat
    } else if is_met(world, &goal.primary, held) {
        Outcome::Victory
    } else if is_gone {
        match goal.primary {
            Objective::Escape { .. } => Outcome::Victory,
            _ => Outcome::MissionFailed,
        }
    } else if unopposed::is_won(world, held) {
        return Some(ending(world, Outcome::Victory, Reason::Unopposed));
    } else {
        return None;
    };
    Some(ending(world, outcome, Reason::Decided))
}

/// Returns an ending in this turn. What a side has left are its conscious units on the board and those
/// that escaped.
pub(super) fn ending(world: &World, outcome: Outcome, reason: Reason) -> Ending {
    let roster = world.resource::<Roster>();
    let is_left = |id: UnitId| match presence(world, id) {
        Presence::OnBoard => is_conscious(*unit::part(world, id), *unit::part(world, id)),
        Presence::Escaped => true,
        Presence::Dead | Presence::Reserve => false,
    };
    let left = |side| {
        let own = roster.ids().filter(move |&id| home(world, id) == side);
        own.filter(|&id| is_left(id)).count() as u32
    };
    let rivals = (1..crate::battle::side_count(world))
        .map(Side)
        .filter(|&side| roster.are_hostile(PLAYER, side))
        .map(|side| (side, left(side)));
    Ending::decide(outcome, reason, world.resource::<Turn>().number, rivals)
}

/// Whether nothing the sides could still do would change the outcome, so that the turn is resolved
/// at once.
pub fn is_settled(world: &World, units: Units) -> bool {
    let primary = &world.resource::<Goal>().primary;
    // The others are judged when a turn ends, whatever stands so far.
    let is_instant = matches!(
        primary,
        Objective::Reach { .. }
            | Objective::Escape { .. }
            | Objective::Kill { .. }
            | Objective::Rescue { .. }
            | Objective::Secure { .. }
    );
    is_gone(units, PLAYER)
        || match primary {
            Objective::Eliminate { side } => is_gone(units, *side),
            _ => (is_instant && is_met(world, primary, 0)) || loss(world).is_some(),
        }
        || unopposed::is_won(world, world.resource::<Progress>().held)
}

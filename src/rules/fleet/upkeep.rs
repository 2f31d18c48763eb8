//! Upkeep: regeneration, hazards, drives, reinforcements, and the end of the battle (§4).
//!
//! **Invariant:** the dead regain nothing.

use bevy::prelude::World;

use crate::battle::dice::{Label, Roll};
use crate::battle::grid::Grid;
use crate::battle::phase::{Ending, Outcome, Reason};
use crate::battle::unit::{Side, UnitId, part};
use crate::rules::fleet::craft::Berth;
use crate::rules::fleet::event::{Cause, Event};
use crate::rules::fleet::forces::{Forces, Vessel};
use crate::rules::fleet::plan::{Now, Plan, Task};
use crate::rules::fleet::scenario::{Carriers, Objectives, Time};
use crate::rules::fleet::{hangar, lots};

/// The side outcomes are told for.
pub const PLAYER: Side = Side(0);

impl Plan {
    /// Lines up the units that hazards strike: ships and carriers alike (§8).
    pub(super) fn hazards(&mut self, forces: &Forces) -> Option<Event> {
        let mut tasks = Vec::new();
        for vessel in forces
            .all()
            .filter(|vessel| forces.hazard(vessel.id).damage > 0)
        {
            tasks.push(Task::Hazard(vessel.id));
            if vessel.class.is_carrier() {
                tasks.push(Task::Hangar(vessel.id));
            }
        }
        self.first(tasks)
    }

    /// Lines up the sides to which reinforcements may come, by side; by lot if they come to the same hexes.
    pub(super) fn reinforcements(&mut self, now: &mut Now) -> Option<Event> {
        let forces = now.forces;
        let zone = |side: Side| &forces.side(side).zone;
        let share = |one, other| zone(one).iter().any(|tile| zone(other).contains(tile));
        let due = |&side: &Side| awaited(now.world, forces, side).is_some();
        let sides = forces.sides().filter(due).collect();
        let sides = lots::order(sides, share, now.dice);
        self.first(sides.into_iter().map(Task::Reinforce))
    }

    /// Takes ships out of the battle that are dry for good (clarification 17).
    pub(super) fn withdraw(&mut self, forces: &Forces) -> Option<Event> {
        let leavers = hangar::leavers(forces).into_iter();
        self.emit_first(leavers.map(|ship| Event::Withdrew { ship }))
    }
}

/// Gives ships back the hull they regain: by type and traits, up to the maximum, docked ones too (§4, §8,
/// clarification 14).
pub(super) fn regenerate(forces: &Forces) -> Option<Event> {
    let alive = forces.all().filter(|vessel| vessel.is_alive());
    let regained = alive.filter_map(|vessel| {
        let by_type = forces.ship_type(vessel.id)?.regeneration;
        let by_traits: u16 = forces
            .quirks(vessel.id)
            .map(|quirk| quirk.regeneration)
            .sum();
        let hull = vessel.now.hull;
        let regained = (by_type + by_traits).min(hull.max - hull.now);
        (regained > 0).then_some((vessel.id, regained))
    });
    let ships: Vec<_> = regained.collect();
    (!ships.is_empty()).then_some(Event::Regenerated { ships })
}

/// Strikes a unit that is still there by the hazard of its hex.
pub(super) fn strike(forces: &Forces, unit: UnitId) -> Option<Event> {
    let mut forces = forces.clone();
    forces[unit].tile?;
    let harm = forces.harm(unit, forces.hazard(unit).damage, Cause::Hazard, None);
    let mut harms = Vec::new();
    let dead = forces.hit(harm, &mut harms);
    forces.spread_spores(dead, &mut harms);
    Some(Event::HazardStruck { harms })
}

/// Charges the drive of a side, if it has one, a carrier and not enough (§4).
pub(super) fn charge(forces: &Forces, side: Side) -> Option<Event> {
    let charge = forces.progress().of(side).drive;
    let can_charge = forces.side(side).drive
        && forces.carrier_of(side).is_some()
        && charge < forces.content.figures.drive_turns;
    let charge = charge + 1;
    can_charge.then_some(Event::DriveCharged { side, charge })
}

/// Rolls for a reinforcement of a side that lost ships this turn and has some in waiting: the lowest id
/// comes, if there is room for it (§12).
pub(super) fn reinforce(now: &mut Now, side: Side) -> Option<Event> {
    let forces = now.forces;
    let next = awaited(now.world, forces, side)?;
    let percent = reinforcement_percent(forces, side);
    let check = now.dice.chance(Label::Arrival, percent);
    let place = hangar::arrival(forces, next).filter(|_| check.passed);
    Some(Event::ReinforcementRolled {
        side,
        percent,
        check,
        arrival: place.map(|(tile, facing)| (next, tile, facing)),
    })
}

/// Returns the ship that may come to a side that lost others this turn: of those in waiting the lowest id.
fn awaited(world: &World, forces: &Forces, side: Side) -> Option<UnitId> {
    let waits = |id: &UnitId| *part::<Berth>(world, *id) == Berth::Waiting;
    let mut ids = forces.of_side(side).map(|vessel| vessel.id);
    (forces.progress().of(side).lost > 0)
        .then(|| ids.find(waits))
        .flatten()
}

/// Returns the chance in percent that a reinforcement comes to a side (§12).
pub fn reinforcement_percent(forces: &Forces, side: Side) -> u8 {
    let carrier = forces.carrier_of(side).map(|carrier| carrier.id);
    let kind = carrier.and_then(|id| forces.carrier_kind(id));
    kind.map_or(forces.content.figures.reinforcement_percent, |kind| {
        kind.reinforcement_percent
    })
}

/// Counts the turn that ends if it was a quiet one or follows such, and announces what that leads to
/// (clarification 17).
pub(super) fn count_quiet(forces: &Forces) -> Option<Event> {
    let progress = forces.progress();
    let figures = &forces.content.figures.quiet;
    let counts = !progress.stirred && (progress.quiet > 0 || can_have_met(forces));
    if figures.turns == 0 || !counts && progress.quiet == 0 {
        return None;
    }
    let turns = match counts {
        true => progress.quiet.saturating_add(1),
        false => 0,
    };
    let left = figures.turns.saturating_sub(turns);
    let is_told = turns > 0 && left <= figures.announced && !progress.endless;
    let left = is_told.then_some(left);
    Some(Event::Quieted { turns, left })
}

/// Whether the sides had the time to meet, so that quiet turns count: at once on boards of usual size, else
/// from first contact on, or once a ship that moves a hex a turn could have crossed the board.
fn can_have_met(forces: &Forces) -> bool {
    let span = span(&forces.grid);
    let mut pairs = (forces.sides()).flat_map(|side| {
        let enemies = forces
            .all()
            .filter(move |vessel| forces.are_hostile(side, vessel.side));
        enemies.map(move |vessel| (side, vessel.id))
    });
    span <= forces.content.figures.quiet.open_span
        || u32::from(forces.turn) > span
        || pairs.any(|(side, enemy)| {
            let sightings = &forces.knowledge_of(side).sightings;
            sightings[enemy.index()].is_some()
        })
}

/// Returns the longest distance on a board.
pub(super) fn span(grid: &Grid) -> u32 {
    let (right, bottom) = (i32::from(grid.width) - 1, i32::from(grid.height) - 1);
    let at = |(column, row)| grid.from_offset(column, row);
    let apart = |one, other| at(one).zip(at(other));
    let diagonals = [
        apart((0, 0), (right, bottom)),
        apart((right, 0), (0, bottom)),
    ];
    let lengths = diagonals.into_iter().flatten();
    let longest = lengths.map(|(one, other)| grid.distance(one, other)).max();
    longest.unwrap_or(0)
}

/// Whether so many turns in a row were quiet that the battle ends.
fn is_stalled(forces: &Forces) -> bool {
    let most = forces.content.figures.quiet.turns;
    most > 0 && forces.progress().quiet >= most
}

/// Judges the battle at the end of an upkeep, in which the turn was counted already (§4).
///
/// Side 0 loses with its carrier (or with its last unit, if it never had one), wins once no enemy is
/// left or its drive is charged, and fails when an enemy's drive is charged or time is up, unless the
/// mission gives that to the side with the most hull left. Time is up after the last turn, and after so many
/// turns in a row in which nothing happened (clarification 17). In missions where every side is beaten with its
/// carrier the enemies' ships need not be hunted down, and in those about wings nobody needs the carrier
/// of a side without ships; if both sides are beaten in one turn, most hull decides. Nobody wins by hull that
/// another side has as much of.
pub(super) fn judge(forces: &Forces) -> Option<Event> {
    decided(forces)
        .or_else(|| timed_out(forces))
        .map(Event::Ended)
}

/// Returns how a battle ends that is decided before its time is up.
fn decided(forces: &Forces) -> Option<Ending> {
    let objectives = forces.scenario.objectives;
    let foes = || (forces.sides()).filter(|&side| forces.are_hostile(PLAYER, side));
    let has_won = foes().all(|side| is_beaten(forces, side, objectives));
    let is_even = has_won && (objectives.carriers == Carriers::AllSides || objectives.wings);
    let end = |outcome, rivals| Some(ended(forces, outcome, Reason::Decided, rivals));
    if is_beaten(forces, PLAYER, objectives) && !(is_even && has_most_hull(forces)) {
        let rivals = match is_even {
            true => rivals_by_hull(forces),
            false => rivals(forces),
        };
        return end(Outcome::Defeat, rivals);
    }
    if has_won || is_charged(forces, PLAYER) {
        return end(Outcome::Victory, Vec::new());
    }
    let charged = foes().find(|&side| is_charged(forces, side))?;
    end(Outcome::MissionFailed, vec![(charged, 1)])
}

/// Returns how a battle ends by its time, if that is up.
fn timed_out(forces: &Forces) -> Option<Ending> {
    let turn = forces.turn.saturating_sub(1);
    let is_late = forces.mission.turn_limit.is_some_and(|limit| turn >= limit);
    if !(is_late || is_stalled(forces)) || forces.progress().endless {
        return None;
    }
    let (outcome, rivals) = match forces.scenario.objectives.time {
        Time::MostHull if has_most_hull(forces) => (Outcome::Victory, Vec::new()),
        Time::MostHull => (Outcome::MissionFailed, rivals_by_hull(forces)),
        Time::Enemies => (Outcome::MissionFailed, rivals(forces)),
    };
    Some(ended(forces, outcome, Reason::Time, rivals))
}

/// Returns an ending with the turn that was counted last.
fn ended(forces: &Forces, outcome: Outcome, reason: Reason, rivals: Vec<(Side, u32)>) -> Ending {
    Ending::decide(outcome, reason, forces.turn.saturating_sub(1), rivals)
}

/// Lists the enemies of side 0 with the hull they have left: those that are not beaten, or all if all are.
fn rivals(forces: &Forces) -> Vec<(Side, u32)> {
    let objectives = forces.scenario.objectives;
    let foes: Vec<_> = hulls(forces).filter(|&(side, _)| side != PLAYER).collect();
    let is_up = |&(side, _): &(Side, u32)| !is_beaten(forces, side, objectives);
    let unbeaten: Vec<_> = foes.iter().copied().filter(is_up).collect();
    match unbeaten.is_empty() {
        true => foes,
        false => unbeaten,
    }
}

/// Whether side 0 has more hull left than each rival; equal hull is not more.
fn has_most_hull(forces: &Forces) -> bool {
    let own = hull_of_player(forces);
    own > 0 && rivals(forces).iter().all(|&(_, hull)| hull < own)
}

/// Returns the rival that has more hull left than every other side, if there is one.
fn rivals_by_hull(forces: &Forces) -> Vec<(Side, u32)> {
    let rivals = rivals(forces);
    let most = rivals.iter().map(|&(_, hull)| hull).max().unwrap_or(0);
    let first: Vec<_> = rivals
        .into_iter()
        .filter(|&(_, hull)| hull == most)
        .collect();
    match first.len() == 1 && hull_of_player(forces) < most {
        true => first,
        false => Vec::new(),
    }
}

fn hull_of_player(forces: &Forces) -> u32 {
    let own = hulls(forces).find(|&(side, _)| side == PLAYER);
    own.map_or(0, |(_, hull)| hull)
}

/// Whether the turn that was counted last is the last: the battle ends with it.
pub fn is_over(forces: &Forces) -> bool {
    judge(forces).is_some()
}

/// Whether a side has a unit in the battle.
fn lives(forces: &Forces, side: Side) -> bool {
    forces.of_side(side).any(Vessel::is_alive)
}

/// Whether a side has lost: with its last unit, with its carrier if it brought one and that counts, or
/// with its last ship if that does.
fn is_beaten(forces: &Forces, side: Side, objectives: Objectives) -> bool {
    let fleet = forces.side(side);
    let counts = side == PLAYER || objectives.carriers == Carriers::AllSides;
    let mut ships = forces
        .of_side(side)
        .filter(|vessel| !vessel.class.is_carrier());
    let has_wing = ships.any(Vessel::is_alive);
    !lives(forces, side)
        || counts && fleet.carrier.is_some() && forces.carrier_of(side).is_none()
        || objectives.wings && !fleet.ships.is_empty() && !has_wing
}

/// Whether a side's jump drive is charged.
pub(super) fn is_charged(forces: &Forces, side: Side) -> bool {
    let full = forces.content.figures.drive_turns;
    forces.side(side).drive && forces.progress().of(side).drive >= full
}

/// Lists the hull that side 0 and its enemies have left, carrier and ships together.
pub(super) fn hulls<'f>(forces: &'f Forces) -> impl Iterator<Item = (Side, u32)> + 'f {
    let rivals =
        (forces.sides()).filter(|&side| side == PLAYER || forces.are_hostile(PLAYER, side));
    rivals.map(|side| {
        let left = forces.of_side(side).filter(|vessel| vessel.is_alive());
        (
            side,
            left.map(|vessel| u32::from(vessel.now.hull.now)).sum(),
        )
    })
}

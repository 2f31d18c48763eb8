//! Upkeep: regeneration, drives and the end of the battle (§4).
//!
//! **Invariant:** the dead regain nothing.

use bevy::prelude::World;

use crate::{
    battle::{
        phase::{Ending, Outcome, Turn},
        unit::{Side, UnitId},
    },
    rules::fleet::{
        movement::sides,
        muster::{Muster, Vessel},
        progress::Progress,
        scenario::{Carriers, Objectives, Scenario, Time},
    },
};

/// The side outcomes are told for.
pub const PLAYER: Side = Side(0);

/// Lists the ships that regain hull, and how much: by type and traits, up to the maximum, docked ones
/// too (§4, §8, clarification 14).
pub fn regeneration(muster: &Muster) -> Vec<(UnitId, u16)> {
    let alive = muster.all().filter(|vessel| is_alive(vessel));
    let regained = alive.filter_map(|vessel| {
        let by_type = muster.ship_type(vessel.id)?.regeneration;
        let traits = muster.traits(vessel.id).iter();
        let by_traits: u16 = traits
            .map(|&quirk| muster.content.quirk(quirk).regeneration)
            .sum();
        let hull = vessel.now.hull;
        let regained = (by_type + by_traits).min(hull.max - hull.now);
        (regained > 0).then_some((vessel.id, regained))
    });
    regained.collect()
}

/// Whether a unit lives and is in the battle: on the board or docked.
fn is_alive(vessel: &Vessel) -> bool {
    vessel.is_on_board() || vessel.docked
}

/// Returns what a side's drive is charged by now; none if it has no drive, no carrier or enough (§4).
pub fn charge(muster: &Muster, side: Side) -> Option<u16> {
    let charge = muster.progress().of(side).drive;
    let can_charge = muster.side(side).drive
        && muster.carrier_of(side).is_some()
        && charge < muster.content.figures.drive_turns;
    can_charge.then_some(charge + 1)
}

/// Returns the chance in percent that a reinforcement comes to a side (§12).
pub fn reinforcement_percent(muster: &Muster, side: Side) -> u8 {
    let carrier = muster.carrier_of(side).map(|carrier| carrier.id);
    let kind = carrier.and_then(|id| muster.carrier_kind(id));
    kind.map_or(muster.content.figures.reinforcement_percent, |kind| {
        kind.reinforcement_percent
    })
}

/// Returns how many quiet turns in a row there are with the one that ends, and how many more there may be
/// if that is announced by now; none if neither this turn was quiet nor the one before (clarification 17).
pub fn quiet_turns(muster: &Muster) -> Option<(u16, Option<u16>)> {
    let progress = muster.progress();
    let figures = &muster.content.figures.quiet;
    if figures.turns == 0 || progress.stirred && progress.quiet == 0 {
        return None;
    }
    let turns = match progress.stirred {
        true => 0,
        false => progress.quiet.saturating_add(1),
    };
    let left = figures.turns.saturating_sub(turns);
    let is_told = turns > 0 && left <= figures.announced && !progress.endless;
    Some((turns, is_told.then_some(left)))
}

/// Whether so many turns in a row were quiet that the battle ends.
fn is_stalled(muster: &Muster) -> bool {
    let most = muster.content.figures.quiet.turns;
    most > 0 && muster.progress().quiet >= most
}

/// Judges the battle at the end of an upkeep, in which the turn was counted already (§4).
///
/// Side 0 loses with its carrier (or with its last unit, if it never had one), wins once no enemy is
/// left or its drive is charged, and fails when an enemy's drive is charged or time is up, unless the
/// mission gives that to whoever has most hull left. Time is up after the last turn, and after so many
/// turns in a row in which nothing happened (clarification 17). In missions where every side is beaten with its
/// carrier the enemies' ships need not be hunted down, and in those about wings nobody needs the carrier
/// of a side without ships; if both sides are beaten in one turn, most hull decides.
pub fn judge(world: &World) -> Option<Ending> {
    let muster = Muster::of(world);
    let turn = world.resource::<Turn>().number.saturating_sub(1);
    let objectives = Scenario::of(muster.mission).objectives;
    let foes = || sides(world).filter(|&side| muster.are_hostile(PLAYER, side));
    let ending = |outcome, winner| {
        Some(Ending {
            outcome,
            winner,
            turn,
        })
    };
    let has_lost = is_beaten(&muster, PLAYER, objectives);
    let has_won = foes().all(|side| is_beaten(&muster, side, objectives));
    let strongest = strongest(world, &muster);
    let is_even = has_won && (objectives.carriers == Carriers::AllSides || objectives.wings);
    if has_lost && !(is_even && strongest == PLAYER) {
        let victor = foes().find(|&side| !is_beaten(&muster, side, objectives));
        let victor = victor.or_else(|| foes().find(|&side| lives(&muster, side)));
        return ending(Outcome::Defeat, victor.or(foes().next()).unwrap_or(PLAYER));
    }
    if has_won || is_charged(&muster, PLAYER) {
        return ending(Outcome::Victory, PLAYER);
    }
    if let Some(side) = foes().find(|&side| is_charged(&muster, side)) {
        return ending(Outcome::MissionFailed, side);
    }
    let is_late = muster.mission.turn_limit.is_some_and(|limit| turn >= limit);
    if !(is_late || is_stalled(&muster)) || world.resource::<Progress>().endless {
        return None;
    }
    let winner = match objectives.time {
        Time::Enemies => foes().next().unwrap_or(PLAYER),
        Time::MostHull => strongest,
    };
    match winner {
        PLAYER => ending(Outcome::Victory, PLAYER),
        foe => ending(Outcome::MissionFailed, foe),
    }
}

/// Whether a side has a unit in the battle.
fn lives(muster: &Muster, side: Side) -> bool {
    (muster.all()).any(|vessel| vessel.side == side && is_alive(vessel))
}

/// Whether a side has lost: with its last unit, with its carrier if it brought one and that counts, or
/// with its last ship if that does.
fn is_beaten(muster: &Muster, side: Side, objectives: Objectives) -> bool {
    let fleet = muster.side(side);
    let counts = side == PLAYER || objectives.carriers == Carriers::AllSides;
    let ships = (muster.all()).filter(|vessel| vessel.side == side && !vessel.class.is_carrier());
    let has_wing = ships.into_iter().any(is_alive);
    !lives(muster, side)
        || counts && fleet.carrier.is_some() && muster.carrier_of(side).is_none()
        || objectives.wings && !fleet.ships.is_empty() && !has_wing
}

/// Whether a side's jump drive is charged.
pub(super) fn is_charged(muster: &Muster, side: Side) -> bool {
    let full = muster.content.figures.drive_turns;
    muster.side(side).drive && muster.progress().of(side).drive >= full
}

/// Returns which of side 0 and its enemies has most hull left, carrier and ships together; of equal ones
/// the last, so that side 0 has to have more.
fn strongest(world: &World, muster: &Muster) -> Side {
    let hull = |side: Side| -> u32 {
        let own = muster.all().filter(|vessel| vessel.side == side);
        let left = own.filter(|vessel| is_alive(vessel));
        left.map(|vessel| u32::from(vessel.now.hull.now)).sum()
    };
    let rivals = sides(world).filter(|&side| side == PLAYER || muster.are_hostile(PLAYER, side));
    rivals.max_by_key(|&side| hull(side)).unwrap_or(PLAYER)
}

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

/// Judges the battle at the end of an upkeep, in which the turn was counted already (§4).
///
/// Side 0 loses with its carrier (or with its last unit, if it never had one), wins once no enemy is
/// left or its drive is charged, and fails when time is up or an enemy's drive is charged.
pub fn judge(world: &World) -> Option<Ending> {
    let muster = Muster::of(world);
    let turn = world.resource::<Turn>().number.saturating_sub(1);
    let foes = || sides(world).filter(|&side| muster.are_hostile(PLAYER, side));
    let foe = foes().next().unwrap_or(PLAYER);
    let lives = |side: Side| (muster.all()).any(|vessel| vessel.side == side && is_alive(vessel));
    let ending = |outcome, winner| {
        Some(Ending {
            outcome,
            winner,
            turn,
        })
    };
    let is_charged = |side: Side| {
        let full = muster.content.figures.drive_turns;
        muster.side(side).drive && muster.progress().of(side).drive >= full
    };
    let has_lost = match muster.side(PLAYER).carrier {
        Some(_) => muster.carrier_of(PLAYER).is_none(),
        None => !lives(PLAYER),
    };
    if has_lost {
        let victor = foes().find(|&side| lives(side)).unwrap_or(foe);
        return ending(Outcome::Defeat, victor);
    }
    if !foes().any(lives) || is_charged(PLAYER) {
        return ending(Outcome::Victory, PLAYER);
    }
    if let Some(side) = foes().find(|&side| is_charged(side)) {
        return ending(Outcome::MissionFailed, side);
    }
    let is_late = muster.mission.turn_limit.is_some_and(|limit| turn >= limit);
    if is_late && !world.resource::<Progress>().endless {
        return ending(Outcome::MissionFailed, foe);
    }
    None
}

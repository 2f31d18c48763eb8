//! Damage to carriers, and their own fire (§11).
//!
//! **Invariant:** damage above 0 alone is a hit (clarification 12).

use std::cmp::Reverse;

use crate::{
    battle::{dice::Roll, unit::UnitId},
    rules::fleet::{damage::Blow, event::CarrierAttack, muster::Muster, stats},
};

/// Lists the squadrons that attack a carrier now, by SPD falling, then id (§11).
///
/// They are within reach, fire, have ammunition, have not fired this turn and mean no other carrier;
/// under single occupancy their weapons are ready, too (clarification 12). Their side detects the carrier,
/// unless fire is blind (clarification 17).
pub fn attackers(muster: &Muster, carrier: UnitId) -> Vec<UnitId> {
    let target = muster.get(carrier);
    let Some(center) = target.tile else {
        return Vec::new();
    };
    let reach = u32::from(muster.content.figures.carrier.reach);
    let mut attackers: Vec<_> = (muster.foes(target.side))
        .filter(|foe| {
            let is_near = foe
                .tile
                .is_some_and(|at| muster.distance(at, center) <= reach);
            let is_ready = !muster.options.single_occupancy || foe.now.gun.remaining == 0;
            let means_it = muster.carrier_target(foe.id).is_none_or(|id| id == carrier);
            is_near
                && is_ready
                && means_it
                && foe.stance.fire
                && foe.now.ammo > 0
                && !foe.now.gun.fired
                && muster.may_fire_at(foe.side, target)
        })
        .map(|foe| foe.id)
        .collect();
    attackers.sort_by_key(|&id| (Reverse(muster.speed(id)), id));
    attackers
}

/// Lists the attackers that point defense shoots down, the weakest first, of those it may fire at (§11).
pub fn shot_down(muster: &Muster, carrier: UnitId, attackers: &[UnitId]) -> Vec<UnitId> {
    let side = muster.get(carrier).side;
    let count = muster
        .carrier_kind(carrier)
        .map_or(0, |kind| kind.point_defense);
    let most = point_defense_hull(muster, carrier);
    let hull = |id: &UnitId| muster.get(*id).now.hull.now;
    let mut weak: Vec<_> = (attackers.iter().copied())
        .filter(|id| hull(id) <= most && muster.may_fire_at(side, muster.get(*id)))
        .collect();
    weak.sort_by_key(|id| (hull(id), *id));
    weak.truncate(usize::from(count));
    weak
}

/// Returns the most hull of an attacker that a carrier's point defense shoots down, upgrades counted (§11).
pub fn point_defense_hull(muster: &Muster, carrier: UnitId) -> u16 {
    let upgrades = muster.side(muster.get(carrier).side).carrier.iter();
    let upgrades = upgrades.flat_map(|carrier| &carrier.upgrades);
    upgrades
        .map(|&upgrade| muster.content.upgrade(upgrade).point_defense_hull)
        .chain([muster.content.figures.carrier.point_defense_hull])
        .max()
        .unwrap_or_default()
}

/// Rolls the attack of a squadron on a carrier: max(0, d6 + effATK − DEF), less what the admiral's will
/// takes off the first hit, less what the shield absorbs once (§11).
pub fn attack(
    muster: &Muster,
    attacker: UnitId,
    carrier: UnitId,
    dice: &mut impl Roll,
) -> CarrierAttack {
    let attack = stats::attack(muster, attacker);
    let defense = muster.carrier_kind(carrier).map_or(0, |kind| kind.defense);
    let blow = Blow::of(
        muster,
        attacker,
        carrier,
        attack.total(),
        i32::from(defense),
    );
    let (roll, lucky, damage) = blow.roll(dice);
    let vessel = muster.get(carrier);
    let progress = muster.progress().of(vessel.side);
    let first_hit = will(muster, carrier);
    let first_hit = (damage > 0 && !progress.was_hit).then_some(first_hit.min(damage));
    let left = damage - first_hit.unwrap_or(0);
    let absorbed = match progress.absorbed {
        true => 0,
        false => shield(muster, carrier).min(left),
    };
    let hull = vessel.now.hull.now;
    let lost = (left - absorbed).min(hull);
    CarrierAttack {
        attacker,
        carrier,
        attack,
        defense,
        roll,
        lucky,
        damage,
        first_hit,
        absorbed,
        lost,
        destroyed: lost > 0 && lost == hull,
    }
}

/// Returns what the admirals' will takes off a carrier's first hit.
fn will(muster: &Muster, carrier: UnitId) -> u16 {
    let abilities = muster.admiral(muster.get(carrier).side).iter();
    let taken = abilities.map(|&ability| muster.content.admiral(ability).first_hit);
    taken.sum()
}

/// Returns what the shield of a carrier absorbs of one hit.
fn shield(muster: &Muster, carrier: UnitId) -> u16 {
    let abilities = muster.admiral(muster.get(carrier).side).iter();
    let absorbed = abilities.map(|&ability| muster.content.admiral(ability).absorbs);
    absorbed.sum()
}

/// Returns what is taken off the next hit on a carrier.
pub(super) fn protection(muster: &Muster, carrier: UnitId) -> u16 {
    let progress = muster.progress().of(muster.get(carrier).side);
    let will = match progress.was_hit {
        true => 0,
        false => will(muster, carrier),
    };
    let shield = match progress.absorbed {
        true => 0,
        false => shield(muster, carrier),
    };
    will.saturating_add(shield)
}

/// Returns whom a carrier fires at: the nearest enemy squadron in range all round that its side detects,
/// then the lowest hull, then the id; none if it has no guns (§11, clarifications 13 and 17).
pub fn fire_target(muster: &Muster, carrier: UnitId) -> Option<UnitId> {
    let vessel = muster.get(carrier);
    let from = vessel.tile?;
    if muster.carrier_kind(carrier)?.attack <= 0 {
        return None;
    }
    let range = u32::from(muster.content.figures.carrier.range);
    let targets = muster.foes(vessel.side).filter_map(|foe| {
        let distance = muster.distance(from, foe.tile?);
        (distance <= range && muster.may_fire_at(vessel.side, foe)).then_some((
            distance,
            foe.now.hull.now,
            foe.id,
        ))
    });
    targets.min().map(|(_, _, id)| id)
}

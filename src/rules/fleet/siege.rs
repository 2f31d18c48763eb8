//! Damage to carriers, and their own fire (§4, step 7; §11).
//!
//! **Invariant:** damage above 0 alone is a hit (clarification 12).

use std::cmp::Reverse;

use crate::battle::dice::Roll;
use crate::battle::unit::{UnitId, part};
use crate::rules::fleet::craft::Helm;
use crate::rules::fleet::damage::{self, Blow};
use crate::rules::fleet::event::{CarrierAttack, Cause, Event};
use crate::rules::fleet::forces::Forces;
use crate::rules::fleet::plan::{Now, Plan, Task};
use crate::rules::fleet::{fight, hangar, lots, stats};

impl Plan {
    /// Lines up the carriers that are attacked, then those that fire, by side (clarification 13).
    pub(super) fn sieges(&mut self, forces: &Forces) -> Option<Event> {
        let carriers: Vec<_> = forces.carriers().map(|carrier| carrier.id).collect();
        let attacked = carriers.iter().map(|&carrier| Task::Siege(carrier));
        let fire = carriers.iter().map(|&carrier| Task::CarrierFire(carrier));
        self.first(attacked.chain(fire))
    }

    /// Lines up what befalls one carrier: point defense, then the attackers that are left.
    pub(super) fn siege(&mut self, now: &mut Now, carrier: UnitId) -> Option<Event> {
        let forces = now.forces;
        let mut attackers = attackers(forces, carrier);
        let key = |&id: &UnitId| Reverse(forces.speed(id));
        lots::sort(forces, &mut attackers, |&id| id, key, now.dice);
        let down = shot_down(forces, carrier, &attackers);
        attackers.retain(|ship| !down.contains(ship));
        let down = down.into_iter().map(|ship| Task::ShootDown(carrier, ship));
        let left = attackers
            .into_iter()
            .map(|ship| Task::SiegeTurn(carrier, ship));
        self.first(down.chain(left).chain([Task::Hangar(carrier)]))
    }
}

/// Destroys an attacker by point defense, unless spores did already.
pub(super) fn shoot_down(forces: &Forces, carrier: UnitId, ship: UnitId) -> Option<Event> {
    let mut forces = forces.clone();
    let mut harm = forces.harm(ship, 0, Cause::PointDefense, Some(carrier));
    let hull = forces[ship].now.hull.now;
    (harm.damage, harm.lost, harm.destroyed) = (hull, hull, true);
    let mut harms = Vec::new();
    let dead = Some(forces.hit(harm, &mut harms)?);
    forces.spread_spores(dead, &mut harms);
    Some(Event::PointDefense { carrier, harms })
}

/// Attacks a carrier with a squadron, if both are still there.
pub(super) fn siege_turn(now: &mut Now, carrier: UnitId, ship: UnitId) -> Option<Event> {
    let are_there = now.forces[ship].is_flying() && now.forces[carrier].is_on_board();
    are_there.then(|| Event::CarrierAttacked(attack(now.forces, ship, carrier, now.dice)))
}

/// Fires the guns of a carrier that took no action.
pub(super) fn fire(now: &mut Now, carrier: UnitId) -> Option<Event> {
    if part::<Helm>(now.world, carrier).acted {
        return None;
    }
    let duel = [carrier, fire_target(now.forces, carrier)?];
    let attack = damage::rolled_and_landed(&mut now.forces.clone(), duel, 0, now.dice);
    Some(Event::CarrierFired { attack })
}

/// Sinks docked ships with their carrier.
pub(super) fn lose_hangar(forces: &Forces, carrier: UnitId) -> Option<Event> {
    let ships: Vec<_> = hangar::docked(forces, forces[carrier].side).collect();
    let are_lost = !forces[carrier].is_on_board() && !ships.is_empty();
    are_lost.then_some(Event::HangarLost { ships })
}

/// Lists the squadrons that attack a carrier now, by SPD falling, then id (§11).
///
/// They are within reach, fire, have ammunition, have not fired this turn and mean no other carrier;
/// under single occupancy their weapons are ready, too (clarification 12). Their side detects the carrier,
/// unless fire is blind (clarification 17).
pub fn attackers(forces: &Forces, carrier: UnitId) -> Vec<UnitId> {
    let target = &forces[carrier];
    let Some(center) = target.tile else {
        return Vec::new();
    };
    let reach = forces.content.figures.carrier.reach;
    let mut attackers: Vec<_> = (forces.foes(target.side))
        .filter(|foe| {
            let is_near = (foe.tile).is_some_and(|at| forces.distance(at, center) <= reach);
            let is_ready = !forces.options.single_occupancy || foe.now.gun.remaining == 0;
            let means_it = forces.carrier_target(foe.id).is_none_or(|id| id == carrier);
            is_near
                && is_ready
                && means_it
                && foe.stance.fire
                && foe.now.ammo > 0
                && !foe.now.gun.fired
                && forces.may_fire_at(foe.side, target)
        })
        .map(|foe| foe.id)
        .collect();
    attackers.sort_by_key(|&id| (Reverse(forces.speed(id)), id));
    attackers
}

/// Lists the attackers that point defense shoots down, the weakest first, of those it may fire at (§11).
pub fn shot_down(forces: &Forces, carrier: UnitId, attackers: &[UnitId]) -> Vec<UnitId> {
    let side = forces[carrier].side;
    let count = (forces.carrier_kind(carrier)).map_or(0, |kind| kind.point_defense);
    let most = point_defense_hull(forces, carrier);
    let hull = |id: &UnitId| forces[*id].now.hull.now;
    let mut weak: Vec<_> = (attackers.iter().copied())
        .filter(|id| hull(id) <= most && forces.may_fire_at(side, &forces[*id]))
        .collect();
    weak.sort_by_key(|id| (hull(id), *id));
    weak.truncate(usize::from(count));
    weak
}

/// Returns the most hull of an attacker that a carrier's point defense shoots down, upgrades counted (§11).
pub fn point_defense_hull(forces: &Forces, carrier: UnitId) -> u16 {
    let upgrades = forces.side(forces[carrier].side).carrier.iter();
    let upgrades = upgrades.flat_map(|carrier| &carrier.upgrades);
    upgrades
        .map(|&upgrade| forces.content.upgrade(upgrade).point_defense_hull)
        .chain([forces.content.figures.carrier.point_defense_hull])
        .max()
        .unwrap_or_default()
}

/// Rolls the attack of a squadron on a carrier: max(0, d6 + effATK − DEF), less what the admiral's will
/// takes off the first hit, less what the shield absorbs once (§11).
pub fn attack(
    forces: &Forces,
    attacker: UnitId,
    carrier: UnitId,
    dice: &mut impl Roll,
) -> CarrierAttack {
    let attack = stats::attack(forces, attacker);
    let defense = forces.carrier_kind(carrier).map_or(0, |kind| kind.defense);
    let (attack_total, total_defense) = (attack.total(), i32::from(defense));
    let blow = Blow::of(forces, attacker, carrier, attack_total, total_defense);
    let (roll, lucky, damage) = blow.roll(dice);
    let vessel = &forces[carrier];
    let is_first = damage > 0 && !forces.progress().of(vessel.side).was_hit;
    let (will, shield) = protection(forces, carrier);
    let first_hit = is_first.then(|| will.min(damage));
    let left = damage - first_hit.unwrap_or(0);
    let absorbed = shield.min(left);
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

/// Returns what the admirals' will takes off the next hit on a carrier, nothing once it was hit, and what
/// its shield absorbs of it, nothing once it did.
pub(super) fn protection(forces: &Forces, carrier: UnitId) -> (u16, u16) {
    let side = forces[carrier].side;
    let abilities = forces.admiral(side).iter();
    let abilities = abilities.map(|&ability| forces.content.admiral(ability));
    let (will, shield) = abilities.fold((0, 0), |(will, shield), ability| {
        (will + ability.first_hit, shield + ability.absorbs)
    });
    let progress = forces.progress().of(side);
    (
        if progress.was_hit { 0 } else { will },
        if progress.absorbed { 0 } else { shield },
    )
}

/// Returns whom a carrier fires at; none if it has no guns (§11).
pub fn fire_target(forces: &Forces, carrier: UnitId) -> Option<UnitId> {
    let has_guns = forces.carrier_kind(carrier)?.attack > 0;
    has_guns.then(|| fight::target(forces, carrier)).flatten()
}

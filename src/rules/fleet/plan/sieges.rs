//! Damage to carriers and their fire (§4, step 7; §11).

use bevy::prelude::World;

use crate::{
    battle::{
        dice::Dice,
        unit::{UnitId, part},
    },
    rules::fleet::{
        craft::Helm,
        damage,
        event::{Cause, Event},
        hangar,
        muster::Muster,
        plan::{Plan, Task},
        siege,
    },
};

impl Plan {
    /// Lines up the carriers that are attacked, then those that fire, by side (clarification 13).
    pub(super) fn sieges(&mut self, muster: &Muster) -> Option<Event> {
        let carriers: Vec<_> = muster.carriers().map(|carrier| carrier.id).collect();
        let attacked = carriers.iter().map(|&carrier| Task::Siege(carrier));
        let fire = carriers.iter().map(|&carrier| Task::CarrierFire(carrier));
        self.first(attacked.chain(fire).collect::<Vec<_>>());
        None
    }

    /// Lines up what befalls one carrier: point defense, then the attackers that are left.
    pub(super) fn siege(&mut self, muster: &Muster, carrier: UnitId) -> Option<Event> {
        let attackers = siege::attackers(muster, carrier);
        let down = siege::shot_down(muster, carrier, &attackers);
        let left = attackers.into_iter().filter(|ship| !down.contains(ship));
        let mut tasks: Vec<_> = (down.iter())
            .map(|&ship| Task::ShootDown(carrier, ship))
            .collect();
        tasks.extend(left.map(|ship| Task::SiegeTurn(carrier, ship)));
        tasks.push(Task::Hangar(carrier));
        self.first(tasks);
        None
    }
}

/// Has point defense destroy an attacker, unless spores did already.
pub(super) fn shoot_down(muster: &Muster, carrier: UnitId, ship: UnitId) -> Option<Event> {
    let mut muster = muster.clone();
    let tile = muster.get(ship).tile?;
    let mut harm = muster.harm(ship, 0, Cause::PointDefense, Some(carrier));
    let hull = muster.get(ship).now.hull.now;
    (harm.damage, harm.lost, harm.destroyed) = (hull, hull, true);
    muster.suffer(harm);
    let mut harms = vec![harm];
    muster.spread_spores(ship, tile, &mut harms);
    Some(Event::PointDefense { carrier, harms })
}

/// Has a squadron attack a carrier, if both are still there.
pub(super) fn attack(
    muster: &Muster,
    carrier: UnitId,
    ship: UnitId,
    dice: &mut Dice,
) -> Option<Event> {
    if !(muster.get(ship).is_flying() && muster.get(carrier).is_on_board()) {
        return None;
    }
    let attack = siege::attack(muster, ship, carrier, dice);
    Some(Event::CarrierAttacked(attack))
}

/// Has a carrier fire that took no action.
pub(super) fn fire(
    world: &World,
    muster: &Muster,
    carrier: UnitId,
    dice: &mut Dice,
) -> Option<Event> {
    let mut muster = muster.clone();
    if part::<Helm>(world, carrier).acted {
        return None;
    }
    let target = siege::fire_target(&muster, carrier)?;
    let mut attack = damage::roll(&muster, carrier, target, 0, dice);
    damage::land(&mut muster, &mut attack);
    Some(Event::CarrierFired { attack })
}

/// Has docked ships go down with their carrier.
pub(super) fn lose_hangar(muster: &Muster, carrier: UnitId) -> Option<Event> {
    if muster.get(carrier).is_on_board() {
        return None;
    }
    let ships: Vec<_> = hangar::docked(muster, muster.get(carrier).side).collect();
    (!ships.is_empty()).then_some(Event::HangarLost { ships })
}

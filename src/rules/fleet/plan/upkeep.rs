//! Upkeep: regeneration, hazards, drives, reinforcements, the end (§4).

use bevy::prelude::World;

use crate::{
    battle::{
        dice::{Dice, Label, Roll},
        unit::{Side, UnitId},
    },
    rules::fleet::{
        craft::Berth,
        event::{Cause, Event},
        hangar,
        muster::Muster,
        plan::{Plan, Task},
        upkeep,
    },
};

impl Plan {
    /// Lines up the units that hazards strike: ships and carriers alike (§8).
    pub(super) fn hazards(&mut self, muster: &Muster) -> Option<Event> {
        let struck = muster
            .all()
            .filter(|vessel| muster.hazard(vessel.id).damage > 0);
        let mut tasks = Vec::new();
        for vessel in struck {
            tasks.push(Task::Hazard(vessel.id));
            if vessel.class.is_carrier() {
                tasks.push(Task::Hangar(vessel.id));
            }
        }
        self.first(tasks);
        None
    }

    /// Has ships leave that are dry for good (clarification 17).
    pub(super) fn withdraw(&mut self, muster: &Muster) -> Option<Event> {
        let leavers = hangar::leavers(muster).into_iter();
        self.emit_first(leavers.map(|ship| Event::Withdrew { ship }));
        None
    }
}

/// Has ships regain hull.
pub(super) fn regenerate(muster: &Muster) -> Option<Event> {
    let ships = upkeep::regeneration(muster);
    (!ships.is_empty()).then_some(Event::Regenerated { ships })
}

/// Has the hazard of its hex strike a unit that is still there.
pub(super) fn strike(muster: &Muster, unit: UnitId) -> Option<Event> {
    let mut muster = muster.clone();
    let tile = muster.get(unit).tile?;
    let damage = muster.hazard(unit).damage;
    let harm = muster.harm(unit, damage, Cause::Hazard, None);
    muster.suffer(harm);
    let mut harms = vec![harm];
    if harm.destroyed {
        muster.spread_spores(unit, tile, &mut harms);
    }
    Some(Event::HazardStruck { harms })
}

/// Charges the drive of a side.
pub(super) fn charge(muster: &Muster, side: Side) -> Option<Event> {
    let charge = upkeep::charge(muster, side)?;
    Some(Event::DriveCharged { side, charge })
}

/// Rolls for a reinforcement of a side that lost ships this turn and has some in waiting: the lowest id
/// comes, if there is room for it (§12).
pub(super) fn reinforce(
    world: &World,
    muster: &Muster,
    side: Side,
    dice: &mut Dice,
) -> Option<Event> {
    if muster.progress().of(side).lost == 0 {
        return None;
    }
    let waits = |id: &UnitId| *crate::battle::unit::part::<Berth>(world, *id) == Berth::Waiting;
    let own = muster.all().filter(|vessel| vessel.side == side);
    let next = own.map(|vessel| vessel.id).find(waits)?;
    let percent = upkeep::reinforcement_percent(muster, side);
    let check = dice.chance(Label::Arrival, percent);
    let place = hangar::arrival(world, muster, next).filter(|_| check.passed);
    Some(Event::ReinforcementRolled {
        side,
        percent,
        check,
        arrival: place.map(|(tile, facing)| (next, tile, facing)),
    })
}

/// Counts the turn that ends if it was a quiet one, and announces what that leads to.
pub(super) fn count_quiet(muster: &Muster) -> Option<Event> {
    let (turns, left) = upkeep::quiet_turns(muster)?;
    Some(Event::Quieted { turns, left })
}

/// Ends the battle, if it is decided.
pub(super) fn judge(world: &World) -> Option<Event> {
    upkeep::judge(world).map(Event::Ended)
}

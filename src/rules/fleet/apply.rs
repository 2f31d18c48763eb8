//! Writes events into the world.
//!
//! **Invariant:** the only writer of a running battle; neither rolls nor decides. What becomes of units
//! is reckoned on forces, and what differs in them is written.

use bevy::ecs::component::Mutable;
use bevy::prelude::*;

use crate::battle::board::Board;
use crate::battle::knowledge::{self, Knowledge};
use crate::battle::phase::{Turn, Verdict};
use crate::battle::unit::{
    self, Facing, Position, Presence, Roster, Side, UnitEdit, UnitId, Units, edit, part,
};
use crate::playing::renew;
use crate::rules::fleet::Fleet;
use crate::rules::fleet::craft::{Berth, Helm, Morale, Standing, Stores};
use crate::rules::fleet::event::{Cause, Event, Harm};
use crate::rules::fleet::forces::{Forces, Vessel};
use crate::rules::fleet::progress::{Ambush, Progress, Stage};
use crate::rules::kit::dense::Copies;

/// Writes one event.
pub(super) fn apply(world: &mut World, event: &Event) {
    let harms = event.harms();
    // Who was seen to shoot is asked before: the dead see nothing.
    let ambushes = ambushes(world, &harms);
    if let Event::Intercepted(one) = event {
        // It is where it stops before it is shot at.
        let stopped = differences(world, |forces| forces.place(one.mover, one.to, one.facing));
        write(world, stopped);
    }
    if event.changes_units() {
        let changes = changes(world, event);
        write(world, changes);
    } else {
        debug_assert!(changes(world, event).is_empty(), "by {event:?}");
    }
    write_rest(world, event);
    if event.stirs(&harms) {
        world.resource_mut::<Progress>().stirred = true;
    }
    strike_off(world, &harms);
    for (side, ambush) in ambushes {
        let mut progress = world.resource_mut::<Progress>();
        progress.of_mut(side).ambushes.note(ambush);
    }
    // What was written beside the changes of units is in no copy of them, or they have it already.
    world.resource_mut::<Roster>().settle();
    debug_assert!(Copies::<Vessel>::is_right(world), "after {event:?}");
}

/// Makes sides forget where they saw the enemies that they destroyed themselves, seen or unseen.
fn strike_off(world: &mut World, harms: &[Harm]) {
    for harm in harms {
        if let (true, Some(by)) = (harm.destroyed, harm.by) {
            let side = unit::side_of(world, by);
            knowledge::strike_off(world, side, harm.unit);
        }
    }
}

/// Lists the hits by enemies that the side of whoever was hit does not see, with that side.
fn ambushes(world: &World, harms: &[Harm]) -> Vec<(Side, Ambush)> {
    if harms.is_empty() {
        return Vec::new();
    }
    let turn = world.resource::<Turn>().number;
    let roster = world.resource::<Roster>();
    let hits = harms.iter().filter_map(|harm| {
        let is_shot = matches!(harm.cause, Cause::Attack | Cause::Splash) && harm.damage > 0;
        let side = roster.side(harm.unit);
        let known = world.resource::<Knowledge>().of(side);
        let by = harm.by.filter(|&by| is_shot && !known.sees_unit(by))?;
        let tile = part::<Position>(world, harm.unit).0;
        let is_hostile = roster.are_hostile(side, roster.side(by));
        is_hostile.then_some((side, Ambush { tile, turn }))
    });
    hits.collect()
}

/// Lists the units that an event changes, before and after it: at the lock by the orders that are sealed,
/// then by those in force.
fn changes(world: &World, event: &Event) -> Vec<[Vessel; 2]> {
    let progress = world.resource::<Progress>();
    let orders = |vessel: &Vessel| match event {
        Event::Locked => {
            let sealed = progress.of(vessel.side).sealed.plan();
            sealed.and_then(|plan| plan.ships.get(&vessel.id))
        }
        _ => Some(&part::<Standing>(world, vessel.id).order),
    };
    match event.puts() {
        // Most events are steps, for which no forces are taken.
        Some((id, tile, facing)) => {
            let before = world.resource::<Copies<Vessel>>()[id.index()];
            let mut after = before;
            after.put(tile, facing);
            vec![[before, after]]
        }
        None => differences(world, |forces| forces.follow(event, &orders)),
    }
}

/// Lists the units that a change changes, before and after it.
fn differences(world: &World, change: impl FnOnce(&mut Forces)) -> Vec<[Vessel; 2]> {
    let before = Forces::of(world);
    let mut after = before.clone();
    change(&mut after);
    if !after.is_changed() {
        return Vec::new();
    }
    let pairs = before.all().zip(after.all());
    let differing = pairs.filter(|(before, after)| before != after);
    differing.map(|(before, after)| [*before, *after]).collect()
}

/// Writes what differs of units, by id.
fn write(world: &mut World, differences: Vec<[Vessel; 2]>) {
    for [before, after] in &differences {
        let id = after.id;
        let mut unit = edit(world, id);
        if after.stance != before.stance {
            unit.part::<Standing>().stance = after.stance;
        }
        put(&mut unit, Facing(before.facing), Facing(after.facing));
        let (was, now) = (before.now, after.now);
        if now.ammo != was.ammo {
            unit.part::<Stores>().ammo = now.ammo;
        }
        put(&mut unit, was.hull, now.hull);
        put(&mut unit, was.gun, now.gun);
        put(&mut unit, Morale(was.morale), Morale(now.morale));
        put(&mut unit, was.guards, now.guards);
        match (before.tile, after.tile) {
            (None, Some(tile)) => {
                unit.set(Berth::Space)
                    .set(Presence::OnBoard)
                    .set(Position(tile));
                world.resource_mut::<Board>().enter(tile, id);
                knowledge::renew_view(world, id);
            }
            (Some(from), Some(tile)) if from != tile => {
                unit.set(Position(tile));
                world.resource_mut::<Board>().enter(tile, id);
                knowledge::follow_step(world, id);
            }
            (Some(_), None) => leave(world, after),
            (None, None) if before.docked && !after.docked => {
                unit.set(Presence::Dead).set(Berth::Space);
                count_loss(world, after.side);
            }
            _ => {}
        }
    }
    if !differences.is_empty() {
        let written = differences.into_iter().map(|[_, after]| (after.id, after));
        Copies::put(world, written);
    }
}

/// Writes a component that changed.
fn put<C>(unit: &mut UnitEdit, before: C, after: C)
where
    C: Component<Mutability = Mutable> + PartialEq,
{
    if after != before {
        unit.set(after);
    }
}

/// Takes a unit off the board: into its hangar, out of the battle, or destroyed. Wrecks block nothing
/// (§5).
fn leave(world: &mut World, vessel: &Vessel) {
    world.resource_mut::<Board>().leave(vessel.id);
    let mut unit = edit(world, vessel.id);
    match (vessel.docked, vessel.now.hull.now) {
        (true, _) => unit.set(Presence::Reserve).set(Berth::Docked),
        (false, 0) => unit.set(Presence::Dead),
        (false, _) => unit.set(Presence::Escaped),
    };
    knowledge::renew_view(world, vessel.id);
    if !vessel.docked && vessel.now.hull.now == 0 {
        count_loss(world, vessel.side);
    }
}

fn count_loss(world: &mut World, side: Side) {
    world.resource_mut::<Progress>().of_mut(side).lost += 1;
}

/// Writes what an event changes beside the units that forces have.
fn write_rest(world: &mut World, event: &Event) {
    match event {
        Event::Committed { side, plan } => {
            world
                .resource_mut::<Progress>()
                .of_mut(*side)
                .sealed
                .close(plan.clone());
        }
        Event::Locked => lock(world),
        Event::SubPhaseBegan { number } => world.resource_mut::<Progress>().sub_phase = *number,
        Event::IntentDrawn { ship, order, .. } => {
            (edit(world, *ship).part::<Standing>().order).clone_from(order);
        }
        Event::HelmSet { carrier, action } => {
            (edit(world, *carrier).part::<Helm>().order).clone_from(action);
        }
        Event::CarrierActed { carrier } => edit(world, *carrier).part::<Helm>().acted = true,
        Event::CarrierAttacked(attack) => {
            let side = unit::side_of(world, attack.carrier);
            let mut progress = world.resource_mut::<Progress>();
            let side = progress.of_mut(side);
            side.was_hit |= attack.damage > 0;
            side.absorbed |= attack.absorbed > 0;
        }
        Event::Cleared => clear(world),
        Event::DriveCharged { side, charge } => {
            world.resource_mut::<Progress>().of_mut(*side).drive = *charge;
        }
        Event::Quieted { turns, .. } => world.resource_mut::<Progress>().quiet = *turns,
        Event::TurnBegan => begin_turn(world),
        Event::Ended(ending) => world.resource_mut::<Verdict>().0 = Some(*ending),
        Event::PlayedOn => {
            world.resource_mut::<Verdict>().0 = None;
            world.resource_mut::<Progress>().endless = true;
        }
        Event::Renewed { source } => renew::<Fleet>(world, source),
        _ => {}
    }
}

/// Freezes what sides have sealed (§4, step 0).
fn lock(world: &mut World) {
    let mut progress = world.resource_mut::<Progress>();
    (progress.stage, progress.sub_phase) = (Stage::Resolving, 0);
    let mut plans = Vec::new();
    for (index, side) in (0..).zip(&mut progress.sides) {
        if let Some(plan) = side.sealed.open() {
            side.launches.clone_from(&plan.launches);
            plans.push((Side(index), plan));
        }
    }
    world.resource_mut::<Turn>().resolutions += 1;
    for (side, plan) in plans {
        for (ship, order) in plan.ships {
            edit(world, ship).part::<Standing>().order = order;
        }
        let carrier = carrier_of(world, side);
        if let (Some(carrier), Some(action)) = (carrier, plan.carrier) {
            edit(world, carrier).part::<Helm>().order = Some(action);
        }
    }
}

fn carrier_of(world: &World, side: Side) -> Option<UnitId> {
    let mut units = world.resource::<Copies<Vessel>>().iter();
    let carrier = units.find(|one| one.side == side && one.is_carrier())?;
    Some(carrier.id)
}

/// Resets all actions (§4, step 8).
fn clear(world: &mut World) {
    let units = Units::of(world);
    let acts = |id: &UnitId| {
        *units.part::<Standing>(*id) != Standing::default()
            || *units.part::<Helm>(*id) != Helm::default()
    };
    let acting: Vec<_> = units.ids().filter(acts).collect();
    for id in acting {
        edit(world, id)
            .set(Standing::default())
            .set(Helm::default());
    }
    let mut progress = world.resource_mut::<Progress>();
    progress.sub_phase = 0;
    for side in &mut progress.sides {
        side.launches.clear();
    }
}

/// Begins the next turn.
fn begin_turn(world: &mut World) {
    let mut progress = world.resource_mut::<Progress>();
    (progress.stage, progress.stirred) = (Stage::Command, false);
    for side in &mut progress.sides {
        side.lost = 0;
    }
    world.resource_mut::<Turn>().number += 1;
}

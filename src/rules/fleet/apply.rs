//! Writes events into the world.
//!
//! **Invariant:** the only writer of a running battle; neither rolls nor decides.

use bevy::prelude::World;

use crate::{
    battle::{
        board::Board,
        grid::{Direction, TileId},
        knowledge::{self, Knowledge},
        phase::{Turn, Verdict},
        unit::{self, Facing, Health, Position, Presence, Roster, Side, UnitId, edit, part},
    },
    rules::fleet::{
        content::Options,
        craft::{Berth, Class, Guards, Gun, Helm, Morale, Standing, Stores},
        event::{CarrierAttack, Cause, Event, Harm, Interception},
        muster::{self, Condition, Muster, Vessel},
        order::{Deployment, ShipOrder, SidePlan, Stance},
        progress::{Ambush, Progress, Stage},
        queue, register, renewal, setup,
    },
};

/// Writes one event, and renews the register.
pub(super) fn apply(world: &mut World, event: &Event) {
    let harms = event.harms();
    // Who was seen to shoot is asked before: the dead see nothing.
    let ambushes = ambushes(world, &harms);
    write_event(world, event);
    if event.stirs() {
        world.resource_mut::<Progress>().stirred = true;
    }
    strike_off(world, &harms);
    for (side, ambush) in ambushes {
        let mut progress = world.resource_mut::<Progress>();
        progress.of_mut(side).ambushes.note(ambush);
    }
    register::renew(world);
}

/// Has sides forget where they saw the enemies that they destroyed themselves, seen or unseen.
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
    let turn = world.resource::<Turn>().number;
    let hits = harms.iter().filter_map(|harm| {
        let is_shot = matches!(harm.cause, Cause::Attack | Cause::Splash) && harm.damage > 0;
        let side = unit::side_of(world, harm.unit);
        let known = world.resource::<Knowledge>().of(side);
        let by = harm.by.filter(|&by| is_shot && !known.sees_unit(by))?;
        let is_hostile = world
            .resource::<Roster>()
            .are_hostile(side, unit::side_of(world, by));
        let tile = part::<Position>(world, harm.unit).0;
        is_hostile.then_some((side, Ambush { tile, turn }))
    });
    hits.collect()
}

fn write_event(world: &mut World, event: &Event) {
    match event {
        Event::Committed { side, plan } => {
            world.resource_mut::<Progress>().of_mut(*side).sealed = Some(plan.clone());
        }
        Event::Locked => lock(world),
        Event::Deployed(Deployment { unit, tile, facing }) => step(world, *unit, *tile, *facing),
        Event::SubPhaseBegan { number } => {
            world.resource_mut::<Progress>().sub_phase = *number;
            set_stances(world, |order, usable| queue::stance(order, usable, *number));
        }
        Event::QueuesFlown => set_stances(world, queue::last_stance),
        Event::Launched {
            ship, tile, facing, ..
        } => appear(world, *ship, *tile, *facing),
        Event::IntentDrawn { ship, order, .. } => stand(world, *ship, order),
        Event::HelmSet { carrier, action } => {
            let mut unit = edit(world, *carrier);
            unit.part::<Helm>().order.clone_from(action);
        }
        Event::CarrierActed { carrier } => edit(world, *carrier).part::<Helm>().acted = true,
        Event::Repaired { unit, hull } => edit(world, *unit).part::<Health>().now += hull,
        Event::Rearmed { ships } => ships.iter().for_each(|&ship| rearm(world, ship)),
        Event::Moved {
            unit, to, facing, ..
        } => step(world, *unit, *to, *facing),
        Event::Intercepted(Interception {
            mover, to, facing, ..
        }) => {
            step(world, *mover, *to, *facing);
            on_muster(world, |muster| muster.befall(event));
        }
        Event::Landed { ship } => land(world, *ship),
        Event::Fought { .. }
        | Event::Aimed { .. }
        | Event::Dogfight(_)
        | Event::ShotFired { .. }
        | Event::CarrierFired { .. }
        | Event::Volley { .. }
        | Event::PointDefense { .. }
        | Event::HazardStruck { .. } => on_muster(world, |muster| muster.befall(event)),
        Event::CarrierAttacked(attack) => {
            on_muster(world, |muster| muster.befall(event));
            count_hit(world, attack);
        }
        Event::HangarLost { ships } => sink_docked(world, ships),
        Event::Cleared => clear(world),
        Event::Regenerated { ships } => {
            for &(ship, hull) in ships {
                edit(world, ship).part::<Health>().now += hull;
            }
        }
        Event::WeaponsCooled => cool(world),
        Event::DriveCharged { side, charge } => {
            world.resource_mut::<Progress>().of_mut(*side).drive = *charge;
        }
        Event::ReinforcementRolled { arrival, .. } => {
            if let &Some((ship, tile, facing)) = arrival {
                appear(world, ship, tile, facing);
            }
        }
        Event::Withdrew { ship } => unit::take_off_board(world, *ship, Presence::Escaped),
        Event::Quieted { turns, .. } => world.resource_mut::<Progress>().quiet = *turns,
        Event::TurnBegan => begin_turn(world),
        Event::Ended(ending) => {
            world.resource_mut::<Verdict>().0 = Some(*ending);
            cheer(world, ending.winner);
        }
        Event::PlayedOn => {
            world.resource_mut::<Verdict>().0 = None;
            world.resource_mut::<Progress>().endless = true;
        }
        Event::Renewed { source } => renewal::put_in_force(world, source),
        Event::DeployFailed { .. }
        | Event::LaunchFailed { .. }
        | Event::Blocked { .. }
        | Event::LandingFailed { .. }
        | Event::FightBegan { .. }
        | Event::ShotsOrdered { .. }
        | Event::ShotLost(_) => {}
    }
}

fn options(world: &World) -> Options {
    setup::content(world).options
}

fn units(world: &World) -> Vec<UnitId> {
    world.resource::<Roster>().ids().collect()
}

/// Freezes what sides have sealed (§4, step 0).
fn lock(world: &mut World) {
    let mut progress = world.resource_mut::<Progress>();
    progress.stage = Stage::Resolving;
    progress.sub_phase = 0;
    let mut plans: Vec<(Side, SidePlan)> = Vec::new();
    for (index, side) in (0..).zip(&mut progress.sides) {
        if let Some(plan) = side.sealed.take() {
            side.launches.clone_from(&plan.launches);
            plans.push((Side(index), plan));
        }
    }
    world.resource_mut::<Turn>().resolutions += 1;
    let carrier = |world: &World, side| Some(Muster::of(world).carrier_of(side)?.id);
    let carriers: Vec<_> = (plans.iter())
        .map(|(side, _)| carrier(world, *side))
        .collect();
    for ((_, plan), carrier) in plans.into_iter().zip(carriers) {
        lock_plan(world, carrier, plan);
    }
}

fn lock_plan(world: &mut World, carrier: Option<UnitId>, plan: SidePlan) {
    for (ship, order) in &plan.ships {
        stand(world, *ship, order);
    }
    if let (Some(carrier), Some(action)) = (carrier, plan.carrier) {
        edit(world, carrier).part::<Helm>().order = Some(action);
    }
}

/// Gives a ship its order; its action counts at once, or with the first sub-phase.
fn stand(world: &mut World, ship: UnitId, order: &ShipOrder) {
    let stance = match options(world).sub_phases {
        1 => order.stance(),
        _ => Stance::default(),
    };
    let order = order.clone();
    edit(world, ship).set(Standing { stance, order });
}

/// Has what the queues of ships say count, given how many slots each can use (§10).
fn set_stances(world: &mut World, stance: impl Fn(&ShipOrder, u8) -> Stance) {
    let muster = Muster::of(world);
    let usable = muster.all().map(|vessel| queue::usable(&muster, vessel.id));
    let usable: Vec<_> = usable.collect();
    for (id, usable) in units(world).into_iter().zip(usable) {
        let stance = stance(&part::<Standing>(world, id).order, usable);
        if part::<Standing>(world, id).stance != stance {
            edit(world, id).part::<Standing>().stance = stance;
        }
    }
}

/// Puts a docked or waiting ship on the board.
fn appear(world: &mut World, ship: UnitId, tile: TileId, facing: Direction) {
    edit(world, ship)
        .set(Berth::Space)
        .set(Presence::OnBoard)
        .set(Position(tile))
        .set(Facing(facing));
    world.resource_mut::<Board>().enter(tile, ship);
    knowledge::renew_view(world, ship);
}

/// Moves a unit to another hex.
fn step(world: &mut World, id: UnitId, tile: TileId, facing: Direction) {
    edit(world, id).set(Position(tile)).set(Facing(facing));
    if world.resource::<Board>().seat(id) != Some(tile) {
        world.resource_mut::<Board>().enter(tile, id);
        knowledge::follow_step(world, id);
    }
}

/// Takes a ship off the board into its hangar.
fn land(world: &mut World, ship: UnitId) {
    edit(world, ship).set(Berth::Docked);
    unit::take_off_board(world, ship, Presence::Reserve);
}

fn rearm(world: &mut World, ship: UnitId) {
    let Class::Ship(kind) = *part(world, ship) else {
        return;
    };
    let full = setup::content(world).ship(kind).ammo;
    edit(world, ship).part::<Stores>().ammo = full;
}

/// Notes that the carrier of a side was hit, and whether its shield took any of it.
fn count_hit(world: &mut World, attack: &CarrierAttack) {
    let side = unit::side_of(world, attack.carrier);
    let mut progress = world.resource_mut::<Progress>();
    let side = progress.of_mut(side);
    side.was_hit |= attack.damage > 0;
    side.absorbed |= attack.absorbed > 0;
}

/// Changes units as a muster is changed, and takes those that are destroyed off the board.
fn on_muster(world: &mut World, change: impl FnOnce(&mut Muster)) {
    register::renew(world);
    let mut muster = Muster::of(world);
    change(&mut muster);
    let before = Muster::of(world);
    let differs = |after: &&Vessel| {
        let before = before.get(after.id);
        (after.now, after.is_on_board()) != (before.now, before.is_on_board())
    };
    let changed: Vec<_> = muster.all().filter(differs).copied().collect();
    let are_lost: Vec<_> = (changed.iter())
        .map(|after| !after.is_on_board() && before.get(after.id).is_on_board())
        .collect();
    for (after, is_lost) in changed.into_iter().zip(are_lost) {
        write(world, after.id, after.now);
        if is_lost {
            sink(world, after.id);
        }
    }
}

fn write(world: &mut World, id: UnitId, now: Condition) {
    let fuel = part::<Stores>(world, id).fuel;
    let ammo = now.ammo;
    edit(world, id)
        .set(now.hull)
        .set(Stores { ammo, fuel })
        .set(now.gun)
        .set(Morale(now.morale))
        .set(now.guards);
}

/// Takes a destroyed unit off the board; wrecks block nothing (§5).
fn sink(world: &mut World, id: UnitId) {
    unit::take_off_board(world, id, Presence::Dead);
    count_loss(world, id);
}

/// Has docked ships go down with their carrier; those in space lose allies as in a fight.
fn sink_docked(world: &mut World, ships: &[UnitId]) {
    on_muster(world, |muster| {
        for &ship in ships {
            muster.get_mut(ship).docked = false;
        }
        ships.iter().for_each(|&ship| muster.mourn(ship));
    });
    for &ship in ships {
        let mut docked = edit(world, ship);
        docked.part::<Health>().now = 0;
        docked.set(Presence::Dead).set(Berth::Space);
        count_loss(world, ship);
    }
}

fn count_loss(world: &mut World, id: UnitId) {
    let side = unit::side_of(world, id);
    world.resource_mut::<Progress>().of_mut(side).lost += 1;
}

/// Resets all actions (§4, step 8).
fn clear(world: &mut World) {
    for id in units(world) {
        if *part::<Standing>(world, id) != Standing::default() {
            edit(world, id).set(Standing::default());
        }
        if *part::<Helm>(world, id) != Helm::default() {
            edit(world, id).set(Helm::default());
        }
    }
    let mut progress = world.resource_mut::<Progress>();
    progress.sub_phase = 0;
    for side in &mut progress.sides {
        side.launches.clear();
    }
}

/// Lets all weapons cool down by one turn (§9).
fn cool(world: &mut World) {
    for Vessel { id, now, .. } in changing(world, |now| now.gun.remaining > 0) {
        edit(world, id).part::<Gun>().remaining = now.gun.remaining - 1;
    }
}

/// Lists the units whose condition is so that it changes by itself.
fn changing(world: &World, changes: impl Fn(&Condition) -> bool) -> Vec<Vessel> {
    let muster = Muster::of(world);
    let changing = muster.all().filter(|vessel| changes(&vessel.now));
    changing.copied().collect()
}

/// Begins the next turn: nothing was fired or hurt in it yet.
fn begin_turn(world: &mut World) {
    for Vessel { id, .. } in changing(world, |now| now.gun.fired || now.guards.hurt) {
        let mut unit = edit(world, id);
        unit.part::<Gun>().fired = false;
        unit.part::<Guards>().hurt = false;
    }
    let mut progress = world.resource_mut::<Progress>();
    progress.stage = Stage::Command;
    progress.stirred = false;
    for side in &mut progress.sides {
        side.lost = 0;
    }
    world.resource_mut::<Turn>().number += 1;
}

/// Raises the morale of the winner's ships (§8).
fn cheer(world: &mut World, winner: Side) {
    let victory = setup::content(world).figures.morale.victory;
    let own: Vec<_> = world.resource::<Roster>().of_side(winner).collect();
    for id in own {
        if *part::<Presence>(world, id) != Presence::Dead {
            muster::shake(&mut edit(world, id).part::<Morale>().0, victory);
        }
    }
}

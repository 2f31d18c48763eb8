//! Checks orders by what the ordering side knows, and makes their plans.
//!
//! **Invariant:** terrain is what the side remembers, units are those it sees; nothing hidden shows
//! in whether an order passes, or why not.

mod fire;
mod items;
mod movement;
mod places;

use bevy::prelude::World;

use self::movement::Ways;
pub use self::movement::{cover_beside, cover_towards, running_cost};
pub(super) use self::{items::throw_tu, places::is_deploying};
use crate::{
    battle::{
        phase::{Outcome, Turn, Verdict},
        unit::{Presence, Side, UnitId, Units},
    },
    rules::battlescape::{
        event::Event,
        nerve::{Shock, Stunned, is_conscious},
        objective::{self, Loss, PLAYER},
        order::{Order, Refusal},
        plan::{self, Plan, Task},
        renewal,
        soldier::{Ended, Rulebook, TimeUnits, UnitState},
    },
};

/// Checks an order and makes the plan that carries it out.
pub(super) fn begin(world: &World, side: Side, order: &Order) -> Result<Plan, Refusal> {
    if let Order::PlayOn = order {
        return play_on(world, side);
    }
    if world.resource::<Verdict>().0.is_some() {
        return Err(Refusal::BattleOver);
    }
    if world.resource::<Turn>().active != side {
        return Err(Refusal::NotYourPhase);
    }
    if let Order::Renew(source) = order {
        renewal::check(world, source)?;
        let source = source.clone();
        return Ok(Plan::of([Task::Emit(Event::Renewed { source })]));
    }
    let Some(id) = order.unit() else {
        return Ok(Plan::of([Task::Emit(Event::PhaseEnded { side })]));
    };
    let units = Units::of(world);
    let state = own_unit(units, side, id)?;
    if !is_conscious(state.health, state.shock) {
        return Err(Refusal::Unconscious);
    }
    if state.shock.stunned == Stunned::Now {
        return Err(Refusal::Stunned);
    }
    if state.ended.0 {
        return Err(Refusal::UnitEnded);
    }
    if world.resource::<Rulebook>().figures().tu.strict_order
        && let Some(first) = first_in_order(units, side)
        && first != id
    {
        return Err(Refusal::OutOfOrder(first));
    }
    let tasks = match order {
        Order::Move(_, gait, path) => movement::walk(units, side, id, *gait, path)?,
        Order::GoProne(_) => movement::go_prone(units, id)?,
        Order::Turn(_, facing) => movement::turn(units, id, *facing)?,
        Order::Attack(_, target, mode) => fire::attack(units, side, id, *target, *mode)?,
        Order::FireAt(_, tile, mode) => fire::fire_at(units, id, *tile, *mode)?,
        Order::TakeCover(_, step, facing) => movement::take_cover(units, side, id, *step, *facing)?,
        Order::Stand(_) => movement::stand(units, id)?,
        Order::Reload(_) => fire::reload(units, id)?,
        Order::Ready(_) => fire::ready(units, id)?,
        Order::ReadySuppression(_) => fire::ready_suppression(units, id)?,
        Order::Throw(_, slot, tile) => items::throw(units, id, *slot, *tile)?,
        Order::Prime(_, slot) => items::prime(units, id, *slot)?,
        Order::Toss(_, slot, tile) => items::toss(units, side, id, *slot, *tile)?,
        Order::Lay(_, slot, tile) => items::lay(units, side, id, *slot, *tile)?,
        Order::Use(_, slot, target) => items::use_on(units, id, *slot, *target)?,
        Order::Switch(_, slot) => items::switch(units, id, *slot)?,
        Order::PickUp(_, number) => items::pick_up(units, id, *number)?,
        Order::Drop(_, slot) => items::drop_thing(units, id, *slot)?,
        Order::Cast(_, ability, target) => items::cast(units, side, id, *ability, *target)?,
        Order::Door(_, direction) => places::door(units, side, id, *direction)?,
        Order::Interact(_, tile) => places::interact(units, id, *tile)?,
        Order::Deploy(_, tile) => places::deploy(units, side, id, *tile)?,
        Order::Leave(_) => places::leave(units, id)?,
        Order::EndUnit(_) => return Ok(Plan::of([Task::Emit(Event::UnitEnded { unit: id })])),
        Order::EndTurn | Order::PlayOn | Order::Renew(_) => {
            unreachable!("orders of a whole side are done above")
        }
    };
    Ok(Plan::of(tasks))
}

fn play_on(world: &World, side: Side) -> Result<Plan, Refusal> {
    let failed = world
        .resource::<Verdict>()
        .0
        .is_some_and(|e| e.outcome == Outcome::MissionFailed);
    if side != PLAYER || !failed || objective::is_gone(Units::of(world), PLAYER) {
        return Err(Refusal::CannotPlayOn);
    }
    let loss = objective::loss(world);
    // Too few turns are enough without a last one.
    let lacks_turns = matches!(loss, Some(Loss::Turns { .. }));
    let played_on = Event::PlayedOn {
        late: lacks_turns || objective::is_late(world),
        forlorn: !lacks_turns && loss.is_some(),
    };
    let [turn, phase] = plan::next_turn(world);
    Ok(Plan::of([Task::Emit(played_on), turn, phase]))
}

/// Returns the first unit of a side, in squad order, that still acts this turn (C24).
pub(super) fn first_in_order(units: Units, side: Side) -> Option<UnitId> {
    units.ids().find(|&id| {
        let shock = *units.part::<Shock>(id);
        units.side(id) == side
            && *units.part::<Presence>(id) == Presence::OnBoard
            && is_conscious(*units.part(id), shock)
            && shock.stunned != Stunned::Now
            && !units.part::<Ended>(id).0
    })
}

/// Returns the state of a unit on the board that is a side's own.
fn own_unit(units: Units, side: Side, id: UnitId) -> Result<UnitState, Refusal> {
    if !units.contains(id) {
        return Err(Refusal::UnknownUnit(id));
    }
    if units.side(id) != side {
        return Err(Refusal::NotYourUnit(id));
    }
    let state = UnitState::now(units, id);
    match state.presence {
        Presence::OnBoard => Ok(state),
        Presence::Escaped | Presence::Dead | Presence::Reserve => Err(Refusal::NotOnBoard(id)),
    }
}

fn pay(units: Units, id: UnitId, needs: u16) -> Result<(), Refusal> {
    afford(units.part::<TimeUnits>(id).now, needs)
}

fn afford(has: u16, needs: u16) -> Result<(), Refusal> {
    match needs > has {
        true => Err(Refusal::NeedsTu { needs, has }),
        false => Ok(()),
    }
}

/// An act and the reactions it calls forth.
fn act(units: Units, event: Event, id: UnitId) -> Vec<Task> {
    let world = units.world();
    let mut tasks = vec![Task::Emit(event)];
    tasks.extend(plan::reactions(world, id));
    tasks
}

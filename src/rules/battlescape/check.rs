//! Checks orders by what the ordering side knows, and makes their plans.
//!
//! **Invariant:** terrain is what the side remembers, units are those it sees; nothing hidden shows
//! in whether an order passes, or why not.

mod fire;
mod items;
mod movement;
mod places;

use bevy::prelude::World;

pub(super) use self::items::throw_tu;
pub use self::movement::{cover_beside, cover_towards, running_cost};
pub(super) use self::places::is_deploying;
use crate::battle::knowledge::{Knowledge, SideKnowledge};
use crate::battle::phase::{Outcome, Turn, Verdict};
use crate::battle::unit::{Presence, Side, UnitId, Units};
use crate::playing::check_renewal;
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::content::{BattlescapeContent, Figures, UnitKind};
use crate::rules::battlescape::event::Event;
use crate::rules::battlescape::nerve::{Shock, Stunned, is_conscious};
use crate::rules::battlescape::objective::{self, Loss, PLAYER};
use crate::rules::battlescape::order::{Order, Refusal};
use crate::rules::battlescape::plan::{self, Plan, Task};
use crate::rules::battlescape::soldier::{Ended, Makeups, Rulebook, UnitState};

/// A unit that was ordered to act, and what its side judges that by.
#[derive(Clone, Copy)]
struct Ordered<'w> {
    units: Units<'w>,
    side: Side,
    id: UnitId,
    state: UnitState,
    /// What all sides know, and what its own does.
    knowledge: &'w Knowledge,
    known: &'w SideKnowledge,
    rulebook: &'w Rulebook,
}

/// What an order leads to, or why it is refused.
type Checked = Result<Vec<Task>, Refusal>;

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
        check_renewal::<Battlescape>(world, source).map_err(Refusal::CannotRenew)?;
        let source = source.clone();
        return Ok(Plan::of([Task::Emit(Event::Renewed { source })]));
    }
    let Some(id) = order.unit() else {
        return Ok(Plan::of([Task::Emit(Event::PhaseEnded { side })]));
    };
    let unit = Ordered::new(world, side, id)?;
    unit.may_act()?;
    let tasks = match order {
        Order::Move(_, gait, path) => unit.walk(*gait, path)?,
        Order::GoProne(_) => unit.go_prone()?,
        Order::Turn(_, facing) => unit.turn(*facing)?,
        Order::Attack(_, target, mode) => unit.attack(*target, *mode)?,
        Order::FireAt(_, tile, mode) => unit.fire_at(*tile, *mode)?,
        Order::TakeCover(_, step, facing) => unit.take_cover(*step, *facing)?,
        Order::Stand(_) => unit.stand()?,
        Order::Reload(_) => unit.reload()?,
        Order::Ready(_) => unit.ready()?,
        Order::ReadySuppression(_) => unit.ready_suppression()?,
        Order::Throw(_, slot, tile) => unit.throw(*slot, *tile)?,
        Order::Prime(_, slot) => unit.prime(*slot)?,
        Order::Toss(_, slot, tile) => unit.toss(*slot, *tile)?,
        Order::Lay(_, slot, tile) => unit.lay(*slot, *tile)?,
        Order::Use(_, slot, target) => unit.use_on(*slot, *target)?,
        Order::Switch(_, slot) => unit.switch(*slot)?,
        Order::PickUp(_, number) => unit.pick_up(*number)?,
        Order::Drop(_, slot) => unit.drop_thing(*slot)?,
        Order::Cast(_, ability, target) => unit.cast(*ability, *target)?,
        Order::Door(_, direction) => unit.move_door(*direction)?,
        Order::Interact(_, tile) => unit.interact(*tile)?,
        Order::Deploy(_, tile) => unit.deploy(*tile)?,
        Order::Leave(_) => unit.leave()?,
        Order::EndUnit(_) => vec![Task::Emit(Event::UnitEnded { unit: id })],
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

impl<'w> Ordered<'w> {
    /// Looks at a unit of a side on the board.
    fn new(world: &'w World, side: Side, id: UnitId) -> Result<Self, Refusal> {
        let units = Units::of(world);
        if !units.contains(id) {
            return Err(Refusal::UnknownUnit(id));
        }
        if units.side(id) != side {
            return Err(Refusal::NotYourUnit(id));
        }
        let state = UnitState::now(units, id);
        if state.presence != Presence::OnBoard {
            return Err(Refusal::NotOnBoard(id));
        }
        let knowledge = world.resource::<Knowledge>();
        Ok(Self {
            units,
            side,
            id,
            state,
            knowledge,
            known: knowledge.of(side),
            rulebook: world.resource(),
        })
    }

    /// Checks that the unit can do anything now.
    fn may_act(&self) -> Result<(), Refusal> {
        let state = &self.state;
        if !is_conscious(state.health, state.shock) {
            return Err(Refusal::Unconscious);
        }
        if state.shock.stunned == Stunned::Now {
            return Err(Refusal::Stunned);
        }
        if state.ended.0 {
            return Err(Refusal::UnitEnded);
        }
        let is_strict = self.figures().tu.strict_order;
        let first = is_strict.then(|| first_in_order(self.units, self.side));
        match first.flatten().filter(|&first| first != self.id) {
            Some(first) => Err(Refusal::OutOfOrder(first)),
            None => Ok(()),
        }
    }

    fn world(&self) -> &'w World {
        self.units.world()
    }

    fn content(&self) -> &'w BattlescapeContent {
        self.rulebook.content()
    }

    fn figures(&self) -> &'w Figures {
        self.rulebook.figures()
    }

    /// Returns the kind of a unit.
    fn kind_of(&self, id: UnitId) -> &'w UnitKind {
        let makeups = self.world().resource::<Makeups>();
        makeups.kind(self.content(), id)
    }

    /// Checks that the unit has so many TU left, and returns them.
    fn pay(&self, needs: u16) -> Result<u16, Refusal> {
        let has = self.state.tu.now;
        match needs > has {
            true => Err(Refusal::NeedsTu { needs, has }),
            false => Ok(needs),
        }
    }

    /// Lists what happens, and the reactions it calls forth.
    fn acts(&self, event: Event) -> Vec<Task> {
        self.begins(vec![Task::Emit(event)])
    }

    /// Lists tasks, and the reactions they call forth.
    fn begins(&self, mut tasks: Vec<Task>) -> Vec<Task> {
        let reactions = plan::reactions(self.units, self.content(), self.knowledge, self.id);
        tasks.extend(reactions);
        tasks
    }
}

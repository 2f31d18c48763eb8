//! Checks orders and makes the plans that carry them out.
//!
//! **Invariant:** rolls and writes nothing; whatever passes can be carried out. Boards, facings, Heat and sizes
//! of piles are public, so nothing here depends on what a side does not know (clarification 20).

mod answer;
mod play;
mod target;

use bevy::prelude::World;

use crate::battle::grid::Direction;
use crate::battle::phase::Verdict;
use crate::battle::rules::{Rules, Waiting};
use crate::battle::unit::{Side, UnitId};
use crate::playing::check_renewal;
use crate::rules::casket::Casket;
use crate::rules::casket::content::Trait;
use crate::rules::casket::duel::Duel;
use crate::rules::casket::event::{Event, How};
use crate::rules::casket::legal;
use crate::rules::casket::machine::{Build, Physical, State};
use crate::rules::casket::order::{Order, Refusal, Source};
use crate::rules::casket::plan::{Plan, Task};

/// Most orders of a unit in a turn, so that no turn goes on for ever.
pub const MOST_ORDERS: u8 = 100;

/// Checks an order of a side and makes its plan.
pub(super) fn begin(
    world: &World,
    side: Side,
    order: &Order,
    waiting: Option<&Waiting<Casket>>,
) -> Result<Plan, Refusal> {
    if world.resource::<Verdict>().0.is_some() {
        return Err(Refusal::BattleOver);
    }
    if !Casket::owes(world, side) {
        return Err(Refusal::NotNow);
    }
    let duel = Duel::of(world);
    if let Some(waiting) = waiting {
        return duel.answer(&waiting.plan, &waiting.choice, order);
    }
    if let Order::Renew(source) = order {
        check_renewal::<Casket>(world, source).map_err(Refusal::CannotRenew)?;
        let source = source.clone();
        return Ok(Plan::of(Task::emit(Event::Renewed { source })));
    }
    let unit = duel.progress.acting.ok_or(Refusal::NotNow)?;
    duel.check(unit, order)
}

impl Duel<'_> {
    /// Checks an order for the unit whose turn it is.
    ///
    /// # Errors
    /// Why it cannot be carried out.
    pub fn check(&self, unit: UnitId, order: &Order) -> Result<Plan, Refusal> {
        if self.get(unit).body().orders >= MOST_ORDERS && *order != Order::Pass {
            return Err(Refusal::TooManyOrders { most: MOST_ORDERS });
        }
        let task = match order {
            Order::Step(direction) => self.check_step(unit, *direction)?,
            Order::Turn(facing) => self.check_turn(unit, *facing)?,
            Order::Brace => self.check_brace(unit)?,
            Order::Play(source, aiming) => {
                let plan = self.check_play(unit, *source, aiming)?;
                return Ok(self.after_defiance(unit, order, plan));
            }
            Order::Pass => {
                let is_free = self.get(unit).body().orders < MOST_ORDERS;
                if is_free && self.has(unit, Trait::MustAttack) && legal::can_attack(self, unit) {
                    return Err(Refusal::MustAttack);
                }
                return Ok(Plan::end_of_turn(unit));
            }
            Order::Renew(_) => return Err(Refusal::NotNow),
            _ => return Err(Refusal::NotAsked),
        };
        Ok(self.after_defiance(unit, order, Plan::of(task)))
    }

    /// Has a casket take its harm after a plan if it should vent and does something else (§8, Assault). It comes
    /// afterwards, so that no card is lost that is being played.
    fn after_defiance(&self, unit: UnitId, order: &Order, plan: Plan) -> Plan {
        let mut harm = None;
        self.each_trait(unit, |one, _| {
            if let Trait::VentOrHarm(points) = one {
                harm = Some((one, points));
            }
        });
        let vents = match order {
            Order::Play(source, _) => self
                .card_of(unit, *source)
                .is_some_and(|physical| self.card(physical.card).is_vent()),
            _ => false,
        };
        match harm {
            Some((given, points)) if !vents => {
                let harm = Task::Harm {
                    unit,
                    points: points.into(),
                    part: None,
                    by: None,
                };
                Plan::of(Task::Judge)
                    .before(harm)
                    .with(plan)
                    .before(Task::emit(Event::Spent { unit, given }))
            }
            _ => plan,
        }
    }

    fn pay(&self, unit: UnitId, needs: u8) -> Result<(), Refusal> {
        let left = self.sp_left(unit);
        match needs <= left {
            true => Ok(()),
            false => Err(Refusal::NoSp { needs, left }),
        }
    }

    fn check_step(&self, unit: UnitId, direction: Direction) -> Result<Task, Refusal> {
        if self.is_rooted(unit) {
            return Err(Refusal::CannotMove);
        }
        if self.hexes_left(unit).is_some_and(|left| left < 1) {
            let most = i16::from(self.get(unit).body().hexes);
            return Err(Refusal::NoMoreHexes { most });
        }
        let from = self.get(unit).tile();
        let to = self.step(from, direction).ok_or(Refusal::NoStep)?;
        if self.at(to).is_some() {
            return Err(Refusal::Occupied);
        }
        let sp = self.step_cost(unit, direction).ok_or(Refusal::Impassable)?;
        self.pay(unit, sp)?;
        let how = How::Walked;
        Ok(Task::Step { unit, to, how, sp })
    }

    fn check_turn(&self, unit: UnitId, facing: Direction) -> Result<Task, Refusal> {
        let now = self.get(unit).now.facing;
        if self.has(unit, Trait::NoTurning) {
            return Err(Refusal::CannotTurn);
        }
        match now.turns_to(facing) {
            0 => return Err(Refusal::SameFacing),
            1 => {}
            _ => return Err(Refusal::TurnTooFar),
        }
        let sp = self.turn_cost(unit);
        self.pay(unit, sp)?;
        let roll = None;
        Ok(Task::emit(Event::Turned {
            unit,
            facing,
            sp,
            roll,
        }))
    }

    fn check_brace(&self, unit: UnitId) -> Result<Task, Refusal> {
        let mut braces = None;
        self.each_trait(unit, |one, _| {
            if let Trait::Braced(points) = one {
                braces = Some(points);
            }
        });
        let is_action = self.content.figures.switches.brace_action;
        let points = braces.filter(|_| is_action).ok_or(Refusal::NoBrace)?;
        let lasting = &self.get(unit).body().lasting;
        if lasting
            .iter()
            .any(|one| matches!(one.given, Trait::Braced(_)))
        {
            return Err(Refusal::BracesAlready);
        }
        let sp = (self.content.figures.costs.brace).saturating_add(self.surcharge(unit));
        self.pay(unit, sp)?;
        Ok(Task::emit(Event::Braced { unit, points, sp }))
    }

    /// Checks a card, without its target, and returns it.
    pub fn check_card(&self, unit: UnitId, source: Source) -> Result<Physical, Refusal> {
        let physical = self.card_of(unit, source).ok_or(Refusal::NoCard)?;
        let card = self.card(physical.card);
        let name = || card.name.clone();
        let machine = self.get(unit);
        match source {
            Source::Hand(no) => {
                if !machine.piles().hand.contains(&no) {
                    return Err(Refusal::NoCard);
                }
                if machine.piles().played.contains(&no) {
                    return Err(Refusal::PlayedAlready { card: name() });
                }
            }
            Source::Ability(_) => {
                let uses = self.race(unit).map_or(0, |race| race.uses);
                if machine.body().used >= uses {
                    return Err(Refusal::NoUsesLeft { card: name() });
                }
            }
            Source::Strike if machine.body().attacked => {
                return Err(Refusal::PlayedAlready { card: name() });
            }
            Source::Strike => {}
        }
        if !card.is_played() {
            return Err(Refusal::NotPlayable { card: name() });
        }
        if let Some(part) = physical.arm
            && self.state(unit, part) == State::Disabled
        {
            return Err(Refusal::ArmDisabled { part });
        }
        if card.taint > machine.body().taint {
            return Err(Refusal::NeedsTaint { taint: card.taint });
        }
        if card.is_attack() && self.has(unit, Trait::NoAttacks) {
            return Err(Refusal::CannotAttack);
        }
        if card.is_support() && self.has(unit, Trait::NoSupport) {
            return Err(Refusal::NoSupport);
        }
        if card.is_movement() && self.is_rooted(unit) {
            return Err(Refusal::CannotMove);
        }
        Ok(physical)
    }

    /// Whether a unit is one that others give orders to.
    pub fn is_casket(&self, id: UnitId) -> bool {
        matches!(self.build(id), Build::Casket { .. })
    }
}

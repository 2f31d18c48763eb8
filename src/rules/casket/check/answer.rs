//! Checks answers to what waiting plans ask.
//!
//! **Invariant:** an answer that passes resumes the plan that asked.

use crate::battle::unit::UnitId;
use crate::rules::casket::content::{Effect, Kind, Trait, Trigger};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::event::Event;
use crate::rules::casket::legal;
use crate::rules::casket::machine::{CardNo, Part, State};
use crate::rules::casket::order::{Choice, Order, Refusal, Threat};
use crate::rules::casket::plan::{Plan, Task};

impl Duel<'_> {
    /// Lists the reactions that a casket may commit against something, by place in hand.
    pub fn reactions(&self, id: UnitId, threat: &Threat) -> Vec<CardNo> {
        let machine = self.get(id);
        let piles = machine.piles();
        if !machine.is_up() {
            return Vec::new();
        }
        let fits = |no: &CardNo| {
            let physical = piles.get(*no);
            let card = self.card(physical.card);
            let is_whole = |part: Part| self.state(id, part) != State::Disabled;
            let counters = |effect: &Effect| matches!(effect, Effect::Counter(_));
            // A counter reaches adjacent attackers only; a guard may stand farther off.
            let reaches = match threat {
                Threat::Attack(blow) if card.effects.iter().all(counters) => {
                    let from = self.get(blow.attacker).tile();
                    self.grid.distance(from, machine.tile()) == 1
                }
                _ => true,
            };
            card.kind == Kind::Reactive
                && reaches
                && card.taint <= machine.body().taint
                && physical.arm.is_none_or(is_whole)
                && match (threat, card.trigger) {
                    (Threat::Heat(_), Trigger::Heat) | (Threat::Attack(_), Trigger::Attack) => true,
                    (Threat::Attack(blow), Trigger::Melee) => blow.kind == Kind::Melee,
                    (Threat::Attack(blow), Trigger::Ranged) => blow.kind == Kind::Ranged,
                    _ => false,
                }
        };
        piles.hand.iter().copied().filter(fits).collect()
    }

    /// Checks an answer to a waiting plan and resumes it.
    ///
    /// # Errors
    /// Why it is no answer.
    pub fn answer(&self, plan: &Plan, choice: &Choice, order: &Order) -> Result<Plan, Refusal> {
        match (choice, order) {
            (Choice::React(unit, threat), Order::React(no)) => {
                let fits = |no: &CardNo| self.reactions(*unit, threat).contains(no);
                if no.as_ref().is_some_and(|no| !fits(no)) {
                    return Err(Refusal::NotReactive);
                }
                Ok(plan.clone().before(Task::Reacted {
                    unit: *unit,
                    no: *no,
                }))
            }
            (Choice::Guard(_, guards), Order::Guard(guard)) => {
                if guard.is_some_and(|guard| !guards.contains(&guard)) {
                    return Err(Refusal::NoGuard);
                }
                Ok(plan.clone().before(Task::Guarded(*guard)))
            }
            (Choice::Lose(unit, points), Order::Lose(hand)) => {
                self.check_loss(*unit, *points, hand)?;
                let (unit, hand, points) = (*unit, hand.clone(), *points);
                Ok(plan.clone().before(Task::Paid { unit, hand, points }))
            }
            (Choice::BoilOver(unit), Order::BoilOver { skip }) => {
                let (unit, skips) = (*unit, *skip);
                Ok(plan.clone().before(Task::BoiledOver { unit, skips }))
            }
            (Choice::Keep(unit, count), Order::Discard(cards)) => {
                self.check_hand(*unit, cards)?;
                if cards.len() != usize::from(*count) {
                    let (needs, named) = (u16::from(*count), cards.len());
                    return Err(Refusal::WrongCount { needs, named });
                }
                let (unit, hand) = (*unit, cards.clone());
                let (deck, is_random) = (Vec::new(), false);
                let event = Event::Discarded {
                    unit,
                    hand,
                    deck,
                    is_random,
                };
                Ok(plan.clone().before(Task::emit(event)))
            }
            (Choice::Steer(unit), Order::Steer(inner)) => {
                if !matches!(
                    **inner,
                    Order::Step(_) | Order::Turn(_) | Order::Brace | Order::Play(..) | Order::Pass
                ) {
                    return Err(Refusal::NotAsked);
                }
                // A foe picks an action (clarification 17); it passes only where there is none.
                if **inner == Order::Pass && legal::of_unit(self, *unit) != [Order::Pass] {
                    return Err(Refusal::SteersAction);
                }
                let steered = self.check(*unit, inner)?;
                let given = Trait::Steered;
                let spent = Task::emit(Event::Spent { unit: *unit, given });
                Ok(plan.clone().with(steered).before(spent))
            }
            _ => Err(Refusal::Answer),
        }
    }

    fn check_hand(&self, unit: UnitId, cards: &[CardNo]) -> Result<(), Refusal> {
        let hand = &self.get(unit).piles().hand;
        let is_twice = |at: usize| cards[..at].contains(&cards[at]);
        match cards.iter().all(|no| hand.contains(no)) && !(0..cards.len()).any(is_twice) {
            true => Ok(()),
            false => Err(Refusal::WrongCards),
        }
    }

    fn check_loss(&self, unit: UnitId, points: u16, hand: &[CardNo]) -> Result<(), Refusal> {
        self.check_hand(unit, hand)?;
        let deck = self.get(unit).piles().deck.len();
        let named = hand.len();
        let points = usize::from(points);
        match named <= points && points - named <= deck {
            true => Ok(()),
            false => {
                let needs = points.saturating_sub(deck).max(points.min(named)) as u16;
                Err(Refusal::WrongCount { needs, named })
            }
        }
    }
}

//! Reactions that the player turned off, and reactions of two people at one screen.
//!
//! Where two people share the screen, the person of each target is asked before an attack is carried out, whether
//! or not a card in hand could answer it (ours): a curtain that came only with a reaction in hand would tell the
//! attacker of it. Heat that the attack or the reaction brings is asked of while that person sits there, so that no
//! second curtain tells of a card for it. What a computer does to one of them, the rules ask of in the same way.
//!
//! **Invariant:** an order that waits here has changed no battle. An answer that was given beforehand and cannot be
//! given any more becomes no reaction.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::input::{give, was_given};
use crate::battle::journal::Journal;
use crate::battle::order::Pending;
use crate::battle::step::{HumanSides, OrderGiven};
use crate::battle::unit::{Side, UnitId};
use crate::game::rules::playable::own_side;
use crate::game::table::input::is_players;
use crate::rules::casket::Casket;
use crate::rules::casket::attack::Blow;
use crate::rules::casket::content::{Area, CardId, Effect, Kind, Who};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::CardNo;
use crate::rules::casket::order::{Choice, Order, Threat};

/// Reactions for which sides are not asked in this battle.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Unasked(BTreeSet<(u8, CardId)>);

impl Unasked {
    /// Whether the player's side is never asked for a card.
    pub(super) fn holds(world: &World, card: CardId) -> bool {
        let side = own_side(world).0;
        let unasked = world.get_resource::<Self>();
        unasked.is_some_and(|unasked| unasked.0.contains(&(side, card)))
    }

    /// Asks the player's side never again for a card, or again if it does not.
    pub(super) fn toggle(world: &mut World, card: CardId) {
        let one = (own_side(world).0, card);
        let mut unasked = world.get_resource_or_init::<Self>();
        if !unasked.0.remove(&one) {
            unasked.0.insert(one);
        }
    }
}

/// Whether all reactions that could be given are such that the player is never asked for them.
pub(super) fn is_unasked(world: &World, duel: &Duel, choice: &Choice) -> bool {
    let Choice::React(unit, threat) = choice else {
        return false;
    };
    // Of two people nobody knows whom the other is not asked for.
    if is_shared(world) {
        return false;
    }
    let piles = duel.get(*unit).piles();
    let reactions = duel.reactions(*unit, threat);
    let mut cards = reactions.iter().map(|no| piles.get(*no).card);
    cards.all(|card| Unasked::holds(world, card))
}

/// Whether two people share the screen.
fn is_shared(world: &World) -> bool {
    let people = world.get_resource::<HumanSides>();
    people.is_some_and(|people| people.0.len() > 1)
}

/// An attack of one person on caskets of others that waits for their answers, and the answers.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(super) struct Parley {
    /// The order, and who gave it.
    order: Option<(Side, Order)>,
    /// What is still to be answered, in order.
    open: Vec<(UnitId, Threat)>,
    answers: Vec<(UnitId, Threat, Option<CardNo>)>,
    /// Orders that were in the journal when it was given.
    given_at: Option<usize>,
}

impl Parley {
    fn of(world: &World) -> Self {
        world.get_resource::<Self>().cloned().unwrap_or_default()
    }

    /// Returns the place of the answer to a question, if it was given.
    fn answer_to(&self, unit: UnitId, threat: &Threat) -> Option<usize> {
        let is_heat = |threat: &Threat| matches!(threat, Threat::Heat(_));
        let mut answers = self.answers.iter();
        answers.position(|(other, to, _)| *other == unit && is_heat(to) == is_heat(threat))
    }

    /// Takes an answer to the first open question, and goes on to the next one that needs one: the person who sits
    /// there is not asked of Heat without a card for it.
    fn take(&mut self, duel: &Duel, no: Option<CardNo>) {
        let (unit, threat) = self.open.remove(0);
        self.answers.push((unit, threat, no));
        let heat = no.map_or(0, |no| duel.definition(unit, no).heat);
        if heat > 0 {
            self.open.insert(0, (unit, Threat::Heat(heat)));
        }
        let needs_none = |(unit, threat): &(UnitId, Threat)| {
            matches!(threat, Threat::Heat(_)) && duel.reactions(*unit, threat).is_empty()
        };
        while self.open.first().is_some_and(needs_none) {
            self.open.remove(0);
        }
    }
}

/// Forgets what was asked and what is not asked.
pub(super) fn forget(world: &mut World) {
    world.insert_resource(Parley::default());
    world.insert_resource(Unasked::default());
}

/// Holds an attack back until others have answered it; whether it is held back.
pub(super) fn holds_back(world: &mut World, order: &Order) -> bool {
    if !is_shared(world) {
        return false;
    }
    let own = own_side(world);
    let open: Vec<_> = {
        let duel = Duel::of(world);
        let people = &world.resource::<HumanSides>().0;
        let is_others = |unit: UnitId| {
            let side = duel.get(unit).side;
            side != own && people.contains(&side)
        };
        let mut threats = threats(&duel, order);
        threats.retain(|(unit, _)| is_others(*unit));
        threats
    };
    if open.is_empty() {
        return false;
    }
    world.insert_resource(Parley {
        order: Some((own, order.clone())),
        open,
        ..Parley::default()
    });
    true
}

/// Lists the caskets that an order attacks or heats, as its player sees it before it is carried out.
fn threats(duel: &Duel, order: &Order) -> Vec<(UnitId, Threat)> {
    let (Order::Play(source, aiming), Some(unit)) = (order, duel.progress.acting) else {
        return Vec::new();
    };
    let Some(physical) = duel.card_of(unit, *source) else {
        return Vec::new();
    };
    let card = duel.card(physical.card);
    let base = i16::from(card.damage.unwrap_or(0));
    let mut struck = match card.area {
        Area::Single => aiming
            .target
            .map(|target| (target, base))
            .into_iter()
            .collect(),
        _ => duel.struck(unit, card, duel.get(unit).tile(), aiming),
    };
    for effect in card.all_effects() {
        let more = match effect {
            Effect::Second(damage) => aiming.second.map(|second| (second, *damage)),
            _ => None,
        };
        struck.extend(more.map(|(target, damage)| (target, i16::from(damage))));
        if let (Effect::Splash(damage), Some(target)) = (effect, aiming.target) {
            let beside = duel.neighbors(target).filter(|machine| machine.id != unit);
            struck.extend(beside.map(|machine| (machine.id, i16::from(*damage))));
        }
    }
    if card.split {
        struck.extend(aiming.second.map(|second| (second, base)));
    }
    let blow = |target: UnitId, base: i16, kind: Kind| {
        Threat::Attack(Blow {
            attacker: unit,
            target,
            card: physical.card,
            arm: physical.arm,
            base,
            called: aiming.called,
            kind,
            evaded: 0,
            reduced: 0,
        })
    };
    let heats = |effect: &Effect| match effect {
        Effect::Heat(Who::Target, points) => Some(*points),
        _ => None,
    };
    let heat: Vec<_> = card.on_hit.iter().filter_map(heats).collect();
    let mut threats: Vec<(UnitId, Threat)> = Vec::new();
    if card.is_attack() {
        for (target, base) in struck {
            let is_known = threats.iter().any(|(other, _)| *other == target);
            if !is_known && duel.is_casket(target) {
                threats.push((target, blow(target, base, card.kind)));
                let heat = heat.iter().map(|&points| (target, Threat::Heat(points)));
                threats.extend(heat);
            }
        }
    }
    threats
}

/// Returns what the player's side is asked before an attack is carried out.
pub(super) fn asked(world: &World) -> Option<Choice> {
    let parley = Parley::of(world);
    let (unit, threat) = parley.open.first()?;
    let is_own = Duel::of(world).get(*unit).side == own_side(world);
    is_own.then_some(Choice::React(*unit, *threat))
}

/// Returns the side that has to be at the screen while the rules wait for the other one.
pub(super) fn seat(world: &World) -> Option<Side> {
    let parley = Parley::of(world);
    if let Some((unit, _)) = parley.open.first() {
        return Some(Duel::of(world).get(*unit).side);
    }
    // Until what was answered is used, nobody has to move.
    let given_at = parley.given_at?;
    let is_used = match waiting(world) {
        _ if orders(world) == given_at => false,
        Some((_, Choice::React(unit, threat))) => parley.answer_to(unit, &threat).is_none(),
        _ => true,
    };
    (!is_used).then(|| own_side(world))
}

/// Returns what the rules ask, and whom.
fn waiting(world: &World) -> Option<(Side, Choice)> {
    let waiting = world.get_resource::<Pending<Casket>>()?.0.as_ref()?;
    Some((waiting.side, waiting.choice.clone()))
}

fn orders(world: &World) -> usize {
    world.resource::<Journal<Casket>>().entries.len()
}

/// Takes an answer to what is asked beforehand; whether it was one.
pub(super) fn answers(world: &mut World, order: &Order) -> bool {
    let mut parley = Parley::of(world);
    let (Order::React(no), Some(Choice::React(..))) = (order, asked(world)) else {
        return false;
    };
    parley.take(&Duel::of(world), *no);
    let ready = parley.order.clone().filter(|_| parley.open.is_empty());
    if let Some((side, order)) = ready {
        parley.given_at = Some(orders(world));
        world.write_message(OrderGiven::<Casket> { side, order });
    }
    world.insert_resource(parley);
    true
}

/// Submits answers that were given beforehand, and declines for cards that the player turned off.
pub(super) fn follow(world: &mut World) {
    let waiting = waiting(world);
    use_answers(world, waiting.as_ref());
    if let Some((side, choice)) = waiting
        && side == own_side(world)
        && is_players(world)
        && !was_given(world)
        && is_unasked(world, &Duel::of(world), &choice)
    {
        give(world, Order::React(None));
    }
}

/// Answers what the rules ask with what was answered beforehand.
fn use_answers(world: &mut World, waiting: Option<&(Side, Choice)>) {
    let mut parley = Parley::of(world);
    if parley
        .given_at
        .is_none_or(|given_at| orders(world) == given_at)
    {
        return;
    }
    let Some((side, choice)) = waiting else {
        world.insert_resource(Parley::default());
        return;
    };
    let Choice::React(unit, threat) = choice else {
        return;
    };
    let Some(at) = parley.answer_to(*unit, threat) else {
        return;
    };
    let (.., no) = parley.answers.remove(at);
    let reactions = Duel::of(world).reactions(*unit, threat);
    let order = Order::React(no.filter(|no| reactions.contains(no)));
    parley.given_at = Some(orders(world));
    world.insert_resource(parley);
    let side = *side;
    world.write_message(OrderGiven::<Casket> { side, order });
}

//! Duels as one side imagines them.
//!
//! **Invariant:** of others the hand and the deck are counted, and what their equipment brings is public
//! (clarification 20). How many copies of it they hold is not, nor where; that is dealt anew, and so is the order of
//! every deck.

use bevy::prelude::World;

use crate::battle::dice::Dice;
use crate::battle::imagine::{below, fancy, follow, lay_ground, open_minds, seat_all, settle};
use crate::battle::order::Pending;
use crate::battle::rules::Rules;
use crate::battle::unit::{Roster, Side, UnitId};
use crate::mission::Mission;
use crate::playing::prepare;
use crate::rules::casket::Casket;
use crate::rules::casket::content::{CardId, Kind};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::{CardNo, Physical, Piles, UnitState};
use crate::rules::casket::order::Choice;
use crate::rules::casket::progress::Progress;

/// Makes a world a twin of the battle as a side imagines it.
pub(super) fn imagine(world: &World, side: Side, seed: u64, into: &mut World) -> bool {
    let waiting = world.resource::<Pending<Casket>>().0.clone();
    if waiting.as_ref().is_some_and(|waiting| waiting.side != side) {
        return false;
    }
    // Whoever is steered shows the cards that can be picked.
    let shown = waiting.as_ref().and_then(|waiting| match waiting.choice {
        Choice::Steer(unit) => Some(unit),
        _ => None,
    });
    prepare::<Casket>(world, side, into, Mission::clone);
    follow::<Casket>(world, into, seed, waiting);
    lay_ground(world, side, into);
    into.insert_resource(world.resource::<Progress>().clone());
    let mut luck = fancy(side, seed);
    let duel = Duel::of(world);
    for id in world.resource::<Roster>().ids() {
        let mut state = UnitState::read(world, id);
        if duel.get(id).side == side {
            canonical(&mut state.piles.deck);
            shuffle(&mut state.piles.deck, &mut luck);
        } else {
            let kept = (shown == Some(id)).then(|| duel.pickable(id));
            deal(&duel, id, &mut state.piles, kept.as_deref(), &mut luck);
        }
        Casket::restore_unit(into, id, &state);
    }
    seat_all(into);
    open_minds(world, side, into);
    settle::<Casket>(into);
    true
}

/// Puts numbers into an order that says nothing.
fn canonical(cards: &mut [CardNo]) {
    cards.sort_unstable();
}

fn shuffle<T>(all: &mut [T], luck: &mut Dice) {
    for at in (1..all.len()).rev() {
        all.swap(at, below(luck, at + 1));
    }
}

/// Deals what lies in hand and deck anew. Of a hand that is shown some is kept, in its order, and nothing else of
/// it can be played now.
fn deal(duel: &Duel, id: UnitId, piles: &mut Piles, shown: Option<&[CardNo]>, luck: &mut Dice) {
    let is_kept = |no: &CardNo| shown.is_some_and(|kept| kept.contains(no));
    let (kept, hand): (Vec<_>, Vec<_>) = piles.hand.iter().copied().partition(is_kept);
    let held = hand.len();
    let mut hidden: Vec<CardNo> = hand.into_iter().chain(piles.deck.iter().copied()).collect();
    canonical(&mut hidden);
    let open: Vec<_> = kept.iter().map(|&no| piles.get(no).card).collect();
    let truth = hidden.iter().map(|&no| piles.get(no));
    let mut cards = stock(duel, id, truth, &open, luck);
    shuffle(&mut cards, luck);
    for (&no, card) in hidden.iter().zip(cards) {
        piles.cards[no.index()] = card;
    }
    let deck = hidden.split_off(held);
    if shown.is_some() {
        piles.played.clone_from(&hidden);
    }
    hidden.extend(kept);
    (piles.hand, piles.deck) = (hidden, deck);
}

/// Lists what a hand and a deck may consist of together: passive and damage cards as they are, since everybody can
/// count these, and of the rest what equipment brings. How many copies a deck was built with is secret.
fn stock(
    duel: &Duel,
    id: UnitId,
    truth: impl Iterator<Item = Physical>,
    open: &[CardId],
    luck: &mut Dice,
) -> Vec<Physical> {
    let is_counted = |kind: Kind| matches!(kind, Kind::Passive | Kind::Damage);
    let (mut cards, secret): (Vec<_>, Vec<_>) =
        truth.partition(|physical| is_counted(duel.card(physical.card).kind));
    let mut kinds = duel.unseen(id);
    kinds.retain(|(physical, _)| !is_counted(duel.card(physical.card).kind));
    kinds.sort_unstable_by_key(|(physical, _)| (physical.card, physical.arm));
    let mut bag: Vec<_> = (kinds.iter())
        .flat_map(|&(physical, count)| std::iter::repeat_n(physical, count))
        .collect();
    for card in open {
        if let Some(at) = bag.iter().position(|physical| physical.card == *card) {
            bag.remove(at);
        }
    }
    if bag.len() > secret.len() {
        shuffle(&mut bag, luck);
        bag.truncate(secret.len());
    }
    while bag.len() < secret.len() && !kinds.is_empty() {
        bag.push(kinds[below(luck, kinds.len())].0);
    }
    cards.extend(bag);
    cards.sort_unstable_by_key(|physical| (physical.card, physical.arm));
    cards
}

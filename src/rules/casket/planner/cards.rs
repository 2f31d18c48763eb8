//! What a card in hand is worth, to be kept for later.
//!
//! **Invariant:** in points of the planner's figures; compares cards of one casket.

use crate::battle::unit::UnitId;
use crate::rules::casket::content::{Area, Card, Effect, Kind, Trait, Trigger};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::{CardNo, Part, State};

/// Returns what a card in hand is worth, in points.
pub(super) fn value(duel: &Duel, unit: UnitId, no: CardNo) -> i64 {
    let figures = &duel.content.figures.planner;
    let physical = duel.get(unit).piles().get(no);
    let card = duel.card(physical.card);
    let body = duel.get(unit).body();
    let is_whole = |part: Part| duel.state(unit, part) != State::Disabled;
    if card.kind == Kind::Damage {
        return -2 * figures.card;
    }
    if card.kind == Kind::Passive || !physical.arm.is_none_or(is_whole) {
        return 0;
    }
    if card.taint > body.taint {
        return figures.card / 4;
    }
    match card.kind {
        // Nobody is left whose attack it could answer.
        Kind::Reactive if card.trigger != Trigger::Heat && !is_threatened(duel, unit) => 0,
        Kind::Reactive => figures.card / 2 + reaction(duel, unit, card),
        Kind::Utility => utility(duel, unit, card),
        _ => {
            let damage = i64::from(card.damage.unwrap_or(0)) * i64::from(card.hits);
            // An area marks no component, and what is past the safe SP is paid twice.
            let is_wide = card.area != Area::Single && duel.foes(unit).count() < 2;
            let is_dear = duel.card_cost(unit, physical) > duel.safe_sp(unit);
            let share = 1 + i64::from(is_wide) + i64::from(is_dear);
            figures.card + figures.card * damage * 2 / 3 / share
        }
    }
}

/// Whether any foe can attack: pylons and the like do not.
fn is_threatened(duel: &Duel, unit: UnitId) -> bool {
    duel.foes(unit).any(|foe| duel.build(foe.id).acts())
}

/// Returns what a card is worth that is held for the next turn. What its attack may do then counts as a chance
/// already, so that only the card counts here.
fn held(duel: &Duel, unit: UnitId, no: CardNo) -> i64 {
    let worth = value(duel, unit, no);
    match duel.definition(unit, no).is_attack() {
        true => worth.min(duel.content.figures.planner.card),
        false => worth,
    }
}

/// Returns what a reaction is worth besides.
fn reaction(duel: &Duel, unit: UnitId, card: &Card) -> i64 {
    let figures = &duel.content.figures.planner;
    let heat = i64::from(duel.get(unit).body().heat);
    let points: i64 = card
        .effects
        .iter()
        .map(|effect| match effect {
            Effect::Reduce(points) | Effect::Evade(points) => i64::from(*points),
            Effect::Give(_, Trait::Absorb(points), _) => i64::from(*points),
            _ => 0,
        })
        .sum();
    match card.trigger {
        Trigger::Heat => figures.heat.abs() * (1 + heat.min(6)) / 2,
        _ => figures.reaction * points - figures.life / 2 * card.after.len() as i64,
    }
}

fn utility(duel: &Duel, unit: UnitId, card: &Card) -> i64 {
    let figures = &duel.content.figures.planner;
    let heat = i64::from(duel.get(unit).body().heat);
    let wounds = duel.wounds_in_discard(unit).count() as i64;
    let of = |effect: &Effect| match effect {
        Effect::Cool(..) => figures.heat.abs() * heat.min(2),
        Effect::Vent(_) => figures.heat.abs() * heat.min(6),
        Effect::Draw(_, cards) => figures.card * i64::from(*cards) / 3,
        Effect::Move(_) => figures.card / 2,
        Effect::Turn(_) => figures.card / 3,
        Effect::Repair(..) => figures.card * wounds.min(2),
        Effect::Give(_, Trait::Defence(points) | Trait::Absorb(points), _) => {
            figures.reaction * i64::from(*points) / 2
        }
        _ => 0,
    };
    figures.card / 4 + card.effects.iter().map(of).sum::<i64>()
}

/// Returns what a card is worth on average that is drawn from the own deck, or shuffled into it.
pub(super) fn average(duel: &Duel, unit: UnitId) -> i64 {
    let piles = duel.get(unit).piles();
    let pile = match piles.deck.is_empty() {
        true => &piles.discard,
        false => &piles.deck,
    };
    let sum: i64 = pile.iter().map(|&no| held(duel, unit, no)).sum();
    sum / (pile.len() as i64).max(1)
}

/// Lists the hand, what is worth least first. One reaction answers one attack: each more is worth half.
pub(super) fn by_worth(duel: &Duel, unit: UnitId) -> Vec<(i64, CardNo)> {
    ranked(duel, unit, value)
}

/// Lists the hand by what its cards are worth that are held for the next turn, what is worth least first.
pub(super) fn by_worth_held(duel: &Duel, unit: UnitId) -> Vec<(i64, CardNo)> {
    ranked(duel, unit, held)
}

fn ranked(
    duel: &Duel,
    unit: UnitId,
    worth: impl Fn(&Duel, UnitId, CardNo) -> i64,
) -> Vec<(i64, CardNo)> {
    let hand = duel.get(unit).piles().hand.iter();
    let mut hand: Vec<_> = hand.map(|&no| (worth(duel, unit, no), no)).collect();
    hand.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    let mut reactions = 0;
    for (value, no) in &mut hand {
        let card = duel.definition(unit, *no);
        if card.kind == Kind::Reactive && card.trigger != Trigger::Heat {
            *value >>= reactions.min(10);
            reactions += 1;
        }
    }
    hand.sort_by_key(|(value, _)| *value);
    hand
}

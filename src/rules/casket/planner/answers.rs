//! How the computer answers what is asked: reactions, losses, and the rest.
//!
//! **Invariant:** every answer passes the check.

use crate::battle::unit::UnitId;
use crate::content::mode::AiMode;
use crate::rules::casket::content::{Effect, Kind, Trait};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::legal;
use crate::rules::casket::machine::CardNo;
use crate::rules::casket::order::{Choice, Order, Threat};
use crate::rules::casket::planner::beam::{self, Weight};
use crate::rules::casket::planner::worth;

/// Weighs the answers to what is asked.
pub(super) fn weigh(duel: &Duel, choice: &Choice) -> Vec<Weight> {
    let all: Vec<_> = match choice {
        Choice::Lose(unit, points) => vec![(Order::Lose(losses(duel, *unit, *points)), 0)],
        Choice::Keep(unit, count) => vec![(Order::Discard(worst(duel, *unit, (*count).into())), 0)],
        Choice::Steer(unit) => steer(duel, *unit),
        _ => {
            let answers = legal::answers(duel, choice).into_iter();
            answers
                .map(|order| {
                    let points = points(duel, choice, &order);
                    (order, points)
                })
                .collect()
        }
    };
    let option = |(order, points)| Weight {
        order,
        points,
        line: String::new(),
    };
    all.into_iter().map(option).collect()
}

/// Answers within a search.
pub(super) fn quick(duel: &Duel, choice: &Choice) -> Order {
    match choice {
        Choice::React(..) => Order::React(None),
        Choice::Guard(..) => Order::Guard(None),
        Choice::BoilOver(_) => Order::BoilOver { skip: true },
        Choice::Steer(_) => {
            let first = legal::answers(duel, choice).into_iter().next();
            first.unwrap_or_else(|| Order::Steer(Box::new(Order::Pass)))
        }
        Choice::Lose(unit, points) => Order::Lose(losses(duel, *unit, *points)),
        Choice::Keep(unit, count) => Order::Discard(worst(duel, *unit, (*count).into())),
    }
}

/// Chooses what a foe does that is steered: what is worst for it.
fn steer(duel: &Duel, unit: UnitId) -> Vec<(Order, i64)> {
    let orders = legal::answers(duel, &Choice::Steer(unit)).into_iter();
    orders
        .filter_map(|order| match order {
            Order::Steer(inner) => Some(*inner),
            _ => None,
        })
        .map(|order| {
            let mut after = duel.clone();
            if let Ok(plan) = after.check(unit, &order) {
                beam::run(&mut after, plan);
            }
            let points = -worth::of(&after, unit, AiMode::Aggressive);
            (Order::Steer(Box::new(order)), points)
        })
        .collect()
}

/// Returns what an answer is worth.
fn points(duel: &Duel, choice: &Choice, order: &Order) -> i64 {
    match (choice, order) {
        (Choice::React(unit, threat), Order::React(no)) => react(duel, *unit, threat, *no),
        (Choice::Guard(target, _), Order::Guard(guard)) => guard.map_or(0, |guard| {
            let life = |id: UnitId| i64::from(duel.get(id).now.health.now);
            life(guard) - life(*target)
        }),
        (Choice::BoilOver(unit), Order::BoilOver { skip }) => {
            let life = i64::from(duel.get(*unit).now.health.now);
            match skip {
                true => 0,
                false => life - 14,
            }
        }
        _ => 0,
    }
}

/// Returns what a reaction saves, less what the card is worth.
fn react(duel: &Duel, unit: UnitId, threat: &Threat, no: Option<CardNo>) -> i64 {
    let Some(no) = no else { return 0 };
    let card = duel.definition(unit, no);
    let Threat::Attack(blow) = threat else {
        // Heat that would be gained counts, and that it cools.
        let Threat::Heat(points) = threat else {
            return 0;
        };
        return i64::from(*points) * 30 - 45;
    };
    let expected = |reduced: i16, evaded: i16, absorbed: i64| {
        let mut blow = *blow;
        blow.reduced += reduced;
        blow.evaded += evaded;
        let odds = duel.odds(&blow);
        let [_, hit, critical] = odds.of_six().map(i64::from);
        let harm = |is_critical| {
            let harm = i64::from(odds.harm(is_critical));
            (harm - absorbed).max(0)
        };
        100 * (hit * harm(false) + critical * harm(true)) / 6
    };
    let (mut reduced, mut evaded, mut absorbed, mut back) = (0, 0, 0, 0);
    for effect in &card.effects {
        match effect {
            Effect::Reduce(points) => reduced += i16::from(*points),
            Effect::Evade(points) => evaded += i16::from(*points),
            Effect::Counter(damage) => back += i64::from(*damage) * 100,
            Effect::Give(_, Trait::Absorb(points), _) => absorbed += i64::from(*points),
            _ => {}
        }
    }
    let saved = expected(0, 0, 0) - expected(reduced, evaded, absorbed);
    let after = 100 * card.after.len() as i64 + 15 * i64::from(card.heat);
    saved + back - after - 60
}

/// Chooses the cards of the hand that a casket loses; the rest comes from the deck.
fn losses(duel: &Duel, unit: UnitId, points: u16) -> Vec<CardNo> {
    let piles = duel.get(unit).piles();
    let points = usize::from(points);
    let least = points.saturating_sub(piles.deck.len());
    let mut hand = piles.hand.clone();
    hand.sort_by_key(|&no| value(duel, unit, no));
    let cheap = hand.iter().take_while(|&&no| value(duel, unit, no) <= 0);
    let count = cheap.count().max(least).min(points).min(hand.len());
    hand.truncate(count);
    hand
}

/// Chooses the cards of the hand that are worth least.
fn worst(duel: &Duel, unit: UnitId, count: usize) -> Vec<CardNo> {
    let mut hand = duel.get(unit).piles().hand.clone();
    hand.sort_by_key(|&no| value(duel, unit, no));
    hand.truncate(count);
    hand
}

/// Returns what a card in hand is worth, in points.
fn value(duel: &Duel, unit: UnitId, no: CardNo) -> i64 {
    let card = duel.definition(unit, no);
    match card.kind {
        Kind::Damage => -100,
        Kind::Passive => 0,
        Kind::Reactive => 40,
        Kind::Utility => 25,
        _ => 30 + 10 * i64::from(card.damage.unwrap_or(0)),
    }
}

//! How the computer answers what is asked: reactions, losses, and the rest.
//!
//! **Invariant:** every answer passes the check.

use crate::battle::unit::UnitId;
use crate::content::mode::AiMode;
use crate::rules::casket::attack::{Blow, Odds};
use crate::rules::casket::content::{Effect, Kind, Trait};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::event::{Cause, Event};
use crate::rules::casket::legal;
use crate::rules::casket::machine::{CardNo, Part};
use crate::rules::casket::order::{Choice, Order, Threat};
use crate::rules::casket::planner::beam::{self, Search, Weight};
use crate::rules::casket::planner::frail::Frail;
use crate::rules::casket::planner::heat::heat_cost;
use crate::rules::casket::planner::spread::{Guess, Spread};
use crate::rules::casket::planner::worth::Outlook;
use crate::rules::casket::planner::{Bounds, cards};

/// Weighs the answers to what is asked; of a guard also the attack that it would take.
pub(super) fn weigh(
    duel: &Duel,
    choice: &Choice,
    blow: Option<&Blow>,
    mode: AiMode,
) -> Vec<Weight> {
    let none = String::new;
    let all: Vec<(Order, i64, String)> = match choice {
        Choice::Lose(unit, points) => {
            vec![(Order::Lose(losses(duel, *unit, *points)), 0, none())]
        }
        Choice::Keep(unit, count) => {
            let worst = worst(duel, *unit, (*count).into());
            vec![(Order::Discard(worst), 0, none())]
        }
        Choice::Steer(unit) => steer(duel, *unit),
        Choice::BoilOver(unit) => boil_over(duel, *unit, mode),
        Choice::React(unit, threat) => react(duel, *unit, threat),
        Choice::Guard(target, guards) => guard(duel, *target, guards, blow),
    };
    let option = |(order, points, line)| Weight {
        order,
        points,
        line,
    };
    all.into_iter().map(option).collect()
}

/// Answers within a search.
pub(super) fn quick(duel: &Duel, choice: &Choice) -> Order {
    match choice {
        Choice::React(..) => Order::React(None),
        Choice::Guard(..) => Order::Guard(None),
        Choice::BoilOver(_) => Order::BoilOver { skip: true },
        Choice::Steer(_) => Order::Steer(Box::new(Order::Pass)),
        Choice::Lose(unit, points) => Order::Lose(losses(duel, *unit, *points)),
        Choice::Keep(unit, count) => Order::Discard(worst(duel, *unit, (*count).into())),
    }
}

/// Chooses what a foe does that is steered: what is worst for it. It has to act where it can.
fn steer(duel: &Duel, unit: UnitId) -> Vec<(Order, i64, String)> {
    let look = Outlook::of(duel, unit, AiMode::Aggressive);
    let mut orders = legal::of_unit(duel, unit);
    if orders.len() > 1 {
        orders.retain(|order| *order != Order::Pass);
    }
    let weighed = orders.into_iter().map(|order| {
        let points = match order {
            Order::Pass => look.worth(duel, &[]),
            _ => beam::worth_of(&look, duel, &order).unwrap_or(0),
        };
        let line = String::new();
        (Order::Steer(Box::new(order)), -points, line)
    });
    weighed.collect()
}

/// Weighs a turn that is lost against the damage of going on.
fn boil_over(duel: &Duel, unit: UnitId, mode: AiMode) -> Vec<(Order, i64, String)> {
    let mut cooled = duel.clone();
    let by = -i16::from(duel.get(unit).body().heat);
    let (cause, dice) = (Cause::Card, Vec::new());
    cooled.land(&Event::Heated {
        unit,
        by,
        cause,
        dice,
    });
    let skipped = Outlook::of(&cooled, unit, mode).worth(&cooled, &[]);
    let points = u16::from(duel.content.figures.heat.boil_damage);
    let mut more = [0; 4];
    more[Part::Chassis.index()] = points;
    let harm = Frail::of(duel, unit).cost(duel, points, &more);
    let search = Search::full(duel, Bounds::None);
    let turn = beam::weigh(duel, unit, mode, search, false);
    let turn = turn.iter().map(|one| one.points).max().unwrap_or(0);
    let gone_on = turn - harm;
    vec![
        (Order::BoilOver { skip: true }, skipped, String::new()),
        (Order::BoilOver { skip: false }, gone_on, String::new()),
    ]
}

/// Weighs who takes an attack: its target, or one of its guards.
fn guard(
    duel: &Duel,
    target: UnitId,
    guards: &[UnitId],
    blow: Option<&Blow>,
) -> Vec<(Order, i64, String)> {
    let cost = |id: UnitId| match blow {
        Some(blow) => {
            let blow = Blow {
                target: id,
                ..*blow
            };
            let hits = duel.card(blow.card).hits;
            expected(duel, &blow, Reply::default(), hits)
        }
        // Who has more left can take it better.
        None => -i64::from(duel.get(id).now.health.now),
    };
    let own = cost(target);
    let with = guards
        .iter()
        .map(|&id| (Order::Guard(Some(id)), own - cost(id), String::new()));
    // Of equals, nobody takes it for another.
    let none = (Order::Guard(None), 0, String::new());
    std::iter::once(none).chain(with).collect()
}

/// What a reaction does to an attack.
#[derive(Clone, Copy, Debug, Default)]
struct Reply {
    reduced: i16,
    evaded: i16,
    absorbed: u16,
}

/// Returns what an attack costs its target on average, with a reaction to it (clarification 2).
fn expected(duel: &Duel, blow: &Blow, reply: Reply, hits: u8) -> i64 {
    let mut spread = Spread::of(blow.target);
    let lasting = duel.get(blow.target).body().lasting.iter();
    let absorbs = lasting.filter(|one| one.is_active());
    let absorbs = absorbs.map(|one| match one.given {
        Trait::Absorb(points) => points.max(0).cast_unsigned(),
        _ => 0,
    });
    let mut left = reply.absorbed + absorbs.sum::<u16>();
    for hit in 0..hits {
        let mut blow = *blow;
        blow.evaded += reply.evaded;
        let plain = duel.odds(&blow);
        let is_first = hit == 0;
        let mut odds = plain;
        if is_first && reply.reduced != 0 {
            // A natural 6 returns the reaction: only plain hits meet it.
            odds = reduced(odds, reply.reduced);
        }
        spread.strike(&odds, Guess::default(), left);
        left = left.saturating_sub(odds.harm(false));
    }
    let frail = Frail::of(duel, blow.target);
    spread.average(|fate| frail.cost(duel, fate.lost, &fate.parts))
}

/// Adds Defence to odds for hits that are not critical.
fn reduced(mut odds: Odds, points: i16) -> Odds {
    let rolls = odds.to_hit.is_some();
    let total = odds.defence.total + points;
    // What an attack ignores of the Defence it ignores of this, too.
    let counting = if total > 0 {
        let ignored = odds.defence.total.max(0) - odds.counting.max(0);
        let ignores_all = odds.defence.total > 0 && odds.counting <= 0 && ignored > 1;
        match ignores_all {
            true => odds.counting,
            false => (total - ignored).max(odds.counting),
        }
    } else {
        total
    };
    let more = counting - odds.counting;
    odds.counting = counting;
    if rolls {
        odds.critical += more;
    }
    odds
}

/// Weighs reactions: what each saves, less what the card is worth.
fn react(duel: &Duel, unit: UnitId, threat: &Threat) -> Vec<(Order, i64, String)> {
    let figures = &duel.content.figures.planner;
    let mut all = vec![(Order::React(None), 0, String::new())];
    for no in duel.reactions(unit, threat) {
        let card = duel.definition(unit, no);
        // The hand is filled again at the end of the turn; the card is a card of life as well.
        let price = cards::value(duel, unit, no) + life_of_one(duel, unit);
        let mut after = 0;
        for effect in &card.after {
            after += match effect {
                Effect::DiscardRandom(..) => life_of_one(duel, unit) + figures.card,
                _ => figures.card,
            };
        }
        after += i64::from(card.heat) * figures.heat * 2;
        let saved = match threat {
            Threat::Heat(points) => {
                let cools = card.effects.iter().find_map(|effect| match effect {
                    Effect::CoolInstead(points) => Some(i64::from(*points)),
                    _ => None,
                });
                saved_heat(duel, unit, i64::from(*points), cools.unwrap_or(0))
            }
            Threat::Attack(blow) => saved(duel, unit, blow, no),
        };
        let line = format!("saves {saved}, costs {}", price + after);
        all.push((Order::React(Some(no)), saved - price - after, line));
    }
    all
}

/// Returns what a card of life is worth to a casket now.
fn life_of_one(duel: &Duel, unit: UnitId) -> i64 {
    Frail::of(duel, unit).cost(duel, 1, &[0; 4])
}

/// Returns what a gain of Heat costs that does not come.
fn saved_heat(duel: &Duel, unit: UnitId, points: i64, cools: i64) -> i64 {
    let heat = i64::from(duel.get(unit).body().heat);
    let at = |heat: i64| heat_cost(duel, heat.clamp(0, 200) as u8);
    at(heat + points) - at(heat - cools)
}

/// Returns what a reaction saves of an attack.
fn saved(duel: &Duel, unit: UnitId, blow: &Blow, no: CardNo) -> i64 {
    let figures = &duel.content.figures.planner;
    let card = duel.definition(unit, no);
    let hits = duel.card(blow.card).hits;
    let mut reply = Reply::default();
    let mut back = 0;
    for effect in &card.effects {
        match effect {
            Effect::Reduce(points) => reply.reduced += i16::from(*points),
            Effect::Evade(points) => reply.evaded += i16::from(*points),
            Effect::Counter(damage) => {
                let counter = Blow {
                    attacker: unit,
                    target: blow.attacker,
                    card: duel.get(unit).piles().get(no).card,
                    arm: duel.get(unit).piles().get(no).arm,
                    base: (*damage).into(),
                    called: None,
                    kind: Kind::Melee,
                    evaded: 0,
                    reduced: 0,
                };
                let tiles = [unit, blow.attacker].map(|id| duel.get(id).tile());
                if duel.grid.distance(tiles[0], tiles[1]) == 1 {
                    back += expected(duel, &counter, Reply::default(), 1);
                    // It takes the attacker a card, and the attack where that was its last.
                    back += figures.life / 2;
                }
            }
            Effect::Give(_, Trait::Absorb(points), _) => {
                reply.absorbed += (*points).max(0).cast_unsigned();
            }
            _ => {}
        }
    }
    let plain = expected(duel, blow, Reply::default(), hits);
    plain - expected(duel, blow, reply, hits) + back
}

/// Chooses the cards of the hand that a casket loses; the rest comes from the deck. Life is hand and deck alike, and
/// a deck that runs out is shuffled anew at the next draw, so that only what is of no use goes from the hand.
fn losses(duel: &Duel, unit: UnitId, points: u16) -> Vec<CardNo> {
    let deck = duel.get(unit).piles().deck.len();
    let points = usize::from(points);
    let least = points.saturating_sub(deck);
    let hand = cards::by_worth(duel, unit);
    let limit = duel.content.figures.planner.card / 2;
    let useless = hand.iter().take_while(|(value, _)| *value < limit).count();
    let count = useless.max(least).min(points).min(hand.len());
    hand[..count].iter().map(|(_, no)| *no).collect()
}

/// Chooses the cards of the hand that are worth least.
fn worst(duel: &Duel, unit: UnitId, count: usize) -> Vec<CardNo> {
    let hand = cards::by_worth(duel, unit).into_iter();
    hand.take(count).map(|(_, no)| no).collect()
}

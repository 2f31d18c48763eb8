//! What a computer of the casket that looks ahead goes by: plain tactics, the best lines of the search, and how a
//! battle stands.
//!
//! **Invariant:** candidates are orders that pass, by what the side knows.

use bevy::prelude::World;

use crate::battle::ahead::{Candidate, Effort, Manner, WON};
use crate::battle::order::{Pending, orders_of};
use crate::battle::rollout::Horizon;
use crate::battle::unit::{Side, UnitId};
use crate::rules::casket::content::Kind;
use crate::rules::casket::duel::{Duel, Machine};
use crate::rules::casket::machine::{Build, Part, State};
use crate::rules::casket::order::{Aiming, Choice, Order, Source};
use crate::rules::casket::planner::frail::Frail;
use crate::rules::casket::planner::{self, Bounds};
use crate::rules::casket::scenario::Goal;
use crate::rules::casket::{Casket, check, legal};

/// How much is thought about an order.
pub(super) const EFFORT: Effort = Effort {
    battles: 3,
    horizon: Horizon {
        phases: 4,
        orders: 40,
    },
};

/// Plays the card that hits hardest at the nearest foe, else comes closer.
const STRIKE: Manner = Manner(1);
/// Passes, and answers what is asked.
const WAIT: Manner = Manner(2);
/// Plays as usual, but never past the Red Line.
const SAFE: Manner = Manner(3);
/// Moves away from the nearest foe.
const AWAY: Manner = Manner(4);
/// Names of the manners.
pub(super) const MANNERS: [&str; 4] = ["Strike", "Wait", "Safe", "Away"];

/// Most of what was weighed that is looked ahead from.
const MOST: usize = 5;
/// Points by which that may be worse than the best.
const CLOSE: i64 = 60;
/// Orders of a turn after which a plain tactic passes.
const PATIENCE: u8 = 20;
/// Percent of its worth that a unit on the board has however damaged it is.
const LEAST: i64 = 30;
/// Percent of its worth that a casket loses by an arm, or its legs, that is degraded or disabled.
const WORN: [i64; 2] = [4, 10];
/// What an undecided battle is worth at most.
const MOST_STANDING: i64 = WON * 8 / 10;
/// What the lead in victory points is worth at most beside that, where the battle is for points.
const LEAD: i64 = WON / 2;

/// Chooses an order in a manner.
pub(super) fn decide_as(world: &World, side: Side, manner: Manner) -> Order {
    let plain = match manner {
        STRIKE => strike(world, side),
        WAIT => pass(world, side),
        AWAY => away(world, side),
        _ => None,
    };
    let bounds = match manner {
        SAFE => Bounds::Safe,
        _ => Bounds::None,
    };
    plain.unwrap_or_else(|| planner::decide_hastily(world, side, bounds))
}

/// Returns the unit of a side that acts, unless something is asked.
fn acting<'w>(world: &'w World, side: Side) -> Option<(Duel<'w>, UnitId)> {
    let is_asked = world.resource::<Pending<Casket>>().0.is_some();
    let duel = Duel::shown_to(world, side);
    let unit = duel.progress.acting.filter(|_| !is_asked)?;
    Some((duel, unit))
}

fn pass(world: &World, side: Side) -> Option<Order> {
    acting(world, side)?;
    passes(world, side, Order::Pass)
}

/// Returns an order if it passes.
fn passes(world: &World, side: Side, order: Order) -> Option<Order> {
    let waiting = world.resource::<Pending<Casket>>().0.as_ref();
    let is_legal = check::begin(world, side, &order, waiting).is_ok();
    is_legal.then_some(order)
}

fn nearest(duel: &Duel, unit: UnitId) -> Option<UnitId> {
    let here = duel.get(unit).tile();
    let foes = duel.foes(unit);
    let foes = foes.map(|foe| (duel.grid.distance(foe.tile(), here), foe.id));
    foes.min().map(|(_, id)| id)
}

/// Plays the card that hits hardest at the nearest foe, else comes closer, else passes.
fn strike(world: &World, side: Side) -> Option<Order> {
    let (duel, unit) = acting(world, side)?;
    let foe = nearest(&duel, unit)?;
    if duel.get(unit).body().orders >= PATIENCE {
        return passes(world, side, Order::Pass);
    }
    let tile = duel.get(foe).tile();
    let attacks = legal::sources(&duel, unit)
        .into_iter()
        .filter_map(|source| {
            let card = duel.card(duel.card_of(unit, source)?.card);
            let hits = i64::from(card.damage.unwrap_or(0)) * i64::from(card.hits);
            matches!(card.kind, Kind::Melee | Kind::Ranged | Kind::Spell).then_some((hits, source))
        });
    let mut attacks: Vec<(i64, Source)> = attacks.collect();
    attacks.sort_by_key(|(hits, _)| -hits);
    let is_at = |aiming: &Aiming| {
        let at_foe = aiming.target == Some(foe) || aiming.tile == Some(tile);
        at_foe || (aiming.target.is_none() && aiming.tile.is_none())
    };
    for (_, source) in attacks {
        let aimings = legal::aimings(&duel, unit, source).into_iter();
        let mut orders = aimings.filter(is_at).map(|aim| Order::Play(source, aim));
        let found = orders.find(|order| duel.check(unit, order).is_ok());
        if let Some(order) = found.and_then(|order| passes(world, side, order)) {
            return Some(order);
        }
    }
    step(world, side, (&duel, unit), foe, true).or_else(|| passes(world, side, Order::Pass))
}

/// Moves away from the nearest foe while that is free of a Backfire, then passes.
fn away(world: &World, side: Side) -> Option<Order> {
    let (duel, unit) = acting(world, side)?;
    let foe = nearest(&duel, unit)?;
    let body = duel.get(unit).body();
    let is_spent = body.spent >= duel.safe_sp(unit) || body.orders >= PATIENCE;
    let order = match is_spent {
        true => None,
        false => step(world, side, (&duel, unit), foe, false),
    };
    order.or_else(|| passes(world, side, Order::Pass))
}

/// Steps closer to a foe, or farther from it, the cheapest first.
fn step(
    world: &World,
    side: Side,
    (duel, unit): (&Duel, UnitId),
    foe: UnitId,
    closer: bool,
) -> Option<Order> {
    let (here, there) = (duel.get(unit).tile(), duel.get(foe).tile());
    let before = duel.grid.distance(here, there);
    let now = duel.get(unit).now.facing;
    let ways = duel.grid.neighbors(here).filter_map(|(direction, tile)| {
        let after = duel.grid.distance(tile, there);
        let is_better = match closer {
            true => after < before && after > 0,
            false => after > before,
        };
        // A step ahead or back is cheaper than one aside.
        let aside = !matches!(now.turns_to(direction), 0 | 3);
        is_better.then_some((aside, direction))
    });
    let mut ways: Vec<_> = ways.collect();
    ways.sort_by_key(|(aside, direction)| (*aside, direction.number()));
    let orders = ways
        .into_iter()
        .map(|(_, direction)| Order::Step(direction));
    let mut passing = orders.filter_map(|order| passes(world, side, order));
    passing.next()
}

/// Lists what can be ordered: what is usual, what is weighed about as high, and what plain tactics say; of what is
/// asked each answer that is worth a look.
pub(super) fn candidates(world: &World, side: Side) -> Vec<Candidate<Casket>> {
    let ranked = planner::ranked(world, side);
    let mut all: Vec<Candidate<Casket>> = Vec::new();
    let mut add = |order: Order, then| {
        let new = Candidate { order, then };
        let is_aimless = !all.is_empty() && takes_back(world, side, &new.order);
        if !is_aimless && !all.contains(&new) && passes(world, side, new.order.clone()).is_some() {
            all.push(new);
        }
    };
    let best = ranked.first().map_or(0, |(_, points)| *points);
    let close = ranked.iter().filter(|(_, points)| *points >= best - CLOSE);
    for (order, _) in close.take(MOST) {
        add(order.clone(), Manner::USUAL);
    }
    match &world.resource::<Pending<Casket>>().0 {
        Some(waiting) => {
            for order in answers(&Duel::shown_to(world, side), &waiting.choice) {
                add(order, Manner::USUAL);
            }
        }
        None => {
            for manner in [STRIKE, WAIT, SAFE, AWAY] {
                add(decide_as(world, side, manner), manner);
            }
        }
    }
    all
}

/// Whether an order undoes the step just taken in this turn. Small leads by chance would send a unit back and forth.
fn takes_back(world: &World, side: Side, order: &Order) -> bool {
    let last = orders_of::<Casket>(world, side).next_back();
    match (order, last) {
        (Order::Step(back), Some(Order::Step(step))) => *back == step.opposite(),
        _ => false,
    }
}

/// Lists answers that are looked ahead from: all where there are few. Of losses as many as can be from the deck, and
/// as many as can be from the hand, what is worth least first; cards of a hand that is too large are chosen without
/// a thought.
fn answers(duel: &Duel, choice: &Choice) -> Vec<Order> {
    match choice {
        Choice::React(..) | Choice::Guard(..) | Choice::BoilOver(_) => legal::answers(duel, choice),
        Choice::Lose(unit, points) => {
            let piles = duel.get(*unit).piles();
            let points = usize::from(*points);
            let most = points.min(piles.hand.len());
            let least = points.saturating_sub(piles.deck.len()).min(most);
            let worst = planner::worst_of_hand(duel, *unit);
            let both = [least, most].map(|count| Order::Lose(worst[..count].to_vec()));
            both.into()
        }
        Choice::Keep(..) | Choice::Steer(_) => Vec::new(),
    }
}

/// Says how others are taken to play: as a rule as usual.
pub(super) fn expected(battle: u64) -> Manner {
    match battle % 4 {
        3 => Manner::mixed::<Casket>((battle / 2) | 1),
        _ => Manner::USUAL,
    }
}

/// Says how a battle stands: by what is left of the units of either side, and by victory points where the battle is
/// for these.
pub(super) fn standing(world: &World, side: Side) -> i64 {
    let duel = Duel::of(world);
    let left = |of_own: bool| -> i64 {
        let those = duel.standing().filter(|machine| {
            let is_own = machine.side == side;
            is_own == of_own && (is_own || duel.are_hostile(side, machine.side))
        });
        those.map(|machine| left(&duel, machine)).sum()
    };
    let (own, others) = (left(true), left(false));
    let mut points = (own - others) * MOST_STANDING / (own + others).max(1);
    if duel.scenario.goal == Goal::Points {
        let scored = (0..).map(Side).zip(&duel.progress.points);
        let rivals = scored.filter(|(other, _)| duel.are_hostile(side, *other));
        let best = rivals.map(|(_, points)| *points).max().unwrap_or(0);
        let own = duel.progress.points[side.index()];
        let to_win = i64::from(duel.content.figures.score.to_win);
        let lead = i64::from(own) - i64::from(best);
        points += (lead * LEAD / to_win.max(1)).clamp(-LEAD, LEAD);
    }
    points
}

/// Returns what is left of a unit: what it costs its side to lose it, by what it can still take.
fn left(duel: &Duel, machine: &Machine) -> i64 {
    let is_key =
        |id: UnitId| duel.scenario.protect.contains(&id) || duel.scenario.hunted.contains(&id);
    if matches!(duel.build(machine.id), Build::Objective(_)) && !is_key(machine.id) {
        return 0;
    }
    let kill = Frail::of(duel, machine.id).kill;
    let health = machine.now.health;
    let life = i64::from(health.now) * 100 / i64::from(health.max).max(1);
    let mut share = life;
    if duel.is_casket(machine.id) {
        let damage = |part: Part| i64::from(machine.body().part(part).damage);
        let disabled = i64::from(duel.content.figures.parts.from[3]).max(1);
        let chassis = (disabled - damage(Part::Chassis)).max(0) * 100 / disabled;
        // It falls by either, so the lower one counts most.
        share = (2 * life.min(chassis) + life.max(chassis)) / 3;
        for part in [Part::RightArm, Part::LeftArm, Part::Legs] {
            share -= match duel.state(machine.id, part) {
                State::Degraded => WORN[0],
                State::Disabled => WORN[1],
                _ => 0,
            };
        }
    }
    kill * (LEAST + (100 - LEAST) * share.max(0) / 100) / 100
}

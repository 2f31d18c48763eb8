//! The computer: each character by its script (§9), the party's, too, which explores by itself.
//!
//! **Invariant:** draws nothing; decides by what the characters of the side see and remember.

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{Side, UnitId, Units};
use crate::playing::{Advice, Weighed};
use crate::rules::kit::ways::Ways;
use crate::rules::party::character::Purse;
use crate::rules::party::order::Order;
use crate::rules::party::progress::{PARTY, Progress, can_act, foes, party};
use crate::rules::party::scenario::{Goal, Map};
use crate::rules::party::script::{self, Choice};
use crate::rules::party::{check, log, overland, setup};

/// Says what the computer orders for a side, and why.
pub(super) fn advise(world: &World, side: Side) -> Advice<Order> {
    if side == PARTY
        && let Some(advice) = overland::advise(world)
    {
        return advice;
    }
    let progress = world.resource::<Progress>();
    if let Some(id) = progress.acting {
        return advice(world, id, script::choose(world, id));
    }
    debug_assert_eq!(side, PARTY, "others order while one of theirs acts");
    let mut able = party(world).filter(|&id| can_act(world, id));
    let escape = setup::escape(world);
    let flees = setup::scenario(world).goal == Goal::Escape || overland::is_losing(world);
    let found = match progress.fights() {
        true if flees => able.find_map(|id| escapes(world, id, escape)),
        true => {
            let mut choices = able.map(|id| (id, script::choose(world, id)));
            let acts = choices.find(|(_, choice)| !matches!(choice.order, Order::Rest(_)));
            acts.map(|(id, choice)| advice(world, id, choice))
        }
        false => able.find_map(|id| explore(world, id)),
    };
    found.unwrap_or_else(|| {
        let ends = check::begin(world, PARTY, &Order::EndCombat).is_ok();
        let order = if ends {
            Order::EndCombat
        } else {
            Order::EndTurn
        };
        Advice::new(order.clone(), log::order(world, &order), Vec::new())
    })
}

/// Tells a choice with all rules that were looked at for it, the one that fired first.
fn advice(world: &World, id: UnitId, choice: Choice) -> Advice<Order> {
    let last = choice.tried.len().saturating_sub(1);
    let lines = script::trace(world, id, &choice).into_iter().enumerate();
    let weighed = lines.map(|(at, line)| {
        let (rule, outcome) = line.rsplit_once(": ").unwrap_or((&line, ""));
        Weighed {
            order: rule.to_owned(),
            purpose: outcome.to_owned(),
            points: -(at as i32),
            is_chosen: at == last && choice.tried[at] == script::Outcome::Fired,
        }
    });
    let told = log::order(world, &choice.order);
    Advice::new(choice.order.clone(), told, weighed.collect())
}

/// Has a character of the party that has to escape walk to the zone, and strike from there, or where it can
/// get no farther.
fn escapes(world: &World, id: UnitId, zone: &[TileId]) -> Option<Advice<Order>> {
    let units = Units::of(world);
    let known = world.resource::<Knowledge>().of(PARTY);
    let seat = units.seat(id)?;
    let ways = Ways::search(units.board(), &known.layers, seat, u16::MAX, |tile| {
        check::is_barred(world, PARTY, tile)
    });
    let nearest = ways.found().iter().find(|tile| zone.contains(tile));
    let walk = nearest.filter(|_| !zone.contains(&seat));
    if let Some(advice) = walk.and_then(|&target| walk_to(world, id, &ways, target, "escape")) {
        return Some(advice);
    }
    let choice = script::choose(world, id);
    let strikes = matches!(choice.order, Order::Attack(..) | Order::Cast(..));
    strikes.then(|| advice(world, id, choice))
}

/// Has a character of the party walk to the nearest hex of a zone that it can reach.
pub(super) fn go_to(
    world: &World,
    id: UnitId,
    zone: &[TileId],
    purpose: &str,
) -> Option<Advice<Order>> {
    let units = Units::of(world);
    let known = world.resource::<Knowledge>().of(PARTY);
    let ways = Ways::search(
        units.board(),
        &known.layers,
        units.seat(id)?,
        u16::MAX,
        |tile| world.resource::<Progress>().fights() && check::is_barred(world, PARTY, tile),
    );
    let nearest = ways.found().iter().find(|tile| zone.contains(tile));
    walk_to(world, id, &ways, *nearest?, purpose)
}

/// Has a character of the party walk to the goal, to where an enemy was seen last, or to what was not seen
/// for longest, the nearest of such.
fn explore(world: &World, id: UnitId) -> Option<Advice<Order>> {
    let units = Units::of(world);
    let board = world.resource::<Board>();
    let known = world.resource::<Knowledge>().of(PARTY);
    let ways = Ways::search(board, &known.layers, units.seat(id)?, u16::MAX, |_| false);
    let in_reach = || ways.found().iter().copied();
    let sightings: Vec<_> = foes(world, PARTY)
        .filter_map(|foe| Some(known.sightings[foe.index()]?.tile))
        .collect();
    let unseen = || {
        let hidden = in_reach().filter(|&tile| !known.sees(tile));
        hidden.min_by_key(|&tile| known.left_sight(tile))
    };
    let zone = |zone: &[TileId]| in_reach().find(|tile| zone.contains(tile));
    let (purpose, target) = match &setup::scenario(world).goal {
        Goal::Reach(tiles) => ("goal", zone(tiles)),
        Goal::DefeatAll | Goal::Escape => match zone(&sightings) {
            Some(tile) => ("enemy seen last", Some(tile)),
            None => ("unseen", unseen()),
        },
    };
    walk_to(world, id, &ways, target?, purpose)
}

/// Has a character walk to a hex as far as its action points go.
fn walk_to(
    world: &World,
    id: UnitId,
    ways: &Ways,
    target: TileId,
    purpose: &str,
) -> Option<Advice<Order>> {
    let step = setup::content(world).figures.costs.step;
    let ap = Units::of(world).part::<Purse>(id).ap;
    let mut path = ways.path(target)?;
    path.truncate(match setup::map(world) {
        // What comes in sight with each hex may change its mind.
        Map::Overland => 1,
        Map::Combat | Map::Local => usize::from(ap / step.max(1)),
    });
    if path.is_empty() {
        return None;
    }
    let order = Order::Move(id, path);
    let told = log::order(world, &order);
    let weighed = Weighed {
        order: told.clone(),
        purpose: purpose.to_owned(),
        points: 0,
        is_chosen: true,
    };
    Some(Advice::new(order, told, vec![weighed]))
}

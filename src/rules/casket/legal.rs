//! Lists what can be ordered.
//!
//! **Invariant:** every order of the lists passes the check; a side that owes an order has one.

use bevy::prelude::World;

use crate::battle::grid::{Direction, TileId};
use crate::battle::order::Pending;
use crate::battle::rules::Rules;
use crate::battle::unit::{Side, UnitId};
use crate::rules::casket::Casket;
use crate::rules::casket::content::{Aim, Area, Card, Effect, Kind, Move};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::{CardNo, Physical};
use crate::rules::casket::order::{Aiming, Choice, Order, Source};

/// Lists the orders of a side.
pub(super) fn orders(world: &World, side: Side) -> Vec<Order> {
    if !Casket::owes(world, side) {
        return Vec::new();
    }
    let duel = Duel::of(world);
    match &world.resource::<Pending<Casket>>().0 {
        Some(waiting) => answers(&duel, &waiting.choice),
        None => duel
            .progress
            .acting
            .map_or_else(Vec::new, |unit| of_unit(&duel, unit)),
    }
}

/// Lists answers to what a plan asks; of losses and discards some of very many.
pub fn answers(duel: &Duel, choice: &Choice) -> Vec<Order> {
    match choice {
        Choice::React(unit, threat) => {
            let reactions = duel.reactions(*unit, threat).into_iter().map(Some);
            let all = reactions.chain([None]);
            all.map(Order::React).collect()
        }
        Choice::Guard(_, guards) => {
            let all = guards.iter().copied().map(Some).chain([None]);
            all.map(Order::Guard).collect()
        }
        Choice::Lose(unit, points) => {
            let piles = duel.get(*unit).piles();
            let points = usize::from(*points);
            let least = points.saturating_sub(piles.deck.len());
            let most = points.min(piles.hand.len());
            (least..=most)
                .map(|count| Order::Lose(piles.hand[..count].to_vec()))
                .collect()
        }
        Choice::BoilOver(_) => [true, false]
            .into_iter()
            .map(|skip| Order::BoilOver { skip })
            .collect(),
        Choice::Keep(unit, count) => {
            let hand = &duel.get(*unit).piles().hand;
            vec![Order::Discard(hand[..usize::from(*count)].to_vec())]
        }
        Choice::Steer(unit) => steered(duel, *unit)
            .into_iter()
            .map(|order| Order::Steer(Box::new(order)))
            .collect(),
    }
}

/// Lists what a foe can have a unit do that it steers: any action, and passing only where there is none.
fn steered(duel: &Duel, unit: UnitId) -> Vec<Order> {
    let mut orders = of_unit(duel, unit);
    if orders.len() > 1 {
        orders.retain(|order| *order != Order::Pass);
    }
    orders
}

/// Lists what a unit can do in its turn: steps, turns, cards with each target, and passing.
pub fn of_unit(duel: &Duel, unit: UnitId) -> Vec<Order> {
    let steps = Direction::ALL.into_iter().map(Order::Step);
    let turns = Direction::ALL.into_iter().map(Order::Turn);
    let plays = sources(duel, unit).into_iter().flat_map(|source| {
        let aimings = aimings(duel, unit, source);
        aimings
            .into_iter()
            .map(move |aiming| Order::Play(source, aiming))
    });
    let all = steps.chain(turns).chain([Order::Brace]).chain(plays);
    let mut orders: Vec<_> = all
        .chain([Order::Pass])
        .filter(|order| duel.check(unit, order).is_ok())
        .collect();
    orders.dedup();
    orders
}

/// Lists the cards of a unit that could be played now, targets left out: equal ones once.
pub fn sources(duel: &Duel, unit: UnitId) -> Vec<Source> {
    let piles = duel.get(unit).piles();
    let mut seen: Vec<Physical> = Vec::new();
    let mut is_new = |no: &CardNo| {
        let physical = piles.get(*no);
        let is_new = !seen.contains(&physical);
        seen.push(physical);
        is_new
    };
    let hand = piles.hand.iter().copied().filter(|no| {
        let is_free = !piles.played.contains(no);
        is_free && is_new(no)
    });
    let abilities = duel.race(unit).map_or(0, |race| race.abilities.len());
    let abilities = (0..abilities as u8).map(Source::Ability);
    let strike = duel.get(unit).body().strike.map(|_| Source::Strike);
    hand.map(Source::Hand)
        .chain(abilities)
        .chain(strike)
        .filter(|&source| duel.check_card(unit, source).is_ok())
        .collect()
}

/// Lists the aims of a card that are worth a look: each target, each end of its move, each facing; not all of
/// them pass.
pub fn aimings(duel: &Duel, unit: UnitId, source: Source) -> Vec<Aiming> {
    let Some(physical) = duel.card_of(unit, source) else {
        return Vec::new();
    };
    let card = duel.card(physical.card);
    let mut aimings = match card.is_attack() {
        true => attacks(duel, unit, card),
        false => gifts(duel, unit, card),
    };
    aimings.extend(walls(duel, unit, card));
    if let Some(step) = moves(card) {
        let paths = paths(duel, unit, physical, &step);
        aimings = aimings
            .into_iter()
            .flat_map(|aiming| {
                let path = |path: &Vec<Direction>| Aiming {
                    path: path.clone(),
                    ..aiming.clone()
                };
                paths.iter().map(path).collect::<Vec<_>>()
            })
            .collect();
    }
    if let Some(sixths) = turns(card) {
        let now = duel.get(unit).now.facing;
        let near = Direction::ALL
            .into_iter()
            .filter(|&facing| now.turns_to(facing) <= sixths && facing != now);
        let facings: Vec<_> = std::iter::once(None).chain(near.map(Some)).collect();
        aimings = aimings
            .into_iter()
            .flat_map(|aiming| {
                let turned = |&facing: &Option<Direction>| Aiming {
                    facing,
                    ..aiming.clone()
                };
                facings.iter().map(turned).collect::<Vec<_>>()
            })
            .collect();
    }
    aimings
}

fn moves(card: &Card) -> Option<Move> {
    card.all_effects().find_map(|effect| match effect {
        Effect::Move(step) => Some(*step),
        _ => None,
    })
}

fn turns(card: &Card) -> Option<u8> {
    card.all_effects().find_map(|effect| match effect {
        Effect::Turn(sixths) => Some(*sixths),
        _ => None,
    })
}

fn attacks(duel: &Duel, unit: UnitId, card: &Card) -> Vec<Aiming> {
    let foes: Vec<_> = duel.foes(unit).map(|machine| machine.id).collect();
    match card.area {
        Area::Cone | Area::Ring(_) => vec![Aiming::default()],
        Area::Line(_) => {
            let tile = duel.get(unit).tile();
            let around = duel.grid.neighbors(tile);
            around
                .map(|(_, tile)| Aiming {
                    tile: Some(tile),
                    ..Aiming::default()
                })
                .collect()
        }
        Area::Blast => {
            let around = foes.iter().flat_map(|&id| {
                let tile = duel.get(id).tile();
                let around = duel.grid.neighbors(tile).map(|(_, tile)| tile);
                std::iter::once(tile).chain(around).collect::<Vec<_>>()
            });
            let mut tiles: Vec<TileId> = around.collect();
            tiles.sort_unstable();
            tiles.dedup();
            tiles
                .into_iter()
                .map(|tile| Aiming {
                    tile: Some(tile),
                    ..Aiming::default()
                })
                .collect()
        }
        Area::Single => {
            let sweeps = card
                .effects
                .iter()
                .any(|effect| matches!(effect, Effect::Second(_)));
            let at = |target: UnitId| {
                let seconds = foes.iter().copied().filter(move |&second| second != target);
                let seconds = seconds.filter(|_| card.split || sweeps).map(Some);
                std::iter::once(None)
                    .chain(seconds)
                    .map(move |second| Aiming {
                        target: Some(target),
                        second,
                        ..Aiming::default()
                    })
            };
            foes.iter().flat_map(|&target| at(target)).collect()
        }
    }
}

/// Lists the hexes in range whose terrain an attack can destroy (§6); whoever stands on one is attacked instead.
pub fn walls(duel: &Duel, unit: UnitId, card: &Card) -> Vec<Aiming> {
    if !card.is_attack() || card.area != Area::Single || !card.first.is_empty() {
        return Vec::new();
    }
    let here = duel.get(unit).tile();
    let (least, most) = duel.range_of(card);
    let is_wall = |tile: &TileId| {
        let distance = duel.grid.distance(here, *tile);
        let is_near = (least..=most).contains(&distance);
        is_near && duel.ground(*tile).breaks.is_some() && duel.at(*tile).is_none()
    };
    let tiles = duel.grid.tiles().filter(is_wall);
    let at = |tile| Aiming {
        tile: Some(tile),
        ..Aiming::default()
    };
    tiles.map(at).collect()
}

fn gifts(duel: &Duel, unit: UnitId, card: &Card) -> Vec<Aiming> {
    let near = duel
        .neighbors(unit)
        .filter(|machine| machine.side == duel.get(unit).side)
        .map(|machine| Some(machine.id));
    let targets: Vec<_> = match card.aim {
        Aim::Own => vec![None],
        Aim::OwnOrAlly => std::iter::once(None).chain(near).collect(),
        Aim::Ally => near.collect(),
    };
    let repairs = card
        .all_effects()
        .any(|effect| matches!(effect, Effect::Repair(..)));
    targets
        .into_iter()
        .flat_map(|target| {
            let mended = target.unwrap_or(unit);
            let mut repair: Vec<Vec<CardNo>> = match repairs {
                true => wounds_of_each_kind(duel, mended)
                    .map(|no| vec![no])
                    .collect(),
                false => vec![Vec::new()],
            };
            if repair.is_empty() {
                repair.push(Vec::new());
            }
            repair.into_iter().map(move |repair| Aiming {
                target,
                repair,
                ..Aiming::default()
            })
        })
        .collect()
}

fn wounds_of_each_kind(duel: &Duel, unit: UnitId) -> impl Iterator<Item = CardNo> {
    let piles = duel.get(unit).piles();
    let wounds: Vec<_> = duel.wounds_in_discard(unit).collect();
    let is_first = move |&(at, no): &(usize, CardNo)| {
        let same = |other: &CardNo| piles.get(*other) == piles.get(no);
        !wounds[..at].iter().any(same)
    };
    let wounds: Vec<_> = duel.wounds_in_discard(unit).collect();
    wounds
        .into_iter()
        .enumerate()
        .filter(is_first)
        .map(|(_, no)| no)
}

/// Lists a way to each hex that a move reaches, the hex itself first; the cheapest of equal ends.
pub fn paths(duel: &Duel, unit: UnitId, physical: Physical, step: &Move) -> Vec<Vec<Direction>> {
    let most = duel.reach_of(unit, physical, step);
    let here = duel.get(unit).tile();
    let mut best: Vec<(TileId, u8, Vec<Direction>)> = vec![(here, 0, Vec::new())];
    let mut open = vec![(here, 0_u8, Vec::new())];
    for _ in 0..most {
        let mut next = Vec::new();
        for (tile, cost, path) in &open {
            for direction in Direction::ALL {
                let Some(found) = duel.longer(unit, step, (*tile, *cost, path), direction) else {
                    continue;
                };
                let known = best.iter().position(|(tile, ..)| *tile == found.0);
                match known {
                    Some(at) if best[at].1 <= found.1 => continue,
                    Some(at) => best[at] = found.clone(),
                    None => best.push(found.clone()),
                }
                next.push(found);
            }
        }
        open = next;
    }
    best.into_iter()
        .filter(|(tile, _, path)| path.is_empty() || duel.may_pass(unit, *tile, step.flies, true))
        .map(|(.., path)| path)
        .collect()
}

impl Duel<'_> {
    /// Goes one step on with a path, if the move allows it.
    fn longer(
        &self,
        unit: UnitId,
        step: &Move,
        (tile, cost, path): (TileId, u8, &Vec<Direction>),
        direction: Direction,
    ) -> Option<(TileId, u8, Vec<Direction>)> {
        if step.straight && path.last().is_some_and(|&last| last != direction) {
            return None;
        }
        if step.forward && direction != self.get(unit).now.facing {
            return None;
        }
        let to = self.step(tile, direction)?;
        let extra = self.terrain_cost(tile, to, step.flies, step.ignores_difficult)?;
        if !self.may_pass(unit, to, step.flies, false) {
            return None;
        }
        let mut longer = path.clone();
        longer.push(direction);
        Some((to, cost.saturating_add(extra), longer))
    }
}

/// Whether a unit that has not attacked this turn can attack (§9, Human).
///
/// "If able" means (ours): at the beginning of its turn its Safe SP would have paid for the attack, and the SP that
/// it has left still pay for it. A walk before the attack therefore does not release it, and nobody has to pass the
/// Red Line for an attack that was out of reach when the turn began.
pub(super) fn can_attack(duel: &Duel, unit: UnitId) -> bool {
    let body = duel.get(unit).body();
    if body.attacked {
        return false;
    }
    let left = duel.safe_sp(unit).min(duel.sp_left(unit));
    sources(duel, unit).into_iter().any(|source| {
        let Some(physical) = duel.card_of(unit, source) else {
            return false;
        };
        let card = duel.card(physical.card);
        matches!(card.kind, Kind::Melee | Kind::Ranged | Kind::Spell)
            && duel.card_cost(unit, physical) <= left
            && aimings(duel, unit, source).into_iter().any(|aiming| {
                // A wall is no enemy.
                let is_at_foe = card.area != Area::Single || aiming.target.is_some();
                is_at_foe
                    && aiming.path.is_empty()
                    && duel.check(unit, &Order::Play(source, aiming)).is_ok()
            })
    })
}

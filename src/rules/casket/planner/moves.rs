//! What is worth a look in a turn: steps, turns, and cards with the aims that matter.
//!
//! **Invariant:** a card that would do nothing is left out; what is listed may still be refused.

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::rules::casket::content::{Area, Card, Effect, Kind, Trait, Who};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::legal;
use crate::rules::casket::machine::{CardNo, Part, State};
use crate::rules::casket::order::{Aiming, Order, Source};
use crate::rules::casket::planner::worth::Outlook;
use crate::rules::casket::sight::{REAR, facing_from};

/// Ends of a move of a card that are looked at.
const MOST_ENDS: usize = 6;

/// Lists what is worth a look.
pub(super) fn candidates(look: &Outlook, duel: &Duel) -> Vec<Order> {
    let unit = look.unit;
    let mut orders: Vec<_> = Direction::ALL.into_iter().map(Order::Step).collect();
    let now = duel.get(unit).now.facing;
    orders.extend([1, 5].map(|sixths| Order::Turn(now.turned(sixths))));
    if duel.content.figures.switches.brace_action {
        orders.push(Order::Brace);
    }
    let left = duel.sp_left(unit);
    for source in legal::sources(duel, unit) {
        let is_known = |no: CardNo| look.hand.iter().any(|(_, other)| *other == no);
        if matches!(source, Source::Hand(no) if !is_known(no)) {
            continue;
        }
        let Some(physical) = duel.card_of(unit, source) else {
            continue;
        };
        let card = duel.card(physical.card);
        let is_free = source == Source::Strike;
        if !is_free && duel.card_cost(unit, physical) > left {
            continue;
        }
        // A card that does nothing now makes room for another, where there is nothing to attack with.
        // It is worth only SP that would be lost.
        let free = duel
            .safe_sp(unit)
            .saturating_sub(duel.get(unit).body().spent);
        let makes_room = look.hunger > 0 && !card.is_attack();
        let makes_room = makes_room && duel.card_cost(unit, physical) <= free;
        if !does_something(duel, unit, card) && !makes_room {
            continue;
        }
        let left = left.saturating_sub(duel.card_cost(unit, physical));
        if look.hunger == 0 && !readies(duel, unit, card, left) {
            continue;
        }
        let aimings = aimings(look, duel, source, card);
        orders.extend(
            aimings
                .into_iter()
                .map(|aiming| Order::Play(source, aiming)),
        );
    }
    orders
}

/// Whether a card does more now than to be played.
fn does_something(duel: &Duel, unit: UnitId, card: &Card) -> bool {
    if card.is_attack() || card.effects.is_empty() {
        return card.is_attack();
    }
    let body = duel.get(unit).body();
    let has_hot_ally = || {
        let side = duel.get(unit).side;
        duel.neighbors(unit).any(|machine| {
            machine.side == side && duel.is_casket(machine.id) && machine.body().heat > 0
        })
    };
    card.effects.iter().any(|effect| match effect {
        Effect::Cool(whom, ..) | Effect::Vent(whom) => match whom {
            Who::Own => body.heat > 0,
            Who::Target => body.heat > 0 || has_hot_ally(),
            Who::Allies => has_hot_ally(),
            Who::Foes => false,
        },
        Effect::DiscardHand => !duel.get(unit).piles().hand.is_empty(),
        _ => true,
    })
}

/// Whether an attack is in hand for each piece of equipment that a card readies, which the SP pay for that are left
/// after it. A card that readies nothing lacks nothing.
fn readies(duel: &Duel, unit: UnitId, card: &Card, left: u8) -> bool {
    let mut readied = card.effects.iter().filter_map(|effect| match effect {
        Effect::Give(Who::Own, Trait::NextDamage(piece, _), _) => Some(*piece),
        _ => None,
    });
    let piles = duel.get(unit).piles();
    readied.all(|piece| {
        piles.hand.iter().any(|&no| {
            let physical = piles.get(no);
            duel.card(physical.card).is_attack()
                && duel.content.source_of(physical.card) == Some(piece)
                && duel.card_cost(unit, physical) <= left
                && !legal::aimings(duel, unit, Source::Hand(no)).is_empty()
        })
    })
}

fn aimings(look: &Outlook, duel: &Duel, source: Source, card: &Card) -> Vec<Aiming> {
    let unit = look.unit;
    let mut aimings = match card.is_attack() {
        true => attacks(duel, unit, card),
        false => Vec::new(),
    };
    if !look.walls.is_empty() {
        let is_in_way = |aiming: &Aiming| {
            let mut walls = look.walls.iter();
            walls.any(|(wall, _)| aiming.tile == Some(*wall))
        };
        let walls = legal::walls(duel, unit, card).into_iter();
        aimings.extend(walls.filter(is_in_way));
    }
    let step = card.all_effects().find_map(|effect| match effect {
        Effect::Move(step) => Some(*step),
        _ => None,
    });
    let turn = card.all_effects().find_map(|effect| match effect {
        Effect::Turn(sixths) => Some(*sixths),
        _ => None,
    });
    if !card.is_attack() && step.is_none() && turn.is_none() {
        return legal::aimings(duel, unit, source);
    }
    if aimings.is_empty() && !card.is_attack() {
        aimings.push(Aiming::default());
    }
    let Some(physical) = duel.card_of(unit, source) else {
        return Vec::new();
    };
    if let Some(step) = step {
        let is_first = !card.first.is_empty();
        let paths = legal::paths(duel, unit, physical, &step);
        let ends = paths.into_iter().map(|path| {
            let to = end(duel, unit, &path);
            (rank(look, duel, to), to, path)
        });
        let mut ends: Vec<_> = ends.collect();
        ends.sort_by_key(|(rank, to, _)| (*rank, *to));
        let most = if is_first { ends.len() } else { MOST_ENDS };
        ends.truncate(most);
        let is_idle = !card.is_attack();
        aimings = aimings
            .into_iter()
            .flat_map(|aiming| {
                let range = duel.range_of(card).1;
                let target = aiming.target.map(|id| duel.get(id).tile());
                let reaches = move |to: TileId| {
                    let at = target.map(|target| duel.grid.distance(to, target));
                    !is_first || at.is_none_or(|at| at <= range)
                };
                let ways = ends
                    .iter()
                    .filter(move |(_, to, path)| reaches(*to) && !(is_idle && path.is_empty()));
                ways.map(move |(.., path)| Aiming {
                    path: path.clone(),
                    ..aiming.clone()
                })
                .collect::<Vec<_>>()
            })
            .collect();
    }
    match turn {
        Some(sixths) => turned(look, duel, aimings, sixths, step.is_none()),
        None => aimings,
    }
}

/// Adds the facings that show a foe the front, or a side with a shield; none is idle where nothing else happens.
fn turned(
    look: &Outlook,
    duel: &Duel,
    aimings: Vec<Aiming>,
    sixths: u8,
    is_needed: bool,
) -> Vec<Aiming> {
    let unit = look.unit;
    let now = duel.get(unit).now.facing;
    let mut all = Vec::new();
    for aiming in aimings {
        let from = end(duel, unit, &aiming.path);
        let mut facings: Vec<Direction> = Vec::new();
        for foe in &look.foes {
            let tile = duel.get(foe.unit).tile();
            if tile == from || !duel.build(foe.unit).acts() {
                continue;
            }
            let ahead = duel.grid.direction_towards(from, tile);
            facings.extend([0, 1, 5].map(|turn| ahead.turned(turn)));
        }
        facings.sort_unstable_by_key(|facing| facing.number());
        facings.dedup();
        facings.retain(|&facing| facing != now && now.turns_to(facing) <= sixths);
        if !is_needed {
            all.push(aiming.clone());
        }
        all.extend(facings.into_iter().map(|facing| Aiming {
            facing: Some(facing),
            ..aiming.clone()
        }));
    }
    all
}

/// Returns where a path ends.
fn end(duel: &Duel, unit: UnitId, path: &[Direction]) -> TileId {
    let here = duel.get(unit).tile();
    let step = |at: TileId, &direction: &Direction| duel.step(at, direction).unwrap_or(at);
    path.iter().fold(here, step)
}

/// Ranks a hex, the best lowest: near to where it strikes from, and behind a foe.
fn rank(look: &Outlook, duel: &Duel, tile: TileId) -> i64 {
    let foes = look.foes.iter().map(|foe| {
        let machine = duel.get(foe.unit);
        let distance = i64::from(duel.grid.distance(tile, machine.tile()));
        let off = (distance - look.wanted).abs() * 4;
        let side = facing_from(duel.grid, machine.tile(), machine.now.facing, tile);
        let behind = match side {
            REAR => 0,
            3 | 5 => 1,
            _ => 2,
        };
        off + behind
    });
    let zones = duel.scenario.zones.iter().flatten();
    let zone = zones
        .map(|&to| i64::from(duel.grid.distance(tile, to)) * 4)
        .min();
    foes.chain(zone).min().unwrap_or(0)
}

/// Lists targets of an attack with the components that are worth aiming at.
fn attacks(duel: &Duel, unit: UnitId, card: &Card) -> Vec<Aiming> {
    if card.area != Area::Single {
        return blasts(duel, unit, card);
    }
    let range = duel.range_of(card);
    let leap = card.first.iter().find_map(|effect| match effect {
        Effect::Move(step) => Some(u32::from(step.most)),
        _ => None,
    });
    let most = range.1 + leap.unwrap_or(0);
    let here = duel.get(unit).tile();
    let distance = |id: UnitId| duel.grid.distance(here, duel.get(id).tile());
    let foes = duel.foes(unit).map(|machine| machine.id);
    let foes: Vec<_> = foes.filter(|&id| distance(id) <= most).collect();
    let sweeps = |effect: &Effect| matches!(effect, Effect::Second(_));
    let has_second = card.split || card.effects.iter().any(sweeps);
    let mut all = Vec::new();
    for &target in &foes {
        let others = foes.iter().copied().filter(|&second| second != target);
        let others = others.filter(|_| has_second && foes.len() > 1).map(Some);
        for second in others.chain([None]) {
            for called in calls(duel, target, card) {
                all.push(Aiming {
                    target: Some(target),
                    second,
                    called,
                    ..Aiming::default()
                });
            }
        }
    }
    all
}

/// Lists components that are worth aiming at: the chassis always, another that would be degraded or disabled.
fn calls(duel: &Duel, target: UnitId, card: &Card) -> Vec<Option<Part>> {
    if !duel.is_casket(target) {
        return vec![None];
    }
    let damage = u16::from(card.damage.unwrap_or(0));
    let is_worth = |&part: &Part| {
        let before = duel.get(target).body().part(part).damage;
        let [then, now] = [before, before + damage].map(|damage| duel.state_of(damage));
        now > then && now >= State::Degraded
    };
    let others = [Part::RightArm, Part::LeftArm, Part::Legs];
    let mut calls = vec![Some(Part::Chassis)];
    calls.extend(others.into_iter().filter(is_worth).map(Some));
    // Only a shot at a component is harder.
    if card.kind == Kind::Ranged && !card.steady {
        calls.push(None);
    }
    calls
}

/// Lists where areas are aimed at.
fn blasts(duel: &Duel, unit: UnitId, card: &Card) -> Vec<Aiming> {
    let tiles: Vec<TileId> = match card.area {
        Area::Line(_) => {
            let around = duel.grid.neighbors(duel.get(unit).tile());
            around.map(|(_, tile)| tile).collect()
        }
        Area::Blast => {
            let foes: Vec<_> = duel.foes(unit).map(|machine| machine.tile()).collect();
            // The edge of a blast is for several.
            let around = foes.iter().filter(|_| foes.len() > 1).flat_map(|&tile| {
                let around = duel.grid.neighbors(tile);
                around.map(|(_, tile)| tile)
            });
            let mut tiles: Vec<_> = foes.iter().copied().chain(around).collect();
            tiles.sort_unstable();
            tiles.dedup();
            tiles
        }
        _ => return vec![Aiming::default()],
    };
    let at = |tile: TileId| Aiming {
        tile: Some(tile),
        ..Aiming::default()
    };
    tiles.into_iter().map(at).collect()
}

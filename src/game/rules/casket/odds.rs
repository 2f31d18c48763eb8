//! What the card in hand would do: odds of its attack, and the Backfire that the turn would risk.
//!
//! **Invariant:** every figure comes from the rules; this adds up shares.

use std::collections::BTreeMap;

use crate::battle::unit::UnitId;
use crate::game::kit::odds::{Distribution, percent};
use crate::game::kit::piece::{Ink, Piece, Pieces, faint, say};
use crate::rules::casket::attack::{Blow, Odds, Sum};
use crate::rules::casket::content::{
    Card, CardId, Effect, Kind, MOST_COPIES, Trait, Trigger, text,
};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::{Build, CardNo, Part, State};
use crate::rules::casket::order::{Order, Source, Threat};
use crate::rules::casket::plan::deed::absorbing;
use crate::rules::casket::sight::REAR;

/// Returns the attack that an order makes on its target, and how many hits it has.
pub(super) fn blow(duel: &Duel, unit: UnitId, order: &Order) -> Option<(Blow, u8)> {
    let Order::Play(source, aiming) = order else {
        return None;
    };
    let physical = duel.card_of(unit, *source)?;
    let card = duel.card(physical.card);
    let damage = card.damage?;
    let blow = Blow {
        attacker: unit,
        target: aiming.target?,
        card: physical.card,
        arm: physical.arm,
        base: damage.into(),
        called: aiming.called,
        kind: card.kind,
        evaded: 0,
        reduced: 0,
    };
    Some((blow, card.hits))
}

/// Takes what a target still absorbs off the damage of a hit; returns what is left of that.
fn unabsorbed(duel: &Duel, odds: &Odds, damage: u16, absorbs: &mut u16) -> u16 {
    let least = match duel.content.figures.switches.absorb_to_minimum {
        true => odds.least.max(0).cast_unsigned().min(damage),
        false => 0,
    };
    let absorbed = (*absorbs).min(damage - least);
    *absorbs -= absorbed;
    damage - absorbed
}

/// Returns how much damage a unit absorbs.
fn absorbed_by(duel: &Duel, unit: UnitId) -> u16 {
    absorbing(duel, unit).max(0).cast_unsigned()
}

/// Returns the damage of a plain hit that its target does not ignore.
pub(super) fn left_of(duel: &Duel, target: UnitId, odds: &Odds) -> u16 {
    let mut absorbs = absorbed_by(duel, target);
    unabsorbed(duel, odds, odds.harm(false), &mut absorbs)
}

/// Returns the share, of 6 to the power of the hits, of each damage in all that is not absorbed.
fn shares(duel: &Duel, target: UnitId, odds: &Odds, hits: u8) -> (BTreeMap<u16, u32>, u32) {
    let [miss, hit, critical] = odds.of_six().map(u32::from);
    let mut shares = BTreeMap::from([((0_u16, absorbed_by(duel, target)), 1_u32)]);
    let mut whole = 1;
    for _ in 0..hits.min(4) {
        whole *= 6;
        let mut next = BTreeMap::new();
        for ((damage, absorbs), share) in shares {
            for (weight, more) in [
                (miss, 0),
                (hit, odds.harm(false)),
                (critical, odds.harm(true)),
            ] {
                if weight > 0 {
                    let mut left = absorbs;
                    let more = unabsorbed(duel, odds, more, &mut left);
                    *next.entry((damage + more, left)).or_insert(0) += share * weight;
                }
            }
        }
        shares = next;
    }
    let mut all = BTreeMap::new();
    for ((damage, _), share) in shares {
        *all.entry(damage).or_insert(0) += share;
    }
    (all, whole)
}

/// Returns the outcome of an attack, for the panel.
pub(super) fn foreseen(duel: &Duel, blow: &Blow, hits: u8) -> Pieces {
    let odds = duel.odds(blow);
    let mut told = Pieces::default();
    told.heading(match odds.to_hit {
        None => "Hits automatically".to_owned(),
        Some(_) => {
            let [miss, ..] = odds.of_six();
            format!("Hits {}", percent((6 - miss).into(), 6))
        }
    });
    if let Some(sum) = &odds.to_hit {
        let needed = odds.needed - sum.total;
        told.add(faint(format!(
            "needs {}+ on a die{}",
            needed.clamp(2, 6),
            parts(sum)
        )));
    }
    let (shares, whole) = shares(duel, blow.target, &odds, hits);
    let life = duel.get(blow.target).now.health.now;
    let scale = |share: u32| (share * 1000 / whole) as u16;
    let lost: BTreeMap<u16, u16> = shares
        .iter()
        .map(|(damage, share)| ((*damage).min(life), *share))
        .fold(
            BTreeMap::new(),
            |mut lost: BTreeMap<u16, u32>, (damage, share)| {
                *lost.entry(damage).or_insert(0) += share;
                lost
            },
        )
        .into_iter()
        .map(|(damage, share)| (damage, scale(share)))
        .collect();
    let average = shares
        .iter()
        .map(|(damage, share)| u32::from(*damage) * share * 100)
        .sum::<u32>()
        / whole;
    let destroyed = shares
        .iter()
        .filter(|(damage, _)| **damage >= life)
        .map(|(_, share)| *share)
        .sum::<u32>();
    let distribution = Distribution {
        health: if duel.is_casket(blow.target) {
            "cards"
        } else {
            "HP"
        },
        average,
        lost: &lost,
        destroyed: scale(destroyed),
        whole: 1000,
    };
    distribution
        .pieces(Ink::Good)
        .into_iter()
        .for_each(|piece| told.add(piece));
    for line in sums(duel, blow) {
        told.add(faint(line));
    }
    if odds.side == REAR {
        told.add(say("from the rear").ink(Ink::Accent));
    }
    if let Some(part) = odds.marks {
        let harm = left_of(duel, blow.target, &odds);
        let damage = duel.get(blow.target).body().part(part).damage + harm;
        let state = duel.state_of(damage);
        let word = match state {
            State::Degraded => ", degraded",
            State::Disabled => ", disabled",
            _ => "",
        };
        told.add(say(format!("marks the {part}: {damage}{word}")).ink(Ink::Accent));
    }
    let absorbs = absorbed_by(duel, blow.target);
    if absorbs > 0 {
        told.add(say(format!("ignores the next {absorbs} damage")).ink(Ink::Accent));
    }
    told.0.extend(against_reactions(duel, blow, hits));
    told
}

/// Returns how the damage of an attack comes about, in lines.
pub(super) fn sums(duel: &Duel, blow: &Blow) -> Vec<String> {
    let odds = duel.odds(blow);
    let mut lines = vec![format!("damage{}", parts(&odds.damage))];
    if !odds.defence.parts.is_empty() {
        let defence = parts(&odds.defence);
        lines.push(format!("Defence {}{defence}", odds.counting));
    }
    lines.iter().map(|line| line.replace('-', "−")).collect()
}

/// Says what is left of a hit with each reaction that the target may hold.
fn against_reactions(duel: &Duel, blow: &Blow, hits: u8) -> Vec<Piece> {
    let all = possible_reactions(duel, blow).into_iter();
    let told = all.map(|id| {
        let card = duel.card(id);
        let outcome = reacted(duel, blow, hits, Some(card));
        faint(format!("with {}: {outcome}", card.name)).into()
    });
    told.collect()
}

/// Lists the reactions to a blow that its target may hold by what is public (clarification 20): those of every deck
/// and of its equipment, but for copies that all lie in the discard pile. How many copies its deck has of a card,
/// nobody knows.
fn possible_reactions(duel: &Duel, blow: &Blow) -> Vec<CardId> {
    let Build::Casket { mounted, .. } = duel.build(blow.target) else {
        return Vec::new();
    };
    let machine = duel.get(blow.target);
    let piles = machine.piles();
    let from = duel.get(blow.attacker).tile();
    let is_near = duel.grid.distance(from, machine.tile()) == 1;
    let is_whole =
        |arm: Option<Part>| arm.is_none_or(|part| duel.state(blow.target, part) != State::Disabled);
    let pieces = mounted.iter().filter(|(_, arm)| is_whole(*arm));
    let cards = pieces.flat_map(|(piece, _)| duel.content.piece(*piece).cards.clone());
    let mut possible = Vec::new();
    for id in duel.content.universal().chain(cards) {
        let card = duel.card(id);
        let answers = match card.trigger {
            Trigger::Attack => true,
            Trigger::Melee => blow.kind == Kind::Melee,
            Trigger::Ranged => blow.kind == Kind::Ranged,
            Trigger::Heat => false,
        };
        let is_counter = |effect: &Effect| matches!(effect, Effect::Counter(_));
        let reaches = is_near || !card.effects.iter().all(is_counter);
        let spent = piles.discard.iter().filter(|no| piles.get(**no).card == id);
        let most = if card.universal { 1 } else { MOST_COPIES };
        let is_left = spent.count() < most.into();
        let is_one = card.kind == Kind::Reactive && answers && reaches && is_left;
        if is_one && card.taint <= machine.body().taint && !possible.contains(&id) {
            possible.push(id);
        }
    }
    possible
}

/// Returns what a reaction to an attack of so many hits would leave, in a line; it meets the first of them.
fn reacted(duel: &Duel, blow: &Blow, hits: u8, reaction: Option<&Card>) -> String {
    let (mut first, mut later) = (*blow, *blow);
    let mut more = String::new();
    let mut absorbs = absorbed_by(duel, blow.target);
    for effect in reaction.into_iter().flat_map(|card| &card.effects) {
        match effect {
            Effect::Reduce(points) => first.reduced += i16::from(*points),
            Effect::Evade(points) => {
                first.evaded += i16::from(*points);
                later.evaded = first.evaded;
            }
            Effect::Counter(damage) => more = format!(", and strikes back for {damage}"),
            Effect::Give(_, Trait::Absorb(points), _) => {
                absorbs += points.max(&0).cast_unsigned();
            }
            Effect::Give(_, given, _) => {
                more = format!(", {}", text::given(duel.content, *given).to_lowercase());
            }
            _ => {}
        }
    }
    let [first, later] = [first, later].map(|blow| duel.odds(&blow));
    let lost = (0..hits).map(|hit| {
        let odds = if hit == 0 { &first } else { &later };
        unabsorbed(duel, odds, odds.harm(false), &mut absorbs)
    });
    let lost: u16 = lost.sum();
    let wear = worn(duel, blow.target, first.marks, lost);
    let [miss, ..] = first.of_six();
    let chance = match first.to_hit {
        None => String::new(),
        Some(_) if hits > 1 => format!("each hits {}, up to ", percent((6 - miss).into(), 6)),
        Some(_) => format!("hits {}, ", percent((6 - miss).into(), 6)),
    };
    let cards = match (duel.is_casket(blow.target), lost) {
        (true, 1) => "card",
        (true, _) => "cards",
        (false, _) => "HP",
    };
    format!("{chance}{lost} {cards} lost{wear}{more}")
}

/// Says what so much more damage makes of a component, where that is worse than it is.
fn worn(duel: &Duel, unit: UnitId, part: Option<Part>, more: u16) -> String {
    let Some(part) = part else {
        return String::new();
    };
    let damage = duel.get(unit).body().part(part).damage;
    let [was, then] = [damage, damage + more].map(|damage| duel.state_of(damage));
    match then {
        State::Degraded | State::Disabled if then > was => {
            format!(
                ", {part} {}",
                if then == State::Disabled {
                    "disabled"
                } else {
                    "degraded"
                }
            )
        }
        _ => String::new(),
    }
}

/// Writes the parts of a sum.
fn parts(sum: &Sum) -> String {
    let parts = sum
        .parts
        .iter()
        .map(|(why, points)| format!(" · {why} {points:+}"));
    parts.collect()
}

/// What a Backfire would do: the numbers of a row, its share of six, and its text.
pub(super) fn backfire(duel: &Duel, unit: UnitId, heat: u8) -> Vec<(u8, String)> {
    let mut rows: Vec<(u8, u8)> = Vec::new();
    let modifier = duel.backfire_modifier(unit) + i16::from(heat);
    for roll in 1..=6 {
        if let Some(row) = duel.backfire_row(unit, roll + modifier) {
            match rows.iter_mut().find(|(other, _)| *other == row) {
                Some((_, count)) => *count += 1,
                None => rows.push((row, 1)),
            }
        }
    }
    let table = duel.class(unit).map_or_else(Vec::new, |class| {
        text::backfire(duel.content, &class.backfire)
    });
    rows.into_iter()
        .filter_map(|(row, count)| {
            let (_, text) = table.get(usize::from(row))?;
            Some((count, text.clone()))
        })
        .collect()
}

/// Returns what SP and Heat an order leads to: spent in all, and Heat.
pub(super) fn leads_to(duel: &Duel, unit: UnitId, order: &Order) -> (u8, u8) {
    let body = duel.get(unit).body();
    let mut spent = body.spent;
    let mut heat = body.heat;
    match order {
        Order::Play(source, _) => {
            if let Some(physical) = duel.card_of(unit, *source) {
                if *source != Source::Strike {
                    spent += duel.card_cost(unit, physical);
                }
                heat += duel.card(physical.card).heat;
            }
        }
        Order::Step(direction) => spent += duel.step_cost(unit, *direction).unwrap_or(0),
        Order::Turn(_) => spent += duel.turn_cost(unit),
        _ => {}
    }
    (spent, heat)
}

/// Returns what a reaction would leave, in a line.
pub(super) fn after_reaction(
    duel: &Duel,
    unit: UnitId,
    threat: &Threat,
    no: Option<CardNo>,
) -> String {
    match threat {
        Threat::Heat(points) => match no {
            Some(_) => "you cool down instead".to_owned(),
            None => format!("Heat +{points}"),
        },
        Threat::Attack(blow) => {
            let reaction = no.map(|no| duel.definition(unit, no));
            reacted(duel, blow, duel.card(blow.card).hits, reaction)
        }
    }
}

//! What a position is worth to a unit.
//!
//! **Invariant:** reads only what the side of the unit knows.

use crate::battle::unit::UnitId;
use crate::content::mode::AiMode;
use crate::rules::casket::content::Kind;
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::{Part, State};
use crate::rules::casket::sight::{REAR, is_front};

/// Returns what a position is worth to a unit, in points.
pub(super) fn of(duel: &Duel, unit: UnitId, mode: AiMode) -> i64 {
    let figures = &duel.content.figures.planner;
    let own = duel.get(unit);
    let mut worth = 0;
    for machine in duel.all() {
        let life = i64::from(machine.now.health.now);
        let is_foe = duel.are_foes(unit, machine.id);
        let acts = duel.build(machine.id).acts();
        if is_foe {
            worth -= figures.harm * life;
            if machine.is_up() {
                worth -= figures.kill / if acts { 1 } else { 4 };
            }
            if duel.is_casket(machine.id) {
                worth += parts(duel, machine.id) * figures.degrade;
            }
        } else if machine.side == own.side {
            worth -= figures.own_harm * life;
            if machine.is_up() {
                worth += figures.kill;
            }
        }
    }
    if !own.is_up() {
        return worth;
    }
    if duel.is_casket(unit) {
        worth += body(duel, unit);
    }
    worth + place(duel, unit, mode)
}

/// Counts how far the components of a unit are worn.
fn parts(duel: &Duel, unit: UnitId) -> i64 {
    let all = [Part::RightArm, Part::LeftArm, Part::Chassis, Part::Legs];
    let worn = all.map(|part| match duel.state(unit, part) {
        State::Whole => 0,
        State::Minor => 1,
        State::Major => 2,
        State::Degraded => 4,
        State::Disabled => 7,
    });
    worn.iter().sum()
}

fn body(duel: &Duel, unit: UnitId) -> i64 {
    let figures = &duel.content.figures.planner;
    let body = duel.get(unit).body();
    let level = duel.heat_level(body.heat) as i64;
    let mut worth = figures.heat * i64::from(body.heat) + figures.heat_level * level * level;
    worth += figures.taint * i64::from(body.taint);
    let hand = &duel.get(unit).piles().hand;
    let useful = hand.iter().filter(|no| {
        let kind = duel.definition(unit, **no).kind;
        !matches!(kind, Kind::Damage | Kind::Passive)
    });
    worth += figures.card * useful.count() as i64;
    worth -= parts(duel, unit) * figures.degrade / 2;
    let defence = body.lasting.iter().map(|one| match one.given {
        crate::rules::casket::content::Trait::Defence(points) => i64::from(points),
        crate::rules::casket::content::Trait::Absorb(points) => i64::from(points),
        _ => 0,
    });
    let foes = duel
        .foes(unit)
        .any(|machine| duel.grid.distance(machine.tile(), duel.get(unit).tile()) <= 6);
    if foes {
        worth += figures.defence * defence.sum::<i64>();
    }
    worth
}

/// Returns what its hex and facing are worth.
fn place(duel: &Duel, unit: UnitId, mode: AiMode) -> i64 {
    let figures = &duel.content.figures.planner;
    let own = duel.get(unit);
    let mut worth = 0;
    let wanted = wanted_distance(duel, unit);
    let mut nearest = None;
    for foe in duel
        .foes(unit)
        .filter(|machine| duel.build(machine.id).acts())
    {
        let distance = i64::from(duel.grid.distance(own.tile(), foe.tile()));
        nearest = Some(nearest.map_or(distance, |near: i64| near.min(distance)));
        if distance > 6 || !duel.is_casket(unit) {
            continue;
        }
        let side = duel.side_of(unit, foe.tile());
        if side == REAR {
            worth += figures.back;
        } else if !is_front(side) {
            worth += figures.back / 3;
        }
        if distance <= 1 && duel.side_of(foe.id, own.tile()) == REAR {
            worth += figures.behind;
        }
    }
    if let Some(distance) = nearest {
        let off = (distance - wanted).abs();
        let eager = match mode {
            AiMode::Aggressive => 2,
            AiMode::Retreat => -2,
            _ => 1,
        };
        worth -= figures.near * off * eager;
    }
    if duel.tile_state(own.tile()).fire > 0 {
        worth += figures.own_harm + 2 * figures.heat;
    }
    for zone in &duel.scenario.zones {
        let away = zone
            .iter()
            .map(|&tile| duel.grid.distance(own.tile(), tile))
            .min();
        let away = i64::from(away.unwrap_or(0));
        worth += match away {
            0 => figures.objective,
            _ => -figures.near * away / 2,
        };
    }
    worth
}

/// Returns the distance that a unit wants to be at from a foe: that of most of its attacks.
fn wanted_distance(duel: &Duel, unit: UnitId) -> i64 {
    let piles = duel.get(unit).piles();
    let (mut near, mut far) = (0, 0);
    for physical in &piles.cards {
        let card = duel.card(physical.card);
        if card.is_attack() && card.kind != Kind::Damage {
            match duel.range_of(card).1 {
                1 => near += 1,
                _ => far += 1,
            }
        }
    }
    if far > near { 4 } else { 1 }
}

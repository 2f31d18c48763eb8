//! What a position is worth to a unit that ends its turn there.
//!
//! **Invariant:** reads only what the side of the unit knows; what its attacks did is weighed by all their results,
//! not by one roll.

use std::collections::VecDeque;

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::content::mode::AiMode;
use crate::rules::casket::content::{Area, CardId, Effect, Kind, Trait};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::{Build, CardNo, Part, Until};
use crate::rules::casket::planner::frail::{Frail, life, worn};
use crate::rules::casket::planner::heat::heat_cost;
use crate::rules::casket::planner::spread::{Fate, Spread};
use crate::rules::casket::planner::threat::{Arsenal, Strike, Wards, shields, wards};
use crate::rules::casket::planner::{breach, cards, threat};
use crate::rules::casket::scenario::Goal;
use crate::rules::casket::sight::is_front;

/// What does not change while a turn is planned.
pub(super) struct Outlook<'c> {
    /// Who plans.
    pub unit: UnitId,
    /// How.
    pub temper: Temper,
    /// What it can bring itself.
    pub own: Arsenal<'c>,
    /// What its foes can.
    pub foes: Vec<Arsenal<'c>>,
    /// How far it wants to be from a foe.
    pub wanted: i64,
    /// Its hand at the beginning; cards that it draws later are not known.
    pub hand: Vec<(i64, CardNo)>,
    shields: [i64; 7],
    average: i64,
    /// Cards of its deck at the beginning.
    deck: i64,
    /// What each new card is worth besides, where it holds nothing to attack with that it could pay.
    pub hunger: i64,
    /// Walls that keep it from all foes, with the damage that each takes.
    pub walls: Vec<(TileId, i64)>,
    /// Steps to each foe that never moves, by hex; the most for hexes without a way.
    still: Vec<(UnitId, Vec<u16>)>,
    /// Each unit as it was.
    frail: Vec<Frail>,
    /// What weighed on each.
    burdens: Vec<i64>,
}

/// How a mode plays, percent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Temper {
    danger: i64,
    chance: i64,
    near: i64,
    stays: bool,
    /// How much counts what foes lose: the more, the less time is left.
    eager: i64,
}

impl Temper {
    pub(super) fn of(duel: &Duel, unit: UnitId, mode: AiMode) -> Self {
        let (danger, chance, near, stays) = match mode {
            AiMode::Aggressive => (100, 100, 200, false),
            AiMode::Search => (100, 100, 100, false),
            AiMode::Defensive => (130, 90, 50, false),
            AiMode::Cautious => (160, 80, 60, false),
            AiMode::Hold => (110, 100, 0, true),
            AiMode::Retreat => (200, 20, -200, false),
        };
        let scenario = duel.scenario;
        // Who wins by waiting need not come closer.
        let waits = scenario.goal == Goal::Survive && duel.get(unit).side == Side::FIRST;
        let late = i64::from(duel.round.min(40));
        Self {
            danger: if waits {
                danger + 30
            } else {
                danger * 20 / (20 + 3 * late)
            },
            chance,
            near: if waits {
                near / 4
            } else {
                near + near.max(0) * late / 3
            },
            stays,
            eager: if waits { 100 } else { 100 + 3 * late },
        }
    }
}

impl<'c> Outlook<'c> {
    /// Looks at a battle before a turn, as the side of the unit knows it.
    pub(super) fn of(duel: &Duel<'c>, unit: UnitId, mode: AiMode) -> Self {
        let foes = duel.foes(unit).map(|machine| machine.id);
        let foes: Vec<_> = foes.map(|id| Arsenal::of(duel, id, false)).collect();
        Self {
            unit,
            temper: Temper::of(duel, unit, mode),
            own: Arsenal::of(duel, unit, true),
            foes,
            wanted: wanted_distance(duel, unit),
            still: still(duel, unit),
            hand: cards::by_worth_held(duel, unit),
            shields: shields(duel, unit),
            average: cards::average(duel, unit),
            deck: duel.get(unit).piles().deck.len() as i64,
            hunger: hunger(duel, unit),
            walls: breach::walls(duel, unit),
            frail: duel
                .all()
                .iter()
                .map(|machine| Frail::of(duel, machine.id))
                .collect(),
            burdens: duel.all().iter().map(|one| burden(duel, one.id)).collect(),
        }
    }

    /// Returns the arsenal of a foe.
    pub(super) fn foe(&self, id: UnitId) -> Option<&Arsenal<'c>> {
        self.foes.iter().find(|foe| foe.unit == id)
    }

    /// Returns how likely a unit is gone, of a thousand.
    pub(super) fn gone(&self, duel: &Duel, spread: &Spread) -> i64 {
        let frail = &self.frail[spread.unit.index()];
        let is_gone = |fate: &Fate| frail.cost(duel, fate.lost, &fate.parts) >= frail.kill;
        spread.average(|fate| if is_gone(fate) { 1000 } else { 0 })
    }

    /// Returns what a position is worth to its unit, in points, the turn ended there.
    pub(super) fn worth(&self, duel: &Duel, spreads: &[Spread]) -> i64 {
        let figures = &duel.content.figures.planner;
        let mut worth = 0;
        for spread in spreads {
            let frail = &self.frail[spread.unit.index()];
            let cost = spread.average(|fate| frail.cost(duel, fate.lost, &fate.parts));
            let is_foe = duel.are_foes(self.unit, spread.unit);
            worth += if is_foe {
                cost * self.temper.eager / 100
            } else {
                -cost * 5 / 4
            };
        }
        let own = duel.get(self.unit);
        if !own.is_up() {
            return worth - figures.kill;
        }
        if duel.is_casket(self.unit) {
            worth += self.body(duel) - self.backfire(duel);
        }
        worth += self.done_to_others(duel);
        worth += self.danger_and_chance(duel, spreads);
        worth + self.place(duel, spreads) + self.breached(duel)
    }

    /// Returns what damage to walls is worth that keep it from all foes.
    fn breached(&self, duel: &Duel) -> i64 {
        let walls = self.walls.iter();
        let done = walls.map(|&(wall, took)| took - breach::left(duel, wall));
        done.sum::<i64>() * duel.content.figures.planner.chassis / 2
    }

    /// Returns what it did to others besides damage: Heat for foes, cards and Defence for allies.
    fn done_to_others(&self, duel: &Duel) -> i64 {
        let others = duel.all().iter().filter(|machine| machine.id != self.unit);
        let done = others.map(|machine| {
            let more = burden(duel, machine.id) - self.burdens[machine.id.index()];
            match duel.are_foes(self.unit, machine.id) {
                true => more,
                false => -more,
            }
        });
        done.sum()
    }

    /// Returns what the casket itself is worth: its damage, its cards after the turn, its Heat.
    fn body(&self, duel: &Duel) -> i64 {
        let figures = &duel.content.figures.planner;
        let machine = duel.get(self.unit);
        let (body, piles) = (machine.body(), machine.piles());
        let chassis = i64::from(body.part(Part::Chassis).damage);
        let mut worth = -figures.chassis * chassis;
        worth -= body
            .parts
            .iter()
            .map(|wear| worn(figures, duel.state_of(wear.damage)))
            .sum::<i64>();
        worth += self.hand_and_life(duel);
        worth -= heat_cost(
            duel,
            body.heat.saturating_add(duel.heat_per_turn(self.unit)),
        );
        worth -= figures.taint * i64::from(body.taint);
        for one in &body.lasting {
            worth += match one.given {
                Trait::NoAttacks if !one.is_active() => -figures.chassis,
                Trait::NoMovement if !one.is_active() => -figures.chassis / 3,
                Trait::VentOrHarm(points) => -figures.chassis * i64::from(points) / 3,
                Trait::Safe(points) if !one.is_active() => figures.card * i64::from(points) * 2,
                // They outlast the turn.
                Trait::DoubleNextAttack => figures.chassis,
                Trait::Absorb(points) => figures.reaction * i64::from(points),
                Trait::Guard
                    if duel
                        .neighbors(self.unit)
                        .any(|one| one.side == machine.side) =>
                {
                    figures.reaction
                }
                _ => 0,
            };
        }
        let deleted = piles.deleted.len() as i64;
        worth + deleted * figures.card * 3 / 2 + self.unused(duel)
    }

    /// Returns what abilities are worth that it has not used: what can be done once in a battle is kept until it does
    /// something. An attack does something at once, and nothing while it is kept.
    fn unused(&self, duel: &Duel) -> i64 {
        let Some(race) = duel.race(self.unit) else {
            return 0;
        };
        let left = i64::from(race.uses) - i64::from(duel.get(self.unit).body().used);
        let is_kept = |ability: &CardId| !duel.card(*ability).is_attack();
        match race.abilities.iter().any(is_kept) {
            true => left.max(0) * duel.content.figures.planner.chassis,
            false => 0,
        }
    }

    /// Returns what hand and deck are worth once the hand is filled, or cut, at the end of the turn.
    fn hand_and_life(&self, duel: &Duel) -> i64 {
        let figures = &duel.content.figures.planner;
        let piles = duel.get(self.unit).piles();
        let size = usize::from(duel.hand_size(self.unit));
        let (held, deck) = (piles.hand.len(), piles.deck.len());
        let cards = match size.checked_sub(held) {
            None => size + deck,
            Some(missing) if missing <= deck => held + deck,
            // The discard pile becomes the deck, damage cards that are owed come with it.
            Some(_) => held + deck + piles.discard.len(),
        };
        let mut values = [0_i64; 32];
        let mut count = 0;
        let mut drawn = held;
        for (value, no) in &self.hand {
            if piles.hand.contains(no) && count < values.len() {
                values[count] = *value;
                (count, drawn) = (count + 1, drawn - 1);
            }
        }
        values[..count].sort_unstable_by(|one, other| other.cmp(one));
        let average = self.average;
        let known = values[..count].iter().filter(|&&value| value >= average);
        let best: i64 = known.clone().take(size).sum();
        let left = size.saturating_sub(known.count());
        // Cards that were drawn are chosen from: the best of more are better.
        let unknown = left.min(drawn + size.saturating_sub(held));
        let rest = left - unknown;
        let worse: i64 = values[..count]
            .iter()
            .filter(|&&value| value < average)
            .take(rest)
            .sum();
        let choice = drawn.saturating_sub(unknown) as i64 * average.max(0) / 4;
        best + unknown as i64 * (average + self.hunger)
            + worse
            + choice
            + life(figures, cards as u16)
    }

    /// Returns how likely a foe is still there, of a thousand.
    fn stays(&self, duel: &Duel, foe: UnitId, spreads: &[Spread]) -> i64 {
        let spread = spreads.iter().find(|spread| spread.unit == foe);
        1000 - spread.map_or(0, |spread| self.gone(duel, spread))
    }

    /// Returns the damage that foes may do to it before its next turn, in hundredths.
    pub(super) fn danger(&self, duel: &Duel, spreads: &[Spread]) -> i64 {
        let own = wards(duel, self.unit, &self.shields);
        let later = self.wards_later(duel, own);
        let mut all = Strike::default();
        for foe in self.foes.iter().filter(|foe| !foe.means.is_empty()) {
            let stays = self.stays(duel, foe.unit, spreads);
            let acts_yet = duel.progress.order.contains(&foe.unit);
            let strike = self.strike_of(duel, foe, if acts_yet { &own } else { &later });
            all.damage += strike.damage * stays / 1000;
            all.count += strike.count * stays / 1000;
        }
        (all.damage - self.parried(duel, all)).max(0)
    }

    /// Returns what stands against foes that act no more in this round: what ends with the round does not.
    fn wards_later(&self, duel: &Duel, mut wards: Wards) -> Wards {
        let lasting = duel.get(self.unit).body().lasting.iter();
        let ends: i64 = lasting
            .filter(|one| matches!(one.until, Until::Rounds(0..=1)))
            .map(|one| match one.given {
                Trait::Defence(points) => i64::from(points),
                _ => 0,
            })
            .sum();
        for defence in &mut wards.defence {
            *defence -= ends;
        }
        wards
    }

    /// Returns what foes may do to it before its next turn, and what it may do then.
    fn danger_and_chance(&self, duel: &Duel, spreads: &[Spread]) -> i64 {
        let chances = self.foes.iter().map(|foe| {
            let stays = self.stays(duel, foe.unit, spreads);
            self.chance(duel, foe) * stays / 1000
        });
        let best = chances.max().unwrap_or(0);
        let mut frail = Frail::of(duel, self.unit);
        frail.life = frail.life.max(1);
        let risk = frail.risk(duel, self.danger(duel, spreads));
        let figures = &duel.content.figures.planner;
        best * figures.chance * self.temper.chance / 10_000
            - risk * figures.danger * self.temper.danger / 10_000
    }

    /// Returns what a foe may do to it; other targets beside it take their share.
    fn strike_of(&self, duel: &Duel, foe: &Arsenal, own: &Wards) -> Strike {
        let strike = foe.strike(duel, self.unit, own, |means| means.percent);
        if strike.damage == 0 {
            return strike;
        }
        let from = duel.get(foe.unit).tile();
        let distance = |id: UnitId| duel.grid.distance(duel.get(id).tile(), from);
        let own = distance(self.unit);
        let others = duel.standing().filter(|machine| {
            machine.id != self.unit
                && duel.are_foes(foe.unit, machine.id)
                && distance(machine.id) <= own + 1
        });
        let share = 1 + others.count() as i64;
        Strike {
            damage: strike.damage / share,
            count: strike.count / share,
        }
    }

    /// Returns what it may do to a foe in its next turn.
    fn chance(&self, duel: &Duel, foe: &Arsenal) -> i64 {
        let piles = duel.get(self.unit).piles();
        let is_known = |no: &CardNo| self.hand.iter().any(|(_, other)| other == no);
        let known = piles.hand.iter().filter(|no| is_known(no)).count();
        let held = usize::from(duel.hand_size(self.unit)).max(piles.hand.len());
        let unknown = 100 * (held - known) as i64 / self.deck.max(1);
        let likely = |means: &threat::Means| match means.no {
            None => means.percent,
            Some(no) if !is_known(&no) => unknown.min(100),
            Some(no) if piles.hand.contains(&no) => 100,
            Some(_) => 0,
        };
        let strike = self.own.strike(duel, foe.unit, &foe.wards, likely);
        if strike.damage == 0 {
            return 0;
        }
        strike.damage * self.frail[foe.unit.index()].each(duel) / 100
    }

    /// Returns what its reactions take off what is to come, in hundredths.
    fn parried(&self, duel: &Duel, all: Strike) -> i64 {
        if all.count == 0 || !duel.is_casket(self.unit) {
            return 0;
        }
        let each = all.damage / (all.count / 100).max(1);
        let piles = duel.get(self.unit).piles();
        let reactions = piles.hand.iter().filter_map(|&no| {
            let card = duel.definition(self.unit, no);
            let points = card.effects.iter().map(|effect| match effect {
                Effect::Reduce(points) => i64::from(*points) * 100,
                Effect::Evade(points) => i64::from(*points) * each / 8,
                Effect::Give(_, Trait::Absorb(points), _) => i64::from(*points) * 100,
                _ => 0,
            });
            (card.kind == Kind::Reactive).then(|| points.sum::<i64>())
        });
        let mut left = all.count;
        let lasting = duel.get(self.unit).body().lasting.iter();
        let mut parried: i64 = lasting
            .map(|one| match one.given {
                Trait::Absorb(points) => i64::from(points) * 100,
                _ => 0,
            })
            .sum();
        for points in reactions.filter(|&points| points > 0) {
            let share = left.clamp(0, 100);
            parried += points.min((each - 100).max(0)) * share / 100;
            left -= share;
        }
        parried
    }

    /// Returns what its hex and facing are worth besides.
    fn place(&self, duel: &Duel, spreads: &[Spread]) -> i64 {
        let figures = &duel.content.figures.planner;
        let own = duel.get(self.unit);
        let mut worth = 0;
        let acting = self.foes.iter().filter(|foe| {
            let spread = spreads.iter().find(|spread| spread.unit == foe.unit);
            let gone = spread.map_or(0, |spread| self.gone(duel, spread));
            gone < 900 && (duel.build(foe.unit).acts() || duel.scenario.hunted.contains(&foe.unit))
        });
        let distance = |id: UnitId| self.way_to(duel, own.tile(), id);
        let nearest = acting.map(|foe| (distance(foe.unit), foe.unit)).min();
        if let Some((distance, foe)) = nearest {
            let tile = duel.get(foe).tile();
            let off = match self.temper.near < 0 {
                true => distance,
                false => (distance - self.wanted).max(0),
            };
            worth -= figures.near * off * self.temper.near / 100;
            if !is_front(duel.side_of(self.unit, tile)) {
                worth -= figures.near;
            }
        }
        if self.temper.stays {
            worth -= 2 * figures.near * i64::from(own.body().hexes);
        }
        if duel.tile_state(own.tile()).fire > 0 {
            worth -= figures.life + 3 * figures.heat;
        }
        let ground = duel.ground(own.tile());
        if (ground.water || ground.ice) && own.body().heat > 0 {
            worth += figures.heat;
        }
        worth + self.zones(duel)
    }

    /// Returns the distance to a foe, in hexes: straight, but to one that never moves along the way around walls, unless
    /// it can be shot at from there.
    fn way_to(&self, duel: &Duel, from: TileId, foe: UnitId) -> i64 {
        let tile = duel.get(foe).tile();
        let straight = i64::from(duel.grid.distance(from, tile));
        let Some((_, steps)) = self.still.iter().find(|(id, _)| *id == foe) else {
            return straight;
        };
        match steps[from.index()] {
            u16::MAX => straight,
            _ if self.wanted > 1 && !duel.line(from, tile).blocked => straight,
            // Nobody shoots from there.
            steps if self.wanted > 1 => i64::from(steps) + self.wanted,
            steps => steps.into(),
        }
    }

    /// Returns what it is worth to stand where objectives are held; one that an ally holds needs nobody else.
    fn zones(&self, duel: &Duel) -> i64 {
        let figures = &duel.content.figures.planner;
        let own = duel.get(self.unit);
        let zones = duel.scenario.zones.iter().map(|zone| {
            let held = duel.standing().any(|machine| {
                machine.id != self.unit
                    && machine.side == own.side
                    && zone.contains(&machine.tile())
            });
            let away = zone
                .iter()
                .map(|&tile| i64::from(duel.grid.distance(own.tile(), tile)))
                .min();
            let whole = if held {
                figures.objective / 4
            } else {
                figures.objective
            };
            whole - away.unwrap_or(0).min(20) * figures.objective / 20
        });
        zones.max().unwrap_or(0)
    }
}

/// Returns what weighs on a casket besides its damage: the less, the better for it.
fn burden(duel: &Duel, unit: UnitId) -> i64 {
    let machine = duel.get(unit);
    if !machine.is_up() || !duel.is_casket(unit) {
        return 0;
    }
    let figures = &duel.content.figures.planner;
    let (body, piles) = (machine.body(), machine.piles());
    let lasting = body.lasting.iter().map(|one| match one.given {
        Trait::NoAttacks if !one.is_active() => figures.chassis,
        Trait::NoMovement if !one.is_active() => figures.chassis / 3,
        Trait::Safe(points) if !one.is_active() => -2 * figures.card * i64::from(points),
        // What it absorbs has to be worn off before anything else counts.
        Trait::Absorb(points) => -figures.chassis * 9 / 10 * i64::from(points),
        Trait::Defence(points) => -figures.reaction * i64::from(points),
        _ => 0,
    });
    let cards = piles.hand.len() + 3 * piles.deleted.len();
    // It may cool down by itself.
    heat_cost(duel, body.heat) / 2 + lasting.sum::<i64>() - figures.card * cards as i64 / 2
}

/// Returns what each new card is worth besides to a casket that holds no attack: the more, the longer the battle.
fn hunger(duel: &Duel, unit: UnitId) -> i64 {
    let piles = duel.get(unit).piles();
    let safe = duel.safe_sp(unit);
    let several = duel.foes(unit).count() > 1;
    let is_usable = |no: &CardNo| {
        let physical = piles.get(*no);
        let card = duel.card(physical.card);
        let is_aimed = several || card.area == Area::Single;
        card.is_attack() && is_aimed && duel.card_cost(unit, physical) <= safe
    };
    match piles.hand.iter().any(is_usable) {
        true => 0,
        false => duel.content.figures.planner.card * (2 + i64::from(duel.round.min(40)) / 4),
    }
}

/// Lists the foes that never move, and the steps to each from all hexes.
fn still(duel: &Duel, unit: UnitId) -> Vec<(UnitId, Vec<u16>)> {
    let foes = duel
        .foes(unit)
        .filter(|foe| !duel.build(foe.id).acts() && duel.scenario.hunted.contains(&foe.id));
    let ways = foes.map(|foe| {
        let mut steps = vec![u16::MAX; duel.grid.len()];
        let mut open = VecDeque::from([foe.tile()]);
        steps[foe.tile().index()] = 0;
        while let Some(tile) = open.pop_front() {
            for (_, next) in duel.grid.neighbors(tile) {
                if steps[next.index()] == u16::MAX && !duel.ground(next).wall {
                    steps[next.index()] = steps[tile.index()] + 1;
                    open.push_back(next);
                }
            }
        }
        (foe.id, steps)
    });
    ways.collect()
}

/// Returns the distance that a unit wants to be at from a foe: that of most of its attacks.
fn wanted_distance(duel: &Duel, unit: UnitId) -> i64 {
    let reach = |card: CardId| {
        let card = duel.card(card);
        (card.is_attack()).then(|| duel.range_of(card).1)
    };
    let ranges: Vec<_> = match duel.build(unit) {
        Build::Monster(_) => {
            let strike = duel.get(unit).body().strike;
            strike.into_iter().filter_map(reach).collect()
        }
        _ => {
            let cards = duel.get(unit).piles().cards.iter();
            cards.filter_map(|physical| reach(physical.card)).collect()
        }
    };
    let far = ranges.iter().filter(|&&range| range > 1).count();
    match far * 2 > ranges.len() {
        true => i64::from(
            ranges
                .iter()
                .copied()
                .filter(|&range| range > 1)
                .min()
                .unwrap_or(4),
        )
        .min(5),
        false => 1,
    }
}

//! Grenades, abilities and medicine: what a unit may do beside shooting and walking.
//!
//! **Invariant:** chances are those the player is shown; friends are not thrown at.

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::rules::battlescape::ai::{Mind, Purpose};
use crate::rules::battlescape::attack;
use crate::rules::battlescape::content::items::{
    AbilityEffect, AbilityId, Charge, ChargeEffect, ItemKind,
};
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::gear::Carried;
use crate::rules::battlescape::nerve::is_conscious;
use crate::rules::battlescape::objective::PLAYER;
use crate::rules::battlescape::order::Order;
use crate::rules::battlescape::scenario::Objective;
use crate::rules::battlescape::soldier::UnitState;

/// What a blast does, percent of health added up.
#[derive(Clone, Copy, Debug, Default)]
struct Harm {
    enemies: i32,
    /// Everybody else: comrades and those who fight nobody.
    friends: i32,
}

impl Mind<'_, '_> {
    /// Returns a special act worth more than shooting on, if there is one.
    pub(super) fn special(&mut self) -> Option<Order> {
        let order = self.medicine().or_else(|| self.gift());
        order.or_else(|| self.grenade())
    }

    /// Treats oneself or a neighbor that is badly hurt or dazed.
    pub(super) fn medicine(&mut self) -> Option<Order> {
        let figures = &self.figures.special;
        for (slot, kind) in self.items() {
            let patient = |(_, state): &&(UnitId, UnitState)| {
                let near = self.view.grid().distance(self.state.tile, state.tile) <= 1;
                let health = u32::from(state.health.now) * 100
                    <= u32::from(state.health.max) * u32::from(figures.heal_percent);
                near && match kind {
                    ItemKind::Medikit { .. } => health || state.poison.0.is_some(),
                    ItemKind::Stimulant { .. } => state.shock.points * 2 >= state.health.now,
                    _ => false,
                }
            };
            let worst =
                (self.own.iter().filter(patient)).min_by_key(|(id, state)| (state.health.now, *id));
            if let Some(&(id, _)) = worst {
                let order = Order::Use(self.id, slot, id);
                if let Some(order) = self.offer(order, 100, Purpose::Medicine) {
                    return Some(order);
                }
            }
        }
        None
    }

    /// Throws the grenade that is expected to do most, never near a friend (§11).
    fn grenade(&mut self) -> Option<Order> {
        let mut best: Option<(i32, Order)> = None;
        // What was found for each sort of grenade: who carries several of one weighs it once.
        let mut found: Vec<(Charge, Option<(i32, TileId)>)> = Vec::new();
        for (slot, kind) in self.items() {
            let ItemKind::Grenade(charge) = kind else {
                continue;
            };
            let does_nothing = matches!(charge.effect, ChargeEffect::Smoke | ChargeEffect::Light);
            if does_nothing || self.view.throw_tu(self.id, slot) > self.state.tu.now {
                continue;
            }
            let known = found.iter().find(|(other, _)| *other == charge);
            let throw = match known {
                Some((_, throw)) => *throw,
                None => {
                    let throw = self.best_throw(slot, &charge);
                    found.push((charge, throw));
                    throw
                }
            };
            let Some((value, tile)) = throw else {
                continue;
            };
            let is_better = best.as_ref().is_none_or(|(other, _)| value > *other);
            let is_worth_it = value >= self.figures.special.grenade_least;
            if is_worth_it && (is_better || self.thoughts.notes.are_asked()) {
                let order = self.offer(Order::Throw(self.id, slot, tile), value, Purpose::Grenade);
                best = order
                    .filter(|_| is_better)
                    .map(|order| (value, order))
                    .or(best);
            }
        }
        best.map(|(_, order)| order)
    }

    /// Finds the hex at or beside an enemy that a charge is best thrown at, and what that is worth.
    fn best_throw(&self, slot: u8, charge: &Charge) -> Option<(i32, TileId)> {
        let grid = self.view.grid();
        let strength = self.view.kind(self.id).strength;
        let reach = u32::from(attack::throw_reach(self.view.figures(), strength));
        // The hex that is best if it is hit; where misses come down is looked at there alone.
        let mut best: Option<(i32, TileId)> = None;
        let mut weighed: Vec<(TileId, Harm)> = Vec::new();
        for foe in &self.foes {
            let target = foe.state.tile;
            let around = grid.neighbors(target).map(|(_, tile)| tile);
            for tile in std::iter::once(target).chain(around) {
                let is_known = weighed.iter().any(|&(known, _)| known == tile);
                if is_known || grid.distance(self.state.tile, tile) > reach {
                    continue;
                }
                let harm = self.blast_harm(charge, tile);
                weighed.push((tile, harm));
                if harm.friends == 0 && best.is_none_or(|(most, _)| harm.enemies > most) {
                    best = Some((harm.enemies, tile));
                }
            }
        }
        let (_, tile) = best?;
        Some((self.throw_value(slot, charge, tile, &weighed), tile))
    }

    /// What a grenade thrown at a hex is expected to do, misses included, in percent of the enemies'
    /// health; what it does to friends counts twice against it. Some hexes were weighed already.
    fn throw_value(
        &self,
        slot: u8,
        charge: &Charge,
        tile: TileId,
        weighed: &[(TileId, Harm)],
    ) -> i32 {
        let net = |tile| {
            let known = weighed.iter().find(|&&(known, _)| known == tile);
            let harm = known.map_or_else(|| self.blast_harm(charge, tile), |&(_, harm)| harm);
            harm.enemies - 2 * harm.friends
        };
        let grid = self.view.grid();
        let scatter = self.view.figures().area.scatter;
        let missed: i32 = (Direction::ALL.into_iter())
            .flat_map(|direction| (1..=scatter).map(move |apart| (direction, apart)))
            .map(|(direction, apart)| net(attack::area::scattered(&grid, tile, direction, apart)))
            .sum();
        let misses = i32::from(scatter) * Direction::ALL.len() as i32;
        let chance = i32::from(self.view.throw_chance(self.id, slot, tile));
        (net(tile) * chance + missed / misses.max(1) * (100 - chance)) / 100
    }

    /// What a charge that goes off on a hex does, in percent of health.
    fn blast_harm(&self, charge: &Charge, tile: TileId) -> Harm {
        let mut harm = Harm::default();
        for (id, ring) in self.view.struck(tile, charge.radius) {
            let state = self.view.unit(id);
            let is_out = !is_conscious(state.health, state.shock);
            let share = match charge.effect {
                ChargeEffect::Flash => {
                    let can_be_stunned = !is_out && self.view.kind(id).bravery.is_some();
                    i32::from(can_be_stunned) * self.figures.special.stun_value
                }
                _ => {
                    let dealt = self.view.usual_harm(self.id, charge, (id, ring));
                    let health = u32::from(state.health.now.max(1));
                    (dealt * 100 / health).min(120).cast_signed()
                }
            };
            let share = match is_out && self.view.is_enemy(id) {
                true => share * i32::from(self.figures.special.unconscious_percent) / 100,
                false => share,
            };
            match self.view.is_enemy(id) {
                true => harm.enemies += share,
                false => harm.friends += share,
            }
        }
        harm
    }

    /// Uses an ability where it is likely to get through and worth its price.
    fn gift(&mut self) -> Option<Order> {
        let mut best: Option<(i32, Order)> = None;
        for &id in &self.view.kind(self.id).abilities {
            let ability = self.view.rulebook().content().ability(id);
            if ability.tu > self.state.tu.now || ability.energy > self.state.energy.now {
                continue;
            }
            let targets = match ability.effect.is_hostile() {
                true => self.foes.iter().map(|foe| (foe.id, foe.state)).collect(),
                false => self.own.to_vec(),
            };
            for (target, state) in targets {
                let Some(value) = self.gift_value(id, ability.effect, target, &state) else {
                    continue;
                };
                let is_better = best.as_ref().is_none_or(|(other, _)| value > *other);
                if is_better || self.thoughts.notes.are_asked() {
                    let order = Order::Cast(self.id, id, Mark::Unit(target));
                    let order = self.offer(order, value, Purpose::Gift);
                    best = order
                        .filter(|_| is_better)
                        .map(|order| (value, order))
                        .or(best);
                }
            }
        }
        best.map(|(_, order)| order)
    }

    fn gift_value(
        &self,
        id: AbilityId,
        effect: AbilityEffect,
        target: UnitId,
        state: &UnitState,
    ) -> Option<i32> {
        let figures = &self.figures.special;
        let chance = || {
            let chance = self.view.ability_chance(self.id, id, target)?;
            (chance >= figures.psi_least).then_some(i32::from(chance))
        };
        let level = || self.figures.threat.levels[&self.view.kind(target).level] as i32;
        match effect {
            AbilityEffect::Control => Some(chance()? * level() / 40),
            AbilityEffect::Strike => {
                let ability = self.view.rulebook().content().ability(id);
                let mean = ability.dice.map_or(0, |dice| {
                    i32::from(dice.count) * (i32::from(dice.sides) + 1) / 2
                });
                let share = (mean * 100 / i32::from(state.health.now.max(1))).min(120);
                Some(chance()? * share / 100)
            }
            AbilityEffect::Panic => {
                let can = self.view.kind(target).bravery.is_some() && state.nerve.morale > 40;
                can.then(|| chance().map(|chance| chance / 3)).flatten()
            }
            AbilityEffect::Rally => {
                let is_shaken = state.nerve.morale <= 40 || state.nerve.panic.is_some();
                is_shaken.then_some(60)
            }
            AbilityEffect::Haste => {
                let is_spent = target != self.id && state.tu.now < 20 && !state.ended.0;
                (is_spent && !self.foes.is_empty()).then_some(25)
            }
            AbilityEffect::Sight => None,
        }
    }

    /// Lists the items by slot that the unit carries and may use up: not those its side must secure.
    pub(super) fn items(&self) -> Vec<(u8, ItemKind)> {
        if self.state.pack.slots.iter().all(Option::is_none) {
            return Vec::new();
        }
        let content = self.view.rulebook().content();
        let secondary = self.view.secondary().map(|(one, _)| &one.objective);
        let goals = std::iter::once(self.view.objective()).chain(secondary);
        let secured: Vec<_> = (goals.filter(|_| self.view.side() == PLAYER))
            .filter_map(|goal| match goal {
                Objective::Secure { item, .. } => Some(*item),
                _ => None,
            })
            .collect();
        let slots = (0..).zip(self.state.pack.slots);
        slots
            .filter_map(|(slot, thing)| match thing? {
                Carried::Item { item, .. } if !secured.contains(&item) => {
                    Some((slot, content.item(item).kind))
                }
                Carried::Item { .. } | Carried::Weapon { .. } => None,
            })
            .collect()
    }
}

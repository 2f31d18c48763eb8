//! What a unit does beside fighting: smoke, light, scouting, mines, weapons from the ground.
//!
//! **Invariant:** nothing here attacks; every order spends TU, a charge or both.

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::content::terrain::Cover;
use crate::rules::battlescape::ai::hazards::{HEED, Hazards};
use crate::rules::battlescape::ai::{Mind, Purpose, position};
use crate::rules::battlescape::content::items::{AbilityEffect, ChargeEffect, ItemKind};
use crate::rules::battlescape::content::{FireMode, Gait};
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::gear::Carried;
use crate::rules::battlescape::order::Order;
use crate::rules::battlescape::soldier::Condition;

impl Mind<'_, '_> {
    /// Hides in smoke: whoever is to get away and stands in the open before enemies.
    pub(super) fn smoke(&mut self) -> Option<Order> {
        let is_hidden = self.view.layers().smoke(self.state.tile) > 0;
        if is_hidden || self.foes.is_empty() || !self.is_pressed() {
            return None;
        }
        let slot = self.charge(ChargeEffect::Smoke)?;
        // Between oneself and the nearest enemy, so that the smoke covers the way back too.
        let grid = self.view.grid();
        let nearest = (self.foes.iter().map(|foe| foe.state.tile))
            .min_by_key(|&tile| (grid.distance(self.state.tile, tile), tile))?;
        if grid.distance(self.state.tile, nearest) <= 2 {
            return None;
        }
        let ahead = grid.direction_towards(self.state.tile, nearest);
        let tile = grid.neighbor(self.state.tile, ahead)?;
        self.offer(Order::Throw(self.id, slot, tile), 50, Purpose::Smoke)
    }

    /// Whether the unit should get away, or cross open ground to its goal under fire.
    fn is_pressed(&self) -> bool {
        let figures = self.view.figures();
        position::is_retreating(&self.state, self.mode)
            || Condition::of(self.state.health, figures) == Condition::Critical
    }

    /// Fires a weapon that strikes an area at where an enemy went out of sight this turn.
    pub(super) fn fire_blind(&mut self) -> Option<Order> {
        let radius = u32::from(self.view.weapon_radius(self.id));
        if radius == 0 || self.state.stance.0 == Cover::Full {
            return None;
        }
        let (grid, turn) = (self.view.grid(), self.view.turn().number);
        let is_near = |tile: TileId, other: TileId| grid.distance(tile, other) <= radius;
        let places = (self.view.last_seen())
            .filter(|(id, at)| at.turn == turn && self.view.is_enemy(*id))
            .map(|(_, at)| at.tile)
            .filter(|&tile| !self.own.iter().any(|(_, unit)| is_near(tile, unit.tile)));
        let mut best: Option<(u8, Order)> = None;
        for tile in places {
            for mode in [FireMode::Snap, FireMode::Aimed] {
                let order = Order::FireAt(self.id, tile, mode);
                let forecast = (self.view).forecast_at(self.id, self.state.tile, tile, mode);
                let chance = forecast.map_or(0, |forecast| forecast.attack.aim.chance);
                let is_better = best.as_ref().is_none_or(|(most, _)| chance > *most);
                if chance >= self.mode.min_hit && is_better && self.view.check(&order).is_ok() {
                    best = Some((chance, order));
                }
            }
        }
        let (chance, order) = best?;
        self.offer(order, chance.into(), Purpose::Blind)
    }

    /// Lights up where somebody was heard or seen last, at night.
    pub(super) fn light(&mut self) -> Option<Order> {
        if !self.view.is_night() || self.view.kind(self.id).night_sight {
            return None;
        }
        let slot = self.charge(ChargeEffect::Light)?;
        let radius = match self.view.item(self.id, slot)?.kind {
            ItemKind::Grenade(charge) => u32::from(charge.radius),
            _ => return None,
        };
        let lit: Vec<_> = self.view.lights().collect();
        let grid = self.view.grid();
        let is_dark = |tile: &TileId| {
            let near = |light: &&crate::rules::battlescape::gear::Light| {
                grid.distance(light.tile, *tile) <= u32::from(light.radius)
            };
            !lit.iter().any(|light| near(&light))
        };
        // What was heard may be a little off.
        let radius = radius + u32::from(self.view.figures().noise.off);
        let places: Vec<_> = self.whereabouts().into_iter().filter(is_dark).collect();
        // Onto ground that is known, as near to one of them as the light is wide.
        let mut spots: Vec<_> = (grid.tiles())
            .filter(|&tile| self.view.layers().is_known(tile))
            .filter_map(|tile| {
                let near = places
                    .iter()
                    .map(|&place| grid.distance(place, tile))
                    .min()?;
                (near <= radius).then_some((near, tile))
            })
            .collect();
        spots.sort_unstable();
        let orders = spots
            .into_iter()
            .map(|(_, tile)| Order::Throw(self.id, slot, tile));
        let order = orders
            .into_iter()
            .find(|order| self.view.check(order).is_ok())?;
        self.offer(order, 30, Purpose::Light)
    }

    /// Scans, or looks from afar, where nobody is in sight.
    pub(super) fn scout(&mut self) -> Option<Order> {
        let knows_nothing = self.view.traces().next().is_none();
        let scanner = (self.items().into_iter())
            .find(|(_, kind)| matches!(kind, ItemKind::Scanner { .. }))
            .map(|(slot, _)| slot);
        if let (true, Some(slot), true) = (knows_nothing, scanner, self.mode.roams) {
            let order = Order::Use(self.id, slot, self.id);
            if let Some(order) = self.offer(order, 20, Purpose::Scout) {
                return Some(order);
            }
        }
        let content = self.view.rulebook().content();
        let far_sight = (self.view.kind(self.id).abilities.iter().copied())
            .find(|&id| content.ability(id).effect == AbilityEffect::Sight)?;
        let places = self.whereabouts();
        let unseen = places.into_iter().find(|&tile| !self.view.sees(tile))?;
        let order = Order::Cast(self.id, far_sight, Mark::Hex(unseen));
        self.offer(order, 20, Purpose::Scout)
    }

    /// Lays a mine on the way the enemy is likeliest to come, where the unit keeps watch.
    pub(super) fn mine(&mut self) -> Option<Order> {
        if self.mode.roams || !self.foes.is_empty() {
            return None;
        }
        let (slot, _) =
            (self.items().into_iter()).find(|(_, kind)| matches!(kind, ItemKind::Mine(_)))?;
        let ahead = self.watched_direction();
        let grid = self.view.grid();
        let tile = grid.neighbor(self.state.tile, ahead)?;
        let is_taken = self.view.mines().any(|mine| grid.distance(mine, tile) <= 1);
        match is_taken {
            true => None,
            false => self.offer(Order::Lay(self.id, slot, tile), 20, Purpose::Mine),
        }
    }

    /// Gets a weapon that fires: from the pack, from the ground here, or from the ground near by.
    pub(super) fn arm(&mut self) -> Option<Order> {
        let weapon = self.view.weapon(self.id);
        let is_armed = self.state.arms.rounds > 0 || self.state.arms.spare > 0;
        if is_armed || weapon.magazine == 0 {
            return None;
        }
        let fires = |thing: &Carried| matches!(thing, Carried::Weapon { rounds, spare, .. } if *rounds > 0 || *spare > 0);
        let slots = (0..).zip(self.state.pack.slots);
        let loaded = slots
            .into_iter()
            .find(|(_, thing)| thing.as_ref().is_some_and(fires));
        if let Some((slot, _)) = loaded {
            return self.offer(Order::Switch(self.id, slot), 60, Purpose::Arm);
        }
        let mut here = (0..).zip(self.view.litter(self.state.tile));
        if let Some((number, _)) = here.find(|(_, thing)| fires(thing)) {
            return self.offer(Order::PickUp(self.id, number), 60, Purpose::Arm);
        }
        let view = self.view;
        let gait = view.gait(self.id);
        self.flood_reach(gait, self.state.tu.now);
        let reach = &self.thoughts.reach;
        let hazards = Hazards::new(view, self.id);
        let most_harm = HEED * self.figures.hazards.fall_percent;
        let tile = (view.littered())
            .filter(|&tile| view.litter(tile).any(|thing| fires(&thing)))
            .filter_map(|tile| Some((reach.cost(tile)?, tile)))
            .filter(|&(_, tile)| hazards.on(tile) + self.way_harm(tile) <= most_harm)
            .min()?
            .1;
        let path = reach.path_to(tile)?;
        self.offer(Order::Move(self.id, gait, path), 40, Purpose::Arm)
    }

    /// Makes a walk a run where enemies could fire on the way and nothing is to be fired afterwards.
    pub(super) fn hurried(
        &mut self,
        tile: TileId,
        then: Option<(UnitId, FireMode)>,
    ) -> Option<Order> {
        let is_watched = then.is_none() && !self.view.watchers(self.state.tile).is_empty();
        if !is_watched || self.state.footing.prone {
            return None;
        }
        self.flood_reach(Gait::Run, self.state.tu.now);
        // The walk was weighed, and may lead around what a run does not.
        if self.thoughts.reach.is_harsh(tile) {
            return None;
        }
        let path = self.thoughts.reach.path_to(tile)?;
        let order = Order::Move(self.id, Gait::Run, path);
        self.view.check(&order).is_ok().then_some(order)
    }

    /// Finds the slot of a grenade with an effect.
    fn charge(&self, effect: ChargeEffect) -> Option<u8> {
        let is_meant =
            |kind: &ItemKind| matches!(kind, ItemKind::Grenade(charge) if charge.effect == effect);
        let items = self.items();
        items
            .iter()
            .find(|(_, kind)| is_meant(kind))
            .map(|(slot, _)| *slot)
    }

    /// Lists where enemies out of sight were last seen or heard.
    fn whereabouts(&self) -> Vec<TileId> {
        let seen = self.view.last_seen().map(|(_, at)| at.tile);
        seen.chain(self.view.traces().map(|trace| trace.tile))
            .collect()
    }

    /// Notes an order that passes; hands it back.
    pub(super) fn offer(&mut self, order: Order, points: i32, purpose: Purpose) -> Option<Order> {
        self.view.check(&order).ok()?;
        self.note(points, purpose, || Some(order.clone()));
        Some(order)
    }

    /// Whether this unit fights nobody and nobody may be trusted to spare it.
    pub(super) fn flees(&self) -> bool {
        self.view.is_neutral() && !self.foes.is_empty()
    }

    /// Whether a comrade near by is trying to get away.
    pub(super) fn covers_retreat(&self) -> bool {
        let grid = self.view.grid();
        self.own.iter().any(|(id, state)| {
            *id != self.id
                && grid.distance(self.state.tile, state.tile) <= self.figures.special.comrades_near
                && position::is_retreating(state, self.mode)
        })
    }
}

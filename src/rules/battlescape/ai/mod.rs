//! The computer player of the battlescape (§11).
//!
//! It looks through a [`SideView`] and weighs shots by the same forecast the player is shown. Units
//! act in order of Reactions; each does the best it can find until it has nothing left to do, then
//! ends its activation; when all have, the side ends its phase.
//!
//! **Invariant:** every decision passes the check, spends TU or ends an activation, so a phase always
//! ends. The decision depends on what the side knows alone.

mod explain;
mod field;
#[cfg(test)]
mod ground;
mod lines;
mod odds;
mod position;
mod promise;
mod special;
mod support;
mod threat;

use std::sync::Arc;

use bevy::prelude::*;

pub use self::{
    explain::{Alternative, Decision, Purpose, explain},
    threat::{threat, threat_of},
};
use crate::{
    battle::{
        grid::{Direction, TileId},
        path::Reach,
        revision::Revision,
        unit::{Side, UnitId},
    },
    content::{
        Catalog,
        battlescape::ai::{AiFigures, ModeFigures},
        battlescape::{FireMode, Gait},
        terrain::Cover,
    },
    mission::{AiMode, Objective},
    rules::battlescape::{
        ai::{
            field::Field,
            lines::Lines,
            odds::KnownOdds,
            position::{Foe, Hazards, Weigher, Worth},
            promise::Promises,
        },
        attack,
        gear::Carried,
        objective::PLAYER,
        order::Order,
        side_view::SideView,
        soldier::UnitState,
    },
};

/// What the computer player keeps from decision to decision; out while it decides.
#[derive(Resource, Default)]
pub struct Mindset(Option<Box<Thoughts>>);

/// Storage the computer player uses again; never changes a decision.
#[derive(Default)]
pub struct Thoughts {
    /// Under which content; all is forgotten under another.
    catalog: Option<Arc<Catalog>>,
    reach: Reach,
    /// Whose reach it is, and with how many hundredths of TU.
    reached: Option<(Reached, u32)>,
    lines: Lines,
    odds: KnownOdds,
    field: Field,
    promises: Promises,
    /// What was weighed, where somebody asked.
    notes: Option<Vec<Alternative>>,
}

impl Thoughts {
    /// Forgets what holds under other content only.
    fn fit(&mut self, catalog: &Arc<Catalog>) {
        let is_same = (self.catalog.as_ref()).is_some_and(|known| Arc::ptr_eq(known, catalog));
        if !is_same {
            let notes = self.notes.take();
            *self = Self {
                catalog: Some(catalog.clone()),
                notes,
                ..Self::default()
            };
        }
    }
}

/// What the hexes in reach depend on, TU apart.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Reached {
    unit: UnitId,
    from: TileId,
    gait: Gait,
    knowledge: Revision,
    units: Revision,
    /// Units change sides between turns without a step.
    turn: u16,
}

/// Chooses the next order of a side.
pub fn decide(world: &mut World, side: Side) -> Order {
    let mindset = world.get_resource_or_init::<Mindset>().0.take();
    let mut thoughts = mindset.unwrap_or_default();
    let order = think(SideView::new(world, side), &mut thoughts);
    world.resource_mut::<Mindset>().0 = Some(thoughts);
    order
}

/// Chooses the next order of the side that looks.
pub fn think(view: SideView, thoughts: &mut Thoughts) -> Order {
    thoughts.fit(&view.rulebook().0);
    let own: Vec<_> = (view.own_on_board())
        .map(|id| (id, view.unit(id)))
        .collect();
    let next = (own.iter())
        .filter(|(_, state)| state.can_act())
        .min_by_key(|&&(id, _)| match view.figures().tu.strict_order {
            true => (std::cmp::Reverse(0), id),
            false => (std::cmp::Reverse(view.kind(id).reactions), id),
        });
    let Some(&(id, state)) = next else {
        return Order::EndTurn;
    };
    let mut mind = Mind::new(view, id, state, &own, thoughts);
    mind.act().unwrap_or(Order::EndUnit(id))
}

/// One unit's thinking.
struct Mind<'w, 't> {
    view: SideView<'w>,
    id: UnitId,
    state: UnitState,
    figures: &'w AiFigures,
    mode: &'w ModeFigures,
    /// The side's units on the board, this one among them.
    own: &'t [(UnitId, UnitState)],
    foes: Vec<Foe<'w>>,
    thoughts: &'t mut Thoughts,
    /// Whether the field that was flooded last leads to the objective.
    goal_is_flooded: bool,
}

impl<'w, 't> Mind<'w, 't> {
    fn new(
        view: SideView<'w>,
        id: UnitId,
        state: UnitState,
        own: &'t [(UnitId, UnitState)],
        thoughts: &'t mut Thoughts,
    ) -> Self {
        let figures = &view.rulebook().content().ai;
        let foes: Vec<_> = view.enemies().map(|id| Foe::new(view, id)).collect();
        let mode = match view.is_neutral() && !foes.is_empty() {
            // Who fights nobody keeps away from those who would not spare it.
            true => AiMode::Retreat,
            false => view.mode(id),
        };
        let mode = &figures.modes[&mode];
        Self {
            view,
            id,
            state,
            figures,
            mode,
            own,
            foes,
            thoughts,
            goal_is_flooded: false,
        }
    }

    /// Finds the hexes in reach with so many TU; whoever stayed where it was has most of the answer.
    fn flood_reach(&mut self, gait: Gait, tu: u16) {
        let (knowledge, units) = self.view.revisions();
        let now = Reached {
            unit: self.id,
            from: self.state.tile,
            gait,
            knowledge,
            units,
            turn: self.view.turn().number,
        };
        let budget = self.view.running_cost(self.id).budget(tu);
        let Thoughts { reach, reached, .. } = &mut *self.thoughts;
        let is_free = self.view.steps_left(self.id).is_none();
        match reached {
            Some((before, most)) if *before == now && budget <= *most && is_free => {
                reach.shrink(budget);
            }
            _ => self.view.reach(self.id, gait, tu, reach),
        }
        *reached = is_free.then_some((now, budget));
    }

    /// Keeps something that was weighed, where somebody asked.
    fn note(&mut self, points: i32, purpose: Purpose, order: impl FnOnce() -> Option<Order>) {
        if self.thoughts.notes.is_none() {
            return;
        }
        if let (Some(order), Some(notes)) = (order(), &mut self.thoughts.notes) {
            notes.push(Alternative {
                order,
                points,
                purpose,
            });
        }
    }

    /// Returns what the unit does next; nothing ends its activation.
    fn act(&mut self) -> Option<Order> {
        if let Some(order) = self.leave().or_else(|| self.interact()) {
            return Some(order);
        }
        if self.foes.is_empty() {
            self.act_unopposed()
        } else {
            self.act_in_contact()
        }
    }

    fn leave(&self) -> Option<Order> {
        let wants_out = match self.view.objective() {
            Objective::Escape { .. } => true,
            Objective::Rescue { unit } => *unit == self.id,
            _ => false,
        };
        let order = Order::Leave(self.id);
        (wants_out && self.view.check(&order).is_ok()).then_some(order)
    }

    /// Enemies are in sight: the best of shooting from here and from where one could walk.
    fn act_in_contact(&mut self) -> Option<Order> {
        if let Some(order) = self.reload_if(|rounds, least, _| rounds < least) {
            return Some(order);
        }
        if let Some(order) = self.arm().or_else(|| self.special()) {
            return Some(order);
        }
        if let Some(order) = self.smoke() {
            return Some(order);
        }
        let goal = !self.flees() && self.goal_field();
        let stands_fast = self.is_on_goal();
        let covers = self.covers_retreat();
        let is_asked = self.thoughts.notes.is_some();
        let mut weighed = Vec::new();
        let walks = self.mode.leaves_place && !stands_fast;
        if walks {
            self.flood_reach(self.view.gait(self.id), self.state.tu.now);
        }
        let Thoughts {
            odds,
            field,
            reach,
            lines,
            promises,
            ..
        } = &mut *self.thoughts;
        let unit = (self.id, &self.state);
        let tiles = if walks { reach.tiles() } else { &[] };
        let foes = position::of_concern(self.view, self.id, &self.foes, tiles);
        let stores = (odds, lines, promises);
        let mut weigher = Weigher::new(self.view, unit, self.own, &foes, self.mode, stores)
            .towards(goal.then_some(field))
            .covering(covers);
        let here = weigher.weigh(self.state.tile, self.state.tu.now, true);
        let mut best = None;
        if walks {
            best = weigher.best_position(reach, is_asked.then_some(&mut weighed));
            let (id, gait) = (self.id, self.view.gait(self.id));
            for (tile, worth) in weighed {
                let path = self.thoughts.reach.path_to(tile);
                let order = path.map(|path| Order::Move(id, gait, path));
                self.note(worth.score, Purpose::Position, || order);
            }
            self.note_stay(&here);
            if let Some((tile, worth)) = best
                && worth.score > here.score + self.figures.move_margin
            {
                let path = self.thoughts.reach.path_to(tile)?;
                let walk = Order::Move(id, gait, path);
                return self.hurried(tile, worth.attack).or(Some(walk));
            }
        } else {
            self.note_stay(&here);
        }
        let is_fresh = self.state.tu.now >= self.view.figures().tu.per_turn;
        let can_do_nothing = here.attack.is_none() && best.is_none_or(|(_, w)| w.attack.is_none());
        let is_able = !self.flees() && !position::is_retreating(&self.state, self.mode);
        if is_fresh && can_do_nothing && is_able && !stands_fast && self.mode.roams && self.is_far()
        {
            // Enemies that only comrades see: on towards the goal or them, through doors if need be.
            if !self.goal_field() {
                let seen: Vec<_> = self.foes.iter().map(|foe| foe.state.tile).collect();
                self.flood_field(&seen);
            }
            if let Some(order) = self.advance() {
                return Some(order);
            }
        }
        if let Some((target, mode)) = here.attack {
            return Some(match self.state.stance.0 {
                Cover::Full => Order::Stand(self.id),
                Cover::None | Cover::Half => Order::Attack(self.id, target, mode),
            });
        }
        self.settle()
    }

    /// Whether all enemies in sight are well out of the range of the unit's weapon.
    fn is_far(&self) -> bool {
        let weapon = self.view.weapon(self.id);
        let reach = u32::from(attack::reach(self.view.figures(), weapon));
        let grid = self.view.grid();
        let mut tiles = self.foes.iter().map(|foe| foe.state.tile);
        tiles.all(|tile| grid.distance(self.state.tile, tile) > reach + self.figures.far_beyond)
    }

    /// Notes what staying is worth.
    fn note_stay(&mut self, here: &Worth) {
        let id = self.id;
        let order = here
            .attack
            .map(|(target, mode)| Order::Attack(id, target, mode));
        let order = order.unwrap_or(Order::EndUnit(id));
        self.note(here.score, Purpose::Stay, || Some(order));
    }

    /// Nobody is in sight: reload, go where one has to or might find somebody, keep watch.
    fn act_unopposed(&mut self) -> Option<Order> {
        let percent = self.figures.reload_percent;
        let low = |rounds: u16, _: u16, magazine: u16| {
            u32::from(rounds) * 100 <= u32::from(magazine) * u32::from(percent)
        };
        if let Some(order) = self.reload_if(low) {
            return Some(order);
        }
        let support = self.arm().or_else(|| self.medicine());
        if let Some(order) = support.or_else(|| self.light()).or_else(|| self.scout()) {
            return Some(order);
        }
        // Whoever has just got away stays there.
        let turn = self.view.turn().number;
        let was_seen = self.view.last_seen().any(|(_, at)| at.turn == turn);
        let hides = was_seen && position::is_retreating(&self.state, self.mode);
        let route = self.view.patrol_stop(self.id);
        let knows_nothing =
            self.view.last_seen().next().is_none() && self.view.traces().next().is_none();
        if let Some(stop) = route.filter(|_| knows_nothing) {
            // Nobody was seen or heard: from stop to stop, whatever the mode.
            if stop != self.state.tile {
                self.flood_field(&[stop]);
                self.goal_is_flooded = false;
                if let Some(order) = self.advance() {
                    return Some(order);
                }
            }
            return self.settle();
        }
        if !self.is_on_goal() && !hides {
            if self.goal_field() {
                if let Some(order) = self.advance() {
                    return Some(order);
                }
            } else if self.mode.roams {
                let heard = self.view.traces().map(|trace| trace.tile);
                let seen: Vec<_> = (self.view.last_seen())
                    .map(|(_, at)| at.tile)
                    .chain(heard)
                    .collect();
                if !seen.is_empty() {
                    self.flood_field(&seen);
                    if let Some(order) = self.advance() {
                        return Some(order);
                    }
                }
                let (here, figures) = (self.state.tile, &self.figures.search);
                self.thoughts.field.search(self.view, here, figures);
                if let Some(order) = self.advance() {
                    return Some(order);
                }
            }
        }
        self.settle()
    }

    /// Whether the unit stands where its side has to stand.
    fn is_on_goal(&self) -> bool {
        let here = self.state.tile;
        self.view.side() == PLAYER
            && match self.view.objective() {
                Objective::Reach { zone, .. } | Objective::Hold { zone, .. } => {
                    zone.contains(&here)
                }
                Objective::Control { zones } => zones.iter().any(|zone| {
                    let first = (self.own.iter()).find(|(_, unit)| zone.contains(&unit.tile));
                    zone.contains(&here) && first.is_some_and(|(id, _)| *id == self.id)
                }),
                _ => false,
            }
    }

    /// Measures the way to the objective; whether the unit has one to go to.
    ///
    /// Whoever has to stop the other side roams towards the same ground.
    fn goal_field(&mut self) -> bool {
        self.goal_is_flooded = self.flood_goal();
        self.goal_is_flooded
    }

    fn flood_goal(&mut self) -> bool {
        let is_ours = self.view.side() == PLAYER;
        if !is_ours && !self.mode.roams {
            return false;
        }
        let goal = match is_ours {
            true => self.own_goal(),
            false => self.goal_to_stop(),
        };
        if goal.is_empty() {
            return false;
        }
        self.flood_field(&goal);
        true
    }

    /// Measures how far the hexes around the unit are from goals.
    fn flood_field(&mut self, goals: &[TileId]) {
        (self.thoughts.field).flood(self.view, self.state.tile, goals);
    }

    /// Lists the hexes that bring side 0 nearer to its objective.
    fn own_goal(&self) -> Vec<TileId> {
        let view = self.view;
        let whereabouts = |unit: UnitId| view.whereabouts(unit);
        match view.objective() {
            Objective::Reach { zone, .. } | Objective::Hold { zone, .. } => zone.clone(),
            Objective::Escape { .. } => view.exits().to_vec(),
            Objective::Kill { unit } | Objective::Capture { unit } => {
                whereabouts(*unit).into_iter().collect()
            }
            Objective::Rescue { unit } if view.unit_side(*unit) == view.side() => {
                view.exits().to_vec()
            }
            Objective::Rescue { unit } => whereabouts(*unit).into_iter().collect(),
            Objective::Secure { item, .. } => {
                let is_wanted = |thing: &Carried| matches!(thing, Carried::Item { item: other, .. } if other == item);
                let lying = view
                    .littered()
                    .filter(|&tile| view.litter(tile).any(|t| is_wanted(&t)));
                lying.chain(view.objects().map(|(tile, _)| tile)).collect()
            }
            Objective::Control { zones } => {
                let is_free = |zone: &&Vec<TileId>| {
                    !self.own.iter().any(|(_, unit)| zone.contains(&unit.tile))
                };
                zones.iter().filter(is_free).flatten().copied().collect()
            }
            Objective::Eliminate { .. } | Objective::Survive { .. } | Objective::Protect { .. } => {
                Vec::new()
            }
        }
    }

    /// Lists the hexes where the objective of side 0 can be stopped.
    fn goal_to_stop(&self) -> Vec<TileId> {
        match self.view.objective() {
            Objective::Reach { zone, .. } | Objective::Hold { zone, .. } => zone.clone(),
            Objective::Control { zones } => zones.concat(),
            Objective::Escape { .. } | Objective::Rescue { .. } => self.view.exits().to_vec(),
            Objective::Protect { unit, .. } => {
                let last = self.view.last_seen().find(|(id, _)| id == unit);
                last.map(|(_, sighting)| sighting.tile)
                    .into_iter()
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// Uses what stands next to the unit and helps its side's objective.
    fn interact(&self) -> Option<Order> {
        if self.view.side() != PLAYER {
            return None;
        }
        let around = self
            .view
            .grid()
            .neighbors(self.state.tile)
            .map(|(_, tile)| tile);
        let whom = match self.view.objective() {
            Objective::Rescue { unit } => self.view.whereabouts(*unit),
            _ => None,
        };
        let promises = |tile: &TileId| {
            Some(*tile) == whom || self.view.objects().any(|(place, _)| place == *tile)
        };
        let orders = std::iter::once(self.state.tile)
            .chain(around)
            .filter(promises)
            .map(|tile| Order::Interact(self.id, tile));
        let pick = Order::PickUp(self.id, 0);
        let wants = match self.view.objective() {
            Objective::Secure { item, .. } => (self.view.litter(self.state.tile))
                .any(|thing| matches!(thing, Carried::Item { item: other, .. } if other == *item)),
            _ => false,
        };
        let pick = wants.then_some(pick);
        pick.into_iter()
            .chain(orders)
            .find(|order| self.view.check(order).is_ok())
    }

    /// Walks down the field that was flooded last, or opens a door on the way.
    fn advance(&mut self) -> Option<Order> {
        let here = self.thoughts.field.steps(self.state.tile)?;
        let tu = self.state.tu.now.checked_sub(self.mode.reserve)?;
        self.flood_reach(self.view.gait(self.id), tu);
        let grid = self.view.grid();
        let fills_zone =
            matches!(self.view.objective(), Objective::Reach { .. }) && self.goal_is_flooded;
        let hazards = Hazards::new(self.view, self.id);
        let mut best: Option<(u32, u32, TileId, u32)> = None;
        for &tile in self.thoughts.reach.tiles() {
            let (Some(steps), Some(cost)) = (
                self.thoughts.field.steps(tile),
                self.thoughts.reach.cost(tile),
            ) else {
                continue;
            };
            // Cover takes one point at most, so most hexes need no closer look.
            if best.is_some_and(|(score, ..)| (4 * steps).saturating_sub(1) > score) {
                continue;
            }
            let harm = hazards.on(tile);
            let covered = steps > 0 && position::has_cover(self.view, tile);
            let score = (4 * steps + harm / 2).saturating_sub(u32::from(covered));
            // Into the zone, not just up to its edge, so that others find room.
            let order = if fills_zone && steps == 0 {
                u32::MAX - cost
            } else {
                cost
            };
            let found = (score, order, tile, steps);
            best = Some(best.map_or(found, |best| best.min(found)));
        }
        let (_, _, tile, steps) = best?;
        if steps < here {
            let purpose = match self.goal_is_flooded {
                true => Purpose::Objective,
                false => Purpose::Search,
            };
            let (id, gait) = (self.id, self.view.gait(self.id));
            let path = self.thoughts.reach.path_to(tile);
            self.note(-(steps as i32), purpose, || {
                Some(Order::Move(id, gait, path?))
            });
            return Some(Order::Move(
                self.id,
                self.view.gait(self.id),
                self.thoughts.reach.path_to(tile)?,
            ));
        }
        // The way on may lead through a closed door.
        let doors = grid.neighbors(self.state.tile).filter(|&(_, tile)| {
            self.thoughts
                .field
                .steps(tile)
                .is_some_and(|steps| steps < here)
        });
        doors
            .map(|(direction, _)| Order::Door(self.id, direction))
            .find(|order| self.view.check(order).is_ok())
    }

    /// Nothing to shoot and nowhere to go: take cover, keep watch.
    fn settle(&mut self) -> Option<Order> {
        let order = self.mine().or_else(|| self.guard())?;
        self.note(0, Purpose::Guard, || Some(order.clone()));
        Some(order)
    }

    /// Takes cover, lies down where there is none, and keeps watch.
    fn guard(&mut self) -> Option<Order> {
        let facing = self.watched_direction();
        let ready = Order::Ready(self.id);
        if self.view.check(&ready).is_ok() {
            // Half cover and reaction fire go together; full cover forbids it.
            let cover = self.view.cover_towards(self.state.tile, facing);
            let order = Order::TakeCover(self.id, None, facing);
            let figures = &self.view.figures().tu;
            if cover == Cover::Half
                && self.state.tu.now >= figures.take_cover + figures.ready
                && self.view.check(&order).is_ok()
            {
                return Some(order);
            }
            let prone = Order::GoProne(self.id);
            let has_time = self.state.tu.now >= figures.go_prone + figures.ready;
            let is_open = cover == Cover::None && self.state.stance.0 == Cover::None;
            if self.mode.lies_down && is_open && has_time && self.view.check(&prone).is_ok() {
                return Some(prone);
            }
            return Some(ready);
        }
        if self.state.readiness.ready {
            return None;
        }
        let order = Order::TakeCover(self.id, None, facing);
        let is_covered = self.state.stance.0 != Cover::None;
        (!is_covered && self.view.check(&order).is_ok()).then_some(order)
    }

    /// The direction danger is likeliest from: the nearest enemy seen or remembered, else ahead.
    fn watched_direction(&self) -> Direction {
        let grid = self.view.grid();
        let seen = self.foes.iter().map(|foe| foe.state.tile);
        let remembered = self.view.last_seen().map(|(_, at)| at.tile);
        let nearest: Option<TileId> = seen
            .chain(remembered)
            .min_by_key(|&tile| (grid.distance(self.state.tile, tile), tile));
        nearest.map_or(self.state.facing, |tile| {
            grid.direction_towards(self.state.tile, tile)
        })
    }

    fn reload_if(&self, is_low: impl FnOnce(u16, u16, u16) -> bool) -> Option<Order> {
        let weapon = self.view.weapon(self.id);
        let figures = self.view.figures();
        let least = (FireMode::ALL.iter())
            .filter_map(|&mode| attack::mode_cost(figures, weapon, mode).ok())
            .map(|cost| u16::from(cost.rounds))
            .min()?;
        let order = Order::Reload(self.id);
        let rounds = self.state.arms.rounds;
        (weapon.magazine > 0
            && is_low(rounds, least, weapon.magazine)
            && self.view.check(&order).is_ok())
        .then_some(order)
    }
}

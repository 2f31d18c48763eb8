//! The computer player of the battlescape (§11).
//!
//! It looks through a [`SideView`] and weighs shots by the same forecast the player is shown. Units
//! act in order of Reactions; each does the best it can find until it has nothing left to do, then
//! ends its activation; when all have, the side ends its phase.
//!
//! **Invariant:** every decision passes the check, spends TU or ends an activation, and no unit does more
//! than [`MOST_ACTIONS`] in a turn, so a phase always ends. The decision depends on what the side knows
//! alone.

mod breach;
mod explain;
mod field;
mod goals;
#[cfg(test)]
mod ground;
mod guard;
mod hazards;
mod lines;
mod odds;
mod peril;
mod position;
mod promise;
mod shelter;
mod special;
mod support;
mod tactics;
mod threat;

use std::sync::Arc;

use bevy::prelude::*;

pub use self::explain::{Alternative, Decision, Purpose, explain};
pub(super) use self::tactics::Tactic;
pub use self::threat::{threat, threat_of};
use crate::battle::grid::{Direction, TileId};
use crate::battle::path::Reach;
use crate::battle::revision::Revision;
use crate::battle::unit::{Side, UnitId};
use crate::content::Catalog;
use crate::content::mode::AiMode;
use crate::content::terrain::Cover;
use crate::rules::battlescape::ai::field::Field;
use crate::rules::battlescape::ai::lines::Lines;
use crate::rules::battlescape::ai::odds::KnownOdds;
use crate::rules::battlescape::ai::position::{Foe, Stores, Weigher, Weights, Worth};
use crate::rules::battlescape::ai::promise::Promises;
use crate::rules::battlescape::ai::shelter::Shelters;
use crate::rules::battlescape::attack;
use crate::rules::battlescape::content::ai::{AiFigures, ModeFigures};
use crate::rules::battlescape::content::{FireMode, Gait};
use crate::rules::battlescape::nerve::is_conscious;
use crate::rules::battlescape::objective::PLAYER;
use crate::rules::battlescape::order::Order;
use crate::rules::battlescape::side_view::SideView;
use crate::rules::battlescape::soldier::UnitState;
use crate::rules::kit::planner::Notes;

/// Most orders that the computer gives a unit in a turn: with the shipped figures the TU of a turn are spent
/// long before, but rules may make everything cost next to nothing.
pub const MOST_ACTIONS: usize = 200;

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
    shelters: Shelters,
    /// The side's units on the board.
    own: Vec<(UnitId, UnitState)>,
    /// What was weighed, where somebody asked.
    notes: Notes<Alternative>,
    /// By what the side plays, if not as usual.
    tactic: Option<Tactic>,
}

impl Thoughts {
    /// Forgets what holds under other content only.
    fn fit(&mut self, catalog: &Arc<Catalog>) {
        let is_same = (self.catalog.as_ref()).is_some_and(|known| Arc::ptr_eq(known, catalog));
        if !is_same {
            let notes = std::mem::take(&mut self.notes);
            *self = Self {
                catalog: Some(catalog.clone()),
                notes,
                tactic: self.tactic,
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
    /// Hit points that it has, and that it gives up for falls.
    health: u16,
    most_fall: u16,
}

/// Chooses the next order of a side.
pub fn decide(world: &mut World, side: Side) -> Order {
    decide_by(world, side, None)
}

/// Chooses the next order of a side that plays by a tactic, or as usual.
pub(super) fn decide_by(world: &mut World, side: Side, tactic: Option<Tactic>) -> Order {
    let mindset = world.get_resource_or_init::<Mindset>().0.take();
    let mut thoughts = mindset.unwrap_or_default();
    thoughts.tactic = tactic;
    let order = think(SideView::new(world, side), &mut thoughts);
    thoughts.tactic = None;
    world.resource_mut::<Mindset>().0 = Some(thoughts);
    order
}

/// Chooses the next order of the side that looks.
pub fn think(view: SideView, thoughts: &mut Thoughts) -> Order {
    thoughts.fit(view.rulebook().catalog());
    let mut own = std::mem::take(&mut thoughts.own);
    own.clear();
    own.extend(view.own_on_board().map(|id| (id, view.unit(id))));
    let order = think_of(view, &own, thoughts);
    thoughts.own = own;
    order
}

/// Chooses the next order of these units.
fn think_of(view: SideView, own: &[(UnitId, UnitState)], thoughts: &mut Thoughts) -> Order {
    let next = (own.iter())
        .filter(|(_, state)| state.can_act())
        .min_by_key(|&&(id, _)| match view.figures().tu.strict_order {
            true => (std::cmp::Reverse(0), id),
            false => (std::cmp::Reverse(view.kind(id).reactions), id),
        });
    let Some(&(id, state)) = next else {
        return Order::EndTurn;
    };
    if view.orders_given(id) >= MOST_ACTIONS {
        return Order::EndUnit(id);
    }
    let mut mind = Mind::new(view, id, state, own, thoughts);
    mind.act().unwrap_or(Order::EndUnit(id))
}

/// What the hexes are worth on which a unit can be this turn.
struct Prospects {
    here: Worth,
    /// The best hex to walk to.
    best: Option<(TileId, Worth)>,
    /// The first step there, if it leads away from whoever is ready to fire at that.
    slip: Option<Direction>,
}

/// Points that another hex has to be worth more than for a unit to leave its own.
fn worth_leaving(here: &Worth, figures: &AiFigures) -> i32 {
    here.score.saturating_add(figures.move_margin)
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
    /// Whether every way where it wants to go leads down a slope that does harm.
    is_cornered: bool,
    /// Whether every such way leads over deadly ground.
    is_walled_in: bool,
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
            false => {
                let told = thoughts.tactic.and_then(Tactic::mode);
                told.unwrap_or_else(|| view.mode(id))
            }
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
            is_cornered: false,
            is_walled_in: false,
        }
    }

    /// Whether the unit set out from a hex this turn and has not attacked since: whatever it went for
    /// then, going back would undo it.
    fn has_left(&self, tile: TileId) -> bool {
        self.state.footing.left.contains(&Some(tile))
    }

    /// Whether the unit may walk on: who has set out again and again without an attack stays where it is.
    fn may_walk(&self) -> bool {
        self.state.footing.left.contains(&None)
    }

    /// Returns the hit points that the unit gives up for falls on a way: all but the last if no other way leads
    /// where it wants to go.
    fn most_fall(&self) -> u16 {
        let now = u32::from(self.state.health.now);
        let most = match self.is_cornered {
            true => now.saturating_sub(1),
            false => now * self.figures.hazards.fall_percent / 100,
        };
        u16::try_from(most).unwrap_or(u16::MAX)
    }

    /// Finds the hexes in reach with so many TU, but for those whose way kills or takes too much; whoever stayed where it was has most of the answer.
    fn flood_reach(&mut self, gait: Gait, tu: u16) {
        let (knowledge, units) = self.view.revisions();
        let now = Reached {
            unit: self.id,
            from: self.state.tile,
            gait,
            knowledge,
            units,
            turn: self.view.turn().number,
            health: self.state.health.now,
            most_fall: self.most_fall(),
        };
        let (view, id) = (self.view, self.id);
        let will_do = |steps: &mut dyn Iterator<Item = (TileId, TileId)>| {
            let (falls, ground) = view.losses_on(id, steps);
            falls <= now.most_fall.into() && falls + ground < now.health.into()
        };
        let budget = self.view.running_cost(self.id).budget(tu);
        let Thoughts { reach, reached, .. } = &mut *self.thoughts;
        let is_free = self.view.steps_left(self.id).is_none();
        match reached {
            Some((before, most)) if *before == now && budget <= *most && is_free => {
                if budget < *most {
                    reach.shrink(budget);
                    reach.limit_harsh(will_do);
                }
            }
            _ => {
                self.view.reach(self.id, gait, tu, reach);
                reach.limit_harsh(will_do);
            }
        }
        *reached = is_free.then_some((now, budget));
    }

    /// Lists where comrades stand that go with the unit: towards the objective of its side, if it is on the
    /// way there, or because they roam as well. Whoever holds a part of the objective goes nowhere.
    fn company(&self, has_goal: bool) -> impl Iterator<Item = TileId> {
        let mode_of = self.view.modes();
        let goes_with = move |&&(id, ref state): &&(UnitId, UnitState)| {
            let mode = &self.figures.modes[&mode_of(id)];
            id != self.id
                && is_conscious(state.health, state.shock)
                && (mode.roams || (has_goal && self.view.side() == PLAYER))
                && !self.is_held(state.tile)
                && !position::is_retreating(state, mode)
        };
        (self.own.iter().filter(goes_with)).map(|(_, state)| state.tile)
    }

    /// Keeps something that was weighed, where somebody asked.
    fn note(&mut self, points: i32, purpose: Purpose, order: impl FnOnce() -> Option<Order>) {
        self.thoughts.notes.note(|| {
            Some(Alternative {
                order: order()?,
                points,
                purpose,
                features: Vec::new(),
            })
        });
    }

    /// Keeps what a place is worth, where somebody asked.
    fn note_place(
        &mut self,
        (worth, weights): (&Worth, &Weights),
        purpose: Purpose,
        order: impl FnOnce() -> Option<Order>,
    ) {
        self.thoughts.notes.note(|| {
            Some(Alternative {
                order: order()?,
                points: worth.score,
                purpose,
                features: worth.features(weights),
            })
        });
    }

    /// Returns what the unit does next; nothing ends its activation.
    fn act(&mut self) -> Option<Order> {
        if let Some(order) = self.leave().or_else(|| self.interact()) {
            return Some(order);
        }
        match self.thoughts.tactic {
            Some(tactic) => self.act_plainly(tactic),
            None => self.act_freely(),
        }
    }

    /// Does what seems best.
    fn act_freely(&mut self) -> Option<Order> {
        match self.foes.is_empty() {
            true => self.act_unopposed(),
            false => self.act_in_contact(),
        }
    }

    /// Enemies are in sight: the best of shooting from here and from where one could walk.
    fn act_in_contact(&mut self) -> Option<Order> {
        if let Some(order) = self.reload_if(|rounds, least, _| rounds < least) {
            return Some(order);
        }
        let gear = self.arm().or_else(|| self.special());
        if let Some(order) = gear.or_else(|| self.smoke()) {
            return Some(order);
        }
        let goal = !self.flees() && self.goal_field();
        let stands_fast = self.is_on_goal() && !self.has_to_clear();
        let walks = self.mode.leaves_place && !stands_fast && self.may_walk();
        let Prospects { here, best, slip } = self.weigh_positions(goal, walks);
        if let Some((tile, worth)) = best
            && worth.score > worth_leaving(&here, self.figures)
        {
            let (id, gait) = (self.id, self.view.gait(self.id));
            let slip = slip.map(|step| Order::Move(id, Gait::Disengage, vec![step]));
            if let Some(slip) = slip.filter(|slip| self.view.check(slip).is_ok()) {
                return Some(slip);
            }
            let path = self.thoughts.reach.path_to(tile)?;
            let walk = Order::Move(id, gait, path);
            return self.hurried(tile, worth.attack).or(Some(walk));
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
                Cover::None | Cover::Half => {
                    (self.breach(target, mode)).unwrap_or(Order::Attack(self.id, target, mode))
                }
            });
        }
        self.settle()
    }

    /// Weighs where the unit stands and, if it may walk, the hexes in reach; `goal` says whether the field
    /// leads to one.
    fn weigh_positions(&mut self, goal: bool, walks: bool) -> Prospects {
        let covers = self.covers_retreat();
        let grid = self.view.grid();
        let company: Vec<_> = match self.mode.roams {
            true => (self.company(goal)).map(|tile| grid.hex(tile)).collect(),
            false => Vec::new(),
        };
        let (id, gait) = (self.id, self.view.gait(self.id));
        if walks {
            self.flood_reach(gait, self.state.tu.now);
        }
        let is_asked = self.thoughts.notes.are_asked();
        let Thoughts {
            odds,
            field,
            reach,
            lines,
            promises,
            shelters,
            ..
        } = &mut *self.thoughts;
        let tiles = if walks { reach.tiles() } else { &[] };
        let foes = position::of_concern(self.view, id, &self.foes, tiles);
        let unit = (id, &self.state);
        let stores = Stores {
            odds,
            lines,
            promises,
            shelters,
        };
        let mut weigher = Weigher::new(self.view, unit, self.own, &foes, self.mode, stores)
            .towards(goal.then_some(field))
            .covering(covers)
            .together_with(&company);
        let here = weigher.weigh(self.state.tile, self.state.tu.now, true);
        let (mut best, mut slip, mut weighed) = (None, None, Vec::new());
        if walks {
            // Nowhere worth less would be walked to; but that a unit can do nothing has to be known.
            let least = match here.attack {
                Some(_) => worth_leaving(&here, self.figures),
                None => i32::MIN,
            };
            best = weigher.best_position(reach, least, is_asked.then_some(&mut weighed));
            let is_in_contact = (self.foes.iter()).any(|foe| {
                let distance = grid.distance(foe.state.tile, self.state.tile);
                distance == 1 && foe.state.readiness.ready
            });
            if is_in_contact {
                let path = best.and_then(|(tile, _)| reach.path_to(tile));
                let first = path.and_then(|path| path.first().copied());
                slip = first.filter(|&direction| {
                    let next = grid.neighbor(self.state.tile, direction);
                    let harm = next.map_or(0, |next| weigher.reaction_to_attack(next));
                    harm >= self.figures.special.disengage_least
                });
            }
        }
        let weights = weigher.weights;
        for (tile, worth) in weighed {
            let path = self.thoughts.reach.path_to(tile);
            let order = path.map(|path| Order::Move(id, gait, path));
            self.note_place((&worth, &weights), Purpose::Position, || order);
        }
        self.note_stay((&here, &weights));
        Prospects { here, best, slip }
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
    fn note_stay(&mut self, here: (&Worth, &Weights)) {
        let id = self.id;
        let order = here
            .0
            .attack
            .map(|(target, mode)| Order::Attack(id, target, mode));
        let order = order.unwrap_or(Order::EndUnit(id));
        self.note_place(here, Purpose::Stay, || Some(order));
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
        if let Some(order) = self.fire_blind() {
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
        if let Some(order) = self.clear_zone() {
            return Some(order);
        }
        if !self.is_on_goal() && !hides {
            if self.goal_field() {
                if let Some(order) = self.advance() {
                    return Some(order);
                }
            } else if self.mode.roams && self.can_set_out() {
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
                let care = self.care();
                (self.thoughts.field).search(self.view, here, figures, care);
                self.note_corner();
                if let Some(order) = self.advance() {
                    return Some(order);
                }
            }
        }
        self.settle()
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

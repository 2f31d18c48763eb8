//! Runs scripts (§9): the first rule that holds and whose action is legal becomes an order, and what came of
//! the rules above it is told.
//!
//! **Invariant:** a character acts on what itself sees and remembers; the order passes the check. Ties go to
//! the nearest, then fewest hit points, then the lowest id.

use std::cell::OnceCell;

use bevy::prelude::World;

use crate::battle::grid::{Direction, TileId};
use crate::battle::knowledge::Knowledge;
use crate::battle::side_count;
use crate::battle::unit::{Facing, Health, Side, Title, UnitId, Units, part};
use crate::rules::kit::ways::Ways;
use crate::rules::kit::words::worded;
use crate::rules::party::attack::Fighter;
use crate::rules::party::character::{Mana, Memory, Purse, Sheet};
use crate::rules::party::check::{self, barred, is_shunned};
use crate::rules::party::content::{Action, Condition, Decider, Rule, Script, Spell, Target};
use crate::rules::party::objects::traps;
use crate::rules::party::order::{Order, Refusal};
use crate::rules::party::progress::{Progress, seen_foes};
use crate::rules::party::reasons;
use crate::rules::party::setup;

worded! {
    /// What came of a rule.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Outcome {
        Fired = "chosen",
        Fails(why: String) = "{why}",
        NoTarget = "no such target",
        NoStep = "no step leads closer",
        NoEscape = "no step leads away",
        NoPlace = "place unknown",
        Refused(refusal: Refusal) = "{refusal}",
    }
}

/// What a script came to: the order, the rule that fired, and what came of all rules up to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The order.
    pub order: Order,
    /// Rules looked at, in order, the one that fired last; none fired ends the character's turn.
    pub tried: Vec<Outcome>,
}

/// Runs the script of a character that may act now.
pub fn choose(world: &World, id: UnitId) -> Choice {
    let content = setup::content(world);
    let script = content.script(part::<Sheet>(world, id).script);
    run(world, id, script)
}

/// Runs a script for a character.
pub fn run(world: &World, id: UnitId, script: &Script) -> Choice {
    let content = setup::content(world);
    let mind = Mind::of(world, id);
    let mut tried = Vec::new();
    for rule in &script.combat {
        let failing = rule.when.iter().find(|&condition| !mind.holds(condition));
        let outcome = match failing {
            Some(condition) => Err(Outcome::Fails(reasons::condition(
                content, condition, false,
            ))),
            None => mind.act(&rule.act),
        };
        match outcome {
            Ok(order) => {
                tried.push(Outcome::Fired);
                return Choice { order, tried };
            }
            Err(outcome) => tried.push(outcome),
        }
    }
    let order = Order::Rest(id);
    Choice { order, tried }
}

/// A character that decides.
pub(super) struct Mind<'w> {
    world: &'w World,
    units: Units<'w>,
    knowledge: &'w Knowledge,
    id: UnitId,
    tile: TileId,
    /// Enemies that it sees, once a rule asks: many may.
    foes: OnceCell<Vec<UnitId>>,
    /// Others of its side that it sees, once a rule asks.
    allies: OnceCell<Vec<UnitId>>,
}

impl<'w> Mind<'w> {
    /// Enters a character's mind.
    pub(super) fn of(world: &'w World, id: UnitId) -> Self {
        let units = Units::of(world);
        Self {
            world,
            units,
            knowledge: world.resource(),
            id,
            tile: units.seat(id).unwrap_or_default(),
            foes: OnceCell::new(),
            allies: OnceCell::new(),
        }
    }

    fn memory(&self) -> &'w Memory {
        self.units.part(self.id)
    }

    /// Lists the enemies that it sees.
    fn foes(&self) -> &[UnitId] {
        let seen = || seen_foes(self.world, self.id).collect();
        self.foes.get_or_init(seen)
    }

    /// Lists the others of its side that it sees.
    fn allies(&self) -> impl Iterator<Item = UnitId> {
        let units = self.units;
        let is_seen = |&id: &UnitId| {
            let seat = units.seat(id);
            id != self.id
                && units.side(id) == units.side(self.id)
                && seat.is_some_and(|tile| self.knowledge.unit_sees(self.id, tile))
        };
        let seen = || units.ids().filter(is_seen).collect();
        self.allies.get_or_init(seen).iter().copied()
    }

    fn distance(&self, from: TileId, id: UnitId) -> u32 {
        let seat = self.units.seat(id);
        seat.map_or(u32::MAX, |tile| {
            self.units.board().grid.distance(from, tile)
        })
    }

    fn health(&self, id: UnitId) -> &'w Health {
        self.units.part(id)
    }

    /// Whether a character has less than so many percent of its hit points.
    fn is_under(&self, id: UnitId, percent: u8) -> bool {
        let Health { now, max } = *self.health(id);
        u32::from(now) * 100 < u32::from(max) * u32::from(percent)
    }

    /// Whether a condition holds for it.
    pub(super) fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Aware => self.memory().known.is_some() || !self.foes().is_empty(),
            Condition::SeesEnemy => !self.foes().is_empty(),
            Condition::KnowsPosition => self.memory().known.is_some(),
            Condition::SelfHpUnder(percent) => self.is_under(self.id, *percent),
            Condition::AllyHpUnder(percent, range) => self.allies().any(|id| {
                self.is_under(id, *percent) && self.distance(self.tile, id) <= u32::from(*range)
            }),
            Condition::ApAtLeast(ap) => self.units.part::<Purse>(self.id).ap >= *ap,
            Condition::CanCast(spell) => {
                let Spell { ap, mp, .. } = *setup::content(self.world).spell(*spell);
                let knows = self
                    .units
                    .part::<Sheet>(self.id)
                    .spells
                    .of(*spell)
                    .is_some();
                let has = self.units.part::<Purse>(self.id).ap >= ap;
                knows && has && self.units.part::<Mana>(self.id).0 >= mp
            }
            Condition::Flag(flag) => self.units.part::<Sheet>(self.id).flags.has(flag),
            Condition::Not(inner) => !self.holds(inner),
            Condition::AnyOf(inner) => inner.iter().any(|condition| self.holds(condition)),
        }
    }

    /// Returns whom a target means, if there is such a one.
    pub(super) fn target(&self, target: &Target) -> Option<UnitId> {
        self.target_apart(target, 0)
    }

    /// Returns whom a target means of those that have no ally, nor the character itself, within so many hexes; all
    /// for 0.
    fn target_apart(&self, target: &Target, hexes: u8) -> Option<UnitId> {
        let is_apart = |id: UnitId| {
            let seat = self.units.seat(id).unwrap_or_default();
            let mut friends = self.allies().chain([self.id]);
            hexes == 0
                || friends.all(|friend| friend == id || self.distance(seat, friend) > hexes.into())
        };
        let rank = |id: UnitId| (self.distance(self.tile, id), self.health(id).now, id);
        let foes = || self.foes().iter().copied().filter(|&id| is_apart(id));
        let nearest = |is_meant: &dyn Fn(UnitId) -> bool| {
            let meant = foes().filter(|&id| is_meant(id));
            meant.min_by_key(|&id| rank(id))
        };
        match target {
            Target::Current => {
                let last = self.memory().target?;
                foes().find(|&id| id == last)
            }
            Target::Nearest => nearest(&|_| true),
            Target::Weakest => foes().min_by_key(|&id| (self.health(id).now, rank(id))),
            Target::WithTag(tag) => {
                let content = setup::content(self.world);
                let sheet = |id: UnitId| self.units.part::<Sheet>(id);
                nearest(&|id| sheet(id).kind(content).tags.has(tag))
            }
            Target::Hurt => nearest(&|id| self.health(id).now < self.health(id).max),
            Target::HurtAlly => {
                let hurt = self.allies().filter(|&id| self.is_under(id, 100));
                hurt.filter(|&id| is_apart(id)).min_by_key(|&id| {
                    let Health { now, max } = *self.health(id);
                    // A share as exact as two hundredths of 600 points can tell apart.
                    (u64::from(now) * (1 << 32) / u64::from(max.max(1)), rank(id))
                })
            }
            Target::Own => Some(self.id).filter(|&id| is_apart(id)),
            Target::FirstOf(targets) => {
                (targets.iter()).find_map(|one| self.target_apart(one, hexes))
            }
            Target::Apart(more, target) => self.target_apart(target, hexes.max(*more)),
        }
    }

    /// Makes an action an order, if it is legal.
    fn act(&self, action: &Action) -> Result<Order, Outcome> {
        let order = match action {
            Action::Attack(target) => {
                let target = self.target(target).ok_or(Outcome::NoTarget)?;
                self.attack(target)?
            }
            Action::Cast(spell, target) => {
                let target = self.target(target).ok_or(Outcome::NoTarget)?;
                Order::Cast(self.id, *spell, target)
            }
            Action::MoveTo(place) => {
                let place = self.memory().place(*place);
                self.step_towards(place.ok_or(Outcome::NoPlace)?)?
            }
            Action::Flee => self.flee()?,
            Action::AlertAllies => Order::Alert(self.id),
            Action::Pass => Order::Rest(self.id),
        };
        let side = self.units.side(self.id);
        match check::begin(self.world, side, &order) {
            Ok(_) => Ok(order),
            Err(refusal) => Err(Outcome::Refused(refusal)),
        }
    }

    /// Whether it sees an enemy, if a side that sees it can tell.
    fn shows_enemy(&self, side: Side) -> Option<bool> {
        let (mine, roster) = (self.units.side(self.id), self.units.roster());
        let known = self.knowledge.of(side);
        let is_known = |&id: &UnitId| self.units.side(id) == side || known.sees_unit(id);
        let mut sides = (0..side_count(self.world)).map(Side);
        match self.foes().iter().any(is_known) {
            true => Some(true),
            // Of others it may see somebody who is hidden.
            false => sides
                .all(|other| other == side || !roster.are_hostile(mine, other))
                .then_some(false),
        }
    }

    /// Whether a condition holds for it, if a side that sees it can tell.
    fn shows(&self, side: Side, condition: &Condition) -> Option<bool> {
        match condition {
            Condition::SeesEnemy => self.shows_enemy(side),
            Condition::SelfHpUnder(_) | Condition::Flag(_) => Some(self.holds(condition)),
            Condition::Not(inner) => self.shows(side, inner).map(|holds| !holds),
            Condition::AnyOf(inner) => {
                let shown = inner.iter().map(|one| self.shows(side, one));
                shown.reduce(|one, other| match (one, other) {
                    (Some(true), _) | (_, Some(true)) => Some(true),
                    (Some(false), Some(false)) => Some(false),
                    _ => None,
                })?
            }
            Condition::Aware
            | Condition::KnowsPosition
            | Condition::AllyHpUnder(..)
            | Condition::ApAtLeast(_)
            | Condition::CanCast(_) => None,
        }
    }

    /// Whether an action may be what leads to an order, as far as a side that sees the character can tell.
    fn may_be(&self, side: Side, action: &Action, order: &Order) -> bool {
        match (action, order) {
            (Action::Attack(_), Order::Attack(..) | Order::Move(..))
            | (Action::Flee, Order::Move(..)) => self.shows_enemy(side) != Some(false),
            (Action::Cast(spell, _), Order::Cast(_, cast, _)) => spell == cast,
            (Action::MoveTo(_), Order::Move(..))
            | (Action::AlertAllies, Order::Alert(_))
            | (Action::Pass, Order::Rest(_)) => true,
            _ => false,
        }
    }

    /// Strikes a target in reach, else steps closer; with a ranged weapon beside it, away (clarification 11).
    fn attack(&self, target: UnitId) -> Result<Order, Outcome> {
        let content = setup::content(self.world);
        let is_ranged = Fighter::of(self.world, self.id).is_ranged(content);
        let seat = self.units.seat(target).ok_or(Outcome::NoTarget)?;
        match (is_ranged, self.distance(self.tile, target)) {
            (false, 1) | (true, 2..) => Ok(Order::Attack(self.id, target)),
            (true, _) => {
                let away = self
                    .free_steps()
                    .find(|&(_, to)| self.distance(to, target) == 2);
                away.map(|(direction, _)| self.step(direction))
                    .ok_or(Outcome::NoEscape)
            }
            (false, _) => self.step_towards(seat),
        }
    }

    fn step(&self, direction: Direction) -> Order {
        Order::Move(self.id, vec![direction])
    }

    /// Lists the steps that nobody known and no ground bars, clockwise.
    fn free_steps(&self) -> impl Iterator<Item = (Direction, TileId)> {
        let side = self.units.side(self.id);
        let layers = &self.knowledge.of(side).layers;
        let board = self.units.board();
        board
            .grid
            .neighbors(self.tile)
            .filter(move |&(direction, to)| {
                crate::rules::kit::ways::can_step(board, layers, self.tile, direction, to)
                    && !is_shunned(self.world, side, to)
            })
    }

    /// Steps on a shortest way to the hex in reach that is nearest to a goal (clarification 10).
    fn step_towards(&self, goal: TileId) -> Result<Order, Outcome> {
        let side = self.units.side(self.id);
        let layers = &self.knowledge.of(side).layers;
        let mut shunned = barred(self.world, side);
        traps(self.world, side).for_each(|tile| shunned.insert(tile));
        let first = Ways::first_step(self.units.board(), layers, self.tile, goal, |tile| {
            shunned.contains(tile)
        });
        first
            .filter(|&direction| !self.has_come_from(direction))
            .map(|direction| self.step(direction))
            .ok_or(Outcome::NoStep)
    }

    /// Whether a step undoes the one that the character has just taken, as its facing tells: what it sees from one
    /// hex and not from the other would have it go to and fro (ours).
    fn has_come_from(&self, direction: Direction) -> bool {
        let next = self.units.board().grid.neighbor(self.tile, direction);
        let Facing(ahead) = *self.units.part(self.id);
        self.units.part::<Purse>(self.id).acts > 0
            && next == Some(self.memory().before)
            && direction == ahead.opposite()
    }

    /// Steps where the nearest enemy is farthest off, if that is farther than here (clarification 11).
    pub(super) fn flee(&self) -> Result<Order, Outcome> {
        let foes = self.foes();
        let nearest = |from| foes.iter().map(|&foe| self.distance(from, foe)).min();
        let here = nearest(self.tile).ok_or(Outcome::NoTarget)?;
        let mut best = (here, None);
        for (direction, to) in self.free_steps() {
            let there = nearest(to).unwrap_or(here);
            if there > best.0 {
                best = (there, Some(direction));
            }
        }
        let step = best.1.map(|direction| self.step(direction));
        step.ok_or(Outcome::NoEscape)
    }
}

/// Says what came of the rules of a character's script, one line each: number, rule and outcome.
pub fn trace(world: &World, id: UnitId, choice: &Choice) -> Vec<String> {
    let outcomes = choice.tried.iter().map(Outcome::to_string);
    traced(world, id, outcomes)
}

/// Returns the computer's character that acts now, if it acts by its script in the sight of a side, and what
/// comes of its rules as that side may read it.
pub fn watched(world: &World, side: Side) -> Option<(UnitId, Vec<String>)> {
    let content = setup::content(world);
    let known = world.resource::<Knowledge>().of(side);
    let progress = world.resource::<Progress>();
    let acting = progress
        .acting
        .filter(|_| content.figures.deciders.others == Decider::Script);
    let id = acting.filter(|&id| progress.fights() && known.sees_unit(id))?;
    Some((id, open_trace(world, side, id, &choose(world, id).order)))
}

/// Says which rules may be behind an order, as whoever sees the character could tell: why others are not is
/// told where everybody sees that, too. Which one fired may hang on what is hidden, such as who stands in the
/// way.
fn open_trace(world: &World, side: Side, id: UnitId, order: &Order) -> Vec<String> {
    let (content, mind) = (setup::content(world), Mind::of(world, id));
    let rules = &content.script(part::<Sheet>(world, id).script).combat;
    let failing = |rule: &Rule| {
        let mut conditions = rule.when.iter();
        let fails = conditions.find(|&one| mind.shows(side, one) == Some(false));
        fails.map(|condition| reasons::condition(content, condition, false))
    };
    let may_fire = |rule: &Rule| failing(rule).is_none() && mind.may_be(side, &rule.act, order);
    let is_only = rules.iter().filter(|rule| may_fire(rule)).count() == 1;
    let holds =
        |rule: &Rule| (rule.when.iter()).all(|condition| mind.shows(side, condition) == Some(true));
    // A character rests, too, if no rule fires.
    let is_sure = |rule: &Rule| is_only && (*order != Order::Rest(id) || holds(rule));
    let last = rules.iter().rposition(may_fire);
    let shown = rules.iter().take(last.map_or(rules.len(), |last| last + 1));
    let outcomes = shown.map(|rule| match failing(rule) {
        Some(told) => Outcome::Fails(told).to_string(),
        None if !may_fire(rule) => "skipped".into(),
        None if is_sure(rule) => Outcome::Fired.to_string(),
        None => "may be this one".into(),
    });
    traced(world, id, outcomes)
}

/// Writes what is told of the rules of a character's script.
fn traced(world: &World, id: UnitId, told: impl Iterator<Item = String>) -> Vec<String> {
    let content = setup::content(world);
    let script = content.script(part::<Sheet>(world, id).script);
    let name = &part::<Title>(world, id).0;
    let rules = (1..).zip(&script.combat).zip(told);
    let lines = rules.map(|((number, rule), told)| {
        let script = script.name.to_lowercase();
        let act = reasons::action(content, &rule.act);
        format!("{name} ({script}, rule {number}), {act}: {told}")
    });
    lines.collect()
}

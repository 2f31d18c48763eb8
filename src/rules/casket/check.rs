//! Checks orders and makes the plans that carry them out.
//!
//! **Invariant:** rolls and writes nothing; whatever passes can be carried out. Boards, facings, Heat and sizes
//! of piles are public, so nothing here depends on what a side does not know (clarification 20).

use bevy::prelude::World;

use crate::battle::grid::{Direction, TileId};
use crate::battle::phase::Verdict;
use crate::battle::rules::{Rules, Waiting};
use crate::battle::unit::{Side, UnitId};
use crate::playing::check_renewal;
use crate::rules::casket::Casket;
use crate::rules::casket::content::{
    Aim, Area, Band, Card, Effect, Kind, Move, Trait, Trigger, Who,
};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::event::{Event, How};
use crate::rules::casket::legal;
use crate::rules::casket::machine::{Build, CardNo, Part, Physical, State};
use crate::rules::casket::order::{Aiming, Choice, Order, Refusal, Source, Threat};
use crate::rules::casket::plan::deed::Deed;
use crate::rules::casket::plan::{Plan, Task};

/// Most orders of a unit in a turn, so that no turn goes on for ever.
pub const MOST_ORDERS: u8 = 100;

/// Checks an order of a side and makes its plan.
pub(super) fn begin(
    world: &World,
    side: Side,
    order: &Order,
    waiting: Option<&Waiting<Casket>>,
) -> Result<Plan, Refusal> {
    if world.resource::<Verdict>().0.is_some() {
        return Err(Refusal::BattleOver);
    }
    if !Casket::owes(world, side) {
        return Err(Refusal::NotNow);
    }
    let duel = Duel::of(world);
    if let Some(waiting) = waiting {
        return duel.answer(&waiting.plan, &waiting.choice, order);
    }
    if let Order::Renew(source) = order {
        check_renewal::<Casket>(world, source).map_err(Refusal::CannotRenew)?;
        let source = source.clone();
        return Ok(Plan::of(Task::emit(Event::Renewed { source })));
    }
    let unit = duel.progress.acting.ok_or(Refusal::NotNow)?;
    duel.check(unit, order)
}

impl Duel<'_> {
    /// Checks an order for the unit whose turn it is.
    ///
    /// # Errors
    /// Why it cannot be carried out.
    pub fn check(&self, unit: UnitId, order: &Order) -> Result<Plan, Refusal> {
        if self.get(unit).body().orders >= MOST_ORDERS && *order != Order::Pass {
            return Err(Refusal::TooManyOrders { most: MOST_ORDERS });
        }
        let task = match order {
            Order::Step(direction) => self.check_step(unit, *direction)?,
            Order::Turn(facing) => self.check_turn(unit, *facing)?,
            Order::Brace => self.check_brace(unit)?,
            Order::Play(source, aiming) => {
                let plan = self.check_play(unit, *source, aiming)?;
                return Ok(self.after_defiance(unit, order, plan));
            }
            Order::Pass => {
                let is_free = self.get(unit).body().orders < MOST_ORDERS;
                if is_free && self.has(unit, Trait::MustAttack) && legal::can_attack(self, unit) {
                    return Err(Refusal::MustAttack);
                }
                return Ok(Plan::end_of_turn(unit));
            }
            Order::Renew(_) => return Err(Refusal::NotNow),
            _ => return Err(Refusal::NotAsked),
        };
        Ok(self.after_defiance(unit, order, Plan::of(task)))
    }

    /// Has a casket take its harm after a plan if it should vent and does something else (§8, Assault). It comes
    /// afterwards, so that no card is lost that is being played.
    fn after_defiance(&self, unit: UnitId, order: &Order, plan: Plan) -> Plan {
        let mut harm = None;
        self.each_trait(unit, |one, _| {
            if let Trait::VentOrHarm(points) = one {
                harm = Some((one, points));
            }
        });
        let vents = match order {
            Order::Play(source, _) => self
                .card_of(unit, *source)
                .is_some_and(|physical| self.card(physical.card).is_vent()),
            _ => false,
        };
        match harm {
            Some((given, points)) if !vents => {
                let harm = Task::Harm {
                    unit,
                    points: points.into(),
                    part: None,
                    by: None,
                };
                Plan::of(Task::Judge)
                    .before(harm)
                    .with(plan)
                    .before(Task::emit(Event::Spent { unit, given }))
            }
            _ => plan,
        }
    }

    fn pay(&self, unit: UnitId, needs: u8) -> Result<(), Refusal> {
        let left = self.sp_left(unit);
        match needs <= left {
            true => Ok(()),
            false => Err(Refusal::NoSp { needs, left }),
        }
    }

    fn check_step(&self, unit: UnitId, direction: Direction) -> Result<Task, Refusal> {
        if self.is_rooted(unit) {
            return Err(Refusal::CannotMove);
        }
        if self.hexes_left(unit).is_some_and(|left| left < 1) {
            let most = i16::from(self.get(unit).body().hexes);
            return Err(Refusal::NoMoreHexes { most });
        }
        let from = self.get(unit).tile();
        let to = self.step(from, direction).ok_or(Refusal::NoStep)?;
        if self.at(to).is_some() {
            return Err(Refusal::Occupied);
        }
        let sp = self.step_cost(unit, direction).ok_or(Refusal::Impassable)?;
        self.pay(unit, sp)?;
        let how = How::Walked;
        Ok(Task::Step { unit, to, how, sp })
    }

    fn check_turn(&self, unit: UnitId, facing: Direction) -> Result<Task, Refusal> {
        let now = self.get(unit).now.facing;
        if self.has(unit, Trait::NoTurning) {
            return Err(Refusal::CannotTurn);
        }
        match now.turns_to(facing) {
            0 => return Err(Refusal::SameFacing),
            1 => {}
            _ => return Err(Refusal::TurnTooFar),
        }
        let sp = self.turn_cost(unit);
        self.pay(unit, sp)?;
        let roll = None;
        Ok(Task::emit(Event::Turned {
            unit,
            facing,
            sp,
            roll,
        }))
    }

    fn check_brace(&self, unit: UnitId) -> Result<Task, Refusal> {
        let mut braces = None;
        self.each_trait(unit, |one, _| {
            if let Trait::Braced(points) = one {
                braces = Some(points);
            }
        });
        let is_action = self.content.figures.switches.brace_action;
        let points = braces.filter(|_| is_action).ok_or(Refusal::NoBrace)?;
        let lasting = &self.get(unit).body().lasting;
        if lasting
            .iter()
            .any(|one| matches!(one.given, Trait::Braced(_)))
        {
            return Err(Refusal::BracesAlready);
        }
        let sp = (self.content.figures.costs.brace).saturating_add(self.surcharge(unit));
        self.pay(unit, sp)?;
        Ok(Task::emit(Event::Braced { unit, points, sp }))
    }

    /// Checks a card, without its target, and returns it.
    pub fn check_card(&self, unit: UnitId, source: Source) -> Result<Physical, Refusal> {
        let physical = self.card_of(unit, source).ok_or(Refusal::NoCard)?;
        let card = self.card(physical.card);
        let name = || card.name.clone();
        let machine = self.get(unit);
        match source {
            Source::Hand(no) => {
                if !machine.piles().hand.contains(&no) {
                    return Err(Refusal::NoCard);
                }
                if machine.piles().played.contains(&no) {
                    return Err(Refusal::PlayedAlready { card: name() });
                }
            }
            Source::Ability(_) => {
                let uses = self.race(unit).map_or(0, |race| race.uses);
                if machine.body().used >= uses {
                    return Err(Refusal::NoUsesLeft { card: name() });
                }
            }
            Source::Strike if machine.body().attacked => {
                return Err(Refusal::PlayedAlready { card: name() });
            }
            Source::Strike => {}
        }
        if !card.is_played() {
            return Err(Refusal::NotPlayable { card: name() });
        }
        if let Some(part) = physical.arm
            && self.state(unit, part) == State::Disabled
        {
            return Err(Refusal::ArmDisabled { part });
        }
        if card.taint > machine.body().taint {
            return Err(Refusal::NeedsTaint { taint: card.taint });
        }
        if card.is_attack() && self.has(unit, Trait::NoAttacks) {
            return Err(Refusal::CannotAttack);
        }
        if card.is_support() && self.has(unit, Trait::NoSupport) {
            return Err(Refusal::NoSupport);
        }
        if card.is_movement() && self.is_rooted(unit) {
            return Err(Refusal::CannotMove);
        }
        Ok(physical)
    }

    /// Checks that a card is played with an aim.
    fn check_play(&self, unit: UnitId, source: Source, aiming: &Aiming) -> Result<Plan, Refusal> {
        let physical = self.check_card(unit, source)?;
        let card = self.card(physical.card);
        self.check_ids(aiming)?;
        let (from, extra) = self.check_moves(unit, physical, card, aiming)?;
        let cost = match source {
            Source::Strike => 0,
            _ => self.card_cost(unit, physical).saturating_add(extra),
        };
        self.pay(unit, cost)?;
        if card.is_attack() {
            self.check_target(unit, card, from, aiming)?;
        } else {
            self.check_gift(unit, card, aiming)?;
        }
        self.check_repair(unit, card, aiming)?;
        let deed = Deed::of(unit, physical, aiming.clone());
        Ok(Plan::of(Task::Play(Box::new(deed), source, cost)))
    }

    fn check_ids(&self, aiming: &Aiming) -> Result<(), Refusal> {
        for id in [aiming.target, aiming.second].into_iter().flatten() {
            let machine = self.find(id).ok_or(Refusal::UnknownUnit(id))?;
            if !machine.is_up() {
                let name = self.name(id).to_owned();
                return Err(Refusal::Gone { name });
            }
        }
        match aiming.tile {
            Some(tile) if tile.index() >= self.grid.len() => Err(Refusal::UnknownHex),
            _ => Ok(()),
        }
    }

    /// Checks path and facing of a card; returns where its attack comes from, and the SP that the ground adds.
    fn check_moves(
        &self,
        unit: UnitId,
        physical: Physical,
        card: &Card,
        aiming: &Aiming,
    ) -> Result<(TileId, u8), Refusal> {
        let here = self.get(unit).tile();
        let step = card.all_effects().find_map(|effect| match effect {
            Effect::Move(step) => Some(*step),
            _ => None,
        });
        let turns = card.all_effects().find_map(|effect| match effect {
            Effect::Turn(sixths) => Some(*sixths),
            _ => None,
        });
        if let Some(facing) = aiming.facing {
            let name = || card.name.clone();
            let most = turns.ok_or_else(|| Refusal::NoFacing { card: name() })?;
            if self.has(unit, Trait::NoTurning) {
                return Err(Refusal::CannotTurn);
            }
            if self.get(unit).now.facing.turns_to(facing) > most {
                return Err(Refusal::TurnTooFar);
            }
        }
        let Some(step) = step else {
            let name = card.name.clone();
            return match aiming.path.is_empty() {
                true => Ok((here, 0)),
                false => Err(Refusal::NoPath { card: name }),
            };
        };
        let (end, extra) = self.check_path(unit, physical, &step, &aiming.path)?;
        let is_first = card
            .first
            .iter()
            .any(|effect| matches!(effect, Effect::Move(_)));
        Ok((if is_first { end } else { here }, extra))
    }

    /// Checks the steps of a card; returns where they end and the SP that the ground adds.
    pub(super) fn check_path(
        &self,
        unit: UnitId,
        physical: Physical,
        step: &Move,
        path: &[Direction],
    ) -> Result<(TileId, u8), Refusal> {
        let machine = self.get(unit);
        let mut at = machine.tile();
        if path.is_empty() {
            return Ok((at, 0));
        }
        if self.is_rooted(unit) {
            return Err(Refusal::CannotMove);
        }
        let most = self.reach_of(unit, physical, step);
        if path.len() > usize::from(most) {
            return Err(Refusal::PathTooLong { most });
        }
        if let Some(left) = self.hexes_left(unit)
            && (path.len() as i64) > i64::from(left)
        {
            let most = left + i16::from(machine.body().hexes);
            return Err(Refusal::NoMoreHexes { most });
        }
        if step.straight && path.windows(2).any(|two| two[0] != two[1]) {
            return Err(Refusal::PathNotStraight);
        }
        if step.forward && path.iter().any(|&one| one != machine.now.facing) {
            return Err(Refusal::NotForward);
        }
        let mut extra = 0_u8;
        for (index, &direction) in path.iter().enumerate() {
            let to = self.step(at, direction).ok_or(Refusal::NoStep)?;
            let cost = self.terrain_cost(at, to, step.flies, step.ignores_difficult);
            extra = extra.saturating_add(cost.ok_or(Refusal::Impassable)?);
            let is_last = index + 1 == path.len();
            if !self.may_pass(unit, to, step.flies, is_last) {
                return Err(Refusal::PathBlocked);
            }
            at = to;
        }
        Ok((at, extra))
    }

    /// Whether a unit may come through a hex, or end on it (§2).
    pub(super) fn may_pass(&self, unit: UnitId, tile: TileId, flies: bool, is_last: bool) -> bool {
        match self.at(tile) {
            Some(other) if other.id != unit => {
                !is_last && (flies || !self.are_foes(unit, other.id))
            }
            _ => !(is_last && self.ground(tile).wall),
        }
    }

    /// Returns the fewest and most hexes that an attack reaches.
    pub fn range_of(&self, card: &Card) -> (u32, u32) {
        let figures = &self.content.figures;
        let bands = &figures.to_hit;
        let (begins, most) = match card.range {
            Band::Adjacent => return (1, 1),
            Band::Close => (2, bands.close_to),
            Band::Medium => (u32::from(bands.close_to) + 1, bands.medium_to),
            Band::Long => (u32::from(bands.medium_to) + 1, bands.long_to),
        };
        let least = match card.kind {
            Kind::Ranged if figures.switches.strict_bands => begins,
            Kind::Ranged => 2,
            _ => 1,
        };
        (least, most.into())
    }

    fn check_target(
        &self,
        unit: UnitId,
        card: &Card,
        from: TileId,
        aiming: &Aiming,
    ) -> Result<(), Refusal> {
        let name = || card.name.clone();
        match card.area {
            Area::Single => {
                if aiming.target.is_none()
                    && let Some(tile) = aiming.tile
                {
                    return self.check_terrain_target(card, from, tile);
                }
                let target = aiming
                    .target
                    .ok_or_else(|| Refusal::NeedsTarget { card: name() })?;
                self.check_foe(unit, card, from, target)?;
                if let Some(second) = aiming.second {
                    self.check_second(unit, card, from, (target, second))?;
                }
            }
            Area::Blast => {
                let center = self.center(aiming);
                let center = center.ok_or_else(|| Refusal::NeedsTarget { card: name() })?;
                self.check_range(card, from, center)?;
            }
            Area::Line(_) => {
                let center = self.center(aiming).filter(|&tile| tile != from);
                center.ok_or_else(|| Refusal::NeedsTarget { card: name() })?;
            }
            Area::Cone | Area::Ring(_) => {}
        }
        if card.area != Area::Single {
            if aiming.called.is_some() {
                return Err(Refusal::CalledArea);
            }
            let struck = self.struck(unit, card, from, aiming);
            if !struck.iter().any(|&(id, _)| self.are_foes(unit, id)) {
                return Err(Refusal::NoTarget { card: name() });
            }
        }
        let target = aiming.target.filter(|_| aiming.called.is_some());
        match target {
            Some(target) if !self.build(target).is_casket() => Err(Refusal::NoComponent),
            _ => Ok(()),
        }
    }

    /// Returns the hex that an area is aimed at.
    pub(super) fn center(&self, aiming: &Aiming) -> Option<TileId> {
        let target = aiming.target.map(|id| self.get(id).tile());
        aiming.tile.or(target)
    }

    fn check_foe(
        &self,
        unit: UnitId,
        card: &Card,
        from: TileId,
        target: UnitId,
    ) -> Result<(), Refusal> {
        let friendly = self.content.figures.switches.friendly_fire || self.scenario.friendly_fire;
        if target == unit || !(self.are_foes(unit, target) || friendly) {
            let name = self.name(target).to_owned();
            return Err(Refusal::NotAFoe { name });
        }
        self.check_range(card, from, self.get(target).tile())
    }

    fn check_range(&self, card: &Card, from: TileId, tile: TileId) -> Result<(), Refusal> {
        let distance = self.grid.distance(from, tile);
        let (least, most) = self.range_of(card);
        match () {
            () if distance > most => Err(Refusal::OutOfRange { distance, most }),
            () if distance < least => Err(Refusal::TooClose { distance, least }),
            () if card.kind != Kind::Melee && !card.indirect && self.line(from, tile).blocked => {
                Err(Refusal::NoSight)
            }
            () => Ok(()),
        }
    }

    fn check_second(
        &self,
        unit: UnitId,
        card: &Card,
        from: TileId,
        (first, second): (UnitId, UnitId),
    ) -> Result<(), Refusal> {
        let sweeps = |effect: &Effect| matches!(effect, Effect::Second(_));
        if !card.split && !card.effects.iter().any(sweeps) {
            let card = card.name.clone();
            return Err(Refusal::NoTarget { card });
        }
        if !card.split && first == second {
            let card = card.name.clone();
            return Err(Refusal::NoTarget { card });
        }
        self.check_foe(unit, card, from, second)
    }

    /// Checks an attack on a hex whose terrain can be destroyed.
    fn check_terrain_target(&self, card: &Card, from: TileId, tile: TileId) -> Result<(), Refusal> {
        if self.ground(tile).breaks.is_none() {
            let card = card.name.clone();
            return Err(Refusal::NoTarget { card });
        }
        self.check_range(card, from, tile)
    }

    /// Lists whom an area strikes from a hex, with the base damage of each, by distance and id.
    pub fn struck(
        &self,
        unit: UnitId,
        card: &Card,
        from: TileId,
        aiming: &Aiming,
    ) -> Vec<(UnitId, i16)> {
        let base = i16::from(card.damage.unwrap_or(0));
        let edge = card.edge.map_or(base, i16::from);
        let facing = self.get(unit).now.facing;
        let center = self.center(aiming);
        let tiles: Vec<(TileId, i16)> = match card.area {
            Area::Single => Vec::new(),
            Area::Cone => [0, 1, 5]
                .into_iter()
                .filter_map(|turn| self.step(from, facing.turned(turn)))
                .map(|tile| (tile, base))
                .collect(),
            Area::Line(hexes) => self.ray(from, center, hexes, base),
            Area::Blast => center.map_or_else(Vec::new, |center| {
                let around = self.grid.neighbors(center).map(|(_, tile)| (tile, edge));
                std::iter::once((center, base)).chain(around).collect()
            }),
            Area::Ring(hexes) => {
                let is_in = |tile: &TileId| self.grid.distance(from, *tile) <= hexes.into();
                let standing = self.standing().map(|machine| machine.tile());
                let mut tiles: Vec<_> = standing.filter(is_in).map(|tile| (tile, base)).collect();
                tiles.sort_by_key(|&(tile, _)| self.grid.distance(from, tile));
                tiles
            }
        };
        let spares = card.spares_allies || self.content.figures.switches.areas_spare_allies;
        let on = |(tile, base): (TileId, i16)| self.at(tile).map(|machine| (machine.id, base));
        let is_struck =
            |&(id, _): &(UnitId, i16)| id != unit && (!spares || self.are_foes(unit, id));
        tiles.into_iter().filter_map(on).filter(is_struck).collect()
    }

    fn ray(&self, from: TileId, to: Option<TileId>, hexes: u8, base: i16) -> Vec<(TileId, i16)> {
        let Some(to) = to.filter(|&to| to != from) else {
            return Vec::new();
        };
        let direction = self.grid.direction_towards(from, to);
        let next = |&tile: &TileId| {
            let next = self.step(tile, direction);
            next.filter(|&tile| !self.ground(tile).wall)
        };
        let ray = std::iter::successors(Some(from), next).skip(1);
        ray.take(hexes.into()).map(|tile| (tile, base)).collect()
    }

    /// Checks whom a utility card is for.
    fn check_gift(&self, unit: UnitId, card: &Card, aiming: &Aiming) -> Result<(), Refusal> {
        let target = match (card.aim, aiming.target) {
            (Aim::Own | Aim::OwnOrAlly, None) => return Ok(()),
            (Aim::Own, Some(target)) if target == unit => return Ok(()),
            (Aim::Own, Some(_)) => {
                let card = card.name.clone();
                return Err(Refusal::NoTarget { card });
            }
            (Aim::Ally, None) => {
                let card = card.name.clone();
                return Err(Refusal::NeedsTarget { card });
            }
            (Aim::Ally | Aim::OwnOrAlly, Some(target)) => target,
        };
        if card.aim == Aim::OwnOrAlly && target == unit {
            return Ok(());
        }
        let is_near = self.neighbors(unit).any(|machine| machine.id == target);
        match is_near && !self.are_foes(unit, target) && self.build(target).is_casket() {
            true => Ok(()),
            false => Err(Refusal::NotAnAlly {
                name: self.name(target).to_owned(),
            }),
        }
    }

    /// Checks the damage cards that a card deletes.
    fn check_repair(&self, unit: UnitId, card: &Card, aiming: &Aiming) -> Result<(), Refusal> {
        let repairs = card.all_effects().find_map(|effect| match effect {
            Effect::Repair(Who::Own, cards) => Some((unit, *cards)),
            Effect::Repair(_, cards) => Some((aiming.target.unwrap_or(unit), *cards)),
            _ => None,
        });
        let Some((mended, cards)) = repairs else {
            return match aiming.repair.is_empty() {
                true => Ok(()),
                false => Err(Refusal::NothingToRepair),
            };
        };
        let wounds: Vec<_> = self.wounds_in_discard(mended).collect();
        let mut named = aiming.repair.clone();
        named.sort_unstable();
        named.dedup();
        let is_right = named.len() == aiming.repair.len()
            && named.len() <= cards.into()
            && !named.is_empty()
            && named.iter().all(|no| wounds.contains(no));
        // A card that does more than repair may be played without a wound.
        let is_needed = card.effects.len() == 1;
        match is_right || (aiming.repair.is_empty() && !is_needed) {
            true => Ok(()),
            false => Err(Refusal::NothingToRepair),
        }
    }

    /// Lists the damage cards in the discard pile of a casket, from its bottom.
    pub fn wounds_in_discard(&self, id: UnitId) -> impl Iterator<Item = CardNo> {
        let piles = self.get(id).piles();
        let is_wound = |no: &CardNo| self.card(piles.get(*no).card).kind == Kind::Damage;
        piles.discard.iter().copied().filter(is_wound)
    }

    /// Lists the reactions that a casket may commit against something, by place in hand.
    pub fn reactions(&self, id: UnitId, threat: &Threat) -> Vec<CardNo> {
        let machine = self.get(id);
        let piles = machine.piles();
        if !machine.is_up() {
            return Vec::new();
        }
        let fits = |no: &CardNo| {
            let physical = piles.get(*no);
            let card = self.card(physical.card);
            let is_whole = |part: Part| self.state(id, part) != State::Disabled;
            let counters = |effect: &Effect| matches!(effect, Effect::Counter(_));
            // A counter reaches adjacent attackers only; a guard may stand farther off.
            let reaches = match threat {
                Threat::Attack(blow) if card.effects.iter().all(counters) => {
                    let from = self.get(blow.attacker).tile();
                    self.grid.distance(from, machine.tile()) == 1
                }
                _ => true,
            };
            card.kind == Kind::Reactive
                && reaches
                && card.taint <= machine.body().taint
                && physical.arm.is_none_or(is_whole)
                && match (threat, card.trigger) {
                    (Threat::Heat(_), Trigger::Heat) | (Threat::Attack(_), Trigger::Attack) => true,
                    (Threat::Attack(blow), Trigger::Melee) => blow.kind == Kind::Melee,
                    (Threat::Attack(blow), Trigger::Ranged) => blow.kind == Kind::Ranged,
                    _ => false,
                }
        };
        piles.hand.iter().copied().filter(fits).collect()
    }

    /// Checks an answer to a waiting plan and resumes it.
    ///
    /// # Errors
    /// Why it is no answer.
    pub fn answer(&self, plan: &Plan, choice: &Choice, order: &Order) -> Result<Plan, Refusal> {
        match (choice, order) {
            (Choice::React(unit, threat), Order::React(no)) => {
                let fits = |no: &CardNo| self.reactions(*unit, threat).contains(no);
                if no.as_ref().is_some_and(|no| !fits(no)) {
                    return Err(Refusal::NotReactive);
                }
                Ok(plan.clone().before(Task::Reacted {
                    unit: *unit,
                    no: *no,
                }))
            }
            (Choice::Guard(_, guards), Order::Guard(guard)) => {
                if guard.is_some_and(|guard| !guards.contains(&guard)) {
                    return Err(Refusal::NoGuard);
                }
                Ok(plan.clone().before(Task::Guarded(*guard)))
            }
            (Choice::Lose(unit, points), Order::Lose(hand)) => {
                self.check_loss(*unit, *points, hand)?;
                let (unit, hand, points) = (*unit, hand.clone(), *points);
                Ok(plan.clone().before(Task::Paid { unit, hand, points }))
            }
            (Choice::BoilOver(unit), Order::BoilOver { skip }) => {
                let (unit, skips) = (*unit, *skip);
                Ok(plan.clone().before(Task::BoiledOver { unit, skips }))
            }
            (Choice::Keep(unit, count), Order::Discard(cards)) => {
                self.check_hand(*unit, cards)?;
                if cards.len() != usize::from(*count) {
                    let (needs, named) = (u16::from(*count), cards.len());
                    return Err(Refusal::WrongCount { needs, named });
                }
                let (unit, hand) = (*unit, cards.clone());
                let (deck, is_random) = (Vec::new(), false);
                let event = Event::Discarded {
                    unit,
                    hand,
                    deck,
                    is_random,
                };
                Ok(plan.clone().before(Task::emit(event)))
            }
            (Choice::Steer(unit), Order::Steer(inner)) => {
                if !matches!(
                    **inner,
                    Order::Step(_) | Order::Turn(_) | Order::Brace | Order::Play(..) | Order::Pass
                ) {
                    return Err(Refusal::NotAsked);
                }
                // A foe picks an action (clarification 17); it passes only where there is none.
                if **inner == Order::Pass && legal::of_unit(self, *unit) != [Order::Pass] {
                    return Err(Refusal::SteersAction);
                }
                let steered = self.check(*unit, inner)?;
                let given = Trait::Steered;
                let spent = Task::emit(Event::Spent { unit: *unit, given });
                Ok(plan.clone().with(steered).before(spent))
            }
            _ => Err(Refusal::Answer),
        }
    }

    fn check_hand(&self, unit: UnitId, cards: &[CardNo]) -> Result<(), Refusal> {
        let hand = &self.get(unit).piles().hand;
        let is_twice = |at: usize| cards[..at].contains(&cards[at]);
        match cards.iter().all(|no| hand.contains(no)) && !(0..cards.len()).any(is_twice) {
            true => Ok(()),
            false => Err(Refusal::WrongCards),
        }
    }

    fn check_loss(&self, unit: UnitId, points: u16, hand: &[CardNo]) -> Result<(), Refusal> {
        self.check_hand(unit, hand)?;
        let deck = self.get(unit).piles().deck.len();
        let named = hand.len();
        let points = usize::from(points);
        match named <= points && points - named <= deck {
            true => Ok(()),
            false => {
                let needs = points.saturating_sub(deck).max(points.min(named)) as u16;
                Err(Refusal::WrongCount { needs, named })
            }
        }
    }

    /// Whether a unit is one that others give orders to.
    pub fn is_casket(&self, id: UnitId) -> bool {
        matches!(self.build(id), Build::Casket { .. })
    }
}

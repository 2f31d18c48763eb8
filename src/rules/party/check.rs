//! Checks orders by what their side knows, and makes the plans that carry them out.
//!
//! **Invariant:** rolls and writes nothing; whatever passes can be carried out.

mod things;

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::grid::{Direction, TileId};
use crate::battle::knowledge::Knowledge;
use crate::battle::phase::Verdict;
use crate::battle::rules::Rules;
use crate::battle::tile_set::TileSet;
use crate::battle::unit::{Side, Title, UnitId, Units, part};
use crate::playing::check_renewal;
use crate::rules::kit::ways::can_step;
use crate::rules::party::attack::Fighter;
use crate::rules::party::character::{Effects, Gear, Mana, Memory, Purse, Sheet};
use crate::rules::party::content::{Aim, Spell, SpellId};
use crate::rules::party::event::Event;
use crate::rules::party::objects::is_trapped;
use crate::rules::party::order::{Order, Refusal};
use crate::rules::party::overland::JourneyTask;
use crate::rules::party::plan::{Plan, Task, nearest_foe};
use crate::rules::party::progress::{PARTY, Progress, foes, is_hunted, is_worn_out};
use crate::rules::party::scenario::Map;
use crate::rules::party::{Party, overland, setup};

/// Checks an order and makes its plan.
pub(super) fn begin(world: &World, side: Side, order: &Order) -> Result<Plan, Refusal> {
    if world.resource::<Verdict>().0.is_some() {
        return Err(Refusal::BattleOver);
    }
    if !Party::owes(world, side) {
        return Err(Refusal::NotNow);
    }
    let check = |id| Check::of(world, side, id);
    let task = match order {
        Order::Move(id, path) => check(*id)?.walk(path)?,
        Order::Attack(id, target) => check(*id)?.attack(*target)?,
        Order::Cast(id, spell, target) => check(*id)?.cast(*spell, *target)?,
        Order::Open(id) => {
            let check = check(*id)?;
            let ap = check.inventory_fee();
            check.pay(ap.into())?;
            Task::emit(Event::Opened { unit: *id, ap })
        }
        Order::Equip(id, slot) => check(*id)?.equip(*slot)?,
        Order::Use(id, slot, target) => check(*id)?.use_item(*slot, *target)?,
        Order::Handle(id, deed, tile) => check(*id)?.handle(*deed, *tile)?,
        Order::Take(id, tile, thing) => check(*id)?.take(*tile, *thing)?,
        Order::Put(id, slot, tile) => check(*id)?.put(*slot, *tile)?,
        Order::Sheathe(id) => {
            let check = check(*id)?;
            check.rummage()?;
            let weapon = check.units.part::<Gear>(*id).weapon;
            let weapon = weapon.ok_or_else(|| Refusal::Unarmed { name: check.name() })?;
            Task::emit(Event::Sheathed { unit: *id, weapon })
        }
        Order::Alert(id) => check(*id)?.alert()?,
        Order::Rest(id) if side != PARTY => Task::emit(Event::Rested {
            unit: own(world, side, *id)?,
        }),
        Order::Fight if side == PARTY => match world.resource::<Progress>().fights() {
            true => return Err(Refusal::InCombat),
            false if setup::map(world) == Map::Overland => return Err(Refusal::OnTheWay),
            false => Task::Begin(None),
        },
        Order::Enter if side == PARTY => overland::enter(world)?,
        Order::Leave if side == PARTY => overland::leave(world)?,
        Order::Renew(source) => {
            check_renewal::<Party>(world, source).map_err(Refusal::CannotRenew)?;
            let source = source.clone();
            Task::emit(Event::Renewed { source })
        }
        Order::Engage | Order::Avoid => return Err(Refusal::NobodyMet),
        Order::EndCombat if side == PARTY => end_combat(world)?,
        Order::EndTurn if side == PARTY => Task::EndPhase,
        Order::Rest(_)
        | Order::EndTurn
        | Order::Fight
        | Order::EndCombat
        | Order::Enter
        | Order::Leave => return Err(Refusal::NotTheParty),
    };
    Ok(Plan::of(task))
}

/// Checks whether the party may end combat (§6).
fn end_combat(world: &World) -> Result<Task, Refusal> {
    let progress = world.resource::<Progress>();
    let turns = setup::content(world).figures.end_button_from;
    match () {
        () if !progress.fights() => Err(Refusal::NoCombat),
        () if setup::map(world) == Map::Combat && foes(world, PARTY).next().is_some() => {
            Err(Refusal::NoEscape)
        }
        () if is_hunted(world) => Err(Refusal::Hunted),
        () if progress.calm < turns => Err(Refusal::NotCalm { turns }),
        () => Ok(Task::EndCombat),
    }
}

/// Returns a character of the side that it may order now.
fn own(world: &World, side: Side, id: UnitId) -> Result<UnitId, Refusal> {
    let units = Units::of(world);
    if !units.contains(id) {
        return Err(Refusal::UnknownUnit(id));
    }
    let name = || part::<Title>(world, id).0.clone();
    let acting = world.resource::<Progress>().acting;
    match () {
        () if units.side(id) != side => Err(Refusal::NotYours { name: name() }),
        () if units.seat(id).is_none() => Err(Refusal::Gone { name: name() }),
        () if acting.is_some_and(|acting| acting != id) => Err(Refusal::NotActing { name: name() }),
        () => Ok(id),
    }
}

/// A character whose order is checked.
struct Check<'w> {
    world: &'w World,
    units: Units<'w>,
    side: Side,
    id: UnitId,
    tile: TileId,
}

impl<'w> Check<'w> {
    fn of(world: &'w World, side: Side, id: UnitId) -> Result<Self, Refusal> {
        let units = Units::of(world);
        let id = own(world, side, id)?;
        let check = Self {
            world,
            units,
            side,
            id,
            tile: units.seat(id).expect("it is on the board"),
        };
        if units.part::<Effects>(id).sleeps(setup::content(world)) {
            return Err(Refusal::Asleep { name: check.name() });
        }
        if is_worn_out(world, id) {
            return Err(Refusal::WornOut { name: check.name() });
        }
        Ok(check)
    }

    fn name(&self) -> String {
        part::<Title>(self.world, self.id).0.clone()
    }

    fn purse(&self) -> &'w Purse {
        self.units.part(self.id)
    }

    /// Refuses what costs more AP than it has.
    fn pay(&self, needs: u16) -> Result<(), Refusal> {
        let has = self.purse().ap;
        match needs <= u16::from(has) {
            true => Ok(()),
            false => {
                let name = self.name();
                Err(Refusal::NoAp { name, needs, has })
            }
        }
    }

    /// Checks a walk; over an overland map it costs no action points, but a turn for each hex.
    fn walk(&self, path: &[Direction]) -> Result<Task, Refusal> {
        if path.is_empty() {
            return Err(Refusal::NoPath);
        }
        let travels = setup::map(self.world) == Map::Overland;
        if !travels {
            let step = setup::content(self.world).figures.costs.step;
            let needs = usize::from(step) * path.len();
            self.pay(u16::try_from(needs).unwrap_or(u16::MAX))?;
        }
        let board = self.world.resource::<Board>();
        let layers = &self.world.resource::<Knowledge>().of(self.side).layers;
        let mut at = self.tile;
        for &direction in path {
            let to = board.grid.neighbor(at, direction);
            let to = to.filter(|&to| can_step(board, layers, at, direction, to));
            at = to.ok_or_else(|| Refusal::NoWay { name: self.name() })?;
            // It leaves its own hex before it comes back to it (clarification 20).
            if self.fights() && at != self.tile && is_barred(self.world, self.side, at) {
                return Err(Refusal::Taken { name: self.name() });
            }
        }
        let (unit, path) = (self.id, path.iter().rev().copied().collect());
        Ok(match travels {
            true => Task::Journey(JourneyTask::Travel(unit, path)),
            false => Task::Walk { unit, path },
        })
    }

    fn fights(&self) -> bool {
        self.world.resource::<Progress>().fights()
    }

    fn attack(&self, target: UnitId) -> Result<Task, Refusal> {
        if !self.fights() {
            return Err(Refusal::NoCombat);
        }
        let (world, units) = (self.world, self.units);
        let known = world.resource::<Knowledge>().of(self.side);
        let is_own = units.contains(target) && units.side(target) == self.side;
        let is_seen = units.contains(target) && (is_own || known.sees_unit(target));
        let seat = units.contains(target).then(|| units.seat(target)).flatten();
        let Some(seat) = seat.filter(|_| is_seen) else {
            return Err(Refusal::Unseen);
        };
        let name = self.name();
        if !units.are_foes(self.id, target) {
            let name = part::<Title>(world, target).0.clone();
            return Err(Refusal::Friendly { name });
        }
        let content = setup::content(world);
        let fighter = Fighter::of(world, self.id);
        let distance = units.board().grid.distance(self.tile, seat);
        let sees = world.resource::<Knowledge>().unit_sees(self.id, seat);
        match fighter.is_ranged(content) {
            true if distance <= 1 => return Err(Refusal::TooClose { name }),
            true if !sees => return Err(Refusal::NoSight { name }),
            false if distance != 1 => return Err(Refusal::TooFar { name }),
            _ => {}
        }
        let ap = fighter.attack_cost(content);
        self.pay(ap.into())?;
        Ok(Task::Strike {
            attacker: self.id,
            target,
            ap,
        })
    }

    fn cast(&self, spell: SpellId, target: UnitId) -> Result<Task, Refusal> {
        let name = self.name();
        if (self.units.part::<Sheet>(self.id).spells.of(spell)).is_none() {
            return Err(Refusal::NoSpell { name });
        }
        let figures = setup::content(self.world).spell(spell);
        self.pay(figures.ap.into())?;
        let (needs, has) = (figures.mp, self.units.part::<Mana>(self.id).0);
        if needs > has {
            return Err(Refusal::NoMana { name, needs, has });
        }
        self.aim(figures, figures.range, target)?;
        Ok(Task::Cast(self.id, spell, target, None))
    }

    /// Refuses a target that a spell is not for, or that is out of its range or of sight.
    fn aim(&self, spell: &Spell, range: u8, target: UnitId) -> Result<(), Refusal> {
        let (world, units) = (self.world, self.units);
        let seat = units.contains(target).then(|| units.seat(target)).flatten();
        let sees = |tile: &TileId| {
            let own = units.side(target) == self.side;
            let known = world.resource::<Knowledge>().of(self.side);
            (own || known.sees_unit(target))
                && (target == self.id || world.resource::<Knowledge>().unit_sees(self.id, *tile))
        };
        let Some(seat) = seat.filter(sees) else {
            return Err(Refusal::Unseen);
        };
        let is_meant = match spell.aim {
            Aim::Caster => target == self.id,
            Aim::Ally => units.side(target) == self.side,
            Aim::Enemy => units.are_foes(self.id, target),
        };
        if !is_meant {
            let name = part::<Title>(world, target).0.clone();
            return Err(Refusal::WrongAim { name });
        }
        let name = self.name();
        match units.board().grid.distance(self.tile, seat) <= u32::from(range) {
            true if spell.aim == Aim::Enemy && !self.fights() => Err(Refusal::NoCombat),
            true => Ok(()),
            false => Err(Refusal::OutOfRange { name, range }),
        }
    }

    /// Returns what opening the inventory costs now, AP.
    fn inventory_fee(&self) -> u8 {
        match self.purse().opened || !self.fights() {
            true => 0,
            false => setup::content(self.world).figures.costs.inventory,
        }
    }

    /// Refuses whose inventory is closed.
    fn rummage(&self) -> Result<(), Refusal> {
        match self.purse().opened || !self.fights() {
            true => Ok(()),
            false => Err(Refusal::Closed {
                name: self.name(),
                fee: self.inventory_fee(),
            }),
        }
    }

    /// Tells those of its group, and allies near it, who know of no enemy (clarification 14).
    fn alert(&self) -> Result<Task, Refusal> {
        let (world, units) = (self.world, self.units);
        let grid = units.board().grid;
        let nearest = nearest_foe(world, self.id).and_then(|foe| units.seat(foe));
        let known = nearest.or(units.part::<Memory>(self.id).known);
        let radius = setup::content(world).figures.alert_radius;
        let is_told = |&id: &UnitId| {
            let seat = units.seat(id);
            id != self.id
                && units.side(id) == self.side
                && units.part::<Memory>(id).known.is_none()
                && seat.is_some_and(|tile| {
                    grid.distance(self.tile, tile) <= radius || are_grouped(world, self.id, id)
                })
        };
        let told: Vec<_> = units.ids().filter(is_told).collect();
        match known {
            Some(tile) if !told.is_empty() => {
                let unit = self.id;
                Ok(Task::emit(Event::Alerted { unit, tile, told }))
            }
            _ => Err(Refusal::NobodyToTell { name: self.name() }),
        }
    }
}

/// Whether two characters belong to one group of a side.
pub(super) fn are_grouped(world: &World, one: UnitId, other: UnitId) -> bool {
    let units = Units::of(world);
    let [group, with] = [one, other].map(|id| &units.part::<Sheet>(id).group);
    one == other || (units.side(one) == units.side(other) && group.is_some() && group == with)
}

/// Whether a side's characters walk around a hex: somebody is known to stand there, or a trap.
pub(super) fn is_shunned(world: &World, side: Side, tile: TileId) -> bool {
    is_barred(world, side, tile) || is_trapped(world, side, tile)
}

/// Returns the hexes where a side knows of somebody.
pub(super) fn barred(world: &World, side: Side) -> TileSet {
    let (units, known) = (Units::of(world), world.resource::<Knowledge>().of(side));
    let mut barred = TileSet::new(units.board().grid.len());
    let is_known = |id: &UnitId| units.side(*id) == side || known.sees_unit(*id);
    let there = units.ids().filter(is_known).filter_map(|id| units.seat(id));
    there.for_each(|tile| barred.insert(tile));
    barred
}

/// Whether a side knows of somebody on a hex.
pub(super) fn is_barred(world: &World, side: Side, tile: TileId) -> bool {
    let known = world.resource::<Knowledge>().of(side);
    let units = Units::of(world);
    let mut there = units.board().occupants(tile);
    there.any(|id| units.side(id) == side || known.sees_unit(id))
}

//! Checks orders by what the ordering side knows.
//!
//! **Invariant:** no check looks at another side's sealed plan or at a hex for who is on it, so that a
//! refusal tells nothing hidden; an order that passes can be carried out.

use std::collections::BTreeSet;

use bevy::prelude::World;

use crate::{
    battle::{
        grid::TileId,
        knowledge::Knowledge,
        phase::{Outcome, Turn, Verdict},
        rules::Rules,
        unit::{Presence, Roster, Side, Title, UnitId, part},
    },
    rules::fleet::{
        Fleet,
        event::Event,
        movement::sides,
        muster::Muster,
        order::{
            Action, CarrierAction, Deployment, Fault, Launch, Maneuver, Order, Place, Refusal,
            Route, ShipOrder, SidePlan, Slot,
        },
        plan::Plan,
        progress::{Progress, Stage},
        queue, renewal, setup, upkeep,
    },
};

/// Whether a side owes its plan for this turn.
pub(super) fn is_due(world: &World, side: Side) -> bool {
    let progress = world.resource::<Progress>();
    progress.stage == Stage::Command
        && !setup::fleet(world, side).intents
        && progress.of(side).sealed.is_none()
}

/// Whether all sides that owe a plan have sealed one, so that the turn can resolve.
pub(super) fn is_complete(world: &World) -> bool {
    let progress = world.resource::<Progress>();
    progress.stage == Stage::Command
        && world.resource::<Verdict>().0.is_none()
        && progress.sides.iter().any(|side| side.sealed.is_some())
        && !sides(world).any(|side| is_due(world, side))
}

/// Checks an order and makes the plan that carries it out.
///
/// # Errors
/// The first thing that is wrong, in words for the player.
pub(super) fn begin(world: &World, side: Side, order: &Order) -> Result<Plan, Refusal> {
    if side.0 >= crate::battle::side_count(world) {
        return Err(Refusal::OwesNothing);
    }
    match order {
        Order::PlayOn => {
            play_on(world)?;
            Ok(Plan::emit(Event::PlayedOn))
        }
        Order::Commit(plan) => {
            if world.resource::<Verdict>().0.is_some() {
                return Err(Refusal::BattleOver);
            }
            if !Fleet::owes(world, side) {
                return Err(Refusal::OwesNothing);
            }
            Check::new(world, side, plan).plan()?;
            let plan = plan.clone();
            Ok(Plan::emit(Event::Committed { side, plan }))
        }
        Order::Renew(source) => {
            if world.resource::<Verdict>().0.is_some() {
                return Err(Refusal::BattleOver);
            }
            renewal::check(world, source)?;
            let source = source.clone();
            Ok(Plan::emit(Event::Renewed { source }))
        }
    }
}

/// Checks whether the battle ended by time with the carrier alive, so that it can go on.
fn play_on(world: &World) -> Result<(), Refusal> {
    let verdict = world.resource::<Verdict>().0;
    let failed = verdict.is_some_and(|ending| ending.outcome == Outcome::MissionFailed);
    let muster = Muster::of(world);
    let is_charged = sides(world).any(|side| upkeep::is_charged(&muster, side));
    match failed && !is_charged {
        true => Ok(()),
        false => Err(Refusal::CannotPlayOn),
    }
}

/// Checks the plan of one side.
struct Check<'w> {
    world: &'w World,
    side: Side,
    plan: &'w SidePlan,
    muster: Muster<'w>,
}

impl<'w> Check<'w> {
    fn new(world: &'w World, side: Side, plan: &'w SidePlan) -> Self {
        let muster = Muster::of(world);
        Self {
            world,
            side,
            plan,
            muster,
        }
    }

    fn plan(&self) -> Result<(), Refusal> {
        let plan = self.plan;
        self.deployments(&plan.deployments)?;
        self.launches(&plan.launches)?;
        if let Some(action) = &plan.carrier {
            self.carrier(action)?;
        }
        plan.ships.iter().try_for_each(|(&ship, order)| {
            self.own_ship(ship)?;
            self.order(order).map_err(|fault| self.wrong(ship, fault))?;
            self.ship(ship, order)
                .map_err(|fault| self.wrong(ship, fault))
        })
    }

    /// Names a unit in a refusal.
    fn wrong(&self, unit: UnitId, fault: Fault) -> Refusal {
        Refusal::Unit {
            unit,
            name: part::<Title>(self.world, unit).0.clone(),
            fault,
        }
    }

    /// Checks that a unit is one of the side's and lives.
    fn own(&self, unit: UnitId) -> Result<(), Refusal> {
        let Some(vessel) = self.muster.find(unit) else {
            return Err(Refusal::UnknownUnit(unit));
        };
        if vessel.side != self.side {
            return Err(match self.knows(unit) {
                true => self.wrong(unit, Fault::NotYours),
                false => Refusal::UnknownUnit(unit),
            });
        }
        if vessel.is_on_board() || vessel.docked {
            return Ok(());
        }
        match part::<Presence>(self.world, unit) {
            Presence::Dead => Err(self.wrong(unit, Fault::Destroyed)),
            Presence::Escaped => Err(self.wrong(unit, Fault::HasLeft)),
            Presence::OnBoard | Presence::Reserve => Ok(()),
        }
    }

    /// Checks that a unit is a ship of the side that has arrived.
    fn own_ship(&self, unit: UnitId) -> Result<(), Refusal> {
        self.own(unit)?;
        let vessel = self.muster.get(unit);
        if vessel.class.is_carrier() {
            return Err(self.wrong(unit, Fault::IsCarrier));
        }
        match vessel.is_on_board() || vessel.docked {
            true => Ok(()),
            false => Err(self.wrong(unit, Fault::NotArrived)),
        }
    }

    /// Whether the side sees a unit of another, or remembers where it was.
    fn knows(&self, unit: UnitId) -> bool {
        let known = self.world.resource::<Knowledge>().of(self.side);
        known.sightings[unit.index()].is_some()
    }

    fn place(&self, tile: TileId) -> Place {
        let (column, row) = self.muster.grid.to_offset(tile);
        Place { column, row }
    }

    fn on_board(&self, tile: TileId) -> Result<(), Fault> {
        match tile.index() < self.muster.grid.len() {
            true => Ok(()),
            false => Err(Fault::OffBoard(tile)),
        }
    }

    /// Checks where units begin: in the first turn, in the zone, apart from each other.
    fn deployments(&self, deployments: &[Deployment]) -> Result<(), Refusal> {
        let mut placed = BTreeSet::new();
        for &Deployment { unit, tile, .. } in deployments {
            self.own(unit)?;
            let zone = &self.muster.side(self.side).zone;
            let fault = if world_turn(self.world) > 1 || !self.muster.get(unit).is_on_board() {
                Some(Fault::CannotDeploy)
            } else if !placed.insert(unit) {
                Some(Fault::DeployedTwice)
            } else if !zone.contains(&tile) {
                Some(Fault::OutsideZone(self.place(tile)))
            } else {
                None
            };
            fault.map_or(Ok(()), |fault| Err(self.wrong(unit, fault)))?;
        }
        // Nobody may begin where another of the side does: a carrier blocks its hex in any case.
        let single = self.muster.options.single_occupancy;
        let own = self.muster.all().filter(|vessel| vessel.side == self.side);
        let mut taken: Vec<(TileId, bool)> = Vec::new();
        for vessel in own {
            let new = deployments.iter().find(|one| one.unit == vessel.id);
            let Some(tile) = new.map(|one| one.tile).or(vessel.tile) else {
                continue;
            };
            let is_carrier = vessel.class.is_carrier();
            let clashes = |(other, blocks): &(TileId, bool)| {
                *other == tile && (single || *blocks || is_carrier)
            };
            if taken.iter().any(clashes) {
                return Err(self.wrong(vessel.id, Fault::HexTaken(self.place(tile))));
            }
            taken.push((tile, is_carrier));
        }
        Ok(())
    }

    fn launches(&self, launches: &[Launch]) -> Result<(), Refusal> {
        let bays = self.muster.content.figures.carrier.bays;
        if launches.len() > usize::from(bays) {
            let ordered = launches.len();
            return Err(Refusal::TooManyLaunches { ordered, bays });
        }
        if !launches.is_empty() && self.muster.carrier_of(self.side).is_none() {
            return Err(Refusal::NoCarrier);
        }
        for (at, launch) in launches.iter().enumerate() {
            self.own_ship(launch.ship)?;
            let again = |other: &Launch| other.ship == launch.ship;
            let fault = if !self.muster.get(launch.ship).docked {
                Some(Fault::NotDocked)
            } else if launches[..at].iter().any(again) {
                Some(Fault::LaunchedTwice)
            } else if launch.sub_phase >= self.muster.options.sub_phases {
                Some(Fault::NoSubPhase {
                    ordered: launch.sub_phase.saturating_add(1),
                    of: self.muster.options.sub_phases,
                })
            } else {
                launch.tile.and_then(|tile| self.on_board(tile).err())
            };
            fault.map_or(Ok(()), |fault| Err(self.wrong(launch.ship, fault)))?;
        }
        Ok(())
    }

    /// Checks what the carrier is ordered to do (§4, step 3).
    fn carrier(&self, action: &CarrierAction) -> Result<(), Refusal> {
        let carrier = self.muster.carrier_of(self.side);
        let carrier = carrier.ok_or(Refusal::NoCarrier)?;
        let has_queue = self.muster.options.sub_phases > 1;
        let wrong = |fault| Err(self.wrong(carrier.id, fault));
        match action {
            CarrierAction::Move(_) if has_queue => wrong(Fault::OnlyQueue),
            CarrierAction::Move(_) if self.muster.moves(carrier.id) == 0 => wrong(Fault::Immobile),
            CarrierAction::Move(path) => {
                let start = self.start_of(carrier.id);
                self.path(start, path).or_else(wrong)
            }
            CarrierAction::Queue(_) if !has_queue => wrong(Fault::NoQueue),
            CarrierAction::Queue(slots)
                if self.muster.moves(carrier.id) == 0
                    && slots.iter().any(|slot| slot.maneuver.is_move()) =>
            {
                wrong(Fault::Immobile)
            }
            CarrierAction::Queue(slots) => self.slots(carrier.id, slots).or_else(wrong),
            CarrierAction::Repair(None) | CarrierAction::Rearm => Ok(()),
            CarrierAction::Repair(Some(ship)) => {
                if *ship == carrier.id {
                    return Ok(());
                }
                self.own_ship(*ship)?;
                match self.muster.get(*ship).docked {
                    true => Ok(()),
                    false => Err(self.wrong(*ship, Fault::NotDocked)),
                }
            }
        }
    }

    /// Returns where a unit begins the turn; a docked ship's path begins where it is launched to, which
    /// is not known.
    fn start_of(&self, unit: UnitId) -> Option<TileId> {
        let deployed = self.plan.deployments.iter().find(|one| one.unit == unit);
        let deployed = deployed.map(|one| one.tile);
        deployed.or(self.muster.get(unit).tile)
    }

    fn path(&self, start: Option<TileId>, path: &[TileId]) -> Result<(), Fault> {
        let grid = &self.muster.grid;
        if path.len() > grid.len() {
            return Err(Fault::LongPath(path.len()));
        }
        path.iter().try_for_each(|&tile| self.on_board(tile))?;
        let mut at = start;
        for &tile in path {
            if at.is_some_and(|at| grid.distance(at, tile) != 1) {
                return Err(Fault::Gap(self.place(tile)));
            }
            at = Some(tile);
        }
        Ok(())
    }

    /// Checks what any ship could be ordered.
    fn order(&self, order: &ShipOrder) -> Result<(), Fault> {
        if let Some(target) = order.target {
            let roster = self.world.resource::<Roster>();
            if !roster.contains(target) {
                return Err(Fault::UnknownTarget(target));
            }
            let side = roster.side(target);
            if !roster.are_hostile(self.side, side) {
                return Err(match side == self.side || self.knows(target) {
                    true => Fault::FriendlyTarget,
                    false => Fault::UnknownTarget(target),
                });
            }
            if !self.knows(target) {
                return Err(Fault::UnknownTarget(target));
            }
        }
        match self.muster.options.sub_phases {
            1 if !order.queue.is_empty() => Err(Fault::NoQueue),
            1 => Ok(()),
            _ => {
                let plain = ShipOrder {
                    target: order.target,
                    queue: order.queue.clone(),
                    ..ShipOrder::default()
                };
                match *order == plain {
                    true => Ok(()),
                    false => Err(Fault::OnlyQueue),
                }
            }
        }
    }

    /// Checks what one ship is ordered.
    fn ship(&self, ship: UnitId, order: &ShipOrder) -> Result<(), Fault> {
        let docks = || self.muster.ship_type(ship).is_some_and(|kind| kind.docks());
        if order.action == Action::Land && !docks() {
            return Err(Fault::CannotDock);
        }
        if order.route != Route::Stay && !order.action.may_move() {
            return Err(Fault::Holds(order.action));
        }
        match &order.route {
            Route::Stay => {}
            Route::Path(path) => self.path(self.start_of(ship), path)?,
            Route::To(tile) => self.on_board(*tile)?,
        }
        self.slots(ship, &order.queue)
    }

    fn slots(&self, unit: UnitId, slots: &[Slot]) -> Result<(), Fault> {
        let usable = queue::usable(&self.muster, unit);
        if slots.len() > usize::from(usable) {
            let given = slots.len();
            return Err(Fault::TooManySlots { given, usable });
        }
        let lands = slots.iter().any(|slot| slot.maneuver == Maneuver::Land);
        let docks = || self.muster.ship_type(unit).is_some_and(|kind| kind.docks());
        match lands && !docks() {
            true => Err(Fault::CannotDock),
            false => Ok(()),
        }
    }
}

fn world_turn(world: &World) -> u16 {
    world.resource::<Turn>().number
}

//! Checks orders by what the ordering side knows.
//!
//! **Invariant:** no check looks at another side's sealed plan or at a hex for who is on it, so that a
//! refusal tells nothing hidden; an order that passes can be carried out.

use std::collections::BTreeSet;

use bevy::prelude::World;

use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::phase::{Outcome, Verdict};
use crate::battle::rules::Rules;
use crate::battle::side_count;
use crate::battle::unit::{Presence, Side, Title, UnitId, part};
use crate::playing::check_renewal;
use crate::rules::fleet::event::Event;
use crate::rules::fleet::forces::Forces;
use crate::rules::fleet::order::{
    Action, CarrierAction, Deployment, Fault, Launch, Maneuver, Order, Place, Refusal, Route,
    ShipOrder, SidePlan, Slot,
};
use crate::rules::fleet::plan::Plan;
use crate::rules::fleet::progress::{Progress, Stage};
use crate::rules::fleet::{Fleet, queue, setup, upkeep};

/// Whether a side owes its plan for this turn.
pub(super) fn is_due(world: &World, side: Side) -> bool {
    let progress = world.resource::<Progress>();
    progress.stage == Stage::Command
        && !progress.of(side).sealed.is_closed()
        && !setup::fleet(world, side).intents
}

/// Whether all sides that owe a plan have sealed one, so that the turn can resolve.
pub(super) fn is_complete(world: &World) -> bool {
    let progress = world.resource::<Progress>();
    progress.stage == Stage::Command
        && world.resource::<Verdict>().0.is_none()
        && progress.sides.iter().any(|side| side.sealed.is_closed())
        && !(0..side_count(world)).any(|side| is_due(world, Side(side)))
}

/// Checks an order and makes the plan that carries it out.
///
/// # Errors
/// The first thing that is wrong, in words for the player.
pub(super) fn begin(world: &World, side: Side, order: &Order) -> Result<Plan, Refusal> {
    if side.0 >= side_count(world) {
        return Err(Refusal::OwesNothing);
    }
    let is_over = world.resource::<Verdict>().0.is_some();
    match order {
        Order::PlayOn => play_on(world),
        _ if is_over => Err(Refusal::BattleOver),
        Order::Commit(ordered) => {
            plan(world, side, ordered)?;
            let plan = ordered.clone();
            Ok(Plan::emit(Event::Committed { side, plan }))
        }
        Order::Renew(source) => {
            check_renewal::<Fleet>(world, source).map_err(Refusal::CannotRenew)?;
            let source = source.clone();
            Ok(Plan::emit(Event::Renewed { source }))
        }
    }
}

/// Checks the plan of a side for this turn.
///
/// # Errors
/// As [`begin`].
pub(super) fn plan(world: &World, side: Side, plan: &SidePlan) -> Result<(), Refusal> {
    if !Fleet::owes(world, side) {
        return Err(Refusal::OwesNothing);
    }
    let check = Check {
        world,
        side,
        plan,
        forces: Forces::of(world),
    };
    check.plan()
}

/// Checks whether the battle ended by time with the carrier alive, so that it can go on.
fn play_on(world: &World) -> Result<Plan, Refusal> {
    let verdict = world.resource::<Verdict>().0;
    let failed = verdict.is_some_and(|ending| ending.outcome == Outcome::MissionFailed);
    let forces = Forces::of(world);
    let is_charged = forces.sides().any(|side| upkeep::is_charged(&forces, side));
    match failed && !is_charged {
        true => Ok(Plan::emit(Event::PlayedOn)),
        false => Err(Refusal::CannotPlayOn),
    }
}

/// Checks the plan of one side.
struct Check<'w> {
    world: &'w World,
    side: Side,
    plan: &'w SidePlan,
    forces: Forces<'w>,
}

impl Check<'_> {
    fn plan(&self) -> Result<(), Refusal> {
        let plan = self.plan;
        self.deployments(&plan.deployments)?;
        self.launches(&plan.launches)?;
        if let Some(action) = &plan.carrier {
            self.carrier(action)?;
        }
        plan.ships.iter().try_for_each(|(&ship, order)| {
            self.own_ship(ship)?;
            self.order(ship, order)?;
            self.ship(ship, order)
        })
    }

    /// Refuses what a unit is ordered if that is wrong.
    fn fails(&self, unit: UnitId, is_wrong: bool, fault: Fault) -> Result<(), Refusal> {
        if !is_wrong {
            return Ok(());
        }
        let name = part::<Title>(self.world, unit).0.clone();
        Err(Refusal::Unit { unit, name, fault })
    }

    /// Checks that a unit is one of the side's and lives.
    fn own(&self, unit: UnitId) -> Result<(), Refusal> {
        let vessel = (self.forces.find(unit)).ok_or(Refusal::UnknownUnit(unit))?;
        let is_own = vessel.side == self.side;
        if !is_own && !self.knows(unit) {
            return Err(Refusal::UnknownUnit(unit));
        }
        self.fails(unit, !is_own, Fault::NotYours)?;
        if vessel.is_alive() {
            return Ok(());
        }
        let presence = *part::<Presence>(self.world, unit);
        self.fails(unit, presence == Presence::Dead, Fault::Destroyed)?;
        self.fails(unit, presence == Presence::Escaped, Fault::HasLeft)
    }

    /// Checks that a unit is a ship of the side that has arrived.
    fn own_ship(&self, unit: UnitId) -> Result<(), Refusal> {
        self.own(unit)?;
        self.fails(unit, self.forces.is_carrier(unit), Fault::IsCarrier)?;
        self.fails(unit, !self.forces[unit].is_alive(), Fault::NotArrived)
    }

    /// Whether the side sees a unit of another, or remembers where it was.
    fn knows(&self, unit: UnitId) -> bool {
        let known = self.world.resource::<Knowledge>().of(self.side);
        known.sightings[unit.index()].is_some()
    }

    fn place(&self, tile: TileId) -> Place {
        let (column, row) = self.forces.grid.to_offset(tile);
        Place { column, row }
    }

    fn on_board(&self, unit: UnitId, tile: TileId) -> Result<(), Refusal> {
        let is_off = tile.index() >= self.forces.grid.len();
        self.fails(unit, is_off, Fault::OffBoard(tile))
    }

    /// Checks where units begin: in the first turn, in the zone, apart from each other.
    fn deployments(&self, deployments: &[Deployment]) -> Result<(), Refusal> {
        let zone = &self.forces.side(self.side).zone;
        let mut placed = BTreeSet::new();
        for &Deployment { unit, tile, .. } in deployments {
            self.own(unit)?;
            let is_late = self.forces.turn > 1 || !self.forces[unit].is_on_board();
            let outside = Fault::OutsideZone(self.place(tile));
            self.fails(unit, is_late, Fault::CannotDeploy)?;
            self.fails(unit, !placed.insert(unit), Fault::DeployedTwice)?;
            self.fails(unit, !zone.contains(&tile), outside)?;
        }
        // Nobody may begin where another of the side does: a carrier blocks its hex in any case.
        let mut taken: Vec<(TileId, UnitId)> = Vec::new();
        for vessel in self.forces.of_side(self.side) {
            let Some(tile) = self.start_of(vessel.id) else {
                continue;
            };
            let mut there = taken.iter().filter(|(other, _)| *other == tile);
            let is_taken = there.any(|(_, other)| !self.forces.may_share(*other, vessel.id));
            self.fails(vessel.id, is_taken, Fault::HexTaken(self.place(tile)))?;
            taken.push((tile, vessel.id));
        }
        Ok(())
    }

    fn launches(&self, launches: &[Launch]) -> Result<(), Refusal> {
        let bays = self.forces.content.figures.carrier.bays;
        let ordered = launches.len();
        if ordered > bays {
            return Err(Refusal::TooManyLaunches { ordered, bays });
        }
        if ordered > 0 && self.forces.carrier_of(self.side).is_none() {
            return Err(Refusal::NoCarrier);
        }
        let of = self.forces.options.sub_phases;
        for (at, launch) in launches.iter().enumerate() {
            let ship = launch.ship;
            self.own_ship(ship)?;
            let is_again = launches[..at].iter().any(|other| other.ship == ship);
            let ordered = launch.sub_phase.saturating_add(1);
            self.fails(ship, !self.forces[ship].docked, Fault::NotDocked)?;
            self.fails(ship, is_again, Fault::LaunchedTwice)?;
            self.fails(ship, ordered > of, Fault::NoSubPhase { ordered, of })?;
            (launch.tile).map_or(Ok(()), |tile| self.on_board(ship, tile))?;
        }
        Ok(())
    }

    /// Checks what the carrier is ordered to do (§4, step 3).
    fn carrier(&self, action: &CarrierAction) -> Result<(), Refusal> {
        let carrier = self.forces.carrier_of(self.side);
        let carrier = carrier.ok_or(Refusal::NoCarrier)?.id;
        let has_queue = self.forces.has_queue();
        let is_immobile = self.forces.moves(carrier) == 0;
        match action {
            CarrierAction::Move(path) => {
                self.fails(carrier, has_queue, Fault::OnlyQueue)?;
                self.fails(carrier, is_immobile, Fault::Immobile)?;
                self.path(carrier, path)
            }
            CarrierAction::Queue(slots) => {
                let moves = slots.iter().any(|slot| slot.maneuver.is_move());
                self.fails(carrier, !has_queue, Fault::NoQueue)?;
                self.fails(carrier, is_immobile && moves, Fault::Immobile)?;
                self.slots(carrier, slots)
            }
            CarrierAction::Repair(Some(ship)) if *ship != carrier => {
                self.own_ship(*ship)?;
                self.fails(*ship, !self.forces[*ship].docked, Fault::NotDocked)
            }
            CarrierAction::Repair(_) | CarrierAction::Rearm => Ok(()),
        }
    }

    /// Returns where a unit begins the turn; a docked ship's path begins where it is launched to, which
    /// is not known.
    fn start_of(&self, unit: UnitId) -> Option<TileId> {
        let deployed = self.plan.deployments.iter().find(|one| one.unit == unit);
        let deployed = deployed.map(|one| one.tile);
        deployed.or(self.forces[unit].tile)
    }

    fn path(&self, unit: UnitId, path: &[TileId]) -> Result<(), Refusal> {
        let grid = &self.forces.grid;
        let hexes = path.len();
        self.fails(unit, hexes > grid.len(), Fault::LongPath(hexes))?;
        path.iter()
            .try_for_each(|&tile| self.on_board(unit, tile))?;
        let mut at = self.start_of(unit);
        for &tile in path {
            let is_gap = at.is_some_and(|at| grid.distance(at, tile) != 1);
            self.fails(unit, is_gap, Fault::Gap(self.place(tile)))?;
            at = Some(tile);
        }
        Ok(())
    }

    /// Checks what any ship could be ordered.
    fn order(&self, ship: UnitId, order: &ShipOrder) -> Result<(), Refusal> {
        if let Some(target) = order.target {
            let known = self.forces.find(target);
            let side = known.filter(|one| one.side == self.side || self.knows(target));
            let side = side.map(|one| one.side);
            let is_friend = side.is_some_and(|side| !self.forces.are_hostile(self.side, side));
            self.fails(ship, side.is_none(), Fault::UnknownTarget(target))?;
            self.fails(ship, is_friend, Fault::FriendlyTarget)?;
        }
        if !self.forces.has_queue() {
            return self.fails(ship, !order.queue.is_empty(), Fault::NoQueue);
        }
        let plain = ShipOrder {
            target: order.target,
            queue: order.queue.clone(),
            ..ShipOrder::default()
        };
        self.fails(ship, *order != plain, Fault::OnlyQueue)
    }

    /// Checks what one ship is ordered.
    fn ship(&self, ship: UnitId, order: &ShipOrder) -> Result<(), Refusal> {
        let lands = order.action == Action::Land;
        let holds = order.route != Route::Stay && !order.action.may_move();
        self.fails(ship, lands && !self.forces.docks(ship), Fault::CannotDock)?;
        self.fails(ship, holds, Fault::Holds(order.action))?;
        match &order.route {
            Route::Stay => {}
            Route::Path(path) => self.path(ship, path)?,
            Route::To(tile) => self.on_board(ship, *tile)?,
        }
        self.slots(ship, &order.queue)
    }

    fn slots(&self, unit: UnitId, slots: &[Slot]) -> Result<(), Refusal> {
        let (given, usable) = (slots.len(), queue::usable(&self.forces, unit));
        let is_full = given > usize::from(usable);
        self.fails(unit, is_full, Fault::TooManySlots { given, usable })?;
        let lands = slots.iter().any(|slot| slot.maneuver == Maneuver::Land);
        self.fails(unit, lands && !self.forces.docks(unit), Fault::CannotDock)
    }
}

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
        phase::{Outcome, Verdict},
        rules::Rules,
        unit::{Presence, Side, Title, UnitId, part},
    },
    rules::fleet::{
        Fleet,
        event::Event,
        forces::Forces,
        movement::sides,
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
    let is_over = world.resource::<Verdict>().0.is_some();
    match order {
        Order::PlayOn => {
            play_on(world)?;
            Ok(Plan::emit(Event::PlayedOn))
        }
        _ if is_over => Err(Refusal::BattleOver),
        Order::Commit(ordered) => {
            plan(world, side, ordered)?;
            let plan = ordered.clone();
            Ok(Plan::emit(Event::Committed { side, plan }))
        }
        Order::Renew(source) => {
            renewal::check(world, source)?;
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
    let forces = Forces::of(world);
    let check = Check {
        world,
        side,
        plan,
        forces,
    };
    check.plan()
}

/// Checks whether the battle ended by time with the carrier alive, so that it can go on.
fn play_on(world: &World) -> Result<(), Refusal> {
    let verdict = world.resource::<Verdict>().0;
    let failed = verdict.is_some_and(|ending| ending.outcome == Outcome::MissionFailed);
    let forces = Forces::of(world);
    let is_charged = sides(world).any(|side| upkeep::is_charged(&forces, side));
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
    forces: Forces<'w>,
}

/// Returns a fault if there is one.
fn fails(is_wrong: bool, fault: Fault) -> Result<(), Fault> {
    if is_wrong { Err(fault) } else { Ok(()) }
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
            let fault = self.order(order).and_then(|()| self.ship(ship, order));
            fault.map_err(|fault| self.wrong(ship, fault))
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
        let Some(vessel) = self.forces.find(unit) else {
            return Err(Refusal::UnknownUnit(unit));
        };
        let fault = match part::<Presence>(self.world, unit) {
            _ if vessel.side != self.side && !self.knows(unit) => {
                return Err(Refusal::UnknownUnit(unit));
            }
            _ if vessel.side != self.side => Fault::NotYours,
            Presence::Dead => Fault::Destroyed,
            Presence::Escaped => Fault::HasLeft,
            Presence::OnBoard | Presence::Reserve => return Ok(()),
        };
        Err(self.wrong(unit, fault))
    }

    /// Checks that a unit is a ship of the side that has arrived.
    fn own_ship(&self, unit: UnitId) -> Result<(), Refusal> {
        self.own(unit)?;
        let fault = fails(self.forces.is_carrier(unit), Fault::IsCarrier)
            .and_then(|()| fails(!self.forces[unit].is_alive(), Fault::NotArrived));
        fault.map_err(|fault| self.wrong(unit, fault))
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

    fn on_board(&self, tile: TileId) -> Result<(), Fault> {
        let is_off = tile.index() >= self.forces.grid.len();
        fails(is_off, Fault::OffBoard(tile))
    }

    /// Checks where units begin: in the first turn, in the zone, apart from each other.
    fn deployments(&self, deployments: &[Deployment]) -> Result<(), Refusal> {
        let zone = &self.forces.side(self.side).zone;
        let mut placed = BTreeSet::new();
        for &Deployment { unit, tile, .. } in deployments {
            self.own(unit)?;
            let is_late = self.forces.turn > 1 || !self.forces[unit].is_on_board();
            fails(is_late, Fault::CannotDeploy)
                .and_then(|()| fails(!placed.insert(unit), Fault::DeployedTwice))
                .and_then(|()| match zone.contains(&tile) {
                    true => Ok(()),
                    false => Err(Fault::OutsideZone(self.place(tile))),
                })
                .map_err(|fault| self.wrong(unit, fault))?;
        }
        // Nobody may begin where another of the side does: a carrier blocks its hex in any case.
        let mut taken: Vec<(TileId, UnitId)> = Vec::new();
        for vessel in self.forces.of_side(self.side) {
            let Some(tile) = self.start_of(vessel.id) else {
                continue;
            };
            let clashes = |(other, id): &(TileId, UnitId)| {
                *other == tile && !self.forces.may_share(*id, vessel.id)
            };
            if taken.iter().any(clashes) {
                return Err(self.wrong(vessel.id, Fault::HexTaken(self.place(tile))));
            }
            taken.push((tile, vessel.id));
        }
        Ok(())
    }

    fn launches(&self, launches: &[Launch]) -> Result<(), Refusal> {
        let bays = self.forces.content.figures.carrier.bays;
        let ordered = launches.len();
        if ordered > usize::from(bays) {
            return Err(Refusal::TooManyLaunches { ordered, bays });
        }
        if ordered > 0 && self.forces.carrier_of(self.side).is_none() {
            return Err(Refusal::NoCarrier);
        }
        for (at, launch) in launches.iter().enumerate() {
            let ship = launch.ship;
            self.own_ship(ship)?;
            let is_again = launches[..at].iter().any(|other| other.ship == ship);
            let of = self.forces.options.sub_phases;
            let no_sub_phase = Fault::NoSubPhase {
                ordered: launch.sub_phase.saturating_add(1),
                of,
            };
            fails(!self.forces[ship].docked, Fault::NotDocked)
                .and_then(|()| fails(is_again, Fault::LaunchedTwice))
                .and_then(|()| fails(launch.sub_phase >= of, no_sub_phase))
                .and_then(|()| launch.tile.map_or(Ok(()), |tile| self.on_board(tile)))
                .map_err(|fault| self.wrong(ship, fault))?;
        }
        Ok(())
    }

    /// Checks what the carrier is ordered to do (§4, step 3).
    fn carrier(&self, action: &CarrierAction) -> Result<(), Refusal> {
        let carrier = self.forces.carrier_of(self.side);
        let carrier = carrier.ok_or(Refusal::NoCarrier)?.id;
        let has_queue = self.forces.options.sub_phases > 1;
        let is_immobile = self.forces.moves(carrier) == 0;
        let fault = match action {
            CarrierAction::Move(path) => fails(has_queue, Fault::OnlyQueue)
                .and_then(|()| fails(is_immobile, Fault::Immobile))
                .and_then(|()| self.path(self.start_of(carrier), path)),
            CarrierAction::Queue(slots) => {
                let moves = slots.iter().any(|slot| slot.maneuver.is_move());
                fails(!has_queue, Fault::NoQueue)
                    .and_then(|()| fails(is_immobile && moves, Fault::Immobile))
                    .and_then(|()| self.slots(carrier, slots))
            }
            CarrierAction::Repair(None) | CarrierAction::Rearm => Ok(()),
            CarrierAction::Repair(Some(ship)) if *ship == carrier => Ok(()),
            CarrierAction::Repair(Some(ship)) => {
                self.own_ship(*ship)?;
                let is_out = !self.forces[*ship].docked;
                return fails(is_out, Fault::NotDocked).map_err(|fault| self.wrong(*ship, fault));
            }
        };
        fault.map_err(|fault| self.wrong(carrier, fault))
    }

    /// Returns where a unit begins the turn; a docked ship's path begins where it is launched to, which
    /// is not known.
    fn start_of(&self, unit: UnitId) -> Option<TileId> {
        let deployed = self.plan.deployments.iter().find(|one| one.unit == unit);
        let deployed = deployed.map(|one| one.tile);
        deployed.or(self.forces[unit].tile)
    }

    fn path(&self, start: Option<TileId>, path: &[TileId]) -> Result<(), Fault> {
        let grid = &self.forces.grid;
        fails(path.len() > grid.len(), Fault::LongPath(path.len()))?;
        path.iter().try_for_each(|&tile| self.on_board(tile))?;
        let mut at = start;
        for &tile in path {
            let is_gap = at.is_some_and(|at| grid.distance(at, tile) != 1);
            fails(is_gap, Fault::Gap(self.place(tile)))?;
            at = Some(tile);
        }
        Ok(())
    }

    /// Checks what any ship could be ordered.
    fn order(&self, order: &ShipOrder) -> Result<(), Fault> {
        if let Some(target) = order.target {
            let vessel = self.forces.find(target);
            let vessel = vessel.ok_or(Fault::UnknownTarget(target))?;
            let is_known = vessel.side == self.side || self.knows(target);
            fails(!is_known, Fault::UnknownTarget(target))?;
            let is_friend = !self.forces.are_hostile(self.side, vessel.side);
            fails(is_friend, Fault::FriendlyTarget)?;
        }
        if self.forces.options.sub_phases == 1 {
            return fails(!order.queue.is_empty(), Fault::NoQueue);
        }
        let plain = ShipOrder {
            target: order.target,
            queue: order.queue.clone(),
            ..ShipOrder::default()
        };
        fails(*order != plain, Fault::OnlyQueue)
    }

    /// Checks what one ship is ordered.
    fn ship(&self, ship: UnitId, order: &ShipOrder) -> Result<(), Fault> {
        let lands = order.action == Action::Land;
        fails(lands && !self.forces.docks(ship), Fault::CannotDock)?;
        let holds = order.route != Route::Stay && !order.action.may_move();
        fails(holds, Fault::Holds(order.action))?;
        match &order.route {
            Route::Stay => {}
            Route::Path(path) => self.path(self.start_of(ship), path)?,
            Route::To(tile) => self.on_board(*tile)?,
        }
        self.slots(ship, &order.queue)
    }

    fn slots(&self, unit: UnitId, slots: &[Slot]) -> Result<(), Fault> {
        let (given, usable) = (slots.len(), queue::usable(&self.forces, unit));
        let too_many = Fault::TooManySlots { given, usable };
        fails(given > usize::from(usable), too_many)?;
        let lands = slots.iter().any(|slot| slot.maneuver == Maneuver::Land);
        fails(lands && !self.forces.docks(unit), Fault::CannotDock)
    }
}

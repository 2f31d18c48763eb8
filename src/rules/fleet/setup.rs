//! Sets a fleet battle up: board, carriers, ships, nothing sealed yet.
//!
//! **Invariant:** units have their ids by side, the carrier first, then the ships in the order given;
//! whatever the rules read of the mission they read from the [`Setting`], so that a renewal misses
//! nothing.

use bevy::prelude::*;

use crate::{
    battle::{
        self, knowledge,
        unit::{self, Health, Presence, Side, Title, UnitId, Vision},
    },
    mission::Mission,
    playing::{Setting, lay_out},
    rules::fleet::{
        Fleet,
        content::FleetContent,
        craft::{
            Armament, Berth, Class, Guards, Gun, Helm, Morale, Pilot, Standing, Stores, Traits,
            UnitReader, UnitState,
        },
        progress::Progress,
        register::{self, Register},
        scenario::{CarrierSetup, FleetSide, Scenario, ShipSetup, Start},
    },
};

/// Returns definitions, options and figures in force.
pub fn content(world: &World) -> &FleetContent {
    world.resource::<Setting>().mission.catalog.part()
}

/// Returns what a side brought.
pub fn fleet(world: &World, side: Side) -> &FleetSide {
    &Scenario::of(&world.resource::<Setting>().mission).fleets[side.index()]
}

/// Sets up a battle of a mission under a seed; every side that is not left to intents owes its first
/// plan.
pub fn set_up(world: &mut World, mission: &Mission, seed: u64) {
    let content = mission.catalog.part::<FleetContent>();
    let fleets = &Scenario::of(mission).fleets;
    world.insert_resource(Progress::new(fleets.len()));
    world.insert_resource(Setting::new(mission, seed));
    let count = |side: &FleetSide| usize::from(side.carrier.is_some()) + side.ships.len();
    let units = fleets.iter().map(count).sum();
    lay_out::<Fleet>(world, mission, seed, &content.figures.sight, units);
    world.remove_resource::<Register>();
    let mut id = UnitId(0);
    for (index, side) in (0..).zip(fleets) {
        if let Some(carrier) = &side.carrier {
            set_carrier(world, content, id, Side(index), carrier);
            id = UnitId(id.0 + 1);
        }
        for ship in &side.ships {
            set_ship(world, content, id, Side(index), ship, side);
            id = UnitId(id.0 + 1);
        }
    }
    UnitReader::prepare(world);
    register::enlist(world);
    battle::open_up(world);
    for (index, side) in (0..).zip(fleets) {
        knowledge::survey(world, Side(index), &side.zone);
    }
}

/// Gives a carrier the components that no battle changes.
pub(super) fn fit_carrier(
    world: &mut World,
    content: &FleetContent,
    id: UnitId,
    setup: &CarrierSetup,
) {
    unit::unit_mut(world, id).insert((
        Class::Carrier(setup.kind),
        Armament::default(),
        Pilot::default(),
        Traits::default(),
        Title(setup.name.clone()),
        Vision(content.carrier(setup.kind).detect),
    ));
}

/// Gives a ship the components that no battle changes.
pub(super) fn fit_ship(world: &mut World, content: &FleetContent, id: UnitId, setup: &ShipSetup) {
    let kind = content.ship(setup.kind);
    unit::unit_mut(world, id).insert((
        Class::Ship(setup.kind),
        Armament(setup.weapon.unwrap_or(kind.weapon)),
        setup.pilot.clone(),
        Traits(setup.traits.clone()),
        Title(setup.name.clone()),
        Vision(kind.detect),
    ));
}

/// Returns most hull and fuel of a ship; perks in force are part of them (clarification 1).
pub(super) fn hull_and_fuel(content: &FleetContent, setup: &ShipSetup) -> (u16, u8) {
    let kind = content.ship(setup.kind);
    let perks = || setup.pilot.perks_in_force(content).iter();
    let perks = || perks().map(|&perk| content.perk(perk));
    let hull = kind.hull + perks().map(|perk| perk.hull).sum::<u16>();
    let fuel = perks().fold(kind.fuel, |fuel, perk| fuel.saturating_add(perk.fuel));
    (hull, fuel)
}

/// Gives a carrier its components.
fn set_carrier(
    world: &mut World,
    content: &FleetContent,
    id: UnitId,
    side: Side,
    setup: &CarrierSetup,
) {
    let kind = content.carrier(setup.kind);
    unit::enlist(world, id, side);
    fit_carrier(world, content, id, setup);
    let state = UnitState {
        tile: setup.tile,
        presence: Presence::OnBoard,
        facing: setup.facing,
        hull: Health {
            now: kind.hull,
            max: kind.hull,
        },
        stores: Stores::default(),
        gun: Gun::default(),
        morale: Morale(content.figures.morale.start),
        guards: Guards::default(),
        berth: Berth::Space,
        standing: Standing::default(),
        helm: Helm::default(),
    };
    state.write(world, id);
}

/// Gives a ship its components.
fn set_ship(
    world: &mut World,
    content: &FleetContent,
    id: UnitId,
    side: Side,
    setup: &ShipSetup,
    of: &FleetSide,
) {
    let kind = content.ship(setup.kind);
    unit::enlist(world, id, side);
    fit_ship(world, content, id, setup);
    let (hull, fuel) = hull_and_fuel(content, setup);
    let home = of.carrier.as_ref();
    let home = home.map(|carrier| (carrier.tile, carrier.facing));
    let (presence, berth, place) = match setup.start {
        Start::Board { tile, facing } => (Presence::OnBoard, Berth::Space, Some((tile, facing))),
        Start::Docked => (Presence::Reserve, Berth::Docked, home),
        Start::Waiting => (Presence::Reserve, Berth::Waiting, home),
    };
    let (tile, facing) = place.unwrap_or_default();
    let state = UnitState {
        tile,
        presence,
        facing,
        hull: Health {
            now: hull,
            max: hull,
        },
        stores: Stores {
            ammo: kind.ammo,
            fuel,
        },
        gun: Gun::default(),
        morale: Morale(content.figures.morale.start),
        guards: Guards::default(),
        berth,
        standing: Standing::default(),
        helm: Helm::default(),
    };
    state.write(world, id);
}

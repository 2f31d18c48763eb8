//! Sets a fleet battle up: board, carriers, ships, nothing sealed yet.
//!
//! **Invariant:** units have their ids by side, the carrier first, then the ships in the order given;
//! whatever the rules read of the mission they read from the [`Setting`], so that a renewal misses
//! nothing.

use bevy::prelude::*;

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{self, Health, Presence, Side, Title, UnitId, Vision};
use crate::battle::{self, knowledge};
use crate::mission::Mission;
use crate::playing::{Setting, lay_out};
use crate::rules::fleet::Fleet;
use crate::rules::fleet::content::FleetContent;
use crate::rules::fleet::craft::{
    Armament, Berth, Class, Morale, Stores, Traits, UnitReader, UnitState,
};
use crate::rules::fleet::forces::{self, Vessel};
use crate::rules::fleet::progress::Progress;
use crate::rules::fleet::scenario::{FleetSide, Scenario, Start, UnitSetup};
use crate::rules::kit::dense::Copies;

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
    let (content, scenario) = (
        mission.catalog.part::<FleetContent>(),
        Scenario::of(mission),
    );
    world.insert_resource(Progress::new(scenario.fleets.len()));
    world.insert_resource(Setting::new(mission, seed));
    let units = scenario.units().count();
    lay_out::<Fleet>(world, mission, seed, &content.figures.sight, units);
    world.remove_resource::<Copies<Vessel>>();
    for (id, side, setup) in scenario.units() {
        unit::enlist(world, id, side);
        fit(world, content, id, setup);
        let (presence, berth, (tile, facing)) = begins(&scenario.fleets[side.index()], setup.start);
        let (hull, stores) = hull_and_stores(content, setup);
        let state = UnitState {
            tile,
            presence,
            facing,
            hull: Health {
                now: hull,
                max: hull,
            },
            stores,
            morale: Morale(content.figures.morale.start),
            berth,
            ..UnitState::default()
        };
        state.write(world, id);
    }
    UnitReader::prepare(world);
    forces::set_up(world);
    battle::open_up(world);
    for (index, side) in (0..).zip(&scenario.fleets) {
        knowledge::survey(world, Side(index), &side.zone);
    }
}

/// Returns where a unit begins: whether on the board, and its hex and facing, or those of its carrier.
fn begins(fleet: &FleetSide, start: Start) -> (Presence, Berth, (TileId, Direction)) {
    let home = fleet.carrier.as_ref();
    let home = home.and_then(|home| home.start.place()).unwrap_or_default();
    match start {
        Start::Board { tile, facing } => (Presence::OnBoard, Berth::Space, (tile, facing)),
        Start::Docked => (Presence::Reserve, Berth::Docked, home),
        Start::Waiting => (Presence::Reserve, Berth::Waiting, home),
    }
}

/// Gives a unit the components that no battle changes.
pub(super) fn fit(world: &mut World, content: &FleetContent, id: UnitId, setup: &UnitSetup) {
    let UnitSetup { class, name, .. } = setup;
    let of_type = class.ship_type(content).map(|kind| kind.weapon);
    let weapon = Armament(setup.weapon.or(of_type).unwrap_or_default());
    let (title, vision) = (Title(name.clone()), Vision(class.detect(content)));
    let (pilot, traits) = (setup.pilot.clone(), Traits(setup.traits.clone()));
    unit::unit_mut(world, id).insert((*class, weapon, pilot, traits, title, vision));
}

/// Returns most hull of a unit and what it carries at most; perks in force are part of them
/// (clarification 1).
pub(super) fn hull_and_stores(content: &FleetContent, setup: &UnitSetup) -> (u16, Stores) {
    let (mut hull, ammo, mut fuel) = match setup.class {
        Class::Carrier(carrier) => (content.carrier(carrier).hull, 0, 0),
        Class::Ship(ship) => {
            let kind = content.ship(ship);
            (kind.hull, kind.ammo, kind.fuel)
        }
    };
    for &perk in setup.pilot.perks_in_force(content) {
        hull += content.perk(perk).hull;
        fuel = fuel.saturating_add(content.perk(perk).fuel);
    }
    (hull, Stores { ammo, fuel })
}

//! Takes a changed mission over into the running battle: options, figures, names and texts.
//!
//! What a battle has grown from (board, fleets, who decides) and what its state counts (definitions by
//! number) must be as it was; [`obstacles`] names what is not. Hull that was lost stays lost, and nobody
//! is destroyed by a renewal; ammunition is cut to the new most.
//!
//! **Invariant:** a renewal depends on the changed mission and the state alone, so it replays; it
//! moves nobody and touches no hex.

use bevy::prelude::World;

use crate::battle;
use crate::battle::unit::{self, Health};
use crate::mission::{Mission, Obstacles, SideSetup};
use crate::rules::fleet::content::FleetContent;
use crate::rules::fleet::craft::Stores;
use crate::rules::fleet::scenario::{FleetSide, Scenario};
use crate::rules::fleet::{forces, setup};

/// Fits ships of the running battle to a changed mission.
pub(super) fn fit(world: &mut World, now: &Mission) {
    let content = now.catalog.part::<FleetContent>();
    battle::renew_definitions(world, &now.catalog, &content.figures.sight);
    for (id, _, setup) in Scenario::of(now).units() {
        setup::fit(world, content, id, setup);
        let (hull, full) = setup::hull_and_stores(content, setup);
        let mut unit = unit::edit(world, id);
        let health = unit.part::<Health>();
        *health = health.refitted(hull);
        let stores = unit.part::<Stores>();
        stores.ammo = stores.ammo.min(full.ammo);
        stores.fuel = stores.fuel.min(full.fuel);
    }
    forces::set_up(world);
}

/// Lists what stands against taking a changed mission over into a battle of another.
pub(super) fn obstacles(before: &Mission, after: &Mission) -> Vec<String> {
    let mut found = Obstacles::of_ground(before, after);
    definitions(
        &mut found,
        before.catalog.part::<FleetContent>(),
        after.catalog.part::<FleetContent>(),
    );
    if !found.0.is_empty() {
        // Numbers of definitions mean something else now, so the rest says nothing.
        return found.0;
    }
    found.mission(before, after);
    let (old, new) = (Scenario::of(before), Scenario::of(after));
    fleets(&mut found, &before.sides, (&old.fleets, &new.fleets));
    found.0
}

fn definitions(found: &mut Obstacles, before: &FleetContent, after: &FleetContent) {
    found.keys("weapon", &before.weapons, &after.weapons);
    found.keys("ship type", &before.ships, &after.ships);
    found.keys("carrier", &before.carriers, &after.carriers);
    found.keys("trait", &before.traits, &after.traits);
    found.keys("perk", &before.perks, &after.perks);
    found.keys("admiral's ability", &before.admirals, &after.admirals);
    found.keys("upgrade", &before.upgrades, &after.upgrades);
    let (old, new) = (before.options, after.options);
    found.note(
        old.single_occupancy != new.single_occupancy,
        "stacking changed: single_occupancy",
    );
    found.note(
        old.sub_phases != new.sub_phases,
        "sub-phases changed: sub_phases",
    );
}

/// Fleets of a mission before and after the change.
type Fleets<'a> = (&'a [FleetSide], &'a [FleetSide]);

fn fleets(found: &mut Obstacles, sides: &[SideSetup], (before, after): Fleets) {
    let carrier = |fleet: &FleetSide| {
        let carrier = fleet.carrier.as_ref()?;
        Some((carrier.class, carrier.start))
    };
    for (side, (old, new)) in sides.iter().zip(before.iter().zip(after)) {
        let name = &side.name;
        let mut note = |is_so, what| found.note(is_so, format!("{name} {what}"));
        note(carrier(old) != carrier(new), "changed its carrier");
        note(old.intents != new.intents, "changed how it is played");
        note(old.zone != new.zone, "changed its zone");
        let (count, other) = (old.ships.len(), new.ships.len());
        note(count != other, "changed its number of ships");
        for (old, new) in old.ships.iter().zip(&new.ships) {
            let ship = format!("{} of {name}", old.name);
            found.note(old.class != new.class, format!("{ship} changed its type"));
            found.note(old.start != new.start, format!("{ship} changed its start"));
        }
    }
}

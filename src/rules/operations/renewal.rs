//! Takes a changed mission over into the running battle: figures, texts, names.
//!
//! What a battle has grown from (board, units, facilities) and what its state counts must be as it was;
//! [`obstacles`] names what is not.
//!
//! **Invariant:** a renewal depends on the changed mission and the state alone, so it replays; it moves nobody.

use bevy::prelude::World;

use crate::battle;
use crate::battle::unit::{self, Title};
use crate::mission::{Mission, Obstacles};
use crate::rules::operations::content::OperationsContent;
use crate::rules::operations::scenario::Scenario;
use crate::rules::operations::{field, setup};

/// Fits units of the running battle to a changed mission.
pub(super) fn fit(world: &mut World, now: &Mission) {
    let sight = &now.catalog.part::<OperationsContent>().figures.sight;
    battle::renew_definitions(world, &now.catalog, sight);
    for (id, setup) in now.asked::<Scenario>().all() {
        let name = Title(setup.name.clone());
        unit::unit_mut(world, id).insert((name, setup.build.clone()));
    }
    field::set_up(world);
    setup::open_eyes(world);
}

/// Lists what stands against taking a changed mission over into a battle of another.
pub(super) fn obstacles(before: &Mission, after: &Mission) -> Vec<String> {
    let mut found = Obstacles::of_ground(before, after);
    let [old, new] = [before, after].map(|mission| mission.catalog.part::<OperationsContent>());
    found.keys("point type", &old.types, &new.types);
    found.keys("unit", &old.kinds, &new.kinds);
    if !found.0.is_empty() {
        // Numbers of definitions mean something else now, so the rest says nothing.
        return found.0;
    }
    found.mission(before, after);
    let [old, new] = [before, after].map(|mission| mission.asked::<Scenario>());
    found.note(
        old.units.len() != new.units.len(),
        "the number of units changed",
    );
    let objectives = |scenario: &Scenario| -> Vec<_> {
        scenario.objectives.iter().map(|one| one.tile).collect()
    };
    found.note(
        objectives(old) != objectives(new),
        "the objective hexes changed",
    );
    found.note(old.facilities != new.facilities, "the facilities changed");
    for (old, new) in old.units.iter().zip(&new.units) {
        let name = &old.name;
        let types = old.build.types != new.build.types || old.build.kind != new.build.kind;
        found.note(types, format!("{name} became another unit"));
        found.note(old.tile != new.tile, format!("{name} begins elsewhere"));
    }
    found.0
}

//! Takes a changed mission over into the running battle: figures, texts, names.
//!
//! What a battle has grown from (board, units, their cards) and what its state counts (definitions by number)
//! must be as it was; [`obstacles`] names what is not.
//!
//! **Invariant:** a renewal depends on the changed mission and the state alone, so it replays; it moves nobody
//! and touches no card.

use bevy::prelude::World;

use crate::battle;
use crate::battle::unit::{self, Title};
use crate::mission::{Mission, Obstacles};
use crate::rules::casket::content::CasketContent;
use crate::rules::casket::scenario::Scenario;
use crate::rules::casket::{duel, setup};

/// Fits units of the running battle to a changed mission.
pub(super) fn fit(world: &mut World, now: &Mission) {
    let sight = &now.catalog.part::<CasketContent>().figures.sight;
    battle::renew_definitions(world, &now.catalog, sight);
    for (id, setup) in now.asked::<Scenario>().all() {
        unit::unit_mut(world, id).insert(Title(setup.name.clone()));
    }
    duel::set_up(world);
    setup::open_eyes(world);
}

/// Lists what stands against taking a changed mission over into a battle of another.
pub(super) fn obstacles(before: &Mission, after: &Mission) -> Vec<String> {
    let mut found = Obstacles::of_ground(before, after);
    let [old, new] = [before, after].map(|mission| mission.catalog.part::<CasketContent>());
    found.keys("card", &old.cards, &new.cards);
    found.keys("piece of equipment", &old.equipment, &new.equipment);
    found.keys("class", &old.classes, &new.classes);
    found.keys("race", &old.races, &new.races);
    found.keys("monster", &old.monsters, &new.monsters);
    found.keys("objective", &old.objectives, &new.objectives);
    if !found.0.is_empty() {
        // Numbers of definitions mean something else now, so the rest says nothing.
        return found.0;
    }
    found.mission(before, after);
    let [old, new] = [before, after].map(|mission| mission.asked::<Scenario>());
    found.note(old.zones != new.zones, "the objective hexes changed");
    found.note(
        old.units.len() != new.units.len(),
        "the number of units changed",
    );
    for (old, new) in old.units.iter().zip(&new.units) {
        let name = &old.name;
        found.note(
            old.build != new.build,
            format!("the build of {name} changed"),
        );
        found.note(
            old.cards != new.cards,
            format!("the cards of {name} changed"),
        );
        found.note(old.tile != new.tile, format!("{name} changed its start"));
    }
    found.0
}

//! Takes a changed mission over into the running battle: figures, characters, names and texts.
//!
//! What a battle has grown from (board, characters, things) and what its state counts (definitions by number)
//! must be as it was; [`obstacles`] names what is not. What was lost of hit points stays lost, and nobody
//! dies of a renewal.
//!
//! **Invariant:** a renewal depends on the changed mission and the state alone, so it replays; it moves
//! nobody and touches no hex.

use bevy::prelude::World;

use crate::battle;
use crate::battle::unit::{self, Health, Title};
use crate::mission::{Mission, Obstacles, SideSetup};
use crate::rules::party::character::POINT;
use crate::rules::party::content::PartyContent;
use crate::rules::party::scenario::{Scenario, UnitSetup};
use crate::rules::party::setup;

/// Fits characters of the running battle to a changed mission.
pub(super) fn fit(world: &mut World, now: &Mission) {
    let sight = &now.catalog.part::<PartyContent>().figures.sight;
    battle::renew_definitions(world, &now.catalog, sight);
    for (id, _, character) in now.asked::<Scenario>().units() {
        let parts = (character.sheet.clone(), Title(character.name.clone()));
        unit::unit_mut(world, id).insert(parts);
        let mut unit = unit::edit(world, id);
        let health = unit.part::<Health>();
        *health = health.refitted(character.hp * POINT);
    }
    setup::set_vision(world, setup::map(world));
}

/// Lists what stands against taking a changed mission over into a battle of another.
pub(super) fn obstacles(before: &Mission, after: &Mission) -> Vec<String> {
    let mut found = Obstacles::of_ground(before, after);
    let [old, new] = [before, after].map(|mission| mission.catalog.part::<PartyContent>());
    found.keys("effect", &old.effects, &new.effects);
    found.keys("spell", &old.spells, &new.spells);
    found.keys("weapon", &old.weapons, &new.weapons);
    found.keys("piece of armor", &old.armor, &new.armor);
    found.keys("item", &old.items, &new.items);
    found.keys("trap", &old.traps, &new.traps);
    found.keys("character", &old.characters, &new.characters);
    found.keys("script", &old.scripts, &new.scripts);
    if !found.0.is_empty() {
        // Numbers of definitions mean something else now, so the rest says nothing.
        return found.0;
    }
    found.mission(before, after);
    let [old, new] = [before, after].map(|mission| mission.asked::<Scenario>());
    let [was, is] = [old, new].map(|one| &one.areas[0]);
    found.note(was.map != is.map, "the map changed its kind");
    let other = was.objects != is.objects;
    found.note(other, "doors, chests, traps or items on the map changed");
    characters(&mut found, &before.sides, [&old.sides, &new.sides]);
    found.0
}

fn characters(found: &mut Obstacles, sides: &[SideSetup], [old, new]: [&[Vec<UnitSetup>]; 2]) {
    for (side, (old, new)) in sides.iter().zip(old.iter().zip(new)) {
        let is_other = old.len() != new.len();
        found.note(
            is_other,
            format!("the number of characters of {} changed", side.name),
        );
        for (old, new) in old.iter().zip(new) {
            let (name, kind) = (&old.name, old.sheet.template != new.sheet.template);
            found.note(kind, format!("{name} changed its kind"));
            found.note(old.tile != new.tile, format!("{name} changed its start"));
        }
    }
}

//! What of a changed mission a running battle cannot take over, in words.
//!
//! **Invariant:** two missions without obstacles between them have the same board, units and deciders,
//! the same definitions under the same numbers, and triggers of the same shape.

use std::mem::{Discriminant, discriminant};

use crate::content::Catalog;
use crate::mission::{Mission, Obstacles, SideSetup};
use crate::rules::battlescape::content::BattlescapeContent;
use crate::rules::battlescape::scenario::script::Action;
use crate::rules::battlescape::scenario::{Scenario, Script, UnitSetup};

/// Lists what stands against taking a changed mission over into a battle of another.
pub fn obstacles(before: &Mission, after: &Mission) -> Vec<String> {
    let mut found = Obstacles::of_ground(before, after);
    let Scenario {
        squads,
        night,
        deployment,
        script,
        // What may change.
        first: _,
        objective: _,
        exits: _,
    } = Scenario::of(before);
    let now = Scenario::of(after);
    definitions(&mut found, &before.catalog, &after.catalog);
    if !found.0.is_empty() {
        // Numbers of definitions mean something else now, so the rest says nothing.
        return found.0;
    }
    found.mission(before, after);
    self::squads(&mut found, &before.sides, (squads, &now.squads));
    self::script(&mut found, script, &now.script);
    found.note(*night != now.night, "day and night changed");
    found.note(*deployment != now.deployment, "the deployment zone changed");
    found.0
}

fn definitions(found: &mut Obstacles, before: &Catalog, after: &Catalog) {
    let (old, new) = (
        before.part::<BattlescapeContent>(),
        after.part::<BattlescapeContent>(),
    );
    found.keys("weapon", &old.weapons, &new.weapons);
    found.keys("item", &old.items, &new.items);
    found.keys("ability", &old.abilities, &new.abilities);
    found.keys("suit", &old.suits, &new.suits);
    found.keys("unit", &old.units, &new.units);
    for (old, new) in old.items.iter().zip(&new.items) {
        let is_other = discriminant(&old.kind) != discriminant(&new.kind);
        found.note(
            is_other && old.key == new.key,
            format!("item {:?} changed its kind", old.key),
        );
    }
}

/// Squads of a mission before and after the change.
type Squads<'a> = (&'a [Vec<UnitSetup>], &'a [Vec<UnitSetup>]);

fn squads(found: &mut Obstacles, sides: &[SideSetup], (before, after): Squads) {
    for (side, (squad, new_squad)) in sides.iter().zip(before.iter().zip(after)) {
        let name = &side.name;
        if squad.len() != new_squad.len() {
            found
                .0
                .push(format!("the number of units of {name} changed"));
            continue;
        }
        for (old, new) in squad.iter().zip(new_squad) {
            let unit = format!("{} of {name}", old.name);
            if old.kind != new.kind {
                // Which mostly brings another weapon along.
                found.0.push(format!("{unit} changed its kind"));
                continue;
            }
            for (is_so, what) in [
                (old.tile != new.tile, "changed its start hex"),
                (old.facing != new.facing, "changed its facing"),
                (old.weapon != new.weapon, "changed its weapon"),
                (old.items != new.items, "changed its items"),
                (old.suit != new.suit, "changed its suit"),
                (old.group != new.group, "changed its group"),
            ] {
                found.note(is_so, format!("{unit} {what}"));
            }
        }
    }
}

fn script(found: &mut Obstacles, before: &Script, after: &Script) {
    let shape = |script: &Script| -> Vec<Vec<Discriminant<Action>>> {
        let triggers = script.triggers.iter();
        triggers
            .map(|trigger| trigger.then.iter().map(discriminant).collect())
            .collect()
    };
    found.note(
        shape(before) != shape(after),
        "triggers were added, removed or changed",
    );
    let things = |script: &Script| -> Vec<_> {
        let objects = script.objects.iter();
        objects
            .map(|object| (object.kind, object.tile, object.items.clone()))
            .collect()
    };
    found.note(things(before) != things(after), "objects changed");
    found.note(
        before.secondary.len() != after.secondary.len(),
        "the number of secondary objectives changed",
    );
}

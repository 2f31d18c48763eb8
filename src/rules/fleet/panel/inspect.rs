//! What is known of a unit and of a hex, in words.
//!
//! **Invariant:** a unit out of sight and a hex never seen tell nothing; every part of a stat is named; what
//! ships may mean to do is told by the weights of rules and traits, no draw and no order is looked at.

use bevy::prelude::World;
use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{Side, Title, UnitId, part};
use crate::playing::Card;
use crate::rules::fleet::craft::{Class, Stores};
use crate::rules::fleet::event::{Intent, Stat};
use crate::rules::fleet::forces::Forces;
use crate::rules::fleet::log::Log;
use crate::rules::fleet::panel::book::BOOK;
use crate::rules::fleet::{hangar, intents, siege, stats};

/// Tells what is known of a unit as it stands among forces.
pub fn unit(world: &World, forces: &Forces, side: Side, id: UnitId) -> Card {
    let (vessel, content) = (&forces[id], forces.content);
    let (kind, beats) = match vessel.class {
        Class::Carrier(carrier) => (Value::from(Serde(content.carrier(carrier))), &[][..]),
        Class::Ship(ship) => {
            let kind = content.ship(ship);
            (Value::from(Serde(kind)), &kind.beats[..])
        }
    };
    let beats = beats.iter().map(|&other| &content.ship(other).name);
    let perks = forces.perks(id).iter().map(|&perk| content.perk(perk));
    let progress = forces.progress().of(vessel.side);
    let abilities = forces.admiral(vessel.side).iter().map(|&ability| {
        let ability = content.admiral(ability);
        let is_spent =
            ability.first_hit > 0 && progress.was_hit || ability.absorbs > 0 && progress.absorbed;
        context! { is_spent, ..Value::from(Serde(ability)) }
    });
    let of = context! {
        title => part::<Title>(world, id).0.clone(),
        is_own => vessel.side == side,
        is_carrier => vessel.class.is_carrier(),
        kind,
        hull => Serde(vessel.now.hull),
        attack => stat(world, &stats::attack(forces, id)),
        defense => stat(world, &stats::defense(forces, id)),
        shot_down_hull => siege::point_defense_hull(forces, id),
        abilities => abilities.collect::<Vec<_>>(),
        docked => hangar::docked(forces, vessel.side).count(),
        speed => forces.speed(id),
        ammo => vessel.now.ammo,
        // What a pilot saves is theirs to know.
        fuel => part::<Stores>(world, id).fuel,
        weapon => Serde(forces.weapon(id)),
        wait => vessel.now.gun.remaining,
        moves => forces.moves(id),
        beats => Serde(beats.collect::<Vec<_>>()),
        traits => Serde(forces.quirks(id).collect::<Vec<_>>()),
        morale => vessel.now.morale,
        level => forces.level(id),
        perks => Serde(perks.collect::<Vec<_>>()),
    };
    BOOK.card("unit", of)
}

/// Returns a stat with every part by name.
fn stat(world: &World, stat: &Stat) -> String {
    match stat.parts.len() {
        0 | 1 => stat.total().to_string(),
        _ => Log::new(world).stat(stat),
    }
}

/// Tells what is known of a hex.
pub fn hex(world: &World, forces: &Forces, side: Side, tile: TileId) -> Card {
    let known = world.resource::<Knowledge>().of(side);
    let terrain = known.layers.terrain(tile);
    let (column, row) = forces.grid.to_offset(tile);
    let of = context! {
        name => forces.mission.catalog.terrain(terrain).name.clone(),
        is_known => known.layers.is_known(tile),
        is_dark => !known.sees(tile),
        hazard => Serde(forces.content.hazard(terrain)),
        column,
        row,
    };
    BOOK.card("hex", of)
}

/// Says what a ship may mean to do next, each intent with its chance in percent, rounded; nothing of ships
/// of a side that plans.
pub fn prospects(forces: &Forces, ship: UnitId) -> Option<String> {
    let vessel = &forces[ship];
    if vessel.class.is_carrier() || !forces.side(vessel.side).intents {
        return None;
    }
    let choices = intents::choices(intents::weights(forces, ship));
    let all: u32 = choices.iter().map(|(_, weight)| weight).sum();
    let told = choices.map(|(intent, weight)| match all {
        // Without any weight it holds.
        0 => (intent, 100 * u32::from(intent == Intent::Hold)),
        _ => (intent, (weight * 100 + all / 2) / all),
    });
    let told = told.into_iter().filter(|(_, percent)| *percent > 0);
    let told = told.map(|(intent, percent)| format!("{intent} {percent}%"));
    Some(format!("may next: {}", told.collect::<Vec<_>>().join(", ")))
}

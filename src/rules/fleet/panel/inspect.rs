//! What is known of a unit and of a hex, in words.
//!
//! **Invariant:** a unit out of sight and a hex never seen tell nothing; every part of a stat is named; what
//! ships may mean to do is told by the weights of rules and traits, no draw and no order is looked at.

use bevy::prelude::World;

use crate::{
    battle::{
        grid::TileId,
        knowledge::Knowledge,
        unit::{Side, Title, UnitId, part},
    },
    playing::Card,
    rules::fleet::{
        content::{CarrierKind, ShipType, Size},
        craft::Stores,
        event::{Intent, Stat},
        forces::Forces,
        hangar, intents,
        log::Log,
        siege, stats,
    },
};

/// Tells what is known of a unit as it stands among forces.
pub fn unit(world: &World, forces: &Forces, side: Side, id: UnitId) -> Card {
    let mut card = Card::new(part::<Title>(world, id).0.clone());
    let hull = forces[id].now.hull;
    let hull = format!("{} of {}", hull.now, hull.max);
    if let Some(kind) = forces.carrier_kind(id) {
        card.about = format!("{}. {}", kind.name, kind.description);
        card.fact("hull", hull);
        carrier(forces, side, id, kind, &mut card);
    } else if let Some(kind) = forces.ship_type(id) {
        card.about = format!("{}. {}", kind.name, kind.description);
        card.fact("hull", hull);
        ship(world, forces, side, id, kind, &mut card);
    }
    card
}

fn carrier(forces: &Forces, side: Side, id: UnitId, kind: &CarrierKind, card: &mut Card) {
    card.fact("ATK", kind.attack);
    card.fact("DEF", kind.defense);
    card.fact("moves", format!("{} hexes as its action", kind.speed));
    card.fact("detects", format!("{} hexes", kind.detect));
    let (count, weak) = (kind.point_defense, siege::point_defense_hull(forces, id));
    let shot_down = format!("{count} attackers a turn, of {weak} hull or less");
    card.fact("point defense", shot_down);
    if forces[id].side != side {
        card.fact("hangar", format!("{} berths", kind.hangar));
        return;
    }
    let progress = forces.progress().of(side);
    let abilities = forces.admiral(side).iter();
    let abilities = abilities.map(|&ability| {
        let ability = forces.content.admiral(ability);
        let is_spent =
            ability.first_hit > 0 && progress.was_hit || ability.absorbs > 0 && progress.absorbed;
        let spent = if is_spent { " (used up)" } else { "" };
        format!("{}{spent}: {}", ability.name, ability.description)
    });
    card.list("admiral", abilities, "\n");
    let docked = hangar::docked(forces, side).count();
    card.fact(
        "hangar",
        format!("{docked} of {} berths taken", kind.hangar),
    );
}

fn ship(world: &World, forces: &Forces, side: Side, id: UnitId, kind: &ShipType, card: &mut Card) {
    let (vessel, content) = (&forces[id], forces.content);
    let is_own = vessel.side == side;
    card.fact("ATK", stat(world, &stats::attack(forces, id)));
    card.fact("DEF", stat(world, &stats::defense(forces, id)));
    card.fact("SPD", forces.speed(id));
    let ammo = vessel.now.ammo;
    card.fact("ammunition", format!("{ammo} of {}", kind.ammo));
    // What a pilot saves is theirs to know.
    let fuel = match is_own {
        true => part::<Stores>(world, id).fuel,
        false => kind.fuel,
    };
    card.fact("fuel", fuel);
    let ready = match vessel.now.gun.remaining {
        0 => "ready".to_owned(),
        1 => "ready in 1 turn".to_owned(),
        turns => format!("ready in {turns} turns"),
    };
    let weapon = forces.weapon(id);
    let arc = match kind.size {
        Size::Small => "all round",
        Size::Medium => "to the front",
    };
    let (name, range) = (&weapon.name, weapon.range);
    card.fact("weapon", format!("{name}, {range} hexes {arc}, {ready}"));
    card.fact("moves", format!("{} hexes", forces.moves(id)));
    card.fact("detects", format!("{} hexes", kind.detect));
    let beats = kind.beats.iter().map(|&other| &content.ship(other).name);
    card.list("beats", beats, ", ");
    let traits = forces.quirks(id);
    let traits = traits.map(|quirk| format!("{}: {}", quirk.name, quirk.description));
    card.list("traits", traits, "\n");
    if is_own {
        card.fact("morale", vessel.now.morale);
        card.fact("pilot", format!("level {}", forces.level(id)));
        let perks = forces.perks(id).iter().map(|&perk| content.perk(perk));
        let perks = perks.map(|perk| format!("{}: {}", perk.name, perk.description));
        card.list("perks", perks, "\n");
    }
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
    let is_known = known.layers.is_known(tile);
    let mut card = Card::new(match is_known {
        true => &forces.mission.catalog.terrain(terrain).name,
        false => "Unseen space",
    });
    let (column, row) = forces.grid.to_offset(tile);
    card.fact("place", format!("column {column}, row {row}"));
    if is_known {
        let hazard = forces.content.hazard(terrain);
        card.bonuses([("ATK here", hazard.accuracy), ("DEF here", hazard.defense)]);
        let damage = (hazard.damage > 0).then(|| format!("{} each turn", hazard.damage));
        card.maybe("damage", damage);
        let is_dark = !known.sees(tile);
        card.maybe(
            "seen",
            is_dark.then_some("not now; who is there is not known"),
        );
    }
    card
}

/// Lists what a ship may mean to do next, each with its chance in percent, rounded; nothing of ships of a
/// side that plans.
fn chances(forces: &Forces, ship: UnitId) -> Vec<(Intent, u32)> {
    let vessel = &forces[ship];
    if vessel.class.is_carrier() || !forces.side(vessel.side).intents {
        return Vec::new();
    }
    let choices = intents::choices(intents::weights(forces, ship));
    let all: u32 = choices.iter().map(|(_, weight)| weight).sum();
    if all == 0 {
        // Without any weight it holds.
        return vec![(Intent::Hold, 100)];
    }
    let told = choices.map(|(intent, weight)| (intent, (weight * 100 + all / 2) / all));
    let told = told.into_iter().filter(|(_, percent)| *percent > 0);
    told.collect()
}

/// Says what a ship may mean to do next; nothing of ships of a side that plans.
pub fn prospects(forces: &Forces, ship: UnitId) -> Option<String> {
    let told: Vec<_> = (chances(forces, ship).into_iter())
        .map(|(intent, percent)| format!("{intent} {percent}%"))
        .collect();
    (!told.is_empty()).then(|| format!("may next: {}", told.join(", ")))
}

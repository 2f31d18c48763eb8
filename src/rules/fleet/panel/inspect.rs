//! What is known of a unit and of a hex, in words.
//!
//! **Invariant:** a unit out of sight and a hex never seen tell nothing; every part of a stat is named.

use bevy::prelude::World;

use crate::{
    battle::{
        grid::TileId,
        knowledge::Knowledge,
        unit::{Side, Title, UnitId, part},
    },
    playing::Card,
    rules::fleet::{
        content::Size, craft::Stores, event::Stat, hangar, log::Log, muster::Muster, setup, siege,
        stats,
    },
};

/// Tells what is known of a unit as it stands in a muster.
pub fn unit(world: &World, muster: &Muster, side: Side, id: UnitId) -> Card {
    let vessel = muster.get(id);
    let content = muster.content;
    let is_own = vessel.side == side;
    let mut card = Card::new(part::<Title>(world, id).0.clone());
    let hull = vessel.now.hull;
    if let Some(kind) = muster.carrier_kind(id) {
        card.about = format!("{}. {}", kind.name, kind.description);
        card.fact("hull", format!("{} of {}", hull.now, hull.max));
        card.fact("ATK", kind.attack);
        card.fact("DEF", kind.defense);
        card.fact("moves", format!("{} hexes as its action", kind.speed));
        card.fact("detects", format!("{} hexes", kind.detect));
        let weak = siege::point_defense_hull(muster, id);
        card.fact(
            "point defense",
            format!(
                "{} attackers a turn, of {weak} hull or less",
                kind.point_defense
            ),
        );
        if is_own {
            admiral(muster, side, &mut card);
            let docked = hangar::docked(muster, side).count();
            card.fact(
                "hangar",
                format!("{docked} of {} berths taken", kind.hangar),
            );
        } else {
            card.fact("hangar", format!("{} berths", kind.hangar));
        }
        return card;
    }
    let Some(kind) = muster.ship_type(id) else {
        return card;
    };
    card.about = format!("{}. {}", kind.name, kind.description);
    card.fact("hull", format!("{} of {}", hull.now, hull.max));
    card.fact("ATK", stat(world, &stats::attack(muster, id)));
    card.fact("DEF", stat(world, &stats::defense(muster, id)));
    card.fact("SPD", muster.speed(id));
    card.fact(
        "ammunition",
        format!("{} of {}", vessel.now.ammo, kind.ammo),
    );
    // What a pilot saves is theirs to know.
    let fuel = match is_own {
        true => part::<Stores>(world, id).fuel,
        false => kind.fuel,
    };
    card.fact("fuel", fuel);
    let weapon = muster.weapon(id);
    let arc = match kind.size {
        Size::Small => "all round",
        Size::Medium => "to the front",
    };
    let ready = match vessel.now.gun.remaining {
        0 => "ready".to_owned(),
        1 => "ready in 1 turn".to_owned(),
        turns => format!("ready in {turns} turns"),
    };
    let range = weapon.range;
    card.fact(
        "weapon",
        format!("{}, {range} hexes {arc}, {ready}", weapon.name),
    );
    card.fact("moves", format!("{} hexes", muster.moves(id)));
    card.fact("detects", format!("{} hexes", kind.detect));
    let beats: Vec<_> = (kind.beats.iter())
        .map(|&other| content.ship(other).name.as_str())
        .collect();
    if !beats.is_empty() {
        card.fact("beats", beats.join(", "));
    }
    let traits: Vec<_> = (muster.traits(id).iter())
        .map(|&quirk| content.quirk(quirk))
        .map(|quirk| format!("{}: {}", quirk.name, quirk.description))
        .collect();
    if !traits.is_empty() {
        card.fact("traits", traits.join("\n"));
    }
    if is_own {
        let pilot = muster.pilot(id);
        card.fact("morale", vessel.now.morale);
        card.fact("pilot", format!("level {}", pilot.level(content)));
        let perks: Vec<_> = (muster.perks(id).iter())
            .map(|&perk| content.perk(perk))
            .map(|perk| format!("{}: {}", perk.name, perk.description))
            .collect();
        if !perks.is_empty() {
            card.fact("perks", perks.join("\n"));
        }
    }
    card
}

/// Tells what a side's admiral can do, and what of that is used up.
fn admiral(muster: &Muster, side: Side, card: &mut Card) {
    let progress = muster.progress().of(side);
    let abilities = muster.admiral(side).iter();
    let told: Vec<_> = abilities
        .map(|&ability| muster.content.admiral(ability))
        .map(|ability| {
            let is_spent = ability.first_hit > 0 && progress.was_hit
                || ability.absorbs > 0 && progress.absorbed;
            let spent = if is_spent { " (used up)" } else { "" };
            format!("{}{spent}: {}", ability.name, ability.description)
        })
        .collect();
    if !told.is_empty() {
        card.fact("admiral", told.join("\n"));
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
pub fn hex(world: &World, muster: &Muster, side: Side, tile: TileId) -> Card {
    let known = world.resource::<Knowledge>().of(side);
    let (column, row) = muster.grid.to_offset(tile);
    let place = format!("column {column}, row {row}");
    if !known.layers.is_known(tile) {
        let mut card = Card::new("Unseen space");
        card.fact("place", place);
        return card;
    }
    let id = known.layers.terrain(tile);
    let terrain = world.resource::<crate::playing::Setting>();
    let mut card = Card::new(terrain.mission.catalog.terrain(id).name.clone());
    card.fact("place", place);
    let hazard = setup::content(world).hazard(id);
    for (name, value) in [("ATK here", hazard.accuracy), ("DEF here", hazard.defense)] {
        if value != 0 {
            card.fact(name, format!("{value:+}"));
        }
    }
    if hazard.damage > 0 {
        card.fact("damage", format!("{} each turn", hazard.damage));
    }
    if !known.sees(tile) {
        card.fact("seen", "not now; who is there is not known");
    }
    card
}

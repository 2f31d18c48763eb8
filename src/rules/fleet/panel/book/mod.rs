//! The encyclopedia of the fleet: ships, carriers, weapons, traits, perks, admirals, hazards, options
//! and figures, read from the definitions in force.
//!
//! **Invariant:** figures are those of the data, and one that a mission changes is marked; rules are told
//! as they are in the mode in force.

mod rules;

use crate::{
    content::{Catalog, figures},
    playing::{Card, Chapter},
    rules::fleet::content::{
        AdmiralAbility, CarrierKind, FleetContent, Hazard, Perk, ShipType, Size, Trait, Upgrade,
        Weapon, Weights,
    },
};

/// Writes the encyclopedia of the definitions in force; `shipped` are those without a mission's changes.
pub fn chapters(catalog: &Catalog, shipped: &FleetContent) -> Vec<Chapter> {
    let content = catalog.part::<FleetContent>();
    let chapter = |name, cards| Chapter { name, cards };
    let hazards = content.hazards.iter().map(|(terrain, one)| {
        let name = &catalog.terrain(*terrain).name;
        hazard(name, one)
    });
    vec![
        chapter(
            "Ships",
            content.ships.iter().map(|one| ship(content, one)).collect(),
        ),
        chapter("Carriers", content.carriers.iter().map(carrier).collect()),
        chapter("Weapons", content.weapons.iter().map(weapon).collect()),
        chapter("Traits", content.traits.iter().map(quirk).collect()),
        chapter("Pilots", content.perks.iter().map(perk).collect()),
        chapter("Admirals", content.admirals.iter().map(admiral).collect()),
        chapter("Upgrades", content.upgrades.iter().map(upgrade).collect()),
        chapter("Hazards", hazards.collect()),
        chapter("Options and rules", rules::cards(content, shipped)),
    ]
}

fn card(title: &str, about: &str) -> Card {
    Card {
        about: about.to_owned(),
        ..Card::new(title)
    }
}

fn ship(content: &FleetContent, kind: &ShipType) -> Card {
    let mut card = card(&kind.name, &kind.description);
    card.fact("SPD", kind.speed);
    card.fact("ATK", kind.attack);
    card.fact("DEF", kind.defense);
    card.fact("hull", kind.hull);
    card.fact("ammunition", kind.ammo);
    card.fact("fuel", format!("{} (unused in battle)", kind.fuel));
    card.fact("moves", rules::hexes(kind.moves));
    let slots = match kind.size {
        Size::Small => 3,
        Size::Medium => 2,
    };
    let by_maneuvers = format!("speed {}, {slots} maneuvers a turn", kind.queue_speed);
    card.fact("in three sub-phases", by_maneuvers);
    card.fact("detects", rules::hexes(kind.detect));
    card.fact("weapon", &content.weapon(kind.weapon).name);
    card.fact(
        "fires",
        match kind.size {
            Size::Small => "all round",
            Size::Medium => "to the front",
        },
    );
    let names = |ids: &mut dyn Iterator<Item = &str>| ids.collect::<Vec<_>>().join(", ");
    let beats = names(&mut kind.beats.iter().map(|&id| content.ship(id).name.as_str()));
    if !beats.is_empty() {
        card.fact("beats", beats);
    }
    for (holds, fact) in [
        (kind.fire_control, "lends fire control while it defends"),
        (kind.torpedoes, "torpedoes pierce, and splash around"),
        (!kind.docks(), "cannot dock"),
    ] {
        if holds {
            card.fact("also", fact);
        }
    }
    if kind.regeneration > 0 {
        card.fact("regains", format!("{} hull a turn", kind.regeneration));
    }
    card
}

fn carrier(kind: &CarrierKind) -> Card {
    let mut card = card(&kind.name, &kind.description);
    card.fact("ATK", kind.attack);
    card.fact("DEF", kind.defense);
    card.fact("SPD", kind.speed);
    card.fact("hull", kind.hull);
    card.fact("hangar", format!("{} berths", kind.hangar));
    card.fact(
        "point defense",
        format!("{} attackers a turn", kind.point_defense),
    );
    card.fact("detects", rules::hexes(kind.detect));
    card.fact(
        "reinforcements",
        format!("{}% after losses", kind.reinforcement_percent),
    );
    card
}

fn weapon(weapon: &Weapon) -> Card {
    let mut card = Card::new(weapon.name.clone());
    card.fact("range", rules::hexes(weapon.range));
    card.fact(
        "fires",
        match weapon.cooldown {
            0 => "every turn".to_owned(),
            turns => format!("ready again after {turns} ends of turns"),
        },
    );
    card
}

fn quirk(quirk: &Trait) -> Card {
    let mut card = card(&quirk.name, &quirk.description);
    bonus(&mut card, quirk.attack, quirk.defense);
    if quirk.needs_ally {
        card.fact("holds", "beside an ally");
    }
    for (name, value) in [
        ("hull regained a turn", quirk.regeneration),
        ("off the first damage of a turn", quirk.first_damage),
        ("damage around when it dies", quirk.death_damage),
    ] {
        if value > 0 {
            card.fact(name, value);
        }
    }
    if let Some(instead) = quirk.instead {
        card.fact("intents instead", weights(instead));
    }
    if quirk.weights != Weights::default() {
        card.fact("intents", weights(quirk.weights));
    }
    if quirk.retreat_percent != 100 {
        let text = format!("{}% of the weight", quirk.retreat_percent);
        card.fact("retreats", text);
    }
    if quirk.hunts_carrier {
        card.fact("attacks", "nothing but the carrier");
    }
    card
}

fn weights(weights: Weights) -> String {
    let Weights {
        attack,
        advance,
        hold,
        retreat,
    } = weights;
    let all = [
        ("attack", attack),
        ("advance", advance),
        ("hold", hold),
        ("retreat", retreat),
    ];
    let told = all.iter().filter(|(_, weight)| *weight != 0);
    let told: Vec<_> = told
        .map(|(name, weight)| format!("{name} {weight:+}"))
        .collect();
    told.join(", ")
}

fn bonus(card: &mut Card, attack: i16, defense: i16) {
    for (name, value) in [("ATK", attack), ("DEF", defense)] {
        if value != 0 {
            card.fact(name, format!("{value:+}"));
        }
    }
}

fn perk(perk: &Perk) -> Card {
    let mut card = card(&perk.name, &perk.description);
    bonus(&mut card, perk.attack, perk.defense);
    for (name, value) in [
        ("SPD", u16::from(perk.speed)),
        ("hull", perk.hull),
        ("fuel", u16::from(perk.fuel)),
    ] {
        if value > 0 {
            card.fact(name, format!("{value:+}"));
        }
    }
    let ability = perk.ability;
    if ability.lucky_percent > 0 {
        let (percent, damage) = (ability.lucky_percent, ability.lucky_damage);
        card.fact(
            "seasoned",
            format!("{percent}% of {damage:+} damage on a hit"),
        );
    }
    for (text, value) in [
        ("attacks evaded in a battle", u16::from(ability.evades)),
        (
            "initiative in the first turn",
            u16::from(ability.first_initiative),
        ),
        ("more hexes to move", u16::from(ability.moves)),
    ] {
        if value > 0 {
            card.fact("seasoned", format!("{value:+} {text}"));
        }
    }
    if ability.last_stand != 0 {
        let text = format!("DEF {:+} at half the hull or less", ability.last_stand);
        card.fact("seasoned", text);
    }
    card
}

fn admiral(ability: &AdmiralAbility) -> Card {
    let mut card = card(&ability.name, &ability.description);
    bonus(&mut card, ability.attack, 0);
    for (name, times) in [
        ("ship's hull", ability.below_hull),
        ("carrier's hull", ability.below_carrier_hull),
    ] {
        if let Some(times) = times {
            card.fact("while", format!("{name} × {times} is below its most"));
        }
    }
    if ability.first_hit > 0 {
        card.fact(
            "first hit on the carrier",
            format!("-{}", ability.first_hit),
        );
    }
    if ability.absorbs > 0 {
        card.fact("absorbs", format!("{} of one hit, once", ability.absorbs));
    }
    card
}

fn upgrade(upgrade: &Upgrade) -> Card {
    let mut card = card(&upgrade.name, &upgrade.description);
    if upgrade.point_defense_hull > 0 {
        let text = format!("attackers of up to {} hull", upgrade.point_defense_hull);
        card.fact("point defense", text);
    }
    card
}

fn hazard(name: &str, hazard: &Hazard) -> Card {
    let mut card = Card::new(name);
    bonus(&mut card, hazard.accuracy, hazard.defense);
    if hazard.damage > 0 {
        card.fact("damage", format!("{} each turn", hazard.damage));
    }
    card
}

/// Lists options and figures that differ from the shipped ones: name, usual value, value now.
pub fn differences(
    content: &FleetContent,
    shipped: &FleetContent,
) -> Vec<(String, String, String)> {
    let now = [
        figures::list(&content.options),
        figures::list(&content.figures),
    ];
    let usual = [
        figures::list(&shipped.options),
        figures::list(&shipped.figures),
    ];
    let pairs = now.iter().flatten().filter_map(|(path, value)| {
        let before = usual.iter().flatten().find(|(other, _)| other == path);
        let (_, before) = before?;
        (before != value).then(|| (rules::words(path), before.clone(), value.clone()))
    });
    pairs.collect()
}

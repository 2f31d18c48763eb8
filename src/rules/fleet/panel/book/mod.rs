//! The encyclopedia of the fleet: ships, carriers, weapons, traits, perks, admirals, hazards, options
//! and figures, read from the definitions in force.
//!
//! **Invariant:** figures are those of the data, and one that a mission changes is marked; rules are told
//! as they are in the mode in force.

mod rules;

use crate::{
    content::Catalog,
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
    let ships = content.ships.iter().map(|one| ship(content, one));
    let hazards = content.hazards.iter();
    let hazards = hazards.map(|(terrain, one)| hazard(&catalog.terrain(*terrain).name, one));
    vec![
        chapter("Ships", ships.collect()),
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

/// Says which way weapons of ships of a size fire.
pub(super) fn fires(size: Size) -> &'static str {
    match size {
        Size::Small => "all round",
        Size::Medium => "to the front",
    }
}

fn ship(content: &FleetContent, kind: &ShipType) -> Card {
    let mut card = Card::about(&kind.name, &kind.description);
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
    card.fact("fires", fires(kind.size));
    let beats = kind.beats.iter().map(|&id| &content.ship(id).name);
    card.list("beats", beats, ", ");
    let lends = "lends fire control while it defends";
    card.maybe("also", kind.fire_control.then_some(lends));
    let torpedoes = "torpedoes pierce, and splash around";
    card.maybe("also", kind.torpedoes.then_some(torpedoes));
    card.maybe("also", kind.cannot_dock.then_some("cannot dock"));
    let regained = format!("{} hull a turn", kind.regeneration);
    card.maybe("regains", (kind.regeneration > 0).then_some(regained));
    card
}

fn carrier(kind: &CarrierKind) -> Card {
    let mut card = Card::about(&kind.name, &kind.description);
    card.fact("ATK", kind.attack);
    card.fact("DEF", kind.defense);
    card.fact("SPD", kind.speed);
    card.fact("hull", kind.hull);
    card.fact("hangar", format!("{} berths", kind.hangar));
    let shot_down = format!("{} attackers a turn", kind.point_defense);
    card.fact("point defense", shot_down);
    card.fact("detects", rules::hexes(kind.detect));
    let comes = format!("{}% after losses", kind.reinforcement_percent);
    card.fact("reinforcements", comes);
    card
}

fn weapon(weapon: &Weapon) -> Card {
    let mut card = Card::new(weapon.name.clone());
    card.fact("range", rules::hexes(weapon.range));
    let fires = match weapon.cooldown {
        0 => "every turn".to_owned(),
        turns => format!("ready again after {turns} ends of turns"),
    };
    card.fact("fires", fires);
    card
}

fn quirk(quirk: &Trait) -> Card {
    let mut card = Card::about(&quirk.name, &quirk.description);
    card.bonuses([("ATK", quirk.attack), ("DEF", quirk.defense)]);
    card.maybe("holds", quirk.needs_ally.then_some("beside an ally"));
    for (name, value) in [
        ("hull regained a turn", quirk.regeneration),
        ("off the first damage of a turn", quirk.first_damage),
        ("damage around when it dies", quirk.death_damage),
    ] {
        card.maybe(name, (value > 0).then_some(value));
    }
    card.maybe("intents instead", quirk.instead.map(weights));
    let changed = (quirk.weights != Weights::default()).then(|| weights(quirk.weights));
    card.maybe("intents", changed);
    let left = format!("{}% of the weight", quirk.retreat_percent);
    card.maybe("retreats", (quirk.retreat_percent != 100).then_some(left));
    let prey = "nothing but the carrier";
    card.maybe("attacks", quirk.hunts_carrier.then_some(prey));
    card
}

fn weights(weights: Weights) -> String {
    let told = weights.by_intent().into_iter();
    let told = told.filter(|(_, weight)| *weight != 0);
    let told = told.map(|(intent, weight)| format!("{intent} {weight:+}"));
    told.collect::<Vec<_>>().join(", ")
}

fn perk(perk: &Perk) -> Card {
    let mut card = Card::about(&perk.name, &perk.description);
    card.bonuses([("ATK", perk.attack), ("DEF", perk.defense)]);
    card.bonuses([("SPD", perk.speed.into())]);
    card.maybe("hull", (perk.hull > 0).then(|| format!("{:+}", perk.hull)));
    card.bonuses([("fuel", perk.fuel.into())]);
    let ability = perk.ability;
    let (percent, damage) = (ability.lucky_percent, ability.lucky_damage);
    let lucky = format!("{percent}% of {damage:+} damage on a hit");
    card.maybe("seasoned", (percent > 0).then_some(lucky));
    for (text, value) in [
        ("attacks evaded in a battle", ability.evades),
        ("initiative in the first turn", ability.first_initiative),
        ("more hexes to move", ability.moves),
    ] {
        card.maybe("seasoned", (value > 0).then(|| format!("{value:+} {text}")));
    }
    let stand = format!("DEF {:+} at half the hull or less", ability.last_stand);
    card.maybe("seasoned", (ability.last_stand != 0).then_some(stand));
    card
}

fn admiral(ability: &AdmiralAbility) -> Card {
    let mut card = Card::about(&ability.name, &ability.description);
    card.bonuses([("ATK", ability.attack)]);
    for (name, times) in [
        ("ship's hull", ability.below_hull),
        ("carrier's hull", ability.below_carrier_hull),
    ] {
        let holds = times.map(|times| format!("{name} × {times} is below its most"));
        card.maybe("while", holds);
    }
    let (first_hit, absorbs) = (ability.first_hit, ability.absorbs);
    let first = (first_hit > 0).then(|| format!("-{first_hit}"));
    card.maybe("first hit on the carrier", first);
    let absorbed = (absorbs > 0).then(|| format!("{absorbs} of one hit, once"));
    card.maybe("absorbs", absorbed);
    card
}

fn upgrade(upgrade: &Upgrade) -> Card {
    let mut card = Card::about(&upgrade.name, &upgrade.description);
    let hull = upgrade.point_defense_hull;
    let shot_down = (hull > 0).then(|| format!("attackers of up to {hull} hull"));
    card.maybe("point defense", shot_down);
    card
}

fn hazard(name: &str, hazard: &Hazard) -> Card {
    let mut card = Card::new(name);
    card.bonuses([("ATK", hazard.accuracy), ("DEF", hazard.defense)]);
    let damage = (hazard.damage > 0).then(|| format!("{} each turn", hazard.damage));
    card.maybe("damage", damage);
    card
}

/// Lists options and figures that differ from the shipped ones: name, usual value, value now.
pub fn differences(
    content: &FleetContent,
    shipped: &FleetContent,
) -> Vec<(String, String, String)> {
    let usual = rules::figures(shipped);
    let differing = rules::figures(content)
        .into_iter()
        .filter_map(|(path, value)| {
            let (_, before) = usual.iter().find(|(other, _)| *other == path)?;
            (*before != value).then(|| (rules::words(&path), before.clone(), value))
        });
    differing.collect()
}

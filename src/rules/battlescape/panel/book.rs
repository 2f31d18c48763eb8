//! The encyclopedia: units, weapons, things, abilities, terrain and every rule figure, read from the
//! definitions in force.
//!
//! **Invariant:** nothing is told here that is not data; a figure that a mission changes is marked.

use crate::{
    content::{Catalog, figures},
    playing::{Card, Chapter},
    rules::battlescape::{
        attack::{self, mode_name},
        content::{
            Armor, BattlescapeContent, Burn, DamageDice, Figures, FireMode, UnitKind, Weapon,
            WeaponClass,
            items::{Ability, Charge, Item, ItemKind},
        },
        panel::inspect::terrain_facts,
    },
};

/// Writes the encyclopedia of the definitions in force; `base` are the figures without a mission's
/// changes.
pub fn chapters(catalog: &Catalog, base: &Figures) -> Vec<Chapter> {
    let content = catalog.part::<BattlescapeContent>();
    let figures = &content.figures;
    let chapter = |name, cards| Chapter { name, cards };
    let terrain = |terrain: &crate::content::terrain::Terrain| {
        let mut card = Card::new(terrain.name.clone());
        terrain_facts(&mut card, terrain, figures);
        card
    };
    let suit = |suit: &crate::rules::battlescape::content::Suit| {
        let mut card = Card::new(suit.name.clone());
        armor(&mut card, suit.armor);
        card.fact("value", format!("{} credits", suit.value));
        card
    };
    vec![
        chapter(
            "Units",
            content.units.iter().map(|one| unit(catalog, one)).collect(),
        ),
        chapter(
            "Weapons",
            (content.weapons.iter())
                .map(|one| weapon(figures, one))
                .collect(),
        ),
        chapter(
            "Things",
            (content.items.iter())
                .map(|one| item(figures, one))
                .collect(),
        ),
        chapter("Armor", content.suits.iter().map(suit).collect()),
        chapter(
            "Abilities",
            (content.abilities.iter())
                .map(|one| ability(figures, one))
                .collect(),
        ),
        chapter("Terrain", catalog.terrains.iter().map(terrain).collect()),
        chapter("Rules", rules(figures, base)),
    ]
}

/// Formats dice: `2d10`.
fn dice(dice: DamageDice) -> String {
    match dice.count {
        1 => format!("d{}", dice.sides),
        count => format!("{count}d{}", dice.sides),
    }
}

fn burn(burn: Burn) -> String {
    format!(
        "{}%: {} a turn for {} turns",
        burn.chance,
        dice(burn.dice),
        burn.turns
    )
}

fn armor(card: &mut Card, armor: Armor) {
    card.fact("armor", format!("{} ({:?})", armor.rating, armor.class));
    if armor.path_percent != 100 {
        card.fact("walking", format!("{}% of the TU", armor.path_percent));
    }
    if armor.no_poison {
        card.fact("poison", "does not get through");
    }
}

fn unit(catalog: &Catalog, kind: &UnitKind) -> Card {
    let content = catalog.part::<BattlescapeContent>();
    let mut card = Card::new(kind.name.clone());
    card.about.clone_from(&kind.description);
    card.fact("health", kind.health);
    card.fact("accuracy", format!("{}%", kind.accuracy));
    card.fact("evasion", format!("{}%", kind.evasion));
    card.fact("reactions", kind.reactions);
    card.fact("strength", kind.strength);
    let or_none = |value: Option<u16>| value.map_or("none".to_owned(), |value| value.to_string());
    card.fact("bravery", or_none(kind.bravery));
    card.fact("will", or_none(kind.will));
    if kind.psi > 0 {
        card.fact("psi", kind.psi);
    }
    if kind.energy > 0 {
        card.fact("energy", kind.energy);
    }
    armor(&mut card, kind.armor);
    let night = if kind.night_sight {
        ", at night too"
    } else {
        ""
    };
    card.fact("sees", format!("{} hexes{night}", kind.vision));
    for (class, hexes) in &kind.vision_with {
        card.fact(format!("with a {class:?} weapon"), format!("{hexes} hexes"));
    }
    if kind.aura > 0 {
        let (morale, suppression) = (&content.figures.morale, &content.figures.suppression);
        let text = format!(
            "its side within {} hexes: deaths cost {}% of the morale, comrades lose {} more suppression \
             a turn",
            kind.aura, morale.aura_percent, suppression.aura_decay
        );
        card.fact("steadies", text);
    }
    card.fact("carries", &content.weapon(kind.weapon).name);
    let names = |names: Vec<&str>| names.join(", ");
    if !kind.items.is_empty() {
        let items = kind
            .items
            .iter()
            .map(|&item| content.item(item).name.as_str());
        card.fact("and", names(items.collect()));
    }
    if !kind.abilities.is_empty() {
        let abilities = (kind.abilities.iter()).map(|&one| content.ability(one).name.as_str());
        card.fact("abilities", names(abilities.collect()));
    }
    if kind.flies {
        card.fact("flies", "over any ground");
    }
    if kind.is_medic {
        card.fact("medic", "heals better");
    }
    card.fact("threat", format!("{:?}", kind.level));
    card
}

fn weapon(figures: &Figures, weapon: &Weapon) -> Card {
    let mut card = Card::new(weapon.name.clone());
    card.fact("class", format!("{:?}", weapon.class));
    let damage = format!("{} {:?}", dice(weapon.dice), weapon.damage_type);
    card.fact("damage", damage);
    card.fact("accuracy", format!("{:+}%", weapon.accuracy));
    for mode in attack::modes(weapon).filter(|&mode| mode != FireMode::Headshot) {
        if let Ok(cost) = attack::mode_cost(figures, weapon, mode) {
            let rounds = match cost.rounds {
                1 => String::new(),
                rounds => format!(", {rounds} rounds"),
            };
            card.fact(mode_name(mode), format!("{} TU{rounds}", cost.tu));
        }
    }
    if weapon.class != WeaponClass::Melee {
        let bands = figures
            .bands
            .get(&weapon.class)
            .map_or(&[][..], Vec::as_slice);
        let bands: Vec<_> = (bands.iter())
            .map(|band| format!("to {} hexes {:+}%", band.to, band.modifier))
            .collect();
        card.fact("range", bands.join(", "));
    }
    if weapon.magazine > 0 {
        let spares = match weapon.spares {
            0 => "none spare".to_owned(),
            1 => "one spare magazine".to_owned(),
            spares => format!("{spares} spare magazines"),
        };
        card.fact("magazine", format!("{} rounds, {spares}", weapon.magazine));
    }
    if weapon.blast > 0 {
        card.fact("explodes", format!("{} rings", weapon.blast));
    }
    if let Some(effect) = weapon.ammo_burn {
        card.fact("burns", burn(effect));
    }
    if weapon.value > 0 {
        card.fact("value", format!("{} credits", weapon.value));
    }
    card
}

fn item(figures: &Figures, item: &Item) -> Card {
    let mut card = Card::new(item.name.clone());
    card.about.clone_from(&item.description);
    let charge = |card: &mut Card, charge: Charge| {
        if let Some(damage) = charge.dice {
            let text = format!("{} {:?}", dice(damage), charge.damage_type);
            card.fact("damage", text);
        }
        card.fact("reaches", format!("{} rings", charge.radius));
    };
    if let ItemKind::Grenade(_) = item.kind {
        card.fact("to throw", format!("morale {}", figures.morale.throws_from));
    }
    match item.kind {
        ItemKind::Grenade(one) | ItemKind::Mine(one) => charge(&mut card, one),
        ItemKind::Medikit {
            by_medic,
            by_others,
        } => {
            card.fact("heals", format!("{by_others} HP, {by_medic} by a medic"));
        }
        ItemKind::Stimulant { stun } => card.fact("takes away", format!("{stun} stun")),
        ItemKind::Scanner { radius } => card.fact("reaches", format!("{radius} hexes")),
        ItemKind::PsiAmp | ItemKind::Thing => {}
    }
    card.fact("uses", item.charges);
    card.fact("value", format!("{} credits", item.value));
    card
}

fn ability(figures: &Figures, ability: &Ability) -> Card {
    let mut card = Card::new(ability.name.clone());
    card.about.clone_from(&ability.description);
    card.fact(
        "costs",
        format!("{} TU, {} energy", ability.tu, ability.energy),
    );
    card.fact("needs", format!("morale {}", figures.morale.abilities_from));
    card.fact("reaches", format!("{} hexes", ability.range));
    if ability.resisted {
        card.fact("resisted", format!("by Will, {:+}%", ability.modifier));
    }
    if let Some(damage) = ability.dice {
        card.fact("damage", dice(damage));
    }
    card
}

/// Lists every rule figure, a card for each group; changed ones show what they were.
fn rules(figures: &Figures, base: &Figures) -> Vec<Card> {
    let mut cards: Vec<Card> = Vec::new();
    let before = figures::list(base);
    for (path, value) in figures::list(figures) {
        let (group, name) = path.split_once('.').unwrap_or(("general", &path));
        let group = group.replace('_', " ");
        if cards.last().is_none_or(|card| card.title != group) {
            match cards.iter().position(|card| card.title == group) {
                Some(at) => {
                    let card = cards.remove(at);
                    cards.push(card);
                }
                None => cards.push(Card::new(group)),
            }
        }
        let was = before.iter().find(|(other, _)| *other == path);
        let text = match was {
            Some((_, was)) if *was != value => format!("{value} (usually {was})"),
            _ => value,
        };
        let card = cards.last_mut().expect("one was put there");
        card.fact(name.replace('_', " "), text);
    }
    cards
}

/// Lists the rule figures that differ: path, usual value, value in force.
pub fn differences(figures: &Figures, base: &Figures) -> Vec<(String, String, String)> {
    let now = figures::list(figures);
    let before = figures::list(base);
    let value = |list: &[(String, String)], path: &String| {
        let found = list.iter().find(|(other, _)| other == path);
        found.map_or("none".to_owned(), |(_, value)| value.clone())
    };
    let mut paths: Vec<_> = before.iter().chain(&now).map(|(path, _)| path).collect();
    paths.sort();
    paths.dedup();
    (paths.into_iter())
        .map(|path| (path.clone(), value(&before, path), value(&now, path)))
        .filter(|(_, before, now)| before != now)
        .collect()
}

//! The encyclopedia: units, weapons, things, abilities, terrain and every rule figure, read from the
//! definitions in force.
//!
//! **Invariant:** nothing is told here that is not data; a figure that a mission changes is marked.

use crate::{
    content::{Catalog, figures, terrain::Terrain},
    playing::{Card, Chapter},
    rules::battlescape::{
        attack::{self, mode_name},
        content::{
            Armor, BattlescapeContent, Burn, DamageDice, Figures, FireMode, Suit, UnitKind, Weapon,
            WeaponClass,
            items::{Ability, Item, ItemKind},
        },
        panel::inspect::terrain_facts,
    },
};

/// Writes the encyclopedia of the definitions in force; `base` are the figures without a mission's
/// changes.
pub fn chapters(catalog: &Catalog, base: &Figures) -> Vec<Chapter> {
    let content = catalog.part::<BattlescapeContent>();
    let figures = &content.figures;
    let terrain = |terrain: &Terrain| {
        let mut card = Card::new(&terrain.name);
        terrain_facts(&mut card, terrain, figures);
        card
    };
    let suit = |suit: &Suit| {
        let mut card = Card::new(&suit.name);
        armor(&mut card, suit.armor);
        card.fact("value", format!("{} credits", suit.value));
        card
    };
    let units = content.units.iter().map(|one| unit(content, one));
    let weapons = content.weapons.iter().map(|one| weapon(figures, one));
    let things = content.items.iter().map(|one| item(figures, one));
    let abilities = content.abilities.iter().map(|one| ability(figures, one));
    let chapters = [
        ("Units", units.collect()),
        ("Weapons", weapons.collect()),
        ("Things", things.collect()),
        ("Armor", content.suits.iter().map(suit).collect()),
        ("Abilities", abilities.collect()),
        ("Terrain", catalog.terrains.iter().map(terrain).collect()),
        ("Rules", rules(figures, base)),
    ];
    chapters.map(|(name, cards)| Chapter { name, cards }).into()
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
    let path = armor.path_percent;
    card.maybe(
        "walking",
        (path != 100).then(|| format!("{path}% of the TU")),
    );
    card.maybe("poison", armor.no_poison.then_some("does not get through"));
}

/// Returns a value unless it is zero.
fn some(value: u16) -> Option<u16> {
    (value > 0).then_some(value)
}

fn unit(content: &BattlescapeContent, kind: &UnitKind) -> Card {
    let mut card = Card::about(&kind.name, &kind.description);
    card.fact("health", kind.health);
    card.fact("accuracy", format!("{}%", kind.accuracy));
    card.fact("evasion", format!("{}%", kind.evasion));
    card.fact("reactions", kind.reactions);
    card.fact("strength", kind.strength);
    let or_none = |value: Option<u16>| value.map_or("none".to_owned(), |value| value.to_string());
    card.fact("bravery", or_none(kind.bravery));
    card.fact("will", or_none(kind.will));
    card.maybe("psi", some(kind.psi));
    card.maybe("energy", some(kind.energy));
    armor(&mut card, kind.armor);
    let night = match kind.night_sight {
        true => ", at night too",
        false => "",
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
    let items = kind.items.iter().map(|&item| &content.item(item).name);
    card.list("and", items, ", ");
    let abilities = (kind.abilities.iter()).map(|&one| &content.ability(one).name);
    card.list("abilities", abilities, ", ");
    card.maybe("flies", kind.flies.then_some("over any ground"));
    card.maybe("medic", kind.is_medic.then_some("heals better"));
    card.fact("threat", format!("{:?}", kind.level));
    card
}

fn weapon(figures: &Figures, weapon: &Weapon) -> Card {
    let mut card = Card::new(&weapon.name);
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
        let bands = figures.bands.get(&weapon.class).into_iter().flatten();
        let bands = bands.map(|band| format!("to {} hexes {:+}%", band.to, band.modifier));
        card.fact("range", bands.collect::<Vec<_>>().join(", "));
    }
    let spares = match weapon.spares {
        0 => "none spare".to_owned(),
        1 => "one spare magazine".to_owned(),
        spares => format!("{spares} spare magazines"),
    };
    let magazine = some(weapon.magazine).map(|rounds| format!("{rounds} rounds, {spares}"));
    card.maybe("magazine", magazine);
    let rings = some(weapon.blast.into()).map(|rings| format!("{rings} rings"));
    card.maybe("explodes", rings);
    card.maybe("burns", weapon.ammo_burn.map(burn));
    let value = some(weapon.value).map(|value| format!("{value} credits"));
    card.maybe("value", value);
    card
}

fn item(figures: &Figures, item: &Item) -> Card {
    let mut card = Card::about(&item.name, &item.description);
    if let ItemKind::Grenade(_) = item.kind {
        card.fact("to throw", format!("morale {}", figures.morale.throws_from));
    }
    match item.kind {
        ItemKind::Grenade(charge) | ItemKind::Mine(charge) => {
            let damage = (charge.dice).map(|one| format!("{} {:?}", dice(one), charge.damage_type));
            card.maybe("damage", damage);
            card.fact("reaches", format!("{} rings", charge.radius));
        }
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
    let mut card = Card::about(&ability.name, &ability.description);
    let costs = format!("{} TU, {} energy", ability.tu, ability.energy);
    card.fact("costs", costs);
    card.fact("needs", format!("morale {}", figures.morale.abilities_from));
    card.fact("reaches", format!("{} hexes", ability.range));
    let resisted = ability.resisted;
    card.maybe(
        "resisted",
        resisted.then(|| format!("by Will, {:+}%", ability.modifier)),
    );
    card.maybe("damage", ability.dice.map(dice));
    card
}

/// Lists every rule figure, a card for each group; changed ones show what they were.
fn rules(figures: &Figures, base: &Figures) -> Vec<Card> {
    let mut cards: Vec<Card> = Vec::new();
    let before = figures::list(base);
    for (path, value) in figures::list(figures) {
        let (group, name) = path.split_once('.').unwrap_or(("general", &path));
        let group = group.replace('_', " ");
        let known = cards.iter().position(|card| card.title == group);
        let mut card = known.map_or_else(|| Card::new(group), |at| cards.remove(at));
        let text = match before.iter().find(|(other, _)| *other == path) {
            Some((_, was)) if *was != value => format!("{value} (usually {was})"),
            _ => value,
        };
        card.fact(name.replace('_', " "), text);
        cards.push(card);
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

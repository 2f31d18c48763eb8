//! Reads single definitions of squads: what a weapon, item, ability, suit or unit kind is made of.
//!
//! **Invariant:** a definition is handed out only when every field of it was read.

use crate::{
    content::{
        declare::choices,
        reader::{Fields, Reader},
        silhouette::Silhouette,
        small_map::SmallMap,
        tree::{Node, Value},
    },
    rules::battlescape::content::{
        Armor, ArmorClass, Burn, DamageDice, DamageType, FireMode, Suit, ThreatLevel, UnitKind,
        Weapon, WeaponClass, WeaponId,
        items::{
            Ability, AbilityEffect, AbilityId, Charge, ChargeEffect, Item, ItemId, ItemKind,
            MAX_ITEMS,
        },
    },
};

/// Modes that files name; heads are aimed at by weapons with aimed shots.
const MODES: [(&str, FireMode); 5] = [
    ("Snap", FireMode::Snap),
    ("Aimed", FireMode::Aimed),
    ("Burst", FireMode::Burst),
    ("Auto", FireMode::Auto),
    ("Strike", FireMode::Strike),
];

choices! {
    /// Kinds of items by name.
    enum RawKind {
        Grenade,
        Mine,
        Medikit,
        Stimulant,
        Scanner,
        PsiAmp,
        Thing,
    }
}

/// Reads a weapon.
pub(super) fn weapon(reader: &mut Reader, node: &Node) -> Option<Weapon> {
    let mut fields = reader.fields(node, "weapon")?;
    let key = fields.name(reader, "key");
    let name = fields.name(reader, "name");
    let class = fields.choice(reader, "class", "weapon class", WeaponClass::CHOICES);
    let damage_type = fields.choice(reader, "type", "damage type", DamageType::CHOICES);
    let roll = fields.need(reader, "damage").and_then(|n| dice(reader, n));
    let accuracy = fields.int(reader, "accuracy", -100..=100_i16);
    let blast = fields.int_or(reader, "blast", 0..=6_u8, 0);
    let magazine = fields.int_or(reader, "magazine", 0..=1000_u16, 0);
    let spares = fields.int_or(reader, "spares", 0..=20_u16, 3);
    // Bare hands, of those who do not fight.
    let is_bare = fields.flag(reader, "unarmed")?;
    let modes = fields.need(reader, "modes").map(|n| {
        let list = reader.list(n, "modes");
        if list.is_empty() && !is_bare {
            reader.problem(n.place, "a weapon needs at least one mode");
        }
        list.iter()
            .filter_map(|n| reader.choice(n, "mode", &MODES))
            .collect()
    });
    let ammo_burn = match fields.get("ammo_burn") {
        Some(n) => burn(reader, n).map(Some),
        None => Some(None),
    };
    let value = fields.int_or(reader, "value", 0..=60_000_u16, 0);
    fields.done(reader);
    Some(Weapon {
        key: key?.to_owned(),
        name: name?.to_owned(),
        class: class?,
        damage_type: damage_type?,
        dice: roll?,
        accuracy: accuracy?,
        blast: blast?,
        magazine: magazine?,
        spares: spares?,
        modes: modes?,
        ammo_burn: ammo_burn?,
        value: value?,
    })
}

/// Reads an ability.
pub(super) fn ability(reader: &mut Reader, node: &Node) -> Option<Ability> {
    let mut fields = reader.fields(node, "ability")?;
    let key = fields.name(reader, "key");
    let name = fields.name(reader, "name");
    let description = fields.prose(reader, "description");
    let tu = fields.int(reader, "tu", 0..=1000_u16);
    let energy = fields.int(reader, "energy", 0..=1000_u16);
    let range = fields.int(reader, "range", 0..=100_u16);
    let resisted = fields.flag(reader, "resisted");
    let modifier = fields.int_or(reader, "modifier", -100..=100_i16, 0);
    let effect = fields.choice(reader, "effect", "effect", AbilityEffect::CHOICES);
    let amount = fields.int_or(reader, "amount", 0..=200_u16, 0);
    let roll = match fields.get("damage") {
        Some(n) => dice(reader, n).map(Some),
        None => Some(None),
    };
    let psi_per_point = fields.int_or(reader, "psi_per_point", 1..=1000_u16, 10);
    fields.done(reader);
    Some(Ability {
        key: key?.to_owned(),
        name: name?.to_owned(),
        description: description?.to_owned(),
        tu: tu?,
        energy: energy?,
        range: range?,
        resisted: resisted?,
        modifier: modifier?,
        effect: effect?,
        amount: amount?,
        dice: roll?,
        psi_per_point: psi_per_point?,
    })
}

/// Reads an item.
pub(super) fn item(reader: &mut Reader, node: &Node) -> Option<Item> {
    let mut fields = reader.fields(node, "item")?;
    let key = fields.name(reader, "key");
    let name = fields.name(reader, "name");
    let description = fields.prose(reader, "description");
    let charges = fields.int(reader, "charges", 1..=5_u8);
    let kind = fields.choice(reader, "kind", "item kind", RawKind::CHOICES);
    let kind = kind.and_then(|kind| {
        Some(match kind {
            RawKind::Grenade => ItemKind::Grenade(charge(reader, &mut fields)?),
            RawKind::Mine => ItemKind::Mine(charge(reader, &mut fields)?),
            RawKind::Medikit => {
                let by_medic = fields.int(reader, "by_medic", 1..=1000_u16);
                let by_others = fields.int(reader, "by_others", 1..=1000_u16);
                ItemKind::Medikit {
                    by_medic: by_medic?,
                    by_others: by_others?,
                }
            }
            RawKind::Stimulant => ItemKind::Stimulant {
                stun: fields.int(reader, "stun", 1..=1000_u16)?,
            },
            RawKind::Scanner => ItemKind::Scanner {
                radius: fields.int(reader, "radius", 1..=50_u8)?,
            },
            RawKind::PsiAmp => ItemKind::PsiAmp,
            RawKind::Thing => ItemKind::Thing,
        })
    });
    let value = fields.int_or(reader, "value", 0..=60_000_u16, 0);
    fields.done(reader);
    Some(Item {
        key: key?.to_owned(),
        name: name?.to_owned(),
        description: description?.to_owned(),
        kind: kind?,
        charges: charges?,
        value: value?,
    })
}

fn charge(reader: &mut Reader, fields: &mut Fields) -> Option<Charge> {
    let effect = fields.choice(reader, "effect", "effect", ChargeEffect::CHOICES);
    let roll = match fields.get("damage") {
        Some(n) => dice(reader, n).map(Some),
        None => Some(None),
    };
    let damage_type = fields.choice_or(reader, "type", DamageType::CHOICES, DamageType::Kinetic);
    let radius = fields.int(reader, "radius", 0..=6_u8);
    let strength = fields.int_or(reader, "strength", 0..=20_u8, 0);
    Some(Charge {
        effect: effect?,
        dice: roll?,
        damage_type: damage_type?,
        radius: radius?,
        strength: strength?,
    })
}

/// Reads a suit.
pub(super) fn suit(reader: &mut Reader, node: &Node) -> Option<Suit> {
    let mut fields = reader.fields(node, "suit")?;
    let key = fields.name(reader, "key");
    let name = fields.name(reader, "name");
    let armor = fields.need(reader, "armor").and_then(|n| armor(reader, n));
    let value = fields.int_or(reader, "value", 0..=60_000_u16, 0);
    fields.done(reader);
    Some(Suit {
        key: key?.to_owned(),
        name: name?.to_owned(),
        armor: armor?,
        value: value?,
    })
}

/// Keys of what unit kinds name.
pub(super) struct Known<'a> {
    /// All weapons.
    pub(super) weapons: &'a [&'a str],
    /// All items.
    pub(super) items: &'a [&'a str],
    /// All abilities.
    pub(super) abilities: &'a [&'a str],
}

/// Reads a unit kind.
pub(super) fn unit(reader: &mut Reader, node: &Node, known: &Known) -> Option<UnitKind> {
    let Known {
        weapons,
        items,
        abilities,
    } = *known;
    let mut fields = reader.fields(node, "unit")?;
    let key = fields.name(reader, "key");
    let name = fields.name(reader, "name");
    let description = fields.prose(reader, "description");
    let health = fields.int(reader, "health", 1..=1000_u16);
    let accuracy = fields.int(reader, "accuracy", 0..=200_i16);
    let evasion = fields.int_or(reader, "evasion", -100..=100_i16, 0);
    let reactions = fields.int(reader, "reactions", 0..=200_u16);
    let strength = fields.int(reader, "strength", 0..=200_u16);
    let bravery = fields.maybe_int(reader, "bravery", 0..=110_u16);
    let will = fields.maybe_int(reader, "will", 0..=200_u16);
    let psi = fields.int_or(reader, "psi", 0..=200_u16, 0);
    let energy = fields.int_or(reader, "energy", 0..=1000_u16, 0);
    let aura = fields.int_or(reader, "aura", 0..=50_u8, 0);
    let armor = fields.need(reader, "armor").and_then(|n| armor(reader, n));
    let vision = fields.int(reader, "vision", 1..=24_u8);
    let night_sight = fields.flag(reader, "night_sight");
    let vision_with = match fields.get("vision_with") {
        Some(n) => vision_with(reader, n),
        None => Some(SmallMap::new()),
    };
    let level = fields.choice(reader, "level", "threat level", ThreatLevel::CHOICES);
    let weapon = fields.need(reader, "weapon").and_then(|n| {
        let find = |key: &str| weapons.iter().position(|name| *name == key);
        reader.key(n, "weapon", find, weapons)
    });
    let carried = fields.get("items").map_or(Some(Vec::new()), |n| {
        let find = |key: &str| {
            let at = items.iter().position(|name| *name == key)?;
            u8::try_from(at).ok().map(ItemId)
        };
        let list = reader.list(n, "items");
        if list.len() > MAX_ITEMS {
            let message = format!("a unit carries at most {MAX_ITEMS} items");
            reader.problem(n.place, message);
        }
        let read = |n| reader.key(n, "item", find, items);
        list.iter().map(read).collect()
    });
    let gifts = fields.get("abilities").map_or(Some(Vec::new()), |n| {
        let find = |key: &str| {
            let at = abilities.iter().position(|name| *name == key)?;
            u8::try_from(at).ok().map(AbilityId)
        };
        let list = reader.list(n, "abilities");
        let read = |n| reader.key(n, "ability", find, abilities);
        list.iter().map(read).collect()
    });
    let needs_amp = fields.flag(reader, "needs_amp");
    let flies = fields.flag(reader, "flies");
    let is_medic = fields.flag(reader, "medic");
    let silhouette = fields.choice(reader, "silhouette", "silhouette", Silhouette::CHOICES);
    let picture = fields.entry(reader, "picture", (), Some(None));
    fields.done(reader);
    Some(UnitKind {
        key: key?.to_owned(),
        name: name?.to_owned(),
        description: description?.to_owned(),
        health: health?,
        accuracy: accuracy?,
        evasion: evasion?,
        reactions: reactions?,
        strength: strength?,
        bravery: bravery?,
        will: will?,
        psi: psi?,
        energy: energy?,
        aura: aura?,
        armor: armor?,
        vision: vision?,
        night_sight: night_sight?,
        vision_with: vision_with?,
        level: level?,
        weapon: WeaponId(u8::try_from(weapon?).ok()?),
        items: carried?,
        abilities: gifts?,
        needs_amp: needs_amp?,
        flies: flies?,
        is_medic: is_medic?,
        silhouette: silhouette?,
        picture: picture?,
    })
}

/// Reads dice such as "d20" or "2d16".
fn dice(reader: &mut Reader, node: &Node) -> Option<DamageDice> {
    let text = reader.text(node, "dice")?;
    let parts = text.split_once('d').and_then(|(count, sides)| {
        let count = if count.is_empty() {
            Ok(1)
        } else {
            count.parse()
        };
        Some((count.ok()?, sides.parse().ok()?))
    });
    match parts {
        Some((count @ 1..=8, sides @ 1..=200)) => Some(DamageDice { count, sides }),
        _ => {
            let message = format!(
                "dice {text:?} are unknown; expected 1 to 8 dice such as \"d20\" or \"2d16\""
            );
            reader.problem(node.place, message);
            None
        }
    }
}

fn burn(reader: &mut Reader, node: &Node) -> Option<Burn> {
    let mut fields = reader.fields(node, "burn")?;
    let chance = fields.int(reader, "chance", 0..=100_u8);
    let roll = fields.need(reader, "damage").and_then(|n| dice(reader, n));
    let turns = fields.int(reader, "turns", 1..=20_u8);
    fields.done(reader);
    Some(Burn {
        chance: chance?,
        dice: roll?,
        turns: turns?,
    })
}

fn armor(reader: &mut Reader, node: &Node) -> Option<Armor> {
    let mut fields = reader.fields(node, "armor")?;
    let rating = fields.int(reader, "rating", 0..=200_u16);
    let class = fields.choice(reader, "class", "armor class", ArmorClass::CHOICES);
    let path = fields.int_or(reader, "path_percent", 50..=300_u16, 100);
    let no_poison = fields.flag(reader, "no_poison");
    fields.done(reader);
    Some(Armor {
        rating: rating?,
        class: class?,
        path_percent: path?,
        no_poison: no_poison?,
    })
}

fn vision_with(reader: &mut Reader, node: &Node) -> Option<SmallMap<WeaponClass, u8>> {
    let Value::Map(entries) = &node.value else {
        let message = format!("expected {{WeaponClass: hexes}}, found {}", node.describe());
        reader.problem(node.place, message);
        return None;
    };
    entries
        .iter()
        .map(|(key, value)| {
            let class = reader.choice(key, "weapon class", WeaponClass::CHOICES);
            let vision = reader.int(value, "vision", 1..=24_u8);
            Some((class?, vision?))
        })
        .collect()
}

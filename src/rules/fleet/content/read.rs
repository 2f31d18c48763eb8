//! Reads `fleet.ron`: definitions by key, figures, and what they refer to.
//!
//! **Invariant:** all mistakes are told with their places; content is handed out only without any.

use crate::{
    content::{
        decode::{Figure, decode},
        mode::AiMode,
        pack,
        problem::Place,
        reader::{Fields, Reader},
        terrain::{Terrain, TerrainId},
        tree::{self, Node, Value},
    },
    rules::fleet::content::{
        AdmiralAbility, AiFigures, CarrierKind, FleetContent, Hazard, Options, Perk, PilotAbility,
        ShipId, ShipType, Size, Trait, Upgrade, Weapon, WeaponId, Weights, figures,
    },
};

const SIZES: [(&str, Size); 2] = [("Small", Size::Small), ("Medium", Size::Medium)];

/// Most definitions of one kind, so that every id fits.
const MOST: usize = 250;

/// Reads the content of the fleet over the terrain kinds that exist.
pub(super) fn read(node: &Node, terrains: &[Terrain], reader: &mut Reader) -> Option<FleetContent> {
    let before = reader.problems.len();
    let mut fields = reader.fields(node, "fleet")?;
    let options = part(&mut fields, reader, "options");
    let options = options.inspect(|(options, place)| check_options(options, reader, *place));
    let figures = part(&mut fields, reader, "figures");
    let figures = figures.inspect(|(figures, place)| figures::check(figures, reader, *place));
    let ai = part(&mut fields, reader, "ai");
    let ai = ai.inspect(|(ai, place)| check_ai(ai, reader, *place));
    let weapons = list(&mut fields, reader, "weapons", weapon);
    let weapon_keys = keys(&mut fields, "weapons");
    let (mut beaten, mut ships) = (Vec::new(), Vec::new());
    for (ship, beats) in list(&mut fields, reader, "ships", |reader, key, node| {
        ship(reader, key, node, &weapon_keys)
    }) {
        ships.push(ship);
        beaten.push(beats);
    }
    let ship_keys = keys(&mut fields, "ships");
    match ships.len() == ship_keys.len() {
        true => resolve_beats(&mut ships, &beaten, reader),
        // Whom those beat that were not read is told once they are.
        false => check_beats(&ship_keys, &beaten, reader),
    }
    let carriers = list(&mut fields, reader, "carriers", carrier);
    let traits = list(&mut fields, reader, "traits", quirk);
    let perks = list(&mut fields, reader, "perks", perk);
    let admirals = list(&mut fields, reader, "admirals", admiral);
    let upgrades = list(&mut fields, reader, "upgrades", upgrade);
    let hazards = list(&mut fields, reader, "hazards", |reader, key, node| {
        hazard(reader, key, node, terrains)
    });
    fields.done(reader);
    let mut source = String::new();
    node.to_ron(&mut source);
    let content = FleetContent {
        source: source.into(),
        options: options?.0,
        figures: figures?.0,
        weapons,
        ships,
        carriers,
        traits,
        perks,
        admirals,
        upgrades,
        hazards,
        ai: ai?.0,
    };
    (reader.problems.len() == before).then_some(content)
}

/// Lays options, figures and definitions of a mission, such as `(ships: {"bomber": (hull: 5)})`, over
/// those of the content; new definitions come last.
///
/// Returns the content that holds then; problems are noted where they are caused.
pub fn overlay(
    content: &FleetContent,
    overrides: &Node,
    terrains: &[Terrain],
    reader: &mut Reader,
) -> Option<FleetContent> {
    let base = tree::parse("", &content.source).expect("text written by the same library parses");
    let over = pack::overlay(base, overrides, reader)?;
    read(&over, terrains, reader)
}

/// Reads a part that is plain figures, and where it stands.
fn part<T: Figure>(
    fields: &mut Fields,
    reader: &mut Reader,
    name: &'static str,
) -> Option<(T, Place)> {
    let node = fields.need(reader, name)?;
    Some((decode(node, reader)?, node.place))
}

/// Notes options that no battle can be played by.
pub(crate) fn check_options(options: &Options, reader: &mut Reader, place: Place) {
    if ![1, 3].contains(&options.sub_phases) {
        let found = options.sub_phases;
        reader.problem(
            place,
            format!("sub_phases {found} is unknown (allowed: 1, 3)"),
        );
    }
}

fn check_ai(ai: &AiFigures, reader: &mut Reader, place: Place) {
    for mode in AiMode::ALL {
        if !ai.modes.contains_key(&mode) {
            reader.problem(place, format!("modes lacks {mode:?}"));
        }
    }
}

/// A definition's key as it stands in the file.
struct Key<'n> {
    text: &'n str,
    node: &'n Node,
}

/// Reads a map of definitions by key; their ids are their places in it.
fn list<'n, T>(
    fields: &mut Fields<'n>,
    reader: &mut Reader,
    name: &'static str,
    mut read: impl FnMut(&mut Reader, &Key<'n>, &'n Node) -> Option<T>,
) -> Vec<T> {
    let Some(node) = fields.need(reader, name) else {
        return Vec::new();
    };
    let Value::Map(entries) = &node.value else {
        let found = node.describe();
        let message = format!("expected {name} as {{\"key\": (...)}}, found {found}");
        reader.problem(node.place, message);
        return Vec::new();
    };
    if entries.is_empty() || entries.len() > MOST {
        let message = format!("{name} must be from 1 to {MOST}");
        reader.problem(node.place, message);
        return Vec::new();
    }
    let mut found = Vec::new();
    for (at, (key, node)) in entries.iter().enumerate() {
        let Some(text) = reader.name(key, "key") else {
            continue;
        };
        if (entries[..at].iter()).any(|(other, _)| other.value == key.value) {
            reader.problem(key.place, format!("{text:?} is given twice"));
        }
        found.extend(read(reader, &Key { text, node: key }, node));
    }
    found
}

/// Lists the keys of definitions as they are written: those with mistakes, too, since each mistake is
/// told once.
fn keys<'n>(fields: &mut Fields<'n>, name: &'static str) -> Vec<&'n str> {
    let Some(Value::Map(entries)) = fields.get(name).map(|node| &node.value) else {
        return Vec::new();
    };
    let key = |(key, _): &'n (Node, Node)| match &key.value {
        Value::Text(text) => Some(text.as_str()),
        _ => None,
    };
    entries.iter().filter_map(key).collect()
}

/// Notes types that nobody wrote.
fn check_beats(keys: &[&str], beaten: &[Option<&Node>], reader: &mut Reader) {
    for node in beaten.iter().flatten() {
        for node in reader.list(node, "ships") {
            let known = |key: &str| keys.contains(&key).then_some(());
            reader.key(node, "ship", known, keys);
        }
    }
}

/// Reads the fields that every definition has.
struct Named {
    key: String,
    name: String,
    description: String,
}

fn named(fields: &mut Fields, reader: &mut Reader, key: &Key) -> Option<Named> {
    let name = fields.name(reader, "name");
    let description = fields.prose(reader, "description");
    Some(Named {
        key: key.text.to_owned(),
        name: name?.to_owned(),
        description: description?.to_owned(),
    })
}

fn weapon(reader: &mut Reader, key: &Key, node: &Node) -> Option<Weapon> {
    let mut fields = reader.fields(node, "weapon")?;
    let name = fields.name(reader, "name");
    let range = fields.int(reader, "range", 1..=20_u8);
    let cooldown = fields.int(reader, "cooldown", 0..=20_u8);
    fields.done(reader);
    Some(Weapon {
        key: key.text.to_owned(),
        name: name?.to_owned(),
        range: range?,
        cooldown: cooldown?,
    })
}

/// Reads a ship type, and the node that lists the types it beats.
fn ship<'n>(
    reader: &mut Reader,
    key: &Key,
    node: &'n Node,
    weapons: &[&str],
) -> Option<(ShipType, Option<&'n Node>)> {
    let mut fields = reader.fields(node, "ship")?;
    let named = named(&mut fields, reader, key);
    let speed = fields.int(reader, "speed", 0..=100_u8);
    let attack = fields.int(reader, "attack", 0..=100_i16);
    let defense = fields.int(reader, "defense", 0..=100_i16);
    let hull = fields.int(reader, "hull", 1..=1000_u16);
    let ammo = fields.int(reader, "ammo", 0..=100_u8);
    let fuel = fields.int(reader, "fuel", 0..=100_u8);
    let moves = fields.int(reader, "moves", 0..=20_u8);
    let detect = fields.int(reader, "detect", 0..=20_u8);
    let size = fields.choice(reader, "size", "size", &SIZES);
    let weapon = fields.need(reader, "weapon").and_then(|node| {
        let find = |key: &str| crate::content::position(weapons.iter().copied(), key);
        reader.key(node, "weapon", find, weapons).map(WeaponId)
    });
    let beats = fields.get("beats");
    let cannot_dock = fields.flag(reader, "cannot_dock");
    let fire_control = fields.flag(reader, "fire_control");
    let torpedoes = fields.flag(reader, "torpedoes");
    let regeneration = fields.int_or(reader, "regeneration", 0..=100_u16, 0);
    let queue_speed = fields.int(reader, "queue_speed", 0..=100_u8);
    fields.done(reader);
    let Named {
        key,
        name,
        description,
    } = named?;
    let ship = ShipType {
        key,
        name,
        description,
        speed: speed?,
        attack: attack?,
        defense: defense?,
        hull: hull?,
        ammo: ammo?,
        fuel: fuel?,
        moves: moves?,
        detect: detect?,
        size: size?,
        weapon: weapon?,
        beats: Vec::new(),
        docks: !cannot_dock?,
        fire_control: fire_control?,
        torpedoes: torpedoes?,
        regeneration: regeneration?,
        queue_speed: queue_speed?,
    };
    Some((ship, beats))
}

/// Finds the types that types beat; of two types at most one beats the other.
fn resolve_beats(ships: &mut [ShipType], beaten: &[Option<&Node>], reader: &mut Reader) {
    let keys: Vec<_> = ships.iter().map(|one| one.key.clone()).collect();
    let keys: Vec<_> = keys.iter().map(String::as_str).collect();
    let find = |key: &str| crate::content::position(keys.iter().copied(), key).map(ShipId);
    for at in 0..ships.len() {
        let Some(node) = beaten[at] else { continue };
        for node in reader.list(node, "ships") {
            let Some(loser) = reader.key(node, "ship", find, &keys) else {
                continue;
            };
            let beats_back = |other: &ShipType| other.beats.iter().any(|id| id.index() == at);
            if loser.index() == at {
                reader.problem(node.place, "a ship cannot beat its own type");
            } else if beats_back(&ships[loser.index()]) {
                let message = format!("{:?} beats {:?} already", keys[loser.index()], keys[at]);
                reader.problem(node.place, message);
            } else {
                ships[at].beats.push(loser);
            }
        }
    }
}

fn carrier(reader: &mut Reader, key: &Key, node: &Node) -> Option<CarrierKind> {
    let mut fields = reader.fields(node, "carrier")?;
    let named = named(&mut fields, reader, key);
    let attack = fields.int(reader, "attack", 0..=100_i16);
    let defense = fields.int(reader, "defense", 0..=100_i16);
    let speed = fields.int(reader, "speed", 0..=20_u8);
    let hull = fields.int(reader, "hull", 1..=1000_u16);
    let hangar = fields.int(reader, "hangar", 0..=100_u8);
    let point_defense = fields.int(reader, "point_defense", 0..=100_u8);
    let detect = fields.int(reader, "detect", 0..=20_u8);
    let reinforcement = fields.int(reader, "reinforcement_percent", 0..=100_u8);
    let queue_speed = fields.int(reader, "queue_speed", 0..=100_u8);
    fields.done(reader);
    let Named {
        key,
        name,
        description,
    } = named?;
    Some(CarrierKind {
        key,
        name,
        description,
        attack: attack?,
        defense: defense?,
        speed: speed?,
        hull: hull?,
        hangar: hangar?,
        point_defense: point_defense?,
        detect: detect?,
        reinforcement_percent: reinforcement?,
        queue_speed: queue_speed?,
    })
}

/// Reads weights of intents that may be left out one by one.
fn weights(reader: &mut Reader, node: &Node) -> Option<Weights> {
    let mut fields = reader.fields(node, "weights")?;
    let mut weight = |name| fields.int_or(reader, name, -1000..=1000_i16, 0);
    let [attack, advance, hold, retreat] =
        ["attack", "advance", "hold", "retreat"].map(&mut weight);
    fields.done(reader);
    Some(Weights {
        attack: attack?,
        advance: advance?,
        hold: hold?,
        retreat: retreat?,
    })
}

fn quirk(reader: &mut Reader, key: &Key, node: &Node) -> Option<Trait> {
    let mut fields = reader.fields(node, "trait")?;
    let named = named(&mut fields, reader, key);
    let attack = fields.int_or(reader, "attack", -100..=100_i16, 0);
    let defense = fields.int_or(reader, "defense", -100..=100_i16, 0);
    let needs_ally = fields.flag(reader, "needs_ally");
    let regeneration = fields.int_or(reader, "regeneration", 0..=100_u16, 0);
    let first_damage = fields.int_or(reader, "first_damage", 0..=100_u16, 0);
    let death_damage = fields.int_or(reader, "death_damage", 0..=100_u16, 0);
    let instead = match fields.get("instead") {
        Some(node) => weights(reader, node).map(Some),
        None => Some(None),
    };
    let more = match fields.get("weights") {
        Some(node) => weights(reader, node),
        None => Some(Weights::default()),
    };
    let retreat_percent = fields.int_or(reader, "retreat_percent", 0..=1000_u16, 100);
    let hunts_carrier = fields.flag(reader, "hunts_carrier");
    fields.done(reader);
    let Named {
        key,
        name,
        description,
    } = named?;
    Some(Trait {
        key,
        name,
        description,
        attack: attack?,
        defense: defense?,
        needs_ally: needs_ally?,
        regeneration: regeneration?,
        first_damage: first_damage?,
        death_damage: death_damage?,
        instead: instead?,
        weights: more?,
        retreat_percent: retreat_percent?,
        hunts_carrier: hunts_carrier?,
    })
}

fn perk(reader: &mut Reader, key: &Key, node: &Node) -> Option<Perk> {
    let mut fields = reader.fields(node, "perk")?;
    let named = named(&mut fields, reader, key);
    let attack = fields.int_or(reader, "attack", -100..=100_i16, 0);
    let defense = fields.int_or(reader, "defense", -100..=100_i16, 0);
    let speed = fields.int_or(reader, "speed", 0..=100_u8, 0);
    let hull = fields.int_or(reader, "hull", 0..=1000_u16, 0);
    let fuel = fields.int_or(reader, "fuel", 0..=100_u8, 0);
    let ability = match fields.get("ability") {
        Some(node) => ability(reader, node),
        None => Some(PilotAbility::default()),
    };
    fields.done(reader);
    let Named {
        key,
        name,
        description,
    } = named?;
    Some(Perk {
        key,
        name,
        description,
        attack: attack?,
        defense: defense?,
        speed: speed?,
        hull: hull?,
        fuel: fuel?,
        ability: ability?,
    })
}

fn ability(reader: &mut Reader, node: &Node) -> Option<PilotAbility> {
    let mut fields = reader.fields(node, "ability")?;
    let lucky_percent = fields.int_or(reader, "lucky_percent", 0..=100_u8, 0);
    let lucky_damage = fields.int_or(reader, "lucky_damage", 0..=100_u16, 0);
    let evades = fields.int_or(reader, "evades", 0..=100_u8, 0);
    let first_initiative = fields.int_or(reader, "first_initiative", 0..=100_u8, 0);
    let last_stand = fields.int_or(reader, "last_stand", 0..=100_i16, 0);
    let moves = fields.int_or(reader, "moves", 0..=20_u8, 0);
    fields.done(reader);
    Some(PilotAbility {
        lucky_percent: lucky_percent?,
        lucky_damage: lucky_damage?,
        evades: evades?,
        first_initiative: first_initiative?,
        last_stand: last_stand?,
        moves: moves?,
    })
}

fn admiral(reader: &mut Reader, key: &Key, node: &Node) -> Option<AdmiralAbility> {
    let mut fields = reader.fields(node, "admiral's ability")?;
    let named = named(&mut fields, reader, key);
    let attack = fields.int_or(reader, "attack", -100..=100_i16, 0);
    let mut below = |name| match fields.get(name) {
        Some(node) => reader.int(node, name, 1..=100_u16).map(Some),
        None => Some(None),
    };
    let below_hull = below("below_hull");
    let below_carrier_hull = below("below_carrier_hull");
    let first_hit = fields.int_or(reader, "first_hit", 0..=100_u16, 0);
    let absorbs = fields.int_or(reader, "absorbs", 0..=100_u16, 0);
    fields.done(reader);
    let Named {
        key,
        name,
        description,
    } = named?;
    Some(AdmiralAbility {
        key,
        name,
        description,
        attack: attack?,
        below_hull: below_hull?,
        below_carrier_hull: below_carrier_hull?,
        first_hit: first_hit?,
        absorbs: absorbs?,
    })
}

fn upgrade(reader: &mut Reader, key: &Key, node: &Node) -> Option<Upgrade> {
    let mut fields = reader.fields(node, "upgrade")?;
    let named = named(&mut fields, reader, key);
    let hull = fields.int(reader, "point_defense_hull", 0..=1000_u16);
    fields.done(reader);
    let Named {
        key,
        name,
        description,
    } = named?;
    Some(Upgrade {
        key,
        name,
        description,
        point_defense_hull: hull?,
    })
}

fn hazard(
    reader: &mut Reader,
    key: &Key,
    node: &Node,
    terrains: &[Terrain],
) -> Option<(TerrainId, Hazard)> {
    let keys: Vec<_> = terrains.iter().map(|one| one.key.as_str()).collect();
    let find = |key: &str| crate::content::position(keys.iter().copied(), key).map(TerrainId);
    let terrain = reader.key(key.node, "terrain", find, &keys);
    let mut fields = reader.fields(node, "hazard")?;
    let accuracy = fields.int_or(reader, "accuracy", -100..=100_i16, 0);
    let defense = fields.int_or(reader, "defense", -100..=100_i16, 0);
    let damage = fields.int_or(reader, "damage", 0..=100_u16, 0);
    fields.done(reader);
    let hazard = Hazard {
        accuracy: accuracy?,
        defense: defense?,
        damage: damage?,
    };
    Some((terrain?, hazard))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shipped content with one piece of text replaced.
    #[track_caller]
    fn problems(from: &str, to: &str) -> Vec<String> {
        let catalog = crate::content::load_default().expect("the shipped content is sound");
        let folder = crate::content::assets_folder().expect("the assets are there");
        let path = folder.join("content").join("fleet.ron");
        let text = std::fs::read_to_string(path).expect("it is text");
        assert!(text.contains(from), "{from} is in the file");
        let text = text.replacen(from, to, 1);
        let node = tree::parse("fleet.ron", &text).expect("the syntax is sound");
        let mut reader = Reader::new("fleet.ron");
        let content = read(&node, &catalog.terrains, &mut reader);
        assert_eq!(content.is_none(), !reader.problems.is_empty());
        let message = |problem: &crate::content::problem::Problem| problem.message.clone();
        reader.problems.iter().map(message).collect()
    }

    #[test]
    fn mistakes_are_told_with_what_is_allowed() {
        for (from, to, expected) in [
            (
                "speed: 3,",
                "speed: 300,",
                "speed 300 is out of range (allowed: 0 to 100)",
            ),
            (
                "size: Small",
                "size: Smal",
                "size `Smal` is unknown; did you mean `Small`?",
            ),
            (
                "beats: [\"bomber\"]",
                "beats: [\"bombr\"]",
                "ship \"bombr\" is unknown; did you mean `bomber`?",
            ),
            (
                "beats: [\"bomber\"]",
                "beats: [\"interceptor\"]",
                "a ship cannot beat its own type",
            ),
            (
                "\"nebula\": (",
                "\"nebla\": (",
                "terrain \"nebla\" is unknown; did you mean `nebula`?",
            ),
            (
                "sub_phases: 1",
                "sub_phases: 2",
                "sub_phases 2 is unknown (allowed: 1, 3)",
            ),
            (
                "usual: 6",
                "usual: 0",
                "dice.usual 0 is out of range (allowed: 1 to 100)",
            ),
            (
                "weapon: \"laser\"",
                "weapn: \"laser\"",
                "ship lacks `weapon`",
            ),
        ] {
            let found = problems(from, to);
            assert!(
                found.iter().any(|message| message.starts_with(expected)),
                "{found:?} lacks {expected}"
            );
        }
        assert!(problems("speed: 3,", "speed: 3,").is_empty());
    }
}

//! Reads `fleet.ron`: definitions by key, figures, and what they refer to.
//!
//! **Invariant:** all mistakes are told with their places; content is handed out only without any.

use std::collections::BTreeSet;

use crate::{
    content::{
        decode::{Figure, decode},
        definition::Entry,
        mode::AiMode,
        pack,
        problem::Place,
        reader::{Fields, Reader},
        terrain::{Terrain, TerrainId},
        tree::{self, Node, Value},
    },
    rules::fleet::content::{
        AdmiralAbility, AiFigures, CarrierKind, FleetContent, Hazard, Options, Perk, ShipId,
        ShipType, Trait, Upgrade, Weapon, WeaponId, Weights, figures,
    },
};

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
    for (list, kind) in [("weapons", "weapon"), ("ships", "ship")] {
        reader.know(kind, &keys(&mut fields, list));
    }
    let weapons = list(&mut fields, reader, "weapons", Weapon::read);
    let ships = list(&mut fields, reader, "ships", ShipType::read);
    check_beats(&mut fields, reader);
    let carriers = list(&mut fields, reader, "carriers", CarrierKind::read);
    let traits = list(&mut fields, reader, "traits", Trait::read);
    let perks = list(&mut fields, reader, "perks", Perk::read);
    let admirals = list(&mut fields, reader, "admirals", AdmiralAbility::read);
    let upgrades = list(&mut fields, reader, "upgrades", Upgrade::read);
    let hazards = hazards(&mut fields, reader, terrains);
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

/// Returns a map of definitions by key.
fn entries<'n>(
    fields: &mut Fields<'n>,
    reader: &mut Reader,
    name: &'static str,
) -> &'n [(Node, Node)] {
    let Some(node) = fields.need(reader, name) else {
        return &[];
    };
    let expected = format!("{name} as {{\"key\": (...)}}");
    let entries = reader.entries(node, &expected);
    if entries.is_some_and(|entries| entries.is_empty() || entries.len() > MOST) {
        reader.problem(node.place, format!("{name} must be from 1 to {MOST}"));
        return &[];
    }
    entries.unwrap_or_default()
}

/// Reads a map of definitions by key; their ids are their places in it.
fn list<T>(
    fields: &mut Fields,
    reader: &mut Reader,
    name: &'static str,
    read: fn(&mut Reader, &str, &Node) -> Option<T>,
) -> Vec<T> {
    let entries = entries(fields, reader, name);
    let mut found = Vec::new();
    for (at, (key, node)) in entries.iter().enumerate() {
        if let Some(text) = new_key(&entries[..at], key, reader) {
            found.extend(read(reader, text, node));
        }
    }
    found
}

/// Reads a key, and notes one that stands before already.
fn new_key<'n>(before: &[(Node, Node)], key: &'n Node, reader: &mut Reader) -> Option<&'n str> {
    let text = reader.name(key, "key")?;
    if before.iter().any(|(other, _)| other.value == key.value) {
        reader.problem(key.place, format!("{text:?} is given twice"));
    }
    Some(text)
}

/// Reads what kinds of terrain do to ships in them.
fn hazards(
    fields: &mut Fields,
    reader: &mut Reader,
    terrains: &[Terrain],
) -> Vec<(TerrainId, Hazard)> {
    let keys: Vec<_> = terrains.iter().map(|one| one.key.as_str()).collect();
    let find = |key: &str| crate::content::position(keys.iter().copied(), key).map(TerrainId);
    let entries = entries(fields, reader, "hazards");
    let mut found = Vec::new();
    for (at, (key, node)) in entries.iter().enumerate() {
        if new_key(&entries[..at], key, reader).is_some() {
            let terrain = reader.key(key, "terrain", find, &keys);
            found.extend(terrain.zip(Hazard::read(node, reader, "hazard", ())));
        }
    }
    found
}

/// Lists the keys of definitions as they are written: those with mistakes, too, since each mistake is
/// told once.
fn keys<'n>(fields: &mut Fields<'n>, name: &'static str) -> Vec<&'n str> {
    let Some(Value::Map(entries)) = fields.get(name).map(|node| &node.value) else {
        return Vec::new();
    };
    entries.iter().filter_map(|(key, _)| text(key)).collect()
}

fn text(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

/// Notes types that beat themselves; of two types at most one beats the other.
fn check_beats(fields: &mut Fields, reader: &mut Reader) {
    let Some(Value::Map(ships)) = fields.get("ships").map(|node| &node.value) else {
        return;
    };
    let mut beaten = BTreeSet::new();
    for (key, ship) in ships {
        let Some(key) = text(key) else { continue };
        for node in beats(ship) {
            let Some(loser) = text(node) else { continue };
            if loser == key {
                reader.problem(node.place, "a ship cannot beat its own type");
            } else if beaten.contains(&(loser, key)) {
                reader.problem(node.place, format!("{loser:?} beats {key:?} already"));
            } else {
                beaten.insert((key, loser));
            }
        }
    }
}

/// Lists the types that a type beats, as they are written.
fn beats(ship: &Node) -> &[Node] {
    let Value::Struct(_, fields) = &ship.value else {
        return &[];
    };
    let beats = fields.iter().find(|field| field.name == "beats");
    match beats.map(|field| &field.node.value) {
        Some(Value::List(nodes)) => nodes,
        _ => &[],
    }
}

impl Entry for WeaponId {
    type Bounds = ();

    fn read(node: &Node, reader: &mut Reader, _: &str, (): ()) -> Option<Self> {
        reader.known(node, "weapon").map(Self)
    }
}

impl Entry for Vec<ShipId> {
    type Bounds = ();

    fn read(node: &Node, reader: &mut Reader, _: &str, (): ()) -> Option<Self> {
        let nodes = reader.list(node, "ships").iter();
        let read = |node| reader.known(node, "ship").map(ShipId);
        nodes.map(read).collect()
    }
}

/// Weights of a trait, which may be left out one by one.
impl Entry for Weights {
    type Bounds = ();

    fn read(node: &Node, reader: &mut Reader, _: &str, (): ()) -> Option<Self> {
        let mut fields = reader.fields(node, "weights")?;
        let mut weight = |name| fields.int_or(reader, name, -1000..=1000_i16, 0);
        let [attack, advance, hold, retreat] =
            ["attack", "advance", "hold", "retreat"].map(&mut weight);
        fields.done(reader);
        Some(Self {
            attack: attack?,
            advance: advance?,
            hold: hold?,
            retreat: retreat?,
        })
    }
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

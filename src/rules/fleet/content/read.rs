//! Reads `fleet.ron`: definitions by key, figures, and what they refer to.
//!
//! **Invariant:** all mistakes are told with their places; content is handed out only without any.

use std::collections::BTreeSet;

use crate::content::decode::{Figure, decode};
use crate::content::definition::Entry;
use crate::content::mode::AiMode;
use crate::content::problem::Place;
use crate::content::reader::{Fields, Reader};
use crate::content::terrain::{Terrain, TerrainId};
use crate::content::tree::{self, Node, Value};
use crate::content::{pack, position};
use crate::rules::fleet::content::{
    AdmiralAbility, AiFigures, CarrierKind, FleetContent, Hazard, Options, Perk, ShipType, Trait,
    Upgrade, Weapon, Weights, figures,
};

/// Reads the content of the fleet over the terrain kinds that exist.
pub(super) fn read(node: &Node, terrains: &[Terrain], reader: &mut Reader) -> Option<FleetContent> {
    let before = reader.problems.len();
    let mut fields = reader.fields(node, "fleet")?;
    let options = part(&mut fields, reader, "options", check_options);
    let figures = part(&mut fields, reader, "figures", figures::check);
    let ai = part(&mut fields, reader, "ai", check_ai);
    for (list, kind) in [("weapons", "weapon"), ("ships", "ship")] {
        reader.know(kind, &fields.keys(list));
    }
    let weapons = fields.list(reader, "weapons", Weapon::read);
    let ships = fields.list(reader, "ships", ShipType::read);
    check_beats(&mut fields, reader);
    let carriers = fields.list(reader, "carriers", CarrierKind::read);
    let traits = fields.list(reader, "traits", Trait::read);
    let perks = fields.list(reader, "perks", Perk::read);
    let admirals = fields.list(reader, "admirals", AdmiralAbility::read);
    let upgrades = fields.list(reader, "upgrades", Upgrade::read);
    let hazards = hazards(&mut fields, reader, terrains);
    fields.done(reader);
    let content = FleetContent {
        source: node.to_ron().into(),
        options: options?,
        figures: figures?,
        weapons,
        ships,
        carriers,
        traits,
        perks,
        admirals,
        upgrades,
        hazards,
        ai: ai?,
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

/// Reads a part that is plain figures, and checks it.
fn part<T: Figure>(
    fields: &mut Fields,
    reader: &mut Reader,
    name: &'static str,
    check: fn(&T, &mut Reader, Place),
) -> Option<T> {
    let node = fields.need(reader, name)?;
    let part = decode(node, reader)?;
    check(&part, reader, node.place);
    Some(part)
}

/// Notes options that no battle can be played by.
fn check_options(options: &Options, reader: &mut Reader, place: Place) {
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

/// Reads what kinds of terrain do to ships in them.
fn hazards(
    fields: &mut Fields,
    reader: &mut Reader,
    terrains: &[Terrain],
) -> Vec<(TerrainId, Hazard)> {
    let keys: Vec<_> = terrains.iter().map(|one| one.key.as_str()).collect();
    let find = |key: &str| position(keys.iter().copied(), key).map(TerrainId);
    let mut found = Vec::new();
    for one in fields.by_key(reader, "hazards") {
        let terrain = reader.key(one.key, "terrain", find, &keys);
        found.extend(terrain.zip(Hazard::read(one.node, reader, "hazard", ())));
    }
    found
}

/// Notes types that beat themselves; of two types at most one beats the other.
fn check_beats(fields: &mut Fields, reader: &mut Reader) {
    let Some(Value::Map(ships)) = fields.get("ships").map(|node| &node.value) else {
        return;
    };
    let mut beaten = BTreeSet::new();
    for (key, ship) in ships {
        let Some(key) = key.as_text() else { continue };
        let beats = match ship.field("beats").map(|node| &node.value) {
            Some(Value::List(nodes)) => nodes.as_slice(),
            _ => &[],
        };
        for node in beats {
            let Some(loser) = node.as_text() else {
                continue;
            };
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

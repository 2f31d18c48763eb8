//! Missions that vectors describe, and the state that their units begin in.

use crate::battle::snapshot;
use crate::battle::unit::{Presence, UnitId};
use crate::content::reader::Reader;
use crate::content::tree::{Node, Value};
use crate::rules::fleet::craft::UnitState;
use crate::rules::fleet::order::Action;
use crate::vectors::{Vector, draft, list, set_field, take_fields};

use super::Scene;

/// What a vector leaves out of its mission.
const MISSION: &str = r#"Mission(name: "vector", rules: Fleet(), zones: {}, sides: [])"#;
const BOARD: &str = r#"Drawn(
    layout: PointyOddRows,
    legend: {'.': "open_space", 'n': "nebula", 'a': "asteroids", 'i': "ion_storm", 'm': "mines"},
    rows: ["........", "........", "........", "........", "........", "........", "........"],
)"#;
const SIDES: [&str; 2] = [
    r#"(name: "Own", controller: Ai(Aggressive))"#,
    r#"(name: "Enemies", controller: Ai(Aggressive))"#,
];
/// Who is on the side that a vector leaves out: it comes only where others are lost.
const NOBODY: &str = r#"(kind: "miner", name: "nobody", waiting: true)"#;

/// Fields of the vector about a side: its units, zone, admiral, intents and drive.
const FIELDS: [[&str; 5]; 2] = [
    ["own", "zone", "admiral", "intents", "drive"],
    [
        "enemies",
        "enemy_zone",
        "enemy_admiral",
        "enemy_intents",
        "enemy_drive",
    ],
];

/// Fields of a unit about the state that it begins in.
const STATE: [&str; 7] = [
    "hull",
    "ammo",
    "morale",
    "remaining",
    "hurt",
    "action",
    "fire",
];

/// Puts the mission together that a vector describes; with its units as the vector has them, by id.
pub(super) fn describe(vector: &mut Vector) -> Option<(Node, Vec<Node>)> {
    let (reader, fields) = (&mut *vector.reader, &mut vector.fields);
    let place = fields.place;
    let (mut mission, mut board) = (draft(MISSION, place), draft(BOARD, place));
    take_fields(&mut board, fields, &["rows"]);
    set_field(&mut mission, "board", board);
    if let Some(limit) = fields.get("turn_limit") {
        let mut objectives = draft("(wings: false)", place);
        set_field(&mut objectives, "turn_limit", limit.clone());
        set_field(&mut mission, "objectives", objectives);
    }
    let (mut sides, mut zones, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for (side, [own, zone, rest @ ..]) in SIDES.into_iter().zip(FIELDS) {
        let mut side = draft(side, place);
        for (name, field) in ["admiral", "intents", "drive"].into_iter().zip(rest) {
            if let Some(node) = fields.get(field) {
                set_field(&mut side, name, node.clone());
            }
        }
        let units = fields.get(own);
        let units = units.map_or(&[][..], |node| reader.list(node, "units"));
        let mut zone = fields.get(zone).cloned();
        let mut ships = Vec::new();
        for (at, node) in units.iter().enumerate() {
            match unit(reader, node, &all)? {
                (unit, false) => ships.push(unit),
                (unit, true) if at == 0 => set_field(&mut side, "carrier", unit),
                (_, true) => {
                    let message = "a side has one carrier, which is listed first";
                    reader.problem(node.place, message);
                    return None;
                }
            }
            all.push(node.clone());
        }
        if units.is_empty() {
            ships.push(draft(NOBODY, place));
            all.push(draft(NOBODY, place));
            zone = zone.or(Some(draft("[(0, 0)]", place)));
        }
        if let Some(hexes) = zone {
            let name = draft(&format!("{own:?}"), place);
            set_field(&mut side, "zone", name.clone());
            zones.push((name, hexes));
        }
        set_field(&mut side, "ships", list(ships, place));
        sides.push(side);
    }
    let zones = Node {
        value: Value::Map(zones),
        ..draft("{}", place)
    };
    set_field(&mut mission, "zones", zones);
    set_field(&mut mission, "sides", list(sides, place));
    Some((mission, all))
}

/// Returns a unit as missions have it, and whether it is a carrier; those before it have other names.
fn unit(reader: &mut Reader, node: &Node, before: &[Node]) -> Option<(Node, bool)> {
    let mut fields = reader.fields(node, "unit")?;
    let name = fields.need(reader, "name")?;
    let has_name = |other: &Node| {
        other
            .field("name")
            .is_some_and(|one| one.value == name.value)
    };
    if before.iter().any(has_name) {
        let message = format!("two units are named {}", name.to_ron());
        reader.problem(node.place, message);
    }
    let is_carrier = fields.get("carrier").is_some();
    if fields.get("docked").or(fields.get("waiting")).is_none() {
        fields.need(reader, "at")?;
    }
    let mut unit = node.clone();
    let mut pilot = draft("(xp: 0)", node.place);
    let Value::Struct(_, all) = &mut unit.value else {
        return None;
    };
    all.retain_mut(|field| match field.name.as_str() {
        "carrier" => {
            field.name = "kind".into();
            true
        }
        "xp" | "perks" if !is_carrier => {
            set_field(&mut pilot, &field.name, field.node.clone());
            false
        }
        "docked" if !is_carrier => false,
        name => !STATE.contains(&name),
    });
    if !is_carrier {
        set_field(&mut unit, "pilot", pilot);
    }
    Some((unit, is_carrier))
}

/// Puts units, by id, into the state that they begin in.
pub(super) fn give(scene: &mut Scene, units: &[Node]) -> Option<()> {
    for (id, node) in (0..).map(UnitId).zip(units) {
        let mut state = UnitState::read(&scene.world, id);
        let reader = &mut *scene.reader;
        let mut fields = reader.fields(node, "unit")?;
        let mut figure = |name, now| fields.int_or(reader, name, 0..=1000_u16, now);
        let small = |figure| u8::try_from(figure).unwrap_or(u8::MAX);
        state.hull.now = figure("hull", state.hull.now)?.min(state.hull.max);
        state.stores.ammo = small(figure("ammo", state.stores.ammo.into())?);
        state.morale.0 = small(figure("morale", state.morale.0.into())?).min(100);
        state.gun.remaining = small(figure("remaining", state.gun.remaining.into())?);
        state.guards.hurt = fields.flag(reader, "hurt")?;
        let stance = &mut state.standing.stance;
        stance.action = fields.one_of_or(reader, "action", &Action::ALL, Action::None)?;
        stance.fire = fields.flag(reader, "fire")?;
        if state.hull.now == 0 {
            state.presence = Presence::Dead;
        }
        state.write(&mut scene.world, id);
    }
    snapshot::seat_units(&mut scene.world);
    scene.renew_views();
    Some(())
}

//! Vectors of squads: a single attack, or a few orders on a small board and what is so afterwards.
//!
//! The board and its units are read by the mission loader, so everything a mission can say can be
//! said here too.

mod expect;
mod given;
mod orders;
mod shot;

use crate::battle::order::{Opening, UndoStack};
use crate::content::reader::Fields;
use crate::content::tree::Node;
use crate::playing::Game;
use crate::rules::battlescape::Battlescape;
use crate::vectors::{self, Kind, Vector, draft, list, set_field, take_fields};

/// Kinds of vectors.
pub(super) const KINDS: [Kind; 2] = [("Shot", shot::run), ("Battle", run)];

/// What a vector leaves out of its mission.
const MISSION: &str = r#"Mission(
    name: "vector",
    rules: Battlescape,
    objectives: (primary: EliminateAll("Enemies")),
)"#;
const BOARD: &str = r#"Drawn(legend: {
    '.': "grass", '_': "floor", '=': "road", '#': "wall", 'W': "wood_wall", '+': "door",
    '/': "open_door", 'o': "window", 'T': "tree", ',': "bush", '-': "low_wall", 'x': "crate",
    ':': "rubble", 's': "sand", 'm': "mud", '~': "shallow_water", 'w': "deep_water",
    'L': "lava", 'a': "acid",
})"#;
const OWN: &str = r#"(name: "Own", controller: Open, units: [])"#;
const ENEMIES: &str = r#"(name: "Enemies", controller: Open, hunts: true, units: [])"#;
const NEUTRAL: &str = r#"(name: "Neutral", controller: Open, neutral: true)"#;

/// A battle of squads that a vector plays.
type Scene<'r> = vectors::VectorBattle<'r, Battlescape>;

/// Runs a vector on a small board; what does not hold.
fn run(mut vector: Vector) -> Option<Vec<String>> {
    let mission = describe(&mut vector.fields);
    let given = vector.fields.get("given");
    let orders = vector.fields.get("orders");
    let expect = vector.fields.get("expect");
    let mut scene = Scene::of(vector, &mission)?;
    if !scene.is_taped {
        (scene.world.resource_mut::<UndoStack<Battlescape>>()).enable();
    }
    let opening = &scene.world.resource::<Opening<Battlescape>>().0;
    let lines = opening
        .iter()
        .flat_map(|event| Battlescape::tell_event(&scene.world, event));
    scene.lines = lines.collect();
    if let Some(node) = given {
        given::give(&mut scene, node)?;
    }
    for node in orders.map_or(&[][..], |node| scene.reader.list(node, "orders")) {
        orders::carry_out(&mut scene, node)?;
    }
    scene.note_draws("hit(12)");
    if let Some(node) = expect {
        expect::check(&mut scene, node)?;
    }
    Some(scene.finish())
}

/// Puts the mission together that a vector describes.
fn describe(fields: &mut Fields) -> Node {
    let place = fields.place;
    let mut mission = draft(MISSION, place);
    let mut board = draft(BOARD, place);
    let drawn = [
        "layout", "legend", "rows", "heights", "hexsides", "smoke", "fire",
    ];
    take_fields(&mut board, fields, &drawn);
    set_field(&mut mission, "board", board);
    let mut sides = Vec::new();
    for (name, side) in [("own", OWN), ("enemies", ENEMIES), ("neutral", NEUTRAL)] {
        let mut side = draft(side, place);
        let units = fields.get(name);
        if let Some(units) = units {
            set_field(&mut side, "units", units.clone());
        }
        if units.is_some() || name != "neutral" {
            sides.push(side);
        }
    }
    set_field(&mut mission, "sides", list(sides, place));
    let asked = [
        "things",
        "zones",
        "exits",
        "night",
        "deployment",
        "objects",
        "triggers",
        "objectives",
    ];
    take_fields(&mut mission, fields, &asked);
    mission
}

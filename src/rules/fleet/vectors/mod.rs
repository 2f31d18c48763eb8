//! Vectors of the fleet: ships as given, the plans of a few turns, and what came of them.
//!
//! Boards are 8 by 7 hexes of open space if no rows are drawn; `own` and `enemies` list carriers and
//! ships, `turns` what they are ordered by name.

mod expect;
mod plans;
mod sides;

use std::sync::Arc;

use crate::{
    battle::{
        board::TileState,
        grid::{Grid, Layout},
    },
    content::{
        Catalog,
        reader::{Fields, Reader},
    },
    mission::{AiMode, BoardSetup, Mission, SideSetup},
    rules::{
        Scenario,
        fleet::{Fleet, scenario},
    },
    vectors::{self, Kind, Vector},
};

/// Kinds of vectors.
pub(super) const KINDS: [Kind; 1] = [("Fleet", run)];

/// What letters of drawn boards stand for.
const LEGEND: [(char, &str); 5] = [
    ('.', "open_space"),
    ('n', "nebula"),
    ('a', "asteroids"),
    ('i', "ion_storm"),
    ('m', "mines"),
];

/// A board that is not drawn (§2).
const OPEN_SPACE: [&str; 7] = ["........"; 7];

/// A battle of fleets that a vector plays.
type Scene<'r> = vectors::Scene<'r, Fleet>;

/// Runs a vector; what does not hold.
fn run(vector: Vector) -> Option<Vec<String>> {
    let (reader, mut fields) = (vector.reader, vector.fields);
    let board = board(reader, &mut fields, &vector.catalog)?;
    let own = fields.get("own");
    let enemies = fields.get("enemies");
    let about = sides::FIELDS.map(|names| sides::About::read(reader, &mut fields, names));
    let turn_limit = fields.int_or(reader, "turn_limit", 0..=1000_u16, 0)?;
    let turns = fields.get("turns");
    let expect = fields.get("expect");
    fields.done(reader);
    let mut sides = sides::Sides::new(reader, board.grid, &vector.catalog.fleet);
    for (units, about) in [own, enemies].into_iter().zip(about) {
        sides.read(units, about?)?;
    }
    let (fleets, names, given) = sides.done();
    let scenario = scenario::Scenario {
        fleets,
        ..scenario::Scenario::default()
    };
    let mission = Mission::plain(
        Arc::new(vector.catalog),
        board,
        ["Own", "Enemies"]
            .map(|name| SideSetup::of_computer(name, AiMode::default()))
            .to_vec(),
        (turn_limit > 0).then_some(turn_limit),
        Scenario::Fleet(scenario),
    );
    let mut scene = Scene::set_up(reader, &mission, names, vector.tape);
    sides::give(&mut scene, &given);
    for node in turns.map_or(&[][..], |node| scene.reader.list(node, "turns")) {
        plans::play(&mut scene, node)?;
    }
    if let Some(node) = expect {
        expect::check(&mut scene, node)?;
    }
    scene.note_draws("dmg(3)");
    Some(scene.finish())
}

/// Reads the board: rows of letters, or open space.
fn board(reader: &mut Reader, fields: &mut Fields, catalog: &Catalog) -> Option<BoardSetup> {
    let tile = |letter: char| {
        let (_, key) = LEGEND.iter().find(|(other, _)| *other == letter)?;
        Some(TileState {
            terrain: catalog.terrain_named(key)?,
            ..TileState::default()
        })
    };
    let read = |row: &str| {
        row.chars()
            .filter(|c| *c != ' ')
            .map(tile)
            .collect::<Option<Vec<_>>>()
    };
    let mut rows = Vec::new();
    match fields.get("rows") {
        Some(node) => {
            for node in reader.list(node, "rows") {
                let row = read(reader.text(node, "row")?);
                let is_even = |row: &Vec<_>| {
                    rows.first()
                        .is_none_or(|first: &Vec<_>| first.len() == row.len())
                };
                let Some(row) = row.filter(|row| !row.is_empty() && is_even(row)) else {
                    let letters = LEGEND.map(|(letter, _)| letter.to_string()).join(" ");
                    let message = format!("rows are of the same length, of the letters {letters}");
                    reader.problem(node.place, message);
                    return None;
                };
                rows.push(row);
            }
        }
        None => rows.extend(OPEN_SPACE.into_iter().filter_map(read)),
    }
    let size = |count: usize| u16::try_from(count).unwrap_or_default();
    let (width, height) = (rows.first().map_or(0, Vec::len), rows.len());
    let tiles = rows.concat();
    Some(BoardSetup {
        grid: Grid::new(Layout::PointyOddRows, size(width), size(height)),
        elevation: vec![0; tiles.len()],
        tiles,
        hexsides: Vec::new(),
    })
}

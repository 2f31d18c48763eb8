//! Vectors of the fleet: ships as given, the plans of a few turns, and what came of them.
//!
//! Boards are 8 by 7 hexes of open space if no rows are drawn; `own` and `enemies` list carriers and
//! ships, `turns` what they are ordered by name.

mod expect;
mod plans;
mod sides;

use std::sync::Arc;

use self::sides::Sides;
use crate::{
    battle::{
        board::TileState,
        grid::{Grid, Layout},
    },
    content::{
        Catalog,
        mode::AiMode,
        reader::{Fields, Reader},
    },
    mission::{BoardSetup, Mission, RuleSet, SideSetup},
    rules::fleet::{Fleet, content::FleetContent, scenario},
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

/// Each of the seven rows of a board that is not drawn (§2).
const OPEN_SPACE: &str = "........";

/// A battle of fleets that a vector plays.
type Scene<'r> = vectors::VectorBattle<'r, Fleet>;

/// Runs a vector; what does not hold.
fn run(vector: Vector) -> Option<Vec<String>> {
    let (reader, mut fields) = (vector.reader, vector.fields);
    let board = board(reader, &mut fields, &vector.catalog)?;
    let turn_limit = fields.int_or(reader, "turn_limit", 0..=1000_u16, 0)?;
    let turns = fields.get("turns");
    let expect = fields.get("expect");
    let mut sides = Sides {
        reader: &mut *reader,
        grid: board.grid,
        content: vector.catalog.part::<FleetContent>(),
        fleets: Vec::new(),
        names: Vec::new(),
        given: Vec::new(),
    };
    for names in sides::FIELDS {
        sides.read(&mut fields, names)?;
    }
    let Sides { fleets, given, .. } = sides;
    fields.done(reader);
    let scenario = scenario::Scenario {
        fleets,
        ..scenario::Scenario::default()
    };
    let sides = ["Own", "Enemies"].map(|name| SideSetup::of_computer(name, AiMode::default()));
    let mission = Mission::plain(
        RuleSet::of::<Fleet>(),
        Arc::new(vector.catalog),
        board,
        (
            sides.to_vec(),
            (turn_limit > 0).then_some(turn_limit),
            Box::new(scenario),
        ),
    );
    let mut scene = Scene::set_up(reader, &mission, vector.tape);
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
    let mut rows: Vec<Vec<TileState>> = Vec::new();
    match fields.get("rows") {
        Some(node) => {
            for node in reader.list(node, "rows") {
                let row = row(catalog, reader.text(node, "row")?);
                let width = rows.first().map(Vec::len);
                let is_even = |row: &Vec<_>| width.is_none_or(|width| width == row.len());
                let Some(row) = row.filter(is_even) else {
                    let letters = LEGEND.map(|(letter, _)| letter.to_string()).join(" ");
                    let message = format!("rows are of the same length, of the letters {letters}");
                    reader.problem(node.place, message);
                    return None;
                };
                rows.push(row);
            }
        }
        None => rows.resize(7, row(catalog, OPEN_SPACE)?),
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

/// Reads a row of a board; nothing if there is none, or a letter in it is unknown.
fn row(catalog: &Catalog, letters: &str) -> Option<Vec<TileState>> {
    let tile = |letter: char| {
        let (_, key) = LEGEND.iter().find(|(other, _)| *other == letter)?;
        Some(TileState {
            terrain: catalog.terrain_named(key)?,
            ..TileState::default()
        })
    };
    let letters = letters.chars().filter(|letter| *letter != ' ');
    let row = letters.map(tile).collect::<Option<Vec<_>>>();
    row.filter(|row| !row.is_empty())
}

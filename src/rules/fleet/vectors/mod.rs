//! Vectors of the fleet: ships as given, the plans of a few turns, and what came of them.
//!
//! Boards are 8 by 7 hexes of open space if no rows are drawn; `own` and `enemies` list carriers and
//! ships, `turns` what they are ordered by name.

mod expect;
mod plans;
mod units;

use std::sync::Arc;

use bevy::prelude::World;

use crate::{
    battle::{
        board::TileState,
        dice::Dice,
        grid::{Direction, Grid, Layout, TileId},
        order::BattleDice,
        unit::UnitId,
    },
    content::{
        Catalog,
        mode::AiMode,
        reader::{Fields, Reader},
        tree::{Node, Value},
    },
    mission::{BoardSetup, Mission, SideSetup, direction_name},
    rules::{
        self,
        fleet::{event::Event, scenario::Scenario, setup::set_up},
    },
    vectors::misuse,
};

/// What letters of drawn boards stand for.
const LEGEND: [(char, &str); 5] = [
    ('.', "open_space"),
    ('n', "nebula"),
    ('a', "asteroids"),
    ('i', "ion_storm"),
    ('m', "mines"),
];

/// Size of a board that is not drawn (§2).
const SIZE: (u16, u16) = (8, 7);

/// Names of the sides.
const SIDES: [&str; 2] = ["Own", "Enemies"];

/// Seed of vectors without a tape, none of which may draw.
const SEED: u64 = 1;

/// A vector being run.
struct Scene<'r> {
    reader: &'r mut Reader,
    world: World,
    grid: Grid,
    names: Vec<String>,
    /// Turns played, and what happened in them.
    events: Vec<(u16, Event)>,
    lines: Vec<String>,
    failures: Vec<String>,
}

/// Reads and runs a vector; what does not hold.
pub(crate) fn run(
    reader: &mut Reader,
    mut fields: Fields,
    catalog: &Catalog,
    tape: Option<Dice>,
) -> Option<Vec<String>> {
    let board = board(reader, &mut fields, catalog)?;
    let own = fields.get("own");
    let enemies = fields.get("enemies");
    let sides = [
        side_fields(reader, &mut fields, Field::OWN),
        side_fields(reader, &mut fields, Field::ENEMIES),
    ];
    let turn_limit = fields.int_or(reader, "turn_limit", 0..=1000_u16, 0)?;
    let turns = fields.get("turns");
    let expect = fields.get("expect");
    fields.done(reader);
    let mut scenario = Scenario::default();
    let mut given = Vec::new();
    let mut names = Vec::new();
    for (index, (node, side)) in [own, enemies].into_iter().zip(sides).enumerate() {
        let mut list = units::Units::new(reader, &board, catalog, index);
        let side = list.read(node, side?, &mut names, &mut given)?;
        scenario.fleets.push(side);
    }
    let mut world = World::new();
    let grid = board.grid;
    let mission = Mission::plain(
        Arc::new(catalog.clone()),
        board,
        SIDES
            .map(|name| SideSetup::of_computer(name, AiMode::default()))
            .to_vec(),
        (turn_limit > 0).then_some(turn_limit),
        rules::Scenario::Fleet(scenario),
    );
    set_up(&mut world, &mission, SEED);
    let is_taped = tape.is_some();
    if let Some(tape) = tape {
        world.resource_mut::<BattleDice>().0 = Some(tape);
    }
    let mut scene = Scene {
        reader,
        world,
        grid,
        names,
        events: Vec::new(),
        lines: Vec::new(),
        failures: Vec::new(),
    };
    scene.give(given)?;
    let before = scene.position();
    for node in turns.map_or(&[][..], |node| scene.reader.list(node, "turns")) {
        scene.play(node)?;
    }
    if let Some(node) = expect {
        scene.check(node)?;
    }
    if is_taped {
        let dice = scene.world.resource::<BattleDice>().0.as_ref();
        let complaints = dice.map(misuse).unwrap_or_default();
        scene.failures.extend(complaints);
    } else if scene.position() != before {
        let failure = "dice were drawn, but the vector gives none: `dice: [dmg(3)]`";
        scene.failures.push(failure.into());
    }
    Some(scene.failures)
}

/// Names of the fields of one side.
#[derive(Clone, Copy)]
struct Field {
    admiral: &'static str,
    intents: &'static str,
    drive: &'static str,
    zone: &'static str,
}

impl Field {
    const OWN: Self = Self {
        admiral: "admiral",
        intents: "intents",
        drive: "drive",
        zone: "zone",
    };
    const ENEMIES: Self = Self {
        admiral: "enemy_admiral",
        intents: "enemy_intents",
        drive: "enemy_drive",
        zone: "enemy_zone",
    };
}

/// What is said of one side beside its units.
struct SideFields<'n> {
    admiral: Option<&'n Node>,
    intents: bool,
    drive: bool,
    zone: Option<&'n Node>,
}

fn side_fields<'n>(
    reader: &mut Reader,
    fields: &mut Fields<'n>,
    names: Field,
) -> Option<SideFields<'n>> {
    Some(SideFields {
        admiral: fields.get(names.admiral),
        intents: fields.flag(reader, names.intents)?,
        drive: fields.flag(reader, names.drive)?,
        zone: fields.get(names.zone),
    })
}

/// Reads the board: rows of letters, or open space.
fn board(reader: &mut Reader, fields: &mut Fields, catalog: &Catalog) -> Option<BoardSetup> {
    let terrain = |letter: char| {
        let key = LEGEND.iter().find(|(other, _)| *other == letter)?.1;
        catalog.terrain_named(key)
    };
    let tile = |letter| {
        Some(TileState {
            terrain: terrain(letter)?,
            ..TileState::default()
        })
    };
    let (grid, tiles) = match fields.get("rows") {
        None => {
            let grid = Grid::new(Layout::PointyOddRows, SIZE.0, SIZE.1);
            (grid, vec![tile('.')?; grid.len()])
        }
        Some(node) => {
            let (mut tiles, mut width, mut height) = (Vec::new(), 0, 0);
            for node in reader.list(node, "rows") {
                let row = reader.text(node, "row")?;
                let letters: Vec<_> = row.chars().filter(|c| *c != ' ').collect();
                let known: Option<Vec<_>> = letters.iter().map(|letter| tile(*letter)).collect();
                let is_even = height == 0 || letters.len() == width;
                let Some(known) = known.filter(|row| is_even && !row.is_empty()) else {
                    let letters = LEGEND.map(|(letter, _)| letter.to_string()).join(" ");
                    let message = format!("rows are of the same length, of the letters {letters}");
                    reader.problem(node.place, message);
                    return None;
                };
                width = known.len();
                height += 1;
                tiles.extend(known);
            }
            let size = |value: usize| u16::try_from(value).unwrap_or_default();
            (
                Grid::new(Layout::PointyOddRows, size(width), size(height)),
                tiles,
            )
        }
    };
    Some(BoardSetup {
        grid,
        elevation: vec![0; tiles.len()],
        tiles,
        hexsides: Vec::new(),
    })
}

/// Reads a hex of a board such as `(3, 2)`: column and row.
fn tile(reader: &mut Reader, grid: Grid, node: &Node) -> Option<TileId> {
    let found = match &node.value {
        Value::Tuple(None, items) => match items.as_slice() {
            [column, row] => match (&column.value, &row.value) {
                (Value::Int(column), Value::Int(row)) => Some((*column, *row)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    let tile = found.and_then(|(column, row)| {
        grid.from_offset(i32::try_from(column).ok()?, i32::try_from(row).ok()?)
    });
    if tile.is_none() {
        let message = format!("expected a hex of the board, found {}", node.describe());
        reader.problem(node.place, message);
    }
    tile
}

/// Reads a direction by its name.
fn direction(reader: &mut Reader, grid: Grid, node: &Node) -> Option<Direction> {
    let names = Direction::ALL.map(|one| (direction_name(grid.layout, one), one));
    reader.choice(node, "direction", &names)
}

impl Scene<'_> {
    fn position(&self) -> u64 {
        let dice = self.world.resource::<BattleDice>().0.as_ref();
        dice.map_or(0, Dice::position)
    }

    fn unit(&mut self, node: &Node) -> Option<UnitId> {
        let names: Vec<_> = self.names.iter().map(String::as_str).collect();
        let find = |name: &str| {
            let at = names.iter().position(|other| *other == name)?;
            u16::try_from(at).ok().map(UnitId)
        };
        self.reader.key(node, "unit", find, &names)
    }

    fn name(&self, id: UnitId) -> String {
        self.names.get(id.index()).cloned().unwrap_or_default()
    }

    fn tile(&mut self, node: &Node) -> Option<TileId> {
        tile(self.reader, self.grid, node)
    }

    fn place(&self, tile: TileId) -> String {
        let (column, row) = self.grid.to_offset(tile);
        format!("({column}, {row})")
    }

    fn wrong<T>(&mut self, node: &Node, expected: &str) -> Option<T> {
        let message = format!("expected {expected}, found {}", node.describe());
        self.reader.problem(node.place, message);
        None
    }
}

//! Vectors of the casket: units as given, what begins, orders, and what came of them.
//!
//! Boards and units are read by the mission loader. Boards are 16 by 8 hexes of floor if no rows are drawn;
//! `own` and `enemies` list units, `orders` what the units are ordered whose turn it is. The first unit acts.
//!
//! **Invariant:** a unit that names no deck has one of its own, made from its class and what it carries, of a
//! race without traits.

mod facts;
mod order;
mod units;

use bevy::prelude::World;

use crate::battle::grid::{Direction, Grid, Layout};
use crate::battle::order::{BattleDice, Pending};
use crate::battle::phase::Turn;
use crate::battle::rules::{Rules, Waiting};
use crate::battle::unit::UnitId;
use crate::content::tree::{Node, Value};
use crate::mission::direction_name;
use crate::playing::Game;
use crate::rules::casket::Casket;
use crate::rules::casket::duel::Duel;
use crate::rules::casket::plan::{Next, Plan, Task};
use crate::rules::casket::sight::facing_from;
use crate::vectors::{self, Kind, Vector, draft, set_field, take_fields};

/// Kinds of vectors.
pub(super) const KINDS: [Kind; 8] = [
    ("Casket", |vector| run(vector, None)),
    ("Initiative", |vector| run(vector, Some(Begins::Round))),
    ("Turn", |vector| run(vector, Some(Begins::Turn))),
    ("Backfire", |vector| run(vector, Some(Begins::Backfire))),
    ("Reshuffle", |vector| run(vector, Some(Begins::Draw))),
    ("RoundEnd", |vector| run(vector, Some(Begins::RoundEnd))),
    ("Odds", odds),
    ("Facing", facing),
];

/// A battle of caskets that a vector plays.
type Scene<'r> = vectors::VectorBattle<'r, Casket>;

/// What a vector leaves out of its mission.
const MISSION: &str = r#"Mission(name: "vector", rules: Casket(), sides: [])"#;
const BOARD: &str = r##"Drawn(
    layout: PointyOddRows,
    legend: {'.': "floor", '#': "wall", 'm': "mud", 'c': "debris", 'l': "low_wall", 'r': "rubble", 'b': "building",
        'w': "shallow_water", 'i': "ice", 't': "tree"},
    rows: ["................", "................", "................", "................", "................",
        "................", "................", "................"],
)"##;
const SIDES: [(&str, &str); 2] = [
    ("own", r#"(name: "Own", controller: Ai(Aggressive))"#),
    (
        "enemies",
        r#"(name: "Enemies", controller: Ai(Aggressive))"#,
    ),
];

/// Fields of a vector that its mission has as they are.
const ASKED: [&str; 7] = [
    "turn_limit",
    "zones",
    "goal",
    "objectives",
    "protect",
    "destroy",
    "friendly_fire",
];

/// What begins before the orders.
#[derive(Clone, Copy)]
enum Begins {
    /// A round: initiative, and the first turn.
    Round,
    /// The turn of the first unit.
    Turn,
    /// The Backfire of the first unit.
    Backfire,
    /// The first unit draws as many cards as the vector says.
    Draw,
    /// The end of the round.
    RoundEnd,
}

/// Runs a vector; what does not hold.
fn run(mut vector: Vector, begins: Option<Begins>) -> Option<Vec<String>> {
    let place = vector.fields.place;
    let mut board = draft(BOARD, place);
    let names = ["rows", "heights", "smoke", "fire"];
    take_fields(&mut board, &mut vector.fields, &names);
    let (reader, fields) = (&mut *vector.reader, &mut vector.fields);
    let mut all = Vec::new();
    for (list, _) in SIDES {
        let node = fields.need(reader, list)?;
        all.push(reader.list(node, list).to_vec());
    }
    let draws = match begins {
        Some(Begins::Draw) => fields.int(reader, "draw", 1..=20_u8)?,
        _ => 0,
    };
    let orders = fields.get("orders");
    let expect = fields.get("expect");
    let mut scene = staged(vector, board, &all)?;
    match begins {
        None => {}
        Some(begins) => begin(&mut scene, begins, draws),
    }
    for node in orders.map_or(&[][..], |node| scene.reader.list(node, "orders")) {
        order::read(&mut scene, node)?;
    }
    if let Some(node) = expect {
        scene.check(node, "(turn: 2)", &facts::FACTS, &facts::CHECKS)?;
    }
    scene.note_draws("hit(4)");
    Some(scene.finish())
}

/// Sets a battle up with units of both sides in the state that they are given.
fn staged<'r>(mut vector: Vector<'r, '_>, board: Node, all: &[Vec<Node>]) -> Option<Scene<'r>> {
    let place = vector.fields.place;
    let mut mission = draft(MISSION, place);
    set_field(&mut mission, "board", board);
    take_fields(&mut mission, &mut vector.fields, &ASKED);
    let acting = vector.fields.get("acting");
    let round = vector
        .fields
        .int_or(vector.reader, "round", 1..=200_u16, 1)?;
    let mut decks = Vec::new();
    let mut sides = Vec::new();
    for ((_, side), nodes) in SIDES.iter().zip(all) {
        let mut side = draft(side, place);
        let units = nodes.iter().map(|node| units::of_mission(node, &mut decks));
        set_field(&mut side, "units", vectors::list(units.collect(), place));
        sides.push(side);
    }
    set_field(&mut mission, "sides", vectors::list(sides, place));
    set_field(&mut mission, "rules", draft(&units::rules(&decks), place));
    let mut scene = Scene::of(vector, &mission)?;
    scene.world.resource_mut::<Turn>().number = round;
    let nodes: Vec<_> = all.iter().flatten().cloned().collect();
    units::give(&mut scene, &nodes, acting)?;
    Some(scene)
}

/// Has something begin, which goes on until it is done or asks.
fn begin(scene: &mut Scene, begins: Begins, draws: u8) {
    let unit = UnitId(0);
    let task = match begins {
        Begins::Round => Task::BeginRound,
        Begins::Turn => Task::NextTurn,
        Begins::Backfire => Task::Backfire(unit),
        Begins::RoundEnd => Task::EndRound,
        Begins::Draw => Task::Draw {
            unit,
            left: draws,
            drawn: Vec::new(),
        },
    };
    units::rewind(&mut scene.world, begins);
    let mut plan = Plan::of(Task::Judge).before(task);
    let dice = scene.world.resource_mut::<BattleDice>().0.take();
    let mut dice = dice.expect("a battle has dice");
    loop {
        let next = plan.next(&Duel::of(&scene.world), &mut dice);
        match next {
            Next::Event(event) => {
                Casket::apply(&mut scene.world, &event);
                let turn = scene.world.resource::<Turn>().number;
                scene.lines.extend(Casket::tell_event(&scene.world, &event));
                scene.events.push((turn, event));
            }
            Next::Ask(side, choice) => {
                let plan = plan.clone();
                let waiting = Waiting { plan, side, choice };
                scene.world.resource_mut::<Pending<Casket>>().0 = Some(waiting);
                break;
            }
            Next::Done => break,
        }
    }
    scene.world.resource_mut::<BattleDice>().0 = Some(dice);
}

/// Runs a vector of one attack: A, whose fields are `by`, attacks B, whose fields are `at`, from so many hexes
/// to its west.
fn odds(mut vector: Vector) -> Option<Vec<String>> {
    let place = vector.fields.place;
    let (reader, fields) = (&mut *vector.reader, &mut vector.fields);
    let distance = fields.int_or(reader, "distance", 1..=14_i32, 1)?;
    let side = fields.int_or(reader, "facing", 1..=6_u8, 1)?;
    let cover = fields.flag(reader, "cover")?;
    let [smoke, heights, blow, by, at, expect] =
        ["smoke", "heights", "attack", "by", "at", "expect"].map(|name| fields.get(name));
    let column = 1 + distance;
    let mut board = draft(BOARD, place);
    if cover {
        let row: String = (0..16)
            .map(|at| if at == column { 'c' } else { '.' })
            .collect();
        let rows = (0..8).map(|at| if at == 3 { &row } else { "................" });
        set_field(
            &mut board,
            "rows",
            draft(&format!("{:?}", rows.collect::<Vec<_>>()), place),
        );
    }
    if let Some(node) = heights {
        let expected = "heights of both, such as (1, 0)";
        let (own, other) = node.as_pair().or_else(|| reader.wrong(node, expected))?;
        let level = |at| match at {
            1 => own,
            _ if at == column => other,
            _ => 0,
        };
        let row: String = (0..16)
            .map(|at| char::from(b'0' + level(at).clamp(0, 9) as u8))
            .collect();
        let rows = (0..8).map(|at| if at == 3 { &row } else { "................" });
        let rows = format!("{:?}", rows.collect::<Vec<_>>());
        set_field(&mut board, "heights", draft(&rows, place));
    }
    if let Some(node) = smoke {
        let column = reader.choice(node, "hex", &[("Own", 1), ("Target", column)])?;
        let smoke = format!("[(at: ({column}, 3), density: 1)]");
        set_field(&mut board, "smoke", draft(&smoke, place));
    }
    let layout = Layout::PointyOddRows;
    // The attack comes from the west.
    let facing = Direction::new((10 - side) % 6);
    let placed = |node: Option<&Node>, name: &str, column: i32, facing: Direction| {
        let mut unit = node.cloned().unwrap_or_else(|| draft("()", place));
        if let Value::Tuple(None, items) = &unit.value
            && items.is_empty()
        {
            unit.value = Value::Struct(None, Vec::new());
        }
        set_field(&mut unit, "name", draft(&format!("{name:?}"), place));
        set_field(&mut unit, "at", draft(&format!("({column}, 3)"), place));
        let facing = direction_name(layout, facing);
        set_field(&mut unit, "facing", draft(facing, place));
        unit
    };
    let own = placed(by, "A", 1, Direction::new(0));
    let other = placed(at, "B", column, facing);
    let mut scene = staged(vector, board, &[vec![own], vec![other]])?;
    let mut entry = draft(r#"(by: "A", at: "B")"#, place);
    for node in [blow, expect].into_iter().flatten() {
        for field in scene.reader.members(node, "(card: \"swift_arrow\")")? {
            set_field(&mut entry, &field.name, field.node.clone());
        }
    }
    facts::one_odds(&mut scene, &entry)?;
    Some(scene.finish())
}

/// Runs a vector of facings: what side of a target, which faces some way, hexes are on.
///
/// `bearings: [((1, 1), 1)]` are axial steps from the target, and the facing that is expected.
fn facing(mut vector: Vector) -> Option<Vec<String>> {
    let (reader, fields) = (&mut *vector.reader, &mut vector.fields);
    let layout = Layout::PointyOddRows;
    let grid = Grid {
        layout,
        width: 40,
        height: 40,
    };
    let facing = fields.need(reader, "facing")?;
    let facing = vectors::direction(reader, grid, facing)?;
    let bearings = fields.need(reader, "bearings")?;
    let target = grid.from_offset(20, 20)?;
    let mut failures = Vec::new();
    for node in reader.list(bearings, "bearings") {
        let expected = "a bearing and its facing, such as ((1, 1), 1)";
        let found = match &node.value {
            Value::Tuple(None, parts) if parts.len() == 2 => {
                parts[0].as_pair().zip(Some(&parts[1]))
            }
            _ => None,
        };
        let Some(((x, y), side)) = found else {
            return reader.wrong(node, expected);
        };
        let step = hexx::Hex::new(x.clamp(-15, 15) as i32, y.clamp(-15, 15) as i32);
        let from = grid.tile(grid.hex(target) + step)?;
        let found = facing_from(grid, target, facing, from);
        let wanted = side.to_ron();
        if wanted != found.to_string() {
            failures.push(format!(
                "expected facing {wanted} from ({x}, {y}), got {found}"
            ));
        }
    }
    vector.fields.done(vector.reader);
    Some(failures)
}

/// Returns the battle as the rules reckon on it.
fn duel(world: &World) -> Duel<'_> {
    Duel::of(world)
}

//! Battles of vectors: units as given, a step that begins, orders, and what came of them.
//!
//! **Invariant:** what begins goes on until a side owes an order, as it does in battles.

use crate::battle::grid::TileId;
use crate::battle::order::{BattleDice, Pending};
use crate::battle::phase::{Turn, Verdict};
use crate::battle::rules::{Rules, Waiting};
use crate::battle::unit::Side;
use crate::content::tree::Node;
use crate::playing::Game;
use crate::rules::operations::Operations;
use crate::rules::operations::event::Event;
use crate::rules::operations::field::Field;
use crate::rules::operations::plan::{Next, Plan};
use crate::rules::operations::progress::{Progress, Step};
use crate::vectors::{self, Vector, draft, set_field, take_fields};

use super::{facts, order, units};

/// A battle of operations that a vector plays.
pub(super) type Scene<'r> = vectors::VectorBattle<'r, Operations>;

/// What a vector leaves out of its mission.
const MISSION: &str =
    r#"Mission(name: "vector", rules: Operations(), attacker: "Own", first: "Own", sides: [])"#;
const BOARD: &str = r#"Drawn(
    layout: FlatOddColumns,
    legend: {'.': "desert", 'g': "gravel", 'r': "rough", 'm': "mountain", 's': "soft_sand", 'a': "salt_marsh", 'c': "city",
        'w': "sea"},
    rows: ["............", "............", "............", "............", "............", "............", "............",
        "............", "............"],
)"#;
const SIDES: [(&str, &str, &str); 2] = [
    ("own", "Own", r#"(name: "Own", controller: Human)"#),
    (
        "enemies",
        "Enemies",
        r#"(name: "Enemies", controller: Human)"#,
    ),
];

/// Fields of a vector that its mission has as they are.
const ASKED: [&str; 8] = [
    "turn_limit",
    "attacker",
    "first",
    "head_start",
    "objectives",
    "roads",
    "tracks",
    "facilities",
];

/// Names of both sides in vectors.
pub(super) const NAMES: [(&str, Side); 2] = [("Own", Side(0)), ("Enemies", Side(1))];

/// What begins before the orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Begins {
    /// Movement of the phasing side.
    Movement,
    /// The end of movement, from which combat follows (C1).
    Contacts,
    /// A step of a combat segment; contacts are as the units stand.
    At(Step),
    /// The end of the stage.
    StageEnd,
    /// The next stage, with its initiative.
    Stage,
}

/// How beginnings are written.
const BEGINS: [(&str, Begins); 14] = [
    ("Movement", Begins::Movement),
    ("Contacts", Begins::Contacts),
    ("Position", Begins::At(Step::Position)),
    ("Firing", Begins::At(Step::Firing)),
    ("Planning", Begins::At(Step::Planning)),
    ("Barrage", Begins::At(Step::Barrage)),
    ("Results", Begins::At(Step::Results)),
    ("Retreat", Begins::At(Step::Retreat)),
    ("Assign", Begins::At(Step::Assign)),
    ("AntiArmor", Begins::At(Step::AntiArmor)),
    ("Assault", Begins::At(Step::Assault)),
    ("SegmentEnd", Begins::At(Step::SegmentEnd)),
    ("StageEnd", Begins::StageEnd),
    ("Stage", Begins::Stage),
];

/// Where a battle is as it begins.
struct Setup {
    begins: Begins,
    phasing: Side,
    stage: u16,
    half: u8,
    cycle: u8,
}

/// Runs a vector; what does not hold.
pub(super) fn run(mut vector: Vector) -> Option<Vec<String>> {
    let place = vector.fields.place;
    let mut board = draft(BOARD, place);
    take_fields(
        &mut board,
        &mut vector.fields,
        &["rows", "heights", "hexsides"],
    );
    let (reader, fields) = (&mut *vector.reader, &mut vector.fields);
    let mut all = Vec::new();
    for (list, ..) in SIDES {
        let node = fields.need(reader, list)?;
        all.push(reader.list(node, list).to_vec());
    }
    let setup = Setup {
        begins: fields.choice_or(reader, "begins", &BEGINS, Begins::Contacts)?,
        phasing: fields.choice_or(reader, "phasing", &NAMES, Side(0))?,
        stage: fields.int_or(reader, "stage", 1..=200_u16, 1)?,
        half: fields.int_or(reader, "half", 0..=1_u8, 0)?,
        cycle: fields.int_or(reader, "cycle", 0..=1_u8, 1)?,
    };
    let held = fields.get("held");
    let levels = fields.get("stocks");
    let captives = fields.get("captives");
    let wrecks = fields.get("wrecks");
    let holders = fields.get("holders");
    let orders = fields.get("orders");
    let expect = fields.get("expect");
    let ratings = fields.get("initiative");
    let is_table = fields.flag(reader, "at_table")?;
    let mut scene = staged(vector, board, &all, (ratings, is_table))?;
    units::progress(&mut scene, [held, levels, captives, wrecks, holders])?;
    begin(&mut scene, &setup);
    for node in orders.map_or(&[][..], |node| scene.reader.list(node, "orders")) {
        order::read(&mut scene, node)?;
    }
    if let Some(node) = expect {
        scene.check(node, "(turn: 2)", &facts::FACTS, &facts::CHECKS)?;
    }
    scene.note_draws("barrage(4)");
    Some(scene.finish())
}

/// Sets a battle up with units of both sides in the state that they are given.
fn staged<'r>(
    mut vector: Vector<'r, '_>,
    board: Node,
    all: &[Vec<Node>],
    (ratings, is_table): (Option<&Node>, bool),
) -> Option<Scene<'r>> {
    let place = vector.fields.place;
    let mut mission = draft(MISSION, place);
    set_field(&mut mission, "board", board);
    take_fields(&mut mission, &mut vector.fields, &ASKED);
    let ratings = match ratings {
        Some(node) => node.as_pair().or_else(|| {
            vector
                .reader
                .wrong(node, "ratings of both sides, such as (4, 6)")
        })?,
        None => (0, 0),
    };
    let mut sides = Vec::new();
    for ((_, _, side), (nodes, rating)) in SIDES.iter().zip(all.iter().zip([ratings.0, ratings.1]))
    {
        let mut side = draft(side, place);
        let is_own = sides.is_empty();
        if is_own || !is_table {
            let units = nodes.iter().map(units::of_mission).collect();
            set_field(&mut side, "units", vectors::list(units, place));
        } else {
            set_field(&mut side, "controller", draft("Table", place));
        }
        set_field(&mut side, "initiative", draft(&rating.to_string(), place));
        sides.push(side);
    }
    set_field(&mut mission, "sides", vectors::list(sides, place));
    let mut scene = Scene::of(vector, &mission)?;
    // A player at a real map has no units here.
    let known = if is_table { &all[..1] } else { all };
    let nodes: Vec<_> = known.iter().flatten().cloned().collect();
    units::give(&mut scene, &nodes)?;
    Some(scene)
}

/// Puts a battle where it begins, and lets it go on until a side owes an order.
fn begin(scene: &mut Scene, setup: &Setup) {
    scene.world.resource_mut::<Pending<Operations>>().0 = None;
    scene.world.resource_mut::<Turn>().number = setup.stage;
    scene.world.resource_mut::<Turn>().active = setup.phasing;
    let mut progress = scene.world.resource_mut::<Progress>();
    progress.first = match setup.half {
        0 => setup.phasing,
        _ => Field::foe(setup.phasing),
    };
    progress.phasing = setup.phasing;
    (progress.half, progress.cycle) = (setup.half, setup.cycle);
    progress.step = match setup.begins {
        Begins::Movement | Begins::Contacts => Step::Movement,
        Begins::At(step) => step,
        Begins::StageEnd => Step::SegmentEnd,
        Begins::Stage => Step::Initiative,
    };
    if setup.begins == Begins::StageEnd {
        (progress.half, progress.cycle) = (1, 1);
    }
    if let Begins::At(step) = setup.begins {
        let contacts = Field::of(&scene.world).contacts(setup.phasing);
        Operations::apply(&mut scene.world, &Event::StepBegan { step, contacts });
    }
    if setup.begins == Begins::Contacts {
        play(scene, Plan::end_movement());
    }
    go_on(scene);
}

/// Lets what follows by itself happen, until a side owes an order.
fn go_on(scene: &mut Scene) {
    while scene.world.resource::<Pending<Operations>>().0.is_none()
        && scene.world.resource::<Verdict>().0.is_none()
    {
        let Some(plan) = Plan::closing(&Field::of(&scene.world)) else {
            break;
        };
        play(scene, plan);
    }
}

/// Carries a plan out until it is done or asks.
fn play(scene: &mut Scene, mut plan: Plan) {
    let dice = scene.world.resource_mut::<BattleDice>().0.take();
    let mut dice = dice.expect("a battle has dice");
    loop {
        let next = plan.next(&Field::of(&scene.world), &mut dice);
        match next {
            Next::Event(event) => {
                Operations::apply(&mut scene.world, &event);
                let stage = scene.world.resource::<Turn>().number;
                scene
                    .lines
                    .extend(Operations::tell_event(&scene.world, &event));
                scene.events.push((stage, event));
            }
            Next::Ask(side, choice) => {
                let waiting = Waiting { plan, side, choice };
                scene.world.resource_mut::<Pending<Operations>>().0 = Some(waiting);
                break;
            }
            Next::Done => break,
        }
    }
    scene.world.resource_mut::<BattleDice>().0 = Some(dice);
}

/// Returns the battle as the rules reckon on it.
pub(super) fn field<'s>(scene: &'s Scene) -> Field<'s> {
    Field::of(&scene.world)
}

/// Returns the name of a side in vectors.
pub(super) fn side_name(side: Side) -> &'static str {
    NAMES[usize::from(side.0.min(1))].0
}

/// Writes hexes as files do: `[(3, 2)]`.
pub(super) fn places(scene: &Scene, tiles: impl IntoIterator<Item = TileId>) -> String {
    let all = tiles.into_iter().map(|tile| scene.place(tile));
    format!("[{}]", all.collect::<Vec<_>>().join(", "))
}

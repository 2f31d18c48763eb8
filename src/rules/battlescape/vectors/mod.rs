//! Vectors on a small board: units as given, a few orders, and what is so afterwards.
//!
//! The board and its units are read by the mission loader, so everything a mission can say can be
//! said here too.

mod expect;
mod orders;
pub(crate) mod shot;

use bevy::prelude::World;

use crate::{
    battle::{
        dice::Dice,
        grid::{Direction, TileId},
        knowledge,
        order::{BattleDice, Opening, UndoStack},
        unit::{Roster, UnitId},
    },
    content::{
        Catalog,
        problem::Problems,
        reader::{Fields, Reader},
        tree::{Field, Node, Span, Value},
    },
    mission::{self, Mission, Terms, direction_name},
    rules::battlescape::{
        Battlescape,
        content::DamageDice,
        log::Log,
        nerve::Stunned,
        scenario::Scenario,
        setup::set_up,
        soldier::{BurnLeft, Suppression, UnitState},
    },
    vectors::{COVERS, misuse},
};

/// Letters of boards that bring no legend of their own.
const LEGEND: [(char, &str); 19] = [
    ('.', "grass"),
    ('_', "floor"),
    ('=', "road"),
    ('#', "wall"),
    ('W', "wood_wall"),
    ('+', "door"),
    ('/', "open_door"),
    ('o', "window"),
    ('T', "tree"),
    (',', "bush"),
    ('-', "low_wall"),
    ('x', "crate"),
    (':', "rubble"),
    ('s', "sand"),
    ('m', "mud"),
    ('~', "shallow_water"),
    ('w', "deep_water"),
    ('L', "lava"),
    ('a', "acid"),
];

/// Fields of the mission and of its board that a vector may give.
const MISSION_FIELDS: [&str; 8] = [
    "things",
    "zones",
    "exits",
    "night",
    "deployment",
    "objects",
    "triggers",
    "objectives",
];
const BOARD_FIELDS: [&str; 7] = [
    "layout", "legend", "rows", "heights", "hexsides", "smoke", "fire",
];

/// A vector being run.
struct Scene<'r> {
    reader: &'r mut Reader,
    world: World,
    mission: Mission,
    lines: Vec<String>,
    failures: Vec<String>,
}

/// Reads and runs a vector; what does not hold.
pub(crate) fn run(
    reader: &mut Reader,
    file: &str,
    mut fields: Fields,
    catalog: &Catalog,
    tape: Option<Dice>,
) -> Option<Vec<String>> {
    let node = mission_node(&mut fields);
    let given = fields.get("given");
    let orders = fields.get("orders");
    let expect = fields.get("expect");
    fields.done(reader);
    let mission = match mission::build(file, &node, catalog, Terms::default()) {
        Ok(mission) => mission,
        Err(Problems(mut problems)) => {
            reader.problems.append(&mut problems);
            return None;
        }
    };
    let mut world = World::new();
    set_up(&mut world, &mission, 1);
    let is_taped = tape.is_some();
    match tape {
        Some(tape) => world.resource_mut::<BattleDice>().0 = Some(tape),
        None => world.resource_mut::<UndoStack<Battlescape>>().enable(),
    }
    let opening = &world.resource::<Opening<Battlescape>>().0;
    let lines = (opening.iter()).flat_map(|event| Log::new(&world).lines(event));
    let lines = lines.collect();
    let mut scene = Scene {
        reader,
        world,
        mission,
        lines,
        failures: Vec::new(),
    };
    if let Some(node) = given {
        scene.give(node)?;
    }
    let before = scene.position();
    for node in orders.map_or(&[][..], |node| scene.reader.list(node, "orders")) {
        scene.carry_out(node)?;
    }
    if !is_taped && scene.position() != before {
        let failure = "dice were drawn, but the vector gives none: `dice: [hit(12)]`";
        scene.failures.push(failure.into());
    }
    if let Some(node) = expect {
        scene.check(node)?;
    }
    if is_taped {
        let dice = scene.world.resource::<BattleDice>().0.as_ref();
        scene.failures.extend(dice.map(misuse).unwrap_or_default());
    }
    Some(scene.failures)
}

/// Puts the mission together that a vector describes.
fn mission_node(fields: &mut Fields) -> Node {
    let place = fields.place;
    let span = Span::default();
    let node = |value| Node { place, span, value };
    let field = |name: &str, node: Node| Field {
        place,
        span,
        name: name.to_owned(),
        node,
    };
    let text = |text: &str| node(Value::Text(text.to_owned()));
    let mut board: Vec<_> = BOARD_FIELDS
        .into_iter()
        .filter_map(|name| Some(field(name, fields.get(name)?.clone())))
        .collect();
    if !board.iter().any(|field| field.name == "legend") {
        let entries = LEGEND.map(|(c, key)| (node(Value::Char(c)), text(key)));
        board.push(field("legend", node(Value::Map(entries.into()))));
    }
    let side = |name: &str, units: &Node, more: &[(&str, Value)]| {
        let mut fields = vec![
            field("name", text(name)),
            field("controller", node(Value::Name("Open".into()))),
            field("units", units.clone()),
        ];
        fields.extend(
            more.iter()
                .map(|(name, value)| field(name, node(value.clone()))),
        );
        node(Value::Struct(None, fields))
    };
    let nobody = node(Value::List(Vec::new()));
    let own = fields.get("own").unwrap_or(&nobody);
    let mut sides = vec![side("Own", own, &[])];
    let enemies = fields.get("enemies").unwrap_or(&nobody);
    let hunts = ("hunts", Value::Bool(true));
    sides.push(side("Enemies", enemies, &[hunts]));
    if let Some(units) = fields.get("neutral") {
        sides.push(side("Neutral", units, &[("neutral", Value::Bool(true))]));
    }
    let mut mission = vec![
        field("name", text("vector")),
        field("rules", node(Value::Name("Battlescape".into()))),
        field("board", node(Value::Struct(Some("Drawn".into()), board))),
        field("sides", node(Value::List(sides))),
    ];
    for name in MISSION_FIELDS {
        if let Some(given) = fields.get(name) {
            mission.push(field(name, given.clone()));
        }
    }
    if !mission.iter().any(|field| field.name == "objectives") {
        let all = Value::Tuple(Some("EliminateAll".into()), vec![text("Enemies")]);
        let primary = vec![field("primary", node(all))];
        mission.push(field("objectives", node(Value::Struct(None, primary))));
    }
    node(Value::Struct(Some("Mission".into()), mission))
}

impl Scene<'_> {
    fn wrong<T>(&mut self, node: &Node, expected: &str) -> Option<T> {
        let message = format!("expected {expected}, found {}", node.describe());
        self.reader.problem(node.place, message);
        None
    }

    fn position(&self) -> u64 {
        let dice = self.world.resource::<BattleDice>().0.as_ref();
        dice.map_or(0, Dice::position)
    }

    fn unit(&mut self, node: &Node) -> Option<UnitId> {
        let names: Vec<_> = Scenario::of(&self.mission)
            .units()
            .map(|unit| unit.name.as_str())
            .collect();
        let find = |name: &str| {
            let at = names.iter().position(|other| *other == name)?;
            u16::try_from(at).ok().map(UnitId)
        };
        self.reader.key(node, "unit", find, &names)
    }

    fn name(&self, id: UnitId) -> String {
        let mut units = Scenario::of(&self.mission).units();
        units
            .nth(id.index())
            .map_or_else(String::new, |unit| unit.name.clone())
    }

    fn tile(&mut self, node: &Node) -> Option<TileId> {
        let grid = self.mission.board.grid;
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
            self.reader.problem(node.place, message);
        }
        tile
    }

    fn place(&self, tile: TileId) -> String {
        let (column, row) = self.mission.board.grid.to_offset(tile);
        format!("({column}, {row})")
    }

    fn direction(&mut self, node: &Node) -> Option<Direction> {
        let layout = self.mission.board.grid.layout;
        let names = Direction::ALL.map(|direction| (direction_name(layout, direction), direction));
        self.reader.choice(node, "direction", &names)
    }

    fn facing(&self, direction: Direction) -> &'static str {
        direction_name(self.mission.board.grid.layout, direction)
    }

    /// Changes units before the first order.
    fn give(&mut self, node: &Node) -> Option<()> {
        let Value::Map(entries) = &node.value else {
            let message = "expected units, such as {\"A\": (hp: 30)}";
            self.reader.problem(node.place, message);
            return None;
        };
        for (key, node) in entries {
            let id = self.unit(key)?;
            let mut state = UnitState::read(&self.world, id);
            self.change(&mut state, node)?;
            state.write(&mut self.world, id);
        }
        for id in self.world.resource::<Roster>().ids() {
            knowledge::renew_view(&mut self.world, id);
        }
        Some(())
    }

    fn change(&mut self, state: &mut UnitState, node: &Node) -> Option<()> {
        let direction = match &node.value {
            Value::Struct(_, fields) => fields.iter().find(|field| field.name == "facing"),
            _ => None,
        };
        if let Some(field) = direction {
            state.facing = self.direction(&field.node)?;
        }
        let reader = &mut *self.reader;
        let mut fields = reader.fields(node, "state of a unit")?;
        let _ = fields.get("facing");
        macro_rules! set {
            ($($name:literal => $place:expr),* $(,)?) => {
                $($place = fields.int_or(reader, $name, 0..=1000, $place)?;)*
            };
        }
        set! {
            "tu" => state.tu.now, "carried" => state.tu.carried, "rounds" => state.arms.rounds,
            "spare" => state.arms.spare, "energy" => state.energy.now, "stun" => state.shock.points,
        }
        state.health.now = fields.int_or(reader, "hp", 1..=state.health.max, state.health.now)?;
        macro_rules! small {
            ($($name:literal => $place:expr),* $(,)?) => {
                $($place = fields.int_or(reader, $name, 0..=100_u8, $place)?;)*
            };
        }
        small! {
            "morale" => state.nerve.morale, "suppression" => state.nerve.suppression,
            "suppressed" => state.nerve.suppressed, "shots" => state.readiness.shots,
            "moved" => state.footing.moved,
        }
        let flag =
            |reader: &mut Reader, fields: &mut Fields, name, now: bool| match fields.get(name) {
                Some(node) => reader.bool(node, name),
                None => Some(now),
            };
        state.footing.prone = flag(reader, &mut fields, "prone", state.footing.prone)?;
        state.footing.ran = flag(reader, &mut fields, "ran", state.footing.ran)?;
        state.readiness.ready = flag(reader, &mut fields, "ready", state.readiness.ready)?;
        if flag(reader, &mut fields, "stunned", false)? {
            state.shock.stunned = Stunned::Next;
        }
        state.stance.0 = fields.choice_or(reader, "stance", &COVERS, state.stance.0)?;
        let readied = [
            ("No", Suppression::No),
            ("Next", Suppression::Next),
            ("Now", Suppression::Now),
        ];
        let suppression = state.readiness.suppression;
        state.readiness.suppression =
            fields.choice_or(reader, "ready_suppression", &readied, suppression)?;
        for (name, place) in [
            ("burning", &mut state.burning.0),
            ("poisoned", &mut state.poison.0),
        ] {
            if let Some(node) = fields.get(name) {
                *place = Some(burn(reader, node)?);
            }
        }
        fields.done(reader);
        Some(())
    }
}

/// Reads damage over time: `(count: 1, sides: 4, turns: 3)`.
fn burn(reader: &mut Reader, node: &Node) -> Option<BurnLeft> {
    let mut fields = reader.fields(node, "damage over time")?;
    let count = fields.int(reader, "count", 1..=8_u8);
    let sides = fields.int(reader, "sides", 1..=100_u8);
    let turns = fields.int(reader, "turns", 1..=100_u8);
    fields.done(reader);
    Some(BurnLeft {
        dice: DamageDice {
            count: count?,
            sides: sides?,
        },
        turns: turns?,
        by: None,
    })
}

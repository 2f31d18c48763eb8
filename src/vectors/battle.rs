//! Vectors on a small board: units as given, a few orders, and what is so afterwards.
//!
//! The board and its units are read by the mission loader, so everything a mission can say can be
//! said here too.

use bevy::prelude::World;

use crate::{
    battle::{
        board::Board,
        dice::Dice,
        grid::{Direction, TileId},
        knowledge::{self, Knowledge},
        order::{BattleDice, UndoStack, submit, undo},
        phase::{Turn, Verdict},
        unit::{self, Roster, Side, UnitId, Vision},
    },
    content::{
        Catalog,
        battlescape::{DamageDice, FireMode, Gait},
        problem::Problems,
        reader::{Fields, Reader},
        terrain::Cover,
        tree::{Field, Node, Value},
    },
    mission::{self, Mission, Terms, direction_name},
    rules::battlescape::{
        Battlescape, ability, ai,
        event::{Event, Mark},
        log::Log,
        nerve::{Stunned, is_conscious},
        order::Order,
        setup::set_up,
        side_view::SideView,
        soldier::{self, BurnLeft, Condition, Suppression, UnitState},
    },
    vectors::{compare, misuse, written},
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
const MISSION_FIELDS: [&str; 7] = [
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

/// What a vector may expect of a unit.
const UNIT: [&str; 29] = [
    "hp",
    "tu",
    "carried",
    "rounds",
    "spare",
    "morale",
    "energy",
    "suppression",
    "suppressed",
    "stun",
    "at",
    "facing",
    "presence",
    "condition",
    "burning",
    "poisoned",
    "prone",
    "stance",
    "panic",
    "conscious",
    "stunned",
    "side",
    "vision",
    "ready",
    "ran",
    "items",
    "primed",
    "ended",
    "steps_left",
];

/// What a vector may expect beside units.
const KNOWN: [&str; 11] = [
    "units", "sees", "hidden", "tiles", "outcome", "turn", "shots", "psi", "threat", "walks", "log",
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
pub(super) fn run(
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
    let mut scene = Scene {
        reader,
        world,
        mission,
        lines: Vec::new(),
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
    let node = |value| Node { place, value };
    let field = |name: &str, node: Node| Field {
        place,
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
    fn position(&self) -> u64 {
        let dice = self.world.resource::<BattleDice>().0.as_ref();
        dice.map_or(0, Dice::position)
    }

    fn unit(&mut self, node: &Node) -> Option<UnitId> {
        let names: Vec<_> = (self.mission.sides.iter().flat_map(|side| &side.units))
            .map(|unit| unit.name.as_str())
            .collect();
        let find = |name: &str| {
            let at = names.iter().position(|other| *other == name)?;
            u16::try_from(at).ok().map(UnitId)
        };
        self.reader.key(node, "unit", find, &names)
    }

    fn name(&self, id: UnitId) -> String {
        let mut units = self.mission.sides.iter().flat_map(|side| &side.units);
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
        let covers = [
            ("None", Cover::None),
            ("Half", Cover::Half),
            ("Full", Cover::Full),
        ];
        state.stance.0 = fields.choice_or(reader, "stance", &covers, state.stance.0)?;
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

    /// Carries out one order of a vector.
    fn carry_out(&mut self, node: &Node) -> Option<()> {
        let kind = self
            .reader
            .variant(node, "an order, such as Turn(\"A\", East)")?;
        if kind == "Undo" {
            if !undo::<Battlescape>(&mut self.world) {
                self.failures
                    .push("expected undo to work, it is refused".into());
            }
            return Some(());
        }
        if kind == "Refused" {
            let Value::Tuple(_, items) = &node.value else {
                return self.wrong(node, "Refused(order, \"why\")");
            };
            let [order, why] = items.as_slice() else {
                return self.wrong(node, "Refused(order, \"why\")");
            };
            let why = self.reader.text(why, "why it is refused")?.to_owned();
            if matches!(&order.value, Value::Name(name) if name == "Undo") {
                if undo::<Battlescape>(&mut self.world) {
                    self.failures
                        .push("expected undo to be refused, it works".into());
                }
                return Some(());
            }
            let (side, order) = self.order(order)?;
            match submit::<Battlescape>(&mut self.world, side, order) {
                Err(refusal) if refusal.to_string().contains(&why) => {}
                Err(refusal) => self.failures.push(format!(
                    "expected a refusal with {why:?}, got {:?}",
                    refusal.to_string()
                )),
                Ok(_) => self
                    .failures
                    .push(format!("expected a refusal with {why:?}, got none")),
            }
            return Some(());
        }
        let (side, order) = self.order(node)?;
        let mut text = String::new();
        node.to_ron(&mut text);
        match submit::<Battlescape>(&mut self.world, side, order) {
            Ok(events) => {
                let log = Log::new(&self.world);
                self.lines
                    .extend(events.iter().filter_map(|event: &Event| log.line(event)));
            }
            Err(refusal) => self.failures.push(format!("{text} is refused: {refusal}")),
        }
        Some(())
    }

    fn wrong<T>(&mut self, node: &Node, expected: &str) -> Option<T> {
        let message = format!("expected {expected}, found {}", node.describe());
        self.reader.problem(node.place, message);
        None
    }

    /// Reads an order and which side gives it.
    fn order(&mut self, node: &Node) -> Option<(Side, Order)> {
        let kind = self
            .reader
            .variant(node, "an order, such as Turn(\"A\", East)")?
            .to_owned();
        let active = self.world.resource::<Turn>().active;
        let items = match &node.value {
            Value::Tuple(_, items) => items.as_slice(),
            _ => &[],
        };
        let Some((first, rest)) = items.split_first() else {
            return match kind.as_str() {
                "EndTurn" => Some((active, Order::EndTurn)),
                "PlayOn" => Some((Side(0), Order::PlayOn)),
                _ => self.wrong(node, "an order with its unit, such as Reload(\"A\")"),
            };
        };
        let id = self.unit(first)?;
        let order = self.unit_order(node, &kind, id, rest)?;
        Some((unit::side_of(&self.world, id), order))
    }

    fn unit_order(&mut self, node: &Node, kind: &str, id: UnitId, rest: &[Node]) -> Option<Order> {
        let gait = match kind {
            "Walk" => Some(Gait::Walk),
            "Run" => Some(Gait::Run),
            "Crouch" => Some(Gait::Crouch),
            "Crawl" => Some(Gait::Crawl),
            "Disengage" => Some(Gait::Disengage),
            _ => None,
        };
        if let (Some(gait), [path]) = (gait, rest) {
            let nodes = self.reader.list(path, "path");
            let path = nodes
                .iter()
                .map(|node| self.direction(node))
                .collect::<Option<_>>()?;
            return Some(Order::Move(id, gait, path));
        }
        let slot = |scene: &mut Self, node: &Node| scene.reader.int(node, "slot", 0..=20_u8);
        Some(match (kind, rest) {
            ("GoProne", []) => Order::GoProne(id),
            ("Stand", []) => Order::Stand(id),
            ("Reload", []) => Order::Reload(id),
            ("Ready", []) => Order::Ready(id),
            ("ReadySuppression", []) => Order::ReadySuppression(id),
            ("Leave", []) => Order::Leave(id),
            ("EndUnit", []) => Order::EndUnit(id),
            ("Turn", [facing]) => Order::Turn(id, self.direction(facing)?),
            ("TakeCover", [facing]) => Order::TakeCover(id, None, self.direction(facing)?),
            ("TakeCover", [step, facing]) => {
                Order::TakeCover(id, Some(self.direction(step)?), self.direction(facing)?)
            }
            ("Door", [direction]) => Order::Door(id, self.direction(direction)?),
            ("Attack", [target, mode]) => Order::Attack(id, self.unit(target)?, self.mode(mode)?),
            ("FireAt", [tile, mode]) => Order::FireAt(id, self.tile(tile)?, self.mode(mode)?),
            ("Prime", [at]) => Order::Prime(id, slot(self, at)?),
            ("Switch", [at]) => Order::Switch(id, slot(self, at)?),
            ("Drop", [at]) => Order::Drop(id, slot(self, at)?),
            ("PickUp", [at]) => Order::PickUp(id, slot(self, at)?),
            ("Throw", [at, tile]) => Order::Throw(id, slot(self, at)?, self.tile(tile)?),
            ("Toss", [at, tile]) => Order::Toss(id, slot(self, at)?, self.tile(tile)?),
            ("Lay", [at, tile]) => Order::Lay(id, slot(self, at)?, self.tile(tile)?),
            ("Use", [at, target]) => Order::Use(id, slot(self, at)?, self.unit(target)?),
            ("Interact", [tile]) => Order::Interact(id, self.tile(tile)?),
            ("Deploy", [tile]) => Order::Deploy(id, self.tile(tile)?),
            ("Cast", [ability, mark]) => {
                let catalog = self.mission.catalog.clone();
                let content = &catalog.battlescape;
                let keys: Vec<_> = content.abilities.iter().map(|a| a.key.as_str()).collect();
                let find = |key: &str| content.ability_named(key);
                let ability = self.reader.key(ability, "ability", find, &keys)?;
                let mark = match mark.value {
                    Value::Text(_) => Mark::Unit(self.unit(mark)?),
                    _ => Mark::Hex(self.tile(mark)?),
                };
                Order::Cast(id, ability, mark)
            }
            _ => return self.wrong(node, "a known order with what it needs (see the README)"),
        })
    }

    fn mode(&mut self, node: &Node) -> Option<FireMode> {
        let modes = FireMode::ALL.map(|mode| (mode_key(mode), mode));
        self.reader.choice(node, "fire mode", &modes)
    }

    /// Compares what is so now with what the vector expects.
    fn check(&mut self, node: &Node) -> Option<()> {
        let Value::Struct(_, fields) = &node.value else {
            return self.wrong(node, "what is so afterwards, such as (turn: 2)");
        };
        for field in fields {
            match field.name.as_str() {
                "units" => self.check_units(&field.node)?,
                "sees" => self.check_sight(&field.node, true)?,
                "hidden" => self.check_sight(&field.node, false)?,
                "tiles" => self.check_tiles(&field.node)?,
                "shots" => self.check_shots(&field.node)?,
                "psi" => self.check_psi(&field.node)?,
                "threat" => self.check_threat(&field.node)?,
                "walks" => self.check_walks(&field.node)?,
                "log" => self.check_log(&field.node)?,
                "outcome" | "turn" => {
                    let (turn, verdict) = (
                        self.world.resource::<Turn>().number,
                        self.world.resource::<Verdict>().0,
                    );
                    let observe = |name: &str| match name {
                        "turn" => Some(turn.to_string()),
                        _ => Some(verdict.map_or("None".into(), |e| format!("{:?}", e.outcome))),
                    };
                    let failures = compare(
                        self.reader,
                        "",
                        std::slice::from_ref(field),
                        &KNOWN,
                        observe,
                    );
                    self.failures.extend(failures);
                }
                _ => {
                    let hint = crate::content::problem::suggest(&field.name, KNOWN);
                    let message = format!("there is no `{}` to expect{hint}", field.name);
                    self.reader.problem(field.place, message);
                }
            }
        }
        Some(())
    }

    fn entries<'n>(&mut self, node: &'n Node, example: &str) -> Option<&'n [(Node, Node)]> {
        match &node.value {
            Value::Map(entries) => Some(entries),
            _ => self.wrong(node, example),
        }
    }

    fn check_units(&mut self, node: &Node) -> Option<()> {
        for (key, node) in self.entries(node, "units, such as {\"A\": (tu: 66)}")? {
            let id = self.unit(key)?;
            let Value::Struct(_, fields) = &node.value else {
                return self.wrong(node, "figures, such as (tu: 66)");
            };
            let of = format!("{}'s ", self.name(id));
            let known: Vec<_> = (fields.iter())
                .map(|field| self.observe(id, &field.name))
                .collect();
            let observe = |name: &str| {
                let at = fields.iter().position(|field| field.name == name)?;
                known[at].clone()
            };
            let failures = compare(self.reader, &of, fields, &UNIT, observe);
            self.failures.extend(failures);
        }
        Some(())
    }

    /// Returns a figure of a unit as RON.
    fn observe(&self, id: UnitId, name: &str) -> Option<String> {
        let world = &self.world;
        let state = UnitState::read(world, id);
        let figures = &self.mission.catalog.battlescape.figures;
        let turns = |left: Option<BurnLeft>| left.map_or(0, |left| left.turns).to_string();
        Some(match name {
            "hp" => state.health.now.to_string(),
            "tu" => state.tu.now.to_string(),
            "carried" => state.tu.carried.to_string(),
            "rounds" => state.arms.rounds.to_string(),
            "spare" => state.arms.spare.to_string(),
            "morale" => state.nerve.morale.to_string(),
            "energy" => state.energy.now.to_string(),
            "suppression" => state.nerve.suppression.to_string(),
            "suppressed" => state.nerve.suppressed.to_string(),
            "stun" => state.shock.points.to_string(),
            "at" => self.place(state.tile),
            "facing" => self.facing(state.facing).to_owned(),
            "presence" => format!("{:?}", state.presence),
            "condition" => format!("{:?}", Condition::of(state.health, figures)),
            "burning" => turns(state.burning.0),
            "poisoned" => turns(state.poison.0),
            "prone" => state.footing.prone.to_string(),
            "ran" => state.footing.ran.to_string(),
            "stance" => format!("{:?}", state.stance.0),
            "panic" => state
                .nerve
                .panic
                .map_or("None".into(), |panic| format!("{panic:?}")),
            "conscious" => is_conscious(state.health, state.shock).to_string(),
            "stunned" => format!("{:?}", state.shock.stunned),
            "side" => unit::side_of(world, id).0.to_string(),
            "vision" => unit::part::<Vision>(world, id).0.to_string(),
            "ready" => state.readiness.ready.to_string(),
            "items" => state.pack.slots.iter().flatten().count().to_string(),
            "primed" => state
                .pack
                .primed
                .map_or("None".into(), |slot| slot.to_string()),
            "ended" => state.ended.0.to_string(),
            "steps_left" => soldier::steps_left(world, id).map_or("None".into(), |n| n.to_string()),
            _ => return None,
        })
    }

    fn check_sight(&mut self, node: &Node, wanted: bool) -> Option<()> {
        for (key, node) in self.entries(node, "units and hexes, such as {\"A\": [(3, 1)]}")? {
            let id = self.unit(key)?;
            for node in self.reader.list(node, "hexes") {
                let tile = self.tile(node)?;
                let sees = self.world.resource::<Knowledge>().unit_sees(id, tile);
                if sees != wanted {
                    let verb = if wanted { "to see" } else { "not to see" };
                    let (name, place) = (self.name(id), self.place(tile));
                    self.failures
                        .push(format!("expected {name} {verb} {place}"));
                }
            }
        }
        Some(())
    }

    fn check_tiles(&mut self, node: &Node) -> Option<()> {
        for (key, node) in self.entries(node, "hexes, such as {(3, 1): (fire: 3)}")? {
            let tile = self.tile(key)?;
            let state = self.world.resource::<Board>().layers.state(tile);
            let terrain = self.mission.catalog.terrain(state.terrain).key.clone();
            let Value::Struct(_, fields) = &node.value else {
                return self.wrong(node, "what the hex holds, such as (fire: 3)");
            };
            let known = ["terrain", "fire", "smoke", "gas", "lost", "spent"];
            let of = format!("{}'s ", self.place(tile));
            let failures = compare(self.reader, &of, fields, &known, |name| {
                Some(match name {
                    "terrain" => format!("{terrain:?}"),
                    "fire" => state.fire.to_string(),
                    "smoke" => state.smoke.to_string(),
                    "gas" => state.gas.to_string(),
                    "lost" => state.wear.to_string(),
                    "spent" => state.spent.to_string(),
                    _ => return None,
                })
            });
            self.failures.extend(failures);
        }
        Some(())
    }

    /// Forecasts: `(by: "A", at: "B", mode: Snap, chance: 35)`, or `refused: "why"`.
    fn check_shots(&mut self, node: &Node) -> Option<()> {
        for node in self.reader.list(node, "shots") {
            let mut fields = self.reader.fields(node, "shot")?;
            let by = fields.need(self.reader, "by")?;
            let at = fields.need(self.reader, "at")?;
            let mode = fields.get("mode");
            let chance = fields.get("chance");
            let refused = fields.get("refused");
            fields.done(self.reader);
            let (by, at) = (self.unit(by)?, self.unit(at)?);
            let mode = match mode {
                Some(node) => self.mode(node)?,
                None => FireMode::Snap,
            };
            let view = SideView::new(&self.world, unit::side_of(&self.world, by));
            let forecast = view.forecast(by, view.unit(by).tile, at, mode);
            let of = format!("{} at {}: ", self.name(by), self.name(at));
            match (forecast, chance, refused) {
                (Ok(forecast), Some(wanted), _) => {
                    let (wanted, found) = (written(wanted), forecast.attack.aim.chance);
                    if wanted != found.to_string() {
                        self.failures
                            .push(format!("{of}expected chance {wanted}, got {found}"));
                    }
                }
                (Err(refusal), _, Some(why)) => {
                    let why = self.reader.text(why, "why it is refused")?;
                    let found: String = refusal.to_string();
                    if !found.contains(why) {
                        self.failures.push(format!(
                            "{of}expected a refusal with {why:?}, got {found:?}"
                        ));
                    }
                }
                (Err(refusal), ..) => self.failures.push(format!("{of}refused: {refusal}")),
                (Ok(_), None, _) => self
                    .failures
                    .push(format!("{of}expected a refusal, got none")),
            }
        }
        Some(())
    }

    /// Chances of abilities: `(by: "A", at: "B", ability: "panic", chance: 50)`.
    fn check_psi(&mut self, node: &Node) -> Option<()> {
        for node in self.reader.list(node, "chances of abilities") {
            let mut fields = self.reader.fields(node, "ability")?;
            let by = fields.need(self.reader, "by")?;
            let at = fields.need(self.reader, "at")?;
            let key = fields.need(self.reader, "ability")?;
            let wanted = fields.need(self.reader, "chance")?;
            fields.done(self.reader);
            let (by, at) = (self.unit(by)?, self.unit(at)?);
            let catalog = self.mission.catalog.clone();
            let content = &catalog.battlescape;
            let keys: Vec<_> = content.abilities.iter().map(|a| a.key.as_str()).collect();
            let find = |key: &str| content.ability_named(key);
            let id = self.reader.key(key, "ability", find, &keys)?;
            let found = ability::chance(&self.world, by, content.ability(id), at);
            let found = found.map_or("None".to_owned(), |chance| chance.to_string());
            if found != written(wanted) {
                let wanted = written(wanted);
                self.failures
                    .push(format!("expected chance {wanted}, got {found}"));
            }
        }
        Some(())
    }

    /// Threats: `(of: "B", to: "A", points: 86)`.
    fn check_threat(&mut self, node: &Node) -> Option<()> {
        for node in self.reader.list(node, "threats") {
            let mut fields = self.reader.fields(node, "threat")?;
            let of = fields.need(self.reader, "of")?;
            let to = fields.need(self.reader, "to")?;
            let wanted = fields.need(self.reader, "points")?;
            fields.done(self.reader);
            let (of, to) = (self.unit(of)?, self.unit(to)?);
            let view = SideView::new(&self.world, unit::side_of(&self.world, to));
            let found = ai::threat_of(view, to, of).to_string();
            if found != written(wanted) {
                let wanted = written(wanted);
                self.failures
                    .push(format!("expected threat {wanted}, got {found}"));
            }
        }
        Some(())
    }

    /// Costs of walks: `(unit: "A", gait: Walk, path: [East, East], tu: [4, 4])`.
    fn check_walks(&mut self, node: &Node) -> Option<()> {
        for node in self.reader.list(node, "walks") {
            let mut fields = self.reader.fields(node, "walk")?;
            let id = fields.need(self.reader, "unit")?;
            let gaits = [
                ("Walk", Gait::Walk),
                ("Run", Gait::Run),
                ("Crouch", Gait::Crouch),
                ("Crawl", Gait::Crawl),
                ("Disengage", Gait::Disengage),
            ];
            let gait = fields.choice_or(self.reader, "gait", &gaits, Gait::Walk)?;
            let path = fields.need(self.reader, "path")?;
            let wanted = fields.need(self.reader, "tu")?;
            fields.done(self.reader);
            let id = self.unit(id)?;
            let nodes = self.reader.list(path, "path");
            let path: Vec<_> = nodes
                .iter()
                .map(|node| self.direction(node))
                .collect::<Option<_>>()?;
            let view = SideView::new(&self.world, unit::side_of(&self.world, id));
            let steps = view.step_costs(id, gait, &path);
            let steps: Vec<_> = steps.iter().map(|(_, tu)| tu.to_string()).collect();
            let found = format!("[{}]", steps.join(", "));
            if found != written(wanted) {
                let (name, wanted) = (self.name(id), written(wanted));
                self.failures
                    .push(format!("expected {name}'s steps {wanted}, got {found}"));
            }
        }
        Some(())
    }

    fn check_log(&mut self, node: &Node) -> Option<()> {
        for node in self.reader.list(node, "lines of the log") {
            let wanted = self.reader.text(node, "line of the log")?;
            if !self.lines.iter().any(|line| line.contains(wanted)) {
                let lines = self.lines.join(" | ");
                self.failures
                    .push(format!("expected {wanted:?} in the log, got {lines:?}"));
            }
        }
        Some(())
    }
}

fn mode_key(mode: FireMode) -> &'static str {
    match mode {
        FireMode::Snap => "Snap",
        FireMode::Aimed => "Aimed",
        FireMode::Headshot => "Headshot",
        FireMode::Burst => "Burst",
        FireMode::Auto => "Auto",
        FireMode::Strike => "Strike",
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
    })
}

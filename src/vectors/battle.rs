//! A battle that a vector plays: units by name, orders, what happened, what does not hold.

use std::sync::Arc;

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::dice::Dice;
use crate::battle::grid::{Direction, Grid, TileId};
use crate::battle::knowledge;
use crate::battle::order::{BattleDice, submit};
use crate::battle::phase::Turn;
use crate::battle::unit::{Roster, Side, Title, UnitId, part};
use crate::content::Catalog;
use crate::content::problem::Problems;
use crate::content::reader::Reader;
use crate::content::tree::Node;
use crate::mission::{self, Mission, Terms, direction_name, directions};
use crate::playing::Game;
use crate::vectors::Vector;

/// Seed of battles whose dice are not given, none of which may draw.
const SEED: u64 = 1;

/// A battle that a vector plays.
///
/// A [`Kind`](super::Kind) takes its own fields, sets what belongs to the mission in one of its own, makes
/// a battle of it, gives the orders, checks, and hands out what does not hold:
///
/// ```text
/// fn battle(mut vector: Vector) -> Option<Vec<String>> {
///     let sides = vector.fields.need(vector.reader, "sides")?;
///     let orders = vector.fields.need(vector.reader, "orders")?;
///     let expect = vector.fields.need(vector.reader, "expect")?;
///     let mut mission = draft(MISSION, vector.fields.place);
///     set_field(&mut mission, "sides", sides.clone());
///     let mut battle = VectorBattle::<Own>::of(vector, &mission)?;
///     for node in battle.reader.list(orders, "orders") {
///         give(&mut battle, node)?; // reads the order, then calls `battle.order`
///     }
///     battle.check(expect, "(turn: 2)", &FACTS, &CHECKS)?;
///     battle.note_draws("hit(12)");
///     Some(battle.finish())
/// }
/// ```
///
/// Given dice answer from the first order on; what is drawn before that comes from a fixed seed.
pub struct VectorBattle<'r, R: Game> {
    /// Notes problems of the file.
    pub reader: &'r mut Reader,
    /// The battle.
    pub world: World,
    /// Definitions and figures in force.
    pub catalog: Arc<Catalog>,
    /// Its board.
    pub grid: Grid,
    /// Names of the units, by id.
    names: Vec<String>,
    /// What happened, with the number of the turn.
    pub events: Vec<(u16, R::Event)>,
    /// Lines of the log.
    pub lines: Vec<String>,
    /// What does not hold.
    pub failures: Vec<String>,
    /// Whether the vector gives its dice.
    pub is_taped: bool,
    /// Draws before the first order.
    drawn: u64,
}

impl<'r, R: Game> VectorBattle<'r, R> {
    /// Reads a mission as files write them, once all fields of the vector are read, and sets it up; mistakes
    /// in it are problems of the file.
    pub fn of(vector: Vector<'r, '_>, mission: &Node) -> Option<Self> {
        let Vector { reader, file, .. } = vector;
        vector.fields.done(reader);
        match mission::build(file, mission, &vector.catalog, Terms::default()) {
            Ok(mission) => Some(Self::set_up(reader, &mission, vector.tape)),
            Err(Problems(problems)) => {
                reader.problems.extend(problems);
                None
            }
        }
    }

    /// Sets a mission up.
    pub fn set_up(reader: &'r mut Reader, mission: &Mission, tape: Option<Dice>) -> Self {
        let mut world = World::new();
        R::set_up(&mut world, mission, SEED);
        let ids = world.resource::<Roster>().ids();
        let names = ids.map(|id| part::<Title>(&world, id).0.clone()).collect();
        let is_taped = tape.is_some();
        if is_taped {
            world.resource_mut::<BattleDice>().0 = tape;
        }
        let mut battle = Self {
            reader,
            world,
            catalog: mission.catalog.clone(),
            grid: mission.board.grid,
            names,
            events: Vec::new(),
            lines: Vec::new(),
            failures: Vec::new(),
            is_taped,
            drawn: 0,
        };
        battle.drawn = battle.draws();
        battle
    }

    /// Has a battle without given dice draw no lots: equals stay in the order in which they are given. All
    /// other draws are noted as ever.
    pub fn without_lots(&mut self) {
        if !self.is_taped {
            let dice = Dice::script(Vec::new());
            self.world.resource_mut::<BattleDice>().0 = Some(dice);
            self.drawn = self.draws();
        }
    }

    /// Counts the draws so far.
    fn draws(&self) -> u64 {
        let dice = self.world.resource::<BattleDice>().0.as_ref();
        dice.map_or(0, Dice::position)
    }

    /// Shows all sides what they see, once units were given another state.
    pub fn renew_views(&mut self) {
        for id in self.world.resource::<Roster>().ids() {
            knowledge::renew_view(&mut self.world, id);
        }
    }

    /// Gives an order, `told` in words, which has to be carried out, or to be refused with the words of
    /// `why`.
    pub fn order(&mut self, side: Side, order: R::Order, why: Option<&str>, told: &str) {
        let turn = self.world.resource::<Turn>().number;
        match (submit::<R>(&mut self.world, side, order), why) {
            (Ok(events), None) => {
                let lines = events
                    .iter()
                    .flat_map(|event| R::tell_event(&self.world, event));
                self.lines.extend(lines);
                self.events
                    .extend(events.into_iter().map(|event| (turn, event)));
            }
            (Ok(_), Some(why)) => {
                let failure = format!("expected a refusal with {why:?}, got none");
                self.failures.push(failure);
            }
            (Err(refusal), Some(why)) if refusal.to_string().contains(why) => {}
            (Err(refusal), Some(why)) => {
                let refusal = refusal.to_string();
                let failure = format!("expected a refusal with {why:?}, got {refusal:?}");
                self.failures.push(failure);
            }
            (Err(refusal), None) => self.failures.push(format!("{told} is refused: {refusal}")),
        }
    }

    /// Notes that dice were drawn which the vector does not give; `example` is one.
    pub fn note_draws(&mut self, example: &str) {
        let dice = self.world.resource::<BattleDice>().0.as_ref();
        let lacks = dice.is_some_and(|dice| !dice.complaints().is_empty());
        if !self.is_taped && (lacks || self.draws() != self.drawn) {
            let failure =
                format!("dice were drawn, but the vector gives none: `dice: [{example}]`");
            self.failures.push(failure);
        }
    }

    /// Returns what does not hold, misuse of the given dice last.
    pub fn finish(mut self) -> Vec<String> {
        let dice = self.world.resource::<BattleDice>().0.as_ref();
        if let Some(dice) = dice.filter(|_| self.is_taped) {
            self.failures.extend(dice.complaints());
        }
        self.failures
    }

    /// Reads the name of a unit.
    pub fn unit(&mut self, node: &Node) -> Option<UnitId> {
        let names: Vec<_> = self.names.iter().map(String::as_str).collect();
        let find = |name: &str| {
            let at = names.iter().position(|other| *other == name)?;
            u16::try_from(at).ok().map(UnitId)
        };
        self.reader.key(node, "unit", find, &names)
    }

    /// Returns the name of a unit.
    pub fn name(&self, id: UnitId) -> String {
        self.names.get(id.index()).cloned().unwrap_or_default()
    }

    /// Reads a hex.
    pub fn tile(&mut self, node: &Node) -> Option<TileId> {
        tile(self.reader, self.grid, node)
    }

    /// Writes a hex.
    pub fn place(&self, tile: TileId) -> String {
        // Another map may be in play than at first.
        let (column, row) = self.world.resource::<Board>().grid.to_offset(tile);
        format!("({column}, {row})")
    }

    /// Reads a direction.
    pub fn direction(&mut self, node: &Node) -> Option<Direction> {
        direction(self.reader, self.grid, node)
    }

    /// Writes a direction.
    pub fn facing(&self, direction: Direction) -> String {
        direction_name(self.grid.layout, direction).to_owned()
    }
}

/// Reads a hex of a board such as `(3, 2)`: column and row.
pub fn tile(reader: &mut Reader, grid: Grid, node: &Node) -> Option<TileId> {
    let tile = (node.as_pair())
        .and_then(|(column, row)| grid.from_offset(column.try_into().ok()?, row.try_into().ok()?));
    tile.or_else(|| reader.wrong(node, "a hex of the board"))
}

/// Reads a direction by its name.
pub fn direction(reader: &mut Reader, grid: Grid, node: &Node) -> Option<Direction> {
    reader.choice(node, "direction", &directions(grid.layout))
}

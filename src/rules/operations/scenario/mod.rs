//! What a mission asks of operations, beside what all missions have.
//!
//! **Invariant:** a scenario can be set up: hexes are on the board and can be entered, stacks keep their limits,
//! parents are headquarters of the same side, and both sides have combat units.

mod difficulty;
mod doubts;
mod ground;
mod unit;

use std::collections::BTreeMap;

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::content::reader::{Fields, Reader, all_read};
use crate::content::tree::Node;
use crate::mission::{Controller, Ground, Loader, Read, SideSetup, is_table};
use crate::rules::operations::content::{Facility, OperationsContent, Trucks};
use crate::rules::operations::movement::Surface;
use crate::rules::operations::unit::Build;

/// A battle of operations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// All units by id, side by side.
    pub units: Vec<UnitSetup>,
    /// The last stage.
    pub stages: u16,
    /// Who attacks: its victory points are those less the other side's.
    pub attacker: Side,
    /// Who phases first in stage 1; left out, initiative decides.
    pub first: Option<Side>,
    /// Victory points that the defender begins with.
    pub head_start: u16,
    /// Initiative ratings by side.
    pub initiative: Vec<u8>,
    /// Hexes that count.
    pub objectives: Vec<Objective>,
    /// Roads and tracks between adjacent hexes, the lower id first.
    pub surfaces: BTreeMap<(TileId, TileId), Surface>,
    /// Fortifications, dumps and what else can be fired at.
    pub facilities: Vec<FacilitySetup>,
    /// The side whose player sits across a real map, of whose units nothing is known.
    pub table: Option<Side>,
    /// Whether the battle begins with the combat segment of the first half.
    pub in_combat: bool,
}

/// A hex that gives victory points to the attacker that holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Its name.
    pub name: String,
    /// The hex.
    pub tile: TileId,
    /// Victory points.
    pub points: u16,
}

/// A facility of a mission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FacilitySetup {
    /// What it is.
    pub kind: Facility,
    /// Where it is.
    pub tile: TileId,
    /// Whose it is.
    pub side: Side,
    /// Level of a fortification.
    pub level: u8,
    /// Rounds of ammunition of a dump.
    pub stock: u16,
}

/// A unit of a mission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitSetup {
    /// Its side.
    pub side: Side,
    /// Name shown to people.
    pub name: String,
    /// Whether the mission gives that name.
    pub is_named: bool,
    /// The key of its kind.
    pub kind: String,
    /// What it is.
    pub build: Build,
    /// The name of its headquarters, if the mission gives one.
    pub parent: Option<String>,
    /// Its morale, if the mission gives one; that of a headquarters is its formation's.
    pub morale: Option<i16>,
    /// Whether it is detached from its formation, so that it keeps its own morale.
    pub detached: bool,
    /// Whether its morale is that of its formation.
    pub takes_morale: bool,
    /// Where it begins.
    pub tile: TileId,
    /// TOE points by type.
    pub toe: Vec<u8>,
    /// Rounds of ammunition.
    pub ammo: u8,
    /// Cohesion.
    pub cohesion: i16,
    /// Trucks by cargo.
    pub trucks: Trucks,
    /// Whether the enemy knows what it is.
    pub identified: bool,
}

impl Scenario {
    /// Lists all units by id.
    pub fn all(&self) -> impl Iterator<Item = (UnitId, &UnitSetup)> {
        (0..).map(UnitId).zip(&self.units)
    }
}

/// Reads what a mission asks: its sides, last stage and scenario.
pub(super) fn read(loader: &mut Loader, mut fields: Fields, ground: &Ground) -> Option<Read> {
    let catalog = loader.catalog.clone();
    let content = catalog.part::<OperationsContent>();
    let usual = content.figures.victory.stages;
    let nodes = fields.need(&mut loader.reader, "sides");
    let last = fields.int_or(&mut loader.reader, "turn_limit", 1..=200_u16, usual);
    let attacker = fields.need(&mut loader.reader, "attacker");
    let first = fields.get("first");
    let head_start = fields.int_or(&mut loader.reader, "head_start", 0..=1000_u16, 0);
    let objectives = fields.get("objectives");
    let roads = ["roads", "tracks"].map(|name| fields.get(name));
    let facilities = fields.get("facilities");
    let begins_at = fields.get("begins");
    let begins = fields.choice_or(&mut loader.reader, "begins", BEGINNINGS, false);
    fields.done(&mut loader.reader);
    let nodes = nodes?;
    let before = loader.reader.problems.len();
    content.make_known(&mut loader.reader);
    let mut initiative = Vec::new();
    let (sides, units) = sides(loader, nodes, content, ground, &mut initiative);
    let mut units: Vec<_> = units.into_iter().flatten().collect();
    loader.check_count(nodes, units.len())?;
    unit::number(&mut units);
    unit::find_parents(&mut loader.reader, nodes, &mut units);
    unit::share_morale(&mut loader.reader, nodes, &mut units);
    let names: Vec<_> = sides.iter().map(|side| side.name.as_str()).collect();
    let attacker = attacker.and_then(|node| side_named(&mut loader.reader, node, &names));
    if let (None, Some(true), Some(node)) = (first, begins, begins_at) {
        let message = "a battle that begins in combat needs `first`, the side that goes first";
        loader.reader.problem(node.place, message);
    }
    let first = first.map(|node| side_named(&mut loader.reader, node, &names));
    let objective = |loader: &mut Loader, node: &Node| ground::objective(loader, node, ground);
    let objectives = list(loader, objectives, "objectives", objective);
    let surfaces = ground::surfaces(loader, roads, ground);
    let facility =
        |loader: &mut Loader, node: &Node| ground::facility(loader, node, ground, &names);
    let facilities = list(loader, facilities, "facilities", facility);
    let mut scenario = Scenario {
        units,
        stages: last?,
        attacker: attacker?,
        first: match first {
            Some(first) => Some(first?),
            None => None,
        },
        head_start: head_start?,
        initiative,
        objectives: objectives?,
        surfaces: surfaces?,
        facilities: facilities?,
        table: table(&sides),
        in_combat: begins?,
    };
    if loader.reader.problems.len() == before && loader.is_drawn {
        doubts::check(loader, &scenario, content, ground, nodes);
        let percent = loader.terms.difficulty;
        difficulty::fit(content, &ground.0, &sides, &mut scenario.units, percent);
        loader.check_count(nodes, scenario.units.len())?;
    }
    Some((sides, Some(last?), Box::new(scenario)))
}

/// Where battles begin: with movement, or in combat.
const BEGINNINGS: &[(&str, bool)] = &[("Movement", false), ("Combat", true)];

/// Returns the side whose player sits across a real map.
fn table(sides: &[SideSetup]) -> Option<Side> {
    let at = sides
        .iter()
        .position(|side| side.controller == Controller::Table);
    at.map(|at| Side(at as u8)) // A mission has two.
}

/// Reads a list that may be left out.
fn list<T>(
    loader: &mut Loader,
    node: Option<&Node>,
    what: &str,
    mut read: impl FnMut(&mut Loader, &Node) -> Option<T>,
) -> Option<Vec<T>> {
    let nodes = node.map_or(&[][..], |node| loader.reader.list(node, what));
    all_read(nodes.iter().map(|node| read(loader, node)))
}

/// Reads the name of a side.
fn side_named(reader: &mut Reader, node: &Node, names: &[&str]) -> Option<Side> {
    let at = reader.among(node, "side", names)?;
    Some(Side(at as u8)) // A mission has two.
}

/// Reads the sides with the units of each.
fn sides(
    loader: &mut Loader,
    nodes: &Node,
    content: &OperationsContent,
    ground: &Ground,
    initiative: &mut Vec<u8>,
) -> (Vec<SideSetup>, Vec<Vec<UnitSetup>>) {
    let mut index = 0;
    if nodes.items().len() > 2 {
        let message = "operations are fought by two sides";
        loader.reader.problem(nodes.items()[2].place, message);
    }
    loader.each_side(nodes, |loader, fields| {
        let side = Side(index);
        index = index.saturating_add(1);
        let rating = fields.int_or(&mut loader.reader, "initiative", 0..=20_u8, 0);
        initiative.push(rating.unwrap_or(0));
        let node = nodes.items().get(side.index());
        if node
            .and_then(|node| node.field("controller"))
            .is_some_and(is_table)
        {
            return of_table(loader, fields);
        }
        // Whoever has none is told so once the rest is read.
        let Some(list) = fields.get("units") else {
            return Some(Vec::new());
        };
        let nodes = loader.reader.list(list, "units");
        loader.check_count(list, nodes.len())?;
        let read = nodes
            .iter()
            .map(|node| unit::read(loader, node, content, ground, side));
        all_read(read)
    })
}

/// Reads the units of a side whose player sits across a real map: none.
fn of_table(loader: &mut Loader, fields: &mut Fields) -> Option<Vec<UnitSetup>> {
    let units = fields.get("units");
    if let Some(unit) = units.and_then(|list| list.items().first()) {
        let message = "the units of a player at a real map are unknown here: leave them out";
        loader.reader.problem(unit.place, message);
        return None;
    }
    Some(Vec::new())
}

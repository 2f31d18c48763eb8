//! What a mission asks of caskets, beside what all missions have.
//!
//! **Invariant:** a scenario can be set up: hexes are on the board, free and can be entered, decks are legal, side
//! 0 has a unit that acts, and somebody is its enemy.

mod difficulty;
mod doubts;
mod fitting;
mod unit;

pub(super) use self::fitting::fit;
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Side, UnitId};
use crate::content::declare::choices;
use crate::content::problem::Place;
use crate::content::reader::{Fields, Reader, all_read};
use crate::content::tree::Node;
use crate::mission::{BoardSetup, Ground, Loader, Read, SideSetup, are_hostile};
use crate::rules::casket::content::{CasketContent, DECK_FILES};
use crate::rules::casket::machine::{Build, Physical};

/// Rounds after which a mission is over that names none.
const USUAL_ROUNDS: u16 = 30;

/// A battle of caskets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// What decides it.
    pub goal: Goal,
    /// The last round.
    pub rounds: u16,
    /// Number of sides.
    pub sides: u8,
    /// All units by id, side by side.
    pub units: Vec<UnitSetup>,
    /// Objectives that are held for victory points.
    pub zones: Vec<Vec<TileId>>,
    /// Their names in the mission.
    pub zone_names: Vec<String>,
    /// Units that side 0 must not lose.
    pub protect: Vec<UnitId>,
    /// Objectives of other sides that side 0 has to destroy, too.
    pub hunted: Vec<UnitId>,
    /// Whether allies can be chosen as targets (clarification 17).
    pub friendly_fire: bool,
}

choices! {
    /// What decides a battle (§7).
    #[derive(Default)]
    pub enum Goal {
        /// The last side that stands wins.
        #[default]
        LastStanding,
        /// Victory points win.
        Points,
        /// Side 0 wins if it stands at the end of the last round.
        Survive,
    }
}

/// A unit of a mission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSetup {
    /// Its side.
    pub side: Side,
    /// Name shown to people.
    pub name: String,
    /// Whether the mission gives that name.
    pub is_named: bool,
    /// What it is.
    pub build: Build,
    /// The key of its deck, monster or objective.
    pub kind: String,
    /// Where it begins.
    pub tile: TileId,
    /// Which way it faces.
    pub facing: Direction,
    /// Its cards.
    pub cards: Vec<Physical>,
    /// Hit points of what has no cards.
    pub hp: u16,
    /// Heat.
    pub heat: u8,
    /// Taint.
    pub taint: u8,
    /// Damage of components.
    pub damage: [u16; 4],
}

impl Scenario {
    /// Lists all units by id.
    pub fn all(&self) -> impl Iterator<Item = (UnitId, &UnitSetup)> {
        (0..).map(UnitId).zip(&self.units)
    }
}

/// Reads what a mission asks: its sides, last round and scenario.
pub(super) fn read(loader: &mut Loader, mut fields: Fields, ground: &Ground) -> Option<Read> {
    let place = fields.place;
    let nodes = fields.need(&mut loader.reader, "sides");
    let last = fields.int_or(&mut loader.reader, "turn_limit", 1..=200_u16, USUAL_ROUNDS);
    let goal_node = fields.get("goal");
    let goal = fields.choice_or(
        &mut loader.reader,
        "goal",
        Goal::CHOICES,
        Goal::LastStanding,
    );
    let zones = fields.get("objectives");
    let protect = fields.get("protect");
    let destroy = fields.get("destroy");
    // Read before, with the content: see `MissionSource`.
    let _ = fields.get(DECK_FILES);
    let friendly_fire = fields.flag(&mut loader.reader, "friendly_fire");
    let catalog = loader.catalog.clone();
    let content = catalog.part::<CasketContent>();
    let zone_nodes = zones.map_or(&[][..], |node| loader.reader.list(node, "zones"));
    let zones = all_read((zone_nodes.iter()).map(|node| zone(loader, node, content, ground)));
    let zone_names = zone_nodes
        .iter()
        .map(|node| node.as_text().unwrap_or_default().to_owned())
        .collect();
    fields.done(&mut loader.reader);
    let nodes = nodes?;
    content.make_known(&mut loader.reader);
    let before = loader.reader.problems.len();
    let (sides, units) = sides(loader, nodes, content, ground);
    let mut units: Vec<_> = units.into_iter().flatten().collect();
    loader.check_count(nodes, units.len())?;
    number(&mut units);
    let forces = (&sides[..], &units[..]);
    let protect = named(&mut loader.reader, ("protect", protect), forces);
    let hunted = named(&mut loader.reader, ("destroy", destroy), forces);
    let mut scenario = Scenario {
        goal: goal?,
        rounds: last?,
        sides: sides.len() as u8, // A mission has few.
        units,
        zones: zones?,
        zone_names,
        protect: protect?,
        hunted: hunted?,
        friendly_fire: friendly_fire?,
    };
    if loader.reader.problems.len() == before && loader.is_drawn {
        let written = Written {
            goal: goal_node.map_or(place, |node| node.place),
            zones: zone_nodes,
            sides: nodes,
        };
        doubts::check(loader, &scenario, &ground.0, &sides, &written);
        difficulty::fit(loader, &mut scenario, &ground.0, &sides);
    }
    Some((sides, Some(last?), Box::new(scenario)))
}

/// Where a mission says what is looked at as a whole.
struct Written<'n> {
    goal: Place,
    zones: &'n [Node],
    sides: &'n Node,
}

/// Whether a unit can stand on a hex, by what its terrain means here.
fn can_stand(content: &CasketContent, board: &BoardSetup, tile: TileId) -> bool {
    let state = board.tiles.get(tile.index());
    state.is_some_and(|state| !content.ground(state.terrain).wall)
}

/// Reads an objective; its hexes where one can stand.
fn zone(
    loader: &mut Loader,
    node: &Node,
    content: &CasketContent,
    (board, zones): &Ground,
) -> Option<Vec<TileId>> {
    let mut zone = loader.zone(node, zones)?;
    if loader.is_drawn {
        zone.retain(|&tile| can_stand(content, board, tile));
        if zone.is_empty() {
            let message = "no unit can stand anywhere in this zone";
            loader.reader.problem(node.place, message);
        }
    }
    Some(zone)
}

/// Reads the sides with the units of each.
fn sides(
    loader: &mut Loader,
    nodes: &Node,
    content: &CasketContent,
    ground: &Ground,
) -> (Vec<SideSetup>, Vec<Vec<UnitSetup>>) {
    let mut index = 0;
    let mut taken = Vec::new();
    loader.each_side(nodes, |loader, fields| {
        let side = Side(index);
        index = index.saturating_add(1);
        let facing = Direction::new(if side == Side::FIRST { 0 } else { 3 });
        let list = fields.need(&mut loader.reader, "units")?;
        let nodes = loader.reader.list(list, "units");
        loader.check_count(list, nodes.len())?;
        let read = nodes.iter().map(|node| {
            let unit = unit::read(loader, node, content, ground, &taken, (side, facing))?;
            if taken.contains(&unit.tile) && loader.is_drawn {
                let message = "two units start on this hex";
                let place = node.field("at").unwrap_or(node).place;
                loader.reader.problem(place, message);
            }
            taken.push(unit.tile);
            Some(unit)
        });
        all_read(read)
    })
}

/// Numbers units without a name of their own.
fn number(units: &mut [UnitSetup]) {
    for at in 0..units.len() {
        let name = units[at].name.clone();
        let same = |unit: &UnitSetup| !unit.is_named && unit.name == name;
        if !units[at].is_named && units.iter().filter(|unit| same(unit)).count() > 1 {
            let mut count = 0;
            for unit in units.iter_mut().filter(|unit| same(unit)) {
                count += 1;
                unit.name = format!("{name} {count}");
            }
        }
    }
}

/// Reads the names of units that are to be protected or destroyed, and checks that they can be.
fn named(
    reader: &mut Reader,
    (field, node): (&str, Option<&Node>),
    (sides, units): (&[SideSetup], &[UnitSetup]),
) -> Option<Vec<UnitId>> {
    let nodes = node.map_or(&[][..], |node| reader.list(node, "names of units"));
    let names: Vec<_> = units.iter().map(|unit| unit.name.as_str()).collect();
    let read = nodes.iter().map(|node| {
        let at = reader.among(node, "unit", &names)?;
        let unit = &units[at];
        let name = &unit.name;
        let count = names.iter().filter(|other| *other == name).count();
        let pair = sides.first().zip(sides.get(unit.side.index()));
        let is_hostile = pair.is_some_and(|(own, other)| are_hostile(own, other));
        let is_foe = unit.side != Side::FIRST && is_hostile;
        let message = match field {
            _ if count > 1 => format!("{count} units are named {name:?}"),
            "protect" if is_foe => {
                format!("{name} is an enemy of the first side, which cannot protect it")
            }
            "destroy" if !is_foe => {
                format!("{name} is no enemy of the first side, which cannot destroy it")
            }
            _ => return Some(UnitId(at as u16)), // A mission has few.
        };
        reader.problem(node.place, message);
        None
    });
    all_read(read)
}

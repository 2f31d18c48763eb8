//! What a mission asks of the battlescape, beside what all missions have.
//!
//! **Invariant:** a scenario is consistent with the mission it is in: every tile is on its board, every
//! definition in its catalog, every unit on a hex of its own that can be entered.

mod difficulty;
mod doubts;
mod fitting;
mod objectives;
pub mod script;
mod squads;
mod things;
mod triggers;

use serde::{Deserialize, Serialize};

pub use self::{
    fitting::{credit, fit, squad_worth},
    script::Script,
};
use self::{objectives::Roster, triggers::Names};
use crate::{
    battle::{
        grid::{Direction, TileId},
        unit::{Side, UnitId},
    },
    content::{mode::AiMode, reader::Fields, tree::Node},
    mission::{First, Ground, Loader, Mission, SideSetup},
    rules::battlescape::content::{SuitId, UnitKindId, WeaponId, items::ItemId},
};

/// A battle of squads.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Units of each side.
    pub squads: Vec<Vec<UnitSetup>>,
    /// Who has the first phase of each turn.
    pub first: First,
    /// What side 0 has to do.
    pub objective: Objective,
    /// Hexes from which units of side 0 may leave the map.
    pub exits: Vec<TileId>,
    /// Whether it is fought at night.
    pub night: bool,
    /// Hexes on which side 0 may place its units before the first order.
    pub deployment: Vec<TileId>,
    /// What happens by itself.
    pub script: Script,
}

/// One unit of a mission.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitSetup {
    /// Kind.
    pub kind: UnitKindId,
    /// Name shown to people; the kind's with a number if the mission gives none.
    pub name: String,
    /// Hex.
    pub tile: TileId,
    /// Facing.
    pub facing: Direction,
    /// Weapon.
    pub weapon: WeaponId,
    /// Items.
    pub items: Vec<ItemId>,
    /// Suit instead of its own armor.
    pub suit: Option<SuitId>,
    /// Group it waits with off the board until a trigger brings it.
    pub group: Option<String>,
    /// AI mode of this unit, if it differs from its side's.
    pub mode: Option<AiMode>,
    /// Hexes a computer has it walk round while nobody is seen or heard, one a turn.
    pub patrol: Vec<TileId>,
}

impl Scenario {
    /// Returns what a mission of these rules asks.
    pub fn of(mission: &Mission) -> &Self {
        mission.asked()
    }

    /// Returns what a mission of these rules asks, to be changed.
    pub fn of_mut(mission: &mut Mission) -> &mut Self {
        mission.asked_mut()
    }

    /// Lists the units of all sides in order of their ids.
    pub fn units(&self) -> impl Iterator<Item = &UnitSetup> + Clone {
        self.squads.iter().flatten()
    }
}

/// What side 0 has to do (battlescape §2).
///
/// Units are named by their ids, which go through the sides in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Objective {
    /// No unit of the side is left on the board.
    Eliminate {
        /// The side.
        side: Side,
    },
    /// A unit is dead.
    Kill {
        /// The unit.
        unit: UnitId,
    },
    /// A unit lies unconscious with a unit of side 0 next to it, at a resolution.
    Capture {
        /// The unit.
        unit: UnitId,
    },
    /// A unit is alive at the resolution of a turn.
    Protect {
        /// The unit.
        unit: UnitId,
        /// The turn.
        turns: u16,
    },
    /// A unit left the map through the exits.
    Rescue {
        /// The unit.
        unit: UnitId,
    },
    /// Side 0 has a unit on the board at the resolution of a turn.
    Survive {
        /// The turn.
        turns: u16,
    },
    /// Units of side 0 carry so many of an item.
    Secure {
        /// The item.
        item: ItemId,
        /// How many.
        count: usize,
    },
    /// In each zone a unit of side 0 stands, and no enemy, at a resolution.
    Control {
        /// The zones.
        zones: Vec<Vec<TileId>>,
    },
    /// So many units stand in the zone at a resolution.
    Reach {
        /// Hexes of the zone.
        zone: Vec<TileId>,
        /// Units needed.
        units: usize,
    },
    /// So many units left the map through the exits.
    Escape {
        /// Units needed.
        units: usize,
    },
    /// A unit stands in the zone, and no enemy does, at so many resolutions in a row.
    Hold {
        /// Hexes of the zone.
        zone: Vec<TileId>,
        /// Turns in a row.
        turns: u16,
    },
}

/// Reads what a mission asks of the battlescape: its sides, last turn and scenario.
pub(super) fn read(
    loader: &mut Loader,
    mut fields: Fields,
    (board, zones): &Ground,
) -> Option<(Vec<SideSetup>, Option<u16>, Scenario)> {
    let sides = fields.need(&mut loader.reader, "sides");
    let things = fields.get("things");
    let first = fields.get("first");
    let exits = fields.get("exits");
    let night = fields.flag(&mut loader.reader, "night");
    let deployment = fields.get("deployment");
    let objects = fields.get("objects");
    let triggers = fields.get("triggers");
    let objectives = fields.need(&mut loader.reader, "objectives");
    let place = objectives.map_or(fields.place, |node| node.place);
    fields.done(&mut loader.reader);

    if let Some(node) = things {
        loader.things(node);
    }
    let exits = exits
        .and_then(|node| loader.zone(node, zones))
        .unwrap_or_default();
    let deployment = deployment
        .and_then(|node| loader.zone(node, zones))
        .unwrap_or_default();
    let objects = objects
        .map(|node| loader.objects(node, board, zones))
        .unwrap_or_default();
    let roster = sides.map(Roster::read).unwrap_or_default();
    let forces = sides.and_then(|node| loader.sides(node, board, zones, &deployment));
    let (forces, waves) = forces.unzip();
    let mut names = Names {
        is_whole: forces.is_some(),
        grid: board.grid,
        zones,
        sides: forces.as_ref().map_or(&[], |(sides, _)| sides),
        squads: forces.as_ref().map_or(&[], |(_, squads)| squads),
        turn_limit: None,
    };
    let objectives = objectives.and_then(|node| loader.objectives(node, &exits, &roster, &names));
    let (objective, turn_limit, secondary) = objectives?;
    names.turn_limit = turn_limit;
    let mut script = loader.script(triggers, &names, objects, secondary);
    script.triggers.extend(waves.unwrap_or_default());
    let (sides, squads) = forces?;
    let first = match first {
        Some(node) => read_first(loader, node, &sides, &deployment),
        None => Some(First::default()),
    };
    let scenario = Scenario {
        squads,
        first: first?,
        objective,
        exits,
        night: night?,
        deployment,
        script,
    };
    if loader.is_drawn {
        loader.check_reachable(&scenario, &sides, board, place);
        loader.check_doubts(&scenario, &sides, (board, turn_limit), place);
    }
    Some((sides, turn_limit, scenario))
}

/// Reads which side begins each turn.
fn read_first(
    loader: &mut Loader,
    node: &Node,
    sides: &[SideSetup],
    deployment: &[TileId],
) -> Option<First> {
    let names: Vec<_> = sides.iter().map(|side| side.name.as_str()).collect();
    let find = |key: &str| names.iter().position(|name| *name == key);
    let index = loader.reader.key(node, "side", find, &names)?;
    if index > 0 && !deployment.is_empty() {
        let message = format!("{:?} must begin, since it is deployed first", names[0]);
        loader.reader.problem(node.place, message);
    }
    // At most 8 sides are read.
    Some(First::Side(Side(index as u8)))
}

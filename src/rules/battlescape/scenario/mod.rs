//! What a mission asks of the battlescape, beside what all missions have.
//!
//! **Invariant:** a scenario is consistent with the mission it is in: every tile is on its board, every
//! definition in its catalog, every unit on a hex of its own that can be entered.

#![expect(
    missing_docs,
    reason = "fields of what is said are told by their terms"
)]

mod difficulty;
mod doubts;
mod fitting;
pub(super) mod names;
mod objectives;
mod reach;
mod said;
pub mod script;
mod squads;
mod things;
mod triggers;

use serde::{Deserialize, Serialize};

pub use self::fitting::{credit, fit, kit_worth, squad_worth};
use self::names::{COUNT, ENEMY, ITEM, Names, OWN_UNITS, Partly, TURN, UNIT, ZONE, ZONE_LIST};
use self::reach::Written;
use self::said::{Whole, said};
pub use self::script::Script;
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Side, UnitId};
use crate::content::mode::AiMode;
use crate::content::reader::Fields;
use crate::content::tree::Node;
use crate::mission::{First, Ground, Loader, Mission, SideSetup};
use crate::rules::battlescape::content::items::ItemId;
use crate::rules::battlescape::content::{BattlescapeContent, SuitId, UnitKindId, WeaponId};

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

said! {
    /// What side 0 has to do (battlescape §2).
    ///
    /// Units are named by their ids, which go through the sides in order.
    #[derive(Serialize, Deserialize)]
    pub enum Objective: "objective", "the objective, such as EliminateAll(\"Name\")" {
        /// No unit of the side is left on the board.
        Eliminate [side: Side as ENEMY] = "EliminateAll(\"side\")", "Eliminate a side",
        /// So many units stand in the zone at a resolution.
        Reach { zone: Vec<TileId> as ZONE, units: usize as OWN_UNITS }
            = "Reach(zone: \"name\", units: 1)", "Reach a zone",
        /// So many units left the map through the exits.
        Escape { units: usize as OWN_UNITS } = "Escape(units: 1)", "Escape through the exits",
        /// A unit stands in the zone, and no enemy does, at so many resolutions in a row.
        Hold { zone: Vec<TileId> as ZONE, turns: u16 as Whole(1..=100) }
            = "Hold(zone: \"name\", turns: 3)", "Hold a zone",
        /// In each zone a unit of side 0 stands, and no enemy, at a resolution.
        Control { zones: Vec<Vec<TileId>> as ZONE_LIST }
            = "Control(zones: [\"one\", \"two\"])", "Control zones",
        /// Side 0 has a unit on the board at the resolution of this turn.
        Survive { turns: u16 as TURN } = "Survive(turns: 8)", "Survive",
        /// A unit is dead.
        Kill { unit: UnitId as UNIT } = "Kill(unit: \"name\")", "Kill one unit",
        /// A unit lies unconscious with a unit of side 0 next to it, at a resolution.
        Capture { unit: UnitId as UNIT } = "Capture(unit: \"name\")", "Capture one unit",
        /// A unit is alive at the resolution of this turn.
        Protect { unit: UnitId as UNIT, turns: u16 as TURN }
            = "Protect(unit: \"name\", turns: 8)", "Protect one unit",
        /// A unit left the map through the exits.
        Rescue { unit: UnitId as UNIT } = "Rescue(unit: \"name\")", "Rescue one unit",
        /// Units of side 0 carry so many of an item.
        Secure { item: ItemId as ITEM, count "How many": usize as COUNT }
            = "Secure(item: \"key\", count: 1)", "Secure items",
    }
}

/// Reads what a mission asks of the battlescape: its sides, last turn and scenario.
pub(super) fn read(
    loader: &mut Loader,
    mut fields: Fields,
    ground: &Ground,
) -> Option<(Vec<SideSetup>, Option<u16>, Scenario)> {
    let (board, zones) = ground;
    let sides = fields.need(&mut loader.reader, "sides");
    let things = fields.get("things");
    let first = fields.get("first");
    let exits = fields.get("exits");
    let night = fields.flag(&mut loader.reader, "night");
    let deployment_node = fields.get("deployment");
    let objects = fields.get("objects");
    let triggers_node = fields.get("triggers");
    let objectives = fields.need(&mut loader.reader, "objectives");
    let place = objectives.map_or(fields.place, |node| node.place);
    fields.done(&mut loader.reader);

    if let Some(node) = things {
        loader.things(node);
    }
    let content = loader.catalog.part::<BattlescapeContent>();
    loader.reader.know_all(&content.items);
    loader.reader.know_all(&content.weapons);
    loader.reader.know_all(&content.suits);
    let exits = exits
        .and_then(|node| loader.zone(node, zones))
        .unwrap_or_default();
    let deployment = deployment_node
        .and_then(|node| loader.zone(node, zones))
        .unwrap_or_default();
    let objects = objects
        .map(|node| loader.objects(node, ground))
        .unwrap_or_default();
    let forces = sides.and_then(|node| loader.sides(node, ground, &deployment));
    let (forces, waves) = forces.unzip();
    let written = sides.map_or(&[][..], Node::items).iter();
    let side_names = written.clone().map(|side| side.field("name")?.as_text());
    let own = written.clone().next().and_then(|side| side.field("units"));
    let mut names = Names {
        is_whole: forces.is_some(),
        grid: board.grid,
        zones,
        sides: forces.as_ref().map_or(&[], |(sides, _)| sides),
        squads: forces.as_ref().map_or(&[], |(_, squads)| squads),
        side_names: side_names.collect::<Option<_>>().unwrap_or_default(),
        own: own
            .map(|units| units.items().len())
            .filter(|count| *count > 0),
        objects,
        secondary: Partly::default(),
    };
    let objectives = objectives.and_then(|node| loader.objectives(node, &exits, &names));
    let (objective, turn_limit, secondary) = objectives?;
    names.secondary = secondary;
    let triggers = triggers_node.map(|node| loader.triggers(node, &names, turn_limit));
    let triggers = triggers.into_iter().chain(waves).flatten();
    let script = Script {
        triggers: triggers.collect(),
        objects: names.objects.found,
        secondary: names.secondary.found,
    };
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
        let written = Written {
            place,
            sides: written.as_slice(),
            deployment: deployment_node,
            triggers: triggers_node.map_or(&[], Node::items),
        };
        loader.check_reach(&scenario, &sides, (ground, turn_limit), &written);
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
        let message = format!("{:?} must move first because it deploys first", names[0]);
        loader.reader.problem(node.place, message);
    }
    // At most 8 sides are read.
    Some(First::Side(Side(index as u8)))
}

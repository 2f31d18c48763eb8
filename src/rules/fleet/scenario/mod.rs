//! What a mission asks of the fleet, beside what all missions have.
//!
//! **Invariant:** a scenario is consistent with the mission it is in: hexes are on its board, docked
//! ships have a carrier with a berth for them, no two units begin where they may not be together, and
//! somebody plans. What decides it can be judged: time that somebody wins by is limited, and all sides that
//! are beaten with their carriers have one.

#![expect(
    missing_docs,
    reason = "some fields say by name and type what they hold"
)]

mod difficulty;
mod doubts;
mod fleets;

pub(super) use fleets::MAX_XP;

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Side, UnitId};
use crate::content::declare::choices;
use crate::content::definition::{Entry, records};
use crate::content::reader::Fields;
use crate::mission::{Ground, Loader, Mission, SideSetup};
use crate::rules::fleet::content::{AdmiralId, FleetContent, TraitId, UpgradeId, WeaponId};
use crate::rules::fleet::craft::{Class, Pilot};

/// A battle of fleets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// What each side brings; side 0 is the one outcomes are told for.
    pub fleets: Vec<FleetSide>,
    /// What decides it.
    pub objectives: Objectives,
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

    /// Lists all units by id: by side, the carrier first.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, Side, &UnitSetup)> {
        let units = (0..).map(Side).zip(&self.fleets);
        let units = units.flat_map(|(side, fleet)| fleet.units().map(move |unit| (side, unit)));
        (0..)
            .zip(units)
            .map(|(id, (side, unit))| (UnitId(id), side, unit))
    }
}

/// What one side brings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FleetSide {
    /// Its carrier, if it has one.
    pub carrier: Option<UnitSetup>,
    pub ships: Vec<UnitSetup>,
    /// Abilities of its admiral.
    pub admiral: Vec<AdmiralId>,
    /// Whether its ships draw what they do (§12), so that it owes no order.
    pub intents: bool,
    /// Whether its carrier charges a jump drive (§4).
    pub drive: bool,
    /// Hexes on which it may begin, and on which its reinforcements come, the first one first.
    pub zone: Vec<TileId>,
}

impl FleetSide {
    /// Lists its units: the carrier first, then the ships in the order given.
    pub fn units(&self) -> impl Iterator<Item = &UnitSetup> {
        self.carrier.iter().chain(&self.ships)
    }

    /// Returns the berths of its carrier, if it has one.
    pub(super) fn berths(&self, content: &FleetContent) -> Option<u8> {
        let kind = self.carrier.as_ref()?.class.carrier_kind(content);
        kind.map(|kind| kind.hangar)
    }
}

/// A carrier or ship of a mission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSetup {
    pub class: Class,
    /// Name shown to people; the type's, of a ship with a number, if the mission gives none.
    pub name: String,
    /// Whether the mission gives the name.
    pub is_named: bool,
    pub start: Start,
    /// Weapon of a ship, if it is not that of the type.
    pub weapon: Option<WeaponId>,
    pub pilot: Pilot,
    pub traits: Vec<TraitId>,
    /// Upgrades of a carrier.
    pub upgrades: Vec<UpgradeId>,
}

impl UnitSetup {
    /// Sets up a unit about which nothing is special.
    pub fn new(class: Class, name: impl Into<String>, start: Start) -> Self {
        Self {
            class,
            name: name.into(),
            is_named: false,
            start,
            weapon: None,
            pilot: Pilot::default(),
            traits: Vec::new(),
            upgrades: Vec::new(),
        }
    }
}

/// Where a unit begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    #[default]
    Docked,
    Board {
        tile: TileId,
        facing: Direction,
    },
    /// Comes as a reinforcement, if one comes.
    Waiting,
}

impl Start {
    /// Returns the hex and facing of a unit that begins on the board.
    pub fn place(self) -> Option<(TileId, Direction)> {
        match self {
            Self::Board { tile, facing } => Some((tile, facing)),
            Self::Docked | Self::Waiting => None,
        }
    }
}

/// Reads what a mission asks of the fleet: its sides, last turn and scenario.
pub(super) fn read(
    loader: &mut Loader,
    mut fields: Fields,
    ground: &Ground,
) -> Option<(Vec<SideSetup>, Option<u16>, Scenario)> {
    let sides = fields.need(&mut loader.reader, "sides");
    let node = fields.get("objectives");
    let place = node.map_or(fields.place, |node| node.place);
    // Read before; here for its place.
    let drawn = fields.get("board").map_or(fields.place, |node| node.place);
    loader.check_space(&ground.0, drawn);
    fields.done(&mut loader.reader);
    let ends = node.map_or(Some(Ends::default()), |node| {
        Ends::read(node, &mut loader.reader, "objectives", ())
    });
    let before = loader.reader.problems.len();
    let (sides, fleets) = loader.fleets(sides?, ground)?;
    // A carrier that cannot be read is told already.
    let is_sound = loader.reader.problems.len() == before;
    let Ends {
        turn_limit,
        decides,
    } = ends?;
    if let Some(node) = node {
        let mut problem = |message: String| loader.reader.problem(node.place, message);
        if decides.time == Time::MostHull && turn_limit.is_none() {
            problem("MostHull needs a turn limit: `turn_limit: 40`".into());
        }
        let lacking = (sides.iter().zip(&fleets))
            .filter(|(side, fleet)| !side.neutral && fleet.carrier.is_none());
        for (SideSetup { name, .. }, _) in
            lacking.filter(|_| is_sound && decides.carriers == Carriers::AllSides)
        {
            problem(format!(
                "{name} has no carrier to lose; give it one, or leave `carriers` at FirstSide"
            ));
        }
    }
    loader.check_meeting(&sides, &fleets, (ground.0.grid, turn_limit), place);
    let scenario = Scenario {
        fleets,
        objectives: decides,
    };
    Some((sides, turn_limit, scenario))
}

records! {
    /// What decides a battle, beside the last enemy and the drives (§4).
    #[derive(Copy, Default)]
    pub struct Objectives: "objectives of a fleet" {
        /// Which sides lose with their carrier.
        pub carriers: Carriers = Carriers::default(),
        /// Whether a side also loses with its last ship.
        pub wings: bool = false,
        /// Who wins once time is up.
        pub time: Time = Time::default(),
    }

    /// The last turn, and what decides a battle.
    #[derive(Default)]
    pub struct Ends: "objectives of a fleet" {
        /// The last turn.
        pub turn_limit: Option<u16> [1..=500] as "turn limit" = None,
        /// What decides.
        pub decides in all: Objectives,
    }
}

choices! {
    /// Which sides lose with their carrier.
    #[derive(Default)]
    pub enum Carriers {
        /// Only side 0; the others lose with their last unit (§4).
        #[default]
        FirstSide,
        /// Every side.
        AllSides,
    }

    /// Who wins once time is up.
    #[derive(Default)]
    pub enum Time {
        /// The enemies of side 0: it must win before.
        #[default]
        Enemies,
        /// The side with the most hull left, carrier and ships together; nobody on a tie.
        MostHull,
    }
}

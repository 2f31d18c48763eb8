//! What a mission asks of the fleet, beside what all missions have.
//!
//! **Invariant:** a scenario is consistent with the mission it is in: hexes are on its board, docked
//! ships have a carrier with a berth for them, no two units begin where they may not be together, and
//! somebody plans.

#![expect(
    missing_docs,
    reason = "some fields say by name and type what they hold"
)]

mod difficulty;
mod fleets;
mod objectives;

pub(super) use fleets::MAX_XP;
pub use objectives::{Carriers, Objectives, Time};

use crate::{
    battle::{
        grid::{Direction, TileId},
        unit::{Side, UnitId},
    },
    content::reader::Fields,
    mission::{Ground, Loader, Mission, SideSetup},
    rules::fleet::{
        content::{AdmiralId, CarrierId, ShipId, TraitId, UpgradeId, WeaponId},
        craft::Pilot,
    },
};

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
    pub fn units(&self) -> impl Iterator<Item = (UnitId, Side, UnitSetup<'_>)> {
        let units = (0..).map(Side).zip(&self.fleets).flat_map(|(side, fleet)| {
            let carrier = fleet.carrier.iter().map(UnitSetup::Carrier);
            let ships = fleet.ships.iter().map(UnitSetup::Ship);
            carrier.chain(ships).map(move |setup| (side, setup))
        });
        (0..)
            .map(UnitId)
            .zip(units)
            .map(|(id, (side, setup))| (id, side, setup))
    }
}

/// A unit of a mission.
#[derive(Clone, Copy, Debug)]
pub enum UnitSetup<'s> {
    Carrier(&'s CarrierSetup),
    Ship(&'s ShipSetup),
}

/// What one side brings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FleetSide {
    /// Its carrier, if it has one.
    pub carrier: Option<CarrierSetup>,
    pub ships: Vec<ShipSetup>,
    /// Abilities of its admiral.
    pub admiral: Vec<AdmiralId>,
    /// Whether its ships draw what they do (§12), so that it owes no order.
    pub intents: bool,
    /// Whether its carrier charges a jump drive (§4).
    pub drive: bool,
    /// Hexes on which it may begin, and on which its reinforcements come, the first one first.
    pub zone: Vec<TileId>,
}

/// A carrier of a mission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CarrierSetup {
    pub kind: CarrierId,
    /// Name shown to people.
    pub name: String,
    pub tile: TileId,
    pub facing: Direction,
    pub upgrades: Vec<UpgradeId>,
}

/// A ship of a mission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShipSetup {
    pub kind: ShipId,
    /// Name shown to people; the type's with a number if the mission gives none.
    pub name: String,
    /// Weapon, if it is not that of the type.
    pub weapon: Option<WeaponId>,
    pub pilot: Pilot,
    pub traits: Vec<TraitId>,
    pub start: Start,
}

/// Where a ship begins.
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

/// Reads what a mission asks of the fleet: its sides, last turn and scenario.
pub(super) fn read(
    loader: &mut Loader,
    mut fields: Fields,
    ground: &Ground,
) -> Option<(Vec<SideSetup>, Option<u16>, Scenario)> {
    let sides = fields.need(&mut loader.reader, "sides");
    let objectives = fields.get("objectives");
    // Read before; here for its place.
    let drawn = fields.get("board").map_or(fields.place, |node| node.place);
    loader.check_space(&ground.0, drawn);
    fields.done(&mut loader.reader);
    let read = loader.fleet_objectives(objectives);
    let (sides, fleets) = loader.fleets(sides?, ground)?;
    let (turn_limit, decides) = read?;
    loader.check_objectives(objectives, decides, &sides, &fleets);
    let scenario = Scenario {
        fleets,
        objectives: decides,
    };
    Some((sides, turn_limit, scenario))
}

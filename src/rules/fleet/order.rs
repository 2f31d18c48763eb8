//! Orders of the fleet and why they are refused.
//!
//! **Invariant:** an order names units by id and hexes by tile, and serializes; a refusal names the ship
//! and the figures it is about.

#![expect(
    missing_docs,
    reason = "most fields and variants say by name and type what they hold"
)]

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::mission::MissionSource;
use crate::rules::kit::words::worded;

/// What a side may ask for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Order {
    /// All it orders this turn, sealed until every side has committed (§4).
    Commit(SidePlan),
    /// Play on after the mission failed by time, while the carrier lives.
    PlayOn,
    /// Go on by the mission as it was changed.
    Renew(Box<MissionSource>),
}

/// Everything one side orders in one turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct SidePlan {
    /// Where ships and carrier begin, in the first turn only (§2).
    pub deployments: Vec<Deployment>,
    /// Ships that leave the carrier (§4, step 1).
    pub launches: Vec<Launch>,
    /// What the carrier does (§4, step 3).
    pub carrier: Option<CarrierAction>,
    /// What ships do; the others do nothing. Docked ones only do it once launched.
    pub ships: BTreeMap<UnitId, ShipOrder>,
}

/// Where a unit begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deployment {
    pub unit: UnitId,
    pub tile: TileId,
    pub facing: Direction,
}

/// A ship that leaves the carrier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Launch {
    pub ship: UnitId,
    /// The hex it is meant to come to.
    pub tile: Option<TileId>,
    /// The sub-phase, from 0 (§10).
    pub sub_phase: u8,
}

impl Launch {
    /// Launches a ship at once, to any hex.
    pub fn anywhere(ship: UnitId) -> Self {
        Self {
            ship,
            ..Self::default()
        }
    }
}

/// What a carrier does in a turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CarrierAction {
    /// Moves along these hexes, up to its SPD.
    Move(Vec<TileId>),
    /// Repairs itself, or a docked ship.
    Repair(Option<UnitId>),
    /// Refills the ammunition of docked ships.
    Rearm,
    /// With an intent queue: the maneuvers of its slots.
    Queue(Vec<Slot>),
}

/// What one ship is ordered to do in a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct ShipOrder {
    pub action: Action,
    /// Where it moves.
    pub route: Route,
    /// Whom it means; only a carrier counts (§4).
    pub target: Option<UnitId>,
    /// Whether it fires; by default when its action is to attack or to defend.
    pub fire: Option<bool>,
    /// With an intent queue: the slots, instead of all else but the target (§10).
    pub queue: Vec<Slot>,
}

impl ShipOrder {
    /// Returns action and fire flag as they count with one sub-phase.
    pub fn stance(&self) -> Stance {
        Stance {
            action: self.action,
            fire: self.fire.unwrap_or(self.action.intercepts()),
        }
    }
}

worded! {
    /// What a ship does (§4).
    #[derive(
        Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
    )]
    pub enum Action {
        #[default]
        None = "no action",
        Move = "move",
        /// Attacks, and may advance:
        Attack = "attack",
        /// Holds and defends:
        Defend = "defend",
        /// Lands, and may move before:
        Land = "land",
    }
}

impl Action {
    /// Whether a ship that does it intercepts others (§5).
    pub fn intercepts(self) -> bool {
        matches!(self, Self::Attack | Self::Defend)
    }

    /// Whether a ship that does it may move.
    pub fn may_move(self) -> bool {
        matches!(self, Self::Move | Self::Attack | Self::Land)
    }
}

/// Action and fire flag that count now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stance {
    pub action: Action,
    pub fire: bool,
}

/// Where a ship moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Route {
    /// Nowhere.
    #[default]
    Stay,
    /// Along these hexes, the first one beside it.
    Path(Vec<TileId>),
    /// Along the line to this hex.
    To(TileId),
}

/// One slot of an intent queue (§10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Slot {
    pub maneuver: Maneuver,
    pub fire: bool,
}

impl Slot {
    /// Returns the action the slot counts as (§10, clarification 15).
    pub fn stance(self) -> Stance {
        let action = match (self.maneuver, self.fire) {
            (Maneuver::Hold, true) => Action::Defend,
            (Maneuver::Hold, false) => Action::None,
            (Maneuver::Land, _) => Action::Land,
            (_, true) => Action::Attack,
            (_, false) => Action::Move,
        };
        Stance {
            action,
            fire: self.fire,
        }
    }
}

worded! {
    /// What one slot of an intent queue does (§10).
    #[derive(
        Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
    )]
    pub enum Maneuver {
        /// Advances one hex:
        Forward = "forward",
        /// Turns 60° counterclockwise and advances:
        TurnLeft = "left",
        /// Turns 60° clockwise and advances:
        TurnRight = "right",
        #[default]
        Hold = "hold",
        Land = "land",
    }
}

impl Maneuver {
    /// Those by which a unit advances.
    pub const ADVANCES: [Self; 3] = [Self::Forward, Self::TurnLeft, Self::TurnRight];

    /// Whether a unit advances by it.
    pub fn is_move(self) -> bool {
        Self::ADVANCES.contains(&self)
    }

    /// Returns the direction in which it advances; none stays.
    pub fn heading(self, facing: Direction) -> Option<Direction> {
        match self {
            Self::Forward => Some(facing),
            Self::TurnLeft => Some(facing.turned(5)),
            Self::TurnRight => Some(facing.turned(1)),
            Self::Hold | Self::Land => None,
        }
    }
}

/// A hex by column and row, as players count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub column: i32,
    pub row: i32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.column, self.row)
    }
}

worded! {
    /// Why an order was turned down.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Refusal {
        BattleOver = "the battle is over",
        CannotPlayOn = "there is nothing to play on",
        OwesNothing = "this side has already given its orders",
        UnknownUnit(id: UnitId) = "there is no unit {}" (id.0),
        /// One unit's orders are invalid.
        Unit { unit: UnitId, name: String, fault: Fault } = "{name} {fault}",
        TooManyLaunches { ordered: usize, bays: usize }
            = "{ordered} launches are ordered, the carrier has {bays} bays",
        /// The carrier is lost, or the side has none.
        NoCarrier = "this side has no carrier left",
        CannotRenew(why: String) = "{why}",
    }

    /// Why one unit's orders are invalid.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Fault {
        NotYours = "is not yours",
        IsCarrier = "is a carrier, not a ship",
        Destroyed = "is destroyed",
        HasLeft = "has left the battle",
        NotArrived = "has not arrived yet",
        NotDocked = "is not docked",
        LaunchedTwice = "is launched twice",
        DeployedTwice = "is deployed twice",
        CannotDeploy = "cannot be deployed any more",
        OutsideZone(tile: Place) = "cannot begin on {tile}, outside the zone",
        HexTaken(tile: Place) = "cannot begin on {tile}, which is taken",
        OffBoard(tile: TileId) = "cannot go to hex {}, off the board" (tile.0),
        Gap(tile: Place) = "cannot go to {tile}, which is not next on its path",
        LongPath(hexes: usize) = "has a path of {hexes} hexes, longer than the board",
        Holds(action: Action) = "does not move with `{action}`",
        /// Its engines are too weak to move at all.
        Immobile = "cannot move",
        CannotDock = "cannot dock",
        UnknownTarget(id: UnitId) = "cannot aim at unit {}, of which nothing is known" (id.0),
        FriendlyTarget = "cannot aim at a friend",
        NoQueue = "has an intent queue, but the turn has one phase only",
        OnlyQueue = "has an action or route, but only its intent queue counts",
        TooManySlots { given: usize, usable: u8 }
            = "has {given} slots in its queue and can use {usable}",
        /// The turn has no such sub-phase, of which the first one is 1.
        NoSubPhase { ordered: u8, of: u8 } = "cannot be launched in sub-phase {ordered} of {of}",
    }
}

//! Orders of the fleet and why they are refused.
//!
//! **Invariant:** an order names units by id and hexes by tile, and serializes; a refusal names the ship
//! and the figures it is about.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};

use crate::{
    battle::{
        grid::{Direction, TileId},
        unit::UnitId,
    },
    mission::MissionSource,
};

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
    /// The unit.
    pub unit: UnitId,
    /// The hex, in the side's zone.
    pub tile: TileId,
    /// The facing.
    pub facing: Direction,
}

/// A ship that leaves the carrier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Launch {
    /// The ship.
    pub ship: UnitId,
    /// The hex it is meant to come to.
    pub tile: Option<TileId>,
    /// The sub-phase, from 0 (§10).
    pub sub_phase: u8,
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
    /// The action.
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
        let by_default = matches!(self.action, Action::Attack | Action::Defend);
        Stance {
            action: self.action,
            fire: self.fire.unwrap_or(by_default),
        }
    }
}

/// What a ship does (§4).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Action {
    /// Nothing.
    #[default]
    None,
    /// Moves.
    Move,
    /// Attacks, and may advance.
    Attack,
    /// Holds and defends.
    Defend,
    /// Lands, and may move before.
    Land,
}

impl Action {
    /// All actions.
    pub const ALL: [Self; 5] = [
        Self::None,
        Self::Move,
        Self::Attack,
        Self::Defend,
        Self::Land,
    ];

    /// Whether a ship that does it intercepts others (§5).
    pub fn intercepts(self) -> bool {
        matches!(self, Self::Attack | Self::Defend)
    }

    /// Whether a ship that does it may move.
    pub fn may_move(self) -> bool {
        matches!(self, Self::Move | Self::Attack | Self::Land)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "no action",
            Self::Move => "move",
            Self::Attack => "attack",
            Self::Defend => "defend",
            Self::Land => "land",
        })
    }
}

/// Action and fire flag that count now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stance {
    /// The action.
    pub action: Action,
    /// Whether it fires.
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
    /// The maneuver.
    pub maneuver: Maneuver,
    /// Whether it fires.
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

/// What one slot of an intent queue does (§10).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Maneuver {
    /// Advances one hex.
    Forward,
    /// Turns 60° counterclockwise and advances.
    TurnLeft,
    /// Turns 60° clockwise and advances.
    TurnRight,
    /// Stays.
    #[default]
    Hold,
    /// Lands.
    Land,
}

impl Maneuver {
    /// All maneuvers.
    pub const ALL: [Self; 5] = [
        Self::Forward,
        Self::TurnLeft,
        Self::TurnRight,
        Self::Hold,
        Self::Land,
    ];

    /// Whether a unit advances by it.
    pub const fn is_move(self) -> bool {
        matches!(self, Self::Forward | Self::TurnLeft | Self::TurnRight)
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

/// Why an order was turned down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The battle has ended.
    BattleOver,
    /// There is nothing to play on: the battle goes on, or did not end by time.
    CannotPlayOn,
    /// The side has committed already, or its ships decide for themselves.
    OwesNothing,
    /// No such unit.
    UnknownUnit(UnitId),
    /// Something is wrong with what one unit is ordered to do.
    Unit {
        /// The unit.
        unit: UnitId,
        /// Its name.
        name: String,
        /// What is wrong.
        fault: Fault,
    },
    /// More launches than bays.
    TooManyLaunches {
        /// Launches ordered.
        ordered: usize,
        /// Bays.
        bays: u8,
    },
    /// The carrier is lost, or the side has none.
    NoCarrier,
    /// The changed mission cannot be taken over, in words.
    CannotRenew(String),
}

/// A hex by column and row, as players count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Column, from 0.
    pub column: i32,
    /// Row, from 0.
    pub row: i32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.column, self.row)
    }
}

/// What is wrong with what one unit is ordered to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It belongs to another side.
    NotYours,
    /// It is a carrier.
    IsCarrier,
    /// It is destroyed.
    Destroyed,
    /// It has left the battle.
    HasLeft,
    /// It has not arrived yet.
    NotArrived,
    /// It is not docked.
    NotDocked,
    /// It is launched twice.
    LaunchedTwice,
    /// It is deployed twice.
    DeployedTwice,
    /// Deployment is over, or the unit is not on the board.
    CannotDeploy,
    /// The hex is outside the zone.
    OutsideZone(Place),
    /// Two units would begin on a hex.
    HexTaken(Place),
    /// A hex is off the board.
    OffBoard(TileId),
    /// A path has a gap before this hex.
    Gap(Place),
    /// A path is longer than the board has hexes.
    LongPath(usize),
    /// It does not move with this action.
    Holds(Action),
    /// Its engines are too weak to move at all.
    Immobile,
    /// It cannot dock.
    CannotDock,
    /// The side knows of no such enemy.
    UnknownTarget(UnitId),
    /// The target is no enemy.
    FriendlyTarget,
    /// The turn has no intent queue.
    NoQueue,
    /// The turn has an intent queue, which alone counts.
    OnlyQueue,
    /// More slots than it can use.
    TooManySlots {
        /// Slots given.
        given: usize,
        /// Slots it can use.
        usable: u8,
    },
    /// The turn has no such sub-phase.
    NoSubPhase {
        /// The sub-phase, from 1.
        ordered: u8,
        /// How many there are.
        of: u8,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotYours => f.write_str("is not yours"),
            Self::IsCarrier => f.write_str("is a carrier, not a ship"),
            Self::Destroyed => f.write_str("is destroyed"),
            Self::HasLeft => f.write_str("has left the battle"),
            Self::NotArrived => f.write_str("has not arrived yet"),
            Self::NotDocked => f.write_str("is not docked"),
            Self::LaunchedTwice => f.write_str("is launched twice"),
            Self::DeployedTwice => f.write_str("is deployed twice"),
            Self::CannotDeploy => f.write_str("cannot be deployed any more"),
            Self::OutsideZone(tile) => {
                write!(f, "cannot begin on {tile}, outside the zone")
            }
            Self::HexTaken(tile) => write!(f, "cannot begin on {tile}, which is taken"),
            Self::OffBoard(tile) => write!(f, "cannot go to hex {}, off the board", tile.0),
            Self::Gap(tile) => {
                write!(f, "cannot go to {tile}, which is not next on its path")
            }
            Self::LongPath(hexes) => {
                write!(f, "has a path of {hexes} hexes, more than the board has")
            }
            Self::Holds(action) => write!(f, "does not move with `{action}`"),
            Self::Immobile => f.write_str("cannot move"),
            Self::CannotDock => f.write_str("cannot dock"),
            Self::UnknownTarget(id) => {
                write!(f, "cannot aim at unit {}, of which nothing is known", id.0)
            }
            Self::FriendlyTarget => f.write_str("cannot aim at a friend"),
            Self::NoQueue => f.write_str("has an intent queue, but the turn has one phase only"),
            Self::OnlyQueue => {
                f.write_str("has an action or route, but only its intent queue counts")
            }
            Self::TooManySlots { given, usable } => {
                write!(f, "has {given} slots in its queue and can use {usable}")
            }
            Self::NoSubPhase { ordered, of } => {
                write!(f, "cannot be launched in sub-phase {ordered} of {of}")
            }
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BattleOver => f.write_str("the battle is over"),
            Self::CannotPlayOn => f.write_str("there is nothing to play on"),
            Self::OwesNothing => f.write_str("this side has given its orders for this turn"),
            Self::UnknownUnit(id) => write!(f, "there is no unit {}", id.0),
            Self::Unit { name, fault, .. } => write!(f, "{name} {fault}"),
            Self::TooManyLaunches { ordered, bays } => {
                write!(
                    f,
                    "{ordered} launches are ordered, the carrier has {bays} bays"
                )
            }
            Self::NoCarrier => f.write_str("this side has no carrier that could do it"),
            Self::CannotRenew(why) => f.write_str(why),
        }
    }
}

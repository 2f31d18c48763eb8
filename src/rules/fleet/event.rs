//! What happens in a fleet battle, with every rolled number.
//!
//! **Invariant:** an event holds all that `apply` writes; clarification 16 says what records keep.

#![expect(
    missing_docs,
    reason = "most fields and variants say by name and type what they hold"
)]

use std::slice;

use serde::{Deserialize, Serialize};

use crate::battle::dice::Check;
use crate::battle::grid::{Direction, TileId};
use crate::battle::phase::Ending;
use crate::battle::unit::{Side, UnitId};
use crate::mission::MissionSource;
use crate::rules::fleet::content::{AdmiralId, PerkId, TraitId, Weights};
use crate::rules::fleet::order::{CarrierAction, Deployment, ShipOrder, SidePlan};
use crate::rules::kit::words::worded;

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    /// A side sealed its plan.
    Committed { side: Side, plan: SidePlan },
    /// All plans are frozen (§4, step 0).
    Locked,
    /// A unit begins elsewhere.
    Deployed(Deployment),
    /// A unit stays where it began, since somebody is on the hex it was deployed to.
    DeployFailed { unit: UnitId, tile: TileId },
    /// A sub-phase begins (§10).
    SubPhaseBegan { number: u8 },
    /// All sub-phases are over: of each queue the last action counts, and whether any slot fired (§10).
    QueuesFlown,
    /// A ship left its carrier (§4, step 1).
    Launched {
        ship: UnitId,
        carrier: UnitId,
        tile: TileId,
        facing: Direction,
    },
    /// A ship found no hex to launch to, or its carrier is gone, and stays docked.
    LaunchFailed { ship: UnitId },
    /// A ship that no side orders drew what it means to do (§4, step 2; §12).
    IntentDrawn {
        ship: UnitId,
        weights: Weights,
        /// The number drawn; 0 where there was nothing to draw.
        roll: u32,
        intent: Intent,
        order: ShipOrder,
    },
    /// A carrier that no side orders does what is most needed.
    HelmSet {
        carrier: UnitId,
        action: Option<CarrierAction>,
    },
    /// A carrier takes an action (§4, step 3).
    CarrierActed { carrier: UnitId },
    /// A carrier repaired itself or a docked ship.
    Repaired { unit: UnitId, hull: u16 },
    /// A carrier refilled the ammunition of docked ships.
    Rearmed { ships: Vec<UnitId> },
    /// A unit moved one hex (§4, step 4).
    Moved {
        unit: UnitId,
        from: TileId,
        to: TileId,
        facing: Direction,
    },
    /// A unit could not take a step and stays (§5).
    Blocked {
        unit: UnitId,
        at: TileId,
        /// The hex it could not enter; none is off the board.
        hex: Option<TileId>,
    },
    /// A unit was intercepted (§5).
    Intercepted(Interception),
    /// A ship landed (§4, step 5).
    Landed { ship: UnitId },
    /// A ship could not land.
    LandingFailed { ship: UnitId, reason: NoLanding },
    /// The ships in a contested hex rolled for initiative (§6).
    FightBegan {
        hex: TileId,
        initiative: Vec<Initiative>,
    },
    /// A ship attacked in a contested hex.
    Fought {
        hex: TileId,
        attack: Attack,
        /// Whether the damage lands with all others of the step.
        held: bool,
    },
    /// Ships fire: ammunition is spent and weapons cool down (§9, step 1).
    Aimed { shots: Vec<Shot> },
    /// Two ships that fired at each other fought it out (§9, step 2).
    Dogfight(DogfightEvent),
    /// Ships with one-sided shots rolled for initiative (§9, step 3).
    ShotsOrdered {
        /// Who fires in which order.
        initiative: Vec<Initiative>,
    },
    /// A one-sided shot.
    ShotFired {
        attack: Attack,
        /// Whether the damage lands with all others of the step.
        held: bool,
    },
    /// A shot was lost: the shooter or its target was destroyed before.
    ShotLost(Shot),
    /// The damage of all attacks of a step lands together (§9, simultaneous).
    Volley {
        harms: Vec<Harm>,
        /// Attacks that were evaded, by the ships that did.
        evaded: Vec<UnitId>,
    },
    /// Point defense shot an attacker down (§11).
    PointDefense { carrier: UnitId, harms: Vec<Harm> },
    /// A squadron attacked a carrier (§11).
    CarrierAttacked(CarrierAttack),
    /// A carrier shot at a squadron (§11).
    CarrierFired { attack: Attack },
    /// Docked ships were lost with their carrier.
    HangarLost { ships: Vec<UnitId> },
    /// All actions are reset (§4, step 8).
    Cleared,
    /// Ships regained hull (§4, upkeep).
    Regenerated { ships: Vec<(UnitId, u16)> },
    /// A hazard hurt a unit (§8).
    HazardStruck { harms: Vec<Harm> },
    /// Weapons cooled down by one turn (§9).
    WeaponsCooled,
    /// The jump drive of a side was charged by one turn (§4).
    DriveCharged { side: Side, charge: u16 },
    /// A side that lost ships hoped for a reinforcement (§12).
    ReinforcementRolled {
        side: Side,
        percent: u8,
        check: Check,
        arrival: Option<(UnitId, TileId, Direction)>,
    },
    /// A ship left the battle, dry with no carrier to rearm at (clarification 17).
    Withdrew { ship: UnitId },
    /// A turn ended without damage, launch or a charging drive, or one with such that follows quiet ones
    /// (clarification 17).
    Quieted {
        /// Quiet turns in a row by now.
        turns: u16,
        /// Turns left before the battle ends for it, once that is announced.
        left: Option<u16>,
    },
    /// The next turn began.
    TurnBegan,
    /// The battle ended.
    Ended(Ending),
    /// Side 0 plays on.
    PlayedOn,
    /// Changed options, figures and texts hold from now on.
    Renewed { source: Box<MissionSource> },
}

worded! {
    /// Intent of a ship that no side commands (§12).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Intent {
        Attack = "attack",
        Advance = "advance",
        /// Stays near the carrier:
        Hold = "hold",
        /// Goes back, or docks:
        Retreat = "retreat",
    }
}

/// Why a ship could not land.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NoLanding {
    /// Its type cannot.
    CannotDock,
    NoCarrier,
    /// The carrier is not beside it.
    TooFar,
    /// The hangar is.
    Full,
}

/// A roll of one die.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DieRoll {
    pub sides: u8,
    /// What it showed.
    pub base: u8,
    /// What is added to it.
    pub modifier: i32,
    /// Both together.
    pub total: i32,
}

/// Initiative of a ship (§6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Initiative {
    pub ship: UnitId,
    pub roll: DieRoll,
    /// Base SPD, which counts in ties.
    pub speed: u8,
}

/// What a part of a stat comes from (§8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Source {
    Base,
    Action,
    Perk(PerkId),
    Morale,
    Trait(TraitId),
    Admiral(AdmiralId),
    FireControl,
    Accuracy,
    Hazard,
    LastStand,
}

/// An effective stat with all its parts (§8).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stat {
    /// The parts that are not zero, the base first.
    pub parts: Vec<(Source, i16)>,
}

impl Stat {
    /// Returns the sum; it has no floor.
    pub fn total(&self) -> i32 {
        self.parts.iter().map(|(_, value)| i32::from(*value)).sum()
    }

    /// Adds a part, unless it is zero.
    pub fn add(&mut self, source: Source, value: i16) {
        if value != 0 {
            self.parts.push((source, value));
        }
    }
}

/// One attack (§7).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    pub attacker: UnitId,
    pub defender: UnitId,
    pub attack: Stat,
    pub defense: Stat,
    /// The die with effATK − effDEF.
    pub roll: DieRoll,
    /// Added after the floor (torpedoes).
    pub pierce: u16,
    /// The pilot's check for more damage, if there was one.
    pub lucky: Option<Check>,
    /// Damage, pierce and more damage included.
    pub damage: u16,
    pub evaded: bool,
    pub destroyed: bool,
    /// Whom the torpedo splashes.
    pub splash: Vec<UnitId>,
    /// Ammunition spent with it.
    pub ammo: u8,
    /// Everything it did, in order: the defender, spores, splash.
    pub harms: Vec<Harm>,
}

/// Damage that lands on one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Harm {
    pub unit: UnitId,
    pub cause: Cause,
    pub by: Option<UnitId>,
    pub damage: u16,
    /// Taken off by Bio-Armor.
    pub absorbed: u16,
    pub lost: u16,
    /// Whether that destroyed it.
    pub destroyed: bool,
}

/// What damage comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cause {
    Attack,
    /// The splash of a torpedo.
    Splash,
    /// The spores of a ship that died.
    Spores(UnitId),
    PointDefense,
    Hazard,
}

/// An interception (§5).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Interception {
    pub mover: UnitId,
    pub from: TileId,
    pub to: TileId,
    pub facing: Direction,
    /// The hex of the interceptor.
    pub hex: TileId,
    pub interceptor: UnitId,
    pub attack: Attack,
}

/// A ship that fires, and whom it aims at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shot {
    pub ship: UnitId,
    /// The target; none wastes the shot.
    pub target: Option<UnitId>,
}

/// A dogfight (§9).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DogfightEvent {
    pub ships: [UnitId; 2],
    pub hexes: [TileId; 2],
    pub initiative: [Initiative; 2],
    pub attacks: Vec<Attack>,
    /// All ships lost in it (simultaneous: of the pair).
    pub destroyed: Vec<UnitId>,
    /// Whether the damage lands with all others of the step.
    pub held: bool,
}

/// An attack of a squadron on a carrier (§11).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CarrierAttack {
    pub attacker: UnitId,
    pub carrier: UnitId,
    pub attack: Stat,
    pub defense: i16,
    /// The die with effATK − DEF.
    pub roll: DieRoll,
    /// The pilot's check for more damage, if there was one.
    pub lucky: Option<Check>,
    /// Damage as rolled.
    pub damage: u16,
    /// Taken off by the admiral's will; `None` if this was not the first hit.
    pub first_hit: Option<u16>,
    /// Absorbed by the shield.
    pub absorbed: u16,
    pub lost: u16,
    pub destroyed: bool,
}

impl Attack {
    /// Whether it did damage.
    pub fn hits(&self) -> bool {
        self.damage > 0 && !self.evaded
    }
}

impl CarrierAttack {
    /// Returns what it did to the carrier.
    pub fn harm(&self) -> Harm {
        Harm {
            unit: self.carrier,
            cause: Cause::Attack,
            by: Some(self.attacker),
            damage: self.damage,
            absorbed: self.absorbed,
            lost: self.lost,
            destroyed: self.destroyed,
        }
    }
}

impl Event {
    /// Returns the unit that it puts on a hex, with its facing there, if it does nothing else to units.
    pub(super) fn puts(&self) -> Option<(UnitId, TileId, Direction)> {
        match *self {
            Self::Deployed(Deployment { unit, tile, facing })
            | Self::Launched {
                ship: unit,
                tile,
                facing,
                ..
            }
            | Self::Moved {
                unit,
                to: tile,
                facing,
                ..
            } => Some((unit, tile, facing)),
            Self::ReinforcementRolled { arrival, .. } => arrival,
            _ => None,
        }
    }

    /// Whether it may change units as forces have them. Most events of a battle do not, so that no forces
    /// need be taken for them.
    pub(super) fn changes_units(&self) -> bool {
        !matches!(
            self,
            Self::Committed { .. }
                | Self::DeployFailed { .. }
                | Self::LaunchFailed { .. }
                | Self::HelmSet { .. }
                | Self::CarrierActed { .. }
                | Self::Blocked { .. }
                | Self::LandingFailed { .. }
                | Self::FightBegan { .. }
                | Self::ShotsOrdered { .. }
                | Self::ShotLost(_)
                | Self::DriveCharged { .. }
                | Self::Quieted { .. }
                | Self::PlayedOn
                | Self::Renewed { .. }
        )
    }

    /// Lists the attacks of ships and of carriers' guns in it, in order.
    pub fn attacks(&self) -> &[Attack] {
        match self {
            Self::Intercepted(Interception { attack, .. })
            | Self::Fought { attack, .. }
            | Self::ShotFired { attack, .. }
            | Self::CarrierFired { attack } => slice::from_ref(attack),
            Self::Dogfight(dogfight) => &dogfight.attacks,
            _ => &[],
        }
    }

    /// Lists its attacks to be changed.
    pub fn attacks_mut(&mut self) -> &mut [Attack] {
        match self {
            Self::Intercepted(Interception { attack, .. })
            | Self::Fought { attack, .. }
            | Self::ShotFired { attack, .. }
            | Self::CarrierFired { attack } => slice::from_mut(attack),
            Self::Dogfight(dogfight) => &mut dogfight.attacks,
            _ => &mut [],
        }
    }

    /// Whether the damage of its attacks lands with all others of the step.
    pub fn is_held(&self) -> bool {
        match self {
            Self::Fought { held, .. } | Self::ShotFired { held, .. } => *held,
            Self::Dogfight(dogfight) => dogfight.held,
            _ => false,
        }
    }

    /// Lists all damage that lands with this event, in order.
    pub fn harms(&self) -> Vec<Harm> {
        match self {
            Self::Volley { harms, .. }
            | Self::PointDefense { harms, .. }
            | Self::HazardStruck { harms } => harms.clone(),
            Self::CarrierAttacked(attack) => vec![attack.harm()],
            _ if self.is_held() => Vec::new(),
            _ => {
                let attacks = self.attacks().iter();
                attacks.flat_map(|attack| &attack.harms).copied().collect()
            }
        }
    }

    /// Whether something happens by it that keeps a battle from ending as a quiet one: damage, a launch,
    /// a drive that charges (clarification 17).
    pub(super) fn stirs(&self, harms: &[Harm]) -> bool {
        matches!(self, Self::Launched { .. } | Self::DriveCharged { .. })
            || harms.iter().any(|harm| harm.damage > 0)
    }
}

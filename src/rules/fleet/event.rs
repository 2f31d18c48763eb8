//! What happens in a fleet battle, with every rolled number.
//!
//! **Invariant:** an event holds all that `apply` writes; clarification 16 says what records keep.

use serde::{Deserialize, Serialize};

use crate::{
    battle::{
        dice::Check,
        grid::{Direction, TileId},
        phase::Ending,
        unit::{Side, UnitId},
    },
    mission::MissionSource,
    rules::fleet::{
        content::{AdmiralId, PerkId, TraitId, Weights},
        order::{CarrierAction, Deployment, ShipOrder, SidePlan},
    },
};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    /// A side sealed its plan.
    Committed {
        /// The side.
        side: Side,
        /// Its plan.
        plan: SidePlan,
    },
    /// All plans are frozen (§4, step 0).
    Locked,
    /// A unit begins elsewhere.
    Deployed(Deployment),
    /// A unit stays where it began, since somebody is on the hex it was deployed to.
    DeployFailed {
        /// The unit.
        unit: UnitId,
        /// That hex.
        tile: TileId,
    },
    /// A sub-phase begins (§10).
    SubPhaseBegan {
        /// Its number, from 0.
        number: u8,
    },
    /// All sub-phases are over: of each queue the last action counts, and whether any slot fired (§10).
    QueuesFlown,
    /// A ship left its carrier (§4, step 1).
    Launched {
        /// The ship.
        ship: UnitId,
        /// The carrier.
        carrier: UnitId,
        /// The hex it came to.
        tile: TileId,
        /// Its facing, that of the carrier.
        facing: Direction,
    },
    /// A ship found no hex to launch to, or its carrier is gone, and stays docked.
    LaunchFailed {
        /// The ship.
        ship: UnitId,
    },
    /// A ship that no side orders drew what it means to do (§4, step 2; §12).
    IntentDrawn {
        /// The ship.
        ship: UnitId,
        /// The weights it drew from.
        weights: Weights,
        /// The number drawn; 0 where there was nothing to draw.
        roll: u32,
        /// What it means to do.
        intent: Intent,
        /// The order that follows.
        order: ShipOrder,
    },
    /// A carrier that no side orders does what is most needed.
    HelmSet {
        /// The carrier.
        carrier: UnitId,
        /// What it does.
        action: Option<CarrierAction>,
    },
    /// A carrier takes an action (§4, step 3).
    CarrierActed {
        /// The carrier.
        carrier: UnitId,
    },
    /// A carrier repaired itself or a docked ship.
    Repaired {
        /// Who was repaired.
        unit: UnitId,
        /// Hull restored.
        hull: u16,
    },
    /// A carrier refilled the ammunition of docked ships.
    Rearmed {
        /// The ships.
        ships: Vec<UnitId>,
    },
    /// A unit moved one hex (§4, step 4).
    Moved {
        /// The unit.
        unit: UnitId,
        /// From.
        from: TileId,
        /// To.
        to: TileId,
        /// Its facing then.
        facing: Direction,
    },
    /// A unit could not take a step and stays (§5).
    Blocked {
        /// The unit.
        unit: UnitId,
        /// Where it stays.
        at: TileId,
        /// The hex it could not enter; none is off the board.
        hex: Option<TileId>,
    },
    /// A unit was intercepted (§5).
    Intercepted(Interception),
    /// A ship landed (§4, step 5).
    Landed {
        /// The ship.
        ship: UnitId,
    },
    /// A ship could not land.
    LandingFailed {
        /// The ship.
        ship: UnitId,
        /// Why.
        reason: NoLanding,
    },
    /// The ships in a contested hex rolled for initiative (§6).
    FightBegan {
        /// The hex.
        hex: TileId,
        /// Who acts in which order.
        initiative: Vec<Initiative>,
    },
    /// A ship attacked in a contested hex.
    Fought {
        /// The hex.
        hex: TileId,
        /// The attack.
        attack: Attack,
        /// Whether the damage lands with all others of the step.
        held: bool,
    },
    /// Ships fire: ammunition is spent and weapons cool down (§9, step 1).
    Aimed {
        /// Who fires at whom.
        shots: Vec<Shot>,
    },
    /// Two ships that fired at each other fought it out (§9, step 2).
    Dogfight(DogfightEvent),
    /// Ships with one-sided shots rolled for initiative (§9, step 3).
    ShotsOrdered {
        /// Who fires in which order.
        initiative: Vec<Initiative>,
    },
    /// A one-sided shot.
    ShotFired {
        /// The attack.
        attack: Attack,
        /// Whether the damage lands with all others of the step.
        held: bool,
    },
    /// A shot was lost: the shooter or its target was destroyed before.
    ShotLost(Shot),
    /// The damage of all attacks of a step lands together (§9, simultaneous).
    Volley {
        /// What it did.
        harms: Vec<Harm>,
        /// Attacks that were evaded, by the ships that did.
        evaded: Vec<UnitId>,
    },
    /// Point defense shot an attacker down (§11).
    PointDefense {
        /// The carrier.
        carrier: UnitId,
        /// The ship first, then those its spores hurt.
        harms: Vec<Harm>,
    },
    /// A squadron attacked a carrier (§11).
    CarrierAttacked(CarrierAttack),
    /// A carrier shot at a squadron (§11).
    CarrierFired {
        /// The attack.
        attack: Attack,
    },
    /// Docked ships were lost with their carrier.
    HangarLost {
        /// The ships.
        ships: Vec<UnitId>,
    },
    /// All actions are reset (§4, step 8).
    Cleared,
    /// Ships regained hull (§4, upkeep).
    Regenerated {
        /// Ships and the hull they regained.
        ships: Vec<(UnitId, u16)>,
    },
    /// A hazard hurt a unit (§8).
    HazardStruck {
        /// The unit first, then those its spores hurt.
        harms: Vec<Harm>,
    },
    /// Weapons cooled down by one turn (§9).
    WeaponsCooled,
    /// The jump drive of a side was charged by one turn (§4).
    DriveCharged {
        /// The side.
        side: Side,
        /// Its charge.
        charge: u16,
    },
    /// A side that lost ships hoped for a reinforcement (§12).
    ReinforcementRolled {
        /// The side.
        side: Side,
        /// Chance in percent.
        percent: u8,
        /// The roll.
        check: Check,
        /// Who came, where and facing where.
        arrival: Option<(UnitId, TileId, Direction)>,
    },
    /// A ship left the battle, dry with no carrier to rearm at (clarification 17).
    Withdrew {
        /// The ship.
        ship: UnitId,
    },
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
    Renewed {
        /// What they are read from.
        source: Box<MissionSource>,
    },
}

/// What a ship that no side orders means to do (§12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Intent {
    /// Attack.
    Attack,
    /// Advance.
    Advance,
    /// Hold near the carrier.
    Hold,
    /// Retreat, or dock.
    Retreat,
}

/// Why a ship could not land.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NoLanding {
    /// Its type cannot dock.
    CannotDock,
    /// There is no carrier.
    NoCarrier,
    /// The carrier is not beside it.
    TooFar,
    /// The hangar is full.
    Full,
}

/// A roll of one die.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DieRoll {
    /// Sides of the die.
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
    /// The ship.
    pub ship: UnitId,
    /// The roll.
    pub roll: DieRoll,
    /// Base SPD, which counts in ties.
    pub speed: u8,
}

/// What a part of a stat comes from (§8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Source {
    /// The type.
    Base,
    /// The current action.
    Action,
    /// A perk of the pilot.
    Perk(PerkId),
    /// The pilot's morale.
    Morale,
    /// A trait of the ship.
    Trait(TraitId),
    /// An ability of the admiral.
    Admiral(AdmiralId),
    /// The fire control network.
    FireControl,
    /// The accuracy of the hex.
    Accuracy,
    /// The protection of the hex.
    Hazard,
    /// The pilot's last stand.
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
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// Who attacks.
    pub attacker: UnitId,
    /// Who is attacked.
    pub defender: UnitId,
    /// Effective ATK.
    pub attack: Stat,
    /// Effective DEF.
    pub defense: Stat,
    /// The die with effATK − effDEF.
    pub roll: DieRoll,
    /// Added after the floor (torpedoes).
    pub pierce: u16,
    /// The pilot's check for more damage, if there was one.
    pub lucky: Option<Check>,
    /// Damage, pierce and more damage included.
    pub damage: u16,
    /// Whether the defender evaded it.
    pub evaded: bool,
    /// Whether the defender was destroyed.
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
    /// The unit.
    pub unit: UnitId,
    /// What from.
    pub cause: Cause,
    /// Who is to thank for it.
    pub by: Option<UnitId>,
    /// Damage that came.
    pub damage: u16,
    /// Taken off by Bio-Armor.
    pub absorbed: u16,
    /// Hull lost.
    pub lost: u16,
    /// Whether that destroyed it.
    pub destroyed: bool,
}

/// What damage comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cause {
    /// An attack.
    Attack,
    /// The splash of a torpedo.
    Splash,
    /// The spores of a ship that died.
    Spores(UnitId),
    /// Point defense.
    PointDefense,
    /// A hazard.
    Hazard,
}

/// An interception (§5).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Interception {
    /// Who moves.
    pub mover: UnitId,
    /// Where it comes from.
    pub from: TileId,
    /// Where it stops.
    pub to: TileId,
    /// Its facing then.
    pub facing: Direction,
    /// The hex of the interceptor.
    pub hex: TileId,
    /// Who intercepts.
    pub interceptor: UnitId,
    /// Its attack.
    pub attack: Attack,
}

/// A ship that fires, and whom it aims at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shot {
    /// The ship.
    pub ship: UnitId,
    /// The target; none wastes the shot.
    pub target: Option<UnitId>,
}

/// A dogfight (§9).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DogfightEvent {
    /// The two ships, the lower id first.
    pub ships: [UnitId; 2],
    /// Their hexes.
    pub hexes: [TileId; 2],
    /// Who acts first.
    pub initiative: [Initiative; 2],
    /// The attacks, in order.
    pub attacks: Vec<Attack>,
    /// All ships lost in it (simultaneous: of the pair).
    pub destroyed: Vec<UnitId>,
    /// Whether the damage lands with all others of the step.
    pub held: bool,
}

/// An attack of a squadron on a carrier (§11).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CarrierAttack {
    /// The squadron.
    pub attacker: UnitId,
    /// The carrier.
    pub carrier: UnitId,
    /// Effective ATK.
    pub attack: Stat,
    /// DEF of the carrier.
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
    /// Hull lost.
    pub lost: u16,
    /// Whether the carrier was destroyed.
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
    /// Lists all damage that lands with this event, in order.
    pub fn harms(&self) -> Vec<Harm> {
        match self {
            Self::Intercepted(interception) => interception.attack.harms.clone(),
            Self::Fought {
                attack,
                held: false,
                ..
            }
            | Self::ShotFired {
                attack,
                held: false,
            }
            | Self::CarrierFired { attack } => attack.harms.clone(),
            Self::Dogfight(dogfight) if !dogfight.held => {
                let attacks = dogfight.attacks.iter();
                attacks.flat_map(|attack| attack.harms.clone()).collect()
            }
            Self::Volley { harms, .. }
            | Self::PointDefense { harms, .. }
            | Self::HazardStruck { harms } => harms.clone(),
            Self::CarrierAttacked(attack) => vec![attack.harm()],
            _ => Vec::new(),
        }
    }

    /// Whether something happens by it that keeps a battle from ending as a quiet one: damage, a launch,
    /// a drive that charges (clarification 17).
    pub fn stirs(&self) -> bool {
        matches!(self, Self::Launched { .. } | Self::DriveCharged { .. })
            || self.harms().iter().any(|harm| harm.damage > 0)
    }
}

//! Orders of operations, what a waiting plan asks, and why orders are refused.
//!
//! **Invariant:** an order names everything that a player decides beforehand; a refusal names what it is about.

#![expect(
    missing_docs,
    reason = "most fields of refusals say by name and type what they hold"
)]

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::mission::MissionSource;
use crate::rules::kit::words::worded;
use crate::rules::operations::loss::{Demand, Loss};
use crate::rules::operations::progress::{FirePlan, Role, Step, TargetNo};
use crate::rules::operations::table::{Entry, Question};
use crate::rules::operations::unit::Stance;

/// What a side may ask for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Order {
    /// Units of one hex move together.
    Move(Vec<UnitId>, Vec<Direction>),
    /// Infantry mounts trucks, or dismounts.
    Ride(UnitId, bool),
    /// A supply dump is blown up, by its place in the scenario.
    Blow(u8),
    /// Movement, or the retreat before assault, is over.
    Done,
    /// Where guns stand; all of the side that are in combat.
    Position(BTreeMap<UnitId, Stance>),
    /// Units that do not fire.
    Hold(BTreeSet<UnitId>),
    /// Barrages.
    Plan(Vec<FirePlan>),
    /// A Barrage is resolved: the target and the number of the Barrage.
    Fire(TargetNo, u8),
    /// All Barrages of the side that are left are resolved.
    FireAll,
    /// Results are confirmed; these hexes are held off.
    Confirm(BTreeSet<TileId>),
    /// Roles in anti-armor fire and assaults; units without one are withheld.
    Assign(BTreeMap<UnitId, Role>),
    /// Anti-armor fire at a hex is resolved.
    AntiArmor(TileId),
    /// No more anti-armor fire is resolved but at hexes that defenders fire from.
    CeaseFire,
    /// The assault on a hex is resolved.
    Assault(TileId),
    /// An assault that need not be carried out is called off.
    CallOff(TileId),
    /// Whether the dice of the side are typed in from now on.
    TypeDice(bool),
    /// Answers [`Choice::First`]: whether the side phases first.
    First(bool),
    /// Answers [`Choice::Roll`]: the dice; none are rolled by the program.
    Roll(Vec<u8>),
    /// Answers [`Choice::Lose`].
    Lose(Loss),
    /// Answers [`Choice::Trucks`]: the cargo of the truck.
    Truck(u8),
    /// Answers [`Choice::Retreat`]: where the units go, hex by hex.
    Retreat(Vec<TileId>),
    /// Answers [`Choice::Captures`].
    Captures(Escort),
    /// Takes changed files of the mission over.
    Renew(Box<MissionSource>),
    /// Enters what the player across a real map told.
    Table(Entry),
}

/// What becomes of captured points (§11).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Escort {
    /// The hex that prisoners are sent to.
    pub tile: Option<TileId>,
    /// Infantry points that become guards.
    pub guards: Loss,
    /// The unit that Replacement Points join.
    pub unit: Option<UnitId>,
    /// Prisoner Points that go to other hexes; the rest go to `tile`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub apart: BTreeMap<TileId, u16>,
    /// Replacement Points that join other units; the rest join `unit`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub joins: BTreeMap<UnitId, u16>,
}

/// What dice are rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Throw {
    /// The initiative of a stage, one die.
    Initiative,
    /// A Barrage, two dice.
    Barrage,
    /// Trucks of a target, two dice.
    Trucks,
    /// Anti-armor fire, one die.
    AntiArmor,
    /// Morale, two dice.
    Morale,
    /// An assault, two dice.
    Assault,
    /// Captured losses, one die.
    Captured,
    /// An assault, two dice of the player across a real map.
    EnemyAssault,
    /// Captured losses, one die of the player across a real map.
    EnemyCaptured,
}

impl Throw {
    /// Returns the number of dice.
    pub fn dice(self) -> usize {
        match self {
            Self::Initiative | Self::AntiArmor | Self::Captured | Self::EnemyCaptured => 1,
            Self::Barrage | Self::Trucks | Self::Morale | Self::Assault | Self::EnemyAssault => 2,
        }
    }

    /// Returns what it is for, in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Initiative => "the initiative",
            Self::Barrage => "the Barrage",
            Self::Trucks => "the trucks of the target",
            Self::AntiArmor => "the anti-armor fire",
            Self::Morale => "the morale",
            Self::Assault | Self::EnemyAssault => "the assault result",
            Self::Captured | Self::EnemyCaptured => "the captured part of the losses",
        }
    }
}

/// What a waiting plan asks a side.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// Who phases first in this stage.
    First,
    /// Dice that are typed in.
    Roll(Throw),
    /// Which points are lost.
    Lose(Demand),
    /// Which of these cargoes, by index, loses a truck.
    Trucks { unit: UnitId, cargoes: Vec<u8> },
    /// Where units retreat to, so many hexes.
    Retreat {
        units: Vec<UnitId>,
        hexes: u8,
        /// The hexes that they retreat from.
        from: Vec<TileId>,
        /// Whether they go as far as they can: an undefended hex and an unmet duty leave no choice (§11, §3).
        #[serde(default)]
        must: bool,
    },
    /// What becomes of captured points.
    Captures {
        tile: TileId,
        prisoners: u16,
        replacements: u16,
    },
    /// What the player across a real map tells.
    Table(Question),
}

worded! {
    /// Why a unit cannot do what is planned for it (§6, §8).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Fault {
        OutOfAmmo = "out of ammo",
        Tasked = "fires at another target",
        FeedsAnother = "its hex already feeds a Barrage of this plan",
        BackAlone = "Back fires alone",
        Mixed = "cannot mix Forward and Back",
        NotAdjacent = "not adjacent",
        NonFiring = "marked non-firing",
        Broken = "broken",
        SixAlready = "six Barrages already",
        NoGuns = "has no guns",
        Pinned = "pinned",
        GunsBack = "guns back",
        Retreated = "retreated",
        NoRating = "no rating",
        Riding = "riding",
        CannotSplit = "cannot be split",
        NoRounds = "two roles need two rounds",
        NotInCombat = "not in combat",
        Dummy = "a dummy",
    }
}

worded! {
    /// Why an order was turned down.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Refusal {
        BattleOver = "the battle is over",
        NotNow { step: Step } = "not in this step ({step})",
        NotYours = "the other side decides now",
        Sealed = "your plan for this step is sealed already",
        NotAsked = "nothing like this was asked",
        Answer = "answer first what is asked",
        UnknownUnit(id: UnitId) = "there is no unit {}" (id.0),
        UnknownHex = "that hex is not on the board",
        NotYourUnit { name: String } = "{name} is not yours",
        NoUnits = "choose at least one unit",
        NoPath = "choose at least one hex to move to",
        Apart = "units that move together begin in one hex",
        Twice { name: String } = "{name} is named twice",
        CannotMove { name: String } = "{name} cannot move",
        Broken { name: String } = "{name} is broken and cannot move",
        Pinned { name: String } = "{name} is pinned",
        Impassable { name: String } = "{name} cannot cross there",
        Enemy = "an enemy unit is there",
        ZoneStops = "a zone of control ends the move there",
        Halted { name: String } = "{name} entered a zone of control in this step and goes no further",
        ZoneToZone = "no step goes from one zone of control into another",
        Stacking { needs: u16, limit: u8 } = "{needs} stacking points would be in the hex, {limit} at most",
        TooFar { name: String, needs: u16, most: u16 } = "{name} needs {needs} half Capability Points, has {most} left",
        RetreatShort { name: String, most: u8 } = "{name} is not adjacent to an enemy and spends at most {most} Capability Points",
        RidesAlready { name: String } = "{name} rides already",
        OnFoot { name: String } = "{name} is on foot already",
        NotInfantry { name: String } = "only infantry that goes on foot can ride",
        NoTrucks { name: String } = "{name} needs {name}'s formation to have free trucks in the hex",
        NoDump = "there is no supply dump of yours",
        NobodyAtDump = "no unit of yours that could retreat is at the supply dump",
        Missing { name: String } = "{name} needs to be placed, too",
        NotAGun { name: String } = "{name} has no guns to place",
        NotInCombat { name: String } = "{name} is not in combat",
        Unit { name: String, fault: Fault } = "{name}: {fault}",
        UnknownTarget = "there is no such target",
        OwnTarget = "that target is your own",
        PlanTwice = "a target has one plan",
        EmptyBarrage = "a Barrage needs a unit",
        TooManyBarrages { most: u8 } = "a plan has at most {most} Barrages",
        NoBarrage = "there is no such Barrage left",
        NotAContact = "that hex is not beside your units",
        NeedsTarget { name: String } = "{name} needs a hex to attack",
        NoTargetHere { name: String } = "{name} defends and chooses no hex",
        DualApart = "a dual-hex assault needs one hex of yours beside two hexes that are adjacent to each other",
        DualMixed = "all units that assault either hex of a dual-hex assault assault both from one hex",
        WrongPoints { name: String } = "{name} has not so many points of that type",
        NoFire = "no anti-armor fire is left there",
        NoAssault = "there is no such assault left",
        MustAssault = "that assault is your duty",
        WrongDice { needs: usize } = "type {needs} dice, each from 1 to 6",
        NotThere = "those points are not among what can be lost",
        TooFew { needs: u16, got: u16 } = "{needs} are needed, that is {got}",
        TooMany { needs: u16 } = "exactly {needs} are lost",
        WrongCargo = "that cargo has fewer trucks left than another",
        RetreatPath = "the retreat goes from hex to adjacent hex",
        RetreatCloser = "each step of a retreat goes further away from the attackers",
        RetreatZone = "a retreat enters no zone of control",
        RetreatLittle { hexes: u8 } = "the retreat is not optional: it goes on, {hexes} hexes in all",
        RetreatMuch { hexes: u8 } = "the retreat goes {hexes} hexes at most",
        TooFarAway { most: u8 } = "at most {most} hexes from the assault",
        NoEscort = "that unit cannot take captures",
        SameAlready = "it is so already",
        CannotRenew(why: String) = "{why}",
        NoTable = "nobody plays at a real map here",
        TheirRetreat = "the enemy retreats now: enter where it is, then end the step",
        BarragesLeft = "resolve your Barrages first",
        OwnUnits { at: String } = "your own units are at {at}",
        ZoneOfNobody { at: String } = "without a combat unit, {at} exerts no zone of control",
        NobodyThere { at: String } = "you entered no enemy at {at}",
        NoEnemyBeside { at: String } = "you entered no enemy beside {at}",
        NoTargetsThere { at: String } = "no target of yours is at {at}",
        NotUnderFire { at: String } = "none of your firing hexes is beside {at}",
        TargetName = "the name of a target has 1 to 30 letters, digits or signs",
        SameTarget { name: String } = "two targets of one hex are named {name}",
        TooManyTargets { most: u16 } = "at most {most} targets are entered",
        NotYourTarget = "choose one of your own targets",
        NeverPinned { name: String } = "{name} cannot be pinned",
        NoTrucksHit { name: String } = "no trucks stand behind {name}",
        OutOfRange { what: String, least: i16, most: u16 } = "{what}: from {least} to {most}",
        NotAttackers { at: String } = "no enemy combat unit at {at} is beside what it attacks",
        NoAttackers = "choose the hexes that the enemy attacks from",
        Actual { raw: u16, most: u16 } = "{raw} raw points make at most {most} actual points",
        NoRaw = "an attack needs raw points",
        OnlyAttackers = "only the attacker probes, and attacks from hexes",
        OnlyDefenders = "only defenders are all pinned",
        NotOfAssault = "that hex is not part of the assault",
        TooManySent { most: u16 } = "only {most} points are sent away",
        TooManyTaken { most: u16 } = "at most {most} points are captured",
    }
}

//! Orders of the battlescape and why they are refused.
//!
//! **Invariant:** an order names units by id and hexes by tile or direction, and serializes; a
//! refusal carries the figures it is about.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{
    battle::{
        grid::{Direction, TileId},
        unit::UnitId,
    },
    mission::MissionSource,
    rules::battlescape::{
        attack::Impossible,
        content::{FireMode, Gait, WeaponClass, items::AbilityId},
        event::Mark,
        shot::Obstruction,
    },
};

/// What a side may ask for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Order {
    /// Move step by step in these directions; the gait sets what a hex costs.
    Move(UnitId, Gait, Vec<Direction>),
    /// Go prone (10 TU).
    GoProne(UnitId),
    /// Turn on the spot (1 TU per 60°).
    Turn(UnitId, Direction),
    /// Fire at, or strike, a visible enemy.
    Attack(UnitId, UnitId, FireMode),
    /// Fire at a hex: its terrain, or whoever stands there unseen.
    FireAt(UnitId, TileId, FireMode),
    /// Take cover facing a side, after one free step if one is given (10 TU).
    TakeCover(UnitId, Option<Direction>, Direction),
    /// Stand up, from the ground or the Take Cover stance (5 TU).
    Stand(UnitId),
    /// Fill the magazine (10 TU).
    Reload(UnitId),
    /// Ready reaction fire (15 TU).
    Ready(UnitId),
    /// Ready suppression for the next turn (20 TU).
    ReadySuppression(UnitId),
    /// Throw the grenade in a slot at a hex (15 TU; 10 if it is primed).
    Throw(UnitId, u8, TileId),
    /// Prime the grenade in a slot to throw it in a later turn (5 TU).
    Prime(UnitId, u8),
    /// Toss what is in a slot onto a hex, or to a comrade there (10 TU).
    Toss(UnitId, u8, TileId),
    /// Lay the mine in a slot on a hex next to the unit (15 TU).
    Lay(UnitId, u8, TileId),
    /// Use the item in a slot on oneself or somebody next to the unit (15 TU).
    Use(UnitId, u8, UnitId),
    /// Take the weapon in a slot in hand (5 TU).
    Switch(UnitId, u8),
    /// Pick up the thing of this number on the unit's hex (5 TU).
    PickUp(UnitId, u8),
    /// Drop what is in a slot (5 TU).
    Drop(UnitId, u8),
    /// Use an ability on a unit or a hex.
    Cast(UnitId, AbilityId, Mark),
    /// Open or close the door in the next hex (5 TU).
    Door(UnitId, Direction),
    /// Interact with the object or person on a hex next to the unit (10 TU).
    Interact(UnitId, TileId),
    /// Place a unit in the deployment zone before the first order.
    Deploy(UnitId, TileId),
    /// Leave the map from an exit hex (4 TU).
    Leave(UnitId),
    /// End the activation of one unit.
    EndUnit(UnitId),
    /// End the side's phase.
    EndTurn,
    /// Play on after the mission failed by time or can no longer be won, while units remain.
    PlayOn,
    /// Have changed rules, objectives and texts hold from now on; given by people who write them.
    Renew(Box<MissionSource>),
}

impl Order {
    /// Returns the unit the order is for; `None` for orders of the whole side.
    pub fn unit(&self) -> Option<UnitId> {
        match self {
            Self::Move(unit, ..)
            | Self::GoProne(unit)
            | Self::Turn(unit, _)
            | Self::Attack(unit, ..)
            | Self::FireAt(unit, ..)
            | Self::TakeCover(unit, ..)
            | Self::Stand(unit)
            | Self::Reload(unit)
            | Self::Ready(unit)
            | Self::ReadySuppression(unit)
            | Self::Throw(unit, ..)
            | Self::Prime(unit, _)
            | Self::Toss(unit, ..)
            | Self::Lay(unit, ..)
            | Self::Use(unit, ..)
            | Self::Switch(unit, _)
            | Self::PickUp(unit, _)
            | Self::Drop(unit, _)
            | Self::Cast(unit, ..)
            | Self::Door(unit, _)
            | Self::Interact(unit, _)
            | Self::Deploy(unit, _)
            | Self::Leave(unit)
            | Self::EndUnit(unit) => Some(*unit),
            Self::EndTurn | Self::PlayOn | Self::Renew(_) => None,
        }
    }
}

/// Why an order was turned down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The battle has ended.
    BattleOver,
    /// Another side's phase.
    NotYourPhase,
    /// No such unit, or one the side does not know of.
    UnknownUnit(UnitId),
    /// A unit of another side.
    NotYourUnit(UnitId),
    /// The unit is dead or has left.
    NotOnBoard(UnitId),
    /// It lies unconscious.
    Unconscious,
    /// It is stunned this turn.
    Stunned,
    /// Its activation was ended.
    UnitEnded,
    /// A Suppressed unit may move so many hexes more this turn.
    Suppressed {
        /// Hexes left.
        left: u8,
    },
    /// The weapon has no burst or auto to suppress with.
    CannotSuppress(WeaponClass),
    /// Too few time units.
    NeedsTu {
        /// TU needed.
        needs: u16,
        /// TU left.
        has: u16,
    },
    /// The move has no steps.
    EmptyPath,
    /// A run is longer.
    RunTooShort {
        /// Least hexes of a run.
        least: u16,
    },
    /// A prone unit can only crawl.
    MustCrawl,
    /// Only a prone unit crawls.
    NotProne,
    /// Lies prone already.
    AlreadyProne,
    /// No enemy in sight is next to the unit.
    NotInContact,
    /// The step to disengage is one hex, to where no enemy in sight is next to it.
    StillInContact,
    /// A step leaves the board.
    OffBoard,
    /// A hex on the way was never seen.
    UnknownHex(TileId),
    /// A hex on the way cannot be entered.
    Impassable(TileId),
    /// A visible unit stands in the way.
    Occupied(TileId),
    /// The unit faces that way already.
    AlreadyFacing,
    /// The target is not an enemy in sight.
    TargetNotVisible,
    /// The target is on the same side.
    TargetIsFriend,
    /// The weapon cannot do it: mode, range, rounds or TU.
    Weapon(Impossible),
    /// An enemy in sight stands there: aim at it.
    AimAtUnit(UnitId),
    /// One's own unit stands there.
    OwnUnitThere,
    /// No clear line from shooter to target: what stands in the way.
    NoLineOfFire(Obstruction),
    /// Full cover stance forbids shooting.
    InFullCover,
    /// No obstacle gives cover on that side.
    NoCoverThere,
    /// In that stance already.
    AlreadyInCover,
    /// Not in a stance.
    AlreadyStanding,
    /// The magazine is full.
    MagazineFull,
    /// The weapon takes no ammunition.
    NeedsNoAmmo,
    /// Reaction fire is readied already.
    AlreadyReady,
    /// The weapon has no snap shot to react with.
    CannotReact(WeaponClass),
    /// Reaction fire needs a round in the magazine.
    EmptyMagazine,
    /// Units act in squad order, and it is another one's turn (C24).
    OutOfOrder(UnitId),
    /// Nothing is carried in that slot.
    EmptySlot,
    /// What is in the slot is no grenade.
    NotThrowable,
    /// What is in the slot cannot be used like that.
    NotUsable,
    /// What is in the slot is no weapon.
    NotAWeapon,
    /// What is in the slot is no mine.
    NotAMine,
    /// A grenade is primed already.
    AlreadyPrimed,
    /// Too far to throw.
    TooFar {
        /// Hexes to the target.
        distance: u16,
        /// Hexes the unit throws.
        reach: u16,
    },
    /// Not next to the unit.
    NotAdjacent,
    /// The unit cannot be helped with that.
    NeedsNoHelp,
    /// All slots are full.
    PackFull,
    /// Nothing of that number lies there.
    NothingThere,
    /// No more ammunition is carried.
    NoSpareRounds,
    /// The unit lacks the ability.
    NoSuchAbility,
    /// Its gift needs a psi amp.
    NeedsAmp,
    /// Too little energy.
    NeedsEnergy {
        /// Energy needed.
        needs: u16,
        /// Energy left.
        has: u16,
    },
    /// Morale is too low for abilities.
    TooShakenForAbilities {
        /// Morale needed.
        needs: u8,
        /// Morale left.
        has: u8,
    },
    /// Morale is too low for throws.
    TooShakenToThrow {
        /// Morale needed.
        needs: u8,
        /// Morale left.
        has: u8,
    },
    /// The ability is not for such a target.
    WrongTarget,
    /// Too far for the ability.
    BeyondReach {
        /// Hexes to the target.
        distance: u16,
        /// Hexes it reaches.
        reach: u16,
    },
    /// The target has no mind to reach.
    NoMind,
    /// No door in that hex.
    NoDoor,
    /// Someone stands in the doorway.
    DoorBlocked,
    /// Nothing there to interact with.
    NothingToInteract,
    /// Units are placed before the first order only.
    DeploymentOver,
    /// Not in the deployment zone.
    NotInDeployment,
    /// Not an exit hex.
    NotAnExit,
    /// There is nothing to play on for.
    CannotPlayOn,
    /// The changed mission has problems, or differs in what a running battle cannot take over.
    CannotRenew(String),
}

impl From<Impossible> for Refusal {
    fn from(impossible: Impossible) -> Self {
        Self::Weapon(impossible)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BattleOver => f.write_str("the battle is over"),
            Self::NotYourPhase => f.write_str("another side is acting"),
            Self::UnknownUnit(unit) => write!(f, "unit {} is not known", unit.0),
            Self::NotYourUnit(unit) => write!(f, "unit {} is not yours", unit.0),
            Self::NotOnBoard(unit) => write!(f, "unit {} is no longer on the board", unit.0),
            Self::Unconscious => f.write_str("this unit is unconscious"),
            Self::Stunned => f.write_str("this unit is stunned"),
            Self::Suppressed { left } => {
                write!(f, "suppressed: can move {left} hexes more this turn")
            }
            Self::CannotSuppress(_) => f.write_str("this weapon has no burst to suppress with"),
            Self::UnitEnded => f.write_str("this unit has ended its turn"),
            Self::NeedsTu { needs, has } => write!(f, "needs {needs} TU, has {has}"),
            Self::EmptyPath => f.write_str("already there"),
            Self::RunTooShort { least } => write!(f, "a run is at least {least} hexes"),
            Self::MustCrawl => f.write_str("a prone unit can only crawl; stand up first"),
            Self::NotProne => f.write_str("only a prone unit crawls"),
            Self::AlreadyProne => f.write_str("already prone"),
            Self::NotInContact => f.write_str("no enemy in sight is next to this unit"),
            Self::StillInContact => {
                f.write_str("disengaging is one step, to where no enemy in sight is next to it")
            }
            Self::OffBoard => f.write_str("off the board"),
            Self::UnknownHex(_) => f.write_str("that ground has not been seen yet"),
            Self::Impassable(_) => f.write_str("no way through there"),
            Self::Occupied(_) => f.write_str("a unit stands in the way"),
            Self::AlreadyFacing => f.write_str("already facing that way"),
            Self::TargetNotVisible => f.write_str("the target is not in sight"),
            Self::TargetIsFriend => f.write_str("the target is a friend"),
            Self::Weapon(impossible) => impossible.fmt(f),
            Self::AimAtUnit(_) => f.write_str("a unit in sight stands there; aim at the unit"),
            Self::OwnUnitThere => f.write_str("a friend stands there"),
            Self::NoLineOfFire(what) => write!(f, "no line of fire: {what}"),
            Self::InFullCover => f.write_str("cannot shoot from full cover; stand up first"),
            Self::NoCoverThere => f.write_str("no cover on that side"),
            Self::AlreadyInCover => f.write_str("already in cover facing that way"),
            Self::AlreadyStanding => f.write_str("already standing"),
            Self::MagazineFull => f.write_str("the magazine is full"),
            Self::NeedsNoAmmo => f.write_str("this weapon needs no ammunition"),
            Self::AlreadyReady => f.write_str("reaction fire is ready already"),
            Self::CannotReact(_) => f.write_str("this weapon has no snap shot to react with"),
            Self::EmptyMagazine => f.write_str("the magazine is empty; reload first"),
            Self::OutOfOrder(first) => {
                write!(f, "units act in squad order: unit {} is next", first.0)
            }
            Self::EmptySlot => f.write_str("nothing is carried there"),
            Self::NotThrowable => f.write_str("that is no grenade"),
            Self::NotUsable => f.write_str("that cannot be used like this"),
            Self::NotAWeapon => f.write_str("that is no weapon"),
            Self::NotAMine => f.write_str("that is no mine"),
            Self::AlreadyPrimed => f.write_str("a grenade is primed already"),
            Self::TooFar { distance, reach } => {
                write!(f, "throws {reach} hexes, the target is {distance} away")
            }
            Self::NotAdjacent => f.write_str("not next to this unit"),
            Self::NeedsNoHelp => f.write_str("needs no such help"),
            Self::PackFull => f.write_str("no slot is free"),
            Self::NothingThere => f.write_str("nothing to pick up there"),
            Self::NoSpareRounds => f.write_str("no more ammunition is carried"),
            Self::NoSuchAbility => f.write_str("this unit has no such ability"),
            Self::NeedsAmp => f.write_str("needs a psi amp"),
            Self::NeedsEnergy { needs, has } => write!(f, "needs {needs} energy, has {has}"),
            Self::TooShakenForAbilities { needs, has } => {
                write!(
                    f,
                    "too shaken for abilities: needs morale {needs}, has {has}"
                )
            }
            Self::TooShakenToThrow { needs, has } => {
                write!(f, "too shaken to throw: needs morale {needs}, has {has}")
            }
            Self::WrongTarget => f.write_str("not for such a target"),
            Self::BeyondReach { distance, reach } => {
                write!(f, "reaches {reach} hexes, the target is {distance} away")
            }
            Self::NoMind => f.write_str("the target has no mind to reach"),
            Self::NoDoor => f.write_str("no door there"),
            Self::DoorBlocked => f.write_str("someone stands in the doorway"),
            Self::NothingToInteract => f.write_str("nothing there to interact with"),
            Self::DeploymentOver => f.write_str("units are placed before the first order only"),
            Self::NotInDeployment => f.write_str("not in the deployment zone"),
            Self::NotAnExit => f.write_str("not an exit hex"),
            Self::CannotPlayOn => f.write_str("there is nothing left to play on for"),
            Self::CannotRenew(why) => f.write_str(why),
        }
    }
}

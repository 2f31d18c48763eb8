//! Orders of the battlescape and why they are refused.
//!
//! **Invariant:** an order names units by id and hexes by tile or direction, and serializes; a
//! refusal carries the figures it is about.

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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The battle has ended.
    #[error("the battle is over")]
    BattleOver,
    /// Another side's phase.
    #[error("another side is acting")]
    NotYourPhase,
    /// No such unit, or one the side does not know of.
    #[error("unit {} is not known", .0.0)]
    UnknownUnit(UnitId),
    /// A unit of another side.
    #[error("unit {} is not yours", .0.0)]
    NotYourUnit(UnitId),
    /// The unit is dead or has left.
    #[error("unit {} is no longer on the board", .0.0)]
    NotOnBoard(UnitId),
    /// It lies unconscious.
    #[error("this unit is unconscious")]
    Unconscious,
    /// It is stunned this turn.
    #[error("this unit is stunned")]
    Stunned,
    /// Its activation was ended.
    #[error("this unit has ended its turn")]
    UnitEnded,
    /// A Suppressed unit may move so many hexes more this turn.
    #[error("suppressed: can move {left} hexes more this turn")]
    Suppressed {
        /// Hexes left.
        left: u8,
    },
    /// The weapon has no burst or auto to suppress with.
    #[error("this weapon has no burst to suppress with")]
    CannotSuppress(WeaponClass),
    /// Too few time units.
    #[error("needs {needs} TU, has {has}")]
    NeedsTu {
        /// TU needed.
        needs: u16,
        /// TU left.
        has: u16,
    },
    /// The move has no steps.
    #[error("already there")]
    EmptyPath,
    /// A run is longer.
    #[error("a run is at least {least} hexes")]
    RunTooShort {
        /// Least hexes of a run.
        least: u16,
    },
    /// A prone unit can only crawl.
    #[error("a prone unit can only crawl; stand up first")]
    MustCrawl,
    /// Only a prone unit crawls.
    #[error("only a prone unit crawls")]
    NotProne,
    /// Lies prone already.
    #[error("already prone")]
    AlreadyProne,
    /// No enemy in sight is next to the unit.
    #[error("no enemy in sight is next to this unit")]
    NotInContact,
    /// The step to disengage is one hex, to where no enemy in sight is next to it.
    #[error("disengaging is one step, to where no enemy in sight is next to it")]
    StillInContact,
    /// A step leaves the board.
    #[error("off the board")]
    OffBoard,
    /// A hex on the way was never seen.
    #[error("that ground has not been seen yet")]
    UnknownHex(TileId),
    /// A hex on the way cannot be entered.
    #[error("no way through there")]
    Impassable(TileId),
    /// A visible unit stands in the way.
    #[error("a unit stands in the way")]
    Occupied(TileId),
    /// The unit faces that way already.
    #[error("already facing that way")]
    AlreadyFacing,
    /// The target is not an enemy in sight.
    #[error("the target is not in sight")]
    TargetNotVisible,
    /// The target is on the same side.
    #[error("the target is a friend")]
    TargetIsFriend,
    /// The weapon cannot do it: mode, range, rounds or TU.
    #[error(transparent)]
    Weapon(#[from] Impossible),
    /// An enemy in sight stands there: aim at it.
    #[error("a unit in sight stands there; aim at the unit")]
    AimAtUnit(UnitId),
    /// One's own unit stands there.
    #[error("a friend stands there")]
    OwnUnitThere,
    /// No clear line from shooter to target: what stands in the way.
    #[error("no line of fire: {0}")]
    NoLineOfFire(Obstruction),
    /// Full cover stance forbids shooting.
    #[error("cannot shoot from full cover; stand up first")]
    InFullCover,
    /// No obstacle gives cover on that side.
    #[error("no cover on that side")]
    NoCoverThere,
    /// In that stance already.
    #[error("already in cover facing that way")]
    AlreadyInCover,
    /// Not in a stance.
    #[error("already standing")]
    AlreadyStanding,
    /// The magazine is full.
    #[error("the magazine is full")]
    MagazineFull,
    /// The weapon takes no ammunition.
    #[error("this weapon needs no ammunition")]
    NeedsNoAmmo,
    /// Reaction fire is readied already.
    #[error("reaction fire is ready already")]
    AlreadyReady,
    /// The weapon has no snap shot to react with.
    #[error("this weapon has no snap shot to react with")]
    CannotReact(WeaponClass),
    /// Reaction fire needs a round in the magazine.
    #[error("the magazine is empty; reload first")]
    EmptyMagazine,
    /// Units act in squad order, and it is another one's turn (C24).
    #[error("units act in squad order: unit {} is next", .0.0)]
    OutOfOrder(UnitId),
    /// Nothing is carried in that slot.
    #[error("nothing is carried there")]
    EmptySlot,
    /// What is in the slot is no grenade.
    #[error("that is no grenade")]
    NotThrowable,
    /// What is in the slot cannot be used like that.
    #[error("that cannot be used like this")]
    NotUsable,
    /// What is in the slot is no weapon.
    #[error("that is no weapon")]
    NotAWeapon,
    /// What is in the slot is no mine.
    #[error("that is no mine")]
    NotAMine,
    /// A grenade is primed already.
    #[error("a grenade is primed already")]
    AlreadyPrimed,
    /// Too far to throw.
    #[error("throws {reach} hexes, the target is {distance} away")]
    TooFar {
        /// Hexes to the target.
        distance: u16,
        /// Hexes the unit throws.
        reach: u16,
    },
    /// Not next to the unit.
    #[error("not next to this unit")]
    NotAdjacent,
    /// The unit cannot be helped with that.
    #[error("needs no such help")]
    NeedsNoHelp,
    /// All slots are full.
    #[error("no slot is free")]
    PackFull,
    /// Nothing of that number lies there.
    #[error("nothing to pick up there")]
    NothingThere,
    /// No more ammunition is carried.
    #[error("no more ammunition is carried")]
    NoSpareRounds,
    /// The unit lacks the ability.
    #[error("this unit has no such ability")]
    NoSuchAbility,
    /// Its gift needs a psi amp.
    #[error("needs a psi amp")]
    NeedsAmp,
    /// Too little energy.
    #[error("needs {needs} energy, has {has}")]
    NeedsEnergy {
        /// Energy needed.
        needs: u16,
        /// Energy left.
        has: u16,
    },
    /// Morale is too low for abilities.
    #[error("too shaken for abilities: needs morale {needs}, has {has}")]
    TooShakenForAbilities {
        /// Morale needed.
        needs: u8,
        /// Morale left.
        has: u8,
    },
    /// Morale is too low for throws.
    #[error("too shaken to throw: needs morale {needs}, has {has}")]
    TooShakenToThrow {
        /// Morale needed.
        needs: u8,
        /// Morale left.
        has: u8,
    },
    /// The ability is not for such a target.
    #[error("not for such a target")]
    WrongTarget,
    /// Too far for the ability.
    #[error("reaches {reach} hexes, the target is {distance} away")]
    BeyondReach {
        /// Hexes to the target.
        distance: u16,
        /// Hexes it reaches.
        reach: u16,
    },
    /// The target has no mind to reach.
    #[error("the target has no mind to reach")]
    NoMind,
    /// No door in that hex.
    #[error("no door there")]
    NoDoor,
    /// Someone stands in the doorway.
    #[error("someone stands in the doorway")]
    DoorBlocked,
    /// Nothing there to interact with.
    #[error("nothing there to interact with")]
    NothingToInteract,
    /// Units are placed before the first order only.
    #[error("units are placed before the first order only")]
    DeploymentOver,
    /// Not in the deployment zone.
    #[error("not in the deployment zone")]
    NotInDeployment,
    /// Not an exit hex.
    #[error("not an exit hex")]
    NotAnExit,
    /// There is nothing to play on for.
    #[error("there is nothing left to play on for")]
    CannotPlayOn,
    /// The changed mission has problems, or differs in what a running battle cannot take over.
    #[error("{0}")]
    CannotRenew(String),
}

//! Orders of the battlescape and why they are refused.
//!
//! **Invariant:** an order names units by id and hexes by tile or direction, and serializes; a
//! refusal carries the figures it is about.

#![expect(missing_docs, reason = "figures of refusals say by name what they are")]

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use crate::battle::grid::{Direction, TileId};
use crate::battle::order;
use crate::battle::unit::UnitId;
use crate::mission::MissionSource;
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::attack::Impossible;
use crate::rules::battlescape::content::items::AbilityId;
use crate::rules::battlescape::content::{FireMode, Gait, WeaponClass};
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::shot::Obstruction;
use crate::rules::kit::words::worded;

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

/// Counts the orders that a unit was given since a side last ended its phase.
pub(super) fn orders_given(world: &World, id: UnitId) -> usize {
    let orders = order::orders::<Battlescape>(world).rev();
    let of_phase = orders.take_while(|order| !matches!(order, Order::EndTurn));
    of_phase.filter(|order| order.unit() == Some(id)).count()
}

worded! {
    /// Why an order was turned down.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Refusal {
        BattleOver = "the battle is over",
        NotYourPhase = "another side is acting",
        /// No such unit, or one the side does not know of.
        UnknownUnit(id: UnitId) = "unit {} is not known" (id.0),
        NotYourUnit(id: UnitId) = "unit {} is not yours" (id.0),
        NotOnBoard(id: UnitId) = "unit {} is no longer on the board" (id.0),
        Unconscious = "this unit is unconscious",
        Stunned = "this unit is stunned",
        UnitEnded = "this unit has ended its turn",
        Suppressed { left: u8 } = "suppressed: movement left this turn: {left}",
        /// The weapon has no burst or auto.
        CannotSuppress(class: WeaponClass) = "this weapon cannot suppress: it has no burst",
        NeedsTu { needs: u16, has: u16 } = "needs {needs} TU, has {has}",
        /// The move has no steps.
        EmptyPath = "already there",
        RunTooShort { least: u16 } = "a run must be at least {least} hexes",
        MustCrawl = "a prone unit can only crawl; stand up first",
        NotProne = "only a prone unit crawls",
        AlreadyProne = "already prone",
        NotInContact = "no visible enemy is next to this unit",
        StillInContact = "disengage by one step, to a hex with no visible enemy next to it",
        OffBoard = "off the board",
        /// A hex on the way was never seen.
        UnknownHex(tile: TileId) = "that ground has not been seen yet",
        /// A hex on the way cannot be entered.
        Impassable(tile: TileId) = "no way through there",
        Occupied(tile: TileId) = "a unit is in the way",
        AlreadyFacing = "already facing that way",
        TargetNotVisible = "the target is not in sight",
        TargetIsFriend = "the target is friendly",
        /// The weapon cannot do it: mode, range, rounds or TU.
        Weapon(why: Impossible) = "{why}",
        /// An enemy in sight stands there.
        AimAtUnit(id: UnitId) = "a visible unit is on that hex; aim at the unit",
        OwnUnitThere = "a friendly unit is there",
        /// What stands in the way of the line from shooter to target.
        NoLineOfFire(what: Obstruction) = "no line of fire: {what}",
        InFullCover = "cannot shoot from full cover; stand up first",
        NoCoverThere = "no cover on that side",
        AlreadyInCover = "already in cover facing that way",
        AlreadyStanding = "already standing",
        MagazineFull = "the magazine is full",
        NeedsNoAmmo = "this weapon needs no ammunition",
        AlreadyReady = "already on overwatch",
        CannotReact(class: WeaponClass) = "this weapon cannot react: it has no snap shot",
        EmptyMagazine = "the magazine is empty; reload first",
        /// Units act in squad order, and it is another one's turn (C24).
        OutOfOrder(next: UnitId) = "units act in squad order: unit {} is next" (next.0),
        EmptySlot = "that slot is empty",
        NotThrowable = "that is not a grenade",
        NotUsable = "that item cannot be used this way",
        NotAWeapon = "that is not a weapon",
        NotAMine = "that is not a mine",
        AlreadyPrimed = "a grenade is already primed",
        TooFar { distance: u16, reach: u16 } = "out of range: throws {reach} hexes, the target is {distance} away",
        NotAdjacent = "not next to this unit",
        NeedsNoHelp = "does not need that help",
        PackFull = "no free slot",
        NothingThere = "nothing to pick up there",
        NoSpareRounds = "no spare ammunition",
        NoSuchAbility = "this unit has no such ability",
        NeedsAmp = "needs a psi amp",
        NeedsEnergy { needs: u16, has: u16 } = "needs {needs} energy, has {has}",
        TooShakenForAbilities { needs: u8, has: u8 }
            = "too shaken for abilities: needs morale {needs}, has {has}",
        TooShakenToThrow { needs: u8, has: u8 }
            = "too shaken to throw: needs morale {needs}, has {has}",
        WrongTarget = "not a valid target",
        /// Too far for the ability.
        BeyondReach { distance: u16, reach: u16 }
            = "reaches {reach} hexes, the target is {distance} away",
        NoMind = "the target has no mind to affect",
        NoDoor = "no door there",
        DoorBlocked = "someone stands in the doorway",
        NothingToInteract = "nothing to interact with there",
        DeploymentOver = "units can only be placed before the first order",
        NotInDeployment = "not in the deployment zone",
        NotAnExit = "not an exit hex",
        CannotPlayOn = "the battle cannot continue",
        /// The changed mission has problems, or differs in what a running battle cannot take over.
        CannotRenew(why: String) = "{why}",
    }
}

impl From<Impossible> for Refusal {
    fn from(why: Impossible) -> Self {
        Self::Weapon(why)
    }
}

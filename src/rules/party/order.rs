//! Orders of the party and of other characters, and why they are refused.
//!
//! **Invariant:** an order names characters by id and serializes; a refusal names who and what it is about.

#![expect(
    missing_docs,
    reason = "most fields of refusals say by name and type what they hold"
)]

use serde::{Deserialize, Serialize};

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::mission::MissionSource;
use crate::rules::kit::words::{hexes, worded};
use crate::rules::party::character::{Slot, Thing};
use crate::rules::party::content::SpellId;
use crate::rules::party::objects::Deed;

/// What a side may ask for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Order {
    /// A character walks these steps; all of them have to be paid for (§4).
    Move(UnitId, Vec<Direction>),
    /// A character attacks another.
    Attack(UnitId, UnitId),
    /// A character casts a spell, or uses a perk, on somebody.
    Cast(UnitId, SpellId, UnitId),
    /// A character opens its inventory: paid once a turn, free then.
    Open(UnitId),
    /// A character takes something of its pack into hand, puts it on, or into a quick slot, by place in the
    /// pack; with the inventory open.
    Equip(UnitId, u8),
    /// A character uses an item on somebody.
    Use(UnitId, Slot, UnitId),
    /// A character does something with a door, chest or trap within reach.
    Handle(UnitId, Deed, TileId),
    /// A character takes something that lies within reach, on the ground or in an open chest.
    Take(UnitId, TileId, Thing),
    /// A character puts something of its pack, by place there, into an open chest within reach, or on the
    /// ground where it stands; with the inventory open.
    Put(UnitId, u8, TileId),
    /// A character puts its weapon into the pack.
    Sheathe(UnitId),
    /// A character tells others where the enemy is, at no cost.
    Alert(UnitId),
    /// A computer's character has done what it does this turn.
    Rest(UnitId),
    /// The party begins combat by itself.
    Fight,
    /// The party ends combat, since it sees no enemy.
    EndCombat,
    /// The party's phase ends.
    EndTurn,
    /// The party enters the local map of the location that it is at.
    Enter,
    /// The party leaves a local map by its gate.
    Leave,
    /// The party fights those whom its scout saw first.
    Engage,
    /// The party avoids them.
    Avoid,
    /// Files of the mission were changed and are taken over.
    Renew(Box<MissionSource>),
}

/// What a side is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// Whether the party fights these, whom its scout saw first.
    Meeting(Vec<UnitId>),
}

worded! {
    /// Why an order was turned down.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Refusal {
        BattleOver = "the battle is over",
        NotNow = "this side cannot act now",
        UnknownUnit(id: UnitId) = "there is no character {}" (id.0),
        NotYours { name: String } = "{name} is not yours",
        Gone { name: String } = "{name} is not on the board",
        NotActing { name: String } = "{name} cannot act now",
        Asleep { name: String } = "{name} sleeps",
        WornOut { name: String } = "{name} can take no more actions this turn",
        NoAp { name: String, needs: u16, has: u8 } = "{name} needs {needs} AP, has {has}",
        NoPath = "the path is empty",
        NoWay { name: String } = "{name} cannot go there",
        Taken { name: String } = "somebody stands where {name} would go",
        Unseen = "no visible target there",
        Friendly { name: String } = "{name} is not an enemy",
        TooFar { name: String } = "{name} can only attack adjacent enemies",
        TooClose { name: String } = "{name} cannot shoot at a neighbor",
        NoSight { name: String } = "{name} does not see the target",
        NoSpell { name: String } = "{name} does not know that spell",
        NoMana { name: String, needs: u8, has: u8 } = "{name} needs {needs} mana, has {has}",
        OutOfRange { name: String, range: u8 }
            = "out of range for {name}: range {}" (hexes((*range).into())),
        WrongAim { name: String } = "invalid target: not for {name}",
        Closed { name: String, fee: u8 } = "{name} has to open the inventory first, {fee} AP",
        NothingThere { name: String } = "{name} carries nothing there",
        NotUsed { thing: String } = "nobody can use the {thing}",
        OutOfReach { name: String } = "{name} has to be beside it and see it",
        NoObject { name: String } = "{name} finds nothing of the kind there",
        Locked = "it is locked",
        InDoorway = "somebody stands in the doorway",
        Unarmed { name: String } = "{name} has no weapon in hand",
        ArmorInCombat = "armor stays on in combat; only shields can change",
        NobodyToTell { name: String } = "{name} has nothing new to report",
        NoCombat = "there is no combat",
        InCombat = "combat already started",
        Hunted = "an enemy is in sight",
        NotCalm { turns: u8 } = "combat can be ended after {turns} turns without an enemy in sight",
        NoEscape = "combat goes on here until one side is defeated",
        Undecided = "your scout spotted enemies: fight or avoid them first",
        NobodyMet = "nobody was seen to fight or avoid",
        CannotRenew(why: String) = "{why}",
        OnTheWay = "nobody fights on the overland map: enter an enemy's hex to start a battle",
        NoLocation = "there is no location to enter here",
        NoGate = "this map is left in another way",
        NotAtGate = "all living party members must stand at the gate",
        NotTheParty = "only the party can end the turn; other characters rest",
    }
}

//! What happens in a battle of the party.
//!
//! **Invariant:** an event holds every rolled number and all that `apply` writes.

#![expect(
    missing_docs,
    reason = "fields of variants say by name and type what they hold"
)]

use serde::{Deserialize, Serialize};

use crate::battle::grid::{Direction, TileId};
use crate::battle::map::MapId;
use crate::battle::phase::Ending;
use crate::battle::unit::UnitId;
use crate::content::terrain::TerrainId;
use crate::mission::MissionSource;
use crate::rules::party::attack::{Chance, Hit, Odds};
use crate::rules::party::character::{Errand, Lasting, Slot, Thing};
use crate::rules::party::content::{EffectId, ItemId, SpellId, TrapId, WeaponId};
use crate::rules::party::encounter::Meeting;
use crate::rules::party::objects::{Deed, Sort};
use crate::rules::party::progress::Trip;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    /// Both sides arrive on a combat map (§7).
    Arrived {
        places: Vec<(UnitId, TileId, Direction)>,
        left_out: Vec<UnitId>,
    },
    /// All that live of the party leave a combat map by its escape zone (§7).
    Left { units: Vec<UnitId> },
    /// Combat begins: who shares a hex goes to another one, or is left out where there is none (§3).
    CombatBegan {
        ap: Vec<(UnitId, u8)>,
        spotted: Option<(UnitId, UnitId)>,
        alerted: Vec<UnitId>,
        displaced: Vec<(UnitId, TileId)>,
        left_out: Vec<UnitId>,
    },
    /// Combat ends: who does what then.
    CombatEnded { errands: Vec<(UnitId, Errand)> },
    /// A searching character looked about: the roll, and where it goes if it does.
    Searched {
        unit: UnitId,
        roll: u8,
        goal: Option<TileId>,
    },
    /// A character goes on with its errand.
    Minded {
        unit: UnitId,
        errand: Errand,
        forgets: bool,
    },
    /// A character made a step.
    Stepped {
        unit: UnitId,
        to: TileId,
        facing: Direction,
        ap: u8,
    },
    /// A character found its way barred by somebody unseen.
    Stopped { unit: UnitId },
    /// A character attacked.
    Attacked(Box<Attack>),
    /// A character cast a spell, or used an item.
    Cast(Casting),
    /// A character opened its inventory.
    Opened { unit: UnitId, ap: u8 },
    /// A character took something into hand, or put it on.
    Equipped {
        unit: UnitId,
        slot: u8,
        thing: Thing,
    },
    /// A character put its weapon away.
    Sheathed { unit: UnitId, weapon: WeaponId },
    /// A character opened or closed a door, whose hex looks otherwise then, or opened a chest.
    Handled {
        unit: UnitId,
        tile: TileId,
        deed: Deed,
        becomes: Option<TerrainId>,
        ap: u8,
    },
    /// A character tried its skill on a lock or trap.
    Tried(Box<Trial>),
    /// A trap sprang on a character.
    Sprung {
        unit: UnitId,
        tile: TileId,
        sort: Sort,
        trap: TrapId,
        rolled: u8,
        results: Vec<Struck>,
    },
    /// The side of a character found traps.
    Found {
        unit: UnitId,
        traps: Vec<(TileId, Sort)>,
    },
    /// A character took a thing from the ground or out of a chest; with a place in its pack, it put it there.
    Moved {
        unit: UnitId,
        tile: TileId,
        sort: Sort,
        thing: Thing,
        from: Option<u8>,
        ap: u8,
    },
    /// A character told others where an enemy is (clarification 14).
    Alerted {
        unit: UnitId,
        tile: TileId,
        told: Vec<UnitId>,
    },
    /// A computer's character rests.
    Rested { unit: UnitId },
    /// The party's phase is over, that of all others begins.
    PartyDone,
    /// It is for a computer's character to act.
    Acts { unit: UnitId },
    /// Effects on a character ticked (§4).
    Ticked(Tick),
    /// A turn begins: AP are full, and who sees an enemy knows where it is (§8).
    TurnBegan {
        number: u16,
        calm: u8,
        ap: Vec<(UnitId, u8)>,
        known: Vec<(UnitId, TileId)>,
    },
    /// A group went to another hex of the overland map (§7).
    Traveled {
        units: Vec<UnitId>,
        to: TileId,
        facing: Direction,
    },
    /// The party came where somebody may be met: the roll, 0 to 99, and who it is.
    LookedOut {
        chance: u8,
        roll: u8,
        met: Option<Meeting>,
    },
    /// The party avoided those whom its scout saw.
    Avoided { foes: Vec<UnitId> },
    /// There is no map to fight these on.
    NoBattlefield { foes: Vec<UnitId> },
    /// The party went over to another map: who is where on it, who is not seen again, whether the map before
    /// stays as it was left, and how the trip stands.
    Entered {
        map: MapId,
        places: Vec<(UnitId, TileId)>,
        gone: Vec<UnitId>,
        keeps: bool,
        trip: Trip,
    },
    /// Changed files of the mission came into force.
    Renewed { source: Box<MissionSource> },
    /// The battle ends.
    Ended(Ending),
}

impl Event {
    /// Returns who does it, or whom it befalls; nobody where it is about all.
    pub fn actor(&self) -> Option<UnitId> {
        match self {
            Self::Stepped { unit, .. }
            | Self::Stopped { unit }
            | Self::Opened { unit, .. }
            | Self::Equipped { unit, .. }
            | Self::Sheathed { unit, .. }
            | Self::Handled { unit, .. }
            | Self::Sprung { unit, .. }
            | Self::Found { unit, .. }
            | Self::Moved { unit, .. }
            | Self::Alerted { unit, .. }
            | Self::Rested { unit }
            | Self::Searched { unit, .. }
            | Self::Minded { unit, .. }
            | Self::Acts { unit } => Some(*unit),
            Self::Traveled { units, .. } => units.first().copied(),
            Self::Attacked(attack) => Some(attack.attacker),
            Self::Cast(casting) => Some(casting.unit),
            Self::Tried(trial) => Some(trial.unit),
            Self::Ticked(tick) => Some(tick.unit),
            Self::Arrived { .. }
            | Self::Left { .. }
            | Self::CombatBegan { .. }
            | Self::CombatEnded { .. }
            | Self::PartyDone
            | Self::TurnBegan { .. }
            | Self::LookedOut { .. }
            | Self::Avoided { .. }
            | Self::NoBattlefield { .. }
            | Self::Entered { .. }
            | Self::Renewed { .. }
            | Self::Ended(_) => None,
        }
    }
}

/// An attack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    pub attacker: UnitId,
    pub target: UnitId,
    /// Which way the attacker turns.
    pub facing: Direction,
    /// What it cost, AP.
    pub ap: u8,
    pub odds: Odds,
    /// The roll, 0 to 99: a hit if it is below the chance.
    pub roll: u8,
    pub hit: Option<Hit>,
    pub killed: bool,
}

/// A skill tried on a lock or trap (§4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trial {
    pub unit: UnitId,
    pub tile: TileId,
    /// On which object there.
    pub sort: Sort,
    pub deed: Deed,
    /// What it cost, AP.
    pub ap: u8,
    pub odds: Chance,
    /// The chance as it counts, percent.
    pub chance: u8,
    /// The roll, 0 to 99: done if it is below the chance.
    pub roll: u8,
}

impl Trial {
    /// Whether it is done.
    pub fn is_done(&self) -> bool {
        self.roll < self.chance
    }
}

/// A spell that was cast, or worked by an item.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Casting {
    pub unit: UnitId,
    pub spell: SpellId,
    /// The item that it was worked by and that is used up, and where that was.
    pub item: Option<(Slot, ItemId)>,
    /// What it cost, AP.
    pub ap: u8,
    /// What it cost, mana.
    pub mp: u8,
    /// Which way the caster turns; nowhere for a spell on itself.
    pub facing: Option<Direction>,
    /// The dice together.
    pub rolled: u8,
    /// What it did, the target first.
    pub results: Vec<Struck>,
}

/// What a spell did to a character.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Struck {
    pub unit: UnitId,
    /// Hit points lost, hundredths.
    pub harm: u16,
    /// Hit points regained, hundredths.
    pub mend: u16,
    pub cured: Vec<EffectId>,
    /// The effect it is under now.
    pub effect: Option<Lasting>,
    pub killed: bool,
}

/// A tick of all effects on a character.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tick {
    pub unit: UnitId,
    /// Hit points lost, hundredths.
    pub harm: u16,
    /// Hit points regained, hundredths.
    pub mend: u16,
    /// Effects that go on.
    pub left: Vec<Lasting>,
    /// Effects that ended.
    pub ended: Vec<Lasting>,
    pub killed: bool,
}

//! What happens in operations.
//!
//! **Invariant:** an event holds every die and every figure that its line in the log shows; `land` alone writes it.

#![expect(missing_docs, reason = "fields say by name and type what they hold")]

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::battle::grid::TileId;
use crate::battle::phase::Ending;
use crate::battle::unit::{Side, UnitId};
use crate::mission::MissionSource;
use crate::rules::kit::words::worded;
use crate::rules::operations::assault::Reckoning;
use crate::rules::operations::content::TargetClass;
use crate::rules::operations::loss::{Cause, Loss};
use crate::rules::operations::progress::{
    Assault, Fires, Hits, Role, Secret, Step, Target, TargetNo,
};
use crate::rules::operations::table::Told;
use crate::rules::operations::unit::Stance;

worded! {
    /// Why units go to another hex.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum How {
        Moved = "moves",
        Withdrew = "retreats before the assault",
        Retreated = "retreats",
        Fled = "leaves the undefended hex",
        Shirked = "retreats, since its duty to attack was not met",
    }

    /// What changed cohesion.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Why {
        Defeat = "defeat",
        Undefended = "undefended hex",
        Emptied = "emptied the hex",
        Duty = "duty to attack not met",
        Rest = "rest",
    }

    /// How units leave the battle.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Exit {
        Destroyed = "destroyed",
        Surrendered = "surrendered",
        Overrun = "taken by the enemy",
    }
}

/// Fire of one side at armor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Volley {
    /// Units that fire.
    pub units: Vec<UnitId>,
    /// Raw points.
    pub raw: u16,
    /// Added by terrain; `None` where there is no fire across.
    pub terrain: Option<i16>,
    /// Actual points after terrain.
    pub points: u16,
    /// The die.
    pub die: u8,
    /// Damage points.
    pub damage: u16,
}

/// Result of a Barrage.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Barrage {
    pub side: Side,
    pub target: TargetNo,
    pub number: u8,
    pub units: Vec<UnitId>,
    pub class: TargetClass,
    /// Actual points.
    pub points: u16,
    /// Rows shifted by terrain.
    pub shift: i16,
    /// Row of the table, from 0; above the first there is no effect.
    pub row: Option<u8>,
    pub dice: [u8; 2],
    /// Dice and row for trucks, if the target has some.
    pub trucks: Option<([u8; 2], Option<u8>)>,
    /// What it did.
    pub hits: Hits,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    /// A stage begins; dice by roll, each side's with its rating added by the log.
    StageBegan {
        stage: u16,
        dice: Vec<[u8; 2]>,
        first: Side,
    },
    /// A half begins.
    HalfBegan { half: u8, phasing: Side },
    /// A cycle of movement and combat begins.
    CycleBegan { cycle: u8 },
    /// A step begins; contacts are those of a combat segment.
    StepBegan {
        step: Step,
        contacts: BTreeMap<TileId, bool>,
    },
    /// Units go to an adjacent hex; half Capability Points by unit, those of breaking off among them.
    Went {
        units: Vec<UnitId>,
        to: TileId,
        costs: Vec<u16>,
        how: How,
    },
    /// Infantry mounts or dismounts.
    Rode {
        unit: UnitId,
        rides: bool,
        cost: u16,
    },
    /// A dump is blown up.
    Blown { facility: u8 },
    /// A side sealed what it decided.
    Sealed { side: Side, secret: Secret },
    /// Guns are placed.
    Placed { stances: BTreeMap<UnitId, Stance> },
    /// Firing hexes are exchanged, and targets named.
    Exchanged {
        silent: BTreeSet<UnitId>,
        firing: Vec<BTreeSet<TileId>>,
        targets: Vec<Target>,
    },
    /// Plans are opened.
    Planned { fires: Vec<Fires> },
    /// A Barrage is fired; its result is applied later.
    Fired(Barrage),
    /// Units fire and pay a round each.
    Shot { units: Vec<UnitId> },
    /// Units pay for combat: half Capability Points by unit.
    Paid { costs: Vec<(UnitId, u16)> },
    /// The phasing side confirms which hexes are held off.
    Confirmed { held: BTreeSet<TileId> },
    /// Units are Pinned.
    Pinned { units: Vec<UnitId> },
    /// A facility is hit.
    Struck { facility: u8, hits: u16 },
    /// A truck is lost, by the index of its cargo.
    TruckLost { unit: UnitId, cargo: u8 },
    /// Points are lost.
    Lost {
        side: Side,
        cause: Cause,
        loss: Loss,
    },
    /// Units leave the battle.
    Removed { units: Vec<UnitId>, how: Exit },
    /// Roles are opened, and the assaults that follow from them.
    Assigned {
        roles: BTreeMap<UnitId, Role>,
        assaults: Vec<Assault>,
    },
    /// Anti-armor fire at a hex.
    ArmorFired {
        tile: TileId,
        attack: Volley,
        defense: Volley,
    },
    /// Armor is flagged for destruction.
    Flagged { loss: Loss },
    /// Flagged armor is destroyed.
    ArmorLost { loss: Loss },
    /// The duty to attack a hex is met.
    Met { tile: TileId },
    /// An assault is called off.
    CalledOff { tile: TileId },
    /// An assault is resolved: everything but losses that sides choose.
    Assaulted(Box<Reckoning>),
    /// Units are Engaged.
    Engaged { units: Vec<UnitId> },
    /// Units gain or lose cohesion.
    Cohesion {
        units: Vec<UnitId>,
        change: i16,
        why: Why,
    },
    /// Points among those lost are captured: by whom, and how many.
    Captured {
        side: Side,
        percent: u8,
        die: u8,
        loss: Loss,
        prisoners: u16,
        replacements: u16,
    },
    /// Prisoners are sent to a hex, with guards.
    Escorted {
        side: Side,
        tile: TileId,
        prisoners: u16,
        guards: Loss,
    },
    /// Replacement Points join a unit.
    Replaced { unit: UnitId, points: u16 },
    /// An assault is over.
    AssaultOver { tiles: Vec<TileId> },
    /// A combat segment is over.
    SegmentOver,
    /// Units take ammunition from a dump, or from the trucks of a unit.
    Supplied {
        unit: UnitId,
        rounds: u8,
        dump: Option<u8>,
        trucks: Option<UnitId>,
    },
    /// Prisoners without guards escape.
    Escaped { tile: TileId, points: u16 },
    /// A stage is over: Engaged and Capability Points are cleared.
    StageOver { stage: u16 },
    /// Whether the dice of a side are typed in.
    DiceTyped { side: Side, typed: bool },
    /// Victory points of the attacker less those of the defender, as the battle ends.
    Scored { attacker: i32, defender: i32 },
    /// The battle is over.
    Ended(Ending),
    /// Changed files of the mission are taken over.
    Renewed { source: Box<MissionSource> },
    /// Something that the player across a real map tells.
    Table(Told),
}

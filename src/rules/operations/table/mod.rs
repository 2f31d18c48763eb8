//! Play at a table: one side is a player across a real map, of whose units the program knows nothing (clarification
//! 17). Its user enters what players at a map tell each other, and hands lists over.
//!
//! **Invariant:** the enemy is what its user entered: markers on hexes, Targets by class and name, numbers told in an
//! assault. No unit stands for it, and no list that is handed over holds what is secret.

pub mod check;
mod field;
pub mod lists;
pub mod offers;

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::battle::grid::TileId;
use crate::battle::unit::Side;
use crate::rules::operations::assault::{Results, Strength};
use crate::rules::operations::content::{Size, TargetClass};
use crate::rules::operations::progress::{Hits, Target, TargetNo};

/// What stands in a hex of the enemy, as its player tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Enemy {
    /// Whether it exerts zones of control.
    pub zone: bool,
    /// Whether a combat unit is among them.
    pub combat: bool,
    /// Whether all of them retreated there before the assault.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub retreated: bool,
}

impl Enemy {
    /// A combat unit or more, with or without zones of control.
    pub fn new(zone: bool) -> Self {
        Self {
            zone,
            combat: true,
            retreated: false,
        }
    }
}

/// A Target as the enemy names it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sighted {
    /// Its hex.
    pub tile: TileId,
    /// Its class.
    pub class: TargetClass,
    /// Its name; left out, it is numbered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether it, or its parent, has trucks that barrages can hit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trucks: bool,
}

/// What the enemy tells of its part in an assault (§10).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Opposition {
    /// Actual points, unsupported tanks taken off.
    pub actual: u16,
    /// Raw points.
    pub raw: u16,
    /// Its largest unit.
    pub size: Size,
    /// Stacking points of that unit, which tell brigades apart.
    #[serde(default)]
    pub stacking: u8,
    /// Its adjusted morale.
    pub morale: i16,
    /// Whether all its defenders are Pinned.
    #[serde(default)]
    pub pinned: bool,
    /// Whether its attack is a probe.
    #[serde(default)]
    pub probe: bool,
    /// The hexes that it attacks from.
    #[serde(default)]
    pub from: BTreeSet<TileId>,
}

/// What the user enters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Entry {
    /// All hexes that the enemy is in.
    Enemies(BTreeMap<TileId, Enemy>),
    /// There is no combat in this cycle.
    NoCombat,
    /// Own hexes that the enemy fires at.
    UnderFire(BTreeSet<TileId>),
    /// All Targets that the enemy named.
    Targets(Vec<Sighted>),
    /// What the enemy's barrages did to an own Target, all of them together; nothing at all takes it back.
    Hit(TargetNo, Hits),
    /// The enemy attacks two own hexes at once.
    Pair(TileId, TileId),
    /// Answers [`Question::Fire`]: damage points of the enemy, and where it attacks from if not from all hexes.
    Fire {
        /// Damage points.
        damage: u16,
        /// Hexes that it attacks from.
        from: BTreeSet<TileId>,
    },
    /// Answers [`Question::Opposition`].
    Opposition(Opposition),
    /// Answers [`Question::Opposition`]: the enemy assigned nobody, and retreats.
    Undefended,
    /// Answers [`Question::Retreat`]: where the enemy retreated to.
    Retreated(Option<TileId>),
    /// Answers [`Question::Left`]: hexes that are empty now.
    Left(BTreeSet<TileId>),
    /// Answers [`Question::Taken`].
    Taken {
        /// Prisoner Points.
        prisoners: u16,
        /// Replacement Points.
        replacements: u16,
    },
}

/// What the user is asked of the enemy.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Question {
    /// What the enemy's anti-armor fire does; the own damage is told in return.
    Fire {
        /// The hex that is attacked.
        tile: TileId,
        /// Own damage points, if the enemy attacks from all its hexes.
        damage: u16,
    },
    /// What the enemy brings to an assault.
    Opposition {
        /// The hex or hexes that are attacked.
        tiles: Vec<TileId>,
    },
    /// Where the enemy retreats to.
    Retreat {
        /// From where.
        tile: TileId,
        /// How far it has to.
        hexes: u8,
    },
    /// Which hexes are empty after the enemy's losses.
    Left {
        /// The hexes in question.
        tiles: Vec<TileId>,
    },
    /// What the enemy gives up as captured.
    Taken {
        /// Percent of its losses.
        percent: u8,
        /// Raw points that this comes to.
        raw: u16,
    },
}

/// What is told of an assault, for both players.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Report {
    /// The hex or hexes.
    pub tiles: Vec<TileId>,
    /// Who attacks.
    pub attacker: Side,
    /// Whether it is a probe.
    pub probe: bool,
    /// Adjusted differential.
    pub adjusted: i16,
    /// What the tables say.
    pub results: Results,
    /// The dice of both sides, the attacker's first.
    pub dice: [[u8; 2]; 2],
    /// The enemy's strength.
    pub enemy: Strength,
    /// Percent and raw points that the enemy loses.
    pub loses: (u16, u16),
    /// Percent and raw points of the enemy's losses that are captured.
    pub captured: (u8, u16),
    /// Prisoner and Replacement Points that the enemy takes.
    pub given: (u16, u16),
    /// Whether units are Engaged.
    pub engaged: bool,
}

/// What happens at a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Told {
    /// The enemy is in these hexes, and contacts are these.
    Marked {
        /// By hex.
        enemies: BTreeMap<TileId, Enemy>,
        /// As [`Progress::contacts`](crate::rules::operations::progress::Progress::contacts).
        contacts: BTreeMap<TileId, bool>,
    },
    /// These own hexes are under fire, with these own Targets.
    UnderFire {
        /// The hexes.
        tiles: BTreeSet<TileId>,
        /// The Targets in them.
        targets: Vec<Target>,
    },
    /// The enemy named these Targets.
    Sighted {
        /// The Targets.
        targets: Vec<Target>,
    },
    /// The enemy hit an own Target.
    Hit {
        /// The Target.
        target: TargetNo,
        /// What it suffers in all.
        hits: Hits,
    },
    /// Both sides fired at armor: own damage points, and the enemy's.
    Damage {
        /// The hex that is attacked.
        tile: TileId,
        /// Of the user, for the enemy to apply.
        own: u16,
        /// Of the enemy.
        enemy: u16,
    },
    /// The enemy brings this to an assault.
    Opposed {
        /// The hex or hexes.
        tiles: Vec<TileId>,
        /// What it told.
        opposition: Opposition,
    },
    /// The enemy loses this in an assault.
    Loses {
        /// Percent, retreats left out among them.
        percent: u16,
        /// Raw points.
        raw: u16,
    },
    /// So much of the enemy's losses is captured.
    Captured {
        /// Percent.
        percent: u8,
        /// Raw points.
        raw: u16,
    },
    /// The enemy does not retreat.
    Stays {
        /// The hex that it stays in.
        tile: TileId,
    },
    /// The enemy left a hex, for another or for none.
    Gone {
        /// The hex.
        tile: TileId,
        /// Where it went.
        to: Option<TileId>,
    },
}

/// What is known of a player across a real map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Hexes of the enemy.
    pub enemies: BTreeMap<TileId, Enemy>,
    /// Own hexes that the enemy fires at.
    #[serde(default)]
    pub under_fire: BTreeSet<TileId>,
    /// Damage points of anti-armor fire by attacked hex: own, and the enemy's.
    #[serde(default)]
    pub damage: BTreeMap<TileId, (u16, u16)>,
    /// What the enemy told of the assault that is resolved.
    #[serde(default)]
    pub opposition: Option<Opposition>,
    /// Assaults of this segment.
    #[serde(default)]
    pub reports: Vec<Report>,
}

impl Table {
    /// Whether nothing is entered, as in all battles that are played in the program.
    pub fn is_blank(&self) -> bool {
        *self == Self::default()
    }
}

/// A blank one counts for nothing, so battles in the program keep their fingerprints.
impl Hash for Table {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.is_blank() {
            self.enemies.hash(state);
            self.under_fire.hash(state);
            self.damage.hash(state);
            self.opposition.hash(state);
            self.reports.hash(state);
        }
    }
}

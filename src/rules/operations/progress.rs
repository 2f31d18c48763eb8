//! How far a battle is: stage, half, cycle and step, sealed plans, and what a combat segment has come to.
//!
//! **Invariant:** what a side has sealed is shown to nobody else before both have; targets bear only what the
//! enemy may know of them.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::rules::kit::seal::Seal;
use crate::rules::kit::words::worded;
use crate::rules::operations::content::{Facility, TargetClass};
use crate::rules::operations::table::Table;
use crate::rules::operations::unit::Stance;

worded! {
    /// A step of a half (§5); numbers are those of the combat segment.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    pub enum Step {
        #[default]
        Initiative = "initiative",
        Movement = "movement",
        /// C2.
        Position = "position",
        /// C3.
        Firing = "firing",
        /// C4.
        Planning = "barrage plans",
        /// C5.
        Barrage = "barrage",
        /// C6.
        Results = "barrage results",
        /// C7.
        Retreat = "retreat before assault",
        /// C8.
        Assign = "assignment",
        /// C9.
        AntiArmor = "anti-armor",
        /// C11.
        Assault = "close assault",
        /// C12.
        SegmentEnd = "end of combat",
        /// C1, at a table alone: the user enters where the enemy is.
        Contacts = "contacts",
        /// C3, at a table alone: the user enters Targets and own hexes under fire.
        Targets = "targets",
    }
}

impl Step {
    /// Whether both sides decide in secret.
    pub fn is_secret(self) -> bool {
        matches!(
            self,
            Self::Position | Self::Firing | Self::Planning | Self::Assign
        )
    }

    /// Whether it is part of a combat segment.
    pub fn is_combat(self) -> bool {
        !matches!(self, Self::Initiative | Self::Movement)
    }
}

/// What a side decides in secret.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Secret {
    /// Where guns stand.
    Position(BTreeMap<UnitId, Stance>),
    /// Which units do not fire.
    Firing(BTreeSet<UnitId>),
    /// Barrages.
    Plans(Vec<FirePlan>),
    /// Roles in anti-armor fire and assaults.
    Roles(BTreeMap<UnitId, Role>),
}

/// Names a target of barrages; index into [`Progress::targets`].
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct TargetNo(pub u16);

impl TargetNo {
    /// Returns the index into the targets.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What stands behind a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Behind {
    /// A unit.
    Unit(UnitId),
    /// A facility, by its place in the scenario.
    Facility(u8, Facility),
    /// What the player across a real map knows; whether trucks are with it.
    Entered {
        /// Whether barrages can hit trucks of it.
        trucks: bool,
    },
}

/// Something that a side can fire at (§6).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Target {
    /// Its hex.
    pub tile: TileId,
    /// Whose it is.
    pub side: Side,
    /// What it is, which the enemy does not know.
    pub behind: Behind,
    /// How it is hit.
    pub class: TargetClass,
    /// Its shown name, such as *Nr1 Inf*.
    pub name: String,
}

/// A Barrage Plan (§6).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FirePlan {
    /// What it fires at.
    pub target: TargetNo,
    /// Its Barrages: the units of each.
    pub barrages: Vec<Vec<UnitId>>,
}

/// A Barrage Plan that is carried out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fires {
    /// Who fires.
    pub side: Side,
    /// The plan.
    pub plan: FirePlan,
    /// Barrages that were resolved.
    pub resolved: BTreeSet<u8>,
}

/// What barrages did to a target so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hits {
    /// Actual points applied, before terrain.
    pub points: u16,
    /// Whether it is Pinned.
    pub pinned: bool,
    /// TOE points lost, or hits of a facility.
    pub lost: u16,
    /// Trucks lost.
    pub trucks: u16,
}

/// What a unit does in anti-armor fire and assaults (§8); units without one are withheld.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Role {
    /// TOE points by type that fire at armor; the others assault.
    pub anti_armor: Vec<u8>,
    /// The hex that the phasing side attacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<TileId>,
    /// The second hex of a dual-hex assault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<TileId>,
}

/// An assault that is to be resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assault {
    /// Its hex or hexes.
    pub tiles: Vec<TileId>,
    /// Whether the phasing side need not carry it out.
    pub optional: bool,
}

/// Prisoners in a hex.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Captives {
    /// Where they are.
    pub tile: TileId,
    /// Who holds them.
    pub side: Side,
    /// Prisoner Points.
    pub prisoners: u16,
    /// Guard points.
    pub guards: u16,
}

/// What battles change of a facility.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FacilityState {
    /// Level of a fortification.
    pub level: u8,
    /// Hits that count toward the next level, or all of them.
    pub hits: u16,
    /// Stock of a dump, rounds of ammunition.
    pub stock: u16,
    /// Whether it is gone.
    pub gone: bool,
}

/// TOE points of a side that are lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tally {
    /// Destroyed.
    pub destroyed: u16,
    /// Captured.
    pub captured: u16,
    /// TOE points of combat units at the beginning.
    pub start: u16,
}

/// State of the battle beside units and tiles.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Progress {
    /// Where in a half it is.
    pub step: Step,
    /// Who phases first in this stage.
    pub first: Side,
    /// 0 in the first half, 1 in the second.
    pub half: u8,
    /// 0 in the first cycle of movement and combat, 1 in the second.
    pub cycle: u8,
    /// Whose half it is.
    pub phasing: Side,
    /// What sides sealed, by side.
    pub seals: Vec<Seal<Secret>>,
    /// Enemy hexes beside units of the phasing side; `true` where their zones of control cover some.
    pub contacts: BTreeMap<TileId, bool>,
    /// Units that do not fire.
    pub silent: BTreeSet<UnitId>,
    /// Hexes that fire, by side.
    pub firing: Vec<BTreeSet<TileId>>,
    /// What can be fired at.
    pub targets: Vec<Target>,
    /// Barrage Plans of both sides.
    pub fires: Vec<Fires>,
    /// What barrages did, by target.
    pub hits: BTreeMap<TargetNo, Hits>,
    /// Hexes that are held off.
    pub held: BTreeSet<TileId>,
    /// Units beside enemies as the retreat before assault begins.
    pub beside: BTreeSet<UnitId>,
    /// Units that entered a zone of control in this step, which ends their movement (§2).
    #[serde(default)]
    pub halted: BTreeSet<UnitId>,
    /// Roles in anti-armor fire and assaults.
    pub roles: BTreeMap<UnitId, Role>,
    /// Hexes where anti-armor fire was resolved.
    pub fired: BTreeSet<TileId>,
    /// Armor that is flagged for destruction, by type.
    pub flagged: BTreeMap<UnitId, Vec<u8>>,
    /// Assaults that are to be resolved.
    pub assaults: Vec<Assault>,
    /// Hexes whose duty was met in this segment.
    pub met: BTreeSet<TileId>,
    /// Units that fired or assaulted in this segment.
    pub active: BTreeSet<UnitId>,
    /// Markers of destroyed tanks by hex.
    pub wrecks: BTreeMap<TileId, u16>,
    /// Prisoners.
    pub captives: Vec<Captives>,
    /// Facilities, in the order of the scenario.
    pub facilities: Vec<FacilityState>,
    /// Who holds each objective, in the order of the scenario.
    pub holders: Vec<Side>,
    /// Losses by side.
    pub tallies: Vec<Tally>,
    /// Sides whose dice are typed in.
    pub typed: BTreeSet<Side>,
    /// What is known of a player across a real map.
    #[serde(default, skip_serializing_if = "Table::is_blank")]
    pub table: Table,
}

impl Progress {
    /// Returns the side that is not phasing.
    pub fn waiting(&self) -> Side {
        Side(1 - self.phasing.0.min(1))
    }

    /// Returns it without what only other sides know.
    pub fn known_to(&self, side: Side) -> Self {
        let mut known = self.clone();
        for (at, seal) in (0..).map(Side).zip(&mut known.seals) {
            if at != side {
                *seal = Seal::default();
            }
        }
        known
    }
}

//! Components of ships and carriers, and all of one unit as one value.
//!
//! **Invariant:** [`UnitState`] holds every component that can change, so that snapshot and
//! fingerprint miss nothing. Carriers have the components of ships, too, and do not use them.

#![expect(
    missing_docs,
    reason = "some fields say by name and type what they hold"
)]

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::grid::{Direction, TileId};
use crate::battle::state::{UnitParts, unit_state};
use crate::battle::unit::{Facing, Health, Position, Presence, UnitId};
use crate::rules::fleet::content::{
    CarrierId, CarrierKind, FleetContent, PerkId, PilotAbility, ShipId, ShipType, TraitId, WeaponId,
};
use crate::rules::fleet::forces::Vessel;
use crate::rules::fleet::order::{CarrierAction, ShipOrder, Stance};
use crate::rules::kit::dense::Copies;

/// What a unit is.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Class {
    Ship(ShipId),
    Carrier(CarrierId),
}

impl Class {
    /// Whether it is a carrier.
    pub fn is_carrier(self) -> bool {
        matches!(self, Self::Carrier(_))
    }

    /// Returns the type of a ship; none of a carrier.
    pub fn ship_type(self, content: &FleetContent) -> Option<&ShipType> {
        match self {
            Self::Ship(ship) => Some(content.ship(ship)),
            Self::Carrier(_) => None,
        }
    }

    /// Returns the kind of a carrier; none of a ship.
    pub fn carrier_kind(self, content: &FleetContent) -> Option<&CarrierKind> {
        match self {
            Self::Ship(_) => None,
            Self::Carrier(carrier) => Some(content.carrier(carrier)),
        }
    }

    /// Returns the name of the type or kind.
    pub fn name(self, content: &FleetContent) -> &str {
        match self {
            Self::Ship(ship) => &content.ship(ship).name,
            Self::Carrier(carrier) => &content.carrier(carrier).name,
        }
    }

    /// Returns the hexes in which it detects others.
    pub fn detect(self, content: &FleetContent) -> u8 {
        match self {
            Self::Ship(ship) => content.ship(ship).detect,
            Self::Carrier(carrier) => content.carrier(carrier).detect,
        }
    }
}

/// The weapon a ship carries.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Armament(pub WeaponId);

/// Who flies a ship (§8).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pilot {
    pub xp: u16,
    /// Perks, the first one first; the level says how many count.
    pub perks: Vec<PerkId>,
}

impl Pilot {
    /// Returns the level, from 1.
    pub fn level(&self, content: &FleetContent) -> u8 {
        let levels = &content.figures.levels;
        let reached = levels.iter().filter(|level| level.xp <= self.xp).count();
        u8::try_from(reached).unwrap_or(u8::MAX)
    }

    /// Returns the perks that count at the level.
    pub fn perks_in_force(&self, content: &FleetContent) -> &[PerkId] {
        let level = usize::from(self.level(content)).saturating_sub(1);
        let count = content.figures.levels.get(level);
        let count = count.map_or(0, |level| usize::from(level.perks));
        &self.perks[..count.min(self.perks.len())]
    }

    /// Returns what the pilot can do: the ability of the first perk, for those of the level.
    pub fn ability(&self, content: &FleetContent) -> PilotAbility {
        if self.level(content) < content.figures.ability_level {
            return PilotAbility::default();
        }
        let first = self.perks.first();
        first.map_or_else(PilotAbility::default, |&perk| content.perk(perk).ability)
    }
}

/// Traits of a ship.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Traits(pub Vec<TraitId>);

/// What a ship carries.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stores {
    pub ammo: u8,
    /// Fuel; unused in battle.
    pub fuel: u8,
}

/// State of a weapon (§9).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Gun {
    /// Ends of turns until it is ready.
    pub remaining: u8,
    /// Whether it was fired this turn.
    pub fired: bool,
}

/// Morale of the pilot, 0 to 100 (§8).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Morale(pub u8);

/// What protected a ship already (§8).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Guards {
    /// Whether it was damaged this turn.
    pub hurt: bool,
    /// Attacks it evaded in this battle.
    pub evaded: u8,
}

/// Where a ship is that is not on the board.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Berth {
    /// In space, or it was when it was destroyed.
    #[default]
    Space,
    /// Docked in its side's carrier.
    Docked,
    /// Waits to come as a reinforcement.
    Waiting,
}

/// What a ship does this turn, from the lock until all actions are cleared (§4).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Standing {
    /// Action and fire flag that count now.
    pub stance: Stance,
    /// The order as it was given.
    pub order: ShipOrder,
}

/// What a carrier does this turn (§4).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Helm {
    pub order: Option<CarrierAction>,
    pub acted: bool,
}

unit_state! {
    /// Every component of a unit that can change.
    #[derive(Default)]
    pub struct UnitState {
        /// Where it is, or was last.
        pub tile: TileId as Position,
        /// Whether it is on the board.
        pub presence: Presence,
        pub facing: Direction as Facing,
        pub hull: Health,
        pub stores: Stores,
        pub gun: Gun,
        pub morale: Morale,
        /// What protected it already.
        pub guards: Guards,
        /// Where it is off the board.
        pub berth: Berth,
        /// What it does this turn.
        pub standing: Standing,
        /// What it does this turn as a carrier.
        pub helm: Helm,
    }
}

impl UnitState {
    /// Writes the components of a unit (set-up, vectors and snapshot restore).
    pub fn write(&self, world: &mut World, id: UnitId) {
        self.insert(world, id);
        Copies::<Vessel>::renew(world);
    }
}

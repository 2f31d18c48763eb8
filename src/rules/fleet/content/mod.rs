//! Content of the fleet: ships, carriers, weapons, pilots, admirals and the figures of its rules.
//!
//! **Invariant:** every id resolves, dice have at least one side and chances at most 100 percent;
//! section numbers (§) are those of the fleet reference.

pub mod ai;
mod figures;
mod read;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use self::ai::{AiFigures, ModeFigures};
pub use self::figures::{
    ActionFigures, Bonus, CarrierFigures, DiceFigures, Figures, IntentFigures, Level,
    MoraleFigures, QuietFigures, TorpedoFigures,
};
pub use self::read::overlay;
use self::read::read;
use crate::battle::rules::Rules;
use crate::battle::unit::Side;
use crate::content::declare::{MOST, choices, figures};
use crate::content::definition::{definitions, ids, records};
use crate::content::picture::Picture;
use crate::content::section::Section;
use crate::content::terrain::TerrainId;
use crate::rules::fleet::Fleet;

/// The content file of all of it.
const FILE: &str = "fleet.ron";

/// What the fleet reads of the content.
pub(super) const SECTION: Section = Section {
    rules: Fleet::NAME,
    files: &[FILE],
    figures: &[FILE],
    read: |loader, terrains| {
        let content = loader.whole(FILE, |node, reader| read(node, terrains, reader))?;
        Some(Box::new(content))
    },
    overlay: |catalog, over, reader| {
        let terrains = catalog.terrains.clone();
        let content = catalog.part_mut::<FleetContent>();
        *content = overlay(content, over, &terrains, reader)?;
        Some(())
    },
};

/// All definitions and figures of the fleet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FleetContent {
    /// Options that hold where a mission says nothing else (§1).
    pub options: Options,
    /// Figures of the rules.
    pub figures: Figures,
    /// Weapons (§9).
    pub weapons: Vec<Weapon>,
    /// Ship types (§3).
    pub ships: Vec<ShipType>,
    /// Carriers (§3).
    pub carriers: Vec<CarrierKind>,
    /// Traits of ships (§8, §12).
    pub traits: Vec<Trait>,
    /// Perks of pilots (§8).
    pub perks: Vec<Perk>,
    /// Abilities of admirals (§8, §11).
    pub admirals: Vec<AdmiralAbility>,
    /// Upgrades of carriers (§11).
    pub upgrades: Vec<Upgrade>,
    /// What kinds of terrain do to ships in them (§8); others do nothing.
    pub hazards: Vec<(TerrainId, Hazard)>,
    /// Figures of the computer player.
    pub ai: AiFigures,
    /// What all of this was read from, over which a mission lays its own.
    #[serde(skip)]
    pub(super) source: Arc<str>,
}

ids! { FleetContent:
    ships: ShipType = ShipId, ship, ship_named, description;
    carriers: CarrierKind = CarrierId, carrier, carrier_named, description;
    weapons: Weapon = WeaponId, weapon, weapon_named;
    traits: Trait = TraitId, quirk, quirk_named, description;
    perks: Perk = PerkId, perk, perk_named, description;
    admirals: AdmiralAbility = AdmiralId, admiral, admiral_named, description;
    upgrades: Upgrade = UpgradeId, upgrade, upgrade_named, description;
}

impl FleetContent {
    /// Returns what a kind of terrain does to ships in it.
    pub fn hazard(&self, terrain: TerrainId) -> Hazard {
        let known = self.hazards.iter().find(|(other, _)| *other == terrain);
        known.map_or_else(Hazard::default, |(_, hazard)| *hazard)
    }
}

figures! {
    /// Options of a battle (§1).
    #[derive(Copy, Default, Hash)]
    pub struct Options {
        /// Whether only one living ship fits on a hex; otherwise ships stack and fight on contested hexes.
        pub single_occupancy: bool,
        /// Whether attacks land one after another.
        pub resolution: Resolution,
        /// Sub-phases of a turn: 1, or 3 with an intent queue (§10).
        pub sub_phases: u8 [1..=3],
        /// Whose Frigates lend fire control.
        pub fcn_sides: Sides,
        /// Whose admirals add to the attack (§8).
        pub admiral_sides: Sides = Sides::PlayerOnly,
        /// Maximum Frigates that support one ship, and maximum ships one torpedo splashes, lowest ids first.
        pub adjacency_cap: Option<u8> [0..=100],
        /// Whether ships and carriers also fire at undetected enemies (clarification 17).
        pub blind_fire: bool = false,
        /// Whether REARM also serves adjacent ships that cannot dock.
        pub rearm_beside: bool = true,
        /// What ships do when out of ammunition without a carrier.
        pub dry_ships: DryShips = DryShips::default(),
        /// Whether the log shows every step of every roll.
        pub debug_combat_tracing: bool,
    }
}

choices! {
    /// What ships do when out of ammunition without a carrier (clarification 17).
    #[derive(Default)]
    pub enum DryShips {
        /// Leave the battle in a turn in which they move and end it at the edge of the board.
        #[default]
        LeaveByEdge,
        /// Leave the battle at the end of the turn, wherever they are.
        StrikeColors,
        /// Stay.
        FightOn,
    }

    /// How attacks of one step land (§1, §9).
    #[derive(Default)]
    pub enum Resolution {
        /// One after another: destroyed ships no longer shoot.
        #[default]
        Sequential,
        /// All together: dying ships still hit.
        Simultaneous,
    }

    /// Which sides a rule applies to (§1).
    #[derive(Default)]
    pub enum Sides {
        /// Every side.
        #[default]
        Both,
        /// The first side only.
        PlayerOnly,
    }
}

impl Sides {
    /// Whether it holds for a side.
    pub fn include(self, side: Side) -> bool {
        self == Self::Both || side == Side(0)
    }
}

choices! {
    /// Size of a ship: slots of its intent queue and arc of its weapon (§9, §10).
    #[derive(Default)]
    pub enum Size {
        /// Three slots, all-round fire.
        #[default]
        Small,
        /// Two slots, forward fire.
        Medium,
    }
}

definitions! {
    /// One ship type (§3).
    pub struct ShipType: "ship", name, description {
        /// Speed (SPD): initiative and order of moves.
        pub speed: u8 [0..=100],
        /// Attack (ATK).
        pub attack: i16 [0..=100],
        /// Defense (DEF).
        pub defense: i16 [0..=100],
        /// Hull.
        pub hull: u16 [1..=1000],
        /// Ammunition, shots.
        pub ammo: u8 [0..=100],
        /// Fuel; unused in battle.
        pub fuel: u8 [0..=100],
        /// Movement per turn, hexes.
        pub moves: u8 [0..=20],
        /// Detection range, hexes.
        pub detect: u8 [0..=20],
        /// Size.
        pub size: Size,
        /// Default weapon.
        pub weapon: WeaponId,
        /// Types it beats (§7).
        pub beats: Vec<ShipId> = Vec::new(),
        /// Whether it may never dock.
        pub cannot_dock: bool = false,
        /// Whether it lends fire control (§8).
        pub fire_control: bool = false,
        /// Whether it fires torpedoes: they pierce and splash (§7).
        pub torpedoes: bool = false,
        /// Hull it regains each upkeep.
        pub regeneration: u16 [0..=100] = 0,
        /// Place in the order of moves with an intent queue, highest first (§10).
        pub queue_speed: u8 [0..=100],
        /// Picture of its token, instead of that of its kind.
        #[serde(skip)]
        pub picture: Option<Picture> = None,
    }

    /// One carrier (§3).
    pub struct CarrierKind: "carrier", name, description {
        /// Attack (ATK); 0 for no guns.
        pub attack: i16 [0..=100],
        /// Defense (DEF).
        pub defense: i16 [0..=100],
        /// Speed (SPD): movement as its action, hexes.
        pub speed: u8 [0..=20],
        /// Hull.
        pub hull: u16 [1..=1000],
        /// Number of berths.
        pub hangar: u8 [0..=100],
        /// Point defense (PD): attackers it shoots down each turn.
        pub point_defense: u8 [0..=100],
        /// Detection range, hexes.
        pub detect: u8 [0..=20],
        /// Chance that a reinforcement arrives after losses, percent (§12).
        pub reinforcement_percent: u8 [0..=100],
        /// Place in the order of moves with an intent queue (§10).
        pub queue_speed: u8 [0..=100],
        /// Picture of its token, instead of that of its kind.
        #[serde(skip)]
        pub picture: Option<Picture> = None,
    }

    /// One weapon (§9).
    pub struct Weapon: "weapon", name {
        /// Range in hexes.
        pub range: u8 [1..=20],
        /// Turns it cannot fire after a shot; 0 fires every turn.
        pub cooldown: u8 [0..=20],
    }

    /// One trait of a ship (§8, §12).
    pub struct Trait: "trait", name, description {
        /// Added to attack.
        pub attack: i16 [-100..=100] = 0,
        /// Added to defense.
        pub defense: i16 [-100..=100] = 0,
        /// Whether both bonuses require an adjacent living ally.
        pub needs_ally: bool = false,
        /// Hull regained each upkeep.
        pub regeneration: u16 [0..=100] = 0,
        /// Reduction of the first damage each turn.
        pub first_damage: u16 [0..=100] = 0,
        /// Damage to adjacent enemies when it is destroyed.
        pub death_damage: u16 [0..=100] = 0,
        /// Weights of intents that replace the usual ones.
        pub instead: Option<Weights> = None,
        /// Added to the weights of intents.
        pub weights: Weights = Weights::default(),
        /// Factor on the weight to retreat, percent.
        pub retreat_percent: u16 [0..=1000] = 100,
        /// Whether it attacks nothing but the carrier.
        pub hunts_carrier: bool = false,
    }

    /// One perk of pilots (§8).
    pub struct Perk: "perk", name, description {
        /// Added to attack.
        pub attack: i16 [-100..=100] = 0,
        /// Added to defense.
        pub defense: i16 [-100..=100] = 0,
        /// Added to speed.
        pub speed: u8 [0..=100] = 0,
        /// Added to the hull.
        pub hull: u16 [0..=1000] = 0,
        /// Added to the fuel.
        pub fuel: u8 [0..=100] = 0,
        /// Ability of a seasoned pilot with this as the first perk.
        pub ability: PilotAbility = PilotAbility::default(),
    }

    /// One ability of an admiral (§8, §11).
    pub struct AdmiralAbility: "admiral's ability", name, description {
        /// Added to the attack of the side's ships.
        pub attack: i16 [-100..=100] = 0,
        /// If set, applies only while the ship's hull times this is below its maximum.
        pub below_hull: Option<u16> [1..=100] = None,
        /// If set, applies only while the carrier's hull times this is below its maximum.
        pub below_carrier_hull: Option<u16> [1..=100] = None,
        /// Reduction of the first hit on the carrier.
        pub first_hit: u16 [0..=100] = 0,
        /// Damage absorbed from one hit on the carrier, once.
        pub absorbs: u16 [0..=100] = 0,
    }

    /// One upgrade of carriers (§11).
    pub struct Upgrade: "upgrade", name, description {
        /// Maximum hull of attackers that point defense shoots down with this upgrade.
        pub point_defense_hull: u16 [0..=1000],
    }
}

impl ShipType {
    /// Whether it may dock.
    pub fn docks(&self) -> bool {
        !self.cannot_dock
    }
}

figures! {
    /// Weights of the intents a ship draws from (§12).
    #[derive(Copy, Default, Hash, Deserialize)]
    pub struct Weights {
        /// To attack.
        pub attack: i16 [0..=MOST],
        /// To advance.
        pub advance: i16 [0..=MOST],
        /// To hold near the carrier.
        pub hold: i16 [0..=MOST],
        /// To retreat.
        pub retreat: i16 [0..=MOST],
    }
}

records! {
    /// What a seasoned pilot can do (§8).
    #[derive(Copy, Default)]
    pub struct PilotAbility: "ability" {
        /// Chance in percent of more damage on a damaging hit.
        pub lucky_percent: u8 [0..=100] = 0,
        /// That damage.
        pub lucky_damage: u16 [0..=100] = 0,
        /// Attacks it evades in a battle.
        pub evades: u8 [0..=100] = 0,
        /// Added to initiative in the first turn.
        pub first_initiative: u8 [0..=100] = 0,
        /// Added to defense at half the hull or less (Last Stand).
        pub last_stand: i16 [0..=100] = 0,
        /// More hexes to move.
        pub moves: u8 [0..=20] = 0,
    }

    /// What terrain does to ships in it (§8).
    #[derive(Copy, Default)]
    pub struct Hazard: "hazard" {
        /// Added to attack.
        pub accuracy: i16 [-100..=100] = 0,
        /// Added to defense.
        pub defense: i16 [-100..=100] = 0,
        /// Damage each upkeep.
        pub damage: u16 [0..=100] = 0,
    }
}

//! Content of the fleet: ships, carriers, weapons, pilots, admirals and the figures of its rules.
//!
//! **Invariant:** every id resolves, dice have at least one side and chances at most 100 percent;
//! section numbers (§) are those of the fleet reference.

pub mod ai;
mod figures;
mod read;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use self::read::overlay;
use self::read::read;
pub use self::{
    ai::{AiFigures, ModeFigures},
    figures::{
        ActionFigures, Bonus, CarrierFigures, DiceFigures, Figures, IntentFigures, Level,
        MoraleFigures, QuietFigures, TorpedoFigures,
    },
};
use crate::{
    battle::{rules::Rules, unit::Side},
    content::{
        declare::{MOST, choices, figures},
        section::Section,
        terrain::TerrainId,
    },
    rules::fleet::Fleet,
};

/// The content file of all of it.
const FILE: &str = "fleet.ron";

inventory::submit! {
    Section {
        rules: Fleet::NAME,
        files: &[FILE],
        figures: &[FILE],
        read: |loader, terrains| {
            let content = loader.whole(FILE, |node, reader| read(node, terrains, reader))?;
            Some(Box::new(content))
        },
    }
}

/// Defines ids into lists of [`FleetContent`].
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $(
            $(#[$doc])*
            #[derive(
                Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize,
                Deserialize,
            )]
            pub struct $name(pub u8);

            impl $name {
                /// Returns the index into the list.
                pub fn index(self) -> usize {
                    usize::from(self.0)
                }
            }
        )*
    };
}

ids! {
    /// Index of a ship type in [`FleetContent::ships`].
    ShipId
    /// Index of a carrier in [`FleetContent::carriers`].
    CarrierId
    /// Index of a weapon in [`FleetContent::weapons`].
    WeaponId
    /// Index of a trait in [`FleetContent::traits`].
    TraitId
    /// Index of a pilot perk in [`FleetContent::perks`].
    PerkId
    /// Index of an admiral's ability in [`FleetContent::admirals`].
    AdmiralId
    /// Index of a carrier's upgrade in [`FleetContent::upgrades`].
    UpgradeId
}

/// All definitions and figures of the fleet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    pub(super) source: Arc<str>,
}

impl FleetContent {
    /// Returns a ship type.
    pub fn ship(&self, id: ShipId) -> &ShipType {
        &self.ships[id.index()]
    }

    /// Returns a carrier.
    pub fn carrier(&self, id: CarrierId) -> &CarrierKind {
        &self.carriers[id.index()]
    }

    /// Returns a weapon.
    pub fn weapon(&self, id: WeaponId) -> &Weapon {
        &self.weapons[id.index()]
    }

    /// Returns a trait.
    pub fn quirk(&self, id: TraitId) -> &Trait {
        &self.traits[id.index()]
    }

    /// Returns a perk.
    pub fn perk(&self, id: PerkId) -> &Perk {
        &self.perks[id.index()]
    }

    /// Returns an admiral's ability.
    pub fn admiral(&self, id: AdmiralId) -> &AdmiralAbility {
        &self.admirals[id.index()]
    }

    /// Returns a carrier's upgrade.
    pub fn upgrade(&self, id: UpgradeId) -> &Upgrade {
        &self.upgrades[id.index()]
    }

    /// Returns what a kind of terrain does to ships in it.
    pub fn hazard(&self, terrain: TerrainId) -> Hazard {
        let known = self.hazards.iter().find(|(other, _)| *other == terrain);
        known.map_or_else(Hazard::default, |(_, hazard)| *hazard)
    }

    /// Finds a ship type by its key.
    pub fn ship_named(&self, key: &str) -> Option<ShipId> {
        crate::content::position(self.ships.iter().map(|one| one.key.as_str()), key).map(ShipId)
    }

    /// Finds a carrier by its key.
    pub fn carrier_named(&self, key: &str) -> Option<CarrierId> {
        crate::content::position(self.carriers.iter().map(|one| one.key.as_str()), key)
            .map(CarrierId)
    }

    /// Finds a weapon by its key.
    pub fn weapon_named(&self, key: &str) -> Option<WeaponId> {
        crate::content::position(self.weapons.iter().map(|one| one.key.as_str()), key).map(WeaponId)
    }

    /// Finds a trait by its key.
    pub fn quirk_named(&self, key: &str) -> Option<TraitId> {
        crate::content::position(self.traits.iter().map(|one| one.key.as_str()), key).map(TraitId)
    }

    /// Finds a perk by its key.
    pub fn perk_named(&self, key: &str) -> Option<PerkId> {
        crate::content::position(self.perks.iter().map(|one| one.key.as_str()), key).map(PerkId)
    }

    /// Finds an admiral's ability by its key.
    pub fn admiral_named(&self, key: &str) -> Option<AdmiralId> {
        crate::content::position(self.admirals.iter().map(|one| one.key.as_str()), key)
            .map(AdmiralId)
    }

    /// Finds a carrier's upgrade by its key.
    pub fn upgrade_named(&self, key: &str) -> Option<UpgradeId> {
        crate::content::position(self.upgrades.iter().map(|one| one.key.as_str()), key)
            .map(UpgradeId)
    }
}

figures! {
    /// Options of a battle (§1).
    #[derive(Copy, Hash)]
    pub struct Options {
        /// Whether one living ship fits a hex; else ships stack and fight inside contested hexes.
        pub single_occupancy: bool,
        /// Whether attacks land one after another.
        pub resolution: Resolution,
        /// Sub-phases of a turn: 1, or 3 with an intent queue (§10).
        pub sub_phases: u8 [1..=3],
        /// Whose Frigates lend fire control.
        pub fcn_sides: Sides,
        /// Whose admirals add to the attack (§8).
        pub admiral_sides: Sides = Sides::PlayerOnly,
        /// Most Frigates that count for one ship and most ships one torpedo splashes, lowest ids first.
        pub adjacency_cap: Option<u8> [0..=100],
        /// Whether ships and carriers fire at what their side does not detect, too (clarification 17).
        pub blind_fire: bool = false,
        /// Whether REARM serves ships that cannot dock, too, if they are beside the carrier.
        pub rearm_beside: bool = true,
        /// What ships do that are out of ammunition with no carrier to rearm at.
        pub dry_ships: DryShips = DryShips::default(),
        /// Whether the log tells every step of every roll.
        pub debug_combat_tracing: bool,
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            single_occupancy: true,
            resolution: Resolution::Sequential,
            sub_phases: 1,
            fcn_sides: Sides::Both,
            admiral_sides: Sides::PlayerOnly,
            adjacency_cap: None,
            blind_fire: false,
            rearm_beside: true,
            dry_ships: DryShips::default(),
            debug_combat_tracing: false,
        }
    }
}

choices! {
    /// What ships do that are out of ammunition with no carrier to rearm at (clarification 17).
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
        /// One after another: who is destroyed shoots no more.
        #[default]
        Sequential,
        /// All together: dying ships still hit.
        Simultaneous,
    }

    /// Which sides something holds for (§1).
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
        /// Three slots, fires all round.
        #[default]
        Small,
        /// Two slots, fires to the front.
        Medium,
    }
}

/// One ship type (§3).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShipType {
    /// Key in mission files, such as `interceptor`.
    pub key: String,
    /// Name shown to people.
    pub name: String,
    /// One sentence for the encyclopedia and inspection.
    pub description: String,
    /// Speed (SPD): initiative and order of moves.
    pub speed: u8,
    /// Attack (ATK).
    pub attack: i16,
    /// Defense (DEF).
    pub defense: i16,
    /// Hull.
    pub hull: u16,
    /// Ammunition, shots.
    pub ammo: u8,
    /// Fuel; unused in battle.
    pub fuel: u8,
    /// Hexes it moves in a turn.
    pub moves: u8,
    /// Hexes it detects others in.
    pub detect: u8,
    /// Size.
    pub size: Size,
    /// Weapon it carries when the mission names none.
    pub weapon: WeaponId,
    /// Types it beats (§7).
    pub beats: Vec<ShipId>,
    /// Whether it may dock.
    pub docks: bool,
    /// Whether it lends fire control (§8).
    pub fire_control: bool,
    /// Whether it fires torpedoes: they pierce and splash (§7).
    pub torpedoes: bool,
    /// Hull it regains each upkeep.
    pub regeneration: u16,
    /// Place in the order of moves with an intent queue, highest first (§10).
    pub queue_speed: u8,
}

/// One carrier (§3).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CarrierKind {
    /// Key in mission files, such as `standard`.
    pub key: String,
    /// Name shown to people.
    pub name: String,
    /// One sentence for the encyclopedia and inspection.
    pub description: String,
    /// Attack (ATK); 0 has no guns.
    pub attack: i16,
    /// Defense (DEF).
    pub defense: i16,
    /// Speed (SPD): hexes it moves as its action.
    pub speed: u8,
    /// Hull.
    pub hull: u16,
    /// Ships that can be docked.
    pub hangar: u8,
    /// Point defense (PD): attackers it shoots down each turn.
    pub point_defense: u8,
    /// Hexes it detects others in.
    pub detect: u8,
    /// Chance in percent that a reinforcement comes after losses (§12).
    pub reinforcement_percent: u8,
    /// Place in the order of moves with an intent queue (§10).
    pub queue_speed: u8,
}

/// One weapon (§9).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weapon {
    /// Key, such as `laser`.
    pub key: String,
    /// Name shown to people.
    pub name: String,
    /// Range in hexes.
    pub range: u8,
    /// Ends of turns it has to wait for after a shot; 0 fires every turn.
    pub cooldown: u8,
}

/// One trait of a ship (§8, §12).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trait {
    /// Key, such as `swarm`.
    pub key: String,
    /// Name shown to people.
    pub name: String,
    /// One sentence for inspection.
    pub description: String,
    /// Added to attack.
    pub attack: i16,
    /// Added to defense.
    pub defense: i16,
    /// Whether both hold only beside a living ally on the board.
    pub needs_ally: bool,
    /// Hull regained each upkeep.
    pub regeneration: u16,
    /// Taken off the first damage of each turn.
    pub first_damage: u16,
    /// Damage to enemies beside it when it dies.
    pub death_damage: u16,
    /// Weights of intents it has instead of the usual ones.
    pub instead: Option<Weights>,
    /// Added to the weights of intents.
    pub weights: Weights,
    /// Percent of the weight to retreat that is left.
    pub retreat_percent: u16,
    /// Whether it attacks nothing but the carrier.
    pub hunts_carrier: bool,
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

/// One perk of pilots (§8).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Perk {
    /// Key, such as `steady_aim`.
    pub key: String,
    /// Name shown to people.
    pub name: String,
    /// One sentence for inspection.
    pub description: String,
    /// Added to attack.
    pub attack: i16,
    /// Added to defense.
    pub defense: i16,
    /// Added to speed.
    pub speed: u8,
    /// Added to the hull.
    pub hull: u16,
    /// Added to the fuel.
    pub fuel: u8,
    /// What a seasoned pilot whose first perk it is can do.
    pub ability: PilotAbility,
}

/// What a seasoned pilot can do (§8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PilotAbility {
    /// Chance in percent of more damage on a damaging hit.
    pub lucky_percent: u8,
    /// That damage.
    pub lucky_damage: u16,
    /// Attacks it evades in a battle.
    pub evades: u8,
    /// Added to initiative in the first turn.
    pub first_initiative: u8,
    /// Added to defense at half the hull or less (Last Stand).
    pub last_stand: i16,
    /// More hexes to move.
    pub moves: u8,
}

impl PilotAbility {
    /// What a pilot can do of whom nothing is known.
    pub const NONE: Self = Self {
        lucky_percent: 0,
        lucky_damage: 0,
        evades: 0,
        first_initiative: 0,
        last_stand: 0,
        moves: 0,
    };
}

/// One ability of an admiral (§8, §11).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdmiralAbility {
    /// Key, such as `desperate`.
    pub key: String,
    /// Name shown to people.
    pub name: String,
    /// One sentence for inspection.
    pub description: String,
    /// Added to the attack of the side's ships.
    pub attack: i16,
    /// If given, only while the ship's hull times this is below its maximum.
    pub below_hull: Option<u16>,
    /// If given, only while the carrier's hull times this is below its maximum.
    pub below_carrier_hull: Option<u16>,
    /// Taken off the battle's first hit on the carrier.
    pub first_hit: u16,
    /// Absorbed of one hit on the carrier, once.
    pub absorbs: u16,
}

/// One upgrade of carriers (§11).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Upgrade {
    /// Key, such as `point_defense`.
    pub key: String,
    /// Name shown to people.
    pub name: String,
    /// One sentence for inspection.
    pub description: String,
    /// Most hull of an attacker that point defense shoots down then.
    pub point_defense_hull: u16,
}

/// What terrain does to ships in it (§8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hazard {
    /// Added to attack.
    pub accuracy: i16,
    /// Added to defense.
    pub defense: i16,
    /// Damage each upkeep.
    pub damage: u16,
}

//! Rule figures and switches of the battlescape.
//!
//! **Invariant:** one RON file holds them all; comments name the section or the switch (C1…) of the
//! reference.

use serde::Deserialize;

use crate::content::declare::{MOST, choices, figures};
use crate::content::sight::SightFigures;
use crate::content::small_map::SmallMap;
use crate::content::terrain::Cover;
use crate::rules::battlescape::content::nerve::{
    EnergyFigures, ExperienceFigures, MoraleFigures, StunFigures, SuppressionFigures,
};
use crate::rules::battlescape::content::{
    ArmorClass, Burn, DamageDice, DamageType, FireMode, WeaponClass,
};

figures! {
    /// Cost and rounds of one mode of a weapon class (§3).
    #[derive(Copy, Hash, Deserialize)]
    pub struct ModeCost {
        /// TU of the attack.
        pub tu: u16 [1..=MOST],
        /// Rounds fired.
        pub rounds: u8 [1..=50],
    }

    /// Accuracy and damage of a mode (§4).
    #[derive(Copy)]
    pub struct ModeFigures {
        /// Added to the chance to hit.
        pub accuracy: i16 [-MOST..=MOST],
        /// Damage percent of step 2.
        pub damage_percent: u16 [0..=MOST],
    }

    /// "Up to this many hexes: this modifier" (§4).
    #[derive(Copy)]
    pub struct RangeBand {
        /// Last hex of the band.
        pub to: u8 [1..=255],
        /// Added to the chance to hit.
        pub modifier: i16 [-MOST..=MOST],
    }

    /// Rule figures and switches of the battlescape; one RON file, every field may be overridden by a
    /// mission. Comments name the section or the switch (C1…) of the reference.
    pub struct Figures {
        /// §3.
        pub tu: TimeUnitFigures,
        /// §3: costs and rounds by class and mode.
        pub attack: SmallMap<WeaponClass, SmallMap<FireMode, ModeCost>>,
        /// §4: modes.
        pub modes: SmallMap<FireMode, ModeFigures>,
        /// §4: range bands by class; melee has none.
        pub bands: SmallMap<WeaponClass, Vec<RangeBand>>,
        /// §4.
        pub to_hit: ToHitFigures,
        /// §5.
        pub damage: DamageFigures,
        /// §6.
        pub sight: SightFigures,
        /// §6, C1–C4, C7.
        pub cover: CoverFigures,
        /// §8.
        pub status: StatusFigures,
        /// §9.
        pub morale: MoraleFigures,
        /// §7.
        pub suppression: SuppressionFigures,
        /// §8, C23.
        pub stun: StunFigures,
        /// §8, C25.
        pub energy: EnergyFigures,
        /// §5, §15.4: explosions.
        pub blast: BlastFigures,
        /// §5, §15.3: chemical hits.
        pub area: AreaFigures,
        /// §12.
        pub psi: PsiFigures,
        /// §6.
        pub noise: NoiseFigures,
        /// §12, §15.14.
        pub throw: ThrowFigures,
        /// C36.
        pub item_use: ItemUse,
        /// §5, C16.
        pub ricochet: RicochetFigures,
        /// §5, §10: poison of chemical hits, clouds and acid.
        pub poison: PoisonFigures,
        /// §2.
        pub experience: ExperienceFigures,
        /// §10.
        pub environment: EnvironmentFigures,
        /// Ours: squad equipment on offer. Older saves lack these figures.
        pub requisition: RequisitionFigures = RequisitionFigures::default(),
    }

    /// Squad equipment on offer before a battle (ours).
    #[derive(Default)]
    pub struct RequisitionFigures {
        /// Credits the equipment may cost beyond what the mission gave the squad.
        pub credits: u16 [0..=60_000],
        /// Keys of weapons on offer.
        pub weapons: Vec<String>,
        /// Keys of suits on offer.
        pub suits: Vec<String>,
        /// Keys of items on offer.
        pub items: Vec<String>,
    }

    /// Explosions (§5, §15.4).
    pub struct BlastFigures {
        /// Percent of damage lost per ring.
        pub ring_percent: u16 [0..=100],
        /// Critical multiplier in the center, percent.
        pub crit_percent: u16 [0..=MOST],
        /// Share of the center's critical damage in ring 1, percent.
        pub splash_percent: u16 [0..=MOST],
        /// Damage to terrain, percent.
        pub terrain_percent: u16 [0..=MOST],
        /// Largest scatter of a miss, hexes.
        pub scatter: u8 [1..=2],
    }

    /// Chemical hits (§5, §15.3).
    pub struct AreaFigures {
        /// Rings around the hex that is hit.
        pub radius: u8 [0..=6],
        /// Percent of damage lost per ring.
        pub ring_percent: u16 [0..=100],
        /// Largest scatter of a miss, hexes.
        pub scatter: u8 [1..=2],
        /// Turns the cloud lasts.
        pub cloud_turns: u8 [0..=100],
    }

    /// Resistance to psi (§12).
    pub struct PsiFigures where min <= max {
        /// Chance between adjacent equals, percent.
        pub base: i32 [-MOST..=MOST],
        /// Chance lost per hex.
        pub per_hex: i32 [-MOST..=MOST],
        /// Smallest chance.
        pub min: i32 [0..=100],
        /// Largest chance.
        pub max: i32 [0..=100],
    }

    /// Distance at which sounds are heard, hexes (§6).
    pub struct NoiseFigures {
        /// Shots, by weapon class.
        pub weapons: SmallMap<WeaponClass, u8> [0..=255],
        /// Grenades that do not explode.
        pub grenade: u8 [0..=255],
        /// Explosions.
        pub blast: u8 [0..=255],
        /// A step.
        pub walk: u8 [0..=255],
        /// A running step.
        pub run: u8 [0..=255],
        /// Crouched and crawling steps, percent of a step.
        pub low_percent: u16 [0..=MOST],
        /// Largest error of the marker, hexes.
        pub off: u8 [0..=50],
    }

    /// Throws (§12, §15.14).
    pub struct ThrowFigures {
        /// Base throwing range, hexes.
        pub reach: u16 [0..=100],
        /// Strength per additional hex.
        pub strength_step: u16 [1..=MOST],
    }

    /// Kinetic misses (§5, §15.20).
    pub struct RicochetFigures {
        /// Chance in percent; 0 switches ricochets off (C16).
        pub chance: u8 [0..=100],
        /// Damage percent, after mode and strength.
        pub percent: u16 [0..=MOST],
    }

    /// Poison (§5).
    pub struct PoisonFigures {
        /// Dice per turn.
        pub dice: DamageDice,
        /// Turns it lasts.
        pub turns: u8 [0..=20],
    }

    /// Time units (§3).
    pub struct TimeUnitFigures {
        /// Pool at turn start, before carried TU.
        pub per_turn: u16 [1..=MOST],
        /// Maximum TU carried over (C20).
        pub carry_max: u16 [0..=MOST],
        /// Walking one plain hex.
        pub walk: u16 [1..=MOST],
        /// Running one hex, whatever its terrain (C19).
        pub run: u16 [1..=MOST],
        /// Terrain that costs more than this cannot be run over, percent of a plain hex (§15.11).
        pub run_roughest: u16 [0..=MOST],
        /// Minimum length of a run, hexes.
        pub run_least: u16 [0..=100],
        /// Surcharge of sneaking or crawling, per hex (§15.11).
        pub low: u16 [0..=MOST],
        /// One step out of contact with an enemy, without reactions.
        pub disengage: u16 [1..=MOST],
        /// Going prone.
        pub go_prone: u16 [1..=MOST],
        /// Turning by 60°.
        pub turn: u16 [1..=MOST],
        /// Surcharge per level up, percent of `walk`.
        pub climb_percent: u16 [0..=MOST],
        /// Take Cover.
        pub take_cover: u16 [1..=MOST],
        /// Standing up, from the ground or the Take Cover stance.
        pub stand: u16 [1..=MOST],
        /// Reload.
        pub reload: u16 [1..=MOST],
        /// Ready suppression.
        pub ready_suppression: u16 [1..=MOST],
        /// Using an item; priming and throwing a grenade.
        pub use_item: u16 [1..=MOST],
        /// Throwing a primed grenade, or tossing an item to a comrade.
        pub throw: u16 [1..=MOST],
        /// Priming a grenade to throw it in a later turn.
        pub prime: u16 [1..=MOST],
        /// Switching weapons; picking up and dropping items.
        pub switch: u16 [1..=MOST],
        /// Interacting with something next to the unit.
        pub interact: u16 [1..=MOST],
        /// Ready reaction fire.
        pub ready: u16 [1..=MOST],
        /// Opening or closing a door.
        pub door: u16 [1..=MOST],
        /// Leaving the map from an exit hex.
        pub leave: u16 [0..=MOST],
        /// Second and later reaction shots, from carried TU.
        pub reaction_later: u16 [1..=MOST],
        /// Minimum chance to hit for reaction fire, percent. Older saves lack it.
        pub reaction_least: u8 [0..=100] = 0,
        /// C22: who fires when an enemy steps or acts.
        pub reaction: ReactionRule,
        /// C24: whether units act in the order of their squad only.
        pub strict_order: bool,
        /// Whether a move stops when an enemy comes into its side's sight (ours), because the order was
        /// given without knowing of that enemy.
        pub contact_ends_walk: bool,
    }
}

impl TimeUnitFigures {
    /// Returns the most TU a pool ever holds (§15.24).
    pub fn pool_max(&self) -> u16 {
        self.per_turn.saturating_add(self.carry_max)
    }
}

choices! {
    /// Who fires when an enemy steps or acts (C22).
    pub enum ReactionRule {
        /// Units that paid for overwatch: the first shot is free, later ones cost carried TU (default).
        Prepaid,
        /// Units with the TU for a snap shot and at least the mover's score: Reactions ×
        /// TU ÷ full TU.
        Score,
    }

    /// What using an item costs (C36).
    pub enum ItemUse {
        /// One charge; the item is gone with the last one (default).
        Charges,
        /// The item itself.
        Once,
    }
}

figures! {
    /// Chance to hit (§4).
    pub struct ToHitFigures where min <= max {
        /// Smallest chance, percent.
        pub min: i16 [0..=100],
        /// Largest chance, percent.
        pub max: i16 [0..=100],
        /// Half cover.
        pub half_cover: i16 [-MOST..=MOST],
        /// Full cover.
        pub full_cover: i16 [-MOST..=MOST],
        /// From the side (C5).
        pub side_arc: i16 [-MOST..=MOST],
        /// From the rear (C5).
        pub rear_arc: i16 [-MOST..=MOST],
        /// Attacker stands higher.
        pub height_advantage: i16 [-MOST..=MOST],
        /// Attacker stands lower.
        pub height_disadvantage: i16 [-MOST..=MOST],
        /// Reaction shot.
        pub reaction: i16 [-MOST..=MOST],
        /// Attacker is Critical.
        pub critical_status: i16 [-MOST..=MOST],
        /// Aimed at the head.
        pub headshot: i16 [-MOST..=MOST],
        /// Attacker ran this turn.
        pub ran: i16 [-MOST..=MOST],
        /// Target has run since its last turn.
        pub target_ran: i16 [-MOST..=MOST],
        /// Target lies prone, far enough away for that to help.
        pub target_prone: i16 [-MOST..=MOST],
        /// Distance from which being prone helps, hexes.
        pub prone_from: u16 [0..=MOST],
        /// Prone attacker takes aim.
        pub prone_aimed: i16 [-MOST..=MOST],
        /// Each smoke hex on the line.
        pub smoke_each: i16 [-MOST..=MOST],
        /// Largest penalty for smoke.
        pub smoke_most: i16 [-MOST..=MOST],
        /// Each tree on the line.
        pub tree_each: i16 [-MOST..=MOST],
        /// The target does not see the attacker.
        pub unseen_attacker: i16 [-MOST..=MOST],
        /// Fired at a hex where an unseen unit may be.
        pub blind: i16 [-MOST..=MOST],
    }
}

choices! {
    /// When the critical multiplier applies (C11).
    pub enum CritStage {
        /// After armor (default).
        AfterArmor,
        /// Before armor.
        BeforeArmor,
    }

    /// When the damage matrix applies (C12).
    pub enum MatrixStage {
        /// Before armor (default).
        BeforeArmor,
        /// After armor.
        AfterArmor,
    }
}

figures! {
    /// Figures of a damage type (§5).
    pub struct TypeFigures {
        /// Armor rating percent (C8, C9).
        pub ar_percent: u16 [0..=MOST],
        /// Effect of a hit.
        pub burn: Option<Burn>,
    }

    /// Damage (§5).
    pub struct DamageFigures {
        /// Damage percent from the side.
        pub side_arc_percent: u16 [0..=MOST],
        /// Damage percent from the rear.
        pub rear_arc_percent: u16 [0..=MOST],
        /// Damage percent against half cover.
        pub half_cover_percent: u16 [0..=MOST],
        /// Damage percent against full cover.
        pub full_cover_percent: u16 [0..=MOST],
        /// AR bonus of Take Cover behind half cover.
        pub stance_half: u16 [0..=MOST],
        /// AR bonus of Take Cover behind full cover.
        pub stance_full: u16 [0..=MOST],
        /// Strength above which the bonus starts.
        pub strength_base: u16 [0..=MOST],
        /// Strength per point of bonus (C13).
        pub strength_step: u16 [1..=MOST],
        /// Damage of a blocked hit (C10).
        pub blocked: u16 [0..=MOST],
        /// Base critical chance, percent.
        pub crit_base: u16 [0..=100],
        /// Final hit chance per further percent of critical chance.
        pub crit_step: u16 [1..=MOST],
        /// Critical multiplier, percent.
        pub crit_percent: u16 [0..=MOST],
        /// Critical multiplier of a shot at the head, percent.
        pub crit_headshot_percent: u16 [0..=MOST],
        /// Added to the chance of a critical hit by a shot at the head, percent. Older saves lack it.
        pub crit_headshot_chance: u16 [0..=100] = 0,
        /// Damage added from higher ground and removed from lower ground, percent (C34).
        pub height_percent: u16 [0..=100],
        /// Whether ammunition has effects of its own (C15).
        pub ammo_effects: bool,
        /// C11.
        pub crit_stage: CritStage,
        /// C12.
        pub matrix_stage: MatrixStage,
        /// AR percent against a rear hit (C6).
        pub rear_armor_percent: u16 [0..=MOST],
        /// Types.
        pub types: SmallMap<DamageType, TypeFigures>,
        /// Matrix in percent: target class, then damage type.
        pub matrix: SmallMap<ArmorClass, SmallMap<DamageType, u16>> [0..=MOST],
    }
}

choices! {
    /// What cover does to damage (C1).
    pub enum CoverDamage {
        /// Percent by the cover left after the arc step (default).
        Percent,
        /// Percent by the target's cover and the arc of the attack, without a step.
        Facing,
        /// Nothing.
        None,
    }
}

figures! {
    /// Which of the source's layers of cover count (C1).
    pub struct CoverLayers {
        /// Whether cover lowers the chance to hit.
        pub accuracy: bool,
        /// What it does to damage.
        pub damage: CoverDamage,
        /// Whether Take Cover adds to armor.
        pub stance: bool,
    }

    /// Damage percent by cover and arc, for [`CoverDamage::Facing`] (C1).
    pub struct FacingPercent {
        /// From the front.
        pub front: u16 [0..=MOST],
        /// From the side.
        pub side: u16 [0..=MOST],
        /// From the rear.
        pub rear: u16 [0..=MOST],
    }
}

choices! {
    /// What full cover does to a hit from the front (C2).
    pub enum FullFront {
        /// The percent of full cover (default).
        Halve,
        /// No damage at all.
        Immune,
    }

    /// What a side attack does to cover (C3).
    pub enum SideCover {
        /// Full becomes half, half becomes none (default).
        StepDown,
        /// Full becomes half; half stays.
        Halve,
        /// Nothing changes.
        Keep,
        /// No cover.
        None,
    }
}

figures! {
    /// Cover (§6).
    pub struct CoverFigures where front_degrees <= side_degrees {
        /// C1.
        pub layers: CoverLayers,
        /// C1: percent of damage by cover and arc, where `layers.damage` is `Facing`.
        pub facing: SmallMap<Cover, FacingPercent>,
        /// C2.
        pub full_front: FullFront,
        /// C3.
        pub side: SideCover,
        /// C4: full cover stance forbids shooting until the unit stands.
        pub full_blocks_fire: bool,
        /// C7: largest angle from the facing that is still front, degrees.
        pub front_degrees: u16 [0..=180],
        /// C7: largest angle that is still side, degrees.
        pub side_degrees: u16 [0..=180],
        /// C37: Take Cover may include one step.
        pub step: bool,
    }

    /// Status (§8).
    pub struct StatusFigures where critical_at_percent <= wounded_at_percent {
        /// Wounded at or below this percent of full health.
        pub wounded_at_percent: u16 [0..=100],
        /// Critical at or below this percent.
        pub critical_at_percent: u16 [0..=100],
        /// Path cost percent while Wounded.
        pub wounded_path_percent: u16 [100..=MOST],
        /// Path cost percent while Critical.
        pub critical_path_percent: u16 [100..=MOST],
    }

    /// Environment (§10).
    pub struct EnvironmentFigures {
        /// Chance that a burning hex ignites a neighbor, percent.
        pub fire_spread: u8 [0..=100],
        /// Turns a hex burns.
        pub fire_turns: u8 [0..=100],
        /// Damage of fire on entry and per turn.
        pub fire_damage: u16 [0..=MOST],
        /// Smoke density caused by fire.
        pub fire_smoke: u8 [0..=3],
        /// Smoke lost per turn.
        pub smoke_decay: u8 [0..=3],
        /// Fall damage per level beyond the first.
        pub fall_per_level: u16 [0..=MOST],
    }
}

//! Rule figures and switches of the battlescape.
//!
//! **Invariant:** one RON file holds them all; comments name the section or the switch (C1…) of the
//! reference.

use crate::{
    content::{sight::SightFigures, table::Table, terrain::Cover},
    rules::battlescape::content::{
        ArmorClass, Burn, DamageDice, DamageType, FireMode, WeaponClass,
        nerve::{EnergyFigures, ExperienceFigures, MoraleFigures, StunFigures, SuppressionFigures},
    },
};

use serde::{Deserialize, Serialize};

/// Cost and rounds of one mode of a weapon class (§3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModeCost {
    /// TU of the attack.
    pub tu: u16,
    /// Rounds fired.
    pub rounds: u8,
}

/// Accuracy and damage of a mode (§4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModeFigures {
    /// Added to the chance to hit.
    pub accuracy: i16,
    /// Damage percent of step 2.
    pub damage_percent: u16,
}

/// "Up to this many hexes: this modifier" (§4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RangeBand {
    /// Last hex of the band.
    pub to: u8,
    /// Added to the chance to hit.
    pub modifier: i16,
}

/// Rule figures and switches of the battlescape; one RON file, every field may be overridden by a
/// mission. Comments name the section or the switch (C1…) of the reference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// §3.
    pub tu: TimeUnitFigures,
    /// §3: costs and rounds by class and mode.
    pub attack: Table<WeaponClass, Table<FireMode, ModeCost>>,
    /// §4: modes.
    pub modes: Table<FireMode, ModeFigures>,
    /// §4: range bands by class; melee has none.
    pub bands: Table<WeaponClass, Vec<RangeBand>>,
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
    /// Ours: what a player may fit the squad out with. Older saves have no such figures.
    #[serde(default)]
    pub requisition: RequisitionFigures,
}

/// What a player may fit the squad out with before a battle (ours).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequisitionFigures {
    /// Credits that the kit may cost beyond what the mission gave the squad.
    pub credits: u16,
    /// Keys of weapons on offer.
    pub weapons: Vec<String>,
    /// Keys of suits on offer.
    pub suits: Vec<String>,
    /// Keys of things on offer.
    pub items: Vec<String>,
}

/// Explosions (§5, §15.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlastFigures {
    /// Percent of damage lost per ring.
    pub ring_percent: u16,
    /// Critical multiplier in the center, percent.
    pub crit_percent: u16,
    /// Share of the center's critical damage in ring 1, percent.
    pub splash_percent: u16,
    /// Damage to terrain, percent.
    pub terrain_percent: u16,
    /// Most hexes a miss scatters.
    pub scatter: u8,
}

/// Chemical hits (§5, §15.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaFigures {
    /// Rings around the hex struck.
    pub radius: u8,
    /// Percent of damage lost per ring.
    pub ring_percent: u16,
    /// Most hexes a miss scatters.
    pub scatter: u8,
    /// Turns the cloud hangs over the hexes.
    pub cloud_turns: u8,
}

/// Resistance to psi (§12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PsiFigures {
    /// Chance of equals next to each other, percent.
    pub base: i32,
    /// Chance lost per hex.
    pub per_hex: i32,
    /// Smallest chance.
    pub min: i32,
    /// Largest chance.
    pub max: i32,
}

/// How far things are heard, hexes (§6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoiseFigures {
    /// Shots, by weapon class.
    pub weapons: Table<WeaponClass, u8>,
    /// Grenades that do not explode.
    pub grenade: u8,
    /// Explosions.
    pub blast: u8,
    /// A step.
    pub walk: u8,
    /// A running step.
    pub run: u8,
    /// Crouched and crawling steps, percent of a step.
    pub low_percent: u16,
    /// Most hexes the marker is off.
    pub off: u8,
}

/// Throws (§12, §15.14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThrowFigures {
    /// Hexes anybody throws.
    pub reach: u16,
    /// Strength per further hex.
    pub strength_step: u16,
}

/// Kinetic misses (§5, §15.20).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RicochetFigures {
    /// Chance in percent; 0 switches ricochets off (C16).
    pub chance: u8,
    /// Damage percent, after mode and strength.
    pub percent: u16,
}

/// Poison (§5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoisonFigures {
    /// Dice per turn.
    pub dice: DamageDice,
    /// Turns it lasts.
    pub turns: u8,
}

/// Time units (§3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeUnitFigures {
    /// Pool at turn start, before carried TU.
    pub per_turn: u16,
    /// Most TU carried over (C20).
    pub carry_max: u16,
    /// Walking one plain hex.
    pub walk: u16,
    /// Running one hex, whatever its terrain (C19).
    pub run: u16,
    /// Terrain dearer than this cannot be run over, percent of a plain hex (§15.11).
    pub run_roughest: u16,
    /// Least hexes of a run.
    pub run_least: u16,
    /// Surcharge of walking crouched or crawling on one's belly, a hex (§15.11).
    pub low: u16,
    /// One step out of contact with an enemy, without reactions.
    pub disengage: u16,
    /// Going prone.
    pub go_prone: u16,
    /// Turning by 60°.
    pub turn: u16,
    /// Surcharge per level up, percent of `walk`.
    pub climb_percent: u16,
    /// Take Cover.
    pub take_cover: u16,
    /// Standing up, from the ground or the Take Cover stance.
    pub stand: u16,
    /// Reload.
    pub reload: u16,
    /// Ready suppression.
    pub ready_suppression: u16,
    /// Using an item; priming and throwing a grenade.
    pub use_item: u16,
    /// Throwing what is primed, or tossing anything to somebody.
    pub throw: u16,
    /// Priming a grenade to throw it in a later turn.
    pub prime: u16,
    /// Taking another weapon in hand; picking up and dropping things.
    pub switch: u16,
    /// Interacting with something next to the unit.
    pub interact: u16,
    /// Ready reaction fire.
    pub ready: u16,
    /// Opening or closing a door.
    pub door: u16,
    /// Leaving the map from an exit hex.
    pub leave: u16,
    /// Second and later reaction shots, from carried TU.
    pub reaction_later: u16,
    /// Reaction fire is held where it would hit less often than in so many percent. Older saves have none.
    #[serde(default)]
    pub reaction_least: u8,
    /// C22: who fires when an enemy steps or acts.
    pub reaction: ReactionRule,
    /// C24: whether units act in the order of their squad only.
    pub strict_order: bool,
    /// Whether a walk ends where it brings an enemy into its side's sight (ours): what the player
    /// ordered, it ordered without knowing of that enemy.
    pub contact_ends_walk: bool,
}

impl TimeUnitFigures {
    /// Returns the most TU a pool ever holds (§15.24).
    pub fn pool_max(&self) -> u16 {
        self.per_turn.saturating_add(self.carry_max)
    }
}

/// Who fires when an enemy steps or acts (C22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReactionRule {
    /// Who paid to be ready: the first shot is free, later ones cost carried TU (default).
    Prepaid,
    /// Whoever carries the TU of a snap shot and has a score of at least the mover's: Reactions ×
    /// TU ÷ full TU.
    Score,
}

/// What becomes of an item that is used (C36).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ItemUse {
    /// It loses a charge and is gone with the last one (default).
    Charges,
    /// It is gone at once.
    Once,
}

/// Chance to hit (§4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToHitFigures {
    /// Smallest chance, percent.
    pub min: i16,
    /// Largest chance, percent.
    pub max: i16,
    /// Half cover.
    pub half_cover: i16,
    /// Full cover.
    pub full_cover: i16,
    /// From the side (C5).
    pub side_arc: i16,
    /// From the rear (C5).
    pub rear_arc: i16,
    /// Attacker stands higher.
    pub height_advantage: i16,
    /// Attacker stands lower.
    pub height_disadvantage: i16,
    /// Reaction shot.
    pub reaction: i16,
    /// Attacker is Critical.
    pub critical_status: i16,
    /// Aimed at the head.
    pub headshot: i16,
    /// Attacker ran this turn.
    pub ran: i16,
    /// Target has run since its last turn.
    pub target_ran: i16,
    /// Target lies prone, at least `prone_from` hexes away.
    pub target_prone: i16,
    /// Hexes from which lying prone helps.
    pub prone_from: u16,
    /// Prone attacker takes aim.
    pub prone_aimed: i16,
    /// Each smoke hex on the line.
    pub smoke_each: i16,
    /// Most that smoke takes off.
    pub smoke_most: i16,
    /// Each tree on the line.
    pub tree_each: i16,
    /// The target does not see the attacker.
    pub unseen_attacker: i16,
    /// Fired at a hex, at whoever may stand there unseen.
    pub blind: i16,
}

/// When the critical multiplier applies (C11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CritStage {
    /// After armor (default).
    AfterArmor,
    /// Before armor.
    BeforeArmor,
}

/// When the damage matrix applies (C12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MatrixStage {
    /// Before armor (default).
    BeforeArmor,
    /// After armor.
    AfterArmor,
}

/// Figures of a damage type (§5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeFigures {
    /// Armor rating percent (C8, C9).
    pub ar_percent: u16,
    /// Effect of a hit.
    #[serde(default)]
    pub burn: Option<Burn>,
}

/// Damage (§5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamageFigures {
    /// Damage percent from the side.
    pub side_arc_percent: u16,
    /// Damage percent from the rear.
    pub rear_arc_percent: u16,
    /// Damage percent against half cover.
    pub half_cover_percent: u16,
    /// Damage percent against full cover.
    pub full_cover_percent: u16,
    /// AR bonus of Take Cover behind half cover.
    pub stance_half: u16,
    /// AR bonus of Take Cover behind full cover.
    pub stance_full: u16,
    /// Strength above which the bonus starts.
    pub strength_base: u16,
    /// Strength per point of bonus (C13).
    pub strength_step: u16,
    /// Damage of a blocked hit (C10).
    pub blocked: u16,
    /// Base critical chance, percent.
    pub crit_base: u16,
    /// Final hit chance per further percent of critical chance.
    pub crit_step: u16,
    /// Critical multiplier, percent.
    pub crit_percent: u16,
    /// Critical multiplier of a shot at the head, percent.
    pub crit_headshot_percent: u16,
    /// Added to the chance of a critical hit by a shot at the head, percent. Older saves have none.
    #[serde(default)]
    pub crit_headshot_chance: u16,
    /// Damage percent added from higher ground and taken off from lower ground (C34).
    pub height_percent: u16,
    /// Whether ammunition brings effects of its own (C15).
    pub ammo_effects: bool,
    /// C11.
    pub crit_stage: CritStage,
    /// C12.
    pub matrix_stage: MatrixStage,
    /// AR percent against a rear hit (C6).
    pub rear_armor_percent: u16,
    /// Types.
    pub types: Table<DamageType, TypeFigures>,
    /// Matrix in percent: target class, then damage type.
    pub matrix: Table<ArmorClass, Table<DamageType, u16>>,
}

/// What cover does to damage (C1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CoverDamage {
    /// Percent by the cover that is left after the arc step (default).
    Percent,
    /// Percent by the target's cover and the arc of the attack, without a step.
    Facing,
    /// Nothing.
    None,
}

/// Which of the source's layers of cover count (C1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverLayers {
    /// Whether cover lowers the chance to hit.
    pub accuracy: bool,
    /// What it does to damage.
    pub damage: CoverDamage,
    /// Whether Take Cover adds to armor.
    pub stance: bool,
}

/// Damage percent by cover and arc, for [`CoverDamage::Facing`] (C1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FacingPercent {
    /// From the front.
    pub front: u16,
    /// From the side.
    pub side: u16,
    /// From the rear.
    pub rear: u16,
}

/// What full cover does to a hit from the front (C2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FullFront {
    /// The percent of full cover (default).
    Halve,
    /// No damage at all.
    Immune,
}

/// What a side attack does to cover (C3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// Cover (§6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverFigures {
    /// C1.
    pub layers: CoverLayers,
    /// C1: percent of damage by cover and arc, where `layers.damage` is `Facing`.
    pub facing: Table<Cover, FacingPercent>,
    /// C2.
    pub full_front: FullFront,
    /// C3.
    pub side: SideCover,
    /// C4: full cover stance forbids shooting until the unit stands.
    pub full_blocks_fire: bool,
    /// C7: largest angle from the facing that is still front, degrees.
    pub front_degrees: u16,
    /// C7: largest angle that is still side, degrees.
    pub side_degrees: u16,
    /// C37: Take Cover may include one step.
    pub step: bool,
}

/// Status (§8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatusFigures {
    /// Wounded at or below this percent of full health.
    pub wounded_at_percent: u16,
    /// Critical at or below this percent.
    pub critical_at_percent: u16,
    /// Path cost percent while Wounded.
    pub wounded_path_percent: u16,
    /// Path cost percent while Critical.
    pub critical_path_percent: u16,
}

/// Environment (§10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnvironmentFigures {
    /// Chance that a burning hex ignites a neighbor, percent.
    pub fire_spread: u8,
    /// Turns a hex burns.
    pub fire_turns: u8,
    /// Damage of fire on entry and per turn.
    pub fire_damage: u16,
    /// Smoke density fire makes.
    pub fire_smoke: u8,
    /// Smoke lost per turn.
    pub smoke_decay: u8,
    /// Fall damage per level beyond the first.
    pub fall_per_level: u16,
}

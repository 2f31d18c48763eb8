//! Components of a battlescape unit and all of them as one value.
//!
//! **Invariant:** [`UnitState`] holds every component that can change, so that snapshot and
//! fingerprint miss nothing; only where walks began stays out of fingerprints, since no rule asks for it.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::grid::{Direction, TileId};
use crate::battle::ranks::Ranks;
use crate::battle::state::{UnitParts, unit_state};
use crate::battle::unit::{self, Facing, Health, Position, Presence, Side, UnitId, Units, Vision};
use crate::content::Catalog;
use crate::content::declare::choices;
use crate::content::terrain::Cover;
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::content::{
    Armor, BattlescapeContent, DamageDice, Figures, SuitId, UnitKind, UnitKindId, Weapon, WeaponId,
};
use crate::rules::battlescape::gear::Pack;
use crate::rules::battlescape::nerve::{Energy, Nerve, Shock, is_conscious};

/// Kind of a unit.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Kind(pub UnitKindId);

/// Time units (§3).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TimeUnits {
    /// Left this turn.
    pub now: u16,
    /// Carried from the last own phase; pays later reaction shots and adds to the next pool.
    pub carried: u16,
}

/// Weapon in hand.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arms {
    /// The weapon.
    pub weapon: WeaponId,
    /// Rounds in its magazine.
    pub rounds: u16,
    /// Rounds carried besides.
    pub spare: u16,
}

/// Suit worn over or instead of the built-in armor.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Worn(pub Option<SuitId>);

/// Take Cover stance (§3, §5, §6); `Cover::None` is standing in the open.
///
/// The level is that of the obstacle on the chosen side when the stance was taken.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stance(pub Cover);

/// How a unit holds itself and moved last.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Footing {
    /// Whether it lies prone.
    pub prone: bool,
    /// Whether it has run since its turn began.
    pub ran: bool,
    /// Hexes moved since its turn began.
    pub moved: u8,
    /// Hexes that its walks of this turn began on since it attacked, the latest first. Older saves have
    /// none.
    #[serde(default)]
    pub left: [Option<TileId>; WALKS_KEPT],
}

/// Where walks began follows from the orders, and no rule asks for it: fingerprints do without, so that
/// journals of before keep theirs.
impl Hash for Footing {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Self {
            prone,
            ran,
            moved,
            left: _,
        } = self;
        (prone, ran, moved).hash(hasher);
    }
}

/// Walks of a turn whose beginnings are kept.
pub const WALKS_KEPT: usize = 3;

impl Footing {
    /// Keeps the hex that a walk begins on.
    pub fn set_out(&mut self, from: TileId) {
        self.left.rotate_right(1);
        self.left[0] = Some(from);
    }
}

/// Readied reaction fire (§7).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Readiness {
    /// Whether the unit paid for it this turn.
    pub ready: bool,
    /// Reaction shots fired since.
    pub shots: u8,
    /// Readied suppression.
    pub suppression: Suppression,
}

choices! {
    /// Readied suppression: doubles the points of the next turn's burst or auto (§7).
    #[derive(Default)]
    pub enum Suppression {
        /// Not readied.
        #[default]
        No,
        /// For the next turn.
        Next,
        /// For the first burst or auto of this turn.
        Now,
    }
}

/// Damage over time (§5): the heaviest burn the unit has.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Burning(pub Option<BurnLeft>);

/// A burn and how long it still lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BurnLeft {
    /// Dice per resolution.
    pub dice: DamageDice,
    /// Resolutions left.
    pub turns: u8,
    /// Who is to blame, if a unit is.
    #[serde(default)]
    pub by: Option<UnitId>,
}

/// Poison (§5): the heaviest the unit has.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Poison(pub Option<BurnLeft>);

/// Whom a unit obeys: its own side, or for a turn that of a psion.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Loyalty {
    /// The side it belongs to.
    pub home: Side,
    /// Who controls it, and for which side.
    pub caster: Option<UnitId>,
    /// The side it obeys.
    pub side: Side,
}

/// Whether the unit's activation was ended by its player.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ended(pub bool);

unit_state! {
    /// Every changing component of one unit.
    #[derive(Copy, Default)]
    pub struct UnitState {
        /// Hex, or the last one.
        pub tile: TileId as Position,
        /// On the board, escaped or dead.
        pub presence: Presence,
        /// Facing.
        pub facing: Direction as Facing,
        /// Hit points.
        pub health: Health,
        /// Time units.
        pub tu: TimeUnits,
        /// Weapon.
        pub arms: Arms,
        /// Take Cover stance.
        pub stance: Stance,
        /// Posture and gait.
        pub footing: Footing,
        /// Reaction fire.
        pub readiness: Readiness,
        /// Damage over time.
        pub burning: Burning,
        /// Poison.
        pub poison: Poison,
        /// Morale and suppression.
        pub nerve: Nerve,
        /// Stun.
        pub shock: Shock,
        /// Energy.
        pub energy: Energy,
        /// What it carries.
        pub pack: Pack,
        /// Whom it obeys.
        pub loyalty: Loyalty,
        /// Activation ended.
        pub ended: Ended,
    }
}

impl UnitState {
    /// Returns the state of a unit: that of the last order, or if it was written since, what its components
    /// hold.
    ///
    /// # Panics
    /// If the unit lacks one.
    pub fn now(units: Units, id: UnitId) -> Self {
        let ranks = units.world().get_resource::<Ranks<Battlescape>>();
        let known = ranks.and_then(|ranks| ranks.get(units.roster(), id));
        known.map_or_else(|| Self::of(units, id), |state| *state)
    }

    /// Returns how many hexes the unit may still move if it is Suppressed.
    pub fn steps_left(&self, figures: &Figures) -> Option<u8> {
        (self.nerve.suppressed > 0).then(|| steps_of(figures, self.footing))
    }

    /// Whether the unit is conscious and its activation not ended.
    pub fn can_act(&self) -> bool {
        !self.ended.0 && is_conscious(self.health, self.shock)
    }

    /// Writes the components of a unit (set-up and snapshot restore).
    pub fn write(&self, world: &mut World, id: UnitId) {
        self.insert(world, id);
        unit::enlist(world, id, self.loyalty.side);
        settle_senses(world, id);
    }
}

/// Status by health (§8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// Above the Wounded threshold.
    Fit,
    /// Path cost ×1.10.
    Wounded,
    /// Path cost ×1.25, accuracy −30.
    Critical,
}

impl Condition {
    /// Judges hit points by the thresholds of §8.
    pub fn of(health: Health, figures: &Figures) -> Self {
        let percent = u32::from(health.now) * 100;
        let at = |threshold: u16| percent <= u32::from(threshold) * u32::from(health.max);
        if at(figures.status.critical_at_percent) {
            Self::Critical
        } else if at(figures.status.wounded_at_percent) {
            Self::Wounded
        } else {
            Self::Fit
        }
    }

    /// Path cost factor in percent.
    pub fn path_percent(self, figures: &Figures) -> u32 {
        match self {
            Self::Fit => 100,
            Self::Wounded => u32::from(figures.status.wounded_path_percent),
            Self::Critical => u32::from(figures.status.critical_path_percent),
        }
    }
}

/// Conditions a mission is fought under.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Conditions {
    /// Whether it is night.
    pub night: bool,
    /// Who has the first phase of each turn.
    pub first: Side,
}

/// Kinds and suits of all units, which never change; for code that asks for those of many.
#[derive(Resource, Clone, Debug, Default)]
pub struct Makeups(pub Vec<(Kind, Worn)>);

impl Makeups {
    /// Returns the definition of a unit's kind.
    pub fn kind<'c>(&self, content: &'c BattlescapeContent, id: UnitId) -> &'c UnitKind {
        content.unit(self.0[id.index()].0.0)
    }

    /// Returns the protection of a unit.
    pub fn armor(&self, content: &BattlescapeContent, id: UnitId) -> Armor {
        protection(content, self.kind(content, id), self.0[id.index()].1)
    }
}

/// The battlescape content in force (mission overrides applied).
#[derive(Resource, Clone, Debug)]
pub struct Rulebook {
    catalog: Arc<Catalog>,
    /// The squads' part of it, looked up once.
    content: Arc<BattlescapeContent>,
}

impl Rulebook {
    /// Has the rules of a catalog in force.
    pub fn new(catalog: Arc<Catalog>) -> Self {
        Self {
            content: catalog.share_part(),
            catalog,
        }
    }

    /// Returns all content, terrain among it.
    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// Returns units, weapons, suits and figures.
    pub fn content(&self) -> &BattlescapeContent {
        &self.content
    }

    /// Returns the rule figures.
    pub fn figures(&self) -> &Figures {
        &self.content.figures
    }
}

/// Writes the vision a unit has by its kind, weapon and consciousness; returns whether it changed.
pub fn settle_senses(world: &mut World, id: UnitId) -> bool {
    let senses = match is_conscious(*unit::part(world, id), *unit::part(world, id)) {
        true => sight(world, id),
        false => Vision(0),
    };
    let changes = *unit::part::<Vision>(world, id) != senses;
    if changes {
        unit::edit(world, id).set(senses);
    }
    changes
}

/// Vision of a conscious unit: by kind and weapon, and halved at night unless it is night-sighted
/// (§6, §15.9).
fn sight(world: &World, id: UnitId) -> Vision {
    let (kind, figures) = (kind(world, id), world.resource::<Rulebook>().figures());
    let Vision(base) = vision(kind, weapon(world, id));
    if !world.resource::<Conditions>().night || kind.night_sight {
        return Vision(base);
    }
    let percent = u32::from(figures.sight.night_percent);
    Vision(u8::try_from(u32::from(base) * percent / 100).unwrap_or(u8::MAX))
}

/// Returns how many hexes a Suppressed unit may still move this turn; `None` is not Suppressed.
pub fn steps_left(figures: &Figures, units: Units, id: UnitId) -> Option<u8> {
    let is_suppressed = units.part::<Nerve>(id).suppressed > 0;
    is_suppressed.then(|| steps_of(figures, *units.part(id)))
}

/// Hexes that are left to a Suppressed unit.
fn steps_of(figures: &Figures, footing: Footing) -> u8 {
    (figures.suppression.max_hexes).saturating_sub(footing.moved)
}

/// Returns the definition of a unit's kind.
pub fn kind(world: &World, id: UnitId) -> &UnitKind {
    let content = world.resource::<Rulebook>().content();
    world.resource::<Makeups>().kind(content, id)
}

/// Returns the definition of the weapon a unit holds.
pub fn weapon(world: &World, id: UnitId) -> &Weapon {
    world
        .resource::<Rulebook>()
        .content()
        .weapon(unit::part::<Arms>(world, id).weapon)
}

/// Returns the protection of a unit: its suit's, else its own.
pub fn armor(world: &World, id: UnitId) -> Armor {
    armor_of(world.resource::<Rulebook>().content(), Units::of(world), id)
}

/// Returns the protection of a unit under this content.
pub fn armor_of(content: &BattlescapeContent, units: Units, id: UnitId) -> Armor {
    let kind = content.unit(units.part::<Kind>(id).0);
    protection(content, kind, *units.part(id))
}

/// Returns the protection of a unit of a kind that wears this.
pub fn protection(content: &BattlescapeContent, kind: &UnitKind, worn: Worn) -> Armor {
    worn.0.map_or(kind.armor, |suit| content.suit(suit).armor)
}

/// Vision in hexes of a kind that carries a weapon (§6).
pub fn vision(kind: &UnitKind, weapon: &Weapon) -> Vision {
    Vision(
        kind.vision_with
            .get(&weapon.class)
            .copied()
            .unwrap_or(kind.vision),
    )
}

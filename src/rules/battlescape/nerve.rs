//! What fear, fire and shock do to a unit: suppression (§7), stun (§8), morale and panic (§9).
//!
//! **Invariant:** morale stays within 0 and 100, suppression below its most; units without Bravery
//! have no morale to lose.

use std::hash::{Hash, Hasher};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::grid::TileId;
use crate::battle::unit::{Health, Side, UnitId, Units};
use crate::rules::battlescape::content::nerve::{MoraleBand, MoraleFigures, SuppressionFigures};
use crate::rules::battlescape::content::{BattlescapeContent, Figures, UnitKind};
use crate::rules::battlescape::soldier::{Kind, Loyalty, Rulebook};

/// Morale and suppression of a unit.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nerve {
    /// Morale, 0 to 100.
    pub morale: u8,
    /// Suppression points.
    pub suppression: u8,
    /// Turns it is still Suppressed, the present one included.
    pub suppressed: u8,
    /// What it does with its next turn instead of obeying.
    pub panic: Option<Panic>,
    /// Whether it lost this turn to panic.
    #[serde(default)]
    pub panicked: bool,
}

/// What units gained since the first saves counts only where it is so: older saves keep their fingerprint.
impl Hash for Nerve {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Self {
            morale,
            suppression,
            suppressed,
            panic,
            panicked,
        } = self;
        (morale, suppression, suppressed, panic).hash(hasher);
        if *panicked {
            panicked.hash(hasher);
        }
    }
}

/// How a unit panics (§9, §15.19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Panic {
    /// Fires at the nearest enemy.
    Berserk,
    /// Runs at random.
    Flee,
    /// Does nothing.
    Freeze,
}

impl Panic {
    /// Returns what a d3 means.
    pub fn of(die: u32) -> Self {
        match die {
            1 => Self::Berserk,
            2 => Self::Flee,
            _ => Self::Freeze,
        }
    }
}

/// Stun of a unit (§8).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shock {
    /// Stun points; as many as hit points knock it out.
    pub points: u16,
    /// The turn it loses.
    pub stunned: Stunned,
}

/// Whether a unit loses a turn to stun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stunned {
    /// It does not.
    #[default]
    No,
    /// Its next one.
    Next,
    /// This one.
    Now,
}

/// Energy for abilities (§8).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Energy {
    /// Left.
    pub now: u16,
    /// Most.
    pub max: u16,
}

/// Whether a unit has its senses: fewer stun points than hit points.
pub fn is_conscious(health: Health, shock: Shock) -> bool {
    shock.points < health.now
}

/// Returns what a unit's morale does to it, if anything.
pub fn band(figures: &MoraleFigures, nerve: Nerve) -> Option<MoraleBand> {
    let mut bands = figures.bands.iter();
    bands.find(|band| nerve.morale <= band.to).copied()
}

/// Returns morale after a change.
pub fn shifted(morale: u8, change: i16) -> u8 {
    i16::from(morale).saturating_add(change).clamp(0, 100) as u8
}

/// Returns the chance of panic at a morale, percent.
pub fn panic_chance(figures: &MoraleFigures, morale: u8) -> u8 {
    let calm = figures.panic_step.saturating_mul(u16::from(morale));
    figures.panic_base.saturating_sub(calm).min(100) as u8
}

/// Returns what a death costs a comrade of this Bravery in morale (§9).
pub fn death_loss(figures: &MoraleFigures, bravery: u16, of_leader: bool, in_aura: bool) -> i16 {
    let steps = figures.death_base.saturating_sub(bravery) / figures.death_step.max(1);
    let mut loss = i64::from(figures.death_loss) * i64::from(steps);
    for (holds, percent) in [
        (of_leader, figures.leader_death_percent),
        (in_aura, figures.aura_percent),
    ] {
        if holds {
            loss = loss * i64::from(percent) / 100;
        }
    }
    // No more than all of it can be lost.
    -i16::try_from(loss).unwrap_or(i16::MAX)
}

/// Returns the suppression points of a volley: rounds that hit the unit, and rounds that struck near.
pub fn points(
    figures: &SuppressionFigures,
    hits: u8,
    near: u8,
    is_heavy: bool,
    is_readied: bool,
) -> u8 {
    let each = |base: u8| u32::from(base) + u32::from(if is_heavy { figures.heavy } else { 0 });
    let sum = u32::from(hits) * each(figures.hit) + u32::from(near) * each(figures.near);
    let sum = match is_readied {
        true => sum * u32::from(figures.ready_percent) / 100,
        false => sum,
    };
    u8::try_from(sum).unwrap_or(u8::MAX)
}

/// Returns how many suppression points more a unit can have.
pub fn room(figures: &SuppressionFigures, nerve: Nerve) -> u8 {
    figures.most.saturating_sub(nerve.suppression)
}

/// Returns nerve after fire that brought so many suppression points, or none more than it had (§15.12,
/// §15.13).
pub fn suppress(figures: &SuppressionFigures, mut nerve: Nerve, points: u8) -> Nerve {
    nerve.suppression = nerve.suppression.saturating_add(points).min(figures.most);
    if nerve.suppression >= figures.from {
        nerve.suppressed = figures.turns;
    }
    nerve
}

/// Returns nerve after a resolution: suppression decays, faster within a leader's aura, and morale
/// recovers or sinks (§2, §7, §9, §15.28).
pub fn recover(figures: &Figures, kind: &UnitKind, in_aura: bool, mut nerve: Nerve) -> Nerve {
    let (morale, suppression) = (&figures.morale, &figures.suppression);
    let mut change = 0;
    if nerve.suppressed > 0 {
        change += morale.suppressed;
    }
    if std::mem::take(&mut nerve.panicked) {
        change += morale.panicked;
    }
    if kind.bravery.is_some() {
        nerve.morale = shifted(nerve.morale, change);
    }
    let further = if in_aura { suppression.aura_decay } else { 0 };
    let decay = suppression.decay.saturating_add(further);
    nerve.suppression = nerve.suppression.saturating_sub(decay);
    nerve.suppressed = match nerve.suppression >= suppression.from {
        true => suppression.turns,
        false => nerve.suppressed.saturating_sub(1),
    };
    nerve
}

/// Returns energy after a resolution: a share of the most, rounded up (C25).
pub fn regained(figures: &Figures, energy: Energy) -> Energy {
    let gain = (u32::from(energy.max) * u32::from(figures.energy.regain_percent)).div_ceil(100);
    let now = u32::from(energy.now) + gain;
    Energy {
        now: u16::try_from(now).unwrap_or(u16::MAX).min(energy.max),
        ..energy
    }
}

/// Whether a unit is a comrade of a side: one of its own, or one that obeys it for now; under another mind
/// it is a comrade of both (§15.25).
fn is_comrade(units: Units, id: UnitId, side: Side) -> bool {
    let Loyalty {
        home, side: now, ..
    } = *units.part::<Loyalty>(id);
    side == home || side == now
}

/// Lists how a death shifts the morale of everybody (§9, §15.19, §15.25).
pub fn after_death(
    world: &World,
    dead: UnitId,
    by: Option<UnitId>,
    is_civilian: impl Fn(Side) -> bool,
) -> Vec<(UnitId, i16)> {
    let units = Units::of(world);
    let content = world.resource::<Rulebook>().content();
    let figures = &content.figures.morale;
    let was_civilian = is_civilian(units.part::<Loyalty>(dead).home);
    let of_leader = kind(units, content, dead).aura > 0;
    let killers = by.map(|by| units.side(by));
    let killed_enemy = killers.is_some_and(|side| !is_comrade(units, dead, side));
    let mut shifts = Vec::new();
    let grid = units.board().grid;
    let mut steadied: Vec<(Side, Vec<(TileId, u32)>)> = Vec::new();
    for id in units.ids() {
        let (Some(seat), Some(bravery)) = (units.seat(id), kind(units, content, id).bravery) else {
            continue;
        };
        let side = units.side(id);
        let mut shift = 0_i16;
        if id != dead && is_comrade(units, dead, side) {
            if steadied.iter().all(|(other, _)| *other != side) {
                steadied.push((side, auras(units, content, side)));
            }
            let mut leaders = (steadied.iter())
                .filter(|(other, _)| *other == side)
                .flat_map(|(_, leaders)| leaders);
            let in_aura = leaders.any(|&(at, aura)| grid.distance(at, seat) <= aura);
            shift += death_loss(figures, bravery, of_leader, in_aura);
        }
        let credit = match killed_enemy {
            false if by == Some(id) => figures.friendly_kill,
            true if by == Some(id) && was_civilian => figures.civilian_kill,
            true if by == Some(id) => figures.kill,
            true if killers == Some(side) && !was_civilian => figures.ally_kill,
            _ => 0,
        };
        shift = shift.saturating_add(credit);
        if shift != 0 {
            shifts.push((id, shift));
        }
    }
    shifts
}

/// Whether a comrade leads close by.
pub fn is_led(units: Units, content: &BattlescapeContent, id: UnitId) -> bool {
    let Some(seat) = units.seat(id) else {
        return false;
    };
    let grid = units.board().grid;
    let mut leaders = auras(units, content, units.side(id)).into_iter();
    leaders.any(|(at, aura)| at != seat && grid.distance(at, seat) <= aura)
}

/// Whether a unit has the morale for what takes so much of it; who has none to lose always has.
pub fn dares(kind: &UnitKind, nerve: Nerve, least: u8) -> bool {
    kind.bravery.is_none() || nerve.morale >= least
}

fn kind<'w>(units: Units<'w>, content: &'w BattlescapeContent, id: UnitId) -> &'w UnitKind {
    content.unit(units.part::<Kind>(id).0)
}

/// Lists where conscious leaders of a side stand, and how many hexes around they steady others,
/// themselves included.
fn auras(units: Units, content: &BattlescapeContent, side: Side) -> Vec<(TileId, u32)> {
    (units.roster().of_side(side))
        .filter_map(|id| {
            let (seat, aura) = (units.seat(id)?, kind(units, content, id).aura);
            let leads = aura > 0 && is_conscious(*units.part(id), *units.part(id));
            leads.then(|| (seat, u32::from(aura)))
        })
        .collect()
}

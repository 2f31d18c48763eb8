//! What both sides have in a combat that is not fought yet: units that can be assigned, own stacks, enemy hexes.
//!
//! **Invariant:** plain data, read off the field once; what assaults come to is worked out beside it.

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::rules::operations::assault::Mix;
use crate::rules::operations::content::{Class, Size};
use crate::rules::operations::field::{Field, Rating};
use crate::rules::operations::planner::Eye;
use crate::rules::operations::planner::scene::{effort, shirked};
use crate::rules::operations::progress::Role;

/// What a unit brings to an assault.
#[derive(Clone, Debug, Default)]
pub(super) struct Share {
    /// Points that fire at armor, by type.
    pub(super) anti_armor: Vec<u8>,
    /// Raw offense of the others.
    pub(super) raw: u16,
    /// Points of the others.
    pub(super) toe: u16,
}

/// A unit that can be assigned.
pub(in crate::rules::operations::planner) struct Fighter {
    /// Which it is.
    pub id: UnitId,
    /// The number of its stack.
    pub stack: usize,
    /// Enemy hexes that it can attack, by number.
    pub reach: Vec<usize>,
    pub(super) class: Class,
    pub(super) size: (Size, u8),
    pub(super) cohesion: i16,
    pub(super) is_low: bool,
    /// What it does where no armor is, and where some is.
    pub(super) shares: [Option<Share>; 2],
}

/// Own units of a hex beside enemies.
pub(in crate::rules::operations::planner) struct Stack {
    /// Where it is.
    pub tile: TileId,
    /// What it costs in cohesion to fight from there.
    pub(super) effort: i64,
    /// What it costs to fail a duty.
    pub(super) shirk: i64,
    /// Points of all combat units.
    pub(super) toe: u32,
    /// Raw barrage points of guns that can fire.
    pub(super) barrage: u16,
}

/// An enemy hex that can be attacked.
pub(in crate::rules::operations::planner) struct Hex<'w> {
    /// Where it is.
    pub tile: TileId,
    /// Whether it has to be attacked.
    pub(super) is_duty: bool,
    /// Stacks that have to, by number.
    pub(super) bound: Vec<usize>,
    /// Raw defense.
    pub(super) raw: u16,
    /// Points that count for losses.
    pub(super) toe: u16,
    pub(super) mix: Mix,
    /// The largest unit in defense.
    pub(super) largest: Option<(Size, u8)>,
    /// The largest of all combat units, for a hex where nobody can defend.
    pub(super) largest_idle: Option<(Size, u8)>,
    pub(super) defends: bool,
    /// Whether all combat units are Pinned.
    pub(super) is_pinned: bool,
    pub(super) has_armor: bool,
    /// What terrain adds, but hexsides.
    pub(super) terrain: i16,
    /// Hexsides of each stack that add something: their kind and what they add.
    pub(super) sides: Vec<Option<(&'w str, i16)>>,
    /// Battalions that barrages have to outnumber to hold it off.
    pub(super) battalions: u16,
    /// What it is worth that the enemy leaves it, beside losses.
    pub(super) goal: i64,
    /// Points of broken units, which surrender where nobody else defends.
    pub(super) broken: u16,
    /// Whether the enemy leaves it rather than be assaulted.
    pub(super) leaves: bool,
}

/// Adds points of a unit to tanks and what supports them.
pub(super) fn mix(mix: &mut Mix, class: Class, points: u16, by_units: bool) {
    if class == Class::Tank {
        mix.tanks = mix.tanks.saturating_add(points);
    } else if class.supports_tanks() {
        let more = if by_units { 1 } else { points };
        mix.support = mix.support.saturating_add(more);
    }
}

/// Takes an own stack beside enemies.
pub(super) fn stack(eye: &Eye, field: &Field, tile: TileId) -> Stack {
    let cost = field.content.figures.capability.attack;
    let mut stack = Stack {
        tile,
        effort: effort(field, tile, eye.side, cost),
        shirk: eye.held(tile),
        toe: 0,
        barrage: 0,
    };
    let mut units = 0;
    for unit in field.stack(tile, eye.side) {
        units += 1;
        let body = unit.body();
        if field.is_combat(unit.id) {
            stack.toe += u32::from(body.strength());
            if body.ammo > 0 && !field.is_broken(unit.id) {
                stack.barrage += field.raw(unit.id, Rating::Barrage);
            }
        }
    }
    stack.shirk += shirked(field, units);
    stack
}

/// Returns how many points of a unit fire at armor, by type, the others assault: all of guns and half of tanks where
/// armor is, if that is allowed. Nothing if the unit has to be withheld.
pub(in crate::rules::operations::planner) fn split(
    field: &Field,
    id: UnitId,
    has_armor: bool,
) -> Option<Vec<u8>> {
    let toe = &field.get(id).body().toe;
    let none = || vec![0; toe.len()];
    let rates = |rating| field.raw(id, rating) > 0;
    let class = field.class(id);
    let is_gun = matches!(class, Class::AntiTank | Class::AntiAir | Class::Artillery);
    let choices = match (has_armor, rates(Rating::AntiArmor)) {
        (true, true) if is_gun || !rates(field.assault_rating(id)) => vec![toe.clone(), none()],
        (true, true) if class == Class::Tank => {
            vec![toe.iter().map(|points| points / 2).collect(), none()]
        }
        _ => vec![none()],
    };
    let fits = |anti_armor: &Vec<u8>| {
        let role = Role {
            anti_armor: anti_armor.clone(),
            ..Role::default()
        };
        field.role_fault(id, &role).is_none()
    };
    choices.into_iter().find(fits)
}

/// Returns what a unit brings to an assault.
pub(super) fn share(field: &Field, id: UnitId, has_armor: bool) -> Option<Share> {
    let anti_armor = split(field, id, has_armor)?;
    let toe = field.get(id).body().toe.iter().zip(&anti_armor);
    let rest: Vec<_> = toe.map(|(all, apart)| all - apart).collect();
    Some(Share {
        raw: field.raw_of(id, &rest, field.assault_rating(id)),
        toe: rest.iter().map(|&points| u16::from(points)).sum(),
        anti_armor,
    })
}

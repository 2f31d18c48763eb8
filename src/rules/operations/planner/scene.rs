//! The scene of movement: stacks of both sides as forces, and what one may expect of assaulting another.
//!
//! **Invariant:** worth is counted in hundredths of a victory point; forces of the enemy are estimates.

use std::collections::BTreeMap;

use crate::battle::grid::TileId;
use crate::battle::unit::{Side, UnitId};
use crate::rules::operations::assault::{Mix, basic, cohesion_base, column, raw_term, strengths};
use crate::rules::operations::barrage::fort_effects;
use crate::rules::operations::content::{COLUMNS, Class, Tables};
use crate::rules::operations::field::{Field, Rating};

/// What it costs to fail a duty to attack beside cohesion: the place.
const SHIRKED: i64 = 350;
/// Half Capability Points that a hex of open ground costs.
const OPEN: u16 = 4;
/// Cohesion from which more of it is lost than can be spared.
const LOW: i16 = -8;
/// What it is worth beside losses that a hex is emptied.
pub(super) const EMPTIED: i64 = 100;

/// Combat units of a side together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Force {
    /// Units.
    pub units: i64,
    /// Raw offense of those that can assault.
    pub offense: u16,
    /// Raw defense.
    pub defense: u16,
    /// Raw barrage points of guns with ammunition.
    pub barrage: u16,
    /// TOE points.
    pub toe: u16,
    /// TOE points of tanks, and of what supports them.
    tanks: [u16; 2],
    /// Stacking points.
    pub stacking: u16,
    /// Units that have to attack what controls their hex.
    pub bound: i64,
    /// What low cohesion takes from morale, of all units.
    mood: i64,
    /// Units with one round or none.
    pub dry: i64,
    /// Hexes that the quickest can go on open ground.
    pub reach: u32,
}

impl Force {
    /// Returns a unit as a force.
    fn of(field: &Field, id: UnitId) -> Self {
        let (body, class) = (field.get(id).body(), field.class(id));
        let toe = body.strength();
        let is_fit = body.ammo > 0 && !field.is_broken(id);
        let support = if class.supports_tanks() { toe } else { 0 };
        let offense = field.raw(id, Rating::Offense);
        let mood = cohesion_base(&field.content.tables, body.cohesion).min(0);
        Self {
            units: 1,
            offense: if is_fit { offense } else { 0 },
            defense: if field.is_broken(id) {
                0
            } else {
                field.raw(id, Rating::Defense)
            },
            barrage: if is_fit {
                field.raw(id, Rating::Barrage)
            } else {
                0
            },
            toe,
            tanks: [if class == Class::Tank { toe } else { 0 }, support],
            stacking: field.build(id).stacking.into(),
            bound: i64::from(!field.is_gun(id) && !field.is_broken(id)),
            mood: mood.into(),
            dry: i64::from(body.ammo <= 1),
            reach: u32::from(field.allowance(id) / OPEN),
        }
    }

    /// Adds another force.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            units: self.units + other.units,
            offense: self.offense.saturating_add(other.offense),
            defense: self.defense.saturating_add(other.defense),
            barrage: self.barrage.saturating_add(other.barrage),
            toe: self.toe.saturating_add(other.toe),
            tanks: [0, 1].map(|at| self.tanks[at].saturating_add(other.tanks[at])),
            stacking: self.stacking.saturating_add(other.stacking),
            bound: self.bound + other.bound,
            mood: self.mood + other.mood,
            dry: self.dry + other.dry,
            reach: self.reach.max(other.reach),
        }
    }

    /// Takes a share of it, in hundredths.
    pub(super) fn share(self, percent: i64) -> Self {
        let share = |points: u16| (i64::from(points) * percent / 100) as u16;
        Self {
            offense: share(self.offense),
            defense: share(self.defense),
            toe: share(self.toe),
            tanks: self.tanks.map(share),
            ..self
        }
    }

    fn mixes(self) -> [Mix; 1] {
        let [tanks, support] = self.tanks;
        [Mix { tanks, support }]
    }

    /// Returns the average of what low cohesion takes from morale.
    fn mood(self) -> i16 {
        (self.mood / self.units.max(1)) as i16
    }
}

/// What a column of the tables of assaults promises, in thousandths.
#[derive(Clone, Copy, Debug, Default)]
struct Prospect {
    attacker: i64,
    defender: i64,
    retreat: i64,
}

/// Stacks of both sides and what assaults promise.
pub(super) struct Scene<'e, 'w> {
    /// The battle as the side sees it.
    pub field: &'e Field<'w>,
    /// Whose view it is.
    pub side: Side,
    /// Each unit as a force, by its number.
    units: Vec<Force>,
    /// Combat units of the side, by hex.
    pub own: BTreeMap<TileId, Force>,
    /// Combat units of the enemy, by hex.
    pub foes: BTreeMap<TileId, Force>,
    prospects: [Prospect; COLUMNS],
}

impl<'e, 'w> Scene<'e, 'w> {
    /// Looks at a battle.
    pub(super) fn of(field: &'e Field<'w>, side: Side) -> Self {
        let units = field.all().iter().map(|unit| Force::of(field, unit.id));
        let units: Vec<_> = units.collect();
        let forces = |side| {
            let mut forces: BTreeMap<TileId, Force> = BTreeMap::new();
            for unit in field.of_side(side).filter(|unit| field.is_combat(unit.id)) {
                let force = forces.entry(unit.tile()).or_default();
                *force = force.and(units[unit.id.index()]);
            }
            forces
        };
        Self {
            field,
            side,
            own: forces(side),
            foes: forces(Field::foe(side)),
            units,
            prospects: prospects(&field.content.tables),
        }
    }

    /// Returns what it costs that so many units fail a duty to attack.
    pub(super) fn shirked(&self, units: i64) -> i64 {
        shirked(self.field, units)
    }

    /// Returns a unit as a force.
    pub(super) fn force(&self, id: UnitId) -> Force {
        self.units[id.index()]
    }

    /// Returns the combat units of the side in a hex but for some.
    pub(super) fn friends(&self, tile: TileId, but: &[UnitId]) -> Force {
        if !self.own.contains_key(&tile) {
            return Force::default();
        }
        let stack = self.field.stack(tile, self.side);
        let others = stack.filter(|unit| !but.contains(&unit.id) && self.field.is_combat(unit.id));
        others.fold(Force::default(), |sum, unit| sum.and(self.force(unit.id)))
    }

    /// Returns what terrain adds to an assault on a hex, from another if that is known.
    pub(super) fn terrain(&self, tile: TileId, from: Option<TileId>) -> i16 {
        let field = self.field;
        let [.., fort] = fort_effects(&field.content.figures, field.fort(tile));
        let across = from.and_then(|from| {
            let direction = field.direction(from, tile)?;
            Some(field.crossing(from, direction)?.assault)
        });
        field.ground(tile).assault + fort + across.unwrap_or(0)
    }

    /// Returns the differential that a force may expect against another.
    pub(super) fn differential(&self, attack: Force, defense: Force, terrain: i16) -> i16 {
        let figures = &self.field.content.figures;
        let raw = [attack.offense, defense.defense];
        let [one, other] = strengths(figures, raw, [&attack.mixes(), &defense.mixes()]);
        let doubled = raw_term(figures, attack.offense, defense.defense);
        basic(&one, &other) + terrain + doubled + attack.mood() - defense.mood()
    }

    /// Returns what an assault promises to the attacker: losses of both sides, and what it is worth that the
    /// hex is left.
    pub(super) fn promise(&self, attack: Force, defense: Force, terrain: i16, goal: i64) -> i64 {
        let figures = &self.field.content.figures.planner;
        let column = column(
            &self.field.content.tables,
            self.differential(attack, defense, terrain),
        );
        let prospect = self.prospects[column];
        let ours = prospect.attacker * i64::from(attack.toe) * figures.own_toe;
        let theirs = prospect.defender * i64::from(defense.toe) * figures.enemy_toe;
        (theirs - ours + prospect.retreat * (goal + EMPTIED)) / 1000
    }
}

/// Returns what it costs that so many units fail a duty to attack.
pub(super) fn shirked(field: &Field, units: i64) -> i64 {
    let figures = &field.content.figures;
    SHIRKED + units * i64::from(figures.cohesion.duty) * figures.planner.cohesion
}

/// Returns what it costs a unit in cohesion to spend so many half Capability Points more; twice as much where it
/// is low already.
pub(super) fn strain(field: &Field, id: UnitId, more: u16) -> i64 {
    let lost = i64::from(field.overspent(id, more));
    let is_low = field.get(id).body().cohesion <= LOW;
    lost * field.content.figures.planner.cohesion * if is_low { 2 } else { 1 }
}

/// Returns what it costs the units of a side in a hex that they fight from there: Capability Points that they have
/// not paid in this segment.
pub(super) fn effort(field: &Field, tile: TileId, side: Side, cost: u8) -> i64 {
    let due = 2 * u16::from(cost);
    let stack = field
        .stack(tile, side)
        .filter(|unit| field.is_combat(unit.id));
    let each = stack.map(|unit| {
        let more = due.saturating_sub(unit.body().fought);
        strain(field, unit.id, more)
    });
    each.sum()
}

/// Averages the tables of assaults over all dice, by column.
fn prospects(tables: &Tables) -> [Prospect; COLUMNS] {
    let ways = |most: u8| {
        let pairs = (1..=6_u8).flat_map(|one| (1..=6_u8).map(move |other| one + other));
        pairs.filter(|&sum| sum <= most).count() as i64
    };
    std::array::from_fn(|column| {
        let average = |rows: &[[u8; COLUMNS]; 6]| {
            rows.iter().map(|row| i64::from(row[column])).sum::<i64>() * 10 / 6
        };
        Prospect {
            attacker: average(&tables.attacker),
            defender: average(&tables.defender),
            retreat: ways(tables.retreat[0][column]) * 1000 / 36,
        }
    })
}

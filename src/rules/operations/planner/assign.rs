//! Assignments of the computer: which hex each stack attacks, and which points fire at armor.
//!
//! Stacks are moved from one hex to another as long as that is better by the exact odds of the assaults that
//! come of it.
//!
//! **Invariant:** only assignments that pass the check; a duty to attack is met where it can be.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::content::mode::AiMode;
use crate::rules::operations::assault::Setting;
use crate::rules::operations::assault::odds::PARTS;
use crate::rules::operations::check;
use crate::rules::operations::content::Class;
use crate::rules::operations::field::{Field, Rating};
use crate::rules::operations::order::Order;
use crate::rules::operations::planner::scene::{EMPTIED, effort, shirked};
use crate::rules::operations::planner::{Eye, Weight, expected};
use crate::rules::operations::progress::Role;

/// What it costs to carry out an assault that one need not and that promises nothing.
const UNWANTED: i64 = 400;
/// How far beyond the differential of a retreat before assault a hex is left to the attackers.
const GIVES_WAY: i16 = 3;
/// Most times that all stacks are looked over.
const PASSES: usize = 4;

/// Assigns all units of a side.
pub(super) fn assign(eye: &Eye) -> Weight {
    let (roles, points) = match eye.field.progress.phasing == eye.side {
        true => attack(eye),
        false => (defend(eye), 0),
    };
    let line = format!("{} units", roles.len());
    Weight::new(Order::Assign(roles), points, line)
}

type Roles = BTreeMap<UnitId, Role>;

/// Makes the role of a unit: how many points fire at armor there, the rest assaults.
fn role(eye: &Eye, id: UnitId, target: Option<TileId>, has_armor: bool) -> Option<Role> {
    let field = eye.field;
    let body = field.get(id).body();
    let toe = &body.toe;
    let make = |anti_armor: Vec<u8>| Role {
        anti_armor,
        target,
        second: None,
    };
    let fits = |role: &Role| {
        let one = BTreeMap::from([(id, role.clone())]);
        check::check(field, eye.side, &Order::Assign(one)).is_ok()
    };
    let all = make(toe.clone());
    let none = make(vec![0; toe.len()]);
    let half = make(toe.iter().map(|points| points / 2).collect());
    let rates = |rating| field.raw(id, rating) > 0;
    let class = field.class(id);
    let is_gun = matches!(class, Class::AntiTank | Class::AntiAir | Class::Artillery);
    let choices = match (has_armor, rates(Rating::AntiArmor)) {
        (true, true) if is_gun || !rates(field.assault_rating(id)) => vec![all, none],
        (true, true) if class == Class::Tank => vec![half, none],
        _ => vec![none],
    };
    choices.into_iter().find(fits)
}

/// Whether armor is in some hexes.
fn has_armor<'t>(
    field: &Field,
    side: crate::battle::unit::Side,
    tiles: impl IntoIterator<Item = &'t TileId>,
) -> bool {
    let mut tiles = tiles.into_iter();
    tiles.any(|&tile| field.stack(tile, side).any(|unit| field.has_armor(unit.id)))
}

/// Assigns defenders: all assault who can; anti-tank guns and half the tanks fire where armor attacks.
fn defend(eye: &Eye) -> Roles {
    let field = eye.field;
    let mut roles = Roles::new();
    for unit in field.of_side(eye.side) {
        let near: Vec<_> = field
            .grid
            .neighbors(unit.tile())
            .map(|(_, tile)| tile)
            .collect();
        let has_armor = has_armor(field, Field::foe(eye.side), &near);
        if gives_way(eye, unit.tile()) {
            continue;
        }
        if let Some(role) = role(eye, unit.id, None, has_armor) {
            roles.insert(unit.id, role);
        }
    }
    roles
}

/// Whether a hex is left to attackers who would overrun it: a hex that nobody defends retreats without a loss.
fn gives_way(eye: &Eye, tile: TileId) -> bool {
    let field = eye.field;
    let is_goal = field.scenario.objectives.iter().any(|one| one.tile == tile);
    let mut stack = field.stack(tile, eye.side);
    let is_stuck = stack.any(|unit| unit.body().pinned || unit.body().retreated_in);
    let least = field.content.figures.planner.retreat + GIVES_WAY;
    let holds = is_goal || is_stuck || eye.mode == AiMode::Hold;
    !holds && eye.threat(tile).is_some_and(|threat| threat >= least)
}

/// What a unit attacks: nothing, a hex, or two that are assaulted together.
type Aim = Option<(TileId, Option<TileId>)>;

/// Assigns attackers: first whole stacks, then single units of stacks beside several enemy hexes, each where
/// it is worth most.
fn attack(eye: &Eye) -> (Roles, i64) {
    let field = eye.field;
    let mut stacks: BTreeMap<TileId, Vec<UnitId>> = BTreeMap::new();
    for unit in field.of_side(eye.side) {
        if field.withheld(unit.id).is_empty() {
            stacks.entry(unit.tile()).or_default().push(unit.id);
        }
    }
    let mut search = Search::new(eye);
    let mut chosen: BTreeMap<UnitId, Aim> = BTreeMap::new();
    let mut best = search.worth(&chosen);
    for _ in 0..PASSES {
        let before = best;
        for (&tile, units) in &stacks {
            for aim in aims(field, tile, true) {
                search.try_out(units, aim, &mut chosen, &mut best);
            }
        }
        for (&tile, units) in &stacks {
            let single = aims(field, tile, false);
            if single.len() > 2 {
                for &unit in units {
                    for &aim in &single {
                        search.try_out(&[unit], aim, &mut chosen, &mut best);
                    }
                }
            }
        }
        if best == before {
            break;
        }
    }
    (search.roles(&chosen), best)
}

/// Lists what units of a hex can attack: each contact beside it, pairs of adjacent ones, nothing.
fn aims(field: &Field, tile: TileId, with_pairs: bool) -> Vec<Aim> {
    let contacts = field.progress.contacts.keys().copied();
    let near: Vec<_> = contacts
        .filter(|&other| field.grid.distance(tile, other) == 1)
        .collect();
    let mut aims: Vec<_> = near.iter().map(|&one| Some((one, None))).collect();
    if with_pairs {
        for (at, &one) in near.iter().enumerate() {
            let others = near[at + 1..].iter();
            let pairs = others.filter(|&&other| field.grid.distance(one, other) == 1);
            aims.extend(pairs.map(|&other| Some((one, Some(other)))));
        }
    }
    aims.push(None);
    aims
}

/// A search for the best assignment, which remembers what assaults are worth.
struct Search<'e, 'f, 'w> {
    eye: &'e Eye<'f, 'w>,
    /// The field with all defenders assigned.
    field: Field<'w>,
    /// Worth by hexes and attackers, and whether it meets a duty.
    known: BTreeMap<(Vec<TileId>, Vec<UnitId>), (i64, bool)>,
}

impl<'e, 'f, 'w> Search<'e, 'f, 'w> {
    fn new(eye: &'e Eye<'f, 'w>) -> Self {
        let mut field = eye.field.clone();
        let foe = Field::foe(eye.side);
        let mut roles = Roles::new();
        for &tile in field.progress.contacts.keys() {
            for unit in field
                .stack(tile, foe)
                .filter(|unit| field.is_combat(unit.id))
            {
                let body = unit.body();
                let can =
                    !body.pinned && !body.retreated_in && field.raw(unit.id, Rating::Defense) > 0;
                if can {
                    let anti_armor = vec![0; body.toe.len()];
                    roles.insert(
                        unit.id,
                        Role {
                            anti_armor,
                            ..Role::default()
                        },
                    );
                }
            }
        }
        field.progress.to_mut().roles = roles;
        Self {
            eye,
            field,
            known: BTreeMap::new(),
        }
    }

    /// Aims units at something, and keeps that if it is better.
    fn try_out(
        &mut self,
        units: &[UnitId],
        aim: Aim,
        chosen: &mut BTreeMap<UnitId, Aim>,
        best: &mut i64,
    ) {
        let mut other = chosen.clone();
        other.extend(units.iter().map(|&unit| (unit, aim)));
        if other == *chosen || !is_legal(self.eye.field, &other) {
            return;
        }
        let points = self.worth(&other);
        if points > *best {
            (*best, *chosen) = (points, other);
        }
    }

    /// Makes the roles of units by what they attack.
    fn roles(&self, chosen: &BTreeMap<UnitId, Aim>) -> Roles {
        let foe = Field::foe(self.eye.side);
        let mut roles = Roles::new();
        for (&id, aim) in chosen {
            let Some((target, second)) = *aim else {
                continue;
            };
            // Units fire at the hex that they name first.
            let armor = |tile: &TileId| has_armor(self.eye.field, foe, [tile]);
            let (target, second) = match second {
                Some(second) if armor(&second) && !armor(&target) => (second, Some(target)),
                _ => (target, second),
            };
            if let Some(role) = role(self.eye, id, Some(target), armor(&target)) {
                roles.insert(id, Role { second, ..role });
            }
        }
        roles
    }

    /// Returns what the assaults are worth that come of what units attack.
    fn worth(&mut self, chosen: &BTreeMap<UnitId, Aim>) -> i64 {
        let mut groups: BTreeMap<Vec<TileId>, Vec<UnitId>> = BTreeMap::new();
        for (&id, aim) in chosen {
            if let Some((target, second)) = *aim {
                let mut tiles: Vec<_> = [Some(target), second].into_iter().flatten().collect();
                tiles.sort_unstable();
                groups.entry(tiles).or_default().push(id);
            }
        }
        let progress = &self.eye.field.progress;
        let is_free = |tile: &TileId| {
            progress.contacts.get(tile) != Some(&true) || progress.held.contains(tile)
        };
        let mut met: BTreeSet<TileId> = BTreeSet::new();
        let aiming = chosen.iter().filter(|(_, aim)| aim.is_some());
        let origins: BTreeSet<_> = aiming.map(|(&id, _)| self.field.get(id).tile()).collect();
        let cost = self.field.content.figures.capability.attack;
        let efforts = origins
            .into_iter()
            .map(|tile| effort(&self.field, tile, self.eye.side, cost));
        let mut sum = -efforts.sum::<i64>();
        for (tiles, units) in groups {
            let optional = tiles.iter().all(is_free);
            let key = (tiles.clone(), units.clone());
            let (points, meets) = match self.known.get(&key) {
                Some(&known) => known,
                None => {
                    let roles = self.roles(&units.iter().map(|id| (*id, chosen[id])).collect());
                    let mut field = self.field.clone();
                    field.progress.to_mut().roles.extend(roles);
                    let setting = field.assault_on(&tiles);
                    let mut points = assault_worth(self.eye, &field, &setting);
                    let least = field.content.figures.planner.optional;
                    let promises = self.eye.differential(&field, &setting) >= least;
                    if optional && (!promises || self.eye.mode == AiMode::Hold) {
                        points -= UNWANTED;
                    }
                    // A probe that is too weak does not meet the duty.
                    let least = field.content.figures.assault.probe;
                    let is_weak = setting.probe && setting.basic < least;
                    let meets = !setting.attackers.is_empty() && !is_weak;
                    self.known.insert(key, (points, meets));
                    (points, meets)
                }
            };
            sum += points;
            if meets {
                met.extend(tiles);
            }
        }
        let left = progress.contacts.keys();
        let left = left.filter(|tile| !is_free(tile) && !met.contains(tile));
        let bound = left.map(|&tile| self.eye.field.bound_to(self.eye.side, tile).len() as i64);
        sum - bound
            .map(|units| shirked(self.eye.field, units))
            .sum::<i64>()
    }
}

/// Whether nobody attacks one hex of a pair that others assault together.
fn is_legal(field: &Field, chosen: &BTreeMap<UnitId, Aim>) -> bool {
    let pairs = chosen.iter().filter_map(|(id, aim)| match aim {
        Some((one, Some(other))) => Some((*id, [*one, *other])),
        _ => None,
    });
    let aims: Vec<_> = chosen
        .iter()
        .filter_map(|(id, aim)| Some((*id, (*aim)?)))
        .collect();
    let mut pairs = pairs;
    pairs.all(|(unit, tiles)| {
        aims.iter().all(|&(id, (target, second))| {
            let touches = tiles.contains(&target) || second.is_some_and(|one| tiles.contains(&one));
            let is_same = target == tiles[0] && second == Some(tiles[1]);
            let is_here = field.get(id).tile() == field.get(unit).tile();
            !touches || is_same && is_here
        })
    })
}

/// Returns what an assault is worth by its exact odds: losses of both sides, and that the hex is emptied.
fn assault_worth(eye: &Eye, field: &Field, setting: &Setting) -> i64 {
    let figures = &field.content.figures.planner;
    if setting.attackers.is_empty() {
        return -UNWANTED;
    }
    let odds = eye.odds(field, setting);
    let toe = |units: &[UnitId]| {
        let points = units.iter().flat_map(|&id| field.assault_points(id));
        points.map(u16::from).sum::<u16>()
    };
    // Pinned defenders and those that retreated there do not fight, but count for losses.
    let idle = field.defenders_in(&setting.tiles).into_iter().filter(|id| {
        let body = field.get(*id).body();
        body.pinned || body.retreated_in
    });
    let idle: u16 = idle.map(|id| field.get(id).body().strength()).sum();
    let theirs = expected(&odds.defender, toe(&setting.defenders) + idle) * figures.enemy_toe;
    let ours = expected(&odds.attacker, toe(&setting.attackers)) * figures.own_toe;
    let moved: u64 = odds.retreat[1..].iter().sum();
    let objectives = field.scenario.objectives.iter();
    let goal = objectives.filter(|one| setting.tiles.contains(&one.tile));
    let goal = goal.map(|one| i64::from(one.points)).sum::<i64>() * figures.objective;
    let empties = (moved * 1000 / PARTS) as i64 * (goal + EMPTIED);
    let last_round = setting
        .attackers
        .iter()
        .any(|&id| field.get(id).body().ammo <= 1);
    let is_poor = last_round && eye.differential(field, setting) <= figures.withhold;
    (theirs - ours + empties) / 1000 - if is_poor { UNWANTED / 2 } else { 0 }
}

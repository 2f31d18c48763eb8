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
use crate::rules::operations::assault::odds::PARTS;
use crate::rules::operations::check;
use crate::rules::operations::content::Class;
use crate::rules::operations::field::{Field, Rating};
use crate::rules::operations::order::Order;
use crate::rules::operations::planner::{Eye, Weight, expected};
use crate::rules::operations::progress::Role;

/// Most times that all stacks are looked over.
const PASSES: usize = 4;
/// What an unmet duty to attack costs.
const SHIRKED: i64 = 3000;

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
fn has_armor<'t>(field: &Field, side: crate::battle::unit::Side, tiles: impl IntoIterator<Item = &'t TileId>) -> bool {
    let mut tiles = tiles.into_iter();
    tiles.any(|&tile| field.stack(tile, side).any(|unit| field.has_armor(unit.id)))
}

/// Assigns defenders: all assault who can; anti-tank guns and half the tanks fire where armor attacks.
fn defend(eye: &Eye) -> Roles {
    let field = eye.field;
    let mut roles = Roles::new();
    for unit in field.of_side(eye.side) {
        let near: Vec<_> = field.grid.neighbors(unit.tile()).map(|(_, tile)| tile).collect();
        let has_armor = has_armor(field, Field::foe(eye.side), &near);
        if let Some(role) = role(eye, unit.id, None, has_armor) {
            roles.insert(unit.id, role);
        }
    }
    roles
}

/// Assigns attackers: each stack to the hex where that is worth most.
fn attack(eye: &Eye) -> (Roles, i64) {
    let field = eye.field;
    let mut stacks: BTreeMap<TileId, Vec<UnitId>> = BTreeMap::new();
    for unit in field.of_side(eye.side) {
        if field.withheld(unit.id).is_empty() {
            stacks.entry(unit.tile()).or_default().push(unit.id);
        }
    }
    let contacts: Vec<_> = field.progress.contacts.keys().copied().collect();
    let mut chosen: BTreeMap<TileId, Option<TileId>> = stacks.keys().map(|&tile| (tile, None)).collect();
    let mut best = worth(eye, &stacks, &chosen);
    for _ in 0..PASSES {
        let before = best;
        for &tile in stacks.keys() {
            let near = contacts.iter().filter(|&&other| field.grid.distance(tile, other) == 1);
            let options: Vec<_> = near.copied().map(Some).chain([None]).collect();
            for option in options {
                let old = chosen.insert(tile, option).flatten();
                let points = worth(eye, &stacks, &chosen);
                match points > best {
                    true => best = points,
                    false => {
                        chosen.insert(tile, old);
                    }
                }
            }
        }
        if best == before {
            break;
        }
    }
    (roles_of(eye, &stacks, &chosen), best)
}

/// Makes the roles of stacks that attack the chosen hexes.
fn roles_of(
    eye: &Eye,
    stacks: &BTreeMap<TileId, Vec<UnitId>>,
    chosen: &BTreeMap<TileId, Option<TileId>>,
) -> Roles {
    let foe = Field::foe(eye.side);
    let mut roles = Roles::new();
    for (tile, units) in stacks {
        let Some(target) = chosen.get(tile).copied().flatten() else {
            continue;
        };
        let has_armor = has_armor(eye.field, foe, [&target]);
        for &id in units {
            if let Some(role) = role(eye, id, Some(target), has_armor) {
                roles.insert(id, role);
            }
        }
    }
    roles
}

/// Returns what assaults by the chosen hexes are worth.
fn worth(
    eye: &Eye,
    stacks: &BTreeMap<TileId, Vec<UnitId>>,
    chosen: &BTreeMap<TileId, Option<TileId>>,
) -> i64 {
    let figures = &eye.field.content.figures.planner;
    let mut field = eye.field.clone();
    let foe = Field::foe(eye.side);
    let mut roles = roles_of(eye, stacks, chosen);
    for &tile in field.progress.contacts.keys() {
        for unit in field.stack(tile, foe).filter(|unit| field.is_combat(unit.id)) {
            let body = unit.body();
            let can = !body.pinned && !body.retreated_in && field.raw(unit.id, Rating::Defense) > 0;
            if can {
                let anti_armor = vec![0; body.toe.len()];
                roles.insert(unit.id, Role { anti_armor, ..Role::default() });
            }
        }
    }
    field.progress.to_mut().roles = roles;
    let targets: BTreeSet<_> = chosen.values().flatten().copied().collect();
    let mut sum = 0;
    for &tile in &targets {
        sum += assault_worth(eye, &field, tile);
    }
    let contacts = field.progress.contacts.iter();
    let shirked = contacts.filter(|(tile, is_duty)| {
        **is_duty && !field.progress.held.contains(tile) && !targets.contains(tile)
    });
    sum -= SHIRKED * shirked.count() as i64;
    // Optional assaults have to promise something.
    let optional = targets.iter().filter(|tile| {
        field.progress.contacts.get(*tile) != Some(&true) || field.progress.held.contains(*tile)
    });
    for &tile in optional {
        let expected = field.assault_on(&[tile]).before_morale();
        if expected < figures.optional || eye.mode == AiMode::Hold {
            sum -= SHIRKED / 2;
        }
    }
    sum
}

/// Returns what an assault is worth by its exact odds.
fn assault_worth(eye: &Eye, field: &Field, tile: TileId) -> i64 {
    let figures = &field.content.figures.planner;
    let setting = field.assault_on(&[tile]);
    if setting.attackers.is_empty() {
        return -SHIRKED;
    }
    let odds = eye.odds(field, &[tile]);
    let toe = |units: &[UnitId]| {
        let points = units.iter().flat_map(|&id| field.assault_points(id));
        points.map(u16::from).sum::<u16>()
    };
    let theirs = expected(&odds.defender, toe(&setting.defenders)) * figures.enemy_toe;
    let ours = expected(&odds.attacker, toe(&setting.attackers)) * figures.own_toe;
    let moved: u64 = odds.retreat[1..].iter().sum();
    let objectives = field.scenario.objectives.iter();
    let goal = objectives.filter(|one| one.tile == tile).map(|one| i64::from(one.points));
    let goal = goal.sum::<i64>() * figures.objective;
    let empties = (moved * 1000 / PARTS) as i64 * (goal + 5 * figures.enemy_toe) / 100;
    let last_round = setting.attackers.iter().any(|&id| field.get(id).body().ammo <= 1);
    let is_poor = last_round && setting.before_morale() <= figures.withhold;
    (theirs - ours) / 100 + empties / 10 - if is_poor { SHIRKED / 4 } else { 0 }
}

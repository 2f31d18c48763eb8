//! Lists what can be entered at a table, and what a computer enters that plays its user: nothing happens there.
//!
//! **Invariant:** every entry of the lists passes the check, and each step and question has one that goes on.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::grid::TileId;
use crate::battle::unit::Side;
use crate::rules::operations::content::{Size, TargetClass};
use crate::rules::operations::field::Field;
use crate::rules::operations::order::{Choice, Order};
use crate::rules::operations::progress::{Hits, Step, TargetNo};
use crate::rules::operations::table::{Enemy, Entry, Opposition, Question, Sighted};

/// Lists orders of a step beside those that battles in the program have; some of them may not pass.
pub fn of_step(field: &Field, user: Side) -> Vec<Order> {
    let progress = &*field.progress;
    let table = Order::Table;
    match progress.step {
        Step::Contacts => {
            let mut orders = vec![Order::Done, table(Entry::NoCombat)];
            orders.extend(sightings(field, user));
            orders
        }
        Step::Targets => {
            let mut orders = vec![Order::Done];
            let own: BTreeSet<_> = field.of_side(user).map(|unit| unit.tile()).collect();
            let under_fire = own.into_iter().filter(|&tile| {
                let mut around = field.grid.neighbors(tile);
                around.any(|(_, near)| field.entered(Field::foe(user), near).is_some())
            });
            orders.push(table(Entry::UnderFire(under_fire.collect())));
            orders.push(table(Entry::Targets(named(field, user))));
            orders
        }
        Step::Barrage => {
            let mut orders = vec![Order::Done];
            for (at, target) in (0..).zip(&progress.targets) {
                if target.side == user {
                    let hits = Hits {
                        points: 4,
                        lost: 1,
                        ..Hits::default()
                    };
                    orders.push(table(Entry::Hit(TargetNo(at), hits)));
                }
            }
            orders
        }
        Step::Retreat if progress.phasing == user => vec![Order::Done],
        Step::SegmentEnd => vec![Order::Done],
        Step::Assault => {
            let tiles: Vec<_> = progress.contacts.keys().copied().collect();
            let pairs = tiles.iter().flat_map(|&one| {
                let others = tiles.iter().filter(move |&&other| other > one);
                others.map(move |&other| table(Entry::Pair(one, other)))
            });
            pairs.collect()
        }
        _ => Vec::new(),
    }
}

/// Lists two ways in which the enemy could stand beside own units: around each of the first ones, and nowhere.
fn sightings(field: &Field, user: Side) -> Vec<Order> {
    let free = |tile: &TileId| {
        let ground = field.ground(*tile);
        let enters = ground.foot.is_some() || ground.motor.is_some();
        enters && field.stack(*tile, user).next().is_none()
    };
    let mut found = Vec::new();
    for unit in field.of_side(user).filter(|unit| field.is_combat(unit.id)) {
        let around = field.grid.neighbors(unit.tile()).map(|(_, near)| near);
        let around = around.filter(free).take(2);
        let enemies: BTreeMap<_, _> = around.zip([Enemy::new(true), Enemy::new(false)]).collect();
        found.push(Order::Table(Entry::Enemies(enemies)));
        if found.len() == 3 {
            break;
        }
    }
    found.push(Order::Table(Entry::Enemies(BTreeMap::new())));
    found
}

/// Lists a Target of each class in the entered hexes that own fire reaches.
fn named(field: &Field, user: Side) -> Vec<Sighted> {
    let firing = &field.progress.firing[user.index()];
    let near = |tile: TileId| {
        firing
            .iter()
            .any(|&from| field.grid.distance(from, tile) == 1)
    };
    let enemies = field.progress.table.enemies.keys().copied();
    let tiles = enemies.filter(|&tile| near(tile));
    let classes = TargetClass::ALL;
    let each = tiles.flat_map(|tile| classes.into_iter().map(move |class| (tile, class)));
    let named = each.map(|(tile, class)| Sighted {
        tile,
        class,
        name: None,
        trucks: class == TargetClass::Infantry,
    });
    named.collect()
}

/// Lists answers to what is asked of the enemy.
pub fn answers(field: &Field, user: Side, question: &Question) -> Vec<Order> {
    let attacks = field.progress.phasing == user;
    let entries = match question {
        Question::Fire { .. } => [0, 5]
            .map(|damage| Entry::Fire {
                damage,
                from: BTreeSet::new(),
            })
            .into(),
        Question::Opposition { tiles } => {
            let from = match attacks {
                true => BTreeSet::new(),
                false => field.attackers_beside(tiles),
            };
            let told = |raw: u16| Opposition {
                actual: raw / 10,
                raw,
                size: Size::Battalion,
                stacking: 1,
                from: from.clone(),
                ..Opposition::default()
            };
            let mut entries: Vec<_> = [40, 90].map(|raw| Entry::Opposition(told(raw))).into();
            if attacks {
                entries.push(Entry::Undefended);
            }
            entries
        }
        Question::Retreat { .. } => vec![Entry::Retreated(None)],
        Question::Left { tiles } => vec![
            Entry::Left(BTreeSet::new()),
            Entry::Left(tiles.iter().copied().collect()),
        ],
        Question::Taken { raw, .. } => [0, *raw]
            .map(|prisoners| Entry::Taken {
                prisoners,
                replacements: 0,
            })
            .into(),
    };
    entries.into_iter().map(Order::Table).collect()
}

/// Returns what a computer enters that plays the user, for whom nobody sits at the real map: the enemy does nothing.
/// Nothing where it decides for its own units.
pub fn quiet(field: &Field, user: Side, choice: Option<&Choice>) -> Option<Order> {
    if field.table().is_none_or(|(_, other)| other != user) {
        return None;
    }
    match choice {
        Some(Choice::Table(question)) => answers(field, user, question).into_iter().next(),
        Some(_) => None,
        None => match field.progress.step {
            Step::Barrage if field.unresolved(user).next().is_some() => None,
            Step::Contacts | Step::Targets | Step::Barrage | Step::SegmentEnd => Some(Order::Done),
            Step::Retreat if field.progress.phasing == user => Some(Order::Done),
            _ => None,
        },
    }
}

//! How the computer answers what a plan asks: losses, retreats, captures, and who phases first.
//!
//! **Invariant:** each answer passes the check.

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::content::mode::AiMode;
use crate::rules::operations::assault::total_percent;
use crate::rules::operations::content::Class;
use crate::rules::operations::field::{Field, Rating};
use crate::rules::operations::loss::Demand;
use crate::rules::operations::order::{Choice, Order};
use crate::rules::operations::planner::{Eye, Weight};
use crate::rules::operations::{legal, table};

/// What each point is worth whatever it is, since each counts for victory.
const POINT: u32 = 40;
/// What a point is worth beside that which supports tanks.
const SUPPORT: u32 = 30;

/// Percent of losses up to which an objective is not left (§12).
const STANDS: u16 = 30;

/// Weighs answers; after an assault by the percent that the defender loses already.
pub(super) fn weigh(eye: &Eye, choice: &Choice, percent: Option<u8>) -> Vec<Weight> {
    match choice {
        // Who moves second has the last word of a stage and the first of the next.
        Choice::First => {
            let attacks = eye.field.scenario.attacker == eye.side;
            vec![Weight::new(Order::First(attacks), 0, "")]
        }
        Choice::Roll(_) => vec![Weight::new(Order::Roll(Vec::new()), 0, "")],
        Choice::Lose(demand) => vec![lose(eye, demand)],
        Choice::Trucks { cargoes, .. } => {
            // Ammunition and men are kept longest.
            let value = |cargo: u8| if matches!(cargo, 0 | 4) { 0 } else { 1 };
            let weigh = |&cargo: &u8| Weight::new(Order::Truck(cargo), value(cargo), "");
            cargoes.iter().map(weigh).collect()
        }
        Choice::Retreat { units, hexes, .. } => {
            let answers = legal::answers(eye.field, eye.side, choice);
            let weigh = |order: Order| match &order {
                Order::Retreat(path) => {
                    let points = retreat(eye, units, path, (*hexes, percent));
                    Weight::new(order, points, "")
                }
                _ => Weight::new(order, i64::MIN, ""),
            };
            answers.into_iter().map(weigh).collect()
        }
        // The player at a real map tells it; nobody is there for the computer to ask.
        Choice::Table(question) => {
            let answers = table::offers::answers(eye.field, eye.side, question).into_iter();
            answers.map(|order| Weight::new(order, 0, "")).collect()
        }
        Choice::Captures { .. } => {
            let answers = legal::answers(eye.field, eye.side, choice);
            let weigh = |order: Order| {
                let points = match &order {
                    Order::Captures(escort) => escort.unit.map_or(0, |id| {
                        let body = eye.field.get(id).body();
                        1000 - i64::from(body.replacements)
                    }),
                    _ => 0,
                };
                Weight::new(order, points, "")
            };
            answers.into_iter().map(weigh).collect()
        }
    }
}

/// Gives up the points that are worth least, few rather than many, and keeps infantry beside tanks (§12).
fn lose(eye: &Eye, demand: &Demand) -> Weight {
    let field = eye.field;
    let ratings = [
        (Rating::Offense, 3),
        (Rating::Defense, 3),
        (Rating::AntiArmor, 2),
        (Rating::Barrage, 2),
    ];
    let cost = |unit: UnitId, at: usize| {
        let own = field.find(unit).is_some_and(|one| one.side == eye.side);
        if !own {
            return 1;
        }
        let worth = ratings.into_iter().map(|(rating, weight)| {
            let of_type = field.ratings(unit, rating);
            u32::from(of_type.get(at).copied().unwrap_or(0)) * weight
        });
        let last = u32::from(field.get(unit).body().strength() <= 2) * 10;
        // Tanks that lose their infantry are unsupported.
        let supports = field.class(unit).supports_tanks() && lacks_support(field, unit);
        POINT + worth.sum::<u32>() + last + if supports { SUPPORT } else { 0 }
    };
    let loss = demand.cheapest(cost);
    Weight::new(Order::Lose(loss), 0, "the cheapest points")
}

/// Whether the tanks in the hex of a unit have no more points than what supports them, or hardly fewer.
fn lacks_support(field: &Field, unit: UnitId) -> bool {
    let unit = field.get(unit);
    let (mut tanks, mut support) = (0, 0);
    for other in field.stack(unit.tile(), unit.side) {
        let points = other.body().strength();
        let class = field.class(other.id);
        tanks += if class == Class::Tank { points } else { 0 };
        support += if class.supports_tanks() { points } else { 0 };
    }
    tanks > 0 && support <= tanks + 1
}

/// Weighs a path of a retreat: all hexes unless the hex is an objective, toward friends and cover.
fn retreat(
    eye: &Eye,
    units: &[UnitId],
    path: &[TileId],
    (hexes, percent): (u8, Option<u8>),
) -> i64 {
    let field = eye.field;
    let Some(&first) = units.first() else {
        return 0;
    };
    let start = field.get(first).tile();
    let stays_for = field
        .scenario
        .objectives
        .iter()
        .any(|one| one.tile == start);
    let ignored = field.ignored(path, hexes);
    let holds = match eye.mode {
        AiMode::Hold => true,
        _ => stays_for,
    };
    // A hex left out costs a tenth of the points; an objective is worth that where not too much is lost.
    let total = total_percent(&field.content.figures, percent.unwrap_or(0), ignored);
    let bears = eye.mode == AiMode::Hold || total <= STANDS;
    let price = match holds && bears {
        true if hexes <= 1 => -5,
        true => 15,
        false => 100,
    };
    let end = path.last().copied().unwrap_or(start);
    let side = eye.side;
    let joins = field.stack(end, side).any(|unit| !units.contains(&unit.id));
    let under_fire = field.progress.contacts.contains_key(&end);
    let cover = -i64::from(field.ground(end).assault) * 3;
    // Home is where others of the side are.
    let own = field.of_side(side).filter(|unit| !units.contains(&unit.id));
    let home: Vec<_> = own
        .map(|unit| field.grid.distance(unit.tile(), end))
        .collect();
    let home = i64::from(home.iter().sum::<u32>()) / (home.len().max(1) as i64);
    let foes = field.of_side(Field::foe(side));
    let foes = foes.filter(|unit| field.is_combat(unit.id));
    let foe = foes.map(|unit| field.grid.distance(unit.tile(), end)).min();
    let away = i64::from(foe.unwrap_or(0).min(4));
    -price * i64::from(ignored) + cover + 4 * away
        - 3 * home
        - if joins && under_fire { 60 } else { 0 }
}

//! How the computer answers what a plan asks: losses, retreats, captures, and who phases first.
//!
//! **Invariant:** each answer passes the check.

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::content::mode::AiMode;
use crate::rules::operations::field::{Field, Rating};
use crate::rules::operations::loss::Demand;
use crate::rules::operations::order::{Choice, Order};
use crate::rules::operations::planner::{Eye, Weight};
use crate::rules::operations::{legal, table};

/// Weighs answers.
pub(super) fn weigh(eye: &Eye, choice: &Choice) -> Vec<Weight> {
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
                    let points = retreat(eye, units, path, *hexes);
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

/// Gives up the points that are worth least, and keeps infantry beside tanks (§12).
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
        20 + worth.sum::<u32>() + last
    };
    let loss = demand.cheapest(cost);
    Weight::new(Order::Lose(loss), 0, "the cheapest points")
}

/// Weighs a path of a retreat: all hexes unless the hex is an objective, toward friends and cover.
fn retreat(eye: &Eye, units: &[UnitId], path: &[TileId], hexes: u8) -> i64 {
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
    let ignored = i64::from(field.ignored(path, hexes));
    let holds = match eye.mode {
        AiMode::Hold => true,
        _ => stays_for,
    };
    // A hex left out costs a tenth of the points; an objective is worth that where little is left out.
    let price = match holds {
        true if hexes <= 1 => -5,
        true => 15,
        false => 100,
    };
    let end = path.last().copied().unwrap_or(start);
    let side = eye.side;
    let joins = field.stack(end, side).any(|unit| !units.contains(&unit.id));
    let under_fire = field.progress.contacts.contains_key(&end);
    let cover = -i64::from(field.ground(end).assault) * 3;
    let goals = field.scenario.objectives.iter();
    let near = goals
        .map(|one| i64::from(field.grid.distance(one.tile, end)))
        .min();
    let zone = i64::from(field.is_beside_enemy(Field::foe(Field::foe(side)), end));
    -price * ignored + cover
        - near.unwrap_or(0)
        - 20 * zone
        - if joins && under_fire { 60 } else { 0 }
}

//! Checks answers to what a plan asks.
//!
//! **Invariant:** whatever passes, the plan can go on with.

use crate::battle::unit::Side;
use crate::rules::operations::field::{Field, sum};
use crate::rules::operations::order::{Choice, Escort, Order, Refusal};
use crate::rules::operations::plan::Answer;
use crate::rules::operations::table;

/// Checks an answer.
///
/// # Errors
/// What is wrong with it, or that something else is asked.
pub(super) fn check(
    field: &Field,
    side: Side,
    choice: &Choice,
    order: &Order,
) -> Result<Answer, Refusal> {
    match (choice, order) {
        (Choice::First, Order::First(first)) => Ok(Answer::First(*first)),
        (Choice::Roll(throw), Order::Roll(dice)) => {
            let needs = throw.dice();
            let is_right = dice.len() == needs && dice.iter().all(|die| (1..=6).contains(die));
            match dice.is_empty() || is_right {
                true => Ok(Answer::Dice(dice.clone())),
                false => Err(Refusal::WrongDice { needs }),
            }
        }
        (Choice::Lose(demand), Order::Lose(loss)) => {
            demand.check(loss)?;
            Ok(Answer::Loss(loss.clone()))
        }
        (Choice::Trucks { cargoes, .. }, Order::Truck(cargo)) => match cargoes.contains(cargo) {
            true => Ok(Answer::Truck(*cargo)),
            false => Err(Refusal::WrongCargo),
        },
        (
            Choice::Retreat {
                units,
                hexes,
                from,
                must,
            },
            Order::Retreat(path),
        ) => {
            field.check_retreat(units, path, (*hexes, *must), from)?;
            Ok(Answer::Path(path.clone()))
        }
        (
            Choice::Captures {
                tile,
                prisoners,
                replacements,
            },
            Order::Captures(escort),
        ) => {
            let most = field.content.figures.assault.captures;
            let is_near = |other| field.grid.distance(*tile, other) <= u32::from(most);
            if let Some(to) = escort.tile {
                if to.index() >= field.grid.len() {
                    return Err(Refusal::UnknownHex);
                }
                if !is_near(to) || field.has_enemy(side, to) {
                    return Err(Refusal::TooFarAway { most });
                }
            }
            if !escort.apart.keys().all(|&to| {
                to.index() < field.grid.len() && is_near(to) && !field.has_enemy(side, to)
            }) {
                return Err(Refusal::TooFarAway { most });
            }
            let apart = sum(escort.apart.values().copied());
            if apart > *prisoners {
                return Err(Refusal::TooManySent { most: *prisoners });
            }
            if escort.tile.is_none() && *prisoners > apart {
                return Err(Refusal::TooFarAway { most });
            }
            check_guards(field, side, escort)?;
            let takes = |id| {
                let unit = field.find(id);
                unit.is_some_and(|unit| {
                    unit.side == side && unit.is_up() && field.is_combat(id) && is_near(unit.tile())
                })
            };
            let joined = sum(escort.joins.values().copied());
            if joined > *replacements {
                let most = *replacements;
                return Err(Refusal::TooManySent { most });
            }
            match escort.unit {
                _ if !escort.joins.keys().all(|&id| takes(id)) => Err(Refusal::NoEscort),
                Some(id) if !takes(id) => Err(Refusal::NoEscort),
                None if *replacements > joined && has_taker(field, side, takes) => {
                    Err(Refusal::NoEscort)
                }
                _ => Ok(Answer::Escort(escort.clone())),
            }
        }
        (Choice::Table(question), Order::Table(entry)) => {
            table::check::answer(field, side, question, entry)
        }
        (_, Order::First(_) | Order::Roll(_) | Order::Lose(_) | Order::Truck(_))
        | (_, Order::Retreat(_) | Order::Captures(_)) => Err(Refusal::NotAsked),
        _ => Err(Refusal::Answer),
    }
}

/// Whether any unit of a side could take Replacement Points.
fn has_taker(
    field: &Field,
    side: Side,
    takes: impl Fn(crate::battle::unit::UnitId) -> bool,
) -> bool {
    field.of_side(side).any(|unit| takes(unit.id))
}

/// Checks infantry points that become guards; a unit keeps at least one point.
fn check_guards(field: &Field, side: Side, escort: &Escort) -> Result<(), Refusal> {
    for (&id, points) in &escort.guards {
        let unit = field
            .find(id)
            .filter(|unit| unit.side == side && unit.is_up());
        let unit = unit.ok_or(Refusal::UnknownUnit(id))?;
        let toe = &unit.body().toe;
        let fits = field.class(id).is_infantry()
            && points.len() == toe.len()
            && points.iter().zip(toe).all(|(one, most)| one <= most)
            && points.iter().map(|&one| u16::from(one)).sum::<u16>() < unit.body().strength();
        if !fits {
            let name = field.name(id).to_owned();
            return Err(Refusal::WrongPoints { name });
        }
    }
    Ok(())
}

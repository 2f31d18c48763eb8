//! Going from one unit or target to the next, and on to the next turn.

use bevy::prelude::*;

use super::piece::Ask;
use crate::battle::unit::UnitId;
use crate::game::rules::playable::{Playable, place_of};
use crate::game::shell::menus::{Question, ask};
use crate::game::shell::settings::Settings;
use crate::game::table::art::Relation;
use crate::game::table::camera::Rig;
use crate::game::table::input::{give_order, start_at};

/// Returns what comes so many places after what is chosen, around the end; the first if nothing is.
pub fn after<T: Copy + PartialEq>(all: &[T], chosen: Option<T>, step: isize) -> Option<T> {
    let at = all.iter().position(|&one| Some(one) == chosen);
    let count = all.len().cast_signed();
    let next = at.map_or(0, |at| (at.cast_signed() + step).rem_euclid(count));
    all.get(next.cast_unsigned()).copied()
}

/// Chooses the unit of some that comes so many places after the chosen one, and shows it.
pub fn cycle<R: Playable>(world: &mut World, units: &[UnitId], step: isize) {
    if let Some(unit) = after(units, R::chosen(world), step) {
        R::choose(world, unit);
        start_at(world, unit);
    }
}

/// Chooses the own unit of a number, and shows it: the number on its token, or its place among own units where none
/// has one.
pub fn choose_numbered<R: Playable>(world: &mut World, number: u8) {
    let looks = R::looks(world);
    let own = looks
        .iter()
        .filter(|(.., look)| look.relation == Relation::Own);
    let own: Vec<_> = own.map(|(id, .., look)| (*id, look.number)).collect();
    let are_numbered = own.iter().any(|(_, number)| *number > 0);
    let found = match are_numbered {
        true => own.iter().find(|(_, own)| *own == number),
        false => own.get(usize::from(number) - 1),
    };
    if let Some(&(unit, _)) = found {
        R::choose(world, unit);
        start_at(world, unit);
    }
}

/// Ends the turn by an order, after asking if units, called so, could still act.
pub fn end_turn<R: Playable>(world: &mut World, idle: &[UnitId], called: &str, order: R::Order) {
    let (Some(&first), false) = (idle.first(), world.resource::<Settings>().end_at_once) else {
        return give_order::<R>(world, order);
    };
    let question = Question {
        text: match idle.len() {
            1 => format!("1 {called} can still act. End the turn?"),
            idle => format!("{idle} {called}s can still act. End the turn?"),
        },
        yes: "End the turn",
        is_yes_usual: true,
        no: "Show me",
        on_yes: Ask::act(move |world| give_order::<R>(world, order.clone())),
        on_no: Ask::act(move |world| {
            R::choose(world, first);
            let tile = place_of(world, first);
            world.resource_mut::<Rig>().look_at(tile);
        }),
    };
    ask(world, question);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_goes_around_the_end_and_the_first_comes_where_nothing_is_chosen() {
        assert_eq!(after(&[4, 5, 6], Some(6), 1), Some(4));
        assert_eq!(after(&[4, 5, 6], Some(4), -1), Some(6));
        assert_eq!(after(&[4, 5, 6], None, -1), Some(4));
        assert_eq!(after::<u8>(&[], None, 1), None);
    }
}

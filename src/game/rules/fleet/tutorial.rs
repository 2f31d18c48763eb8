//! Hints for the first turns of somebody who never planned a fleet.

use bevy::prelude::*;

use super::draft::{Draft, docked_units, is_planning, known};
use crate::battle::phase::Turn;
use crate::game::kit::tutorial::{Step, Tutorial};
use crate::rules::fleet::order::{Action, CarrierAction, Route, ShipOrder};

/// The hints, in order.
pub(super) static TUTORIAL: Tutorial = Tutorial {
    switch: "fleet_hints",
    heading: "FIRST TURNS",
    steps: &[
        Step {
            is_done: |world, _| is_moving(world),
            text: how_to_move,
        },
        Step {
            is_done: |world, _| {
                any_ship(world, |order| {
                    matches!(order.action, Action::Attack | Action::Defend)
                        || order.queue.iter().any(|slot| slot.fire)
                })
            },
            text: |_| "A ship that only moves does not fire. Give it an action: {ShipAttack} attacks, {ShipDefend} defends. It then shoots at the nearest enemy in range after all ships have moved.",
        },
        Step {
            is_done: |world, _| {
                !world.resource::<Draft>().plan.launches.is_empty()
                    || docked_units(world).is_empty()
            },
            text: |_| "Your carrier holds more ships. Launch one with the button on its card, or press {Carrier} and then {Choice1}. It can act in the same turn.",
        },
        Step {
            is_done: |world, since| is_later(world, since) || !is_planning(world),
            text: |_| "You can change any plan until you confirm; {Undo} undoes a change. {EndTurn} reviews all plans; press it again to confirm.",
        },
        Step {
            is_done: |world, _| is_planning(world),
            text: |_| "Both sides' plans resolve together, in the steps shown above. The log on the right lists each shot; {Traces} adds the dice.",
        },
        Step {
            is_done: is_later,
            text: |_| "The line below sums up the turn, and enemies show what they were seen doing. Point at one to see your odds against it, then plan the next turn.",
        },
    ],
};

fn is_later(world: &World, since: u16) -> bool {
    world.resource::<Turn>().number > since
}

fn any_ship(world: &World, is: fn(&ShipOrder) -> bool) -> bool {
    world.resource::<Draft>().plan.ships.values().any(is)
}

fn is_moving(world: &World) -> bool {
    let carrier = &world.resource::<Draft>().plan.carrier;
    matches!(
        carrier,
        Some(CarrierAction::Move(_) | CarrierAction::Queue(_))
    ) || any_ship(world, |order| {
        order.route != Route::Stay || !order.queue.is_empty()
    })
}

fn how_to_move(world: &World) -> &'static str {
    match known(world).has_queue() {
        true => {
            "Select a ship (click it or press {NextUnit}), then click a hex to fly toward, or add maneuvers one by one ({Choice1} to {Choice5}). The ghost shows where it ends."
        }
        false => {
            "Select a ship (click it or press {NextUnit}) and click a marked hex, or drag the ship there. The ghost shows where it ends; nothing happens until you confirm."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::grid::TileId;
    use crate::game::rules::fleet::draft::{follow, own_units};
    use crate::game::rules::fleet::hidden_tests::{missions, window};
    use crate::game::shell::settings::Settings;

    #[test]
    fn a_hint_stands_until_it_is_followed_and_all_go_when_the_last_is() {
        let mission = missions()[0].build(1).expect("it is shipped");
        let mut world = window(&mission, 1);
        let at = |world: &World| {
            let lesson = TUTORIAL.lesson(world, true);
            lesson.map(|lesson| {
                assert!(!lesson.text.contains("Choice"), "keys stand by their signs");
                lesson.place.0
            })
        };
        let look = |world: &mut World| {
            follow(world);
            TUTORIAL.follow(world);
        };
        look(&mut world);
        look(&mut world);
        assert_eq!(at(&world), Some(1), "nothing was done yet");
        let ship = own_units(&world)[1];
        let mut draft = world.resource_mut::<Draft>();
        draft.edit_ship(ship, |order| {
            order.action = Action::Move;
            order.route = Route::To(TileId(3));
        });
        look(&mut world);
        assert_eq!(at(&world), Some(2));
        look(&mut world);
        assert_eq!(at(&world), Some(2), "it only moves");
        let mut draft = world.resource_mut::<Draft>();
        draft.edit_ship(ship, |order| order.action = Action::Attack);
        look(&mut world);
        assert_eq!(at(&world), Some(3));
        for _ in 3..=TUTORIAL.steps.len() {
            assert!(TUTORIAL.is_shown(&world));
            TUTORIAL.skip(&mut world);
        }
        assert_eq!(at(&world), None);
        assert!(!world.resource::<Settings>().is_on(TUTORIAL.switch));
        world.resource_mut::<Settings>().turn(TUTORIAL.switch, true);
        assert_eq!(at(&world), Some(1), "they can be wanted again");
    }
}

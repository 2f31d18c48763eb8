//! Hints for the first turns of somebody who never planned a fleet: what to do next, until it is done.
//!
//! **Invariant:** a step is done by the player's own plan or look, or skipped; never by the tutorial.

use bevy::prelude::*;

use super::{
    acts::has_queue,
    draft::{Draft, docked_units, is_planning, known},
};
use crate::{
    battle::phase::Turn,
    game::{
        kit::{
            key_of,
            keys::KeyAction,
            lesson::Lesson,
            piece::{Ask, Face, button},
        },
        shell::{session::Session, settings::Settings},
    },
    rules::fleet::order::{Action, CarrierAction, Route, ShipOrder},
};

/// What is shown one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Send a ship somewhere.
    Move,
    /// Have one attack or defend.
    Act,
    /// Launch one.
    Launch,
    /// Confirm.
    Confirm,
    /// See the turn resolve.
    Watch,
    /// Read what it came to, and plan again.
    Read,
}

/// Name of their switch in the settings.
pub(super) const HINTS: &str = "fleet_hints";

const STEPS: [Step; 6] = [
    Step::Move,
    Step::Act,
    Step::Launch,
    Step::Confirm,
    Step::Watch,
    Step::Read,
];

/// How far the tutorial is.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tutorial {
    /// The battle it is for.
    generation: u32,
    step: usize,
    /// The turn in which the step began.
    since: u16,
}

/// Returns the step that is shown, if one is.
fn step(world: &World) -> Option<Step> {
    let is_wanted = world.resource::<Settings>().is_on(HINTS);
    let at = world.resource::<Tutorial>().step;
    STEPS.get(at).copied().filter(|_| is_wanted)
}

/// Goes on to the next step once one is followed; after the last the player knows.
pub(super) fn follow(world: &mut World) {
    let Some(step) = step(world) else { return };
    let generation = world.resource::<Session>().generation;
    let turn = world.resource::<Turn>().number;
    let tutorial = *world.resource::<Tutorial>();
    if tutorial.generation != generation {
        // Who takes a battle up goes on with the step that was shown.
        *world.resource_mut::<Tutorial>() = Tutorial {
            generation,
            since: turn,
            ..tutorial
        };
    } else if is_done(world, step, tutorial.since) {
        skip(world);
    }
}

/// Goes on to the next step.
pub(super) fn skip(world: &mut World) {
    let turn = world.resource::<Turn>().number;
    let mut tutorial = world.resource_mut::<Tutorial>();
    (tutorial.step, tutorial.since) = (tutorial.step + 1, turn);
    if tutorial.step >= STEPS.len() {
        hide(world);
    }
}

/// Shows no more steps, until they are wanted again.
fn hide(world: &mut World) {
    world.resource_mut::<Tutorial>().step = 0;
    world.resource_mut::<Settings>().turn(HINTS, false);
}

/// Returns the step to show now, if there is one.
pub(super) fn lesson(world: &World) -> Option<Lesson> {
    let step = step(world)?;
    let skip = button(Face::Bare, "skip", Ask::Key(KeyAction::SKIP));
    let hide = button(Face::Bare, "hide all", Ask::act(hide));
    // While a turn plays back, the key shows the rest of it.
    let skip = is_planning(world).then_some(skip);
    Some(Lesson {
        heading: "FIRST TURNS",
        place: (world.resource::<Tutorial>().step + 1, STEPS.len()),
        text: text(world, step),
        ways: skip.into_iter().chain([hide]).collect(),
    })
}

fn is_done(world: &World, step: Step, since: u16) -> bool {
    let plan = &world.resource::<Draft>().plan;
    let turn = world.resource::<Turn>().number;
    let any = |is: fn(&ShipOrder) -> bool| plan.ships.values().any(is);
    match step {
        Step::Move => {
            let moves = matches!(
                plan.carrier,
                Some(CarrierAction::Move(_) | CarrierAction::Queue(_))
            );
            moves || any(|order| order.route != Route::Stay || !order.queue.is_empty())
        }
        Step::Act => any(|order| {
            matches!(order.action, Action::Attack | Action::Defend)
                || order.queue.iter().any(|slot| slot.fire)
        }),
        Step::Launch => !plan.launches.is_empty() || docked_units(world).is_empty(),
        Step::Confirm => turn > since || !is_planning(world),
        Step::Watch => is_planning(world),
        Step::Read => turn > since,
    }
}

fn text(world: &World, step: Step) -> String {
    let key = |action| key_of(world, action);
    let has_queue = has_queue(&known(world));
    match step {
        Step::Move if has_queue => format!(
            "Choose a ship ({} or a click), then click a hex to fly towards, or add maneuvers one by one \
             ({} to {}). The ghost shows where it ends.",
            key(KeyAction::NEXT_UNIT),
            key(KeyAction::CHOICE_1),
            key(KeyAction::CHOICE_5)
        ),
        Step::Move => format!(
            "Choose a ship ({} or a click) and click a marked hex, or drag it there. The ghost shows where \
             it ends; nothing happens before you confirm.",
            key(KeyAction::NEXT_UNIT)
        ),
        Step::Act => format!(
            "Moving alone fires at nobody. Give a ship an action: {} attacks, {} defends. It then shoots at \
             the nearest enemy in range, once all have moved.",
            key(KeyAction::SHIP_ATTACK),
            key(KeyAction::SHIP_DEFEND)
        ),
        Step::Launch => format!(
            "Your carrier holds more ships. Launch one: the button at its card, or {} and then {}. It may \
             act in the same turn.",
            key(KeyAction::CARRIER),
            key(KeyAction::CHOICE_1)
        ),
        Step::Confirm => format!(
            "Change anything as long as you like; {} takes a change back. {} looks all plans over, a second \
             time seals them.",
            key(KeyAction::UNDO),
            key(KeyAction::END_TURN)
        ),
        Step::Watch => format!(
            "Both sides' plans resolve together, in the steps named above. The log at the right tells each \
             shot; {} adds the dice.",
            key(KeyAction::TRACES)
        ),
        Step::Read => {
            "The line below sums the turn up, and enemies show what they were seen to do. Point at \
                       one for your chances against it, then plan the next turn."
                .into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::fleet::hidden_tests::{missions, window};

    #[test]
    fn a_hint_stands_until_it_is_followed_and_all_go_when_the_last_is() {
        let mission = missions()[0].build(1).expect("it is shipped");
        let mut world = window(&mission, 1);
        let at = |world: &World| lesson(world).map(|lesson| lesson.place.0);
        let look = |world: &mut World| {
            super::super::draft::follow(world);
            follow(world);
        };
        look(&mut world);
        look(&mut world);
        assert_eq!(at(&world), Some(1), "nothing was done yet");
        let ship = super::super::draft::own_units(&world)[1];
        let mut draft = world.resource_mut::<Draft>();
        draft.edit_ship(ship, |order| {
            order.action = Action::Move;
            order.route = Route::To(crate::battle::grid::TileId(3));
        });
        look(&mut world);
        assert_eq!(at(&world), Some(2));
        look(&mut world);
        assert_eq!(at(&world), Some(2), "it only moves");
        let mut draft = world.resource_mut::<Draft>();
        draft.edit_ship(ship, |order| order.action = Action::Attack);
        look(&mut world);
        assert_eq!(at(&world), Some(3));
        for _ in 3..=STEPS.len() {
            assert!(lesson(&world).is_some());
            skip(&mut world);
        }
        assert_eq!(at(&world), None);
        assert!(!world.resource::<Settings>().is_on(HINTS));
        world.resource_mut::<Settings>().turn(HINTS, true);
        assert_eq!(at(&world), Some(1), "they can be wanted again");
    }
}

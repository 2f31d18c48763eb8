//! Hints for the first turns of somebody who never planned a fleet: what to do next, until it is done.
//!
//! **Invariant:** a step is done by the player's own plan or look, or skipped; never by the hints.

use bevy::prelude::*;

use super::draft::{Draft, is_docked, is_planning, own, own_units};
use crate::{
    battle::phase::Turn,
    game::{
        kit::{key_of, keys::KeyAction},
        shell::{session::Session, settings::Settings},
    },
    rules::fleet::{
        muster::Muster,
        order::{Action, CarrierAction, Route, ShipOrder},
    },
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

/// How far the hints are.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Primer {
    /// The battle they are for.
    generation: u32,
    step: usize,
    /// The turn in which the step began.
    since: u16,
}

/// A hint as it is shown.
pub struct Hint {
    /// Its number, from 1, and how many there are.
    pub place: (usize, usize),
    /// What to do.
    pub text: String,
}

/// Goes on to the next hint once one is followed; after the last the player knows.
pub(super) fn follow(world: &mut World) {
    if !world.resource::<Settings>().is_on(HINTS) {
        return;
    }
    let generation = world.resource::<Session>().generation;
    let turn = world.resource::<Turn>().number;
    let primer = *world.resource::<Primer>();
    if primer.generation != generation {
        // Who takes a battle up goes on with the hint that was shown.
        *world.resource_mut::<Primer>() = Primer {
            generation,
            since: turn,
            ..primer
        };
        return;
    }
    if STEPS
        .get(primer.step)
        .is_some_and(|&step| is_done(world, step, primer.since))
    {
        skip(world);
    }
}

/// Goes on to the next hint.
pub(super) fn skip(world: &mut World) {
    let turn = world.resource::<Turn>().number;
    let mut primer = world.resource_mut::<Primer>();
    (primer.step, primer.since) = (primer.step + 1, turn);
    if primer.step >= STEPS.len() {
        hide(world);
    }
}

/// Shows no more hints, until they are wanted again.
pub(super) fn hide(world: &mut World) {
    world.resource_mut::<Primer>().step = 0;
    world.resource_mut::<Settings>().turn(HINTS, false);
}

/// Returns the hint to show now, if there is one.
pub(super) fn hint(world: &World) -> Option<Hint> {
    if !world.resource::<Settings>().is_on(HINTS) {
        return None;
    }
    let at = world.resource::<Primer>().step;
    let step = *STEPS.get(at)?;
    Some(Hint {
        place: (at + 1, STEPS.len()),
        text: text(world, step),
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
        Step::Launch => {
            let mut units = own_units(world).into_iter();
            !plan.launches.is_empty() || !units.any(|unit| is_docked(world, unit))
        }
        Step::Confirm => turn > since || !is_planning(world),
        Step::Watch => is_planning(world),
        Step::Read => turn > since,
    }
}

fn text(world: &World, step: Step) -> String {
    let key = |action| key_of(world, action);
    let has_queue = Muster::known_to(world, own(world)).options.sub_phases > 1;
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
    use crate::game::rules::fleet::secrets::{missions, window};

    #[test]
    fn a_hint_stands_until_it_is_followed_and_all_go_when_the_last_is() {
        let mission = missions()[0].build(1).expect("it is shipped");
        let mut world = window(&mission, 1);
        let at = |world: &World| hint(world).map(|hint| hint.place.0);
        let look = |world: &mut World| {
            super::super::draft::follow(world);
            follow(world);
        };
        look(&mut world);
        look(&mut world);
        assert_eq!(at(&world), Some(1), "nothing was done yet");
        let ship = own_units(&world)[1];
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
            assert!(hint(&world).is_some());
            skip(&mut world);
        }
        assert_eq!(at(&world), None);
        assert!(!world.resource::<Settings>().is_on(HINTS));
        world.resource_mut::<Settings>().turn(HINTS, true);
        assert_eq!(at(&world), Some(1), "they can be wanted again");
    }
}

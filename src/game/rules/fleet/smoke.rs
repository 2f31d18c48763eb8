//! What the scripted run does in battles of fleets.

use bevy::prelude::*;

use crate::battle::phase::Turn;
use crate::game::kit::keys::{KeyAction, perform};
use crate::game::shell::smoke::{Act, is_calm, open_mission};

/// The mission that is opened.
const FLEETS: &str = "cold_start";

/// Lists the acts, in order.
pub(super) fn acts() -> Vec<Act> {
    let plan = |world: &mut World| {
        for action in [KeyAction::FILL_IN, KeyAction::RINGS, KeyAction::LINKS] {
            perform(world, action);
        }
    };
    let confirm = |world: &mut World| perform(world, KeyAction::END_TURN);
    vec![
        Act::mission("fleet", |world| open_mission(world, FLEETS)),
        Act::new("fleet-plan", plan),
        Act::new("fleet-review", confirm),
        Act::new("fleet-resolved", confirm)
            .until(|world| is_calm(world) && world.resource::<Turn>().number > 1),
    ]
}

#[test]
fn the_mission_that_is_opened_is_shipped() {
    crate::game::shell::smoke::assert_listed(&[FLEETS]);
}

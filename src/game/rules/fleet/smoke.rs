//! What the scripted run does in battles of fleets.

use bevy::prelude::*;

use crate::{
    battle::phase::Turn,
    game::{
        kit::keys::{KeyAction, perform},
        shell::smoke::{Act, is_calm, nothing, open_mission},
    },
};

/// The mission that is opened.
const FLEETS: &str = "cold_start";

/// Lists the acts, in order.
pub(super) fn acts() -> Vec<Act> {
    vec![
        Act {
            name: "fleet",
            begin: |world| open_mission(world, FLEETS),
            is_there: is_calm,
            meanwhile: nothing,
        },
        Act {
            name: "fleet-plan",
            begin: |world| {
                for action in [KeyAction::FILL_IN, KeyAction::RINGS, KeyAction::LINKS] {
                    perform(world, action);
                }
            },
            is_there: is_calm,
            meanwhile: nothing,
        },
        Act {
            name: "fleet-review",
            begin: |world| perform(world, KeyAction::END_TURN),
            is_there: is_calm,
            meanwhile: nothing,
        },
        Act {
            name: "fleet-resolved",
            begin: |world| perform(world, KeyAction::END_TURN),
            is_there: |world| is_calm(world) && world.resource::<Turn>().number > 1,
            meanwhile: nothing,
        },
    ]
}

#[test]
fn the_mission_that_is_opened_is_shipped() {
    crate::game::shell::smoke::assert_listed(&[FLEETS]);
}

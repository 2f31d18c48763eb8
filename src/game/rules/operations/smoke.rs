//! What the scripted run does in battles of operations: a combat segment step by step, with a picture of each.

use bevy::prelude::*;

use super::desk::{self, asked, known, may_order};
use super::{history, input, sheet};
use crate::battle::rules::Rules;
use crate::game::kit::keys::{KeyAction, perform};
use crate::game::rules::playable::own_side;
use crate::game::shell::smoke::{Act, is_calm, open_mission};
use crate::game::table::playback::Playback;
use crate::rules::operations::Operations;
use crate::rules::operations::progress::Step;

/// Missions that are opened: the guided one, and the one that is played.
const GUIDED: &str = "operations_first_segment";
const PASS: &str = "operations_ghazal_pass";

/// Lists the acts, in order.
pub(super) fn acts() -> Vec<Act> {
    let fill_in = |world: &mut World| {
        desk::fill_in(world);
        sheet::step(world, 1);
    };
    let at = |name: &str, is_there: fn(&World) -> bool| {
        Act::new(name, |_| {}).until(is_there).meanwhile(go_on)
    };
    vec![
        Act::mission("operations-guided", |world| open_mission(world, GUIDED)),
        Act::mission("operations", |world| open_mission(world, PASS)),
        Act::new("operations-stack", |world| {
            sheet::step(world, 1);
            perform(world, KeyAction::STACKS);
        }),
        at("operations-positions", |world| {
            reaches(world, Step::Position)
        }),
        Act::new("", |world| perform(world, KeyAction::STACKS)),
        at("operations-firing", |world| reaches(world, Step::Firing)),
        at("", |world| reaches(world, Step::Planning)),
        Act::new("operations-plans", fill_in),
        at("operations-barrages", |world| reaches(world, Step::Barrage)),
        at("operations-results", |world| reaches(world, Step::Results)),
        at("", |world| reaches(world, Step::Assign)),
        Act::new("operations-roles", fill_in),
        at("operations-assaults", |world| reaches(world, Step::Assault)),
        Act::new("operations-looked-back", |world| {
            perform(world, KeyAction::LOOK_BACK);
        }),
        at("", is_over),
        Act::new("operations-report", |world| {
            perform(world, KeyAction::REPORT);
        }),
    ]
}

/// Whether a step is reached in which the player decides, or the combat is over.
fn reaches(world: &World, step: Step) -> bool {
    let decides = is_calm(world) && may_order(world) && asked(world).is_none();
    decides && (known(world).progress.step == step || is_over(world))
}

/// Whether the combat is over, and the player can order again.
fn is_over(world: &World) -> bool {
    is_calm(world) && history::segment(world).is_some_and(|segment| segment.is_over())
}

/// Has the computer decide for the player, once.
fn go_on(world: &mut World) {
    if !is_calm(world) || !may_order(world) {
        return;
    }
    let order = Operations::decide(world, own_side(world));
    world.resource_mut::<Playback>().clear();
    input::give(world, order);
}

#[test]
fn the_missions_that_are_opened_are_shipped() {
    crate::game::shell::smoke::assert_listed(&[GUIDED, PASS]);
}

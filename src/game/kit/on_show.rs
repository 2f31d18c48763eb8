//! What cards, bars and fog show of the own units: how they are, and how they were by the event on show.
//!
//! **Invariant:** after all events of a turn, that is what the battle says.

use bevy::prelude::*;

use super::turn_report::TurnReport;
use crate::battle::board::Board;
use crate::battle::knowledge::Knowledge;
use crate::battle::phase::Turn;
use crate::battle::unit::Side;
use crate::game::rules::playable::own_side;
use crate::game::table::playback::{Lookout, OnShow, Playback};

/// Returns what is to be shown of a side as the battle is now.
pub fn now<R: TurnReport>(world: &World, side: Side) -> OnShow {
    let known = world.resource::<Knowledge>().of(side);
    let tiles = world.resource::<Board>().grid.tiles();
    OnShow {
        turn: world.resource::<Turn>().number,
        objective: R::goal(world, side),
        units: R::cards(world, side),
        figures: R::figures(world, side),
        lookout: Some(Lookout::new(tiles, |tile| known.sight(tile))),
    }
}

/// Returns what is on show, while a turn plays back.
pub fn played(world: &World) -> Option<&OnShow> {
    let plays = !world.resource::<Playback>().is_empty();
    plays.then(|| world.resource::<OnShow>())
}

/// Returns the turn and what wins, as they were when the turn that plays back began.
pub fn setting<R: TurnReport>(world: &World) -> (u16, String) {
    match played(world).filter(|shown| shown.turn > 0) {
        Some(shown) => (shown.turn, shown.objective.clone()),
        None => {
            let turn = world.resource::<Turn>().number;
            (turn, R::goal(world, own_side(world)))
        }
    }
}

//! A battle for the tests of the window.

use bevy::prelude::World;

use crate::battle::phase::Verdict;
use crate::battle::rules::Rules;
use crate::battle::unit::Side;
use crate::game::kit::testing::{give, shipped};
use crate::game::rules::playable::Account;
use crate::game::table::board_view::BoardView;
use crate::mission::{Mission, MissionSource};
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::setup::set_up;

/// The rules of the battle.
pub type Sampled = Battlescape;

/// The seed of the battle.
pub const SEED: u64 = 3;

/// Sets up a battle of two squads, as the window has it.
pub fn skirmish() -> (MissionSource, Mission, World) {
    let source = shipped("skirmish_6v8");
    let mission = source.build(SEED).expect("it is sound");
    let mut world = World::new();
    world.insert_resource(BoardView {
        grid: mission.board.grid,
    });
    set_up(&mut world, &mission, SEED);
    (source, mission, world)
}

/// Has computers give so many orders at most, until the battle ends; looks at what side 0 is told of each.
pub fn play(world: &mut World, orders: usize, mut look: impl FnMut(&Account)) {
    for _ in 0..orders {
        if world.resource::<Verdict>().0.is_some() {
            return;
        }
        let side = [Side(0), Side(1)]
            .into_iter()
            .find(|&side| Battlescape::owes(world, side));
        let side = side.expect("a battle without an ending waits for a side");
        let order = Battlescape::decide(world, side);
        look(&give::<Battlescape>(world, side, order));
    }
}

//! The guard against one click too many, where a click orders at once: a player who clicks again while the
//! target falls does not mean to walk there.
//!
//! **Invariant:** stops clicks on one hex only, until one comes after a pause or the pointer has left it.

use bevy::prelude::*;

use super::cursor::refuse;
use crate::battle::grid::TileId;
use crate::game::PutAway;
use crate::game::table::input::Hover;

/// Seconds between clicks up to which they belong to those that were meant for the target.
const PAUSE: f32 = 1.0;

/// The hex on which the next click orders nothing.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct Overclick {
    tile: Option<TileId>,
    /// When a click on it was last stopped, in seconds of the program.
    stopped: Option<f32>,
}

/// Adds the guard.
pub fn plugin(app: &mut App) {
    app.add_systems(PutAway, |world: &mut World| arm(world, None));
}

/// Guards a hex whose target is attacked or lost, or none.
pub fn arm(world: &mut World, tile: Option<TileId>) {
    world.insert_resource(Overclick {
        tile,
        stopped: None,
    });
}

/// Lifts the guard when the pointer has left its hex.
pub fn follow(world: &mut World) {
    let tile = world.resource::<Hover>().tile;
    if guarded(world).is_some_and(|guarded| tile != Some(guarded)) {
        arm(world, None);
    }
}

/// Whether a click on a hex where no target is any more must order nothing, which it says: the first one, and
/// those that follow it without a pause. Any other lifts the guard.
pub fn stops(world: &mut World, tile: TileId) -> bool {
    let clock = world.get_resource::<Time<Real>>();
    let now = clock.map_or(0.0, Time::elapsed_secs);
    let guard = world.get_resource::<Overclick>().copied();
    let guard = guard.filter(|guard| guard.tile == Some(tile));
    let is_stopped = guard.is_some_and(|guard| guard.stopped.is_none_or(|at| now - at < PAUSE));
    if is_stopped {
        world.insert_resource(Overclick {
            tile: Some(tile),
            stopped: Some(now),
        });
        refuse(world, "target gone: click again to move there");
    } else {
        arm(world, None);
    }
    is_stopped
}

fn guarded(world: &World) -> Option<TileId> {
    world.get_resource::<Overclick>()?.tile
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::shell::session::Session;
    use crate::game::table::sound::Cue;

    fn world() -> World {
        let mut world = World::new();
        world.init_resource::<Session>();
        world.init_resource::<Hover>();
        world.init_resource::<Messages<Cue>>();
        world.init_resource::<Time<Real>>();
        world
    }

    #[test]
    fn one_click_on_the_hex_of_a_lost_target_is_stopped() {
        let mut world = world();
        assert!(!stops(&mut world, TileId(3)), "nothing was attacked");
        arm(&mut world, Some(TileId(3)));
        assert!(stops(&mut world, TileId(3)));
        let notice = world.resource::<Session>().notice.clone();
        assert!(notice.is_some_and(|(text, _)| text.contains("click again")));
        assert!(stops(&mut world, TileId(3)), "it follows at once");
        let pause = std::time::Duration::from_secs_f32(PAUSE);
        world.resource_mut::<Time<Real>>().advance_by(pause);
        assert!(!stops(&mut world, TileId(3)), "it is meant after a pause");
        arm(&mut world, Some(TileId(3)));
        assert!(!stops(&mut world, TileId(4)), "it is another hex");
    }

    #[test]
    fn a_pointer_that_left_the_hex_lifts_the_guard() {
        let mut world = world();
        for (pointed, is_stopped) in [
            (Some(TileId(3)), true),
            (Some(TileId(4)), false),
            (None, false),
        ] {
            arm(&mut world, Some(TileId(3)));
            world.resource_mut::<Hover>().tile = pointed;
            follow(&mut world);
            world.resource_mut::<Hover>().tile = Some(TileId(3));
            follow(&mut world);
            assert_eq!(stops(&mut world, TileId(3)), is_stopped, "{pointed:?}");
        }
    }
}

//! Choosing, pointing and ordering units of squads.
//!
//! **Invariant:** what is chosen and pointed at changes no battle; orders do, and they leave by
//! [`give`] alone.

mod ahead;
mod consequences;
mod orders;
mod plans;
mod reach;
mod select;

use bevy::prelude::*;

pub use self::ahead::{Ahead, toggle_sight_line};
pub use self::orders::{click_on, fire, give, turn_to, use_slot};
pub use self::plans::{Plans, plan_walk, take_back, walk_plans};
pub use self::reach::{forget_point, gait, go_by, next_gait, next_reserve, reserved_tu};
pub use self::select::{Selection, choose, chosen, cycle, next_target, take_up};
use crate::game::PutAway;
use crate::game::kit::overlay;
use crate::game::rules::playable::is_played;
use crate::game::table::input::{InputSystems, is_on_panels};
use crate::rules::battlescape::Battlescape;

/// Adds input of squads.
pub fn plugin(app: &mut App) {
    app.init_resource::<ahead::KeptAhead>()
        .init_resource::<Plans>()
        .init_resource::<Selection>()
        .init_resource::<reach::KeptReach>()
        .add_systems(
            Update,
            (
                // What the hex pointed at tells is known before anything is done about it.
                (
                    select::choose_unit,
                    plans::follow,
                    reach::mark_reach,
                    ahead::tell,
                    orders::click.run_if(not(is_on_panels)),
                )
                    .chain()
                    .in_set(InputSystems::Choose),
                overlay::follow(plans::drawn_for, plans::strokes).in_set(InputSystems::Draw),
                overlay::follow(consequences::drawn_for, consequences::strokes)
                    .in_set(InputSystems::Draw),
            )
                .run_if(is_played::<Battlescape>),
        )
        .add_systems(PutAway, forget);
}

/// Takes back what the player has chosen, and what was worked out for it.
pub fn forget(world: &mut World) {
    world.insert_resource(ahead::KeptAhead::default());
    world.insert_resource(Plans::default());
    world.insert_resource(reach::KeptReach::default());
    world.insert_resource(Selection::default());
}

//! The pointer, the hex cursor, and the order in which input is handled in a frame.
//!
//! **Invariant:** pointing changes no battle; orders do, and they leave by [`give_order`] alone.

mod pointer;

use bevy::prelude::*;

pub use self::pointer::{
    Hover, OnPanels, is_on_panels, move_cursor, point_at, start_at, tile_under_pointer,
};
use crate::battle::phase::Phase;
use crate::battle::rules::Rules;
use crate::battle::step::{HumanSides, OrderGiven};
use crate::game::kit::keys;
use crate::game::shell::session::Session;
use crate::game::shell::watching::Watching;
use crate::game::table::board_view::viewer;
use crate::game::table::camera;
use crate::game::table::playback::Playback;
use crate::game::{Menu, PutAway, Screen};

/// What input does in a frame, in order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputSystems {
    /// The hex that is meant is found.
    Point,
    /// What it tells is worked out, and what is clicked is done.
    Choose,
    /// Keys are obeyed.
    Keys,
    /// What it tells is drawn.
    Draw,
}

/// Adds input.
pub fn plugin(app: &mut App) {
    app.init_resource::<Hover>()
        .init_resource::<OnPanels>()
        .init_resource::<pointer::Typing>()
        .add_systems(
            RunFixedMainLoop,
            pointer::note_panels.in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
        )
        .add_systems(Startup, |mut commands: Commands| {
            commands.spawn(Camera2d);
        })
        .configure_sets(
            Update,
            (
                InputSystems::Point,
                InputSystems::Choose,
                InputSystems::Keys,
                InputSystems::Draw,
            )
                .chain()
                .run_if(in_state(Screen::Battle).and_then(in_state(Menu::None))),
        )
        .add_systems(
            Update,
            (
                (
                    camera::zoom_and_drag.run_if(not(is_on_panels)),
                    camera::pan.run_if(not(pointer::is_typing)),
                    camera::center_on_start,
                    camera::turn_back,
                    pointer::point.run_if(not(is_on_panels)),
                    pointer::leave.run_if(is_on_panels),
                )
                    .chain()
                    .in_set(InputSystems::Point),
                keys::keys
                    .run_if(not(pointer::is_typing))
                    .in_set(InputSystems::Keys),
            ),
        )
        .add_systems(Update, keys::anywhere)
        .add_systems(PutAway, |mut hover: ResMut<Hover>| {
            *hover = Hover::default();
        });
}

/// Whether the player may order now.
pub fn is_players(world: &World) -> bool {
    *world.resource::<State<Phase>>().get() == Phase::Player
        && world.resource::<Playback>().is_empty()
        && !world.contains_resource::<Watching>()
}

/// Gives an order of the player's side.
pub fn give_order<R: Rules>(world: &mut World, order: R::Order) {
    let side = viewer(world.resource::<HumanSides>());
    world.resource_mut::<Session>().notice = None;
    world.write_message(OrderGiven::<R> { side, order });
}

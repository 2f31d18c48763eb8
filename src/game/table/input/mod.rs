//! Pointer, hex cursor and selection, and the orders they give.
//!
//! **Invariant:** what is chosen and pointed at changes no battle; orders do, and they leave by
//! [`give`] alone.

pub mod pointer;

use bevy::prelude::*;
use bevy_egui::input::egui_wants_any_pointer_input;

pub use self::pointer::{move_cursor, point_at};
pub use crate::game::rules::battlescape::input::{
    hover::{Hover, toggle_sight_line},
    orders::{click_on, fire, give, give_order, is_players, turn_to, use_slot},
    reach::{forget_point, gait, go_by, next_gait, next_reserve, reserved_tu},
    select::{choose, cycle, next_target, take_up},
};
use crate::{
    game::{
        Menu, PutAway, Screen,
        kit::keys,
        rules::battlescape::input::{hover, reach, select},
        rules::playable::is_played,
        table::camera,
    },
    rules::battlescape::Battlescape,
};

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
        .init_resource::<reach::Reached>()
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
                    camera::zoom_and_drag.run_if(not(egui_wants_any_pointer_input)),
                    camera::pan,
                    camera::center_on_start,
                    pointer::point.run_if(not(egui_wants_any_pointer_input)),
                    pointer::leave.run_if(egui_wants_any_pointer_input),
                )
                    .chain()
                    .in_set(InputSystems::Point),
                keys::keys.in_set(InputSystems::Keys),
                (
                    // What the hex pointed at tells is known before anything is done about it.
                    (
                        select::choose_unit,
                        reach::mark_reach,
                        hover::tell,
                        pointer::click.run_if(not(egui_wants_any_pointer_input)),
                    )
                        .chain()
                        .in_set(InputSystems::Choose),
                    hover::draw.in_set(InputSystems::Draw),
                )
                    .run_if(is_played::<Battlescape>),
            ),
        )
        .add_systems(Update, keys::anywhere)
        .add_systems(PutAway, put_away);
}

fn put_away(mut hover: ResMut<Hover>, mut reached: ResMut<reach::Reached>) {
    *hover = Hover::default();
    *reached = reach::Reached::default();
}

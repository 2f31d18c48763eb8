//! Pointer, hex cursor and selection, and the orders they give.
//!
//! **Invariant:** what is chosen and pointed at changes no battle; orders do, and they leave by
//! [`give`] alone.

mod hover;
mod orders;
mod pointer;
mod reach;
mod select;

use bevy::prelude::*;
use bevy_egui::input::egui_wants_any_pointer_input;

pub use self::{
    hover::{Hover, toggle_sight_line},
    orders::{click_on, fire, give, is_players, turn_to, use_slot},
    pointer::{move_cursor, point_at},
    reach::{gait, next_gait, next_reserve, reserved_tu},
    select::{choose, cycle, next_target, take_up},
};
use crate::game::{Menu, Screen, camera, keys};

/// Adds input.
pub fn plugin(app: &mut App) {
    app.init_resource::<Hover>()
        .init_resource::<reach::Reached>()
        .add_systems(Startup, |mut commands: Commands| {
            commands.spawn(Camera2d);
        })
        .add_systems(
            Update,
            (
                camera::zoom_and_drag.run_if(not(egui_wants_any_pointer_input)),
                camera::pan,
                camera::center_on_start,
                pointer::point.run_if(not(egui_wants_any_pointer_input)),
                pointer::leave.run_if(egui_wants_any_pointer_input),
                // What the hex pointed at tells is known before anything is done about it.
                select::choose_unit,
                reach::mark_reach,
                hover::tell,
                pointer::click.run_if(not(egui_wants_any_pointer_input)),
                keys::keys,
                hover::draw,
            )
                .chain()
                .run_if(in_state(Screen::Battle).and_then(in_state(Menu::None))),
        )
        .add_systems(Update, keys::anywhere);
}

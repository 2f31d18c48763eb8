//! Screens: title, missions, squad set-up, end of a battle.
//!
//! **Invariant:** a screen asks the session for what it wants and never changes a battle itself.

mod backdrop;
mod end;
mod missions;
mod next;
mod settled;
mod title;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

pub use self::settled::{sit_down, takes_keys};
use crate::game::kit::PanelSystems;
use crate::game::kit::aftermath::Aftermath;
use crate::game::shell::session::tell;
use crate::game::shell::{packs, results};
use crate::game::{Menu, Screen};

/// Adds the screens, which are exclusive as menus are.
pub fn plugin(app: &mut App) {
    app.init_resource::<missions::Choice>()
        .init_resource::<missions::Boards>()
        .init_resource::<settled::Settled>()
        .init_resource::<Aftermath>()
        .init_resource::<title::Newest>()
        .add_systems(OnEnter(Screen::Title), title::look_up)
        .add_systems(OnExit(Menu::Saves), title::look_up)
        .add_systems(
            OnEnter(Screen::Missions),
            (packs::look, missions::Boards::begin).chain(),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (
                title::show.run_if(in_state(Screen::Title)),
                missions::show.run_if(in_state(Screen::Missions)),
                end::show.run_if(in_state(Screen::End)),
            )
                .in_set(PanelSystems)
                .run_if(in_state(Menu::None)),
        )
        .add_systems(
            Update,
            (backdrop::fill, backdrop::drift).run_if(
                in_state(Screen::Title)
                    .or_else(in_state(Screen::Missions))
                    .or_else(in_state(Screen::SetUp)),
            ),
        )
        .add_systems(
            OnEnter(Screen::End),
            (
                (end::sum_up, settled::begin),
                results::note_end.pipe(tell),
                end::write_result.pipe(tell),
            )
                .chain(),
        )
        .add_systems(
            Update,
            (
                end::return_to_battle.run_if(in_state(Screen::End)),
                settled::follow,
            ),
        );
}

//! Sound: what is heard, from where, and how loud.
//!
//! Everything is synthesised at the start, so that the game needs no sound files. It is played only in
//! builds with the feature `sound`; without it cues are written and nobody listens.
//!
//! **Invariant:** a sound never tells more than the picture does: cues come from scenes that are shown.

mod ambience;
mod cue;
mod recipe;
mod synth;

#[cfg(feature = "sound")]
mod play;

use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;

pub use self::cue::{Ambience, Cue, RATE, render, render_ambience};
use crate::{
    battle::{phase::Verdict, step::HumanSides},
    game::{Screen, table::board_view::viewer},
};

/// A sound somewhere on the board.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct PlacedCue {
    /// What is heard.
    pub cue: Cue,
    /// From where.
    pub at: Vec2,
}

/// Adds sound.
pub fn plugin(app: &mut App) {
    app.add_message::<Cue>()
        .add_message::<PlacedCue>()
        .add_systems(Update, click)
        .add_systems(OnEnter(Screen::End), end);
    #[cfg(feature = "sound")]
    app.add_plugins(play::plugin);
}

/// Lets buttons and sliders click when they are let go.
fn click(
    buttons: Res<ButtonInput<MouseButton>>,
    egui: Res<EguiWantsInput>,
    mut was_used: Local<bool>,
    mut cues: MessageWriter<Cue>,
) {
    if buttons.just_released(MouseButton::Left) && *was_used {
        cues.write(Cue::Click);
    }
    *was_used = egui.is_using_pointer();
}

/// Lets the outcome of a battle be heard.
fn end(verdict: Option<Res<Verdict>>, humans: Res<HumanSides>, mut cues: MessageWriter<Cue>) {
    let Some(ending) = verdict.and_then(|verdict| verdict.0) else {
        return;
    };
    cues.write(match ending.winner == viewer(&humans) {
        true => Cue::Victory,
        false => Cue::Defeat,
    });
}

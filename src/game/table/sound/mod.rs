//! Sound: what is heard, from where, and how loud.
//!
//! Everything is synthesised when it is first heard, so that the game needs no sound files. Without a sound
//! server cues are written and nobody listens.
//!
//! **Invariant:** a sound never tells more than the picture does: cues come from scenes that are shown.

mod ambience;
mod cue;
mod mixer;
mod music;
mod output;
mod play;
mod recipe;
mod synth;

use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;

pub use self::cue::{Ambience, Cue, RATE, render, render_ambience};
pub use self::music::{Theme, render_theme};
pub use self::play::{Speakers, plugin as speakers};
use crate::battle::phase::Verdict;
use crate::battle::step::HumanSides;
use crate::game::Screen;

/// A sound somewhere on the board.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct PlacedCue {
    /// What is heard.
    pub cue: Cue,
    /// From where.
    pub at: Vec2,
}

/// A sound that goes round and round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lasting {
    /// What surrounds the camera.
    Ambience(Ambience),
    /// Music.
    Theme(Theme),
}

/// Adds sounds of the interface; they are heard where [`speakers`] are added, too.
pub fn plugin(app: &mut App) {
    app.add_message::<Cue>()
        .add_message::<PlacedCue>()
        .add_systems(Update, click)
        .add_systems(OnEnter(Screen::End), end);
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
    cues.write(match humans.0.iter().any(|&side| ending.is_won_by(side)) {
        true => Cue::Victory,
        false => Cue::Defeat,
    });
}

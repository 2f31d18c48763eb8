//! Sound: what is heard, from where, and how loud.
//!
//! Everything is synthesised at the start, so that the game needs no sound files. It is played only in
//! builds with the feature `sound`; without it cues are written and nobody listens.
//!
//! **Invariant:** a sound never tells more than the picture does: cues come from scenes that are shown.

mod synth;
mod voices;

#[cfg(feature = "sound")]
mod play;

use bevy::prelude::*;

pub use self::voices::{Ambience, Cue, RATE, render, render_ambience};

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
    app.add_message::<Cue>().add_message::<PlacedCue>();
    #[cfg(feature = "sound")]
    app.add_plugins(play::plugin);
}

/// Lets something be heard from a place on the board.
pub fn at(world: &mut World, at: Vec2, cue: Cue) {
    world.write_message(PlacedCue { cue, at });
}

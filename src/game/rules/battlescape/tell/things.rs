//! Things that change hands and are used, as a side sees it.
//!
//! **Invariant:** what is shown of a unit or hex is shown of one in sight.

use super::Seen;
use crate::{
    game::{
        rules::battlescape::eyes::Eyes,
        table::{playback::Tone, sound::Cue},
    },
    rules::battlescape::event::Event,
};

/// Tells of things that change hands and are used.
pub(super) fn tell(eyes: Eyes, event: &Event, lines: Vec<String>) -> Seen {
    match event {
        Event::Interacted { unit, .. }
        | Event::Switched { unit, .. }
        | Event::Moved { unit, .. }
            if eyes.sees(*unit) =>
        {
            (vec![eyes.heard(*unit, Cue::Reload)], lines)
        }
        Event::Primed { unit, .. } if eyes.is_own(*unit) => {
            (vec![eyes.note(*unit, "primed", Tone::Plain)], lines)
        }
        Event::MineLaid { unit, .. } if eyes.is_own(*unit) => {
            (vec![eyes.note(*unit, "mine laid", Tone::Plain)], lines)
        }
        Event::Scanned { unit, .. } if eyes.is_own(*unit) => {
            (vec![eyes.note(*unit, "scan", Tone::Plain)], lines)
        }
        Event::Reloaded { unit, .. } if eyes.is_own(*unit) => {
            let click = eyes.heard(*unit, Cue::Reload);
            (vec![click, eyes.note(*unit, "reload", Tone::Plain)], lines)
        }
        _ => Seen::default(),
    }
}

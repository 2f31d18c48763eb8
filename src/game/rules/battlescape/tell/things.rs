//! Things that change hands and are used, as a side sees it.
//!
//! **Invariant:** what is shown of a unit or hex is shown of one in sight.

use super::Seen;
use crate::{
    game::{rules::battlescape::eyes::Eyes, table::sound::Cue},
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
            (vec![eyes.plain(*unit, "primed")], lines)
        }
        Event::MineLaid { unit, .. } if eyes.is_own(*unit) => {
            (vec![eyes.plain(*unit, "mine laid")], lines)
        }
        Event::Scanned { unit, .. } if eyes.is_own(*unit) => {
            (vec![eyes.plain(*unit, "scan")], lines)
        }
        Event::Reloaded { unit, .. } if eyes.is_own(*unit) => {
            let click = eyes.heard(*unit, Cue::Reload);
            (vec![click, eyes.plain(*unit, "reload")], lines)
        }
        _ => Seen::default(),
    }
}

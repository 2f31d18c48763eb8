//! Abilities, nerves and loyalties as a side sees them.
//!
//! **Invariant:** what is shown of a unit or hex is shown of one in sight.

use super::Seen;
use crate::{
    game::{
        rules::battlescape::eyes::Eyes,
        table::{
            playback::{Scene, Tone},
            sound::Cue,
        },
    },
    rules::battlescape::event::{Event, Mark},
};

/// Tells of abilities, nerves and loyalties.
pub(super) fn tell(eyes: Eyes, event: &Event, lines: Vec<String>) -> Seen {
    match event {
        Event::Pinned { units } if units.iter().any(|&(unit, _)| eyes.sees(unit)) => {
            let seen = units
                .iter()
                .filter(|&&(unit, points)| points > 0 && eyes.sees(unit));
            let notes = seen.map(|&(unit, points)| eyes.plain(unit, &format!("pinned +{points}")));
            (notes.collect(), lines)
        }
        Event::Suppressed { units } if units.iter().any(|&unit| eyes.sees(unit)) => {
            let seen = units.iter().filter(|&&unit| eyes.sees(unit));
            let notes = seen.map(|&unit| eyes.bad(unit, "suppressed!"));
            (notes.collect(), lines)
        }
        Event::MoraleShifted { units } if units.iter().any(|&(unit, _)| eyes.sees(unit)) => {
            let own = units.iter().filter(|(unit, _)| eyes.is_own(*unit));
            let notes = own.map(|&(unit, change)| eyes.plain(unit, &format!("morale {change:+}")));
            (notes.collect(), lines)
        }
        Event::Panicked { unit, .. } if eyes.sees(*unit) => {
            let cry = eyes.heard(*unit, Cue::Panic);
            (vec![cry, eyes.bad(*unit, "panic!")], lines)
        }
        Event::NerveTested {
            unit,
            panic: Some(_),
            ..
        } if eyes.sees(*unit) => (vec![eyes.bad(*unit, "loses its nerve")], lines),
        Event::Joined { unit, .. } if eyes.sees(*unit) => (vec![eyes.good(*unit, "joins")], lines),
        Event::Cast {
            unit,
            target,
            resisted,
            ..
        } if eyes.sees(*unit) => {
            let is_resisted = resisted.is_some_and(|(_, check)| !check.passed);
            let to = eyes
                .sees_mark(*target)
                .then(|| eyes.board.center(eyes.spot(*target)));
            let mut scenes = vec![Scene::Psi {
                from: eyes.center(*unit),
                to,
                is_resisted,
            }];
            if let (true, Mark::Unit(other)) = (is_resisted, *target)
                && eyes.sees(other)
            {
                scenes.push(eyes.good(other, "resisted"));
            }
            (scenes, lines)
        }
        Event::Controlled { unit, .. } if eyes.sees(*unit) => {
            (vec![eyes.good(*unit, "controlled!")], lines)
        }
        Event::Freed { unit } if eyes.sees(*unit) => {
            (vec![eyes.note(*unit, "free", Tone::Good)], lines)
        }
        Event::Rallied { unit, .. } if eyes.sees(*unit) => {
            (vec![eyes.good(*unit, "rallied")], lines)
        }
        Event::Hastened { unit, tu } if eyes.sees(*unit) => {
            (vec![eyes.good(*unit, &format!("+{tu} TU"))], lines)
        }
        Event::Heard { traces } => {
            let own_traces = traces.iter().filter(|trace| trace.side == eyes.own);
            let scenes: Vec<_> = (own_traces)
                .map(|trace| Scene::Note {
                    at: eyes.board.center(trace.tile),
                    text: "a noise".into(),
                    tone: Tone::Bad,
                })
                .collect();
            let heard = (!scenes.is_empty()).then(|| "Something is heard".to_owned());
            (scenes, heard.into_iter().collect())
        }
        Event::PanicOver { unit } if eyes.sees(*unit) => (Vec::new(), lines),
        _ => Seen::default(),
    }
}

//! Wounds, falls, deaths and help as a side sees them.
//!
//! **Invariant:** what is shown of a unit or hex is shown of one in sight.

use super::Seen;
use crate::{
    battle::unit::{Title, part},
    game::{
        rules::battlescape::eyes::Eyes,
        table::playback::{Fumes, Scene},
    },
    rules::battlescape::event::Event,
};

/// Tells of wounds, falls, deaths and help.
pub(super) fn tell(eyes: Eyes, event: &Event, lines: Vec<String>) -> Seen {
    match event {
        Event::KnockedOut { unit } if eyes.sees(*unit) => {
            (vec![eyes.bad(*unit, "unconscious")], lines)
        }
        Event::Helped { target, health, .. } if eyes.sees(*target) => {
            let at = eyes.center(*target);
            let kind = Fumes::Relief;
            let harm = Scene::Harm {
                unit: *target,
                at,
                change: i32::from(*health),
                is_crit: false,
            };
            (vec![Scene::Fumes { at, kind }, harm], lines)
        }
        Event::Poisoned { unit, .. } if eyes.sees(*unit) => {
            let fumes = Scene::Fumes {
                at: eyes.center(*unit),
                kind: Fumes::Poison,
            };
            (vec![fumes, eyes.bad(*unit, "poisoned")], lines)
        }
        Event::CameRound { unit } if eyes.sees(*unit) => (Vec::new(), lines),
        Event::StunRolled { unit, passed, .. } if eyes.sees(*unit) => {
            let text = if *passed { "awake" } else { "stunned" };
            (vec![eyes.plain(*unit, text)], lines)
        }
        Event::Died { unit, by } => {
            if !eyes.sees(*unit) {
                return (Vec::new(), Vec::new());
            }
            let is_told = by.is_none_or(|by| eyes.sees(by));
            let name = &part::<Title>(eyes.world, *unit).0;
            let lines = match is_told {
                true => lines,
                false => vec![format!("{name} is killed")],
            };
            let fall = Some(eyes.flesh(*unit));
            let at = eyes.center(*unit);
            (
                vec![Scene::Fade {
                    unit: *unit,
                    at,
                    fall,
                }],
                lines,
            )
        }
        Event::Hurt { unit, damage, .. } if eyes.sees(*unit) => {
            let harm = Scene::Harm {
                unit: *unit,
                at: eyes.center(*unit),
                change: -i32::from(*damage),
                is_crit: false,
            };
            (vec![harm], lines)
        }
        Event::CaughtFire { unit, .. } if eyes.sees(*unit) => {
            let at = eyes.center(*unit);
            let kind = Fumes::Fire;
            (vec![Scene::Fumes { at, kind }], lines)
        }
        _ => Seen::default(),
    }
}

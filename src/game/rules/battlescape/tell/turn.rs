//! The turn, the objective and the script as they are told to a side.
//!
//! **Invariant:** what is shown of a unit or hex is shown of one in sight.

use super::Seen;
use crate::{
    game::{
        rules::battlescape::eyes::Eyes,
        table::{playback::Scene, sound::Cue},
    },
    rules::battlescape::event::Event,
};

/// Tells of the turn, the objective and the script.
pub(super) fn tell(eyes: Eyes, event: &Event, lines: Vec<String>) -> Seen {
    match event {
        Event::Told { .. } => {
            let banner = lines.iter().map(|text| Scene::Banner {
                text: text.clone(),
                cue: Some(Cue::Alert),
            });
            (banner.collect(), lines)
        }
        Event::PhaseBegan { side } => {
            let (text, cue) = match *side == eyes.own {
                true => ("Your phase", Some(Cue::Turn)),
                false => ("Enemy phase", None),
            };
            let text = text.into();
            (vec![Scene::Banner { text, cue }], Vec::new())
        }
        Event::TurnBegan { turn } => {
            let text = format!("Turn {turn}");
            (vec![Scene::Banner { text, cue: None }], lines)
        }
        Event::ObjectiveLost { .. } => {
            let banner = Scene::Banner {
                text: "The objective can no longer be met".into(),
                cue: Some(Cue::Alert),
            };
            (vec![banner], lines)
        }
        Event::Ended { .. }
        | Event::PlayedOn { .. }
        | Event::SecondaryDone { .. }
        | Event::ObjectiveJudged { .. } => (Vec::new(), lines),
        _ => Seen::default(),
    }
}

//! Terrain, fire and light as a side sees them.
//!
//! **Invariant:** what is shown of a unit or hex is shown of one in sight.

use super::Seen;
use crate::{
    game::{
        rules::battlescape::eyes::Eyes,
        table::playback::{Burst, Fumes, Scene},
    },
    rules::battlescape::event::Event,
};

/// Tells of terrain, fire and light.
pub(super) fn tell(eyes: Eyes, event: &Event, lines: Vec<String>) -> Seen {
    match event {
        Event::TerrainHit { tile, state, .. } if eyes.knows(*tile) => {
            let debris = Scene::Debris {
                at: eyes.board.center(*tile),
                ground: eyes.ground(*tile),
                is_heavy: state.wear == 0,
            };
            (vec![debris], lines)
        }
        Event::TerrainChanged { tile, .. } | Event::BurnedDown { tile, .. }
            if eyes.knows(*tile) =>
        {
            let debris = Scene::Debris {
                at: eyes.board.center(*tile),
                ground: eyes.ground(*tile),
                is_heavy: true,
            };
            (vec![debris], lines)
        }
        Event::Lit { light } if eyes.knows(light.tile) => {
            let at = eyes.board.center(light.tile);
            let kind = Burst::Light;
            let is_veiled = false;
            (
                vec![Scene::Burst {
                    at,
                    kind,
                    is_veiled,
                }],
                lines,
            )
        }
        Event::FireRolled {
            ignites: Some(tile),
            ..
        } if eyes.knows(*tile) => {
            let at = eyes.board.center(*tile);
            let kind = Fumes::Fire;
            (vec![Scene::Fumes { at, kind }], lines)
        }
        Event::Endangered { .. } => (Vec::new(), lines),
        _ => Seen::default(),
    }
}

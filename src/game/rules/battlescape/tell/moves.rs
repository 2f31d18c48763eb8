//! Who moves, takes cover, comes and goes, as a side sees it.
//!
//! **Invariant:** what is shown of a unit or hex is shown of one in sight.

use super::Seen;
use crate::battle::grid::TileId;
use crate::battle::unit::{Title, UnitId, part};
use crate::game::rules::battlescape::eyes::Eyes;
use crate::game::rules::battlescape::looks::passing_look;
use crate::game::table::playback::{Scene, Tone};
use crate::game::table::sound::Cue;
use crate::rules::battlescape::content::Gait;
use crate::rules::battlescape::event::Event;

/// Seconds of one step by gait.
fn step_seconds(gait: Gait) -> f32 {
    match gait {
        Gait::Run => 0.13,
        Gait::Walk => 0.19,
        Gait::Crouch | Gait::Disengage => 0.25,
        Gait::Crawl => 0.32,
    }
}

/// Tells of who moves, takes cover, comes and goes.
pub(super) fn tell(eyes: Eyes, event: &Event, lines: Vec<String>) -> Seen {
    match event {
        Event::Stepped { .. } => (walk(eyes, event).into_iter().collect(), Vec::new()),
        Event::Turned { unit, facing, .. } if eyes.sees(*unit) => (
            vec![eyes.turn(*unit, eyes.board.angle(*facing))],
            Vec::new(),
        ),
        Event::Arrived { unit, tile } if eyes.sees(*unit) => {
            let reveal = reveal(eyes, *unit, *tile, false);
            (vec![reveal, eyes.good(*unit, "arrives")], lines)
        }
        Event::Called { unit, .. } if eyes.sees(*unit) => {
            (vec![eyes.note(*unit, "to me!", Tone::Good)], lines)
        }
        Event::WentProne { unit, .. } if eyes.sees(*unit) => {
            (vec![eyes.plain(*unit, "prone")], lines)
        }
        Event::Spotted { side, unit, tile } if *side == eyes.own => {
            let name = &part::<Title>(eyes.world, *unit).0;
            let contact = vec![format!("Contact: {name}")];
            (vec![reveal(eyes, *unit, *tile, true)], contact)
        }
        Event::TookCover { unit, facing, .. } if eyes.sees(*unit) => {
            let turn = eyes.turn(*unit, eyes.board.angle(*facing));
            (vec![turn, eyes.plain(*unit, "cover")], lines)
        }
        Event::Bumped { unit, .. } if eyes.sees(*unit) => (vec![eyes.bad(*unit, "blocked")], lines),
        Event::Left { unit, .. } if eyes.sees(*unit) => {
            let at = eyes.center(*unit);
            let unit = *unit;
            (
                vec![Scene::Fade {
                    unit,
                    at,
                    fall: None,
                }],
                lines,
            )
        }
        Event::DoorMoved {
            unit, tile, facing, ..
        } if eyes.sees(*unit) => {
            let at = eyes.board.center(*tile);
            let turn = eyes.turn(*unit, eyes.board.angle(*facing));
            let cue = Cue::Door;
            (vec![turn, Scene::Heard { at, cue }], lines)
        }
        Event::Stood { unit, .. } if eyes.sees(*unit) => (Vec::new(), lines),
        _ => Seen::default(),
    }
}

fn walk(eyes: Eyes, event: &Event) -> Option<Scene> {
    let Event::Stepped {
        unit,
        gait,
        from,
        to,
        ..
    } = *event
    else {
        return None;
    };
    let flies = eyes.view.kind(unit).flies;
    let ground = (!flies).then(|| eyes.ground(to));
    let look = || passing_look(eyes.view, unit);
    eyes.walk(unit, [from, to], step_seconds(gait), ground, look)
}

fn reveal(eyes: Eyes, unit: UnitId, tile: TileId, is_contact: bool) -> Scene {
    let facing = match eyes.view.is_visible(unit) {
        true => eyes.view.unit(unit).facing,
        false => Default::default(),
    };
    Scene::Reveal {
        unit,
        at: eyes.board.center(tile),
        angle: eyes.board.angle(facing),
        look: Box::new(passing_look(eyes.view, unit)),
        is_contact,
    }
}

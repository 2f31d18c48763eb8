//! Attacks and readied reactions as a side sees them.
//!
//! **Invariant:** a shot from out of sight is told without who fires it; the glow of an explosion shows
//! through the fog.

use bevy::prelude::*;

use super::Seen;
use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::game::rules::battlescape::aim::shot;
use crate::game::rules::battlescape::eyes::Eyes;
use crate::game::table::playback::{Burst, Scene};
use crate::game::table::sound::Cue;
use crate::rules::battlescape::attack::Round;
use crate::rules::battlescape::event::{BurstKind, Event, Harm, Mark, Ricochet};

/// What attacks of an order have in the air.
#[derive(Default)]
pub(super) struct Air {
    in_flight: Option<InFlight>,
    /// Shots told so far; no two misses land alike.
    shots: u32,
}

/// Something on its way that goes off in a later event.
#[derive(Clone, Copy)]
struct InFlight {
    by: UnitId,
    from: Vec2,
    is_rocket: bool,
}

impl Air {
    /// Tells of attacks and readied reactions.
    pub(super) fn tell(&mut self, eyes: Eyes, event: &Event, lines: Vec<String>) -> Seen {
        match event {
            Event::Fired {
                unit,
                target,
                reaction,
                attack,
                ..
            } if eyes.sees(*unit) => {
                self.in_flight = attack.area.is_some().then_some(InFlight {
                    by: *unit,
                    from: eyes.center(*unit),
                    is_rocket: true,
                });
                (fired(eyes, *unit, *target, *reaction), lines)
            }
            Event::Fired { target, .. } if eyes.sees_mark(*target) => {
                (Vec::new(), vec!["Shots from an unseen enemy".to_owned()])
            }
            Event::Shot {
                unit,
                target,
                round,
                ricochet,
            } if eyes.sees(*unit) || eyes.sees_mark(*target) => (
                vec![self.shot(eyes, *unit, *target, round, *ricochet)],
                lines,
            ),
            Event::Burst {
                by,
                kind,
                center,
                harms,
                ..
            } => {
                let flight = self
                    .in_flight
                    .take()
                    .filter(|flight| Some(flight.by) == *by);
                if !eyes.knows(*center) && harms.iter().all(|harm| !eyes.sees(harm.unit)) {
                    return (glow(eyes, *kind, *center).into_iter().collect(), Vec::new());
                }
                (burst(eyes, flight, *kind, *center, harms), lines)
            }
            Event::Threw { unit, tile, .. } if eyes.sees(*unit) => {
                let from = eyes.center(*unit);
                self.in_flight = Some(InFlight {
                    by: *unit,
                    from,
                    is_rocket: false,
                });
                let way = eyes.board.center(*tile) - from;
                let throw = eyes.heard(*unit, Cue::Throw);
                (vec![eyes.turn(*unit, way.to_angle()), throw], lines)
            }
            Event::MineTripped { mine, .. } if eyes.knows(mine.tile) => {
                let at = eyes.board.center(mine.tile);
                let cue = Cue::Alert;
                (vec![Scene::Heard { at, cue }], lines)
            }
            Event::Readied { unit, .. } if eyes.sees(*unit) => {
                (vec![eyes.plain(*unit, "on overwatch")], lines)
            }
            Event::SuppressionReadied { unit, .. } if eyes.is_own(*unit) => {
                (vec![eyes.plain(*unit, "suppressing fire")], lines)
            }
            _ => Seen::default(),
        }
    }

    /// Shows a round; of its ricochet only what strikes somebody in sight, or nobody.
    fn shot(
        &mut self,
        eyes: Eyes,
        unit: UnitId,
        target: Mark,
        round: &Round,
        ricochet: Option<Ricochet>,
    ) -> Scene {
        self.shots += 1;
        let is_seen = |one: &Ricochet| one.victim.is_none_or(|(id, ..)| eyes.sees(id));
        let ricochet = ricochet.filter(is_seen);
        Scene::Shot(Box::new(shot(
            eyes, unit, target, round, ricochet, self.shots,
        )))
    }
}

/// Shows a unit in sight that begins to fire.
fn fired(eyes: Eyes, unit: UnitId, target: Mark, is_reaction: bool) -> Vec<Scene> {
    let from = eyes.center(unit);
    let warning = is_reaction.then(|| Scene::Warning {
        at: from,
        is_own: eyes.is_own(unit),
    });
    // Towards a hidden target it turns by its facing alone.
    let turn = eyes.sees_mark(target).then(|| {
        let way = eyes.board.center(eyes.spot(target)) - from;
        eyes.turn(unit, way.to_angle())
    });
    warning.into_iter().chain(turn).collect()
}

/// Returns what an area attack is to the eye.
fn looks_like(kind: BurstKind) -> Burst {
    match kind {
        BurstKind::Blast => Burst::Blast,
        BurstKind::Cloud => Burst::Cloud,
        BurstKind::Smoke => Burst::Smoke,
        BurstKind::Fire => Burst::Fire,
        BurstKind::Flash => Burst::Flash,
        BurstKind::Light => Burst::Light,
    }
}

/// Shows explosions and fires through the fog (§6).
fn glow(eyes: Eyes, kind: BurstKind, center: TileId) -> Option<Scene> {
    matches!(kind, BurstKind::Blast | BurstKind::Fire).then(|| Scene::Burst {
        at: eyes.board.center(center),
        kind: looks_like(kind),
        is_veiled: true,
    })
}

/// Shows what flies to a hex, that it goes off there, and whom in sight it hurts.
fn burst(
    eyes: Eyes,
    flight: Option<InFlight>,
    kind: BurstKind,
    center: TileId,
    harms: &[Harm],
) -> Vec<Scene> {
    let at = eyes.board.center(center);
    let lob = flight.map(|flight| Scene::Lob {
        from: flight.from,
        to: at,
        is_rocket: flight.is_rocket,
    });
    let lands = Scene::Burst {
        at,
        kind: looks_like(kind),
        is_veiled: false,
    };
    let seen = (harms.iter()).filter(|harm| eyes.sees(harm.unit) && harm.dealt > 0);
    let hurt = seen.map(|harm| Scene::Harm {
        unit: harm.unit,
        at: eyes.center(harm.unit),
        change: -i32::from(harm.dealt),
        is_crit: false,
    });
    lob.into_iter().chain([lands]).chain(hurt).collect()
}

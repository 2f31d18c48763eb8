//! What the player's side sees of an event, as scenes and as lines in the log.
//!
//! **Invariant:** nothing is told of a unit or hex out of sight but what a rule lets through: noises,
//! the glow of explosions, shots out of the dark.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{aim::shot, eyes::Eyes, looks::passing_look};
use crate::{
    battle::{
        grid::TileId,
        unit::{Position, Side, Title, UnitId, part},
    },
    game::table::{
        playback::{Fumes, Scene, Tone, Walk},
        sound::Cue,
    },
    rules::battlescape::{
        content::Gait,
        event::{BurstKind, Event, Mark, Ricochet},
        log::Log,
    },
};

/// Seconds of one step by gait.
fn step_seconds(gait: Gait) -> f32 {
    match gait {
        Gait::Run => 0.17,
        Gait::Walk => 0.25,
        Gait::Crouch | Gait::Disengage => 0.33,
        Gait::Crawl => 0.42,
    }
}

/// Something on its way that goes off in a later event.
#[derive(Clone, Copy)]
struct InFlight {
    by: UnitId,
    from: Vec2,
    is_rocket: bool,
}

/// Tells the events of one order, one after another.
pub(super) struct Teller {
    /// Where units that move stand by the event that is told.
    places: BTreeMap<UnitId, TileId>,
    in_flight: Option<InFlight>,
    /// Shots told so far; no two misses land alike.
    shots: u32,
}

/// The hex an event is about.
pub(super) fn place(world: &World, event: &Event) -> Option<TileId> {
    match event {
        Event::Shot { target, .. } => Some(match *target {
            Mark::Unit(unit) => part::<Position>(world, unit).0,
            Mark::Hex(tile) => tile,
        }),
        Event::Burst { center, .. } => Some(*center),
        Event::Fired { unit, .. } | Event::Died { unit, .. } | Event::Hurt { unit, .. } => {
            Some(part::<Position>(world, *unit).0)
        }
        Event::TerrainHit { tile, .. } | Event::Spotted { tile, .. } => Some(*tile),
        _ => None,
    }
}

impl Teller {
    /// Prepares to tell events that have all happened.
    pub(super) fn new(events: &[Event]) -> Self {
        let mut places = BTreeMap::new();
        for event in events {
            if let Event::Stepped { unit, from, .. } = event {
                places.entry(*unit).or_insert(*from);
            }
        }
        Self {
            places,
            in_flight: None,
            shots: 0,
        }
    }

    /// Returns what the side sees of an event, and its lines in the log.
    pub(super) fn tell(
        &mut self,
        world: &World,
        own: Side,
        event: &Event,
    ) -> (Vec<Scene>, Vec<String>) {
        if let Event::Stepped { unit, to, .. } = event {
            self.places.insert(*unit, *to);
        }
        let eyes = Eyes::new(world, own, &self.places);
        let sees = |unit: UnitId| eyes.sees(unit);
        let is_own = |unit: UnitId| eyes.is_own(unit);
        let bad_for = |unit: UnitId| if is_own(unit) { Tone::Bad } else { Tone::Good };
        let good_for = |unit: UnitId| if is_own(unit) { Tone::Good } else { Tone::Bad };
        let shown = only_seen(event, sees);
        let lines = Log::new(world).lines(&shown);
        match event {
            Event::Stepped { .. } => (walk(eyes, event).into_iter().collect(), Vec::new()),
            Event::Turned { unit, facing, .. } if sees(*unit) => (
                vec![eyes.turn(*unit, eyes.board.angle(*facing))],
                Vec::new(),
            ),
            Event::Shot {
                unit,
                target,
                round,
                ricochet,
            } => {
                if !sees(*unit) && !eyes.sees_mark(*target) {
                    return (Vec::new(), Vec::new());
                }
                self.shots += 1;
                let ricochet = ricochet.filter(|one| one.victim.is_none_or(|(id, ..)| sees(id)));
                let shot = shot(eyes, *unit, *target, round, ricochet, self.shots);
                (vec![Scene::Shot(Box::new(shot))], lines)
            }
            Event::Burst {
                by,
                kind,
                center,
                harms,
                ..
            } => {
                let at = eyes.board.center(*center);
                let in_flight = self.in_flight.take();
                if !eyes.knows(*center) && harms.iter().all(|harm| !sees(harm.unit)) {
                    // Explosions and fires show through the fog as glows (§6).
                    let glows = matches!(kind, BurstKind::Blast | BurstKind::Fire);
                    let kind = *kind;
                    let is_veiled = true;
                    let glow = glows.then_some(Scene::Burst {
                        at,
                        kind,
                        is_veiled,
                    });
                    return (glow.into_iter().collect(), Vec::new());
                }
                let flight = in_flight.filter(|flight| Some(flight.by) == *by);
                let mut scenes: Vec<_> = (flight.into_iter())
                    .map(
                        |InFlight {
                             from, is_rocket, ..
                         }| Scene::Lob {
                            from,
                            to: at,
                            is_rocket,
                        },
                    )
                    .collect();
                scenes.push(Scene::Burst {
                    at,
                    kind: *kind,
                    is_veiled: false,
                });
                let seen = harms
                    .iter()
                    .filter(|harm| sees(harm.unit) && harm.dealt > 0);
                scenes.extend(seen.map(|harm| Scene::Harm {
                    unit: harm.unit,
                    at: eyes.center(harm.unit),
                    change: -i32::from(harm.dealt),
                    is_crit: false,
                }));
                (scenes, lines)
            }
            Event::TerrainHit { tile, state, .. } if eyes.knows(*tile) => {
                let debris = Scene::Debris {
                    at: eyes.board.center(*tile),
                    ground: eyes.ground(*tile),
                    is_heavy: state.wear == 0,
                };
                (vec![debris], lines)
            }
            Event::Pinned { units } if units.iter().any(|&(unit, _)| sees(unit)) => {
                let seen = units
                    .iter()
                    .filter(|&&(unit, points)| points > 0 && sees(unit));
                let notes = seen.map(|&(unit, points)| {
                    eyes.note(unit, &format!("pinned +{points}"), Tone::Plain)
                });
                (notes.collect(), lines)
            }
            Event::Suppressed { units } if units.iter().any(|&unit| sees(unit)) => {
                let seen = units.iter().filter(|&&unit| sees(unit));
                let notes = seen.map(|&unit| eyes.note(unit, "suppressed!", bad_for(unit)));
                (notes.collect(), lines)
            }
            Event::KnockedOut { unit } if sees(*unit) => {
                (vec![eyes.note(*unit, "unconscious", bad_for(*unit))], lines)
            }
            Event::MoraleShifted { units } if units.iter().any(|&(unit, _)| sees(unit)) => {
                let own = units.iter().filter(|(unit, _)| is_own(*unit));
                let notes = own.map(|&(unit, change)| {
                    eyes.note(unit, &format!("morale {change:+}"), Tone::Plain)
                });
                (notes.collect(), lines)
            }
            Event::Panicked { unit, .. } if sees(*unit) => {
                let cry = eyes.heard(*unit, Cue::Panic);
                (vec![cry, eyes.note(*unit, "panic!", bad_for(*unit))], lines)
            }
            Event::NerveTested {
                unit,
                panic: Some(_),
                ..
            } if sees(*unit) => (
                vec![eyes.note(*unit, "loses its nerve", bad_for(*unit))],
                lines,
            ),
            Event::Told { .. } => {
                let banner = lines.iter().map(|text| Scene::Banner {
                    text: text.clone(),
                    cue: Some(Cue::Alert),
                });
                (banner.collect(), lines)
            }
            Event::Arrived { unit, tile } if sees(*unit) => {
                let reveal = reveal(eyes, *unit, *tile, false);
                (
                    vec![reveal, eyes.note(*unit, "arrives", good_for(*unit))],
                    lines,
                )
            }
            Event::Joined { unit, .. } if sees(*unit) => {
                (vec![eyes.note(*unit, "joins", good_for(*unit))], lines)
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
                let kind = BurstKind::Light;
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
            Event::Called { unit, .. } if sees(*unit) => {
                (vec![eyes.note(*unit, "to me!", Tone::Good)], lines)
            }
            Event::Threw { unit, tile, .. } if sees(*unit) => {
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
            Event::Cast {
                unit,
                target,
                resisted,
                ..
            } if sees(*unit) => {
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
                    && sees(other)
                {
                    scenes.push(eyes.note(other, "resisted", good_for(other)));
                }
                (scenes, lines)
            }
            Event::Interacted { unit, .. }
            | Event::Switched { unit, .. }
            | Event::Moved { unit, .. }
                if sees(*unit) =>
            {
                (vec![eyes.heard(*unit, Cue::Reload)], lines)
            }
            Event::Primed { unit, .. } if is_own(*unit) => {
                (vec![eyes.note(*unit, "primed", Tone::Plain)], lines)
            }
            Event::MineLaid { unit, .. } if is_own(*unit) => {
                (vec![eyes.note(*unit, "mine laid", Tone::Plain)], lines)
            }
            Event::MineTripped { mine, .. } if eyes.knows(mine.tile) => {
                let at = eyes.board.center(mine.tile);
                let cue = Cue::Alert;
                (vec![Scene::Heard { at, cue }], lines)
            }
            Event::Helped { target, health, .. } if sees(*target) => {
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
            Event::Scanned { unit, .. } if is_own(*unit) => {
                (vec![eyes.note(*unit, "scan", Tone::Plain)], lines)
            }
            Event::Controlled { unit, .. } if sees(*unit) => (
                vec![eyes.note(*unit, "controlled!", good_for(*unit))],
                lines,
            ),
            Event::Freed { unit } if sees(*unit) => {
                (vec![eyes.note(*unit, "free", Tone::Good)], lines)
            }
            Event::Rallied { unit, .. } if sees(*unit) => {
                (vec![eyes.note(*unit, "rallied", good_for(*unit))], lines)
            }
            Event::Hastened { unit, tu } if sees(*unit) => (
                vec![eyes.note(*unit, &format!("+{tu} TU"), good_for(*unit))],
                lines,
            ),
            Event::Heard { traces } => {
                let own_traces = traces.iter().filter(|trace| trace.side == own);
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
            Event::Poisoned { unit, .. } if sees(*unit) => {
                let fumes = Scene::Fumes {
                    at: eyes.center(*unit),
                    kind: Fumes::Poison,
                };
                (
                    vec![fumes, eyes.note(*unit, "poisoned", bad_for(*unit))],
                    lines,
                )
            }
            Event::WentProne { unit, .. } if sees(*unit) => {
                (vec![eyes.note(*unit, "prone", Tone::Plain)], lines)
            }
            Event::SuppressionReadied { unit, .. } if is_own(*unit) => (
                vec![eyes.note(*unit, "suppression ready", Tone::Plain)],
                lines,
            ),
            Event::PanicOver { unit } | Event::CameRound { unit } if sees(*unit) => {
                (Vec::new(), lines)
            }
            Event::StunRolled { unit, passed, .. } if sees(*unit) => {
                let text = if *passed { "awake" } else { "stunned" };
                (vec![eyes.note(*unit, text, Tone::Plain)], lines)
            }
            Event::Fired {
                unit,
                target,
                reaction,
                attack,
                ..
            } => {
                if !sees(*unit) && !eyes.sees_mark(*target) {
                    return (Vec::new(), Vec::new());
                }
                if !sees(*unit) {
                    return (Vec::new(), vec!["Shots out of the dark".to_owned()]);
                }
                let from = eyes.center(*unit);
                self.in_flight = attack.area.is_some().then_some(InFlight {
                    by: *unit,
                    from,
                    is_rocket: true,
                });
                let mut scenes = Vec::new();
                if *reaction {
                    let is_own = is_own(*unit);
                    scenes.push(Scene::Warning { at: from, is_own });
                }
                // Towards a hidden target it turns by its facing alone.
                if eyes.sees_mark(*target) {
                    let way = eyes.board.center(eyes.spot(*target)) - from;
                    scenes.push(eyes.turn(*unit, way.to_angle()));
                }
                (scenes, lines)
            }
            Event::Died { unit, by } => {
                if !sees(*unit) {
                    return (Vec::new(), Vec::new());
                }
                let is_told = by.is_none_or(sees);
                let name = &part::<Title>(world, *unit).0;
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
            Event::Hurt { unit, damage, .. } if sees(*unit) => {
                let harm = Scene::Harm {
                    unit: *unit,
                    at: eyes.center(*unit),
                    change: -i32::from(*damage),
                    is_crit: false,
                };
                (vec![harm], lines)
            }
            Event::Spotted { side, unit, tile } if *side == own => {
                let name = &part::<Title>(world, *unit).0;
                let contact = vec![format!("Contact: {name}")];
                (vec![reveal(eyes, *unit, *tile, true)], contact)
            }
            Event::PhaseBegan { side } => {
                let (text, cue) = match *side == own {
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
            Event::TookCover { unit, facing, .. } if sees(*unit) => {
                let turn = eyes.turn(*unit, eyes.board.angle(*facing));
                (vec![turn, eyes.note(*unit, "cover", Tone::Plain)], lines)
            }
            Event::Readied { unit, .. } if sees(*unit) => {
                (vec![eyes.note(*unit, "watching", Tone::Plain)], lines)
            }
            Event::Reloaded { unit, .. } if is_own(*unit) => {
                let click = eyes.heard(*unit, Cue::Reload);
                (vec![click, eyes.note(*unit, "reload", Tone::Plain)], lines)
            }
            Event::Bumped { unit, .. } if sees(*unit) => {
                (vec![eyes.note(*unit, "blocked", bad_for(*unit))], lines)
            }
            Event::Left { unit, .. } if sees(*unit) => {
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
            } if sees(*unit) => {
                let at = eyes.board.center(*tile);
                let turn = eyes.turn(*unit, eyes.board.angle(*facing));
                let cue = Cue::Door;
                (vec![turn, Scene::Heard { at, cue }], lines)
            }
            Event::CaughtFire { unit, .. } if sees(*unit) => {
                let at = eyes.center(*unit);
                let kind = Fumes::Fire;
                (vec![Scene::Fumes { at, kind }], lines)
            }
            Event::Stood { unit, .. } if sees(*unit) => (Vec::new(), lines),
            Event::FireRolled {
                ignites: Some(tile),
                ..
            } if eyes.knows(*tile) => {
                let at = eyes.board.center(*tile);
                let kind = Fumes::Fire;
                (vec![Scene::Fumes { at, kind }], lines)
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
            | Event::Endangered { .. }
            | Event::SecondaryDone { .. }
            | Event::ObjectiveJudged { .. } => (Vec::new(), lines),
            _ => (Vec::new(), Vec::new()),
        }
    }
}

fn walk(eyes: Eyes, event: &Event) -> Option<Scene> {
    let Event::Stepped {
        unit,
        gait,
        from,
        to,
        facing,
        ..
    } = *event
    else {
        return None;
    };
    let is_own = eyes.is_own(unit);
    let (sees_from, sees_to) = (is_own || eyes.knows(from), is_own || eyes.knows(to));
    if !sees_from && !sees_to {
        return None;
    }
    let flies = eyes.view.kind(unit).flies;
    Some(Scene::Walk(Walk {
        unit,
        from: eyes.board.center(from),
        to: eyes.board.center(to),
        angle: eyes.board.angle(facing),
        seconds: step_seconds(gait),
        ground: (!flies).then(|| eyes.ground(to)),
        is_appearing: !sees_from,
        is_vanishing: !sees_to,
        look: (!is_own).then(|| Box::new(passing_look(eyes.view, unit))),
    }))
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

/// Leaves out what an event did to units that are not seen.
fn only_seen(event: &Event, sees: impl Fn(UnitId) -> bool) -> Event {
    let mut event = event.clone();
    match &mut event {
        Event::Burst { harms, .. } => harms.retain(|harm| sees(harm.unit)),
        Event::Pinned { units } => units.retain(|&(unit, _)| sees(unit)),
        Event::Suppressed { units } => units.retain(|&unit| sees(unit)),
        Event::MoraleShifted { units } => units.retain(|&(unit, _)| sees(unit)),
        Event::Shot { ricochet, .. } => {
            let is_seen = |ricochet: &Ricochet| ricochet.victim.is_none_or(|(id, ..)| sees(id));
            *ricochet = ricochet.filter(is_seen);
        }
        _ => {}
    }
    event
}

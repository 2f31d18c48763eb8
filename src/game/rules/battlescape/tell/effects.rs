//! What befalls units, minds, things and ground, and how the turn goes on, as a side sees it.
//!
//! **Invariant:** what is shown of a unit or hex is shown of one in sight.

use super::Seen;
use crate::battle::grid::TileId;
use crate::battle::step::HumanSides;
use crate::battle::unit::{Title, UnitId, part};
use crate::game::kit::side_names;
use crate::game::rules::battlescape::eyes::Eyes;
use crate::game::table::playback::{Burst, Fumes, Scene, Tone};
use crate::game::table::sound::Cue;
use crate::plain::possessive;
use crate::rules::battlescape::event::{Event, Mark};

/// Tells of an event by what is seen of it.
pub(super) fn tell(eyes: Eyes, event: &Event, lines: Vec<String>) -> Seen {
    match event {
        Event::Died { unit, by } => died(eyes, *unit, *by, lines),
        Event::Heard { .. } => heard(eyes, event),
        Event::PhaseBegan { side } => {
            let is_person = (eyes.world.get_resource::<HumanSides>())
                .is_some_and(|people| people.0.contains(side));
            let banner = match *side == eyes.own {
                true => banner("Your phase", Some(Cue::Turn)),
                // Two people at one screen read whose it is.
                false if is_person => {
                    let name = &side_names(eyes.world)[side.index()];
                    banner(format!("{} phase", possessive(name)), None)
                }
                false => banner("Enemy phase", None),
            };
            (vec![banner], Vec::new())
        }
        _ => {
            let scenes = body(eyes, event)
                .or_else(|| mind(eyes, event))
                .or_else(|| thing(eyes, event))
                .or_else(|| ground(eyes, event))
                .or_else(|| turn(event, &lines));
            scenes.map_or_else(Seen::default, |scenes| (scenes, lines))
        }
    }
}

/// Returns scenes of a unit in sight.
fn of(eyes: Eyes, unit: UnitId, scenes: Vec<Scene>) -> Option<Vec<Scene>> {
    eyes.sees(unit).then_some(scenes)
}

/// Returns scenes of an own unit.
fn own(eyes: Eyes, unit: UnitId, scenes: Vec<Scene>) -> Option<Vec<Scene>> {
    eyes.is_own(unit).then_some(scenes)
}

fn banner(text: impl Into<String>, cue: Option<Cue>) -> Scene {
    let text = text.into();
    Scene::Banner { text, cue }
}

fn fumes(eyes: Eyes, unit: UnitId, kind: Fumes) -> Scene {
    let at = eyes.center(unit);
    Scene::Fumes { at, kind }
}

fn harm(eyes: Eyes, unit: UnitId, change: i32) -> Scene {
    Scene::Harm {
        unit,
        at: eyes.center(unit),
        change,
        is_crit: false,
    }
}

/// Tells that somebody in sight died; of whose hand, if that is seen.
fn died(eyes: Eyes, unit: UnitId, by: Option<UnitId>, lines: Vec<String>) -> Seen {
    if !eyes.sees(unit) {
        return Seen::default();
    }
    let name = &part::<Title>(eyes.world, unit).0;
    let lines = match by.is_none_or(|by| eyes.sees(by)) {
        true => lines,
        false => vec![format!("{name} is killed")],
    };
    let (at, fall) = (eyes.center(unit), Some(eyes.flesh(unit)));
    (vec![Scene::Fade { unit, at, fall }], lines)
}

/// Tells of noises.
fn heard(eyes: Eyes, event: &Event) -> Seen {
    let Event::Heard { traces } = event else {
        return Seen::default();
    };
    let own = traces.iter().filter(|trace| trace.side == eyes.own);
    let scenes = own.map(|trace| Scene::Note {
        at: eyes.board.center(trace.tile),
        text: "a noise".into(),
        tone: Tone::Bad,
    });
    let scenes: Vec<_> = scenes.collect();
    let line = (!scenes.is_empty()).then(|| "Something is heard".to_owned());
    (scenes, line.into_iter().collect())
}

/// Returns what is seen of wounds and help.
fn body(eyes: Eyes, event: &Event) -> Option<Vec<Scene>> {
    match event {
        Event::KnockedOut { unit } => of(eyes, *unit, vec![eyes.bad(*unit, "unconscious")]),
        Event::Helped { target, health, .. } => {
            let relief = fumes(eyes, *target, Fumes::Relief);
            let gain = harm(eyes, *target, (*health).into());
            of(eyes, *target, vec![relief, gain])
        }
        Event::Poisoned { unit, .. } => {
            let fumes = fumes(eyes, *unit, Fumes::Poison);
            of(eyes, *unit, vec![fumes, eyes.bad(*unit, "poisoned")])
        }
        Event::CameRound { unit } => of(eyes, *unit, Vec::new()),
        Event::StunRolled { unit, passed, .. } => {
            let text = if *passed { "awake" } else { "stunned" };
            of(eyes, *unit, vec![eyes.plain(*unit, text)])
        }
        Event::Hurt { unit, damage, .. } => {
            of(eyes, *unit, vec![harm(eyes, *unit, -i32::from(*damage))])
        }
        Event::CaughtFire { unit, .. } => of(eyes, *unit, vec![fumes(eyes, *unit, Fumes::Fire)]),
        _ => None,
    }
}

/// Returns what is seen of abilities, nerves and loyalties.
fn mind(eyes: Eyes, event: &Event) -> Option<Vec<Scene>> {
    match event {
        Event::Pinned { units } => {
            let seen = || units.iter().filter(|(unit, _)| eyes.sees(*unit));
            let pinned = seen().filter(|(_, points)| *points > 0);
            let notes =
                pinned.map(|(unit, points)| eyes.plain(*unit, &format!("suppression +{points}")));
            seen().next().map(|_| notes.collect())
        }
        Event::Suppressed { units } => {
            let seen = units.iter().filter(|&&unit| eyes.sees(unit));
            let notes: Vec<_> = seen.map(|&unit| eyes.bad(unit, "suppressed!")).collect();
            (!notes.is_empty()).then_some(notes)
        }
        Event::MoraleShifted { units } => {
            let is_seen = units.iter().any(|(unit, _)| eyes.sees(*unit));
            let own = units.iter().filter(|(unit, _)| eyes.is_own(*unit));
            let notes = own.map(|(unit, change)| eyes.plain(*unit, &format!("morale {change:+}")));
            is_seen.then(|| notes.collect())
        }
        Event::Panicked { unit, .. } => {
            let cry = eyes.heard(*unit, Cue::Panic);
            of(eyes, *unit, vec![cry, eyes.bad(*unit, "panic!")])
        }
        Event::NerveTested {
            unit,
            panic: Some(_),
            ..
        } => of(eyes, *unit, vec![eyes.bad(*unit, "panics")]),
        Event::Joined { unit, .. } => of(eyes, *unit, vec![eyes.good(*unit, "joins")]),
        Event::Cast { .. } => cast(eyes, event),
        Event::Controlled { unit, .. } => of(eyes, *unit, vec![eyes.good(*unit, "controlled!")]),
        Event::Freed { unit } => of(eyes, *unit, vec![eyes.note(*unit, "free", Tone::Good)]),
        Event::Rallied { unit, .. } => of(eyes, *unit, vec![eyes.good(*unit, "rallied")]),
        Event::Hastened { unit, tu } => {
            of(eyes, *unit, vec![eyes.good(*unit, &format!("+{tu} TU"))])
        }
        Event::PanicOver { unit } => of(eyes, *unit, Vec::new()),
        _ => None,
    }
}

/// Returns what is seen of a mind that reaches out.
fn cast(eyes: Eyes, event: &Event) -> Option<Vec<Scene>> {
    let Event::Cast {
        unit,
        target,
        resisted,
        ..
    } = event
    else {
        return None;
    };
    let is_resisted = resisted.is_some_and(|(_, check)| !check.passed);
    let to = (eyes.sees_mark(*target)).then(|| eyes.board.center(eyes.spot(*target)));
    let from = eyes.center(*unit);
    let mut scenes = vec![Scene::Psi {
        from,
        to,
        is_resisted,
    }];
    if let (true, Mark::Unit(other)) = (is_resisted, *target)
        && eyes.sees(other)
    {
        scenes.push(eyes.good(other, "resisted"));
    }
    of(eyes, *unit, scenes)
}

/// Returns what is seen of things that change hands and are used.
fn thing(eyes: Eyes, event: &Event) -> Option<Vec<Scene>> {
    match event {
        Event::Interacted { unit, .. }
        | Event::Switched { unit, .. }
        | Event::Moved { unit, .. } => of(eyes, *unit, vec![eyes.heard(*unit, Cue::Reload)]),
        Event::Primed { unit, .. } => own(eyes, *unit, vec![eyes.plain(*unit, "primed")]),
        Event::MineLaid { unit, .. } => own(eyes, *unit, vec![eyes.plain(*unit, "mine laid")]),
        Event::Scanned { unit, .. } => own(eyes, *unit, vec![eyes.plain(*unit, "scan")]),
        Event::Reloaded { unit, .. } => {
            let click = eyes.heard(*unit, Cue::Reload);
            own(eyes, *unit, vec![click, eyes.plain(*unit, "reload")])
        }
        _ => None,
    }
}

/// Returns what is seen of terrain, fire and light.
fn ground(eyes: Eyes, event: &Event) -> Option<Vec<Scene>> {
    let at = |tile: TileId| eyes.board.center(tile);
    let debris = |tile: TileId, is_heavy| Scene::Debris {
        at: at(tile),
        ground: eyes.ground(tile),
        is_heavy,
    };
    let scene = match event {
        Event::TerrainHit { tile, state, .. } if eyes.knows(*tile) => {
            debris(*tile, state.wear == 0)
        }
        Event::TerrainChanged { tile, .. } | Event::BurnedDown { tile, .. }
            if eyes.knows(*tile) =>
        {
            debris(*tile, true)
        }
        Event::Lit { light } if eyes.knows(light.tile) => Scene::Burst {
            at: at(light.tile),
            kind: Burst::Light,
            is_veiled: false,
        },
        Event::FireRolled {
            ignites: Some(tile),
            ..
        } if eyes.knows(*tile) => {
            let (at, kind) = (at(*tile), Fumes::Fire);
            Scene::Fumes { at, kind }
        }
        Event::Endangered { .. } => return Some(Vec::new()),
        _ => return None,
    };
    Some(vec![scene])
}

/// Returns what is told of the turn, the objective and the script.
fn turn(event: &Event, lines: &[String]) -> Option<Vec<Scene>> {
    match event {
        Event::Told { .. } => {
            let told = lines.iter();
            Some(told.map(|text| banner(text, Some(Cue::Alert))).collect())
        }
        Event::TurnBegan { turn } => Some(vec![banner(format!("Turn {turn}"), None)]),
        Event::ObjectiveLost { .. } => {
            let text = "The objective can no longer be completed";
            Some(vec![banner(text, Some(Cue::Alert))])
        }
        Event::Ended { .. }
        | Event::PlayedOn { .. }
        | Event::SecondaryDone { .. }
        | Event::ObjectiveJudged { .. } => Some(Vec::new()),
        _ => None,
    }
}

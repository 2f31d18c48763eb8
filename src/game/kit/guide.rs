//! The tutorial of a mission that teaches the game: what to do next, until it is done.
//!
//! **Invariant:** a step is done by the player's own order or look, never by the tutorial.

use bevy::prelude::*;

use super::keys::KeyAction;
use super::lesson::Lesson;
use super::panels::{Floating, Place};
use super::piece::{Ask, Face, button, faint};
use super::with_keys;
use crate::battle::grid::TileId;
use crate::battle::journal::{Entry, Journal};
use crate::battle::unit::{Side, UnitId, units_on_board};
use crate::game::PutAway;
use crate::game::rules::playable::{Playable, own_side, place_of};
use crate::game::shell::session::Session;
use crate::game::shell::settings::Settings;
use crate::game::shell::watching::Watching;
use crate::game::table::playback::Playback;
use crate::mission::guide::{GuideAction, GuideStep, Until};

/// A rule set whose missions can teach it.
pub trait Guided: Playable {
    /// Whether what the steps ask for can be done in their order alone: what comes later has passed the rest.
    const IS_IN_ORDER: bool = false;

    /// Whether an order is what was asked for.
    fn is_asked_for(order: &Self::Order, action: GuideAction) -> bool;

    /// Whether the player aims at something.
    fn is_aiming(world: &World) -> bool;

    /// Whether a unit of the player's is as the action would leave it.
    fn is_so(world: &World, action: GuideAction) -> bool;
}

/// Width of the guide, points.
const WIDTH: f32 = 520.0;
/// Width of its heading alone, points.
const FOLDED: f32 = 330.0;

/// How far the guide is.
#[derive(Resource, Clone, Copy, Default)]
struct Guide {
    /// The state of the battle it is for; none before it began.
    generation: Option<u32>,
    step: usize,
    /// Orders given when the step began.
    since: usize,
    /// Orders given when it was last looked at.
    seen: usize,
    /// The unit chosen when the step began.
    chosen: Option<UnitId>,
    /// Whether what the next step waits for was so when the step began.
    was_ahead: bool,
    /// Whether only its heading is shown, until the next step.
    is_folded: bool,
    is_hidden: bool,
}

/// Adds the guide.
pub(in crate::game) fn plugin(app: &mut App) {
    app.init_resource::<Guide>()
        .add_systems(PutAway, |mut guide: ResMut<Guide>| {
            *guide = Guide::default();
        });
}

/// Begins in a window without a screen.
#[cfg(test)]
pub(super) fn init(world: &mut World) {
    world.init_resource::<Guide>();
}

/// Whether the step has been done.
fn is_done<R: Guided>(world: &World, guide: Guide, step: &GuideStep) -> bool {
    let own = own_side(world);
    let entries = &world.resource::<Journal<R>>().entries;
    let given = entries.get(guide.since..).unwrap_or_default();
    match &step.until {
        Until::Read(None) => false,
        Until::Done(GuideAction::Select) => R::chosen(world) != guide.chosen,
        Until::Done(GuideAction::Aim) => R::is_aiming(world),
        Until::Done(action) | Until::Read(Some(action)) => {
            let is_given =
                |entry: &Entry<_>| entry.side == own && R::is_asked_for(&entry.order, *action);
            given.iter().any(is_given) || R::is_so(world, *action)
        }
        Until::Reached(zone) => {
            units_on_board(world, own).any(|id| zone.contains(&place_of(world, id)))
        }
    }
}

/// Returns the step after the last one that the orders given so far have done, one after another; steps that were
/// skipped are left out.
fn step_reached<R: Guided>(world: &World) -> usize {
    let own = own_side(world);
    let mut left = &world.resource::<Journal<R>>().entries[..];
    let mut reached = 0;
    for (index, step) in steps(world).iter().enumerate() {
        let action = match step.until {
            Until::Read(None) | Until::Reached(_) => continue,
            Until::Done(action) | Until::Read(Some(action)) => action,
        };
        // Of these the orders tell nothing.
        if matches!(
            action,
            GuideAction::Select | GuideAction::Aim | GuideAction::Undo
        ) {
            continue;
        }
        let does = |entry: &Entry<_>| entry.side == own && R::is_asked_for(&entry.order, action);
        if let Some(at) = left.iter().position(does) {
            left = &left[at + 1..];
            reached = index + 1;
        }
    }
    reached
}

/// Returns the steps of the mission, if hints are wanted.
fn steps(world: &World) -> &[GuideStep] {
    let mission = world.resource::<Session>().mission.as_ref();
    let mission = mission.filter(|_| world.resource::<Settings>().hints);
    mission.map_or(&[], |mission| &mission.guide)
}

/// Returns the step that is shown; it speaks to whoever plays the first side.
fn step(world: &World) -> Option<&GuideStep> {
    // A replay teaches nothing, and its keys are others.
    if own_side(world) != Side::FIRST || world.contains_resource::<Watching>() {
        return None;
    }
    let guide = world.resource::<Guide>();
    steps(world).get(guide.step).filter(|_| !guide.is_hidden)
}

/// Whether a step is about taking an order back.
fn is_undo(step: &GuideStep) -> bool {
    matches!(
        step.until,
        Until::Done(GuideAction::Undo) | Until::Read(Some(GuideAction::Undo))
    )
}

/// Returns the step after the next one that waits for the player, if what it waits for is so while words before
/// it are still shown; where steps are done in their order, also after one that can be passed over.
fn ahead<R: Guided>(world: &World, guide: Guide) -> Option<usize> {
    let steps = steps(world);
    let waits = |step: &GuideStep| !matches!(step.until, Until::Read(_));
    let shown = steps.get(guide.step)?;
    if waits(shown) {
        return None;
    }
    let later = || steps.iter().enumerate().skip(guide.step + 1);
    let next = later().find(|(_, step)| waits(step));
    let passed = later().filter(|_| R::IS_IN_ORDER);
    let mut done = next.into_iter().chain(passed);
    let (done, _) = done.find(|(_, step)| is_done::<R>(world, guide, step))?;
    Some(done + 1)
}

/// Begins with another battle, and goes on once a step is done, or words need not be read any more.
pub fn follow<R: Guided>(world: &mut World) {
    if steps(world).is_empty() {
        return;
    }
    let generation = world.resource::<Session>().generation;
    let guide = *world.resource::<Guide>();
    if guide.generation != Some(generation) {
        let given = world.resource::<Journal<R>>().entries.len();
        let asked = steps(world).get(guide.step).is_some_and(is_undo);
        // Whoever takes an order back goes on with the step that was shown, unless it asked for that.
        let step = match guide.generation {
            Some(_) => guide.step + usize::from(asked && given < guide.seen),
            None => step_reached::<R>(world),
        };
        world.resource_mut::<Guide>().generation = Some(generation);
        return begin::<R>(world, step);
    }
    let is_calm = world.resource::<Playback>().is_empty();
    let now = steps(world).get(guide.step).filter(|_| is_calm);
    let is_done = now.is_some_and(|step| is_done::<R>(world, guide, step));
    let ahead = ahead::<R>(world, guide).filter(|_| is_calm && !guide.was_ahead);
    if is_done {
        begin::<R>(world, guide.step + 1);
    } else if let Some(step) = ahead {
        begin::<R>(world, step);
    }
    let seen = world.resource::<Journal<R>>().entries.len();
    world.resource_mut::<Guide>().seen = seen;
}

/// Begins a step.
fn begin<R: Guided>(world: &mut World, step: usize) {
    let since = world.resource::<Journal<R>>().entries.len();
    let chosen = R::chosen(world);
    let mut guide = world.resource_mut::<Guide>();
    (guide.step, guide.since, guide.chosen) = (step, since, chosen);
    guide.seen = since;
    guide.is_folded = false;
    let guide = *guide;
    let was_ahead = ahead::<R>(world, guide).is_some();
    world.resource_mut::<Guide>().was_ahead = was_ahead;
}

/// Returns the panel of the step that is shown.
pub fn panel<R: Guided>(world: &World) -> Option<Floating> {
    let step = step(world)?;
    let guide = *world.resource::<Guide>();
    let (at, count) = (guide.step, steps(world).len());
    let hide = Ask::act(|world| world.resource_mut::<Guide>().is_hidden = true);
    let hide = button(Face::Bare, "hide", hide);
    let fold = Ask::act(|world| {
        let mut guide = world.resource_mut::<Guide>();
        guide.is_folded = !guide.is_folded;
    });
    let fold = button(
        Face::Bare,
        if guide.is_folded { "unfold" } else { "fold" },
        fold,
    );
    // The way on stands where it stood a step before: one text is longer than another.
    let on = match step.until {
        Until::Read(_) => {
            let name = if at + 1 == count { "Close" } else { "Next" };
            let next = button(Face::Plain, name, Ask::act(next_step::<R>));
            next.key(Some(KeyAction::SKIP))
        }
        _ => button(Face::Bare, "skip", Ask::act(skip::<R>)),
    };
    let text = match guide.is_folded {
        true => String::new(),
        false => with_keys(world, &step.say),
    };
    let lesson = Lesson {
        heading: "LEARN TO PLAY",
        place: (at + 1, count),
        text,
        ways: vec![on, fold, hide],
    };
    let mut pieces = lesson.pieces();
    if !guide.is_folded && !matches!(step.until, Until::Read(_)) {
        pieces.add(faint("do this to continue"));
    }
    Some(Floating {
        name: "guide",
        place: Place::Top(0.0),
        width: if guide.is_folded { FOLDED } else { WIDTH },
        pieces,
    })
}

/// Goes on without what the step waits for.
pub fn skip<R: Guided>(world: &mut World) {
    let next = world.resource::<Guide>().step + 1;
    begin::<R>(world, next);
}

/// Returns the hexes to which the guide sends a unit just now.
pub fn zone(world: &World) -> &[TileId] {
    match step(world).map(|step| &step.until) {
        Some(Until::Reached(zone)) => zone,
        _ => &[],
    }
}

/// Goes on to the next step, as its button does.
pub fn next_step<R: Guided>(world: &mut World) {
    if step(world).is_some_and(|step| matches!(step.until, Until::Read(_))) {
        let next = world.resource::<Guide>().step + 1;
        begin::<R>(world, next);
    }
}

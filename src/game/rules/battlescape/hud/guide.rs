//! The tutorial of a mission that teaches the game: what to do next, until it is done.
//!
//! **Invariant:** a step is done by the player's own order or look, never by the tutorial.

use bevy::prelude::*;

use crate::{
    battle::{grid::TileId, journal::Journal, unit::UnitId},
    game::{
        kit::{
            keys::KeyAction,
            lesson::Lesson,
            panels::{Floating, Place},
            piece::{Ask, Face, Pieces, button, faint},
        },
        rules::battlescape::{input::Selection, look},
        shell::{session::Session, settings::Settings},
        table::playback::Playback,
    },
    mission::guide::{GuideDeed, GuideStep, Until},
    rules::battlescape::{Battlescape, order::Order},
};

/// How far the guide is.
#[derive(Resource, Clone, Copy, Default)]
pub struct Guide {
    /// The battle it is for.
    generation: u32,
    step: usize,
    /// Orders given when the step began.
    since: usize,
    /// The unit chosen when the step began.
    chosen: Option<UnitId>,
    is_hidden: bool,
}

/// Whether an order is what was asked for.
fn is_asked_for(order: &Order, deed: GuideDeed) -> bool {
    matches!(
        (order, deed),
        (Order::Move(..), GuideDeed::Move)
            | (Order::Turn(..), GuideDeed::Turn)
            | (Order::Attack(..) | Order::FireAt(..), GuideDeed::Fire)
            | (Order::TakeCover(..), GuideDeed::TakeCover)
            | (Order::Ready(_), GuideDeed::Watch)
            | (Order::Reload(_), GuideDeed::Reload)
            | (Order::Throw(..), GuideDeed::Throw)
            | (Order::Use(..), GuideDeed::Use)
            | (Order::Door(..), GuideDeed::Door)
            | (Order::EndTurn, GuideDeed::EndTurn)
    )
}

/// Whether the step has been done.
fn is_done(world: &World, guide: Guide, step: &GuideStep) -> bool {
    let view = look(world);
    let entries = &world.resource::<Journal<Battlescape>>().entries;
    let given = entries.get(guide.since..).unwrap_or_default();
    let selection = world.resource::<Selection>();
    match &step.until {
        Until::Read => false,
        Until::Done(GuideDeed::Select) => selection.unit != guide.chosen,
        Until::Done(GuideDeed::Aim) => selection.target.is_some(),
        Until::Done(deed) => (given.iter())
            .any(|entry| entry.side == view.side() && is_asked_for(&entry.order, *deed)),
        Until::Reached(zone) => view
            .own_on_board()
            .any(|id| zone.contains(&view.unit(id).tile)),
    }
}

/// Returns the step after the last one that the orders given so far have done, one after another.
fn step_reached(world: &World) -> usize {
    let own = look(world).side();
    let mut left = world.resource::<Journal<Battlescape>>().entries.iter();
    let mut reached = 0;
    for (index, step) in steps(world).iter().enumerate() {
        let deed = match step.until {
            // Of these the orders tell nothing.
            Until::Read | Until::Reached(_) | Until::Done(GuideDeed::Select | GuideDeed::Aim) => {
                continue;
            }
            Until::Done(deed) => deed,
        };
        match left.find(|entry| entry.side == own && is_asked_for(&entry.order, deed)) {
            Some(_) => reached = index + 1,
            None => break,
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

/// Returns the step that is shown.
fn step(world: &World) -> Option<&GuideStep> {
    let guide = world.resource::<Guide>();
    steps(world).get(guide.step).filter(|_| !guide.is_hidden)
}

/// Begins with another battle, and goes on once a step is done.
pub(super) fn follow(world: &mut World) {
    if steps(world).is_empty() {
        return;
    }
    let generation = world.resource::<Session>().generation;
    let guide = *world.resource::<Guide>();
    if guide.generation != generation {
        let step = step_reached(world);
        *world.resource_mut::<Guide>() = Guide {
            generation,
            ..Guide::default()
        };
        return begin(world, step);
    }
    let is_calm = world.resource::<Playback>().is_empty();
    let now = steps(world).get(guide.step).filter(|_| is_calm);
    if now.is_some_and(|step| is_done(world, guide, step)) {
        begin(world, guide.step + 1);
    }
}

/// Begins a step.
fn begin(world: &mut World, step: usize) {
    let since = world.resource::<Journal<Battlescape>>().entries.len();
    let chosen = world.resource::<Selection>().unit;
    let mut guide = world.resource_mut::<Guide>();
    (guide.step, guide.since, guide.chosen) = (step, since, chosen);
}

/// Returns the panel of the step that is shown.
pub(super) fn panel(world: &World) -> Option<Floating> {
    let step = step(world)?;
    let (at, count) = (world.resource::<Guide>().step, steps(world).len());
    let hide = Ask::act(|world| world.resource_mut::<Guide>().is_hidden = true);
    let lesson = Lesson {
        heading: "LEARN TO PLAY",
        place: (at + 1, count),
        text: step.say.clone(),
        ways: vec![button(Face::Bare, "hide", hide)],
    };
    let mut pieces = lesson.pieces();
    pieces.line(match step.until {
        Until::Read => {
            let name = if at + 1 == count { "Close" } else { "Next" };
            let next = button(Face::Plain, name, Ask::act(next_step));
            vec![next.key(Some(KeyAction::SKIP)).into()]
        }
        _ => {
            let skip = Ask::act(move |world| begin(world, at + 1));
            let words = faint("waits until you have done it");
            vec![words.into(), button(Face::Bare, "skip", skip).into()]
        }
    });
    Some(floating(pieces))
}

fn floating(pieces: Pieces) -> Floating {
    Floating {
        name: "guide",
        place: Place::Top(0.0),
        width: 520.0,
        pieces,
    }
}

/// Returns the hexes to which the guide sends a unit just now.
pub fn guide_zone(world: &World) -> &[TileId] {
    match step(world).map(|step| &step.until) {
        Some(Until::Reached(zone)) => zone,
        _ => &[],
    }
}

/// Goes on to the next step, as its button does.
pub fn next_step(world: &mut World) {
    if step(world).is_some_and(|step| step.until == Until::Read) {
        let next = world.resource::<Guide>().step + 1;
        begin(world, next);
    }
}

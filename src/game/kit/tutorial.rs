//! Hints for the first turns of somebody who never played by these rules: what to do next, until it is
//! done.
//!
//! **Invariant:** a step is done by the player's own order or look, or skipped; never by the tutorial.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::keys::KeyAction;
use super::lesson::Lesson;
use super::piece::{Ask, Face, button};
use super::with_keys;
use crate::battle::phase::Turn;
use crate::game::shell::session::Session;
use crate::game::shell::settings::Settings;

/// A step of a tutorial.
pub struct Step {
    /// Whether it was followed since the turn in which it began.
    pub is_done: fn(&World, u16) -> bool,
    /// The instruction; [`with_keys`] fills keys in.
    pub text: fn(&World) -> &'static str,
}

/// The hints of a rule set, one after another.
pub struct Tutorial {
    /// Name of their switch in the settings.
    pub switch: &'static str,
    /// What they are called.
    pub heading: &'static str,
    pub steps: &'static [Step],
}

/// How far tutorials are, by their switches.
#[derive(Resource, Clone, Debug, Default)]
pub struct Lessons(BTreeMap<&'static str, Progress>);

#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// The battle it is for.
    generation: u32,
    step: usize,
    /// The turn in which the step began.
    since: u16,
}

impl Tutorial {
    fn progress(&self, world: &World) -> Progress {
        let lessons = &world.resource::<Lessons>().0;
        lessons.get(self.switch).copied().unwrap_or_default()
    }

    fn set(&self, world: &mut World, progress: Progress) {
        let lessons = &mut world.resource_mut::<Lessons>().0;
        lessons.insert(self.switch, progress);
    }

    /// Returns the step that is shown, if one is.
    fn step(&self, world: &World) -> Option<&'static Step> {
        let is_wanted = world.resource::<Settings>().is_on(self.switch);
        let step = self.steps.get(self.progress(world).step);
        step.filter(|_| is_wanted)
    }

    /// Goes on to the next step once one is followed; after the last the player knows.
    pub fn follow(&self, world: &mut World) {
        let Some(step) = self.step(world) else { return };
        let generation = world.resource::<Session>().generation;
        let progress = self.progress(world);
        if progress.generation != generation {
            // Who takes a battle up goes on with the step that was shown.
            let since = world.resource::<Turn>().number;
            let progress = Progress {
                generation,
                since,
                ..progress
            };
            self.set(world, progress);
        } else if (step.is_done)(world, progress.since) {
            self.skip(world);
        }
    }

    /// Whether a step is shown.
    pub fn is_shown(&self, world: &World) -> bool {
        self.step(world).is_some()
    }

    /// Goes on to the next step.
    pub fn skip(&self, world: &mut World) {
        let mut progress = self.progress(world);
        (progress.step, progress.since) = (progress.step + 1, world.resource::<Turn>().number);
        self.set(world, progress);
        if progress.step >= self.steps.len() {
            self.hide(world);
        }
    }

    /// Shows no more steps, until they are wanted again.
    fn hide(&self, world: &mut World) {
        let progress = self.progress(world);
        self.set(
            world,
            Progress {
                step: 0,
                ..progress
            },
        );
        world.resource_mut::<Settings>().turn(self.switch, false);
    }

    /// Returns the step to show now, if there is one, and whether it can be skipped.
    pub fn lesson(&'static self, world: &World, can_skip: bool) -> Option<Lesson> {
        let step = self.step(world)?;
        let skip = button(Face::Bare, "skip", Ask::Key(KeyAction::SKIP));
        let hide = button(
            Face::Bare,
            "hide all",
            Ask::act(move |world| self.hide(world)),
        );
        Some(Lesson {
            heading: self.heading,
            place: (self.progress(world).step + 1, self.steps.len()),
            text: with_keys(world, (step.text)(world)),
            ways: can_skip.then_some(skip).into_iter().chain([hide]).collect(),
        })
    }
}

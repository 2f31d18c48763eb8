//! Events in words, for the log, with the dice.
//!
//! **Invariant:** says what happened, itemized; decides nothing. Sealed plans are not told.

use std::sync::LazyLock;

use bevy::prelude::World;
use minijinja::context;

use crate::battle::phase::{Reason, Turn};
use crate::rules::fleet::event::{Event, Source, Stat};
use crate::rules::fleet::forces::Forces;
use crate::rules::fleet::scenario::Time;
use crate::rules::fleet::{setup, upkeep};
use crate::rules::kit::sentence::{Sentences, outcome};

/// What is said of events.
static SENTENCES: LazyLock<Sentences> =
    LazyLock::new(|| Sentences::read(include_str!("log.jinja")));

/// Tells events of a battle.
#[derive(Clone, Copy)]
pub struct Log<'w> {
    world: &'w World,
}

impl<'w> Log<'w> {
    /// Tells events of the battle in this world.
    pub fn new(world: &'w World) -> Self {
        Self { world }
    }

    /// Returns an event as lines: one if it is worth it, and every step of its rolls where they are traced
    /// (clarification 16).
    pub fn lines(self, event: &Event) -> Vec<String> {
        let mut lines: Vec<_> = self.line(event).into_iter().collect();
        if setup::content(self.world).options.debug_combat_tracing {
            lines.extend(self.trace(event));
        }
        lines
    }

    /// Returns an event as a line, if it is worth one.
    pub fn line(self, event: &Event) -> Option<String> {
        let drive_turns = setup::content(self.world).figures.drive_turns;
        let turn = self.world.resource::<Turn>().number;
        SENTENCES.say(self.world, "", event, || {
            let ends = matches!(event, Event::TurnBegan | Event::Ended(_));
            let forces = ends.then(|| Forces::of(self.world));
            let is_over = forces.as_ref().is_some_and(upkeep::is_over);
            let ending = match event {
                Event::Ended(ending) => Some(ending),
                _ => None,
            };
            let result = ending.map(|ending| outcome(self.world, ending));
            let is_late = ending.is_some_and(|ending| ending.reason == Reason::Time);
            let by_hull = forces
                .filter(|forces| is_late && forces.scenario.objectives.time == Time::MostHull);
            let hulls: Vec<_> = (by_hull.iter())
                .flat_map(|forces| upkeep::hulls(forces).collect::<Vec<_>>())
                .map(|(side, hull)| (side.0, hull))
                .collect();
            context! { drive_turns, turn, is_over, is_late, hulls, result }
        })
    }

    /// Lists every step of the rolls of an event (clarification 16).
    pub fn trace(self, event: &Event) -> Vec<String> {
        let told = SENTENCES.say(self.world, "dice of ", event, || {
            let attacks = event.attacks().iter();
            let stats: Vec<_> = attacks
                .map(|attack| vec![self.stat(&attack.attack), self.stat(&attack.defense)])
                .collect();
            let siege = match event {
                Event::CarrierAttacked(attack) => self.stat(&attack.attack),
                _ => String::new(),
            };
            context! { stats, siege }
        });
        let lines = told.iter().flat_map(|told| told.lines());
        lines.map(str::to_owned).collect()
    }

    /// Returns an effective stat with its parts, as the window lists them.
    pub fn stat(self, stat: &Stat) -> String {
        let parts = stat.parts.iter();
        let parts = parts.map(|(source, value)| format!("{} {value:+}", self.source(*source)));
        let parts: Vec<_> = parts.collect();
        format!("{} ({})", stat.total(), parts.join(", "))
    }

    /// Returns what a part of a stat comes from.
    pub fn source(self, source: Source) -> String {
        let content = setup::content(self.world);
        let name = match source {
            Source::Base => "type",
            Source::Action => "action",
            Source::Perk(perk) => &content.perk(perk).name,
            Source::Morale => "morale",
            Source::Trait(quirk) => &content.quirk(quirk).name,
            Source::Admiral(ability) => &content.admiral(ability).name,
            Source::FireControl => "fire control",
            Source::Accuracy => "accuracy here",
            Source::Hazard => "hazard here",
            Source::LastStand => "last stand",
        };
        name.to_owned()
    }
}

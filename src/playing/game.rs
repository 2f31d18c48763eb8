//! What a rule set brings so that commands, saves, replays and the laboratory can play its battles.

use std::cmp::Reverse;

use bevy::prelude::World;
use serde::Serialize;

use crate::{
    battle::{
        journal::{Divergence, Entry},
        rules::Rules,
        unit::{Presence, Side, UnitId, part},
    },
    chronicle::{observe::Witness, record::Fate},
    mission::{Mission, MissionSource},
};

/// A rule set with missions, words and measures of its own.
pub trait Game: Rules {
    /// Writes down for the laboratory what happens in a battle.
    type Onlooker: Witness<Rules = Self>;
    /// What a battle comes to, beside its outcome.
    type Debrief: Serialize;

    /// Sets a battle of a mission up under a seed, and lays down its [`Setting`](crate::playing::Setting).
    fn set_up(world: &mut World, mission: &Mission, seed: u64);

    /// Returns what became of a unit.
    fn fate(world: &World, id: UnitId) -> Fate {
        match part::<Presence>(world, id) {
            Presence::OnBoard => Fate::Standing,
            Presence::Escaped => Fate::Escaped,
            Presence::Dead => Fate::Dead,
            Presence::Reserve => Fate::NeverCame,
        }
    }

    /// Plays the orders of a battle again and sums up what it came to.
    ///
    /// # Errors
    /// The first order that is refused or leads elsewhere.
    fn debrief(
        mission: &Mission,
        seed: u64,
        entries: &[Entry<Self::Order>],
    ) -> Result<Self::Debrief, Divergence>;

    /// Says an event as lines of the log, none if it is not worth one.
    fn tell_event(world: &World, event: &Self::Event) -> Vec<String>;

    /// Says what a computer would order for a side now, and why; the side has to owe an order.
    fn advise(world: &World, side: Side) -> Advice<Self::Order>;

    /// Returns what an order renews the mission from, if it does.
    fn renewed(_order: &Self::Order) -> Option<&MissionSource> {
        None
    }

    /// Applies a changed mission to a battle that is about to be restored.
    ///
    /// # Errors
    /// As when it is ordered.
    ///
    /// # Panics
    /// If orders of these rules renew missions and nobody says how.
    fn take_over(_world: &mut World, _source: &MissionSource) -> Result<(), Self::Refusal> {
        panic!("no order of {} renews a mission", Self::NAME)
    }

    /// Names what stands against taking a changed mission over into a battle, in words.
    fn obstacles(_before: &Mission, _after: &Mission) -> Vec<String> {
        vec![format!(
            "battles of {} take no changed mission over",
            Self::NAME
        )]
    }
}

/// What a computer would order, and what it was chosen from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice<O> {
    /// The order.
    pub order: O,
    /// The order in words.
    pub told: String,
    /// All that was weighed, the chosen one first, then by points.
    pub weighed: Vec<Weighed>,
}

/// Something a computer could have ordered, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// The order.
    pub order: String,
    /// What it is for.
    pub purpose: String,
    /// What it was worth, in points of its kind.
    pub points: i32,
    /// Whether it is the one that was chosen.
    pub is_chosen: bool,
}

/// Most of what was weighed that a line tells.
const TOLD: usize = 4;

impl<O> Advice<O> {
    /// Sorts what was weighed for an order.
    pub fn new(order: O, told: String, mut weighed: Vec<Weighed>) -> Self {
        weighed.sort_by_key(|one| (!one.is_chosen, Reverse(one.points)));
        Self {
            order,
            told,
            weighed,
        }
    }

    /// Says it as one line; nothing if there was no choice.
    pub fn line(&self) -> Option<String> {
        let told = self.weighed.iter().take(TOLD).map(|one| {
            let act = one.order.split_once(": ");
            let act = act.map_or(one.order.as_str(), |(_, act)| act);
            format!("{act} ({}, {})", one.purpose, one.points)
        });
        let told: Vec<_> = told.collect();
        let more = match self.weighed.len().saturating_sub(TOLD) {
            0 => String::new(),
            more => format!("; {more} more"),
        };
        let chosen = &self.told;
        (!told.is_empty()).then(|| format!("{chosen} <- {}{more}", told.join("; ")))
    }
}

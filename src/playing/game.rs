//! What a rule set brings so that commands, saves, replays and the laboratory can play its battles.

use std::cmp::Reverse;
use std::marker::PhantomData;

use bevy::prelude::World;
use serde::Serialize;

use crate::battle::journal::{Divergence, Entry, replay};
use crate::battle::knowledge::Knowledge;
use crate::battle::rules::Rules;
use crate::battle::unit::{Presence, Roster, Side, Title, UnitId, part};
use crate::battle::watch::Watcher;
use crate::chronicle::observe::Witness;
use crate::chronicle::record::Fate;
use crate::mission::{Mission, MissionSource};

/// A rule set with missions, words and measures of its own.
pub trait Game: Rules {
    /// Writes down for the laboratory what happens in a battle.
    type Onlooker: Witness<Rules = Self>;
    /// What a battle comes to, beside its outcome; [`Fates`] where there is nothing of its own.
    type Debrief: Debriefing<Rules = Self>;

    /// Sets a battle of a mission up under a seed, and lays down its [`Setting`](crate::playing::Setting),
    /// in the order that [how to add a rule set](crate::rules) gives.
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
    ) -> Result<Self::Debrief, Divergence> {
        let mut world = World::new();
        Self::set_up(&mut world, mission, seed);
        let mut witness = Self::Debrief::begin(&world);
        replay::<Self>(&mut world, entries, &mut witness)?;
        Ok(Self::Debrief::close(witness, &world))
    }

    /// Says why a player may not save now, if its rules refuse that. What the program saves by itself is
    /// never refused.
    fn refuses_saves(_world: &World) -> Option<&'static str> {
        None
    }

    /// Says an event as lines of the log, none if it is not worth one.
    fn tell_event(world: &World, event: &Self::Event) -> Vec<String>;

    /// Says an order in words, for whoever may give it.
    fn tell_order(_world: &World, order: &Self::Order) -> String {
        format!("{order:?}")
    }

    /// Describes an order briefly, as a side reads it in the list of what it expects; of a whole side's plan only the
    /// outline.
    fn tell_briefly(world: &World, _reader: Side, order: &Self::Order) -> String {
        Self::tell_order(world, order)
    }

    /// Whether a side knows which unit this is, so that it may be told its name.
    fn knows_name(world: &World, side: Side, id: UnitId) -> bool {
        let knows = world.resource::<Knowledge>().of(side);
        let is_own = world.resource::<Roster>().side(id) == side;
        is_own || knows.sees_unit(id) || knows.sightings[id.index()].is_some()
    }

    /// Says what a computer would order for a side now, and why; the side has to owe an order.
    fn advise(world: &World, side: Side) -> Advice<Self::Order>;

    /// Returns what an order renews the mission from, if it does.
    fn renewed(_order: &Self::Order) -> Option<&MissionSource> {
        None
    }

    /// Says why a changed mission has to wait now, if it has to.
    fn defers_renewal(_world: &World) -> Option<&'static str> {
        None
    }

    /// Lists texts that are handed over to a player who is not in the program: what each file is called, and what
    /// it holds.
    fn handouts(_world: &World) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Fits the running battle to a changed mission, which is in force already; views are renewed after it.
    fn fit(_world: &mut World, _before: &Mission, _now: &Mission) {}

    /// Names what stands against taking a changed mission over into a battle, in words. Both are of this rule
    /// set: callers ask [`obstacles`](crate::playing::obstacles), which looks at that first.
    fn obstacles(_before: &Mission, _after: &Mission) -> Vec<String> {
        vec![format!(
            "battles of {} cannot reload a changed mission",
            Self::NAME
        )]
    }
}

/// What a battle comes to: drawn from its orders played again and from the state they lead to.
pub trait Debriefing: Sized + Serialize {
    /// Rule set of the battles it sums up.
    type Rules: Rules;
    /// Watches the orders played again.
    type Witness: Watcher<Self::Rules>;

    /// Begins to watch a battle that was just set up.
    fn begin(world: &World) -> Self::Witness;

    /// Sums up what was seen, and the state of all units.
    fn close(witness: Self::Witness, world: &World) -> Self;
}

/// What became of every unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fates<R> {
    /// Name and fate, by id.
    pub units: Vec<(String, Fate)>,
    #[serde(skip)]
    rules: PhantomData<R>,
}

impl<R: Game> Debriefing for Fates<R> {
    type Rules = R;
    type Witness = ();

    fn begin(_: &World) {}

    fn close((): (), world: &World) -> Self {
        let ids = world.resource::<Roster>().ids();
        let fate = |id| (part::<Title>(world, id).0.clone(), R::fate(world, id));
        Self {
            units: ids.map(fate).collect(),
            rules: PhantomData,
        }
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

impl<O: Clone> Advice<O> {
    /// Advises the order of most points among some, the last one of equals; `told` says one in words.
    /// Draws nothing: rules that break ties by chance weigh by themselves and call [`Self::new`].
    ///
    /// # Panics
    /// If there is no order: a side that owes one has to have a legal one.
    pub fn best(
        purpose: &str,
        orders: &[O],
        points: impl Fn(&O) -> i32,
        told: impl Fn(&O) -> String,
    ) -> Self {
        let orders = orders.iter().enumerate();
        let best = orders.clone().max_by_key(|(_, order)| points(order));
        let (best, order) = best.expect("whoever is asked owes an order");
        let weighed = orders.map(|(index, order)| Weighed {
            order: told(order),
            purpose: purpose.to_owned(),
            points: points(order),
            is_chosen: index == best,
        });
        Self::new(order.clone(), told(order), weighed.collect())
    }
}

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

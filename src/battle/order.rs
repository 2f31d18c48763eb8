//! The one door: an order is checked, carried out event by event, and journaled.
//!
//! **Invariant:** nothing else changes a battle. Whoever orders (player, AI, replay, test, lab)
//! comes through [`submit`].

use bevy::prelude::*;

use crate::battle::dice::Dice;
use crate::battle::fingerprint::{Fingerprint, stable_hash};
use crate::battle::journal::{Entry, Journal};
use crate::battle::knowledge::{Discoveries, Knowledge, show_fog};
use crate::battle::phase::{Turn, Verdict};
use crate::battle::ranks::Ranks;
use crate::battle::rules::{Rules, Step, Waiting};
use crate::battle::snapshot::Snapshot;
use crate::battle::unit::{Roster, Side};
use crate::battle::watch::{Watched, Watcher};

/// The battle's dice; taken out while a plan runs.
#[derive(Resource, Debug, Default)]
pub struct BattleDice(pub Option<Dice>);

/// The plan that waits for an answer, if one does.
#[derive(Resource, Clone, Debug)]
pub struct Pending<R: Rules>(pub Option<Waiting<R>>);

/// Orders that were given in thought, behind those of the journal.
///
/// **Invariant:** empty whenever a real order is submitted: every rollout goes back to its bookmark first.
#[derive(Resource, Clone, Debug)]
pub struct Draft<R: Rules>(pub(super) Vec<(Side, R::Order)>);

impl<R: Rules> Default for Draft<R> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// Lists the orders of the battle so far from the first one on, those given in thought among them.
pub fn orders<R: Rules>(world: &World) -> impl DoubleEndedIterator<Item = &R::Order> {
    all_orders::<R>(world).map(|(_, order)| order)
}

/// Lists those of a side.
pub fn orders_of<R: Rules>(
    world: &World,
    side: Side,
) -> impl DoubleEndedIterator<Item = &R::Order> {
    let own = all_orders::<R>(world).filter(move |(by, _)| *by == side);
    own.map(|(_, order)| order)
}

fn all_orders<R: Rules>(world: &World) -> impl DoubleEndedIterator<Item = (Side, &R::Order)> {
    let journal = world.get_resource::<Journal<R>>();
    let draft = world.get_resource::<Draft<R>>();
    let given = journal.into_iter().flat_map(|journal| &journal.entries);
    let thought = draft.into_iter().flat_map(|draft| &draft.0);
    (given.map(|entry| (entry.side, &entry.order)))
        .chain(thought.map(|(side, order)| (*side, order)))
}

/// What happened by itself before the first order; every set-up leads to the same, so no file holds it.
#[derive(Resource, Clone, Debug)]
pub struct Opening<R: Rules>(pub Vec<R::Event>);

/// Orders that can be taken back: the state before the first of them, and how many they are.
///
/// Kept from [`UndoStack::enable`] on, since nobody takes back orders of a headless battle.
#[derive(Resource, Clone, Debug)]
pub struct UndoStack<R: Rules> {
    enabled: bool,
    barrier: Option<Box<Snapshot<R>>>,
    quiet: usize,
    lock: Lock,
}

/// Why nothing can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lock {
    NothingYet,
    Rolled,
    Revealed,
    Final,
}

impl<R: Rules> Default for UndoStack<R> {
    fn default() -> Self {
        Self {
            enabled: false,
            barrier: None,
            quiet: 0,
            lock: Lock::NothingYet,
        }
    }
}

impl<R: Rules> UndoStack<R> {
    /// Keeps orders from now on, since a human plays.
    pub fn enable(&mut self) {
        self.enabled = true;
    }

    /// Returns how many orders can be taken back.
    pub fn depth(&self) -> usize {
        self.quiet
    }

    /// Says why the last order cannot be taken back; `None` if it can.
    pub fn locked(&self) -> Option<&'static str> {
        if self.quiet > 0 {
            return None;
        }
        Some(match self.lock {
            Lock::NothingYet => "nothing to undo yet",
            Lock::Rolled => "the last order rolled dice",
            Lock::Revealed => "the last order revealed something",
            Lock::Final => "that order cannot be undone",
        })
    }

    /// Forgets what could be taken back.
    pub fn clear(&mut self) {
        self.lock_by(Lock::NothingYet);
    }

    fn lock_by(&mut self, lock: Lock) {
        self.barrier = None;
        self.quiet = 0;
        self.lock = lock;
    }
}

/// Carries out what happens by itself before the first order ([`Rules::opening`]): the last step of the
/// set-up of rules that have such. Whoever is let in by [`Watched::begin`] watches.
pub fn open<R: Rules>(world: &mut World) {
    let mut events = Vec::new();
    if let Some(mut plan) = R::opening(world) {
        let mut dice = take_dice(world);
        Watched::<R>::lend(world, |world, watcher| {
            run::<R>(world, &mut plan, &mut dice, &mut events, watcher)
        });
        world.resource_mut::<BattleDice>().0 = Some(dice);
        world.resource_mut::<Knowledge>().discoveries = Discoveries::default();
        show_fog(world);
    }
    world.insert_resource(Opening::<R>(events));
}

/// Carries out one order and journals it with the fingerprint it leads to.
///
/// # Errors
/// The refusal of [`Rules::begin`]; the battle is then unchanged.
pub fn submit<R: Rules>(
    world: &mut World,
    side: Side,
    order: R::Order,
) -> Result<Vec<R::Event>, R::Refusal> {
    submit_watched::<R>(world, side, order, &mut ())
}

/// Carries out one order in thought: it is checked as always, and neither fingerprinted nor journaled; it
/// cannot be taken back but by going back to a [`Bookmark`](crate::battle::bookmark::Bookmark).
///
/// # Errors
/// As [`submit`].
pub fn submit_quietly<R: Rules>(
    world: &mut World,
    side: Side,
    order: R::Order,
) -> Result<Vec<R::Event>, R::Refusal> {
    let mut events = Vec::with_capacity(8);
    carry_out::<R>(world, side, &order, &mut events, &mut ())?;
    Ranks::<R>::note(world);
    world.resource_mut::<Draft<R>>().0.push((side, order));
    Ok(events)
}

/// Does the same as [`submit`] while somebody watches.
///
/// # Errors
/// As [`submit`].
pub fn submit_watched<R: Rules>(
    world: &mut World,
    side: Side,
    order: R::Order,
    watcher: &mut (impl Watcher<R> + ?Sized),
) -> Result<Vec<R::Event>, R::Refusal> {
    debug_assert!(
        (world.get_resource::<Draft<R>>()).is_none_or(|draft| draft.0.is_empty()),
        "a rollout did not go back to its bookmark"
    );
    // Most orders lead to few.
    let mut events = Vec::with_capacity(8);
    if world.resource::<UndoStack<R>>().enabled {
        carry_out_undoably::<R>(world, side, &order, &mut events, watcher)?;
    } else {
        carry_out::<R>(world, side, &order, &mut events, watcher)?;
    }
    let fingerprint = fingerprint::<R>(world);
    world.resource_mut::<Journal<R>>().entries.push(Entry {
        side,
        order,
        fingerprint,
    });
    watcher.ordered(world, side);
    Ok(events)
}

/// Carries out an order and keeps it among those that can be taken back, if it rolled and revealed
/// nothing.
fn carry_out_undoably<R: Rules>(
    world: &mut World,
    side: Side,
    order: &R::Order,
    events: &mut Vec<R::Event>,
    watcher: &mut (impl Watcher<R> + ?Sized),
) -> Result<(), R::Refusal> {
    let undoable = R::is_undoable_in(world, order);
    let barrier = (undoable && world.resource::<UndoStack<R>>().quiet == 0)
        .then(|| Box::new(Snapshot::<R>::take(world)));
    let draws_before = draws(world);
    let discoveries = carry_out::<R>(world, side, order, events, watcher)?;
    let lock = match () {
        () if draws(world) != draws_before => Some(Lock::Rolled),
        () if !discoveries.is_empty() => Some(Lock::Revealed),
        () if !undoable => Some(Lock::Final),
        () => None,
    };
    let mut undo = world.resource_mut::<UndoStack<R>>();
    if let Some(lock) = lock {
        undo.lock_by(lock);
        return Ok(());
    }
    undo.quiet += 1;
    if barrier.is_some() {
        undo.barrier = barrier;
    }
    Ok(())
}

/// Takes back the last order, if it rolled and revealed nothing.
///
/// Returns whether there was one.
pub fn undo<R: Rules>(world: &mut World) -> bool {
    let mut undo = world.resource_mut::<UndoStack<R>>();
    let (Some(barrier), quiet @ 1..) = (undo.barrier.take(), undo.quiet) else {
        return false;
    };
    undo.clear();
    barrier.restore(world);
    let mut journal = world.resource_mut::<Journal<R>>();
    let first = journal.entries.len() - quiet;
    let again = journal.entries.split_off(first);
    for entry in again.into_iter().take(quiet - 1) {
        submit::<R>(world, entry.side, entry.order)
            .expect("an order carried out once passes again from the same state");
    }
    show_fog(world);
    true
}

fn draws(world: &World) -> u64 {
    world
        .resource::<BattleDice>()
        .0
        .as_ref()
        .map_or(0, Dice::position)
}

/// Carries out an order and what follows by itself; returns what it brought to light.
fn carry_out<R: Rules>(
    world: &mut World,
    side: Side,
    order: &R::Order,
    events: &mut Vec<R::Event>,
    watcher: &mut (impl Watcher<R> + ?Sized),
) -> Result<Discoveries, R::Refusal> {
    let waiting = world.resource::<Pending<R>>().0.as_ref();
    let is_answer = waiting.is_some();
    let mut plan = R::begin(world, side, order, waiting)?;
    if is_answer {
        world.resource_mut::<Pending<R>>().0 = None;
    }
    let mut dice = take_dice(world);
    while run::<R>(world, &mut plan, &mut dice, events, watcher) == PlanRun::Done {
        match R::closing(world) {
            Some(next) => plan = next,
            None => break,
        }
    }
    world.resource_mut::<BattleDice>().0 = Some(dice);
    Ok(std::mem::take(
        &mut world.resource_mut::<Knowledge>().discoveries,
    ))
}

/// Takes the dice for a plan, which gives them back.
fn take_dice(world: &mut World) -> Dice {
    let dice = world.resource_mut::<BattleDice>().0.take();
    dice.expect("a battle has dice, and no plan runs inside another")
}

/// How far a plan got.
#[derive(PartialEq, Eq)]
enum PlanRun {
    /// To its end.
    Done,
    /// To a choice it waits for.
    Asks,
}

fn run<R: Rules>(
    world: &mut World,
    plan: &mut R::Plan,
    dice: &mut Dice,
    events: &mut Vec<R::Event>,
    watcher: &mut (impl Watcher<R> + ?Sized),
) -> PlanRun {
    loop {
        match R::next(plan, world, dice) {
            Step::Event(event) => {
                watcher.before(world, &event);
                R::apply(world, &event);
                watcher.after(world, &event);
                R::react(plan, world, &event);
                events.push(event);
            }
            Step::Ask(side, choice) => {
                let plan = plan.clone();
                world.resource_mut::<Pending<R>>().0 = Some(Waiting { plan, side, choice });
                return PlanRun::Asks;
            }
            Step::Done => return PlanRun::Done,
        }
    }
}

/// Returns the fingerprint of the present state.
pub fn fingerprint<R: Rules>(world: &mut World) -> u64 {
    Ranks::<R>::note(world);
    let unhashed = world.resource_mut::<Roster>().take_unhashed();
    let mut prints = std::mem::take(&mut *world.resource_mut::<Fingerprint>());
    let ranks = world.resource::<Ranks<R>>().all();
    for id in &unhashed {
        let state = ranks[id.index()].as_ref().expect("noted before");
        prints.set_unit(id.index(), stable_hash(state));
    }
    let value = prints.value();
    *world.resource_mut::<Fingerprint>() = prints;
    world.resource_mut::<Roster>().reuse(unhashed);
    let extra = R::print_extra(world);
    let pending = world.resource::<Pending<R>>().0.as_ref();
    stable_hash(&(
        value,
        *world.resource::<Turn>(),
        world.resource::<Verdict>().0,
        draws(world),
        extra,
        pending.map(|waiting| (&waiting.plan, waiting.side)),
    ))
}

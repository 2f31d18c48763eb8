//! The one door: an order is checked, carried out event by event, and journaled.
//!
//! **Invariant:** nothing else changes a battle. Whoever orders (player, AI, replay, test, lab)
//! comes through [`submit`].

use bevy::prelude::*;

use crate::battle::{
    dice::Dice,
    fingerprint::{Fingerprint, stable_hash},
    journal::{Entry, Journal},
    knowledge::{Knowledge, show_fog},
    phase::{Turn, Verdict},
    rules::{Rules, Step, Waiting},
    snapshot::Snapshot,
    unit::{self, Roster, Side},
};

/// The battle's dice; taken out while a plan runs.
#[derive(Resource, Debug, Default)]
pub struct BattleDice(pub Option<Dice>);

/// The plan that waits for an answer, if one does.
#[derive(Resource, Clone, Debug)]
pub struct Pending<R: Rules>(pub Option<Waiting<R>>);

/// Orders that can be taken back: the state before the first of them, and how many they are.
///
/// Kept only while [`UndoStack::enabled`], since nobody takes back orders of a headless battle.
#[derive(Resource, Clone, Debug)]
pub struct UndoStack<R: Rules> {
    /// Whether a human plays.
    pub enabled: bool,
    barrier: Option<Box<Snapshot<R>>>,
    quiet: usize,
}

impl<R: Rules> Default for UndoStack<R> {
    fn default() -> Self {
        Self {
            enabled: false,
            barrier: None,
            quiet: 0,
        }
    }
}

impl<R: Rules> UndoStack<R> {
    /// Returns how many orders can be taken back.
    pub fn depth(&self) -> usize {
        self.quiet
    }

    /// Forgets what could be taken back.
    pub fn clear(&mut self) {
        self.barrier = None;
        self.quiet = 0;
    }
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
    let undoable = R::is_undoable(&order) && world.resource::<UndoStack<R>>().enabled;
    let barrier = (undoable && world.resource::<UndoStack<R>>().quiet == 0)
        .then(|| Box::new(Snapshot::<R>::take(world)));
    let draws = draws(world);
    let mut events = Vec::new();
    carry_out::<R>(world, side, &order, &mut events)?;

    let discoveries = std::mem::take(&mut world.resource_mut::<Knowledge>().discoveries);
    let is_quiet = undoable
        && draws == self::draws(world)
        && discoveries.new_hexes == 0
        && discoveries.contacts.is_empty();
    let mut undo = world.resource_mut::<UndoStack<R>>();
    if is_quiet {
        undo.quiet += 1;
        if barrier.is_some() {
            undo.barrier = barrier;
        }
    } else {
        undo.clear();
    }
    let fingerprint = fingerprint::<R>(world);
    world.resource_mut::<Journal<R>>().entries.push(Entry {
        side,
        order,
        fingerprint,
    });
    Ok(events)
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

fn carry_out<R: Rules>(
    world: &mut World,
    side: Side,
    order: &R::Order,
    events: &mut Vec<R::Event>,
) -> Result<(), R::Refusal> {
    let mut plan = R::begin(
        world,
        side,
        order,
        world.resource::<Pending<R>>().0.as_ref(),
    )?;
    world.resource_mut::<Pending<R>>().0 = None;
    let mut dice = world
        .resource_mut::<BattleDice>()
        .0
        .take()
        .expect("a battle has dice, and no plan runs inside another");
    loop {
        run::<R>(world, &mut plan, &mut dice, events);
        if world.resource::<Pending<R>>().0.is_some() {
            break;
        }
        match R::closing(world) {
            Some(next) => plan = next,
            None => break,
        }
    }
    world.resource_mut::<BattleDice>().0 = Some(dice);
    Ok(())
}

fn run<R: Rules>(
    world: &mut World,
    plan: &mut R::Plan,
    dice: &mut Dice,
    events: &mut Vec<R::Event>,
) {
    loop {
        match R::next(plan, world, dice) {
            Step::Event(event) => {
                R::apply(world, &event);
                R::react(plan, world, &event);
                events.push(event);
            }
            Step::Ask(side, choice) => {
                let plan = plan.clone();
                world.resource_mut::<Pending<R>>().0 = Some(Waiting { plan, side, choice });
                return;
            }
            Step::Done => return,
        }
    }
}

/// Returns the fingerprint of the present state.
pub fn fingerprint<R: Rules>(world: &mut World) -> u64 {
    let dirty = world.resource_mut::<Roster>().take_dirty();
    for id in dirty {
        let hash = stable_hash(&R::read_unit(unit::unit(world, id)));
        world
            .resource_mut::<Fingerprint>()
            .set_unit(id.index(), hash);
    }
    let pending = world.resource::<Pending<R>>().0.as_ref();
    stable_hash(&(
        world.resource::<Fingerprint>().value(),
        *world.resource::<Turn>(),
        world.resource::<Verdict>().0,
        draws(world),
        R::read_extra(world),
        pending.map(|waiting| (&waiting.plan, waiting.side)),
    ))
}

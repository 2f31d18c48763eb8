//! Battles played on in thought: orders by a policy, nothing journaled, nothing fingerprinted.
//!
//! Whoever thinks takes a [`Bookmark`](crate::battle::bookmark::Bookmark), gives each candidate order by
//! [`submit_quietly`], plays on from there by [`play_on`] and goes back. Rollouts of several candidates
//! are compared under the same dice by [`throw_anew`].
//!
//! **Invariant:** a rollout ends after a fixed number of phases and orders, never by a clock.

use bevy::prelude::World;

use crate::battle::ahead::Manner;
use crate::battle::dice::Dice;
use crate::battle::order::{BattleDice, Pending, submit_quietly};
use crate::battle::phase::{Turn, Verdict};
use crate::battle::rules::Rules;
use crate::battle::side_count;
use crate::battle::unit::Side;

/// Chooses orders while a battle is played on in thought.
pub trait Policy<R: Rules> {
    /// Chooses the next order of a side that owes one; `None` breaks the rollout off.
    fn choose(&mut self, world: &mut World, side: Side) -> Option<R::Order>;
}

/// The computer player itself, for all sides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Planner;

impl<R: Rules> Policy<R> for Planner {
    fn choose(&mut self, world: &mut World, side: Side) -> Option<R::Order> {
        Some(R::decide(world, side))
    }
}

/// The rule set's usual manner, which may cost less, for all sides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usual;

impl<R: Rules> Policy<R> for Usual {
    fn choose(&mut self, world: &mut World, side: Side) -> Option<R::Order> {
        Some(R::decide_as(world, side, Manner::USUAL))
    }
}

/// One policy for each side, in order; sides beyond the list are played by the last one.
pub struct PerSide<'p, R>(pub Vec<&'p mut dyn Policy<R>>);

impl<R: Rules> Policy<R> for PerSide<'_, R> {
    fn choose(&mut self, world: &mut World, side: Side) -> Option<R::Order> {
        let last = self.0.len().checked_sub(1)?;
        self.0[side.index().min(last)].choose(world, side)
    }
}

/// How far a battle is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Horizon {
    /// Phases that are played to their end; a turn in which all sides order at once is one.
    pub phases: u16,
    /// Most orders.
    pub orders: u32,
}

/// How a rollout went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rollout {
    /// Orders that were carried out.
    pub orders: u32,
    /// Phases that came to their end.
    pub phases: u16,
    /// Whether an order was refused, which ended it.
    pub refused: bool,
}

/// Plays a battle on in thought until the horizon, or until it is over.
pub fn play_on<R: Rules>(
    world: &mut World,
    policy: &mut (impl Policy<R> + ?Sized),
    horizon: Horizon,
) -> Rollout {
    let phase = |world: &World| {
        let turn = world.resource::<Turn>();
        (turn.number, turn.active)
    };
    let mut rollout = Rollout::default();
    let mut now = phase(world);
    while rollout.phases < horizon.phases && rollout.orders < horizon.orders {
        let Some(side) = first_owing::<R>(world) else {
            break;
        };
        let Some(order) = policy.choose(world, side) else {
            break;
        };
        if submit_quietly::<R>(world, side, order).is_err() {
            rollout.refused = true;
            break;
        }
        rollout.orders += 1;
        let before = std::mem::replace(&mut now, phase(world));
        rollout.phases += u16::from(before != now);
    }
    rollout
}

/// Has other dice decide from now on, the same for all that are thrown under a seed.
///
/// **Invariant:** no battle uses this stream, so nobody can foresee its dice.
pub fn throw_anew(world: &mut World, seed: u64) {
    world.resource_mut::<BattleDice>().0 = Some(Dice::seeded(seed, THOUGHT));
}

/// The stream of dice that are thrown in thought.
const THOUGHT: u64 = 1 << 63;

/// Returns the first side that [owes](Rules::owes) an order, found at once for all.
pub fn first_owing<R: Rules>(world: &World) -> Option<Side> {
    if world.resource::<Verdict>().0.is_some() {
        return None;
    }
    match &world.resource::<Pending<R>>().0 {
        Some(waiting) => Some(waiting.side),
        None => {
            let mut sides = (0..side_count(world)).map(Side);
            sides.find(|&side| R::is_due(world, side))
        }
    }
}

//! The seam: what a rule set brings so that the core can run a battle by it.
//!
//! **Invariant:** [`Rules::apply`], set-up and [`Rules::restore_unit`] are the only writers of battle
//! state. [`Rules::begin`] judges by what the ordering side knows; the truth enters in
//! [`Rules::next`], which is also the only place that rolls dice.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use bevy::prelude::World;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::battle::ahead::{Candidate, Effort, Manner};
use crate::battle::dice::Dice;
use crate::battle::order::Pending;
use crate::battle::phase::Verdict;
use crate::battle::side_count;
use crate::battle::state::{OwnState, UnitParts};
use crate::battle::unit::{Side, UnitId};

/// Plain data that can be journaled, saved and hashed.
pub trait Record:
    Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
}
impl<T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static> Record
    for T
{
}

/// What a plan does next.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<R: Rules> {
    /// Something happens; the core applies it and asks on.
    Event(R::Event),
    /// The plan waits for a side's answer, which comes as an order.
    Ask(Side, R::Choice),
    /// The plan is carried out.
    Done,
}

/// A rule set: the types and functions the core is generic over.
pub trait Rules: Sized + Clone + Debug + PartialEq + Send + Sync + 'static {
    /// Key in mission files.
    const NAME: &'static str;
    /// What a side may ask for. Names units by [`UnitId`].
    type Order: Record;
    /// What happened; holds every rolled number.
    type Event: Record;
    /// What a waiting plan asks a side.
    type Choice: Record;
    /// A checked order being carried out. Made only by [`Rules::begin`] and [`Rules::closing`], so
    /// that an unchecked order cannot be resolved.
    type Plan: Record + Hash;
    /// Why an order was turned down; displays as the sentence the player reads.
    type Refusal: Clone + Debug + PartialEq + Display + Send + Sync + 'static;
    /// Every component of one unit, for snapshots and the fingerprint;
    /// [`unit_state!`](crate::battle::state::unit_state) declares it.
    type UnitState: UnitParts;
    /// State of the rule set beside units and tiles (objective counters), for snapshots: a resource, as
    /// a rule.
    type Extra: OwnState;
    /// How much a computer that looks ahead thinks about an order; without it, not at all.
    const EFFORT: Effort = Effort::NONE;
    /// Names of the ways to play beside the usual one, in one word each, which people type.
    const MANNERS: &'static [&'static str] = &[];

    /// Checks an order by what `side` knows and makes the plan that carries it out.
    ///
    /// Nobody checks anything before: sides that do not [owe](Self::owes) an order are refused here, and
    /// so are ids and hexes that are not of this battle.
    ///
    /// An answer to a waiting plan resumes it: `waiting` is that plan with its choice.
    ///
    /// # Errors
    /// The refusal, in words for the player.
    fn begin(
        world: &World,
        side: Side,
        order: &Self::Order,
        waiting: Option<&Waiting<Self>>,
    ) -> Result<Self::Plan, Self::Refusal>;

    /// Decides the next step of a plan, rolling dice where the rules say so.
    fn next(plan: &mut Self::Plan, world: &World, dice: &mut Dice) -> Step<Self>;

    /// Lets other units react to an event that was just applied: may put reactions before the rest
    /// of the plan or cut it short.
    fn react(_plan: &mut Self::Plan, _world: &World, _event: &Self::Event) {}

    /// Writes one event into the world; neither rolls nor decides.
    fn apply(world: &mut World, event: &Self::Event);

    /// Returns a plan for what happens by itself before the first order, if anything does; a set-up
    /// carries it out by [`open`](crate::battle::order::open).
    fn opening(_world: &World) -> Option<Self::Plan> {
        None
    }

    /// Returns a plan for what follows by itself once an order is done (hand-over, resolution), if
    /// anything does. It is asked again after that plan, and in a battle that is over, until there is
    /// none: what it goes by has to be put away by an event of the plan.
    fn closing(world: &World) -> Option<Self::Plan>;

    /// Whether an order can be taken back as long as it shows and rolls nothing.
    fn is_undoable(_order: &Self::Order) -> bool {
        false
    }

    /// Whether an order can be taken back in a battle, as long as it shows and rolls nothing.
    fn is_undoable_in(_world: &World, order: &Self::Order) -> bool {
        Self::is_undoable(order)
    }

    /// Whether it is for the side to order now, in a battle that goes on and while no plan waits. Such
    /// a side has to have a legal order, since a computer must choose one.
    fn is_due(world: &World, side: Side) -> bool;

    /// Whether the side may order now: the one that is asked, else one that [is due](Self::is_due).
    ///
    /// A side that does not exist owes nothing: journals and callers may name any.
    fn owes(world: &World, side: Side) -> bool {
        side.0 < side_count(world)
            && world.resource::<Verdict>().0.is_none()
            && match &world.resource::<Pending<Self>>().0 {
                Some(waiting) => waiting.side == side,
                None => Self::is_due(world, side),
            }
    }

    /// Lists orders the side may give now, in a fixed order; each passes [`Rules::begin`].
    fn legal_orders(world: &World, side: Side) -> Vec<Self::Order>;

    /// Chooses the computer's next order for a side, from what that side knows; as a rule the order of
    /// [`Game::advise`](crate::playing::Game::advise), so that what is told as its reason is one.
    fn decide(world: &mut World, side: Side) -> Self::Order;

    /// Makes another world a twin of the battle as a side imagines it under a seed, to think ahead in; returns
    /// whether that can be done.
    ///
    /// A twin agrees with everything the side knows. What it does not know is as it may be: hidden units stand
    /// where they were last seen, or as far from there as they can have gone, or where the mission and the
    /// fog let them be; what is hidden of them is as of those of their kind; hidden cards are dealt from the
    /// list of those that there are. Other sides know the ground and see what their units see of it.
    ///
    /// Nothing is read that the side does not know, so battles that differ only in that have the same twins;
    /// `tests/it/imagined.rs` compares pairs. Dice come from the seed, never from the battle. Who has fallen
    /// or left the battle is known to everybody, and so is the mission.
    ///
    /// The world is used again for twin after twin: what is known by side and mission is set up once
    /// ([`prepare`](crate::playing::prepare)), and the rest is written as [`imagine`](crate::battle::imagine)
    /// helps to. The side has to [owe](Self::owes) an order.
    fn imagine(_world: &World, _side: Side, _seed: u64, _into: &mut World) -> bool {
        false
    }

    /// Chooses an order as a side that plays in a manner: plain tactics, which computers that look ahead consider
    /// and expect of others. The usual manner is to play as [`decide`](Self::decide) does, or nearly so at less
    /// cost, since thousands of [rollouts](crate::battle::rollout) are played by it. By what the side knows.
    fn decide_as(world: &mut World, side: Side, _manner: Manner) -> Self::Order {
        Self::decide(world, side)
    }

    /// Lists what a computer that looks ahead chooses from ([`ahead`](crate::battle::ahead)): few orders that pass,
    /// and how the side goes on after each. The first is what [`decide`](Self::decide) gives; where there is no
    /// other, nothing is thought.
    fn candidates(world: &mut World, side: Side) -> Vec<Candidate<Self>> {
        vec![Candidate {
            order: Self::decide(world, side),
            then: Manner::USUAL,
        }]
    }

    /// Says how others are taken to play in one of the battles, by number, that a side imagines: as a rule some of
    /// them in each manner. By what the side knows.
    fn expected(_world: &World, _side: Side, battle: u64) -> Manner {
        Manner::mixed::<Self>(battle)
    }

    /// Says how an imagined battle that is not over stands for a side, as it is in truth there: 0 if it is even,
    /// [`WON`](crate::battle::ahead::WON) if it is as good as won, with a minus if it is as good as lost.
    fn standing(_world: &World, _side: Side) -> i64 {
        0
    }

    /// Returns the share of the rule set's own state in the fingerprint; one with much state keeps it
    /// as it changes.
    fn print_extra(world: &mut World) -> u64 {
        Self::Extra::print(world)
    }

    /// Whether a snapshot fits the battle that is set up. Rule sets whose state names hexes, units or
    /// definitions look whether there are such.
    fn fits(_world: &World, _units: &[(UnitId, Self::UnitState)], _extra: &Self::Extra) -> bool {
        true
    }

    /// Puts a unit back (snapshot restore, going back to a bookmark), with all that hangs on its
    /// components, a dense copy among them.
    fn restore_unit(world: &mut World, id: UnitId, state: &Self::UnitState) {
        state.insert(world, id);
    }

    /// Tells the core what else bears on sight (lights, far eyes) once a snapshot is restored.
    fn settle(_world: &mut World) {}
}

/// What plans of a rule set ask that asks nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NoChoice {}

/// A plan that stopped to ask a side; part of the battle state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Waiting<R: Rules> {
    /// The plan, resumed by the answer.
    pub plan: R::Plan,
    /// Who is asked.
    pub side: Side,
    /// What is asked.
    pub choice: R::Choice,
}

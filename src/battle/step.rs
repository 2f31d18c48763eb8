//! Drives a battle by Bevy states: players order, computers decide, the turn resolves.
//!
//! One run of [`BattleStep`] takes at most one computer order where somebody watches, so that the window
//! can show each; else many, and resolutions are passed by.
//!
//! **Invariant:** systems here only submit orders and mirror the turn in [`Phase`]; an ambiguity
//! between them is an error. Several rule sets may be in one `App`; a step is one of the rules
//! [`InPlay`].

use std::marker::PhantomData;

use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy::state::state::StateTransition;

use crate::battle::ahead::{self, decide_bit_by_bit};
use crate::battle::knowledge::show_fog;
use crate::battle::order::{submit, submit_watched};
use crate::battle::phase::{Phase, Turn, Verdict};
use crate::battle::rollout::first_owing;
use crate::battle::rules::Rules;
use crate::battle::unit::Side;
use crate::battle::watch::Watched;

/// One step of a battle; run it as often as wanted, with or without frames.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct BattleStep;

/// Systems of a step, in order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BattleSystems {
    /// Orders of people are carried out (in [`Phase::Player`]).
    Orders,
    /// A computer gives one order, or many where nobody watches (in [`Phase::Ai`]).
    Decide,
    /// [`Phase`] follows what happened.
    Mirror,
}

/// An order a person gives.
#[derive(Message, Clone, Debug)]
pub struct OrderGiven<R: Rules> {
    /// Who orders.
    pub side: Side,
    /// The order.
    pub order: R::Order,
}

/// What an order led to, for the window.
#[derive(Message, Clone, Debug)]
pub enum OrderDone<R: Rules> {
    /// It was carried out.
    Events {
        /// Who ordered.
        side: Side,
        /// The order.
        order: R::Order,
        /// What happened.
        events: Vec<R::Event>,
    },
    /// It was turned down.
    Refused {
        /// The order.
        order: R::Order,
        /// Why.
        refusal: R::Refusal,
    },
}

/// Which sides people play; all others are the computer's.
#[derive(Resource, Clone, Debug, Default)]
pub struct HumanSides(pub Vec<Side>);

/// Whether somebody watches: what happened is reported as [`OrderDone`] messages, and the fog of the
/// tile entities follows every step.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Reporting(pub bool);

/// Whether the window still shows the last resolution; it may hold [`Phase::Resolution`] open.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Showing(pub bool);

/// The rules of the battle that is set up, as steps call them; set-up lays it down.
#[derive(Resource, Clone, Copy, Debug)]
pub struct InPlay {
    name: &'static str,
    pub(super) put_away: fn(&mut World),
    take_orders: fn(&mut World),
    decide: fn(&mut World),
    mirror_phase: fn(&mut World),
}

impl InPlay {
    /// Steps by these rules.
    pub(super) fn by<R: Rules>() -> Self {
        Self {
            name: R::NAME,
            put_away: super::put_away_by::<R>,
            take_orders: take_orders::<R>,
            decide: decide::<R>,
            mirror_phase: mirror_phase::<R>,
        }
    }

    /// Whether it is by these rules.
    pub(super) fn is<R: Rules>(&self) -> bool {
        self.name == R::NAME
    }
}

/// Has the rules in play do their part of a step.
fn in_play(part: impl Fn(&InPlay) -> fn(&mut World)) -> impl Fn(&mut World) {
    move |world| {
        if let Some(part) = world.get_resource::<InPlay>().map(&part) {
            part(world);
        }
    }
}

/// Resolutions that [`Phase`] has mirrored.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct Mirrored(u16);

/// Adds what a rule set needs, and states and the step schedule that all share.
pub struct BattlePlugin<R>(PhantomData<R>);

impl<R> Default for BattlePlugin<R> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<R: Rules> Plugin for BattlePlugin<R> {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<StepPlugin>() {
            app.add_plugins(StepPlugin);
        }
        app.add_message::<OrderGiven<R>>()
            .add_message::<OrderDone<R>>();
    }
}

/// Adds states and the step schedule.
struct StepPlugin;

impl Plugin for StepPlugin {
    fn build(&self, app: &mut App) {
        app.init_state::<Phase>()
            .init_resource::<HumanSides>()
            .init_resource::<Reporting>()
            .init_resource::<Showing>()
            .init_resource::<Mirrored>()
            .init_resource::<Steps>()
            .add_systems(
                BattleStep,
                (
                    in_play(|rules| rules.take_orders)
                        .in_set(BattleSystems::Orders)
                        .run_if(in_state(Phase::Player).or_else(in_state(Phase::Over))),
                    in_play(|rules| rules.decide)
                        .in_set(BattleSystems::Decide)
                        .run_if(in_state(Phase::Ai)),
                    in_play(|rules| rules.mirror_phase).in_set(BattleSystems::Mirror),
                ),
            )
            .edit_schedule(BattleStep, |schedule| {
                schedule
                    .configure_sets(
                        (
                            BattleSystems::Orders,
                            BattleSystems::Decide,
                            BattleSystems::Mirror,
                        )
                            .chain(),
                    )
                    .set_executor(SingleThreadedExecutor::new())
                    .set_build_settings(ScheduleBuildSettings {
                        ambiguity_detection: LogLevel::Error,
                        ..default()
                    });
            })
            // Some systems that look at one resource each: on several threads they take longer, and
            // would start Bevy's pools for battles that need none.
            .edit_schedule(StateTransition, |schedule| {
                schedule.set_executor(SingleThreadedExecutor::new());
            });
    }
}

/// Begins to mirror a battle that was just set up, loaded or taken back.
pub fn begin_mirroring(world: &mut World) {
    let resolutions = world.resource::<Turn>().resolutions;
    world.resource_mut::<Mirrored>().0 = resolutions;
    world.resource_mut::<Showing>().0 = false;
    world.resource_mut::<NextState<Phase>>().set(Phase::Setup);
    world.run_schedule(StateTransition);
}

/// The schedule of [`BattleStep`], once the first step was taken.
///
/// Bevy moves a schedule out of the list of all and back at every run, which shows over thousands of
/// orders.
#[derive(Resource, Default)]
struct Steps(Option<Box<Schedule>>);

/// Takes one step: one computer order at most, or many where nobody watches, then the phase follows.
///
/// # Panics
/// Without a [`BattlePlugin`].
pub fn step(world: &mut World) {
    let mut steps = (world.resource_mut::<Steps>().0.take()).unwrap_or_else(|| {
        let steps = world.resource_mut::<Schedules>().remove(BattleStep);
        Box::new(steps.expect("the plugin adds it, and a step takes no other"))
    });
    steps.run(world);
    world.resource_mut::<Steps>().0 = Some(steps);
    if !matches!(world.resource::<NextState<Phase>>(), NextState::Unchanged) {
        world.run_schedule(StateTransition);
    }
}

fn take_orders<R: Rules>(world: &mut World) {
    let given: Vec<_> = world
        .resource_mut::<Messages<OrderGiven<R>>>()
        .drain()
        .collect();
    for OrderGiven { side, order } in given {
        if let Err((order, refusal)) = carry_out::<R>(world, side, order) {
            if world.resource::<Reporting>().0 {
                world.write_message(OrderDone::<R>::Refused { order, refusal });
            } else {
                complain::<R>(side, &order, &refusal);
            }
        }
    }
}

fn complain<R: Rules>(side: Side, order: &R::Order, refusal: &R::Refusal) {
    error!(
        "side {} gave {order:?}, which is refused: {refusal}",
        side.0
    );
}

/// Most orders of computers in one step that nobody watches, so that whoever counts them can break off.
const UNWATCHED: usize = 64;

fn decide<R: Rules>(world: &mut World) {
    let is_watched = world.resource::<Reporting>().0 || world.contains_resource::<Watched<R>>();
    let most = if is_watched { 1 } else { UNWATCHED };
    for order in 0..most {
        if order > 0 && next_phase::<R>(world) != Phase::Ai {
            break;
        }
        decide_one::<R>(world);
    }
}

fn decide_one<R: Rules>(world: &mut World) {
    if let Some(side) = first_owing::<R>(world) {
        let order = match world.resource::<Reporting>().0 {
            // Whoever watches sees frames between the bits of a long thought.
            true => match decide_bit_by_bit::<R>(world, side) {
                Some(order) => order,
                None => return,
            },
            false => ahead::decide::<R>(world, side),
        };
        if let Err((order, refusal)) = carry_out::<R>(world, side, order) {
            complain::<R>(side, &order, &refusal);
            // It would be given again for ever; any other order goes on.
            if let Some(instead) = R::legal_orders(world, side).pop() {
                carry_out::<R>(world, side, instead)
                    .unwrap_or_else(|(order, refusal)| complain::<R>(side, &order, &refusal));
            }
        }
    }
}

/// Carries out an order and reports it if somebody watches.
///
/// # Errors
/// The order and why it was refused.
fn carry_out<R: Rules>(
    world: &mut World,
    side: Side,
    order: R::Order,
) -> Result<(), (R::Order, R::Refusal)> {
    let done = match world.contains_resource::<Watched<R>>() {
        true => Watched::<R>::lend(world, |world, watcher| {
            submit_watched::<R>(world, side, order.clone(), watcher)
        }),
        false => submit::<R>(world, side, order.clone()),
    };
    match done {
        Ok(events) => {
            if world.resource::<Reporting>().0 {
                world.write_message(OrderDone::<R>::Events {
                    side,
                    order,
                    events,
                });
            }
            Ok(())
        }
        Err(refusal) => Err((order, refusal)),
    }
}

/// Lets [`Phase`], and fog components where somebody watches, follow what happened; a resolution that
/// somebody watches is mirrored for at least one step.
fn mirror_phase<R: Rules>(world: &mut World) {
    if world.resource::<Reporting>().0 {
        show_fog(world);
    }
    let phase = next_phase::<R>(world);
    let resolutions = world.resource::<Turn>().resolutions;
    world.resource_mut::<Mirrored>().0 = resolutions;
    if phase != *world.resource::<State<Phase>>().get() {
        world.resource_mut::<NextState<Phase>>().set(phase);
    }
}

/// Returns the phase that follows from what has happened; resolutions that nobody watches are passed by.
fn next_phase<R: Rules>(world: &World) -> Phase {
    let is_new = world.resource::<Reporting>().0
        && world.resource::<Mirrored>().0 != world.resource::<Turn>().resolutions;
    let is_shown = || {
        let now = || *world.resource::<State<Phase>>().get();
        world.resource::<Showing>().0 && now() == Phase::Resolution
    };
    if is_new || is_shown() {
        Phase::Resolution
    } else if world.resource::<Verdict>().0.is_some() {
        Phase::Over
    } else {
        let humans = &world.resource::<HumanSides>().0;
        if humans.iter().any(|&side| R::owes(world, side)) {
            Phase::Player
        } else {
            Phase::Ai
        }
    }
}

//! The battlescape: squad tactics with time units, cover, arcs and reaction fire.
//!
//! **Invariant:** figures come from content; section numbers (§) are those of the battlescape
//! reference.

pub mod ability;
mod ahead;
pub mod ai;
mod apply;
pub mod attack;
pub mod check;
pub mod content;
pub mod debrief;
mod editor;
pub mod event;
mod game;
pub mod gear;
pub mod ground;
mod imagine;
mod legal;
pub mod log;
pub mod nerve;
pub mod objective;
pub mod observe;
pub mod order;
pub mod panel;
mod plan;
mod renewal;
pub mod scenario;
pub mod setup;
pub mod shot;
pub mod side_view;
pub mod soldier;
pub mod tell;
mod vectors;

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use crate::battle::ahead::{Candidate, Effort, Manner};
use crate::battle::board::Board;
use crate::battle::dice::Dice;
use crate::battle::fingerprint::stable_hash;
use crate::battle::phase::{Turn, Verdict};
use crate::battle::rules::{NoChoice, Rules, Step, Waiting};
use crate::battle::state::OwnState;
use crate::battle::unit::{Roster, Side, UnitId, Units};
use crate::playing::Setting;
use crate::rules::battlescape::event::Event;
use crate::rules::battlescape::gear::{Authors, Carried, Danger, Mine, Props, Things};
use crate::rules::battlescape::objective::{Plot, Progress, Stage, is_settled};
use crate::rules::battlescape::order::{Order, Refusal};
use crate::rules::battlescape::plan::{Plan, Task};
use crate::rules::battlescape::soldier::{Rulebook, UnitState};

/// The battlescape rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Battlescape;

/// State of the battlescape beside units and tiles.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Extra {
    /// The turn, the objective.
    pub progress: Progress,
    /// What lies about.
    pub things: Things,
}

impl OwnState for Extra {
    fn read(world: &World) -> Self {
        Self {
            progress: *world.resource::<Progress>(),
            things: world.resource::<Props>().get().clone(),
        }
    }

    fn write(&self, world: &mut World) {
        *world.resource_mut::<Progress>() = self.progress;
        *world.resource_mut::<Props>() = Props::new(self.things.clone());
    }
}

impl Rules for Battlescape {
    const NAME: &'static str = "Battlescape";
    type Order = Order;
    type Event = Event;
    type Choice = NoChoice;
    type Plan = Plan;
    type Refusal = Refusal;
    type UnitState = UnitState;
    type Extra = Extra;
    const EFFORT: Effort = ahead::EFFORT;
    const MANNERS: &'static [&'static str] = &ahead::MANNERS;

    fn begin(
        world: &World,
        side: Side,
        order: &Order,
        _: Option<&Waiting<Self>>,
    ) -> Result<Plan, Refusal> {
        check::begin(world, side, order)
    }

    fn next(plan: &mut Plan, world: &World, dice: &mut Dice) -> Step<Self> {
        plan.next(world, dice)
    }

    fn react(plan: &mut Plan, world: &World, event: &Event) {
        plan.react(world, event);
    }

    fn apply(world: &mut World, event: &Event) {
        apply::apply(world, event);
    }

    fn opening(world: &World) -> Option<Plan> {
        Plan::opening(world)
    }

    fn closing(world: &World) -> Option<Plan> {
        if world.resource::<Verdict>().0.is_some() {
            return None;
        }
        let side = world.resource::<Turn>().active;
        let units = Units::of(world);
        let has_units =
            || (units.ids()).any(|id| units.side(id) == side && units.seat(id).is_some());
        let has_nothing_to_do = || is_settled(world, units) || !has_units();
        // Whoever is still placing units has yet to begin.
        let has_begun = |stage| stage == Stage::HandOver || !check::is_deploying(world);
        let end = || Plan::of([Task::Emit(Event::PhaseEnded { side })]);
        match world.resource::<Progress>().stage {
            Stage::Resolving => Some(Plan::resolution(world)),
            stage if has_nothing_to_do() && has_begun(stage) => Some(end()),
            Stage::HandOver => Some(Plan::of([Task::Emit(Event::PhaseBegan { side })])),
            Stage::Acting => None,
        }
    }

    fn is_undoable(order: &Order) -> bool {
        !matches!(
            order,
            Order::EndUnit(_) | Order::EndTurn | Order::PlayOn | Order::Renew(_)
        )
    }

    fn is_due(world: &World, side: Side) -> bool {
        world.resource::<Turn>().active == side
    }

    fn legal_orders(world: &World, side: Side) -> Vec<Order> {
        legal::orders(world, side)
    }

    fn decide(world: &mut World, side: Side) -> Order {
        ai::decide(world, side)
    }

    fn decide_as(world: &mut World, side: Side, manner: Manner) -> Order {
        ahead::decide_as(world, side, manner)
    }

    fn candidates(world: &mut World, side: Side) -> Vec<Candidate<Self>> {
        ahead::candidates(world, side)
    }

    fn expected(_: &World, _: Side, battle: u64) -> Manner {
        ahead::expected(battle)
    }

    fn standing(world: &World, side: Side) -> i64 {
        ahead::standing(world, side)
    }

    fn imagine(world: &World, side: Side, seed: u64, into: &mut World) -> bool {
        imagine::imagine(world, side, seed, into)
    }

    fn print_extra(world: &mut World) -> u64 {
        let progress = stable_hash(world.resource::<Progress>());
        let edition = world.resource::<Setting>().edition;
        progress ^ world.resource_mut::<Props>().print().rotate_left(1) ^ edition
    }

    fn fits(world: &World, units: &[(UnitId, UnitState)], extra: &Extra) -> bool {
        let hexes = world.resource::<Board>().grid.len();
        let content = world.resource::<Rulebook>().content();
        let sides = crate::battle::side_count(world);
        let (roster, plot) = (world.resource::<Roster>(), &world.resource::<Plot>().0);
        let is_unit = |id: UnitId| roster.contains(id);
        let is_thing = |thing: &Carried| match *thing {
            Carried::Item { item, charges } => {
                usize::from(item.0) < content.items.len() && charges > 0
            }
            Carried::Weapon { weapon, .. } => usize::from(weapon.0) < content.weapons.len(),
        };
        let is_danger = |danger: &Danger| {
            let trigger = plot.triggers.get(usize::from(danger.trigger));
            trigger.is_some_and(|trigger| usize::from(danger.action) < trigger.then.len())
        };
        let is_mine = |mine: &Mine| {
            usize::from(mine.item.0) < content.items.len()
                && is_unit(mine.by)
                && mine.side.0 < sides
        };
        let Things {
            litter,
            mines,
            lights,
            traces,
            dangers,
            eyes,
            authors: Authors(authors),
        } = &extra.things;
        let tiles = (litter.iter().map(|(tile, _)| *tile))
            .chain(mines.iter().map(|mine| mine.tile))
            .chain(lights.iter().map(|light| light.tile))
            .chain(traces.iter().map(|trace| trace.tile))
            .chain(eyes.iter().map(|eye| eye.tile))
            .chain(authors.iter().map(|author| author.tile))
            .chain(units.iter().map(|(_, state)| state.tile))
            .chain((units.iter()).flat_map(|(_, state)| state.footing.left.into_iter().flatten()));
        let heard = traces.iter().map(|trace| trace.side);
        let seen = eyes.iter().map(|eye| eye.side);
        tiles.into_iter().all(|tile| tile.index() < hexes)
            && heard.chain(seen).all(|side| side.0 < sides)
            && litter.iter().all(|(_, thing)| is_thing(thing))
            && lights.iter().all(|light| light.turns > 0)
            && mines.iter().all(is_mine)
            && dangers.iter().all(is_danger)
            && authors.iter().all(|author| is_unit(author.by))
            && units.iter().all(|(_, state)| {
                let loyalty = state.loyalty;
                usize::from(state.arms.weapon.0) < content.weapons.len()
                    && state.pack.slots.iter().flatten().all(is_thing)
                    && loyalty.home.0 < sides
                    && loyalty.side.0 < sides
                    && loyalty.caster.is_none_or(is_unit)
                    && [state.burning.0, state.poison.0]
                        .into_iter()
                        .flatten()
                        .all(|left| left.by.is_none_or(is_unit))
            })
    }

    fn settle(world: &mut World) {
        apply::light_up(world);
        apply::open_eyes(world);
    }

    fn restore_unit(world: &mut World, id: UnitId, state: &UnitState) {
        state.write(world, id);
    }
}

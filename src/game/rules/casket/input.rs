//! Choosing, pointing and ordering, by pointer and by keys.
//!
//! **Invariant:** what is in hand changes no battle; orders do, and they leave by [`give_order`] alone.

use bevy::prelude::*;

use super::grip::{Asks, Grip, asked};
use super::{asking, odds};
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::game::kit::cursor::{at_cursor, next_enemy, refuse};
use crate::game::kit::guide;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::overlays::Overlays;
use crate::game::kit::select::end_turn;
use crate::game::kit::standard::{Chosen, chosen};
use crate::game::rules::playable::{Playable, first_own, own_side, unit_at};
use crate::game::shell::session::{Moment, Request, Session};
use crate::game::shell::settings::Settings;
use crate::game::table::board_view::Marks;
use crate::game::table::camera::Rig;
use crate::game::table::input::{Hover, give_order, is_players};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::Part;
use crate::rules::casket::order::{Choice, Order, Source};
use crate::rules::casket::{Casket, legal, planner, setup};

/// Returns the unit that the player orders now.
pub(super) fn acting(world: &World) -> Option<UnitId> {
    let duel = Duel::of(world);
    let unit = duel.progress.acting?;
    (duel.get(unit).side == own_side(world)).then_some(unit)
}

/// Whether the player may give an order of its own now.
pub(super) fn may_order(world: &World) -> bool {
    is_players(world) && acting(world).is_some() && asked(world).is_none()
}

/// What the last orders were given for, so that the next ones wait until that is shown.
#[derive(Resource, Default)]
pub(super) struct Since(Option<Moment>);

/// Keeps the choice on the unit that acts, goes on with what was ordered, and marks what is in reach.
pub(super) fn follow(world: &mut World) {
    let unit = acting(world)
        .or_else(|| chosen(world))
        .or_else(|| first_own(world));
    let acts = acting(world);
    if acts.is_some() && acts != chosen(world) || chosen(world).is_none() {
        world.insert_resource(Chosen(unit));
    }
    if !may_order(world) && asked(world).is_none() && Grip::of(world).source.is_some() {
        world.insert_resource(Grip::default());
    }
    pick_by_default(world);
    asking::follow(world);
    go_on(world);
    mark(world);
}

/// Puts down the cards that the computer would give, once a loss is asked.
fn pick_by_default(world: &mut World) {
    let choice = asked(world);
    let picks = matches!(choice, Some(Choice::Lose(..) | Choice::Keep(..)));
    let grip = Grip::of(world);
    if picks == grip.has_picked {
        return;
    }
    let mut grip = Grip::default();
    if let Some(choice) = choice.filter(|_| picks) {
        let advised = planner::answer(&Duel::of(world), &choice);
        grip.has_picked = true;
        if let Order::Lose(cards) | Order::Discard(cards) = advised {
            grip.picked = cards;
        }
    }
    world.insert_resource(grip);
}

/// Gives the next of several orders.
fn go_on(world: &mut World) {
    if !may_order(world) || was_given(world) {
        return;
    }
    let mut grip = Grip::of(world);
    if grip.next.is_empty() {
        return;
    }
    let order = grip.next.remove(0);
    let passes = {
        let duel = Duel::of(world);
        acting(world).is_some_and(|unit| duel.check(unit, &order).is_ok())
    };
    if !passes {
        grip.next.clear();
    }
    world.insert_resource(grip);
    if passes {
        give(world, order);
    }
}

/// Whether an order was given and has not been carried out yet.
pub(super) fn was_given(world: &World) -> bool {
    let since = world.get_resource::<Since>();
    since.is_some_and(|since| since.0 == Some(Moment::of(world)))
}

/// Gives an order, unless it answers what is asked beforehand or has to wait for such answers.
pub(super) fn give(world: &mut World, order: Order) {
    if asking::answers(world, &order) || asking::holds_back(world, &order) {
        return;
    }
    world.insert_resource(Since(Some(Moment::of(world))));
    give_order::<Casket>(world, order);
}

/// Gives an order of the unit that acts, or asks first where it passes the Red Line.
pub(super) fn order(world: &mut World, order: Order) {
    let Some(unit) = acting(world).filter(|_| may_order(world)) else {
        return;
    };
    let (checked, is_risky) = {
        let duel = Duel::of(world);
        let checked = duel.check(unit, &order).err().map(|why| why.to_string());
        let (spent, _) = odds::leads_to(&duel, unit, &order);
        let safe = duel.safe_sp(unit);
        let is_new = duel.get(unit).body().spent <= safe;
        (checked, spent > safe && is_new && duel.is_casket(unit))
    };
    if let Some(why) = checked {
        return refuse(world, why);
    }
    let mut grip = Grip::of(world);
    if is_risky && grip.risk.as_ref() != Some(&order) {
        grip.risk = Some(order);
        world.insert_resource(grip);
        return;
    }
    let next = std::mem::take(&mut grip.next);
    world.insert_resource(Grip {
        next,
        ..Grip::default()
    });
    give(world, order);
}

/// Marks where the unit can go, or what its card can be aimed at.
fn mark(world: &mut World) {
    let mut marks = Marks {
        goals: setup::scenario(world).zones.concat(),
        ..Marks::default()
    };
    if may_order(world) {
        let duel = Duel::of(world);
        let grip = Grip::of(world);
        if let Some(unit) = acting(world) {
            match grip.source {
                Some(_) => {
                    // Walls that could be struck stand back behind units.
                    let is_plain =
                        |tile| duel.at(tile).is_none() && duel.ground(tile).breaks.is_some();
                    let tiles = grip.choices(&duel).into_iter();
                    let is_target = grip.asks(&duel) == Asks::Target;
                    let ring = |tile| if is_target && is_plain(tile) { 2 } else { 1 };
                    marks.area = tiles.map(|tile| (tile, ring(tile))).collect();
                }
                None => {
                    let ways = ways(&duel, unit);
                    let safe = duel.safe_sp(unit);
                    let spent = duel.get(unit).body().spent;
                    let near = |sp: u8| if spent + sp <= safe { 2 } else { 0 };
                    marks.reach = ways
                        .iter()
                        .skip(1)
                        .map(|way| (way.0, near(way.1)))
                        .collect();
                    marks.company = vec![duel.get(unit).tile()];
                }
            }
        }
    }
    world.resource_mut::<Marks>().set_if_neq(marks);
}

/// Lists the hexes that a unit can step to this turn, with the SP and the steps; its own first.
pub(super) fn ways(duel: &Duel, unit: UnitId) -> Vec<(TileId, u8, Vec<Direction>)> {
    let left = duel.sp_left(unit);
    let mut found = vec![(duel.get(unit).tile(), 0, Vec::new())];
    if duel.is_rooted(unit) {
        return found;
    }
    let most = duel.hexes_left(unit).unwrap_or(20).max(0);
    let mut at = 0;
    while at < found.len() {
        let (tile, sp, path): (TileId, u8, Vec<Direction>) = found[at].clone();
        at += 1;
        if path.len() as i64 >= i64::from(most) {
            continue;
        }
        for direction in Direction::ALL {
            let Some(to) = duel.step(tile, direction) else {
                continue;
            };
            let cost = duel.step_cost_from(unit, tile, direction);
            let Some(cost) = cost.filter(|_| duel.at(to).is_none()) else {
                continue;
            };
            let sum = sp.saturating_add(cost);
            if sum > left {
                continue;
            }
            let mut longer = path.clone();
            longer.push(direction);
            match found.iter().position(|(other, ..)| *other == to) {
                Some(known) if found[known].1 <= sum => {}
                Some(known) => {
                    found.remove(known);
                    at -= usize::from(known < at);
                    found.push((to, sum, longer));
                }
                None => found.push((to, sum, longer)),
            }
        }
    }
    found
}

/// Does what the buttons of the pointer are for.
pub(super) fn click(world: &mut World) {
    let buttons = world.resource::<ButtonInput<MouseButton>>();
    let pressed = [MouseButton::Left, MouseButton::Right].map(|one| buttons.just_pressed(one));
    let keys = world.resource::<ButtonInput<KeyCode>>();
    let turns = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    match (pressed, world.resource::<Hover>().tile) {
        ([true, _], Some(tile)) if turns => face(world, tile),
        ([true, _], Some(tile)) => click_on(world, tile),
        ([_, true], Some(tile)) if !back(world) => face(world, tile),
        _ => {}
    }
}

/// Turns the unit towards a hex, step by step.
fn face(world: &mut World, tile: TileId) {
    let Some(unit) = acting(world).filter(|_| may_order(world)) else {
        return;
    };
    let turns = {
        let duel = Duel::of(world);
        let machine = duel.get(unit);
        if machine.tile() == tile {
            return;
        }
        let wanted = duel.grid.direction_towards(machine.tile(), tile);
        turns_to(machine.now.facing, wanted)
    };
    let mut turns = turns.into_iter().map(Order::Turn);
    let Some(first) = turns.next() else { return };
    let mut grip = Grip::of(world);
    grip.next = turns.collect();
    world.insert_resource(grip);
    order(world, first);
}

/// Lists the facings on the shorter way from one to another.
fn turns_to(from: Direction, to: Direction) -> Vec<Direction> {
    let clockwise = (to.number() + 6 - from.number()) % 6;
    match clockwise {
        0 => Vec::new(),
        1..=3 => (1..=clockwise).map(|turn| from.turned(turn)).collect(),
        _ => (1..=6 - clockwise)
            .map(|turn| from.turned(6 - turn))
            .collect(),
    }
}

/// Does what a click on a hex is for: aims the card in hand, or walks there.
pub(super) fn click_on(world: &mut World, tile: TileId) {
    if !may_order(world) {
        return choose_at(world, tile);
    }
    let Some(unit) = acting(world) else { return };
    let mut grip = Grip::of(world);
    if grip.source.is_some() {
        let duel = Duel::of(world);
        let asks = grip.asks(&duel);
        if asks == Asks::Nothing {
            let ready = grip.order(&duel);
            return ready.into_iter().for_each(|one| order(world, one));
        }
        if !grip.narrow(&duel, tile) {
            return refuse(world, hint(asks).to_owned());
        }
        let ready = grip.order(&duel);
        world.insert_resource(grip);
        return ready.into_iter().for_each(|one| order(world, one));
    }
    let path = {
        let duel = Duel::of(world);
        let way = ways(&duel, unit).into_iter().find(|way| way.0 == tile);
        way.map(|(.., path)| path).unwrap_or_default()
    };
    let mut steps = path.into_iter().map(Order::Step);
    match steps.next() {
        Some(first) => {
            grip.next = steps.collect();
            world.insert_resource(grip);
            order(world, first);
        }
        None if unit_at(world, tile).is_some() => choose_at(world, tile),
        None => refuse(world, "Not enough SP to get there"),
    }
}

fn choose_at(world: &mut World, tile: TileId) {
    let unit = unit_at(world, tile);
    let is_own = |unit: &UnitId| Duel::of(world).get(*unit).side == own_side(world);
    if let Some(unit) = unit.filter(is_own) {
        Casket::choose(world, unit);
    }
}

/// Says what a click is for.
pub(super) fn hint(asks: Asks) -> &'static str {
    match asks {
        Asks::Path => "Click a marked hex to move there",
        Asks::Target => "Click a marked target",
        Asks::Second => "Click the second target, or the first again",
        Asks::Facing => "Click the hex to face, or your own to keep the facing",
        Asks::Repair => "Choose a damage card",
        Asks::Nothing => "Click the card again, or the board, to play it",
    }
}

/// Chooses a card of the hand, or plays it if nothing is left to aim.
pub(super) fn choose_card(world: &mut World, source: Source) {
    if !may_order(world) {
        return;
    }
    let grip = Grip::of(world);
    if grip.source == Some(source) {
        let ready = grip.order(&Duel::of(world));
        if let Some(ready) = ready {
            return order(world, ready);
        }
    }
    Grip::take_up(world, source);
    let grip = Grip::of(world);
    if !world.resource::<Settings>().confirm
        && let Some(ready) = grip.order(&Duel::of(world))
    {
        return order(world, ready);
    }
    if grip.source.is_some() && grip.aims.is_empty() {
        world.insert_resource(Grip::default());
        let why = {
            let duel = Duel::of(world);
            let unit = acting(world);
            unit.and_then(|unit| duel.check_card(unit, source).err())
        };
        refuse(
            world,
            why.map_or("No valid target".to_owned(), |why| why.to_string()),
        );
    }
}

/// Picks a card of the hand for a loss, or puts it back.
pub(super) fn pick(world: &mut World, no: crate::rules::casket::machine::CardNo) {
    let mut grip = Grip::of(world);
    match grip.picked.iter().position(|other| *other == no) {
        Some(at) => drop(grip.picked.remove(at)),
        None => grip.picked.push(no),
    }
    world.insert_resource(grip);
}

/// Does what a key is for in a battle of caskets alone.
pub(super) fn perform(world: &mut World, action: KeyAction) {
    match action {
        KeyAction::SKIP => return guide::next_step::<Casket>(world),
        KeyAction::CASKET_ARCS => return world.resource_mut::<Overlays>().toggle(action),
        KeyAction::CASKET_FOE => return next_enemy(world),
        KeyAction::CENTER => {
            let unit = acting(world).or_else(|| chosen(world));
            let tile = unit.map(|unit| Duel::of(world).get(unit).tile());
            return tile
                .into_iter()
                .for_each(|tile| world.resource_mut::<Rig>().look_at(tile));
        }
        _ if !may_order(world) => return,
        _ => {}
    }
    let Some(unit) = acting(world) else { return };
    match action {
        KeyAction::UNDO => {
            world.insert_resource(Grip::default());
            world.resource_mut::<Session>().request = Some(Request::Undo);
        }
        KeyAction::END_TURN => {
            let idle: Vec<_> = [unit]
                .into_iter()
                .filter(|&unit| could_do_more(world, unit))
                .collect();
            end_turn::<Casket>(world, &idle, "unit", Order::Pass);
        }
        KeyAction::TURN_LEFT | KeyAction::TURN_RIGHT => {
            let facing = Duel::of(world).get(unit).now.facing;
            let by = if action == KeyAction::TURN_LEFT { 5 } else { 1 };
            order(world, Order::Turn(facing.turned(by)));
        }
        KeyAction::BRACE => order(world, Order::Brace),
        KeyAction::ABILITY => choose_card(world, Source::Ability(0)),
        KeyAction::SECOND_ABILITY => choose_card(world, Source::Ability(1)),
        KeyAction::AIM_PART => next_part(world),
        KeyAction::ACT => {
            at_cursor(world, click_on);
        }
        _ => {}
    }
}

/// Whether a unit has something safe left to do: a card within its safe SP, or a first step if it has spent nothing.
pub(super) fn could_do_more(world: &World, unit: UnitId) -> bool {
    let duel = Duel::of(world);
    let safe = duel.safe_sp(unit);
    let is_fresh = duel.get(unit).body().spent == 0;
    legal::of_unit(&duel, unit).iter().any(|order| {
        let counts = match order {
            Order::Play(..) => true,
            Order::Step(_) => is_fresh,
            _ => false,
        };
        counts && odds::leads_to(&duel, unit, order).0 <= safe
    })
}

/// Goes on to the next component of a called shot, and to none after the last.
pub(super) fn next_part(world: &mut World) {
    let mut grip = Grip::of(world);
    grip.called = match grip.called {
        None => Some(Part::RightArm),
        Some(Part::RightArm) => Some(Part::LeftArm),
        Some(Part::LeftArm) => Some(Part::Chassis),
        Some(Part::Chassis) => Some(Part::Legs),
        Some(Part::Legs) => None,
    };
    world.insert_resource(grip);
}

/// Goes one step back: a risk, an aim, the card, overlays; whether there was one.
pub(super) fn back(world: &mut World) -> bool {
    let mut grip = Grip::of(world);
    if grip.risk.take().is_some() {
        world.insert_resource(Grip::default());
        return true;
    }
    if grip.source.is_some() || !grip.next.is_empty() {
        world.insert_resource(Grip::default());
        return true;
    }
    world.resource_mut::<Overlays>().clear()
}

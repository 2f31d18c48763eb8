//! Consequences on the board before the click: steps with their SP, arcs of facing and shield, odds.
//!
//! **Invariant:** lists strokes; decides nothing.

use bevy::prelude::*;

use super::grip::Grip;
use super::hud::known_to_own;
use super::input::{acting, may_order, ways};
use super::odds;
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::game::kit::arcs::{Arc, around};
use crate::game::kit::keys::KeyAction;
use crate::game::kit::odds::percent;
use crate::game::kit::overlay::{Stroke, color};
use crate::game::kit::overlays::Overlays;
use crate::game::rules::playable::unit_at;
use crate::game::shell::session::Moment;
use crate::game::table::board_view::BoardView;
use crate::game::table::input::Hover;
use crate::game::table::palette::Meaning;
use crate::rules::casket::content::Area;
use crate::rules::casket::duel::Duel;
use crate::rules::casket::order::{Aiming, Order};

/// Over a token, beside its plate.
const ABOVE: Vec2 = Vec2::new(0.0, 62.0);

/// Returns what the drawing depends on.
pub(super) fn drawn_for(world: &World) -> impl PartialEq + use<> {
    (
        Moment::of(world),
        world.resource::<Hover>().tile,
        Grip::of(world),
        may_order(world),
        world.resource::<Overlays>().clone(),
    )
}

/// Draws the hex pointed at, and what a click there would lead to.
pub(super) fn strokes(world: &World) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let duel = known_to_own(world);
    let tile = world.resource::<Hover>().tile;
    let mut strokes = Vec::new();
    if let Some(tile) = tile {
        strokes.push(Stroke::cursor(board.center(tile)));
    }
    let shows_all = world.resource::<Overlays>().is_on(KeyAction::CASKET_ARCS);
    let pointed = tile.and_then(|tile| unit_at(world, tile));
    for machine in duel
        .standing()
        .filter(|one| shows_all || pointed == Some(one.id))
    {
        strokes.extend(arcs(world, &duel, machine.id));
    }
    if !may_order(world) {
        return strokes;
    }
    let (Some(unit), Some(tile)) = (acting(world), tile) else {
        return strokes;
    };
    let grip = Grip::of(world);
    match grip.source {
        None => strokes.extend(walk(world, &duel, unit, tile)),
        Some(_) => strokes.extend(aim(world, &duel, unit, &grip, pointed)),
    }
    strokes
}

/// Draws the rear of a machine, and what its shield covers.
fn arcs(world: &World, duel: &Duel, unit: UnitId) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let machine = duel.get(unit);
    let facing = machine.now.facing;
    let mut strokes = Vec::new();
    if !duel.build(unit).acts() {
        return strokes;
    }
    let rear = around(facing.opposite(), 0);
    let front = Arc::facing(machine.tile(), facing, 1, color(world, Meaning::Path));
    strokes.extend(front.strokes(board));
    let back = Arc::shield(machine.tile(), rear, color(world, Meaning::PathWatched));
    strokes.extend(back.strokes(board));
    let covered: Vec<Direction> = (1..=6)
        .filter(|&side| duel.shield(unit, side) > 0)
        .map(|side| facing.turned(side - 1))
        .collect();
    if !covered.is_empty() {
        let shield = Arc::shield(machine.tile(), covered, color(world, Meaning::Cover));
        strokes.extend(shield.strokes(board));
    }
    strokes
}

/// Draws the way to a hex, with the SP that it takes.
fn walk(world: &World, duel: &Duel, unit: UnitId, tile: TileId) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let ways = ways(duel, unit);
    let Some((_, sp, path)) = ways.iter().find(|way| way.0 == tile && way.1 > 0) else {
        return Vec::new();
    };
    let spent = duel.get(unit).body().spent.saturating_add(*sp);
    let is_safe = spent <= duel.safe_sp(unit);
    let color = color(
        world,
        if is_safe {
            Meaning::Path
        } else {
            Meaning::PathWatched
        },
    );
    let mut at = duel.get(unit).tile();
    let mut strokes = Vec::new();
    for &direction in path {
        if let Some(next) = duel.step(at, direction) {
            let line = Stroke::line(board.center(at), board.center(next), 4.0, color);
            strokes.push(line);
            strokes.push(Stroke::step(board.center(next), !is_safe, color));
            at = next;
        }
    }
    let red = if is_safe { "" } else { " · Red Line" };
    let text = format!("{sp} SP{red}");
    strokes.push(Stroke::words(board.center(tile) + ABOVE, text, 20.0, color));
    strokes
}

/// Writes what the card in hand would do over its target.
fn aim(
    world: &World,
    duel: &Duel,
    unit: UnitId,
    grip: &Grip,
    pointed: Option<UnitId>,
) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let mut strokes = Vec::new();
    let Some(target) = pointed else {
        strokes.extend(wall(world, duel, unit, grip));
        return strokes;
    };
    let aiming = grip
        .aims
        .iter()
        .find(|aiming| aiming.target == Some(target));
    let (Some(aiming), Some(source)) = (aiming, grip.source) else {
        return strokes;
    };
    let mut aiming = aiming.clone();
    aiming.called = grip.called.filter(|_| duel.is_casket(target));
    let order = Order::Play(source, aiming);
    let at = board.center(duel.get(target).tile());
    if let Some((blow, hits)) = odds::blow(duel, unit, &order) {
        let sums = duel.odds(&blow);
        let [miss, ..] = sums.of_six();
        let harm = odds::left_of(duel, target, &sums);
        let times = if hits > 1 {
            format!("{hits}×")
        } else {
            String::new()
        };
        let text = match sums.to_hit {
            None => format!("{times}{harm}"),
            Some(_) => format!("{} · {times}{harm}", percent((6 - miss).into(), 6)),
        };
        strokes.push(Stroke::words(
            at + ABOVE,
            text,
            22.0,
            color(world, Meaning::Aim),
        ));
        let from = board.center(duel.get(unit).tile());
        strokes.push(Stroke::line(from, at, 3.0, color(world, Meaning::Aim)));
    }
    strokes
}

/// Writes what the card in hand would do to the terrain pointed at, and how much that still takes.
fn wall(world: &World, duel: &Duel, unit: UnitId, grip: &Grip) -> Option<Stroke> {
    let tile = world.resource::<Hover>().tile?;
    let is_it = |aiming: &Aiming| aiming.target.is_none() && aiming.tile == Some(tile);
    grip.aims.iter().find(|aiming| is_it(aiming))?;
    let card = duel.card(duel.card_of(unit, grip.source?)?.card);
    let (hp, _) = duel.ground(tile).breaks?;
    let harm = u16::from(card.damage.unwrap_or(0).max(1)) * u16::from(card.hits);
    let left = hp.saturating_sub(duel.tile_state(tile).wear);
    let at = world.resource::<BoardView>().center(tile);
    let text = format!("{harm} of {left} HP");
    let color = color(world, Meaning::Aim);
    (card.area == Area::Single).then(|| Stroke::words(at + ABOVE, text, 20.0, color))
}

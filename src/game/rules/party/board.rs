//! Consequences on the board before the click: the way with its action points, the chance of the blow, the
//! sides and the back of whoever is pointed at, and rings of sight and alarm.
//!
//! **Invariant:** lists strokes; decides nothing.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::ahead::{Ahead, key};
use super::input::{Hand, is_aimed};
use super::looks::of_character;
use super::trip;
use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{Facing, UnitId, Units, part};
use crate::game::kit::courses::{Course, rim};
use crate::game::kit::keys::KeyAction;
use crate::game::kit::odds::percent;
use crate::game::kit::overlay::{Fit, Stroke, color};
use crate::game::kit::overlays::Overlays;
use crate::game::kit::standard::{chosen, passing_look};
use crate::game::rules::playable::{grid, name, own_side, place_of, unit_at};
use crate::game::table::board_view::BoardView;
use crate::game::table::input::{Hover, is_players};
use crate::game::table::palette::Meaning;
use crate::rules::kit::arc::{Arc, arc};
use crate::rules::kit::ways::around;
use crate::rules::party::attack::{Fighter, Forecast};
use crate::rules::party::log::points;
use crate::rules::party::outlook::all_escape;
use crate::rules::party::progress::{Progress, foes, searchers, seen_foes};
use crate::rules::party::scenario::{Goal, Map};
use crate::rules::party::{outlook, setup};

/// Over a token, beside its plate.
const ABOVE: Vec2 = Vec2::new(0.0, 62.0);

/// Returns what the drawing depends on.
pub(super) fn drawn_for(world: &World) -> impl PartialEq + use<> {
    let tile = world.resource::<Hover>().tile;
    let is_aimed = tile.is_some_and(|tile| is_aimed(world, tile));
    (
        key(world),
        world.resource::<Overlays>().clone(),
        is_aimed,
        is_players(world),
    )
}

/// Draws the hex pointed at, and what a click there would lead to.
pub(super) fn strokes(world: &World) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let mut strokes = Vec::new();
    let tile = world.resource::<Hover>().tile;
    if let Some(tile) = tile {
        strokes.push(Stroke::cursor(board.center(tile)));
    }
    let pointed = tile.and_then(|tile| unit_at(world, tile));
    let units = Units::of(world);
    strokes.extend(trip::strokes(world));
    strokes.extend(last_known(world));
    let foe = pointed.filter(|&unit| {
        units
            .roster()
            .are_hostile(own_side(world), units.side(unit))
    });
    let strikes = chosen(world).is_some_and(|id| {
        let is_ranged = Fighter::of(world, id).is_ranged(setup::content(world));
        !is_ranged && world.resource::<Hand>().spell.is_none()
    });
    let fights = world.resource::<Progress>().fights();
    if let Some(foe) = foe.filter(|_| fights && strikes && is_players(world)) {
        strokes.extend(sides(world, foe));
    }
    if world
        .resource::<Overlays>()
        .is_on(KeyAction::RINGS_OF_SIGHT)
    {
        strokes.extend(rings(world, foe));
    }
    if let (Some(ahead), Some(unit)) = (Ahead::of(world), chosen(world)) {
        if matches!(ahead.orders, Some(Ok(_))) && !ahead.path.is_empty() {
            strokes.extend(way(world, unit, ahead));
        }
        if let (Some(target), Some(forecast)) = (ahead.target, &ahead.forecast) {
            let is_possible = matches!(ahead.orders, Some(Ok(_)));
            strokes.push(chance(world, target, forecast, is_possible));
            let is_aimed = tile.is_some_and(|tile| is_aimed(world, tile));
            let at = board.center(place_of(world, target));
            strokes.extend(is_aimed.then(|| Stroke::outline(at, color(world, Meaning::Aim))));
        }
        if let (Some(deed), Some(tile)) = (&ahead.deed, tile) {
            let text = match ahead.path.is_empty() {
                true => format!("{deed} · {} AP", ahead.ap.0),
                false => deed.clone(),
            };
            let at = board.center(tile) + ABOVE;
            strokes.push(Stroke::words(at, text, 18.0, color(world, Meaning::Path)));
        }
        if let (Some(Err(why)), None, Some(tile)) = (&ahead.orders, ahead.target, tile) {
            let at = board.center(tile) + Vec2::new(0.0, 24.0);
            strokes.push(Stroke::words(at, why, 15.0, Color::srgb(0.8, 0.76, 0.72)));
        }
        for &unit in &ahead.struck.0 {
            let at = board.center(place_of(world, unit));
            let is_friend = units.side(unit) == own_side(world);
            let color = color(world, Meaning::PathWatched);
            strokes.push(Stroke::outline(at, color));
            let words = Stroke::words(at + ABOVE, "friend!", 18.0, color);
            strokes.extend((is_friend && ahead.struck.0.len() > 1).then_some(words));
        }
    }
    strokes
}

/// Draws the way step by step with what it costs, and the character where it ends.
fn way(world: &World, unit: UnitId, ahead: &Ahead) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let end = ahead.path.last().copied().unwrap_or_default();
    let figure = of_character(world, unit, passing_look(world, own_side(world), unit)).figure;
    let course = Course {
        start: place_of(world, unit),
        path: ahead.path.clone(),
        end,
        blocked: None,
        risks: glances(world, unit, ahead),
        ghost: ahead.facing.map(|facing| (facing, figure)),
        act: None,
        aim: ahead.target.map(|target| place_of(world, target)),
        is_chosen: true,
    };
    let mut strokes = course.strokes(world);
    let color = color(world, Meaning::Path);
    if setup::map(world) == Map::Overland {
        let turns = ahead.path.len();
        let text = format!("{turns} turn{}", if turns == 1 { "" } else { "s" });
        strokes.push(Stroke::words(board.center(end) + ABOVE, text, 20.0, color));
        return strokes;
    }
    let step = u16::from(setup::content(world).figures.costs.step);
    for (at, &tile) in (1..).zip(&ahead.path) {
        let at: u16 = at;
        let above = board.center(tile) + Vec2::new(0.0, 24.0);
        let words = Stroke::words(above, (step * at).to_string(), 15.0, color);
        strokes.push(words.fit(Fit::Board).above(22.2));
    }
    let (cost, left) = ahead.ap;
    let text = format!("{cost} AP · {left} left");
    strokes.push(Stroke::words(board.center(end) + ABOVE, text, 20.0, color));
    strokes.extend(backs(world, ahead));
    strokes
}

/// Marks where enemies out of sight last knew the party, as it saw.
fn last_known(world: &World) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let color = color(world, Meaning::Noise);
    let mut hexes: BTreeMap<TileId, Vec<&str>> = BTreeMap::new();
    for (foe, tile) in searchers(world) {
        hexes.entry(tile).or_default().push(name(world, foe));
    }
    let marks = hexes.into_iter().flat_map(|(tile, names)| {
        let at = board.center(tile);
        let told = format!("known to {}", names.join(", "));
        let words = Stroke::words(at - Vec2::new(0.0, 26.0), told, 14.0, color);
        [Stroke::outline(at, color), words]
    });
    marks.collect()
}

/// Lists the hexes of a way on which somebody sees the walker who did not see it before, and who that is.
fn glances(world: &World, unit: UnitId, ahead: &Ahead) -> Vec<(TileId, String)> {
    let mut seeing: Vec<_> = seen_foes(world, unit).collect();
    let steps = ahead.steps.iter().filter_map(|step| {
        let new = step.seen_by.iter().filter(|foe| !seeing.contains(foe));
        let names: Vec<_> = new.map(|&foe| name(world, foe)).collect();
        let told = format!("seen by {}", names.join(", "));
        let risk = (!names.is_empty()).then_some((step.tile, told));
        seeing.extend(&step.seen_by);
        risk
    });
    steps.collect()
}

/// Says who could be struck from behind at the end of a way, and who could come behind the walker there.
fn backs(world: &World, ahead: &Ahead) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    // Many names would lie over what stands around.
    let names = |foes: &[UnitId]| match foes {
        [foe] => name(world, *foe).to_owned(),
        [one, two] => format!("{} and {}", name(world, *one), name(world, *two)),
        many => format!("{} enemies", many.len()),
    };
    let mut strokes = Vec::new();
    let Some(last) = ahead.steps.last() else {
        return strokes;
    };
    let at = board.center(last.tile);
    if !last.behind.is_empty() {
        let (text, color) = (
            format!("behind {}", names(&last.behind)),
            color(world, Meaning::Aim),
        );
        strokes.push(Stroke::words(at - Vec2::new(0.0, 44.0), text, 16.0, color));
    }
    if !last.exposed_to.is_empty() {
        let text = format!("back exposed to {}", names(&last.exposed_to));
        let color = color(world, Meaning::PathWatched);
        strokes.push(Stroke::words(at - Vec2::new(0.0, 62.0), text, 16.0, color));
    }
    strokes.extend(escape(world, at, last.tile));
    strokes
}

/// Says what it means that the last of the party walks to where all can escape.
fn escape(world: &World, at: Vec2, tile: TileId) -> Option<Stroke> {
    let is_out = all_escape(world, Some((chosen(world)?, tile)));
    let text = match setup::scenario(world).goal {
        Goal::Escape => "all escape: you win",
        Goal::DefeatAll | Goal::Reach(_) if setup::journey(world).is_some() => "all escape",
        Goal::DefeatAll | Goal::Reach(_) => "all escape: the mission fails",
    };
    let color = color(world, Meaning::Aim);
    is_out.then(|| Stroke::words(at + ABOVE + Vec2::new(0.0, 22.0), text, 18.0, color))
}

/// Writes the outcome of an attack over its target; the panel says why it is not possible.
fn chance(world: &World, target: UnitId, forecast: &Forecast, is_possible: bool) -> Stroke {
    let (text, color) = match is_possible {
        true => (outcome(forecast), color(world, Meaning::Path)),
        false => ("cannot attack".into(), Color::srgb(0.68, 0.68, 0.7)),
    };
    let at = world
        .resource::<BoardView>()
        .center(place_of(world, target));
    Stroke::words(at + ABOVE, text, 22.0, color)
}

/// Summarizes the expected outcome of an attack.
fn outcome(forecast: &Forecast) -> String {
    let chance = forecast.odds.chance;
    let average = points(forecast.expected() as u16);
    match forecast.kill_permille() {
        0 => format!("{chance}% · {average} HP"),
        kill => format!("{chance}% · {average} HP · dies {}", percent(kill, 1000)),
    }
}

/// Draws from which neighbors somebody is struck more easily.
fn sides(world: &World, foe: UnitId) -> Vec<Stroke> {
    let (board, figures) = (
        world.resource::<BoardView>(),
        &setup::content(world).figures,
    );
    let facing = part::<Facing>(world, foe).0;
    let mut strokes = Vec::new();
    for (direction, tile) in grid(world).neighbors(place_of(world, foe)) {
        let (bonus, name) = match arc(facing, direction.opposite()) {
            Arc::Front => continue,
            Arc::Side => (figures.side_bonus, "side"),
            Arc::Back => (figures.back_bonus, "back"),
        };
        let (at, color) = (board.center(tile), color(world, Meaning::Flank));
        strokes.push(Stroke::outline(at, color));
        let below = at - Vec2::new(0.0, 34.0);
        strokes.push(Stroke::words(
            below,
            format!("{name} {bonus:+}%"),
            15.0,
            color,
        ));
    }
    strokes
}

/// Draws what one enemy, or all in sight, can see as far as the party knows the ground, and who would be
/// alerted with it.
fn rings(world: &World, foe: Option<UnitId>) -> Vec<Stroke> {
    let (board, grid) = (world.resource::<BoardView>(), grid(world));
    let knowledge = world.resource::<Knowledge>();
    let side = own_side(world);
    let seen = foes(world, side).filter(|&foe| knowledge.of(side).sees_unit(foe));
    let watchers: Vec<_> = seen
        .filter(|&one| foe.is_none_or(|foe| foe == one))
        .collect();
    let views = watchers
        .iter()
        .map(|&one| outlook::sight(world, side, place_of(world, one)));
    let views: Vec<_> = views.collect();
    let sees = |tile| views.iter().any(|view| view.contains(tile));
    let seen: Vec<_> = grid.tiles().filter(|&tile| sees(tile)).collect();
    let radius = setup::content(world).figures.alert_radius as u16;
    let mut heard: Vec<_> = (watchers.iter())
        .flat_map(|&one| around(grid, place_of(world, one), radius))
        .collect();
    heard.sort_unstable();
    heard.dedup();
    let [danger, noise] = [Meaning::Danger, Meaning::Noise].map(|one| color(world, one));
    let mut strokes = rim(board, &seen, danger, 0.94);
    strokes.extend(rim(board, &heard, noise.with_alpha(0.7), 0.86));
    strokes
}

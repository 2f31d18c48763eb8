//! Consequences on the board before the click: the path, the unit where it would stand, its chances from
//! there, fire that it would draw, whom a blow would strike.
//!
//! **Invariant:** drawn when what the hex pointed at tells was worked out anew, and only then.

use bevy::prelude::*;

use super::ahead::KeptAhead;
use super::{Ahead, Selection};
use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::game::kit::overlay::{Fit, LINES_Z, Shape, Stroke, color};
use crate::game::rules::battlescape::hud::mark;
use crate::game::rules::battlescape::look;
use crate::game::rules::battlescape::looks::figure_of;
use crate::game::table::art::Pose;
use crate::game::table::board_view::BoardView;
use crate::game::table::input::Hover;
use crate::game::table::palette::Meaning;
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::ground::EntryHarm;
use crate::rules::battlescape::panel::outlook::{Outcome, Outlook, Prospect, WayStep};

/// Returns what the drawing depends on.
pub fn drawn_for(world: &World) -> (u32, Option<TileId>) {
    (KeptAhead::revision(world), world.resource::<Hover>().tile)
}

/// Draws the hex pointed at, and what a click there would lead to.
pub fn strokes(world: &World) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let path = color(world, Meaning::Path);
    let points = world.resource::<Selection>().way.iter();
    let points = points.map(|&point| Stroke::outline(board.center(point), path));
    let mut strokes: Vec<_> = points.collect();
    let ahead = Ahead::of(world);
    // Events may have taken enemies out of sight in this very frame.
    if !Ahead::holds(world) {
        return strokes;
    }
    let aimed = match mark(world) {
        Some(Mark::Unit(target)) => Some(target),
        _ => None,
    };
    for one in &ahead.prospects {
        strokes.extend(chance(world, one, aimed == Some(one.enemy)));
    }
    strokes.extend(bystanders(world, ahead));
    if let Some(tile) = world.resource::<Hover>().tile {
        strokes.push(Stroke::outline(board.center(tile), Color::WHITE));
    }
    let chosen = world.resource::<Selection>().unit;
    if let (Some(outlook), Some(id)) = (&ahead.outlook, chosen) {
        strokes.extend(way(world, outlook));
        strokes.extend(ghost(world, id, ahead));
    }
    if let Some(there) = ahead.outlook.as_ref().or(ahead.planned.as_ref()) {
        strokes.extend(fire_drawn(world, there));
    }
    strokes
}

/// Over a token, beside its plate.
const ABOVE: Vec2 = Vec2::new(0.0, 62.0);

/// Writes the chance of the selected mode over an enemy, and the full outcome if it is the target.
fn chance(world: &World, prospect: &Prospect, is_aimed: bool) -> Option<Stroke> {
    let mode = world.resource::<Selection>().mode?;
    let in_hand = |(outcome, _): &&(Outcome, bool)| outcome.mode == mode;
    let (outcome, can_pay) = prospect.shots.iter().find(in_hand)?;
    let color = match can_pay {
        true => color(world, Meaning::Path),
        false => Color::srgb(0.68, 0.68, 0.7),
    };
    let tile = look(world).unit(prospect.enemy).tile;
    let at = world.resource::<BoardView>().center(tile) + ABOVE;
    Some(match is_aimed {
        false => Stroke::words(at, format!("{}%", outcome.chance), 20.0, color),
        true => {
            let mut text = format!("{}% · {} HP", outcome.chance, outcome.expected());
            if outcome.kill >= 10 {
                text.push_str(&format!(" · kill {}%", outcome.kill / 10));
            }
            Stroke::words(at, text, 24.0, color)
        }
    })
}

/// Draws who is struck besides, or may be, friends with words.
fn bystanders(world: &World, ahead: &Ahead) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let struck = ahead
        .struck
        .iter()
        .map(|one| (one.unit, one.is_friend, "friend!".to_owned()));
    let ricochets = ahead.ricochets.iter().map(|one| {
        let text = format!("a miss: {}.{}%", one.permille / 10, one.permille % 10);
        (one.unit, one.is_friend, text)
    });
    let mut strokes = Vec::new();
    for (unit, is_friend, text) in struck.chain(ricochets) {
        let color = match is_friend {
            true => color(world, Meaning::PathWatched),
            false => color(world, Meaning::Area),
        };
        let center = board.center(look(world).unit(unit).tile);
        strokes.push(Stroke::outline(center, color));
        if is_friend {
            strokes.push(Stroke::words(center + ABOVE, text, 18.0, color));
        }
    }
    strokes
}

/// Draws the path step by step, with TU, the hit points it costs, and watching enemies.
fn way(world: &World, outlook: &Outlook) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let watched = color(world, Meaning::PathWatched);
    let mut strokes = Vec::new();
    let (mut lost, mut told) = (0, Vec::<UnitId>::new());
    for (at, step) in outlook.way.iter().enumerate() {
        lost += step.harm.losses.iter().map(|(_, lost)| lost).sum::<u16>();
        let is_last = at + 1 == outlook.way.len();
        strokes.extend(self::step(world, step, lost, is_last));
        // The line of a watch is drawn to where it is entered.
        for &(enemy, _) in step
            .watchers
            .iter()
            .filter(|(enemy, _)| !told.contains(enemy))
        {
            let from = board.center(look(world).unit(enemy).tile);
            strokes.push(Stroke::line(from, board.center(step.tile), 2.4, watched));
        }
        told.extend(step.watchers.iter().map(|(enemy, _)| enemy));
    }
    strokes
}

/// Draws a step of the path; at the last one the unit is drawn instead, with the words over it.
fn step(world: &World, step: &WayStep, lost: u16, is_last: bool) -> Vec<Stroke> {
    let worst = step.watchers.iter().map(|(_, shot)| shot);
    let worst = worst.max_by_key(|shot| shot.expected_thousandths);
    let is_harmed = step.harm != EntryHarm::default();
    let is_risky = worst.is_some() || is_harmed;
    let color = match is_risky {
        true => color(world, Meaning::PathWatched),
        false => color(world, Meaning::Path),
    };
    let watch = worst.map_or(String::new(), |shot| format!(" ! {}%", shot.chance));
    let harm = match (is_harmed || is_last, lost, step.harm.poisons) {
        (true, 1.., _) => format!(" · −{lost} HP"),
        (true, 0, true) => " · poison".to_owned(),
        _ => String::new(),
    };
    let center = world.resource::<BoardView>().center(step.tile);
    if is_last {
        let text = format!("{} TU{watch}{harm}", step.sum);
        return vec![Stroke::words(center + ABOVE, text, 22.0, color)];
    }
    let text = format!("{}{watch}{harm}", step.sum);
    let size = 34.0;
    let words = Stroke::words(center + Vec2::new(0.0, 24.0), text, 14.0, color);
    vec![
        Stroke::new(center, 22.1, color, Shape::Step { is_risky, size }),
        words.fit(Fit::Board).above(22.2),
    ]
}

/// Draws lines from enemies that could fire at the unit there, with the chance and the damage of the worst.
fn fire_drawn(world: &World, outlook: &Outlook) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let there = board.center(outlook.tile);
    let color = color(world, Meaning::PathWatched);
    let mut strokes = Vec::new();
    for (one, shot) in outlook.worst() {
        let from = board.center(look(world).unit(one.enemy).tile);
        let way = (there - from).normalize_or_zero();
        let (begin, end) = (from + way * 54.0, there - way * 44.0);
        let line = Stroke::line(begin, end, 2.0, color.with_alpha(0.55));
        strokes.push(line.above(LINES_Z));
        let text = format!("{}% · −{} HP", shot.chance, shot.expected());
        strokes.push(Stroke::words(from - ABOVE, text, 17.0, color));
    }
    strokes
}

/// Draws the unit where it would stand.
fn ghost(world: &World, id: UnitId, ahead: &Ahead) -> Option<Stroke> {
    let last = ahead.directions.last()?;
    let tile = ahead.outlook.as_ref()?.tile;
    let board = world.resource::<BoardView>();
    let figure = figure_of(look(world), id, Pose::Stand);
    Some(Stroke::ghost(
        board.center(tile),
        board.angle(*last),
        figure,
    ))
}

//! The plan on the board: paths, ghosts of ships where they end, whom they would attack, links, and the
//! hex pointed at.
//!
//! **Invariant:** made of the assessment and the hex pointed at.

use bevy::prelude::*;

use super::assessment::{Assessed, Assessment};
use super::draft::{Draft, is_planning};
use super::looks;
use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::game::kit::courses::{Course, network, preview, rim, trails};
use crate::game::kit::keys::KeyAction;
use crate::game::kit::odds::percent;
use crate::game::kit::overlay::{Stroke, color};
use crate::game::kit::overlays::Overlays;
use crate::game::rules::playable::place_of;
use crate::game::table::board_view::BoardView;
use crate::game::table::input::Hover;
use crate::game::table::palette::Meaning;
use crate::rules::fleet::forecast::WHOLE;
use crate::rules::fleet::order::{Action, Stance};
use crate::rules::fleet::panel::outlook::Outlook;

/// Returns what the drawing depends on: the assessment, the hex pointed at, whether plans are made, what is
/// dragged.
pub(super) fn drawn_for(world: &World) -> (u32, Option<TileId>, bool, Option<UnitId>) {
    (
        Assessed::revision(world),
        world.resource::<Hover>().tile,
        is_planning(world),
        world.resource::<Draft>().dragged,
    )
}

/// Draws the plan.
pub(super) fn strokes(world: &World) -> Vec<Stroke> {
    let (assessment, board) = (Assessment::now(world), world.resource::<BoardView>());
    let mut strokes = Vec::new();
    if is_planning(world) {
        let outlooks = assessment.outlooks.iter();
        strokes.extend(outlooks.flat_map(|outlook| course(world, outlook).strokes(world)));
        strokes.extend(way_pointed_at(world));
        strokes.extend(trails(world));
    }
    let seen = Color::srgb(0.42, 0.86, 0.96).with_alpha(0.75);
    strokes.extend(rim(board, &assessment.detected, seen, 0.97));
    let aim = color(world, Meaning::Aim).with_alpha(0.85);
    strokes.extend(rim(board, &assessment.arc, aim, 0.9));
    if world.resource::<Overlays>().is_on(KeyAction::LINKS) {
        strokes.extend(assessment.links.iter().flat_map(|link| {
            let lent = format!("ATK {:+}", link.lent);
            network(board, &link.from, link.to, lent)
        }));
    }
    if let Some(tile) = world.resource::<Hover>().tile {
        strokes.push(Stroke::cursor(board.center(tile)));
    }
    strokes
}

/// Returns what the plan of a unit is as it is drawn.
fn course(world: &World, outlook: &Outlook) -> Course {
    let course = &outlook.course;
    let unit = course.unit;
    let risks = outlook.risks.iter().map(|risk| {
        let average = risk.forecast.average;
        let text = format!(
            "−{}.{} hull · lost {}",
            average / 100,
            average / 10 % 10,
            percent(risk.forecast.destroyed, WHOLE)
        );
        (risk.hex, text)
    });
    let is_elsewhere = looks::token_tile(world, unit) != Some(course.end);
    let attack = outlook.attack.as_ref();
    Course {
        start: course.start.unwrap_or(course.end),
        path: course.path.clone(),
        end: course.end,
        blocked: course.blocked,
        risks: risks.collect(),
        ghost: is_elsewhere.then(|| (course.facing, looks::figure_of(world, unit))),
        act: act(course.stance),
        aim: attack.map(|attack| place_of(world, attack.target)),
        is_chosen: world.resource::<Draft>().chosen == Some(unit),
    }
}

/// Returns what a ship does, in a word or two; the panel and its card tell the rest.
fn act(stance: Stance) -> Option<&'static str> {
    match (stance.action, stance.fire) {
        (Action::Attack, true) => Some("attack + fire"),
        (Action::Attack, false) => Some("attack"),
        (Action::Defend, true) => Some("defend + fire"),
        (Action::Defend, false) => Some("defend"),
        (Action::Land, _) => Some("land"),
        (Action::Move | Action::None, true) => Some("fires"),
        (Action::Move | Action::None, false) => None,
    }
}

/// Draws the way to the hex pointed at, and a ship that is dragged there.
fn way_pointed_at(world: &World) -> Vec<Stroke> {
    let (assessment, draft) = (Assessment::now(world), world.resource::<Draft>());
    let tile = world.resource::<Hover>().tile;
    let path = tile.and_then(|tile| assessment.reach.get(&tile));
    let (Some(path), Some(unit)) = (path, draft.chosen) else {
        return Vec::new();
    };
    let start = (assessment.of(unit)).and_then(|outlook| outlook.course.start);
    let start = start.unwrap_or_else(|| place_of(world, unit));
    let is_dragged = draft.dragged == Some(unit);
    let hull = is_dragged.then(|| looks::figure_of(world, unit));
    preview(world, &[&[start], &path[..]].concat(), hull)
}

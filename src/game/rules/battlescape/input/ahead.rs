//! What the hex pointed at tells: the path to it, what standing there would be like, the line of sight;
//! and the drawing of it.
//!
//! **Invariant:** worked out when the hex, the choice or the battle changed, and drawn only then.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::reach::{Reached, gait};
use crate::{
    battle::{
        grid::{Direction, TileId},
        unit::UnitId,
    },
    content::terrain::Cover,
    game::{
        kit::overlay::{Fit, Shape, Stroke, color},
        rules::battlescape::{hud::Insight, input::Selection, look},
        shell::session::Moment,
        table::{
            board_view::{BoardView, Marks},
            input::Hover,
            palette::Meaning,
        },
    },
    rules::battlescape::{
        content::Gait,
        ground::EntryHarm,
        panel::{
            outlook::{Outlook, WayStep, outlook},
            sightline::{sight_between, way},
            tool::Tool,
        },
    },
};

/// The way of the chosen unit to the hex pointed at, and what standing there would be like.
#[derive(Resource, Default)]
pub struct Ahead {
    /// Directions of the path to it, by the way points.
    pub directions: Vec<Direction>,
    /// What standing there would be like, if the chosen unit can go there.
    pub outlook: Option<Outlook>,
    /// Hexes that a blow there would strike, by their ring.
    area: Vec<(TileId, u8)>,
    /// What it was worked out for.
    key: Option<Key>,
    /// Grows when it is worked out anew.
    revision: u32,
}

/// What bears on what a hex tells.
type Key = (
    Moment,
    Option<TileId>,
    Option<UnitId>,
    Tool,
    Gait,
    Vec<TileId>,
    bool,
);

/// Works out what the hex pointed at tells, when something changed.
pub fn tell(world: &mut World) {
    let selection = world.resource::<Selection>();
    let key = Some((
        Moment::of(world),
        world.resource::<Hover>().tile,
        selection.unit,
        selection.tool,
        selection.gait,
        selection.way.clone(),
        world.resource::<Reached>().is_known(),
    ));
    let before = world.resource::<Ahead>();
    if before.key == key {
        return;
    }
    let revision = before.revision + 1;
    let (tile, unit) = (world.resource::<Hover>().tile, selection.unit);
    let there = tile.zip(unit).map(|(tile, unit)| there(world, tile, unit));
    let ahead = Ahead {
        key,
        revision,
        ..there.unwrap_or_default()
    };
    mark_cover(&mut world.resource_mut::<Marks>(), &ahead);
    world.insert_resource(ahead);
    mark_sight_line(world);
}

/// Works out what a hex tells the chosen unit.
fn there(world: &World, tile: TileId, id: UnitId) -> Ahead {
    let (view, selection) = (look(world), world.resource::<Selection>());
    let mut ahead = Ahead::default();
    let is_enemy = || view.unit_at(tile).is_some_and(|on| view.is_enemy(on));
    let radius = selection.tool.radius(view, id);
    if radius > 0 && (selection.tool != Tool::Weapon || is_enemy()) {
        ahead.area = view.area(tile, radius);
    }
    let reached = world.resource::<Reached>();
    if selection.tool == Tool::Weapon && reached.is_known() {
        let gait = gait(world, view, id);
        if let Some(path) = reached.path_to(tile) {
            ahead.outlook = Some(outlook(view, id, gait, &path));
            ahead.directions = path;
        } else if view.unit(id).tile == tile {
            ahead.outlook = Some(outlook(view, id, gait, &[]));
        }
    }
    ahead
}

/// Marks the sides with cover, those open to an enemy, and what a blow would strike.
fn mark_cover(marks: &mut Mut<Marks>, ahead: &Ahead) {
    let (mut cover, mut flanks) = (Vec::new(), Vec::new());
    if let Some(there) = &ahead.outlook {
        let open: BTreeSet<_> = there.flanks().map(|side| side.number()).collect();
        for side in Direction::ALL {
            match there.cover[usize::from(side.number())] {
                _ if open.contains(&side.number()) => flanks.push((there.tile, side)),
                Cover::None => {}
                kind => cover.push((there.tile, side, kind)),
            }
        }
    }
    if (&marks.cover, &marks.flanks, &marks.area) != (&cover, &flanks, &ahead.area) {
        (marks.cover, marks.flanks, marks.area) = (cover, flanks, ahead.area.clone());
    }
}

/// Marks the line of sight of the sight tool, if it is in use.
fn mark_sight_line(world: &mut World) {
    let from = world.resource::<Insight>().sight_from;
    let tile = world.resource::<Hover>().tile;
    let line = from.zip(tile).map(|(from, to)| {
        let view = look(world);
        let answer = sight_between(view, from, to);
        let blocker = answer.line.blocker.filter(|_| !answer.line.open);
        (way(view, from, to), blocker)
    });
    if world.resource::<Marks>().line != line {
        world.resource_mut::<Marks>().line = line;
    }
}

/// Begins or ends looking along lines of sight from the hex pointed at, or the chosen unit.
pub fn toggle_sight_line(world: &mut World) {
    let unit = world.resource::<Selection>().unit;
    let start = world.resource::<Hover>().tile;
    let start = start.or_else(|| unit.map(|id| look(world).unit(id).tile));
    let mut insight = world.resource_mut::<Insight>();
    insight.sight_from = match insight.sight_from {
        Some(_) => None,
        None => start,
    };
    world.resource_mut::<Ahead>().key = None;
}

/// Returns what the drawing of the hex pointed at depends on.
pub fn drawn_for(world: &World) -> (u32, Option<TileId>) {
    let revision = world.resource::<Ahead>().revision;
    (revision, world.resource::<Hover>().tile)
}

/// Draws the outline of the hex pointed at and the path to it, with TU step by step.
pub fn strokes(world: &World) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let path = color(world, Meaning::Path);
    let points = world.resource::<Selection>().way.iter();
    let points = points.map(|&point| Stroke::outline(board.center(point), path));
    let mut strokes: Vec<_> = points.collect();
    let Some(tile) = world.resource::<Hover>().tile else {
        return strokes;
    };
    strokes.push(Stroke::outline(board.center(tile), Color::WHITE));
    let Some(outlook) = &world.resource::<Ahead>().outlook else {
        return strokes;
    };
    let mut lost = 0;
    for (at, one) in outlook.way.iter().enumerate() {
        lost += one.harm.losses.iter().map(|(_, lost)| lost).sum::<u16>();
        let is_last = at + 1 == outlook.way.len();
        strokes.extend(step(world, one, lost, is_last));
    }
    strokes
}

/// Draws a step, with the TU and hit points it costs to get there.
fn step(world: &World, step: &WayStep, lost: u16, is_last: bool) -> [Stroke; 2] {
    let is_watched = !step.watchers.is_empty();
    let is_harmed = step.harm != EntryHarm::default();
    let is_risky = is_watched || is_harmed;
    let color = match is_risky {
        true => color(world, Meaning::PathWatched),
        false => color(world, Meaning::Path),
    };
    let mark = if is_watched { "!" } else { "" };
    let harm = match (is_harmed || is_last, lost, step.harm.poisons) {
        (true, 1.., _) => format!("\n−{lost} HP"),
        (true, 0, true) => "\npoison".to_owned(),
        _ => String::new(),
    };
    let center = world.resource::<BoardView>().center(step.tile);
    let text = format!("{}{mark}{harm}", step.sum);
    let letters = if is_last { 24.0 } else { 14.0 };
    let words = Stroke::words(center + Vec2::new(0.0, 24.0), text, letters, color);
    let size = 34.0;
    [
        Stroke::new(center, 22.1, color, Shape::Step { is_risky, size }),
        words.fit(Fit::Board).above(22.2),
    ]
}

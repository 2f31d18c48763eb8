//! The plan on the board: paths, ghosts of ships where they end, whom they would attack, links, and the
//! hex pointed at.
//!
//! **Invariant:** made of the assessment and the hex pointed at.

use bevy::prelude::*;

use super::{
    assessment::{Assessment, Link, Overlays},
    draft::{Draft, is_planning, own},
    looks,
};
use crate::{
    battle::{
        grid::{Direction, TileId},
        knowledge::Knowledge,
        unit::UnitId,
    },
    game::{
        kit::{
            CombatLog,
            overlay::{GHOSTS_Z, LINES_Z, Stroke, arrow, color},
        },
        rules::playable::place_of,
        table::{art::HEX, board_view::BoardView, input::Hover, palette::Meaning},
    },
    rules::fleet::{
        forecast::WHOLE,
        order::{Action, Stance},
        panel::outlook::Outlook,
    },
};

/// Returns what the drawing depends on: the assessment, the hex pointed at, whether plans are made, what is
/// dragged.
pub(super) fn drawn_for(world: &World) -> (u32, Option<TileId>, bool, Option<UnitId>) {
    (
        world.resource::<Assessment>().revision,
        world.resource::<Hover>().tile,
        is_planning(world),
        world.resource::<Draft>().dragged,
    )
}

/// Draws the plan.
pub(super) fn strokes(world: &World) -> Vec<Stroke> {
    let (assessment, board) = (
        world.resource::<Assessment>(),
        world.resource::<BoardView>(),
    );
    let chosen = world.resource::<Draft>().chosen;
    let mut strokes = Vec::new();
    if is_planning(world) {
        for outlook in &assessment.outlooks {
            let is_chosen = chosen == Some(outlook.course.unit);
            let course = Course::new(world, outlook, is_chosen);
            course.path(&mut strokes);
            course.end(&mut strokes);
            course.aim(&mut strokes);
        }
        preview(world, &mut strokes);
        trails(world, &mut strokes);
    }
    let seen = Color::srgb(0.42, 0.86, 0.96).with_alpha(0.75);
    strokes.extend(rim(board, &assessment.detected, seen, 0.97));
    let aim = color(world, Meaning::Aim).with_alpha(0.85);
    strokes.extend(rim(board, &assessment.arc, aim, 0.9));
    if world.resource::<Overlays>().links {
        let links = assessment.links.iter();
        strokes.extend(links.flat_map(|link| network(board, link)));
    }
    if let Some(tile) = world.resource::<Hover>().tile {
        strokes.push(Stroke::outline(board.center(tile), Color::WHITE));
    }
    strokes
}

/// Draws who lends a ship fire control, as arrows to it, and what that comes to.
fn network(board: &BoardView, link: &Link) -> Vec<Stroke> {
    let color = Color::srgb(0.45, 0.9, 1.0).with_alpha(0.9);
    let to = board.center(link.to);
    let mut strokes = Vec::new();
    for &from in &link.from {
        let from = board.center(from);
        // Over the tokens: ships that are linked stand side by side.
        let lines = arrow(from.lerp(to, 0.24), from.lerp(to, 0.68), 6.0, 22.0, color);
        strokes.extend(lines.map(|line| line.above(GHOSTS_Z + 0.1)));
    }
    let (above, lent) = (to + Vec2::new(0.0, 30.0), format!("ATK {:+}", link.lent));
    strokes.push(Stroke::words(
        above,
        lent,
        14.0,
        Color::srgb(0.7, 0.96, 1.0),
    ));
    strokes
}

/// Draws the edge of a part of the board, as far inside of it as the share of a hex that is left.
fn rim(board: &BoardView, tiles: &[TileId], color: Color, share: f32) -> Vec<Stroke> {
    let edges = tiles.iter().flat_map(|&tile| {
        let open = Direction::ALL.into_iter().filter(move |&side| {
            let next = board.grid.neighbor(tile, side);
            next.is_none_or(|next| !tiles.contains(&next))
        });
        open.map(move |side| (tile, side))
    });
    let edges = edges.map(|(tile, side)| {
        let out = Vec2::from_angle(board.angle(side)) * HEX.x / 2.0 * share;
        let along = out.perp().normalize_or_zero() * HEX.y / 4.0;
        let middle = board.center(tile) + out;
        Stroke::line(middle - along, middle + along, 3.2, color).above(LINES_Z - 0.2)
    });
    edges.collect()
}

/// Where a unit goes, and how that is drawn.
struct Course<'a> {
    world: &'a World,
    board: &'a BoardView,
    outlook: &'a Outlook,
    is_chosen: bool,
    /// How solid it is.
    alpha: f32,
    safe: Color,
    risky: Color,
}

impl<'a> Course<'a> {
    fn new(world: &'a World, outlook: &'a Outlook, is_chosen: bool) -> Self {
        let alpha = if is_chosen { 1.0 } else { 0.62 };
        Self {
            world,
            board: world.resource(),
            outlook,
            is_chosen,
            alpha,
            safe: color(world, Meaning::Path).with_alpha(alpha),
            risky: color(world, Meaning::PathWatched).with_alpha(alpha),
        }
    }

    fn is_risky(&self, tile: TileId) -> bool {
        self.outlook.risks.iter().any(|risk| risk.hex == tile)
    }

    /// Says something; of a unit that is not chosen where there is room.
    fn words(&self, at: Vec2, text: impl Into<String>, size: f32, color: Color) -> Stroke {
        Stroke::words(at, text, size, color).minor_if(!self.is_chosen)
    }

    /// Draws the path and what it risks.
    fn path(&self, strokes: &mut Vec<Stroke>) {
        let course = &self.outlook.course;
        let mut from = self.board.center(course.start.unwrap_or(course.end));
        let width = if self.is_chosen { 6.0 } else { 4.0 };
        for &tile in &course.path {
            let (to, is_risky) = (self.board.center(tile), self.is_risky(tile));
            let color = if is_risky { self.risky } else { self.safe };
            let faint = color.with_alpha(0.75 * self.alpha);
            strokes.push(Stroke::line(from, to, width, faint));
            strokes.push(Stroke::step(to, is_risky, color));
            from = to;
        }
        for risk in &self.outlook.risks {
            let average = risk.forecast.average;
            let text = format!(
                "if it is ready: -{}.{}, lost {}",
                average / 100,
                average / 10 % 10,
                percent(risk.forecast.destroyed)
            );
            let above = self.board.center(risk.hex) + Vec2::new(0.0, 46.0);
            strokes.push(self.words(above, text, 15.0, self.risky));
        }
        // Where somebody may intercept, the risk says it all.
        if let Some(hex) = course.blocked.filter(|&hex| !self.is_risky(hex)) {
            let stop = from.lerp(self.board.center(hex), 0.6);
            let faint = self.risky.with_alpha(0.6 * self.alpha);
            strokes.push(Stroke::line(from, stop, 4.0, faint));
            strokes.push(self.words(stop, "blocked", 16.0, self.risky));
        }
    }

    /// Draws the unit where it ends, and what it does there.
    fn end(&self, strokes: &mut Vec<Stroke>) {
        let course = &self.outlook.course;
        let end = self.board.center(course.end);
        if looks::token_tile(self.world, course.unit) != Some(course.end) {
            let angle = self.board.angle(course.facing);
            let hull = looks::hull(self.world, course.unit);
            strokes.push(Stroke::ghost(end, angle, hull));
        }
        if let Some(word) = word(course.stance) {
            let below = end + Vec2::new(0.0, -44.0);
            strokes.push(self.words(below, word, 15.0, self.safe));
        }
    }

    /// Draws whom it would attack.
    fn aim(&self, strokes: &mut Vec<Stroke>) {
        let Some(attack) = &self.outlook.attack else {
            return;
        };
        let end = self.board.center(self.outlook.course.end);
        let to = self.board.center(place_of(self.world, attack.target));
        let aim = color(self.world, Meaning::Aim).with_alpha(0.85 * self.alpha);
        let way = (to - end).normalize_or_zero();
        let width = if self.is_chosen { 4.0 } else { 2.4 };
        let lines = arrow(end + way * 40.0, to - way * 48.0, width, 15.0, aim);
        strokes.extend(lines.map(|line| line.above(GHOSTS_Z - 0.2)));
    }
}

/// Draws what enemies were seen to do in the last turn: the hexes they came over, and the rest in words.
fn trails(world: &World, strokes: &mut Vec<Stroke>) {
    let board = world.resource::<BoardView>();
    let known = world.resource::<Knowledge>().of(own(world));
    let Some(recap) = world.resource::<CombatLog>().recap(own(world)) else {
        return;
    };
    let color = color(world, Meaning::EnemySide);
    for seen in &recap.seen {
        let last = known.sightings.get(seen.unit.index());
        let Some(last) = last.and_then(|sighting| *sighting) else {
            continue;
        };
        // Nobody knows how it went while it was out of sight.
        let steps = seen.path.windows(2);
        let steps = steps.filter(|step| board.grid.distance(step[0], step[1]) == 1);
        strokes.extend(steps.map(|step| {
            let (from, to) = (board.center(step[0]), board.center(step[1]));
            let (start, end) = (from.lerp(to, 0.12), from.lerp(to, 0.88));
            Stroke::line(start, end, 3.0, color.with_alpha(0.4)).above(LINES_Z - 0.3)
        }));
        if !seen.text.is_empty() {
            let below = board.center(last.tile) + Vec2::new(0.0, -58.0);
            let (text, color) = (
                seen.text.replace(", ", "\n"),
                color.mix(&Color::WHITE, 0.45),
            );
            let is_pointed_at = world.resource::<Hover>().tile == Some(last.tile);
            let words = Stroke::words(below, text, 11.5, color);
            strokes.push(words.minor_if(!is_pointed_at));
        }
    }
}

/// Returns the word for what a ship does.
fn word(stance: Stance) -> Option<&'static str> {
    match (stance.action, stance.fire) {
        (Action::Attack, true) => Some("attack"),
        (Action::Attack, false) => Some("attack\nholds fire"),
        (Action::Defend, true) => Some("defend"),
        (Action::Defend, false) => Some("defend\nholds fire"),
        (Action::Land, _) => Some("land"),
        (Action::Move | Action::None, true) => Some("fires"),
        (Action::Move | Action::None, false) => None,
    }
}

/// Draws the way to the hex pointed at, and a ship that is dragged there.
fn preview(world: &World, strokes: &mut Vec<Stroke>) {
    let (assessment, board) = (
        world.resource::<Assessment>(),
        world.resource::<BoardView>(),
    );
    let draft = world.resource::<Draft>();
    let tile = world.resource::<Hover>().tile;
    let path = tile.and_then(|tile| assessment.reach.get(&tile));
    let (Some(path), Some(unit)) = (path, draft.chosen) else {
        return;
    };
    let start = (assessment.of(unit)).and_then(|outlook| outlook.course.start);
    let start = start.unwrap_or_else(|| place_of(world, unit));
    let places: Vec<_> = [start]
        .iter()
        .chain(path)
        .map(|&tile| board.center(tile))
        .collect();
    let color = color(world, Meaning::Path).with_alpha(0.5);
    for step in places.windows(2) {
        let (from, to) = (step[0].lerp(step[1], 0.22), step[0].lerp(step[1], 0.78));
        strokes.push(Stroke::line(from, to, 3.0, color).above(LINES_Z - 0.1));
    }
    if let ([.., before, end], true) = (&places[..], draft.dragged == Some(unit)) {
        let angle = (*end - *before).to_angle();
        strokes.push(Stroke::ghost(*end, angle, looks::hull(world, unit)));
    }
}

/// Writes a share as percent.
pub fn percent(share: u16) -> String {
    let whole = u32::from(WHOLE);
    let tenths = (u32::from(share) * 1000 + whole / 2) / whole;
    match tenths {
        0 if share > 0 => "<0.1%".into(),
        tenths if tenths.is_multiple_of(10) => format!("{}%", tenths / 10),
        tenths => format!("{}.{}%", tenths / 10, tenths % 10),
    }
}

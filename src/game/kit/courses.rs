//! Plans on the board: where units go and what threatens them there, ghosts where they end, whom they
//! aim at; and what others were seen to do.
//!
//! **Invariant:** lists strokes; decides nothing.

use bevy::prelude::*;

use super::CombatLog;
use super::overlay::{GHOSTS_Z, LINES_Z, Stroke, arrow, color};
use crate::battle::grid::{Direction, TileId};
use crate::battle::knowledge::Knowledge;
use crate::game::rules::playable::own_side;
use crate::game::table::art::{Badge, HEX};
use crate::game::table::board_view::BoardView;
use crate::game::table::input::Hover;
use crate::game::table::palette::Meaning;
use crate::game::table::unit_view::Figure;

/// What a unit is planned to do.
#[derive(Clone, Debug)]
pub struct Course {
    /// Where it begins.
    pub start: TileId,
    /// The hexes it enters.
    pub path: Vec<TileId>,
    /// Where it ends.
    pub end: TileId,
    /// The hex it cannot enter.
    pub blocked: Option<TileId>,
    /// Hexes of the path on which somebody may act against it, and what that would do.
    pub risks: Vec<(TileId, String)>,
    /// What is shown where it ends, if its token is elsewhere.
    pub ghost: Option<(Direction, Figure)>,
    /// What it does there.
    pub act: Option<&'static str>,
    /// Where whom it aims at is.
    pub aim: Option<TileId>,
    /// Whether it is the unit that is ordered.
    pub is_chosen: bool,
}

impl Course {
    /// How solid it is.
    fn alpha(&self) -> f32 {
        if self.is_chosen { 1.0 } else { 0.62 }
    }

    fn color(&self, world: &World, is_risky: bool) -> Color {
        let meaning = match is_risky {
            true => Meaning::PathWatched,
            false => Meaning::Path,
        };
        color(world, meaning).with_alpha(self.alpha())
    }

    fn is_risky(&self, tile: TileId) -> bool {
        self.risks.iter().any(|(hex, _)| *hex == tile)
    }

    /// Returns words on the board; those of a unit that is not chosen appear only if there is room.
    fn words(&self, at: Vec2, text: impl Into<String>, size: f32, color: Color) -> Stroke {
        Stroke::words(at, text, size, color).minor_if(!self.is_chosen)
    }

    /// Draws it.
    pub fn strokes(&self, world: &World) -> Vec<Stroke> {
        let board = world.resource::<BoardView>();
        let [safe, risky] = [false, true].map(|is_risky| self.color(world, is_risky));
        let mut strokes = Vec::new();
        let mut from = board.center(self.start);
        let width = if self.is_chosen { 6.0 } else { 4.0 };
        for &tile in &self.path {
            let (to, is_risky) = (board.center(tile), self.is_risky(tile));
            let color = if is_risky { risky } else { safe };
            let faint = color.with_alpha(0.75 * self.alpha());
            strokes.push(Stroke::line(from, to, width, faint));
            strokes.push(Stroke::step(to, is_risky, color));
            from = to;
        }
        for (hex, text) in &self.risks {
            let above = board.center(*hex) + Vec2::new(0.0, 46.0);
            let words = self.words(above, text, 15.0, risky);
            strokes.push(words.marked(Badge::Watched));
        }
        // Where somebody may interfere, the risk says it all.
        if let Some(hex) = self.blocked.filter(|&hex| !self.is_risky(hex)) {
            let stop = from.lerp(board.center(hex), 0.6);
            let faint = risky.with_alpha(0.6 * self.alpha());
            strokes.push(Stroke::line(from, stop, 4.0, faint));
            let words = self.words(stop, "blocked", 16.0, risky);
            strokes.push(words.marked(Badge::Blocked));
        }
        let end = board.center(self.end);
        if let Some((facing, figure)) = &self.ghost {
            strokes.push(Stroke::ghost(end, board.angle(*facing), figure.clone()));
        }
        if let Some(word) = self.act {
            let below = end + Vec2::new(0.0, -54.0);
            strokes.push(self.words(below, word, 15.0, safe));
        }
        if let Some(aim) = self.aim {
            let to = board.center(aim);
            let color = color(world, Meaning::Aim).with_alpha(0.85 * self.alpha());
            let way = (to - end).normalize_or_zero();
            let width = if self.is_chosen { 4.0 } else { 2.4 };
            let lines = arrow(end + way * 40.0, to - way * 48.0, width, 15.0, color);
            strokes.extend(lines.map(|line| line.above(GHOSTS_Z - 0.2)));
        }
        strokes
    }
}

/// Draws a way that is only pointed at; a unit that is dragged there is shown at its end.
pub fn preview(world: &World, way: &[TileId], dragged: Option<Figure>) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let places: Vec<_> = way.iter().map(|&tile| board.center(tile)).collect();
    let color = color(world, Meaning::Path).with_alpha(0.5);
    let steps = places.windows(2).map(|step| {
        let (from, to) = (step[0].lerp(step[1], 0.22), step[0].lerp(step[1], 0.78));
        Stroke::line(from, to, 3.0, color).above(LINES_Z - 0.1)
    });
    let mut strokes: Vec<_> = steps.collect();
    if let ([.., before, end], Some(figure)) = (&places[..], dragged) {
        let angle = (*end - *before).to_angle();
        strokes.push(Stroke::ghost(*end, angle, figure));
    }
    strokes
}

/// Draws what others were seen to do in the last turn: the hexes they came over, and the rest in words.
pub fn trails(world: &World) -> Vec<Stroke> {
    let board = world.resource::<BoardView>();
    let known = world.resource::<Knowledge>().of(own_side(world));
    let mut strokes = Vec::new();
    let Some(recap) = world.resource::<CombatLog>().recap(own_side(world)) else {
        return strokes;
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
            // The panel of the unit tells all of it.
            let (text, color) = (first_of(&seen.text), color.mix(&Color::WHITE, 0.45));
            let is_pointed_at = world.resource::<Hover>().tile == Some(last.tile);
            let words = Stroke::words(below, text, 11.5, color);
            strokes.push(words.minor_if(!is_pointed_at));
        }
    }
    strokes
}

/// Returns the first of the things that a unit was seen to do, and how many more there are.
fn first_of(told: &str) -> String {
    let mut all = told.split(", ");
    let first = all.next().unwrap_or_default();
    match all.count() {
        0 => first.to_owned(),
        more => format!("{first} +{more}"),
    }
}

/// Draws what units lend another as arrows to it, with the total.
pub fn network(board: &BoardView, from: &[TileId], to: TileId, lent: String) -> Vec<Stroke> {
    let color = Color::srgb(0.45, 0.9, 1.0).with_alpha(0.9);
    let to = board.center(to);
    let mut strokes = Vec::new();
    for &from in from {
        let from = board.center(from);
        // Over the tokens: units that are linked stand side by side.
        let lines = arrow(from.lerp(to, 0.24), from.lerp(to, 0.68), 6.0, 22.0, color);
        strokes.extend(lines.map(|line| line.above(GHOSTS_Z + 0.1)));
    }
    let above = to + Vec2::new(0.0, 30.0);
    let color = Color::srgb(0.7, 0.96, 1.0);
    strokes.push(Stroke::words(above, lent, 14.0, color));
    strokes
}

/// Draws the edge of a part of the board, as far inside of it as the share of a hex that is left.
pub fn rim(board: &BoardView, tiles: &[TileId], color: Color, share: f32) -> Vec<Stroke> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chip_tells_the_first_of_what_was_seen_and_counts_the_rest() {
        assert_eq!(first_of("moved 1 hex"), "moved 1 hex");
        let told = "moved 2 hexes, fired at Merlin, hit Anvil";
        assert_eq!(first_of(told), "moved 2 hexes +2");
    }
}

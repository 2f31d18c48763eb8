//! Roads and tracks on the board.
//!
//! **Invariant:** lists strokes below the counters; decides nothing.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::battle::grid::TileId;
use crate::game::kit::overlay::{GROUND_Z, Stroke};
use crate::game::table::board_view::BoardView;
use crate::rules::operations::field::Field;
use crate::rules::operations::movement::Surface;

/// Draws all roads and tracks, hex by hex.
pub(super) fn strokes(board: &BoardView, field: &Field) -> Vec<Stroke> {
    let mut roads: BTreeMap<TileId, BTreeMap<TileId, Surface>> = BTreeMap::new();
    for (&(from, to), &surface) in &field.scenario.surfaces {
        roads.entry(from).or_default().insert(to, surface);
        roads.entry(to).or_default().insert(from, surface);
    }
    let bridges = roads.iter().flat_map(|(&from, ends)| {
        let over = ends.keys().copied().filter(move |&to| from < to);
        over.filter(move |&to| is_wet(field, from, to))
            .map(move |to| (from, to))
    });
    let mut strokes: Vec<_> = bridges
        .flat_map(|(from, to)| bridge(board.center(from), board.center(to)))
        .collect();
    let hexes = roads.iter();
    strokes.extend(hexes.flat_map(|(&tile, ends)| roads_of(board, tile, ends)));
    strokes
}

/// Whether a river runs between two hexes.
fn is_wet(field: &Field, from: TileId, to: TileId) -> bool {
    let mut sides = field.grid.neighbors(from);
    let side = sides.find(|(_, other)| *other == to);
    let side = side.and_then(|(direction, _)| field.hexside(from, direction));
    side.is_some_and(|side| !side.controls && side.down.is_none())
}

/// Draws a bridge between the middles of two hexes: planks between two rails.
fn bridge(from: Vec2, to: Vec2) -> Vec<Stroke> {
    let (middle, along) = (from.midpoint(to), (to - from).normalize_or_zero());
    let half = along * 15.0;
    let plank = Color::srgb(0.55, 0.42, 0.27);
    let rail = Color::srgb(0.2, 0.14, 0.08);
    let mut strokes =
        vec![Stroke::line(middle - half, middle + half, 17.0, plank).above(GROUND_Z + 0.2)];
    for side in [-8.0, 8.0] {
        let at = middle + along.perp() * side;
        strokes.push(Stroke::line(at - half, at + half, 2.6, rail).above(GROUND_Z + 0.3));
    }
    for step in -2..=2 {
        let at = middle + along * 6.0 * step as f32;
        let across = along.perp() * 8.0;
        let seam = Color::srgba(0.2, 0.14, 0.08, 0.6);
        strokes.push(Stroke::line(at - across, at + across, 1.2, seam).above(GROUND_Z + 0.25));
    }
    strokes
}

/// Draws the wall of a city: along the sides of its hexes that lead out of it.
pub(super) fn walls(board: &BoardView, field: &Field) -> Vec<Stroke> {
    let is_city = |tile: TileId| field.ground(tile).city;
    let mut strokes = Vec::new();
    for tile in field.grid.tiles().filter(|&tile| is_city(tile)) {
        let out = field
            .grid
            .neighbors(tile)
            .filter(|&(_, other)| !is_city(other));
        for (_, other) in out {
            let (here, there) = (board.center(tile), board.center(other));
            let middle = here.lerp(there, 0.47);
            let along = (there - here).perp() * 0.275;
            let dark = Color::srgb(0.29, 0.23, 0.17);
            let pale = Color::srgb(0.87, 0.79, 0.64);
            strokes.push(
                Stroke::line(middle - along, middle + along, 8.0, dark).above(GROUND_Z - 0.2),
            );
            strokes.push(
                Stroke::line(middle - along, middle + along, 4.6, pale).above(GROUND_Z - 0.1),
            );
        }
    }
    strokes
}

/// Pieces that a road is drawn in within a hex.
const PIECES: u8 = 9;

/// Draws the roads of a hex: one that leads through it in a curve, others from its middle.
fn roads_of(board: &BoardView, tile: TileId, ends: &BTreeMap<TileId, Surface>) -> Vec<Stroke> {
    let center = board.center(tile);
    let mut ends: Vec<_> = (ends.iter())
        .map(|(&other, &surface)| (center.midpoint(board.center(other)), surface))
        .collect();
    ends.sort_by_key(|(_, surface)| *surface == Surface::Road);
    match ends[..] {
        [(from, one), (to, other)] if one == other => road(from, center, to, one),
        _ => {
            let roads = ends.into_iter();
            let roads =
                roads.map(|(end, surface)| road(end, end.midpoint(center), center, surface));
            roads.flatten().collect()
        }
    }
}

/// Draws a road from side to side of a hex, bent toward a place: a pale ribbon with dark edges, a track as dashes.
fn road(from: Vec2, toward: Vec2, to: Vec2, surface: Surface) -> Vec<Stroke> {
    let at = |piece: u8| {
        let share = f32::from(piece) / f32::from(PIECES);
        from.lerp(toward, share).lerp(toward.lerp(to, share), share)
    };
    let pieces = (0..PIECES).map(|piece| {
        let (from, to) = (at(piece), at(piece + 1));
        // So that no gap is seen where pieces bend.
        let more = (to - from).normalize_or_zero();
        (piece, from - more, to + more)
    });
    let strokes = pieces.flat_map(|(piece, from, to)| match surface {
        Surface::Road => {
            let dark = Color::srgb(0.36, 0.28, 0.19);
            let pale = Color::srgb(0.86, 0.78, 0.62);
            vec![
                Stroke::line(from, to, 12.0, dark).above(GROUND_Z),
                Stroke::line(from, to, 8.0, pale).above(GROUND_Z + 0.1),
            ]
        }
        Surface::Track if piece % 2 == 0 => {
            let pale = Color::srgb(0.8, 0.7, 0.5);
            let dark = Color::srgba(0.3, 0.23, 0.15, 0.8);
            vec![
                Stroke::line(from, to, 6.5, dark).above(GROUND_Z),
                Stroke::line(from, to, 4.0, pale).above(GROUND_Z + 0.1),
            ]
        }
        Surface::Track => Vec::new(),
    });
    strokes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_road_goes_from_side_to_side_of_a_hex_and_a_track_has_gaps() {
        let [from, to] = [Vec2::new(-40.0, -20.0), Vec2::new(40.0, -20.0)];
        let road = road(from, Vec2::ZERO, to, Surface::Road);
        assert_eq!(road.len(), 2 * usize::from(PIECES));
        let ys = road.iter().map(|stroke| stroke.at.y);
        let highest = ys.fold(f32::MIN, f32::max);
        assert!((-12.0..-8.0).contains(&highest), "a gentle bend: {highest}");
        let track = super::road(from, Vec2::ZERO, to, Surface::Track);
        assert!(track.len() < road.len() && !track.is_empty());
    }
}

//! Stacks that are fanned out: the one that is pointed at, or all of them on demand.
//!
//! **Invariant:** units of a stack lie in an order that depends on nothing that is chosen, and shows what the
//! player's side knows.

use bevy::prelude::*;

use super::looks;
use crate::battle::grid::TileId;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::overlay::{GHOSTS_Z, Stroke};
use crate::game::kit::overlays::Overlays;
use crate::game::rules::playable::own_side;
use crate::game::table::board_view::BoardView;
use crate::rules::operations::field::Field;

/// How far apart counters of a stack lie that is fanned out, and how large they are, in the world.
const FAN: (f32, f32) = (84.0, 100.0);
/// How far above its hex it lies, or below.
const FAN_ABOVE: f32 = 100.0;
/// Most counters of a stack beside one another in its own hex, and how large they are at the most.
const SPREAD: (usize, f32) = (2, 69.0);

/// Fans out the stack that is pointed at, or all on demand: each in its own hex, in an order that stays.
pub(super) fn strokes(world: &World, field: &Field, pointed: Option<TileId>) -> Vec<Stroke> {
    let side = own_side(world);
    let board = world.resource::<BoardView>();
    let all = world.resource::<Overlays>().is_on(KeyAction::STACKS);
    let mut strokes = Vec::new();
    for (tile, units) in looks::stacks(field) {
        if units.len() < 2 {
            continue;
        }
        let center = board.center(tile);
        let figures = units.iter().map(|&id| {
            let look = looks::look(field, side, id, 1);
            (look.figure, look.relation)
        });
        let plate = Color::srgba(0.06, 0.07, 0.08, 0.92);
        if pointed == Some(tile) {
            let half = FAN.0 * (units.len() - 1) as f32 / 2.0;
            let middle = center + Vec2::Y * FAN_ABOVE * way_up(field, tile);
            let reach = Vec2::X * (half + FAN.0 / 2.0 + 3.0);
            let back = Stroke::line(middle - reach, middle + reach, 94.0, plate);
            strokes.push(back.above(GHOSTS_Z + 0.1));
            let places = (0..).map(|at| middle + Vec2::X * (FAN.0 * at as f32 - half));
            strokes.extend(
                places
                    .zip(figures)
                    .map(|(at, one)| Stroke::apart(at, one, FAN.1)),
            );
        } else if all {
            let rows = units.len().div_ceil(SPREAD.0);
            let size = SPREAD.1.min(2.0 * SPREAD.1 / rows as f32);
            // As far apart as counters are large on their pictures.
            let off = size * 0.7;
            let reach = Vec2::X * (off + 3.0).max(42.0);
            let high = (off * rows as f32 + 6.0).max(84.0);
            let back = Stroke::line(center - reach, center + reach, high, plate);
            strokes.push(back.above(GHOSTS_Z + 0.1));
            for (at, one) in figures.enumerate() {
                let (row, column) = (at / SPREAD.0, at % SPREAD.0);
                let in_row = (units.len() - row * SPREAD.0).min(SPREAD.0);
                let x = column as f32 - (in_row - 1) as f32 / 2.0;
                let y = (rows - 1) as f32 / 2.0 - row as f32;
                let place = center + Vec2::new(x, y) * off;
                strokes.push(Stroke::apart(place, one, size));
            }
        }
    }
    strokes
}

/// Returns whether a stack is fanned out above its hex, 1, or below it, −1: where it hides no counter, if it can be,
/// and below the uppermost rows.
fn way_up(field: &Field, tile: TileId) -> f32 {
    let (column, row) = field.grid.to_offset(tile);
    let is_free = |row: i32| {
        let there = field.grid.from_offset(column, row);
        there.is_some_and(|there| !field.standing().any(|unit| unit.tile() == there))
    };
    match (is_free(row - 1), is_free(row + 1)) {
        _ if row < 2 => -1.0,
        (false, true) => -1.0,
        _ => 1.0,
    }
}

//! Stacks that are fanned out: the one that is pointed at, or all of them on demand. A counter of a fan can be
//! clicked.
//!
//! **Invariant:** units of a stack lie in an order that depends on nothing that is chosen, and shows what the
//! player's side knows.

use bevy::prelude::*;

use super::desk::{going, known};
use super::looks;
use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::overlay::{GHOSTS_Z, Stroke};
use crate::game::kit::overlays::Overlays;
use crate::game::rules::playable::own_side;
use crate::game::table::board_view::BoardView;
use crate::game::table::input::Hover;
use crate::rules::operations::field::Field;

/// How far apart counters of a stack lie that is fanned out, and how large they are, in the world.
const FAN: (f32, f32) = (84.0, 100.0);
/// Height of the plate below them: the middles of all hexes around stay free.
const PLATE: f32 = 94.0;
/// Most counters of a stack beside one another in its own hex, and how large they are at the most.
const SPREAD: (usize, f32) = (2, 69.0);

/// The hex whose fan was open last.
#[derive(Resource, Default)]
pub(super) struct Fan(Option<TileId>);

/// How the counters of a stack lie.
struct Layout {
    /// Middles of the counters, in the order of the stack.
    places: Vec<Vec2>,
    /// Size of the counters, and how far apart they are.
    size: (f32, f32),
    /// The plate below them.
    plate: Rect,
}

impl Layout {
    /// Lays so many counters out in a row across their hex, where the pointer is.
    fn row(count: usize, center: Vec2) -> Self {
        let half = FAN.0 * (count - 1) as f32 / 2.0;
        let at = |at: usize| center + Vec2::X * (FAN.0 * at as f32 - half);
        let reach = half + FAN.0 / 2.0 + 3.0;
        Self {
            places: (0..count).map(at).collect(),
            size: (FAN.1, FAN.0),
            plate: Rect::from_center_half_size(center, Vec2::new(reach, PLATE / 2.0)),
        }
    }

    /// Lays so many counters out in rows inside their hex.
    fn block(count: usize, center: Vec2) -> Self {
        let rows = count.div_ceil(SPREAD.0);
        let size = SPREAD.1.min(2.0 * SPREAD.1 / rows as f32);
        // As far apart as counters are large on their pictures.
        let off = size * 0.7;
        let at = |at: usize| {
            let (row, column) = (at / SPREAD.0, at % SPREAD.0);
            let in_row = (count - row * SPREAD.0).min(SPREAD.0);
            let x = column as f32 - (in_row - 1) as f32 / 2.0;
            let y = (rows - 1) as f32 / 2.0 - row as f32;
            center + Vec2::new(x, y) * off
        };
        let half = Vec2::new(
            (off + 3.0).max(42.0),
            (off * rows as f32 + 6.0).max(84.0) / 2.0,
        );
        Self {
            places: (0..count).map(at).collect(),
            size: (size, off),
            plate: Rect::from_center_half_size(center, half),
        }
    }

    /// Returns the place in the stack of the counter that a place is on.
    fn at(&self, place: Vec2) -> Option<usize> {
        let half = self.size.1 / 2.0;
        let is_on = |at: &Vec2| (*at - place).abs().max_element() <= half;
        self.places.iter().position(is_on)
    }
}

/// Returns the stack of a hex with how it lies in its open fan.
fn in_row(world: &World, field: &Field, tile: TileId) -> Option<(Vec<UnitId>, Layout)> {
    let mut stacks = looks::stacks(field).into_iter();
    let (_, units) = stacks.find(|(of, units)| *of == tile && units.len() > 1)?;
    let center = world.resource::<BoardView>().center(tile);
    let layout = Layout::row(units.len(), center);
    Some((units, layout))
}

/// Returns the hex whose fan is open: that of the hex pointed at, or the one that the pointer is still on.
pub(super) fn open(world: &World) -> Option<TileId> {
    let hover = world.resource::<Hover>();
    let field = known(world);
    let before = world.get_resource::<Fan>().and_then(|fan| fan.0);
    let is_on_it = |tile: &TileId| {
        let plate = in_row(world, &field, *tile).map(|(_, layout)| layout.plate);
        hover
            .place
            .zip(plate)
            .is_some_and(|(place, plate)| plate.contains(place))
    };
    // A cursor that keys move stays where it is, and a fan around it would cover what the step is about.
    let is_led = hover.by_keys && going(world).is_none();
    before
        .filter(is_on_it)
        .or_else(|| hover.tile.filter(|_| !is_led))
}

/// Notes which fan is open.
pub(super) fn follow(world: &mut World) {
    let open = open(world);
    world.insert_resource(Fan(open));
}

/// Returns the unit whose counter in a fan the pointer is on, with the hex of its stack.
pub(super) fn unit_at(world: &World) -> Option<(TileId, UnitId)> {
    let place = world.resource::<Hover>().place?;
    let (field, tile) = (known(world), open(world)?);
    let (units, layout) = in_row(world, &field, tile)?;
    let at = layout.at(place)?;
    Some((tile, units[at]))
}

/// Fans out the stack that is pointed at, or all on demand: each in its own hex, in an order that stays.
pub(super) fn strokes(world: &World, field: &Field) -> Vec<Stroke> {
    let side = own_side(world);
    let board = world.resource::<BoardView>();
    let all = world.resource::<Overlays>().is_on(KeyAction::STACKS);
    let pointed = open(world);
    let mut strokes = Vec::new();
    for (tile, units) in looks::stacks(field) {
        let is_pointed = pointed == Some(tile);
        if units.len() < 2 || !(is_pointed || all) {
            continue;
        }
        let center = board.center(tile);
        let layout = match is_pointed {
            true => Layout::row(units.len(), center),
            false => Layout::block(units.len(), center),
        };
        let figures = units.iter().map(|&id| {
            let look = looks::look(field, side, id, 1);
            (look.figure, look.relation)
        });
        // The fan that is pointed at lies above the others.
        let above = if is_pointed { 0.3 } else { 0.0 };
        let plate = Color::srgba(0.06, 0.07, 0.08, 0.92);
        let half = Vec2::X * layout.plate.half_size().x;
        let high = layout.plate.size().y;
        let back = Stroke::line(center - half, center + half, high, plate);
        strokes.push(back.above(GHOSTS_Z + 0.1 + above));
        let counters = layout.places.iter().zip(figures);
        strokes.extend(
            counters.map(|(&at, one)| {
                Stroke::apart(at, one, layout.size.0).above(GHOSTS_Z + 0.2 + above)
            }),
        );
    }
    strokes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_counter_of_a_fan_has_a_place_of_its_own() {
        for count in 2..9 {
            let center = Vec2::new(300.0, -120.0);
            for layout in [Layout::row(count, center), Layout::block(count, center)] {
                assert_eq!(layout.places.len(), count);
                for (at, place) in layout.places.iter().enumerate() {
                    assert_eq!(layout.at(*place), Some(at), "{count}");
                    assert!(layout.plate.contains(*place), "{count}");
                }
                assert_eq!(layout.at(center + Vec2::Y * 300.0), None);
            }
        }
    }
}

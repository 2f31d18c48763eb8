//! Houses along a crossing of roads.

use crate::battle::grid::TileId;
use crate::content::terrain::TerrainId;

use super::canvas::Canvas;

/// Hexes of a lot with its strip of garden.
const LOT: (i32, i32) = (9, 8);

/// Paints a village.
pub(super) fn paint(canvas: &mut Canvas) {
    let palette = canvas.palette;
    let (width, height) = canvas.size();
    let (mid_column, mid_row) = (width / 2, height / 2);
    for _ in 0..canvas.count(60) {
        let (start, hexes) = (canvas.anywhere(), canvas.between(2, 6));
        for tile in canvas.patch(start, hexes) {
            let plant = if canvas.chance(40) {
                palette.tree
            } else {
                palette.bush
            };
            canvas.set(tile, plant);
        }
    }
    let mut rooms = Vec::new();
    let (lots_across, lots_down) = ((width - 8) / LOT.0, height / LOT.1);
    for lot in 0..lots_across * lots_down {
        let left = 4 + (lot % lots_across) * LOT.0;
        let top = (lot / lots_across) * LOT.1;
        if canvas.chance(15) {
            continue;
        }
        let (w, h) = (canvas.between(4, 6), canvas.between(4, 5));
        // The roads wander by a hex or so; a house keeps clear of them.
        let place = (0..6).find_map(|_| {
            let (x, y) = (
                left + canvas.below(LOT.0 - w),
                top + canvas.below(LOT.1 - h),
            );
            let on_road =
                (x - 1..=x + w).contains(&mid_column) || (y - 1..=y + h).contains(&mid_row);
            let is_inside = x + w < width - 4 && y + h < height;
            (!on_road && is_inside).then_some((x, y))
        });
        let Some(place) = place else { continue };
        rooms.extend(house(canvas, place, (w, h)));
        if canvas.chance(60) {
            // A garden wall along the southern edge of the lot, with gaps.
            for column in left..left + LOT.0 - 1 {
                if canvas.chance(70)
                    && let Some(tile) = canvas.grid.from_offset(column, top + LOT.1 - 1)
                {
                    canvas.set(tile, palette.low_wall);
                }
            }
        }
    }
    let from = (0, mid_row);
    canvas.way(from, (width - 1, mid_row), palette.road);
    canvas.way((mid_column, 0), (mid_column, height - 1), palette.road);
    canvas.zone("houses", rooms);
}

/// Builds one house; returns the hexes of its room.
fn house(canvas: &mut Canvas, (x, y): (i32, i32), (w, h): (i32, i32)) -> Vec<TileId> {
    let palette = canvas.palette;
    let wall: TerrainId = if canvas.chance(50) {
        palette.wood_wall
    } else {
        palette.wall
    };
    let mut room = Vec::new();
    for row in y..y + h {
        for column in x..x + w {
            let Some(tile) = canvas.grid.from_offset(column, row) else {
                continue;
            };
            let on_edge = row == y || row == y + h - 1 || column == x || column == x + w - 1;
            let on_corner = (row == y || row == y + h - 1) && (column == x || column == x + w - 1);
            let terrain = match (on_edge, on_corner) {
                (true, false) if canvas.chance(25) => palette.window,
                (true, _) => wall,
                _ if canvas.chance(12) => palette.chest,
                _ => {
                    room.push(tile);
                    palette.floor
                }
            };
            canvas.set(tile, terrain);
        }
    }
    for _ in 0..canvas.between(1, 2) {
        let (column, row) = match canvas.below(4) {
            0 => (x + canvas.between(1, w - 2), y),
            1 => (x + canvas.between(1, w - 2), y + h - 1),
            2 => (x, y + canvas.between(1, h - 2)),
            _ => (x + w - 1, y + canvas.between(1, h - 2)),
        };
        canvas.put(column, row, palette.door);
    }
    room
}

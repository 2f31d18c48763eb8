//! Rooms, doors and corridors.

use crate::mission::rectangle;

use super::canvas::Canvas;

/// Rooms larger than this are divided, hexes inside their walls.
const LARGEST: (i32, i32) = (9, 7);
/// No room is smaller.
const SMALLEST: i32 = 3;
/// Columns at both ends that stay an open hall.
const HALL: i32 = 4;

/// The inside of a room: first and last column and row.
#[derive(Clone, Copy)]
struct Room {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

/// Paints a base.
pub(super) fn paint(canvas: &mut Canvas) {
    let palette = canvas.palette;
    canvas.ground = palette.floor;
    canvas.fill(palette.floor);
    let (width, height) = canvas.size();
    let whole = Room {
        left: HALL + 1,
        top: 1,
        right: width - HALL - 2,
        bottom: height - 2,
    };
    for row in 0..height {
        for column in HALL..width - HALL {
            let outside = row < whole.top
                || row > whole.bottom
                || column < whole.left
                || column > whole.right;
            if outside {
                canvas.put(column, row, palette.wall);
            }
        }
    }
    let mut rooms = Vec::new();
    divide(canvas, whole, &mut rooms);
    // Both halls open into the base at three places.
    for column in [HALL, width - HALL - 1] {
        for part in 1..=3 {
            let row = (height * part / 4 + canvas.between(-1, 1)).clamp(1, height - 2);
            canvas.put(column, row, palette.door);
            for beside in [column - 1, column + 1] {
                canvas.put(beside, row, palette.floor);
            }
        }
    }
    let middle = canvas.middle();
    let grid = canvas.grid;
    let tiles_of = |room: &Room| rectangle(grid, (room.left, room.top), (room.right, room.bottom));
    let core = (rooms.iter()).map(tiles_of).min_by_key(|tiles| {
        let near = tiles.iter().map(|&tile| canvas.grid.distance(tile, middle));
        near.min().unwrap_or(u32::MAX)
    });
    for room in &rooms {
        for tile in tiles_of(room) {
            // Furniture keeps clear of the walls, so that doors stay open.
            let (column, row) = canvas.grid.to_offset(tile);
            let inner =
                column > room.left && column < room.right && row > room.top && row < room.bottom;
            if inner && canvas.chance(16) {
                canvas.set(tile, palette.chest);
            }
        }
    }
    for column in [2, width - 3] {
        for row in (2..height - 2).step_by(3) {
            if canvas.chance(35) {
                canvas.put(column, row, palette.low_wall);
            }
        }
    }
    canvas.zone("core", core.unwrap_or_default());
}

/// Divides a room by walls with doors until all parts are small enough.
fn divide(canvas: &mut Canvas, room: Room, rooms: &mut Vec<Room>) {
    let palette = canvas.palette;
    let (w, h) = (room.right - room.left + 1, room.bottom - room.top + 1);
    let upright = w * LARGEST.1 > h * LARGEST.0;
    let room_to_divide = |length: i32| length > 2 * SMALLEST;
    if (w <= LARGEST.0 && h <= LARGEST.1) || !room_to_divide(if upright { w } else { h }) {
        rooms.push(room);
        return;
    }
    let (least, most, first, last) = match upright {
        true => (room.left, room.right, room.top, room.bottom),
        false => (room.top, room.bottom, room.left, room.right),
    };
    let hex = |across: i32, along: i32| match upright {
        true => (across, along),
        false => (along, across),
    };
    let wall = canvas.between(least + SMALLEST, most - SMALLEST);
    for along in first..=last {
        let kind = if canvas.chance(8) {
            palette.window
        } else {
            palette.wall
        };
        let (column, row) = hex(wall, along);
        canvas.put(column, row, kind);
    }
    let (mut before, mut after) = (room, room);
    match upright {
        true => (before.right, after.left) = (wall - 1, wall + 1),
        false => (before.bottom, after.top) = (wall - 1, wall + 1),
    }
    divide(canvas, before, rooms);
    divide(canvas, after, rooms);
    for _ in 0..2 {
        let along = canvas.between(first, last);
        let sides = [hex(wall - 1, along), hex(wall + 1, along)];
        pierce(canvas, hex(wall, along), sides);
    }
}

/// Puts a door into a wall, and floor before and behind it.
fn pierce(canvas: &mut Canvas, door: (i32, i32), beside: [(i32, i32); 2]) {
    let palette = canvas.palette;
    canvas.put(door.0, door.1, palette.door);
    for (column, row) in beside {
        canvas.put(column, row, palette.floor);
    }
}

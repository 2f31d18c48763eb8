//! A wreck at the end of its furrow in the woods.

use super::canvas::Canvas;
use super::forest;

/// Paints a crash site.
pub(super) fn paint(canvas: &mut Canvas) {
    forest::woods(canvas, 70);
    let palette = canvas.palette;
    let (width, height) = canvas.size();
    let (mid_column, mid_row) = (width / 2, height / 2);
    // The furrow comes from the north or the south.
    let (entry, edge) = match canvas.chance(50) {
        true => (canvas.between(width / 3, width * 2 / 3), 0),
        false => (canvas.between(width / 3, width * 2 / 3), height - 1),
    };
    let rows = (mid_row - edge).abs().max(1);
    for step in 0..=rows {
        let row = edge + (mid_row - edge).signum() * step;
        let column = entry + (mid_column - entry) * step / rows;
        for beside in -1..=1 {
            let Some(tile) = canvas.grid.from_offset(column + beside, row) else {
                continue;
            };
            let torn = [palette.rubble, palette.mud, palette.sand];
            let kind = torn[canvas.below(3).unsigned_abs() as usize];
            canvas.set(tile, kind);
            if canvas.chance(6) {
                canvas.ignite(tile);
            }
        }
    }
    let middle = canvas.middle();
    let hull = canvas.disc(middle, 4);
    let mut inside = Vec::new();
    for tile in hull {
        let terrain = match canvas.grid.distance(middle, tile) {
            4 => match canvas.below(100) {
                0..55 => palette.wall,
                55..65 => palette.window,
                65..75 => palette.door,
                _ => palette.rubble,
            },
            _ if canvas.chance(9) => palette.chest,
            _ if canvas.chance(4) => palette.acid,
            _ => {
                inside.push(tile);
                palette.floor
            }
        };
        canvas.set(tile, terrain);
    }
    for tile in canvas.disc(middle, 6) {
        if canvas.grid.distance(middle, tile) > 4 && canvas.chance(9) {
            let burns = [palette.grass, palette.bush].contains(&canvas.terrain(tile));
            match burns {
                true => canvas.ignite(tile),
                false => canvas.set(tile, palette.rubble),
            }
        }
    }
    canvas.zone("wreck", inside);
}

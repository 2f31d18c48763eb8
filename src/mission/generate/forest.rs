//! Groves, hills, ponds and a track.

use super::canvas::Canvas;

/// Paints woods with a clearing in the middle.
pub(super) fn paint(canvas: &mut Canvas) {
    woods(canvas, 100);
    let (width, height) = canvas.size();
    let (from, to) = (canvas.between(1, height - 2), canvas.between(1, height - 2));
    let middle = (width / 2, height / 2);
    let road = canvas.palette.road;
    canvas.way((0, from), middle, road);
    canvas.way(middle, (width - 1, to), road);
    let clearing = canvas.disc(canvas.middle(), 3);
    let (grass, tree, bush) = (
        canvas.palette.grass,
        canvas.palette.tree,
        canvas.palette.bush,
    );
    for &tile in &clearing {
        if [tree, bush].contains(&canvas.terrain(tile)) {
            canvas.set(tile, grass);
        }
    }
    canvas.zone("clearing", clearing);
}

/// Paints hills, ponds and groves, so many percent of the usual.
pub(super) fn woods(canvas: &mut Canvas, percent: i32) {
    let palette = canvas.palette;
    for _ in 0..canvas.count(320) {
        let (start, hexes) = (canvas.anywhere(), canvas.between(10, 28));
        let hill = canvas.patch(start, hexes);
        for (index, &tile) in hill.iter().enumerate() {
            canvas.raise(tile, if index < 4 && hexes > 16 { 2 } else { 1 });
        }
    }
    for _ in 0..canvas.count(500).max(1) {
        let (start, hexes) = (canvas.anywhere(), canvas.between(7, 18));
        let pond = canvas.patch(start, hexes);
        for (index, &tile) in pond.iter().enumerate() {
            let deep = index < 3 && hexes > 10;
            canvas.set(tile, if deep { palette.deep } else { palette.shallow });
        }
        let shore = [palette.mud, palette.sand][usize::from(hexes % 2 == 0)];
        for &tile in &pond {
            for (_, near) in canvas.grid.neighbors(tile) {
                if canvas.terrain(near) == palette.grass && canvas.chance(55) {
                    canvas.set(near, shore);
                }
            }
        }
    }
    for _ in 0..canvas.count(28) * percent / 100 {
        let (start, hexes) = (canvas.anywhere(), canvas.between(4, 12));
        for tile in canvas.patch(start, hexes) {
            if canvas.terrain(tile) != palette.grass {
                continue;
            }
            match canvas.below(100) {
                0..45 => canvas.set(tile, palette.tree),
                45..70 => canvas.set(tile, palette.bush),
                _ => {}
            }
        }
    }
}

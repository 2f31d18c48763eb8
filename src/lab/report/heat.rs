//! Heat maps: where the units of a side die on the board. The template `plots.jinja` draws them.
//!
//! **Invariant:** hexes lie as in the mission, pointy or flat; the hexes of one terrain are one path.

use std::collections::BTreeMap;

use serde::Serialize;

use super::scale::place;
use crate::battle::grid::{Orientation, TileId};
use crate::lab::findings::places::BoardFindings;
use crate::lab::words::{count, of_them, share};

/// Tones of ground; rarer terrain shares the last.
const TONES: usize = 6;

/// Levels of color for deaths.
const LEVELS: usize = 6;

/// Half the height of a pointy hex.
const SIZE: f64 = 10.0;

/// Half its width.
const HALF: f64 = 8.66;

/// Where the units of a side die.
#[derive(Debug, Serialize)]
pub(super) struct HeatMap {
    /// The side.
    name: String,
    width: f64,
    height: f64,
    /// Hexes, those below first.
    shapes: Vec<Hexes>,
    /// Where most die, in words.
    told: String,
    /// Colors and how many deaths each stands for.
    scale: Vec<(String, String)>,
}

/// Hexes that are drawn alike.
#[derive(Debug, Serialize)]
struct Hexes {
    class: String,
    path: String,
    told: String,
}

/// Returns the deaths of one side; `None` if it had none.
pub(super) fn map(board: &BoardFindings, side: usize, name: &str) -> Option<HeatMap> {
    let deaths: BTreeMap<u32, u64> = (board.deaths.iter())
        .map(|deaths| (deaths.tile, deaths.by_side[side]))
        .filter(|(_, count)| *count > 0)
        .collect();
    let most = *deaths.values().max()?;
    let total: u64 = deaths.values().sum();
    let hexes = |class: String, tiles: &[TileId], told: String| Hexes {
        class,
        path: tiles.iter().map(|&tile| outline(board, tile)).collect(),
        told,
    };
    let grounds = tones(board).into_iter();
    let grounds =
        grounds.map(|(tone, tiles)| hexes(format!("edge g{tone}"), &tiles, String::new()));
    let fallen = deaths.iter().map(|(&tile, &fallen)| {
        let (column, row) = board.grid.to_offset(TileId(tile));
        let ground = terrain(board, tile).map_or_else(String::new, |name| format!(", {name}"));
        let told = format!(
            "({column}, {row}){ground}: {} of {name}, {} of all",
            of_them(fallen, "death"),
            share(fallen as f64 / total as f64)
        );
        let level = level(fallen, most);
        hexes(format!("edge h{level}"), &[TileId(tile)], told)
    });
    let deadliest = board.deadliest(side)?;
    let (column, row) = board.grid.to_offset(deadliest.tile);
    let told = format!(
        "Most deaths are at ({column}, {row}), ringed: {} of {}, {}.",
        count(deadliest.deaths),
        count(total),
        share(deadliest.share)
    );
    let ring = hexes("ring".into(), &[deadliest.tile], told.clone());
    let (width, height) = extent(board);
    Some(HeatMap {
        name: name.to_owned(),
        width: place(width),
        height: place(height),
        shapes: grounds.chain(fallen).chain([ring]).collect(),
        told,
        scale: scale(most),
    })
}

/// Returns the level of color for so many deaths: each begins at so many times the one before, so that
/// one deadly hex leaves the others their differences.
fn level(count: u64, most: u64) -> usize {
    // Powers of greater numbers have no room; their last digits do not show.
    let spare = (u64::BITS - most.leading_zeros()).saturating_sub(u128::BITS / LEVELS as u32);
    let [count, most] = [count, most].map(|number| u128::from(number >> spare));
    let reaches = |level: &usize| count.pow(LEVELS as u32) >= most.pow(*level as u32);
    (1..LEVELS).rfind(reaches).unwrap_or(0)
}

/// Returns the number of deaths that each color stands for.
fn scale(most: u64) -> Vec<(String, String)> {
    let of_level = |wanted: usize| {
        let mut counts = (1..=most).filter(|&count| level(count, most) == wanted);
        let first = counts.next()?;
        let last = counts.next_back().unwrap_or(first);
        let range = match first == last {
            true => count(first),
            false => format!("{} to {}", count(first), count(last)),
        };
        Some((format!("h{wanted}"), range))
    };
    (0..LEVELS).filter_map(of_level).collect()
}

/// Lists the classes of tones with the names of their terrain, most common first; none where boards
/// differ from seed to seed.
pub(super) fn legend(board: &BoardFindings) -> Vec<(String, String)> {
    let mut names: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for (rank, ground) in by_frequency(board).into_iter().enumerate() {
        let name = board.terrain.get(usize::from(ground));
        let of_tone = names.entry(rank.min(TONES - 1)).or_default();
        of_tone.push(name.map_or("", String::as_str));
    }
    let tones = names.into_iter();
    tones
        .map(|(tone, names)| (format!("g{tone}"), names.join(", ")))
        .collect()
}

/// Returns the terrain of a hex, where it is the same in all battles.
fn terrain(board: &BoardFindings, tile: u32) -> Option<&str> {
    let ground = board
        .grounds
        .get(tile as usize)
        .filter(|_| !board.is_drawn_anew)?;
    board.terrain.get(usize::from(*ground)).map(String::as_str)
}

/// Lists terrain of the board, most common first.
fn by_frequency(board: &BoardFindings) -> Vec<u16> {
    let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
    for &ground in board.grounds.iter().filter(|_| !board.is_drawn_anew) {
        *counts.entry(ground).or_default() += 1;
    }
    let mut grounds: Vec<_> = counts.into_iter().collect();
    grounds.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    grounds.into_iter().map(|(ground, _)| ground).collect()
}

/// Lists the hexes of each tone; all are of the first where boards differ from seed to seed.
fn tones(board: &BoardFindings) -> BTreeMap<usize, Vec<TileId>> {
    let order = by_frequency(board);
    let mut tones: BTreeMap<usize, Vec<TileId>> = BTreeMap::new();
    for tile in board.grid.tiles() {
        let ground = board.grounds.get(tile.index());
        let rank = order.iter().position(|other| Some(other) == ground);
        let tone = rank.unwrap_or(0).min(TONES - 1);
        tones.entry(tone).or_default().push(tile);
    }
    tones
}

fn extent(board: &BoardFindings) -> (f64, f64) {
    let (columns, rows) = (f64::from(board.grid.width), f64::from(board.grid.height));
    match board.grid.layout.orientation() {
        Orientation::Pointy => (HALF * (2.0 * columns + 1.0), SIZE * (1.5 * rows + 0.5)),
        Orientation::Flat => (SIZE * (1.5 * columns + 0.5), HALF * (2.0 * rows + 1.0)),
    }
}

/// Returns path data of a hex.
fn outline(board: &BoardFindings, tile: TileId) -> String {
    let (column, row) = board.grid.to_offset(tile);
    let shift = |line: i32| f64::from(u8::from(board.grid.layout.is_shifted(line)));
    let (x, y) = (f64::from(column), f64::from(row));
    let (start, steps) = match board.grid.layout.orientation() {
        Orientation::Pointy => (
            (HALF * (2.0 * x + 1.0 + shift(row)), SIZE * 1.5 * y),
            "l8.7 5v10l-8.7 5l-8.7 -5v-10z",
        ),
        Orientation::Flat => (
            (SIZE * 1.5 * x, HALF * (2.0 * y + 1.0 + shift(column))),
            "l5 -8.7h10l5 8.7l-5 8.7h-10z",
        ),
    };
    format!("M{} {}{steps}", place(start.0), place(start.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::grid::{Grid, Layout};
    use crate::lab::findings::places::Deaths;

    /// Draws the deaths of the only side on the first hexes of a board.
    fn drawn(deaths: &[u64]) -> HeatMap {
        let board = BoardFindings {
            grid: Grid::new(Layout::PointyOddRows, 6, 4),
            is_drawn_anew: true,
            terrain: Vec::new(),
            grounds: Vec::new(),
            deaths: (0..)
                .zip(deaths)
                .map(|(tile, &count)| Deaths {
                    tile,
                    by_side: vec![count],
                })
                .collect(),
        };
        map(&board, 0, "Squad").expect("somebody died")
    }

    #[test]
    fn one_deadly_hex_leaves_the_others_their_differences() {
        let levels = |map: &HeatMap| -> Vec<usize> {
            let is_drawn = |level: &usize| {
                let class = format!("edge h{level}");
                map.shapes.iter().any(|hexes| hexes.class == class)
            };
            (0..LEVELS).filter(is_drawn).collect()
        };
        assert_eq!(levels(&drawn(&[1, 4, 30, 1000])), [0, 1, 2, 5]);
        assert_eq!(levels(&drawn(&[1, 4, 30])), [0, 2, 5]);
    }

    #[test]
    fn levels_rise_by_the_same_factor() {
        let of = |counts: &[u64], most| -> Vec<_> {
            counts.iter().map(|&count| level(count, most)).collect()
        };
        assert_eq!(of(&[1, 2, 3, 4, 6, 7, 10], 10), [0, 1, 2, 3, 4, 5, 5]);
        let counts = [1, 9, 10, 99, 100, 999_999, 1_000_000];
        assert_eq!(of(&counts, 1_000_000), [0, 0, 1, 1, 2, 5, 5]);
        assert_eq!(of(&[1, u64::MAX / 10, u64::MAX], u64::MAX), [0, 5, 5]);
    }
}

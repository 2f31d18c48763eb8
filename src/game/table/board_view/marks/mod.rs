//! Marks over the ground: reach, zones, danger, where a blow lands, cover, lines of sight.
//!
//! **Invariant:** drawn when [`Marks`] or the palette changed, and only where they differ.

pub(super) mod lines;
pub(super) mod tiles;

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::battle::grid::{Direction, Grid, TileId};
use crate::content::terrain::Cover;
use crate::game::table::art::mark;
use crate::game::table::palette::{Meaning, Palette};

/// What is marked on the board. Whoever fills it writes only what changed.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// Hexes in reach, by what can still be fired from there: 0 nothing, to 3.
    pub reach: Vec<(TileId, u8)>,
    /// Hexes of own units, round which reach has no border.
    pub company: Vec<TileId>,
    /// Hexes that enemies could fire at, from 0 to 3 by how bad it is.
    pub danger: Vec<(TileId, u8)>,
    /// Hexes that a blow would strike, by their ring from its middle.
    pub area: Vec<(TileId, u8)>,
    /// Hexes along a line of sight, and the one that blocks it.
    pub line: Option<(Vec<TileId>, Option<TileId>)>,
    /// Sides of hexes with cover.
    pub cover: Vec<(TileId, Direction, Cover)>,
    /// Sides of hexes that lie open to an enemy.
    pub flanks: Vec<(TileId, Direction)>,
    /// Hexes from which units leave the map.
    pub exits: Vec<TileId>,
    /// Hexes of the objective.
    pub goals: Vec<TileId>,
    /// Hexes on which a unit may be placed.
    pub places: Vec<TileId>,
}

/// Layers of marks, in the order they are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Layer {
    Zone,
    ZoneSign,
    Reach,
    Tint,
    Danger,
    Area,
}

/// What a mark shows: its picture and its tint.
type Look = (u32, [u8; 3]);

/// Marks by layer and hex.
type Wanted = BTreeMap<(Layer, TileId), Look>;

/// Lists the marks by layer and hex.
fn wanted(marks: &Marks, grid: Grid, palette: Palette) -> Wanted {
    let mut wanted = Wanted::new();
    let zones = [
        (&marks.places, Meaning::Place, mark::DASHES, mark::PLACE),
        (&marks.goals, Meaning::Goal, mark::BORDER, mark::GOAL),
        (&marks.exits, Meaning::Exit, mark::BORDER, mark::EXIT),
    ];
    for (tiles, meaning, border, sign) in zones {
        let color = palette.color(meaning);
        for &tile in tiles {
            let mask = rim(grid, tile, |near| tiles.contains(&near));
            wanted.insert((Layer::Zone, tile), (border + mask, color));
            wanted.insert((Layer::ZoneSign, tile), (sign, color));
        }
    }
    let reach: BTreeMap<TileId, u8> = marks.reach.iter().copied().collect();
    for (&tile, &level) in &reach {
        // Those from which something can be fired have a border of their own.
        let can_fire = level > 0;
        let mask = rim(grid, tile, |near| {
            let goes_on = |&level: &u8| !can_fire || level > 0;
            reach.get(&near).is_some_and(goes_on) || marks.company.contains(&near)
        });
        let meaning = if can_fire {
            Meaning::ReachFire
        } else {
            Meaning::Reach
        };
        let color = palette.color(meaning);
        let border = if can_fire { mark::BORDER } else { mark::DASHES };
        wanted.insert((Layer::Reach, tile), (border + mask, color));
        let tint = mark::TINT + u32::from(level.min(3));
        wanted.insert((Layer::Tint, tile), (tint, color));
    }
    for &(tile, level) in &marks.danger {
        let picture = mark::DANGER + u32::from(level.min(3));
        wanted.insert(
            (Layer::Danger, tile),
            (picture, palette.color(Meaning::Danger)),
        );
    }
    for &(tile, ring) in &marks.area {
        let picture = mark::AREA + u32::from(ring.min(3));
        wanted.insert((Layer::Area, tile), (picture, palette.color(Meaning::Area)));
    }
    wanted
}

/// Returns, as bits, the sides beyond which nothing belongs to the same marks.
fn rim(grid: Grid, tile: TileId, belongs: impl Fn(TileId) -> bool) -> u32 {
    Direction::ALL
        .into_iter()
        .filter(|&side| !grid.neighbor(tile, side).is_some_and(&belongs))
        .fold(0, |mask, side| mask | 1 << side.number())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::grid::Layout;

    const GRID: Grid = Grid::new(Layout::PointyOddRows, 6, 1);

    fn tile(column: i32) -> TileId {
        GRID.from_offset(column, 0).expect("on the board")
    }

    #[test]
    fn reach_has_a_border_only_where_it_ends_and_another_where_fire_ends() {
        let marks = Marks {
            reach: vec![(tile(0), 2), (tile(1), 1), (tile(2), 0), (tile(3), 0)],
            ..Marks::default()
        };
        let wanted = wanted(&marks, GRID, Palette::Normal);
        let border = |column| wanted[&(Layer::Reach, tile(column))].0;
        let (east, west) = (1, 1 << 3);
        let beyond = 0b110110;
        assert_eq!(border(0), mark::BORDER + beyond + west);
        assert_eq!(border(1), mark::BORDER + beyond + east, "fire ends here");
        assert_eq!(
            border(2),
            mark::DASHES + beyond,
            "reach goes on on both sides"
        );
        assert_eq!(border(3), mark::DASHES + beyond + east);
        assert_eq!(wanted[&(Layer::Tint, tile(0))].0, mark::TINT + 2);
    }

    #[test]
    fn reach_has_no_border_round_a_friend() {
        let marks = Marks {
            reach: vec![(tile(0), 1), (tile(2), 0)],
            company: vec![tile(1)],
            ..Marks::default()
        };
        let wanted = wanted(&marks, GRID, Palette::Normal);
        let (east, west) = (1, 1 << 3);
        let border = |column| wanted[&(Layer::Reach, tile(column))].0;
        assert_eq!(border(0) & east, 0);
        assert_eq!((border(2) - mark::DASHES) & west, 0);
    }

    #[test]
    fn marks_of_several_kinds_lie_over_each_other_on_one_hex() {
        let marks = Marks {
            reach: vec![(tile(1), 3)],
            danger: vec![(tile(1), 9)],
            area: vec![(tile(1), 0)],
            exits: vec![tile(1)],
            ..Marks::default()
        };
        let wanted = wanted(&marks, GRID, Palette::Normal);
        assert_eq!(
            wanted.len(),
            6,
            "reach, tint, danger, area, zone and its sign"
        );
        assert_eq!(wanted[&(Layer::Danger, tile(1))].0, mark::DANGER + 3);
        assert_eq!(wanted[&(Layer::ZoneSign, tile(1))].0, mark::EXIT);
    }
}

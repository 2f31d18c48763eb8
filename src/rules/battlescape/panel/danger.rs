//! Where enemies could fire at: those seen, remembered or heard.
//!
//! **Invariant:** built from what the side knows; an enemy that was only heard threatens a few hexes
//! around the noise, never more than the farthest weapon any kind carries.

use std::collections::BTreeMap;

use crate::battle::grid::TileId;
use crate::rules::battlescape::attack;
use crate::rules::battlescape::side_view::SideView;

/// How sure an enemy's place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Surety {
    /// Only heard.
    Heard,
    /// Seen before.
    Remembered,
    /// In sight.
    Seen,
}

/// A place from which an enemy may fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The place.
    pub tile: TileId,
    /// How far it fires, hexes.
    pub reach: u16,
    /// How sure it is.
    pub surety: Surety,
}

/// Lists the places from which enemies may fire.
pub fn sources(view: SideView) -> Vec<Source> {
    let reach = |weapon| attack::reach(view.figures(), weapon);
    let seen = view.enemies().map(|id| Source {
        tile: view.unit(id).tile,
        reach: reach(view.weapon(id)),
        surety: Surety::Seen,
    });
    let content = view.rulebook().content();
    let remembered = view.last_seen().map(|(id, sighting)| Source {
        tile: sighting.tile,
        reach: reach(content.weapon(view.kind(id).weapon)),
        surety: Surety::Remembered,
    });
    let farthest = (content.units.iter())
        .map(|kind| reach(content.weapon(kind.weapon)))
        .max()
        .unwrap_or(0);
    let heard = view.traces().map(|trace| Source {
        tile: trace.tile,
        reach: farthest.min(HEARD_REACH),
        surety: Surety::Heard,
    });
    seen.chain(remembered).chain(heard).collect()
}

/// Hexes around a noise that are marked: it tells neither weapon nor exact place.
const HEARD_REACH: u16 = 10;

/// Works out how many of the sources could fire at each known hex: the hexes that any could, in
/// order, with the number of seen or remembered enemies, at least 1.
pub fn danger(view: SideView) -> Vec<(TileId, u8)> {
    let sources = sources(view);
    let grid = view.grid();
    let layers = view.layers();
    let mut map: BTreeMap<TileId, u8> = BTreeMap::new();
    for source in sources {
        let center = grid.hex(source.tile);
        for hex in center.range(u32::from(source.reach)) {
            let Some(tile) = grid.tile(hex) else { continue };
            let is_open = layers.is_known(tile) && layers.entry_percent(tile).is_some();
            if is_open && (tile == source.tile || view.line(source.tile, tile).open) {
                let count = map.entry(tile).or_insert(0);
                if source.surety != Surety::Heard || *count == 0 {
                    *count = count.saturating_add(1);
                }
            }
        }
    }
    map.into_iter().collect()
}

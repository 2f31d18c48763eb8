//! What every hex of the board shows: the only thing the drawing of the board looks at.
//!
//! During a battle it follows what the player's side knows; any other screen may fill it itself with
//! [`Scenery::begin`] and [`Scenery::set`].
//!
//! **Invariant:** [`Scenery::changed`] lists each hex whose look is not yet drawn.

use std::sync::Arc;

use bevy::prelude::*;

use crate::battle::board::Board;
use crate::battle::grid::{Direction, Grid, TileId};
use crate::battle::knowledge::{Knowledge, Sight};
use crate::battle::step::HumanSides;
use crate::battle::unit::Side;
use crate::content::Catalog;
use crate::content::terrain::{HexsideId, Terrain, TerrainId};
use crate::game::rules::playable::{Playable, rules};
use crate::game::shell::session::{Moment, Session};
use crate::game::table::playback::{Lookout, OnShow, Playback};
use crate::mission::Mission;
use crate::with_rules;

/// What one hex shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexLook {
    /// Terrain kind.
    pub terrain: TerrainId,
    /// Elevation in levels.
    pub elevation: i8,
    /// Whether it is seen, remembered or unknown.
    pub sight: Sight,
    /// Turns it still burns.
    pub fire: u8,
    /// Smoke density, 0 to 3.
    pub smoke: u8,
    /// Turns a poisonous cloud still hangs over it.
    pub gas: u8,
    /// Whether a flare lights it.
    pub is_lit: bool,
    /// Features of its sides, by direction.
    pub hexsides: [HexsideId; 6],
}

impl Default for HexLook {
    fn default() -> Self {
        Self {
            terrain: TerrainId::default(),
            elevation: 0,
            sight: Sight::Hidden,
            fire: 0,
            smoke: 0,
            gas: 0,
            is_lit: false,
            hexsides: [HexsideId::default(); 6],
        }
    }
}

impl HexLook {
    /// Whether it may be shown at all.
    pub fn is_known(&self) -> bool {
        self.sight != Sight::Hidden
    }
}

/// What the board shows, hex by hex.
#[derive(Resource, Default)]
pub struct Scenery {
    grid: Grid,
    catalog: Option<Arc<Catalog>>,
    is_night: bool,
    generation: u32,
    looks: Vec<HexLook>,
    changed: Vec<TileId>,
    is_changed: Vec<bool>,
}

impl Scenery {
    /// Whether this is the board of a grid with ground of some content.
    pub fn is_of(&self, grid: Grid, catalog: &Arc<Catalog>) -> bool {
        let own = self.catalog.as_ref();
        self.grid == grid && own.is_some_and(|own| Arc::ptr_eq(own, catalog))
    }

    /// Begins another board, of which nothing is seen yet.
    pub fn begin(&mut self, grid: Grid, catalog: &Arc<Catalog>, is_night: bool) {
        *self = Self {
            grid,
            catalog: Some(catalog.clone()),
            is_night,
            generation: self.generation + 1,
            looks: vec![HexLook::default(); grid.len()],
            changed: grid.tiles().collect(),
            is_changed: vec![true; grid.len()],
        };
    }

    /// Shows the board of a mission in full view, by day.
    pub fn show(&mut self, mission: &Mission) {
        let board = &mission.board;
        self.begin(board.grid, &mission.catalog, false);
        for tile in board.grid.tiles() {
            let mut look = HexLook {
                terrain: board.tiles[tile.index()].terrain,
                elevation: board.elevation[tile.index()],
                sight: Sight::Visible,
                ..HexLook::default()
            };
            for &(at, side, feature) in &board.hexsides {
                if at == tile {
                    look.hexsides[usize::from(side.number())] = feature;
                }
            }
            self.set(tile, look);
        }
    }

    /// Shows nothing any more.
    pub fn clear(&mut self) {
        *self = Self {
            generation: self.generation + 1,
            ..Self::default()
        };
    }

    /// Says what a hex shows.
    pub fn set(&mut self, tile: TileId, look: HexLook) {
        let shown = &mut self.looks[tile.index()];
        if *shown != look {
            *shown = look;
            if !std::mem::replace(&mut self.is_changed[tile.index()], true) {
                self.changed.push(tile);
            }
        }
    }

    /// Returns what a hex shows.
    pub fn look(&self, tile: TileId) -> &HexLook {
        &self.looks[tile.index()]
    }

    /// Returns the terrain kind a hex shows.
    pub fn terrain(&self, tile: TileId) -> &Terrain {
        let catalog = self.catalog.as_ref().expect("a board has a catalog");
        catalog.terrain(self.look(tile).terrain)
    }

    /// Returns the definitions the board is made of; `None` while there is no board.
    pub fn catalog(&self) -> Option<&Arc<Catalog>> {
        self.catalog.as_ref()
    }

    /// Returns layout and size; empty while there is no board.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Whether it is night.
    pub fn is_night(&self) -> bool {
        self.is_night
    }

    /// Returns a number that grows with every board begun or cleared.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// Lists the hexes whose look changed since it was last drawn.
    pub fn changed(&self) -> &[TileId] {
        &self.changed
    }

    /// Notes that all was drawn.
    pub(super) fn note_drawn(&mut self) {
        for tile in self.changed.drain(..) {
            self.is_changed[tile.index()] = false;
        }
    }
}

/// Returns the side the player looks for.
pub fn viewer(humans: &HumanSides) -> Side {
    humans.0.first().copied().unwrap_or_default()
}

/// What the scenery of a battle was last filled from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Seen {
    scenery: u32,
    moment: Moment,
    /// How often sight changed in what is played back, where that tells it.
    told: Option<u32>,
}

/// What a battle shows of its board.
pub(super) struct View {
    grid: Grid,
    catalog: Arc<Catalog>,
    is_night: bool,
    looks: Vec<HexLook>,
}

/// Looks at the board with the eyes of the player's side, when something happened.
pub(super) fn view(world: &World, mut last: Local<Option<Seen>>) -> Option<View> {
    let mission = world.resource::<Session>().mission.as_ref()?;
    let of = Seen {
        scenery: world.resource::<Scenery>().generation,
        moment: Moment::of(world),
        told: told(world).map(Lookout::revision),
    };
    if last.replace(of) == Some(of) {
        return None;
    }
    let (is_night, lights) = with_rules!(rules(world), R => R::lights(world));
    Some(View {
        grid: world.resource::<Board>().grid,
        catalog: mission.catalog.clone(),
        is_night,
        looks: look_around(world, of.moment.side(), &lights, told(world)),
    })
}

/// Shows what there is to be seen of a battle, if that is news.
pub(super) fn follow_battle(In(view): In<Option<View>>, mut scenery: ResMut<Scenery>) {
    let Some(view) = view else { return };
    let is_same = scenery.grid == view.grid
        && scenery.is_night == view.is_night
        && (scenery.catalog.as_ref()).is_some_and(|old| Arc::ptr_eq(old, &view.catalog));
    if !is_same {
        scenery.begin(view.grid, &view.catalog, view.is_night);
    }
    for (tile, look) in view.grid.tiles().zip(view.looks) {
        scenery.set(tile, look);
    }
}

/// Returns what the side sees by the scene on show, while one is and scenes tell that.
fn told(world: &World) -> Option<&Lookout> {
    let plays = !world.resource::<Playback>().is_empty();
    (world.resource::<OnShow>().lookout.as_ref()).filter(|_| plays)
}

/// Lists what every hex of a battle shows to a side, given where lights are and how far they reach; while
/// scenes tell what it sees, by them.
pub fn look_around(
    world: &World,
    side: Side,
    lights: &[(TileId, u8)],
    told: Option<&Lookout>,
) -> Vec<HexLook> {
    let board = world.resource::<Board>();
    let known = world.resource::<Knowledge>().of(side);
    let (grid, layers) = (board.grid, &known.layers);
    // A feature between two hexes is known with either.
    let hexside = |tile: TileId, direction: Direction| {
        let other = grid.neighbor(tile, direction);
        let is_known = layers.is_known(tile) || other.is_some_and(|other| layers.is_known(other));
        match is_known {
            true => board.hexside(tile, direction),
            false => HexsideId::default(),
        }
    };
    let look = |tile: TileId| {
        let sight = told.map_or_else(|| known.sight(tile), |told| told.sight(tile));
        if sight == Sight::Hidden {
            return HexLook::default();
        }
        let state = layers.state(tile);
        HexLook {
            terrain: state.terrain,
            elevation: layers.elevation(tile),
            sight,
            fire: state.fire,
            smoke: state.smoke,
            gas: state.gas,
            is_lit: (lights.iter())
                .any(|&(light, radius)| grid.distance(light, tile) <= u32::from(radius)),
            hexsides: Direction::ALL.map(|side| hexside(tile, side)),
        }
    };
    grid.tiles().map(look).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::grid::Layout;
    use crate::content;

    #[test]
    fn a_hex_is_listed_once_when_its_look_changes_and_not_when_it_stays() {
        let catalog = Arc::new(content::load_default().unwrap_or_else(|error| panic!("{error}")));
        let mut scenery = Scenery::default();
        scenery.begin(Grid::new(Layout::PointyOddRows, 4, 3), &catalog, false);
        assert_eq!(
            scenery.changed().len(),
            12,
            "all of a new board is to be drawn"
        );
        scenery.note_drawn();
        let burning = HexLook {
            fire: 2,
            ..HexLook::default()
        };
        scenery.set(TileId(5), burning);
        scenery.set(TileId(5), HexLook { fire: 1, ..burning });
        scenery.set(TileId(6), HexLook::default());
        assert_eq!(scenery.changed(), [TileId(5)]);
        scenery.note_drawn();
        assert!(scenery.changed().is_empty());
    }
}

//! A map that was checked: its hexes, its tilesets, what lies on it.
//!
//! **Invariant:** every layer has a tile or none for every hex, and every tile is of a tileset.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::battle::grid::{Grid, Layout};
use crate::mission::load::MAX_SIDE;
use crate::plain::plain;

use super::source::{LayerSource, ObjectSource, OldProperties, Properties, Source, TilesetSource};
use super::{ImportError, MAX_DEPTH, MAX_TILESETS, data, tileset_in};

/// Name of the layer that holds heights.
const HEIGHTS: &str = "heights";

/// A hexagonal map.
pub(super) struct Map {
    pub grid: Grid,
    /// Width and height of a hex, and length of its sides, pixels.
    pub hex: (f64, f64, f64),
    pub properties: Properties,
    tilesets: Vec<Tileset>,
    /// Layers of ground from the bottom to the top.
    pub layers: Vec<Layer>,
    pub heights: Option<Layer>,
    /// Objects, each with the name of its layer.
    pub objects: Vec<(String, ObjectSource)>,
}

/// A layer of tiles, by their numbers; 0 is none.
pub(super) struct Layer {
    pub name: String,
    pub cells: Vec<u32>,
}

/// A tileset.
struct Tileset {
    first: u32,
    name: String,
    /// Number of its tiles, if its file could be read.
    count: Option<u32>,
    tiles: BTreeMap<u32, Tile>,
}

/// What is said of a tile.
#[derive(Clone, Debug, Default)]
pub(super) struct Tile {
    pub class: String,
    pub image: String,
    pub properties: Properties,
}

/// A tile by its tileset and its number there.
pub(super) struct Named<'m> {
    pub set: &'m str,
    pub number: u32,
    pub tile: Option<&'m Tile>,
}

impl Map {
    /// Checks a map of a file.
    pub fn of(source: Source, file: &Path, notes: &mut Vec<String>) -> Result<Self, ImportError> {
        let wrong = ImportError::at(file);
        let grid = grid(&source).map_err(&wrong)?;
        let pixels = |number: u32| f64::from(number);
        let mut map = Self {
            grid,
            hex: (
                pixels(source.tilewidth),
                pixels(source.tileheight),
                pixels(source.hexsidelength),
            ),
            properties: source.properties,
            tilesets: tilesets(source.tilesets, file, notes)?,
            layers: Vec::new(),
            heights: None,
            objects: Vec::new(),
        };
        map.take_layers(source.layers, true, 0, notes)
            .map_err(&wrong)?;
        if map.layers.is_empty() {
            let why = "has no visible tile layer".to_owned();
            return Err(wrong(why));
        }
        map.check_tiles().map_err(&wrong)?;
        Ok(map)
    }

    /// Takes over layers in order, those in groups among them.
    fn take_layers(
        &mut self,
        layers: Vec<LayerSource>,
        is_shown: bool,
        depth: usize,
        notes: &mut Vec<String>,
    ) -> Result<(), String> {
        if depth > MAX_DEPTH {
            return Err(format!(
                "layer groups are nested more than {MAX_DEPTH} deep"
            ));
        }
        for layer in layers {
            let name = plain(&layer.name);
            let is_heights = layer.name.trim().eq_ignore_ascii_case(HEIGHTS);
            let is_shown = is_shown && layer.visible;
            match layer.kind.as_str() {
                "group" => self.take_layers(layer.layers, is_shown, depth + 1, notes)?,
                "tilelayer" if !is_shown && !is_heights => {
                    notes.push(format!("layer {name:?} is hidden and was skipped"));
                }
                "tilelayer" => {
                    let cells = self.cells(layer);
                    let cells = cells.map_err(|why| format!("layer {name:?}: {why}"))?;
                    let layer = Layer { name, cells };
                    match is_heights {
                        true => self.heights = Some(layer),
                        false => self.layers.push(layer),
                    }
                }
                "objectgroup" if !is_shown => {
                    notes.push(format!("layer {name:?} is hidden and was skipped"));
                }
                "objectgroup" => {
                    let objects = layer.objects.into_iter();
                    (self.objects).extend(objects.map(|object| (layer.name.clone(), object)));
                }
                _ => notes.push(format!("layer {name:?} has no tiles and was skipped")),
            }
        }
        Ok(())
    }

    fn cells(&self, layer: LayerSource) -> Result<Vec<u32>, String> {
        if layer.chunks.is_some() {
            return Err(INFINITE.into());
        }
        let (width, height) = (self.grid.width, self.grid.height);
        if (layer.width, layer.height) != (width.into(), height.into()) {
            return Err(format!(
                "it has {}×{} hexes, but the map has {width}×{height}",
                layer.width, layer.height
            ));
        }
        data::numbers(layer, self.grid.len())
    }

    /// Returns a tile by its number on the map; 0 and numbers of no tileset are none.
    pub fn tile(&self, number: u32) -> Option<Named<'_>> {
        let after = self.tilesets.partition_point(|set| set.first <= number);
        let set = &self.tilesets[after.checked_sub(1)?];
        let own = number - set.first;
        let tile = set.tiles.get(&own);
        // Numbers in collections of pictures have gaps.
        let is_in = tile.is_some() || set.count.is_none_or(|count| own < count);
        is_in.then_some(Named {
            set: &set.name,
            number: own,
            tile,
        })
    }

    fn check_tiles(&self) -> Result<(), String> {
        for layer in self.layers.iter().chain(&self.heights) {
            let mut sound = BTreeSet::from([0]);
            for (tile, number) in self.grid.tiles().zip(&layer.cells) {
                if sound.contains(number) {
                    continue;
                }
                if self.tile(*number).is_none() {
                    let (column, row) = self.grid.to_offset(tile);
                    let name = &layer.name;
                    return Err(format!(
                        "layer {name:?}, hex ({column}, {row}): tile {number} is in no tileset"
                    ));
                }
                sound.insert(*number);
            }
        }
        Ok(())
    }
}

/// What is said of a map without bounds.
const INFINITE: &str =
    "the map is infinite: clear \"Infinite\" in the properties of the map, and save it again";

/// Returns layout and size of a map, if it has hexes.
fn grid(source: &Source) -> Result<Grid, String> {
    match source.orientation.as_str() {
        "hexagonal" => {}
        "" => return Err("is not a Tiled map: it has no orientation".into()),
        other => {
            return Err(format!("is {other}: only hexagonal maps can be imported"));
        }
    }
    if source.infinite {
        return Err(INFINITE.into());
    }
    // Tiled takes y and odd where nothing is said.
    let layout = match (source.staggeraxis.as_str(), source.staggerindex.as_str()) {
        ("y" | "", "odd" | "") => Layout::PointyOddRows,
        ("y" | "", "even") => Layout::PointyEvenRows,
        ("x", "odd" | "") => Layout::FlatOddColumns,
        ("x", "even") => Layout::FlatEvenColumns,
        (axis, index) => {
            return Err(format!(
                "its stagger axis is {axis:?} and its stagger index {index:?} (allowed: x and y, odd and even)"
            ));
        }
    };
    let side = |length: u32| {
        let length = u16::try_from(length).ok();
        length.filter(|length| (2..=MAX_SIDE).contains(&usize::from(*length)))
    };
    match (side(source.width), side(source.height)) {
        (Some(width), Some(height)) => Ok(Grid::new(layout, width, height)),
        _ => Err(format!(
            "is {}×{} hexes; from 2 to {MAX_SIDE} are allowed each way",
            source.width, source.height
        )),
    }
}

/// Reads the tilesets of a map, in order of their numbers.
fn tilesets(
    sources: Vec<TilesetSource>,
    file: &Path,
    notes: &mut Vec<String>,
) -> Result<Vec<Tileset>, ImportError> {
    let wrong = ImportError::at(file);
    if sources.len() > MAX_TILESETS {
        return Err(wrong(format!("has more than {MAX_TILESETS} tilesets")));
    }
    let mut sets = Vec::new();
    for source in sources {
        let first = source.firstgid;
        sets.push(match &source.source {
            None => Tileset::of(source, first),
            Some(name) => external(name, first, file, notes)?,
        });
    }
    sets.sort_by_key(|set| set.first);
    let is_sound = sets.first().is_none_or(|set| set.first > 0)
        && sets.windows(2).all(|pair| pair[0].first < pair[1].first);
    match is_sound {
        true => Ok(sets),
        false => Err(wrong(
            "two tilesets begin with the same tile, or one with 0".into(),
        )),
    }
}

/// Reads a tileset beside the map; the tiles of a missing one have no names or hints.
fn external(
    name: &str,
    first: u32,
    file: &Path,
    notes: &mut Vec<String>,
) -> Result<Tileset, ImportError> {
    let path = file.with_file_name(name);
    let called = plain(
        Path::new(name)
            .file_stem()
            .map_or(name.into(), |stem| stem.to_string_lossy())
            .as_ref(),
    );
    Ok(match tileset_in(&path)? {
        Ok(mut source) => {
            if source.name.is_empty() {
                source.name = called;
            }
            Tileset::of(source, first)
        }
        Err(why) => {
            notes.push(format!(
                "tileset {:?}: {why}; its tiles are known by number only",
                plain(name)
            ));
            Tileset {
                first,
                name: called,
                count: None,
                tiles: BTreeMap::new(),
            }
        }
    })
}

impl Tileset {
    fn of(source: TilesetSource, first: u32) -> Self {
        let tiles = source.tiles.into_iter().map(|tile| {
            let about = Tile {
                class: tile.class,
                image: tile.image,
                properties: tile.properties,
            };
            (tile.id, about)
        });
        let mut tiles: BTreeMap<_, _> = tiles.collect();
        for (id, OldProperties(more)) in source.tileproperties {
            tiles.entry(id).or_default().properties.extend(more);
        }
        Self {
            first,
            name: plain(&source.name),
            count: source.tilecount,
            tiles,
        }
    }
}

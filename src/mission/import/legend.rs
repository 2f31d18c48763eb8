//! The legend of a mission that a map becomes: one letter for the tiles of a known terrain, and one for each
//! kind of tile that names none.
//!
//! **Invariant:** no two entries have the same letter.

use std::collections::BTreeMap;
use std::path::Path;

use crate::content::Catalog;
use crate::content::terrain::TerrainId;
use crate::mission::edit::{Forms, Fresh, new_char, quoted};

use super::map::{Map, Named};
use super::write::short;

/// Most letters of a legend that is made; further kinds of tiles share the last.
const MAX_LETTERS: usize = 300;
/// Most tiles that a comment names.
const MAX_NAMED: usize = 4;

/// One letter of a legend.
pub(super) struct Kind {
    pub letter: char,
    terrain: String,
    id: TerrainId,
    /// Whether its tiles name the terrain.
    pub is_known: bool,
    /// Its tiles, in words.
    tiles: Vec<String>,
    /// Tiles that are not named.
    more: usize,
}

/// What the hexes of a map become.
pub(super) struct Legend {
    pub kinds: Vec<Kind>,
    /// The kind of each hex.
    hexes: Vec<usize>,
}

impl Legend {
    pub fn of(map: &Map, fresh: &Fresh, forms: &Forms, catalog: &Catalog) -> Result<Self, String> {
        let plain_ground = (catalog.terrain_named(fresh.ground))
            .ok_or_else(|| format!("the content has no terrain {:?}", fresh.ground))?;
        let is_allowed = |id: TerrainId| {
            let terrains = &forms.ground.terrains;
            terrains.is_empty() || terrains.iter().any(|(known, _)| *known == id)
        };
        let mut legend = Self {
            kinds: Vec::new(),
            hexes: Vec::with_capacity(map.grid.len()),
        };
        let mut known = BTreeMap::new();
        for index in 0..map.grid.len() {
            let number = deciding(map, index);
            let kind = match known.get(&number) {
                Some(kind) => *kind,
                None => {
                    let tile = map.tile(number);
                    let named = tile.as_ref().and_then(|tile| terrain(tile, catalog));
                    let named = named.filter(|id| is_allowed(*id));
                    let words = tile.as_ref().map_or("no tile".into(), words);
                    let kind = legend.kind(named, plain_ground, words, catalog)?;
                    known.insert(number, kind);
                    kind
                }
            };
            legend.hexes.push(kind);
        }
        Ok(legend)
    }

    /// Returns the letter for a tile: that of its terrain, or one of its own.
    fn kind(
        &mut self,
        named: Option<TerrainId>,
        plain_ground: TerrainId,
        words: String,
        catalog: &Catalog,
    ) -> Result<usize, String> {
        let is_full = self.kinds.len() >= MAX_LETTERS;
        let shared = match named {
            Some(id) => self
                .kinds
                .iter()
                .position(|kind| kind.is_known && kind.id == id),
            None if is_full => self.kinds.iter().rposition(|kind| !kind.is_known),
            None => None,
        };
        if let Some(place) = shared {
            let kind = &mut self.kinds[place];
            match kind.tiles.len() < MAX_NAMED {
                true => kind.tiles.push(words),
                false => kind.more += 1,
            }
            return Ok(place);
        }
        let id = named.unwrap_or(plain_ground);
        let terrain = catalog.terrain(id).key.clone();
        let taken = self.kinds.iter().map(|kind| (kind.letter, String::new()));
        let taken: Vec<_> = taken.collect();
        let is_free = |letter: &char| taken.iter().all(|(other, _)| other != letter);
        let letter = match named {
            Some(_) => new_char(&terrain, &taken),
            // What is to be chosen has the next letter of the alphabet.
            None => ('A'..='Z').chain('a'..='z').find(is_free),
        };
        let letter = letter.or_else(|| new_char("", &taken)).or_else(|| {
            let letters = ('Α'..='ω').chain('А'..='я');
            letters.filter(|c| c.is_alphabetic()).find(is_free)
        });
        self.kinds.push(Kind {
            letter: letter.ok_or("has more kinds of tiles than available letters")?,
            terrain,
            id,
            is_known: named.is_some(),
            tiles: vec![words],
            more: 0,
        });
        Ok(self.kinds.len() - 1)
    }

    /// Returns the terrain of each hex.
    pub fn terrains(&self) -> Vec<TerrainId> {
        self.hexes.iter().map(|kind| self.kinds[*kind].id).collect()
    }

    /// Returns the letter of each hex.
    pub fn cells(&self) -> Vec<char> {
        let letter = |kind: &usize| self.kinds[*kind].letter;
        self.hexes.iter().map(letter).collect()
    }

    /// Writes the legend, a letter a line; those to choose come last.
    pub fn written(&self) -> String {
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        kinds.sort_by_key(|kind| !kind.is_known);
        let line = |kind: &&Kind| {
            let mark = if kind.is_known { "" } else { "CHOOSE: " };
            let more = match kind.more {
                0 => String::new(),
                more => format!(", {more} more"),
            };
            let (letter, tiles) = (kind.letter, kind.tiles.join(", "));
            let terrain = quoted(&kind.terrain);
            format!("            {letter:?}: {terrain}, // {mark}{tiles}{more}\n")
        };
        kinds.iter().map(line).collect()
    }
}

/// Returns the number of the tile that decides what a hex is: the topmost there is.
pub(super) fn deciding(map: &Map, index: usize) -> u32 {
    let numbers = map.layers.iter().rev().map(|layer| layer.cells[index]);
    { numbers }.find(|number| *number != 0).unwrap_or(0)
}

/// Returns the terrain that a tile names: its property `terrain`, its class, or the name of its picture.
fn terrain(tile: &Named, catalog: &Catalog) -> Option<TerrainId> {
    let about = tile.tile?;
    let key = |name: &str| {
        let name = name.trim().to_lowercase();
        name.replace([' ', '-'], "_")
    };
    let picture = Path::new(&about.image).file_stem();
    let picture = picture.map(|stem| stem.to_string_lossy().into_owned());
    let hints = [
        about.properties.get("terrain").cloned(),
        Some(about.class.clone()),
        picture,
    ];
    let find = |hint: String| {
        let hint = key(&hint);
        let is_it = |id: &TerrainId| {
            let terrain = catalog.terrain(*id);
            terrain.key == hint || key(&terrain.name) == hint
        };
        let all = (0..catalog.terrains.len()).filter_map(|id| u8::try_from(id).ok());
        all.map(TerrainId).find(is_it)
    };
    hints.into_iter().flatten().find_map(find)
}

/// Names a tile.
fn words(tile: &Named) -> String {
    let number = tile.number;
    let mut text = format!("{:?} tile {number}", short(tile.set));
    if let Some(about) = tile.tile {
        let hint = about.properties.get("terrain").unwrap_or(&about.class);
        let picture = Path::new(&about.image).file_name().unwrap_or_default();
        let picture = picture.to_string_lossy();
        for name in [hint.as_str(), &picture] {
            if !name.trim().is_empty() {
                text.push_str(&format!(" {:?}", short(name)));
            }
        }
    }
    text
}

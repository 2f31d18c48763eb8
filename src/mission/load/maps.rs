//! Reads the further maps of a mission, for rule sets whose battles go over several.
//!
//! **Invariant:** a map that is handed out can be entered; ids count from the mission's own board, which is
//! the first map.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::battle::map::{MapId, MapSetup};
use crate::content::reader::Fields;
use crate::content::tree::Node;
use crate::mission::BoardSetup;

use super::{Ground, Loader, MAX_SIDE};

/// Most further maps of a mission.
const MAX_MAPS: usize = 100;
/// Most hexes of all of them together.
const MAX_HEXES: usize = MAX_SIDE * MAX_SIDE;

/// A further map of a mission.
pub struct MapDraft<'n> {
    /// Its id.
    pub id: MapId,
    /// Its name.
    pub name: String,
    /// Its board and zones.
    pub ground: Ground,
    /// What else is said of it, for the rule set to read.
    pub fields: Fields<'n>,
}

impl Loader {
    /// Reads further maps, `{"Ford": (board: Drawn(...), zones: {...}, ...)}`, which are part of the mission
    /// then.
    pub fn maps<'n>(&mut self, node: &'n Node) -> Vec<MapDraft<'n>> {
        let expected = "maps by name: {\"Ford\": (board: Drawn(...))}";
        let entries = self.reader.entries(node, expected).unwrap_or_default();
        if entries.len() > MAX_MAPS {
            let message = format!("at most {MAX_MAPS} maps are allowed, not {}", entries.len());
            self.reader.problem(node.place, message);
        }
        let mut drafts: Vec<MapDraft> = Vec::new();
        let mut hexes = 0;
        for (id, (key, node)) in (1..).zip(entries.iter().take(MAX_MAPS)) {
            let name = self.reader.name(key, "map name").unwrap_or_default();
            if drafts.iter().any(|other| other.name == name) {
                let message = format!("map {name:?} is given twice");
                self.reader.problem(key.place, message);
            }
            let Some(mut fields) = self.reader.fields(node, "map") else {
                continue;
            };
            let board = fields.need(&mut self.reader, "board");
            let board = board.and_then(|node| self.any_board(node));
            // What stands on a board that cannot be read says nothing.
            self.is_drawn &= board.is_some();
            let (setup, given) = board.unwrap_or_else(|| (BoardSetup::largest(), BTreeMap::new()));
            hexes += setup.grid.len();
            let zones = fields.get("zones");
            let mut zones = zones
                .map(|node| self.zones(node, setup.grid))
                .unwrap_or_default();
            for (name, tiles) in given {
                zones.entry(name).or_insert(tiles);
            }
            drafts.push(MapDraft {
                id: MapId(id),
                name: name.to_owned(),
                ground: (setup, zones),
                fields,
            });
        }
        if hexes > MAX_HEXES && self.is_drawn {
            let message = format!("maps of {hexes} hexes in all; at most {MAX_HEXES} are allowed");
            self.reader.problem(node.place, message);
        }
        let setups = drafts.iter().map(|draft| MapSetup {
            name: draft.name.clone(),
            board: draft.ground.0.clone(),
        });
        self.maps = setups.collect();
        drafts
    }

    /// Reads the name of a further map.
    pub fn map(&mut self, node: &Node) -> Option<MapId> {
        let names: Vec<_> = self.maps.iter().map(|map| map.name.as_str()).collect();
        let at = self.reader.among(node, "map", &names)?;
        u8::try_from(at + 1).ok().map(MapId)
    }

    /// Lists the maps of a mission of this name and board, if it has others.
    pub(super) fn all_maps(&mut self, name: &str, board: &BoardSetup) -> Arc<[MapSetup]> {
        let others = std::mem::take(&mut self.maps);
        let first = (!others.is_empty()).then(|| MapSetup {
            name: name.to_owned(),
            board: board.clone(),
        });
        first.into_iter().chain(others).collect()
    }
}

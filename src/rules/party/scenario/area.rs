//! What the maps of a mission are for: zones to arrive on, to escape from, or to come and go by, and what
//! stands and lies about.
//!
//! **Invariant:** zones are on maps of the kind that they are for, and somebody can stand in them.

use super::objects;
use crate::battle::grid::TileId;
use crate::content::declare::choices;
use crate::content::reader::Fields;
use crate::content::tree::Node;
use crate::mission::{Ground, Loader};
use crate::rules::party::objects::Object;

/// What a map is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// What kind of map it is.
    pub map: Map,
    /// Where the party and its enemies arrive on a combat map that draws it (§7).
    pub start: Option<[Vec<TileId>; 2]>,
    /// Where the party escapes from a combat map (§7); nowhere if there are no hexes.
    pub escape: Vec<TileId>,
    /// Where the party comes to a local map of a journey and leaves it.
    pub gate: Vec<TileId>,
    /// Doors that are locked or trapped, chests, traps and what lies about, in the order of the file.
    pub objects: Vec<Object>,
}

choices! {
    /// Kinds of maps.
    #[derive(Default)]
    pub enum Map {
        /// Combat from the start, until one side is beaten (§7).
        #[default]
        Combat,
        /// The party explores; combat begins by sight and ends out of sight (§3, §6).
        Local,
        /// Groups travel; enemies that share a hex fight on a combat map (§7).
        Overland,
    }
}

impl Map {
    /// Reads what kind of map it is.
    pub(super) fn of(loader: &mut Loader, fields: &mut Fields) -> Option<Self> {
        fields.choice_or(&mut loader.reader, "map", Self::CHOICES, Self::Combat)
    }
}

impl Area {
    /// Reads what a map of a kind is for on which a mission begins.
    pub(super) fn read(
        loader: &mut Loader,
        fields: &mut Fields,
        ground: &Ground,
        map: Option<Map>,
    ) -> Option<Self> {
        let start = fields.maybe("start", |node| start(loader, node, ground, map?));
        let escape = fields.or("escape", Vec::new(), |node| {
            zone(loader, node, ground, [map?, Map::Combat], "an escape zone")
        });
        let objects = fields.or("things", Vec::new(), |node| {
            if map? == Map::Overland {
                let message =
                    "things belong on the maps of a journey (`maps`), not on its overland map";
                loader.reader.problem(node.place, message);
                return None;
            }
            objects::read(loader, node, ground)
        });
        let area = Self {
            map: map?,
            start: start?,
            escape: escape?,
            gate: Vec::new(),
            objects: objects?,
        };
        if area.start.is_some() && area.escape.is_empty() {
            let message = "this combat map has no `escape`: the party cannot flee from it";
            loader.reader.doubt(fields.place, message);
        }
        Some(area)
    }

    /// Reads what a further map of a journey is for.
    pub(in crate::rules::party) fn read_further(
        loader: &mut Loader,
        mut fields: Fields,
        ground: &Ground,
    ) -> Option<Self> {
        let place = fields.place;
        let map = Map::of(loader, &mut fields);
        let area = Self::read(loader, &mut fields, ground, map);
        let gate = fields.get("gate");
        fields.done(&mut loader.reader);
        let mut area = area?;
        let missing = match area.map {
            Map::Overland => "a journey has one overland map, its `board`",
            Map::Combat if area.start.is_none() => {
                "a combat map needs zones to arrive in: `start: (party: \"a\", enemies: \"b\")`"
            }
            Map::Local if gate.is_none() => "a local map needs a zone to enter and leave: `gate`",
            Map::Combat | Map::Local => "",
        };
        if !missing.is_empty() {
            loader.reader.problem(place, missing);
        }
        if let Some(node) = gate {
            let kinds = [area.map, Map::Local];
            area.gate = zone(loader, node, ground, kinds, "a gate")?;
        }
        let arrives = area.start.as_ref().map_or(&[][..], |[party, _]| party);
        if arrives.iter().any(|tile| area.escape.contains(tile)) {
            let message = "the party would escape on arrival: `start` and `escape` overlap";
            loader.reader.problem(place, message);
        }
        Some(area)
    }
}

/// Reads a zone of a map of one kind, which is for maps of another one.
fn zone(
    loader: &mut Loader,
    node: &Node,
    ground: &Ground,
    [map, needed]: [Map; 2],
    what: &str,
) -> Option<Vec<TileId>> {
    on_map(loader, node, map, needed, what)?;
    loader.standing_zone(node, ground)
}

/// Notes what is said of a map of the other kind.
pub(super) fn on_map(
    loader: &mut Loader,
    node: &Node,
    map: Map,
    needed: Map,
    what: &str,
) -> Option<()> {
    if map != needed {
        let message = format!("{what} needs `map: {needed:?}`");
        loader.reader.problem(node.place, message);
        return None;
    }
    Some(())
}

/// Reads where the sides arrive: `(party: "west", enemies: "east")`.
fn start(loader: &mut Loader, node: &Node, ground: &Ground, map: Map) -> Option<[Vec<TileId>; 2]> {
    on_map(loader, node, map, Map::Combat, "a start")?;
    let mut fields = loader.reader.fields(node, "start")?;
    let [party, enemies] = ["party", "enemies"].map(|name| fields.need(&mut loader.reader, name));
    fields.done(&mut loader.reader);
    let [party, enemies] = [party, enemies].map(|node| loader.standing_zone(node?, ground));
    Some([party?, enemies?])
}

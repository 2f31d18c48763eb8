//! What a journey is made of: an overland map, its locations, the maps they lead to, and the groups that are
//! met (§7).
//!
//! **Invariant:** what a journey names there is: maps of the kind that is needed, sides, zones, groups.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::grid::TileId;
use crate::battle::map::MapId;
use crate::battle::unit::{Side, UnitId};
use crate::content::reader::{Fields, Reader, all_read};
use crate::content::tree::Node;
use crate::mission::{BoardSetup, Ground, Loader, SideSetup};
use crate::rules::kit::formation::Formation;
use crate::rules::party::progress::PARTY;
use crate::rules::party::scenario::{Area, Map, UnitSetup, numbered};

/// Whom is met somewhere, and where that is fought out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Haunt {
    /// Whose it is.
    pub owner: Option<Side>,
    /// What is added to the chance of an encounter, percent.
    pub danger: u8,
    /// Maps to fight on, each as likely.
    pub combat: Vec<MapId>,
    /// Groups that may be met, by their places in [`Journey::bands`].
    pub bands: Vec<usize>,
}

/// A location on the overland map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// Name shown to people.
    pub name: String,
    /// Where it is.
    pub tiles: Vec<TileId>,
    /// The local map that it is entered by.
    pub enter: Option<MapId>,
    /// Whom is met there.
    pub haunt: Haunt,
}

/// A group of characters of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Band {
    /// Its side.
    pub side: Side,
    /// Its name.
    pub name: String,
    /// Its level; below 0 it is any party meets it.
    pub level: i8,
    /// Its characters, the leader first.
    pub members: Vec<UnitId>,
}

/// A journey.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Journey {
    /// Whom is met anywhere.
    pub overland: Haunt,
    /// Its locations.
    pub locations: Vec<Location>,
    /// All groups.
    pub bands: Vec<Band>,
}

impl Journey {
    /// Lists the locations on a hex of the overland map.
    pub fn locations_at(&self, tile: TileId) -> impl Iterator<Item = &Location> {
        let locations = self.locations.iter();
        locations.filter(move |location| location.tiles.contains(&tile))
    }

    /// Counts the characters of all groups anew: every group is there still, led by whoever led it.
    pub(super) fn recount(&mut self, units: &[Vec<UnitSetup>]) {
        for (band, now) in self.bands.iter_mut().zip(bands(units)) {
            band.members = now.members;
        }
    }

    /// Returns the maps to fight on at a hex: those of a location there, else the overland map's own.
    pub fn battlefields(&self, tile: TileId) -> &[MapId] {
        let mut lists = self.locations_at(tile).map(|one| &one.haunt.combat);
        let own = lists.find(|maps| !maps.is_empty());
        own.unwrap_or(&self.overland.combat)
    }
}

/// A journey of which the maps were read and the rest was not yet.
pub(super) struct Draft<'n> {
    /// What each map is for.
    pub areas: Vec<Area>,
    /// Grounds of the maps but the first.
    grounds: Vec<Ground>,
    /// Overland map, locations and groups as they are written.
    rest: [Option<&'n Node>; 3],
}

impl Draft<'_> {
    /// Lists the boards of the maps but the first.
    pub(super) fn boards(&self) -> impl Iterator<Item = &BoardSetup> {
        self.grounds.iter().map(|(board, _)| board)
    }
}

/// Reads the maps of a journey, if the mission is one.
pub(super) fn begin<'n>(
    loader: &mut Loader,
    fields: &mut Fields<'n>,
    map: Map,
) -> Option<Draft<'n>> {
    let maps = fields.get("maps");
    let rest = ["overland", "locations", "groups"].map(|name| fields.get(name));
    if map != Map::Overland {
        for node in [maps].iter().chain(&rest).flatten() {
            let message = "only journeys (`map: Overland`) have this";
            loader.reader.problem(node.place, message);
        }
        return None;
    }
    let overland = Area {
        map,
        ..Area::default()
    };
    let (mut areas, mut grounds) = (vec![overland], Vec::new());
    for draft in maps.map_or_else(Vec::new, |node| loader.maps(node)) {
        areas.push(Area::read_further(loader, draft.fields, &draft.ground).unwrap_or_default());
        grounds.push(draft.ground);
    }
    Some(Draft {
        areas,
        grounds,
        rest,
    })
}

/// Returns the map that a character's fields name, and its ground; that of the mission if they name none.
pub(super) fn whereabouts<'g>(
    loader: &mut Loader,
    fields: &mut Fields,
    draft: Option<&'g Draft>,
    ground: &'g Ground,
) -> Option<(MapId, &'g Ground)> {
    match (fields.get("map"), draft) {
        (None, _) => Some((MapId::FIRST, ground)),
        (Some(node), None) => {
            let message = "only journeys (`map: Overland`) have several maps";
            loader.reader.problem(node.place, message);
            None
        }
        (Some(node), Some(draft)) => {
            let map = map_of(loader, node, &draft.areas, Map::Local)?;
            Some((map, &draft.grounds[map.index() - 1]))
        }
    }
}

/// Reads the name of a map, which has to be of a kind.
fn map_of(loader: &mut Loader, node: &Node, areas: &[Area], kind: Map) -> Option<MapId> {
    let map = loader.map(node)?;
    let is_kind = areas.get(map.index()).is_some_and(|area| area.map == kind);
    if !is_kind {
        let message = format!("this map must have `map: {kind:?}`");
        loader.reader.problem(node.place, message);
    }
    is_kind.then_some(map)
}

/// Reads overland map, locations and groups, once the characters are known, and says where those begin that
/// travel with others.
pub(super) fn finish(
    loader: &mut Loader,
    draft: Draft,
    ground: &Ground,
    sides: &[SideSetup],
    units: &mut [Vec<UnitSetup>],
    nodes: &Node,
) -> Option<Journey> {
    let Draft { areas, rest, .. } = draft;
    let [overland, places, groups] = rest;
    let mut journey = Journey {
        bands: bands(units),
        ..Journey::default()
    };
    if let Some(node) = groups {
        describe(&mut loader.reader, node, &mut journey.bands, units);
    }
    if let Some(node) = overland {
        let mut fields = loader.reader.fields(node, "overland map")?;
        journey.overland =
            haunt(loader, &mut fields, (&areas, &journey), sides).unwrap_or_default();
        fields.done(&mut loader.reader);
    }
    let expected = "locations by name: {\"Mill\": (zone: \"mill\")}";
    let entries = places.and_then(|node| loader.reader.entries(node, expected));
    for (key, node) in entries.unwrap_or_default() {
        let location = location(loader, [key, node], ground, (&areas, &journey), sides);
        journey.locations.extend(location);
    }
    gather(loader, &journey, units, nodes);
    Some(journey)
}

/// Reads a location.
fn location(
    loader: &mut Loader,
    [key, node]: [&Node; 2],
    ground: &Ground,
    so_far: (&[Area], &Journey),
    sides: &[SideSetup],
) -> Option<Location> {
    let name = loader.reader.name(key, "location").map(str::to_owned);
    let mut fields = loader.reader.fields(node, "location")?;
    let zone = fields.need(&mut loader.reader, "zone");
    let tiles = zone.and_then(|node| loader.standing_zone(node, ground));
    let enter = fields.maybe("enter", |node| map_of(loader, node, so_far.0, Map::Local));
    let haunt = haunt(loader, &mut fields, so_far, sides);
    fields.done(&mut loader.reader);
    let (enter, haunt) = (enter?, haunt?);
    if enter.is_none() && haunt.combat.is_empty() {
        let message = "a location needs a local map to `enter`, or maps for `combat`";
        loader.reader.problem(node.place, message);
    }
    Some(Location {
        name: name?,
        tiles: tiles?,
        enter,
        haunt,
    })
}

/// Reads whose a place is, how dangerous it is, who is met there and where that is fought out.
fn haunt(
    loader: &mut Loader,
    fields: &mut Fields,
    (areas, journey): (&[Area], &Journey),
    sides: &[SideSetup],
) -> Option<Haunt> {
    let sides: Vec<_> = sides.iter().map(|side| side.name.as_str()).collect();
    let reader = &mut loader.reader;
    let owner = fields.maybe("owner", |node| reader.among(node, "side", &sides));
    let danger = fields.int_or(reader, "danger", 0..=100_u8, 0);
    let [combat, groups] = ["combat", "groups"].map(|name| {
        let node = fields.get(name);
        node.map_or(&[][..], |node| loader.reader.list(node, name))
    });
    let combat = combat.iter();
    let combat = all_read(combat.map(|node| map_of(loader, node, areas, Map::Combat)));
    let met = groups.iter();
    let met = all_read(met.map(|node| band_of(&mut loader.reader, node, &journey.bands)));
    Some(Haunt {
        owner: owner?.map(|side| Side(side as u8)),
        danger: danger?,
        combat: combat?,
        bands: met?,
    })
}

/// Lists the groups of all sides but the party, in the order of their leaders.
fn bands(units: &[Vec<UnitSetup>]) -> Vec<Band> {
    let mut bands: Vec<Band> = Vec::new();
    for (id, side, unit) in numbered(units).filter(|(_, side, _)| *side != PARTY) {
        let Some(name) = &unit.sheet.group else {
            continue;
        };
        let is_it = |band: &&mut Band| band.side == side && band.name == *name;
        match bands.iter_mut().find(is_it) {
            Some(band) => band.members.push(id),
            None => bands.push(Band {
                side,
                name: name.clone(),
                level: -1,
                members: vec![id],
            }),
        }
    }
    bands
}

/// Reads levels and formations of groups: `{"wolves": (level: 2, formation: Column)}`.
fn describe(reader: &mut Reader, node: &Node, bands: &mut [Band], units: &mut [Vec<UnitSetup>]) {
    let expected = "groups by name: {\"wolves\": (level: 2)}";
    for (key, node) in reader.entries(node, expected).unwrap_or_default() {
        let band = band_of(reader, key, bands);
        let Some(mut fields) = reader.fields(node, "group") else {
            continue;
        };
        let level = fields.int_or(reader, "level", -1..=20_i8, -1);
        let formation = fields.maybe("formation", |node| {
            reader.choice(node, "formation", Formation::CHOICES)
        });
        fields.done(reader);
        let (Some(band), Some(level), Some(formation)) = (band, level, formation) else {
            continue;
        };
        let band = &mut bands[band];
        band.level = level;
        let of_side = units.get_mut(band.side.index()).into_iter().flatten();
        for unit in of_side.filter(|unit| unit.sheet.group.as_ref() == Some(&band.name)) {
            unit.sheet.formation = formation.unwrap_or(unit.sheet.formation);
        }
    }
}

/// Reads the name of a group; its place among all.
fn band_of(reader: &mut Reader, node: &Node, bands: &[Band]) -> Option<usize> {
    let names: Vec<_> = bands.iter().map(|band| band.name.as_str()).collect();
    reader.among(node, "group", &names)
}

/// Has the party, and each group on the overland map, begin on one hex, which its first character with one
/// has; notes who begins elsewhere, and who would never be met.
fn gather(loader: &mut Loader, journey: &Journey, units: &mut [Vec<UnitSetup>], nodes: &Node) {
    let haunts = journey.locations.iter().map(|one| &one.haunt);
    let haunts = haunts.chain([&journey.overland]);
    let met = haunts.flat_map(|haunt| haunt.bands.iter().map(|&band| &journey.bands[band]));
    let met: BTreeSet<_> = met.flat_map(|band| band.members.iter().copied()).collect();
    let written = nodes.items().iter().filter_map(|side| side.field("units"));
    let written = written.flat_map(Node::items);
    let sides = units.iter_mut().enumerate();
    let all = sides.flat_map(|(side, units)| units.iter_mut().map(move |unit| (side, unit)));
    let mut starts = BTreeMap::new();
    for ((id, (side, unit)), node) in (0..).map(UnitId).zip(all).zip(written) {
        // The party is one group, whatever its characters say.
        let group = Some(String::new()).filter(|_| side == 0);
        let group = group.or_else(|| unit.sheet.group.clone());
        let start = group
            .clone()
            .and_then(|group| starts.get(&(side, group)).copied());
        match (unit.tile, start) {
            (None, Some(_)) => unit.tile = start,
            (None, None) if !met.contains(&id) => {
                let message = "the party never meets this character: it has no hex `at`, no earlier member of its group has one, and no place lists the group in `groups`";
                loader.reader.problem(node.place, message);
            }
            (Some(tile), Some(start)) if unit.map == MapId::FIRST && tile != start => {
                let message =
                    "a group travels as one: start all members on one hex, or leave out `at`";
                loader.reader.problem(node.place, message);
            }
            (Some(tile), None) if unit.map == MapId::FIRST => {
                starts.extend(group.map(|group| ((side, group), tile)));
            }
            _ => {}
        }
    }
}

//! What a journey is made of: an overland map, its locations, the maps they lead to, and the groups that are
//! met (§7).
//!
//! **Invariant:** what a journey names there is: maps of the kind that is needed, sides, zones, groups.

use crate::battle::grid::TileId;
use crate::battle::map::MapId;
use crate::battle::unit::{Side, UnitId};
use crate::content::problem::Place;
use crate::content::reader::{Fields, Reader};
use crate::content::tree::Node;
use crate::mission::{Ground, Loader, MapDraft, SideSetup};
use crate::rules::party::scenario::{self, Map, UnitSetup};

/// What a map is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// What kind of map it is.
    pub map: Map,
    /// Where the party and its enemies arrive on a combat map.
    pub start: Option<[Vec<TileId>; 2]>,
    /// Where the party escapes from a combat map; nowhere if there are no hexes.
    pub escape: Vec<TileId>,
    /// Where the party comes to a local map and leaves it.
    pub gate: Vec<TileId>,
}

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
    /// Its name.
    pub name: String,
    /// Its level; below 0 it is met by any party.
    pub level: i8,
    /// Its characters, the leader first.
    pub members: Vec<UnitId>,
}

/// A journey.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Journey {
    /// What each map is for; the first is the overland map.
    pub areas: Vec<Area>,
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

    /// Returns the maps to fight on at a hex: those of a location there, else the overland map's own.
    pub fn battlefields(&self, tile: TileId) -> &[MapId] {
        let mut lists = self.locations_at(tile).map(|one| &one.haunt.combat);
        let own = lists.find(|maps| !maps.is_empty());
        own.unwrap_or(&self.overland.combat)
    }
}

/// A journey of which the maps were read and the rest was not yet.
pub(super) struct Draft<'n> {
    maps: Vec<(String, Ground)>,
    areas: Vec<Area>,
    rest: [Option<&'n Node>; 3],
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
            let message = "only a journey has this: `map: Overland`";
            loader.reader.problem(node.place, message);
        }
        return None;
    }
    let drafts = maps.map_or_else(Vec::new, |node| loader.maps(node));
    let mut areas = vec![Area {
        map,
        ..Area::default()
    }];
    let mut read = Vec::new();
    for MapDraft {
        name,
        ground,
        fields,
        ..
    } in drafts
    {
        areas.push(area(loader, fields, &ground).unwrap_or_default());
        read.push((name, ground));
    }
    Some(Draft {
        maps: read,
        areas,
        rest,
    })
}

/// Reads what a map is for: zones to arrive at, to escape from, or to come and go by.
fn area(loader: &mut Loader, mut fields: Fields, ground: &Ground) -> Option<Area> {
    let map = fields.choice_or(&mut loader.reader, "map", Map::CHOICES, Map::Combat);
    let place = fields.place;
    let [start, escape, gate] = ["start", "escape", "gate"].map(|name| fields.get(name));
    fields.done(&mut loader.reader);
    let map = map?;
    let missing = match map {
        Map::Overland => Some("a journey has one overland map, its `board`"),
        Map::Combat if start.is_none() => {
            Some("a combat map needs zones to arrive in: `start: (party: \"a\", enemies: \"b\")`")
        }
        Map::Local if gate.is_none() => Some("a local map needs a zone to come and go by: `gate`"),
        _ => None,
    };
    if let Some(message) = missing {
        loader.reader.problem(place, message);
    }
    if map == Map::Combat && start.is_some() && escape.is_none() {
        let message = "this combat map has no `escape`: nobody can flee from it";
        loader.reader.doubt(place, message);
    }
    let start = start.map(|node| scenario::start(loader, node, ground, map));
    let mut zone = |node: Option<&Node>, needed, what: &str| match node {
        None => Some(Vec::new()),
        Some(node) => {
            scenario::on_map(loader, node, map, needed, what)?;
            scenario::zone(loader, node, ground)
        }
    };
    let escape = zone(escape, Map::Combat, "a party escapes from");
    let gate = zone(gate, Map::Local, "a party comes and goes on");
    Some(Area {
        map,
        start: start.unwrap_or(Some(Default::default())),
        escape: escape?,
        gate: gate?,
    })
}

/// Returns the map that a character's fields name, and its ground; that of the mission if they name none.
pub(super) fn whereabouts<'g>(
    loader: &mut Loader,
    fields: &mut Fields,
    draft: Option<&'g Draft>,
    ground: &'g Ground,
) -> Option<(MapId, &'g Ground)> {
    let Some(node) = fields.get("map") else {
        return Some((MapId::FIRST, ground));
    };
    let (maps, areas) = draft.map_or((&[][..], &[][..]), |one| (&one.maps, &one.areas));
    let map = map_named(&mut loader.reader, node, maps, areas, Map::Local)?;
    Some((map, &maps[map.index() - 1].1))
}

/// Reads the name of a map of a kind.
fn map_named(
    reader: &mut Reader,
    node: &Node,
    maps: &[(String, Ground)],
    areas: &[Area],
    kind: Map,
) -> Option<MapId> {
    let is_kind = |at: &usize| areas[at + 1].map == kind;
    let names: Vec<_> = maps.iter().map(|(name, _)| name.as_str()).collect();
    let found = names.iter().enumerate().filter(|(at, _)| is_kind(at));
    let found: Vec<_> = found.map(|(at, name)| (at, *name)).collect();
    let what = match kind {
        Map::Local => "local map",
        Map::Combat | Map::Overland => "combat map",
    };
    let find = |name: &str| found.iter().find(|(_, other)| *other == name);
    let names: Vec<_> = found.iter().map(|(_, name)| *name).collect();
    let at = reader.key(node, what, |name| find(name).map(|(at, _)| *at), &names)?;
    u8::try_from(at + 1).ok().map(MapId)
}

/// Reads the rest of a journey, once its characters are known.
pub(super) struct Finish<'a> {
    pub loader: &'a mut Loader,
    pub ground: &'a Ground,
    pub sides: &'a [SideSetup],
    pub units: &'a mut [Vec<UnitSetup>],
    /// The sides as they are written.
    pub nodes: &'a Node,
}

impl Finish<'_> {
    /// Reads overland map, locations and groups, and says where their characters begin.
    pub(super) fn journey(mut self, draft: Draft) -> Option<Journey> {
        let Draft { maps, areas, rest } = draft;
        let [overland, locations, groups] = rest;
        let mut bands = self.bands();
        if let Some(node) = groups {
            self.levels(node, &mut bands);
        }
        let about =
            |finish: &mut Self, fields: &mut Fields| finish.haunt(fields, &maps, &areas, &bands);
        let own = match overland {
            None => Some(Haunt::default()),
            Some(node) => {
                (self.loader.reader.fields(node, "overland map")).and_then(|mut fields| {
                    let haunt = about(&mut self, &mut fields);
                    fields.done(&mut self.loader.reader);
                    haunt
                })
            }
        };
        let expected = "locations by name: {\"Mill\": (zone: \"mill\")}";
        let entries = locations.map(|node| self.loader.reader.entries(node, expected));
        let mut read = Vec::new();
        for (key, node) in entries.flatten().unwrap_or_default() {
            let name = self.loader.reader.name(key, "location");
            let Some(mut fields) = self.loader.reader.fields(node, "location") else {
                continue;
            };
            let zone = fields.need(&mut self.loader.reader, "zone");
            let tiles = zone.and_then(|node| scenario::zone(self.loader, node, self.ground));
            let enter = fields.maybe("enter", |node| {
                map_named(&mut self.loader.reader, node, &maps, &areas, Map::Local)
            });
            let haunt = about(&mut self, &mut fields);
            fields.done(&mut self.loader.reader);
            let (Some(enter), Some(haunt)) = (enter, haunt) else {
                continue;
            };
            if enter.is_none() && haunt.combat.is_empty() {
                let message = "a location leads to a local map, `enter`, or has maps for `combat`";
                self.loader.reader.problem(node.place, message);
            }
            read.push(Location {
                name: name.unwrap_or_default().to_owned(),
                tiles: tiles.unwrap_or_default(),
                enter,
                haunt,
            });
        }
        let journey = Journey {
            areas,
            overland: own?,
            locations: read,
            bands,
        };
        self.gather(&journey);
        Some(journey)
    }

    /// Lists the groups of all sides but the party.
    fn bands(&self) -> Vec<Band> {
        let mut bands: Vec<(usize, Band)> = Vec::new();
        let sides = self.units.iter().enumerate();
        let all = sides.flat_map(|(side, units)| units.iter().map(move |unit| (side, unit)));
        for (id, (side, unit)) in (0..).map(UnitId).zip(all).skip(self.units[0].len()) {
            let Some(name) = &unit.sheet.group else {
                continue;
            };
            let known = bands
                .iter_mut()
                .find(|(other, band)| *other == side && band.name == *name);
            match known {
                Some((_, band)) => band.members.push(id),
                None => bands.push((
                    side,
                    Band {
                        name: name.clone(),
                        level: -1,
                        members: vec![id],
                    },
                )),
            }
        }
        bands.into_iter().map(|(_, band)| band).collect()
    }

    /// Reads the levels of groups: `{"wolves": (level: 2)}`.
    fn levels(&mut self, node: &Node, bands: &mut [Band]) {
        let reader = &mut self.loader.reader;
        let expected = "groups by name: {\"wolves\": (level: 2)}";
        for (key, node) in reader.entries(node, expected).unwrap_or_default() {
            let band = band_named(reader, key, bands);
            let Some(mut fields) = reader.fields(node, "group") else {
                continue;
            };
            let level = fields.int_or(reader, "level", -1..=20_i8, -1);
            fields.done(reader);
            if let (Some(band), Some(level)) = (band, level) {
                bands[band].level = level;
            }
        }
    }

    /// Reads whose a place is, how dangerous it is, who is met there and where that is fought out.
    fn haunt(
        &mut self,
        fields: &mut Fields,
        maps: &[(String, Ground)],
        areas: &[Area],
        bands: &[Band],
    ) -> Option<Haunt> {
        let reader = &mut self.loader.reader;
        let names: Vec<_> = self.sides.iter().map(|side| side.name.as_str()).collect();
        let owner = fields.maybe("owner", |node| {
            let find = |name: &str| names.iter().position(|other| *other == name);
            let side = reader.key(node, "side", find, &names)?;
            u8::try_from(side).ok().map(Side)
        });
        let danger = fields.int_or(reader, "danger", 0..=100_u8, 0);
        let nodes = fields.get("combat");
        let nodes = nodes.map_or(&[][..], |node| reader.list(node, "maps"));
        let combat: Vec<_> = (nodes.iter())
            .map(|node| map_named(reader, node, maps, areas, Map::Combat))
            .collect();
        let nodes = fields.get("groups");
        let nodes = nodes.map_or(&[][..], |node| reader.list(node, "groups"));
        let met: Vec<_> = (nodes.iter())
            .map(|node| band_named(reader, node, bands))
            .collect();
        Some(Haunt {
            owner: owner?,
            danger: danger?,
            combat: combat.into_iter().collect::<Option<_>>()?,
            bands: met.into_iter().collect::<Option<_>>()?,
        })
    }

    /// Has the party, and each group on the overland map, begin on one hex; notes who would never be met.
    fn gather(&mut self, journey: &Journey) {
        let first = self.units[0].len();
        let party = (0..first).map(|id| UnitId(id as u16)).collect();
        let haunts = journey.locations.iter().map(|one| &one.haunt);
        let met: Vec<_> = haunts
            .chain([&journey.overland])
            .flat_map(|haunt| haunt.bands.iter().copied())
            .collect();
        self.join(&party, false);
        for (at, band) in journey.bands.iter().enumerate() {
            self.join(&band.members, met.contains(&at));
        }
        let grouped = |id| journey.bands.iter().any(|band| band.members.contains(&id));
        let count = self.units.iter().flatten().count();
        for id in (first..count)
            .map(|id| UnitId(id as u16))
            .filter(|&id| !grouped(id))
        {
            self.join(&vec![id], false);
        }
    }

    /// Has those of a group without a hex begin where its first is on the overland map.
    fn join(&mut self, members: &Vec<UnitId>, is_met: bool) {
        let on_way = |unit: &UnitSetup| unit.tile.filter(|_| unit.map == MapId::FIRST);
        let start = members.iter().find_map(|&id| on_way(self.unit(id)));
        for &id in members {
            let place = self.place(id);
            let unit = self.unit(id);
            match (unit.tile, start) {
                (None, Some(_)) => unit.tile = start,
                (Some(tile), Some(start)) if unit.map == MapId::FIRST && tile != start => {
                    let message = "a group travels as one: all begin on one hex, or leave `at` out";
                    self.loader.reader.problem(place, message);
                }
                (None, None) if !is_met => {
                    let message = "nobody ever meets this character: it has no hex `at`, and no place has \
                                   its group among its `groups`";
                    self.loader.reader.problem(place, message);
                }
                _ => {}
            }
        }
    }

    /// Returns a character by its id.
    fn unit(&mut self, id: UnitId) -> &mut UnitSetup {
        let mut all = self.units.iter_mut().flatten();
        all.nth(id.index())
            .expect("groups list characters that there are")
    }

    /// Returns where a character is written.
    fn place(&self, id: UnitId) -> Place {
        let sides = self.nodes.items().iter();
        let units = sides.filter_map(|side| side.field("units"));
        let mut nodes = units.flat_map(|units| units.items());
        nodes
            .nth(id.index())
            .map_or(self.nodes.place, |node| node.place)
    }
}

/// Reads the name of a group; its place among all.
fn band_named(reader: &mut Reader, node: &Node, bands: &[Band]) -> Option<usize> {
    let names: Vec<_> = bands.iter().map(|band| band.name.as_str()).collect();
    let find = |name: &str| names.iter().position(|other| *other == name);
    reader.key(node, "group", find, &names)
}

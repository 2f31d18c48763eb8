//! What scripts and objectives may name, and how it is read.
//!
//! **Invariant:** names resolve to units, sides, zones, objects and definitions of the mission.

use std::collections::BTreeMap;

use crate::battle::grid::{Grid, TileId};
use crate::battle::unit::{Side, UnitId};
use crate::content::Catalog;
use crate::content::form::{Choice, Choosable, Kind, Names as Path};
use crate::content::mode::AiMode;
use crate::content::terrain::TerrainId;
use crate::content::tree::{Node, Value};
use crate::mission::edit::outline::{SIDES, ZONES, modes};
use crate::mission::{Loader, MAX_UNITS, SideSetup};
use crate::rules::battlescape::content::BattlescapeContent;
use crate::rules::battlescape::content::items::ItemId;
use crate::rules::battlescape::scenario::UnitSetup;
use crate::rules::battlescape::scenario::said::{Or, Said, Whole};
use crate::rules::battlescape::scenario::script::{MOST, Object, Secondary};

/// Where missions have names of their own.
pub(in crate::rules::battlescape) const UNITS: Path = &["sides", "units", "name"];
pub(in crate::rules::battlescape) const GROUPS: Path = &["sides", "units", "group"];
pub(in crate::rules::battlescape) const OBJECTS: Path = &["objects", "name"];
pub(in crate::rules::battlescape) const SECONDARY: Path = &["objectives", "secondary", "name"];
pub(in crate::rules::battlescape) const THINGS: Path = &["things", "key"];

/// What scripts and objectives may name.
pub(super) struct Names<'a> {
    /// Whether all of it was read; else nobody knows what is unknown.
    pub(super) is_whole: bool,
    pub(super) grid: Grid,
    pub(super) zones: &'a BTreeMap<String, Vec<TileId>>,
    pub(super) sides: &'a [SideSetup],
    pub(super) squads: &'a [Vec<UnitSetup>],
    /// Names of the sides as they are written; none if one is missing.
    pub(super) side_names: Vec<&'a str>,
    /// Units of side 0, if they are listed.
    pub(super) own: Option<usize>,
    pub(super) objects: Partly<Object>,
    pub(super) secondary: Partly<Secondary>,
}

/// What was read of a list.
pub(super) struct Partly<T> {
    pub(super) found: Vec<T>,
    /// Whether it is all that is written.
    pub(super) is_whole: bool,
}

impl<T> Default for Partly<T> {
    fn default() -> Self {
        Self {
            found: Vec::new(),
            is_whole: true,
        }
    }
}

impl<T> Partly<T> {
    /// Lists the names of all, if all were read.
    fn names<'a>(&'a self, name: fn(&'a T) -> &'a str) -> Option<Vec<&'a str>> {
        self.is_whole.then(|| self.found.iter().map(name).collect())
    }
}

/// A unit of the mission.
pub(super) const UNIT: Said<UnitId> = Said {
    read: |loader, node, names| {
        let units = names.squads.iter().flatten();
        let units: Vec<_> = units.map(|unit| unit.name.as_str()).collect();
        let all = names.is_whole.then_some(&units[..])?;
        let unit = UnitId(nth(loader, node, "unit", all)?);
        let name = all[unit.index()];
        let is_alone = all.iter().filter(|other| **other == name).count() == 1;
        let message = format!("two units are named {name:?}");
        // It may be told of the names themselves.
        let is_told = (loader.reader.doubts.iter()).any(|doubt| doubt.message == message);
        if !is_alone && !is_told {
            loader.reader.doubt(node.place, message);
        }
        Some(unit)
    },
    kind: |_| Kind::named(UNITS),
};

/// A side of the mission.
pub(super) const SIDE: Said<Side> = Said {
    read: |loader, node, names| {
        let sides = names.sides.iter().map(|side| side.name.as_str());
        let sides = names.is_whole.then(|| sides.collect::<Vec<_>>())?;
        nth(loader, node, "side", &sides).map(Side)
    },
    kind: |_| Kind::named(SIDES),
};

/// A side but the first.
pub(super) const ENEMY: Said<Side> = Said {
    read: |loader, node, names| {
        let enemies = names.side_names.get(1..)?;
        let at: u8 = nth(loader, node, "enemy side", enemies)?;
        Some(Side(at + 1))
    },
    kind: |_| {
        Kind::Choice(Choice {
            options: Vec::new(),
            names: Some(SIDES),
            skip: 1,
        })
    },
};

/// A zone.
pub(super) const ZONE: Said<Vec<TileId>> = Said {
    read: |loader, node, names| loader.zone(node, names.zones),
    kind: |_| Kind::named(ZONES),
};

/// Some zones.
pub(super) const ZONE_LIST: Said<Vec<Vec<TileId>>> = Said {
    read: |loader, node, names| {
        let list = loader.reader.list(node, "zones");
        if !(1..=MOST).contains(&list.len()) && matches!(node.value, Value::List(_)) {
            let message = format!("Control needs 1 to {MOST} zones");
            loader.reader.problem(node.place, message);
        }
        let zones = list.iter().take(MOST);
        zones.map(|node| loader.zone(node, names.zones)).collect()
    },
    kind: |_| Kind::List(Box::new(Kind::named(ZONES)), 1),
};

/// A hex.
pub(super) const HEX: Said<TileId> = Said {
    read: |loader, node, names| loader.tile(node, names.grid),
    kind: |_| Kind::Hex,
};

/// A kind of terrain.
pub(super) const TERRAIN: Said<TerrainId> = Said {
    read: |loader, node, _| {
        let terrains = &loader.catalog.terrains;
        loader.reader.definition(node, "terrain", terrains)
    },
    kind: |catalog| {
        let terrains = catalog.terrains.iter();
        Kind::words(terrains.map(|terrain| Choosable::key(&terrain.key, &terrain.name, "")))
    },
};

/// An item of the content or the mission.
pub(super) const ITEM: Said<ItemId> = Said {
    read: |loader, node, _| {
        let items = &loader.catalog.part::<BattlescapeContent>().items;
        loader.reader.definition(node, "item", items)
    },
    kind: item_kind,
};

/// A mode of computer players.
pub(super) const MODE: Said<AiMode> = Said {
    read: |loader, node, _| loader.reader.choice(node, "AI mode", AiMode::CHOICES),
    kind: |_| Kind::words(modes()),
};

/// A group of units that wait off the board.
pub(super) const GROUP: Said<Vec<UnitId>> = Said {
    read: |loader, node, names| {
        let units = || (0..).map(UnitId).zip(names.squads.iter().flatten());
        let mut groups: Vec<_> = units()
            .filter_map(|(_, unit)| unit.group.as_deref())
            .collect();
        groups.sort_unstable();
        groups.dedup();
        let find = |name: &str| {
            let waiting = units().filter(|(_, unit)| unit.group.as_deref() == Some(name));
            let ids: Vec<_> = waiting.map(|(id, _)| id).collect();
            (!ids.is_empty()).then_some(ids)
        };
        let groups = names.is_whole.then_some(&groups)?;
        loader.reader.key(node, "group of units", find, groups)
    },
    kind: |_| Kind::named(GROUPS),
};

/// An object of the mission.
pub(super) const OBJECT: Said<u8> = Said {
    read: |loader, node, names| {
        let objects = names.objects.names(|object| &object.name)?;
        nth(loader, node, "object", &objects)
    },
    kind: |_| Kind::named(OBJECTS),
};

/// A secondary objective.
pub(super) const OTHER_GOAL: Said<u8> = Said {
    read: |loader, node, names| {
        let goals = names.secondary.names(|goal| &goal.name)?;
        nth(loader, node, "secondary objective", &goals)
    },
    kind: |_| Kind::named(SECONDARY),
};

/// Words to the player.
pub(super) const WORDS: Said<String> = Said {
    read: |loader, node, _| loader.reader.prose(node, "message").map(str::to_owned),
    kind: |_| Kind::Prose,
};

/// A turn of the battle.
pub(super) const TURN: Whole<u16> = Whole(1..=500);

/// How many of an item.
pub(super) const COUNT: Or<Said<usize>, usize> = Or(
    Said {
        read: |loader, node, _| {
            loader
                .reader
                .int(node, "count", 1..=100_u16)
                .map(usize::from)
        },
        kind: |_| Kind::Whole(1..=100),
    },
    |_| 1,
    "1",
);

/// How many units of side 0.
pub(super) const OWN_UNITS: Or<Said<usize>, usize> = Or(
    Said {
        read: |loader, node, names| {
            let most = u16::try_from(own_units(names)).ok()?;
            loader.reader.int(node, "units", 1..=most).map(usize::from)
        },
        kind: |_| Kind::Whole(1..=100),
    },
    own_units,
    "all",
);

fn own_units(names: &Names) -> usize {
    names.own.unwrap_or(MAX_UNITS)
}

/// Lists the items of the content, and those that the mission brings.
pub(in crate::rules::battlescape) fn item_kind(catalog: &Catalog) -> Kind {
    let items = catalog.part::<BattlescapeContent>().items.iter();
    let items = items.map(|item| Choosable::key(&item.key, &item.name, &item.description));
    Kind::Choice(Choice {
        options: items.collect(),
        names: Some(THINGS),
        skip: 0,
    })
}

/// Reads a name; its place among all.
fn nth<T: TryFrom<usize>>(loader: &mut Loader, node: &Node, what: &str, all: &[&str]) -> Option<T> {
    let find = |name: &str| T::try_from(all.iter().position(|other| *other == name)?).ok();
    loader.reader.key(node, what, find, all)
}

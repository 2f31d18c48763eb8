//! Reads what a mission has happen by itself.
//!
//! **Invariant:** names resolve to units, sides, zones, objects and terrain of the mission.

use std::collections::BTreeMap;

use crate::{
    battle::{
        grid::{Grid, TileId},
        unit::{Side, UnitId},
    },
    content::{
        mode::AiMode,
        tree::{Node, Value},
    },
    mission::{BoardSetup, Loader, SideSetup},
    rules::battlescape::{
        content::BattlescapeContent,
        scenario::{
            UnitSetup,
            script::{
                Action, Condition, MOST, MOST_TRIGGERS, Object, ObjectKind, Script, Secondary,
                Trigger,
            },
        },
    },
};

const OBJECT_KINDS: [(&str, ObjectKind); 4] = [
    ("Console", ObjectKind::Console),
    ("Cage", ObjectKind::Cage),
    ("Generator", ObjectKind::Generator),
    ("Container", ObjectKind::Container),
];

/// What a script may name.
pub(super) struct Names<'a> {
    /// Whether all of it was read; else nobody knows what is unknown.
    pub(super) is_whole: bool,
    pub(super) grid: Grid,
    pub(super) zones: &'a BTreeMap<String, Vec<TileId>>,
    pub(super) sides: &'a [SideSetup],
    pub(super) squads: &'a [Vec<UnitSetup>],
    /// Last turn, if there is one.
    pub(super) turn_limit: Option<u16>,
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

impl<'a> Names<'a> {
    /// Lists the names of all units in order of their ids.
    pub(super) fn units(&self) -> Vec<&'a str> {
        let units = self.squads.iter().flatten();
        units.map(|unit| unit.name.as_str()).collect()
    }

    fn side_names(&self) -> Vec<&'a str> {
        self.sides.iter().map(|side| side.name.as_str()).collect()
    }
}

impl Loader {
    /// Reads the name of a unit of the mission.
    pub(super) fn unit_named(&mut self, node: &Node, names: &Names) -> Option<UnitId> {
        let units = names.units();
        let find = |name: &str| {
            let at = units.iter().position(|other| *other == name)?;
            u16::try_from(at).ok().map(UnitId)
        };
        if !names.is_whole {
            return None;
        }
        let unit = self.reader.key(node, "unit", find, &units)?;
        let name = units[unit.index()];
        let is_alone = units.iter().filter(|other| **other == name).count() == 1;
        let message = format!("two units are named {name:?}");
        // It may be told of the names themselves.
        if !is_alone
            && !self
                .reader
                .doubts
                .iter()
                .any(|doubt| doubt.message == message)
        {
            self.reader.doubt(node.place, message);
        }
        Some(unit)
    }

    /// Reads the name of a side of the mission.
    pub(super) fn side_named(&mut self, node: &Node, names: &Names) -> Option<Side> {
        if !names.is_whole {
            return None;
        }
        let sides = names.side_names();
        let find = |name: &str| {
            let at = sides.iter().position(|other| *other == name)?;
            u8::try_from(at).ok().map(Side)
        };
        self.reader.key(node, "side", find, &sides)
    }

    pub(super) fn objects(
        &mut self,
        node: &Node,
        board: &BoardSetup,
        zones: &BTreeMap<String, Vec<TileId>>,
    ) -> Partly<Object> {
        let catalog = self.catalog.clone();
        let content = catalog.part::<BattlescapeContent>();
        let keys: Vec<_> = content.items.iter().map(|item| item.key.as_str()).collect();
        let mut objects: Vec<Object> = Vec::new();
        let nodes = self.reader.list(node, "objects");
        for node in nodes.iter().take(MOST) {
            let Some(mut fields) = self.reader.fields(node, "object") else {
                continue;
            };
            let name = self.need_name(&mut fields, "name");
            let kind = fields.choice(&mut self.reader, "kind", "object kind", &OBJECT_KINDS);
            let at = fields.need(&mut self.reader, "at");
            let is_free = |tile| !objects.iter().any(|other| other.tile == tile);
            let tile = at.and_then(|node| self.place(node, board, zones, &is_free));
            let items = fields.get("items").map_or(Some(Vec::new()), |node| {
                let list = self.reader.list(node, "items");
                let find = |key: &str| content.item_named(key);
                (list.iter())
                    .map(|node| self.reader.key(node, "item", find, &keys))
                    .collect()
            });
            fields.done(&mut self.reader);
            if let (Some(name), Some(kind), Some(tile), Some(items)) = (name, kind, tile, items) {
                if objects.iter().any(|other| other.name == name) {
                    self.reader
                        .problem(node.place, format!("two objects are named {name:?}"));
                }
                objects.push(Object {
                    name,
                    kind,
                    tile,
                    items,
                });
            }
        }
        if nodes.len() > MOST {
            let message = format!("at most {MOST} objects are allowed");
            self.reader.problem(node.place, message);
        }
        Partly {
            is_whole: objects.len() == nodes.len(),
            found: objects,
        }
    }

    pub(super) fn triggers(
        &mut self,
        node: &Node,
        names: &Names,
        objects: &Partly<Object>,
        secondary: &Partly<Secondary>,
    ) -> Vec<Trigger> {
        let nodes = self.reader.list(node, "triggers");
        if nodes.len() > MOST_TRIGGERS {
            let message = format!("at most {MOST_TRIGGERS} triggers are allowed");
            self.reader.problem(node.place, message);
        }
        let mut triggers = Vec::new();
        for node in nodes.iter().take(MOST_TRIGGERS) {
            let Some(mut fields) = self.reader.fields(node, "trigger") else {
                continue;
            };
            let when = fields.need(&mut self.reader, "when");
            let waits = when;
            let when = when.and_then(|node| self.condition(node, names, objects, secondary));
            let then = fields.need(&mut self.reader, "then").map(|node| {
                let list = self.reader.list(node, "actions");
                if list.len() > MOST {
                    let message = format!("a trigger does at most {MOST} things");
                    self.reader.problem(node.place, message);
                }
                (list.iter().take(MOST))
                    .filter_map(|node| self.action(node, names))
                    .collect()
            });
            fields.done(&mut self.reader);
            if let (Some(Condition::Turn(turn)), Some(limit), Some(node)) =
                (&when, names.turn_limit, waits)
                && *turn > limit
            {
                let message =
                    format!("turn {turn} never comes: the mission ends with turn {limit}");
                self.reader.doubt(node.place, message);
            }
            if let (Some(when), Some(then)) = (when, then) {
                triggers.push(Trigger { when, then });
            }
        }
        triggers
    }

    fn condition(
        &mut self,
        node: &Node,
        names: &Names,
        objects: &Partly<Object>,
        secondary: &Partly<Secondary>,
    ) -> Option<Condition> {
        let kind = self.reader.variant(node, "a condition, such as Turn(3)")?;
        let single = match &node.value {
            Value::Tuple(_, items) if items.len() == 1 => items.first(),
            _ => None,
        };
        let index = |loader: &mut Self, node: &Node, what: &str, all: &[&str]| {
            let find = |name: &str| {
                let at = all.iter().position(|other| *other == name)?;
                u8::try_from(at).ok()
            };
            loader.reader.key(node, what, find, all)
        };
        match (kind, single) {
            ("Turn", Some(node)) => {
                let turn = self.reader.int(node, "turn", 1..=500_u16)?;
                Some(Condition::Turn(turn))
            }
            ("Dies", Some(node)) => self.unit_named(node, names).map(Condition::Dies),
            ("Interacts", Some(node)) => {
                let found = objects.found.iter();
                let all: Vec<_> = found.map(|object| object.name.as_str()).collect();
                if !objects.is_whole {
                    return None;
                }
                index(self, node, "object", &all).map(Condition::Interacts)
            }
            ("Completes", Some(node)) => {
                let found = secondary.found.iter();
                let all: Vec<_> = found.map(|one| one.name.as_str()).collect();
                if !secondary.is_whole {
                    return None;
                }
                index(self, node, "secondary objective", &all).map(Condition::Completes)
            }
            ("Enters", None) => {
                let mut fields = self.reader.fields(node, "Enters")?;
                let zone = fields.need(&mut self.reader, "zone");
                let zone = zone.and_then(|node| self.zone(node, names.zones));
                let side = fields.need(&mut self.reader, "side");
                let side = side.and_then(|node| self.side_named(node, names));
                fields.done(&mut self.reader);
                Some(Condition::Enters {
                    zone: zone?,
                    side: side?,
                })
            }
            _ => {
                self.unknown(
                    node,
                    "condition",
                    &[
                        "Turn(3)",
                        "Enters(zone: \"name\", side: \"name\")",
                        "Dies(\"unit\")",
                        "Interacts(\"object\")",
                        "Completes(\"secondary objective\")",
                    ],
                );
                None
            }
        }
    }

    fn action(&mut self, node: &Node, names: &Names) -> Option<Action> {
        let kind = self
            .reader
            .variant(node, "an action, such as Message(\"...\")")?;
        let single = match &node.value {
            Value::Tuple(_, items) if items.len() == 1 => items.first(),
            _ => None,
        };
        match (kind, single) {
            ("Message", Some(node)) => {
                let text = self.reader.prose(node, "message")?;
                return Some(Action::Message(text.to_owned()));
            }
            ("Spawn", Some(node)) => return self.spawn(node, names),
            _ => {}
        }
        if !["Mode", "Terrain", "Light", "Danger", "Join"].contains(&kind) || single.is_some() {
            self.unknown(
                node,
                "action",
                &[
                    "Message(\"...\")",
                    "Spawn(\"group\")",
                    "Mode(side: \"name\", mode: Aggressive)",
                    "Terrain(at: (0, 0), becomes: \"open_door\")",
                    "Light(at: (0, 0), radius: 3, turns: 2)",
                    "Danger(zone: \"name\", warning: 2, damage: 10)",
                    "Join(unit: \"name\", side: \"name\")",
                ],
            );
            return None;
        }
        let mut fields = self.reader.fields(node, "action")?;
        let action = match kind {
            "Mode" => {
                let side = fields.need(&mut self.reader, "side");
                let side = side.and_then(|node| self.side_named(node, names));
                let mode = fields.choice(&mut self.reader, "mode", "AI mode", AiMode::CHOICES);
                side.zip(mode)
                    .map(|(side, mode)| Action::Mode { side, mode })
            }
            "Terrain" => {
                let at = fields.need(&mut self.reader, "at");
                let tile = at.and_then(|node| self.tile(node, names.grid));
                let catalog = self.catalog.clone();
                let keys: Vec<_> = catalog.terrains.iter().map(|t| t.key.as_str()).collect();
                let becomes = fields.need(&mut self.reader, "becomes").and_then(|node| {
                    let find = |key: &str| catalog.terrain_named(key);
                    self.reader.key(node, "terrain", find, &keys)
                });
                tile.zip(becomes)
                    .map(|(tile, becomes)| Action::Terrain { tile, becomes })
            }
            "Light" => {
                let at = fields.need(&mut self.reader, "at");
                let tile = at.and_then(|node| self.tile(node, names.grid));
                let radius = fields.int(&mut self.reader, "radius", 0..=20_u8);
                let turns = fields.int(&mut self.reader, "turns", 1..=100_u8);
                tile.zip(radius.zip(turns))
                    .map(|(tile, (radius, turns))| Action::Light {
                        tile,
                        radius,
                        turns,
                    })
            }
            "Danger" => {
                let zone = fields.need(&mut self.reader, "zone");
                let zone = zone.and_then(|node| self.zone(node, names.zones));
                let warning = fields.int_or(&mut self.reader, "warning", 0..=100_u16, 0);
                let damage = fields.int(&mut self.reader, "damage", 1..=1000_u16);
                zone.zip(warning.zip(damage))
                    .map(|(zone, (warning, damage))| Action::Danger {
                        zone,
                        warning,
                        damage,
                    })
            }
            _ => {
                let unit = fields.need(&mut self.reader, "unit");
                let unit = unit.and_then(|node| self.unit_named(node, names));
                let side = fields.need(&mut self.reader, "side");
                let side = side.and_then(|node| self.side_named(node, names));
                unit.zip(side)
                    .map(|(unit, side)| Action::Join { unit, side })
            }
        };
        fields.done(&mut self.reader);
        action
    }

    /// Reads the name of a group of units that wait off the board.
    fn spawn(&mut self, node: &Node, names: &Names) -> Option<Action> {
        if !names.is_whole {
            return None;
        }
        let units = || names.squads.iter().flatten();
        let mut groups: Vec<_> = units().filter_map(|unit| unit.group.as_deref()).collect();
        groups.sort_unstable();
        groups.dedup();
        let find = |name: &str| {
            let ids: Vec<_> = (0..)
                .zip(units())
                .filter(|(_, unit)| unit.group.as_deref() == Some(name))
                .map(|(id, _)| UnitId(id))
                .collect();
            (!ids.is_empty()).then_some(ids)
        };
        let ids = self.reader.key(node, "group of units", find, &groups)?;
        Some(Action::Spawn(ids))
    }

    /// Notes something of a kind that is unknown.
    fn unknown(&mut self, node: &Node, what: &str, forms: &[&str]) {
        let message = format!(
            "{what} {} is unknown (allowed: {})",
            node.describe(),
            forms.join(", ")
        );
        self.reader.problem(node.place, message);
    }

    /// Puts a script together.
    pub(super) fn script(
        &mut self,
        triggers: Option<&Node>,
        names: &Names,
        objects: Partly<Object>,
        secondary: Partly<Secondary>,
    ) -> Script {
        let triggers = triggers
            .map(|node| self.triggers(node, names, &objects, &secondary))
            .unwrap_or_default();
        Script {
            triggers,
            objects: objects.found,
            secondary: secondary.found,
        }
    }
}

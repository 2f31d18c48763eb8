//! Reads the objective of a mission and refuses what nobody could achieve.
//!
//! **Invariant:** enough units of side 0 can walk to an objective that passes; doors count as open.

use std::collections::BTreeSet;

use crate::{
    battle::{grid::TileId, unit::Side},
    content::{
        problem::Place,
        reader::Fields,
        tree::{Node, Value},
    },
    mission::{BoardSetup, Loader, MAX_UNITS, SideSetup},
    rules::battlescape::{
        content::BattlescapeContent,
        scenario::{
            Objective, Scenario,
            script::{MOST, Secondary},
            triggers::{Names, Partly},
        },
    },
};

/// Who takes part, as far as it can be told from sides that may hold mistakes.
#[derive(Default)]
pub(super) struct Roster<'n> {
    /// Names of the sides; none if one is missing.
    names: Vec<&'n str>,
    /// Units of side 0, if they are listed.
    own: Option<usize>,
}

impl<'n> Roster<'n> {
    pub(super) fn read(node: &'n Node) -> Self {
        let Value::List(sides) = &node.value else {
            return Self::default();
        };
        let field = |side: &'n Node, name: &str| match &side.value {
            Value::Struct(_, fields) => fields.iter().find(|field| field.name == name),
            _ => None,
        };
        let name = |side| match &field(side, "name")?.node.value {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        };
        let own = sides.first().and_then(|side| field(side, "units"));
        Self {
            names: (sides.iter().map(name).collect::<Option<_>>()).unwrap_or_default(),
            own: own.and_then(|field| match &field.node.value {
                Value::List(units) if !units.is_empty() => Some(units.len()),
                _ => None,
            }),
        }
    }
}

impl Loader {
    pub(super) fn objectives(
        &mut self,
        node: &Node,
        exits: &[TileId],
        roster: &Roster,
        names: &Names,
    ) -> Option<(Objective, Option<u16>, Partly<Secondary>)> {
        let mut fields = self.reader.fields(node, "objectives")?;
        let primary = fields.need(&mut self.reader, "primary");
        let limit = fields.get("turn_limit");
        let secondary = fields.get("secondary");
        fields.done(&mut self.reader);
        let turn_limit = match limit.and_then(|node| self.reader.option(node)) {
            Some(node) => (self.reader.int(node, "turn limit", 1..=500_u16)).map(Some),
            None => Some(None),
        };
        let node = primary?;
        let objective = self.objective(node, exits, roster, names)?;
        let secondary = secondary
            .map(|node| self.secondary(node, exits, roster, names))
            .unwrap_or_default();
        let turn_limit = turn_limit?;
        if let (
            Objective::Hold { turns, .. }
            | Objective::Survive { turns }
            | Objective::Protect { turns, .. },
            Some(limit),
        ) = (&objective, turn_limit)
            && *turns > limit
        {
            let message = format!("cannot hold for {turns} turns within {limit}");
            self.reader.problem(node.place, message);
        }
        Some((objective, turn_limit, secondary))
    }

    fn secondary(
        &mut self,
        node: &Node,
        exits: &[TileId],
        roster: &Roster,
        names: &Names,
    ) -> Partly<Secondary> {
        let nodes = self.reader.list(node, "secondary objectives");
        if nodes.len() > MOST {
            let message = format!("at most {MOST} secondary objectives are allowed");
            self.reader.problem(node.place, message);
        }
        let mut all = Vec::new();
        for node in nodes.iter().take(MOST) {
            let Some(mut fields) = self.reader.fields(node, "secondary objective") else {
                continue;
            };
            let name = self.need_name(&mut fields, "name");
            let objective = fields.need(&mut self.reader, "objective");
            let objective = objective.and_then(|node| self.objective(node, exits, roster, names));
            fields.done(&mut self.reader);
            if let Some(Objective::Hold { .. }) = objective {
                self.reader
                    .problem(node.place, "Hold can only be the primary objective");
            }
            if let (Some(name), Some(objective)) = (name, objective) {
                all.push(Secondary { name, objective });
            }
        }
        Partly {
            is_whole: all.len() == nodes.len(),
            found: all,
        }
    }

    /// Reads the objectives about one unit, one item or several zones.
    fn special_objective(
        &mut self,
        node: &Node,
        kind: &str,
        exits: &[TileId],
        names: &Names,
    ) -> Option<Objective> {
        let mut fields = self.reader.fields(node, "objective")?;
        let unit = |loader: &mut Self, fields: &mut Fields| {
            let node = fields.need(&mut loader.reader, "unit")?;
            loader.unit_named(node, names)
        };
        let objective = match kind {
            "Kill" => unit(self, &mut fields).map(|unit| Objective::Kill { unit }),
            "Capture" => unit(self, &mut fields).map(|unit| Objective::Capture { unit }),
            "Rescue" => {
                if exits.is_empty() {
                    let message = "Rescue needs exits: give `exits` the name of a zone";
                    self.reader.problem(node.place, message);
                }
                unit(self, &mut fields).map(|unit| Objective::Rescue { unit })
            }
            "Protect" => {
                let unit = unit(self, &mut fields);
                let turns = fields.int(&mut self.reader, "turns", 1..=500_u16);
                unit.zip(turns)
                    .map(|(unit, turns)| Objective::Protect { unit, turns })
            }
            "Survive" => {
                let turns = fields.int(&mut self.reader, "turns", 1..=500_u16);
                turns.map(|turns| Objective::Survive { turns })
            }
            "Secure" => {
                let catalog = self.catalog.clone();
                let content = catalog.part::<BattlescapeContent>();
                let keys: Vec<_> = content.items.iter().map(|item| item.key.as_str()).collect();
                let item = fields.need(&mut self.reader, "item").and_then(|node| {
                    let find = |key: &str| content.item_named(key);
                    self.reader.key(node, "item", find, &keys)
                });
                let count = fields.int_or(&mut self.reader, "count", 1..=100_u16, 1);
                item.zip(count).map(|(item, count)| Objective::Secure {
                    item,
                    count: usize::from(count),
                })
            }
            _ => {
                let zones = fields.need(&mut self.reader, "zones").and_then(|node| {
                    let list = self.reader.list(node, "zones");
                    let is_list = matches!(node.value, Value::List(_));
                    if is_list && !(1..=MOST).contains(&list.len()) {
                        let message = format!("Control needs 1 to {MOST} zones");
                        self.reader.problem(node.place, message);
                    }
                    (list.iter().take(MOST))
                        .map(|node| self.zone(node, names.zones))
                        .collect::<Option<Vec<_>>>()
                });
                zones.map(|zones| Objective::Control { zones })
            }
        };
        fields.done(&mut self.reader);
        objective
    }

    pub(super) fn objective(
        &mut self,
        node: &Node,
        exits: &[TileId],
        roster: &Roster,
        names: &Names,
    ) -> Option<Objective> {
        let zones = names.zones;
        let kind = self
            .reader
            .variant(node, "the objective, such as EliminateAll(\"Name\")")?;
        match (kind, &node.value) {
            ("EliminateAll", Value::Tuple(_, items)) if items.len() == 1 => {
                let names = roster.names.get(1..)?;
                let find = |name: &str| {
                    let index = names.iter().position(|other| *other == name)?;
                    u8::try_from(index + 1).ok().map(Side)
                };
                let side = self.reader.key(&items[0], "enemy side", find, names)?;
                Some(Objective::Eliminate { side })
            }
            ("Reach" | "Escape" | "Hold", Value::Struct(..)) => {
                let mut fields = self.reader.fields(node, kind)?;
                let zone = match kind {
                    "Escape" => None,
                    _ => fields.need(&mut self.reader, "zone"),
                };
                let zone = zone.map(|node| self.zone(node, zones));
                let most = u16::try_from(roster.own.unwrap_or(MAX_UNITS)).ok()?;
                let units = match kind {
                    "Hold" => None,
                    _ => Some(match fields.get("units") {
                        Some(node) => self.reader.int(node, "units", 1..=most),
                        None => Some(most),
                    }),
                };
                let turns = match kind {
                    "Hold" => fields
                        .need(&mut self.reader, "turns")
                        .and_then(|node| self.reader.int(node, "turns", 1..=100_u16)),
                    _ => None,
                };
                fields.done(&mut self.reader);
                match kind {
                    "Reach" => Some(Objective::Reach {
                        zone: zone??,
                        units: usize::from(units??),
                    }),
                    "Hold" => Some(Objective::Hold {
                        zone: zone??,
                        turns: turns?,
                    }),
                    _ if exits.is_empty() => {
                        let message = "Escape needs exits: give `exits` the name of a zone";
                        self.reader.problem(node.place, message);
                        None
                    }
                    _ => Some(Objective::Escape {
                        units: usize::from(units??),
                    }),
                }
            }
            (
                "Kill" | "Capture" | "Rescue" | "Protect" | "Survive" | "Secure" | "Control",
                Value::Struct(..),
            ) => self.special_objective(node, kind, exits, names),
            _ => {
                let forms = [
                    "EliminateAll(\"side\")",
                    "Reach(zone: \"name\", units: 1)",
                    "Escape(units: 1)",
                    "Hold(zone: \"name\", turns: 3)",
                    "Control(zones: [\"one\", \"two\"])",
                    "Survive(turns: 8)",
                    "Kill(unit: \"name\")",
                    "Capture(unit: \"name\")",
                    "Protect(unit: \"name\", turns: 8)",
                    "Rescue(unit: \"name\")",
                    "Secure(item: \"key\", count: 1)",
                ];
                let message = format!(
                    "objective {} is unknown (allowed: {})",
                    node.describe(),
                    forms.join(", ")
                );
                self.reader.problem(node.place, message);
                None
            }
        }
    }

    /// Notes an objective zone that side 0 can never walk to; doors count as open.
    pub(super) fn check_reachable(
        &mut self,
        scenario: &Scenario,
        sides: &[SideSetup],
        board: &BoardSetup,
        place: Place,
    ) {
        let zone = match &scenario.objective {
            Objective::Reach { zone, .. } | Objective::Hold { zone, .. } => zone,
            Objective::Escape { .. } => &scenario.exits,
            _ => return,
        };
        // That there is none is told already.
        let Some(side) = sides.first() else {
            return;
        };
        let grid = board.grid;
        let catalog = self.catalog.clone();
        let can_enter = |tile: TileId| {
            let terrain = catalog.terrain(board.tiles[tile.index()].terrain);
            terrain.move_percent.is_some() || terrain.door_to.is_some()
        };
        let cuts: BTreeSet<_> = (board.hexsides.iter())
            .filter(|(.., kind)| catalog.hexside(*kind).surcharge_percent.is_none())
            .map(|&(tile, side, _)| (tile, side))
            .collect();
        // Hexes that can be walked between form parts; each is worth the units that can get there.
        let zone: BTreeSet<_> = zone
            .iter()
            .copied()
            .filter(|&tile| can_enter(tile))
            .collect();
        let own: BTreeSet<_> = scenario.squads[0].iter().map(|unit| unit.tile).collect();
        let mut is_reached = vec![false; grid.len()];
        let mut able = 0;
        for &start in &zone {
            let (mut units, mut hexes) = (0, 0);
            let mut open = vec![start];
            while let Some(tile) = open.pop() {
                if std::mem::replace(&mut is_reached[tile.index()], true) {
                    continue;
                }
                hexes += usize::from(zone.contains(&tile));
                units += usize::from(own.contains(&tile));
                open.extend(grid.neighbors(tile).filter_map(|(direction, to)| {
                    let is_cut = cuts.contains(&(tile, direction))
                        || cuts.contains(&(to, direction.opposite()));
                    (can_enter(to) && !is_cut).then_some(to)
                }));
            }
            // Who leaves the map makes room for the next.
            able += match scenario.objective {
                Objective::Escape { .. } => units,
                _ => units.min(hexes),
            };
        }
        let needed = match &scenario.objective {
            Objective::Reach { units, .. } | Objective::Escape { units } => *units,
            _ => 1,
        };
        if able < needed {
            let name = &side.name;
            let message = match able {
                0 => format!("{name} cannot reach any hex of the objective"),
                _ => format!("the objective needs {needed} units of {name}; {able} can get there"),
            };
            self.reader.problem(place, message);
        }
    }
}

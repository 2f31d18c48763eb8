//! Reads the squads of a mission.
//!
//! **Invariant:** units that are returned stand on hexes of their own that can be entered, or a
//! problem was noted.

use std::collections::BTreeMap;

use crate::{
    battle::grid::{Direction, TileId},
    content::{mode::AiMode, tree::Node},
    mission::{BoardSetup, Loader, MAX_UNITS, SideSetup},
    rules::battlescape::{
        content::{
            BattlescapeContent,
            items::{ItemId, MAX_ITEMS},
        },
        scenario::{UnitSetup, difficulty, script::Trigger},
    },
};

/// Sides and the units of each.
pub(super) type Forces = (Vec<SideSetup>, Vec<Vec<UnitSetup>>);

impl Loader {
    pub(super) fn sides(
        &mut self,
        node: &Node,
        board: &BoardSetup,
        zones: &BTreeMap<String, Vec<TileId>>,
        deployment: &[TileId],
    ) -> Option<(Forces, Vec<Trigger>)> {
        let nodes = self.side_nodes(node);
        let mut taken = BTreeMap::new();
        let mut sides = Vec::new();
        let mut squads = Vec::new();
        let mut named = Vec::new();
        let mut is_whole = true;
        for (index, node) in nodes.iter().enumerate() {
            match self.side(node, index, board, zones, &mut taken) {
                Some((side, squad, names)) => {
                    sides.push(side);
                    squads.push(squad);
                    named.push(names);
                }
                None => is_whole = false,
            }
        }
        for (squad, node) in squads.iter().zip(nodes).skip(1) {
            let mut starting = squad.iter().filter(|unit| unit.group.is_none());
            if let Some(unit) = starting.find(|unit| deployment.contains(&unit.tile)) {
                let message = format!(
                    "{} stands in the deployment zone of the first side",
                    unit.name
                );
                self.reader.problem(node.place, message);
            }
        }
        self.check_side_names(&sides, nodes);
        if is_whole {
            self.check_unit_names(nodes, &squads, &named);
        }
        if taken.len() > MAX_UNITS {
            let message = format!(
                "at most {MAX_UNITS} units are allowed, these are {}",
                taken.len()
            );
            self.reader.problem(node.place, message);
        }
        if !is_whole {
            return None;
        }
        let catalog = self.catalog.clone();
        let figures = &catalog.part::<BattlescapeContent>().ai.difficulty;
        let can_stand = |tile: TileId| {
            let terrain = catalog.terrain(board.tiles[tile.index()].terrain);
            terrain.move_percent.is_some() && !deployment.contains(&tile)
        };
        let percent = self.terms.difficulty;
        let waves = difficulty::fit(
            &sides,
            &mut squads,
            &named,
            board,
            &can_stand,
            figures,
            percent,
        );
        Some(((sides, squads), waves))
    }

    pub(super) fn side(
        &mut self,
        node: &Node,
        index: usize,
        board: &BoardSetup,
        zones: &BTreeMap<String, Vec<TileId>>,
        taken: &mut BTreeMap<TileId, String>,
    ) -> Option<(SideSetup, Vec<UnitSetup>, Vec<bool>)> {
        let side_place = node.place;
        let mut fields = self.reader.fields(node, "side")?;
        let side = self.side_setup(&mut fields);
        let units = fields.need(&mut self.reader, "units");
        fields.done(&mut self.reader);
        let nodes = units
            .map(|node| self.reader.list(node, "units"))
            .unwrap_or_default();
        if let (Some(node), true) = (units, nodes.is_empty()) {
            self.reader
                .problem(node.place, "a side needs at least one unit");
        }
        let mut setups = Vec::new();
        let mut named = Vec::new();
        let mut counts = BTreeMap::<_, usize>::new();
        if nodes.len() > MAX_UNITS {
            let count = nodes.len();
            let message = format!("at most {MAX_UNITS} units are allowed, these are {count}");
            self.reader.problem(side_place, message);
            return None;
        }
        for node in nodes {
            let is_free = |tile| !taken.contains_key(&tile);
            let Some((mut setup, is_named)) = self.unit(node, index, board, zones, &is_free) else {
                continue;
            };
            if !is_named {
                let count = counts.entry(setup.kind).or_default();
                *count += 1;
                setup.name = format!("{} {count}", setup.name);
            }
            // Who comes later finds a place near by.
            if setup.group.is_none()
                && let Some(other) = taken.insert(setup.tile, setup.name.clone())
            {
                let (column, row) = board.grid.to_offset(setup.tile);
                let message = format!("{other} already stands on ({column}, {row})");
                self.reader.problem(node.place, message);
            }
            setups.push(setup);
            named.push(is_named);
        }
        let is_whole = setups.len() == nodes.len();
        is_whole.then_some((side?, setups, named))
    }

    fn items(&mut self, node: &Node, names: &[&str]) -> Option<Vec<ItemId>> {
        let catalog = self.catalog.clone();
        let list = self.reader.list(node, "items");
        if list.len() > MAX_ITEMS {
            let message = format!("a unit carries at most {MAX_ITEMS} items");
            self.reader.problem(node.place, message);
        }
        let find = |key: &str| catalog.part::<BattlescapeContent>().item_named(key);
        (list.iter())
            .map(|node| self.reader.key(node, "item", find, names))
            .collect()
    }

    /// Reads a stop of a patrol route: a hex where a unit can stand.
    fn patrol_stop(&mut self, node: &Node, board: &BoardSetup) -> Option<TileId> {
        let tile = self.tile(node, board.grid)?;
        let catalog = self.catalog.clone();
        let terrain = catalog.terrain(board.tiles[tile.index()].terrain);
        if terrain.move_percent.is_none() {
            let message = format!("a patrol cannot stop in {}", terrain.name);
            self.reader.problem(node.place, message);
        }
        Some(tile)
    }

    pub(super) fn unit(
        &mut self,
        node: &Node,
        side: usize,
        board: &BoardSetup,
        zones: &BTreeMap<String, Vec<TileId>>,
        is_free: &dyn Fn(TileId) -> bool,
    ) -> Option<(UnitSetup, bool)> {
        let catalog = self.catalog.clone();
        let content = catalog.part::<BattlescapeContent>();
        let mut fields = self.reader.fields(node, "unit")?;
        let kind = fields.need(&mut self.reader, "kind");
        let kind = kind.and_then(|node| self.reader.definition(node, "unit kind", &content.units));
        let name = match fields.get("name") {
            Some(node) => (self.reader.name(node, "name")).map(|name| Some(name.to_owned())),
            None => Some(None),
        };
        let at = fields.need(&mut self.reader, "at");
        let tile = at.and_then(|node| self.place(node, board, zones, is_free));
        let facing = self.facing(&mut fields, board.grid.layout);
        let usual = Direction::new(if side == 0 { 0 } else { 3 });
        let facing = facing.map(|facing| facing.unwrap_or(usual));
        let weapon = match fields.get("weapon") {
            Some(node) => self.reader.definition(node, "weapon", &content.weapons),
            None => kind.map(|kind| content.unit(kind).weapon),
        };
        let items: Vec<_> = content.items.iter().map(|item| item.key.as_str()).collect();
        let carried = match fields.get("items") {
            Some(node) => self.items(node, &items),
            None => kind.map(|kind| content.unit(kind).items.clone()),
        };
        let suit = match fields.get("suit") {
            Some(node) => (self.reader)
                .definition(node, "suit", &content.suits)
                .map(Some),
            None => Some(None),
        };
        let group = match fields.get("group") {
            Some(node) => (self.reader.name(node, "group")).map(|name| Some(name.to_owned())),
            None => Some(None),
        };
        let patrol = fields.get("patrol").map_or(Some(Vec::new()), |node| {
            let stops = self.reader.list(node, "patrol route").iter();
            stops.map(|node| self.patrol_stop(node, board)).collect()
        });
        let mode = match fields.get("mode") {
            Some(node) => self
                .reader
                .choice(node, "AI mode", AiMode::CHOICES)
                .map(Some),
            None => Some(None),
        };
        fields.done(&mut self.reader);
        if let (Some(tile), Some(node)) = (tile, at) {
            let terrain = catalog.terrain(board.tiles[tile.index()].terrain);
            if terrain.move_percent.is_none() {
                let (column, row) = board.grid.to_offset(tile);
                let message = format!(
                    "({column}, {row}) is {}, where no unit can stand",
                    terrain.name
                );
                self.reader.problem(node.place, message);
            }
        }
        let (kind, name, suit, mode, group) = (kind?, name?, suit?, mode?, group?);
        let patrol = patrol?;
        let is_named = name.is_some();
        let name = name.unwrap_or_else(|| content.unit(kind).name.clone());
        let (tile, facing, weapon, items) = (tile?, facing?, weapon?, carried?);
        Some((
            UnitSetup {
                kind,
                name,
                tile,
                facing,
                weapon,
                items,
                suit,
                group,
                mode,
                patrol,
            },
            is_named,
        ))
    }
}

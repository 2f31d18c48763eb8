//! Reads the squads of a mission.
//!
//! **Invariant:** units that are returned stand on hexes of their own that can be entered, or a
//! problem was noted.

use std::collections::BTreeMap;

use crate::battle::grid::{Direction, TileId};
use crate::content::definition::Entry;
use crate::content::mode::AiMode;
use crate::content::tree::Node;
use crate::mission::{BoardSetup, Ground, Loader, SideSetup};
use crate::rules::battlescape::content::{BattlescapeContent, SuitId, WeaponId, check_items};
use crate::rules::battlescape::scenario::script::Trigger;
use crate::rules::battlescape::scenario::{UnitSetup, difficulty};

/// Sides and the units of each.
pub(super) type Forces = (Vec<SideSetup>, Vec<Vec<UnitSetup>>);

impl Loader {
    pub(super) fn sides(
        &mut self,
        node: &Node,
        ground: &Ground,
        deployment: &[TileId],
    ) -> Option<(Forces, Vec<Trigger>)> {
        let nodes = self.side_nodes(node);
        let mut taken = BTreeMap::new();
        let read = nodes.iter().enumerate();
        let read = read.filter_map(|(index, node)| self.side(node, index, ground, &mut taken));
        let (sides, squads): (Vec<_>, Vec<_>) = read.unzip();
        let (mut squads, named): (Vec<_>, Vec<_>) = squads.into_iter().unzip();
        let is_whole = sides.len() == nodes.len();
        for (squad, node) in squads.iter().zip(nodes).skip(1) {
            let mut starting = squad.iter().filter(|unit| unit.group.is_none());
            if let Some(unit) = starting.find(|unit| deployment.contains(&unit.tile)) {
                let name = &unit.name;
                let message = format!("{name} stands in the deployment zone of the first side");
                self.reader.problem(node.place, message);
            }
        }
        self.check_side_names(&sides, nodes);
        if is_whole {
            self.check_unit_names(nodes, &squads, &named);
        }
        self.check_count(node, taken.len());
        if !is_whole {
            return None;
        }
        let board = &ground.0;
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
        ground: &Ground,
        taken: &mut BTreeMap<TileId, String>,
    ) -> Option<(SideSetup, (Vec<UnitSetup>, Vec<bool>))> {
        let mut fields = self.reader.fields(node, "side")?;
        let side = self.side_setup(&mut fields);
        let units = fields.need(&mut self.reader, "units");
        fields.done(&mut self.reader);
        let nodes = units.map_or(&[][..], |node| self.reader.list(node, "units"));
        if let (Some(node), true) = (units, nodes.is_empty()) {
            let message = "a side needs at least one unit";
            self.reader.problem(node.place, message);
        }
        self.check_count(node, nodes.len())?;
        let mut counts = BTreeMap::<_, usize>::new();
        let read = nodes.iter().filter_map(|node| {
            let is_free = |tile| !taken.contains_key(&tile);
            let (mut setup, is_named) = self.unit(node, index, ground, &is_free)?;
            if !is_named {
                let count = counts.entry(setup.kind).or_default();
                *count += 1;
                setup.name = format!("{} {count}", setup.name);
            }
            // Who comes later finds a place near by.
            if setup.group.is_none()
                && let Some(other) = taken.insert(setup.tile, setup.name.clone())
            {
                let (column, row) = ground.0.grid.to_offset(setup.tile);
                let message = format!("{other} already stands on ({column}, {row})");
                self.reader.problem(node.place, message);
            }
            Some((setup, is_named))
        });
        let (setups, named): (Vec<_>, _) = read.unzip();
        (setups.len() == nodes.len()).then_some((side?, (setups, named)))
    }

    /// Reads a stop of a patrol route: a hex where a unit can stand.
    fn patrol_stop(&mut self, node: &Node, board: &BoardSetup) -> Option<TileId> {
        let tile = self.tile(node, board.grid)?;
        let catalog = self.catalog.clone();
        let terrain = catalog.terrain(board.tiles[tile.index()].terrain);
        if terrain.move_percent.is_none() {
            let message = format!("a patrol cannot stop on {}", terrain.name);
            self.reader.problem(node.place, message);
        }
        Some(tile)
    }

    pub(super) fn unit(
        &mut self,
        node: &Node,
        side: usize,
        (board, zones): &Ground,
        is_free: &dyn Fn(TileId) -> bool,
    ) -> Option<(UnitSetup, bool)> {
        let catalog = self.catalog.clone();
        let content = catalog.part::<BattlescapeContent>();
        let mut fields = self.reader.fields(node, "unit")?;
        let kind = fields.need(&mut self.reader, "kind");
        let kind = kind.and_then(|node| self.reader.definition(node, "unit kind", &content.units));
        let reader = &mut self.reader;
        let name = fields.maybe("name", |node| reader.name(node, "name").map(str::to_owned));
        let at = fields.need(&mut self.reader, "at");
        let tile = at.and_then(|node| self.place(node, board, zones, is_free));
        let facing = self.facing(&mut fields, board.grid.layout);
        let towards = Direction::new(if side == 0 { 0 } else { 3 });
        let facing = facing.map(|facing| facing.unwrap_or(towards));
        let usual = kind.map(|kind| content.unit(kind));
        let reader = &mut self.reader;
        let weapon = match fields.get("weapon") {
            Some(node) => WeaponId::read(node, reader, "weapon", ()),
            None => usual.map(|kind| kind.weapon),
        };
        check_items(node, reader);
        let items = match fields.get("items") {
            Some(node) => Vec::read(node, reader, "items", ()),
            None => usual.map(|kind| kind.items.clone()),
        };
        let suit = fields.maybe("suit", |node| SuitId::read(node, reader, "suit", ()));
        let group = fields.maybe("group", |node| {
            reader.name(node, "group").map(str::to_owned)
        });
        let mode = fields.maybe("mode", |node| {
            reader.choice(node, "AI mode", AiMode::CHOICES)
        });
        let patrol = fields.or("patrol", Vec::new(), |node| {
            let stops = self.reader.list(node, "patrol route").iter();
            stops.map(|node| self.patrol_stop(node, board)).collect()
        });
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
        let (tile, facing, weapon, items) = (tile?, facing?, weapon?, items?);
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

//! Reads the objective of a mission and refuses what nobody could achieve.
//!
//! **Invariant:** enough units of side 0 can walk to an objective that passes; doors count as open.

use std::collections::BTreeSet;

use crate::battle::grid::TileId;
use crate::content::problem::Place;
use crate::content::tree::Node;
use crate::mission::{BoardSetup, Loader, SideSetup};
use crate::rules::battlescape::scenario::names::{Names, Partly};
use crate::rules::battlescape::scenario::script::{MOST, Secondary};
use crate::rules::battlescape::scenario::{Objective, Scenario};

impl Loader {
    pub(super) fn objectives(
        &mut self,
        node: &Node,
        exits: &[TileId],
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
        let objective = self.objective(node, exits, names)?;
        let secondary = secondary
            .map(|node| self.secondary(node, exits, names))
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

    fn secondary(&mut self, node: &Node, exits: &[TileId], names: &Names) -> Partly<Secondary> {
        let message = format!("at most {MOST} secondary objectives are allowed");
        let nodes = (self.reader).short_list(node, "secondary objectives", MOST, message);
        let read = nodes.iter().filter_map(|node| {
            let mut fields = self.reader.fields(node, "secondary objective")?;
            let name = self.need_name(&mut fields, "name");
            let objective = fields.need(&mut self.reader, "objective");
            let objective = objective.and_then(|node| self.objective(node, exits, names));
            fields.done(&mut self.reader);
            if let Some(Objective::Hold { .. }) = objective {
                let message = "Hold can only be the primary objective";
                self.reader.problem(node.place, message);
            }
            Some(Secondary {
                name: name?,
                objective: objective?,
            })
        });
        let found: Vec<_> = read.collect();
        Partly {
            is_whole: found.len() == node.items().len(),
            found,
        }
    }

    fn objective(&mut self, node: &Node, exits: &[TileId], names: &Names) -> Option<Objective> {
        let objective = Objective::read(self, node, names)?;
        if let (true, Objective::Escape { .. } | Objective::Rescue { .. }) =
            (exits.is_empty(), &objective)
        {
            let word = node.word().unwrap_or_default();
            let message = format!("{word} needs exits: give `exits` the name of a zone");
            self.reader.problem(node.place, message);
            return None;
        }
        Some(objective)
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

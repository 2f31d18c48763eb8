//! Reads the objectives of a mission.
//!
//! **Invariant:** what an objective names exists, and there is time enough for it.

use crate::battle::grid::TileId;
use crate::content::tree::Node;
use crate::mission::Loader;
use crate::rules::battlescape::scenario::Objective;
use crate::rules::battlescape::scenario::names::{Names, Partly};
use crate::rules::battlescape::scenario::script::{MOST, Secondary};

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
            let message = format!("{word} needs exits: set `exits` to the name of a zone");
            self.reader.problem(node.place, message);
            return None;
        }
        Some(objective)
    }
}

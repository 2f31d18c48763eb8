//! Reads the guide of a mission.
//!
//! **Invariant:** a step waits for something a player can do; its zone is one of the mission's.

use std::collections::BTreeMap;

use super::Loader;
use crate::battle::grid::TileId;
use crate::content::tree::{Node, Value};
use crate::mission::BoardSetup;
use crate::mission::guide::{GuideAction, GuideStep, Until};

/// Most steps of a guide.
const MOST: usize = 60;

impl Loader {
    pub(super) fn guide(
        &mut self,
        node: &Node,
        board: &BoardSetup,
        zones: &BTreeMap<String, Vec<TileId>>,
    ) -> Vec<GuideStep> {
        let mut steps = Vec::new();
        let nodes = self.reader.list(node, "guide");
        for node in nodes.iter().take(MOST) {
            let Some(mut fields) = self.reader.fields(node, "guide step") else {
                continue;
            };
            let say = self.need_text(&mut fields, "say");
            let until = fields.or("until", Until::Read(None), |node| {
                self.until(node, board, zones)
            });
            fields.done(&mut self.reader);
            if let (Some(say), Some(until)) = (say, until) {
                steps.push(GuideStep { say, until });
            }
        }
        if nodes.len() > MOST {
            let message = format!("a guide has at most {MOST} steps");
            self.reader.problem(node.place, message);
        }
        steps
    }

    fn until(
        &mut self,
        node: &Node,
        board: &BoardSetup,
        zones: &BTreeMap<String, Vec<TileId>>,
    ) -> Option<Until> {
        match &node.value {
            Value::Tuple(Some(name), items) if name == "Reached" && items.len() == 1 => {
                let zone = self.zone(&items[0], zones)?;
                let catalog = self.catalog.clone();
                let can_enter = |tile: &TileId| {
                    let terrain = catalog.terrain(board.tiles[tile.index()].terrain);
                    terrain.move_percent.is_some() || terrain.door_to.is_some()
                };
                if self.is_drawn && !zone.iter().any(can_enter) {
                    let message = "no unit can stand anywhere in this zone";
                    self.reader.doubt(node.place, message);
                }
                Some(Until::Reached(zone))
            }
            Value::Name(name) if name == "Read" => Some(Until::Read(None)),
            Value::Tuple(Some(name), items) if name == "ReadOr" && items.len() == 1 => {
                let action = self
                    .reader
                    .choice(&items[0], "action", GuideAction::CHOICES)?;
                Some(Until::Read(Some(action)))
            }
            _ => {
                let action = self.reader.choice(node, "action", GuideAction::CHOICES)?;
                Some(Until::Done(action))
            }
        }
    }
}

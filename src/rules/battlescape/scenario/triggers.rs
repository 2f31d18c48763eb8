//! Reads what a mission has happen by itself: objects and triggers.

use crate::content::tree::Node;
use crate::mission::{Ground, Loader};
use crate::rules::battlescape::scenario::names::{Names, Partly};
use crate::rules::battlescape::scenario::script::{
    Action, Condition, MOST, MOST_TRIGGERS, Object, ObjectKind, Trigger,
};

impl Loader {
    pub(super) fn objects(&mut self, node: &Node, (board, zones): &Ground) -> Partly<Object> {
        let message = format!("at most {MOST} objects are allowed");
        let mut objects: Vec<Object> = Vec::new();
        for node in self.reader.short_list(node, "objects", MOST, message) {
            let Some(mut fields) = self.reader.fields(node, "object") else {
                continue;
            };
            let name = self.need_name(&mut fields, "name");
            let kinds = ObjectKind::CHOICES;
            let kind = fields.choice(&mut self.reader, "kind", "object kind", kinds);
            let at = fields.need(&mut self.reader, "at");
            let is_free = |tile| !objects.iter().any(|other| other.tile == tile);
            let tile = at.and_then(|node| self.place(node, board, zones, &is_free));
            let items = fields.entry(&mut self.reader, ["items"; 2], (), Some(Vec::new()));
            fields.done(&mut self.reader);
            if let (Some(name), Some(kind), Some(tile), Some(items)) = (name, kind, tile, items) {
                if objects.iter().any(|other| other.name == name) {
                    let message = format!("two objects are named {name:?}");
                    self.reader.problem(node.place, message);
                }
                objects.push(Object {
                    name,
                    kind,
                    tile,
                    items,
                });
            }
        }
        Partly {
            is_whole: objects.len() == node.items().len(),
            found: objects,
        }
    }

    pub(super) fn triggers(
        &mut self,
        node: &Node,
        names: &Names,
        turn_limit: Option<u16>,
    ) -> Vec<Trigger> {
        let message = format!("at most {MOST_TRIGGERS} triggers are allowed");
        let nodes = (self.reader).short_list(node, "triggers", MOST_TRIGGERS, message);
        let read = nodes.iter().filter_map(|node| {
            let mut fields = self.reader.fields(node, "trigger")?;
            let waits = fields.need(&mut self.reader, "when");
            let when = waits.and_then(|node| Condition::read(self, node, names));
            let then = fields.need(&mut self.reader, "then").map(|node| {
                let message = format!("a trigger has at most {MOST} actions");
                let actions = self
                    .reader
                    .short_list(node, "actions", MOST, message)
                    .iter();
                let read = actions.filter_map(|node| Action::read(self, node, names));
                read.collect()
            });
            fields.done(&mut self.reader);
            if let (Some(Condition::Turn(turn)), Some(limit), Some(node)) =
                (&when, turn_limit, waits)
                && *turn > limit
            {
                let message =
                    format!("turn {turn} is never reached: the mission ends with turn {limit}");
                self.reader.doubt(node.place, message);
            }
            Some(Trigger {
                when: when?,
                then: then?,
            })
        });
        read.collect()
    }
}

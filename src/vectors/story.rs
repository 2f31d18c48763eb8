//! What happened in a battle, as lists that vectors state: events are written as records are, and what
//! a list tells of them is found by path.

use std::fmt::Debug;

use ron::ser::PrettyConfig;
use serde::Serialize;

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::content::ron_text;
use crate::content::tree::{self, Node, Value};
use crate::playing::Game;

use super::VectorBattle;

/// What a list holds of one kind of event.
pub struct Story {
    /// The list.
    pub list: &'static str,
    /// The event, and the path in it to what is told, or to a list of such; `Dogfight.attacks`.
    pub of: &'static str,
    /// Paths to what is told of each; `turn` is the number of the turn.
    pub tells: &'static [&'static str],
}

impl<R: Game> VectorBattle<'_, R> {
    /// Writes a list of what happened, in order: `[("A", (2, 3)), ("B", (4, 4))]`.
    pub fn story(&self, stories: &[Story], list: &str) -> String {
        let mut told = Vec::new();
        for (turn, event) in &self.events {
            let name = event_name(event);
            for story in stories.iter().filter(|story| story.list == list) {
                let (of, path) = story.of.split_once('.').unwrap_or((story.of, ""));
                if of == name {
                    let event = self.record(event);
                    let ones = at(&event, path).map_or(&[][..], each);
                    told.extend(ones.iter().map(|one| tell(one, *turn, story.tells)));
                }
            }
        }
        format!("[{}]", told.join(", "))
    }

    /// Checks how often something happened: `{"Dogfight": 1}`.
    pub fn count_events(&mut self, node: &Node) -> Option<()> {
        let example = "events, such as {\"Dogfight\": 1}";
        for (key, node) in self.reader.entries(node, example)? {
            let name = self.reader.text(key, "event")?;
            let expected = self.reader.int(node, "count", 0..=1000_u32)?;
            let events = self.events.iter();
            let found = events
                .filter(|(_, event)| event_name(event) == name)
                .count();
            if found != expected as usize {
                let failure = format!("expected {name} {expected} times, got {found}");
                self.failures.push(failure);
            }
        }
        Some(())
    }

    /// Writes a value as records are written, with units by name and hexes by column and row.
    fn record(&self, value: &impl Serialize) -> Node {
        let config = PrettyConfig::new().struct_names(true);
        let text = ron_text::to_pretty_text(value, config);
        let mut node = tree::parse("", &text).expect("what is written can be read");
        self.name_units_and_hexes(&mut node);
        node
    }

    fn name_units_and_hexes(&self, node: &mut Node) {
        let parts: Vec<&mut Node> = match &mut node.value {
            Value::Struct(_, fields) => fields.iter_mut().map(|field| &mut field.node).collect(),
            Value::List(nodes) | Value::Tuple(_, nodes) => nodes.iter_mut().collect(),
            _ => return,
        };
        parts
            .into_iter()
            .for_each(|part| self.name_units_and_hexes(part));
        let Value::Tuple(Some(kind), items) = &node.value else {
            return;
        };
        node.value = match (kind.as_str(), items.first().map(|item| &item.value)) {
            ("UnitId", Some(Value::Int(id))) => Value::Text(self.name(UnitId(*id as u16))),
            ("TileId", Some(Value::Int(tile))) => {
                let (column, row) = self.grid.to_offset(TileId(*tile as u32));
                let int = |value: i32| Node {
                    value: Value::Int(value.into()),
                    ..*node
                };
                Value::Tuple(None, vec![int(column), int(row)])
            }
            _ => return,
        };
    }
}

/// Returns the name of an event, that of its variant.
fn event_name(event: &impl Debug) -> String {
    let text = format!("{event:?}");
    let name = text.split(|c: char| !c.is_ascii_alphanumeric()).next();
    name.unwrap_or_default().to_owned()
}

/// Returns what stands at a path of fields; what is wrapped alone counts as unwrapped.
fn at<'n>(node: &'n Node, path: &str) -> Option<&'n Node> {
    match (&node.value, path) {
        (Value::Tuple(Some(_), items), _) if items.len() == 1 => at(&items[0], path),
        (_, "") => Some(node),
        (_, path) => {
            let (name, rest) = path.split_once('.').unwrap_or((path, ""));
            at(node.field(name)?, rest)
        }
    }
}

/// Lists the parts of a list, or the one thing that it is.
fn each(node: &Node) -> &[Node] {
    match &node.value {
        Value::List(nodes) | Value::Tuple(None, nodes) => nodes,
        _ => std::slice::from_ref(node),
    }
}

/// Writes what is told of one thing: `("A", 3)`, or alone without brackets.
fn tell(one: &Node, turn: u16, paths: &[&str]) -> String {
    let part = |path: &&str| match *path {
        "turn" => turn.to_string(),
        path => at(one, path).map_or_else(|| "None".to_owned(), Node::to_ron),
    };
    let parts: Vec<_> = paths.iter().map(part).collect();
    match parts.as_slice() {
        [alone] => alone.clone(),
        parts => format!("({})", parts.join(", ")),
    }
}

//! Reads terrain kinds and hexside features.
//!
//! **Invariant:** a kind of terrain changes into kinds that exist, and doors turn back.

use crate::content::load::Loader;
use crate::content::pack::key_of;
use crate::content::reader::Reader;
use crate::content::terrain::{Hexside, Terrain};
use crate::content::tree::{Node, Value};

impl Loader<'_> {
    /// Reads the terrain kinds.
    pub(super) fn terrains(&mut self) -> Vec<Terrain> {
        let entries = self.entries("terrain.ron");
        let named = |key: &str| {
            let mut nodes = entries.iter().map(|entry| &entry.node);
            nodes.find(|node| key_of(node) == Some(key))
        };
        self.list("terrain.ron", &entries, |node, reader| {
            check(node, named, reader);
        })
    }

    /// Reads the hexside features; the first is the plain side.
    pub(super) fn hexsides(&mut self) -> Vec<Hexside> {
        let none = Hexside {
            key: "none".into(),
            name: "None".into(),
            surcharge_percent: Some(0),
        };
        let read = self.definitions("hexsides.ron", |_, _| {});
        std::iter::once(none).chain(read).collect()
    }
}

/// Notes changes of a terrain kind into others that make no sense; `named` finds the others by key.
fn check<'n>(node: &Node, named: impl Fn(&str) -> Option<&'n Node>, reader: &mut Reader) {
    let [health, breaks, door, burns] =
        ["health", "breaks_to", "door_to", "burns_to"].map(|name| node.field(name));
    if health.is_some() != breaks.is_some() {
        let message = "`health` and `breaks_to` are given together or not at all";
        reader.problem(node.place, message);
    }
    let key = key_of(node);
    let is_itself = |into: &&Node| into.as_text().is_some() && into.as_text() == key;
    if let Some(into) = door.filter(is_itself) {
        reader.problem(into.place, "a door cannot turn into itself");
    }
    if let Some(into) = breaks.filter(is_itself) {
        reader.problem(into.place, "terrain cannot break into itself");
    }
    let is_flammable = node.field("flammable").map(|node| &node.value) == Some(&Value::Bool(true));
    if let Some(into) = burns.filter(|_| !is_flammable) {
        reader.problem(into.place, "terrain burns down only if it is flammable");
    }
    let other = door.and_then(Node::as_text).and_then(named);
    let back = other.and_then(|other| other.field("door_to"));
    if let (Some(door), Some(other), Some(key)) = (door, other.and_then(key_of), key)
        && back.and_then(Node::as_text) != Some(key)
    {
        let message = format!("a door must turn back: {other:?} needs door_to: {key:?}");
        reader.problem(door.place, message);
    }
}

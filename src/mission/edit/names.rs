//! Renames what other parts of a mission name: zones, sides, units.
//!
//! **Invariant:** only names are replaced, never other text that happens to read the same.

use crate::content::tree::{Node, Value};

use super::patch::{Patch, quoted};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    Zone,
    Side,
    Unit,
}

impl Naming {
    /// Whether a field of this name holds such a name.
    fn is_field(self, name: &str) -> bool {
        match self {
            Self::Zone => ["zone", "zones", "exits", "deployment"].contains(&name),
            Self::Side => ["side", "first"].contains(&name),
            Self::Unit => name == "unit",
        }
    }

    /// Whether the one item in the brackets of this variant is such a name.
    fn is_variant(self, name: &str) -> bool {
        match self {
            Self::Zone => name == "Zone",
            Self::Side => name == "EliminateAll",
            Self::Unit => name == "Dies",
        }
    }
}

/// Replaces a name wherever it is used.
pub(super) fn rename(patch: &mut Patch, node: &Node, naming: Naming, from: &str, to: &str) {
    let hit = |patch: &mut Patch, node: &Node| {
        if matches!(&node.value, Value::Text(text) if text == from) {
            patch.replace(node.span.range(), quoted(to));
        }
    };
    match &node.value {
        Value::Struct(_, fields) => {
            for field in fields {
                if naming.is_field(&field.name) {
                    match &field.node.value {
                        Value::List(items) => items.iter().for_each(|item| hit(patch, item)),
                        Value::Map(entries) => entries.iter().for_each(|(key, _)| hit(patch, key)),
                        _ => hit(patch, &field.node),
                    }
                }
                rename(patch, &field.node, naming, from, to);
            }
        }
        Value::Tuple(name, items) => {
            if name.as_deref().is_some_and(|name| naming.is_variant(name)) {
                items.iter().for_each(|item| hit(patch, item));
            }
            for item in items {
                rename(patch, item, naming, from, to);
            }
        }
        Value::List(items) => {
            for item in items {
                rename(patch, item, naming, from, to);
            }
        }
        _ => {}
    }
}

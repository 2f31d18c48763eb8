//! Rule figures as lists of paths and values.

use crate::content::problem::Place;
use crate::content::ron_text;
use crate::content::tree::{Field, Node, Value};

/// Lists every figure with its path, such as `tu.walk`, and its value as RON.
pub fn list(figures: &impl serde::Serialize) -> Vec<(String, String)> {
    let root = ron_text::to_node(figures);
    let mut leaves = Vec::new();
    collect(&root, &mut Vec::new(), &mut leaves);
    let leaves = leaves.into_iter();
    leaves
        .map(|(path, node, _)| (path.join("."), node.to_ron()))
        .collect()
}

/// Lists the innermost fields of overrides with their paths.
pub(super) fn collect<'n>(
    node: &'n Node,
    path: &mut Vec<String>,
    leaves: &mut Vec<(Vec<String>, &'n Node, Place)>,
) {
    let mut visit = |name: &str, node: &'n Node, place: Place| {
        path.push(name.to_owned());
        match &node.value {
            Value::Struct(None, fields) if !fields.is_empty() => collect(node, path, leaves),
            Value::Map(_) => collect(node, path, leaves),
            _ => leaves.push((path.clone(), node, place)),
        }
        path.pop();
    };
    match &node.value {
        Value::Struct(_, fields) => {
            for Field {
                name, node, place, ..
            } in fields
            {
                visit(name, node, *place);
            }
        }
        Value::Map(entries) => {
            for (key, node) in entries {
                visit(&key.to_ron(), node, key.place);
            }
        }
        _ => {}
    }
}

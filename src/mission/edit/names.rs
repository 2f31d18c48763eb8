//! Renames what other parts of a mission name: zones, sides, units, whatever a rule set names.
//!
//! **Invariant:** only names are replaced, never other text that happens to read the same.

use crate::content::tree::{Node, Value};

use super::Work;
use super::outline::{Outline, Reference, SHARED};
use super::patch::{Patch, quoted};

/// Replaces a name wherever it is used.
pub(super) fn rename(
    work: &mut Work,
    outline: &Outline,
    names: &[&str],
    (from, to): (&str, &str),
) -> Result<(), String> {
    let all = SHARED.iter().chain(outline.references);
    let all: Vec<_> = all.filter(|reference| reference.to == names).collect();
    work.patch(|patch, _, root| {
        for reference in all {
            visit(patch, root, reference, from, to);
        }
    })
}

/// Has whatever names something name it otherwise once it is, unless something else has either name.
pub(super) fn follow(
    work: &mut Work,
    outline: &Outline,
    names: &[&str],
    (from, to): (&str, &str),
) -> Result<(), String> {
    let mut all = Vec::new();
    count(&work.root, names, &mut all);
    let times = |name: &str| all.iter().filter(|other| **other == name).count();
    match from != to && times(from) == 0 && times(to) == 1 {
        true => rename(work, outline, names, (from, to)),
        false => Ok(()),
    }
}

/// Lists the texts that some fields lead to, as often as they are there.
fn count<'n>(node: &'n Node, fields: &[&str], found: &mut Vec<&'n str>) {
    match (&node.value, fields) {
        (Value::List(items), _) => items.iter().for_each(|item| count(item, fields, found)),
        (Value::Struct(_, all), [name, rest @ ..]) => {
            if let Some(field) = all.iter().find(|field| field.name == *name) {
                count(&field.node, rest, found);
            }
        }
        (Value::Text(text), []) => found.push(text),
        _ => {}
    }
}

fn visit(patch: &mut Patch, node: &Node, reference: &Reference, from: &str, to: &str) {
    let hit = |patch: &mut Patch, node: &Node| {
        if matches!(&node.value, Value::Text(text) if text == from) {
            patch.replace(node.span.range(), quoted(to));
        }
    };
    match &node.value {
        Value::Struct(_, fields) => {
            for field in fields {
                if reference.fields.contains(&field.name.as_str()) {
                    match &field.node.value {
                        Value::List(items) => items.iter().for_each(|item| hit(patch, item)),
                        Value::Map(entries) => entries.iter().for_each(|(key, _)| hit(patch, key)),
                        _ => hit(patch, &field.node),
                    }
                }
                visit(patch, &field.node, reference, from, to);
            }
        }
        Value::Tuple(name, items) => {
            if (name.as_deref()).is_some_and(|name| reference.words.contains(&name)) {
                items.iter().for_each(|item| hit(patch, item));
            }
            for item in items {
                visit(patch, item, reference, from, to);
            }
        }
        Value::List(items) => {
            for item in items {
                visit(patch, item, reference, from, to);
            }
        }
        _ => {}
    }
}

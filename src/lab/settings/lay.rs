//! Lays values of settings over a mission.
//!
//! **Invariant:** a pack that settings make holds the fields they set and nothing else, so that packs
//! and missions keep all others.

use super::{DEFAULT, SettingError};
use crate::content::pack::key_of;
use crate::content::problem::{Place, suggest};
use crate::content::tree::{self, Field, Node, Span, Value};
use crate::content::{ContentText, PackText, files};
use crate::mission::MissionSource;

/// Name of the pack that settings make.
const PACK: &str = "--set";

/// Lays values over a mission: those of rule figures over what the mission itself overrides, all
/// others as a content pack of their own.
///
/// # Errors
/// Keys that name nothing, and values that are no RON.
pub fn lay_over(source: &mut MissionSource, values: &[(&str, &str)]) -> Result<(), SettingError> {
    let mut over = PackText {
        name: PACK.to_owned(),
        files: Default::default(),
    };
    for &file in files() {
        let of_file: Vec<_> = (values.iter())
            .filter(|(key, value)| *value != DEFAULT && file_of(key) == Some(file))
            .collect();
        if of_file.is_empty() {
            continue;
        }
        // A file that does not parse is told when the mission is built.
        let Some(mut tree) = source.content.merged(file) else {
            continue;
        };
        let mut paths = Vec::new();
        for (key, value) in of_file {
            let path: Vec<_> = key.split('.').skip(1).collect();
            set(&mut tree, &path, value).map_err(|why| SettingError::Key {
                key: (*key).to_owned(),
                why,
            })?;
            paths.push(path);
        }
        let paths: Vec<_> = paths.iter().map(Vec::as_slice).collect();
        let text = prune(&tree, &paths).to_ron();
        // Missions may override those, so that settings go over them.
        if file == source.rule_set().figures() {
            source.variation.rules = Some(text);
        } else {
            over.files.insert(file.to_owned(), text);
        }
    }
    if !over.files.is_empty() {
        source.content.packs.push(over);
    }
    Ok(())
}

/// Checks that a key names a figure of the content.
///
/// # Errors
/// The part of it that does not, with what may have been meant.
pub fn check_key(content: &ContentText, key: &str) -> Result<(), SettingError> {
    let wrong = |why: String| SettingError::Key {
        key: key.to_owned(),
        why,
    };
    let Some(file) = file_of(key) else {
        let first = key.split('.').next().unwrap_or_default();
        let stems = files().iter().map(|file| file.trim_end_matches(".ron"));
        let hint = suggest(first, stems);
        return Err(wrong(format!("{first:?} is not a content file{hint}")));
    };
    let path: Vec<_> = key.split('.').skip(1).collect();
    match content.merged(file) {
        Some(tree) => find(&tree, &path).map(|_| ()).map_err(wrong),
        None => Ok(()),
    }
}

fn file_of(key: &str) -> Option<&'static str> {
    let stem = key.split('.').next()?;
    let mut files = files().iter().copied();
    files.find(|file| file.trim_end_matches(".ron") == stem)
}

/// Returns the value at a path; `None` is a field that its struct leaves out.
fn find<'n>(node: &'n Node, path: &[&str]) -> Result<Option<&'n Node>, String> {
    let Some((first, rest)) = path.split_first() else {
        return match &node.value {
            Value::List(items) if items.iter().any(|item| key_of(item).is_some()) => {
                Err("is not a definition; expected FILE.KEY.FIELD".into())
            }
            Value::Struct(..) | Value::Map(_) => Err(format!(
                "is not a single figure{}",
                suggest("", parts(node).iter().map(String::as_str))
            )),
            _ => Ok(Some(node)),
        };
    };
    let unknown = |names: &[String]| {
        let hint = suggest(first, names.iter().map(String::as_str));
        format!("{first:?} is unknown{hint}")
    };
    let names = parts(node);
    match child(node, first) {
        Some(_) if *first == "key" && key_of(node).is_some() => {
            Err("\"key\" identifies the definition; it cannot be changed".into())
        }
        Some(inner) => find(inner, rest),
        // Definitions leave out what they do not need; the loader knows what there is.
        None if rest.is_empty() && key_of(node).is_some() => Ok(None),
        None if names.is_empty() => Err(format!("{first:?} is part of a figure that has no parts")),
        None => Err(unknown(&names)),
    }
}

/// Lists what the next part of a key may be.
fn parts(node: &Node) -> Vec<String> {
    match &node.value {
        Value::Struct(_, fields) => fields.iter().map(|field| field.name.clone()).collect(),
        Value::Map(entries) => entries.iter().map(|(key, _)| written(key)).collect(),
        Value::List(items) => (0..)
            .zip(items)
            .map(|(at, item)| name_of(at, item))
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns what an item of a list is called in keys: its own key, else its number from 0.
fn name_of(at: usize, item: &Node) -> String {
    key_of(item).map_or_else(|| at.to_string(), str::to_owned)
}

/// Returns a key of a map as it is written in paths.
fn written(node: &Node) -> String {
    node.as_text().map_or_else(|| node.to_ron(), str::to_owned)
}

/// Returns the part of that name, which is the value of a field or key or an item.
fn child<'n>(node: &'n Node, name: &str) -> Option<&'n Node> {
    let at = parts(node).iter().position(|part| part == name)?;
    match &node.value {
        Value::Struct(_, fields) => Some(&fields[at].node),
        Value::Map(entries) => Some(&entries[at].1),
        Value::List(items) => Some(&items[at]),
        _ => None,
    }
}

fn child_mut<'n>(node: &'n mut Node, name: &str) -> Option<&'n mut Node> {
    let at = parts(node).iter().position(|part| part == name)?;
    match &mut node.value {
        Value::Struct(_, fields) => Some(&mut fields[at].node),
        Value::Map(entries) => Some(&mut entries[at].1),
        Value::List(items) => Some(&mut items[at]),
        _ => None,
    }
}

/// Sets the value at a path.
fn set(tree: &mut Node, path: &[&str], value: &str) -> Result<(), String> {
    let before = find(tree, path)?;
    let is_text = match before {
        Some(before) => matches!(before.value, Value::Text(_)),
        None => is_text_elsewhere(tree, path),
    };
    let read = match tree::parse("", value) {
        Ok(node) if !is_text || matches!(node.value, Value::Text(_)) => node.value,
        _ if is_text => Value::Text(value.to_owned()),
        Ok(node) => node.value,
        // The loader knows whether there is such a field, and what it should hold.
        Err(_) if before.is_none() => Value::Text(value.to_owned()),
        Err(problem) => return Err(format!("{value:?} is not a value: {}", problem.message)),
    };
    let new = Node {
        place: Place::START,
        span: Span::default(),
        value: read,
    };
    let Some((last, parents)) = path.split_last() else {
        return Err("is not a figure".into());
    };
    let parent = parents
        .iter()
        .try_fold(tree, |node, name| child_mut(node, name));
    let parent = parent.expect("the path was found");
    match child_mut(parent, last) {
        Some(node) => *node = new,
        None => {
            if let Value::Struct(_, fields) = &mut parent.value {
                fields.push(Field {
                    place: Place::START,
                    span: Span::default(),
                    name: (*last).to_owned(),
                    node: new,
                });
            }
        }
    }
    Ok(())
}

/// Whether a field that this definition leaves out is text in the others.
fn is_text_elsewhere(tree: &Node, path: &[&str]) -> bool {
    let (Value::List(items), [_, rest @ ..]) = (&tree.value, path) else {
        return false;
    };
    let found = |item: &Node| {
        rest.iter()
            .try_fold(item, |node, name| child(node, name))
            .cloned()
    };
    (items.iter().find_map(found)).is_some_and(|node| matches!(node.value, Value::Text(_)))
}

/// Returns a tree without all that no path leads to. Definitions keep their key and the whole of each
/// field, since packs replace those whole; lists that are figures stay whole.
fn prune(node: &Node, paths: &[&[&str]]) -> Node {
    if paths.iter().any(|path| path.is_empty()) {
        return node.clone();
    }
    let below = |name: &str| -> Vec<&[&str]> {
        (paths.iter())
            .filter(|path| path[0] == name)
            .map(|path| &path[1..])
            .collect()
    };
    let is_definition = key_of(node).is_some();
    let value = match &node.value {
        Value::Struct(name, fields) => {
            let kept = fields.iter().filter_map(|field| {
                let paths = below(&field.name);
                let node = match (is_definition, paths.is_empty()) {
                    (true, _) if field.name == "key" => field.node.clone(),
                    (_, true) => return None,
                    (true, false) => field.node.clone(),
                    (false, false) => prune(&field.node, &paths),
                };
                Some(Field {
                    node,
                    ..field.clone()
                })
            });
            Value::Struct(name.clone(), kept.collect())
        }
        Value::Map(entries) => {
            let kept = entries.iter().filter_map(|(key, node)| {
                let paths = below(&written(key));
                (!paths.is_empty()).then(|| (key.clone(), prune(node, &paths)))
            });
            Value::Map(kept.collect())
        }
        Value::List(items) if items.iter().any(|item| key_of(item).is_some()) => {
            let kept = (0..).zip(items).filter_map(|(at, item)| {
                let paths = below(&name_of(at, item));
                (!paths.is_empty()).then(|| prune(item, &paths))
            });
            Value::List(kept.collect())
        }
        _ => return node.clone(),
    };
    Node {
        value,
        ..node.clone()
    }
}

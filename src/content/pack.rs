//! Content packs: folders of content files laid over the base, in order.
//!
//! A list of definitions is laid over another by key: fields that a pack gives replace those of the
//! definition with that key, other keys are added. Figures are laid over each other field by field.
//!
//! **Invariant:** what two packs say differently about the same field is told, and the later one holds.

use std::{collections::BTreeMap, path::Path};

use serde::{Deserialize, Serialize};

use crate::content::{
    FILES,
    problem::{Place, Problem, Problems, suggest},
    read_text,
    reader::Reader,
    tree::{Field, Node, Value},
};

/// Text of one content pack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PackText {
    /// Name of its folder, for messages.
    pub name: String,
    /// Its files by name; those it lacks change nothing.
    pub files: BTreeMap<String, String>,
}

impl PackText {
    /// Reads a pack: any of the content files, none of another name.
    ///
    /// # Errors
    /// A folder that cannot be read, holds none of them, or files of other names.
    pub fn read(folder: &Path) -> Result<Self, Problems> {
        let name = folder.display().to_string();
        let problem = |message: String| Problem {
            file: name.clone(),
            place: Place::START,
            message,
        };
        let entries = std::fs::read_dir(folder)
            .map_err(|error| Problems(vec![problem(format!("cannot read: {error}"))]))?;
        let mut found: Vec<_> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|file| file.ends_with(".ron"))
            .collect();
        found.sort();
        let mut problems = Vec::new();
        let mut files = BTreeMap::new();
        for file in found {
            if !FILES.contains(&file.as_str()) {
                let hint = suggest(&file, FILES);
                problems.push(problem(format!("{file:?} is no content file{hint}")));
                continue;
            }
            match read_text(&folder.join(&file)) {
                Ok(text) => drop(files.insert(file, text)),
                Err(problem) => problems.push(problem),
            }
        }
        if files.is_empty() && problems.is_empty() {
            let allowed = FILES.join(", ");
            problems.push(problem(format!(
                "holds no content files (allowed: {allowed})"
            )));
        }
        match problems.is_empty() {
            true => Ok(Self { name, files }),
            false => Err(Problems(problems)),
        }
    }
}

/// One file of the base or of a pack, as a tree.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// Where it was read, for messages.
    pub(super) path: String,
    /// Its text as a tree.
    pub(super) root: Node,
}

/// A definition after all layers, and the file that touched it last.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) path: String,
    pub(super) node: Node,
}

impl Layer {
    /// Takes the tree of a pack; what it gives twice is told, and only the first holds: laid over
    /// others, it would not be found any more.
    pub(super) fn of_pack(path: String, mut root: Node, problems: &mut Vec<Problem>) -> Self {
        let mut twice = Vec::new();
        if let Value::List(nodes) = &mut root.value {
            let is_known = |earlier: &[Node], node: &Node| {
                let key = key_of(node);
                key.is_some() && earlier.iter().any(|other| key_of(other) == key)
            };
            keep_first(nodes, is_known, |node| {
                let key = key_of(node).unwrap_or_default();
                twice.push((node.place, format!("{key:?}")));
            });
        }
        single(&mut root, &mut twice);
        problems.extend(twice.into_iter().map(|(place, what)| Problem {
            file: path.clone(),
            place,
            message: format!("{what} is given twice"),
        }));
        Self { path, root }
    }
}

/// Leaves out fields and entries of a tree that were there before, and notes them.
fn single(node: &mut Node, twice: &mut Vec<(Place, String)>) {
    match &mut node.value {
        Value::List(nodes) | Value::Tuple(_, nodes) => {
            nodes.iter_mut().for_each(|node| single(node, twice));
        }
        Value::Map(entries) => {
            let is_known = |earlier: &[(Node, Node)], (key, _): &(Node, Node)| {
                earlier.iter().any(|(other, _)| is_same(other, key))
            };
            keep_first(entries, is_known, |(key, _)| {
                twice.push((key.place, key.describe()));
            });
            entries.iter_mut().for_each(|(_, node)| single(node, twice));
        }
        Value::Struct(_, fields) => {
            let is_known = |earlier: &[Field], field: &Field| {
                earlier.iter().any(|other| other.name == field.name)
            };
            keep_first(fields, is_known, |field| {
                twice.push((field.place, format!("`{}`", field.name)));
            });
            fields
                .iter_mut()
                .for_each(|field| single(&mut field.node, twice));
        }
        _ => {}
    }
}

/// Takes out what is known from earlier in the list, after a look at it.
fn keep_first<T>(list: &mut Vec<T>, is_known: impl Fn(&[T], &T) -> bool, mut look: impl FnMut(&T)) {
    let mut at = 0;
    while at < list.len() {
        if is_known(&list[..at], &list[at]) {
            look(&list[at]);
            list.remove(at);
        } else {
            at += 1;
        }
    }
}

/// Says what a pack set that a later one sets otherwise.
pub(super) type Conflicts = Vec<String>;

/// Lays lists of definitions over each other by key; base entries without one stay as they are.
pub(super) fn merge_lists(layers: &[Layer], conflicts: &mut Conflicts) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    // Who set a field of a definition last, packs only.
    let mut set_by: BTreeMap<(String, String), (String, Node)> = BTreeMap::new();
    for (number, layer) in layers.iter().enumerate() {
        let Value::List(nodes) = &layer.root.value else {
            // Read as it stands, so that the mistake is told.
            entries.push(Entry {
                path: layer.path.clone(),
                node: layer.root.clone(),
            });
            continue;
        };
        for node in nodes {
            let entry = Entry {
                path: layer.path.clone(),
                node: node.clone(),
            };
            let key = key_of(node);
            let is_base = number == 0;
            let known = key.filter(|_| !is_base).and_then(|key| {
                (entries.iter_mut()).find(|entry| key_of(&entry.node) == Some(key))
            });
            if let (Some(key), Value::Struct(_, fields), false) = (key, &node.value, is_base) {
                for field in fields.iter().filter(|field| field.name != "key") {
                    let place = (key.to_owned(), field.name.clone());
                    let now = (layer.path.clone(), field.node.clone());
                    if let Some((by, before)) = set_by.insert(place, now)
                        && !is_same(&before, &field.node)
                    {
                        conflicts.push(format!(
                            "{key}.{} is set by {by} and by {}, which holds",
                            field.name, layer.path
                        ));
                    }
                }
            }
            match known {
                Some(known) => {
                    lay_over(&mut known.node, node);
                    known.path.clone_from(&layer.path);
                }
                None => entries.push(entry),
            }
        }
    }
    entries
}

/// Lays structs of figures over each other; the path is that of the last layer.
pub(super) fn merge_figures(layers: &[Layer], conflicts: &mut Conflicts) -> Option<Entry> {
    let (base, packs) = layers.split_first()?;
    let mut entry = Entry {
        path: base.path.clone(),
        node: base.root.clone(),
    };
    let mut set_by: BTreeMap<Vec<String>, (String, Node)> = BTreeMap::new();
    for layer in packs {
        let mut leaves = Vec::new();
        super::figures::collect(&layer.root, &mut Vec::new(), &mut leaves);
        for (path, node, _) in leaves {
            let now = (layer.path.clone(), node.clone());
            if let Some((by, before)) = set_by.insert(path.clone(), now)
                && !is_same(&before, node)
            {
                let name = path.join(".");
                let message = format!("{name} is set by {by} and by {}, which holds", layer.path);
                conflicts.push(message);
            }
        }
        move_to(&mut entry.node, layer.root.place);
        deepen(&mut entry.node, &layer.root);
        entry.path.clone_from(&layer.path);
    }
    Some(entry)
}

/// Lays what a mission overrides over figures, as a pack is laid over them; what stays as it was stands
/// where the overrides do. `None` if something is given twice, which is noted.
pub(super) fn overlay(mut base: Node, over: &Node, reader: &mut Reader) -> Option<Node> {
    let mut over = over.clone();
    if let Value::Struct(name, _) = &mut over.value {
        *name = None;
    }
    let mut twice = Vec::new();
    single(&mut over, &mut twice);
    for (place, what) in &twice {
        reader.problem(*place, format!("{what} is given twice"));
    }
    move_to(&mut base, over.place);
    deepen(&mut base, &over);
    twice.is_empty().then_some(base)
}

fn key_of(node: &Node) -> Option<&str> {
    let Value::Struct(_, fields) = &node.value else {
        return None;
    };
    let key = fields.iter().find(|field| field.name == "key")?;
    match &key.node.value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

/// Replaces the fields of a definition that another gives.
fn lay_over(base: &mut Node, over: &Node) {
    move_to(base, over.place);
    if let (Value::Struct(_, fields), Value::Struct(_, more)) = (&mut base.value, &over.value) {
        put_fields(fields, more, |node, over| *node = over.clone());
    }
}

/// Has a tree stand where what is laid over it stands, whose file is the one that messages name.
fn move_to(node: &mut Node, place: Place) {
    node.place = place;
    match &mut node.value {
        Value::List(nodes) | Value::Tuple(_, nodes) => {
            nodes.iter_mut().for_each(|node| move_to(node, place));
        }
        Value::Map(entries) => {
            for (key, node) in entries {
                move_to(key, place);
                move_to(node, place);
            }
        }
        Value::Struct(_, fields) => {
            for field in fields {
                field.place = place;
                move_to(&mut field.node, place);
            }
        }
        _ => {}
    }
}

fn put_fields(fields: &mut Vec<Field>, more: &[Field], put: impl Fn(&mut Node, &Node)) {
    for field in more {
        match fields.iter_mut().find(|other| other.name == field.name) {
            Some(known) => {
                put(&mut known.node, &field.node);
                known.place = field.place;
            }
            None => fields.push(field.clone()),
        }
    }
}

/// Replaces what another tree gives, field by field and entry by entry.
fn deepen(base: &mut Node, over: &Node) {
    match (&mut base.value, &over.value) {
        (Value::Struct(_, fields), Value::Struct(None, more)) => {
            put_fields(fields, more, deepen);
        }
        (Value::Map(entries), Value::Map(more)) => {
            for (key, node) in more {
                match entries.iter_mut().find(|(other, _)| is_same(other, key)) {
                    Some((_, known)) => deepen(known, node),
                    None => entries.push((key.clone(), node.clone())),
                }
            }
        }
        _ => *base = over.clone(),
    }
}

/// Whether two trees say the same, wherever they stand.
fn is_same(one: &Node, other: &Node) -> bool {
    let text = |node: &Node| {
        let mut text = String::new();
        node.to_ron(&mut text);
        text
    };
    text(one) == text(other)
}

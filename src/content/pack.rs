//! Content packs: folders of content files laid over the base, in order.
//!
//! A list of definitions is laid over another by key: fields that a pack gives replace those of the
//! definition with that key, other keys are added. Figures are laid over each other field by field.
//!
//! **Invariant:** what two packs say differently about the same field is told, and the later one holds.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::content::picture::Picture;
use crate::content::problem::{Found, Place, Problem, Problems, suggest};
use crate::content::reader::Reader;
use crate::content::section::LooseFile;
use crate::content::tree::{self, Field, Node, Value};
use crate::content::{MAX_SOURCE_BYTES, files, read_text};
use crate::plain::plain;

/// Folder of a pack that holds the missions it brings.
pub const MISSIONS: &str = "missions";

/// Text of one content pack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PackText {
    /// Name of its folder, for messages.
    pub name: String,
    /// Its content files and pictures by name; files it lacks change nothing.
    pub files: BTreeMap<String, String>,
}

impl PackText {
    /// Reads a pack: any of the content files, none of another name, and pictures.
    ///
    /// # Errors
    /// A folder that cannot be read, holds none of them and no missions, or files of other names.
    pub fn read(folder: &Path) -> Result<Self, Problems> {
        let name = folder.display().to_string();
        let problem = |message: String| Problem::of_file(&name, message);
        let entries =
            std::fs::read_dir(folder).map_err(|error| problem(format!("cannot read: {error}")))?;
        let mut found: Vec<_> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|file| file.ends_with(".ron") || Picture::is_named(file))
            .collect();
        found.sort();
        let known = files();
        let mut problems = Vec::new();
        let mut files = BTreeMap::new();
        let mut bytes = 0;
        for file in found {
            if !known.contains(&file.as_str()) && !Picture::is_named(&file) {
                let hint = suggest(&file, known.iter().copied());
                problems.push(problem(format!("{file:?} is not a content file{hint}")));
                continue;
            }
            match read_text(&folder.join(&file)) {
                Ok(text) => {
                    bytes += text.len();
                    files.insert(file, text);
                }
                Err(problem) => problems.push(problem),
            }
            if bytes > MAX_SOURCE_BYTES {
                let most = MAX_SOURCE_BYTES >> 20;
                problems.push(problem(format!(
                    "contains more than {most} MiB of content files and pictures"
                )));
                break;
            }
        }
        let brings_nothing =
            files.keys().all(|file| Picture::is_named(file)) && !folder.join(MISSIONS).is_dir();
        if brings_nothing && problems.is_empty() {
            let allowed = known.join(", ");
            problems.push(problem(format!(
                "contains no content files (allowed: {allowed}) and no folder `{MISSIONS}`"
            )));
        }
        Problems::check(problems)?;
        Ok(Self { name, files })
    }
}

impl PackText {
    /// Reads a definition in a file of its own, as a pack that holds nothing else.
    ///
    /// # Errors
    /// A file that cannot be read or that is no such definition.
    pub fn of_loose(file: &Path) -> Result<Self, Problem> {
        let shown = file.display().to_string();
        let text = read_text(file)?;
        let root = tree::parse(&shown, &text)?;
        let name = file.file_name().and_then(|name| name.to_str());
        let name = name.unwrap_or_default().to_owned();
        let words: Vec<_> = LooseFile::all().map(|loose| loose.word).collect();
        let message = match LooseFile::of(&root) {
            None => Some(format!("is not a file of {}(...)", words.join("(...) or "))),
            Some(_) if files().contains(&name.as_str()) => {
                Some("has the name of a content file".to_owned())
            }
            Some(_) => None,
        };
        if let Some(message) = message {
            return Err(Problem {
                file: shown,
                place: root.place,
                message,
            });
        }
        let folder = file.parent().unwrap_or(Path::new("."));
        Ok(Self {
            name: folder.display().to_string(),
            files: BTreeMap::from([(name, text)]),
        })
    }

    /// Lists its definitions in files of their own, by the names of these.
    pub(super) fn loose_files(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.files.iter();
        let is_loose = |file: &str| !files().contains(&file) && !Picture::is_named(file);
        all.filter(move |(file, _)| is_loose(file))
            .map(|(file, text)| (file.as_str(), text.as_str()))
    }
}

/// Makes the layer of a definition in a file of its own, if it belongs to a content file; `below` are the
/// layers it is laid over, which must not have a definition of its key.
pub(super) fn loose(
    file: &str,
    below: &[Layer],
    (path, name): (String, &str),
    root: Node,
    problems: &mut Found,
) -> Option<Layer> {
    let loose = LooseFile::of(&root).filter(|loose| loose.file == file)?;
    let key = LooseFile::key(name);
    let has_key = |layer: &Layer| {
        let known = layer.root.field(loose.list).map(|node| &node.value);
        matches!(known, Some(Value::Map(entries)) if entries.iter().any(|(known, _)| known.as_text() == Some(key)))
    };
    if below.iter().any(has_key) {
        problems.push(Problem {
            file: path,
            place: root.place,
            message: format!(
                "{key:?} is already a key of {}; rename the file",
                loose.list
            ),
        });
        return None;
    }
    let root = loose.laid(key, root);
    Some(Layer::of_pack(path, root, problems))
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
pub(super) struct MergedEntry {
    pub(super) path: String,
    pub(super) node: Node,
}

impl Layer {
    /// Takes the tree of a pack; what it gives twice is told, and only the first holds: laid over
    /// others, it would not be found any more.
    pub(super) fn of_pack(path: String, mut root: Node, problems: &mut Found) -> Self {
        let mut twice = Vec::new();
        if let Value::List(nodes) = &mut root.value {
            keep_first(
                nodes,
                |node| key_of(node).map(str::to_owned),
                |node| {
                    let key = key_of(node).unwrap_or_default();
                    twice.push((node.place, format!("{key:?}")));
                },
            );
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
            keep_first(
                entries,
                |(key, _)| Some(written(key)),
                |(key, _)| {
                    twice.push((key.place, key.describe()));
                },
            );
            entries.iter_mut().for_each(|(_, node)| single(node, twice));
        }
        Value::Struct(_, fields) => {
            keep_first(
                fields,
                |field| Some(field.name.clone()),
                |field| {
                    twice.push((field.place, format!("`{}`", field.name)));
                },
            );
            fields
                .iter_mut()
                .for_each(|field| single(&mut field.node, twice));
        }
        _ => {}
    }
}

/// Takes out what has a name that something earlier in the list has, after a look at it.
fn keep_first<T>(
    list: &mut Vec<T>,
    mut name: impl FnMut(&T) -> Option<String>,
    mut look: impl FnMut(&T),
) {
    let mut known = BTreeSet::new();
    list.retain(|item| {
        let is_new = name(item).is_none_or(|name| known.insert(name));
        if !is_new {
            look(item);
        }
        is_new
    });
}

/// A field or figure that packs set differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Its name, such as `medic.health`.
    pub name: String,
    /// The files of packs that set it, in their order, and to what, as RON. What the last says holds.
    pub set_by: Vec<(String, String)>,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files: Vec<_> = self.set_by.iter().map(|(file, _)| file.as_str()).collect();
        let (last, before) = files.split_last().unwrap_or((&"", &[]));
        let (name, before) = (&self.name, before.join(", "));
        let told = format!("{name} is set by {before} and by {last}; the last one applies");
        f.write_str(&plain(&told))
    }
}

/// The files of packs that set a field, and to what, by the field's name.
#[derive(Default)]
struct Setters(BTreeMap<String, Vec<(String, String)>>);

impl Setters {
    /// Notes that a pack sets a field.
    fn note(&mut self, name: String, layer: &Layer, to: &Node) {
        let set_by = self.0.entry(name).or_default();
        set_by.push((layer.path.clone(), written(to)));
    }

    /// Returns the fields that are set differently.
    fn conflicts(self) -> impl Iterator<Item = Conflict> {
        let all = self.0.into_iter();
        let is_other =
            |set_by: &[(String, String)]| set_by.iter().any(|(_, to)| *to != set_by[0].1);
        all.filter(move |(_, set_by)| is_other(set_by))
            .map(|(name, set_by)| Conflict { name, set_by })
    }
}

/// Lays lists of definitions over each other by key; base entries without one stay as they are.
pub(super) fn merge_lists(layers: &[Layer], conflicts: &mut Vec<Conflict>) -> Vec<MergedEntry> {
    let mut entries: Vec<MergedEntry> = Vec::new();
    // Where the first definition of a key is.
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut set_by = Setters::default();
    for (number, layer) in layers.iter().enumerate() {
        let Value::List(nodes) = &layer.root.value else {
            // Read as it stands, so that the mistake is told.
            entries.push(MergedEntry {
                path: layer.path.clone(),
                node: layer.root.clone(),
            });
            continue;
        };
        for node in nodes {
            let entry = MergedEntry {
                path: layer.path.clone(),
                node: node.clone(),
            };
            let key = key_of(node);
            let is_base = number == 0;
            let known = key.filter(|_| !is_base);
            let known = known.and_then(|key| places.get(key).copied());
            if let (Some(key), Value::Struct(_, fields), false) = (key, &node.value, is_base) {
                for field in fields.iter().filter(|field| field.name != "key") {
                    let name = format!("{key}.{}", field.name);
                    set_by.note(name, layer, &field.node);
                }
            }
            match known {
                Some(at) => {
                    let known = &mut entries[at];
                    lay_over(&mut known.node, node);
                    known.path.clone_from(&layer.path);
                }
                None => {
                    if let Some(key) = key {
                        places.entry(key.to_owned()).or_insert(entries.len());
                    }
                    entries.push(entry);
                }
            }
        }
    }
    conflicts.extend(set_by.conflicts());
    entries
}

/// Lays structs of figures over each other; the path is that of the last layer.
pub(super) fn merge_figures(
    layers: &[Layer],
    conflicts: &mut Vec<Conflict>,
) -> Option<MergedEntry> {
    let (base, packs) = layers.split_first()?;
    let mut entry = MergedEntry {
        path: base.path.clone(),
        node: base.root.clone(),
    };
    let mut set_by = Setters::default();
    for layer in packs {
        let mut leaves = Vec::new();
        super::figures::collect(&layer.root, &mut Vec::new(), &mut leaves);
        for (path, node, _) in leaves {
            set_by.note(path.join("."), layer, node);
        }
        entry.node.move_to(layer.root.place);
        deepen(&mut entry.node, &layer.root);
        entry.path.clone_from(&layer.path);
    }
    conflicts.extend(set_by.conflicts());
    Some(entry)
}

/// Lays what a mission overrides over figures, as a pack is laid over them; what stays as it was stands
/// where the overrides do. `None` if something is given twice, which is noted.
pub(crate) fn overlay(mut base: Node, over: &Node, reader: &mut Reader) -> Option<Node> {
    let mut over = over.clone();
    if let Value::Struct(name, _) = &mut over.value {
        *name = None;
    }
    let mut twice = Vec::new();
    single(&mut over, &mut twice);
    for (place, what) in &twice {
        reader.problem(*place, format!("{what} is given twice"));
    }
    base.move_to(over.place);
    deepen(&mut base, &over);
    twice.is_empty().then_some(base)
}

/// Returns the key of a definition as it is written.
pub(crate) fn key_of(node: &Node) -> Option<&str> {
    node.field("key")?.as_text()
}

/// Replaces the fields of a definition that another gives.
fn lay_over(base: &mut Node, over: &Node) {
    // Messages name the file of what is laid over.
    base.move_to(over.place);
    if let (Value::Struct(_, fields), Value::Struct(_, more)) = (&mut base.value, &over.value) {
        put_fields(fields, more, |node, over| *node = over.clone());
    }
}

fn put_fields(fields: &mut Vec<Field>, more: &[Field], put: impl Fn(&mut Node, &Node)) {
    let places = (0..).zip(fields.iter());
    let places: BTreeMap<_, usize> = places.map(|(at, field)| (field.name.clone(), at)).collect();
    for field in more {
        match places.get(&field.name) {
            Some(&at) => {
                put(&mut fields[at].node, &field.node);
                fields[at].place = field.place;
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
            let places = (0..).zip(entries.iter());
            let places: BTreeMap<_, usize> =
                places.map(|(at, (key, _))| (written(key), at)).collect();
            for (key, node) in more {
                match places.get(&written(key)) {
                    Some(&at) => deepen(&mut entries[at].1, node),
                    None => entries.push((key.clone(), node.clone())),
                }
            }
        }
        _ => *base = over.clone(),
    }
}

/// Returns a tree as text, the same wherever it stands.
pub(super) fn written(node: &Node) -> String {
    #[cfg(test)]
    tests::STEPS.set(tests::STEPS.get() + 1);
    node.to_ron()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fmt::Write as _;

    use super::*;
    use crate::content::tree;

    thread_local! {
        /// Keys and values that were looked at.
        pub(super) static STEPS: Cell<usize> = const { Cell::new(0) };
    }

    /// Lays a pack with a map of so many entries over a file with as many others; the steps it took.
    fn steps(entries: usize) -> usize {
        let map = |from: usize| {
            let mut text = String::from("(ships: {");
            for key in from..from + entries {
                write!(text, "\"{key}\": (hull: 1), ").expect("a string");
            }
            tree::parse("", &(text + "})")).expect("the syntax is sound")
        };
        STEPS.set(0);
        let mut problems = Found::default();
        let layer = |root| Layer {
            path: String::new(),
            root,
        };
        let base = layer(map(0));
        let one = Layer::of_pack(String::new(), map(entries / 2), &mut problems);
        let two = Layer::of_pack(String::new(), map(entries), &mut problems);
        let laid = merge_figures(&[base, one, two], &mut Vec::new()).expect("there is a base");
        let Value::Struct(_, fields) = &laid.node.value else {
            panic!("it is a struct");
        };
        let Value::Map(ships) = &fields[0].node.value else {
            panic!("it is a map");
        };
        assert_eq!((ships.len(), problems.len()), (entries * 2, 0));
        STEPS.get()
    }

    #[test]
    fn packs_of_twice_the_length_take_twice_the_steps() {
        let (short, long) = (steps(200), steps(400));
        assert!(short >= 200, "{short}");
        assert!(long <= short * 2 + 10, "{short}, then {long}");
    }

    #[test]
    fn each_item_is_named_once_to_find_those_given_twice() {
        let mut named = 0;
        let mut list: Vec<_> = (0..1000).map(|number| number % 700).collect();
        let mut told = Vec::new();
        let name = |number: &u32| {
            named += 1;
            Some(number.to_string())
        };
        keep_first(&mut list, name, |number| told.push(*number));
        assert_eq!((list.len(), told.len(), named), (700, 300, 1000));
    }
}

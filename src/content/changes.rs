//! What packs change: definitions added, figures set otherwise, and what two of them set differently.
//!
//! **Invariant:** a pack is compared with what it is laid over: the base and the sound packs before it that
//! are switched on. One that is unsound there changes nothing for those after it.

use std::collections::BTreeMap;
use std::path::Path;

use crate::content::pack::{key_of, written};
use crate::content::picture::Picture;
use crate::content::problem::Problems;
use crate::content::tree::{Node, Value};
use crate::content::{ContentText, PackText};

/// What a pack brings and changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Definitions it adds.
    pub added: Vec<Added>,
    /// Fields and figures it sets otherwise.
    pub changed: Vec<Change>,
    /// Its pictures, by the names of their files.
    pub pictures: BTreeMap<String, Picture>,
}

/// A definition that a pack adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Added {
    /// The content file it is in.
    pub file: String,
    /// Its name, or its key where it has none.
    pub name: String,
}

/// A field or figure that a pack sets otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The content file it is in.
    pub file: String,
    /// Name of the definition; empty for figures that are of none.
    pub of: String,
    /// Name of the figure, in words.
    pub figure: String,
    /// Its value without the pack, in words; `None` is the default.
    pub was: Option<String>,
    /// Its value with the pack.
    pub now: Option<String>,
}

/// Something that packs set differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// Its name, in words.
    pub figure: String,
    /// The numbers of the packs that set it, in their order, and to what; what the last says holds.
    pub set_by: Vec<(usize, String)>,
}

/// What some packs change.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What each pack changes, or what is wrong with it.
    pub packs: Vec<Result<Changes, Problems>>,
    /// What sound packs that are switched on set differently.
    pub clashes: Vec<Clash>,
}

/// Compares packs with what each is laid over; a pack comes with whether it is switched on.
pub fn compare(
    base: &ContentText,
    packs: impl IntoIterator<Item = (Result<PackText, Problems>, bool)>,
) -> Comparison {
    let mut laid = base.clone();
    // Which of all packs those are that are laid over the base.
    let mut numbers = Vec::new();
    let compared = packs.into_iter().enumerate();
    let packs = compared.map(|(number, (pack, is_on))| {
        let without = laid.clone();
        laid.packs.push(pack?);
        let changes = laid.catalog("").map(|_| changes(&without, &laid));
        match is_on && changes.is_ok() {
            true => numbers.push(number),
            false => drop(laid.packs.pop()),
        }
        changes
    });
    let packs = packs.collect();
    let number_of = |file: &str| {
        let folder = Path::new(file).parent();
        let is_it = |pack: &PackText| folder == Some(Path::new(&pack.name));
        let at = laid.packs.iter().position(is_it)?;
        Some(numbers[at])
    };
    let conflicts = laid.conflicts().into_iter();
    let clashes = conflicts.map(|conflict| Clash {
        figure: words(&conflict.name),
        set_by: (conflict.set_by.iter())
            .filter_map(|(file, to)| Some((number_of(file)?, plain(to))))
            .collect(),
    });
    Comparison {
        packs,
        clashes: clashes.collect(),
    }
}

/// Lists what the last pack of some content changes.
fn changes(without: &ContentText, with: &ContentText) -> Changes {
    let mut changes = Changes::default();
    let last = with.packs.last().into_iter();
    for (file, text) in last.flat_map(|pack| &pack.files) {
        if Picture::is_named(file) {
            changes.pictures.insert(file.clone(), Picture::new(text));
        } else if let (Some(before), Some(after)) = (without.merged(file), with.merged(file)) {
            let mut reader = Differ {
                file,
                of: String::new(),
                path: Vec::new(),
                changes: &mut changes,
            };
            reader.compare(&before, &after);
        }
    }
    changes
}

/// Walks through two trees of a file.
struct Differ<'a> {
    file: &'a str,
    /// The definition it is in.
    of: String,
    /// The way from there.
    path: Vec<String>,
    changes: &'a mut Changes,
}

impl Differ<'_> {
    fn compare(&mut self, before: &Node, after: &Node) {
        let (Some(old), Some(new)) = (self.parts(before), self.parts(after)) else {
            if written(before) != written(after) {
                self.change(Some(before), Some(after));
            }
            return;
        };
        if before.word() != after.word() {
            return self.change(Some(before), Some(after));
        }
        let has_keys = !matches!(after.value, Value::Struct(..));
        let known: BTreeMap<_, _> = old.iter().map(|(name, node)| (name, *node)).collect();
        for (name, node) in &new {
            self.within(name, node, |differ| match known.get(name) {
                Some(before) => differ.compare(before, node),
                None if has_keys && matches!(node.value, Value::Struct(..)) => differ.add(),
                None => differ.change(None, Some(node)),
            });
        }
        let is_left = |name: &String| new.iter().any(|(other, _)| other == name);
        for (name, node) in old.iter().filter(|(name, _)| !is_left(name)) {
            self.within(name, node, |differ| differ.change(Some(node), None));
        }
    }

    /// Returns the named parts of a value that is made of such; the definitions of a file are by their keys.
    fn parts<'n>(&self, node: &'n Node) -> Option<Vec<(String, &'n Node)>> {
        let is_whole_file = self.path.is_empty() && self.of.is_empty();
        match &node.value {
            Value::Struct(_, fields) => {
                let fields = fields.iter();
                Some(
                    fields
                        .map(|field| (field.name.clone(), &field.node))
                        .collect(),
                )
            }
            Value::Map(entries) => {
                let entries = entries.iter();
                Some(
                    entries
                        .map(|(key, node)| (plain(&written(key)), node))
                        .collect(),
                )
            }
            Value::List(nodes) if is_whole_file => {
                let keyed = nodes.iter();
                Some(
                    keyed
                        .filter_map(|node| Some((key_of(node)?.to_owned(), node)))
                        .collect(),
                )
            }
            _ => None,
        }
    }

    /// Goes into a part, which may be a definition with a name.
    fn within(&mut self, part: &str, node: &Node, look: impl FnOnce(&mut Self)) {
        let outer = (self.of.clone(), self.path.clone());
        let name = node.field("name").and_then(Node::as_text).or(key_of(node));
        match name {
            Some(name) => {
                name.clone_into(&mut self.of);
                self.path.clear();
            }
            None => self.path.push(part.to_owned()),
        }
        look(self);
        (self.of, self.path) = outer;
    }

    fn add(&mut self) {
        let name = match self.path.is_empty() {
            true => self.of.clone(),
            false => words(&self.path.join(" ")),
        };
        let file = self.file.to_owned();
        self.changes.added.push(Added { file, name });
    }

    fn change(&mut self, was: Option<&Node>, now: Option<&Node>) {
        let value = |node: &Node| plain(&written(node));
        self.changes.changed.push(Change {
            file: self.file.to_owned(),
            of: self.of.clone(),
            figure: words(&self.path.join(" ")),
            was: was.map(value),
            now: now.map(value),
        });
    }
}

/// Returns the path of a figure in words.
fn words(path: &str) -> String {
    path.replace(['.', '_'], " ").replace('"', "")
}

/// Returns a value of RON in words.
fn plain(ron: &str) -> String {
    let inner = ron
        .strip_prefix("Some(")
        .and_then(|rest| rest.strip_suffix(')'));
    match inner.unwrap_or(ron) {
        "None" => "none".to_owned(),
        "[]" => "nothing".to_owned(),
        "true" => "yes".to_owned(),
        "false" => "no".to_owned(),
        value => {
            let value = value.trim_matches(['[', ']']).replace('"', "");
            // Keys read as words, names of files as they are.
            match value.contains(".svg") {
                true => value,
                false => value.replace('_', " "),
            }
        }
    }
}

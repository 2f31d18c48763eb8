//! Reads typed values out of a [`Node`] tree, gathering every problem.
//!
//! **Invariant:** a read that failed has left a problem; the caller may go on with a stand-in value
//! to find further problems, but must not hand it out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::ops::RangeInclusive;

use crate::content::picture::Picture;
use crate::content::position;
use crate::content::problem::{Found, Place, Problem, suggest};
use crate::content::tree::{Field, Node, Value};

/// Longest message, characters: words of the file are part of some.
const MAX_MESSAGE: usize = 4000;
/// Longest name, characters.
const MAX_NAME: usize = 100;

/// Gathers the problems of one file.
#[derive(Debug)]
pub struct Reader {
    file: String,
    /// What was found so far.
    pub problems: Found,
    /// What can be played as it is and is hardly meant so.
    pub doubts: Found,
    /// Keys of definitions that others refer to, by kind.
    keys: BTreeMap<&'static str, Vec<String>>,
    /// Pictures that definitions may name, by file.
    pub(super) pictures: BTreeMap<String, Picture>,
}

impl Reader {
    /// Starts to read a file, named as in messages.
    pub fn new(file: &str) -> Self {
        Self {
            file: file.to_owned(),
            problems: Found::default(),
            doubts: Found::default(),
            keys: BTreeMap::new(),
            pictures: BTreeMap::new(),
        }
    }

    /// Returns the file that is read.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Goes on with another file.
    pub fn go_on_in(&mut self, file: &str) {
        file.clone_into(&mut self.file);
    }

    /// Notes a problem.
    pub fn problem(&mut self, place: Place, message: impl Into<String>) {
        let problem = self.told(place, message.into());
        self.problems.push(problem);
    }

    /// Notes what can be played as it is and is hardly meant so.
    pub fn doubt(&mut self, place: Place, message: impl Into<String>) {
        let doubt = self.told(place, message.into());
        self.doubts.push(doubt);
    }

    fn told(&self, place: Place, mut message: String) -> Problem {
        if let Some((end, _)) = message.char_indices().nth(MAX_MESSAGE) {
            message.replace_range(end.., "...");
        }
        Problem {
            file: self.file.clone(),
            place,
            message,
        }
    }

    /// Notes a value of the wrong kind; returns nothing.
    pub fn wrong<T>(&mut self, node: &Node, expected: &str) -> Option<T> {
        let message = format!("expected {expected}, found {}", node.describe());
        self.problem(node.place, message);
        None
    }

    /// Reads named fields; `what` names the thing in messages.
    pub fn fields<'n>(&mut self, node: &'n Node, what: &str) -> Option<Fields<'n>> {
        let fields = match &node.value {
            Value::Struct(_, fields) => fields.as_slice(),
            _ => return self.wrong(node, &format!("{what} as (name: value, ...)")),
        };
        let mut known = BTreeSet::new();
        for field in fields {
            if !known.insert(&field.name) {
                self.problem(field.place, format!("`{}` is given twice", field.name));
            }
        }
        Some(Fields {
            place: node.place,
            what: what.to_owned(),
            fields,
            asked: Vec::new(),
        })
    }

    /// Reads a list.
    pub fn list<'n>(&mut self, node: &'n Node, what: &str) -> &'n [Node] {
        match &node.value {
            Value::List(items) => items,
            _ => {
                let none = self.wrong(node, &format!("a list of {what} as [...]"));
                none.unwrap_or_default()
            }
        }
    }

    /// Reads a list of so many items at most, which `message` says; no more are returned.
    pub fn short_list<'n>(
        &mut self,
        node: &'n Node,
        what: &str,
        most: usize,
        message: impl Into<String>,
    ) -> &'n [Node] {
        let items = self.list(node, what);
        if items.len() > most {
            self.problem(node.place, message);
        }
        &items[..items.len().min(most)]
    }

    /// Reads a whole number in a range.
    pub fn int<T>(&mut self, node: &Node, what: &str, range: RangeInclusive<T>) -> Option<T>
    where
        T: Copy + TryFrom<i64> + Into<i64>,
    {
        let (low, high): (i64, i64) = ((*range.start()).into(), (*range.end()).into());
        match node.value {
            Value::Int(value) if (low..=high).contains(&value) => T::try_from(value).ok(),
            Value::Int(value) => {
                self.problem(
                    node.place,
                    format!("{what} {value} is out of range (allowed: {low} to {high})"),
                );
                None
            }
            _ => self.wrong(
                node,
                &format!("{what} as a whole number from {low} to {high}"),
            ),
        }
    }

    /// Reads a string.
    pub fn text<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n str> {
        match &node.value {
            Value::Text(text) => Some(text),
            _ => self.wrong(node, &format!("{what} in quotes")),
        }
    }

    /// Reads text of some lines; control characters could forge others where it is shown.
    pub fn prose<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n str> {
        self.plain_text(node, what, |c| c == '\n' || c == '\t')
    }

    /// Reads a name: text of one line that is not long.
    pub fn name<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n str> {
        let text = self.plain_text(node, what, |_| false)?;
        let count = text.chars().count();
        if count > MAX_NAME {
            let message = format!("{what} has {count} characters; at most {MAX_NAME} are allowed");
            self.problem(node.place, message);
            return None;
        }
        Some(text)
    }

    fn plain_text<'n>(
        &mut self,
        node: &'n Node,
        what: &str,
        is_allowed: impl Fn(char) -> bool,
    ) -> Option<&'n str> {
        let text = self.text(node, what)?;
        let strange = text.chars().find(|c| c.is_control() && !is_allowed(*c));
        if let Some(strange) = strange {
            let shown = strange.escape_default();
            self.problem(
                node.place,
                format!("{what} contains the control character {shown}"),
            );
            return None;
        }
        Some(text)
    }

    /// Reads `true` or `false`.
    pub fn bool(&mut self, node: &Node, what: &str) -> Option<bool> {
        match node.value {
            Value::Bool(value) => Some(value),
            _ => self.wrong(node, &format!("{what} as true or false")),
        }
    }

    /// Reads one of some bare names.
    pub fn choice<T: Copy>(&mut self, node: &Node, what: &str, choices: &[(&str, T)]) -> Option<T> {
        let names = || choices.iter().map(|(name, _)| *name);
        match &node.value {
            Value::Name(found) => {
                let chosen = choices.iter().find(|(name, _)| name == found);
                if chosen.is_none() {
                    let hint = suggest(found, names());
                    self.problem(node.place, format!("{what} `{found}` is unknown{hint}"));
                }
                chosen.map(|(_, value)| *value)
            }
            _ => {
                let names: Vec<_> = names().collect();
                self.wrong(node, &format!("{what}, one of {}", names.join(", ")))
            }
        }
    }

    /// Reads one of some values by the name it has in code.
    pub fn one_of<T: Copy + Debug>(&mut self, node: &Node, what: &str, all: &[T]) -> Option<T> {
        let names: Vec<_> = all.iter().map(|one| format!("{one:?}")).collect();
        let names = names.iter().map(String::as_str);
        let choices: Vec<_> = names.zip(all.iter().copied()).collect();
        self.choice(node, what, &choices)
    }

    /// Reads the key of a definition in quotes.
    pub fn key<T>(
        &mut self,
        node: &Node,
        what: &str,
        find: impl FnOnce(&str) -> Option<T>,
        keys: &[&str],
    ) -> Option<T> {
        let found = self.text(node, what)?;
        let value = find(found);
        if value.is_none() {
            let hint = suggest(found, keys.iter().copied());
            self.problem(node.place, format!("{what} {found:?} is unknown{hint}"));
        }
        value
    }

    /// Reads one of some names in quotes; its place among them.
    pub fn among(&mut self, node: &Node, what: &str, names: &[&str]) -> Option<usize> {
        let find = |name: &str| names.iter().position(|one| *one == name);
        self.key(node, what, find, names)
    }

    /// Keeps the keys of a kind of definitions, for others that refer to them.
    pub fn know(&mut self, kind: &'static str, keys: &[&str]) {
        let keys = keys.iter().map(|&key| key.to_owned()).collect();
        self.keys.insert(kind, keys);
    }

    /// Reads the key of a definition in quotes; its place among those that are known.
    pub fn known(&mut self, node: &Node, kind: &'static str) -> Option<u8> {
        let found = self.text(node, kind)?;
        let known = self.keys.get(kind).into_iter().flatten();
        let keys = known.map(String::as_str);
        let at = position(keys.clone(), found);
        if at.is_none() {
            let message = format!("{kind} {found:?} is unknown{}", suggest(found, keys));
            self.problem(node.place, message);
        }
        at
    }

    /// Reads a map whose keys are not known beforehand; `expected` is for messages.
    pub fn entries<'n>(&mut self, node: &'n Node, expected: &str) -> Option<&'n [(Node, Node)]> {
        match &node.value {
            Value::Map(entries) => Some(entries),
            _ => self.wrong(node, expected),
        }
    }

    /// Reads fields that are not known beforehand; `expected` is for messages.
    pub fn members<'n>(&mut self, node: &'n Node, expected: &str) -> Option<&'n [Field]> {
        match &node.value {
            Value::Struct(_, fields) => Some(fields),
            _ => self.wrong(node, expected),
        }
    }

    /// Splits `Some(x)`, `None` and plain `x`.
    pub fn option<'n>(&mut self, node: &'n Node) -> Option<&'n Node> {
        match &node.value {
            Value::Name(name) if name == "None" => None,
            Value::Tuple(Some(name), items) if name == "Some" && items.len() == 1 => items.first(),
            _ => Some(node),
        }
    }

    /// Returns the name and the rest of `Name`, `Name(...)`; `what` is for messages.
    pub fn variant<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n str> {
        match &node.value {
            Value::Name(name) | Value::Struct(Some(name), _) | Value::Tuple(Some(name), _) => {
                Some(name)
            }
            _ => self.wrong(node, what),
        }
    }
}

/// Collects what was read once all of it was, so that every mistake is told; nothing if any was missed.
pub fn all_read<T>(read: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let read: Vec<_> = read.collect();
    read.into_iter().collect()
}

/// The fields of one struct; knows which were asked for.
#[derive(Debug)]
pub struct Fields<'n> {
    /// Where the struct starts.
    pub place: Place,
    what: String,
    fields: &'n [Field],
    asked: Vec<&'static str>,
}

impl<'n> Fields<'n> {
    /// Returns a field if it is given.
    pub fn get(&mut self, name: &'static str) -> Option<&'n Node> {
        self.asked.push(name);
        self.fields
            .iter()
            .find(|field| field.name == name)
            .map(|field| &field.node)
    }

    /// Returns a field that must be given.
    pub fn need(&mut self, reader: &mut Reader, name: &'static str) -> Option<&'n Node> {
        let found = self.get(name);
        if found.is_none() {
            reader.problem(self.place, format!("{} lacks `{name}`", self.what));
        }
        found
    }

    /// Reads a field that may be left out, which means `usual` then.
    pub fn or<T>(
        &mut self,
        name: &'static str,
        usual: T,
        read: impl FnOnce(&'n Node) -> Option<T>,
    ) -> Option<T> {
        self.get(name).map_or(Some(usual), read)
    }

    /// Reads a string that must be given.
    pub fn text(&mut self, reader: &mut Reader, name: &'static str) -> Option<&'n str> {
        let node = self.need(reader, name)?;
        reader.text(node, name)
    }

    /// Reads a name that must be given.
    pub fn name(&mut self, reader: &mut Reader, name: &'static str) -> Option<&'n str> {
        let node = self.need(reader, name)?;
        reader.name(node, name)
    }

    /// Reads text of some lines that must be given.
    pub fn prose(&mut self, reader: &mut Reader, name: &'static str) -> Option<&'n str> {
        let node = self.need(reader, name)?;
        reader.prose(node, name)
    }

    /// Reads a whole number that must be given.
    pub fn int<T>(
        &mut self,
        reader: &mut Reader,
        name: &'static str,
        range: RangeInclusive<T>,
    ) -> Option<T>
    where
        T: Copy + TryFrom<i64> + Into<i64>,
    {
        let node = self.need(reader, name)?;
        reader.int(node, name, range)
    }

    /// Reads a whole number that may be left out.
    pub fn int_or<T>(
        &mut self,
        reader: &mut Reader,
        name: &'static str,
        range: RangeInclusive<T>,
        default: T,
    ) -> Option<T>
    where
        T: Copy + TryFrom<i64> + Into<i64>,
    {
        self.or(name, default, |node| reader.int(node, name, range))
    }

    /// Reads one of some bare names, which must be given; `what` is for messages.
    pub fn choice<T: Copy>(
        &mut self,
        reader: &mut Reader,
        name: &'static str,
        what: &str,
        choices: &[(&str, T)],
    ) -> Option<T> {
        let node = self.need(reader, name)?;
        reader.choice(node, what, choices)
    }

    /// Reads one of some bare names, which may be left out.
    pub fn choice_or<T: Copy>(
        &mut self,
        reader: &mut Reader,
        name: &'static str,
        choices: &[(&str, T)],
        default: T,
    ) -> Option<T> {
        self.or(name, default, |node| reader.choice(node, name, choices))
    }

    /// Reads one of some values by the name it has in code, which may be left out.
    pub fn one_of_or<T: Copy + Debug>(
        &mut self,
        reader: &mut Reader,
        name: &'static str,
        all: &[T],
        default: T,
    ) -> Option<T> {
        self.or(name, default, |node| reader.one_of(node, name, all))
    }

    /// Reads `true` or `false`; left out it is false.
    pub fn flag(&mut self, reader: &mut Reader, name: &'static str) -> Option<bool> {
        self.or(name, false, |node| reader.bool(node, name))
    }

    /// Notes every field nobody asked for.
    pub fn done(self, reader: &mut Reader) {
        for field in self.fields {
            if !self.asked.contains(&field.name.as_str()) {
                let hint = suggest(&field.name, self.asked.iter().copied());
                reader.problem(
                    field.place,
                    format!("{} has no field `{}`{hint}", self.what, field.name),
                );
            }
        }
    }
}

//! Paths: which value of a mission's text is meant, and how it is set.
//!
//! **Invariant:** what lacks on the way to a value is written with it; what is taken out leaves its
//! neighbors alone.

use crate::content::tree::{self, Node, Value};

use super::Work;
use super::outline::Outline;
use super::patch::{Holder, Patch, set_field};

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// To a field of a struct.
    Field(String),
    /// To an item of a list or of brackets.
    Item(usize),
    /// To what a map has for a key, as it is written.
    Key(String),
}

/// Steps from the mission as a whole to one of its values.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(pub Vec<Step>);

impl Path {
    /// Returns the path of fields and items, such as `sides.0.units.1.at`.
    pub fn of(text: &str) -> Self {
        let step = |part: &str| match part.parse() {
            Ok(item) => Step::Item(item),
            Err(_) => Step::Field(part.to_owned()),
        };
        Self(text.split('.').map(step).collect())
    }

    /// Goes on to a field.
    pub fn field(&self, name: &str) -> Self {
        self.on(Step::Field(name.to_owned()))
    }

    /// Goes on to an item.
    pub fn item(&self, index: usize) -> Self {
        self.on(Step::Item(index))
    }

    /// Goes on to what a map has for a key, as it is written.
    pub fn key(&self, written: &str) -> Self {
        self.on(Step::Key(written.to_owned()))
    }

    fn on(&self, step: Step) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Self(steps)
    }

    /// Returns the value it leads to, if it is written.
    pub fn find<'n>(&self, root: &'n Node) -> Option<&'n Node> {
        find(root, &self.0)
    }

    /// Returns the names of the fields it goes through.
    pub(super) fn fields(&self) -> Vec<&str> {
        let fields = self.0.iter().filter_map(|step| match step {
            Step::Field(name) => Some(name.as_str()),
            Step::Item(_) | Step::Key(_) => None,
        });
        fields.collect()
    }
}

fn find<'n>(node: &'n Node, steps: &[Step]) -> Option<&'n Node> {
    steps.iter().try_fold(node, |node, step| match step {
        Step::Field(name) => node.field(name),
        Step::Item(index) => match &node.value {
            Value::List(items) | Value::Tuple(_, items) => items.get(*index),
            _ => None,
        },
        Step::Key(key) => entry(node, key).map(|(_, node)| node),
    })
}

fn entry<'n>(node: &'n Node, key: &str) -> Option<(usize, &'n Node)> {
    let Value::Map(entries) = &node.value else {
        return None;
    };
    // The same text may be written in several ways.
    let key = tree::parse("", key).ok()?.to_ron();
    let index = (entries.iter()).position(|(known, _)| known.to_ron() == key)?;
    Some((index, &entries[index].1))
}

/// Sets a value, or takes it out; an item behind the last of a list is added to it.
pub(super) fn set(
    work: &mut Work,
    outline: &Outline,
    path: &Path,
    to: Option<&str>,
) -> Result<(), String> {
    set_at(work, outline, &path.0, to)
}

fn set_at(
    work: &mut Work,
    outline: &Outline,
    steps: &[Step],
    to: Option<&str>,
) -> Result<(), String> {
    let Some((last, above)) = steps.split_last() else {
        return Err("the mission as a whole cannot be replaced".into());
    };
    match (find(&work.root, above), to) {
        (Some(holder), _) => {
            if !can_hold(holder, last) {
                return Err("the file has something else here".into());
            }
            let is_there = find(holder, std::slice::from_ref(last)).is_some();
            if !is_there && to.is_none() {
                return Ok(());
            }
            work.patch(|patch, text, root| {
                if let Some(holder) = find(root, above) {
                    put(patch, text, holder, last, to, outline);
                }
            })
        }
        (None, Some(to)) => set_at(work, outline, above, Some(&wrapped(last, to))),
        (None, None) => Ok(()),
    }
}

/// Takes a value out, and whatever is empty then, but for its first steps.
pub(super) fn clear(
    work: &mut Work,
    outline: &Outline,
    path: &Path,
    kept: usize,
) -> Result<(), String> {
    let mut path = path.clone();
    set(work, outline, &path, None)?;
    while path.0.len() > kept + 1 {
        path.0.pop();
        if path.find(&work.root).is_some_and(is_empty) {
            set(work, outline, &path, None)?;
        }
    }
    Ok(())
}

/// Adds an item to a list; one that is not there yet is written as a block.
pub(super) fn add(
    work: &mut Work,
    outline: &Outline,
    list: &Path,
    item: &str,
) -> Result<(), String> {
    if list.find(&work.root).is_some() {
        return set(work, outline, &list.item(usize::MAX), Some(item));
    }
    let indent = " ".repeat(4 * list.0.len());
    let block = format!("[\n{indent}    {item},\n{indent}]");
    set(work, outline, list, Some(&block))
}

/// Writes a value with what holds it.
fn wrapped(step: &Step, to: &str) -> String {
    match step {
        Step::Field(name) => format!("({name}: {to})"),
        Step::Item(_) => format!("[{to}]"),
        Step::Key(key) => format!("{{{key}: {to}}}"),
    }
}

fn can_hold(holder: &Node, step: &Step) -> bool {
    match (step, &holder.value) {
        (Step::Field(_), Value::Struct(..))
        | (Step::Item(_), Value::List(_) | Value::Tuple(..))
        | (Step::Key(_), Value::Map(_)) => true,
        (Step::Field(_) | Step::Item(_), _) => is_empty(holder),
        (Step::Key(_), _) => false,
    }
}

/// Whether there is nothing in it: `()`, `Name()`, `[]`, `{}`.
fn is_empty(node: &Node) -> bool {
    match &node.value {
        Value::Struct(_, fields) => fields.is_empty(),
        Value::Tuple(_, items) | Value::List(items) => items.is_empty(),
        Value::Map(entries) => entries.is_empty(),
        _ => false,
    }
}

fn put(
    patch: &mut Patch,
    text: &str,
    holder: &Node,
    step: &Step,
    to: Option<&str>,
    outline: &Outline,
) {
    let (index, old, new) = match step {
        Step::Field(name) if matches!(holder.value, Value::Struct(..)) => {
            set_field(patch, text, holder, name, to, outline);
            return;
        }
        Step::Field(name) => (0, None, to.map(|to| format!("{name}: {to}"))),
        Step::Item(index) => {
            let old = find(holder, std::slice::from_ref(step));
            (*index, old, to.map(str::to_owned))
        }
        Step::Key(key) => match entry(holder, key) {
            Some((index, node)) => (index, Some(node), to.map(str::to_owned)),
            None => (usize::MAX, None, to.map(|to| format!("{key}: {to}"))),
        },
    };
    match (old, new) {
        (Some(old), Some(new)) => patch.replace(old.span.range(), new),
        (Some(_), None) => Holder::new(text, holder).remove(patch, index),
        (None, Some(new)) => {
            let is_block = match &holder.value {
                Value::List(_) => new.starts_with('('),
                value => matches!(value, Value::Map(_)),
            };
            Holder::new(text, holder).insert(patch, usize::MAX, &new, is_block);
        }
        (None, None) => {}
    }
}

/// Returns a text of its own with a value of it set, or taken out.
pub(super) fn changed(text: String, steps: &[Step], to: Option<&str>) -> Option<String> {
    let mut work = Work::new("", text).ok()?;
    set_at(&mut work, &Outline::NONE, steps, to).ok()?;
    Some(work.text)
}

/// Returns where the figures stand that a mission has instead of the usual ones.
pub(super) fn overrides(root: &Node) -> Path {
    let rules = Path::of("rules");
    match rules.find(root).map(|node| &node.value) {
        Some(Value::Tuple(_, items)) if items.len() == 1 => rules.item(0),
        _ => rules,
    }
}

/// Sets a figure of the rules, or takes it out with whatever is empty then; `steps` begin at the rules.
pub(super) fn set_figure(
    work: &mut Work,
    outline: &Outline,
    steps: &[Step],
    to: Option<&str>,
) -> Result<(), String> {
    let rules = Path::of("rules");
    if let Some(Value::Name(name)) = rules.find(&work.root).map(|node| &node.value) {
        let bare = format!("{name}()");
        set(work, outline, &rules, Some(&bare))?;
    }
    let mut path = overrides(&work.root);
    path.0.extend_from_slice(steps);
    match to {
        Some(_) => set(work, outline, &path, to),
        None => clear(work, outline, &path, rules.0.len()),
    }
}

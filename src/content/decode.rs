//! Reads plain data (figures) from a [`Node`] tree, telling every mistake with its place.
//!
//! **Invariant:** data is handed out only when nothing was noted.

use std::collections::BTreeSet;
use std::mem;
use std::ops::RangeInclusive;

use serde::Serialize;

use crate::content::form::Kind;
use crate::content::pack;
use crate::content::problem::{Place, suggest};
use crate::content::reader::Reader;
use crate::content::ron_text;
use crate::content::small_map::SmallMap;
use crate::content::tree::{Field, Node, Value};

/// Data that figures are made of; [`figures!`](crate::content::declare::figures) declares such.
pub trait Figure: Sized {
    /// Reads it; `None` notes why it cannot be had.
    fn read(node: &Node, course: &mut Course) -> Option<Self>;

    /// Returns what it is where it is left out; `None` must be given.
    fn left_out() -> Option<Self> {
        None
    }

    /// Returns what files can say; its whole numbers are in a range, if one is given.
    fn kind(range: Option<RangeInclusive<i64>>) -> Kind;
}

/// Lays overrides, nested fields such as `(tu: (carry_max: 30))`, over figures.
///
/// Returns the figures that hold then; problems are noted at the field that causes them.
pub fn overlay<T: Figure + Serialize>(figures: &T, over: &Node, reader: &mut Reader) -> Option<T> {
    decode(
        &pack::overlay(ron_text::to_node(figures), over, reader)?,
        reader,
    )
}

/// Reads a value; `None` if a problem was noted.
pub fn decode<T: Figure>(node: &Node, reader: &mut Reader) -> Option<T> {
    let before = reader.problems.len();
    let mut course = Course {
        reader,
        path: Vec::new(),
        range: None,
    };
    let read = T::read(node, &mut course);
    read.filter(|_| reader.problems.len() == before)
}

/// How far reading has got.
#[derive(Debug)]
pub struct Course<'r> {
    reader: &'r mut Reader,
    /// From the whole to what is read: fields, keys, and numbers in lists.
    path: Vec<String>,
    /// What numbers may be here.
    range: Option<RangeInclusive<i64>>,
}

impl Course<'_> {
    /// Notes a value of the wrong kind; returns nothing.
    fn wrong<T>(&mut self, node: &Node, expected: &str) -> Option<T> {
        self.reader.wrong(node, expected)
    }

    /// Returns the name of a path that goes on from here.
    fn path_to(&self, field: &str) -> String {
        let steps = self.path.iter().map(String::as_str);
        steps.chain([field]).collect::<Vec<_>>().join(".")
    }

    /// Reads what is a step farther on.
    fn below<T: Figure>(&mut self, step: String, node: &Node) -> Option<T> {
        self.path.push(step);
        let read = T::read(node, self);
        self.path.pop();
        read
    }

    /// Reads a whole number from those of its type that its range leaves.
    fn int(&mut self, node: &Node, least: i64, most: i64) -> Option<i64> {
        let (low, high) = match &self.range {
            Some(range) => (least.max(*range.start()), most.min(*range.end())),
            None => (least, most),
        };
        match &node.value {
            Value::Int(value) if (low..=high).contains(value) => Some(*value),
            Value::Int(value) => {
                // The whole has no name.
                let name = match self.path.is_empty() {
                    true => String::new(),
                    false => self.path.join(".") + " ",
                };
                let message = format!("{name}{value} is out of range (allowed: {low} to {high})");
                self.reader.problem(node.place, message);
                None
            }
            _ => self.wrong(node, &format!("a whole number from {low} to {high}")),
        }
    }

    /// Reads one of some bare names.
    pub fn choice<T: Copy>(&mut self, node: &Node, choices: &[(&str, T)]) -> Option<T> {
        let names = || choices.iter().map(|(name, _)| *name);
        let Value::Name(found) = &node.value else {
            let names: Vec<_> = names().collect();
            return self.wrong(node, &format!("one of {}", names.join(", ")));
        };
        let chosen = choices.iter().find(|(name, _)| name == found);
        if chosen.is_none() {
            let message = format!("`{found}` is unknown{}", suggest(found, names()));
            self.reader.problem(node.place, message);
        }
        chosen.map(|(_, value)| *value)
    }

    /// Reads a list.
    fn list<'n>(&mut self, node: &'n Node) -> Option<&'n [Node]> {
        match &node.value {
            Value::List(items) | Value::Tuple(None, items) => Some(items),
            _ => self.wrong(node, "a list [...]"),
        }
    }

    /// Reads the fields of a struct, and notes those it does not have.
    pub fn fields<'n>(&mut self, node: &'n Node, names: &[&'static str]) -> Option<Members<'n>> {
        let fields: &[Field] = match &node.value {
            Value::Struct(_, fields) => fields,
            Value::Tuple(None, items) if items.is_empty() => &[],
            _ => return self.wrong(node, "fields (name: value, ...)"),
        };
        let mut known = BTreeSet::new();
        for Field { name, place, .. } in fields {
            let is_new = known.insert(name);
            if !names.contains(&name.as_str()) {
                let hint = suggest(name, names.iter().copied());
                let message = format!("there is no field `{name}`{hint}");
                self.reader.problem(*place, message);
            } else if !is_new {
                self.reader
                    .problem(*place, format!("`{name}` is given twice"));
            }
        }
        Some(Members {
            place: node.place,
            fields,
        })
    }
}

/// The fields of a struct of figures.
#[derive(Debug)]
pub struct Members<'n> {
    /// Where the struct starts.
    place: Place,
    fields: &'n [Field],
}

impl Members<'_> {
    fn get(&self, name: &str) -> Option<&Node> {
        let field = self.fields.iter().find(|field| field.name == name)?;
        Some(&field.node)
    }

    /// Reads a field whose numbers are in a range; left out, it has a value of older files, if any.
    pub fn read<T: Figure>(
        &self,
        course: &mut Course,
        name: &str,
        range: Option<RangeInclusive<i64>>,
        of_older: Option<T>,
    ) -> Option<T> {
        let Some(node) = self.get(name) else {
            let value = of_older.or_else(T::left_out);
            if value.is_none() {
                let message = format!("lacks `{name}`");
                course.reader.problem(self.place, message);
            }
            return value;
        };
        let outer = mem::replace(&mut course.range, range);
        let read = course.below(name.to_owned(), node);
        course.range = outer;
        read
    }

    /// Notes a figure that is above the one that it may at most be as large as.
    pub fn tell_above(&self, course: &mut Course, low: &str, high: &str) {
        let figure = |name| self.get(name).map(|node| (node.place, &node.value));
        let (Some((low_place, Value::Int(least))), Some((high_place, Value::Int(most)))) =
            (figure(low), figure(high))
        else {
            return;
        };
        // Of what is laid over other figures, the one that was given stands farther on.
        let place = low_place.max(high_place);
        let (low, high) = (course.path_to(low), course.path_to(high));
        let message = format!("{low} {least} is above {high} {most}");
        course.reader.problem(place, message);
    }
}

/// Reads whole numbers of some types.
macro_rules! ints {
    ($($int:ident)*) => {$(
        impl Figure for $int {
            fn read(node: &Node, course: &mut Course) -> Option<Self> {
                let most = i64::try_from(Self::MAX).unwrap_or(i64::MAX);
                let value = course.int(node, Self::MIN as i64, most)?;
                Self::try_from(value).ok()
            }

            fn kind(range: Option<RangeInclusive<i64>>) -> Kind {
                let (least, most) = (Self::MIN as i64, i64::try_from(Self::MAX).unwrap_or(i64::MAX));
                let range = range.unwrap_or(least..=most);
                Kind::Whole(least.max(*range.start())..=most.min(*range.end()))
            }
        }
    )*};
}
ints!(i16 i32 i64 u8 u16 u32 usize);

impl Figure for bool {
    fn read(node: &Node, course: &mut Course) -> Option<Self> {
        match node.value {
            Value::Bool(value) => Some(value),
            _ => course.wrong(node, "true or false"),
        }
    }

    fn kind(_: Option<RangeInclusive<i64>>) -> Kind {
        Kind::Flag
    }
}

impl Figure for String {
    fn read(node: &Node, course: &mut Course) -> Option<Self> {
        match &node.value {
            Value::Text(text) => Some(text.clone()),
            _ => course.wrong(node, "text in quotes"),
        }
    }

    fn kind(_: Option<RangeInclusive<i64>>) -> Kind {
        Kind::Line
    }
}

impl<T: Figure> Figure for Option<T> {
    fn read(node: &Node, course: &mut Course) -> Option<Self> {
        match course.reader.option(node) {
            Some(inner) => T::read(inner, course).map(Some),
            None => Some(None),
        }
    }

    fn left_out() -> Option<Self> {
        Some(None)
    }

    fn kind(range: Option<RangeInclusive<i64>>) -> Kind {
        Kind::Maybe(Box::new(T::kind(range)))
    }
}

impl<T: Figure> Figure for Vec<T> {
    fn read(node: &Node, course: &mut Course) -> Option<Self> {
        let items = course.list(node)?.iter().enumerate();
        // All are read before any is missed.
        let read: Vec<_> = items
            .map(|(at, node)| course.below(at.to_string(), node))
            .collect();
        read.into_iter().collect()
    }

    fn kind(range: Option<RangeInclusive<i64>>) -> Kind {
        Kind::list(T::kind(range))
    }
}

/// A list of just so many values.
impl<T: Figure, const N: usize> Figure for [T; N] {
    fn read(node: &Node, course: &mut Course) -> Option<Self> {
        let read = Vec::<T>::read(node, course)?;
        match read.try_into() {
            Ok(values) => Some(values),
            Err(_) => course.wrong(node, &format!("a list [...] of {N}")),
        }
    }

    fn kind(range: Option<RangeInclusive<i64>>) -> Kind {
        Kind::list(T::kind(range))
    }
}

/// Two values; those beyond are not looked at.
impl<A: Figure, B: Figure> Figure for (A, B) {
    fn read(node: &Node, course: &mut Course) -> Option<Self> {
        let [first, second, ..] = course.list(node)? else {
            return course.wrong(node, "a list [...] of 2");
        };
        let first = course.below("0".to_owned(), first);
        let second = course.below("1".to_owned(), second);
        first.zip(second)
    }

    fn kind(range: Option<RangeInclusive<i64>>) -> Kind {
        Kind::Pair(Box::new((A::kind(range.clone()), B::kind(range))))
    }
}

impl<K: Figure + Ord, V: Figure> Figure for SmallMap<K, V> {
    fn read(node: &Node, course: &mut Course) -> Option<Self> {
        let Value::Map(entries) = &node.value else {
            return course.wrong(node, "a map {key: value}");
        };
        let mut known = BTreeSet::new();
        for (key, _) in entries {
            if !known.insert(key.to_ron()) {
                let message = format!("{} is given twice", key.describe());
                course.reader.problem(key.place, message);
            }
        }
        let read: Vec<_> = (entries.iter())
            .map(|(key, value)| {
                let read = K::read(key, course);
                read.zip(course.below(key.to_ron(), value))
            })
            .collect();
        read.into_iter().collect()
    }

    fn kind(range: Option<RangeInclusive<i64>>) -> Kind {
        Kind::Map(Box::new((K::kind(None), V::kind(range))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::declare::{choices, figures};
    use crate::content::tree;

    choices! {
        enum Kind {
            Short,
            Long,
        }
    }

    figures! {
        struct Inner {
            reach: u8,
            loss: i16,
            extra: Option<u16>,
        }

        struct Outer {
            is_on: bool,
            kinds: SmallMap<Kind, Inner>,
            list: Vec<u16>,
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &[&str]) -> Option<Outer> {
        let mut reader = Reader::new("f.ron");
        let node = tree::parse("f.ron", text).expect("the syntax is sound");
        let value = decode(&node, &mut reader);
        let told: Vec<_> = reader.problems.iter().map(ToString::to_string).collect();
        assert_eq!(told, expected);
        value
    }

    #[test]
    fn sound_text_gives_the_value() {
        let text = "(is_on: true, kinds: {Long: (reach: 3, loss: -4), \
                    Short: (reach: 1, loss: 0, extra: Some(7))}, list: [1, 2])";
        let value = check(text, &[]).expect("it is sound");
        assert_eq!(value.kinds[&Kind::Long].extra, None);
        assert_eq!(value.kinds[&Kind::Short].extra, Some(7));
        assert_eq!((value.is_on, value.list), (true, vec![1, 2]));
    }

    #[test]
    fn every_mistake_is_told_at_its_place() {
        let text =
            "(is_on: 1,\n kinds: {Lang: (reach: 300, los: -4),\n  Short: 5},\n list: [-1, x])";
        let value = check(
            text,
            &[
                "f.ron:1:9: expected true or false, found 1",
                "f.ron:2:10: `Lang` is unknown; did you mean `Long`? (allowed: Short, Long)",
                "f.ron:2:29: there is no field `los`; did you mean `loss`? (allowed: reach, loss, \
                 extra)",
                "f.ron:2:24: kinds.Lang.reach 300 is out of range (allowed: 0 to 255)",
                "f.ron:2:16: lacks `loss`",
                "f.ron:3:10: expected fields (name: value, ...), found 5",
                "f.ron:4:9: list.0 -1 is out of range (allowed: 0 to 65535)",
                "f.ron:4:13: expected a whole number from 0 to 65535, found `x`",
            ],
        );
        assert_eq!(value, None);
    }

    #[test]
    fn what_lacks_or_stands_twice_is_told_once() {
        check(
            "(is_on: true, list: [], is_on: false)",
            &[
                "f.ron:1:25: `is_on` is given twice",
                "f.ron:1:1: lacks `kinds`",
            ],
        );
        check(
            "7",
            &["f.ron:1:1: expected fields (name: value, ...), found 7"],
        );
    }
}

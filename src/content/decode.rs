//! Decodes plain data (figures) from a [`Node`] tree, telling every mistake with its place.
//!
//! A wrong value is noted and a stand-in of its type read on with, so that one mistake does not hide
//! the next. Numbers keep to the [`Bounds`] that are stated for their paths.
//!
//! **Invariant:** data is handed out only when nothing was noted; stand-ins never get out.

use std::{collections::BTreeSet, fmt};

use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess,
    SeqAccess, VariantAccess, Visitor,
};

use crate::content::{
    bounds::{Bounds, Step},
    problem::{Place, suggest},
    reader::Reader,
    tree::{Field, Node, Value},
};

/// Decodes a value within bounds; `None` if a problem was noted.
pub fn decode<T: DeserializeOwned>(
    node: &Node,
    bounds: &'static Bounds,
    reader: &mut Reader,
) -> Option<T> {
    let before = reader.problems.len();
    let mut course = Course {
        reader,
        bounds,
        path: Vec::new(),
    };
    let decoder = Decoder {
        course: &mut course,
        place: node.place,
        source: Source::Given(node),
    };
    let decoded = T::deserialize(decoder);
    if let Err(Failure(message)) = &decoded
        && reader.problems.len() == before
    {
        reader.problem(node.place, message.clone());
    }
    if reader.problems.len() == before {
        bounds.check_order(node, reader);
    }
    decoded.ok().filter(|_| reader.problems.len() == before)
}

/// Where decoding has come to.
struct Course<'r> {
    reader: &'r mut Reader,
    bounds: &'static Bounds,
    /// From the whole to what is read.
    path: Vec<Step>,
}

/// Fields that came after the first saves, whose content lacks them; they have a default.
const MAY_LACK: [&str; 21] = [
    "requisition",
    "around_steps",
    "admiral_sides",
    "least_board",
    "blind_fire",
    "rearm_beside",
    "dry_ships",
    "quiet",
    "unspotted_percent",
    "guard_one_in",
    "dead_end",
    "memory",
    "abilities_from",
    "throws_from",
    "aura_decay",
    "reaction_least",
    "crit_headshot_chance",
    "disengage_least",
    "peril",
    "support",
    "whim",
];

/// Where a value comes from.
#[derive(Clone, Copy)]
enum Source<'n> {
    /// From the text.
    Given(&'n Node),
    /// A field the text lacks; optional values may be.
    Lacking(&'static str),
    /// Out of thin air, below something that was noted.
    StandIn,
}

/// Returns the name of what is at a path, to stand before its value; the whole has none.
fn named(path: &[Step]) -> String {
    let steps: Vec<_> = path.iter().map(ToString::to_string).collect();
    match steps.is_empty() {
        true => String::new(),
        false => format!("{} ", steps.join(".")),
    }
}

/// Returns a key of a map as it is written in paths.
fn written(key: &Node) -> String {
    let mut text = String::new();
    key.to_ron(&mut text);
    text
}

struct Decoder<'c, 'r, 'n> {
    course: &'c mut Course<'r>,
    /// Where problems are noted.
    place: Place,
    source: Source<'n>,
}

/// Why decoding cannot go on.
#[derive(Debug)]
struct Failure(String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}

impl de::Error for Failure {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

impl<'n> Decoder<'_, '_, 'n> {
    /// Returns the given value; notes what is lacking.
    fn given(&mut self) -> Option<&'n Value> {
        match self.source {
            Source::Given(node) => Some(&node.value),
            Source::Lacking(name) => {
                self.course
                    .reader
                    .problem(self.place, format!("lacks `{name}`"));
                None
            }
            Source::StandIn => None,
        }
    }

    /// Notes a value of the wrong kind.
    fn wrong(&mut self, expected: &str) {
        if let Source::Given(node) = self.source {
            let message = format!("expected {expected}, found {}", node.describe());
            self.course.reader.problem(self.place, message);
        }
    }

    /// Reads a whole number from those of its type that its bounds leave.
    fn int(&mut self, low: i64, high: i64) -> i64 {
        let (low, high) = match self.course.bounds.of(&self.course.path) {
            Some((least, most)) => (low.max(least), high.min(most)),
            None => (low, high),
        };
        match self.given() {
            Some(Value::Int(value)) if (low..=high).contains(value) => return *value,
            Some(Value::Int(value)) => {
                let name = named(&self.course.path);
                let message = format!("{name}{value} is out of range (allowed: {low} to {high})");
                self.course.reader.problem(self.place, message);
            }
            Some(_) => self.wrong(&format!("a whole number from {low} to {high}")),
            None => {}
        }
        low
    }
}

/// Reads a whole number of one type.
macro_rules! ints {
    ($($deserialize:ident $visit:ident $int:ident)*) => {
        $(fn $deserialize<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
            let high = i64::try_from($int::MAX).unwrap_or(i64::MAX);
            let value = self.int($int::MIN as i64, high);
            visitor.$visit($int::try_from(value).unwrap_or_default())
        })*
    };
}

impl<'de> Deserializer<'de> for Decoder<'_, '_, '_> {
    type Error = Failure;

    ints! {
        deserialize_i8 visit_i8 i8
        deserialize_i16 visit_i16 i16
        deserialize_i32 visit_i32 i32
        deserialize_i64 visit_i64 i64
        deserialize_u8 visit_u8 u8
        deserialize_u16 visit_u16 u16
        deserialize_u32 visit_u32 u32
        deserialize_u64 visit_u64 u64
    }

    fn deserialize_bool<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        match self.given() {
            Some(Value::Bool(value)) => return visitor.visit_bool(*value),
            Some(_) => self.wrong("true or false"),
            None => {}
        }
        visitor.visit_bool(false)
    }

    fn deserialize_str<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        match self.given() {
            Some(Value::Text(text)) => return visitor.visit_str(text),
            Some(_) => self.wrong("text in quotes"),
            None => {}
        }
        visitor.visit_str("")
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        let Source::Given(node) = self.source else {
            return visitor.visit_none();
        };
        match self.course.reader.option(node) {
            Some(inner) => visitor.visit_some(Decoder {
                course: self.course,
                place: inner.place,
                source: Source::Given(inner),
            }),
            None => visitor.visit_none(),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        let items = match self.given() {
            Some(Value::List(items) | Value::Tuple(None, items)) => items.as_slice(),
            Some(_) => {
                self.wrong("a list [...]");
                &[]
            }
            None => &[],
        };
        visitor.visit_seq(Items {
            course: self.course,
            items: items.iter(),
            at: 0,
        })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        let entries = match self.given() {
            Some(Value::Map(entries)) => entries.as_slice(),
            Some(_) => {
                self.wrong("a map {key: value}");
                &[]
            }
            None => &[],
        };
        let mut known = BTreeSet::new();
        for (key, _) in entries {
            if !known.insert(written(key)) {
                let message = format!("{} is given twice", key.describe());
                self.course.reader.problem(key.place, message);
            }
        }
        visitor.visit_map(Entries {
            course: self.course,
            entries: entries.iter(),
            entry: None,
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        let mut is_noted = matches!(self.source, Source::StandIn);
        let fields = match self.given() {
            Some(Value::Struct(_, fields)) => fields.as_slice(),
            Some(Value::Tuple(None, items)) if items.is_empty() => &[],
            Some(_) => {
                self.wrong("fields (name: value, ...)");
                is_noted = true;
                &[]
            }
            None => {
                is_noted = true;
                &[]
            }
        };
        let mut known = BTreeSet::new();
        for field in fields {
            let is_new = known.insert(&field.name);
            if !names.contains(&field.name.as_str()) {
                let hint = suggest(&field.name, names.iter().copied());
                let message = format!("there is no field `{}`{hint}", field.name);
                self.course.reader.problem(field.place, message);
            } else if !is_new {
                let message = format!("`{}` is given twice", field.name);
                self.course.reader.problem(field.place, message);
            }
        }
        visitor.visit_map(Members {
            course: self.course,
            place: self.place,
            fields,
            names: names.iter(),
            name: "",
            is_noted,
        })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        match self.given() {
            Some(Value::Name(found)) => {
                if let Some(&name) = variants.iter().find(|name| *name == found) {
                    return visitor.visit_enum(Unit(name));
                }
                let hint = suggest(found, variants.iter().copied());
                let message = format!("`{found}` is unknown{hint}");
                self.course.reader.problem(self.place, message);
            }
            Some(_) => self.wrong(&format!("one of {}", variants.join(", "))),
            None => {}
        }
        visitor.visit_enum(Unit(variants[0]))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Failure> {
        Err(Failure("is of a kind that figures do not have".into()))
    }

    serde::forward_to_deserialize_any! {
        i128 u128 f32 f64 char bytes byte_buf unit unit_struct tuple_struct identifier ignored_any
    }
}

/// The items of a list.
struct Items<'c, 'r, 'n> {
    course: &'c mut Course<'r>,
    items: std::slice::Iter<'n, Node>,
    /// Number of the next one.
    at: usize,
}

impl<'de> SeqAccess<'de> for Items<'_, '_, '_> {
    type Error = Failure;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Failure> {
        let Some(node) = self.items.next() else {
            return Ok(None);
        };
        self.course.path.push(Step::Entry(self.at.to_string()));
        self.at += 1;
        let read = seed.deserialize(Decoder {
            course: self.course,
            place: node.place,
            source: Source::Given(node),
        });
        self.course.path.pop();
        read.map(Some)
    }
}

/// The entries of a map.
struct Entries<'c, 'r, 'n> {
    course: &'c mut Course<'r>,
    entries: std::slice::Iter<'n, (Node, Node)>,
    /// The one whose key was read last.
    entry: Option<&'n (Node, Node)>,
}

impl<'de> MapAccess<'de> for Entries<'_, '_, '_> {
    type Error = Failure;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Failure> {
        let Some(entry) = self.entries.next() else {
            return Ok(None);
        };
        let (key, _) = self.entry.insert(entry);
        seed.deserialize(Decoder {
            course: self.course,
            place: key.place,
            source: Source::Given(key),
        })
        .map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Failure> {
        let (key, value) = self.entry.take().expect("keys are asked for first");
        self.course.path.push(Step::Entry(written(key)));
        let read = seed.deserialize(Decoder {
            course: self.course,
            place: value.place,
            source: Source::Given(value),
        });
        self.course.path.pop();
        read
    }
}

/// The fields of a struct, in the order the type names them.
struct Members<'c, 'r, 'n> {
    course: &'c mut Course<'r>,
    place: Place,
    fields: &'n [Field],
    names: std::slice::Iter<'static, &'static str>,
    name: &'static str,
    /// Whether a problem with the whole was noted, so that no field is missed.
    is_noted: bool,
}

impl<'de> MapAccess<'de> for Members<'_, '_, '_> {
    type Error = Failure;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Failure> {
        let fields = &self.fields;
        let is_given = |name: &str| fields.iter().any(|field| field.name == name);
        let wanted = |name: &&&str| is_given(name) || !MAY_LACK.contains(*name);
        let Some(&name) = self.names.find(wanted) else {
            return Ok(None);
        };
        self.name = name;
        seed.deserialize(name.into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Failure> {
        let field = self.fields.iter().find(|field| field.name == self.name);
        let (place, source) = match field {
            Some(field) => (field.node.place, Source::Given(&field.node)),
            None if self.is_noted => (self.place, Source::StandIn),
            None => (self.place, Source::Lacking(self.name)),
        };
        self.course.path.push(Step::Field(self.name));
        let read = seed.deserialize(Decoder {
            course: self.course,
            place,
            source,
        });
        self.course.path.pop();
        read
    }
}

/// A variant without data.
struct Unit(&'static str);

impl<'de> EnumAccess<'de> for Unit {
    type Error = Failure;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Failure> {
        let value = seed.deserialize(self.0.into_deserializer())?;
        Ok((value, self))
    }
}

impl<'de> VariantAccess<'de> for Unit {
    type Error = Failure;

    fn unit_variant(self) -> Result<(), Failure> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, Failure> {
        Err(Failure(format!("`{}` needs data", self.0)))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Failure> {
        Err(Failure(format!("`{}` needs data", self.0)))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Failure> {
        Err(Failure(format!("`{}` needs data", self.0)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;
    use crate::content::tree;

    #[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
    enum Kind {
        Short,
        Long,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Inner {
        reach: u8,
        loss: i16,
        extra: Option<u16>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Outer {
        is_on: bool,
        kinds: BTreeMap<Kind, Inner>,
        list: Vec<u16>,
    }

    #[track_caller]
    fn check(text: &str, expected: &[&str]) -> Option<Outer> {
        let mut reader = Reader::new("f.ron");
        let node = tree::parse("f.ron", text).expect("the syntax is sound");
        let value = decode(&node, &Bounds::NONE, &mut reader);
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

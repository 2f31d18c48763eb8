//! Merges what several windows change in one RON text.

use crate::content::tree::{self, Field, Node, Value};

/// Takes the changes from one RON text to another over into a third. Fields and entries of maps are
/// merged one by one.
pub fn merge(into: &str, before: &str, after: &str) -> String {
    let (Some(mut merged), Some(before), Some(after)) =
        (Parts::of(into), Parts::of(before), Parts::of(after))
    else {
        return after.to_owned();
    };
    for (name, value) in &after.values {
        let was = before.value(name);
        if was == Some(value) {
            continue;
        }
        match merged.values.iter_mut().find(|(other, _)| other == name) {
            Some((_, held)) => *held = merge(held, was.map_or("", String::as_str), value),
            None => merged.values.push((name.clone(), value.clone())),
        }
    }
    let is_left = |name: &str| after.value(name).is_some() || before.value(name).is_none();
    merged.values.retain(|(name, _)| is_left(name));
    merged.to_text()
}

/// The fields of a struct or the entries of a map: names or keys, and values, as written.
struct Parts {
    values: Vec<(String, String)>,
    brackets: (char, char),
}

impl Parts {
    /// Takes a RON text apart, if it is a struct or a map.
    fn of(text: &str) -> Option<Self> {
        let written = |node: &Node| text[node.span.range()].to_owned();
        let (values, brackets) = match tree::parse("", text).ok()?.value {
            Value::Struct(None, fields) => {
                let field = |field: Field| (field.name, written(&field.node));
                (fields.into_iter().map(field).collect(), ('(', ')'))
            }
            Value::Map(entries) => {
                let entry = |(key, value): &(Node, Node)| (written(key), written(value));
                (entries.iter().map(entry).collect(), ('{', '}'))
            }
            _ => return None,
        };
        Some(Self { values, brackets })
    }

    fn value(&self, name: &str) -> Option<&String> {
        let mut values = self.values.iter();
        values.find_map(|(other, value)| (other == name).then_some(value))
    }

    fn to_text(&self) -> String {
        let values = self.values.iter();
        let values: String = values
            .map(|(name, value)| format!("{name}: {value},\n"))
            .collect();
        format!("{}\n{values}{}", self.brackets.0, self.brackets.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(into: &str, before: &str, after: &str, expected: &str) {
        let merged = merge(into, before, after);
        let plain: String = merged.split_whitespace().collect();
        assert_eq!(plain, expected);
    }

    #[test]
    fn only_what_changed_is_taken_over() {
        check("(a: 1, b: 2)", "(a: 1, b: 3)", "(a: 4, b: 3)", "(a:4,b:2,)");
        check("(a: 1)", "(a: 1, b: 2)", "(a: 1, b: 2)", "(a:1,)");
        check("(a: 1, b: 2, c: 3)", "(a: 1, b: 2)", "(a: 1)", "(a:1,c:3,)");
        check("(b: 2)", "(c: 1)", "(c: 1, a: 1)", "(b:2,a:1,)");
        let maps = ["(m: {X: \"1\"})", "(m: {})", "(m: {Y: \"2\"})"];
        check(maps[0], maps[1], maps[2], "(m:{X:\"1\",Y:\"2\",},)");
        check("(l: [1])", "(l: [])", "(l: [2])", "(l:[2],)");
        check("not RON (", "(a: 1)", "(a: 2)", "(a:2)");
    }
}

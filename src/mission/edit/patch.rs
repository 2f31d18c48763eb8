//! Changes a text in places: fields and items are set, added and taken out the way a hand would.
//!
//! **Invariant:** every byte outside of what is set, added or taken out stays as it was, comments
//! included.

use std::ops::Range;

use crate::content::tree::{Node, Value, gap_end};

use super::outline::Outline;

/// Lines are broken before they get longer than this.
const LINE: usize = 112;
/// Spaces of one step of indentation.
const STEP: usize = 4;
/// Fields of a board in the order they are written.
const BOARD: &str = "layout legend rows heights hexsides smoke fire";

/// Replacements in a text, given in any order.
#[derive(Default)]
pub(super) struct Patch(Vec<(Range<usize>, String)>);

impl Patch {
    /// Replaces some bytes.
    pub(super) fn replace(&mut self, bytes: Range<usize>, with: impl Into<String>) {
        self.0.push((bytes, with.into()));
    }

    /// Returns the text with everything replaced; lines end as they do in the text.
    pub(super) fn apply(mut self, text: &str) -> String {
        let is_crlf = text.contains("\r\n");
        self.0.sort_by_key(|(bytes, _)| (bytes.start, bytes.end));
        let mut result = String::with_capacity(text.len());
        let mut at = 0;
        for (bytes, with) in self.0 {
            result.push_str(&text[at..bytes.start.max(at)]);
            match is_crlf {
                true => result.push_str(&with.replace('\n', "\r\n")),
                false => result.push_str(&with),
            }
            at = bytes.end.max(at);
        }
        result.push_str(&text[at..]);
        result
    }
}

/// A list, map or struct in a text.
pub(super) struct Holder<'t> {
    text: &'t str,
    /// Byte after the opening bracket, and of the closing one.
    inside: Range<usize>,
    items: Vec<Range<usize>>,
}

impl<'t> Holder<'t> {
    pub(super) fn new(text: &'t str, node: &Node) -> Self {
        let items = match &node.value {
            Value::List(items) | Value::Tuple(_, items) => {
                items.iter().map(|item| item.span.range()).collect()
            }
            Value::Map(entries) => (entries.iter())
                .map(|(key, value)| key.span.start..value.span.end)
                .collect(),
            Value::Struct(_, fields) => fields.iter().map(|field| field.span.range()).collect(),
            _ => Vec::new(),
        };
        let span = node.span.range();
        let open = text[span.clone()].find(['[', '{', '(']);
        let has_brackets = matches!(
            node.value,
            Value::List(_) | Value::Tuple(..) | Value::Map(_) | Value::Struct(..)
        );
        Self {
            text,
            inside: match open.filter(|_| has_brackets) {
                Some(open) => span.start + open + 1..span.end - 1,
                // Nothing can be put into anything else: what comes behind it breaks the file.
                None => span.end..span.end,
            },
            items,
        }
    }

    /// Returns the byte after the comma behind an item, if there is one.
    fn comma(&self, index: usize) -> Option<usize> {
        let at = gap_end(self.text, self.items[index].end);
        self.text[at..].starts_with(',').then_some(at + 1)
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// Returns the byte after a line, without its end.
    fn line_end(&self, at: usize) -> usize {
        let end = (self.text[at..].find('\n')).map_or(self.text.len(), |newline| at + newline);
        let is_crlf = self.text[at..end].ends_with('\r');
        end - usize::from(is_crlf)
    }

    /// Returns the byte the next line starts with.
    fn next_line(&self, at: usize) -> usize {
        (self.text[at..].find('\n')).map_or(self.text.len(), |newline| at + newline + 1)
    }

    /// Returns the white space a byte's line starts with.
    fn indent(&self, at: usize) -> &'t str {
        let line = &self.text[self.line_start(at)..self.line_end(at)];
        &line[..line.len() - line.trim_start().len()]
    }

    /// Whether nothing stands before a byte in its line.
    fn leads(&self, at: usize) -> bool {
        self.text[self.line_start(at)..at].trim().is_empty()
    }

    /// Whether nothing but a comment stands behind a byte in its line.
    fn trails(&self, at: usize) -> bool {
        let rest = self.text[at..self.line_end(at)].trim_start();
        rest.is_empty() || rest.starts_with("//")
    }

    /// Whether items stand on lines of their own.
    fn is_stacked(&self, index: usize) -> bool {
        let item = &self.items[index];
        let end = self.comma(index).unwrap_or(item.end);
        let lines = self.text[self.inside.clone()].contains('\n');
        let is_shared = (self.items.len() > index + 1) && {
            let next = self.items[index + 1].start;
            !self.text[item.end..next].contains('\n')
        };
        lines && self.leads(item.start) && self.trails(end) && !is_shared
    }

    /// Adds an item before the one at `index`, or at the end; `is_block` puts it on a line of its own
    /// where the list is empty.
    pub(super) fn insert(&self, patch: &mut Patch, index: usize, new: &str, is_block: bool) {
        if self.items.is_empty() {
            let at = self.inside.start;
            let indent = self.indent(at);
            let more = " ".repeat(STEP);
            match is_block && !self.text[self.inside.clone()].contains('\n') {
                true => patch.replace(at..at, format!("\n{indent}{more}{new},\n{indent}")),
                false if self.text[..at].ends_with('(') => patch.replace(at..at, new),
                false => patch.replace(at..at, format!("{new},")),
            }
            return;
        }
        if index == 0 {
            let first = self.items[0].start;
            let between = match self.is_stacked(0) {
                true => format!(",\n{}", self.indent(first)),
                false => ", ".into(),
            };
            patch.replace(first..first, format!("{new}{between}"));
            return;
        }
        let before = index.min(self.items.len()) - 1;
        let item = &self.items[before];
        let comma = self.comma(before);
        let indent = self.indent(item.start);
        if self.is_stacked(before) {
            let end = self.line_end(comma.unwrap_or(item.end));
            if comma.is_none() {
                patch.replace(item.end..item.end, ",");
            }
            let last = if comma.is_some() { "," } else { "" };
            patch.replace(end..end, format!("\n{indent}{new}{last}"));
            return;
        }
        let at = comma.unwrap_or(item.end);
        let length = at - self.line_start(at) + new.chars().count();
        let has_lines = self.text[self.inside.clone()].contains('\n');
        let space = match length > LINE && has_lines {
            true => format!("\n{indent}"),
            false => " ".into(),
        };
        match comma {
            // A comment behind the comma stays with its item.
            Some(_) if self.trails(at) && self.line_end(at) > at => {
                let end = self.line_end(at);
                patch.replace(end..end, format!("\n{indent}{new},"));
            }
            Some(_) => patch.replace(at..at, format!("{space}{new},")),
            None => patch.replace(at..at, format!(",{space}{new}")),
        }
    }

    /// Takes an item out, and its line if nothing else is in it.
    pub(super) fn remove(&self, patch: &mut Patch, index: usize) {
        let item = &self.items[index];
        let comma = self.comma(index);
        let (mut start, mut end) = (item.start, comma.unwrap_or(item.end));
        let rest = &self.text[end..self.line_end(end)];
        if rest.trim().is_empty() && self.leads(start) {
            start = self.line_start(start);
            end = self.next_line(end);
            patch.replace(start..end, "");
            if comma.is_none() && index > 0 {
                self.drop_comma(patch, index - 1, start);
            }
        } else if comma.is_some() {
            end += rest.len() - rest.trim_start_matches(' ').len();
            if rest.trim().is_empty() {
                let before = &self.text[..start];
                start = before.trim_end_matches(' ').len();
            }
            patch.replace(start..end, "");
        } else {
            patch.replace(start..end, "");
            if index > 0 {
                self.drop_comma(patch, index - 1, start);
            }
        }
    }

    /// Takes the comma behind an item out that is the last now, with the white space up to a byte.
    fn drop_comma(&self, patch: &mut Patch, index: usize, up_to: usize) {
        if let Some(comma) = self.comma(index) {
            let between = &self.text[comma..up_to.max(comma)];
            let end = match between.trim().is_empty() && !between.contains('\n') {
                true => up_to.max(comma),
                false => comma,
            };
            patch.replace(comma - 1..end, "");
        }
    }
}

/// Sets, adds or takes out a field of a struct; a new one stands behind all that are written before it.
pub(super) fn set_field(
    patch: &mut Patch,
    text: &str,
    node: &Node,
    name: &str,
    to: Option<&str>,
    outline: &Outline,
) {
    let Value::Struct(_, fields) = &node.value else {
        return;
    };
    let at = fields.iter().position(|field| field.name == name);
    match (at, to) {
        (Some(at), Some(to)) => patch.replace(fields[at].node.span.range(), to),
        (Some(at), None) => Holder::new(text, node).remove(patch, at),
        (None, Some(to)) => {
            let order = [outline.order, BOARD]
                .into_iter()
                .flat_map(str::split_whitespace);
            let earlier: Vec<_> = order.take_while(|other| *other != name).collect();
            let after = (fields.iter()).rposition(|field| earlier.contains(&field.name.as_str()));
            let index = after.map_or(0, |at| at + 1);
            Holder::new(text, node).insert(patch, index, &format!("{name}: {to}"), false);
        }
        (None, None) => {}
    }
}

/// Writes a list, broken into lines where it would get too long; `indent` is that of its line.
pub(super) fn written_list(parts: &[String], indent: usize) -> String {
    let line = parts.join(", ");
    if indent + line.chars().count() + 12 <= LINE {
        return format!("[{line}]");
    }
    let pad = " ".repeat(indent + STEP);
    let mut lines = vec![String::new()];
    for part in parts {
        let last = lines.last_mut().expect("there is a line at first");
        if !last.is_empty() && pad.len() + last.len() + part.len() + 2 > LINE {
            lines.push(format!("{part},"));
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(&format!("{part},"));
        }
    }
    let body: String = lines.iter().map(|line| format!("\n{pad}{line}")).collect();
    format!("[{body}\n{}]", " ".repeat(indent))
}

/// Writes a string.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::tree::parse;

    #[track_caller]
    fn check(text: &str, expected: &str, change: impl FnOnce(&mut Patch, &Node)) {
        let node = parse("test", text).expect("the text is sound");
        let mut patch = Patch::default();
        change(&mut patch, &node);
        assert_eq!(patch.apply(text), expected);
    }

    #[test]
    fn items_are_added_the_way_the_others_are_written() {
        for (text, expected) in [
            ("[]", "[4,]"),
            ("[1, 2]", "[1, 2, 4]"),
            ("[1, 2,]", "[1, 2, 4,]"),
            ("[\n  1, // one\n]", "[\n  1, // one\n  4,\n]"),
            ("[\n  1,\n  2 // two\n]", "[\n  1,\n  2, // two\n  4\n]"),
            ("[\n  1, 2,\n  3,\n]", "[\n  1, 2,\n  3,\n  4,\n]"),
        ] {
            check(text, expected, |patch, node| {
                Holder::new(text, node).insert(patch, usize::MAX, "4", false);
            });
        }
    }

    #[test]
    fn items_are_taken_out_without_a_trace() {
        for (text, index, expected) in [
            ("[1]", 0, "[]"),
            ("[1, 2]", 1, "[1]"),
            ("[1, 2]", 0, "[2]"),
            ("[1, 2, 3]", 1, "[1, 3]"),
            ("[\n  1,\n  2,\n]", 1, "[\n  1,\n]"),
            ("[\n  1,\n  2\n]", 1, "[\n  1\n]"),
            ("[\n  1, // one\n  2,\n]", 1, "[\n  1, // one\n]"),
            ("[\n  1, 2,\n  3,\n]", 1, "[\n  1,\n  3,\n]"),
        ] {
            check(text, expected, |patch, node| {
                Holder::new(text, node).remove(patch, index);
            });
        }
    }

    #[test]
    fn a_field_is_put_where_it_belongs() {
        let text = "(a: 1, c: 3)";
        let outline = Outline {
            order: "a b c",
            ..Outline::NONE
        };
        check(text, "(a: 1, b: 2, c: 3)", |patch, node| {
            set_field(patch, text, node, "b", Some("2"), &outline);
        });
    }
}

//! Tables as templates make them: text in aligned columns, or HTML.
//!
//! **Invariant:** a line of text is no longer than its cells need; nothing trails. **Invariant:** names
//! from missions stay in their line and steer no terminal.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use minijinja::value::{Object, Value, from_args};
use minijinja::{Error, ErrorKind, HtmlEscape, State};

use crate::lab::words::cut;
use crate::plain::plain;

/// Columns of a terminal.
pub(super) const WIDTH: usize = 100;

/// Least letters of a name in the first column.
const NAME: usize = 10;

/// A table that a template fills: `row` adds a row; `shown` writes it, no wider than a terminal, and
/// `whole` with all letters of its names; of no row, nothing.
#[derive(Debug)]
pub(super) struct Table {
    is_text: bool,
    heads: Vec<Head>,
    rows: Mutex<Vec<Vec<String>>>,
}

/// The head of a column.
#[derive(Debug)]
struct Head {
    name: String,
    /// Whether it is of numbers, which stand at the right.
    is_number: bool,
    /// Whether text has no room for it.
    is_wide: bool,
}

impl Head {
    /// Reads a head: one that begins with `>` is of numbers, one with `+` is left out of text.
    fn new(written: &str) -> Self {
        let (is_wide, rest) = after(written, '+');
        let (is_number, name) = after(rest, '>');
        Self {
            name: name.to_owned(),
            is_number,
            is_wide,
        }
    }
}

impl Object for Table {
    fn call_method(
        self: &Arc<Self>,
        _: &mut State<'_, '_>,
        method: &str,
        arguments: &[Value],
    ) -> Result<Value, Error> {
        let mut rows = self.rows.lock().expect("nobody fails while holding it");
        match method {
            "row" => {
                let (cells,): (Vec<Value>,) = from_args(arguments)?;
                rows.push(cells.iter().map(Value::to_string).collect());
                Ok(Value::from(""))
            }
            "shown" => {
                let (most,): (Option<usize>,) = from_args(arguments)?;
                Ok(self.written(&rows, most.unwrap_or(usize::MAX), WIDTH))
            }
            "whole" => Ok(self.written(&rows, usize::MAX, usize::MAX)),
            _ => Err(Error::from(ErrorKind::UnknownMethod)),
        }
    }
}

impl Table {
    /// Makes a table of columns; see [`Head::new`].
    pub(super) fn new(is_text: bool, heads: &[String]) -> Self {
        Self {
            is_text,
            heads: heads.iter().map(|head| Head::new(head)).collect(),
            rows: Mutex::default(),
        }
    }

    fn written(&self, rows: &[Vec<String>], most: usize, width: usize) -> Value {
        Value::from_safe_string(match (rows.is_empty(), self.is_text) {
            (true, _) => String::new(),
            (false, true) => self.text(rows, most, width),
            (false, false) => self.html(rows),
        })
    }

    /// Writes so many rows at most, no wider than asked for if the first column can be cut so far.
    fn text(&self, rows: &[Vec<String>], most: usize, room: usize) -> String {
        let heads: Vec<_> = self.heads.iter().map(|head| head.name.clone()).collect();
        let shown = rows.iter().take(most);
        let rest = rows.len().saturating_sub(most);
        let more = (rest > 0).then(|| vec![format!("and {rest} more")]);
        let mut columns: Vec<Vec<String>> = Vec::new();
        for (index, head) in self
            .heads
            .iter()
            .enumerate()
            .filter(|(_, head)| !head.is_wide)
        {
            let cells = [&heads].into_iter().chain(shown.clone()).chain(&more);
            let cells =
                cells.map(|row| row.get(index).map_or_else(String::new, |cell| plain(cell)));
            columns.push(aligned(cells.collect(), head.is_number));
        }
        let width = columns
            .iter()
            .map(|column| 2 + letters(&column[0]))
            .sum::<usize>();
        if let Some(names) = columns.first_mut().filter(|_| width > room) {
            let room = (letters(&names[0]) + room).saturating_sub(width).max(NAME);
            let cells = names.iter().map(|name| name.trim_end()).collect();
            *names = aligned(apart(cells, room), false);
        }
        let line = |row: usize| {
            let cells: String = columns
                .iter()
                .map(|column| format!("  {}", column[row]))
                .collect();
            cells.trim_end().to_owned()
        };
        let lines = columns.first().map_or(0, Vec::len);
        (0..lines).map(line).collect::<Vec<_>>().join("\n")
    }

    /// Writes a table that a click on a head sorts where scripts run.
    fn html(&self, rows: &[Vec<String>]) -> String {
        let row = |tag: &str, cells: Vec<&str>| {
            let cells = self.heads.iter().zip(cells).map(|(head, cell)| {
                let class = match (head.is_number, head.is_wide) {
                    (true, _) => " class=\"n\"",
                    (false, true) => " class=\"about\"",
                    (false, false) => "",
                };
                format!("<{tag}{class}>{}</{tag}>", HtmlEscape(cell))
            });
            format!("<tr>{}</tr>\n", cells.collect::<String>())
        };
        let heads = row(
            "th",
            self.heads.iter().map(|head| head.name.as_str()).collect(),
        );
        let rows = rows.iter();
        let rows: String = rows
            .map(|cells| row("td", cells.iter().map(String::as_str).collect()))
            .collect();
        format!(
            "<div class=\"scroll\"><table class=\"sortable\"><thead>{heads}</thead>\n\
             <tbody>{rows}</tbody></table></div>"
        )
    }
}

/// Whether a text begins with a sign, and what stands behind it.
fn after(text: &str, sign: char) -> (bool, &str) {
    match text.strip_prefix(sign) {
        Some(rest) => (true, rest),
        None => (false, text),
    }
}

fn letters(text: &str) -> usize {
    text.chars().count()
}

/// Makes cells equally long.
fn aligned(cells: Vec<String>, is_number: bool) -> Vec<String> {
    let width = cells.iter().map(|cell| letters(cell)).max().unwrap_or(0);
    let cell = |cell: String| match is_number {
        true => format!("{cell:>width$}"),
        false => format!("{cell:<width$}"),
    };
    cells.into_iter().map(cell).collect()
}

/// Cuts names below a head to so many letters; those that would look the same are numbered.
fn apart(names: Vec<&str>, most: usize) -> Vec<String> {
    let short: Vec<_> = names.iter().map(|name| cut(name, most)).collect();
    let mut known = BTreeSet::new();
    if short.iter().all(|name| known.insert(name)) {
        return short;
    }
    let numbered = |(number, name): (usize, &&str)| match number {
        0 => cut(name, most),
        _ => cut(&format!("{number}: {name}"), most),
    };
    names.iter().enumerate().map(numbered).collect()
}

/// Breaks a text into lines of at most so many characters where it can; all but the first indented.
pub fn wrapped(text: &str, width: usize, indent: &str) -> String {
    let text = &plain(text);
    let words = text.trim_start();
    let mut line = text[..text.len() - words.len()].to_owned();
    let mut lines = Vec::new();
    for word in words.split(' ') {
        let length = line.chars().count() + 1 + word.chars().count();
        if line.trim().is_empty() {
            line.push_str(word);
        } else if length > width {
            lines.push(std::mem::replace(&mut line, indent.to_owned() + word));
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines.push(line);
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(heads: &[&str], rows: &[&[&str]]) -> (Table, Vec<Vec<String>>) {
        let owned = |row: &[&str]| {
            row.iter()
                .map(|cell| (*cell).to_owned())
                .collect::<Vec<_>>()
        };
        let rows = rows.iter().map(|row| owned(row)).collect();
        (Table::new(true, &owned(heads)), rows)
    }

    #[test]
    fn columns_are_aligned_and_nothing_trails() {
        let rows: [&[&str]; 2] = [&["Squad", "58.3%", "x", "ä"], &["Raiders", "4%", "y", ""]];
        let (table, rows) = table(&["side", ">wins", "+>more", "note"], &rows);
        let expected = "  side      wins  note\n  Squad    58.3%  ä\n  Raiders     4%";
        assert_eq!(table.text(&rows, 8, WIDTH), expected);
        let first = "  side         wins  note\n  Squad       58.3%  ä\n  and 1 more";
        assert_eq!(table.text(&rows, 1, WIDTH), first);
    }

    #[test]
    fn what_is_written_is_no_html() {
        let (table, rows) = table(&["<b>", ">n", "+about"], &[&["a & \"b\"", "'1'", "<i>"]]);
        let html = table.html(&rows);
        assert!(
            html.contains("<th>&lt;b&gt;</th><th class=\"n\">n</th>"),
            "{html}"
        );
        assert!(
            html.contains("<td>a &amp; &quot;b&quot;</td><td class=\"n\">&#x27;1&#x27;</td>"),
            "{html}"
        );
        assert!(
            html.contains("<td class=\"about\">&lt;i&gt;</td>"),
            "{html}"
        );
    }

    #[test]
    fn names_that_are_cut_stay_apart() {
        let names = [
            "case",
            "Skirmish, damage d18, armor 3",
            "Skirmish, damage d22, armor 3",
        ];
        assert_eq!(apart(names.into(), 30), names);
        assert_eq!(
            apart(names.into(), 16),
            ["case", "1: Skirm…armor 3", "2: Skirm…armor 3"]
        );
        let long = "x".repeat(120);
        let (table, rows) = table(&["case", ">wins"], &[&[&long, "4%"]]);
        let text = table.text(&rows, 8, WIDTH);
        assert!(text.lines().all(|line| letters(line) <= WIDTH), "{text}");
    }

    #[test]
    fn long_lines_are_broken_between_words() {
        assert_eq!(
            wrapped("one two three four", 9, "  "),
            "one two\n  three\n  four"
        );
        assert_eq!(wrapped("  one two", 6, "    "), "  one\n    two");
        assert_eq!(wrapped("unbreakable", 4, "  "), "unbreakable");
    }
}

//! Text in aligned columns.
//!
//! **Invariant:** a line is no longer than its cells need; nothing trails. **Invariant:** names from
//! missions stay in their line and steer no terminal.

use std::fmt::{self, Display};

use crate::lab::words::plain;

/// Which end of a cell is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A table with a head.
#[derive(Clone, Debug)]
pub struct TextTable {
    aligns: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// Makes a table of these columns; a title that begins with `>` is of a column of numbers.
    pub fn new(titles: &[&str]) -> Self {
        let align = |title: &&str| match title.starts_with('>') {
            true => Align::Right,
            false => Align::Left,
        };
        let title = |title: &&str| plain(title.trim_start_matches('>'));
        Self {
            aligns: titles.iter().map(align).collect(),
            rows: vec![titles.iter().map(title).collect()],
        }
    }

    /// Adds a row, a cell for each column.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells = cells.into_iter().map(|cell| plain(&cell));
        self.rows.push(cells.collect());
    }

    /// Returns the letters of its longest line.
    pub fn width(&self) -> usize {
        let lines = self.to_string();
        let letters = lines.lines().map(|line| line.chars().count());
        letters.max().unwrap_or(0)
    }

    /// Whether it has a head only.
    pub fn is_empty(&self) -> bool {
        self.rows.len() < 2
    }
}

impl Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<_> = (0..self.aligns.len()).map(width).collect();
        for row in &self.rows {
            let cells = row.iter().zip(&widths).zip(&self.aligns);
            let line: Vec<_> = cells
                .map(|((cell, &width), align)| match align {
                    Align::Left => format!("{cell:<width$}"),
                    Align::Right => format!("{cell:>width$}"),
                })
                .collect();
            writeln!(f, "  {}", line.join("  ").trim_end())?;
        }
        Ok(())
    }
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

    #[test]
    fn columns_are_aligned_and_nothing_trails() {
        let mut table = TextTable::new(&["side", ">wins", "note"]);
        table.row(["Squad".into(), "58.3%".into(), "ä".into()]);
        table.row(["Raiders".into(), "4%".into(), String::new()]);
        let expected = "  side      wins  note\n  Squad    58.3%  ä\n  Raiders     4%\n";
        assert_eq!(table.to_string(), expected);
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

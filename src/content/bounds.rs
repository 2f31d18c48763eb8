//! Bounds of figures that are plain data, stated by path in one list a file.
//!
//! **Invariant:** every figure of the shipped files has bounds, and any content within them can be
//! played; `tests/it/extremes.rs` tries each at both and one beyond.

use std::fmt;

use crate::content::{
    reader::Reader,
    tree::{Node, Value},
};

/// What the figures of a file may be.
#[derive(Debug)]
pub(crate) struct Bounds {
    /// Path of a figure, smallest and largest value; `*` stands for any key of a map and any place in a
    /// list.
    pub(crate) figures: &'static [(&'static str, i64, i64)],
    /// Pairs of figures, the first of which is never above the second.
    pub(crate) ordered: &'static [(&'static str, &'static str)],
}

/// One step of the path to a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// To a field.
    Field(&'static str),
    /// To what a key of a map has, or to a place in a list.
    Entry(String),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(name) => f.write_str(name),
            Self::Entry(key) => f.write_str(key),
        }
    }
}

impl Bounds {
    /// Data of any size.
    #[cfg(test)]
    pub(crate) const NONE: Self = Self {
        figures: &[],
        ordered: &[],
    };

    /// Returns the smallest and largest value of the figure at a path.
    pub(crate) fn of(&self, path: &[Step]) -> Option<(i64, i64)> {
        let is_it = |pattern: &str| {
            let mut names = pattern.split('.');
            let fits = path.iter().all(|step| match (step, names.next()) {
                (Step::Entry(_), name) => name == Some("*"),
                (Step::Field(field), name) => name == Some(field),
            });
            fits && names.next().is_none()
        };
        (self.figures.iter())
            .find(|(pattern, ..)| is_it(pattern))
            .map(|&(_, low, high)| (low, high))
    }

    /// Notes figures that are above those that they may at most be as large as.
    pub(crate) fn check_order(&self, root: &Node, reader: &mut Reader) {
        for (low, high) in self.ordered {
            let (Some((least, low_place)), Some((most, high_place))) =
                (figure(root, low), figure(root, high))
            else {
                continue;
            };
            if least > most {
                // Of what is laid over other figures, the one that was given stands farther on.
                let place = low_place.max(high_place);
                reader.problem(place, format!("{low} {least} is above {high} {most}"));
            }
        }
    }
}

/// Returns the figure at a path of fields, and where it stands.
fn figure(root: &Node, path: &str) -> Option<(i64, crate::content::problem::Place)> {
    let node = path
        .split('.')
        .try_fold(root, |node, name| match &node.value {
            Value::Struct(_, fields) => {
                let field = fields.iter().find(|field| field.name == name)?;
                Some(&field.node)
            }
            _ => None,
        })?;
    match node.value {
        Value::Int(value) => Some((value, node.place)),
        _ => None,
    }
}

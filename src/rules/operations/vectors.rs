//! Vectors of operations: tables and formulas, and battles of units as given, what begins, orders, and what
//! came of them.
//!
//! Boards and units are read by the mission loader; the kinds are those of the manual.
//!
//! **Invariant:** vectors reckon by the functions of the rules, on the content that is in force.

mod armor;
mod battle;
mod facts;
mod formulas;
mod morale;
mod order;
mod results;
mod table;
mod units;

use crate::content::problem::suggest;
use crate::content::reader::Reader;
use crate::content::tree::{Node, Value};
use crate::rules::operations::content::OperationsContent;
use crate::vectors::{Kind, Vector};

/// Kinds of vectors.
pub(super) const KINDS: [Kind; 19] = [
    ("Operations", battle::run),
    ("Actual", formulas::actual_points),
    ("Bombard", armor::barrage),
    ("AntiArmor", armor::anti_armor),
    ("Strength", formulas::strength),
    ("RawRatio", formulas::raw_ratio),
    ("Sizes", morale::sizes),
    ("Morale", morale::adjusted),
    ("Cohesion", morale::bands),
    ("Columns", results::columns),
    ("Result", results::result),
    ("LossTable", results::loss_table),
    ("SumTable", results::sum_table),
    ("RawLost", formulas::lost),
    ("Shares", formulas::shared),
    ("CapturedPercent", formulas::captured),
    ("Defeat", formulas::defeat),
    ("Losses", formulas::losses),
    ("OddsTable", results::odds_table),
];

/// Returns the content in force.
fn content<'v>(vector: &'v Vector) -> &'v OperationsContent {
    vector.catalog.part()
}

/// Reads a list of whole numbers that must be given.
fn numbers(vector: &mut Vector, name: &'static str) -> Option<Vec<i16>> {
    let node = vector.fields.need(vector.reader, name)?;
    let nodes = vector.reader.list(node, name);
    let read = |node| vector.reader.int(node, name, -10_000..=10_000_i16);
    nodes.iter().map(read).collect()
}

/// Reads two dice: `(3, 5)`.
fn roll(reader: &mut Reader, node: &Node) -> Option<[u8; 2]> {
    let faces = 1..=6;
    let pair = node.as_pair();
    let pair = pair.filter(|(one, other)| faces.contains(one) && faces.contains(other));
    match pair {
        Some((one, other)) => Some([one as u8, other as u8]),
        None => reader.wrong(node, "two dice, such as (3, 5)"),
    }
}

/// Reads the parts of a tuple of so many.
fn tuple<'n>(
    reader: &mut Reader,
    node: &'n Node,
    parts: usize,
    expected: &str,
) -> Option<&'n [Node]> {
    match &node.value {
        Value::Tuple(None, nodes) if nodes.len() == parts => Some(nodes),
        _ => reader.wrong(node, expected),
    }
}

/// Compares what a vector expects with what was found, by name; what does not hold.
fn judged(mut vector: Vector, found: &[(&str, String)]) -> Option<Vec<String>> {
    let node = vector.fields.need(vector.reader, "expect")?;
    let mut failures = Vec::new();
    for field in vector
        .reader
        .members(node, "what is expected, such as (points: 8)")?
    {
        let Some((name, found)) = found.iter().find(|(name, _)| *name == field.name) else {
            let hint = suggest(&field.name, found.iter().map(|(name, _)| *name));
            let message = format!("there is no `{}` to expect{hint}", field.name);
            vector.reader.problem(field.place, message);
            continue;
        };
        let wanted = field.node.to_ron();
        if wanted != *found {
            failures.push(format!("expected {name} {wanted}, got {found}"));
        }
    }
    vector.fields.done(vector.reader);
    Some(failures)
}

/// Writes a list of numbers as files do, or the one that it is.
fn written<T: ToString>(all: &[T]) -> String {
    let all: Vec<_> = all.iter().map(T::to_string).collect();
    match &all[..] {
        [one] => one.clone(),
        all => format!("[{}]", all.join(", ")),
    }
}

/// Writes a number, or `None` for 0, which tables use for never.
fn or_never(number: u8) -> String {
    match number {
        0 => "None".to_owned(),
        number => number.to_string(),
    }
}

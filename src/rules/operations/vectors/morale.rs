//! Vectors of size and morale (§10).

use super::{content, judged, numbers, roll, tuple, written};
use crate::content::reader::Reader;
use crate::content::tree::{Node, Value};
use crate::rules::operations::assault::{adjusted_morale, average, cohesion_base, size_term};
use crate::rules::operations::barrage::rank;
use crate::rules::operations::content::Size;
use crate::vectors::Vector;

/// Reads a size with its stacking points: `Brigade`, or `Brigade(2)`.
fn size(reader: &mut Reader, node: &Node) -> Option<(Size, u8)> {
    let word = Node {
        value: Value::Name(node.word().unwrap_or_default().to_owned()),
        ..*node
    };
    let size = reader.choice(&word, "size", Size::CHOICES)?;
    let stacking = match &node.value {
        Value::Tuple(_, parts) if parts.len() == 1 => {
            reader.int(&parts[0], "stacking points", 0..=5_u8)?
        }
        _ => size.stacking_points(),
    };
    Some((size, stacking))
}

/// Runs a vector of sizes, attackers first: `Sizes(name: "…", pairs: [(Brigade, Battalion), (Division, Brigade(2))],
/// expect: (values: [2, 2]))`.
pub(super) fn sizes(mut vector: Vector) -> Option<Vec<String>> {
    let node = vector.fields.need(vector.reader, "pairs")?;
    let mut values = Vec::new();
    for node in vector.reader.list(node, "pairs") {
        let parts = tuple(
            vector.reader,
            node,
            2,
            "two sizes, such as (Brigade, Battalion)",
        )?;
        let (one, other) = (
            size(vector.reader, &parts[0])?,
            size(vector.reader, &parts[1])?,
        );
        values.push(size_term(&content(&vector).figures, one, other));
    }
    judged(vector, &[("values", written(&values))])
}

/// Runs a vector of morale: `Morale(name: "…", morale: [1, 2], cohesion: [-2, -4], roll: (3, 3),
/// expect: (morale: 2, cohesion: -3, adjusted: 1))`; lists are those of the largest units.
pub(super) fn adjusted(mut vector: Vector) -> Option<Vec<String>> {
    let morale = average(&numbers(&mut vector, "morale")?);
    let cohesion = average(&numbers(&mut vector, "cohesion")?);
    let node = vector.fields.need(vector.reader, "roll")?;
    let rank = rank(roll(vector.reader, node)?);
    let leader = vector.fields.flag(vector.reader, "leader")?;
    let content = content(&vector);
    let (tables, figures) = (&content.tables, &content.figures);
    let adjusted = adjusted_morale(tables, figures, (morale, cohesion), rank, leader);
    let known = [
        ("morale", morale.to_string()),
        ("cohesion", cohesion.to_string()),
        ("rank", rank.to_string()),
        ("base", cohesion_base(tables, cohesion).to_string()),
        ("adjusted", adjusted.to_string()),
    ];
    judged(vector, &known)
}

/// Runs a vector of what cohesion does to morale: `Cohesion(name: "…", cohesion: [8, 7], expect: (base: [3, 2]))`.
pub(super) fn bands(mut vector: Vector) -> Option<Vec<String>> {
    let cohesion = numbers(&mut vector, "cohesion")?;
    let tables = &content(&vector).tables;
    let base: Vec<_> = cohesion
        .iter()
        .map(|&one| cohesion_base(tables, one))
        .collect();
    judged(vector, &[("base", written(&base))])
}

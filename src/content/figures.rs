//! Rule figures: sanity of the whole, and overrides by a mission.

use crate::{
    content::{
        decode::decode,
        pack,
        problem::Place,
        reader::Reader,
        tree::{self, Field, Node, Value},
    },
    rules::battlescape::content::{DamageType, Figures, FireMode, bounds},
};

/// Notes lists and tables of figures that no battle could be played by.
pub(super) fn check(figures: &Figures, reader: &mut Reader, place: Place) {
    let mut demand = |holds: bool, message: &str| {
        if !holds {
            reader.problem(place, message);
        }
    };
    for (class, bands) in &figures.bands {
        demand(
            bands.windows(2).all(|pair| pair[0].to < pair[1].to) && !bands.is_empty(),
            &format!("bands.{class:?} must be given nearest first"),
        );
    }
    demand(
        (figures.morale.bands.windows(2)).all(|pair| pair[0].to < pair[1].to),
        "morale.bands must be given lowest first",
    );
    let ranks = &figures.experience.ranks;
    demand(
        ranks.windows(2).all(|pair| pair[0].from < pair[1].from)
            && ranks.first().is_none_or(|rank| rank.from == 0),
        "experience.ranks must begin at 0 and rise",
    );
    for kind in [
        DamageType::Kinetic,
        DamageType::Laser,
        DamageType::Plasma,
        DamageType::Chemical,
    ] {
        demand(
            figures.damage.types.contains_key(&kind),
            &format!("damage.types lacks {kind:?}"),
        );
    }
    for mode in FireMode::ALL.map(FireMode::base) {
        demand(
            figures.modes.contains_key(&mode),
            &format!("modes lacks {mode:?}"),
        );
    }
}

/// Lays a mission's overrides, nested fields such as `(tu: (carry_max: 30))`, over the figures.
///
/// Returns the figures that hold then; problems are noted at the field that causes them.
pub fn overlay(figures: &Figures, overrides: &Node, reader: &mut Reader) -> Option<Figures> {
    let text = ron::to_string(figures).expect("figures are plain data");
    let base = tree::parse("", &text).expect("text written by the same library parses");
    let laid = pack::overlay(base, overrides, reader)?;
    let figures = decode(&laid, &bounds::FIGURES, reader)?;
    let before = reader.problems.len();
    check(&figures, reader, overrides.place);
    (reader.problems.len() == before).then_some(figures)
}

/// Lists every figure with its path, such as `tu.walk`, and its value as RON.
pub fn list(figures: &impl serde::Serialize) -> Vec<(String, String)> {
    let text = ron::to_string(figures).expect("figures are plain data");
    let root = tree::parse("", &text).expect("text written by the same library parses");
    let mut leaves = Vec::new();
    collect(&root, &mut Vec::new(), &mut leaves);
    (leaves.into_iter())
        .map(|(path, node, _)| {
            let mut value = String::new();
            node.to_ron(&mut value);
            (path.join("."), value)
        })
        .collect()
}

/// Lists the innermost fields of overrides with their paths.
pub(super) fn collect<'n>(
    node: &'n Node,
    path: &mut Vec<String>,
    leaves: &mut Vec<(Vec<String>, &'n Node, Place)>,
) {
    let mut visit = |name: &str, node: &'n Node, place: Place| {
        path.push(name.to_owned());
        match &node.value {
            Value::Struct(None, fields) if !fields.is_empty() => collect(node, path, leaves),
            Value::Map(_) => collect(node, path, leaves),
            _ => leaves.push((path.clone(), node, place)),
        }
        path.pop();
    };
    match &node.value {
        Value::Struct(_, fields) => {
            for Field {
                name, node, place, ..
            } in fields
            {
                visit(name, node, *place);
            }
        }
        Value::Map(entries) => {
            for (key, node) in entries {
                let mut name = String::new();
                key.to_ron(&mut name);
                visit(&name, node, key.place);
            }
        }
        _ => {}
    }
}

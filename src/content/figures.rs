//! Rule figures: sanity of the whole, and overrides by a mission.

use std::collections::BTreeSet;

use crate::content::{
    battlescape::{DamageType, Figures, FireMode},
    problem::{Place, suggest},
    reader::Reader,
    tree::{self, Field, Node, Value},
};

/// Largest figure either way: sums and products of figures stay far from overflow.
const MOST: i64 = 1000;

/// Notes figures that no battle could be played by.
pub(super) fn check(figures: &Figures, reader: &mut Reader, place: Place) {
    let mut demand = |holds: bool, message: &str| {
        if !holds {
            reader.problem(place, message);
        }
    };
    let text = ron::to_string(figures).expect("figures are plain data");
    let tree = tree::parse("", &text).expect("text written by the same library parses");
    let mut leaves = Vec::new();
    collect(&tree, &mut Vec::new(), &mut leaves);
    for (path, node, _) in leaves {
        if let Value::Int(value) = node.value {
            demand(
                (-MOST..=MOST).contains(&value),
                &format!("{} must be from -{MOST} to {MOST}", path.join(".")),
            );
        }
    }
    demand(figures.tu.walk >= 1, "tu.walk must be at least 1");
    demand(
        (1..=1000).contains(&figures.tu.per_turn),
        "tu.per_turn must be from 1 to 1000",
    );
    demand(
        figures.tu.carry_max <= 1000,
        "tu.carry_max must be at most 1000",
    );
    demand(
        (0..=100).contains(&figures.to_hit.min)
            && figures.to_hit.min <= figures.to_hit.max
            && figures.to_hit.max <= 100,
        "to_hit.min and to_hit.max must be from 0 to 100, in this order",
    );
    demand(
        (1..=3).contains(&figures.sight.trees_block),
        "sight.trees_block must be from 1 to 3",
    );
    demand(
        figures.sight.smoke_percent <= 100,
        "sight.smoke_percent must be at most 100",
    );
    demand(
        figures.damage.crit_step >= 1,
        "damage.crit_step must be at least 1",
    );
    demand(
        figures.damage.strength_step >= 1,
        "damage.strength_step must be at least 1",
    );
    demand(
        (100..=1000).contains(&figures.status.wounded_path_percent)
            && (100..=1000).contains(&figures.status.critical_path_percent),
        "status path percents must be from 100 to 1000",
    );
    demand(
        figures.environment.fire_turns <= 100,
        "environment.fire_turns must be at most 100",
    );
    for (class, modes) in &figures.attack {
        for (mode, cost) in modes {
            demand(
                (1..=50).contains(&cost.rounds),
                &format!("attack.{class:?}.{mode:?}.rounds must be from 1 to 50"),
            );
        }
    }
    for (class, bands) in &figures.bands {
        demand(
            bands.windows(2).all(|pair| pair[0].to < pair[1].to) && !bands.is_empty(),
            &format!("bands.{class:?} must be given nearest first"),
        );
        demand(
            (bands.iter()).all(|band| (-MOST..=MOST).contains(&i64::from(band.modifier))),
            &format!("bands.{class:?} must have modifiers from -{MOST} to {MOST}"),
        );
    }
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
    let mut base = tree::parse("", &text).expect("text written by the same library parses");
    let mut leaves = Vec::new();
    collect(overrides, &mut Vec::new(), &mut leaves);
    let mut is_whole = true;
    let mut seen = BTreeSet::new();
    let mut figures = figures.clone();
    for (path, node, place) in &leaves {
        if !seen.insert(path.clone()) {
            reader.problem(*place, format!("{} is given twice", path.join(".")));
            is_whole = false;
            continue;
        }
        let before = base.clone();
        if let Err(message) = replace(&mut base, path, node) {
            reader.problem(*place, message);
            is_whole = false;
            continue;
        }
        let mut text = String::new();
        base.to_ron(&mut text);
        match ron::from_str::<Figures>(&text) {
            Ok(changed) => figures = changed,
            Err(error) => {
                let name = path.join(".");
                reader.problem(*place, format!("rules: {name}: {}", error.code));
                (base, is_whole) = (before, false);
            }
        }
    }
    // Only all overrides together need make sense; what does not is told where its figure stands.
    let mut sense = Reader::new("");
    check(&figures, &mut sense, overrides.place);
    is_whole &= sense.problems.is_empty();
    for problem in sense.problems {
        let named = |(path, ..): &&(Vec<String>, &Node, Place)| {
            problem.message.contains(&path.join(".")) && !path.is_empty()
        };
        let place = leaves
            .iter()
            .find(named)
            .map_or(problem.place, |leaf| leaf.2);
        reader.problem(place, problem.message);
    }
    is_whole.then_some(figures)
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

/// Replaces the value at a path that exists.
fn replace(base: &mut Node, path: &[String], value: &Node) -> Result<(), String> {
    let Some((first, rest)) = path.split_first() else {
        base.value = value.value.clone();
        return Ok(());
    };
    let unknown = |names: Vec<String>| {
        let hint = suggest(first, names.iter().map(String::as_str));
        format!("rules have no figure `{first}`{hint}")
    };
    match &mut base.value {
        Value::Struct(_, fields) => {
            let names = fields.iter().map(|field| field.name.clone()).collect();
            match fields.iter_mut().find(|field| field.name == *first) {
                Some(field) => replace(&mut field.node, rest, value),
                None => Err(unknown(names)),
            }
        }
        Value::Map(entries) => {
            let name = |key: &Node| {
                let mut name = String::new();
                key.to_ron(&mut name);
                name
            };
            let names = entries.iter().map(|(key, _)| name(key)).collect();
            match entries.iter_mut().find(|(key, _)| name(key) == *first) {
                Some((_, node)) => replace(node, rest, value),
                None => Err(unknown(names)),
            }
        }
        _ => Err(format!(
            "rules: `{first}` is inside a figure that has no parts"
        )),
    }
}

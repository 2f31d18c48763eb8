//! Orders and answers of vectors, as they are written.

use std::collections::BTreeMap;

use super::battle::{Scene, field, side_name};
use super::table;
use crate::battle::grid::TileId;
use crate::battle::order::Pending;
use crate::battle::unit::{Side, UnitId};
use crate::content::tree::{Node, Value};
use crate::rules::operations::Operations;
use crate::rules::operations::content::CARGOES;
use crate::rules::operations::loss::Loss;
use crate::rules::operations::order::{Escort, Order};
use crate::rules::operations::progress::{Behind, FirePlan, Progress, Role, TargetNo};
use crate::rules::operations::unit::Stance;

const EXPECTED: &str = "an order, such as Assault((4, 3))";

/// How orders are written.
const FORMS: [&str; 25] = [
    "Move([\"A\"], [North])",
    "Ride(\"A\", true)",
    "Blow(0)",
    "Done",
    "Position({\"G\": Back})",
    "Hold([\"G\"])",
    "Plan({\"B\": [[\"G\"]]})",
    "Fire(\"B\", 0)",
    "FireAll",
    "Confirm([(4, 3)])",
    "Assign({\"A\": Assault((4, 3))})",
    "AntiArmor((4, 3))",
    "CeaseFire",
    "Assault((4, 3))",
    "CallOff((4, 3))",
    "TypeDice(true)",
    "First(true)",
    "Roll([3, 4])",
    "Lose({\"A\": [2]})",
    "Truck(\"ammo\")",
    "Retreat([(4, 2)])",
    "Captures((to: (4, 3), unit: \"A\"))",
    "Table(Undefended)",
    "Enemies(Done)",
    "Refused(\"not in this step\", Done)",
];

/// Gives an order for the side that is named, or else the one that is asked or due.
pub(super) fn read(scene: &mut Scene, node: &Node) -> Option<()> {
    let (mut why, mut inner, mut side) = (None, node, None);
    loop {
        match scene.reader.call(inner, EXPECTED)? {
            ("Refused", [words, rest]) => {
                why = Some(scene.reader.text(words, "why")?.to_owned());
                inner = rest;
            }
            ("Own", [rest]) => (side, inner) = (Some(Side(0)), rest),
            ("Enemies", [rest]) => (side, inner) = (Some(Side(1)), rest),
            _ => break,
        }
    }
    let side = side.unwrap_or_else(|| speaker(scene));
    let order = order(scene, inner, side)?;
    let told = format!("{}'s {}", side_name(side), inner.to_ron());
    scene.order(side, order, why.as_deref(), &told);
    Some(())
}

/// Returns the side that is asked, or else due.
fn speaker(scene: &Scene) -> Side {
    if let Some(waiting) = &scene.world.resource::<Pending<Operations>>().0 {
        return waiting.side;
    }
    let field = field(scene);
    let is_due = |side: &Side| field.is_due(*side);
    [Side(0), Side(1)]
        .into_iter()
        .find(is_due)
        .unwrap_or(Side(0))
}

fn order(scene: &mut Scene, node: &Node, side: Side) -> Option<Order> {
    let (name, parts) = scene.reader.call(node, EXPECTED)?;
    Some(match (name, parts) {
        ("Done", []) => Order::Done,
        ("FireAll", []) => Order::FireAll,
        ("CeaseFire", []) => Order::CeaseFire,
        ("Move", [units, path]) => {
            let units = names(scene, units)?;
            let steps = scene.reader.list(path, "path").iter();
            let steps = steps.map(|step| scene.direction(step));
            Order::Move(units, steps.collect::<Option<_>>()?)
        }
        ("Ride", [unit, rides]) => {
            let unit = scene.unit(unit)?;
            Order::Ride(unit, scene.reader.bool(rides, "whether it rides")?)
        }
        ("Blow", [facility]) => Order::Blow(scene.reader.int(facility, "facility", 0..=200_u8)?),
        ("Position", [guns]) => Order::Position(stances(scene, guns)?),
        ("Hold", [guns]) => Order::Hold(names(scene, guns)?.into_iter().collect()),
        ("Plan", [plans]) => Order::Plan(fire_plans(scene, plans, side)?),
        ("Fire", [aim, number]) => {
            let aim = target(scene, aim, side)?;
            Order::Fire(aim, scene.reader.int(number, "Barrage", 0..=20_u8)?)
        }
        ("Confirm", [tiles]) => Order::Confirm(hexes(scene, tiles)?.into_iter().collect()),
        ("Assign", [roles]) => Order::Assign(assigned(scene, roles)?),
        ("AntiArmor", [tile]) => Order::AntiArmor(scene.tile(tile)?),
        ("Assault", [tile]) => Order::Assault(scene.tile(tile)?),
        ("CallOff", [tile]) => Order::CallOff(scene.tile(tile)?),
        ("TypeDice", [typed]) => Order::TypeDice(scene.reader.bool(typed, "whether")?),
        ("First", [first]) => Order::First(scene.reader.bool(first, "whether it is first")?),
        ("Roll", [dice]) => {
            let nodes = scene.reader.list(dice, "dice").iter();
            let read = nodes.map(|die| scene.reader.int(die, "die", 0..=200_u8));
            Order::Roll(read.collect::<Option<_>>()?)
        }
        ("Lose", [points]) => Order::Lose(loss(scene, points)?),
        ("Truck", [cargo]) => {
            Order::Truck(scene.reader.among(cargo, "cargo", &CARGOES)? as u8) // There are five.
        }
        ("Retreat", [tiles]) => Order::Retreat(hexes(scene, tiles)?),
        ("Captures", [escort]) => Order::Captures(escorted(scene, escort)?),
        ("Table", [entry]) => Order::Table(table::entry(scene, entry, side)?),
        _ => return scene.reader.strange(node, "order", &FORMS),
    })
}

fn names(scene: &mut Scene, node: &Node) -> Option<Vec<UnitId>> {
    let nodes = scene.reader.list(node, "units").iter();
    nodes.map(|node| scene.unit(node)).collect()
}

pub(super) fn hexes(scene: &mut Scene, node: &Node) -> Option<Vec<TileId>> {
    let nodes = scene.reader.list(node, "hexes").iter();
    nodes.map(|node| scene.tile(node)).collect()
}

fn stances(scene: &mut Scene, node: &Node) -> Option<BTreeMap<UnitId, Stance>> {
    let choices = [("Forward", Stance::Forward), ("Back", Stance::Back)];
    let mut stances = BTreeMap::new();
    for (key, node) in scene.reader.entries(node, "guns, such as {\"G\": Back}")? {
        let unit = scene.unit(key)?;
        stances.insert(unit, scene.reader.choice(node, "stance", &choices)?);
    }
    Some(stances)
}

/// Reads a target of a side: the name of the unit behind it, the number of a facility, or what the player at a real
/// map called it. What is no target is one that there is not.
pub(super) fn target(scene: &mut Scene, node: &Node, side: Side) -> Option<TargetNo> {
    if let Value::Text(called) = &node.value {
        let mut targets = (0..).zip(&scene.world.resource::<Progress>().targets);
        let entered = targets.find(|(_, target)| {
            matches!(target.behind, Behind::Entered { .. }) && target.name == *called
        });
        if let Some((at, _)) = entered {
            return Some(TargetNo(at));
        }
    }
    let behind = match &node.value {
        Value::Int(_) => Err(scene.reader.int(node, "facility", 0..=200_u8)?),
        _ => Ok(scene.unit(node)?),
    };
    let mut targets = (0..).zip(&scene.world.resource::<Progress>().targets);
    let is_it = |found: Behind| match (found, behind) {
        (Behind::Unit(id), Ok(wanted)) => id == wanted,
        (Behind::Facility(at, _), Err(wanted)) => at == wanted,
        _ => false,
    };
    let found = targets.find(|(_, target)| {
        let is_own = behind.is_err() && target.side == side;
        !is_own && is_it(target.behind)
    });
    Some(TargetNo(found.map_or(9999, |(at, _)| at)))
}

/// Reads Barrage Plans: `{"B": [["G", "H"], ["I"]]}`, the units of each Barrage by target.
fn fire_plans(scene: &mut Scene, node: &Node, side: Side) -> Option<Vec<FirePlan>> {
    let mut plans = Vec::new();
    let example = "Barrages by target, such as {\"B\": [[\"G\"]]}";
    for (key, node) in scene.reader.entries(node, example)? {
        let target = target(scene, key, side)?;
        let nodes = scene.reader.list(node, "Barrages").iter();
        let barrages = nodes.map(|node| names(scene, node));
        let barrages = barrages.collect::<Option<_>>()?;
        plans.push(FirePlan { target, barrages });
    }
    Some(plans)
}

/// Reads roles: `{"A": Assault((4, 3)), "B": Armor((4, 3)), "C": (armor: [3], at: (4, 3), second: (5, 3))}`; those who
/// defend name no hex.
fn assigned(scene: &mut Scene, node: &Node) -> Option<BTreeMap<UnitId, Role>> {
    let mut roles = BTreeMap::new();
    let example = "roles, such as {\"A\": Assault((4, 3))}";
    for (key, node) in scene.reader.entries(node, example)? {
        let unit = scene.unit(key)?;
        let toe = field(scene).get(unit).body().toe.clone();
        let mut role = Role {
            anti_armor: vec![0; toe.len()],
            ..Role::default()
        };
        if let Value::Struct(None, members) = &node.value {
            for member in members {
                match member.name.as_str() {
                    "armor" => {
                        let nodes = scene.reader.list(&member.node, "points").iter();
                        let read = nodes.map(|node| scene.reader.int(node, "points", 0..=40_u8));
                        role.anti_armor = read.collect::<Option<_>>()?;
                    }
                    "at" => role.target = Some(scene.tile(&member.node)?),
                    "second" => role.second = Some(scene.tile(&member.node)?),
                    other => {
                        let message =
                            format!("a role has no `{other}`; expected armor, at, second");
                        scene.reader.problem(member.place, message);
                        return None;
                    }
                }
            }
        } else {
            let (word, parts) = scene.reader.call(node, example)?;
            let [target, second] = [parts.first(), parts.get(1)];
            role.target = target.map_or(Some(None), |node| scene.tile(node).map(Some))?;
            role.second = second.map_or(Some(None), |node| scene.tile(node).map(Some))?;
            match word {
                "Assault" => {}
                "Armor" => role.anti_armor = toe,
                _ => {
                    let forms = ["Assault((4, 3))", "Armor((4, 3))"];
                    return scene.reader.strange(node, "role", &forms);
                }
            }
        }
        roles.insert(unit, role);
    }
    Some(roles)
}

/// Reads points by unit and type: `{"A": [2]}`.
pub(super) fn loss(scene: &mut Scene, node: &Node) -> Option<Loss> {
    let mut loss = Loss::new();
    for (key, node) in scene
        .reader
        .entries(node, "points by unit, such as {\"A\": [2]}")?
    {
        let unit = scene.unit(key)?;
        let nodes = scene.reader.list(node, "points").iter();
        let points = nodes.map(|node| scene.reader.int(node, "points", 0..=200_u8));
        loss.insert(unit, points.collect::<Option<_>>()?);
    }
    Some(loss)
}

/// Reads what becomes of captures: `(to: (4, 3), guards: {"A": [1]}, unit: "B")`.
fn escorted(scene: &mut Scene, node: &Node) -> Option<Escort> {
    let mut escort = Escort::default();
    for member in scene.reader.members(node, "(to: (4, 3), unit: \"A\")")? {
        match member.name.as_str() {
            "to" => escort.tile = Some(scene.tile(&member.node)?),
            "guards" => escort.guards = loss(scene, &member.node)?,
            "unit" => escort.unit = Some(scene.unit(&member.node)?),
            "apart" => {
                for node in scene.reader.list(&member.node, "hexes and points") {
                    let parts = super::tuple(scene.reader, node, 2, "such as ((4, 3), 2)")?;
                    let tile = scene.tile(&parts[0])?;
                    let points = scene.reader.int(&parts[1], "points", 0..=200_u16)?;
                    escort.apart.insert(tile, points);
                }
            }
            "joins" => {
                let example = "points by unit, such as {\"A\": 1}";
                for (key, node) in scene.reader.entries(&member.node, example)? {
                    let unit = scene.unit(key)?;
                    let points = scene.reader.int(node, "points", 0..=200_u16)?;
                    escort.joins.insert(unit, points);
                }
            }
            other => {
                let message =
                    format!("captures have no `{other}`; expected to, guards, unit, apart, joins");
                scene.reader.problem(member.place, message);
                return None;
            }
        }
    }
    Some(escort)
}

//! Orders of a vector: read, carried out, or refused as stated.

use crate::battle::grid::Direction;
use crate::battle::order::undo;
use crate::battle::phase::Turn;
use crate::battle::unit::{self, Side, UnitId};
use crate::content::tree::{Node, Value};
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::content::items::AbilityId;
use crate::rules::battlescape::content::{BattlescapeContent, FireMode, Gait};
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::order::Order;

use super::Scene;

/// Carries out one order of a vector.
pub(super) fn carry_out(scene: &mut Scene, node: &Node) -> Option<()> {
    let kind = (scene.reader).variant(node, "an order, such as Turn(\"A\", East)")?;
    let (order, why) = match (kind, &node.value) {
        ("Refused", Value::Tuple(_, items)) if items.len() == 2 => {
            let why = scene.reader.text(&items[1], "why it is refused")?;
            (&items[0], Some(why))
        }
        ("Refused", _) => return scene.reader.wrong(node, "Refused(order, \"why\")"),
        _ => (node, None),
    };
    if kind == "Undo" || matches!(&order.value, Value::Name(name) if name == "Undo") {
        let failure = match (undo::<Battlescape>(&mut scene.world), why) {
            (true, Some(_)) => "expected undo to be refused, it works",
            (false, None) => "expected undo to work, it is refused",
            _ => return Some(()),
        };
        scene.failures.push(failure.into());
        return Some(());
    }
    let (side, order) = read(scene, order)?;
    scene.order(side, order, why, &node.to_ron());
    Some(())
}

/// Reads an order and which side gives it.
fn read(scene: &mut Scene, node: &Node) -> Option<(Side, Order)> {
    let kind = (scene.reader).variant(node, "an order, such as Turn(\"A\", East)")?;
    let active = scene.world.resource::<Turn>().active;
    let items = match &node.value {
        Value::Tuple(_, items) => items.as_slice(),
        _ => &[],
    };
    let Some((first, rest)) = items.split_first() else {
        return match kind {
            "EndTurn" => Some((active, Order::EndTurn)),
            "PlayOn" => Some((Side(0), Order::PlayOn)),
            _ => scene
                .reader
                .wrong(node, "an order with its unit, such as Reload(\"A\")"),
        };
    };
    let id = scene.unit(first)?;
    let order = of_unit(scene, node, kind, id, rest)?;
    Some((unit::side_of(&scene.world, id), order))
}

fn of_unit(scene: &mut Scene, node: &Node, kind: &str, id: UnitId, rest: &[Node]) -> Option<Order> {
    let gait = Gait::CHOICES.iter().find(|(word, _)| *word == kind);
    if let (Some((_, gait)), [path]) = (gait, rest) {
        return Some(Order::Move(id, *gait, self::path(scene, path)?));
    }
    let slot = |scene: &mut Scene, node| scene.reader.int(node, "slot", 0..=20_u8);
    Some(match (kind, rest) {
        ("GoProne", []) => Order::GoProne(id),
        ("Stand", []) => Order::Stand(id),
        ("Reload", []) => Order::Reload(id),
        ("Ready", []) => Order::Ready(id),
        ("ReadySuppression", []) => Order::ReadySuppression(id),
        ("Leave", []) => Order::Leave(id),
        ("EndUnit", []) => Order::EndUnit(id),
        ("Turn", [facing]) => Order::Turn(id, scene.direction(facing)?),
        ("TakeCover", [facing]) => Order::TakeCover(id, None, scene.direction(facing)?),
        ("TakeCover", [step, facing]) => {
            Order::TakeCover(id, Some(scene.direction(step)?), scene.direction(facing)?)
        }
        ("Door", [direction]) => Order::Door(id, scene.direction(direction)?),
        ("Attack", [target, how]) => Order::Attack(id, scene.unit(target)?, mode(scene, how)?),
        ("FireAt", [tile, how]) => Order::FireAt(id, scene.tile(tile)?, mode(scene, how)?),
        ("Prime", [at]) => Order::Prime(id, slot(scene, at)?),
        ("Switch", [at]) => Order::Switch(id, slot(scene, at)?),
        ("Drop", [at]) => Order::Drop(id, slot(scene, at)?),
        ("PickUp", [at]) => Order::PickUp(id, slot(scene, at)?),
        ("Throw", [at, tile]) => Order::Throw(id, slot(scene, at)?, scene.tile(tile)?),
        ("Toss", [at, tile]) => Order::Toss(id, slot(scene, at)?, scene.tile(tile)?),
        ("Lay", [at, tile]) => Order::Lay(id, slot(scene, at)?, scene.tile(tile)?),
        ("Use", [at, target]) => Order::Use(id, slot(scene, at)?, scene.unit(target)?),
        ("Interact", [tile]) => Order::Interact(id, scene.tile(tile)?),
        ("Deploy", [tile]) => Order::Deploy(id, scene.tile(tile)?),
        ("Cast", [key, mark]) => {
            let ability = ability(scene, key)?;
            let mark = match mark.value {
                Value::Text(_) => Mark::Unit(scene.unit(mark)?),
                _ => Mark::Hex(scene.tile(mark)?),
            };
            Order::Cast(id, ability, mark)
        }
        _ => {
            return scene.reader.wrong(
                node,
                "a known order with what it needs (see `hexscape manual vectors`)",
            );
        }
    })
}

/// Reads the steps of a walk.
pub(super) fn path(scene: &mut Scene, node: &Node) -> Option<Vec<Direction>> {
    let nodes = scene.reader.list(node, "path");
    nodes.iter().map(|node| scene.direction(node)).collect()
}

pub(super) fn mode(scene: &mut Scene, node: &Node) -> Option<FireMode> {
    scene.reader.choice(node, "fire mode", FireMode::CHOICES)
}

pub(super) fn ability(scene: &mut Scene, node: &Node) -> Option<AbilityId> {
    let abilities = &scene.catalog.part::<BattlescapeContent>().abilities;
    scene.reader.definition(node, "ability", abilities)
}

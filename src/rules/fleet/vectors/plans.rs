//! Plans of a vector's turns: what ships and carriers are ordered, by name.

use crate::{
    battle::{
        grid::TileId,
        rules::Rules,
        unit::{Facing, Side, UnitId, part},
    },
    content::tree::{Node, Value},
    rules::fleet::{
        Fleet, is_carrier,
        order::{
            Action, CarrierAction, Deployment, Launch, Maneuver, Order, Route, ShipOrder, SidePlan,
            Slot,
        },
    },
};

use super::Scene;

/// Plays one turn: each side commits what it is ordered.
pub(super) fn play(scene: &mut Scene, node: &Node) -> Option<()> {
    let mut fields = scene.reader.fields(node, "turn")?;
    let plans = [fields.get("own"), fields.get("enemies")];
    let play_on = fields.flag(scene.reader, "play_on")?;
    let refused = match fields.get("refused") {
        Some(node) => Some(scene.reader.text(node, "refused")?),
        None => None,
    };
    fields.done(scene.reader);
    if play_on {
        scene.order(Side(0), Order::PlayOn, refused, "playing on");
        return Some(());
    }
    for (side, node) in (0..).map(Side).zip(plans) {
        let plan = match node {
            Some(node) => plan(scene, node)?,
            None => SidePlan::default(),
        };
        // Of a side whose plan is turned down only that is told.
        if node.is_none() && refused.is_some() || !Fleet::owes(&scene.world, side) {
            continue;
        }
        let told = format!("the plan of side {}", side.0);
        scene.order(side, Order::Commit(plan), refused, &told);
    }
    Some(())
}

/// Reads the plan of a side: orders by the names of units.
fn plan(scene: &mut Scene, node: &Node) -> Option<SidePlan> {
    let mut plan = SidePlan::default();
    let example = "a plan, such as {\"A\": Attack, \"Home\": Rearm}";
    for (key, node) in scene.reader.entries(node, example)? {
        let unit = scene.unit(key)?;
        match is_carrier(&scene.world, unit) {
            true => carrier(scene, unit, node, &mut plan)?,
            false => ship(scene, unit, node, &mut plan)?,
        }
    }
    Some(plan)
}

fn carrier(scene: &mut Scene, unit: UnitId, node: &Node, plan: &mut SidePlan) -> Option<()> {
    const WHAT: &str = "Move([...]), Repair, Repair(\"A\"), Rearm, Queue([...]) or (deploy: ...)";
    let action = match &node.value {
        Value::Name(name) if name == "Rearm" => CarrierAction::Rearm,
        Value::Name(name) if name == "Repair" => CarrierAction::Repair(None),
        Value::Tuple(Some(name), items) => match (name.as_str(), items.as_slice()) {
            ("Repair", [ship]) => CarrierAction::Repair(Some(scene.unit(ship)?)),
            ("Move", [path]) => CarrierAction::Move(hexes(scene, path)?),
            ("Queue", [queue]) => CarrierAction::Queue(slots(scene, queue)?),
            _ => return scene.reader.wrong(node, WHAT),
        },
        Value::Struct(None, _) => {
            let mut fields = scene.reader.fields(node, "orders of a carrier")?;
            let at = fields.need(scene.reader, "deploy")?;
            fields.done(scene.reader);
            return deploy(scene, unit, at, plan);
        }
        _ => return scene.reader.wrong(node, WHAT),
    };
    plan.carrier = Some(action);
    Some(())
}

fn deploy(scene: &mut Scene, unit: UnitId, node: &Node, plan: &mut SidePlan) -> Option<()> {
    let tile = scene.tile(node)?;
    let Facing(facing) = *part(&scene.world, unit);
    plan.deployments.push(Deployment { unit, tile, facing });
    Some(())
}

fn ship(scene: &mut Scene, unit: UnitId, node: &Node, plan: &mut SidePlan) -> Option<()> {
    let mut order = ShipOrder::default();
    if let Value::Name(_) = &node.value {
        order.action = scene.reader.one_of(node, "action", &Action::ALL)?;
        plan.ships.insert(unit, order);
        return Some(());
    }
    let mut fields = scene.reader.fields(node, "orders of a ship")?;
    order.action = fields.one_of_or(scene.reader, "action", &Action::ALL, Action::None)?;
    let (path, to) = (fields.get("path"), fields.get("to"));
    let (target, fire) = (fields.get("target"), fields.get("fire"));
    let (queue, launch) = (fields.get("queue"), fields.get("launch"));
    let at = fields.get("deploy");
    let sub_phase = fields.int_or(scene.reader, "sub_phase", 1..=9_u8, 1)?;
    fields.done(scene.reader);
    if let Some(node) = path {
        order.route = Route::Path(hexes(scene, node)?);
    }
    if let Some(node) = to {
        order.route = Route::To(scene.tile(node)?);
    }
    if let Some(node) = target {
        order.target = Some(scene.unit(node)?);
    }
    if let Some(node) = fire {
        order.fire = Some(scene.reader.bool(node, "fire")?);
    }
    if let Some(node) = queue {
        order.queue = slots(scene, node)?;
    }
    if let Some(node) = at {
        deploy(scene, unit, node, plan)?;
    }
    if let Some(node) = launch {
        let tile = match &node.value {
            Value::Bool(true) => None,
            _ => Some(scene.tile(node)?),
        };
        plan.launches.push(Launch {
            ship: unit,
            tile,
            sub_phase: sub_phase - 1,
        });
    }
    plan.ships.insert(unit, order);
    Some(())
}

fn hexes(scene: &mut Scene, node: &Node) -> Option<Vec<TileId>> {
    let nodes = scene.reader.list(node, "hexes");
    nodes.iter().map(|node| scene.tile(node)).collect()
}

/// Reads slots of a queue: `Forward`, or `Forward(fire)`.
fn slots(scene: &mut Scene, node: &Node) -> Option<Vec<Slot>> {
    let nodes = scene.reader.list(node, "slots");
    nodes.iter().map(|node| slot(scene, node)).collect()
}

fn slot(scene: &mut Scene, node: &Node) -> Option<Slot> {
    let (maneuver, fire) = match &node.value {
        Value::Name(_) => (node.clone(), false),
        Value::Tuple(Some(name), items) if matches!(&items[..], [item] if item.value == Value::Name("fire".into())) =>
        {
            let value = Value::Name(name.clone());
            (
                Node {
                    value,
                    ..node.clone()
                },
                true,
            )
        }
        _ => {
            return scene
                .reader
                .wrong(node, "a slot, such as Forward or Hold(fire)");
        }
    };
    let maneuver = scene.reader.one_of(&maneuver, "maneuver", &Maneuver::ALL)?;
    Some(Slot { maneuver, fire })
}

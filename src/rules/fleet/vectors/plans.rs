//! Plans of a vector's turns: what ships and carriers are ordered, by name.

use crate::battle::grid::TileId;
use crate::battle::rules::Rules;
use crate::battle::unit::{Facing, Side, UnitId, part};
use crate::content::reader::Fields;
use crate::content::tree::{Node, Value};
use crate::rules::fleet::order::{
    Action, CarrierAction, Deployment, Launch, Maneuver, Order, Route, ShipOrder, SidePlan, Slot,
};
use crate::rules::fleet::{Fleet, is_carrier};

use super::Scene;

/// Plays one turn: each side commits what it is ordered.
pub(super) fn play(scene: &mut Scene, node: &Node) -> Option<()> {
    let mut fields = scene.reader.fields(node, "turn")?;
    let plans = [fields.get("own"), fields.get("enemies")];
    let play_on = fields.flag(scene.reader, "play_on")?;
    let refused = fields.maybe("refused", |node| scene.reader.text(node, "refused"))?;
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
            ("Move", [path]) => CarrierAction::Move(all(scene, path, "hexes", tile)?),
            ("Queue", [queue]) => CarrierAction::Queue(all(scene, queue, "slots", slot)?),
            _ => return scene.reader.wrong(node, WHAT),
        },
        Value::Struct(None, _) => {
            let mut fields = scene.reader.fields(node, "orders of a carrier")?;
            fields.need(scene.reader, "deploy")?;
            deploy(scene, unit, &mut fields, plan)?;
            fields.done(scene.reader);
            return Some(());
        }
        _ => return scene.reader.wrong(node, WHAT),
    };
    plan.carrier = Some(action);
    Some(())
}

/// Reads where a unit is deployed, if it is.
fn deploy(scene: &mut Scene, unit: UnitId, fields: &mut Fields, plan: &mut SidePlan) -> Option<()> {
    if let Some(tile) = fields.maybe("deploy", |node| scene.tile(node))? {
        let Facing(facing) = *part(&scene.world, unit);
        plan.deployments.push(Deployment { unit, tile, facing });
    }
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
    if let Some(path) = fields.maybe("path", |node| all(scene, node, "hexes", tile))? {
        order.route = Route::Path(path);
    }
    if let Some(tile) = fields.maybe("to", |node| scene.tile(node))? {
        order.route = Route::To(tile);
    }
    order.target = fields.maybe("target", |node| scene.unit(node))?;
    order.fire = fields.maybe("fire", |node| scene.reader.bool(node, "fire"))?;
    let queue = fields.maybe("queue", |node| all(scene, node, "slots", slot))?;
    order.queue = queue.unwrap_or_default();
    deploy(scene, unit, &mut fields, plan)?;
    let sub_phase = fields.int_or(scene.reader, "sub_phase", 1..=9_u8, 1)?;
    let launch = fields.maybe("launch", |node| match &node.value {
        Value::Bool(true) => Some(None),
        _ => scene.tile(node).map(Some),
    })?;
    plan.launches.extend(launch.map(|tile| Launch {
        ship: unit,
        tile,
        sub_phase: sub_phase - 1,
    }));
    fields.done(scene.reader);
    plan.ships.insert(unit, order);
    Some(())
}

/// Reads a list.
fn all<T>(
    scene: &mut Scene,
    node: &Node,
    what: &str,
    read: fn(&mut Scene, &Node) -> Option<T>,
) -> Option<Vec<T>> {
    let nodes = scene.reader.list(node, what);
    nodes.iter().map(|node| read(scene, node)).collect()
}

fn tile(scene: &mut Scene, node: &Node) -> Option<TileId> {
    scene.tile(node)
}

/// Reads a slot of a queue: `Forward`, or `Forward(fire)`.
fn slot(scene: &mut Scene, node: &Node) -> Option<Slot> {
    let mut bare = node.clone();
    let fire = match &node.value {
        Value::Name(_) => false,
        Value::Tuple(Some(name), items) if matches!(&items[..], [item] if item.value == Value::Name("fire".into())) =>
        {
            bare.value = Value::Name(name.clone());
            true
        }
        _ => {
            let expected = "a slot, such as Forward or Hold(fire)";
            return scene.reader.wrong(node, expected);
        }
    };
    let maneuver = scene.reader.one_of(&bare, "maneuver", &Maneuver::ALL)?;
    Some(Slot { maneuver, fire })
}

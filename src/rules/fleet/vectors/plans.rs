//! Plans of a vector's turns: what ships and carriers are ordered, by name.

use crate::{
    battle::{
        grid::TileId,
        order::submit,
        phase::Turn,
        rules::Rules,
        unit::{Side, UnitId},
    },
    content::tree::{Node, Value},
    rules::fleet::{
        Fleet, is_carrier,
        log::Log,
        order::{
            Action, CarrierAction, Deployment, Launch, Maneuver, Order, Route, ShipOrder, SidePlan,
            Slot,
        },
        vectors::{Scene, units::ACTIONS},
    },
};

const MANEUVERS: [(&str, Maneuver); 5] = [
    ("Forward", Maneuver::Forward),
    ("TurnLeft", Maneuver::TurnLeft),
    ("TurnRight", Maneuver::TurnRight),
    ("Hold", Maneuver::Hold),
    ("Land", Maneuver::Land),
];

impl Scene<'_> {
    /// Plays one turn: each side commits what it is ordered.
    pub(super) fn play(&mut self, node: &Node) -> Option<()> {
        let mut fields = self.reader.fields(node, "turn")?;
        let plans = [fields.get("own"), fields.get("enemies")];
        let play_on = fields.flag(self.reader, "play_on")?;
        let refused = match fields.get("refused") {
            Some(node) => Some(self.reader.text(node, "refused")?.to_owned()),
            None => None,
        };
        fields.done(self.reader);
        if play_on {
            return self.order(Side(0), Order::PlayOn, refused.as_deref());
        }
        for (side, node) in (0..).map(Side).zip(plans) {
            let plan = match node {
                Some(node) => self.plan(node)?,
                None => SidePlan::default(),
            };
            // Of a side whose plan is turned down only that is told.
            if node.is_none() && refused.is_some() || !Fleet::owes(&self.world, side) {
                continue;
            }
            self.order(side, Order::Commit(plan), refused.as_deref())?;
        }
        Some(())
    }

    fn order(&mut self, side: Side, order: Order, refused: Option<&str>) -> Option<()> {
        let turn = self.world.resource::<Turn>().number;
        match (submit::<Fleet>(&mut self.world, side, order), refused) {
            (Ok(events), None) => {
                let lines = events
                    .iter()
                    .flat_map(|event| Log::new(&self.world).lines(event));
                self.lines.extend(lines);
                self.events
                    .extend(events.into_iter().map(|event| (turn, event)));
            }
            (Ok(_), Some(expected)) => {
                let failure = format!("expected a refusal with {expected:?}, got none");
                self.failures.push(failure);
            }
            (Err(refusal), Some(expected)) if refusal.to_string().contains(expected) => {}
            (Err(refusal), _) => {
                let failure = format!("the plan of side {} is refused: {refusal}", side.0);
                self.failures.push(failure);
            }
        }
        Some(())
    }

    /// Reads the plan of a side: orders by the names of units.
    fn plan(&mut self, node: &Node) -> Option<SidePlan> {
        let Value::Map(entries) = &node.value else {
            return self.wrong(node, "a plan, such as {\"A\": Attack, \"Home\": Rearm}");
        };
        let mut plan = SidePlan::default();
        for (key, node) in entries {
            let unit = self.unit(key)?;
            match is_carrier(&self.world, unit) {
                true => self.carrier(unit, node, &mut plan)?,
                false => self.ship(unit, node, &mut plan)?,
            }
        }
        Some(plan)
    }

    fn carrier(&mut self, unit: UnitId, node: &Node, plan: &mut SidePlan) -> Option<()> {
        const WHAT: &str =
            "Move([...]), Repair, Repair(\"A\"), Rearm, Queue([...]) or (deploy: ...)";
        match &node.value {
            Value::Name(name) if name == "Rearm" => plan.carrier = Some(CarrierAction::Rearm),
            Value::Name(name) if name == "Repair" => {
                plan.carrier = Some(CarrierAction::Repair(None));
            }
            Value::Tuple(Some(name), items) if items.len() == 1 => {
                let action = match name.as_str() {
                    "Repair" => CarrierAction::Repair(Some(self.unit(&items[0])?)),
                    "Move" => CarrierAction::Move(self.hexes(&items[0])?),
                    "Queue" => CarrierAction::Queue(self.slots(&items[0])?),
                    _ => return self.wrong(node, WHAT),
                };
                plan.carrier = Some(action);
            }
            Value::Struct(None, _) => {
                let mut fields = self.reader.fields(node, "orders of a carrier")?;
                let at = fields.need(self.reader, "deploy")?;
                fields.done(self.reader);
                self.deploy(unit, at, plan)?;
            }
            _ => return self.wrong(node, WHAT),
        }
        Some(())
    }

    fn deploy(&mut self, unit: UnitId, node: &Node, plan: &mut SidePlan) -> Option<()> {
        let tile = self.tile(node)?;
        let facing = crate::rules::fleet::muster::Muster::of(&self.world)
            .get(unit)
            .facing;
        plan.deployments.push(Deployment { unit, tile, facing });
        Some(())
    }

    fn ship(&mut self, unit: UnitId, node: &Node, plan: &mut SidePlan) -> Option<()> {
        let mut order = ShipOrder::default();
        if let Value::Name(_) = &node.value {
            order.action = self.reader.choice(node, "action", &ACTIONS)?;
            plan.ships.insert(unit, order);
            return Some(());
        }
        let mut fields = self.reader.fields(node, "orders of a ship")?;
        order.action = fields.choice_or(self.reader, "action", &ACTIONS, Action::None)?;
        let (path, to) = (fields.get("path"), fields.get("to"));
        let (target, fire) = (fields.get("target"), fields.get("fire"));
        let (queue, launch) = (fields.get("queue"), fields.get("launch"));
        let deploy = fields.get("deploy");
        let sub_phase = fields.int_or(self.reader, "sub_phase", 1..=9_u8, 1)?;
        fields.done(self.reader);
        if let Some(node) = path {
            order.route = Route::Path(self.hexes(node)?);
        }
        if let Some(node) = to {
            order.route = Route::To(self.tile(node)?);
        }
        if let Some(node) = target {
            order.target = Some(self.unit(node)?);
        }
        if let Some(node) = fire {
            order.fire = Some(self.reader.bool(node, "fire")?);
        }
        if let Some(node) = queue {
            order.queue = self.slots(node)?;
        }
        if let Some(node) = deploy {
            self.deploy(unit, node, plan)?;
        }
        if let Some(node) = launch {
            let tile = match &node.value {
                Value::Bool(true) => None,
                _ => Some(self.tile(node)?),
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

    fn hexes(&mut self, node: &Node) -> Option<Vec<TileId>> {
        let nodes = self.reader.list(node, "hexes");
        nodes.iter().map(|node| self.tile(node)).collect()
    }

    /// Reads slots of a queue: `Forward`, or `Forward(fire)`.
    fn slots(&mut self, node: &Node) -> Option<Vec<Slot>> {
        let nodes = self.reader.list(node, "slots");
        let mut slots = Vec::new();
        for node in nodes {
            let slot = match &node.value {
                Value::Name(_) => Slot {
                    maneuver: self.reader.choice(node, "maneuver", &MANEUVERS)?,
                    fire: false,
                },
                Value::Tuple(Some(name), items)
                    if items.len() == 1 && items[0].value == Value::Name("fire".into()) =>
                {
                    let name = Node {
                        value: Value::Name(name.clone()),
                        ..node.clone()
                    };
                    Slot {
                        maneuver: self.reader.choice(&name, "maneuver", &MANEUVERS)?,
                        fire: true,
                    }
                }
                _ => return self.wrong(node, "a slot, such as Forward or Hold(fire)"),
            };
            slots.push(slot);
        }
        Some(slots)
    }
}

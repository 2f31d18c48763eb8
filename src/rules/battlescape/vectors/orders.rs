//! Orders of a vector: read, carried out, or refused as stated.

use crate::{
    battle::{
        order::{submit, undo},
        phase::Turn,
        unit::{self, Side, UnitId},
    },
    content::tree::{Node, Value},
    rules::battlescape::{
        Battlescape,
        content::{FireMode, Gait},
        event::{Event, Mark},
        log::Log,
        order::Order,
        vectors::Scene,
    },
    vectors::MODES,
};

impl Scene<'_> {
    /// Carries out one order of a vector.
    pub(super) fn carry_out(&mut self, node: &Node) -> Option<()> {
        let kind = self
            .reader
            .variant(node, "an order, such as Turn(\"A\", East)")?;
        if kind == "Undo" {
            if !undo::<Battlescape>(&mut self.world) {
                self.failures
                    .push("expected undo to work, it is refused".into());
            }
            return Some(());
        }
        if kind == "Refused" {
            let Value::Tuple(_, items) = &node.value else {
                return self.wrong(node, "Refused(order, \"why\")");
            };
            let [order, why] = items.as_slice() else {
                return self.wrong(node, "Refused(order, \"why\")");
            };
            let why = self.reader.text(why, "why it is refused")?.to_owned();
            if matches!(&order.value, Value::Name(name) if name == "Undo") {
                if undo::<Battlescape>(&mut self.world) {
                    self.failures
                        .push("expected undo to be refused, it works".into());
                }
                return Some(());
            }
            let (side, order) = self.order(order)?;
            match submit::<Battlescape>(&mut self.world, side, order) {
                Err(refusal) if refusal.to_string().contains(&why) => {}
                Err(refusal) => self.failures.push(format!(
                    "expected a refusal with {why:?}, got {:?}",
                    refusal.to_string()
                )),
                Ok(_) => self
                    .failures
                    .push(format!("expected a refusal with {why:?}, got none")),
            }
            return Some(());
        }
        let (side, order) = self.order(node)?;
        let mut text = String::new();
        node.to_ron(&mut text);
        match submit::<Battlescape>(&mut self.world, side, order) {
            Ok(events) => {
                let log = Log::new(&self.world);
                self.lines
                    .extend(events.iter().flat_map(|event: &Event| log.lines(event)));
            }
            Err(refusal) => self.failures.push(format!("{text} is refused: {refusal}")),
        }
        Some(())
    }

    /// Reads an order and which side gives it.
    fn order(&mut self, node: &Node) -> Option<(Side, Order)> {
        let kind = self
            .reader
            .variant(node, "an order, such as Turn(\"A\", East)")?
            .to_owned();
        let active = self.world.resource::<Turn>().active;
        let items = match &node.value {
            Value::Tuple(_, items) => items.as_slice(),
            _ => &[],
        };
        let Some((first, rest)) = items.split_first() else {
            return match kind.as_str() {
                "EndTurn" => Some((active, Order::EndTurn)),
                "PlayOn" => Some((Side(0), Order::PlayOn)),
                _ => self.wrong(node, "an order with its unit, such as Reload(\"A\")"),
            };
        };
        let id = self.unit(first)?;
        let order = self.unit_order(node, &kind, id, rest)?;
        Some((unit::side_of(&self.world, id), order))
    }

    fn unit_order(&mut self, node: &Node, kind: &str, id: UnitId, rest: &[Node]) -> Option<Order> {
        let gait = match kind {
            "Walk" => Some(Gait::Walk),
            "Run" => Some(Gait::Run),
            "Crouch" => Some(Gait::Crouch),
            "Crawl" => Some(Gait::Crawl),
            "Disengage" => Some(Gait::Disengage),
            _ => None,
        };
        if let (Some(gait), [path]) = (gait, rest) {
            let nodes = self.reader.list(path, "path");
            let path = nodes
                .iter()
                .map(|node| self.direction(node))
                .collect::<Option<_>>()?;
            return Some(Order::Move(id, gait, path));
        }
        let slot = |scene: &mut Self, node: &Node| scene.reader.int(node, "slot", 0..=20_u8);
        Some(match (kind, rest) {
            ("GoProne", []) => Order::GoProne(id),
            ("Stand", []) => Order::Stand(id),
            ("Reload", []) => Order::Reload(id),
            ("Ready", []) => Order::Ready(id),
            ("ReadySuppression", []) => Order::ReadySuppression(id),
            ("Leave", []) => Order::Leave(id),
            ("EndUnit", []) => Order::EndUnit(id),
            ("Turn", [facing]) => Order::Turn(id, self.direction(facing)?),
            ("TakeCover", [facing]) => Order::TakeCover(id, None, self.direction(facing)?),
            ("TakeCover", [step, facing]) => {
                Order::TakeCover(id, Some(self.direction(step)?), self.direction(facing)?)
            }
            ("Door", [direction]) => Order::Door(id, self.direction(direction)?),
            ("Attack", [target, mode]) => Order::Attack(id, self.unit(target)?, self.mode(mode)?),
            ("FireAt", [tile, mode]) => Order::FireAt(id, self.tile(tile)?, self.mode(mode)?),
            ("Prime", [at]) => Order::Prime(id, slot(self, at)?),
            ("Switch", [at]) => Order::Switch(id, slot(self, at)?),
            ("Drop", [at]) => Order::Drop(id, slot(self, at)?),
            ("PickUp", [at]) => Order::PickUp(id, slot(self, at)?),
            ("Throw", [at, tile]) => Order::Throw(id, slot(self, at)?, self.tile(tile)?),
            ("Toss", [at, tile]) => Order::Toss(id, slot(self, at)?, self.tile(tile)?),
            ("Lay", [at, tile]) => Order::Lay(id, slot(self, at)?, self.tile(tile)?),
            ("Use", [at, target]) => Order::Use(id, slot(self, at)?, self.unit(target)?),
            ("Interact", [tile]) => Order::Interact(id, self.tile(tile)?),
            ("Deploy", [tile]) => Order::Deploy(id, self.tile(tile)?),
            ("Cast", [ability, mark]) => {
                let catalog = self.mission.catalog.clone();
                let content = &catalog.battlescape;
                let keys: Vec<_> = content.abilities.iter().map(|a| a.key.as_str()).collect();
                let find = |key: &str| content.ability_named(key);
                let ability = self.reader.key(ability, "ability", find, &keys)?;
                let mark = match mark.value {
                    Value::Text(_) => Mark::Unit(self.unit(mark)?),
                    _ => Mark::Hex(self.tile(mark)?),
                };
                Order::Cast(id, ability, mark)
            }
            _ => {
                return self.wrong(
                    node,
                    "a known order with what it needs (see `hexscape manual vectors`)",
                );
            }
        })
    }

    pub(super) fn mode(&mut self, node: &Node) -> Option<FireMode> {
        self.reader.choice(node, "fire mode", &MODES)
    }
}

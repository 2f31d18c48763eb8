//! Orders and answers of vectors, as they are written.

use super::{Scene, duel};
use crate::battle::order::Pending;
use crate::battle::unit::{Side, UnitId, side_of};
use crate::content::definition::Definition;
use crate::content::reader::all_read;
use crate::content::tree::{Node, Value};
use crate::rules::casket::Casket;
use crate::rules::casket::machine::{CardNo, Part};
use crate::rules::casket::order::{Aiming, Order, Source};
use crate::rules::casket::progress::Progress;

const EXPECTED: &str = "an order, such as Play(\"faithful_thrust\", \"B\")";

/// How orders are written.
const FORMS: [&str; 14] = [
    "Step(East)",
    "Turn(East)",
    "Brace",
    "Pass",
    "Play(\"faithful_thrust\", \"B\")",
    "Ability(0, \"B\")",
    "Strike(\"B\")",
    "React(\"second_skin\")",
    "Guard(\"C\")",
    "Lose([\"second_wind\"])",
    "BoilOver(true)",
    "Discard([\"second_wind\"])",
    "Steer(Step(East))",
    "Refused(\"needs 3 SP\", Step(East))",
];

/// Gives an order for whoever is asked, or else for the unit whose turn it is.
pub(super) fn read(scene: &mut Scene, node: &Node) -> Option<()> {
    let (why, inner) = match scene.reader.call(node, EXPECTED)? {
        ("Refused", [why, inner]) => (Some(scene.reader.text(why, "why")?.to_owned()), inner),
        _ => (None, node),
    };
    let (side, unit) = speaker(scene);
    let order = order(scene, unit, inner)?;
    scene.order(side, order, why.as_deref(), &inner.to_ron());
    Some(())
}

/// Returns who has to order, and for which unit.
fn speaker(scene: &Scene) -> (Side, UnitId) {
    let world = &scene.world;
    if let Some(waiting) = &world.resource::<Pending<Casket>>().0 {
        return (waiting.side, waiting.choice.unit());
    }
    let unit = world.resource::<Progress>().acting.unwrap_or_default();
    (side_of(world, unit), unit)
}

fn order(scene: &mut Scene, unit: UnitId, node: &Node) -> Option<Order> {
    let (name, parts) = scene.reader.call(node, EXPECTED)?;
    Some(match (name, parts) {
        ("Brace", []) => Order::Brace,
        ("Pass", []) => Order::Pass,
        ("Step", [way]) => Order::Step(scene.direction(way)?),
        ("Turn", [way]) => Order::Turn(scene.direction(way)?),
        ("Play", [card, at @ ..]) if at.len() < 2 => {
            let no = card_no(scene, unit, card)?;
            Order::Play(Source::Hand(no), aiming(scene, unit, at.first())?)
        }
        ("Ability", [index, at @ ..]) if at.len() < 2 => {
            let index = scene.reader.int(index, "ability", 0..=9_u8)?;
            Order::Play(Source::Ability(index), aiming(scene, unit, at.first())?)
        }
        ("Strike", at) if at.len() < 2 => {
            Order::Play(Source::Strike, aiming(scene, unit, at.first())?)
        }
        ("React", [card]) if card.word() == Some("None") => Order::React(None),
        ("React", [card]) => Order::React(Some(card_no(scene, unit, card)?)),
        ("Guard", [guard]) if guard.word() == Some("None") => Order::Guard(None),
        ("Guard", [guard]) => Order::Guard(Some(scene.unit(guard)?)),
        ("Lose", [cards]) => Order::Lose(card_nos(scene, unit, cards)?),
        ("Discard", [cards]) => Order::Discard(card_nos(scene, unit, cards)?),
        ("BoilOver", [skip]) => Order::BoilOver {
            skip: scene.reader.bool(skip, "whether the turn is skipped")?,
        },
        ("Steer", [inner]) => Order::Steer(Box::new(order(scene, unit, inner)?)),
        _ => return scene.reader.strange(node, "order", &FORMS),
    })
}

/// Reads whom or what a card is aimed at: a unit, or fields.
fn aiming(scene: &mut Scene, unit: UnitId, node: Option<&Node>) -> Option<Aiming> {
    let mut aiming = Aiming::default();
    let Some(node) = node else {
        return Some(aiming);
    };
    if let Value::Text(_) = &node.value {
        aiming.target = Some(scene.unit(node)?);
        return Some(aiming);
    }
    let example = "(target: \"B\", called: Legs)";
    for field in scene.reader.members(node, example)? {
        let node = &field.node;
        match field.name.as_str() {
            "target" => aiming.target = Some(scene.unit(node)?),
            "second" => aiming.second = Some(scene.unit(node)?),
            "hex" => aiming.tile = Some(scene.tile(node)?),
            "called" => {
                let part = scene.reader.choice(node, "component", Part::CHOICES)?;
                aiming.called = Some(part);
            }
            "facing" => aiming.facing = Some(scene.direction(node)?),
            "path" => {
                let steps = scene.reader.list(node, "path").iter();
                aiming.path = all_read(steps.map(|step| scene.direction(step)))?;
            }
            "repair" => {
                let mended = aiming.target.unwrap_or(unit);
                aiming.repair = card_nos(scene, mended, node)?;
            }
            other => {
                let message = format!("there is no `{other}` to aim with; expected {example}");
                scene.reader.problem(field.place, message);
                return None;
            }
        }
    }
    Some(aiming)
}

fn card_nos(scene: &mut Scene, unit: UnitId, node: &Node) -> Option<Vec<CardNo>> {
    let mut named: Vec<CardNo> = Vec::new();
    for node in scene.reader.list(node, "cards") {
        let no = card_not_in(scene, unit, node, &named)?;
        named.push(no);
    }
    Some(named)
}

fn card_no(scene: &mut Scene, unit: UnitId, node: &Node) -> Option<CardNo> {
    card_not_in(scene, unit, node, &[])
}

/// Reads the key of a card of a unit, that in its hand before others.
fn card_not_in(scene: &mut Scene, unit: UnitId, node: &Node, named: &[CardNo]) -> Option<CardNo> {
    let found = {
        let duel = duel(&scene.world);
        let piles = duel.get(unit).piles();
        let deck = piles.deck.iter().rev();
        let others = piles.discard.iter().chain(deck).chain(&piles.deleted);
        let all = piles.hand.iter().chain(others);
        let key = |no: &CardNo| duel.definition(unit, *no).key().to_owned();
        all.map(|no| (key(no), *no)).collect::<Vec<_>>()
    };
    let keys: Vec<_> = found.iter().map(|(key, _)| key.as_str()).collect();
    let find = |wanted: &str| {
        let mut all = found.iter().filter(|(_, no)| !named.contains(no));
        all.find(|(key, _)| key == wanted).map(|(_, no)| *no)
    };
    scene.reader.key(node, "card of that unit", find, &keys)
}

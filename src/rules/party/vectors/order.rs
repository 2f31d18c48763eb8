//! Orders of vectors, as they are written.

use super::Scene;
use crate::battle::phase::Verdict;
use crate::battle::unit::{UnitId, side_of};
use crate::content::definition::Entry;
use crate::content::reader::all_read;
use crate::content::tree::Node;
use crate::rules::party::character::Slot;
use crate::rules::party::content::PartyContent;
use crate::rules::party::objects::Deed;
use crate::rules::party::order::Order;
use crate::rules::party::progress::{PARTY, Progress};
use crate::rules::party::{scenario, script};

const EXPECTED: &str = "an order, such as Attack(\"A\", \"B\")";

/// Most orders of computers that are awaited for one turn.
const MOST_ORDERS: usize = 2000;

/// Orders that name nobody.
const BARE: [(&str, Order); 7] = [
    ("Fight", Order::Fight),
    ("EndCombat", Order::EndCombat),
    ("EndTurn", Order::EndTurn),
    ("Enter", Order::Enter),
    ("Leave", Order::Leave),
    ("Engage", Order::Engage),
    ("Avoid", Order::Avoid),
];

/// Orders of a character that name nothing else.
const ALONE: [(&str, fn(UnitId) -> Order); 4] = [
    ("Open", Order::Open),
    ("Sheathe", Order::Sheathe),
    ("Alert", Order::Alert),
    ("Rest", Order::Rest),
];

/// How orders are written.
const FORMS: [&str; 19] = [
    "Move(\"A\", E)",
    "Attack(\"A\", \"B\")",
    "Cast(\"A\", \"heal\", \"B\")",
    "Equip(\"A\", 0)",
    "Use(\"A\", Quick(0), \"B\")",
    "Handle(\"A\", Open, (3, 2))",
    "Take(\"A\", (3, 2), \"dagger\")",
    "Put(\"A\", 0, (3, 2))",
    "Open(\"A\")",
    "Sheathe(\"A\")",
    "Alert(\"A\")",
    "Rest(\"A\")",
    "Fight",
    "EndCombat",
    "EndTurn",
    "Enter",
    "Leave",
    "Engage",
    "Avoid",
];

/// Gives an order: `Attack("A", "B")`, `Refused("needs 3 AP", Open("A"))`; `Others` has all other
/// characters act by their scripts until it is the party's turn, `Script("B")` one of them once.
pub(super) fn read(scene: &mut Scene, node: &Node) -> Option<()> {
    match scene.reader.call(node, EXPECTED)? {
        ("Others", []) => {
            for _ in 0..MOST_ORDERS {
                let acting = scene.world.resource::<Progress>().acting;
                let is_over = scene.world.resource::<Verdict>().0.is_some();
                let Some(acting) = acting.filter(|_| !is_over) else {
                    break;
                };
                by_script(scene, acting);
            }
        }
        ("Script", [unit]) => {
            let unit = scene.unit(unit)?;
            by_script(scene, unit);
        }
        ("Refused", [why, inner]) => {
            let why = scene.reader.text(why, "why")?.to_owned();
            give_order(scene, inner, Some(&why))?;
        }
        _ => give_order(scene, node, None)?,
    }
    Some(())
}

/// Has a character act once by its script.
fn by_script(scene: &mut Scene, unit: UnitId) {
    let choice = script::choose(&scene.world, unit);
    let told = format!("what {}'s script says", scene.name(unit));
    let side = side_of(&scene.world, unit);
    scene.order(side, choice.order, None, &told);
}

fn give_order(scene: &mut Scene, node: &Node, why: Option<&str>) -> Option<()> {
    let order = order(scene, node)?;
    let side = match scene.world.resource::<Progress>().acting {
        Some(id) => side_of(&scene.world, id),
        None => PARTY,
    };
    scene.order(side, order, why, &node.to_ron());
    Some(())
}

fn order(scene: &mut Scene, node: &Node) -> Option<Order> {
    let catalog = scene.catalog.clone();
    let content = catalog.part::<PartyContent>();
    let (name, parts) = scene.reader.call(node, EXPECTED)?;
    if let Some((_, order)) = BARE
        .iter()
        .find(|(bare, _)| *bare == name && parts.is_empty())
    {
        return Some(order.clone());
    }
    let alone = ALONE.iter().find(|(alone, _)| *alone == name);
    Some(match (name, parts) {
        (_, [unit]) if let Some((_, order)) = alone => order(scene.unit(unit)?),
        ("Move", [unit, steps @ ..]) => {
            let unit = scene.unit(unit)?;
            let steps = all_read(steps.iter().map(|step| scene.direction(step)))?;
            Order::Move(unit, steps)
        }
        ("Attack", [unit, target]) => Order::Attack(scene.unit(unit)?, scene.unit(target)?),
        ("Cast", [unit, spell, target]) => {
            let spell = scene.reader.definition(spell, "spell", &content.spells);
            Order::Cast(scene.unit(unit)?, spell?, scene.unit(target)?)
        }
        ("Equip", [unit, slot]) => {
            let slot = scene.reader.int(slot, "slot", 0..=255_u8);
            Order::Equip(scene.unit(unit)?, slot?)
        }
        ("Use", [unit, slot, target]) => {
            let slot = Slot::read(slot, scene.reader, "place", ());
            Order::Use(scene.unit(unit)?, slot?, scene.unit(target)?)
        }
        ("Handle", [unit, deed, at]) => {
            let deed = scene.reader.choice(deed, "deed", Deed::CHOICES);
            Order::Handle(scene.unit(unit)?, deed?, scene.tile(at)?)
        }
        ("Take", [unit, at, thing]) => {
            let thing = scenario::thing(scene.reader, thing, content);
            Order::Take(scene.unit(unit)?, scene.tile(at)?, thing?)
        }
        ("Put", [unit, slot, at]) => {
            let slot = scene.reader.int(slot, "slot", 0..=255_u8);
            Order::Put(scene.unit(unit)?, slot?, scene.tile(at)?)
        }
        _ => return scene.reader.strange(node, "order", &FORMS),
    })
}

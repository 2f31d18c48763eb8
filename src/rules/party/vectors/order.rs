//! Orders of vectors, as they are written.

use super::Scene;
use crate::battle::phase::Verdict;
use crate::battle::unit::{UnitId, side_of};
use crate::content::problem::suggest;
use crate::content::tree::{Node, Value};
use crate::rules::party::character::Slot;
use crate::rules::party::content::PartyContent;
use crate::rules::party::objects::Deed;
use crate::rules::party::order::Order;
use crate::rules::party::progress::{PARTY, Progress};
use crate::rules::party::{scenario, script};

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

/// Gives an order: `Attack("A", "B")`, `Refused("needs 3 AP", Open("A"))`; `Others` has all other
/// characters act by their scripts until it is the party's turn, `Script("B")` one of them once.
pub(super) fn read(scene: &mut Scene, node: &Node) -> Option<()> {
    match head(scene, node)? {
        ("Others", []) => {
            for _ in 0..MOST_ORDERS {
                let acting = scene.world.resource::<Progress>().acting;
                let Some(acting) = acting.filter(|_| !is_over(scene)) else {
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

/// Returns the name of an order and what it is about.
fn head<'n>(scene: &mut Scene, node: &'n Node) -> Option<(&'n str, &'n [Node])> {
    match &node.value {
        Value::Name(name) => Some((name, &[])),
        Value::Tuple(Some(name), parts) => Some((name, parts)),
        _ => (scene.reader).wrong(node, "an order, such as Attack(\"A\", \"B\")"),
    }
}

fn is_over(scene: &Scene) -> bool {
    scene.world.resource::<Verdict>().0.is_some()
}

/// Has a character act once by its script.
fn by_script(scene: &mut Scene, unit: UnitId) {
    let choice = script::choose(&scene.world, unit);
    let told = format!("what {}'s script says", scene.name(unit));
    let side = side_of(&scene.world, unit);
    scene.order(side, choice.order, None, &told);
}

fn give_order(scene: &mut Scene, node: &Node, why: Option<&str>) -> Option<()> {
    const ORDERS: [&str; 12] = [
        "Move", "Attack", "Cast", "Open", "Equip", "Sheathe", "Use", "Handle", "Take", "Put",
        "Alert", "Rest",
    ];
    let (name, parts) = head(scene, node)?;
    let bare = BARE.iter().find(|(bare, _)| *bare == name);
    let order = match (name, parts) {
        (_, []) if let Some((_, order)) = bare => order.clone(),
        ("Move", [unit, steps @ ..]) => {
            let unit = scene.unit(unit)?;
            let steps: Vec<_> = steps.iter().map(|step| scene.direction(step)).collect();
            Order::Move(unit, steps.into_iter().collect::<Option<_>>()?)
        }
        ("Attack", [unit, target]) => {
            let [unit, target] = [unit, target].map(|node| scene.unit(node));
            Order::Attack(unit?, target?)
        }
        ("Cast", [unit, spell, target]) => {
            let spells = &scene.catalog.clone();
            let spells = &spells.part::<PartyContent>().spells;
            let spell = scene.reader.definition(spell, "spell", spells);
            let [unit, target] = [unit, target].map(|node| scene.unit(node));
            Order::Cast(unit?, spell?, target?)
        }
        ("Equip", [unit, slot]) => {
            let slot = scene.reader.int(slot, "slot", 0..=255_u8);
            Order::Equip(scene.unit(unit)?, slot?)
        }
        ("Use", [unit, slot, target]) => {
            let slot = place(scene, slot);
            let [unit, target] = [unit, target].map(|node| scene.unit(node));
            Order::Use(unit?, slot?, target?)
        }
        ("Handle", [unit, deed, at]) => {
            let deed = scene.reader.choice(deed, "deed", Deed::CHOICES);
            Order::Handle(scene.unit(unit)?, deed?, scene.tile(at)?)
        }
        ("Take", [unit, at, thing]) => {
            let content = scene.catalog.clone();
            let thing = scenario::thing(scene.reader, thing, content.part());
            Order::Take(scene.unit(unit)?, scene.tile(at)?, thing?)
        }
        ("Put", [unit, slot, at]) => {
            let slot = scene.reader.int(slot, "slot", 0..=255_u8);
            Order::Put(scene.unit(unit)?, slot?, scene.tile(at)?)
        }
        ("Open", [unit]) => Order::Open(scene.unit(unit)?),
        ("Sheathe", [unit]) => Order::Sheathe(scene.unit(unit)?),
        ("Alert", [unit]) => Order::Alert(scene.unit(unit)?),
        ("Rest", [unit]) => Order::Rest(scene.unit(unit)?),
        _ => {
            let names = ORDERS.into_iter().chain(BARE.iter().map(|(name, _)| *name));
            let message = format!("order `{name}` is unknown{}", suggest(name, names));
            scene.reader.problem(node.place, message);
            return None;
        }
    };
    let side = match scene.world.resource::<Progress>().acting {
        Some(id) => side_of(&scene.world, id),
        None => PARTY,
    };
    scene.order(side, order, why, &node.to_ron());
    Some(())
}

/// Reads a place where something is carried: `Pack(0)`, `Quick(1)`.
fn place(scene: &mut Scene, node: &Node) -> Option<Slot> {
    let (name, parts) = match &node.value {
        Value::Tuple(Some(name), parts) => (name.as_str(), parts.as_slice()),
        _ => ("", &[][..]),
    };
    match (name, parts) {
        ("Pack", [at]) => (scene.reader.int(at, "slot", 0..=255)).map(Slot::Pack),
        ("Quick", [at]) => (scene.reader.int(at, "slot", 0..=255)).map(Slot::Quick),
        _ => scene.reader.wrong(node, "a place, such as Quick(0)"),
    }
}

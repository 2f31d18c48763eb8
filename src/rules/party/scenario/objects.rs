//! Reads what stands and lies about in a mission: `Chest(at: (3, 2), lock: 20, holds: ["bandage"])`.
//!
//! **Invariant:** a door is where the board has one, anything else where somebody can stand; a hex has at
//! most one object of a sort.

use crate::battle::grid::TileId;
use crate::content::problem::suggest;
use crate::content::tree::{Node, Value};
use crate::mission::{Ground, Loader};
use crate::rules::party::content::{PartyContent, Trap};
use crate::rules::party::objects::{Object, Sort};

/// Most objects of a mission.
const MOST: usize = 200;

/// Reads all objects of a mission.
pub(in crate::rules::party) fn read(
    loader: &mut Loader,
    node: &Node,
    ground: &Ground,
) -> Option<Vec<Object>> {
    let message = format!("a mission has at most {MOST} things");
    let nodes = loader.reader.short_list(node, "things", MOST, message);
    let mut objects: Vec<Object> = Vec::new();
    let mut is_sound = true;
    for node in nodes {
        let Some(object) = object(loader, node, ground) else {
            is_sound = false;
            continue;
        };
        let is_same = |other: &Object| (other.tile, other.sort) == (object.tile, object.sort);
        if objects.iter().any(is_same) {
            let sort = format!("{:?}", object.sort).to_lowercase();
            let message = format!("there is already a {sort} on this hex");
            loader.reader.problem(node.place, message);
        }
        objects.push(object);
    }
    is_sound.then_some(objects)
}

fn object(loader: &mut Loader, node: &Node, ground: &Ground) -> Option<Object> {
    let expected = "a thing, such as Chest(at: (3, 2))";
    let name = loader.reader.variant(node, expected)?;
    let sort = Sort::CHOICES.iter().find(|(other, _)| *other == name);
    let (Some((_, sort)), Value::Struct(..)) = (sort, &node.value) else {
        let names = Sort::CHOICES.iter().map(|(name, _)| *name);
        let message = format!("thing `{name}` is unknown{}", suggest(name, names));
        loader.reader.problem(node.place, message);
        return None;
    };
    let catalog = loader.catalog.clone();
    let content = catalog.part::<PartyContent>();
    let mut fields = loader.reader.fields(node, name)?;
    let at = fields.need(&mut loader.reader, "at");
    let at = at.and_then(|node| match sort {
        Sort::Door => door(loader, node, ground),
        _ => loader.standing_place(node, ground),
    });
    let lock = fields.maybe("lock", |node| {
        loader.reader.int(node, "difficulty", 0..=200_u8)
    });
    let trap = fields.maybe("trap", |node| {
        loader.reader.definition(node, Trap::WHAT, &content.traps)
    });
    let holds = fields.or("holds", Vec::new(), |node| {
        super::things(&mut loader.reader, node, content)
    });
    fields.done(&mut loader.reader);
    let object = Object {
        lock: lock?,
        trap: trap?,
        holds: holds?,
        ..Object::new(at?, *sort)
    };
    let (lock, trap, holds) = (&object.lock, &object.trap, &object.holds);
    let (is_wrong, message) = match sort {
        Sort::Door => (!holds.is_empty(), "a door needs a `lock`, a `trap` or both"),
        Sort::Trap => (lock.is_some() || !holds.is_empty(), "a trap needs a `trap`"),
        Sort::Pile => (
            lock.is_some() || trap.is_some(),
            "a pile needs a list `holds`",
        ),
        Sort::Chest => (false, ""),
    };
    if is_wrong || object.is_gone() {
        loader
            .reader
            .problem(node.place, format!("{message} and nothing else"));
    }
    Some(object)
}

/// Reads the hex of a door, which is drawn there and closed.
fn door(loader: &mut Loader, node: &Node, (board, _): &Ground) -> Option<TileId> {
    let tile = loader.tile(node, board.grid)?;
    let terrain = loader
        .catalog
        .terrain(board.tiles.get(tile.index())?.terrain);
    let is_closed = terrain.door_to.is_some() && terrain.move_percent.is_none();
    if loader.is_drawn && !is_closed {
        let name = terrain.name.to_lowercase();
        let message = format!("there is no closed door here, but {name}");
        loader.reader.problem(node.place, message);
    }
    Some(tile)
}

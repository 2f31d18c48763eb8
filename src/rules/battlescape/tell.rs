//! Orders in words, for logs and the debug panel.
//!
//! **Invariant:** says what was ordered; decides nothing.

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Position, Title, UnitId, part};
use crate::mission::direction_name;
use crate::rules::battlescape::attack::mode_name;
use crate::rules::battlescape::content::Gait;
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::gear::{Carried, Pack};
use crate::rules::battlescape::order::Order;
use crate::rules::battlescape::soldier::Rulebook;

/// Returns an order as words: `Vega: snap at Sectoid 1`.
pub fn order(world: &World, order: &Order) -> String {
    let name = |id: &UnitId| part::<Title>(world, *id).0.clone();
    let place = |tile: &TileId| place(world, *tile);
    let side = |way: &Direction| side(world, *way);
    let thing = |id: &UnitId, slot: &u8| thing(world, *id, *slot);
    let act = match order {
        Order::Move(id, gait, path) => {
            format!("{} to {}", gait_word(*gait), end_of(world, *id, path))
        }
        Order::GoProne(_) => "go prone".into(),
        Order::Turn(_, facing) => format!("turn {}", side(facing)),
        Order::Attack(_, target, mode) => format!("{} at {}", mode_name(*mode), name(target)),
        Order::FireAt(_, tile, mode) => format!("{} at {}", mode_name(*mode), place(tile)),
        Order::TakeCover(_, None, facing) => format!("take cover {}", side(facing)),
        Order::TakeCover(_, Some(step), facing) => {
            format!("step {} into cover {}", side(step), side(facing))
        }
        Order::Stand(_) => "stand up".into(),
        Order::Reload(_) => "reload".into(),
        Order::Ready(_) => "overwatch".into(),
        Order::ReadySuppression(_) => "prepare suppressing fire".into(),
        Order::Throw(id, slot, tile) => format!("throw {} at {}", thing(id, slot), place(tile)),
        Order::Prime(id, slot) => format!("prime {}", thing(id, slot)),
        Order::Toss(id, slot, tile) => format!("toss {} to {}", thing(id, slot), place(tile)),
        Order::Lay(id, slot, tile) => format!("lay {} on {}", thing(id, slot), place(tile)),
        Order::Use(id, slot, target) => format!("use {} on {}", thing(id, slot), name(target)),
        Order::Switch(id, slot) => format!("take {}", thing(id, slot)),
        Order::PickUp(..) => "pick up".into(),
        Order::Drop(id, slot) => format!("drop {}", thing(id, slot)),
        Order::Cast(_, ability, mark) => {
            let content = world.resource::<Rulebook>().content();
            let target = match mark {
                Mark::Unit(target) => name(target),
                Mark::Hex(tile) => place(tile),
            };
            format!("{} on {target}", content.ability(*ability).name)
        }
        Order::Door(_, direction) => format!("door {}", side(direction)),
        Order::Interact(_, tile) => format!("interact at {}", place(tile)),
        Order::Deploy(_, tile) => format!("deploy to {}", place(tile)),
        Order::Leave(_) => "leave the map".into(),
        Order::EndUnit(_) => "done".into(),
        Order::EndTurn => return "end the phase".into(),
        Order::PlayOn => return "play on".into(),
        Order::Renew(_) => return "apply changed rules and texts".into(),
    };
    match order.unit() {
        Some(id) => format!("{}: {act}", name(&id)),
        None => act,
    }
}

fn gait_word(gait: Gait) -> &'static str {
    match gait {
        Gait::Walk => "walk",
        Gait::Run => "run",
        Gait::Crouch => "sneak",
        Gait::Crawl => "crawl",
        Gait::Disengage => "disengage",
    }
}

fn place(world: &World, tile: TileId) -> String {
    let (column, row) = world.resource::<Board>().grid.to_offset(tile);
    format!("({column}, {row})")
}

fn side(world: &World, direction: Direction) -> &'static str {
    direction_name(world.resource::<Board>().grid.layout, direction)
}

fn end_of(world: &World, id: UnitId, path: &[Direction]) -> String {
    let grid = &world.resource::<Board>().grid;
    let start = part::<Position>(world, id).0;
    let end = path
        .iter()
        .try_fold(start, |at, &direction| grid.neighbor(at, direction));
    end.map_or_else(|| "off the board".into(), |end| place(world, end))
}

fn thing(world: &World, id: UnitId, slot: u8) -> String {
    let content = world.resource::<Rulebook>().content();
    match part::<Pack>(world, id).get(slot) {
        Some(Carried::Item { item, .. }) => content.item(item).name.to_lowercase(),
        Some(Carried::Weapon { weapon, .. }) => content.weapon(weapon).name.clone(),
        None => "nothing".into(),
    }
}

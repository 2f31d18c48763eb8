//! Checks orders about places: doors, objects, the deployment, exits.
//!
//! **Invariant:** what stands on a hex is what the side remembers of it.

use bevy::prelude::World;

use crate::{
    battle::{
        board::Layers,
        grid::{Direction, TileId},
        journal::Journal,
        knowledge::Knowledge,
        unit::{Position, Side, UnitId, Units},
    },
    rules::battlescape::{
        Battlescape,
        check::{Ways, act, pay},
        content::Gait,
        event::Event,
        gear::Carried,
        objective::{Goal, PLAYER, Plot},
        order::{Order, Refusal},
        plan::{self, Task},
        scenario::Objective,
        soldier::{Loyalty, Rulebook},
    },
};

pub(super) fn door(
    units: Units,
    side: Side,
    id: UnitId,
    direction: Direction,
) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let board = units.board();
    let from = units.part::<Position>(id).0;
    let tile = board
        .grid
        .neighbor(from, direction)
        .ok_or(Refusal::OffBoard)?;
    let layers = &world.resource::<Knowledge>().of(side).layers;
    let rulebook = world.resource::<Rulebook>();
    let becomes = Some(tile)
        .filter(|&tile| layers.is_known(tile))
        .and_then(|tile| rulebook.catalog().terrain(layers.terrain(tile)).door_to)
        .ok_or(Refusal::NoDoor)?;
    if Ways::of(units, side, id, Gait::Walk).is_occupied(tile) {
        return Err(Refusal::DoorBlocked);
    }
    let tu = rulebook.figures().tu.door;
    pay(units, id, tu)?;
    let mut tasks = vec![Task::Door {
        unit: id,
        tile,
        becomes,
        facing: direction,
        tu,
    }];
    tasks.extend(plan::reactions(world, id));
    Ok(tasks)
}

/// Finds the object on a hex that was not used yet, as far as a side knows.
fn object_at(world: &World, layers: &Layers, tile: TileId) -> Option<u8> {
    let objects = &world.resource::<Plot>().0.objects;
    (0_u8..)
        .zip(objects)
        .find(|(_, object)| object.tile == tile && !layers.state(tile).spent)
        .map(|(index, _)| index)
}

pub(super) fn interact(units: Units, id: UnitId, tile: TileId) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let board = units.board();
    let own = units.side(id);
    let known = world.resource::<Knowledge>().of(own);
    if tile.index() >= board.grid.len() || !known.layers.is_known(tile) {
        return Err(Refusal::NothingToInteract);
    }
    if board.grid.distance(units.part::<Position>(id).0, tile) > 1 {
        return Err(Refusal::NotAdjacent);
    }
    let tu = world.resource::<Rulebook>().figures().tu.interact;
    if let Some(index) = object_at(world, &known.layers, tile) {
        pay(units, id, tu)?;
        let content = world.resource::<Rulebook>().content();
        let object = &world.resource::<Plot>().0.objects[usize::from(index)];
        let items = (object.items.iter())
            .map(|&item| Carried::Item {
                item,
                charges: content.item(item).charges,
            })
            .collect();
        let event = Event::Interacted {
            unit: id,
            object: index,
            items,
            tu,
        };
        return Ok(act(units, event, id));
    }
    // Somebody to be rescued comes along.
    let Objective::Rescue { unit: target } = world.resource::<Goal>().primary else {
        return Err(Refusal::NothingToInteract);
    };
    let is_there = board.seat(target) == Some(tile) && known.sees(tile);
    if !is_there || own != PLAYER || units.side(target) == PLAYER {
        return Err(Refusal::NothingToInteract);
    }
    pay(units, id, tu)?;
    let called = Event::Called {
        unit: id,
        target,
        tu,
    };
    let mut tasks = vec![
        Task::Emit(called),
        Task::Emit(Event::Joined {
            unit: target,
            side: PLAYER,
        }),
    ];
    tasks.extend(plan::reactions(world, id));
    Ok(tasks)
}

/// Whether side 0 may still place its units: nothing else was ordered yet.
pub(in crate::rules::battlescape) fn is_deploying(world: &World) -> bool {
    let entries = &world.resource::<Journal<Battlescape>>().entries;
    let is_early = |order: &Order| matches!(order, Order::Deploy(..) | Order::Renew(_));
    !world.resource::<Goal>().deployment.is_empty()
        && entries.iter().all(|entry| is_early(&entry.order))
}

pub(super) fn deploy(
    units: Units,
    side: Side,
    id: UnitId,
    tile: TileId,
) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    if side != PLAYER || !is_deploying(world) {
        return Err(Refusal::DeploymentOver);
    }
    if !world.resource::<Goal>().deployment.contains(&tile) {
        return Err(Refusal::NotInDeployment);
    }
    // Nobody else stands in the zone, and its side was shown it: see the mission loader and set-up.
    let ways = Ways::of(units, side, id, Gait::Walk);
    if ways.known.layers.entry_percent(tile).is_none() {
        return Err(Refusal::Impassable(tile));
    }
    if ways.is_occupied(tile) {
        return Err(Refusal::Occupied(tile));
    }
    Ok(vec![Task::Emit(Event::Deployed { unit: id, tile })])
}

pub(super) fn leave(units: Units, id: UnitId) -> Result<Vec<Task>, Refusal> {
    let world = units.world();
    let tile = units.part::<Position>(id).0;
    // Who is controlled does not count as one's own out there.
    let belongs = units.part::<Loyalty>(id).home == PLAYER;
    if !belongs || units.side(id) != PLAYER || !world.resource::<Goal>().exits.contains(&tile) {
        return Err(Refusal::NotAnExit);
    }
    let tu = world.resource::<Rulebook>().figures().tu.leave;
    pay(units, id, tu)?;
    Ok(vec![Task::Emit(Event::Left { unit: id, tu })])
}

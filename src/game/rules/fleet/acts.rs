//! What clicks and keys do to the plan.
//!
//! **Invariant:** all of them change the draft alone; only [`confirm`] gives an order.

use bevy::prelude::*;

use super::{
    draft::{Draft, Tool, is_docked, is_planning, own, own_units, units_at},
    plot::Plot,
};
use crate::{
    battle::{
        grid::{Direction, TileId},
        knowledge::Knowledge,
        unit::{Facing, Roster, UnitId, part},
    },
    game::{
        rules::playable::place_of,
        shell::session::Session,
        table::{
            camera::keep_in_sight,
            input::{Hover, give_order, point_at},
            sound::Cue,
        },
    },
    playing::Game,
    rules::fleet::{
        Fleet,
        craft::Class,
        muster::Muster,
        order::{
            Action, CarrierAction, Deployment, Launch, Maneuver, Order, Route, ShipOrder, Slot,
        },
        panel::way,
        queue,
    },
};

/// Tells the player something.
fn notice(world: &mut World, text: impl Into<String>, is_bad: bool) {
    world.resource_mut::<Session>().notice = Some((text.into(), is_bad));
    if is_bad {
        world.write_message(Cue::Refuse);
    }
}

fn chosen(world: &World) -> Option<UnitId> {
    world.resource::<Draft>().chosen
}

fn is_carrier(world: &World, unit: UnitId) -> bool {
    part::<Class>(world, unit).is_carrier()
}

fn has_queue(world: &World) -> bool {
    Muster::known_to(world, own(world)).options.sub_phases > 1
}

/// Chooses a unit.
pub fn choose(world: &mut World, unit: UnitId) {
    let mut draft = world.resource_mut::<Draft>();
    (draft.chosen, draft.tool) = (Some(unit), Tool::Order);
    draft.is_reviewing = false;
}

/// Chooses the next unit that takes part in the turn, or the one before.
pub fn cycle(world: &mut World, step: isize) {
    let draft = world.resource::<Draft>();
    let units: Vec<_> = (own_units(world).into_iter())
        .filter(|&unit| !is_docked(world, unit) || draft.is_launched(unit))
        .collect();
    if units.is_empty() {
        return;
    }
    let at = units.iter().position(|&unit| Some(unit) == draft.chosen);
    let count = units.len().cast_signed();
    let next = at.map_or(0, |at| (at.cast_signed() + step).rem_euclid(count));
    let unit = units[next.cast_unsigned()];
    choose(world, unit);
    if !is_docked(world, unit) {
        let tile = place_of(world, unit);
        keep_in_sight(world, tile);
    }
}

/// Chooses the carrier.
pub fn choose_carrier(world: &mut World) {
    let carrier = own_units(world)
        .into_iter()
        .find(|&unit| is_carrier(world, unit));
    match carrier {
        Some(carrier) => choose(world, carrier),
        None => notice(world, "there is no carrier", true),
    }
}

/// Puts the cursor on the next known enemy.
pub fn next_enemy(world: &mut World) {
    let side = own(world);
    let known = world.resource::<Knowledge>().of(side);
    let roster = world.resource::<Roster>();
    let mut tiles: Vec<_> = (roster.ids())
        .filter(|&id| roster.are_hostile(side, roster.side(id)))
        .filter_map(|id| Some(known.sightings[id.index()]?.tile))
        .collect();
    tiles.sort_unstable();
    tiles.dedup();
    let now = world.resource::<Hover>().tile;
    let next = tiles.iter().find(|&&tile| now.is_none_or(|now| tile > now));
    match next.or(tiles.first()).copied() {
        Some(tile) => point_at(world, tile),
        None => notice(world, "no enemy is known", true),
    }
}

/// Does what a click on a hex is for.
pub fn click_on(world: &mut World, tile: TileId) {
    if !is_planning(world) {
        return;
    }
    let tool = world.resource::<Draft>().tool;
    match tool {
        Tool::Deploy => return deploy_at(world, tile),
        Tool::Launch(ship) => return launch_at(world, ship, tile),
        Tool::Order => {}
    }
    let own = own_at(world, tile);
    if !own.is_empty() {
        // Of ships that share a hex, the next one with each click.
        let now = own.iter().position(|&unit| Some(unit) == chosen(world));
        return choose(world, own[now.map_or(0, |now| (now + 1) % own.len())]);
    }
    match units_at(world, tile).first() {
        Some(&unit) => attack(world, unit),
        None => send_to(world, tile),
    }
}

/// Lists own units on a hex, by id.
pub fn own_at(world: &World, tile: TileId) -> Vec<UnitId> {
    let (side, roster) = (own(world), world.resource::<Roster>());
    let mut units = units_at(world, tile);
    units.retain(|&unit| roster.side(unit) == side);
    units
}

/// Has the chosen ship attack an enemy: a carrier is meant, ships are gone for.
fn attack(world: &mut World, enemy: UnitId) {
    let Some(ship) = chosen(world).filter(|&unit| !is_carrier(world, unit)) else {
        return notice(world, "choose a ship first", true);
    };
    let goal = place_of(world, enemy);
    let aims = is_carrier(world, enemy);
    if has_queue(world) {
        let slots = towards(world, ship, goal, 1);
        return world.resource_mut::<Draft>().edit_ship(ship, |order| {
            order.queue = slots;
            order.target = aims.then_some(enemy);
        });
    }
    let path = approach(world, ship, goal);
    world.resource_mut::<Draft>().edit_ship(ship, |order| {
        order.action = Action::Attack;
        order.target = aims.then_some(enemy);
        // Somebody who was sent somewhere attacks from there.
        if order.route == Route::Stay && !path.is_empty() {
            order.route = Route::Path(path);
        }
    });
}

/// Returns the path that brings a ship as near to a hex as it gets; none if it is beside it already, or
/// in range of it.
fn approach(world: &World, ship: UnitId, goal: TileId) -> Vec<TileId> {
    let muster = Muster::known_to(world, own(world));
    let reach = &world.resource::<Plot>().reach;
    let here = muster
        .get(ship)
        .tile
        .map(|tile| muster.distance(tile, goal));
    let nearest = reach
        .iter()
        .min_by_key(|(tile, path)| (muster.distance(**tile, goal), path.len(), **tile));
    match nearest {
        Some((tile, path)) if here.is_none_or(|here| muster.distance(*tile, goal) < here) => {
            path.clone()
        }
        _ => Vec::new(),
    }
}

/// Returns the slots that bring a unit towards a hex, firing as its slots do now.
fn towards(world: &World, unit: UnitId, goal: TileId, within: u32) -> Vec<Slot> {
    let draft = world.resource::<Draft>();
    let mut muster = Muster::known_to(world, own(world));
    let launch = draft
        .plan
        .launches
        .iter()
        .find(|launch| launch.ship == unit);
    if let Some(launch) = launch
        && let Some((tile, facing)) = way::exit(&muster, own(world), unit, launch.tile)
    {
        muster.place(unit, tile, facing);
    }
    let fires = fires_by_default(world, unit);
    queue::towards(&muster, unit, goal, fires, within, |tile| {
        muster.can_enter(unit, tile)
    })
}

/// Whether a maneuver goes with fire unless the player says otherwise: a shot without a target is lost.
fn fires_by_default(world: &World, unit: UnitId) -> bool {
    let side = own(world);
    let muster = Muster::known_to(world, side);
    let mut foes = muster.foes(side);
    !is_carrier(world, unit) && foes.any(|foe| foe.is_on_board())
}

/// Sends the chosen unit to a hex.
pub fn send_to(world: &mut World, tile: TileId) {
    let Some(unit) = chosen(world) else {
        return notice(world, "choose a ship first", true);
    };
    if is_docked(world, unit) && !world.resource::<Draft>().is_launched(unit) {
        return notice(world, "it is docked: launch it first", true);
    }
    if has_queue(world) {
        let slots = towards(world, unit, tile, 0);
        return set_slots(world, unit, slots);
    }
    let path = world.resource::<Plot>().reach.get(&tile).cloned();
    let Some(path) = path else {
        let moves = Muster::known_to(world, own(world)).moves(unit);
        let text = match moves {
            0 => "it cannot move".to_owned(),
            moves => format!("out of reach: it moves {moves} hexes a turn, around others"),
        };
        return notice(world, text, true);
    };
    let is_carrier = is_carrier(world, unit);
    let mut draft = world.resource_mut::<Draft>();
    if is_carrier {
        return draft.edit(|plan| plan.carrier = Some(CarrierAction::Move(path)));
    }
    draft.edit_ship(unit, |order| {
        if !order.action.may_move() {
            (order.action, order.target) = (Action::Move, None);
        }
        order.route = Route::Path(path);
    });
}

/// Gives the chosen ship an action, or takes it away if it has it.
pub fn set_action(world: &mut World, action: Action) {
    if !is_planning(world) {
        return;
    }
    let Some(ship) = chosen(world).filter(|&unit| !is_carrier(world, unit)) else {
        return notice(world, "choose a ship first", true);
    };
    if has_queue(world) {
        return fill_slots(world, ship, action);
    }
    let muster = Muster::known_to(world, own(world));
    if action == Action::Land && !(muster.ship_type(ship)).is_some_and(|kind| kind.docks()) {
        return notice(world, "its type cannot dock", true);
    }
    let home = muster
        .carrier_of(own(world))
        .and_then(|carrier| carrier.tile);
    let home = home.map(|home| approach(world, ship, home));
    world.resource_mut::<Draft>().edit_ship(ship, |order| {
        if order.action == action {
            *order = match order.route {
                Route::Stay => ShipOrder::default(),
                _ if action == Action::Move => ShipOrder::default(),
                _ => ShipOrder {
                    action: Action::Move,
                    route: order.route.clone(),
                    ..ShipOrder::default()
                },
            };
            return;
        }
        order.action = action;
        if action != Action::Attack {
            order.target = None;
        }
        match (action, home) {
            (Action::Land, Some(path)) if !path.is_empty() => order.route = Route::Path(path),
            (Action::Land, _) => order.route = Route::Stay,
            _ if !action.may_move() => order.route = Route::Stay,
            _ => {}
        }
    });
}

/// With an intent queue, has all slots of a ship do the like of an action.
fn fill_slots(world: &mut World, ship: UnitId, action: Action) {
    let usable = usize::from(queue::usable(&Muster::known_to(world, own(world)), ship));
    let slot = match action {
        Action::Defend => Slot {
            maneuver: Maneuver::Hold,
            fire: true,
        },
        Action::Land => Slot {
            maneuver: Maneuver::Land,
            fire: false,
        },
        Action::Attack | Action::Move | Action::None => Slot {
            maneuver: Maneuver::Forward,
            fire: action == Action::Attack,
        },
    };
    set_slots(world, ship, vec![slot; usable]);
}

fn set_slots(world: &mut World, unit: UnitId, slots: Vec<Slot>) {
    let is_carrier = is_carrier(world, unit);
    let mut draft = world.resource_mut::<Draft>();
    match is_carrier {
        true => draft.edit(|plan| {
            plan.carrier = (!slots.is_empty()).then_some(CarrierAction::Queue(slots));
        }),
        false => draft.edit_ship(unit, |order| order.queue = slots),
    }
}

/// Returns the slots of the chosen unit.
pub fn slots(world: &World, unit: UnitId) -> Vec<Slot> {
    let draft = world.resource::<Draft>();
    let muster = Muster::known_to(world, own(world));
    way::slots(&muster, &draft.plan, unit).to_vec()
}

/// Adds a maneuver to the queue of the chosen unit, or changes its last one when the queue is full.
pub fn add_slot(world: &mut World, maneuver: Maneuver) {
    let Some(unit) = chosen(world) else { return };
    let usable = usize::from(queue::usable(&Muster::known_to(world, own(world)), unit));
    let mut slots = slots(world, unit);
    let fire = match slots.last() {
        Some(last) => last.fire,
        None => fires_by_default(world, unit),
    };
    let fire = fire && maneuver != Maneuver::Land;
    if slots.len() >= usable {
        slots.pop();
    }
    slots.push(Slot { maneuver, fire });
    set_slots(world, unit, slots);
}

/// Changes one slot of the chosen unit: the next maneuver, or whether it fires.
pub fn change_slot(world: &mut World, at: usize, is_fire: bool) {
    let Some(unit) = chosen(world) else { return };
    let mut slots = slots(world, unit);
    let Some(slot) = slots.get_mut(at) else {
        return;
    };
    if is_fire {
        slot.fire = !slot.fire;
    } else {
        let now = Maneuver::ALL.iter().position(|one| *one == slot.maneuver);
        let next = now.map_or(0, |now| (now + 1) % Maneuver::ALL.len());
        slot.maneuver = Maneuver::ALL[next];
    }
    set_slots(world, unit, slots);
}

/// Has the chosen ship hold its fire, or fire.
pub fn toggle_fire(world: &mut World) {
    let Some(ship) = chosen(world).filter(|&unit| !is_carrier(world, unit)) else {
        return notice(world, "choose a ship first", true);
    };
    if has_queue(world) {
        // Maneuvers are added one by one, each firing or not as the one before: this is about the last.
        let mut slots = slots(world, ship);
        if let Some(last) = slots.last_mut() {
            last.fire = !last.fire;
        }
        return set_slots(world, ship, slots);
    }
    world.resource_mut::<Draft>().edit_ship(ship, |order| {
        let fires = !order.stance().fire;
        let by_default = ShipOrder {
            fire: None,
            ..order.clone()
        };
        order.fire = (by_default.stance().fire != fires).then_some(fires);
    });
}

/// Clears what the chosen unit is ordered.
pub fn clear(world: &mut World) {
    let Some(unit) = chosen(world) else { return };
    let is_carrier = is_carrier(world, unit);
    world.resource_mut::<Draft>().edit(|plan| {
        plan.ships.remove(&unit);
        plan.launches.retain(|launch| launch.ship != unit);
        plan.deployments.retain(|one| one.unit != unit);
        if is_carrier {
            plan.carrier = None;
        }
    });
}

/// Clears the whole plan.
pub fn clear_all(world: &mut World) {
    world.resource_mut::<Draft>().edit(|plan| *plan = default());
}

/// Launches a docked ship where there is room, or keeps it docked.
pub fn launch(world: &mut World, ship: UnitId) {
    if !is_planning(world) {
        return;
    }
    let side = own(world);
    // Launches come before all moves: whoever means to leave is still there.
    let mut muster = Muster::known_to(world, side);
    for one in &world.resource::<Draft>().plan.deployments {
        muster.place(one.unit, one.tile, one.facing);
    }
    if world.resource::<Draft>().is_launched(ship) {
        world.resource_mut::<Draft>().edit(|plan| {
            plan.launches.retain(|launch| launch.ship != ship);
            plan.ships.remove(&ship);
        });
        return;
    }
    let bays = usize::from(muster.content.figures.carrier.bays);
    if world.resource::<Draft>().plan.launches.len() >= bays {
        return notice(world, format!("all {bays} bays are taken this turn"), true);
    }
    // Where others are launched to is taken, wherever they go from there.
    for launch in &world.resource::<Draft>().plan.launches {
        if let Some(tile) = launch.tile {
            muster.place(launch.ship, tile, Direction::default());
        }
    }
    let Some((tile, _)) = way::exit(&muster, side, ship, None) else {
        return notice(world, "no hex around the carrier is free", true);
    };
    let mut draft = world.resource_mut::<Draft>();
    draft.edit(|plan| {
        plan.launches.push(Launch {
            ship,
            tile: Some(tile),
            sub_phase: 0,
        });
    });
    (draft.chosen, draft.tool) = (Some(ship), Tool::Order);
}

/// Has the launched ship come out elsewhere with the next click.
pub fn aim_launch(world: &mut World, ship: UnitId) {
    world.resource_mut::<Draft>().tool = Tool::Launch(ship);
}

fn launch_at(world: &mut World, ship: UnitId, tile: TileId) {
    let muster = Muster::known_to(world, own(world));
    let carrier = muster
        .carrier_of(own(world))
        .and_then(|carrier| carrier.tile);
    if carrier.is_none_or(|carrier| muster.distance(carrier, tile) != 1) {
        return notice(world, "a launched ship comes out beside the carrier", true);
    }
    let mut draft = world.resource_mut::<Draft>();
    draft.tool = Tool::Order;
    draft.edit(|plan| {
        for launch in &mut plan.launches {
            if launch.ship == ship {
                launch.tile = Some(tile);
            }
        }
        // Its path began elsewhere.
        if let Some(order) = plan.ships.get_mut(&ship) {
            order.route = Route::Stay;
        }
    });
}

/// Has a launched ship come out in the next sub-phase.
pub fn next_sub_phase(world: &mut World, ship: UnitId) {
    let count = Muster::known_to(world, own(world))
        .options
        .sub_phases
        .max(1);
    world.resource_mut::<Draft>().edit(|plan| {
        for launch in &mut plan.launches {
            if launch.ship == ship {
                launch.sub_phase = (launch.sub_phase + 1) % count;
            }
        }
    });
}

/// Gives the carrier an action, or takes it away if it has it.
pub fn set_helm(world: &mut World, action: CarrierAction) {
    if !is_planning(world) {
        return;
    }
    if !own_units(world).iter().any(|&unit| is_carrier(world, unit)) {
        return notice(world, "there is no carrier", true);
    }
    world.resource_mut::<Draft>().edit(|plan| {
        plan.carrier = match plan.carrier == Some(action.clone()) {
            true => None,
            false => Some(action),
        };
    });
}

/// Takes up placing the chosen unit, in the first turn.
pub fn take_up_deployment(world: &mut World) {
    let side = own(world);
    let turn = world.resource::<crate::battle::phase::Turn>().number;
    if turn > 1 || Muster::known_to(world, side).side(side).zone.is_empty() {
        return notice(
            world,
            "units begin elsewhere in the first turn only, where there is a zone",
            true,
        );
    }
    let mut draft = world.resource_mut::<Draft>();
    draft.tool = match draft.tool {
        Tool::Deploy => Tool::Order,
        Tool::Order | Tool::Launch(_) => Tool::Deploy,
    };
}

fn deploy_at(world: &mut World, tile: TileId) {
    let Some(unit) = chosen(world) else { return };
    if is_docked(world, unit) {
        return notice(world, "it is docked", true);
    }
    let side = own(world);
    let muster = Muster::known_to(world, side);
    if !muster.side(side).zone.contains(&tile) {
        return notice(world, "units begin in the marked zone", true);
    }
    let facing = part::<Facing>(world, unit).0;
    let is_carrier = is_carrier(world, unit);
    let mut draft = world.resource_mut::<Draft>();
    draft.tool = Tool::Order;
    draft.edit(|plan| {
        let before = plan.deployments.iter().find(|one| one.unit == unit);
        let facing = before.map_or(facing, |one| one.facing);
        plan.deployments.retain(|one| one.unit != unit);
        plan.deployments.push(Deployment { unit, tile, facing });
        // Paths began elsewhere, and so do launches.
        plan.ships.remove(&unit);
        if is_carrier {
            plan.carrier = None;
            plan.launches.clear();
        }
    });
}

/// Turns a unit that begins elsewhere to a hex, or clears what the unit there is ordered.
pub fn second_click(world: &mut World, tile: TileId) {
    if !is_planning(world) {
        return;
    }
    if world.resource::<Draft>().tool != Tool::Order {
        world.resource_mut::<Draft>().tool = Tool::Order;
        return;
    }
    let side = own(world);
    let own = own_at(world, tile);
    if let Some(&first) = own.first() {
        let now = chosen(world).filter(|unit| own.contains(unit));
        choose(world, now.unwrap_or(first));
        return clear(world);
    }
    let Some(unit) = chosen(world) else { return };
    let muster = Muster::known_to(world, side);
    let grid = muster.grid;
    world.resource_mut::<Draft>().edit(|plan| {
        let placed = plan.deployments.iter_mut().find(|one| one.unit == unit);
        if let Some(one) = placed.filter(|one| one.tile != tile) {
            one.facing = grid.direction_towards(one.tile, tile);
        }
    });
}

/// Takes the last change of the plan back.
pub fn take_back(world: &mut World) {
    if !world.resource_mut::<Draft>().take_back() {
        notice(world, "nothing to take back", true);
    }
}

/// Has the computer fill the plan in; it can be changed like any other.
pub fn fill_in(world: &mut World) {
    if !is_planning(world) {
        return;
    }
    if let Order::Commit(plan) = Fleet::advise(world, own(world)).order {
        world.resource_mut::<Draft>().edit(|draft| *draft = plan);
        notice(
            world,
            "filled in by the computer: change what you like",
            false,
        );
    }
}

/// Looks the plan over, or confirms it if that was done.
pub fn confirm(world: &mut World) {
    if !is_planning(world) {
        return;
    }
    if let Some(refusal) = world.resource::<Plot>().refusal.clone() {
        return notice(world, refusal, true);
    }
    let mut draft = world.resource_mut::<Draft>();
    if !std::mem::replace(&mut draft.is_reviewing, true) {
        return;
    }
    draft.is_reviewing = false;
    let plan = draft.plan.clone();
    give_order::<Fleet>(world, Order::Commit(plan));
}

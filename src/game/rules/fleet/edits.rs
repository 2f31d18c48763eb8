//! What clicks and keys do to the plan.
//!
//! **Invariant:** all of them change the draft alone.

use bevy::prelude::*;

use super::assessment::{Assessment, at_start};
use super::draft::{Draft, Tool, is_carrier, is_docked, is_planning, known, own_units};
use crate::battle::grid::{Direction, TileId};
use crate::battle::phase::Turn;
use crate::battle::unit::{Facing, Side, UnitId, part};
use crate::game::kit::cursor::refuse;
use crate::game::kit::planning::{choose, choose_at};
use crate::game::kit::select::after;
use crate::game::rules::playable::{own_side, place_of, units_at};
use crate::rules::fleet::forces::Forces;
use crate::rules::fleet::order::{
    Action, CarrierAction, Deployment, Launch, Maneuver, Route, ShipOrder, SidePlan, Slot,
};
use crate::rules::fleet::panel::way;
use crate::rules::fleet::{Fleet, queue};

fn draft(world: &mut World) -> Mut<'_, Draft> {
    world.resource_mut::<Draft>()
}

fn chosen(world: &World) -> Option<UnitId> {
    world.resource::<Draft>().chosen
}

/// Returns the ship that is chosen, or asks for one.
fn chosen_ship(world: &mut World) -> Option<UnitId> {
    let ship = chosen(world).filter(|&unit| !is_carrier(world, unit));
    if ship.is_none() {
        refuse(world, "select a ship first");
    }
    ship
}

/// Chooses the carrier.
pub fn choose_carrier(world: &mut World) {
    let mut units = own_units(world).into_iter();
    match units.find(|&unit| is_carrier(world, unit)) {
        Some(carrier) => choose::<Fleet>(world, carrier),
        None => refuse(world, "no carrier"),
    }
}

/// Does what a click on a hex is for.
pub fn click_on(world: &mut World, tile: TileId) {
    match world.resource::<Draft>().tool {
        Tool::Deploy => return deploy_at(world, tile),
        Tool::Launch(ship) => return launch_at(world, ship, tile),
        Tool::Order => {}
    }
    // Of ships that share a hex, the next one with each click.
    if choose_at::<Fleet>(world, tile, 1) {
        return;
    }
    match units_at(world, tile).first() {
        Some(&unit) => attack(world, unit),
        None => send_to(world, tile),
    }
}

/// Has the chosen ship attack an enemy: a carrier is meant, ships are gone for.
fn attack(world: &mut World, enemy: UnitId) {
    let Some(ship) = chosen_ship(world) else {
        return;
    };
    let goal = place_of(world, enemy);
    let target = is_carrier(world, enemy).then_some(enemy);
    if known(world).has_queue() {
        let slots = towards(world, ship, goal, 1);
        return draft(world).edit_ship(ship, |order| {
            (order.queue, order.target) = (slots, target);
        });
    }
    let path = approach(world, ship, goal);
    draft(world).edit_ship(ship, |order| {
        (order.action, order.target) = (Action::Attack, target);
        // Somebody who was sent somewhere attacks from there.
        if order.route == Route::Stay && !path.is_empty() {
            order.route = Route::Path(path);
        }
    });
}

/// Returns the path that brings a ship as near to a hex as it gets; none if it is beside it already, or
/// in range of it.
fn approach(world: &World, ship: UnitId, goal: TileId) -> Vec<TileId> {
    let forces = known(world);
    let here = forces[ship].tile;
    let here = here.map(|tile| forces.distance(tile, goal));
    let reach = Assessment::now(world).reach.iter();
    let nearest =
        reach.min_by_key(|(tile, path)| (forces.distance(**tile, goal), path.len(), **tile));
    let is_nearer = |tile| here.is_none_or(|here| forces.distance(tile, goal) < here);
    let path = nearest.filter(|(tile, _)| is_nearer(**tile));
    path.map(|(_, path)| path.clone()).unwrap_or_default()
}

/// Returns the slots that bring a unit towards a hex, firing as its slots do now.
fn towards(world: &World, unit: UnitId, goal: TileId, within: u32) -> Vec<Slot> {
    let forces = at_start(world, &world.resource::<Draft>().plan, unit);
    let fires = fires_by_default(world, unit);
    queue::towards(&forces, unit, goal, fires, within, |tile| {
        forces.can_enter(unit, tile)
    })
}

/// Whether a maneuver goes with fire unless the player says otherwise: a shot without a target is lost.
fn fires_by_default(world: &World, unit: UnitId) -> bool {
    let (side, forces) = (own_side(world), known(world));
    !is_carrier(world, unit) && forces.foes(side).any(|foe| foe.is_on_board())
}

/// Sends the chosen unit to a hex.
pub fn send_to(world: &mut World, tile: TileId) {
    let Some(unit) = chosen(world) else {
        return refuse(world, "select a ship first");
    };
    if is_docked(world, unit) && !world.resource::<Draft>().is_launched(unit) {
        return refuse(world, "docked; launch it first");
    }
    if known(world).has_queue() {
        let slots = towards(world, unit, tile, 0);
        return set_slots(world, unit, slots);
    }
    let Some(path) = Assessment::now(world).reach.get(&tile).cloned() else {
        let text = match known(world).moves(unit) {
            0 => "cannot move".to_owned(),
            1 => "out of reach: moves 1 hex per turn, around other units".to_owned(),
            moves => format!("out of reach: moves {moves} hexes per turn, around other units"),
        };
        return refuse(world, text);
    };
    if is_carrier(world, unit) {
        return draft(world).edit(|plan| plan.carrier = Some(CarrierAction::Move(path)));
    }
    draft(world).edit_ship(unit, |order| {
        if !order.action.may_move() {
            (order.action, order.target) = (Action::Move, None);
        }
        order.route = Route::Path(path);
    });
}

/// Gives the chosen ship an action, or takes it away if it has it.
pub fn set_action(world: &mut World, action: Action) {
    let Some(ship) = chosen_ship(world) else {
        return;
    };
    let forces = known(world);
    if forces.has_queue() {
        return fill_slots(world, ship, action);
    }
    let docks = forces.ship_type(ship).is_some_and(|kind| kind.docks());
    if action == Action::Land && !docks {
        return refuse(world, "this ship type cannot dock");
    }
    let way_home = home(world, &forces).map(|home| approach(world, ship, home));
    let way_home = way_home.filter(|path| !path.is_empty());
    draft(world).edit_ship(ship, |order| {
        if order.action == action {
            return take_away(order);
        }
        order.action = action;
        if action != Action::Attack {
            order.target = None;
        }
        if action == Action::Land {
            order.route = way_home.map_or(Route::Stay, Route::Path);
        } else if !action.may_move() {
            order.route = Route::Stay;
        }
    });
}

/// Returns the hex of the own carrier.
fn home(world: &World, forces: &Forces) -> Option<TileId> {
    forces.carrier_of(own_side(world))?.tile
}

/// Takes the action of a ship away; one that was sent somewhere still goes there.
fn take_away(order: &mut ShipOrder) {
    let before = std::mem::take(order);
    if before.route != Route::Stay && before.action != Action::Move {
        (order.action, order.route) = (Action::Move, before.route);
    }
}

/// With an intent queue, has all slots of a ship do the like of an action.
fn fill_slots(world: &mut World, ship: UnitId, action: Action) {
    let (maneuver, fire) = match action {
        Action::Defend => (Maneuver::Hold, true),
        Action::Land => (Maneuver::Land, false),
        Action::Attack | Action::Move | Action::None => {
            (Maneuver::Forward, action == Action::Attack)
        }
    };
    let usable = usize::from(queue::usable(&known(world), ship));
    set_slots(world, ship, vec![Slot { maneuver, fire }; usable]);
}

fn set_slots(world: &mut World, unit: UnitId, slots: Vec<Slot>) {
    match is_carrier(world, unit) {
        true => draft(world).edit(|plan| {
            plan.carrier = (!slots.is_empty()).then_some(CarrierAction::Queue(slots));
        }),
        false => draft(world).edit_ship(unit, |order| order.queue = slots),
    }
}

/// Returns the slots of a unit.
pub fn slots(world: &World, unit: UnitId) -> Vec<Slot> {
    way::slots(&known(world), &world.resource::<Draft>().plan, unit).to_vec()
}

/// Adds a maneuver to the queue of the chosen unit, or changes its last one when the queue is full.
pub fn add_slot(world: &mut World, maneuver: Maneuver) {
    let Some(unit) = chosen(world) else { return };
    let usable = usize::from(queue::usable(&known(world), unit));
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

/// Changes one slot of the chosen unit.
fn change_slot(world: &mut World, at: usize, change: impl FnOnce(&mut Slot)) {
    let Some(unit) = chosen(world) else { return };
    let mut slots = slots(world, unit);
    if let Some(slot) = slots.get_mut(at) {
        change(slot);
        set_slots(world, unit, slots);
    }
}

/// Gives a slot of the chosen unit the next maneuver.
pub fn next_maneuver(world: &mut World, at: usize) {
    change_slot(world, at, |slot| {
        let next = after(&Maneuver::ALL, Some(slot.maneuver), 1);
        slot.maneuver = next.unwrap_or_default();
    });
}

/// Has the chosen unit fire in a slot, or not.
pub fn toggle_slot_fire(world: &mut World, at: usize) {
    change_slot(world, at, |slot| slot.fire = !slot.fire);
}

/// Has the chosen ship hold its fire, or fire.
pub fn toggle_fire(world: &mut World) {
    let Some(ship) = chosen_ship(world) else {
        return;
    };
    if known(world).has_queue() {
        // Maneuvers are added one by one, each firing or not as the one before: this is about the last.
        let last = slots(world, ship).len().saturating_sub(1);
        return toggle_slot_fire(world, last);
    }
    draft(world).edit_ship(ship, |order| {
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
    draft(world).edit(|plan| {
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
    draft(world).edit(|plan| *plan = default());
}

/// Launches a docked ship where there is room, or keeps it docked.
pub fn launch(world: &mut World, ship: UnitId) {
    if !is_planning(world) {
        return;
    }
    if world.resource::<Draft>().is_launched(ship) {
        return draft(world).edit(|plan| {
            plan.launches.retain(|launch| launch.ship != ship);
            plan.ships.remove(&ship);
        });
    }
    // Launches come before all moves: whoever means to leave is still there.
    let plan = &world.resource::<Draft>().plan;
    let mut forces = at_start(world, plan, ship);
    let bays = forces.content.figures.carrier.bays;
    if plan.launches.len() >= bays {
        return refuse(world, format!("all {bays} launch bays are used this turn"));
    }
    // Where others are launched to is taken, wherever they go from there.
    for launch in &plan.launches {
        if let Some(tile) = launch.tile {
            forces.place(launch.ship, tile, Direction::default());
        }
    }
    let Some(tile) = exit(&forces, plan, own_side(world), ship) else {
        return refuse(world, "no free hex around the carrier");
    };
    let (tile, sub_phase) = (Some(tile), 0);
    draft(world).edit(|plan| {
        plan.launches.push(Launch {
            ship,
            tile,
            sub_phase,
        });
    });
    choose::<Fleet>(world, ship);
}

/// Returns where a ship comes out of its carrier: out of the way of whoever is to fly beside it, if there is
/// room.
fn exit(forces: &Forces, plan: &SidePlan, side: Side, ship: UnitId) -> Option<TileId> {
    let ends: Vec<_> = plan
        .ships
        .values()
        .filter_map(|order| match &order.route {
            Route::Stay => None,
            Route::Path(path) => path.last().copied(),
            Route::To(tile) => Some(*tile),
        })
        .collect();
    let out = |wanted| way::exit(forces, side, ship, wanted).map(|(tile, _)| tile);
    let carrier = forces.carrier_of(side)?;
    let around = (0..6).filter_map(|turn| {
        let way = carrier.facing.turned(turn);
        forces.grid.neighbor(carrier.tile?, way)
    });
    let mut beside = around.filter(|tile| !ends.contains(tile));
    let free = beside.find(|&tile| out(Some(tile)) == Some(tile));
    free.or_else(|| out(None))
}

/// Has the launched ship come out elsewhere with the next click.
pub fn aim_launch(world: &mut World, ship: UnitId) {
    draft(world).tool = Tool::Launch(ship);
}

fn launch_of(plan: &mut SidePlan, ship: UnitId) -> Option<&mut Launch> {
    let mut launches = plan.launches.iter_mut();
    launches.find(|launch| launch.ship == ship)
}

fn launch_at(world: &mut World, ship: UnitId, tile: TileId) {
    let forces = known(world);
    let carrier = home(world, &forces);
    if carrier.is_none_or(|carrier| forces.distance(carrier, tile) != 1) {
        return refuse(world, "ships launch to a hex next to the carrier");
    }
    let mut draft = draft(world);
    draft.tool = Tool::Order;
    draft.edit(|plan| {
        if let Some(launch) = launch_of(plan, ship) {
            launch.tile = Some(tile);
        }
        // Its path began elsewhere.
        if let Some(order) = plan.ships.get_mut(&ship) {
            order.route = Route::Stay;
        }
    });
}

/// Has a launched ship come out in the next sub-phase.
pub fn next_sub_phase(world: &mut World, ship: UnitId) {
    let count = known(world).options.sub_phases.max(1);
    draft(world).edit(|plan| {
        if let Some(launch) = launch_of(plan, ship) {
            launch.sub_phase = (launch.sub_phase + 1) % count;
        }
    });
}

/// Gives the carrier an action, or takes it away if it has it.
pub fn set_helm(world: &mut World, action: CarrierAction) {
    if !is_planning(world) {
        return;
    }
    if !own_units(world).iter().any(|&unit| is_carrier(world, unit)) {
        return refuse(world, "no carrier");
    }
    draft(world).edit(|plan| {
        let has_it = plan.carrier.as_ref() == Some(&action);
        plan.carrier = (!has_it).then_some(action);
    });
}

/// Takes up placing the chosen unit, in the first turn.
pub fn take_up_deployment(world: &mut World) {
    let is_late = world.resource::<Turn>().number > 1;
    if is_late || known(world).side(own_side(world)).zone.is_empty() {
        let why =
            "start hexes can only be changed in the first turn, in missions with a start zone";
        return refuse(world, why);
    }
    let mut draft = draft(world);
    draft.tool = match draft.tool {
        Tool::Deploy => Tool::Order,
        Tool::Order | Tool::Launch(_) => Tool::Deploy,
    };
}

fn deploy_at(world: &mut World, tile: TileId) {
    let Some(unit) = chosen(world) else { return };
    if is_docked(world, unit) {
        return refuse(world, "docked");
    }
    if !known(world).side(own_side(world)).zone.contains(&tile) {
        return refuse(world, "start hexes must be in the marked zone");
    }
    let facing = part::<Facing>(world, unit).0;
    let is_carrier = is_carrier(world, unit);
    let mut draft = draft(world);
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
    if choose_at::<Fleet>(world, tile, 0) {
        return clear(world);
    }
    let Some(unit) = chosen(world) else { return };
    let grid = known(world).grid;
    draft(world).edit(|plan| {
        let placed = plan.deployments.iter_mut().find(|one| one.unit == unit);
        if let Some(one) = placed.filter(|one| one.tile != tile) {
            one.facing = grid.direction_towards(one.tile, tile);
        }
    });
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui;

    use super::*;
    use crate::game::kit::PanelOptions;
    use crate::game::kit::testing::{Compared, assert_legible, draw};
    use crate::game::rules::fleet::draft::{docked_units, follow};
    use crate::game::rules::fleet::hidden_tests::{missions, window};

    #[test]
    fn a_launched_ship_comes_out_where_no_other_is_to_fly() {
        let mission = missions()[0].build(1).expect("it is shipped");
        let mut world = window(&mission, 1);
        follow(&mut world);
        let launched = |world: &mut World| {
            let ship = docked_units(world)[0];
            launch(world, ship);
            let launches = world.resource::<Draft>().plan.launches.clone();
            launch(world, ship);
            launches[0].tile.expect("it has a hex")
        };
        let usual = launched(&mut world);
        let flying = own_units(&world);
        let other = flying.iter().find(|&&id| !is_carrier(&world, id));
        draft(&mut world).edit_ship(*other.expect("ships fly"), |order| {
            order.route = Route::To(usual);
        });
        let now = launched(&mut world);
        assert_ne!(now, usual);
        let forces = known(&world);
        let carrier = home(&world, &forces).expect("it flies");
        assert_eq!(forces.distance(carrier, now), 1);
    }

    #[test]
    fn cards_tell_all_of_what_is_planned_in_letters_that_can_be_read() {
        let mission = missions()[0].build(1).expect("it is shipped");
        let mut world = window(&mission, 1);
        follow(&mut world);
        let flying = own_units(&world);
        let ship = flying.into_iter().find(|&id| !is_carrier(&world, id));
        let ship = ship.expect("ships fly");
        choose::<Fleet>(&mut world, ship);
        Fleet::work_out(&mut world);
        let reach = Assessment::now(&world).reach.keys().next();
        let end = *reach.expect("it has somewhere to go");
        draft(&mut world).edit_ship(ship, |order| {
            (order.action, order.route) = (Action::Attack, Route::To(end));
            order.fire = Some(false);
        });
        Fleet::work_out(&mut world);
        assert_legible::<Fleet>(&mut world, &["moves, attacks", "saves ammo"]);
    }

    #[test]
    fn plans_are_looked_over_with_what_bars_the_way_and_the_folded_log_stands_at_the_foot() {
        let mission = missions()[0].build(1).expect("it is shipped");
        let mut world = window(&mission, 1);
        follow(&mut world);
        let docked = docked_units(&world)[0];
        launch(&mut world, docked);
        let taken = world.resource::<Draft>().plan.launches[0].tile;
        let flying = own_units(&world);
        let other = flying.iter().find(|&&id| !is_carrier(&world, id));
        draft(&mut world).edit_ship(*other.expect("ships fly"), |order| {
            let end = taken.expect("it has a hex");
            (order.action, order.route) = (Action::Move, Route::To(end));
        });
        draft(&mut world).is_reviewing = true;
        Fleet::work_out(&mut world);
        let context = egui::Context::default();
        let (texts, _) = draw::<Fleet>(&mut world, &context);
        let told = texts.iter().find(|text| text.starts_with("Path blocked"));
        assert!(told.is_some(), "{texts:?}");
        world.resource_mut::<PanelOptions>().log = false;
        draw::<Fleet>(&mut world, &context);
        let rect = context.memory(|memory| memory.area_rect(egui::Id::new("newest")));
        let height = rect.expect("it is drawn").height();
        assert!(height < 120.0, "it is as high as its lines: {height}");
    }
}

//! Orders a side may give: for tests, random play and whoever wants a list.
//!
//! **Invariant:** every order listed passes the check.

use bevy::prelude::World;

use crate::battle::grid::Direction;
use crate::battle::path::Reach;
use crate::battle::rules::Rules;
use crate::battle::unit::{Presence, Side};
use crate::rules::battlescape::content::items::MAX_ITEMS;
use crate::rules::battlescape::content::{FireMode, Gait};
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::objective::PLAYER;
use crate::rules::battlescape::order::Order;
use crate::rules::battlescape::side_view::SideView;
use crate::rules::battlescape::{Battlescape, check};

/// Lists orders a side may give now in a fixed order: for each unit moves to every hex in reach,
/// turns, attacks, cover, stand, reload, ready, doors, leave, end; then the end of the phase.
pub(super) fn orders(world: &World, side: Side) -> Vec<Order> {
    if !Battlescape::owes(world, side) {
        return match check::begin(world, side, &Order::PlayOn) {
            Ok(_) => vec![Order::PlayOn],
            Err(_) => Vec::new(),
        };
    }
    let view = SideView::new(world, side);
    let mut orders = Vec::new();
    let mut reach = Reach::default();
    for id in view.own_on_board() {
        let state = view.unit(id);
        if state.ended.0 || state.presence != Presence::OnBoard {
            continue;
        }
        for gait in [Gait::Walk, Gait::Run, Gait::Crouch, Gait::Crawl] {
            view.reach(id, gait, state.tu.now, &mut reach);
            let mut tiles = reach.tiles().to_vec();
            tiles.sort_unstable();
            for tile in tiles {
                let path = reach.path_to(tile).expect("listed hexes are in reach");
                orders.push(Order::Move(id, gait, path));
            }
        }
        orders.extend(Direction::ALL.map(|way| Order::Move(id, Gait::Disengage, vec![way])));
        orders.push(Order::GoProne(id));
        for direction in Direction::ALL {
            orders.push(Order::Turn(id, direction));
        }
        for target in view.enemies() {
            orders.extend(FireMode::ALL.map(|mode| Order::Attack(id, target, mode)));
        }
        for (_, tile) in view.grid().neighbors(state.tile) {
            orders.extend(FireMode::ALL.map(|mode| Order::FireAt(id, tile, mode)));
        }
        for facing in Direction::ALL {
            orders.push(Order::TakeCover(id, None, facing));
            orders.extend(Direction::ALL.map(|step| Order::TakeCover(id, Some(step), facing)));
        }
        orders.push(Order::Stand(id));
        orders.push(Order::Reload(id));
        orders.push(Order::Ready(id));
        orders.push(Order::ReadySuppression(id));
        for slot in 0..MAX_ITEMS as u8 {
            orders.extend([
                Order::Prime(id, slot),
                Order::Switch(id, slot),
                Order::Drop(id, slot),
                Order::PickUp(id, slot),
                Order::Use(id, slot, id),
            ]);
            for (_, tile) in view.grid().neighbors(state.tile) {
                orders.push(Order::Lay(id, slot, tile));
                orders.push(Order::Toss(id, slot, tile));
                orders.extend(view.unit_at(tile).map(|other| Order::Use(id, slot, other)));
            }
            for enemy in view.enemies() {
                orders.push(Order::Throw(id, slot, view.unit(enemy).tile));
            }
        }
        for &ability in &view.kind(id).abilities {
            let marks = (view.enemies().chain(view.own_on_board())).map(Mark::Unit);
            let marks = marks.chain([Mark::Hex(state.tile)]);
            orders.extend(marks.map(|mark| Order::Cast(id, ability, mark)));
        }
        orders.extend(Direction::ALL.map(|direction| Order::Door(id, direction)));
        orders.push(Order::Interact(id, state.tile));
        for (_, tile) in view.grid().neighbors(state.tile) {
            orders.push(Order::Interact(id, tile));
        }
        let places = view.deployment().iter();
        orders.extend(places.map(|&tile| Order::Deploy(id, tile)));
        if side == PLAYER {
            orders.push(Order::Leave(id));
        }
        orders.push(Order::EndUnit(id));
    }
    orders.push(Order::EndTurn);
    orders.retain(|order| view.check(order).is_ok());
    orders
}

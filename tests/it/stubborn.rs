//! A squad that waits: the simplest tactic that baits a computer player which comes piecemeal.

use hexscape::battle::grid::{Direction, TileId};
use hexscape::battle::path::Reach;
use hexscape::battle::unit::UnitId;
use hexscape::content::terrain::Cover;
use hexscape::rules::battlescape::content::{FireMode, Gait};
use hexscape::rules::battlescape::order::Order;
use hexscape::rules::battlescape::side_view::SideView;

/// Least chance of a shot that is fired, percent.
const LEAST: u8 = 20;

/// Fires at what comes into sight; else goes into the nearest cover, takes it and keeps watch there.
/// Nobody goes on from there.
pub fn wait(view: SideView, reach: &mut Reach) -> Order {
    let Some(id) = view.own_on_board().find(|&id| view.can_act(id)) else {
        return Order::EndTurn;
    };
    let state = view.unit(id);
    let tu = &view.figures().tu;
    let watch = if state.readiness.ready { 0 } else { tu.ready };
    if let Some(order) = best_shot(view, id, state.tu.now.saturating_sub(watch)) {
        return order;
    }
    let facing = ahead(view, id);
    let is_calm = view.enemies().next().is_none();
    if is_calm && view.cover_towards(state.tile, facing) == Cover::None {
        let spare = state.tu.now.saturating_sub(tu.ready + tu.take_cover);
        if let Some(order) = into_cover(view, id, spare, reach) {
            return order;
        }
    }
    let takes_cover = view.cover_towards(state.tile, facing) == Cover::Half
        && state.stance.0 == Cover::None
        && !state.readiness.ready;
    let is_low = is_calm && state.arms.rounds * 2 < view.weapon(id).magazine;
    [
        (is_low || state.arms.rounds < 5, Order::Reload(id)),
        (takes_cover, Order::TakeCover(id, None, facing)),
        (true, Order::Ready(id)),
    ]
    .into_iter()
    .find(|(is_wanted, order)| *is_wanted && view.check(order).is_ok())
    .map_or(Order::EndUnit(id), |(_, order)| order)
}

/// The shot that takes most for its TU, of those that leave enough.
fn best_shot(view: SideView, id: UnitId, tu: u16) -> Option<Order> {
    let here = view.unit(id).tile;
    let worth = |enemy, mode| {
        let order = Order::Attack(id, enemy, mode);
        view.check(&order).ok()?;
        let odds = view.forecast(id, here, enemy, mode).ok()?;
        let cost = odds.attack.cost.tu;
        let is_wanted = odds.attack.aim.chance >= LEAST && cost <= tu;
        is_wanted.then(|| (odds.mean_thousandths() / u32::from(cost.max(1)), order))
    };
    (view.enemies())
        .flat_map(|enemy| FireMode::ALL.map(|mode| (enemy, mode)))
        .filter_map(|(enemy, mode)| worth(enemy, mode))
        .max_by_key(|(worth, _)| *worth)
        .map(|(_, order)| order)
}

/// The direction the enemy is expected from: the nearest one seen or remembered, else across the board.
fn ahead(view: SideView, id: UnitId) -> Direction {
    let (grid, here) = (view.grid(), view.unit(id).tile);
    let seen = view.enemies().map(|enemy| view.unit(enemy).tile);
    let known = seen.chain(view.last_seen().map(|(_, at)| at.tile));
    let nearest = known.min_by_key(|&tile| (grid.distance(here, tile), tile));
    let middle = || TileId((grid.len() / 2 + usize::from(grid.width) / 2) as u32);
    grid.direction_towards(here, nearest.unwrap_or_else(middle))
}

/// The walk to the nearest hex that has cover ahead.
fn into_cover(view: SideView, id: UnitId, tu: u16, reach: &mut Reach) -> Option<Order> {
    let facing = ahead(view, id);
    view.reach(id, Gait::Walk, tu, reach);
    let here = view.unit(id).tile;
    let (_, tile) = (reach.tiles().iter())
        .filter(|&&tile| tile != here && view.cover_towards(tile, facing) != Cover::None)
        .map(|&tile| (reach.cost(tile), tile))
        .min()?;
    let path = reach.path_to(tile)?;
    let order = Order::Move(id, Gait::Walk, path);
    view.check(&order).is_ok().then_some(order)
}

//! What a side can foresee of what its characters do: where they can go, and attacks from there.
//!
//! **Invariant:** made of what the side knows; chances are those of the fight.

use std::cmp::Reverse;

use bevy::prelude::World;

use crate::battle::grid::{Direction, TileId};
use crate::battle::knowledge::Knowledge;
use crate::battle::tile_set::TileSet;
use crate::battle::unit::{Health, Side, UnitId, Units};
use crate::battle::view::FieldOfView;
use crate::rules::kit::arc::{Arc, arc};
use crate::rules::kit::ways::Ways;
use crate::rules::party::attack::{Fighter, Forecast, foresee, reckon};
use crate::rules::party::character::Purse;
use crate::rules::party::check::is_barred;
use crate::rules::party::objects::{is_trapped, traps};
use crate::rules::party::progress::{Progress, foes, is_up, most_ap, party};
use crate::rules::party::setup;

/// An attack that a character walks to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approach {
    /// The steps to where it is made from; none where the character is.
    pub path: Vec<Direction>,
    /// Where that is.
    pub tile: TileId,
    /// What it would come to.
    pub forecast: Forecast,
}

/// A step of a way, and what the walker would come to there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// Where it leads.
    pub tile: TileId,
    /// Action points spent by then.
    pub ap: u16,
    /// Enemies in sight that would see the walker there, in id order.
    pub seen_by: Vec<UnitId>,
    /// Enemies whose back the walker could strike from there, in id order.
    pub behind: Vec<UnitId>,
    /// Enemies that could come behind the walker there in their next turn and strike its back, in id order.
    pub exposed_to: Vec<UnitId>,
}

/// Searches ways over ground that a side knows, around hexes that are blocked; on traps that it knows of
/// only to where no other way leads.
pub(super) fn search(
    world: &World,
    side: Side,
    starts: &[TileId],
    most: u16,
    is_blocked: impl Fn(TileId) -> bool,
) -> Ways {
    let (board, traps) = (Units::of(world).board(), Vec::from_iter(traps(world, side)));
    let layers = &world.resource::<Knowledge>().of(side).layers;
    match traps.is_empty() {
        true => Ways::from_any(board, layers, starts, most, is_blocked),
        false => {
            let is_shunned = |tile| traps.contains(&tile);
            Ways::shunning(board, layers, starts, most, is_blocked, is_shunned)
        }
    }
}

/// Returns the ways of a character over ground that its side knows, so many steps at most, around traps that
/// it knows of; in combat around all whom it knows.
pub fn ways(world: &World, id: UnitId, most: u16) -> Ways {
    let units = Units::of(world);
    let (side, from) = (units.side(id), units.seat(id).unwrap_or_default());
    let fights = world.resource::<Progress>().fights();
    search(world, side, &[from], most, |tile| {
        fights && is_barred(world, side, tile)
    })
}

/// Returns the steps that a character's action points are enough for.
pub fn steps(world: &World, id: UnitId) -> u16 {
    let step = setup::content(world).figures.costs.step;
    let ap = Units::of(world).part::<Purse>(id).ap;
    u16::from(ap.checked_div(step).unwrap_or(u8::MAX))
}

/// Returns what an attack would come to, made from a hex.
pub fn forecast_from(world: &World, attacker: UnitId, from: TileId, target: UnitId) -> Forecast {
    let (content, units) = (setup::content(world), Units::of(world));
    let [mut attacker, target_now] = [attacker, target].map(|id| Fighter::of(world, id));
    attacker.tile = from;
    let odds = reckon(content, &units.board().grid, [attacker, target_now]);
    let (cost, health) = (attacker.attack_cost(content), units.part::<Health>(target));
    foresee(&content.figures, odds, cost, health.now)
}

/// Returns the attack of a character that strikes neighbors on one whom it can walk beside, however many
/// action points that takes: from the hex that is nearest, of such the one with the best chance; from a trap
/// that its side knows of only if nothing else is left.
pub fn approach(world: &World, id: UnitId, target: UnitId) -> Option<Approach> {
    let (content, units) = (setup::content(world), Units::of(world));
    let fighter = Fighter::of(world, id);
    let seat = units.seat(target)?;
    if fighter.is_ranged(content) {
        return None;
    }
    let ways = ways(world, id, u16::MAX);
    let side = units.side(id);
    let beside = units.board().grid.neighbors(seat);
    let options = beside.filter_map(|(_, tile)| {
        let (path, forecast) = (ways.path(tile)?, forecast_from(world, id, tile, target));
        Some(Approach {
            path,
            tile,
            forecast,
        })
    });
    options.min_by_key(|one| {
        let chance = Reverse(one.forecast.odds.chance);
        (is_trapped(world, side, one.tile), one.path.len(), chance)
    })
}

/// Returns what a side takes somebody on a hex to see: over ground as the side remembers it, with doors as it
/// saw them last.
pub fn sight(world: &World, side: Side, from: TileId) -> TileSet {
    let (grid, figures) = (
        Units::of(world).board().grid,
        &setup::content(world).figures,
    );
    let layers = &world.resource::<Knowledge>().of(side).layers;
    let (radius, mut seen) = (figures.sight_radius, TileSet::new(grid.len()));
    FieldOfView::default().compute(&grid, layers, from, radius, &figures.sight, &mut seen);
    seen
}

/// Returns what comes of each step of a character's way: what it costs, and what enemies in sight, who are
/// taken to stand where they are until then, would see and could do. Sleepers see and strike nobody.
pub fn along(world: &World, id: UnitId, path: &[Direction]) -> Vec<PathStep> {
    let (content, units) = (setup::content(world), Units::of(world));
    let (grid, side, walker) = (units.board().grid, units.side(id), Fighter::of(world, id));
    let known = world.resource::<Knowledge>().of(side);
    let seen = foes(world, side).filter(|&foe| known.sees_unit(foe));
    let watchers = seen.map(|foe| {
        let fighter = Fighter::of(world, foe);
        (foe, fighter, sight(world, side, fighter.tile))
    });
    let watchers: Vec<_> = watchers.collect();
    let cost = u16::from(content.figures.costs.step);
    let (mut tile, mut ap) = (walker.tile, 0);
    let steps = path.iter().map_while(|&facing| {
        let before = tile;
        (tile, ap) = (grid.neighbor(before, facing)?, ap + cost);
        let is_behind = |foe: &Fighter| {
            let towards = grid.direction_towards(tile, foe.tile);
            !walker.is_ranged(content)
                && grid.distance(tile, foe.tile) == 1
                && arc(foe.facing, towards) == Arc::Back
        };
        let of = |is_so: &dyn Fn(&(UnitId, Fighter, TileSet)) -> bool| {
            let all = watchers.iter().filter(|&one| is_so(one));
            all.map(|&(foe, ..)| foe).collect()
        };
        Some(PathStep {
            tile,
            ap,
            seen_by: of(&|(foe, _, view)| is_up(world, *foe) && view.contains(tile)),
            behind: of(&|(_, fighter, _)| is_behind(fighter)),
            exposed_to: of(&|(foe, ..)| comes_behind(world, *foe, id, [before, tile])),
        })
    });
    steps.collect()
}

/// Whether all that live of the party stand where they can escape (§7), once one has walked to a hex.
pub fn all_escape(world: &World, walked: Option<(UnitId, TileId)>) -> bool {
    let (escape, units) = (setup::escape(world), Units::of(world));
    let seat = |id| match walked {
        Some((walker, tile)) if walker == id => Some(tile),
        _ => units.seat(id),
    };
    let is_there = |id| seat(id).is_some_and(|tile| escape.contains(&tile));
    !escape.is_empty() && party(world).all(is_there)
}

/// Whether an enemy can come to the hex behind a walker, who stands on the other one then, and strike with
/// the AP of its next turn.
fn comes_behind(world: &World, foe: UnitId, walker: UnitId, [back, tile]: [TileId; 2]) -> bool {
    let (content, units) = (setup::content(world), Units::of(world));
    let (fighter, side) = (Fighter::of(world, foe), units.side(walker));
    let left = most_ap(world, foe).checked_sub(fighter.attack_cost(content));
    let Some(left) = left.filter(|_| is_up(world, foe) && !fighter.is_ranged(content)) else {
        return false;
    };
    let layers = &world.resource::<Knowledge>().of(side).layers;
    let seat = units.seat(walker);
    let is_blocked = |at| at == tile || Some(at) != seat && is_barred(world, side, at);
    let steps = left.checked_div(content.figures.costs.step);
    let most = steps.unwrap_or(u8::MAX).into();
    let ways = Ways::search(units.board(), layers, fighter.tile, most, is_blocked);
    ways.steps(back).is_some()
}

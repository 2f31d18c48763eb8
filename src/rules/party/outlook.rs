//! What a side can foresee of what its characters do: where they can go, and attacks from there.
//!
//! **Invariant:** made of what the side knows; chances are those of the fight.

use bevy::prelude::World;

use crate::battle::grid::{Direction, TileId};
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{Health, UnitId, Units};
use crate::rules::kit::ways::Ways;
use crate::rules::party::attack::{Fighter, Forecast, foresee, reckon};
use crate::rules::party::character::Purse;
use crate::rules::party::check::is_barred;
use crate::rules::party::progress::Progress;
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

/// Returns the ways of a character over ground that its side knows, so many steps at most; in combat
/// around all whom it knows.
pub fn ways(world: &World, id: UnitId, most: u16) -> Ways {
    let units = Units::of(world);
    let side = units.side(id);
    let layers = &world.resource::<Knowledge>().of(side).layers;
    let from = units.seat(id).unwrap_or_default();
    let fights = world.resource::<Progress>().fights();
    Ways::search(units.board(), layers, from, most, |tile| {
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
/// action points that takes: from the hex that is nearest, of such the one with the best chance.
pub fn approach(world: &World, id: UnitId, target: UnitId) -> Option<Approach> {
    let (content, units) = (setup::content(world), Units::of(world));
    let fighter = Fighter::of(world, id);
    let seat = units.seat(target)?;
    if fighter.is_ranged(content) {
        return None;
    }
    let ways = ways(world, id, u16::MAX);
    let beside = units.board().grid.neighbors(seat);
    let options = beside.filter_map(|(_, tile)| {
        let (path, forecast) = (ways.path(tile)?, forecast_from(world, id, tile, target));
        Some(Approach {
            path,
            tile,
            forecast,
        })
    });
    options.min_by_key(|one| (one.path.len(), std::cmp::Reverse(one.forecast.odds.chance)))
}

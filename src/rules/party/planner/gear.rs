//! What weapon or armor serves a character better than what it has.
//!
//! **Invariant:** armor is better by its rating, a weapon by what a turn's blows with it do to somebody like
//! its bearer.

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::unit::UnitId;
use crate::rules::kit::arc::Arc;
use crate::rules::party::attack::Fighter;
use crate::rules::party::character::{Gear, Thing};
use crate::rules::party::planner::blows::Blows;
use crate::rules::party::progress::most_ap;
use crate::rules::party::setup;

/// Percent of what a weapon does that a better one has to do.
const CLEARLY: i64 = 110;

/// Whether a character is clearly better off with a weapon or a piece of armor than with what it has.
pub(in crate::rules::party) fn is_better(world: &World, id: UnitId, thing: Thing) -> bool {
    let (content, fighter) = (setup::content(world), Fighter::of(world, id));
    let grid = &world.resource::<Board>().grid;
    match thing {
        Thing::Item(_) => false,
        Thing::Armor(piece) => {
            let piece = content.piece(piece);
            let worn = fighter.gear.worn.iter().map(|&worn| content.piece(worn));
            let mut same = worn.filter(|worn| worn.worn == piece.worn);
            same.all(|worn| worn.rating < piece.rating)
        }
        Thing::Weapon(weapon) => {
            let gear = Gear {
                weapon: Some(weapon),
                ..fighter.gear.clone()
            };
            let armed = Fighter {
                gear: &gear,
                ..fighter
            };
            let [now, then] = [fighter, armed].map(|one| {
                let blows = Blows::of(content, grid, [one, fighter]);
                blows.expected(Arc::Front, blows.count(most_ap(world, id).into()))
            });
            then * 100 > now * CLEARLY
        }
    }
}

//! Where rounds fly and end, as far as the player's side sees them.
//!
//! **Invariant:** a round that missed never ends on somebody, and none in the dark.

use bevy::prelude::*;

use super::eyes::Eyes;
use super::looks::arm_of;
use crate::battle::unit::UnitId;
use crate::game::table::playback::{End, Ground, Shot};
use crate::rules::battlescape::attack::Round;
use crate::rules::battlescape::content::WeaponClass;
use crate::rules::battlescape::event::{Mark, Ricochet};
use crate::rules::battlescape::soldier;

/// Distance of a muzzle from the middle of its token.
const MUZZLE: f32 = 36.0;

/// A round from muzzle to end.
pub(super) fn shot(
    eyes: Eyes,
    unit: UnitId,
    target: Mark,
    round: &Round,
    ricochet: Option<Ricochet>,
    number: u32,
) -> Shot {
    let weapon = soldier::weapon(eyes.world, unit);
    let tile = eyes.spot(target);
    let middle = eyes.board.center(tile);
    let shooter = eyes.sees(unit).then_some(unit);
    // A shooter that is not seen fires from somewhere beyond the fog.
    let from = match shooter {
        Some(shooter) => eyes.center(shooter),
        None => middle + Vec2::new(0.0, 340.0),
    };
    let way = (middle - from).normalize_or(Vec2::X);
    let is_blow = weapon.class == WeaponClass::Melee;
    let muzzle = match shooter {
        Some(_) if !is_blow => from + way * MUZZLE,
        _ => from,
    };
    let (to, end) = match round.wound {
        _ if !eyes.sees_mark(target) => (last_seen(eyes, from, middle), End::Lost),
        Some(wound) => {
            let target = match target {
                Mark::Unit(unit) => Some(unit),
                Mark::Hex(tile) => eyes.view.unit_at(tile),
            };
            let aside = way.perp() * scattered(number, 9.0);
            let end = End::Hit {
                target: target.map(|unit| (unit, eyes.flesh(unit))),
                dealt: wound.dealt,
                is_blocked: wound.blocked,
                is_crit: wound.is_crit(),
            };
            (middle + aside, end)
        }
        None if is_blow => {
            let beside = middle;
            let end = End::Miss {
                ground: None,
                beside,
                ricochet: None,
            };
            (middle - way * 12.0, end)
        }
        None => {
            let (to, ground) = missed(eyes, from, middle, number);
            let on = ricochet.and_then(|ricochet| {
                let to = ricochet.to.filter(|&to| eyes.knows(to))?;
                let victim = ricochet.victim.map(|(unit, _, dealt)| (unit, dealt));
                Some((eyes.board.center(to), victim))
            });
            let end = End::Miss {
                ground,
                beside: middle,
                ricochet: on,
            };
            (to, end)
        }
    };
    Shot {
        shooter,
        from: muzzle,
        arm: arm_of(weapon),
        to,
        end,
    }
}

/// A fixed number from `-most` to `most`, another for each shot.
fn scattered(number: u32, most: f32) -> f32 {
    let mixed = number
        .wrapping_mul(0x9E37_79B9)
        .rotate_left(13)
        .wrapping_mul(0x85EB_CA6B);
    ((mixed >> 8) as f32 / (1 << 24) as f32 * 2.0 - 1.0) * most
}

/// Where a round that missed strikes, and what: beside the target and behind it, on the first wall or
/// where it comes down, never on somebody.
fn missed(eyes: Eyes, from: Vec2, middle: Vec2, number: u32) -> (Vec2, Option<Ground>) {
    let way = (middle - from).normalize_or(Vec2::X);
    let side = if number.is_multiple_of(2) { 1.0 } else { -1.0 };
    let past = middle + way.perp() * side * (36.0 + scattered(number, 9.0));
    let on = (past - from).normalize_or(way);
    let far = 130.0 + scattered(number.wrapping_add(77), 55.0);
    let mut last = past;
    let mut gone = 0.0;
    while gone < far {
        let place = past + on * gone;
        let Some(tile) = eyes.board.tile_at(place) else {
            return (place, None);
        };
        if !eyes.knows(tile) {
            return (place, None);
        }
        if eyes.is_tall(tile) {
            return (place, Some(eyes.ground(tile)));
        }
        let is_free = eyes.view.unit_at(tile).is_none();
        if is_free {
            last = place;
        }
        gone += 14.0;
    }
    let ground = eyes.board.tile_at(last).map(|tile| eyes.ground(tile));
    (last, ground)
}

/// The last place in sight on the way to one that is not.
fn last_seen(eyes: Eyes, from: Vec2, to: Vec2) -> Vec2 {
    let steps = (from.distance(to) / 20.0).ceil().max(1.0);
    (1..=steps as u32)
        .map(|i| from.lerp(to, i as f32 / steps))
        .take_while(|&place| {
            eyes.board
                .tile_at(place)
                .is_some_and(|tile| eyes.knows(tile))
        })
        .last()
        .unwrap_or(from)
}

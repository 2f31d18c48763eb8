//! Battles of battalions as one side imagines them.
//!
//! **Invariant:** of the enemy a twin holds what [`Field::known_to`] says; units that are not identified are as
//! strong as units of their class may be. A plan that waits for the side's answer is what it is asked.

use std::borrow::Cow;
use std::collections::BTreeSet;

use bevy::prelude::World;

use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::imagine::{fancy, follow, lay_ground, open_minds, seat_all, settle};
use crate::battle::order::Pending;
use crate::battle::rules::Rules;
use crate::battle::unit::{self, Side};
use crate::mission::Mission;
use crate::playing::prepare;
use crate::rules::operations::Operations;
use crate::rules::operations::field::{self, Field};
use crate::rules::operations::unit::{Build, UnitState};

/// An estimate of so many points stands for all from this share of them on, in parts of [`WHOLE`].
const LEAST: u32 = 3;
const WHOLE: u32 = 4;
/// Most points that units are taken for more or less than estimated, so that their zones are as known.
const MOST_STEPS: usize = 40;

/// Makes a world a twin of the battle as a side imagines it.
pub(super) fn imagine(world: &World, side: Side, seed: u64, into: &mut World) -> bool {
    let waiting = world.resource::<Pending<Operations>>().0.clone();
    let is_asked = (waiting.as_ref()).is_none_or(|waiting| waiting.side == side);
    if !is_asked || Field::of(world).table().is_some() {
        return false;
    }
    prepare::<Operations>(world, side, into, Mission::clone);
    follow::<Operations>(world, into, seed, waiting);
    lay_ground(world, side, into);
    let mut luck = fancy(side, seed);
    let known = Field::known_to(world, side);
    into.insert_resource(Cow::into_owned(known.progress.clone()));
    for unit in known.all() {
        let build = known.build(unit.id).clone();
        let mut state = unit.now.clone();
        if unit.side != side && !unit.body().identified {
            guess(&mut state, &build, &mut luck);
        }
        unit::unit_mut(into, unit.id).insert(build);
        Operations::restore_unit(into, unit.id, &state);
    }
    field::set_up(into);
    fit_zones(&known, Field::foe(side), into);
    seat_all(into);
    open_minds(world, side, into);
    settle::<Operations>(into);
    true
}

/// Takes units on hexes for stronger or weaker until they control others where the side knows it, and only there.
fn fit_zones(known: &Field, foe: Side, into: &mut World) {
    let tiles: BTreeSet<_> = known.of_side(foe).map(|unit| unit.tile()).collect();
    for tile in tiles {
        let wanted = known.controls(foe, tile);
        for _ in 0..MOST_STEPS {
            let field = Field::of(into);
            if field.controls(foe, tile) == wanted {
                break;
            }
            let guessed = field
                .stack(tile, foe)
                .filter(|unit| !unit.body().identified);
            let mut states: Vec<_> = guessed.map(|unit| (unit.id, unit.now.clone())).collect();
            for (id, state) in &mut states {
                for toe in &mut state.body.toe {
                    *toe = match wanted {
                        true => toe.saturating_add(1),
                        false => toe.saturating_sub(1),
                    };
                }
                weigh(state, known.build(*id));
            }
            for (id, state) in states {
                Operations::restore_unit(into, id, &state);
            }
        }
    }
}

/// Writes how strong a unit is by its points.
fn weigh(state: &mut UnitState, build: &Build) {
    let full = build.full.iter().map(|&points| u16::from(points));
    state.health.now = state.body.strength().max(1);
    state.health.max = full.sum::<u16>().max(state.health.now);
}

/// Takes a unit for one of its class that may have lost something.
fn guess(state: &mut UnitState, build: &Build, luck: &mut Dice) {
    for toe in &mut state.body.toe {
        let most = u32::from(*toe);
        let least = most * LEAST / WHOLE;
        if most > least {
            *toe = (least + luck.die(Label::Ai, most - least)) as u8;
        }
    }
    weigh(state, build);
}

//! Initiative: who acts first in a fight (§6).
//!
//! **Invariant:** no two ships tie: total, then base SPD, then id decide.

use std::cmp::Reverse;

use crate::{
    battle::{
        dice::{Label, Roll},
        unit::UnitId,
    },
    rules::fleet::{
        event::{DieRoll, Initiative},
        muster::Muster,
    },
};

/// First turn of a battle.
const FIRST_TURN: u16 = 1;

/// Rolls 1d(SPD+1) for a ship; a seasoned pilot may add to the total in the first turn (§6, §8).
pub fn roll(muster: &Muster, ship: UnitId, dice: &mut impl Roll) -> Initiative {
    let speed = muster.speed(ship);
    let sides = speed.saturating_add(muster.content.figures.dice.initiative);
    let base = dice.die(Label::Initiative, u32::from(sides));
    let base = u8::try_from(base).expect("a die of at most 255 sides");
    let modifier = match muster.turn {
        FIRST_TURN => i32::from(muster.ability(ship).first_initiative),
        _ => 0,
    };
    Initiative {
        ship,
        roll: DieRoll {
            sides,
            base,
            modifier,
            total: i32::from(base) + modifier,
        },
        speed,
    }
}

/// Rolls for some ships, in the order given, and sorts who acts first.
pub fn order(muster: &Muster, ships: &[UnitId], dice: &mut impl Roll) -> Vec<Initiative> {
    let rolls = ships.iter().map(|&ship| roll(muster, ship, dice));
    let mut order: Vec<_> = rolls.collect();
    order.sort_by_key(|one| (Reverse(one.roll.total), Reverse(one.speed), one.ship));
    order
}

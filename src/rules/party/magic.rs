//! Spells and perks (§10): whom they strike, what they roll, what they leave behind.
//!
//! **Invariant:** decides and rolls; writes nothing. One roll counts for all who are struck, and armor keeps
//! nothing off.

use bevy::prelude::World;

use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::unit::{Health, UnitId, Units};
use crate::rules::party::character::{Lasting, POINT, Sheet};
use crate::rules::party::content::SpellId;
use crate::rules::party::event::{Casting, Struck};
use crate::rules::party::setup;

/// Casts a spell on a target.
pub(super) fn cast(
    world: &World,
    unit: UnitId,
    id: SpellId,
    target: UnitId,
    dice: &mut Dice,
) -> Casting {
    let units = Units::of(world);
    let spell = setup::content(world).spell(id);
    let rank = units.part::<Sheet>(unit).spells.of(id).unwrap_or(1);
    let mut roll = |sides: u8| match sides {
        0 => 0,
        sides => dice.sum(Label::Dmg, rank, sides).sum as u16,
    };
    let (harm, mend) = (roll(spell.harm), roll(spell.mend));
    let struck = struck(world, target, spell.area).into_iter().map(|unit| {
        let Health { now, max } = *units.part::<Health>(unit);
        let harm = harm * POINT;
        let killed = harm >= now && harm > 0;
        let effect = spell.effect.filter(|_| !killed);
        Struck {
            unit,
            harm: harm.min(now),
            mend: (mend * POINT).min(max - now),
            effect: effect.map(|effect| Lasting {
                effect,
                rank,
                turns: spell.turns,
            }),
            killed,
        }
    });
    let grid = units.board().grid;
    let seats = units.seat(unit).zip(units.seat(target));
    let away = seats.filter(|(from, to)| from != to);
    Casting {
        unit,
        spell: id,
        ap: spell.ap,
        mp: spell.mp,
        facing: away.map(|(from, to)| grid.direction_towards(from, to)),
        rolled: (harm + mend) as u8,
        results: struck.collect(),
    }
}

/// Lists whom a spell on a target strikes: it, and everybody else within its area, by id.
pub fn struck(world: &World, target: UnitId, area: u8) -> Vec<UnitId> {
    let units = Units::of(world);
    let Some(center) = units.seat(target) else {
        return Vec::new();
    };
    let is_near = |tile| units.board().grid.distance(center, tile) <= u32::from(area);
    let others = units.ids().filter(|&id| id != target && area > 0);
    let others = others.filter(|&id| units.seat(id).is_some_and(is_near));
    [target].into_iter().chain(others).collect()
}

//! Spells and perks (§10), cast or worked by items and traps: whom they strike, what they roll, what they
//! leave behind.
//!
//! **Invariant:** decides and rolls; writes nothing. One roll counts for all who are struck, and armor keeps
//! nothing off.

use bevy::prelude::World;

use crate::battle::dice::{Label, Roll};
use crate::battle::unit::{Health, UnitId, Units};
use crate::rules::party::character::{Effects, Lasting, POINT, Sheet, Slot};
use crate::rules::party::content::{EffectId, ItemId, SpellId};
use crate::rules::party::event::{Casting, Struck};
use crate::rules::party::setup;

/// Casts a spell on a target, by its caster or by an item, which is used up and takes no mana.
pub(super) fn cast(
    world: &World,
    unit: UnitId,
    id: SpellId,
    target: UnitId,
    item: Option<(Slot, ItemId)>,
    dice: &mut impl Roll,
) -> Casting {
    let (units, content) = (Units::of(world), setup::content(world));
    let spell = content.spell(id);
    let (rank, ap, mp) = match item {
        Some((_, item)) => (content.item(item).rank, content.figures.costs.item, 0),
        None => {
            let rank = units.part::<Sheet>(unit).spells.of(id);
            (rank.unwrap_or(1), spell.ap, spell.mp)
        }
    };
    let (rolled, results) = work(world, (id, rank), target, dice);
    let seats = units.seat(unit).zip(units.seat(target));
    let away = seats.filter(|(from, to)| from != to);
    Casting {
        unit,
        spell: id,
        item,
        ap,
        mp,
        facing: away.map(|(from, to)| units.board().grid.direction_towards(from, to)),
        rolled,
        results,
    }
}

/// Works a spell of a rank on a target, whoever or whatever does: the dice together, and what it did, the
/// target first.
pub(super) fn work(
    world: &World,
    (id, rank): (SpellId, u8),
    target: UnitId,
    dice: &mut impl Roll,
) -> (u8, Vec<Struck>) {
    let units = Units::of(world);
    let spell = setup::content(world).spell(id);
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
        let effects = &units.part::<Effects>(unit).0;
        let is_on = |cured: &&EffectId| effects.iter().any(|one| one.effect == **cured);
        Struck {
            unit,
            harm: harm.min(now),
            mend: (mend * POINT).min(max - now),
            cured: spell.cures.iter().filter(is_on).copied().collect(),
            effect: effect.map(|effect| Lasting {
                effect,
                rank,
                turns: spell.turns,
            }),
            killed,
        }
    });
    ((harm + mend) as u8, struck.collect())
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

//! What characters could do besides walking: where it can be done, what it takes, and the orders for it.
//!
//! **Invariant:** lists by what the side knows; the check has the last word.

use crate::battle::grid::length;
use crate::battle::unit::UnitId;
use crate::rules::party::character::{Mana, Purse, Slot, Thing};
use crate::rules::party::content::{Aim, SpellId};
use crate::rules::party::order::Order;
use crate::rules::party::planner::blows::{Magic, spells};
use crate::rules::party::planner::weigh::Place;
use crate::rules::party::planner::{Candidate, Own, Planner};
use crate::rules::party::progress::PARTY;

/// What a character could do on a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    Wait,
    /// Strike an enemy, by its place in the list.
    Attack(usize),
    Cast(SpellId, UnitId),
    /// Use an item, the inventory opened before if it is in the pack.
    Use(Slot, UnitId),
    /// Take something of its pack, the inventory opened before.
    Take(u8),
    Alert,
}

impl<'w> Planner<'w> {
    /// Lists what a character could do, wherever it is.
    pub(super) fn acts(&self, at: usize) -> Vec<Act> {
        let own = &self.own[at];
        let mut acts = vec![Act::Wait];
        acts.extend((0..self.foes.len()).map(Act::Attack));
        let mana = *self.units.part::<Mana>(own.id);
        for (id, magic) in spells(self.content, own.fighter.sheet, mana) {
            let targets = self.targets(own.id, magic.spell.aim).into_iter();
            acts.extend(targets.map(|target| Act::Cast(id, target)));
        }
        for (slot, id) in own.fighter.gear.items() {
            let aim = self.content.spell(self.content.item(id).spell).aim;
            let targets = self.targets(own.id, aim).into_iter();
            acts.extend(targets.map(|target| Act::Use(slot, target)));
        }
        let slots = (0..=u8::MAX).zip(&own.fighter.gear.pack);
        let weapons = slots.filter(|(_, thing)| matches!(thing, Thing::Weapon(_)));
        acts.extend(weapons.map(|(slot, _)| Act::Take(slot)));
        // The party needs nobody's word: it shares what it sees.
        acts.extend((self.side != PARTY).then_some(Act::Alert));
        acts
    }

    /// Lists on whom a character could work a spell, wherever they are.
    fn targets(&self, id: UnitId, aim: Aim) -> Vec<UnitId> {
        match aim {
            Aim::Caster => vec![id],
            Aim::Ally => self.own.iter().map(|own| own.id).collect(),
            Aim::Enemy => self.foes.iter().map(|foe| foe.id).collect(),
        }
    }

    /// Returns how a character works the spell of an act, if it is one.
    pub(super) fn magic(&self, at: usize, act: Act) -> Option<Magic<'w>> {
        let Own { id, fighter, .. } = &self.own[at];
        match act {
            Act::Cast(spell, _) => {
                let rank = fighter.sheet.spells.of(spell)?;
                let spell = self.content.spell(spell);
                Some(Magic::of_spell(spell, rank, *self.units.part(*id)))
            }
            Act::Use(slot, _) => {
                let Some(Thing::Item(item)) = fighter.gear.get(slot) else {
                    return None;
                };
                let fee = match slot {
                    Slot::Quick(_) => 0,
                    Slot::Pack(_) => self.fee(*id),
                };
                Some(Magic::of_item(self.content, item, fee))
            }
            _ => None,
        }
    }

    /// Whether an act can be done on a hex, as far as there is a need to know before it is weighed.
    pub(super) fn can(&self, at: usize, place: &Place, act: Act) -> bool {
        let own = &self.own[at];
        let is_here = place.to == own.tile;
        let grid = self.units.board().grid;
        let far = |id| match self.units.seat(id) {
            _ if id == own.id => 0,
            Some(seat) => length(grid.hex(seat) - place.hex),
            None => u32::MAX,
        };
        match act {
            Act::Wait => true,
            Act::Take(_) | Act::Alert => is_here,
            Act::Attack(index) => {
                let blows = &self.duels[at][index].ours;
                blows.count(place.left) > 0 && self.reaches(blows.range, place, index)
            }
            Act::Cast(_, target) | Act::Use(_, target) => {
                // Own ones are sure to be seen from beside them only.
                let foe = || self.foes.iter().find(|foe| foe.id == target);
                let is_seen = || match foe() {
                    Some(foe) => foe.view.contains(place.to),
                    None => is_here || far(target) <= 1,
                };
                self.magic(at, act).is_some_and(|magic| {
                    let is_near = far(target) <= magic.range || target == own.id;
                    place.left >= magic.cost && is_near && is_seen()
                })
            }
        }
    }

    /// Whether an enemy is in range and in sight from a hex.
    pub(super) fn reaches(&self, [fewest, most]: [u32; 2], from: &Place, foe: usize) -> bool {
        let foe = &self.foes[foe];
        let far = length(from.hex - foe.hex);
        (fewest..=most).contains(&far) && (most == 1 || foe.view.contains(from.to))
    }

    /// Returns the first order of a candidate: the way, to open the inventory, or what is done.
    pub(super) fn order(&self, candidate: &Candidate) -> Order {
        let Candidate { id, to, act, .. } = *candidate;
        let seat = self.units.seat(id).unwrap_or_default();
        if to != seat {
            return Order::Move(id, self.ways(id, seat).path(to).unwrap_or_default());
        }
        match act {
            Act::Take(_) | Act::Use(Slot::Pack(_), _) if !self.units.part::<Purse>(id).opened => {
                Order::Open(id)
            }
            _ => self.deed(candidate),
        }
    }

    /// Returns the order for what a candidate comes to in the end.
    pub(super) fn deed(&self, Candidate { id, act, .. }: &Candidate) -> Order {
        match *act {
            Act::Wait => Order::Rest(*id),
            Act::Attack(index) => Order::Attack(*id, self.foes[index].id),
            Act::Cast(spell, target) => Order::Cast(*id, spell, target),
            Act::Use(slot, target) => Order::Use(*id, slot, target),
            Act::Take(slot) => Order::Equip(*id, slot),
            Act::Alert => Order::Alert(*id),
        }
    }

    /// Returns what it costs a character to open its inventory now, AP.
    pub(super) fn fee(&self, id: UnitId) -> i64 {
        match self.units.part::<Purse>(id).opened {
            true => 0,
            false => self.content.figures.costs.inventory.into(),
        }
    }
}

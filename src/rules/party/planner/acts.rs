//! What characters could do besides walking: where it can be done, what it takes, and the orders for it.
//!
//! **Invariant:** lists by what the side knows; the check has the last word.

use crate::battle::grid::length;
use crate::battle::unit::UnitId;
use crate::rules::party::character::{Mana, Purse, Slot, Thing};
use crate::rules::party::content::Aim;
use crate::rules::party::order::Order;
use crate::rules::party::planner::blows::{Magic, spells};
use crate::rules::party::planner::weigh::Place;
use crate::rules::party::planner::{Candidate, Own, Planner};
use crate::rules::party::progress::PARTY;

impl<'w> Planner<'w> {
    /// Lists what a character could do, wherever it is; to rest is to wait.
    pub(super) fn acts(&self, at: usize) -> Vec<Order> {
        let own = &self.own[at];
        let mut acts = vec![Order::Rest(own.id)];
        acts.extend(self.foes.iter().map(|foe| Order::Attack(own.id, foe.id)));
        let mana = *self.units.part::<Mana>(own.id);
        for (id, magic) in spells(self.content, own.fighter.sheet, mana) {
            let targets = self.targets(own.id, magic.spell.aim).into_iter();
            acts.extend(targets.map(|target| Order::Cast(own.id, id, target)));
        }
        for (slot, id) in own.fighter.gear.items() {
            let aim = self.content.spell(self.content.item(id).spell).aim;
            let targets = self.targets(own.id, aim).into_iter();
            acts.extend(targets.map(|target| Order::Use(own.id, slot, target)));
        }
        let slots = (0..=u8::MAX).zip(&own.fighter.gear.pack);
        let weapons = slots.filter(|(_, thing)| matches!(thing, Thing::Weapon(_)));
        acts.extend(weapons.map(|(slot, _)| Order::Equip(own.id, slot)));
        // The party needs nobody's word: it shares what it sees.
        acts.extend((self.side != PARTY).then_some(Order::Alert(own.id)));
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
    pub(super) fn magic(&self, at: usize, act: &Order) -> Option<Magic<'w>> {
        let Own { id, fighter, .. } = &self.own[at];
        match *act {
            Order::Cast(_, spell, _) => {
                let rank = fighter.sheet.spells.of(spell)?;
                let spell = self.content.spell(spell);
                Some(Magic::of_spell(spell, rank, *self.units.part(*id)))
            }
            Order::Use(_, slot, _) => {
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
    pub(super) fn can(&self, at: usize, place: &Place, act: &Order) -> bool {
        let own = &self.own[at];
        let is_here = place.to == own.tile;
        let grid = self.units.board().grid;
        let far = |id| match self.units.seat(id) {
            _ if id == own.id => 0,
            Some(seat) => length(grid.hex(seat) - place.hex),
            None => u32::MAX,
        };
        match *act {
            Order::Attack(_, target) => {
                let index = self.foe(target);
                let blows = &self.duels[at][index].ours;
                blows.count(place.left) > 0 && self.reaches(blows.range, place, index)
            }
            Order::Cast(.., target) | Order::Use(.., target) => {
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
            Order::Rest(_) => true,
            _ => is_here,
        }
    }

    /// Returns the place of an enemy in the list.
    pub(super) fn foe(&self, id: UnitId) -> usize {
        let at = self.foes.iter().position(|foe| foe.id == id);
        at.expect("acts are about enemies of the list")
    }

    /// Whether an enemy is in range and in sight from a hex.
    pub(super) fn reaches(&self, [fewest, most]: [u32; 2], from: &Place, foe: usize) -> bool {
        let foe = &self.foes[foe];
        let far = length(from.hex - foe.hex);
        (fewest..=most).contains(&far) && (most == 1 || foe.view.contains(from.to))
    }

    /// Returns the first order of a candidate: the way, to open the inventory, or what is done.
    pub(super) fn order(&self, candidate: &Candidate) -> Order {
        let Candidate { id, to, .. } = *candidate;
        let seat = self.units.seat(id).unwrap_or_default();
        if to != seat {
            return Order::Move(id, self.ways(id, seat).path(to).unwrap_or_default());
        }
        let is_open = self.units.part::<Purse>(id).opened;
        match &candidate.act {
            Order::Equip(..) | Order::Use(_, Slot::Pack(_), _) if !is_open => Order::Open(id),
            act => act.clone(),
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

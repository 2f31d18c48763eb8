//! What characters could do besides walking: where it can be done, what it takes, and the orders for it.
//!
//! **Invariant:** lists by what the side knows; the check has the last word.

use crate::battle::grid::length;
use crate::battle::unit::UnitId;
use crate::rules::party::character::{Purse, Slot, Thing};
use crate::rules::party::content::Aim;
use crate::rules::party::order::Order;
use crate::rules::party::planner::blows::{Magic, spells};
use crate::rules::party::planner::weigh::Place;
use crate::rules::party::planner::{Candidate, Own, Planner};
use crate::rules::party::progress::PARTY;

/// Something that a character could do.
pub(super) struct Act<'w> {
    pub order: Order,
    /// The spell that it casts, if any.
    pub magic: Option<Magic<'w>>,
    pub target: Target,
}

/// The target of an act, as an index into the planner's lists.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// Nobody.
    None,
    /// Somebody of the side.
    Own(usize),
    /// An enemy in sight.
    Foe(usize),
}

impl Act<'_> {
    /// Returns an act without a target.
    pub fn of(order: Order) -> Self {
        Self {
            order,
            magic: None,
            target: Target::None,
        }
    }
}

impl<'w> Planner<'w> {
    /// Lists what a character could do, wherever it is; to rest is to wait.
    pub(super) fn acts(&self, at: usize) -> Vec<Act<'w>> {
        let own = &self.own[at];
        let mut acts = vec![Act::of(Order::Rest(own.id))];
        acts.extend((0..).zip(&self.foes).map(|(index, foe)| Act {
            order: Order::Attack(own.id, foe.id),
            magic: None,
            target: Target::Foe(index),
        }));
        for (id, magic) in spells(self.content, own.fighter.sheet, own.mana) {
            self.aim(&mut acts, at, magic, |target| {
                Order::Cast(own.id, id, target)
            });
        }
        for (slot, id) in own.fighter.gear.items() {
            let fee = match slot {
                Slot::Quick(_) => 0,
                Slot::Pack(_) => self.fee(own),
            };
            let magic = Magic::of_item(self.content, id, fee);
            self.aim(&mut acts, at, magic, |target| {
                Order::Use(own.id, slot, target)
            });
        }
        let slots = (0..=u8::MAX).zip(&own.fighter.gear.pack);
        let weapons = slots.filter(|(_, thing)| matches!(thing, Thing::Weapon(_)));
        acts.extend(weapons.map(|(slot, _)| Act::of(Order::Equip(own.id, slot))));
        // The party needs nobody's word: it shares what it sees.
        acts.extend((self.side != PARTY).then(|| Act::of(Order::Alert(own.id))));
        acts
    }

    /// Adds an act for each possible target of a spell, wherever they are.
    fn aim(
        &self,
        acts: &mut Vec<Act<'w>>,
        at: usize,
        magic: Magic<'w>,
        order: impl Fn(UnitId) -> Order,
    ) {
        let own = || (0..self.own.len()).map(Target::Own);
        let targets: Vec<_> = match magic.spell.aim {
            Aim::Caster => vec![Target::Own(at)],
            Aim::Ally => own().collect(),
            Aim::Enemy => (0..self.foes.len()).map(Target::Foe).collect(),
        };
        let ids = targets.into_iter().map(|target| match target {
            Target::Foe(index) => (target, self.foes[index].id),
            Target::Own(index) => (target, self.own[index].id),
            Target::None => (target, self.own[at].id),
        });
        acts.extend(ids.map(|(target, id)| Act {
            order: order(id),
            magic: Some(magic),
            target,
        }));
    }

    /// Whether an act can be done on a hex, as far as there is a need to know before it is weighed.
    pub(super) fn can(&self, at: usize, place: &Place, act: &Act) -> bool {
        let is_here = place.to == self.own[at].tile;
        if let Some(magic) = &act.magic {
            let (far, is_seen) = match act.target {
                Target::Foe(index) => {
                    let foe = &self.foes[index];
                    (length(foe.hex - place.hex), foe.view.contains(place.to))
                }
                Target::Own(index) if index != at => {
                    // Own ones are sure to be seen from beside them only.
                    let far = length(self.own[index].hex - place.hex);
                    (far, is_here || far <= 1)
                }
                _ => (0, true),
            };
            return place.left >= magic.cost && far <= magic.range && is_seen;
        }
        match (&act.order, act.target) {
            (Order::Attack(..), Target::Foe(index)) => {
                let blows = &self.duels[at][index].ours;
                blows.count(place.left) > 0 && self.reaches(blows.range, place, index)
            }
            (Order::Rest(_), _) => true,
            _ => is_here,
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
    pub(super) fn fee(&self, own: &Own) -> i64 {
        match own.purse.opened {
            true => 0,
            false => self.content.figures.costs.inventory.into(),
        }
    }
}

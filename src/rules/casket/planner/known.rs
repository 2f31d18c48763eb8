//! What a side knows of a battle (clarification 20).
//!
//! **Invariant:** two battles that differ only in what is hidden from a side are the same battle here: of others
//! the hand and the deck are counted, and nobody knows the order of a deck.

use bevy::prelude::World;

use crate::battle::unit::{Side, UnitId};
use crate::rules::casket::content::{CardId, Kind};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::{CardNo, Physical, Piles};

impl<'w> Duel<'w> {
    /// Takes a battle as a side knows it.
    pub fn known_to(world: &'w World, side: Side) -> Self {
        let mut duel = Self::of(world);
        duel.hide_from(side, None);
        duel
    }

    /// Forgets what a side does not know; the hand of one casket it may be shown.
    pub(super) fn hide_from(&mut self, side: Side, shown: Option<UnitId>) {
        let unknown = self.unknown_card();
        for index in 0..self.all().len() {
            let id = self.all()[index].id;
            if !self.is_casket(id) {
                continue;
            }
            let is_own = self.get(id).side == side;
            let keeps_hand = is_own || shown == Some(id);
            let mut piles = self.get(id).piles().clone();
            if !is_own {
                self.forget(&mut piles, unknown, keeps_hand);
            }
            self.sort_deck(&mut piles);
            self.get_mut(id).now.piles = piles;
        }
    }

    /// Replaces what lies in hand and deck by cards that nobody can play. Passive cards stay: what a casket carries
    /// is public, and they work from any pile.
    fn forget(&self, piles: &mut Piles, unknown: CardId, keeps_hand: bool) {
        let mut hidden = piles.deck.clone();
        if !keeps_hand {
            hidden.extend(&piles.hand);
            piles.played.clear();
        }
        hidden.sort_unstable();
        let is_passive = |physical: &Physical| self.card(physical.card).kind == Kind::Passive;
        let cards = hidden.iter().map(|&no| piles.get(no));
        let mut passives: Vec<_> = cards.filter(is_passive).collect();
        passives.sort_unstable_by_key(|physical| (physical.card, physical.arm));
        let rest = std::iter::repeat(Physical::universal(unknown));
        for (&no, physical) in hidden.iter().zip(passives.into_iter().chain(rest)) {
            piles.cards[no.index()] = physical;
        }
        if !keeps_hand {
            let held = piles.hand.len();
            piles.hand = hidden[..held].to_vec();
            piles.deck = hidden[held..].to_vec();
        }
    }

    /// Puts a deck into an order that says nothing of its own: damage cards at the bottom, then by number.
    fn sort_deck(&self, piles: &mut Piles) {
        let mut deck = std::mem::take(&mut piles.deck);
        let rank = |no: &CardNo| {
            let kind = self.card(piles.get(*no).card).kind;
            (kind != Kind::Damage, *no)
        };
        deck.sort_unstable_by_key(rank);
        piles.deck = deck;
    }

    /// Returns the card that stands for those that are not known: one that is neither a reaction nor has traits.
    fn unknown_card(&self) -> CardId {
        let plain = |kind: Kind| kind == Kind::Utility;
        let cards = &self.content.cards;
        let at = cards.iter().position(|card| plain(card.kind));
        CardId(at.unwrap_or(0) as u8) // Ids are as wide.
    }
}

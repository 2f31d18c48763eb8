//! What a side knows of a battle (clarification 20).
//!
//! **Invariant:** two battles that differ only in what is hidden from a side are the same battle here: of others
//! the hand and the deck are counted, and nobody knows the order of a deck.

use bevy::prelude::World;

use crate::battle::order::Pending;
use crate::battle::unit::{Side, UnitId};
use crate::rules::casket::Casket;
use crate::rules::casket::content::{CardId, Kind};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::legal;
use crate::rules::casket::machine::{Build, CardNo, Physical, Piles};
use crate::rules::casket::order::{Choice, Order, Source};

impl<'w> Duel<'w> {
    /// Takes a battle as it is shown to a side: what it knows, and of a casket that it is asked to steer the cards
    /// that it may pick (clarification 17). Forecasts and prompts are made from this.
    pub fn shown_to(world: &'w World, side: Side) -> Self {
        let waiting = world.resource::<Pending<Casket>>().0.as_ref();
        let steered = waiting.and_then(|waiting| match waiting.choice {
            Choice::Steer(unit) if waiting.side == side => Some(unit),
            _ => None,
        });
        let mut duel = Self::of(world);
        duel.hide_from(side, steered);
        duel
    }

    /// Forgets what a side does not know; of one casket the cards that can be played are shown.
    pub(super) fn hide_from(&mut self, side: Side, shown: Option<UnitId>) {
        let unknown = self.unknown_card();
        let pickable = shown.map_or_else(Vec::new, |unit| self.pickable(unit));
        for index in 0..self.all().len() {
            let id = self.all()[index].id;
            if !self.is_casket(id) {
                continue;
            }
            let mut piles = self.get(id).piles().clone();
            if self.get(id).side != side {
                let kept = (shown == Some(id)).then_some(&pickable[..]);
                self.forget(&mut piles, unknown, kept);
            }
            self.sort_deck(&mut piles);
            *self.get_mut(id).piles_mut() = piles;
        }
    }

    /// Lists the cards of a hand that could be played now, by number.
    pub(in crate::rules::casket) fn pickable(&self, unit: UnitId) -> Vec<CardNo> {
        let orders = legal::of_unit(self, unit);
        let picked = orders.iter().filter_map(|order| match order {
            Order::Play(Source::Hand(no), _) => Some(self.get(unit).piles().get(*no)),
            _ => None,
        });
        let picked: Vec<_> = picked.collect();
        let piles = self.get(unit).piles();
        let mut kept = piles.hand.clone();
        kept.retain(|no| picked.contains(&piles.get(*no)));
        kept.sort_unstable();
        kept
    }

    /// Replaces what lies in hand and deck by cards that nobody can play. Passive cards stay: what a casket carries
    /// is public, and they work from any pile. Of a hand that is shown what is kept stays, and nothing else of it can
    /// be picked.
    fn forget(&self, piles: &mut Piles, unknown: CardId, shown: Option<&[CardNo]>) {
        let kept = shown.unwrap_or_default();
        let mut hidden = piles.deck.clone();
        hidden.extend(piles.hand.iter().filter(|no| !kept.contains(no)));
        hidden.sort_unstable();
        let is_passive = |physical: &Physical| self.card(physical.card).kind == Kind::Passive;
        let cards = hidden.iter().map(|&no| piles.get(no));
        let mut passives: Vec<_> = cards.filter(is_passive).collect();
        passives.sort_unstable_by_key(|physical| (physical.card, physical.arm));
        let rest = std::iter::repeat(Physical::universal(unknown));
        for (&no, physical) in hidden.iter().zip(passives.into_iter().chain(rest)) {
            piles.cards[no.index()] = physical;
        }
        let deck = hidden.split_off(piles.hand.len() - kept.len());
        piles.played = shown.map_or_else(Vec::new, |_| hidden.clone());
        hidden.extend(kept);
        (piles.hand, piles.deck) = (hidden, deck);
    }

    /// Lists what a casket's equipment brings and what every deck has, with how many of each do not lie open.
    /// That much of a deck is public.
    pub fn unseen(&self, id: UnitId) -> Vec<(Physical, usize)> {
        let Build::Casket { mounted, .. } = self.build(id) else {
            return Vec::new();
        };
        let piles = self.get(id).piles();
        let brought = mounted.iter().flat_map(|&(piece, arm)| {
            let cards = self.content.piece(piece).cards.iter();
            cards.map(move |&card| Physical { card, arm })
        });
        let universal = self.content.universal().map(Physical::universal);
        let all = universal.chain(brought).map(|physical| {
            let open = piles.discard.iter().chain(&piles.in_play);
            let seen = open.filter(|no| piles.get(**no).card == physical.card);
            let copies = usize::from(self.card(physical.card).copies);
            (physical, copies.saturating_sub(seen.count()))
        });
        all.collect()
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

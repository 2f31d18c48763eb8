//! What a casket's hand and deck hold stays hidden from the computer of the other side (clarification 20).
//!
//! `SECRET_CASES=10000 cargo test --test it casket_secrets` tries more pairs of battles.

use bevy::prelude::World;
use hexscape::battle::dice::{Dice, Label, Roll};
use hexscape::battle::order::{Pending, submit};
use hexscape::battle::phase::Verdict;
use hexscape::battle::rules::Rules;
use hexscape::battle::snapshot::Snapshot;
use hexscape::battle::unit::{Side, UnitId, edit};
use hexscape::content::load_default;
use hexscape::mission::Mission;
use hexscape::playing::Game;
use hexscape::rules::casket::Casket;
use hexscape::rules::casket::duel::Duel;
use hexscape::rules::casket::machine::{CardNo, Piles};
use hexscape::rules::casket::order::Choice;

use crate::casket_duels::{DECKS, mission};

fn begun(mission: &Mission, seed: u64) -> World {
    let mut world = World::new();
    Casket::set_up(&mut world, mission, seed);
    world
}

fn shuffle<T>(items: &mut [T], draws: &mut Dice) {
    for at in (1..items.len()).rev() {
        let other = draws.die(Label::Ai, at as u32 + 1) as usize - 1;
        items.swap(at, other);
    }
}

/// Changes all that a side does not know: which of its cards a foe holds, and the order of every deck.
fn stir(world: &mut World, side: Side, draws: &mut Dice) {
    let units: Vec<(UnitId, Side, Piles)> = {
        let duel = Duel::of(world);
        let all = duel.all().iter();
        all.map(|machine| (machine.id, machine.side, machine.piles().clone()))
            .collect()
    };
    for (id, other, mut piles) in units {
        if other == side {
            shuffle(&mut piles.deck, draws);
        } else {
            let mut hidden: Vec<CardNo> = piles.hand.iter().chain(&piles.deck).copied().collect();
            hidden.sort_unstable();
            let mut cards: Vec<_> = hidden.iter().map(|&no| piles.get(no)).collect();
            shuffle(&mut cards, draws);
            for (&no, card) in hidden.iter().zip(cards) {
                piles.cards[no.index()] = card;
            }
            shuffle(&mut hidden, draws);
            let held = piles.hand.len();
            piles.hand = hidden[..held].to_vec();
            piles.deck = hidden[held..].to_vec();
        }
        edit(world, id).set(piles);
    }
    Casket::settle(world);
}

fn cases(default: u64) -> u64 {
    let text = std::env::var("SECRET_CASES").ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn battles_that_differ_in_hidden_cards_get_the_same_advice() {
    let catalog = load_default().expect("the shipped content is sound");
    let mut draws = Dice::seeded(7, 0);
    let count = cases(150);
    let (mut tried, mut differed, mut seed) = (0, 0, 0);
    while tried < count {
        let at = seed as usize;
        let decks = [DECKS[at % 5], DECKS[(at / 5 + at + 1) % 5]];
        let mission = mission(&catalog, decks);
        let mut truth = begun(&mission, seed);
        let mut given = 0;
        while truth.resource::<Verdict>().0.is_none() && tried < count {
            let sides = [Side(0), Side(1)];
            let side = sides.into_iter().find(|&side| Casket::owes(&truth, side));
            let side = side.expect("somebody owes an order");
            let order = Casket::decide(&mut truth, side);
            let pending = truth.resource::<Pending<Casket>>();
            let steers = |waiting: &hexscape::battle::rules::Waiting<Casket>| {
                matches!(waiting.choice, Choice::Steer(_))
            };
            let is_shown = pending.0.as_ref().is_some_and(steers);
            // Not every order, so that more battles are seen.
            if given % 3 == 0 && !is_shown {
                let mut other = begun(&mission, seed);
                Snapshot::<Casket>::take(&truth).restore(&mut other);
                stir(&mut other, side, &mut draws);
                let piles = |world: &World| -> Vec<Piles> {
                    let duel = Duel::of(world);
                    duel.all().iter().map(|one| one.piles().clone()).collect()
                };
                differed += u64::from(piles(&truth) != piles(&other));
                let found = Casket::decide(&mut other, side);
                assert_eq!(order, found, "seed {seed}, {decks:?}");
                tried += 1;
            }
            given += 1;
            submit::<Casket>(&mut truth, side, order).expect("what is advised is legal");
        }
        seed += 1;
    }
    assert!(differed * 10 > tried * 9, "{differed} of {tried} differ");
}

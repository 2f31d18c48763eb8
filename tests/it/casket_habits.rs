//! What a player would laugh at in a computer of caskets: cards that do nothing, in duels of all decks.

use bevy::prelude::World;
use hexscape::battle::order::Pending;
use hexscape::battle::unit::UnitId;
use hexscape::content::load_default;
use hexscape::rules::casket::Casket;
use hexscape::rules::casket::content::{Area, Card, Effect, Trait, Who};
use hexscape::rules::casket::duel::Duel;
use hexscape::rules::casket::order::{Choice, Order, Source, Threat};

use crate::casket_duels::{DECKS, Player, mission, play};

/// How often the computer did what it must not.
#[derive(Debug, Default, PartialEq)]
struct Faults {
    /// It cooled down without Heat for SP past the Red Line.
    cooled: u32,
    /// It readied a weapon without an attack of it, while it held another attack.
    readied: u32,
    /// It reacted to damage that would have been absorbed.
    reacted: u32,
}

/// What was looked at, so that no fault is not for want of a chance.
#[derive(Debug, Default)]
struct Seen {
    cooled: u32,
    readied: u32,
    absorbing: u32,
}

/// Returns what a unit absorbs.
fn absorbing(duel: &Duel, unit: UnitId) -> u16 {
    let lasting = duel.get(unit).body().lasting.iter();
    let points = lasting
        .filter(|one| one.is_active())
        .map(|one| match one.given {
            Trait::Absorb(points) => points.max(0).cast_unsigned(),
            _ => 0,
        });
    points.sum()
}

/// Whether a card cools its own casket and does nothing else.
fn only_cools(card: &Card) -> bool {
    let cools = |effect: &Effect| matches!(effect, Effect::Cool(Who::Own, ..));
    !card.is_attack() && !card.effects.is_empty() && card.effects.iter().all(cools)
}

fn look(world: &World, order: &Order, faults: &mut Faults, seen: &mut Seen) {
    let duel = Duel::of(world);
    let waiting = world.resource::<Pending<Casket>>().0.as_ref();
    if let Some(Choice::React(unit, Threat::Attack(blow))) = waiting.map(|waiting| &waiting.choice)
    {
        let odds = duel.odds(blow);
        let most = odds.harm(false).max(odds.harm(true)) * u16::from(duel.card(blow.card).hits);
        if absorbing(&duel, *unit) >= most {
            seen.absorbing += 1;
            let counters = |no| {
                let mut effects = duel.definition(*unit, no).effects.iter();
                effects.any(|effect| matches!(effect, Effect::Counter(_)))
            };
            faults.reacted += u32::from(matches!(order, Order::React(Some(no)) if !counters(*no)));
        }
    }
    let (Order::Play(source, _), Some(unit)) = (order, duel.progress.acting) else {
        return;
    };
    let Some(physical) = duel.card_of(unit, *source) else {
        return;
    };
    let (card, machine) = (duel.card(physical.card), duel.get(unit));
    if only_cools(card) {
        seen.cooled += 1;
        let spent = machine.body().spent + duel.card_cost(unit, physical);
        let is_cold = machine.body().heat == 0;
        faults.cooled += u32::from(is_cold && spent > duel.safe_sp(unit));
    }
    let readied = card.effects.iter().find_map(|effect| match effect {
        Effect::Give(Who::Own, Trait::NextDamage(piece, _), _) => Some(*piece),
        _ => None,
    });
    if let (Some(piece), Source::Hand(_)) = (readied, source) {
        seen.readied += 1;
        let piles = machine.piles();
        let attacks = piles.hand.iter().map(|&no| piles.get(no));
        let attacks = attacks.filter(|one| {
            let card = duel.card(one.card);
            card.is_attack() && card.area == Area::Single
        });
        let affordable = attacks.filter(|one| duel.card_cost(unit, *one) <= duel.safe_sp(unit));
        let of_piece: Vec<_> = affordable
            .map(|one| duel.content.source_of(one.card) == Some(piece))
            .collect();
        // One that holds nothing to attack with may draw by it.
        faults.readied += u32::from(!of_piece.is_empty() && !of_piece.contains(&true));
    }
}

#[test]
fn the_computer_plays_no_card_for_nothing() {
    let catalog = load_default().expect("the shipped content is sound");
    let (mut faults, mut seen) = (Faults::default(), Seen::default());
    for (at, deck) in DECKS.into_iter().enumerate() {
        for other in [at, at + 1] {
            let mission = mission(&catalog, [deck, DECKS[other % DECKS.len()]]);
            for seed in 0..24 {
                play(&mission, seed, [Player::Full; 2], |world, _, order| {
                    look(world, order, &mut faults, &mut seen);
                });
            }
        }
    }
    println!("{faults:?} of {seen:?}");
    assert!(
        seen.cooled > 10 && seen.readied > 10 && seen.absorbing > 3,
        "{seen:?}"
    );
    assert_eq!(faults, Faults::default(), "of {seen:?}");
}

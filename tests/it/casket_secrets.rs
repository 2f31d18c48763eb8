//! What a casket's hand and deck hold stays hidden from the other side: from its computer, its forecasts, what it may
//! order, what it is refused, and what it reads of events (clarification 20).
//!
//! Pairs of battles are compared that differ in hidden cards alone: 10,000 after single events, and some before
//! orders, of which `SECRET_CASES=10000 cargo test --test it casket_secrets` tries more.

use bevy::prelude::World;
use hexscape::battle::dice::{Dice, Label, Roll};
use hexscape::battle::order::{Pending, submit, submit_watched};
use hexscape::battle::phase::Verdict;
use hexscape::battle::rules::Rules;
use hexscape::battle::snapshot::Snapshot;
use hexscape::battle::unit::{Side, UnitId, edit};
use hexscape::battle::watch::Watcher;
use hexscape::content::load_default;
use hexscape::mission::Mission;
use hexscape::playing::Game;
use hexscape::rules::casket::Casket;
use hexscape::rules::casket::attack::{Blow, Odds};
use hexscape::rules::casket::content::{CardId, Kind, Limb};
use hexscape::rules::casket::duel::Duel;
use hexscape::rules::casket::event::Event;
use hexscape::rules::casket::log;
use hexscape::rules::casket::machine::{CardNo, Part, Physical, Piles};
use hexscape::rules::casket::order::{Choice, Order, Source};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::casket::{SETUPS, any_order, probes, setup};
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

/// Changes all that a side does not know: which of its cards a foe holds, of which it has several, and the order of
/// every deck.
pub fn stir(world: &mut World, side: Side, draws: &mut Dice) {
    let units: Vec<(UnitId, Side, Piles)> = {
        let duel = Duel::of(world);
        let is_secret = |card| !matches!(duel.card(card).kind, Kind::Passive | Kind::Damage);
        let all = duel.all().iter();
        let all = all.map(|machine| {
            let kinds = duel.unseen(machine.id).into_iter();
            let kinds = kinds.map(|(physical, _)| physical);
            let kinds = kinds.filter(|physical| is_secret(physical.card));
            let mut piles = machine.piles().clone();
            let hidden = piles.hand.iter().chain(&piles.deck).copied();
            let secret: Vec<_> = hidden.filter(|&no| is_secret(piles.get(no).card)).collect();
            let kinds: Vec<_> = kinds.collect();
            if machine.side != side && !kinds.is_empty() {
                // The deck may have been built with other copies.
                for _ in 0..2.min(secret.len()) {
                    let at = secret[draws.die(Label::Ai, secret.len() as u32) as usize - 1];
                    let kind = draws.die(Label::Ai, kinds.len() as u32) as usize - 1;
                    piles.cards[at.index()] = kinds[kind];
                }
            }
            (machine.id, machine.side, piles)
        });
        all.collect()
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

fn all_piles(world: &World) -> Vec<Piles> {
    let duel = Duel::of(world);
    duel.all().iter().map(|one| one.piles().clone()).collect()
}

/// What the computer weighs in words, what may be ordered or answered, and why not, is the same in both.
fn check_offers(worlds: [&World; 2], side: Side) {
    let [advised, found] = worlds.map(|world| {
        let weighed = Casket::advise(world, side).weighed.into_iter();
        let told = weighed.map(|one| (one.order, one.purpose, one.points));
        told.collect::<Vec<_>>()
    });
    assert_eq!(advised, found, "{side:?}: what is weighed");
    let [listed, found] = worlds.map(|world| Casket::legal_orders(world, side));
    assert_eq!(listed, found, "{side:?}: what is legal");
    let [refused, found] = worlds.map(|world| {
        let waiting = world.resource::<Pending<Casket>>().0.as_ref();
        let refusal = |probe| {
            let begun = Casket::begin(world, side, &probe, waiting);
            begun.err().map(|refusal| refusal.to_string())
        };
        let probes = probes(worlds[0]).into_iter();
        probes.map(refusal).collect::<Vec<_>>()
    });
    assert_eq!(refused, found, "{side:?}: what is refused");
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
                differed += u64::from(all_piles(&truth) != all_piles(&other));
                let found = Casket::decide(&mut other, side);
                assert_eq!(order, found, "seed {seed}, {decks:?}");
                check_offers([&truth, &other], side);
                tried += 1;
            }
            given += 1;
            submit::<Casket>(&mut truth, side, order).expect("what is advised is legal");
        }
        seed += 1;
    }
    assert!(differed * 10 > tried * 9, "{differed} of {tried} differ");
}

/// Makes some cards of every casket damage cards of its chassis, as if it had been hurt and reshuffled.
fn wound(world: &mut World) {
    let wounded: Vec<(UnitId, Piles)> = {
        let duel = Duel::of(world);
        let kinds = (0..).map(CardId).zip(&duel.content.cards);
        let chassis = kinds.filter(|(_, card)| {
            let limb = card.wound.as_ref().map(|(limb, _)| *limb);
            card.kind == Kind::Damage && limb == Some(Limb::Chassis)
        });
        let chassis: Vec<_> = chassis.map(|(id, _)| id).collect();
        let caskets = duel.all().iter().filter(|one| duel.is_casket(one.id));
        let wounded = caskets.map(|machine| {
            let mut piles = machine.piles().clone();
            let hidden = piles.hand.iter().chain(&piles.deck).copied();
            let at: Vec<_> = hidden.step_by(4).collect();
            for (at, no) in at.into_iter().enumerate() {
                piles.cards[no.index()] = Physical {
                    card: chassis[at % chassis.len()],
                    arm: Some(Part::Chassis),
                };
            }
            (machine.id, piles)
        });
        wounded.collect()
    };
    for (id, piles) in wounded {
        edit(world, id).set(piles);
    }
    Casket::settle(world);
}

/// The forecasts of a side: odds of each attack in its hands at each foe.
fn forecasts(duel: &Duel, side: Side) -> Vec<Odds> {
    let mut all = Vec::new();
    for own in duel.standing().filter(|machine| machine.side == side) {
        for &no in &own.piles().hand {
            let physical = own.piles().get(no);
            let card = duel.card(physical.card);
            let Some(damage) = card.damage.filter(|_| card.is_attack()) else {
                continue;
            };
            all.extend(duel.foes(own.id).map(|foe| {
                duel.odds(&Blow {
                    attacker: own.id,
                    target: foe.id,
                    card: physical.card,
                    arm: physical.arm,
                    base: damage.into(),
                    called: None,
                    kind: card.kind,
                    evaded: 0,
                    reduced: 0,
                })
            }));
        }
    }
    all
}

/// Follows a battle by its events in a second one, and looks at both through each side's eyes after every event,
/// all that is hidden from that side stirred in the second.
struct Twin {
    world: World,
    draws: Dice,
    tried: u64,
    differed: u64,
    wounded: u64,
}

impl Watcher<Casket> for Twin {
    fn after(&mut self, world: &World, event: &Event) {
        Casket::apply(&mut self.world, event);
        let piles = all_piles(&self.world);
        assert_eq!(piles, all_piles(world), "both are the same battle");
        for side in [Side(0), Side(1)] {
            stir(&mut self.world, side, &mut self.draws);
            self.differed += u64::from(all_piles(&self.world) != piles);
            let worlds = [world, &self.world];
            let [told, found] = worlds.map(|world| log::seen_by(world, event, side));
            assert_eq!(told, found, "{side:?} reads {event:?}");
            let [shown, found] = worlds.map(|world| Duel::shown_to(world, side));
            assert_eq!(shown.all(), found.all(), "{side:?} sees {event:?}");
            for machine in shown.all() {
                let unseen = found.unseen(machine.id);
                assert_eq!(shown.unseen(machine.id), unseen, "{side:?}, {event:?}");
            }
            let [forecast, found] = [&shown, &found].map(|duel| forecasts(duel, side));
            assert_eq!(forecast, found, "{side:?} foresees after {event:?}");
            // The truth may forecast something else: damage cards in hands are hidden, too.
            self.wounded += u64::from(forecasts(&Duel::of(world), side) != forecast);
            self.tried += 1;
            for (id, piles) in (0..).map(UnitId).zip(&piles) {
                edit(&mut self.world, id).set(piles.clone());
            }
            Casket::settle(&mut self.world);
        }
    }
}

#[test]
fn battles_that_differ_in_hidden_cards_look_and_read_the_same() {
    const CASES: u64 = 10_000;
    let (mut tried, mut differed, mut wounded) = (0, 0, 0);
    for seed in 0.. {
        if tried >= CASES {
            break;
        }
        let mission = setup(seed as usize % SETUPS.len(), "");
        let mut truth = begun(&mission, seed);
        let mut twin = begun(&mission, seed);
        wound(&mut truth);
        wound(&mut twin);
        let mut twin = Twin {
            world: twin,
            draws: Dice::seeded(seed, 1),
            tried: 0,
            differed: 0,
            wounded: 0,
        };
        let mut draws = ChaCha8Rng::seed_from_u64(seed);
        while truth.resource::<Verdict>().0.is_none() {
            let sides = [Side(0), Side(1)];
            let side = sides.into_iter().find(|&side| Casket::owes(&truth, side));
            let side = side.expect("somebody owes an order");
            let order = any_order(&truth, side, &mut draws);
            submit_watched::<Casket>(&mut truth, side, order, &mut twin).expect("it is listed");
        }
        tried += twin.tried;
        differed += twin.differed;
        wounded += twin.wounded;
    }
    assert!(differed * 10 > tried * 9, "{differed} of {tried} differ");
    assert!(
        wounded > 100,
        "{wounded} of {tried} with damage cards in hand"
    );
}

/// Who steers a casket of a foe sees the cards that it may pick, and no other (clarification 17).
#[test]
fn who_steers_sees_only_what_may_be_picked() {
    let (mut steered, mut hidden) = (0, 0);
    for seed in 0..40 {
        let mission = setup(2, "");
        let mut world = begun(&mission, seed);
        let mut draws = ChaCha8Rng::seed_from_u64(seed);
        while world.resource::<Verdict>().0.is_none() {
            let sides = [Side(0), Side(1)];
            let side = sides.into_iter().find(|&side| Casket::owes(&world, side));
            let side = side.expect("somebody owes an order");
            let listed = Casket::legal_orders(&world, side);
            let waiting = world.resource::<Pending<Casket>>().0.as_ref();
            if let Some(Choice::Steer(unit)) = waiting.map(|waiting| &waiting.choice) {
                steered += 1;
                let (truth, shown) = (Duel::of(&world), Duel::shown_to(&world, side));
                let piles = truth.get(*unit).piles();
                let card_of = |order: &Order| match order {
                    Order::Steer(inner) => match **inner {
                        Order::Play(Source::Hand(no), _) => Some(piles.get(no)),
                        _ => None,
                    },
                    _ => None,
                };
                let picked: Vec<Physical> = listed.iter().filter_map(card_of).collect();
                let seen = shown.get(*unit).piles();
                assert_eq!(seen.hand.len(), piles.hand.len(), "its size is public");
                for &no in seen.hand.iter().filter(|no| !seen.played.contains(no)) {
                    assert_eq!(seen.get(no), piles.get(no), "seed {seed}");
                    assert!(picked.contains(&piles.get(no)), "seed {seed}: {no:?}");
                }
                for order in &listed {
                    let Order::Steer(inner) = order else { continue };
                    assert!(shown.check(*unit, inner).is_ok(), "seed {seed}: {order:?}");
                }
                hidden += seen.played.len();
                let advised = Casket::decide(&mut world, side);
                assert!(listed.contains(&advised), "seed {seed}: {advised:?}");
            }
            let order = any_order(&world, side, &mut draws);
            submit::<Casket>(&mut world, side, order).expect("it is listed");
        }
    }
    assert!(steered > 3 && hidden > 5, "{steered}, {hidden} hidden");
}

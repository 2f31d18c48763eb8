//! The window of the casket, held against the rules: nothing hidden shows, and nobody learns from a question what
//! another holds.

use bevy::prelude::*;
use bevy_egui::egui;

use super::asking::{self, Parley, Unasked};
use super::grip::{Grip, asked};
use super::input::{Since, could_do_more, follow, give};
use super::{board, faces, odds, questions};
use crate::battle::board::Board;
use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::grid::TileId;
use crate::battle::order::{Pending, submit, submit_watched};
use crate::battle::rules::Rules;
use crate::battle::step::{HumanSides, OrderGiven};
use crate::battle::unit::{Facing, Side, UnitId, edit, part, side_of};
use crate::game::kit::cards::face::CardState;
use crate::game::kit::guide::Guided;
use crate::game::kit::standard::Chosen;
use crate::game::kit::testing::{OWN, cases, draw, is_over, shipped, window};
use crate::game::rules::playable::Playable;
use crate::game::shell::session::adopt_board;
use crate::game::table::board_view::{BoardView, look_around};
use crate::game::table::input::Hover;
use crate::game::table::playback::Reporter;
use crate::mission::guide::GuideAction;
use crate::rules::casket::Casket;
use crate::rules::casket::content::{Effect, Kind, Trigger, Who};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::event::Event;
use crate::rules::casket::machine::{CardNo, Part, Piles};
use crate::rules::casket::order::{Aiming, Choice, Order, Threat};
use crate::rules::casket::plan::deed::absorbing;

const FOE: Side = Side(1);

/// Begins a battle with all that its window keeps beside it.
fn begun(name: &str, seed: u64) -> World {
    let mission = shipped(name).build(seed).expect("it is sound");
    let mut world = window::<Casket>(&mission, seed);
    world.init_resource::<Grip>();
    world.init_resource::<Since>();
    world.init_resource::<Chosen>();
    world.init_resource::<Messages<OrderGiven<Casket>>>();
    world
}

/// Returns the order that a computer would give for the side that owes one.
fn decided(world: &mut World) -> Option<(Side, Order)> {
    let side = [OWN, FOE]
        .into_iter()
        .find(|&side| Casket::owes(world, side));
    let side = side.filter(|_| !is_over(world))?;
    Some((side, Casket::decide(world, side)))
}

/// Returns whom the rules ask what.
fn pending(world: &World) -> Option<(Side, Choice)> {
    let waiting = world.resource::<Pending<Casket>>().0.as_ref()?;
    Some((waiting.side, waiting.choice.clone()))
}

/// Takes the orders that the window gave.
fn given(world: &mut World) -> Vec<(Side, Order)> {
    let mut messages = world.resource_mut::<Messages<OrderGiven<Casket>>>();
    messages.drain().map(|one| (one.side, one.order)).collect()
}

/// Lets computers play until a condition holds; returns the first seed's battle in which it does.
fn played_until(name: &str, is_so: impl Fn(&World) -> bool) -> World {
    for seed in 0..60 {
        let mut world = begun(name, seed);
        for _ in 0..200 {
            if is_so(&world) {
                return world;
            }
            let Some((side, order)) = decided(&mut world) else {
                break;
            };
            submit::<Casket>(&mut world, side, order).expect("it was decided");
        }
    }
    panic!("the condition never holds");
}

fn shuffle<T>(items: &mut [T], draws: &mut Dice) {
    for at in (1..items.len()).rev() {
        let other = draws.die(Label::Ai, at as u32 + 1) as usize - 1;
        items.swap(at, other);
    }
}

/// Changes all that the own side does not know: which cards foes hold, and the order of every deck.
fn stir(world: &mut World, draws: &mut Dice) {
    let units: Vec<(UnitId, Side, Piles)> = {
        let duel = Duel::of(world);
        let all = duel.all().iter();
        all.map(|machine| (machine.id, machine.side, machine.piles().clone()))
            .collect()
    };
    for (id, side, mut piles) in units {
        if side == OWN {
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

/// Returns all that the window shows while a hex is pointed at and a card is in hand.
fn shown(world: &mut World, context: &egui::Context, tile: TileId, card: usize) -> [String; 4] {
    world.resource_mut::<Hover>().tile = Some(tile);
    let source = {
        let duel = Duel::of(world);
        let unit = duel
            .progress
            .acting
            .filter(|unit| duel.get(*unit).side == OWN);
        unit.and_then(|unit| {
            crate::rules::casket::legal::sources(&duel, unit)
                .get(card)
                .copied()
        })
    };
    world.insert_resource(Grip::default());
    if let Some(source) = source {
        Grip::take_up(world, source);
    }
    follow(world);
    let (texts, _) = draw::<Casket>(world, context);
    [
        texts.join("\n"),
        format!("{:?}", Casket::panels(world)),
        format!("{:?}", board::strokes(world)),
        format!("{:?}", Casket::looks(world)),
    ]
}

#[test]
fn what_a_foe_holds_changes_nothing_on_the_screen() {
    let contexts = [egui::Context::default(), egui::Context::default()];
    let missions = ["casket_first_duel", "casket_frozen_ford"];
    let (mut compared, mut odds) = (0, 0);
    for case in 0..cases() {
        let name = missions[case as usize % missions.len()];
        let mut worlds = [begun(name, case), begun(name, case)];
        for _ in 0..case * 7 % 90 {
            let Some((side, order)) = decided(&mut worlds[0]) else {
                break;
            };
            for world in &mut worlds {
                submit::<Casket>(world, side, order.clone()).expect("it was decided");
            }
        }
        let steers = matches!(pending(&worlds[0]), Some((OWN, Choice::Steer(_))));
        if is_over(&worlds[0]) || !Casket::owes(&worlds[0], OWN) || steers {
            continue;
        }
        let mut draws = Dice::seeded(case, 31);
        stir(&mut worlds[1], &mut draws);
        let foe = {
            let duel = Duel::of(&worlds[0]);
            duel.standing()
                .find(|machine| machine.side == FOE)
                .map(|machine| machine.tile())
        };
        let tiles = worlds[0].resource::<Board>().grid.len() as u32;
        for look in 0..4 {
            let any = TileId(draws.die(Label::Ai, tiles) - 1);
            let tile = foe.filter(|_| look < 3).unwrap_or(any);
            let told = [0, 1].map(|at| shown(&mut worlds[at], &contexts[at], tile, look));
            for (one, other) in told[0].iter().zip(&told[1]) {
                let differs = one
                    .lines()
                    .zip(other.lines())
                    .find(|(one, other)| one != other);
                let place = format!("case {case}, look {look}, {tile:?}");
                assert!(one == other, "{place}: {differs:?}");
            }
            odds += u32::from(told[0][0].contains("with Second Skin"));
        }
        compared += 1;
    }
    assert!(compared * 4 > cases(), "{compared} compared");
    assert!(odds > 0, "reactions are told of");
}

/// Returns all that a film shows a side of an order: its scenes, and what stands on the board behind it; `None` if
/// cards became known that were not.
fn filmed(world: &mut World, side: Side, order: Order) -> Option<String> {
    let mut reporter = Reporter::<Casket>::new(vec![OWN]);
    let events = submit_watched::<Casket>(world, side, order, &mut reporter);
    let events = events.expect("it was decided");
    let is_news = |event: &Event| match event {
        Event::Lost { .. } | Event::Discarded { .. } => true,
        Event::Drew { unit, .. } => side_of(world, *unit) == OWN,
        _ => false,
    };
    if events.iter().any(is_news) {
        return None;
    }
    let scenes: Vec<_> = reporter.told().flat_map(|told| told.scenes).collect();
    let (is_night, lights) = Casket::lights(world);
    let hexes = look_around(world, OWN, &lights, None);
    let tokens = Casket::looks(world);
    Some(format!("{scenes:?}\n{is_night} {hexes:?}\n{tokens:?}"))
}

#[test]
fn what_a_foe_holds_changes_nothing_in_a_film() {
    let missions = ["casket_first_duel", "casket_frozen_ford"];
    let (mut compared, mut by_foes) = (0, 0);
    for case in 0..2 * cases() {
        let name = missions[case as usize % missions.len()];
        let mut worlds = [begun(name, case), begun(name, case)];
        for _ in 0..case * 7 % 90 {
            let Some((side, order)) = decided(&mut worlds[0]) else {
                break;
            };
            for world in &mut worlds {
                submit::<Casket>(world, side, order.clone()).expect("it was decided");
            }
        }
        let mut draws = Dice::seeded(case, 33);
        stir(&mut worlds[1], &mut draws);
        // Cards that are played, lost or answered with become known, so these orders are left out.
        while let Some((side, order)) = decided(&mut worlds[0]) {
            let is_open = matches!(
                order,
                Order::Step(_) | Order::Turn(_) | Order::Brace | Order::Pass
            );
            if !is_open || pending(&worlds[0]) != pending(&worlds[1]) {
                break;
            }
            let [one, other] = [0, 1].map(|at| filmed(&mut worlds[at], side, order.clone()));
            let (Some(one), Some(other)) = (one, other) else {
                break;
            };
            // Who holds a reaction to Heat is asked for it in the middle of the order.
            if pending(&worlds[0]) != pending(&worlds[1]) {
                break;
            }
            assert_eq!(one, other, "case {case}: {order:?} of side {side:?}");
            compared += 1;
            by_foes += u32::from(side == FOE);
        }
    }
    assert!(
        compared > cases() && by_foes * 5 > compared as u32,
        "{by_foes} of {compared}"
    );
}

/// Whether a person is asked for a reaction to an attack.
fn reacts(world: &World) -> bool {
    let choice = pending(world);
    matches!(choice, Some((OWN, Choice::React(_, Threat::Attack(_)))))
}

#[test]
fn a_player_is_not_asked_for_a_card_until_wanting_to_be() {
    let mut world = played_until("casket_first_duel", reacts);
    let Some((_, choice @ Choice::React(unit, threat))) = &pending(&world) else {
        panic!("it was waited for");
    };
    assert!(questions::prompt(&world, &Duel::of(&world)).is_some());
    let cards: Vec<_> = {
        let duel = Duel::of(&world);
        let reactions = duel.reactions(*unit, threat).into_iter();
        reactions
            .map(|no| duel.get(*unit).piles().get(no).card)
            .collect()
    };
    cards
        .iter()
        .for_each(|&card| Unasked::toggle(&mut world, card));
    assert!(asking::is_unasked(&world, &Duel::of(&world), choice));
    assert!(questions::prompt(&world, &Duel::of(&world)).is_none());
    follow(&mut world);
    follow(&mut world);
    assert_eq!(given(&mut world), [(OWN, Order::React(None))], "once");
    Unasked::toggle(&mut world, cards[0]);
    assert!(
        questions::prompt(&world, &Duel::of(&world)).is_some(),
        "again"
    );
}

/// Whether a card of the side whose turn it is can attack a casket of the other.
fn attack(world: &World) -> Option<Order> {
    if pending(world).is_some() || !Casket::owes(world, OWN) {
        return None;
    }
    let duel = Duel::of(world);
    let unit = duel.progress.acting?;
    let orders = Casket::legal_orders(world, OWN).into_iter();
    orders
        .filter(|order| odds::blow(&duel, unit, order).is_some())
        .find(|order| {
            let blow = odds::blow(&duel, unit, order);
            blow.is_some_and(|(blow, _)| duel.is_casket(blow.target) && blow.kind == Kind::Melee)
        })
}

/// Gives the only foe a hand with or without reactions.
fn deal(world: &mut World, reacts: bool) {
    let (id, mut piles) = {
        let duel = Duel::of(world);
        let foe = duel.all().iter().find(|machine| machine.side == FOE);
        let foe = foe.expect("there is one");
        (foe.id, foe.piles().clone())
    };
    let is_reaction = |no: &CardNo| {
        let card = piles.get(*no).card;
        Duel::of(world).card(card).kind == Kind::Reactive
    };
    let all = piles.hand.iter().chain(&piles.deck).copied();
    let (first, second): (Vec<_>, Vec<_>) = all.partition(|no| is_reaction(no) == reacts);
    let held = piles.hand.len();
    let hidden: Vec<_> = first.into_iter().chain(second).collect();
    piles.hand = hidden[..held].to_vec();
    piles.deck = hidden[held..].to_vec();
    edit(world, id).set(piles);
    Casket::settle(world);
}

#[test]
fn an_attack_on_the_other_person_goes_the_same_way_whatever_that_one_holds() {
    for holds in [true, false] {
        let mut world = played_until("casket_first_duel", |world| attack(world).is_some());
        deal(&mut world, holds);
        world.insert_resource(HumanSides(vec![OWN, FOE]));
        let order = attack(&world).expect("it was waited for");
        give(&mut world, order.clone());
        assert_eq!(given(&mut world), [], "it waits");
        assert_eq!(asking::seat(&world), Some(FOE), "the curtain falls");
        assert!(asked(&world).is_none(), "the attacker is asked nothing");
        world.insert_resource(HumanSides(vec![FOE, OWN]));
        let prompt = questions::prompt(&world, &Duel::of(&world)).expect("it is asked");
        assert_eq!(prompt.title, "React?");
        let count = prompt.choices.len();
        assert_eq!(count > 1, holds, "{count} answers");
        // Whatever is answered first of all.
        prompt.choices[0].ask.clone().perform(&mut world);
        assert_eq!(given(&mut world), [(OWN, order.clone())]);
        assert_eq!(
            asking::seat(&world),
            Some(FOE),
            "nobody moves before it is used"
        );
        submit::<Casket>(&mut world, OWN, order).expect("it is legal");
        let asks = matches!(pending(&world), Some((FOE, Choice::React(..))));
        assert_eq!(asks, holds);
        follow(&mut world);
        let answers = given(&mut world);
        assert_eq!(answers.len(), usize::from(holds), "nobody is asked twice");
        for (side, answer) in answers {
            assert!(matches!(answer, Order::React(Some(_))));
            submit::<Casket>(&mut world, side, answer).expect("it is legal");
        }
        follow(&mut world);
        if pending(&world).is_none() {
            assert_eq!(*world.resource::<Parley>(), Parley::default());
        }
        assert_eq!(asking::seat(&world), None);
    }
}

#[test]
fn what_is_told_of_an_opening_is_told_of_its_own_board() {
    let mut world = begun("casket_first_duel", 1);
    world.insert_resource(BoardView::default());
    let grid = world.resource::<Board>().grid;
    assert_ne!(world.resource::<BoardView>().grid, grid);
    adopt_board(&mut world);
    assert_eq!(world.resource::<BoardView>().grid, grid);
}

/// Returns an attack that heats a casket of the other person.
fn heating(world: &World) -> Option<(Order, UnitId)> {
    if pending(world).is_some() || !Casket::owes(world, FOE) {
        return None;
    }
    let duel = Duel::of(world);
    let unit = duel.progress.acting?;
    let orders = Casket::legal_orders(world, FOE).into_iter();
    let mut heating = orders.filter_map(|order| {
        let (blow, _) = odds::blow(&duel, unit, &order)?;
        let heats = |effect: &Effect| matches!(effect, Effect::Heat(Who::Target, _));
        let is_it = duel.card(blow.card).on_hit.iter().any(heats) && duel.is_casket(blow.target);
        is_it.then_some((order, blow.target))
    });
    heating.next()
}

/// Gives a casket a hand in which a reaction to Heat is, or is not.
fn deal_for_heat(world: &mut World, unit: UnitId, holds: bool) {
    let mut piles = Duel::of(world).get(unit).piles().clone();
    let is_for_heat = |no: &CardNo| {
        let card = Duel::of(world).card(piles.get(*no).card);
        card.trigger == Trigger::Heat && card.kind == Kind::Reactive
    };
    let held = piles.hand.len();
    let all: Vec<CardNo> = piles.hand.iter().chain(&piles.deck).copied().collect();
    let (cards, others): (Vec<_>, Vec<_>) = all.into_iter().partition(is_for_heat);
    assert!(!cards.is_empty(), "it has a card for Heat");
    let (first, second) = if holds {
        (cards, others)
    } else {
        (others, cards)
    };
    let hidden: Vec<_> = first.into_iter().chain(second).collect();
    piles.hand = hidden[..held].to_vec();
    piles.deck = hidden[held..].to_vec();
    edit(world, unit).set(piles);
    Casket::settle(world);
}

#[test]
fn heat_of_an_attack_is_asked_of_while_the_other_person_sits_there() {
    let finds = |world: &World| {
        heating(world).is_some_and(|(_, target)| {
            let duel = Duel::of(world);
            let piles = duel.get(target).piles();
            let mut own = piles.hand.iter().chain(&piles.deck);
            own.any(|&no| duel.definition(target, no).trigger == Trigger::Heat)
        })
    };
    let curtains = [true, false].map(|holds| {
        let mut world = played_until("casket_frozen_ford", finds);
        let (order, target) = heating(&world).expect("it was waited for");
        deal_for_heat(&mut world, target, holds);
        world.insert_resource(HumanSides(vec![FOE, OWN]));
        give(&mut world, order.clone());
        assert_eq!(asking::seat(&world), Some(OWN), "the curtain falls");
        world.insert_resource(HumanSides(vec![OWN, FOE]));
        let mut asked_heat = false;
        while let Some(Choice::React(_, threat)) = asked(&world) {
            asked_heat |= matches!(threat, Threat::Heat(_));
            let prompt = questions::prompt(&world, &Duel::of(&world)).expect("it is asked");
            let last = prompt.choices.len() - 1;
            // A card against Heat, nothing against the blow.
            let at = if matches!(threat, Threat::Heat(_)) {
                0
            } else {
                last
            };
            prompt.choices[at].ask.clone().perform(&mut world);
        }
        assert_eq!(asked_heat, holds, "nobody is asked without a card");
        assert_eq!(given(&mut world), [(FOE, order.clone())]);
        // From here on the attacker sits there again, until cards are to be lost.
        submit::<Casket>(&mut world, FOE, order).expect("it is legal");
        world.insert_resource(HumanSides(vec![FOE, OWN]));
        let mut curtains = Vec::new();
        while let Some((side, choice)) = pending(&world) {
            follow(&mut world);
            let answers = given(&mut world);
            let (side, answer) = match answers.into_iter().next() {
                Some(answer) => answer,
                None => {
                    // Of what the attacker is asked itself, no curtain falls.
                    let falls = (side == OWN).then(|| std::mem::discriminant(&choice));
                    curtains.extend(falls);
                    (side, Casket::decide(&mut world, side))
                }
            };
            submit::<Casket>(&mut world, side, answer).expect("it is legal");
        }
        let reacts = std::mem::discriminant(&Choice::React(target, Threat::Heat(0)));
        assert!(!curtains.contains(&reacts), "no second curtain");
        curtains
    });
    assert_eq!(curtains[0], curtains[1], "the attacker sees the same");
}

#[test]
fn the_guide_does_not_wait_for_a_turn_to_a_foe_who_is_ahead() {
    let mut world = begun("casket_first_duel", 1);
    let is_so = |world: &World| Casket::is_so(world, GuideAction::Turn);
    assert!(is_so(&world), "they stand face to face");
    let unit = {
        let duel = Duel::of(&world);
        let own = duel.all().iter().find(|machine| machine.side == OWN);
        own.expect("there is one").id
    };
    let facing = part::<Facing>(&world, unit).0;
    edit(&mut world, unit).set(Facing(facing.turned(3)));
    Casket::settle(&mut world);
    assert!(!is_so(&world), "the back is turned to him");
    assert!(!Casket::is_so(&world, GuideAction::Move));
}

#[test]
fn a_forecast_takes_off_what_the_target_ignores() {
    let absorbs = |world: &World, order: &Order| {
        let duel = Duel::of(world);
        let unit = duel.progress.acting?;
        let (blow, hits) = odds::blow(&duel, unit, order)?;
        let absorbs = absorbing(&duel, blow.target);
        (absorbs > 0 && hits == 1).then_some((blow, absorbs.cast_unsigned()))
    };
    let world = played_until("casket_first_duel", |world| {
        attack(world).is_some_and(|order| absorbs(world, &order).is_some())
    });
    let duel = Duel::of(&world);
    let order = attack(&world).expect("it was waited for");
    let (blow, absorbs) = absorbs(&world, &order).expect("so was this");
    let lost = duel.odds(&blow).harm(false).saturating_sub(absorbs);
    let told = odds::after_reaction(&duel, blow.target, &Threat::Attack(blow), None);
    assert!(told.starts_with(&format!("{lost} card")), "{lost}: {told}");
    let panel = format!("{:?}", odds::foreseen(&duel, &blow, 1));
    assert!(
        panel.contains(&format!("average {lost}.0 cards")),
        "{panel}"
    );
    assert!(
        panel.contains(&format!("ignores the next {absorbs} damage")),
        "{panel}"
    );
}

#[test]
fn an_answer_says_which_component_it_leaves_disabled() {
    let told = |wear: u16| {
        let mut world = played_until("casket_first_duel", reacts);
        let Some((_, Choice::React(unit, Threat::Attack(mut blow)))) = pending(&world) else {
            panic!("it was waited for");
        };
        let mut body = Duel::of(&world).get(unit).body().clone();
        body.parts[Part::Chassis.index()].damage = wear;
        edit(&mut world, unit).set(body);
        Casket::settle(&mut world);
        blow.called = Some(Part::Chassis);
        let duel = Duel::of(&world);
        odds::after_reaction(&duel, unit, &Threat::Attack(blow), None)
    };
    assert!(told(8).contains("chassis disabled"), "{}", told(8));
    assert!(!told(0).contains("disabled"), "{}", told(0));
}

#[test]
fn an_attack_without_a_target_is_not_playable() {
    let world = played_until("casket_first_duel", |world| {
        let duel = Duel::of(world);
        let acts = pending(world).is_none() && Casket::owes(world, OWN);
        acts && attack(world).is_none() && duel.progress.acting.is_some()
    });
    let duel = Duel::of(&world);
    let unit = duel.progress.acting.expect("it was waited for");
    let sources = crate::rules::casket::legal::sources(&duel, unit).into_iter();
    for source in sources {
        let physical = duel.card_of(unit, source).expect("it is listed");
        let face = faces::playable(&duel, unit, source).expect("it has a face");
        let aims = crate::rules::casket::legal::aimings(&duel, unit, source).into_iter();
        let mut orders = aims.map(|aiming| Order::Play(source, aiming));
        let is_aimed = orders.any(|order| duel.check(unit, &order).is_ok());
        let is_attack = duel.card(physical.card).is_attack();
        let is_open = face.state == CardState::Playable;
        assert!(!(is_attack && is_open && !is_aimed), "{}", face.name);
    }
}

#[test]
fn who_points_at_a_monster_reads_how_it_attacks_and_who_acts_next() {
    let mut world = begun("casket_last_reliquary", 1);
    let hound = {
        let duel = Duel::of(&world);
        let mut all = duel.standing();
        let hound = all.find(|machine| machine.side == FOE && !duel.is_casket(machine.id));
        hound.expect("beasts come").tile()
    };
    world.resource_mut::<Hover>().tile = Some(hound);
    let panels = format!("{:?}", Casket::panels(&world));
    for words in ["Rending Claw: Melee", "Defence 0", "then "] {
        assert!(panels.contains(words), "{words}: {panels}");
    }
}

/// Whoever still has a card to play is asked before the turn ends, as in other rule sets.
#[test]
fn a_turn_counts_as_unfinished_while_a_card_is_safe_to_play() {
    let is_own = |world: &World| pending(world).is_none() && Casket::owes(world, OWN);
    let mut world = played_until("casket_first_duel", is_own);
    let (unit, safe) = {
        let duel = Duel::of(&world);
        let unit = duel.progress.acting.expect("it acts");
        (unit, duel.safe_sp(unit))
    };
    assert!(could_do_more(&world, unit));
    let mut body = Duel::of(&world).get(unit).body().clone();
    // Past the Red Line nothing is safe any more.
    body.spent = safe + 1;
    edit(&mut world, unit).set(body);
    Casket::settle(&mut world);
    assert!(!could_do_more(&world, unit));
}

/// A card that moves first is dropped on a foe: it strikes from behind where it can.
#[test]
fn a_leap_at_a_foe_ends_where_it_hurts_most() {
    let leaps = |world: &World| {
        if pending(world).is_some() || !Casket::owes(world, OWN) {
            return None;
        }
        let duel = Duel::of(world);
        let unit = duel.progress.acting?;
        let sources = crate::rules::casket::legal::sources(&duel, unit).into_iter();
        let mut leaps = sources.filter_map(|source| {
            let card = duel.card(duel.card_of(unit, source)?.card);
            let aims = crate::rules::casket::legal::aimings(&duel, unit, source).into_iter();
            let aims: Vec<_> = aims
                .filter(|aiming| {
                    duel.check(unit, &Order::Play(source, aiming.clone()))
                        .is_ok()
                })
                .collect();
            let is_leap = card.is_attack() && !card.first.is_empty();
            let target = aims.first()?.target?;
            let foe = duel.get(target);
            let behind = duel.step(foe.tile(), foe.now.facing.opposite())?;
            let ends = |aiming: &Aiming| {
                let here = duel.get(unit).tile();
                let mut way = aiming.path.iter();
                way.try_fold(here, |at, &direction| duel.step(at, direction)) == Some(behind)
            };
            let has_both = aims.iter().any(ends) && !aims.iter().all(ends);
            (is_leap && has_both).then(|| (source, foe.tile(), behind))
        });
        leaps.next()
    };
    let mut world = played_until("casket_first_duel", |world| leaps(world).is_some());
    let (source, tile, behind) = leaps(&world).expect("it was waited for");
    Grip::take_up(&mut world, source);
    let mut grip = Grip::of(&world);
    let duel = Duel::of(&world);
    assert!(grip.narrow(&duel, tile));
    let Some(Order::Play(_, aiming)) = grip.order(&duel) else {
        panic!("nothing is left to choose");
    };
    let unit = duel.progress.acting.expect("it acts");
    let mut way = aiming.path.iter();
    let end = way.try_fold(duel.get(unit).tile(), |at, &direction| {
        duel.step(at, direction)
    });
    assert_eq!(end, Some(behind));
}

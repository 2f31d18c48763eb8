//! Panels of caskets: machines, gauges, the hand with its piles, and what is pointed at.
//!
//! **Invariant:** shows what the player's side knows: hands of others are counted, never named.

use bevy::prelude::*;

use super::asking::Unasked;
use super::grip::{Grip, asked};
use super::input::{acting, choose_card, may_order};
use super::looks::of_machine;
use super::{bar, faces, odds, questions};
use crate::battle::phase::Turn;
use crate::battle::unit::{UnitId, units_on_board};
use crate::game::kit::cards::Cards;
use crate::game::kit::cards::face::{CardFace, CardState};
use crate::game::kit::cards::hand::{Hand, HandCard, OnDrop};
use crate::game::kit::cards::pile::{End, Pile};
use crate::game::kit::doll::{self, Doll};
use crate::game::kit::guide;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::odds::percent;
use crate::game::kit::panels::{Aside, Floating, Panels, Place, turn_words};
use crate::game::kit::piece::{Ask, Ink, Pieces, UnitCard, Words, faint, say};
use crate::game::kit::standard::{self, chosen, passing_look};
use crate::game::rules::playable::{Playable, name, own_side, unit_at};
use crate::game::table::input::Hover;
use crate::playing::Setting;
use crate::rules::casket::Casket;
use crate::rules::casket::content::{Kind, text};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::{Build, CardNo, Part, State};
use crate::rules::casket::order::{Choice, Order, Source};

/// Keys of cards and answers, in order.
pub(super) const KEYS: [KeyAction; 9] = [
    KeyAction::CARD_1,
    KeyAction::CARD_2,
    KeyAction::CARD_3,
    KeyAction::CARD_4,
    KeyAction::CARD_5,
    KeyAction::CARD_6,
    KeyAction::CARD_7,
    KeyAction::CARD_8,
    KeyAction::CARD_9,
];

/// Returns what stands in the panels.
pub(super) fn panels(world: &World) -> Panels {
    let limit = world.resource::<Setting>().mission.turn_limit;
    let duel = known_to_own(world);
    let shown = shown(world);
    let prompt = questions::prompt(world, &duel);
    // A question stands where the guide speaks.
    let guide = guide::panel::<Casket>(world).filter(|_| prompt.is_none());
    let guide = guide.map(|guide| Floating {
        place: Place::Top(60.0),
        ..guide
    });
    Panels {
        top: vec![
            turn_words(world.resource::<Turn>().number, limit),
            whose(world, &duel),
            next(&duel),
            bar::hint(world, &duel).cut(),
        ],
        top_more: more(world, &duel),
        heading: "Machines",
        units: units_on_board(world, own_side(world))
            .map(|unit| card(world, &duel, unit).into())
            .collect(),
        bar: shown
            .map(|unit| bar::bar(world, &duel, unit))
            .unwrap_or_default(),
        aside: aside(world, &duel),
        floating: guide.into_iter().collect(),
        cards: Cards {
            hand: shown.map(|unit| hand(world, &duel, unit)),
            piles: shown.map_or_else(Vec::new, |unit| piles(&duel, unit)),
            prompt,
        },
        ..Panels::default()
    }
}

/// Takes the battle as the player's side knows it: damage cards in a foe's hand change no figure on the screen.
pub(super) fn known_to_own(world: &World) -> Duel<'_> {
    Duel::shown_to(world, own_side(world))
}

/// Returns the own casket whose cards are shown: who acts, or who is asked, or who is chosen.
pub(super) fn shown(world: &World) -> Option<UnitId> {
    let duel = Duel::of(world);
    let is_own = |unit: &UnitId| {
        duel.get(*unit).side == own_side(world) && duel.is_casket(*unit) && duel.get(*unit).is_up()
    };
    let asked = asked(world).map(|choice| choice.unit());
    let first = || units_on_board(world, own_side(world)).find(is_own);
    asked
        .filter(is_own)
        .or_else(|| acting(world).filter(is_own))
        .or_else(|| chosen(world).filter(is_own))
        .or_else(first)
}

/// Says whose turn it is.
fn whose(world: &World, duel: &Duel) -> Words {
    match duel.progress.acting {
        Some(unit) if duel.get(unit).side == own_side(world) => {
            say(format!("{}'s turn", duel.name(unit)))
                .ink(Ink::Good)
                .strong()
        }
        Some(unit) => say(format!("{}'s turn", duel.name(unit)))
            .ink(Ink::Bad)
            .strong(),
        None => say("Initiative").strong(),
    }
    .about(order_of_turns(duel))
}

/// Names who acts next.
fn next(duel: &Duel) -> Words {
    let next = match duel.progress.order.first() {
        Some(&unit) => format!("then {}", duel.name(unit)),
        None => "last of the round".to_owned(),
    };
    faint(next).about(order_of_turns(duel))
}

fn order_of_turns(duel: &Duel) -> String {
    let names: Vec<_> = duel
        .progress
        .order
        .iter()
        .map(|&unit| duel.name(unit))
        .collect();
    match names.is_empty() {
        true => "Last turn of the round".to_owned(),
        false => format!("Then: {}", names.join(", ")),
    }
}

/// Says what there is to do, and what sides have scored where that counts.
fn more(world: &World, duel: &Duel) -> Vec<String> {
    use crate::rules::casket::scenario::Goal;
    let task = Casket::task(world);
    if duel.scenario.goal != Goal::Points {
        return vec![task];
    }
    let sides = &world.resource::<Setting>().mission.sides;
    let points = sides.iter().zip(&duel.progress.points);
    let told: Vec<_> = points
        .map(|(side, points)| format!("{} {points}", side.name))
        .collect();
    let points = format!(
        "Victory points: {} (first to {})",
        told.join(", "),
        duel.content.figures.score.to_win
    );
    vec![task, points]
}

/// Shows the cards left, Heat and Taint of an own unit.
fn card(world: &World, duel: &Duel, unit: UnitId) -> UnitCard {
    let machine = duel.get(unit);
    let health = machine.now.health;
    let mut body = Pieces::default();
    // Beside the portrait there is little room.
    let text = match duel.is_casket(unit) {
        true => format!("{} cards", health.now),
        false => format!("{}/{} HP", health.now, health.max),
    };
    body.bar(health.now, health.max, Ink::of_health(health), text);
    if duel.is_casket(unit) {
        let heat = machine.body().heat;
        let most = duel.content.figures.heat.boil_over;
        let ink = if heat >= most { Ink::Bad } else { Ink::Energy };
        body.bar(
            heat.min(most).into(),
            most.into(),
            ink,
            format!("Heat {heat}"),
        );
    }
    let look = of_machine(world, unit, passing_look(world, own_side(world), unit));
    UnitCard {
        kind: kind(duel, unit),
        portrait: Some(look.figure),
        number: look.number,
        body,
        is_dim: duel.progress.acting != Some(unit),
        ..standard::card::<Casket>(world, unit)
    }
}

/// Names what a unit is.
fn kind(duel: &Duel, unit: UnitId) -> String {
    match duel.build(unit) {
        Build::Casket { class, .. } => duel.content.class(*class).name.clone(),
        Build::Monster(monster) => duel.content.monster(*monster).name.clone(),
        Build::Objective(objective) => duel.content.objective(*objective).name.clone(),
    }
}

/// Returns the hand of an own casket.
fn hand(world: &World, duel: &Duel, unit: UnitId) -> Hand {
    let grip = Grip::of(world);
    let picks = matches!(asked(world), Some(Choice::Lose(..) | Choice::Keep(..)));
    let acts = acting(world) == Some(unit) && may_order(world);
    let cards = duel.get(unit).piles().hand.iter().map(|&no| {
        let source = Source::Hand(no);
        let mut face = match acts {
            true => faces::playable(duel, unit, source).unwrap_or_default(),
            false => faces::of(duel, unit, duel.get(unit).piles().get(no)),
        };
        if picks {
            face.state = CardState::Playable;
            face.is_selected = grip.picked.contains(&no);
            return pickable(face, no);
        }
        face.is_selected = grip.source == Some(source);
        let card = duel.get(unit).piles().get(no).card;
        let is_reaction = duel.card(card).kind == Kind::Reactive;
        if is_reaction {
            faces::reaction(&mut face, Unasked::holds(world, card));
        }
        HandCard {
            face,
            key: None,
            hover: None,
            choose: Ask::act(move |world| choose_card(world, source)),
            otherwise: is_reaction.then(|| Ask::act(move |world| Unasked::toggle(world, card))),
            on_drop: Some(OnDrop::new(move |world, tile| {
                if Grip::of(world).source != Some(source) {
                    choose_card(world, source);
                }
                super::input::click_on(world, tile);
            })),
        }
    });
    let cards: Vec<_> = cards.collect();
    Hand::new(world, cards, &KEYS)
}

fn pickable(face: CardFace, no: CardNo) -> HandCard {
    HandCard {
        face,
        key: None,
        hover: None,
        choose: Ask::act(move |world| super::input::pick(world, no)),
        otherwise: None,
        on_drop: None,
    }
}

/// Returns the piles of an own casket, with what its owner may know.
fn piles(duel: &Duel, unit: UnitId) -> Vec<Pile> {
    let piles = duel.get(unit).piles();
    let mut deck = piles.deck.clone();
    deck.sort_by_key(|no| duel.definition(unit, *no).name.clone());
    let discard: Vec<_> = piles.discard.iter().rev().copied().collect();
    vec![
        Pile {
            name: "Deck".to_owned(),
            count: deck.len(),
            end: End::Left,
            known: Some(faces::all(duel, unit, &deck)),
            about: "The order is unknown".to_owned(),
        },
        Pile {
            name: "Discard".to_owned(),
            count: discard.len(),
            end: End::Right,
            known: Some(faces::all(duel, unit, &discard)),
            about: "From the top down. It is shuffled into a new deck when the deck runs out"
                .to_owned(),
        },
    ]
}

/// Returns what is known of the unit pointed at, and what the card in hand would do to it.
fn aside(world: &World, duel: &Duel) -> Aside {
    let mut aside = Aside::default();
    let tile = world.resource::<Hover>().tile;
    let Some(unit) = tile.and_then(|tile| unit_at(world, tile)) else {
        return aside;
    };
    aside.head = known(world, duel, unit);
    let mut body = Pieces::default();
    let grip = Grip::of(world);
    if let (Some(own), Some(source)) = (acting(world), grip.source) {
        let aims = grip.aims.iter().find(|aiming| aiming.target == Some(unit));
        if let Some(aiming) = aims {
            let mut aiming = aiming.clone();
            aiming.called = grip.called.filter(|_| duel.is_casket(unit));
            let order = Order::Play(source, aiming);
            if let Some((blow, hits)) = odds::blow(duel, own, &order) {
                body = odds::foreseen(duel, &blow, hits);
            }
        }
    }
    body.0.extend(carried(duel, unit).0);
    aside.body = body;
    aside
}

/// Returns what everybody knows of a unit (clarification 20).
fn known(world: &World, duel: &Duel, unit: UnitId) -> Pieces {
    let mut told = Pieces::default();
    let machine = duel.get(unit);
    told.add(say(name(world, unit)).strong().size(16.0));
    told.add(faint(kind(duel, unit)));
    let health = machine.now.health;
    if !duel.is_casket(unit) {
        told.health(health, "hit points");
        told.0.extend(armed(duel, unit).0);
        return told;
    }
    let piles = machine.piles();
    told.bar(
        health.now,
        health.max,
        Ink::of_health(health),
        format!("{} cards left", health.now),
    );
    told.add(say(format!(
        "hand {} · deck {} · discard {}",
        piles.hand.len(),
        piles.deck.len(),
        piles.discard.len()
    )));
    let body = machine.body();
    told.add(say(format!(
        "Heat {}{} · SP used {}, safe up to {}",
        body.heat,
        taint(body.taint),
        body.spent,
        duel.safe_sp(unit)
    )));
    let lasting: Vec<_> = body
        .lasting
        .iter()
        .map(|one| text::given(duel.content, one.given))
        .collect();
    if !lasting.is_empty() {
        told.add(say(lasting.join(" ")).ink(Ink::Accent).size(12.5));
    }
    told
}

/// Says how hard a monster or objective is to hurt, and how a monster attacks: of its attacks one is drawn when its
/// turn begins.
fn armed(duel: &Duel, unit: UnitId) -> Pieces {
    let mut told = Pieces::default();
    let (defence, attacks) = match duel.build(unit) {
        Build::Monster(monster) => {
            let monster = duel.content.monster(*monster);
            (monster.defence, &monster.attacks[..])
        }
        Build::Objective(objective) => (duel.content.objective(*objective).defence, &[][..]),
        Build::Casket { .. } => return told,
    };
    told.add(say(format!("Defence {defence}")));
    let all: u32 = attacks.iter().map(|one| u32::from(one.weight)).sum();
    for one in attacks {
        let card = duel.card(one.card);
        let chance = percent(one.weight.into(), all.min(u16::MAX.into()) as u16);
        let range = text::range(card).unwrap_or_default();
        let damage = card.damage.unwrap_or(0);
        let attack = format!("{chance} {}: {range}, {damage} damage", card.name);
        told.add(faint(attack));
    }
    told
}

/// Writes Taint, if there is any.
fn taint(points: u8) -> String {
    match points {
        0 => String::new(),
        points => format!(" · Taint {points}"),
    }
}

/// Returns the components of a casket, and what it carries.
fn carried(duel: &Duel, unit: UnitId) -> Pieces {
    let mut told = Pieces::default();
    if !duel.is_casket(unit) {
        return told;
    }
    told.add(doll(duel, unit));
    if let Build::Casket { mounted, race, .. } = duel.build(unit) {
        let carried: Vec<_> = mounted
            .iter()
            .map(|(piece, _)| duel.content.piece(*piece).name.as_str())
            .collect();
        let race = &duel.content.race(*race).name;
        told.add(faint(format!("{race}: {}", carried.join(", "))));
    }
    told
}

/// Returns the components of a casket as a figure.
pub(super) fn doll(duel: &Duel, unit: UnitId) -> Doll {
    let from = duel.content.figures.parts.from;
    let words = ["minor", "major", "degraded", "disabled"];
    let thresholds: Vec<_> = from
        .iter()
        .zip(words)
        .map(|(&from, word)| (u16::from(from), word.to_owned()))
        .collect();
    let part = |part: Part, outlines| doll::Part {
        name: part.to_string(),
        outlines,
        damage: duel.get(unit).body().part(part).damage,
        thresholds: thresholds.clone(),
        owed: duel.owed_by(unit, part).into(),
        is_marked: duel.state(unit, part) >= State::Degraded,
        about: "Pending damage cards enter the deck at the next reshuffle".to_owned(),
        click: None,
    };
    Doll {
        parts: vec![
            part(Part::RightArm, doll::RIGHT_ARM),
            part(Part::LeftArm, doll::LEFT_ARM),
            part(Part::Chassis, doll::CHASSIS),
            part(Part::Legs, doll::LEGS),
        ],
        size: [150, 150],
    }
}

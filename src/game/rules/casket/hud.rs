//! Panels of caskets: machines, gauges, the hand with its piles, and what is pointed at.
//!
//! **Invariant:** shows what the player's side knows: hands of others are counted, never named.

use bevy::prelude::*;

use super::asking::Unasked;
use super::grip::{Grip, asked};
use super::input::{acting, choose_card, hint, may_order, next_part};
use super::looks::of_machine;
use super::{faces, odds, questions};
use crate::battle::order::UndoStack;
use crate::battle::phase::Turn;
use crate::battle::unit::{UnitId, units_on_board};
use crate::game::kit::cards::Cards;
use crate::game::kit::cards::face::{CardFace, CardState};
use crate::game::kit::cards::hand::{Hand, HandCard, OnDrop};
use crate::game::kit::cards::pile::{End, Pile};
use crate::game::kit::doll::{self, Doll};
use crate::game::kit::gauge::{Gauge, Zone};
use crate::game::kit::guide;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::panels::{Aside, Floating, Panels, Place, turn_words};
use crate::game::kit::piece::{Ask, Face, Ink, Piece, Pieces, UnitCard, Words, button, faint, say};
use crate::game::kit::standard::{self, chosen, passing_look};
use crate::game::kit::theme::icon::Icon;
use crate::game::rules::playable::{Playable, name, own_side, unit_at};
use crate::game::table::input::Hover;
use crate::playing::Setting;
use crate::rules::casket::content::{Kind, text};
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::{Build, CardNo, Part, State};
use crate::rules::casket::order::{Choice, Order, Source};
use crate::rules::casket::{Casket, legal};

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
    // Damage cards in hands of others change odds, and are hidden.
    let duel = Duel::shown_to(world, own_side(world));
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
            say(Casket::task(world)).cut(),
        ],
        top_more: points(world, &duel),
        heading: "Machines",
        units: units_on_board(world, own_side(world))
            .map(|unit| card(world, &duel, unit).into())
            .collect(),
        bar: shown
            .map(|unit| bar(world, &duel, unit))
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

/// Says what sides have scored, where that counts.
fn points(world: &World, duel: &Duel) -> Vec<String> {
    use crate::rules::casket::scenario::Goal;
    if duel.scenario.goal != Goal::Points {
        return Vec::new();
    }
    let sides = &world.resource::<Setting>().mission.sides;
    let points = sides.iter().zip(&duel.progress.points);
    let told: Vec<_> = points
        .map(|(side, points)| format!("{} {points}", side.name))
        .collect();
    vec![format!(
        "Victory points: {} (first to {})",
        told.join(", "),
        duel.content.figures.score.to_win
    )]
}

/// Shows the cards left, Heat and Taint of an own unit.
fn card(world: &World, duel: &Duel, unit: UnitId) -> UnitCard {
    let machine = duel.get(unit);
    let health = machine.now.health;
    let mut body = Pieces::default();
    let word = if duel.is_casket(unit) { "cards" } else { "HP" };
    body.bar(
        health.now,
        health.max,
        Ink::of_health(health),
        format!("{}/{} {word}", health.now, health.max),
    );
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

/// Returns the order for the card in hand, if nothing is left to choose.
pub(super) fn in_hand(world: &World, duel: &Duel) -> Option<Order> {
    let grip = Grip::of(world);
    grip.risk.clone().or_else(|| grip.order(duel))
}

/// Returns gauges and buttons of a unit.
fn bar(world: &World, duel: &Duel, unit: UnitId) -> Pieces {
    let mut lines = Pieces::default();
    let acts = acting(world) == Some(unit);
    let order = in_hand(world, duel).filter(|_| acts);
    let then = order.map(|order| odds::leads_to(duel, unit, &order));
    let mut first = vec![
        say(name(world, unit)).strong().size(16.0).into(),
        faint(kind(duel, unit)).into(),
    ];
    first.extend(gauges(duel, unit, then).map(Piece::from));
    lines.line(first);
    let mut second: Vec<Piece> = Vec::new();
    let grip = Grip::of(world);
    let says = match (acts && may_order(world), grip.source) {
        (false, _) => "other machines are acting".to_owned(),
        (true, Some(_)) => hint(grip.asks(duel)).to_owned(),
        (true, None) => "Choose a card, click a hex to step there, Shift+click to turn".to_owned(),
    };
    second.push(faint(says).cut().into());
    let why = |order: &Order| {
        let acting = acts && may_order(world);
        match acting {
            true => duel.check(unit, order).err().map(|why| why.to_string()),
            false => Some("it is not your turn".to_owned()),
        }
    };
    let facing = duel.get(unit).now.facing;
    let turn = |by: u8, name: &str, key: KeyAction| {
        let order = Order::Turn(facing.turned(by));
        button(Face::Plain, name, Ask::Key(key))
            .cost(format!("{} SP", duel.turn_cost(unit)))
            .barred(why(&order))
    };
    let locked = world
        .get_resource::<UndoStack<Casket>>()
        .and_then(UndoStack::locked);
    let undo = button(Face::Picture(Icon::Undo), "Undo", Ask::Key(KeyAction::UNDO)).barred(locked);
    let end = button(
        Face::Picture(Icon::EndTurn),
        "End turn",
        Ask::Key(KeyAction::END_TURN),
    )
    .barred(why(&Order::Pass))
    .ink(Ink::Accent)
    .about(end_about(duel, unit));
    let part = grip
        .called
        .map_or("none".to_owned(), |part| part.to_string());
    let called = button(
        Face::Picture(Icon::Crosshair),
        "Called shot",
        Ask::act(next_part),
    )
    .key(Some(KeyAction::AIM_PART))
    .cost(part)
    .on_if(grip.called.is_some())
    .about("The next attack targets this component; ranged attacks are less accurate");
    let mut right: Vec<Piece> = vec![end.into(), undo.into(), called.into()];
    if duel.content.figures.switches.brace_action {
        let brace = button(Face::Plain, "Brace", Ask::Key(KeyAction::BRACE));
        right.push(brace.barred(why(&Order::Brace)).into());
    }
    right.push(turn(1, "Turn right", KeyAction::TURN_RIGHT).into());
    right.push(turn(5, "Turn left", KeyAction::TURN_LEFT).into());
    let abilities = legal::sources(duel, unit)
        .into_iter()
        .filter(|source| acts && !matches!(source, Source::Hand(_)));
    for source in abilities {
        if let Some(physical) = duel.card_of(unit, source) {
            let card = duel.card(physical.card);
            let play = button(
                Face::Picture(Icon::Star),
                card.name.as_str(),
                Ask::act(move |world| choose_card(world, source)),
            );
            let play = play
                .cost(format!("{} SP", duel.card_cost(unit, physical)))
                .on_if(grip.source == Some(source))
                .about(text::lines(duel.content, card).join("\n"));
            right.push(play.into());
        }
    }
    second.push(Piece::Right(Pieces(right)));
    lines.line(second);
    lines
}

/// Says what the end of the turn brings.
fn end_about(duel: &Duel, unit: UnitId) -> String {
    let body = duel.get(unit).body();
    if body.spent <= duel.safe_sp(unit) {
        return "Unspent SP are lost. You draw up to your hand size".to_owned();
    }
    let rows = odds::backfire(duel, unit, 0);
    let told: Vec<_> = rows
        .iter()
        .map(|(count, text)| format!("{count} of 6: {text}"))
        .collect();
    format!(
        "Past the Red Line, a Backfire is rolled:\n{}",
        told.join("\n")
    )
}

/// Returns the gauges of SP, Heat and Taint, with what an order leads to.
fn gauges(
    duel: &Duel,
    unit: UnitId,
    then: Option<(u8, u8)>,
) -> impl Iterator<Item = Gauge> + use<> {
    let body = duel.get(unit).body();
    let (safe, most) = (duel.safe_sp(unit), duel.max_sp(unit));
    let zone = |from: u8, to: u8, ink: Ink, word: &str| Zone {
        from: from.into(),
        to: to.into(),
        ink,
        word: word.to_owned(),
    };
    let figures = &duel.content.figures;
    let levels = figures.heat.levels;
    let sp = Gauge {
        name: "SP".to_owned(),
        value: body.spent.into(),
        most: most.into(),
        zones: vec![
            zone(0, safe, Ink::Good, "safe"),
            zone(
                safe.saturating_add(1),
                most.max(safe + 1),
                Ink::Bad,
                "past the Red Line",
            ),
        ],
        marks: vec![(safe.into(), "Red Line".to_owned())],
        forecast: then.map(|(spent, _)| spent.into()),
        about: "SP spent this turn. Past the Red Line, the turn ends with a Backfire".to_owned(),
        width: Some(170),
    };
    let heat = Gauge {
        name: "Heat".to_owned(),
        value: body.heat.into(),
        most: i32::from(figures.heat.boil_over) + 2,
        zones: vec![
            zone(0, levels[0].saturating_sub(1), Ink::Good, "cool"),
            zone(levels[0], levels[1].saturating_sub(1), Ink::Worn, "warm"),
            zone(
                levels[1],
                levels[2].saturating_sub(1),
                Ink::Worn,
                "hot: Defence −1, weapons +1 SP",
            ),
            zone(
                levels[2],
                levels[3].saturating_sub(1),
                Ink::Bad,
                "very hot: moves +1 SP",
            ),
            zone(levels[3], 100, Ink::Bad, "boils over"),
        ],
        marks: vec![(figures.heat.boil_over.into(), "Boil-Over".to_owned())],
        forecast: then.map(|(_, heat)| heat.into()),
        about: "Heat does not drop by itself".to_owned(),
        width: Some(200),
    };
    let taint = (body.taint > 0).then(|| Gauge {
        name: "Taint".to_owned(),
        value: body.taint.into(),
        most: figures.most_taint.into(),
        marks: figures
            .taint
            .levels
            .iter()
            .map(|&level| (level.into(), String::new()))
            .collect(),
        about: "At the end of this gauge the casket fights for no side".to_owned(),
        width: Some(120),
        ..Gauge::default()
    });
    [sp, heat].into_iter().chain(taint)
}

/// Returns the hand of an own casket.
fn hand(world: &World, duel: &Duel, unit: UnitId) -> Hand {
    let grip = Grip::of(world);
    let picks = matches!(asked(world), Some(Choice::Lose(..) | Choice::Keep(..)));
    let acts = acting(world) == Some(unit) && may_order(world);
    let cards = duel.get(unit).piles().hand.iter().map(|&no| {
        let source = Source::Hand(no);
        let mut face = faces::playable(duel, unit, source).unwrap_or_default();
        if !acts {
            face.state = CardState::Shown;
        }
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
    let grip = Grip::of(world);
    if let (Some(own), Some(source)) = (acting(world), grip.source) {
        let aims = grip.aims.iter().find(|aiming| aiming.target == Some(unit));
        if let Some(aiming) = aims {
            let mut aiming = aiming.clone();
            aiming.called = grip.called.filter(|_| duel.is_casket(unit));
            let order = Order::Play(source, aiming);
            if let Some((blow, hits)) = odds::blow(duel, own, &order) {
                aside.body = odds::foreseen(duel, &blow, hits);
            }
        }
    }
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
        "Heat {} · Taint {} · SP {} of {}",
        body.heat,
        body.taint,
        body.spent,
        duel.safe_sp(unit)
    )));
    told.add(doll(duel, unit));
    let lasting: Vec<_> = body
        .lasting
        .iter()
        .map(|one| text::given(duel.content, one.given))
        .collect();
    if !lasting.is_empty() {
        told.add(say(lasting.join(" ")).ink(Ink::Accent).size(12.5));
    }
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

//! The bar of a casket above its hand: gauges and what can be done without a card, in one line.
//!
//! **Invariant:** what an order leads to comes from the rules.

use bevy::prelude::*;

use super::grip::Grip;
use super::input::{acting, choose_card, hint as click_hint, may_order, next_part};
use super::odds;
use crate::battle::unit::UnitId;
use crate::game::kit::gauge::{Gauge, Zone};
use crate::game::kit::keys::KeyAction;
use crate::game::kit::piece::{Ask, Button, Face, Ink, Piece, Pieces, Words, button, say};
use crate::game::kit::standard;
use crate::game::kit::theme::icon::Icon;
use crate::game::rules::playable::{Playable, name};
use crate::rules::casket::content::text;
use crate::rules::casket::duel::Duel;
use crate::rules::casket::order::{Order, Source};
use crate::rules::casket::{Casket, legal};

/// Says what the next click is for, or what there is to do.
pub(super) fn hint(world: &World, duel: &Duel) -> Words {
    let grip = Grip::of(world);
    let how = "Click a card, or a hex to step there; Shift-click turns";
    match (may_order(world), grip.source) {
        (true, Some(_)) => say(click_hint(grip.asks(duel))).ink(Ink::Accent),
        _ => say(Casket::task(world)).about(how),
    }
}

/// Returns the order for the card in hand, if nothing is left to choose.
fn in_hand(world: &World, duel: &Duel) -> Option<Order> {
    let grip = Grip::of(world);
    grip.risk.clone().or_else(|| grip.order(duel))
}

/// Returns gauges and buttons of a unit.
pub(super) fn bar(world: &World, duel: &Duel, unit: UnitId) -> Pieces {
    let acts = acting(world) == Some(unit);
    let order = in_hand(world, duel).filter(|_| acts);
    let then = order.map(|order| odds::leads_to(duel, unit, &order));
    // Whose turn it is, the top line says.
    let named = say(name(world, unit)).strong().size(16.0);
    let mut line: Vec<Piece> = (!acts).then(|| named.into()).into_iter().collect();
    line.extend(gauges(duel, unit, then).map(Piece::from));
    line.extend(buttons(world, duel, unit).into_iter().map(Piece::from));
    let mut lines = Pieces::default();
    lines.line(line);
    lines
}

/// Returns what a unit can do without a card of its hand.
fn buttons(world: &World, duel: &Duel, unit: UnitId) -> Vec<Button> {
    let grip = Grip::of(world);
    let acts = acting(world) == Some(unit);
    let is_open = acts && may_order(world);
    let why = |order: &Order| match is_open {
        true => duel.check(unit, order).err().map(|why| why.to_string()),
        false => Some("it is not your turn".to_owned()),
    };
    let facing = duel.get(unit).now.facing;
    let turn = |by: u8, name: &str, key: KeyAction| {
        let order = Order::Turn(facing.turned(by));
        button(Face::Plain, name, Ask::Key(key))
            .cost(format!("{} SP", duel.turn_cost(unit)))
            .about("Turns by 60°")
            .barred(why(&order))
    };
    let undo = standard::undo::<Casket>(world);
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
    .about("The next attack marks this component; ranged attacks are harder to hit with");
    let mut all = vec![
        turn(5, "Left", KeyAction::TURN_LEFT),
        turn(1, "Right", KeyAction::TURN_RIGHT),
    ];
    if duel.content.figures.switches.brace_action {
        let brace = button(Face::Plain, "Brace", Ask::Key(KeyAction::BRACE));
        all.push(brace.barred(why(&Order::Brace)));
    }
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
            let key = match source {
                Source::Ability(0) => Some(KeyAction::ABILITY),
                Source::Ability(1) => Some(KeyAction::SECOND_ABILITY),
                _ => None,
            };
            let play = play
                .key(key)
                .cost(format!("{} SP", duel.card_cost(unit, physical)))
                .on_if(grip.source == Some(source))
                .about(text::lines(duel.content, card).join("\n"));
            all.push(play);
        }
    }
    all.extend([called, undo, end]);
    all
}

/// Says what the end of the turn brings.
fn end_about(duel: &Duel, unit: UnitId) -> String {
    let body = duel.get(unit).body();
    if body.spent <= duel.safe_sp(unit) {
        return "Unspent SP are lost. The hand is filled up again".to_owned();
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
        name: "SP used".to_owned(),
        value: body.spent.into(),
        most: most.into(),
        zones: vec![
            zone(0, safe, Ink::Good, ""),
            zone(
                safe.saturating_add(1),
                most.max(safe + 1),
                Ink::Bad,
                "risky",
            ),
        ],
        marks: vec![(safe.into(), "Red Line".to_owned())],
        forecast: then.map(|(spent, _)| spent.into()),
        about: "SP spent this turn. Past the Red Line, the turn ends with a Backfire".to_owned(),
        width: Some(140),
    };
    let heat = Gauge {
        name: "Heat".to_owned(),
        value: body.heat.into(),
        most: i32::from(figures.heat.boil_over) + 2,
        zones: vec![
            zone(0, levels[0].saturating_sub(1), Ink::Good, "cool"),
            zone(levels[0], levels[1].saturating_sub(1), Ink::Worn, "warm"),
            zone(levels[1], levels[2].saturating_sub(1), Ink::Worn, "hot"),
            zone(levels[2], levels[3].saturating_sub(1), Ink::Bad, "very hot"),
            zone(levels[3], 100, Ink::Bad, "boils over"),
        ],
        marks: vec![
            (
                levels[1].into(),
                "Defence −1, weapon cards +1 SP".to_owned(),
            ),
            (levels[2].into(), "weapon cards and moves +1 SP".to_owned()),
            (figures.heat.boil_over.into(), "Boil-Over".to_owned()),
        ],
        forecast: then.map(|(_, heat)| heat.into()),
        about: "Heat never falls by itself".to_owned(),
        width: Some(160),
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
        width: Some(90),
        ..Gauge::default()
    });
    [sp, heat].into_iter().chain(taint)
}

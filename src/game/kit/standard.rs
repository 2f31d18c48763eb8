//! The window of a rule set that brings nothing of its own: its units on cards and as tokens, a button
//! for each order, and the log of its events.
//!
//! **Invariant:** shows what the player's side knows, but for the log, which tells every event: rules
//! with secret events bring a [`Teller`] of their own.

use std::marker::PhantomData;

use bevy::prelude::*;

use super::keys::KeyAction;
use super::looks::bare;
use super::panels::{CARD, Panels, turn_words};
use super::piece::{Ask, Button, Face, Pieces, UnitCard, button, faint, say};
use super::theme::icon::Icon;
use crate::battle::grid::{Direction, TileId};
use crate::battle::knowledge::Knowledge;
use crate::battle::order::UndoStack;
use crate::battle::phase::Turn;
use crate::battle::unit::{Facing, Position, Presence, Roster, Side, UnitId, part, units_on_board};
use crate::game::PutAway;
use crate::game::rules::playable::{Account, Playable, Teller, name, own_side};
use crate::game::table::art::{Arm, ArmShape, Drawing, Person, Round};
use crate::game::table::input::{give_order, is_players};
use crate::game::table::unit_view::{Figure, Look};
use crate::playing::{Game, Setting};

/// The chosen unit of a rule set that keeps no choice of its own.
#[derive(Resource, Default)]
pub struct Chosen(pub Option<UnitId>);

/// Adds what the window keeps for such rule sets.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Chosen>().add_systems(PutAway, forget);
}

/// Forgets the chosen unit.
pub fn forget(world: &mut World) {
    world.insert_resource(Chosen::default());
}

/// Returns the chosen unit.
pub fn chosen(world: &World) -> Option<UnitId> {
    world.get_resource::<Chosen>().and_then(|chosen| chosen.0)
}

/// Returns the button that takes back the last order, if it can be and the player acts.
pub fn undo<R: Playable>(world: &World) -> Button {
    let why = match is_players(world) {
        true => (world.get_resource::<UndoStack<R>>()).and_then(UndoStack::locked),
        false => Some("another side is acting"),
    };
    button(Face::Picture(Icon::Undo), "Undo", Ask::Key(KeyAction::UNDO)).barred(why)
}

/// Reports every event in the words of the log.
pub struct EventLog<R>(PhantomData<fn() -> R>);

impl<R: Game> Teller<R::Event> for EventLog<R> {
    fn begin(_: &World, _: Side) -> Self {
        Self(PhantomData)
    }

    fn tell(&mut self, world: &World, event: &R::Event, told: &mut Account) {
        let lines = R::tell_event(world, event).into_iter();
        told.lines.extend(lines.map(|line| (line, None)));
    }

    fn end(self, _: &World, _: &mut Account) {}
}

/// Returns turn and objective, a card for each own unit, and a button for each order.
pub fn panels<R: Playable>(world: &World) -> Panels {
    let side = own_side(world);
    let limit = world.resource::<Setting>().mission.turn_limit;
    let mut bar = Pieces::default();
    let orders = match R::owes(world, side) {
        true => R::legal_orders(world, side),
        false => Vec::new(),
    };
    if orders.is_empty() {
        bar.add(faint("Other sides are acting"));
    }
    bar.line(orders.into_iter().map(|order| {
        let told = R::tell_order(world, &order);
        let click = Ask::act(move |world| give_order::<R>(world, order.clone()));
        button(Face::Plain, told, click).into()
    }));
    Panels {
        top: vec![
            turn_words(world.resource::<Turn>().number, limit),
            say(R::task(world)).cut(),
        ],
        heading: "Units",
        units: units_on_board(world, side)
            .map(|unit| card::<R>(world, unit).into())
            .collect(),
        bar,
        ..Panels::default()
    }
}

/// Returns the card of a unit, with its name and health.
pub fn card<R: Playable>(world: &World, unit: UnitId) -> UnitCard {
    let mut body = Pieces::default();
    body.health(*part(world, unit), "health");
    UnitCard {
        title: name(world, unit).to_owned(),
        kind: String::new(),
        portrait: None,
        number: 0,
        body,
        width: CARD,
        is_chosen: R::chosen(world) == Some(unit),
        is_dim: false,
        click: Some(Ask::act(move |world| R::choose(world, unit))),
    }
}

/// Lists every unit that the player's side sees, and those it remembers.
pub fn looks<R: Playable>(world: &World) -> Vec<(UnitId, TileId, Direction, Look)> {
    let side = own_side(world);
    let known = world.resource::<Knowledge>().of(side);
    let roster = world.resource::<Roster>();
    let mut looks = Vec::new();
    for id in roster.ids() {
        let is_own = roster.side(id) == side;
        let is_here = *part::<Presence>(world, id) == Presence::OnBoard;
        if is_here && (is_own || known.sees_unit(id)) {
            let (tile, facing) = (part::<Position>(world, id).0, part::<Facing>(world, id).0);
            let is_chosen = R::chosen(world) == Some(id);
            let look = seen(world, side, id);
            looks.push((id, tile, facing, Look { is_chosen, ..look }));
        } else if let (false, Some(sighting)) = (is_own, known.sightings[id.index()]) {
            let (ghost, facing) = (Some(sighting.turn), Direction::default());
            let look = remembered(world, side, id);
            looks.push((id, sighting.tile, facing, Look { ghost, ..look }));
        }
    }
    looks
}

/// Returns the look of a unit that came into a side's sight for a moment: without what the player cannot
/// know any more if it is out of sight again.
pub fn passing_look(world: &World, own: Side, id: UnitId) -> Look {
    let is_own = world.resource::<Roster>().side(id) == own;
    match is_own || world.resource::<Knowledge>().of(own).sees_unit(id) {
        true => seen(world, own, id),
        false => remembered(world, own, id),
    }
}

fn seen(world: &World, own: Side, id: UnitId) -> Look {
    Look {
        health: Some(*part(world, id)),
        name: name(world, id).to_owned(),
        ..remembered(world, own, id)
    }
}

/// What is known of a unit by having seen it once.
fn remembered(world: &World, own: Side, id: UnitId) -> Look {
    let roster = world.resource::<Roster>();
    let of = roster.side(id);
    bare(portrait(world, id), [own, of], roster.are_hostile(own, of))
}

/// Returns the figure of a unit of which nothing more is known than its name.
pub fn portrait(world: &World, id: UnitId) -> Figure {
    Figure::fighter(
        Drawing::Shipped("Soldier"),
        Arm::new(ArmShape::None, Round::Bullet),
        Person::new(name(world, id), 0),
    )
}

//! The inventory of the chosen character, and the list of everything it can do.
//!
//! **Invariant:** what is free and what is paid is told apart by the check of the order.

use bevy::prelude::*;

use super::ahead::deed;
use super::hud::refusal;
use super::input::{Hand, give, try_to};
use super::lead::{ending, leads_party};
use super::trip;
use crate::battle::knowledge::Knowledge;
use crate::battle::rules::Rules;
use crate::battle::unit::{UnitId, part, units_on_board};
use crate::game::kit::keys::KeyAction;
use crate::game::kit::panels::{Floating, Place};
use crate::game::kit::piece::{Ask, Face, Ink, Piece, Pieces, button, faint, say};
use crate::game::kit::standard::chosen;
use crate::game::kit::title;
use crate::game::rules::playable::{MenuLine, grid, name, own_side, place_of};
use crate::mission::direction_name;
use crate::playing::Game;
use crate::rules::party::character::{Gear, Purse, Sheet};
use crate::rules::party::order::Order;
use crate::rules::party::progress::{Progress, foes};
use crate::rules::party::{Party, setup};

/// Lists everything the chosen character can do.
pub(super) fn everything(world: &World) -> Option<(String, Vec<MenuLine>)> {
    if trip::met(world).is_some() {
        return Some((
            "Encounter: all actions".into(),
            lines(world, vec![Order::Engage, Order::Avoid]),
        ));
    }
    let id = chosen(world)?;
    let known = world.resource::<Knowledge>().of(own_side(world));
    let foes = foes(world, own_side(world));
    let foes: Vec<_> = foes.filter(|&foe| known.sees_unit(foe)).collect();
    // What lies about and what is carried come first: nothing else in the window asks for them.
    let mut orders = in_reach(world, id);
    orders.extend(foes.iter().map(|&foe| Order::Attack(id, foe)));
    for spell in part::<Sheet>(world, id).spells.spells() {
        let own = units_on_board(world, own_side(world));
        let targets = own.chain(foes.iter().copied());
        orders.extend(targets.map(|target| Order::Cast(id, spell, target)));
    }
    orders.push(Order::Open(id));
    orders.extend(
        (0..)
            .zip(&part::<Gear>(world, id).pack)
            .map(|(slot, _)| Order::Equip(id, slot)),
    );
    orders.push(Order::Sheathe(id));
    match leads_party(world) {
        true => orders.extend([Order::Fight, Order::EndCombat, Order::EndTurn]),
        false => orders.push(ending(world)),
    }
    let travels = setup::journey(world).is_some();
    orders.extend([Order::Enter, Order::Leave].into_iter().filter(|_| travels));
    Some((
        format!("{}: everything", name(world, id)),
        lines(world, orders),
    ))
}

/// Returns a line of the list for each order.
fn lines(world: &World, orders: Vec<Order>) -> Vec<MenuLine> {
    let lines = orders.into_iter().map(|order| MenuLine {
        name: title(&Party::tell_order(world, &order)),
        refusal: refusal(world, &order),
        click: Ask::act(move |world| give(world, order.clone())),
    });
    lines.collect()
}

/// Lists what a character may do with items that it carries, and with what is within its reach.
fn in_reach(world: &World, id: UnitId) -> Vec<Order> {
    let mut orders = Party::legal_orders(world, own_side(world));
    orders.retain(|order| match order {
        Order::Use(unit, ..)
        | Order::Handle(unit, ..)
        | Order::Take(unit, ..)
        | Order::Put(unit, ..) => *unit == id,
        _ => false,
    });
    orders
}

/// Describes an order for something within reach, with the direction to it and the cost in AP.
fn within_reach(world: &World, id: UnitId, order: &Order) -> Option<(String, u8)> {
    let (Order::Handle(_, _, tile) | Order::Take(_, tile, _)) = order else {
        return None;
    };
    let (what, cost) = deed(world, id, order)?;
    let (grid, here) = (grid(world), place_of(world, id));
    let place = match *tile == here {
        true => "here".to_owned(),
        false => {
            let way = direction_name(grid.layout, grid.direction_towards(here, *tile));
            // Names are written in one word in missions.
            let way = way.replace("thE", "th-e").replace("thW", "th-w");
            format!("to the {}", way.to_lowercase())
        }
    };
    Some((format!("{what} ({place})"), cost))
}

/// Returns the inventory of the chosen character: what is in hand, worn and carried, and what each change
/// costs.
pub(super) fn pack(world: &World) -> Option<Floating> {
    let id = chosen(world).filter(|_| world.resource::<Hand>().shows_pack)?;
    let (content, gear) = (setup::content(world), part::<Gear>(world, id));
    let is_open = part::<Purse>(world, id).opened || !world.resource::<Progress>().fights();
    let fee = setup::content(world).figures.costs.inventory;
    let mut pieces = Pieces::default();
    pieces.heading(format!("{}: inventory", name(world, id)));
    let row = |pieces: &mut Pieces, what: String, verb: &str, order: Order| {
        let why = refusal(world, &order);
        let cost = match (&why, is_open) {
            (_, false) => faint(format!("{fee} AP to open")).ink(Ink::Time),
            (None, true) => faint("free").ink(Ink::Good),
            (Some(why), true) => faint(why.as_str()),
        };
        let click = button(
            Face::Small,
            verb,
            Ask::act(move |world| try_to(world, order.clone())),
        );
        let right = Pieces(vec![click.barred(why).into(), cost.into()]);
        pieces.line([say(what).into(), Piece::Right(right)]);
    };
    if !is_open {
        let open = button(
            Face::Plain,
            "Open",
            Ask::act(move |world| try_to(world, Order::Open(id))),
        );
        let open = open
            .cost(format!("{fee} AP"))
            .barred(refusal(world, &Order::Open(id)));
        let words = say(format!(
            "Opening it costs {fee} AP once per turn; changes inside are free"
        ))
        .ink(Ink::Time);
        pieces.line([
            words.size(12.5).into(),
            Piece::Right(Pieces(vec![open.into()])),
        ]);
    }
    match gear.weapon {
        Some(weapon) => {
            let name = &content.weapon(weapon).name;
            row(
                &mut pieces,
                format!("In hand: {name}"),
                "unequip",
                Order::Sheathe(id),
            );
        }
        None => pieces.add(say("In hand: nothing")),
    }
    for &piece in &gear.worn {
        let piece = content.piece(piece);
        let about = format!("Worn: {} ({}%)", piece.name, piece.rating);
        pieces.add(faint(about).about(&piece.description));
    }
    pieces.separate();
    for (slot, thing) in (0..).zip(&gear.pack) {
        row(
            &mut pieces,
            thing.name(content).to_owned(),
            "equip",
            Order::Equip(id, slot),
        );
    }
    if gear.pack.is_empty() {
        pieces.add(faint("nothing else carried"));
    }
    let is_put = |order: &Order| matches!(order, Order::Put(..));
    for order in in_reach(world, id).into_iter().filter(|one| !is_put(one)) {
        let told = Party::tell_order(world, &order);
        let (what, cost) = match within_reach(world, id, &order) {
            Some((what, cost)) => (what, Some(cost)),
            None => {
                let deed = told.split_once(": ").map_or(&*told, |(_, deed)| deed);
                (deed.to_owned(), None)
            }
        };
        let click = Ask::act(move |world| try_to(world, order.clone()));
        let take = button(Face::Small, title(&what), click);
        let cost = cost.map(|ap| faint(format!("{ap} AP")).ink(Ink::Time).into());
        pieces.line([Some(take.into()), cost].into_iter().flatten());
    }
    let close = button(Face::Small, "close", Ask::Key(KeyAction::PACK));
    pieces.right(Pieces(vec![close.into()]));
    Some(Floating {
        name: "pack",
        place: Place::Left(60.0),
        width: 320.0,
        pieces,
    })
}

//! What the tokens of ships show.
//!
//! **Invariant:** made of what the player's side knows of each unit, nothing else.

use bevy::prelude::*;

use super::draft::{Draft, is_carrier, is_planning};
use crate::{
    battle::{
        grid::{Direction, TileId},
        knowledge::Knowledge,
        unit::{Facing, Health, Position, Presence, Roster, Side, Title, UnitId, part},
    },
    game::{
        kit::looks,
        rules::playable::own_side,
        table::{
            art::{Drawing, Pip, Stock},
            unit_view::{Figure, Look},
        },
    },
    rules::fleet::{
        content::{CarrierKind, FleetContent, ShipType, Size},
        craft::{Class, Gun, Stores},
        order::{Action, ShipOrder},
        setup,
    },
};

/// Lists every unit the player's side may see, and those it remembers.
pub(super) fn looks(world: &World) -> Vec<(UnitId, TileId, Direction, Look)> {
    let side = own_side(world);
    let known = world.resource::<Knowledge>().of(side);
    let roster = world.resource::<Roster>();
    let draft = world.resource::<Draft>();
    let mut looks = Vec::new();
    for id in roster.ids() {
        let is_own = roster.side(id) == side;
        let is_here = *part::<Presence>(world, id) == Presence::OnBoard;
        if is_here && (is_own || known.sees_unit(id)) {
            let mut look = seen(world, side, id);
            look.is_chosen = draft.chosen == Some(id);
            let (mut tile, mut facing) =
                (part::<Position>(world, id).0, part::<Facing>(world, id).0);
            if is_own && is_planning(world) {
                let placed = draft.plan.deployments.iter().find(|one| one.unit == id);
                (tile, facing) = placed.map_or((tile, facing), |one| (one.tile, one.facing));
                look.pips = pips(world, id, &draft.order(id));
            }
            look.is_aimed_at = !is_own && is_target(draft, id);
            looks.push((id, tile, facing, look));
        } else if let (false, Some(sighting)) = (is_own, known.sightings[id.index()]) {
            let look = Look {
                ghost: Some(sighting.turn),
                ..bare(world, side, id)
            };
            looks.push((id, sighting.tile, Direction::default(), look));
        }
    }
    looks
}

/// Whether some ship means a unit.
fn is_target(draft: &Draft, id: UnitId) -> bool {
    let orders = draft.plan.ships.values();
    orders.into_iter().any(|order| order.target == Some(id))
}

/// Returns the pips of what a ship is ordered.
fn pips(world: &World, id: UnitId, order: &ShipOrder) -> Vec<Pip> {
    let stance = match order.queue.is_empty() {
        true => order.stance(),
        false => order.queue.last().copied().unwrap_or_default().stance(),
    };
    let is_ship = !is_carrier(world, id);
    let hull: Health = *part(world, id);
    let told = [
        (Pip::Wounded, hull.now * 2 <= hull.max),
        (Pip::Stunned, part::<Gun>(world, id).remaining > 0),
        (Pip::SuppressionReady, stance.action == Action::Attack),
        (Pip::FullCover, stance.action == Action::Defend),
        (Pip::Ran, stance.action == Action::Move),
        (Pip::Prone, stance.action == Action::Land),
    ];
    let told = told.into_iter().filter(|(_, holds)| *holds && is_ship);
    told.map(|(pip, _)| pip).collect()
}

/// Returns the look of a unit that came into a side's sight for a moment: without what the player cannot
/// know any more if it is out of sight again.
pub(super) fn passing_look(world: &World, side: Side, id: UnitId) -> Look {
    let is_own = world.resource::<Roster>().side(id) == side;
    match is_own || world.resource::<Knowledge>().of(side).sees_unit(id) {
        true => seen(world, side, id),
        false => bare(world, side, id),
    }
}

/// Returns the drawing of a unit.
pub fn drawing(world: &World, id: UnitId) -> Drawing {
    let content = setup::content(world);
    match *part::<Class>(world, id) {
        Class::Ship(ship) => drawing_of(content.ship(ship)),
        Class::Carrier(carrier) => drawing_of_carrier(content.carrier(carrier)),
    }
}

fn drawing_of_carrier(kind: &CarrierKind) -> Drawing {
    let name = match kind.key.as_str() {
        "leviathan" => "Leviathan",
        _ => "Carrier",
    };
    Drawing::or_shipped(kind.picture.as_ref(), name)
}

/// Returns the figure of a kind of unit, by its post in mission files (carrier, ships) and its key.
pub(super) fn figure(content: &FleetContent, post: usize, key: &str) -> Option<Figure> {
    Some(Figure::Ship(match post {
        0 => drawing_of_carrier(content.carrier(content.carrier_named(key)?)),
        _ => drawing_of(content.ship(content.ship_named(key)?)),
    }))
}

/// Returns the drawing of a type: its own, or by its key, and for types of packs by what they are.
fn drawing_of(kind: &ShipType) -> Drawing {
    let name = match (kind.key.as_str(), kind.size) {
        ("interceptor", _) => "Interceptor",
        ("bomber", _) => "Bomber",
        ("gunship", _) => "Gunship",
        ("frigate", _) => "Frigate",
        ("destroyer", _) => "Destroyer",
        ("scout", _) => "Scout",
        ("miner", _) => "Miner",
        (_, Size::Medium) if kind.torpedoes => "Destroyer",
        (_, Size::Medium) => "Frigate",
        (_, Size::Small) if kind.ammo == 0 => "Miner",
        (_, Size::Small) if kind.attack > 2 => "Bomber",
        (_, Size::Small) if kind.defense > 2 => "Gunship",
        (_, Size::Small) => "Interceptor",
    };
    Drawing::or_shipped(kind.picture.as_ref(), name)
}

/// What is known of a unit by having seen it once.
fn bare(world: &World, side: Side, id: UnitId) -> Look {
    let roster = world.resource::<Roster>();
    let of = roster.side(id);
    let figure = Figure::Ship(drawing(world, id));
    looks::bare(figure, [side, of], roster.are_hostile(side, of))
}

fn seen(world: &World, side: Side, id: UnitId) -> Look {
    let content = setup::content(world);
    let Stores { ammo, fuel } = *part(world, id);
    let kind = part::<Class>(world, id).ship_type(content);
    let stock = kind.map(|kind| Stock {
        ammo,
        full: kind.ammo,
        fuel,
    });
    Look {
        health: Some(*part(world, id)),
        stock,
        name: part::<Title>(world, id).0.clone(),
        ..bare(world, side, id)
    }
}

/// Returns the hex an own unit's token is on, if it has one.
pub fn token_tile(world: &World, id: UnitId) -> Option<TileId> {
    if *part::<Presence>(world, id) != Presence::OnBoard {
        return None;
    }
    let placed = world.resource::<Draft>().placed(id);
    Some(placed.unwrap_or_else(|| part::<Position>(world, id).0))
}

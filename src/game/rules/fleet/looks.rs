//! What the tokens of ships show.
//!
//! **Invariant:** made of what the player's side knows of each unit, nothing else.

use bevy::prelude::*;

use super::draft::{Draft, is_carrier, is_planning};
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Health, Position, Presence, UnitId, part};
use crate::game::kit::standard;
use crate::game::table::art::{Drawing, Pip, Relation, Stock};
use crate::game::table::unit_view::{Figure, Look};
use crate::rules::fleet::content::{CarrierKind, FleetContent, ShipType, Size};
use crate::rules::fleet::craft::{Class, Gun, Stores};
use crate::rules::fleet::order::{Action, ShipOrder};
use crate::rules::fleet::{Fleet, setup};

/// Lists every unit the player's side may see, and those it remembers; own ones stand where the plan has
/// them begin.
pub(super) fn looks(world: &World) -> Vec<(UnitId, TileId, Direction, Look)> {
    let draft = world.resource::<Draft>();
    let is_planning = is_planning(world);
    let looks = standard::looks::<Fleet>(world).into_iter();
    let looks = looks.map(|(id, mut tile, mut facing, look)| {
        let mut look = of_ship(world, id, look);
        let is_own = look.relation == Relation::Own;
        if is_own && is_planning {
            let placed = draft.plan.deployments.iter().find(|one| one.unit == id);
            (tile, facing) = placed.map_or((tile, facing), |one| (one.tile, one.facing));
            look.pips = pips(world, id, &draft.order(id));
        }
        look.is_aimed_at = !is_own && look.ghost.is_none() && is_target(draft, id);
        (id, tile, facing, look)
    });
    looks.collect()
}

/// Adds to a look what is seen of a ship: its figure and, while it is in sight, what it carries.
pub(super) fn of_ship(world: &World, id: UnitId, look: Look) -> Look {
    let Stores { ammo, fuel } = *part(world, id);
    let kind = part::<Class>(world, id).ship_type(setup::content(world));
    let kind = kind.filter(|_| look.health.is_some());
    let stock = kind.map(|kind| Stock {
        ammo,
        full: kind.ammo,
        fuel,
    });
    Look {
        figure: figure_of(world, id),
        stock,
        ..look
    }
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

/// Returns the figure of a unit.
pub fn figure_of(world: &World, id: UnitId) -> Figure {
    let content = setup::content(world);
    Figure::Ship(match *part::<Class>(world, id) {
        Class::Ship(ship) => drawing_of(content.ship(ship)),
        Class::Carrier(carrier) => drawing_of_carrier(content.carrier(carrier)),
    })
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

/// Returns the hex an own unit's token is on, if it has one.
pub fn token_tile(world: &World, id: UnitId) -> Option<TileId> {
    if *part::<Presence>(world, id) != Presence::OnBoard {
        return None;
    }
    let placed = world.resource::<Draft>().placed(id);
    Some(placed.unwrap_or_else(|| part::<Position>(world, id).0))
}

//! The way over an overland map in the window: groups, places and their danger, meetings, and the way from
//! one map to another.
//!
//! **Invariant:** shows what the player's side knows; places and their danger are told to all.

use bevy::prelude::*;

use super::hud::refusal;
use super::input::try_to;
use crate::battle::grid::{Direction, TileId};
use crate::battle::map::Maps;
use crate::battle::order::Pending;
use crate::battle::unit::{Health, Side, UnitId, Units, part};
use crate::game::kit::courses::rim;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::overlay::{GROUND_Z, Shape, Stroke, color};
use crate::game::kit::panels::{Floating, Place};
use crate::game::kit::piece::{Ask, Button, Face, Ink, Piece, Pieces, button, faint, say};
use crate::game::kit::standard::chosen;
use crate::game::kit::theme::icon::Icon;
use crate::game::rules::playable::{name, own_side};
use crate::game::table::art::Sign;
use crate::game::table::board_view::BoardView;
use crate::game::table::palette::Meaning;
use crate::game::table::unit_view::Look;
use crate::playing::Setting;
use crate::rules::party::character::{Gear, Sheet};
use crate::rules::party::encounter::chance_at;
use crate::rules::party::journey::{Journey, Location};
use crate::rules::party::log::points;
use crate::rules::party::order::{Choice, Order};
use crate::rules::party::progress::{PARTY, Progress};
use crate::rules::party::scenario::Map;
use crate::rules::party::{Party, overland, setup};

/// Whose token it is, where it stands, which way it looks, and what it looks like.
type Token = (UnitId, TileId, Direction, Look);

/// Below a hex, from its middle.
const BELOW: Vec2 = Vec2::new(0.0, -58.0);

/// Returns the journey while the party is on its overland map.
fn on_the_way(world: &World) -> Option<&Journey> {
    setup::journey(world).filter(|_| setup::map(world) == Map::Overland)
}

/// Has one token stand for all of a group on a hex, with their number.
pub(super) fn as_groups(world: &World, looks: Vec<Token>) -> Vec<Token> {
    let group = |id| {
        let side = Units::of(world).side(id);
        (
            side,
            part::<Sheet>(world, id)
                .group
                .clone()
                .filter(|_| side != PARTY),
        )
    };
    let mut tokens: Vec<(Token, u8)> = Vec::new();
    for (id, tile, facing, look) in looks {
        let own = group(id);
        let is_one = own.0 == PARTY || own.1.is_some();
        let same = tokens
            .iter_mut()
            .find(|((other, at, ..), _)| is_one && *at == tile && group(*other) == own);
        match same {
            Some(((.., first), count)) => {
                first.is_chosen |= look.is_chosen;
                *count += 1;
            }
            None => tokens.push(((id, tile, facing, look), 1)),
        }
    }
    let tokens = tokens
        .into_iter()
        .map(|((id, tile, facing, mut look), count)| {
            look.number = count;
            if count > 1 && !look.name.is_empty() {
                look.name += &format!(" and {} more", count - 1);
            }
            (id, tile, facing, look)
        });
    tokens.collect()
}

/// Whether a character has a token of its own: on the overland map the first of a group stands for it.
pub(super) fn has_token(world: &World, id: UnitId) -> bool {
    let is_first = || overland::company(world, id).first() == Some(&id);
    on_the_way(world).is_none() || is_first()
}

/// Returns whom the party met, if it still has to say whether it fights them.
pub(super) fn met(world: &World) -> Option<&[UnitId]> {
    let waiting = world.get_resource::<Pending<Party>>()?.0.as_ref()?;
    let Choice::Meeting(foes) = &waiting.choice;
    Some(foes)
}

/// Asks whether the party fights those whom its scout saw first.
pub(super) fn question(world: &World) -> Option<Floating> {
    let content = setup::content(world);
    // It is for the party alone to know and to say.
    let foes = met(world).filter(|_| own_side(world) == PARTY)?;
    let mut pieces = Pieces::default();
    pieces.heading("Your scout spots them first");
    for &foe in foes {
        let (kind, gear) = (
            part::<Sheet>(world, foe).kind(content),
            part::<Gear>(world, foe),
        );
        let armed = gear
            .weapon
            .map_or("unarmed", |weapon| &content.weapon(weapon).name);
        let health = points(part::<Health>(world, foe).now);
        let about = faint(format!("{}, {armed}, {health} HP", kind.name)).about(&kind.description);
        pieces.line([
            say(name(world, foe)).ink(Ink::Bad).strong().into(),
            about.into(),
        ]);
    }
    pieces.separate();
    pieces.add(faint(
        "Fight to enter a combat map; avoid them to travel on",
    ));
    let answers = [
        (Icon::Blade, "Fight", KeyAction::COMBAT, Order::Engage),
        (Icon::Leave, "Avoid them", KeyAction::AVOID, Order::Avoid),
    ];
    pieces.line(answers.map(|(icon, name, key, order)| {
        let click = Ask::act(move |world| try_to(world, order.clone()));
        Piece::from(button(Face::Picture(icon), name, click).key(Some(key)))
    }));
    Some(Floating {
        name: "meeting",
        place: Place::Middle,
        width: 440.0,
        pieces,
    })
}

/// Returns what leads from the map in play to another one that the party may choose.
pub(super) fn passage(world: &World) -> Order {
    match on_the_way(world) {
        Some(_) => Order::Enter,
        None => Order::Leave,
    }
}

/// Returns the button for the way to another map, where there is one.
pub(super) fn passage_button(world: &World) -> Option<Button> {
    let name = match on_the_way(world) {
        Some(journey) => {
            let here = chosen(world).and_then(|id| Units::of(world).seat(id))?;
            let place = journey
                .locations_at(here)
                .find(|place| place.enter.is_some());
            place.map_or("Enter".to_owned(), |place| format!("Enter {}", place.name))
        }
        None if setup::gate(world).is_empty() => return None,
        None => "Leave".to_owned(),
    };
    let why = refusal(world, &passage(world));
    let button = button(
        Face::Picture(Icon::Door),
        name,
        Ask::Key(KeyAction::PASSAGE),
    );
    Some(
        button
            .barred(why)
            .about("Moves to another map of the journey"),
    )
}

/// Says on which map the party is, of a journey.
pub(super) fn place(world: &World) -> Option<&str> {
    setup::journey(world)?;
    Some(match on_the_way(world) {
        Some(_) => "Traveling",
        None => world.resource::<Maps>().name(),
    })
}

/// Draws the places on the overland map, each with its houses and its name at its lowest hex.
pub(super) fn strokes(world: &World) -> Vec<Stroke> {
    let Some(journey) = on_the_way(world) else {
        return Vec::new();
    };
    let board = world.resource::<BoardView>();
    let drawn = journey.locations.iter().flat_map(|place| {
        let color = color(world, meaning_of(world, place));
        let rim = rim(board, &place.tiles, color, 0.9);
        let centers = place.tiles.iter().map(|&tile| board.center(tile));
        let lowest = centers.min_by(|one, other| one.y.total_cmp(&other.y));
        let signs = lowest.into_iter().flat_map(move |at| {
            let (sign, size) = (Sign::Place, 84.0);
            [
                // Below whoever is there.
                Stroke::new(at, GROUND_Z, Color::WHITE, Shape::Sign { sign, size }),
                Stroke::words(at + BELOW, place.name.as_str(), 22.0, color),
            ]
        });
        rim.into_iter().chain(signs)
    });
    drawn.collect()
}

/// Returns what a place means to the player: enemies, or something to enter.
fn meaning_of(world: &World, place: &Location) -> Meaning {
    match place.haunt.owner {
        Some(owner) if is_hostile(world, owner) && place.haunt.danger > 0 => Meaning::EnemySide,
        _ => Meaning::Place,
    }
}

fn is_hostile(world: &World, side: Side) -> bool {
    Units::of(world).roster().are_hostile(own_side(world), side)
}

/// Says what is known of a hex of the overland map: its places, its danger, and the group there.
pub(super) fn aside(world: &World, tile: TileId, pointed: Option<UnitId>) -> Pieces {
    let mut told = Pieces::default();
    let Some(journey) = on_the_way(world) else {
        return told;
    };
    for id in pointed.map_or_else(Vec::new, |id| overland::company(world, id)) {
        if Some(id) != pointed {
            let health = points(part::<Health>(world, id).now);
            told.add(say(format!("{} · {health} HP", name(world, id))));
        }
    }
    for place in journey.locations_at(tile) {
        told.add(say(place.name.as_str()).strong().size(16.0));
        if let Some(owner) = place.haunt.owner {
            let side = &world.resource::<Setting>().mission.sides[usize::from(owner.0)].name;
            told.add(say(format!("owner: {side}")).ink(Ink::good_if(!is_hostile(world, owner))));
        }
        if let Some(map) = place.enter {
            let named = world
                .resource::<Maps>()
                .names()
                .nth(map.index())
                .unwrap_or_default();
            told.add(faint(format!("can be entered: {named}")));
        } else if meaning_of(world, place) == Meaning::EnemySide {
            told.add(faint("nothing to enter: enemies may attack you here"));
        }
    }
    let (figures, trip) = (
        &setup::content(world).figures,
        &world.resource::<Progress>().course.trip,
    );
    let chance = chance_at(world, journey, tile);
    told.add(say(format!("encounter chance here: {chance}%")).ink(Ink::Time));
    let rest = figures.encounter_cooldown.saturating_sub(trip.tiles);
    let soon = match rest {
        0 => "from the next hex on".to_owned(),
        1 => "after 1 more hex at the earliest".to_owned(),
        rest => format!("after {rest} more hexes at the earliest"),
    };
    told.add(faint(soon));
    told
}

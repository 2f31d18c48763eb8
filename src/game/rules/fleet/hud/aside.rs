//! What the chosen ship's plan promises, and what is known of the hex pointed at.

use bevy::prelude::*;

use crate::battle::grid::TileId;
use crate::battle::unit::{Health, Roster, UnitId, part};
use crate::game::kit::keys::KeyAction;
use crate::game::kit::odds::{Distribution, percent};
use crate::game::kit::overlays::Overlays;
use crate::game::kit::panels::Aside;
use crate::game::kit::piece::{Ink, Piece, Pieces, faint, say};
use crate::game::kit::recap;
use crate::game::kit::sightings::{last_seen, remembered_at};
use crate::game::kit::theme::icon::Icon;
use crate::game::rules::fleet::assessment::Assessment;
use crate::game::rules::fleet::draft::{Draft, is_planning, known};
use crate::game::rules::playable::{name, own_side, unit_at, units_at};
use crate::game::table::input::Hover;
use crate::game::table::playback::Playback;
use crate::rules::fleet::forces::Forces;
use crate::rules::fleet::forecast::{Forecast, WHOLE};
use crate::rules::fleet::log::Log;
use crate::rules::fleet::panel::outlook::{Outlook, Strike, against};
use crate::rules::fleet::panel::{inspect, way};
use crate::rules::fleet::setup;

/// Returns what is known of the hex pointed at, or what the plan of the chosen ship promises.
pub(super) fn aside(world: &World) -> Aside {
    // While a turn plays back, these would show how it ends.
    let is_calm = world.resource::<Playback>().is_empty();
    let body = is_calm.then(|| body(world)).flatten();
    Aside {
        body: body.unwrap_or_default(),
        ..Aside::default()
    }
}

fn body(world: &World) -> Option<Pieces> {
    if let Some(tile) = world.resource::<Hover>().tile {
        if world.resource::<Overlays>().is_on(KeyAction::INSPECT) {
            return Some(inspection(world, tile));
        }
        if let Some(foe) = foe_at(world, tile) {
            return Some(enemy(world, foe));
        }
        if let Some(foe) = remembered_at(world, tile) {
            return Some(memory(world, foe));
        }
    }
    let chosen = world.resource::<Draft>().chosen;
    let chosen = chosen.filter(|_| is_planning(world))?;
    promise(world, Assessment::now(world).of(chosen)?)
}

/// Returns the first enemy on a hex that is seen.
fn foe_at(world: &World, tile: TileId) -> Option<UnitId> {
    let roster = world.resource::<Roster>();
    let mut units = units_at(world, tile).into_iter();
    units.find(|&unit| roster.side(unit) != own_side(world))
}

/// Returns the units as the plan has them.
fn planned(world: &World) -> Forces<'_> {
    way::planned(world, own_side(world), &world.resource::<Draft>().plan).0
}

/// Returns all that is known of a hex and of who is there.
fn inspection(world: &World, tile: TileId) -> Pieces {
    let (side, forces) = (own_side(world), planned(world));
    let mut pieces = Pieces::default();
    pieces.heading("Inspection");
    let units = units_at(world, tile);
    for &unit in &units {
        let card = inspect::unit(world, &forces, side, unit);
        pieces.facts(format!("card of {unit:?}"), card);
        pieces.extend(intents(world, &forces, unit));
        pieces.separate();
    }
    if let (true, Some(foe)) = (units.is_empty(), remembered_at(world, tile)) {
        pieces.extend(memory(world, foe).0);
        pieces.separate();
    }
    pieces.facts("hex card", inspect::hex(world, &forces, side, tile));
    pieces
}

/// Says what is known of an enemy's intents: what it was seen to do in the last turn, and what it may do
/// next if no side orders it.
fn intents(world: &World, forces: &Forces, unit: UnitId) -> Vec<Piece> {
    if world.resource::<Roster>().side(unit) == own_side(world) {
        return Vec::new();
    }
    let seen = recap::seen(world, unit);
    let seen = seen.map(|text| faint(format!("last turn: {text}")).into());
    let next = inspect::prospects(forces, unit);
    let next = next.unwrap_or_else(|| "intentions unknown".into());
    let next = say(next).ink(Ink::Accent).size(12.5).into();
    seen.into_iter().chain([next]).collect()
}

/// Says what is remembered of an enemy out of sight.
fn memory(world: &World, foe: UnitId) -> Pieces {
    let forces = known(world);
    let kind = say(forces[foe].class.name(forces.content)).strong();
    let mut pieces = Pieces(vec![kind.size(16.0).ink(Ink::Bad).into()]);
    pieces.extend(last_seen(world, foe).map(Piece::from));
    pieces.extend(intents(world, &forces, foe));
    pieces
}

/// Returns what is known of an enemy, and what the chosen ship would do to it from where its plan takes
/// it.
fn enemy(world: &World, foe: UnitId) -> Pieces {
    let forces = planned(world);
    let mut pieces = Pieces::default();
    pieces.add(say(name(world, foe)).strong().size(16.0).ink(Ink::Bad));
    pieces.health(*part::<Health>(world, foe), "hull");
    let about = forces[foe].class.name(forces.content);
    pieces.add(faint(match forces.ship_type(foe) {
        Some(_) => format!("{about} · shots left: {}", forces[foe].now.ammo),
        None => about.to_owned(),
    }));
    pieces.extend(intents(world, &forces, foe));
    let chosen = world.resource::<Draft>().chosen;
    if let Some(unit) = chosen.filter(|&unit| forces[unit].is_flying()) {
        let from = forces[unit].tile.zip(forces[foe].tile);
        let distance = from.map_or(0, |(one, two)| forces.distance(one, two));
        let hexes = if distance == 1 { "hex" } else { "hexes" };
        let text = format!("{} from {distance} {hexes} away", name(world, unit));
        pieces.separate();
        pieces.add(faint(text));
        let text = match forces.options.single_occupancy {
            true => {
                "The ship fires at the nearest enemy in arc and range; click to target this one"
            }
            false => {
                "Ships on the same hex fight, each against the slowest enemy there; click to target this one"
            }
        };
        pieces.add(faint(text));
        pieces.extend(strike(world, unit, &against(&forces, unit, foe)).0);
    }
    pieces
}

/// Returns what the plan of the chosen unit promises and risks; none where nobody would fire.
fn promise(world: &World, outlook: &Outlook) -> Option<Pieces> {
    let unit = outlook.course.unit;
    let shares_hexes = !setup::content(world).options.single_occupancy;
    let is_calm = outlook.attack.is_none()
        && outlook.risks.is_empty()
        && outlook.course.blocked.is_none()
        && outlook.network == 0
        && (shares_hexes || !outlook.course.stance.fire);
    if is_calm {
        return None;
    }
    let mut pieces = Pieces::default();
    pieces.heading(format!("Forecast: {}", name(world, unit)));
    if outlook.network > 0 {
        let text = format!("fire control: ATK {:+}", outlook.network);
        pieces.add(say(text).ink(Ink::Good).size(12.5));
    }
    if let Some(hex) = outlook.course.blocked {
        let who = unit_at(world, hex).map(|unit| name(world, unit));
        let who = who.unwrap_or("a friendly unit moving there");
        pieces.add(say(format!("stopped by {who}")).ink(Ink::Bad).size(12.5));
    }
    for risk in &outlook.risks {
        let by = name(world, risk.by);
        let text = format!("The path leads to {by}, which intercepts if it attacks or defends");
        pieces.marked(Icon::Watch, say(text).ink(Ink::Bad).size(12.5));
        pieces.extend(distribution(&risk.forecast, Ink::Bad));
    }
    let Some(attack) = &outlook.attack else {
        let text = match (shares_hexes, outlook.course.stance.fire) {
            (true, _) => "no known enemy on its hex: it will not fight",
            (false, true) => "no known enemy in arc and range; firing still spends a shot",
            (false, false) => "it does not fire",
        };
        pieces.add(faint(text));
        return Some(pieces);
    };
    pieces.add(say(format!("At {}", name(world, attack.target))).strong());
    pieces.extend(strike(world, unit, attack).0);
    pieces.add(faint("if it stays where it is"));
    Some(pieces)
}

/// Returns an attack: stats with all their parts, who acts first, and what it would do.
fn strike(world: &World, unit: UnitId, strike: &Strike) -> Pieces {
    let log = Log::new(world);
    let forecast = &strike.forecast;
    let sum = forecast.attack.total() - forecast.defense.total();
    let about = "Hull damage: a die roll plus ATK minus DEF, at least 0";
    let die = say(format!("d{} {sum:+}", forecast.sides))
        .size(22.0)
        .strong()
        .about(about);
    let first = strike.first.map(|first| {
        let about = format!("chance to act before the target ({})", name(world, unit));
        let words = say(format!("acts first {}", percent(first, WHOLE))).about(about);
        words.ink(Ink::good_if(first * 2 >= WHOLE)).into()
    });
    let mut pieces = Pieces::default();
    pieces.line([die.ink(Ink::Accent).into()].into_iter().chain(first));
    for (name, stat) in [("ATK", &forecast.attack), ("DEF", &forecast.defense)] {
        pieces.add(say(format!("{name} {}", log.stat(stat))).size(12.5));
    }
    pieces.extend(distribution(forecast, Ink::Good));
    let splash = forecast.splash.iter().map(|&unit| name(world, unit));
    let splash = splash.collect::<Vec<_>>().join(", ");
    if !splash.is_empty() {
        pieces.add(faint(format!("splashes {splash}")));
    }
    if let Some(reply) = &strike.reply {
        pieces.separate();
        pieces.add(faint("Return fire"));
        pieces.extend(distribution(reply, Ink::Bad));
    }
    pieces
}

/// Returns the distribution of hull lost, and the chance to destroy, which is in a color if it is likely.
fn distribution(forecast: &Forecast, likely: Ink) -> [Piece; 2] {
    let odds = Distribution {
        health: "hull",
        average: forecast.average,
        lost: &forecast.lost,
        destroyed: forecast.destroyed,
        whole: WHOLE,
    };
    odds.pieces(likely)
}

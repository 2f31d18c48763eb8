//! Battles of the party in the window: characters that walk, strike and cast by action points.
//!
//! **Invariant:** shows what the player's side knows.

mod actions;
mod ahead;
mod aside;
mod board;
mod cards;
mod debrief;
mod hud;
mod input;
mod lead;
mod looks;
mod pack;
mod signs;
mod tell;
#[cfg(test)]
mod tests;
mod trip;

use bevy::prelude::*;
use tiny_skia::Pixmap;

use self::input::Hand;
use crate::battle::fingerprint::stable_hash;
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Side, UnitId};
use crate::content::Catalog;
use crate::game::PutAway;
use crate::game::kit::guide::{self, Guided};
use crate::game::kit::keys::{Entry, KeyAction};
use crate::game::kit::panels::Panels;
use crate::game::kit::piece::Pieces;
use crate::game::kit::{overlay, standard};
use crate::game::rules::playable::{
    MenuLine, Playable, Poster, end_of, is_played, own_side, place_of,
};
use crate::game::shell::session::Moment;
use crate::game::table::input::{InputSystems, is_on_panels};
use crate::game::table::unit_view::{Figure, Look};
use crate::mission::guide::GuideAction;
use crate::mission::{Mission, MissionSource};
use crate::playing::Chapter;
use crate::rules::kit::book;
use crate::rules::party::Party;
use crate::rules::party::book::chapters;
use crate::rules::party::content::PartyContent;
use crate::rules::party::debrief::Debrief;
use crate::rules::party::log::whole;
use crate::rules::party::order::Order;
use crate::rules::party::scenario::{Scenario, UnitSetup};

/// Adds battles of the party.
pub fn plugin(app: &mut App) {
    app.init_resource::<Hand>()
        .add_systems(
            Update,
            (
                (input::follow, input::click.run_if(not(is_on_panels)))
                    .chain()
                    .in_set(InputSystems::Choose),
                (
                    ahead::tell,
                    overlay::follow(board::drawn_for, board::strokes),
                    overlay::follow(Moment::of, signs::strokes),
                )
                    .chain()
                    .in_set(InputSystems::Draw),
            )
                .run_if(is_played::<Party>),
        )
        .add_systems(PutAway, Party::forget);
}

impl Playable for Party {
    type Teller = tell::Witnessed;

    const CALLED: &'static str = "Party";
    const ABOUT: &'static str =
        "A small party with action points, spells and skills fights, explores and travels";
    const EMBLEM: &'static str = "Party";
    const ACTIONS: &'static [Entry] = actions::ACTIONS;
    const BASICS: &'static str = include_str!("basics.md");
    const POINTER: &'static str = "Mouse: left click selects, walks, attacks and casts; Shift+click moves one character alone outside combat; right click cancels a spell; the wheel zooms; drag with the middle button to scroll.";

    fn points(health: u32) -> String {
        whole(u16::try_from(health).unwrap_or(u16::MAX)).to_string()
    }

    fn forget(world: &mut World) {
        standard::forget(world);
        world.insert_resource(Hand::default());
    }

    fn looks(world: &World) -> Vec<(UnitId, TileId, Direction, Look)> {
        looks::looks(world)
    }

    fn hexes(world: &World, order: &Order) -> Vec<TileId> {
        let tile = match order {
            Order::Move(unit, steps) => end_of(world, *unit, steps),
            Order::Attack(_, target) | Order::Cast(_, _, target) | Order::Use(_, _, target) => {
                Some(place_of(world, *target))
            }
            Order::Handle(_, _, tile) | Order::Take(_, tile, _) | Order::Put(_, _, tile) => {
                Some(*tile)
            }
            _ => None,
        };
        tile.into_iter().collect()
    }

    fn choice(world: &World) -> u64 {
        let target = ahead::Ahead::of(world).and_then(|ahead| ahead.target);
        stable_hash(&(Self::chosen(world), target))
    }

    fn perform(world: &mut World, action: KeyAction) {
        input::perform(world, action);
    }

    fn back(world: &mut World) -> bool {
        input::back(world)
    }

    fn objective(world: &World) -> String {
        hud::objective(world).0
    }

    fn renew(world: &mut World) {
        guide::follow::<Self>(world);
    }

    fn renewal(source: Box<MissionSource>) -> Option<Order> {
        Some(Order::Renew(source))
    }

    fn panels(world: &World) -> Panels {
        hud::panels(world)
    }

    fn portrait(world: &World, unit: UnitId) -> Option<Figure> {
        let look = standard::passing_look(world, own_side(world), unit);
        Some(looks::of_character(world, unit, look).figure)
    }

    fn show_debrief(debrief: &Debrief, side: Side) -> Pieces {
        debrief::pieces(debrief, side)
    }

    fn everything(world: &World) -> Option<(String, Vec<MenuLine>)> {
        pack::everything(world)
    }

    fn chapters(catalog: &Catalog, shipped: &Catalog) -> Vec<Chapter> {
        chapters(catalog, shipped.part())
    }

    fn figure(catalog: &Catalog, _: usize, kind: &str) -> Option<Figure> {
        looks::figure(catalog.part(), kind)
    }

    fn picture(catalog: &Catalog, sort: &str, key: &str) -> Option<Pixmap> {
        looks::picture(catalog.part(), sort, key)
    }

    fn poster(mission: &Mission, shipped: &Catalog) -> Poster {
        let (scenario, content) = (
            mission.asked::<Scenario>(),
            mission.catalog.part::<PartyContent>(),
        );
        let own = scenario.sides.first().into_iter().flatten();
        let first = &scenario.areas[0];
        let zone = first.start.iter().flat_map(|[own, _]| own).copied();
        let told = |unit: &UnitSetup| {
            let kind = &content.template(unit.sheet.template).name;
            let weapon = unit.gear.weapon.map(|weapon| &content.weapon(weapon).name);
            format!(
                "{}: {kind}, {}",
                unit.name,
                weapon.map_or("unarmed", |name| name)
            )
        };
        Poster {
            starts: own.filter_map(|unit| unit.tile).chain(zone).collect(),
            exits: first.escape.clone(),
            units: (scenario.sides.iter())
                .map(|side| side.iter().map(told).collect())
                .collect(),
            differences: book::differences(
                &content.figures,
                &shipped.part::<PartyContent>().figures,
            ),
            fixed: Some("units are set by the mission"),
            ..Poster::default()
        }
    }
}

impl Guided for Party {
    fn is_asked_for(order: &Order, action: GuideAction) -> bool {
        matches!(
            (order, action),
            (Order::Move(..), GuideAction::Move)
                | (Order::Attack(..) | Order::Cast(..), GuideAction::Fire)
                | (Order::Cast(..), GuideAction::Cast)
                | (Order::Equip(..), GuideAction::Use)
                | (Order::EndCombat, GuideAction::EndCombat)
                | (Order::EndTurn, GuideAction::EndTurn)
        )
    }

    fn is_aiming(world: &World) -> bool {
        world.resource::<Hand>().spell.is_some()
    }

    fn is_so(_: &World, _: GuideAction) -> bool {
        // None of its actions leaves a posture behind.
        false
    }
}

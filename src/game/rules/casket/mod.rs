//! Battles of caskets in the window: machines, a hand of cards, and questions to the player.
//!
//! **Invariant:** shows what the player's side knows.

mod actions;
mod asking;
mod bar;
mod board;
mod decks;
mod faces;
mod grip;
mod hud;
mod input;
mod looks;
mod odds;
mod questions;
mod tell;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use bevy::prelude::*;
use tiny_skia::Pixmap;

use self::grip::Grip;
use self::input::Since;
use crate::battle::fingerprint::stable_hash;
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Side, UnitId, part};
use crate::content::Catalog;
use crate::game::PutAway;
use crate::game::kit::guide::{self, Guided};
use crate::game::kit::keys::{Entry, KeyAction};
use crate::game::kit::panels::Panels;
use crate::game::kit::{overlay, standard};
use crate::game::rules::playable::{Playable, Poster, end_of, is_played, place_of};
use crate::game::table::input::{InputSystems, is_on_panels};
use crate::game::table::unit_view::{Figure, Look};
use crate::mission::guide::GuideAction;
use crate::mission::{Mission, MissionSource};
use crate::playing::Chapter;
use crate::rules::casket::Casket;
use crate::rules::casket::book::chapters;
use crate::rules::casket::content::CasketContent;
use crate::rules::casket::duel::Duel;
use crate::rules::casket::machine::Build;
use crate::rules::casket::order::Order;
use crate::rules::casket::scenario::{Goal, Scenario, UnitSetup};
use crate::rules::casket::setup;
use crate::rules::casket::sight::is_front;
use crate::rules::kit::book;

/// Adds battles of caskets.
pub fn plugin(app: &mut App) {
    app.init_resource::<Grip>()
        .init_resource::<Since>()
        .add_systems(
            Update,
            (
                (input::follow, input::click.run_if(not(is_on_panels)))
                    .chain()
                    .in_set(InputSystems::Choose),
                overlay::follow(board::drawn_for, board::strokes).in_set(InputSystems::Draw),
            )
                .run_if(is_played::<Casket>),
        )
        .add_systems(PutAway, (Casket::forget, asking::forget).chain())
        .add_plugins(decks::plugin);
}

impl Playable for Casket {
    type Teller = tell::Herald;

    const CALLED: &'static str = "Caskets";
    const ABOUT: &'static str =
        "Duels of machines that fight with cards: every wound is a card lost";
    const EMBLEM: &'static str = "Casket";
    const HAS_HAND: bool = true;
    const ACTIONS: &'static [Entry] = actions::ACTIONS;
    const BASICS: &'static str = include_str!("basics.md");
    const POINTER: &'static str = "Mouse: left click steps, or aims the selected card; Shift+click or right click turns; click a card, or drag it onto its target; the wheel zooms; drag with the middle button to scroll.";

    const SET_UP: [&'static str; 2] = [
        "Decks …",
        "Class, race, equipment and cards of your caskets",
    ];
    const WORKSHOP: Option<&'static str> = Some("Decks");

    fn forget(world: &mut World) {
        standard::forget(world);
        world.insert_resource(Grip::default());
        world.insert_resource(Since::default());
    }

    fn seat(world: &World) -> Option<Side> {
        asking::seat(world)
    }

    fn looks(world: &World) -> Vec<(UnitId, TileId, Direction, Look)> {
        looks::looks(world)
    }

    fn hexes(world: &World, order: &Order) -> Vec<TileId> {
        let Some(unit) = Duel::of(world).progress.acting else {
            return Vec::new();
        };
        match order {
            Order::Step(direction) => end_of(world, unit, &[*direction]).into_iter().collect(),
            Order::Play(_, aiming) => {
                let units = aiming.target.into_iter().chain(aiming.second);
                let moved = (!aiming.path.is_empty()).then(|| end_of(world, unit, &aiming.path));
                let struck = units.map(|unit| place_of(world, unit)).chain(aiming.tile);
                moved.flatten().into_iter().chain(struck).collect()
            }
            _ => Vec::new(),
        }
    }

    fn choice(world: &World) -> u64 {
        stable_hash(&(Self::chosen(world), Grip::of(world).target()))
    }

    fn perform(world: &mut World, action: KeyAction) {
        input::perform(world, action);
    }

    fn back(world: &mut World) -> bool {
        input::back(world)
    }

    fn objective(world: &World) -> String {
        let scenario = setup::scenario(world);
        match scenario.goal {
            Goal::LastStanding if scenario.hunted.is_empty() => "Disable all enemies".into(),
            Goal::LastStanding => "Disable all enemies and what they guard".into(),
            Goal::Points => "Score more victory points".into(),
            Goal::Survive => format!("Hold out until the end of round {}", scenario.rounds),
        }
    }

    fn open_set_up(world: &mut World, file: PathBuf, seed: Option<u64>, difficulty: u16) {
        decks::open(world, &file, seed, difficulty);
    }

    fn open_workshop(world: &mut World) {
        decks::open_for_later(world);
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
        let build = part::<Build>(world, unit);
        Some(looks::figure_of(setup::content(world), build))
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
        let scenario = mission.asked::<Scenario>();
        let content = mission.catalog.part::<CasketContent>();
        let own = scenario.units.iter().filter(|unit| unit.side.0 == 0);
        let told = |side: u8| {
            let units = scenario.units.iter().filter(|unit| unit.side.0 == side);
            let told = units.map(|unit| match &unit.build {
                Build::Casket { class, mounted, .. } => {
                    let carried: Vec<_> = mounted
                        .iter()
                        .map(|(piece, _)| content.piece(*piece).name.to_lowercase())
                        .collect();
                    let class = &content.class(*class).name;
                    format!("{}: {class}, {}", unit.name, carried.join(", "))
                }
                _ => unit.name.clone(),
            });
            told.collect()
        };
        let is_casket = |unit: &UnitSetup| matches!(unit.build, Build::Casket { .. });
        let has_deck = own.clone().any(is_casket);
        Poster {
            starts: own.map(|unit| unit.tile).collect(),
            units: (0..scenario.sides).map(told).collect(),
            differences: book::differences(
                &content.figures,
                &shipped.part::<CasketContent>().figures,
            ),
            fixed: (!has_deck).then_some("no casket of this mission has a deck"),
            ..Poster::default()
        }
    }
}

impl Guided for Casket {
    fn is_asked_for(order: &Order, action: GuideAction) -> bool {
        matches!(
            (order, action),
            (Order::Step(_), GuideAction::Move)
                | (Order::Turn(_), GuideAction::Turn)
                | (Order::Play(..), GuideAction::Fire | GuideAction::Use)
                | (Order::Pass, GuideAction::EndTurn)
        )
    }

    fn is_aiming(world: &World) -> bool {
        Grip::of(world).source.is_some()
    }

    fn is_so(world: &World, action: GuideAction) -> bool {
        // No other action leaves a posture behind.
        action == GuideAction::Turn && faces_foe(world)
    }
}

/// Whether the player's casket shows its front to the nearest enemy.
fn faces_foe(world: &World) -> bool {
    let duel = Duel::of(world);
    let Some(unit) = hud::shown(world) else {
        return false;
    };
    let tile = duel.get(unit).tile();
    let foes = duel.foes(unit).map(|machine| machine.tile());
    let nearest = foes.min_by_key(|&foe| duel.grid.distance(tile, foe));
    nearest.is_some_and(|foe| is_front(duel.side_of(unit, foe)))
}

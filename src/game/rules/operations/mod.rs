//! Battles of operations in the window: counters in stacks, sealed plans, and the steps of a combat segment.
//!
//! **Invariant:** shows what the player's side knows; what lies on the desk changes no battle.

mod actions;
mod assign;
mod board;
mod captures;
mod desk;
mod fans;
mod fights;
mod fire;
mod forecast;
mod forms;
mod guns;
mod history;
mod hud;
mod input;
mod looks;
mod moving;
mod named;
mod plans;
mod questions;
mod results;
mod roads;
mod saved;
mod sheet;
mod smoke;
mod table;
#[cfg(test)]
mod table_tests;
mod tell;
#[cfg(test)]
mod tests;
mod units;

use bevy::prelude::*;
use tiny_skia::Pixmap;

use self::desk::Desk;
use crate::battle::fingerprint::stable_hash;
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{UnitId, part, side_of};
use crate::content::Catalog;
use crate::game::PutAway;
use crate::game::kit::guide::{self, Guided};
use crate::game::kit::keys::{Entry, KeyAction};
use crate::game::kit::panels::Panels;
use crate::game::kit::{overlay, standard};
use crate::game::rules::playable::{Playable, Poster, end_of, is_played, own_side};
use crate::game::shell::smoke::Act;
use crate::game::table::art::{Counter, Relation};
use crate::game::table::input::{InputSystems, is_on_panels};
use crate::game::table::palette::Palette;
use crate::game::table::unit_view::{Figure, Look};
use crate::mission::guide::GuideAction;
use crate::mission::{Mission, MissionSource};
use crate::playing::Chapter;
use crate::rules::kit::book;
use crate::rules::operations::Operations;
use crate::rules::operations::book::chapters;
use crate::rules::operations::content::OperationsContent;
use crate::rules::operations::field::Field;
use crate::rules::operations::order::Order;
use crate::rules::operations::scenario::Scenario;
use crate::rules::operations::unit::Build;

/// Adds battles of operations.
pub fn plugin(app: &mut App) {
    app.init_resource::<Desk>()
        .init_resource::<input::Marked>()
        .add_systems(
            Update,
            (
                (
                    input::follow,
                    fans::follow,
                    input::click.run_if(not(is_on_panels)),
                )
                    .chain()
                    .in_set(InputSystems::Choose),
                (
                    overlay::follow(board::ground_for, board::ground),
                    overlay::follow(board::drawn_for, board::strokes),
                )
                    .in_set(InputSystems::Draw),
            )
                .run_if(is_played::<Operations>),
        )
        .add_systems(PutAway, Operations::forget);
}

impl Playable for Operations {
    type Teller = tell::Dispatch;

    const CALLED: &'static str = "Operations";
    const ABOUT: &'static str =
        "Battalions in the desert: barrages planned in secret, anti-armor fire, and close assault";
    const EMBLEM: &'static str = "Operations";
    const TURN: &'static str = "stage";
    // A small board is shown whole beside the sheet, and below what a guide says.
    // Both sides of a front are looked at.
    const OPENING_SHARE: u8 = 66;
    const LEAST_BOARD: usize = 55;
    const ACTIONS: &'static [Entry] = actions::ACTIONS;
    const BASICS: &'static str = include_str!("basics.md");
    const POINTER: &'static str = "Mouse: left click chooses a stack or a target, or goes there; right click goes a \
                                   step back; the wheel zooms; the middle button drags the view.";
    const KEYS: &'static [(KeyAction, &'static str)] = &[
        (KeyAction::END_TURN, "confirm the step"),
        (KeyAction::UNDO, "undo the last change or move"),
        (KeyAction::NEXT_UNIT, "next row of the sheet"),
        (KeyAction::PREVIOUS_UNIT, "row before"),
    ];

    fn beside(world: &World) -> f32 {
        match Desk::of(world).is_folded {
            true => 0.0,
            false => hud::BESIDE,
        }
    }

    fn forget(world: &mut World) {
        standard::forget(world);
        world.insert_resource(Desk::default());
        world.insert_resource(input::Marked::default());
    }

    fn choose(world: &mut World, unit: UnitId) {
        world.insert_resource(standard::Chosen(Some(unit)));
        if side_of(world, unit) == own_side(world) {
            let tile = Field::of(world).get(unit).tile();
            input::choose_unit(world, unit, tile);
        }
    }

    fn draft(world: &World) -> Option<String> {
        saved::text(world)
    }

    fn take_up_draft(world: &mut World, text: &str) -> Result<(), String> {
        saved::take_up(world, text)
    }

    fn looks(world: &World) -> Vec<(UnitId, TileId, Direction, Look)> {
        looks::looks(world)
    }

    fn hexes(world: &World, order: &Order) -> Vec<TileId> {
        match order {
            Order::Move(units, steps) => {
                let first = units.first();
                let end = first.and_then(|&unit| end_of(world, unit, steps));
                end.into_iter().collect()
            }
            Order::AntiArmor(tile) | Order::Assault(tile) | Order::CallOff(tile) => vec![*tile],
            Order::Confirm(tiles) => tiles.iter().copied().collect(),
            Order::Retreat(way) => way.last().copied().into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn choice(world: &World) -> u64 {
        let desk = Desk::of(world);
        let row = format!("{:?}", desk.row);
        let targets: Vec<_> = desk
            .draft
            .roles
            .iter()
            .map(|(id, role)| (*id, role.target))
            .collect();
        stable_hash(&(Self::chosen(world), desk.band, row, targets))
    }

    fn acts() -> Vec<Act> {
        smoke::acts()
    }

    fn perform(world: &mut World, action: KeyAction) {
        input::perform(world, action);
    }

    fn back(world: &mut World) -> bool {
        input::back(world)
    }

    fn objective(world: &World) -> String {
        let field = Field::of(world);
        let names: Vec<_> = field
            .scenario
            .objectives
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        if field.table().is_some() {
            return "Opponent at a real map".into();
        }
        let is_first = field.scenario.attacker.0 == 0;
        let does = if is_first { "Take" } else { "Hold" };
        match names.len() {
            0 => "Destroy more than you lose".into(),
            1 | 2 => format!("{does} {}", names.join(" and ")),
            count => format!("{does} all {count} objectives"),
        }
    }

    fn score(world: &World) -> Option<String> {
        let field = Field::of(world);
        let is_counted = field.table().is_none();
        is_counted.then(|| hud::counted(world, &field))
    }

    fn toll(world: &World, unit: UnitId) -> Option<String> {
        let field = Field::of(world);
        let unit = field.find(unit)?;
        let (left, most) = (unit.body().strength(), unit.now.health.max);
        Some(match most.saturating_sub(left) {
            // A headquarters fights nobody.
            _ if left == 0 && unit.now.health.now > 0 => "no TOE".to_owned(),
            0 => format!("{left} TOE, none lost"),
            lost => format!("{left} of {most} TOE left, {lost} lost"),
        })
    }

    fn account(world: &World) -> Vec<String> {
        hud::account(world, &Field::of(world))
    }

    fn undecided(world: &World) -> Option<&'static str> {
        let is_at_table = Field::of(world).table().is_some();
        is_at_table.then_some("The battle is over")
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
        Some(Figure::Counter(Counter {
            is_foreign: side_of(world, unit) != own_side(world),
            ..looks::counter(build.class, build.size)
        }))
    }

    fn chapters(catalog: &Catalog, shipped: &Catalog) -> Vec<Chapter> {
        chapters(catalog, shipped.part())
    }

    fn figure(catalog: &Catalog, _: usize, kind: &str) -> Option<Figure> {
        looks::figure(catalog.part(), kind)
    }

    fn picture(catalog: &Catalog, sort: &str, key: &str) -> Option<Pixmap> {
        let color = Palette::Normal.color(Relation::Own.meaning());
        let figure = looks::figure(catalog.part(), key).filter(|_| sort == "unit")?;
        Some(figure.picture(color))
    }

    fn poster(mission: &Mission, shipped: &Catalog) -> Poster {
        let scenario = mission.asked::<Scenario>();
        let content = mission.catalog.part::<OperationsContent>();
        let own = scenario.units.iter().filter(|unit| unit.side.0 == 0);
        let told = |side: u8| {
            let units = scenario.units.iter().filter(|unit| unit.side.0 == side);
            let told = units.map(|unit| {
                let steps: u16 = unit.toe.iter().map(|&points| u16::from(points)).sum();
                let class = unit.build.class.name();
                match steps {
                    0 => format!("{}: {class}", unit.name),
                    steps => format!("{}: {class}, {steps} TOE", unit.name),
                }
            });
            told.collect()
        };
        Poster {
            starts: own.map(|unit| unit.tile).collect(),
            units: (0..2).map(told).collect(),
            differences: book::differences(
                &content.figures,
                &shipped.part::<OperationsContent>().figures,
            ),
            fixed: Some("formations are set by the mission"),
            ..Poster::default()
        }
    }
}

impl Guided for Operations {
    const IS_IN_ORDER: bool = true;

    fn is_asked_for(order: &Order, action: GuideAction) -> bool {
        matches!(
            (order, action),
            (Order::Move(..), GuideAction::Move)
                | (Order::Position(_), GuideAction::TakeCover)
                | (
                    Order::Plan(_) | Order::Fire(..) | Order::FireAll,
                    GuideAction::Fire
                )
                | (Order::Assign(_), GuideAction::Use)
                | (Order::Assault(_), GuideAction::EndCombat)
                | (Order::Done, GuideAction::EndTurn)
        )
    }

    fn is_aiming(world: &World) -> bool {
        !Desk::of(world).draft.plans.is_empty()
    }

    fn is_so(_: &World, _: GuideAction) -> bool {
        // None of its actions leaves a posture behind.
        false
    }
}

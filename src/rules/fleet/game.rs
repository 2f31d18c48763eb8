//! The fleet as commands, saves, replays and the laboratory play it.

use bevy::prelude::World;

use crate::battle::grid::{Grid, Layout};
use crate::battle::unit::{Presence, Side, UnitId, part};
use crate::chronicle::record::Fate;
use crate::content::Catalog;
use crate::content::problem::Problems;
use crate::content::reader::Fields;
use crate::mission::edit::{Forms, Fresh, Outline};
use crate::mission::{
    Feature, First, Fitting, Ground, Loader, MAX_NAME, Mission, MissionSource, Read, RuleBook,
};
use crate::playing::{Advice, Game};
use crate::register;
use crate::rules::fleet::craft::Berth;
use crate::rules::fleet::debrief::Debrief;
use crate::rules::fleet::event::Event;
use crate::rules::fleet::log::Log;
use crate::rules::fleet::observe::Onlooker;
use crate::rules::fleet::order::Order;
use crate::rules::fleet::progress::Progress;
use crate::rules::fleet::{Fleet, ai, content, editor, renewal, scenario, setup, tell, vectors};

register! { Fleet, content: content::SECTION, vectors: &vectors::KINDS }

impl RuleBook for Fleet {
    fn outline(&self) -> &'static Outline {
        &editor::OUTLINE
    }

    fn forms(&self, catalog: &Catalog, layout: Layout) -> Forms {
        editor::forms(catalog, layout)
    }

    fn fresh(&self, grid: Grid) -> Option<Fresh> {
        Some(editor::fresh(grid))
    }

    fn minds(&self, _: Feature) -> bool {
        false
    }

    fn read(&self, loader: &mut Loader, fields: Fields, ground: &Ground) -> Option<Read> {
        let (sides, turn_limit, scenario) = scenario::read(loader, fields, ground)?;
        Some((sides, turn_limit, Box::new(scenario)))
    }

    /// Ships may be named otherwise; they are flown as the mission has them.
    fn fit(&self, mission: &mut Mission, file: &str, squad: &[Fitting]) -> Result<(), Problems> {
        let fleets = &mut scenario::Scenario::of_mut(mission).fleets;
        let ships = fleets.first_mut().map(|fleet| &mut fleet.ships);
        let ships = ships.map_or(&mut [][..], |ships| ships);
        let mut problems = Vec::new();
        for fitting in squad {
            if !fitting.is_of_squad() {
                problems
                    .push("only ships of the own fleet can be changed, and none has a deck".into());
                continue;
            }
            let Some(ship) = ships.get_mut(fitting.unit) else {
                problems.push(format!("the fleet has no ship {}", fitting.unit + 1));
                continue;
            };
            if fitting.weapon.is_some() || fitting.suit.is_some() || fitting.items.is_some() {
                problems.push(format!("{}: only the name can be changed", ship.name));
            }
            match fitting.name.as_deref().map(str::trim) {
                Some(name) if name.is_empty() || name.chars().count() > MAX_NAME => {
                    problems.push(format!(
                        "{}: names must have 1 to {MAX_NAME} characters",
                        ship.name
                    ));
                }
                Some(name) => name.clone_into(&mut ship.name),
                None => {}
            }
        }
        Problems::none_of(&format!("{file}, squad"), problems)
    }

    fn begin_with(&self, _: &mut Mission, _: First) -> Result<(), String> {
        let why = "no side goes first in fleets: all sides plan at the same time, and ties are drawn by lot";
        Err(why.into())
    }
}

impl Game for Fleet {
    type Onlooker = Onlooker;
    type Debrief = Debrief;

    fn set_up(world: &mut World, mission: &Mission, seed: u64) {
        setup::set_up(world, mission, seed);
    }

    /// Ships in the hangar are as much part of the battle as those in space.
    fn fate(world: &World, id: UnitId) -> Fate {
        match (part(world, id), part(world, id)) {
            (Presence::Dead, _) => Fate::Dead,
            (Presence::Escaped, _) => Fate::Escaped,
            (Presence::Reserve, Berth::Waiting) => Fate::NeverCame,
            (Presence::Reserve, Berth::Docked | Berth::Space) | (Presence::OnBoard, _) => {
                Fate::Standing
            }
        }
    }

    fn tell_event(world: &World, event: &Event) -> Vec<String> {
        Log::new(world).lines(event)
    }

    fn tell_order(world: &World, order: &Order) -> String {
        tell::order(world, order)
    }

    fn tell_briefly(world: &World, _reader: Side, order: &Order) -> String {
        tell::briefly(world, order)
    }

    fn advise(world: &World, side: Side) -> Advice<Order> {
        let (order, weighed) = ai::explain(world, side);
        let told = tell::order(world, &order);
        Advice::new(order, told, weighed)
    }

    fn renewed(order: &Order) -> Option<&MissionSource> {
        match order {
            Order::Renew(source) => Some(source),
            _ => None,
        }
    }

    fn defers_renewal(world: &World) -> Option<&'static str> {
        let mut sides = world.resource::<Progress>().sides.iter();
        let why = "plans are already sealed; the change can be applied next turn";
        sides.any(|side| side.sealed.is_closed()).then_some(why)
    }

    fn fit(world: &mut World, _: &Mission, now: &Mission) {
        renewal::fit(world, now);
    }

    fn obstacles(before: &Mission, after: &Mission) -> Vec<String> {
        renewal::obstacles(before, after)
    }
}

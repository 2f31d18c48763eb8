//! The battlescape as commands, saves, replays and the laboratory play it.

use bevy::prelude::World;

use crate::battle::grid::{Grid, Layout};
use crate::battle::unit::Side;
use crate::content::Catalog;
use crate::content::problem::Problems;
use crate::content::reader::Fields;
use crate::mission::edit::{Forms, Fresh, Outline};
use crate::mission::{First, Fitting, Ground, Loader, Mission, MissionSource, Read, RuleBook};
use crate::playing::{Advice, Game, Weighed};
use crate::register;
use crate::rules::battlescape::content::{self, BattlescapeContent};
use crate::rules::battlescape::debrief::Debrief;
use crate::rules::battlescape::event::Event;
use crate::rules::battlescape::log::Log;
use crate::rules::battlescape::observe::Onlooker;
use crate::rules::battlescape::order::Order;
use crate::rules::battlescape::side_view::SideView;
use crate::rules::battlescape::{Battlescape, ai, editor, renewal, scenario, setup, tell, vectors};

register! { Battlescape, content: content::SECTION, vectors: &vectors::KINDS }

impl RuleBook for Battlescape {
    fn outline(&self) -> &'static Outline {
        &editor::OUTLINE
    }

    fn forms(&self, catalog: &Catalog, layout: Layout) -> Forms {
        editor::forms(catalog, layout)
    }

    fn fresh(&self, grid: Grid) -> Option<Fresh> {
        Some(editor::fresh(grid))
    }

    fn read(&self, loader: &mut Loader, fields: Fields, ground: &Ground) -> Option<Read> {
        let (sides, turn_limit, scenario) = scenario::read(loader, fields, ground)?;
        Some((sides, turn_limit, Box::new(scenario)))
    }

    fn fit(&self, mission: &mut Mission, file: &str, squad: &[Fitting]) -> Result<(), Problems> {
        scenario::fit(mission, file, squad)
    }

    fn begin_with(&self, mission: &mut Mission, first: First) -> Result<(), String> {
        scenario::Scenario::of_mut(mission).first = first;
        Ok(())
    }

    fn levels<'c>(&self, catalog: &'c Catalog) -> &'c [u16] {
        &catalog.part::<BattlescapeContent>().ai.difficulty.levels
    }

    fn fire(&self, catalog: &Catalog) -> Option<(u8, u8)> {
        let figures = &catalog.part::<BattlescapeContent>().figures.environment;
        Some((figures.fire_turns, figures.fire_smoke))
    }
}

impl Game for Battlescape {
    type Onlooker = Onlooker;
    type Debrief = Debrief;

    fn set_up(world: &mut World, mission: &Mission, seed: u64) {
        setup::set_up(world, mission, seed);
    }

    fn tell_event(world: &World, event: &Event) -> Vec<String> {
        Log::new(world).lines(event)
    }

    fn tell_order(world: &World, order: &Order) -> String {
        tell::order(world, order)
    }

    fn advise(world: &World, side: Side) -> Advice<Order> {
        let decision = ai::explain(SideView::new(world, side));
        let weighed = decision.alternatives.iter().map(|one| Weighed {
            order: tell::order(world, &one.order),
            purpose: one.reason(),
            points: one.points,
            is_chosen: one.order == decision.order,
        });
        let told = tell::order(world, &decision.order);
        Advice::new(decision.order.clone(), told, weighed.collect())
    }

    fn renewed(order: &Order) -> Option<&MissionSource> {
        match order {
            Order::Renew(source) => Some(source),
            _ => None,
        }
    }

    fn fit(world: &mut World, before: &Mission, now: &Mission) {
        renewal::fit(world, before, now);
    }

    fn obstacles(before: &Mission, after: &Mission) -> Vec<String> {
        renewal::obstacles(before, after)
    }
}

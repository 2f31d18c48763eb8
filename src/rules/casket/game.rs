//! The casket as commands, saves, replays and the laboratory play it.

use bevy::prelude::World;

use crate::battle::grid::{Grid, Layout};
use crate::battle::order;
use crate::battle::unit::Side;
use crate::content::Catalog;
use crate::content::problem::Problems;
use crate::content::reader::Fields;
use crate::mission::edit::{Forms, Fresh, Outline};
use crate::mission::{Feature, Fitting, Ground, Loader, Mission, MissionSource, Read, RuleBook};
use crate::playing::{Advice, Fates, Game};
use crate::register;
use crate::rules::casket::event::Event;
use crate::rules::casket::observe::Onlooker;
use crate::rules::casket::order::Order;
use crate::rules::casket::{
    Casket, content, editor, log, plan, planner, renewal, scenario, setup, vectors,
};

register! { Casket, content: content::SECTION, vectors: &vectors::KINDS }

impl RuleBook for Casket {
    fn read(&self, loader: &mut Loader, fields: Fields, ground: &Ground) -> Option<Read> {
        scenario::read(loader, fields, ground)
    }

    fn fit(&self, mission: &mut Mission, file: &str, squad: &[Fitting]) -> Result<(), Problems> {
        scenario::fit(mission, file, squad)
    }

    fn begin_with(&self, _: &mut Mission, _: crate::mission::First) -> Result<(), String> {
        Err("initiative is rolled each round".into())
    }

    fn outline(&self) -> &'static Outline {
        &editor::OUTLINE
    }

    fn forms(&self, catalog: &Catalog, layout: Layout) -> Forms {
        editor::forms(catalog, layout)
    }

    fn fresh(&self, grid: Grid) -> Option<Fresh> {
        Some(editor::fresh(grid))
    }

    fn minds(&self, feature: Feature) -> bool {
        matches!(feature, Feature::Heights | Feature::Smoke)
    }

    fn fire(&self, _: &Catalog) -> Option<(u8, u8)> {
        Some((plan::BURNING, 0))
    }
}

impl Game for Casket {
    type Onlooker = Onlooker;
    type Debrief = Fates<Self>;

    fn set_up(world: &mut World, mission: &Mission, seed: u64) {
        setup::set_up(world, mission, seed);
        order::open::<Self>(world);
    }

    fn tell_event(world: &World, event: &Event) -> Vec<String> {
        log::lines(world, event)
    }

    fn tell_order(world: &World, order: &Order) -> String {
        log::order(world, order)
    }

    fn advise(world: &World, side: Side) -> Advice<Order> {
        planner::advise(world, side, true)
    }

    fn renewed(order: &Order) -> Option<&MissionSource> {
        match order {
            Order::Renew(source) => Some(source),
            _ => None,
        }
    }

    fn fit(world: &mut World, _: &Mission, now: &Mission) {
        renewal::fit(world, now);
    }

    fn obstacles(before: &Mission, after: &Mission) -> Vec<String> {
        renewal::obstacles(before, after)
    }
}

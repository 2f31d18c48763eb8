//! The party as commands, saves, replays and the laboratory play it.

use bevy::prelude::World;

use crate::battle::grid::{Grid, Layout};
use crate::battle::order;
use crate::battle::phase::Verdict;
use crate::battle::unit::Side;
use crate::content::Catalog;
use crate::content::reader::Fields;
use crate::mission::edit::{Forms, Fresh, Outline};
use crate::mission::{Feature, Ground, Loader, Mission, MissionSource, Read, RuleBook};
use crate::playing::{Advice, Game};
use crate::register;
use crate::rules::party::debrief::Debrief;
use crate::rules::party::event::Event;
use crate::rules::party::observe::Onlooker;
use crate::rules::party::order::Order;
use crate::rules::party::scenario::Map;
use crate::rules::party::{Party, ai, content, editor, log, renewal, scenario, setup, vectors};

register! { Party, content: content::SECTION, vectors: &vectors::KINDS }

impl RuleBook for Party {
    fn read(&self, loader: &mut Loader, fields: Fields, ground: &Ground) -> Option<Read> {
        scenario::read(loader, fields, ground)
    }

    fn begin_with(&self, _: &mut Mission, _: crate::mission::First) -> Result<(), String> {
        Err("the party always moves first".into())
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
        feature == Feature::Barriers
    }
}

impl Game for Party {
    type Onlooker = Onlooker;
    type Debrief = Debrief;

    fn set_up(world: &mut World, mission: &Mission, seed: u64) {
        setup::set_up(world, mission, seed);
        order::open::<Self>(world);
    }

    fn refuses_saves(world: &World) -> Option<&'static str> {
        let is_refused = setup::map(world) == Map::Combat
            && !setup::content(world).figures.saving_on_combat_maps
            && world.resource::<Verdict>().0.is_none();
        is_refused.then_some(
            "you cannot save on a combat map: each turn is autosaved, and so is a mission you leave; \
             save on a local or overland map",
        )
    }

    fn tell_event(world: &World, event: &Event) -> Vec<String> {
        let told = log::line(world, event).unwrap_or_default();
        told.lines().map(str::to_owned).collect()
    }

    fn tell_order(world: &World, order: &Order) -> String {
        log::order(world, order)
    }

    fn advise(world: &World, side: Side) -> Advice<Order> {
        ai::advise(world, side, true)
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

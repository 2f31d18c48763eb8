//! Operations as commands, saves, replays and the laboratory play them.

use bevy::prelude::World;

use crate::battle::grid::{Grid, Layout};
use crate::battle::order;
use crate::battle::unit::{Side, UnitId};
use crate::content::Catalog;
use crate::content::reader::Fields;
use crate::mission::edit::{Forms, Fresh, Outline};
use crate::mission::{Feature, Ground, Loader, Mission, MissionSource, Read, RuleBook};
use crate::playing::{Advice, Fates, Game, Setting};
use crate::register;
use crate::rules::operations::event::Event;
use crate::rules::operations::field::Field;
use crate::rules::operations::observe::Onlooker;
use crate::rules::operations::order::Order;
use crate::rules::operations::table::lists::List;
use crate::rules::operations::{
    Operations, content, editor, log, planner, renewal, scenario, setup, vectors,
};

register! { Operations, content: content::SECTION, vectors: &vectors::KINDS }

impl RuleBook for Operations {
    fn read(&self, loader: &mut Loader, fields: Fields, ground: &Ground) -> Option<Read> {
        scenario::read(loader, fields, ground)
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
        matches!(
            feature,
            Feature::Heights | Feature::Hurdles | Feature::Barriers
        )
    }

    fn seats_tables(&self) -> bool {
        true
    }
}

impl Game for Operations {
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

    fn tell_briefly(world: &World, reader: Side, order: &Order) -> String {
        log::order_seen_by(world, order, reader)
    }

    /// Where units stand is known of all; which they are, of those that are identified.
    fn knows_name(world: &World, side: Side, id: UnitId) -> bool {
        let field = Field::of(world);
        let unit = field.get(id);
        unit.side == side || unit.body().identified
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

    fn handouts(world: &World) -> Vec<(&'static str, String)> {
        let field = Field::of(world);
        let mission = &world.resource::<Setting>().mission;
        let names: Vec<_> = mission
            .sides
            .iter()
            .map(|side| side.name.as_str())
            .collect();
        let told = List::ALL.into_iter();
        let told = told.filter(|list| !list.lines(&field).is_empty());
        told.map(|list| (list.file(), list.text(&field, &names)))
            .collect()
    }

    fn fit(world: &mut World, _: &Mission, now: &Mission) {
        renewal::fit(world, now);
    }

    fn obstacles(before: &Mission, after: &Mission) -> Vec<String> {
        renewal::obstacles(before, after)
    }
}

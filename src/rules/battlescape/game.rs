//! The battlescape as commands, saves, replays and the laboratory play it.

use bevy::prelude::World;

use crate::{
    battle::{
        journal::{Divergence, Entry},
        unit::Side,
    },
    content::{
        Catalog,
        problem::Problems,
        reader::{Fields, Reader},
        tree::Node,
    },
    mission::{First, Fitting, Ground, Loader, Mission, MissionSource},
    rules::{
        Advice, Game, Read, Scenario, Weighed,
        battlescape::{
            Battlescape, ai, content,
            debrief::{Debrief, debrief},
            event::Event,
            log::Log,
            observe::Onlooker,
            order::{Order, Refusal},
            renewal, scenario, setup,
            side_view::SideView,
            tell, vectors,
        },
    },
    vectors::Kind,
};

impl Game for Battlescape {
    const FIGURES: &'static str = "battlescape.ron";
    const VECTORS: &'static [Kind] = &vectors::KINDS;
    type Onlooker = Onlooker;
    type Debrief = Debrief;

    fn read(loader: &mut Loader, fields: Fields, ground: &Ground) -> Option<Read> {
        let (sides, turn_limit, scenario) = scenario::read(loader, fields, ground)?;
        Some((sides, turn_limit, Scenario::Battlescape(scenario)))
    }

    fn overlay(catalog: &mut Catalog, figures: &Node, reader: &mut Reader) -> Option<()> {
        let base = &catalog.battlescape.figures;
        catalog.battlescape.figures = content::overlay(base, figures, reader)?;
        Some(())
    }

    fn fit(mission: &mut Mission, file: &str, squad: &[Fitting]) -> Result<(), Problems> {
        scenario::fit(mission, file, squad)
    }

    fn begin_with(mission: &mut Mission, first: First) -> Result<(), String> {
        scenario::Scenario::of_mut(mission).first = first;
        Ok(())
    }

    fn set_up(world: &mut World, mission: &Mission, seed: u64) {
        setup::set_up(world, mission, seed);
    }

    fn debrief(
        mission: &Mission,
        seed: u64,
        entries: &[Entry<Order>],
    ) -> Result<Debrief, Divergence> {
        debrief(mission, seed, entries)
    }

    fn tell_event(world: &World, event: &Event) -> Vec<String> {
        Log::new(world).lines(event)
    }

    fn advise(world: &World, side: Side) -> Advice<Order> {
        let decision = ai::explain(SideView::new(world, side));
        let weighed = decision.alternatives.iter().map(|one| Weighed {
            order: tell::order(world, &one.order),
            purpose: one.purpose.to_string(),
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

    fn take_over(world: &mut World, source: &MissionSource) -> Result<(), Refusal> {
        renewal::take_over(world, source)
    }

    fn obstacles(before: &Mission, after: &Mission) -> Vec<String> {
        renewal::obstacles(before, after)
    }
}

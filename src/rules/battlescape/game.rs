//! The battlescape as commands, saves, replays and the laboratory play it.

use bevy::prelude::World;

use crate::{
    battle::{
        journal::{Divergence, Entry},
        unit::Side,
    },
    mission::{Mission, MissionSource},
    rules::{
        Advice, Game, RuleSet, Weighed,
        battlescape::{
            Battlescape, ai,
            debrief::{Debrief, debrief},
            event::Event,
            log::Log,
            observe::Onlooker,
            order::{Order, Refusal},
            renewal, setup,
            side_view::SideView,
            tell,
        },
    },
};

impl Game for Battlescape {
    const SET: RuleSet = RuleSet::Battlescape;
    type Onlooker = Onlooker;
    type Debrief = Debrief;

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

    fn tell_order(world: &World, order: &Order) -> String {
        tell::order(world, order)
    }

    fn tell_event(world: &World, event: &Event) -> Option<String> {
        Log::new(world).line(event)
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

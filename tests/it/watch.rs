//! Watching: every event is seen with the world before it and after it.

use bevy::prelude::World;
use hexscape::battle::grid::TileId;
use hexscape::battle::journal::replay;
use hexscape::battle::order::{Opening, fingerprint};
use hexscape::battle::unit::{Position, Presence, Side, UnitId, part};
use hexscape::battle::watch::{Watched, Watcher};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::event::Event;
use hexscape::rules::battlescape::setup::set_up;

use crate::replays::played;

/// Sees who moves, dies and orders.
#[derive(Default)]
struct Witness {
    events: Vec<Event>,
    orders: usize,
}

fn place(world: &World, unit: UnitId) -> TileId {
    part::<Position>(world, unit).0
}

fn presence(world: &World, unit: UnitId) -> Presence {
    *part(world, unit)
}

impl Watcher<Battlescape> for Witness {
    fn before(&mut self, world: &World, event: &Event) {
        match event {
            Event::Stepped { unit, from, .. } => assert_eq!(place(world, *unit), *from),
            Event::Died { unit, .. } => assert_eq!(presence(world, *unit), Presence::OnBoard),
            _ => {}
        }
    }

    fn after(&mut self, world: &World, event: &Event) {
        match event {
            Event::Stepped { unit, to, .. } => assert_eq!(place(world, *unit), *to),
            Event::Died { unit, .. } => assert_eq!(presence(world, *unit), Presence::Dead),
            _ => {}
        }
        self.events.push(event.clone());
    }

    fn ordered(&mut self, _: &World, _: Side) {
        self.orders += 1;
    }
}

#[test]
fn events_are_seen_with_the_world_before_and_after_them_and_nothing_changes_by_it() {
    let file = played("first_contact", 4);
    let mission = file.mission().expect("the mission is inside");
    let mut world = World::new();
    Watched::<Battlescape>::begin(&mut world, Witness::default());
    set_up(&mut world, &mission, file.seed);
    let mut witness = Watched::<Battlescape>::end::<Witness>(&mut world).expect("it was let in");
    assert_eq!(witness.events, world.resource::<Opening<Battlescape>>().0);
    replay::<Battlescape>(&mut world, &file.entries, &mut witness)
        .unwrap_or_else(|divergence| panic!("{divergence}"));
    assert_eq!(witness.orders, file.entries.len());
    let last = file.entries.last().expect("somebody ordered");
    assert_eq!(fingerprint::<Battlescape>(&mut world), last.fingerprint);
    let moves = |event: &&Event| matches!(event, Event::Stepped { .. });
    let deaths = |event: &&Event| matches!(event, Event::Died { .. });
    assert!(witness.events.iter().filter(moves).count() > 20);
    assert!(witness.events.iter().filter(deaths).count() > 2);
}

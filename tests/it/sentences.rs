//! Every sentence of the logs can be said: templates are read when an event is told, not when the program
//! is built.

use std::collections::BTreeSet;

use bevy::prelude::World;
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::Side;
use hexscape::battle::watch::{Watched, Watcher};
use hexscape::headless::Arena;
use hexscape::playing::Game;
use hexscape::rules::battlescape::{self, Battlescape};
use hexscape::rules::fleet::{self, Fleet};
use hexscape::rules::party::{self, Party};
use serde::de::DeserializeOwned;

use crate::field::{Field, OPEN};
use crate::properties::{shipped, shipped_names};
use crate::replays::source;

const RENEWED: &str = "Changed rules and texts are now in force";

/// Tells an event, its dice included.
type Tell<E> = fn(&World, &E) -> Vec<String>;

/// Tells all events of a battle, and notes which there were.
struct Teller<R: Rules> {
    tell: Tell<R::Event>,
    told: BTreeSet<String>,
}

impl<R: Rules> Watcher<R> for Teller<R> {
    fn before(&mut self, _: &World, _: &R::Event) {}

    fn after(&mut self, world: &World, event: &R::Event) {
        for line in (self.tell)(world, event) {
            assert!(is_whole(&line), "{line:?} of {event:?}");
        }
        self.told.insert(kind(event));
    }

    fn ordered(&mut self, _: &World, _: Side) {}
}

/// Whether nothing that a sentence needs is left out of it.
fn is_whole(line: &str) -> bool {
    let wants_more = [
        "the", "a", "at", "by", "for", "of", "on", "to", "under", "and", "with",
    ];
    let line = line.trim_start();
    let last = line.rsplit(' ').next().unwrap_or_default();
    let is_open = wants_more.contains(&last) || line.ends_with([',', ':', ';', '(']);
    !is_open && !line.contains("  ") && !line.contains(" ,") && !line.contains(" ;")
}

/// The name of an event's kind.
fn kind(event: &impl std::fmt::Debug) -> String {
    let text = format!("{event:?}");
    let end = text.find(|c: char| !c.is_alphanumeric());
    text[..end.unwrap_or(text.len())].to_owned()
}

/// Plays battles of the shipped missions of a rule set, tells all events in them, and lists their kinds.
fn told_in_battles<R: Rules>(tell: Tell<R::Event>) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut arena = Arena::default();
    let missions = shipped_names().into_iter().map(|name| shipped(&name));
    for mission in missions.filter(|mission| mission.rules.name() == R::NAME) {
        for seed in 1..=6 {
            arena.set_up(&mission, seed);
            let told = BTreeSet::new();
            Watched::<R>::begin(arena.world_mut(), Teller::<R> { tell, told });
            arena.play(seed);
            let teller = Watched::<R>::end::<Teller<R>>(arena.world_mut());
            all.extend(teller.expect("it was let in").told);
        }
    }
    all
}

/// Tells an event as a journal writes it, and notes its kind.
fn say<E: DeserializeOwned + std::fmt::Debug>(
    world: &World,
    tell: Tell<E>,
    event: &str,
    told: &mut BTreeSet<String>,
) -> String {
    let event: E = ron::from_str(event).unwrap_or_else(|error| panic!("{event}: {error}"));
    told.insert(kind(&event));
    tell(world, &event).join("\n")
}

/// Kinds of events that a template has a sentence for.
fn sentences(template: &str) -> BTreeSet<String> {
    let heads = template.lines().filter_map(|line| line.strip_prefix("# "));
    let kinds = heads.map(|head| head.trim_start_matches("dice of ").to_owned());
    kinds.collect()
}

fn tell_squads(world: &World, event: &battlescape::event::Event) -> Vec<String> {
    battlescape::log::Log::new(world).lines(event)
}

fn tell_fleets(world: &World, event: &fleet::event::Event) -> Vec<String> {
    let log = fleet::log::Log::new(world);
    log.line(event)
        .into_iter()
        .chain(log.trace(event))
        .collect()
}

/// Events of squads that are seldom or never in battles of the computer, as journals write them, and what
/// is said of them.
const SQUADS: &[(&str, &str)] = &[
    (
        "Switched(unit: (0), slot: 1, tu: 10)",
        "Infantry switches weapons",
    ),
    (
        "Bumped(unit: (0), into: (4))",
        "Infantry is stopped in its tracks",
    ),
    ("Displaced(unit: (0), tile: (3))", "Infantry is moved aside"),
    (
        "StunRolled(unit: (1), roll: 3, passed: true)",
        "Sectoid shakes off the stun",
    ),
    (
        "StunRolled(unit: (1), roll: 99, passed: false)",
        "Sectoid is still stunned",
    ),
    ("Hastened(unit: (0), tu: 30)", "Infantry gets 30 TU"),
    ("Hastened(unit: (0), tu: 0)", "Infantry cannot gain more TU"),
    (
        "Primed(unit: (0), slot: 1, tu: 10)",
        "Infantry primes a grenade",
    ),
    (
        "PlayedOn(late: true, forlorn: false)",
        "The squad fights on without a time limit",
    ),
    (
        "PlayedOn(late: false, forlorn: true)",
        "The squad fights on without its objective",
    ),
    ("Died(unit: (0), by: None)", "Infantry dies"),
    (
        "Died(unit: (0), by: Some((0)))",
        "Infantry is killed by its own attack",
    ),
    (
        "Died(unit: (1), by: Some((0)))",
        "Sectoid is killed by Infantry",
    ),
    (
        "Hurt(unit: (1), cause: Fall(2), damage: 4)",
        "Sectoid loses 4 HP in a fall",
    ),
    (
        "Hurt(unit: (1), cause: Psi((0)), damage: 4)",
        "Sectoid loses 4 HP to a psychic strike",
    ),
    (
        "Hurt(unit: (1), cause: Danger, damage: 4)",
        "Sectoid loses 4 HP in a danger zone",
    ),
    (
        "Helped(unit: (0), slot: 0, target: (1), health: 8, stun: 0, tu: 10)",
        "Infantry heals Sectoid for 8 HP",
    ),
    (
        "Helped(unit: (0), slot: 0, target: (1), health: 0, stun: 9, tu: 10)",
        "Infantry relieves Sectoid of 9 stun",
    ),
    (
        "Helped(unit: (0), slot: 0, target: (1), health: 0, stun: 0, tu: 10)",
        "Infantry cures Sectoid of poison",
    ),
    (
        "Moved(unit: (0), thing: Item(item: (0), charges: 1), from: Slot((0), 1), to: Slot((1), 0), tu: 5)",
        "Infantry tosses Sectoid a frag grenade",
    ),
    (
        "Moved(unit: (0), thing: Item(item: (0), charges: 1), from: Ground((2), 0), to: Slot((0), 0), tu: 5)",
        "Infantry picks up a frag grenade",
    ),
    (
        "Moved(unit: (0), thing: Weapon(weapon: (0), rounds: 1, spare: 0), from: Slot((0), 1), to: Ground((2), 0), tu: 5)",
        "Infantry drops a service pistol at (2, 0)",
    ),
    (
        "Moved(unit: (0), thing: Weapon(weapon: (0), rounds: 1, spare: 0), from: Slot((0), 1), to: Slot((0), 0), tu: 5)",
        "Infantry moves a service pistol",
    ),
];

/// The same of fleets; the ids are those of Cold Start.
const FLEETS: &[(&str, &str)] = &[
    (
        "DeployFailed(unit: (1), tile: (3))",
        "Kestrel begins where it was: (3, 0) is taken",
    ),
    (
        "LaunchFailed(ship: (1))",
        "Kestrel has no free hex to launch to and stays docked",
    ),
    ("PlayedOn", "The battle continues"),
    (
        "Quieted(turns: 5, left: Some(2))",
        "No action: time is up in 2 more such turns",
    ),
    (
        "Quieted(turns: 6, left: Some(1))",
        "No action: time is up in 1 more such turn",
    ),
    (
        "Quieted(turns: 7, left: Some(0))",
        "Time is up: nothing happened for 7 turns",
    ),
    ("Quieted(turns: 2, left: None)", ""),
];

#[test]
fn every_sentence_of_squads_can_be_said() {
    let mut told = told_in_battles::<Battlescape>(tell_squads);
    let world = &Field::new(&OPEN, &[("infantry", (1, 1))], &[("sectoid", (4, 1))]).world;
    for (event, expected) in SQUADS {
        assert_eq!(say(world, tell_squads, event, &mut told), *expected);
    }
    let source = source("first_contact").into();
    let renewed = battlescape::event::Event::Renewed { source };
    assert_eq!(tell_squads(world, &renewed), [RENEWED]);
    told.insert(kind(&renewed));
    let all = sentences(include_str!("../../src/rules/battlescape/log/events.jinja"));
    let missing: Vec<_> = all.difference(&told).collect();
    assert!(missing.is_empty(), "never said: {missing:?}");
}

#[test]
fn every_sentence_of_fleets_can_be_said() {
    let mut told = told_in_battles::<Fleet>(tell_fleets);
    let mut arena = Arena::default();
    arena.set_up(&shipped("cold_start"), 1);
    let world = arena.world_mut();
    for (event, expected) in FLEETS {
        assert_eq!(say(world, tell_fleets, event, &mut told), *expected);
    }
    let source = source("cold_start").into();
    let renewed = fleet::event::Event::Renewed { source };
    assert_eq!(tell_fleets(world, &renewed), [RENEWED]);
    told.insert(kind(&renewed));
    let all = sentences(include_str!("../../src/rules/fleet/log.jinja"));
    let missing: Vec<_> = all.difference(&told).collect();
    assert!(missing.is_empty(), "never said: {missing:?}");
}

/// The same of the party; the ids are those of First Blood.
const PARTY: &[(&str, &str)] = &[
    (
        "Sheathed(unit: (1), weapon: (0))",
        "Isolde puts the knife away",
    ),
    (
        "NoBattlefield(foes: [(3), (4)])",
        "No map to fight Crow, Magpie on: no battle",
    ),
    (
        "Alerted(unit: (3), tile: (20), told: [(4)])",
        "Crow alerts Magpie",
    ),
];

#[test]
fn every_sentence_of_the_party_can_be_said() {
    let tell = <Party as Game>::tell_event;
    let mut told = told_in_battles::<Party>(tell);
    let mut arena = Arena::default();
    arena.set_up(&shipped("party_first_blood"), 1);
    let world = arena.world_mut();
    for (event, expected) in PARTY {
        assert_eq!(say(world, tell, event, &mut told), *expected);
    }
    let source = source("party_first_blood").into();
    let renewed = party::event::Event::Renewed { source };
    assert_eq!(tell(world, &renewed), [RENEWED]);
    told.insert(kind(&renewed));
    let mut all = sentences(include_str!("../../src/rules/party/log.jinja"));
    // What a side that saw a part reads is said of the same events.
    all.retain(|kind| !kind.starts_with("Partly"));
    let missing: Vec<_> = all.difference(&told).collect();
    assert!(missing.is_empty(), "never said: {missing:?}");
}

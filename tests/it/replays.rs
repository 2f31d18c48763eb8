//! Replays: any position, forwards and backwards, why a computer decided so, and branches.

use std::task::Poll;

use bevy::prelude::World;
use hexscape::battle::journal::Journal;
use hexscape::battle::order::fingerprint;
use hexscape::battle::phase::{Turn, Verdict};
use hexscape::battle::step::begin_mirroring;
use hexscape::battle::unit::Side;
use hexscape::battle::watch::Watcher;
use hexscape::content;
use hexscape::headless::Arena;
use hexscape::mission::{MissionSource, Terms};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::event::Event;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

type JournalFile = hexscape::save::JournalFile<Battlescape>;
type Replay = hexscape::replay::Replay<Battlescape>;

/// What a shipped mission is built from.
pub fn source(name: &str) -> MissionSource {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let file = folder.join("missions").join(name).with_extension("ron");
    MissionSource::read(&file, &folder.join("content")).expect("missions are shipped")
}

/// A battle of a shipped mission between computers.
pub fn played(name: &str, seed: u64) -> JournalFile {
    played_from(source(name), seed)
}

fn played_from(source: MissionSource, seed: u64) -> JournalFile {
    let mission = source.build(seed).expect("the mission is sound");
    let mut arena = Arena::default();
    arena.set_up(&mission, seed);
    arena.play(seed);
    JournalFile::collect(arena.world_mut(), source, seed, false)
}

fn opened(file: JournalFile) -> Replay {
    Replay::new(file).unwrap_or_else(|error| panic!("{error}"))
}

/// Seeks and compares with the journal.
#[track_caller]
fn check_seek(replay: &mut Replay, world: &mut World, order: usize, begun: u64) {
    (replay.seek(world, order)).unwrap_or_else(|error| panic!("{error}"));
    let entries = &replay.file().entries;
    let expected = match order {
        0 => begun,
        _ => entries[order - 1].fingerprint,
    };
    assert_eq!(replay.position(), order);
    assert_eq!(
        fingerprint::<Battlescape>(world),
        expected,
        "order {order} of {}",
        entries.len()
    );
    let journal = &world.resource::<Journal<Battlescape>>().entries;
    assert_eq!(*journal, entries[..order]);
}

#[test]
fn any_order_sought_in_any_order_has_the_fingerprint_of_the_journal() {
    for (name, seed) in [("skirmish_6v8", 3), ("vigil", 4), ("cinder_stair", 5)] {
        let mut replay = opened(played(name, seed));
        let mut world = World::new();
        replay.seek(&mut world, 0).expect("it was played");
        let begun = fingerprint::<Battlescape>(&mut world);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..40 {
            let order = rng.random_range(0..=replay.len());
            check_seek(&mut replay, &mut world, order, begun);
        }
        let last = replay.len();
        check_seek(&mut replay, &mut world, last, begun);
        // A world that holds another battle by now is begun anew.
        let mut other = World::new();
        check_seek(&mut replay, &mut other, last / 2, begun);
        check_seek(&mut replay, &mut world, last / 2 + 1, begun);
    }
}

/// Events as they land, by order.
#[derive(Default)]
struct Told {
    landed: Vec<Event>,
    orders: Vec<Vec<Event>>,
}

impl Watcher<Battlescape> for Told {
    fn after(&mut self, _: &World, event: &Event) {
        self.landed.push(event.clone());
    }

    fn ordered(&mut self, _: &World, _: Side) {
        self.orders.push(std::mem::take(&mut self.landed));
    }
}

#[test]
fn steps_forward_and_back_pass_every_state_and_tell_the_events() {
    let file = played("first_contact", 2);
    let mut told = Told::default();
    let mission = file.mission().expect("the mission is inside");
    (file.replay(&mut World::new(), &mission, usize::MAX, &mut told))
        .unwrap_or_else(|error| panic!("{error}"));

    let mut replay = opened(file);
    let mut world = World::new();
    let mut stepped = Vec::new();
    while let Some(events) = replay.step(&mut world).expect("it was played") {
        stepped.push(events);
        let at = replay.position();
        let expected = replay.file().entries[at - 1].fingerprint;
        assert_eq!(fingerprint::<Battlescape>(&mut world), expected);
    }
    assert_eq!(stepped, told.orders);
    assert!(world.resource::<Verdict>().0.is_some());
    for at in (0..replay.len()).rev().take(60) {
        assert!(replay.step_back(&mut world).expect("it was played"));
        assert_eq!(replay.position(), at);
        let expected = replay.file().entries[at - 1].fingerprint;
        assert_eq!(fingerprint::<Battlescape>(&mut world), expected);
    }
    replay.seek(&mut world, 0).expect("it was played");
    assert!(!replay.step_back(&mut world).expect("it was played"));
}

#[test]
fn chapters_are_where_the_phase_of_the_battle_changes() {
    let mut replay = opened(played("skirmish_6v8", 12));
    let mut world = World::new();
    let mut before = None;
    let mut found = Vec::new();
    for order in 0..=replay.len() {
        replay.seek(&mut world, order).expect("it was played");
        let turn = *world.resource::<Turn>();
        let now = (turn.number, turn.active);
        if before != Some(now) {
            found.push((order, now.0, now.1));
            before = Some(now);
        }
        let chapter = replay.chapter(order);
        assert_eq!((chapter.turn, chapter.side), now, "order {order}");
    }
    let listed: Vec<_> = (replay.chapters().iter())
        .map(|chapter| (chapter.order, chapter.turn, chapter.side))
        .collect();
    assert_eq!(listed, found);
    assert!(found.len() > 6, "{found:?}");
    for pair in replay.chapters().windows(2) {
        assert_eq!(pair[1].begins_turn, pair[0].turn != pair[1].turn);
    }
}

#[test]
fn the_first_reason_is_what_the_computer_did() {
    for (name, seed) in [("skirmish_6v8", 6), ("hot_metal", 1)] {
        let mut replay = opened(played(name, seed));
        let mut world = World::new();
        let mut weighed = 0;
        for order in 0..replay.len() {
            replay.seek(&mut world, order).expect("it was played");
            let side = replay.next().expect("it is not the last").side;
            let before = fingerprint::<Battlescape>(&mut world);
            let Poll::Ready(Some(reasons)) = replay.reasons(&mut world) else {
                panic!("{name}, order {order}: the side owes an order, and nobody looks ahead");
            };
            assert_eq!(fingerprint::<Battlescape>(&mut world), before);
            assert_eq!(reasons.side, side);
            assert!(reasons.is_given, "{name}, order {order}: {reasons:?}");
            if reasons.weighed.iter().any(|one| one.is_chosen) {
                assert!(reasons.weighed[0].is_chosen);
                assert_eq!(reasons.weighed[0].order, reasons.choice);
                weighed += 1;
            }
        }
        assert!(weighed > replay.len() / 8, "{name}: {weighed}");
        replay.seek(&mut world, usize::MAX).expect("it was played");
        assert_eq!(replay.reasons(&mut world), Poll::Ready(None));
    }
}

#[test]
fn a_branch_played_on_by_the_same_deciders_is_the_battle_itself() {
    let replay = opened(played("breakthrough", 9));
    let whole = &replay.file().entries;
    for order in [0, 1, whole.len() / 3, whole.len() - 1, whole.len()] {
        let branch = replay.branch(order);
        assert_eq!(branch.entries, whole[..order]);
        let text = branch.to_text();
        let read = JournalFile::from_bytes("branch".as_ref(), text.as_bytes())
            .unwrap_or_else(|error| panic!("{error}"));
        let mission = read.mission().expect("the mission is inside");
        let mut arena = Arena::default();
        (read.restore(arena.world_mut(), &mission)).unwrap_or_else(|error| panic!("{error}"));
        begin_mirroring(arena.world_mut());
        arena.play(read.seed);
        let entries = &arena.world_mut().resource::<Journal<Battlescape>>().entries;
        assert_eq!(entries, whole, "branched at {order}");
    }
}

#[test]
fn a_journal_that_leads_elsewhere_opens_no_replay() {
    let mut file = played("skirmish_6v8", 2);
    let at = file.entries.len() / 2;
    file.entries[at].fingerprint ^= 1;
    let error = Replay::new(file).expect_err("it leads elsewhere");
    assert!(error.to_string().starts_with(&format!("order {} ", at + 1)));
}

/// A journal of a board of 64 × 64 with 40 units.
pub fn large(seed: u64) -> JournalFile {
    let units = |kind: &str, zone: &str| -> String {
        let one = format!("(kind: {kind:?}, at: Zone({zone:?})),");
        one.repeat(20)
    };
    let text = format!(
        r#"Mission(name: "Large", rules: Battlescape(),
            board: Generated(scene: Forest, size: (64, 64), seed: 3),
            sides: [(name: "Own", controller: Open, units: [{}]),
                    (name: "Foes", controller: Open, units: [{}])],
            objectives: (primary: EliminateAll("Foes"), turn_limit: 12))"#,
        units("infantry", "west"),
        units("sectoid", "east"),
    );
    let source = MissionSource {
        file: "large.ron".into(),
        text,
        difficulty: Terms::default().difficulty,
        ..source("skirmish_6v8")
    };
    played_from(source, seed)
}

#[test]
fn a_whole_battle_on_a_large_board_is_sought_through() {
    let mut replay = opened(large(1));
    assert!(replay.len() > 300, "{}", replay.len());
    let mut world = World::new();
    replay.seek(&mut world, 0).expect("it was played");
    let begun = fingerprint::<Battlescape>(&mut world);
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut longest = std::time::Duration::ZERO;
    for _ in 0..20 {
        let order = rng.random_range(0..=replay.len());
        let start = std::time::Instant::now();
        replay.seek(&mut world, order).expect("it was played");
        longest = longest.max(start.elapsed());
        check_seek(&mut replay, &mut world, order, begun);
    }
    println!("{} orders, longest seek {longest:?}", replay.len());
}

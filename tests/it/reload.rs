//! A changed mission taken over while it is played: what holds then, and that it plays again.

use std::fs;
use std::path::Path;
use std::process::Command;

use bevy::prelude::World;
use hexscape::battle::grid::Direction;
use hexscape::battle::journal::Divergence;
use hexscape::battle::order::{Pending, UndoStack, fingerprint, submit, undo};
use hexscape::battle::phase::{Turn, Verdict};
use hexscape::battle::rules::Rules;
use hexscape::battle::unit::{Health, Roster, Side, Title, UnitId, part};
use hexscape::content;
use hexscape::mission::MissionSource;
use hexscape::playing::{Game, Setting};
use hexscape::reload::{Reload, judge};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::content::{BattlescapeContent, FireMode};
use hexscape::rules::battlescape::event::Event;
use hexscape::rules::battlescape::log::Log;
use hexscape::rules::battlescape::nerve::Energy;
use hexscape::rules::battlescape::objective::{Goal, PLAYER};
use hexscape::rules::battlescape::order::{Order, Refusal};
use hexscape::rules::battlescape::scenario::Objective;
use hexscape::rules::battlescape::setup::set_up;
use hexscape::rules::battlescape::side_view::SideView;
use hexscape::rules::battlescape::soldier::{Arms, Rulebook, TimeUnits};
use hexscape::rules::operations::{self, Operations};
use hexscape::save::{JournalError, SaveKind};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::replays::source;

type JournalFile = hexscape::save::JournalFile<Battlescape>;
type Replay = hexscape::replay::Replay<Battlescape>;

/// A shot of three hexes, with a script.
pub const DUEL: &str = r#"Mission(
    name: "Duel", rules: Battlescape(),
    briefing: "Two stand here.",
    board: Drawn(legend: {'.': "floor", '#': "wall"}, rows: [
        ". . . . . . . .",
        " . . . . . . . .",
        ". . . . . . # .",
    ]),
    zones: {"far": [(7, 0)], "near": [(0, 1)]},
    triggers: [
        (when: Turn(2), then: [Message("They know."), Light(at: (1, 1), radius: 2, turns: 2)]),
        (when: Enters(zone: "far", side: "Own"), then: [Mode(side: "Foes", mode: Aggressive)]),
    ],
    sides: [
        (name: "Own", controller: Human, units: [(kind: "infantry", name: "A", at: (0, 0), facing: East)]),
        (name: "Foes", controller: Ai(Hold), units: [(kind: "sectoid", name: "B", at: (4, 0), facing: West)]),
    ],
    objectives: (primary: EliminateAll("Foes"), turn_limit: 20,
        secondary: [(name: "Go far", objective: Reach(zone: "far", units: 1))]),
)"#;

/// The mission.
pub fn duel() -> MissionSource {
    MissionSource {
        file: "duel.ron".into(),
        text: DUEL.into(),
        ..source("first_contact")
    }
}

/// The source with a word of its mission changed.
pub fn with(source: &MissionSource, from: &str, to: &str) -> MissionSource {
    assert!(source.text.contains(from), "{from}");
    MissionSource {
        text: source.text.replacen(from, to, 1),
        ..source.clone()
    }
}

/// The source with fields of definitions laid over a content file.
pub fn laid_over(source: &MissionSource, file: &str, text: &str) -> MissionSource {
    let mut source = source.clone();
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::write(folder.path().join(file), text).expect("the folder can be written");
    let content = source.content.with_packs(&[folder.path()]);
    source.content = content.unwrap_or_else(|problems| panic!("{problems}"));
    source
}

/// A battle about to begin.
pub fn begun(source: &MissionSource, seed: u64) -> World {
    let mut world = World::new();
    let mission = source
        .build(seed)
        .unwrap_or_else(|problems| panic!("{problems}"));
    set_up(&mut world, &mission, seed);
    world
}

/// Has the active side order a renewal.
pub fn renew(world: &mut World, source: &MissionSource) -> Result<Vec<Event>, Refusal> {
    let side = world.resource::<Turn>().active;
    submit::<Battlescape>(world, side, Order::Renew(Box::new(source.clone())))
}

/// Takes a change over.
#[track_caller]
pub fn renewed(world: &mut World, source: &MissionSource) {
    renew(world, source).unwrap_or_else(|refusal| panic!("{refusal}"));
}

fn go_on(world: &mut World) {
    let side = world.resource::<Turn>().active;
    let order = Battlescape::decide(world, side);
    submit::<Battlescape>(world, side, order).expect("decisions pass");
}

fn is_over(world: &World) -> bool {
    world.resource::<Verdict>().0.is_some()
}

/// Plays the journal of a world again, loads its save, and seeks in it: all lead to the same state.
#[track_caller]
fn check_repeats(world: &mut World, begun: &MissionSource) {
    let expected = fingerprint::<Battlescape>(world);
    let seed = world.resource::<Setting>().seed;
    let save = JournalFile::save(world, begun.clone(), PLAYER, SaveKind::Quick, false);
    let text = save.to_text();
    let read = JournalFile::from_bytes(Path::new("s"), text.as_bytes());
    let read = read.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read, save);
    let mission = read.mission().expect("the mission is inside");
    let mut again = World::new();
    read.replay(&mut again, &mission, usize::MAX, &mut ())
        .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    assert_eq!(fingerprint::<Battlescape>(&mut again), expected);
    read.restore(&mut again, &mission)
        .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    assert_eq!(fingerprint::<Battlescape>(&mut again), expected);
    let rulebooks = [&*world, &again].map(|world| world.resource::<Rulebook>().catalog().clone());
    assert!(rulebooks[0] == rulebooks[1]);
    // The loaded battle goes on as the saved one would.
    let mut replay = Replay::new(read).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let mut sought = World::new();
    for order in [replay.len(), replay.len() / 2, 0, replay.len() * 3 / 4] {
        replay
            .seek(&mut sought, order)
            .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        if let Some(entry) = order
            .checked_sub(1)
            .map(|last| &replay.file().entries[last])
        {
            assert_eq!(fingerprint::<Battlescape>(&mut sought), entry.fingerprint);
        }
    }
}

fn most_damage(world: &World) -> u32 {
    let view = SideView::new(world, PLAYER);
    let (here, mode) = (view.unit(UnitId(0)).tile, FireMode::Snap);
    let forecast = view.forecast(UnitId(0), here, UnitId(1), mode);
    forecast
        .unwrap_or_else(|refusal| panic!("{refusal}"))
        .per_hit
        .1
}

#[test]
fn changed_damage_holds_in_the_next_forecast_and_plays_again() {
    let begun_from = duel();
    let mut world = begun(&begun_from, 3);
    let view = SideView::new(&world, PLAYER);
    let weapon = view.weapon(UnitId(0)).key.clone();
    let before = most_damage(&world);
    let stronger = laid_over(
        &begun_from,
        "weapons.ron",
        &format!("[(key: {weapon:?}, damage: \"3d60\")]"),
    );
    assert_eq!(
        judge::<Battlescape>(&world, &begun_from, Ok(stronger.clone())),
        Reload::InPlace(Box::new(stronger.clone()))
    );
    let print = fingerprint::<Battlescape>(&mut world);
    let events = renew(&mut world, &stronger).unwrap_or_else(|refusal| panic!("{refusal}"));
    let lines: Vec<_> = (events.iter())
        .flat_map(|event| Log::new(&world).lines(event))
        .collect();
    assert_eq!(lines, ["Changed rules and texts are now in force"]);
    assert!(most_damage(&world) > before + 50);
    assert_ne!(
        fingerprint::<Battlescape>(&mut world),
        print,
        "what holds is fingerprinted"
    );
    assert_eq!(
        judge::<Battlescape>(&world, &begun_from, Ok(stronger)),
        Reload::Nothing
    );
    for _ in 0..12 {
        if !is_over(&world) {
            go_on(&mut world);
        }
    }
    check_repeats(&mut world, &begun_from);
    let back = judge::<Battlescape>(&world, &begun_from, Ok(begun_from.clone()));
    assert!(
        matches!(back, Reload::InPlace(_)),
        "back again is a change, too"
    );
}

#[test]
fn objectives_texts_and_script_are_taken_over() {
    let begun_from = duel();
    let mut world = begun(&begun_from, 1);
    let mut now = begun_from.clone();
    for (from, to) in [
        ("turn_limit: 20", "turn_limit: 2"),
        ("EliminateAll(\"Foes\")", "Reach(zone: \"near\", units: 1)"),
        ("They know.", "They heard you."),
        ("name: \"A\"", "name: \"Ada\""),
        ("Two stand here.", "Somebody stands here."),
        ("Go far", "Go farther"),
        ("Ai(Hold)", "Ai(Cautious)"),
    ] {
        now = with(&now, from, to);
    }
    renewed(&mut world, &now);
    assert!(matches!(
        world.resource::<Goal>().primary,
        Objective::Reach { .. }
    ));
    assert_eq!(world.resource::<Goal>().turn_limit, Some(2));
    assert_eq!(part::<Title>(&world, UnitId(0)).0, "Ada");
    assert_eq!(
        world.resource::<Setting>().mission.briefing,
        "Somebody stands here."
    );
    let mut told = Vec::new();
    while !is_over(&world) {
        let side = world.resource::<Turn>().active;
        let events = submit::<Battlescape>(&mut world, side, Order::EndTurn).expect("it passes");
        told.extend(
            events
                .iter()
                .flat_map(|event| Log::new(&world).lines(event)),
        );
    }
    assert!(told.contains(&"They heard you.".to_owned()), "{told:?}");
    assert_eq!(world.resource::<Turn>().number, 2, "the new limit holds");
    check_repeats(&mut world, &begun_from);
}

#[test]
fn what_was_lost_stays_lost_and_the_rest_is_cut_to_the_new_most() {
    let begun_from = duel();
    let mut world = begun(&begun_from, 2);
    // Until somebody is hurt.
    let hurt = |world: &World| {
        let ids = world.resource::<Roster>().ids();
        let healths = ids.map(|id| *part::<Health>(world, id));
        healths
            .filter(|health| health.now > 0 && health.now < health.max)
            .count()
            > 0
    };
    let aggressive = with(&begun_from, "Ai(Hold)", "Ai(Aggressive)");
    renewed(&mut world, &aggressive);
    while !hurt(&world) {
        assert!(!is_over(&world));
        go_on(&mut world);
    }
    let before: Vec<_> = (0..2)
        .map(|id| *part::<Health>(&world, UnitId(id)))
        .collect();
    for (health, energy) in [(90, 90), (3, 1), (60, 60)] {
        let was: Vec<_> = (0..2)
            .map(|id| *part::<Health>(&world, UnitId(id)))
            .collect();
        let text = format!(
            "[(key: \"infantry\", health: {health}, energy: {energy}), (key: \"sectoid\", health: {health})]"
        );
        let changed = laid_over(&aggressive, "units.ron", &text);
        let changed = laid_over(
            &changed,
            "battlescape.ron",
            "(tu: (per_turn: 40, carry_max: 5))",
        );
        renewed(&mut world, &changed);
        for (id, was) in (0..2).map(UnitId).zip(was) {
            let now = *part::<Health>(&world, id);
            assert_eq!(now.max, health);
            let lost = was.max - was.now;
            assert_eq!(
                now.now,
                health.saturating_sub(lost).max(u16::from(was.now > 0))
            );
            assert!(part::<TimeUnits>(&world, id).now <= 45);
        }
        let energy_now = part::<Energy>(&world, UnitId(0));
        assert!(energy_now.max == energy && energy_now.now <= energy);
        check_repeats(&mut world, &begun_from);
    }
    assert!(before.iter().any(|health| health.now < health.max));
    let held = part::<Arms>(&world, UnitId(0)).weapon;
    let key = &SideView::new(&world, PLAYER)
        .rulebook()
        .content()
        .weapon(held)
        .key;
    let text = format!("[(key: {key:?}, magazine: 2)]");
    let small = laid_over(&aggressive, "weapons.ron", &text);
    renewed(&mut world, &small);
    assert!(part::<Arms>(&world, UnitId(0)).rounds <= 2);
    for _ in 0..20 {
        if !is_over(&world) {
            go_on(&mut world);
        }
    }
    check_repeats(&mut world, &begun_from);
}

#[test]
fn changed_ground_holds_for_ways_sight_and_cover() {
    let begun_from = duel();
    let mut world = begun(&begun_from, 4);
    let tile = SideView::new(&world, PLAYER)
        .grid()
        .from_offset(6, 2)
        .expect("on the board");
    let behind = SideView::new(&world, PLAYER)
        .grid()
        .from_offset(7, 2)
        .expect("on the board");
    let view = SideView::new(&world, PLAYER);
    assert_eq!(view.layers().entry_percent(tile), None);
    let low = laid_over(
        &begun_from,
        "terrain.ron",
        r#"[(key: "wall", move: Some(200), obstacle: Open, cover: None), (key: "floor", move: Some(130))]"#,
    );
    renewed(&mut world, &low);
    let view = SideView::new(&world, PLAYER);
    assert!(view.sees(behind), "the wall hides nothing any more");
    assert_eq!(view.layers().entry_percent(tile), Some(200));
    assert_eq!(
        view.layers().entry_percent(view.unit(UnitId(0)).tile),
        Some(130)
    );
    // A battle set up with it from the beginning knows the same ground.
    let fresh = begun(&low, 4);
    for tile in view.grid().tiles() {
        let other = SideView::new(&fresh, PLAYER);
        assert_eq!(view.sight(tile), other.sight(tile));
        assert_eq!(
            view.layers().entry_percent(tile),
            other.layers().entry_percent(tile)
        );
        assert_eq!(
            view.layers().own_cover(tile),
            other.layers().own_cover(tile)
        );
    }
    check_repeats(&mut world, &begun_from);
    let blind = laid_over(&begun_from, "units.ron", "[(key: \"infantry\", vision: 1)]");
    renewed(&mut world, &blind);
    assert_eq!(SideView::new(&world, PLAYER).enemies().count(), 0);
    check_repeats(&mut world, &begun_from);
}

#[test]
fn a_renewal_is_nobodys_in_another_phase_and_cannot_be_taken_back() {
    let duel = duel();
    let changed = with(&duel, "turn_limit: 20", "turn_limit: 21");
    let mut world = begun(&duel, 1);
    world.resource_mut::<UndoStack<Battlescape>>().enable();
    let order = Order::Renew(Box::new(changed.clone()));
    let early = submit::<Battlescape>(&mut world, Side(1), order);
    assert_eq!(early, Err(Refusal::NotYourPhase));
    let turned = |world: &mut World| {
        let facing = Direction::new(1);
        submit::<Battlescape>(world, PLAYER, Order::Turn(UnitId(0), facing)).expect("it passes");
    };
    turned(&mut world);
    assert_eq!(world.resource::<UndoStack<Battlescape>>().depth(), 1);
    renewed(&mut world, &changed);
    assert!(!undo::<Battlescape>(&mut world), "it cannot be passed");
    let print = fingerprint::<Battlescape>(&mut world);
    let facing = Direction::new(2);
    submit::<Battlescape>(&mut world, PLAYER, Order::Turn(UnitId(0), facing)).expect("it passes");
    assert!(undo::<Battlescape>(&mut world));
    assert_eq!(fingerprint::<Battlescape>(&mut world), print);
    check_repeats(&mut world, &duel);
}

/// While a question waits for an answer, a change waits too: the order that asks it would be forgotten.
#[test]
fn a_renewal_waits_for_answers() {
    let [mut asked, mut answered] = [0, 0];
    for seed in 1..4 {
        let begun = source("operations_ghazal_pass");
        let mut world = World::new();
        let mission = begun.build(seed).expect("it is sound");
        Operations::set_up(&mut world, &mission, seed);
        while world.resource::<Verdict>().0.is_none() {
            let waits = world.resource::<Pending<Operations>>().0.clone();
            let mut sides = [Side(0), Side(1)].into_iter();
            let owing = sides.find(|side| Operations::owes(&world, *side));
            let side = waits.as_ref().map(|waiting| waiting.side).or(owing);
            let side = side.expect("somebody owes an order");
            if let Some(waiting) = waits {
                let renewal = operations::order::Order::Renew(Box::new(begun.clone()));
                let refused = submit::<Operations>(&mut world, waiting.side, renewal);
                let why = refused.expect_err("it has to wait").to_string();
                assert!(why.contains("waits for an answer"), "{why}");
                asked += 1;
            }
            let order = Operations::decide(&mut world, side);
            submit::<Operations>(&mut world, side, order).expect("decisions pass");
            answered += 1;
        }
    }
    assert!(asked > 20 && answered > asked, "{asked} of {answered}");
}

#[test]
fn the_command_line_verifies_a_journal_with_a_renewal_in_it() {
    let duel = duel();
    let mut world = begun(&duel, 1);
    go_on(&mut world);
    renewed(&mut world, &with(&duel, "turn_limit: 20", "turn_limit: 3"));
    while !is_over(&world) {
        go_on(&mut world);
    }
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("battle.journal");
    let file = JournalFile::collect(&world, duel, 1, false);
    file.write(&path).expect("the folder can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_hexscape"))
        .arg("replay")
        .arg(&path)
        .arg("--log")
        .output()
        .expect("the program was built for this test");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(printed.contains("Changed rules and texts are now in force"));
    let print = format!("{:016x}", fingerprint::<Battlescape>(&mut world));
    assert!(printed.trim_end().ends_with(&print), "{printed}");
}

#[test]
fn a_renewal_altered_with_its_seals_is_caught_at_its_order() {
    let duel = duel();
    let mut world = begun(&duel, 1);
    renewed(&mut world, &with(&duel, "They know.", "They smell you."));
    for _ in 0..4 {
        go_on(&mut world);
    }
    let mut file = JournalFile::collect(&world, duel.clone(), 1, true);
    let Order::Renew(source) = &mut file.entries[0].order else {
        panic!("it came first");
    };
    source.text = source.text.replacen("smell", "spell", 1);
    let text = file.to_text();
    let read = JournalFile::from_bytes(Path::new("j"), text.as_bytes()).expect("the seals hold");
    let mission = read.mission().expect("the mission is inside");
    match read.replay(&mut World::new(), &mission, usize::MAX, &mut ()) {
        Err(JournalError::Diverges(Divergence::Fingerprint { order: 1, .. })) => {}
        other => panic!("{other:?}"),
    }
    let restored = read.restore(&mut World::new(), &mission);
    assert_eq!(restored, Err(JournalError::WrongState));
    let Order::Renew(source) = &mut file.entries[0].order else {
        panic!("it came first");
    };
    source.text = "Mission(".into();
    let error = file
        .restore(&mut World::new(), &mission)
        .expect_err("it has problems");
    assert!(
        error
            .to_string()
            .contains("order 1 is refused: duel.ron:1:"),
        "{error}"
    );
}

/// Changes of figures of all kinds, as packs over the content.
fn any_change(
    source: &MissionSource,
    catalog: &content::Catalog,
    rng: &mut ChaCha8Rng,
) -> MissionSource {
    let content = catalog.part::<BattlescapeContent>();
    let mut pick = |count: usize| rng.random_range(0..count);
    let weapon = &content.weapons[pick(content.weapons.len())];
    let unit = &content.units[pick(content.units.len())];
    let (file, text) = match pick(8) {
        0 => (
            "weapons.ron",
            format!(
                "[(key: {:?}, damage: \"2d{}\", accuracy: {})]",
                weapon.key,
                5 + pick(40),
                pick(60)
            ),
        ),
        1 => (
            "weapons.ron",
            format!("[(key: {:?}, magazine: {})]", weapon.key, pick(20)),
        ),
        2 => (
            "units.ron",
            format!(
                "[(key: {:?}, health: {}, vision: {}, reactions: {})]",
                unit.key,
                20 + pick(100),
                4 + pick(16),
                20 + pick(60)
            ),
        ),
        3 => (
            "terrain.ron",
            format!(
                "[(key: \"grass\", move: Some({})), (key: \"tree\", obstacle: {}), (key: \"wall\", cover: {})]",
                100 + pick(60),
                ["Partial", "Low", "Open"][pick(3)],
                ["Half", "Full"][pick(2)],
            ),
        ),
        4 => (
            "battlescape.ron",
            format!(
                "(tu: (per_turn: {}, carry_max: {}))",
                60 + pick(60),
                pick(30)
            ),
        ),
        5 => (
            "battlescape.ron",
            format!("(to_hit: (half_cover: -{}))", pick(40)),
        ),
        6 => ("ai.ron", format!("(move_margin: {})", pick(20))),
        _ => (
            "hexsides.ron",
            format!("[(key: \"fence\", surcharge: Some({}))]", pick(200)),
        ),
    };
    laid_over(source, file, &text)
}

#[test]
fn figures_changed_at_random_in_mid_battle_keep_replays_exact() {
    let names = [
        "skirmish_6v8",
        "first_contact",
        "vigil",
        "cinder_stair",
        "hot_metal",
    ];
    let (mut changes, mut refused) = (0, 0);
    for seed in 0..10 {
        let begun_from = source(names[seed as usize % names.len()]);
        let mut world = begun(&begun_from, seed);
        let catalog = world.resource::<Rulebook>().catalog().clone();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut now = begun_from.clone();
        let mut orders = 0;
        while !is_over(&world) && orders < 160 {
            if rng.random_range(0..12) == 0 {
                let changed = any_change(&now, &catalog, &mut rng);
                match judge::<Battlescape>(&world, &begun_from, Ok(changed.clone())) {
                    Reload::InPlace(source) => {
                        renewed(&mut world, &source);
                        now = changed;
                        changes += 1;
                    }
                    Reload::Problems(_) => refused += 1,
                    other => panic!("seed {seed}: {other:?}"),
                }
            } else {
                go_on(&mut world);
            }
            orders += 1;
            for id in world.resource::<Roster>().ids() {
                let health = part::<Health>(&world, id);
                assert!(health.now <= health.max, "seed {seed}");
            }
        }
        check_repeats(&mut world, &begun_from);
    }
    println!("{changes} changes taken over, {refused} with problems");
    assert!(changes > 40 && refused < changes, "{changes}, {refused}");
}

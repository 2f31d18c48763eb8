//! Missions of fleets: mistakes are told with their places, and those that are shipped play through
//! everything that battles of squads do.

use std::path::{Path, PathBuf};

use hexscape::battle::journal::Journal;
use hexscape::battle::phase::Verdict;
use hexscape::battle::unit::Title;
use hexscape::check::check_path;
use hexscape::content::assets_folder;
use hexscape::headless::{Arena, vocabulary};
use hexscape::mission::{self, MissionSource, RuleSet, Terms};
use hexscape::playing::Game;
use hexscape::replay::Replay;
use hexscape::rules::fleet::content::FleetContent;
use hexscape::rules::fleet::craft::Class;
use hexscape::save::JournalFile;

use super::*;

/// A sound mission; each case replaces one piece of it.
const MISSION: &str = r#"Mission(
    name: "Test",
    rules: Fleet(),
    board: Drawn(
        legend: {'.': "open_space", 'n': "nebula", '#': "wall"},
        rows: [
            ". . . . . .",
            " . . n . . .",
            ". . . . . .",
            " . . . . . .",
            ". . . . . .",
            " . . . . . .",
            ". . . . . .",
        ],
    ),
    zones: {"east": [(5, 0), (5, 1)]},
    sides: [
        (name: "Own", controller: Human,
            carrier: (kind: "standard", at: (0, 0), facing: East),
            ships: [(kind: "bomber"), (kind: "frigate", name: "Lamp", at: (1, 0))]),
        (name: "Foes", controller: Ai(Aggressive), intents: true, zone: "east",
            ships: [(kind: "interceptor", at: (5, 0), traits: ["swarm"]), (kind: "gunship", waiting: true)]),
    ],
    objectives: (turn_limit: 20),
)
"#;

/// What is replaced, by what, and a part of the message expected.
const CASES: [(&str, &str, &str); 38] = [
    (
        "rules: Fleet()",
        "rules: Fleet(figures: (least_board: (6, 8)))",
        ":4:12: a board of 6 by 7 hexes is too small for fleets; use at least 6 columns and 8 rows",
    ),
    (
        "rules: Fleet()",
        "rules: Flet()",
        ":3:12: rule set `Flet` is unknown; did you mean `Fleet`?",
    ),
    (
        "rules: Fleet()",
        "rules: Fleet(options: (sub_phases: 2))",
        "sub_phases 2 is unknown (allowed: 1, 3)",
    ),
    (
        "rules: Fleet()",
        "rules: Fleet(optins: (sub_phases: 3))",
        "no field `optins`; did you mean `options`?",
    ),
    (
        "rules: Fleet()",
        "rules: Fleet(ships: {\"bomber\": (hul: 3)})",
        "no field `hul`; did you mean `hull`?",
    ),
    (
        "rules: Fleet()",
        "rules: Fleet(figures: (drive_turns: 0))",
        "drive_turns 0 is out of range (allowed: 1 to 500)",
    ),
    (
        "rules: Fleet()",
        "rules: Fleet(figures: (drive_turns: 3, drive_turns: 4))",
        "`drive_turns` is given twice",
    ),
    (
        "rules: Fleet()",
        "rules: Fleet(ships: {\"bomber\": (speed: 300)})",
        "speed 300 is out of range (allowed: 0 to 100)",
    ),
    (
        "rules: Fleet()",
        "rules: Fleet(ships: {\"bomber\": (size: Smal)})",
        "size `Smal` is unknown; did you mean `Small`?",
    ),
    (
        "rules: Fleet()",
        "rules: Fleet(ships: {\"bomber\": (beats: [\"bombr\"])})",
        "ship \"bombr\" is unknown; did you mean `bomber`?",
    ),
    (
        "rules: Fleet()",
        "rules: Fleet(ships: {\"bomber\": (beats: [\"bomber\"])})",
        "a ship cannot beat its own type",
    ),
    (
        "rules: Fleet()",
        "rules: Fleet(ships: {\"tug\": (name: \"Tug\")})",
        "ship lacks `weapon`",
    ),
    (
        "rules: Fleet()",
        "rules: Fleet(hazards: {\"nebla\": (damage: 1)})",
        "terrain \"nebla\" is unknown; did you mean `nebula`?",
    ),
    (
        "rules: Fleet()",
        "rules: Fleet(figures: (dice: (usual: 0)))",
        "dice.usual 0 is out of range (allowed: 1 to 100)",
    ),
    (
        ". . n . . .",
        ". . # . . .",
        ":4:12: (2, 1) is Wall, which no ship can enter",
    ),
    (
        "kind: \"standard\"",
        "kind: \"standrd\"",
        ":19:29: carrier kind \"standrd\" is unknown; did you mean `standard`?",
    ),
    (
        "kind: \"bomber\"",
        "kind: \"bommer\"",
        "ship type \"bommer\" is unknown; did you mean `bomber`?",
    ),
    (
        "kind: \"bomber\"",
        "kind: \"frigate\"",
        "Frigate 1 cannot dock because it is a Frigate; give it a hex with `at`",
    ),
    (
        "at: (1, 0))",
        "at: (0, 0))",
        "Standard Carrier is already on (0, 0)",
    ),
    (
        "at: (1, 0))",
        "at: (9, 0))",
        "(9, 0) is off the board (columns 0 to 5, rows 0 to 6)",
    ),
    (
        "at: (1, 0))",
        "at: (1, 0), waiting: true)",
        "a waiting ship has no start hex",
    ),
    (
        "(kind: \"bomber\")",
        "(kind: \"bomber\", facing: East)",
        "only ships with a hex, `at`, have a facing",
    ),
    (
        "(kind: \"bomber\")",
        "(kind: \"bomber\", pilot: (xp: 60, perks: [\"evasiv\"]))",
        "perk \"evasiv\" is unknown; did you mean `evasive`?",
    ),
    (
        "(kind: \"bomber\")",
        "(kind: \"bomber\", pilot: (xp: -1))",
        "xp -1 is out of range (allowed: 0 to 10000)",
    ),
    (
        "(kind: \"bomber\")",
        "(kind: \"bomber\", weapon: \"lasr\")",
        "weapon \"lasr\" is unknown; did you mean `laser`?",
    ),
    (
        "[\"swarm\"]",
        "[\"swarm\", \"swarm\"]",
        "trait is given twice",
    ),
    (
        "[\"swarm\"]",
        "[\"sworm\"]",
        "trait \"sworm\" is unknown; did you mean `swarm`?",
    ),
    (
        "intents: true, zone: \"east\",",
        "intents: true,",
        "waiting ships need a zone to arrive in",
    ),
    (
        "zone: \"east\"",
        "zone: \"est\"",
        "zone \"est\" is unknown; did you mean `east`?",
    ),
    (
        "carrier: (kind: \"standard\", at: (0, 0), facing: East),\n",
        "\n",
        "Bomber 1 has no carrier to start in",
    ),
    (
        "carrier: (kind: \"standard\", at: (0, 0), facing: East),\n",
        "drive: true,\n",
        "a jump drive needs a carrier",
    ),
    (
        "controller: Human,",
        "controller: Human, intents: true,",
        "all sides draw intents",
    ),
    (
        "turn_limit: 20",
        "turn_limt: 20",
        "no field `turn_limt`; did you mean `turn_limit`?",
    ),
    (
        "turn_limit: 20",
        "turn_limit: 20, time: MostHul",
        "time `MostHul` is unknown; did you mean `MostHull`?",
    ),
    (
        "turn_limit: 20",
        "time: MostHull",
        "MostHull needs a turn limit: `turn_limit: 40`",
    ),
    (
        "turn_limit: 20",
        "turn_limit: 20, carriers: All",
        "carriers `All` is unknown (allowed: FirstSide, AllSides)",
    ),
    (
        "turn_limit: 20",
        "turn_limit: 20, carriers: AllSides",
        "Foes has no carrier to lose",
    ),
    (
        "(kind: \"bomber\")",
        "(kind: \"bomber\"), (kind: \"bomber\"), (kind: \"bomber\"), (kind: \"miner\"), (kind: \"scout\")",
        "the hangar has 4 berths; there is none left for Scout 1",
    ),
];

fn parse(text: &str) -> Result<Mission, String> {
    let read = mission::parse("test.ron", text, &catalog(), Terms::default());
    read.map_err(|problems| problems.to_string())
}

#[test]
fn mistakes_are_told_with_their_places_and_what_is_allowed() {
    let mission = parse(MISSION).expect("it is sound");
    assert_eq!(mission.rules, RuleSet::of::<Fleet>());
    let fleets = &Scenario::of(&mission).fleets;
    let names = fleets[0].ships.iter().map(|ship| ship.name.as_str());
    assert!(names.eq(["Bomber 1", "Lamp"]));
    let mut lacking = Vec::new();
    for (from, to, expected) in CASES {
        assert!(MISSION.contains(from), "{from} is in the mission");
        let told = parse(&MISSION.replacen(from, to, 1))
            .err()
            .unwrap_or_default();
        if !told.contains(expected) {
            lacking.push(format!("{to}:\n{told}\nlacks {expected}"));
        }
    }
    assert!(lacking.is_empty(), "{}", lacking.join("\n\n"));
}

#[test]
fn a_carrier_that_cannot_be_read_is_one_mistake() {
    let carrier = "zone: \"east\", carrier: (kind: \"enmy\", at: (5, 6), facing: West),";
    let text = MISSION.replacen("zone: \"east\",", carrier, 1);
    let text = text.replacen("turn_limit: 20", "turn_limit: 20, carriers: AllSides", 1);
    let told = parse(&text).expect_err("there is no such carrier");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.contains("carrier kind \"enmy\" is unknown"), "{told}");
    // A side that has none is told so.
    let told = parse(&text.replacen(carrier, "zone: \"east\",", 1)).expect_err("it needs one");
    assert!(told.contains("Foes has no carrier"), "{told}");
}

#[test]
fn a_mission_overrides_options_figures_and_ships() {
    let rules = "rules: Fleet(options: (resolution: Simultaneous), figures: (torpedo: (splash: 2)), \
                 ships: {\"bomber\": (hull: 9), \"tug\": (name: \"Tug\", description: \"Pulls.\", speed: 1, \
                 attack: 0, defense: 0, hull: 2, ammo: 0, fuel: 1, moves: 1, detect: 1, size: Small, \
                 weapon: \"laser\", queue_speed: 1)})";
    let text = MISSION.replacen("rules: Fleet()", rules, 1);
    let text = text.replacen(
        "(kind: \"bomber\")",
        "(kind: \"bomber\"), (kind: \"tug\")",
        1,
    );
    let mission = parse(&text).expect("it is sound");
    let fleet = mission.catalog.part::<FleetContent>();
    assert_eq!(fleet.options.resolution, Resolution::Simultaneous);
    assert!(
        fleet.options.single_occupancy,
        "what is not overridden stays"
    );
    assert_eq!(fleet.figures.torpedo.splash, 2);
    let mut world = World::new();
    set_up(&mut world, &mission, 1);
    let forces = Forces::of(&world);
    let hulls: Vec<_> = forces.all().map(|one| one.now.hull.max).collect();
    assert_eq!(hulls, [10, 9, 2, 4, 3, 5]);
}

#[test]
fn difficulty_changes_the_number_of_enemies_and_nothing_else() {
    let count = |difficulty| {
        let terms = Terms {
            difficulty,
            ..Terms::default()
        };
        let text = MISSION.replacen(
            "(kind: \"gunship\", waiting: true)",
            "(kind: \"gunship\", at: (5, 2))",
            1,
        );
        let mission = mission::parse("test.ron", &text, &catalog(), terms);
        let mission = mission.unwrap_or_else(|problems| panic!("{problems}"));
        let fleets = &Scenario::of(&mission).fleets;
        assert_eq!(fleets[0].ships.len(), 2, "side 0 stays as it is");
        let mut world = World::new();
        set_up(&mut world, &mission, 1);
        let seats = seats(&world).len();
        (fleets[1].ships.len(), seats)
    };
    // The carrier and one ship of side 0 are on the board, too.
    assert_eq!(count(25), (1, 3));
    assert_eq!(count(100), (2, 4));
    assert_eq!(count(300), (6, 8));
}

/// Files of the shipped missions of fleets.
fn files() -> Vec<PathBuf> {
    let folder = assets_folder().expect("the assets are beside the crate");
    let files = mission::files(&folder.join("missions")).into_iter();
    let files: Vec<_> = files
        .filter(|file| {
            let text = std::fs::read_to_string(file).expect("missions are text");
            text.contains("rules: Fleet(")
        })
        .collect();
    assert!(files.len() >= 6);
    files
}

fn source(file: &Path) -> MissionSource {
    let folder = assets_folder().expect("the assets are beside the crate");
    let source = MissionSource::read(file, &folder.join("content"));
    source.unwrap_or_else(|problems| panic!("{problems}"))
}

/// `FLEET_SEEDS=1000 cargo test shipped_fleets` plays as many battles of each mission.
#[test]
fn battles_of_shipped_fleets_end_and_play_again_from_their_journals() {
    let seeds = std::env::var("FLEET_SEEDS").ok();
    let seeds = seeds.and_then(|text| text.parse().ok()).unwrap_or(4);
    let (mut arena, mut other) = (Arena::default(), Arena::default());
    for file in files() {
        assert_eq!(
            check_path(&file, &[]).unwrap_or_else(|problems| panic!("{problems}")),
            1
        );
        let source = source(&file);
        let mission = source
            .build(1)
            .unwrap_or_else(|problems| panic!("{problems}"));
        let (mut wins, mut turns) = (0, 0);
        for seed in 1..=seeds {
            arena.set_up(&mission, seed);
            let report = arena.play(seed);
            let about = format!("{}, seed {seed}", file.display());
            assert!(report.ending.is_some(), "{about} has no outcome");
            wins += u64::from(report.ending.is_some_and(|one| one.is_won_by(Side(0))));
            turns += u64::from(report.turns);
            other.set_up(&mission, seed);
            assert_eq!(other.play(seed), report, "{about}, played twice");
            let journal =
                JournalFile::<Fleet>::collect(arena.world_mut(), source.clone(), seed, false);
            let read = JournalFile::<Fleet>::from_bytes(&file, journal.to_text().as_bytes());
            let read = read.unwrap_or_else(|error| panic!("{about}: {error}"));
            let done = read.replay(other.world_mut(), &mission, usize::MAX, &mut ());
            done.unwrap_or_else(|error| panic!("{about}: {error}"));
            assert_eq!(read.entries.len(), report.orders);
        }
        println!("{}: {wins} of {seeds} won, {turns} turns", file.display());
    }
}

#[test]
fn a_replay_seeks_and_a_debrief_adds_up() {
    for file in files() {
        let source = source(&file);
        let mission = source.build(3).expect("it is sound");
        let mut arena = Arena::default();
        arena.set_up(&mission, 3);
        let report = arena.play(3);
        let journal = JournalFile::<Fleet>::collect(arena.world_mut(), source, 3, false);
        let entries = journal.entries.clone();
        let debrief = Fleet::debrief(&mission, 3, &entries).expect("it plays again");
        let lost = |side: u8| {
            let units = debrief.units.iter();
            let lost = units.filter(|unit| unit.side == side && unit.fate == "destroyed");
            lost.count()
        };
        for (side, tally) in (0..).zip(&report.sides) {
            assert_eq!(lost(side), tally.dead, "{}", file.display());
        }
        for unit in &debrief.units {
            assert!(
                unit.hits <= unit.attacks && unit.hull <= unit.hull_most,
                "{unit:?}"
            );
            assert_eq!(unit.hull == 0, unit.fate == "destroyed", "{unit:?}");
        }
        let mut replay = Replay::new(journal).expect("it is sound");
        let mut world = World::new();
        for order in [entries.len(), entries.len() / 2, 1, entries.len()] {
            replay.seek(&mut world, order).expect("it plays again");
            assert_eq!(world.resource::<Journal<Fleet>>().entries.len(), order);
        }
        assert_eq!(world.resource::<Verdict>().0, report.ending);
    }
}

#[test]
fn records_of_battles_are_whole() {
    let mut arena = Arena::default();
    for file in files() {
        let mission = source(&file).build(2).expect("it is sound");
        let words = vocabulary(&mission);
        for seed in 1..4 {
            let about = format!("{}, seed {seed}", file.display());
            arena.set_up(&mission, seed);
            let report = arena.play(seed);
            let record = arena.record(&mission, seed);
            assert_eq!(
                record.fingerprint, report.fingerprint,
                "{about}: only watched"
            );
            let dead: usize = report.sides.iter().map(|side| side.dead).sum();
            assert_eq!(record.losses.len(), dead, "{about}");
            for side in &record.sides {
                assert_eq!(side.measures.len(), words.measures.len(), "{about}");
            }
            for act in &record.acts {
                assert!(usize::from(act.means) < words.means.len(), "{about}");
                assert!(usize::from(act.mode) < words.modes.len(), "{about}");
                assert!(usize::from(act.kind) < words.kinds.len(), "{about}");
                let (promised, hit) = (act.promised, act.hit);
                assert!(promised != Some(0) || hit != Some(true), "{about}: {act:?}");
                assert!(
                    promised != Some(1000) || hit != Some(false),
                    "{about}: {act:?}"
                );
            }
            // Every kill is an act's, a hazard's or that of what went down with a carrier.
            let kills: usize = (record.acts.iter())
                .map(|act| usize::from(act.kills) + usize::from(act.own_kills))
                .sum();
            let by_acts = record
                .losses
                .iter()
                .filter(|loss| loss.act.is_some())
                .count();
            assert_eq!(kills, by_acts, "{about}");
            assert!(record.standing.len() > 1, "{about}");
        }
    }
}

#[test]
fn a_changed_mission_is_taken_over_between_turns_and_replays() {
    let folder = assets_folder().expect("the assets are beside the crate");
    let source = source(&folder.join("missions/cold_start.ron"));
    let mission = source.build(1).expect("it is sound");
    let mut world = World::new();
    set_up(&mut world, &mission, 1);
    commit(&mut world, Side(0), SidePlan::default());
    commit(&mut world, Side(1), SidePlan::default());
    let changed = |from: &str, to: &str| {
        let mut changed = source.clone();
        assert!(changed.text.contains(from), "{from}");
        changed.text = changed.text.replacen(from, to, 1);
        Order::Renew(Box::new(changed))
    };
    for (from, to, expected) in [
        (
            "turn_limit: 50",
            "turn_limt: 50",
            "did you mean `turn_limit`?",
        ),
        (
            "\"Kestrel\")",
            "\"Kestrel\", at: (2, 6))",
            "Kestrel of Third Wing changed its start",
        ),
        (
            "rules: Fleet()",
            "rules: Fleet(options: (sub_phases: 3))",
            "sub-phases changed",
        ),
        (
            "kind: \"bomber\", name: \"Anvil\"",
            "kind: \"miner\", name: \"Anvil\"",
            "changed its type",
        ),
        (
            "carrier: (kind: \"standard\", name: \"Red",
            "carrier: (kind: \"enemy\", name: \"Red",
            "Corsairs changed its carrier",
        ),
    ] {
        if !source.text.contains(from) {
            panic!("{from} is not in the mission");
        }
        let refusal = submit::<Fleet>(&mut world, Side(0), changed(from, to)).expect_err(to);
        assert!(refusal.to_string().contains(expected), "{to}: {refusal}");
    }
    let rules = "rules: Fleet(ships: {\"frigate\": (hull: 6)})";
    submit::<Fleet>(&mut world, Side(0), changed("rules: Fleet()", rules)).expect("it is sound");
    let hulls: Vec<_> = (Forces::of(&world).all())
        .filter(|one| matches!(one.class, Class::Ship(kind) if kind == catalog().part::<FleetContent>().ship_named("frigate").unwrap()))
        .map(|one| (one.now.hull.now, one.now.hull.max))
        .collect();
    assert_eq!(hulls, [(6, 6), (6, 6)]);
    submit::<Fleet>(
        &mut world,
        Side(0),
        changed("\"Kestrel\"", "\"Sparrowhawk\""),
    )
    .expect("a name");
    let name = &hexscape::battle::unit::part::<Title>(&world, UnitId(1)).0;
    assert_eq!(name, "Sparrowhawk");
    // Not between two plans of the same turn.
    commit(&mut world, Side(1), SidePlan::default());
    let late = submit::<Fleet>(
        &mut world,
        Side(0),
        changed("turn_limit: 50", "turn_limit: 51"),
    );
    assert!(
        late.expect_err("a plan is sealed")
            .to_string()
            .contains("sealed")
    );
    commit(&mut world, Side(0), SidePlan::default());
    let journal = JournalFile::<Fleet>::collect(&world, source, 1, false);
    let read = JournalFile::<Fleet>::from_bytes(Path::new("j"), journal.to_text().as_bytes());
    let read = read.unwrap_or_else(|error| panic!("{error}"));
    read.replay(&mut World::new(), &mission, usize::MAX, &mut ())
        .unwrap_or_else(|error| panic!("{error}"));
}

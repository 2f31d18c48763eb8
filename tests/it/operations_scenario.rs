//! Missions of operations: what is wrong in them is told at its place.

use std::collections::BTreeMap;

use hexscape::battle::unit::Side;
use hexscape::content::problem::Problems;
use hexscape::content::{self, Catalog};
use hexscape::mission::{self, Mission, Terms};
use hexscape::rules::operations::scenario::{Scenario, UnitSetup};

fn catalog() -> Catalog {
    content::load_default().unwrap_or_else(|problems| panic!("{problems}"))
}

/// A sound mission.
const SOUND: &str = r#"Mission(
    name: "Test", rules: Operations(),
    board: Drawn(
        layout: FlatOddColumns, legend: {'.': "desert", 'm': "mountain", 'w': "sea"},
        rows: [". . . . m w", ". . . . . .", ". . . . . .", ". . . . . ."],
        hexsides: [(at: (1, 1), side: South, kind: "minor_river")],
    ),
    attacker: "Own", first: "Own", head_start: 3,
    roads: [[(0, 0), (0, 3)]], tracks: [[(1, 1), (2, 1)]],
    objectives: [(name: "Well", at: (2, 2), points: 4)],
    facilities: [(kind: Fortification, at: (3, 3), side: "Foes", level: 2), (kind: Dump, at: (3, 2), side: "Foes", stock: 9)],
    sides: [
        (name: "Own", controller: Human, initiative: 3, units: [
            (kind: "infantry", name: "A", at: (1, 1), toe: {"rifle": 6}),
            (kind: "headquarters", name: "Head", at: (1, 2)),
        ]),
        (name: "Foes", controller: Ai(Aggressive), initiative: 3, units: [
            (kind: "infantry", name: "B", at: (3, 3)),
        ]),
    ],
    turn_limit: 4,
)"#;

/// What stands in the sound mission, what stands there instead, where the message points to, and the message.
const BROKEN: [(&str, &str, &str, &str); 33] = [
    (
        r#"at: (1, 1), toe"#,
        r#"at: (3, 3), toe"#,
        "(3, 3)),\n",
        "units of both sides begin on this hex",
    ),
    (
        r#""rifle": 6}"#,
        r#""riffle": 6}"#,
        r#""riffle""#,
        "point type \"riffle\" is unknown",
    ),
    (r#""rifle": 6}"#, r#""rifle": 41}"#, "41", "TOE points"),
    (r#""rifle": 6}"#, r#""rifle": 0}"#, "0}", "TOE points"),
    (
        r#"{"rifle": 6}"#,
        "{}",
        "{}",
        "`toe` is empty: a unit needs at least one TOE point",
    ),
    (
        r#""rifle": 6}"#,
        r#""rifle": 6, "rifle": 2}"#,
        r#""rifle": 2"#,
        "given twice",
    ),
    (
        r#"name: "A","#,
        r#"name: "A", parent: "Haed","#,
        r#""Haed""#,
        "the side has no headquarters named \"Haed\"; it has \"Head\"",
    ),
    (
        r#"name: "B","#,
        r#"name: "B", parent: "Head","#,
        r#""Head""#,
        "the side has no headquarters named \"Head\"",
    ),
    (r#"name: "A","#, r#"name: "A", morale: 4,"#, "4,", "morale"),
    (r#"name: "A","#, r#"name: "A", ammo: 31,"#, "31", "ammo"),
    (r#"name: "A","#, r#"name: "A", cpa: 61,"#, "61", "cpa"),
    (
        r#"name: "A","#,
        r#"name: "A", cohesion: -27,"#,
        "-27",
        "cohesion",
    ),
    (
        r#"name: "A","#,
        r#"name: "A", trucks: (coal: 3),"#,
        "coal",
        "no field `coal`",
    ),
    (
        r#"name: "A","#,
        r#"name: "A", trucks: (fuel: 101),"#,
        "101",
        "fuel",
    ),
    (
        r#"kind: "infantry", name: "A""#,
        r#"kind: "infantri", name: "A""#,
        r#""infantri""#,
        "unit \"infantri\" is unknown",
    ),
    (r#"at: (1, 1), toe"#, r#"at: (9, 1), toe"#, "(9, 1)", ""),
    (
        r#"at: (1, 1), toe"#,
        r#"at: (5, 0), toe"#,
        "(5, 0)",
        "cannot stand on sea",
    ),
    (
        r#"at: (1, 1), side: South"#,
        r#"at: (9, 1), side: South"#,
        "(9, 1)",
        "",
    ),
    (
        r#"at: (1, 1), side: South"#,
        r#"at: (1, 3), side: South"#,
        "",
        "",
    ),
    (
        r#"kind: "minor_river""#,
        r#"kind: "minor_rivr""#,
        r#""minor_rivr""#,
        "is unknown",
    ),
    (
        "[[(0, 0), (0, 3)]]",
        "[[(0, 0), (1, 2)]]",
        "(1, 2)",
        "neither adjacent to the one before nor in one column or row",
    ),
    ("[[(0, 0), (0, 3)]]", "[[(0, 0), (0, 9)]]", "(0, 9)", ""),
    (
        "attacker: \"Own\"",
        "attacker: \"Ours\"",
        "\"Ours\"",
        "side \"Ours\" is unknown",
    ),
    (
        "first: \"Own\"",
        "first: \"Owm\"",
        "\"Owm\"",
        "side \"Owm\" is unknown",
    ),
    (
        r#"side: "Foes", level: 2"#,
        r#"side: "Fose", level: 2"#,
        r#""Fose""#,
        "side \"Fose\" is unknown",
    ),
    (
        r#"side: "Foes", level: 2"#,
        r#"side: "Foes""#,
        "(kind: Fort",
        "a fortification needs level",
    ),
    (
        r#"side: "Foes", stock: 9"#,
        r#"side: "Foes""#,
        "(kind: Dump",
        "a supply dump needs stock",
    ),
    (
        r#"side: "Foes", stock: 9"#,
        r#"side: "Foes", stock: 9, level: 1"#,
        "1)",
        "a supply dump has no level",
    ),
    ("level: 2", "level: 4", "4)", "level"),
    ("points: 4", "points: 0", "0)", "points"),
    ("at: (2, 2), points", "at: (2, 7), points", "(2, 7)", ""),
    ("head_start: 3", "head_start: -3", "-3", "head_start"),
    (
        r#"(kind: "infantry", name: "B", at: (3, 3)),"#,
        r#"(kind: "headquarters", name: "B", at: (3, 3)),"#,
        "(name: \"Foes\"",
        "this side needs a combat unit",
    ),
];

#[test]
fn a_sound_mission_of_operations_passes() {
    let mission = mission::parse("m.ron", SOUND, &catalog(), Terms::default());
    let mission = mission.unwrap_or_else(|problems| panic!("{problems}"));
    assert!(mission.doubts.is_empty(), "{:?}", mission.doubts);
}

/// Returns the rest of a text from a place on.
fn from(text: &str, line: u32, column: u32) -> &str {
    let line_start: usize = text
        .split_inclusive('\n')
        .take(line as usize - 1)
        .map(str::len)
        .sum();
    let rest = &text[line_start..];
    let start = rest.char_indices().nth(column as usize - 1);
    start.map_or("", |(start, _)| &rest[start..])
}

#[test]
fn what_is_wrong_in_missions_of_operations_is_told_at_its_place() {
    let catalog = catalog();
    let mut failures = Vec::new();
    for (good, bad, marker, message) in BROKEN {
        assert!(SOUND.contains(good), "{good}");
        let text = SOUND.replacen(good, bad, 1);
        let Err(Problems(found)) = mission::parse("m.ron", &text, &catalog, Terms::default())
        else {
            failures.push(format!("{bad} passes"));
            continue;
        };
        let fits = found.iter().any(|problem| {
            let there = from(&text, problem.place.line, problem.place.column);
            problem.message.contains(message) && there.starts_with(marker)
        });
        if !fits {
            let told: Vec<_> = found.iter().map(ToString::to_string).collect();
            failures.push(format!(
                "{bad}: expected {message:?} at {marker:?}, got {told:?}"
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn stacks_over_the_limit_are_told() {
    let many: String = (0..7)
        .map(|at| format!(r#"(kind: "infantry", name: "S{at}", at: (1, 1)), "#))
        .collect();
    let text = SOUND.replacen(
        r#"(kind: "infantry", name: "A""#,
        &format!("{many}(kind: \"infantry\", name: \"A\""),
        1,
    );
    let Err(Problems(found)) = mission::parse("m.ron", &text, &catalog(), Terms::default()) else {
        panic!("it passes");
    };
    assert!(
        found[0]
            .message
            .contains("7 stacking points would be on this hex, 6 at most"),
        "{found:?}"
    );
    let there = from(&text, found[0].place.line, found[0].place.column);
    assert!(
        there.starts_with("(1, 1)), (kind") || there.starts_with("(1, 1)), "),
        "{there}"
    );
}

/// Tables that leave a case out, or lead nowhere.
const HOLES: [(&str, &str, &str); 12] = [
    (
        "tables: (differentials: [-10, -7, -4, -2, 0, 1, 3, 3, 8, 11, 15])",
        "[-10",
        "tables.differentials must rise",
    ),
    (
        "tables: (cohesion: [8, 5, 2, -1, -1, -7, -11, -16])",
        "[8",
        "tables.cohesion must fall",
    ),
    (
        "tables: (barrage: [(points: 2, infantry: [31, 0, 0], armor: [0, 0, 0], gun: [0, 0], truck: [0, 0])])",
        "[(points",
        "tables.barrage must begin with 1 point and rise",
    ),
    (
        "tables: (barrage: [])",
        "[]",
        "tables.barrage must begin with 1 point and rise",
    ),
    (
        "tables: (barrage: [(points: 1, infantry: [31, 30, 0], armor: [0, 0, 0], gun: [0, 0], truck: [0, 0])])",
        "[(points",
        "tables.barrage must need higher rolls for worse results",
    ),
    (
        "tables: (retreat: [[0, 0, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10], [0, 0, 0, 0, 0, 5, 3, 4, 5, 6, 7, 8], [0, 0, 0, 0, 0, 0, 0, 2, 3, 4, 5, 6]])",
        "[[0",
        "tables.retreat must need lower sums for longer retreats",
    ),
    ("tables: (differentials: [-10, -7])", "[-10", ""),
    ("tables: (attacker: [[50]])", "", ""),
    (
        "tables: (engaged: [0, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 13])",
        "13",
        "",
    ),
    ("tables: (captured: [10, 20, 30, 40, 50, 101])", "101", ""),
    (
        "kinds: {\"ghosts\": (name: \"Ghosts\", description: \"None.\", class: Infantry, cpa: 8)}",
        "(name: \"Ghosts\"",
        "is a combat unit and needs TOE points",
    ),
    (
        "kinds: {\"ghosts\": (name: \"Ghosts\", description: \"None.\", class: Infantry, cpa: 8, dummy: true)}",
        "true",
        "is a dummy: of class Tank",
    ),
];

#[test]
fn tables_with_holes_are_told_at_their_place() {
    let catalog = catalog();
    let mut failures = Vec::new();
    for (rules, marker, message) in HOLES {
        let text = SOUND.replacen("Operations()", &format!("Operations({rules})"), 1);
        let Err(Problems(found)) = mission::parse("m.ron", &text, &catalog, Terms::default())
        else {
            failures.push(format!("{rules} passes"));
            continue;
        };
        let fits = found.iter().any(|problem| {
            let there = from(&text, problem.place.line, problem.place.column);
            problem.message.contains(message) && there.starts_with(marker)
        });
        if !fits {
            let told: Vec<_> = found.iter().map(ToString::to_string).collect();
            failures.push(format!(
                "{rules}: expected {message:?} at {marker:?}, got {told:?}"
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Builds a mission at a difficulty.
fn at_difficulty(text: &str, difficulty: u16) -> Mission {
    let terms = Terms {
        difficulty,
        ..Terms::default()
    };
    mission::parse("m.ron", text, &catalog(), terms).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn difficulty_changes_the_number_of_enemies_and_what_is_left_of_those_with_names() {
    let foes = r#"(kind: "infantry", at: (3, 3)), (kind: "infantry", at: (3, 3)), (kind: "machine_gun", at: (4, 3)),
        (kind: "infantry", at: (4, 3)), (kind: "headquarters", name: "Post", at: (5, 3)), (kind: "headquarters", at: (5, 3))"#;
    let text = SOUND.replace(r#"(kind: "infantry", name: "B", at: (3, 3)),"#, foes);
    for (difficulty, expected) in [(50, 2), (75, 3), (100, 4), (125, 5), (150, 6), (400, 16)] {
        let mission = at_difficulty(&text, difficulty);
        let scenario = mission.asked::<Scenario>();
        let fights = |unit: &&UnitSetup| unit.side == Side(1) && unit.build.class.is_combat();
        let fighting = scenario.units.iter().filter(fights).count();
        assert_eq!(fighting, expected, "{difficulty}");
        // Headquarters stay, and units belong to the same one as before.
        let heads = scenario.units.iter().filter(|unit| unit.side == Side(1));
        let heads: Vec<_> = heads.filter(|unit| !unit.build.class.is_combat()).collect();
        assert_eq!(heads.len(), 2, "{difficulty}");
        for unit in scenario.units.iter().filter(fights) {
            let parent = unit.build.parent.expect("it has headquarters");
            assert_eq!(scenario.units[parent.index()].name, "Post", "{difficulty}");
        }
        let own = scenario.units.iter().filter(|unit| unit.side == Side(0));
        let own: Vec<_> = own.cloned().collect();
        let written = at_difficulty(&text, 100);
        assert_eq!(
            own,
            written.asked::<Scenario>().units[..own.len()],
            "{difficulty}"
        );
        let mut stacks = BTreeMap::<_, u16>::new();
        for unit in &scenario.units {
            *stacks.entry(unit.tile).or_default() += u16::from(unit.build.stacking);
        }
        assert!(
            stacks.values().all(|&points| points <= 6),
            "{difficulty}: {stacks:?}"
        );
    }
    // Nobody can be left out, so they are weaker.
    let [full, half] = [100, 50].map(|percent| at_difficulty(SOUND, percent));
    let [full, half] = [&full, &half].map(|mission| &mission.asked::<Scenario>().units);
    let of = |units: &[UnitSetup], name: &str| {
        let unit = units.iter().find(|unit| unit.name == name);
        unit.expect("it stays").toe.clone()
    };
    assert_eq!((of(full, "B"), of(half, "B")), (vec![6], vec![3]));
    assert_eq!(of(full, "A"), of(half, "A"));
}

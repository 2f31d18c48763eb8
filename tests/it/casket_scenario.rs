//! Missions of the casket: what is wrong in them, what they hardly mean, and what difficulty changes.

use hexscape::content::problem::{Place, Problem, Problems};
use hexscape::content::{self, Catalog};
use hexscape::mission::{self, Mission, Terms};
use hexscape::rules::casket::machine::Build;
use hexscape::rules::casket::scenario::{Scenario, UnitSetup};

fn catalog() -> Catalog {
    content::load_default().unwrap_or_else(|problems| panic!("{problems}"))
}

/// A mission on a small board: units of both sides, and what else it says.
fn mission(own: &str, foes: &str, more: &str) -> String {
    format!(
        r#"Mission(
    name: "Test", rules: Casket(),
    board: Drawn(legend: {{'.': "grass", '#': "wall", 'c': "crate", 'w': "window", 'b': "building"}}, rows: [
        "..w.....",
        "..wc..#.",
        "..w..b..",
    ]),
    zones: {{"west": [(0, 1)], "east": [(7, 0), (7, 1)], "dead": [(3, 1), (6, 1)]}},
    {more}
    sides: [
        (name: "Own", controller: Human, units: [{own}]),
        (name: "Foes", controller: Ai(Aggressive), units: [{foes}]),
    ],
)"#
    )
}

const OWN: &str = r#"(kind: "starter_scout", name: "Wren", at: (3, 0))"#;
const FOE: &str = r#"(kind: "starter_heavy", name: "Anvil", at: (7, 2))"#;

fn at(text: &str, place: Place) -> &str {
    let line = text
        .lines()
        .nth(place.line as usize - 1)
        .unwrap_or_default();
    let start = line.char_indices().nth(place.column as usize - 1);
    start.map_or("", |(start, _)| &line[start..])
}

#[track_caller]
fn check_told(found: &[Problem], text: &str, marker: &str, message: &str) {
    let lines: Vec<_> = found.iter().map(ToString::to_string).collect();
    let [problem] = found else {
        panic!("expected {message}, found {lines:#?}");
    };
    let there = at(text, problem.place);
    let is_right = problem.message.contains(message) && there.starts_with(marker);
    assert!(
        is_right,
        "{lines:#?} at {there}\nexpected {message} at {marker}"
    );
}

/// Checks a mission that cannot be played, for one reason.
#[track_caller]
fn check_problem(text: &str, marker: &str, message: &str) {
    match mission::parse("m.ron", text, &catalog(), Terms::default()) {
        Err(Problems(found)) => check_told(&found, text, marker, message),
        Ok(_) => panic!("it passes, expected {message}"),
    }
}

/// Checks a mission that can be played and hardly means one thing.
#[track_caller]
fn check_doubt(text: &str, marker: &str, message: &str) {
    match mission::parse("m.ron", text, &catalog(), Terms::default()) {
        Ok(mission) => check_told(&mission.doubts, text, marker, message),
        Err(problems) => panic!("{problems}"),
    }
}

#[test]
fn a_sound_mission_passes_without_a_doubt() {
    let points = r#"goal: Points, objectives: ["east"],"#;
    let asked = r#"protect: ["Wren"], destroy: ["Anvil"], friendly_fire: true,"#;
    let survive = "goal: Survive, turn_limit: 4,";
    for more in ["", points, asked, survive] {
        let text = mission(OWN, FOE, more);
        let mission = mission::parse("m.ron", &text, &catalog(), Terms::default());
        let mission = mission.unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(mission.doubts, [], "{more}");
    }
}

#[test]
fn each_fault_of_a_unit_is_told_at_its_field() {
    let rows = [
        (
            r#"(kind: "starter_scot", at: (3, 0))"#,
            "\"starter_scot\"",
            "starter_scout",
        ),
        (
            r#"(kind: "starter_scout", at: (6, 1))"#,
            "(6, 1)",
            "no unit can stand on wall",
        ),
        (
            r#"(kind: "starter_scout", at: (2, 1))"#,
            "(2, 1)",
            "no unit can stand on window",
        ),
        (r#"(kind: "starter_scout", at: (9, 9))"#, "(9, 9)", "board"),
        (
            r#"(kind: "starter_scout", at: (7, 2))"#,
            "(7, 2))])",
            "two units start on this hex",
        ),
        (
            r#"(kind: "starter_scout", at: Zone("dead"))"#,
            "Zone",
            "this zone has no free hex",
        ),
        (
            r#"(kind: "starter_scout", at: (3, 0), hp: 4)"#,
            "4)",
            "cards instead of hit points",
        ),
        (
            r#"(kind: "ash_hound", at: (3, 0), heat: 4)"#,
            "4)",
            "only caskets have Heat",
        ),
        (
            r#"(kind: "ash_hound", at: (3, 0), damage: {Legs: 4})"#,
            "{Legs",
            "only caskets have Heat",
        ),
        (
            r#"(kind: "starter_scout", at: (3, 0), taint: 10)"#,
            "10)",
            "out of range",
        ),
        (
            r#"(kind: "starter_scout", at: (3, 0), damage: {Legs: 9})"#,
            "9}",
            "out of range",
        ),
        (
            r#"(kind: "starter_scout", at: (3, 0), damage: {Leg: 2})"#,
            "Leg:",
            "Legs",
        ),
        (
            r#"(kind: "starter_scout", at: (3, 0), damage: {Legs: 2, Legs: 3})"#,
            "Legs: 3",
            "given twice",
        ),
        (
            r#"(kind: "starter_scout", at: (3, 0), facing: Up)"#,
            "Up)",
            "Up",
        ),
        (
            r#"(kind: "starter_scout", at: (3, 0), shield: 2)"#,
            "shield",
            "shield",
        ),
        (
            r#"(kind: "pylon", at: (3, 0))"#,
            "(name: \"Own\"",
            "needs a casket or a monster",
        ),
    ];
    for (own, marker, message) in rows {
        check_problem(&mission(own, FOE, ""), marker, message);
    }
}

#[test]
fn grounds_of_a_mission_decide_who_can_stand_where() {
    let text = mission(OWN, r#"(kind: "starter_heavy", at: (5, 2))"#, "");
    let sound = mission::parse("m.ron", &text, &catalog(), Terms::default());
    assert!(sound.is_ok());
    let walled = text.replace("Casket()", r#"Casket(grounds: {"building": (wall: true)})"#);
    check_problem(&walled, "(5, 2)", "no unit can stand on building");
    let crates = mission(r#"(kind: "starter_scout", at: (3, 1))"#, FOE, "");
    check_problem(&crates, "(3, 1)", "no unit can stand on crate");
    let climbed = crates.replace("Casket()", r#"Casket(grounds: {"crate": (level: 1)})"#);
    assert!(mission::parse("m.ron", &climbed, &catalog(), Terms::default()).is_ok());
}

#[test]
fn each_fault_of_what_a_mission_asks_is_told_at_its_field() {
    let pylon = r#"(kind: "starter_heavy", name: "Anvil", at: (7, 2)), (kind: "pylon", at: (7, 0)), (kind: "pylon", at: (6, 0))"#;
    let rows = [
        (FOE, r#"protect: ["Wran"],"#, "\"Wran\"", "Wren"),
        (
            FOE,
            r#"protect: ["Anvil"],"#,
            "\"Anvil\"",
            "which cannot protect it",
        ),
        (
            FOE,
            r#"destroy: ["Wren"],"#,
            "\"Wren\"",
            "which cannot destroy it",
        ),
        (FOE, r#"destroy: ["Bell"],"#, "\"Bell\"", "unknown"),
        (pylon, r#"destroy: ["Pylon"],"#, "\"Pylon\"", "unknown"),
        (
            FOE,
            r#"goal: Points, objectives: ["wets"],"#,
            "\"wets\"",
            "west",
        ),
        (
            FOE,
            r#"goal: Points, objectives: ["dead"],"#,
            "\"dead\"",
            "no unit can stand anywhere",
        ),
        (FOE, r#"goal: Point,"#, "Point", "Points"),
        (FOE, r#"turn_limit: 0,"#, "0,", "out of range"),
        (FOE, r#"deck_file: ["a.ron"],"#, "deck_file", "deck_files"),
        (
            r#"(kind: "pylon", at: (7, 2))"#,
            "",
            "[",
            "no enemy that acts",
        ),
    ];
    for (foes, more, marker, message) in rows {
        check_problem(&mission(OWN, foes, more), marker, message);
    }
    // What has to be destroyed is an enemy, too.
    let text = mission(
        OWN,
        r#"(kind: "pylon", name: "Bell", at: (7, 2))"#,
        r#"destroy: ["Bell"],"#,
    );
    assert!(mission::parse("m.ron", &text, &catalog(), Terms::default()).is_ok());
    let none = "score: (casket: 0, part: 0)";
    let text = mission(OWN, FOE, "goal: Points,")
        .replace("Casket()", &format!("Casket(figures: ({none}))"));
    check_problem(&text, "Points", "no side can score victory points");
    let two =
        r#"(kind: "pylon", name: "Bell", at: (7, 2)), (kind: "pylon", name: "Bell", at: (7, 1))"#;
    let text = mission(
        OWN,
        &format!("{two}, (kind: \"ash_hound\", at: (7, 0))"),
        r#"destroy: ["Bell"],"#,
    );
    check_problem(&text, "\"Bell\"", "2 units are named \"Bell\"");
    let text =
        mission(OWN, FOE, "").replace("Casket()", "Casket(figures: (parts: (from: [1, 2, 3, 4])))");
    let hurt = text.replace("(3, 0)", "(3, 0), damage: {Chassis: 4}");
    check_problem(&hurt, "4}", "is disabled");
    let text = mission(OWN, FOE, "").replace("Casket()", "Casket(figures: (most_taint: 4))");
    check_problem(
        &text.replace("(3, 0)", "(3, 0), taint: 4"),
        "4)",
        "fights for no side",
    );
}

#[test]
fn what_a_mission_hardly_means_is_doubted() {
    check_doubt(
        &mission(OWN, FOE, r#"objectives: ["east"],"#),
        "\"east\"",
        "have no effect without `goal: Points`",
    );
    let west = mission(OWN, FOE, r#"goal: Points, objectives: ["west"],"#);
    check_doubt(
        &west,
        "\"west\"",
        "no unit can reach the objective \"west\"",
    );
    let twice = mission(OWN, FOE, r#"goal: Points, objectives: ["east", "east"],"#);
    check_doubt(&twice, "\"east\"]", "share hexes");
    let shut = mission(
        r#"(kind: "starter_scout", name: "Wren", at: (0, 0))"#,
        FOE,
        "",
    );
    check_doubt(&shut, "(0, 0)", "no enemy can reach Wren");
    let short = mission(
        OWN,
        FOE,
        r#"goal: Points, objectives: ["east"], turn_limit: 1,"#,
    );
    check_doubt(&short, "Points", "the last round is 1");
    let survive = mission(OWN, FOE, r#"goal: Survive, destroy: ["Anvil"],"#);
    check_doubt(&survive, "Survive", "leave out `destroy`");
    let worth = mission(OWN, FOE, r#"goal: Points, objectives: ["east"],"#)
        .replace("Casket()", "Casket(figures: (score: (objective: 0)))");
    check_doubt(&worth, "\"east\"", "objectives give no victory points");
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
    let foes = r#"(kind: "ash_hound", at: (7, 2)), (kind: "ash_hound", at: (7, 1)), (kind: "ash_hound", at: (7, 0)),
        (kind: "ash_hound", at: (6, 2)), (kind: "pylon", name: "Bell", at: (4, 2))"#;
    let text = mission(OWN, foes, r#"destroy: ["Bell"],"#);
    let counts = [(50, 2), (75, 3), (100, 4), (125, 5), (150, 6)];
    for (difficulty, expected) in counts {
        let mission = at_difficulty(&text, difficulty);
        let scenario = mission.asked::<Scenario>();
        let is_hound = |unit: &&UnitSetup| unit.kind == "ash_hound";
        assert_eq!(
            scenario.units.iter().filter(is_hound).count(),
            expected,
            "{difficulty}"
        );
        // The pylon is neither left out nor doubled, and still asked for.
        let [hunted] = scenario.hunted[..] else {
            panic!("one is hunted");
        };
        assert_eq!(scenario.units[hunted.index()].name, "Bell");
        assert_eq!(scenario.units[hunted.index()].hp, 12);
        let mut tiles: Vec<_> = scenario.units.iter().map(|unit| unit.tile).collect();
        tiles.sort_unstable();
        tiles.dedup();
        assert_eq!(tiles.len(), scenario.units.len());
        assert_eq!(
            scenario.units[0].cards.len(),
            at_difficulty(&text, 100).asked::<Scenario>().units[0]
                .cards
                .len()
        );
    }
    // Nobody can be left out, so they are weaker.
    let text = mission(
        OWN,
        &format!("{FOE}, (kind: \"furnace_ox\", name: \"Ox\", at: (7, 0))"),
        "",
    );
    let [full, half] = [100, 50].map(|percent| at_difficulty(&text, percent));
    let [full, half] = [&full, &half].map(|mission| &mission.asked::<Scenario>().units);
    assert_eq!((full.len(), half.len()), (3, 3));
    assert_eq!((full[2].hp, half[2].hp), (16, 8));
    let passive = half[1].cards.len() * 2 - full[1].cards.len();
    assert!(
        (1..=2).contains(&passive),
        "{} of {}",
        half[1].cards.len(),
        full[1].cards.len()
    );
    assert!(matches!(half[1].build, Build::Casket { .. }));
}

#[test]
fn shipped_missions_of_the_casket_load_at_every_difficulty_and_are_of_every_kind() {
    let folder = content::assets_folder()
        .expect("there are assets")
        .join("missions");
    let files = mission::files(&folder);
    let own = files.iter().filter(|file| {
        let name = file.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with("casket_"))
    });
    let own: Vec<_> = own.collect();
    assert!(own.len() >= 6, "{own:?}");
    let mut numbers = Vec::new();
    for file in own {
        let text = content::read_text(file).unwrap_or_else(|problem| panic!("{problem}"));
        for difficulty in [25, 50, 75, 100, 130, 200] {
            let mission = at_difficulty(&text, difficulty);
            assert_eq!(mission.doubts, [], "{file:?}");
            numbers.push(mission.number);
        }
    }
    numbers.dedup();
    numbers.sort_unstable();
    assert!(
        numbers.iter().all(|number| (80..=89).contains(number)),
        "{numbers:?}"
    );
    assert!(
        numbers.windows(2).all(|pair| pair[0] < pair[1]),
        "{numbers:?}"
    );
}

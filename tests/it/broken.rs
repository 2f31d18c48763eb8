//! Broken mission and content files: each mistake is told with its line and what is allowed.

use std::fmt::Write as _;
use std::path::Path;

use hexscape::check::check_path;
use hexscape::content::{self, ContentText};
use hexscape::mission::{self, MissionSource};
use hexscape::rules::battlescape::content::BattlescapeContent;

/// A sound mission; each case replaces one piece of it.
const MISSION: &str = r#"Mission(
    name: "Test",
    rules: Battlescape(),
    board: Drawn(
        legend: {'.': "grass", '#': "wall", 'T': "tree"},
        rows: [
            ". . . . . .",
            " . . # . . .",
            ". . . . . T",
        ],
    ),
    zones: {"east": [(5, 0), (5, 1)], "inside": [(2, 1)]},
    sides: [
        (name: "Squad", controller: Human, units: [(kind: "infantry", at: (0, 0))]),
        (name: "Aliens", controller: Ai(Aggressive), units: [(kind: "sectoid", at: (5, 0))]),
    ],
    objectives: (primary: EliminateAll("Aliens"), turn_limit: 20),
)
"#;

/// What is replaced, by what, and parts of the message expected, the line first.
const CASES: &[(&str, &str, &str)] = &[
    // Scripts and objectives about one unit.
    (
        "primary: EliminateAll(\"Aliens\")",
        "primary: Kill(unit: \"Nobody\")",
        "unit \"Nobody\" is unknown",
    ),
    (
        "primary: EliminateAll(\"Aliens\")",
        "primary: Rescue(unit: \"Sectoid 1\")",
        "Rescue needs exits",
    ),
    (
        "primary: EliminateAll(\"Aliens\")",
        "primary: Survive(turns: 40)",
        "cannot hold for 40 turns within 20",
    ),
    (
        "objectives: (",
        "triggers: [(when: Sometimes(3), then: [])], objectives: (",
        "is unknown (allowed: Turn(3)",
    ),
    (
        "objectives: (",
        "triggers: [(when: Turn(3), then: [Spawn(\"ghosts\")])], objectives: (",
        "group of units \"ghosts\" is unknown",
    ),
    (
        "objectives: (",
        "triggers: [(when: Turn(3), then: [Danger(zone: \"east\", damage: 0)])], objectives: (",
        "damage",
    ),
    (
        "objectives: (",
        "objects: [(name: \"a\", kind: Fridge, at: (0, 0))], objectives: (",
        "Fridge",
    ),
    (
        "at: (5, 0))]",
        "at: (5, 0), items: [\"spoon\"])]",
        "item \"spoon\" is unknown",
    ),
    // Syntax.
    ("Mission(", "Mission((", ":1:8: this `(` is never closed"),
    (
        "name: \"Test\",",
        "name: \"Test,",
        ":5:24: expected `,` or `)`, found `g`",
    ),
    (
        "rules: Battlescape(),",
        "rules Battlescape(),",
        ":3:11: expected `,` or `)`",
    ),
    (
        "name: \"Test\",",
        "name: @,",
        ":2:11: expected a value, found `@`",
    ),
    (
        "name: \"Test\",",
        "/* name: \"Test\",",
        "this comment is never closed",
    ),
    (
        "turn_limit: 20",
        "turn_limit: 2x0",
        ":17:63: `2x0` is not a number",
    ),
    (")\n", ")\n)", "expected the end of the file"),
    // Fields.
    (
        "name: \"Test\",",
        "nme: \"Test\",",
        ":2:5: mission has no field `nme`; did you mean `name`?",
    ),
    ("name: \"Test\",", "", ":1:1: mission lacks `name`"),
    (
        "name: \"Test\",",
        "name: 5,",
        ":2:11: expected name in quotes, found 5",
    ),
    (
        "name: \"Test\",",
        "name: \"A\", name: \"B\",",
        ":2:16: `name` is given twice",
    ),
    (
        "Mission(",
        "Misson(",
        ":1:1: expected `Mission(...)`, found `Misson`",
    ),
    // Rules.
    (
        "Battlescape()",
        "Battlescap()",
        ":3:12: rule set `Battlescap` is unknown; did you mean",
    ),
    (
        "Battlescape()",
        "Battlescape((tu: (cary_max: 30)))",
        ":3:30: there is no field `cary_max`; did you mean `carry_max`?",
    ),
    (
        "Battlescape()",
        "Battlescape((tu: (carry_max: \"x\")))",
        ":3:41: expected a whole number from 0 to 1000, found \"x\"",
    ),
    (
        "Battlescape()",
        "Battlescape((tu: (walk: 0)))",
        ":3:36: tu.walk 0 is out of range (allowed: 1 to 1000)",
    ),
    (
        "Battlescape()",
        "Battlescape((cover: (side: Slide)))",
        "`Slide` is unknown (allowed: StepDown, Halve, Keep, None)",
    ),
    (
        "Battlescape()",
        "Battlescape(5)",
        ":3:24: expected overrides such as (tu: (carry_max: 30)), found 5",
    ),
    (
        "Battlescape()",
        "Battlescape((tu: (walk: 4), tu: (walk: 5)))",
        ":3:40: `tu` is given twice",
    ),
    (
        "Battlescape()",
        "Battlescape((to_hit: (side_arc: 32000)))",
        ":3:44: to_hit.side_arc 32000 is out of range (allowed: -1000 to 1000)",
    ),
    (
        "Battlescape()",
        "Battlescape((tu: (walk: 99999)))",
        ":3:36: tu.walk 99999 is out of range (allowed: 1 to 1000)",
    ),
    (
        "Battlescape()",
        "Battlescape((psi: (min: 96)))",
        ":3:36: psi.min 96 is above psi.max 95",
    ),
    (
        "Battlescape()",
        "Battlescape((psi: (min: -1000, base: -300)))",
        "psi.min -1000 is out of range (allowed: 0 to 100)",
    ),
    (
        "Battlescape()",
        "Battlescape((poison: (dice: (count: 9))))",
        "poison.dice.count 9 is out of range (allowed: 1 to 8)",
    ),
    (
        "Battlescape()",
        "Battlescape((area: (scatter: 9)))",
        "area.scatter 9 is out of range (allowed: 1 to 2)",
    ),
    // Names.
    (
        "name: \"Aliens\"",
        "name: \"Ali\\nens\"",
        ":15:16: name contains the control character \\n",
    ),
    (
        "at: (0, 0)",
        "at: (0, 0), name: \"\\u{1b}[2J\"",
        "name contains the control character \\u{1b}",
    ),
    (
        "name: \"Test\"",
        "name: \"TestTestTestTestTestTestTestTestTestTestTestTestTestTestTestTestTestTestTestTestTestTestTestTestTestT\"",
        "name has 101 characters; at most 100 are allowed",
    ),
    (
        "EliminateAll(\"Aliens\")",
        "Control(zones: [])",
        "Control needs 1 to 64 zones",
    ),
    // Board.
    (
        "\"grass\"",
        "\"gras\"",
        ":5:23: terrain \"gras\" is unknown; did you mean `grass`?",
    ),
    (
        "        legend: {'.': \"grass\", '#': \"wall\", 'T': \"tree\"},\n",
        "",
        "board lacks `legend`",
    ),
    ("'#': \"wall\", ", "", ":8:19: '#' is not in the legend"),
    (
        "'#': \"wall\"",
        "'.': \"wall\"",
        ":5:32: '.' is in the legend twice",
    ),
    (
        "'#': \"wall\"",
        "'##': \"wall\"",
        "expected one character between the quotes",
    ),
    (
        " . . # . . .",
        " . . # . .",
        ":8:13: this row has 5 hexes, the first one has 6",
    ),
    (
        "Drawn(",
        "Drwn(",
        ":4:12: board `Drwn` is unknown; did you mean `Drawn`?",
    ),
    (
        "legend: {",
        "layout: Pointy, legend: {",
        ":5:17: layout `Pointy` is unknown",
    ),
    (
        "legend: {",
        "heights: [\"1\"], legend: {",
        "the drawing has 1×1 hexes",
    ),
    (
        "legend: {",
        "fire: [(9, 0)], legend: {",
        ":5:16: (9, 0) is off the board (columns 0 to 5",
    ),
    (
        "legend: {",
        "smoke: [(at: (0, 0), density: 7)], legend: {",
        "density 7 is out of range",
    ),
    (
        "legend: {",
        "hexsides: [(at: (0, 0), side: West, kind: \"fence\")], legend: {",
        "there is no hex beyond that side",
    ),
    (
        "legend: {",
        "hexsides: [(at: (0, 0), side: East, kind: \"fenc\")], legend: {",
        "hexside \"fenc\" is unknown; did you mean `fence`?",
    ),
    (
        "legend: {",
        "hexsides: [(at: (0, 0), side: East, kind: \"fence\"), (at: (1, 0), side: West, kind: \"ditch\")], legend: {",
        ":5:61: this hexside is given twice",
    ),
    (
        "legend: {",
        "heights: [\"......\", \"..x...\", \"......\"], legend: {",
        ":5:32: 'x' is not a height",
    ),
    // Zones.
    (
        "(5, 0), (5, 1)",
        "(5, 0), (6, 1)",
        ":12:30: (6, 1) is off the board",
    ),
    ("[(2, 1)]", "[]", ":12:49: zone \"inside\" has no hexes"),
    (
        "[(2, 1)]",
        "[Ring((0, 0), (1, 1))]",
        "area `Ring` is unknown",
    ),
    // Sides and units.
    (
        "\"infantry\"",
        "\"infantery\"",
        ":14:59: unit kind \"infantery\" is unknown; did you mean",
    ),
    (
        "at: (0, 0)",
        "at: (0, 9)",
        ":14:75: (0, 9) is off the board",
    ),
    (
        "at: (0, 0)",
        "at: (2, 1)",
        ":14:75: (2, 1) is Wall, where no unit can stand",
    ),
    (
        "at: (0, 0)",
        "at: (5, 0)",
        ":15:62: Infantry 1 already stands on (5, 0)",
    ),
    (
        "at: (0, 0)",
        "at: 5",
        ":14:75: expected a hex as (column, row), found 5",
    ),
    (
        "at: (0, 0)",
        "at: (0, 0), facing: North",
        ":14:91: direction `North` is unknown",
    ),
    (
        "at: (0, 0)",
        "at: (0, 0), weapon: \"lazer_rifle\"",
        "did you mean `laser_rifle`?",
    ),
    (
        "at: (0, 0)",
        "at: (0, 0), suit: \"plat\"",
        "did you mean `plate`?",
    ),
    (
        "[(kind: \"infantry\", at: (0, 0))]",
        "[]",
        ":14:51: a side needs at least one unit",
    ),
    (
        "Ai(Aggressive)",
        "Ai(Angry)",
        ":15:41: AI mode `Angry` is unknown",
    ),
    (
        "controller: Human",
        "controller: Humn",
        ":14:37: controller `Humn` is unknown; did you mean `Human`? (allowed: Human, Open, Table, \
         Ai(Aggressive), Ai(Defensive), Ai(Cautious), Ai(Retreat), Ai(Search), Ai(Hold))",
    ),
    (
        "name: \"Aliens\"",
        "name: \"Squad\"",
        "two sides are named \"Squad\"",
    ),
    // Objectives.
    (
        "EliminateAll(\"Aliens\")",
        "EliminateAll(\"Alien\")",
        "did you mean `Aliens`?",
    ),
    (
        "EliminateAll(\"Aliens\")",
        "Elimnate(\"Aliens\")",
        "objective `Elimnate(...)` is unknown",
    ),
    (
        "EliminateAll(\"Aliens\")",
        "Escape(units: 1)",
        ":17:27: Escape needs exits",
    ),
    (
        "EliminateAll(\"Aliens\")",
        "Reach(zone: \"west\")",
        "zone \"west\" is unknown",
    ),
    (
        "EliminateAll(\"Aliens\")",
        "Reach(zone: \"east\", units: 3)",
        "units 3 is out of range",
    ),
    (
        "EliminateAll(\"Aliens\")",
        "Control(zones: [\"east\", \"inside\"])",
        ":17:17: no unit can stand anywhere in zone \"inside\"",
    ),
    (
        "EliminateAll(\"Aliens\")",
        "Hold(zone: \"east\", turns: 30)",
        "cannot hold for 30 turns within 20",
    ),
    (
        "turn_limit: 20",
        "turn_limit: 0",
        ":17:63: turn limit 0 is out of range (allowed: 1 to 500)",
    ),
];

#[test]
fn every_kind_of_broken_mission_is_told_with_its_place() {
    let catalog = content::load_default().expect("the shipped content is sound");
    mission::parse("m.ron", MISSION, &catalog, mission::Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}"));
    assert!(CASES.len() >= 40);
    let mut failures = String::new();
    for (piece, replacement, expected) in CASES {
        assert!(MISSION.contains(piece), "{piece:?} is not in the mission");
        let text = MISSION.replacen(piece, replacement, 1);
        match mission::parse("m.ron", &text, &catalog, mission::Terms::default()) {
            Ok(_) => writeln!(failures, "{replacement:?} passes").expect("a string"),
            Err(problems) if !problems.to_string().contains(expected) => {
                writeln!(
                    failures,
                    "{replacement:?}: expected {expected:?} in\n{problems}\n"
                )
                .expect("a string");
            }
            Err(_) => {}
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn several_mistakes_in_one_file_are_all_told_at_once() {
    let catalog = content::load_default().expect("the shipped content is sound");
    let text = MISSION
        .replace("\"infantry\"", "\"infantery\"")
        .replace("Ai(Aggressive)", "Ai(Angry)")
        .replace("turn_limit: 20", "turn_limit: 0")
        .replace("(5, 1)]", "(5, 7)]");
    let problems = mission::parse("m.ron", &text, &catalog, mission::Terms::default())
        .expect_err("it is broken");
    let lines: Vec<_> = problems
        .0
        .iter()
        .map(|problem| problem.place.line)
        .collect();
    assert_eq!(lines, [12, 14, 15, 17], "{problems}");
}

/// A mission in which much is named, so that one mistake could be told many times.
const NAMED: &str = r#"Mission(
    name: "Named",
    rules: Battlescape(),
    board: Drawn(legend: {'.': "grass", '#': "wall"}, rows: [". . . . . .", " . . # . . .", ". . . . . ."]),
    zones: {"east": [(5, 0), (5, 1)], "wall": [(2, 1)]},
    exits: "east",
    objects: [(name: "box", kind: Container, at: (0, 2), items: ["medikit"])],
    triggers: [
        (when: Turn(3), then: [Spawn("wave")]),
        (when: Dies("Vega"), then: [Mode(side: "Aliens", mode: Hold)]),
        (when: Interacts("box"), then: [Join(unit: "Vega", side: "Aliens")]),
        (when: Completes("more"), then: [Message("Well done.")]),
    ],
    sides: [
        (name: "Squad", controller: Human, units: [(kind: "infantry", name: "Vega", at: (0, 0)), (kind: "medic", at: (1, 0))]),
        (name: "Aliens", controller: Ai(Aggressive), units: [(kind: "sectoid", at: (4, 0)), (kind: "brute", at: (4, 2), group: "wave")]),
    ],
    objectives: (primary: Rescue(unit: "Vega"), turn_limit: 20, secondary: [(name: "more", objective: Secure(item: "medikit", count: 1))]),
)
"#;

#[test]
fn one_mistake_gives_one_message() {
    let catalog = content::load_default().expect("the shipped content is sound");
    for (piece, replacement, expected) in [
        (
            "\"infantry\"",
            "\"infantery\"",
            "unit kind \"infantery\" is unknown",
        ),
        (
            "controller: Human",
            "controller: Humn",
            "controller `Humn` is unknown",
        ),
        (
            "kind: Container",
            "kind: Fridge",
            "object kind `Fridge` is unknown",
        ),
        (
            "item: \"medikit\"",
            "item: \"medkit\"",
            "item \"medkit\" is unknown",
        ),
        (
            "'.': \"grass\"",
            "'.': \"gras\"",
            "terrain \"gras\" is unknown",
        ),
        (
            "Battlescape()",
            "Battlescape((tu: (wlk: 4)))",
            "there is no field `wlk`",
        ),
        (
            "Rescue(unit: \"Vega\")",
            "Rescue(unit: \"Vego\")",
            "unit \"Vego\" is unknown",
        ),
    ] {
        assert!(NAMED.contains(piece), "{piece}");
        let text = NAMED.replacen(piece, replacement, 1);
        let problems = mission::parse("m.ron", &text, &catalog, mission::Terms::default())
            .expect_err("it is broken");
        let [problem] = &problems.0[..] else {
            panic!("{replacement}: {problems}");
        };
        assert!(problem.message.starts_with(expected), "{problem}");
    }
    // Of a fleet, too, whose rules are not those of squads.
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let text = std::fs::read_to_string(folder.join("missions/cold_start.ron")).expect("shipped");
    let text = text.replacen("rules: Fleet(", "rules: Fleet(shps: {}, ", 1);
    let problems = mission::parse("m.ron", &text, &catalog, mission::Terms::default())
        .expect_err("it is broken");
    assert_eq!(problems.0.len(), 1, "{problems}");
    // Definitions that cannot be read are known by their keys.
    let sound = ContentText::read(&folder.join("content")).expect("the shipped content is there");
    for (file, piece, replacement) in [
        (
            "weapons.ron",
            "key: \"assault_rifle\",",
            "key: \"assault_rifle\", blast: 9,",
        ),
        ("items.ron", "charges: ", "charges: 1"),
        (
            "terrain.ron",
            "key: \"door\",",
            "key: \"door\", hazard_damage: -1,",
        ),
        (
            "fleet.ron",
            "range: 3, cooldown: 0",
            "range: 0, cooldown: 0",
        ),
        ("fleet.ron", "speed: 1, attack: 3", "speed: 101, attack: 3"),
    ] {
        let mut broken = sound.clone();
        let text = broken.base.get_mut(file).expect("a content file");
        assert!(text.contains(piece), "{piece:?} is not in {file}");
        *text = text.replacen(piece, replacement, 1);
        let problems = broken.catalog("").expect_err("it is broken");
        assert_eq!(problems.0.len(), 1, "{replacement}: {problems}");
    }
}

/// What is replaced in the mission above, and what is expected of `hexscape check` then.
const DOUBTS: &[(&str, &str, &str)] = &[
    (
        "kind: \"medic\",",
        "kind: \"medic\", name: \"Vega\",",
        "two units are named \"Vega\"",
    ),
    (
        "Spawn(\"wave\")",
        "Message(\"Nobody comes.\")",
        "the group \"wave\" never arrives",
    ),
    ("count: 1", "count: 2", "more: needs 2 of Medikit"),
    (
        "when: Turn(3)",
        "when: Turn(21)",
        "turn 21 is never reached: the mission ends with turn 20",
    ),
    (
        "exits: \"east\"",
        "deployment: \"home\", exits: \"east\"",
        "the deployment zone has room for 1 of 2 units",
    ),
    (
        "Rescue(unit: \"Vega\")",
        "Kill(unit: \"Medic 1\")",
        "the objective: Medic 1 belongs to the first side",
    ),
    (
        "exits: \"east\"",
        "guide: [(say: \"Go.\", until: Reached(\"wall\"))], exits: \"east\"",
        "no unit can stand anywhere in this zone",
    ),
    (
        "Rescue(unit: \"Vega\")",
        "Reach(zone: \"home\", units: 1)",
        "the objective: is already met at the start",
    ),
    ("at: (4, 0))", "at: (4, 0), group: \"wave\")", ""),
    (
        "Secure(item: \"medikit\", count: 1)",
        "Survive(turns: 30)",
        "more: turn 30 is never reached",
    ),
];

#[test]
fn what_a_mission_hardly_means_is_told_and_does_not_keep_it_from_being_played() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("m.ron");
    let base = NAMED.replace(
        "\"wall\": [(2, 1)]",
        "\"wall\": [(2, 1)], \"home\": [(0, 0)]",
    );
    // The squad's medic carries what is to be secured: here nobody does.
    let base = base.replace("kind: \"medic\",", "kind: \"medic\", items: [],");
    std::fs::write(&file, &base).expect("the folder can be written");
    check_path(&file, &[]).unwrap_or_else(|problems| panic!("{problems}"));
    let catalog = content::load_default().expect("the shipped content is sound");
    for (piece, replacement, expected) in DOUBTS {
        assert!(base.contains(piece), "{piece}");
        let text = base.replacen(piece, replacement, 1);
        mission::parse("m.ron", &text, &catalog, mission::Terms::default())
            .unwrap_or_else(|problems| panic!("{replacement}: {problems}"));
        std::fs::write(&file, text).expect("the folder can be written");
        match (check_path(&file, &[]), *expected) {
            (Ok(_), "") => {}
            (Err(problems), expected) if !expected.is_empty() => {
                let [problem] = &problems.0[..] else {
                    panic!("{replacement}: {problems}");
                };
                assert!(problem.message.contains(expected), "{problem}");
            }
            (found, _) => panic!("{replacement}: {found:?}"),
        }
    }
    // Nobody is there to be beaten before the wave comes.
    let text = base.replace("Rescue(unit: \"Vega\")", "EliminateAll(\"Aliens\")");
    let text = text.replace("at: (4, 0))", "at: (4, 0), group: \"wave\")");
    std::fs::write(&file, text).expect("the folder can be written");
    let told = check_path(&file, &[]).expect_err("it is met").to_string();
    assert!(told.contains("is already met at the start"), "{told}");
}

#[test]
fn vectors_that_do_not_hold_are_problems() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("v.ron");
    let assets = content::assets_folder().expect("the assets are beside the crate");
    let text = std::fs::read_to_string(assets.join("vectors/fleet.ron")).expect("shipped");
    std::fs::write(&file, &text).expect("the folder can be written");
    check_path(&file, &[]).unwrap_or_else(|problems| panic!("{problems}"));
    let at = text.find("hull: ").expect("hulls are expected") + "hull: ".len();
    let mut wrong = text;
    wrong.insert(at, '9');
    std::fs::write(&file, wrong).expect("the folder can be written");
    let told = check_path(&file, &[])
        .expect_err("one does not hold")
        .to_string();
    assert!(
        told.contains("v.ron:") && told.contains("expected"),
        "{told}"
    );
}

#[test]
fn a_fleet_vector_with_two_carriers_is_refused() {
    let assets = content::assets_folder().expect("the assets are beside the crate");
    let content = ContentText::read(&assets.join("content")).expect("shipped");
    let text = r#"[Fleet(name: "two", own: [
        (carrier: "standard", name: "a", at: (0, 0)), (carrier: "standard", name: "b", at: (1, 0)),
    ], enemies: [(carrier: "standard", name: "c", at: (5, 5))])]"#;
    let told = hexscape::vectors::run_text("v.ron", text, &content)
        .expect_err("it is refused")
        .to_string();
    assert_eq!(
        told,
        "v.ron:2:55: a side has one carrier, which is listed first"
    );
}

#[test]
fn a_mission_brings_things_of_its_own() {
    let catalog = content::load_default().expect("the shipped content is sound");
    let text = NAMED
        .replace(
            "exits:",
            "things: [(key: \"key\", name: \"Key card\")], exits:",
        )
        .replace("\"medikit\"", "\"key\"");
    let mission = mission::parse("m.ron", &text, &catalog, mission::Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}"));
    let key = mission
        .catalog
        .part::<BattlescapeContent>()
        .item_named("key");
    assert_eq!(
        mission
            .catalog
            .part::<BattlescapeContent>()
            .item(key.expect("it is there"))
            .name,
        "Key card"
    );
    assert_eq!(mission.doubts, []);
    let twice = text.replace("key: \"key\"", "key: \"flare\"");
    let told = mission::parse("m.ron", &twice, &catalog, mission::Terms::default())
        .expect_err("there is one")
        .to_string();
    assert!(
        told.contains("there is already an item \"flare\""),
        "{told}"
    );
}

#[test]
fn more_text_than_a_journal_can_bring_back_is_refused_before_it_is_played() {
    let assets = content::assets_folder().expect("the assets are beside the crate");
    let padded = format!("{NAMED}// {}", "x".repeat(content::MAX_SOURCE_BYTES));
    let file = Path::new("m.ron");
    let source = MissionSource::of_text(file, padded, &assets.join("content")).expect("it is read");
    let told = source.build(1).expect_err("it is too much").to_string();
    assert!(told.contains("at most 8 MiB are allowed"), "{told}");
}

#[test]
fn mistakes_on_a_broken_board_are_told_with_those_of_units_and_objectives() {
    let catalog = content::load_default().expect("the shipped content is sound");
    let lines = |text: &str| -> Vec<u32> {
        let problems = mission::parse("m.ron", text, &catalog, mission::Terms::default())
            .expect_err("it is broken");
        problems.0.iter().map(|p| p.place.line).collect()
    };
    let units = MISSION
        .replace("\"infantry\"", "\"infantery\"")
        .replace("EliminateAll(\"Aliens\")", "EliminateAll(\"Alien\")");
    // An uneven row, a board of an unknown kind, no rows at all.
    let uneven = units.replace(" . . # . . .", " . . # . .");
    assert_eq!(lines(&uneven), [8, 14, 17]);
    assert_eq!(lines(&units.replace("Drawn(", "Drwn(")), [4, 14, 17]);
    assert_eq!(lines(&units.replace("rows:", "lines:")), [4, 6, 14, 17]);
    // A character that the legend lacks is told once, however often it is drawn.
    let legend = units.replace("'.': \"grass\", ", "");
    assert_eq!(lines(&legend), [7, 14, 17]);
}

#[test]
fn objectives_that_too_few_units_can_reach_are_refused() {
    let catalog = content::load_default().expect("the shipped content is sound");
    let two = MISSION.replace(
        "at: (0, 0))",
        "at: (0, 0)), (kind: \"infantry\", at: (1, 0))",
    );
    let check = |text: String, expected: Option<&str>| {
        let found = mission::parse("m.ron", &text, &catalog, mission::Terms::default())
            .map_err(|p| p.to_string());
        match (found, expected) {
            (Ok(_), None) => {}
            (Err(problems), Some(expected)) if problems.contains(expected) => {}
            (found, _) => panic!("{expected:?}: {:?}", found.err()),
        }
    };
    let goal = |goal: &str| two.replace("EliminateAll(\"Aliens\")", goal);
    check(goal("Reach(zone: \"east\", units: 2)"), None);
    // One hex has room for one unit; but who leaves makes room.
    let small = |text: String| text.replace("(5, 0), (5, 1)", "(5, 1)");
    check(
        small(goal("Reach(zone: \"east\", units: 2)")),
        Some("17:17: the objective needs 2 units of Squad; 1 can reach it"),
    );
    let escape = goal("Escape(units: 2)").replace("    sides:", "    exits: \"east\",\n    sides:");
    check(small(escape.clone()), None);
    // Cliffs from edge to edge keep one of the two distance to exit.
    let edge = [
        ((0, 0), "East"),
        ((0, 1), "East"),
        ((0, 2), "East"),
        ((0, 1), "NorthEast"),
        ((0, 1), "SouthEast"),
    ];
    let edge = edge.map(|(at, side)| format!("(at: {at:?}, side: {side}, kind: \"cliff\")"));
    let cut = format!("hexsides: [{}], legend: {{", edge.join(", "));
    let parted = escape.replace("legend: {", &cut);
    check(parted, Some("needs 2 units of Squad; 1 can reach it"));
    // A wall can be shot away: that is a doubt.
    let walled = escape
        .replace("\". . . . . .\"", "\". # . . . .\"")
        .replace("\" . . # . . .\"", "\" # # # . . .\"")
        .replace("at: (1, 0)", "at: (2, 0)");
    let mission = mission::parse("m.ron", &walled, &catalog, mission::Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}"));
    let told: Vec<_> = mission.doubts.iter().map(ToString::to_string).collect();
    let expected = [
        "m.ron:15:75: no enemy can reach or see Infantry 1 unless walls are destroyed",
        "m.ron:18:17: the objective needs 2 units of Squad; 1 can reach it unless walls are destroyed",
    ];
    assert_eq!(told, expected);
}

/// What is replaced in which content file, and what is expected.
const CONTENT_CASES: &[(&str, &str, &str, &str)] = &[
    (
        "terrain.ron",
        "\"Grass\"",
        "Grass",
        "terrain.ron:7:26: expected name in quotes",
    ),
    (
        "terrain.ron",
        "move: 150",
        "move: 1500",
        "is out of range (allowed: 50 to 300)",
    ),
    (
        "terrain.ron",
        "cover: Half",
        "cover: Haf",
        "cover `Haf` is unknown; did you mean `Half`?",
    ),
    (
        "terrain.ron",
        "door_to: \"door\"",
        "door_to: \"dor\"",
        "terrain \"dor\" is unknown",
    ),
    (
        "terrain.ron",
        "door_to: \"door\"",
        "door_to: \"open_door\"",
        "cannot turn into itself",
    ),
    (
        "terrain.ron",
        "door_to: \"door\"",
        "door_to: \"wall\"",
        "a door must turn back",
    ),
    (
        "terrain.ron",
        "key: \"road\"",
        "key: \"floor\"",
        "terrain \"floor\" is defined twice",
    ),
    (
        "weapons.ron",
        "damage: \"d12\"",
        "damage: \"12\"",
        "dice \"12\" are unknown",
    ),
    (
        "weapons.ron",
        "class: Pistol",
        "class: Pistl",
        "did you mean `Pistol`?",
    ),
    (
        "weapons.ron",
        "modes: [Strike]",
        "modes: []",
        "a weapon needs at least one mode",
    ),
    (
        "units.ron",
        "\"assault_rifle\"",
        "\"asault_rifle\"",
        "did you mean `assault_rifle`?",
    ),
    (
        "units.ron",
        "health: 60",
        "health: 0",
        "health 0 is out of range",
    ),
    ("units.ron", "vision: 10,", "", "unit lacks `vision`"),
    (
        "suits.ron",
        "class: Bio",
        "class: Bone",
        "armor class `Bone` is unknown",
    ),
    (
        "hexsides.ron",
        "surcharge: 100",
        "surcharge: fast",
        "expected surcharge as a whole number from 0 to 300, found `fast`",
    ),
    (
        "battlescape.ron",
        "carry_max: 50,",
        "carry_max: fifty,",
        "battlescape.ron:6:35: expected a whole number from 0 to 1000, found `fifty`",
    ),
    (
        "battlescape.ron",
        "min: 5,",
        "min: 99,",
        "to_hit.min 99 is above to_hit.max 95",
    ),
    (
        "ai.ron",
        "candidates: 16",
        "candidates: 4294967295",
        "candidates 4294967295 is out of range (allowed: 1 to 500)",
    ),
    ("ai.ron", "Hold:", "Hide:", "`Hide` is unknown (allowed: "),
    (
        "ai.ron",
        "around_steps: 32",
        "around_steps: 0",
        "ai.ron:14:19: around_steps 0 is out of range (allowed: 1 to 1000)",
    ),
    (
        "ai.ron",
        "around_steps: 32",
        "around_steps: 1001",
        "around_steps 1001 is out of range (allowed: 1 to 1000)",
    ),
];

#[test]
fn every_kind_of_broken_content_is_told_with_its_place() {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let sound = ContentText::read(&folder.join("content")).expect("the shipped content is there");
    for (file, piece, replacement, expected) in CONTENT_CASES {
        let mut broken = sound.clone();
        let text = broken.base.get_mut(*file).expect("a content file");
        assert!(text.contains(piece), "{piece:?} is not in {file}");
        *text = text.replacen(piece, replacement, 1);
        let problems = broken.catalog("").expect_err("it is broken").to_string();
        assert!(
            problems.contains(expected),
            "{replacement:?}: expected {expected:?} in {problems}"
        );
    }
    // Several mistakes among the figures of one file: all are told.
    let mut broken = sound.clone();
    let text = broken
        .base
        .get_mut("battlescape.ron")
        .expect("a content file");
    *text = text
        .replacen("carry_max: 50", "carry_maxx: 50", 1)
        .replacen("side_arc: 10", "side_arc: \"ten\"", 1)
        .replacen("Snap: (tu: 15", "Snap: (tu: 70000", 1);
    let problems = broken.catalog("").expect_err("it is broken").to_string();
    for expected in [
        "there is no field `carry_maxx`; did you mean `carry_max`?",
        "lacks `carry_max`",
        "attack.Pistol.Snap.tu 70000 is out of range (allowed: 1 to 1000)",
        "expected a whole number from -1000 to 1000, found \"ten\"",
    ] {
        assert!(problems.contains(expected), "{expected} in {problems}");
    }
    // A mistake in each of two files: both are told.
    let mut broken = sound.clone();
    for file in ["terrain.ron", "units.ron"] {
        broken.base.insert(file.into(), "[".into());
    }
    let problems = broken.catalog("").expect_err("it is broken").to_string();
    assert!(problems.contains("terrain.ron:1:1") && problems.contains("units.ron:1:1"));
}

#[test]
fn files_that_are_no_text_are_refused_in_words() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let check = |name: &str, bytes: &[u8], expected: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, bytes).expect("the folder can be written");
        let problems = check_path(&file, &[])
            .expect_err("it is broken")
            .to_string();
        assert!(problems.contains(expected), "{name}: {problems}");
    };
    check("empty.ron", b"", "empty.ron:1:1: the file is empty");
    check("blank.ron", b"  \n // nothing\n", "the file is empty");
    check(
        "binary.ron",
        &[0x4d, 0x0a, 0xff, 0xfe, 0x00],
        "binary.ron:2:1: is not text",
    );
    check("deep.ron", "[".repeat(5000).as_bytes(), "nested too deeply");
    check("zero.ron", &[0; 64], "the control character");
    // What takes long where there is far too much of it.
    let fields = format!("Mission({})", "a:1,".repeat(1_000_000));
    check("fields.ron", fields.as_bytes(), "more than 1000 fields");
    let word = format!("Mission(rules: {}())", "B".repeat(1 << 20));
    check("word.ron", word.as_bytes(), "BBB...");
    let areas = "Rect((0, 0), (511, 511)),".repeat(100_000);
    let zones = format!("Mission(zones: {{\"all\": [{areas}]}})");
    check(
        "zones.ron",
        zones.as_bytes(),
        "zones of more than 4194304 hexes in all",
    );
    let large = folder.path().join("large.ron");
    let file = std::fs::File::create(&large).expect("the folder can be written");
    file.set_len(100 << 20).expect("a sparse file of 100 MB");
    let problems = check_path(&large, &[])
        .expect_err("it is too large")
        .to_string();
    assert!(problems.contains("is 100 MiB large"), "{problems}");
    let bare = check_path(
        tempfile::tempdir().expect("a folder for the test").path(),
        &[],
    );
    let bare = bare.expect_err("it is empty").to_string();
    assert!(
        bare.contains("contains no mission or content files"),
        "{bare}"
    );
    let missing = check_path(Path::new("no_such.ron"), &[])
        .expect_err("it is missing")
        .to_string();
    assert!(missing.contains("cannot read"), "{missing}");
}

/// Any cut or altered byte gives problems or a mission, never a panic.
#[test]
fn damaged_missions_never_panic() {
    let catalog = content::load_default().expect("the shipped content is sound");
    for end in 0..MISSION.len() {
        let _ = mission::parse(
            "m.ron",
            &MISSION[..end],
            &catalog,
            mission::Terms::default(),
        );
    }
    for (at, _) in MISSION.char_indices() {
        for byte in ["(", ")", "9", "\"", "-", "é", ""] {
            let mut text = MISSION.to_owned();
            text.replace_range(at..=at, byte);
            let _ = mission::parse("m.ron", &text, &catalog, mission::Terms::default());
        }
    }
}

#[test]
fn where_rules_are_wrong_nothing_is_said_of_what_they_bring() {
    let text = r#"Mission(
    name: "Test",
    rules: Party(figures: (back_bonus: 2500), scripts: {"coward": (combat: [(when: [], act: Pass)])}),
    board: Drawn(legend: {'.': "grass"}, rows: ["....", "...."]),
    sides: [
        (name: "Party", controller: Human, units: [(kind: "fighter", at: (0, 0))]),
        (name: "Bandits", controller: Ai(Aggressive), units: [(kind: "bandit", at: (3, 0), script: "coward")]),
    ],
)
"#;
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let file = folder.path().join("test.ron");
    std::fs::write(&file, text).expect("a file of the test's own");
    let problems = check_path(&file, &[]).expect_err("the figure is out of range");
    let lines: Vec<_> = problems
        .0
        .iter()
        .map(|problem| problem.place.line)
        .collect();
    assert_eq!(lines, [3], "{problems}");
    std::fs::write(&file, text.replace("2500", "25")).expect("a file of the test's own");
    assert_eq!(check_path(&file, &[]), Ok(1));
}

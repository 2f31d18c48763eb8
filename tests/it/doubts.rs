//! What `hexscape check` says of missions that can hardly be meant as they are: objectives out of reach, units
//! that are shut in or never appear, and what their rules leave aside.

use hexscape::content::problem::Problems;
use hexscape::content::{self, Catalog, ContentText};
use hexscape::mission::{self, Terms};

fn catalog() -> Catalog {
    content::load_default().unwrap_or_else(|problems| panic!("{problems}"))
}

/// Says what is found in a mission, and whether it can be played all the same.
fn found_in(text: &str, catalog: &Catalog) -> (bool, Vec<String>) {
    let (is_sound, found) = match mission::parse("m.ron", text, catalog, Terms::default()) {
        Ok(mission) => (true, mission.doubts),
        Err(Problems(problems)) => (false, problems),
    };
    (is_sound, found.iter().map(ToString::to_string).collect())
}

#[track_caller]
fn check_doubts(text: &str, catalog: &Catalog, expected: &[&str]) {
    let (is_sound, found) = found_in(text, catalog);
    assert!(is_sound, "{found:?}");
    check_found(&found, expected);
}

#[track_caller]
fn check_problem(text: &str, catalog: &Catalog, expected: &str) {
    let (is_sound, found) = found_in(text, catalog);
    assert!(!is_sound, "it passes: {found:?}");
    check_found(&found, &[expected]);
}

#[track_caller]
fn check_found(found: &[String], expected: &[&str]) {
    let are_same = found.len() == expected.len()
        && (found.iter().zip(expected)).all(|(found, expected)| found.contains(expected));
    assert!(are_same, "{found:#?}\nexpected {expected:#?}");
}

/// A mission of squads on a small board: units of both sides, what else it has, and its objectives.
fn squads(rows: [&str; 3], [own, foes]: [&str; 2], more: &str, objectives: &str) -> String {
    let rows = rows.map(|row| format!("{row:?}")).join(", ");
    format!(
        r#"Mission(
    name: "Slip", rules: Battlescape(), {more}
    board: Drawn(legend: {{'.': "grass", '#': "wall", 'o': "window", '+': "door"}}, rows: [{rows}]),
    sides: [
        (name: "Blue", controller: Human, units: [{own}]),
        (name: "Red", controller: Ai(Aggressive), units: [{foes}]),
    ],
    objectives: ({objectives}),
)"#
    )
}

const ONE: &str = r#"(kind: "infantry", name: "Ana", at: (0, 0))"#;
const TWO: &str =
    r#"(kind: "infantry", name: "Ana", at: (0, 0)), (kind: "medic", name: "Bo", at: (0, 1))"#;
const FOE: &str = r#"(kind: "sectoid", at: (5, 2))"#;
const OPEN: [&str; 3] = ["......", "......", "......"];
const POCKET: [&str; 3] = ["....#.", "....##", "......"];

#[test]
fn control_of_zones_takes_units_and_ways_to_them() {
    let catalog = catalog();
    let control = r#"primary: Control(zones: ["a", "b"]), turn_limit: 12"#;
    let zones = r#"zones: {"a": [(2, 0)], "b": [(5, 0)]},"#;
    check_doubts(&squads(OPEN, [TWO, FOE], zones, control), &catalog, &[]);
    check_problem(
        &squads(OPEN, [ONE, FOE], zones, control),
        &catalog,
        "m.ron:8:17: controlling 2 zones needs that many units of Blue; 1 can get there",
    );
    // Zones with a hex in common are held by one.
    let shared = r#"zones: {"a": [(2, 0), (3, 0)], "b": [(3, 0)]},"#;
    check_doubts(&squads(OPEN, [ONE, FOE], shared, control), &catalog, &[]);
    let reach = r#"Blue cannot reach any hex of zone "b""#;
    check_problem(&squads(POCKET, [ONE, FOE], zones, control), &catalog, reach);
    check_doubts(
        &squads(POCKET, [TWO, FOE], zones, control),
        &catalog,
        &[r#"Blue cannot reach any hex of zone "b" unless walls are destroyed"#],
    );
    let wall = ["......", "...#..", "......"];
    let zones = r#"zones: {"a": [(2, 0)], "b": [(3, 1)]},"#;
    check_doubts(
        &squads(wall, [TWO, FOE], zones, control),
        &catalog,
        &[r#"no unit can stand anywhere in zone "b" unless walls are destroyed"#],
    );
}

#[test]
fn walls_that_can_be_shot_away_are_a_doubt_for_every_objective() {
    let catalog = catalog();
    let more = r#"zones: {"camp": [(5, 0)]}, exits: "camp","#;
    for (objective, expected) in [
        (
            r#"Reach(zone: "camp", units: 1)"#,
            "Blue cannot reach any hex of the objective unless walls are destroyed",
        ),
        (
            r#"Hold(zone: "camp", turns: 2)"#,
            "Blue cannot reach any hex of the objective unless walls are destroyed",
        ),
        (
            "Escape(units: 1)",
            "Blue cannot reach any hex of the objective unless walls are destroyed",
        ),
        (
            r#"Rescue(unit: "Ana")"#,
            "Ana cannot reach any of the exits unless walls are destroyed",
        ),
    ] {
        let primary = |more: &str| format!("primary: {objective}{more}");
        let text = squads(POCKET, [ONE, FOE], more, &primary(", turn_limit: 9"));
        check_doubts(&text, &catalog, &[expected]);
        let text = squads(POCKET, [ONE, FOE], more, &primary(""));
        let expected = format!("{expected}; without a `turn_limit` the battle may never end");
        check_doubts(&text, &catalog, &[&expected]);
        let door = ["....+.", "....##", "......"];
        let text = squads(door, [ONE, FOE], more, &primary(", turn_limit: 9"));
        check_doubts(&text, &catalog, &[]);
        // What the script opens is open.
        let opens =
            r#"triggers: [(when: Turn(2), then: [Terrain(at: (4, 0), becomes: "rubble")])],"#;
        let more = format!("{more} {opens}");
        let text = squads(POCKET, [ONE, FOE], &more, &primary(", turn_limit: 9"));
        check_doubts(&text, &catalog, &[]);
        let secondary = format!(
            r#"primary: EliminateAll("Red"), turn_limit: 9, secondary: [(name: "More", objective: {objective})]"#
        );
        if !objective.starts_with("Hold") {
            let more = r#"zones: {"camp": [(5, 0)]}, exits: "camp","#;
            let text = squads(POCKET, [ONE, FOE], more, &secondary);
            let (is_sound, found) = found_in(&text, &catalog);
            assert!(is_sound && found[0].contains("More: "), "{found:?}");
        }
    }
}

#[test]
fn units_that_no_enemy_can_reach_or_see_are_told() {
    let catalog = catalog();
    let walled = r#"(kind: "sectoid", at: (5, 0))"#;
    let all = r#"primary: EliminateAll("Red"), turn_limit: 12"#;
    check_doubts(
        &squads(POCKET, [ONE, walled], "", all),
        &catalog,
        &["m.ron:6:81: no enemy can reach or see Sectoid 1 unless walls are destroyed"],
    );
    let endless = r#"primary: EliminateAll("Red")"#;
    check_doubts(
        &squads(POCKET, [ONE, walled], "", endless),
        &catalog,
        &["unless walls are destroyed; without a `turn_limit` the battle may never end"],
    );
    // The one who is shut in is told, whichever side it is of.
    let own = r#"(kind: "infantry", name: "Ana", at: (5, 0))"#;
    check_doubts(
        &squads(POCKET, [own, r#"(kind: "sectoid", at: (0, 0))"#], "", all),
        &catalog,
        &["m.ron:5:87: no enemy can reach or see Ana unless walls are destroyed"],
    );
    let zone = r#"zones: {"camp": [Rect((5, 0), (5, 0))]},"#;
    let drawn = r#"(kind: "sectoid", at: Zone("camp"))"#;
    check_doubts(
        &squads(POCKET, [ONE, drawn], zone, all),
        &catalog,
        &["no enemy can reach or see Sectoid 1 unless walls are destroyed"],
    );
    let deployed = r#"zones: {"home": [(0, 0), (5, 0)]}, deployment: "home","#;
    check_doubts(
        &squads(POCKET, [ONE, FOE], deployed, all),
        &catalog,
        &["from 1 of 2 hexes of the deployment zone no enemy can be reached or seen"],
    );
    let enters = r#"zones: {"camp": [(5, 0)]}, triggers: [(when: Enters(zone: "camp", side: "Blue"), then: [Message("In.")])],"#;
    check_doubts(&squads(POCKET, [ONE, FOE], enters, all), &catalog, &[]);
    // Doors can be opened, and through windows one is seen.
    for rows in [
        ["....+.", "....##", "......"],
        ["....o.", "....##", "......"],
    ] {
        check_doubts(&squads(rows, [ONE, walled], "", all), &catalog, &[]);
    }
}

#[test]
fn battles_that_could_never_end_are_refused() {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let mut content = ContentText::read(&folder.join("content")).expect("it is shipped");
    let terrain = content.base.get_mut("terrain.ron").expect("it is shipped");
    let (wall, solid) = (
        r#"obstacle: Tall, cover: Full, health: 50, breaks_to: "rubble"),"#,
        "obstacle: Tall, cover: Full),",
    );
    assert!(terrain.contains(wall));
    *terrain = terrain.replacen(wall, solid, 1);
    let catalog = content
        .catalog("")
        .unwrap_or_else(|problems| panic!("{problems}"));
    let walled = r#"(kind: "sectoid", at: (5, 0))"#;
    let units = [ONE, walled];
    check_doubts(
        &squads(
            POCKET,
            units,
            "",
            r#"primary: EliminateAll("Red"), turn_limit: 12"#,
        ),
        &catalog,
        &["no enemy can reach or see Sectoid 1"],
    );
    for goal in [r#"EliminateAll("Red")"#, r#"Kill(unit: "Sectoid 1")"#] {
        check_problem(
            &squads(POCKET, units, "", &format!("primary: {goal}")),
            &catalog,
            "m.ron:6:81: no enemy can reach or see Sectoid 1, and the mission has no `turn_limit`: the battle \
             would never end",
        );
    }
    let zones = r#"zones: {"a": [(2, 0)], "b": [(5, 0)]},"#;
    let reach = r#"primary: Reach(zone: "b", units: 1), turn_limit: 12"#;
    check_problem(
        &squads(POCKET, [ONE, FOE], zones, reach),
        &catalog,
        "Blue cannot reach any hex of the objective",
    );
    let enters = r#"zones: {"b": [(5, 0)]}, triggers: [(when: Enters(zone: "b", side: "Blue"), then: [Message("In.")])],"#;
    check_doubts(
        &squads(
            POCKET,
            [ONE, FOE],
            enters,
            r#"primary: EliminateAll("Red"), turn_limit: 12"#,
        ),
        &catalog,
        &[r#"no unit of Blue can reach zone "b": this never happens"#],
    );
}

#[test]
fn what_is_no_drawing_is_told_once() {
    let catalog = catalog();
    let all = r#"primary: EliminateAll("Red"), turn_limit: 12"#;
    let text = squads(OPEN, [ONE, FOE], "", all);
    let rows = r#"["......", "......", "......"]"#;
    let expected = "m.ron:3:89: expected a list of rows as [...]";
    check_problem(&text.replace(rows, "\"......\""), &catalog, expected);
    let heights = text.replace("Drawn(", "Drawn(heights: [0], ");
    check_problem(
        &heights,
        &catalog,
        "m.ron:3:28: expected height row in quotes, found 0",
    );
}

#[test]
fn waiting_without_an_enemy_is_told() {
    let foes = r#"(kind: "civilian", at: (5, 2))"#;
    let text = squads(
        OPEN,
        [ONE, foes],
        "",
        "primary: Survive(turns: 4), turn_limit: 12",
    );
    let text = text.replace(
        "controller: Ai(Aggressive)",
        "neutral: true, controller: Ai(Hold)",
    );
    let expected = "the objective: is met at once: the first side has no enemies";
    check_doubts(&text, &catalog(), &[expected]);
}

/// A mission of the party: its board, what else it has, and the characters of both sides.
fn party(rows: [&str; 3], more: &str, [own, foes]: [&str; 2]) -> String {
    let rows = rows.map(|row| format!("{row:?}")).join(", ");
    format!(
        r#"Mission(
    name: "Slip", rules: Party(scripts: {{"late": (after_combat: [(when: [], chain: [MoveTo(LastKnown)])])}}), {more}
    board: Drawn(legend: {{'.': "grass", '#': "wall", '~': "deep_water", '^': "lava"}}, rows: [{rows}]),
    sides: [
        (name: "Party", controller: Human, units: [{own}]),
        (name: "Bandits", controller: Ai(Aggressive), units: [{foes}]),
    ],
)"#
    )
}

#[test]
fn goals_of_the_party_can_be_got_to_and_are_not_met_at_the_start() {
    let catalog = catalog();
    let units = [
        r#"(kind: "fighter", name: "Una", at: (0, 0))"#,
        r#"(kind: "bandit", at: (3, 2))"#,
    ];
    let goal =
        |hexes: &str| format!(r#"map: Local, zones: {{"goal": [{hexes}]}}, goal: Reach("goal"),"#);
    let at = |rows, hexes: &str| party(rows, &goal(hexes), units);
    check_doubts(&at(OPEN, "(5, 0)"), &catalog, &[]);
    check_problem(
        &at(POCKET, "(5, 0)"),
        &catalog,
        "m.ron:2:155: Una cannot reach any hex of the goal",
    );
    check_doubts(
        &at(OPEN, "(0, 0), (0, 1)"),
        &catalog,
        &["the goal is already reached at the start: the whole party is there"],
    );
    check_doubts(
        &at(["....~~", "......", "......"], "(4, 0), (5, 0)"),
        &catalog,
        &["the zone of the goal consists only of deep water"],
    );
    check_doubts(
        &at(["....^.", "......", "......"], "(4, 0)"),
        &catalog,
        &["the zone of the goal consists only of lava"],
    );
    check_problem(
        &at(["....#.", "......", "......"], "(4, 0)"),
        &catalog,
        "no unit can stand anywhere in this zone",
    );
    let foes = r#"(kind: "bandit", at: (5, 0))"#;
    check_doubts(
        &party(POCKET, "map: Local,", [units[0], foes]),
        &catalog,
        &["m.ron:6:84: no enemy can reach or see Bandit 1"],
    );
}

#[test]
fn characters_that_find_no_place_to_arrive_are_told() {
    let catalog = catalog();
    let more = r#"zones: {"west": [(0, 0)], "east": [(5, 1)]}, escape: "west", start: (party: "west", enemies: "east"),"#;
    let more = more
        .replace("escape: \"west\"", "escape: \"out\"")
        .replace("zones: {", "zones: {\"out\": [(0, 2)], ");
    let foes = |count: usize| vec![r#"(kind: "rat")"#; count].join(", ");
    let own = r#"(kind: "fighter")"#;
    check_doubts(&party(OPEN, &more, [own, &foes(5)]), &catalog, &[]);
    check_doubts(
        &party(OPEN, &more, [own, &foes(60)]),
        &catalog,
        &["of 61 characters never appear: there is no room for them on the map"],
    );
    let here = |count: usize| vec![r#"(kind: "rat", at: (5, 1))"#; count].join(", ");
    let own = r#"(kind: "fighter", at: (0, 0))"#;
    check_doubts(&party(OPEN, "map: Local,", [own, &here(17)]), &catalog, &[]);
    check_doubts(
        &party(OPEN, "map: Local,", [own, &here(20)]),
        &catalog,
        &["and 2 more never appear: their start hexes are occupied"],
    );
}

#[test]
fn scripts_of_the_party_say_what_they_are_there_for() {
    let catalog = catalog();
    let own = r#"(kind: "fighter", at: (0, 0))"#;
    let with = |field: &str| {
        party(
            OPEN,
            "",
            [own, &format!(r#"(kind: "rat", at: (5, 1), {field})"#)],
        )
    };
    check_problem(
        &with(r#"script: "late""#),
        &catalog,
        r#"m.ron:6:97: script "late" has no rules for `combat`"#,
    );
    check_doubts(&with(r#"after: "late""#), &catalog, &[]);
    check_doubts(
        &with(r#"after: "attack_nearest""#),
        &catalog,
        &[r#"script "attack_nearest" has no rules for `after_combat`"#],
    );
    let script = |when: &str, act: &str| {
        let combat = format!("(combat: [(when: [{when}], act: {act})], after_combat:");
        with(r#"after: "late""#).replace("(after_combat:", &combat)
    };
    check_doubts(
        &script("AnyOf([Aware])", "Attack(FirstOf([Nearest]))"),
        &catalog,
        &[],
    );
    for when in ["AnyOf([])", "Not(AnyOf([]))", "AnyOf([Aware, AnyOf([])])"] {
        check_problem(&script(when, "Pass"), &catalog, "AnyOf([]) never holds");
    }
    for act in [
        "Attack(FirstOf([]))",
        "Cast(\"bolt\", FirstOf([Nearest, FirstOf([])]))",
    ] {
        check_problem(&script("", act), &catalog, "FirstOf([]) is empty");
    }
}

#[test]
fn what_the_rules_leave_aside_of_a_board_is_told() {
    let catalog = catalog();
    let drawn = r#"Drawn(heights: ["9.....", "......", "......"], smoke: [(at: (2, 1), density: 3)], hexsides: [(at: (1, 1), side: East, kind: "fence"), (at: (2, 1), side: East, kind: "cliff")], "#;
    let units = [
        r#"(kind: "fighter", at: (0, 0))"#,
        r#"(kind: "bandit", at: (5, 2))"#,
    ];
    let text = party(OPEN, "", units).replace("Drawn(", drawn);
    let told = [
        "m.ron:3:27: in the rules of Party, heights only block sight",
        "m.ron:3:66: in the rules of Party, smoke only dims sight",
        "m.ron:3:104: in the rules of Party, hexsides that can be crossed have no effect",
    ];
    check_doubts(&text, &catalog, &told);
    let squads = squads(
        OPEN,
        [ONE, FOE],
        "",
        r#"primary: EliminateAll("Red"), turn_limit: 12"#,
    );
    check_doubts(&squads.replace("Drawn(", drawn), &catalog, &[]);
    let flat = r#"Drawn(heights: ["......", "......", "......"], smoke: [], hexsides: [], "#;
    check_doubts(
        &party(OPEN, "", units).replace("Drawn(", flat),
        &catalog,
        &[],
    );
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let fleet =
        std::fs::read_to_string(folder.join("missions/bare_knuckles.ron")).expect("shipped");
    let drawn = r#"Drawn(hexsides: [(at: (1, 1), side: East, kind: "fence"), (at: (2, 1), side: East, kind: "cliff")], "#;
    assert!(fleet.contains("Drawn("));
    let told = [
        "in the rules of Fleet, hexsides that can be crossed have no effect",
        "in the rules of Fleet, hexsides do not block movement",
    ];
    check_doubts(&fleet.replacen("Drawn(", drawn, 1), &catalog, &told);
}

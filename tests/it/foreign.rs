//! Text of others (files, names, journals): what is printed of it, and how much.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use bevy::prelude::World;
use hexscape::battle::order::submit;
use hexscape::battle::side_count;
use hexscape::battle::unit::Side;
use hexscape::content::problem::{MOST_TOLD, Problems};
use hexscape::content::{self, assets_folder};
use hexscape::mission::{self, MissionSource, Terms};
use hexscape::plain::steers;
use hexscape::playing::Game;
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::casket::Casket;
use hexscape::rules::fleet::Fleet;
use hexscape::rules::operations::Operations;
use hexscape::rules::party::Party;
use hexscape::save::JournalFile;

use crate::seals::sealed;

/// What forges a line, colors a terminal, clears it, and turns the direction of writing.
const EVIL: &str = "x\nFORGED: no problems\r\u{1b}[31m\u{9b}2J\u{202e}";

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexscape"));
    command.args(arguments).current_dir(folder);
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "HEXSCAPE_ASSETS"] {
        command.env_remove(name);
    }
    command.output().expect("it was built for this test")
}

/// Checks that a command refuses what it is given and that what it prints steers no terminal.
#[track_caller]
fn check_printed(folder: &Path, arguments: &[&str]) {
    let output = run(folder, arguments);
    let printed = [&output.stdout[..], &output.stderr[..]].concat();
    let printed = String::from_utf8(printed).expect("it prints text");
    let is_plain = |letter: char| letter == '\n' || letter == '\t' || !steers(letter);
    assert!(printed.chars().all(is_plain), "{arguments:?}: {printed:?}");
    let is_forged = printed.lines().any(|line| line.starts_with("FORGED"));
    assert!(!is_forged, "{arguments:?}: {printed:?}");
    assert!(!printed.contains("panicked"), "{arguments:?}: {printed}");
    let code = output.status.code();
    assert!(matches!(code, Some(1 | 2)), "{arguments:?}: {printed}");
}

fn source(name: &str) -> MissionSource {
    let folder = assets_folder().expect("the assets are beside the crate");
    let file = folder.join("missions").join(name).with_extension("ron");
    MissionSource::read(&file, &folder.join("content")).expect("missions are shipped")
}

/// A journal of the first order of a shipped mission.
fn begun<R: Game>(name: &str) -> (World, JournalFile<R>) {
    let source = source(name);
    let mission = source.build(1).expect("the mission is sound");
    let mut world = World::new();
    R::set_up(&mut world, &mission, 1);
    let sides = (0..side_count(&world)).map(Side);
    let side = sides.filter(|&side| R::owes(&world, side)).last();
    let side = side.expect("somebody begins");
    let order = R::decide(&mut world, side);
    submit::<R>(&mut world, side, order).unwrap_or_else(|refusal| panic!("{refusal}"));
    let file = JournalFile::collect(&world, source, 1, false);
    (world, file)
}

#[test]
fn orders_of_sides_that_do_not_exist_are_refused() {
    fn check<R: Game>(name: &str) {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let (world, mut file) = begun::<R>(name);
        for side in [side_count(&world), 9, u8::MAX].map(Side) {
            assert!(!R::owes(&world, side), "{name}");
            file.entries[0].side = side;
            fs::write(folder.path().join("b.journal"), file.to_text()).expect("written");
            for arguments in [
                &["replay", "b.journal"][..],
                &["replay", "b.journal", "--log"],
            ] {
                let output = run(folder.path(), arguments);
                let errors = String::from_utf8_lossy(&output.stderr);
                assert_eq!(output.status.code(), Some(1), "{name}: {errors}");
                assert!(errors.contains("order 1 is refused"), "{name}: {errors}");
            }
        }
    }
    check::<Battlescape>("first_contact");
    check::<Fleet>("cold_start");
    check::<Party>("party_first_blood");
    check::<Casket>("casket_first_duel");
    check::<Operations>("operations_ghazal_pass");
}

#[test]
fn journals_steer_no_terminal() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (_, file) = begun::<Party>("party_first_blood");
    let check = |file: &JournalFile<Party>| {
        fs::write(folder.path().join("b.journal"), file.to_text()).expect("written");
        check_printed(folder.path(), &["replay", "b.journal", "--log"]);
    };
    // Its source is named in problems of its mission.
    let mut named = file.clone();
    named.source.file = EVIL.into();
    named.source.text = named.source.text.replacen("name:", "nome:", 1);
    check(&named);
    // So are packs, and what is in them.
    let mut packed = file.clone();
    let pack = content::PackText {
        name: EVIL.into(),
        files: [("party.ron".to_owned(), format!("(figures: ({EVIL:?}: 1))"))].into(),
    };
    packed.source.content.packs.push(pack);
    check(&packed);
    let mut unknown = file.clone();
    unknown
        .source
        .content
        .base
        .insert("party.ron".into(), EVIL.into());
    check(&unknown);
    let mut quoted = file.clone();
    let kind = "kind: \"bandit\"";
    assert!(quoted.source.text.contains("kind: \""));
    quoted.source.text =
        (quoted.source.text).replacen("kind: \"", &format!("kind: {EVIL:?}, {kind}, x: \""), 1);
    check(&quoted);

    // Words of the header and of records, sealed anew.
    let lines: Vec<String> = (file.to_text().lines())
        .map(|line| line.rsplit_once(" #").expect("sealed").0.to_owned())
        .collect();
    let one_line = EVIL.replace('\n', "\r");
    for (from, to) in [
        (lines[0].clone(), format!("hexscape-journal 99 {one_line}")),
        (
            lines[0].clone(),
            format!("hexscape-journal {one_line} 0.1.0"),
        ),
        (
            lines[2].clone(),
            format!("Order((side:(0),order:{one_line}))"),
        ),
        (lines[2].clone(), format!("{one_line}((side:(0)))")),
    ] {
        let altered = lines.iter().map(|line| match *line == from {
            true => to.clone(),
            false => line.clone(),
        });
        fs::write(folder.path().join("b.journal"), sealed(altered)).expect("written");
        check_printed(folder.path(), &["replay", "b.journal"]);
    }
}

#[test]
fn names_of_files_and_arguments_steer_no_terminal() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let place = folder.path();
    let (file, pack) = (format!("{EVIL}.ron"), format!("{EVIL}.pack"));
    fs::write(
        place.join(&file),
        format!("Mission(name: {EVIL:?}, \"{EVIL}\": 1)"),
    )
    .expect("written");
    fs::create_dir(place.join(&pack)).expect("it is new");
    fs::write(place.join(&pack).join(&file), "()").expect("written");
    let missing = format!("{EVIL}.missing");
    for command in ["check", "sim", "lab", "replay", "vectors"] {
        check_printed(place, &[command, &file]);
        check_printed(place, &[command, &missing]);
        check_printed(place, &[command, &pack]);
    }
    check_printed(place, &["lab", "--plan", &file]);
    check_printed(place, &["lab", "merge", &missing, "--out", &pack]);
    check_printed(
        place,
        &["lab", "first_steps", "--battles", "1", "--out", &pack],
    );
    check_printed(place, &["sim", "first_steps", "--pack", &pack]);
    check_printed(place, &["sim", "first_steps", "--pack", &missing]);
    check_printed(
        place,
        &["sim", "first_steps", "--journal", &format!("{EVIL}/{EVIL}")],
    );
    check_printed(place, &["sim", "first_steps", "--first", EVIL]);
    check_printed(place, &["sim", "first_steps", "--modes", EVIL]);
    check_printed(place, &["sim", "first_steps", "--set", EVIL]);
    check_printed(place, &["sim", "first_steps", "--seeds", EVIL]);
    check_printed(place, &[EVIL]);
    check_printed(place, &["manual", EVIL]);
    check_printed(place, &["check", "."]);
}

fn problems_of(text: &str) -> Problems {
    let catalog = content::load_default().expect("the content is sound");
    mission::parse("many.ron", text, &catalog, Terms::default()).expect_err("it has many")
}

#[test]
fn a_file_of_many_mistakes_is_reported_by_its_first_hundred() {
    let mission = |zones: &str, units: &str| {
        format!(
            r#"Mission(name: "T", rules: Battlescape(),
            board: Drawn(legend: {{'.': "grass"}}, rows: ["......", "......"]), zones: {{{zones}}},
            sides: [(name: "A", controller: Human, units: [(kind: "infantry", at: (0, 0)){units}]),
                    (name: "B", controller: Ai(Aggressive), units: [(kind: "sectoid", at: (5, 1))])],
            objectives: (primary: EliminateAll("B"), turn_limit: 8))"#
        )
    };
    let zones = "0:0, ".repeat(2_000);
    let units = ", (at: (9, 9))".repeat(400);
    for text in [mission(&zones, ""), mission("", &units)] {
        let Problems(problems) = problems_of(&text);
        assert_eq!(problems.len(), MOST_TOLD + 1);
        let last = &problems[MOST_TOLD].message;
        assert!(last.ends_with(" more problems not shown"), "{last}");
    }
    // Those of other files are not left out.
    let folder = tempfile::tempdir().expect("a folder for the test");
    for file in ["a.ron", "b.ron"] {
        fs::write(folder.path().join(file), mission(&zones, "")).expect("written");
    }
    let told = run(folder.path(), &["check", "a.ron", "b.ron"]);
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert_eq!(told.lines().count(), 2 * (MOST_TOLD + 1), "{told}");
}

/// No file has the program build a tree that fills the memory.
#[test]
#[cfg(target_os = "linux")]
fn the_values_of_a_file_have_a_bound() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let check = |entry: &str, expected: &str| {
        let units = entry.repeat(7_000_000 / entry.len());
        let text = format!(
            r#"Mission(name: "T", rules: Battlescape(),
            board: Drawn(legend: {{'.': "grass"}}, rows: ["......", "......"]),
            sides: [(name: "A", controller: Human, units: [{units}]),
                    (name: "B", controller: Ai(Aggressive), units: [(kind: "sectoid", at: (5, 1))])],
            objectives: (primary: EliminateAll("B"), turn_limit: 8))"#
        );
        fs::write(folder.path().join("m.ron"), text).expect("written");
        // KiB.
        let limited = format!(
            "ulimit -v 400000 && exec {:?} check m.ron",
            env!("CARGO_BIN_EXE_hexscape")
        );
        let mut command = Command::new("sh");
        command
            .args(["-c", &limited])
            .current_dir(folder.path())
            .env_remove("HEXSCAPE_ASSETS");
        let output = command.output().expect("there is a shell");
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{entry}: {output:?}");
        assert_eq!(told.lines().count(), 1, "{entry}: {told}");
        assert!(told.contains(expected), "{entry}: {told}");
    };
    let values = "the file has more than 1500000 values";
    for entry in [
        r#"(a:"b"),"#,
        "(at:(0,0)),",
        "[[0]],",
        "{0:0},",
        "(0),",
        "0,",
    ] {
        check(entry, values);
    }
    check(
        r#"(kind:"sectoid"),"#,
        "at most 500 units are allowed, not 411764",
    );
}

#[test]
fn scripts_of_the_party_have_a_bound() {
    let mission = |when: &str, act: &str| {
        format!(
            r#"Mission(name: "T", rules: Party(scripts: {{"s": (combat: [(when: [{when}], act: {act})])}}),
            board: Drawn(legend: {{'.': "grass"}}, rows: ["....", "...."]),
            sides: [(name: "Own", controller: Human, units: [(kind: "fighter", at: (0, 0))]),
                    (name: "Foes", controller: Ai(Aggressive), units: [(kind: "rat", at: (3, 1), script: "s")])])"#
        )
    };
    let catalog = content::load_default().expect("the content is sound");
    let read = |text: &str| mission::parse("s.ron", text, &catalog, Terms::default());
    let conditions = |count| "Not(Aware), ".repeat(count);
    if let Err(problems) = read(&mission(&conditions(90), "Attack(Nearest)")) {
        panic!("{problems}");
    }
    for (when, act) in [
        (conditions(120), "Attack(Nearest)".to_owned()),
        (
            format!("AnyOf([{}])", "AllyHpUnder(1, 20), ".repeat(400)),
            "Pass".into(),
        ),
        (
            String::new(),
            format!("Attack(FirstOf([{}]))", "Nearest, ".repeat(400)),
        ),
        ("SeesEnemy, ".repeat(100_000), "Pass".into()),
    ] {
        let told = read(&mission(&when, &act))
            .expect_err("it is too much")
            .to_string();
        assert!(told.contains("at most 200 conditions"), "{told}");
    }
}

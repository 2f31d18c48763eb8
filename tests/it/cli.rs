//! The command line as scripts see it: output, errors, exit status.

use std::process::{Command, Output};

use hexscape::content;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hexscape"))
        .args(arguments)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .expect("the program was built for this test")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn mission(name: &str) -> String {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    folder
        .join("missions")
        .join(name)
        .with_extension("ron")
        .display()
        .to_string()
}

#[test]
fn sim_prints_the_same_lines_with_one_job_and_with_two() {
    let file = mission("skirmish_6v8");
    let one = run(&["sim", &file, "--seeds", "1..12", "--json"]);
    let two = run(&["sim", &file, "--seeds", "1..12", "--json", "--jobs", "2"]);
    assert_eq!(one.status.code(), Some(0), "{}", errors(&one));
    assert_eq!(out(&one), out(&two));
    let lines: Vec<serde_json::Value> = (out(&one).lines())
        .map(|line| serde_json::from_str(line).expect("each line is an object"))
        .collect();
    assert_eq!(lines.len(), 12);
    for (seed, line) in (1..).zip(&lines) {
        assert_eq!(line["seed"], seed);
        assert_eq!(line["fingerprint"].as_str().map(str::len), Some(16));
    }
}

#[test]
fn a_written_journal_replays_and_an_altered_one_is_refused() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("battle.journal");
    let path = file.display().to_string();
    let sim = run(&[
        "sim",
        &mission("breakthrough"),
        "--seed",
        "3",
        "--journal",
        &path,
    ]);
    assert_eq!(sim.status.code(), Some(0), "{}", errors(&sim));
    let fingerprint = out(&sim)
        .trim()
        .rsplit(' ')
        .next()
        .expect("it ends the line")
        .to_owned();
    let replay = run(&["replay", &path]);
    assert_eq!(replay.status.code(), Some(0), "{}", errors(&replay));
    assert!(out(&replay).contains(&fingerprint));
    let part = run(&["replay", &path, "--until", "2"]);
    assert!(out(&part).starts_with("2 of "), "{}", out(&part));
    let beyond = run(&["replay", &path, "--until", "99999"]);
    assert_eq!(beyond.status.code(), Some(1));
    assert!(errors(&beyond).contains("--until 99999 is beyond its"));
    let text = std::fs::read_to_string(&file).expect("it was written");
    let altered = text.replacen("Order(", "Ordre(", 1);
    std::fs::write(&file, altered).expect("the folder can be written");
    let replay = run(&["replay", &path]);
    assert_eq!(replay.status.code(), Some(1));
    assert!(
        errors(&replay).contains(":3:1: the line of order 1 was altered"),
        "{}",
        errors(&replay)
    );
}

#[test]
fn play_takes_saves_and_journals_by_whatever_name() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let journal = path("b.journal");
    let made = run(&["sim", "first_steps", "--seed", "1", "--journal", &journal]);
    assert!(made.status.success(), "{}", errors(&made));
    let whole = std::fs::read(&journal).expect("it was written");
    for name in ["b.hexsave", "battle", "b.txt"] {
        std::fs::write(path(name), &whole).expect("there is room");
    }
    let cut = path("cut.hexsave");
    std::fs::write(&cut, &whole[..whole.len() / 2]).expect("there is room");
    for (arguments, status, expected) in [
        (vec![path("b.journal")], 3, "window"),
        (vec![path("b.hexsave")], 3, "window"),
        (vec![path("battle")], 3, "window"),
        (vec!["--journal".into(), path("b.txt")], 3, "window"),
        (
            vec![path("battle"), "--seed".into(), "3".into()],
            2,
            "apply to missions only",
        ),
        (vec![cut], 1, "cut.hexsave"),
    ] {
        let arguments: Vec<_> = std::iter::once("play")
            .chain(arguments.iter().map(String::as_str))
            .collect();
        let output = run(&arguments);
        let told = errors(&output);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {told}");
        assert!(told.contains(expected), "{arguments:?}: {told}");
    }
}

#[test]
fn errors_are_sentences_with_the_status_the_contract_names() {
    let cases: &[(&[&str], i32, &str)] = &[
        (&["simm"], 2, "similar subcommand"),
        (&["sim"], 2, "required"),
        (
            &["sim", "x.ron", "--seeds", "9..1"],
            2,
            "smaller than the first",
        ),
        (
            &["sim", "x.ron", "--seeds", "many"],
            2,
            "expected FIRST..LAST",
        ),
        (
            &["sim", "first_contat.ron"],
            1,
            "did you mean `first_contact.ron`?",
        ),
        (&["replay", "no_such.journal"], 1, "cannot read"),
        (&["check"], 2, "required"),
        (&[], 3, "window"),
        (&["play", "--journal", "x"], 1, "cannot read"),
        (&["play", "no_such.hexsave"], 1, "cannot read"),
        (
            &["play", "first_contat"],
            1,
            "did you mean `first_contact`?",
        ),
        (&["play", "first_contact"], 3, "window"),
        (
            &["edit", "first_contat"],
            1,
            "did you mean `first_contact`?",
        ),
        (
            &["edit", "no_such_folder/new.ron"],
            1,
            "there is no folder no_such_folder",
        ),
        (&["edit", "Cargo.toml"], 1, "Cargo.toml:"),
        (&["edit", "no_such_mission_yet.ron"], 3, "window"),
    ];
    for (arguments, status, expected) in cases {
        let output = run(arguments);
        assert_eq!(
            output.status.code(),
            Some(*status),
            "{arguments:?}: {}",
            errors(&output)
        );
        assert!(
            errors(&output).contains(expected),
            "{arguments:?}: {}",
            errors(&output)
        );
        assert!(
            out(&output).is_empty(),
            "{arguments:?}: errors go to standard error"
        );
    }
}

#[test]
fn check_tells_problems_and_their_absence() {
    let assets = content::assets_folder().expect("the assets are beside the crate");
    let sound = run(&["check", &assets.display().to_string()]);
    assert_eq!(sound.status.code(), Some(0), "{}", out(&sound));
    assert!(out(&sound).contains("no problems"));
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("broken.ron");
    std::fs::write(&file, "Mission(name: 5)").expect("the folder can be written");
    let broken = run(&["check", &file.display().to_string()]);
    assert_eq!(broken.status.code(), Some(1));
    assert!(out(&broken).contains("broken.ron:1:15: expected name in quotes, found 5"));
    assert!(
        out(&broken).lines().count() >= 5,
        "all problems at once: {}",
        out(&broken)
    );
}

#[test]
fn check_takes_packs_with_missions_and_alone() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let pack = folder.path().join("veterans");
    std::fs::create_dir(&pack).expect("the folder can be written");
    let put = |text: &str| std::fs::write(pack.join("units.ron"), text).expect("it can be written");
    let name = pack.display().to_string();
    let alone = ["check", "--pack", &name];
    let under = ["check", "first_contact", "--pack", &name];
    put("[(key: \"infantry\", health: 77)]");
    for arguments in [&alone[..], &under] {
        let told = run(arguments);
        assert_eq!(
            told.status.code(),
            Some(0),
            "{}{}",
            out(&told),
            errors(&told)
        );
        assert!(out(&told).contains("no problems"), "{}", out(&told));
    }
    put("[(key: \"infantry\", health: 7700)]");
    for arguments in [&alone[..], &under] {
        let told = run(arguments);
        assert_eq!(told.status.code(), Some(1), "{arguments:?}");
        assert!(out(&told).contains("units.ron:1:"), "{}", out(&told));
    }
}

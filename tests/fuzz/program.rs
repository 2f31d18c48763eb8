//! What the program does with any text as a mission: it ends by itself with a status that says what the
//! library says.

use std::process::{Command, Output};

use hexscape::battle::fingerprint::stable_hash;
use hexscape::check::check_path;
use hexscape::mission::MissionSource;

use crate::campaign::{Target, run};
use crate::mission::shipped;
use crate::mutate::Grammar;
use crate::trace::Trace;

/// Largest mission that is played to its end, bytes.
const MOST_PLAYED: usize = 4000;

const TARGET: Target = Target {
    name: "program",
    grammar: Grammar::Ron,
    run: tried,
    seeds: small,
    mutations: 20,
};

#[test]
fn the_program_ends_with_a_status_that_says_what_came_of_any_mission() {
    run(&TARGET);
}

/// The smaller of the shipped missions.
fn small() -> Vec<Vec<u8>> {
    let is_small = |text: &Vec<u8>| text.len() < MOST_PLAYED;
    shipped().into_iter().filter(is_small).collect()
}

fn program(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hexscape"))
        .args(arguments)
        .output()
        .expect("the program is built with its tests")
}

fn tried(data: &[u8], trace: &mut Trace) {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let file = folder.path().join("tried.ron");
    std::fs::write(&file, data).expect("a file of the test's own");
    let name = file.display().to_string();
    let checked = program(&["check", &name]);
    let is_sound = check_path(&file, &[]).is_ok();
    let status = checked.status.code();
    assert_eq!(status, Some(i32::from(!is_sound)), "check: {checked:?}");
    assert!(!checked.stdout.is_empty(), "check says nothing");
    let content = hexscape::content::assets_folder().expect("the assets are there");
    let source = MissionSource::read(&file, &content.join("content"));
    let is_built = source.is_ok_and(|source| source.build(1).is_ok());
    trace.note("sound", (is_sound, is_built));
    if data.len() > MOST_PLAYED {
        return;
    }
    let played = program(&["sim", &name, "--seed", "1", "--json"]);
    trace.note("status", played.status.code());
    trace.note("told", stable_hash(&played.stderr) % 64);
    match is_built {
        // A battle may also come to no end.
        true => assert!(
            matches!(played.status.code(), Some(0 | 1)),
            "sim: {played:?}"
        ),
        false => {
            assert_eq!(played.status.code(), Some(1), "sim: {played:?}");
            assert!(!played.stderr.is_empty(), "sim says nothing");
        }
    }
}

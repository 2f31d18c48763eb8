//! Saves: told where they are damaged or do not fit, or loaded, played on and saved again.

use bevy::prelude::World;
use hexscape::{
    battle::unit::Side,
    rules::battlescape::{JournalFile, objective::PLAYER},
    save::{SaveKind, label},
};

use crate::{
    battles::{FILE, begun, check_read, go_on, input, mission, read, tiny},
    campaign::{Target, run},
    mutate::Grammar,
    trace::Trace,
};

/// Orders that a save is played on.
const ORDERS: usize = 8;

const TARGET: Target = Target {
    name: "save",
    grammar: Grammar::Ron,
    run: tried,
    seeds,
    mutations: 150,
};

#[test]
fn any_lines_are_told_where_they_are_wrong_or_load_and_play_on() {
    run(&TARGET);
}

fn seeds() -> Vec<Vec<u8>> {
    let saved = |seed, orders, side, kind| {
        let world = begun(seed, orders, orders % 2 == 1);
        JournalFile::save(&world, tiny(), side, kind, false)
    };
    let old = JournalFile {
        // As saves were before they had labels.
        label: None,
        ..saved(2, 8, PLAYER, SaveKind::Named)
    };
    vec![
        input(&saved(1, 0, PLAYER, SaveKind::Named)),
        input(&old),
        input(&saved(3, 31, PLAYER, SaveKind::Quick)),
        input(&saved(4, 60, Side(1), SaveKind::Auto)),
        input(&saved(5, 500, PLAYER, SaveKind::Named)),
    ]
}

fn tried(data: &[u8], trace: &mut Trace) {
    let Some(file) = read(data, trace) else {
        return;
    };
    let Some(mission) = mission(&file, trace) else {
        return;
    };
    let mut world = World::new();
    let restored = file.restore(&mut world, &mission);
    if !check_read(&file, &mut world, restored, trace) {
        return;
    }
    check_label(&file, trace);
    for _ in 0..ORDERS {
        go_on(&mut world);
    }
    let again = JournalFile::save(&world, file.source.clone(), PLAYER, SaveKind::Quick, true);
    let mut other = World::new();
    (again.restore(&mut other, &mission)).unwrap_or_else(|error| panic!("{error}"));
    let restored = Ok(());
    check_read(&again, &mut other, restored, trace);
}

/// Checks that a list of saves shows of it what it holds.
fn check_label(file: &JournalFile, trace: &mut Trace) {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let path = folder.path().join(FILE);
    file.write(&path).unwrap_or_else(|error| panic!("{error}"));
    match (label(&path), &file.label) {
        (Ok(shown), Some(label)) => assert_eq!(shown, *label),
        (Ok(_), None) => {}
        // It says how many orders there are, and the folder is another each time.
        (Err(error), _) => {
            let folder = folder.path().display().to_string();
            trace.note_message("label", &error.to_string().replace(&folder, ""));
        }
    }
}

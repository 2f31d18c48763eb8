//! Saves: told where they are damaged or do not fit, or loaded, played on and saved again.

use bevy::prelude::World;
use hexscape::battle::unit::Side;
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::objective::PLAYER;
use hexscape::rules::casket::Casket;
use hexscape::rules::fleet::Fleet;
use hexscape::rules::operations::Operations;
use hexscape::rules::party::Party;
use hexscape::save::{JournalFile, SaveKind, label};
use hexscape::with_rules;

use crate::battles::{FILE, begun, check_read, go_on, input, mission, read, tiny};
use crate::campaign::{Target, run};
use crate::mutate::Grammar;
use crate::rule_sets::{Fuzzed, rules_in};
use crate::trace::Trace;

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
    fn saved<R: Fuzzed>(seed: u64, orders: usize, side: Side, kind: SaveKind) -> JournalFile<R> {
        let world = begun::<R>(seed, orders, orders % 2 == 1);
        JournalFile::save(&world, tiny::<R>(), side, kind, false)
    }
    let old = JournalFile {
        // As saves were before they had labels.
        label: None,
        ..saved::<Battlescape>(2, 8, PLAYER, SaveKind::Named)
    };
    vec![
        input(&saved::<Battlescape>(1, 0, PLAYER, SaveKind::Named)),
        input(&old),
        input(&saved::<Battlescape>(3, 31, PLAYER, SaveKind::Quick)),
        input(&saved::<Battlescape>(4, 60, Side(1), SaveKind::Auto)),
        input(&saved::<Battlescape>(5, 500, PLAYER, SaveKind::Named)),
        input(&saved::<Fleet>(1, 0, PLAYER, SaveKind::Named)),
        input(&saved::<Fleet>(2, 6, PLAYER, SaveKind::Quick)),
        // One side has sealed its plan.
        input(&saved::<Fleet>(3, 9, Side(1), SaveKind::Auto)),
        input(&saved::<Fleet>(4, 60, PLAYER, SaveKind::Named)),
        input(&saved::<Party>(2, 30, PLAYER, SaveKind::Named)),
        input(&saved::<Casket>(2, 30, PLAYER, SaveKind::Named)),
        input(&saved::<Operations>(2, 20, PLAYER, SaveKind::Named)),
        // One side has sealed its plan.
        input(&saved::<Operations>(3, 5, Side(1), SaveKind::Auto)),
    ]
}

fn tried(data: &[u8], trace: &mut Trace) {
    with_rules!(rules_in(data), R => tried_by::<R>(data, trace));
}

fn tried_by<R: Fuzzed>(data: &[u8], trace: &mut Trace) {
    let Some(file) = read::<R>(data, trace) else {
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
        go_on::<R>(&mut world);
    }
    let again = JournalFile::<R>::save(&world, file.source.clone(), PLAYER, SaveKind::Quick, true);
    let mut other = World::new();
    (again.restore(&mut other, &mission)).unwrap_or_else(|error| panic!("{error}"));
    let restored = Ok(());
    check_read(&again, &mut other, restored, trace);
}

/// Checks that a list of saves shows of it what it holds.
fn check_label<R: Fuzzed>(file: &JournalFile<R>, trace: &mut Trace) {
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

//! Journals: told where they are damaged or part, or played again to their fingerprints.

use bevy::prelude::World;
use hexscape::battle::journal::Journal;
use hexscape::battle::order::{fingerprint, submit};
use hexscape::replay::Replay;
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::casket::Casket;
use hexscape::rules::fleet::Fleet;
use hexscape::rules::operations::Operations;
use hexscape::rules::party::Party;
use hexscape::save::JournalFile;
use hexscape::with_rules;

use crate::battles::{begun, check_read, input, mission, read, tiny};
use crate::campaign::{Target, run};
use crate::mutate::Grammar;
use crate::rule_sets::{Fuzzed, rules_in};
use crate::trace::Trace;

/// Orders of a journal that are tried at most.
const ORDERS: usize = 400;

const TARGET: Target = Target {
    name: "journal",
    grammar: Grammar::Ron,
    run: tried,
    seeds,
    mutations: 150,
};

#[test]
fn any_lines_are_told_where_they_are_wrong_or_play_again_to_their_fingerprints() {
    run(&TARGET);
}

fn seeds() -> Vec<Vec<u8>> {
    fn played<R: Fuzzed>(seed: u64, orders: usize, is_renewed: bool) -> Vec<u8> {
        let world = begun::<R>(seed, orders, is_renewed);
        input(&JournalFile::<R>::collect(&world, tiny::<R>(), seed, false))
    }
    vec![
        played::<Battlescape>(1, 0, false),
        played::<Battlescape>(2, 12, false),
        played::<Battlescape>(3, 60, false),
        played::<Battlescape>(4, 16, true),
        played::<Battlescape>(5, 400, false),
        played::<Fleet>(1, 0, false),
        played::<Fleet>(2, 4, true),
        played::<Fleet>(3, 60, false),
        played::<Party>(1, 40, false),
        played::<Casket>(1, 60, false),
        played::<Casket>(2, 9, true),
        played::<Operations>(1, 60, false),
        played::<Operations>(2, 15, true),
    ]
}

fn tried(data: &[u8], trace: &mut Trace) {
    with_rules!(rules_in(data), R => tried_by::<R>(data, trace));
}

fn tried_by<R: Fuzzed>(data: &[u8], trace: &mut Trace) {
    let Some(file) = read::<R>(data, trace).filter(|file| file.entries.len() <= ORDERS) else {
        return;
    };
    let Some(mission) = mission(&file, trace) else {
        return;
    };
    let mut world = World::new();
    let replayed = file.replay(&mut world, &mission, usize::MAX, &mut ());
    check_read(&file, &mut world, replayed, trace);

    // The orders as they come, whatever their fingerprints say, make a journal that is sound.
    R::set_up(&mut world, &mission, file.seed);
    for entry in &file.entries {
        let before = fingerprint::<R>(&mut world);
        match submit::<R>(&mut world, entry.side, entry.order.clone()) {
            Ok(events) => events
                .iter()
                .for_each(|event| trace.note_kind("event", event)),
            Err(refusal) => {
                assert_eq!(fingerprint::<R>(&mut world), before, "{refusal}");
                trace.note_message("refused", &refusal.to_string());
            }
        }
    }
    let sound = JournalFile::<R>::collect(&world, file.source.clone(), file.seed, false);
    let entries = sound.entries.clone();
    let mut replay = Replay::new(sound).unwrap_or_else(|error| panic!("{error}"));
    let half = entries.len() / 2;
    for order in [entries.len(), half] {
        (replay.seek(&mut world, order)).unwrap_or_else(|error| panic!("{error}"));
        let journal = &world.resource::<Journal<R>>().entries;
        assert_eq!(*journal, entries[..order], "sought");
        let last = entries[..order].last().map(|entry| entry.fingerprint);
        let now = fingerprint::<R>(&mut world);
        assert!(last.is_none_or(|last| last == now), "sought another battle");
    }
}

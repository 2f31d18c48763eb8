//! What tests of any rule set use: an author's folder, and the way of a battle through its files.

use std::fs;

use bevy::prelude::World;
use hexscape::battle::journal::Divergence;
use hexscape::battle::order::fingerprint;
use hexscape::battle::unit::Side;
use hexscape::content::assets_folder;
use hexscape::headless::Arena;
use hexscape::mission::MissionSource;
use hexscape::playing::Game;
use hexscape::replay::Replay;
use hexscape::save::{JournalFile, SaveKind};
use tempfile::TempDir;

/// Makes a folder with the shipped content and an author's own files, `missions/duel.ron`.
pub fn workplace(files: &[(&str, String)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    for name in ["content", "missions"] {
        fs::create_dir(folder.path().join(name)).expect("it is new");
    }
    let shipped = assets_folder().expect("the assets are beside the crate");
    for entry in fs::read_dir(shipped.join("content")).expect("it is shipped") {
        let entry = entry.expect("it can be listed");
        let copy = folder.path().join("content").join(entry.file_name());
        fs::copy(entry.path(), copy).expect("copied");
    }
    for (file, text) in files {
        fs::write(folder.path().join(file), text).expect("written");
    }
    folder
}

/// Plays a battle and takes it through journal, replay and save: all lead to the same states, and a changed
/// order is caught.
pub fn goes_through_files<R: Game>(source: &MissionSource, seed: u64) {
    let mission = source.build(seed).unwrap_or_else(|error| panic!("{error}"));
    let mut arena = Arena::default();
    arena.set_up(&mission, seed);
    let report = arena.play(seed);
    arena.set_up(&mission, seed);
    assert_eq!(arena.play(seed), report, "same seed, same battle");

    let file = JournalFile::<R>::collect(arena.world_mut(), source.clone(), seed, false);
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let path = folder.path().join("battle.hexjournal");
    fs::write(&path, file.to_text()).expect("written");
    let read = JournalFile::<R>::read(&path).expect("it is whole");
    assert_eq!(read, file);
    R::debrief(&mission, seed, &file.entries).expect("it plays again");

    let mut replay = Replay::new(read).expect("it leads where it led");
    let mut world = World::new();
    for order in [replay.len(), 1, replay.len() / 2, report.orders] {
        (replay.seek(&mut world, order)).expect("it leads where it led");
    }
    assert_eq!(fingerprint::<R>(&mut world), report.fingerprint);

    replay.seek(&mut world, 1).expect("it was there");
    let mut entries = file.entries;
    let legal = R::legal_orders(&world, entries[1].side).into_iter();
    let mut others = legal.filter(|order| *order != entries[1].order);
    entries[1].order = others.next().expect("there is a choice");
    let caught = R::debrief(&mission, seed, &entries).err();
    assert!(
        matches!(caught, Some(Divergence::Fingerprint { order: 2, .. })),
        "{caught:?}"
    );

    replay
        .seek(&mut world, replay.len() / 2)
        .expect("it was there");
    let save = JournalFile::<R>::save(&world, source.clone(), Side(0), SaveKind::Named, false);
    let save = JournalFile::<R>::from_bytes(&path, save.to_text().as_bytes());
    let mut again = World::new();
    let save = save.expect("it is whole");
    (save.restore(&mut again, &mission)).expect("it fits");
    let prints = [&mut world, &mut again].map(fingerprint::<R>);
    assert_eq!(prints[0], prints[1], "a save restores the state");
}

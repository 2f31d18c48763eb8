//! Journals and saves: whole, altered, and played again.

use std::path::Path;

use bevy::prelude::World;
use hexscape::battle::journal::{Divergence, Journal};
use hexscape::battle::order::fingerprint;
use hexscape::content;
use hexscape::headless::Arena;
use hexscape::mission::MissionSource;
use hexscape::playing::Game;
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::order::Order;
use hexscape::rules::casket::Casket;
use hexscape::rules::fleet::Fleet;
use hexscape::rules::operations::Operations;
use hexscape::save::JournalError;

use crate::kit::{goes_through_files, workplace};

type JournalFile = hexscape::save::JournalFile<Battlescape>;

fn source(name: &str) -> MissionSource {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let file = folder.join("missions").join(name).with_extension("ron");
    MissionSource::read(&file, &folder.join("content")).expect("missions are shipped")
}

fn played(name: &str, seed: u64, save: bool) -> (JournalFile, u64) {
    let source = source(name);
    let mission = source.build(1).expect("the mission is sound");
    let mut arena = Arena::default();
    arena.set_up(&mission, seed);
    let report = arena.play(seed);
    (
        JournalFile::collect(arena.world_mut(), source, seed, save),
        report.fingerprint,
    )
}

#[test]
fn a_journal_read_back_replays_to_the_same_fingerprint() {
    for name in ["first_contact", "skirmish_6v8", "breakthrough"] {
        let (file, expected) = played(name, 11, false);
        let read = JournalFile::from_bytes(Path::new("j"), file.to_text().as_bytes())
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read, file);
        let mut world = World::new();
        let mission = read.mission().expect("the mission is inside");
        read.replay(&mut world, &mission, usize::MAX, &mut ())
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(fingerprint::<Battlescape>(&mut world), expected);
    }
}

#[test]
fn battles_of_every_rule_set_go_through_files() {
    fn check<R: Game>(name: &str) {
        let text = &source(name).text;
        let (folder, file) = ("content", "missions/copy.ron");
        let author = workplace(&[(file, text.clone())]);
        let read = MissionSource::read(&author.path().join(file), &author.path().join(folder));
        goes_through_files::<R>(&read.expect("missions are shipped"), 3);
    }
    check::<Battlescape>("first_contact");
    check::<Fleet>("cold_start");
    check::<Casket>("casket_first_duel");
    check::<Operations>("operations_ghazal_pass");
}

#[test]
fn any_altered_byte_is_refused_at_its_line() {
    let (file, _) = played("first_contact", 4, false);
    let text = file.to_text();
    let starts: Vec<_> = std::iter::once(0)
        .chain(text.match_indices('\n').map(|(at, _)| at + 1))
        .collect();
    for at in (0..text.len()).step_by(211) {
        for flip in [0x01, 0x20] {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= flip;
            let line = starts.iter().filter(|&&start| start <= at).count();
            match JournalFile::from_bytes(Path::new("j"), &bytes) {
                Err(JournalError::Damaged { line: found, .. }) => {
                    // A line that no longer ends runs into the next.
                    assert!(found == line || bytes[at] == b'\n' || text.as_bytes()[at] == b'\n');
                }
                other => panic!("byte {at} altered: {other:?}"),
            }
        }
    }
    for end in (0..text.len()).step_by(997) {
        assert!(JournalFile::from_bytes(Path::new("j"), &text.as_bytes()[..end]).is_err());
    }
}

#[test]
fn an_order_altered_with_its_seals_is_caught_at_that_order() {
    let (mut file, _) = played("skirmish_6v8", 2, false);
    let at = file.entries.len() / 2;
    let side = file.entries[at].side;
    file.entries[at].order = Order::EndTurn;
    assert_eq!(file.entries[at].side, side);
    let text = file.to_text();
    let read = JournalFile::from_bytes(Path::new("j"), text.as_bytes()).expect("seals hold");
    let mission = read.mission().expect("the mission is inside");
    match read.replay(&mut World::new(), &mission, usize::MAX, &mut ()) {
        Err(JournalError::Diverges(Divergence::Fingerprint { order, .. })) => {
            assert_eq!(order, at + 1);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_save_restores_the_same_state_and_a_wrong_one_is_refused() {
    let (file, expected) = played("breakthrough", 5, true);
    let text = file.to_text();
    let read = JournalFile::from_bytes(Path::new("s"), text.as_bytes()).expect("it is whole");
    let mission = read.mission().expect("the mission is inside");
    let mut world = World::new();
    read.restore(&mut world, &mission)
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(fingerprint::<Battlescape>(&mut world), expected);
    assert_eq!(
        world.resource::<Journal<Battlescape>>().entries,
        file.entries
    );
    let mut wrong = read;
    wrong.entries.pop();
    assert_eq!(
        wrong.restore(&mut World::new(), &mission),
        Err(JournalError::WrongState)
    );
}

#[test]
fn a_file_is_written_whole_and_other_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("battle.journal");
    let (file, _) = played("first_contact", 1, false);
    file.write(&path).expect("the folder can be written");
    assert_eq!(JournalFile::read(&path).expect("it is whole"), file);
    let missing = folder.path().join("no/such/folder.journal");
    assert!(matches!(file.write(&missing), Err(JournalError::Io { .. })));
    for bytes in [
        &b""[..],
        b"hello",
        &[0xff, 0xfe],
        b"hexscape-journal 2 0.1.0",
    ] {
        assert!(JournalFile::from_bytes(Path::new("j"), bytes).is_err());
    }
}

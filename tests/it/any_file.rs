//! Files that may be anything: saves, missions, pictures and packs that nobody of good will wrote.

use std::fs::{self, File};
use std::path::Path;

use bevy::prelude::World;
use hexscape::battle::order::submit;
use hexscape::check::{check_pack_folder, check_path};
use hexscape::content::assets_folder;
use hexscape::mission::MissionSource;
use hexscape::playing::{Game, check_renewal};
use hexscape::reload::{Held, Reload, Watch, judge};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::order::Order;
use hexscape::rules::casket::Casket;
use hexscape::rules::fleet::Fleet;
use hexscape::rules::operations::Operations;
use hexscape::rules::party::Party;
use hexscape::save::{EXTENSION, SaveKind, label, saves_in};

use crate::replays::source;
use crate::saves::{begun, folder};
use crate::seals::sealed;

type JournalFile = hexscape::save::JournalFile<Battlescape>;

/// A save with something in its label replaced, sealed anew.
fn relabeled(save: &str, from: &str, to: &str) -> String {
    let mut lines = save.lines().map(|line| {
        let (line, _) = line.rsplit_once(" #").expect("sealed");
        line.to_owned()
    });
    let header = lines.next().expect("it has a header");
    let label = lines.next().expect("it has a label");
    assert!(
        label.starts_with("Label(") && label.contains(from),
        "{from}"
    );
    let label = label.replacen(from, to, 1);
    sealed([header, label].into_iter().chain(lines))
}

#[test]
fn labels_whose_sketch_is_not_what_it_says_are_told_and_the_others_listed() {
    let world = begun("first_contact", 3);
    let side = hexscape::rules::battlescape::objective::PLAYER;
    let save = JournalFile::save(
        &world,
        source("first_contact"),
        side,
        SaveKind::Named,
        false,
    );
    let sketch = &save.label.as_ref().expect("saves have one").sketch;
    let (width, height) = (sketch.width, sketch.height);
    let size = format!("width:{width},height:{height}");
    let good = save.to_text();
    let folder = folder();
    let file = folder.path().join(format!("one.{EXTENSION}"));
    fs::write(&file, &good).expect("it can be written");
    assert_eq!(label(&file).ok(), save.label);
    for (other, told) in [
        ("width:0,height:0".to_owned(), "0×0 hexes"),
        (format!("width:5000,height:{height}"), "5000×"),
        ("width:65535,height:65535".to_owned(), "65535×65535"),
        (
            format!("width:{},height:{height}", width + 1),
            "does not match",
        ),
        (
            format!("width:{width},height:{}", height - 1),
            "does not match",
        ),
    ] {
        fs::write(&file, relabeled(&good, &size, &other)).expect("it can be written");
        let entry = &saves_in(folder.path())[0];
        let error = entry.label.as_ref().expect_err("it is refused");
        assert!(error.contains("one.hexsave:2:1: the label"), "{error}");
        assert!(error.contains(told), "{error}");
    }
    let long = format!("mission:\"{}\"", "First Contact ".repeat(50_000));
    let long = relabeled(&good, "mission:\"First Contact\"", &long);
    fs::write(&file, long).expect("it can be written");
    assert!(label(&file).is_err());
    // An error that quotes what it does not know is cut.
    let odd = format!("kind:{}", "Odd".repeat(50_000));
    fs::write(&file, relabeled(&good, "kind:Named", &odd)).expect("it can be written");
    let entry = &saves_in(folder.path())[0];
    assert!(entry.label.as_ref().is_err_and(|error| error.len() < 2000));
}

/// Judges a mission of each rule set for a battle of one.
fn check_other_rules<R: Game>(begun_from: &MissionSource) {
    let mission = begun_from.build(1).expect("it is sound");
    let mut world = World::new();
    R::set_up(&mut world, &mission, 1);
    let own = begun_from.rule_set();
    for name in ["first_contact", "party_first_blood", "bare_knuckles"] {
        let other = source(name);
        if other.rule_set() == own {
            continue;
        }
        let told = format!("from {} to {}", own.name(), other.rule_set().name());
        let error = check_renewal::<R>(&world, &other).expect_err("it is of other rules");
        assert!(error.contains(&told), "{error}");
        match judge::<R>(&world, begun_from, Ok(other)) {
            Reload::Restart { why, .. } => assert!(why[0].contains(&told), "{why:?}"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_mission_that_changes_its_rule_set_is_not_taken_over() {
    check_other_rules::<Battlescape>(&source("first_contact"));
    check_other_rules::<Party>(&source("party_first_blood"));
    check_other_rules::<Fleet>(&source("bare_knuckles"));
    check_other_rules::<Casket>(&source("casket_first_duel"));
    check_other_rules::<Operations>(&source("operations_ghazal_pass"));
    let mut world = begun("first_contact", 4);
    let side = hexscape::rules::battlescape::objective::PLAYER;
    let order = Order::Renew(Box::new(source("party_first_blood")));
    let refusal = submit::<Battlescape>(&mut world, side, order).expect_err("it is refused");
    let told = refusal.to_string();
    assert!(told.contains("rule set changed"), "{told}");
}

/// What takes the place of a file that is watched.
fn replacements(file: &Path) -> Vec<Box<dyn Fn() + '_>> {
    let gone = move || drop(fs::remove_file(file));
    let mut all: Vec<Box<dyn Fn()>> = vec![Box::new(move || {
        gone();
        // A hole: it takes no room on the disk.
        let huge = File::create(file).and_then(|huge| huge.set_len(3 << 30));
        huge.expect("it can be made");
    })];
    if cfg!(unix) {
        all.push(Box::new(move || {
            gone();
            let made = std::process::Command::new("mkfifo").arg(file).status();
            assert!(made.is_ok_and(|made| made.success()));
        }));
    }
    all
}

#[test]
fn watched_files_that_turn_into_pipes_or_grow_without_end_are_told_of() {
    let assets = assets_folder().expect("the assets are beside the crate");
    let (work, content) = (folder(), assets.join("content"));
    let file = work.path().join("m.ron");
    let mission = fs::read(assets.join("missions/first_contact.ron")).expect("it is shipped");
    for replace in replacements(&file) {
        drop(fs::remove_file(&file));
        fs::write(&file, &mission).expect("it can be written");
        let read = MissionSource::read(&file, &content).expect("it is sound");
        let mut watch = Watch::new(&read, file.clone(), content.clone(), Held::Read);
        assert!(!watch.look());
        replace();
        assert!(!watch.look() && watch.look());
        let problems = watch.read().expect_err("it cannot be read");
        assert!(problems.to_string().contains("m.ron"), "{problems}");
        let problems = check_path(&file, &[]).expect_err("it cannot be read");
        assert!(problems.to_string().contains("m.ron"), "{problems}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn files_of_the_system_are_read_to_their_end_or_refused_at_once() {
    for file in ["/proc/kmsg", "/dev/zero", "/dev/tty", "/proc/self/mem"] {
        assert!(check_path(Path::new(file), &[]).is_err(), "{file}");
    }
}

#[test]
fn pictures_that_nothing_names_are_checked_as_well() {
    let folder = folder();
    let pack = folder.path();
    fs::write(pack.join("units.ron"), "[(key: \"infantry\", health: 70)]").expect("there is room");
    fs::write(pack.join("knight.svg"), "a knight").expect("there is room");
    let told = check_pack_folder(pack, &[]).expect_err("it is no picture");
    let told = told.to_string();
    assert!(
        told.contains("knight.svg") && told.contains("cannot be drawn: it contains no <svg>"),
        "{told}"
    );
}

#[test]
fn packs_of_more_than_is_read_are_told() {
    let folder = folder();
    let picture = vec![b' '; 3 << 20];
    for number in 0..5 {
        let file = folder.path().join(format!("p{number}.svg"));
        fs::write(file, &picture).expect("there is room");
    }
    let units = "[(key: \"infantry\", health: 70)]";
    fs::write(folder.path().join("units.ron"), units).expect("there is room");
    let told = check_pack_folder(folder.path(), &[]).expect_err("it is too large");
    assert!(
        told.to_string().contains("contains more than 8 MiB"),
        "{told}"
    );
}

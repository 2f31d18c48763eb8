//! Changed files of a mission while it is played: how they are noticed, what needs a restart, and what
//! has problems.

use std::fs;
use std::path::Path;

use hexscape::battle::journal::Journal;
use hexscape::battle::order::fingerprint;
use hexscape::battle::unit::UnitId;
use hexscape::content;
use hexscape::mission::MissionSource;
use hexscape::reload::{Held, Reload, Watch, judge};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::objective::PLAYER;
use hexscape::rules::battlescape::side_view::SideView;

use crate::reload::{DUEL, begun, duel, laid_over, renew, renewed, with};

#[track_caller]
fn check_restart(changed: &MissionSource, expected: &[&str]) {
    let begun_from = duel();
    let mut world = begun(&begun_from, 1);
    let print = fingerprint::<Battlescape>(&mut world);
    match judge::<Battlescape>(&world, &begun_from, Ok(changed.clone())) {
        Reload::Restart { why, source } => {
            assert_eq!(why, expected);
            assert_eq!(*source, *changed);
        }
        other => panic!("{other:?}"),
    }
    let refusal = renew(&mut world, changed).expect_err("it cannot be taken over");
    assert_eq!(
        refusal.to_string(),
        format!("needs a restart: {}", expected.join("; "))
    );
    assert_eq!(fingerprint::<Battlescape>(&mut world), print);
    assert!(world.resource::<Journal<Battlescape>>().entries.is_empty());
}

#[test]
fn what_a_battle_has_grown_from_needs_a_restart_and_is_named() {
    let duel = duel();
    for (from, to, expected) in [
        (
            " . . . . . . . .",
            " . . # . . . . .",
            "row 1 of the board has different terrain, at (2, 1)",
        ),
        (
            "rows: [",
            "heights: [\". . . . 1 . . .\", \". . . . . . . .\", \". . . . . . . .\"], rows: [",
            "row 0 of the board has different height, at (4, 0)",
        ),
        (
            "rows: [",
            "smoke: [(at: (3, 1), density: 2)], rows: [",
            "row 1 of the board has different fire or smoke, at (3, 1)",
        ),
        (
            "rows: [",
            "hexsides: [(at: (1, 1), side: East, kind: \"fence\")], rows: [",
            "the hexsides of the board changed",
        ),
        (
            "at: (4, 0)",
            "at: (5, 0)",
            "B of Foes changed its start hex",
        ),
        (
            "facing: East",
            "facing: West",
            "A of Own changed its facing",
        ),
        (
            "kind: \"sectoid\"",
            "kind: \"brute\"",
            "B of Foes changed its kind",
        ),
        (
            "units: [(kind: \"sectoid\"",
            "units: [(kind: \"sectoid\", at: (6, 0)), (kind: \"sectoid\"",
            "the number of units of Foes changed",
        ),
        (
            "controller: Human",
            "controller: Ai(Hold)",
            "the controller of Own changed",
        ),
        ("zones:", "night: true, zones:", "day and night changed"),
        (
            "zones:",
            "deployment: \"near\", zones:",
            "the deployment zone changed",
        ),
        (
            "Message(\"They know.\"), ",
            "",
            "triggers were added, removed or changed",
        ),
        (
            "zones:",
            "objects: [(name: \"box\", kind: Container, at: (2, 2))], zones:",
            "objects changed",
        ),
    ] {
        let expected: Vec<_> = expected.split("; ").collect();
        check_restart(&with(&duel, from, to), &expected);
    }
    let harder = duel.clone().at(150);
    let begun_world = begun(&duel, 1);
    assert!(matches!(
        judge::<Battlescape>(&begun_world, &duel, Ok(harder)),
        Reload::Restart { .. }
    ));
}

#[test]
fn definitions_may_follow_those_that_were_but_not_shift_them() {
    let duel = duel();
    let mut shifted = duel.clone();
    let weapons = shifted
        .content
        .base
        .get_mut("weapons.ron")
        .expect("it is shipped");
    let first = weapons.find("(key:").expect("it has weapons");
    let end = first + weapons[first..].find("),\n").expect("one a line") + 3;
    let one = weapons[first..end].to_owned();
    let key = one.split('"').nth(1).expect("it has a key").to_owned();
    let twin = one.replacen(&key, "twin", 1);
    weapons.insert_str(first, &twin);
    check_restart(
        &shifted,
        &["weapon \"twin\" was added before the end of its list"],
    );
    let added = laid_over(&duel, "weapons.ron", &format!("[{twin}]"));
    let world = begun(&duel, 1);
    assert!(matches!(
        judge::<Battlescape>(&world, &duel, Ok(added.clone())),
        Reload::InPlace(_)
    ));
    // And what came can go again only by a restart.
    let mut world = world;
    renewed(&mut world, &added);
    match judge::<Battlescape>(&world, &duel, Ok(duel.clone())) {
        Reload::Restart { why, .. } => assert_eq!(why, ["weapon \"twin\" was removed"]),
        other => panic!("{other:?}"),
    }
    let kinds = laid_over(
        &duel,
        "items.ron",
        "[(key: \"medikit\", kind: Scanner, radius: 5)]",
    );
    match judge::<Battlescape>(&world, &duel, Ok(kinds)) {
        Reload::Restart { .. } | Reload::Problems(_) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_broken_file_tells_its_problems_with_their_places_and_changes_nothing() {
    let duel = duel();
    let mut world = begun(&duel, 1);
    let print = fingerprint::<Battlescape>(&mut world);
    let broken = with(&duel, "\"sectoid\"", "\"sectiod\"");
    let broken = with(&broken, "facing: East", "facing: Easst");
    let Reload::Problems(problems) = judge::<Battlescape>(&world, &duel, Ok(broken.clone())) else {
        panic!("it has problems");
    };
    let told: Vec<_> = problems.0.iter().map(ToString::to_string).collect();
    for (place, hint) in [
        ("duel.ron:15:100: ", "did you mean `East`?"),
        ("duel.ron:16:61: ", "did you mean `sectoid`?"),
    ] {
        let is_told = |line: &String| line.starts_with(place) && line.contains(hint);
        assert!(told.iter().any(is_told), "{told:?}");
    }
    let refusal = renew(&mut world, &broken).expect_err("it has problems");
    assert_eq!(refusal.to_string(), problems.to_string());
    assert_eq!(fingerprint::<Battlescape>(&mut world), print);
    let missing = MissionSource::read(Path::new("no/such.ron"), Path::new("no"));
    assert!(matches!(
        judge::<Battlescape>(&world, &duel, missing),
        Reload::Problems(_)
    ));
}

#[test]
fn changed_files_are_noticed_once_they_are_still() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let assets = content::assets_folder().expect("the assets are beside the crate");
    let content_folder = folder.path().join("content");
    let pack = folder.path().join("pack");
    fs::create_dir_all(&content_folder).expect("the folder can be written");
    fs::create_dir_all(&pack).expect("the folder can be written");
    for file in content::files() {
        fs::copy(assets.join("content").join(file), content_folder.join(file))
            .expect("it is shipped");
    }
    fs::write(
        pack.join("units.ron"),
        "[(key: \"infantry\", accuracy: 66)]",
    )
    .expect("it can be");
    let file = folder.path().join("duel.ron");
    fs::write(&file, DUEL).expect("the folder can be written");
    let packs = vec![pack.clone()];
    let mut source = MissionSource::read(&file, &content_folder).expect("it is sound");
    source.content = source.content.with_packs(&packs).expect("it is sound");
    let mut watch = Watch::new(&source, file.clone(), content_folder.clone(), Held::Read);
    let mut world = begun(&source, 1);
    // Two looks without a change between them tell that the writing is over.
    let noticed = |watch: &mut Watch| (watch.look(), watch.look(), watch.look());
    assert_eq!(noticed(&mut watch), (false, false, false));
    assert_eq!(watch.read().expect("it is sound"), source);

    for (file, text) in [
        (&file, DUEL.replace("They know.", "They know it.")),
        (
            &pack.join("units.ron"),
            "[(key: \"infantry\", accuracy: 75)] ".to_owned(),
        ),
        (&pack.join("ai.ron"), "(move_margin: 3)".to_owned()),
    ] {
        fs::write(file, text).expect("it can be written");
        assert_eq!(
            noticed(&mut watch),
            (false, true, false),
            "{}",
            file.display()
        );
        let Reload::InPlace(found) = judge::<Battlescape>(&world, &source, watch.read()) else {
            panic!("{} can be taken over", file.display());
        };
        renewed(&mut world, &found);
        assert_eq!(
            judge::<Battlescape>(&world, &source, watch.read()),
            Reload::Nothing
        );
    }
    let view = SideView::new(&world, PLAYER);
    assert_eq!(view.kind(UnitId(0)).accuracy, 75);
    // Written again with the same text.
    fs::write(&file, DUEL.replace("They know.", "They know it.")).expect("it can be written");
    assert_eq!(noticed(&mut watch), (false, false, false));
    // What may have changed before it was watched is read at the first look.
    let mut late = Watch::new(&source, file.clone(), content_folder, Held::Unread);
    assert_eq!(noticed(&mut late), (true, false, false));
    fs::remove_file(&file).expect("it is there");
    assert_eq!(noticed(&mut watch), (false, true, false));
    let Reload::Problems(problems) = judge::<Battlescape>(&world, &source, watch.read()) else {
        panic!("it is gone");
    };
    assert!(
        problems.to_string().contains("duel.ron:1:1: cannot read"),
        "{problems}"
    );
    assert!(!watch.has_changed());
}

//! Content packs laid over the shipped content.

use std::fs;
use std::path::Path;

use hexscape::check::{check_pack_folder, check_path};
use hexscape::content::changes::{Added, Change, Clash, Comparison, compare};
use hexscape::content::{self, ContentText, PackText};
use hexscape::mission::MissionSource;
use hexscape::rules::battlescape::content::{BattlescapeContent, FireMode};

fn base() -> ContentText {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    ContentText::read(&folder.join("content")).expect("the shipped content is there")
}

fn pack(folder: &Path, name: &str, files: &[(&str, &str)]) -> std::path::PathBuf {
    let pack = folder.join(name);
    fs::create_dir_all(&pack).expect("a folder of the test's own");
    for (file, text) in files {
        fs::write(pack.join(file), text).expect("a file of the test's own");
    }
    pack
}

#[test]
fn a_pack_overrides_fields_by_key_adds_definitions_and_changes_figures() {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let veterans = pack(
        folder.path(),
        "veterans",
        &[
            (
                "units.ron",
                r#"[(key: "infantry", accuracy: 80), (key: "ranger", name: "Ranger", description: "Scouts ahead.", level: Warrior, health: 60,
                accuracy: 70, reactions: 60, strength: 50, bravery: 60, will: 50, vision: 12,
                armor: (rating: 4, class: Armor), weapon: "carbine",
                silhouette: Soldier)]"#,
            ),
            (
                "weapons.ron",
                r#"[(key: "carbine", name: "Carbine", class: Rifle, type: Kinetic, damage: "d18",
                accuracy: 10, magazine: 20, modes: [Snap, Aimed])]"#,
            ),
            (
                "battlescape.ron",
                "(tu: (carry_max: 30), modes: {Snap: (accuracy: -5)})",
            ),
            ("ai.ron", "(move_margin: 20)"),
        ],
    );
    let text = base().with_packs(&[&veterans]).expect("the pack is sound");
    assert_eq!(text.conflicts(), Vec::new());
    let plain = base().catalog("").expect("the base is sound");
    let catalog = match text.catalog("") {
        Ok(catalog) => catalog,
        Err(problems) => panic!("{problems}"),
    };
    let (before, after) = (
        plain.part::<BattlescapeContent>(),
        catalog.part::<BattlescapeContent>(),
    );
    let infantry = after.unit_named("infantry").expect("still there");
    assert_eq!(Some(infantry), before.unit_named("infantry"), "ids stay");
    assert_eq!(after.unit(infantry).accuracy, 80);
    assert_eq!(after.unit(infantry).health, before.unit(infantry).health);
    let ranger = after.unit(after.unit_named("ranger").expect("added"));
    assert_eq!(after.weapon(ranger.weapon).key, "carbine");
    assert_eq!(after.figures.tu.carry_max, 30);
    assert_eq!(after.figures.tu.walk, before.figures.tu.walk);
    let snap = &after.figures.modes[&FireMode::Snap];
    assert_eq!((snap.accuracy, snap.damage_percent), (-5, 110));
    assert_eq!(after.ai.move_margin, 20);
    assert_eq!(after.ai.candidates, before.ai.candidates);
    check_path(&veterans, &[]).expect("`hexscape check` takes a pack");
}

#[test]
fn later_packs_hold_and_conflicts_are_told() {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let one = pack(
        folder.path(),
        "one",
        &[
            ("units.ron", r#"[(key: "medic", health: 70, accuracy: 61)]"#),
            ("battlescape.ron", "(tu: (carry_max: 30, door: 4))"),
        ],
    );
    let two = pack(
        folder.path(),
        "two",
        &[
            ("units.ron", r#"[(key: "medic", health: 80, accuracy: 61)]"#),
            ("battlescape.ron", "(tu: (carry_max: 20))"),
        ],
    );
    let health = |packs: &[&Path]| {
        let text = base().with_packs(packs).expect("sound");
        let catalog = text.catalog("").expect("sound");
        let medic = catalog
            .part::<BattlescapeContent>()
            .unit_named("medic")
            .expect("shipped");
        let carry = catalog.part::<BattlescapeContent>().figures.tu.carry_max;
        (
            catalog.part::<BattlescapeContent>().unit(medic).health,
            carry,
            text.conflicts()
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>(),
        )
    };
    let (last, carry, told) = health(&[&one, &two]);
    assert_eq!((last, carry), (80, 20));
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told[0].starts_with("medic.health is set by ") && told[0].contains("two"),
        "{told:?}"
    );
    assert!(told[1].starts_with("tu.carry_max is set by "), "{told:?}");
    let (last, carry, _) = health(&[&two, &one]);
    assert_eq!((last, carry), (70, 30));
}

#[test]
fn mistakes_in_packs_are_told_with_their_own_file_and_line() {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    for (name, file, text, told) in [
        (
            "a",
            "units.ron",
            "[\n(key: \"medic\", health: -4)]",
            "units.ron:2:24: ",
        ),
        (
            "b",
            "units.ron",
            "[(key: \"medic\", helth: 4)]",
            "no field `helth`",
        ),
        (
            "c",
            "unit.ron",
            "[]",
            "is not a content file; did you mean `units.ron`?",
        ),
        (
            "d",
            "weapons.ron",
            "[(key: \"new\")]",
            "weapon lacks `name`",
        ),
        (
            "e",
            "battlescape.ron",
            "(tu: (walk: 0))",
            "tu.walk 0 is out of range (allowed: 1 to 1000)",
        ),
        (
            "f",
            "battlescape.ron",
            "(tu: (wolk: 3))",
            "there is no field `wolk`",
        ),
        ("g", "terrain.ron", "[", "terrain.ron:1:"),
        (
            "h",
            "items.ron",
            "[(key: \"medikit\", charges: 4),\n(key: \"medikit\", charges: 5)]",
            "items.ron:2:1: \"medikit\" is given twice",
        ),
        (
            "i",
            "items.ron",
            "[(key: \"medikit\",\ncharges: 4,\ncharges: 5)]",
            "items.ron:3:1: `charges` is given twice",
        ),
        (
            "j",
            "battlescape.ron",
            "(modes: {Snap: (accuracy: 5), Snap: (accuracy: 6)})",
            "battlescape.ron:1:31: `Snap` is given twice",
        ),
        // What it makes of the base is told where it says so.
        (
            "k",
            "items.ron",
            "[\n(key: \"flashbang\", kind: PsiAmp)]",
            "items.ron:2:1: item has no field `effect`",
        ),
        (
            "l",
            "terrain.ron",
            "[\n(key: \"open_door\", breaks_to: \"nothing\")]",
            "terrain.ron:2:31: terrain \"nothing\" is unknown",
        ),
    ] {
        let pack = pack(folder.path(), name, &[(file, text)]);
        let result = (base().with_packs(&[&pack])).and_then(|text| text.catalog(""));
        let problems = result.expect_err("it is broken").to_string();
        assert!(problems.contains(told), "{text}: {problems}");
        let in_pack = problems.contains(&pack.display().to_string());
        assert!(in_pack, "{text}: {problems}");
    }
    let empty = pack(folder.path(), "empty", &[]);
    let problems = base()
        .with_packs(&[&empty])
        .expect_err("it is empty")
        .to_string();
    assert!(problems.contains("contains no content files"), "{problems}");
}

#[test]
fn a_mission_asks_for_packs_beside_the_content() {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let root = folder.path();
    let assets = content::assets_folder().expect("the assets are beside the crate");
    fs::create_dir_all(root.join("content")).expect("a folder of the test's own");
    for file in content::files() {
        let from = assets.join("content").join(file);
        fs::copy(from, root.join("content").join(file)).expect("copied");
    }
    pack(
        &root.join("packs"),
        "tough",
        &[("units.ron", r#"[(key: "sectoid", health: 99)]"#)],
    );
    let mission = fs::read_to_string(assets.join("missions/skirmish_6v8.ron")).expect("shipped");
    let with = mission.replacen("Mission(", "Mission(packs: [\"tough\"],", 1);
    fs::create_dir_all(root.join("missions")).expect("a folder of the test's own");
    let file = root.join("missions/tough.ron");
    fs::write(&file, &with).expect("a file of the test's own");
    let source = MissionSource::read(&file, &root.join("content")).expect("sound");
    let built = source.build(1).expect("sound");
    let content = built.catalog.part::<BattlescapeContent>();
    let sectoid = content.unit_named("sectoid").expect("shipped");
    assert_eq!(content.unit(sectoid).health, 99);
    fs::write(&file, with.replace("tough\"]", "tuogh\"]")).expect("a file of the test's own");
    let problems = MissionSource::read(&file, &root.join("content"))
        .expect_err("no such pack")
        .to_string();
    assert!(problems.contains("pack \"tuogh\" is unknown"), "{problems}");
}

#[test]
fn content_from_before_a_figure_has_it_as_it_was_and_a_pack_may_set_it() {
    let mut old = base();
    let text = old.base.get_mut("ai.ron").expect("a content file");
    assert!(text.contains("    around_steps: 32,\n"));
    *text = text.replacen("    around_steps: 32,\n", "", 1);
    let figures = old
        .catalog("")
        .expect("nothing else lacks")
        .part::<BattlescapeContent>()
        .ai
        .clone();
    let now = base().catalog("").expect("the base is sound");
    assert_eq!(figures, now.part::<BattlescapeContent>().ai);
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let near = pack(folder.path(), "near", &[("ai.ron", "(around_steps: 9)")]);
    let text = old.with_packs(&[&near]).expect("the pack is sound");
    let figures = text
        .catalog("")
        .expect("it is in range")
        .part::<BattlescapeContent>()
        .ai
        .clone();
    assert_eq!(figures.around_steps, 9);
    let far = pack(
        folder.path(),
        "far",
        &[("ai.ron", "(\n    around_steps: 0,\n)")],
    );
    let text = base().with_packs(&[&far]).expect("the pack reads");
    let problems = text
        .catalog("")
        .expect_err("it is out of range")
        .to_string();
    let expected = "ai.ron:2:19: around_steps 0 is out of range (allowed: 1 to 1000)";
    assert!(problems.contains(expected), "{problems}");
}

#[test]
fn content_of_the_last_release_is_read_without_what_came_since() {
    let mut old = base();
    for (file, added) in [
        ("fleet.ron", "dead_end: "),
        ("fleet.ron", "memory: "),
        ("ai.ron", "whim: "),
        ("ai.ron", "peril: "),
        ("ai.ron", "support: "),
        ("battlescape.ron", "reaction_least: "),
        ("battlescape.ron", "crit_headshot_chance: "),
    ] {
        let text = old.base.get_mut(file).expect("a content file");
        let from = text
            .find(&format!(" {added}"))
            .expect("the figure is there");
        let value = &text[from + 1 + added.len()..];
        let end = match value.starts_with('(') {
            true => value.find(')').expect("it closes") + 1,
            false => value.find([',', ')']).expect("it ends"),
        };
        let comma = usize::from(value[end..].starts_with(','));
        let to = from + 1 + added.len() + end + comma;
        text.replace_range(from..to, "");
    }
    old.catalog("")
        .unwrap_or_else(|problems| panic!("{problems}"));
}

#[test]
fn packs_are_found_beside_the_mission_and_in_a_folder_of_packs() {
    let assets = content::assets_folder().expect("the assets are beside the crate");
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let mission = fs::read_to_string(assets.join("missions/first_steps.ron")).expect("shipped");
    let asked = mission.replacen("Mission(", "Mission(packs: [\"tough\", \"quick\"],", 1);
    let file = folder.path().join("m.ron");
    fs::write(&file, asked).expect("a file of the test's own");
    let read = || MissionSource::read(&file, &assets.join("content"));
    let told = read().expect_err("there are none").to_string();
    assert!(told.contains("pack \"tough\" is unknown"), "{told}");
    let health = "[(key: \"infantry\", health: 77)]";
    pack(folder.path(), "tough", &[("units.ron", health)]);
    let walk = "(tu: (walk: 3))";
    pack(
        &folder.path().join("packs"),
        "quick",
        &[("battlescape.ron", walk)],
    );
    let source = read().unwrap_or_else(|problems| panic!("{problems}"));
    let mission = source
        .build(1)
        .unwrap_or_else(|problems| panic!("{problems}"));
    let content = mission.catalog.part::<BattlescapeContent>();
    let infantry = content.unit(content.unit_named("infantry").expect("shipped"));
    assert_eq!((infantry.health, content.figures.tu.walk), (77, 3));
    // No name leads anywhere else.
    fs::create_dir(folder.path().join("inner")).expect("a folder of the test's own");
    let inner = folder.path().join("inner/m.ron");
    let mission = fs::read_to_string(&file).expect("it is there");
    fs::write(&inner, mission.replace("\"tough\"", "\"../tough\"")).expect("a file");
    let told = MissionSource::read(&inner, &assets.join("content")).expect_err("it leads out");
    assert!(
        told.to_string().contains("pack \"../tough\" is unknown"),
        "{told}"
    );
}

#[test]
fn missions_are_checked_with_packs_over_the_content() {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let assets = content::assets_folder().expect("the assets are beside the crate");
    let mission = assets.join("missions/first_steps.ron");
    let check = |text: &str| {
        let pack = pack(folder.path(), "one", &[("units.ron", text)]);
        check_path(&mission, &[pack]).map_err(|problems| problems.to_string())
    };
    check("[(key: \"infantry\", health: 77)]").unwrap_or_else(|problems| panic!("{problems}"));
    let told = check("[(key: \"infantry\", health: 7700)]").expect_err("too much");
    assert!(
        told.contains("health 7700 is out of range (allowed: 1 to 1000)"),
        "{told}"
    );
}

#[test]
fn a_pack_in_a_folder_named_content_is_laid_over_the_shipped_content() {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let tough = "[(key: \"infantry\", health: 77)]";
    pack(folder.path(), "mine/content", &[("units.ron", tough)]);
    let count = check_path(&folder.path().join("mine"), &[]);
    assert_eq!(count.unwrap_or_else(|problems| panic!("{problems}")), 1);
}

#[test]
fn a_pack_brings_pictures_and_what_is_wrong_with_them_is_told_where_they_are_named() {
    const SVG: &str =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0H9V9Z'/></svg>";
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let units = "[\n(key: \"infantry\", picture: \"knight.svg\"),\n]";
    let knights = [("units.ron", units), ("knight.svg", SVG)];
    let knights = pack(folder.path(), "knights", &knights);
    let text = base().with_packs(&[&knights]).expect("the pack is sound");
    let catalog = text
        .catalog("")
        .unwrap_or_else(|problems| panic!("{problems}"));
    let content = catalog.part::<BattlescapeContent>();
    let unit = content.unit_named("infantry").expect("it is shipped");
    let picture = content.unit(unit).picture.as_ref();
    assert_eq!(picture.map(|picture| picture.svg()), Some(SVG));
    assert_eq!(check_path(&knights, &[]), Ok(1));
    let told = |files: &[(&str, &str)]| {
        let folder = tempfile::tempdir().expect("a folder of the test's own");
        let problems = check_path(&pack(folder.path(), "knights", files), &[]);
        problems.expect_err("something is wrong").to_string()
    };
    let missing = told(&[("units.ron", units), ("knigt.svg", SVG)]);
    let expected = "units.ron:2:28: picture \"knight.svg\" is unknown; did you mean `knigt.svg`?";
    assert!(missing.contains(expected), "{missing}");
    let text = told(&[("units.ron", units), ("knight.svg", "a knight")]);
    let expected = "units.ron:2:28: cannot draw \"knight.svg\": it contains no <svg>";
    assert!(text.contains(expected), "{text}");
    let alone = told(&[("knight.svg", SVG)]);
    assert!(
        alone.contains("contains no content files") || alone.contains("contains no mission"),
        "{alone}"
    );
}

/// Compares packs, each with whether it is on.
fn compared(packs: &[(&Path, bool)]) -> Comparison {
    let packs = packs.iter();
    compare(
        &base(),
        packs.map(|(folder, is_on)| (PackText::read(folder), *is_on)),
    )
}

fn change(file: &str, of: &str, figure: &str, was: &str, now: &str) -> Change {
    let value = |text: &str| (text != "-").then(|| text.to_owned());
    Change {
        file: file.to_owned(),
        of: of.to_owned(),
        figure: figure.to_owned(),
        was: value(was),
        now: value(now),
    }
}

fn added(file: &str, name: &str) -> Added {
    let [file, name] = [file, name].map(str::to_owned);
    Added { file, name }
}

#[test]
fn what_a_pack_adds_and_changes_is_listed_old_and_new() {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let units = r#"[
        (key: "infantry", accuracy: 80, health: 60, items: [], medic: true, weapon: "smg",
         armor: (rating: 5, class: Armor)),
        (key: "ranger", name: "Ranger", description: "Scouts ahead.", level: Warrior, health: 60,
         accuracy: 70, reactions: 60, strength: 50, bravery: 60, will: 50, vision: 12,
         armor: (rating: 4, class: Armor), weapon: "smg", silhouette: Soldier, picture: "ranger.svg"),
    ]"#;
    let svg =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0H9V9Z'/></svg>";
    let files = [
        ("units.ron", units),
        (
            "battlescape.ron",
            "(tu: (walk: 3), attack: {Pistol: {Auto: (tu: 50, rounds: 9)}})",
        ),
        ("fleet.ron", r#"(ships: {"bomber": (hull: 6)})"#),
        ("ranger.svg", svg),
    ];
    let rangers = pack(folder.path(), "rangers", &files);
    let compared = compared(&[(&rangers, false)]);
    let changes = compared.packs[0].as_ref().expect("it is sound");
    assert_eq!(
        changes.added,
        [
            added("battlescape.ron", "attack Pistol Auto"),
            added("units.ron", "Ranger")
        ]
    );
    let expected = [
        change("battlescape.ron", "", "tu walk", "4", "3"),
        change("fleet.ron", "Bomber", "hull", "4", "6"),
        change("units.ron", "Infantry", "accuracy", "65", "80"),
        change("units.ron", "Infantry", "armor rating", "4", "5"),
        change("units.ron", "Infantry", "weapon", "assault rifle", "smg"),
        change("units.ron", "Infantry", "items", "frag grenade", "nothing"),
        change("units.ron", "Infantry", "medic", "-", "yes"),
    ];
    let mut found = changes.changed.clone();
    found.sort_by_key(|change| {
        let place = expected.iter().position(|other| other == change);
        place.unwrap_or(usize::MAX)
    });
    assert_eq!(found, expected);
    let pictures: Vec<_> = changes.pictures.keys().collect();
    assert_eq!(pictures, ["ranger.svg"]);
    assert_eq!(compared.clashes, []);
}

#[test]
fn packs_that_set_the_same_figure_clash_and_the_later_one_is_laid_over_the_other() {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let of = |name: &str, text: &str| pack(folder.path(), name, &[("units.ron", text)]);
    let one = of("one", r#"[(key: "medic", health: 70, accuracy: 61)]"#);
    let two = of("two", r#"[(key: "medic", health: 55, accuracy: 61)]"#);
    let both = compared(&[(&one, true), (&two, true)]);
    let clash = Clash {
        figure: "medic health".to_owned(),
        set_by: vec![(0, "70".to_owned()), (1, "55".to_owned())],
    };
    assert_eq!(both.clashes, [clash]);
    // It sets back what the shipped medic has: a change all the same.
    let second = both.packs[1].as_ref().expect("it is sound");
    let health = change("units.ron", "Medic", "health", "70", "55");
    assert_eq!(second.changed, [health]);
    // One that is off is compared, and in nobody's way.
    for on in [(true, false), (false, true)] {
        let compared = compared(&[(&one, on.0), (&two, on.1)]);
        assert_eq!(compared.clashes, []);
        let changed = |at: usize| {
            compared.packs[at]
                .as_ref()
                .expect("it is sound")
                .changed
                .len()
        };
        assert_eq!((changed(0), changed(1)), (2, 1));
    }
}

#[test]
fn a_broken_pack_is_told_and_changes_nothing_for_those_after_it() {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let of = |name: &str, text: &str| pack(folder.path(), name, &[("units.ron", text)]);
    let broken = of("broken", "[\n(key: \"medic\", health: 9999)]");
    let garbled = of("garbled", "[(");
    let sound = of("sound", r#"[(key: "medic", health: 70)]"#);
    let missing = folder.path().join("missing");
    let packs = [&broken, &garbled, &sound, &missing].map(|folder| (folder.as_path(), true));
    let compared = compared(&packs);
    let problems = |at: usize| {
        let problems: &content::problem::Problems =
            compared.packs[at].as_ref().expect_err("broken");
        problems.to_string()
    };
    assert!(
        problems(0).contains("broken/units.ron:2:24: "),
        "{}",
        problems(0)
    );
    assert!(
        problems(1).contains("garbled/units.ron:1:"),
        "{}",
        problems(1)
    );
    assert!(problems(3).contains("missing"), "{}", problems(3));
    let health = change("units.ron", "Medic", "health", "55", "70");
    assert_eq!(
        compared.packs[2].as_ref().expect("it is sound").changed,
        [health]
    );
    assert_eq!(compared.clashes, []);
}

#[test]
fn a_pack_brings_missions_that_are_checked_with_it() {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let assets = content::assets_folder().expect("the assets are beside the crate");
    let mission = fs::read_to_string(assets.join("missions/first_steps.ron")).expect("shipped");
    let alone = pack(folder.path(), "alone", &[]);
    pack(&alone, "missions", &[("steps.ron", &mission)]);
    assert_eq!(check_path(&alone, &[]), Ok(1));
    let compared = compared(&[(&alone, true)]);
    assert!(
        compared.packs[0]
            .as_ref()
            .is_ok_and(|changes| changes.changed.is_empty())
    );
    let renamed = r#"[(key: "guard", name: "Guard", description: "Stands.", level: Warrior, health: 60,
        accuracy: 70, reactions: 60, strength: 50, bravery: 60, will: 50, vision: 12,
        armor: (rating: 4, class: Armor), weapon: "smg", silhouette: Soldier)]"#;
    let guards = pack(folder.path(), "guards", &[("units.ron", renamed)]);
    let with = |kind: &str| {
        let mission = mission.replace("kind: \"infantry\"", &format!("kind: \"{kind}\""));
        pack(&guards, "missions", &[("steps.ron", &mission)]);
        check_path(&guards, &[])
    };
    assert_eq!(with("guard"), Ok(2));
    let told = with("gaurd")
        .expect_err("there is no such kind")
        .to_string();
    assert!(
        told.contains("missions/steps.ron:") && told.contains("guard"),
        "{told}"
    );
}

#[test]
fn a_mission_may_be_named_as_a_content_file_and_is_no_pack() {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let assets = content::assets_folder().expect("the assets are beside the crate");
    let file = folder.path().join("fleet.ron");
    fs::copy(assets.join("missions/cold_start.ron"), &file).expect("it is shipped");
    assert_eq!(check_path(&file, &[]), Ok(1));
    assert_eq!(check_path(folder.path(), &[]), Ok(1));
    let problems = check_pack_folder(&file, &[]).expect_err("it is a mission");
    let told = "is a file: a content pack is a folder of content files";
    assert!(problems.to_string().contains(told), "{problems}");
}

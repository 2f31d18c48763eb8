//! Saves: what a list shows of them, autosaves, and files that are cut, altered or foreign.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use bevy::prelude::World;
use hexscape::battle::journal::Journal;
use hexscape::battle::knowledge::Sight;
use hexscape::battle::order::{fingerprint, submit};
use hexscape::battle::phase::{Outcome, Turn, Verdict};
use hexscape::battle::rules::Rules;
use hexscape::battle::step::HumanSides;
use hexscape::battle::unit::Side;
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::objective::PLAYER;
use hexscape::rules::battlescape::setup::set_up;
use hexscape::rules::battlescape::side_view::SideView;
use hexscape::save::{
    BattleId, EXTENSION, Glimpse, SaveKind, SaveLabel, autosave, label, may_replace, newest_in,
    quick_slot, saves_in,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::replays::source;
use crate::seals::sealed;

type JournalFile = hexscape::save::JournalFile<Battlescape>;

/// A folder for a test.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

/// A battle of a shipped mission about to begin.
pub fn begun(name: &str, seed: u64) -> World {
    let mut world = World::new();
    let mission = source(name).build(seed).expect("the mission is sound");
    set_up(&mut world, &mission, seed);
    world
}

/// Has the computer give the next order.
pub fn go_on(world: &mut World) {
    let side = world.resource::<Turn>().active;
    let order = Battlescape::decide(world, side);
    submit::<Battlescape>(world, side, order).expect("decisions pass");
}

/// Whether the battle is over.
pub fn is_over(world: &World) -> bool {
    world.resource::<Verdict>().0.is_some()
}

/// Plays until a turn begins.
fn play_to_turn(world: &mut World, turn: u16) {
    while world.resource::<Turn>().number < turn && !is_over(world) {
        go_on(world);
    }
}

/// Loads a save and returns how many orders were given and the fingerprint after them.
pub fn loaded(file: &Path) -> Result<(usize, u64), String> {
    let save = JournalFile::read(file).map_err(|error| error.to_string())?;
    let mut world = World::new();
    let mission = save.mission().map_err(|error| error.to_string())?;
    (save.restore(&mut world, &mission)).map_err(|error| error.to_string())?;
    let orders = world.resource::<Journal<Battlescape>>().entries.len();
    Ok((orders, fingerprint::<Battlescape>(&mut world)))
}

/// The name of a file.
pub fn name_of(file: &Path) -> String {
    let name = file.file_name().expect("it is a file");
    name.to_string_lossy().into_owned()
}

/// The names of all files of a folder.
pub fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = (fs::read_dir(folder).expect("the folder is there"))
        .map(|entry| name_of(&entry.expect("it can be listed").path()))
        .collect();
    names.sort();
    names
}

#[test]
fn a_label_tells_what_the_side_that_saved_knows() {
    let folder = folder();
    let mut world = begun("first_contact", 3);
    play_to_turn(&mut world, 3);
    for (side, kind, ironman) in [
        (PLAYER, SaveKind::Named, false),
        (Side(1), SaveKind::Quick, true),
    ] {
        let file = folder.path().join(format!("of {}.{EXTENSION}", side.0));
        let save = JournalFile::save(&world, source("first_contact"), side, kind, ironman);
        save.write(&file).expect("the folder can be written");
        let read = label(&file).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(Some(&read), save.label.as_ref());
        let orders = world.resource::<Journal<Battlescape>>().entries.len();
        assert_eq!((read.mission.as_str(), read.seed), ("First Contact", 3));
        assert_eq!((read.turn, read.outcome), (3, None));
        assert_eq!((read.difficulty, read.orders), (100, orders));
        assert_eq!((read.kind, read.ironman), (kind, ironman));

        let view = SideView::new(&world, side);
        let (grid, catalog) = (view.grid(), view.rulebook().catalog());
        let mut glimpses = 0;
        for tile in grid.tiles() {
            let (column, row) = grid.to_offset(tile);
            let glimpse = read.sketch.at(column as u16, row as u16);
            let is_own = view.own_on_board().any(|id| view.unit(id).tile == tile);
            let is_foe = view.enemies().any(|id| view.unit(id).tile == tile)
                || view.last_seen().any(|(_, at)| at.tile == tile);
            let terrain = catalog.terrain(view.layers().terrain(tile));
            let expected = match view.sight(tile) {
                _ if is_own => Glimpse::Own,
                _ if is_foe => Glimpse::Enemy,
                Sight::Hidden => Glimpse::Unseen,
                Sight::Remembered | Sight::Visible => Glimpse::Ground(&terrain.key),
            };
            assert_eq!(glimpse, expected, "({column}, {row})");
            glimpses += usize::from(glimpse != Glimpse::Unseen);
        }
        assert!(glimpses > 20, "{glimpses}");
        assert_eq!(read.sketch.at(grid.width, 0), Glimpse::Unseen);
    }
    while !is_over(&world) {
        go_on(&mut world);
    }
    let over = SaveLabel::of::<Battlescape>(&world, PLAYER, SaveKind::Auto, false);
    let outcome: Option<Outcome> = world.resource::<Verdict>().0.map(|ending| ending.outcome);
    assert_eq!(over.outcome, outcome);
}

/// A save that the program wrote when saves had no label yet, with the content of that time.
///
/// What units and figures gained since has to have a default, so that such saves go on loading.
#[test]
fn a_save_of_the_format_before_loads_and_is_listed_all_the_same() {
    let folder = folder();
    let file = folder.path().join(format!("old.{EXTENSION}"));
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/format_3.hexsave");
    fs::copy(kept, &file).expect("it is kept beside the golden journals");
    let save = JournalFile::read(&file).unwrap_or_else(|error| panic!("{error}"));
    let last = save.entries.last().expect("it was played").fingerprint;
    assert_eq!(loaded(&file), Ok((83, last)));
    let listed = saves_in(folder.path());
    let label = listed[0].label.as_ref().expect("it can be read");
    assert_eq!((label.mission.as_str(), label.seed), ("First Contact", 3));
    assert_eq!((label.turn, label.orders, label.outcome), (3, 83, None));
    // Saved again, it has a label of its own.
    let mut world = World::new();
    let mission = save.mission().expect("the mission is inside");
    (save.restore(&mut world, &mission)).unwrap_or_else(|error| panic!("{error}"));
    let again = JournalFile::save(&world, save.source, PLAYER, SaveKind::Named, false);
    assert_eq!(again.label.as_ref(), Some(label));
    again.write(&file).expect("the folder can be written");
    assert_eq!(loaded(&file), Ok((83, last)));
}

#[test]
fn damaged_cut_and_foreign_saves_are_told_and_the_others_list_and_load() {
    let folder = folder();
    let mut world = begun("first_contact", 5);
    play_to_turn(&mut world, 2);
    let now = (
        world.resource::<Journal<Battlescape>>().entries.len(),
        fingerprint::<Battlescape>(&mut world),
    );
    let save = JournalFile::save(
        &world,
        source("first_contact"),
        PLAYER,
        SaveKind::Named,
        false,
    );
    let good = save.to_text();
    let later = good.replacen("hexscape-journal 4", "hexscape-journal 99", 1);
    let later = later
        .lines()
        .map(|line| line.rsplit_once(" #").expect("sealed").0.to_owned());
    let altered = good.replacen("EndTurn", "EndTurm", 1);
    let line = altered.lines().position(|line| line.contains("EndTurm"));
    let line = line.expect("a turn was ended") + 1;
    let order = line - 3;
    let begun = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
    let is_listed = |text: &[u8], name: &str, age: u64| {
        let file = folder.path().join(format!("{name}.{EXTENSION}"));
        fs::write(&file, text).expect("the folder can be written");
        let opened = fs::File::options().write(true).open(&file);
        let time = begun - Duration::from_secs(age);
        (opened.expect("it was written").set_modified(time)).expect("times can be set");
    };
    is_listed(good.as_bytes(), "a good", 9);
    is_listed(altered.as_bytes(), "b altered", 8);
    is_listed(&good.as_bytes()[..good.len() - 400], "c cut", 7);
    is_listed(&good.as_bytes()[..40], "d cut early", 6);
    is_listed(b"", "e empty", 5);
    is_listed(b"(hp: 3, name: \"Vega\")\n", "f foreign", 4);
    is_listed(&[0xff, 0xd8, 0xff, 0xe0, 0], "g picture", 4);
    is_listed(sealed(later).as_bytes(), "h later", 3);
    is_listed(good.as_bytes(), "i good", 2);
    fs::write(folder.path().join(".hexscape-x.part"), &good[..99]).expect("it can be written");
    fs::write(folder.path().join("notes.txt"), "no save").expect("it can be written");

    let listed = saves_in(folder.path());
    let names: Vec<_> = listed
        .iter()
        .map(|entry| name_of(&entry.file)[..1].to_owned())
        .collect();
    // The newest first; of the same age, by name.
    assert_eq!(names.join(""), "ihfgedcba");
    for entry in &listed {
        let name = name_of(&entry.file);
        let told = match (&entry.label, loaded(&entry.file)) {
            (label, Ok(found)) => {
                assert!(name.contains("good"), "{name}");
                assert_eq!(found, now);
                assert_eq!(label.as_ref().ok(), save.label.as_ref());
                continue;
            }
            // Damage in its midst shows only when it is loaded.
            (label, Err(told)) => {
                assert_eq!(label.is_ok(), name.starts_with('b'), "{name}: {label:?}");
                told
            }
        };
        let expected = match &name[..1] {
            "b" => format!(":{line}:1: the line of order {order} was altered; the file is damaged"),
            "c" => "the saved state is truncated; the file is damaged; use an older save".into(),
            "d" => ":1:1: the header is truncated; the file is damaged".into(),
            "e" => ":1:1: the file is empty; the file is damaged".into(),
            "f" | "g" => ":1:1: is not a Hexscape journal or save; choose a file that".into(),
            _ => "format 99 is not supported (this program reads 3 to 4); open it with".into(),
        };
        assert!(told.contains(&expected), "{name}: {told}");
        assert!(
            told.starts_with(&entry.file.display().to_string()),
            "{told}"
        );
    }
}

/// Any cut and any altered byte: a message with the line, or the very same battle.
#[test]
fn any_cut_and_any_flipped_bit_is_told_at_its_line() {
    let mut world = begun("first_contact", 1);
    play_to_turn(&mut world, 2);
    let save = JournalFile::save(
        &world,
        source("first_contact"),
        PLAYER,
        SaveKind::Quick,
        false,
    );
    let text = save.to_text().into_bytes();
    let path = Path::new("battle.hexsave");
    let lines_to = |at: usize| text[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for _ in 0..250 {
        let end = rng.random_range(0..text.len());
        let error = JournalFile::from_bytes(path, &text[..end]).expect_err("it is cut");
        let prefix = format!("battle.hexsave:{}:1: ", lines_to(end));
        assert!(
            error.to_string().starts_with(&prefix),
            "cut at {end}: {error}"
        );
    }
    for _ in 0..250 {
        let at = rng.random_range(0..text.len());
        let mut bytes = text.clone();
        bytes[at] ^= 1 << rng.random_range(0..8);
        match JournalFile::from_bytes(path, &bytes) {
            Ok(read) => assert_eq!(read, save),
            Err(error) => {
                let told = error.to_string();
                // A line that no longer ends runs into the next, one that ends early is two.
                let is_at = |line| told.starts_with(&format!("battle.hexsave:{line}:1: "));
                assert!(is_at(lines_to(at)), "byte {at}: {told}");
            }
        }
    }
}

#[test]
fn autosaves_keep_the_beginnings_of_the_last_turns_and_the_newest() {
    let folder = folder();
    let mut world = begun("skirmish_6v8", 22);
    let named = folder
        .path()
        .join(format!("auto-skirmish-6-v-8-mine.{EXTENSION}"));
    let source = source("skirmish_6v8");
    let save = JournalFile::save(&world, source.clone(), PLAYER, SaveKind::Named, false);
    save.write(&named).expect("the folder can be written");
    // Another mission's, and one that nobody can read.
    let other = begun("first_contact", 1);
    let other = autosave::<Battlescape>(
        &other,
        self::source("first_contact"),
        folder.path(),
        PLAYER,
        false,
    );
    let other = other.expect("the folder can be written");
    let mut broken = None;
    let mut written: Vec<(u16, PathBuf)> = Vec::new();
    for turn in 1..=6 {
        play_to_turn(&mut world, turn);
        for _ in 0..3 {
            let file =
                autosave::<Battlescape>(&world, source.clone(), folder.path(), PLAYER, false);
            let file = file.expect("the folder can be written");
            assert_eq!(label(&file).expect("it is whole").turn, turn);
            written.push((turn, file));
            go_on(&mut world);
        }
        let left: Vec<_> = written.iter().filter(|(_, file)| file.exists()).collect();
        let mut expected: Vec<_> = (1..=turn)
            .rev()
            .take(3)
            .map(|turn| &written[usize::from(turn - 1) * 3])
            .collect();
        expected.reverse();
        expected.push(written.last().expect("three were"));
        assert_eq!(left, expected, "turn {turn}");
        if turn == 1 {
            // An autosave that was damaged later stays where it is.
            let file = &written[0].1;
            let text = fs::read(file).expect("it is there");
            let torn = file.with_file_name(name_of(file).replace("000001", "000000"));
            fs::write(&torn, &text[..text.len() / 2]).expect("the folder can be written");
            broken = Some(torn);
        }
    }
    assert!(named.exists() && other.exists() && broken.is_some_and(|file| file.exists()));
}

#[test]
fn an_ironman_battle_has_one_save_that_says_so() {
    let folder = folder();
    let mut world = begun("skirmish_6v8", 4);
    for turn in 1..=4 {
        play_to_turn(&mut world, turn);
        let file =
            autosave::<Battlescape>(&world, source("skirmish_6v8"), folder.path(), PLAYER, true);
        let file = file.expect("the folder can be written");
        assert_eq!(names_in(folder.path()), [name_of(&file)]);
        let label = label(&file).expect("it is whole");
        assert_eq!((label.turn, label.ironman), (turn, true));
        let save = JournalFile::read(&file).expect("it is whole");
        assert_eq!(save.label, Some(label));
        assert_eq!(
            loaded(&file).expect("it loads").1,
            fingerprint::<Battlescape>(&mut world)
        );
    }
}

/// Another battle of the same mission and seed.
fn begun_anew(name: &str, seed: u64) -> World {
    let mut world = begun(name, seed);
    world.insert_resource(BattleId::new_random());
    world
}

fn quick_save(world: &World, folder: &Path, side: Side) -> (PathBuf, bool) {
    let source = source("skirmish_6v8");
    let save = JournalFile::save(world, source, side, SaveKind::Quick, false);
    let label = save.label.clone().expect("saves have one");
    let file = quick_slot(folder, &label);
    let is_free = may_replace(&file, &label);
    if is_free {
        save.write(&file).expect("the folder can be written");
    }
    (file, is_free)
}

#[test]
fn a_quick_save_replaces_that_of_the_same_battle_turn_and_player_only() {
    let folder = folder();
    let [mut one, two] = [(); 2].map(|()| begun_anew("skirmish_6v8", 3));
    let (first, is_free) = quick_save(&one, folder.path(), PLAYER);
    assert!(is_free && name_of(&first).starts_with("Skirmish-6-v-8-turn-1-"));
    go_on(&mut one);
    assert_eq!(
        quick_save(&one, folder.path(), PLAYER),
        (first.clone(), true)
    );
    assert_eq!(label(&first).expect("it is whole").orders, 1);
    let (second, is_free) = quick_save(&two, folder.path(), PLAYER);
    assert!(is_free && second != first, "{}", second.display());

    // Two people at one screen.
    let mut shared = begun_anew("skirmish_6v8", 3);
    let slots = [[0, 1], [1, 0]].map(|sides| {
        shared.insert_resource(HumanSides(sides.map(Side).to_vec()));
        quick_save(&shared, folder.path(), Side(sides[0])).0
    });
    assert_ne!(slots[0], slots[1]);
    assert_eq!(names_in(folder.path()).len(), 4);

    // What else has the name of the slot is not replaced.
    let label_of = |world: &World, kind| SaveLabel::of::<Battlescape>(world, PLAYER, kind, false);
    let own = label_of(&one, SaveKind::Quick);
    assert!(may_replace(&first, &own) && !may_replace(&second, &own));
    for kind in [SaveKind::Named, SaveKind::Auto] {
        let other = JournalFile::save(&one, source("skirmish_6v8"), PLAYER, kind, false);
        other.write(&first).expect("the folder can be written");
        assert!(!may_replace(&first, &own), "{kind:?}");
    }
    fs::write(&first, "no save").expect("the folder can be written");
    assert!(!may_replace(&first, &own));
    // A battle whose saves do not name it may be any.
    let (unnamed, is_free) = quick_save(&begun("skirmish_6v8", 3), folder.path(), PLAYER);
    assert!(is_free);
    assert_eq!(
        quick_save(&begun("skirmish_6v8", 3), folder.path(), PLAYER),
        (unnamed, false)
    );
}

#[test]
fn any_name_of_a_mission_makes_a_file_name_that_file_systems_take() {
    let folder = folder();
    let world = begun_anew("skirmish_6v8", 3);
    let save = JournalFile::save(
        &world,
        source("skirmish_6v8"),
        PLAYER,
        SaveKind::Auto,
        false,
    );
    for name in [
        "",
        "../../..",
        "字".repeat(200).as_str(),
        "Ends ⏎\n here / there",
        "CON",
    ] {
        let mut save = save.clone();
        let label = save.label.as_mut().expect("saves have one");
        name.clone_into(&mut label.mission);
        let slot = quick_slot(folder.path(), label);
        assert_eq!(slot.parent(), Some(folder.path()), "{name}");
        (save.write(&slot)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let kept = hexscape::save::keep(&save, folder.path());
        assert!(kept.is_ok(), "{name}: {kept:?}");
    }
}

#[test]
fn a_new_battle_of_a_mission_leaves_the_autosaves_of_an_older_one_alone() {
    for ironman in [false, true] {
        let folder = folder();
        let mut before = Vec::new();
        for _ in 0..2 {
            let mut world = begun_anew("skirmish_6v8", 22);
            for turn in 1..=5 {
                play_to_turn(&mut world, turn);
                let source = source("skirmish_6v8");
                autosave::<Battlescape>(&world, source, folder.path(), PLAYER, ironman)
                    .expect("the folder can be written");
            }
            let now = names_in(folder.path());
            assert!(
                before.iter().all(|name| now.contains(name)),
                "{before:?}, {now:?}"
            );
            let each = if ironman { 1 } else { 3 };
            assert_eq!(now.len(), before.len() + each, "{now:?}");
            before = now;
        }
    }
}

#[test]
fn the_newest_wanted_save_is_found_among_damaged_and_older_ones() {
    let folder = folder();
    let mut world = begun_anew("first_contact", 5);
    let write = |world: &World, name: &str, kind, age: u64| {
        let file = folder.path().join(format!("{name}.{EXTENSION}"));
        let save = JournalFile::save(world, source("first_contact"), PLAYER, kind, false);
        save.write(&file).expect("the folder can be written");
        let time = SystemTime::now() - Duration::from_secs(age);
        let opened = fs::File::options().write(true).open(&file);
        (opened.expect("it was written").set_modified(time)).expect("times can be set");
        file
    };
    let own = write(&world, "own", SaveKind::Quick, 9);
    let auto = write(&world, "auto", SaveKind::Auto, 5);
    while !is_over(&world) {
        go_on(&mut world);
    }
    let over = write(&world, "over", SaveKind::Auto, 4);
    fs::write(folder.path().join(format!("torn.{EXTENSION}")), "torn").expect("it can be written");
    let newest = |is_wanted: &dyn Fn(&SaveLabel) -> bool| newest_in(folder.path(), is_wanted);
    assert_eq!(newest(&|_| true), Some(over));
    assert_eq!(newest(&|label| label.outcome.is_none()), Some(auto));
    assert_eq!(
        newest(&|label| label.kind != SaveKind::Auto),
        Some(own.clone())
    );
    let battle = world.get_resource::<BattleId>().copied();
    assert!(battle.is_some());
    assert_eq!(label(&own).expect("it is whole").battle, battle);
    assert_eq!(newest(&|label| label.battle.is_none()), None);
}

#[test]
fn what_a_killed_write_left_is_never_listed_and_goes_after_a_minute() {
    let folder = folder();
    let part = |name: &str, age: u64| {
        let file = folder.path().join(name);
        let opened = fs::File::create(&file).expect("the folder can be written");
        let time = SystemTime::now() - Duration::from_secs(age);
        opened.set_modified(time).expect("times can be set");
    };
    part(".hexscape-old.part", 90);
    part(".hexscape-new.part", 5);
    part("mine.part", 90);
    assert_eq!(saves_in(folder.path()), []);
    assert_eq!(names_in(folder.path()), [".hexscape-new.part", "mine.part"]);
    assert_eq!(saves_in(&folder.path().join("missing")), []);
}

#[test]
fn a_folder_of_saves_is_listed_from_their_first_lines() {
    let folder = folder();
    let file = crate::replays::large(2);
    let mission = file.mission().expect("the mission is inside");
    let mut world = World::new();
    file.restore(&mut world, &mission)
        .unwrap_or_else(|error| panic!("{error}"));
    let save = JournalFile::save(&world, file.source, PLAYER, SaveKind::Named, false);
    let text = save.to_text();
    for number in 0..200 {
        let name = format!("{number:03}.{EXTENSION}");
        fs::write(folder.path().join(name), &text).expect("the folder can be written");
    }
    let start = std::time::Instant::now();
    let listed = saves_in(folder.path());
    println!(
        "200 saves of {} KiB listed in {:?}",
        text.len() >> 10,
        start.elapsed()
    );
    assert_eq!(listed.len(), 200);
    assert!(
        listed
            .iter()
            .all(|entry| entry.label.as_ref().ok() == save.label.as_ref())
    );
    assert!(
        listed.is_sorted_by(|one, other| {
            (other.modified, &one.file) <= (one.modified, &other.file)
        })
    );
}

/// What another version has in the files of other rule sets is no matter of this battle.
#[test]
fn a_save_loads_although_figures_of_another_rule_set_have_changed_since() {
    let mut world = begun("first_contact", 3);
    play_to_turn(&mut world, 2);
    let mut old = source("first_contact");
    let text = old
        .content
        .base
        .get_mut("fleet.ron")
        .expect("it is shipped");
    *text = text.replacen("figures: (", "figures: (older: 3, ", 1);
    assert!(old.content.catalog("content").is_err());
    let saved = JournalFile::save(&world, old, PLAYER, SaveKind::Named, false);
    let read = JournalFile::from_bytes("old".as_ref(), saved.to_text().as_bytes());
    let read = read.unwrap_or_else(|error| panic!("{error}"));
    let mission = read.mission().unwrap_or_else(|error| panic!("{error}"));
    let mut other = World::new();
    (read.restore(&mut other, &mission)).unwrap_or_else(|error| panic!("{error}"));
    let prints = [&mut world, &mut other].map(fingerprint::<Battlescape>);
    assert_eq!(prints[0], prints[1]);
}

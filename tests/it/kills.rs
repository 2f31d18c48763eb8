//! The program is killed while it saves: whatever is listed loads.
//!
//! `KILLS=200 cargo test kills` kills as many processes.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use hexscape::battle::journal::Journal;
use hexscape::battle::order::fingerprint;
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::objective::PLAYER;
use hexscape::save::{EXTENSION, SaveKind, autosave, saves_in};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::replays::source;
use crate::saves::{begun, folder, go_on, is_over, loaded, name_of, names_in};

type JournalFile = hexscape::save::JournalFile<Battlescape>;

/// Tells the process that saves until it is killed where to.
const FOLDER: &str = "HEXSCAPE_TEST_SAVES";
/// The battle it plays.
const BATTLE: (&str, u64) = ("skirmish_6v8", 12);

/// Not a test by itself: the process that `a_save_outlives_the_kill_of_the_program` kills.
#[test]
fn a_process_saves_until_it_is_killed_when_asked_to() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else {
        return;
    };
    let source = source(BATTLE.0);
    loop {
        let mut world = begun(BATTLE.0, BATTLE.1);
        while !is_over(&world) {
            for _ in 0..3 {
                if !is_over(&world) {
                    go_on(&mut world);
                }
            }
            let orders = world.resource::<Journal<Battlescape>>().entries.len();
            let say = |file: &Path| {
                let mut out = std::io::stdout().lock();
                let line = format!("saved {orders} {}\n", name_of(file));
                out.write_all(line.as_bytes()).expect("the parent reads");
                out.flush().expect("the parent reads");
            };
            let save = |name: &str, kind| {
                let file = folder.join(format!("{name}.{EXTENSION}"));
                let save = JournalFile::save(&world, source.clone(), PLAYER, kind, false);
                save.write(&file).expect("the folder can be written");
                say(&file);
            };
            let auto = |ironman| {
                let file =
                    autosave::<Battlescape>(&world, source.clone(), &folder, PLAYER, ironman);
                say(&file.expect("the folder can be written"));
            };
            save("mine", SaveKind::Named);
            auto(false);
            save("quick", SaveKind::Quick);
            auto(true);
        }
    }
}

/// Lets a process save so many times and a little longer, and kills it; returns how many orders it said
/// were given in each save, last.
fn kill_after(folder: &Path, saves: usize, spin: u32) -> BTreeMap<String, usize> {
    let mut child = Command::new(std::env::current_exe().expect("this test runs"))
        .arg("kills::a_process_saves_until_it_is_killed_when_asked_to")
        .args(["--exact", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .spawn()
        .expect("this test can be run again");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let mut said = BTreeMap::new();
    let mut hear = |line: &str| {
        // The first one follows what the harness prints.
        let (_, save) = line.split_once("saved ")?;
        let (orders, name) = save.split_once(' ')?;
        said.insert(name.to_owned(), orders.parse().ok()?)
    };
    let mut heard = 0;
    while heard < saves {
        let line = lines.next().expect("it saves until it is killed");
        let line = line.expect("it prints text");
        hear(&line);
        heard += usize::from(line.ends_with(EXTENSION));
    }
    for _ in 0..spin {
        std::hint::spin_loop();
    }
    child.kill().expect("it still runs");
    child.wait().expect("it was killed");
    // What it still said before it was gone; the last line may be torn.
    for line in lines.map_while(Result::ok) {
        if line.ends_with(EXTENSION) {
            hear(&line);
        }
    }
    said
}

#[test]
fn a_save_outlives_the_kill_of_the_program_at_any_moment() {
    let kills = std::env::var("KILLS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(20);
    let folder = folder();
    // The battle they play, order by order.
    let mut world = begun(BATTLE.0, BATTLE.1);
    let mut prints = vec![fingerprint::<Battlescape>(&mut world)];
    while !is_over(&world) {
        go_on(&mut world);
        prints.push(fingerprint::<Battlescape>(&mut world));
    }
    let (mut listed, mut ahead, mut torn) = (0, 0, 0);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for kill in 0..kills {
        let (saves, spin) = (rng.random_range(1..12), rng.random_range(0..3_000_000));
        let said_last = kill_after(folder.path(), saves, spin);
        let entries = saves_in(folder.path());
        for entry in &entries {
            let name = name_of(&entry.file);
            let label =
                (entry.label.as_ref()).unwrap_or_else(|error| panic!("kill {kill}: {error}"));
            let (orders, print) =
                loaded(&entry.file).unwrap_or_else(|error| panic!("kill {kill}: {error}"));
            assert_eq!(orders, label.orders, "kill {kill}: {name}");
            assert_eq!(print, prints[orders], "kill {kill}: {name}");
            if let Some(&said) = said_last.get(&name) {
                // The kill may have come between a save and the word of it.
                assert!(
                    orders >= said,
                    "kill {kill}: {name} has {orders}, said {said}"
                );
                ahead += usize::from(orders > said);
            }
        }
        listed += entries.len();
        for name in ["mine", "quick"].map(|name| format!("{name}.{EXTENSION}")) {
            let is_there = entries.iter().any(|entry| name_of(&entry.file) == name);
            assert!(
                is_there || !said_last.contains_key(&name),
                "kill {kill}: {name}"
            );
        }
        // The last autosave it spoke of is there, unless one after it took its place.
        let newest = said_last.keys().rfind(|name| name.starts_with("auto-"));
        let last = entries
            .iter()
            .map(|entry| name_of(&entry.file))
            .filter(|name| name.starts_with("auto-"))
            .max();
        assert!(newest <= last.as_ref(), "kill {kill}: {newest:?}, {last:?}");
        let names = names_in(folder.path());
        torn += names.iter().filter(|name| name.ends_with(".part")).count();
        for name in names.iter().filter(|name| name.ends_with(".part")) {
            fs::remove_file(folder.path().join(name)).expect("it is there");
        }
    }
    println!(
        "{kills} kills: {listed} saves loaded, {torn} half written files left behind, {ahead} saves \
         newer than the last word"
    );
    assert!(listed > kills, "{listed}");
}

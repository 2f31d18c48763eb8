//! Rules of the house that a compiler does not check.

use std::{fs, path::Path};

/// Every Rust file under a folder of the sources.
fn sources(folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("src")
            .join(folder),
    ];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("it can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("sources are text");
                found.push((path.display().to_string(), text));
            }
        }
    }
    assert!(!found.is_empty(), "no sources under {folder}");
    found
}

/// A file that may name a word all the same.
const ALLOWED: [(&str, &str); 3] = [
    // Memos that are only looked up: their order shows nowhere.
    ("attack/cache.rs", "HashMap"),
    ("view/memo.rs", "HashMap"),
    ("ai/odds.rs", "HashMap"),
];

#[track_caller]
fn check_absent(folder: &str, forbidden: &[&str]) {
    for (file, text) in sources(folder) {
        for (number, line) in (1..).zip(text.lines()) {
            let code = line.split("//").next().unwrap_or_default();
            for &word in forbidden {
                let is_allowed = ALLOWED
                    .iter()
                    .any(|(place, what)| file.ends_with(place) && *what == word);
                let is_absent = is_allowed || !code.contains(word);
                assert!(is_absent, "{file}:{number} names {word}: {line}");
            }
        }
    }
}

/// What draws, or depends on time, chance of the machine, or order of a hash.
const HEADLESS: [&str; 14] = [
    "bevy_egui",
    "bevy_ecs_tilemap",
    "bevy::render",
    "bevy::window",
    "bevy::sprite",
    "bevy::ui",
    "bevy::audio",
    "crate::game",
    "std::time",
    "SystemTime",
    "HashMap",
    "HashSet",
    "rand::rng",
    "thread_rng",
];

#[test]
fn the_headless_parts_draw_nothing_and_ask_no_clock() {
    for folder in ["battle", "rules", "mission", "content"] {
        check_absent(folder, &HEADLESS);
    }
}

#[test]
fn the_laboratory_asks_no_clock_keeps_no_hash_order_and_names_no_rule_set() {
    for folder in ["lab", "chronicle"] {
        check_absent(folder, &HEADLESS);
        check_absent(folder, &["crate::rules", "rules::battlescape"]);
    }
}

#[test]
fn the_core_names_no_rule_set_and_content_no_world() {
    check_absent(
        "battle",
        &["crate::rules", "rules::battlescape", "crate::mission"],
    );
    check_absent("content", &["bevy::", "crate::battle", "crate::rules"]);
}

#[test]
fn the_runner_of_vectors_names_no_rule_set() {
    check_absent("vectors", &["battlescape", "Battlescape", "fleet", "Fleet"]);
}

#[test]
fn rules_use_integers() {
    for folder in ["battle", "rules"] {
        check_absent(folder, &["f32", "f64"]);
    }
}

#[test]
fn commands_print_by_one_mechanism_that_notices_failure() {
    check_absent("cli", &["print!", "println!", "dbg!"]);
}

/// Files outside the folders of rule sets that name one still. It grows no more.
const NAMES_RULE_SETS: [&str; 14] = [
    "src/cli/shipped.rs",
    "src/cli/vectors.rs",
    "src/content/load.rs",
    "src/content/mod.rs",
    "src/game/editor/hand.rs",
    "src/game/editor/palette.rs",
    "src/game/editor/pictures.rs",
    "src/game/editor/properties/goal.rs",
    "src/game/editor/properties/unit.rs",
    "src/game/editor/show.rs",
    "src/game/shell/session/mod.rs",
    "src/lab/settings/lay.rs",
    "src/lib.rs",
    "src/manual.rs",
];

#[test]
fn rule_sets_are_named_in_their_own_folders_and_two_lists() {
    let own = ["rules/battlescape/", "rules/fleet/"];
    let lists = ["src/rules/mod.rs", "src/game/rules/mod.rs"];
    let mut found: Vec<_> = (sources("").into_iter())
        .filter(|(file, text)| {
            let text = text.to_lowercase();
            let is_home = own.iter().any(|folder| file.contains(folder));
            let is_list = lists.iter().any(|list| file.ends_with(list));
            !is_home && !is_list && (text.contains("battlescape") || text.contains("fleet"))
        })
        .map(|(file, _)| file)
        .collect();
    found.sort();
    let is_known = |file: &str| NAMES_RULE_SETS.iter().any(|known| file.ends_with(known));
    let new: Vec<_> = found.iter().filter(|file| !is_known(file)).collect();
    assert!(new.is_empty(), "these name a rule set: {new:#?}");
    let is_there = |known: &&str| found.iter().any(|file| file.ends_with(known));
    let done: Vec<_> = NAMES_RULE_SETS
        .iter()
        .filter(|known| !is_there(known))
        .collect();
    assert!(done.is_empty(), "take these off the list: {done:#?}");
}

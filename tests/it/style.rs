//! Rules of the house that a compiler does not check.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

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
fn commands_print_by_one_module_that_lets_nothing_steer_the_terminal() {
    check_absent("cli", &["println!", ".display()"]);
}

/// Folders below the rule sets.
const BELOW: [&str; 6] = [
    "battle",
    "content",
    "mission",
    "chronicle",
    "playing",
    "vectors",
];

#[test]
fn what_lies_below_the_rule_sets_knows_none() {
    for folder in BELOW {
        check_absent(folder, &["crate::rules", "with_rules"]);
    }
    check_absent("content", &["bevy::", "crate::battle"]);
}

#[test]
fn the_laboratory_asks_no_clock_keeps_no_hash_order_and_imports_no_rule_set() {
    check_absent("lab", &HEADLESS);
    check_absent("lab", &["crate::rules"]);
}

/// Modules of the crate that a text imports from, by their first names.
fn imported(text: &str) -> BTreeSet<String> {
    let text: String = (text.lines())
        .take_while(|line| !line.starts_with("mod tests {"))
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect();
    let mut found = BTreeSet::new();
    for after in text.split("crate::").skip(1) {
        let Some(block) = after.strip_prefix('{') else {
            found.extend(first_word(after));
            continue;
        };
        let mut depth = 0;
        let mut is_outer = |c: char| {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            depth >= 0
        };
        let block: String = block.chars().take_while(|c| is_outer(*c)).collect();
        let mut rest = block.as_str();
        while !rest.is_empty() {
            found.extend(first_word(rest));
            let mut inner = 0;
            let end = rest.find(|c: char| {
                inner += i32::from(c == '{') - i32::from(c == '}');
                c == ',' && inner == 0
            });
            rest = end.map_or("", |end| &rest[end + 1..]);
        }
    }
    found
}

fn first_word(text: &str) -> Option<String> {
    let mut words = text
        .trim_start()
        .split(|c: char| !c.is_alphanumeric() && c != '_');
    words
        .next()
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
}

#[test]
fn no_circle_of_imports_crosses_folders() {
    let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, text) in sources("") {
        let (_, place) = file.rsplit_once("/src/").expect("it is a source");
        let module = place.split(['/', '.']).next().unwrap_or_default();
        if !["lib", "main"].contains(&module) {
            imports
                .entry(module.to_owned())
                .or_default()
                .extend(imported(&text));
        }
    }
    // Whoever imports only what is at the bottom is at the bottom, too.
    let modules: BTreeSet<_> = imports.keys().cloned().collect();
    loop {
        let left: BTreeSet<_> = imports.keys().cloned().collect();
        imports.retain(|module, used| {
            used.iter()
                .any(|used| used != module && left.contains(used))
        });
        if imports.len() == left.len() {
            break;
        }
    }
    assert!(modules.len() > 10, "{modules:?}");
    assert!(imports.is_empty(), "these import each other: {imports:#?}");
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

#[test]
fn rule_sets_are_named_in_their_own_folders_and_two_lists() {
    let own = [
        "rules/battlescape/",
        "rules/fleet/",
        "rules/party/",
        "rules/casket/",
        "rules/operations/",
    ];
    let lists = ["src/rules/mod.rs", "src/game/rules/mod.rs"];
    let found: Vec<_> = (sources("").into_iter())
        .filter(|(file, text)| {
            let text = text.to_lowercase();
            let is_home = own.iter().any(|folder| file.contains(folder));
            let is_list = lists.iter().any(|list| file.ends_with(list));
            // "Party" is a common word, too.
            // Pictures of caskets are in the list of all silhouettes.
            let names = [
                "battlescape",
                "fleet",
                "party::",
                "rules/party",
                "casket::",
                "rules/casket",
                "operations::",
                "rules/operations",
            ];
            !is_home && !is_list && names.iter().any(|name| text.contains(name))
        })
        .map(|(file, _)| file)
        .collect();
    assert!(found.is_empty(), "these name a rule set: {found:#?}");
}

/// Lines of the longest function.
const LONGEST: usize = 100;

/// Braces within each other in a function, its own among them.
const DEEPEST: usize = 7;

/// Lists the functions outside of tests: where each begins, and its lines.
fn functions() -> Vec<(String, Vec<String>)> {
    let is_test = |file: &str| file.contains("/tests/") || file.ends_with("/tests.rs");
    let mut found = Vec::new();
    for (file, text) in sources("").into_iter().filter(|(file, _)| !is_test(file)) {
        let lines: Vec<_> = (text.lines())
            .take_while(|line| !line.starts_with("mod tests {"))
            .collect();
        for (at, line) in lines.iter().enumerate() {
            let code = line.trim_start();
            let words = code.split(['(', '<']).next().unwrap_or_default();
            if !words.split(' ').any(|word| word == "fn") || code.starts_with('/') {
                continue;
            }
            let end = format!("{}}}", &line[..line.len() - code.len()]);
            let length = lines[at..].iter().position(|line| *line == end);
            let is_declared_only = lines[at..]
                .iter()
                .take_while(|line| !line.ends_with('{'))
                .any(|line| line.ends_with(';'));
            if let Some(length) = length.filter(|_| !is_declared_only) {
                let own = lines[at..=at + length].iter();
                let place = format!("{file}:{}", at + 1);
                found.push((place, own.map(|&line| line.to_owned()).collect()));
            }
        }
    }
    found
}

#[test]
fn functions_are_short() {
    let found: Vec<_> = (functions().into_iter())
        .filter(|(_, lines)| lines.len() > LONGEST)
        .map(|(place, lines)| format!("{place}: {} lines", lines.len()))
        .collect();
    assert!(found.is_empty(), "split these by theme: {found:#?}");
}

#[test]
fn functions_are_not_deep() {
    let found: Vec<_> = (functions().into_iter())
        .map(|(place, lines)| (place, depth(&lines)))
        .filter(|(_, depth)| *depth > DEEPEST)
        .collect();
    assert!(found.is_empty(), "take the inside of these out: {found:#?}");
}

/// Returns how many braces of some lines are within each other, those of texts and comments aside.
fn depth(lines: &[String]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for line in lines {
        let code = line.split("//").next().unwrap_or_default();
        let code = code.replace("\\\"", "").replace("'\"'", "");
        // Every second part is within quotes.
        for c in code.split('"').step_by(2).flat_map(str::chars) {
            match c {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            deepest = deepest.max(depth);
        }
    }
    deepest
}

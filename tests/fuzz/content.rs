//! Packs laid over the shipped content: refused at places that exist, or played with.
//!
//! A line `//! units.ron` begins a file of the pack, `//! base units.ron` one of the base.

use std::collections::BTreeMap;

use hexscape::content::problem::Problem;
use hexscape::content::{Catalog, ContentText, PackText, assets_folder};
use hexscape::mission::{self, Terms};
use hexscape::rules::battlescape::content::BattlescapeContent;

use crate::any::any_text;
use crate::campaign::{Target, run};
use crate::mission::play;
use crate::mutate::Grammar;
use crate::places::check_problem;
use crate::trace::Trace;

/// What begins the name of a file.
const MARK: &str = "//! ";
/// Folder of the base in messages.
const BASE: &str = "base";
/// Folder of the pack in messages.
const PACK: &str = "pack";
/// Boards that a sound pack is played on.
const BOARDS: u64 = 2;
/// Orders that are played on each.
const ORDERS: usize = 40;

const TARGET: Target = Target {
    name: "content",
    grammar: Grammar::Ron,
    run: tried,
    seeds,
    mutations: 200,
};

#[test]
fn any_pack_is_refused_where_it_is_wrong_or_can_be_played_with() {
    run(&TARGET);
}

/// The shipped content.
pub fn shipped() -> &'static ContentText {
    static TEXT: std::sync::LazyLock<ContentText> = std::sync::LazyLock::new(|| {
        let folder = assets_folder().expect("the assets are beside the crate");
        ContentText::read(&folder.join("content")).unwrap_or_else(|problems| panic!("{problems}"))
    });
    &TEXT
}

/// Every shipped file, as a pack and as the base.
fn seeds() -> Vec<Vec<u8>> {
    let files = || shipped().base.iter();
    let packs = files().map(|(file, text)| format!("{MARK}{file}\n{text}"));
    let bases = files().map(|(file, text)| format!("{MARK}{BASE} {file}\n{text}"));
    packs.chain(bases).map(String::into_bytes).collect()
}

/// Reads an input as content with a pack.
fn content(text: &str) -> ContentText {
    let mut content = shipped().clone();
    let mut files = BTreeMap::new();
    for part in text.split(MARK).skip(1) {
        let (name, text) = part.split_once('\n').unwrap_or((part, ""));
        let (of, name) = match name.strip_prefix("base ") {
            Some(name) => (&mut content.base, name),
            None => (&mut files, name),
        };
        if hexscape::content::files().contains(&name) {
            of.insert(name.to_owned(), text.to_owned());
        }
    }
    let name = PACK.to_owned();
    content.packs.push(PackText { name, files });
    content
}

fn tried(data: &[u8], trace: &mut Trace) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let content = content(text);
    let conflicts = content.conflicts();
    assert!(conflicts.is_empty(), "one pack alone: {conflicts:?}");
    let catalog = match content.catalog(BASE) {
        Ok(catalog) => catalog,
        Err(problems) => {
            assert!(!problems.0.is_empty(), "it is refused, and nobody says why");
            for problem in &problems.0 {
                check_problem(problem, text_of(&content, problem), "content", trace);
            }
            return;
        }
    };
    for seed in 0..BOARDS {
        fight(&catalog, data.len() as u64 + seed, trace);
    }
}

/// Returns the text of the file that a problem is in.
fn text_of<'a>(content: &'a ContentText, problem: &Problem) -> &'a str {
    let (folder, file) = problem.file.split_once('/').unwrap_or_default();
    let files = match folder {
        PACK => &content.packs[0].files,
        _ => &content.base,
    };
    let text = files.get(file);
    text.unwrap_or_else(|| panic!("there is no such file: {problem}"))
}

/// Plays a battle between any units of the content.
fn fight(catalog: &Catalog, seed: u64, trace: &mut Trace) {
    let has_all = !catalog.part::<BattlescapeContent>().units.is_empty()
        && !catalog.part::<BattlescapeContent>().weapons.is_empty()
        && !catalog.part::<BattlescapeContent>().items.is_empty();
    if !has_all {
        return;
    }
    let text = any_text(catalog, seed);
    let terms = Terms {
        seed,
        ..Terms::default()
    };
    match mission::parse("any.ron", &text, catalog, terms) {
        Ok(mission) => play(&mission, seed, ORDERS, trace),
        // Its terrain may be one that nobody can stand on.
        Err(problems) => {
            for problem in &problems.0 {
                check_problem(problem, &text, "board", trace);
            }
        }
    }
}

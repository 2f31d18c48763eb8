//! The README and the manual: every example in RON is what it is said to be.

use std::fs;
use std::path::Path;

use hexscape::content::definition::Entry;
use hexscape::content::reader::Reader;
use hexscape::content::tree::{self, Node, Value};
use hexscape::content::{self, ContentText, PackText, ron_text};
use hexscape::lab::plan::{RunPlan, read_plan};
use hexscape::manual::{sections, topics};
use hexscape::mission::{self, Terms};
use hexscape::rules::casket::content::{CasketContent, Deck, Effect, Equipment, Trait};
use hexscape::vectors::run_text;

/// Lists the examples in RON of the README and of all chapters, with where they stand.
fn examples() -> Vec<(&'static str, &'static str)> {
    let readme = ("README", include_str!("../../README.md"));
    let chapters = topics().iter().map(|topic| (topic.name, topic.text));
    let texts = [readme].into_iter().chain(chapters);
    let examples = texts.flat_map(|(name, text)| {
        let rest = text.split("```ron\n").skip(1);
        rest.filter_map(move |rest| Some((name, rest.split("```").next()?)))
    });
    examples.collect()
}

fn assets() -> std::path::PathBuf {
    content::assets_folder().expect("the assets are beside the crate")
}

#[track_caller]
fn check_mission(place: &str, text: &str) {
    let catalog = content::load_default().expect("the shipped content is sound");
    let mission = mission::parse(place, text, &catalog, Terms::default());
    let mission = mission.unwrap_or_else(|problems| panic!("{place}: {problems}"));
    assert!(mission.doubts.is_empty(), "{place}: {:?}", mission.doubts);
}

/// Has a plan of an example find missions and packs of the names it uses.
fn check_plan(text: &str) {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let make = |path: &Path| fs::create_dir_all(path).expect("a folder of the test's own");
    let missions = folder.path().join("missions");
    make(&missions);
    for name in ["skirmish_6v8.ron", "first_contact.ron"] {
        let from = assets().join("missions").join(name);
        fs::copy(from, missions.join(name)).expect("it is shipped");
    }
    let pack = folder.path().join("my_pack");
    make(&pack);
    fs::write(pack.join("units.ron"), "[(key: \"medic\", accuracy: 60)]").expect("own folder");
    let file = folder.path().join("plan.ron");
    fs::write(&file, text).expect("own folder");
    let request = read_plan(&file).unwrap_or_else(|problems| panic!("{problems}"));
    let plan = RunPlan::new(&request, &assets().join("content"));
    plan.unwrap_or_else(|error| panic!("{error}"));
}

fn check_vectors(place: &str, text: &str) {
    let content = ContentText::read(&assets().join("content")).expect("it is shipped");
    let findings = run_text(place, text, &content).unwrap_or_else(|problems| panic!("{problems}"));
    assert!(!findings.is_empty(), "{place}");
    for finding in findings {
        assert_eq!(finding.failures, [""; 0], "{place}: {}", finding.name);
    }
}

fn check_deck(place: &str, text: &str) {
    let catalog = content::load_default().expect("the shipped content is sound");
    let content = catalog.part::<CasketContent>();
    let deck = Deck::of_text("own.ron", text, content);
    deck.unwrap_or_else(|problems| panic!("{place}: {problems}"));
}

/// Lays an example over the content of the rule set of its chapter, as a pack would.
fn check_pack(place: &str, text: &str) {
    let mut content = ContentText::read(&assets().join("content")).expect("it is shipped");
    let files = [(format!("{place}.ron"), text.to_owned())].into();
    let name = place.to_owned();
    content.packs.push(PackText { name, files });
    let catalog = content.catalog("");
    let catalog = catalog.unwrap_or_else(|problems| panic!("{place}: {problems}"));
    assert_eq!(catalog.doubts, [], "{place}");
}

/// Lists the examples in the first column of the tables of a section of a chapter, each in backquotes.
fn words_of(chapter: &str, heading: &str) -> Vec<&'static str> {
    let at = topics().iter().position(|topic| topic.name == chapter);
    let sections = sections(at.expect("there is the chapter"));
    let section = sections.iter().find(|section| section.heading == heading);
    let lines = section.expect("there is the section").text.lines();
    let cells = lines.filter_map(|line| line.strip_prefix("| `")?.split_once(" | "));
    cells
        .flat_map(|(cell, _)| cell.split("`, `"))
        .map(|word| word.trim_end_matches('`'))
        .collect()
}

#[test]
fn every_effect_and_trait_of_a_card_is_in_the_manual_with_an_example_that_reads() {
    let catalog = content::load_default().expect("the shipped content is sound");
    let content = catalog.part::<CasketContent>();
    let mut reader = Reader::new("casket.md");
    reader.know_by(Equipment::WHAT, &content.equipment);
    let name = |text: &str| text.split('(').next().unwrap_or_default().to_owned();
    let mut told = Vec::new();
    for text in words_of("casket", "Effects") {
        let node = tree::parse("casket.md", text).unwrap_or_else(|problem| panic!("{problem}"));
        let read = Effect::read(&node, &mut reader, "effect", ());
        assert!(read.is_some(), "{text}: {:?}", reader.problems);
        told.push(name(text));
    }
    for text in words_of("casket", "Traits") {
        let node = tree::parse("casket.md", text).unwrap_or_else(|problem| panic!("{problem}"));
        let read = Trait::read(&node, &mut reader, "trait", ());
        assert!(read.is_some(), "{text}: {:?}", reader.problems);
        told.push(name(text));
    }
    // Every word of the vocabulary, as the reader itself lists them.
    let source = include_str!("../../src/rules/casket/content/effect.rs");
    let examples = source.lines().filter_map(|line| {
        let line = line.trim();
        let (_, example) = line.strip_suffix("\",")?.split_once(" = \"")?;
        Some(name(&example.replace("\\\"", "\"")))
    });
    let examples: Vec<_> = examples.collect();
    assert!(examples.len() > 45, "{examples:?}");
    for word in examples {
        assert!(told.contains(&word), "{word} is not in the manual");
    }
}

#[test]
fn every_switch_of_the_casket_and_every_field_of_its_cards_is_in_the_manual() {
    let catalog = content::load_default().expect("the shipped content is sound");
    let content = catalog.part::<CasketContent>();
    let text = hexscape::manual::Topic::named("casket")
        .expect("there is the chapter")
        .text;
    let fields = |node: Node| match node.value {
        Value::Struct(_, fields) => fields,
        _ => panic!("it is a struct"),
    };
    let switches = fields(ron_text::to_node(&content.figures.switches));
    let card = fields(ron_text::to_node(&content.cards[0]));
    assert!(switches.len() >= 12 && card.len() >= 25);
    for field in switches.iter().chain(&card) {
        let name = &field.name;
        let is_told = ["`", ":", "("]
            .iter()
            .any(|end| text.contains(&format!("`{name}{end}")));
        let is_common = ["key", "name"].contains(&name.as_str());
        let is_listed = text.contains(&format!("`, `{name}")) || text.contains(&format!("{name}:"));
        assert!(
            is_told || is_common || is_listed,
            "{name} is not in the manual"
        );
    }
}

#[test]
fn examples_in_ron_hold() {
    let mut counts = [0; 6];
    for (place, text) in examples() {
        let kind = match text.split(['(', ':']).next().unwrap_or_default().trim() {
            "Mission" => {
                check_mission(place, text);
                0
            }
            "board" => {
                let unit = |zone| format!("units: [(kind: \"medic\", at: Zone(\"{zone}\"))]");
                let sides = format!(
                    "(name: \"A\", controller: Human, {}), (name: \"B\", controller: Open, {})",
                    unit("west"),
                    unit("east")
                );
                let mission = format!(
                    "Mission(name: \"Drawn\", rules: Battlescape(), {text} sides: [{sides}], \
                     objectives: (primary: EliminateAll(\"B\")))"
                );
                check_mission(place, &mission);
                1
            }
            "Plan" => {
                check_plan(text);
                2
            }
            start if start.starts_with('[') => {
                check_vectors(place, text);
                3
            }
            "Deck" => {
                check_deck(place, text);
                4
            }
            "" => {
                check_pack(place, text);
                5
            }
            other => panic!("{place}: nobody checks an example that begins with {other:?}"),
        };
        counts[kind] += 1;
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn the_readme_is_short_and_names_every_chapter() {
    let readme = include_str!("../../README.md");
    assert!(readme.lines().count() <= 180);
    for topic in topics() {
        let row = format!(
            "| [{0}](assets/manual/{0}.md) | {1} |",
            topic.name, topic.about
        );
        assert!(readme.contains(&row), "{row}");
    }
}

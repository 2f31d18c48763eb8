//! The README and the manual: every example in RON is what it is said to be.

use std::fs;
use std::path::Path;

use hexscape::content::{self, ContentText};
use hexscape::lab::plan::{RunPlan, read_plan};
use hexscape::manual::topics;
use hexscape::mission::{self, Terms};
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

#[test]
fn examples_in_ron_hold() {
    let mut counts = [0; 4];
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

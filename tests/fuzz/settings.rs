//! Settings such as `weapons.smg.damage=2d9`: refused in words, or played with.
//!
//! An input is a mission's name and settings, one a line.

use std::path::Path;

use hexscape::content::{assets_folder, files, tree};
use hexscape::lab::settings::{DEFAULT, FigureSetting, check_key, lay_over};
use hexscape::mission::{AS_WRITTEN, MissionSource, Variation};

use crate::campaign::{Target, run};
use crate::content::shipped;
use crate::mission::play;
use crate::mutate::Grammar;
use crate::trace::Trace;

/// Missions that settings are laid over.
const MISSIONS: [&str; 3] = ["first_contact.ron", "skirmish_6v8.ron", "cold_start.ron"];
/// Most settings of an input that are laid over a mission.
const MOST: usize = 12;
/// Orders that are played.
const ORDERS: usize = 30;

const TARGET: Target = Target {
    name: "settings",
    grammar: Grammar::Ron,
    run: tried,
    seeds,
    mutations: 200,
};

#[test]
fn any_setting_is_refused_in_words_or_can_be_played_with() {
    run(&TARGET);
}

/// Settings of every figure that stands in a field of its own, some to an input.
fn seeds() -> Vec<Vec<u8>> {
    let mut lines = Vec::new();
    for &file in files() {
        let text = &shipped().base[file];
        let root = tree::parse(file, text).expect("the shipped content is sound");
        collect(&root, file.trim_end_matches(".ron"), &mut lines);
    }
    let inputs = (0..).zip(lines.chunks(8));
    inputs
        .map(|(at, lines)| format!("{}\n{}", MISSIONS[at % 3], lines.join("\n")).into_bytes())
        .collect()
}

/// Lists the figures below a node as settings to what they are.
fn collect(node: &tree::Node, path: &str, lines: &mut Vec<String>) {
    use tree::Value;
    match &node.value {
        Value::Struct(_, fields) => {
            for field in fields.iter().filter(|field| field.name != "key") {
                collect(&field.node, &format!("{path}.{}", field.name), lines);
            }
        }
        Value::Map(entries) => {
            for (key, node) in entries {
                let name = key.to_ron();
                collect(node, &format!("{path}.{}", name.trim_matches('"')), lines);
            }
        }
        Value::List(items) => {
            for (at, item) in items.iter().enumerate() {
                let key = match &item.value {
                    Value::Struct(_, fields) => fields.iter().find(|field| field.name == "key"),
                    _ => None,
                };
                let name = match key.map(|field| &field.node.value) {
                    Some(Value::Text(key)) => key.clone(),
                    _ => at.to_string(),
                };
                collect(item, &format!("{path}.{name}"), lines);
            }
        }
        _ => lines.push(format!("{path}={}", node.to_ron())),
    }
}

fn tried(data: &[u8], trace: &mut Trace) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let name = MISSIONS.into_iter().find(|name| *name == first);
    let name = name.unwrap_or(MISSIONS[data.len() % 3]);
    let folder = assets_folder().expect("the assets are beside the crate");
    let file = folder.join("missions").join(name);
    let text = std::fs::read_to_string(&file).expect("missions can be read");
    let mut source = MissionSource {
        file: name.into(),
        text,
        content: shipped().clone(),
        difficulty: AS_WRITTEN,
        squad: Vec::new(),
        variation: Variation::default(),
    };
    let mut values = Vec::new();
    for line in lines.take(MOST) {
        match FigureSetting::parse(line) {
            Ok(setting) => {
                let known = check_key(&source.content, &setting.key);
                if let Err(error) = &known {
                    trace.note_message("key", &error.to_string());
                }
                let value = setting.values.first().cloned();
                values.push((setting.key, value.unwrap_or_else(|| DEFAULT.into())));
            }
            Err(error) => trace.note_message("setting", &error.to_string()),
        }
    }
    let pairs: Vec<_> = (values.iter())
        .map(|(key, value)| (key.as_str(), value.as_str()))
        .collect();
    if let Err(error) = lay_over(&mut source, &pairs) {
        trace.note_message("lay", &error.to_string());
        return;
    }
    match source.build(1) {
        Err(problems) => {
            assert!(!problems.0.is_empty(), "it is refused, and nobody says why");
            for problem in &problems.0 {
                assert!(!problem.message.contains('\n'), "{problem}");
                trace.note_message("problem", &problem.message);
            }
        }
        Ok(mission) => {
            assert!(Path::new(&source.file).extension().is_some());
            play(&mission, data.len() as u64, ORDERS, trace);
        }
    }
}

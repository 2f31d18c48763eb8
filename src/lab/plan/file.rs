//! Plan files: the words of the arguments as readable RON.
//!
//! ```ron
//! Plan(
//!     missions: ["missions/*.ron"],
//!     battles: 1000,
//!     difficulty: [75, 100, 125],
//!     set: {"weapons.assault_rifle.accuracy": "0..10:5"},
//!     variants: {"as it is": {}, "glass cannon": {"units.infantry.health": 40}},
//! )
//! ```
//!
//! **Invariant:** every mistake is told with its line. Paths start from the folder of the file.

use std::path::Path;

use crate::content::mode::{AiMode, Skill};
use crate::content::problem::Problems;
use crate::content::read_text;
use crate::content::reader::{Fields, Reader};
use crate::content::tree::{self, Node, Value};
use crate::lab::case::Keep;
use crate::lab::plan::modes::may_name_sides;
use crate::lab::plan::{DIFFICULTIES, MOST_BATTLES, OfSides, PerSide, Request, Variant, unknown};
use crate::lab::settings::FigureSetting;

/// Battles of each case when nobody says how many.
pub const BATTLES: u64 = 100;

/// Reads a plan file.
///
/// # Errors
/// All mistakes in it.
pub fn read_plan(path: &Path) -> Result<Request, Problems> {
    let file = path.display().to_string();
    let root = tree::parse(&file, &read_text(path)?)?;
    let mut reader = Reader::new(&file);
    let request = plan(&mut reader, &root);
    match request {
        Some(request) if reader.problems.is_empty() => Ok(Request {
            folder: path.parent().unwrap_or(Path::new("")).to_owned(),
            ..request
        }),
        _ => Err(Problems(reader.problems.by_place())),
    }
}

fn plan(reader: &mut Reader, root: &Node) -> Option<Request> {
    let mut fields = reader.fields(root, "plan")?;
    let missions = fields.need(reader, "missions");
    let missions = missions
        .map(|node| texts(reader, node, "missions"))
        .unwrap_or_default();
    let most = MOST_BATTLES as i64;
    let battles = fields.int_or(reader, "battles", 1..=most, BATTLES as i64);
    let seed = fields.int_or(reader, "seed", 0..=i64::MAX, 1);
    let packs = list(reader, &mut fields, "packs");
    let first = list(reader, &mut fields, "first");
    let difficulty = fields.get("difficulty").map(|node| {
        let items = reader.list(node, "percents").iter();
        let read = items.filter_map(|node| reader.int(node, "difficulty", DIFFICULTIES));
        read.collect()
    });
    let modes = fields
        .get("modes")
        .map(|node| of_sides::<AiMode>(reader, node));
    let skill = fields
        .get("skill")
        .map(|node| of_sides::<Skill>(reader, node));
    let settings = fields.get("set").map(|node| settings(reader, node));
    let variants = fields.get("variants").map(|node| variants(reader, node));
    let keep = fields.or("keep", Keep::default(), |node| keep(reader, node));
    fields.done(reader);
    Some(Request {
        missions,
        folder: Default::default(),
        battles: u64::try_from(battles?).ok()?,
        seed: u64::try_from(seed?).ok()?,
        packs: packs.into_iter().map(Into::into).collect(),
        difficulty: difficulty.unwrap_or_default(),
        modes: modes.unwrap_or_default(),
        skill: skill.unwrap_or_default(),
        first,
        settings: settings.unwrap_or_default(),
        variants: variants.unwrap_or_default(),
        keep: keep?,
    })
}

fn keep(reader: &mut Reader, node: &Node) -> Option<Keep> {
    let word = reader.text(node, "keep")?;
    let found = Keep::ALL.into_iter().find(|keep| keep.word() == word);
    if found.is_none() {
        let message = unknown("what to keep", word, Keep::ALL.map(Keep::word));
        reader.problem(node.place, message);
    }
    found
}

fn list(reader: &mut Reader, fields: &mut Fields, name: &'static str) -> Vec<String> {
    let node = fields.get(name);
    node.map(|node| texts(reader, node, name))
        .unwrap_or_default()
}

fn texts(reader: &mut Reader, node: &Node, what: &str) -> Vec<String> {
    let items = reader.list(node, what).iter();
    items
        .filter_map(|node| reader.text(node, what).map(str::to_owned))
        .collect()
}

/// Reads `["Aggressive", "Hold"]`, or a list of such lists, each a factor.
fn of_sides<T: PerSide>(reader: &mut Reader, node: &Node) -> Vec<Vec<String>> {
    let items = reader.list(node, T::FACTOR);
    let is_nested = items
        .iter()
        .any(|item| matches!(item.value, Value::List(_)));
    let lists: Vec<_> = match is_nested {
        true => items.iter().collect(),
        false => vec![node],
    };
    let mut found = Vec::new();
    for list in lists {
        let words = texts(reader, list, T::FACTOR);
        for (word, node) in words.iter().zip(reader.list(list, T::FACTOR)) {
            // Without its missions, names with marks in them are not told apart.
            if let Err(message) = OfSides::<T>::list(word, &[])
                && !may_name_sides(word)
            {
                reader.problem(node.place, message);
            }
        }
        found.push(words);
    }
    found
}

/// Returns the entries of a map with text for keys.
fn entries<'n>(reader: &mut Reader, node: &'n Node, what: &str) -> Vec<(&'n str, &'n Node)> {
    let entries = reader.entries(node, &format!("a map {{\"{what}\": ...}}"));
    (entries.unwrap_or_default().iter())
        .filter_map(|(key, node)| Some((reader.text(key, what)?, node)))
        .collect()
}

/// Writes a value as an argument says it: text without its quotes, anything else as RON.
fn argument(node: &Node) -> String {
    node.as_text().map_or_else(|| node.to_ron(), str::to_owned)
}

fn settings(reader: &mut Reader, node: &Node) -> Vec<FigureSetting> {
    let mut found = Vec::new();
    for (key, node) in entries(reader, node, "key of a figure") {
        match FigureSetting::new(key, &argument(node)) {
            Ok(setting) => found.push(setting),
            Err(error) => reader.problem(node.place, error.to_string()),
        }
    }
    found
}

fn variants(reader: &mut Reader, node: &Node) -> Vec<Variant> {
    let mut found = Vec::new();
    for (name, node) in entries(reader, node, "name of a variant") {
        let values = entries(reader, node, "key of a figure").into_iter();
        found.push(Variant {
            name: name.to_owned(),
            values: values
                .map(|(key, node)| (key.to_owned(), argument(node)))
                .collect(),
        });
    }
    found
}

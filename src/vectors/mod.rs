//! Rule vectors: named cases in RON, run against the live rules and figures.
//!
//! A vector is a single attack (`Shot`) or a few orders on a small board (`Battle`) of the battlescape, or
//! a few turns of a fleet (`Fleet`); each states what must come out. The manual documents the format.
//!
//! **Invariant:** a vector is judged by the same code that battles are played with; nothing here knows
//! a figure.

use std::path::Path;

use crate::{
    battle::dice::Dice,
    content::{
        Catalog, ContentText, FILES, Overlay,
        problem::{Place, Problems, suggest},
        read_text,
        reader::{Fields, Reader},
        terrain::Cover,
        tree::{self, Field, Node, Value},
    },
    rules::{
        Game,
        battlescape::{self, Battlescape, content::FireMode},
        fleet::{self, Fleet},
    },
};

/// What came of a vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Name of the vector.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// What was expected and what was found instead; none if it holds.
    pub failures: Vec<String>,
}

/// Runs all vectors of a file against some content.
///
/// # Errors
/// All problems of the file; vectors that do not hold are findings.
pub fn run(file: &Path, content: &ContentText) -> Result<Vec<Finding>, Problems> {
    let text = read_text(file)?;
    run_text(&file.display().to_string(), &text, content)
}

/// Runs all vectors of a text; `file` is for messages.
///
/// # Errors
/// As [`run`].
pub fn run_text(file: &str, text: &str, content: &ContentText) -> Result<Vec<Finding>, Problems> {
    let root = tree::parse(file, text)?;
    let mut runner = Runner {
        file,
        content,
        catalog: content.catalog("content")?,
        reader: Reader::new(file),
    };
    let mut findings: Vec<Finding> = Vec::new();
    for node in runner.reader.list(&root, "vectors") {
        let Some(finding) = runner.vector(node) else {
            continue;
        };
        if findings.iter().any(|other| other.name == finding.name) {
            let message = format!("two vectors are named {:?}", finding.name);
            runner.reader.problem(node.place, message);
        }
        findings.push(finding);
    }
    match runner.reader.problems.is_empty() {
        true => Ok(findings),
        false => Err(Problems(runner.reader.problems)),
    }
}

/// Whether a text is a file of vectors, by its first entry.
pub fn is_vectors(text: &str) -> bool {
    let root = tree::parse("", text);
    root.is_ok_and(|root| {
        match &root.value {
        Value::List(nodes) => nodes.first().is_some_and(|node| {
            matches!(&node.value, Value::Struct(Some(name), _) if KINDS.contains(&name.as_str()))
        }),
        _ => false,
    }
    })
}

/// Kinds of vectors.
const KINDS: [&str; 3] = ["Shot", "Battle", "Fleet"];

/// Fire modes by name.
pub(crate) const MODES: [(&str, FireMode); 6] = [
    ("Snap", FireMode::Snap),
    ("Aimed", FireMode::Aimed),
    ("Headshot", FireMode::Headshot),
    ("Burst", FireMode::Burst),
    ("Auto", FireMode::Auto),
    ("Strike", FireMode::Strike),
];

/// Covers by name.
pub(crate) const COVERS: [(&str, Cover); 3] = [
    ("None", Cover::None),
    ("Half", Cover::Half),
    ("Full", Cover::Full),
];

struct Runner<'a> {
    file: &'a str,
    content: &'a ContentText,
    /// The content as it stands.
    catalog: Catalog,
    reader: Reader,
}

impl Runner<'_> {
    /// Reads and runs one vector; nothing if it has problems.
    fn vector(&mut self, node: &Node) -> Option<Finding> {
        let kind = self
            .reader
            .variant(node, "a vector, Shot(...), Battle(...) or Fleet(...)")?;
        let mut fields = self.reader.fields(node, "vector")?;
        let before = self.reader.problems.len();
        let name = fields.name(&mut self.reader, "name")?.to_owned();
        let figures = match kind {
            "Fleet" => Fleet::FIGURES,
            _ => Battlescape::FIGURES,
        };
        let catalog = self.catalog_of(&mut fields, figures);
        let tape = match fields.get("dice") {
            Some(node) => self.tape(node).map(Some),
            None => Some(None),
        };
        let failures = match kind {
            "Shot" => battlescape::vectors::shot::run(&mut self.reader, fields, &catalog?, tape?),
            "Battle" => {
                battlescape::vectors::run(&mut self.reader, self.file, fields, &catalog?, tape?)
            }
            "Fleet" => fleet::vectors::run(&mut self.reader, fields, &catalog?, tape?),
            other => {
                let hint = suggest(other, KINDS);
                let message = format!("vector `{other}` is unknown{hint}");
                self.reader.problem(node.place, message);
                None
            }
        };
        let failures = failures.filter(|_| self.reader.problems.len() == before)?;
        let place = node.place;
        Some(Finding {
            name,
            place,
            failures,
        })
    }

    /// Returns the content a vector is run against: with its figures and definitions laid over; `rules`
    /// are those of the file `figures`.
    fn catalog_of(&mut self, fields: &mut Fields, figures: &'static str) -> Option<Catalog> {
        let mut over = Vec::new();
        if let Some(node) = fields.get("rules") {
            over.push(Overlay {
                file: figures,
                path: self.file.to_owned(),
                root: node.clone(),
            });
        }
        if let Some(node) = fields.get("content") {
            let Value::Map(entries) = &node.value else {
                let message =
                    "expected files, such as {\"weapons.ron\": [(key: \"smg\", accuracy: 5)]}";
                self.reader.problem(node.place, message);
                return None;
            };
            for (key, root) in entries {
                let find = |name: &str| FILES.into_iter().find(|file| *file == name);
                let file = self.reader.key(key, "content file", find, &FILES)?;
                over.push(Overlay {
                    file,
                    path: self.file.to_owned(),
                    root: root.clone(),
                });
            }
        }
        if over.is_empty() {
            return Some(self.catalog.clone());
        }
        match self.content.catalog_with("content", &over) {
            Ok(catalog) => Some(catalog),
            Err(Problems(mut problems)) => {
                self.reader.problems.append(&mut problems);
                None
            }
        }
    }

    /// Reads results of dice such as `[hit(12), dmg(15), crit(90)]`.
    fn tape(&mut self, node: &Node) -> Option<Dice> {
        let expected = "results of dice, such as hit(42)";
        let results: Option<Vec<_>> = (self.reader.list(node, "dice").iter())
            .map(|node| match &node.value {
                Value::Tuple(Some(label), items) if items.len() == 1 => {
                    let result = self.reader.int(&items[0], label, 1..=1000_u32)?;
                    Some((label.clone(), result))
                }
                _ => {
                    let found = node.describe();
                    let message = format!("expected {expected}, found {found}");
                    self.reader.problem(node.place, message);
                    None
                }
            })
            .collect();
        results.map(Dice::script)
    }
}

/// Writes a value as it is compared.
pub(crate) fn written(node: &Node) -> String {
    let mut text = String::new();
    node.to_ron(&mut text);
    text
}

/// Compares what a vector expects with what was found, field by field.
///
/// `observe` returns a field as RON, or nothing if it knows no such field; `known` lists those it
/// knows.
pub(crate) fn compare(
    reader: &mut Reader,
    of: &str,
    expected: &[Field],
    known: &[&str],
    observe: impl Fn(&str) -> Option<String>,
) -> Vec<String> {
    let mut failures = Vec::new();
    for field in expected {
        let Some(found) = observe(&field.name) else {
            let hint = suggest(&field.name, known.iter().copied());
            let message = format!("there is no `{}` to expect{hint}", field.name);
            reader.problem(field.place, message);
            continue;
        };
        let wanted = written(&field.node);
        if wanted != found {
            failures.push(format!("expected {of}{} {wanted}, got {found}", field.name));
        }
    }
    failures
}

/// What is wrong with how the dice of a vector were used.
pub(crate) fn misuse(dice: &Dice) -> Vec<String> {
    dice.complaints()
}

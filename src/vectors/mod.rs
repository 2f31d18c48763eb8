//! Rule vectors: named cases in RON, run against the live rules and figures.
//!
//! Kinds of vectors are brought by rule sets, which register them ([`Kinds`]); what is played on a board
//! is a [`VectorBattle`]. The manual documents the format.
//!
//! **Invariant:** a vector is judged by the same code that battles are played with; nothing here knows
//! a figure or a rule set.

mod battle;
mod compare;
mod draft;

mod story;

use std::ops::RangeInclusive;
use std::path::Path;

pub use self::battle::{VectorBattle, direction, tile};
pub use self::compare::{Check, Fact, UnitFact, compare, or_none};
pub use self::draft::{draft, list, set_field, take_fields};
pub use self::story::Story;
use crate::battle::dice::Dice;
use crate::content::problem::{Place, Problems, suggest};
use crate::content::reader::{Fields, Reader};
use crate::content::tree::{self, Node, Value};
use crate::content::{Catalog, ContentText, Overlay, files, read_text};
use crate::mission::RuleSet;

/// A kind of vectors, which a rule set brings: the name of its vectors in files, such as `Shot` of
/// `Shot(name: "…")`, and what runs one: returns what does not hold, or nothing if it has problems.
pub type Kind = (&'static str, fn(Vector) -> Option<Vec<String>>);

/// The kinds of vectors of one rule set.
#[derive(Clone, Copy)]
pub struct Kinds {
    /// Name of the rule set in mission files.
    pub rules: &'static str,
    /// Its kinds.
    pub kinds: &'static [Kind],
}

inventory::collect!(Kinds);

/// A vector that is read.
pub struct Vector<'r, 'n> {
    /// Notes problems.
    pub reader: &'r mut Reader,
    /// The file, for messages.
    pub file: &'r str,
    /// Its fields, of which name, rules, content and dice are read.
    pub fields: Fields<'n>,
    /// Definitions and figures it is run against.
    pub catalog: Catalog,
    /// Results of its dice, if it gives any.
    pub tape: Option<Dice>,
}

impl<'n> Vector<'_, 'n> {
    /// Reads a list of numbers, empty where the vector has none.
    pub fn numbers(&mut self, name: &'static str, range: RangeInclusive<u32>) -> Option<Vec<u32>> {
        let nodes = self.fields.get(name);
        let nodes = nodes.map_or(&[][..], |node| self.reader.list(node, name));
        let read = |node| self.reader.int(node, name, range.clone());
        nodes.iter().map(read).collect()
    }

    /// Reads a text; the outer `None` notes that there is something else.
    pub fn text(&mut self, name: &'static str) -> Option<Option<&'n str>> {
        let Self { fields, reader, .. } = self;
        fields.maybe(name, |node| reader.text(node, name))
    }
}

/// Outcome of a vector.
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
    runner.reader.problems.check()?;
    Ok(findings)
}

/// Whether a text is a file of vectors, by its first entry.
pub fn is_vectors(text: &str) -> bool {
    let Ok(root) = tree::parse("", text) else {
        return false;
    };
    let Value::List(nodes) = &root.value else {
        return false;
    };
    let first = nodes.first().map(|node| &node.value);
    matches!(first, Some(Value::Struct(Some(name), _)) if kinds().any(|(_, (kind, _))| kind == name))
}

/// Lists all kinds of vectors with their rule sets, in the order of these.
fn kinds() -> impl Iterator<Item = (RuleSet, &'static Kind)> {
    RuleSet::all().iter().flat_map(|&set| {
        let own = inventory::iter::<Kinds>
            .into_iter()
            .filter(move |own| own.rules == set.name());
        own.flat_map(move |own| own.kinds.iter().map(move |kind| (set, kind)))
    })
}

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
        let names: Vec<_> = kinds().map(|(_, (name, _))| *name).collect();
        let forms: Vec<_> = names.iter().map(|name| format!("{name}(...)")).collect();
        let (last, others) = forms.split_last()?;
        let expected = format!("a vector, {} or {last}", others.join(", "));
        let found = self.reader.variant(node, &expected)?;
        let mut fields = self.reader.fields(node, "vector")?;
        let before = self.reader.problems.len();
        let name = fields.name(&mut self.reader, "name")?.to_owned();
        let kind = kinds().find(|(_, (name, _))| *name == found);
        // Of a kind that is unknown, the rest is read as by the first rule set.
        let rules = kind.map_or_else(RuleSet::default, |(rules, _)| rules);
        let catalog = self.catalog_of(&mut fields, rules.figures());
        let tape = fields.maybe("dice", |node| self.tape(node));
        let Some((_, (_, run))) = kind else {
            let hint = suggest(found, names);
            let message = format!("vector `{found}` is unknown{hint}");
            self.reader.problem(node.place, message);
            return None;
        };
        let failures = run(Vector {
            reader: &mut self.reader,
            file: self.file,
            fields,
            catalog: catalog?,
            tape: tape?,
        });
        Some(Finding {
            name,
            place: node.place,
            failures: failures.filter(|_| self.reader.problems.len() == before)?,
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
                let find = |name: &str| files().iter().copied().find(|file| *file == name);
                let file = self.reader.key(key, "content file", find, files())?;
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
            Err(Problems(problems)) => {
                self.reader.problems.extend(problems);
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
                _ => self.reader.wrong(node, expected),
            })
            .collect();
        results.map(Dice::script)
    }
}

//! Forms: what a part of a file can say, as plain data that an editor draws and a test reads.
//!
//! **Invariant:** what [`Kind::first`] writes is of its kind.

use std::ops::RangeInclusive;

use crate::content::definition::Definition;
use crate::content::tree::{Node, Value};

/// A named value of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name in files.
    pub name: &'static str,
    /// Its name for people.
    pub label: String,
    /// What it is for.
    pub about: String,
    /// What it holds.
    pub kind: Kind,
    /// Whether it must be given.
    pub is_needed: bool,
    /// What holds where it is left out, in words.
    pub usual: &'static str,
}

/// What a value can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Flag,
    /// A whole number of a range.
    Whole(RangeInclusive<i64>),
    /// Text of one line.
    Line,
    /// Text of some lines.
    Prose,
    /// One of some values.
    Choice(Choice),
    /// A hex: `(column, row)`.
    Hex,
    /// A hex, or any free one of a zone: `Zone("name")`.
    Place,
    /// Nothing, `None`, or something.
    Maybe(Box<Kind>),
    /// A list with so many items at least.
    List(Box<Kind>, usize),
    /// Two values in brackets.
    Pair(Box<(Kind, Kind)>),
    /// Values by keys.
    Map(Box<(Kind, Kind)>),
    /// A struct.
    Fields(Vec<Field>),
    /// A word with what belongs to it.
    Variants(Vec<Variant>),
    /// What an editor keeps as it is written, and what is written to begin with.
    Kept(&'static str),
}

/// Values to choose from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// What can always be chosen.
    pub options: Vec<Choosable>,
    /// Names that the file itself gives can be chosen, too.
    pub names: Option<Names>,
    /// So many of them cannot, from the first on.
    pub skip: usize,
}

/// A value to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choosable {
    /// As it is written.
    pub written: String,
    /// Its name for people.
    pub label: String,
    /// What it means.
    pub about: String,
}

/// Names that a file gives: the fields that lead to them, through whatever lists there are. Of a map it
/// is the keys.
pub type Names = &'static [&'static str];

/// A word with what belongs to it, such as `Hold(zone: "hill", turns: 3)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The word.
    pub word: &'static str,
    /// What it means.
    pub label: String,
    /// What belongs to it.
    pub body: Body,
}

/// What belongs to a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Nothing: `Read`.
    Bare,
    /// One value: `Turn(3)`.
    One(Kind),
    /// Fields: `Survive(turns: 8)`.
    Fields(Vec<Field>),
}

impl Field {
    /// Makes a field that may be left out.
    pub fn new(name: &'static str, label: impl Into<String>, kind: Kind) -> Self {
        Self {
            name,
            label: label.into(),
            about: String::new(),
            kind,
            is_needed: false,
            usual: "",
        }
    }

    /// Makes a field that must be given.
    pub fn needed(name: &'static str, label: impl Into<String>, kind: Kind) -> Self {
        Self {
            is_needed: true,
            ..Self::new(name, label, kind)
        }
    }

    /// Says what holds where it is left out.
    pub fn usual(self, usual: &'static str) -> Self {
        Self { usual, ..self }
    }

    /// Says what it is for.
    pub fn about(self, about: impl Into<String>) -> Self {
        let about = about.into();
        Self { about, ..self }
    }

    /// Returns what holds where it is left out, as people read it.
    pub fn usual_in_words(&self) -> &str {
        self.kind.label_of(self.usual).unwrap_or(self.usual)
    }

    /// Makes the field of a declared figure; its attributes hold what it is for.
    pub fn of_figure(name: &'static str, attributes: &[&str], kind: Kind) -> Self {
        Self::new(name, spoken(name), kind).about(documented(attributes))
    }
}

impl Choosable {
    /// Makes a bare name.
    pub fn bare(name: &str, label: impl Into<String>) -> Self {
        Self {
            written: name.to_owned(),
            label: label.into(),
            about: String::new(),
        }
    }

    /// Makes a key in quotes.
    pub fn key(key: &str, label: &str, about: &str) -> Self {
        Self {
            written: format!("{key:?}"),
            label: label.to_owned(),
            about: about.to_owned(),
        }
    }
}

impl Variant {
    /// Makes a word with fields.
    pub fn new(word: &'static str, label: &str, fields: Vec<Field>) -> Self {
        let body = Body::Fields(fields);
        Self::with(word, label, body)
    }

    /// Makes a word with one value.
    pub fn one(word: &'static str, label: &str, kind: Kind) -> Self {
        Self::with(word, label, Body::One(kind))
    }

    /// Makes a word alone.
    pub fn bare(word: &'static str, label: &str) -> Self {
        Self::with(word, label, Body::Bare)
    }

    fn with(word: &'static str, label: &str, body: Body) -> Self {
        Self {
            word,
            label: label.to_owned(),
            body,
        }
    }

    /// Writes one to begin with.
    pub fn first(&self, root: &Node) -> String {
        let word = self.word;
        match &self.body {
            Body::Bare => word.to_owned(),
            Body::One(kind) => format!("{word}({})", kind.first(root)),
            Body::Fields(fields) => format!("{word}({})", first_fields(fields, root)),
        }
    }
}

impl Kind {
    /// Makes a choice of bare names.
    pub fn words(options: impl IntoIterator<Item = Choosable>) -> Self {
        Self::Choice(Choice {
            options: options.into_iter().collect(),
            ..Choice::default()
        })
    }

    /// Makes a choice of definitions by their keys.
    pub fn of<T: Definition>(all: &[T]) -> Self {
        Self::words(
            all.iter()
                .map(|one| Choosable::key(one.key(), one.name(), one.about())),
        )
    }

    /// Makes a choice of names that the file gives.
    pub fn named(names: Names) -> Self {
        Self::Choice(Choice {
            names: Some(names),
            ..Choice::default()
        })
    }

    /// Makes values by name.
    pub fn by_name(of: Self) -> Self {
        Self::Map(Box::new((Self::Line, of)))
    }

    /// Makes what there need not be.
    pub fn maybe(of: Self) -> Self {
        Self::Maybe(Box::new(of))
    }

    /// Makes a list that may be empty.
    pub fn list(of: Self) -> Self {
        Self::List(Box::new(of), 0)
    }

    /// Returns the name that people read of a bare word or key, as it is written.
    pub fn label_of(&self, written: &str) -> Option<&str> {
        match self {
            Self::Flag => match written {
                "true" => Some("yes"),
                "false" => Some("no"),
                _ => None,
            },
            Self::Choice(choice) => {
                let mut options = choice.options.iter();
                let found = options.find(|one| one.written == written);
                found.map(|one| one.label.as_str())
            }
            Self::Variants(all) => {
                let found = all.iter().find(|one| one.word == written);
                found.map(|one| one.label.as_str())
            }
            Self::Maybe(_) if written == "None" => Some("none"),
            Self::Maybe(inner) => inner.label_of(written),
            _ => None,
        }
    }

    /// Returns a value as people read it: words by their labels, texts without quotes, all else as it is
    /// written.
    pub fn in_words(&self, written: &str) -> String {
        let inner = written.strip_prefix("Some(");
        let inner = inner.and_then(|rest| rest.strip_suffix(')'));
        let written = inner.unwrap_or(written);
        let label = self.label_of(written);
        label
            .unwrap_or_else(|| written.trim_matches('"'))
            .to_owned()
    }

    /// Returns what the figure at a path, such as `tu.walk`, is for: the comment it is declared with, or else
    /// its labels. Keys on the way follow in brackets.
    pub fn name_of(&self, path: &str) -> String {
        let (mut kind, mut labels, mut keys) = (self, Vec::new(), Vec::new());
        let mut about = "";
        for step in path.split('.') {
            match kind {
                Self::Fields(fields) => {
                    let Some(field) = fields.iter().find(|field| field.name == step) else {
                        break;
                    };
                    labels.push(field.label.as_str());
                    (kind, about) = (&field.kind, &field.about);
                }
                Self::Map(kinds) => {
                    keys.push(kinds.0.in_words(step).to_lowercase());
                    kind = &kinds.1;
                }
                _ => break,
            }
        }
        let name = match about {
            "" => labels.join(": "),
            about => about.trim_end_matches('.').to_owned(),
        };
        match keys.is_empty() {
            true => name,
            false => format!("{name} ({})", keys.join(", ")),
        }
    }

    /// Returns the kind of the value at a path of fields and keys.
    pub fn at(&self, path: &str) -> &Self {
        path.split('.').fold(self, |kind, step| match kind {
            Self::Fields(fields) => {
                let found = fields.iter().find(|field| field.name == step);
                found.map_or(kind, |field| &field.kind)
            }
            Self::Map(kinds) => &kinds.1,
            other => other,
        })
    }

    /// Writes a value to begin with; `root` is the file it stands in.
    pub fn first(&self, root: &Node) -> String {
        match self {
            Self::Flag => "false".into(),
            Self::Whole(range) => 1.clamp(*range.start(), *range.end()).to_string(),
            Self::Line | Self::Prose => "\"\"".into(),
            Self::Choice(choice) => (choice.all(root).into_iter().next())
                .map_or_else(|| "\"\"".into(), |first| first.written),
            Self::Hex | Self::Place => "(0, 0)".into(),
            Self::Maybe(_) => "None".into(),
            Self::List(kind, least) => {
                let items = vec![kind.first(root); *least];
                format!("[{}]", items.join(", "))
            }
            Self::Pair(kinds) => format!("({}, {})", kinds.0.first(root), kinds.1.first(root)),
            Self::Map(_) => "{}".into(),
            Self::Fields(fields) => format!("({})", first_fields(fields, root)),
            Self::Kept(first) => (*first).into(),
            Self::Variants(variants) => {
                (variants.first()).map_or_else(String::new, |first| first.first(root))
            }
        }
    }
}

impl Choice {
    /// Lists all that can be chosen in a file.
    pub fn all(&self, root: &Node) -> Vec<Choosable> {
        let names = self.names.map(|names| texts_at(root, names));
        let names = names.into_iter().flatten().skip(self.skip);
        let own = names.map(|name| Choosable::key(&name, &name, ""));
        self.options.iter().cloned().chain(own).collect()
    }
}

fn first_fields(fields: &[Field], root: &Node) -> String {
    let needed = fields.iter().filter(|field| field.is_needed);
    let written: Vec<_> = needed
        .map(|field| format!("{}: {}", field.name, field.kind.first(root)))
        .collect();
    written.join(", ")
}

/// Lists the texts that some fields lead to, through lists, each once; of maps it is the keys.
pub fn texts_at(node: &Node, fields: &[&str]) -> Vec<String> {
    fn collect(node: &Node, fields: &[&str], found: &mut Vec<String>) {
        match (&node.value, fields) {
            (Value::List(items), _) => {
                items.iter().for_each(|item| collect(item, fields, found));
            }
            (Value::Struct(_, all), [name, rest @ ..]) => {
                if let Some(field) = all.iter().find(|field| field.name == *name) {
                    collect(&field.node, rest, found);
                }
            }
            (Value::Map(entries), []) => {
                entries
                    .iter()
                    .for_each(|(key, _)| collect(key, fields, found));
            }
            (Value::Text(text), []) if !found.contains(text) => found.push(text.clone()),
            _ => {}
        }
    }
    let mut found = Vec::new();
    collect(node, fields, &mut found);
    found
}

/// Short names that people know in capitals.
const ACRONYMS: [&str; 8] = ["ai", "ap", "cp", "hp", "mp", "smg", "toe", "tu"];

/// Returns a name of code as people read it: "Carry max" for `carry_max`, "Last standing" for
/// `LastStanding`.
pub fn spoken(name: &str) -> String {
    let words = split_words(name).replace('_', " ");
    let words = words.split(' ').map(|word| match ACRONYMS.contains(&word) {
        true => word.to_uppercase(),
        false => word.to_owned(),
    });
    let mut text = words.collect::<Vec<_>>().join(" ");
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Returns `SouthEast` as "south east".
pub fn split_words(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !text.is_empty() {
            text.push(' ');
        }
        text.push(c.to_ascii_lowercase());
    }
    text
}

/// Returns what the doc comments among attributes say to players: without sections of the reference, and
/// without what only files of older versions need to know.
pub fn documented(attributes: &[&str]) -> String {
    let docs = attributes.iter().filter(|text| text.starts_with("doc"));
    let texts = docs.filter_map(|text| {
        let (start, end) = (text.find('"')?, text.rfind('"')?);
        Some(text.get(start + 1..end)?.trim())
    });
    let text = texts.collect::<Vec<_>>().join(" ").replace('`', "");
    without_sections(&text)
}

/// Leaves out references to sections and switches, such as `(§4, C2)` or `§5:`, whose a figure is, and what
/// older saves lack.
fn without_sections(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, from)) = rest.split_once('(') {
        let Some((inside, after)) = from.split_once(')') else {
            break;
        };
        kept += before;
        if inside.contains('§') || inside == "ours" || is_section(inside) {
            kept.truncate(kept.trim_end().len());
        } else {
            kept += &format!("({inside})");
        }
        rest = after;
    }
    kept += rest;
    let kept = match kept.split_once(": ") {
        Some((section, about)) if section == "Ours" || is_section(section) => capital(about),
        _ => kept,
    };
    let sentences = kept.split_inclusive(". ");
    let sentences = sentences.filter(|one| !one.starts_with("Older saves") && !is_section(one));
    sentences.collect::<String>().trim_end().to_owned()
}

/// Whether a text only names sections or switches of the reference: `§6, C1–C4.`
fn is_section(text: &str) -> bool {
    let words = text.split([' ', ',', '–', '.', ':']);
    let mut words = words.filter(|word| !word.is_empty()).peekable();
    let begins = words
        .peek()
        .is_some_and(|word| word.starts_with(['§', 'C', 'S']));
    begins
        && words.all(|word| {
            let number = word.trim_start_matches(['§', 'C', 'S']);
            !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
        })
}

/// Returns a text with a capital.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::declare::{choices, figures};
    use crate::content::decode::Figure;
    use crate::content::small_map::SmallMap;
    use crate::content::tree::parse;

    choices! {
        enum Pace {
            /// One by one.
            Slow,
            Fast,
        }
    }

    figures! {
        struct Inner {
            /// How far.
            far_off: u8 [1..=20],
            any: i16,
        }

        struct Outer {
            paces: SmallMap<Pace, Inner>,
            pair: (u16, u16) [2..=5],
            extra: Option<bool> = None,
        }
    }

    #[test]
    fn the_form_of_figures_is_their_declaration() {
        let Kind::Fields(fields) = Outer::kind(None) else {
            panic!("a struct");
        };
        let names: Vec<_> = fields.iter().map(|field| field.name).collect();
        assert_eq!(names, ["paces", "pair", "extra"]);
        let whole = |range| Kind::Whole(range);
        assert_eq!(
            fields[1].kind,
            Kind::Pair(Box::new((whole(2..=5), whole(2..=5))))
        );
        assert_eq!(fields[2].kind, Kind::Maybe(Box::new(Kind::Flag)));
        let Kind::Map(entry) = &fields[0].kind else {
            panic!("a table");
        };
        let (Kind::Choice(keys), Kind::Fields(inner)) = &**entry else {
            panic!("structs by words");
        };
        assert_eq!(keys.options[0].written, "Slow");
        assert_eq!(keys.options[0].about, "One by one.");
        assert_eq!(inner[0].about, "How far.");
        assert_eq!(inner[0].label, "Far off");
        assert_eq!(inner[0].kind, whole(1..=20));
        assert_eq!(inner[1].kind, whole(-32768..=32767));
    }

    #[test]
    fn comments_of_figures_become_words_for_players() {
        for (comment, told) in [
            ("Time units (§3).", "Time units."),
            (
                "§5, §10: poison of chemical hits.",
                "Poison of chemical hits.",
            ),
            ("§6, C1–C4, C7.", ""),
            ("§15.20.", ""),
            (
                "Ours: squad equipment on offer. Older saves lack these figures.",
                "Squad equipment on offer.",
            ),
            (
                "Minimum chance to hit, percent. Older saves lack it.",
                "Minimum chance to hit, percent.",
            ),
            (
                "Cover (half or full): see C.",
                "Cover (half or full): see C.",
            ),
        ] {
            assert_eq!(without_sections(comment), told, "{comment}");
        }
        assert_eq!(spoken("LastStanding"), "Last standing");
        assert_eq!(spoken("tu_of_a_step"), "TU of a step");
    }

    #[test]
    fn a_figure_is_named_by_what_it_is_for() {
        let kind = Outer::kind(None);
        assert_eq!(kind.name_of("paces.Slow.far_off"), "How far (slow)");
        assert_eq!(kind.name_of("paces.Fast.any"), "Paces: Any (fast)");
        assert_eq!(kind.at("extra").in_words("Some(true)"), "yes");
        assert_eq!(kind.at("extra").in_words("None"), "none");
        assert_eq!(Pace::kind(None).in_words("Slow"), "Slow");
        assert_eq!(Kind::Line.in_words("\"a word\""), "a word");
    }

    #[test]
    fn names_are_found_through_lists_and_as_keys() {
        let text =
            "(zones: {\"a\": [], \"b\": []}, sides: [(name: \"x\"), (name: \"y\"), (name: \"x\")])";
        let root = parse("f", text).expect("it is sound");
        assert_eq!(texts_at(&root, &["zones"]), ["a", "b"]);
        assert_eq!(texts_at(&root, &["sides", "name"]), ["x", "y"]);
        let zones = Variant::new(
            "Hold",
            "Hold",
            vec![
                Field::needed("zone", "Zone", Kind::named(&["zones"])),
                Field::needed("turns", "Turns", Kind::Whole(1..=100)),
                Field::new("more", "More", Kind::Flag),
            ],
        );
        assert_eq!(zones.first(&root), "Hold(zone: \"a\", turns: 1)");
    }
}

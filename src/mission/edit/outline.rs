//! What an editor knows of a rule set: where its units stand in a file, what a mission can say, and
//! what a new one is like.
//!
//! **Invariant:** plain data; no rule set is named here.

use crate::battle::grid::{Grid, Layout, TileId};
use crate::content::decode::Figure;
use crate::content::definition::Definition;
use crate::content::form::{Choosable, Field, Kind, Names, Variant, split_words, spoken, texts_at};
use crate::content::mode::{AiMode, Skill};
use crate::content::ron_text;
use crate::content::terrain::TerrainId;
use crate::content::tree::{Node, Value};
use crate::mission::guide::GuideAction;
use crate::mission::{directions, rectangle};
use serde::Serialize;

use super::Draft;
use super::change::Edit;
use super::path::{self, Path, Step};
use super::sheet::SideDraft;

/// Where missions of a rule set have what is seen on the board.
#[derive(Debug, PartialEq, Eq)]
pub struct Outline {
    /// Where a side has its units.
    pub posts: &'static [Post],
    /// Names of fields in the order they are written, whatever they are fields of, as words.
    pub order: &'static str,
    /// What names something that the mission names, beside what all missions have.
    pub references: &'static [Reference],
    /// What zones are for.
    pub zones: &'static [(Role, Names)],
}

/// A field of a side that holds units.
#[derive(Debug, PartialEq, Eq)]
pub struct Post {
    /// Its name in files.
    pub field: &'static str,
    /// Whether it is a list; else there is one unit at most.
    pub is_list: bool,
    /// What such a unit is called.
    pub word: &'static str,
    /// Fields of units that are not on the board from the start.
    pub later: &'static [&'static str],
    /// What is said of a unit without a hex.
    pub nowhere: &'static str,
}

/// What a zone is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Units leave the board from it.
    Exit,
    /// The objective is about it.
    Goal,
    /// A side begins in it.
    Start,
}

/// Where a name is used that another part of the mission gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Where the name is given.
    pub to: Names,
    /// Fields that hold it, or a list of such names.
    pub fields: &'static [&'static str],
    /// Words that stand before it: `Dies("Vega")`.
    pub words: &'static [&'static str],
}

/// Where zones are named.
pub const ZONES: Names = &["zones"];
/// Where sides are named.
pub const SIDES: Names = &["sides", "name"];

/// References that all missions have.
pub(super) static SHARED: [Reference; 2] = [
    Reference {
        to: ZONES,
        fields: &["zone", "zones"],
        words: &["Zone", "Reached"],
    },
    Reference {
        to: SIDES,
        fields: &["side"],
        words: &[],
    },
];

/// Fields that all missions have, in the order they are written.
const ORDER: &str = "kind name number rules packs briefing debrief guide board zones sides controller \
            objectives";

impl Outline {
    /// That of a rule set of which an editor knows nothing.
    pub const NONE: Self = Self {
        posts: &[],
        order: ORDER,
        references: &[],
        zones: &[],
    };
}

impl Default for &'static Outline {
    fn default() -> Self {
        &Outline::NONE
    }
}

/// What a mission of a rule set can say, beside what all missions can.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forms {
    /// Fields of the mission.
    pub mission: Vec<Field>,
    /// Fields of a side but for its units.
    pub side: Vec<Field>,
    /// Units, in the order of the outline's posts.
    pub units: Vec<UnitForm>,
    /// Fields of the objectives.
    pub objectives: Vec<Field>,
    /// Figures that a mission may have instead of the usual ones, which come with them.
    pub figures: Vec<(Field, Node)>,
    /// What its boards are painted with.
    pub ground: GroundForm,
    /// Whether a side can be a player at a real map.
    pub at_table: bool,
}

/// What a unit can say.
///
/// A unit whose form has no kind cannot be put on the board. Where all are alike there is one kind with an
/// empty key, and files name none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitForm {
    /// Kinds there are.
    pub kinds: Vec<UnitKind>,
    /// All its fields, those of every unit included: name, place, facing.
    pub fields: Vec<Field>,
}

/// A kind of unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitKind {
    /// Its key.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// What it is.
    pub about: String,
}

/// What boards are painted with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundForm {
    /// Kinds of terrain, and what each does, in words; all, if none are named.
    pub terrains: Vec<(TerrainId, String)>,
    /// Whether ground can be raised.
    pub has_heights: bool,
    /// Whether there are features between hexes.
    pub has_hexsides: bool,
    /// Whether there are smoke and fire.
    pub has_air: bool,
}

impl Default for GroundForm {
    fn default() -> Self {
        Self {
            terrains: Vec::new(),
            has_heights: true,
            has_hexsides: true,
            has_air: true,
        }
    }
}

/// What a new mission is like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fresh {
    /// Key of the terrain.
    pub ground: &'static str,
    /// Its zones.
    pub zones: Vec<(&'static str, Vec<TileId>)>,
    /// Its sides.
    pub sides: Vec<SideDraft>,
    /// Its objectives, as they are written; nothing where missions have none.
    pub objectives: String,
    /// Other fields of the mission, as they are written.
    pub fields: &'static str,
}

/// Size and layout of a new board.
pub type NewBoard = (Layout, u16, u16);

impl Forms {
    /// Returns the edit that sets a figure of the rules; to the usual value, that takes it out.
    ///
    /// A list is written as a whole, since a mission cannot have single items of it otherwise.
    pub fn override_figure(&self, draft: &Draft, path: &Path, to: Option<&str>) -> Edit {
        let is_item = |step: &Step| matches!(step, Step::Item(_));
        let (whole, to) = match path.0.iter().position(is_item) {
            Some(at) => {
                let whole = Path(path.0[..at].to_vec());
                let now = draft
                    .figure(&whole)
                    .map(Node::to_ron)
                    .or_else(|| self.usual(&whole));
                let rest = &path.0[at..];
                let now = now.and_then(|now| path::changed(now, rest, to));
                (whole, now)
            }
            None => (path.clone(), to.map(str::to_owned)),
        };
        let usual = self.usual(&whole);
        let to = to.filter(|to| usual.as_ref() != Some(to));
        Edit::Figure(whole, to)
    }

    /// Returns what a figure is in missions that say nothing of it, as it is written.
    pub fn usual(&self, path: &Path) -> Option<String> {
        let (first, rest) = path.0.split_first()?;
        let name = Path(vec![first.clone()]);
        let (_, node) = (self.figures.iter()).find(|(field, _)| name.fields() == [field.name])?;
        Path(rest.to_vec()).find(node).map(Node::to_ron)
    }

    /// Lists every zone that something names, with what it is for.
    pub fn zones_in_use(root: &Node, outline: &Outline) -> Vec<(Role, String)> {
        let named = outline.zones.iter().flat_map(|&(role, names)| {
            let zones = texts_at(root, names).into_iter();
            zones.map(move |zone| (role, zone))
        });
        named.collect()
    }
}

impl UnitForm {
    /// Makes the form of units of these kinds: kind, name with what it usually is, place and facing, then
    /// the fields that they alone have.
    pub fn of<T: Definition>(
        kinds: &[T],
        name: &'static str,
        at: Field,
        layout: Layout,
        own: impl IntoIterator<Item = Field>,
    ) -> Self {
        let head = [
            Field::needed("kind", "Kind", Kind::of(kinds)),
            Field::new("name", "Name", Kind::Line).usual(name),
            at,
            Field::new("facing", "Faces", facings(layout)).usual("as its side does"),
        ];
        let kind = |kind: &T| UnitKind {
            key: kind.key().to_owned(),
            name: kind.name().to_owned(),
            about: kind.about().to_owned(),
        };
        Self {
            kinds: kinds.iter().map(kind).collect(),
            fields: head.into_iter().chain(own).collect(),
        }
    }
}

/// Lists the fields of figures, each with what it usually is.
pub fn figure_forms<T: Figure + Serialize>(figures: &T) -> Vec<(Field, Node)> {
    let (Kind::Fields(fields), Value::Struct(_, values)) =
        (T::kind(None), ron_text::to_node(figures).value)
    else {
        return Vec::new();
    };
    let values = values.into_iter().map(|field| field.node);
    fields.into_iter().zip(values).collect()
}

/// Returns a tree whose rows of numbers are lists, as files have them; they are written as tuples.
pub fn as_lists(node: Node) -> Node {
    let value = match node.value {
        Value::Tuple(None, items) | Value::List(items) => {
            Value::List(items.into_iter().map(as_lists).collect())
        }
        Value::Struct(word, mut fields) => {
            for field in &mut fields {
                field.node = as_lists(field.node.clone());
            }
            Value::Struct(word, fields)
        }
        value => value,
    };
    Node { value, ..node }
}

/// Returns the fields that all missions have.
pub fn mission_fields() -> Vec<Field> {
    let actions = GuideAction::CHOICES
        .iter()
        .map(|(name, _)| Variant::bare(name, &spoken(name)));
    let actions: Vec<_> = actions.collect();
    let also = Kind::Variants(actions.clone());
    let until = [
        Variant::bare("Read", "A button"),
        Variant::one("ReadOr", "A button or an action", also),
        Variant::one("Reached", "A unit is in a zone", Kind::named(ZONES)),
    ];
    let until = Kind::Variants(until.into_iter().chain(actions).collect());
    vec![
        Field::needed("name", "Name", Kind::Line),
        Field::new("briefing", "Briefing", Kind::Prose).about("What players read before it starts"),
        Field::new("number", "Place in list", Kind::Whole(0..=9999)).usual("last"),
        Field::new(
            "debrief",
            "Debrief",
            Kind::Fields(vec![
                Field::needed("victory", "Victory", Kind::Prose),
                Field::needed("defeat", "Defeat", Kind::Prose),
            ]),
        )
        .about("What players read afterwards"),
        Field::new("packs", "Packs", Kind::list(Kind::Line))
            .about("Content packs applied to the mission"),
        Field::new(
            "guide",
            "Guide",
            Kind::list(Kind::Fields(vec![
                Field::needed("say", "Say", Kind::Prose),
                Field::new("until", "Until", until).usual("a button"),
            ])),
        )
        .about("Tutorial steps"),
    ]
}

/// Returns the fields that sides of all missions have; with players at a real map, where rules seat them.
pub fn side_fields(at_table: bool) -> Vec<Field> {
    let mut who: Vec<_> = [("Human", "a person"), ("Open", "chosen by the player")]
        .map(|(word, label)| Choosable::bare(word, label))
        .into();
    who.extend(modes().into_iter().map(|mode| {
        let written = format!("Ai({})", mode.written);
        Choosable::bare(&written, format!("computer, {}", mode.label))
    }));
    if at_table {
        who.push(Choosable::bare("Table", "a player at a real map"));
    }
    vec![
        Field::needed("name", "Name", Kind::Line),
        Field::needed("controller", "Played by", Kind::words(who)),
        Field::new("stand_in", "Stand-in", Kind::words(modes()))
            .usual("aggressive")
            .about("How a computer plays it when no person does"),
        Field::new("skill", "Skill", Kind::words(skills()))
            .usual("as the player's settings say")
            .about("How well a computer plays it"),
        Field::new("neutral", "Neutral", Kind::Flag).about("Civilians"),
        Field::new("hunts", "Hunts civilians", Kind::Flag).about("Also attacks neutral sides"),
    ]
}

/// Lists the modes a computer can play in.
pub fn modes() -> Vec<Choosable> {
    let mode = |(name, _): &(&str, _)| Choosable::bare(name, name.to_lowercase());
    AiMode::CHOICES.iter().map(mode).collect()
}

/// Lists how well a computer can play.
fn skills() -> Vec<Choosable> {
    let skill = |(name, _): &(&str, _)| Choosable::bare(name, name.to_lowercase());
    Skill::CHOICES.iter().map(skill).collect()
}

/// Lists the directions of a layout.
pub fn facings(layout: Layout) -> Kind {
    Kind::words(directions(layout).map(|(name, _)| Choosable::bare(name, split_words(name))))
}

/// Lists the hexes of some columns.
pub fn columns(grid: Grid, columns: std::ops::Range<i32>) -> Vec<TileId> {
    rectangle(
        grid,
        (columns.start, 0),
        (columns.end - 1, grid.height.into()),
    )
}

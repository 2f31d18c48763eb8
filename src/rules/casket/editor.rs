//! What missions of the casket can say, for editors.
//!
//! **Invariant:** every field that the scenario reads is in a form, with the bounds that it reads by.

use crate::battle::grid::{Direction, Grid, Layout};
use crate::content::Catalog;
use crate::content::decode::Figure;
use crate::content::definition::Definition;
use crate::content::form::{Choice, Choosable, Field, Kind, Names};
use crate::content::ron_text;
use crate::content::terrain::TerrainId;
use crate::content::tree::{self, Node};
use crate::mission::edit::outline::{Reference, ZONES, as_lists, facings};
use crate::mission::edit::{
    At, Forms, Fresh, GroundForm, Outline, Post, Role, SideDraft, UnitDraft, UnitForm, UnitKind,
    quoted,
};
use crate::rules::casket::book;
use crate::rules::casket::content::{CasketContent, DECK_FILES, Figures, MOST_COPIES};
use crate::rules::casket::machine::Part;
use crate::rules::casket::scenario::Goal;

/// Where missions of the casket have what an editor shows.
pub(super) static OUTLINE: Outline = Outline {
    posts: &[Post {
        field: "units",
        is_list: true,
        word: "unit",
        later: &[],
        nowhere: "nowhere",
    }],
    order: "say until kind name at facing heat taint damage hp number rules packs deck_files briefing \
            debrief guide board zones controller stand_in skill neutral hunts units sides goal objectives \
            protect destroy friendly_fire turn_limit description class race right left relics cards starter",
    references: &[
        Reference {
            to: ZONES,
            fields: &["objectives"],
            words: &[],
        },
        Reference {
            to: UNITS,
            fields: &["protect", "destroy"],
            words: &[],
        },
    ],
    zones: &[(Role::Goal, &["objectives"])],
};

/// Where units are named.
const UNITS: Names = &["sides", "units", "name"];
/// Where a mission brings decks of its own.
const DECKS: Names = &["rules", "decks"];

/// Lists what missions of the casket can say.
pub(super) fn forms(catalog: &Catalog, layout: Layout) -> Forms {
    let content = catalog.part::<CasketContent>();
    let zones = Kind::list(Kind::named(ZONES));
    let names = || Kind::list(Kind::named(UNITS));
    Forms {
        mission: vec![
            Field::new("goal", "Goal", Goal::kind(None)).usual("LastStanding"),
            Field::new("objectives", "Objectives", zones)
                .usual("none")
                .about("Zones that give victory points to the side that holds them"),
            Field::new("protect", "Protect", names())
                .usual("none")
                .about("Units that the first side must not lose; they need names"),
            Field::new("destroy", "Destroy", names())
                .usual("none")
                .about("Objectives and enemies that the first side also has to destroy; they need names"),
            Field::new("friendly_fire", "Friendly fire", Kind::Flag)
                .usual("false")
                .about("Whether allies can be chosen as targets"),
            Field::new("turn_limit", "Last round", Kind::Whole(1..=200)).usual("30"),
            Field::new(DECK_FILES, "Deck files", Kind::list(Kind::Line))
                .usual("none")
                .about("Deck files in the mission's folder; units refer to them without the extension"),
        ],
        units: vec![unit(content, layout)],
        figures: vec![
            (
                Field::new("figures", "Figures", Figures::kind(None)),
                as_lists(ron_text::to_node(&content.figures)),
            ),
            (
                Field::new("decks", "Decks", Kind::by_name(deck(content)))
                    .about("Decks available to units"),
                decks(content),
            ),
        ],
        ground: GroundForm {
            terrains: grounds(catalog, content),
            has_hexsides: false,
            ..GroundForm::default()
        },
        ..Forms::default()
    }
}

fn unit(content: &CasketContent, layout: Layout) -> UnitForm {
    let kinds: Vec<_> = kinds(&content.decks)
        .chain(kinds(&content.monsters))
        .chain(kinds(&content.objectives))
        .collect();
    let options = kinds
        .iter()
        .map(|kind| Choosable::key(&kind.key, &kind.name, &kind.about));
    let kind = Kind::Choice(Choice {
        options: options.collect(),
        names: Some(DECKS),
        ..Choice::default()
    });
    let parts = Part::CHOICES
        .iter()
        .map(|(word, part)| Choosable {
            written: (*word).to_owned(),
            label: part.to_string(),
            about: String::new(),
        })
        .collect::<Vec<_>>();
    let damage = Kind::Map(Box::new((Kind::words(parts), Kind::Whole(1..=8))));
    UnitForm {
        kinds,
        fields: vec![
            Field::needed("kind", "Kind", kind).about("A deck, a monster or an objective"),
            Field::new("name", "Name", Kind::Line).usual("the kind's"),
            Field::needed("at", "Starts", Kind::Place),
            Field::new("facing", "Faces", facings(layout)).usual("the enemy"),
            Field::new("heat", "Heat", Kind::Whole(0..=50)).usual("0"),
            Field::new("taint", "Taint", Kind::Whole(0..=9)).usual("0"),
            Field::new("damage", "Damage", damage)
                .usual("none")
                .about("Damage of components at the start"),
            Field::new("hp", "Hit points", Kind::Whole(1..=500))
                .usual("the kind's")
                .about("For monsters and objectives"),
        ],
    }
}

fn kinds<T: Definition>(all: &[T]) -> impl Iterator<Item = UnitKind> {
    all.iter().map(|one| UnitKind {
        key: one.key().to_owned(),
        name: one.name().to_owned(),
        about: one.about().to_owned(),
    })
}

/// The form of a deck.
fn deck(content: &CasketContent) -> Kind {
    let arm = || Kind::Maybe(Box::new(Kind::of(&content.equipment)));
    let copies = Kind::Whole(0..=MOST_COPIES.into());
    let cards = Kind::Map(Box::new((Kind::of(&content.cards), copies)));
    Kind::Fields(vec![
        Field::needed("name", "Name", Kind::Line),
        Field::needed("description", "Description", Kind::Prose),
        Field::needed("class", "Class", Kind::of(&content.classes)),
        Field::needed("race", "Race", Kind::of(&content.races)),
        Field::new("right", "Right arm", arm()).usual("empty"),
        Field::new("left", "Left arm", arm()).usual("empty"),
        Field::new("relics", "Relics", Kind::list(Kind::of(&content.equipment))).usual("none"),
        Field::new("cards", "Copies", cards)
            .usual("as given by the equipment")
            .about("Number of copies, if different from the equipment's"),
        Field::new("starter", "Starter deck", Kind::Flag)
            .usual("false")
            .about("Of any size, and with any number of relics"),
    ])
}

/// Writes all decks as the content would, by key.
fn decks(content: &CasketContent) -> Node {
    let written = content.decks.iter().map(|deck| {
        let text = deck.to_text(content);
        format!("{}: {}", quoted(&deck.key), text.trim_start_matches("Deck"))
    });
    let text = format!("{{{}}}", written.collect::<Vec<_>>().join(", "));
    tree::parse("", &text).expect("text that decks write parses")
}

/// Lists what each kind of terrain means here, in words.
fn grounds(catalog: &Catalog, content: &CasketContent) -> Vec<(TerrainId, String)> {
    let ids = (0..).map(TerrainId).zip(&catalog.terrains);
    ids.map(|(id, _)| (id, book::ground(catalog, content.ground(id))))
        .collect()
}

/// Returns what a new mission of the casket is like.
pub(super) fn fresh(grid: Grid) -> Fresh {
    let (last, middle) = (i32::from(grid.width) - 1, i32::from(grid.height) / 2);
    let side = |name, controller, column, kind, facing| {
        let mut side = SideDraft::new(name, controller);
        side.units = vec![UnitDraft {
            facing: Some(facing),
            ..UnitDraft::new(0, kind, Some(At::Hex(column, middle)))
        }];
        side
    };
    let (east, west) = (Direction::new(0), Direction::new(3));
    let near = (middle - 4).max(0).min(last);
    let far = (near + 6).min(last);
    Fresh {
        ground: "grass",
        sides: vec![
            side("Challenger", "Human", near, "starter_scout", east),
            side("Champion", "Ai(Aggressive)", far, "starter_heavy", west),
        ],
        ..Fresh::default()
    }
}

//! What missions of operations can say, for editors.
//!
//! **Invariant:** every field that the scenario reads is in a form, with the bounds that it reads by.

use crate::battle::grid::{Grid, Layout};
use crate::content::Catalog;
use crate::content::decode::Figure;
use crate::content::definition::Definition;
use crate::content::form::{Choosable, Field, Kind, Names};
use crate::content::ron_text;
use crate::content::terrain::TerrainId;
use crate::mission::edit::outline::{Reference, SIDES, as_lists};
use crate::mission::edit::{
    At, Forms, Fresh, GroundForm, Outline, Post, SideDraft, UnitDraft, UnitForm, UnitKind,
};
use crate::rules::operations::book;
use crate::rules::operations::content::{
    CARGOES, Facility, Figures, MOST_TOE, OperationsContent, Tables,
};

/// Where missions of operations have what an editor shows.
pub(super) static OUTLINE: Outline = Outline {
    posts: &[Post {
        field: "units",
        is_list: true,
        word: "unit",
        later: &[],
        nowhere: "nowhere",
    }],
    order: "say until kind name at side level stock points toe cpa morale ammo cohesion trucks parent detached leader \
            identified number rules packs briefing debrief guide board zones controller stand_in skill initiative units \
            sides attacker first begins head_start objectives roads tracks facilities turn_limit",
    references: &[
        Reference {
            to: SIDES,
            fields: &["attacker", "first", "side"],
            words: &[],
        },
        Reference {
            to: UNITS,
            fields: &["parent"],
            words: &[],
        },
    ],
    zones: &[],
};

/// Where units are named.
const UNITS: Names = &["sides", "units", "name"];

/// Lists what missions of operations can say.
pub(super) fn forms(catalog: &Catalog, _: Layout) -> Forms {
    let content = catalog.part::<OperationsContent>();
    let objective = Kind::Fields(vec![
        Field::needed("at", "Hex", Kind::Place),
        Field::needed("points", "Points", Kind::Whole(1..=100)),
        Field::new("name", "Name", Kind::Line).usual("its hex"),
    ]);
    let kinds = Facility::CHOICES.iter().map(|(word, kind)| Choosable {
        written: (*word).to_owned(),
        label: kind.name().to_owned(),
        about: String::new(),
    });
    let facility = Kind::Fields(vec![
        Field::needed("kind", "Kind", Kind::words(kinds.collect::<Vec<_>>())),
        Field::needed("at", "Hex", Kind::Place),
        Field::needed("side", "Side", Kind::named(SIDES)),
        Field::new("level", "Level", Kind::Whole(1..=3)).about("Of fortifications"),
        Field::new("stock", "Stock", Kind::Whole(0..=1000)).about("Rounds of ammunition of dumps"),
    ]);
    let lines = || Kind::list(Kind::list(Kind::Place));
    Forms {
        at_table: true,
        mission: vec![
            Field::needed("attacker", "Attacker", Kind::named(SIDES))
                .about("The side whose victory points decide"),
            Field::new("first", "Phases first", Kind::named(SIDES))
                .usual("by initiative")
                .about("The side that goes first in stage 1"),
            Field::new("begins", "Begins with", Kind::words(beginnings()))
                .usual("movement")
                .about("What the first half begins with; combat needs a side that goes first"),
            Field::new("head_start", "Head start", Kind::Whole(0..=1000))
                .usual("0")
                .about("Victory points that the defender begins with"),
            Field::new("objectives", "Objectives", Kind::list(objective)).usual("none"),
            Field::new("roads", "Roads", lines())
                .usual("none")
                .about("Hexes along each road; in one column or row the ends are enough"),
            Field::new("tracks", "Tracks", lines()).usual("none"),
            Field::new("facilities", "Facilities", Kind::list(facility)).usual("none"),
            Field::new("turn_limit", "Last stage", Kind::Whole(1..=200)).usual("8"),
        ],
        side: vec![
            Field::new("initiative", "Initiative", Kind::Whole(0..=20))
                .usual("0")
                .about("Added to the die for initiative"),
        ],
        units: vec![unit(content)],
        figures: vec![
            (
                Field::new("figures", "Figures", Figures::kind(None)),
                as_lists(ron_text::to_node(&content.figures)),
            ),
            (
                Field::new("tables", "Tables", Tables::kind(None)),
                as_lists(ron_text::to_node(&content.tables)),
            ),
        ],
        ground: GroundForm {
            terrains: grounds(catalog, content),
            has_air: false,
            ..GroundForm::default()
        },
        ..Forms::default()
    }
}

/// Lists what battles begin with.
fn beginnings() -> Vec<Choosable> {
    [("Movement", "movement"), ("Combat", "the combat segment")]
        .map(|(word, label)| Choosable::bare(word, label))
        .into()
}

fn unit(content: &OperationsContent) -> UnitForm {
    let kinds = content.kinds.iter().map(|kind| UnitKind {
        key: kind.key().to_owned(),
        name: kind.name().to_owned(),
        about: kind.about().to_owned(),
    });
    let toe = Kind::Map(Box::new((
        Kind::of(&content.types),
        Kind::Whole(1..=MOST_TOE.into()),
    )));
    let cargoes = CARGOES.map(|cargo| Field::new(cargo, cargo, Kind::Whole(0..=100)).usual("0"));
    let figures = &content.figures.cohesion;
    let cohesion = i64::from(figures.broken)..=i64::from(figures.most);
    UnitForm {
        kinds: kinds.collect(),
        fields: vec![
            Field::needed("kind", "Kind", Kind::of(&content.kinds)),
            Field::new("name", "Name", Kind::Line).usual("the kind's"),
            Field::needed("at", "Starts", Kind::Place),
            Field::new("toe", "TOE points", toe).usual("the kind's"),
            Field::new("cpa", "CPA", Kind::Whole(0..=60)).usual("the kind's"),
            Field::new("morale", "Morale", Kind::Whole(-3..=3)).usual("the kind's"),
            Field::new("ammo", "Ammunition", Kind::Whole(0..=30)).usual("the kind's"),
            Field::new("cohesion", "Cohesion", Kind::Whole(cohesion)).usual("0"),
            Field::new("trucks", "Trucks", Kind::Fields(cargoes.to_vec())).usual("the kind's"),
            Field::new("parent", "Headquarters", Kind::named(UNITS)).usual("the first of the side"),
            Field::new("detached", "Detached", Kind::Flag)
                .usual("false")
                .about("Whether it keeps its own morale although its headquarters sets one"),
            Field::new("leader", "Leader", Kind::Flag)
                .usual("false")
                .about("Whether the leader of the side is with it"),
            Field::new("identified", "Identified", Kind::Flag)
                .usual("false")
                .about("Whether the enemy knows what it is"),
        ],
    }
}

/// Lists what each kind of terrain means here, in words.
fn grounds(catalog: &Catalog, content: &OperationsContent) -> Vec<(TerrainId, String)> {
    let ids = (0..).map(TerrainId).zip(&catalog.terrains);
    let own = ids.filter(|(id, _)| content.is_own(*id));
    own.map(|(id, _)| (id, book::ground(content.ground(id))))
        .collect()
}

/// Returns what a new mission of operations is like.
pub(super) fn fresh(grid: Grid) -> Fresh {
    let (last, middle) = (i32::from(grid.width) - 1, i32::from(grid.height) / 2);
    let side = |name, controller, column| {
        let mut side = SideDraft::new(name, controller);
        let unit = |kind| UnitDraft::new(0, kind, Some(At::Hex(column, middle)));
        side.units = ["infantry", "infantry", "field_artillery"]
            .map(unit)
            .to_vec();
        side
    };
    let near = (last / 2 - 2).max(0);
    let far = (near + 3).min(last);
    Fresh {
        ground: "desert",
        sides: vec![
            side("Attackers", "Human", near),
            side("Defenders", "Ai(Aggressive)", far),
        ],
        fields: "attacker: \"Attackers\", first: \"Attackers\"",
        ..Fresh::default()
    }
}

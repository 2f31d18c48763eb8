//! What missions of the casket can say, for editors.
//!
//! **Invariant:** every field that the scenario reads is in a form, with the bounds that it reads by.

use crate::battle::grid::{Direction, Grid, Layout};
use crate::content::Catalog;
use crate::content::decode::Figure;
use crate::content::definition::Definition;
use crate::content::form::{Choosable, Field, Kind};
use crate::content::ron_text;
use crate::mission::edit::outline::{ZONES, facings};
use crate::mission::edit::{
    At, Forms, Fresh, GroundForm, Outline, Post, Role, SideDraft, UnitDraft, UnitForm, UnitKind,
};
use crate::rules::casket::content::{CasketContent, Figures};
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
    order: "say until deck monster objective name at facing heat taint damage hp number rules packs briefing \
            debrief guide board zones controller stand_in neutral hunts units sides goal objectives \
            protect destroy friendly_fire turn_limit",
    zones: &[(Role::Exit, &["objectives"])],
    ..Outline::NONE
};

/// Lists what missions of the casket can say.
pub(super) fn forms(catalog: &Catalog, layout: Layout) -> Forms {
    let content = catalog.part::<CasketContent>();
    let zones = Kind::list(Kind::named(ZONES));
    let names = || Kind::list(Kind::Line);
    Forms {
        mission: vec![
            Field::new("goal", "Goal", Goal::kind(None)).usual("LastStanding"),
            Field::new("objectives", "Objectives", zones)
                .usual("none")
                .about("Zones that give victory points to the side that holds them"),
            Field::new("protect", "Protect", names())
                .usual("none")
                .about("Names of units that the first side must not lose"),
            Field::new("destroy", "Destroy", names())
                .usual("none")
                .about("Names of objectives that the first side has to destroy, too"),
            Field::new("friendly_fire", "Friendly fire", Kind::Flag)
                .usual("false")
                .about("Whether allies may be chosen as targets"),
            Field::new("turn_limit", "Last round", Kind::Whole(1..=200)).usual("30"),
        ],
        units: vec![unit(content, layout)],
        figures: vec![(
            Field::new("figures", "Figures", Figures::kind(None)),
            ron_text::to_node(&content.figures),
        )],
        ground: GroundForm::default(),
        ..Forms::default()
    }
}

fn unit(content: &CasketContent, layout: Layout) -> UnitForm {
    let kinds = kinds(&content.decks)
        .chain(kinds(&content.monsters))
        .chain(kinds(&content.objectives))
        .collect();
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
            Field::new("name", "Name", Kind::Line).usual("the kind's"),
            Field::needed("at", "Starts", Kind::Place),
            Field::new("facing", "Faces", facings(layout)).usual("the enemy"),
            Field::new("heat", "Heat", Kind::Whole(0..=50)).usual("0"),
            Field::new("taint", "Taint", Kind::Whole(0..=9)).usual("0"),
            Field::new("damage", "Damage", damage)
                .usual("none")
                .about("Damage of components from the start"),
            Field::new("hp", "Hit points", Kind::Whole(1..=500))
                .usual("the kind's")
                .about("Of monsters and objectives"),
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

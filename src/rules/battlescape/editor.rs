//! What missions of squads can say, for editors.
//!
//! **Invariant:** every field that the scenario reads is in a form, with the bounds that it reads by.

use crate::battle::grid::{Grid, Layout};
use crate::content::Catalog;
use crate::content::form::{Choosable, Field, Kind};
use crate::mission::edit::outline::{SIDES, ZONES, figure_forms, modes};
use crate::mission::edit::{
    At, Forms, Fresh, GroundForm, Outline, Post, Reference, Role, SideDraft, UnitDraft, UnitForm,
};
use crate::rules::battlescape::content::BattlescapeContent;
use crate::rules::battlescape::scenario::Objective;
use crate::rules::battlescape::scenario::names::{
    GROUPS, OBJECTS, SECONDARY, THINGS, UNITS, item_kind,
};
use crate::rules::battlescape::scenario::script::{Action, Condition, ObjectKind};

/// Where missions of squads have what an editor shows.
pub(super) static OUTLINE: Outline = Outline {
    posts: &[Post {
        field: "units",
        is_list: true,
        word: "unit",
        later: &["group"],
        nowhere: "nowhere",
    }],
    order: "key kind say until number name rules packs briefing debrief guide night board \
            zones exits deployment things objects triggers controller stand_in skill neutral hunts \
            sides first objectives primary turn_limit secondary at facing weapon suit mode \
            items patrol group when then",
    references: &[
        Reference {
            to: ZONES,
            fields: &["exits", "deployment"],
            words: &[],
        },
        Reference {
            to: SIDES,
            fields: &["first"],
            words: &["EliminateAll"],
        },
        Reference {
            to: UNITS,
            fields: &["unit"],
            words: &["Dies"],
        },
        Reference {
            to: GROUPS,
            fields: &[],
            words: &["Spawn"],
        },
        Reference {
            to: OBJECTS,
            fields: &[],
            words: &["Interacts"],
        },
        Reference {
            to: SECONDARY,
            fields: &[],
            words: &["Completes"],
        },
        Reference {
            to: THINGS,
            fields: &["item", "items"],
            words: &[],
        },
    ],
    zones: &[
        (Role::Exit, &["exits"]),
        (Role::Goal, &["objectives", "primary", "zone"]),
        (Role::Goal, &["objectives", "primary", "zones"]),
        (Role::Start, &["deployment"]),
    ],
};

/// Lists what missions of squads can say.
pub(super) fn forms(catalog: &Catalog, layout: Layout) -> Forms {
    let content = catalog.part::<BattlescapeContent>();
    let item = item_kind(catalog);
    Forms {
        at_table: false,
        mission: mission(catalog, &item),
        side: Vec::new(),
        units: vec![unit(content, &item, layout)],
        objectives: objectives(catalog),
        figures: figure_forms(&content.figures),
        ground: GroundForm::default(),
    }
}

fn mission(catalog: &Catalog, item: &Kind) -> Vec<Field> {
    let kinds = ObjectKind::CHOICES.iter();
    let kinds = kinds.map(|(word, _)| Choosable::bare(word, word.to_lowercase()));
    vec![
        Field::new("night", "Night", Kind::Flag),
        Field::new("first", "Begins", Kind::named(SIDES))
            .usual("the first side")
            .about("The side with the first phase of each turn"),
        Field::new("exits", "Exits", Kind::named(ZONES))
            .usual("none")
            .about("Units of the first side may leave the board from here"),
        Field::new("deployment", "Deployment", Kind::named(ZONES))
            .usual("none")
            .about("The first side may place its units here before the battle"),
        Field::new(
            "things",
            "Mission items",
            Kind::list(Kind::Fields(vec![
                Field::needed("key", "Key", Kind::Line).about("Its name in this file"),
                Field::needed("name", "Name", Kind::Line),
                Field::new("description", "Description", Kind::Prose),
            ])),
        )
        .about("Items that only this mission has, such as a key card"),
        Field::new(
            "objects",
            "Objects",
            Kind::list(Kind::Fields(vec![
                Field::needed("name", "Name", Kind::Line),
                Field::needed("kind", "Kind", Kind::words(kinds)),
                Field::needed("at", "At", Kind::Place),
                Field::new("items", "Items", Kind::list(item.clone())).usual("empty"),
            ])),
        )
        .about("Things on the board that units can use"),
        Field::new(
            "triggers",
            "Triggers",
            Kind::list(Kind::Fields(vec![
                Field::needed("when", "When", Kind::Variants(Condition::forms(catalog))),
                Field::needed(
                    "then",
                    "Then",
                    Kind::List(Box::new(Kind::Variants(Action::forms(catalog))), 1),
                ),
            ])),
        )
        .about("Scripted events; each happens once"),
    ]
}

fn unit(content: &BattlescapeContent, item: &Kind, layout: Layout) -> UnitForm {
    let own = [
        Field::new("weapon", "Weapon", Kind::of(&content.weapons)).usual("its kind's"),
        Field::new("suit", "Suit", Kind::of(&content.suits)).usual("its own armor"),
        Field::new("items", "Items", Kind::list(item.clone())).usual("its kind's"),
        Field::new("mode", "Behavior", Kind::words(modes())).usual("its side's"),
        Field::new("group", "Group", Kind::Line)
            .usual("present from the start")
            .about("Units of a group wait until a trigger spawns them"),
        Field::new("patrol", "Patrol", Kind::list(Kind::Hex))
            .usual("none")
            .about("Hexes it patrols while its side knows of no enemy"),
    ];
    let at = Field::needed("at", "Starts", Kind::Place);
    UnitForm::of(&content.units, "its kind's, with a number", at, layout, own)
}

fn objectives(catalog: &Catalog) -> Vec<Field> {
    let all = Objective::forms(catalog);
    let mut second = all.clone();
    second.retain(|goal| goal.word != "Hold");
    let second = vec![
        Field::needed("name", "Name", Kind::Line),
        Field::needed("objective", "Goal", Kind::Variants(second)),
    ];
    vec![
        Field::needed("primary", "Goal", Kind::Variants(all)).about("Goal of the first side"),
        Field::new("turn_limit", "Last turn", Kind::Whole(1..=500)).usual("none"),
        Field::new(
            "secondary",
            "Secondary goals",
            Kind::list(Kind::Fields(second)),
        )
        .about("Optional goals, listed in the debrief"),
    ]
}

/// Returns what a new mission of squads is like.
pub(super) fn fresh(grid: Grid) -> Fresh {
    let middle = i32::from(grid.height) / 2;
    let side = |name, controller, kind, column| SideDraft {
        units: vec![UnitDraft::new(0, kind, Some(At::Hex(column, middle)))],
        ..SideDraft::new(name, controller)
    };
    let last = i32::from(grid.width) - 1;
    Fresh {
        ground: "grass",
        zones: Vec::new(),
        sides: vec![
            side("Squad", "Human", "infantry", 0),
            side("Enemies", "Ai(Defensive)", "sectoid", last),
        ],
        objectives: "(primary: EliminateAll(\"Enemies\"), turn_limit: 20)".into(),
        fields: "",
    }
}

//! What missions of the party can say, for editors.
//!
//! **Invariant:** every field that the scenario reads is in a form, with the bounds that it reads by.

use crate::battle::grid::{Direction, Grid, Layout};
use crate::content::Catalog;
use crate::content::decode::Figure;
use crate::content::form::{Field, Kind, Variant, spoken};
use crate::content::ron_text;
use crate::mission::edit::outline::{SIDES, ZONES};
use crate::mission::edit::{
    At, Forms, Fresh, GroundForm, Outline, Post, Role, SideDraft, UnitDraft, UnitForm,
};
use crate::rules::kit::formation::Formation;
use crate::rules::party::content::{Figures, MOST_SKILL, PartyContent, Skill};
use crate::rules::party::objects::Sort;
use crate::rules::party::scenario::Map;

/// Where missions of the party have what an editor shows.
pub(super) static OUTLINE: Outline = Outline {
    posts: &[Post {
        field: "units",
        is_list: true,
        word: "character",
        later: &[],
        nowhere: "nowhere",
    }],
    order: "kind say until name number rules packs briefing debrief guide board zones controller \
            stand_in skill neutral hunts formation at facing group level hp ap mp spells skills weapon armor pack quick \
            effects flags script after patrol units sides map party enemies start escape gate lock trap \
            holds things goal zone owner danger combat groups enter overland locations maps turn_limit",
    zones: &[
        (Role::Exit, &["escape"]),
        (Role::Start, &["start", "party"]),
        (Role::Start, &["start", "enemies"]),
    ],
    ..Outline::NONE
};

/// Lists what missions of the party can say.
pub(super) fn forms(catalog: &Catalog, layout: Layout) -> Forms {
    let content = catalog.part::<PartyContent>();
    let last = Field::new("turn_limit", "Last turn", Kind::Whole(1..=500));
    let reach = Kind::named(ZONES);
    let start =
        ["party", "enemies"].map(|name| Field::needed(name, spoken(name), Kind::named(ZONES)));
    let start = start.to_vec();
    let goals = [
        Variant::bare("Escape", "escape"),
        Variant::bare("DefeatAll", "defeat all enemies"),
        Variant::one("Reach", "reach a zone", reach),
    ];
    let level = Field::new("level", "Level", Kind::Whole(-1..=20)).usual("any party meets it");
    let group = Kind::Fields(vec![level, formation("its side's")]);
    Forms {
        mission: vec![
            Field::new("start", "Arrival", Kind::Fields(start)).usual("where characters start"),
            Field::new("escape", "Escape zone", Kind::named(ZONES)).usual("none"),
            Field::new("map", "Map", Map::kind(None)).usual("Combat"),
            Field::new("things", "Things", Kind::list(object(content)))
                .usual("none")
                .about("Locked doors, chests, traps, and items on the ground"),
            Field::new("goal", "Goal", Kind::Variants(goals.to_vec())).usual("defeat all enemies"),
            Field::new("overland", "Overland map", Kind::Fields(haunt()))
                .about("For journeys: encounters anywhere on the overland map"),
            Field::new("locations", "Locations", Kind::by_name(location()))
                .about("For journeys: places on the overland map, by name"),
            Field::new("groups", "Groups", Kind::by_name(group))
                .about("For journeys: groups met by parties of a similar level"),
            Field::new("maps", "Maps", Kind::by_name(area(content)))
                .about("For journeys: local and combat maps, by name; draw them in the file"),
            last.usual("60"),
        ],
        side: vec![formation("wedge")],
        units: vec![character(content, layout)],
        figures: vec![(
            Field::new("figures", "Figures", Figures::kind(None)),
            ron_text::to_node(&content.figures),
        )],
        ground: GroundForm {
            has_air: false,
            ..GroundForm::default()
        },
        ..Forms::default()
    }
}

/// How a side or a group arrives on a combat map.
fn formation(usual: &'static str) -> Field {
    Field::new("formation", "Formation", Formation::kind(None)).usual(usual)
}

/// Fields that say whom is met at a place of a journey, and where that is fought out.
fn haunt() -> Vec<Field> {
    vec![
        Field::new("owner", "Owner", Kind::named(SIDES)).usual("none: no encounters"),
        Field::new("danger", "Danger", Kind::Whole(0..=100)).usual("0"),
        Field::new("combat", "Combat maps", Kind::list(Kind::named(&["maps"])))
            .usual("those of the overland map"),
        Field::new("groups", "Groups", Kind::list(Kind::Line)).usual("none"),
    ]
}

/// A location of a journey.
fn location() -> Kind {
    let mut fields = vec![
        Field::needed("zone", "Zone", Kind::named(ZONES)),
        Field::new("enter", "Local map", Kind::named(&["maps"])).usual("cannot be entered"),
    ];
    fields.extend(haunt());
    Kind::Fields(fields)
}

/// A further map of a journey: its board is kept as it is, and its zones are its own.
fn area(content: &PartyContent) -> Kind {
    let board = "Drawn(legend: {'.': \"grass\"}, rows: [\"....\", \"....\"])";
    let arrival = ["party", "enemies"].map(|name| Field::needed(name, spoken(name), Kind::Line));
    Kind::Fields(vec![
        Field::needed("board", "Board", Kind::Kept(board)),
        Field::new("zones", "Zones", Kind::Kept("{}")),
        Field::new("map", "Map", Map::kind(None)).usual("Combat"),
        Field::new("start", "Arrival", Kind::Fields(arrival.to_vec())),
        Field::new("escape", "Escape zone", Kind::Line).usual("none"),
        Field::new("things", "Things", Kind::list(object(content))).usual("none"),
        Field::new("gate", "Gate", Kind::Line)
            .about("Where the party enters and leaves a local map"),
    ])
}

fn character(content: &PartyContent, layout: Layout) -> UnitForm {
    let level = Kind::Whole(0..=MOST_SKILL.into());
    let skills =
        Skill::ALL.map(|skill| Field::new(skill.key(), spoken(skill.key()), level.clone()));
    let turns = Kind::Map(Box::new((Kind::of(&content.effects), Kind::Whole(1..=100))));
    let ranks = Kind::Map(Box::new((Kind::of(&content.spells), Kind::Whole(1..=8))));
    let usual = "its kind's";
    let own = [
        Field::new("group", "Group", Kind::Line)
            .usual("none")
            .about("Members of a group are alerted together"),
        Field::new("level", "Level", Kind::Whole(0..=20)).usual(usual),
        Field::new("map", "Map", Kind::named(&["maps"]))
            .usual("the overland map")
            .about("For journeys: the local map it starts on"),
        Field::new("hp", "Hit points", Kind::Whole(1..=600)).usual(usual),
        Field::new("ap", "Action points", Kind::Whole(1..=100)).usual(usual),
        Field::new("mp", "Mana", Kind::Whole(0..=200)).usual(usual),
        Field::new("spells", "Spells", ranks).usual(usual),
        Field::new("skills", "Skills", Kind::Fields(skills.to_vec())).usual(usual),
        Field::new("weapon", "Weapon", Kind::maybe(Kind::of(&content.weapons))).usual(usual),
        Field::new("armor", "Armor", Kind::list(Kind::of(&content.armor))).usual(usual),
        Field::new("pack", "Pack", Kind::list(thing(content))).usual(usual),
        Field::new("quick", "Quick slots", Kind::list(Kind::of(&content.items)))
            .usual(usual)
            .about("Items that can be used without opening the inventory"),
        Field::new("effects", "Effects", turns)
            .usual("none")
            .about("Effects at the start, with their turns"),
        Field::new("flags", "Flags", Kind::list(Kind::Line))
            .usual(usual)
            .about("Flags that its script checks"),
        Field::new("script", "Script", Kind::of(&content.scripts)).usual(usual),
        Field::new(
            "after",
            "After combat",
            Kind::maybe(Kind::of(&content.scripts)),
        )
        .usual(usual),
        Field::new("patrol", "Patrol", Kind::list(Kind::Hex))
            .usual("none")
            .about("Hexes it patrols while idle"),
    ];
    let at = Field::new("at", "Starts", Kind::Place).usual("where its side arrives");
    UnitForm::of(
        &content.characters,
        "the kind's, with a number",
        at,
        layout,
        own,
    )
}

/// Returns what can be carried.
fn thing(content: &PartyContent) -> Kind {
    let kinds = [
        Kind::of(&content.weapons),
        Kind::of(&content.armor),
        Kind::of(&content.items),
    ];
    let options = kinds.into_iter().flat_map(|kind| match kind {
        Kind::Choice(choice) => choice.options,
        _ => Vec::new(),
    });
    Kind::words(options)
}

/// Returns what stands or lies about.
fn object(content: &PartyContent) -> Kind {
    let fields = [
        Field::needed("at", "At", Kind::Place),
        Field::new("lock", "Lock", Kind::Whole(0..=200))
            .usual("none")
            .about("Reduces the chance to pick it, percent"),
        Field::new("trap", "Trap", Kind::of(&content.traps)).usual("none"),
        Field::new("holds", "Holds", Kind::list(thing(content))).usual("nothing"),
    ];
    let sorts = Sort::CHOICES.iter();
    let sorts = sorts.map(|(word, _)| Variant::new(word, &word.to_lowercase(), fields.to_vec()));
    Kind::Variants(sorts.collect())
}

/// Returns what a new mission of the party is like.
pub(super) fn fresh(grid: Grid) -> Fresh {
    let (last, middle) = (i32::from(grid.width) - 1, i32::from(grid.height) / 2);
    let side = |name, controller, column, kinds: [&str; 2], facing| {
        let mut side = SideDraft::new(name, controller);
        let units = kinds.into_iter().zip(0..).map(|(kind, down)| UnitDraft {
            facing: Some(facing),
            ..UnitDraft::new(0, kind, Some(At::Hex(column, middle - down)))
        });
        side.units = units.collect();
        side
    };
    let (east, west) = (Direction::new(0), Direction::new(3));
    Fresh {
        ground: "grass",
        sides: vec![
            side("Party", "Human", 0, ["fighter", "archer"], east),
            side(
                "Bandits",
                "Ai(Aggressive)",
                last,
                ["bandit", "bandit"],
                west,
            ),
        ],
        ..Fresh::default()
    }
}

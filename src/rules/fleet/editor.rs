//! What missions of fleets can say, for editors.
//!
//! **Invariant:** every field that the scenario reads is in a form, with the bounds that it reads by.

use crate::battle::grid::{Direction, Grid, Layout};
use crate::content::Catalog;
use crate::content::decode::Figure;
use crate::content::form::{Choosable, Field, Kind, spoken};
use crate::content::ron_text;
use crate::content::terrain::TerrainId;
use crate::mission::edit::outline::{ZONES, columns};
use crate::mission::edit::{
    At, Forms, Fresh, GroundForm, Outline, Post, Role, SideDraft, UnitDraft, UnitForm,
};
use crate::rules::fleet::content::{AiFigures, Figures, FleetContent, Options};
use crate::rules::fleet::scenario::MAX_XP;

/// Which post carriers have, and which ships.
const CARRIER: usize = 0;
const SHIPS: usize = 1;

/// Where missions of fleets have what an editor shows.
pub(super) static OUTLINE: Outline = Outline {
    posts: &[
        Post {
            field: "carrier",
            is_list: false,
            word: "carrier",
            later: &[],
            nowhere: "nowhere",
        },
        Post {
            field: "ships",
            is_list: true,
            word: "ship",
            later: &["waiting"],
            nowhere: "docked",
        },
    ],
    order: "kind say until name number rules packs briefing debrief guide board zones \
            controller stand_in skill neutral hunts zone intents drive admiral sides objectives at \
            facing waiting weapon pilot traits upgrades carrier ships xp perks turn_limit \
            carriers wings time",
    references: &[],
    zones: &[(Role::Start, &["sides", "zone"])],
};

/// Lists what missions of fleets can say.
pub(super) fn forms(catalog: &Catalog, layout: Layout) -> Forms {
    let content = catalog.part::<FleetContent>();
    Forms {
        at_table: false,
        mission: Vec::new(),
        side: side(content),
        units: vec![carrier(content, layout), ship(content, layout)],
        objectives: objectives(),
        figures: vec![
            (
                part::<Options>("options"),
                ron_text::to_node(&content.options),
            ),
            (
                part::<Figures>("figures"),
                ron_text::to_node(&content.figures),
            ),
            (part::<AiFigures>("ai"), ron_text::to_node(&content.ai)),
        ],
        ground: GroundForm {
            terrains: space(catalog, content),
            has_heights: false,
            has_hexsides: false,
            has_air: false,
        },
    }
}

fn part<T: Figure>(name: &'static str) -> Field {
    Field::new(name, spoken(name), T::kind(None))
}

/// Lists the kinds of terrain that ships can fly through, and what each does to them.
fn space(catalog: &Catalog, content: &FleetContent) -> Vec<(TerrainId, String)> {
    let hazards = content.hazards.iter().map(|(terrain, hazard)| {
        let parts = [
            ("attack", i32::from(hazard.accuracy)),
            ("defense", i32::from(hazard.defense)),
            ("damage each turn", i32::from(hazard.damage)),
        ];
        let parts = parts.iter().filter(|(_, by)| *by != 0);
        let told: Vec<_> = parts.map(|(what, by)| format!("{what} {by:+}")).collect();
        (*terrain, told.join(", "))
    });
    let open = catalog.terrain_named(OPEN);
    (open.into_iter().map(|open| (open, "no obstacles".into())))
        .chain(hazards)
        .filter(|(terrain, _)| catalog.terrain(*terrain).move_percent.is_some())
        .collect()
}

/// Terrain without anything in it.
const OPEN: &str = "open_space";

fn side(content: &FleetContent) -> Vec<Field> {
    let abilities = Kind::list(Kind::of(&content.admirals));
    vec![
        Field::new("zone", "Zone", Kind::named(ZONES))
            .usual("none")
            .about("Ships may start here, and reinforcements arrive here"),
        Field::new("admiral", "Admiral", abilities).usual("none"),
        Field::new("intents", "Random intents", Kind::Flag)
            .about("Its ships act on randomly drawn intents instead of plans"),
        Field::new("drive", "Jump drive", Kind::Flag)
            .about("It wins when its carrier's drive is charged"),
    ]
}

fn carrier(content: &FleetContent, layout: Layout) -> UnitForm {
    let upgrades = Kind::list(Kind::of(&content.upgrades));
    let own = [Field::new("upgrades", "Upgrades", upgrades).usual("none")];
    let at = Field::needed("at", "Starts", Kind::Place);
    UnitForm::of(&content.carriers, "its kind's", at, layout, own)
}

fn ship(content: &FleetContent, layout: Layout) -> UnitForm {
    let [traits, perks] = [Kind::of(&content.traits), Kind::of(&content.perks)].map(Kind::list);
    let pilot = vec![
        Field::new("xp", "Experience", Kind::Whole(0..=MAX_XP.into())).usual("0"),
        Field::new("perks", "Perks", perks).usual("none"),
    ];
    let own = [
        Field::new("waiting", "Arrives later", Kind::Flag)
            .about("Arrives as a reinforcement; it needs no hex"),
        Field::new("weapon", "Weapon", Kind::of(&content.weapons)).usual("its type's"),
        Field::new("pilot", "Pilot", Kind::Fields(pilot)).usual("new"),
        Field::new("traits", "Traits", traits).usual("none"),
    ];
    let at = Field::new("at", "Starts", Kind::Place)
        .usual("docked")
        .about("Without a hex it starts docked in its side's carrier");
    UnitForm::of(&content.ships, "its type's, with a number", at, layout, own)
}

fn objectives() -> Vec<Field> {
    let one_of = |words: [(&str, &str); 2]| {
        Kind::words(words.map(|(word, label)| Choosable::bare(word, label)))
    };
    let carriers = one_of([
        ("FirstSide", "the first side only"),
        ("AllSides", "every side"),
    ]);
    let time = one_of([
        ("Enemies", "the enemies of the first side"),
        ("MostHull", "the side with the most hull left"),
    ]);
    vec![
        Field::new("turn_limit", "Last turn", Kind::Whole(1..=500)).usual("none"),
        Field::new("carriers", "Loss of the carrier", carriers)
            .usual("the first side only")
            .about("Sides that lose with their carrier; the others lose with their last unit"),
        Field::new("wings", "Loss of all ships", Kind::Flag)
            .about("Whether a side also loses with its last ship"),
        Field::new("time", "Winner on time", time)
            .usual("the enemies of the first side")
            .about("Who wins after the last turn"),
    ]
}

/// Returns what a new mission of fleets is like.
pub(super) fn fresh(grid: Grid) -> Fresh {
    let (last, middle) = (i32::from(grid.width) - 1, i32::from(grid.height) / 2);
    let side = |name, controller, zone: &str, home, front, facing| {
        let at = |column, row| Some(At::Hex(column, row));
        let unit = |post, kind, at| UnitDraft {
            facing: Some(facing),
            ..UnitDraft::new(post, kind, at)
        };
        let mut side = SideDraft::new(name, controller);
        side.more.push(("zone".into(), format!("{zone:?}")));
        side.units = vec![
            unit(CARRIER, "standard", at(home, middle)),
            UnitDraft::new(SHIPS, "interceptor", None),
            UnitDraft::new(SHIPS, "bomber", None),
            unit(SHIPS, "frigate", at(front, middle)),
            unit(SHIPS, "destroyer", at(front, middle - 1)),
        ];
        side
    };
    let (east, west) = (Direction::new(0), Direction::new(3));
    Fresh {
        ground: OPEN,
        zones: vec![
            ("west", columns(grid, 0..2)),
            ("east", columns(grid, last - 1..last + 1)),
        ],
        sides: vec![
            side("Wing", "Human", "west", 0, 1, east),
            side("Raiders", "Ai(Aggressive)", "east", last, last - 1, west),
        ],
        objectives: "(turn_limit: 40, carriers: AllSides, wings: true, time: MostHull)".into(),
        fields: "",
    }
}

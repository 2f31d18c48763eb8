//! Texts of missions: refused at places that exist, or set up, played and edited.

use hexscape::battle::grid::TileId;
use hexscape::content::assets_folder;
use hexscape::mission::edit::{At, Draft, Edit, Margins, Path, UnitDraft};
use hexscape::mission::{self, AS_WRITTEN, Mission, RuleSet, Terms};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::scenario::Scenario;
use hexscape::with_rules;

use crate::campaign::{Target, run};
use crate::mutate::Grammar;
use crate::orders::catalog;
use crate::places::check_problem;
use crate::sheets::check_shown;
use crate::trace::{Trace, kind};
use crate::trial::{Trial, Tried};

/// Name of the file in messages.
const FILE: &str = "tried.ron";
/// Orders that a mission is played, on a board of any usual size.
const ORDERS: usize = 40;

const TARGET: Target = Target {
    name: "mission",
    grammar: Grammar::Ron,
    run: tried,
    seeds: shipped,
    mutations: 400,
};

#[test]
fn any_text_is_refused_where_it_is_wrong_or_can_be_edited_and_played() {
    run(&TARGET);
}

/// The texts of the missions that are shipped.
pub fn shipped() -> Vec<Vec<u8>> {
    let folder = assets_folder().expect("the assets are beside the crate");
    let files = mission::files(&folder.join("missions"));
    let read = |file| std::fs::read(file).expect("missions can be read");
    files.into_iter().map(read).collect()
}

fn tried(data: &[u8], trace: &mut Trace) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let difficulty = [AS_WRITTEN, AS_WRITTEN, 25, 150, 400][data.len() % 5];
    let terms = Terms {
        seed: data.len() as u64,
        difficulty,
    };
    let read = mission::parse(FILE, text, catalog(), terms);
    let draft = match Draft::from_text(FILE, text.to_owned()) {
        Ok(draft) => draft,
        Err(problem) => {
            check_problem(&problem, text, "syntax", trace);
            let problems = read.expect_err("what is no RON is no mission").0;
            assert_eq!(problems, [problem]);
            return;
        }
    };
    check_edits(draft.clone(), trace);
    match read {
        Err(problems) => {
            assert!(!problems.0.is_empty(), "it is refused, and nobody says why");
            for problem in &problems.0 {
                check_problem(problem, text, "mission", trace);
            }
        }
        Ok(mission) => {
            if mission.rules == RuleSet::of::<Battlescape>() {
                trace.note_kind("goal", &Scenario::of(&mission).objective);
            }
            if difficulty == AS_WRITTEN && draft.sheet().board.is_drawn {
                check_shown(&draft, &mission);
            }
            play(&mission, terms.seed, ORDERS, trace);
        }
    }
}

/// Makes edits of all sorts: each is refused with a reason or leaves a text that parses, and all of
/// them taken back give the text as it was.
fn check_edits(mut draft: Draft, trace: &mut Trace) {
    let text = draft.text().to_owned();
    let sheet = draft.sheet().clone();
    let last = TileId(sheet.board.grid.len().saturating_sub(1) as u32);
    let key = sheet.board.legend.last().map(|(_, key)| key.clone());
    let mut unit = UnitDraft::new(0, "sectoid", Some(At::Hex(1, 0)))
        .with("items", "[\"frag_grenade\"]")
        .with("mode", "Hold");
    unit.name = Some("Said \"so\"".into());
    let mut edits = vec![
        Edit::Terrain(vec![TileId(0), last], key.unwrap_or_else(|| "tree".into())),
        Edit::Heights(vec![(last, 3)]),
        Edit::Fire(vec![last], true),
        Edit::Smoke(vec![last], 2),
        Edit::AddUnit(0, unit),
        Edit::Set(Path::of("sides.0.units.0.at"), Some("(1, 0)".into())),
        Edit::set("sides.0.units.0.facing", "West"),
        Edit::Zone("tried".into(), vec![TileId(0), last]),
        Edit::text("exits", "tried"),
        Edit::set("objectives.turn_limit", "7"),
        Edit::set("night", "true"),
        Edit::text("briefing", "Said \"so\"\\\nand more"),
        Edit::set("number", "3"),
        Edit::set("sides.0.ships.1.pilot.xp", "50"),
        Edit::set("triggers.0.then.0", "Message(\"so\")"),
        Edit::Set(Path::of("sides.1.units.0.at"), None),
        Edit::Set(Path::of("objectives.primary"), None),
        Edit::Figure(Path::of("tu.walk"), Some("5".into())),
        Edit::Figure(Path::of("tu.walk"), None),
        Edit::Margins(Margins {
            left: 1,
            right: -1,
            top: -1,
            bottom: 2,
        }),
        Edit::RemoveUnit(0, 0),
        Edit::RemoveSide(1),
    ];
    if let Some(zone) = sheet.zones.first() {
        edits.push(Edit::RenameZone(zone.name.clone(), "other".into()));
    }
    if let Some(side) = sheet.sides.first() {
        let name = format!("{} again", side.name);
        edits.push(Edit::text("sides.0.name", &name));
        edits.push(Edit::set("sides.0.controller", "Ai(Search)"));
    }
    for edit in &edits {
        match draft.apply(edit) {
            Ok(notes) => trace.note("edit", (kind(edit), notes.is_empty())),
            Err(why) => {
                assert!(!why.is_empty(), "{edit:?} is refused, and nobody says why");
                trace.note_message("edit refused", &why);
            }
        }
    }
    while draft.undo() {}
    assert_eq!(draft.text(), text, "taken back");
    assert_eq!(*draft.sheet(), sheet, "taken back");
}

/// Has the computer play a mission for some orders, with every invariant looked at.
pub fn play(mission: &Mission, seed: u64, orders: usize, trace: &mut Trace) {
    // On the largest boards an order takes long.
    let orders = match mission.board.grid.len() {
        0..2_000 => orders,
        2_000..10_000 => orders / 4,
        _ => 2,
    };
    with_rules!(mission.rules, R => play_by::<R>(mission, seed, orders, trace));
}

fn play_by<R: Tried>(mission: &Mission, seed: u64, orders: usize, trace: &mut Trace) {
    let mut trial = Trial::<R>::new(mission, seed);
    for _ in 0..orders {
        if trial.is_over() {
            break;
        }
        let (order, events) = trial.decide();
        trace.note_kind("order", &order);
        events
            .iter()
            .for_each(|event| trace.note_kind("event", event));
    }
    trace.note("over", trial.is_over());
}

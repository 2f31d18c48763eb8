//! Drafts of missions: what an editor changes, and all that it leaves alone.

use std::collections::{BTreeMap, BTreeSet};

use hexscape::battle::grid::{Direction, Layout, TileId};
use hexscape::content::{self, Catalog};
use hexscape::mission::edit::{
    At, Draft, Edit, Margins, OpenedFile, SaveError, SideDraft, Spot, UnitDraft, fresh,
};
use hexscape::mission::{self, Mission, RuleSet, Terms, direction_name};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::scenario::{Objective, Scenario};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::sheets::{check_shown, text};

/// Reads the shipped content.
pub fn catalog() -> Catalog {
    content::load_default().unwrap_or_else(|error| panic!("{error}"))
}

/// Name and text of every shipped mission of squads.
fn shipped() -> Vec<(String, String)> {
    let mut all = all_shipped();
    all.retain(|(_, text)| text.contains("rules: Battlescape"));
    all
}

/// Name and text of every shipped mission.
pub fn all_shipped() -> Vec<(String, String)> {
    let folder = content::assets_folder().expect("the assets are beside the crate");
    let files = mission::files(&folder.join("missions")).into_iter();
    files
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("missions are text");
            (path.display().to_string(), text)
        })
        .collect()
}

/// Returns the text of a new mission of squads.
fn squads(name: &str, layout: Layout, width: u16, height: u16) -> String {
    let rules = RuleSet::of::<Battlescape>();
    fresh(rules, name, (layout, width, height)).expect("there are new missions")
}

/// Opens a text.
#[track_caller]
pub fn draft(text: &str) -> Draft {
    Draft::from_text("draft.ron", text.to_owned()).unwrap_or_else(|problem| panic!("{problem}"))
}

#[track_caller]
fn load(draft: &Draft, catalog: &Catalog) -> Mission {
    mission::parse("draft.ron", draft.text(), catalog, Terms::default())
        .unwrap_or_else(|problems| panic!("{problems}\n{}", draft.text()))
}

#[track_caller]
fn check_same(draft: &Draft, catalog: &Catalog) {
    check_shown(draft, &load(draft, catalog));
}

/// An edit of any kind that leaves the mission playable.
fn any_edit(draft: &Draft, catalog: &Catalog, dice: &mut ChaCha8Rng) -> Edit {
    let sheet = draft.sheet();
    let board = &sheet.board;
    let taken: BTreeSet<_> = (sheet.sides.iter().flat_map(|side| &side.units))
        .filter_map(|unit| unit.tile(board.grid))
        .chain(sheet.zones.iter().flat_map(|zone| zone.hexes.clone()))
        .collect();
    let can_stand = |tile: TileId| {
        let terrain = board
            .terrain(tile)
            .and_then(|key| catalog.terrain_named(key));
        terrain.is_some_and(|id| catalog.terrain(id).move_percent.is_some())
    };
    let hexes = |dice: &mut ChaCha8Rng, count: usize| -> Vec<TileId> {
        let free: Vec<_> = (board.grid.tiles())
            .filter(|tile| !taken.contains(tile) && can_stand(*tile))
            .collect();
        (0..count)
            .map(|_| free[dice.random_range(0..free.len())])
            .collect()
    };
    let open: Vec<_> = (catalog.terrains.iter())
        .filter(|terrain| terrain.move_percent.is_some())
        .collect();
    match dice.random_range(0..12) {
        0..=3 => {
            let key = open[dice.random_range(0..open.len())].key.clone();
            Edit::Terrain(hexes(dice, 5), key)
        }
        4 => {
            let levels = hexes(dice, 6);
            Edit::Heights(
                levels
                    .into_iter()
                    .map(|tile| (tile, dice.random_range(-9..=30)))
                    .collect(),
            )
        }
        5 => {
            let tile = TileId(dice.random_range(0..board.grid.len() as u32));
            let side = Direction::new(dice.random_range(0..6));
            let kinds = [None, Some("fence"), Some("ditch")];
            let kind = match board.grid.neighbor(tile, side) {
                Some(_) => kinds[dice.random_range(0..3)],
                None => None,
            };
            Edit::Hexside(tile, side, kind.map(str::to_owned))
        }
        6 => {
            let (column, row) = board.grid.to_offset(hexes(dice, 1)[0]);
            let mut unit = UnitDraft::new(0, "sectoid", Some(At::Hex(column, row)))
                .with("weapon", "\"plasma_rifle\"")
                .with("items", "[\"frag_grenade\"]")
                .with("mode", "Search");
            unit.name = Some(format!("Extra {}", dice.random_range(0..10_000)));
            unit.facing = Some(Direction::new(dice.random_range(0..6)));
            Edit::AddUnit(1, unit)
        }
        7 => {
            let (side, index) = (1, sheet.sides[1].units.len() - 1);
            let unit = sheet.unit_path(side, index).expect("it is there");
            let (column, row) = board.grid.to_offset(hexes(dice, 1)[0]);
            let facing = direction_name(board.grid.layout, Direction::new(2));
            let at = format!("({column}, {row})");
            let fields = [
                ("facing", facing),
                ("mode", "Hold"),
                ("items", "[]"),
                ("at", at.as_str()),
            ];
            // Only who has a hex gets another, and nobody leaves the board.
            let has_hex = matches!(sheet.sides[side].units[index].at, Some(At::Hex(..)));
            let (field, to) = fields[dice.random_range(0..3 + usize::from(has_hex))];
            let is_set = field == "at" || dice.random_range(0..2) == 0;
            Edit::Set(unit.field(field), is_set.then(|| to.to_owned()))
        }
        8 => {
            let name = ["spare one", "spare two"][dice.random_range(0..2)];
            Edit::Zone(name.into(), hexes(dice, 9))
        }
        9 => {
            let said = format!("Said \"{}\"\nand more.", dice.random_range(0..100));
            Edit::text("briefing", &said)
        }
        10 => Edit::set("night", ["true", "false"][dice.random_range(0..2)]),
        _ => Edit::set(
            "objectives.turn_limit",
            &dice.random_range(30..60).to_string(),
        ),
    }
}

#[test]
fn a_draft_is_the_text_of_its_file() {
    for (file, text) in shipped() {
        assert_eq!(draft(&text).text(), text, "{file}");
    }
}

#[test]
fn what_a_draft_shows_is_what_the_loader_reads() {
    let catalog = catalog();
    for (_, text) in shipped() {
        let mut draft = draft(&text);
        if !draft.sheet().board.is_drawn {
            draft.draw_board(&catalog, 0).expect("a board can be drawn");
        }
        check_same(&draft, &catalog);
    }
}

#[test]
fn random_edits_load_as_the_draft_shows_them_and_are_taken_back_byte_for_byte() {
    let catalog = catalog();
    for (file, text) in shipped() {
        for seed in 0..3 {
            let mut dice = ChaCha8Rng::seed_from_u64(seed);
            let mut draft = draft(&text);
            if !draft.sheet().board.is_drawn {
                draft
                    .draw_board(&catalog, seed)
                    .expect("a board can be drawn");
            }
            let mut texts = vec![draft.text().to_owned()];
            for step in 0..25 {
                let edit = any_edit(&draft, &catalog, &mut dice);
                let made = draft.apply(&edit);
                made.unwrap_or_else(|why| {
                    panic!("{file} seed {seed} step {step}: {edit:?}: {why}")
                });
                if let Some(problem) = draft.problems(&catalog).first() {
                    panic!("{file} seed {seed} step {step}: {edit:?}: {problem}");
                }
                if texts.last().is_some_and(|last| last != draft.text()) {
                    texts.push(draft.text().to_owned());
                }
            }
            check_same(&draft, &catalog);
            for expected in texts.iter().rev().skip(1) {
                assert!(draft.undo());
                assert_eq!(draft.text(), expected, "{file} seed {seed}");
            }
            for expected in &texts[1..] {
                assert!(draft.redo());
                assert_eq!(draft.text(), expected, "{file} seed {seed}");
            }
            while draft.undo() {}
            assert_eq!(draft.text(), text, "{file} seed {seed}");
        }
    }
}

#[test]
fn painting_changes_the_hexes_painted_and_no_other_byte() {
    let catalog = catalog();
    for (file, text) in shipped() {
        let mut draft = draft(&text);
        let board = draft.sheet().board.clone();
        if !board.is_drawn {
            let refusal = draft.apply(&Edit::Terrain(vec![TileId(0)], "sand".into()));
            assert!(refusal.expect_err("nothing is drawn").contains("seed"));
            assert_eq!(draft.text(), text);
            continue;
        }
        let key = board.terrain(TileId(0)).expect("it is in the legend");
        let other = ["road", "grass", "deep_water"]
            .into_iter()
            .find(|other| *other != key && board.legend.iter().any(|(_, known)| known == other));
        let other = other.expect("some terrain is in the legend");
        draft
            .apply(&Edit::Terrain(vec![TileId(0)], other.into()))
            .expect("it can be painted");
        let differing = text
            .bytes()
            .zip(draft.text().bytes())
            .filter(|(a, b)| a != b);
        assert_eq!(differing.count(), 1, "{file}");
        assert_eq!(draft.text().len(), text.len());
        assert_eq!(draft.sheet().board.terrain(TileId(0)), Some(other));
        assert!(draft.problems(&catalog).is_empty());
    }
}

#[test]
fn a_stroke_is_one_step_and_an_edit_that_changes_nothing_is_none() {
    let text = squads("New", Layout::PointyOddRows, 8, 6);
    let mut draft = draft(&text);
    draft.begin_stroke();
    for tile in 0..5 {
        draft
            .apply(&Edit::Terrain(vec![TileId(tile)], "tree".into()))
            .expect("it can be painted");
    }
    draft.end_stroke();
    draft
        .apply(&Edit::Terrain(vec![TileId(0)], "tree".into()))
        .expect("it is a tree already");
    assert!(draft.undo());
    assert_eq!(draft.text(), text);
    assert!(!draft.undo());
}

#[test]
fn a_new_mission_plays_as_it_is_on_every_layout() {
    let catalog = catalog();
    for layout in Layout::ALL {
        let draft = draft(&squads("Said \"so\"", layout, 12, 9));
        check_same(&draft, &catalog);
        assert_eq!(draft.sheet().board.grid.layout, layout);
        assert_eq!(draft.sheet().name, "Said \"so\"");
    }
}

#[test]
fn a_board_made_from_a_seed_becomes_the_same_board_drawn() {
    let catalog = catalog();
    let mut count = 0;
    for (file, text) in shipped() {
        let mut draft = draft(&text);
        if draft.sheet().board.is_drawn {
            let refusal = draft.draw_board(&catalog, 3);
            assert!(refusal.is_err(), "{file} is already drawn");
            continue;
        }
        count += 1;
        let made = mission::parse(
            "made",
            &text,
            &catalog,
            Terms {
                seed: 3,
                ..Terms::default()
            },
        );
        let made = made.unwrap_or_else(|problems| panic!("{problems}"));
        draft.draw_board(&catalog, 3).expect("it can be drawn");
        let drawn = load(&draft, &catalog);
        assert_eq!(drawn.board.elevation, made.board.elevation);
        assert_eq!(drawn.board.tiles, made.board.tiles);
        assert_eq!(
            Scenario::of(&drawn).deployment,
            Scenario::of(&made).deployment
        );
    }
    assert!(count > 0, "no shipped board is made from a seed");
}

#[test]
fn a_larger_board_keeps_everything_on_its_ground() {
    let catalog = catalog();
    for (file, text) in shipped() {
        let mut draft = draft(&text);
        if !draft.sheet().board.is_drawn {
            continue;
        }
        let before = load(&draft, &catalog);
        let more = Margins {
            left: 3,
            right: 1,
            top: 2,
            bottom: 4,
        };
        let notes = draft.apply(&Edit::Margins(more)).expect("it can be larger");
        assert!(notes.is_empty(), "{file}: {notes:?}");
        check_same(&draft, &catalog);
        let after = load(&draft, &catalog);
        let moved = |tile| {
            let (column, row) = before.board.grid.to_offset(tile);
            after
                .board
                .grid
                .from_offset(column + 3, row + 2)
                .expect("it is on the board")
        };
        for tile in before.board.grid.tiles() {
            assert_eq!(
                before.board.tiles[tile.index()],
                after.board.tiles[moved(tile).index()]
            );
        }
        let units = |mission: &Mission| -> Vec<_> {
            let units = Scenario::of(mission).units();
            units.map(|unit| (unit.tile, unit.patrol.clone())).collect()
        };
        let expected: Vec<_> = (units(&before).into_iter())
            .map(|(tile, patrol)| (moved(tile), patrol.into_iter().map(moved).collect()))
            .collect();
        assert_eq!(units(&after), expected, "{file}");
        let expected: Vec<_> = Scenario::of(&before)
            .deployment
            .iter()
            .copied()
            .map(moved)
            .collect();
        assert_eq!(Scenario::of(&after).deployment, expected, "{file}");
        assert_eq!(before.board.hexsides.len(), after.board.hexsides.len());
        let less = Margins {
            left: -3,
            right: -1,
            top: -2,
            bottom: -4,
        };
        draft
            .apply(&Edit::Margins(less))
            .expect("it can be as before");
        let again = load(&draft, &catalog);
        assert_eq!(again.board.tiles, before.board.tiles, "{file}");
        assert_eq!(units(&again), units(&before), "{file}");
    }
}

#[test]
fn a_smaller_board_tells_what_falls_off() {
    let catalog = catalog();
    let (_, text) = (shipped().into_iter())
        .find(|(file, _)| file.contains("first_contact"))
        .expect("it is shipped");
    let mut draft = draft(&text);
    let less = Margins {
        right: -6,
        ..Margins::default()
    };
    let notes = draft
        .apply(&Edit::Margins(less))
        .expect("it can be smaller");
    assert_eq!(notes, ["sectoid of Sectoids at (27, 15) was removed"]);
    check_same(&draft, &catalog);
    assert_eq!(draft.sheet().sides[1].units.len(), 4);
    let odd = Margins {
        top: 1,
        ..Margins::default()
    };
    let refusal = draft
        .apply(&Edit::Margins(odd))
        .expect_err("the rows would shear");
    assert!(refusal.contains("two at a time"), "{refusal}");
}

#[test]
fn a_new_name_is_used_wherever_the_old_one_was() {
    let catalog = catalog();
    let (_, night_call) = (shipped().into_iter())
        .find(|(file, _)| file.contains("night_call"))
        .expect("it is shipped");
    let mut draft = draft(&night_call);
    draft
        .apply(&Edit::text("sides.0.name", "Recon"))
        .expect("a side can be renamed");
    draft
        .apply(&Edit::text("sides.2.units.0.name", "Doctor Reis"))
        .expect("a unit can be renamed");
    let rename = Edit::RenameZone("road".into(), "western road".into());
    draft.apply(&rename).expect("a zone can be renamed");
    check_same(&draft, &catalog);
    let rescued = text(&draft, "objectives.primary.unit");
    assert_eq!(rescued.as_deref(), Some("Doctor Reis"));
    assert_eq!(text(&draft, "exits").as_deref(), Some("western road"));
    assert!(!draft.text().contains("\"Squad\""));
    assert!(
        draft.text().contains("= = . . . ."),
        "the drawing is as it was"
    );
}

#[test]
fn goals_are_written_as_the_loader_reads_them() {
    let catalog = catalog();
    let mut draft = draft(&squads("Goals", Layout::PointyOddRows, 10, 8));
    draft
        .apply(&Edit::Zone("hill".into(), vec![TileId(12), TileId(13)]))
        .expect("a zone");
    draft
        // One unit can hold both zones.
        .apply(&Edit::Zone("gate".into(), vec![TileId(13), TileId(44)]))
        .expect("a zone");
    draft.apply(&Edit::text("exits", "gate")).expect("exits");
    let boss = Edit::text("sides.1.units.0.name", "Boss");
    draft.apply(&boss).expect("a name");
    let goals = [
        "Reach(zone: \"hill\")",
        "Reach(zone: \"hill\", units: 1)",
        "Escape(units: 1)",
        "Escape()",
        "Hold(zone: \"hill\", turns: 3)",
        "Control(zones: [\"hill\", \"gate\"])",
        "Survive(turns: 8)",
        "Kill(unit: \"Boss\")",
        "Capture(unit: \"Boss\")",
        "Protect(unit: \"Boss\", turns: 5)",
        "Rescue(unit: \"Boss\")",
        "Secure(item: \"medikit\", count: 2)",
        "EliminateAll(\"Enemies\")",
    ];
    let mut kinds = BTreeMap::new();
    for goal in goals {
        let edit = Edit::set("objectives.primary", goal);
        draft.apply(&edit).expect("a goal");
        assert!(draft.text().contains(goal));
        let mission = load(&draft, &catalog);
        let word = goal.split('(').next().unwrap_or_default();
        kinds.insert(
            word,
            std::mem::discriminant::<Objective>(&Scenario::of(&mission).objective),
        );
    }
    let all: BTreeSet<_> = kinds.values().map(|kind| format!("{kind:?}")).collect();
    assert_eq!(all.len(), 11, "each word is an objective of its own");
}

#[test]
fn sides_come_and_go() {
    let catalog = catalog();
    let mut draft = draft(&squads("Sides", Layout::PointyOddRows, 10, 8));
    let text = draft.text().to_owned();
    let civilian = UnitDraft::new(0, "civilian", Some(At::Hex(4, 4)));
    let mut side = SideDraft::new("Staff", "Ai(Hold)");
    side.more.push(("neutral".into(), "true".into()));
    side.units = vec![civilian];
    draft
        .apply(&Edit::AddSide(side.clone()))
        .expect("there is room");
    check_same(&draft, &catalog);
    assert_eq!(draft.sheet().sides[2], side);
    assert!(
        draft.apply(&Edit::AddSide(side)).is_err(),
        "the name is taken"
    );
    draft.apply(&Edit::RemoveSide(2)).expect("two are left");
    assert_eq!(draft.text(), text);
    assert!(
        draft.apply(&Edit::RemoveSide(1)).is_err(),
        "a battle needs two"
    );
}

#[test]
fn a_problem_leads_to_what_it_is_about() {
    let catalog = catalog();
    let mut draft = draft(&squads("Problems", Layout::PointyOddRows, 10, 8));
    let grid = draft.sheet().board.grid;
    let under = draft.sheet().sides[1].units[0].tile(grid).expect("a hex");
    draft
        .apply(&Edit::Terrain(vec![under], "wall".into()))
        .expect("it can be painted");
    let problems = draft.problems(&catalog);
    let spot = draft.locate(problems[0].place);
    assert_eq!(spot, Some(Spot::Unit(1, 0)), "{}", problems[0]);
    let text = draft.text().replacen(". . .", ". ? .", 1);
    let draft = self::draft(&text);
    let strange = draft.problems(&catalog);
    let strange = strange
        .iter()
        .find(|problem| problem.message.contains('?'))
        .expect("told");
    assert_eq!(draft.locate(strange.place), Some(Spot::Hex(TileId(1))));
}

#[test]
fn a_file_changed_outside_is_not_overwritten_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.ron");
    let mut draft = draft(&squads("Mine", Layout::PointyOddRows, 10, 8));
    let mut file = OpenedFile::create(&path, &draft, false).expect("it is new");
    assert!(!file.is_behind(&draft));
    draft
        .apply(&Edit::set("night", "true"))
        .expect("night falls");
    assert!(file.is_behind(&draft));
    file.save(&draft, false).expect("nobody else wrote it");
    assert_eq!(std::fs::read_to_string(&path).expect("saved"), draft.text());
    std::fs::write(&path, "// mine now").expect("written by another hand");
    draft
        .apply(&Edit::set("night", "false"))
        .expect("day breaks");
    let refused = file.save(&draft, false);
    assert_eq!(refused, Err(SaveError::ChangedOutside(path.clone())));
    assert_eq!(std::fs::read_to_string(&path).expect("kept"), "// mine now");
    file.save(&draft, true).expect("the author said so");
    assert_eq!(std::fs::read_to_string(&path).expect("saved"), draft.text());
    let taken = OpenedFile::create(&path, &draft, false).map(|_| ());
    assert_eq!(taken, Err(SaveError::Exists(path)));
}

#[test]
fn a_draft_that_can_be_played_tells_what_is_hardly_meant() {
    let catalog = catalog();
    let text = std::fs::read_to_string(
        content::assets_folder()
            .expect("the assets are beside the crate")
            .join("missions/first_contact.ron"),
    )
    .expect("it is shipped");
    let sound = Draft::from_text("m.ron", text.clone()).expect("it parses");
    let found = sound.findings(&catalog);
    assert_eq!(found.all().count(), 0, "{found:?}");
    let text = text.replace("mode: Hold)", "mode: Hold, group: \"late\")");
    let draft = Draft::from_text("m.ron", text).expect("it parses");
    let found = draft.findings(&catalog);
    assert!(found.problems.is_empty(), "{found:?}");
    let [doubt] = &found.doubts[..] else {
        panic!("{found:?}");
    };
    assert!(doubt.message.contains("never arrives"), "{}", doubt.message);
}

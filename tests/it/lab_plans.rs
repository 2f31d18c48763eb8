//! Plans of the laboratory: cases, seeds, files, and what is refused.

use std::fs;
use std::path::Path;

use hexscape::content::assets_folder;
use hexscape::content::mode::Skill;
use hexscape::lab::case::{Keep, Run};
use hexscape::lab::plan::{Blocks, Request, RunPlan, read_plan};
use hexscape::lab::settings::FigureSetting;

fn request(mission: &str) -> Request {
    Request {
        missions: vec![mission.to_owned()],
        folder: assets_folder()
            .expect("the assets are beside the crate")
            .join("missions"),
        battles: 10,
        seed: 1,
        ..Request::default()
    }
}

fn plan(request: &Request) -> Result<Run, String> {
    let content = assets_folder()
        .expect("the assets are beside the crate")
        .join("content");
    let plan = RunPlan::new(request, &content).map_err(|error| error.to_string())?;
    plan.describe().map_err(|error| error.to_string())
}

fn setting(text: &str) -> FigureSetting {
    FigureSetting::parse(text).expect("it is a setting")
}

#[track_caller]
fn check_refused(request: &Request, expected: &str) {
    let error = plan(request).expect_err(expected);
    assert!(error.contains(expected), "{error}");
}

#[test]
fn cases_are_all_combinations_and_labels_tell_them_apart() {
    let request = Request {
        difficulty: vec![75, 125],
        modes: vec![vec!["default".into(), "Squad:Cautious".into()]],
        settings: vec![
            setting("units.infantry.health=50,60"),
            setting("weapons.assault_rifle.damage=d22"),
        ],
        ..request("skirmish_6v8.ron")
    };
    let run = plan(&request).expect("it makes sense");
    let labels: Vec<_> = run.cases.iter().map(|case| case.label.as_str()).collect();
    assert_eq!(labels.len(), 8);
    assert_eq!(
        labels[0],
        "modes of Squad default, difficulty 75, infantry.health 50"
    );
    assert_eq!(
        labels[7],
        "Squad:Cautious, difficulty 125, infantry.health 60"
    );
    let factors: Vec<_> = run.cases[0]
        .factors
        .iter()
        .map(|factor| factor.name.as_str())
        .collect();
    assert_eq!(
        factors,
        [
            "mission",
            "modes of Squad",
            "difficulty",
            "units.infantry.health",
            "weapons.assault_rifle.damage"
        ]
    );
    let alone = plan(&self::request("skirmish_6v8.ron")).expect("it makes sense");
    assert_eq!(alone.cases[0].label, "Skirmish 6 v 8");
}

#[test]
fn missions_are_files_folders_and_patterns() {
    let all = plan(&request(".")).expect("every shipped mission plays");
    assert!(all.cases.len() >= 10);
    let pattern = plan(&request("*_*.ron")).expect("some have such names");
    assert!(pattern.cases.len() < all.cases.len());
    check_refused(
        &request("skirmish_6v9.ron"),
        "did you mean `skirmish_6v8.ron`?",
    );
    check_refused(&request("no*.ron_"), "no mission files");
    let twice = Request {
        missions: vec!["vigil.ron".into(), "v*.ron".into()],
        ..request("vigil.ron")
    };
    check_refused(&twice, "is given twice");
}

#[test]
fn nonsense_is_refused_before_anything_is_played() {
    let base = || request("skirmish_6v8.ron");
    let set = |text: &str| Request {
        settings: vec![setting(text)],
        ..base()
    };
    check_refused(
        &Request {
            battles: 0,
            ..base()
        },
        "no battles",
    );
    check_refused(
        &Request {
            battles: 200_000_000,
            ..base()
        },
        "at most 100000000",
    );
    check_refused(
        &Request {
            seed: u64::MAX,
            ..base()
        },
        "there are not 10 seeds",
    );
    check_refused(
        &Request {
            difficulty: vec![10],
            ..base()
        },
        "allowed: 25 to 400",
    );
    check_refused(
        &Request {
            difficulty: vec![75, 75],
            ..base()
        },
        "75 is given twice",
    );
    check_refused(
        &Request {
            first: vec!["Squid".into()],
            ..base()
        },
        "did you mean `Squad`?",
    );
    let modes = |text: &str| Request {
        modes: vec![vec![text.to_owned()]],
        ..base()
    };
    check_refused(&modes("Agressive"), "did you mean `Aggressive`?");
    check_refused(&modes("Squid:Hold"), "did you mean `Squad`?");
    check_refused(&modes("Hold+Cautious"), "two modes");
    check_refused(
        &set("weapons.assalt_rifle.damage=d22"),
        "\"assalt_rifle\" is unknown; did you mean `assault_rifle`?",
    );
    check_refused(
        &set("weapons.assault_rifle.acuracy=5"),
        "weapons.assault_rifle.acuracy=5: ",
    );
    check_refused(
        &set("weapons.assault_rifle.damage=loud"),
        "weapons.assault_rifle.damage=loud: ",
    );
    check_refused(
        &set("battlescape.tu.walk=0"),
        "battlescape.tu.walk=0: tu.walk 0 is out of range (allowed: 1 to 1000)",
    );
    let together = Request {
        settings: vec![
            setting("battlescape.to_hit.min=90"),
            setting("battlescape.to_hit.max=80"),
        ],
        ..base()
    };
    check_refused(&together, "conflict");
}

fn plan_file(folder: &Path, text: &str) -> Result<Request, String> {
    let file = folder.join("plan.ron");
    fs::write(&file, text).expect("it can be written");
    read_plan(&file).map_err(|problems| {
        problems
            .to_string()
            .replace(&folder.display().to_string(), "")
    })
}

#[test]
fn a_plan_file_says_the_same_as_arguments() {
    let work = tempfile::tempdir().expect("a folder for the test");
    let missions = assets_folder()
        .expect("the assets are beside the crate")
        .join("missions");
    fs::copy(missions.join("vigil.ron"), work.path().join("one.ron")).expect("it can be copied");
    let request = plan_file(
        work.path(),
        r#"Plan(
            missions: ["one.ron"],
            battles: 7,
            seed: 3,
            modes: ["Aggressive", "Hold"],
            difficulty: [100, 150],
            first: ["alternate"],
            keep: "battles",
            set: {"weapons.smg.accuracy": "0..10:5", "units.infantry.health": 61},
            variants: {
                "as it is": {},
                "glass cannon": {"weapons.assault_rifle.damage": "d30", "units.heavy.health": 40},
            },
        )"#,
    )
    .expect("it is sound");
    let run = plan(&request).expect("it makes sense");
    assert_eq!(
        (run.battles, run.first_seed, run.keep),
        (7, 3, Keep::Battles)
    );
    assert_eq!(run.cases.len(), 2 * 2 * 2 * 3);
    assert_eq!(
        run.cases[23].label,
        "glass cannon, modes Hold, difficulty 150, smg.accuracy 10"
    );
    assert!(
        run.cases[23]
            .replay
            .contains("--set weapons.assault_rifle.damage=d30")
    );
}

#[test]
fn every_mistake_in_a_plan_file_is_told_at_its_place() {
    let work = tempfile::tempdir().expect("a folder for the test");
    let error = plan_file(
        work.path(),
        "Plan(\n  mision: [],\n  battles: 0,\n  modes: [\"Bold\"],\n  set: {\"a.b\": \"1..0\"},\n  keep: \"shot\",\n)",
    )
    .expect_err("it is wrong");
    for expected in [
        "/plan.ron:1:1: ",
        "/plan.ron:2:3: ",
        "/plan.ron:3:12: ",
        "/plan.ron:4:11: mode \"Bold\" is unknown",
        "/plan.ron:5:16: a.b: \"1..0\" is empty",
        "/plan.ron:6:9: what to keep \"shot\" is unknown; did you mean `shots`?",
    ] {
        assert!(error.contains(expected), "{expected} is not in\n{error}");
    }
}

#[test]
fn blocks_cover_every_battle_once() {
    for (cases, battles) in [
        (1, 1),
        (1, 10_000),
        (3, 7),
        (12, 1000),
        (1, 1_000_000),
        (5, 2049),
    ] {
        let blocks = Blocks::new(cases, battles);
        let mut next = (0, 0);
        for block in (0..blocks.count()).map(|number| blocks.get(number)) {
            assert_eq!((block.case as u64, block.first), next);
            assert!((1..=256).contains(&block.battles));
            next.1 += block.battles;
            if next.1 == battles {
                next = (next.0 + 1, 0);
            }
        }
        assert_eq!(next, (cases, 0));
    }
}

#[test]
fn names_of_sides_may_hold_separators() {
    let work = tempfile::tempdir().expect("a folder for the test");
    let text = r#"Mission(name: "Names", rules: Battlescape(),
        board: Drawn(legend: {'.': "grass"}, rows: ["......", "......"]),
        sides: [
            (name: "Bleu, 1er: A+B", controller: Human, units: [(kind: "infantry", at: (0, 0))]),
            (name: "Rot = böse", controller: Ai(Aggressive), units: [(kind: "sectoid", at: (5, 1))]),
        ],
        objectives: (primary: EliminateAll("Rot = böse"), turn_limit: 8))"#;
    fs::write(work.path().join("names.ron"), text).expect("it can be written");
    for (first, modes) in [
        (
            "Bleu, 1er: A+B,alternate",
            "Bleu, 1er: A+B:Hold,Rot = böse:Hold+Bleu, 1er: A+B:Search",
        ),
        (
            "\"Bleu, 1er: A+B\", alternate",
            "\"Bleu, 1er: A+B\":Hold, \"Rot = böse\":Hold+\"Bleu, 1er: A+B\":Search",
        ),
    ] {
        let request = Request {
            folder: work.path().to_owned(),
            first: vec![first.to_owned()],
            modes: vec![vec![modes.to_owned()]],
            ..request("names.ron")
        };
        let content = assets_folder().expect("the assets are beside the crate");
        let plan = RunPlan::new(&request, &content.join("content"));
        let plan = plan.unwrap_or_else(|error| panic!("{error}"));
        let run = plan.describe().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(run.cases.len(), 4);
        let firsts = [0, 1].map(|case| plan.source(case).expect("it loads").variation.first);
        assert_eq!(firsts[0].as_deref(), Some("Bleu, 1er: A+B"));
        assert_eq!(firsts[1].as_deref(), Some("alternate"));
        let modes = [0, 2].map(|case| plan.source(case).expect("it loads").variation.modes.len());
        assert_eq!(modes, [1, 2]);
    }
    // A plan file says it the same way.
    let plan = plan_file(
        work.path(),
        "Plan(missions: [\"names.ron\"], first: [\"Bleu, 1er: A+B\"], modes: [\"Bleu, 1er: A+B:Hold\"])",
    );
    plan.unwrap_or_else(|error| panic!("{error}"));
}

/// Skills are a factor, as in `hexscape sim --skill`; plan files name them and say where they are wrong.
#[test]
fn skills_are_a_factor_and_are_part_of_what_tells_runs_apart() {
    let request = Request {
        skill: vec![vec!["quick, Corsairs:Veteran".into()]],
        ..request("cold_start.ron")
    };
    let run = plan(&request).expect("it makes sense");
    let labels: Vec<_> = run.cases.iter().map(|case| case.label.as_str()).collect();
    assert_eq!(labels, ["skill quick", "Corsairs:Veteran"]);
    let replays: Vec<_> = run.cases.iter().map(|case| case.replay.as_str()).collect();
    assert_eq!(
        replays,
        [
            "hexscape sim cold_start --skill quick",
            "hexscape sim cold_start --skill Corsairs:Veteran"
        ]
    );
    let content = assets_folder().expect("found").join("content");
    let plan = RunPlan::new(&request, &content).expect("it makes sense");
    let skills = |case| {
        let mission = plan.source(case).expect("it is described").build(1);
        let sides = mission.expect("it is sound").sides;
        sides.iter().map(|side| side.skill).collect::<Vec<_>>()
    };
    assert_eq!(skills(0), [Some(Skill::Quick); 2]);
    assert_eq!(skills(1), [None, Some(Skill::Veteran)]);
    assert_ne!(plan.hash_of(0), plan.hash_of(1), "resume tells them apart");
    for (skill, why) in [
        ("master", "skill \"master\" is unknown"),
        ("Nobody:quick", "has no side \"Nobody\""),
        ("veteran,Veteran", "skill: Veteran is given twice"),
        ("quick+veteran", "sets two skills for all sides"),
    ] {
        let skill = vec![vec![skill.to_owned()]];
        check_refused(
            &Request {
                skill,
                ..request.clone()
            },
            why,
        );
    }
}

#[test]
fn plan_files_name_skills_and_say_where_they_are_wrong() {
    let work = tempfile::tempdir().expect("a folder for the test");
    let read = |skill: &str| {
        let text = format!("Plan(\n  missions: [],\n  skill: {skill},\n)");
        plan_file(work.path(), &text)
    };
    let request =
        read(r#"["quick", "Corsairs:veteran+Third Wing:quick"]"#).expect("both are known");
    assert_eq!(
        request.skill,
        [["quick", "Corsairs:veteran+Third Wing:quick"]]
    );
    let error = read(r#"["quick", "vetran"]"#).expect_err("there is none");
    assert!(
        error.contains("/plan.ron:3:20: skill \"vetran\" is unknown; did you mean `veteran`?"),
        "{error}"
    );
}

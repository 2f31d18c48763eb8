//! The laboratory as scripts see it: what a run writes does not depend on how it was played.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Command, Output},
};

use hexscape::{
    content::assets_folder,
    lab::{
        output::Results,
        part::{Folder, Parts, Reuse, seal},
    },
};
use tempfile::TempDir;

/// Variables by which array schedulers say which shard to play.
const ARRAYS: [&str; 4] = [
    "SLURM_ARRAY_TASK_ID",
    "AWS_BATCH_JOB_ARRAY_INDEX",
    "SGE_TASK_ID",
    "JOB_COMPLETION_INDEX",
];

fn lab(folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexscape"));
    command.arg("lab").args(arguments).current_dir(folder);
    for name in ARRAYS {
        command.env_remove(name);
    }
    let assets = assets_folder().expect("the assets are beside the crate");
    command.env(
        "HEXSCAPE_ASSETS",
        assets.canonicalize().expect("it is there"),
    );
    command.envs(environment.iter().copied());
    command
        .output()
        .expect("the program was built for this test")
}

#[track_caller]
fn done(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[track_caller]
fn refused(output: &Output, code: i32, expected: &str) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{errors}");
    assert!(errors.contains(expected), "{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
}

fn mission(name: &str) -> String {
    let folder = assets_folder().expect("the assets are beside the crate");
    let file = folder.join("missions").join(name).with_extension("ron");
    file.canonicalize()
        .expect("it is there")
        .display()
        .to_string()
}

fn workplace() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

/// Every result file of a folder.
fn results(folder: &Path) -> BTreeMap<&'static str, Vec<u8>> {
    let read = |file| fs::read(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let files = Results::open(folder).expect("it was written").files();
    files.into_iter().map(|file| (file, read(file))).collect()
}

#[track_caller]
fn check_same(one: &Path, other: &Path) {
    let (one, other) = (results(one), results(other));
    for (file, bytes) in &one {
        assert!(other[file] == *bytes, "{file} differs");
    }
}

/// Arguments of a plan of two cases.
fn plan(mission: &str) -> Vec<&str> {
    vec![
        mission,
        "--battles",
        "12",
        "--set",
        "weapons.assault_rifle.damage=d20,d30",
    ]
}

fn with<'a>(plan: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    plan.iter().chain(more).copied().collect()
}

#[test]
fn shards_of_any_number_merge_to_the_bytes_of_a_single_run() {
    let work = workplace();
    let file = mission("skirmish_6v8");
    let plan = plan(&file);
    let table = done(&lab(
        work.path(),
        &with(&plan, &["--out", "single", "--jobs", "1"]),
        &[],
    ));
    let single = work.path().join("single");
    let written = fs::read_to_string(single.join("table.txt")).expect("it was written");
    assert_eq!(written.trim_end(), table.trim_end());
    done(&lab(
        work.path(),
        &with(&plan, &["--out", "threads", "--jobs", "3"]),
        &[],
    ));
    check_same(&single, &work.path().join("threads"));
    for count in [2, 7, 16] {
        let mut folders = Vec::new();
        // Steps of five go through all of them in an order that is neither rising nor falling.
        for number in (0..count).map(|step| step * 5 % count + 1) {
            let (shard, out) = (format!("{number}/{count}"), format!("{number}_of_{count}"));
            let told = lab(
                work.path(),
                &with(&plan, &["--shard", &shard, "--out", &out]),
                &[],
            );
            assert!(done(&told).contains("PARTIAL"));
            assert!(!work.path().join(&out).join("table.txt").exists());
            folders.push(out);
        }
        let merged = format!("merged_{count}");
        let mut arguments = vec!["merge"];
        arguments.extend(folders.iter().map(String::as_str));
        arguments.extend(["--out", &merged]);
        done(&lab(work.path(), &arguments, &[]));
        check_same(&single, &work.path().join(&merged));
    }
}

#[test]
fn a_run_that_keeps_no_shots_says_the_same() {
    let work = workplace();
    let file = mission("first_contact");
    let plan = with(
        &[&file, "--battles", "12", "--explain"],
        &["--difficulty", "75,100", "--jobs", "2"],
    );
    done(&lab(work.path(), &with(&plan, &["--out", "all"]), &[]));
    let few = ["--out", "few", "--keep", "battles"];
    done(&lab(
        work.path(),
        &with(&plan, &with(&few, &["--shard", "2/2"])),
        &[],
    ));
    done(&lab(
        work.path(),
        &with(&plan, &with(&few, &["--resume"])),
        &[],
    ));
    let [all, few] = ["all", "few"].map(|folder| work.path().join(folder));
    let (mut with_shots, without) = (results(&all), results(&few));
    assert!(with_shots.remove("shots.parquet").is_some());
    assert!(!few.join("shots.parquet").exists());
    assert_eq!(
        with_shots.keys().collect::<Vec<_>>(),
        without.keys().collect::<Vec<_>>()
    );
    for (file, bytes) in with_shots {
        assert!(without[file] == bytes, "{file} differs");
    }
    let [explained, told] =
        [&all, &few].map(|folder| fs::read(folder.join("explain.json")).expect("it was written"));
    assert!(explained == told, "other explanations");
    let same = done(&lab(work.path(), &with(&plan, &["--against", "few"]), &[]));
    assert!(
        same.contains("12 pairs of the same seed, 12 of them alike"),
        "{same}"
    );
    let other = with(&plan, &["--out", "few", "--resume"]);
    refused(
        &lab(work.path(), &other, &[]),
        1,
        "few is of another plan: keeps battles instead of shots",
    );
}

#[test]
fn parts_of_a_program_that_plays_otherwise_are_refused() {
    let work = workplace();
    let file = mission("first_contact");
    let plan = [file.as_str(), "--battles", "4", "--out"];
    let own = with(&plan, &["own", "--shard", "1/2"]);
    done(&lab(work.path(), &own, &[]));
    let (folder, mut identity, run) =
        Folder::open(&work.path().join("own")).expect("it was written");
    let played = Parts::Folder(folder).get(identity.hash(), 0);
    let played = played.expect("it reads").expect("it was played");
    // The same plan, begun by a program of the same version whose first battle goes another way.
    let play = &mut identity.cases[0].play;
    assert!(
        play.is_some(),
        "the first case is always played for a moment"
    );
    *play = Some("0123456789abcdef".into());
    let path = work.path().join("other");
    let (folder, _) = Folder::prepare(&path, &identity, run, Reuse::Never).expect("it can be made");
    let parts = Parts::Folder(folder);
    for block in [1, 3] {
        let sealed = seal(identity.hash(), block, &played);
        parts.put(block, sealed).expect("it can be written");
    }
    let told = "other is of another build of the program, which plays case \"First Contact\" otherwise; \
                use one build for all of a run";
    let joined = ["merge", "own", "other", "--out", "joined"];
    refused(&lab(work.path(), &joined, &[]), 1, told);
    assert!(!work.path().join("joined").exists());
    for more in [["--resume", "--jobs=1"], ["--shard", "2/2"]] {
        let on = with(&with(&plan, &["other"]), &more);
        refused(&lab(work.path(), &on, &[]), 1, told);
    }
}

#[test]
fn tasks_of_an_array_share_a_folder_and_one_may_run_twice() {
    let work = workplace();
    let file = mission("first_contact");
    let plan = [file.as_str(), "--battles", "8"];
    done(&lab(work.path(), &with(&plan, &["--out", "single"]), &[]));
    for id in ["1", "3", "2", "3"] {
        let environment = [
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_MIN", "1"),
            ("SLURM_ARRAY_TASK_MAX", "4"),
            ("SLURM_ARRAY_TASK_STEP", "1"),
            ("SLURM_ARRAY_TASK_COUNT", "4"),
        ];
        let told = lab(
            work.path(),
            &with(&plan, &["--out", "shared"]),
            &environment,
        );
        let errors = String::from_utf8_lossy(&told.stderr);
        assert!(
            errors.contains(&format!("shard {id}/4, from the array job of Slurm")),
            "{errors}"
        );
        done(&told);
    }
    let early = lab(work.path(), &["merge", "shared"], &[]);
    refused(&early, 1, "2 of 8 battles are missing: shard 4 of 4");
    done(&lab(
        work.path(),
        &with(&plan, &["--out", "shared", "--shard", "1/1", "--resume"]),
        &[],
    ));
    done(&lab(work.path(), &["merge", "shared"], &[]));
    check_same(&work.path().join("single"), &work.path().join("shared"));
}

#[test]
fn damaged_and_missing_parts_are_played_again() {
    let work = workplace();
    let file = mission("first_contact");
    let plan = [file.as_str(), "--battles", "6", "--out", "run"];
    done(&lab(work.path(), &plan, &[]));
    let folder = work.path().join("run");
    let before = results(&folder);
    let part = |number: u64| folder.join("parts").join(format!("{number:06}"));
    let mut bytes = fs::read(part(1)).expect("it was written");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(part(1), bytes).expect("it can be written");
    fs::write(part(2), b"hexlab 1").expect("it can be written");
    fs::copy(part(4), part(3)).expect("it can be copied");
    fs::remove_file(part(5)).expect("it can be removed");
    refused(
        &lab(work.path(), &["merge", "run"], &[]),
        1,
        "000001: was altered or cut off",
    );
    refused(&lab(work.path(), &plan, &[]), 1, "holds results already");
    let again = lab(work.path(), &with(&plan, &["--resume"]), &[]);
    done(&again);
    let errors = String::from_utf8_lossy(&again.stderr);
    assert_eq!(
        errors.matches("was altered or cut off").count(),
        3,
        "{errors}"
    );
    assert!(
        errors.contains("2 of 6 battles are done already"),
        "{errors}"
    );
    assert!(before == results(&folder), "the results are others");
}

#[test]
fn folders_of_other_plans_and_other_things_are_refused() {
    let work = workplace();
    let file = mission("first_contact");
    let plan = |battles| {
        [
            file.as_str(),
            "--battles",
            battles,
            "--out",
            "run",
            "--resume",
        ]
    };
    done(&lab(work.path(), &plan("3"), &[]));
    refused(
        &lab(work.path(), &plan("4"), &[]),
        1,
        "run is of another plan: battles 3 instead of 4",
    );
    let harder = with(&plan("3"), &["--difficulty", "125"]);
    refused(
        &lab(work.path(), &harder, &[]),
        1,
        "is of another plan: case",
    );
    fs::create_dir(work.path().join("mine")).expect("it can be made");
    fs::write(work.path().join("mine/notes.txt"), "keep").expect("it can be written");
    let foreign = [file.as_str(), "--out", "mine"];
    refused(
        &lab(work.path(), &foreign, &[]),
        1,
        "holds no results of the laboratory",
    );
    refused(
        &lab(work.path(), &["merge", "mine"], &[]),
        1,
        "mine holds no results of the laboratory: there is no plan.json in it",
    );
    let no_folder = [file.as_str(), "--out", "mine/notes.txt"];
    refused(
        &lab(work.path(), &no_folder, &[]),
        1,
        "name an empty folder or a new one",
    );
    let notes = fs::read_to_string(work.path().join("mine/notes.txt"));
    assert_eq!(notes.expect("it is still there"), "keep");
    refused(&lab(work.path(), &["merge", "nowhere"], &[]), 1, "nowhere");
    done(&lab(
        work.path(),
        &[&file, "--battles", "3", "--seed", "2", "--out", "other"],
        &[],
    ));
    let mixed = lab(
        work.path(),
        &["merge", "run", "other", "--out", "mixed"],
        &[],
    );
    refused(
        &mixed,
        1,
        "other is of another plan: first seed 2 instead of 1",
    );
    let plan_file = work.path().join("run/plan.json");
    fs::write(&plan_file, "{}").expect("it can be written");
    refused(
        &lab(work.path(), &["merge", "run"], &[]),
        1,
        "plan.json: was altered or cut off",
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_goes_on_to_the_same_results() {
    let work = workplace();
    let file = mission("skirmish_6v8");
    let plan = [file.as_str(), "--battles", "60", "--jobs", "1", "--out"];
    done(&lab(work.path(), &with(&plan, &["single"]), &[]));
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexscape"))
        .arg("lab")
        .args(with(&plan, &["cut"]))
        .current_dir(work.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    let parts = work.path().join("cut/parts");
    while fs::read_dir(&parts).map_or(0, Iterator::count) < 2 {
        std::thread::yield_now();
    }
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.is_ok_and(|status| status.success()));
    // The run may have ended just before.
    let was_cut = child.wait().expect("it ends").code() == Some(1);
    assert_eq!(work.path().join("cut/table.txt").exists(), !was_cut);
    done(&lab(work.path(), &with(&plan, &["cut", "--resume"]), &[]));
    check_same(&work.path().join("single"), &work.path().join("cut"));
}

#[test]
fn a_case_plays_what_sim_plays_with_the_same_words() {
    let work = workplace();
    let file = mission("skirmish_6v8");
    let words = [
        "--set",
        "weapons.assault_rifle.damage=d30",
        "--set",
        "battlescape.tu.carry_max=10",
        "--modes",
        "Squad:Cautious",
        "--first",
        "alternate",
        "--difficulty",
        "125",
    ];
    let plan = with(
        &[&file, "--battles", "4", "--seed", "5", "--out", "run"],
        &words,
    );
    done(&lab(work.path(), &plan, &[]));
    let sim = Command::new(env!("CARGO_BIN_EXE_hexscape"))
        .args(["sim", &file, "--seeds", "5..8", "--json"])
        .args(words)
        .output()
        .expect("the program was built for this test");
    let lines: Vec<serde_json::Value> = (done(&sim).lines())
        .map(|line| serde_json::from_str(line).expect("each line is an object"))
        .collect();
    let (folder, identity, run) = Folder::open(&work.path().join("run")).expect("it was written");
    let parts = Parts::Folder(folder);
    let records = (0..4).map(|block| parts.get(identity.hash(), block).expect("it reads"));
    let records: Vec<_> = records
        .flatten()
        .flat_map(|played| played.battles)
        .collect();
    assert_eq!((records.len(), lines.len()), (4, 4));
    for (record, line) in records.iter().zip(&lines) {
        assert_eq!(format!("{:016x}", record.fingerprint), line["fingerprint"]);
        assert_eq!(record.seed, line["seed"]);
        assert_eq!(record.first.0, u8::from(record.seed % 2 == 0));
    }
    let replay = &run.cases[0].replay;
    let told = words.map(|word| replay.contains(word));
    assert!(told.iter().all(|is_told| *is_told), "{replay}");
}

#[test]
fn a_run_is_explained_and_compared_with_another() {
    let work = workplace();
    let file = mission("first_contact");
    let plan = [file.as_str(), "--battles", "30", "--out"];
    let plain = done(&lab(work.path(), &with(&plan, &["before"]), &[]));
    assert!(!plain.contains("What separates"), "{plain}");
    let stronger = [
        "after",
        "--set",
        "weapons.plasma_carbine.damage=d2",
        "--explain",
    ];
    let stronger = with(&with(&plan, &stronger), &["--against", "before"]);
    let told = done(&lab(work.path(), &stronger, &[]));
    assert!(
        told.contains("What separates wins from defeats of Squad"),
        "{told}"
    );
    assert!(told.contains("difference"), "{told}");
    let page = fs::read_to_string(work.path().join("after/report.html")).expect("it was written");
    assert!(page.contains("What separates wins"));
    for file in ["explain.json", "against.json"] {
        let text = fs::read(work.path().join("after").join(file)).expect("it was written");
        serde_json::from_slice::<serde_json::Value>(&text).expect("it is JSON");
    }
    let nowhere = [file.as_str(), "--battles", "3", "--against", "nowhere"];
    refused(&lab(work.path(), &nowhere, &[]), 1, "nowhere");
}

#[test]
fn wrong_arguments_are_told_with_status_2() {
    let work = workplace();
    let file = mission("first_contact");
    for (arguments, expected) in [
        (vec![], "MISSIONS"),
        (vec!["--resume"], "--out"),
        (vec!["--shard", "1/4"], "needs a folder: say --out DIR"),
        (vec!["--shard", "5/4", "--out", "x"], "allowed are 1 to 4"),
        (vec!["--battles", "0"], "no battles"),
        (vec!["--set", "damage"], "is no setting"),
        (
            vec!["--set", "weapon.smg.damage=d2"],
            "did you mean `weapons`?",
        ),
        (
            vec!["--set", "weapons.smg.damage=loud"],
            "weapons.smg.damage=loud: ",
        ),
        (vec!["--modes", "Brave"], "mode \"Brave\" is unknown"),
        (vec!["--first", "Nobody"], "has no side \"Nobody\""),
        (vec!["--plan", "plan.ron"], "cannot be used with"),
    ] {
        let mission = (!arguments.is_empty()).then_some(file.as_str());
        let arguments: Vec<_> = mission.into_iter().chain(arguments).collect();
        refused(&lab(work.path(), &arguments, &[]), 2, expected);
    }
    refused(&lab(work.path(), &["merge", "a", "b"], &[]), 2, "--out DIR");
}

#[test]
fn a_plan_file_is_played_from_anywhere() {
    let work = workplace();
    let folder = work.path().join("plans");
    fs::create_dir(&folder).expect("it can be made");
    fs::copy(mission("first_contact"), folder.join("one.ron")).expect("it can be copied");
    let text = "Plan(missions: [\"one.ron\"], battles: 9, variants: {\"as it is\": {}, \
                \"weak\": {\"units.infantry.health\": 20}})";
    fs::write(folder.join("plan.ron"), text).expect("it can be written");
    let told = done(&lab(
        work.path(),
        &["--plan", "plans/plan.ron", "--battles", "4"],
        &[],
    ));
    assert!(told.contains("as it is") && told.contains("weak"), "{told}");
    assert!(!work.path().join("plans/parts").exists());
}

//! The laboratory as scripts see it: what a run writes does not depend on how it was played.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use hexscape::content::assets_folder;
use hexscape::lab::output::Results;
use hexscape::lab::part::{Folder, RunParts};
use tempfile::TempDir;

/// Variables by which array schedulers say which shard to play.
const ARRAYS: [&str; 4] = [
    "SLURM_ARRAY_TASK_ID",
    "AWS_BATCH_JOB_ARRAY_INDEX",
    "SGE_TASK_ID",
    "JOB_COMPLETION_INDEX",
];

/// Runs the laboratory in a folder.
pub fn lab(folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
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

/// Returns what a run that succeeds prints.
#[track_caller]
pub fn done(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Checks that a run ends with a status and says why.
#[track_caller]
pub fn refused(output: &Output, code: i32, expected: &str) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{errors}");
    assert!(errors.contains(expected), "{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
}

/// Returns the path of a shipped mission.
pub fn mission(name: &str) -> String {
    let folder = assets_folder().expect("the assets are beside the crate");
    let file = folder.join("missions").join(name).with_extension("ron");
    file.canonicalize()
        .expect("it is there")
        .display()
        .to_string()
}

/// Makes a folder for a test.
pub fn workplace() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

/// Every result file of a folder.
pub fn results(folder: &Path) -> BTreeMap<&'static str, Vec<u8>> {
    let read = |file| fs::read(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let files = Results::open(folder).expect("it was written").files();
    files.into_iter().map(|file| (file, read(file))).collect()
}

/// Checks that two folders hold the same results.
#[track_caller]
pub fn check_same(one: &Path, other: &Path) {
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

/// Puts arguments behind those of a plan.
pub fn with<'a>(plan: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
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
        same.contains("12 pairs of the same seed, 12 of them identical"),
        "{same}"
    );
    let other = with(&plan, &["--out", "few", "--resume"]);
    refused(
        &lab(work.path(), &other, &[]),
        1,
        "few belongs to another plan: keeps battles instead of shots",
    );
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
    let parts = RunParts::Folder(folder);
    let records = (0..4).map(|block| parts.get(&run, identity.hash(), block));
    let records = records.map(|played| played.expect("it reads"));
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
        (vec!["--shard", "1/4"], "needs a folder: use --out DIR"),
        (vec!["--shard", "5/4", "--out", "x"], "allowed are 1 to 4"),
        (vec!["--battles", "0"], "no battles"),
        (vec!["--set", "damage"], "is not a setting"),
        (
            vec!["--set", "weapon.smg.damage=d2"],
            "did you mean `weapons`?",
        ),
        (
            vec!["--set", "weapons.smg.damage=loud"],
            "weapons.smg.damage=loud: ",
        ),
        (
            vec!["--set", "weapons.smg.key=x"],
            "identifies the definition",
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

//! Folders of results: shared, cut off, damaged, and those of other runs.

use std::fs;

use hexscape::lab::part::{Folder, Reuse, RunParts, seal};

use crate::lab::{check_same, done, lab, mission, refused, results, with, workplace};

#[test]
fn parts_of_a_program_that_plays_otherwise_are_refused() {
    let work = workplace();
    let file = mission("first_contact");
    let plan = [file.as_str(), "--battles", "4", "--out"];
    let own = with(&plan, &["own", "--shard", "1/2"]);
    done(&lab(work.path(), &own, &[]));
    let (folder, mut identity, run) =
        Folder::open(&work.path().join("own")).expect("it was written");
    let played = RunParts::Folder(folder).get(&run, identity.hash(), 0);
    let played = played.expect("it reads").expect("it was played");
    // The same plan, begun by a program of the same version whose first battle goes another way.
    let play = &mut identity.cases[0].play;
    assert!(
        play.is_some(),
        "the first case is always played for a moment"
    );
    *play = Some("0123456789abcdef".into());
    let path = work.path().join("other");
    let prepared = Folder::prepare(&path, &identity, run, Reuse::Never).expect("it can be made");
    let parts = RunParts::Folder(prepared.folder);
    for block in [1, 3] {
        let sealed = seal(identity.hash(), block, &played).expect("it is small");
        parts.put(block, sealed).expect("it can be written");
    }
    let told = "other belongs to another build of the program, which plays case \"First Contact\" differently; use one build for a whole run";
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
        "000001: was altered or truncated",
    );
    refused(&lab(work.path(), &plan, &[]), 1, "already contains results");
    let again = lab(work.path(), &with(&plan, &["--resume"]), &[]);
    done(&again);
    let errors = String::from_utf8_lossy(&again.stderr);
    assert_eq!(
        errors.matches("was altered or truncated").count(),
        3,
        "{errors}"
    );
    assert!(
        errors.contains("2 of 6 battles are already done"),
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
        "run belongs to another plan: battles 3 instead of 4",
    );
    let harder = with(&plan("3"), &["--difficulty", "125"]);
    refused(
        &lab(work.path(), &harder, &[]),
        1,
        "belongs to another plan: case",
    );
    fs::create_dir(work.path().join("mine")).expect("it can be made");
    fs::write(work.path().join("mine/notes.txt"), "keep").expect("it can be written");
    let foreign = [file.as_str(), "--out", "mine"];
    refused(
        &lab(work.path(), &foreign, &[]),
        1,
        "contains no laboratory results",
    );
    refused(
        &lab(work.path(), &["merge", "mine"], &[]),
        1,
        "mine contains no laboratory results: plan.json is missing",
    );
    let no_folder = [file.as_str(), "--out", "mine/notes.txt"];
    refused(
        &lab(work.path(), &no_folder, &[]),
        1,
        "use an empty or a new folder",
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
        "other belongs to another plan: first seed 2 instead of 1",
    );
    let plan_file = work.path().join("run/plan.json");
    fs::write(&plan_file, "{}").expect("it can be written");
    refused(
        &lab(work.path(), &["merge", "run"], &[]),
        1,
        "plan.json: was altered or truncated",
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_goes_on_to_the_same_results() {
    let work = workplace();
    let file = mission("skirmish_6v8");
    let plan = [file.as_str(), "--battles", "60", "--jobs", "1", "--out"];
    done(&lab(work.path(), &with(&plan, &["single"]), &[]));
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_hexscape"))
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
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.is_ok_and(|status| status.success()));
    // The run may have ended just before.
    let was_cut = child.wait().expect("it ends").code() == Some(1);
    assert_eq!(work.path().join("cut/table.txt").exists(), !was_cut);
    done(&lab(work.path(), &with(&plan, &["cut", "--resume"]), &[]));
    check_same(&work.path().join("single"), &work.path().join("cut"));
}

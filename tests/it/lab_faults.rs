//! Folders of results that lost power, were forged, or claim more than they hold.
//!
//! `FORGED_DEPTH=40 cargo test lab_faults` forges forty times as many figures.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

use hexscape::battle::fingerprint::stable_hash;
use hexscape::content::assets_folder;
use hexscape::lab::case::{Keep, Run};
use hexscape::lab::columns::DataFiles;
use hexscape::lab::identity::Identity;
use hexscape::lab::output::{Questions, Results};
use hexscape::lab::part::{Folder, FolderError, PartState, Reuse, RunParts, seal};
use hexscape::lab::plan::{Request, RunPlan};
use hexscape::lab::run::Job;
use hexscape::lab::settings::FigureSetting;
use serde::ser::SerializeTuple;
use serde::{Serialize, Serializer};
use tempfile::TempDir;

use crate::lab::{check_same, done, lab, mission, refused, results, with, workplace};

/// A plan of a few battles that was played into a folder.
struct Small {
    folder: TempDir,
    plan: RunPlan,
    run: Run,
    identity: Identity,
}

impl Small {
    fn played(keep: Keep) -> Self {
        let assets = assets_folder().expect("the assets are found");
        let mission = assets.join("missions").join("first_contact.ron");
        let damage = FigureSetting::new("weapons.smg.damage", "d18,d20").expect("it is a setting");
        let request = Request {
            missions: vec![mission.display().to_string()],
            battles: 2,
            seed: 1,
            settings: vec![damage],
            keep,
            ..Request::default()
        };
        let plan =
            RunPlan::new(&request, &assets.join("content")).unwrap_or_else(|e| panic!("{e}"));
        let run = plan.describe().unwrap_or_else(|error| panic!("{error}"));
        let identity = Identity::of(&plan, &run).unwrap_or_else(|error| panic!("{error}"));
        let small = Self {
            folder: workplace(),
            plan,
            run,
            identity,
        };
        small.go_on().unwrap_or_else(|error| panic!("{error}"));
        small
    }

    /// Goes on with the folder as `--resume` does; returns the files that were mended.
    fn go_on(&self) -> Result<Vec<PathBuf>, FolderError> {
        let path = self.folder.path();
        let prepared = Folder::prepare(path, &self.identity, self.run.clone(), Reuse::SamePlan)?;
        prepared.folder.clear_leftovers();
        let all = 0..self.run.blocks().count();
        let state = |block| prepared.folder.state(&prepared.run, block);
        let open = all.filter(|&block| state(block) != PartState::Whole);
        let job = Job {
            plan: &self.plan,
            run: &prepared.run,
            identity: self.identity.hash(),
            blocks: &open.collect::<Vec<_>>(),
            jobs: 1,
            stop: &AtomicBool::new(false),
            watch: &|_| {},
        };
        let played = job.play(&RunParts::Folder(prepared.folder));
        played.unwrap_or_else(|error| panic!("{error}"));
        Ok(prepared.mended)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Every file of the folder by its path.
    fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        for folder in [self.folder.path(), &self.file("parts")] {
            for entry in fs::read_dir(folder).expect("it was made").flatten() {
                if entry.path().is_file() {
                    let bytes = fs::read(entry.path()).expect("it can be read");
                    found.insert(entry.path(), bytes);
                }
            }
        }
        found
    }
}

#[test]
fn a_folder_whose_files_were_cut_off_at_any_byte_is_gone_on_with() {
    let small = Small::played(Keep::Battles);
    let whole = small.files();
    assert_eq!(whole.len(), 6, "plan, run and four parts");
    for name in ["plan.json", "run.bin", "parts/000001"] {
        let file = small.file(name);
        let bytes = &whole[&file];
        let stride = bytes.len() / 24 + 1;
        for length in (0..bytes.len()).step_by(stride).chain([bytes.len() - 1]) {
            fs::write(&file, &bytes[..length]).expect("it can be written");
            let leftover = small.file("parts/.hexscape-lost.part");
            fs::write(&leftover, "half").expect("it can be written");
            let mended = small.go_on().unwrap_or_else(|error| panic!("{error}"));
            // The last byte of the plan is the end of its line.
            let is_harmless = name == "plan.json" && length == bytes.len() - 1;
            let is_told = mended == [file.clone()];
            assert!(
                is_told != (name.starts_with("parts") || is_harmless),
                "{name} {length}"
            );
            let mut now = small.files();
            if is_harmless {
                now.insert(file.clone(), bytes.clone());
            }
            assert!(
                now == whole,
                "{name} cut off at {length} of {}",
                bytes.len()
            );
        }
        fs::write(&file, bytes).expect("it can be written");
    }
}

#[test]
fn a_torn_plan_is_told_and_written_anew_only_when_asked() {
    let work = workplace();
    let file = mission("first_contact");
    let plan = [file.as_str(), "--battles", "3", "--out", "run"];
    done(&lab(work.path(), &plan, &[]));
    let folder = work.path().join("run");
    let before = results(&folder);
    for torn in ["", "{\"program\": \"0."] {
        fs::write(folder.join("plan.json"), torn).expect("it can be written");
        let told = "plan.json: was altered or truncated; run the same `hexscape lab` command with --resume to repair it";
        refused(&lab(work.path(), &plan, &[]), 1, told);
        refused(&lab(work.path(), &["merge", "run"], &[]), 1, told);
        let against = [file.as_str(), "--battles", "3", "--against", "run"];
        refused(&lab(work.path(), &against, &[]), 1, told);
        fs::write(folder.join(".hexscape-a.part"), "half").expect("it can be written");
        fs::write(folder.join("parts/.hexscape-b.part"), "half").expect("it can be written");
        let mended = lab(work.path(), &with(&plan, &["--resume"]), &[]);
        done(&mended);
        let errors = String::from_utf8_lossy(&mended.stderr);
        for expected in [
            "plan.json: was altered or truncated; it is rewritten",
            "3 of 3 battles",
        ] {
            assert!(errors.contains(expected), "{errors}");
        }
        assert!(before == results(&folder), "the results are others");
        assert!(!folder.join(".hexscape-a.part").exists());
        assert!(!folder.join("parts/.hexscape-b.part").exists());
    }
    // What belongs to another plan is not played over, whatever became of the file that says so.
    let other = [file.as_str(), "--battles", "2", "--out", "run", "--resume"];
    fs::write(folder.join("plan.json"), "").expect("it can be written");
    refused(
        &lab(work.path(), &other, &[]),
        1,
        "belongs to another plan or another build",
    );
    fs::remove_file(folder.join("plan.json")).expect("it is there");
    refused(
        &lab(work.path(), &other, &[]),
        1,
        "contains no laboratory results",
    );
}

/// Bytes that a sealed file is made of.
struct Raw<'a>(&'a [u8]);

impl Serialize for Raw<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(self.0.len())?;
        for byte in self.0 {
            tuple.serialize_element(byte)?;
        }
        tuple.end()
    }
}

/// Returns what is packed in a sealed file.
fn unpacked(file: &Path) -> Vec<u8> {
    let bytes = fs::read(file).expect("it was written");
    let plain = snap::raw::Decoder::new().decompress_vec(&bytes[24..bytes.len() - 8]);
    plain.expect("it was packed")
}

/// Reads all of a folder and says what is in it; says whether anything was refused.
fn told(folder: &Path, against: &Path, into: &Path) -> Result<(), String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let results = Results::open(folder).map_err(|error| text(&error))?;
    let mut data = DataFiles::begin(into, &results.run).map_err(|error| text(&error))?;
    for block in 0..results.run.blocks().count() {
        let played = results.parts.get(&results.run, results.identity, block);
        for battle in &played
            .map_err(|error| text(&error))?
            .unwrap_or_default()
            .battles
        {
            data.add(battle).map_err(|error| text(&error))?;
        }
    }
    let questions = Questions {
        explain: true,
        against: Some(Results::open(against).map_err(|error| text(&error))?),
    };
    let told = results.tell(&questions).map_err(|error| text(&error))?;
    serde_json::to_string(&told.findings).expect("it is plain data");
    assert!(!told.text().is_empty() && !told.page().is_empty());
    Ok(())
}

#[test]
fn forged_figures_are_refused_or_counted_and_nothing_fails() {
    let depth: usize = std::env::var("FORGED_DEPTH")
        .map_or(1, |depth| depth.parse().expect("FORGED_DEPTH is a number"));
    let (mut refused, mut counted, mut failed) = (0, 0, Vec::new());
    let whole = Small::played(Keep::Shots);
    for keep in Keep::ALL {
        let small = Small::played(keep);
        let into = workplace();
        for (name, number) in [("parts/000001", 1), ("run.bin", u64::MAX)] {
            let file = small.file(name);
            let sound = fs::read(&file).expect("it was written");
            let plain = unpacked(&file);
            let stride = (plain.len() / (120 * depth)).max(1);
            for (step, at) in (0..plain.len()).step_by(stride).enumerate() {
                let mut forged = plain.clone();
                // Small and great figures, and lengths that go on in the next byte.
                forged[at] = match step % 5 {
                    0 => forged[at].wrapping_add(1),
                    1 => 0xff,
                    2 => 0x7f,
                    3 => 0,
                    _ => forged[at] ^ 0x80,
                };
                let sealed = seal(small.identity.hash(), number, &Raw(&forged));
                fs::write(&file, sealed.expect("it is small")).expect("it can be written");
                let found = catch_unwind(AssertUnwindSafe(|| {
                    told(small.folder.path(), whole.folder.path(), into.path())
                }));
                match found {
                    Ok(Ok(())) => counted += 1,
                    Ok(Err(why)) => {
                        assert!(why.contains("was altered or truncated"), "{why}");
                        refused += 1;
                    }
                    Err(_) => failed.push((keep, name, at, forged[at])),
                }
            }
            fs::write(&file, sound).expect("it can be written");
        }
    }
    println!(
        "{refused} refused, {counted} counted, {} failed",
        failed.len()
    );
    assert!(failed.is_empty(), "{failed:?}");
    assert!(
        refused > 50 && counted > 50,
        "{refused} refused, {counted} counted"
    );
}

/// Seals bytes that are packed already.
fn sealed(identity: u64, block: u64, packed: &[u8]) -> Vec<u8> {
    let mut bytes = b"hexlab 1".to_vec();
    bytes.extend(identity.to_le_bytes());
    bytes.extend(block.to_le_bytes());
    bytes.extend(packed);
    let seal = stable_hash(&bytes);
    bytes.extend(seal.to_le_bytes());
    bytes
}

#[cfg(unix)]
#[test]
fn claims_and_bombs_are_refused_within_a_gibibyte_of_memory() {
    let work = workplace();
    let file = mission("first_contact");
    let plan = [
        file.as_str(),
        "--battles",
        "5",
        "--jobs",
        "1",
        "--out",
        "run",
    ];
    done(&lab(work.path(), &plan, &[]));
    let folder = work.path().join("run");
    let before = results(&folder);
    let (_, identity, _) = Folder::open(&folder).expect("it was written");
    let part = |block: u64| folder.join("parts").join(format!("{block:06}"));
    // 4 GiB, says its length, and nothing follows.
    let claim = sealed(
        identity.hash(),
        0,
        &[0xff, 0xff, 0xff, 0xff, 0x0f, 0x00, 0x00],
    );
    fs::write(part(0), claim).expect("it can be written");
    // 1 GiB of zeros: 64 of them, then 64 again and again.
    let mut bomb = vec![0x80, 0x80, 0x80, 0x80, 0x04, 63 << 2];
    bomb.extend([0; 64]);
    bomb.extend([63 << 2 | 2, 1, 0].repeat((1 << 24) - 1));
    fs::write(part(1), sealed(identity.hash(), 1, &bomb)).expect("it can be written");
    let sparse = fs::File::create(part(2)).expect("it can be made");
    sparse.set_len(5 << 30).expect("holes take no room");
    fs::remove_file(part(3)).expect("it is there");
    let pipe = Command::new("mkfifo").arg(part(3)).status();
    assert!(pipe.is_ok_and(|status| status.success()));
    let limited = |arguments: &[&str]| {
        Command::new("sh")
            .args(["-c", "ulimit -v 1048576 && exec \"$0\" lab \"$@\""])
            .arg(env!("CARGO_BIN_EXE_hexscape"))
            .args(arguments)
            .current_dir(work.path())
            .env(
                "HEXSCAPE_ASSETS",
                assets_folder()
                    .expect("it is there")
                    .canonicalize()
                    .expect("it is there"),
            )
            .output()
            .expect("there is a shell")
    };
    refused(
        &limited(&["merge", "run"]),
        1,
        "000001: was altered or truncated",
    );
    let against = [file.as_str(), "--battles", "1", "--against", "run"];
    refused(&limited(&against), 1, "000000: was altered or truncated");
    let again = limited(&with(&plan, &["--resume"]));
    done(&again);
    let errors = String::from_utf8_lossy(&again.stderr);
    assert_eq!(
        errors.matches("was altered or truncated").count(),
        4,
        "{errors}"
    );
    assert!(before == results(&folder), "the results are others");
    for name in ["plan.json", "run.bin"] {
        let sparse = fs::File::create(folder.join(name)).expect("it can be made");
        sparse.set_len(5 << 30).expect("holes take no room");
        refused(
            &limited(&["merge", "run"]),
            1,
            "it was not written by the laboratory",
        );
    }
}

#[test]
fn results_are_whole_though_nobody_reads_the_table() {
    let work = workplace();
    let file = mission("first_contact");
    let plan = [file.as_str(), "--battles", "4", "--out"];
    done(&lab(work.path(), &with(&plan, &["single"]), &[]));
    for (out, more, is_error) in [
        ("fresh", None, false),
        ("fresh", Some("--resume"), false),
        ("deaf", None, true),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hexscape"))
            .arg("lab")
            .args(with(&plan, &[out]))
            .args(more)
            .current_dir(work.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program was built for this test");
        drop(child.stdout.take());
        if is_error {
            drop(child.stderr.take());
        }
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{out}");
        check_same(&work.path().join("single"), &work.path().join(out));
        for name in ["battles.parquet", "table.txt"] {
            fs::remove_file(work.path().join(out).join(name)).expect("it was written");
        }
    }
}

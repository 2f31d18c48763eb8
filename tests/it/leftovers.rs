//! What commands leave behind that were killed, or that find pipes where their files were, and what is said of
//! journals that play otherwise.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use hexscape::files::{Growing, PART, abandon};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::battlescape::order::Order;
use hexscape::save::{JournalFile, label};

use crate::lab::{done, lab, mission, with, workplace};
use crate::replays::played;
use crate::seals::sealed;

/// Tells the process that abandons a file where to.
const FOLDER: &str = "HEXSCAPE_TEST_ABANDON";

fn hexscape(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexscape"));
    command.args(arguments).current_dir(folder);
    command
}

/// Lists what is half written in a folder.
fn parts(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names.filter(|name| name.ends_with(PART.1)).collect()
}

/// Not a test by itself: the process that the next test starts.
#[test]
fn a_process_abandons_a_file_when_asked_to() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let file = Path::new(&folder).join("file");
    let mut growing = Growing::begin(&file).expect("the folder can be written");
    growing.write_all(b"half").expect("it can be written");
    assert_eq!(parts(Path::new(&folder)).len(), 1);
    abandon();
    std::process::exit(7);
}

#[test]
fn whoever_ends_the_program_at_once_leaves_no_half_written_file() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let ended = Command::new(std::env::current_exe().expect("this test runs"))
        .arg("leftovers::a_process_abandons_a_file_when_asked_to")
        .args(["--exact", "--test-threads=1"])
        .env(FOLDER, folder.path())
        .output()
        .expect("this test can be run again");
    assert_eq!(ended.status.code(), Some(7));
    let left = fs::read_dir(folder.path()).into_iter().flatten().count();
    assert_eq!(left, 0);
}

/// Whether this process passes over signals that end others, as background jobs of some shells do.
#[cfg(target_os = "linux")]
fn passes_over_signals() -> bool {
    let status = fs::read_to_string("/proc/self/status").expect("Linux tells");
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // SIGHUP, SIGINT and SIGTERM are 1, 2 and 15.
    mask.is_none_or(|mask| mask & (1 | 1 << 1 | 1 << 14) != 0)
}

#[cfg(target_os = "linux")]
#[test]
fn a_stopped_sim_leaves_whole_journals_only() {
    if passes_over_signals() {
        eprintln!("signals are skipped here");
        return;
    }
    for signal in ["-TERM", "-INT", "-HUP"] {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let file = mission("first_steps");
        let arguments = [
            "sim",
            file.as_str(),
            "--seeds",
            "1..100000",
            "--journal",
            "j",
        ];
        let mut child = hexscape(folder.path(), &arguments)
            .stdout(Stdio::null())
            .spawn()
            .expect("it was built for this test");
        while fs::read_dir(folder.path()).map_or(0, Iterator::count) < 3 {
            std::thread::sleep(Duration::from_millis(1));
        }
        let id = child.id().to_string();
        let kill = Command::new("kill").args([signal, &id]).status();
        assert!(kill.is_ok_and(|status| status.success()));
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "{signal}");
        assert_eq!(parts(folder.path()), [""; 0], "{signal}");
    }
}

#[test]
fn leftovers_of_dead_programs_are_removed_and_those_of_others_are_not() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let stale = folder.path().join(format!("{}old{}", PART.0, PART.1));
    fs::write(&stale, "half").expect("the folder can be written");
    let growing = Growing::begin(&folder.path().join("mine")).expect("the folder can be written");
    let file = mission("first_steps");
    let sim = hexscape(folder.path(), &["sim", &file, "--journal", "j"]).output();
    assert!(sim.is_ok_and(|sim| sim.status.success()));
    assert!(!stale.exists());
    assert_eq!(parts(folder.path()).len(), 1, "what this test writes stays");
    growing.finish().unwrap_or_else(|error| panic!("{error}"));
}

/// Runs a command for at most half a minute; returns its status and what it says of errors.
fn run_briefly(mut command: Command) -> (Option<i32>, String) {
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it was built for this test");
    let begin = Instant::now();
    while child.try_wait().expect("it can be asked").is_none() {
        if begin.elapsed() > Duration::from_secs(30) {
            child.kill().expect("it still runs");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let ended = child.wait_with_output().expect("it has ended");
    let errors = String::from_utf8_lossy(&ended.stderr).into_owned();
    (ended.status.code(), errors)
}

/// Whoever wrote to a pipe would wait for a reader for ever.
#[cfg(unix)]
#[test]
fn results_take_the_place_of_pipes_in_a_folder_of_the_laboratory() {
    let work = workplace();
    let file = mission("first_steps");
    let plan = with(
        &[file.as_str(), "--battles", "2", "--jobs", "1", "--out"],
        &["run"],
    );
    done(&lab(work.path(), &plan, &[]));
    let run = work.path().join("run");
    let results: Vec<_> = fs::read_dir(&run)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_file() && !path.ends_with("plan.json"))
        .collect();
    assert!(results.len() >= 4, "{results:?}");
    for path in &results {
        fs::remove_file(path).expect("it is there");
        let made = Command::new("mkfifo").arg(path).status();
        assert!(made.is_ok_and(|made| made.success()));
    }
    let arguments = [["lab"].as_slice(), &plan[..], &["--resume"][..]].concat();
    let (status, errors) = run_briefly(hexscape(work.path(), &arguments));
    assert_eq!(status, Some(0), "{errors}");
    assert!(results.iter().all(|path| path.is_file()));
    // Of what it was begun with nothing else can take the place.
    let plan_file = run.join("plan.json");
    fs::remove_file(&plan_file).expect("it is there");
    let made = Command::new("mkfifo").arg(&plan_file).status();
    assert!(made.is_ok_and(|made| made.success()));
    let (status, errors) = run_briefly(hexscape(work.path(), &arguments));
    assert_eq!(status, Some(1), "{errors}");
    assert!(errors.contains("is not a file"), "{errors}");
}

#[test]
fn a_journal_that_plays_otherwise_is_named_with_what_may_be_behind_it() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("b.journal");
    let mut file = played("skirmish_6v8", 2);
    let at = file.entries.len() / 2;
    file.entries[at].order = Order::EndTurn;
    file.write(&path).unwrap_or_else(|error| panic!("{error}"));
    let start = format!("b.journal: order {} ", at + 1);
    let check = |told: &str| {
        let (status, errors) = run_briefly(hexscape(folder.path(), &["replay", "b.journal"]));
        assert_eq!(status, Some(1), "{errors}");
        assert!(errors.starts_with(&start), "{errors}");
        assert!(errors.contains(told), "{errors}");
        let (status, errors) =
            run_briefly(hexscape(folder.path(), &["replay", "--log", "b.journal"]));
        assert_eq!(status, Some(1), "{errors}");
        assert!(
            errors.starts_with(&start) && errors.contains(told),
            "{errors}"
        );
        let error = label(&path).expect_err("its battle goes elsewhere");
        let error = error.to_string();
        assert!(error.contains(&start) && error.contains(told), "{error}");
    };
    check("another version of Hexscape may have written it");
    let lines = file.to_text();
    let lines = lines
        .lines()
        .map(|line| line.rsplit_once(" #").expect("sealed").0);
    let this = env!("CARGO_PKG_VERSION");
    let older = lines.map(|line| match line.starts_with("hexscape-journal") {
        true => line.replace(this, "0.0.7"),
        false => line.to_owned(),
    });
    fs::write(&path, sealed(older)).expect("the folder can be written");
    let read = JournalFile::<Battlescape>::read(&path);
    assert!(read.is_ok(), "{read:?}");
    check("it was written by Hexscape 0.0.7, and this is ");
}

//! Where commands write and print: nothing is replaced that is no regular file or is not theirs, and a
//! status of 0 means that all of it is there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use hexscape::content::assets_folder;
use hexscape::mission;

/// The program in a folder, with nobody to show a window to.
fn hexscape(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexscape"));
    command.args(arguments).current_dir(folder);
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "HEXSCAPE_ASSETS"] {
        command.env_remove(name);
    }
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = hexscape(folder, arguments);
    command.output().expect("it was built for this test")
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[track_caller]
fn ends(output: &Output, status: i32, told: &str) {
    let errors = errors(output);
    assert_eq!(output.status.code(), Some(status), "{errors}");
    assert!(errors.contains(told), "{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
}

/// A folder with a copy of a short mission, `m.ron`.
fn workplace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::copy(shipped("first_steps"), folder.path().join("m.ron")).expect("it can be copied");
    folder
}

fn shipped(name: &str) -> PathBuf {
    let assets = assets_folder().expect("the assets are beside the crate");
    assets.join("missions").join(name).with_extension("ron")
}

/// What a command can do with standard output.
#[derive(Clone, Copy)]
enum Printing {
    /// The disk is full.
    Full,
    /// The reader has gone away.
    Gone,
}

fn run_with(printing: Printing, folder: &Path, arguments: &[&str]) -> Output {
    let output = match printing {
        Printing::Full => {
            let full = fs::OpenOptions::new().write(true).open("/dev/full");
            Stdio::from(full.expect("Linux has it"))
        }
        Printing::Gone => {
            let (reader, writer) = std::io::pipe().expect("a pipe can be made");
            drop(reader);
            Stdio::from(writer)
        }
    };
    let child = hexscape(folder, arguments)
        .stdout(output)
        .stderr(Stdio::piped())
        .spawn();
    let child = child.expect("it was built for this test");
    child.wait_with_output().expect("it ends")
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_written_to_and_never_replaced() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let work = workplace();
    let at = |name: &str| work.path().join(name);
    let kind = |name: &str| {
        fs::symlink_metadata(at(name))
            .expect("it stays")
            .file_type()
    };
    let make = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        let made = command.args(arguments).current_dir(work.path()).output();
        made.is_ok_and(|made| made.status.success())
    };

    assert!(make("mkfifo", &["pipe"]));
    let reader = std::thread::spawn({
        let pipe = at("pipe");
        move || fs::read_to_string(pipe).expect("it can be read")
    });
    ends(
        &run(work.path(), &["sim", "m.ron", "--result", "pipe"]),
        0,
        "",
    );
    let read = reader.join().expect("it reads");
    assert!(read.starts_with("{\"mission\":"), "{read}");
    assert!(kind("pipe").is_fifo());

    // The null device and the full one, where they can be made: as root, outside of most containers.
    for (name, minor, status, told) in [("null", "3", 0, ""), ("full", "7", 1, "No space left")] {
        let is_made = make("mknod", &[name, "c", "1", minor]);
        if is_made && fs::OpenOptions::new().write(true).open(at(name)).is_ok() {
            for option in ["--journal", "--result"] {
                let sim = ["sim", "m.ron", option, name];
                ends(&run(work.path(), &sim), status, told);
                assert!(kind(name).is_char_device());
            }
        }
    }

    symlink("not_yet", at("link")).expect("a link can be made");
    ends(
        &run(work.path(), &["sim", "m.ron", "--journal", "link"]),
        0,
        "",
    );
    assert!(kind("link").is_symlink() && kind("not_yet").is_file());
    ends(&run(work.path(), &["replay", "link"]), 0, "");
    symlink("loop", at("loop")).expect("a link can be made");
    ends(
        &run(work.path(), &["sim", "m.ron", "--journal", "loop"]),
        1,
        "loop: cannot write",
    );
    assert!(kind("loop").is_symlink());

    fs::create_dir(at("folder")).expect("it can be made");
    for option in ["--journal", "--result"] {
        let refused = run(work.path(), &["sim", "m.ron", option, "folder"]);
        ends(&refused, 1, "folder: cannot write: is a directory");
        assert!(refused.stdout.is_empty(), "told before anything is played");
    }
    // Nothing half written is left anywhere.
    let names = fs::read_dir(work.path()).expect("it is there").flatten();
    let left = names.filter(|entry| entry.file_name().to_string_lossy().contains("part"));
    assert_eq!(left.count(), 0);
}

#[cfg(unix)]
#[test]
fn a_file_that_standard_output_goes_to_keeps_all_that_is_printed() {
    let work = workplace();
    let file = fs::File::create(work.path().join("all")).expect("it can be made");
    let mut sim = hexscape(
        work.path(),
        &["sim", "m.ron", "--json", "--result", "/dev/stdout"],
    );
    let status = sim
        .stdout(file)
        .status()
        .expect("it was built for this test");
    assert_eq!(status.code(), Some(0));
    let text = fs::read_to_string(work.path().join("all")).expect("it is there");
    let has_debrief: Vec<_> = text
        .lines()
        .map(|line| line.contains("\"debrief\""))
        .collect();
    assert_eq!(has_debrief, [true, false], "{text}");
}

#[test]
fn no_command_writes_over_what_it_reads_or_twice_to_one_file() {
    let work = workplace();
    let mission = work.path().join("m.ron");
    let text = fs::read(&mission).expect("it is there");
    let pack = work.path().join("pack");
    fs::create_dir(&pack).expect("it can be made");
    fs::write(pack.join("units.ron"), "[]").expect("it can be written");
    fs::copy(&mission, work.path().join("s-2.ron")).expect("it can be copied");
    let path = mission.display().to_string();
    let read = "is an input of this command";
    for (arguments, told) in [
        (vec!["m.ron", "--journal", "m.ron"], read),
        (vec!["m.ron", "--result", "./m.ron"], read),
        (vec!["m.ron", "--result", &path], read),
        (
            vec!["m.ron", "--pack", "pack", "--result", "pack/units.ron"],
            read,
        ),
        (
            vec!["s-2.ron", "--journal", "s.ron", "--seeds", "1..3"],
            read,
        ),
        (
            vec!["m.ron", "--journal", "x", "--result", "./x"],
            "two outputs",
        ),
        (
            vec![
                "m.ron",
                "--journal",
                "x",
                "--result",
                "x",
                "--seeds",
                "1..2",
            ],
            "two outputs",
        ),
    ] {
        let arguments: Vec<_> = ["sim"].into_iter().chain(arguments).collect();
        ends(&run(work.path(), &arguments), 1, told);
    }
    for name in ["m.ron", "s-2.ron"] {
        assert_eq!(fs::read(work.path().join(name)).expect("it is there"), text);
    }
    assert!(!work.path().join("x").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn whatever_cannot_be_printed_makes_a_command_fail() {
    let work = workplace();
    ends(
        &run(work.path(), &["sim", "m.ron", "--journal", "j"]),
        0,
        "",
    );
    let vectors = assets_folder().expect("the assets are beside the crate");
    let vectors = vectors.join("vectors/switches.ron").display().to_string();
    for arguments in [
        &["check", "m.ron"][..],
        &["sim", "m.ron"],
        &["sim", "m.ron", "--json", "--seeds", "1..3", "--jobs", "2"],
        &["sim", "m.ron", "--log"],
        &["lab", "m.ron", "--battles", "2"],
        &["replay", "j"],
        &["replay", "j", "--log"],
        &["vectors", &vectors],
        &["completions", "bash"],
        &["man"],
        &["--help"],
        &["sim", "--help"],
        &["--version"],
    ] {
        let output = run_with(Printing::Full, work.path(), arguments);
        ends(&output, 1, "standard output: cannot write: No space left");
    }
    // What is wrong with the input is told as ever.
    fs::write(work.path().join("bad.ron"), "Mission(name: 5)").expect("it can be written");
    let output = run_with(Printing::Full, work.path(), &["check", "bad.ron"]);
    assert_eq!(output.status.code(), Some(1));
    // So it is where errors cannot be told either.
    let full = || {
        fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .expect("Linux has it")
    };
    let mut command = hexscape(work.path(), &["sim", "nothing.ron"]);
    let status = command.stdout(full()).stderr(full()).status();
    assert_eq!(status.expect("it was built for this test").code(), Some(1));
}

#[cfg(unix)]
#[test]
fn a_reader_who_goes_away_is_no_fault_and_hides_none() {
    let work = workplace();
    let closed = |arguments: &[&str]| run_with(Printing::Gone, work.path(), arguments);
    let quiet = |output: &Output| {
        ends(output, 0, "");
        assert_eq!(errors(output), "");
    };
    for jobs in ["1", "2"] {
        let name = format!("{jobs}.journal");
        let seeds = ["--seeds", "1..12", "--jobs", jobs, "--journal", &name];
        quiet(&closed(&[&["sim", "m.ron"][..], &seeds].concat()));
        for seed in 1..=12 {
            let file = work.path().join(format!("{jobs}-{seed}.journal"));
            assert!(file.is_file(), "{}", file.display());
        }
    }
    // Without files there is nothing to play on for; this would take hours.
    quiet(&closed(&["sim", "m.ron", "--seeds", "1..90000000"]));
    quiet(&closed(&["check", "m.ron"]));
    quiet(&closed(&["replay", "1-3.journal", "--log"]));
    ends(
        &closed(&["lab", "m.ron", "--battles", "2", "--out", "out"]),
        0,
        "",
    );
    assert!(work.path().join("out/table.txt").is_file());

    fs::write(work.path().join("bad.ron"), "Mission(name: 5)").expect("it can be written");
    ends(&closed(&["check", "bad.ron", "m.ron"]), 1, "");
    let text = fs::read_to_string(work.path().join("1-3.journal")).expect("it was written");
    let altered = text.replacen("Order(", "Ordre(", 1);
    fs::write(work.path().join("bad.journal"), altered).expect("it can be written");
    ends(&closed(&["replay", "bad.journal"]), 1, "was altered");
    let unwritten = ["sim", "m.ron", "--seeds", "1..3", "--journal", "nowhere/x"];
    ends(&closed(&unwritten), 1, "cannot write");
}

#[cfg(unix)]
#[test]
fn a_journal_that_is_a_pipe_is_refused_and_not_waited_for() {
    let work = workplace();
    let made = Command::new("mkfifo")
        .arg(work.path().join("pipe"))
        .status();
    assert!(made.expect("it can be run").success());
    ends(
        &run(work.path(), &["replay", "pipe"]),
        1,
        "pipe: is not a file",
    );
    ends(&run(work.path(), &["replay", "."]), 1, ".: is not a file");
}

#[test]
fn what_is_wrong_with_a_file_has_the_same_status_in_every_command() {
    let work = workplace();
    fs::write(work.path().join("bad.ron"), "Mission(name: 5)").expect("it can be written");
    for file in ["bad.ron", "nothing.ron"] {
        for command in ["sim", "lab", "check", "replay", "vectors"] {
            assert_eq!(
                run(work.path(), &[command, file]).status.code(),
                Some(1),
                "{command}"
            );
        }
    }
    let plan = ["lab", "--plan", "bad.ron"];
    assert_eq!(run(work.path(), &plan).status.code(), Some(1));
}

#[test]
fn the_program_plays_from_anywhere_with_the_files_inside_it() {
    let work = workplace();
    // A stranger's.
    let strange = work.path().join("assets/content");
    fs::create_dir_all(&strange).expect("it can be made");
    fs::write(strange.join("units.ron"), "nonsense").expect("it can be written");
    let missions = shipped("first_steps");
    let missions = mission::files(missions.parent().expect("it is in a folder"));
    let names = missions
        .iter()
        .filter_map(|file| file.file_stem()?.to_str());
    let names: Vec<_> = names.collect();
    let inside = |arguments: &[&str]| {
        let mut command = hexscape(work.path(), arguments);
        let output = command.env("HEXSCAPE_ASSETS", "").output();
        output.expect("it was built for this test")
    };
    let checked = inside(&[&["check"][..], &names].concat());
    let expected = format!("{} files: no problems\n", names.len());
    assert_eq!(
        String::from_utf8_lossy(&checked.stdout),
        expected,
        "a file is missing inside"
    );
    let missions: Vec<_> = missions
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    for (name, file) in names.iter().zip(&missions).step_by(5) {
        let by_name = inside(&["sim", name, "--seeds", "1..2"]);
        ends(&by_name, 0, "");
        assert_eq!(
            by_name.stdout,
            run(work.path(), &["sim", file, "--seeds", "1..2"]).stdout
        );
        assert_eq!(
            by_name.stdout,
            run(work.path(), &["sim", name, "--seeds", "1..2"]).stdout
        );
    }
    for (name, hint) in [
        ("first_step", "did you mean `first_steps`?"),
        ("frist_steps.ron", "did you mean `first_steps.ron`?"),
    ] {
        for command in ["sim", "lab", "check"] {
            let hint = if command == "check" { "" } else { hint };
            ends(&inside(&[command, name]), 1, hint);
        }
    }
    let lab = inside(&[
        "lab",
        "first_steps",
        "vigil",
        "--battles",
        "2",
        "--out",
        "out",
    ]);
    ends(&lab, 0, "");
    let sim = ["sim", "first_steps", "--journal", "j"];
    ends(&inside(&sim), 0, "");
    ends(&inside(&["replay", "j"]), 0, "");
}

#[test]
fn shells_and_manuals_get_every_command() {
    let work = workplace();
    let out = |arguments: &[&str]| {
        let output = run(work.path(), arguments);
        ends(&output, 0, "");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let shells = ["bash", "elvish", "fish", "powershell", "zsh"];
    let texts = shells.map(|shell| out(&["completions", shell]));
    for text in texts.into_iter().chain([out(&["man"])]) {
        for command in [
            "play", "edit", "import", "sim", "lab", "replay", "check", "vectors",
        ] {
            assert!(text.contains(command), "{command}");
        }
    }
    let page = out(&["man", "sim"]);
    assert!(
        page.contains(".TH hexscape-sim") && page.contains("seeds"),
        "{page}"
    );
    ends(
        &run(work.path(), &["man", "simm"]),
        2,
        "did you mean `sim`?",
    );
}

/// Bevy's executor for several threads would start its pools, and hand every phase of a battle to them.
#[cfg(target_os = "linux")]
#[test]
fn battles_without_a_window_are_played_by_one_thread_that_nobody_wakes() {
    use std::io::{BufRead, BufReader};
    let work = workplace();
    let skirmish = shipped("skirmish_6v8").display().to_string();
    let mut child = hexscape(work.path(), &["sim", &skirmish, "--seeds", "1..100000"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it was built for this test");
    let process = PathBuf::from(format!("/proc/{}", child.id()));
    let switches = || -> usize {
        let status = fs::read_to_string(process.join("status")).expect("it runs");
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        line.and_then(|number| number.trim().parse().ok())
            .expect("Linux tells")
    };
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    // What it reads at the start may keep it waiting.
    let before = lines
        .by_ref()
        .take(3)
        .map(|_| switches())
        .last()
        .expect("it prints");
    assert_eq!(lines.by_ref().take(30).count(), 30);
    let switched = switches() - before;
    let tasks = fs::read_dir(process.join("task")).expect("it runs");
    let threads = tasks.count();
    child.kill().expect("it still runs");
    child.wait().expect("it was killed");
    println!("{switched} switches in 30 battles, {threads} threads");
    assert_eq!(threads, 1);
    assert!(switched <= 4 * 30, "{switched} switches in 30 battles");
}

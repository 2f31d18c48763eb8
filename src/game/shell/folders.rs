//! The folders where the window keeps what is the player's, in the platform's usual places.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::files::{open_plain, read_plain, write_whole};

/// Returns the folder of saves, which is made if it is missing.
///
/// # Errors
/// A sentence why there is none.
pub fn saves() -> Result<PathBuf, String> {
    made("saves")
}

/// Returns the folder of missions that players make, which is made if it is missing.
///
/// # Errors
/// A sentence why there is none.
pub fn missions() -> Result<PathBuf, String> {
    made("missions")
}

/// Returns the folder of the decks that players build, which is made if it is missing.
///
/// # Errors
/// A sentence why there is none.
pub fn decks() -> Result<PathBuf, String> {
    made("decks")
}

/// Returns the folder of lists and reports that players save as text, which is made if it is missing.
///
/// # Errors
/// A sentence why there is none.
pub fn texts() -> Result<PathBuf, String> {
    made("texts")
}

/// Returns the folder of the player's content packs, which is made if it is missing.
///
/// # Errors
/// A sentence why there is none.
pub fn packs() -> Result<PathBuf, String> {
    made("packs")
}

/// Returns the folder of crash reports, which is made if it is missing.
///
/// # Errors
/// A sentence why there is none.
pub fn crashes() -> Result<PathBuf, String> {
    made("crashes")
}

/// Returns the folder for pictures and films: Hexscape's own among the user's pictures, which is made if it
/// is missing.
///
/// # Errors
/// A sentence why there is none.
pub fn pictures() -> Result<PathBuf, String> {
    let users = directories::UserDirs::new();
    let folder = users.as_ref().and_then(directories::UserDirs::picture_dir);
    match folder.filter(|folder| !cfg!(test) && folder.is_dir()) {
        Some(folder) => make(folder.join("Hexscape")),
        None => made("pictures"),
    }
}

/// Shows a folder in the file manager of the desktop.
///
/// # Errors
/// The folder, and why it cannot be shown.
pub fn open(folder: &Path) -> Result<(), String> {
    let opener = match std::env::consts::OS {
        "windows" => "explorer",
        "macos" => "open",
        _ => "xdg-open",
    };
    let opened = Command::new(opener).arg(folder).spawn();
    let mut opened = opened.map_err(|error| {
        format!(
            "cannot open a file manager ({opener}: {error}); the folder is {}",
            folder.display()
        )
    })?;
    // Whoever begins a process has to wait for its end.
    thread::spawn(move || opened.wait());
    Ok(())
}

/// Returns the file of the best results; its folder may be missing.
pub fn results() -> Option<PathBuf> {
    Some(base()?.0.join("results.ron"))
}

/// Largest file of the player's own that is read, bytes.
const MAX_OWN_BYTES: u64 = 4 << 20;
/// Most copies of a file that are kept beside it.
const MAX_COPIES: usize = 20;
/// Longest wait for another Hexscape that writes the same file. A stopped one must not stop this window,
/// so the file is written without its lock then.
const LOCK_WAIT: Duration = Duration::from_millis(500);

/// What a file of the player's own holds.
#[derive(Debug)]
pub struct Own<T> {
    /// What it says, or the default.
    pub value: T,
    /// What is to be told of it, if it cannot be read.
    pub problem: Option<String>,
    /// Whether it may be replaced: nothing is lost that was in it.
    may_replace: bool,
}

/// Reads a file of the player's own, if the system has a place for it. See [`read_own`].
pub fn load_own<T: Default>(
    file: Option<PathBuf>,
    then: &str,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Own<T> {
    match file {
        Some(file) => read_own(&file, then, parse),
        None => Own {
            value: T::default(),
            problem: None,
            may_replace: true,
        },
    }
}

/// Changes a file of the player's own that other windows may change at the same time: `change` gets
/// what it holds now, if it can be read, and returns its new text. A file that cannot be read is kept
/// beside, as by [`read_own`]; the problem is returned.
///
/// # Errors
/// Why it is not written.
pub fn change_own<T>(
    file: &Path,
    then: &str,
    parse: impl FnOnce(&str) -> Result<T, String>,
    change: impl FnOnce(Option<T>) -> String,
) -> Result<Option<String>, String> {
    if let Some(folder) = file.parent() {
        make(folder.to_owned())?;
    }
    let _lock = lock(file);
    let read = read_own(file, then, |text| parse(text).map(Some));
    match read.problem {
        Some(problem) if !read.may_replace => Err(problem),
        problem => {
            let text = change(read.value);
            write_whole(file, text.as_bytes()).map_err(|error| error.to_string())?;
            Ok(problem)
        }
    }
}

/// Locks a file of the player's own against other windows until the lock is dropped; none if it cannot
/// be locked in time.
fn lock(file: &Path) -> Option<File> {
    let name = file.file_name()?.to_string_lossy();
    // The file itself is replaced when it is written, and its lock would go with it.
    let beside = file.with_file_name(format!("{name}.lock"));
    // What is there already may be anything, and is opened as such.
    let _ = File::create_new(&beside);
    let lock = open_plain(&beside, u64::MAX).ok()?;
    let begun = Instant::now();
    loop {
        match lock.try_lock() {
            Ok(()) => return Some(lock),
            Err(TryLockError::WouldBlock) if begun.elapsed() < LOCK_WAIT => {
                thread::sleep(Duration::from_millis(2));
            }
            Err(_) => return None,
        }
    }
}

/// Reads a file of the player's own. One that cannot be read means the default, is kept beside, and is told
/// of, with `then`: what follows from it.
fn read_own<T: Default>(
    file: &Path,
    then: &str,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Own<T> {
    let sound = |value| Own {
        value,
        problem: None,
        may_replace: true,
    };
    let why = match read_plain(file, MAX_OWN_BYTES) {
        Err(why) if why.is_missing() => return sound(T::default()),
        Err(why) => format!(": {why}"),
        Ok(bytes) => match String::from_utf8(bytes) {
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let line = 1 + error.as_bytes()[..at]
                    .iter()
                    .filter(|&&byte| byte == b'\n')
                    .count();
                format!(":{line}: is not text in UTF-8")
            }
            Ok(text) => match parse(&text) {
                Ok(value) => return sound(value),
                Err(error) => format!(":{error}"),
            },
        },
    };
    let (may_replace, kept) = match keep_beside(file) {
        Ok(beside) => (
            true,
            format!("the old file was renamed to {}", beside.display()),
        ),
        Err(error) => (
            false,
            format!("it is left unchanged because it could not be renamed: {error}"),
        ),
    };
    Own {
        value: T::default(),
        problem: Some(format!("{}{why}; {then}, {kept}", file.display())),
        may_replace,
    }
}

/// Moves a file that cannot be read to a name beside its own that is free; returns it.
fn keep_beside(file: &Path) -> io::Result<PathBuf> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    for number in 1..=MAX_COPIES {
        let beside = file.with_file_name(match number {
            1 => format!("{name}.bad"),
            number => format!("{name}.bad-{number}"),
        });
        if fs::symlink_metadata(&beside).is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            fs::rename(file, &beside)?;
            return Ok(beside);
        }
    }
    Err(io::Error::other(format!(
        "there are already {MAX_COPIES} such files"
    )))
}

/// Returns the file of the settings; its folder may be missing.
pub fn settings() -> Option<PathBuf> {
    Some(base()?.1.join("settings.ron"))
}

fn made(name: &str) -> Result<PathBuf, String> {
    let (data, _) = base().ok_or_else(|| format!("this system has no folder for {name}"))?;
    make(data.join(name))
}

fn make(folder: PathBuf) -> Result<PathBuf, String> {
    fs::create_dir_all(&folder)
        .map_err(|error| format!("cannot create the folder {}: {error}", folder.display()))?;
    Ok(folder)
}

/// Returns the folders for data and for settings.
#[cfg(not(test))]
fn base() -> Option<(PathBuf, PathBuf)> {
    let folders = directories::ProjectDirs::from("", "", "hexscape")?;
    Some((folders.data_dir().into(), folders.config_dir().into()))
}

/// Returns folders that the tests of one process share, apart from whoever plays on this machine.
#[cfg(test)]
fn base() -> Option<(PathBuf, PathBuf)> {
    use std::sync::LazyLock;
    static FOLDER: LazyLock<Option<tempfile::TempDir>> = LazyLock::new(|| tempfile::tempdir().ok());
    let folder = FOLDER.as_ref()?.path();
    Some((folder.join("data"), folder.join("config")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<u32, String> {
        let number = text.parse::<u32>();
        number.map_err(|error| format!("1:1: {error}"))
    }

    #[test]
    fn what_cannot_be_read_is_kept_beside_whatever_it_is_and_told() {
        let folder = tempfile::tempdir().expect("there is room");
        let file = folder.path().join("own.ron");
        let none = read_own(&file, "none", parse);
        assert!(none.problem.is_none() && none.may_replace);
        let large = vec![b'1'; MAX_OWN_BYTES as usize + 1];
        let unreadable: [(&[u8], &str); 4] = [
            (b"seven", "1:1: "),
            (b"1 // caf\xe9", ":1: is not text in UTF-8"),
            (b"\n\n\xff", ":3: is not text in UTF-8"),
            (&large, "MiB large"),
        ];
        for (number, (bytes, why)) in (1..).zip(unreadable) {
            fs::write(&file, bytes).expect("it can be written");
            let read = read_own(&file, "using the defaults", parse);
            let told = read.problem.expect("it is told");
            assert!(told.contains(why) && told.contains("own.ron.bad"), "{told}");
            assert!(read.may_replace && read.value == 0);
            let beside = match number {
                1 => "own.ron.bad".to_owned(),
                _ => format!("own.ron.bad-{number}"),
            };
            let kept = fs::read(folder.path().join(beside));
            assert!(kept.is_ok_and(|kept| kept == bytes), "{why}");
            assert!(!file.exists());
        }
        // A folder of the name is no file of ours, and makes room as well.
        fs::create_dir(&file).expect("it can be made");
        assert!(read_own(&file, "none", parse).problem.is_some());
        assert!(folder.path().join("own.ron.bad-5").is_dir());
        fs::write(&file, "7").expect("it can be written");
        let sound = read_own(&file, "none", parse);
        assert_eq!((sound.value, sound.problem), (7, None));
    }

    /// As two windows do it: each adds to what the file holds then.
    #[test]
    fn changes_of_several_windows_at_once_are_all_kept() {
        let folder = tempfile::tempdir().expect("there is room");
        let file = folder.path().join("deep/own.ron");
        let add = || {
            for _ in 0..20 {
                let changed = change_own(&file, "none", parse, |held| {
                    (held.unwrap_or_default() + 1).to_string()
                });
                assert_eq!(changed, Ok(None));
                // A lock is not given in turn: the others get their chance.
                thread::sleep(Duration::from_millis(5));
            }
        };
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(add);
            }
        });
        assert_eq!(fs::read_to_string(&file).expect("it is there"), "60");
    }

    #[test]
    fn a_lock_that_is_held_for_good_is_not_waited_for() {
        let folder = tempfile::tempdir().expect("there is room");
        let file = folder.path().join("own.ron");
        let held = lock(&file).expect("the folder is new");
        let begun = Instant::now();
        let changed = change_own(&file, "none", parse, |_| "7".to_owned());
        assert_eq!(changed, Ok(None));
        assert!(begun.elapsed() < 10 * LOCK_WAIT, "{:?}", begun.elapsed());
        drop(held);
        assert!(lock(&file).is_some());
    }

    #[test]
    fn an_unreadable_file_is_kept_beside_before_it_is_changed() {
        let folder = tempfile::tempdir().expect("there is room");
        let file = folder.path().join("own.ron");
        fs::write(&file, "seven").expect("it can be written");
        let changed = change_own(&file, "it begins anew", parse, |held| {
            assert_eq!(held, None);
            "8".to_owned()
        });
        let problem = changed.expect("it is written").expect("it is reported");
        assert!(problem.contains("own.ron.bad"), "{problem}");
        let kept = fs::read_to_string(folder.path().join("own.ron.bad"));
        assert_eq!(kept.expect("it is kept"), "seven");
        assert_eq!(fs::read_to_string(&file).expect("it is there"), "8");
    }

    #[test]
    fn what_cannot_be_kept_beside_is_never_replaced() {
        let folder = tempfile::tempdir().expect("there is room");
        let file = folder.path().join("own.ron");
        for number in 2..=MAX_COPIES {
            let taken = folder.path().join(format!("own.ron.bad-{number}"));
            fs::write(taken, "kept").expect("it can be written");
        }
        for name in ["own.ron.bad", "own.ron"] {
            fs::write(folder.path().join(name), "seven").expect("it can be written");
        }
        let read = read_own(&file, "none", parse);
        assert!(!read.may_replace && read.problem.is_some());
        let changed = change_own(&file, "none", parse, |_| "7".to_owned());
        assert!(changed.is_err_and(|why| why.contains("it is left unchanged")));
        assert_eq!(fs::read(&file).expect("it is there"), b"seven");
    }
}

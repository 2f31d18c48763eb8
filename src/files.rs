//! Writing files so that a reader finds the old one or the new one, never half of one; and reading files that
//! may be anything.
//!
//! **Invariant:** what is half written has a name of its own ([`PART`]); a file whose bytes could not
//! all be written is left as it was. **Invariant:** only a regular file is ever replaced: a device or
//! pipe is written to, a folder is refused, and a link stays a link, even one that leads nowhere yet.

mod reading;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

use crate::plain::shown;

pub use self::reading::{Unread, open_plain, read_plain};

/// What names of files being written begin and end with.
pub const PART: (&str, &str) = (".hexscape-", ".part");

/// Links that lead to links are followed this far.
const MAX_LINKS: usize = 40;

/// Files that are being written and have yet to get their names.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Folders in which this program has cleared leftovers.
static CLEARED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
#[error("{}: cannot write: {why}", shown(file))]
pub struct Unwritten {
    /// The file.
    pub file: PathBuf,
    /// What went wrong.
    pub why: io::Error,
}

impl Unwritten {
    /// Returns what says of an error that this file was not written for it.
    pub fn at(file: &Path) -> impl FnOnce(io::Error) -> Self {
        let file = file.to_owned();
        move |why| Self { file, why }
    }
}

/// Writes a file, whole or not at all, so that it outlasts the program and the machine going down.
/// Who may read and write it stays as it was. What programs that were killed left half written beside it
/// is removed, once for each folder.
///
/// # Errors
/// The file and why it cannot be written.
pub fn write_whole(file: &Path, bytes: &[u8]) -> Result<(), Unwritten> {
    let folder = folder_of(file);
    if held(&CLEARED).insert(folder.to_owned()) {
        clear_leftovers(folder);
    }
    Growing::begin(file)?.end_with(file, bytes)
}

/// Does the same for a file of a folder that is the program's own, and leaves what is beside it alone: see
/// [`Growing::begin_own`].
///
/// # Errors
/// The file and why it cannot be written.
pub fn write_own(file: &Path, bytes: &[u8]) -> Result<(), Unwritten> {
    Growing::begin_own(file)?.end_with(file, bytes)
}

/// Removes what this program has half written and blocks every further write. Call it right before the
/// program ends.
pub fn abandon() {
    let mut unfinished = held(&UNFINISHED);
    for file in std::mem::take(&mut *unfinished) {
        // What cannot be removed here is cleared by the next program.
        let _ = fs::remove_file(file);
    }
    std::mem::forget(unfinished);
}

/// Takes a list of files; one that a thread left in a panic is as good as any.
fn held(list: &Mutex<BTreeSet<PathBuf>>) -> MutexGuard<'_, BTreeSet<PathBuf>> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a file of a new name, whole or not at all.
///
/// # Errors
/// The file and why it cannot be written: that the name is taken, above all.
pub fn write_new(file: &Path, bytes: &[u8]) -> Result<(), Unwritten> {
    let write = || {
        if file.symlink_metadata().is_ok() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let Temporary {
            file: mut temporary,
            _entry,
        } = temporary_in(folder_of(file))?;
        temporary.write_all(bytes)?;
        temporary.as_file().sync_all()?;
        // The name may have been taken meanwhile.
        (temporary.persist_noclobber(file)).map_err(|error| error.error)?;
        sync_folder(folder_of(file))
    };
    write().map_err(Unwritten::at(file))
}

/// Returns the path of what a file of this name is, or would be once it is written: links are
/// followed, so that two names of one file give the same.
///
/// # Errors
/// A folder, or a file in a folder that is not there.
pub fn destination(file: &Path) -> Result<PathBuf, Unwritten> {
    let find = || {
        if file.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        let target = follow(file)?;
        let name = target.file_name().ok_or(ErrorKind::InvalidInput)?;
        Ok(folder_of(&target).canonicalize()?.join(name))
    };
    find().map_err(Unwritten::at(file))
}

/// A file that is written bit by bit and gets its name when it is whole; dropped before, it leaves
/// nothing behind. What cannot be replaced is written to at once.
#[derive(Debug)]
pub struct Growing {
    file: PathBuf,
    place: Place,
}

/// Where bytes go until a file is whole.
#[derive(Debug)]
enum Place {
    /// Into a new file, which takes the place of this one.
    Beside(Temporary, PathBuf),
    /// Into a device or pipe.
    Straight(fs::File),
}

/// A file that has yet to get its name.
#[derive(Debug)]
struct Temporary {
    file: NamedTempFile,
    /// Dropped last: until the file is gone or has its name, it is on the list.
    _entry: Entry,
}

/// Has a file on the list of unfinished ones.
#[derive(Debug)]
struct Entry(PathBuf);

impl Drop for Entry {
    fn drop(&mut self) {
        held(&UNFINISHED).remove(&self.0);
    }
}

impl Growing {
    /// Begins a file.
    ///
    /// # Errors
    /// The file and why it cannot be written.
    pub fn begin(file: &Path) -> Result<Self, Unwritten> {
        let place = Place::of(file).map_err(Unwritten::at(file))?;
        let file = file.to_owned();
        Ok(Self { file, place })
    }

    /// Begins a file in a folder of the program's own. A pipe or device there is removed first: the program did
    /// not make it, and opening it could block forever.
    ///
    /// # Errors
    /// The file and why it cannot be written.
    pub fn begin_own(file: &Path) -> Result<Self, Unwritten> {
        let is_strange = |found: fs::Metadata| !found.is_file() && !found.is_dir();
        if fs::metadata(file).is_ok_and(is_strange) {
            fs::remove_file(file).map_err(Unwritten::at(file))?;
        }
        Self::begin(file)
    }

    /// Writes these bytes and gives the file its name.
    fn end_with(mut self, file: &Path, bytes: &[u8]) -> Result<(), Unwritten> {
        self.write_all(bytes).map_err(Unwritten::at(file))?;
        self.finish()
    }

    /// Gives the file its name, once its bytes are on the disk.
    ///
    /// # Errors
    /// The file and why it cannot be written.
    pub fn finish(self) -> Result<(), Unwritten> {
        let Self { file, place } = self;
        place.settle(true).map_err(|why| Unwritten { file, why })
    }

    /// Gives the file its name. It is there for every program at once, but a machine that goes down
    /// may cut it off or forget it, until [`sync`] is asked for it.
    ///
    /// # Errors
    /// The file and why it cannot be written.
    pub fn finish_unsynced(self) -> Result<(), Unwritten> {
        let Self { file, place } = self;
        place.settle(false).map_err(|why| Unwritten { file, why })
    }
}

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.place {
            Place::Beside(temporary, _) => temporary.file.write(bytes),
            Place::Straight(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.place {
            Place::Beside(temporary, _) => temporary.file.flush(),
            Place::Straight(file) => file.flush(),
        }
    }
}

impl Place {
    fn of(file: &Path) -> io::Result<Self> {
        let found = match fs::metadata(file) {
            Ok(found) if found.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Ok(found) => Some(found),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if let Some(found) = &found {
            if let Some(printed) = printed_to(found) {
                return printed.map(Self::Straight);
            }
            // What may not be written must not be replaced either.
            let opened = fs::OpenOptions::new().write(true).open(file)?;
            if !found.is_file() {
                return Ok(Self::Straight(opened));
            }
        }
        let target = follow(file)?;
        let temporary = temporary_in(folder_of(&target))?;
        if let Some(found) = found {
            let file = temporary.file.as_file();
            file.set_permissions(found.permissions())?;
        }
        Ok(Self::Beside(temporary, target))
    }

    fn settle(self, is_synced: bool) -> io::Result<()> {
        match self {
            Self::Straight(mut file) => file.flush(),
            Self::Beside(temporary, target) => {
                let Temporary { file, _entry } = temporary;
                if is_synced {
                    file.as_file().sync_all()?;
                }
                file.persist(&target).map_err(|error| error.error)?;
                match is_synced {
                    true => sync_folder(folder_of(&target)),
                    false => Ok(()),
                }
            }
        }
    }
}

/// Waits until files of one folder and their names are on the disk.
///
/// # Errors
/// The file and why it cannot be kept.
pub fn sync(folder: &Path, files: impl IntoIterator<Item = PathBuf>) -> Result<(), Unwritten> {
    for file in files {
        // Windows syncs only what it may write to.
        let opened = fs::OpenOptions::new().append(true).open(&file);
        let synced = opened.and_then(|opened| opened.sync_all());
        synced.map_err(Unwritten::at(&file))?;
    }
    sync_folder(folder).map_err(Unwritten::at(folder))
}

/// Removes what programs that were killed left half written in a folder; what a living program is
/// writing there stays.
pub fn clear_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_part = |name: &str| name.starts_with(PART.0) && name.ends_with(PART.1);
        if !name.to_str().is_some_and(is_part) || !entry.file_type().is_ok_and(|it| it.is_file()) {
            continue;
        }
        let held = fs::OpenOptions::new().append(true).open(entry.path());
        if held.is_ok_and(|file| file.try_lock().is_ok()) {
            // Whoever cannot remove it leaves it; nobody reads it.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns standard output if a file is where it goes, as `/dev/stdout` is: replaced, the file would
/// lose all that is printed after it.
#[cfg(unix)]
fn printed_to(found: &fs::Metadata) -> Option<io::Result<fs::File>> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let output = io::stdout().as_fd().try_clone_to_owned().ok()?;
    let output = fs::File::from(output);
    let its = output.metadata().ok()?;
    ((its.dev(), its.ino()) == (found.dev(), found.ino())).then_some(Ok(output))
}

#[cfg(not(unix))]
fn printed_to(_: &fs::Metadata) -> Option<io::Result<fs::File>> {
    None
}

/// Follows links to the file that they lead to, which need not be there.
fn follow(file: &Path) -> io::Result<PathBuf> {
    let mut target = file.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = folder_of(&target).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

fn folder_of(file: &Path) -> &Path {
    let folder = file.parent().filter(|path| !path.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

fn temporary_in(folder: &Path) -> io::Result<Temporary> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PART.0).suffix(PART.1);
    // As for any file that a program makes, not for its owner alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        // The list is held meanwhile, so that the file is on it before anybody can abandon it.
        let mut unfinished = held(&UNFINISHED);
        let file = builder.tempfile_in(folder)?;
        unfinished.insert(file.path().to_owned());
        drop(unfinished);
        let temporary = Temporary {
            _entry: Entry(file.path().to_owned()),
            file,
        };
        // Held until it has its name, so that `clear_leftovers` knows it from what is left over; on
        // disks without locks that clears nothing.
        let is_held = temporary.file.as_file().lock().is_ok();
        // It may have been cleared just before it was held.
        if !is_held || temporary.file.path().exists() {
            return Ok(temporary);
        }
    }
}

/// Waits until the names in a folder are on the disk.
fn sync_folder(folder: &Path) -> io::Result<()> {
    // A folder that may not be read cannot be asked; elsewhere names are kept with their files.
    #[cfg(unix)]
    if let Ok(folder) = fs::File::open(folder) {
        folder.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_else_stays_in_its_folder() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let file = folder.path().join("one");
        for text in ["first, which is longer", "second"] {
            write_whole(&file, text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
        }
        assert_eq!(fs::read_dir(folder.path()).into_iter().flatten().count(), 1);
    }

    #[test]
    fn a_new_file_never_takes_the_place_of_another() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let file = folder.path().join("one");
        write_new(&file, b"first").unwrap_or_else(|error| panic!("{error}"));
        let told = write_new(&file, b"second").expect_err("the name is taken");
        assert_eq!(told.why.kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&file).expect("it is there"), b"first");
        #[cfg(unix)]
        {
            let link = folder.path().join("link");
            std::os::unix::fs::symlink("nowhere", &link).expect("a link can be made");
            assert!(write_new(&link, b"third").is_err());
            fs::remove_file(link).expect("it is there");
        }
        assert_eq!(fs::read_dir(folder.path()).into_iter().flatten().count(), 1);
    }

    #[test]
    fn what_cannot_be_written_is_told_with_the_file_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let file = folder.path().join("taken");
        fs::create_dir(&file).expect("a folder can be made");
        fs::write(file.join("inside"), "kept").expect("it can be written");
        let told = write_whole(&file, b"text").expect_err("a folder is in its place");
        let start = format!("{}: cannot write: ", file.display());
        assert!(told.to_string().starts_with(&start), "{told}");
        assert_eq!(fs::read_dir(folder.path()).into_iter().flatten().count(), 1);
    }

    #[test]
    fn leftovers_are_cleared_but_not_what_is_being_written() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let leftover = folder.path().join(".hexscape-old.part");
        let other = folder.path().join(".hexscape-notes");
        for file in [&leftover, &other] {
            fs::write(file, "half").expect("it can be written");
        }
        let mut growing = Growing::begin(&folder.path().join("new")).expect("it can be made");
        growing.write_all(b"whole").expect("it can be written");
        clear_leftovers(folder.path());
        assert!(!leftover.exists() && other.exists());
        growing.finish().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            fs::read(folder.path().join("new")).expect("it is there"),
            b"whole"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_permissions_stay_as_they_were() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder for the test");
        let [file, link, fresh, plain] =
            ["file", "link", "fresh", "plain"].map(|name| folder.path().join(name));
        let mode = |file: &Path| fs::metadata(file).expect("it is there").mode() & 0o777;
        fs::write(&file, "old").expect("it can be written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("it is ours");
        symlink(&file, &link).expect("a link can be made");
        write_whole(&link, b"new").unwrap_or_else(|error| panic!("{error}"));
        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).expect("it is there"), b"new");
        assert_eq!(mode(&file), 0o640);
        fs::write(&plain, "").expect("it can be written");
        write_whole(&fresh, b"").unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(mode(&fresh), mode(&plain), "as any program makes a file");
    }
}

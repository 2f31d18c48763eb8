//! Writing files so that a reader finds the old one or the new one, never half of one.
//!
//! **Invariant:** what is half written has a name of its own ([`PART`]); a file whose bytes could not
//! all be written is left as it was.

use std::{
    fmt, fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// What names of files being written begin and end with.
pub const PART: (&str, &str) = (".hexscape-", ".part");

/// Why a file was not written.
#[derive(Debug)]
pub struct Unwritten {
    /// The file.
    pub file: PathBuf,
    /// What went wrong.
    pub why: io::Error,
}

impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: cannot write: {}", self.file.display(), self.why)
    }
}

impl std::error::Error for Unwritten {}

/// Writes a file, whole or not at all, so that it outlasts the program and the machine going down.
/// Who may read and write it stays as it was, and a link stays a link.
///
/// # Errors
/// The file and why it cannot be written.
pub fn write_whole(file: &Path, bytes: &[u8]) -> Result<(), Unwritten> {
    replace(file, bytes).map_err(|why| Unwritten {
        file: file.to_owned(),
        why,
    })
}

/// A file that is written bit by bit and gets its name when it is whole; dropped before, it leaves
/// nothing behind.
#[derive(Debug)]
pub struct Growing {
    file: PathBuf,
    temporary: tempfile::NamedTempFile,
}

impl Growing {
    /// Begins a file.
    ///
    /// # Errors
    /// The file and why it cannot be written.
    pub fn begin(file: &Path) -> Result<Self, Unwritten> {
        Ok(Self {
            temporary: temporary_in(folder_of(file)).map_err(|why| Unwritten {
                file: file.to_owned(),
                why,
            })?,
            file: file.to_owned(),
        })
    }

    /// Gives the file its name. It is there for every program at once, but a machine that goes down
    /// may forget it: for what can be made again.
    ///
    /// # Errors
    /// The file and why it cannot be written.
    pub fn finish(self) -> Result<(), Unwritten> {
        let Self { file, temporary } = self;
        match temporary.persist(&file) {
            Ok(_) => Ok(()),
            Err(error) => Err(Unwritten {
                file,
                why: error.error,
            }),
        }
    }
}

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.temporary.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.temporary.flush()
    }
}

fn folder_of(file: &Path) -> &Path {
    let folder = file.parent().filter(|path| !path.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

fn temporary_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PART.0).suffix(PART.1);
    // As for any file that a program makes, not for its owner alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = &file.canonicalize().unwrap_or_else(|_| file.to_owned());
    let folder = folder_of(file);
    let mut temporary = temporary_in(folder)?;
    if let Ok(meta) = fs::metadata(file) {
        temporary.as_file().set_permissions(meta.permissions())?;
    }
    temporary.write_all(bytes)?;
    temporary.as_file().sync_all()?;
    temporary.persist(file).map_err(|error| error.error)?;
    // The new name, too, has to be on the disk; a folder that may not be read cannot be asked for it.
    #[cfg(unix)]
    if let Ok(folder) = fs::File::open(folder) {
        folder.sync_all()?;
    }
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

//! Reads files that may be anything: never more than a limit, and never waiting.
//!
//! **Invariant:** only plain files are read. A pipe or device may never end, and a file of the system may
//! wait for more: both are errors at once.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Why a file is not read.
#[derive(Debug, thiserror::Error)]
pub enum Unread {
    /// The system says no.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// It is a folder, pipe or device.
    #[error("is not a file")]
    NotPlain,
    /// It has nothing to read now, and may have later.
    #[error("is not a regular file")]
    Waits,
    /// It is larger than what is read.
    #[error("is {} MiB large; files of at most {} MiB are read", size >> 20, most >> 20)]
    TooLarge {
        /// Its size, or what was read of it, bytes.
        size: u64,
        /// The limit, bytes.
        most: u64,
    },
}

impl Unread {
    /// Whether there is no such file.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == ErrorKind::NotFound)
    }

    /// Returns the error of reading a file that was opened by [`open_plain`].
    pub fn of(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::WouldBlock => Self::Waits,
            _ => Self::Io(error),
        }
    }
}

/// Opens a plain file of at most so many bytes to read it, without waiting for anybody.
///
/// # Errors
/// Why it cannot be read.
pub fn open_plain(file: &Path, most: u64) -> Result<File, Unread> {
    let opened = open_at_once(file)?;
    // What was opened is asked, since what has the name may be replaced meanwhile.
    let found = opened.metadata()?;
    match found.is_file() {
        false => Err(Unread::NotPlain),
        true if found.len() > most => Err(Unread::TooLarge {
            size: found.len(),
            most,
        }),
        true => Ok(opened),
    }
}

/// Reads a plain file of at most so many bytes, without waiting for anybody.
///
/// # Errors
/// Why it cannot be read.
pub fn read_plain(file: &Path, most: u64) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    // Files of the system have no size before they are read.
    let opened = open_plain(file, most)?.take(most + 1);
    { opened }.read_to_end(&mut bytes).map_err(Unread::of)?;
    let size = bytes.len() as u64;
    match size > most {
        true => Err(Unread::TooLarge { size, most }),
        false => Ok(bytes),
    }
}

#[cfg(unix)]
fn open_at_once(file: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;
    // A pipe without a writer would wait for one, and a terminal would become that of this program.
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    let mut options = File::options();
    options.read(true);
    options.custom_flags(flags.bits().cast_signed()).open(file)
}

#[cfg(not(unix))]
fn open_at_once(file: &Path) -> io::Result<File> {
    File::open(file)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[track_caller]
    fn check_refused(file: &Path, why: &str) {
        let told = read_plain(file, 1 << 10)
            .expect_err("it is refused")
            .to_string();
        assert!(told.contains(why), "{told}");
    }

    #[test]
    fn files_are_read_whole_or_refused_by_size() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let file = folder.path().join("one");
        for size in [0, 1, 1 << 10] {
            fs::write(&file, vec![b'x'; size]).expect("it can be written");
            let read = read_plain(&file, 1 << 10).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(read.len(), size);
        }
        fs::write(&file, [b'x'; 1025]).expect("it can be written");
        check_refused(&file, "large");
        // A hole takes no room on the disk, and would take all memory.
        let huge = File::create(&file).and_then(|file| file.set_len(3 << 30));
        huge.expect("it can be made");
        check_refused(&file, "is 3072 MiB large");
        check_refused(folder.path(), "is not a file");
        let missing = read_plain(&folder.path().join("none"), 9);
        assert!(missing.is_err_and(|error| error.is_missing()));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn pipes_devices_and_files_without_end_are_refused_at_once() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|made| made.success()));
        check_refused(&pipe, "is not a file");
        check_refused(Path::new("/dev/zero"), "is not a file");
        // Its size is told as zero, whatever is in it.
        check_refused(Path::new("/proc/cpuinfo"), "");
        check_refused(Path::new("/proc/kmsg"), "");
    }
}

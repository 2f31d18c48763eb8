//! Files that come inside the program, so that it runs wherever it is installed.
//!
//! They are read like files of a folder, [`FOLDER`], that is on no disk.
//!
//! **Invariant:** a path in [`FOLDER`] is never looked up on a disk: nobody can slip other files in.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Folder that the files are in, by name.
pub const FOLDER: &str = "hexscape:";

/// A file: its path in [`FOLDER`], `/` between the parts, and its text.
pub type File = (String, &'static str);

static FILES: OnceLock<Vec<File>> = OnceLock::new();

/// Says what comes inside the program; the first word holds.
pub fn provide(files: Vec<File>) {
    FILES.get_or_init(|| files);
}

/// Whether this program has files inside.
pub fn is_provided() -> bool {
    FILES.get().is_some()
}

/// Whether a path is inside the program, there or not.
pub fn is_inside(path: &Path) -> bool {
    path.starts_with(FOLDER)
}

/// Returns the text of a file inside the program.
pub fn text(path: &Path) -> Option<&'static str> {
    let inside = path.strip_prefix(FOLDER).ok()?;
    let mut files = FILES.get()?.iter();
    files.find_map(|(name, text)| (inside == Path::new(name)).then_some(*text))
}

/// Lists the files of a folder inside the program.
pub fn files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let files = FILES.get().into_iter().flatten();
    let files = files.map(|(name, _)| Path::new(FOLDER).join(name));
    files.filter(move |file| file.parent() == Some(folder))
}

//! Writing files so that a reader finds the old one or the new one, never half of one.
//!
//! **Invariant:** a file that could not be written is left as it was.

use std::{io::Write, path::Path};

/// Writes a file, whole or not at all.
///
/// # Errors
/// A sentence with the file and why it cannot be written.
pub fn write_whole(file: &Path, bytes: &[u8]) -> Result<(), String> {
    let problem = |error: std::io::Error| format!("{}: cannot write: {error}", file.display());
    let folder = (file.parent())
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut temporary = tempfile::NamedTempFile::new_in(folder).map_err(problem)?;
    temporary.write_all(bytes).map_err(problem)?;
    temporary.as_file().sync_all().map_err(problem)?;
    (temporary.persist(file)).map_err(|error| problem(error.error))?;
    Ok(())
}

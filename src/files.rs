//! Writing files so that a reader finds the old one or the new one, never half of one.
//!
//! **Invariant:** a file that could not be written is left as it was.

use std::{io::Write, path::Path};

/// Writes a file, whole or not at all; who may read and write it stays as it was, and a link stays
/// a link.
///
/// # Errors
/// A sentence with the file and why it cannot be written.
pub fn write_whole(file: &Path, bytes: &[u8]) -> Result<(), String> {
    let problem = |error: std::io::Error| format!("{}: cannot write: {error}", file.display());
    let file = &(file.canonicalize()).unwrap_or_else(|_| file.to_owned());
    let folder = (file.parent())
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    // As for any file that a program makes, not for its owner alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut temporary = builder.tempfile_in(folder).map_err(problem)?;
    if let Ok(meta) = std::fs::metadata(file) {
        (temporary.as_file().set_permissions(meta.permissions())).map_err(problem)?;
    }
    temporary.write_all(bytes).map_err(problem)?;
    temporary.as_file().sync_all().map_err(problem)?;
    (temporary.persist(file)).map_err(|error| problem(error.error))?;
    Ok(())
}

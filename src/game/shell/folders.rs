//! The folders where the window keeps what is the player's, in the platform's usual places.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files::write_whole;

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
            "no file manager can be opened ({opener}: {error}); the folder is {}",
            folder.display()
        )
    })?;
    // Whoever begins a process has to wait for its end.
    std::thread::spawn(move || opened.wait());
    Ok(())
}

/// Returns the file of the best results; its folder may be missing.
pub fn results() -> Option<PathBuf> {
    Some(base()?.0.join("results.ron"))
}

/// Keeps what cannot be read beside its file, and tells where, or why not.
pub fn keep_beside(file: &Path, text: &str) -> String {
    let beside = file.with_extension("ron.bad");
    match write_whole(&beside, text.as_bytes()) {
        Ok(()) => format!("the file is kept as {}", beside.display()),
        Err(error) => {
            format!("the file is replaced once there is something to keep, since {error}")
        }
    }
}

/// Returns the file of the settings; its folder may be missing.
pub fn settings() -> Option<PathBuf> {
    Some(base()?.1.join("settings.ron"))
}

fn made(name: &str) -> Result<PathBuf, String> {
    let (data, _) = base().ok_or_else(|| format!("this system names no folder for {name}"))?;
    make(data.join(name))
}

fn make(folder: PathBuf) -> Result<PathBuf, String> {
    std::fs::create_dir_all(&folder)
        .map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))?;
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

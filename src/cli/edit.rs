//! `hexscape edit`: the board editor.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use hexscape::content::shipped;
use hexscape::mission::edit::OpenedFile;
use hexscape::mission::nearest_file;
use hexscape::plain::shown;

/// Opens a mission in the board editor, or begins a new one
#[derive(Debug, Args)]
#[command(
    after_help = "A file that does not exist yet is begun, if its name ends in .ron, and is written \
when you save. Exit status 1 and the reason if the file cannot be edited, 3 if no window can be \
opened.

Examples:
  hexscape edit
  hexscape edit first_contact
  hexscape edit my_mission.ron"
)]
pub struct Edit {
    /// Mission file, or name of a shipped mission; a new mission without one
    #[arg(value_parser = super::mission_file())]
    mission: Option<PathBuf>,
}

/// What the editor opens with.
enum Begin {
    /// A new mission without a file.
    Blank,
    /// A mission that is there.
    Open(PathBuf),
    /// A new mission that is to become this file.
    New(PathBuf),
}

impl Edit {
    /// Opens the editor, once the file is known to be a mission or to become one.
    pub fn run(self) -> ExitCode {
        match self.begin() {
            Ok(begin) => begin.open(),
            Err(why) => super::output::fail(why),
        }
    }

    fn begin(self) -> Result<Begin, String> {
        let Some(file) = self.mission else {
            return Ok(Begin::Blank);
        };
        if file.exists() || shipped::text(&file).is_some() {
            let opened = OpenedFile::open(&file).map_err(|problem| problem.to_string());
            return opened.map(|_| Begin::Open(file));
        }
        let is_mission = file.extension().is_some_and(|ending| ending == "ron");
        let folder = file.parent().unwrap_or(Path::new(""));
        let has_folder = folder.as_os_str().is_empty() || folder.is_dir();
        match (is_mission, has_folder) {
            (true, true) => Ok(Begin::New(file)),
            (true, false) => Err(format!(
                "{}: there is no folder {}",
                shown(&file),
                shown(folder)
            )),
            (false, _) => Err(format!(
                "{}: there is no such mission, and the name of a new one ends in .ron{}",
                shown(&file),
                nearest_file(&file)
            )),
        }
    }
}

impl Begin {
    #[cfg(feature = "desktop")]
    fn open(self) -> ExitCode {
        use hexscape::game::{self, Options, Start};
        game::run(Options::new(match self {
            Self::Blank => Start::Edit(None),
            Self::Open(file) => Start::Edit(Some(file)),
            Self::New(file) => Start::EditNew(file),
        }))
    }

    /// Says that this build has no window.
    #[cfg(not(feature = "desktop"))]
    fn open(self) -> ExitCode {
        super::play::title()
    }
}

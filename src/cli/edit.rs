//! `hexscape edit`: the board editor.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use hexscape::content::shipped;
use hexscape::mission::edit::OpenedFile;
use hexscape::mission::nearest_file;
use hexscape::plain::shown;

/// Opens a mission in the board editor, or creates a new one
#[derive(Debug, Args)]
#[command(
    after_help = "A file that does not exist yet is created when you save, if its name ends in .ron. Exits with status 1 and the reason if the file cannot be edited, with 3 if no window can be opened.

Examples:
  hexscape edit
  hexscape edit first_contact
  hexscape edit my_mission.ron"
)]
pub struct Edit {
    /// Mission file, or name of a shipped mission [default: a new mission]
    #[arg(value_parser = super::mission_file())]
    mission: Option<PathBuf>,
}

/// The file the editor opens with, and whether it is to be begun.
type Begin = (Option<PathBuf>, bool);

impl Edit {
    /// Opens the editor, once the file is known to be a mission or to become one.
    pub fn run(self) -> ExitCode {
        match self.begin() {
            Ok(begin) => open(begin),
            Err(why) => super::output::fail(why),
        }
    }

    fn begin(self) -> Result<Begin, String> {
        let Some(file) = self.mission else {
            return Ok((None, false));
        };
        if file.exists() || shipped::text(&file).is_some() {
            let opened = OpenedFile::open(&file).map_err(|problem| problem.to_string());
            return opened.map(|_| (Some(file), false));
        }
        let is_mission = file.extension().is_some_and(|ending| ending == "ron");
        let folder = file.parent().unwrap_or(Path::new(""));
        let has_folder = folder.as_os_str().is_empty() || folder.is_dir();
        match (is_mission, has_folder) {
            (true, true) => Ok((Some(file), true)),
            (true, false) => Err(format!(
                "{}: there is no folder {}",
                shown(&file),
                shown(folder)
            )),
            (false, _) => Err(format!(
                "{}: no such mission; the name of a new one must end in .ron{}",
                shown(&file),
                nearest_file(&file)
            )),
        }
    }
}

#[cfg(feature = "desktop")]
fn open((file, is_new): Begin) -> ExitCode {
    use hexscape::game::{self, Options, Start};
    game::run(Options::new(match file {
        Some(file) if is_new => Start::EditNew(file),
        file => Start::Edit(file),
    }))
}

/// Says that this build has no window.
#[cfg(not(feature = "desktop"))]
fn open(_: Begin) -> ExitCode {
    super::play::title()
}

//! `hexscape edit`: the board editor.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

/// Opens a mission in the board editor, or begins a new one
#[derive(Debug, Args)]
#[command(
    after_help = "A mission that cannot be read is told in the window. Exit status 3 and the \
reason if no window can be opened.

Examples:
  hexscape edit
  hexscape edit first_contact"
)]
pub struct Edit {
    /// Mission file, or name of a shipped mission; a new mission without one
    #[arg(value_parser = super::mission_file())]
    mission: Option<PathBuf>,
}

impl Edit {
    /// Opens the editor.
    #[cfg(feature = "desktop")]
    pub fn run(self) -> ExitCode {
        use hexscape::game::{self, Options, Start};
        game::run(Options::new(Start::Edit(self.mission)))
    }

    /// Says that this build has no window.
    #[cfg(not(feature = "desktop"))]
    pub fn run(self) -> ExitCode {
        super::play::title()
    }
}

//! `hexscape check`: every problem of mission and content files.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use hexscape::check::check_path;

use super::output::say;

/// Checks mission and content files and prints every problem
#[derive(Debug, Args)]
#[command(
    after_help = "A folder is searched for content and missions. Each problem is one line, \
file:line:column: message; exit status 1 if there is any.

Examples:
  hexscape check assets
  hexscape check my_mission.ron other_mission.ron"
)]
pub struct Check {
    /// Files, folders, or names of shipped missions
    #[arg(required = true, value_parser = super::mission_file())]
    paths: Vec<PathBuf>,
}

impl Check {
    /// Checks the files.
    pub fn run(self) -> ExitCode {
        let mut files = 0;
        let mut is_sound = true;
        for path in &self.paths {
            match check_path(path) {
                Ok(count) => files += count,
                Err(problems) => {
                    say(problems);
                    is_sound = false;
                }
            }
        }
        if is_sound {
            let word = if files == 1 { "file" } else { "files" };
            say(format_args!("{files} {word}: no problems"));
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }
}

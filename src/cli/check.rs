//! `hexscape check`: every problem of mission and content files.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use hexscape::check::{check_pack_folder, check_path};
use hexscape::content::problem::Problems;

use super::output::say;

/// Checks mission and content files and prints every problem
#[derive(Debug, Args)]
#[command(
    after_help = "Folders are searched for content and missions. Prints each problem as file:line:column: message, and exits with status 1 if there are any.

Examples:
  hexscape check assets
  hexscape check my_mission.ron other_mission.ron
  hexscape check my_mission.ron --pack veterans
  hexscape check my.deck.ron"
)]
pub struct Check {
    /// Files, folders, or names of shipped missions
    #[arg(required_unless_present = "packs", value_parser = super::mission_file())]
    paths: Vec<PathBuf>,
    /// Content pack to apply; may be given several times. Without files, checks the packs alone
    #[arg(long = "pack", value_name = "FOLDER")]
    packs: Vec<PathBuf>,
}

impl Check {
    /// Checks the files.
    pub fn run(self) -> ExitCode {
        let mut files = 0;
        // Each pack lies over those before it.
        let packs =
            (0..self.packs.len()).map(|at| check_pack_folder(&self.packs[at], &self.packs[..at]));
        let paths = (self.paths.iter()).map(|path| check_path(path, &self.packs));
        let mut told = BTreeSet::new();
        for found in packs.chain(paths) {
            match found {
                Ok(count) => files += count,
                // What is wrong with a pack is wrong with all it is laid over.
                Err(Problems(problems)) => {
                    let lines = problems.iter().map(ToString::to_string);
                    lines.for_each(|line| {
                        if told.insert(line.clone()) {
                            say(line);
                        }
                    });
                }
            }
        }
        if told.is_empty() {
            let word = if files == 1 { "file" } else { "files" };
            say(format_args!("{files} {word}: no problems"));
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }
}

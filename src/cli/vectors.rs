//! `hexscape vectors`: rule vectors against the live rules.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use hexscape::content::{ContentText, assets_folder};
use hexscape::vectors;

use super::output::{fail, say, tell};

/// Runs rule vectors against the live rules
#[derive(Debug, Args)]
#[command(
    after_help = "Prints `ok NAME`, or `FAIL NAME: expected ..., got ...`; exit status 1 if any \
fails. `hexscape manual vectors` has the format.

Examples:
  hexscape vectors assets/vectors/switches.ron
  hexscape vectors my_vectors.ron --pack packs/veterans"
)]
pub struct Vectors {
    /// Vector files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Content pack to apply, in the order given; may be given several times
    #[arg(long = "pack", value_name = "FOLDER")]
    packs: Vec<PathBuf>,
    /// Prints only failures and the count
    #[arg(long)]
    quiet: bool,
}

impl Vectors {
    /// Runs the vectors.
    pub fn run(self) -> ExitCode {
        let folder = match assets_folder() {
            Ok(folder) => folder.join("content"),
            Err(error) => return fail(error),
        };
        let content = ContentText::read(&folder).and_then(|text| text.with_packs(&self.packs));
        let content = match content {
            Ok(content) => content,
            Err(problems) => return fail(problems),
        };
        let (mut count, mut failed) = (0, 0);
        let mut is_sound = true;
        for file in &self.files {
            let findings = match vectors::run(file, &content) {
                Ok(findings) => findings,
                Err(problems) => {
                    tell(problems);
                    is_sound = false;
                    continue;
                }
            };
            for finding in findings {
                count += 1;
                if finding.failures.is_empty() {
                    if !self.quiet {
                        say(format_args!("ok {}", finding.name));
                    }
                } else {
                    failed += 1;
                    say(format_args!(
                        "FAIL {}: {}",
                        finding.name,
                        finding.failures.join("; ")
                    ));
                }
            }
        }
        say(format_args!("{} of {count} vectors hold", count - failed));
        match failed == 0 && is_sound {
            true => ExitCode::SUCCESS,
            false => ExitCode::FAILURE,
        }
    }
}

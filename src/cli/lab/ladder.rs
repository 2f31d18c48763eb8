//! `hexscape lab --players`: computer players against each other.

use std::process::ExitCode;
use std::sync::atomic::Ordering;

use hexscape::content::assets_folder;
use hexscape::lab::ladder::Ladder;
use hexscape::lab::plan::RunPlan;

use super::{Lab, STOP, refuse, stop};
use crate::cli::output::{fail, say, tell};
use crate::cli::sim;

/// Plays a ladder and prints its tables.
pub(super) fn run(lab: &Lab) -> ExitCode {
    let content = match assets_folder() {
        Ok(folder) => folder.join("content"),
        Err(error) => return fail(error),
    };
    let request = match lab.request() {
        Ok(request) => request,
        Err(problems) => return fail(problems),
    };
    let ladder = RunPlan::new(&request, &content).and_then(|plan| {
        let players: Vec<_> = lab
            .players
            .iter()
            .map(|name| name.trim().to_owned())
            .collect();
        Ladder::new(&plan, &players, request.seed, request.battles)
    });
    let ladder = match ladder {
        Ok(ladder) => ladder,
        Err(error) => return refuse(error),
    };
    if let Err(error) = ctrlc::set_handler(stop) {
        tell(format_args!("note: Ctrl-C loses battles: {error}"));
    }
    let progress = sim::progress(ladder.count(), "battles");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let played = ladder.play(lab.jobs.map_or(cores, usize::from), || {
        progress.inc(1);
        !STOP.load(Ordering::Relaxed)
    });
    progress.finish_and_clear();
    match played {
        Ok(standings) => {
            say(standings.text().trim_end());
            match STOP.load(Ordering::Relaxed) {
                true => fail("stopped before all battles were played"),
                false => ExitCode::SUCCESS,
            }
        }
        Err(error) => refuse(error),
    }
}

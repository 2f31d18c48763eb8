//! `hexscape sim`: computer against computer, without a window.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use hexscape::battle::journal::Journal;
use hexscape::battle::order::submit_watched;
use hexscape::content::{Catalog, assets_folder, files};
use hexscape::headless::{Arena, MAX_ORDERS, Report};
use hexscape::mission::{AS_WRITTEN, Mission, MissionSource};
use hexscape::parallel::in_order;
use hexscape::playing::Game;
use hexscape::save::JournalFile;
use hexscape::summary::{self, Summary};
use hexscape::with_rules;
use indicatif::{ProgressBar, ProgressStyle};

use super::output::{self, Inputs, fail, say, tell};
use super::{
    Told, VariationArguments, load_mission, mission_file, parse_difficulty, tell_decision,
    tell_opening, with_seed,
};

/// Plays a mission computer against computer, without a window
#[derive(Debug, Args)]
#[command(
    after_help = "Prints one line per battle, in seed order: outcome, winner, turns, \
casualties, orders, seed, fingerprint. With --json the same as one object per line: mission, seed, \
difficulty, outcome, winner, reason, turns, orders, fingerprint, sides [{name, standing, escaped, dead}].

Examples:
  hexscape sim first_contact --seed 7 --log
  hexscape sim skirmish_6v8 --seeds 1..1000 --jobs 2 --json
  hexscape sim skirmish_6v8 --seeds 1..300 --difficulty 125
  hexscape sim cold_start --skill 'Third Wing:veteran'
  hexscape sim breakthrough --seed 3 --journal battle.journal"
)]
pub struct Sim {
    /// Mission file, or name of a shipped mission
    #[arg(value_parser = mission_file())]
    mission: PathBuf,
    /// Seed of the dice
    #[arg(long, default_value_t = 1, conflicts_with = "seeds")]
    seed: u64,
    /// Seeds to play, first and last, such as 1..1000
    #[arg(long, value_parser = parse_seeds)]
    seeds: Option<Seeds>,
    /// Number of enemies, in percent of the mission's own
    #[arg(long, default_value_t = AS_WRITTEN, value_parser = parse_difficulty)]
    difficulty: u16,
    /// Content pack to apply, in the order given; may be given several times
    #[arg(long = "pack", value_name = "FOLDER")]
    packs: Vec<PathBuf>,
    #[command(flatten)]
    variation: VariationArguments,
    /// Battles played at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Writes the journal (with --seeds one file per battle, with the seed in its name)
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Writes the summary as JSON (with --seeds one file per battle, with the seed in its name)
    #[arg(long, value_name = "FILE")]
    result: Option<PathBuf>,
    /// Prints one JSON object per battle
    #[arg(long)]
    json: bool,
    /// Prints every order with its events and what the computer considered
    #[arg(long, conflicts_with_all = ["json", "jobs"])]
    log: bool,
}

/// An inclusive range of seeds.
#[derive(Clone, Copy, Debug)]
struct Seeds {
    first: u64,
    last: u64,
}

fn parse_seeds(text: &str) -> Result<Seeds, String> {
    let (first, last) = text
        .split_once("..")
        .ok_or("expected FIRST..LAST, such as 1..1000")?;
    let number = |text: &str| {
        text.trim_start_matches('=')
            .parse()
            .map_err(|_| format!("{text:?} is not a seed"))
    };
    let seeds = Seeds {
        first: number(first)?,
        last: number(last)?,
    };
    match seeds.last.checked_sub(seeds.first) {
        None => Err("the last seed is smaller than the first".into()),
        Some(count) if count >= 100_000_000 => Err("at most 100,000,000 seeds".into()),
        Some(_) => Ok(seeds),
    }
}

impl Sim {
    /// Plays the battles.
    pub fn run(self) -> ExitCode {
        match self.play() {
            Ok(open) if open.is_empty() => ExitCode::SUCCESS,
            Ok(open) => fail(no_outcome(&open)),
            Err(error) => fail(error),
        }
    }

    /// Plays the battles; returns the seeds of those that reached no outcome.
    fn play(&self) -> Result<Vec<u64>, String> {
        let seeds = self.seeds.unwrap_or(Seeds {
            first: self.seed,
            last: self.seed,
        });
        let (source, mission) = load_mission(
            &self.mission,
            &self.packs,
            seeds.first,
            self.difficulty,
            &self.variation,
        )?;
        if let Some(side) = mission.at_table() {
            tell(format_args!(
                "note: {} plays at a real map, so this battle has no enemy to fight",
                side.name
            ));
        }
        let catalog = source.content.catalog("content");
        let catalog = catalog.map_err(|problems| problems.to_string())?;
        let inputs = self.inputs(&source)?;
        if self.journal.is_some() || self.result.is_some() {
            output::tidy_when_stopped();
        }
        // Told before anything is played.
        inputs.check(&self.outputs(seeds.first))?;
        let run = SimRun {
            sim: self,
            inputs: &inputs,
            source: &source,
            mission: &mission,
            catalog: &catalog,
            seeds,
        };
        with_rules!(mission.rules, R => run.all::<R>())
    }

    /// Lists the files that are read to play a mission.
    fn inputs(&self, source: &MissionSource) -> Result<Inputs, String> {
        let content = assets_folder()?.join("content");
        let packs = source.content.packs.iter();
        let folders = packs.map(|pack| PathBuf::from(&pack.name)).chain([content]);
        let files = folders.flat_map(|folder| files().iter().map(move |file| folder.join(file)));
        Ok(Inputs::new(files.chain([self.mission.clone()])))
    }

    /// Lists the files that are written for a battle.
    fn outputs(&self, seed: u64) -> Vec<PathBuf> {
        let files = [&self.journal, &self.result].into_iter().flatten();
        files.map(|file| self.file_for(file, seed)).collect()
    }

    /// Returns the name of a file for a battle.
    fn file_for(&self, file: &Path, seed: u64) -> PathBuf {
        match self.seeds {
            Some(_) => with_seed(file, seed),
            None => file.to_owned(),
        }
    }

    /// Whether it is no use to play on: what is printed is lost, and nothing else is asked for.
    fn is_in_vain(&self) -> bool {
        let writes = self.journal.is_some() || self.result.is_some();
        output::has_failed() || output::is_lost() && !writes
    }
}

/// Says which battles reached no outcome.
fn no_outcome(seeds: &[u64]) -> String {
    let shown: Vec<_> = seeds.iter().take(10).map(u64::to_string).collect();
    let more = if seeds.len() > shown.len() {
        ", …"
    } else {
        ""
    };
    let battles = if seeds.len() == 1 {
        "a battle"
    } else {
        "battles"
    };
    let shown = shown.join(", ");
    format!("{battles} reached no outcome within {MAX_ORDERS} orders: seed {shown}{more}")
}

struct SimRun<'a> {
    sim: &'a Sim,
    inputs: &'a Inputs,
    source: &'a MissionSource,
    mission: &'a Mission,
    catalog: &'a Catalog,
    seeds: Seeds,
}

impl SimRun<'_> {
    /// Plays all battles; returns the seeds of those that reached no outcome.
    fn all<R: Game>(&self) -> Result<Vec<u64>, String> {
        let count = self.seeds.last - self.seeds.first + 1;
        let progress = progress(count, "battles");
        let mut open = Vec::new();
        let print = |report: Report| {
            progress.inc(1);
            if report.ending.is_none() {
                open.push(report.seed);
            }
            let summary = Summary::new(self.mission, &report);
            let line = match self.sim.json {
                true => summary.json(),
                false => summary.line(),
            };
            progress.suspend(|| say(line));
            match self.sim.is_in_vain() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let play = |arena: &mut Arena, index| self.one::<R>(arena, self.seeds.first + index);
        let played = in_order(self.sim.jobs.into(), count, Arena::default, play, print);
        progress.finish_and_clear();
        played.map(|()| open)
    }

    /// Plays one battle and writes its files.
    fn one<R: Game>(&self, arena: &mut Arena, seed: u64) -> Result<Report, String> {
        self.inputs.check(&self.sim.outputs(seed))?;
        let drawn = match self.mission.drawn_anew {
            true => Some((self.source.build_on(self.catalog, seed)).map_err(|e| e.to_string())?),
            false => None,
        };
        let mission = drawn.as_ref().unwrap_or(self.mission);
        arena.set_up(mission, seed);
        let report = arena.play(seed);
        if self.sim.log {
            log::<R>(arena, mission, seed);
        }
        if let Some(file) = &self.sim.journal {
            JournalFile::<R>::collect(arena.world_mut(), self.source.clone(), seed, false)
                .write(&self.sim.file_for(file, seed))
                .map_err(|error| error.to_string())?;
        }
        if let Some(file) = &self.sim.result {
            let entries = &arena.world_mut().resource::<Journal<R>>().entries;
            let debrief = R::debrief(mission, seed, entries).map_err(|error| error.to_string())?;
            let summary = Summary::new(mission, &report).with(&debrief);
            summary::write(&self.sim.file_for(file, seed), &summary)?;
        }
        Ok(report)
    }
}

/// Plays the orders again and prints what the computer weighed and what happened.
fn log<R: Game>(arena: &mut Arena, mission: &Mission, seed: u64) {
    let entries = arena.world_mut().resource::<Journal<R>>().entries.clone();
    arena.set_up(mission, seed);
    let world = arena.world_mut();
    tell_opening::<R>(world);
    for entry in entries {
        tell_decision::<R>(world, &entry);
        let mut told = Told::default();
        submit_watched::<R>(world, entry.side, entry.order, &mut told)
            .expect("an order that was carried out passes again");
        told.print();
    }
}

/// Returns a bar on a terminal that counts so many things, nothing elsewhere or for a single one.
pub(in crate::cli) fn progress(count: u64, what: &str) -> ProgressBar {
    if count < 2 {
        return ProgressBar::hidden();
    }
    let style = format!("{{bar:40}} {{pos}}/{{len}} {what}, {{per_sec}}, {{eta}} left");
    let style = ProgressStyle::with_template(&style).expect("the template is fixed");
    ProgressBar::new(count).with_style(style)
}

//! `hexscape lab`: many battles, what they say, and where it is kept.

mod ladder;
mod progress;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::{Args, Subcommand, ValueEnum};
use hexscape::content::assets_folder;
use hexscape::content::problem::Problems;
use hexscape::files::abandon;
use hexscape::lab::case::Keep;
use hexscape::lab::identity::Identity;
use hexscape::lab::merge::merge;
use hexscape::lab::output::{Questions, Results};
use hexscape::lab::part::{Folder, FolderError, PartState, Reuse, RunParts};
use hexscape::lab::plan::{BATTLES, DIFFICULTIES, PlanError, Request, RunPlan, read_plan};
use hexscape::lab::run::Job;
use hexscape::lab::settings::FigureSetting;
use hexscape::lab::shard::Shard;
use hexscape::lab::{against, explain, findings};
use hexscape::plain::shown;

use self::progress::Progress;
use super::output::{STOPPED, fail, say, tell, tidy_when_stopped, wrong};

/// Plays many battles and reports how they end and what decides them
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Cases are all combinations of missions, modes, difficulties and settings; every \
case is played with the same seeds. With --out DIR the folder gets table.txt, findings.json, \
report.html and, for DuckDB, Polars and pandas, battles.parquet, shots.parquet and losses.parquet; \
they depend on the plan alone, not on threads, shards or interruptions. Ctrl-C keeps what is done; \
the exit status is then 1.

Values of --set: one, several (50,60,70), a range (10..20 or 10..20:2, d18..d24:2), or `default`.
Modes: Aggressive for all sides, Squad:Cautious for one, Squad:Cautious+Sectoids:Hold for several.
Skills in the same way: veteran, Squad:veteran, Squad:veteran+Sectoids:quick.
A name with , : or + in it is written as it is, or in quotes: '\"Reds, 1st: A+B\":Hold'.
Inside an array job of Slurm, AWS Batch, Grid Engine or Kubernetes --shard is taken from there.

Examples:
  hexscape lab skirmish_6v8 --battles 1000
  hexscape lab missions --battles 200 --difficulty 75,100,125 --out report
  hexscape lab skirmish_6v8 --battles 2000 --set weapons.assault_rifle.damage=d18..d24:2
  hexscape lab --plan sweep.ron --out sweep --resume
  hexscape lab vigil --battles 2000 --out after --against before --explain
  hexscape lab cold_start --skill quick,'Third Wing:veteran' --battles 50
  hexscape lab cold_start --players quick,veteran,hold --battles 30
  hexscape lab --plan sweep.ron --out part3 --shard 3/16
  hexscape lab merge part1 part2 part3 --out sweep"
)]
pub struct Lab {
    #[command(subcommand)]
    command: Option<Command>,
    /// Mission files, names of shipped missions, folders of files, or patterns such as 'missions/*.ron'
    #[arg(required_unless_present = "plan")]
    missions: Vec<String>,
    /// Plan file (RON), instead of missions and options
    #[arg(long, value_name = "FILE", conflicts_with_all = ["missions", "settings", "modes", "skill", "difficulty", "first", "packs"])]
    plan: Option<PathBuf>,
    /// Battles of each case [default: 100, or what the plan says]
    #[arg(long, value_name = "N")]
    battles: Option<u64>,
    /// First seed [default: 1, or what the plan says]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Battles played at once [default: all cores]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Figure to vary; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUES", value_parser = FigureSetting::parse)]
    settings: Vec<FigureSetting>,
    /// AI modes to play, comma-separated; given several times, all combinations
    #[arg(long, value_name = "MODES")]
    modes: Vec<String>,
    /// How well computers play, `quick` or `veteran`, comma-separated; given several times, all combinations
    #[arg(long, value_name = "SKILLS")]
    skill: Vec<String>,
    /// Enemies in percent, comma-separated
    #[arg(long, value_name = "PERCENTS", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(i64::from(*DIFFICULTIES.start())..=i64::from(*DIFFICULTIES.end())))]
    difficulty: Vec<u16>,
    /// Sides that move first, comma-separated; `alternate` changes with each seed
    #[arg(long, value_name = "SIDES")]
    first: Vec<String>,
    /// Content pack to apply, in the order given; may be given several times
    #[arg(long = "pack", value_name = "FOLDER")]
    packs: Vec<PathBuf>,
    /// Plays only part K of N; in an array job also /N, or nothing
    #[arg(long, value_name = "K/N")]
    shard: Option<String>,
    /// Folder for results
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// What to keep of each battle in --out [default: shots, or what the plan says]
    #[arg(long, value_name = "WHAT", requires = "out", value_enum)]
    keep: Option<KeepArgument>,
    /// Has these computer players meet in pairs, with sides swapped, and ranks them; comma-separated, such as
    /// quick,veteran
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', conflicts_with_all = ["out", "shard", "explain", "against", "skill"])]
    players: Vec<String>,
    /// Resumes the run in --out
    #[arg(long, requires = "out")]
    resume: bool,
    #[command(flatten)]
    asked: Asked,
}

/// What is kept, as users write it.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum KeepArgument {
    /// Everything, 1 to 2 KB per battle
    Shots,
    /// All but single shots (no shots.parquet), about a fifth of the size
    Battles,
}

impl From<KeepArgument> for Keep {
    fn from(kept: KeepArgument) -> Self {
        match kept {
            KeepArgument::Shots => Self::Shots,
            KeepArgument::Battles => Self::Battles,
        }
    }
}

/// What is told beside the table.
#[derive(Clone, Debug, Args)]
struct Asked {
    /// Ranks what separates wins from defeats
    #[arg(long)]
    explain: bool,
    /// Compares with the results in another folder
    #[arg(long, value_name = "DIR")]
    against: Option<PathBuf>,
}

impl Asked {
    fn questions(&self) -> Result<Questions, FolderError> {
        Ok(Questions {
            explain: self.explain,
            against: self.against.as_deref().map(Results::open).transpose()?,
        })
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Merges the folders of shards into what a single run would have written
    Merge(Merge),
    /// Prints the JSON Schema of a findings file
    Schema {
        /// Which file
        #[arg(value_enum, default_value_t = Described::Findings)]
        file: Described,
    },
}

/// A file of findings that has a schema.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Described {
    /// findings.json
    Findings,
    /// explain.json, of --explain
    Explain,
    /// against.json, of --against
    Against,
}

impl Described {
    fn schema(self) -> &'static str {
        match self {
            Self::Findings => findings::SCHEMA,
            Self::Explain => explain::SCHEMA,
            Self::Against => against::SCHEMA,
        }
    }
}

/// Merges the folders of shards into what a single run would have written
#[derive(Debug, Args)]
struct Merge {
    /// Folders of shards, in any order
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Folder for the results; optional if the shards shared one
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    asked: Asked,
}

impl Lab {
    /// Plays the plan, or joins shards.
    pub fn run(self) -> ExitCode {
        match self.command {
            Some(Command::Merge(merge)) => return merge.run(),
            Some(Command::Schema { file }) => {
                say(file.schema().trim_end());
                return ExitCode::SUCCESS;
            }
            None => {}
        }
        if !self.players.is_empty() {
            return ladder::run(&self);
        }
        match self.prepare() {
            Ok(session) => session.run(),
            Err(code) => code,
        }
    }

    fn request(&self) -> Result<Request, Problems> {
        let mut request = match &self.plan {
            Some(file) => read_plan(file)?,
            None => Request {
                missions: self.missions.clone(),
                battles: BATTLES,
                seed: 1,
                packs: self.packs.clone(),
                difficulty: self.difficulty.clone(),
                modes: self.modes.iter().map(|list| vec![list.clone()]).collect(),
                skill: self.skill.iter().map(|list| vec![list.clone()]).collect(),
                first: self.first.clone(),
                settings: self.settings.clone(),
                ..Request::default()
            },
        };
        request.battles = self.battles.unwrap_or(request.battles);
        request.seed = self.seed.unwrap_or(request.seed);
        request.keep = match &self.out {
            Some(_) => self.keep.map_or(request.keep, Keep::from),
            // Nothing reads shots that no file is made of.
            None => Keep::Battles,
        };
        Ok(request)
    }

    fn prepare(&self) -> Result<LabSession, ExitCode> {
        let (shard, scheduler) =
            Shard::find(self.shard.as_deref(), |name| std::env::var(name).ok()).map_err(wrong)?;
        if let Some(scheduler) = scheduler {
            tell(format_args!(
                "shard {shard}, from the array job of {scheduler}"
            ));
        }
        if !shard.is_all() && self.out.is_none() {
            return Err(wrong(format_args!(
                "shard {shard} needs a folder: use --out DIR, or --shard 1/1 to play everything"
            )));
        }
        let content = assets_folder().map_err(fail)?.join("content");
        let request = self.request().map_err(fail)?;
        let plan = RunPlan::new(&request, &content).map_err(refuse)?;
        let run = plan.describe().map_err(refuse)?;
        // A folder that cannot be compared with is told before anything is played.
        let questions = self.asked.questions().map_err(fail)?;
        let identity = Identity::of(&plan, &run).map_err(fail)?;
        let reuse = match self.resume || !shard.is_all() {
            true => Reuse::SamePlan,
            false => Reuse::Never,
        };
        let (parts, run) = match &self.out {
            Some(path) => {
                let prepared = Folder::prepare(path, &identity, run, reuse);
                let prepared = prepared.map_err(fail)?;
                if shard.is_all() {
                    prepared.folder.clear_leftovers();
                }
                for file in prepared.mended {
                    tell(format_args!(
                        "{}: was altered or truncated; it is rewritten",
                        shown(&file)
                    ));
                }
                (RunParts::Folder(prepared.folder), prepared.run)
            }
            None => (RunParts::Memory(Default::default()), run),
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(LabSession {
            plan,
            results: Results {
                run,
                identity: identity.hash(),
                parts,
            },
            questions,
            shard,
            jobs: self.jobs.map_or(cores, usize::from),
        })
    }
}

/// Tells what is wrong with a plan; for files, with the status that every command has for them.
fn refuse(error: PlanError) -> ExitCode {
    match error {
        PlanError::Missions(_) | PlanError::Problems(_) => fail(error),
        _ => wrong(error),
    }
}

/// A plan that is about to be played.
struct LabSession {
    plan: RunPlan,
    results: Results,
    questions: Questions,
    shard: Shard,
    jobs: usize,
}

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

impl LabSession {
    fn run(self) -> ExitCode {
        let blocks = self.plan.blocks();
        let own = (0..blocks.count()).filter(|&block| self.shard.has(block));
        let own: Vec<_> = own.collect();
        let open = self.open(&own);
        let battles =
            |numbers: &[u64]| numbers.iter().map(|&block| blocks.get(block).battles).sum();
        let (own_battles, open_battles): (u64, u64) = (battles(&own), battles(&open));
        if open_battles < own_battles {
            let done = own_battles - open_battles;
            tell(format_args!(
                "{done} of {own_battles} battles are already done"
            ));
        }
        if let Err(error) = ctrlc::set_handler(stop) {
            tell(format_args!("note: Ctrl-C loses battles: {error}"));
        }
        let Results { run, identity, .. } = &self.results;
        let progress = Progress::new(run, open_battles);
        let begun = Instant::now();
        let job = Job {
            plan: &self.plan,
            run,
            identity: *identity,
            blocks: &open,
            jobs: self.jobs,
            stop: &STOP,
            watch: &|battle| progress.note(battle),
        };
        let played = job.play(&self.results.parts);
        tell(progress.finish(begun.elapsed(), self.jobs));
        let kept = self.results.parts.sync(own);
        let code = self.conclude();
        match played.and_then(|()| Ok(kept?)) {
            Err(error) => fail(error),
            Ok(()) if STOP.load(Ordering::Relaxed) => fail(self.how_to_go_on()),
            Ok(()) => code,
        }
    }

    /// Lists the blocks that are still to be played.
    fn open(&self, own: &[u64]) -> Vec<u64> {
        let RunParts::Folder(folder) = &self.results.parts else {
            return own.to_vec();
        };
        let run = &self.results.run;
        let is_open = |block: &&u64| match folder.state(run, **block) {
            PartState::Whole => false,
            PartState::Missing => true,
            PartState::Damaged(file) => {
                tell(format_args!(
                    "{}: was altered or truncated; its battles are replayed",
                    shown(&file)
                ));
                true
            }
        };
        own.iter().filter(is_open).copied().collect()
    }

    /// Tells what was played, and writes it if it is all of the plan.
    fn conclude(&self) -> ExitCode {
        let folder = match &self.results.parts {
            RunParts::Folder(folder) if self.shard.is_all() => Some(folder),
            _ => None,
        };
        let count = self.plan.blocks().count();
        let is_whole = |folder: &&Folder| (0..count).all(|block| folder.has(block));
        if let Some(folder) = folder.filter(is_whole) {
            return write(&self.results, &self.questions, folder.path());
        }
        match self.results.tell(&self.questions) {
            Ok(told) => {
                say(told.text().trim_end());
                ExitCode::SUCCESS
            }
            Err(error) => fail(error),
        }
    }

    fn how_to_go_on(&self) -> String {
        match &self.results.parts {
            RunParts::Memory(_) => "stopped; a run with --out DIR can be resumed".into(),
            RunParts::Folder(folder) => {
                let path = shown(folder.path());
                format!(
                    "stopped; to continue, run the same command with --resume (results are in {path})"
                )
            }
        }
    }
}

/// Writes the results of a whole run and prints the table.
fn write(results: &Results, questions: &Questions, folder: &Path) -> ExitCode {
    match results.write(questions, folder) {
        Ok(told) => {
            say(told.text().trim_end());
            let files = results.files().join(", ");
            tell(format_args!("{}: {files}", shown(folder)));
            ExitCode::SUCCESS
        }
        Err(error) => fail(error),
    }
}

/// Ends the run at the first Ctrl-C, the program at the second.
fn stop() {
    if STOP.swap(true, Ordering::Relaxed) {
        abandon();
        std::process::exit(STOPPED);
    }
    tell("\nstopping after the running battles; press Ctrl-C again to stop now");
}

impl Merge {
    fn run(self) -> ExitCode {
        tidy_when_stopped();
        let out = match (&self.out, self.folders.as_slice()) {
            (Some(out), _) => out,
            (None, [only]) => only,
            (None, _) => {
                return wrong("no output folder: use --out DIR");
            }
        };
        let questions = match self.asked.questions() {
            Ok(questions) => questions,
            Err(error) => return fail(error),
        };
        match merge(&self.folders, out) {
            Ok(results) => write(&results, &questions, out),
            Err(error) => fail(error),
        }
    }
}

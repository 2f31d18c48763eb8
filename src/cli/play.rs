//! `hexscape` and `hexscape play`: the window.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use hexscape::mission::AS_WRITTEN;
use hexscape::plain::shown;
use hexscape::save::{self, JournalError, JournalFile};
use hexscape::with_rules;

/// Opens the window with a mission, journal or save, or at the title screen
#[derive(Debug, Args)]
#[command(
    after_help = "Exits with status 1 and the reason if a file cannot be played, with 3 if no window can be opened.

Examples:
  hexscape play first_contact
  hexscape play breakthrough --seed 12 --difficulty 125 --result summary.json
  hexscape play battle.hexsave"
)]
pub struct Play {
    /// Mission file, name of a shipped mission, or journal or save file [default: the title screen]
    #[arg(conflicts_with = "journal", value_parser = super::mission_file())]
    mission: Option<PathBuf>,
    /// Seed of the dice [default: random]
    #[arg(long, requires = "mission")]
    seed: Option<u64>,
    /// Number of enemies, in percent of the mission's own
    #[arg(long, default_value_t = AS_WRITTEN, value_parser = super::parse_difficulty, conflicts_with = "journal", requires = "mission")]
    difficulty: u16,
    /// Content pack to apply, in the order given; may be given several times
    #[arg(
        long = "pack",
        value_name = "FOLDER",
        conflicts_with = "journal",
        requires = "mission"
    )]
    packs: Vec<PathBuf>,
    /// Journal or save file with any name
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    journal: Option<PathBuf>,
    /// Writes the mission summary as JSON when the battle ends
    #[arg(long, value_name = "FILE")]
    result: Option<PathBuf>,
    /// Window size in logical pixels (scaled by the display), at least 960x600 [default: 1440x900]
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = parse_size)]
    window: Option<[u32; 2]>,
    /// Visits every screen by script, saves screenshots to the folder and quits (for tests)
    #[arg(long, value_name = "FOLDER", hide = true)]
    smoke: Option<PathBuf>,
    /// Measures frame times over this many frames and quits (for the manual)
    #[arg(long, value_name = "N", hide = true, value_parser = clap::value_parser!(u16).range(1..))]
    frames: Option<u16>,
}

/// Reads a size in logical pixels such as `1280x720`.
fn parse_size(text: &str) -> Result<[u32; 2], String> {
    let ranges = [960..=7680, 600..=4320];
    let size = text.split_once('x').and_then(|(width, height)| {
        let size = [width.parse().ok()?, height.parse().ok()?];
        (ranges
            .iter()
            .zip(&size)
            .all(|(range, side)| range.contains(side)))
        .then_some(size)
    });
    size.ok_or_else(|| {
        "expected width and height from 960x600 to 7680x4320, such as 1280x720".into()
    })
}

/// Status when no window can be opened.
#[cfg(not(feature = "desktop"))]
const NO_DISPLAY: u8 = 3;

/// Endings of the names of files to play on from.
const KEPT: [&str; 2] = [save::EXTENSION, "journal"];

impl Play {
    /// Opens the window, once the file is known to be playable.
    pub fn run(mut self) -> ExitCode {
        let file = self.mission.take_if(|file| is_kept(file));
        self.journal = self.journal.take().or(file);
        let read = [&self.mission, &self.journal].into_iter().flatten();
        // Told before the battle is played, not after it.
        let inputs = super::output::Inputs::new(read.cloned());
        if let Err(error) = inputs.check(self.result.as_slice()) {
            return super::output::fail(error);
        }
        if let Some(journal) = &self.journal {
            if self.seed.is_some() || self.difficulty != AS_WRITTEN || !self.packs.is_empty() {
                return super::output::wrong(format_args!(
                    "{}: --seed, --difficulty and --pack apply to missions only; this is a journal or save",
                    shown(journal)
                ));
            }
            if let Err(error) = check_kept(journal) {
                return super::output::fail(error);
            }
        }
        if let Some(mission) = &self.mission {
            let seed = self.seed.unwrap_or_default();
            let variation = super::VariationArguments::default();
            let loaded =
                super::load_mission(mission, &self.packs, seed, self.difficulty, &variation);
            if let Err(error) = loaded {
                return super::output::fail(error);
            }
        }
        self.open()
    }

    #[cfg(feature = "desktop")]
    fn open(self) -> ExitCode {
        use hexscape::game::{self, Options, Start};
        let start = match (self.mission, self.journal) {
            (Some(file), _) => Start::Mission {
                file,
                seed: self.seed,
                difficulty: self.difficulty,
                packs: self.packs,
            },
            (None, Some(journal)) => Start::Journal(journal),
            (None, None) => Start::Title,
        };
        game::run(Options {
            result: self.result,
            smoke: self.smoke,
            frames: self.frames.map(usize::from),
            window: self.window,
            ..Options::new(start)
        })
    }

    #[cfg(not(feature = "desktop"))]
    fn open(self) -> ExitCode {
        title()
    }
}

/// Whether a file is one to play on from: by its name, or by what it holds.
fn is_kept(file: &Path) -> bool {
    let ending = file.extension().and_then(OsStr::to_str);
    match ending {
        Some("ron") => false,
        Some(ending) if KEPT.contains(&ending) => true,
        _ => save::rules_of(file).is_ok(),
    }
}

/// Checks that a journal or save can be read whole and its mission be built.
fn check_kept(file: &Path) -> Result<(), JournalError> {
    let rules = save::rules_of(file)?;
    with_rules!(rules, R => JournalFile::<R>::read(file)?.mission().map(drop))
        .map_err(|error| error.of(file))
}

/// Opens the title screen.
#[cfg(feature = "desktop")]
pub fn title() -> ExitCode {
    use hexscape::game::{self, Options, Start};
    game::run(Options::new(Start::Title))
}

/// Says that this build has no window.
#[cfg(not(feature = "desktop"))]
pub fn title() -> ExitCode {
    super::output::tell(
        "this build of Hexscape has no window; build it with the feature `desktop`",
    );
    ExitCode::from(NO_DISPLAY)
}

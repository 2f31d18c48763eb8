//! The command line: one file per subcommand.
//!
//! **Invariant:** errors go to standard error, data to standard output, both by [`output`] alone. Exit
//! status: 0 done, 1 the command found something wrong or could not write, 2 wrong arguments, 3 no
//! display.

mod check;
mod edit;
mod import;
mod lab;
mod manual;
mod output;
mod play;
mod replay;
mod shipped;
mod sim;
mod vectors;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bevy::prelude::World;
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{CommandFactory, Parser, Subcommand};
use hexscape::battle::ahead;
use hexscape::battle::journal::Entry;
use hexscape::battle::order::Opening;
use hexscape::battle::watch::Watcher;
use hexscape::content::{self, assets_folder};
use hexscape::lab::plan::{DIFFICULTIES, skilled, vary};
use hexscape::lab::settings::FigureSetting;
use hexscape::mission::{Mission, MissionSource, file_named, nearest_file};
use hexscape::plain::plain;
use hexscape::playing::{Game, foresee, side_names};

use self::output::{say, tell};

/// A hex tactics game and balance laboratory.
#[derive(Debug, Parser)]
#[command(
    version,
    about,
    after_help = "Without a subcommand the game opens at its title screen.

Examples:
  hexscape
  hexscape play first_contact --seed 7
  hexscape sim skirmish_6v8 --seeds 1..1000 --jobs 2
  hexscape lab skirmish_6v8 --battles 1000
  hexscape check my_mission.ron"
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Opens a mission, journal or save in the window
    Play(play::Play),
    /// Opens a mission in the board editor, or creates a new one
    Edit(edit::Edit),
    /// Converts a hexagonal Tiled map into a mission with a legend to edit
    Import(import::Import),
    /// Plays a mission computer against computer, without a window
    Sim(sim::Sim),
    /// Plays many battles and reports how they end and what decides them
    Lab(Box<lab::Lab>),
    /// Replays a journal and verifies every fingerprint
    Replay(replay::Replay),
    /// Checks mission and content files and prints every problem
    Check(check::Check),
    /// Runs rule vectors against the live rules
    Vectors(vectors::Vectors),
    /// Prints a chapter of the manual, or the list of chapters
    Manual(manual::Manual),
    /// Prints shell completions
    Completions(manual::Completions),
    /// Prints the manual page of the program or of a command
    Man(manual::Man),
}

/// Runs the command that the arguments of the program name; returns its status.
pub fn run() -> ExitCode {
    content::shipped::provide(shipped::files());
    output::settle(match Arguments::try_parse() {
        Ok(arguments) => arguments.run(),
        Err(answer) => output::answer(&plainly(answer)),
    })
}

/// Returns an answer that quotes no argument in a form that steers the terminal, such as the name of a file
/// that a shell filled in: the answer to the same arguments in plain form.
fn plainly(answer: clap::Error) -> clap::Error {
    let arguments = std::env::args_os().map(|argument| plain(&argument.to_string_lossy()));
    match Arguments::try_parse_from(arguments) {
        Err(plain) => plain,
        // Only what steers was wrong.
        Ok(_) => {
            Arguments::command().error(answer.kind(), "an argument contains control characters")
        }
    }
}

impl Arguments {
    /// Runs the subcommand, or opens the game.
    fn run(self) -> ExitCode {
        match self.command {
            None => play::title(),
            Some(Command::Play(play)) => play.run(),
            Some(Command::Edit(edit)) => edit.run(),
            Some(Command::Import(import)) => import.run(),
            Some(Command::Sim(sim)) => sim.run(),
            Some(Command::Lab(lab)) => lab.run(),
            Some(Command::Replay(replay)) => replay.run(),
            Some(Command::Check(check)) => check.run(),
            Some(Command::Vectors(vectors)) => vectors.run(),
            Some(Command::Manual(manual)) => manual.run(),
            Some(Command::Completions(completions)) => completions.run(),
            Some(Command::Man(man)) => man.run(),
        }
    }
}

/// Prints what the computer weighed before it gave an order; nothing if it was not its own.
fn tell_decision<R: Game>(world: &mut World, entry: &Entry<R::Order>) {
    if !R::owes(world, entry.side) || tell_thought::<R>(world, entry) {
        return;
    }
    let advice = R::advise(world, entry.side);
    if advice.order == entry.order
        && let Some(line) = advice.line()
    {
        say(format_args!("? {line}"));
    }
}

/// Prints what a computer that looks ahead chose from, with how each option stood on average in the battles that
/// it imagined, and what it expects; returns whether the order was such a choice.
fn tell_thought<R: Game>(world: &mut World, entry: &Entry<R::Order>) -> bool {
    if !ahead::looks_ahead::<R>(world, entry.side) {
        return false;
    }
    let ahead = ahead::look_ahead::<R>(world, entry.side);
    if ahead.order != entry.order || ahead.weighed.len() < 2 {
        return false;
    }
    let foresight = foresee::<R>(world, entry.side, &ahead);
    say(format_args!("? looks ahead: {}", foresight.options_line()));
    let expected = foresight.expected_line(&side_names(world));
    if !expected.is_empty() {
        say(format_args!("? expects: {expected}"));
    }
    true
}

/// Prints the events with which a battle began.
fn tell_opening<R: Game>(world: &World) {
    let opening = &world.resource::<Opening<R>>().0;
    for line in opening.iter().flat_map(|event| R::tell_event(world, event)) {
        say(line);
    }
}

/// Says events in words as they land: where units stand and what they have left is that of then.
#[derive(Debug, Default)]
struct Told(Vec<String>);

impl Told {
    fn print(self) {
        self.0.into_iter().for_each(say);
    }
}

impl<R: Game> Watcher<R> for Told {
    fn after(&mut self, world: &World, event: &R::Event) {
        self.0.extend(R::tell_event(world, event));
    }
}

/// Mission files, as commands take them: paths, and names of shipped missions.
fn mission_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(|given| file_named(&given))
}

/// Difficulty, as commands take it.
fn parse_difficulty(text: &str) -> Result<u16, String> {
    let number = text.trim_end_matches('%').parse().ok();
    number
        .filter(|percent| DIFFICULTIES.contains(percent))
        .ok_or_else(|| {
            let (least, most) = (DIFFICULTIES.start(), DIFFICULTIES.end());
            format!("{text:?} is not a difficulty (allowed: {least} to {most} percent)")
        })
}

/// What is changed of a mission, as `hexscape lab` varies it.
#[derive(Debug, Default, clap::Args)]
struct VariationArguments {
    /// Figure to change, such as `weapons.assault_rifle.damage=d22`
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = FigureSetting::parse)]
    settings: Vec<FigureSetting>,
    /// AI mode of all sides, or of one as in `Squad:Cautious`; join several with +
    #[arg(long, value_name = "MODES")]
    modes: Option<String>,
    /// How well computers play, `quick` or `veteran`: all sides, or one as in `Squad:veteran`; join several with +
    #[arg(long, value_name = "SKILLS")]
    skill: Option<String>,
    /// Side that moves first each turn; `alternate` changes with each seed
    #[arg(long, value_name = "SIDE")]
    first: Option<String>,
}

impl VariationArguments {
    fn is_none(&self) -> bool {
        self.settings.is_empty() && self.modes.is_none() && self.first.is_none()
    }
}

/// Reads and builds a mission with the shipped content.
fn load_mission(
    file: &Path,
    packs: &[PathBuf],
    seed: u64,
    difficulty: u16,
    variation: &VariationArguments,
) -> Result<(MissionSource, Mission), String> {
    let content = assets_folder()?.join("content");
    let source = MissionSource::read(file, &content).map_err(|problems| {
        let hint = nearest_file(file);
        format!("{problems}{hint}")
    })?;
    let mut source = source.at(difficulty);
    source.content = (source.content.with_packs(packs)).map_err(|problems| problems.to_string())?;
    for conflict in source.content.conflicts() {
        tell(format_args!("note: {conflict}"));
    }
    if !variation.is_none() {
        let (modes, first) = (variation.modes.as_deref(), variation.first.as_deref());
        source =
            vary(source, modes, first, &variation.settings).map_err(|error| error.to_string())?;
    }
    if let Some(skills) = &variation.skill {
        source = skilled(source, skills).map_err(|error| error.to_string())?;
    }
    let mission = source
        .build(seed)
        .map_err(|problems| problems.to_string())?;
    Ok((source, mission))
}

/// Inserts the seed into a file name: `battle.journal` → `battle-7.journal`.
fn with_seed(file: &Path, seed: u64) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let name = match file.extension() {
        Some(extension) => format!("{stem}-{seed}.{}", extension.to_string_lossy()),
        None => format!("{stem}-{seed}"),
    };
    file.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use hexscape::manual::topics;

    use super::*;

    /// Lists the commands of examples for the shell, without what a shell would make of them.
    fn commands(text: &str) -> impl Iterator<Item = &str> {
        let examples = text.split("```sh\n").skip(1);
        let examples = examples.filter_map(|rest| rest.split("```").next());
        let lines = examples.flat_map(str::lines);
        let lines = lines.filter(|line| line.starts_with("hexscape "));
        lines.filter_map(|line| line.split('#').next())
    }

    #[test]
    fn commands_of_readme_and_manual_are_such() {
        let readme = include_str!("../../README.md");
        let texts = (topics().iter().map(|topic| topic.text)).chain([readme]);
        let mut count = 0;
        for command in texts.flat_map(commands) {
            count += 1;
            let words = command.split_whitespace();
            if let Err(error) = Arguments::try_parse_from(words) {
                panic!("{command}: {error}");
            }
        }
        assert!(count >= 8, "{count}");
    }
}

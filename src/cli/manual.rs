//! `hexscape manual`, and `hexscape completions` and `hexscape man`: the command line as shells and readers of
//! manual pages take it.

use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use hexscape::content::problem::suggest;
use hexscape::manual::{Section, Topic, find, topics};

use super::Arguments;
use super::output::{print, say, wrong};

/// Name of the program.
const PROGRAM: &str = "hexscape";

/// Prints shell completions
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hexscape completions bash > ~/.local/share/bash-completion/completions/hexscape
  hexscape completions fish > ~/.config/fish/completions/hexscape.fish")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub fn run(self) -> ExitCode {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), PROGRAM, &mut script);
        print(&script);
        ExitCode::SUCCESS
    }
}

/// Prints the manual page of the program or of a command
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hexscape man | man -l -
  hexscape man sim > ~/.local/share/man/man1/hexscape-sim.1")]
pub struct Man {
    /// The command
    command: Option<String>,
}

impl Man {
    /// Prints the page.
    pub fn run(self) -> ExitCode {
        let mut program = Arguments::command();
        program.build();
        let described = match &self.command {
            None => &program,
            Some(name) => match program.find_subcommand(name) {
                Some(command) => command,
                None => {
                    let names = program.get_subcommands().map(clap::Command::get_name);
                    let hint = suggest(name, names);
                    return wrong(format_args!("unknown command {name:?}{hint}"));
                }
            },
        };
        let mut page = Vec::new();
        (clap_mangen::Man::new(described.clone()).render(&mut page))
            .expect("memory can be written to");
        print(&page);
        ExitCode::SUCCESS
    }
}

/// Prints a chapter of the manual, or the list of chapters
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hexscape manual
  hexscape manual missions | less
  hexscape manual --find \"difficulty percent\"")]
pub struct Manual {
    /// Chapters to print; lists them if none is given
    topics: Vec<String>,
    /// Prints the sections that hold all of these words
    #[arg(long, value_name = "WORDS", conflicts_with = "topics")]
    find: Option<String>,
}

impl Manual {
    /// Prints what is asked for.
    pub fn run(self) -> ExitCode {
        if let Some(words) = &self.find {
            return search(words);
        }
        if self.topics.is_empty() {
            for topic in topics() {
                say(format_args!("{:<13} {}", topic.name, topic.about));
            }
            return ExitCode::SUCCESS;
        }
        let mut chapters = Vec::new();
        for name in &self.topics {
            let Some(topic) = Topic::named(name) else {
                let hint = suggest(name, topics().iter().map(|topic| topic.name));
                return wrong(format_args!("the manual has no topic {name:?}{hint}"));
            };
            chapters.push(topic.text);
        }
        print(chapters.join("\n").as_bytes());
        ExitCode::SUCCESS
    }
}

/// Prints the sections that hold some words.
fn search(words: &str) -> ExitCode {
    let found = find(words);
    if found.is_empty() {
        return wrong(format_args!("the manual has no section with {words:?}"));
    }
    for Section {
        topic,
        heading,
        text,
    } in found
    {
        say(format_args!(
            "[{}] {heading}\n{}",
            topics()[topic].name,
            text.trim_end()
        ));
        say("");
    }
    ExitCode::SUCCESS
}

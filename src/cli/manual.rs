//! `hexscape completions` and `hexscape man`: the command line as shells and readers of manuals take it.

use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use hexscape::content::problem::suggest;

use super::{
    Arguments,
    output::{print, wrong},
};

/// Name of the program.
const PROGRAM: &str = "hexscape";

/// Prints what makes a shell complete commands
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
                    return wrong(format_args!("{name:?} is no command{hint}"));
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

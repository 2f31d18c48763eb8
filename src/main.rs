//! The `hexscape` program: arguments in, one call per subcommand.

mod cli;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    cli::Arguments::parse().run()
}

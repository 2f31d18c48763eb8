//! The `hexscape` program: arguments in, one call per subcommand.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}

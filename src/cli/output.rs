//! What commands print, and where they write.
//!
//! **Invariant:** a command whose data could not be printed fails, whatever else it did. Only a reader
//! who has gone away is no fault of it: the command says no more, and writes its files and ends with
//! its status as ever.
//!
//! **Invariant:** whatever a file or a name holds, nothing printed steers the terminal: the functions
//! here leave only line breaks and tabs. A text whose line breaks are not the program's own has to be
//! made [`plain`](hexscape::plain::plain) before.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::OnceLock;

use hexscape::files::{abandon, destination};
use hexscape::plain::{plain_lines, shown};

/// Why standard output takes nothing any more.
static LOST: OnceLock<io::Error> = OnceLock::new();

/// Wrong arguments, as clap has them.
const WRONG: u8 = 2;

/// Status of a program that was stopped from outside.
pub const STOPPED: i32 = 130;

/// Has a program that Ctrl-C or the system stops remove what it has half written.
pub fn tidy_when_stopped() {
    // Where a signal is passed over, as `nohup` has it, none is taken; the next program tidies up then.
    let _ = ctrlc::try_set_handler(|| {
        abandon();
        std::process::exit(STOPPED);
    });
}

/// Prints a line of data.
pub fn say(line: impl Display) {
    if LOST.get().is_none() {
        note(writeln!(io::stdout(), "{}", plain_lines(&line.to_string())));
    }
}

/// Prints data as it is.
pub fn print(data: &[u8]) {
    if LOST.get().is_none() {
        note(io::stdout().write_all(data));
    }
}

/// Prints a line about the data, or about what is wrong.
pub fn tell(line: impl Display) {
    // Where this cannot be written, nothing can be told; the status still says it.
    let _ = writeln!(io::stderr(), "{}", plain_lines(&line.to_string()));
}

/// Prints an error and returns the status of a failed command.
pub fn fail(error: impl Display) -> ExitCode {
    tell(error);
    ExitCode::FAILURE
}

/// Prints what is wrong with the arguments and returns the status for it.
pub fn wrong(error: impl Display) -> ExitCode {
    tell(error);
    ExitCode::from(WRONG)
}

/// Prints help, version or what is wrong with the arguments; returns the status.
pub fn answer(answer: &clap::Error) -> ExitCode {
    let printed = answer.print();
    if !answer.use_stderr() {
        note(printed);
    }
    u8::try_from(answer.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// Whether nobody gets any more of what is printed.
pub fn is_lost() -> bool {
    LOST.get().is_some()
}

/// Whether printing failed for another reason than that nobody reads.
pub fn has_failed() -> bool {
    failure().is_some()
}

/// Returns the status a command ends with: that of its work, or of a failure if its data could not be
/// printed.
pub fn settle(status: ExitCode) -> ExitCode {
    note(io::stdout().flush());
    match failure() {
        Some(error) if status == ExitCode::SUCCESS => {
            fail(format_args!("standard output: cannot write: {error}"))
        }
        _ => status,
    }
}

/// Files that a command reads, which it must not write over.
pub struct Inputs(Vec<PathBuf>);

impl Inputs {
    /// Takes files by any of their names.
    pub fn new(files: impl IntoIterator<Item = PathBuf>) -> Self {
        let found = files.into_iter();
        Self(found.filter_map(|file| destination(&file).ok()).collect())
    }

    /// Checks files that the command is to write: none may be a folder, one that it reads, or another
    /// one that it writes.
    ///
    /// # Errors
    /// A sentence with the file.
    pub fn check(&self, outputs: &[PathBuf]) -> Result<(), String> {
        let mut taken = Vec::new();
        for file in outputs {
            let place = destination(file).map_err(|error| error.to_string())?;
            let name = shown(file);
            if self.0.contains(&place) {
                return Err(format!(
                    "{name}: is an input of this command; choose another file to write"
                ));
            }
            if taken.contains(&place) {
                return Err(format!(
                    "{name}: is given for two outputs; choose another file"
                ));
            }
            taken.push(place);
        }
        Ok(())
    }
}

/// Notes if something was not printed.
fn note(printed: io::Result<()>) {
    if let Err(error) = printed {
        // Another thread may have found out first.
        let _ = LOST.set(error);
    }
}

fn failure() -> Option<&'static io::Error> {
    let error = LOST.get();
    error.filter(|error| error.kind() != ErrorKind::BrokenPipe)
}

//! Problems of files under trial: each names a place that exists.

use hexscape::content::problem::{Place, Problem};

use crate::trace::Trace;

/// Checks that a problem names a place of the text and says something; notes what it says.
pub fn check_problem(problem: &Problem, text: &str, stage: &str, trace: &mut Trace) {
    let Place { line, column } = problem.place;
    // The end of the file is a place, too.
    let lines: Vec<_> = text.split('\n').collect();
    let named = (line as usize).checked_sub(1).and_then(|at| lines.get(at));
    let named = named.unwrap_or_else(|| panic!("there is no such line: {problem}"));
    let columns = named.chars().count() + 1;
    assert!(
        (1..=columns).contains(&(column as usize)),
        "line {line} has {columns} columns: {problem}"
    );
    let message = &problem.message;
    assert!(!message.is_empty() && !message.contains('\n'), "{problem}");
    trace.note_message(stage, message);
}

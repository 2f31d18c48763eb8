//! Rule vectors: refused at places that exist, or run.

use hexscape::content::{assets_folder, tree};
use hexscape::vectors;

use crate::campaign::{Target, run};
use crate::content::shipped;
use crate::mutate::Grammar;
use crate::places::check_problem;
use crate::trace::Trace;

/// Name of the file in messages.
const FILE: &str = "tried.ron";
/// Every so many shipped vectors is an input to begin with.
const STEP: usize = 12;

const TARGET: Target = Target {
    name: "vectors",
    grammar: Grammar::Ron,
    run: tried,
    seeds,
    mutations: 200,
};

#[test]
fn any_vectors_are_refused_where_they_are_wrong_or_run() {
    run(&TARGET);
}

/// Some of the shipped vectors, each a file of its own.
fn seeds() -> Vec<Vec<u8>> {
    let folder = assets_folder().expect("the assets are beside the crate");
    let mut found = Vec::new();
    for name in ["battlescape.ron", "fleet.ron", "switches.ron"] {
        let text = std::fs::read_to_string(folder.join("vectors").join(name)).expect("shipped");
        let root = tree::parse(name, &text).expect("the shipped vectors are sound");
        let tree::Value::List(nodes) = &root.value else {
            panic!("{name} is no list");
        };
        let some = nodes.iter().step_by(STEP);
        found.extend(some.map(|node| format!("[{}]", &text[node.span.range()]).into_bytes()));
    }
    found
}

fn tried(data: &[u8], trace: &mut Trace) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match vectors::run_text(FILE, text, shipped()) {
        Ok(findings) => {
            for finding in findings {
                trace.note("holds", finding.failures.is_empty());
                for failure in finding.failures {
                    trace.note_message("failure", &failure);
                }
            }
        }
        Err(problems) => {
            assert!(
                !problems.0.is_empty(),
                "they are refused, and nobody says why"
            );
            for problem in &problems.0 {
                match problem.file == FILE {
                    true => check_problem(problem, text, "vectors", trace),
                    false => trace.note_message("content", &problem.message),
                }
            }
        }
    }
}

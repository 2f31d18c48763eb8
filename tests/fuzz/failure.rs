//! What happens when a target fails: the panic is caught, the input made small and kept.
//!
//! **Invariant:** two failures are the same if they happen at the same place of the program with the
//! same message but for numbers and names.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Once;

use hexscape::battle::fingerprint::stable_hash;

use crate::campaign::Target;
use crate::ron::tokens;
use crate::trace::{Trace, plain};

/// Runs a failing input is made smaller with, at most.
const MOST_RUNS: usize = 600;

/// A way in which a target fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Place in the program.
    place: String,
    /// What it says.
    pub message: String,
}

impl Failure {
    /// Returns what tells it from other failures.
    pub fn key(&self) -> (String, String) {
        let first = self.message.lines().next().unwrap_or_default();
        (self.place.clone(), plain(first))
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

thread_local! {
    /// The last panic of this thread, while somebody is interested.
    static LAST: RefCell<Option<Option<Failure>>> = const { RefCell::new(None) };
}

/// Has panics kept instead of printed while a target runs.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let is_kept = LAST.with_borrow_mut(|last| {
                let Some(last) = last else { return false };
                let place = info.location().map(ToString::to_string);
                let message = info.payload_as_str().unwrap_or("no message").to_owned();
                let place = place.unwrap_or_default();
                *last = Some(Failure { place, message });
                true
            });
            if !is_kept {
                before(info);
            }
        }));
    });
}

/// Runs a target on an input.
pub fn attempt(target: &Target, input: &[u8]) -> Result<Trace, Failure> {
    listen();
    LAST.set(Some(None));
    let mut trace = Trace::default();
    let done = catch_unwind(AssertUnwindSafe(|| (target.run)(input, &mut trace)));
    let failure = LAST.replace(None).flatten();
    match done {
        Ok(()) => Ok(trace),
        Err(_) => Err(failure.expect("a panic passes the hook")),
    }
}

/// Makes a failing input smaller as long as it fails alike.
pub fn minimize(target: &Target, input: &[u8], failure: &Failure) -> Vec<u8> {
    let mut small = input.to_vec();
    let mut runs = 0;
    let mut fails = |input: &[u8]| {
        runs += 1;
        let found = (runs <= MOST_RUNS).then(|| attempt(target, input));
        matches!(found, Some(Err(found)) if found.key() == failure.key())
    };
    // Lines first, then tokens, then bytes.
    let pieces: [fn(&[u8]) -> Vec<usize>; 3] = [
        |text| {
            let ends = (1..).zip(text).filter(|(_, byte)| **byte == b'\n');
            ends.map(|(end, _)| end).collect()
        },
        |text| tokens(text).iter().map(|token| token.range.end).collect(),
        |text| (1..=text.len()).collect(),
    ];
    for cut in pieces {
        let mut size = cut(&small).len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            loop {
                let mut ends = vec![0];
                ends.extend(cut(&small));
                let (Some(&start), Some(&end)) = (
                    ends.get(at),
                    ends.get((at + size).min(ends.len().saturating_sub(1))),
                ) else {
                    break;
                };
                if start >= end {
                    break;
                }
                let less = [&small[..start], &small[end..]].concat();
                match fails(&less) {
                    true => small = less,
                    false => at += size,
                }
            }
            size /= 2;
        }
    }
    small
}

/// Writes a failing input to a file; returns its path.
pub fn keep(target: &Target, input: &[u8], failure: &Failure) -> PathBuf {
    let name = format!("{}-{:08x}", target.name, stable_hash(&failure.key()) >> 32);
    let file = folder().join(name);
    std::fs::write(&file, input).expect("the folder of the build can be written");
    file
}

/// Returns the folder for failing inputs.
pub fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    std::fs::create_dir_all(&folder).expect("the folder of the build can be written");
    folder
}

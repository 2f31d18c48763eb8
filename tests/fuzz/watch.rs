//! Watches over the input that is being tried: one that hangs or eats memory ends the program.
//!
//! **Invariant:** such an input is written to a file before the program ends.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::failure::folder;
use crate::memory::memory;

/// Time after which an input hangs.
const HANGS: Duration = Duration::from_secs(120);
/// Memory of the program that no input needs, KiB.
const EATS: u64 = 4 << 20;
/// Time between two looks.
const APART: Duration = Duration::from_millis(200);

/// Watches over the inputs of a target until it is dropped.
pub struct Watch(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    ends: Condvar,
}

#[derive(Default)]
struct State {
    /// The input that is being tried, and since when.
    input: Option<(Instant, Vec<u8>)>,
    is_over: bool,
}

impl Watch {
    /// Begins to watch.
    pub fn begin(target: &'static str) -> Self {
        let shared = Arc::<Shared>::default();
        let watched = shared.clone();
        std::thread::spawn(move || watched.watch(target));
        Self(shared)
    }

    /// Says which input is tried from now on.
    pub fn starts(&self, input: &[u8]) {
        self.change(|state| state.input = Some((Instant::now(), input.to_vec())));
    }

    /// Says that it is done.
    pub fn ends(&self) {
        self.change(|state| state.input = None);
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.0.state.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.change(|state| state.is_over = true);
        self.0.ends.notify_all();
    }
}

impl Shared {
    fn watch(&self, target: &str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while !state.is_over {
            let waited = self.ends.wait_timeout(state, APART);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            let Some((since, input)) = &state.input else {
                continue;
            };
            let eats = memory().is_some_and(|memory| memory.now > EATS);
            if eats || since.elapsed() > HANGS {
                let what = if eats { "eats" } else { "hangs" };
                let file = folder().join(format!("{target}-{what}"));
                std::fs::write(&file, input).expect("the folder of the build can be written");
                eprintln!(
                    "{target}: the program {what} while it tries {}",
                    file.display()
                );
                std::process::exit(101);
            }
        }
    }
}

//! Work that several threads do and that is taken over in order.
//!
//! **Invariant:** what is taken over, and in which order, does not hang on the number of threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the threads share.
struct Shared<T, E, F> {
    /// Pieces begun.
    begun: u64,
    /// Pieces taken over.
    taken: u64,
    /// Pieces that are done but wait for an earlier one.
    waiting: BTreeMap<u64, T>,
    take: F,
    is_over: bool,
    failure: Option<E>,
}

/// Does so many pieces of work, counted from 0, on some threads, each with a workbench of its own, and
/// takes them over in order until `take` breaks off; what was begun beyond that is thrown away.
///
/// # Errors
/// The first failure; nothing is begun after it.
pub fn in_order<W, T: Send, E: Send>(
    threads: usize,
    count: u64,
    workbench: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64) -> Result<T, E> + Sync,
    take: impl FnMut(T) -> ControlFlow<()> + Send,
) -> Result<(), E> {
    let shared = Mutex::new(Shared {
        begun: 0,
        taken: 0,
        waiting: BTreeMap::new(),
        take,
        is_over: false,
        failure: None,
    });
    let thread = || {
        let mut workbench = workbench();
        loop {
            let Some(piece) = lock(&shared).begin(count) else {
                break;
            };
            let done = work(&mut workbench, piece);
            lock(&shared).end(piece, done);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..count.min(threads as u64) {
            scope.spawn(thread);
        }
        thread();
    });
    let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    shared.failure.map_or(Ok(()), Err)
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T, E, F: FnMut(T) -> ControlFlow<()>> Shared<T, E, F> {
    /// Returns the number of the next piece, if there is one.
    fn begin(&mut self, count: u64) -> Option<u64> {
        let piece = self.begun;
        let is_next = !self.is_over && piece < count;
        self.begun += u64::from(is_next);
        is_next.then_some(piece)
    }

    /// Takes over what is next in order.
    fn end(&mut self, piece: u64, done: Result<T, E>) {
        match done {
            Ok(done) => self.waiting.insert(piece, done),
            Err(error) => {
                self.is_over = true;
                self.failure.get_or_insert(error);
                return;
            }
        };
        while !self.is_over
            && let Some(done) = self.waiting.remove(&self.taken)
        {
            self.taken += 1;
            self.is_over = (self.take)(done).is_break();
        }
    }
}

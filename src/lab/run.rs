//! Playing the blocks of a plan on several threads.
//!
//! **Invariant:** a block depends on the plan alone; a block that is not whole is thrown away, so that
//! an interruption loses its battles and nothing else.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::chronicle::record::BattleRecord;
use crate::content::problem::Problems;
use crate::headless::Arena;
use crate::lab::case::Run;
use crate::lab::part::{FolderError, Played, RunParts, seal};
use crate::lab::plan::{Block, PlanError, RunPlan};
use crate::lab::stage::Stage;
use crate::plain::plain;

/// Why a run broke off.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A result could not be kept.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The plan has a case that does not load.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The seed draws a board or places that do not load.
    #[error("{}, seed {seed}: {problems}", plain(label))]
    Seed {
        /// Case.
        label: String,
        /// Seed.
        seed: u64,
        /// What is wrong.
        problems: Problems,
    },
    /// A battle made the program fail: a mistake in it.
    #[error(
        "the program failed in a battle; this is a bug. Reproduce it with: {}",
        plain(replay)
    )]
    Battle {
        /// What plays the battle again.
        replay: String,
    },
}

/// What is to be played, and where it is kept.
pub struct Job<'a> {
    /// The plan.
    pub plan: &'a RunPlan,
    /// Its description.
    pub run: &'a Run,
    /// Hash of its identity.
    pub identity: u64,
    /// Numbers of the blocks to play, in order.
    pub blocks: &'a [u64],
    /// Threads.
    pub jobs: usize,
    /// Set by whoever wants the run to end.
    pub stop: &'a AtomicBool,
    /// Told every battle when it is over.
    pub watch: &'a (dyn Fn(&BattleRecord) + Sync),
}

impl Job<'_> {
    /// Plays the blocks; returns early when told to stop.
    ///
    /// # Errors
    /// What broke the run off. Blocks that were finished are kept all the same.
    pub fn play(&self, parts: &RunParts) -> Result<(), RunError> {
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        let has_failed = AtomicBool::new(false);
        let work = || {
            let mut worker = Worker::new(self);
            while !has_failed.load(Ordering::Relaxed) {
                let Some(&number) = self.blocks.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    break;
                };
                let played = worker.block(self.plan.blocks().get(number));
                let kept = played.and_then(|played| match played {
                    Some(played) => {
                        let sealed = seal(self.identity, number, &played);
                        let sealed =
                            sealed.map_err(|bytes| FolderError::of_block(number, bytes))?;
                        Ok(parts.put(number, sealed)?)
                    }
                    None => Ok(()),
                });
                if let Err(error) = kept {
                    has_failed.store(true, Ordering::Relaxed);
                    let mut failure = failure.lock().expect("nobody fails while holding it");
                    failure.get_or_insert(error);
                }
                if self.stop.load(Ordering::Relaxed) {
                    break;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.jobs.min(self.blocks.len()) {
                scope.spawn(work);
            }
            work();
        });
        match failure
            .into_inner()
            .expect("nobody failed while holding it")
        {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// One thread of a run.
struct Worker<'a> {
    job: &'a Job<'a>,
    arena: Arena,
    /// The case that was played last, since blocks of a case follow each other.
    stage: Option<Stage<'a>>,
}

impl<'a> Worker<'a> {
    fn new(job: &'a Job<'a>) -> Self {
        Self {
            job,
            arena: Arena::default(),
            stage: None,
        }
    }

    /// Plays a block; `None` if told to stop in the middle of it.
    fn block(&mut self, block: Block) -> Result<Option<Played>, RunError> {
        let stage = match self.stage.take().filter(|stage| stage.case() == block.case) {
            Some(stage) => stage,
            None => Stage::new(self.job.plan, self.job.run, block.case)?,
        };
        let mut records = Vec::with_capacity(block.battles as usize);
        for battle in block.first..block.first + block.battles {
            if self.job.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let seed = self.job.run.first_seed + battle;
            let record = stage.play(&mut self.arena, seed)?;
            (self.job.watch)(&record);
            records.push(record);
        }
        self.stage = Some(stage);
        let case = &self.job.run.cases[block.case];
        Ok(Some(Played::of(records, case, self.job.run.keep)))
    }
}

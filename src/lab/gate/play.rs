//! Plays the battles of a gate on several threads until its claims are decided.
//!
//! **Invariant:** what counts are the battles before the first checkpoint at which all is decided, in
//! the order of seeds; battles beyond it that other threads have begun are thrown away.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{Claim, Happening};
use crate::{
    chronicle::record::BattleRecord,
    headless::Arena,
    lab::{
        case::Run,
        findings::outliers::margin,
        plan::RunPlan,
        run::RunError,
        stage::Stage,
        stats::sequential::{Judgment, SequentialTest},
    },
};

/// Battles from one look at the claims to the next.
const LOOK: u64 = 20;

/// A claim, the index of the side it is about, and its test.
pub(super) type Tested = (Claim, usize, SequentialTest);

/// What is kept of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Brief {
    pub(super) seed: u64,
    /// Index of the side that won.
    pub(super) winner: Option<usize>,
    pub(super) turns: u16,
    /// How one-sided it was, see [`margin`].
    pub(super) margin: i64,
}

impl Brief {
    fn of(battle: &BattleRecord) -> Self {
        let winner = battle.winner.map(|winner| winner.index());
        Self {
            seed: battle.seed,
            winner,
            turns: battle.turns,
            margin: winner.map_or(0, |winner| margin(battle, winner)),
        }
    }

    /// Whether what a claim counts happened.
    pub(super) fn is(&self, (claim, side, _): &Tested) -> bool {
        match claim.what {
            Happening::Wins(_) => self.winner == Some(*side),
            Happening::EndsWithin(turns) => self.winner.is_some() && self.turns <= turns,
        }
    }
}

/// What all threads share.
struct Scoreboard {
    /// Battles begun.
    begun: u64,
    /// Battles that are over but wait for an earlier one.
    waiting: BTreeMap<u64, Brief>,
    /// Battles in the order of seeds.
    counted: Vec<Brief>,
    /// How often each claim came true among them.
    successes: Vec<u64>,
    is_over: bool,
    failure: Option<RunError>,
}

/// Plays until every claim is decided or one is lost, or the plan is at its end.
pub(super) fn play(
    plan: &RunPlan,
    run: &Run,
    tests: &[Tested],
    threads: usize,
) -> Result<Vec<Brief>, RunError> {
    let stage = Stage::new(plan, run, 0)?;
    let board = Mutex::new(Scoreboard {
        begun: 0,
        waiting: BTreeMap::new(),
        counted: Vec::new(),
        successes: vec![0; tests.len()],
        is_over: false,
        failure: None,
    });
    let work = || {
        let mut arena = Arena::default();
        loop {
            let index = {
                let mut board = lock(&board);
                if board.is_over || board.begun == run.battles {
                    break;
                }
                board.begun += 1;
                board.begun - 1
            };
            match stage.play(&mut arena, run.first_seed + index) {
                Ok(battle) => lock(&board).take(index, Brief::of(&battle), tests, run.battles),
                Err(error) => {
                    let mut board = lock(&board);
                    board.is_over = true;
                    board.failure = Some(error);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    let board = board.into_inner().unwrap_or_else(PoisonError::into_inner);
    match board.failure {
        Some(error) => Err(error),
        None => Ok(board.counted),
    }
}

fn lock(board: &Mutex<Scoreboard>) -> MutexGuard<'_, Scoreboard> {
    board.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Scoreboard {
    /// Counts what is next in the order of seeds, up to the checkpoint at which all is decided.
    fn take(&mut self, index: u64, brief: Brief, tests: &[Tested], last: u64) {
        self.waiting.insert(index, brief);
        while !self.is_over
            && let Some(brief) = self.waiting.remove(&(self.counted.len() as u64))
        {
            for (successes, test) in self.successes.iter_mut().zip(tests) {
                *successes += u64::from(brief.is(test));
            }
            self.counted.push(brief);
            let count = self.counted.len() as u64;
            if count == last || count.is_multiple_of(LOOK) {
                self.is_over = count == last || is_decided(&self.successes, count, tests);
            }
        }
    }
}

/// Whether one claim is certain not to hold, or all are certain to, or to pass whatever is to come.
fn is_decided(successes: &[u64], count: u64, tests: &[Tested]) -> bool {
    let mut can_change = false;
    for (&successes, (_, _, test)) in successes.iter().zip(tests) {
        match test.judge(successes, count) {
            Judgment::Outside => return true,
            Judgment::Inside => {}
            Judgment::Open => can_change |= test.can_fail(successes, count),
        }
    }
    !can_change
}

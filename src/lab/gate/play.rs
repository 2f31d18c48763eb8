//! Plays the battles of a gate on several threads until its claims are decided.
//!
//! **Invariant:** what counts are the battles before the first checkpoint at which all is decided, in
//! the order of seeds; battles beyond it that other threads have begun are thrown away.

use std::ops::ControlFlow;

use super::{Claim, Happening};
use crate::headless::Arena;
use crate::lab::case::Run;
use crate::lab::findings::outliers::Brief;
use crate::lab::plan::RunPlan;
use crate::lab::run::RunError;
use crate::lab::stage::Stage;
use crate::lab::stats::sequential::{Judgment, SequentialTest};
use crate::parallel::in_order;

/// Battles from one look at the claims to the next.
const LOOK: u64 = 20;

/// A claim, the index of the side it is about, and its test.
pub(super) type Tested = (Claim, usize, SequentialTest);

/// Whether what a claim counts happened in a battle.
pub(super) fn happened((claim, side, _): &Tested, battle: &Brief) -> bool {
    match claim.what {
        Happening::Wins(_) => battle.winner == Some(*side),
        Happening::EndsWithin(turns) => battle.is_over && battle.turns <= turns,
    }
}

/// Plays until every claim is decided or one is lost, or the plan is at its end.
pub(super) fn play(
    plan: &RunPlan,
    run: &Run,
    tests: &[Tested],
    threads: usize,
) -> Result<Vec<Brief>, RunError> {
    let stage = Stage::new(plan, run, 0)?;
    let mut counted: Vec<Brief> = Vec::new();
    // How often each claim came true among them.
    let mut successes = vec![0; tests.len()];
    let count = |brief: Brief| {
        for (successes, test) in successes.iter_mut().zip(tests) {
            *successes += u64::from(happened(test, &brief));
        }
        counted.push(brief);
        let count = counted.len() as u64;
        match count.is_multiple_of(LOOK) && is_decided(&successes, count, tests) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let battle = |arena: &mut Arena, index| {
        let battle = stage.play(arena, run.first_seed + index);
        battle.map(|battle| Brief::of(&battle))
    };
    in_order(threads, run.battles, Arena::default, battle, count)?;
    Ok(counted)
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

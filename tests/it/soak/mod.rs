//! The soak: very many battles over all shipped missions, every one to its end, memory flat.
//!
//! `cargo test soak` plays a hundred; in the environment:
//!
//! - `SOAK_BATTLES=1000000` plays as many, and tells how it gets on;
//! - `SOAK_JOBS=2` on so many threads, else on all cores;
//! - `SOAK_RULES=Fleet` plays the missions of one rule set only;
//! - `SOAK_FOLDER=FOLDER` keeps there what is done, so that the same command goes on with it.
//!
//! Seeds go up; difficulty and the modes of the computers follow from the battle's number. One in
//! fifty is checked order by order, one in two hundred is played a second time and from its journal.

mod battle;
mod state;

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use hexscape::headless::Arena;
use hexscape::mission::RuleSet;

use self::battle::{Battle, Done, Stock, play};
use self::state::{BLOCK, State, Tally};
use crate::memory::memory;

/// Battles of a run after which memory is what it goes on to be: what arenas keep of their missions
/// is full by then.
const WARM: u64 = 20_000;
/// Memory that may be gained after that, KiB: room for what the largest battle needs on each thread.
const MARGIN: u64 = 32 << 10;
/// Time between two lines of progress.
const TOLD: Duration = Duration::from_secs(30);
/// Failures that are told at the end.
const SHOWN: usize = 20;

/// How a soak goes.
struct RunPlan {
    battles: u64,
    jobs: usize,
    folder: Option<PathBuf>,
    /// Blocks after which it is broken off.
    until: Option<usize>,
    is_told: bool,
}

/// A soak that goes on.
struct Soak {
    state: State,
    /// Blocks handed out in this run.
    begun: usize,
    /// Battles played in this run.
    played: u64,
    start: Instant,
    told: Instant,
    /// Memory once it is warm, KiB.
    warm: Option<u64>,
}

/// Plays the battles of a plan that are left; `play` plays one.
fn soak(
    plan: &RunPlan,
    stocks: &[Stock],
    play: impl Fn(&mut Arena, &Battle) -> Done + Sync,
) -> State {
    let state = State::open(plan.folder.as_deref()).unwrap_or_else(|error| panic!("{error}"));
    let blocks = plan.battles.div_ceil(BLOCK);
    if plan.is_told {
        say(&format!(
            "soak: {} of {} battles are done, {} failed",
            state.battles,
            blocks * BLOCK,
            state.failures.len()
        ));
    }
    let now = Instant::now();
    let soak = Mutex::new(Soak {
        begun: 0,
        played: 0,
        start: now,
        told: now,
        warm: None,
        state,
    });
    let work = || {
        // One for each mission, which finds its board as it left it, and goes on with what it knows
        // of it.
        let mut arenas = Vec::from_iter(stocks.iter().map(|_| Arena::default()));
        while let Some(block) = next(&soak, plan, blocks) {
            let mut tally = Tally::default();
            for number in block * BLOCK..(block + 1) * BLOCK {
                let battle = Battle::of(stocks, number);
                let arena = &mut arenas[battle.mission];
                match catch_unwind(AssertUnwindSafe(|| play(arena, &battle))) {
                    Ok(done) => tally.add(number, &done),
                    Err(panic) => {
                        // What it was doing is lost with it.
                        *arena = Arena::default();
                        tally.fail(&format!("{}\n    {}", why(&*panic), battle.command()));
                    }
                }
            }
            let mut soak = soak.lock().expect("nobody fails while holding it");
            soak.take(plan, blocks, block, &tally);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..plan.jobs {
            scope.spawn(work);
        }
        work();
    });
    let soak = soak.into_inner().expect("nobody failed while holding it");
    soak.check_memory(plan.is_told);
    soak.state
}

/// Hands out the next block that is not done.
fn next(soak: &Mutex<Soak>, plan: &RunPlan, blocks: u64) -> Option<u64> {
    let mut soak = soak.lock().expect("nobody fails while holding it");
    if plan.until.is_some_and(|until| soak.begun >= until) {
        return None;
    }
    soak.begun += 1;
    soak.state.begin(blocks)
}

/// Returns what a panic says.
fn why(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("no message").to_owned()
}

impl Soak {
    /// Takes up what a block came to, and keeps it.
    fn take(&mut self, plan: &RunPlan, blocks: u64, block: u64, tally: &Tally) {
        self.state.end(block, tally);
        self.played += BLOCK;
        if self.played >= WARM && self.warm.is_none() {
            self.warm = memory().map(|memory| memory.now);
        }
        if let Some(folder) = &plan.folder {
            let kept = self.state.keep(folder);
            kept.unwrap_or_else(|error| panic!("{error}"));
        }
        if plan.is_told && (self.told.elapsed() >= TOLD || self.state.battles == blocks * BLOCK) {
            self.told = Instant::now();
            self.tell(blocks * BLOCK);
        }
    }

    fn tell(&self, battles: u64) {
        let seconds = self.start.elapsed().as_secs().max(1);
        let left = (battles - self.state.battles) * seconds / self.played.max(1);
        let memory = memory().map_or_else(String::new, |memory| {
            format!(", {} of {} MiB", memory.now >> 10, memory.peak >> 10)
        });
        say(&format!(
            "soak: {} of {battles} battles, {} orders, {}/s, {} h {:02} min left, {} checked, {} \
             replayed, {} failed{memory}",
            self.state.battles,
            self.state.orders,
            self.played / seconds,
            left / 3600,
            left / 60 % 60,
            self.state.checked,
            self.state.replayed,
            self.state.failures.len()
        ));
    }

    /// Checks that memory stayed what it was when the run was warm.
    fn check_memory(&self, is_told: bool) {
        let Some((warm, memory)) = self.warm.zip(memory()) else {
            return;
        };
        let told = format!(
            "memory after {WARM} battles {warm} KiB, after {} {} KiB, peak {} KiB",
            self.played, memory.now, memory.peak
        );
        if is_told {
            say(&format!("soak: {told}"));
        }
        assert!(memory.now <= warm + MARGIN, "it grows: {told}");
    }
}

/// Prints a line at once, whatever is captured of tests.
fn say(line: &str) {
    // Nobody to tell is no failure.
    let _ = writeln!(std::io::stderr(), "{line}");
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn battles_of_all_missions_end_and_can_be_played_again_and_memory_stays_flat() {
    let battles = number("SOAK_BATTLES");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let plan = RunPlan {
        battles: battles.unwrap_or(100),
        jobs: number("SOAK_JOBS").map_or(cores, |jobs| jobs.max(1) as usize),
        folder: std::env::var_os("SOAK_FOLDER").map(PathBuf::from),
        until: None,
        is_told: battles.is_some(),
    };
    let rules = std::env::var("SOAK_RULES").ok().map(|name| {
        let set = RuleSet::named(&name);
        set.unwrap_or_else(|| panic!("SOAK_RULES={name}: one of {:?}", RuleSet::all()))
    });
    let state = soak(&plan, &Stock::all(rules), play);
    println!("{state:?}");
    let shown = state.failures.iter().take(SHOWN).cloned();
    assert!(
        state.failures.is_empty(),
        "{} of {} battles failed:\n{}",
        state.failures.len(),
        state.battles,
        shown.collect::<Vec<_>>().join("\n")
    );
}

/// A soak of few battles whose play is told by number.
fn small(folder: Option<PathBuf>, until: Option<usize>) -> RunPlan {
    RunPlan {
        battles: 7 * BLOCK - 3,
        jobs: 2,
        folder,
        until,
        is_told: false,
    }
}

#[test]
fn a_soak_that_goes_on_plays_each_battle_once_and_comes_to_the_same() {
    let stocks = Stock::all(None);
    let played = Mutex::new(Vec::new());
    let note = |_: &mut Arena, battle: &Battle| {
        played.lock().expect("nobody fails").push(battle.number);
        Done {
            orders: battle.seed,
            fingerprint: battle.number * 7,
            ..Done::default()
        }
    };
    let whole = soak(&small(None, None), &stocks, note);
    assert_eq!(whole.battles, 7 * BLOCK);
    played.lock().expect("nobody failed").clear();

    let folder = tempfile::tempdir().expect("a folder of the test's own");
    for until in [1, 3, 0, 2, 9] {
        let plan = small(Some(folder.path().into()), Some(until));
        let state = soak(&plan, &stocks, note);
        assert_eq!(
            state.battles,
            played.lock().expect("nobody failed").len() as u64
        );
    }
    let again = State::open(Some(folder.path())).expect("it was kept");
    assert_eq!(again, whole);
    let mut played = played.into_inner().expect("nobody failed");
    played.sort_unstable();
    assert!(played.into_iter().eq(0..7 * BLOCK));
}

#[test]
fn a_battle_that_fails_is_told_with_its_command_and_the_others_are_played() {
    let fail = |_: &mut Arena, battle: &Battle| {
        assert_ne!(battle.number, 61, "something is wrong");
        Done::default()
    };
    let state = soak(&small(None, None), &Stock::all(None), fail);
    assert_eq!(state.battles, 7 * BLOCK);
    let [told] = &state.failures[..] else {
        panic!("one failed: {:?}", state.failures);
    };
    let battle = Battle::of(&Stock::all(None), 61).command();
    assert!(told.contains("something is wrong"), "{told}");
    assert!(told.ends_with(&battle), "{told}");
    assert!(battle.contains("hexscape sim assets/missions/") && battle.contains("--seed "));
}

#[test]
fn what_was_kept_of_a_soak_and_is_damaged_is_told() {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let plan = small(Some(folder.path().into()), Some(2));
    soak(&plan, &Stock::all(None), |_, _| Done::default());
    let file = State::file(folder.path());
    let text = std::fs::read_to_string(&file).expect("it was kept");
    std::fs::write(&file, &text[..text.len() / 2]).expect("it can be written");
    let told = State::open(Some(folder.path())).expect_err("it is cut");
    assert!(
        told.starts_with(&format!("{}:1:", file.display())),
        "{told}"
    );
}

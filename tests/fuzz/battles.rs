//! Journals and saves as they are tried: their lines without seals, the shipped content by a word.
//!
//! Seals are put on again before a file is read, else nothing that was changed would get past them.

use std::path::Path;

use bevy::prelude::World;
use hexscape::battle::order::{Pending, fingerprint, submit};
use hexscape::battle::phase::Verdict;
use hexscape::content::ContentText;
use hexscape::mission::{AS_WRITTEN, Mission, MissionSource, Variation};
use hexscape::save::{JournalError, JournalFile};

use crate::content::shipped;
use crate::orders::catalog;
use crate::rule_sets::Fuzzed;
use crate::seals::sealed;
use crate::trace::Trace;

/// Name of the file in messages.
pub const FILE: &str = "tried.hexsave";
/// What stands for the shipped content.
const SHIPPED: &str = "content:SHIPPED";

/// Returns what a small battle is built from.
pub fn tiny<R: Fuzzed>() -> MissionSource {
    MissionSource {
        file: "tiny.ron".into(),
        text: R::TINY.into(),
        content: shipped().clone(),
        difficulty: AS_WRITTEN,
        squad: Vec::new(),
        variation: Variation::default(),
    }
}

/// Plays a small battle for some orders; the rules are renewed after half of them if told so.
pub fn begun<R: Fuzzed>(seed: u64, orders: usize, is_renewed: bool) -> World {
    let mission = tiny::<R>().build(seed);
    let mission = mission.unwrap_or_else(|problems| panic!("{problems}"));
    let mut world = World::new();
    R::set_up(&mut world, &mission, seed);
    let mut is_due = is_renewed;
    for order in 0..orders {
        // A question is answered before anything else is ordered.
        let is_asked = world.resource::<Pending<R>>().0.is_some();
        if is_due && order >= orders / 2 && !is_asked {
            is_due = false;
            let mut source = tiny::<R>();
            source.text = source.text.replace(R::CHANGE.0, R::CHANGE.1);
            let side = R::side(&world);
            if let Some(order) = R::renew(source) {
                submit::<R>(&mut world, side, order).unwrap_or_else(|refusal| panic!("{refusal}"));
            }
        }
        go_on::<R>(&mut world);
    }
    world
}

/// Has the computer give the next order, if the battle is not over.
pub fn go_on<R: Fuzzed>(world: &mut World) {
    if world.resource::<Verdict>().0.is_none() {
        let side = R::side(world);
        let order = R::decide(world, side);
        submit::<R>(world, side, order.clone())
            .unwrap_or_else(|refusal| panic!("{order:?}: {refusal}"));
    }
}

fn content_as_written() -> &'static str {
    static TEXT: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| {
        let text = ron::to_string(shipped()).expect("content is plain data");
        format!("content:{text}")
    });
    &TEXT
}

/// Returns a file as an input.
pub fn input<R: Fuzzed>(file: &JournalFile<R>) -> Vec<u8> {
    let text = file.to_text().replace(content_as_written(), SHIPPED);
    let lines = text
        .lines()
        .map(|line| line.rsplit_once(" #").expect("every line is sealed").0);
    lines.collect::<Vec<_>>().join("\n").into_bytes()
}

/// Reads an input as a file: as it is, and with seals. What is read is written and read alike.
pub fn read<R: Fuzzed>(data: &[u8], trace: &mut Trace) -> Option<JournalFile<R>> {
    let file = Path::new(FILE);
    if let Err(error) = JournalFile::<R>::from_bytes(file, data) {
        check_damage(&error, data, trace);
    }
    let text = String::from_utf8_lossy(data).replace(SHIPPED, content_as_written());
    let text = sealed(text.lines().map(str::to_owned));
    match JournalFile::<R>::from_bytes(file, text.as_bytes()) {
        Ok(read) => {
            let again = JournalFile::<R>::from_bytes(file, read.to_text().as_bytes());
            assert_eq!(again.as_ref(), Ok(&read), "written and read again");
            Some(read)
        }
        Err(error) => {
            check_damage(&error, text.as_bytes(), trace);
            None
        }
    }
}

/// Checks that a damaged file is told with a line that it has.
fn check_damage(error: &JournalError, data: &[u8], trace: &mut Trace) {
    let JournalError::Damaged { line, reason, .. } = error else {
        panic!("a file of bytes can only be damaged: {error}");
    };
    let lines = data.split(|&byte| byte == b'\n').count();
    assert!((1..=lines).contains(line), "of {lines} lines: {error}");
    match line {
        // It names the version that it finds.
        1 => trace.note("header", reason.contains("format")),
        _ => trace.note_message("damaged", reason),
    }
}

/// Builds the mission of a file.
pub fn mission<R: Fuzzed>(file: &JournalFile<R>, trace: &mut Trace) -> Option<Mission> {
    let is_shipped = |content: &ContentText| content == shipped();
    let mission = match is_shipped(&file.source.content) {
        true => file.source.build_on(catalog(), file.seed),
        false => file.source.build(file.seed),
    };
    match mission {
        Ok(mission) => Some(mission),
        Err(problems) => {
            assert!(!problems.0.is_empty(), "it is refused, and nobody says why");
            for problem in &problems.0 {
                trace.note_message("mission", &problem.message);
            }
            None
        }
    }
}

/// Checks that a battle that was read is the one its file tells of, if it was taken.
pub fn check_read<R: Fuzzed>(
    file: &JournalFile<R>,
    world: &mut World,
    read: Result<(), JournalError>,
    trace: &mut Trace,
) -> bool {
    match read {
        Ok(()) => {
            let last = file.entries.last().map(|entry| entry.fingerprint);
            let now = fingerprint::<R>(world);
            assert!(last.is_none_or(|last| last == now), "another battle");
            trace.note("taken", file.entries.len().min(9));
            true
        }
        Err(error) => {
            trace.note_message("not taken", &error.to_string());
            false
        }
    }
}

//! Orders of all kinds on boards of all kinds.
//!
//! The first two bytes of an input draw the mission, those from 61440 on one of fleets; every sixteen more are an order: the computer's,
//! one taken back, or any order, whose every draw is a byte.

use std::convert::Infallible;

use hexscape::content::{self, Catalog};
use hexscape::rules::battlescape::Battlescape;
use hexscape::rules::casket::Casket;
use hexscape::rules::fleet::Fleet;
use hexscape::rules::operations::Operations;
use hexscape::rules::party::Party;
use rand::TryRng;

use crate::campaign::{Target, run};
use crate::mutate::Grammar;
use crate::rule_sets::Fuzzed;
use crate::trace::{Trace, kind};
use crate::trial::Trial;

/// Bytes of the mission.
const HEAD: usize = 2;
/// Numbers of missions from which on they are of fleets.
const FLEETS: u64 = 0xF000;
/// Numbers of missions from which on they are of parties.
const PARTIES: u64 = 0xFC00;
/// Numbers of missions from which on they are of caskets.
const CASKETS: u64 = 0xFE00;
/// Numbers of missions from which on they are of operations.
const OPERATIONS: u64 = 0xFF00;
/// Bytes of an order.
const RECORD: usize = 16;

const TARGET: Target = Target {
    name: "orders",
    grammar: Grammar::Records {
        head: HEAD,
        record: RECORD,
    },
    run: tried,
    seeds,
    mutations: 120,
};

#[test]
fn any_bytes_are_orders_that_pass_or_are_refused_and_leave_every_invariant_intact() {
    run(&TARGET);
}

/// Battles that the computer begins, on some boards.
fn seeds() -> Vec<Vec<u8>> {
    let begun = |(seed, high): (u8, u8)| {
        let mut input = vec![seed, high];
        input.resize(HEAD + usize::from(seed % 8) * 4 * RECORD, 0);
        input
    };
    let squads = (1..8).map(|seed| (seed, 0));
    let fleets = (0..6).map(|seed| (seed * 9 + 1, 0xF0));
    let caskets = (0..4).map(|seed| (seed * 7 + 1, 0xFE));
    let operations = (0..4).map(|seed| (seed * 7 + 1, 0xFF));
    let all = squads.chain(fleets).chain(caskets).chain(operations);
    all.map(begun).collect()
}

/// Draws from bytes, one each, and zeros after them.
struct Draws<'a>(&'a [u8]);

impl Draws<'_> {
    fn byte(&mut self) -> u8 {
        match self.0 {
            [] => 0,
            [first, rest @ ..] => {
                self.0 = rest;
                *first
            }
        }
    }
}

impl TryRng for Draws<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(u32::from_le_bytes([self.byte(); 4]))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from_le_bytes([self.byte(); 8]))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill_with(|| self.byte());
        Ok(())
    }
}

fn tried(data: &[u8], trace: &mut Trace) {
    let Some((head, records)) = data.split_first_chunk::<HEAD>() else {
        return;
    };
    let seed = u64::from(u16::from_le_bytes(*head));
    match seed {
        OPERATIONS.. => tried_by::<Operations>(seed - OPERATIONS, records, trace),
        CASKETS.. => tried_by::<Casket>(seed - CASKETS, records, trace),
        PARTIES.. => tried_by::<Party>(seed - PARTIES, records, trace),
        FLEETS.. => tried_by::<Fleet>(seed - FLEETS, records, trace),
        _ => tried_by::<Battlescape>(seed, records, trace),
    }
}

fn tried_by<R: Fuzzed>(seed: u64, records: &[u8], trace: &mut Trace) {
    let mission = R::any_mission(seed);
    let mut trial = Trial::<R>::new(&mission, seed);
    for record in records.chunks(RECORD) {
        if trial.is_over() {
            break;
        }
        let mut draws = Draws(record);
        match draws.byte() {
            0..24 => {
                let (order, events) = trial.decide();
                note(&order, "decided", trace);
                events.iter().for_each(|event| note(&order, event, trace));
            }
            24..48 => {
                let is_undone = trial.take_back();
                trace.note("taken back", is_undone);
            }
            48..56 => check_listed(&trial, &mut draws),
            _ => {
                let order = R::any_order(&trial.world, trial.side(), &mut draws);
                match trial.give(order.clone()) {
                    Ok(events) => events.iter().for_each(|event| note(&order, event, trace)),
                    Err(refusal) => note(&order, refusal, trace),
                }
            }
        }
    }
    trace.note("over", trial.is_over());
}

/// Checks that what is listed as allowed is.
fn check_listed<R: Fuzzed>(trial: &Trial<R>, draws: &mut Draws) {
    let listed = R::legal_orders(&trial.world, trial.side());
    assert!(!listed.is_empty(), "a side that owes an order can give one");
    let order = &listed[usize::from(draws.byte()) % listed.len()];
    let told = R::told(&trial.world, trial.side(), order);
    assert_eq!(told, None, "{order:?} is listed");
}

fn note(order: &impl std::fmt::Debug, what: impl std::fmt::Debug, trace: &mut Trace) {
    trace.note("order", (kind(order), kind(&what)));
}

/// The shipped content.
pub fn catalog() -> &'static Catalog {
    static CATALOG: std::sync::LazyLock<Catalog> = std::sync::LazyLock::new(|| {
        content::load_default().unwrap_or_else(|problems| panic!("{problems}"))
    });
    &CATALOG
}

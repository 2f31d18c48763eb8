//! Hexscape: a hex tactics game and balance laboratory on Bevy.
//!
//! One mission file goes in; a person plays it in a window, or computers play it headless, and the
//! journal of either plays again to the same fingerprint.
//!
//! # Code map
//!
//! Dependencies point downwards only.
//!
//! | Module | Holds |
//! |---|---|
//! | `cli` (binary) | one file per subcommand |
//! | `game` | the window (feature `desktop`): `shell` (screens, menus, session, settings), `table` (board, tokens, camera, playback, sound), `kit` (panels, keys), `rules` (a folder for each rule set), `editor` |
//! | [`vectors`] | the runner of rule vectors in RON; kinds of them are brought by rule sets ([`rules::Game::VECTORS`]) |
//! | [`mod@check`] | checks files and folders of missions, content, packs and vectors |
//! | [`files`] | writes files whole or not at all |
//! | [`summary`] | a battle summed up for people and programs |
//! | [`reload`] | changed files of a mission noticed and taken over while it is played |
//! | [`replay`] | a journal gone through forwards and backwards |
//! | [`save`] | journal and save files |
//! | [`lab`] | the balance laboratory: many battles, stored, spread, summed up |
//! | [`headless`] | battles without a window |
//! | [`mission`] | mission files, checked; what a mission asks of its rule set, that reads ([`rules::Game::read`]) |
//! | [`rules`] | rule sets, each an implementation of [`battle::rules::Rules`] and of [`rules::Game`]; the one place that chooses among them |
//! | [`chronicle`] | what happened in a battle, as plain data that says the same for every rule set |
//! | [`battle`] | the headless core: board, sight, paths, knowledge, the one door, journal |
//! | [`content`] | definitions and figures from RON, with located problems |
//!
//! **Invariants**
//!
//! - Every change to a battle is `order → check → events → apply` through
//!   [`battle::order::submit`]. Player, AI, replay and tests come through it alike.
//! - Whoever wants to know what an event did watches ([`battle::watch`]): it sees the world before the
//!   event and after it, and changes nothing.
//! - Units and tiles are entities and the truth is in their components; the dense layers of
//!   [`battle::board::Board`] are caches that the same functions write.
//! - What a side may know is what its view shows; checks, forecasts, the AI and the window look
//!   through it, so nothing hidden leaks through refusals, costs or choices.
//! - The forecast of an attack is the very code that fights, under exact dice.
//! - Integers only in rules; same mission, seed and orders, same fingerprint.
//! - `battle` names no rule set; commands, saves, replays and the laboratory choose one by
//!   [`with_rules!`] and work with any. Nothing depends on `game`.
//! - Only [`mission`] and [`rules`] know each other: a mission holds the scenario its rule set read. The
//!   vectors of a rule set are played on the [`vectors`] runner, which asks the list for their kinds.
//!
//! # How each rule set sits on the seam
//!
//! A rule set brings its orders, events, plan, refusals, unit components and a piece of state of its
//! own ([`battle::rules::Rules`]). The core runs plans, applies events, keeps the journal, asks the
//! side a plan waits for, and knows nothing of turns but [`battle::phase::Turn`].
//! `tests/it/seam.rs` holds a rule set as small as can be that orders in secret and asks in mid-plan.
//!
//! **Battlescape** (implemented, [`rules::battlescape`]). Sides take phases in turn; the active side
//! owes orders until it ends its phase. A plan is a stack of tasks, so reaction fire goes on top of
//! the step it interrupts. Ending the last phase makes the stage `Resolving`; `closing` then hands
//! the core the resolution plan, and after it the next turn's first phase.
//!
//! **Fleet** (implemented, [`rules::fleet`]). All sides plan in secret: a side gives one order a turn, a
//! whole plan, whose event puts it sealed into the rule set's own state; `owes` is true for *every* side
//! that has not committed, so people and computers plan at once, and no check, view or computer looks at
//! another side's seal. When the last side has committed, `closing` returns the resolution: a stack of
//! launches, intents, carrier actions, movement by speed, landings, combat, damage to carriers, upkeep.
//! Combat is reckoned on a [`rules::fleet::muster::Muster`], a plain copy of all units, by the fight, its
//! forecast and the computer alike; events hold what came of it, and `apply` repeats it on the world.
//! Stacking mode needs nothing new: [`battle::board::Board`] keeps several units on a hex, and one
//! per hex is a check of rule sets that want it.
//!
//! **Party.** The player side always moves first, then every computer character acts one at a time,
//! aware or not: the same hand-over as in the battlescape with action points as the purse. A
//! character's script is data; one yield of it is one order of [`battle::rules::Rules::decide`], so
//! scripts run nothing by themselves and the journal holds what they chose. Alert, last known
//! positions and search counters are unit components written by events. Displacement at the start of
//! combat is a plan that `closing` returns when combat begins. Effects that tick at the end of a turn
//! are tasks of the closing plan.
//!
//! **Casket.** Initiative is rolled in `next` by a plan that opens the round and emits the order of
//! turns; `owes` follows it. An attack card is a plan that stops with
//! [`battle::rules::Step::Ask`]: the defender may commit one reactive card. The waiting plan is
//! battle state ([`battle::order::Pending`]): hashed, saved, and resumed when the answer comes as
//! that side's order (`begin` gets the waiting plan). Decks, hands and discards are in the unit state
//! in drawn order, so hidden cards are truth that a side's view leaves out; shuffles are labelled
//! draws. A counter-attack is a task on top of the attack. Red Line and Backfire are checks and
//! closing tasks.
//!
//! **Operations.** Boards are flat-top ([`battle::grid::Layout::FlatOddColumns`]), hexsides carry
//! rivers, slopes and escarpments ([`battle::board::Board::hexside`]), and stacks share a hex. The
//! twelve segment states are the rule set's own state; steps that both sides take in secret
//! (positions, firing, barrage plans, assignments) seal like fleet intents and open together when
//! both have confirmed. `ApplyBarrage` and assault losses ask the owner which points to lose:
//! `Ask(side, Losses { .. })` for one owner after another, resumed by orders. Barrage results are
//! rolled and recorded by one task and applied together by another, since only events write. The
//! movement flood takes costs per terrain and hexside from data as it does now; half points of
//! capability fit its hundredths.

pub mod battle;
pub mod check;
pub mod chronicle;
pub mod content;
pub mod files;
#[cfg(feature = "desktop")]
pub mod game;
pub mod headless;
pub mod lab;
pub mod manual;
pub mod mission;
pub mod reload;
pub mod replay;
pub mod rules;
pub mod save;
pub mod summary;
pub mod vectors;

/// The examples in Rust of the manual, which are compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../assets/manual/laboratory.md")]
pub struct Laboratory;

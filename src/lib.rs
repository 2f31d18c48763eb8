//! Hexscape: a hex tactics game and balance laboratory on Bevy.
//!
//! A player plays a mission file in a window, or computers play it headless; the journal of either
//! replays to the same fingerprint.
//!
//! # Code map
//!
//! Dependencies point downwards only.
//!
//! | Module | Holds |
//! |---|---|
//! | `cli` (binary) | one file per subcommand |
//! | `game` | the window (feature `desktop`): `shell` (screens, menus, session, settings), `table` (board, tokens, camera, playback, sound), `kit` (panels as plain data and what draws them, keys), `rules` (a folder for each rule set), `editor` |
//! | [`mod@check`] | checks files and folders of missions, content, packs and vectors |
//! | [`summary`] | summaries of battles for people and programs |
//! | [`reload`] | reloads changed files of a mission while it is played |
//! | [`lab`] | the balance laboratory: plays, stores, distributes and summarizes many battles |
//! | [`replay`] | steps through a journal in both directions |
//! | [`save`] | journal and save files |
//! | [`headless`] | battles without a window |
//! | [`rules`] | rule sets, each an implementation of [`battle::rules::Rules`] and of [`playing::Game`]; the one place that chooses among them; `kit` is their common base |
//! | [`vectors`] | the runner of rule vectors in RON; rule sets register their kinds ([`vectors::Kinds`]) |
//! | [`playing`] | what a rule set implements to be played, saved and watched ([`playing::Game`]), and the mission in force |
//! | [`chronicle`] | what happened in a battle, as plain data that is the same for every rule set |
//! | [`mission`] | mission files: checks, edits and Tiled imports; a rule set reads its own part ([`mission::RuleBook`]) |
//! | [`battle`] | the headless core: board, sight, paths, knowledge, the one door, journal |
//! | [`content`] | definitions and figures from RON, with located problems |
//! | [`files`] | writes files completely or not at all |
//! | [`mod@plain`] | makes foreign text safe to print |
//! | [`parallel`] | work shared by threads, with results in order |
//!
//! **Invariants**
//!
//! - Every change to a battle is `order → check → events → apply` through
//!   [`battle::order::submit`]. Player, AI, replay and tests all use it.
//! - A watcher ([`battle::watch`]) sees the world before and after each event, and changes nothing.
//! - Units and tiles are entities and the truth is in their components; the dense layers of
//!   [`battle::board::Board`] are caches that the same functions write.
//! - A side knows what its view shows; checks, forecasts, the AI and the window use that view, so
//!   nothing hidden leaks through refusals, costs or choices.
//! - The forecast of an attack uses the same code as the fight, with exact dice.
//! - Integers only in rules; same mission, seed and orders, same fingerprint.
//! - `battle` names no rule set; commands, saves, replays and the laboratory choose one by
//!   [`with_rules!`] and work with any. Nothing depends on `game`.
//! - The layers below the rule sets know none of them: they register ([`mission::RuleSet`],
//!   [`content::section::Section`], [`vectors::Kinds`]), and their data is found by its type.
//!
//! # Glossary
//!
//! One name means one thing, in code and on screen.
//!
//! | Word | Means |
//! |---|---|
//! | unit, side | one combatant; one force, played by a person or a computer |
//! | hex, tile | a coordinate on the board; the entity on it. [`battle::grid::TileId`] numbers them |
//! | turn, phase | every side's go once, with its resolution; who acts now ([`battle::phase`]) |
//! | order, refusal | a request of a side; why it was turned down, as a sentence |
//! | plan, step, task | the execution of an order, step by step; a task is a part of it that waits on its stack |
//! | event | what one step changed, with its dice; only events write |
//! | choice | a question of a plan to a side. In content: a switch with named values ([`choices!`]) |
//! | forecast, roll | the odds before; one result of the dice |
//! | verdict, outcome | how the battle ended, and for whom |
//! | knowledge, view | what a side knows; access to the battle limited to it |
//! | fog | hexes that a side does not see at the moment |
//! | line of sight, line of fire | a unit sees a hex; the path of a shot is clear |
//! | reaction | an action outside a unit's own phase, such as a shot at a moving enemy |
//! | definition, catalog | one entry of the content; all of them |
//! | figure | a number or switch of the rules, with its range ([`figures!`]) |
//! | pack | a folder of content that adds to the shipped one |
//! | mission, objective, deployment | the file of one battle; how to win it; where units may start |
//! | scenario | the part of a mission that its rule set reads |
//! | journal, replay | seed and orders; playing them again |
//! | snapshot, fingerprint | the whole state; its hash |
//! | witness, watcher | records a battle for the laboratory; observes each event |
//! | run plan, case | what a run of the laboratory plays ([`lab::plan::RunPlan`]); a mission with one combination of settings |
//! | record, measure | what the laboratory keeps of one battle; a number in it defined by a rule set |
//! | gate | a range of win rates that `cargo test` checks for a mission |
//! | rule set, seam | one game with its own units and orders; the traits it implements |

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
pub mod parallel;
pub mod plain;
pub mod playing;
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

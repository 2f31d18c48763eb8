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
//! | `game` | the window (feature `desktop`): `shell` (screens, menus, session, settings), `table` (board, tokens, camera, playback, sound), `kit` (panels as plain data and what draws them, keys), `rules` (a folder for each rule set), `editor` |
//! | [`mod@check`] | checks files and folders of missions, content, packs and vectors |
//! | [`summary`] | a battle summed up for people and programs |
//! | [`reload`] | changed files of a mission noticed and taken over while it is played |
//! | [`lab`] | the balance laboratory: many battles, stored, spread, summed up |
//! | [`replay`] | a journal gone through forwards and backwards |
//! | [`save`] | journal and save files |
//! | [`headless`] | battles without a window |
//! | [`rules`] | rule sets, each an implementation of [`battle::rules::Rules`] and of [`playing::Game`]; the one place that chooses among them; `kit` is what they stand on |
//! | [`vectors`] | the runner of rule vectors in RON; kinds of them are brought by rule sets ([`vectors::Kinds`]) |
//! | [`playing`] | what a rule set brings to be played, saved and watched ([`playing::Game`]), and the mission in force |
//! | [`chronicle`] | what happened in a battle, as plain data that says the same for every rule set |
//! | [`mission`] | mission files, checked, edited, and made of maps of Tiled; what a mission asks of its rule set, that reads ([`mission::RuleBook`]) |
//! | [`battle`] | the headless core: board, sight, paths, knowledge, the one door, journal |
//! | [`content`] | definitions and figures from RON, with located problems |
//! | [`files`] | writes files whole or not at all |
//! | [`mod@plain`] | foreign text made fit to be printed |
//! | [`parallel`] | work that several threads do and that is taken over in order |
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
//! - What lies below the rule sets knows none: they register ([`mission::RuleSet`],
//!   [`content::section::Section`], [`vectors::Kinds`]), and what they read is found by its type.
//!
//! # Glossary
//!
//! One name means one thing, in code and on screen.
//!
//! | Word | Means |
//! |---|---|
//! | unit, side | one combatant; one force, which a person or a computer plays |
//! | hex, tile | a place on the board; the entity that stands for it. [`battle::grid::TileId`] counts them |
//! | turn, phase | every side's go once, with its resolution; who acts now ([`battle::phase`]) |
//! | order, refusal | what a side asks for; why it was turned down, as a sentence |
//! | plan, step, task | what an order leads to, carried out step by step; a task is a part of it that waits on its stack |
//! | event | what one step changed, with the dice it rolled; only events write |
//! | choice | what a plan stops to ask a side. In content: a switch with named values ([`choices!`]) |
//! | forecast, roll | the odds before; one result of the dice |
//! | verdict, outcome | how the battle ended, and for whom |
//! | knowledge, view | what a side knows; how others look at the battle with it alone |
//! | fog | hexes that a side does not see now |
//! | line of sight, line of fire | a unit sees a hex; a shot gets there |
//! | reaction | an order of nobody's turn, such as a shot at whoever moves |
//! | definition, catalog | one entry of the content; all of it |
//! | figure | a number or switch of the rules, with its range ([`figures!`]) |
//! | pack | a folder of content that adds to the shipped one |
//! | mission, objective, deployment | the file of one battle; what wins it; where units may start |
//! | scenario | what a mission says to its own rule set |
//! | journal, replay | seed and orders; playing them again |
//! | snapshot, fingerprint | the whole state; a number that two equal states share |
//! | witness, watcher | who is told of a battle for the laboratory; who is told of each event as it lands |
//! | run plan, case | what a run of the laboratory plays ([`lab::plan::RunPlan`]); a mission under terms of its own |
//! | record, measure | what the laboratory keeps of one battle; a number in it that a rule set names |
//! | gate | a share of wins that `cargo test` holds a mission to |
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

//! Fuzz targets: missions, content packs, saves, journals and orders that were cut, spliced and bent.
//!
//! `cargo test --test fuzz` runs every input of `corpus` and some hundred mutations of them, the same
//! each time. Mutations know tokens, fields, lines and brackets of RON; what shows something new (a
//! refusal, an event, a stage reached) is kept and mutated further. In the environment:
//!
//! - `FUZZ_SECONDS=1200` goes on for so long, goes on after a failure too, and tells how it gets on;
//! - `FUZZ_MUTATIONS=4000` tries so many of them;
//! - `FUZZ_SEED=2` takes other mutations;
//! - `FUZZ_POOL=FOLDER` begins with the inputs of a folder and leaves there what it kept;
//! - `FUZZ_INPUT=FILE cargo test --test fuzz mission` runs one input, such as one that failed.
//!
//! An input that failed is made as small as it can be, and belongs into `corpus` once its cause is
//! mended.

#[path = "../it/any.rs"]
mod any;
mod battles;
mod campaign;
mod content;
mod failure;
mod journal;
#[path = "../it/memory.rs"]
mod memory;
mod mission;
mod mutate;
mod orders;
mod places;
mod program;
mod ron;
mod rule_sets;
mod save;
#[path = "../it/seals.rs"]
mod seals;
mod settings;
#[path = "../it/sheets.rs"]
mod sheets;
mod trace;
#[path = "../it/trial.rs"]
mod trial;
mod vectors;
mod watch;

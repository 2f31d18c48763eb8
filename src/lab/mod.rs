//! The balance laboratory: many battles from their seeds, and what they say.
//!
//! A plan (missions × modes × difficulty × settings) is cut into blocks of battles; workers play the
//! blocks, each finished block is one sealed part; all parts, in the order of cases and seeds, make
//! the tables, the data files and the report.
//!
//! **Invariant:** what is written depends on the plan and its battles alone: not on threads, shards,
//! interruptions, clock or machine. **Invariant:** nothing here names a rule set; what happened in a
//! battle comes through [`Witness`](crate::chronicle::observe::Witness).

pub mod against;
pub mod case;
pub mod columns;
pub mod explain;
pub mod facts;
pub mod findings;
pub mod gate;
pub mod identity;
pub mod ladder;
pub mod merge;
pub mod output;
pub mod part;
pub mod plan;
pub mod report;
pub mod run;
pub mod settings;
pub mod shard;
pub mod stage;
pub mod stats;
pub mod words;

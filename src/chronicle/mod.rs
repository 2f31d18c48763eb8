//! What happened in a battle, written down as plain data: the same words for every rule set.
//!
//! A rule set watches its battles ([`observe::Witness`]) and writes a [`record::BattleRecord`] of each;
//! the laboratory keeps, counts and compares them and names no rule set.

pub mod measures;
pub mod milestones;
pub mod observe;
pub mod record;
pub mod recorder;

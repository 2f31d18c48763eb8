//! The battlescape: squad tactics with time units and reaction fire.

pub mod attack;

//! Rule sets: each implements the seam of `battle` for its own units and orders.

pub mod battlescape;
pub mod fleet;

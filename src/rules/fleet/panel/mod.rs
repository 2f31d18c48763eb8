//! What a player is shown: plans as they would be carried out, what they promise and risk, and cards.
//!
//! **Invariant:** made of the side's own units and what it sees or remembers; whatever is reckoned is
//! reckoned by the functions that fight.

pub mod book;
pub mod inspect;
pub mod outlook;
pub mod way;

//! The program around the battle: screens, menus, the session, settings, saves and what goes wrong.

pub mod cost;
pub mod crash;
pub mod folders;
mod legibility;
pub mod menus;
mod merge;
pub mod opponents;
pub mod packs;
pub mod results;
#[cfg(test)]
mod saving;
pub mod screens;
pub mod session;
pub mod settings;
pub mod share;
pub mod smoke;
#[cfg(test)]
pub mod wander;
pub mod watching;

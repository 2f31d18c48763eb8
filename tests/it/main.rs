//! One integration binary; a module per rule family.

mod assets;
mod computer;
mod properties;
mod vectors;

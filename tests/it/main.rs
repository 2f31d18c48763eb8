//! One integration binary; a module per rule family.

mod assets;
mod properties;
mod vectors;

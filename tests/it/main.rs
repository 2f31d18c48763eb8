//! One integration binary; a module per rule family.

mod assets;
mod broken;
mod cli;
mod computer;
mod fog;
mod geometry;
mod journal;
mod phases;
mod properties;
mod vectors;

//! One integration binary; a module per rule family.

mod assets;
mod blasts;
mod broken;
mod cli;
mod computer;
mod debrief;
mod events;
mod field;
mod fog;
mod gear;
mod generate;
mod geometry;
mod golden;
mod journal;
mod minds;
mod nerves;
mod packs;
mod phases;
mod properties;
mod rivals;
mod script;
mod seam;
mod style;
mod tactics;
mod vector_files;
mod vectors;

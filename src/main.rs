//! Hexscape.
fn main() {}

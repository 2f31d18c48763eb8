//! Plain data as RON text.
//!
//! The RON library is generic over every type it writes. Behind [`erased_serde`] its writer is
//! compiled once, and each type adds no more than its own fields. Reading is left to the library:
//! an erased reader is larger, because it needs every method of every type's visitor.

use erased_serde::Serialize as Erased;
use ron::ser::PrettyConfig;
use serde::Serialize;

use crate::content::tree::{self, Node};

/// Why data is always written: it holds nothing that RON cannot say.
const PLAIN: &str = "plain data can be written";

/// Writes data on one line.
///
/// # Panics
/// If the data refuses to be written, which plain data never does.
pub fn to_text(data: &impl Serialize) -> String {
    let data: &dyn Erased = data;
    ron::to_string(data).expect(PLAIN)
}

/// Writes data for people, a field a line.
///
/// # Panics
/// As [`to_text`].
pub fn to_pretty_text(data: &impl Serialize, config: PrettyConfig) -> String {
    let data: &dyn Erased = data;
    ron::ser::to_string_pretty(data, config).expect(PLAIN)
}

/// Writes data as the tree that its text would be read as.
///
/// # Panics
/// As [`to_text`].
pub fn to_node(data: &impl Serialize) -> Node {
    tree::parse("", &to_text(data)).expect("text written by the same library parses")
}

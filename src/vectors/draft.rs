//! Missions that vectors describe, begun from text of ours.

use crate::content::problem::Place;
use crate::content::tree::{self, Field, Node, Span, Value};

/// Reads text of ours; mistakes that show in it are told at `place`.
///
/// # Panics
/// If it is no RON.
pub fn draft(text: &str, place: Place) -> Node {
    let mut node = tree::parse("", text).expect("text of ours is RON");
    node.move_to(place);
    node
}

/// Gives a struct a field, instead of the one it has.
pub fn set_field(node: &mut Node, name: &str, value: Node) {
    let (place, span) = (node.place, Span::default());
    let Value::Struct(_, fields) = &mut node.value else {
        return;
    };
    fields.retain(|field| field.name != name);
    fields.push(Field {
        place,
        span,
        name: name.to_owned(),
        node: value,
    });
}

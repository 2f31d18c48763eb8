//! Missions that vectors describe, begun from text of ours.

use crate::content::problem::Place;
use crate::content::reader::Fields;
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

/// Gives a struct those fields of a vector, of some names, that there are.
pub fn take_fields(node: &mut Node, fields: &mut Fields, names: &[&'static str]) {
    for name in names {
        if let Some(given) = fields.get(name) {
            set_field(node, name, given.clone());
        }
    }
}

/// Makes a list.
pub fn list(nodes: Vec<Node>, place: Place) -> Node {
    Node {
        value: Value::List(nodes),
        ..draft("[]", place)
    }
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

//! Missions that vectors describe, begun from text of ours.

use crate::content::{
    problem::Place,
    tree::{self, Field, Node, Span, Value},
};

/// Reads text of ours; mistakes that show in it are told at `place`.
///
/// # Panics
/// If it is no RON.
pub fn draft(text: &str, place: Place) -> Node {
    let mut node = tree::parse("", text).expect("text of ours is RON");
    move_to(&mut node, place);
    node
}

fn move_to(node: &mut Node, place: Place) {
    (node.place, node.span) = (place, Span::default());
    match &mut node.value {
        Value::Struct(_, fields) => {
            for field in fields {
                field.place = place;
                move_to(&mut field.node, place);
            }
        }
        Value::List(items) | Value::Tuple(_, items) => {
            items.iter_mut().for_each(|item| move_to(item, place));
        }
        Value::Map(entries) => {
            for (key, value) in entries {
                move_to(key, place);
                move_to(value, place);
            }
        }
        _ => {}
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

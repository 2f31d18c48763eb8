//! Pictures that definitions name and packs bring: SVG files beside their content files.
//!
//! **Invariant:** which files can be drawn is said by what draws them ([`Judge`]); without it, as in a
//! program without a window, a picture need only look like one.

use std::sync::Arc;

use super::definition::Entry;
use super::reader::Reader;
use super::tree::Node;

/// The SVG file of a pack that a definition names: `picture: "knight.svg"`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Picture(Arc<str>);

/// Says why a picture cannot be drawn.
pub struct Judge(pub fn(svg: &str) -> Result<(), String>);

inventory::collect!(Judge);

impl Picture {
    /// Whether a file of a pack is a picture, by its name.
    pub fn is_named(file: &str) -> bool {
        file.ends_with(".svg")
    }

    /// Takes the text of a picture.
    pub fn new(svg: &str) -> Self {
        Self(svg.into())
    }

    /// Returns its text.
    pub fn svg(&self) -> &str {
        &self.0
    }

    fn judged(&self) -> Result<(), String> {
        if !self.svg().contains("<svg") {
            return Err("it holds no <svg>".to_owned());
        }
        let mut judges = inventory::iter::<Judge>.into_iter();
        judges.try_for_each(|Judge(judge)| judge(self.svg()))
    }
}

impl Entry for Picture {
    type Bounds = ();

    fn read(node: &Node, reader: &mut Reader, what: &str, (): ()) -> Option<Self> {
        let file = reader.text(node, what)?;
        let all = reader.pictures.clone();
        let names: Vec<_> = all.keys().map(String::as_str).collect();
        let picture = reader.key(node, "picture", |key| all.get(key).cloned(), &names)?;
        if let Err(why) = picture.judged() {
            reader.problem(node.place, format!("cannot draw {file:?}: {why}"));
            return None;
        }
        Some(picture)
    }
}

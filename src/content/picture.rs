//! Pictures that definitions name and packs bring: SVG files beside their content files.
//!
//! **Invariant:** which files can be drawn is said by what draws them ([`Judge`]); without it, as in a
//! program without a window, a picture need only look like one. **Invariant:** a picture is judged before it
//! is painted; one that cannot be drawn is never painted.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use super::definition::Entry;
use super::reader::Reader;
use super::tree::Node;

/// The SVG file of a pack that a definition names: `picture: "knight.svg"`.
#[derive(Clone, Debug)]
pub struct Picture(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    svg: Box<str>,
    verdict: OnceLock<Result<(), String>>,
}

/// Returns why a picture cannot be drawn.
pub struct Judge(pub fn(svg: &str) -> Result<(), String>);

/// Name of the threads on which pictures are judged; a panic there is an answer, not a fault of the program.
pub const JUDGING: &str = "judging a picture";

inventory::collect!(Judge);

impl Picture {
    /// Whether a file of a pack is a picture, by its name.
    pub fn is_named(file: &str) -> bool {
        file.ends_with(".svg")
    }

    /// Takes the text of a picture.
    pub fn new(svg: &str) -> Self {
        Self(Arc::new(Inner {
            svg: svg.into(),
            verdict: OnceLock::new(),
        }))
    }

    /// Returns its text.
    pub fn svg(&self) -> &str {
        &self.0.svg
    }

    /// Checks whether it can be drawn; it is judged once.
    ///
    /// # Errors
    /// Why not.
    pub fn verdict(&self) -> Result<(), String> {
        let judged = || {
            if !self.svg().contains("<svg") {
                return Err("it contains no <svg>".to_owned());
            }
            let mut judges = inventory::iter::<Judge>.into_iter();
            judges.try_for_each(|Judge(judge)| judge(self.svg()))
        };
        self.0.verdict.get_or_init(judged).clone()
    }
}

impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.svg() == other.svg()
    }
}

impl Eq for Picture {}

impl PartialOrd for Picture {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Picture {
    fn cmp(&self, other: &Self) -> Ordering {
        self.svg().cmp(other.svg())
    }
}

impl Hash for Picture {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.svg().hash(state);
    }
}

impl Entry for Picture {
    type Bounds = ();

    fn read(node: &Node, reader: &mut Reader, what: &str, (): ()) -> Option<Self> {
        let file = reader.text(node, what)?;
        let all = reader.pictures.clone();
        let names: Vec<_> = all.keys().map(String::as_str).collect();
        let picture = reader.key(node, "picture", |key| all.get(key).cloned(), &names)?;
        if let Err(why) = picture.verdict() {
            reader.problem(node.place, format!("cannot draw {file:?}: {why}"));
            return None;
        }
        Some(picture)
    }
}

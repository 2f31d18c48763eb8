//! Sections of the content: the files that a rule set brings, and what is read from them.
//!
//! **Invariant:** content knows no rule set: sections register themselves, and what they hold is found
//! by its type.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, LazyLock};

use serde::Serialize;

use crate::content::Catalog;
use crate::content::decode::{self, Figure};
use crate::content::load::Loader;
use crate::content::reader::Reader;
use crate::content::terrain::Terrain;
use crate::content::tree::{Field, Node, Value};

/// The files of a rule set, and what reads them.
#[derive(Clone, Copy)]
pub struct Section {
    /// Name of the rule set in mission files.
    pub rules: &'static str,
    /// Its files, in the order they are read.
    pub files: &'static [&'static str],
    /// Those of the files that are one struct of figures, the one that missions override first; the
    /// others are lists of definitions.
    pub figures: &'static [&'static str],
    /// Reads them over the terrain kinds that exist; what is wrong is noted.
    pub read: fn(&mut Loader, &[Terrain]) -> Option<Box<dyn Part>>,
    /// Lays figures of a mission over those of the content; `None` if they have problems.
    pub overlay: fn(&mut Catalog, &Node, &mut Reader) -> Option<()>,
}

/// Figures that are all the content of a rule set; [`figures!`](crate::figures) says in which file.
pub trait FiguresFile: Figure + Serialize + Part + Sized {
    /// The file.
    const FILE: &'static str;
}

inventory::collect!(Section);

/// A definition that may stand in a file of its own, which missions name: `Deck(name: "Wren", ...)`.
///
/// Its key is the name of the file up to the first dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LooseFile {
    /// The word that such a file begins with.
    pub word: &'static str,
    /// The content file that its definition belongs to.
    pub file: &'static str,
    /// The field there that maps definitions by key.
    pub list: &'static str,
    /// The field of a mission that lists such files.
    pub field: &'static str,
}

inventory::collect!(LooseFile);

impl LooseFile {
    /// Lists all that rule sets registered.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        inventory::iter::<Self>.into_iter()
    }

    /// Returns what a tree is a definition of, by the word that it begins with.
    pub fn of(root: &Node) -> Option<&'static Self> {
        let word = root.word()?;
        Self::all().find(|loose| loose.word == word)
    }

    /// Returns the key of a definition by the name of its file.
    pub fn key(name: &str) -> &str {
        name.split('.').next().unwrap_or(name)
    }

    /// Makes what a content file would say that had the definition under a key.
    pub(super) fn laid(self, key: &str, mut root: Node) -> Node {
        let (place, span) = (root.place, root.span);
        if let Value::Struct(word, _) = &mut root.value {
            *word = None;
        }
        let node = |value| Node { place, span, value };
        let entries = vec![(node(Value::Text(key.to_owned())), root)];
        let field = Field {
            place,
            span,
            name: self.list.to_owned(),
            node: node(Value::Map(entries)),
        };
        node(Value::Struct(None, vec![field]))
    }
}

impl Section {
    /// Makes the section of a rule set whose content is one file of figures.
    pub const fn of<F: FiguresFile>(rules: &'static str) -> Self {
        Self {
            rules,
            files: const { &[F::FILE] },
            figures: const { &[F::FILE] },
            read: |loader, _| Some(Box::new(loader.plain::<F>(F::FILE, |_, _, _| {})?)),
            overlay: |catalog, over, reader| {
                *catalog.part_mut() = decode::overlay(catalog.part::<F>(), over, reader)?;
                Some(())
            },
        }
    }

    /// Returns the section of a rule set.
    ///
    /// # Panics
    /// If it registered none.
    pub(crate) fn of_rules(rules: &str) -> &'static Self {
        let found = Self::all().iter().find(|section| section.rules == rules);
        found.unwrap_or_else(|| panic!("{rules} has no content files"))
    }

    /// Returns all sections, by name of their rule sets.
    pub(crate) fn all() -> &'static [Self] {
        static ALL: LazyLock<Vec<Section>> = LazyLock::new(|| {
            let mut all: Vec<_> = inventory::iter::<Section>.into_iter().copied().collect();
            all.sort_by_key(|section| section.rules);
            all
        });
        &ALL
    }
}

/// Files that no rule set brings.
pub(super) const SHARED: [&str; 2] = ["terrain.ron", "hexsides.ron"];

/// Returns the names of all content files, in the order they are read.
pub fn files() -> &'static [&'static str] {
    static FILES: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let own = Section::all().iter().flat_map(|section| section.files);
        SHARED.iter().chain(own).copied().collect()
    });
    &FILES
}

/// Whether a file is one struct of figures.
pub(super) fn is_figures(file: &str) -> bool {
    let mut sections = Section::all().iter();
    sections.any(|section| section.figures.contains(&file))
}

/// What a rule set reads of a file, kept by those who do not know it.
pub trait Part: Any + fmt::Debug + Send + Sync {
    /// Copies it.
    fn copied(&self) -> Box<dyn Part>;
    /// Whether it is the same as another.
    fn is_same(&self, other: &dyn Part) -> bool;
}

impl<T: Any + Clone + PartialEq + fmt::Debug + Send + Sync> Part for T {
    fn copied(&self) -> Box<dyn Part> {
        Box::new(self.clone())
    }

    fn is_same(&self, other: &dyn Part) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}

impl Clone for Box<dyn Part> {
    fn clone(&self) -> Self {
        (**self).copied()
    }
}

impl PartialEq for dyn Part {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other)
    }
}

/// What all sections hold, each found by its type, with the name of its rule set.
///
/// Copies share what nobody changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts(Vec<(&'static str, Arc<dyn Part>)>);

impl Parts {
    pub(super) fn add(&mut self, rules: &'static str, part: Box<dyn Part>) {
        self.0.push((rules, part.into()));
    }

    pub(super) fn has(&self, rules: &str) -> bool {
        self.0.iter().any(|(of, _)| *of == rules)
    }

    pub(super) fn get<T: Part>(&self) -> Option<&T> {
        let mut parts = self.0.iter();
        parts.find_map(|(_, part)| (part.as_ref() as &dyn Any).downcast_ref())
    }

    pub(super) fn share<T: Part>(&self) -> Option<Arc<T>> {
        let any = |part: Arc<dyn Part>| part as Arc<dyn Any + Send + Sync>;
        let mut parts = self.0.iter();
        parts.find_map(|(_, part)| any(part.clone()).downcast().ok())
    }

    pub(super) fn get_mut<T: Part>(&mut self) -> Option<&mut T> {
        let is_it = |part: &dyn Part| (part as &dyn Any).is::<T>();
        let (_, part) = self.0.iter_mut().find(|(_, part)| is_it(part.as_ref()))?;
        if Arc::get_mut(part).is_none() {
            *part = (**part).copied().into();
        }
        (Arc::get_mut(part)? as &mut dyn Any).downcast_mut()
    }
}

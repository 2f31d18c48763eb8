//! Reads the content files into a [`Catalog`].
//!
//! **Invariant:** either every definition is sound and every reference resolves, or all problems of
//! all files are returned together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::content::decode::{Figure, decode};
use crate::content::definition::{Definition, Entry, MOST, Record};
use crate::content::pack::{self, Conflict, Layer, MergedEntry, PackText};
use crate::content::picture::Picture;
use crate::content::problem::{Place, Problem, Problems};
use crate::content::reader::Reader;
use crate::content::section::{Parts, SHARED, Section, files, is_figures};
use crate::content::tree::{self, Node, Value};
use crate::content::{Catalog, shipped};
use crate::files::read_plain;

/// Largest file that is read, bytes.
pub const MAX_FILE_BYTES: u64 = 8 << 20;

/// Most text of mission, content and packs together, bytes: what a journal of it holds can be read.
pub const MAX_SOURCE_BYTES: usize = 8 << 20;

/// Text of the content files; what a journal carries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ContentText {
    /// The base, by file name.
    pub base: BTreeMap<String, String>,
    /// Packs laid over it, in order.
    pub packs: Vec<PackText>,
}

/// Reads a text file, on a disk or inside the program.
///
/// # Errors
/// Why it cannot be read: missing, too large, not text.
pub fn read_text(path: &Path) -> Result<String, Problem> {
    let file = path.display().to_string();
    let problem = |message: String| Problem::of_file(&file, message);
    if shipped::is_inside(path) {
        let text = shipped::text(path).map(str::to_owned);
        return text.ok_or_else(|| problem("cannot read: is not inside the program".into()));
    }
    let bytes = read_plain(path, MAX_FILE_BYTES).map_err(|why| problem(why.to_string()))?;
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = good
            .rsplit(|byte| *byte == b'\n')
            .next()
            .map_or(0, <[u8]>::len)
            + 1;
        Problem {
            file: file.clone(),
            place: Place {
                line: u32::try_from(line).unwrap_or(u32::MAX),
                column: u32::try_from(column).unwrap_or(u32::MAX),
            },
            message: "is not text in UTF-8; a mission or content file is plain text".into(),
        }
    })
}

impl ContentText {
    /// Returns how much text it is, bytes.
    pub fn bytes(&self) -> usize {
        let packs = self.packs.iter().flat_map(|pack| pack.files.values());
        self.base.values().chain(packs).map(String::len).sum()
    }

    /// Reads all content files of a folder: those shared by all rules have to be there, those of a rule
    /// set may all be missing, so that a test makes a folder with its own beside the shared ones.
    ///
    /// # Errors
    /// Every file that cannot be read.
    pub fn read(folder: &Path) -> Result<Self, Problems> {
        let mut texts = BTreeMap::new();
        let mut problems = Vec::new();
        let is_there = |file: &&str| {
            let path = folder.join(file);
            path.exists() || shipped::text(&path).is_some()
        };
        let played = (Section::all().iter()).filter(|section| section.files.iter().any(is_there));
        for &file in (SHARED.iter()).chain(played.flat_map(|section| section.files)) {
            match read_text(&folder.join(file)) {
                Ok(text) => drop(texts.insert(file.to_owned(), text)),
                Err(problem) => problems.push(problem),
            }
        }
        Problems::check(problems)?;
        Ok(Self {
            base: texts,
            packs: Vec::new(),
        })
    }

    /// Lays the packs of some folders over the content, in order.
    ///
    /// # Errors
    /// Packs that cannot be read.
    pub fn with_packs(mut self, folders: &[impl AsRef<Path>]) -> Result<Self, Problems> {
        for folder in folders {
            self.packs.push(PackText::read(folder.as_ref())?);
        }
        Ok(self)
    }

    /// Returns which fields packs set differently; the last one holds.
    pub fn conflicts(&self) -> Vec<Conflict> {
        let mut loader = Loader::new(self, "", &[]);
        for file in files() {
            let _ = match is_figures(file) {
                true => loader.plain_entry(file).is_some(),
                false => loader.entries(file).is_empty(),
            };
        }
        loader.conflicts
    }

    /// Returns what a content file says with the packs over it; `None` where it does not parse, which
    /// [`Self::catalog`] tells.
    pub(crate) fn merged(&self, file: &str) -> Option<Node> {
        let mut loader = Loader::new(self, "", &[]);
        if is_figures(file) {
            return loader.plain_entry(file).map(|entry| entry.node);
        }
        let mut root = loader.tree(file)?;
        let entries = loader.entries(file).into_iter();
        root.value = Value::List(entries.map(|entry| entry.node).collect());
        Some(root)
    }

    /// Returns what missions of a rule set are played with: the shared files and its own.
    ///
    /// A save of an older version must not fail for figures of another rule set.
    pub(crate) fn of_rules(&self, rules: &str) -> Self {
        let others = Section::all()
            .iter()
            .filter(|section| section.rules != rules);
        let mut content = self.clone();
        for file in others.flat_map(|section| section.files) {
            content.base.remove(*file);
            for pack in &mut content.packs {
                pack.files.remove(*file);
            }
        }
        content
    }

    /// Builds the catalog; `folder` stands before file names in messages.
    ///
    /// # Errors
    /// All problems of all files.
    pub fn catalog(&self, folder: &str) -> Result<Catalog, Problems> {
        self.catalog_with(folder, &[])
    }

    /// Builds the catalog with trees laid over some files, last of all.
    ///
    /// # Errors
    /// All problems of all files.
    pub(crate) fn catalog_with(&self, folder: &str, over: &[Overlay]) -> Result<Catalog, Problems> {
        let layers = self.packs.len() + usize::from(!over.is_empty());
        self.laid(folder, over).map_err(|problems| {
            // What is wrong already without the upper layers is told where it is.
            let below = (0..layers).find_map(|count| {
                let base = self.base.clone();
                let packs = self.packs[..count].to_vec();
                Self { base, packs }.laid(folder, &[]).err()
            });
            below.unwrap_or(problems)
        })
    }

    fn laid(&self, folder: &str, over: &[Overlay]) -> Result<Catalog, Problems> {
        let mut loader = Loader::new(self, folder, over);
        let terrains = loader.terrains();
        let hexsides = loader.hexsides();
        let mut parts = Parts::default();
        for section in Section::all() {
            if !loader.has_any(section) {
                continue;
            }
            if let Some(part) = (section.read)(&mut loader, &terrains) {
                parts.add(section.rules, part);
            }
        }
        loader.reader.problems.check()?;
        Ok(Catalog {
            terrains,
            hexsides,
            doubts: loader.reader.doubts.by_place(),
            parts,
        })
    }
}

/// A tree laid over a content file.
pub(crate) struct Overlay {
    /// The content file.
    pub(crate) file: &'static str,
    /// The file it stands in, for messages.
    pub(crate) path: String,
    /// What it says.
    pub(crate) root: Node,
}

/// Reads the files of some content, and gathers what is wrong with them.
pub struct Loader<'a> {
    text: &'a ContentText,
    folder: &'a str,
    over: &'a [Overlay],
    /// Notes what is wrong, and knows the keys of all definitions so far.
    pub reader: Reader,
    conflicts: Vec<Conflict>,
}

impl<'a> Loader<'a> {
    fn new(text: &'a ContentText, folder: &'a str, over: &'a [Overlay]) -> Self {
        let files = text.packs.iter().flat_map(|pack| &pack.files);
        let pictures = files.filter(|(file, _)| Picture::is_named(file));
        let mut reader = Reader::new("");
        // Of two with a name that of the later pack holds.
        reader.pictures = pictures
            .map(|(file, svg)| (file.clone(), Picture::new(svg)))
            .collect();
        Self {
            text,
            folder,
            over,
            reader,
            conflicts: Vec::new(),
        }
    }

    /// Returns the path of a file, for messages.
    pub fn path(&self, file: &str) -> String {
        match self.folder {
            "" => file.to_owned(),
            folder => Path::new(folder).join(file).display().to_string(),
        }
    }

    /// Whether there is any file of a section.
    fn has_any(&self, section: &Section) -> bool {
        let mut files = section.files.iter();
        files.any(|file| self.text.base.contains_key(*file))
    }

    /// Reads a file of the base and of each pack that has it.
    fn layers(&mut self, file: &str) -> Option<Vec<Layer>> {
        let base = self.tree(file)?;
        let mut layers = vec![Layer {
            path: self.path(file),
            root: base,
        }];
        for pack in &self.text.packs {
            let problems = &mut self.reader.problems;
            let path = |name: &str| Path::new(&pack.name).join(name).display().to_string();
            if let Some(text) = pack.files.get(file) {
                match tree::parse(&path(file), text) {
                    Ok(root) => layers.push(Layer::of_pack(path(file), root, problems)),
                    Err(problem) => problems.push(problem),
                }
            }
            for (name, text) in pack.loose_files() {
                let path = path(name);
                match tree::parse(&path, text) {
                    Ok(root) => {
                        layers.extend(pack::loose(file, &layers, (path, name), root, problems));
                    }
                    Err(problem) => problems.push(problem),
                }
            }
        }
        for over in self.over.iter().filter(|over| over.file == file) {
            layers.push(Layer {
                path: over.path.clone(),
                root: over.root.clone(),
            });
        }
        Some(layers)
    }

    /// Reads a file that is a list of definitions, with the packs over it.
    pub(super) fn entries(&mut self, file: &str) -> Vec<MergedEntry> {
        let layers = self.layers(file).unwrap_or_default();
        pack::merge_lists(&layers, &mut self.conflicts)
    }

    fn plain_entry(&mut self, file: &str) -> Option<MergedEntry> {
        let layers = self.layers(file)?;
        pack::merge_figures(&layers, &mut self.conflicts)
    }

    fn tree(&mut self, file: &str) -> Option<Node> {
        let path = self.path(file);
        let Some(text) = self.text.base.get(file) else {
            self.reader
                .problems
                .push(Problem::of_file(&path, "is missing"));
            return None;
        };
        let root = tree::parse(&path, text);
        root.map_err(|problem| self.reader.problems.push(problem))
            .ok()
    }

    /// Reads a file that is a list of definitions with distinct keys, which it and later files may name;
    /// `check` notes what more is wrong with one.
    pub fn definitions<T: Definition + Record>(
        &mut self,
        file: &str,
        check: impl Fn(&Node, &mut Reader),
    ) -> Vec<T> {
        let entries = self.entries(file);
        self.list(file, &entries, check)
    }

    pub(super) fn list<T: Definition + Record>(
        &mut self,
        file: &str,
        entries: &[MergedEntry],
        check: impl Fn(&Node, &mut Reader),
    ) -> Vec<T> {
        let reader = &mut self.reader;
        let keys = entries.iter().filter_map(|entry| pack::key_of(&entry.node));
        reader.know(T::WHAT, &keys.collect::<Vec<_>>());
        let (mut found, mut known) = (Vec::<T>::new(), BTreeSet::new());
        for MergedEntry { path, node } in entries {
            reader.go_on_in(path);
            let read = T::read(node, reader, T::WHAT, ());
            check(node, reader);
            let Some(definition) = read else { continue };
            if !known.insert(definition.key().to_owned()) {
                let message = format!("{} {:?} is defined twice", T::WHAT, definition.key());
                reader.problem(node.place, message);
            }
            found.push(definition);
        }
        let path = self.path(file);
        let reader = &mut self.reader;
        reader.go_on_in(&path);
        if found.is_empty() && reader.problems.is_empty() {
            let message = format!("expected at least one {}", T::WHAT);
            reader.problem(Place::START, message);
        }
        if entries.len() > MOST {
            let message = format!("at most {MOST} {} definitions are allowed", T::WHAT);
            reader.problem(Place::START, message);
        }
        found
    }

    /// Reads a file that is one struct, of figures and definitions alike.
    pub fn whole<T>(
        &mut self,
        file: &str,
        read: impl FnOnce(&Node, &mut Reader) -> Option<T>,
    ) -> Option<T> {
        let MergedEntry { path, node } = self.plain_entry(file)?;
        self.reader.go_on_in(&path);
        read(&node, &mut self.reader)
    }

    /// Reads a file that is one struct of figures, and checks the whole.
    pub fn plain<T: Figure>(
        &mut self,
        file: &str,
        check: impl FnOnce(&T, &mut Reader, &Node),
    ) -> Option<T> {
        self.whole(file, |node, reader| {
            let figures = decode(node, reader);
            if let Some(figures) = &figures {
                check(figures, reader, node);
            }
            figures
        })
    }
}

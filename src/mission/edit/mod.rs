//! Editing missions: a draft keeps the text of its file and changes it in places.
//!
//! The text is the draft. Every [`Edit`] replaces only what it is about, so that comments, scripts and
//! whatever else an author wrote stay as they are; what is shown is a [`Sheet`] read from the text.
//!
//! **Invariant:** the text of a draft always parses; taking every step back gives the bytes it was
//! opened with; an edit that cannot be made leaves the draft as it was and says why.

mod change;
mod file;
mod fresh;
mod ground;
mod locate;
mod margins;
mod names;
pub mod outline;
mod patch;
mod path;
mod sheet;
mod troops;

use std::path::Path as FilePath;

pub use self::change::Edit;
pub(in crate::mission) use self::change::written_hexes;
pub use self::file::{OpenedFile, SaveError};
pub use self::fresh::fresh;
pub(in crate::mission) use self::ground::{height_cells, new_char, written_rows};
pub use self::locate::Spot;
pub use self::margins::Margins;
pub use self::outline::{
    Forms, Fresh, GroundForm, Outline, Post, Reference, Role, UnitForm, UnitKind,
};
use self::patch::Patch;
pub use self::patch::quoted;
pub use self::path::{Path, Step};
use self::sheet::Sheet as Contents;
pub use self::sheet::{At, Drawing, SideDraft, UnitDraft, Zone};
pub(in crate::mission) use self::troops::written_side;
use crate::content::Catalog;
use crate::content::problem::{Place, Problem};
use crate::content::tree::{self, Node};
use crate::mission::{BoardSetup, RuleSet, Terms, parse};

/// Contents of a mission's text, as an editor shows them.
pub type Sheet = Contents;

/// A mission that is being edited.
#[derive(Clone, Debug)]
pub struct Draft {
    work: Work,
    sheet: Sheet,
    past: Vec<Replacement>,
    future: Vec<Replacement>,
    /// Text before the stroke that is being made.
    stroke: Option<String>,
}

impl Draft {
    /// Takes the text of a mission; `file` is its name in messages.
    ///
    /// # Errors
    /// Where the text does not parse.
    pub fn from_text(file: &str, text: String) -> Result<Self, Problem> {
        let work = Work::new(file, text)?;
        Ok(Self {
            sheet: Sheet::read(&work.root),
            work,
            past: Vec::new(),
            future: Vec::new(),
            stroke: None,
        })
    }

    /// Returns the text of the mission file.
    pub fn text(&self) -> &str {
        &self.work.text
    }

    /// Returns what the text says.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Returns the tree of the text.
    pub fn root(&self) -> &Node {
        &self.work.root
    }

    /// Returns the rules it is played by; of a text that does not say, the first of all.
    pub fn rules(&self) -> RuleSet {
        RuleSet::of_mission(&self.work.root)
    }

    /// Returns what a mission of its rules can say with some definitions.
    pub fn forms(&self, catalog: &Catalog) -> Forms {
        let rules = self.rules();
        match catalog.lacks(rules.name()) {
            true => Forms::default(),
            false => rules.forms(catalog, self.sheet.board.grid.layout),
        }
    }

    /// Returns what is written of a figure of the rules, by its path among the figures.
    pub fn figure(&self, path: &Path) -> Option<&Node> {
        let mut whole = path::overrides(&self.work.root);
        whole.0.extend_from_slice(&path.0);
        whole.find(&self.work.root)
    }

    /// Names the draft otherwise in messages.
    pub fn rename_file(&mut self, file: &FilePath) {
        self.work.file = file.display().to_string();
    }

    /// Makes an edit; returns what an author should know of it, such as units that fell off the board.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub fn apply(&mut self, edit: &Edit) -> Result<Vec<String>, String> {
        self.commit(|work| change::apply(work, edit))
    }

    /// Draws a board that is made from a seed, so that it can be painted on.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub fn draw_board(&mut self, catalog: &Catalog, seed: u64) -> Result<Vec<String>, String> {
        self.commit(|work| fresh::draw_board(work, catalog, seed))
    }

    /// Returns the board that a seed makes, where it is not drawn.
    pub fn made_board(&self, catalog: &Catalog, seed: u64) -> Option<BoardSetup> {
        match self.sheet.board.is_drawn {
            true => None,
            false => fresh::made(&self.work, catalog, seed)
                .ok()
                .map(|(board, _)| board),
        }
    }

    fn commit(
        &mut self,
        change: impl FnOnce(&mut Work) -> Result<Vec<String>, String>,
    ) -> Result<Vec<String>, String> {
        let mut work = self.work.clone();
        let notes = change(&mut work)?;
        if work.text != self.work.text {
            if self.stroke.is_none() {
                self.past
                    .extend(Replacement::between(&self.work.text, &work.text));
            }
            self.future.clear();
            self.take(work);
        }
        Ok(notes)
    }

    fn take(&mut self, work: Work) {
        self.sheet = Sheet::read(&work.root);
        self.work = work;
    }

    /// Begins a stroke: all edits until it ends are taken back together.
    pub fn begin_stroke(&mut self) {
        self.end_stroke();
        self.stroke = Some(self.work.text.clone());
    }

    /// Ends the stroke, if there is one.
    pub fn end_stroke(&mut self) {
        if let Some(before) = self.stroke.take() {
            self.past
                .extend(Replacement::between(&before, &self.work.text));
        }
    }

    /// Whether a stroke is being made.
    pub fn is_stroke(&self) -> bool {
        self.stroke.is_some()
    }

    /// Whether there is a step to take back.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is a step to make again.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Takes the last step back; whether there was one.
    pub fn undo(&mut self) -> bool {
        self.end_stroke();
        let Some(step) = self.past.pop() else {
            return false;
        };
        self.replace(step.at, &step.new, &step.old);
        self.future.push(step);
        true
    }

    /// Makes the last step that was taken back again; whether there was one.
    pub fn redo(&mut self) -> bool {
        self.end_stroke();
        let Some(step) = self.future.pop() else {
            return false;
        };
        self.replace(step.at, &step.old, &step.new);
        self.past.push(step);
        true
    }

    fn replace(&mut self, at: usize, old: &str, new: &str) {
        let mut text = self.work.text.clone();
        text.replace_range(at..at + old.len(), new);
        let work = Work::new(&self.work.file, text).expect("every text of a draft parses");
        self.take(work);
    }

    /// Lists what the loader finds wrong.
    pub fn problems(&self, catalog: &Catalog) -> Vec<Problem> {
        self.findings(catalog).problems
    }

    /// Tells what the loader finds.
    pub fn findings(&self, catalog: &Catalog) -> Findings {
        let Work { file, text, .. } = &self.work;
        match parse(file, text, catalog, Terms::default()) {
            Ok(mission) => Findings {
                problems: Vec::new(),
                doubts: mission.doubts,
            },
            Err(problems) => Findings {
                problems: problems.0,
                doubts: Vec::new(),
            },
        }
    }

    /// Returns what of the mission a place in its text is about.
    pub fn locate(&self, place: Place) -> Option<Spot> {
        locate::locate(&self.work.root, &self.sheet, place)
    }
}

/// What the loader finds in a draft.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// What is hardly meant, of a mission that can be played.
    pub doubts: Vec<Problem>,
}

impl Findings {
    /// Lists problems, then doubts.
    pub fn all(&self) -> impl Iterator<Item = &Problem> {
        self.problems.iter().chain(&self.doubts)
    }
}

/// What one step replaced.
#[derive(Clone, Debug)]
struct Replacement {
    at: usize,
    old: String,
    new: String,
}

impl Replacement {
    /// Returns how two texts differ, if they do.
    fn between(before: &str, after: &str) -> Option<Self> {
        if before == after {
            return None;
        }
        let common = |pairs: &mut dyn Iterator<Item = (char, char)>| {
            (pairs.take_while(|(a, b)| a == b))
                .map(|(c, _)| c.len_utf8())
                .sum::<usize>()
        };
        let at = common(&mut before.chars().zip(after.chars()));
        let (old, new) = (&before[at..], &after[at..]);
        let same = common(&mut old.chars().rev().zip(new.chars().rev()));
        Some(Self {
            at,
            old: old[..old.len() - same].to_owned(),
            new: new[..new.len() - same].to_owned(),
        })
    }
}

/// A text that is being changed, and its tree.
#[derive(Clone, Debug)]
struct Work {
    file: String,
    text: String,
    root: Node,
}

impl Work {
    fn new(file: &str, text: String) -> Result<Self, Problem> {
        Ok(Self {
            root: tree::parse(file, &text)?,
            file: file.to_owned(),
            text,
        })
    }

    /// Changes the text in places.
    fn patch(&mut self, fill: impl FnOnce(&mut Patch, &str, &Node)) -> Result<(), String> {
        let mut patch = Patch::default();
        fill(&mut patch, &self.text, &self.root);
        let text = patch.apply(&self.text);
        let root = tree::parse(&self.file, &text)
            .map_err(|problem| format!("the edit would break the file at {problem}"))?;
        (self.text, self.root) = (text, root);
        Ok(())
    }
}

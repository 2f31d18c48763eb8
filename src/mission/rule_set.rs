//! Rule sets as missions see them.
//!
//! **Invariant:** missions know no rule set: rule sets register themselves, and what a mission asks of
//! its own is found by its type.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::LazyLock;

use crate::battle::grid::{Grid, Layout};
use crate::battle::rules::Rules;
use crate::content::Catalog;
use crate::content::problem::Problems;
use crate::content::reader::{Fields, Reader};
use crate::content::section::{Part, Section};
use crate::content::tree::Node;
use crate::mission::edit::{Forms, Fresh, Outline};
use crate::mission::{First, Fitting, Ground, Loader, Mission, SideSetup};

/// What a rule set reads of a mission: its sides, the last turn if there is one, and what it asks, of a
/// type of the rule set's own.
pub type Read = (Vec<SideSetup>, Option<u16>, Box<dyn Part>);

/// What a drawn board may have beside its terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Levels.
    Heights,
    /// Smoke.
    Smoke,
    /// Hexsides that cost something to cross.
    Hurdles,
    /// Hexsides that cannot be crossed.
    Barriers,
}

/// What missions need of a rule set.
pub trait RuleBook: Send + Sync {
    /// Reads what a mission asks of it from all fields that are left, and then calls [`Fields::done`].
    ///
    /// Where the board could not be read, `ground` is a stand-in and
    /// [`is_drawn`](Loader::is_drawn) is false: what is on its hexes says nothing then.
    fn read(&self, loader: &mut Loader, fields: Fields, ground: &Ground) -> Option<Read>;

    /// Changes what a player changes of the squad.
    ///
    /// # Errors
    /// Every change that cannot be had, in words.
    fn fit(&self, _mission: &mut Mission, file: &str, squad: &[Fitting]) -> Result<(), Problems> {
        let told = squad.iter().map(|_| "units cannot be changed".into());
        Problems::none_of(&format!("{file}, squad"), told.collect())
    }

    /// Changes who has the first phase of each turn.
    ///
    /// # Errors
    /// Says so if nobody has.
    fn begin_with(&self, _mission: &mut Mission, _first: First) -> Result<(), String> {
        Err("no side moves first: all sides plan at the same time".into())
    }

    /// Lists the difficulties it offers players, percent of the enemies as missions are written.
    fn levels<'c>(&self, _catalog: &'c Catalog) -> &'c [u16] {
        &[]
    }

    /// Says where its missions have what an editor shows on the board.
    fn outline(&self) -> &'static Outline {
        &Outline::NONE
    }

    /// Lists what its missions can say.
    fn forms(&self, _catalog: &Catalog, _layout: Layout) -> Forms {
        Forms::default()
    }

    /// Returns what a new mission is like, on a board of open ground; nothing if an editor makes none.
    fn fresh(&self, _grid: Grid) -> Option<Fresh> {
        None
    }

    /// Whether it makes a difference by its rules, beside what is seen, that a board has a feature.
    fn minds(&self, _feature: Feature) -> bool {
        true
    }

    /// Whether a side can be a player across a real map.
    fn seats_tables(&self) -> bool {
        false
    }

    /// Returns for how many turns a hex burns that is on fire from the start, and how dense its smoke
    /// is; nothing where nothing burns.
    fn fire(&self, _catalog: &Catalog) -> Option<(u8, u8)> {
        None
    }
}

/// A rule set, told apart by its name.
#[derive(Clone, Copy)]
pub struct RuleSet {
    name: &'static str,
    book: &'static dyn RuleBook,
}

inventory::collect!(RuleSet);

impl RuleSet {
    /// Makes the entry by which a rule set registers ([`register!`](crate::register)).
    pub const fn new<R: Rules + RuleBook>(book: &'static R) -> Self {
        Self {
            name: R::NAME,
            book,
        }
    }

    /// Returns its name in mission files.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Returns the content file of its figures, which missions may override.
    pub fn figures(self) -> &'static str {
        Section::of_rules(self.name).figures[0]
    }

    /// Lays rule figures of a mission over those of the content; `None` if they have problems.
    pub(crate) fn overlay(
        self,
        catalog: &mut Catalog,
        figures: &Node,
        reader: &mut Reader,
    ) -> Option<()> {
        (Section::of_rules(self.name).overlay)(catalog, figures, reader)
    }

    /// Returns all rule sets, by name.
    pub fn all() -> &'static [Self] {
        static ALL: LazyLock<Vec<RuleSet>> = LazyLock::new(|| {
            let mut all: Vec<_> = inventory::iter::<RuleSet>.into_iter().copied().collect();
            all.sort();
            all
        });
        &ALL
    }

    /// Returns a rule set by its type.
    ///
    /// # Panics
    /// If it did not register.
    pub fn of<R: Rules>() -> Self {
        Self::named(R::NAME).unwrap_or_else(|| panic!("{} is not registered", R::NAME))
    }

    /// Returns the rules that a mission is played by; of one that does not say, the first of all.
    pub fn of_mission(root: &Node) -> Self {
        let name = root.field("rules").and_then(Node::word);
        name.and_then(Self::named).unwrap_or_default()
    }

    /// Returns the rule set of a name in mission files.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().iter().copied().find(|set| set.name() == name)
    }
}

impl Deref for RuleSet {
    type Target = dyn RuleBook;

    fn deref(&self) -> &Self::Target {
        self.book
    }
}

/// The first of all.
impl Default for RuleSet {
    fn default() -> Self {
        Self::all()[0]
    }
}

impl PartialEq for RuleSet {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for RuleSet {}

impl PartialOrd for RuleSet {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for RuleSet {
    fn cmp(&self, other: &Self) -> Ordering {
        self.name().cmp(other.name())
    }
}

impl Hash for RuleSet {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.name().hash(hasher);
    }
}

impl fmt::Debug for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Mission {
    /// Returns what it asks of its rule set, which has read it as `T`.
    ///
    /// # Panics
    /// If it is played by other rules.
    pub fn asked<T: Part>(&self) -> &T {
        let asked = (self.scenario.as_ref() as &dyn Any).downcast_ref();
        asked.unwrap_or_else(|| {
            panic!(
                "a mission of {} is played by other rules",
                self.rules.name()
            )
        })
    }

    /// Returns what it asks of its rule set, to be changed.
    ///
    /// # Panics
    /// As [`Self::asked`].
    pub fn asked_mut<T: Part>(&mut self) -> &mut T {
        let rules = self.rules;
        let asked = (self.scenario.as_mut() as &mut dyn Any).downcast_mut();
        asked.unwrap_or_else(|| panic!("a mission of {} is played by other rules", rules.name()))
    }
}

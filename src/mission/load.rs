//! Reads mission files, gathering every problem in them.
//!
//! **Invariant:** a mission that loads can be set up and played; whatever could go wrong is a
//! located problem here.

mod board;
mod generated;
mod guide;
mod maps;
mod passage;
mod sides;
mod standing;

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

use crate::battle::grid::{Direction, Grid, Layout, Orientation, TileId};
use crate::battle::map::MapSetup;
use crate::content::problem::{Place, Problem, Problems, suggest};
use crate::content::reader::{Fields, Reader};
use crate::content::tree::{self, Node, Value};
use crate::content::{
    Catalog, ContentText, LooseFile, MAX_SOURCE_BYTES, PackText, assets_folder,
    files as content_files, read_text, shipped,
};
use crate::mission::{
    AS_WRITTEN, BoardSetup, Debrief, Fitting, Mission, RuleSet, Terms, Variation,
};

/// Largest board side, hexes.
pub(crate) const MAX_SIDE: usize = 512;
/// Most hexes of all zones together, each counted as often as it is named.
pub(super) const MAX_ZONE_HEXES: usize = 16 * MAX_SIDE * MAX_SIDE;
/// Most definitions in files of their own that a mission names.
const MAX_LOOSE_FILES: usize = 50;
/// Keeps the draws of places apart from those of the battle and of the board.
const PLACES: u64 = 0x0070_6C61_6365_7321;
/// Most units of all sides.
pub(crate) const MAX_UNITS: usize = 500;
/// Most sides: fog keeps one bit each.
pub(super) const MAX_SIDES: usize = 8;

pub use self::maps::MapDraft;
pub use self::passage::{Parts, Through, are_hostile, shut_in};
pub use self::sides::is_table;

/// Everything a mission is built from: what a journal carries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissionSource {
    /// Name of the mission file, for messages.
    pub file: String,
    /// Text of the mission file.
    pub text: String,
    /// Text of the content files.
    pub content: ContentText,
    /// Number of enemies, in percent of the mission's own.
    pub difficulty: u16,
    /// What the player changed of the squad.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub squad: Vec<Fitting>,
    /// What else is changed of the mission.
    #[serde(default, skip_serializing_if = "Variation::is_empty")]
    pub variation: Variation,
}

impl Hash for MissionSource {
    /// Hashes a source without a variation as before there were any: journals hold such hashes.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (&self.file, &self.text, &self.content).hash(hasher);
        (self.difficulty, &self.squad).hash(hasher);
        if !self.variation.is_empty() {
            self.variation.hash(hasher);
        }
    }
}

impl MissionSource {
    /// Reads a mission file, the content of a folder and the packs that the mission asks for, to be
    /// played as it is written.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn read(file: &Path, content: &Path) -> Result<Self, Problems> {
        Self::of_text(file, read_text(file)?, content)
    }

    /// Takes the text of a mission, which need not be in its file yet, with the content of a folder
    /// and the packs that the mission asks for.
    ///
    /// # Errors
    /// Content that cannot be read.
    pub fn of_text(file: &Path, text: String, content: &Path) -> Result<Self, Problems> {
        let packs = packs_of(file, &text, content)?;
        let mut content = ContentText::read(content)?.with_packs(&packs)?;
        content.packs.extend(loose_files_of(file, &text)?);
        Ok(Self {
            file: file.display().to_string(),
            text,
            content,
            difficulty: AS_WRITTEN,
            squad: Vec::new(),
            variation: Variation::default(),
        })
    }

    /// Returns the source to be played at a difficulty in percent.
    pub fn at(self, difficulty: u16) -> Self {
        Self { difficulty, ..self }
    }

    /// Returns the rules it is played by; of a text that does not parse, the first of all.
    pub fn rule_set(&self) -> RuleSet {
        let root = tree::parse(&self.file, &self.text);
        root.map_or_else(|_| RuleSet::default(), |root| RuleSet::of_mission(&root))
    }

    /// Builds the mission for a battle of this seed.
    ///
    /// Figures of other rule sets are not read: a save of an older version must not fail for them.
    ///
    /// # Errors
    /// All problems of content and mission.
    pub fn build(&self, seed: u64) -> Result<Mission, Problems> {
        let content = self.content.of_rules(self.rule_set().name());
        self.build_on(&content.catalog("content")?, seed)
    }

    /// Builds the mission for a battle of this seed with its content already read.
    ///
    /// # Errors
    /// All problems of the mission.
    pub fn build_on(&self, catalog: &Catalog, seed: u64) -> Result<Mission, Problems> {
        let difficulty = self.difficulty;
        let terms = Terms { seed, difficulty };
        let bytes = self.text.len() + self.content.bytes();
        if bytes > MAX_SOURCE_BYTES {
            let (is, most) = (bytes.div_ceil(1 << 20), MAX_SOURCE_BYTES >> 20);
            let message = format!(
                "mission, content and packs have {is} MiB of text; at most {most} MiB are allowed"
            );
            return Err(Problem::of_file(&self.file, message).into());
        }
        let mut mission = parse(&self.file, &self.text, catalog, terms)?;
        if !self.squad.is_empty() {
            let rules = mission.rules;
            rules.fit(&mut mission, &self.file, &self.squad)?;
        }
        self.variation.apply(&mut mission, &self.file)?;
        Ok(mission)
    }
}

/// Returns the folders that hold packs for a mission, those nearest to it first: `packs` beside it,
/// `packs` in the user's own folder, and `packs` beside the content.
fn pack_folders(file: &Path, content: &Path) -> Vec<PathBuf> {
    let own = directories::ProjectDirs::from("", "", "hexscape");
    let own = own.map(|folders| folders.data_dir().join("packs"));
    let beside = file.parent().unwrap_or(Path::new("."));
    let near_content = content.parent().unwrap_or(Path::new("."));
    [beside.join("packs")]
        .into_iter()
        .chain(own)
        .chain([near_content.join("packs")])
        .collect()
}

/// Whether a text is a mission by the word it begins with.
pub fn is_mission(text: &str) -> bool {
    tree::parse("", text).is_ok_and(|root| root.word() == Some("Mission"))
}

/// Returns the folders of the packs a mission asks for: folders of these names beside it, or in one of
/// the [`pack_folders`].
fn packs_of(file: &Path, text: &str, content: &Path) -> Result<Vec<PathBuf>, Problems> {
    let path = file.display().to_string();
    // What does not parse is told when the mission is built.
    let Ok(root) = tree::parse(&path, text) else {
        return Ok(Vec::new());
    };
    let Some(packs) = root.field("packs") else {
        return Ok(Vec::new());
    };
    let folders = pack_folders(file, content);
    let mut known: Vec<_> = (folders.iter())
        .flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten())
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    known.sort();
    known.dedup();
    let known: Vec<_> = known.iter().map(String::as_str).collect();
    let beside = file.parent().unwrap_or(Path::new("."));
    let mut reader = Reader::new(&path);
    let find = |name: &str| {
        // A name leads to no other folder.
        let mut parts = Path::new(name).components();
        let is_name = matches!(parts.next(), Some(Component::Normal(part)) if part == name);
        let mut places = (folders.iter().map(PathBuf::as_path))
            .chain([beside])
            .map(|folder| folder.join(name));
        let is_pack = |folder: &PathBuf| {
            let mut files = content_files().iter().map(|file| folder.join(file));
            files.any(|file| file.is_file() && !shipped::is_inside(&file))
        };
        places.find(|folder| is_name && is_pack(folder))
    };
    let nodes = reader.list(packs, "packs");
    let found: Vec<_> = (nodes.iter())
        .filter_map(|node| reader.key(node, "pack", find, &known))
        .collect();
    reader.problems.check()?;
    Ok(found)
}

/// Reads the definitions in files of their own that a mission names, such as `deck_files: ["decks/wren.ron"]`;
/// their paths begin at the mission's folder and stay in it.
fn loose_files_of(file: &Path, text: &str) -> Result<Vec<PackText>, Problems> {
    let path = file.display().to_string();
    // What does not parse is told when the mission is built.
    let Ok(root) = tree::parse(&path, text) else {
        return Ok(Vec::new());
    };
    let beside = file.parent().unwrap_or(Path::new("."));
    let mut reader = Reader::new(&path);
    let mut found = Vec::new();
    for loose in LooseFile::all() {
        let Some(list) = root.field(loose.field) else {
            continue;
        };
        let message = format!("at most {MAX_LOOSE_FILES} files are allowed");
        let nodes = reader.short_list(list, "file names", MAX_LOOSE_FILES, message);
        for node in nodes {
            let Some(name) = reader.text(node, "file name") else {
                continue;
            };
            let mut parts = Path::new(name).components();
            if name.is_empty() || !parts.all(|part| matches!(part, Component::Normal(_))) {
                let message = "expected a file in the mission's folder or below it";
                reader.problem(node.place, message);
                continue;
            }
            match PackText::of_loose(&beside.join(name)) {
                Ok(pack) => found.push(pack),
                // Of a file that is not there, the mission is at fault.
                Err(problem) if problem.place == Place::START => {
                    let hint = nearest_file(&beside.join(name));
                    reader.problem(node.place, format!("{name:?} {}{hint}", problem.message));
                }
                Err(problem) => reader.problems.push(problem),
            }
        }
    }
    reader.problems.check()?;
    Ok(found)
}

/// Lists the mission files of a folder, by name; of one that cannot be read, none.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let entries = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<_> = (entries.chain(shipped::files(folder)))
        .filter(|path| path.extension().is_some_and(|extension| extension == "ron"))
        .collect();
    files.sort();
    files
}

/// Returns the file that a user means: the one of that path, or the shipped mission of that name.
pub fn file_named(given: &Path) -> PathBuf {
    let is_mission = given.extension().is_none_or(|ending| ending == "ron");
    let is_name = is_mission && given.components().count() == 1 && !given.exists();
    let folder = is_name.then(assets_folder).and_then(Result::ok);
    let shipped = folder.map(|folder| folder.join("missions").join(given).with_extension("ron"));
    let is_there = |file: &PathBuf| file.is_file() || shipped::text(file).is_some();
    shipped.filter(is_there).unwrap_or_else(|| given.to_owned())
}

/// Names a mission file as a user would: a shipped one by its name alone, any other by its path.
pub fn name_of(file: &Path) -> String {
    let name = file.file_stem().map(Path::new);
    let shipped = name.filter(|name| file_named(name) == file);
    shipped.unwrap_or(file).display().to_string()
}

/// Names a file of the same folder, or a shipped mission, that may have been meant by one that is not
/// there; empty if it is.
pub fn nearest_file(file: &Path) -> String {
    if file.exists() || shipped::text(file).is_some() {
        return String::new();
    }
    let missions = assets_folder().map(|folder| folder.join("missions"));
    let folders = [file.parent().map(Path::to_path_buf), missions.ok()];
    let files = folders.iter().flatten().flat_map(|folder| files(folder));
    // Whoever gives a name is told names.
    let part = match file.extension() {
        Some(_) => Path::file_name,
        None => Path::file_stem,
    };
    let mut names: Vec<_> = files
        .filter_map(|file| part(&file)?.to_str().map(str::to_owned))
        .collect();
    names.sort();
    names.dedup();
    let name = part(file).and_then(|name| name.to_str());
    suggest(name.unwrap_or_default(), names.iter().map(String::as_str))
}

/// Loads a mission file with definitions already read.
///
/// # Errors
/// All problems of the file.
pub fn load(file: &Path, catalog: &Catalog) -> Result<Mission, Problems> {
    let text = read_text(file)?;
    parse(
        &file.display().to_string(),
        &text,
        catalog,
        Terms::default(),
    )
}

/// Reads a mission from its text, for a seed and difficulty.
///
/// # Errors
/// All problems of the text.
pub fn parse(file: &str, text: &str, catalog: &Catalog, terms: Terms) -> Result<Mission, Problems> {
    build(file, &tree::parse(file, text)?, catalog, terms)
}

/// Reads a mission from its tree.
///
/// # Errors
/// All problems of the tree.
pub(crate) fn build(
    file: &str,
    root: &Node,
    catalog: &Catalog,
    terms: Terms,
) -> Result<Mission, Problems> {
    let mut loader = Loader::new(file, catalog, terms);
    let mission = loader.mission(root);
    loader.finish(mission)
}

/// A board and the zones it brings.
pub type Ground = (BoardSetup, BTreeMap<String, Vec<TileId>>);

/// Reads a board alone, from its tree.
///
/// # Errors
/// All problems of the board.
pub(crate) fn ground(
    file: &str,
    board: &Node,
    catalog: &Catalog,
    terms: Terms,
) -> Result<Ground, Problems> {
    let mut loader = Loader::new(file, catalog, terms);
    let ground = loader.any_board(board);
    loader.finish(ground)
}

/// Reads one mission.
pub struct Loader {
    /// Notes problems.
    pub reader: Reader,
    /// Definitions.
    pub catalog: Arc<Catalog>,
    /// Rules it is played by, once they are read.
    rules: RuleSet,
    /// What it is built under.
    pub terms: Terms,
    /// Draws places in zones.
    draws: ChaCha8Rng,
    /// Whether the seed bore on anything.
    drawn_anew: bool,
    /// Whether there are all boards; else stand-ins on which every hex is.
    pub is_drawn: bool,
    /// Further maps that were read.
    maps: Vec<MapSetup>,
}

/// Directions by name.
pub(crate) fn directions(layout: Layout) -> [(&'static str, Direction); 6] {
    let names = match layout.orientation() {
        Orientation::Pointy => [
            "East",
            "SouthEast",
            "SouthWest",
            "West",
            "NorthWest",
            "NorthEast",
        ],
        Orientation::Flat => [
            "SouthEast",
            "South",
            "SouthWest",
            "NorthWest",
            "North",
            "NorthEast",
        ],
    };
    std::array::from_fn(|i| (names[i], Direction::ALL[i]))
}

/// Lists the hexes of a board between two corners, row by row.
pub(crate) fn rectangle(grid: Grid, first: (i32, i32), last: (i32, i32)) -> Vec<TileId> {
    let side = |a: i32, b: i32, length: u16| a.min(b).max(0)..=a.max(b).min(i32::from(length) - 1);
    let hexes = side(first.1, last.1, grid.height).flat_map(|row| {
        let columns = side(first.0, last.0, grid.width);
        columns.filter_map(move |column| grid.from_offset(column, row))
    });
    hexes.collect()
}

/// Returns the name of a direction in mission files.
pub fn direction_name(layout: Layout, direction: Direction) -> &'static str {
    directions(layout)[usize::from(direction.number())].0
}

impl Loader {
    fn new(file: &str, catalog: &Catalog, terms: Terms) -> Self {
        Self {
            reader: Reader::new(file),
            catalog: Arc::new(catalog.clone()),
            rules: RuleSet::default(),
            terms,
            draws: ChaCha8Rng::seed_from_u64(terms.seed ^ PLACES),
            drawn_anew: false,
            is_drawn: false,
            maps: Vec::new(),
        }
    }

    /// Hands out what was read, or all problems in order.
    fn finish<T>(self, read: Option<T>) -> Result<T, Problems> {
        match read {
            Some(read) if self.reader.problems.is_empty() => Ok(read),
            _ => Err(Problems(self.reader.problems.by_place())),
        }
    }

    fn mission(&mut self, root: &Node) -> Option<Mission> {
        if let Some(name) = root.word().filter(|name| *name != "Mission") {
            let message = format!("expected `Mission(...)`, found `{name}`");
            self.reader.problem(root.place, message);
            return None;
        }
        let mut fields = self.reader.fields(root, "mission")?;
        let name = self.need_name(&mut fields, "name");
        let briefing = fields.or("briefing", "", |node| self.reader.prose(node, "briefing"));
        // Read before, with the content: see `packs_of`.
        let _ = fields.get("packs");
        let number = fields.int_or(&mut self.reader, "number", 0..=9999_u16, 9999);
        let debrief = fields.or("debrief", Debrief::default(), |node| self.debrief(node));
        let rules = fields.need(&mut self.reader, "rules");
        let (rules, catalog) = rules.map(|node| self.rule_set(node)).unwrap_or_default();
        let is_known = rules.is_some();
        // Of rules that are unknown, the rest is read as by the first of all.
        let rules = rules.unwrap_or_default();
        self.rules = rules;
        if let Some(catalog) = &catalog {
            self.catalog = catalog.clone();
        }
        let board = fields.need(&mut self.reader, "board");
        let board = board.and_then(|node| self.any_board(node));
        let zones = fields.get("zones");
        let guide = fields.get("guide");

        // Without a board the rest is checked against the largest one there may be.
        self.is_drawn = board.is_some();
        let (setup, given) = board.unwrap_or_else(|| (BoardSetup::largest(), BTreeMap::new()));
        let mut zones = zones
            .map(|node| self.zones(node, setup.grid))
            .unwrap_or_default();
        for (name, tiles) in given {
            zones.entry(name).or_insert(tiles);
        }
        let guide = guide
            .map(|node| self.guide(node, &setup, &zones))
            .unwrap_or_default();
        // What is asked of definitions that cannot be told would be wrong.
        if self.catalog.lacks(rules.name()) || (is_known && catalog.is_none()) {
            return None;
        }
        let ground = (setup, zones);
        let read = rules.read(self, fields, &ground);
        let (sides, turn_limit, scenario) = read?;
        if !self.is_drawn {
            return None;
        }
        let name = name?;
        Some(Mission {
            maps: self.all_maps(&name, &ground.0),
            name,
            number: number?,
            briefing: briefing?.to_owned(),
            debrief: debrief?,
            difficulty: self.terms.difficulty,
            drawn_anew: self.drawn_anew,
            // With the things that the mission brings.
            catalog: catalog.map(|_| self.catalog.clone())?,
            board: ground.0,
            sides,
            turn_limit,
            rules,
            scenario,
            guide,
            doubts: std::mem::take(&mut self.reader.doubts).by_place(),
        })
    }

    fn debrief(&mut self, node: &Node) -> Option<Debrief> {
        let mut fields = self.reader.fields(node, "debrief")?;
        let victory = self.need_text(&mut fields, "victory");
        let defeat = self.need_text(&mut fields, "defeat");
        fields.done(&mut self.reader);
        Some(Debrief {
            victory: victory?,
            defeat: defeat?,
        })
    }

    /// Reads a text that has to be there.
    pub fn need_text(&mut self, fields: &mut Fields, name: &'static str) -> Option<String> {
        fields.prose(&mut self.reader, name).map(str::to_owned)
    }

    /// Reads a name that has to be there, in one line.
    pub fn need_name(&mut self, fields: &mut Fields, name: &'static str) -> Option<String> {
        fields.name(&mut self.reader, name).map(str::to_owned)
    }

    /// Reads the rule set and the definitions in force, as far as they can be told.
    fn rule_set(&mut self, node: &Node) -> (Option<RuleSet>, Option<Arc<Catalog>>) {
        let what = format!("the rule set, such as {}()", RuleSet::default().name());
        let Some(found) = self.reader.variant(node, &what) else {
            return (None, None);
        };
        let rules = RuleSet::named(found);
        if rules.is_none() {
            let hint = suggest(found, RuleSet::all().iter().map(|set| set.name()));
            let message = format!("rule set `{found}` is unknown{hint}");
            self.reader.problem(node.place, message);
        }
        if let Some(rules) = rules.filter(|rules| self.catalog.lacks(rules.name())) {
            let file = rules.figures();
            let message = format!("the content lacks {file}, which {found} missions need");
            self.reader.problem(node.place, message);
            return (Some(rules), None);
        }
        (rules, rules.and_then(|rules| self.in_force(rules, node)))
    }

    /// Returns the definitions with those over them that the mission gives.
    fn in_force(&mut self, rules: RuleSet, node: &Node) -> Option<Arc<Catalog>> {
        let overrides = match &node.value {
            Value::Name(_) => return Some(self.catalog.clone()),
            Value::Struct(_, fields) if fields.is_empty() => return Some(self.catalog.clone()),
            Value::Tuple(_, items) if items.len() == 1 => &items[0],
            _ => node,
        };
        if !matches!(overrides.value, Value::Struct(..)) {
            let expected = "overrides such as (tu: (carry_max: 30))";
            return self.reader.wrong(overrides, expected);
        }
        let mut catalog = Catalog::clone(&self.catalog);
        rules.overlay(&mut catalog, overrides, &mut self.reader)?;
        Some(Arc::new(catalog))
    }
}

//! Changed files of a mission, noticed and taken over while the mission is played.
//!
//! **Invariant:** looking changes nothing; a battle takes changes over by an order only.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use bevy::prelude::World;

use crate::battle::fingerprint::stable_hash;
use crate::battle::journal::Journal;
use crate::content::problem::Problems;
use crate::content::{MAX_FILE_BYTES, files};
use crate::files::read_plain;
use crate::mission::{Fitting, MissionSource, Variation};
use crate::playing::{Game, Setting, obstacles};
use crate::save::source_in_force;

/// Shortest time between two looks at the files.
const PAUSE: Duration = Duration::from_millis(500);

/// What can be done about changed files.
#[derive(Clone, Debug, PartialEq)]
pub enum Reload {
    /// They say what holds already.
    Nothing,
    /// The battle can take them over, by an order.
    InPlace(Box<MissionSource>),
    /// The battle would have to begin anew.
    Restart {
        /// What it cannot take over, in words.
        why: Vec<String>,
        /// What to begin anew from.
        source: Box<MissionSource>,
    },
    /// They have problems, each with file, line and what is allowed; the battle goes on as it was.
    Problems(Problems),
}

/// Judges changed files for the battle in a world, which was begun from `begun`.
pub fn judge<R: Game>(
    world: &World,
    begun: &MissionSource,
    found: Result<MissionSource, Problems>,
) -> Reload {
    let found = match found {
        Ok(found) => found,
        Err(problems) => return Reload::Problems(problems),
    };
    let entries = &world.resource::<Journal<R>>().entries;
    if found == *source_in_force::<R>(entries, begun) {
        return Reload::Nothing;
    }
    let setting = world.resource::<Setting>();
    let mission = match found.build(setting.seed) {
        Ok(mission) => mission,
        Err(problems) => return Reload::Problems(problems),
    };
    let why = obstacles::<R>(&setting.mission, &mission);
    let source = Box::new(found);
    match why.is_empty() {
        true => Reload::InPlace(source),
        false => Reload::Restart { why, source },
    }
}

/// Watches the files that a mission is read from.
#[derive(Clone, Debug)]
pub struct Watch {
    mission: PathBuf,
    content: PathBuf,
    /// Folders of packs besides those that the mission asks for.
    packs: Vec<PathBuf>,
    difficulty: u16,
    squad: Vec<Fitting>,
    variation: Variation,
    /// Folders of all packs, those that the mission asks for included.
    folders: Vec<PathBuf>,
    /// Pictures in them.
    pictures: Vec<PathBuf>,
    stamps: BTreeMap<PathBuf, Stamp>,
    /// Hash of what the files held when they were last read.
    held: u64,
    /// Whether the files changed at the last look, so that somebody may still be writing.
    is_moving: bool,
    looked: Option<Instant>,
}

/// What is known of watched files to begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// The source was just read from them.
    Read,
    /// They may have changed since.
    Unread,
}

/// What tells a changed file without reading it.
type Stamp = Option<(SystemTime, u64)>;

impl Watch {
    /// Watches the files that a source was read from: the mission's own, those of the content folder
    /// and of its packs.
    pub fn new(source: &MissionSource, mission: PathBuf, content: PathBuf, held: Held) -> Self {
        // Packs that the mission asks for come with it.
        let asked = MissionSource::read(&mission, &content);
        let asked = asked.map_or_else(|_| Vec::new(), |asked| folders_of(&asked));
        let mut packs = folders_of(source);
        packs.retain(|pack| !asked.contains(pack));
        let mut watch = Self {
            mission,
            content,
            packs,
            difficulty: source.difficulty,
            squad: source.squad.clone(),
            variation: source.variation.clone(),
            folders: Vec::new(),
            pictures: Vec::new(),
            stamps: BTreeMap::new(),
            held: 0,
            is_moving: false,
            looked: None,
        };
        watch.folders = folders_of(source);
        watch.pictures = pictures_of(source);
        watch.stamps = watch.stamps_now();
        match held {
            Held::Read => watch.held = watch.hash_now(),
            // The first look finds them changed.
            Held::Unread => watch.is_moving = true,
        }
        watch
    }

    /// Tells whether the files changed since they were last told to; looks at most twice a second.
    pub fn has_changed(&mut self) -> bool {
        if self.looked.is_some_and(|looked| looked.elapsed() < PAUSE) {
            return false;
        }
        self.looked = Some(Instant::now());
        self.look()
    }

    /// Tells whether the files changed since they were last told to, once nobody writes any more:
    /// they have to be the same at two looks.
    pub fn look(&mut self) -> bool {
        let stamps = self.stamps_now();
        if stamps != self.stamps {
            self.stamps = stamps;
            self.is_moving = true;
            return false;
        }
        if !std::mem::take(&mut self.is_moving) {
            return false;
        }
        let held = self.hash_now();
        std::mem::replace(&mut self.held, held) != held
    }

    /// Reads the files.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn read(&mut self) -> Result<MissionSource, Problems> {
        let mut source = MissionSource::read(&self.mission, &self.content)?.at(self.difficulty);
        source.squad.clone_from(&self.squad);
        source.variation.clone_from(&self.variation);
        source.content = source.content.with_packs(&self.packs)?;
        self.folders = folders_of(&source);
        self.pictures = pictures_of(&source);
        Ok(source)
    }

    /// Lists the files that are watched; those that are missing, too, since they may come.
    fn files(&self) -> impl Iterator<Item = PathBuf> + '_ {
        let folders = std::iter::once(&self.content).chain(&self.folders);
        let content = folders.flat_map(|folder| files().iter().map(move |file| folder.join(file)));
        let pictures = self.pictures.iter().cloned();
        content.chain(pictures).chain([self.mission.clone()])
    }

    fn stamps_now(&self) -> BTreeMap<PathBuf, Stamp> {
        let stamp = |file: &Path| {
            let meta = fs::metadata(file).ok()?;
            Some((meta.modified().ok()?, meta.len()))
        };
        self.files()
            .map(|file| (file.clone(), stamp(&file)))
            .collect()
    }

    fn hash_now(&self) -> u64 {
        // One file at a time is in memory.
        let hash = |file: PathBuf| Some(stable_hash(&read_plain(&file, MAX_FILE_BYTES).ok()?));
        stable_hash(&self.files().map(hash).collect::<Vec<_>>())
    }
}

/// Lists the folders of the packs of a source.
fn folders_of(source: &MissionSource) -> Vec<PathBuf> {
    let packs = source.content.packs.iter();
    packs.map(|pack| PathBuf::from(&pack.name)).collect()
}

/// Lists what they hold beside content files: pictures, and definitions in files of their own.
fn pictures_of(source: &MissionSource) -> Vec<PathBuf> {
    let packs = source.content.packs.iter();
    let all = packs.flat_map(|pack| pack.files.keys().map(|file| (&pack.name, file)));
    let pictures = all.filter(|(_, file)| !files().contains(&file.as_str()));
    pictures
        .map(|(folder, file)| Path::new(folder).join(file))
        .collect()
}

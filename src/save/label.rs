//! What a list of saves shows of a save without loading it.
//!
//! **Invariant:** holds nothing that the side that saved does not know.

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::BattleId;
use crate::battle::grid::Layout;
use crate::battle::journal::Journal;
use crate::battle::knowledge::{Knowledge, Sight};
use crate::battle::phase::{Outcome, Turn, Verdict};
use crate::battle::step::HumanSides;
use crate::battle::unit::{Side, UnitId, Units, units_on_board};
use crate::mission::MAX_SIDE;
use crate::playing::{Game, Setting};

/// Letters of terrain kinds in sketches; kinds beyond share the last one.
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const UNSEEN: u8 = b'.';
const OWN: u8 = b'@';
const ENEMY: u8 = b'!';
/// Longest name of a mission or key of terrain in a label, letters; content allows no longer ones.
const MAX_NAME: usize = 200;

/// How a save came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SaveKind {
    /// The player gave it a name.
    #[default]
    Named,
    /// With one key.
    Quick,
    /// By itself.
    Auto,
}

/// What a list of saves shows of a save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveLabel {
    /// Name of the mission.
    pub mission: String,
    /// Place of the mission in the list of missions.
    pub number: u16,
    /// Turn.
    pub turn: u16,
    /// How the battle ended, if it is over.
    pub outcome: Option<Outcome>,
    /// Seed of the battle.
    pub seed: u64,
    /// The battle; saves of older versions do not name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<BattleId>,
    /// Number of enemies, in percent of the mission's own.
    pub difficulty: u16,
    /// Orders given.
    pub orders: usize,
    /// Whether it is the only save of its battle, replaced as the battle goes on.
    pub ironman: bool,
    /// Sides that people play at the window, the one that looked on first.
    #[serde(default)]
    pub people: Vec<Side>,
    /// How it came about.
    pub kind: SaveKind,
    /// What the side that saved planned and had not confirmed, as its rules write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draft: Option<String>,
    /// The board as the side that saved knows it.
    pub sketch: Sketch,
}

impl SaveLabel {
    /// Labels the battle in a world as a side knows it.
    pub fn of<R: Game>(world: &World, side: Side, kind: SaveKind, ironman: bool) -> Self {
        let Setting { mission, seed, .. } = world.resource::<Setting>();
        Self {
            mission: mission.name.clone(),
            number: mission.number,
            turn: world.resource::<Turn>().number,
            outcome: world.resource::<Verdict>().0.map(|ending| ending.outcome),
            seed: *seed,
            battle: world.get_resource::<BattleId>().copied(),
            difficulty: mission.difficulty,
            orders: world.resource::<Journal<R>>().entries.len(),
            ironman,
            people: (world.get_resource::<HumanSides>())
                .map_or_else(Vec::new, |humans| humans.0.clone()),
            kind,
            draft: None,
            sketch: Sketch::of(world, side),
        }
    }

    /// Whether several people play in turns at the same screen, who must not see each other's view.
    pub fn is_hot_seat(&self) -> bool {
        self.people.len() > 1
    }

    /// Checks that a label read from a file is one that this program writes, so that it can be shown.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn check(&self) -> Result<(), String> {
        let is_long = |name: &String| name.chars().take(MAX_NAME + 1).count() > MAX_NAME;
        if is_long(&self.mission) || self.sketch.terrains.iter().any(is_long) {
            return Err(format!("a name in it has more than {MAX_NAME} characters"));
        }
        self.sketch.check()
    }
}

/// A small picture of a board: one letter for each hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sketch {
    /// Layout of the board.
    pub layout: Layout,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// Keys of the terrain kinds in it.
    terrains: Vec<String>,
    rows: Vec<String>,
}

/// What a sketch shows of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glimpse<'a> {
    /// It was never seen.
    Unseen,
    /// Terrain of this key, as it is remembered.
    Ground(&'a str),
    /// A unit of the side that saved.
    Own,
    /// An enemy that is seen, or was seen there last.
    Enemy,
}

impl Sketch {
    /// Draws the board as a side knows it.
    pub fn of(world: &World, side: Side) -> Self {
        let catalog = &world.resource::<Setting>().mission.catalog;
        let units = Units::of(world);
        let (grid, knowledge) = (units.board().grid, world.resource::<Knowledge>().of(side));
        let mut terrains = Vec::new();
        let mut letters = vec![UNSEEN; grid.len()];
        for tile in grid
            .tiles()
            .filter(|&tile| knowledge.sight(tile) != Sight::Hidden)
        {
            let key = &catalog.terrain(knowledge.layers.terrain(tile)).key;
            let known = terrains.iter().position(|other| other == key);
            let index = known.unwrap_or_else(|| {
                terrains.push(key.clone());
                terrains.len() - 1
            });
            letters[tile.index()] = LETTERS[index.min(LETTERS.len() - 1)];
        }
        let is_enemy = |id: UnitId| units.roster().are_hostile(side, units.side(id));
        let seen = (units.ids())
            .filter(|&id| knowledge.sees_unit(id) && is_enemy(id))
            .filter_map(|id| units.seat(id));
        let last_seen = (units.ids())
            .filter(|&id| !knowledge.sees_unit(id))
            .filter_map(|id| knowledge.sightings[id.index()]);
        for tile in last_seen.map(|at| at.tile).chain(seen) {
            letters[tile.index()] = ENEMY;
        }
        for tile in units_on_board(world, side).filter_map(|id| units.seat(id)) {
            letters[tile.index()] = OWN;
        }
        let rows = letters.chunks(usize::from(grid.width).max(1));
        Self {
            layout: grid.layout,
            width: grid.width,
            height: grid.height,
            terrains,
            rows: rows
                .map(|row| row.iter().map(|&letter| char::from(letter)).collect())
                .collect(),
        }
    }

    /// Checks that it is as large as it says, and no larger than a board.
    fn check(&self) -> Result<(), String> {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(format!(
                "its sketch is {width}×{height} hexes; from 1 to {MAX_SIDE} are possible each way"
            ));
        }
        let is_whole = |row: &String| row.len() == width && row.is_ascii();
        match self.rows.len() == height && self.rows.iter().all(is_whole) {
            true if self.terrains.len() <= width * height => Ok(()),
            true => Err("its sketch has more kinds of terrain than hexes".to_owned()),
            false => Err(format!(
                "its sketch does not match its size of {width}×{height} hexes"
            )),
        }
    }

    /// Returns what is shown of a hex; unseen beyond the board.
    pub fn at(&self, column: u16, row: u16) -> Glimpse<'_> {
        let row = self.rows.get(usize::from(row));
        match row.and_then(|row| row.as_bytes().get(usize::from(column))) {
            Some(&OWN) => Glimpse::Own,
            Some(&ENEMY) => Glimpse::Enemy,
            Some(letter) => {
                let index = LETTERS.iter().position(|other| other == letter);
                let key = index.and_then(|index| self.terrains.get(index));
                key.map_or(Glimpse::Unseen, |key| Glimpse::Ground(key))
            }
            None => Glimpse::Unseen,
        }
    }
}

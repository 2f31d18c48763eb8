//! Doors that are locked or trapped, chests, traps and what lies on the ground (§4): what they are, and what
//! each side knows of them.
//!
//! Whether a door is open is what its hex looks like. Everybody but the party lives here and knows every
//! trap; the party finds one where somebody sees its hex from near with a level in `disarm` that is high
//! enough (ours).
//!
//! **Invariant:** a hex has at most one object of a sort, and the list is in order of hexes and sorts. A
//! side knows an object as it saw it last: no contents of closed chests, no traps that it has not found.

use bevy::prelude::{Mut, World};
use serde::{Deserialize, Serialize};

use crate::battle::board::Board;
use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::side_count;
use crate::battle::unit::{Side, UnitId, Units, side_of};
use crate::content::declare::choices;
use crate::rules::party::attack::{Chance, Fighter, Source};
use crate::rules::party::character::{Sheet, Thing};
use crate::rules::party::content::{PartyContent, Skill, TrapId};
use crate::rules::party::progress::{PARTY, Progress, is_up};
use crate::rules::party::{scenario, setup};

choices! {
    /// Sorts of objects.
    pub enum Sort {
        /// A door; its hex looks like one, open or closed.
        Door,
        /// Holds things.
        Chest,
        /// Springs when somebody steps in.
        Trap,
        /// Things on the ground.
        Pile,
    }

    /// What is done with an object.
    pub enum Deed {
        /// Opens a door or chest.
        Open,
        /// Closes a door.
        Close,
        /// Picks a lock.
        Unlock,
        /// Disarms a trap.
        Disarm,
    }
}

/// Something on a hex beside characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Object {
    /// Where.
    pub tile: TileId,
    /// What.
    pub sort: Sort,
    /// What is taken off the chance to pick its lock, percent, as long as it is locked.
    pub lock: Option<u8>,
    /// Its trap, as long as it is armed.
    pub trap: Option<TrapId>,
    /// Sides that have found the trap.
    pub found: Vec<Side>,
    /// Whether what it holds can be seen and taken.
    pub is_open: bool,
    /// What it holds.
    pub holds: Vec<Thing>,
}

impl Object {
    /// Makes one that holds nothing.
    pub fn new(tile: TileId, sort: Sort) -> Self {
        Self {
            tile,
            sort,
            lock: None,
            trap: None,
            found: Vec::new(),
            is_open: sort == Sort::Pile,
            holds: Vec::new(),
        }
    }

    /// Returns what a side sees that sees its hex.
    fn shown(&self, side: Side) -> Option<Self> {
        let trap = self.trap.filter(|_| self.found.contains(&side));
        if self.sort == Sort::Trap && trap.is_none() {
            return None;
        }
        Some(Self {
            trap,
            found: Vec::new(),
            holds: match self.is_open {
                true => self.holds.clone(),
                false => Vec::new(),
            },
            ..self.clone()
        })
    }

    /// Whether nothing is left of it.
    pub(super) fn is_gone(&self) -> bool {
        match self.sort {
            Sort::Door => self.lock.is_none() && self.trap.is_none(),
            Sort::Chest => false,
            Sort::Trap => self.trap.is_none(),
            Sort::Pile => self.holds.is_empty(),
        }
    }

    /// Says what it is: `chest, locked 30: Dagger, Bandage`.
    pub fn told(&self, content: &PartyContent) -> String {
        let mut words = format!("{:?}", self.sort).to_lowercase();
        if let Some(lock) = self.lock {
            words += &format!(", locked {lock}");
        }
        if let Some(trap) = self.trap {
            words += &format!(", {}", content.trap(trap).name.to_lowercase());
        }
        let holds: Vec<_> = self.holds.iter().map(|thing| thing.name(content)).collect();
        match holds.is_empty() {
            true => words,
            false => format!("{words}: {}", holds.join(", ")),
        }
    }
}

/// All objects of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Objects {
    /// As they are.
    all: Vec<Object>,
    /// As each side knows them.
    known: Vec<Vec<Object>>,
}

impl Objects {
    /// Lays the objects of a mission out; sides have not looked yet.
    pub(super) fn set_up(scenario: &scenario::Scenario, sides: u8) -> Self {
        let residents: Vec<_> = (PARTY.0 + 1..sides).map(Side).collect();
        let mut all = scenario.objects.clone();
        for object in &mut all {
            object.found.clone_from(&residents);
        }
        all.sort_by_key(|object| (object.tile, object.sort));
        let known = (0..sides).map(Side).map(|side| {
            let known = all.iter().filter(|_| side != PARTY);
            known.filter_map(|object| object.shown(side)).collect()
        });
        let known = known.collect();
        Self { all, known }
    }

    /// Returns an object as it is.
    pub(super) fn get(&self, tile: TileId, sort: Sort) -> Option<&Object> {
        (self.all.iter()).find(|object| object.tile == tile && object.sort == sort)
    }

    /// Lists all of it as it is.
    pub(super) fn all(&self) -> impl Iterator<Item = &Object> {
        self.all.iter()
    }

    /// Whether there is none.
    pub(super) fn are_none(&self) -> bool {
        self.all.is_empty()
    }

    /// Lists all that a side knows, as it saw it last.
    pub fn known(&self, side: Side) -> impl Iterator<Item = &Object> {
        self.known[side.index()].iter()
    }

    /// Lists what a side knows on a hex.
    pub fn known_at(&self, side: Side, tile: TileId) -> impl Iterator<Item = &Object> {
        self.known(side).filter(move |object| object.tile == tile)
    }

    /// Changes an object, which is new if there was none; what nothing is left of goes.
    pub(super) fn change(&mut self, tile: TileId, sort: Sort, change: impl FnOnce(&mut Object)) {
        let key = |object: &Object| (object.tile, object.sort);
        let at = match self.all.binary_search_by_key(&(tile, sort), key) {
            Ok(at) => at,
            Err(at) => {
                self.all.insert(at, Object::new(tile, sort));
                at
            }
        };
        change(&mut self.all[at]);
        if self.all[at].is_gone() {
            self.all.remove(at);
        }
    }

    /// Whether it can be the state of a battle.
    pub(super) fn fits(&self, world: &World, content: &PartyContent) -> bool {
        let hexes = world.resource::<Board>().grid.len();
        let is_sound = |object: &Object| {
            object.tile.index() < hexes
                && object
                    .trap
                    .is_none_or(|trap| trap.index() < content.traps.len())
                && object.holds.iter().all(|thing| thing.is_in(content))
        };
        self.known.len() == usize::from(side_count(world))
            && self.known.iter().chain([&self.all]).all(|objects| {
                let key = |object: &Object| (object.tile, object.sort);
                objects.iter().all(is_sound) && objects.is_sorted_by(|a, b| key(a) < key(b))
            })
    }
}

/// Returns the objects of the battle.
pub fn objects(world: &World) -> &Objects {
    &world.resource::<Progress>().objects
}

/// Shows all sides the objects that they see now; what they had not seen cannot be taken back.
pub(super) fn look(world: &mut World) {
    if objects(world).are_none() && objects(world).known.iter().all(Vec::is_empty) {
        return;
    }
    world.resource_scope(|world, mut progress: Mut<Progress>| {
        let mut knowledge = world.resource_mut::<Knowledge>();
        let Objects { all, known } = &mut progress.objects;
        for (side, known) in (0..).map(Side).zip(known) {
            let sees = |object: &&Object| knowledge.of(side).sees(object.tile);
            let kept = known.iter().filter(|object| !sees(object)).cloned();
            let seen = all.iter().filter(sees);
            let seen = seen.filter_map(|object| object.shown(side));
            let mut now: Vec<_> = kept.chain(seen).collect();
            now.sort_by_key(|object| (object.tile, object.sort));
            if *known != now {
                *known = now;
                knowledge.discoveries.new_hexes += 1;
            }
        }
    });
}

/// Whether a side knows of a trap that springs on a hex.
pub fn is_trapped(world: &World, side: Side, tile: TileId) -> bool {
    let mut known = objects(world).known_at(side, tile);
    known.any(|object| object.sort == Sort::Trap)
}

/// Lists the hexes and sorts of traps that a side finds now: somebody of it is near, sees the hex and has
/// the level.
pub(super) fn found(world: &World, side: Side) -> Vec<(TileId, Sort)> {
    let content = setup::content(world);
    let (units, knowledge) = (Units::of(world), world.resource::<Knowledge>());
    let radius = u32::from(content.figures.trap_radius);
    let seekers: Vec<_> = (units.ids())
        .filter(|&id| units.side(id) == side && is_up(world, id))
        .filter_map(|id| Some((id, units.seat(id)?)))
        .collect();
    let finds = |object: &&Object| {
        let hidden = object.trap.map(|trap| content.trap(trap).hidden);
        let is_open_to = |&(id, seat): &(UnitId, TileId)| {
            let level = units.part::<Sheet>(id).skills.level(Skill::Disarm);
            hidden.is_some_and(|hidden| level >= hidden)
                && units.board().grid.distance(seat, object.tile) <= radius
                && knowledge.unit_sees(id, object.tile)
        };
        !object.found.contains(&side) && seekers.iter().any(is_open_to)
    };
    let all = objects(world).all.iter().filter(finds);
    all.map(|object| (object.tile, object.sort)).collect()
}

/// Returns the chance of a character to pick a lock or disarm a trap on a hex, with what it is made of;
/// nothing where its side knows of none.
///
/// It is (level + 10) x 5 percent less the difficulty, within the bounds of all chances (ours).
pub fn odds(world: &World, id: UnitId, deed: Deed, tile: TileId) -> Option<(Sort, Chance, u8)> {
    let content = setup::content(world);
    let figures = &content.figures;
    let mut known = objects(world).known_at(side_of(world, id), tile);
    let (skill, sort, difficulty) = match deed {
        Deed::Unlock => known.find_map(|one| Some((Skill::Lockpick, one.sort, one.lock?)))?,
        Deed::Disarm => known.find_map(|one| {
            let trap = content.trap(one.trap?);
            Some((Skill::Disarm, one.sort, trap.difficulty))
        })?,
        Deed::Open | Deed::Close => return None,
    };
    let each = i32::from(figures.percent_per_level);
    let level = Fighter::of(world, id).level(content, skill);
    let mut chance = Chance::default();
    chance.add(Source::Base, i32::from(figures.base_levels) * each);
    chance.add(Source::Weapon(skill), level * each);
    chance.add(Source::Difficulty, -i32::from(difficulty));
    let total = chance
        .total()
        .clamp(figures.least_chance.into(), figures.most_chance.into());
    Some((sort, chance, total as u8))
}

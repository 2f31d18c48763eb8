//! Doors that are locked or trapped, chests, traps and what lies on the ground (§4): what they are, and what
//! each side knows of them.
//!
//! Whether a door is open is what its hex looks like, and known as it was seen last. Everybody but the party lives here and knows every
//! trap; the party finds one where somebody sees its hex from near with a level in `disarm` that is high
//! enough (ours).
//!
//! **Invariant:** a hex has at most one object of a sort, and the list is in order of hexes and sorts.

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use crate::battle::grid::TileId;
use crate::battle::knowledge::Knowledge;
use crate::battle::unit::{Side, UnitId, Units, side_of, units_on_board};
use crate::content::declare::choices;
use crate::rules::party::attack::{Chance, Fighter, Source};
use crate::rules::party::character::{Sheet, Thing};
use crate::rules::party::content::{PartyContent, Skill, TrapId};
use crate::rules::party::progress::{PARTY, Progress, is_up};
use crate::rules::party::setup;

choices! {
    /// Sorts of objects.
    pub enum Sort {
        /// A door; its hex looks like one, open or closed.
        Door,
        /// Holds things.
        Chest,
        /// Springs when someone steps on it.
        Trap,
        /// Items on the ground.
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

impl Deed {
    /// Says what is done.
    pub fn words(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Close => "close the door",
            Self::Unlock => "pick the lock",
            Self::Disarm => "disarm the trap",
        }
    }

    /// Returns the skill that it takes.
    pub(super) fn skill(self) -> Option<Skill> {
        match self {
            Self::Open | Self::Close => None,
            Self::Unlock => Some(Skill::Lockpick),
            Self::Disarm => Some(Skill::Disarm),
        }
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

    fn key(&self) -> (TileId, Sort) {
        (self.tile, self.sort)
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
        let holds = self.holds.iter().map(|thing| thing.name(content));
        for (at, name) in holds.enumerate() {
            words += if at == 0 { ": " } else { ", " };
            words += name;
        }
        words
    }
}

/// All objects of a battle as they are, by hex and sort.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Objects(pub(super) Vec<Object>);

impl Objects {
    /// Lays the objects of a mission out.
    pub(super) fn set_up(objects: &[Object], sides: u8) -> Self {
        let mut all = objects.to_vec();
        for object in &mut all {
            object.found = (PARTY.0 + 1..sides).map(Side).collect();
        }
        all.sort_by_key(Object::key);
        Self(all)
    }

    /// Returns an object.
    pub(super) fn get(&self, tile: TileId, sort: Sort) -> Option<&Object> {
        let at = self.0.binary_search_by_key(&(tile, sort), Object::key);
        at.ok().map(|at| &self.0[at])
    }

    /// Changes an object, which is new if there was none; what nothing is left of goes.
    pub(super) fn change(&mut self, tile: TileId, sort: Sort, change: impl FnOnce(&mut Object)) {
        let at = self.0.binary_search_by_key(&(tile, sort), Object::key);
        let at = at.unwrap_or_else(|at| {
            self.0.insert(at, Object::new(tile, sort));
            at
        });
        change(&mut self.0[at]);
        self.0.retain(|object| !object.is_gone());
    }

    /// Whether it can be the state of a battle.
    pub(super) fn fits(&self, hexes: usize, content: &PartyContent) -> bool {
        let traps = content.traps.len();
        self.0.is_sorted_by(|one, next| one.key() < next.key())
            && self.0.iter().all(|object| {
                object.tile.index() < hexes
                    && object.trap.is_none_or(|trap| trap.index() < traps)
                    && object.holds.iter().all(|thing| thing.is_in(content))
            })
    }
}

/// Returns the objects of the battle as they are.
pub(super) fn objects(world: &World) -> &Objects {
    &world.resource::<Progress>().objects
}

/// Lists what a side knows: what is on hexes that it sees, without the contents of closed chests, and the
/// traps that it has found.
pub fn known(world: &World, side: Side) -> impl Iterator<Item = Object> + '_ {
    let sight = world.resource::<Knowledge>().of(side);
    objects(world).0.iter().filter_map(move |object| {
        let trap = object.trap.filter(|_| object.found.contains(&side));
        let is_known = object.sort == Sort::Trap || sight.sees(object.tile);
        let mut object = is_known.then(|| object.clone())?;
        object.trap = trap;
        if !object.is_open {
            object.holds.clear();
        }
        // Nothing is seen of a trap that is hidden, nor that a door has one.
        (!object.is_gone()).then_some(object)
    })
}

/// Lists what a side knows on a hex.
pub fn known_at(world: &World, side: Side, tile: TileId) -> impl Iterator<Item = Object> + '_ {
    known(world, side).filter(move |object| object.tile == tile)
}

/// Whether a side knows of a trap that springs on a hex.
pub fn is_trapped(world: &World, side: Side, tile: TileId) -> bool {
    let trap = objects(world).get(tile, Sort::Trap);
    trap.is_some_and(|trap| trap.found.contains(&side))
}

/// Lists the hexes where a side knows of a trap that springs on whoever steps in.
pub(super) fn traps(world: &World, side: Side) -> impl Iterator<Item = TileId> {
    let all = objects(world).0.iter();
    let known = all.filter(move |object| object.sort == Sort::Trap && object.found.contains(&side));
    known.map(|object| object.tile)
}

/// Lists the traps that a side finds now: somebody of it is near, sees the hex and has the level.
pub(super) fn found(world: &World, side: Side) -> Vec<(TileId, Sort)> {
    let content = setup::content(world);
    let (units, knowledge) = (Units::of(world), world.resource::<Knowledge>());
    let radius = u32::from(content.figures.trap_radius);
    let finds = |object: &&Object| {
        let hidden = object.trap.map(|trap| content.trap(trap).hidden);
        let mut seekers = units_on_board(world, side).filter(|&id| is_up(world, id));
        !object.found.contains(&side)
            && seekers.any(|id| {
                let level = units.part::<Sheet>(id).skills.level(Skill::Disarm);
                let distance = |seat| units.board().grid.distance(seat, object.tile);
                hidden.is_some_and(|hidden| level >= hidden)
                    && knowledge.unit_sees(id, object.tile)
                    && units.seat(id).is_some_and(|seat| distance(seat) <= radius)
            })
    };
    let all = objects(world).0.iter().filter(finds);
    all.map(Object::key).collect()
}

/// Returns the chance of a character to pick a lock or disarm a trap on a hex, with what it is made of;
/// nothing where its side knows of none.
///
/// It is (level + 10) x 5 percent less the difficulty, within the bounds of all chances (ours).
pub fn odds(world: &World, id: UnitId, deed: Deed, tile: TileId) -> Option<(Sort, Chance, u8)> {
    let content = setup::content(world);
    let figures = &content.figures;
    let skill = deed.skill()?;
    let mut known = known_at(world, side_of(world, id), tile);
    let (sort, difficulty) = known.find_map(|object| {
        let difficulty = match skill {
            Skill::Lockpick => object.lock,
            _ => object.trap.map(|trap| content.trap(trap).difficulty),
        };
        Some((object.sort, difficulty?))
    })?;
    let each = i32::from(figures.percent_per_level);
    let level = Fighter::of(world, id).level(content, skill);
    let mut chance = Chance::default();
    chance.add(Source::Base, i32::from(figures.base_levels) * each);
    chance.add(Source::Weapon(skill), level * each);
    chance.add(Source::Difficulty, -i32::from(difficulty));
    let (least, most) = (figures.least_chance.into(), figures.most_chance.into());
    let total = chance.total().clamp(least, most) as u8;
    Some((sort, chance, total))
}

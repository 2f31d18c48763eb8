//! Units as entities: the components every rule set shares, and the roster that finds them.
//!
//! **Invariant:** a unit's components are written only through [`unit_mut`] and [`edit`], which mark it
//! for the fingerprint and for dense copies. Ids are dense, in order of set-up, and never reused.

use bevy::ecs::component::Mutable;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::board::Board;
use crate::battle::grid::{Direction, TileId};
use crate::battle::knowledge;

/// Names a unit in orders, events and files; index into the roster.
#[derive(
    Component,
    Clone,
    Copy,
    Debug,
    Default,
    Serialize,
    Deserialize,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
)]
pub struct UnitId(pub u16);

impl UnitId {
    /// Returns the index into per-unit lists.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// One force; side 0 is the one outcomes are told for.
#[derive(
    Component,
    Clone,
    Copy,
    Debug,
    Default,
    Serialize,
    Deserialize,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
)]
pub struct Side(pub u8);

impl Side {
    /// The side that outcomes are told for.
    pub const FIRST: Self = Self(0);

    /// Returns the index into per-side lists.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Where a unit stands, or where it last stood when it is off the board.
///
/// Whoever writes it has the board follow ([`Board::enter`]) and what is seen
/// ([`knowledge::follow_step`], or [`knowledge::renew_view`] where it came from afar).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position(pub TileId);

/// Which way a unit faces.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Facing(pub Direction);

/// Hit points.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Health {
    /// Hit points left; 0 is dead.
    pub now: u16,
    /// Hit points unhurt.
    pub max: u16,
}

impl Health {
    /// Returns what is left of a new most after the same loss; nobody dies of it.
    pub fn refitted(self, max: u16) -> Self {
        let least = self.now.min(1);
        let lost = self.max.saturating_sub(self.now);
        Self {
            now: max.saturating_sub(lost).max(least),
            max,
        }
    }
}

/// Vision in hexes, with what the unit carries now.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Vision(pub u8);

/// Whether a unit is on the board.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Presence {
    /// On the board.
    #[default]
    OnBoard,
    /// Left through an exit.
    Escaped,
    /// Dead and removed.
    Dead,
    /// Waits to be brought onto the board.
    Reserve,
}

/// Name given by the mission.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Title(pub String);

/// Finds the entity of a unit, and knows which units were written since the last fingerprint.
#[derive(Resource, Clone, Debug, Default)]
pub struct Roster {
    entities: Vec<Entity>,
    sides: Vec<Side>,
    /// Sides that fight nobody.
    neutral: Vec<Side>,
    /// Sides that fight those, too.
    hunters: Vec<Side>,
    /// Written since whole units were noted.
    dirty: Marks,
    /// Noted since the last fingerprint, which is yet to hash them.
    unhashed: Marks,
    /// Written since the dense copy of a rule set that keeps one was renewed.
    stale: Marks,
}

/// Units that were marked, each once, in order of marking.
#[derive(Clone, Debug, Default)]
struct Marks {
    units: Vec<UnitId>,
    is_marked: Vec<bool>,
}

impl Marks {
    /// Marks all of so many units.
    fn set(&mut self, ids: impl Iterator<Item = UnitId>) {
        self.units.clear();
        self.units.extend(ids);
        self.is_marked.clear();
        self.is_marked.resize(self.units.len(), true);
    }

    #[inline]
    fn mark(&mut self, id: UnitId) {
        if !std::mem::replace(&mut self.is_marked[id.index()], true) {
            self.units.push(id);
        }
    }

    fn take(&mut self) -> Vec<UnitId> {
        for id in &self.units {
            self.is_marked[id.index()] = false;
        }
        std::mem::take(&mut self.units)
    }

    /// Becomes the same marks, reusing storage.
    fn copy(&mut self, from: &Self) {
        self.units.clone_from(&from.units);
        self.is_marked.clone_from(&from.is_marked);
    }

    fn clear(&mut self) {
        for id in self.units.drain(..) {
            self.is_marked[id.index()] = false;
        }
    }
}

/// Which units are to be hashed, and the side of each, to go back to.
#[derive(Clone, Debug, Default)]
pub(super) struct RosterMark {
    pub(super) sides: Vec<Side>,
    unhashed: Marks,
}

impl Roster {
    /// Replaces the roster; unit `i` is `entities[i]`, of side 0 until [`enlist`] says otherwise.
    pub fn set(&mut self, entities: impl IntoIterator<Item = Entity>) {
        self.entities.clear();
        self.entities.extend(entities);
        self.neutral.clear();
        self.hunters.clear();
        self.sides.clear();
        self.sides.resize(self.entities.len(), Side::default());
        self.stale.set(self.ids());
        self.unhashed.set(self.ids());
        self.unhashed.clear();
        self.mark_all_dirty();
    }

    /// Has the next fingerprint read and hash every unit again.
    pub(super) fn mark_all_dirty(&mut self) {
        self.dirty.set(self.ids());
    }

    /// Copies which units the next fingerprint is to hash, all of them noted, and the side of each.
    pub(super) fn mark_to(&self, mark: &mut RosterMark) {
        mark.sides.clone_from(&self.sides);
        mark.unhashed.copy(&self.unhashed);
    }

    /// Goes back to what is to be hashed, once all units are what they were.
    pub(super) fn go_back(&mut self, mark: &RosterMark) {
        self.dirty.clear();
        self.unhashed.copy(&mark.unhashed);
    }

    /// Returns the number of units that ever were in the battle.
    pub fn len(&self) -> usize {
        self.entities.len()
    }

    /// Whether the battle has no units.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }

    /// Lists all unit ids in order.
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..u16::try_from(self.entities.len()).expect("set-up refuses more units")).map(UnitId)
    }

    /// Returns the entity of a unit.
    ///
    /// # Panics
    /// If the id is not of this battle.
    pub fn entity(&self, id: UnitId) -> Entity {
        self.entities[id.index()]
    }

    /// Returns the side of a unit.
    ///
    /// # Panics
    /// If the id is not of this battle.
    #[inline]
    pub fn side(&self, id: UnitId) -> Side {
        self.sides[id.index()]
    }

    /// Lists the units of a side that ever were in the battle, in order.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |&id| self.side(id) == side)
    }

    /// Makes a side fight nobody.
    pub fn set_neutral(&mut self, side: Side) {
        self.neutral.push(side);
    }

    /// Makes a side fight those who fight nobody, too.
    pub fn set_hunter(&mut self, side: Side) {
        self.hunters.push(side);
    }

    /// Whether a side fights nobody.
    pub fn is_neutral(&self, side: Side) -> bool {
        self.neutral.contains(&side)
    }

    /// Whether two sides fight each other.
    #[inline]
    pub fn are_hostile(&self, one: Side, other: Side) -> bool {
        one != other
            && match (self.is_neutral(one), self.is_neutral(other)) {
                (false, false) => true,
                (true, true) => false,
                (true, false) => self.hunters.contains(&other),
                (false, true) => self.hunters.contains(&one),
            }
    }

    /// Whether an id names a unit of this battle.
    pub fn contains(&self, id: UnitId) -> bool {
        id.index() < self.entities.len()
    }

    /// Whether a unit was written since whole units were noted.
    pub(super) fn is_dirty(&self, id: UnitId) -> bool {
        self.dirty.is_marked[id.index()]
    }

    /// Marks a unit as written.
    fn mark(&mut self, id: UnitId) {
        self.dirty.mark(id);
        self.stale.mark(id);
    }

    /// Takes the units written since the last call, to be noted.
    pub(super) fn take_dirty(&mut self) -> Vec<UnitId> {
        self.dirty.take()
    }

    /// Has the next fingerprint hash units that were taken and noted, and takes the storage back.
    pub(super) fn owe_hashes(&mut self, mut noted: Vec<UnitId>) {
        for id in noted.drain(..) {
            self.unhashed.mark(id);
        }
        if self.dirty.units.is_empty() {
            self.dirty.units = noted;
        }
    }

    /// Takes the units noted since the last call, for the fingerprint.
    pub(super) fn take_unhashed(&mut self) -> Vec<UnitId> {
        self.unhashed.take()
    }

    /// Takes the storage of units that were hashed back.
    pub(super) fn reuse(&mut self, mut hashed: Vec<UnitId>) {
        hashed.clear();
        if self.unhashed.units.is_empty() {
            self.unhashed.units = hashed;
        }
    }

    /// Takes the units written since the last call, for the dense copy of a rule set.
    pub fn take_stale(&mut self) -> Vec<UnitId> {
        self.stale.take()
    }

    /// Tells that the dense copy of a rule set has all that was written.
    pub fn settle(&mut self) {
        self.stale.clear();
    }

    /// Whether no unit was written since [`Self::take_stale`].
    pub fn is_settled(&self) -> bool {
        self.stale.units.is_empty()
    }
}

/// Returns a unit's entity for reading.
pub fn unit(world: &World, id: UnitId) -> EntityRef<'_> {
    world.entity(world.resource::<Roster>().entity(id))
}

/// Returns one component of a unit.
///
/// # Panics
/// If the unit lacks the component; every unit has those of its rule set.
pub fn part<C: Component>(world: &World, id: UnitId) -> &C {
    world
        .get::<C>(world.resource::<Roster>().entity(id))
        .expect("every unit has the components of its rule set")
}

/// The components of one unit for code that reads many of them: the unit is looked up once.
#[derive(Clone, Copy)]
pub struct Parts<'w>(EntityRef<'w>);

impl<'w> Parts<'w> {
    /// Finds a unit.
    pub fn of(world: &'w World, id: UnitId) -> Self {
        Self(unit(world, id))
    }

    /// Returns one of its components.
    ///
    /// # Panics
    /// If the unit has none.
    pub fn get<C: Component>(&self) -> &'w C {
        (self.0.get::<C>()).expect("every unit has the components of its rule set")
    }
}

/// Returns a unit's entity for writing and marks it as written.
pub fn unit_mut(world: &mut World, id: UnitId) -> EntityWorldMut<'_> {
    let mut roster = world.resource_mut::<Roster>();
    roster.mark(id);
    let entity = roster.entity(id);
    world.entity_mut(entity)
}

/// Takes a unit off the board and notes what became of it; the views of all sides are renewed.
pub fn take_off_board(world: &mut World, id: UnitId, presence: Presence) {
    world.resource_mut::<Board>().leave(id);
    edit(world, id).set(presence);
    knowledge::renew_view(world, id);
}

/// Puts a unit on a side.
pub fn enlist(world: &mut World, id: UnitId, side: Side) {
    world.resource_mut::<Roster>().sides[id.index()] = side;
    unit_mut(world, id).insert(side);
}

/// Returns the side of a unit.
pub fn side_of(world: &World, id: UnitId) -> Side {
    world.resource::<Roster>().side(id)
}

/// A unit whose components are being written.
pub struct UnitEdit<'w>(EntityWorldMut<'w>);

/// Opens a unit for writing and marks it as written.
pub fn edit(world: &mut World, id: UnitId) -> UnitEdit<'_> {
    UnitEdit(unit_mut(world, id))
}

impl UnitEdit<'_> {
    /// Returns one component for writing.
    ///
    /// # Panics
    /// If the unit has none.
    pub fn part<C: Component<Mutability = Mutable>>(&mut self) -> &mut C {
        self.0
            .get_mut::<C>()
            .expect("every unit has the components of its rule set")
            .into_inner()
    }

    /// Writes one component.
    pub fn set<C: Component<Mutability = Mutable>>(&mut self, value: C) -> &mut Self {
        *self.part::<C>() = value;
        self
    }
}

/// The units of a battle for code that reads much of them: what [`part`] looks up every time is
/// looked up once.
#[derive(Clone, Copy)]
pub struct Units<'w> {
    world: &'w World,
    roster: &'w Roster,
    board: &'w Board,
}

impl<'w> Units<'w> {
    /// Finds the units of the battle in a world.
    pub fn of(world: &'w World) -> Self {
        Self {
            world,
            roster: world.resource::<Roster>(),
            board: world.resource::<Board>(),
        }
    }

    /// Returns the board they stand on.
    pub fn board(self) -> &'w Board {
        self.board
    }

    /// Returns the world they are in.
    pub fn world(self) -> &'w World {
        self.world
    }

    /// Returns the roster that lists them.
    pub fn roster(self) -> &'w Roster {
        self.roster
    }

    /// Lists all unit ids in order.
    pub fn ids(self) -> impl Iterator<Item = UnitId> + use<> {
        self.roster.ids()
    }

    /// Whether an id names a unit of this battle.
    pub fn contains(self, id: UnitId) -> bool {
        self.roster.contains(id)
    }

    /// Returns the side of a unit.
    #[inline]
    pub fn side(self, id: UnitId) -> Side {
        self.roster.side(id)
    }

    /// Whether the sides of two units fight each other.
    #[inline]
    pub fn are_foes(self, one: UnitId, other: UnitId) -> bool {
        (self.roster).are_hostile(self.roster.side(one), self.roster.side(other))
    }

    /// Returns where a unit stands; `None` when it is off the board.
    #[inline]
    pub fn seat(self, id: UnitId) -> Option<TileId> {
        self.board.seat(id)
    }

    /// Returns the hexes between two units; `None` when one is off the board.
    pub fn distance(self, one: UnitId, other: UnitId) -> Option<u32> {
        let seats = self.seat(one).zip(self.seat(other));
        seats.map(|(from, to)| self.board.grid.distance(from, to))
    }

    /// Returns one component of a unit.
    ///
    /// # Panics
    /// If the unit has none, or the id is not of this battle.
    #[inline]
    pub fn part<C: Component>(self, id: UnitId) -> &'w C {
        self.world
            .get::<C>(self.roster.entity(id))
            .expect("every unit has the components of its rule set")
    }
}

/// Lists the units of a side that are on the board, in id order.
pub fn units_on_board(world: &World, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    let board = world.resource::<Board>();
    let units = world.resource::<Roster>().of_side(side);
    units.filter(|&id| board.seat(id).is_some())
}

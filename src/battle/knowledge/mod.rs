//! What each side knows: fog, remembered terrain, and where enemies were last seen.
//!
//! **Invariant:** every field of view is that of the present board (moving, doors and smoke renew
//! the views they touch), so knowledge follows from the battle's history alone. A side sees exactly
//! the hexes in the views of its units.

mod fog;
mod mark;
mod side;

use bevy::prelude::*;
use hexx::Hex;

use crate::battle::board::{Board, Layers};
use crate::battle::fingerprint::Fingerprint;
use crate::battle::grid::{self, TileId};
use crate::battle::phase::Turn;
use crate::battle::revision::Revision;
use crate::battle::sight;
use crate::battle::tile_set::TileSet;
use crate::battle::unit::{self, Roster, Side, UnitId, Vision};
use crate::battle::view::ViewMemo;
use crate::content::sight::SightFigures;
use crate::content::terrain::Terrain;

pub use self::fog::{Fog, show_fog};
pub(in crate::battle) use self::mark::{KnowledgeMark, imagine};
pub(in crate::battle) use self::side::known_fact;
pub use self::side::{SideKnowledge, Sight, Sighting};

/// What the last events brought to light, for undo and for the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discoveries {
    /// Hexes seen for the first time by some side.
    pub new_hexes: u32,
    /// Units that came into a side's sight.
    pub contacts: Vec<(Side, UnitId, TileId)>,
    /// Contacts before the present event.
    earlier: usize,
}

impl Discoveries {
    /// Whether nothing came to light.
    pub fn is_empty(&self) -> bool {
        self.new_hexes == 0 && self.contacts.is_empty()
    }

    /// Counts what was found so far as old.
    pub fn begin_event(&mut self) {
        self.earlier = self.contacts.len();
    }

    /// Lists the contacts of the present event: side, unit, hex.
    pub fn fresh_contacts(&self) -> &[(Side, UnitId, TileId)] {
        &self.contacts[self.earlier..]
    }
}

/// What one unit sees.
#[derive(Debug, Default)]
struct View {
    /// The side it sees for; `None` when the unit is off the board.
    side: Option<Side>,
    /// From where, and no farther than how many hexes; `None` is from anywhere.
    eye: Option<(Hex, u32)>,
    tiles: TileSet,
}

impl View {
    /// Whether some hex may be in both views.
    fn meets(&self, other: &Self) -> bool {
        match (self.eye, other.eye) {
            (Some((one, near)), Some((two, far))) => grid::length(one - two) <= near + far,
            _ => true,
        }
    }
}

/// Knowledge of all sides and the fields of view it comes from.
#[derive(Resource, Clone, Debug, Default)]
pub struct Knowledge {
    sides: Vec<SideKnowledge>,
    views: Vec<View>,
    /// Since last taken.
    pub discoveries: Discoveries,
    figures: Option<SightFigures>,
    /// Whether everything may be seen otherwise since all views were renewed.
    is_behind: bool,
    /// Hexes that stand in the way of sight otherwise since then.
    changed: Vec<TileId>,
    /// Hexes that came into a side's sight or went out of it at the present step of a unit.
    blinked: TileSet,
    /// The turn in which sightings were last renewed, all of them.
    noted: u16,
    /// Hexes whose [`Fog`] is behind.
    stale: TileSet,
    /// What sides see by other means than units.
    eyes: Vec<View>,
    scratch: TileSet,
    /// Hexes under artificial light, seen from farther away.
    lit: TileSet,
    /// Units whose views count in [`Knowledge::lose`].
    mates: Vec<usize>,
    memo: ViewMemo,
}

impl Knowledge {
    /// Starts afresh for `sides` sides that know nothing of the board.
    pub fn reset(&mut self, board: &Board, sides: usize, units: usize, figures: SightFigures) {
        let tiles = board.grid.len();
        self.sides.resize_with(sides, SideKnowledge::default);
        for side in &mut self.sides {
            side.renew_revisions();
            side.layers.reset_unknown_like(&board.layers);
            side.visible.reset(tiles);
            side.current.reset(tiles);
            side.left.clear();
            side.left.resize(tiles, 0);
            side.ever_left.reset(tiles);
            side.sightings.clear();
            side.sightings.resize(units, None);
            side.in_sight.clear();
            side.in_sight.resize(units, false);
        }
        self.views.resize_with(units, View::default);
        for view in &mut self.views {
            view.side = None;
            view.tiles.reset(tiles);
        }
        self.eyes.clear();
        self.is_behind = true;
        self.changed.clear();
        self.blinked.reset(tiles);
        self.noted = 0;
        self.scratch.reset(tiles);
        self.lit.reset(tiles);
        self.stale.reset(tiles);
        board.grid.tiles().for_each(|tile| self.stale.insert(tile));
        self.discoveries = Discoveries::default();
        self.memo.fit(board.grid, &board.layers, &figures);
        self.figures = Some(figures);
    }

    /// Follows a board whose terrain kinds have new definitions, with new sight figures; the views
    /// have to be renewed then.
    pub(super) fn renew(&mut self, board: &Board, terrains: &[Terrain], figures: &SightFigures) {
        for side in &mut self.sides {
            side.renew_revisions();
            side.layers.renew_ground(terrains);
        }
        self.memo.fit(board.grid, &board.layers, figures);
        self.figures = Some(figures.clone());
        self.is_behind = true;
    }

    /// Returns what a side knows.
    #[inline]
    pub fn of(&self, side: Side) -> &SideKnowledge {
        &self.sides[side.index()]
    }

    /// Returns the number of sides.
    pub fn side_count(&self) -> usize {
        self.sides.len()
    }

    /// Returns the sight figures in force.
    pub(super) fn figures(&self) -> &SightFigures {
        self.figures
            .as_ref()
            .expect("set when the battle was set up")
    }

    /// Whether a hex is under artificial light, at night.
    pub fn is_lit(&self, tile: TileId) -> bool {
        self.lit.contains(tile)
    }

    /// Returns from how many hexes farther away lit ground is seen at night.
    fn seen_by_light(&self) -> u32 {
        match self.lit.is_empty() {
            true => 0,
            false => u32::from(self.figures().light_bonus),
        }
    }

    /// Returns a side's knowledge for snapshot restore.
    pub(super) fn of_mut(&mut self, side: Side) -> &mut SideKnowledge {
        let side = &mut self.sides[side.index()];
        side.renew_revisions();
        side
    }

    /// Returns the hexes a unit sees; none when it is off the board.
    pub fn view(&self, unit: UnitId) -> &TileSet {
        &self.views[unit.index()].tiles
    }

    /// Whether a unit itself sees a hex.
    #[inline]
    pub fn unit_sees(&self, unit: UnitId, tile: TileId) -> bool {
        self.views[unit.index()].tiles.contains(tile)
    }

    /// Follows a hex of the board that changed its look.
    pub(super) fn note_change(&mut self, truth: &Layers, tile: TileId) {
        // What burns or is only damaged looks the same from everywhere.
        if self.memo.renew(truth, tile) {
            self.changed.push(tile);
        }
        for side in &mut self.sides {
            side.current.remove(tile);
        }
    }

    /// Shows a side the hexes of a view; returns the change of the fingerprint.
    fn gain(&mut self, side: Side, view: &TileSet, truth: &Layers) -> u64 {
        let known = &mut self.sides[side.index()];
        let mut change = 0;
        for word in view.span() {
            let fresh = view.word(word) & !known.visible.word(word);
            if fresh == 0 {
                continue;
            }
            known.visible.put(word, fresh);
            known.revision = Revision::fresh();
            self.stale.put(word, fresh);
            self.blinked.put(word, fresh);
            let forgotten = fresh & !known.current.word(word);
            if forgotten == 0 {
                continue;
            }
            let lesson = known.learn_all(side, truth, word, forgotten);
            change ^= lesson.change;
            self.discoveries.new_hexes += lesson.new;
        }
        change
    }

    /// Hides the hexes of a view that went from its side if nobody of it sees them; it was that of
    /// this unit, if any.
    fn lose(&mut self, side: Side, id: Option<UnitId>, view: &View, turn: u16) {
        let known = &mut self.sides[side.index()];
        // The unit itself still sees most of them, so it comes first.
        self.mates.clear();
        let is_mate = |index: &usize| {
            let other = &self.views[*index];
            other.side == Some(side) && other.meets(view)
        };
        (self.mates).extend(id.map(UnitId::index).filter(is_mate));
        (self.mates).extend((0..self.views.len()).filter(is_mate));
        let view = &view.tiles;
        let has_eyes = !self.eyes.is_empty();
        for word in view.span() {
            let mut lost = view.word(word);
            for &mate in &self.mates {
                if lost == 0 {
                    break;
                }
                lost &= !self.views[mate].tiles.word(word);
            }
            if lost != 0 && has_eyes {
                for eye in self.eyes.iter().filter(|eye| eye.side == Some(side)) {
                    lost &= !eye.tiles.word(word);
                }
            }
            if lost != 0 {
                known.visible.take(word, lost);
                known.revision = Revision::fresh();
                self.stale.put(word, lost);
                self.blinked.put(word, lost);
                known.leave(word, lost, turn);
            }
        }
    }

    /// Renews last sightings: a visible enemy is where it is; a marker whose hex is seen empty goes.
    fn note_sightings(&mut self, board: &Board, roster: &Roster, turn: u16) {
        self.noted = turn;
        for id in roster.ids() {
            for index in 0..self.sides.len() {
                self.note_sighting(index, id, board, roster, turn);
            }
        }
    }

    /// Renews what a side's last sighting of a unit is.
    fn note_sighting(
        &mut self,
        index: usize,
        id: UnitId,
        board: &Board,
        roster: &Roster,
        turn: u16,
    ) {
        let (side, seer) = (&mut self.sides[index], Side(index as u8));
        if seer == roster.side(id) {
            // One's own now, if a mind was taken over.
            if std::mem::take(&mut side.in_sight[id.index()]) {
                side.revision = Revision::fresh();
            }
            side.sightings[id.index()] = None;
            return;
        }
        let seen = (board.seat(id)).filter(|&tile| side.visible.contains(tile));
        let was_visible = std::mem::replace(&mut side.in_sight[id.index()], seen.is_some());
        if was_visible != seen.is_some() {
            side.revision = Revision::fresh();
        }
        let sighting = &mut side.sightings[id.index()];
        if let Some(tile) = seen {
            *sighting = Some(Sighting { tile, turn });
            if !was_visible {
                self.discoveries.contacts.push((seer, id, tile));
            }
        } else if sighting.is_some_and(|s| side.visible.contains(s.tile)) {
            *sighting = None;
        }
    }

    /// Renews last sightings after a unit made a step: its own, and those on hexes that its side has
    /// come to see or sees no more.
    fn note_step(&mut self, mover: UnitId, board: &Board, roster: &Roster, turn: u16) {
        if self.noted != turn {
            self.note_sightings(board, roster, turn);
            return;
        }
        let own = roster.side(mover);
        for id in roster.ids() {
            let is_touched = || {
                let last = self.sides[own.index()].sightings[id.index()];
                let has_blinked = |tile| self.blinked.contains(tile);
                board.seat(id).is_some_and(has_blinked)
                    || last.is_some_and(|last| has_blinked(last.tile))
            };
            if id == mover {
                for index in 0..self.sides.len() {
                    self.note_sighting(index, id, board, roster, turn);
                }
            } else if roster.side(id) != own && is_touched() {
                self.note_sighting(own.index(), id, board, roster, turn);
            }
        }
        debug_assert!(
            self.are_noted(board, roster),
            "of other units too, nothing changed"
        );
    }

    /// Whether the last sightings are what they would be if all were renewed.
    fn are_noted(&self, board: &Board, roster: &Roster) -> bool {
        (0..).zip(&self.sides).all(|(index, side)| {
            roster.ids().all(|id| {
                let is_own = roster.side(id) == Side(index);
                let seat = board
                    .seat(id)
                    .filter(|&tile| !is_own && side.visible.contains(tile));
                let last = side.sightings[id.index()].map(|last| last.tile);
                side.in_sight[id.index()] == seat.is_some()
                    && match seat {
                        Some(_) => last == seat,
                        None => last.is_none_or(|tile| !is_own && !side.visible.contains(tile)),
                    }
            })
        })
    }
}

/// Says what sides see by other means than units, and renews what follows from it.
pub fn set_eyes(world: &mut World, eyes: Vec<(Side, Vec<TileId>)>) {
    with_knowledge(world, |world, knowledge| {
        let (board, roster) = (world.resource::<Board>(), world.resource::<Roster>());
        let turn = world.resource::<Turn>().number;
        let view = |(side, seen): (Side, Vec<TileId>)| {
            let mut tiles = TileSet::new(board.grid.len());
            seen.into_iter().for_each(|tile| tiles.insert(tile));
            View {
                side: Some(side),
                eye: None,
                tiles,
            }
        };
        let new: Vec<_> = eyes.into_iter().map(view).collect();
        let old = std::mem::replace(&mut knowledge.eyes, new.clone());
        let mut change = 0;
        for View { side, tiles, .. } in &new {
            change ^= side.map_or(0, |side| knowledge.gain(side, tiles, &board.layers));
        }
        for view in &old {
            if let Some(side) = view.side {
                knowledge.lose(side, None, view, turn);
            }
        }
        knowledge.note_sightings(board, roster, turn);
        change
    });
}

/// Says which hexes are under artificial light; the views have to be renewed then.
pub fn set_lit(world: &mut World, tiles: &[TileId]) {
    let mut knowledge = world.resource_mut::<Knowledge>();
    knowledge.is_behind = true;
    knowledge.lit.clear();
    tiles.iter().for_each(|&tile| knowledge.lit.insert(tile));
}

/// Renews the field of view of one unit and all that follows from it.
pub fn renew_view(world: &mut World, id: UnitId) {
    renew(world, None, |_, unit| unit == id);
}

/// Renews the field of view of a unit that made a step, and all that follows from it; much quicker than
/// [`renew_view`] where units are many.
pub fn follow_step(world: &mut World, id: UnitId) {
    with_knowledge(world, |world, knowledge| {
        let (board, roster) = (world.resource::<Board>(), world.resource::<Roster>());
        let turn = world.resource::<Turn>().number;
        knowledge.blinked.clear();
        let change = look(world, board, roster, knowledge, id, turn);
        knowledge.note_step(id, board, roster, turn);
        change
    });
}

/// Renews the fields of view in which the board itself changed, and what is known of units.
pub fn renew_all_views(world: &mut World) {
    let mut knowledge = world.resource_mut::<Knowledge>();
    let is_behind = std::mem::take(&mut knowledge.is_behind);
    let changed = std::mem::take(&mut knowledge.changed);
    let more = knowledge.seen_by_light();
    renew(world, None, |world, id| {
        is_behind || (!changed.is_empty() && may_see(world, id, more, &changed))
    });
}

/// Whether a unit on the board could see one of some hexes if nothing was in the way, and all of it was
/// seen from so many hexes farther away.
fn may_see(world: &World, id: UnitId, more: u32, tiles: &[TileId]) -> bool {
    let board = world.resource::<Board>();
    board.place(id).is_some_and(|eye| {
        let vision = u32::from(unit::part::<Vision>(world, id).0) + more;
        let is_near = |&tile: &TileId| grid::length(board.grid.hex(tile) - eye) <= vision;
        tiles.iter().any(is_near)
    })
}

/// Renews the views in which one hex changed (door, fire, smoke) and what is remembered of it.
pub fn renew_views_around(world: &mut World, tile: TileId) {
    let more = world.resource::<Knowledge>().seen_by_light();
    renew(world, Some(tile), |world, id| {
        may_see(world, id, more, &[tile])
    });
}

/// Has a side remember hexes as they look now, as if it had seen them (maps given beforehand).
pub fn survey(world: &mut World, side: Side, tiles: &[TileId]) {
    with_knowledge(world, |world, knowledge| {
        let truth = &world.resource::<Board>().layers;
        tiles.iter().for_each(|&tile| knowledge.stale.insert(tile));
        let known = knowledge.of_mut(side);
        (tiles.iter()).fold(0, |change, &tile| change ^ known.learn(side, truth, tile))
    });
}

/// Has a side forget where it saw a unit last, since it knows that it is there no more.
pub fn strike_off(world: &mut World, side: Side, unit: UnitId) {
    let mut knowledge = world.resource_mut::<Knowledge>();
    let known = &mut knowledge.sides[side.index()];
    if known.sightings[unit.index()].take().is_some() {
        known.revision = Revision::fresh();
    }
}

/// Copies the present look of a hex into the memory of all sides that see it.
pub fn renew_memory(world: &mut World, tile: TileId) {
    with_knowledge(world, |world, knowledge| {
        remember(knowledge, &world.resource::<Board>().layers, tile)
    });
}

/// Renews the views of some units, after a hex changed its look or none did.
fn renew(world: &mut World, changed: Option<TileId>, is_meant: impl Fn(&World, UnitId) -> bool) {
    with_knowledge(world, |world, knowledge| {
        let (board, roster) = (world.resource::<Board>(), world.resource::<Roster>());
        let mut change = 0;
        if let Some(tile) = changed {
            change ^= remember(knowledge, &board.layers, tile);
        }
        let turn = world.resource::<Turn>().number;
        for id in roster.ids().filter(|&id| is_meant(world, id)) {
            change ^= look(world, board, roster, knowledge, id, turn);
        }
        knowledge.note_sightings(board, roster, turn);
        change
    });
}

/// Changes what the sides know by what the rest of the world holds, and takes the change over into
/// the fingerprint.
///
/// Happens at every step of a walk, where `World::resource_scope` would take as long as the look.
fn with_knowledge(world: &mut World, renew: impl FnOnce(&World, &mut Knowledge) -> u64) {
    let mut knowledge = std::mem::take(&mut *world.resource_mut::<Knowledge>());
    let change = renew(world, &mut knowledge);
    *world.resource_mut::<Knowledge>() = knowledge;
    world.resource_mut::<Fingerprint>().change(change);
}

fn remember(knowledge: &mut Knowledge, truth: &Layers, tile: TileId) -> u64 {
    let mut change = 0;
    for (index, side) in (0..).zip(&mut knowledge.sides) {
        if side.visible.contains(tile) {
            change ^= side.learn(Side(index), truth, tile);
        }
    }
    change
}

/// Renews what a unit sees; returns the change of the fingerprint.
fn look(
    world: &World,
    board: &Board,
    roster: &Roster,
    knowledge: &mut Knowledge,
    id: UnitId,
    turn: u16,
) -> u64 {
    let mut tiles = std::mem::take(&mut knowledge.scratch);
    tiles.clear();
    let mut view = View::default();
    if let Some(seat) = board.seat(id) {
        let vision = world.get::<Vision>(roster.entity(id));
        let vision = vision.expect("every unit has a vision").0;
        knowledge.memo.look(&board.layers, seat, vision, &mut tiles);
        let mut farthest = vision;
        if vision > 0 && !knowledge.lit.is_empty() {
            let figures = knowledge.figures();
            let light = figures.light_bonus;
            farthest += light;
            let (grid, layers) = (&board.grid, &board.layers);
            for tile in knowledge.lit.iter() {
                let distance = grid.distance(seat, tile);
                if tiles.contains(tile) || distance > u32::from(farthest) {
                    continue;
                }
                let line = sight::trace(grid, layers, seat, tile, figures, |_| true);
                if line.open && distance <= u32::from(sight::vision(vision, light, &line, figures))
                {
                    tiles.insert(tile);
                }
            }
        }
        view.side = Some(roster.side(id));
        view.eye = Some((board.grid.hex(seat), farthest.into()));
    }
    view.tiles = tiles;
    // The new view comes before the old one goes, so that hexes in both never blink.
    let change = (view.side).map_or(0, |side| knowledge.gain(side, &view.tiles, &board.layers));
    let old = std::mem::replace(&mut knowledge.views[id.index()], view);
    if let Some(side) = old.side {
        knowledge.lose(side, Some(id), &old, turn);
    }
    knowledge.scratch = old.tiles;
    change
}

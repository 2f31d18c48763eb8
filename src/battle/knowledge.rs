//! What each side knows: fog, remembered terrain, and where enemies were last seen.
//!
//! **Invariant:** every field of view is that of the present board (moving, doors and smoke renew
//! the views they touch), so knowledge follows from the battle's history alone. Fog components are
//! written only where sight changed.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    battle::{
        board::{Board, Layers},
        fingerprint::Fingerprint,
        grid::TileId,
        unit::{self, Position, Presence, Roster, Side, UnitId, Vision},
        view::FieldOfView,
    },
    content::battlescape::SightFigures,
};

/// Kinds of facts in the fingerprint that this module toggles.
const FACT_KNOWN: u8 = 2;

/// Fog on a tile entity: one bit per side.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fog {
    /// Sides that see the hex now.
    pub visible: u8,
    /// Sides that have seen it.
    pub known: u8,
}

/// What a side knows of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sight {
    /// Never seen.
    Hidden,
    /// Seen before: terrain as it was then, no units.
    Remembered,
    /// Seen now.
    Visible,
}

/// Where and when a side last saw an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sighting {
    /// The hex.
    pub tile: TileId,
    /// The turn.
    pub turn: u16,
}

/// Knowledge of one side.
#[derive(Clone, Debug, Default)]
pub struct SideKnowledge {
    /// The board as remembered; hexes never seen are unknown in it.
    pub layers: Layers,
    /// How many of the side's units see each hex.
    seen_by: Vec<u16>,
    /// Last sighting of each unit of another side.
    pub sightings: Vec<Option<Sighting>>,
    /// Which units of other sides the side sees now.
    in_sight: Vec<bool>,
}

impl SideKnowledge {
    /// Returns what the side knows of a hex.
    #[inline]
    pub fn sight(&self, tile: TileId) -> Sight {
        if self.seen_by[tile.index()] > 0 {
            Sight::Visible
        } else if self.layers.is_known(tile) {
            Sight::Remembered
        } else {
            Sight::Hidden
        }
    }

    /// Whether the side sees a unit of another side now.
    pub fn sees_unit(&self, unit: UnitId) -> bool {
        self.in_sight[unit.index()]
    }

    /// Whether the side sees a hex now.
    #[inline]
    pub fn sees(&self, tile: TileId) -> bool {
        self.seen_by[tile.index()] > 0
    }
}

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
    /// Counts what was found so far as old.
    pub fn begin_event(&mut self) {
        self.earlier = self.contacts.len();
    }

    /// Lists the contacts of the present event: side, unit, hex.
    pub fn fresh_contacts(&self) -> &[(Side, UnitId, TileId)] {
        &self.contacts[self.earlier..]
    }
}

/// Knowledge of all sides and the fields of view it comes from.
#[derive(Resource, Clone, Debug, Default)]
pub struct Knowledge {
    sides: Vec<SideKnowledge>,
    views: Vec<Vec<TileId>>,
    /// Side whose count each view is in; `None` when the unit is off the board.
    viewers: Vec<Option<Side>>,
    /// Since last taken.
    pub discoveries: Discoveries,
    figures: Option<SightFigures>,
    scratch: Vec<TileId>,
    fov: FieldOfView,
}

impl Knowledge {
    /// Starts afresh for `sides` sides that know nothing of the board.
    pub fn reset(&mut self, board: &Board, sides: usize, units: usize, figures: SightFigures) {
        self.sides.resize_with(sides, SideKnowledge::default);
        for side in &mut self.sides {
            side.layers.reset_unknown_like(&board.layers);
            side.seen_by.clear();
            side.seen_by.resize(board.grid.len(), 0);
            side.sightings.clear();
            side.sightings.resize(units, None);
            side.in_sight.clear();
            side.in_sight.resize(units, false);
        }
        self.views.iter_mut().for_each(Vec::clear);
        self.views.resize_with(units, Vec::new);
        self.viewers.clear();
        self.viewers.resize(units, None);
        self.discoveries = Discoveries::default();
        self.figures = Some(figures);
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

    /// Returns a side's knowledge for snapshot restore.
    pub(super) fn of_mut(&mut self, side: Side) -> &mut SideKnowledge {
        &mut self.sides[side.index()]
    }

    /// Returns the hexes a unit sees; empty when it is off the board.
    pub fn view(&self, unit: UnitId) -> &[TileId] {
        &self.views[unit.index()]
    }

    /// Whether a unit itself sees a hex.
    pub fn unit_sees(&self, unit: UnitId, tile: TileId) -> bool {
        self.views[unit.index()].contains(&tile)
    }
}

/// Renews the field of view of one unit and all that follows from it.
pub fn renew_view(world: &mut World, id: UnitId) {
    world.resource_scope(|world, mut knowledge: Mut<Knowledge>| {
        look(world, &mut knowledge, id);
        note_sightings(world, &mut knowledge);
    });
}

/// Renews every field of view, after the board itself changed.
pub fn renew_all_views(world: &mut World) {
    world.resource_scope(|world, mut knowledge: Mut<Knowledge>| {
        for id in world.resource::<Roster>().ids() {
            look(world, &mut knowledge, id);
        }
        note_sightings(world, &mut knowledge);
    });
}

/// Renews the views in which one hex changed (door, fire, smoke) and what is remembered of it.
pub fn renew_views_around(world: &mut World, tile: TileId) {
    world.resource_scope(|world, mut knowledge: Mut<Knowledge>| {
        remember(world, &mut knowledge, tile);
        let grid = world.resource::<Board>().grid;
        for id in world.resource::<Roster>().ids() {
            let unit = unit::unit(world, id);
            let position = unit.get::<Position>().expect("units have a position").0;
            let vision = unit.get::<Vision>().expect("units have vision").0;
            if grid.distance(position, tile) <= u32::from(vision) {
                look(world, &mut knowledge, id);
            }
        }
        note_sightings(world, &mut knowledge);
    });
}

/// Copies the present look of a hex into the memory of all sides that see it.
pub fn renew_memory(world: &mut World, tile: TileId) {
    world.resource_scope(|world, mut knowledge: Mut<Knowledge>| {
        remember(world, &mut knowledge, tile);
    });
}

fn remember(world: &mut World, knowledge: &mut Knowledge, tile: TileId) {
    for side in 0..knowledge.sides.len() {
        if knowledge.sides[side].seen_by[tile.index()] > 0 {
            learn(world, &mut knowledge.sides[side], side, tile);
        }
    }
}

/// Copies a hex into a side's memory and keeps the fingerprint; returns whether it was new.
fn learn(world: &mut World, side: &mut SideKnowledge, index: usize, tile: TileId) -> bool {
    let board = world.resource::<Board>();
    let was_known = side.layers.is_known(tile);
    let now = board.layers.digest(tile);
    if was_known {
        let before = side.layers.digest(tile);
        if before == now {
            return false;
        }
        side.layers.copy_tile(&board.layers, tile);
        let mut print = world.resource_mut::<Fingerprint>();
        print.toggle(
            FACT_KNOWN + u8::try_from(index).expect("few sides"),
            tile.0,
            before,
        );
        print.toggle(
            FACT_KNOWN + u8::try_from(index).expect("few sides"),
            tile.0,
            now,
        );
        return false;
    }
    side.layers.copy_tile(&board.layers, tile);
    world.resource_mut::<Fingerprint>().toggle(
        FACT_KNOWN + u8::try_from(index).expect("few sides"),
        tile.0,
        now,
    );
    true
}

/// Puts the memory of a side back from a snapshot, keeping the fingerprint.
pub(super) fn toggle_known(print: &mut Fingerprint, side: usize, tile: TileId, digest: u32) {
    print.toggle(
        FACT_KNOWN + u8::try_from(side).expect("few sides"),
        tile.0,
        digest,
    );
}

fn look(world: &mut World, knowledge: &mut Knowledge, id: UnitId) {
    let entity = unit::unit(world, id);
    let here = (entity.get::<Presence>() == Some(&Presence::OnBoard)).then(|| {
        (
            *entity.get::<Side>().expect("units have a side"),
            entity.get::<Position>().expect("units have a position").0,
            entity.get::<Vision>().expect("units have vision").0,
        )
    });
    let mut old = std::mem::take(&mut knowledge.views[id.index()]);
    let mut new = std::mem::take(&mut knowledge.scratch);
    new.clear();
    if let Some((_, position, vision)) = here {
        let figures = knowledge
            .figures
            .as_ref()
            .expect("set when the battle was set up");
        let board = world.resource::<Board>();
        knowledge.fov.compute(
            &board.grid,
            &board.layers,
            position,
            vision,
            figures,
            &mut new,
        );
    }
    // Count the new view before the old one goes, so that hexes in both never blink.
    if let Some((side, ..)) = here {
        for &tile in &new {
            let seen_by = &mut knowledge.sides[side.index()].seen_by[tile.index()];
            *seen_by += 1;
            if *seen_by == 1 {
                let fresh = learn(
                    world,
                    &mut knowledge.sides[side.index()],
                    side.index(),
                    tile,
                );
                knowledge.discoveries.new_hexes += u32::from(fresh);
                write_fog(world, tile, side, true);
            }
        }
    }
    if let Some(side) = knowledge.viewers[id.index()] {
        for &tile in &old {
            let seen_by = &mut knowledge.sides[side.index()].seen_by[tile.index()];
            *seen_by -= 1;
            if *seen_by == 0 {
                write_fog(world, tile, side, false);
            }
        }
    }
    knowledge.viewers[id.index()] = here.map(|(side, ..)| side);
    old.clear();
    knowledge.views[id.index()] = new;
    knowledge.scratch = old;
}

fn write_fog(world: &mut World, tile: TileId, side: Side, visible: bool) {
    let entity = world.resource::<Board>().entity(tile);
    if let Some(mut fog) = world.get_mut::<Fog>(entity) {
        let bit = 1 << side.0;
        if visible {
            fog.visible |= bit;
            fog.known |= bit;
        } else {
            fog.visible &= !bit;
        }
    }
}

/// Renews last sightings: a visible enemy is where it is; a marker whose hex is seen empty goes.
fn note_sightings(world: &World, knowledge: &mut Knowledge) {
    let turn = world.resource::<super::phase::Turn>().number;
    for id in world.resource::<Roster>().ids() {
        let unit = unit::unit(world, id);
        let owner = *unit.get::<Side>().expect("units have a side");
        let tile = unit.get::<Position>().expect("units have a position").0;
        let on_board = unit.get::<Presence>() == Some(&Presence::OnBoard);
        for (index, side) in knowledge.sides.iter_mut().enumerate() {
            if index == owner.index() {
                continue;
            }
            let visible = on_board && side.seen_by[tile.index()] > 0;
            let was_visible = std::mem::replace(&mut side.in_sight[id.index()], visible);
            let sighting = &mut side.sightings[id.index()];
            if visible {
                *sighting = Some(Sighting { tile, turn });
                if !was_visible {
                    let seer = Side(u8::try_from(index).expect("few sides"));
                    knowledge.discoveries.contacts.push((seer, id, tile));
                }
            } else if sighting.is_some_and(|s| side.seen_by[s.tile.index()] > 0) {
                *sighting = None;
            }
        }
    }
}

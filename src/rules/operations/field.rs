//! The field: all units as one plain value, on which rules, forecast and computer reckon alike.
//!
//! **Invariant:** a field changes nothing but itself; what it says of units is the truth, so what a side may
//! not know is asked of [`known`](super::known).

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use bevy::prelude::{Resource, World};

use crate::battle::board::Board;
use crate::battle::grid::{Direction, Grid, TileId};
use crate::battle::phase::{Turn, Verdict};
use crate::battle::unit::{Presence, Roster, Side, UnitId, part};
use crate::content::terrain::Terrain;
use crate::mission::Mission;
use crate::playing::Setting;
use crate::rules::kit::dense::{Copied, Copies};
use crate::rules::operations::content::{
    Class, Crossing, Ground, Hexside, OperationsContent, PointType, TargetClass,
};
use crate::rules::operations::progress::Progress;
use crate::rules::operations::scenario::Scenario;
use crate::rules::operations::unit::{Build, Condition, UnitState};

/// One unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its id.
    pub id: UnitId,
    /// Its side.
    pub side: Side,
    /// What battles change.
    pub now: UnitState,
}

impl Unit {
    /// Whether it is on the board.
    pub fn is_up(&self) -> bool {
        self.now.presence == Presence::OnBoard
    }

    /// Returns its hex; meaningless off the board.
    pub fn tile(&self) -> TileId {
        self.now.tile
    }

    /// Returns what battles change of it besides its hex.
    pub fn body(&self) -> &Condition {
        &self.now.body
    }
}

impl Copied for Unit {
    fn read(world: &World, id: UnitId) -> Self {
        Self {
            id,
            side: world.resource::<Roster>().side(id),
            now: UnitState::read(world, id),
        }
    }
}

/// What every look at a battle needs and no event but a renewal changes.
#[derive(Resource, Clone, Debug)]
struct Fixed {
    mission: Arc<Mission>,
    content: Arc<OperationsContent>,
    builds: Vec<Build>,
    /// What each hexside feature means, by its id.
    hexsides: Vec<Option<Hexside>>,
}

/// Copies all units, once they have their components, and what does not change.
pub(super) fn set_up(world: &mut World) {
    let mission = world.resource::<Setting>().mission.clone();
    let content = mission.catalog.share_part::<OperationsContent>();
    let ids = world.resource::<Roster>().ids();
    let builds = ids.map(|id| part::<Build>(world, id).clone()).collect();
    let meaning = |key: &str| {
        let id = content.hexside_named(key)?;
        Some(content.hexside(id).clone())
    };
    let hexsides = mission.catalog.hexsides.iter();
    let hexsides = hexsides.map(|side| meaning(&side.key)).collect();
    world.insert_resource(Fixed {
        mission,
        content,
        builds,
        hexsides,
    });
    Copies::<Unit>::set_up(world);
}

/// A rating of a TOE point (§2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rating {
    /// Barrage.
    Barrage,
    /// Vulnerability.
    Vulnerability,
    /// Anti-armor.
    AntiArmor,
    /// Armor protection.
    Armor,
    /// Offensive close assault.
    Offense,
    /// Defensive close assault.
    Defense,
}

impl Rating {
    /// Returns it of a point type.
    pub fn of(self, point: &PointType) -> u8 {
        match self {
            Self::Barrage => point.bar,
            Self::Vulnerability => point.vul,
            Self::AntiArmor => point.aa,
            Self::Armor => point.ap,
            Self::Offense => point.oca,
            Self::Defense => point.dca,
        }
    }
}

/// All units of a battle, its ground, and how far it is.
#[derive(Clone, Debug)]
pub struct Field<'w> {
    /// Definitions and figures.
    pub content: &'w OperationsContent,
    /// What the mission asks.
    pub scenario: &'w Scenario,
    /// The board.
    pub grid: Grid,
    /// The stage.
    pub stage: u16,
    /// How far the battle is.
    pub progress: Cow<'w, Progress>,
    /// Whether it is over.
    pub is_over: bool,
    board: &'w Board,
    terrains: &'w [Terrain],
    hexsides: &'w [Option<Hexside>],
    builds: Cow<'w, [Build]>,
    units: Cow<'w, [Unit]>,
    /// Hexes that control others for the side that is only estimated; nobody's while all is known.
    pub(super) zones: Option<(Side, BTreeSet<TileId>)>,
}

impl<'w> Field<'w> {
    /// Takes a battle as it is.
    pub fn of(world: &'w World) -> Self {
        let fixed = world.resource::<Fixed>();
        let board = world.resource::<Board>();
        Self {
            content: &fixed.content,
            scenario: fixed.mission.asked(),
            grid: board.grid,
            stage: world.resource::<Turn>().number,
            progress: Cow::Borrowed(world.resource()),
            is_over: world.resource::<Verdict>().0.is_some(),
            board,
            terrains: &fixed.mission.catalog.terrains,
            hexsides: &fixed.hexsides,
            builds: Cow::Borrowed(&fixed.builds),
            units: Cow::Borrowed(world.resource::<Copies<Unit>>()),
            zones: None,
        }
    }

    /// Lists all units by id.
    pub fn all(&self) -> &[Unit] {
        &self.units
    }

    /// Lists the units on the board by id.
    pub fn standing(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(|unit| unit.is_up())
    }

    /// Lists the units of a side on the board by id.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = &Unit> {
        self.standing().filter(move |unit| unit.side == side)
    }

    /// Returns a unit.
    ///
    /// # Panics
    /// If the id is not of this battle.
    pub fn get(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    /// Returns a unit, if there is one of that id.
    pub fn find(&self, id: UnitId) -> Option<&Unit> {
        self.units.get(id.index())
    }

    /// Returns a unit to be changed.
    pub(super) fn get_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units.to_mut()[id.index()]
    }

    /// Returns what a unit is.
    pub fn build(&self, id: UnitId) -> &Build {
        &self.builds[id.index()]
    }

    /// Takes a unit for something.
    pub(super) fn set_build(&mut self, id: UnitId, build: Build) {
        self.builds.to_mut()[id.index()] = build;
    }

    /// Notes which hexes exert zones of control for a side that is only estimated.
    pub(super) fn set_zones(&mut self, side: Side, zones: BTreeSet<TileId>) {
        self.zones = Some((side, zones));
    }

    /// Returns what a unit is by its class.
    pub fn class(&self, id: UnitId) -> Class {
        self.build(id).class
    }

    /// Returns the name of a unit.
    pub fn name(&self, id: UnitId) -> &'w str {
        &self.scenario.units[id.index()].name
    }

    /// Lists the units of a side on a hex by id.
    pub fn stack(&self, tile: TileId, side: Side) -> impl Iterator<Item = &Unit> {
        self.of_side(side).filter(move |unit| unit.tile() == tile)
    }

    /// Returns the name of the formation whose morale a unit has, if it is not its own (§2).
    pub fn morale_from(&self, id: UnitId) -> Option<&'w str> {
        let takes = self.scenario.units[id.index()].takes_morale;
        let parent = self.build(id).parent.filter(|_| takes);
        parent.map(|parent| self.name(parent))
    }

    /// Returns the point type of an index of a unit.
    pub fn point(&self, id: UnitId, at: usize) -> &'w PointType {
        self.content.point_type(self.build(id).types[at])
    }

    /// Returns a rating of each point type of a unit.
    pub fn ratings(&self, id: UnitId, rating: Rating) -> Vec<u8> {
        let types = self.build(id).types.iter();
        types
            .map(|&one| rating.of(self.content.point_type(one)))
            .collect()
    }

    /// Returns raw points of some TOE points of a unit: ratings times points, added up (§1).
    pub fn raw_of(&self, id: UnitId, points: &[u8], rating: Rating) -> u16 {
        let types = self.build(id).types.iter().zip(points);
        sum(types.map(|(&one, &points)| {
            u16::from(rating.of(self.content.point_type(one))) * u16::from(points)
        }))
    }

    /// Returns raw points of all TOE points of a unit.
    pub fn raw(&self, id: UnitId, rating: Rating) -> u16 {
        self.raw_of(id, &self.get(id).body().toe, rating)
    }

    /// Returns actual points of raw ones, converted once (§1).
    pub fn actual(&self, raw: u16) -> u16 {
        actual(raw, self.content.figures.raw_points)
    }

    /// Whether a unit is broken (§2).
    pub fn is_broken(&self, id: UnitId) -> bool {
        self.get(id).body().cohesion <= self.content.figures.cohesion.broken
    }

    /// Whether a unit is a combat unit (§2).
    pub fn is_combat(&self, id: UnitId) -> bool {
        let build = self.build(id);
        build.class.is_combat() && !build.dummy
    }

    /// Whether a unit has armor protection.
    pub fn has_armor(&self, id: UnitId) -> bool {
        self.raw(id, Rating::Armor) > 0
    }

    /// Whether a unit is a gun unit: it can barrage, or is towed anti-tank artillery (§2).
    pub fn is_gun(&self, id: UnitId) -> bool {
        let class = self.class(id);
        self.ratings(id, Rating::Barrage).iter().any(|&bar| bar > 0)
            || matches!(class, Class::AntiTank | Class::AntiAir)
                && self.ratings(id, Rating::Armor).iter().all(|&ap| ap == 0)
    }

    /// Returns how a barrage hits a unit (§2).
    pub fn target_class(&self, id: UnitId) -> TargetClass {
        let build = self.build(id);
        match build.class {
            _ if build.dummy => TargetClass::Armor,
            Class::Warship => TargetClass::Gun,
            Class::Truck | Class::Headquarters => TargetClass::Truck,
            _ if self.has_armor(id) => TargetClass::Armor,
            _ if self.is_gun(id) => TargetClass::Gun,
            _ => TargetClass::Infantry,
        }
    }

    /// Whether a unit goes on foot (§2).
    pub fn is_on_foot(&self, id: UnitId) -> bool {
        let figures = &self.content.figures.capability;
        let build = self.build(id);
        build.cpa <= figures.foot && !build.dummy && !self.get(id).body().riding
    }

    /// Whether infantry goes in trucks of its own (§14).
    pub fn is_motorized(&self, id: UnitId) -> bool {
        let (figures, build) = (&self.content.figures.capability, self.build(id));
        build.class.is_infantry() && build.cpa > figures.foot
    }

    /// Returns the Capability Point Allowance that a unit counts with, half points. One that is printed as 0 acts as
    /// 10 but for moving, which such a unit never does (§2).
    pub fn allowance(&self, id: UnitId) -> u16 {
        let figures = &self.content.figures.capability;
        let cpa = match self.build(id).cpa {
            _ if self.get(id).body().riding => figures.riding,
            0 => figures.unprinted,
            cpa => cpa,
        };
        2 * u16::from(cpa)
    }

    /// Returns what the terrain of a hex means.
    pub fn ground(&self, tile: TileId) -> &'w Ground {
        self.content.ground(self.board.layers.terrain(tile))
    }

    /// Returns the height of a hex.
    pub fn height(&self, tile: TileId) -> i8 {
        self.board.layers.elevation(tile)
    }

    /// Returns the feature of a hexside, if it means anything here.
    pub fn hexside(&self, tile: TileId, direction: Direction) -> Option<&'w Hexside> {
        let id = self.board.hexside(tile, direction);
        self.hexsides.get(usize::from(id.0))?.as_ref()
    }

    /// Returns what crossing a hexside does, up or down as the hexes lie.
    pub fn crossing(&self, from: TileId, direction: Direction) -> Option<&'w Crossing> {
        let hexside = self.hexside(from, direction)?;
        let to = self.grid.neighbor(from, direction)?;
        let is_down = self.height(to) < self.height(from);
        Some(match &hexside.down {
            Some(down) if is_down => down,
            _ => &hexside.up,
        })
    }

    /// Returns the direction from a hex to an adjacent one.
    pub fn direction(&self, from: TileId, to: TileId) -> Option<Direction> {
        self.grid
            .neighbors(from)
            .find(|(_, tile)| *tile == to)
            .map(|(direction, _)| direction)
    }

    /// Whether two sides are enemies; there are two.
    pub fn foe(side: Side) -> Side {
        Side(1 - side.0.min(1))
    }

    /// Returns the level of the fortification of a hex; 0 is none.
    pub fn fort(&self, tile: TileId) -> u8 {
        let facilities = self.scenario.facilities.iter();
        let states = facilities.zip(&self.progress.facilities);
        states
            .filter(|(facility, state)| facility.tile == tile && !state.gone)
            .map(|(_, state)| state.level)
            .max()
            .unwrap_or(0)
    }

    /// Returns the name of the terrain of a hex.
    pub fn ground_name(&self, tile: TileId) -> &'w str {
        &self.terrains[usize::from(self.board.layers.terrain(tile).0)].name
    }

    /// Returns what differs from the battle that it was taken from: units, by id.
    pub(super) fn written(&self, world: &World) -> Vec<Unit> {
        let Cow::Owned(units) = &self.units else {
            return Vec::new();
        };
        let before = world.resource::<Copies<Unit>>();
        let pairs = units.iter().zip(before.iter());
        pairs
            .filter(|(now, before)| now != before)
            .map(|(now, _)| now.clone())
            .collect()
    }
}

/// Adds numbers up, at most to the highest that there is: a mission may pile up more than any counter shows.
pub fn sum(numbers: impl IntoIterator<Item = u16>) -> u16 {
    numbers.into_iter().fold(0, u16::saturating_add)
}

/// Returns actual points of raw ones: rounded to the nearest, halves up (§1).
pub fn actual(raw: u16, divisor: u8) -> u16 {
    let divisor = u32::from(divisor);
    ((2 * u32::from(raw) + divisor) / (2 * divisor)) as u16
}

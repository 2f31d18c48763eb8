//! Forces: all units as the arithmetic of combat sees them, as plain data.
//!
//! The fight, its forecast and the computer player reckon on forces; a fight on those of the true world,
//! the others on what a side knows. What events do lands on forces first, and `apply` writes what
//! changed.
//!
//! **Invariant:** forces change nothing but themselves.

#![expect(
    missing_docs,
    reason = "some fields say by name and type what they hold"
)]

use std::borrow::Cow;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use bevy::prelude::{Resource, World};

use crate::battle::board::{Board, Layers};
use crate::battle::grid::{Direction, Grid, TileId};
use crate::battle::knowledge::{Knowledge, SideKnowledge};
use crate::battle::phase::Turn;
use crate::battle::unit::{Facing, Health, Parts, Position, Presence, Roster, Side, UnitId, part};
use crate::content::mode::AiMode;
use crate::content::terrain::TerrainId;
use crate::mission::Mission;
use crate::playing::Setting;
use crate::rules::fleet::content::{
    AdmiralId, CarrierKind, FleetContent, Hazard, Options, PerkId, PilotAbility, ShipType, Trait,
    TraitId, Weapon, WeaponId,
};
use crate::rules::fleet::craft::{
    Armament, Berth, Class, Guards, Gun, Morale, Pilot, Standing, Stores, Traits,
};
use crate::rules::fleet::order::Stance;
use crate::rules::fleet::progress::Progress;
use crate::rules::fleet::scenario::{FleetSide, Scenario};
use crate::rules::kit::dense::{Copied, Copies};

/// Distance at which hexes are adjacent (§2).
pub(super) const ADJACENT: u32 = 1;

/// What fights change of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Condition {
    pub hull: Health,
    pub ammo: u8,
    pub gun: Gun,
    pub morale: u8,
    /// What protected it already.
    pub guards: Guards,
}

/// One unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vessel {
    pub id: UnitId,
    pub side: Side,
    pub class: Class,
    /// Where it is on the board, alive.
    pub tile: Option<TileId>,
    /// Whether it is docked.
    pub docked: bool,
    pub facing: Direction,
    /// What fights change.
    pub now: Condition,
    pub stance: Stance,
    /// The carrier it is ordered to attack.
    pub target: Option<UnitId>,
    insight: Insight,
}

/// What is known of who flies a unit and of what is special about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Insight {
    Nothing,
    /// What can be seen of it: weapon and traits.
    Looks,
    Everything,
}

impl Vessel {
    /// Whether it is on the board, alive.
    pub fn is_on_board(&self) -> bool {
        self.tile.is_some()
    }

    /// Whether it is a ship on the board, alive.
    pub fn is_flying(&self) -> bool {
        self.is_on_board() && !self.class.is_carrier()
    }

    /// Whether it is a carrier on the board, alive.
    pub fn is_carrier(&self) -> bool {
        self.is_on_board() && self.class.is_carrier()
    }

    /// Whether it lives and is in the battle: on the board or docked.
    pub(super) fn is_alive(&self) -> bool {
        self.is_on_board() || self.docked
    }

    /// Whether it lacks hull.
    pub(super) fn is_hurt(&self) -> bool {
        self.now.hull.now < self.now.hull.max
    }

    /// Puts it on a hex.
    pub(super) fn put(&mut self, tile: TileId, facing: Direction) {
        (self.tile, self.facing, self.docked) = (Some(tile), facing, false);
    }

    /// Returns what another side knows of it that sees it or does not.
    ///
    /// What others mean to do is theirs to know; so is what they hide in the hangar, who flies their
    /// ships and in what mood. Of a unit out of sight its side and type are known.
    fn known_to_others(self, is_seen: bool, morale: u8) -> Self {
        let mut known = Self {
            docked: false,
            stance: Stance::default(),
            target: None,
            insight: Insight::Looks,
            ..self
        };
        if !is_seen {
            (known.tile, known.facing) = (None, Direction::default());
            (known.now, known.insight) = (Condition::default(), Insight::Nothing);
        }
        (known.now.morale, known.now.guards.evaded) = (morale, 0);
        known
    }
}

impl Copied for Vessel {
    fn read(world: &World, id: UnitId) -> Self {
        let unit = Parts::of(world, id);
        let standing = unit.get::<Standing>();
        let presence = *unit.get::<Presence>();
        let is_docked = *unit.get::<Berth>() == Berth::Docked;
        Self {
            id,
            side: world.resource::<Roster>().side(id),
            class: *unit.get(),
            tile: (presence == Presence::OnBoard).then(|| unit.get::<Position>().0),
            docked: presence == Presence::Reserve && is_docked,
            facing: unit.get::<Facing>().0,
            now: Condition {
                hull: *unit.get(),
                ammo: unit.get::<Stores>().ammo,
                gun: *unit.get(),
                morale: unit.get::<Morale>().0,
                guards: *unit.get(),
            },
            stance: standing.stance,
            target: standing.order.target,
            insight: Insight::Everything,
        }
    }
}

/// Who flies a unit and what is special about it: nothing that a battle changes.
#[derive(Clone, Debug)]
struct Crew {
    level: u8,
    /// Perks that count at the pilot's level.
    perks: Vec<PerkId>,
    ability: PilotAbility,
    traits: Vec<TraitId>,
    weapon: WeaponId,
}

/// What every look at the forces of a battle needs and no event but a renewal changes.
#[derive(Resource, Clone, Debug)]
struct Fixed {
    mission: Arc<Mission>,
    content: Arc<FleetContent>,
    /// By id.
    crews: Vec<Crew>,
}

/// Copies all units and their crews, once they have their components.
pub(super) fn set_up(world: &mut World) {
    let mission = world.resource::<Setting>().mission.clone();
    let content = mission.catalog.share_part::<FleetContent>();
    let crew = |id| {
        let pilot = part::<Pilot>(world, id);
        Crew {
            level: pilot.level(&content),
            perks: pilot.perks_in_force(&content).to_vec(),
            ability: pilot.ability(&content),
            traits: part::<Traits>(world, id).0.clone(),
            weapon: part::<Armament>(world, id).0,
        }
    };
    let crews = world.resource::<Roster>().ids().map(crew).collect();
    world.insert_resource(Fixed {
        mission,
        content,
        crews,
    });
    Copies::<Vessel>::set_up(world);
}

/// All units of a battle.
#[derive(Clone, Debug)]
pub struct Forces<'w> {
    pub content: &'w FleetContent,
    pub mission: &'w Mission,
    pub(super) scenario: &'w Scenario,
    pub options: Options,
    pub grid: Grid,
    pub turn: u16,
    layers: &'w Layers,
    roster: &'w Roster,
    progress: Cow<'w, Progress>,
    crews: &'w [Crew],
    vessels: Cow<'w, [Vessel]>,
    knowledge: &'w Knowledge,
    /// The side that knows this much; none is the truth.
    knower: Option<Side>,
}

impl<'w> Forces<'w> {
    /// Takes the forces of a battle as they are.
    pub fn of(world: &'w World) -> Self {
        let roster = world.resource::<Roster>();
        debug_assert!(roster.is_settled(), "renewed after each event");
        let fixed = world.resource::<Fixed>();
        let (mission, content) = (&*fixed.mission, &*fixed.content);
        let board = world.resource::<Board>();
        Self {
            content,
            mission,
            scenario: Scenario::of(mission),
            options: content.options,
            grid: board.grid,
            turn: world.resource::<Turn>().number,
            layers: &board.layers,
            roster,
            progress: Cow::Borrowed(world.resource::<Progress>()),
            crews: &fixed.crews,
            vessels: Cow::Borrowed(world.resource::<Copies<Vessel>>()),
            knowledge: world.resource::<Knowledge>(),
            knower: None,
        }
    }

    /// Takes the forces as a side knows them: its own units as they are, others as far as it sees them.
    pub fn known_to(world: &'w World, side: Side) -> Self {
        let truth = Self::of(world);
        let known = truth.knowledge.of(side);
        let morale = truth.content.figures.morale.start;
        let seen = |vessel: &Vessel| match vessel.side == side {
            true => *vessel,
            false => vessel.known_to_others(known.sees_unit(vessel.id), morale),
        };
        Self {
            layers: &known.layers,
            progress: Cow::Owned(truth.progress.known_to(side)),
            vessels: truth.vessels.iter().map(seen).collect(),
            knower: Some(side),
            ..truth
        }
    }

    /// Returns a unit, if there is one of that id.
    pub fn find(&self, id: UnitId) -> Option<&Vessel> {
        self.vessels.get(id.index())
    }

    /// Whether any unit was to be changed since it was taken.
    pub(super) fn is_changed(&self) -> bool {
        matches!(self.vessels, Cow::Owned(_))
    }

    /// Returns all units to be changed, by id.
    pub(super) fn all_mut(&mut self) -> &mut [Vessel] {
        self.vessels.to_mut()
    }

    /// Lists all units by id.
    pub fn all(&self) -> impl Iterator<Item = &Vessel> {
        self.vessels.iter()
    }

    /// Lists all units of a side by id.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = &Vessel> {
        self.all().filter(move |vessel| vessel.side == side)
    }

    /// Lists the living ships on the board by id, carriers left out.
    pub fn flying(&self) -> impl Iterator<Item = &Vessel> {
        self.all().filter(|vessel| vessel.is_flying())
    }

    /// Lists the living ships of a side on the board, by id.
    pub fn wing(&self, side: Side) -> impl Iterator<Item = &Vessel> {
        self.flying().filter(move |vessel| vessel.side == side)
    }

    /// Lists the living ships on the board that fight a side, by id.
    pub fn foes(&self, side: Side) -> impl Iterator<Item = &Vessel> {
        self.flying()
            .filter(move |vessel| self.roster.are_hostile(side, vessel.side))
    }

    /// Whether two sides fight each other.
    pub fn are_hostile(&self, one: Side, other: Side) -> bool {
        self.roster.are_hostile(one, other)
    }

    /// Returns the living carrier of a side.
    pub fn carrier_of(&self, side: Side) -> Option<&Vessel> {
        self.of_side(side).find(|vessel| vessel.is_carrier())
    }

    /// Lists the living carriers by side.
    pub fn carriers(&self) -> impl Iterator<Item = &Vessel> {
        // Units are numbered by side.
        self.all().filter(|vessel| vessel.is_carrier())
    }

    /// Lists the sides in order.
    pub fn sides(&self) -> impl Iterator<Item = Side> + use<> {
        (0..).map(Side).take(self.scenario.fleets.len())
    }

    /// Returns what a side knows.
    pub(super) fn knowledge_of(&self, side: Side) -> &'w SideKnowledge {
        self.knowledge.of(side)
    }

    /// Returns the set-up of a side.
    pub fn side(&self, side: Side) -> &'w FleetSide {
        &self.scenario.fleets[side.index()]
    }

    /// Returns the mode a computer plays a side in.
    pub fn mode(&self, side: Side) -> AiMode {
        self.mission.sides[side.index()].controller.mode()
    }

    /// Returns what has happened to the sides so far.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Whether a unit is a carrier.
    pub fn is_carrier(&self, id: UnitId) -> bool {
        self[id].class.is_carrier()
    }

    /// Returns the type of a ship; none for carriers.
    pub fn ship_type(&self, id: UnitId) -> Option<&'w ShipType> {
        self[id].class.ship_type(self.content)
    }

    /// Returns the kind of a carrier; none for ships.
    pub fn carrier_kind(&self, id: UnitId) -> Option<&'w CarrierKind> {
        self[id].class.carrier_kind(self.content)
    }

    /// Whether a unit is a ship that may dock.
    pub fn docks(&self, id: UnitId) -> bool {
        self.ship_type(id).is_some_and(ShipType::docks)
    }

    /// Whether a unit lends fire control to ships beside it while it defends.
    pub fn lends(&self, id: UnitId) -> bool {
        self.ship_type(id).is_some_and(|kind| kind.fire_control)
    }

    /// Whether the attacks of a unit pierce and splash.
    pub fn has_torpedoes(&self, id: UnitId) -> bool {
        self.ship_type(id).is_some_and(|kind| kind.torpedoes)
    }

    /// Returns the shots a unit begins with.
    pub fn full_ammo(&self, id: UnitId) -> u8 {
        self.ship_type(id).map_or(0, |kind| kind.ammo)
    }

    /// Returns who flies a unit, if that much is known.
    fn crew(&self, id: UnitId, needed: Insight) -> Option<&'w Crew> {
        (self[id].insight >= needed).then(|| &self.crews[id.index()])
    }

    /// Returns the level of a ship's pilot; 0 if it is not known.
    pub fn level(&self, id: UnitId) -> u8 {
        self.crew(id, Insight::Everything)
            .map_or(0, |crew| crew.level)
    }

    /// Returns what the pilot of a ship can do.
    pub fn ability(&self, id: UnitId) -> PilotAbility {
        let crew = self.crew(id, Insight::Everything);
        crew.map_or_else(PilotAbility::default, |crew| crew.ability)
    }

    /// Returns the perks of a ship's pilot that count.
    pub fn perks(&self, id: UnitId) -> &'w [PerkId] {
        let crew = self.crew(id, Insight::Everything);
        crew.map_or(&[], |crew| &crew.perks)
    }

    /// Returns the traits of a ship.
    pub fn traits(&self, id: UnitId) -> &'w [TraitId] {
        self.crew(id, Insight::Looks)
            .map_or(&[], |crew| &crew.traits)
    }

    /// Lists the definitions of the traits of a ship.
    pub(super) fn quirks(&self, id: UnitId) -> impl Iterator<Item = &'w Trait> + use<'w> {
        let content = self.content;
        self.traits(id).iter().map(|&quirk| content.quirk(quirk))
    }

    /// Returns the weapon of a ship; of one that nobody knows, the first one.
    pub fn weapon(&self, id: UnitId) -> &'w Weapon {
        let crew = self.crew(id, Insight::Looks);
        self.content
            .weapon(crew.map_or(WeaponId(0), |crew| crew.weapon))
    }

    /// Returns what the admiral of a side can do, as far as is known: others' admirals keep that to
    /// themselves.
    pub fn admiral(&self, side: Side) -> &'w [AdmiralId] {
        match self.knower {
            Some(knower) if knower != side => &[],
            _ => &self.side(side).admiral,
        }
    }

    /// Whether a side may fire at a unit on the board: it detects it, unless fire is blind
    /// (clarification 17). On what a side knows, its own units detect from where they are put.
    pub fn may_fire_at(&self, side: Side, target: &Vessel) -> bool {
        let Some(tile) = target.tile else {
            return false;
        };
        self.options.blind_fire
            || match self.knower {
                None => self.knowledge.of(side).sees(tile),
                Some(_) => self.of_side(side).any(|one| self.spots(one, tile)),
            }
    }

    /// Whether a unit on the board detects a hex: space is clear, so that distance alone counts.
    pub fn spots(&self, vessel: &Vessel, tile: TileId) -> bool {
        (vessel.tile).is_some_and(|from| self.distance(from, tile) <= self.detect(vessel.id))
    }

    /// Returns the hexes a unit detects others in.
    pub fn detect(&self, id: UnitId) -> u32 {
        self[id].class.detect(self.content).into()
    }

    /// Returns base SPD: that of the type with the pilot's perks (clarification 1).
    pub fn speed(&self, id: UnitId) -> u8 {
        match self[id].class {
            Class::Carrier(carrier) => self.content.carrier(carrier).speed,
            Class::Ship(ship) => {
                let perks = self.perks(id).iter();
                let perks = perks.map(|&perk| self.content.perk(perk).speed);
                perks.fold(self.content.ship(ship).speed, u8::saturating_add)
            }
        }
    }

    /// Returns the hexes a unit may move in a turn.
    pub fn moves(&self, id: UnitId) -> u8 {
        match self[id].class {
            Class::Carrier(carrier) => self.content.carrier(carrier).speed,
            Class::Ship(ship) => {
                let more = self.ability(id).moves;
                self.content.ship(ship).moves.saturating_add(more)
            }
        }
    }

    /// Whether turns have sub-phases, so that units are ordered by maneuvers (§10).
    pub fn has_queue(&self) -> bool {
        self.options.sub_phases > 1
    }

    /// Returns the distance of two hexes.
    pub fn distance(&self, one: TileId, other: TileId) -> u32 {
        self.grid.distance(one, other)
    }

    /// Returns the middle of the board.
    pub(super) fn middle(&self) -> TileId {
        let (columns, rows) = (self.grid.width / 2, self.grid.height / 2);
        let middle = self.grid.from_offset(columns.into(), rows.into());
        middle.expect("it is on the board")
    }

    /// Whether two hexes, if there are both, are beside each other.
    pub(super) fn are_beside(&self, one: Option<TileId>, other: Option<TileId>) -> bool {
        let both = one.zip(other);
        both.is_some_and(|(one, other)| self.distance(one, other) == ADJACENT)
    }

    /// Returns the carrier a ship is ordered to attack, if it is one that fights it.
    pub fn carrier_target(&self, id: UnitId) -> Option<UnitId> {
        let vessel = &self[id];
        vessel.target.filter(|&target| {
            self.is_carrier(target) && self.are_hostile(vessel.side, self[target].side)
        })
    }

    /// Whether two units may be on the same hex (§5).
    pub fn may_share(&self, one: UnitId, other: UnitId) -> bool {
        !(self.options.single_occupancy || self.is_carrier(one) || self.is_carrier(other))
    }

    /// Whether a unit may be on a hex, by the units that are known (§5).
    pub fn can_enter(&self, mover: UnitId, tile: TileId) -> bool {
        let mut there = self.all().filter(|other| other.tile == Some(tile));
        there.all(|other| other.id == mover || self.may_share(mover, other.id))
    }

    /// Returns what the hex of a unit does to it.
    pub fn hazard(&self, id: UnitId) -> Hazard {
        let tile = self[id].tile;
        tile.map_or_else(Hazard::default, |tile| self.hazard_at(tile))
    }

    /// Returns what a hex does to those in it, as far as is known.
    pub fn hazard_at(&self, tile: TileId) -> Hazard {
        self.content.hazard(self.terrain(tile))
    }

    /// Returns the terrain of a hex as far as is known.
    pub(super) fn terrain(&self, tile: TileId) -> TerrainId {
        self.layers.terrain(tile)
    }
}

impl Index<UnitId> for Forces<'_> {
    type Output = Vessel;

    fn index(&self, id: UnitId) -> &Vessel {
        &self.vessels[id.index()]
    }
}

/// The first change copies all units.
impl IndexMut<UnitId> for Forces<'_> {
    fn index_mut(&mut self, id: UnitId) -> &mut Vessel {
        &mut self.vessels.to_mut()[id.index()]
    }
}

//! Sets a fleet battle up from plain data: board, carriers, ships, sealed nothing.
//!
//! **Invariant:** units have their ids by side, the carrier first, then the ships in the order given.

use std::sync::Arc;

use bevy::prelude::*;

use crate::{
    battle::{
        self, BattleSetup,
        grid::{Direction, TileId},
        knowledge,
        unit::{self, Health, Presence, Side, Title, UnitId, Vision},
    },
    content::{
        Catalog,
        fleet::{
            AdmiralId, CarrierId, FleetContent, Options, ShipId, TraitId, UpgradeId, WeaponId,
        },
    },
    mission::{AiMode, BoardSetup},
    rules::fleet::{
        Fleet,
        craft::{
            Armament, Berth, Class, Guards, Gun, Helm, Morale, Pilot, Standing, Stores, Traits,
            UnitState,
        },
        muster::{self, Register},
        progress::Progress,
    },
};

/// A battle as a mission describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FleetSetup {
    /// Options in force (§1).
    pub options: Options,
    /// Sides; side 0 is the one outcomes are told for.
    pub sides: Vec<FleetSide>,
    /// Last turn, if there is one.
    pub turn_limit: Option<u16>,
}

/// One side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FleetSide {
    /// Its carrier, if it has one.
    pub carrier: Option<CarrierSetup>,
    /// Its ships.
    pub ships: Vec<ShipSetup>,
    /// Abilities of its admiral.
    pub admiral: Vec<AdmiralId>,
    /// Whether its ships draw what they do (§12), so that it owes no order.
    pub intents: bool,
    /// Whether its carrier charges a jump drive (§4).
    pub drive: bool,
    /// Hexes on which it may begin, and on which its reinforcements come, the first one first.
    pub zone: Vec<TileId>,
    /// How a computer plays it.
    pub mode: AiMode,
}

/// A carrier of a mission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CarrierSetup {
    /// Kind.
    pub kind: CarrierId,
    /// Name shown to people.
    pub name: String,
    /// Hex.
    pub tile: TileId,
    /// Facing.
    pub facing: Direction,
    /// Upgrades.
    pub upgrades: Vec<UpgradeId>,
}

/// A ship of a mission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShipSetup {
    /// Type.
    pub kind: ShipId,
    /// Name shown to people.
    pub name: String,
    /// Weapon, if it is not that of the type.
    pub weapon: Option<WeaponId>,
    /// Pilot.
    pub pilot: Pilot,
    /// Traits.
    pub traits: Vec<TraitId>,
    /// Where it begins.
    pub start: Start,
}

/// Where a ship begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// Docked in the carrier.
    #[default]
    Docked,
    /// On the board.
    Board {
        /// The hex.
        tile: TileId,
        /// The facing.
        facing: Direction,
    },
    /// Comes as a reinforcement, if one comes.
    Waiting,
}

/// The battle that is played.
#[derive(Resource, Clone, Debug)]
pub struct Setting {
    /// Definitions and figures.
    pub catalog: Arc<Catalog>,
    /// What was set up.
    pub setup: Arc<FleetSetup>,
    /// Seed of the battle.
    pub seed: u64,
}

impl Setting {
    /// Returns definitions and figures of the fleet.
    pub fn content(&self) -> &FleetContent {
        &self.catalog.fleet
    }
}

/// Sets up a battle under a seed; every side that is not left to intents owes its first plan.
pub fn set_up(
    world: &mut World,
    catalog: &Arc<Catalog>,
    board: &BoardSetup,
    setup: &FleetSetup,
    seed: u64,
) {
    world.insert_resource(Progress::new(setup.sides.len()));
    world.insert_resource(Setting {
        catalog: catalog.clone(),
        setup: Arc::new(setup.clone()),
        seed,
    });
    let count = |side: &FleetSide| usize::from(side.carrier.is_some()) + side.ships.len();
    battle::set_up::<Fleet>(
        world,
        &BattleSetup {
            catalog,
            grid: board.grid,
            tiles: &board.tiles,
            elevation: &board.elevation,
            hexsides: &board.hexsides,
            sight: &catalog.battlescape.figures.sight,
            units: setup.sides.iter().map(count).sum(),
            sides: setup.sides.len(),
            seed,
        },
    );
    world.remove_resource::<Register>();
    let mut id = UnitId(0);
    for (index, side) in (0..).zip(&setup.sides) {
        if let Some(carrier) = &side.carrier {
            set_carrier(world, &catalog.fleet, id, Side(index), carrier);
            id = UnitId(id.0 + 1);
        }
        for ship in &side.ships {
            set_ship(world, &catalog.fleet, id, Side(index), ship, side);
            id = UnitId(id.0 + 1);
        }
    }
    muster::enlist(world);
    battle::open_up(world);
    for (index, side) in (0..).zip(&setup.sides) {
        knowledge::survey(world, Side(index), &side.zone);
    }
}

/// Gives a carrier its components.
fn set_carrier(
    world: &mut World,
    content: &FleetContent,
    id: UnitId,
    side: Side,
    setup: &CarrierSetup,
) {
    let kind = content.carrier(setup.kind);
    unit::enlist(world, id, side);
    unit::unit_mut(world, id).insert((
        Class::Carrier(setup.kind),
        Armament::default(),
        Pilot::default(),
        Traits::default(),
        Title(setup.name.clone()),
        Vision(kind.detect),
    ));
    let state = UnitState {
        tile: setup.tile,
        presence: Presence::OnBoard,
        facing: setup.facing,
        hull: Health {
            now: kind.hull,
            max: kind.hull,
        },
        stores: Stores::default(),
        gun: Gun::default(),
        morale: Morale(content.figures.morale.start),
        guards: Guards::default(),
        berth: Berth::Space,
        standing: Standing::default(),
        helm: Helm::default(),
    };
    state.write(world, id);
}

/// Gives a ship its components; perks in force are part of hull and fuel (clarification 1).
fn set_ship(
    world: &mut World,
    content: &FleetContent,
    id: UnitId,
    side: Side,
    setup: &ShipSetup,
    of: &FleetSide,
) {
    let kind = content.ship(setup.kind);
    unit::enlist(world, id, side);
    unit::unit_mut(world, id).insert((
        Class::Ship(setup.kind),
        Armament(setup.weapon.unwrap_or(kind.weapon)),
        setup.pilot.clone(),
        Traits(setup.traits.clone()),
        Title(setup.name.clone()),
        Vision(kind.detect),
    ));
    let perks = || setup.pilot.perks_in_force(content).iter();
    let perks = || perks().map(|&perk| content.perk(perk));
    let hull = kind.hull + perks().map(|perk| perk.hull).sum::<u16>();
    let fuel = perks().fold(kind.fuel, |fuel, perk| fuel.saturating_add(perk.fuel));
    let home = of.carrier.as_ref();
    let home = home.map(|carrier| (carrier.tile, carrier.facing));
    let (presence, berth, place) = match setup.start {
        Start::Board { tile, facing } => (Presence::OnBoard, Berth::Space, Some((tile, facing))),
        Start::Docked => (Presence::Reserve, Berth::Docked, home),
        Start::Waiting => (Presence::Reserve, Berth::Waiting, home),
    };
    let (tile, facing) = place.unwrap_or_default();
    let state = UnitState {
        tile,
        presence,
        facing,
        hull: Health {
            now: hull,
            max: hull,
        },
        stores: Stores {
            ammo: kind.ammo,
            fuel,
        },
        gun: Gun::default(),
        morale: Morale(content.figures.morale.start),
        guards: Guards::default(),
        berth,
        standing: Standing::default(),
        helm: Helm::default(),
    };
    state.write(world, id);
}

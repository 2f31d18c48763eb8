//! The outcome of the plan, computed when it changes, and the resulting marks on hexes.
//!
//! **Invariant:** made of what the planning side knows; worked out anew only when something bears on it.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::draft::{Draft, Tool, is_planning, known};
use crate::battle::grid::TileId;
use crate::battle::phase::Turn;
use crate::battle::unit::UnitId;
use crate::game::kit::Kept;
use crate::game::kit::keys::KeyAction;
use crate::game::kit::overlays::Overlays;
use crate::game::kit::planning::refusal;
use crate::game::rules::playable::own_side;
use crate::game::shell::session::Moment;
use crate::game::table::board_view::Marks;
use crate::game::table::playback::Playback;
use crate::rules::fleet::fight::{self, Arc};
use crate::rules::fleet::forces::{Forces, Vessel};
use crate::rules::fleet::order::SidePlan;
use crate::rules::fleet::panel::outlook::{Outlook, outlooks};
use crate::rules::fleet::panel::way;
use crate::rules::fleet::{Fleet, stats};

/// What bears on an assessment.
pub type Key = (Moment, u64, Option<UnitId>, Tool, Overlays, bool, bool);

/// Fire control that a ship is lent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The hex of the ship.
    pub to: TileId,
    /// The hexes of those that lend it.
    pub from: Vec<TileId>,
    /// The resulting attack.
    pub lent: i16,
}

/// The assessment that is kept.
pub type Assessed = Kept<Key, Assessment>;

/// The outcome of the plan.
#[derive(Debug, Default)]
pub struct Assessment {
    /// The outcome of the plan of each own unit on the board.
    pub outlooks: Vec<Outlook>,
    /// Hexes the chosen unit can go to, with the paths.
    pub reach: BTreeMap<TileId, Vec<TileId>>,
    /// Who is lent fire control.
    pub links: Vec<Link>,
    /// Hexes in arc and range of the chosen unit, if they are to be shown.
    pub arc: Vec<TileId>,
    /// Hexes own units detect, if they are to be shown.
    pub detected: Vec<TileId>,
    /// Why the plan cannot be confirmed.
    pub refusal: Option<String>,
    /// Marks of what is in reach.
    levels: Vec<(TileId, u8)>,
    /// Hexes on which something may be placed.
    places: Vec<TileId>,
}

impl Assessment {
    /// Returns the outcome of the plan when it was last computed.
    pub fn now(world: &World) -> &Self {
        Kept::<Key, Self>::of(world).expect("the plugin begins with an empty one")
    }

    /// Returns the outcome of a unit's plan.
    pub fn of(&self, unit: UnitId) -> Option<&Outlook> {
        self.outlooks
            .iter()
            .find(|outlook| outlook.course.unit == unit)
    }
}

/// Computes the outcome of the plan when something changed.
pub fn work_out(world: &mut World) {
    let draft = world.resource::<Draft>();
    let key = (
        Moment::of(world),
        draft.revision(),
        draft.chosen,
        draft.tool,
        world.resource::<Overlays>().clone(),
        is_planning(world),
        world.resource::<Playback>().is_empty(),
    );
    if Kept::renew(world, key, assess) {
        let now = Assessment::now(world);
        let marks = Marks {
            reach: now.levels.clone(),
            company: Vec::new(),
            places: now.places.clone(),
            ..world.resource::<Marks>().clone()
        };
        world.resource_mut::<Marks>().set_if_neq(marks);
    }
}

fn assess(world: &World) -> Assessment {
    let (draft, overlays) = (world.resource::<Draft>(), world.resource::<Overlays>());
    let (is_planning, chosen) = (is_planning(world), draft.chosen);
    let nothing = SidePlan::default();
    let plan = if is_planning { &draft.plan } else { &nothing };
    let mut now = Assessment {
        outlooks: outlooks(world, own_side(world), plan),
        ..Assessment::default()
    };
    if is_planning {
        now.refusal = refusal::<Fleet>(world, plan);
        if let Some(unit) = chosen {
            (now.reach, now.levels) = reach(world, plan, unit, draft.tool);
        }
        now.places = places(world, draft.tool);
    }
    // While a turn plays back, these would show how it ends.
    if world.resource::<Playback>().is_empty() {
        let (forces, _) = way::planned(world, own_side(world), plan);
        now.links = links(&forces, world);
        if let Some(unit) = chosen.filter(|_| overlays.is_on(KeyAction::ARCS)) {
            now.arc = arc(&forces, unit);
        }
        if overlays.is_on(KeyAction::RINGS) {
            now.detected = detection(&forces, world);
        }
    }
    now
}

/// Returns the units as the side knows them, with where own ones begin and one comes out by the plan.
pub fn at_start<'w>(world: &'w World, plan: &SidePlan, launched: UnitId) -> Forces<'w> {
    let mut forces = known(world);
    for one in &plan.deployments {
        forces.place(one.unit, one.tile, one.facing);
    }
    let launch = plan.launches.iter().find(|launch| launch.ship == launched);
    let exit = launch.and_then(|one| way::exit(&forces, own_side(world), launched, one.tile));
    if let Some((tile, facing)) = exit {
        forces.place(launched, tile, facing);
    }
    forces
}

/// Lists the hexes a unit can go to, and marks them by whether it could fire at a known enemy there.
fn reach(
    world: &World,
    plan: &SidePlan,
    unit: UnitId,
    tool: Tool,
) -> (BTreeMap<TileId, Vec<TileId>>, Vec<(TileId, u8)>) {
    let forces = at_start(world, plan, unit);
    let from = forces[unit].tile;
    let Some(from) = from.filter(|_| tool == Tool::Order && !forces.has_queue()) else {
        return default();
    };
    let found = way::reach(&forces, plan, unit, from, forces.moves(unit));
    let mut levels = Vec::new();
    for (tile, path) in &found {
        let before = path.len().checked_sub(2).map_or(from, |at| path[at]);
        let facing = forces.grid.direction_towards(before, *tile);
        let mut there = forces.clone();
        there.place(unit, *tile, facing);
        levels.push((*tile, u8::from(could_fire(&there, unit, *tile))));
    }
    (found.into_iter().collect(), levels)
}

/// Whether a ship could fire at a known enemy from a hex it has moved to: at one in arc and range with a
/// weapon that is ready, or where ships stack at one that shares the hex.
fn could_fire(there: &Forces, unit: UnitId, tile: TileId) -> bool {
    let vessel = &there[unit];
    if there.ship_type(unit).is_none() || vessel.now.ammo == 0 {
        return false;
    }
    match there.options.single_occupancy {
        true => vessel.now.gun.remaining == 0 && fight::target(there, unit).is_some(),
        false => there.foes(vessel.side).any(|foe| foe.tile == Some(tile)),
    }
}

/// Lists the hexes on which something may be placed: of the zone, or around the carrier.
fn places(world: &World, tool: Tool) -> Vec<TileId> {
    let (side, forces) = (own_side(world), known(world));
    match tool {
        Tool::Deploy if world.resource::<Turn>().number == 1 => forces.side(side).zone.clone(),
        Tool::Order | Tool::Deploy => Vec::new(),
        Tool::Launch(ship) => {
            let carrier = forces.carrier_of(side).and_then(|carrier| carrier.tile);
            let around = carrier
                .into_iter()
                .flat_map(|tile| forces.grid.neighbors(tile));
            let around = around.map(|(_, tile)| tile);
            around
                .filter(|&tile| forces.can_enter(ship, tile))
                .collect()
        }
    }
}

/// Lists the hexes in arc and range of a unit where the plan takes it.
fn arc(forces: &Forces, unit: UnitId) -> Vec<TileId> {
    let vessel = &forces[unit];
    let Some(from) = vessel.tile else {
        return Vec::new();
    };
    let arc = Arc::of(forces, unit);
    let holds = |&tile: &TileId| tile != from && arc.holds(&forces.grid, from, vessel.facing, tile);
    forces.grid.tiles().filter(holds).collect()
}

/// Lists the hexes own units detect where the plan takes them.
fn detection(forces: &Forces, world: &World) -> Vec<TileId> {
    let side = own_side(world);
    let is_seen = |tile: &TileId| {
        forces
            .of_side(side)
            .any(|vessel| forces.spots(vessel, *tile))
    };
    forces.grid.tiles().filter(is_seen).collect()
}

/// Lists who lends whom fire control by the plan.
fn links(forces: &Forces, world: &World) -> Vec<Link> {
    let link = |receiver: &Vessel| {
        let lenders = stats::lenders(forces, receiver.id);
        let from: Vec<_> = lenders.filter_map(|id| forces[id].tile).collect();
        let is_lent = !from.is_empty();
        is_lent.then_some(Link {
            to: receiver.tile?,
            from,
            lent: stats::fire_control(forces, receiver.id),
        })
    };
    forces.wing(own_side(world)).filter_map(link).collect()
}

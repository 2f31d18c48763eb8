//! What the plan comes to, worked out when it changed, and the marks on hexes that follow from it.
//!
//! **Invariant:** made of what the planning side knows; worked out anew only when something bears on it.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::draft::{self, Draft, Tool, is_planning, own};
use crate::{
    battle::{
        grid::TileId,
        phase::Turn,
        unit::{UnitId, Vision, part},
    },
    game::{
        shell::session::Moment,
        table::{board_view::Marks, playback::Playback},
    },
    rules::fleet::{
        dogfight,
        muster::{Muster, Vessel},
        order::SidePlan,
        panel::{
            outlook::{Outlook, outlooks},
            way,
        },
        stats,
    },
};

/// What is laid over the board on demand.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overlays {
    /// Who lends whom fire control.
    pub links: bool,
    /// Where the chosen ship could fire.
    pub arcs: bool,
    /// What own units detect.
    pub rings: bool,
    /// What is known of the hex pointed at.
    pub inspect: bool,
}

/// What bears on a plot.
type Key = (Moment, u64, Option<UnitId>, Tool, Overlays, bool, bool);

/// Fire control that a ship is lent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The hex of the ship.
    pub to: TileId,
    /// The hexes of those that lend it.
    pub from: Vec<TileId>,
    /// Attack that comes of it.
    pub lent: i16,
}

/// What the plan comes to.
#[derive(Resource, Default)]
pub struct Plot {
    key: Option<Key>,
    /// What the plan of each own unit on the board comes to.
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
    /// Grows when anything changed.
    pub revision: u32,
}

impl Plot {
    /// Returns what the plan of a unit comes to.
    pub fn of(&self, unit: UnitId) -> Option<&Outlook> {
        self.outlooks
            .iter()
            .find(|outlook| outlook.course.unit == unit)
    }

    /// Has everything worked out again.
    pub fn renew(&mut self) {
        self.key = None;
    }
}

/// Works out what the plan comes to, when something changed.
pub fn work_out(world: &mut World) {
    let draft = world.resource::<Draft>();
    let is_planning = is_planning(world);
    let is_calm = world.resource::<Playback>().is_empty();
    let key = (
        Moment::of(world),
        draft.revision(),
        draft.chosen,
        draft.tool,
        *world.resource::<Overlays>(),
        is_planning,
        is_calm,
    );
    if world.resource::<Plot>().key == Some(key) {
        return;
    }
    let revision = world.resource::<Plot>().revision + 1;
    let mut plot = Plot {
        key: Some(key),
        revision,
        ..Plot::default()
    };
    let mut marks = world.resource::<Marks>().clone();
    (marks.reach, marks.company, marks.places) = default();
    let draft = world.resource::<Draft>();
    let plan = match is_planning {
        true => draft.plan.clone(),
        false => SidePlan::default(),
    };
    let side = own(world);
    plot.outlooks = outlooks(world, side, &plan);
    let (muster, _) = way::planned(world, side, &plan);
    let chosen = draft.chosen;
    if is_planning {
        plot.refusal = draft::refusal(world);
        if let Some(unit) = chosen {
            let (reach, levels) = reach(world, &plan, unit, draft.tool);
            (plot.reach, marks.reach) = (reach, levels);
        }
        marks.places = places(world, draft);
    }
    // While a turn plays back, these would show how it ends.
    if is_calm {
        let overlays = *world.resource::<Overlays>();
        plot.links = links(&muster, world);
        if let Some(unit) = chosen.filter(|_| overlays.arcs) {
            plot.arc = arc(&muster, unit);
        }
        if overlays.rings {
            plot.detected = detection(&muster, world);
        }
    }
    if *world.resource::<Marks>() != marks {
        *world.resource_mut::<Marks>() = marks;
    }
    *world.resource_mut::<Plot>() = plot;
}

/// Lists the hexes a unit can go to, and marks them by whether it could fire at a known enemy there.
fn reach(
    world: &World,
    plan: &SidePlan,
    unit: UnitId,
    tool: Tool,
) -> (BTreeMap<TileId, Vec<TileId>>, Vec<(TileId, u8)>) {
    let mut muster = Muster::known_to(world, own(world));
    for one in &plan.deployments {
        muster.place(one.unit, one.tile, one.facing);
    }
    let launch = plan.launches.iter().find(|launch| launch.ship == unit);
    if let Some(launch) = launch
        && let Some((tile, facing)) = way::exit(&muster, own(world), unit, launch.tile)
    {
        muster.place(unit, tile, facing);
    }
    let Some(from) = muster.get(unit).tile.filter(|_| tool == Tool::Order) else {
        return default();
    };
    if muster.options.sub_phases > 1 {
        return default();
    }
    let moves = muster.moves(unit);
    let found = way::reach(&muster, plan, unit, from, moves);
    let mut levels = Vec::new();
    for (tile, path) in &found {
        let before = path.len().checked_sub(2).map_or(from, |at| path[at]);
        let facing = muster.grid.direction_towards(before, *tile);
        let mut there = muster.clone();
        there.place(unit, *tile, facing);
        levels.push((*tile, u8::from(could_fire(&there, unit, *tile))));
    }
    (found.into_iter().collect(), levels)
}

/// Whether a ship could fire at a known enemy from a hex it has moved to: at one in arc and range with a
/// weapon that is ready, or where ships stack at one that shares the hex.
fn could_fire(there: &Muster, unit: UnitId, tile: TileId) -> bool {
    let vessel = there.get(unit);
    if there.ship_type(unit).is_none() || vessel.now.ammo == 0 {
        return false;
    }
    match there.options.single_occupancy {
        true => vessel.now.gun.remaining == 0 && dogfight::target(there, unit).is_some(),
        false => there.foes(vessel.side).any(|foe| foe.tile == Some(tile)),
    }
}

/// Lists the hexes on which something may be placed: of the zone, or around the carrier.
fn places(world: &World, draft: &Draft) -> Vec<TileId> {
    let side = own(world);
    let muster = Muster::known_to(world, side);
    match draft.tool {
        Tool::Order => Vec::new(),
        Tool::Deploy => match world.resource::<Turn>().number {
            1 => muster.side(side).zone.clone(),
            _ => Vec::new(),
        },
        Tool::Launch(ship) => {
            let carrier = muster.carrier_of(side).and_then(|carrier| carrier.tile);
            let around = carrier
                .into_iter()
                .flat_map(|tile| muster.grid.neighbors(tile));
            let around = around.map(|(_, tile)| tile);
            around
                .filter(|&tile| muster.can_enter(ship, tile))
                .collect()
        }
    }
}

/// Lists the hexes in arc and range of a ship where the plan takes it.
fn arc(muster: &Muster, unit: UnitId) -> Vec<TileId> {
    let vessel = muster.get(unit);
    let Some(from) = vessel.tile else {
        return Vec::new();
    };
    let tiles = muster.grid.tiles();
    let in_arc = |tile: &TileId| {
        *tile != from
            && match vessel.class.is_carrier() {
                true => {
                    let range = u32::from(muster.content.figures.carrier.range);
                    muster.distance(from, *tile) <= range
                }
                false => dogfight::reaches(muster, unit, from, vessel.facing, *tile),
            }
    };
    tiles.filter(in_arc).collect()
}

/// Lists the hexes own units detect where the plan takes them.
fn detection(muster: &Muster, world: &World) -> Vec<TileId> {
    let side = own(world);
    let eyes: Vec<_> = (muster.all())
        .filter(|vessel| vessel.side == side)
        .filter_map(|vessel| Some((vessel.tile?, part::<Vision>(world, vessel.id).0)))
        .collect();
    let is_seen = |tile: &TileId| {
        let mut eyes = eyes.iter();
        eyes.any(|&(from, far)| muster.distance(from, *tile) <= u32::from(far))
    };
    muster.grid.tiles().filter(is_seen).collect()
}

/// Lists who lends whom fire control by the plan.
fn links(muster: &Muster, world: &World) -> Vec<Link> {
    let side = own(world);
    let own = muster.flying().filter(|vessel| vessel.side == side);
    let link = |receiver: &Vessel| {
        let lenders = stats::lenders(muster, receiver.id);
        let from: Vec<_> = lenders.filter_map(|id| muster.get(id).tile).collect();
        let is_lent = !from.is_empty();
        is_lent.then_some(Link {
            to: receiver.tile?,
            from,
            lent: stats::fire_control(muster, receiver.id),
        })
    };
    own.filter_map(link).collect()
}

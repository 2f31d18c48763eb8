//! Where the chosen unit can go: its gait, the marks on hexes in reach, and TU kept back for a shot.
//!
//! **Invariant:** reach is worked out when the unit, its gait, what is kept back or the battle changed; while units
//! are placed there is none.

use bevy::prelude::*;

use crate::battle::grid::{Direction, TileId};
use crate::battle::path::Reach;
use crate::battle::unit::UnitId;
use crate::game::kit::Kept;
use crate::game::rules::battlescape::input::Selection;
use crate::game::rules::battlescape::look;
use crate::game::shell::session::Moment;
use crate::game::table::board_view::Marks;
use crate::game::table::input::is_players;
use crate::rules::battlescape::attack;
use crate::rules::battlescape::content::{FireMode, Gait};
use crate::rules::battlescape::panel::tool::Tool;
use crate::rules::battlescape::side_view::SideView;

/// What reach depends on: the chosen unit, its gait, what is kept back, and way points; nothing if no unit can go
/// anywhere now.
type Key = Option<(Moment, UnitId, Gait, Option<FireMode>, Vec<TileId>)>;

/// The reach that is kept.
pub(super) type KeptReach = Kept<Key, Reached>;

/// The reach of the chosen unit.
#[derive(Default)]
pub struct Reached {
    is_known: bool,
    /// Hexes in reach from the last way point.
    reach: Reach,
    /// The path by the way points.
    lead: Vec<Direction>,
    /// The way points that are in reach.
    way: Vec<TileId>,
    /// Hexes in reach, by what can still be fired afterwards.
    levels: Vec<(TileId, u8)>,
}

impl Reached {
    /// Returns what was worked out last.
    pub fn of(world: &World) -> &Self {
        KeptReach::of(world).expect("the plugin begins with an empty one")
    }

    /// Whether the chosen unit can go anywhere now.
    pub fn is_known(&self) -> bool {
        self.is_known
    }

    /// Returns the path to a hex by the way points, if the chosen unit can go there now.
    pub fn path_to(&self, tile: TileId) -> Option<Vec<Direction>> {
        let rest = (self.is_known.then_some(&self.reach))?.path_to(tile)?;
        Some([&self.lead[..], &rest].concat())
    }
}

/// Marks hexes in reach by what can still be fired afterwards.
pub fn mark_reach(world: &mut World) {
    let key = key(world);
    let unit = key.as_ref().map(|(_, id, ..)| *id);
    let is_new = KeptReach::rework(world, key, |world, before| {
        let before = before.unwrap_or_default();
        match unit {
            Some(id) => reached(world, id, before),
            None => Reached::default(),
        }
    });
    if !is_new {
        return;
    }
    let Reached { levels, way, .. } = Reached::of(world);
    let (levels, way) = (levels.clone(), way.clone());
    let mut company = Vec::new();
    if unit.is_some() {
        let view = look(world);
        company.extend(view.own_on_board().map(|own| view.unit(own).tile));
    }
    let mut marks = world.resource_mut::<Marks>();
    if unit.is_some() || !marks.reach.is_empty() {
        (marks.reach, marks.company) = (levels, company);
    }
    // What was chosen before may not be in reach any more.
    if unit.is_some() && world.resource::<Selection>().way != way {
        world.resource_mut::<Selection>().way = way;
    }
}

fn key(world: &World) -> Key {
    let view = look(world);
    let Selection {
        unit, reserve, way, ..
    } = world.resource::<Selection>();
    // While units are placed, a click places them.
    let is_placing = !view.deployment().is_empty();
    let chosen = unit.filter(|_| is_players(world) && !is_placing);
    let id = chosen.filter(|&id| !view.unit(id).ended.0)?;
    let gait = gait(world, view, id);
    Some((Moment::of(world), id, gait, *reserve, way.clone()))
}

/// Works out where a unit can go; what was known before lends its memory.
fn reached(world: &World, id: UnitId, before: Reached) -> Reached {
    let (view, mut reached) = (look(world), before);
    let Reached { reach, lead, .. } = &mut reached;
    let (tu, gait) = (view.unit(id).tu.now, gait(world, view, id));
    let mut way = world.resource::<Selection>().way.clone();
    lead.clear();
    let mut spent = view.reach_on(id, gait, tu, lead, reach);
    let mut led = 0;
    while let Some(leg) = way.get(led).and_then(|&point| reach.path_to(point)) {
        lead.extend(leg);
        spent = view.reach_on(id, gait, tu, lead, reach);
        led += 1;
    }
    way.truncate(led);
    let kept = reserved_tu(world, view, id);
    let running = view.running_cost(id);
    let mut costs: Vec<_> = (FireMode::ALL.into_iter())
        .filter_map(|mode| view.mode_cost(id, mode))
        .map(|cost| u32::from(cost.tu))
        .collect();
    costs.sort_unstable();
    costs.dedup();
    let here = way.last().copied().unwrap_or(view.unit(id).tile);
    let levels = (reach.tiles().iter())
        .filter(|&&tile| tile != here)
        .filter_map(|&tile| {
            let paid = running.total(spent + reach.cost(tile).unwrap_or(0));
            let left = u32::from(tu).saturating_sub(paid);
            if left < u32::from(kept) {
                return None;
            }
            let modes = costs.iter().filter(|&&cost| cost <= left).count();
            Some((tile, u8::try_from(modes.min(3)).unwrap_or(0)))
        })
        .collect();
    Reached {
        is_known: true,
        way,
        levels,
        ..reached
    }
}

/// Has the next walk of the chosen unit go by a hex, if that is in reach.
pub fn go_by(world: &mut World, tile: TileId) {
    let reached = Reached::of(world);
    let is_longer = (reached.path_to(tile)).is_some_and(|path| path.len() > reached.lead.len());
    if is_players(world) && is_longer && world.resource::<Selection>().tool == Tool::Weapon {
        let mut selection = world.resource_mut::<Selection>();
        (selection.target, selection.insists_on) = (None, None);
        selection.way.push(tile);
    }
}

/// Takes the last way point back; whether there was one.
pub fn forget_point(world: &mut World) -> bool {
    world.resource_mut::<Selection>().way.pop().is_some()
}

/// Returns how the unit moves: as was chosen, unless prone units can only crawl.
pub fn gait(world: &World, view: SideView, id: UnitId) -> Gait {
    match view.gait(id) {
        Gait::Walk => world.resource::<Selection>().gait,
        other => other,
    }
}

/// Chooses the next gait for moves to come.
pub fn next_gait(world: &mut World) {
    let mut selection = world.resource_mut::<Selection>();
    selection.gait = match selection.gait {
        Gait::Walk => Gait::Run,
        Gait::Run => Gait::Crouch,
        Gait::Crouch | Gait::Crawl | Gait::Disengage => Gait::Walk,
    };
}

/// Returns the TU that are kept back for a shot of a unit.
pub fn reserved_tu(world: &World, view: SideView, id: UnitId) -> u16 {
    let mode = world.resource::<Selection>().reserve;
    mode.and_then(|mode| view.mode_cost(id, mode))
        .map_or(0, |cost| cost.tu)
}

/// Keeps TU back for the next mode of the weapon in hand, or none.
pub fn next_reserve(world: &mut World) {
    let view = look(world);
    let selection = world.resource::<Selection>();
    let Some(id) = selection.unit else { return };
    let modes: Vec<_> = attack::modes(view.weapon(id))
        .filter(|&mode| mode.base() == mode)
        .collect();
    let next = match selection.reserve {
        None => modes.first().copied(),
        Some(mode) => {
            let at = modes.iter().position(|&other| other == mode);
            at.and_then(|at| modes.get(at + 1).copied())
        }
    };
    world.resource_mut::<Selection>().reserve = next;
}

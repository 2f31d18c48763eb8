//! Where the chosen unit can go: its gait, the marks on hexes in reach, and TU kept back for a shot.
//!
//! **Invariant:** reach is worked out when the unit, its gait, what is kept back or the battle changed; while units
//! are placed there is none.

use bevy::prelude::*;

use super::is_players;
use crate::{
    battle::{
        grid::{Direction, TileId},
        path::Reach,
        step::HumanSides,
        unit::UnitId,
    },
    content::battlescape::{FireMode, Gait},
    game::{
        board_view::{Marks, viewer},
        session::{Moment, Selection},
    },
    rules::battlescape::{attack, side_view::SideView},
};

/// The reach of the chosen unit, and what it was worked out for.
#[derive(Resource, Default)]
pub(super) struct Reached {
    key: Option<(Moment, UnitId, Gait, Option<FireMode>)>,
    reach: Reach,
}

impl Reached {
    /// Whether the chosen unit can go anywhere now.
    pub fn is_known(&self) -> bool {
        self.key.is_some()
    }

    /// Returns the path to a hex, if it is in reach.
    pub fn path_to(&self, tile: TileId) -> Option<Vec<Direction>> {
        self.reach.path_to(tile)
    }
}

/// Marks hexes in reach by what can still be fired afterwards.
pub(super) fn mark_reach(world: &mut World) {
    let is_players = is_players(world);
    let chosen = world.resource::<Selection>().unit.filter(|_| is_players);
    world.resource_scope(|world, mut reached: Mut<Reached>| {
        let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
        // While units are placed, a click places them.
        let is_placing = !view.deployment().is_empty();
        let Some(id) = chosen.filter(|&id| !is_placing && !view.unit(id).ended.0) else {
            reached.key = None;
            let mut marks = world.resource_mut::<Marks>();
            if !marks.reach.is_empty() {
                marks.reach.clear();
                marks.company.clear();
            }
            return;
        };
        let state = view.unit(id);
        let gait = gait(world, view, id);
        let reserve = world.resource::<Selection>().reserve;
        let key = Some((Moment::of(world), id, gait, reserve));
        if reached.key == key {
            return;
        }
        reached.key = key;
        view.reach(id, gait, state.tu.now, &mut reached.reach);
        let kept = reserved_tu(world, view, id);
        let running = view.running_cost(id);
        let mut costs: Vec<_> = (FireMode::ALL.into_iter())
            .filter_map(|mode| view.mode_cost(id, mode))
            .map(|cost| u32::from(cost.tu))
            .collect();
        costs.sort_unstable();
        costs.dedup();
        let marks = (reached.reach.tiles().iter())
            .filter(|&&tile| tile != state.tile)
            .filter_map(|&tile| {
                let paid = running.total(reached.reach.cost(tile).unwrap_or(0));
                let left = u32::from(state.tu.now).saturating_sub(paid);
                if left < u32::from(kept) {
                    return None;
                }
                let modes = costs.iter().filter(|&&cost| cost <= left).count();
                Some((tile, u8::try_from(modes.min(3)).unwrap_or(0)))
            })
            .collect();
        let company = view.own_on_board().map(|own| view.unit(own).tile).collect();
        let mut shown = world.resource_mut::<Marks>();
        (shown.reach, shown.company) = (marks, company);
    });
}

/// Returns how the unit moves: as was chosen, unless it lies prone.
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
    let view = SideView::new(world, viewer(world.resource::<HumanSides>()));
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

//! What the player has chosen and aims at: units, tools and targets.
//!
//! **Invariant:** the chosen unit can still act, and the enemy aimed at is in sight.

use bevy::prelude::*;

use crate::battle::grid::TileId;
use crate::battle::unit::UnitId;
use crate::game::kit::overclick;
use crate::game::kit::select::{self, after};
use crate::game::rules::battlescape::look;
use crate::game::shell::session::Session;
use crate::game::table::input::{Hover, point_at};
use crate::rules::battlescape::content::{FireMode, Gait};
use crate::rules::battlescape::event::Mark;
use crate::rules::battlescape::panel::tool::Tool;
use crate::rules::battlescape::{Battlescape, attack};

/// The unit the player has chosen, and what is being aimed.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// How the unit moves, where its posture leaves a choice.
    pub gait: Gait,
    /// Own unit.
    pub unit: Option<UnitId>,
    /// Hexes that the next walk goes by, in order.
    pub way: Vec<TileId>,
    /// What the next click is for.
    pub tool: Tool,
    /// What is aimed at.
    pub target: Option<Mark>,
    /// Mode of fire.
    pub mode: Option<FireMode>,
    /// Mode that TU are kept back for.
    pub reserve: Option<FireMode>,
    /// Hex that the next click goes to although TU are kept back.
    pub insists_on: Option<TileId>,
}

impl Selection {
    /// Whether the weapon is aimed, so that the bar is about how to fire: a thing in hand or an ability keeps
    /// its own button.
    pub fn is_to_fire(&self) -> bool {
        match self.tool {
            Tool::Weapon => self.target.is_some(),
            Tool::Ground => true,
            _ => false,
        }
    }
}

/// Keeps the selection on a unit that can still act, and the aim on an enemy in sight.
pub fn choose_unit(world: &mut World) {
    overclick::follow(world);
    let view = look(world);
    let mut selection = world.resource::<Selection>().clone();
    let before = selection.unit;
    selection.unit = chosen(world).or_else(|| view.own_on_board().next());
    let is_gone = matches!(selection.target, Some(Mark::Unit(id)) if !view.is_visible(id));
    // Nobody fires by a key at what another unit, or in another turn, was aimed at.
    let is_stale = view.turn().active != view.side() || selection.unit != before;
    if is_gone || is_stale {
        selection.target = None;
    }
    if let Some(id) = selection.unit {
        let mut modes = attack::modes(view.weapon(id));
        let has = |mode| attack::modes(view.weapon(id)).any(|other| other == mode);
        if selection.mode.is_none_or(|mode| !has(mode)) {
            selection.mode = modes.next();
        }
    }
    let is_lost = selection.target.is_none() && world.resource::<Selection>().target.is_some();
    *world.resource_mut::<Selection>() = selection;
    if is_lost {
        let tile = world.resource::<Hover>().tile;
        overclick::arm(world, tile);
    }
}

/// Returns the chosen unit, while it is on the board.
pub fn chosen(world: &World) -> Option<UnitId> {
    let chosen = world.resource::<Selection>().unit;
    chosen.filter(|&id| look(world).own_on_board().any(|own| own == id))
}

/// Chooses a unit, with its weapon ready.
pub fn choose(world: &mut World, unit: UnitId) {
    let mut selection = world.resource_mut::<Selection>();
    selection.unit = Some(unit);
    selection.target = None;
    selection.way.clear();
    selection.tool = Tool::Weapon;
}

/// Chooses the next own unit that can still act, or the one before.
pub fn cycle(world: &mut World, step: isize) {
    let view = look(world);
    let units: Vec<_> = view
        .own_on_board()
        .filter(|&id| !view.unit(id).ended.0)
        .collect();
    select::cycle::<Battlescape>(world, &units, step);
}

/// Takes up a tool to aim.
pub fn take_up(world: &mut World, tool: Tool) {
    let mut selection = world.resource_mut::<Selection>();
    selection.target = None;
    selection.tool = match selection.tool == tool {
        true => Tool::Weapon,
        false => tool,
    };
}

/// Aims at the next enemy in sight, or the one before, nearest first.
pub fn next_target(world: &mut World, step: isize) {
    let view = look(world);
    let mut enemies: Vec<_> = view.enemies().collect();
    let selection = world.resource::<Selection>();
    if let Some(id) = selection.unit {
        let (grid, from) = (view.grid(), view.unit(id).tile);
        enemies.sort_by_key(|&enemy| (grid.distance(from, view.unit(enemy).tile), enemy));
    }
    let aimed = match selection.target {
        Some(Mark::Unit(id)) => Some(id),
        _ => None,
    };
    let Some(target) = after(&enemies, aimed, step) else {
        world.resource_mut::<Session>().notice = Some(("no enemy is in sight".into(), true));
        return;
    };
    let tile = view.unit(target).tile;
    world.resource_mut::<Selection>().target = Some(Mark::Unit(target));
    point_at(world, tile);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::kit::testing::{shipped, window};
    use crate::game::rules::playable::{grid, place_of};
    use crate::game::table::input::{move_cursor, start_at};

    #[test]
    fn the_cursor_starts_at_the_unit_chosen_by_key_wherever_the_pointer_is() {
        let mission = shipped("first_contact").build(1).expect("it is sound");
        let mut world = window::<Battlescape>(&mission, 1);
        world.init_resource::<Selection>();
        for unit in [UnitId(1), UnitId(2)] {
            world.resource_mut::<Hover>().tile = Some(TileId(0));
            choose(&mut world, unit);
            start_at(&mut world, unit);
            assert_eq!(
                world.resource::<Hover>().tile,
                None,
                "it points nowhere yet"
            );
            move_cursor(&mut world, 1, 0);
            let (column, row) = grid(&world).to_offset(place_of(&world, unit));
            let beside = grid(&world).from_offset(column + 1, row);
            assert_eq!(world.resource::<Hover>().tile, beside);
        }
    }

    #[test]
    fn a_grenade_that_is_aimed_is_no_weapon_that_fires() {
        let aimed = |tool| Selection {
            tool,
            target: Some(Mark::Unit(UnitId(1))),
            ..Selection::default()
        };
        assert!(aimed(Tool::Weapon).is_to_fire());
        assert!(aimed(Tool::Ground).is_to_fire());
        assert!(!aimed(Tool::Throw(0)).is_to_fire());
        assert!(!Selection::default().is_to_fire(), "nothing is aimed at");
    }
}

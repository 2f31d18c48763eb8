//! Sets a mission up: board, units, fog, first phase.
//!
//! Entities of an earlier battle are used again where they fit.
//!
//! **Invariant:** whatever the rules read of the mission is laid down with the [`Setting`], so that
//! a renewal misses nothing.

use bevy::prelude::*;

use crate::battle::grid::TileId;
use crate::battle::phase::Turn;
use crate::battle::unit::{self, Health, Presence, Side, Title, UnitId, Vision};
use crate::battle::{self, knowledge, order};
use crate::content::mode::AiMode;
use crate::mission::{Controller, Mission};
use crate::playing::{Setting, lay_out};
use crate::rules::battlescape::Battlescape;
use crate::rules::battlescape::content::BattlescapeContent;
use crate::rules::battlescape::gear::{Carried, Pack, Props};
use crate::rules::battlescape::nerve::{Energy, Nerve};
use crate::rules::battlescape::objective::{Goal, PLAYER, Plot, Progress};
use crate::rules::battlescape::scenario::{Scenario, UnitSetup};
use crate::rules::battlescape::soldier::{
    Arms, Conditions, Kind, Loyalty, Makeups, Rulebook, TimeUnits, UnitReader, UnitState, Worn,
};

/// Who decides for each side, and in which mode a computer plays each unit.
#[derive(Resource, Clone, Debug, Default)]
pub struct Controllers {
    /// By side.
    pub sides: Vec<Controller>,
    /// Own modes by unit.
    pub units: Vec<Option<AiMode>>,
    /// Patrol routes by unit.
    pub patrols: Vec<Vec<TileId>>,
}

impl Controllers {
    /// Returns the mode a computer plays a unit in.
    ///
    /// What the script tells a side later holds for all its units: see `SideView::mode`.
    pub fn mode(&self, side: Side, unit: UnitId) -> AiMode {
        self.units[unit.index()].unwrap_or_else(|| self.sides[side.index()].mode())
    }
}

/// Has the rules read from this mission from now on.
pub(super) fn lay_down(world: &mut World, setting: Setting) {
    let mission = &setting.mission;
    let scenario = Scenario::of(mission);
    world.insert_resource(Rulebook::new(mission.catalog.clone()));
    world.insert_resource(Plot(scenario.script.clone()));
    world.insert_resource(Conditions {
        night: scenario.night,
        first: scenario.first.side(setting.seed, &mission.sides),
    });
    world.insert_resource(Goal {
        primary: scenario.objective.clone(),
        turn_limit: mission.turn_limit,
        exits: scenario.exits.clone(),
        deployment: scenario.deployment.clone(),
    });
    let units = || scenario.units();
    world.insert_resource(Controllers {
        sides: mission.sides.iter().map(|side| side.controller).collect(),
        units: units().map(|unit| unit.mode).collect(),
        patrols: units().map(|unit| unit.patrol.clone()).collect(),
    });
    world.insert_resource(setting);
}

/// Sets up a battle of a mission under a seed; the phase of the side that begins has begun.
pub fn set_up(world: &mut World, mission: &Mission, seed: u64) {
    let scenario = Scenario::of(mission);
    let content = mission.catalog.part::<BattlescapeContent>();
    world.insert_resource(Progress::default());
    world.insert_resource(Props::default());
    lay_down(world, Setting::new(mission, seed));
    let units = scenario.units().count();
    lay_out::<Battlescape>(world, mission, seed, &content.figures.sight, units);
    let makeups = scenario
        .units()
        .map(|unit| (Kind(unit.kind), Worn(unit.suit)));
    world.insert_resource(Makeups(makeups.collect()));
    world.resource_mut::<Turn>().active = world.resource::<Conditions>().first;
    let mut id = UnitId(0);
    for (index, squad) in (0..).zip(&scenario.squads) {
        for setup in squad {
            unit::unit_mut(world, id).insert((
                Kind(setup.kind),
                Worn(setup.suit),
                Title(setup.name.clone()),
                Vision::default(),
            ));
            let state = begins(content, Side(index), setup);
            state.write(world, id);
            id = UnitId(id.0 + 1);
        }
    }
    UnitReader::prepare(world);
    battle::open_up(world);
    knowledge::survey(world, PLAYER, &scenario.deployment);
    order::open::<Battlescape>(world);
}

/// Returns the state that a unit of a side begins in.
pub(super) fn begins(content: &BattlescapeContent, side: Side, setup: &UnitSetup) -> UnitState {
    let (kind, weapon) = (content.unit(setup.kind), content.weapon(setup.weapon));
    UnitState {
        tile: setup.tile,
        presence: match setup.group {
            Some(_) => Presence::Reserve,
            None => Presence::OnBoard,
        },
        facing: setup.facing,
        health: Health {
            now: kind.health,
            max: kind.health,
        },
        tu: TimeUnits {
            now: content.figures.tu.per_turn,
            carried: 0,
        },
        arms: Arms {
            weapon: setup.weapon,
            rounds: weapon.magazine,
            spare: weapon.magazine * weapon.spares,
        },
        nerve: Nerve {
            morale: content.figures.morale.start,
            ..Nerve::default()
        },
        energy: Energy {
            now: kind.energy,
            max: kind.energy,
        },
        pack: Pack {
            slots: std::array::from_fn(|slot| {
                let &item = setup.items.get(slot)?;
                let charges = content.item(item).charges;
                Some(Carried::Item { item, charges })
            }),
            primed: None,
        },
        loyalty: Loyalty {
            home: side,
            caster: None,
            side,
        },
        ..UnitState::default()
    }
}

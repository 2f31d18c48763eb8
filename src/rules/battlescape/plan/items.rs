//! Grenades, mines, and what happens to things.

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::dice::{Check, Dice};
use crate::battle::grid::TileId;
use crate::battle::unit::{self, Position, UnitId};
use crate::rules::battlescape::attack::{self, Area, Attack, Impact, Shot};
use crate::rules::battlescape::content::items::{Charge, ItemKind};
use crate::rules::battlescape::event::{BurstKind, Event, Mark};
use crate::rules::battlescape::gear::{Carried, Mine, Pack, Props};
use crate::rules::battlescape::plan::{Load, Task, TaskStep, burst};
use crate::rules::battlescape::shot;
use crate::rules::battlescape::soldier::{self, Rulebook};

/// Begins a throw, if the grenade is still there.
pub(super) fn throw(world: &World, unit: UnitId, slot: u8, tile: TileId, tu: u16) -> TaskStep {
    let content = world.resource::<Rulebook>().content();
    let Some(Carried::Item { item, .. }) = unit::part::<Pack>(world, unit).get(slot) else {
        return TaskStep::Done;
    };
    let ItemKind::Grenade(charge) = content.item(item).kind else {
        return TaskStep::Done;
    };
    let board = world.resource::<Board>();
    let from = unit::part::<Position>(world, unit).0;
    let stopped = shot::ends_at(world, unit, tile);
    let lands = stopped.unwrap_or(tile);
    let occupant = board.first_occupant(lands);
    let shot = shot::throw(world, unit, from, tile);
    let attack = prepare_throw(world, &shot, &charge, occupant, tu);
    TaskStep::Then(
        Event::Threw {
            unit,
            slot,
            item,
            tile,
            facing: board.grid.direction_towards(from, tile),
            tu,
            attack,
            stopped,
        },
        Task::Volley {
            unit,
            target: Mark::Hex(lands),
            tile: lands,
            occupant,
            attack,
            load: Load::Charge(charge),
            left: 1,
            hits: 0,
            bounced: false,
            pins: false,
            struck: lands,
            loss: 0,
        },
    )
}

/// Works out a throw; `occupant` is whom its figures are for.
pub(in crate::rules::battlescape) fn prepare_throw(
    world: &World,
    shot: &Shot,
    charge: &Charge,
    occupant: Option<UnitId>,
    tu: u16,
) -> Attack {
    let figures = world.resource::<Rulebook>().figures();
    let mut attack = attack::throw(figures, charge, shot, tu);
    if let Some(occupant) = occupant {
        let armor = soldier::armor(world, occupant);
        attack.impact = attack.impact.against(figures, charge.damage_type, armor);
    }
    attack
}

/// Lists the mines that a unit trips where it is now (§12).
pub(super) fn tripped(world: &World, unit: UnitId) -> Vec<Task> {
    let things = world.resource::<Props>().get();
    if things.mines.is_empty() {
        return Vec::new();
    }
    if soldier::kind(world, unit).flies {
        return Vec::new();
    }
    let board = world.resource::<Board>();
    let roster = world.resource::<unit::Roster>();
    let Some(seat) = board.seat(unit) else {
        return Vec::new();
    };
    let is_tripped = |mine: &&Mine| {
        roster.are_hostile(mine.side, roster.side(unit))
            && board.grid.distance(mine.tile, seat) <= 1
    };
    (things.mines.iter())
        .filter(is_tripped)
        .flat_map(|&mine| {
            let trip = Task::Emit(Event::MineTripped { mine, by: unit });
            [trip, Task::Detonate { mine }]
        })
        .collect()
}

/// Rolls a mine that goes off.
pub(super) fn detonate(world: &World, mine: Mine, dice: &mut Dice) -> TaskStep {
    let content = world.resource::<Rulebook>().content();
    let ItemKind::Mine(charge) = content.item(mine.item).kind else {
        return TaskStep::Done;
    };
    let impact = Impact::of_charge(&content.figures, &charge, 0, 0);
    let area = Area::blast(&content.figures.blast, charge.radius);
    let hit = Check {
        roll: 0,
        passed: true,
    };
    let landing = impact.land(dice, hit, None, false);
    let burst = burst::Burst {
        by: Some(mine.by),
        kind: BurstKind::Blast,
        center: mine.tile,
        struck: None,
        impact,
        damage_type: charge.damage_type,
        area,
        landing,
        charge: Some(charge),
    };
    TaskStep::Last(burst.event(world))
}

/// Finds where others are around a unit (§6, §12).
pub(super) fn scan(world: &World, unit: UnitId, slot: u8, radius: u8, tu: u16) -> TaskStep {
    let units = unit::Units::of(world);
    let Some(seat) = units.seat(unit) else {
        return TaskStep::Done;
    };
    let own = units.side(unit);
    let known = world
        .resource::<crate::battle::knowledge::Knowledge>()
        .of(own);
    let blips = (units.ids())
        .filter(|&other| units.side(other) != own && !known.sees_unit(other))
        .filter_map(|other| units.seat(other))
        .filter(|&tile| units.board().grid.distance(seat, tile) <= u32::from(radius))
        .collect();
    TaskStep::Last(Event::Scanned {
        unit,
        slot,
        blips,
        tu,
    })
}

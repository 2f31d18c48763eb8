//! What an area attack does to everybody and everything around the hex it lands on.

use bevy::prelude::World;

use crate::{
    battle::{
        board::{Board, TileState},
        grid::{Direction, TileId},
        unit::{Health, Roster, UnitId, Units},
    },
    content::{Catalog, battlescape::DamageType, terrain::Terrain},
    rules::battlescape::{
        attack::{
            Attack, Impact, Landing, Splash,
            area::{self, Area},
            pct,
        },
        event::{BurstKind, Event, Harm},
        plan::Task,
        soldier::{self, BurnLeft, Rulebook},
    },
};

/// Returns the hex a landing strikes that was aimed at another.
pub(super) fn center(world: &World, aimed: TileId, landing: &Landing) -> TileId {
    let grid = &world.resource::<Board>().grid;
    landing.scatter.map_or(aimed, |(direction, distance)| {
        area::scattered(grid, aimed, Direction::new(direction), distance)
    })
}

/// Works out one area round of a weapon: `occupant` stands where it was aimed.
pub(super) fn of_weapon(
    world: &World,
    by: UnitId,
    aimed: TileId,
    occupant: Option<UnitId>,
    attack: &Attack,
    landing: Landing,
) -> Event {
    let area = attack.area.expect("an area attack has an area");
    let weapon = soldier::weapon(world, by);
    let burst = Burst {
        by: Some(by),
        center: center(world, aimed, &landing),
        struck: occupant.filter(|_| landing.scatter.is_none()),
        impact: attack.impact,
        damage_type: weapon.damage_type,
        area,
        landing,
    };
    burst.event(world)
}

/// An area attack that landed.
pub(super) struct Burst {
    pub(super) by: Option<UnitId>,
    pub(super) center: TileId,
    /// The unit it was aimed at and hit.
    pub(super) struck: Option<UnitId>,
    pub(super) impact: Impact,
    pub(super) damage_type: DamageType,
    pub(super) area: Area,
    pub(super) landing: Landing,
}

impl Burst {
    fn event(&self, world: &World) -> Event {
        let units = Units::of(world);
        let board = units.board();
        let rulebook = world.resource::<Rulebook>();
        let figures = rulebook.figures();
        let is_chemical = self.damage_type == DamageType::Chemical;
        let center = self.struck.map(|_| self.impact.center(&self.landing));
        let poison = BurnLeft {
            dice: figures.poison.dice,
            turns: figures.poison.turns,
        };
        let (mut harms, mut tiles) = (Vec::new(), Vec::new());
        let reached = area::reached(&board.grid, &board.layers, self.center, self.area.radius);
        for (tile, ring) in reached {
            let Some(percent) = self.area.percent(ring) else {
                continue;
            };
            if let Some(unit) = board.first_occupant(tile) {
                let armor = soldier::armor(world, unit);
                let splash = match center {
                    Some(center) if self.struck == Some(unit) => center,
                    _ => self.splash(world, unit, ring, center),
                };
                harms.push(Harm {
                    unit,
                    ring,
                    dealt: u16::try_from(splash.dealt).unwrap_or(u16::MAX),
                    blocked: splash.blocked,
                    poison: (is_chemical && !armor.no_poison).then_some(poison),
                });
            }
            let before = board.layers.state(tile);
            let mut after = before;
            if self.area.explodes {
                let loss = pct(self.landing.after_mode, percent);
                after = worn(
                    &rulebook.0,
                    before,
                    pct(loss, figures.blast.terrain_percent),
                );
            } else if !board.layers.stops_blasts(tile) {
                after.gas = before.gas.max(figures.area.cloud_turns);
            }
            if after != before {
                tiles.push((tile, after));
            }
        }
        Event::Burst {
            by: self.by,
            kind: match self.area.explodes {
                true => BurstKind::Blast,
                false => BurstKind::Cloud,
            },
            center: self.center,
            landing: self.landing,
            harms,
            tiles,
        }
    }

    fn splash(&self, world: &World, unit: UnitId, ring: u8, center: Option<Splash>) -> Splash {
        let figures = world.resource::<Rulebook>().figures();
        let armor = soldier::armor(world, unit);
        let impact = self.impact.against(figures, self.damage_type, armor);
        impact.ring(&self.area, &self.landing, ring, center)
    }
}

/// Returns a hex after its terrain lost hit points: what loses all of them breaks (§10).
pub(super) fn worn(catalog: &Catalog, state: TileState, loss: u32) -> TileState {
    let Terrain {
        health: Some(health),
        breaks_to: Some(ruins),
        ..
    } = catalog.terrain(state.terrain)
    else {
        return state;
    };
    let wear = u32::from(state.wear) + loss;
    if wear >= u32::from(*health) {
        return TileState {
            terrain: *ruins,
            wear: 0,
            ..state
        };
    }
    TileState {
        wear: wear as u8,
        ..state
    }
}

/// Returns what follows a burst: who dies of it, and whom it suppresses (§7).
pub(super) fn aftermath(
    world: &World,
    by: Option<UnitId>,
    kind: BurstKind,
    center: TileId,
) -> Vec<Task> {
    let mut tasks = deaths(world, by);
    if kind != BurstKind::Blast {
        return tasks;
    }
    let units = Units::of(world);
    let figures = &world.resource::<Rulebook>().figures().suppression;
    let roster = world.resource::<Roster>();
    let is_meant = |id| by.is_none_or(|by| roster.are_hostile(units.side(by), units.side(id)));
    let pinned: Vec<_> = (units.ids())
        .filter(|&id| is_meant(id) && units.part::<Health>(id).now > 0)
        .filter_map(|id| {
            let away = units.board().grid.distance(units.seat(id)?, center);
            match away {
                0 => Some((id, figures.blast_center)),
                _ if away <= u32::from(figures.blast_hexes) => Some((id, figures.blast)),
                _ => None,
            }
        })
        .collect();
    if !pinned.is_empty() {
        tasks.push(Task::Emit(Event::Pinned { units: pinned }));
    }
    tasks
}

/// Lists the deaths of all units on the board without hit points.
pub(super) fn deaths(world: &World, by: Option<UnitId>) -> Vec<Task> {
    let units = Units::of(world);
    let fallen = units
        .ids()
        .filter(|&id| units.seat(id).is_some() && units.part::<Health>(id).now == 0);
    fallen
        .map(|unit| Task::Emit(Event::Died { unit, by }))
        .collect()
}

//! What an area attack does to everybody and everything around the hex it lands on.

use bevy::prelude::World;

use crate::battle::board::{Board, TileState};
use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::{Health, Roster, UnitId, Units};
use crate::content::Catalog;
use crate::content::terrain::Terrain;
use crate::rules::battlescape::attack::area::{self, Area};
use crate::rules::battlescape::attack::{Attack, Impact, Landing, Splash, pct};
use crate::rules::battlescape::content::DamageType;
use crate::rules::battlescape::content::items::{Charge, ChargeEffect};
use crate::rules::battlescape::event::{BurstKind, Event, Harm};
use crate::rules::battlescape::gear::Light;
use crate::rules::battlescape::nerve::{self, Shock, is_conscious};
use crate::rules::battlescape::plan::{Load, Task, nerves};
use crate::rules::battlescape::soldier::{self, BurnLeft, Rulebook};

/// Returns the hex a landing strikes that was aimed at another.
pub(super) fn center(world: &World, aimed: TileId, landing: &Landing) -> TileId {
    let grid = &world.resource::<Board>().grid;
    landing.scatter.map_or(aimed, |(direction, distance)| {
        area::scattered(grid, aimed, Direction::new(direction), distance)
    })
}

/// Works out one area round of a volley: `occupant` stands where it was aimed.
pub(super) fn of_volley(
    world: &World,
    by: UnitId,
    aimed: TileId,
    occupant: Option<UnitId>,
    attack: &Attack,
    load: Load,
    landing: Landing,
) -> Event {
    let area = attack.area.expect("an area attack has an area");
    let (kind, damage_type, charge) = match load {
        Load::Charge(charge) => (kind_of(charge.effect), charge.damage_type, Some(charge)),
        Load::Weapon => {
            let kind = match area.explodes {
                true => BurstKind::Blast,
                false => BurstKind::Cloud,
            };
            (kind, soldier::weapon(world, by).damage_type, None)
        }
    };
    let burst = Burst {
        by: Some(by),
        kind,
        center: center(world, aimed, &landing),
        struck: occupant.filter(|_| landing.scatter.is_none()),
        impact: attack.impact,
        damage_type,
        area,
        landing,
        charge,
    };
    burst.event(world)
}

fn kind_of(effect: ChargeEffect) -> BurstKind {
    match effect {
        ChargeEffect::Blast => BurstKind::Blast,
        ChargeEffect::Gas => BurstKind::Cloud,
        ChargeEffect::Smoke => BurstKind::Smoke,
        ChargeEffect::Fire => BurstKind::Fire,
        ChargeEffect::Flash => BurstKind::Flash,
        ChargeEffect::Light => BurstKind::Light,
    }
}

/// An area attack that landed.
pub(super) struct Burst {
    pub(super) by: Option<UnitId>,
    pub(super) kind: BurstKind,
    pub(super) center: TileId,
    /// The unit it was aimed at and hit.
    pub(super) struck: Option<UnitId>,
    pub(super) impact: Impact,
    pub(super) damage_type: DamageType,
    pub(super) area: Area,
    pub(super) landing: Landing,
    /// What went off, if it was no weapon's round.
    pub(super) charge: Option<Charge>,
}

impl Burst {
    /// Works out what it does to everybody and everything.
    pub(super) fn event(&self, world: &World) -> Event {
        let board = world.resource::<Board>();
        let center = self.struck.map(|_| self.impact.center(&self.landing));
        let (mut harms, mut tiles) = (Vec::new(), Vec::new());
        let reached = area::reached(&board.grid, &board.layers, self.center, self.area.radius);
        for (tile, ring) in reached {
            let Some(percent) = self.area.percent(ring) else {
                continue;
            };
            if let Some(unit) = board.first_occupant(tile) {
                harms.extend(self.harm(world, unit, ring, center));
            }
            let before = board.layers.state(tile);
            let after = self.changed(world, tile, before, percent);
            if after != before {
                tiles.push((tile, after));
            }
        }
        let light = self.charge.filter(|_| self.kind == BurstKind::Light);
        Event::Burst {
            by: self.by,
            kind: self.kind,
            center: self.center,
            landing: self.landing,
            harms,
            tiles,
            light: light.map(|charge| Light {
                tile: self.center,
                radius: charge.radius,
                turns: charge.strength,
            }),
        }
    }

    /// What it does to one unit, if anything.
    fn harm(&self, world: &World, unit: UnitId, ring: u8, center: Option<Splash>) -> Option<Harm> {
        let figures = world.resource::<Rulebook>().figures();
        let armor = soldier::armor(world, unit);
        let mut harm = Harm {
            unit,
            ring,
            dealt: 0,
            blocked: false,
            poison: None,
            stun: None,
            falls: false,
        };
        match self.kind {
            BurstKind::Smoke | BurstKind::Light => return None,
            // Who feels no fear is no flesh and not dazzled (ours).
            BurstKind::Flash => {
                soldier::kind(world, unit).bravery?;
                harm.stun = Some(u16::try_from(self.landing.after_mode).unwrap_or(u16::MAX));
            }
            BurstKind::Blast | BurstKind::Cloud | BurstKind::Fire => {
                let splash = match center {
                    Some(center) if self.struck == Some(unit) => center,
                    _ => self.splash(world, unit, ring, center),
                };
                harm.dealt = u16::try_from(splash.dealt).unwrap_or(u16::MAX);
                harm.blocked = splash.blocked;
            }
        }
        if self.kind == BurstKind::Cloud && !armor.no_poison {
            harm.poison = Some(BurnLeft {
                dice: figures.poison.dice,
                turns: figures.poison.turns,
                by: self.by,
            });
        }
        harm.falls = falls(Units::of(world), &harm);
        Some(harm)
    }

    /// What it leaves of one hex.
    fn changed(&self, world: &World, tile: TileId, before: TileState, percent: u16) -> TileState {
        let board = world.resource::<Board>();
        let rulebook = world.resource::<Rulebook>();
        let figures = rulebook.figures();
        let strength = self.charge.map_or(0, |charge| charge.strength);
        let is_open = !board.layers.stops_blasts(tile);
        match self.kind {
            BurstKind::Blast => {
                let loss = pct(self.landing.after_mode, percent);
                worn(
                    rulebook.catalog(),
                    before,
                    pct(loss, figures.blast.terrain_percent),
                )
            }
            BurstKind::Cloud if is_open => TileState {
                gas: before.gas.max(figures.area.cloud_turns),
                ..before
            },
            BurstKind::Smoke if is_open => TileState {
                smoke: before.smoke.max(strength),
                ..before
            },
            BurstKind::Fire if is_open && board.layers.entry_percent(tile).is_some() => TileState {
                fire: before.fire.max(figures.environment.fire_turns),
                smoke: before.smoke.max(figures.environment.fire_smoke),
                ..before
            },
            _ => before,
        }
    }

    fn splash(&self, world: &World, unit: UnitId, ring: u8, center: Option<Splash>) -> Splash {
        let figures = world.resource::<Rulebook>().figures();
        let armor = soldier::armor(world, unit);
        let impact = self.impact.against(figures, self.damage_type, armor);
        impact.ring(&self.area, &self.landing, ring, center)
    }
}

/// Whether what an area attack does to a unit knocks it out and leaves it alive.
fn falls(units: Units, harm: &Harm) -> bool {
    let (health, shock) = (
        *units.part::<Health>(harm.unit),
        *units.part::<Shock>(harm.unit),
    );
    let left = Health {
        now: health.now.saturating_sub(harm.dealt),
        ..health
    };
    let dazed = Shock {
        points: shock.points.saturating_add(harm.stun.unwrap_or(0)),
        ..shock
    };
    left.now > 0 && is_conscious(health, shock) && !is_conscious(left, dazed)
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
        .map(|(id, points)| (id, nerve::room(figures, *units.part(id)).min(points)))
        .collect();
    tasks.extend(nerves::pin(world, pinned));
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

//! Battles of fleets as one side imagines them.
//!
//! Of the enemy a side knows how many ships there are and who was lost. A twin has the ships in sight as they
//! look, those seen before about where they were, and others docked or out there somewhere, of types that
//! the side has itself. A carrier that was never seen is assumed to be of an own type, too.
//!
//! **Invariant:** nothing is read of others but what [`Forces::known_to`] tells, who was lost, and what is to
//! come as a reinforcement. Pilots and admirals of others are nothing special.

use std::cmp::Reverse;

use bevy::prelude::World;

use crate::battle::board::Board;
use crate::battle::dice::{Dice, Label, Roll};
use crate::battle::grid::{Direction, Grid, TileId};
use crate::battle::imagine::{
    below, fancy, follow, hideouts, lay_ground, occupy, open_minds, place_of, seat_all, settle,
    whereabouts,
};
use crate::battle::knowledge::Knowledge;
use crate::battle::phase::Turn;
use crate::battle::unit::{Health, Presence, Roster, Side, UnitId, part};
use crate::mission::Mission;
use crate::playing::{Setting, prepare};
use crate::rules::fleet::content::FleetContent;
use crate::rules::fleet::craft::{Armament, Berth, Class, Morale, Traits, UnitState};
use crate::rules::fleet::forces::{self, Forces};
use crate::rules::fleet::progress::Progress;
use crate::rules::fleet::scenario::{Scenario, Start, UnitSetup};
use crate::rules::fleet::{Fleet, setup};

/// Chance that a ship that was never seen is docked, percent.
const DOCKED: u32 = 50;
/// Chance that one that went out of sight has landed since, percent for each turn.
const LANDED: u32 = 15;
/// Hexes that a carrier may have gone in a turn.
const CREEP: u32 = 1;
/// Hexes that a ship may have gone in a turn.
const REACH: u32 = 4;

/// Makes a world a twin of the battle as a side imagines it.
pub(super) fn imagine(world: &World, side: Side, seed: u64, into: &mut World) -> bool {
    prepare::<Fleet>(world, side, into, |mission| known_mission(mission, side));
    follow::<Fleet>(world, into, seed, None);
    lay_ground(world, side, into);
    let mut luck = fancy(side, seed);
    into.insert_resource(progress(world, side));
    Fancy::new(world, side, into, &mut luck).put_units();
    forces::set_up(into);
    seat_all(into);
    open_minds(world, side, into);
    settle::<Fleet>(into);
    true
}

/// Returns the mission without the admirals of other sides, which are secret.
fn known_mission(mission: &Mission, side: Side) -> Mission {
    let mut known = mission.clone();
    let fleets = Scenario::of_mut(&mut known).fleets.iter_mut();
    let others = (0..).map(Side).zip(fleets).filter(|(one, _)| *one != side);
    others.for_each(|(_, fleet)| fleet.admiral.clear());
    known
}

/// Returns how far the battle is, without the plans of others.
fn progress(world: &World, side: Side) -> Progress {
    world.resource::<Progress>().known_to(side)
}

/// What units are imagined from.
struct Fancy<'w, 'i> {
    world: &'w World,
    side: Side,
    into: &'i mut World,
    luck: &'i mut Dice,
    content: &'w FleetContent,
    forces: Forces<'w>,
}

impl<'w, 'i> Fancy<'w, 'i> {
    fn new(world: &'w World, side: Side, into: &'i mut World, luck: &'i mut Dice) -> Self {
        Self {
            content: setup::content(world),
            forces: Forces::known_to(world, side),
            world,
            side,
            into,
            luck,
        }
    }

    /// Puts all units where they are or may be: who is known first, then carriers, then ships.
    fn put_units(mut self) {
        let mission = self.world.resource::<Setting>().mission.clone();
        let known = self.world.resource::<Knowledge>().of(self.side);
        let roster = self.world.resource::<Roster>();
        let mut hidden: Vec<(UnitId, Side, &UnitSetup)> = Vec::new();
        let units: Vec<_> = Scenario::of(&mission).units().collect();
        for (id, side, setup) in units {
            debug_assert_eq!(roster.side(id), side);
            let state = UnitState::read(self.world, id);
            if side == self.side {
                setup::fit(self.into, self.content, id, setup);
                self.write(id, &state);
            } else if known.sees_unit(id) {
                self.put_seen(id, state);
            } else {
                match (state.presence, state.berth) {
                    (Presence::Dead | Presence::Escaped, _) => self.put_gone(id, setup, &state),
                    (Presence::Reserve, Berth::Waiting) => self.put_waiting(id, setup),
                    _ => hidden.push((id, side, setup)),
                }
            }
        }
        // Of the last twin nothing counts, such as who is docked.
        for &(id, ..) in &hidden {
            let nowhere = UnitState {
                presence: Presence::Escaped,
                ..UnitState::default()
            };
            nowhere.write(self.into, id);
        }
        hidden.sort_by_key(|&(id, _, setup)| (!setup.class.is_carrier(), id));
        for (id, side, setup) in hidden {
            match setup.class {
                Class::Carrier(_) => self.put_carrier(id, setup),
                Class::Ship(_) => self.put_ship(id, side, setup),
            }
        }
    }

    /// Writes a unit, and has it be in the way of those that follow.
    fn write(&mut self, id: UnitId, state: &UnitState) {
        state.write(self.into, id);
        if state.presence == Presence::OnBoard {
            occupy(self.into, id, state.tile);
        }
    }

    /// Returns the state of a fresh unit of a type.
    fn fresh(&self, setup: &UnitSetup) -> UnitState {
        let (hull, stores) = setup::hull_and_stores(self.content, setup);
        UnitState {
            hull: Health {
                now: hull,
                max: hull,
            },
            stores,
            morale: Morale(self.content.figures.morale.start),
            ..UnitState::default()
        }
    }

    /// Puts a unit in sight: what can be seen of it, and nothing of who flies it or what it is ordered.
    fn put_seen(&mut self, id: UnitId, state: UnitState) {
        let class = *part::<Class>(self.world, id);
        let looks = UnitSetup {
            weapon: match class {
                Class::Ship(_) => Some(part::<Armament>(self.world, id).0),
                Class::Carrier(_) => None,
            },
            traits: part::<Traits>(self.world, id).0.clone(),
            ..UnitSetup::new(class, "", Start::Docked)
        };
        setup::fit(self.into, self.content, id, &looks);
        let known = self.forces[id];
        let fresh = self.fresh(&looks);
        let state = UnitState {
            morale: fresh.morale,
            guards: known.now.guards,
            standing: fresh.standing,
            helm: fresh.helm,
            ..state
        };
        self.write(id, &state);
    }

    /// Notes a unit that was destroyed or left.
    fn put_gone(&mut self, id: UnitId, setup: &UnitSetup, state: &UnitState) {
        let plain = UnitSetup::new(setup.class, "", Start::Docked);
        setup::fit(self.into, self.content, id, &plain);
        let mut gone = self.fresh(&plain);
        gone.presence = state.presence;
        if gone.presence == Presence::Dead {
            gone.hull.now = 0;
        }
        self.write(id, &gone);
    }

    /// Notes a ship that comes later, if it comes.
    fn put_waiting(&mut self, id: UnitId, setup: &UnitSetup) {
        let class = self.class_like_own(setup.class);
        let plain = UnitSetup::new(class, "", Start::Waiting);
        setup::fit(self.into, self.content, id, &plain);
        let waiting = UnitState {
            presence: Presence::Reserve,
            berth: Berth::Waiting,
            ..self.fresh(&plain)
        };
        self.write(id, &waiting);
    }

    /// Puts a carrier that is not in sight: about where it was, else where it may have shot from, else
    /// opposite the own one.
    fn put_carrier(&mut self, id: UnitId, setup: &UnitSetup) {
        let class = match self.was_seen(id) {
            true => setup.class,
            false => self.class_like_own(setup.class),
        };
        let plain = UnitSetup::new(class, "", Start::Docked);
        setup::fit(self.into, self.content, id, &plain);
        let mut state = self.fresh(&plain);
        let free = hideouts(self.world, self.side, self.into, true);
        let found = match self.was_seen(id) {
            true => whereabouts(self.world, self.side, id, &free, CREEP, self.luck),
            false => self.lair(&free),
        };
        match found {
            Some(tile) => (state.presence, state.tile) = (Presence::OnBoard, tile),
            None => state.presence = Presence::Escaped,
        }
        state.facing = Direction::new(below(self.luck, 6) as u8);
        self.write(id, &state);
    }

    /// Puts a ship that is not in sight: docked, or about where it was seen, or not far from its carrier.
    fn put_ship(&mut self, id: UnitId, side: Side, setup: &UnitSetup) {
        let class = match self.was_seen(id) {
            true => setup.class,
            false => self.class_like_own(setup.class),
        };
        let plain = UnitSetup::new(class, "", Start::Docked);
        setup::fit(self.into, self.content, id, &plain);
        let mut state = self.fresh(&plain);
        state.facing = Direction::new(below(self.luck, 6) as u8);
        let home = self.home_of(side);
        if home.is_some() && self.lands(id) {
            state.presence = Presence::Reserve;
            state.berth = Berth::Docked;
            state.tile = home.unwrap_or_default();
            self.write(id, &state);
            return;
        }
        let free = hideouts(self.world, self.side, self.into, true);
        let found = match (self.was_seen(id), home) {
            (false, Some(home)) => self.about(home, &free),
            _ => whereabouts(self.world, self.side, id, &free, REACH, self.luck),
        };
        match found {
            Some(tile) => (state.presence, state.tile) = (Presence::OnBoard, tile),
            None => state.presence = Presence::Escaped,
        }
        self.write(id, &state);
    }

    /// Whether it is known where a unit was.
    fn was_seen(&self, id: UnitId) -> bool {
        let known = self.world.resource::<Knowledge>().of(self.side);
        known.sightings[id.index()].is_some()
    }

    /// Returns a class for a unit that was never seen: one of the side's own of that sort.
    fn class_like_own(&mut self, sort: Class) -> Class {
        let own: Vec<Class> = (self.forces.of_side(self.side))
            .map(|vessel| vessel.class)
            .filter(|class| class.is_carrier() == sort.is_carrier())
            .collect();
        match own.is_empty() {
            // Whoever has nothing of the sort takes the first that there is.
            true => match sort {
                Class::Carrier(_) => Class::Carrier(Default::default()),
                Class::Ship(_) => Class::Ship(Default::default()),
            },
            false => own[below(self.luck, own.len())],
        }
    }

    /// Returns the hex of the living carrier of a side in the twin, if a berth of it is free.
    fn home_of(&self, side: Side) -> Option<TileId> {
        let roster = self.into.resource::<Roster>();
        let carrier = roster.of_side(side).find_map(|id| {
            let class = *part::<Class>(self.into, id);
            let tile = place_of(self.into, id).filter(|_| class.is_carrier())?;
            Some((class.carrier_kind(self.content)?.hangar, tile))
        });
        let (berths, tile) = carrier?;
        let docked = roster
            .of_side(side)
            .filter(|&id| {
                *part::<Berth>(self.into, id) == Berth::Docked
                    && *part::<Presence>(self.into, id) == Presence::Reserve
            })
            .count();
        (docked < usize::from(berths)).then_some(tile)
    }

    /// Draws whether a ship out of sight is docked.
    fn lands(&mut self, id: UnitId) -> bool {
        let known = self.world.resource::<Knowledge>().of(self.side);
        let turn = self.world.resource::<Turn>().number;
        let chance = match known.sightings[id.index()] {
            Some(last) => LANDED * u32::from(turn.saturating_sub(last.turn)),
            None => DOCKED,
        };
        self.luck.die(Label::Ai, 100) <= chance
    }

    /// Draws a hex out of sight not far from another.
    fn about(&mut self, home: TileId, free: &[TileId]) -> Option<TileId> {
        let grid = self.grid();
        let near = |tile| 24 / (grid.distance(home, tile) + 1).pow(2) + 1;
        crate::battle::imagine::draw(self.luck, free, near)
    }

    fn grid(&self) -> Grid {
        self.world.resource::<Board>().grid
    }

    /// Returns where a carrier is taken to be that nobody has seen: within its range of most of the hexes
    /// where the side was hit unseen, and nearest to what lies opposite the own carrier.
    fn lair(&mut self, free: &[TileId]) -> Option<TileId> {
        let grid = self.grid();
        let (right, bottom) = (i32::from(grid.width) - 1, i32::from(grid.height) - 1);
        let own = self.forces.carrier_of(self.side);
        let beyond = match own.and_then(|own| own.tile) {
            Some(home) => {
                let (column, row) = grid.to_offset(home);
                grid.from_offset(right - column, bottom - row)
            }
            None => grid.from_offset(right / 2, bottom / 2),
        }
        .unwrap_or_default();
        let range = self.content.figures.carrier.range;
        let memory = self.content.ai.memory;
        let progress = self.world.resource::<Progress>();
        let hits: Vec<_> = (progress.of(self.side).ambushes.0.iter())
            .filter(|hit| self.forces.turn.saturating_sub(hit.turn) <= memory)
            .map(|hit| hit.tile)
            .collect();
        let likely = free.iter().map(|&tile| {
            let near = (hits.iter()).filter(|&&hit| grid.distance(hit, tile) <= range);
            let far = grid.distance(tile, beyond);
            // Not always the very same hex.
            (
                Reverse(near.count()),
                far + below(self.luck, 3) as u32,
                tile,
            )
        });
        likely.min().map(|(.., tile)| tile)
    }
}

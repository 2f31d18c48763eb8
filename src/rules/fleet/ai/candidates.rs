//! What one ship could do in a turn.
//!
//! **Invariant:** every candidate passes the check.

use crate::battle::grid::{Direction, TileId};
use crate::battle::unit::UnitId;
use crate::rules::fleet::ai::purpose::Purpose;
use crate::rules::fleet::ai::{Contact, Mind};
use crate::rules::fleet::order::{Action, Maneuver, Route, ShipOrder, Slot, Stance};
use crate::rules::fleet::queue;

/// One thing a ship could do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// The spot it goes to.
    pub(super) spot: usize,
    pub(super) tile: TileId,
    pub(super) facing: Direction,
    /// What counts in combat.
    pub(super) stance: Stance,
    /// The carrier it attacks.
    pub(super) target: Option<UnitId>,
    /// Whether it ends in the hangar.
    pub(super) lands: bool,
    /// With an intent queue: the slots in which it fires, one bit each.
    fires: u8,
    /// Which contact it most likely hits, and the hundredths of hull that takes on average.
    pub(super) aim: Option<(usize, u32)>,
    /// What it is worth.
    pub(super) points: i64,
}

impl Candidate {
    /// Whether another candidate is the same order.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let order = |one: &Self| (one.spot, one.stance, one.target, one.lands);
        order(self) == order(other)
    }

    /// Returns the shots it fires.
    pub(super) fn shots(&self) -> u32 {
        self.fires.count_ones().max(1)
    }
}

impl Mind<'_> {
    /// Adds what a ship could do on a spot.
    pub(super) fn add_candidates(&self, index: usize, spot: usize, all: &mut Vec<Candidate>) {
        let own = self.ships[index];
        let here = &self.spots[spot];
        let (has_queue, single) = (
            self.forces.has_queue(),
            self.forces.options.single_occupancy,
        );
        let is_armed = self.forces[own.id].now.ammo > 0;
        let hunts = own.temper.hunts;
        let with = |action, fires: u8, target, lands| Candidate {
            spot,
            tile: here.tile,
            facing: here.facing,
            stance: Stance {
                action,
                fire: fires > 0,
            },
            target,
            lands,
            fires,
            aim: None,
            points: 0,
        };
        let slots = match has_queue {
            true => queue::usable(&self.forces, own.id),
            false => 1,
        };
        let holds = here.steps < slots && (has_queue || here.steps == 0);
        let armed = if holds {
            Action::Defend
        } else {
            Action::Attack
        };
        // To fire costs nothing where ships share hexes, since they fight in any case.
        let fires = match single {
            true => self.firing_slots(own.id, spot, slots),
            false => (1 << slots) - 1,
        };
        if is_armed && fires > 0 && !hunts {
            all.push(with(armed, fires, None, false));
        }
        if is_armed {
            let last = 1 << (slots - 1);
            let carriers = self.carriers_near(here.tile);
            all.extend(carriers.map(|id| with(armed, last, Some(id), false)));
        }
        if !is_armed || single || has_queue || hunts {
            // Whoever attacks or defends intercepts others, fire or no fire; a queue knows no such order.
            let idle = match (is_armed && !has_queue, holds) {
                _ if matches!(own.purpose, Purpose::Leave(_)) && !has_queue => Action::Move,
                (true, _) => armed,
                (false, true) if has_queue => Action::None,
                (false, true) => Action::Defend,
                (false, false) => Action::Move,
            };
            // A Hunter that means a carrier takes no part in other fights.
            let quarry = if hunts { self.carrier_known() } else { None };
            all.push(with(idle, 0, quarry.map(|carrier| carrier.id), false));
        }
        let has_slot = !has_queue || here.steps < slots;
        if has_slot && !own.is_launched && self.can_land_from(own.id, here.tile) {
            all.push(with(Action::Land, 0, None, true));
        }
    }

    /// Lists the carriers of enemies within reach of a hex.
    fn carriers_near(&self, tile: TileId) -> impl Iterator<Item = UnitId> {
        let reach = self.forces.content.figures.carrier.reach;
        let carriers = self.contacts.iter().filter(|one| one.is_carrier);
        let near = carriers.filter(move |one| self.far(tile, one) <= reach);
        near.map(|contact| contact.id)
    }

    /// Returns the carrier of an enemy that is known, the lowest id of several.
    pub(super) fn carrier_known(&self) -> Option<&Contact> {
        self.contacts.iter().find(|contact| contact.is_carrier)
    }

    /// Returns in which slots a ship on its way to a spot can have a target, as many as it has shots.
    fn firing_slots(&self, ship: UnitId, spot: usize, slots: u8) -> u8 {
        let now = self.forces[ship].now;
        if now.gun.remaining > 0 {
            return 0;
        }
        let most = match self.forces.weapon(ship).cooldown {
            0 => now.ammo,
            _ => now.ammo.min(1),
        };
        let seeks = (self.scope.arc.range).max(self.ai().ghost_within);
        let mut fires = 0_u8;
        for slot in (0..slots).rev() {
            let at = match slots {
                1 => &self.spots[spot],
                _ => self.spot_after(slot + 1, spot),
            };
            // They come closer until the last.
            let nearer = if slot + 1 == slots { u32::MAX } else { 0 };
            // What is in arc and range is within that distance, too.
            let in_reach = self.hostile_ships().any(|contact| {
                self.far(at.tile, contact) <= seeks.saturating_add(nearer.min(contact.moves))
            });
            if (in_reach || self.is_shaken) && fires.count_ones() < u32::from(most) {
                fires |= 1 << slot;
            }
        }
        fires
    }

    /// Whether a ship could land from a hex.
    fn can_land_from(&self, ship: UnitId, tile: TileId) -> bool {
        self.berths > 0
            && self.forces.are_beside(self.home(), Some(tile))
            && self.forces.docks(ship)
    }

    /// Returns the order of a candidate.
    pub(super) fn order(&self, index: usize, candidate: &Candidate) -> ShipOrder {
        let ship = self.ships[index].id;
        if self.forces.has_queue() {
            return self.queue_of(ship, candidate);
        }
        let way = self.steps_to(candidate.spot).into_iter();
        let route = match way.map(|spot| spot.tile).collect::<Vec<_>>() {
            way if way.is_empty() => Route::Stay,
            way => Route::Path(way),
        };
        let Stance { action, fire } = candidate.stance;
        ShipOrder {
            action,
            route,
            target: candidate.target,
            fire: (fire != action.intercepts()).then_some(fire),
            ..ShipOrder::default()
        }
    }

    /// Returns the order of a candidate as an intent queue (§10).
    fn queue_of(&self, ship: UnitId, candidate: &Candidate) -> ShipOrder {
        let usable = usize::from(queue::usable(&self.forces, ship));
        let way = self.steps_to(candidate.spot).into_iter();
        let mut maneuvers: Vec<_> = way.map(|spot| spot.maneuver).collect();
        let landing = maneuvers.len();
        maneuvers.resize(usable, Maneuver::Hold);
        if candidate.lands {
            maneuvers[landing] = Maneuver::Land;
        }
        let slots = (0..).zip(maneuvers).map(|(slot, maneuver)| Slot {
            maneuver,
            fire: candidate.fires & (1_u8 << slot) > 0,
        });
        ShipOrder {
            target: candidate.target,
            queue: slots.collect(),
            ..ShipOrder::default()
        }
    }
}

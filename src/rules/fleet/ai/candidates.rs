//! What one ship could do in a turn.
//!
//! **Invariant:** every candidate passes the check.

use crate::{
    battle::{
        grid::{Direction, TileId},
        unit::UnitId,
    },
    rules::fleet::{
        ai::{Mind, purpose::Purpose},
        order::{Action, Maneuver, Route, ShipOrder, Slot, Stance},
        queue,
        stats::ADJACENT,
    },
};

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
    /// Returns the candidate with most points, and adds all of them to a list if one is given.
    pub(super) fn best(&mut self, index: usize, mut all: Option<&mut Vec<Candidate>>) -> Candidate {
        self.find_spots(index);
        self.set_scene(index);
        let mut best: Option<Candidate> = None;
        let mut here = std::mem::take(&mut self.candidates);
        for spot in 0..self.spots.len() {
            here.clear();
            self.add_candidates(index, spot, &mut here);
            self.weigh(index, spot, &mut here);
            for candidate in &here {
                if best.is_none_or(|best| candidate.points > best.points) {
                    best = Some(*candidate);
                }
            }
            if let Some(all) = all.as_deref_mut() {
                all.extend_from_slice(&here);
            }
        }
        self.candidates = here;
        best.expect("a ship can always stay where it is")
    }

    /// Adds what a ship could do on a spot.
    fn add_candidates(&self, index: usize, spot: usize, all: &mut Vec<Candidate>) {
        let own = self.ships[index];
        let (has_queue, single) = (
            self.muster.options.sub_phases > 1,
            self.muster.options.single_occupancy,
        );
        let is_armed = self.muster.get(own.id).now.ammo > 0;
        let with = |action, fires: u8, target, lands| Candidate {
            spot,
            tile: self.spots[spot].tile,
            facing: self.spots[spot].facing,
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
            true => queue::usable(&self.muster, own.id),
            false => 1,
        };
        let holds = self.spots[spot].steps < slots && (has_queue || self.spots[spot].steps == 0);
        let armed = if holds {
            Action::Defend
        } else {
            Action::Attack
        };
        // To fire costs nothing where ships share hexes, since they fight in any case.
        let fires = match single {
            true => self.firing_slots(own.id, spot, slots),
            false => every(slots),
        };
        let hunts = own.temper.hunts;
        if is_armed && fires > 0 && !hunts {
            all.push(with(armed, fires, None, false));
        }
        if is_armed {
            let last = 1 << (slots - 1);
            let carriers = self.carriers_near(self.spots[spot].tile);
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
            let quarry = match hunts {
                true => self.carrier_known(),
                false => None,
            };
            all.push(with(idle, 0, quarry, false));
        }
        let has_slot = !has_queue || self.spots[spot].steps < slots;
        if has_slot && !own.is_launched && self.can_land_from(own.id, self.spots[spot].tile) {
            all.push(with(Action::Land, 0, None, true));
        }
    }

    /// Lists the carriers of enemies within reach of a hex.
    fn carriers_near(&self, tile: TileId) -> impl Iterator<Item = UnitId> {
        let reach = u32::from(self.muster.content.figures.carrier.reach);
        let is_near = move |(index, contact): &(usize, &super::Contact)| {
            contact.is_carrier && self.far(tile, *index) <= reach
        };
        let near = self.contacts.iter().enumerate().filter(is_near);
        near.map(|(_, contact)| contact.id)
    }

    /// Returns the carrier of an enemy that is known, the lowest id of several.
    fn carrier_known(&self) -> Option<UnitId> {
        let carrier = self.contacts.iter().find(|contact| contact.is_carrier);
        carrier.map(|contact| contact.id)
    }

    /// Returns in which slots a ship on its way to a spot can have a target, as many as it has shots.
    fn firing_slots(&self, ship: UnitId, spot: usize, slots: u8) -> u8 {
        let now = self.muster.get(ship).now;
        if now.gun.remaining > 0 {
            return 0;
        }
        let most = match self.muster.weapon(ship).cooldown {
            0 => now.ammo,
            _ => now.ammo.min(1),
        };
        let arc = self.scene.arc;
        let seeks = arc.range.max(u32::from(self.ai().ghost_within));
        let mut fires = 0_u8;
        for slot in (0..slots).rev() {
            let at = match slots {
                1 => &self.spots[spot],
                _ => self.spot_after(slot + 1, spot),
            };
            // They come closer until the last.
            let nearer = if slot + 1 == slots { u32::MAX } else { 0 };
            // What is in arc and range is within that distance, too.
            let in_reach = self.contacts.iter().enumerate().any(|(index, contact)| {
                let within = seeks.saturating_add(nearer.min(contact.moves));
                !contact.is_carrier && self.far(at.tile, index) <= within
            });
            if (in_reach || self.is_shaken) && fires.count_ones() < u32::from(most) {
                fires |= 1 << slot;
            }
        }
        fires
    }

    /// Whether a ship could land from a hex.
    fn can_land_from(&self, ship: UnitId, tile: TileId) -> bool {
        let is_near =
            (self.home).is_some_and(|(_, home)| self.muster.distance(home, tile) == ADJACENT);
        let docks = (self.muster.ship_type(ship)).is_some_and(|kind| kind.docks());
        is_near && docks && self.berths > 0
    }

    /// Returns the order of a candidate.
    pub(super) fn order(&self, index: usize, candidate: &Candidate) -> ShipOrder {
        let ship = self.ships[index].id;
        if self.muster.options.sub_phases > 1 {
            return self.queue_of(ship, candidate);
        }
        let route = match self.way(candidate.spot) {
            way if way.is_empty() => Route::Stay,
            way => Route::Path(way),
        };
        let by_default = matches!(candidate.stance.action, Action::Attack | Action::Defend);
        let fire = candidate.stance.fire;
        ShipOrder {
            action: candidate.stance.action,
            route,
            target: candidate.target,
            fire: (fire != by_default).then_some(fire),
            ..ShipOrder::default()
        }
    }

    /// Returns the order of a candidate as an intent queue (§10).
    fn queue_of(&self, ship: UnitId, candidate: &Candidate) -> ShipOrder {
        let usable = usize::from(queue::usable(&self.muster, ship));
        let mut maneuvers = self.maneuvers(candidate.spot);
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

/// Returns all of so many slots.
fn every(slots: u8) -> u8 {
    (0..slots).fold(0, |all, slot| all | 1 << slot)
}
